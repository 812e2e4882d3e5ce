"""The columns of a file of a statistics package, in the child process.

Like `child` it loads nothing of the rest of the program.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from evalgui.core.digits import grouped
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

MOST_CELLS = 100_000_000
FREE_CONTENT = 64 << 20
LARGEST_RATIO = 100
_EXACT = 2**53
_LAST_SECOND = 9.0e12  # the year 285,000: what lies beyond is no date
SMALLER = "Keep only the variables that are needed, or save the data as CSV"


class Refusal(Exception):  # noqa: N818 - it is what the caller is told
    """What is wrong with the file, and what to do."""


@dataclass
class Variable:
    """A column of such a file.

    Parameters
    ----------
    name, title
        Its name, and what the file says about it.
    values : (n,) array
        Numbers, texts as objects, or dates; what stands where `gone` is True means nothing.
    gone : (n,) array of bool
        Which cells are missing.
    labels
        What values stand for.
    measure
        Its level of measurement: ``"nominal"``, ``"ordinal"``, ``"scale"`` or nothing.
    marked
        How often each code for a missing value occurs that is more than "no value".
    """

    name: str
    values: Any
    gone: Any
    title: str = ""
    labels: dict[Any, str] = field(default_factory=dict)
    measure: str = ""
    marked: dict[str, int] = field(default_factory=dict)


def check_size(n_rows: int, n_columns: int, row_size: int, size: int) -> None:
    """Refuse a table that is larger than a file of this size may hold, before it is read."""
    if n_columns > MOST_COLUMNS:
        raise Refusal(too_many_columns(), HINT)
    is_large = n_rows * row_size > max(FREE_CONTENT, LARGEST_RATIO * size)
    if is_large or n_rows * n_columns > MOST_CELLS:
        shape = f"{grouped(n_rows)} rows of {grouped(n_columns)} columns"
        raise Refusal(f"the table is too large: {shape}", SMALLER)


def plain(value: Any) -> str:  # noqa: ANN401 - a number or a text
    """Return a value as text; a whole number without a decimal point."""
    if isinstance(value, str):
        return value
    return str(int(value)) if float(value).is_integer() and abs(value) < _EXACT else str(value)


def moments(values: Any, gone: Any, start: str, unit: float) -> Any:  # noqa: ANN401 - arrays
    """Return times since a day as dates; numbers where some are too far away.

    Parameters
    ----------
    values, gone : (n,) arrays
        Numbers, and which of them are missing.
    start
        The day from which they count.
    unit
        How many seconds one is.
    """
    import numpy as np

    seconds = np.where(gone, 0.0, values) * unit
    if not np.all(np.abs(seconds) < _LAST_SECOND):
        return values
    return np.datetime64(start, "s") + np.rint(seconds).astype("timedelta64[s]")
