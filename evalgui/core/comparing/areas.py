"""The difference of two areas under the ROC curve, by DeLong, and by Obuchowski of subjects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing.chances import two_sided
from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of
from evalgui.core.intervals.subjects import ONE_SUBJECT, SUBJECTS, clustered_variance
from evalgui.core.left_out import LeftOut

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.subjects import Subjects

FEW_ROWS = 50
"""Below so many rows of a class the normal p value is rough."""
INDEPENDENT = "the rows are independent"
ONE_ROW = "a class with one row says nothing about its spread"
NO_ROWS = "a class has no rows"
BY_SUBJECT = "DeLong, paired, by subject"
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
        The rows of the smallest class; the subjects that have some where subjects were drawn.
    by_subject
        Whether subjects were drawn, and are known.
    """

    first: float
    second: float
    variance: float
    method: str
    smallest: int
    by_subject: bool = False

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
            too_few = ONE_SUBJECT if self.by_subject else ONE_ROW
            return too_few if self.smallest else NO_ROWS
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
        units = "subjects" if self.by_subject else "rows"
        return f"fewer than {FEW_ROWS} {units} in a class: the normal p value is rough"

    @property
    def assumes(self) -> str:
        """What it takes for independent."""
        return SUBJECTS if self.by_subject else INDEPENDENT

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
    DeLong, DeLong and Clarke-Pearson 1988, by subject Obuchowski 1997; the variances are added.
    The p value is that of the normal distribution, where pROC takes Student's.
    """
    sizes = (first.n_positive, first.n_negative, second.n_positive, second.n_negative)
    variance = first.variance + second.variance
    by_subject = first.by_subject or second.by_subject
    method = f"DeLong, unpaired{', by subject' if by_subject else ''}"
    return AreaDifference(first.auc, second.auc, variance, method, min(sizes), by_subject)


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """How two scores place the same rows.

    Parameters
    ----------
    positives, negatives : (n,) arrays of integers
        How many positive and how many negative instances each row stands for.
    missed
        Of each score the sum over the positives of twice the negatives on their wrong side.
    of_positives, of_negatives : (n,) arrays of float64
        Twice the rows of the other class on the wrong side of each row, by the first score less
        by the second one.
    """

    positives: NDArray[np.integer]
    negatives: NDArray[np.integer]
    missed: tuple[float, float]
    of_positives: NDArray[np.float64]
    of_negatives: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        first: Score,
        second: Score,
        positives: NDArray[np.integer],
        negatives: NDArray[np.integer],
    ) -> Apart:
        """Place the rows; parameters as of `paired`."""
        placed = [_missed(score, positives, negatives) for score in (first, second)]
        missed = [float(np.sum(of_positives * positives)) for of_positives, _ in placed]
        of_positives, of_negatives = (one - other for one, other in zip(*placed, strict=True))
        return cls(positives, negatives, (missed[0], missed[1]), of_positives, of_negatives)

    @property
    def sizes(self) -> tuple[int, int]:
        """The positives and the negatives."""
        columns = self.positives, self.negatives
        return int(np.sum(columns[0], dtype=np.int64)), int(np.sum(columns[1], dtype=np.int64))

    def left_out(self) -> tuple[LeftOut, LeftOut]:
        """Return the difference of the areas without one positive, and one negative, of each row.

        The first score less the second.
        """
        m, n = self.sizes
        apart = self.missed[0] - self.missed[1]
        return (
            LeftOut(
                np.asarray(divide(self.of_positives - apart, 2.0 * (m - 1) * n)), self.positives
            ),
            LeftOut(
                np.asarray(divide(self.of_negatives - apart, 2.0 * m * (n - 1))), self.negatives
            ),
        )


def paired(
    first: Score,
    second: Score,
    positives: NDArray[np.integer],
    negatives: NDArray[np.integer],
    subjects: Subjects | None = None,
) -> AreaDifference:
    """Return the difference of the areas of two scores of the same rows.

    Parameters
    ----------
    first, second
        The scores, n values each and none missing; each with its direction.
    positives, negatives : (n,) arrays of integers
        How many positive and how many negative instances each row stands for.
    subjects : of n rows
        Whose they are, where subjects were drawn; else None.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson 1988, eq. 3 to 6, for the difference of each row's two
    placements, whose variance is that of both less twice their covariance. By subject Obuchowski,
    "Nonparametric analysis of clustered ROC curve data", Biometrics 53 (1997), likewise.
    """
    apart = Apart.of(first, second, positives, negatives)
    m, n = apart.sizes
    areas = [1.0 - float(divide(missed, 2.0 * m * n)) for missed in apart.missed]
    if subjects is not None:
        variance, smallest = _of_subjects(apart, subjects)
        return AreaDifference(areas[0], areas[1], variance, BY_SUBJECT, smallest, by_subject=True)
    variance = (
        _variance_of_mean(apart.of_positives, positives, m) / (4.0 * n * n) if n else math.nan
    )
    variance += (
        _variance_of_mean(apart.of_negatives, negatives, n) / (4.0 * m * m) if m else math.nan
    )
    return AreaDifference(areas[0], areas[1], variance, "DeLong, paired", min(m, n))


def _of_subjects(apart: Apart, subjects: Subjects) -> tuple[float, int]:
    """Return the variance that subjects give a difference, and how many have the rarer class."""
    m, n = apart.sizes
    classes = (apart.positives, apart.of_positives, n), (apart.negatives, apart.of_negatives, m)
    has = [subjects.sums(counts.astype(np.int64)) > 0 for counts, _, _ in classes]
    smallest = min(int(np.count_nonzero(held)) for held in has)
    if smallest < 2:
        return math.nan, smallest
    mean = (apart.missed[0] - apart.missed[1]) / (2.0 * m * n)
    sums = [
        subjects.summed((values / (2.0 * others) - mean) * counts)
        for counts, values, others in classes
    ]
    return clustered_variance(sums, has, (m, n)), smallest


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The rows of a score from the strictest to the most lenient.

    Parameters
    ----------
    rows : (n,) array of int
        Their places.
    ends : (K,) array of int
        Where the rows of each distinct score end in this order: its last one.
    """

    rows: NDArray[np.intp]
    ends: NDArray[np.intp]

    @classmethod
    def of(cls, score: Score) -> Order:
        """Sort the rows of a score, of which none is missing."""
        rows = np.argsort(score.values, kind="stable")
        if score.higher_is_positive:
            rows = rows[::-1]
        ordered = score.values[rows]
        is_last = np.ones(len(ordered), dtype=np.bool_)
        is_last[:-1] = ordered[1:] != ordered[:-1]
        return cls(np.ascontiguousarray(rows), np.flatnonzero(is_last))

    def called(self, counts: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return what the rows of the first 0, 1, ... scores stand for together: (K + 1,)."""
        called = np.zeros(len(self.ends) + 1, dtype=np.int64)
        called[1:] = np.cumsum(counts[self.rows], dtype=np.int64)[self.ends]
        return called

    def of_rows(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a value of each row, given that of each distinct score."""
        found = np.empty(len(self.rows))
        found[self.rows] = np.repeat(values, np.diff(self.ends, prepend=-1))
        return found


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
    order = Order.of(score)
    tp, fp = order.called(positives), order.called(negatives)
    of_positives, of_negatives = fp[1:] + fp[:-1], 2 * tp[-1] - tp[1:] - tp[:-1]
    return (
        order.of_rows(of_positives.astype(np.float64)),
        order.of_rows(of_negatives.astype(np.float64)),
    )


def _variance_of_mean(
    values: NDArray[np.float64], weights: NDArray[np.integer], total: int
) -> float:
    """Return the variance of the weighted mean of values; NaN below two of them."""
    if total < 2:
        return math.nan
    deviations = values - float(np.sum(values * weights)) / total
    deviations *= deviations
    return float(np.sum(deviations * weights)) / (total - 1) / total
