"""How many columns a table may have, in every format, and how many of its cells a glance reads."""

from __future__ import annotations

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase

MOST_COLUMNS = 16_384
"""How many columns a table may have: as many as a sheet of a workbook has."""

HINT = phrase("Keep only the columns that are needed: the true class, and the scores")

_MOST_ROWS = 200
_FEWEST_ROWS = 20
_MOST_CELLS = 400_000


def too_many_columns() -> str:
    """Return the sentence that refuses a wider table."""
    n = grouped(MOST_COLUMNS)
    return phrase("the table has more than {n} columns, which is the limit", n=n)


def require_columns(where: str, n_columns: int) -> None:
    """Refuse a table that is wider than any that is meant to be assessed.

    Parameters
    ----------
    where
        The name of the file.
    n_columns
        How many columns the table has.

    Raises
    ------
    DataError
        With the limit.
    """
    if n_columns > MOST_COLUMNS:
        raise DataError(too_many_columns(), where=where, hint=HINT)


def rows_of_a_glance(n_columns: int) -> int:
    """Return how many rows show what the columns of a table are: fewer where it is very wide.

    Examples
    --------
    >>> [rows_of_a_glance(n) for n in (2, 2_000, 9_001, 16_384)]
    [200, 200, 44, 24]
    """
    return min(_MOST_ROWS, max(_FEWEST_ROWS, _MOST_CELLS // max(n_columns, 1)))
