"""Rows of a data set by the days, weeks, months, quarters or years of a column of dates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.consequences.settings import DateOrder, Every, OverTime
from evalgui.core.dates import AmbiguousDatesError, NoDatesError, days_of
from evalgui.core.groups import Group, of_rows
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column, Dataset
    from evalgui.core.dates import Days
    from evalgui.core.groups import HasCodes

MOST_DAYS = 100_000
"""What has more different values tells no days, but numbers or names."""

MOST_PERIODS = 2_000
"""From the first period to the last one there are at most so many."""

_LOOK = 50  # cells
_IS_NUMBER = re.compile(r"\s*\d{4,5}(\.\d*)?\s*|")  # which may be years, days of Excel, anything
_MONTHS_OF_QUARTER = 3
_TO_MONDAY = 3  # the day 0 of numpy is a Thursday
_WEEK = 7


@runtime_checkable
class DatedColumn(Protocol):
    """A column that knows its different days without being read cell by cell."""

    def encode_days(self, limit: int) -> HasCodes | None:
        """Return it as indices into its texts without times of day; None for too many."""


@dataclass(frozen=True, slots=True, eq=False)
class Period:
    """A day, week, month, quarter or year.

    Parameters
    ----------
    place
        Its number, without a gap from one to the next.
    name
        ISO 8601 where that names it: ``2025-04-03``, ``2025-W14``, ``2025-04``, ``2025-Q2``,
        ``2025``.
    group
        Its rows; None where it has none.
    rows : (k,) array of int
        Their places in the data set, from 0.
    """

    place: int
    name: str
    group: Group | None
    rows: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Periods:
    """All of them.

    Parameters
    ----------
    each
        From the first with rows to the last, those without rows between them too.
    undated
        The rows without a date that can be read; None for none.
    n_empty, n_unreadable
        How many of these hold nothing, and something that is no date.
    unreadable
        Such a text; "" for none.
    order, are_serials
        As of `evalgui.core.dates.Days`.
    """

    each: tuple[Period, ...]
    undated: Period | None
    n_empty: int
    n_unreadable: int
    unreadable: str
    order: DateOrder | None
    are_serials: bool

    @property
    def without_rows(self) -> tuple[str, ...]:
        """The names of those without rows."""
        return tuple(one.name for one in self.each if one.group is None)


_KNOWN: WeakKeyDictionary[Dataset, dict[OverTime, Periods]] = WeakKeyDictionary()


def periods_of(dataset: Dataset, over: OverTime) -> Periods:
    """Return the rows of each period; made once.

    Parameters
    ----------
    dataset
        With columns.
    over
        Which one has the dates, and how long a period is.

    Returns
    -------
    Periods
        No row gets lost: what has no date is `Periods.undated`.

    Raises
    ------
    NoDatesError
        If there is no such column, or it has no dates, or some that may be two; if they span more
        than `MOST_PERIODS`.
    """
    known = _KNOWN.setdefault(dataset, {})
    if over not in known:
        known[over] = _periods(dataset, over)
    return known[over]


def span_of(dataset: Dataset, over: OverTime) -> tuple[str, str]:
    """Return the first and the last day of a column of dates, as ISO 8601 has them.

    Raises
    ------
    NoDatesError
        As of `periods_of`, however far apart they are.
    """
    codes, found = _read(dataset, over, Every.DAY)
    days = found.days[np.unique(codes[codes >= 0])]
    known = days[~np.isnat(days)]
    if not len(known):
        message = phrase("no cell of '{column}' holds a date", column=over.column)
        raise NoDatesError(message)
    return str(known.min()), str(known.max())


def may_be_dates(column: Column) -> bool:
    """Return whether the first cells of a column are dates, or may be two each."""
    texts = {column.text(row) for row in range(min(_LOOK, len(column)))}
    try:
        days_of([*texts], Every.YEAR, name=column.name)
    except AmbiguousDatesError:
        return True
    except NoDatesError:
        return False
    return not all(_IS_NUMBER.fullmatch(text) for text in texts)


def _periods(dataset: Dataset, over: OverTime) -> Periods:
    codes, found = _read(dataset, over, over.every)
    of_text = _places(found.days, over.every)
    last, none = int(of_text.max()), np.iinfo(np.int64).min
    first = int(of_text[of_text != none].min())
    if last - first >= MOST_PERIODS:
        named = {"first": _named(first, over.every), "last": _named(last, over.every)}
        spans = phrase("{first} to {last}", **named)
        message = phrase(
            "'{column}' goes from {spans}: more than {most_periods} periods (a longer"
            " --every makes fewer; or a date is wrong)",
            column=over.column,
            spans=spans,
            most_periods=MOST_PERIODS,
        )
        raise NoDatesError(message)
    is_bad = np.append(found.are_unreadable, False)
    of_row = np.append(of_text, none)[codes]  # -1 finds the last one
    order = np.argsort(of_row, kind="stable")
    ends = np.searchsorted(of_row[order], np.arange(first, last + 2))
    each = tuple(
        _period(dataset, place, _named(place, over.every), order[ends[at] : ends[at + 1]])
        for at, place in enumerate(range(first, last + 1))
    )
    rest = order[: ends[0]]
    n_bad = int(np.count_nonzero(is_bad[codes[rest]]))
    undated = _period(dataset, last + 1, "", rest) if len(rest) else None
    return Periods(
        each, undated, len(rest) - n_bad, n_bad, found.unreadable, found.order, found.are_serials
    )


def _read(dataset: Dataset, over: OverTime, every: Every) -> tuple[NDArray[np.integer], Days]:
    """Return the texts of a column as days, and which of them each row has."""
    column = next((one for one in dataset.columns if one.name == over.column), None)
    if column is None:
        message = phrase("there is no column '{column}'", column=over.column)
        raise NoDatesError(message)
    codes, texts = _coded(column)
    return codes, days_of(texts, every, over.order, over.column)


def _period(dataset: Dataset, place: int, name: str, rows: NDArray[np.intp]) -> Period:
    group = Group(name, of_rows(dataset, rows), (name,)) if len(rows) else None
    return Period(place, name, group, rows)


def _coded(column: Column) -> tuple[NDArray[np.integer], Sequence[str]]:
    if isinstance(column, DatedColumn):
        found = column.encode_days(MOST_DAYS)
        if found is not None:
            return found.codes, found.texts
    else:
        known: dict[str, int] = {}
        codes = [known.setdefault(column.text(row), len(known)) for row in range(len(column))]
        if len(known) <= MOST_DAYS:
            return np.array(codes, np.int64), tuple(known)
    message = phrase(
        "'{name}' has more than {most_days} different values, and so no days",
        name=column.name,
        most_days=MOST_DAYS,
    )
    raise NoDatesError(message)


def _places(days: NDArray[np.datetime64], every: Every) -> NDArray[np.int64]:
    """Return the number of the period of each day; the least integer for none."""
    if every in {Every.DAY, Every.WEEK}:
        found = days.astype(np.int64)
        if every is Every.WEEK:
            found = (found + _TO_MONDAY) // _WEEK
    else:
        found = days.astype("datetime64[Y]" if every is Every.YEAR else "datetime64[M]")
        found = found.astype(np.int64)
        if every is Every.QUARTER:
            found //= _MONTHS_OF_QUARTER
    return np.where(np.isnat(days), np.iinfo(np.int64).min, found)


def _named(place: int, every: Every) -> str:
    """Return what a period is called."""
    if every is Every.DAY:
        return str(np.datetime64(place, "D"))
    if every is Every.MONTH:
        return str(np.datetime64(place, "M"))
    if every is Every.YEAR:
        return str(np.datetime64(place, "Y"))
    if every is Every.QUARTER:
        year, quarter = divmod(place, 12 // _MONTHS_OF_QUARTER)
        return f"{np.datetime64(year, 'Y')}-Q{quarter + 1}"
    year, week, _day = np.datetime64(place * _WEEK - _TO_MONDAY, "D").item().isocalendar()
    return f"{year}-W{week:02}"
