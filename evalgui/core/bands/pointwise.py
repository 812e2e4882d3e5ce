"""The pointwise bands of all curves, from the replicates of the bootstrap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.bands.band import Band
from evalgui.core.counts import divide
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.bootstrap.statistics import Lines

METHOD = phrase("bootstrap percentile, each point for itself")

_MOST_UNDEFINED = 0.1


def pointwise_bands(replicates: Replicates, level: float) -> tuple[Band, ...]:
    """Return the bands of the ROC, precision-recall and DET curves and of both error rates.

    Parameters
    ----------
    replicates
        Of a plan with a grid.
    level
        The confidence of each point, in (0, 1).

    Returns
    -------
    tuple of Band
        () where no lines were looked at. A point that has no value in a tenth of the replicates
        has no limits.
    """
    grid, lines = replicates.plan.grid, replicates.lines
    if grid is None or not lines:
        return ()
    steps = replicates.plan.resampler.steps
    counts = replicates.counts

    def band(
        curve: str, line: str, x: NDArray[np.float64], of: Callable[[int], NDArray[np.float64]]
    ) -> Band:
        values = np.array([of(place) for place in range(len(lines))])
        lower, upper = _limits(values, level)
        return Band(curve, line, x, lower, upper, level, METHOD)

    def tpr(place: int) -> NDArray[np.float64]:
        return lines[place].tpr

    thresholds = steps.thresholds[grid.rows]
    # Ascending thresholds, whatever the direction.
    order = slice(None, None, -1 if steps.higher_is_positive else 1)
    return (
        band("roc", "TPR", grid.fpr, tpr),
        band("pr", "PPV", grid.recall, lambda place: lines[place].precision),
        band("det", "FNR", grid.fpr, lambda place: 1.0 - tpr(place)),
        band(
            "far-frr", "FPR", thresholds[order],
            lambda place: _rate(lines[place], counts[place])[0][order],
        ),
        band(
            "far-frr", "FNR", thresholds[order],
            lambda place: _rate(lines[place], counts[place])[1][order],
        ),
    )  # fmt: skip


def _rate(lines: Lines, counts: NDArray[np.int64]) -> tuple[NDArray[np.float64], ...]:
    """Return both error rates of a replicate at the rows of the grid."""
    n_positive, n_negative = counts[2], counts[3]
    fpr = np.asarray(divide(lines.fp, n_negative))
    return fpr, np.asarray(divide(n_positive - lines.tp, n_positive))


def _limits(
    values: NDArray[np.float64], level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both percentiles of each column: (n,) each, NaN where too many are undefined."""
    ordered = np.sort(values, axis=0)  # NaN last
    n_defined = np.count_nonzero(~np.isnan(ordered), axis=0)
    tail = (1 - level) / 2
    columns = np.arange(values.shape[1])
    found = []
    for share in (tail, 1 - tail):
        place = share * np.maximum(n_defined - 1, 0)
        low = np.floor(place).astype(np.intp)
        high = np.minimum(low + 1, np.maximum(n_defined - 1, 0))
        first, last = ordered[low, columns], ordered[high, columns]
        quantiles = first + (place - low) * (last - first)
        few = n_defined < (1 - _MOST_UNDEFINED) * len(values)
        found.append(np.where(few, np.nan, quantiles))
    return found[0], found[1]
