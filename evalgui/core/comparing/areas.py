"""The difference of two areas under the ROC curve, by DeLong."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing.chances import two_sided
from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.intervals.delong import RankedArea

FEW_ROWS = 50
"""Below so many rows of a class the normal p value is rough."""
ONE_ROW = "a class with one row says nothing about its spread"
NO_ROWS = "a class has no rows"
NO_SPREAD = "both scores place every row alike, or each class all in one place"


@dataclass(frozen=True, slots=True)
class AreaDifference:
    """The area of a first score less that of a second, with its variance.

    Parameters
    ----------
    first, second
        The two areas; NaN where a class has no rows.
    variance
        The variance of their difference, NaN below two rows in a class.
    method
        The name of the test.
    smallest
        The rows of the smallest class.
    """

    first: float
    second: float
    variance: float
    method: str
    smallest: int

    @property
    def difference(self) -> float:
        """The first less the second."""
        return self.first - self.second

    @property
    def se(self) -> float:
        """The standard error of the difference."""
        return math.sqrt(self.variance)

    @property
    def reason(self) -> str:
        """Why there is neither interval nor p value, "" where there is."""
        if math.isnan(self.variance):
            return ONE_ROW if self.smallest else NO_ROWS
        return "" if self.variance else NO_SPREAD

    @property
    def z(self) -> float:
        """The difference in standard errors; NaN without a spread."""
        return self.difference / self.se if self.variance > 0 else math.nan

    @property
    def p(self) -> float:
        """The two-sided p value of the normal distribution; NaN without a spread."""
        return two_sided(self.z)

    @property
    def note(self) -> str:
        """What to keep in mind, "" for nothing."""
        if self.reason or self.smallest >= FEW_ROWS:
            return ""
        return f"fewer than {FEW_ROWS} rows in a class: the normal p value is rough"

    def limits(self, level: float) -> tuple[float, float]:
        """Return the normal limits of the difference, within [-1, 1]; NaN without a spread."""
        if self.reason:
            return UNDEFINED
        half = deviate_of(level) * self.se
        return max(self.difference - half, -1.0), min(self.difference + half, 1.0)


def unpaired(first: RankedArea, second: RankedArea) -> AreaDifference:
    """Return the difference of the areas of scores on rows of their own.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson 1988; the variances are added. The p value is that of the
    normal distribution, where pROC takes Student's.
    """
    sizes = (first.n_positive, first.n_negative, second.n_positive, second.n_negative)
    variance = first.variance + second.variance
    return AreaDifference(first.auc, second.auc, variance, "DeLong, unpaired", min(sizes))


def paired(
    first: Score,
    second: Score,
    positives: NDArray[np.integer],
    negatives: NDArray[np.integer],
) -> AreaDifference:
    """Return the difference of the areas of two scores of the same rows.

    Parameters
    ----------
    first, second
        The scores, n values each and none missing; each with its direction.
    positives, negatives : (n,) arrays of integers
        How many positive and how many negative instances each row stands for.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson 1988, eq. 3 to 6, for the difference of each row's two
    placements, whose variance is that of both less twice their covariance.
    """
    m, n = int(np.sum(positives, dtype=np.int64)), int(np.sum(negatives, dtype=np.int64))
    missed = []
    apart = [np.zeros(len(positives)), np.zeros(len(positives))]
    for score, sign in ((first, 1.0), (second, -1.0)):
        of_positives, of_negatives = _missed(score, positives, negatives)
        missed.append(float(divide(float(np.sum(of_positives * positives)), 2.0 * m * n)))
        apart[0] += sign * of_positives
        apart[1] += sign * of_negatives
    variance = _variance_of_mean(apart[0], positives, m) / (4.0 * n * n) if n else math.nan
    variance += _variance_of_mean(apart[1], negatives, n) / (4.0 * m * m) if m else math.nan
    return AreaDifference(1 - missed[0], 1 - missed[1], variance, "DeLong, paired", min(m, n))


def _missed(
    score: Score, positives: NDArray[np.integer], negatives: NDArray[np.integer]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return, for each row, twice the rows of the other class that are on the wrong side of it.

    Returns
    -------
    of_positives, of_negatives : (n,) arrays of float64
        For a positive at its score the negatives above it, for a negative the positives below
        it; a tie counts half.
    """
    order = np.argsort(score.values, kind="stable")
    if score.higher_is_positive:
        order = order[::-1]
    ordered = score.values[order]
    is_last = np.ones(len(ordered), dtype=np.bool_)
    is_last[:-1] = ordered[1:] != ordered[:-1]
    ends = np.flatnonzero(is_last)
    step = np.cumsum(is_last, dtype=np.intp) - is_last
    placed = []
    for column in (negatives, positives):
        until = np.cumsum(column[order], dtype=np.int64)[ends]
        before = np.concatenate([[0], until])[:-1]
        twice = np.empty(len(order))
        twice[order] = (until + before)[step]
        placed.append(twice)
    return placed[0], 2.0 * float(np.sum(positives, dtype=np.int64)) - placed[1]


def _variance_of_mean(
    values: NDArray[np.float64], weights: NDArray[np.integer], total: int
) -> float:
    """Return the variance of the weighted mean of values; NaN below two of them."""
    if total < 2:
        return math.nan
    deviations = values - float(np.sum(values * weights)) / total
    deviations *= deviations
    return float(np.sum(deviations * weights)) / (total - 1) / total
