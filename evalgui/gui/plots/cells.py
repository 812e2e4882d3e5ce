"""Where plots stand in the middle of the window, however many there are."""

from __future__ import annotations

import math

_FEWEST = 2  # columns


def cells(n: int) -> list[tuple[int, int, int, int]]:
    """Return the cell of each of n plots, at least one: row, column, and how many of each.

    They stand in rows of equal length, as many rows as columns where that can be; the last one
    takes what is left of its row.
    """
    n_columns = max(_FEWEST, math.ceil(math.sqrt(n)))
    found = [(number // n_columns, number % n_columns, 1, 1) for number in range(n)]
    row, column, *_ = found[-1]
    found[-1] = row, column, 1, n_columns - column
    return found
