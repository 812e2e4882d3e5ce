"""What is kept of subjects where rows are counted and not there: totals at some thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 50_000
"""Up to so many totals are added up within a frame."""


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class SubjectTotals:
    """How many rows of each class each subject has between some thresholds.

    The thresholds part the scores into P pieces, of which piece 0 is the lowest: some, or all, are
    called at a threshold, and no piece in part.

    Parameters
    ----------
    columns
        The columns that said whose the rows are, one or two.
    thresholds
        Where the pieces meet, rising, in the units of the file.
    codes, pieces : (M,) arrays of int
        Of which subject, from 0, and in which piece each total is.
    counts : (M, 2) array of int64
        The totals: rows of each class, in the order of the classes. A row that compares two
        subjects is in those of both, once in that of one that is compared with itself.
    whole : (P, 2) array of int64
        How many rows there are of each class in each piece, whosever they are.
    """

    columns: tuple[str, ...]
    thresholds: tuple[float, ...]
    codes: NDArray[np.integer]
    pieces: NDArray[np.integer]
    counts: NDArray[np.int64]
    whole: NDArray[np.int64]

    @cached_property
    def n_subjects(self) -> int:
        """How many subjects there are."""
        return int(self.codes.max(initial=-1)) + 1

    def at(self, counts: Counts, positive: int, *, higher_is_positive: bool) -> TotalsAt | None:
        """Return whose the rows are at an operating point, None where that is not kept.

        Parameters
        ----------
        counts
            Of all rows at the operating point, scalars.
        positive
            Which of the two classes is the positive one.
        higher_is_positive
            The direction of the score for that class.
        """
        sizes = self.whole.sum(axis=0)
        below = np.concatenate([np.zeros((1, 2), np.int64), np.cumsum(self.whole, axis=0)])
        called = sizes - below if higher_is_positive else below
        wanted = (counts.tp, counts.fp), (counts.tp + counts.fn, counts.fp + counts.tn)
        both = [positive, 1 - positive]
        found = np.flatnonzero((called[:, both] == wanted[0]).all(axis=1))
        if tuple(sizes[both].tolist()) != wanted[1] or not len(found):
            return None
        return TotalsAt(self, int(found[0]), positive, higher_is_positive)


@dataclass(frozen=True, slots=True, eq=False)
class TotalsAt:
    """The totals of subjects at one operating point, as `RankedSubjects` tells them.

    Parameters
    ----------
    totals
        Those at all thresholds.
    cut
        How many pieces lie below the threshold.
    positive, higher_is_positive
        As of `SubjectTotals.at`.
    """

    totals: SubjectTotals
    cut: int
    positive: int
    higher_is_positive: bool

    @property
    def is_quick(self) -> bool:
        """Whether they are known at the speed of a drag."""
        return len(self.totals.codes) <= _FEW

    def at(self, _tp: int, _fp: int) -> Counts:
        """Return the counts of each subject at this operating point: arrays of (S,) int64."""
        is_above = self.totals.pieces >= self.cut
        is_called = is_above if self.higher_is_positive else ~is_above
        positives, negatives = self._sums(self.positive), self._sums(1 - self.positive)
        tp, fp = self._sums(self.positive, is_called), self._sums(1 - self.positive, is_called)
        return Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)

    def _sums(self, of: int, which: NDArray[np.bool_] | slice = slice(None)) -> NDArray[np.int64]:
        codes, counts = self.totals.codes[which], self.totals.counts[which, of]
        return np.bincount(codes, counts, self.totals.n_subjects).astype(np.int64)
