"""How the scores of each class are distributed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.ordering import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import ScoreTable, Steps


_AROUND = 0.15  # of the overlap, looked at at either end of it
_FARTHEST = float(np.finfo(np.float64).max)
_MOST_SHOWN = 20  # bins of the data in one that is drawn: one more or less in it still shows


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Counts of finite scores in bins of equal width, or of equal share of a decade.

    Of scores that are only known to lie in a few bins they are these, or as many of them each.

    Parameters
    ----------
    edges : (b + 1,) array of float64
        In the user's units; each bin holds its lower edge, the last one both.
    positives, negatives : (b,) arrays of int64
        Rows of each class.
    n_infinite
        Rows that no bin holds: with an infinite score, or beyond the ends that were asked for.
    """

    edges: NDArray[np.float64]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]
    n_infinite: int


def histogram(
    table: ScoreTable,
    n_bins: int = 60,
    *,
    is_log: bool = False,
    ends: tuple[float, float] | None = None,
) -> Histogram:
    """Count the scores of each class in bins, by bisection of the sorted scores.

    Parameters
    ----------
    table
        The scores.
    n_bins
        How many bins, at least 1; fewer where the scores are too close for so many.
    is_log
        Whether each bin is as many times wider than the one before; all finite scores must be
        positive then.
    ends
        The lowest and the highest score to count, finite; None for all that are finite.

    Returns
    -------
    Histogram
        Without bins where no score is finite.
    """
    low, high = finite_range(table) if ends is None else ends
    if low > high:
        nothing = np.zeros(0, dtype=np.int64)
        return Histogram(np.zeros(0), nothing, nothing, table.n)
    if low == high:
        margin = max(abs(low) * 1e-3, 0.5)
        low, high = max(low - margin, -_FARTHEST), min(high + margin, _FARTHEST)
    share = np.linspace(0, 1, n_bins + 1)
    between = low * (1 - share) + high * share  # does not overflow
    if is_log:
        between[1:-1] = (10.0 ** (np.log10(low) * (1 - share) + np.log10(high) * share))[1:-1]
        between = np.clip(between, low, high)
    own = _edges_of_bins(table, n_bins, ends)
    edges = distinct(between if own is None else own)
    inside = edges.copy()
    with np.errstate(over="ignore"):  # beyond the largest double lies infinity
        inside[-1] = np.nextafter(edges[-1], np.inf)
    if table.higher_is_positive:
        counts = table.counts_at(inside)  # rows at or above each edge
        positives, negatives = -np.diff(np.asarray(counts.tp)), -np.diff(np.asarray(counts.fp))
    else:
        with np.errstate(over="ignore"):
            just_below = np.nextafter(inside, -np.inf)
        counts = table.counts_at(just_below)  # rows below each edge
        positives, negatives = np.diff(np.asarray(counts.tp)), np.diff(np.asarray(counts.fp))
    if table.is_weighted:
        positives, negatives = table.settled(positives), table.settled(negatives)
    n_inside = (positives.sum() + negatives.sum()).item()
    return Histogram(edges, positives, negatives, table.settled(table.n - n_inside))


def _edges_of_bins(
    table: ScoreTable, n_bins: int, ends: tuple[float, float] | None
) -> NDArray[np.float64] | None:
    """Return the lower edges of bins that scores lie in, of few bins each, of more every so many.

    Bins of a width of their own would hold two of these here and one there: a peak that is none.
    None where scores lie in no bins, or in so many that it does not show.
    """
    if table.steps.bins is None:
        return None
    lows, highs = np.unique(table.steps.bins.distinct[0], axis=1)
    low, high = (-_FARTHEST, _FARTHEST) if ends is None else ends
    inside = (lows >= low) & (highs <= high)
    lows, highs = lows[inside], highs[inside]
    if not 1 < len(lows) <= _MOST_SHOWN * n_bins:
        return None
    return np.append(lows[:: -(-len(lows) // n_bins)], highs.max())


def overlap(steps: Steps) -> tuple[float, float]:
    """Return the range of scores in which a threshold makes errors of both kinds.

    It goes from the positive that is hardest to find to the negative that is most easily taken
    for one; where no threshold makes both, it is what lies between these two. Infinite scores
    count as the outermost finite ones.

    Returns
    -------
    tuple of float
        The lower and the higher end; all finite scores where a class is missing.
    """
    low, high = finite_ends(steps)
    if not (steps.n_positive and steps.n_negative):
        return low, high
    tp, fp = steps.tp_column, steps.fp_column
    # A count of another type would have the whole column converted.
    every_positive = int(np.searchsorted(tp, tp.dtype.type(steps.n_positive), "left"))
    first_false = int(np.searchsorted(fp, fp.dtype.type(1), "left"))
    one, other = (
        min(max(float(steps.threshold(row)), low), high) for row in (every_positive, first_false)
    )
    return min(one, other), max(one, other)


def tail_ends(steps: Steps, *, is_log: bool = False) -> tuple[float, float]:
    """Return the range in which the tails of the scores are looked at.

    It is that of `overlap` and a little more at either end, within the finite scores; all of
    these where the classes do not overlap.

    Parameters
    ----------
    steps
        The scores.
    is_log
        Whether a little more is a share of the decades; all finite scores must be positive then.

    Returns
    -------
    tuple of float
        The lower and the higher end.
    """
    lowest, highest = finite_ends(steps)
    low, high = overlap(steps)
    if not low < high:
        return lowest, highest
    if is_log:
        factor = (high / low) ** _AROUND
        return max(low / factor, lowest), min(high * factor, highest)
    margin = high * _AROUND - low * _AROUND
    return max(low - margin, lowest), min(high + margin, highest)


def finite_range(table: ScoreTable) -> tuple[float, float]:
    """Return the lowest and the highest finite score; (inf, -inf) where there is none."""
    return finite_ends(table.steps)


def finite_ends(steps: Steps) -> tuple[float, float]:
    """Return the lowest and the highest finite threshold; (inf, -inf) where there is none."""
    ascending = steps.ascending
    first = int(np.searchsorted(ascending, -np.inf, "right"))
    last = int(np.searchsorted(ascending, np.inf, "left")) - 1
    if first > last:
        return np.inf, -np.inf
    return float(ascending[first]), float(ascending[last])
