"""Scores against each other: how their areas and their rates differ, with intervals and tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.digits import exact
from evalgui.core.equal_rate import Equal
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.measured import NOTHING, OF_ORDERS, UNKNOWN, Bracket, Interval, Measured
from evalgui.core.metrics import METRICS
from evalgui.core.ranking_metrics import AVERAGE_PRECISION
from evalgui.core.sampling import Sampling
from evalgui.core.searching.criterion import criterion_of
from evalgui.core.texts import (
    Computed,
    Count,
    Formula,
    Given,
    Joined,
    Name,
    Place,
    Share,
    Text,
    as_text,
)
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    P_VALUE,
    PLAIN,
    SHARE,
    TEXT,
    THRESHOLD,
    Column,
    Fact,
    Kind,
    LongTable,
    Result,
    Row,
    Table,
)
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.comparing import Pair, RateDifference
    from evalgui.core.comparing.bootstrap import Drawn
    from evalgui.core.comparing.net_benefit import Best, Range
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.ranking_metrics import RankingMetric
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

    Errors = tuple[str, Mapping[str, Measured]]
    Maker = Callable[[Pair, int], Iterator["PairRow"]]

FIRST = Column("value_a", Text("First"))
SECOND = Column("value_b", Text("Second"))
DIFFERENCE = Column("difference", Text("Difference"), Kind())
SE = Column("se", Text("Standard error"), Kind())
STATISTIC = Column("statistic", Text("Statistic"), Kind())
P = Column("p", Text("p value"), P_VALUE)
HOLM = Column(
    "p_holm",
    Text("p value by Holm"),
    P_VALUE,
    explains=Text("adjusted by Holm for all that are compared"),
)
METHOD = Column("method", Text("Method"), TEXT)
TEST = Column("test", Text("Test"), TEXT)
WHY = Column("undefined", Text("Why it is undefined"), TEXT)
OF_PAIR = (
    Column("a", Text("A"), TEXT),
    Column("b", Text("B"), TEXT),
    Column("n", Text("Rows of both, or of A"), COUNT),
    Column("n_b", Text("Rows of B"), COUNT),
    Column("n_left_out", Text("Rows left out"), COUNT),
    Column("assumes", Text("Assumed"), TEXT),
)
PLACES = (
    Column("at_a", Text("Threshold of A"), THRESHOLD),
    Column("at_b", Text("Threshold of B"), THRESHOLD),
)
CALLED_BY = (
    Column("both", Text("By both"), COUNT),
    Column("first_only", Text("By the first alone"), COUNT),
    Column("second_only", Text("By the second alone"), COUNT),
    Column("neither", Text("By neither"), COUNT),
)
RIGHT = (
    Column("both", Text("Both right"), COUNT),
    Column("first", Text("The first alone right"), COUNT),
    Column("second", Text("The second alone right"), COUNT),
    Column("neither", Text("Both wrong"), COUNT),
)
"""The cells of McNemar's table, in the order of `evalgui.core.comparing.Right`."""
_OF_CLASS = {"all": None, "positives": True, "negatives": False}
FORMS = (
    Column("exact", Text("p, exact"), P_VALUE),
    Column("asymptotic", Text("p, asymptotic"), P_VALUE),
    Column("corrected", Text("p, with a correction"), P_VALUE),
)
AT_EQUAL: Mapping[Equal, Text] = {
    Equal.SENSITIVITY: Text("equal {true_positive_rate}"),
    Equal.SPECIFICITY: Text("equal {true_negative_rate}"),
    Equal.FMR: Text("equal {false_positive_rate}"),
    Equal.FNMR: Text("equal {false_negative_rate}"),
}
"""The rates that scores can have in common."""
OWN_THRESHOLDS = Text("each one's own cut-off")
_FOR_PEOPLE = tuple(
    column.id for column in (FIRST, SECOND, DIFFERENCE, METHOD, P, HOLM, TEST, *CALLED_BY, *FORMS)
)
_OF_A_CLASS = frozenset({"TPR", "TNR", "FPR", "FNR"})
_PEOPLE = 100_000
_VALUES = frozenset({FIRST.id, SECOND.id, DIFFERENCE.id})
_SIZES = frozenset({"n", "n_b", "n_left_out"})
NOTHING_VARIES = phrase("nothing varies that could be tested")

AREA = "roc_auc"
RIGHT_ALONE = "mcnemar"
DELONG = "delong"
DRAWN = "bootstrap"


@dataclass(frozen=True, slots=True)
class PairRow(Row):
    """A row of a comparison of two scores.

    Parameters
    ----------
    pair
        Which of the comparisons it is of, counted from 0.
    cells
        What stands in it, by the ids of columns.
    words
        The words in it, likewise.
    said
        What has to be said beside it; None for nothing.
    """

    pair: int = field(kw_only=True)
    cells: Mapping[str, Measured] = field(kw_only=True, repr=False, compare=False)
    words: Mapping[str, Told | None] = field(default_factory=dict, kw_only=True, compare=False)
    said: Told | None = field(default=None, kw_only=True, compare=False)


class Test(NamedTuple):
    """The result of a test: a statistic with its p value, and why there is none."""

    statistic: float
    p: float
    name: str = ""
    reason: str = ""


