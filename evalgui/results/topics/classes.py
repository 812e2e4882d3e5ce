"""Each class against the rest: its rows, its counts and every measure of two classes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.class_areas import ClassAreas
from evalgui.core.counts import whole_or_sum
from evalgui.core.measured import Measured
from evalgui.core.metrics import METRICS
from evalgui.core.multiclass import per_class
from evalgui.core.provenance_words import at_threshold
from evalgui.core.ranking_metrics import ROC_AUC
from evalgui.core.texts import Formula, Given, Name, Symbol, SymbolOf, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, Column, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
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


# -------------------------------------------------------------------------- as a window shows it

LIVE_AREA = Column(
    "AUC",
    Text("ROC AUC against the rest"),
    kind_of(ROC_AUC),
    Text("AUC"),
    explains=Text("Formula: P(a row of the class above another) + P(equal) / 2"),
)
_NO_SCORES = Measured(math.nan, phrase("the data have no score a class"))
_COUNTED: Mapping[str, Callable[[Counts], Any]] = {  # arrays of all classes to an array
    "support": lambda counts: counts.actual_positives,
    "called": lambda counts: counts.predicted_positives,
    "tp": lambda counts: counts.tp,
    "fn": lambda counts: counts.fn,
    "fp": lambda counts: counts.fp,
    "tn": lambda counts: counts.tn,
}
_LIVE_COUNTS = tuple(
    Column(name, Text(title), COUNT, Text(short))
    for name, short, title in (
        ("support", phrase("Support"), phrase("Rows of the class")),
        ("called", phrase("Called"), phrase("Rows that are called so")),
        ("tp", "{TP}", phrase("Rows of the class that are called so")),
        ("fn", "{FN}", phrase("Rows of the class that are called otherwise")),
        ("fp", "{FP}", phrase("Rows of other classes that are called so")),
        ("tn", "{TN}", phrase("Rows of other classes that are called otherwise")),
    )
)


def live(snapshot: Snapshot) -> Table:
    """Return every class against the rest as a window shows it: with no rows before any are called.

    Returns
    -------
    Table
        Counts, the area of each class that has a score of its own, and every measure of two
        classes, whichever class is assessed. A row asks to assess its class.
    """
    from evalgui.core.requests import SelectPositive  # only a window asks for anything

    overall, dataset = snapshot.overall, snapshot.dataset
    if overall is None:
        return Table("classes", live_columns(), (), lambda _row, _column: None, Text("Class"))
    found, scores, areas = overall.per_class, overall.class_scores, None
    if scores is not None and dataset is not None:
        areas = ClassAreas(scores, snapshot.inputs.intervals, dataset.sampling, dataset.subjects)
    names = found.matrix.classes
    places = {name: place for place, name in enumerate(names)}
    metrics = {metric.id: place for place, metric in enumerate(found.metrics)}

    def cell(row: Row, column: Column) -> Measured:
        index = places[row.id]
        if column.id in _COUNTED:
            return Measured(whole_or_sum(_COUNTED[column.id](found.counts)[index].item()))
        if column is not LIVE_AREA:
            interval = overall.intervals.of_class(index).get(column.id)
            return found.measured(metrics[column.id], index)._replace(interval=interval)
        if scores is None:
            return _NO_SCORES
        return scores.auc(index)._replace(interval=None if areas is None else areas(index))

    def values(column: Column) -> NDArray[Any]:
        if column.id in _COUNTED:
            return np.asarray(_COUNTED[column.id](found.counts))
        if column is not LIVE_AREA:
            return np.asarray(found.values[metrics[column.id]])
        return np.full(len(names), math.nan) if scores is None else scores.aucs

    rows = tuple(
        Row(name, Given(name), request=SelectPositive(place)) for place, name in enumerate(names)
    )
    return Table("classes", live_columns(), rows, cell, Text("Class"), all_values=values)


def live_columns() -> tuple[Column, ...]:
    """Return the columns of `live`, the same ones for the same measures."""
    known = tuple(map(id, METRICS))  # the columns keep them, so that no other has their places
    if known not in _live_columns:
        _live_columns[known] = (*_LIVE_COUNTS, LIVE_AREA, *map(_live_column, METRICS))
    return _live_columns[known]


_live_columns: dict[tuple[int, ...], tuple[Column, ...]] = {}


def _live_column(metric: Metric) -> Column:
    is_own = metric.symbol and [one.symbol for one in METRICS].count(metric.symbol) == 1
    return Column(
        metric.id,
        Name(metric),
        kind_of(metric),
        SymbolOf(metric) if is_own else as_text(metric.id),
        group=Text(metric.family.value),
        explains=Text("Formula: {formula}", {"formula": Formula(metric.formula)}),
    )


CLASSES = Topic(
    id="classes",
    name=Text("Classes"),
    explanation=Text("Every measure of every class against the rest, with intervals."),
    make=lambda shown, _beside: classes(shown) if shown.matrix is not None else None,
    live=lambda shown: Result("classes", Text("Classes"), (live(shown),)),
)
