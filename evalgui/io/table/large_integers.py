"""Whole numbers beyond 2^53, which doubles skip: exact as differences from one of them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.meaning import DecimalSign
    from evalgui.io.table.pyarrow_names import ArrowColumn

LARGEST_EXACT_INTEGER = 2**53
_WHOLE = r"^[+-]?[0-9]+(?:\.0*)?$"
_NO_SIGN_NOR_ZEROS = r"^\+|\.0*$"


@dataclass(frozen=True, slots=True, eq=False)
class WholeNumbers:
    """A column of whole numbers, some of them beyond 2^53.

    Parameters
    ----------
    values : (n,) array of float64
        The exact differences from `base`; NaN where a cell is missing. Where `n_inexact` is
        not 0, the nearest doubles.
    base
        What was taken from each; 0 where every number is a double.
    n_inexact
        How many different numbers no double is, where they lie too far apart for differences.
    """

    values: NDArray[np.float64]
    base: int = 0
    n_inexact: int = 0


def are_beyond(values: NDArray[np.floating]) -> bool:
    """Return whether doubles, all of them finite or NaN, may not be the whole numbers meant."""
    if not len(values):
        return False
    highest, lowest = np.fmax.reduce(values), np.fmin.reduce(values)
    largest = max(abs(float(highest)), abs(float(lowest)))
    return LARGEST_EXACT_INTEGER <= largest < np.inf


def n_tied_beyond(values: NDArray[np.floating], lowest: float, highest: float) -> int:
    """Return how many numbers that occur more than once lie where their type skips whole numbers.

    Their own extremes are given, which are all that most columns are looked at for.

    From 2^53 on in doubles, and from 2^24 on in 32 bits, different whole numbers may have become
    the same one before they came here.

    Examples
    --------
    >>> n_tied_beyond(np.array([2.0**60, 2.0**60, 2.0**61, 1.0, 1.0]), 1.0, 2.0**61)
    1
    """
    largest = 2.0 ** (np.finfo(values.dtype).nmant + 1)
    if not (highest >= largest or lowest <= -largest):
        return 0
    beyond = values[(np.abs(values) >= largest) & np.isfinite(values)]
    return int(np.count_nonzero(np.unique(beyond, return_counts=True)[1] > 1))


def of_texts(trimmed: ArrowColumn, missing: ArrowColumn, sign: DecimalSign) -> WholeNumbers | None:
    """Return texts as whole numbers; None where one that is not missing is none.

    Parameters
    ----------
    trimmed
        The cells without blanks around them.
    missing
        Which of them hold nothing.
    sign
        The decimal sign, behind which nothing but zeros may stand.
    """
    if sign == ",":
        if kernels.any(kernels.match_substring(trimmed, ".")).as_py():
            return None
        trimmed = kernels.replace_substring(trimmed, ",", ".")
    whole = kernels.match_substring_regex(trimmed, _WHOLE)
    if not kernels.all(kernels.or_(whole, missing)).as_py():
        return None
    bare = kernels.replace_substring_regex(trimmed, _NO_SIGN_NOR_ZEROS, "")
    present = kernels.if_else(missing, arrow.scalar(None, trimmed.type), bare)
    try:
        return of_integers(kernels.cast(present, arrow.int64()))
    except arrow.ArrowInvalid:
        return _of_long_texts(present)


def n_rounded(trimmed: ArrowColumn, values: NDArray[np.floating], sign: DecimalSign) -> int:
    """Return how many different whole numbers among others are none of the doubles they became.

    Parameters
    ----------
    trimmed
        The cells without blanks around them.
    values : (n,) array of float64
        The nearest double of each that is a number.
    sign
        The decimal sign.

    Returns
    -------
    int
        Of those from 2^53 on: all that are neither what a double is nor the shortest digits that
        say which one is meant.
    """
    rows = np.flatnonzero(np.abs(values) >= LARGEST_EXACT_INTEGER)
    texts = kernels.unique(trimmed.take(arrow.array(rows)))
    if sign == ",":
        texts = kernels.replace_substring(texts, ",", ".")
    whole = texts.filter(kernels.match_substring_regex(texts, _WHOLE)).to_pylist()
    return sum(not _says_a_double(Decimal(text)) for text in whole)


def _says_a_double(number: Decimal) -> bool:
    nearest = float(number)
    return number in {Decimal(nearest), Decimal(repr(nearest))}


def of_integers(integers: ArrowColumn) -> WholeNumbers:
    """Return integers of up to 64 bits, signed or not; null is missing."""
    nearest = kernels.cast(integers, arrow.float64(), safe=False)
    values = nearest.to_numpy()
    if integers.null_count == len(integers) or not are_beyond(values):
        return WholeNumbers(values)
    ends = kernels.min_max(integers)
    base, span = ends["min"].as_py(), ends["max"].as_py() - ends["min"].as_py()
    different = kernels.drop_null(kernels.unique(integers)).to_pylist()
    n_inexact = sum(int(float(number)) != number for number in different)
    if not n_inexact:
        return WholeNumbers(values)
    if span > LARGEST_EXACT_INTEGER:
        return WholeNumbers(values, n_inexact=n_inexact)
    apart = kernels.subtract(integers, arrow.scalar(base, integers.type))
    return WholeNumbers(kernels.cast(apart, arrow.float64()).to_numpy(), base)


def _of_long_texts(present: ArrowColumn) -> WholeNumbers:
    """Return whole numbers of more digits than 64 bits hold."""
    codes = present.combine_chunks().dictionary_encode()
    different = [int(text) for text in codes.dictionary.to_pylist() if text is not None]
    places = kernels.fill_null(codes.indices, len(different)).to_numpy(zero_copy_only=False)
    base, span = min(different), max(different) - min(different)
    n_inexact = sum(int(float(number)) != number for number in different)
    if n_inexact and span <= LARGEST_EXACT_INTEGER:
        n_inexact = 0
    else:
        base = 0
    values = np.array([*(float(number - base) for number in different), np.nan])
    return WholeNumbers(values[places], base, n_inexact)
