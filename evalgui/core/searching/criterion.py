"""What a rule makes as great, or as small, as it can: a function of the counts and its bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.counts import Counts, Real
from evalgui.core.metrics import DEFAULT_PARAMETERS, Better, Metric, Parameters

if TYPE_CHECKING:
    from numpy.typing import NDArray

Compute: TypeAlias = Callable[..., Real]
Bounds: TypeAlias = "Callable[[Counts, Counts, Mapping[str, float]], Real]"

ROUNDING = 1e-11
"""Values that differ by less, beside the scale of the criterion, are compared exactly."""

TURNS = frozenset({"OP"})
"""Measures that a true positive more, or a false positive less, can make worse."""


def exact(number: float) -> Fraction:
    """Return the decimal that a number is written as, exactly."""
    return Fraction(repr(float(number)))


@dataclass(frozen=True, slots=True, eq=False)
class Criterion:
    """A function of the counts, of which the best value over all thresholds is wanted.

    Parameters
    ----------
    compute
        A function of `Counts` (scalars, arrays, or fractions, which are computed exactly), to
        values; NaN where it is undefined. `numbers` are passed by name.
    better
        Whether the greatest or the smallest value is wanted.
    numbers
        What the user set in it.
    is_monotone
        Whether a true positive more, or a false positive less, never makes it worse.
    bounds
        For a criterion that is not monotone: what no row from one to another can be better
        than, a function of the counts of both (arrays) and `numbers`; it counts upward from
        the worst whatever is wanted. None where nothing is known.
    scale
        The magnitude of the terms that it is the sum of.
    linear
        Whole numbers (a, b) where ``a TP - b FP`` orders the thresholds as the criterion does,
        the greatest first; None where none do.
    """

    compute: Compute
    better: Better = Better.HIGHER
    numbers: Mapping[str, float] = field(default_factory=dict)
    is_monotone: bool = True
    bounds: Bounds | None = None
    scale: float = 1.0
    linear: tuple[int, int] | None = None

    def value(self, counts: Counts) -> float:
        """Return the value at one operating point, rounded once."""
        return float(self.compute(counts, **self.numbers))

    def goodness(self, counts: Counts) -> NDArray[np.float64]:
        """Return how good arrays of counts are: the greater the better, -inf where not finite."""
        good = self._upward(self.compute(counts, **self.numbers))
        return np.where(np.isfinite(good), good, -np.inf)

    def is_finite(self, counts: Counts) -> bool:
        """Return whether one operating point has a value that can be compared."""
        return math.isfinite(self.value(counts))

    def exactly(self, counts: Counts) -> Any:  # noqa: ANN401 - a fraction, or a float
        """Return how good one operating point is, computed with fractions."""
        numbers = {name: exact(number) for name, number in self.numbers.items()}
        found = self.compute(as_fractions(counts), **numbers)
        return found if self.better is Better.HIGHER else -found

    def bound(self, first: Counts, last: Counts) -> NDArray[np.float64]:
        """Return what no row between two others can be better than, +inf where unknown.

        Parameters
        ----------
        first, last
            Arrays: the counts of the strictest and of the most lenient row of each block.
        """
        if self.bounds is not None:
            best = np.asarray(self.bounds(first, last, self.numbers), dtype=np.float64)
        elif self.is_monotone:
            corner = Counts(tp=last.tp, fp=first.fp, fn=last.fn, tn=first.tn)
            best = self._upward(self.compute(corner, **self.numbers))
        else:
            return np.full(np.shape(first.tp), np.inf)
        return np.where(np.isnan(best), np.inf, best)

    @property
    def has_bound(self) -> bool:
        """Whether blocks of rows can be told to hold no best one."""
        return self.is_monotone or self.bounds is not None

    def _upward(self, values: Real) -> NDArray[np.float64]:
        found = np.asarray(values, dtype=np.float64)
        return found if self.better is Better.HIGHER else -found


def criterion_of(
    metric: Metric, parameters: Parameters = DEFAULT_PARAMETERS, better: Better | None = None
) -> Criterion:
    """Return a measure of two classes as a criterion.

    Parameters
    ----------
    metric
        The measure.
    parameters
        The numbers in its formula.
    better
        Whether the greatest or the smallest value is wanted; by default what the measure says.
    """
    wanted = better or metric.better
    numbers = {name: getattr(parameters, name) for name in metric.parameters}

    def compute(counts: Counts, **given: float) -> Real:
        return metric.value(counts, Parameters(**given) if given else parameters)

    is_monotone = wanted is metric.better is not Better.NEITHER and metric.id not in TURNS
    costs = [numbers.get(f"cost_{cell}", 0.0) for cell in ("tp", "fp", "fn", "tn")]
    if metric.id == "COST":
        is_monotone &= costs[2] >= costs[0] and costs[1] >= costs[3]
    scale = max(1.0, *map(abs, costs))
    return Criterion(compute, wanted, numbers, is_monotone=is_monotone, scale=scale)


def as_fractions(counts: Counts) -> Counts:
    """Return the counts of one operating point as fractions, with which all division is exact."""
    cells: list[Any] = [
        Fraction(int(cell)) for cell in (counts.tp, counts.fp, counts.fn, counts.tn)
    ]
    return Counts(*cells)
