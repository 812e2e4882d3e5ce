"""Text to doubles, strictly: no locale, nothing guessed.

Cells become numbers here and nowhere else, and only those of columns chosen as scores.
Every accepted text becomes the nearest double, the last digit too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.parallel import spread
from evalgui.io.table import large_integers
from evalgui.io.table.cells import parts_of
from evalgui.io.table.number_forms import (
    limits_among,
    without_groups,
    without_unit,
    without_unit_of,
)
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.meaning import DecimalSign, LimitMeaning, ThousandsSign
    from evalgui.io.table.large_integers import WholeNumbers
    from evalgui.io.table.pyarrow_names import ArrowArray, ArrowColumn

MISSING_WORDS = (
    *("", ".", "-", "--", "?", "na", "n/a", "n.a.", "#n/a", "#na", "<na>", "nan"),
    *("k.a.", "k. a."),
    *("nil", "none", "null", "missing", "\u2212", "\u2013", "\u2014"),
)
"""What stands for "no score" in a score column, in lower case, without blanks around it."""

NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
INFINITY = r"[+-]?[iI][nN][fF](?:[iI][nN][iI][tT][yY])?"

MINUS = "\u2212"
"""The minus sign of typesetters and of some countries' spreadsheets."""

_ZEROS = "\uff10\u0660\u06f0\u0966"  # full-width, Arabic, Persian, Devanagari
_DIGITS = {chr(ord(zero) + digit): str(digit) for zero in _ZEROS for digit in range(10)}
_SIGNS = {MINUS: "-", "\uff0d": "-", "\uff0b": "+", "\uff0e": ".", "\uff0c": ",", "\uff05": "%"}
_ARABIC_POINT = "\u066b"
_SIGNS |= {_ARABIC_POINT: ".", "\u066c": "", "\u200e": "", "\u200f": ""}  # of Arabic numbers
_PLAIN = str.maketrans(_DIGITS | _SIGNS)
_OTHER_DIGIT = f"[{''.join(_DIGITS)}]"

LONGEST_NUMBER = 1_000
"""How many bytes a number may have; a longer cell is none, and nothing looks at its digits."""

