"""The one sort, and everything that is counted from it.

The decision rule of the whole program stands here and nowhere else: a row is called
positive when ``score >= threshold``, or ``score <= threshold`` where a lower score speaks
for the positive class. Equal scores are one step.
"""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL, Counts, divide, exact_dot
from evalgui.core.merge import merge_counts, merge_sorted
from evalgui.core.ordering import distinct
from evalgui.core.parallel import spread
from evalgui.core.weights import SumOfWeights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import ArrayLike, NDArray

    from evalgui.core.measured import Bracket
    from evalgui.core.ranked_subjects import RankedSubjects

_WORTH_A_THREAD = 200_000
_BLOCK = 65_536
_SAFE = 2**62  # what int64 holds

_Index: TypeAlias = "tuple[NDArray[np.floating], NDArray[np.floating]]"


def is_called_positive(
    scores: ArrayLike, threshold: float, *, higher_is_positive: bool = True
) -> NDArray[np.bool_]:
    """Apply the decision rule to scores.

    Parameters
    ----------
    scores : (n,) array_like of float
        NaN (no score) is never called positive.
    threshold
        In the units of the scores.
    higher_is_positive
        True: positive when ``score >= threshold``; False: when ``score <= threshold``.

    Returns
    -------
    (n,) array of bool
    """
    values = np.asarray(scores)
    if values.dtype == np.float32:  # compare in double: the threshold must not be rounded
        values = values.astype(np.float64)
    limit = np.float64(threshold)
    return np.asarray(values >= limit if higher_is_positive else values <= limit)


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Every operating point that a threshold can reach, from the strictest to the most lenient.

    K distinct scores give K + 1 rows. Row 0 calls nothing positive.

    Parameters
    ----------
    ascending : (K + 1,) array of float64
        The thresholds in ascending order, whatever the direction.
    tp_column, fp_column : (K + 1,) arrays of uint32 or int64
        True and false positives of each row, in row order, as compact as their size allows.
    n_positive, n_negative
        The rows with a score, by truth.
    higher_is_positive
        The direction.
    subjects
        Whose the rows are, where subjects were drawn and are known: limits of rates go by them.
        Of rows that are drawn anew nobody says so.
    lacks_subjects
        Whether subjects were drawn, and nobody knows whose the rows are: no limit is known.
    unit
        Of weights that are not whole, how many parts are a weight of 1: then all that is counted
        here is parts of them, see `evalgui.core.weights`, and `sums_of` says weights. Else 1.
    squares : (2, K + 1) array of float64, or None
        Of such weights the sums of their squares, in parts, of the positives and of the
        negatives of each row.
    attacks
        The scores of the attacks of each species, where those are known; of rows that are drawn
        anew nobody says so.
    bins
        The bins that scores are only known to lie in, where some are open; else None. Of rows that
        are drawn anew nobody says so.
    """

    ascending: NDArray[np.float64]
    tp_column: NDArray[Any]
    fp_column: NDArray[Any]
    n_positive: int
    n_negative: int
    higher_is_positive: bool
    subjects: RankedSubjects | None = None
    lacks_subjects: bool = False
    unit: float = 1.0
    squares: NDArray[np.float64] | None = None
    attacks: Attacks | None = None
    bins: Bins | None = None
    turns: dict[Any, NDArray[np.intp]] = field(default_factory=dict, init=False, repr=False)
    """Where curves turn, as `evalgui.core.curves.turning` found out; of these steps alone."""
    _numbers: NDArray[np.float64] = field(init=False, repr=False)
    """The thresholds in ascending order without `CALLS_NOTHING`, which has no place among them."""

    def __post_init__(self) -> None:
        known = self.ascending
        if math.isnan(self.threshold(0)):
            known = known[:-1] if self.higher_is_positive else known[1:]
        object.__setattr__(self, "_numbers", known)

    def __len__(self) -> int:
        return len(self.ascending)

    @property
    def thresholds(self) -> NDArray[np.float64]:
        """The threshold of each row: (K + 1,) float64, strictest first, in the user's units.

        Row 0 has ``+inf`` (``-inf`` where lower means positive). Should a score itself be
        that infinity, no number lies beyond it: row 0 is then `CALLS_NOTHING`, with which
        every comparison is false, so that the rule still calls nothing positive.
        """
        return self.ascending[::-1] if self.higher_is_positive else self.ascending

    @property
    def true_positives(self) -> NDArray[np.int64]:
        """True positives of each row: (K + 1,) int64, rising from 0."""
        return self.tp_column.astype(np.int64)

    @property
    def false_positives(self) -> NDArray[np.int64]:
        """False positives of each row: (K + 1,) int64, rising from 0."""
        return self.fp_column.astype(np.int64)

    def counts(self, rows: NDArray[np.intp] | slice | None = None) -> Counts:
        """Return the counts of some rows (of all by default) as int64 arrays."""
        chosen = slice(None) if rows is None else rows
        tp = self.tp_column[chosen].astype(np.int64)
        fp = self.fp_column[chosen].astype(np.int64)
        return Counts(tp=tp, fp=fp, fn=self.n_positive - tp, tn=self.n_negative - fp)

    def counts_of(self, row: int) -> Counts:
        """Return the counts of one row as Python integers."""
        tp, fp = int(self.tp_column[row]), int(self.fp_column[row])
        return Counts(tp=tp, fp=fp, fn=self.n_positive - tp, tn=self.n_negative - fp)

    @property
    def is_weighted(self) -> bool:
        """Whether weights with fractions are counted, in parts of them."""
        return self.squares is not None

    def sums_of(self, row: int) -> Counts:
        """Return the counts of one row as they are told: sums of weights where those are not whole.

        Python integers, or floats that are rounded once.
        """
        return self._summed(self.counts_of(row))

    def left_open_at(self, threshold: float) -> tuple[Counts, ...]:
        """Return the outermost counts that bins allow at a threshold, as they are told.

        Returns
        -------
        tuple of Counts
            Those of the best and of the worst order within the bins that it lies in, and those
            where nothing and where all of these is called; none where its counts are exact.
        """
        around = None if self.bins is None else self.bins.around(threshold)
        if around is None:
            return ()
        known = self.counts_of(self.row_at(threshold))
        p, n = around.n_positive, around.n_negative
        return tuple(
            self._summed(
                Counts(tp=known.tp + tp, fp=known.fp + fp, fn=known.fn - tp, tn=known.tn - fp)
            )
            for tp, fp in ((p, 0), (0, n), (0, 0), (p, n))
        )

    def _summed(self, found: Counts) -> Counts:
        if not self.is_weighted:
            return found
        sums: Any = [
            SumOfWeights(cell / self.unit) for cell in (found.tp, found.fp, found.fn, found.tn)
        ]
        return Counts(*sums)

    def threshold(self, row: int) -> float:
        """Return the threshold of one row."""
        return float(self.thresholds[row])

    def rows_at(self, thresholds: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the rows whose counts hold at thresholds (NaN gives row 0), by bisection."""
        known, last = self._numbers, len(self.ascending) - 1
        if self.higher_is_positive:
            rows = last - known.searchsorted(thresholds, "left")
        else:
            rows = last - len(known) + known.searchsorted(thresholds, "right")
        rows = np.clip(rows, 0, last)
        return np.where(np.isnan(thresholds), 0, rows)

    def row_at(self, threshold: float) -> int:
        """Return the row whose counts hold at one threshold (NaN gives row 0)."""
        # Written out for one: numpy's functions of arrays take many times as long for a number.
        if math.isnan(threshold):
            return 0
        known, last = self._numbers, len(self.ascending) - 1
        if self.higher_is_positive:
            row = last - int(known.searchsorted(threshold, "left"))
        else:
            row = last - len(known) + int(known.searchsorted(threshold, "right"))
        return min(max(row, 0), last)

    def interval(self, row: int) -> tuple[float, float]:
        """Return the thresholds that give the counts of a row, as (excluded end, included end).

        With higher scores positive that is ``excluded < t <= included``; with lower ones
        ``included <= t < excluded``. The last row has no end: it is the infinity. Of bins the
        excluded end is that of those that are not called, the included one where these touch.
        """
        included = self.threshold(row)
        if self.bins is not None:
            choose = min if self.higher_is_positive else max
            return choose(self.bins.edge_below(included), included), included
        if row + 1 < len(self):
            return self.threshold(row + 1), included
        return (-np.inf if self.higher_is_positive else np.inf), included

    def left_open(self, compute: Callable[[Steps], float]) -> Bracket | None:
        """Return what bins leave open of a number that can only improve with the order of scores.

        Parameters
        ----------
        compute
            A function of steps to the number; NaN where its extremes are not known.

        Returns
        -------
        Bracket or None
            None where no bin is open.
        """
        return None if self.bins is None else self.bins.bracket(lambda one: compute(one.steps))

    def corners(self, *also: int) -> Steps:
        """Return the rows where true positives begin or end to rise, with the first and the last.

        Parameters
        ----------
        also
            Rows that are to stay, such as that of a threshold.

        Notes
        -----
        They draw the same ROC, precision-recall and DET curves: a row that is left out has the
        true positives of both its neighbours, so it lies on a line along an axis. There are at
        most two for each distinct score of a positive, and two more.
        """
        rises = np.flatnonzero(self.tp_column[1:] != self.tp_column[:-1])
        rows = np.concatenate([[0, *also], rises, rises + 1, [len(self) - 1]])
        return self.part(distinct(rows))

    def part(self, rows: NDArray[np.intp]) -> Steps:
        """Return some rows alone, ascending, with the counts they have among all."""
        thresholds = self.thresholds[rows]
        return replace(
            self,
            ascending=thresholds[::-1] if self.higher_is_positive else thresholds,
            tp_column=self.tp_column[rows],
            fp_column=self.fp_column[rows],
            squares=None if self.squares is None else self.squares[:, rows],
        )


