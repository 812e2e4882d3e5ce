"""The measures: counts, what they are at the threshold, and what the scores say over all."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.intervals.awaited import subjects_at
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.measured import Measured
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.provenance_words import OF_DATA, at_threshold
from evalgui.core.ranking_metrics import EQUAL_ERROR_RATE, RANKING_METRICS
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Given, Joined, Listed, Name, Text, as_text
from evalgui.core.thresholds import in_units, limit
from evalgui.results.result import COUNT, THRESHOLD, Column, Kind, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.metrics import AnyMetric
    from evalgui.core.overall import Overall
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

VALUE = Column("value", Text("Value"))
EXPECTED = Column("out_of_bag", Text("out of bag"))


def measures(snapshot: Snapshot, expected: Mapping[str, float | None] | None = None) -> Result:
    """Return the counts and all measures of a snapshot, each with its interval.

    Parameters
    ----------
    snapshot
        With a data set that has called classes.
    expected
        What to expect of new rows, by the ids of measures; None where nobody drew them again.

    Returns
    -------
    Result
        Tables ``counts``, ``metrics``, ``at_prevalence`` (where one was typed), ``areas`` and
        ``eer`` (where there are scores). A cell is in the units of its measure; NaN is
        undefined, with its reason. Intervals at a threshold that was chosen on these rows say
        that they do not know its choice.
    """
    of_what = snapshot.positive_name if snapshot.point is not None else "all classes"
    file = "" if snapshot.dataset is None else snapshot.dataset.name
    title = Text("Measures of {file}, {of_what}", {"file": Given(file), "of_what": Given(of_what)})
    tables = (_counts(snapshot), at_the_threshold(snapshot, expected), _at_prevalence(snapshot))
    known = (*tables, areas(snapshot), _equal_error_rate(snapshot))
    return Result("measures", title, tuple(table for table in known if table is not None))


def every_measure() -> tuple[AnyMetric, ...]:
    """Return all measures that a threshold or all classes together have."""
    return (*METRICS, *MATRIX_METRICS, *SCORE_METRICS)


def _counts(snapshot: Snapshot) -> Table:
    """Return how many rows there are of each kind."""
    point, overall, ranking = snapshot.point, snapshot.overall, snapshot.ranking
    missing = "Rows without a score or a call"
    known: Sequence[tuple[str, str, Any]]
    if point is not None:
        counts = point.counts
        known = [
            ("n", "Rows that are counted", counts.n),
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
        known = [("n", "Rows that are counted", n), ("n_missing", missing, n_missing)]
    cells = {row_id: Measured(count) for row_id, _name, count in known}
    rows = tuple(Row(row_id, Text(name), COUNT) for row_id, name, _count in known)
    return Table("counts", (VALUE,), rows, _by_id(cells))


def at_the_threshold(
    snapshot: Snapshot, expected: Mapping[str, float | None] | None = None
) -> Table:
    """Return the measures of two classes at the threshold, or of all classes together."""
    point, overall, made = snapshot.point, snapshot.overall, snapshot.provenance
    if point is not None:
        found, known = point.measured, point.all_intervals
    elif overall is not None:
        found, known = overall.measured, overall.intervals
    else:
        message = "there is nothing that was called"
        raise ValueError(message)

    def cell(row: Row, column: Column) -> Measured | None:
        if column is EXPECTED:
            value = None if expected is None or row.id == OF_DATA else expected[row.id]
            return None if value is None else Measured(value)
        interval = known.get(row.id)
        known_of = None if interval is None else at_threshold(row.id, interval, made)
        return found[row.id]._replace(interval=known_of)

    columns = (VALUE,) if expected is None else (VALUE, EXPECTED)
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
    fates = (("left out: {classes}", taken.left_out), ("counted as 0: {classes}", taken.as_zero))
    parts = tuple(
        Text(template, {"classes": Listed(tuple(Given(names[place]) for place in places))})
        for template, places in fates
        if places
    )
    return Joined(parts) if parts else None


def row_of(metric: AnyMetric) -> Row:
    """Return the row of a measure."""
    family = getattr(metric, "family", None)
    heading = None if family is None else as_text(getattr(family, "heading", family.value))
    return Row(metric.id, Name(metric), kind_of(metric), heading)


def kind_of(metric: AnyMetric) -> Kind:
    """Return what kind of number a measure is."""
    return Kind(metric.written, is_share=getattr(metric, "fraction", None) is not None)


def _at_prevalence(snapshot: Snapshot) -> Table | None:
    """Return the measures at a prevalence that was typed; None without one."""
    prevalence, point = snapshot.inputs.intervals.prevalence, snapshot.point
    if prevalence is None or point is None:
        return None
    settings, subjects = snapshot.inputs.intervals, subjects_at(point.all_intervals)
    sampling = Sampling.COHORT if snapshot.dataset is None else snapshot.dataset.sampling
    known = prevalence, settings.level, sampling, subjects, snapshot.inputs.parameters
    found = measures_at_prevalence(point.counts, *known)
    template = "{name} at the {prevalence} {p}"
    cells, rows = {}, []
    for metric_id in AT_PREVALENCE:
        measured, name = found[metric_id], Name(METRICS.ids[metric_id])
        if measured.interval is not None:
            told = at_threshold(metric_id, measured.interval, snapshot.provenance)
            measured = measured._replace(interval=told, reason=measured.reason or told.reason)
        row_id = f"{metric_id}_at_prevalence"
        cells[row_id] = measured._replace(fraction=None)
        rows.append(Row(row_id, Text(template, {"name": name, "p": prevalence}), key=metric_id))
    return Table("at_prevalence", (VALUE,), tuple(rows), _by_id(cells))


def areas(snapshot: Snapshot) -> Table | None:
    """Return what the scores say over all thresholds; None without any."""
    ranking = snapshot.ranking
    if ranking is None:
        return None
    metrics: list[AnyMetric] = [one for one in RANKING_METRICS if one is not EQUAL_ERROR_RATE]
    metrics += PROBABILITY_METRICS if ranking.are_probabilities else ()
    cells = {metric.id: _over_all(snapshot, metric.id) for metric in metrics}
    keys = {"number": "areas", "reason": "areas_undefined", "interval": "area_intervals"}
    return Table("areas", (VALUE,), tuple(map(row_of, metrics)), _by_id(cells), keys=keys)


def _over_all(snapshot: Snapshot, metric_id: str) -> Measured:
    ranking, dataset = snapshot.ranking, snapshot.dataset
    assert ranking is not None  # noqa: S101 - who calls it has looked
    sampling = Sampling.COHORT if dataset is None else dataset.sampling
    measured = ranking.measured[metric_id]
    is_listed = metric_id in RANKING_METRICS.ids
    settings = snapshot.inputs.intervals
    interval = ranking.interval(metric_id, settings, sampling) if is_listed else None
    return measured._replace(interval=interval)


def _equal_error_rate(snapshot: Snapshot) -> Table | None:
    """Return the equal error rate, what is attainable around it and its threshold."""
    ranking = snapshot.ranking
    if ranking is None:
        return None
    eer, score = ranking.equal_error_rate, ranking.score
    whole = _over_all(snapshot, EQUAL_ERROR_RATE.id)
    place = limit(eer.threshold, score) if eer.is_defined else math.nan
    threshold = in_units(eer.threshold, score) if math.isfinite(place) else place
    known = (
        (VALUE, whole),
        (Column("low", Text("lower end")), Measured(eer.low, whole.reason)),
        (Column("high", Text("upper end")), Measured(eer.high, whole.reason)),
        (
            Column("threshold", Text("nearest threshold"), THRESHOLD),
            Measured(threshold, whole.reason),
        ),
    )
    cells = {column.id: cell for column, cell in known}
    columns = tuple(column for column, _cell in known)
    row = row_of(EQUAL_ERROR_RATE)
    keys = {"value": "eer.value", "interval": "area_intervals"}
    return Table("eer", columns, (row,), lambda _row, column: cells[column.id], keys=keys)


def _by_id(cells: Mapping[str, Measured]) -> Callable[[Row, Column], Measured | None]:
    return lambda row, _column: cells.get(row.id)


MEASURES = Topic(
    id="measures",
    name=Text("Measures"),
    explanation=Text("Counts and all measures at the threshold, with intervals and methods."),
    make=lambda shown, beside: (
        measures(shown, beside.expected) if shown.matrix is not None else None
    ),
)