def comparison(
    pairs: Sequence[Pair],
    scores: Sequence[tuple[str, Snapshot]] = (),
    findings: Sequence[tuple[str, Finding]] = (),
    best: tuple[Sequence[Best], Sequence[Best]] = ((), ()),
) -> Result:
    """Return how scores differ, each two of them, the first less the second.

    Parameters
    ----------
    pairs
        The comparisons; of several the p values are adjusted by Holm, those of each kind of test
        for as many pairs as have one.
    scores
        What is compared: names, and snapshots with scores.
    findings
        What is odd about the rows, each with the file that it is of.
    best
        Which of the scores is best, as of `evalgui.core.comparing.net_benefit.best_of_several`.

    Returns
    -------
    Result
        Facts ``score`` for each of them, ``level`` of the intervals, ``assumed``, ``holm`` where
        p values are adjusted, and ``finding``; tables ``differences`` (see `differences`),
        ``areas`` (what else is known of the difference of the areas: DeLong's test where it is
        not the one that is recommended, and rows that were drawn again), ``forms`` of McNemar's
        test, ``discordant`` (the rows of each class by who calls them positive), ``equal`` (rates
        where both of a pair have one in common; left out where none has), ``drawn`` (what else
        was drawn again) and, of ``scores``, ``errors``. The rows of each pair are a group.
    """
    told = [differences(pairs), _areas(pairs), _forms(pairs), _discordant(pairs)]
    told += [_equal(pairs)] if any(pair.equal for pair in pairs) else []
    told += [draws(pairs)] if any(pair.drawn for pair in pairs) else []
    told += [best_table(best[0])] if best[0] else []
    level = pairs[0].area_interval.level
    told += [errors_table([_errors(*one, level) for one in scores])] if scores else []
    facts = [_of_score(*one) for one in scores]
    facts.append(Fact("level", Text("intervals"), Text("{level}", {"level": Share(level)})))
    facts += _assumed(pairs)
    for said in filter(None, map(at_own_cutoffs, pairs)):
        facts.append(Fact("own_cutoffs", Text("rates"), said))
    facts += facts_of_areas(pairs)
    if len(pairs) > 1:
        adjusted = Text("adjusted by Holm for all that are compared")
        facts.append(Fact("holm", Text("p values"), adjusted))
    for file, one in findings:
        said = Text("{file}: {said}", {"file": Given(file), "said": as_text(one.text)})
        facts.append(Fact("finding", Text(one.level.value), said))
    if pairs[0].worth and not pairs[0].is_paired:
        facts.append(Fact("best", Text("which one is best"), Text(APART)))
    facts += facts_of_best(*best)
    long_tables = (_along(best[1]),) if best[1] else ()
    title = Text("Scores against each other")
    return Result("comparison", title, tuple(told), tuple(facts), long_tables=long_tables)


def _of_score(name: str, snapshot: Snapshot) -> Fact:
    """Return how many rows have a score, and where its threshold lies."""
    ranking, point = snapshot.ranking, snapshot.point
    assert ranking is not None  # noqa: S101 - what is compared has scores
    assert point is not None  # noqa: S101
    template = Text(
        "{n_positive} {positive}, {n_negative} {negative}, {n_missing} without a score, threshold "
        "{threshold}"
    )
    table = ranking.table
    values = {
        "n_positive": Count(table.n_positive),
        "n_negative": Count(table.n_negative),
        "n_missing": Count(table.n_missing),
        "threshold": Place(point.threshold, ranking.score),
    }
    return Fact("score", Given(name), template.filled(values))


def _assumed(pairs: Sequence[Pair]) -> Iterator[Fact]:
    """Yield what is assumed, once where that is the same of all."""
    assumes = {pair.assumes for pair in pairs}
    for pair in pairs[: 1 if len(assumes) == 1 else None]:
        names = {"a": Given(pair.first), "b": Given(pair.second)}
        title = Text("assumed" if len(assumes) == 1 else "assumed of {a} less {b}", names)
        yield Fact("assumed", title, as_text(pair.assumes))


def facts_of_areas(pairs: Sequence[Pair]) -> Iterator[Fact]:
    """Yield the test that the areas of three scores and more are all the same."""
    test = pairs[0].alike if pairs else None
    if test is None:
        return
    values: dict[str, object] = {
        "statistic": Computed(test.statistic),
        "freedom": test.freedom,
        "p": Computed(test.p),
        "method": as_text(test.method),
    }
    found = Text("chi-square {statistic}, degrees of freedom {freedom}, p = {p} ({method})", values)
    told = Joined((found, as_text(test.note)), "; ") if test.note else found
    known = {
        "statistic": test.statistic,
        "freedom": test.freedom,
        "p": test.p,
        "method": test.method,
        "n": test.n[0] if len(test.n) == 1 else [*test.n],
        "note": test.note or None,
        "undefined": test.reason or None,
    }
    title = Text("all areas the same")
    yield Fact("areas_test", title, _told(test.reason) or told, known)


def _errors(name: str, snapshot: Snapshot, level: float) -> Errors:
    """Return what a score gets wrong, by the ids of measures."""
    from evalgui.core.comparing import errors_of  # when it is asked for

    ranking, dataset = snapshot.ranking, snapshot.dataset
    assert ranking is not None  # noqa: S101 - what is compared has scores
    assert dataset is not None  # noqa: S101
    return name, errors_of(ranking, IntervalSettings(level=level), dataset.sampling)


