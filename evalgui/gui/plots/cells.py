"""Where plots stand in the middle of the window, however many there are."""

from __future__ import annotations

import math

_FEWEST = 2  # columns
_NARROWEST = 200  # pixels of a plot, where fewer columns can help

Cell = tuple[int, int, int, int]  # row and column, and how many of each


def cells(n: int, width: float = math.inf) -> list[Cell]:
    """Return the cell of each of n plots, at least one, in a room of some width.

    They stand in rows of equal length, as many rows as columns where there is room for that; the
    last one takes what is left of its row.
    """
    n_columns = math.ceil(math.sqrt(n))
    while n_columns > _FEWEST and width < n_columns * _NARROWEST:
        n_columns -= 1
    n_columns = max(_FEWEST, n_columns)
    found = [(number // n_columns, number % n_columns, 1, 1) for number in range(n)]
    row, column, *_ = found[-1]
    found[-1] = row, column, 1, n_columns - column
    return found
