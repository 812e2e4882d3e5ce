"""Where subjects were drawn: as how many independent rows those of a K x K matrix count."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.intervals.subjects import (
    FEW_SUBJECTS,
    ONE_SUBJECT,
    SubjectsAt,
    Worth,
    jackknife_of_each,
    worth,
)
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from numpy.typing import NDArray

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.subjects import Subjects

_MOST_AT_ONCE = 1 << 24
"""Up to so many cells of subjects are counted in one array; beyond, only those that occur."""

_NOISE = 1e-18
"""The variance of one row that is the rounding of none at all."""


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class CellsOfSubjects:
    """How many rows of each subject are in each cell of a matrix; only what occurs is kept.

    Parameters
    ----------
    matrix
        The counts of all rows that are called.
    subjects, cells, counts : (m,) arrays of int
        A subject, from 0; a cell, row by row of the matrix; and how many of its rows are there.
        A row that compares two subjects is with both.
    n_subjects
        How many numbers there are for subjects.
    """

    matrix: ConfusionMatrix
    subjects: NDArray[np.int64]
    cells: NDArray[np.int64]
    counts: NDArray[np.int64]
    n_subjects: int
    lacking = ONE_SUBJECT
    is_quick = False
    _known: dict[Hashable, Worth] = field(default_factory=dict, init=False, repr=False)
    _of_classes: dict[int, SubjectsAt] = field(default_factory=dict, init=False, repr=False)

    @staticmethod
    def too_few(fewest: int, names: str) -> str:
        """Return that classes have too few of what varies."""
        return phrase(
            "fewer than {fewest} subjects have rows that are truly {names}",
            fewest=fewest,
            names=names,
        )

    @classmethod
    def of_rows(
        cls,
        matrix: ConfusionMatrix,
        truth: NDArray[np.integer],
        predicted: NDArray[np.integer],
        subjects: Subjects,
    ) -> CellsOfSubjects:
        """Count the rows of each subject.

        Parameters
        ----------
        matrix
            Of these rows.
        truth, predicted : (n,) arrays of int
            Indices of classes; rows with a negative call have none, and are left out.
        subjects : of n rows
            Whose they are.
        """
        size, called = len(matrix) ** 2, predicted >= 0
        cells = truth[called].astype(np.int64) * len(matrix) + predicted[called]
        sides = [codes[called] for codes in subjects.codes]
        keys = [sides[0] * np.int64(size) + cells]
        keys += [(side * np.int64(size) + cells)[side != sides[0]] for side in sides[1:]]
        every, n_subjects = np.concatenate(keys), subjects.n_subjects
        if n_subjects * size <= _MOST_AT_ONCE:
            found = np.bincount(every, minlength=n_subjects * size)
            known = np.flatnonzero(found)
            counts = found[known]
        else:
            known, counts = np.unique(every, return_counts=True)
        whose, where = np.divmod(known, size)
        return cls(matrix, whose, where, counts.astype(np.int64, copy=False), n_subjects)

    def kept(self, key: Hashable, make: Callable[[CellsOfSubjects], Worth]) -> Worth:
        """Return a worth, made once for each key: no level changes it."""
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = make(self)
        return known

    def worth_of_share(self, counted: NDArray[np.bool_], among: NDArray[np.bool_]) -> Worth:
        """Return as how many independent rows those of a proportion count.

        Parameters
        ----------
        counted, among : (K, K) arrays of bool
            The cells above the line, and those below it, which hold them all.
        """
        counts = self.matrix.counts
        k, n = int(counts[counted].sum()), int(counts[among].sum())
        return worth(k, n, self._among(counted), self._among(among))

    def worth_of_slope(self, slope: NDArray[np.float64]) -> Worth:
        """Return as how many independent rows all of them count for a smooth measure.

        Parameters
        ----------
        slope : (K, K) array of float
            The derivative of the measure by each cell.

        Notes
        -----
        The variance of independent rows, over that of leaving out each subject, by which the
        measure moves as its slope says. It is of `worth` what it would be for the accuracy.
        """
        n, rows = self.matrix.n, self._rows
        n_subjects = int(np.count_nonzero(rows))
        if n_subjects < 2:
            return Worth(math.nan, n_subjects)
        counts, flat = self.matrix.counts, np.where(self.matrix.counts > 0, slope, 0.0)
        mean = float((counts * flat).sum()) / n
        of_rows = float((counts * (flat - mean) ** 2).sum())  # of independent ones
        if of_rows * n <= _NOISE:
            return Worth(min(n, n_subjects), n_subjects, is_bare=True)
        has = rows > 0
        moved = np.bincount(self.subjects, flat.ravel()[self.cells] * self.counts, len(rows))
        moved, left = (moved - mean * rows)[has], n - rows[has]
        if not left.all():
            return Worth(math.nan, n_subjects)
        variance = jackknife_of_each(moved * n / left)
        most = n_subjects if self._has_few_errors else n
        return Worth(min(n * of_rows / variance if variance else math.inf, most), n_subjects)

    def of_class(self, index: int) -> SubjectsAt:
        """Return the counts of each subject for a class, by its index, against the rest."""
        known = self._of_classes.get(index)
        if known is None:
            known = self._of_classes[index] = self._against_rest(index)
        return known

    def _against_rest(self, index: int) -> SubjectsAt:
        own = np.zeros(self.matrix.counts.shape, dtype=np.bool_)
        own[index, :] = True
        hit = np.zeros_like(own)
        hit[index, index] = True
        tp, positives = self._among(hit), self._among(own)
        fp = self._among(own.T) - tp
        of_each = Counts(tp=tp, fp=fp, fn=positives - tp, tn=self._rows - positives - fp)
        return SubjectsAt(_Counted(of_each), self.matrix.one_versus_rest(index))

    @cached_property
    def sizes_of_classes(self) -> NDArray[np.int64]:
        """Of how many subjects the rows of each true class are: (K,) int."""
        k = len(self.matrix)
        pairs = np.unique(self.subjects * k + self.cells // k)
        return np.bincount(pairs % k, minlength=k).astype(np.int64)

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """How many rows there are of each subject."""
        return self._among(np.ones(self.matrix.counts.shape, dtype=np.bool_))

    @cached_property
    def _has_few_errors(self) -> bool:
        """Whether few subjects have the rarer of right and wrong calls."""
        right = np.eye(len(self.matrix), dtype=np.bool_)
        rarer = right if 2 * self.matrix.correct <= self.matrix.n else ~right
        is_few = int(np.count_nonzero(self._among(rarer))) < FEW_SUBJECTS
        return is_few and int(self._rows.sum()) == self.matrix.n

    def _among(self, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many rows each subject has in some cells: (n_subjects,) int."""
        held = chosen.ravel()[self.cells]
        found = np.bincount(self.subjects[held], self.counts[held], self.n_subjects)
        return found.astype(np.int64)


@dataclass(frozen=True, slots=True)
class _Counted:
    """The counts of each subject at the calls of a file, which no threshold moves."""

    counts: Counts
    is_quick: bool = True

    def at(self, _tp: int, _fp: int) -> Counts:
        """Return the counts of each subject."""
        return self.counts
