"""How likely a statistic is where there is no difference."""

from __future__ import annotations

import math

_MOST_EXACT = 200


def two_sided(z: float) -> float:
    """Return the chance that a normal deviate lies as far from 0, on either side.

    Examples
    --------
    >>> round(two_sided(1.959963984540054), 12)
    0.05
    """
    return math.erfc(abs(z) * math.sqrt(0.5))


def beyond_chi_square(statistic: float) -> float:
    """Return the chance that a chi-square with one degree of freedom is as large."""
    return two_sided(math.sqrt(statistic))


def of_halves(fewer: int, n: int) -> float:
    """Return the two-sided chance of so uneven a split of n, where each side is as likely.

    Parameters
    ----------
    fewer
        The smaller part.
    n
        All.

    Returns
    -------
    float
        Twice the tail, at most 1: from whole numbers where n is small, so that it is exact.

    Examples
    --------
    >>> of_halves(3, 15)
    0.03515625
    """
    if n <= _MOST_EXACT:
        tail = sum(math.comb(n, k) for k in range(fewer + 1))
        return min(1.0, float(2 * tail / (1 << n)))
    from scipy.special import bdtr  # a fifth of a start-up

    return min(1.0, 2.0 * float(bdtr(fewer, n, 0.5)))
