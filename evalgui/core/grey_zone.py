"""Two thresholds, and the rows between them that neither call decides."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.counts import Count, Counts, Real, divide, product, whole_or_sum
from evalgui.core.intervals.ratios import mover_ratio
from evalgui.core.languages import tr
from evalgui.core.score_table import is_called_positive
from evalgui.core.thresholds import limit
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot


_EVERY = slice(None)


@dataclass(frozen=True, slots=True)
class Zone:
    """One of the three zones.

    Parameters
    ----------
    positives, negatives
        The rows in it, by truth.
    n_positive, n_negative
        The rows of both classes in all zones.
    """

    positives: int
    negatives: int
    n_positive: int
    n_negative: int

    @property
    def n(self) -> int:
        """The rows in it."""
        return self.positives + self.negatives

    @property
    def share(self) -> float:
        """Its share of all rows, in [0, 1]; NaN without rows."""
        return float(divide(self.n, self.n_positive + self.n_negative))

    @property
    def positive_share(self) -> float:
        """The share of positives in it; NaN where it is empty."""
        return float(divide(self.positives, self.n))

    @property
    def likelihood_ratio(self) -> Real:
        """By how much the odds of being positive grow for a row in it.

        ``+inf`` where it holds positives alone; NaN where it is empty, or a class has no rows.

        Examples
        --------
        >>> Zone(positives=30, negatives=10, n_positive=60, n_negative=100).likelihood_ratio
        5.0
        """
        return divide(
            product(self.positives, self.n_negative), product(self.negatives, self.n_positive)
        )

    def likelihood_ratio_interval(self, level: float) -> tuple[float, float]:
        """Return the interval of `likelihood_ratio`, as of `mover_ratio`.

        NaN where the numbers are sums of weights, of which none is known.
        """
        if isinstance(self.n_positive, float):
            return math.nan, math.nan
        return mover_ratio(self.positives, self.n_positive, self.negatives, self.n_negative, level)


@dataclass(frozen=True, slots=True)
class GreyZone:
    """What two thresholds do.

    Parameters
    ----------
    strict, lenient
        The counts at the threshold that calls fewer rows, and at the one that calls more.
    unit
        As of `Steps`.
    """

    strict: Counts
    lenient: Counts
    unit: float = 1.0

    @property
    def positive(self) -> Zone:
        """The rows that both thresholds call positive."""
        return self._zone(self.strict.tp, self.strict.fp)

    @property
    def grey(self) -> Zone:
        """The rows that only the more lenient threshold calls positive."""
        return self._zone(self.lenient.tp - self.strict.tp, self.lenient.fp - self.strict.fp)

    @property
    def negative(self) -> Zone:
        """The rows that neither threshold calls positive."""
        return self._zone(self.lenient.fn, self.lenient.tn)

    @property
    def decided(self) -> Counts:
        """The counts of the rows outside of the grey zone."""
        return Counts(tp=self.strict.tp, fp=self.strict.fp, fn=self.lenient.fn, tn=self.lenient.tn)

    def _zone(self, positives: Count, negatives: Count) -> Zone:
        sizes = (self.strict.actual_positives, self.strict.actual_negatives)
        counts = [whole_or_sum(one) for one in (positives, negatives, *sizes)]
        if self.unit == 1:
            return Zone(*counts)
        sums: Any = [round(one * self.unit) / self.unit for one in counts]  # not of differences
        return Zone(*sums)


def grey_zone(steps: Steps, one: float, other: float) -> GreyZone:
    """Return what two thresholds do, in whatever order they are given.

    Parameters
    ----------
    steps
        The operating points.
    one, other
        Beside the values of the score; NaN calls nothing.
    """
    strict, lenient = sorted(steps.row_at(threshold) for threshold in (one, other))
    return GreyZone(steps.sums_of(strict), steps.sums_of(lenient), steps.unit)


def grey_ends(snapshot: Snapshot) -> tuple[float, float] | None:
    """Return both thresholds of the grey zone that was pulled out, the lower one first.

    None where there is no zone.
    """
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return None
    ends = sorted((point.threshold, second), key=lambda one: limit(one, ranking.score))
    return ends[0], ends[1]


def grey_zone_of(snapshot: Snapshot) -> GreyZone | None:
    """Return what both thresholds of a snapshot do: two bisections; None where there is one."""
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return None
    return grey_zone(ranking.table.steps, point.threshold, second)


def called_between(
    score: Score, one: float, other: float, rows: NDArray[np.integer] | slice = _EVERY
) -> NDArray[np.bool_]:
    """Return which rows of a score only one of two thresholds calls, of all or of some rows."""
    one_calls, other_calls = (
        is_called_positive(
            score.values[rows], threshold, higher_is_positive=score.higher_is_positive
        )
        for threshold in (one, other)
    )
    return np.asarray(one_calls != other_calls)


def indeterminate(score: Score, one: float, other: float) -> NDArray[np.intp]:
    """Return the rows of a score that only one of two thresholds calls: (k,) indices, ascending."""
    return np.flatnonzero(called_between(score, one, other))


INDETERMINATE = phrase("indeterminate")
_AT_LEAST, _AT_MOST = "\N{GREATER-THAN OR EQUAL TO}", "\N{LESS-THAN OR EQUAL TO}"


class Decision(NamedTuple):
    """Which scores are called what, in words: the one place that tells it.

    Parameters
    ----------
    positive, negative
        Such as "\N{GREATER-THAN OR EQUAL TO} 7" and "< 3".
    indeterminate
        Such as "3 to < 7"; "" where one threshold decides all.
    """

    positive: str
    negative: str
    indeterminate: str = ""

    def told(self, positive: str, negative: str = "") -> str:
        """Return the decision, given what a row is called; of one threshold the first side."""
        if not self.indeterminate:
            return f"{positive} {self.positive}"
        rest = f"{positive} {self.positive}, {tr(INDETERMINATE)} {self.indeterminate}"
        return f"{rest}, {negative} {self.negative}" if negative else rest


def decision(
    score: Score, threshold: float, second: float | None, number: Callable[[float], str]
) -> Decision:
    """Return which scores are called what by a threshold, and by a second one if there is one.

    Parameters
    ----------
    score
        Says which side is called positive.
    threshold, second
        Beside its values; NaN calls nothing. Without a second one there is no grey zone.
    number
        Writes a threshold; of NaN it says that nothing is called, with the sign.

    Examples
    --------
    >>> from evalgui.core.dataset import Score
    >>> score = Score("marker", np.zeros(1))
    >>> decision(score, 3.0, 7.0, "{:g}".format)[1:]
    ('< 3', '3 to < 7')
    """
    is_higher = score.higher_is_positive
    both = [threshold] if second is None else [threshold, second]
    both.sort(key=lambda one: limit(one, score))
    low, high = both[0], both[-1]
    strict, lenient = (high, low) if is_higher else (low, high)
    sign = "" if math.isnan(strict) else f"{_AT_LEAST if is_higher else _AT_MOST} "
    positive = f"{sign}{number(strict)}"
    negative = f"{'<' if is_higher else '>'} {number(lenient)}"
    if second is None:
        return Decision(positive, negative)
    if math.isnan(strict):
        grey = f"{_AT_LEAST if is_higher else _AT_MOST} {number(lenient)}"
    elif is_higher:
        grey = tr("{low} to < {high}", low=number(low), high=number(high))
    else:
        grey = tr("> {low} to {high}", low=number(low), high=number(high))
    return Decision(positive, negative, grey)


def counts_grey_as_positive(snapshot: Snapshot) -> bool | None:
    """Return whether all numbers at the threshold count grey rows as called positive.

    None where there is no zone; False where they count as called negative.
    """
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return None
    return ranking.table.steps.row_at(second) < point.row
