"""Counts by two kinds of classes: the piece of a result that has sums on two sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.texts import Told


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """The rows of a matrix, or its columns.

    Parameters
    ----------
    id
        Stable name, the same in every field.
    title
        What they are.
    names
        Of each.
    sums : (K,) array
        The counts of each.
    words
        What a field calls each; empty where it has no words for them.
    """

    id: str
    title: Told
    names: tuple[Told, ...]
    sums: NDArray[Any]
    words: tuple[Told, ...] = ()

    def arranged(self, places: NDArray[np.intp]) -> Side:
        """Return some of them in another order."""
        names, words = (
            tuple(known[place] for place in places.tolist()) if known else ()
            for known in (self.names, self.words)
        )
        return Side(self.id, self.title, names, self.sums[places], words)


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A matrix of counts.

    Parameters
    ----------
    id
        Stable name.
    rows, columns
        Its sides.
    counts : (R, C) array of int64, or of float64 where they are sums of weights
    total
        Of all cells.
    keys
        Where each cell stands in JSON; empty where they stand as lists of lists under the id.
    """

    id: str
    rows: Side
    columns: Side
    counts: NDArray[Any]
    total: float
    keys: tuple[tuple[str, ...], ...] = ()

    def key(self, row: int, column: int) -> str:
        """Return where a cell stands in JSON: a path with points."""
        return self.keys[row][column] if self.keys else f"{self.id}.{row}.{column}"

    def arranged(self, places: NDArray[np.intp], *, is_turned: bool) -> Matrix:
        """Return a matrix with as many columns as rows in another order, for a picture or a copy.

        Parameters
        ----------
        places : (K,) array
            Those of the rows that are wanted, and of the columns.
        is_turned
            Whether rows become columns.
        """
        rows, columns = (side.arranged(places) for side in (self.rows, self.columns))
        counts = self.counts[np.ix_(places, places)]
        if is_turned:
            return Matrix(self.id, columns, rows, counts.T, self.total)
        return Matrix(self.id, rows, columns, counts, self.total)
