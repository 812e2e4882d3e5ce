"""Numbers over time, under one threshold, beside what equal periods would show."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core import calibrated
from evalgui.core.between_groups.apart import Rate
from evalgui.core.consequences.settings import DateOrder
from evalgui.core.counts import divide, whole_or_sum
from evalgui.core.dates import AmbiguousDatesError, NoDatesError
from evalgui.core.errors import sentence_of
from evalgui.core.groups import snapshots_of
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.measured import NO_BRACKET, Interval, Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.periods import periods_of
from evalgui.core.requests import SelectRows, SetConsequences
from evalgui.core.sampling import Sampling
from evalgui.core.selection import Rows, Selection
from evalgui.core.texts import Count, Given, Name, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.apparent import without_interval
from evalgui.results.control import OF_SUBJECTS, control_of, control_table, what_it_says
from evalgui.results.result import (
    COUNT,
    PLAIN,
    SHARE,
    TEXT,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Table,
    Way,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.ranking import over_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.settings import Consequences, OverTime
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.periods import Period, Periods
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.control import Control

RATES = ("TPR", "TNR", "PPR", "PREV")
UNDATED = "(undated)"
NO_ROWS = phrase("no rows that can be assessed")
_MOST_NAMED = 12
_ORDERS = {DateOrder.DAY_FIRST: Text("day first"), DateOrder.MONTH_FIRST: Text("month first")}
_ENDS = (
    ("low", phrase("lower limit")),
    ("high", phrase("upper limit")),
    ("equal_low", phrase("lower limit of equal periods")),
    ("equal_high", phrase("upper limit of equal periods")),
    ("equal_low_all", phrase("lower limit of equal periods, all at once")),
    ("equal_high_all", phrase("upper limit of equal periods, all at once")),
)
_MOST_PICKED = 10_000
WHERE = Text("Compare > Trend over Time says which column has the dates")
_TITLE = Text("Trend over time")
_N = (
    Column("n_positive", Text("{Actual_positives}"), COUNT, keys={"number": "n_positive"}),
    Column("n_negative", Text("{Actual_negatives}"), COUNT, keys={"number": "n_negative"}),
)
_OF_RATES = tuple(
    Column(one, Name(metric_by_id(one)), SHARE, keys={"measured": one}) for one in RATES
)
_AREA = Column("roc_auc", Text("AUC"), SHARE, keys={"measured": "roc_auc"})
_EXPECTED = Column(
    "observed_expected", Text("Observed : expected"), PLAIN, keys={"measured": "observed_expected"}
)


class At(NamedTuple):
    """A period, or the rows without a date, and what the threshold does there.

    Parameters
    ----------
    period
        Which.
    there
        What holds of its rows; None where it has none.
    """

    period: Period
    there: Snapshot | None

    @property
    def id(self) -> str:
        """Stable name."""
        return self.period.name or UNDATED

    @property
    def point(self) -> OperatingPoint | None:
        """What the threshold does."""
        return None if self.there is None else self.there.point

    @property
    def of_class(self) -> tuple[float, float]:
        """How many positives and how many negatives it has."""
        point = self.point
        if point is None:
            return 0, 0
        counts = point.counts
        return whole_or_sum(counts.actual_positives), whole_or_sum(counts.actual_negatives)

    def rate(self, metric_id: str) -> Rate:
        """Return a rate as counts."""
        fraction = metric_by_id(metric_id).fraction
        if self.point is None or fraction is None:
            return Rate(0.0, 0.0)
        k, n = fraction(self.point.counts)
        return Rate(float(k), float(n))

    def measured(self, metric_id: str) -> Measured:
        """Return a rate, AUC or O:E with its interval."""
        point, there = self.point, self.there
        if point is None or there is None:
            return Measured(math.nan, NO_ROWS)
        if metric_id == _AREA.id:
            return over_all(there, metric_id)
        if metric_id == _EXPECTED.id:
            return _expected(there)
        return point.measured[metric_id]._replace(interval=point.all_intervals.get(metric_id))


class Trend(NamedTuple):
    """What the threshold does over time.

    Parameters
    ----------
    over
        What was asked.
    periods
        All rows by their dates.
    each
        The periods in their order, those without rows too.
    undated
        The rows without a date; None for none.
    """

    over: OverTime
    periods: Periods
    each: tuple[At, ...]
    undated: At | None

    def control(self, metric_id: str, snapshot: Snapshot) -> Control:
        """Return a rate beside what equal periods would show."""
        dataset = snapshot.dataset
        by_subject = dataset is not None and dataset.sampling is Sampling.BY_SUBJECT
        rates = [one.rate(metric_id) for one in self.each]
        return control_of(rates, OF_SUBJECTS if by_subject else "", "period")


def trend_of(snapshot: Snapshot) -> Trend | None:
    """Return what the threshold does over the dates that were asked about.

    None where nobody asked, or no class is assessed against the rest.

    Raises
    ------
    NoDatesError
        As of `evalgui.core.periods.periods_of`.
    """
    over, dataset = snapshot.inputs.consequences.over, snapshot.dataset
    if over is None or dataset is None or snapshot.point is None:
        return None
    periods = periods_of(dataset, over)
    every = (*periods.each, *([] if periods.undated is None else [periods.undated]))
    groups = [one.group for one in every if one.group is not None]
    known = {id(group): there for group, there in snapshots_of(snapshot, groups)}
    each = [At(one, None if one.group is None else known[id(one.group)]) for one in every]
    undated = each.pop() if periods.undated is not None else None
    return Trend(over, periods, tuple(each), undated)


def trend(snapshot: Snapshot) -> Result | None:
    """Return what the threshold does in each period, and what equal periods would show.

    Parameters
    ----------
    snapshot
        With a threshold, or calls, of two classes, and a column of dates that was asked about.

    Returns
    -------
    Result or None
        Tables ``each``, a row a period from the first to the last, with the rows of each class,
        rates, the area and, of declared probabilities, O:E, each with its interval: a period
        without rows has a row, and so have the rows without a date; ``control``, of each rate the
        value of all dated rows, and how many periods lie beyond the limits of equal ones. The long
        table ``trend`` has a row a period with these limits. None where no column was asked about;
        a fact ``refused`` where it has no dates.
    """
    try:
        found = trend_of(snapshot)
    except NoDatesError as error:
        why, ways = as_text(sentence_of(error)), orders_of(snapshot)
        fact = Fact("refused", _TITLE, why, {"refused": str(error)}, ways)
        return Result("trend", _TITLE, facts=(fact,))
    if found is None:
        return None
    controls = {one: found.control(one, snapshot) for one in RATES}
    columns = _columns(snapshot)
    tables = (
        _each(snapshot, found, columns),
        control_table(controls, [one.id for one in found.each]),
    )
    facts = tuple(_facts(snapshot, found, controls))
    is_open = snapshot.ranking is not None and snapshot.ranking.table.steps.bins is not None
    long = LongTable(
        "trend",
        _TITLE,
        _long_columns(columns, is_open=is_open),
        lambda: _long(found, controls, columns, is_open=is_open),
    )
    return Result("trend", _TITLE, tables, facts, long_tables=(long,))


def orders_of(snapshot: Snapshot) -> tuple[Way, ...]:
    """Return the answers to what the first number of a date is, where that is asked."""
    said, dataset = snapshot.inputs.consequences, snapshot.dataset
    if said.over is None or dataset is None:
        return ()
    try:
        periods_of(dataset, said.over)
    except AmbiguousDatesError:
        return tuple(_way(said, said.over, order) for order in DateOrder)
    except NoDatesError:
        return ()  # the result says it in words
    return ()


def _way(said: Consequences, over: OverTime, order: DateOrder) -> Way:
    title = Text(order.value.replace("-", " ").capitalize())
    return Way(order.value, title, SetConsequences(replace(said, over=replace(over, order=order))))


def _live(snapshot: Snapshot) -> Result | None:
    if snapshot.point is not None and snapshot.inputs.consequences.over is None:
        return Result("trend", _TITLE, facts=(Fact("asked", _TITLE, WHERE),))
    return trend(snapshot)


def _columns(snapshot: Snapshot) -> tuple[Column, ...]:
    area = () if snapshot.ranking is None else (_AREA,)
    expected = () if snapshot.ranking is None or _lacks_probabilities(snapshot) else (_EXPECTED,)
    return (*_OF_RATES, *area, *expected)


def _lacks_probabilities(snapshot: Snapshot) -> bool:
    """Return whether scores are not declared probabilities: then nothing was expected."""
    return bool(calibrated.no_probabilities(snapshot))


def _expected(there: Snapshot) -> Measured:
    """Return O:E of a period."""
    ranking = there.ranking
    if ranking is None or not ranking.table.n:
        return Measured(math.nan, NO_ROWS)
    found = calibrated.numbers(there).measured[_EXPECTED.id]
    return found if ranking.score.apparent is None else without_interval(found)


def _each(snapshot: Snapshot, found: Trend, columns: Sequence[Column]) -> Table:
    every = (*found.each, *([] if found.undated is None else [found.undated]))
    by_id = {one.id: one for one in every}

    def cell(row: Row, column: Column) -> Measured:
        if column in _N:
            return Measured(by_id[row.id].of_class[_N.index(column)])
        return by_id[row.id].measured(column.id)

    rows = tuple(_row(snapshot, one) for one in every)
    return Table("each", (*_N, *columns), rows, cell, Text(found.over.every.value))


def _row(snapshot: Snapshot, one: At) -> Row:
    title = Given(one.id) if one.period.name else Text("without a date")
    dataset, rows = snapshot.dataset, one.period.rows
    if dataset is None or not 0 < len(rows) <= _MOST_PICKED:
        return Row(one.id, title)
    numbers = rows + 1 if dataset.file_rows is None else dataset.file_rows[rows]
    return Row(one.id, title, request=SelectRows(Selection.of(Rows(tuple(numbers.tolist())))))


def _facts(snapshot: Snapshot, found: Trend, controls: Mapping[str, Control]) -> Iterator[Fact]:
    over, periods = found.over, found.periods
    values = {
        "column": Given(over.column),
        "every": Text(over.every.value),
        "first": Given(found.each[0].id),
        "last": Given(found.each[-1].id),
    }
    said: dict[str, Any] = {"over": over.column, "every": over.every.value}
    said |= {"order": None if periods.order is None else periods.order.value}
    yield Fact("over", _TITLE, Text("{column} by {every}, {first} to {last}", values), said)
    yield from _of_dates(found)
    gaps = periods.without_rows
    if gaps:
        names = {"n": Count(len(gaps)), "all": Count(len(found.each)), "names": _some(gaps)}
        told = Text("{n} of {all} without rows: {names}", names)
        yield Fact("without_rows", Text("gaps"), told, {"without_rows": list(gaps)})
    for place, name in ((1, "{actual_positives}"), (0, "{actual_negatives}")):
        lone = [one.id for one in found.each if one.of_class[place] and not one.of_class[1 - place]]
        if lone:
            values = {"actual": Text(name), "names": _some(lone)}
            told = Text("{actual} alone, so that AUC is undefined: {names}", values)
            yield Fact("one_class", Text("one class"), told)
    if len(found.each) == 1:
        told = Text("all dated rows are of one period: there is no trend")
        yield Fact("one_period", _TITLE, told, {"one_period": found.each[0].id})
    yield from what_it_says(controls.values(), phrase("periods"))
    if snapshot.ranking is not None and _lacks_probabilities(snapshot):
        told = Text("O:E is of declared probabilities alone (--score-kind)")
        yield Fact("no_expected", Text("observed : expected"), told)


def _of_dates(found: Trend) -> Iterator[Fact]:
    periods, title = found.periods, Text("dates")
    if found.undated is not None:
        n = periods.n_empty + periods.n_unreadable
        values: dict[str, Told] = {"n": Count(n), "empty": Count(periods.n_empty)}
        values |= {"bad": Count(periods.n_unreadable), "such": Given(repr(periods.unreadable))}
        told = Text("{n} without a date", values)
        if periods.n_unreadable:
            told = Text(
                "{n} without a date: {empty} empty, {bad} unreadable, such as {such}", values
            )
        counted = {"n": n, "empty": periods.n_empty, "unreadable": periods.n_unreadable}
        yield Fact("undated", Text("rows"), told, {"undated": counted})
    if periods.are_serials:
        yield Fact("serials", title, Text("numbers are days as Excel counts them from 1900"))
    if periods.order is not None and found.over.order is None:
        told = Text("{order}, as some of them prove", {"order": _ORDERS[periods.order]})
        yield Fact("order", title, told)


def _some(names: Sequence[str]) -> Told:
    """Return names, those of long lists cut."""
    shown = Given(", ".join(names[:_MOST_NAMED]))
    n_more = len(names) - _MOST_NAMED
    return Text("{shown} and {n} more", {"shown": shown, "n": n_more}) if n_more > 0 else shown


def _long_columns(columns: Sequence[Column], *, is_open: bool) -> tuple[Column, ...]:
    found = [Column("period", Text("Period"), TEXT), *_N]
    for one in columns:
        kind = PLAIN if one is _EXPECTED else SHARE
        found.append(Column(one.id, one.title, kind))
        for end, words in _ENDS[: 6 if one.id in RATES else 2]:
            title = Text("{name}, {end}", {"name": one.title, "end": Text(words)})
            found.append(Column(f"{one.id}_{end}", title, kind))
        found += replace(one, kind=kind).in_bins if is_open else ()
    return tuple(found)


def _long(
    found: Trend, controls: Mapping[str, Control], columns: Sequence[Column], *, is_open: bool
) -> Sequence[Any]:
    every = (*found.each, *([] if found.undated is None else [found.undated]))
    told: list[Any] = [[one.period.name for one in every]]
    told += [[one.of_class[place] for one in every] for place in (0, 1)]
    for column in columns:
        cells = [one.measured(column.id) for one in every]
        limits = [one.interval or Interval(math.nan, "", *UNDEFINED) for one in cells]
        told += [[one.value for one in cells]]
        told += [[one.lower for one in limits], [one.upper for one in limits]]
        if column.id in RATES:
            told += _equal(controls[column.id], len(every))
        if is_open:
            ends = [one.bracket or NO_BRACKET for one in cells]
            told += [[one.low for one in ends], [one.high for one in ends]]
    return told


def _equal(control: Control, size: int) -> list[NDArray[np.float64]]:
    """Return the limits of equal periods as shares; NaN where there are none."""
    found = []
    for counts in (*control.one, *control.every):
        shares = np.full(size, math.nan)
        if not control.reason:
            shares[list(control.at)] = divide(counts, control.n)
        found.append(shares)
    return found


TREND = Topic(
    id="trend",
    name=_TITLE,
    explanation=Text(
        "What the threshold does by day, week, month, quarter or year, and by chance alone."
    ),
    make=lambda snapshot, _beside: trend(snapshot),
    live=_live,
    rests=lambda snapshot: snapshot.inputs.consequences.over is not None,
    lacks=lambda _snapshot: phrase("which column has the dates has to be said first (--over)"),
)
