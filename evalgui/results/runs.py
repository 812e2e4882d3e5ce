"""Many runs beside each other: what sums each up, one row a run, and which differ beyond chance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from evalgui.core import calibrated
from evalgui.core.between_groups.apart import Rate
from evalgui.core.counts import whole_or_sum
from evalgui.core.intervals.proportions import UNDEFINED
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Computed, Count, Given, Name, Text
from evalgui.core.thresholds import in_units
from evalgui.core.vocabulary import phrase
from evalgui.results.control import OF_SUBJECTS, OUTSIDE, control_of, control_table, what_it_says
from evalgui.results.result import (
    COUNT,
    PLAIN,
    TEXT,
    THRESHOLD,
    Column,
    Fact,
    LongTable,
    Result,
    Row,
    Table,
)
from evalgui.results.topics.measures import RANKING, kind_of
from evalgui.results.topics.ranking import over_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalgui.core.metrics import AnyMetric
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.results.control import Control

USUAL = ("n", "n_positive", "n_negative", "first", "last", "roc_auc", "TPR", "TNR", "PPR")
"""The columns that people see as a rule."""

_TITLE = Text("Runs")
_CONTROLLED = ("TPR", "TNR", "PPR", "PREV")
_MOST_NAMED = 12
_BEYOND = Text(
    "{k} of {n} beyond the limits of one (by chance {expected}), {every} beyond those of all"
)
_BEYOND_NAMED = Text(
    "{k} of {n} beyond the limits of one (by chance {expected}), {every} beyond those of all:"
    " {names}"
)
_OWN = phrase("each run has a threshold of its own, so that their rates are no runs of one test")
_AT = Text("at the threshold")
_EXPECTED = Column(
    "observed_expected", Text("Observed : expected"), PLAIN, group=Text("calibration")
)
_SLOPE = Column("slope", Text("Calibration slope"), PLAIN, group=Text("calibration"))
_N = (
    Column("n", Text("Rows"), COUNT),
    Column("n_positive", Text("{Actual_positives}"), COUNT),
    Column("n_negative", Text("{Actual_negatives}"), COUNT),
    Column("left_out", Text("Rows left out"), COUNT),
)
_THRESHOLD = Column("threshold", Text("Threshold"), THRESHOLD)
_DATES = (
    Column("first", Text("First date"), TEXT),
    Column("last", Text("Last date"), TEXT),
)


def _column(metric: AnyMetric, group: Told) -> Column:
    return Column(metric.id, Name(metric), kind_of(metric), group=group)


_OVER_ALL = tuple(_column(one, RANKING) for one in (*RANKING_METRICS, *PROBABILITY_METRICS))
_AT_THRESHOLD = tuple(_column(one, _AT) for one in METRICS)
_MEASURES = (*_OVER_ALL, _EXPECTED, _SLOPE, *_AT_THRESHOLD)


class Numbers(NamedTuple):
    """What sums a run up.

    Parameters
    ----------
    n, n_positive, n_negative, left_out
        The rows that are assessed, those of each class, and those of the file that are not.
    threshold
        In the units of the file.
    measured
        Measures at the threshold and over all thresholds, each with its interval, by their ids.
    sampling
        How rows were sampled.
    """

    n: float
    n_positive: float
    n_negative: float
    left_out: int
    threshold: float
    measured: Mapping[str, Measured]
    sampling: Sampling


class Run(NamedTuple):
    """A file among many.

    Parameters
    ----------
    name
        What it is called among them.
    numbers
        What sums it up; None where it could not be assessed, or has not been read yet.
    note
        Why it could not be, or what has to be said of it; "" for nothing.
    dates
        The first and the last date of its rows, where a column of dates was asked about.
    sha256
        That of the file; "" where it was not read.
    """

    name: str
    numbers: Numbers | None = None
    note: str = ""
    dates: tuple[str, str] = ("", "")
    sha256: str = ""


def numbers_of(snapshot: Snapshot) -> Numbers | None:
    """Return what sums a snapshot up; None where no class is assessed against the rest.

    Nothing of it holds on to rows.
    """
    dataset, point, ranking = snapshot.dataset, snapshot.point, snapshot.ranking
    if dataset is None or point is None:
        return None
    measured = {
        one.id: point.measured[one.id]._replace(interval=point.all_intervals.get(one.id))
        for one in METRICS
    }
    if ranking is not None:
        of_all = [*RANKING_METRICS, *(PROBABILITY_METRICS if ranking.are_probabilities else ())]
        measured |= {one.id: over_all(snapshot, one.id) for one in of_all}
        if not calibrated.no_probabilities(snapshot) and ranking.table.n:
            found = calibrated.numbers(snapshot).measured
            measured |= {one.id: found[one.id] for one in (_EXPECTED, _SLOPE)}
    counts = point.counts
    of_class = whole_or_sum(counts.actual_positives), whole_or_sum(counts.actual_negatives)
    n = whole_or_sum(counts.n)
    left_out = dataset.n_rows_in_file - dataset.n if dataset.row_counts is None else 0
    threshold = math.nan if snapshot.score is None else in_units(point.threshold, snapshot.score)
    return Numbers(n, *of_class, left_out, threshold, measured, dataset.sampling)


def runs_result(
    runs: Sequence[Run],
    *,
    is_same_threshold: bool = True,
    request_of: Callable[[Run], Request] | None = None,
) -> Result:
    """Return many runs, a row each.

    Parameters
    ----------
    runs
        In their order.
    is_same_threshold
        Whether one threshold holds for all of them.
    request_of
        Returns what is asked for where a run is activated in a window; None for nothing.

    Returns
    -------
    Result
        Tables ``runs`` and ``control``, of some rates the value of all runs, and which of these
        lie beyond what runs with that rate would show. The long table ``runs`` has all measures
        with their limits. Facts say how many there are, and how many could not be assessed.
    """
    known = [one for one in runs if one.numbers is not None]
    columns = tuple(_columns(runs))
    by_name = {one.name: one for one in runs}

    def cell(row: Row, column: Column) -> Measured | None:
        return None if column.is_text else _cell(by_name[row.id], column)

    def said(row: Row, column: Column) -> Told | None:
        return Given(_date(by_name[row.id], column)) if column in _DATES else None

    def note(row: Row) -> Told | None:
        words = by_name[row.id].note
        return Given(words) if words else None

    rows = tuple(
        Row(one.name, Given(one.name), request=None if request_of is None else request_of(one))
        for one in runs
    )
    shown = tuple(one.id for one in columns if one.id in USUAL)
    table = Table("runs", columns, rows, cell, Text("Run"), note, text=said, usual=shown)
    facts = list(_facts(runs, known))
    controls = {}
    for metric_id in _CONTROLLED if known else ():
        rates = [_rate(one, metric_id) for one in known]
        by_subject = any(
            one.numbers is not None and one.numbers.sampling is Sampling.BY_SUBJECT for one in known
        )
        reason = OF_SUBJECTS if by_subject else "" if is_same_threshold else _OWN
        controls[metric_id] = control_of(rates, reason, "run")
    names = [one.name for one in known]
    tables = (table, *[control_table(controls, names)] * bool(known))
    facts += [*_beyond(controls, names), *what_it_says(controls.values(), phrase("runs"))]
    long = LongTable("runs", _TITLE, tuple(_long_columns(columns)), lambda: _long(runs, columns))
    return Result("runs", _TITLE, tables, tuple(facts), long_tables=(long,))


def _columns(runs: Sequence[Run]) -> Iterator[Column]:
    """Yield the columns that some run has something in."""
    yield from _N
    yield from _DATES if any(one.dates[0] for one in runs) else ()
    yield _THRESHOLD
    known = {name for one in runs if one.numbers is not None for name in one.numbers.measured}
    yield from (one for one in _MEASURES if one.id in known or one.id in USUAL)


def _cell(run: Run, column: Column) -> Measured:
    numbers = run.numbers
    if numbers is None:
        return Measured(math.nan, run.note)
    if column in _N or column is _THRESHOLD:
        return Measured(getattr(numbers, column.id))
    return numbers.measured.get(column.id, Measured(math.nan, phrase("not told of this run")))


def _date(run: Run, column: Column) -> str:
    return run.dates[_DATES.index(column)]


def _rate(run: Run, metric_id: str) -> Rate:
    numbers = run.numbers
    found = None if numbers is None else numbers.measured[metric_id].fraction
    return Rate(0.0, 0.0) if found is None else Rate(float(found[0]), float(found[1]))


def _facts(runs: Sequence[Run], known: Sequence[Run]) -> Iterator[Fact]:
    values = {"n": Count(len(known)), "all": Count(len(runs))}
    told = Text("{n} of {all} files are assessed", values)
    yield Fact("files", _TITLE, told, {"files": len(runs), "assessed": len(known)})


def _beyond(controls: Mapping[str, Control], names: Sequence[str]) -> Iterator[Fact]:
    """Yield which runs lie beyond what equal ones would show."""
    for metric_id, one in controls.items():
        if one.reason:
            continue
        found = one.beyond(one.every)
        named = ", ".join(names[place] for place in found[:_MOST_NAMED])
        more = len(found) - _MOST_NAMED
        values = {
            "k": Count(len(one.beyond(one.one))),
            "n": Count(len(one.at)),
            "expected": Computed(OUTSIDE * len(one.at)),
            "every": Count(len(found)),
            "names": Given(
                phrase("{named} and {more} more", named=named, more=more) if more > 0 else named
            ),
        }
        told = (_BEYOND_NAMED if found else _BEYOND).filled(values)
        yield Fact("beyond", Name(metric_by_id(metric_id)), told)


def _long_columns(columns: Sequence[Column]) -> Iterator[Column]:
    yield Column("run", Text("Run"), TEXT)
    for one in columns:
        yield one
        if one in _MEASURES:
            for end, words in (("low", "lower limit"), ("high", "upper limit")):
                title = Text("{name}, {end}", {"name": one.title, "end": Text(words)})
                yield Column(f"{one.id}_{end}", title, one.kind)
    yield Column("note", Text("What has to be said"), TEXT)
    yield Column("sha256", Text("SHA-256"), TEXT)


def _long(runs: Sequence[Run], columns: Sequence[Column]) -> Sequence[Any]:
    told: list[list[Any]] = [[one.name for one in runs]]
    for column in columns:
        if column in _DATES:
            told.append([_date(one, column) for one in runs])
            continue
        cells = [_cell(one, column) for one in runs]
        told.append([one.value for one in cells])
        if column in _MEASURES:
            limits = [one.interval or Interval(math.nan, "", *UNDEFINED) for one in cells]
            told += [[one.lower for one in limits], [one.upper for one in limits]]
    return [*told, [one.note for one in runs], [one.sha256 for one in runs]]