def differences(pairs: Sequence[Pair], thresholds: Sequence[tuple[float, float]] = ()) -> Table:
    """Return the differences of areas and rates, and who alone is right.

    Parameters
    ----------
    pairs
        The comparisons.
    thresholds
        Where both of each pair call, in the units of their files; none where that is not told.

    Returns
    -------
    Table
        Rows ``roc_auc``, the ids of rates and, where the rows are the same, ``mcnemar``: of that
        the values are the rows that each of both alone calls rightly. The difference has its
        interval; where something has none, or no p value, the first cell that lacks it says why.
    """
    found = [
        row
        for place, pair in enumerate(pairs)
        for row in (*_in_bins(_rows_of, pair, place), *_worth_of(pair, place))
    ]
    rows = _adjusted(found, pairs)
    of_values = (FIRST, SECOND, DIFFERENCE, SE, METHOD, STATISTIC, P)
    columns = (*of_values, *_holm(pairs), TEST, WHY, *OF_PAIR)
    if thresholds:
        placed = [_cells_of(PLACES, both) for both in thresholds]
        rows = [replace(row, cells={**row.cells, **placed[row.pair]}) for row in rows]
        columns = (*columns, *PLACES)
    return _table("differences", columns, rows, pairs)


def side_by_side(
    pairs: Sequence[Pair], place: int, thresholds: Sequence[tuple[float, float]]
) -> Table:
    """Return one of several comparisons: areas, thresholds, then the rates there.

    Parameters
    ----------
    pairs
        All that are compared, for whose number p values are adjusted.
    place
        Which one is wanted.
    thresholds
        Where both of each pair call, in the units of their files.

    Returns
    -------
    Table
        Columns are called as the two are. Where both have a rate in common, the rates are those at
        it; else those at the threshold of each, and the rows that one of both alone calls rightly.
    """
    found = []
    for at, pair in enumerate(pairs):
        area, *rates = _in_bins(_rows_of, pair, at)
        places = _cells_of((FIRST, SECOND), thresholds[at])
        there = PairRow(
            "threshold", Text("Threshold"), THRESHOLD, area.group, pair=at, cells=places
        )
        found += [area, there, *(_in_bins(_equal_of, pair, at) if pair.equal else rates)]
        found += [row for row in _of_drawn(pair, at) if _is_shown(row, pair)]
        found += _worth_of(pair, at)
    rows = [_on_show(row, pairs[place]) for row in _adjusted(found, pairs) if row.pair == place]
    columns = (FIRST, SECOND, DIFFERENCE, P, *_holm(pairs), TEST)
    return replace(_table("comparison", columns, rows, pairs).with_rows(rows), note=None)


def _is_shown(row: PairRow, pair: Pair) -> bool:
    """Return whether what was drawn has an interval, at thresholds that are on show."""
    is_elsewhere = pair.equal is not None and row.id in METRICS.ids
    return not (row.cells[P.id].reason or is_elsewhere)


def _on_show(row: PairRow, pair: Pair) -> PairRow:
    """Return a row with the interval of each value, and why there is no test in its place."""
    from evalgui.core.comparing.areas import area_alone  # when it is asked for

    each: Sequence[Interval] = ()
    rates = pair.at if pair.equal is None else pair.equal.rates
    if row.id == AREA:
        each = [area_alone(one, pair.area_interval.level) for one in pair.area.areas]
    elif row.id in _OF_A_CLASS:
        each = rates[row.id].intervals
    cells = dict(row.cells)
    for column, interval in zip((FIRST, SECOND), each, strict=False):
        cells[column.id] = cells[column.id]._replace(interval=interval)
    said = row.words.get(TEST.id) or row.words.get(WHY.id)
    return replace(row, cells=cells, words={**row.words, TEST.id: said})


def versus(pair: Pair) -> Text:
    """Return who is compared, each with how many rows, and how many of these are of each class."""
    values = _sizes(pair)
    if pair.is_paired:
        told = Text("{a} against {b}: {n} rows with both scores, {p} {positive}, {q} {negative}")
        return told.filled(values)
    return Text(
        "{a} {n} ({p} {positive}, {q} {negative}) against {b} {n_b} "
        "({p_b} {positive}, {q_b} {negative})",
        values,
    )


def _sizes(pair: Pair) -> dict[str, object]:
    """Return the names of both, and how many rows each has: all, and of each class."""
    one, other = (area.by_rows for area in pair.area.areas)
    values: dict[str, object] = {"a": Given(pair.first), "b": Given(pair.second)}
    values |= {"n": Count(pair.n[0]), "n_b": Count(pair.n[-1])}
    values |= {"p": Count(one.n_positive), "p_b": Count(other.n_positive)}
    return values | {"q": Count(one.n_negative), "q_b": Count(other.n_negative)}


def at_own_cutoffs(pair: Pair) -> Text | None:
    """Return what to know where rates are those at a cut-off of each; None where they are not."""
    has_rate_in_common = any(pair.at[one].difference == 0 for one in ("TPR", "TNR"))
    if pair.equal is not None or pair.is_at_one_cutoff or has_rate_in_common:
        return None
    return Text(
        "{a} and {b} are each called at a cut-off of its own: rates differ by where these stand, "
        "too. Which one is better is seen at an equal {true_positive_rate}, "
        "{true_negative_rate} or {false_positive_rate}, and by the areas",
        {"a": Given(pair.first), "b": Given(pair.second)},
    )


def at_words(at: AtEqual) -> Text:
    """Return what two scores have in common, such as "at equal sensitivity, at least 0.95"."""
    template = Text("at {equal}, at most {target}")
    if not at.equal.rate.is_error:
        template = Text("at {equal}, at least {target}")
    return template.filled({"equal": AT_EQUAL[at.equal], "target": Share(at.target)})


