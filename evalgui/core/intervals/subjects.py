"""Where subjects were drawn: how much rows are worth that depend on each other.

A variance comes from leaving out each subject with all of their rows; as many independent rows
as have that variance stand for a rate, and its methods run on those.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.delong import RankedArea
from evalgui.core.intervals.proportions import UNDEFINED, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.ranked_subjects import RankedSubjects
    from evalgui.core.score_table import Steps

FEW_SUBJECTS = 10
"""With fewer subjects that have an error a rate is worth at most the number of subjects."""

FEWEST_ERRORS = 5
"""With fewer positive rows in error the equal error rate has no interval from leaving out."""

ONE_SUBJECT = "rows of one subject say nothing about others"
FEW_ERRORS = (
    "fewer than 5 positives are in error there: draw subjects again by the bootstrap instead"
)


def jackknife_variance(
    k: float, n: float, k_of: NDArray[np.int64], n_of: NDArray[np.int64]
) -> float:
    """Return the variance of a rate from leaving out each subject with all of their rows.

    Parameters
    ----------
    k, n
        The rate, k of n.
    k_of, n_of : (S,) arrays of int
        The same of the rows of each subject; rows that compare two subjects are in both.

    Returns
    -------
    float
        ``(S - 1) / S`` times the sum of squares about the mean of what is left; NaN below two
        subjects, or where one of them has all rows.

    References
    ----------
    Efron, "The jackknife, the bootstrap and other resampling plans" (1982), eq. 3.2; for
    comparisons of subjects Fallahi et al., arXiv 2306.01198.
    """
    has_rows = n_of > 0
    left = n - n_of[has_rows]
    if len(left) < 2 or not left.all():
        return math.nan
    rates = (k - k_of[has_rows]) / left
    n_subjects = len(rates)
    return float((n_subjects - 1) / n_subjects * np.sum((rates - rates.mean()) ** 2))


@dataclass(frozen=True, slots=True)
class Worth:
    """As how many independent rows the rows of a rate count.

    Parameters
    ----------
    n
        The number, above 0; NaN where it is unknown.
    n_subjects
        How many subjects have such rows.
    is_bare
        Whether all rows agree, so that it is the number of subjects.
    """

    n: float
    n_subjects: int
    is_bare: bool = False

    def of(self, k: float, n: float) -> tuple[float, float]:
        """Return k of n rows as a part of what they count as, and what they count as."""
        return (k / n * self.n, self.n) if n else (0.0, math.nan)


def worth(k: float, n: float, k_of: NDArray[np.int64], n_of: NDArray[np.int64]) -> Worth:
    """Return as how many independent rows the rows of a rate count.

    Parameters are those of `jackknife_variance`.

    Notes
    -----
    ``p (1 - p) / V``, at most n. Where all rows agree it is the number of subjects. Where
    fewer than `FEW_SUBJECTS` subjects have the rarer outcome, and each row is of one subject,
    it is at most the number of subjects, too.
    """
    n_subjects = int(np.count_nonzero(n_of))
    if n_subjects < 2:
        return Worth(math.nan, n_subjects)
    if k in (0, n):
        return Worth(min(n, n_subjects), n_subjects, is_bare=True)
    rarer = k_of if k + k <= n else n_of - k_of
    is_few = int(np.count_nonzero(rarer)) < FEW_SUBJECTS and int(n_of.sum()) == n
    return Worth(effective_n(k, n, k_of, n_of, n_subjects if is_few else n), n_subjects)


def effective_n(
    k: float,
    n: float,
    k_of: NDArray[np.int64],
    n_of: NDArray[np.int64],
    most: float = math.inf,
) -> float:
    """Return as how many independent rows a rate between 0 and 1 has the variance of.

    Parameters
    ----------
    k, n, k_of, n_of
        As of `jackknife_variance`.
    most
        The most that it is.
    """
    variance = jackknife_variance(k, n, k_of, n_of)
    if math.isnan(variance):
        return math.nan
    rate = k / n
    found = rate * (1 - rate) / variance if variance else math.inf
    return min(found, most, n)


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class SubjectsAt:
    """The counts of each subject at one threshold, made when they are asked for.

    Parameters
    ----------
    ranked
        Whose the rows are.
    counts
        The counts of all, scalars.
    """

    ranked: RankedSubjects
    counts: Counts
    _known: dict[Any, Worth] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def _of_each(self) -> Counts:
        return self.ranked.at(int(self.counts.tp), int(self.counts.fp))

    def worth(self, fraction: Callable[[Counts], tuple[Any, Any]]) -> Worth:
        """Return as how many independent rows a proportion of the counts counts.

        Parameters
        ----------
        fraction
            A function of counts to the numerator and the denominator.
        """
        known = self._known.get(fraction)
        if known is None:
            known = self._known[fraction] = worth(*fraction(self.counts), *fraction(self._of_each))
        return known


# ---------------------------------------------------------------------------------- areas


@dataclass(frozen=True, slots=True)
class AreaOfSubjects(RankedArea):
    """An area under an ROC curve whose rows are those of subjects.

    Parameters
    ----------
    n_positive, n_negative
        The subjects that have positive, and negative, rows.
    of_subjects
        The variance of the area, by subject.
    """

    of_subjects: float = math.nan

    @property
    def variance(self) -> float:
        """The variance of the area by subject; NaN below two subjects in a class."""
        return self.of_subjects


def area_of_subjects(area: RankedArea, steps: Steps, ranked: RankedSubjects) -> AreaOfSubjects:
    """Return an area with the variance that subjects give it.

    Parameters
    ----------
    area
        That of the rows.
    steps, ranked
        Their operating points, and whose they are.

    References
    ----------
    Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53 (1997).
    """
    m, n = steps.n_positive, steps.n_negative
    of_class = [int(np.count_nonzero(sizes)) for sizes in ranked.sizes]
    variance = _obuchowski(steps, ranked) if m and n and min(of_class) > 1 else math.nan
    return AreaOfSubjects(of_class[0], of_class[1], area.found, area.missed, 0.0, 0.0, variance)


def _obuchowski(steps: Steps, ranked: RankedSubjects) -> float:
    m, n = steps.n_positive, steps.n_negative
    tp, fp = steps.tp_column.astype(np.float64), steps.fp_column.astype(np.float64)
    above = 1.0 - (fp[1:] + fp[:-1]) / (2.0 * n)  # of a positive of each step
    below = (tp[1:] + tp[:-1]) / (2.0 * m)
    mean = float(np.dot(np.diff(tp), above)) / m
    sums = []
    for place, placements in enumerate((above, below)):
        own = placements - mean
        sums.append(ranked.summed(place, own[ranked.places(steps, place)]))
    has = [sizes > 0 for sizes in ranked.sizes]
    parts = 0.0
    for values, held, size in zip(sums, has, (m, n), strict=True):
        count = int(np.count_nonzero(held))
        parts += count / (count - 1) * float(np.sum(values**2)) / size**2
    both = int(np.count_nonzero(has[0] | has[1]))
    return parts + 2.0 * both / (both - 1) * float(np.dot(sums[0], sums[1])) / (m * n)


# ------------------------------------------------------------------------- equal error rate


def equal_error_rates_without(steps: Steps, ranked: RankedSubjects) -> NDArray[np.float64]:
    """Return the equal error rate without each subject: (n_subjects,) floats, NaN for none.

    All are found by one bisection: how many of the first rows are of a subject is looked up in
    the sorted places of their rows.
    """
    n_subjects = ranked.n_subjects
    columns = steps.true_positives, steps.false_positives
    places = [_Places.of(ranked, place) for place in (0, 1)]
    totals = steps.n_positive - ranked.sizes[0], steps.n_negative - ranked.sizes[1]

    def rates(rows: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        tp, fp = (
            column[rows] - own.upto(column[rows])
            for column, own in zip(columns, places, strict=True)
        )
        fnr = np.asarray(divide(totals[0] - tp, totals[0]))
        return np.asarray(divide(fp, totals[1])), fnr

    before = np.zeros(n_subjects, dtype=np.intp)
    after = np.full(n_subjects, len(steps) - 1, dtype=np.intp)
    while np.any(after - before > 1):
        middle = (before + after) // 2
        fpr, fnr = rates(middle)
        is_after = fpr >= fnr
        after, before = np.where(is_after, middle, after), np.where(is_after, before, middle)
    (low_fpr, low_fnr), (high_fpr, high_fnr) = rates(before), rates(after)
    below, above = low_fpr - low_fnr, high_fpr - high_fnr
    return np.asarray(low_fpr - divide(below, above - below) * (high_fpr - low_fpr))


def equal_error_limits(
    value: float, steps: Steps, ranked: RankedSubjects, level: float
) -> tuple[float, float]:
    """Return the Wilson limits of an equal error rate with the rows that it is worth.

    Parameters
    ----------
    value
        The equal error rate.
    steps, ranked
        The operating points, and whose the rows are.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of two floats
        NaN with fewer than `FEWEST_ERRORS` positives in error, or below two subjects.
    """
    if not value * steps.n_positive >= FEWEST_ERRORS:
        return UNDEFINED
    left = equal_error_rates_without(steps, ranked)
    n_subjects = len(left)
    if n_subjects < 2 or np.isnan(left).any():
        return UNDEFINED
    variance = (n_subjects - 1) / n_subjects * float(np.sum((left - left.mean()) ** 2))
    worth_n = value * (1 - value) / variance if variance else math.inf
    n = min(worth_n, steps.n_positive)
    return wilson(value * n, n, level)


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where the rows of each subject stand in their class, one subject after the other.

    Parameters
    ----------
    keys
        The number of the subject times `width`, and the place of the row; ascending.
    sums
        How many instances the rows before each key are, from 0.
    starts
        Where the keys of each subject begin.
    width
        More than there are rows.
    ends
        After how many instances of the class each row ends, from 0; None where each is one.
    """

    keys: NDArray[np.int64]
    sums: NDArray[np.int64]
    starts: NDArray[np.intp]
    width: int
    ends: NDArray[np.int64] | None

    @classmethod
    def of(cls, ranked: RankedSubjects, place: int) -> _Places:
        n_rows = len((ranked.positives, ranked.negatives)[place])
        rows, width = np.arange(n_rows), n_rows + 1
        sides = ranked.sides(place)
        parts = [codes.astype(np.int64) * width + rows[taken] for codes, taken in sides]
        keys = np.sort(np.concatenate(parts))
        weights = ranked.weights(place)
        own = np.ones(len(keys), np.int64) if weights is None else weights[keys % width]
        sums = np.concatenate([[0], np.cumsum(own)])
        starts = np.searchsorted(keys, np.arange(ranked.n_subjects) * width)
        ends = None if weights is None else np.concatenate([[0], np.cumsum(weights)])
        return cls(keys, sums, starts, width, ends)

    def upto(self, called: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many of the first instances of the class are of each subject.

        Parameters
        ----------
        called : (n_subjects,) array of int64
            How many of the first ones to look at, for each subject.
        """
        rows = called if self.ends is None else np.searchsorted(self.ends, called)
        places = np.searchsorted(self.keys, np.arange(len(self.starts)) * self.width + rows)
        return np.asarray(self.sums[places] - self.sums[self.starts])
