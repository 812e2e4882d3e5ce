"""Where rows have weights with fractions: as how many rows those of a K x K matrix count."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.by_weight import (
    NO_WEIGHT,
    WeightedWorth,
    WeightsAt,
    effective_n,
    weights_of_class,
)
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from evalgui.core.confusion import ConfusionMatrix

_NOISE = 1e-18
"""The variance of one row that is the rounding of none at all."""


@dataclass(frozen=True, slots=True, eq=False)
class CellsOfWeights:
    """What the rows of a matrix are worth by their weights, as `CellsOfSubjects` says it.

    Parameters
    ----------
    matrix
        The sums of weights.
    squares : (K, K) array of float
        The sums of their squares.
    fixed_rows
        Whether the sizes of the true classes were chosen, and only the calls are chance.
    """

    matrix: ConfusionMatrix
    squares: NDArray[np.float64]
    fixed_rows: bool = False
    lacking = NO_WEIGHT
    is_quick = True

    @staticmethod
    def too_few(fewest: int, names: str) -> str:
        """Return that classes have too few of what varies."""
        return phrase(
            "fewer than {fewest} rows by weight are truly {names}", fewest=fewest, names=names
        )

    def kept(
        self, _key: Hashable, make: Callable[[CellsOfWeights], WeightedWorth]
    ) -> WeightedWorth:
        """Return a worth, which is made at once."""
        return make(self)

    def worth_of_share(
        self, _counted: NDArray[np.bool_], among: NDArray[np.bool_]
    ) -> WeightedWorth:
        """Return as how many rows of one weight those of a proportion count.

        Parameters
        ----------
        among : (K, K) array of bool
            The cells below the line.
        """
        total = float(self.matrix.counts[among].sum())
        return WeightedWorth(effective_n(total, float(self.squares[among].sum())))

    def worth_of_slope(self, slope: NDArray[np.float64]) -> WeightedWorth:
        """Return as how many rows of one weight all of them count for a smooth measure.

        Parameters
        ----------
        slope : (K, K) array of float
            The derivative of the measure by each cell.

        Notes
        -----
        The variance of the measure with rows of one weight over that with these weights, by
        which each row moves it as its cell says; at most n_eff of all rows, since so few rows
        as one class may have say little about that variance.

        References
        ----------
        The linearised variance of a weighted estimate: Lumley, "Complex surveys" (2010), 2.2.
        """
        counts, squares, n = self.matrix.counts, self.squares, self.matrix.n
        flat = np.where(counts > 0, slope, 0.0)
        axis = 1 if self.fixed_rows else None
        sums = counts.sum(axis=axis, keepdims=True)
        totals = (counts * flat).sum(axis=axis, keepdims=True)
        mean = np.divide(totals, sums, out=np.zeros_like(sums), where=sums > 0)
        of_rows = float((counts * (flat - mean) ** 2).sum())
        of_weights = float((squares * (flat - mean) ** 2).sum())
        most = effective_n(n, float(squares.sum()))
        return WeightedWorth(most if of_rows * n <= _NOISE else min(most, n * of_rows / of_weights))

    def of_class(self, index: int) -> WeightsAt | None:
        """Return what those of a class, by its index, against the rest are worth."""
        return weights_of_class(self.matrix, index)

    @property
    def sizes_of_classes(self) -> NDArray[np.float64]:
        """As how many rows of one weight those of each true class count: (K,) float; 0 for none."""
        sums = zip(self.matrix.actual.tolist(), self.squares.sum(axis=1).tolist(), strict=True)
        found = [effective_n(total, squares) for total, squares in sums]
        return np.array([0.0 if math.isnan(n) else n for n in found])
