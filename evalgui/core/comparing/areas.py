"""The difference of two areas under the ROC curve: DeLong, Obuchowski of subjects, and MOVER."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.between_groups.apart import at_once
from evalgui.core.comparing.p_values import two_sided
from evalgui.core.comparing.rates import limits_of_difference, p_of_limits
from evalgui.core.counts import divide
from evalgui.core.intervals import auc
from evalgui.core.intervals.delong import area_of_columns
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of
from evalgui.core.intervals.subjects import ONE_SUBJECT, SUBJECTS, clustered_variance
from evalgui.core.intervals.summaries_of_subjects import AreaOfSubjects
from evalgui.core.leave_one_out import LeftOut
from evalgui.core.measured import Interval, Measured
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.intervals.delong import RankedArea
    from evalgui.core.subjects import Subjects

    Placed: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

FEW_ROWS = 50
"""Below so many rows of a class the normal p value is rough."""
INDEPENDENT = phrase("the rows are independent")
ONE_ROW = phrase("a class with one row says nothing about its spread")
NO_ROWS = phrase("a class has no rows")
NO_SPREAD = phrase("both scores place every row alike, or each class all in one place")
OWN_LIMITS = phrase(
    "an area lies near 0 or 1, or rests on few rows, where DeLong's interval is too short: the "
    "p value is 1 less the highest level whose interval leaves 0 out"
)
DRAWN_TOO_SHORT = phrase(
    "an area lies near 0 or 1, or rests on few rows: limits and p values of rows that are drawn "
    "again are too sure there"
)
"""Said of a bootstrap of a difference of which DeLong's interval is not the recommended one."""


def area_alone(area: RankedArea, level: float) -> Interval:
    """Return the interval of one of the areas by itself."""
    reason = auc.why_none(area.by_rows)
    if reason:
        return Interval(level, "", *UNDEFINED, area.sizes, reason=reason)
    method = auc.that_runs(auc.LOGIT_OR_WILSON, area, area.by_rows)
    label = phrase("{name}, by subject", name=method.name) if area.by_subject else method.name
    assumes = SUBJECTS if area.by_subject else INDEPENDENT
    return Interval(level, label, *auc.limits_of(area, level), area.sizes, assumes)


@dataclass(frozen=True, slots=True)
class AreaDifference:
    """The area of a first score less that of a second, by DeLong's test.

    Parameters
    ----------
    areas
        Both areas, each with its own variance.
    variance
        The variance of their difference, NaN below two rows in a class.
    design
        What is said behind the name of the method: of which rows the scores are.
    smallest
        The rows of the smallest class; the subjects that have some where subjects were drawn.
    by_subject
        Whether subjects were drawn, and are known.
    """

    areas: tuple[RankedArea, RankedArea]
    variance: float
    design: str
    smallest: int
    by_subject: bool = False

    @property
    def first(self) -> float:
        """The first area, NaN where a class has no rows."""
        return self.areas[0].auc

    @property
    def second(self) -> float:
        """The second area, likewise."""
        return self.areas[1].auc

    @property
    def difference(self) -> float:
        """The first less the second."""
        return self.first - self.second

    @property
    def se(self) -> float:
        """The standard error of the difference, by DeLong."""
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
        """The two-sided p value, below 1 less a level where its limits leave 0 out.

        That of the normal distribution; NaN without a spread.
        """
        return two_sided(self.z)

    @property
    def method(self) -> str:
        """The name of the test, and of the interval."""
        return phrase("DeLong, {design}", design=self.design)

    @property
    def note(self) -> str:
        """What to keep in mind, "" for nothing."""
        if self.reason or self.smallest >= FEW_ROWS:
            return ""
        return phrase(
            "fewer than {few} subjects in a class: the normal p value is rough"
            if self.by_subject
            else "fewer than {few} rows in a class: the normal p value is rough",
            few=FEW_ROWS,
        )

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

    def recommended(self) -> AreaDifference:
        """Return it with the interval and the p value that hold their level.

        DeLong's are too short where an area is near 0 or 1 for its rows, or few rows decide
        its spread: where that is so of either area alone, its own limits are put together.
        """
        if math.isnan(self.variance) or all(map(auc.is_plain, self.areas)):
            return self
        return DifferenceOfLimits(
            self.areas, self.variance, self.design, self.smallest, self.by_subject
        )

    @property
    def delong(self) -> AreaDifference:
        """The same by DeLong's test alone, as other programs give it."""
        return AreaDifference(
            self.areas, self.variance, self.design, self.smallest, self.by_subject
        )


