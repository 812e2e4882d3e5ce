"""What summaries of a ranking become without one of its rows, of all rows at once.

That is the delete-one jackknife: its spread is a variance, and its skewness the acceleration of
the BCa interval. Leaving out subjects with all of their rows is told in `core.intervals.subjects`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.parallel import blocks, spread
from evalgui.core.score_table import twice_u

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

    Used = TypeVar("Used")
    Both = tuple[NDArray[np.float64], NDArray[np.float64]]
    OfClasses = tuple["LeftOut", "LeftOut"]

_BLOCK = 8_192  # sums of products of more are given to threads that wait for each other


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """What a number is without one unit, of the units that were sampled together.

    Parameters
    ----------
    values : (m,) array of float
        The number without a unit of each kind; NaN where it is then undefined.
    n_units : (m,) array of int
        How many units there are of each kind.
    """

    values: NDArray[np.float64]
    n_units: NDArray[np.integer]


def jackknife(strata: Iterable[LeftOut]) -> float:
    """Return the variance of a number from leaving out each unit in turn.

    Parameters
    ----------
    strata
        The units that were sampled together; those of several samples add up.

    Returns
    -------
    float
        Not negative; NaN where the number is undefined without some unit.

    References
    ----------
    Efron, "The jackknife, the bootstrap and other resampling plans" (1982), eq. 3.2.
    """
    found = 0.0
    for part in strata:
        held = part.n_units > 0
        values, weights = part.values[held], part.n_units[held].astype(np.float64)
        n = float(weights.sum())
        if n < 2:
            return math.nan
        mean = float(np.dot(weights, values)) / n
        found += (n - 1) / n * float(np.dot(weights, (values - mean) ** 2))
    return found


def roc_areas_left_out(steps: Steps) -> OfClasses:
    """Return the area under the ROC curve without one positive, and one negative, of each step."""
    tp, fp = steps.tp_column.astype(np.float64), steps.fp_column.astype(np.float64)
    twice, n_positive, n_negative = float(twice_u(steps)), tp[-1], fp[-1]
    of_positive = 2 * n_negative - fp[1:] - fp[:-1]
    of_negative = tp[1:] + tp[:-1]
    return _of_classes(
        steps,
        np.asarray(divide(twice - of_positive, 2 * (n_positive - 1) * n_negative)),
        np.asarray(divide(twice - of_negative, 2 * n_positive * (n_negative - 1))),
    )


def _of_classes(
    steps: Steps, without_positive: NDArray[np.float64], without_negative: NDArray[np.float64]
) -> OfClasses:
    """Return what is left without a row of each class, with how many there are of each step."""
    return (
        LeftOut(without_positive, np.diff(steps.true_positives)),
        LeftOut(without_negative, np.diff(steps.false_positives)),
    )


# ----------------------------------------------------------------------- average precision


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """By how much leaving out one row of some steps changes average precision.

    Parameters
    ----------
    gained, added : (K,) arrays of float
        The positive and the negative rows of each step.
    by_positive, by_negative : (K,) arrays of float
        The change where one of its positives, or negatives, is left out; of no meaning where
        there is none.
    """

    gained: NDArray[np.float64]
    added: NDArray[np.float64]
    by_positive: NDArray[np.float64]
    by_negative: NDArray[np.float64]


def average_precision_moved(steps: Steps, use: Callable[[Moved], Used]) -> list[Used]:
    """Return what is made of the changes of average precision, some thousand steps at a time.

    Parameters
    ----------
    steps
        The operating points, of one positive or more.
    use
        Takes the changes of consecutive steps; several threads call it.

    Notes
    -----
    A row that is left out changes the precision at its own step and all later ones, so sums
    from the end give all values in two passes over the steps.
    """
    m = steps.n_positive
    parts = blocks(len(steps) - 1, _BLOCK)
    totals = spread(lambda part: _Block.of(steps, part).totals, parts)
    value = sum(total[0] for total in totals) / m
    ends: list[tuple[slice, float, float]] = []
    later = [0.0, 0.0]
    for part, (_, of_negative, of_positive) in zip(reversed(parts), reversed(totals), strict=True):
        ends.append((part, later[0], later[1]))
        later = [later[0] + of_negative, later[1] + of_positive]

    def used(end: tuple[slice, float, float]) -> Used:
        part, of_negative, of_positive = end
        block = _Block.of(steps, part)
        by_negative = (_from_end(block.by_negative) + of_negative) / m
        without = _from_end(block.by_positive) + of_positive + block.without_one - value
        by_positive = without / (1 - m) if m > 1 else np.full(len(without), np.nan)
        return use(Moved(block.gained, block.added, by_positive, by_negative))

    return spread(used, ends[::-1])


def average_precisions_left_out(steps: Steps) -> OfClasses:
    """Return average precision without one positive, and one negative, of each step.

    NaN where no positive is left.
    """
    m = steps.n_positive
    if not m:
        nothing = np.full(len(steps) - 1, np.nan)
        return _of_classes(steps, nothing, nothing)
    moved = average_precision_moved(steps, lambda part: (part.by_positive, part.by_negative))
    tp, fp = steps.true_positives, steps.false_positives
    value = float(np.dot(np.diff(tp), divide(tp[1:], tp[1:] + fp[1:]))) / m
    by_positive, by_negative = (np.concatenate([both[place] for both in moved]) for place in (0, 1))
    return _of_classes(steps, value + by_positive, value + by_negative)


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Consecutive steps: their rows, and what a row that is left out takes from the sum.

    Parameters
    ----------
    gained, added
        The positive and the negative rows of each step.
    precision_sum
        The sum over them of the precision at each positive.
    by_negative, by_positive
        By how much the terms of a step change when a negative, or a positive, of it or of an
        earlier step is left out: the first upwards, the second downwards.
    without_one
        The precision of each step with one positive fewer.
    """

    gained: NDArray[np.float64]
    added: NDArray[np.float64]
    precision_sum: float
    by_negative: NDArray[np.float64]
    by_positive: NDArray[np.float64]
    without_one: NDArray[np.float64]

    @classmethod
    def of(cls, steps: Steps, part: slice) -> _Block:
        vertices = slice(part.start, part.stop + 1)
        tp = steps.tp_column[vertices].astype(np.float64)
        fp = steps.fp_column[vertices].astype(np.float64)
        gained, added = np.diff(tp), np.diff(fp)
        tp, fp = tp[1:], fp[1:]
        called = tp + fp
        is_first = called == 1  # a row alone: without it there is no precision
        fewer = np.where(is_first, 1.0, called - 1.0)
        term = np.where(is_first, 0.0, gained / (called * fewer))
        without_one = np.where(is_first, 1.0, (tp - 1.0) / fewer)
        precision_sum = float(np.dot(gained, tp / called))
        return cls(gained, added, precision_sum, term * tp, term * fp, without_one)

    @property
    def totals(self) -> tuple[float, float, float]:
        return self.precision_sum, float(self.by_negative.sum()), float(self.by_positive.sum())


