"""Where subjects were drawn: how much rows are worth that depend on each other.

A variance comes from leaving out each subject with all of their rows; as many independent rows
as have that variance stand for a rate, and its methods run on those.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.digits import grouped, ratio, rounded
from evalgui.core.leave_one_out import LeftOut, jackknife
from evalgui.core.parallel import blocks
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.intervals.method import Method
    from evalgui.core.ranked_subjects import RankedSubjects

FEW_SUBJECTS = 10
"""With fewer subjects that have an error a rate is worth at most the number of subjects."""

FEW_DEGREES_OF_SUBJECTS = 100.0
"""Below so many degrees of freedom normal quantiles are too short for what subjects vary."""

SUBJECTS = phrase("the subjects are independent")
OF_ROWS = phrase("of rows, not subjects")
"""Said behind the name of a method that goes by rows where subjects were drawn."""
UNKNOWN_SUBJECTS = phrase("subjects were drawn, and nobody knows whose the rows are")
ONE_SUBJECT = phrase("rows of one subject say nothing about others")
_CELLS = 1_000_000  # of operating points and subjects that are looked at together
EFFECTIVE = phrase("effective n by subject")
_FEWEST_BY_KURTOSIS = 6.0  # what one subject that is far from the others says is no less
_WIDER = 1.05  # times as far apart: less would be told as 1.0


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
    return jackknife_of_each((k - k_of[has_rows]) / left)


def jackknife_of_each(left: NDArray[np.float64]) -> float:
    """Return the variance of a number, given what it is without each subject."""
    return jackknife([LeftOut(left, np.ones(len(left), dtype=np.int64))])


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
    variance
        That of the rate, from which the number follows; NaN where it does not.
    """

    n: float
    n_subjects: int
    is_bare: bool = False
    variance: float = math.nan
    label = EFFECTIVE
    lacking = ONE_SUBJECT

    def why_none(self, _method: Method) -> str:
        """Return why a method cannot be used, "" since each can."""
        return ""

    def of(self, k: float, n: float) -> tuple[float, float]:
        """Return k of n rows as a part of what they count as, and what they count as."""
        return (k / n * self.n, self.n) if n else (0.0, math.nan)

    def told(self, wider: float, naive: float = math.nan) -> str:
        """Return in words what the rows count as.

        Parameters
        ----------
        wider
            How many times as far apart limits are as those of rows that are independent.
        naive
            The limit by rows, to be told where all rows agree; NaN for none.
        """
        n_subjects = grouped(self.n_subjects)
        if self.is_bare:
            told = phrase(
                "{subjects}: {n_subjects} of them, whose rows all agree, so that each counts once",
                subjects=SUBJECTS,
                n_subjects=n_subjects,
            )
            if math.isnan(naive):
                return told
            return phrase(
                "{told}; by rows the limit would be {naive}, too short",
                told=told,
                naive=rounded(naive),
            )
        told = phrase(
            "{subjects}: {n_subjects} of them, whose rows count as {n} independent ones",
            subjects=SUBJECTS,
            n_subjects=n_subjects,
            n=grouped(max(1, round(self.n))),
        )
        if wider < _WIDER:
            return told
        return phrase(
            "{told}, and limits {ratio} times as far apart as those by rows",
            told=told,
            ratio=ratio(wider),
        )


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
    variance = jackknife_variance(k, n, k_of, n_of)
    of_variance = _of_variance(k, n, variance)
    found = min(of_variance, n_subjects if is_few else n)
    follows = variance if found == of_variance else math.nan
    return Worth(found, n_subjects, variance=follows)