@dataclass(frozen=True, slots=True)
class DifferenceOfLimits(AreaDifference):
    """The same by square-and-add (MOVER) of the limits that each area has alone.

    Scores of the same rows have correlated areas. As that correlation rests on the few rows
    that are out of order, neither limit is nearer than DeLong's.

    References
    ----------
    Zou and Donner, "Construction of confidence limits about effect measures: a general
    approach", Statistics in Medicine 27 (2008); with a correlation Zou, Psychological Methods
    12 (2007), eq. 15.
    """

    @property
    def reason(self) -> str:
        """Why there is neither interval nor p value, "" where there is."""
        # An area of 0 or 1 has no spread, and yet limits.
        is_bare = not all(area.found and area.missed for area in self.areas)
        return "" if is_bare else self.delong.reason

    @property
    def z(self) -> float:
        """NaN: the p value comes from the limits, and not from a statistic."""
        return math.nan

    @property
    def p(self) -> float:
        """The two-sided p value: 1 less the highest level at which 0 is left out.

        At least 2e-16; NaN without a spread.
        """
        if self.reason:
            return math.nan
        return p_of_limits(self.limits)

    @property
    def method(self) -> str:
        """The name of the test, and of the interval."""
        return phrase("MOVER of the limits of each area, {design}", design=self.design)

    @property
    def note(self) -> str:
        """What to keep in mind, "" for nothing."""
        return "" if self.reason else OWN_LIMITS

    @property
    def correlation(self) -> float:
        """That of both areas, in [-1, 1]; 0 of rows of their own, or where one has no spread."""
        first, second = (area.variance for area in self.areas)
        covariance = (first + second - self.variance) / 2
        product = first * second
        return max(-1.0, min(covariance / math.sqrt(product), 1.0)) if product > 0 else 0.0

    def limits(self, level: float) -> tuple[float, float]:
        """Return the limits of the difference, within [-1, 1]; NaN without a spread."""
        if self.reason:
            return UNDEFINED
        first, second = ((area.auc, *auc.limits_of(area, level)) for area in self.areas)
        correlation = self.correlation
        low, high = limits_of_difference(first, second, correlation)
        if correlation:
            half = deviate_of(level) * math.sqrt(self.variance)
            low, high = min(low, self.difference - half), max(high, self.difference + half)
        return max(low, -1.0), min(high, 1.0)


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
    design = phrase("unpaired, by subject") if by_subject else phrase("unpaired")
    return AreaDifference((first, second), variance, design, min(sizes), by_subject)