class Attacks(Protocol):
    """The scores of presentation attacks by species, each sorted once."""

    are_positive: bool
    """Whether they are the positive class."""
    kept: dict[int | str, Any]
    """What was worked out of them, by whoever did."""

    @property
    def tables(self) -> Mapping[str, ScoreTable]:
        """The rows of each name, bona fide ones with that name among them."""

    @property
    def steps(self) -> Mapping[str, Steps]:
        """The operating points of the attacks of each species that has any."""


class Around(NamedTuple):
    """Bins in which a threshold lies: their outer ends, and how many of each class they hold."""

    low: float
    high: float
    n_positive: int
    n_negative: int


class Bins(Protocol):
    """Bins that scores are only known to lie in, and what these leave open."""

    def bracket(self, compute: Callable[[Any], float]) -> Bracket:
        """Return between which values a number lies that can only improve with the order."""

    def limits(self, interval: Callable[[Any], tuple[float, float]]) -> Bracket:
        """Return the outermost limits of the best and of the worst order."""

    @property
    def best(self) -> Ordered:
        """The order in which positives are above negatives wherever they can be."""

    @property
    def worst(self) -> Ordered:
        """The order in which positives are below negatives wherever they can be."""

    def is_edge(self, threshold: float) -> bool:
        """Return whether a threshold is the edge from which on all of an open bin is called."""

    def edge_below(self, threshold: float) -> float:
        """Return up to where scores may lie in bins that are not all called at a threshold."""

    def around(self, threshold: float) -> Around | None:
        """Return what lies open at a threshold inside of bins; None where its counts are exact."""

    @property
    def distinct(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Both edges of each distinct bin, and how many of each class lie in it: columns."""


class Ordered(Protocol):
    """A ranking of an order that bins allow."""

    @property
    def steps(self) -> Steps:
        """Its operating points."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A ranking of which the points to draw are left.

    Parameters
    ----------
    steps
        The `Steps.corners` of all steps.
    """

    steps: Steps


class ScoreTable:
    """Scores with their truth, sorted once.

    Parameters
    ----------
    scores : (n,) array_like of float64, float32 or integers
        NaN means that there is no score; such rows are counted in `n_missing_positive` and
        `n_missing_negative` and take no other part. `-inf` and `+inf` are scores. -0.0
        equals 0.0. Integers beyond 2**53 are rounded to the nearest double.
    is_positive : (n,) array_like of bool
        The truth.
    higher_is_positive
        The direction.

    Raises
    ------
    ValueError
        If the lengths differ.
    TypeError
        If the scores are not real numbers.

    Notes
    -----
    Two sorts, one a class, are all that the counts at a threshold and the area under the
    ROC curve need. `steps` merges the two in linear time when it is first asked for. The
    order of the rows never matters.

    Examples
    --------
    >>> table = ScoreTable([0.9, 0.8, 0.8, 0.8, 0.1], [True, False, True, True, False])
    >>> table.counts_at(0.8)
    Counts(tp=3, fp=1, fn=0, tn=1)
    >>> table.steps.thresholds
    array([inf, 0.9, 0.8, 0.1])
    >>> round(table.auc, 6)
    0.833333
    """

    def __init__(
        self, scores: ArrayLike, is_positive: ArrayLike, *, higher_is_positive: bool = True
    ) -> None:
        values = _real_scores(scores)
        truth = np.asarray(is_positive, dtype=np.bool_)
        if values.shape != truth.shape or values.ndim != 1:
            message = f"scores of shape {values.shape}, truth of shape {truth.shape}"
            raise ValueError(message)
        self.higher_is_positive = higher_is_positive
        positives, negatives = _sorted_by_class(values, truth)
        self.n_positive = int(np.searchsorted(positives, np.nan))
        self.n_negative = int(np.searchsorted(negatives, np.nan))
        self.n_missing_positive = len(positives) - self.n_positive
        self.n_missing_negative = len(negatives) - self.n_negative
        self._index: _Index | None = (positives[: self.n_positive], negatives[: self.n_negative])
        self._steps: Steps | None = None
        self._merging = threading.Lock()

    @classmethod
    def from_counts(
        cls,
        scores: ArrayLike,
        positives: ArrayLike,
        negatives: ArrayLike,
        *,
        higher_is_positive: bool = True,
        unit: float = 1.0,
    ) -> ScoreTable:
        """Take scores that stand for many rows each, without expanding them.

        Parameters
        ----------
        scores : (k,) array_like of float64, float32 or integers
            As of `ScoreTable`; they may repeat, in any order.
        positives, negatives : (k,) array_like of integers
            How many positive and how many negative rows have each score.
        higher_is_positive
            The direction.
        unit
            As of `Steps`: of weights that are not whole the counts are parts. What the table
            tells is weights then.

        Returns
        -------
        ScoreTable
            The same in every bit as one of the rows themselves.

        Raises
        ------
        ValueError
            If the lengths differ, or a count is negative.
        TypeError
            If the scores are not real numbers, or the counts no integers.
        OverflowError
            If there are more than `LARGEST_TOTAL` rows.

        Examples
        --------
        >>> table = ScoreTable.from_counts([0.8, 0.1, 0.9], [2, 0, 1], [10**12, 10**12, 0])
        >>> table.counts_at(0.8)
        Counts(tp=3, fp=1000000000000, fn=0, tn=1000000000000)
        >>> table.auc == 5 / 6
        True
        """
        values = _real_scores(scores)
        counts = [_whole_counts(given, values.shape) for given in (positives, negatives)]
        table = cls([], [], higher_is_positive=higher_is_positive)
        has_score = ~np.isnan(values)
        totals = [int(part.sum()) for part in counts]
        table.n_positive, table.n_negative = (int(part[has_score].sum()) for part in counts)
        table.n_missing_positive = totals[0] - table.n_positive
        table.n_missing_negative = totals[1] - table.n_negative
        if sum(totals) > LARGEST_TOTAL:
            raise OverflowError(f"{sum(totals)} rows cannot be counted exactly")
        columns = merge_counts(
            values[has_score],
            *(part[has_score] for part in counts),
            higher_is_positive=higher_is_positive,
        )
        table._index = None
        steps = Steps(*columns, table.n_positive, table.n_negative, higher_is_positive)
        table._steps = steps if unit == 1 else _weighted(steps, values, counts, unit)
        if unit != 1:
            for name in ("n_positive", "n_negative", "n_missing_positive", "n_missing_negative"):
                setattr(table, name, getattr(table, name) / unit)
        return table

    @property
    def is_weighted(self) -> bool:
        """Whether rows have weights that are not whole: numbers of rows are sums of them then."""
        return self._steps is not None and self._steps.is_weighted

    def settled(self, sums: Any) -> Any:  # noqa: ANN401 - scalar in, scalar out
        """Return differences of sums of weights without their rounding; counts are as they are."""
        if not self.is_weighted:
            return sums
        found = np.rint(np.asarray(sums) * self.steps.unit) / self.steps.unit + 0.0  # no -0.0
        return found if isinstance(sums, np.ndarray) else float(found)

    @property
    def n(self) -> int:
        """The number of rows with a score."""
        found: int = self.settled(self.n_positive + self.n_negative)
        return found

    @property
    def n_missing(self) -> int:
        """The number of rows without a score."""
        return self.n_missing_positive + self.n_missing_negative

    def counts_at(self, threshold: float | NDArray[np.float64]) -> Counts:
        """Count at one threshold, or at an array of them, by bisection.

        Parameters
        ----------
        threshold
            In the units of the scores; any float, the infinities included. NaN calls
            nothing positive, since every comparison with it is false.

        Returns
        -------
        Counts
            Python integers for a scalar, int64 arrays of the same shape for an array.
        """
        index = self._index
        if index is None:
            rows = self.steps.rows_at(np.asarray(threshold, dtype=np.float64))
            counts = self.steps.counts(rows)
            tp, fp = counts.tp, counts.fp
            if self.steps.is_weighted:
                cells = counts.tp, counts.fp, counts.fn, counts.tn
                parts = [cell / self.steps.unit for cell in cells]
                is_one = not isinstance(threshold, np.ndarray)
                sums: Any = [float(part) if is_one else part for part in parts]
                return Counts(*sums)
        else:
            tp, fp = (self._called(ordered, threshold) for ordered in index)
        if not isinstance(threshold, np.ndarray):
            tp, fp = int(tp), int(fp)
        return Counts(tp=tp, fp=fp, fn=self.n_positive - tp, tn=self.n_negative - fp)

    def _called(self, ordered: NDArray[np.floating], threshold: Any) -> Any:  # noqa: ANN401 - scalar in, scalar out
        if ordered.dtype == np.float32:
            threshold = _as_float32(threshold, upward=self.higher_is_positive)
        if self.higher_is_positive:
            return len(ordered) - np.searchsorted(ordered, threshold, "left")
        called = np.searchsorted(ordered, threshold, "right")
        return np.where(np.isnan(threshold), 0, called)

    @property
    def steps(self) -> Steps:
        """Every attainable operating point; made when first asked for, then kept.

        The sorted classes turn into the steps, so that the table never holds more than
        three times the memory of the scores.
        """
        if self._steps is not None:  # without waiting: each frame of a drag asks often
            return self._steps
        with self._merging:
            if self._steps is None:
                runs = list(self._index or ())
                self._index = None
                columns = merge_sorted(runs, higher_is_positive=self.higher_is_positive)
                self._steps = Steps(
                    *columns, self.n_positive, self.n_negative, self.higher_is_positive
                )
            return self._steps

    def belong_to(
        self,
        subjects: RankedSubjects | None,
        attacks: Attacks | None = None,
        *,
        lacks_subjects: bool = False,
    ) -> None:
        """Let the steps say whose the rows are, and of which kind attacks; None for unknown."""
        own = replace(self.steps, subjects=subjects, attacks=attacks)
        self._steps = replace(own, lacks_subjects=lacks_subjects)

    def lie_in(self, bins: Bins) -> None:
        """Let the steps say in which bins the scores are only known to lie."""
        self._steps = replace(self.steps, bins=bins)

    @cached_property
    def twice_mann_whitney_u(self) -> int:
        """Twice the Mann-Whitney U of the positives: an exact integer, half ties made whole.

        It counts 2 for each pair of a positive and a negative row that the scores put in
        the right order and 1 for each tied pair.
        """
        index = self._index
        if index is None:
            return twice_u(self.steps)
        positives, negatives = index
        total = 0
        for start in range(0, len(positives), _BLOCK):
            block = positives[start : start + _BLOCK]
            total += int(np.searchsorted(negatives, block, "left").sum())
            total += int(np.searchsorted(negatives, block, "right").sum())
        return total if self.higher_is_positive else 2 * self.n_positive * self.n_negative - total

    @property
    def auc(self) -> float:
        """The area under the ROC curve: P(positive above negative) + P(equal) / 2, exact.

        In [0, 1]; NaN where a class has no scores. Rounded once, from integers.

        References
        ----------
        tharwat-2018, section 4; `twice_mann_whitney_u`.
        """
        if self._index is None:
            return roc_area(self.steps)
        return float(divide(self.twice_mann_whitney_u, 2 * self.n_positive * self.n_negative))


def twice_u(steps: Steps) -> int:
    """Return `ScoreTable.twice_mann_whitney_u`, counted from the operating points.

    Examples
    --------
    >>> twice_u(ScoreTable([3.0, 2.0, 1.0], [True, False, True]).steps)
    2
    """
    total = 0
    for start in range(0, len(steps) - 1, _BLOCK):
        block = slice(start, start + _BLOCK + 1)
        tp, fp = steps.tp_column[block].astype(np.int64), steps.fp_column[block].astype(np.int64)
        gained, both = fp[1:] - fp[:-1], tp[1:] + tp[:-1]
        # No block can exceed the whole.
        is_safe = 2 * steps.n_positive * steps.n_negative < _SAFE
        total += int(np.dot(gained, both)) if is_safe else exact_dot(gained, both)
    return total


def roc_area(steps: Steps) -> float:
    """Return `ScoreTable.auc`, counted from the operating points, without threads."""
    return float(divide(twice_u(steps), 2 * steps.n_positive * steps.n_negative))


def _weighted(
    steps: Steps, scores: NDArray[Any], parts: list[NDArray[np.int64]], unit: float
) -> Steps:
    """Return steps that know the squares of the weights of their rows, given all of them."""
    rows = steps.rows_at(scores.astype(np.float64))
    has_score = ~np.isnan(scores)
    squares = [
        np.bincount(
            rows[has_score], part[has_score].astype(np.float64) ** 2, minlength=len(steps)
        ).cumsum()
        for part in parts
    ]
    return replace(steps, unit=unit, squares=np.stack(squares))


def _real_scores(scores: ArrayLike) -> NDArray[np.floating]:
    values = np.asarray(scores)
    native = values.dtype.newbyteorder("=")
    if native in (np.float64, np.float32):
        return values.astype(native, copy=False)
    if values.dtype.kind in "iub" or native == np.float16 or values.size == 0:
        return values.astype(np.float64)
    message = f"scores must be real numbers, not {values.dtype}"
    raise TypeError(message)


def _whole_counts(given: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return counts as int64, no one of them beyond `LARGEST_TOTAL`, whose sum is then safe."""
    counts = np.asarray(given)
    if counts.size and counts.dtype.kind not in "iu":
        message = f"counts must be integers, not {counts.dtype}"
        raise TypeError(message)
    if counts.shape != shape or len(shape) != 1:
        message = f"scores of shape {shape}, counts of shape {counts.shape}"
        raise ValueError(message)
    if counts.size and int(counts.min()) < 0:
        message = "a count is negative"
        raise ValueError(message)
    if float(counts.sum(dtype=np.float64)) > 2.0 * LARGEST_TOTAL:
        message = f"more than {LARGEST_TOTAL} rows cannot be counted exactly"
        raise OverflowError(message)
    return counts.astype(np.int64)


def _sorted_by_class(
    values: NDArray[np.floating], truth: NDArray[np.bool_]
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return the positives and the negatives, each sorted upward with NaN last."""

    def sorted_half(wanted: bool) -> NDArray[np.floating]:  # noqa: FBT001 - one part of two
        half: NDArray[np.floating] = np.compress(truth if wanted else ~truth, values)
        half.sort()
        return half

    if len(values) < _WORTH_A_THREAD:
        return sorted_half(True), sorted_half(False)  # noqa: FBT003 - as above
    positives, negatives = spread(sorted_half, (True, False))
    return positives, negatives


def _as_float32(threshold: Any, *, upward: bool) -> Any:  # noqa: ANN401 - scalar in, scalar out
    """Return the float32 that separates float32 scores just as the double does."""
    limit = np.asarray(threshold, dtype=np.float64)
    with np.errstate(over="ignore"):  # beyond the largest float32 is the infinity
        rounded = limit.astype(np.float32)
        if upward:
            beyond = rounded.astype(np.float64) < limit
            return np.where(beyond, np.nextafter(rounded, np.float32(np.inf)), rounded)
        beyond = rounded.astype(np.float64) > limit
        return np.where(beyond, np.nextafter(rounded, np.float32(-np.inf)), rounded)
