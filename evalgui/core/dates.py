"""Texts of a file as days: only what can be no other day is one, and what may be two is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.consequences.settings import DateOrder, Every
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_NOTHING = frozenset({"", "na", "n/a", "nan", "nat", "null", "none", "."})
_GAP = re.compile(r"[T ]+")
_CLOCK = re.compile(r"\d{1,2}:\d{2}")
_SERIAL = re.compile(r"(\d{5})\.\d+")
_YEAR_FIRST = re.compile(r"(\d{4})(?:([-/.])(?=\d+\2)|[-/])(\d{1,2})(?:\2(\d{1,2}))?")
_YEAR_LAST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")
_TWO_DIGITS = re.compile(r"\d{1,2}([-/.])\d{1,2}\1\d{2}")
_NAMED = re.compile(r"(\d{1,2})[-/. ]?([A-Za-z]{3})[a-z]*\.?[-/. ]?(\d{4})")
_WHOLE = re.compile(r"\d{8}|\d{5}|\d{4}")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec"
_FIRST_YEAR, _LAST_YEAR = 1800, 2199
_SERIALS = range(20_000, 80_001)  # 1954 to 2119
_START = np.datetime64("1899-12-30", "D")  # day 0 of Excel, whose 29 February 1900 is none
_DECEMBER = 12
_NAT = np.datetime64("NaT", "D")


class NoDatesError(ValueError):
    """A column has no dates, or some that may be two; the message says so."""


class AmbiguousDatesError(NoDatesError):
    """Nothing tells whether the day or the month stands first."""


class Days(NamedTuple):
    """Texts as days.

    Parameters
    ----------
    days : (t,) array of datetime64[D]
        NaT where a text is no date.
    order
        How days and months stand, where that matters.
    are_serials
        Whether some were numbers of days, as Excel counts them from 1900.
    unreadable
        The first of the texts that hold something and are no date; "" for none.
    are_unreadable : (t,) array of bool
        Which these are.
    """

    days: NDArray[np.datetime64]
    order: DateOrder | None
    are_serials: bool
    unreadable: str
    are_unreadable: NDArray[np.bool_]


class _Read(NamedTuple):
    """A text taken apart: the year, and two numbers of which the order may be open."""

    year: int
    first: int = 1
    second: int = 1
    is_open: bool = False
    serial: int = 0
    lasts: Every = Every.DAY


def days_of(
    texts: Sequence[str], every: Every = Every.DAY, order: DateOrder | None = None, name: str = ""
) -> Days:
    """Return texts as days, without the time of day.

    Parameters
    ----------
    texts
        Such as ``2025-04-03``, ``2025-04-03 14:02``, ``20250403``, ``03.04.2025``,
        ``3 Apr 2025``, ``45750`` (a number of Excel), ``2025-04`` and ``2025``.
    every
        The periods that are wanted: of shorter ones than a text tells it is none.
    order
        How day and month stand before a year; None where the texts have to say so.
    name
        What the column is called, in errors.

    Returns
    -------
    Days

    Raises
    ------
    NoDatesError
        If no text is a date, or some contradict each other.
    AmbiguousDatesError
        If they may be two days each, and nothing tells which.

    Examples
    --------
    >>> found = days_of(["2025-04-03 14:02", "20.04.2025", "?"])
    >>> found.days.astype(str).tolist(), found.order.value, found.unreadable
    (['2025-04-03', '2025-04-20', 'NaT'], 'day-first', '?')
    """
    read = [_read(_without_time(text.strip()).strip()) for text in texts]
    of_open = [(text, one) for text, one in zip(texts, read, strict=True) if one and one.is_open]
    known = _order(of_open, name) if order is None else order
    days = np.full(len(read), _NAT)
    coarse = ""
    for place, one in enumerate(read):
        if one is None:
            continue
        if _is_longer(one.lasts, every):
            coarse = coarse or texts[place].strip()
            continue
        days[place] = _day(one, is_day_first=known is DateOrder.DAY_FIRST)
    lost = np.flatnonzero(np.isnat(days)).tolist()
    holds = np.array([text.strip().lower() not in _NOTHING for text in texts], dtype=bool)
    bad = [texts[place].strip() for place in lost if holds[place]]
    if len(lost) == len(days):
        raise NoDatesError(_no_dates(name, bad, coarse, every))
    are_serials = any(one is not None and one.serial for one in read)
    return Days(days, known, are_serials, bad[0] if bad else "", holds & np.isnat(days))


def _read(text: str) -> _Read | None:
    found = _YEAR_FIRST.fullmatch(text)
    if found is not None:
        year, _sign, month, day = found.groups()
        lasts = Every.MONTH if day is None else Every.DAY
        return _Read(int(year), int(day or 1), int(month), lasts=lasts)
    found = _YEAR_LAST.fullmatch(text)
    if found is not None:
        first, _sign, second, year = found.groups()
        return _Read(int(year), int(first), int(second), is_open=True)
    found = _NAMED.fullmatch(text)
    if found is not None:
        day, month, year = found.groups()
        place = _MONTHS.find(month.lower()) // len("jan ")  # -1 for none
        return _Read(int(year), int(day), place + 1)
    return _number(text) if _WHOLE.fullmatch(text) else None


def _number(text: str) -> _Read | None:
    number = int(text)
    if len(text) == len("20250403"):
        return _Read(number // 10_000, number % 100, number // 100 % 100)
    if len(text) == len("2025"):
        return _Read(number, lasts=Every.YEAR)
    return _Read(_FIRST_YEAR, serial=number) if number in _SERIALS else None


def _order(of_open: Sequence[tuple[str, _Read]], name: str) -> DateOrder | None:
    """Return how day and month stand, as some texts prove."""
    day_first = [text for text, one in of_open if one.first > _DECEMBER >= one.second]
    month_first = [text for text, one in of_open if one.first <= _DECEMBER < one.second]
    if day_first and month_first:
        message = phrase(
            "the dates of '{name}' contradict each other: {first} has the day"
            " first, and {other} the month (--date-order)",
            name=name,
            first=repr(day_first[0].strip()),
            other=repr(month_first[0].strip()),
        )
        raise NoDatesError(message)
    if day_first or month_first:
        return DateOrder.DAY_FIRST if day_first else DateOrder.MONTH_FIRST
    text = next((text for text, one in of_open if one.first != one.second), "").strip()
    if text:
        message = phrase(
            "may the day or the month stand first in {text}? No cell of '{name}' tells"
            " (--date-order day-first, or month-first)",
            text=repr(text),
            name=name,
        )
        raise AmbiguousDatesError(message)
    return None


def _is_longer(one: Every, other: Every) -> bool:
    lengths = [*Every]
    return lengths.index(one) > lengths.index(other)


def _day(one: _Read, *, is_day_first: bool) -> np.datetime64:
    if one.serial:
        return _START + np.timedelta64(one.serial, "D")
    day, month = one.first, one.second
    if one.is_open and not is_day_first:
        day, month = month, day
    if not _FIRST_YEAR <= one.year <= _LAST_YEAR:
        return _NAT
    try:
        return np.datetime64(f"{one.year:04}-{month:02}-{day:02}", "D")
    except ValueError:
        return _NAT


def _without_time(text: str) -> str:
    """Return a date without the time behind it, and a serial number without its fraction."""
    serial = _SERIAL.fullmatch(text)
    if serial is not None:
        return serial[1]
    for gap in _GAP.finditer(text):
        if _CLOCK.match(text, gap.end()):
            return text[: gap.start()]
    return text


def _no_dates(name: str, bad: Sequence[str], coarse: str, every: Every) -> str:
    if coarse:
        return phrase(
            "'{name}' has dates such as {coarse}, which tell no {every} (--every)",
            name=name,
            coarse=repr(coarse),
            every=every,
        )
    if not bad:
        return phrase("no cell of '{name}' holds a date", name=name)
    two = next((one for one in bad if _TWO_DIGITS.fullmatch(_without_time(one))), "")
    if two:
        return phrase(
            "the years of '{name}' have two digits, such as {two}: nothing tells the century",
            name=name,
            two=repr(two),
        )
    return phrase(
        "no cell of '{name}' is a date that can be read, such as {bad}", name=name, bad=repr(bad[0])
    )
