"""What bins leave open: the numbers of the best and of the worst order of the scores in them.

A score that is only known to lie in a bin may stand anywhere in it. Of all orders that bins
allow, one puts each positive above every negative that it can be above, and one below every
negative that it can be below. No other order has a better, or a worse, ROC curve at any place, and
both are rankings like any other: the same functions that measure the bins measure these, and all
that can only improve where a positive moves above a negative lies between their values, which it
reaches in both.

A score on the common edge of two bins is in one of them: so the orders of both bins never mix.
Bins that overlap may mix, as far as they overlap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.areas import average_precision, davis_goadrich_area
from evalgui.core.counts import divide
from evalgui.core.measured import NOT_KNOWN, OF_ORDERS, Bracket
from evalgui.core.ordering import distinct
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.score_table import Around, ScoreTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.subjects import Subjects

_UPPER, _LOWER = 0, 2  # kinds of ends
_FEW = 32.0  # below, the digamma function has digits enough


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class Order(Ranked):
    """A ranking of the best, or of the worst, order of the scores in their bins.

    Parameters
    ----------
    average_precision
        The greatest, or the least, of all orders; NaN where it is not known.
    """

    average_precision: float = math.nan

    @cached_property
    def precision_recall_areas(self) -> tuple[float, float, float]:
        """Those of the best, or of the worst, order; NaN where another one may have that area."""
        return self.average_precision, davis_goadrich_area(self.steps), math.nan


@dataclass(frozen=True, eq=False)  # what is cached needs a place that slots do not leave
class OpenBins:
    """Scores that are only known to lie in bins, and what these leave open.

    Parameters
    ----------
    low, high : (k,) arrays of float64
        The edges of the bins, which belong to them; NaN where there is no score. Bins of equal
        edges hold one score.
    positives, negatives : (k,) arrays of int64
        How many of each class lie in each.
    higher_is_positive, unit
        As of `ScoreTable.from_counts`.
    subjects
        Whose the bins are, where subjects were drawn; else None.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]
    higher_is_positive: bool = True
    unit: float = 1.0
    subjects: Subjects | None = None

    @cached_property
    def _ends(self) -> _Ends:
        """The ends of bins in order.

        Of equal ends those of bins that end there come first, then those that are one score,
        then those that begin.
        """
        ends = np.concatenate([self.high, self.low, self.low])
        k = len(self.low)
        is_point = self.low == self.high
        is_there = np.concatenate([~is_point, is_point, ~is_point]) & ~np.isnan(ends)
        rows = np.flatnonzero(is_there)
        rows = rows[np.argsort(ends[rows], kind="stable")]
        kind, ordered = rows // max(k, 1), ends[rows]
        is_new = np.ones(len(rows), np.bool_)
        is_new[1:] = (ordered[1:] != ordered[:-1]) | (kind[1:] != kind[:-1])
        places = np.full(3 * k, np.nan)
        places[rows] = np.cumsum(is_new)
        upper, single, lower = places.reshape(3, k)
        own = np.where(is_point, single, lower), np.where(is_point, single, upper)
        return _Ends(*own, ordered[is_new], kind[is_new])

    @cached_property
    def overlap(self) -> bool:
        """Whether a bin begins before another one ends."""
        lower, upper, *_known = self._ends
        order = np.lexsort((upper, lower))[: int(np.count_nonzero(~np.isnan(lower)))]
        lower, upper = lower[order], upper[order]
        is_again = (lower[1:] == lower[:-1]) & (upper[1:] == upper[:-1])
        inside = lower[1:] < np.maximum.accumulate(upper)[:-1]
        return bool((inside & ~is_again).any())

    @property
    def distinct(self) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Both edges of each distinct bin, and how many of each class lie in it.

        Returns
        -------
        edges : (2, b) array of float64
            The lower and the upper ones, those first that a falling threshold calls first.
        counts : (2, b) array of int64
            Of the positives and of the negatives.
        """
        edges, counts = np.stack([self.low, self.high]), np.stack([self.positives, self.negatives])
        first, last = (self.low, self.high) if self.higher_is_positive else (-self.high, -self.low)
        order = np.lexsort((last, first))[::-1]
        order = order[~np.isnan(self.low[order])]
        edges, counts = edges[:, order], counts[:, order]
        is_new = np.ones(len(order), np.bool_)
        is_new[1:] = (edges[:, 1:] != edges[:, :-1]).any(axis=0)
        starts = np.flatnonzero(is_new)
        return edges[:, starts], np.add.reduceat(counts, starts, axis=1)

    @cached_property
    def best(self) -> Order:
        """The order in which positives are above negatives wherever they can be."""
        # Ties let each positive have the precision of all: none has a better one.
        return self._order(average_precision, is_best=True)

    @cached_property
    def worst(self) -> Order:
        """The order in which positives are below negatives wherever they can be."""
        return self._order(self._least_average_precision, is_best=False)

    def in_order(self, *, is_best: bool) -> NDArray[np.float64]:
        """Return scores of the best, or of the worst, order: (2 k,), of the positives first."""
        lower, upper, *_known = self._ends
        is_up = is_best is self.higher_is_positive
        return np.concatenate((upper, lower) if is_up else (lower, upper))

    def place_of(self, threshold: float) -> float:
        """Return the threshold that calls of the scores of `in_order` what one calls of bins.

        Of a bin that it lies in the best order has all positives called and no negative, the worst
        one all negatives and no positive.
        """
        if math.isnan(threshold):
            return threshold
        known = self._ends
        first, last = (
            int(np.searchsorted(known.values, threshold, side)) for side in ("left", "right")
        )
        at, is_edge = known.kinds[first:last], self.is_edge(threshold)
        # What is before the threshold where lower scores are positive: all that is called.
        before = at == _UPPER if is_edge else np.zeros(len(at), np.bool_)
        if not self.higher_is_positive:
            before = at != _LOWER if is_edge else np.ones(len(at), np.bool_)
        return first + 0.5 + int(np.count_nonzero(before))

    def _order(self, precision: Callable[[Steps], float], *, is_best: bool) -> Order:
        values = self.in_order(is_best=is_best)
        nothing = np.zeros_like(self.positives)
        counts = (
            np.concatenate([self.positives, nothing]),
            np.concatenate([nothing, self.negatives]),
        )
        higher = self.higher_is_positive
        table = ScoreTable.from_counts(values, *counts, higher_is_positive=higher, unit=self.unit)
        if self.subjects is not None:
            whose = self.subjects.taken(np.tile(np.arange(len(self.low)), 2))
            table.belong_to(
                RankedSubjects.of_rows(values, whose, counts, higher_is_positive=higher)
            )
        steps = table.steps
        return Order(table, steps, steps.subjects, math.nan if self.overlap else precision(steps))

    def _least_average_precision(self, steps: Steps) -> float:
        """Return that of positives of a bin that lie apart, behind its negatives."""
        lower, upper, *_known = self._ends
        tp, fp = (column.astype(np.float64) for column in (steps.tp_column, steps.fp_column))
        gained = np.diff(tp)
        found = gained * tp[1:] / np.maximum(tp[1:] + fp[1:], 1.0)
        has_order = (lower < upper) & (self.positives > 0)
        places = (lower if self.higher_is_positive else upper)[has_order]
        rows = distinct(np.sort(steps.rows_at(places))) - 1
        found[rows] = _apart(tp[:-1][rows], gained[rows], fp[1:][rows], are_parts=self.unit != 1)
        return float(divide(float(found.sum()), steps.n_positive))

    def bracket(self, compute: Callable[[Order], float], reason: str = NOT_KNOWN) -> Bracket:
        """Return between which values a number lies that can only improve with the order.

        Parameters
        ----------
        compute
            A function of a ranking to a number; NaN where its extremes are not known.
        reason
            Why they are not known then.
        """
        ends = compute(self.best), compute(self.worst)
        if any(map(math.isnan, ends)):
            return Bracket(math.nan, math.nan, reason)
        return Bracket(min(ends), max(ends))

    def limits(self, interval: Callable[[Order], tuple[float, float]]) -> Bracket:
        """Return the least lower and the greatest upper limit of the best and the worst order.

        Parameters
        ----------
        interval
            A function of a ranking to the limits of an interval; NaN where there is none.
        """
        ends = interval(self.best), interval(self.worst)
        low, high = min(one[0] for one in ends), max(one[1] for one in ends)
        is_known = not any(math.isnan(end) for one in ends for end in one)
        return Bracket(low, high, "" if is_known else NOT_KNOWN, OF_ORDERS)

    # ------------------------------------------------------------------ at a threshold

    @cached_property
    def _called(self) -> _Called:
        sign = 1.0 if self.higher_is_positive else -1.0
        first, last = (self.low, self.high) if sign > 0 else (-self.high, -self.low)
        rows = np.argsort(first, kind="stable")[: int(np.count_nonzero(~np.isnan(first)))]
        rows = rows[(self.positives + self.negatives)[rows] > 0]  # an empty bin leaves nothing open
        first, last = first[rows], last[rows]
        reach = np.maximum.accumulate(last) if len(rows) else last
        return _Called(sign, first, last, reach, self.positives[rows], self.negatives[rows])

    def is_edge(self, threshold: float) -> bool:
        """Return whether a threshold is the edge from which on all of an open bin is called."""
        known = self._called
        begin, end = (
            int(np.searchsorted(known.first, known.sign * threshold, side))
            for side in ("left", "right")
        )
        return bool((known.first[begin:end] < known.last[begin:end]).any())

    def edge_below(self, threshold: float) -> float:
        """Return up to where scores may lie in bins that are not all called at a threshold.

        An infinity where all are.
        """
        known = self._called
        place = int(np.searchsorted(known.first, known.sign * threshold, "left"))
        return known.sign * (float(known.reach[place - 1]) if place else -math.inf)

    def around(self, threshold: float) -> Around | None:
        """Return what lies open at a threshold inside of bins; None where its counts are exact.

        A score on the common edge of two bins is in the one that is called there.
        """
        known = self._called
        at = known.sign * threshold
        place = int(np.searchsorted(known.first, at, "left"))
        is_edge = place < len(known.first) and known.first[place] == at
        rows = []
        while place and (
            known.reach[place - 1] > at or (known.reach[place - 1] == at and not is_edge)
        ):
            place -= 1
            if known.last[place] > at or (known.last[place] == at and not is_edge):
                rows.append(place)
        rows = [row for row in rows if known.first[row] < known.last[row]]
        if not rows:
            return None
        ends = known.sign * known.first[rows].min(), known.sign * known.last[rows].max()
        n_positive, n_negative = known.positives[rows].sum(), known.negatives[rows].sum()
        return Around(float(min(ends)), float(max(ends)), int(n_positive), int(n_negative))


class _Ends(NamedTuple):
    """The ends of bins in order.

    Parameters
    ----------
    lower, upper : (k,) arrays
        Where those of each bin lie among all ends, whole numbers from 1; NaN where it has none.
    values, kinds
        Of each end its value, and whether bins end there, are that score, or begin there.
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    values: NDArray[np.float64]
    kinds: NDArray[np.intp]


