"""The four counts of a two-class decision, and the only place that divides.

Everything takes scalars or arrays: Python integers are computed exactly, arrays in float64.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from evalgui.core.recording import Recorded

if TYPE_CHECKING:
    from numpy.typing import NDArray

Count: TypeAlias = "int | NDArray[np.int64]"
Real: TypeAlias = "float | NDArray[Any]"  # float64, once it leaves a measure
Number: TypeAlias = "float | NDArray[Any]"

LARGEST_TOTAL = 2**53
"""The most rows that are counted: every count up to here is exact as a double, too."""

ARRAY = cast("tuple[type[NDArray[Any]], ...]", (np.ndarray, Recorded))
"""What numpy computes with element by element, now or when it is replayed."""

ROOT_ERROR = Fraction(1, 10**148)
"""By how much two equal values may differ that are computed from roots of fractions.

Unequal ones, such as of correlations, are farther apart: their squares have a common
denominator of eight margins.
"""

_SAFE = 2.0**62  # well below what int64 holds, since bounds themselves are rounded
_ROOT_DIGITS = 10**150
_SPLITTER = 134217729.0  # 2**27 + 1: cuts a double into two halves whose products are exact


@dataclass(frozen=True, slots=True)
class Counts:
    """True and false positives and negatives: four integers, or four arrays of one shape.

    Parameters
    ----------
    tp, fp, fn, tn
        Numbers of rows, not negative: true positives, false positives, false negatives
        and true negatives. Python integers of any size, or int64 arrays of one shape.

    Examples
    --------
    >>> counts = Counts(tp=70, fp=20, fn=30, tn=80)
    >>> counts.actual_positives, counts.predicted_positives, counts.n
    (100, 90, 200)
    """

    tp: Count
    fp: Count
    fn: Count
    tn: Count

    @property
    def actual_positives(self) -> Count:
        """TP + FN: the rows whose truth is positive."""
        return self.tp + self.fn

    @property
    def actual_negatives(self) -> Count:
        """FP + TN: the rows whose truth is negative."""
        return self.fp + self.tn

    @property
    def predicted_positives(self) -> Count:
        """TP + FP: the rows that are called positive."""
        return self.tp + self.fp

    @property
    def predicted_negatives(self) -> Count:
        """FN + TN: the rows that are called negative."""
        return self.fn + self.tn

    @property
    def correct(self) -> Count:
        """TP + TN: the rows that are called right."""
        return self.tp + self.tn

    @property
    def wrong(self) -> Count:
        """FP + FN: the rows that are called wrong."""
        return self.fp + self.fn

    @property
    def n(self) -> Count:
        """The number of rows."""
        return self.tp + self.fp + self.fn + self.tn

    @property
    def determinant(self) -> Number:
        """TP TN - FP FN: above 0 where truth and call agree more than by chance."""
        return difference_of_products(self.tp, self.tn, self.fp, self.fn)

    @property
    def concordant(self) -> Number:
        """TP TN: pairs of a positive and a negative that are both called right."""
        return product(self.tp, self.tn)

    @property
    def discordant(self) -> Number:
        """FP FN: pairs of a positive and a negative that are both called wrong."""
        return product(self.fp, self.fn)

    def weighed_errors(self, fn_weight: float, fp_weight: float) -> Number:
        """Return the sum of FN and FP, each multiplied by a weight."""
        if fn_weight == fp_weight:
            return self.wrong if fn_weight == 1 else fn_weight * self.wrong
        return fn_weight * self.fn + fp_weight * self.fp

    @property
    def root_of_margins(self) -> Real:
        """The square root of P N (TP + FP) (TN + FN)."""
        return square_root(
            product(
                product(self.actual_positives, self.actual_negatives),
                product(self.predicted_positives, self.predicted_negatives),
            )
        )


def whole_or_sum(count: Count) -> int:
    """Return a count of one operating point as a number.

    An integer, as its type says, but for sums of weights that are not whole: those are floats.
    """
    return cast("int", count)


def doubles(values: Number | Recorded) -> NDArray[np.float64]:
    """Return an array of float64 of some values; what is recorded stays what it is."""
    if isinstance(values, Recorded):
        return cast("NDArray[np.float64]", values)
    return np.asarray(values, dtype=np.float64)


def divide(numerator: Number, denominator: Number) -> Real:
    """Divide, and know what is undefined.

    Parameters
    ----------
    numerator, denominator
        Scalars or arrays that broadcast.

    Returns
    -------
    float or float64 array
        The quotient. NaN where 0/0 (undefined) or where an operand is NaN; ``+inf`` or
        ``-inf`` where a number other than 0 is divided by 0. Integers are divided exactly
        and rounded once.

    Examples
    --------
    >>> divide(1, 4), divide(0, 0), divide(3, 0)
    (0.25, nan, inf)
    """
    if isinstance(numerator, ARRAY) or isinstance(denominator, ARRAY):
        with np.errstate(divide="ignore", invalid="ignore"):
            return doubles(np.true_divide(numerator, denominator))
    if denominator == 0:
        if numerator == 0 or math.isnan(numerator):
            return math.nan
        return math.inf if numerator > 0 else -math.inf
    return numerator / denominator


def square_root(value: Number | Fraction) -> Real:
    """Return the square root of a value that is not negative; NaN stays NaN.

    That of a fraction is a fraction, too, with more than a hundred correct digits: what is made
    of it is told apart from another value by more than `ROOT_ERROR`.
    """
    if isinstance(value, ARRAY):
        return doubles(np.sqrt(value))
    if isinstance(value, Fraction):
        return cast("float", _root_of_fraction(value))  # a real number, as all others are
    return math.sqrt(value)


def logarithm(value: Number) -> Real:
    """Return the natural logarithm: ``-inf`` at 0, ``+inf`` at ``+inf``, NaN at NaN."""
    if isinstance(value, ARRAY):
        with np.errstate(divide="ignore"):
            return doubles(np.log(value))
    if value == 0:
        return -math.inf
    return math.log(value)


def product(first: Number, second: Number, *others: Number) -> Number:
    """Multiply without overflow: integers exactly, arrays in float64.

    Examples
    --------
    >>> product(10**12, 10**12, 10**12)
    1000000000000000000000000000000000000
    """
    # Written out for two, since a moved threshold multiplies some hundred times.
    first = doubles(first) if isinstance(first, ARRAY) else first
    second = doubles(second) if isinstance(second, ARRAY) else second
    return product(first * second, *others) if others else first * second


def difference_of_products(a: Count, b: Count, c: Count, d: Count) -> Number:
    """Return ``a * b - c * d`` for counts up to 2**53, without cancellation.

    Python integers are exact. Arrays are computed in float64 with the rounding error of
    each product carried along (Dekker's product), so that a difference near 0 keeps its
    sign and its digits.

    References
    ----------
    T. J. Dekker, "A floating-point technique for extending the available precision",
    Numerische Mathematik 18 (1971), section 5.

    Examples
    --------
    >>> big = np.array([10**12 + 1])
    >>> difference_of_products(big, big, big + 1, big - 1)
    array([1.])
    """
    scalars = not (isinstance(a, ARRAY) or isinstance(b, ARRAY))
    if scalars and not (isinstance(c, ARRAY) or isinstance(d, ARRAY)):
        return a * b - c * d
    first, first_error = _exact_product(a, b)
    second, second_error = _exact_product(c, d)
    return (first - second) + (first_error - second_error)


def exact_dot(first: NDArray[np.int64], second: NDArray[np.int64]) -> int:
    """Return ``sum(first * second)`` of numbers that are not negative, never overflowing.

    Examples
    --------
    >>> exact_dot(np.array([10**12, 1]), np.array([10**12, 1]))
    1000000000000000000000001
    """
    if not first.size:
        return 0
    tops = float(first.max()), float(second.max())
    sums = float(first.sum(dtype=np.float64)), float(second.sum(dtype=np.float64))
    bound = min(tops[0] * sums[1], sums[0] * tops[1])
    return int(np.dot(unbounded(first, bound), unbounded(second, bound)))


def unbounded(values: NDArray[np.int64], largest: float) -> NDArray[Any]:
    """Return integers to compute with where no result exceeds a magnitude.

    Parameters
    ----------
    values
        Any integers.
    largest
        The greatest magnitude that what is computed of them can have.

    Returns
    -------
    array of int64 or of Python integers
        The same numbers: int64 where `largest` fits, else integers that know no bound, and
        that take some 20 times as long.

    Examples
    --------
    >>> unbounded(np.array([10**12]), 1e24) ** 2
    array([1000000000000000000000000], dtype=object)
    """
    return values if largest < _SAFE else values.astype(object)


def _root_of_fraction(value: Fraction) -> Fraction:
    """Return the square root of a fraction that is not negative, rounded down."""
    root = math.isqrt(value.numerator * value.denominator * _ROOT_DIGITS**2)
    return Fraction(root, value.denominator * _ROOT_DIGITS)


def _exact_product(a: Count, b: Count) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return a * b as a rounded double and the exact rest: p + rest == a * b."""
    x, y = doubles(a), doubles(b)
    x_high, x_low = _split(x)
    y_high, y_low = _split(y)
    rounded = x * y
    rest = ((x_high * y_high - rounded) + x_high * y_low + x_low * y_high) + x_low * y_low
    return rounded, rest


def _split(x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    scaled = _SPLITTER * x
    high = scaled - (scaled - x)
    return high, x - high
