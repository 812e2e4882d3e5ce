"""Text that a spreadsheet may take for a formula and run; an apostrophe before it guards it."""

from __future__ import annotations

import re

NUMBER = r"(?:\d[\d.,]*|[.,]\d+)(?:[eE][+-]?\d+)?%?|[iI]nf(?:inity)?"
"""A pattern of numbers less their sign: with a sign alone, they are no formulas."""

_FORMULA = re.compile(rf"(?:^|(?<=\t))(?=[=+@-])(?![+-](?:{NUMBER})?(?:\t|$))", re.MULTILINE)


def guarded(text: str) -> str:
    """Return one cell, guarded where it begins like a formula.

    Examples
    --------
    >>> guarded("=1+1"), guarded("-5"), guarded("+ve"), guarded("-")
    ("'=1+1", '-5', "'+ve", '-')
    """
    is_blank = text.startswith(("\t", "\r"))
    return f"'{text}" if is_blank or _FORMULA.match(text.split("\t", maxsplit=1)[0]) else text


def guarded_lines(text: str) -> tuple[str, int]:
    r"""Return lines of cells between tabs, each guarded as by `guarded`, and how many were.

    Examples
    --------
    >>> guarded_lines("score\t=name\n-0.5\t@x\n")
    ("score\t'=name\n-0.5\t'@x\n", 2)
    """
    return _FORMULA.subn("'", text)
