"""How many rows those of a rate are worth that have weights with fractions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.digits import rounded
from evalgui.core.kind import Kind
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.intervals.effective_numbers import KeptAt, KeptWorth
    from evalgui.core.intervals.method import Method
    from evalgui.core.intervals.subjects import SubjectsAt, Worth
    from evalgui.core.score_table import Steps

WorthAt: TypeAlias = "SubjectsAt | WeightsAt | KeptAt"
"""Whoever knows as how many independent rows those of a rate count."""

AnyWorth: TypeAlias = "Worth | WeightedWorth | KeptWorth"

BY_WEIGHTS = frozenset({Kind.PROPORTION, Kind.F1, Kind.SMOOTH, Kind.LR, Kind.ODDS, Kind.K_CLASSES})
"""The kinds of numbers whose intervals rest on rates or cells, which know the worth of weights."""

BY_WEIGHT = phrase("effective n by weight")
NO_WEIGHT = phrase("no row has a weight here")


@dataclass(frozen=True, slots=True)
class WeightedWorth:
    """As how many rows of one weight the rows of a rate count.

    Parameters
    ----------
    n
        ``(sum w)^2 / sum w^2``; NaN without rows.
    """

    n: float
    is_bare = False
    variance = math.nan
    label = BY_WEIGHT
    lacking = NO_WEIGHT

    def why_none(self, method: Method) -> str:
        """Return why a method cannot be used, "" where it can."""
        return (
            phrase("{no_counts}, which an exact interval needs", no_counts=NO_COUNTS)
            if method.is_exact
            else ""
        )

    def of(self, k: float, n: float) -> tuple[float, float]:
        """Return the share k of n of what the rows count as, and what they count as."""
        return (k / n * self.n, self.n) if n else (0.0, math.nan)

    def told(self, _wider: float, _naive: float = math.nan) -> str:
        """Return in words what the rows count as."""
        return phrase(
            "the rows are independent; by their weights they count as {n}", n=rounded(self.n)
        )


@dataclass(frozen=True, eq=False)
class WeightsAt:
    """What the rows at one threshold are worth by their weights, as `SubjectsAt` says it.

    Parameters
    ----------
    counts
        The sums of weights, scalars.
    squares
        The sums of their squares, in whatever unit.
    unit
        By which the sums of weights are multiplied to be in the unit whose squares these are.

    References
    ----------
    Kish, "Survey Sampling" (1965), section 11.7.

    Examples
    --------
    >>> at = WeightsAt(Counts(3.0, 0.0, 1.0, 1.0), Counts(5.0, 0.0, 1.0, 1.0), 1.0)
    >>> at.worth(lambda c: (c.tp, c.tp + c.fn)).n
    2.6666666666666665
    """

    counts: Counts
    squares: Counts
    unit: float
    label = BY_WEIGHT
    assumes = phrase("the rows are independent, and count by their weights")
    lacking = NO_WEIGHT
    is_quick = True
    _known: dict[Any, WeightedWorth] = field(default_factory=dict, init=False, repr=False)

    def turned(self) -> WeightsAt:
        """Return what they are worth for the other class against this one."""
        return WeightsAt(_turned(self.counts), _turned(self.squares), self.unit)

    def worth(self, fraction: Callable[[Counts], tuple[Any, Any]]) -> WeightedWorth:
        """Return as how many rows those of a proportion count, given it as of `SubjectsAt`."""
        known = self._known.get(fraction)
        if known is None:
            total, squares = fraction(self.counts)[1] * self.unit, fraction(self.squares)[1]
            known = self._known[fraction] = WeightedWorth(effective_n(total, squares))
        return known


def effective_n(total: float, squares: float) -> float:
    """Return as how many rows of one weight rows count, by the sums of weights and of squares."""
    return total * (total / squares) if squares else math.nan


def _turned(counts: Counts) -> Counts:
    return Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)


def squares_at(steps: Steps, part: int | slice) -> Counts | None:
    """Return the sums of the squares of weights at one row or several; None where each counts."""
    squares = steps.squares
    if squares is None:
        return None
    tp, fp = squares[:, part]
    positives, negatives = squares[:, -1].tolist()
    cells: Any = tp, fp, np.maximum(positives - tp, 0.0), np.maximum(negatives - fp, 0.0)
    return Counts(*cells)


def weights_at(steps: Steps, row: int) -> WeightsAt | None:
    """Return what the rows are worth by their weights at one row; None where each counts."""
    squares = squares_at(steps, row)
    if squares is None:
        return None
    cells: Any = (float(one) for one in (squares.tp, squares.fp, squares.fn, squares.tn))
    return WeightsAt(steps.sums_of(row), Counts(*cells), steps.unit)


def weights_of_class(matrix: ConfusionMatrix, index: int) -> WeightsAt | None:
    """Return what the rows of a class against the rest are worth; None where each counts."""
    squares = matrix.squares_versus_rest(index)
    return None if squares is None else WeightsAt(matrix.one_versus_rest(index), squares, 1.0)
