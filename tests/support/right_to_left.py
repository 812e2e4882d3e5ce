"""A language that nobody speaks, read from right to left, to try the layout with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from catalogues import make

from evalgui.io.languages import CATALOGUE, WORDS

if TYPE_CHECKING:
    from pathlib import Path

_WORDS = """\
[language]
name = "תירבע"
keeps_capitals = true
is_whole = true
is_right_to_left = true

[language.conventions]
decimal = ","
between = "; "
percent = "{}%"
date = "{day}.{month}.{year}"
"""
_KEPT = re.compile(r"(\{[^{}]*\}|%\(\w+\)[sr]|%[sr]|&[^{]|<[^<>]*>)")
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_HEBREW = "אבגדהוזחטיכלמנסעפצקרשתאבגד"
_LETTERS = str.maketrans(_LATIN + _LATIN.upper(), _HEBREW * 2)


def made(folder: Path) -> Path:
    """Write the language into a folder, and return it."""
    catalogue = Catalog(locale="he")
    for sentences in make.said().values():
        for sentence in sentences:
            both = (sentence,) if isinstance(sentence, str) else sentence
            told = tuple(map(_in_hebrew, both))
            catalogue.add(sentence, told[0] if isinstance(sentence, str) else told)
    catalogue.add(make.SHARE, "1")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WORDS).write_text(_WORDS, encoding="utf-8")
    with (folder / CATALOGUE).open("wb") as file:
        write_mo(file, catalogue)
    return folder


def _in_hebrew(sentence: str) -> str:
    """Return letters of that alphabet for those of a sentence; what stands in braces stays."""
    parts = _KEPT.split(sentence)
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_LETTERS) for part in parts)
