"""The cells of workbooks as texts, in the child process."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_LONGEST_ID = 1e22
_LONGEST_NUMBER = 80
# Behind a decimal sign there are not just three digits, but for a number that begins with 0.
_WITH_SIGN = (
    r"\s*(?:[<>]=?|[≤≥])?\s*[+-]?"
    r"(?:0{sign}[0-9]+|[0-9]+{sign}(?:[0-9]{{1,2}}|[0-9]{{4,}}))(?![0-9.,])"
)
_WITH_COMMA, _WITH_POINT = (re.compile(_WITH_SIGN.format(sign=sign)) for sign in (",", r"\."))


class Number(str):
    """A number as a workbook in text keeps it: with a point, whatever the texts beside it have."""

    __slots__ = ()


def text_of(cell: object) -> str:
    """Return a cell as the text that a table shows."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    if isinstance(cell, (dt.datetime, dt.date, dt.time)):
        return cell.isoformat(" ") if isinstance(cell, dt.datetime) else cell.isoformat()
    return str(cell)


def write_commas(texts: Sequence[list[str]], rows: Sequence[Sequence[object]]) -> None:
    """Give numbers a decimal comma where the texts of their column have one, and none a point.

    A number of a workbook has no decimal sign until it is shown. Beside texts such as "<0,05"
    it is shown with a comma, and goes by that sign.

    Parameters
    ----------
    texts
        What `text_of` makes of the cells; changed.
    rows
        The cells.

    Examples
    --------
    >>> texts = [["CRP", "0,5 h"], ["0.5", "0.5"], ["<0,05", "1.5"]]
    >>> write_commas(texts, [["CRP", "0,5 h"], [0.5, 0.5], ["<0,05", "1.5"]])
    >>> texts
    [['CRP', '0,5 h'], ['0,5', '0.5'], ['<0,05', '1.5']]
    """
    for place in range(len(rows[0]) if rows else 0):
        if _has_commas([row[place] for row in rows]):
            for row, own in zip(texts, rows, strict=True):
                if isinstance(own[place], (float, Number)):
                    row[place] = row[place].replace(".", ",")


def _has_commas(column: Sequence[object]) -> bool:
    kinds = set(map(type, column))
    if str not in kinds or kinds.isdisjoint({float, Number}):
        return False
    texts = [cell for cell in column if type(cell) is str and 0 < len(cell) <= _LONGEST_NUMBER]
    texts = texts[1:]  # behind the name of the column, which may be "0,5 h"
    return any(map(_WITH_COMMA.match, texts)) and not any(map(_WITH_POINT.match, texts))


def may_have_lost_digits(cell: object) -> bool:
    """Return whether a cell may be a long id, of which a double has no place for each digit."""
    return isinstance(cell, float) and cell.is_integer() and 2**53 <= abs(cell) < _LONGEST_ID
