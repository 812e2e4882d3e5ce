"""The recommended intervals of many operating points at once: arrays in, arrays out.

Each does in one pass what its namesake in `proportions`, `ratios` and `square_and_add` does for
one point; the tests hold them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.intervals.proportions import deviate_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from evalgui.core.counts import Counts

Limits: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64]]"
"""Lower and upper limits; NaN where there is no interval."""


def wilson_of_many(k: ArrayLike, n: ArrayLike, level: float) -> Limits:
    """Return the Wilson interval of many proportions k/n, as `proportions.wilson` does of one.

    Parameters
    ----------
    k, n : arrays that broadcast
        0 <= k <= n.
    level
        The two-sided confidence.

    Examples
    --------
    >>> low, high = wilson_of_many([0, 20], [20, 20], 0.95)
    >>> low.round(6).tolist(), high.round(6).tolist()
    ([0.0, 0.838875], [0.161125, 1.0])
    """
    k, n = np.asarray(k, dtype=np.float64), np.asarray(n, dtype=np.float64)
    z = deviate_of(level)
    squared = z * z
    few = np.minimum(k, n - k)
    with np.errstate(invalid="ignore", divide="ignore"):
        halves = few + squared / 2 + z * np.sqrt(few * (n - few) / n + squared / 4)
        upper = np.minimum(1.0, halves / (n + squared))
        lower = few * few / (n * halves)
    is_low = k + k <= n
    empty = ~(n > 0)
    low = np.where(is_low, lower, 1.0 - upper)
    high = np.where(is_low, upper, 1.0 - lower)
    return np.where(empty, np.nan, low), np.where(empty, np.nan, high)


def mover_ratio_of_many(
    k_1: ArrayLike, n_1: ArrayLike, k_2: ArrayLike, n_2: ArrayLike, level: float
) -> Limits:
    """Return the interval of many ratios (k_1/n_1) / (k_2/n_2), as `ratios.mover_ratio` of one.

    Examples
    --------
    >>> low, high = mover_ratio_of_many([12], [15], [0], [25], 0.95)
    >>> low.round(6).tolist(), high.tolist()
    ([5.700944], [inf])
    """
    k_1, n_1, k_2, n_2 = (np.asarray(one, dtype=np.float64) for one in (k_1, n_1, k_2, n_2))
    low_1, high_1 = wilson_of_many(k_1, n_1, level)
    low_2, high_2 = wilson_of_many(k_2, n_2, level)
    with np.errstate(invalid="ignore", divide="ignore"):
        top, bottom = k_1 / n_1, k_2 / n_2
        both = top * bottom
        inner = low_1 * (2 * top - low_1)
        root = np.sqrt(np.maximum(0.0, both * both - inner * high_2 * (2 * bottom - high_2)))
        lower = np.where(k_1 > 0, inner / (both + root), 0.0)
        outer = low_2 * (2 * bottom - low_2)
        root = np.sqrt(np.maximum(0.0, both * both - high_1 * (2 * top - high_1) * outer))
        upper = np.where(k_2 > 0, (both + root) / outer, np.inf)
    undefined = ~((n_1 > 0) & (n_2 > 0)) | ((k_1 == 0) & (k_2 == 0))
    return np.where(undefined, np.nan, lower), np.where(undefined, np.nan, upper)


def predictive_values_of_many(
    counts: Counts, level: float, prevalence: float, *, positive: bool
) -> Limits:
    """Return the interval of many PPVs, or NPVs, where the share of positives is no estimate.

    Parameters
    ----------
    counts
        Arrays.
    level
        The two-sided confidence.
    prevalence
        The share of positives, in (0, 1).
    positive
        PPV; else NPV.

    Returns
    -------
    two arrays
        Square-and-add of the Wilson limits of sensitivity and specificity, in [0, 1].
    """
    if positive:
        hit, n_hit = counts.tp, counts.actual_positives
        fault, n_fault = counts.fp, counts.actual_negatives
        share = prevalence
    else:
        hit, n_hit = counts.tn, counts.actual_negatives
        fault, n_fault = counts.fn, counts.actual_positives
        share = 1.0 - prevalence
    hits, faults = wilson_of_many(hit, n_hit, level), wilson_of_many(fault, n_fault, level)

    def value(right: NDArray[np.float64], wrong: NDArray[np.float64]) -> NDArray[np.float64]:
        return share * right / (share * right + (1.0 - share) * wrong)

    with np.errstate(invalid="ignore", divide="ignore"):
        rate, other = np.asarray(hit) / n_hit, np.asarray(fault) / n_fault
        middle = value(rate, other)
        ends = [
            [value(end, other) for end in hits],
            [value(rate, end) for end in faults],
        ]
        down = sum(np.square(np.maximum(0.0, middle - np.fmin(*pair))) for pair in ends)
        up = sum(np.square(np.maximum(0.0, np.fmax(*pair) - middle)) for pair in ends)
    return np.maximum(0.0, middle - np.sqrt(down)), np.minimum(1.0, middle + np.sqrt(up))
