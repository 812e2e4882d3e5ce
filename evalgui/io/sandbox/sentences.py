"""Sentences on their way from the child process, which knows no language but English."""

from __future__ import annotations

import re
from typing import Any

from evalgui.core.digits import Numeral
from evalgui.core.phrases import Phrase
from evalgui.core.vocabulary import phrase, phrase_n

_PLAIN = re.compile(r"(?:[^{}]|\{[A-Za-z_]+\})*")


def sent(said: str) -> Any:  # noqa: ANN401 - for JSON
    """Return a sentence as it is sent: a phrase as its template, its values and its forms.

    Examples
    --------
    >>> sent(phrase("there is no '{name}'", name="a"))
    ["there is no '{name}'", {'name': 'a'}, None]
    """
    if isinstance(said, Numeral):
        return {"numeral": said}
    if not isinstance(said, Phrase):
        return said
    values = {name: sent(one) if isinstance(one, str) else one for name, one in said.values.items()}
    return [said.template, values, said.forms]


def received(told: Any) -> str:  # noqa: ANN401 - as above
    """Return a sentence that was sent.

    Raises
    ------
    ValueError
        If it is none: a template may ask for values as they are and for nothing else.

    Examples
    --------
    >>> print(received(["there is no '{name}'", {"name": "a"}, None]))
    there is no 'a'
    """
    if isinstance(told, dict):
        return Numeral(told["numeral"])
    if not isinstance(told, list):
        return str(told)
    template, values, forms = told
    own = {name: one if isinstance(one, int) else received(one) for name, one in values.items()}
    templates = [template] if forms is None else forms[1:]
    if not all(map(_PLAIN.fullmatch, templates)):
        message = "a template asks for more than its values"
        raise ValueError(message)
    return phrase(template, **own) if forms is None else phrase_n(*forms, **own)
