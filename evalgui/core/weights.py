"""Weights of rows that are not whole: exact sums of them, and how many rows they are worth.

Sums are counted in parts, so many of which are a weight of 1: whole numbers, which add up exactly
in any order. Rates, curves and areas are the same in parts as in weights; `Steps.sums_of` goes
back to weights.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_COUNTS = phrase("the weights have fractions, and are no counts")
"""Why there is nothing that needs whole numbers of independent rows."""

_MOST_DECIMALS = 9


class SumOfWeights(float):
    """A sum of weights, which stays as short in decimals as what is added to it.

    Examples
    --------
    >>> 42.1 + 32.7, SumOfWeights(42.1) + SumOfWeights(32.7), SumOfWeights(1 / 3) + 0
    (74.80000000000001, 74.8, 0.3333333333333333)
    """

    __slots__ = ()

    def __add__(self, other: float, /) -> SumOfWeights:
        total: SumOfWeights = _short(super().__add__(other))
        return total

    def __radd__(self, other: float, /) -> SumOfWeights:
        return self + other

    def __sub__(self, other: float, /) -> SumOfWeights:
        rest: SumOfWeights = _short(super().__sub__(other))
        return rest


def _short(total: Any) -> Any:  # noqa: ANN401 - what adding returns, be it that it cannot
    """Return the decimal number beside a sum, if nothing lies between but what doubles round."""
    if not isinstance(total, float):
        return total
    short = round(total, _MOST_DECIMALS)
    return SumOfWeights(short if abs(short - total) <= 2 * math.ulp(total) else total)


def in_parts(weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], float]:
    """Return weights as whole numbers of parts, and how many parts are a weight of 1.

    Parameters
    ----------
    weights : (n,) array of float64
        Finite, not negative, not all 0.

    Returns
    -------
    parts : (n,) array of int64
        All together at most `LARGEST_TOTAL`.
    unit
        1 for whole weights; a power of ten where decimals say them exactly, else the power of
        two with which no weight is moved by more than 2**-53 of their sum.

    Examples
    --------
    >>> in_parts(np.array([0.5, 1.25])), in_parts(np.array([2.0, 3.0]))
    ((array([ 50, 125]), 100.0), (array([2, 3]), 1.0))
    """
    total = float(weights.sum())
    for decimals in range(_MOST_DECIMALS + 1):
        unit = 10.0**decimals
        if total * unit > LARGEST_TOTAL / 2:
            break
        parts = np.rint(weights * unit)
        if np.array_equal(parts / unit, weights):
            return parts.astype(np.int64), unit
    # Rounding moves each weight by half a part at most.
    exponent = math.floor(math.log2((LARGEST_TOTAL - len(weights)) / total))
    return np.rint(np.ldexp(weights, exponent)).astype(np.int64), math.ldexp(1.0, exponent)