def _equal(pairs: Sequence[Pair]) -> Table:
    """Return the rates where both of a pair have one in common."""
    rows = [row for place, pair in enumerate(pairs) for row in _in_bins(_equal_of, pair, place)]
    columns = (FIRST, SECOND, DIFFERENCE, METHOD, STATISTIC, P, *_holm(pairs), TEST, WHY)
    return _table("equal", columns, _adjusted(rows, pairs), pairs)


def _equal_of(pair: Pair, place: int) -> Iterator[PairRow]:
    if pair.equal is None:
        return
    values = {"pair": heading(pair, place), "at": at_words(pair.equal.at)}
    for metric_id, rate in pair.equal.rates.items():
        row = Row(metric_id, Name(METRICS.ids[metric_id]), group=Text("{pair}; {at}", values))
        yield _of_rate(row, (pair, place), rate)


def _of_rate(row: Row, of: tuple[Pair, int], rate: RateDifference) -> PairRow:
    test = Test(rate.statistic, rate.p, rate.test)
    return _difference(row, of, (rate.first, rate.second), rate.interval, test)


def _heads(pairs: Sequence[Pair], rows: Sequence[Row]) -> dict[str, Told]:
    """Return what columns are called above the rows of one pair: by the names of both."""
    places = {row.pair for row in rows if isinstance(row, PairRow)}
    if len(places) != 1:
        return {}
    pair = pairs[places.pop()]
    names: dict[str, Told] = {"a": Given(pair.first), "b": Given(pair.second)}
    alone = {CALLED_BY[1].id: Text("By {a} alone"), CALLED_BY[2].id: Text("By {b} alone")}
    told: dict[str, Told] = {one: by.filled(names) for one, by in alone.items()}
    return told | {FIRST.id: names["a"], SECOND.id: names["b"]}


def _cells_of(columns: Sequence[Column], values: Sequence[float]) -> dict[str, Measured]:
    return {one.id: Measured(value) for one, value in zip(columns, values, strict=True)}


def errors_table(errors: Sequence[Errors]) -> Table:
    """Return what each score gets wrong, whatever its threshold; a row a score."""
    from evalgui.core.comparing import ERROR_METRICS  # when it is asked for

    columns = tuple(
        Column(
            metric.id,
            Name(metric),
            Kind(metric.written, is_share=True),
            explains=Formula(metric.formula),
        )
        for metric in ERROR_METRICS
    )
    rows = tuple(Row(str(place), Given(name)) for place, (name, _found) in enumerate(errors))

    def cell(row: Row, column: Column) -> Measured | None:
        return errors[int(row.id)][1].get(column.id)

    return Table("errors", columns, rows, cell, Text("Score"))


def who_is_right(pair: Pair | None) -> Table:
    """Return how many rows both of a pair call rightly, one alone, and none: all, and by class.

    No rows where each has rows of its own.
    """
    by_row = None if pair is None else pair.rows
    names = ("", "") if pair is None else (pair.first, pair.second)
    alone = [Text("{name} alone right", {"name": Given(one)}) for one in names]
    both, first, second, neither = RIGHT
    columns = (both, replace(first, title=alone[0]), replace(second, title=alone[1]), neither)
    titles = Text("All"), Text("{Actual_positives}"), Text("{Actual_negatives}")
    rows = tuple(map(Row, _OF_CLASS, titles)) if by_row is not None else ()

    counts = None if by_row is None else by_row.counts()

    def cell(row: Row, column: Column) -> Measured | None:
        assert counts is not None  # noqa: S101 - else there are no rows
        each = counts[RIGHT.index(next(one for one in RIGHT if one.id == column.id))]
        of = _OF_CLASS[row.id]
        return Measured(int(each.sum() if of is None else each[int(of)]))

    return Table("right", columns, rows, cell, Text("Rows"))


def rows_right(pair: Pair | None, row_id: str, column_id: str) -> NDArray[np.intp]:
    """Return the rows of the data set that a cell of `who_is_right` counts."""
    from evalgui.core.comparing import Right  # when it is asked for

    assert pair is not None  # noqa: S101 - else the table has no rows
    assert pair.rows is not None  # noqa: S101
    return pair.rows.places(Right[column_id.upper()], of=_OF_CLASS[row_id])


def rows_of_pair(table: Table, place: int) -> list[PairRow]:
    """Return the rows that a table of this topic has of one comparison."""
    return [row for row in table.rows if isinstance(row, PairRow) and row.pair == place]


def _table(
    table_id: str, columns: Sequence[Column], rows: Sequence[Row], pairs: Sequence[Pair]
) -> Table:
    return Table(
        table_id,
        tuple(columns),
        tuple(rows),
        _cell,
        Text("Measure"),
        _note,
        text=_text,
        usual=_FOR_PEOPLE,
        heads=partial(_heads, pairs),
    )


def _cell(row: Row, column: Column) -> Measured | None:
    assert isinstance(row, PairRow)  # noqa: S101 - its own rows
    return row.cells.get(column.id)


def _text(row: Row, column: Column) -> Told | None:
    assert isinstance(row, PairRow)  # noqa: S101 - its own rows
    return row.words.get(column.id)


def _note(row: Row) -> Told | None:
    assert isinstance(row, PairRow)  # noqa: S101 - its own rows
    return row.said


