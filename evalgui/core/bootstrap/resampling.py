"""One replicate: the counts of every operating point, of rows that are drawn anew."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.bootstrap.packed import AT_ONCE, PackedRows, packed
from evalgui.core.errors import DataError
from evalgui.core.ordering import distinct
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    from evalgui.core.ranked_subjects import RankedSubjects
    from evalgui.core.score_table import Steps

_FEW_ROWS = 20_000
"""Up to here rows are drawn one by one; beyond, how often each is drawn."""

_MOST_ROWS_A_STEP = 8
"""Where more rows than this share a score, the counts of the scores are drawn."""

_MARGIN = 6.0
_LEVELS = 24  # a row is never drawn more often, as far as doubles can tell
_CELLS = 65_536
_UNSURE = 255
_TAIL = 256  # parts towards each end of each class


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class RowResampler:
    """Rows are drawn with replacement: of all together, or as many of each class as there are.

    Parameters
    ----------
    steps
        The original operating points.
    is_stratified
        Whether the sizes of the classes are fixed by design.
    """

    steps: Steps
    is_stratified: bool

    def draw(self, rng: Generator) -> Steps:
        """Return a replicate: (K + 1,) counts that rise from 0."""
        steps = self.steps
        if steps.n_positive + steps.n_negative > _MOST_ROWS_A_STEP * len(steps):
            return _with_gains(steps, *self._gains(rng))
        return reweighted(steps, self._columns, *self._weights(rng))

    @property
    def at_once(self) -> int:
        """How many replicates are best drawn together."""
        return 1

    def draw_several(self, rngs: Sequence[Generator]) -> Iterator[Steps]:
        """Yield a replicate of each, as `draw` does."""
        return map(self.draw, rngs)

    def draw_with_rest(self, rng: Generator) -> tuple[Steps, Steps]:
        """Return a replicate, and the counts of the rows that are not in it, each once."""
        positives, negatives = self._weights(rng)
        inside = reweighted(self.steps, self._columns, positives, negatives)
        return inside, reweighted(self.steps, self._columns, positives == 0, negatives == 0)

    def _weights(self, rng: Generator) -> tuple[NDArray[np.integer], NDArray[np.integer]]:
        """Return how often each row of each class is drawn."""
        sizes = self.steps.n_positive, self.steps.n_negative
        if self.is_stratified:
            return row_weights(rng, sizes[0]), row_weights(rng, sizes[1])
        weights = row_weights(rng, sum(sizes))
        return weights[: sizes[0]], weights[sizes[0] :]

    def groups(self, _most: int) -> list[NDArray[np.bool_]]:
        """Return nothing: what is without single rows has closed forms."""
        return []

    def without(self, groups: Sequence[NDArray[np.bool_]]) -> Iterator[Steps]:
        """Yield the original, since no group is left out."""
        return (self.steps for _ in groups)

    @cached_property
    def _columns(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        return self.steps.tp_column.astype(np.intp), self.steps.fp_column.astype(np.intp)

    @cached_property
    def _of_steps(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.diff(self.steps.true_positives), np.diff(self.steps.false_positives)

    def _gains(self, rng: Generator) -> list[NDArray[np.int64]]:
        """Return how many rows of each class each score has in a replicate."""
        if self.is_stratified:
            return [multinomial(rng, counts) for counts in self._of_steps]
        both = multinomial(rng, np.concatenate(self._of_steps))
        return list(np.split(both, 2))


@dataclass(frozen=True, eq=False)
class SubjectResampler:
    """Subjects are drawn with replacement, each with all of its rows.

    A row is drawn as often as the product of how often its subjects are: one factor for a row
    of one subject, two for a row that compares two.

    Parameters
    ----------
    steps
        The original operating points.
    ranked
        Whose the rows of each class are, from the strictest score to the most lenient. As many
        subjects are drawn as there are.
    """

    steps: Steps
    ranked: RankedSubjects

    @property
    def n_subjects(self) -> int:
        """How many subjects there are."""
        return self.ranked.n_subjects

    def draw(self, rng: Generator) -> Steps:
        """Return a replicate."""
        return self.under(self._times(rng))

    @property
    def at_once(self) -> int:
        """How many replicates are best drawn together."""
        return AT_ONCE if any(self._packed) else 1

    def draw_several(self, rngs: Sequence[Generator]) -> Iterator[Steps]:
        """Yield a replicate of each, as `draw` does, at most `at_once`."""
        return self.under_each([self._times(rng) for rng in rngs])

    def draw_with_rest(self, rng: Generator) -> tuple[Steps, Steps]:
        """Return a replicate, and the counts of the rows of which no subject is in it."""
        times = self._times(rng)
        return self.under(times), self.under(times == 0)

    def _times(self, rng: Generator) -> NDArray[np.intp]:
        """Return how often each subject is drawn."""
        drawn = rng.integers(0, self.n_subjects, self.n_subjects)
        return np.bincount(drawn, minlength=self.n_subjects)

    def under(self, weights: NDArray[np.integer] | NDArray[np.bool_]) -> Steps:
        """Return the counts where each subject counts as often as its weight says.

        Parameters
        ----------
        weights : (n_subjects,) array of int or bool
            Not negative.
        """
        return with_columns(self.steps, self._called(weights, 0), self._called(weights, 1))

    def _called(
        self, weights: NDArray[np.integer] | NDArray[np.bool_], place: int
    ) -> NDArray[np.integer]:
        """Return how many of a class are called at each operating point."""
        most = int(weights.max(initial=0)) ** 2  # of a row that compares two
        rows = self._rows(weights.astype(np.min_scalar_type(most)), place)
        return _sums_of_first(rows, self._columns[place])

    def _rows(self, weights: NDArray[np.unsignedinteger], place: int) -> NDArray[np.integer]:
        subjects = (self.ranked.positives, self.ranked.negatives)[place]
        rows = subjects.times(weights)
        counts = self.ranked.weights(place)
        return rows if counts is None else rows * counts

    def groups(self, most: int) -> list[NDArray[np.bool_]]:
        """Return who is left out together: single subjects, or at most so many groups of them.

        The skewness of the sums over groups gives the same acceleration, but for its own error.
        """
        return groups_of(self.n_subjects, most)

    def without(self, groups: Sequence[NDArray[np.bool_]]) -> Iterator[Steps]:
        """Yield the counts without some subjects, each (n_subjects,) bools; at most `at_once`."""
        return self.under_each([~group for group in groups])

    def under_each(
        self, weights: Sequence[NDArray[np.integer] | NDArray[np.bool_]]
    ) -> Iterator[Steps]:
        """Yield the counts under each of some weights, as `under` does; at most `at_once`."""
        most = max(int(each.max(initial=0)) for each in weights)
        words, columns = packed(weights), []
        for place, rows in enumerate(self._packed):
            if rows is None or not rows.holds(most):
                columns.append([self._called(each, place) for each in weights])
            else:
                sums = rows.sums(words)
                columns.append([_running(sums[:, one]) for one in range(len(weights))])
        return (with_columns(self.steps, *both) for both in zip(*columns, strict=True))

    @cached_property
    def _packed(self) -> tuple[PackedRows | None, ...]:
        """The rows of each class for several at once, where parts are summed up; else none."""
        ranked = self.ranked
        whose = ranked.positives, ranked.negatives
        found = [PackedRows(*rows) for rows in zip(whose, self._columns, strict=True)]
        return tuple(
            one
            if ranked.counts is None and len(one.subjects) > _MOST_ROWS_A_STEP * len(one.ends)
            else None
            for one in found
        )

    @cached_property
    def _columns(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        counted = self.ranked.counts
        if counted is None:
            return self.steps.tp_column.astype(np.intp), self.steps.fp_column.astype(np.intp)
        # A row that stands for many ends where its count is reached.
        ends = [np.concatenate([[0], np.cumsum(counts)]) for counts in counted]
        columns = self.steps.true_positives, self.steps.false_positives
        tp, fp = (np.searchsorted(end, column) for end, column in zip(ends, columns, strict=True))
        return tp, fp


def no_subjects(where: str) -> DataError:
    """Return why subjects cannot be drawn where nobody knows whose the rows are."""
    message = phrase("no column says whose the rows are, so that subjects cannot be drawn")
    hint = phrase("Name it with --subject, or choose another kind of sampling")
    return DataError(message, where=where, hint=hint)


def groups_of(n: int, most: int) -> list[NDArray[np.bool_]]:
    """Return n units in at most so many groups of like sizes: of each who is in it."""
    n_groups = min(n, most)
    member = np.arange(n) % max(n_groups, 1)
    return [member == group for group in range(n_groups)]


def reweighted(
    steps: Steps,
    columns: tuple[NDArray[np.intp], NDArray[np.intp]],
    positives: NDArray[np.integer] | NDArray[np.bool_],
    negatives: NDArray[np.integer] | NDArray[np.bool_],
) -> Steps:
    """Return operating points whose rows count as often as their weights say.

    Parameters
    ----------
    steps : of K scores
        The original.
    columns : two (K + 1,) arrays of int
        How many rows of each class are called positive at each operating point.
    positives, negatives : arrays of int
        The weight of each row of a class, from the strictest score to the most lenient.
    """
    parts = zip((positives, negatives), columns, strict=True)
    tp, fp = (_sums_of_first(weights, called) for weights, called in parts)
    return with_columns(steps, tp, fp)


def binned(steps: Steps, n_bins: int, row: int = 0, *, has_tails: bool = False) -> Steps:
    """Return some of the operating points, so that each of two classes is cut into like parts.

    Parameters
    ----------
    steps
        All operating points.
    n_bins
        How many parts of about the same number of rows to make.
    row
        One that is to stay, such as that of the threshold.
    has_tails
        Whether parts become ever smaller towards the ends of each class, as curves need where
        their rates are drawn on a scale of powers or of deviates.
    """
    called = steps.true_positives + steps.false_positives
    ends = np.linspace(0, called[-1], n_bins + 1)
    parts = [np.array([0, row, len(steps) - 1]), np.searchsorted(called, ends)]
    if has_tails:
        for column in (steps.true_positives, steps.false_positives):
            n = max(int(column[-1]), 1)
            few = np.geomspace(1, n, _TAIL)
            parts += [np.searchsorted(column, few), np.searchsorted(column, n - few)]
    return at_rows(steps, distinct(np.sort(np.concatenate(parts).clip(0, len(steps) - 1))))


def drawn_rows(steps: Steps) -> NDArray[np.intp]:
    """Return the rows of a replicate at scores that were drawn, and row 0.

    Drawing rows and sorting them again would give no others.
    """
    tp, fp = steps.tp_column, steps.fp_column
    rises = np.flatnonzero((tp[1:] != tp[:-1]) | (fp[1:] != fp[:-1])) + 1
    return np.concatenate([np.zeros(1, dtype=np.intp), rises])


def at_rows(steps: Steps, rows: NDArray[np.intp]) -> Steps:
    """Return some of the operating points, by their rows in ascending order."""
    thresholds = steps.thresholds[rows]
    return replace(
        steps,
        ascending=thresholds[::-1] if steps.higher_is_positive else thresholds,
        tp_column=steps.tp_column[rows],
        fp_column=steps.fp_column[rows],
    )


def row_weights(rng: Generator, n: int) -> NDArray[np.integer]:
    """Return how often each of n rows is drawn when n are drawn with replacement: (n,) int.

    Notes
    -----
    Many rows are not drawn one by one: each has a Poisson number of draws with a mean a little
    below 1, and what is lacking to n is drawn one by one. Given their sum Poisson numbers are
    multinomial, and so are they with more draws; where the sum exceeds n all is drawn again. So
    the numbers are exactly multinomial.
    """
    if n <= _FEW_ROWS:
        return np.bincount(rng.integers(0, n, n), minlength=n) if n else np.zeros(0, np.int64)
    table, ends = _poisson(1.0 - _MARGIN / np.sqrt(n))
    while True:
        cells = rng.integers(0, _CELLS, n, dtype=np.uint16)
        weights = table.take(cells)
        unsure = np.flatnonzero(weights == _UNSURE)
        exact = (cells[unsure] + rng.random(len(unsure))) / _CELLS
        weights[unsure] = np.searchsorted(ends, exact, "right")
        lacking = n - int(weights.sum(dtype=np.int64))
        if lacking >= 0:
            np.add.at(weights, rng.integers(0, n, lacking), 1)
            return weights


def _poisson(mean: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return the number of draws for each 1/65536 of a uniform number, and where each ends.

    A cell in which one number of draws ends and another begins is unsure.
    """
    numbers = np.arange(_LEVELS)
    factors = np.concatenate([[np.exp(-mean)], mean / numbers[1:]])
    ends = np.cumsum(np.cumprod(factors))
    edges = np.arange(_CELLS + 1) / _CELLS
    first = np.searchsorted(ends, edges[:-1], "right")
    last = np.searchsorted(ends, edges[1:], "left")
    return np.where(first == last, first, _UNSURE).astype(np.uint8), ends


