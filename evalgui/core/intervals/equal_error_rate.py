"""Intervals of the equal error rate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, wilson

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps


def between_bands(steps: Steps, level: float) -> tuple[float, float]:
    """Return from where the lower bands of both error rates cross to where the upper ones do.

    Parameters
    ----------
    steps
        The operating points.
    level
        The two-sided level of the bands, which are Wilson's at each threshold.

    Returns
    -------
    tuple of two floats
        The limits, which hold the equal error rate; NaN where a class has no scores.
    """
    if not (steps.n_positive and steps.n_negative):
        return UNDEFINED
    return _band_crossing(steps, level, 0), _band_crossing(steps, level, 1)


def _band_crossing(steps: Steps, level: float, side: int) -> float:
    """Return where the lower (0) or the upper (1) bands of both error rates cross.

    Straight lines join the bands of neighbouring thresholds, as they join the error rates.
    """
    m, n = steps.n_positive, steps.n_negative

    def bands(row: int) -> tuple[float, float]:
        """Return the limit of FPR, which rises with the row, and that of FNR, which falls."""
        fp, fn = int(steps.fp_column[row]), m - int(steps.tp_column[row])
        return wilson(fp, n, level)[side], wilson(fn, m, level)[side]

    before, after = 0, len(steps) - 1
    while after - before > 1:
        middle = (before + after) // 2
        of_fpr, of_fnr = bands(middle)
        if of_fpr >= of_fnr:
            after = middle
        else:
            before = middle
    low_fpr, low_fnr = bands(before)
    high_fpr, high_fnr = bands(after)
    below, above = low_fpr - low_fnr, high_fpr - high_fnr
    return low_fpr - below / (above - below) * (high_fpr - low_fpr)


def jackknife_variance(steps: Steps) -> float:
    """Return the variance of the equal error rate from leaving out each row in turn.

    The rows of each class are left out about a mean of their own. Without subjects it is too
    small near 0, where few errors decide: `between_bands` is for intervals.

    Returns
    -------
    float
        Not negative; NaN below two rows in a class.
    """
    m, n = steps.n_positive, steps.n_negative
    if m < 2 or n < 2:
        return math.nan
    gained = np.diff(steps.true_positives)
    added = np.diff(steps.false_positives)
    of_positive = _squares(gained, lambda rows: _crossings(steps, rows, 1))
    of_negative = _squares(added, lambda rows: _crossings(steps, rows, 0))
    return (m - 1) / m * of_positive + (n - 1) / n * of_negative


def _squares(
    weights: NDArray[np.int64], values_of: Callable[[NDArray[np.intp]], NDArray[np.float64]]
) -> float:
    """Return the weighted sum of squares, about its mean, of what leaving out a row gives."""
    rows = np.flatnonzero(weights) + 1
    values, weights = values_of(rows), weights[rows - 1]
    mean = np.average(values, weights=weights)
    return float(np.dot(weights, (values - mean) ** 2))


def _crossings(steps: Steps, rows: NDArray[np.intp], positives: int) -> NDArray[np.float64]:
    """Return the equal error rate without one row of each of some steps, by bisection.

    Parameters
    ----------
    steps
        The operating points.
    rows
        The steps, one or more rows each.
    positives
        1 where it is a positive row that is left out, 0 where it is a negative one.
    """
    m, n = steps.n_positive - positives, steps.n_negative - (1 - positives)

    def rates(at: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        fewer = (at >= rows).astype(np.int64)
        tp = steps.tp_column[at].astype(np.int64) - positives * fewer
        fp = steps.fp_column[at].astype(np.int64) - (1 - positives) * fewer
        return fp / n, (m - tp) / m

    before = np.zeros(len(rows), dtype=np.intp)
    after = np.full(len(rows), len(steps) - 1, dtype=np.intp)
    for _ in range(len(steps).bit_length()):
        middle = (before + after) // 2
        fpr, fnr = rates(middle)
        is_after = fpr >= fnr
        after = np.where(is_after & (after - before > 1), middle, after)
        before = np.where(is_after | (after - before <= 1), before, middle)
    (low_fpr, low_fnr), (high_fpr, high_fnr) = rates(before), rates(after)
    below, above = low_fpr - low_fnr, high_fpr - high_fnr
    return np.asarray(low_fpr - below / (above - below) * (high_fpr - low_fpr))


BETWEEN_BANDS = Method(
    id="bands",
    name="crossing Wilson bands",
    explanation="From where the lower Wilson bands of both error rates cross to where the upper "
    "ones do. It covers more than its level rather than less.",
    compute=between_bands,
    assumes="the rows are independent",
    is_recommended=True,
    source="Wilson 1927, at each threshold",
)

METHODS = (BETWEEN_BANDS,)