def areas_apart(
    areas: Sequence[RankedArea], pairs: Sequence[tuple[int, int]], level: float
) -> list[Measured]:
    """Return the differences of areas under ROC curves, with intervals that hold all at once.

    Parameters
    ----------
    areas
        Of each group, on rows of its own.
    pairs
        The places of those that are compared.
    level
        With which all the differences hold.

    Returns
    -------
    list of Measured
        In the order of the pairs, the first less the second; undefined where a group lacks a
        class.

    References
    ----------
    DeLong, DeLong and Clarke-Pearson 1988, with variances added, or the limits of each area put
    together where that is too short; Bonferroni over the pairs.
    """
    each, told = at_once(level, len(pairs))
    found = []
    for first, second in pairs:
        one = unpaired(areas[first], areas[second]).recommended()
        sizes = tuple(area.n_positive + area.n_negative for area in one.areas)
        method = joined("", (one.method, told))
        interval = Interval(level, method, *one.limits(each), sizes, reason=one.reason)
        why = one.reason if math.isnan(one.difference) else ""
        found.append(Measured(one.difference, why, interval=interval))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """How two scores place the same rows.

    Parameters
    ----------
    positives, negatives : (n,) arrays of integers
        How many positive and how many negative instances each row stands for.
    areas
        That of each score, by rows.
    placed : of each score two (n,) arrays of float64
        Twice the negatives, and the positives, on the wrong side of each row.
    """

    positives: NDArray[np.integer]
    negatives: NDArray[np.integer]
    areas: tuple[RankedArea, RankedArea]
    placed: tuple[Placed, Placed]

    @classmethod
    def of(
        cls,
        first: Score,
        second: Score,
        positives: NDArray[np.integer],
        negatives: NDArray[np.integer],
    ) -> Apart:
        """Place the rows; parameters as of `paired`."""
        one, other = (_placed(score, positives, negatives) for score in (first, second))
        return cls(positives, negatives, (one[0], other[0]), (one[1], other[1]))

    @property
    def sizes(self) -> tuple[int, int]:
        """The positives and the negatives."""
        return self.areas[0].sizes

    @property
    def between(self) -> Placed:
        """What the first score places otherwise than the second one: two (n,) arrays."""
        first, second = self.placed
        return first[0] - second[0], first[1] - second[1]

    def left_out(self) -> tuple[LeftOut, LeftOut]:
        """Return the difference of the areas without one positive, and one negative, of each row.

        The first score less the second.
        """
        m, n = self.sizes
        apart = self.areas[0].missed - self.areas[1].missed
        of_positives, of_negatives = self.between
        return (
            LeftOut(np.asarray(divide(of_positives - apart, 2.0 * (m - 1) * n)), self.positives),
            LeftOut(np.asarray(divide(of_negatives - apart, 2.0 * m * (n - 1))), self.negatives),
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
    if subjects is not None:
        return _of_subjects(apart, subjects)
    m, n = apart.sizes
    of_positives, of_negatives = apart.between
    variance = float(divide(_variance_of_mean(of_positives, positives, m), 4.0 * n * n))
    variance += float(divide(_variance_of_mean(of_negatives, negatives, n), 4.0 * m * m))
    return AreaDifference(apart.areas, variance, phrase("paired"), min(m, n))


def _of_subjects(apart: Apart, subjects: Subjects) -> AreaDifference:
    """Return the difference of two areas with the variances that subjects give."""
    m, n = apart.sizes
    classes = (apart.positives, n), (apart.negatives, m)
    sizes = [subjects.sums(counts.astype(np.int64)) for counts, _ in classes]

    def sums(place: int) -> list[NDArray[np.float64]]:
        """Return what the placements of each subject differ in all from the area, by class."""
        return [
            subjects.summed((values / (2.0 * others) - apart.areas[place].beyond) * counts)
            for values, (counts, others) in zip(apart.placed[place], classes, strict=True)
        ]

    one, other = (sums(0), sums(1)) if m and n else ([], [])
    first, second = (
        AreaOfSubjects.of_sums(rows, of_each, sizes)
        for rows, of_each in zip(apart.areas, (one, other), strict=True)
    )
    held, variance = (first.n_positive, first.n_negative), math.nan
    if min(held) > 1:
        between = [of_first - of_second for of_first, of_second in zip(one, other, strict=True)]
        variance = clustered_variance(between, [of_class > 0 for of_class in sizes], (m, n))
    design = phrase("paired, by subject")
    return AreaDifference((first, second), variance, design, min(held), by_subject=True)


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


def _placed(
    score: Score, positives: NDArray[np.integer], negatives: NDArray[np.integer]
) -> tuple[RankedArea, Placed]:
    """Return the area of a score, and how many rows are on the wrong side of each row.

    Returns
    -------
    area
        By rows.
    of_positives, of_negatives : (n,) arrays of float64
        For a positive at its score twice the negatives above it, for a negative twice the
        positives below it; a tie counts half.
    """
    order = Order.of(score)
    tp, fp = order.called(positives), order.called(negatives)
    of_positives, of_negatives = fp[1:] + fp[:-1], 2 * tp[-1] - tp[1:] - tp[:-1]
    missed = int(np.dot(np.diff(tp), of_positives))
    area = area_of_columns(tp, fp, 2 * int(tp[-1]) * int(fp[-1]) - missed)
    return area, (
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