def heading(pair: Pair, place: int) -> Text:
    """Return what is compared, and on how many rows; no two places have the same text."""
    values = _sizes(pair) | {"left_out": pair.n_left_out, "place": place}
    told = Text(
        "{a} less {b}: {n} ({p} {positive}, {q} {negative}) and {n_b} rows "
        "({p_b} {positive}, {q_b} {negative}), each with a score of its own, {left_out} left out"
    )
    if pair.is_paired:
        told = Text(
            "{a} less {b}: {n} rows with both scores ({p} {positive}, {q} {negative}), "
            "{left_out} left out"
        )
    return told.filled(values)


def _in_bins(make: Maker, pair: Pair, place: int) -> Iterator[PairRow]:
    """Yield rows of a comparison with what bins leave open of their cells."""
    if pair.orders is None:
        yield from make(pair, place)
        return
    ends = [{row.id: row for row in make(one, place)} for one in pair.orders]
    are_at_edges = len({_rates(one) for one in (pair, *pair.orders)}) == 1
    for row in make(pair, place):
        # Rows that were drawn again are of no order: their difference is that of the areas.
        lacking = [{DIFFERENCE.id: Measured(one.area.difference)} for one in pair.orders]
        cells = [
            one[row.id].cells if row.id in one else other
            for one, other in zip(ends, lacking, strict=True)
        ]
        if make is _equal_of and pair.equal is not None:
            # How near to the rate in common thresholds are depends on every order.
            is_known = row.id in pair.equal.at.free
        elif row.id in METRICS.ids:
            is_known = are_at_edges or criterion_of(METRICS.ids[row.id]).is_monotone
        else:
            is_known = True
        yield replace(row, cells=_opened(row.cells, cells, is_known=is_known))


def _rates(pair: Pair) -> tuple[float, ...]:
    """Return both rates of both scores, which are those of any order where bins are not cut."""
    both = pair.at["TPR"], pair.at["FPR"]
    return tuple(value for one in both for value in (one.first, one.second))


def _opened(
    own: Mapping[str, Measured], ends: Sequence[Mapping[str, Measured]], *, is_known: bool
) -> dict[str, Measured]:
    """Return the cells of a difference with what bins leave open of them, given both ends."""
    found = dict(own)
    for name, cell in own.items():
        if name in _SIZES or not cell.is_defined:
            continue
        both = [one.get(name, NOTHING) for one in ends]
        of = "" if name in _VALUES else OF_ORDERS
        values = [one.value for one in both]
        interval = cell.interval
        if interval is not None and interval.is_defined:
            known = [one.interval for one in both if one.interval is not None]
            limits = [end for one in known for end in (one.lower, one.upper)]
            within = _between(limits, OF_ORDERS, is_known=is_known)
            if within[:2] != (interval.lower, interval.upper):
                interval = interval._replace(bracket=within)
        bracket = _between(values, of, is_known=is_known)
        found[name] = cell._replace(bracket=bracket, interval=interval)
    difference, p = (found.get(one.id, NOTHING).bracket for one in (DIFFERENCE, P))
    if difference is not None and p is not None and difference.low <= 0 <= difference.high:
        found[P.id] = found[P.id]._replace(bracket=p._replace(high=1.0))
    return {
        name: cell._replace(bracket=None) if _is_exact(cell) else cell
        for name, cell in found.items()
    }


def _between(ends: Sequence[float], of: str, *, is_known: bool) -> Bracket:
    """Return what lies between ends, of which none may be unknown."""
    if not (is_known and ends) or any(map(math.isnan, ends)):
        return UNKNOWN
    return Bracket(min(ends), max(ends), **({"of": of} if of else {}))


def _is_exact(cell: Measured) -> bool:
    bracket = cell.bracket
    return bracket is not None and bracket.low == bracket.high == cell.value


def _rows_of(pair: Pair, place: int) -> Iterator[PairRow]:
    area = pair.area
    yield _difference(
        Row(AREA, Text("ROC AUC"), group=heading(pair, place)),
        (pair, place),
        (area.first, area.second),
        pair.area_interval,
        Test(area.z, area.p, pair.area_interval.method),
        se=math.nan if pair.area_interval.reason else area.se,
        note=area.note,
    )
    for metric_id, rate in pair.at.items():
        row = Row(metric_id, Name(METRICS.ids[metric_id]), group=heading(pair, place))
        yield _of_rate(row, (pair, place), rate)
    test, reason = pair.mcnemar, pair.why_no_mcnemar
    if test is not None:
        title = Text("Rows that one of both alone calls rightly")
        told = Test(test.statistic, test.p, test.method, reason)
        values = {FIRST.id: Measured(test.first_only), SECOND.id: Measured(test.second_only)}
        words = _words_of(pair) | {TEST.id: as_text(test.method), WHY.id: _told(reason)}
        cells = values | _tested(told) | _counts_of(pair)
        group = heading(pair, place)
        yield PairRow(RIGHT_ALONE, title, COUNT, group, pair=place, cells=cells, words=words)


def worth_id(risk: float) -> str:
    """Return the id of the row of net benefit at a risk."""
    return f"net_benefit_{exact(risk)}"