class _Called(NamedTuple):
    """Bins in the order in which falling thresholds call all of them, the last ones first.

    Parameters
    ----------
    sign
        -1.0 where lower scores are positive: all ends are turned then.
    first, last
        From where on all of a bin is called, ascending, and from where on nothing is.
    reach
        The greatest of `last` up to each bin.
    positives, negatives
        How many of each class lie in each.
    """

    sign: float
    first: NDArray[np.float64]
    last: NDArray[np.float64]
    reach: NDArray[np.float64]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]


def _apart(
    before: NDArray[np.float64],
    added: NDArray[np.float64],
    alarms: NDArray[np.float64],
    *,
    are_parts: bool,
) -> NDArray[np.float64]:
    """Return the sums of the precisions of positives that are called one after the other.

    Parameters
    ----------
    before
        How many true positives are called before each first one.
    added
        How many there are.
    alarms
        How many false positives are called before each first one.
    are_parts
        Whether they are parts of weights of any size, down to nothing.
    """
    start = before + alarms
    if are_parts:
        with np.errstate(divide="ignore", invalid="ignore"):
            lost = np.where(alarms > 0, alarms * np.log1p(added / start), 0.0)
        return added - lost
    # A sum of 1 / (start + j) over j from 1 to `added`.
    return added - alarms * _harmonic(start + 1, added)


def _harmonic(start: NDArray[np.float64], n: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of 1 / (start + j) over j from 0 to n - 1, without cancellation.

    Examples
    --------
    >>> _harmonic(np.array([1.0, 100.0]), np.array([2.0, 1.0])).tolist()
    [1.5, 0.01]
    """
    from scipy.special import digamma

    first, last = np.maximum(start, _FEW), np.maximum(start + n, _FEW)
    series = np.log1p((last - first) / first) + (last - first) / (2 * first * last)
    for power, factor in ((2, 1 / 12), (4, -1 / 120), (6, 1 / 252)):
        series += factor * (first**-power - last**-power)
    return np.where(start < _FEW, digamma(start + n) - digamma(start), series)