def worth_of_each(
    ranked: RankedSubjects, counts: Counts, fraction: Callable[[Counts], tuple[Any, Any]]
) -> NDArray[np.float64]:
    """Return as how many independent rows a proportion counts at several operating points.

    Parameters
    ----------
    ranked
        Whose the rows are.
    counts : (R,) arrays of int
        The counts of all, from the strictest operating point to the most lenient.
    fraction
        As of `SubjectsAt.worth`.

    Returns
    -------
    (R,) array of float
        The `n` of `worth` of each; NaN where that is unknown, or there are no rows.
    """
    k, n = (np.asarray(one, dtype=np.float64) for one in fraction(counts))
    found = np.full(k.shape, math.nan)
    for part in blocks(len(found), max(1, _CELLS // max(ranked.n_subjects, 1))):
        of_each = ranked.at_each(np.asarray(counts.tp)[part], np.asarray(counts.fp)[part])
        found[part] = _worth_of_many(k[part], n[part], *fraction(of_each))
    return found


def _worth_of_many(
    k: NDArray[np.float64], n: NDArray[np.float64], k_of: NDArray[Any], n_of: NDArray[Any]
) -> NDArray[np.float64]:
    """Return what `worth` makes of each row of counts: (R,) of (R,) and (R, S) arrays."""
    has_rows = n_of > 0
    n_subjects = np.count_nonzero(has_rows, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):  # 0/0 where one subject has all rows
        rates = (k[:, np.newaxis] - k_of) / (n[:, np.newaxis] - n_of)
        mean = np.sum(rates, axis=1, where=has_rows) / n_subjects
        apart = np.sum((rates - mean[:, np.newaxis]) ** 2, axis=1, where=has_rows)
        variance = apart * (n_subjects - 1) / n_subjects
        found = k / n * (1 - k / n) / variance
    found[variance == 0] = math.inf
    rarer = np.where((k + k <= n)[:, np.newaxis], k_of, n_of - k_of)
    is_few = (np.count_nonzero(rarer, axis=1) < FEW_SUBJECTS) & (n_of.sum(axis=1) == n)
    is_bare = (k == 0) | (k == n)
    most = np.where(is_few | is_bare, np.minimum(n, n_subjects), n)
    found = np.where(is_bare, most, np.minimum(found, most))
    return np.where(n_subjects < 2, math.nan, found)


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
    found = _of_variance(k, n, jackknife_variance(k, n, k_of, n_of))
    return found if math.isnan(found) else min(found, most, n)


def _of_variance(k: float, n: float, variance: float) -> float:
    """Return of how many independent rows a rate has a variance, NaN where that is unknown."""
    rate = k / n
    return rate * (1 - rate) / variance if variance else math.inf


class OfEach(Protocol):
    """Who knows the counts of each subject at an operating point, such as `RankedSubjects`."""

    @property
    def is_quick(self) -> bool:
        """Whether it is known at the speed of a drag."""

    def at(self, tp: int, fp: int, /) -> Counts:
        """Return the counts of each subject where so many rows are called positive."""


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class SubjectsAt:
    """The counts of each subject at one threshold, made when they are asked for.

    Parameters
    ----------
    ranked
        Whose the rows are.
    counts
        The counts of all, scalars.
    is_turned
        Whether they are those of the other class: its positives are the negatives of `ranked`.
    """

    ranked: OfEach
    counts: Counts
    is_turned: bool = False
    label = EFFECTIVE
    assumes = SUBJECTS
    lacking = ONE_SUBJECT
    _known: dict[Any, Worth] = field(default_factory=dict, init=False, repr=False)

    @property
    def is_quick(self) -> bool:
        """Whether what follows is known at the speed of a drag."""
        return self.ranked.is_quick

    @cached_property
    def of_each(self) -> Counts:
        """The counts of each subject: arrays."""
        counts = _turned(self.counts) if self.is_turned else self.counts
        found = self.ranked.at(int(counts.tp), int(counts.fp))
        return _turned(found) if self.is_turned else found

    def turned(self) -> SubjectsAt:
        """Return the counts of each subject for the other class against this one."""
        return SubjectsAt(self.ranked, _turned(self.counts), not self.is_turned)

    def worth(self, fraction: Callable[[Counts], tuple[Any, Any]]) -> Worth:
        """Return as how many independent rows a proportion of the counts counts.

        Parameters
        ----------
        fraction
            A function of counts to the numerator and the denominator.
        """
        known = self._known.get(fraction)
        if known is None:
            known = self._known[fraction] = worth(*fraction(self.counts), *fraction(self.of_each))
        return known


def _turned(counts: Counts) -> Counts:
    """Return counts of the other class, for which each error is one of the other kind."""
    return Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)


def degrees_of_subjects(each: NDArray[np.float64], rows: Sequence[NDArray[np.integer]]) -> float:
    """Return how many degrees of freedom a variance has that comes from subjects, at least 1.

    Few subjects tell little of how far they vary, and fewer still where some of them bring many
    more rows, or move the number much further, than others.

    Parameters
    ----------
    each : (S,) array of float
        How far each subject moves the number.
    rows : (S,) arrays of int
        The rows of each class that each subject has.

    Returns
    -------
    float
        Less 1, the smaller of Satterthwaite's number, with the kurtosis that is found but at
        least 6, and of as many subjects of each class as would weigh as much with equal rows.

    References
    ----------
    Satterthwaite 1946; Kish, "Survey sampling" (1965), section 11.7, for unequal weights.

    Examples
    --------
    >>> degrees_of_subjects(np.array([1.0, -1.0, 1.0, -1.0]), [np.array([2, 2, 2, 0])])
    2.0
    """
    found = []
    for of_class in rows:
        sizes = of_class.astype(np.float64)
        squares = float(np.dot(sizes, sizes))
        found.append(float(sizes.sum()) ** 2 / squares if squares else 0.0)
    moved = each[np.any([of_class > 0 for of_class in rows], axis=0)] ** 2
    total = float(moved.sum())
    apart = float(np.dot(moved, moved)) - total * total / max(len(moved), 1)
    if apart > 0:
        found.append(max(2.0 * total * total / apart, _FEWEST_BY_KURTOSIS))
    return max(min(found) - 1.0, 1.0)


def clustered_variance(
    sums: Sequence[NDArray[np.float64]], has: Sequence[NDArray[np.bool_]], sizes: tuple[int, int]
) -> float:
    """Return the variance of an area whose rows are those of subjects, or of a difference.

    Parameters
    ----------
    sums : two (S,) arrays of float
        What the placements of the positives, and of the negatives, of each subject differ in all
        from the area; for two scores of the same rows the difference of that.
    has : two (S,) arrays of bool
        Whether a subject has positives, and negatives: two subjects or more of each.
    sizes
        The positives and the negatives.

    References
    ----------
    Obuchowski, "Nonparametric analysis of clustered ROC curve data", Biometrics 53 (1997).
    """
    parts = 0.0
    for values, held, size in zip(sums, has, sizes, strict=True):
        count = int(np.count_nonzero(held))
        parts += count / (count - 1) * float(np.sum(values**2)) / size**2
    both = int(np.count_nonzero(has[0] | has[1]))
    return parts + 2.0 * both / (both - 1) * float(np.dot(sums[0], sums[1])) / (sizes[0] * sizes[1])
