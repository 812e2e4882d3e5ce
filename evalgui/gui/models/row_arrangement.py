"""Which rows of the data stand in a table, and in which order: a permutation and a filter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.ordering import compact

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


_FEW = 8  # rows that are looked for one by one


@dataclass(frozen=True, slots=True, eq=False)
class RowArrangement:
    """The rows that are shown, top to bottom.

    Parameters
    ----------
    n
        The rows there are.
    rows : (k,) array of int, or None
        Which of them are shown; None means all in the order of the file.
    is_sorted
        Whether `rows` stand in an order of their own rather than that of the file.
    """

    n: int
    rows: NDArray[np.integer] | None = None
    is_sorted: bool = False

    def __len__(self) -> int:
        return self.n if self.rows is None else len(self.rows)

    def row(self, place: int) -> int:
        """Return the row of the data at a place of the table."""
        return place if self.rows is None else int(self.rows[place])

    def block(self, start: int, stop: int) -> NDArray[np.integer] | slice:
        """Return the rows of some places, to index an array with."""
        return slice(start, stop) if self.rows is None else self.rows[start:stop]

    def places(self, rows: list[int]) -> list[int]:
        """Return where rows of the data stand in the table; -1 for those that do not."""
        if self.rows is None or not rows:
            return rows
        if not self.is_sorted:
            found = np.searchsorted(self.rows, rows)
            inside = np.minimum(found, len(self.rows) - 1)
            hit = (self.rows[inside] == rows) if len(self.rows) else np.zeros(len(rows), bool)
            return [int(place) for place in np.where(hit, found, -1)]
        if len(set(rows)) <= _FEW:
            where = {row: np.flatnonzero(self.rows == row) for row in set(rows)}
            return [int(where[row][0]) if len(where[row]) else -1 for row in rows]
        place_of = np.full(self.n, -1, dtype=np.int64)
        place_of[self.rows] = np.arange(len(self.rows))
        return [int(place) for place in place_of[rows]]


def arranged(
    n: int, order: NDArray[np.integer] | None, *filters: NDArray[np.bool_] | None
) -> RowArrangement:
    """Combine an order of all rows with filters, each of which a row must pass.

    Parameters
    ----------
    n
        The rows there are.
    order : (n,) array of int, or None
        A permutation; None means the order of the file.
    filters : (n,) arrays of bool, or None
        Which rows pass.
    """
    keep: NDArray[np.bool_] | None = None
    for passed in filters:
        if passed is not None:
            keep = passed if keep is None else keep & passed
    if order is None:
        rows = None if keep is None else compact(np.flatnonzero(keep), n)
        return RowArrangement(n, rows)
    rows = order if keep is None else np.compress(np.take(keep, order), order)
    return RowArrangement(n, rows, is_sorted=True)


def column_order(order: NDArray[np.integer], *, descending: bool) -> NDArray[np.integer]:
    """Return the order of a column of the file, or its exact reverse."""
    return compact(order[::-1] if descending else order, len(order))


def first_place(length: int, is_past: Callable[[int], bool]) -> int:
    """Return the first place from which on a condition holds; `length` where it never does."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        if is_past(middle):
            high = middle
        else:
            low = middle + 1
    return low