def _worth_of(pair: Pair, place: int) -> Iterator[PairRow]:
    """Yield how much more the first is worth, at each risk that is asked about."""
    for risk, worth in pair.worth.items():
        interval = worth.difference.interval
        why = worth.difference.reason or ("" if interval is None else interval.reason)
        words = {METHOD.id: "" if interval is None else interval.method, WHY.id: why}
        yield PairRow(
            worth_id(risk),
            Text("Net benefit at a risk of {risk}", {"risk": Share(risk)}),
            group=heading(pair, place),
            pair=place,
            cells={
                FIRST.id: worth.first,
                SECOND.id: worth.second,
                DIFFERENCE.id: worth.difference,
                **_counts_of(pair),
            },
            words=_words_of(pair) | {name: _told(said) for name, said in words.items()},
            said=None if all(worth.on_risk) else Text("called at the threshold of each"),
        )


APART = phrase("each has rows of its own: there is no joint table to draw from")
NET_BENEFIT = Column("net_benefit", Text("Net benefit"), PLAIN)
P_BEST = Column("p_best", Text("Probability to be best"), SHARE)
_BESIDE_MODELS = (("all", Text("Treating all")), ("none", Text("Treating nobody")))


def strategies(one: Best) -> list[tuple[str, Told]]:
    """Return what may be best: models by their places, behind them all and nobody."""
    models: list[tuple[str, Told]] = [
        (str(place), Given(name)) for place, name in enumerate(one.names)
    ]
    return [*models, *_BESIDE_MODELS]


def best_table(best: Sequence[Best]) -> Table:
    """Return how much each score is worth, and how probable it is that it is the best."""
    cells, rows = {}, []
    for one in best:
        told = strategies(one)
        for place, (strategy, title) in enumerate(told):
            group = Text("At a risk of {risk}", {"risk": Share(one.risk)})
            row = Row(f"{exact(one.risk)}.{strategy}", title, group=group)
            rows.append(row)
            cells[row.id] = {
                NET_BENEFIT.id: Measured(one.net_benefit[place], one.reason),
                P_BEST.id: Measured(one.p_best[place], one.reason),
            }
    return Table(
        "best",
        (NET_BENEFIT, P_BEST),
        tuple(rows),
        lambda row, of: cells[row.id][of.id],
        Text("Score"),
    )


def facts_of_best(best: Sequence[Best], along: Sequence[Best]) -> Iterator[Fact]:
    """Yield what perfect information is worth, and where one score is clearly the best."""
    from evalgui.core.comparing.net_benefit import best_ranges  # when it is asked for
    from evalgui.core.consequences.net_benefit import CLEARLY

    for one in best:
        title = Text("perfect information at a risk of {risk}", {"risk": Share(one.risk)})
        worth: dict[str, object] = {"v": Computed(one.evpi), "n": Computed(one.evpi * _PEOPLE)}
        most = Text(
            "worth at most {v} of net benefit a person, {n} per 100 000: deciding now costs no "
            "more",
            worth,
        )
        yield Fact("evpi", title, _told(one.reason) if one.reason else most, _as_values(one))
    ranges = best_ranges(along)
    if ranges:
        known = strategies(along[0])
        names = [*along[0].names, *(strategy for strategy, _title in _BESIDE_MODELS)]
        of_each: dict[int, list[Told]] = {}
        for found in ranges:
            of_each.setdefault(found.place, []).append(_of_range(found))
        said = [
            Text(
                "{name} at risks of {where}",
                {"name": known[place][1], "where": Joined(tuple(where), ", ")},
            )
            for place, where in of_each.items()
        ]
        told = Text(
            "with a probability of at least {p}: {where}",
            {"p": Share(CLEARLY), "where": Joined(tuple(said))},
        )
        values = [
            {"low": found.low, "high": found.high, "best": names[found.place]} for found in ranges
        ]
        yield Fact("best_ranges", Text("the best"), told, {"best_ranges": values})


def _of_range(found: Range) -> Text:
    """Return at which risks one is the best."""
    low, high = Share(found.low), Share(found.high)
    if found.low == found.high:
        return Text("{low}", {"low": low})
    return Text("{low} to {high}", {"low": low, "high": high})


def _as_values(one: Best) -> dict[str, object]:
    """Return what is known of the best at a risk for programs."""
    worth = [
        {"net_benefit": value, "p_best": p}
        for value, p in zip(one.net_benefit, one.p_best, strict=True)
    ]
    models = [{"name": name, **each} for name, each in zip(one.names, worth, strict=False)]
    beside = {name: each for (name, _title), each in zip(_BESIDE_MODELS, worth[-2:], strict=True)}
    told = {"risk": one.risk, "models": models, **beside, "evpi": one.evpi}
    return told | {"undefined": one.reason or None}


def _along(along: Sequence[Best]) -> LongTable:
    """Return net benefit, and the probability to be best, along risks."""
    told = strategies(along[0])
    of_each = [
        Column(
            f"{column.id}_{strategy}",
            Text("{of}, {name}", {"of": column.title, "name": name}),
            column.kind,
        )
        for column in (NET_BENEFIT, P_BEST)
        for strategy, name in told
    ]
    risks = [one.risk for one in along]
    values = zip(*((*one.net_benefit, *one.p_best) for one in along), strict=True)
    columns = (Column("risk", Text("Risk threshold"), SHARE), *of_each)
    made = [np.array(risks), *map(np.array, values)]
    return LongTable("net-benefit", Text("Net benefit of several scores"), columns, lambda: made)


