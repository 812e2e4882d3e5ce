"""Each class against the rest: its rows, its counts and every measure of two classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.measured import Measured
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import per_class
from evalgui.core.provenance_words import at_threshold
from evalgui.core.texts import Given, Name, Symbol, Text
from evalgui.results.result import COUNT, Column, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.measured import Interval
    from evalgui.core.metrics import Metric
    from evalgui.core.snapshot import Snapshot

SUPPORT = Column("support", Text("Rows"), COUNT, Text("support"), {"number": "support"})
AREA = Column("roc_auc", Text("ROC AUC"), keys={"finite": "roc_auc", "why": "roc_auc_undefined"})
OUTCOMES = tuple(
    Column(name, Text(title), COUNT, keys={"number": f"counts.{name}"})
    for name, title in (
        ("tp", "{True_positives}"),
        ("fp", "{False_positives}"),
        ("fn", "{False_negatives}"),
        ("tn", "{True_negatives}"),
    )
)


def classes(snapshot: Snapshot) -> Result:
    """Return every measure of every class against the rest.

    Parameters
    ----------
    snapshot
        With a data set that has called classes.

    Returns
    -------
    Result
        A table with a row for each class: ``support``, the four counts, every measure of two
        classes with its interval, and ``roc_auc`` where every class has a score of its own.

    Raises
    ------
    ValueError
        If nothing was called.
    """
    matrix = snapshot.matrix
    if matrix is None:
        message = "there is nothing that was called"
        raise ValueError(message)
    found, made = per_class(matrix, snapshot.inputs.parameters), snapshot.provenance
    overall = snapshot.overall
    scores = None if overall is None or snapshot.point is not None else overall.class_scores
    places = {name: place for place, name in enumerate(matrix.classes)}
    metrics = {metric.id: place for place, metric in enumerate(found.metrics)}

    def cell(row: Row, column: Column) -> Measured:
        index = places[row.id]
        if column is SUPPORT:
            support: Any = matrix.one_versus_rest(index).actual_positives
            return Measured(support)
        if column is AREA and scores is not None:
            return scores.auc(index)
        if column in OUTCOMES:
            return Measured(getattr(matrix.one_versus_rest(index), column.id))
        interval = _intervals(snapshot, index).get(column.id)
        told = None if interval is None else at_threshold(column.id, interval, made)
        return found.measured(metrics[column.id], index)._replace(interval=told)

    columns = (SUPPORT, *OUTCOMES, *map(_column_of, METRICS), *(() if scores is None else (AREA,)))
    rows = tuple(Row(name, Given(name)) for name in matrix.classes)
    file = "" if snapshot.dataset is None else snapshot.dataset.name
    title = Text("Measures of each class of {file}", {"file": Given(file)})
    return Result("classes", title, (Table("classes", columns, rows, cell, Text("class")),))


def _column_of(metric: Metric) -> Column:
    keys = {"state": f"metrics.{metric.id}", "interval": f"intervals.{metric.id}"}
    return Column(metric.id, Name(metric), kind_of(metric), Symbol(metric.id), keys)


def _intervals(snapshot: Snapshot, index: int) -> Mapping[str, Interval]:
    point, overall = snapshot.point, snapshot.overall
    if point is None:
        return {} if overall is None else overall.intervals.of_class(index)
    # The class that is assessed and the rest, in this order.
    return point.intervals_of_other if index else point.all_intervals


CLASSES = Topic(
    id="classes",
    name=Text("Classes"),
    explanation=Text("Every measure of every class against the rest, with intervals."),
    make=lambda shown, _beside: classes(shown) if shown.matrix is not None else None,
)