def _from_end(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of each value and all later ones."""
    return np.cumsum(values[::-1])[::-1]


# ------------------------------------------------------------------------ equal error rate


def equal_error_rates_left_out(steps: Steps) -> OfClasses:
    """Return the equal error rate without one positive, and one negative, of each step."""
    tp, fp = steps.tp_column.astype(np.float64), steps.fp_column.astype(np.float64)
    nothing = np.zeros(len(tp))
    return _of_classes(
        steps, _crossings(tp, fp, nothing + 1, nothing), _crossings(tp, fp, nothing, nothing + 1)
    )


def _crossings(
    tp: NDArray[np.float64],
    fp: NDArray[np.float64],
    less_tp: NDArray[np.float64],
    less_fp: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the equal error rate without a row of each step, by bisection of all at once.

    A row that is left out changes the counts from its own step on. Where that step lies before
    all crossings that can be, or behind them, they are all the same.
    """
    n_steps = len(tp) - 1
    n_positive, n_negative = tp[-1] - less_tp[0], fp[-1] - less_fp[0]
    if n_steps == 0 or min(n_positive, n_negative) <= 0:
        return np.full(n_steps, np.nan)

    def at(steps: NDArray[np.intp], rows: NDArray[np.intp]) -> Both:
        changed = rows >= steps
        return tp[rows] - less_tp[rows] * changed, fp[rows] - less_fp[rows] * changed

    def excess(found: Both) -> NDArray[np.float64]:
        return np.asarray(found[1] * n_positive - (n_positive - found[0]) * n_negative)

    def bisected(steps: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        before, after = np.zeros_like(steps), np.full_like(steps, n_steps)
        while np.any(after - before > 1):
            middle = (before + after) // 2
            is_after = excess(at(steps, middle)) >= 0
            after = np.where(is_after, middle, after)
            before = np.where(is_after, before, middle)
        first, last = at(steps, before), at(steps, after)
        below, above = excess(first), excess(last)
        crossing = first[1] * (above - below) - below * (last[1] - first[1])
        return after, np.asarray(divide(crossing, n_negative * (above - below)))

    ends, outer = bisected(np.array([1, n_steps]))
    low, high = max(1, int(ends.min()) - 1), min(n_steps, int(ends.max()) + 1)
    between = np.arange(low, high + 1)
    _, inner = bisected(between)
    values = np.empty(n_steps)
    values[: low - 1] = outer[0]
    values[low - 1 : high] = inner
    values[high:] = outer[1]
    return values
