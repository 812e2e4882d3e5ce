"""What a classifier calls, of all rows and of those of each subject, where subjects were drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.intervals.subjects import SubjectsAt

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.comparing.candidate import Candidate


@dataclass(frozen=True, slots=True, eq=False)
class CallsOfSubjects:
    """The counts of a classifier at its threshold.

    Parameters
    ----------
    counts
        Those of all rows, scalars.
    of_each
        Those of each subject, arrays of (n_subjects,) int64; a row that compares two subjects is
        in those of both.
    """

    counts: Counts
    of_each: Counts
    is_quick = True

    @classmethod
    def of(cls, candidate: Candidate) -> CallsOfSubjects | None:
        """Return those of a score whose rows all have one; None where nobody knows whose."""
        subjects, called = candidate.subjects, candidate.called
        if subjects is None:
            return None
        positives, negatives = (
            np.asarray(one, dtype=np.int64) for one in (candidate.positives, candidate.negatives)
        )
        cells = (positives * called, negatives * called, positives * ~called, negatives * ~called)
        of_each = Counts(*map(subjects.sums, cells))
        return cls(Counts(*(int(np.sum(one)) for one in cells)), of_each)

    def at(self, _tp: int, _fp: int, /) -> Counts:
        """Return the counts of each subject, as `evalgui.core.intervals.subjects.OfEach`."""
        return self.of_each

    @property
    def worth(self) -> SubjectsAt:
        """Who knows as how many independent rows those of a rate count."""
        return SubjectsAt(self, self.counts)

    def without_each(self, fraction: Callable[[Counts], tuple[Any, Any]]) -> NDArray[np.float64]:
        """Return a rate without each subject: (n_subjects,) float, NaN or infinite for x/0."""
        (k, n), (k_of, n_of) = fraction(self.counts), fraction(self.of_each)
        with np.errstate(divide="ignore", invalid="ignore"):  # 0/0 where one subject has all rows
            return np.asarray((k - k_of) / (n - n_of))


def correlation(
    first: CallsOfSubjects,
    second: CallsOfSubjects,
    fraction: Callable[[Counts], tuple[Any, Any]],
) -> float:
    """Return the correlation of a rate of two classifiers of the same rows, in [-1, 1].

    That of what leaving out each subject with such rows makes of both; 0 where one of them does
    not vary, or one subject has all rows.

    References
    ----------
    Efron, "The jackknife, the bootstrap and other resampling plans" (1982), eq. 3.2, of both.
    """
    has_rows = (fraction(first.of_each)[1] > 0) | (fraction(second.of_each)[1] > 0)
    one, other = (each.without_each(fraction)[has_rows] for each in (first, second))
    if not (np.all(np.isfinite(one)) and np.all(np.isfinite(other)) and has_rows.any()):
        return 0.0
    one, other = one - np.mean(one), other - np.mean(other)
    product = float(np.dot(one, one) * np.dot(other, other))
    if not product > 0:
        return 0.0
    return max(-1.0, min(float(np.dot(one, other)) / math.sqrt(product), 1.0))