_SAFE_LENGTH = 15  # a decimal number of 15 significant digits survives as a double
_NO_NUMBER = "x"  # in the place of a cell that is too long to be one
_MERGE_SAMPLE = 100_000
_LONG = 100_000
_RUN, _N_RUNS = 50, 40


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Cells that say no number but a limit, such as ``<0.05`` and ``>100``.

    Parameters
    ----------
    rows : (k,) array of int
        Their rows, from 0 and upward.
    values : (k,) array of float64
        The numbers behind the sign.
    are_upper : (k,) array of bool
        Whether what was measured is above the number.
    """

    rows: NDArray[np.intp]
    values: NDArray[np.float64]
    are_upper: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """A column as numbers, and what could not be made one.

    Parameters
    ----------
    values : (n,) array of float64 or float32
        The nearest double of each cell; float32 where the file holds 32 bits or fewer. NaN
        where the cell is missing and where it is not a number.
    bad : (k,) array of int
        The rows, from 0 and upward, whose cell is neither a number nor missing.
    n_missing
        How many cells are empty or a word for "no score".
    n_overflow
        How many numbers are larger than any double and became infinite.
    n_underflow
        How many numbers other than 0 are smaller than any double and became 0.
    n_merged
        How many different numbers fell together because doubles cannot tell them apart.
    n_inexact
        How many different whole numbers beyond 2^53 are no doubles, where they lie too far apart
        for a `base`, or fractions or limits stand beside them: they cannot be scored.
    base
        What was taken from every number so that doubles can tell whole numbers beyond 2^53
        apart: `values` are the exact differences from it. 0 nearly always.
    are_whole
        Whether all were read as whole numbers, so that different ones are kept apart or refused.
    unit
        What stands behind every number, such as ``"U/ml"`` or ``"%"``, or behind some of them and
        in the header: `values` are without it, 87 for "87 %". "" for nothing.
    n_other_digits
        How many have other digits than 0 to 9, such as full-width or Arabic ones.
    n_with_unit
        How many numbers have the unit of the header behind them, where not all have one.
    limits
        The cells that are limits such as ``<0.05``; None for none. Their rows are in `bad`.
    n_limits
        How many limits were made numbers by `with_limits`.
    """

    values: NDArray[np.floating]
    bad: NDArray[np.intp]
    n_missing: int = 0
    n_overflow: int = 0
    n_underflow: int = 0
    n_merged: int = 0
    n_inexact: int = 0
    base: int = 0
    are_whole: bool = False
    unit: str = ""
    n_other_digits: int = 0
    n_with_unit: int = 0
    limits: Limits | None = None
    n_limits: int = 0

    @property
    def n_numbers(self) -> int:
        """How many cells hold a number, the infinities included."""
        return len(self.values) - self.n_missing - len(self.bad)

    @property
    def in_full(self) -> NDArray[np.floating]:
        """The nearest double of every number itself, `base` included: (n,)."""
        if not self.base:
            return self.values
        full = np.full(len(self.values), np.nan)
        known = np.flatnonzero(~np.isnan(self.values))
        full[known] = [float(self.base + int(value)) for value in self.values[known].tolist()]
        return full

    @property
    def unreadable(self) -> NDArray[np.intp]:
        """The rows of `bad` that are no limits: (k,)."""
        return self.bad if self.limits is None else np.setdiff1d(self.bad, self.limits.rows)

    @property
    def bad_limits(self) -> NDArray[np.intp]:
        """The rows of `bad` that are limits: (k,)."""
        return _NO_ROWS if self.limits is None else self.limits.rows

    def with_limits(self, meaning: LimitMeaning | None) -> Numbers:
        """Return these numbers with limits as a meaning makes numbers of them.

        Parameters
        ----------
        meaning
            ``"below"``: below all numbers, `-inf`, and an upper limit above all, `+inf`;
            ``"at"``: the limit itself; ``"half"``: half of it, and an upper limit itself.
            None and ``"set-aside"``: no numbers.
        """
        limits = self.limits
        if limits is None or meaning in {None, "set-aside"}:
            return self
        infinite = np.full(len(limits.rows), np.inf)
        of_meaning = {
            "below": (-infinite, infinite),
            "at": (limits.values, limits.values),
            "half": (limits.values / 2, limits.values),
        }
        lower, upper = of_meaning[str(meaning)]
        values = np.array(self.values, np.float64)
        values[limits.rows] = np.where(limits.are_upper, upper, lower)
        n_limits = len(limits.rows)
        found = replace(self, values=values, bad=self.unreadable, limits=None, n_limits=n_limits)
        # Beside differences from a base, no limit is a number.
        is_exact = not self.base or meaning == "below"
        return found if is_exact else replace(found, n_inexact=n_limits)

    def take(self, rows: NDArray[np.intp]) -> Numbers:
        """Return the values of these ascending rows; what was counted is still that of all rows."""
        bad = np.flatnonzero(np.isin(rows, self.bad)) if len(self.bad) else self.bad
        return replace(self, values=self.values[rows], bad=bad, limits=None)


def parse(
    values: ArrowColumn,
    decimal: DecimalSign = ".",
    thousands: ThousandsSign = "",
    header: str = "",
) -> Numbers:
    """Return a column as numbers.

    Parameters
    ----------
    values
        The column as read: text, or a type of the file's own (Parquet).
    decimal
        The decimal sign of a text column: ``"."`` or ``","``. Numbers of the file's own
        type have none.
    thousands
        What separates thousands in a text column; "" where nothing does.
    header
        The name of the column in the file: a unit in it may stand behind some numbers as well.

    Returns
    -------
    Numbers
        With one value a cell.
    """
    kind = values.type
    if arrow.types.is_string(kind) or arrow.types.is_large_string(kind):
        return _parse_text(values, decimal, thousands, header)
    if arrow.types.is_decimal(kind):
        return _parse_text(kernels.cast(values, arrow.string()), ".")
    if arrow.types.is_floating(kind):
        return _parse_floats(values)
    if arrow.types.is_integer(kind):
        return _of_whole(large_integers.of_integers(values), _NO_ROWS, values.null_count)
    # Booleans, dates, lists, bytes: whatever is there is not a number.
    present = kernels.is_valid(values).to_numpy()
    return Numbers(
        values=np.full(len(values), np.nan),
        bad=np.flatnonzero(present),
        n_missing=len(values) - int(np.count_nonzero(present)),
    )


def is_number(text: str, decimal: DecimalSign = ".") -> bool:
    """Return whether `parse` makes a number of this text.

    Examples
    --------
    >>> [is_number(text) for text in ("0.5", "-1E5", " inf", "1,5", "1_000", "nan", "")]
    [True, True, True, False, False, False, False]
    >>> is_number("1,5", decimal=",")
    True
    """
    if len(text) > LONGEST_NUMBER:
        return False
    text = plain_signs(text.strip(), decimal)
    if decimal == ",":
        if "." in text:
            return False
        text = text.replace(",", ".")
    return _PYTHON_NUMBER.fullmatch(text) is not None


def plain_signs(text: str, decimal: DecimalSign = ".") -> str:
    """Return a text with the digits 0 to 9 and the signs of ASCII in place of others.

    The decimal sign of Arabic numbers is this one.

    Examples
    --------
    >>> plain_signs("\uff10\uff0e\uff15"), plain_signs("\u2212\u0661\u066b\u0665")
    ('0.5', '-1.5')
    """
    return text if text.isascii() else text.replace(_ARABIC_POINT, decimal).translate(_PLAIN)


def is_missing(text: str) -> bool:
    """Return whether this text stands for "no score" in a score column."""
    return len(text) <= LONGEST_NUMBER and text.strip().lower() in _MISSING_SET


_PYTHON_NUMBER = re.compile(f"{NUMBER}|{INFINITY}")
_MISSING_SET = frozenset(MISSING_WORDS)


_NO_ROWS = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True)
class _Oddities:
    """What is odd about some cells; `bad` are rows of the column."""

    n_overflow: int
    n_underflow: int
    n_missing: int = 0
    bad: NDArray[np.intp] = field(default_factory=lambda: _NO_ROWS)


def _parse_text(
    texts: ArrowColumn, decimal: DecimalSign, thousands: ThousandsSign = "", header: str = ""
) -> Numbers:
    texts, longest = _without_long(texts)
    found = _parse_plain(texts, decimal, thousands, longest)
    cells = texts.take(found.bad) if len(found.bad) else None
    if not (cells is None or kernels.all(kernels.string_is_ascii(cells)).as_py()):
        signs = [sign for sign in _DIGITS | _SIGNS if _occurs(cells, sign)]
        for sign in signs:
            plain = decimal if sign == _ARABIC_POINT else (_DIGITS | _SIGNS)[sign]
            texts = kernels.replace_substring(texts, sign, plain)
        if signs:
            n_other = kernels.sum(kernels.match_substring_regex(cells, _OTHER_DIGIT)).as_py()
            found = _parse_plain(texts, decimal, thousands, longest)
            found = replace(found, n_other_digits=n_other)
    if len(found.bad) and not found.n_numbers:
        unit, bare = _without_unit(texts)
        if unit:
            texts = bare
            found = _again(found, _parse_plain(bare, decimal, thousands, longest), unit)
    if len(found.bad) and header:
        unit, bare = without_unit_of(header, texts, found.bad)
        if unit:
            texts, n_bare = bare, found.n_numbers
            found = _again(found, _parse_plain(bare, decimal, thousands, longest), unit)
            found = replace(found, n_with_unit=found.n_numbers - n_bare)
    if len(found.bad):
        rows = found.bad
        return replace(found, limits=_limits(texts, rows, decimal, thousands, longest))
    return found


def _again(before: Numbers, now: Numbers, unit: str) -> Numbers:
    """Return numbers that were read anew without their unit, with the digits found before."""
    return replace(now, unit=unit, n_other_digits=before.n_other_digits)


def _occurs(texts: ArrowColumn, sign: str) -> bool:
    return bool(kernels.any(kernels.match_substring(texts, sign)).as_py())


def _without_long(texts: ArrowColumn) -> tuple[ArrowColumn, int]:
    """Return cells with a short one that is no number for any that is too long, and the longest.

    The longest is that in bytes.
    """
    lengths = kernels.binary_length(texts)
    longest = kernels.max(lengths).as_py() or 0
    if longest <= LONGEST_NUMBER:
        return texts, longest
    none = arrow.scalar(_NO_NUMBER, texts.type)
    short: ArrowColumn = kernels.if_else(kernels.greater(lengths, LONGEST_NUMBER), none, texts)
    return short, LONGEST_NUMBER


def _parse_plain(
    texts: ArrowColumn, decimal: DecimalSign, thousands: ThousandsSign, longest: int
) -> Numbers:
    bare = without_groups(texts, decimal, thousands) if thousands else texts
    return _parse_cells(bare, decimal, longest)


def bare_texts(texts: ArrowColumn) -> ArrowColumn:
    """Return cells without the unit that all of them have."""
    return _without_unit(_without_long(texts)[0])[1]


def _without_unit(texts: ArrowColumn) -> tuple[str, ArrowColumn]:
    trimmed = kernels.utf8_trim_whitespace(kernels.fill_null(texts, ""))
    words = arrow.array(MISSING_WORDS, trimmed.type)
    return without_unit(trimmed, kernels.is_in(kernels.utf8_lower(trimmed), value_set=words))


def _limits(
    texts: ArrowColumn,
    bad: NDArray[np.intp],
    decimal: DecimalSign,
    thousands: ThousandsSign,
    longest: int,
) -> Limits | None:
    """Return those of some cells that are limits; None where none is."""
    is_limit, is_above, behind = limits_among(texts.take(bad))
    if not kernels.any(is_limit).as_py():
        return None
    values = _parse_plain(behind, decimal, thousands, longest).in_full.astype(np.float64)
    chosen = np.asarray(is_limit.to_numpy(), np.bool_) & np.isfinite(values)
    are_upper = np.asarray(is_above.to_numpy(), np.bool_)[chosen]
    return Limits(bad[chosen], values[chosen], are_upper) if chosen.any() else None


def _parse_cells(texts: ArrowColumn, decimal: DecimalSign, longest: int) -> Numbers:
    values = np.empty(len(texts))

    def parse_part(part: tuple[ArrowArray, slice]) -> _Oddities:
        cells, rows = part
        values[rows], bad, oddities = _parse_chunk(cells, decimal)
        return oddities if bad is None else replace(oddities, bad=np.flatnonzero(bad) + rows.start)

    found = spread(parse_part, parts_of(texts))
    is_safe = longest <= _SAFE_LENGTH
    bad = np.concatenate([_NO_ROWS, *(part.bad for part in found)])
    n_missing = sum(part.n_missing for part in found)
    if not is_safe and large_integers.are_beyond(values):
        whole = _whole_numbers(texts, values, decimal, bad)
        if whole.values is not values or whole.n_inexact:
            return _of_whole(whole, bad, n_missing)
    n_merged = 0 if is_safe else _n_merged_texts(texts, values, decimal)
    return Numbers(
        values=values,
        bad=bad,
        n_missing=n_missing,
        n_overflow=sum(part.n_overflow for part in found),
        n_underflow=sum(part.n_underflow for part in found),
        n_merged=n_merged,
    )


def _cast_whole(texts: ArrowArray) -> NDArray[np.float64] | None:
    """Return clean texts as numbers in one go; None where a cell is no plain number."""
    try:
        values = kernels.cast(texts, arrow.float64()).to_numpy(zero_copy_only=False)
    except arrow.ArrowInvalid:
        return None
    # NaN, too, may be a missing word or one that the cast is too kind to.
    has_nan = len(values) and np.isnan(np.min(values))
    return None if has_nan else np.asarray(values, dtype=np.float64)


def _parse_chunk(
    texts: ArrowArray, decimal: DecimalSign
) -> tuple[NDArray[np.float64], NDArray[np.bool_] | None, _Oddities]:
    """Parse one chunk: in one go when all is clean, else cell by cell, still vectorised."""
    cast = _cast_whole(texts) if decimal == "." else None
    if cast is not None:
        return cast, None, _Oddities(*_out_of_range(texts, cast))
    trimmed = kernels.utf8_trim_whitespace(kernels.fill_null(texts, ""))
    missing = kernels.is_in(
        kernels.utf8_lower(trimmed), value_set=arrow.array(MISSING_WORDS, texts.type)
    )
    if decimal == ",":
        foreign = kernels.match_substring(trimmed, ".")
        trimmed = kernels.replace_substring(trimmed, ",", ".")
    good = kernels.match_substring_regex(trimmed, f"^(?:{NUMBER}|{INFINITY})$")
    if decimal == ",":
        good = kernels.and_not(good, foreign)
    numbers = kernels.if_else(good, trimmed, arrow.scalar(None, texts.type))
    values = kernels.cast(numbers, arrow.float64()).to_numpy(zero_copy_only=False)
    bad = kernels.invert(kernels.or_(good, missing)).to_numpy(zero_copy_only=False)
    n_missing = kernels.sum(missing).as_py() or 0
    return values, bad, _Oddities(*_out_of_range(trimmed, values), n_missing)


def _out_of_range(texts: ArrowArray, values: NDArray[np.float64]) -> tuple[int, int]:
    """Return how many numbers became infinite, and how many became 0, without being so."""
    infinite = np.flatnonzero(np.isinf(values))
    zero = np.flatnonzero(values == 0)
    n_overflow = n_underflow = 0
    if len(infinite):
        words = kernels.match_substring_regex(texts.take(infinite), f"^{INFINITY}$")
        n_overflow = len(infinite) - (kernels.sum(words).as_py() or 0)
    if len(zero):
        not_zero = kernels.match_substring_regex(texts.take(zero), r"^[+-]?[0.]*[1-9]")
        n_underflow = kernels.sum(not_zero).as_py() or 0
    return n_overflow, n_underflow


def _n_merged_texts(texts: ArrowColumn, values: NDArray[np.float64], decimal: DecimalSign) -> int:
    """Return how many different decimal numbers have the same double as another one.

    A program that writes the shortest text of each double writes no such numbers. Where a
    sample of a long column looks like that, the sort of the whole is saved.
    """
    if len(values) > _LONG and _are_shortest(texts, decimal):
        return 0
    ordered = np.sort(values[np.isfinite(values)])
    tied = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not len(tied):
        return 0
    rows = np.flatnonzero(np.isin(values, tied))
    different = kernels.unique(texts.take(rows)).slice(0, _MERGE_SAMPLE).to_pylist()
    exact: dict[float, set[Decimal]] = {}
    for text in different:
        plain = text.strip().replace(decimal, ".")
        exact.setdefault(float(plain), set()).add(Decimal(plain))
    return sum(len(numbers) - 1 for numbers in exact.values())


def _are_shortest(texts: ArrowColumn, decimal: DecimalSign) -> bool:
    """Return whether sampled numbers are the shortest texts of their doubles."""
    starts = np.linspace(0, max(len(texts) - _RUN, 0), _N_RUNS).astype(int).tolist()
    runs = (texts.slice(start, _RUN).to_pylist() for start in starts)
    sample = ((text or "").replace(decimal, ".") for run in runs for text in run)
    return all(
        repr(float(text)).removesuffix(".0") == text.removesuffix(".0")
        for text in sample
        if is_number(text) and "e" not in text.casefold()
    )


def _parse_floats(values: ArrowColumn) -> Numbers:
    if arrow.types.is_float16(values.type):
        values = kernels.cast(values, arrow.float32())
    numbers = values.to_numpy()
    n_missing = 0
    if len(numbers) and np.isnan(np.min(numbers)):
        n_missing = int(np.count_nonzero(np.isnan(numbers)))
    return Numbers(numbers, _NO_ROWS, n_missing)


def _whole_numbers(
    texts: ArrowColumn,
    values: NDArray[np.float64],
    decimal: DecimalSign,
    bad: NDArray[np.intp],
) -> WholeNumbers:
    """Return texts as whole numbers; where one is none, the values, and how many are not exact."""
    trimmed = kernels.utf8_trim_whitespace(kernels.fill_null(texts, ""))
    words = arrow.array(MISSING_WORDS, trimmed.type)
    missing = kernels.is_in(kernels.utf8_lower(trimmed), value_set=words)
    if len(bad):
        is_bad = np.zeros(len(texts), np.bool_)
        is_bad[bad] = True
        missing = kernels.or_(missing, arrow.chunked_array([arrow.array(is_bad)]))
    whole = large_integers.of_texts(trimmed, missing, decimal)
    if whole is not None:
        return whole
    n_inexact = large_integers.n_rounded(trimmed, values, decimal)
    return large_integers.WholeNumbers(values, n_inexact=n_inexact)


def _of_whole(whole: WholeNumbers, bad: NDArray[np.intp], n_missing: int) -> Numbers:
    found = Numbers(whole.values, bad, n_missing, n_inexact=whole.n_inexact, base=whole.base)
    return replace(found, are_whole=True)
