"""Intervals of one proportion k/n. The numbers need not be whole: n may be an effective one."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.method import Method
from evalgui.core.measured import Sided
from evalgui.core.normal import deviate
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNDEFINED = (math.nan, math.nan)
_NEAR = 1e-9  # of a tail: so near a quantile is as exact as limits are told


@lru_cache(maxsize=64)
def deviate_of(level: float) -> float:
    """Return the z of a two-sided level: 1.96 of 0.95.

    Examples
    --------
    >>> round(deviate_of(0.95), 6)
    1.959964
    """
    return -deviate((1.0 - level) / 2.0)


def beta_quantile(a: float, b: float, tail: float, *, is_upper: bool = False) -> float:
    """Return the quantile of a Beta distribution that leaves a tail below it, or above it.

    Parameters
    ----------
    a, b
        Its parameters, above 0.
    tail
        The probability of the tail, between 0 and 1.
    is_upper
        Whether the tail lies above.

    Notes
    -----
    What scipy inverts is tried by the function itself: its inverse of the parameter 1000 beside
    ones beyond 10^7 is wrong, at 1000 of 10^9 by a factor of 2. Such a quantile is found by
    halving.

    Examples
    --------
    >>> round(beta_quantile(1000, 10**9 - 999, 0.025) * 1e9, 6)
    938.973047
    """
    from scipy.special import betainc, betaincc, betainccinv, betaincinv  # a fifth of a start-up

    of_tail, inverse = (betaincc, betainccinv) if is_upper else (betainc, betaincinv)
    found = float(inverse(a, b, tail))
    if abs(float(of_tail(a, b, found)) - tail) <= _NEAR * tail:
        return found
    low, high = 0.0, 1.0
    while low < (middle := (low + high) / 2) < high:
        if (float(of_tail(a, b, middle)) > tail) == is_upper:
            low = middle
        else:
            high = middle
    return high


def wilson(k: float, n: float, level: float) -> tuple[float, float]:
    """Return the score interval: the proportions that a normal test does not reject.

    Parameters
    ----------
    k, n
        Out of n, k; 0 <= k <= n.
    level
        The two-sided confidence.

    Returns
    -------
    tuple of float
        Within [0, 1], exactly 0 below at k = 0 and exactly 1 above at k = n; NaN where n is 0.

    References
    ----------
    Wilson 1927; Newcombe 1998 (Statistics in Medicine 17:857), method 3.

    Examples
    --------
    >>> [round(limit, 6) for limit in wilson(0, 20, 0.95)]
    [0.0, 0.161125]
    """
    if not n > 0:
        return UNDEFINED
    z = deviate_of(level)
    squared = z * z
    # Beyond the middle the complement is taken, so that no limit is a difference near 0.
    few = min(k, n - k)
    sum_of_halves = few + squared / 2 + z * math.sqrt(few * (n - few) / n + squared / 4)
    upper = min(1.0, sum_of_halves / (n + squared))
    lower = few * few / (n * sum_of_halves)
    return (lower, upper) if k + k <= n else (1.0 - upper, 1.0 - lower)


def clopper_pearson(k: float, n: float, level: float) -> tuple[float, float]:
    """Return the exact interval of binomial tails; parameters and result as of `wilson`.

    References
    ----------
    Clopper and Pearson 1934.
    """
    tail = (1.0 - level) / 2.0
    return one_sided_lower(k, n, 1.0 - tail)[0], one_sided_upper(k, n, 1.0 - tail)[1]


def one_sided_lower(k: float, n: float, level: float) -> tuple[float, float]:
    """Return the exact lower limit with the whole error below it, and 1.

    Parameters
    ----------
    k, n
        As of `wilson`.
    level
        The one-sided confidence.

    Returns
    -------
    tuple of float
        The alpha quantile of Beta(k, n - k + 1), exactly 0 at k = 0; and 1.

    Examples
    --------
    >>> one_sided_lower(0, 60, 0.95)
    (0.0, 1.0)
    """
    if not n > 0:
        return UNDEFINED
    if k == 0:
        return 0.0, 1.0
    if k == n:
        return math.exp(math.log1p(-level) / n), 1.0
    return beta_quantile(k, n - k + 1, 1.0 - level), 1.0


def one_sided_upper(k: float, n: float, level: float) -> tuple[float, float]:
    """Return 0, and the exact upper limit with the whole error above it.

    Returns
    -------
    tuple of float
        0; and the 1 - alpha quantile of Beta(k + 1, n - k), exactly 1 at k = n.

    Examples
    --------
    >>> round(one_sided_upper(0, 3000, 0.95)[1], 7)
    0.0009981
    """
    if not n > 0:
        return UNDEFINED
    if k == n:
        return 0.0, 1.0
    if k == 0:
        return 0.0, -math.expm1(math.log1p(-level) / n)
    return 0.0, beta_quantile(k + 1, n - k, 1.0 - level, is_upper=True)


def are_upper_limits_below(
    k: NDArray[np.float64], n: NDArray[np.float64], target: float, level: float
) -> NDArray[np.bool_]:
    """Return whether the limit of `one_sided_upper` is at most a target, of many at once.

    Parameters
    ----------
    k, n : arrays of one shape
        Out of n, k.
    target
        Strictly between 0 and 1.
    level
        The one-sided confidence.

    Returns
    -------
    array of bool
        False where n is 0.

    Examples
    --------
    >>> are_upper_limits_below(np.array([0.0, 0.0]), np.array([29_000.0, 30_000.0]), 1e-4, 0.95)
    array([False,  True])
    """
    from scipy.special import betainc

    is_known = k < n
    below = betainc(np.where(is_known, k + 1.0, 1.0), np.where(is_known, n - k, 1.0), target)
    return np.asarray(is_known & (below >= level))


def jeffreys(k: float, n: float, level: float) -> tuple[float, float]:
    """Return the equal-tailed interval of Beta(k + 1/2, n - k + 1/2), without modification.

    Parameters and result as of `wilson`, but that no limit is 0 or 1: at k = 0 and k = n the
    value itself lies outside.

    References
    ----------
    Brown, Cai and DasGupta 2001, section 4.3, without the modification of section 4.3.1.
    """
    if not n > 0:
        return UNDEFINED
    tail = (1.0 - level) / 2.0
    shape = k + 0.5, n - k + 0.5
    return beta_quantile(*shape, tail), beta_quantile(*shape, tail, is_upper=True)


def agresti_coull(k: float, n: float, level: float) -> tuple[float, float]:
    """Return the interval around (k + z^2/2) / (n + z^2), clipped to [0, 1]; as of `wilson`.

    References
    ----------
    Agresti and Coull 1998.

    Examples
    --------
    >>> [round(limit, 6) for limit in agresti_coull(0, 20, 0.95)]
    [0.0, 0.18981]
    """
    if not n > 0:
        return UNDEFINED
    z = deviate_of(level)
    more = n + z * z
    centre = (k + z * z / 2) / more
    half = z * math.sqrt(centre * (1 - centre) / more)
    return max(0.0, centre - half), min(1.0, centre + half)


WILSON = Method(
    id="wilson",
    name=phrase("Wilson"),
    explanation=phrase(
        "The score interval. Its coverage is near the level on average, also for few "
        "rows and for rates near 0 or 1."
    ),
    compute=wilson,
    is_recommended=True,
    source="Wilson 1927; Newcombe 1998, method 3",
)
CLOPPER_PEARSON = Method(
    id="clopper-pearson",
    is_exact=True,
    name=phrase("Clopper-Pearson"),
    explanation=phrase(
        "The exact interval of binomial tails. It never covers less than the level, and "
        "is therefore wider than need be."
    ),
    compute=clopper_pearson,
    source="Clopper and Pearson 1934",
)
JEFFREYS = Method(
    id="jeffreys",
    name=phrase("Jeffreys"),
    explanation=phrase(
        "Quantiles of a Beta distribution, from a prior of half a row in each class. At "
        "0 of n and n of n the value itself lies outside."
    ),
    compute=jeffreys,
    assumes=phrase("the prior is Beta(1/2, 1/2)"),
    source="Brown, Cai and DasGupta 2001, without the modification at 0 and n",
)
AGRESTI_COULL = Method(
    id="agresti-coull",
    name=phrase("Agresti-Coull"),
    explanation=phrase(
        "A normal interval after z^2/2 of each outcome was added, cut at 0 and 1. Wider "
        "than Wilson's near 0 and 1."
    ),
    compute=agresti_coull,
    source="Agresti and Coull 1998, with z^2",
)
LOWER_LIMIT = Method(
    id="one-sided-lower",
    is_exact=True,
    name=phrase("one-sided Clopper-Pearson, lower"),
    explanation=phrase(
        "The exact lower limit alone, for the claim that a rate is at least so high."
    ),
    compute=one_sided_lower,
    sided=Sided.LOWER,
    source="Clopper and Pearson 1934",
)
UPPER_LIMIT = Method(
    id="one-sided-upper",
    is_exact=True,
    name=phrase("one-sided Clopper-Pearson, upper"),
    explanation=phrase(
        "The exact upper limit alone, for the claim that a rate is at most so high."
    ),
    compute=one_sided_upper,
    sided=Sided.UPPER,
    source="Clopper and Pearson 1934",
)

METHODS = (WILSON, CLOPPER_PEARSON, JEFFREYS, AGRESTI_COULL, LOWER_LIMIT, UPPER_LIMIT)
