"""A threshold for each class against the rest, with what it does there, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.decide import Decisions, Facts, decide
from evalgui.core.measured import Measured
from evalgui.core.metrics import metric_by_id
from evalgui.core.provenance_words import origin
from evalgui.core.requests import SelectPositive
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Given, Name, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, SHARE, TEXT, THRESHOLD, Column, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.ranking import over_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_TITLE = Text("Thresholds of all classes")
_THRESHOLD = Column("threshold", Text("Threshold"), THRESHOLD, keys={"number": "threshold"})
_CHOSEN = Column("chosen", Text("chosen by"), TEXT, keys={"said": "chosen"})
_N = Column("n_positive", Text("Rows of it"), COUNT, keys={"number": "n_positive"})
_RATES = tuple(
    Column(one, Name(metric_by_id(one)), SHARE, keys={"measured": one})
    for one in ("TPR", "TNR", "PPV", "NPV", "F1")
)
_AREA = Column("roc_auc", Text("AUC"), SHARE, keys={"measured": "roc_auc"})


class _OfClass(NamedTuple):
    snapshot: Snapshot
    point: OperatingPoint


def class_thresholds(snapshot: Snapshot) -> Result | None:
    """Return where each class against the rest is called, and what that does.

    Parameters
    ----------
    snapshot
        Of a data set of several classes with a score a class.

    Returns
    -------
    Result or None
        The table ``thresholds``, a row a class: its ``threshold`` (that which is locked for
        it, else that of the rule that is followed, else that of the rule that thresholds start
        by; that of the class that is assessed is the one in force), how it was ``chosen``, its
        rows, TPR, TNR, PPV, NPV, F1 and AUC with their intervals. None without a score a class.
    """
    if lacks(snapshot):
        return None
    known = dict(_each(snapshot))

    def cell(row: Row, column: Column) -> Measured | None:
        one = known[row.id]
        if column is _THRESHOLD:
            return Measured(one.point.threshold)
        if column is _N:
            return Measured(float(one.point.counts.actual_positives))
        if column is _AREA:
            return over_all(one.snapshot, "roc_auc")
        if column.is_text:
            return None
        measured = one.point.measured[column.id]
        return measured._replace(interval=one.point.all_intervals.get(column.id))

    def said(row: Row, column: Column) -> Told | None:
        made = known[row.id].snapshot.provenance
        return origin(made) if column is _CHOSEN and made is not None else None

    columns = (_THRESHOLD, _CHOSEN, _N, *_RATES, _AREA)
    rows = tuple(Row(name, Given(name)) for name in known)
    table = Table("thresholds", columns, rows, cell, Text("class"), text=said)
    return Result("class_thresholds", _TITLE, (table,))


def _each(snapshot: Snapshot) -> Iterator[tuple[str, _OfClass]]:
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who calls it has looked
    for place, name in enumerate(dataset.classes):
        there = snapshot
        if snapshot.point is None or place != snapshot.positive:
            decided = decide(Decisions.of(snapshot), SelectPositive(place), Facts(snapshot))
            there = resolve(decided.inputs, snapshot)
        if there.point is not None and there.ranking is not None:
            yield name, _OfClass(there, there.point)


def lacks(snapshot: Snapshot) -> str:
    """Return why there are no thresholds of classes; "" where there are."""
    dataset = snapshot.dataset
    is_scored = dataset is not None and dataset.class_scores is not None
    return "" if is_scored else phrase("only where each of several classes has a score of its own")


CLASS_THRESHOLDS = Topic(
    id="class_thresholds",
    name=_TITLE,
    explanation=Text("Of each class against the rest the threshold, and what it does there."),
    make=lambda snapshot, _beside: class_thresholds(snapshot),
    reads_cells=True,
    lacks=lacks,
)