def _sums_of_first(
    weights: NDArray[np.integer] | NDArray[np.bool_], ends: NDArray[np.intp]
) -> NDArray[np.integer]:
    """Return the sums of the first so many weights, where ``ends`` rise from 0 to all."""
    if len(weights) <= _MOST_ROWS_A_STEP * len(ends):
        return _running(weights)[ends]
    # What lies between two ends is summed up faster than every sum on the way is kept.
    risen = np.flatnonzero(ends[1:] > ends[:-1])
    parts = np.zeros(len(ends) - 1, dtype=_kind_of_sums(weights))
    parts[risen] = np.add.reduceat(weights, ends[risen], dtype=parts.dtype)
    return _running(parts)


def _running(weights: NDArray[np.integer] | NDArray[np.bool_]) -> NDArray[np.integer]:
    """Return the sums of the first 0, 1, ... weights, as compact as their size allows."""
    kind = _kind_of_sums(weights)
    sums: NDArray[np.integer] = np.zeros(len(weights) + 1, dtype=kind)
    np.cumsum(weights, dtype=kind, out=sums[1:])
    return sums


def _kind_of_sums(
    weights: NDArray[np.integer] | NDArray[np.bool_],
) -> np.dtype[np.unsignedinteger] | np.dtype[np.int64]:
    most = int(weights.max(initial=0)) * len(weights)
    return np.dtype(np.uint32) if most < 2**32 else np.dtype(np.int64)


def multinomial(rng: Generator, counts: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return counts drawn anew: with the sum and, on average, the values of the old ones."""
    drawn = np.zeros(len(counts), dtype=np.int64)
    held = np.flatnonzero(counts)
    n = int(counts.sum(dtype=np.int64))
    if n:
        drawn[held] = rng.multinomial(n, counts[held] / n)
    return drawn


def _with_gains(steps: Steps, positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> Steps:
    return with_columns(steps, _running(positives), _running(negatives))


def with_columns(steps: Steps, tp: NDArray[np.integer], fp: NDArray[np.integer]) -> Steps:
    """Return operating points with other counts of the rows that are called at each."""
    return replace(
        steps,
        tp_column=tp,
        fp_column=fp,
        n_positive=int(tp[-1]),
        n_negative=int(fp[-1]),
        subjects=None,
    )