def _difference(  # noqa: PLR0913 - what stands in a row
    row: Row,
    of: tuple[Pair, int],
    values: tuple[float, float],
    interval: Interval,
    test: Test,
    *,
    se: float | None = None,
    note: str = "",
) -> PairRow:
    """Return the row of a difference; what is undefined says why once."""
    pair, place = of
    first, second = values
    why = interval.reason or (NOTHING_VARIES if math.isnan(test.p) else "")
    is_defined = not math.isnan(first - second)
    cells = {
        FIRST.id: Measured(first),
        SECOND.id: Measured(second),
        DIFFERENCE.id: Measured(first - second, "" if is_defined else why, None, interval),
        **_tested(test._replace(reason=why if is_defined else "")),
        **({} if se is None else {SE.id: Measured(se)}),
        **_counts_of(pair),
    }
    names = {METHOD.id: interval.method, TEST.id: test.name, WHY.id: why}
    words = _words_of(pair) | {name: _told(said) for name, said in names.items()}
    return PairRow(
        row.id,
        row.title,
        group=row.group,
        pair=place,
        cells=cells,
        words=words,
        said=_told(note),
    )


def _told(said: str) -> Told | None:
    return as_text(said) if said else None


def _tested(test: Test) -> dict[str, Measured]:
    """Return the statistic and the p value of a test; neither where there is a reason."""
    values = (math.nan, math.nan) if test.reason else (test.statistic, test.p)
    statistic, p = values
    return {STATISTIC.id: Measured(statistic), P.id: Measured(p, test.reason)}


def _counts_of(pair: Pair) -> dict[str, Measured]:
    counts = {"n": pair.n[0], "n_b": pair.n[-1], "n_left_out": pair.n_left_out}
    return {column_id: Measured(n) for column_id, n in counts.items()}


def _words_of(pair: Pair) -> dict[str, Told | None]:
    return {"a": Given(pair.first), "b": Given(pair.second), "assumes": as_text(pair.assumes)}


def _areas(pairs: Sequence[Pair]) -> Table:
    """Return what else is known of the difference of the areas."""
    rows = [row for place, pair in enumerate(pairs) for row in _in_bins(_areas_of, pair, place)]
    p = replace(P, kind=None)  # of DeLong with its digits, as its row says
    columns = (DIFFERENCE, SE, METHOD, STATISTIC, p, *_holm(pairs))
    return _table("areas", columns, _adjusted(rows, pairs), pairs)


def _areas_of(pair: Pair, place: int) -> Iterator[PairRow]:
    from evalgui.core.bootstrap.limits import METHODS  # when it is asked for
    from evalgui.core.comparing.areas import DRAWN_TOO_SHORT

    delong, level = pair.area.delong, pair.area_interval.level
    is_other = pair.area != delong
    if is_other:
        limits = delong.limits(level)
        interval = Interval(level, delong.method, *limits, reason=delong.reason)
        cells = {DIFFERENCE.id: Measured(delong.difference, "", None, interval)}
        cells |= _tested(Test(delong.z, delong.p, "", delong.reason))
        title, words = Text("DeLong alone"), {METHOD.id: Text(delong.method)}
        group = heading(pair, place)
        yield PairRow(DELONG, title, group=group, pair=place, cells=cells, words=words)
    drawn = pair.drawn
    if drawn is None:
        return
    found = drawn.area.limits(level)
    for kind, method in METHODS.items():
        low, high, reason = found[kind]
        interval = Interval(level, method, low, high, reason=reason)
        yield PairRow(
            kind,
            as_text(method),
            group=heading(pair, place),
            pair=place,
            cells={DIFFERENCE.id: Measured(drawn.area.difference, "", None, interval)},
            said=_told(reason),
        )
    yield PairRow(
        DRAWN,
        _drawing(drawn),
        P_VALUE,
        heading(pair, place),
        pair=place,
        cells={SE.id: Measured(drawn.area.se), **_tested(Test(drawn.area.z, drawn.area.p))},
        said=Text(DRAWN_TOO_SHORT) if is_other else None,
    )


def _drawing(drawn: Drawn) -> Text:
    """Return what was drawn again, and how often."""
    many = [Text("{n}", {"n": n}) for n in drawn.n_units]
    values = {
        "n": drawn.n_replicates,
        "n_units": Joined(tuple(many), " and "),
        "sampling": Joined(tuple(Text(one.value) for one in drawn.sampling), " and "),
        "seed": Given(str(drawn.seed)),
    }
    if Sampling.BY_SUBJECT in drawn.sampling:
        template = Text("{n} replicates of {n_units} subjects ({sampling}), seed {seed}")
    else:
        template = Text("{n} replicates of {n_units} rows ({sampling}), seed {seed}")
    return template.filled(values)


def draws(pairs: Sequence[Pair]) -> Table:
    """Return the differences that rows, or subjects, that were drawn again are asked for."""
    rows = [row for place, pair in enumerate(pairs) for row in _of_drawn(pair, place)]
    columns = (FIRST, SECOND, DIFFERENCE, METHOD, P, *_holm(pairs), TEST, WHY, *OF_PAIR)
    return _table("drawn", columns, _adjusted(rows, pairs), pairs)


def _of_drawn(pair: Pair, place: int) -> Iterator[PairRow]:
    """Yield what was drawn again, but for the areas and the rate at an equal one."""
    from evalgui.core.comparing.bootstrap import AT_EQUAL  # when it is asked for

    drawn = pair.drawn
    if drawn is None:
        return
    for number, found in drawn.numbers.items():
        if number in {AREA, AT_EQUAL}:
            continue
        interval = drawn.interval(number, pair.area_interval.level)
        row = Row(number, Name(_measure(number)), group=heading(pair, place))
        test = Test(math.nan, found.p_of_percentile, interval.method)
        told = _difference(row, (pair, place), (found.first, found.second), interval, test)
        if found.of_bins is not None:
            cells = _of_bins(told.cells, found.of_bins)
            told = replace(told, cells=cells)
        yield replace(told, said=_grouped(drawn, found.bracket))


