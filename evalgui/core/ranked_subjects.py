"""Whose the rows of each class are, from the strictest score to the most lenient."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from evalgui.core.counts import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.subjects import Subjects


_FEW_ROWS = 50_000
"""Up to here all rows are counted anew; beyond, from the milestone before."""

_FEW_SUBJECTS = 2_000
_A_BLOCK = 4_096  # rows between two milestones, at least
_MOST_CELLS = 4_000_000  # of all milestones of a class, each of which has one a subject


class OperatingPoints(Protocol):
    """Who knows how many rows are called at each threshold, as `Steps` do."""

    def __len__(self) -> int: ...

    @property
    def true_positives(self) -> NDArray[np.int64]:
        """True positives of each operating point, rising."""

    @property
    def false_positives(self) -> NDArray[np.int64]:
        """False positives of each operating point, rising."""


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class RankedSubjects:
    """Whose the rows with a score are, sorted as the operating points take them in.

    Parameters
    ----------
    positives, negatives
        The subjects of the rows of each class; of rows that are counted, of all in both.
    n_subjects
        How many subjects there are in all.
    counts
        How many positive and how many negative instances each row stands for; None where each
        is one.
    """

    positives: Subjects
    negatives: Subjects
    n_subjects: int
    counts: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None

    @classmethod
    def of_rows(
        cls,
        values: NDArray[np.floating],
        subjects: Subjects,
        truth: NDArray[np.bool_] | tuple[NDArray[np.int64], NDArray[np.int64]],
        *,
        higher_is_positive: bool,
    ) -> RankedSubjects:
        """Sort the rows that have a score.

        Parameters
        ----------
        values : (n,) array of float
            The scores; NaN for none.
        subjects : of n rows
            Whose they are.
        truth : (n,) array of bool, or two (n,) arrays of int64
            Whether each row is positive, or how many of each class it stands for.
        higher_is_positive
            The direction.
        """
        has_score = ~np.isnan(values)
        used, scores = subjects.taken(has_score), values[has_score]

        def strictest_first(rows: NDArray[np.intp]) -> NDArray[np.intp]:
            order = rows[np.argsort(scores[rows])]
            return order[::-1] if higher_is_positive else order

        def of(rows: NDArray[np.intp]) -> Subjects:
            return replace(used, codes=tuple(codes[rows] for codes in used.codes))

        if isinstance(truth, tuple):
            order = strictest_first(np.arange(len(scores)))
            positives, negatives = (part[has_score][order] for part in truth)
            both = of(order)
            return cls(both, both, used.n_subjects, (positives, negatives))
        is_positive = truth[has_score]
        parts = [of(strictest_first(np.flatnonzero(one))) for one in (is_positive, ~is_positive)]
        return cls(parts[0], parts[1], used.n_subjects)

    def at(self, tp: int, fp: int) -> Counts:
        """Return the counts of each subject where so many rows are called positive.

        Parameters
        ----------
        tp, fp
            True and false positives of an operating point.

        Returns
        -------
        Counts
            Arrays of (n_subjects,) int64. A row that compares two subjects is in those of both.
        """
        hits, false = self._upto(0, tp), self._upto(1, fp)
        positives, negatives = self.sizes
        return Counts(tp=hits, fp=false, fn=positives - hits, tn=negatives - false)

    def at_each(self, tp: NDArray[np.integer], fp: NDArray[np.integer]) -> Counts:
        """Return `at` of several operating points: arrays of (R, n_subjects) int64.

        Parameters
        ----------
        tp, fp : (R,) arrays of int
            True and false positives of each, from the strictest to the most lenient.
        """
        hits, false = self._upto_each(0, tp), self._upto_each(1, fp)
        positives, negatives = self.sizes
        return Counts(tp=hits, fp=false, fn=positives - hits, tn=negatives - false)

    def _upto_each(self, place: int, counts: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return how many of the first rows of a class are of each subject, for rising counts."""
        ends = np.searchsorted(self._ends[place], counts) if self.counts is not None else counts
        start, stop = int(ends[0]), int(ends[-1])
        into = np.searchsorted(ends, np.arange(start, stop), "right")
        weights = self.weights(place)
        given = np.ones(stop - start) if weights is None else weights[start:stop]
        shape = len(ends), self.n_subjects
        found = np.zeros(shape[0] * shape[1])
        subjects = (self.positives, self.negatives)[place]
        first = subjects.codes[0][start:stop]
        found += np.bincount(into * shape[1] + first, given, len(found))
        if subjects.is_two_sided:
            second = subjects.codes[1][start:stop]
            other = second != first
            places = into[other] * shape[1] + second[other]
            found += np.bincount(places, given[other], len(found))
        sums = np.cumsum(found.reshape(shape), axis=0).astype(np.int64)
        return np.asarray(sums + self._upto(place, int(counts[0])))

    @cached_property
    def sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """How many positives and how many negatives there are of each subject."""
        return self._upto(0, None), self._upto(1, None)

    def places(self, steps: OperatingPoints, place: int) -> NDArray[np.intp]:
        """Return at which step each row of a class is called positive, from 0: (n,) int.

        Parameters
        ----------
        steps
            The operating points of these rows.
        place
            0 for the positives, 1 for the negatives.
        """
        column = (steps.true_positives, steps.false_positives)[place]
        if self.counts is None:
            return np.repeat(np.arange(len(steps) - 1), column[1:] - column[:-1])
        return np.maximum(np.searchsorted(column, self._ends[place][1:], "left") - 1, 0)

    def weights(self, place: int) -> NDArray[np.int64] | None:
        """Return how many instances of a class each row stands for; None for one each."""
        return None if self.counts is None else self.counts[place]

    def summed(self, place: int, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what the rows of a class sum up to for each subject: (n_subjects,) float."""
        weights = self.weights(place)
        given = values if weights is None else values * weights
        total = np.zeros(self.n_subjects)
        for codes, rows in self.sides(place):
            total += np.bincount(codes, given[rows], self.n_subjects)
        return total

    def sides(self, place: int) -> list[tuple[NDArray[np.int32], NDArray[np.bool_] | slice]]:
        """Return the subjects on each side of the rows of a class, each row once a subject."""
        subjects = (self.positives, self.negatives)[place]
        first: tuple[NDArray[np.int32], slice] = (subjects.codes[0], slice(None))
        if not subjects.is_two_sided:
            return [first]
        other = subjects.codes[1] != subjects.codes[0]
        return [first, (subjects.codes[1][other], other)]

    @cached_property
    def _ends(self) -> list[NDArray[np.int64]]:
        """After how many instances of each class each row ends."""
        return [np.concatenate([[0], np.cumsum(counts)]) for counts in self.counts or ()]

    @property
    def is_quick(self) -> bool:
        """Whether `at` and what is made of it take less time than a frame."""
        is_ready = self._n_rows <= _FEW_ROWS or "_milestones" in self.__dict__
        return is_ready and self.n_subjects <= _FEW_SUBJECTS

    @property
    def _n_rows(self) -> int:
        return len(self.positives) + len(self.negatives)

    @cached_property
    def _milestones(self) -> list[tuple[int, NDArray[np.int64]]]:
        """For each class how many rows apart they are, and the counts of each subject there."""
        found = []
        for place, subjects in enumerate((self.positives, self.negatives)):
            n_rows = len(subjects)
            apart = max(_A_BLOCK, -(-n_rows * self.n_subjects // _MOST_CELLS))
            starts = range(0, n_rows + 1, apart)
            sums = np.zeros((len(starts), self.n_subjects), dtype=np.int64)
            for number, start in enumerate(starts[:-1], start=1):
                sums[number] = sums[number - 1] + self._counted(place, start, start + apart)
            found.append((apart, sums))
        return found

    def _upto(self, place: int, n: int | None) -> NDArray[np.int64]:
        """Return how many of the first n rows of a class are of each subject."""
        subjects = (self.positives, self.negatives)[place]
        n_rows = len(subjects) if n is None else n
        if self.counts is not None and n is not None:
            n_rows = int(np.searchsorted(self._ends[place], n))
        if n is None or self._n_rows <= _FEW_ROWS:
            return self._counted(place, 0, n_rows)
        apart, sums = self._milestones[place]
        number = n_rows // apart
        return np.asarray(sums[number] + self._counted(place, number * apart, n_rows))

    def _counted(self, place: int, start: int, stop: int) -> NDArray[np.int64]:
        """Return how many of some rows of a class are of each subject."""
        subjects, weights = (self.positives, self.negatives)[place], self.weights(place)
        first = subjects.codes[0][start:stop]
        given = None if weights is None else weights[start:stop]
        total = np.bincount(first, given, self.n_subjects)
        if subjects.is_two_sided:
            second = subjects.codes[1][start:stop]
            other = second != first
            own = None if given is None else given[other]
            total = total + np.bincount(second[other], own, self.n_subjects)
        return total.astype(np.int64)
