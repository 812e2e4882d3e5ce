"""Where subjects were drawn: how sure areas, average precision and the equal error rate are."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.delong import RankedArea
from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.intervals.subjects import (
    FEW_SUBJECTS,
    clustered_variance,
    degrees_of_subjects,
    jackknife_of_each,
)
from evalgui.core.leave_one_out import average_precision_moved
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.ranked_subjects import RankedSubjects
    from evalgui.core.score_table import Steps

FEWEST_ERRORS = 5
"""With fewer positive rows in error the equal error rate has no interval from leaving out."""

FEW_ERRORS = phrase(
    "fewer than 5 positives are in error there: draw subjects again by the bootstrap instead"
)

# ---------------------------------------------------------------------------------- areas


@dataclass(frozen=True, slots=True)
class AreaOfSubjects(RankedArea):
    """An area under an ROC curve whose rows are those of subjects.

    Parameters
    ----------
    n_positive, n_negative
        The subjects that have positive, and negative, rows.
    rows
        The area of the rows.
    of_subjects
        The variance of the area, by subject.
    freedom
        How many degrees of freedom that variance has.
    """

    rows: RankedArea
    of_subjects: float
    freedom: float

    @property
    def by_subject(self) -> bool:
        """Its variance is that of subjects."""
        return True

    @property
    def by_rows(self) -> RankedArea:
        """The area of the rows."""
        return self.rows

    @property
    def is_bare(self) -> bool:
        """Whether all rows agree, so that nothing tells how far they depend on each other."""
        return not (self.found and self.missed)

    @property
    def sizes(self) -> tuple[int, int]:
        """The rows of each class; where all agree, its subjects, each of which counts once."""
        return (self.n_positive, self.n_negative) if self.is_bare else self.rows.sizes

    @property
    def design_effect(self) -> float:
        """How many times the variance of independent rows it has, at least 1.

        References
        ----------
        Kish, "Survey sampling" (1965), section 8.2.
        """
        return 1.0 if self.is_bare else max(1.0, self.times)

    @property
    def times(self) -> float:
        """How many times the variance of independent rows it has; NaN where they agree."""
        return float(divide(self.of_subjects, self.rows.variance))

    @property
    def variance(self) -> float:
        """The variance of the area by subject; NaN below two subjects in a class."""
        return self.of_subjects

    @property
    def degrees(self) -> float:
        """How many degrees of freedom that variance has."""
        return self.freedom

    @classmethod
    def of_sums(
        cls,
        rows: RankedArea,
        sums: Sequence[NDArray[np.float64]],
        sizes: Sequence[NDArray[np.integer]],
    ) -> AreaOfSubjects:
        """Return the area with the variance that subjects give it.

        Parameters
        ----------
        rows
            The area of the rows.
        sums : two (S,) arrays of float
            What the placements of the positives, and of the negatives, of each subject differ in
            all from the area.
        sizes : two (S,) arrays of int
            The positives, and the negatives, of each subject.
        """
        has = [of_class > 0 for of_class in sizes]
        held = [int(np.count_nonzero(one)) for one in has]
        variance, degrees = math.nan, 1.0
        if min(held) > 1:
            m, n = rows.sizes
            variance = clustered_variance(sums, has, (m, n))
            degrees = degrees_of_subjects(sums[0] / m + sums[1] / n, sizes)
        return cls(held[0], held[1], rows.found, rows.missed, 0.0, 0.0, rows, variance, degrees)


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
    if not (m and n):
        return AreaOfSubjects.of_sums(area, (), ranked.sizes)
    tp, fp = steps.tp_column.astype(np.float64), steps.fp_column.astype(np.float64)
    above = 1.0 - (fp[1:] + fp[:-1]) / (2.0 * n)  # of a positive of each step
    below = (tp[1:] + tp[:-1]) / (2.0 * m)
    mean = float(np.dot(np.diff(tp), above)) / m
    sums = [
        ranked.summed(place, (placements - mean)[ranked.places(steps, place)])
        for place, placements in enumerate((above, below))
    ]
    return AreaOfSubjects.of_sums(area, sums, ranked.sizes)


# ----------------------------------------------------------------------- average precision


def average_precision_variance(steps: Steps, ranked: RankedSubjects) -> float:
    """Return the variance of average precision where subjects are drawn.

    What leaving out each row changes is summed up for each subject, as Obuchowski does with the
    placements of an area: with one row a subject it is the variance from leaving out rows.

    Parameters
    ----------
    steps, ranked
        The operating points, and whose the rows are.

    Returns
    -------
    float
        Not negative; NaN below two positives, without a negative, or below two subjects.
    """
    return jackknife_of_each(average_precision_of_each(steps, ranked))


def average_precision_of_each(steps: Steps, ranked: RankedSubjects) -> NDArray[np.float64]:
    """Return how far leaving out the rows of each subject, one by one, moves average precision.

    Parameters are those of `average_precision_variance`.

    Returns
    -------
    array of float
        Of the subjects that have rows; none where it has no variance.
    """
    if steps.n_positive < 2 or not steps.n_negative:
        return np.empty(0)
    moved = average_precision_moved(steps, lambda part: (part.by_positive, part.by_negative))
    total = np.zeros(ranked.n_subjects)
    for place in (0, 1):
        of_steps = np.concatenate([both[place] for both in moved])
        total += ranked.summed(place, of_steps[ranked.places(steps, place)])
    positives, negatives = ranked.sizes
    return total[(positives > 0) | (negatives > 0)]


def positives_worth(n: int, n_subjects: int, of_rows: float, of_subjects: float) -> float:
    """Return as how many independent positives those of subjects count.

    Parameters
    ----------
    n, n_subjects
        The positive rows, and the subjects that have some.
    of_rows, of_subjects
        The variances of average precision where rows, and where subjects, are drawn.

    Notes
    -----
    At most n. Where neither varies, or fewer than `FEW_SUBJECTS` subjects have positives, it is
    at most the number of these subjects.
    """
    found = n * min(1.0, float(divide(of_rows, of_subjects))) if of_subjects else float(n_subjects)
    return min(found, n_subjects) if n_subjects < FEW_SUBJECTS else min(found, n)


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
    if len(left) < 2 or np.isnan(left).any():
        return UNDEFINED
    variance = jackknife_of_each(left)
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
