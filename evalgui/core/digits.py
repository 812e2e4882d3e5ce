"""How numbers become digits, on the screen, in messages and on the command line.

A rounded number never reads as an extreme that it is not: only 0 is ``0.000``, only 1 is
``1.000``, and only a whole number from 100 on has no decimals. Thousands are parted by a narrow
space (ISO 80000-1, 7.3.1), since a point and a comma are decimal signs.

What is returned is a `Numeral`: digits with a point, which programs read as they stand, and which
a language writes by its `Conventions` where people read them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Collection

SPACE = "\N{NARROW NO-BREAK SPACE}"  # between thousands, and before a per cent sign
DECIMALS = 3
_TELLING = 2  # digits of a number, or of its distance to 1, are shown at the least
_LARGE = 100  # from here on one decimal is enough
_LONG = 1e7  # from here on, measures have an exponent
_SHORT = 1e-6  # below this as well
_MOST_DECIMALS = 17  # what doubles near 1 have
_LONGEST = 13  # characters of a score without an exponent, where one makes it shorter
_UNREADABLE = 21  # characters from which on an exponent is taken, though it says less
_GROUP = 3
_THOUSAND = 1_000
_ISO = "{year:04}-{month:02}-{day:02}"
_DAY = 10  # letters of a day as ISO 8601 writes it
_PER_CENT_SIGN = f"{{}}{SPACE}%"
_PER_CENT = 2  # decimals that a proportion has more than its percentage


class Numeral(str):
    """A number in digits, with a point, which a language writes in its own way.

    It is text like any other for programs. What is made of it with the methods of text, or put
    together with other text by `+` or an f-string, is written as it stands.
    """

    __slots__ = ()

    def in_conventions(self, conventions: Conventions) -> str:
        """Return it as it is written where a language is spoken."""
        return conventions.written(self)


class Moment(Numeral):
    """A time as ISO 8601 writes it, or the day alone, which a language writes in its own way.

    Examples
    --------
    >>> dated = Conventions(date="{day}.{month}.{year}")
    >>> Moment("2026-01-31T13:00:00Z").in_conventions(dated)
    '31.1.2026 13:00:00'
    """

    __slots__ = ()

    def in_conventions(self, conventions: Conventions) -> str:
        """Return it with the day as it is written there."""
        if conventions.date == _ISO:
            return str(self)
        numbers = map(int, self[:_DAY].split("-"))
        day = conventions.date.format(**dict(zip(("year", "month", "day"), numbers, strict=True)))
        return f"{day} {self[_DAY + 1 :].removesuffix('Z')}".rstrip()


@dataclass(frozen=True, slots=True)
class Conventions:
    """How numbers and dates are written where a language is spoken.

    Parameters
    ----------
    decimal
        The sign between a whole number and its decimals.
    group
        What stands between thousands: nothing that may be taken for a decimal sign anywhere.
    between
        What stands between the numbers of a list: nothing that may be taken for a decimal sign.
    percent
        How a number is told in per cent, with braces for the number.
    date
        How a day is told, with the names year, month and day in braces, as numbers.
    paper
        The usual paper, as one of `evalgui.io.reporting.sections.PAPERS`.
    """

    decimal: str = "."
    group: str = SPACE
    between: str = ", "
    percent: str = _PER_CENT_SIGN
    date: str = _ISO
    paper: str = "a4"

    def written(self, number: str) -> str:
        """Return a number that has a point, and narrow spaces between thousands, as people do.

        Examples
        --------
        >>> Conventions(decimal=",").written("-0.5"), Conventions().written("0.5")
        ('-0,5', '0.5')
        >>> Conventions(",", ".", percent="%{}").written(f"1{SPACE}234.5{SPACE}%")
        '%1.234,5'
        """
        if self.percent != _PER_CENT_SIGN and number.endswith("%"):
            return self.percent.format(self.written(number[:-1].rstrip()))
        if self.decimal != ".":
            number = number.replace(".", self.decimal)
        return number if self.group == SPACE else self._with_own_groups(number)

    def _with_own_groups(self, number: str) -> str:
        digits, sign, behind = number.partition(f"{SPACE}%")
        return f"{digits.replace(SPACE, self.group)}{sign}{behind}"


class _Between(Numeral):
    __slots__ = ()

    def in_conventions(self, conventions: Conventions) -> str:
        return conventions.between


BETWEEN = _Between(", ")
"""What stands between numbers in a sentence of a language that has no words for it."""

POINTS = Conventions()
"""Those of English, and of programs."""


class Written(StrEnum):
    """What kind of number a measure is."""

    ROUNDED = "rounded"
    WHOLE = "whole"
    P_VALUE = "p value"


def grouped(number: SupportsIndex | float) -> Numeral:
    """Return a whole number with narrow spaces between its thousands, or a sum of weights.

    Such a sum has as many decimals as tell it, up to four.

    Examples
    --------
    >>> grouped(1234567).split("\N{NARROW NO-BREAK SPACE}")
    ['1', '234', '567']
    >>> grouped(12.5), grouped(0.1 + 0.2)
    ('12.5', '0.3')
    """
    if isinstance(number, float):
        told = f"{number:.4f}".rstrip("0").rstrip(".")
        return with_groups("0" if told == "-0" else told)
    return Numeral(f"{number.__index__():,}".replace(",", SPACE))


def sized(n_bytes: int) -> str:
    """Return a number of bytes in words: whole, in a unit of which there are ten or more.

    Examples
    --------
    >>> sized(7), sized(12_345), sized(4 << 30).replace(SPACE, " ")
    ('7 bytes', '12 kB', '4 295 MB')
    """
    number, units = n_bytes, ["bytes", "kB", "MB", "GB", "TB"]
    while number >= 10 * _THOUSAND and len(units) > 1:
        number, units = round(number / _THOUSAND), units[1:]
    return f"{grouped(number)} {units[0]}"


def with_groups(digits: str) -> Numeral:
    """Return decimal digits with narrow spaces between the thousands of the whole part."""
    whole, sign, fraction = digits.partition(".")
    minus = "-" if whole.startswith("-") else ""
    whole = whole.removeprefix("-")
    if not whole.isdigit() or len(whole) <= _GROUP:
        return Numeral(digits)
    return Numeral(f"{minus}{grouped(int(whole))}{sign}{fraction}")


def rounded(
    value: float,
    written: Written = Written.ROUNDED,
    *,
    decimals: int = DECIMALS,
    least: int = DECIMALS,
) -> Numeral:
    """Return a finite measure at a sensible precision, with a point.

    Parameters
    ----------
    value
        Any finite number.
    written
        What kind of number it is.
    decimals
        More than three where others are computed from it.
    least
        How many decimals there are at the least, 1 or more.

    Returns
    -------
    str
        Three decimals or more: at least two digits of the number and of its distance to 1. Of
        100 and more, one decimal, and none of whole numbers. Below 1e-6 and from 1e7 on with
        an exponent. A p value below 0.001 is ``< 0.001``. Other decimals where `least` says so.

    Examples
    --------
    >>> [rounded(value) for value in (0.5, 1.0, 0.99996, 0.000099, 100.04, 100.0)]
    ['0.500', '1.000', '0.999960', '0.000099', '100.0', '100']
    >>> rounded(4.0, Written.WHOLE), rounded(1e-9, Written.P_VALUE), rounded(math.inf)
    ('4', '< 0.001', '+inf')
    >>> [rounded(value, least=2) for value in (0.517, 0.999, 100.04)], rounded(0.5, least=5)
    (['0.52', '0.9990', '100.0'], '0.50000')
    """
    is_plain = written is Written.ROUNDED and decimals == least == DECIMALS
    if is_plain and (0.01 <= value <= 0.99 or 1.01 <= value <= 99.9):  # most: quickly
        return Numeral(f"{value:.3f}")
    if written is Written.P_VALUE and value < 10**-least:
        return Numeral(f"< {10**-least:.{least}f}")
    if written is Written.WHOLE and value.is_integer() and abs(value) < _LONG:
        return grouped(int(value))
    value += 0.0  # no -0
    magnitude = abs(value)
    if magnitude != 0 and not _SHORT <= magnitude < _LONG:
        return _with_exponent(value, max(decimals, least))
    n_more = decimals - DECIMALS
    if n_more and magnitude >= _LARGE and magnitude.is_integer():
        n_more = 0
    return with_groups(f"{value:.{min(_decimals(magnitude, least) + n_more, _MOST_DECIMALS)}f}")


def beside(value: float, limit: float) -> Numeral:
    """Return a finite measure with as many decimals as it takes to stay on its side of a limit.

    Examples
    --------
    >>> beside(0.412, 0.5), beside(0.49996, 0.5)
    ('0.412', '0.49996')
    """
    for decimals in range(DECIMALS, _MOST_DECIMALS):
        text = f"{value:.{decimals}f}"
        if _is_beside(value, text, limit):
            break
    return Numeral(text)


def least_beside(value: float, limits: Collection[float], least: int = DECIMALS) -> int:
    """Return how many decimals `rounded` has to have, so that none of some limits is hidden.

    Parameters
    ----------
    value
        Any finite number.
    limits
        What its digits have to stay on the same side of.
    least
        As of `rounded`: no fewer are returned.

    Examples
    --------
    >>> least_beside(0.0000996, [0.0001]), rounded(0.0000996), rounded(0.0000996, least=7)
    (7, '0.000100', '0.0000996')
    >>> least_beside(0.0001, [0.0001]), least_beside(0.049, [0.05])
    (3, 3)
    """
    while least < _MOST_DECIMALS:
        text = rounded(value, least=least).replace(SPACE, "")
        if all(_is_beside(value, text, limit) for limit in limits):
            break
        least += 1
    return least


def _is_beside(value: float, text: str, limit: float) -> bool:
    """Return whether digits are on the same side of a limit as the number that they tell."""
    told = float(text)
    return (told < limit, told > limit) == (value < limit, value > limit)


@lru_cache(maxsize=64)  # several views write the same rates and limits
def percentage(share: float, least: int = DECIMALS) -> Numeral:
    """Return a finite proportion in per cent, without the sign: the digits of `rounded`.

    Examples
    --------
    >>> [percentage(share) for share in (0.0, 0.123, 0.9996, 0.000099, 1.0)]
    ['0.0', '12.3', '99.960', '0.0099', '100.0']
    >>> [percentage(share, 2) for share in (0.5, 0.12345)], percentage(0.12345, 5)
    (['50', '12'], '12.345')
    """
    if least == DECIMALS and 0.01 <= share <= 0.99:  # most: quickly
        thousandths = f"{share:.3f}"[2:]
        return Numeral(f"{thousandths[:2].removeprefix('0')}.{thousandths[2]}")
    share += 0.0
    magnitude = abs(share)
    if magnitude != 0 and not _SHORT * 1e-2 <= magnitude < _LONG:
        return _with_exponent(share * 100, least)
    decimals = _decimals(magnitude, least) if magnitude < _LARGE else least
    return with_groups(_times_hundred(f"{share:.{decimals}f}"))


def ratio(value: float) -> Numeral:
    """Return how many there are, at least one, for each one of something else.

    One decimal below 100 and none from there on; none either of what is whole.

    Examples
    --------
    >>> [ratio(value) for value in (10 / 3, 3.0, 2.96, 249.7)]
    ['3.3', '3', '3.0', '250']
    """
    decimals = 0 if value >= _LARGE or value.is_integer() else 1
    return with_groups(f"{value:.{decimals}f}")


def times(value: float) -> Numeral:
    """Return how many times another one a number is: two digits, and more to stay beside 1.

    Examples
    --------
    >>> [times(value) for value in (4.38, 0.0412, 1.0, 1.004, 0.0, 167.2, 2e-7)]
    ['4.4', '0.041', '1.0', '1.004', '0', '167', '2.0e-7']
    """
    if not value or not math.isfinite(value):
        return Numeral("0" if value == 0 else value)
    if value >= _LARGE:
        return grouped(round(value))
    for n_digits in range(2, 17):
        told = f"{value:#.{n_digits}g}".removesuffix(".")
        if _is_beside(value, told, 1.0):
            break
    digits, has_exponent, exponent = told.partition("e")
    return Numeral(f"{digits}e{int(exponent)}" if has_exponent else digits)


def brief(number: float) -> Numeral:
    """Return about how many there are, in as few letters as a small place has room for.

    Examples
    --------
    >>> [brief(number) for number in (0, 9_999, 29_412, 384_000, 1_234_567)]
    ['0', '9999', '29k', '384k', '1.2M']
    """
    if number < 10 * _THOUSAND:
        return exact(number) if number == int(number) else Numeral(f"{number:.1f}")
    if number < _THOUSAND * _THOUSAND:
        return Numeral(f"{number / _THOUSAND:.0f}k")
    return Numeral(f"{number / _THOUSAND**2:.1f}M")


def exact(value: float) -> Numeral:
    """Return a finite number with every digit it has: the shortest text that is exactly it.

    Examples
    --------
    >>> [exact(value) for value in (0.1, 20.0, 0.00001, 1e300)]
    ['0.1', '20', '0.00001', '1e+300']
    """
    text = repr(float(value)).removesuffix(".0")
    if "e" in text and _SHORT <= abs(value) < 1:
        digits = text.partition("e")[0].lstrip("-").replace(".", "")
        return Numeral(f"{value:.{len(digits) - 1 - math.floor(math.log10(abs(value)))}f}")
    return Numeral(text)


@lru_cache(maxsize=8)  # every plot writes the same threshold
def score(value: float, digits: int = 6) -> Numeral:
    """Return a score for a label: about this many digits, and no zeros behind them.

    What is not whole never reads as if it were, and whole parts have all their digits.

    Examples
    --------
    >>> [score(value) for value in (0.123456789, 20.0, 2.0000001, 120.5, 0.99999999)]
    ['0.123457', '20', '2.0000001', '120.5', '0.99999999']
    """
    value = float(value)
    if value == 0 or not math.isfinite(value):
        return Numeral("0" if value == 0 else value)
    leading = math.floor(math.log10(abs(value)))
    if value.is_integer():
        return _shorter(with_groups(f"{value:.0f}"), value, digits)
    decimals = max(digits - 1 - leading, 1)
    distance = abs(value - round(value))
    decimals = max(decimals, _TELLING - 1 - math.floor(math.log10(distance)))
    if decimals > _MOST_DECIMALS:
        return _with_exponent(value, digits - 1, is_bare=True)
    plain = with_groups(f"{value:.{decimals}f}".rstrip("0").rstrip("."))
    return _shorter(plain, value, digits)


def tick(value: float, step: float) -> Numeral:
    """Return the number at a tick of an axis: the decimals that tell ticks apart, and no more.

    Parameters
    ----------
    value
        A multiple of the step, but for rounding.
    step
        The distance of the ticks, above 0.

    Examples
    --------
    >>> tick(120.00000000000001, 20.0), tick(0.30000000000000004, 0.1), tick(1e-18, 0.05)
    ('120', '0.3', '0')
    """
    if abs(value) < step * 1e-6:
        return Numeral("0")
    last = math.floor(math.log10(step) + 1e-9)  # the place of the last digit that tells
    plain = f"{value:.{max(0, -last)}f}"
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".")
    return _shorter(with_groups(plain), value, math.floor(math.log10(abs(value)) + 1e-9) - last + 1)


def exact_percentage(share: float) -> Numeral:
    """Return a proportion in per cent, without a sign, with every digit that it has.

    Examples
    --------
    >>> exact_percentage(0.05), exact_percentage(0.0025), exact_percentage(0.57)
    ('5', '0.25', '57')
    """
    return exact(float(Decimal(repr(share)) * 100))


def percent_of(share: float) -> Numeral:
    """Return a proportion in per cent with every digit that it has, and the sign.

    Examples
    --------
    >>> [percent_of(share).split() for share in (0.95, 0.999)]
    [['95', '%'], ['99.9', '%']]
    """
    return Numeral(f"{exact_percentage(share)}{SPACE}%")


def percent_of_level(confidence: float) -> Numeral:
    """Return a level of confidence in per cent, less what computing it made of its digits.

    Examples
    --------
    >>> [percent_of_level(level).split() for level in (0.95, 2 * 0.95 - 1)]
    [['95', '%'], ['90', '%']]
    """
    return Numeral(f"{exact(round(100 * confidence, 10))}{SPACE}%")


def percentage_tick(share: float, step: float) -> Numeral:
    """Return a tick of an axis in per cent, without the sign; all have the same decimals.

    Examples
    --------
    >>> percentage_tick(0.30000000000000004, 0.1), percentage_tick(0.005, 0.005)
    ('30', '0.5')
    """
    decimals = max(0, -math.floor(math.log10(step * 100) + 1e-9))
    return with_groups(f"{share * 100 + 0.0:.{decimals}f}")


def _decimals(magnitude: float, least: int) -> int:
    """Return how many decimals a measure needs."""
    if round(magnitude, least) >= _LARGE:
        return 0 if magnitude.is_integer() else max(1, least - _PER_CENT)
    edge = min(magnitude, abs(1.0 - magnitude))
    if edge == 0:
        return least
    return min(max(least, _TELLING - 1 - math.floor(math.log10(edge) + 1e-9)), _MOST_DECIMALS)


def _times_hundred(digits: str) -> str:
    """Move the point of decimal digits, of which there are two decimals or more, by two."""
    whole, _, fraction = digits.partition(".")
    minus = "-" if whole.startswith("-") else ""
    moved = (whole.removeprefix("-") + fraction[:_PER_CENT]).lstrip("0") or "0"
    rest = fraction[_PER_CENT:]
    return f"{minus}{moved}.{rest}" if rest else f"{minus}{moved}"


def _with_exponent(value: float, decimals: int, *, is_bare: bool = False) -> Numeral:
    """Return a number with an exponent as short as it can be: 1.235e9, 1.2e-7."""
    if math.isinf(value):
        return Numeral(f"{value:+}")
    digits, _, exponent = f"{value:.{decimals}e}".partition("e")
    if is_bare and "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return Numeral(f"{digits}e{int(exponent)}")


def _shorter(plain: Numeral, value: float, digits: int) -> Numeral:
    """Return plain digits, or an exponent where they are really long and it says the same."""
    if len(plain) <= _LONGEST:
        return plain
    brief = _with_exponent(value, min(max(digits - 1, 0), 16), is_bare=True)
    says_the_same = float(brief) == float(plain.replace(SPACE, ""))
    is_longer = len(brief) < len(plain)
    return brief if is_longer and (says_the_same or len(plain) > _UNREADABLE) else plain
