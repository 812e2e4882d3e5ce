"""A language made by rule from the English sentences: what is not of a catalogue is seen in it."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import evalgui
from evalgui.core.languages import ENGLISH, Language
from evalgui.core.vocabulary import Vocabulary, words_in

sys.path.append(str(Path(evalgui.__file__).parents[1] / "packaging"))
from catalogues import make

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGER = 1.4
"""How many times as long as an English sentence one of the language is."""

_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_LETTERS = "àḃćďéḟğĥíĵķĺḿńóṕɋŕśťúṽŵẋýž"
_OTHERS = str.maketrans(_PLAIN + _PLAIN.upper(), _LETTERS + _LETTERS.upper())
_KEPT = re.compile(r"(\{\{|\}\}|\{[^{}]*\}|</?[a-z]+\b[^<>]*>|&[a-z]+;|\*\.\w+)")
_WORD = re.compile(r"[^\W\d_]+")


def pseudo(sentence: str) -> str:
    """Return what stands for an English sentence: other letters, and more of them.

    Examples
    --------
    >>> pseudo("&Open {name}…"), pseudo("{n} rows")
    ('&Óṕéńńń {name}…', '{n} ŕóŵśśś')
    """
    parts = _KEPT.split(sentence)
    wanted = [0.0]

    def longer(found: re.Match[str]) -> str:
        word = found[0].translate(_OTHERS)
        wanted[0] += (LONGER - 1) * len(word)
        n, wanted[0] = round(wanted[0]), wanted[0] - round(wanted[0])
        return word + word[-1].lower() * max(n, 0)

    parts[::2] = [_WORD.sub(longer, part) for part in parts[::2]]
    return "".join(parts)


def _of_field(said: Any) -> Any:
    """Return the words of a field, in which what has no small letter is a symbol."""
    if isinstance(said, str):
        return pseudo(said) if re.search("[a-z]{2}", said) else said
    if isinstance(said, dict):
        return {name: _of_field(one) for name, one in said.items()}
    return tuple(_of_field(one) for one in said)


def _words(vocabulary: Vocabulary) -> dict[str, Any]:
    words = words_in(vocabulary, ENGLISH)
    said = {one.name: getattr(words, one.name) for one in fields(words)}
    said = {name: one for name, one in said.items() if name not in {"vocabulary", "language"}}
    said["outcomes"] = tuple((o.short, o.long, o.many, o.plain) for o in words.outcomes)
    said["terms"] = {**words.known, **words.terms}
    told: dict[str, Any] = _of_field(said)
    return told


def pseudo_language() -> Language:
    """Return the language: of every sentence in the catalogues, and the words of every field."""
    messages: dict[str, str | tuple[str, ...]] = {}
    for sentences in make.said().values():
        for one in sentences:
            if isinstance(one, str):
                messages[one] = pseudo(one)
            else:
                messages[one[0]] = tuple(map(pseudo, one))
    known: dict[str, Mapping[str, Any]] = {one.value: _words(one) for one in Vocabulary}
    return Language(messages=messages, fields=known, keeps_capitals=True)
