"""Intervals of average precision."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.intervals.logit import logistic
from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of, wilson
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

FEW_POSITIVES = 100
"""Below so many positives average precision is taken for a proportion of them."""

_BLOCK = 8_192  # sums of products of more are given to threads that wait for each other


class Variances(NamedTuple):
    """The variance of average precision, by what would be drawn again.

    Parameters
    ----------
    of_rows
        From leaving out each row about one mean: the share of positives varies, too.
    of_classes
        From leaving out the rows of each class about a mean of their own: the sizes of the
        classes are fixed, as in a case-control study.
    """

    of_rows: float
    of_classes: float


def jackknife_variances(steps: Steps) -> Variances:
    """Return the variance of average precision from leaving out each row in turn.

    Returns
    -------
    Variances
        Not negative; NaN below two positives, or without a negative.

    Notes
    -----
    A row that is left out changes the precision at its own step and all later ones, so sums
    from the end give all values in two passes over the steps.

    References
    ----------
    Efron, "The jackknife, the bootstrap and other resampling plans" (1982), eq. 3.2.
    """
    m, n = steps.n_positive, steps.n_negative
    if m < 2 or n < 1:
        return Variances(math.nan, math.nan)
    parts = blocks(len(steps) - 1, _BLOCK)
    totals = spread(lambda part: _Block.of(steps, part).totals, parts)
    value = sum(total[0] for total in totals) / m
    ends: list[tuple[slice, float, float]] = []
    later = [0.0, 0.0]
    for part, (_, of_negative, of_positive) in zip(reversed(parts), reversed(totals), strict=True):
        ends.append((part, later[0], later[1]))
        later = [later[0] + of_negative, later[1] + of_positive]

    def moments(end: tuple[slice, float, float]) -> NDArray[np.float64]:
        part, of_negative, of_positive = end
        block = _Block.of(steps, part)
        by_negative = (_from_end(block.by_negative) + of_negative) / m
        by_positive = (_from_end(block.by_positive) + of_positive + block.without_one - value) / (
            1 - m
        )
        return np.array(
            [
                np.dot(block.gained, by_positive),
                np.dot(block.gained, by_positive * by_positive),
                np.dot(block.added, by_negative),
                np.dot(block.added, by_negative * by_negative),
            ]
        )

    sum_m, squares_m, sum_n, squares_n = np.sum(spread(moments, ends), axis=0)
    of_positives = (m - 1) / m * (squares_m - sum_m**2 / m)
    of_negatives = (n - 1) / n * (squares_n - sum_n**2 / n)
    squares = squares_m + squares_n - (sum_m + sum_n) ** 2 / (m + n)
    of_rows = (m + n - 1) / (m + n) * squares
    return Variances(max(float(of_rows), 0.0), max(float(of_positives + of_negatives), 0.0))


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


def wilson_of_positives(
    value: float, n_positive: int, variance: Callable[[], float], level: float
) -> tuple[float, float]:
    """Return the Wilson limits of average precision taken for a proportion of the positives.

    Parameters
    ----------
    value
        The average precision.
    n_positive
        The positive rows.
    variance
        A function that returns its variance; it is not asked here.
    level
        The two-sided confidence.

    References
    ----------
    Boyd, Eng and Page, "Area under the precision-recall curve: point estimates and confidence
    intervals", ECML PKDD (2013), whose binomial interval this is on Wilson's scale.
    """
    del variance
    return wilson(value * n_positive, n_positive, level)


def logit_jackknife(
    value: float, n_positive: int, variance: Callable[[], float], level: float
) -> tuple[float, float]:
    """Return limits on the logit scale, with the variance.

    NaN where there is none, or average precision is 0 or 1. Parameters are those of
    `wilson_of_positives`.
    """
    del n_positive
    if not 0.0 < value < 1.0:
        return UNDEFINED
    centre = math.log(value / (1.0 - value))
    half = deviate_of(level) * math.sqrt(variance()) / (value * (1.0 - value))
    return logistic(centre - half), logistic(centre + half)


def is_small(value: float, n_positive: int) -> bool:
    """Return whether average precision is best taken for a proportion of the positives."""
    return n_positive < FEW_POSITIVES or not 0.0 < value < 1.0


WILSON_OF_POSITIVES = Method(
    id="wilson",
    name="Wilson, n of the positives",
    explanation="Average precision is taken for a proportion of the positive rows; for a "
    "hundred of them and more it is wider than need be, or too short where the negatives "
    "decide.",
    compute=wilson_of_positives,
    assumes="the rows are independent",
    source="Wilson 1927; Boyd, Eng and Page 2013",
)
LOGIT_OR_WILSON = Method(
    id="logit-or-wilson",
    name="logit, jackknife",
    explanation="On the logit scale, with the variance that leaving out each row gives; below a "
    "hundred positives Wilson's interval of a proportion of them.",
    compute=logit_jackknife,
    assumes="the rows are independent",
    is_recommended=True,
    where_zero=WILSON_OF_POSITIVES,
    source="Efron 1982",
)
LOGIT = Method(
    id="logit",
    name="logit, jackknife, always",
    explanation="On the logit scale, with the variance that leaving out each row gives, however "
    "few positives there are.",
    compute=logit_jackknife,
    assumes="the rows are independent, and there are many positives",
    source="Efron 1982",
)

METHODS = (LOGIT_OR_WILSON, LOGIT, WILSON_OF_POSITIVES)
