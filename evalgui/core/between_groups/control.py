"""Limits of control: what counts periods, or groups, show whose rate is that of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def equal_counts(
    n: NDArray[np.integer], rate: float, outside: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return between which counts each of some groups lies whose rows have one rate.

    Parameters
    ----------
    n : (g,) array of int
        The rows of each group, from 0.
    rate
        Of all, in [0, 1].
    outside
        The probability, above 0, that is left beyond both limits: at most half of it on each side.

    Returns
    -------
    low, high : (g,) arrays of int64
        Counts from 0 to n, both inside.

    References
    ----------
    Montgomery, Introduction to Statistical Quality Control: a p chart, with limits of the binomial
    distribution itself in the place of three standard errors.

    Examples
    --------
    >>> [one.tolist() for one in equal_counts(np.array([20, 1]), 0.9, 0.05)]
    [[15, 0], [20, 1]]
    """
    return _quantile(n, rate, outside / 2, is_above=True), _quantile(n, rate, 1.0 - outside / 2)


def _quantile(
    n: NDArray[np.integer], rate: float, probability: float, *, is_above: bool = False
) -> NDArray[np.int64]:
    """Return the least counts whose cumulated probability reaches one, or exceeds it."""
    from scipy.special import bdtr  # a fifth of a start-up

    low, high = np.zeros(len(n), np.int64), np.asarray(n, np.int64).copy()
    while (low < high).any():
        middle = (low + high) // 2
        below = bdtr(middle.astype(np.float64), n, rate)
        reaches = below > probability if is_above else below >= probability
        high, low = np.where(reaches, middle, high), np.where(reaches, low, middle + 1)
        low = np.minimum(low, high)
    return low
