"""Three ordered classes and one score: the volume under their ROC surface."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.measured import Measured
from evalgui.core.multiclass import order_of
from evalgui.core.ordered_classes import volume
from evalgui.core.texts import Given, Joined, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

_TITLE = Text("Three ordered classes")
_VOLUME = Row("vus", Text("Volume under the ROC surface, VUS"))
_N = Column("n", Text("Rows with a score"), COUNT, keys={"number": "n"})


def ordered_classes(snapshot: Snapshot) -> Result | None:
    """Return how well a score tells three ordered classes apart.

    Parameters
    ----------
    snapshot
        Of a data set of three classes that have an order, and one score for all of them.

    Returns
    -------
    Result or None
        The table ``volume``: ``vus``, the probability that a row of each class stand in their
        order, 1/6 for a score that says nothing; the table ``classes`` with the rows of each; and
        a fact with the order. None where there is no such score.

    References
    ----------
    Mossman 1999 (Medical Decision Making 19:78); Nakas and Yiannoutsos 2004, ties.
    """
    dataset, score = snapshot.dataset, snapshot.score
    if _lacks(snapshot) or dataset is None or score is None:
        return None
    found = order_of(dataset.classes, snapshot.inputs.multiclass)
    assert found is not None  # noqa: S101 - nothing is lacking
    names, _by = found
    positive = dataset.positive if snapshot.positive is None else snapshot.positive
    # What speaks for the lowest class speaks against the others; nobody says so of the middle one.
    is_rising = {names[0]: not score.higher_is_positive, names[2]: score.higher_is_positive}
    values = score.values if is_rising.get(dataset.classes[positive], True) else -score.values
    is_known = ~np.isnan(values)
    each = [values[is_known & (dataset.truth == dataset.classes.index(name))] for name in names]
    vus = volume(*each)
    table = Table("volume", (VALUE,), (_VOLUME,), lambda _row, _one: Measured(vus, _why(vus)))
    sizes = {name: len(one) for name, one in zip(names, each, strict=True)}
    rows = tuple(Row(name, Given(name)) for name in names)
    classes = Table(
        "classes", (_N,), rows, lambda row, _one: Measured(sizes[row.id]), Text("class")
    )
    told = Text(
        "from the lowest: {names}; a score that says nothing has 1/6",
        {"names": Joined(tuple(map(Given, names)), ", ")},
    )
    facts = (
        Fact("order", Text("order"), told, {"order": list(names)}),
        Fact("no_interval", Text("interval"), Text("none is known to hold")),
    )
    return Result("ordered_classes", _TITLE, (table, classes), facts)


def _why(value: float) -> str:
    return phrase("a class has no row with a score") if math.isnan(value) else ""


def _lacks(snapshot: Snapshot) -> str:
    dataset = snapshot.dataset
    if dataset is None or dataset.n_classes != 3 or dataset.class_scores is not None:
        return phrase("only of three classes and one score for all of them")
    if snapshot.score is None or dataset.row_counts is not None:
        return phrase("only of rows with a score")
    if order_of(dataset.classes, snapshot.inputs.multiclass) is None:
        return phrase("the classes have no order: choose one (--class-order)")
    return ""


ORDERED_CLASSES = Topic(
    id="ordered_classes",
    name=_TITLE,
    explanation=Text("How well one score tells three ordered classes apart: VUS."),
    make=lambda snapshot, _beside: ordered_classes(snapshot),
    reads_cells=True,
    lacks=_lacks,
)