def _of_bins(own: Mapping[str, Measured], of_each: tuple[Bracket, Bracket]) -> dict[str, Measured]:
    """Return the cells of a difference with what bins leave open of it, given that of both."""
    first, second = of_each
    apart = UNKNOWN
    if not (first.reason or second.reason):
        apart = Bracket(first.low - second.high, first.high - second.low)
    found = zip((FIRST, SECOND, DIFFERENCE, P), (first, second, apart, UNKNOWN), strict=True)
    opened = {column.id: own[column.id]._replace(bracket=bracket) for column, bracket in found}
    difference = opened[DIFFERENCE.id]
    if _is_exact(difference):  # both thresholds are edges
        return dict(own)
    if difference.interval is not None and difference.interval.is_defined:
        interval = difference.interval._replace(bracket=UNKNOWN)
        opened[DIFFERENCE.id] = difference._replace(interval=interval)
    return {**own, **opened}


def _measure(number: str) -> AnyMetric | RankingMetric:
    """Return the measure that is drawn, by its id."""
    from evalgui.core.comparing import ERROR_METRICS  # when it is asked for

    known = {AVERAGE_PRECISION.id: AVERAGE_PRECISION, **{one.id: one for one in ERROR_METRICS}}
    return known.get(number) or METRICS.ids[number]


def _grouped(drawn: Drawn, bracket: tuple[float, float] | None) -> Text | None:
    """Return what scores that are known by their groups alone leave open."""
    if bracket is None or drawn.n_bins is None:
        return None
    low, high = bracket
    values: dict[str, object] = {"n": Count(drawn.n_bins)}
    values |= {"low": Computed(low), "high": Computed(high)}
    return Text(
        "drawn of scores in {n} groups, which alone leave the difference between {low} and {high}",
        values,
    )


def _forms(pairs: Sequence[Pair]) -> Table:
    """Return the p values of every form of McNemar's test."""
    rows = []
    for place, pair in enumerate(pairs):
        test, reason = pair.mcnemar, pair.why_no_mcnemar
        if test is not None:
            known = (test.exact, test.asymptotic, test.corrected)
            cells = {
                column.id: Measured(math.nan if reason else p, reason)
                for column, p in zip(FORMS, known, strict=True)
            }
            title, group = Text("McNemar's test"), heading(pair, place)
            rows.append(PairRow(RIGHT_ALONE, title, group=group, pair=place, cells=cells))
    return _table("forms", FORMS, rows, pairs)


def _discordant(pairs: Sequence[Pair]) -> Table:
    """Return the rows of each class by who calls them positive."""
    rows = [
        PairRow(
            row_id,
            title,
            COUNT,
            heading(pair, place),
            pair=place,
            cells={one.id: Measured(getattr(four, one.id)) for one in CALLED_BY},
        )
        for place, pair in enumerate(pairs)
        if pair.calls is not None
        for row_id, title, four in (
            ("positives_called", Text("{Actual_positives}"), pair.calls.positives),
            ("negatives_called", Text("{Actual_negatives}"), pair.calls.negatives),
        )
    ]
    return _table("discordant", CALLED_BY, rows, pairs)


def _holm(pairs: Sequence[Pair]) -> tuple[Column, ...]:
    return (HOLM,) if len(pairs) > 1 else ()


def _adjusted(rows: Sequence[PairRow], pairs: Sequence[Pair]) -> Sequence[PairRow]:
    """Give rows their p values adjusted by Holm: each kind of row for all pairs that have it."""
    if len(pairs) == 1:
        return rows
    by_id: dict[str, list[PairRow]] = {}
    for row in rows:
        if P.id in row.cells and row.id != DELONG:  # which stands beside the one that counts
            by_id.setdefault(row.id, []).append(row)
    found = {
        (row.id, row.pair): p
        for alike in by_id.values()
        for row, p in zip(alike, _by_holm([row.cells[P.id] for row in alike]), strict=True)
    }
    return [
        row
        if (row.id, row.pair) not in found
        else replace(row, cells={**row.cells, HOLM.id: found[row.id, row.pair]})
        for row in rows
    ]


def _by_holm(found: Sequence[Measured]) -> list[Measured]:
    """Return p values adjusted by Holm, none of which falls where one of them rises."""
    from evalgui.core.comparing import holm  # when it is asked for

    values = holm([one.value for one in found])
    if all(one.bracket is None for one in found):
        return [*map(Measured, values)]
    ends = [one.bracket or Bracket(one.value, one.value) for one in found]
    if any(one.reason for one in ends):
        return [Measured(value, bracket=UNKNOWN) for value in values]
    both = zip(holm([one.low for one in ends]), holm([one.high for one in ends]), strict=True)
    return [
        Measured(value, bracket=Bracket(*limits, of=OF_ORDERS))
        for value, limits in zip(values, both, strict=True)
    ]


COMPARISON = Topic(
    id="comparison",
    name=Text("Comparison of scores"),
    explanation=Text("How scores differ: areas and rates with intervals, tests and p values."),
    make=lambda _snapshot, beside: comparison(beside.pairs) if beside.pairs else None,
    is_of_snapshot=False,
)
