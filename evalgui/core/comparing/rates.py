"""Intervals of the difference of two rates, from the Wilson limits of each (MOVER)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.comparing.joint import Fourfold
from evalgui.core.intervals.proportions import UNDEFINED, wilson
from evalgui.core.intervals.square_and_add import difference_of_rates

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.measured import Interval

_LEAST_P = 2.0**-52  # of which the level is still told apart from 1


@dataclass(frozen=True, slots=True)
class RateDifference:
    """A rate of the first classifier less that of the second.

    Parameters
    ----------
    first, second
        Both rates; NaN where a denominator is 0.
    interval
        Where the true difference lies.
    p
        The two-sided p value of there being none, NaN where there is nothing to test.
    test
        The name of the test.
    statistic
        Its chi-square with one degree of freedom, NaN where there is none; of McNemar's test
        the one without a correction, also where the test is the exact one.
    intervals
        Of each rate alone, the first one first; none where the share of positives takes part.
    """

    first: float
    second: float
    interval: Interval
    p: float
    test: str
    statistic: float
    intervals: tuple[Interval, ...] = ()

    @property
    def difference(self) -> float:
        """The first less the second."""
        return self.first - self.second


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
    rows = Fourfold(both, first_only, second_only, neither)
    n = rows.n
    return correlated((rows.first, n), (rows.second, n), phi(rows), level) if n else UNDEFINED


def phi(rows: Fourfold) -> float:
    """Return the correlation of two things that rows have or have not, as of Newcombe's method 10.

    In [-1, 1]; 0 where all or none have one of both. That of few rows is too large: where it is
    positive, something is taken off.
    """
    margins = rows.first * (rows.n - rows.first) * rows.second * (rows.n - rows.second)
    excess = float(rows.both * rows.neither - rows.first_only * rows.second_only)
    if excess > 0:
        excess = max(excess - rows.n / 2, 0.0)
    return excess / math.sqrt(margins) if margins else 0.0


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
