"""How many are needed, and what a number of them attains: closed forms, numbers in and out.

`core.planning` puts them to the questions that a study asks. z is the two-sided normal quantile
of a level, unless a limit is one-sided.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from evalgui.core.intervals.proportions import beta_quantile
from evalgui.core.normal import deviate

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 10**12
"""No study has more: what would need it is refused."""


class TooManyError(ValueError):
    """More would be needed than `LARGEST`."""


def two_sided(level: float) -> float:
    """Return z of a two-sided interval.

    Examples
    --------
    >>> round(two_sided(0.95), 6)
    1.959964
    """
    return deviate(0.5 + level / 2)


def one_sided(level: float) -> float:
    """Return z of a one-sided limit.

    Examples
    --------
    >>> round(one_sided(0.95), 6)
    1.644854
    """
    return deviate(level)


# ------------------------------------------------------------------------- proportions


def for_standard_error(rate: float, standard_error: float) -> int:
    """Return the smallest n with sqrt(p (1 - p) / n) at most a standard error.

    Parameters
    ----------
    rate
        The expected proportion p, in (0, 1).
    standard_error
        Above 0.

    Examples
    --------
    >>> for_standard_error(0.9, 0.025)
    144
    """
    p, error = Fraction(repr(float(rate))), Fraction(repr(float(standard_error)))
    return _checked(math.ceil(p * (1 - p) / error**2))


def standard_error(rate: float, n: int) -> float:
    """Return sqrt(p (1 - p) / n)."""
    return math.sqrt(rate * (1.0 - rate) / n)


def for_wilson_width(rate: float, width: float, level: float = 0.95) -> int:
    """Return the smallest n whose Wilson interval is at most so wide.

    Parameters
    ----------
    rate
        The expected proportion p, in [0, 1]; the count k = p n is not rounded.
    width
        In (0, 1).
    level
        The two-sided confidence.

    References
    ----------
    The positive root of w^2 n^2 + 2 z^2 (w^2 - 2 p (1 - p)) n - z^4 (1 - w^2) = 0, which is
    the width of `wilson_width` set to w.

    Examples
    --------
    >>> for_wilson_width(0.9, 0.1), for_wilson_width(0.5, 0.2)
    (141, 93)
    """
    z2 = two_sided(level) ** 2
    half = z2 * (width**2 - 2.0 * rate * (1.0 - rate))
    root = (math.hypot(half, width * z2 * math.sqrt(1.0 - width**2)) - half) / width**2
    return _from(root, lambda n: wilson_width(rate, n, level) <= width)


def wilson_width(rate: float, n: int, level: float = 0.95) -> float:
    """Return the width of the Wilson interval of k = p n of n.

    Examples
    --------
    >>> wilson_width(0.9, 140) > 0.1 >= wilson_width(0.9, 141)
    True
    """
    z = two_sided(level)
    return z * math.sqrt(4.0 * n * rate * (1.0 - rate) + z * z) / (n + z * z)


def for_lower_limit(rate: float, limit: float, level: float = 0.95) -> int:
    """Return the smallest n whose one-sided Clopper-Pearson lower limit is at least so high.

    Parameters
    ----------
    rate
        The expected proportion p, in (0, 1]; the count k = p n is not rounded.
    limit
        Above 0 and below the rate.
    level
        The one-sided confidence.

    Examples
    --------
    >>> for_lower_limit(1.0, 0.95), for_lower_limit(0.9, 0.8)
    (59, 50)
    """
    return _searched(lambda n: lower_limit(rate, n, level) >= limit)


def lower_limit(rate: float, n: int, level: float = 0.95) -> float:
    """Return the one-sided Clopper-Pearson lower limit of k = p n of n: 0 at k = 0.

    Examples
    --------
    >>> round(lower_limit(1.0, 59), 6)
    0.950492
    """
    k = rate * n
    return beta_quantile(k, n - k + 1.0, 1.0 - level) if k > 0 else 0.0


def for_upper_limit(rate: float, limit: float, level: float = 0.95) -> int:
    """Return the smallest n whose one-sided Clopper-Pearson upper limit is at most so low.

    Examples
    --------
    >>> for_upper_limit(0.0, 0.05)
    59
    """
    return _searched(lambda n: upper_limit(rate, n, level) <= limit)


def upper_limit(rate: float, n: int, level: float = 0.95) -> float:
    """Return the one-sided Clopper-Pearson upper limit of k = p n of n: 1 at k = n."""
    k = rate * n
    return beta_quantile(k + 1.0, n - k, 1.0 - level, is_upper=True) if k < n else 1.0


# ------------------------------------------------------------------------- claims


def for_claim(rate: float, level: float = 0.95) -> int:
    """Return how many comparisons without an error support the claim of a rate below this.

    It is -ln(alpha) / x, rounded up: the rule of 3 at 95 %, of 2.3 at 90 % and of 1.6 at 80 %.

    Examples
    --------
    >>> for_claim(0.001), for_claim(0.001, 0.9), for_claim(0.001, 0.8)
    (2996, 2303, 1610)
    """
    return _checked(math.ceil(-math.log1p(-level) / rate))


def claim(n: int, level: float = 0.95) -> float:
    """Return below which rate n comparisons without an error let it be claimed; at most 1.

    Examples
    --------
    >>> round(claim(10_000), 8)
    0.00029957
    """
    return min(-math.log1p(-level) / n, 1.0)


# ------------------------------------------------------------------------- AUC


def auc_standard_error(auc: float, n_positive: int, n_negative: int) -> float:
    """Return the standard error of an AUC that is expected, of scores that are exponential.

    References
    ----------
    Hanley, McNeil, "The meaning and use of the area under a ROC curve", Radiology 143 (1982).

    Examples
    --------
    >>> round(auc_standard_error(0.85, 50, 100), 6)
    0.03672
    """
    q1, q2 = auc / (2.0 - auc), 2.0 * auc * auc / (1.0 + auc)
    spread = (n_positive - 1) * (q1 - auc * auc) + (n_negative - 1) * (q2 - auc * auc)
    return math.sqrt((auc * (1.0 - auc) + spread) / (n_positive * n_negative))


def auc_limits(auc: float, error: float, z: float) -> tuple[float, float]:
    """Return the limits of an AUC on the logit scale, given its standard error."""
    odds = math.log(auc / (1.0 - auc))
    step = z * error / (auc * (1.0 - auc))
    return _logistic(odds - step), _logistic(odds + step)


def positives_for_auc(
    auc: float, is_enough: Callable[[float], bool], negatives_per_positive: Fraction = Fraction(1)
) -> tuple[int, int]:
    """Return the smallest numbers of positives and negatives whose standard error is enough.

    Parameters
    ----------
    auc
        The expected area, in (0, 1).
    is_enough
        Of a standard error; true for every smaller one, too.
    negatives_per_positive
        There are this many for each positive, rounded up.

    Examples
    --------
    >>> positives_for_auc(0.85, lambda error: error <= 0.03)
    (85, 85)
    """

    def negatives(n: int) -> int:
        return max(2, math.ceil(negatives_per_positive * n))

    n = _searched(lambda n: is_enough(auc_standard_error(auc, n, negatives(n))), first=2)
    return n, negatives(n)


def auc_difference_error(
    areas: tuple[float, float], n_positive: int, n_negative: int, correlation: float | None
) -> float:
    """Return the standard error of the difference of two AUCs that are expected.

    Parameters
    ----------
    areas
        Of both scores, each in (0, 1).
    n_positive, n_negative
        The rows of each class that each score has.
    correlation
        Of both scores of the same rows within a class, in [-1, 1]; None for rows of their own.

    Returns
    -------
    float
        That which DeLong's method has in the mean, of scores that are normal and equally spread
        in both classes.

    References
    ----------
    Hanley and McNeil 1982 and 1983 (Radiology 143:29, 148:839); the mean of the products of
    DeLong, DeLong and Clarke-Pearson 1988 is, of normal scores, the probability that two normal
    numbers are both below the deviates of the areas (Obuchowski 1997), here by Plackett's
    integral over their correlation.

    Examples
    --------
    >>> round(auc_difference_error((0.85, 0.8), 100, 100, 0.5), 4)
    0.0305
    >>> auc_difference_error((0.8, 0.8), 100, 100, 1.0)
    0.0
    """

    def covariance(one: float, other: float, shared: float) -> float:
        of_rows = _both_below(one, other, shared / 2.0) * (n_positive + n_negative - 2)
        return (_both_below(one, other, shared) + of_rows) / (n_positive * n_negative)

    one, other = areas
    both = 0.0 if correlation is None else covariance(one, other, correlation)
    variance = covariance(one, one, 1.0) + covariance(other, other, 1.0) - 2.0 * both
    return math.sqrt(max(variance, 0.0))


def _both_below(one: float, other: float, correlation: float) -> float:
    """Return by how much two normal numbers are both below their deviates more often than apart."""
    import numpy as np

    h, k = deviate(one), deviate(other)
    at, weights = np.polynomial.legendre.leggauss(64)
    half = math.asin(correlation) / 2.0
    sines = np.sin(half * (at + 1.0))
    density = np.exp(-(h * h + k * k - 2.0 * h * k * sines) / (2.0 * (1.0 - sines * sines)))
    return float(half * (weights @ density)) / (2.0 * math.pi)


def smallest(is_enough: Callable[[int], bool], first: int = 1) -> int:
    """Return the smallest n that is enough, from a first one on; every larger one is, too.

    Raises
    ------
    TooManyError
        If none up to `LARGEST` is.
    """
    return _searched(is_enough, first)


# ------------------------------------------------------------------------- pairs


def pairs_for_mcnemar(
    one_only: float, other_only: float, power: float = 0.8, level: float = 0.95
) -> int:
    """Return how many rows both classifiers must call for McNemar's test to tell them apart.

    Parameters
    ----------
    one_only, other_only
        The shares of rows that one of them alone calls rightly; not equal, at most 1 together.
    power
        The chance to find the difference.
    level
        1 - alpha of the two-sided test.

    References
    ----------
    Connor, "Sample size for testing differences in proportions for the paired-sample design",
    Biometrics 43 (1987): (z_a sqrt(s) + z_b sqrt(s - d^2))^2 / d^2.

    Examples
    --------
    >>> pairs_for_mcnemar(0.2, 0.1)
    234
    """
    both, apart = one_only + other_only, one_only - other_only
    spread = math.sqrt(max(both - apart * apart, 0.0))
    return _checked(
        math.ceil((two_sided(level) * math.sqrt(both) + deviate(power) * spread) ** 2 / apart**2)
    )


# ------------------------------------------------------------------------- inside


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > 0 else math.exp(x) / (1.0 + math.exp(x))


def _checked(n: int) -> int:
    if n > LARGEST:
        raise TooManyError
    return max(n, 1)


def _from(root: float, is_enough: Callable[[int], bool]) -> int:
    """Return the smallest n that is enough, given where that is but for rounding."""
    n = _checked(max(1, math.floor(min(root, 2.0 * LARGEST)) - 1))
    while not is_enough(n):
        n += 1
    return n


def _searched(is_enough: Callable[[int], bool], first: int = 1) -> int:
    """Return the smallest n that is enough; every larger one is, too."""
    high = first
    while not is_enough(high):
        high = _checked(high * 2)
    low = high // 2 if high > first else first - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high
