"""Intervals of the difference of two rates, from the Wilson limits of each (MOVER)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.intervals.square_and_add import difference_of_rates

if TYPE_CHECKING:
    from collections.abc import Callable

_LEAST_P = 2.0**-52  # of which the level is still told apart from 1


def paired(
    both: int, first_only: int, second_only: int, neither: int, level: float
) -> tuple[float, float]:
    """Return the limits of the difference of two rates on the same rows, the first less the second.

    Parameters
    ----------
    both, first_only, second_only, neither
        The rows that are counted by both rates, one of them, or none.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        Within [-1, 1]; NaN without rows.

    References
    ----------
    Newcombe, "Improved confidence intervals for the difference between binomial proportions
    based on paired data", Statistics in Medicine 17 (1998), method 10.

    Examples
    --------
    >>> [round(limit, 6) for limit in paired(20, 12, 2, 16, 0.95)]
    [0.056156, 0.329207]
    """
    n = both + first_only + second_only + neither
    if not n:
        return UNDEFINED
    first, second = both + first_only, both + second_only
    margins = first * (n - first) * second * (n - second)
    excess = float(both * neither - first_only * second_only)
    if excess > 0:  # the correlation of few rows is too large
        excess = max(excess - n / 2, 0.0)
    correlation = excess / math.sqrt(margins) if margins else 0.0
    return correlated((first, n), (second, n), correlation, level)


def unpaired(first: tuple[int, int], second: tuple[int, int], level: float) -> tuple[float, float]:
    """Return the limits of the difference of two rates on rows of their own.

    Parameters
    ----------
    first, second
        k and n of each.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        Within [-1, 1]; NaN where an n is 0.

    References
    ----------
    Newcombe, "Interval estimation for the difference between independent proportions",
    Statistics in Medicine 17 (1998), method 10.
    """
    return difference_of_rates(*first, *second, level)


def correlated(
    first: tuple[float, float], second: tuple[float, float], correlation: float, level: float
) -> tuple[float, float]:
    """Return the limits of the difference of two rates whose estimates have a correlation.

    References
    ----------
    Zou, "Toward using confidence intervals to compare correlations", Psychological Methods 12
    (2007), eq. 15.
    """
    if not (first[1] and second[1]):
        return UNDEFINED
    one, other = ((k / n, *wilson(k, n, level)) for k, n in (first, second))
    low, high = limits_of_difference(one, other, correlation)
    return max(low, -1.0), min(high, 1.0)


def limits_of_difference(
    first: tuple[float, float, float], second: tuple[float, float, float], correlation: float
) -> tuple[float, float]:
    """Return the limits of a difference from those of both numbers, which may leave a range.

    Parameters
    ----------
    first, second
        Each number with its lower and its upper limit; NaN gives NaN.
    correlation
        That of both estimates, in [-1, 1].

    References
    ----------
    As of `correlated`.
    """
    (one, low_1, high_1), (other, low_2, high_2) = first, second
    difference = one - other
    down = _together(one - low_1, high_2 - other, correlation)
    up = _together(high_1 - one, other - low_2, correlation)
    return difference - down, difference + up


def p_of_limits(limits: Callable[[float], tuple[float, float]]) -> float:
    """Return the two-sided p value of no difference: 1 less the highest level that leaves out 0.

    Parameters
    ----------
    limits
        A function of the level to the limits of the difference, which are no further apart at a
        lower level.

    Returns
    -------
    float
        From 2e-16 to 1.
    """

    def leaves_out_zero(p: float) -> bool:
        lower, upper = limits(1.0 - p)
        return lower > 0 or upper < 0

    low, high = _LEAST_P, 1.0
    if leaves_out_zero(low):
        return low
    while low < (middle := math.sqrt(low * high)) < high and high > low * (1.0 + 1e-12):
        low, high = (low, middle) if leaves_out_zero(middle) else (middle, high)
    return high


def pooled_chi_square(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return the statistic of two rates on rows of their own being the same.

    That of the fourfold table without a correction, one degree of freedom: the square of the
    normal test with the pooled rate. NaN where an n is 0, or both rates are 0 or both 1.
    """
    (k_1, n_1), (k_2, n_2) = first, second
    k, n = k_1 + k_2, n_1 + n_2
    if not (n_1 and n_2 and 0 < k < n):
        return math.nan
    variance = k / n * ((n - k) / n) * (1 / n_1 + 1 / n_2)
    return (k_1 / n_1 - k_2 / n_2) ** 2 / variance


def _together(own: float, other: float, correlation: float) -> float:
    """Return the length of two distances at an angle that their correlation gives."""
    return math.sqrt(max(own * own - 2 * correlation * own * other + other * other, 0.0))
