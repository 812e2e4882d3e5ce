"""How far a sample of n strays from its distribution at most: the two-sided statistic D."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

_EXACT = 140
"""Up to so many rows the distribution of D is computed exactly; beyond, by its expansion."""

_TERMS = 20
_HALVINGS = 48
_SCALE = 1e140


@lru_cache(maxsize=64)
def quantile(n: int, level: float) -> float:
    """Return what D, the greatest distance to the distribution, exceeds in 1 - level of samples.

    Parameters
    ----------
    n
        The number of rows, from 1.
    level
        In (0, 1).

    Returns
    -------
    float
        In (0, 1).

    Examples
    --------
    >>> round(quantile(50, 0.95), 9)
    0.188406479
    """
    low, high = 0.5 / n, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if probability(n, middle) < level:
            low = middle
        else:
            high = middle
    return high


def probability(n: int, distance: float) -> float:
    """Return how probable it is that D is at most a distance.

    Parameters
    ----------
    n
        The number of rows, from 1.
    distance
        In [0, 1].

    References
    ----------
    Marsaglia, Tsang and Wang, "Evaluating Kolmogorov's distribution", Journal of Statistical
    Software 8 (2003); for many rows Pelz and Good, "Approximating the lower tail-areas of the
    Kolmogorov-Smirnov one-sample statistic", J. R. Statist. Soc. B 38 (1976).
    """
    if distance <= 0.5 / n:
        return 0.0
    if distance >= 1:
        return 1.0
    if n * distance * distance > 18:  # the rest is below 1e-15
        return 1.0
    return _exact(n, distance) if n <= _EXACT else _expanded(n, distance)


def _exact(n: int, distance: float) -> float:
    k = math.floor(n * distance) + 1
    size = 2 * k - 1
    rest = k - n * distance
    places = np.arange(size)
    matrix = (places[:, np.newaxis] - places + 1 >= 0).astype(np.float64)
    powers = rest ** np.arange(1, size + 1)
    matrix[:, 0] -= powers
    matrix[-1, :] -= powers[::-1]
    matrix[-1, 0] += max(2 * rest - 1, 0.0) ** size
    order = places[:, np.newaxis] - places + 1
    factorials = np.array([math.lgamma(one + 1) for one in range(size + 2)])
    matrix = np.where(order > 0, matrix * np.exp(-factorials[np.maximum(order, 0)]), matrix)
    power, exponent = _power(matrix, n)
    # n! / n^n, taken with the exponent of the power.
    scale = math.lgamma(n + 1) - n * math.log(n) + exponent
    found = power[k - 1, k - 1]
    return min(1.0, math.exp(math.log(found) + scale)) if found > 0 else 0.0


def _power(matrix: np.ndarray, n: int) -> tuple[np.ndarray, float]:
    """Return the power of a matrix as a matrix and the logarithm of a factor."""
    result, logarithm = np.eye(len(matrix)), 0.0
    base, of_base = matrix, 0.0
    while n:
        if n & 1:
            result, logarithm = result @ base, logarithm + of_base
            result, logarithm = _scaled(result, logarithm)
        base, of_base = _scaled(base @ base, 2 * of_base)
        n >>= 1
    return result, logarithm


def _scaled(matrix: np.ndarray, logarithm: float) -> tuple[np.ndarray, float]:
    top = float(np.abs(matrix).max())
    return (matrix / top, logarithm + math.log(top)) if top > _SCALE else (matrix, logarithm)


def _expanded(n: int, distance: float) -> float:
    z = math.sqrt(n) * distance
    squared = z * z
    odd = (np.arange(-_TERMS, _TERMS) + 0.5) ** 2 * math.pi**2
    whole = np.arange(-_TERMS, _TERMS + 1) ** 2 * math.pi**2
    of_odd, of_whole = np.exp(-odd / (2 * squared)), np.exp(-whole / (2 * squared))
    root = math.sqrt(math.pi / 2)
    first = 2 * root / z * float(np.sum(of_odd[_TERMS:]))
    second = root / (6 * z**4) * float(np.sum((odd - squared) * of_odd))
    inner = 6 * z**6 + 2 * z**4 + (2 * z**4 - 5 * squared) * odd + (1 - 2 * squared) * odd**2
    third = root / (72 * z**7) * float(np.sum(inner * of_odd))
    third -= root / (36 * z**3) * float(np.sum(whole * of_whole))
    inner = (
        (5 - 30 * squared) * odd**3
        + (212 * z**4 - 60 * squared) * odd**2
        + (135 * z**4 - 96 * z**6) * odd
        - (30 * z**6 + 90 * z**8)
    )
    fourth = root / (6480 * z**10) * float(np.sum(inner * of_odd))
    fourth += root / (216 * z**6) * float(np.sum((3 * whole * squared - whole**2) * of_whole))
    found: float = first + second / math.sqrt(n) + third / n + fourth / n**1.5
    return min(1.0, max(0.0, found))
