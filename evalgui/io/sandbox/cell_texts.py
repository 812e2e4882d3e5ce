"""The cells of workbooks as texts, in the child process."""

from __future__ import annotations

import datetime as dt

_LONGEST_ID = 1e22


def text_of(cell: object) -> str:
    """Return a cell as the text that a table shows."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    if isinstance(cell, (dt.datetime, dt.date, dt.time)):
        return cell.isoformat(" ") if isinstance(cell, dt.datetime) else cell.isoformat()
    return str(cell)


def may_have_lost_digits(cell: object) -> bool:
    """Return whether a cell may be a long id, of which a double has no place for each digit."""
    return isinstance(cell, float) and cell.is_integer() and 2**53 <= abs(cell) < _LONGEST_ID
