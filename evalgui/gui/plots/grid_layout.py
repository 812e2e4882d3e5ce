"""Where plots stand in the middle of the window, however many there are."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QGridLayout

_FEWEST = 2  # columns
_CURVE_SHARE, _STRIP_SHARE = 5, 3  # of the height: each row of curves, and each strip
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


def extent(taken: Iterable[Cell]) -> tuple[int, int]:
    """Return how many rows and columns some cells take, at least one column."""
    ends = [(row + n_rows, column + n_columns) for row, column, n_rows, n_columns in taken]
    return max((row for row, _ in ends), default=0), max((column for _, column in ends), default=1)


def cells_of_all(blocks: Sequence[str], strips: Sequence[str], width: float) -> dict[str, Cell]:
    """Return the cells of plots that stand side by side, and of strips below them."""
    found = dict(zip(blocks, cells(len(blocks), width), strict=True))
    n_rows, n_columns = extent(found.values())
    return found | {name: (n_rows + i, 0, 1, n_columns) for i, name in enumerate(strips)}


def cells_of_rows(rows: Sequence[Sequence[str]], width: float = math.inf) -> dict[str, Cell]:
    """Return the cells of plots that were chosen, the last of a row what is left of it.

    Where a room is too narrow for a row, it goes on in another one.
    """
    n_columns = max(map(len, rows), default=0)
    while n_columns > 1 and width < n_columns * _NARROWEST:
        n_columns -= 1
    starts = ((row, first) for row in rows for first in range(0, len(row), n_columns))
    rows = [row[first : first + n_columns] for row, first in starts]
    n_columns = max(map(len, rows), default=0)
    return {
        name: (number, column, 1, 1 if column + 1 < len(row) else n_columns - column)
        for number, row in enumerate(rows)
        for column, name in enumerate(row)
    }


def is_of_equal_rows(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether plots were chosen in several rows of as many, which then have equal parts.

    Examples
    --------
    >>> is_of_equal_rows((("roc", "pr"), ("det", "far-frr"))), is_of_equal_rows((("roc",), ("pr",)))
    (True, False)
    """
    return len(rows) > 1 and {*map(len, rows)} == {len(rows[0])} and len(rows[0]) > 1


def share_room(
    layout: QGridLayout, places: Sequence[Cell], n_above: int, *, is_chosen: bool
) -> None:
    """Give rows and columns of cells that are seen their share of the room.

    The rows above the strips have more; of columns all have as much, but for the first one of
    plots that were chosen.
    """
    for number in range(layout.rowCount()):
        share = _CURVE_SHARE if number < n_above else _STRIP_SHARE
        is_used = any(row == number for row, *_ in places)
        layout.setRowStretch(number, share if is_used else 0)
    for number in range(layout.columnCount()):
        is_used = any(first <= number < first + n for _, first, _, n in places)
        share = _CURVE_SHARE if is_chosen and number == 0 else _STRIP_SHARE
        layout.setColumnStretch(number, share if is_used else 0)
