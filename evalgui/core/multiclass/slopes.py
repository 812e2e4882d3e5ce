"""Measures of K classes at cells that are not whole, with their slopes: for their variances.

Each returns the value and its derivative by every cell, both exactly those of the formula; all
are the same for cells of any total, so that the mean slope is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Cells: TypeAlias = "NDArray[np.float64]"
Sloped: TypeAlias = "tuple[float, Cells]"
"""A value, and its derivative by each cell: (K, K) float64."""
OfClass: TypeAlias = Callable[[Cells, Cells, Cells], tuple[Cells, Cells, Cells, Cells]]
"""A measure of a class by its hits, support and calls, with the derivative by each of them."""


def kappa(cells: Cells) -> Sloped:
    """Return Cohen's kappa."""
    n, truth, calls, hits = _sums(cells)
    by_chance = float(truth @ calls)
    above, below = n * hits - by_chance, n * n - by_chance
    slope_of_chance = calls[:, None] + truth[None, :]
    slope = (hits - slope_of_chance) / below - above * (2 * n - slope_of_chance) / below**2
    return above / below, _on_diagonal(slope, n / below)


def weighted_kappa(cells: Cells, weights: Cells) -> Sloped:
    """Return weighted kappa, given how bad each cell is."""
    n, truth, calls, _ = _sums(cells)
    observed, expected = float((weights * cells).sum()), float(truth @ weights @ calls)
    slope_of_expected = (weights @ calls)[:, None] + (truth @ weights)[None, :]
    slope = n * observed * slope_of_expected / expected**2 - (observed + n * weights) / expected
    return 1 - n * observed / expected, slope


def scott(cells: Cells) -> Sloped:
    """Return Scott's pi."""
    n, truth, calls, hits = _sums(cells)
    both = truth + calls
    by_chance = float(both @ both)
    above, below = 4 * n * hits - by_chance, 4 * n * n - by_chance
    slope_of_chance = 2 * (both[:, None] + both[None, :])
    slope = (4 * hits - slope_of_chance) / below - above * (8 * n - slope_of_chance) / below**2
    return above / below, _on_diagonal(slope, 4 * n / below)


def matthews(cells: Cells) -> Sloped:
    """Return the correlation coefficient of K classes."""
    n, truth, calls, hits = _sums(cells)
    covariance = n * hits - float(truth @ calls)
    of_calls, of_truth = n * n - float(calls @ calls), n * n - float(truth @ truth)
    spread = math.sqrt(of_calls * of_truth)
    value = covariance / spread
    slope = (hits - calls[:, None] - truth[None, :]) / spread
    slope -= value * ((n - calls[None, :]) / of_calls + (n - truth[:, None]) / of_truth)
    return value, _on_diagonal(slope, n / spread)


def precision(hits: Cells, support: Cells, calls: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Return hits / calls."""
    return hits / calls, 1 / calls, np.zeros_like(support), -hits / calls**2


def recall(hits: Cells, support: Cells, calls: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Return hits / support."""
    return hits / support, 1 / support, -hits / support**2, np.zeros_like(calls)


def dice(hits: Cells, support: Cells, calls: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Return F1, 2 hits / (support + calls)."""
    both = support + calls
    falls = -2 * hits / both**2
    return 2 * hits / both, 2 / both, falls, falls


def jaccard(hits: Cells, support: Cells, calls: Cells) -> tuple[Cells, Cells, Cells, Cells]:
    """Return hits / (support + calls - hits)."""
    either = support + calls - hits
    falls = -hits / either**2
    return hits / either, 1 / either - falls, falls, falls


def mean(
    cells: Cells,
    of_class: OfClass,
    used: Sequence[int],
    as_zero: Sequence[int] = (),
    *,
    by_support: bool,
) -> Sloped:
    """Return the mean of a measure over classes.

    Parameters
    ----------
    cells
        (K, K), rows are true classes.
    of_class
        The measure.
    used
        The indices of the classes that are in it.
    as_zero
        The indices of those of them that count as 0, whatever the cells are.
    by_support
        Whether each weighs as much as it has rows.
    """
    places = np.asarray(used, dtype=np.intp)
    _, truth, calls, _ = _sums(cells)
    live = ~np.isin(places, np.asarray(as_zero, dtype=np.intp))
    alive = places[live]
    parts = np.zeros((4, len(places)))
    parts[:, live] = of_class(np.diagonal(cells)[alive], truth[alive], calls[alive])
    values, *slopes = parts
    weights = truth[places] if by_support else np.ones(len(places))
    total = float(weights.sum())
    value = float(weights @ values) / total
    by_hits, by_truth, by_calls = (weights * slope / total for slope in slopes)
    if by_support:
        by_truth = by_truth + (values - value) / total
    return value, _spread(len(cells), places, by_hits, by_truth, by_calls)


def together(cells: Cells, of_class: OfClass, used: Sequence[int]) -> Sloped:
    """Return a measure of the summed counts of classes."""
    places = np.asarray(used, dtype=np.intp)
    _, truth, calls, _ = _sums(cells)
    sums = (part[places].sum(keepdims=True) for part in (np.diagonal(cells), truth, calls))
    value, *slopes = of_class(*sums)
    parts = (np.repeat(slope, len(places)) for slope in slopes)
    return float(value[0]), _spread(len(cells), places, *parts)


def geometric_mean(cells: Cells, used: Sequence[int]) -> Sloped:
    """Return the geometric mean of the recalls of classes."""
    places = np.asarray(used, dtype=np.intp)
    hits, truth = np.diagonal(cells)[places], cells.sum(axis=1)[places]
    value = math.exp(float(np.log(hits / truth).mean()))
    share = value / len(places)
    return value, _spread(len(cells), places, share / hits, -share / truth, np.zeros(len(places)))


def f_of(first: Sloped, second: Sloped) -> Sloped:
    """Return the harmonic mean of two sloped values."""
    (p, slope_p), (r, slope_r) = first, second
    both = p + r
    return 2 * p * r / both, 2 * (r * r * slope_p + p * p * slope_r) / both**2


def _sums(cells: Cells) -> tuple[float, Cells, Cells, float]:
    """Return the total, the rows of each true and of each called class, and the diagonal's sum."""
    truth, calls = cells.sum(axis=1), cells.sum(axis=0)
    return float(cells.sum()), truth, calls, float(np.trace(cells))


def _on_diagonal(slope: Cells, more: float) -> Cells:
    slope[np.diag_indices_from(slope)] += more
    return slope


def _spread(
    size: int, places: NDArray[np.intp], by_hits: Cells, by_truth: Cells, by_calls: Cells
) -> Cells:
    """Return the derivative by each cell from those by hits, support and calls of classes."""
    slope = np.zeros((size, size))
    slope[places, :] += by_truth[:, None]
    slope[:, places] += by_calls[None, :]
    slope[places, places] += by_hits
    return slope
