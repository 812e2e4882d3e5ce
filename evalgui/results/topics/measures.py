"""The measures: counts, and what they are at the threshold or of all classes together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from evalgui.core.counts import whole_or_sum
from evalgui.core.intervals.auc import DRAWN_TOO_SHORT, is_extreme
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.measured import NOTHING, Measured, between
from evalgui.core.metrics import METRICS, Family, Metric
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS, OverallFamily, OverallMetric
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.provenance_words import OF_DATA, at_threshold
from evalgui.core.ranking_metrics import (
    RANKING_METRICS,
    ROC_AUC,
    RankingMetric,
    Shown,
)
from evalgui.core.sampling import Sampling
from evalgui.core.texts import (
    Given,
    Joined,
    Listed,
    Name,
    Place,
    Share,
    ShortName,
    SymbolOf,
    Term,
    Text,
    as_text,
)
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, Column, Kind, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Interval
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.overall import Overall
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told
    from evalgui.core.words import Vocabulary

VALUE = Column("value", Text("Value"))
EXPECTED = Column("out_of_bag", Text("out of bag"))
INTERVAL = Column("interval", Text("Interval"))
RANKING = Text("Ranking")
_LIVE, _OF_LIVE = (VALUE, INTERVAL), Text("Metric")
_ALL_CLASSES = Text("All classes")
_OVER_ALL = Text("Over all thresholds: it does not follow the line")
_BY_BAYES = Text(
    "From {true_positive_rate} and {true_negative_rate}, by Bayes' theorem, at {prevalence} {value}"
)
_DRAWN = {"bca": "BCa", "percentile": "percentile"}


@dataclass(frozen=True, slots=True)
class MeasureRow(Row):
    """The row of a measure.

    Parameters
    ----------
    about
        The measure.
    prevalence
        At which it is computed; None for that of the rows.
    short
        What it is called where there is little room; None where its symbol will do.
    says
        What has to be said of it; None for nothing.
    """

    about: AnyMetric = field(kw_only=True)
    prevalence: float | None = field(default=None, kw_only=True)
    short: Told | None = field(default=None, kw_only=True)
    says: Told | None = field(default=None, kw_only=True)

    def is_sought(self, words: str, _title: str) -> bool:
        """Return whether each of some words is in one of its names."""
        return self.about.matches(words)

    def is_foreign(self, vocabulary: Vocabulary) -> bool:
        """Return whether a field shows it only where it is sought."""
        return vocabulary in self.about.foreign_to

    @property
    def settings(self) -> tuple[str, ...]:
        """The fields of `Parameters` in its formula."""
        return self.about.parameters if isinstance(self.about, Metric) else ()

    @property
    def is_plotted(self) -> bool:
        """Whether it can be plotted against the threshold."""
        return self.about.follows_threshold and self.prevalence is None


def measures(snapshot: Snapshot) -> Result:
    """Return the counts and all measures of a snapshot, each with its interval.

    Parameters
    ----------
    snapshot
        With a data set that has called classes.

    Returns
    -------
    Result
        Tables ``counts``, ``metrics``, and ``at_prevalence`` where one was typed. A cell is in
        the units of its measure; NaN is undefined, with its reason. Intervals at a threshold that
        was chosen on these rows say that they do not know its choice.
    """
    of_what = snapshot.positive_name if snapshot.point is not None else phrase("all classes")
    file = "" if snapshot.dataset is None else snapshot.dataset.name
    title = Text("Measures of {file}, {of_what}", {"file": Given(file), "of_what": Given(of_what)})
    tables = (_counts(snapshot), at_the_threshold(snapshot), _at_prevalence(snapshot))
    return Result("measures", title, tuple(table for table in tables if table is not None))


def every_measure() -> tuple[AnyMetric, ...]:
    """Return all measures that a threshold or all classes together have."""
    return (*METRICS, *MATRIX_METRICS, *SCORE_METRICS)


def _counts(snapshot: Snapshot) -> Table:
    """Return how many rows there are of each kind."""
    point, overall, ranking = snapshot.point, snapshot.overall, snapshot.ranking
    missing = phrase("Rows without a score or a call")
    known: Sequence[tuple[str, str, Any]]
    if point is not None:
        counts = point.counts
        known = [
            ("n", phrase("Rows that are counted"), counts.n),
            ("n_positive", "{Actual_positives}", counts.actual_positives),
            ("n_negative", "{Actual_negatives}", counts.actual_negatives),
            ("n_missing", missing, 0 if ranking is None else ranking.table.n_missing),
            ("tp", "{True_positives}", counts.tp),
            ("fp", "{False_positives}", counts.fp),
            ("fn", "{False_negatives}", counts.fn),
            ("tn", "{True_negatives}", counts.tn),
        ]
    else:
        matrix = None if overall is None else overall.matrix
        n, n_missing = (0, 0) if matrix is None else (matrix.n, matrix.n_without_call)
        known = [("n", phrase("Rows that are counted"), n), ("n_missing", missing, n_missing)]
    cells = {row_id: Measured(count) for row_id, _name, count in known}
    if point is not None and point.left_open:
        for name in ("tp", "fp", "fn", "tn"):
            cells[name] = cells[name].left_open(between(map(attrgetter(name), point.left_open)))
    rows = tuple(Row(row_id, Text(name), COUNT) for row_id, name, _count in known)
    return Table("counts", (VALUE,), rows, _by_id(cells))


def at_the_threshold(snapshot: Snapshot) -> Table:
    """Return the measures of two classes at the threshold, or of all classes together.

    Where rows were drawn again, what to expect of new ones stands beside them.
    """
    point, overall, made = snapshot.point, snapshot.overall, snapshot.provenance
    stability, parameters = snapshot.stability, snapshot.inputs.parameters
    if point is not None:
        found, known = point.measured, point.all_intervals
    elif overall is not None:
        found, known = overall.measured, overall.intervals
    else:
        message = "there is nothing that was called"
        raise ValueError(message)

    def cell(row: Row, column: Column) -> Measured | None:
        if column is EXPECTED:
            if stability is None or row.id == OF_DATA:
                return None
            value = stability.expected(METRICS.ids[row.id], parameters)
            return Measured(value) if math.isfinite(value) else None
        interval = known.get(row.id)
        known_of = None if interval is None else at_threshold(row.id, interval, made)
        return found[row.id]._replace(interval=known_of)

    columns = (VALUE,) if stability is None else (VALUE, EXPECTED)
    metrics = [metric for metric in every_measure() if metric.id in found]
    keys = {"state": "metrics", "interval": "intervals"}
    note = partial(_not_taken_in, overall) if point is None and overall is not None else None
    return Table("metrics", columns, tuple(map(row_of, metrics)), cell, note=note, keys=keys)


def _not_taken_in(overall: Overall, row: Row) -> Told | None:
    """Return which classes have no value in an average; None where all have one."""
    taken = overall.taken_in(row.id)
    if taken is None:
        return None
    names = overall.matrix.classes
    fates = (
        (Text("left out: {classes}"), taken.left_out),
        (Text("counted as 0: {classes}"), taken.as_zero),
    )
    parts = tuple(
        template.filled({"classes": Listed(tuple(Given(names[place]) for place in places))})
        for template, places in fates
        if places
    )
    return Joined(parts) if parts else None


def row_of(metric: AnyMetric) -> MeasureRow:
    """Return the row of a measure."""
    kind, says, group = kind_of(metric), None, None
    has_note = kind.is_share
    if isinstance(metric, Metric):
        group = Text(metric.family.value)
        has_note |= bool(metric.parameters)
    elif isinstance(metric, OverallMetric):
        group, says = metric.family.heading, _ALL_CLASSES
    else:
        says = _OVER_ALL
        has_note = isinstance(metric, RankingMetric) and metric.taken_at is not None
    return MeasureRow(
        metric.id,
        Name(metric),
        kind,
        group,
        has_note=has_note,
        range=metric.range,
        about=metric,
        says=says,
    )


def kind_of(metric: AnyMetric) -> Kind:
    """Return what kind of number a measure is."""
    is_share = isinstance(metric, (Metric, OverallMetric)) and metric.fraction is not None
    return Kind(metric.written, is_share=is_share)


def _at_prevalence(snapshot: Snapshot) -> Table | None:
    """Return the measures at a prevalence that was typed; None without one."""
    prevalence, point = snapshot.inputs.intervals.prevalence, snapshot.point
    if prevalence is None or point is None:
        return None
    found = _found_at_prevalence(snapshot, point.all_intervals)
    template = Text("{name} at the {prevalence} {p}")
    cells, rows = {}, []
    for metric_id in AT_PREVALENCE:
        measured, name = found[metric_id], Name(METRICS.ids[metric_id])
        if measured.interval is not None:
            told = at_threshold(metric_id, measured.interval, snapshot.provenance)
            measured = measured._replace(interval=told, reason=measured.reason or told.reason)
        row_id = f"{metric_id}_at_prevalence"
        cells[row_id] = measured._replace(fraction=None)
        title = template.filled({"name": name, "p": prevalence})
        rows.append(Row(row_id, title, kind_of(METRICS.ids[metric_id]), key=metric_id))
    keys = {"state": "at_prevalence", "interval": "at_prevalence"}
    return Table("at_prevalence", (VALUE,), tuple(rows), _by_id(cells), keys=keys)


def _found_at_prevalence(
    snapshot: Snapshot, intervals: Mapping[str, Interval]
) -> Mapping[str, Measured]:
    """Return the measures at the prevalence that was typed, none without one."""
    from evalgui.core.intervals.at_prevalence import measures_at_prevalence, share_of  # not at once

    settings, point = snapshot.inputs.intervals, snapshot.point
    sampling = Sampling.COHORT if snapshot.dataset is None else snapshot.dataset.sampling
    share = share_of(settings)
    if share is None or point is None:
        return {}
    known = share, settings.level, sampling, subjects_at(intervals)
    parameters = snapshot.inputs.parameters
    return measures_at_prevalence(point.counts, *known, parameters, point.left_open)


def _by_id(cells: Mapping[str, Measured]) -> Callable[[Row, Column], Measured | None]:
    return lambda row, _column: cells.get(row.id)


# --------------------------------------------------------------------------------- while it moves


def live(snapshot: Snapshot, rows: tuple[MeasureRow, ...] | None = None) -> Table:
    """Return all measures as one table, as a window shows them while the threshold moves.

    Parameters
    ----------
    snapshot
        Any one, also that of nothing.
    rows
        Those of the table before, where `on_show` says the same; None makes them.

    Returns
    -------
    Table
        A cell of ``value`` is the value alone, one of ``interval`` has its interval, too: what is
        known at once, or that it is being worked out. Intervals do not say how the threshold was
        chosen. The notes are what stands beside a value that is no proportion.
    """
    at_prevalence: list[Mapping[str, Measured]] = []  # computed when asked for, and once

    def value(row: MeasureRow) -> Measured:
        if row.prevalence is None:
            return _value_of(row.about, snapshot)
        if not at_prevalence:
            at_prevalence.append(_live_at_prevalence(snapshot))
        return at_prevalence[0].get(row.about.id, NOTHING)

    def cell(row: Row, column: Column) -> Measured:
        assert isinstance(row, MeasureRow)  # noqa: S101 - its own rows
        found = value(row)
        if column is not INTERVAL or row.prevalence is not None or not found.is_defined:
            return found
        # `_replace` takes three times as long, and cells are asked for in every frame.
        known = _interval_of(row.about, snapshot)
        return Measured(found.value, found.reason, found.fraction, known, found.bracket)

    def note(row: Row) -> Told | None:
        assert isinstance(row, MeasureRow)  # noqa: S101 - its own rows
        return None if row.prevalence is not None else _beside(row.about, snapshot)

    rows = rows_on_show(snapshot) if rows is None else rows
    return Table("measures", _LIVE, rows, cell, _OF_LIVE, note)


def _told(snapshot: Snapshot) -> Table:
    """Return `live` with intervals that say how the threshold was chosen."""
    table, made = live(snapshot), snapshot.provenance

    def cell(row: Row, column: Column) -> Measured | None:
        assert isinstance(row, MeasureRow)  # noqa: S101 - its own rows
        found = table.cell(row, column)
        if found is None or found.interval is None or not row.about.follows_threshold:
            return found
        return found._replace(interval=at_threshold(row.id, found.interval, made))

    return replace(table, cell=cell)


def on_show(snapshot: Snapshot) -> tuple[object, ...]:
    """Return what decides which rows there are."""
    prevalence = snapshot.inputs.intervals.prevalence if snapshot.point is not None else None
    known = () if snapshot.overall is None else tuple(snapshot.overall.measured)
    return known, _kinds_on_show(snapshot), prevalence


def rows_on_show(snapshot: Snapshot) -> tuple[MeasureRow, ...]:
    """Return the rows of the measures that a snapshot is about."""
    has_two_classes, has_ranking = _kinds_on_show(snapshot)

    def is_shown(row: MeasureRow) -> bool:
        if isinstance(row.about, Metric):
            return has_two_classes
        return has_ranking or isinstance(row.about, OverallMetric)

    return tuple(filter(is_shown, every_row(snapshot)))


def _kinds_on_show(snapshot: Snapshot) -> tuple[bool, bool]:
    """Return whether measures of two classes, and of the ranking, belong on show.

    Only what is about K classes, or has no scores, leaves one of them out.
    """
    if snapshot.overall is None:
        return True, True
    return snapshot.point is not None, snapshot.ranking is not None


def every_row(snapshot: Snapshot) -> tuple[MeasureRow, ...]:
    """Return the rows of all measures of two classes by family, of the ranking, and of K classes.

    Behind a measure that depends on the prevalence stands the same at the one that was typed.
    """
    prevalence = snapshot.inputs.intervals.prevalence
    rows: list[MeasureRow] = []
    for family in Family:
        for row in (row_of(metric) for metric in METRICS if metric.family is family):
            rows.append(row)
            if prevalence is not None and row.id in AT_PREVALENCE:
                rows.append(_at(prevalence, row))
    ranking = (metric for metric in RANKING_METRICS if Shown.PANEL in metric.shown)
    for metric in (*ranking, *PROBABILITY_METRICS):
        is_share = isinstance(metric, RankingMetric) and metric.in_percent
        kind = Kind(metric.written, is_share=is_share)
        rows.append(replace(row_of(metric), kind=kind, group=RANKING))
    known = () if snapshot.overall is None else snapshot.overall.measured
    every: tuple[OverallMetric[Any], ...] = (*MATRIX_METRICS, *SCORE_METRICS)
    overall = [metric for metric in every if metric.id in known]
    for group in OverallFamily:
        told = {"scope": _ALL_CLASSES, "family": group.heading}
        heading = Text("{scope}: {family}", told)
        rows += [replace(row_of(one), group=heading) for one in overall if one.family is group]
    return tuple(rows)


def _at(prevalence: float, row: MeasureRow) -> MeasureRow:
    """Return the row of a measure at a prevalence, given its own."""
    share, template = Share(prevalence), Text("{name} at {share}")
    return replace(
        row,
        id=f"{row.id}_AT_PREVALENCE",
        title=template.filled({"name": ShortName(row.about), "share": share}),
        prevalence=prevalence,
        short=template.filled({"name": SymbolOf(row.about), "share": share}),
        says=_BY_BAYES.filled({"value": share}),
        has_note=False,
    )


def _value_of(metric: AnyMetric, snapshot: Snapshot) -> Measured:
    if isinstance(metric, Metric):
        of: OperatingPoint | Overall | Ranking | None = snapshot.point
    else:
        of = snapshot.overall if isinstance(metric, OverallMetric) else snapshot.ranking
    return NOTHING if of is None else of.measured.get(metric.id, NOTHING)


def _interval_of(metric: AnyMetric, snapshot: Snapshot) -> Interval | None:
    if isinstance(metric, Metric):
        return None if snapshot.point is None else snapshot.point.intervals.get(metric.id)
    if isinstance(metric, OverallMetric):
        return None if snapshot.overall is None else snapshot.overall.intervals.get(metric.id)
    return snapshot.summaries.get(metric.id)


def _live_at_prevalence(snapshot: Snapshot) -> Mapping[str, Measured]:
    point = snapshot.point
    if point is None or snapshot.dataset is None:
        return {}
    found = _found_at_prevalence(snapshot, point.intervals)
    if not point.is_awaited:
        return found
    return {name: one._replace(interval=point.intervals[name]) for name, one in found.items()}


def _beside(metric: AnyMetric, snapshot: Snapshot) -> Told | None:
    """Return what stands beside a value that is no proportion: settings, place, or a remark."""
    if isinstance(metric, Metric):
        if not metric.parameters or _value_of(metric, snapshot).fraction is not None:
            return None
        parameters = snapshot.inputs.parameters
        known = (_setting(name, getattr(parameters, name)) for name in metric.parameters)
        return Joined(tuple(known), ", ")
    if isinstance(metric, OverallMetric):
        remark = "" if snapshot.overall is None else snapshot.overall.notes.get(metric.id, "")
        return as_text(remark) if remark else None
    ranking = snapshot.ranking
    if ranking is None or metric.id not in ranking.taken_at:
        return None
    return Text("at {place}", {"place": Place(ranking.taken_at[metric.id], ranking.score)})


def _setting(field_name: str, value: float) -> Told:
    name = parameter_name(field_name)
    mark = name.removeprefix("cost_")
    if mark == name:
        return Text("{name} {value}", {"name": name, "value": float(value)})
    return Text("cost_{cell} {value}", {"cell": Term(mark), "value": float(value)})


def drawn(row: MeasureRow, snapshot: Snapshot) -> tuple[Told, ...]:
    """Return what drawing the rows again says of a measure; nothing where nobody did."""
    resampled, ranking = snapshot.resampled, snapshot.ranking
    found = {} if resampled is None else resampled.areas.get(row.id, {})
    if resampled is None or not found:
        return ()
    level, told = Share(resampled.level), []
    for kind, name in _DRAWN.items():
        limits = found[kind]
        ends = Text("{low} to {high}", {"low": limits.lower, "high": limits.upper})
        what = as_text(limits.reason) if limits.reason else ends
        values = {"name": name, "level": level, "what": what}
        told.append(Text("Bootstrap {name}, {level}: {what}", values))
    if ranking is not None and row.id == ROC_AUC.id and is_extreme(ranking.ranked.area):
        told.append(as_text(DRAWN_TOO_SHORT[0].upper() + DRAWN_TOO_SHORT[1:]))
    numbers = {"n": resampled.n_replicates, "n_groups": resampled.n_bins}
    if resampled.n_bins is None:
        return (*told, Text("{n} replicates", numbers))
    return (*told, Text("{n} replicates of scores in {n_groups} groups", numbers))


# ------------------------------------------------------------------------------ in a formula


def quantities(row: MeasureRow, snapshot: Snapshot) -> Mapping[str, float]:
    """Return the numbers that the formula of a measure names.

    Returns
    -------
    Mapping
        Counts as integers, other measures, and the numbers that the user may set, by the names
        that formulas give them; nothing for what has no such formula or no counts.
    """
    metric, point = row.about, snapshot.point
    if not isinstance(metric, Metric) or row.prevalence is not None or point is None:
        return {}
    result: dict[str, float] = {name: found.value for name, found in point.measured.items()}
    result |= _named(point.counts)
    for name in metric.parameters:
        number = getattr(snapshot.inputs.parameters, name)
        result[parameter_name(name)] = int(number) if number == int(number) else number
    if metric.quantities is not None:
        result |= metric.quantities(point.counts)
    return result


def _named(counts: Counts) -> dict[str, float]:
    """Return the counts under the names that they have in formulas."""
    known = {
        "TP": counts.tp,
        "FP": counts.fp,
        "FN": counts.fn,
        "TN": counts.tn,
        "P": counts.actual_positives,
        "N": counts.actual_negatives,
        "n": counts.n,
    }
    return {name: whole_or_sum(number) for name, number in known.items()}


def parameter_name(field_name: str) -> str:
    """Return a field of `Parameters` as formulas name it: alpha, cost_FN."""
    if field_name.startswith("cost_"):
        return "cost_" + field_name.removeprefix("cost_").upper()
    return field_name.removeprefix("tversky_")


MEASURES = Topic(
    id="measures",
    name=Text("Measures"),
    explanation=Text("Counts and all measures at the threshold, with intervals and methods."),
    make=lambda shown, _beside: measures(shown) if shown.matrix is not None else None,
    live=lambda shown: (
        None if shown.matrix is None else Result("measures", Text("Measures"), (_told(shown),))
    ),
)
