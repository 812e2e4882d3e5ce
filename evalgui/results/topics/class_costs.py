"""What calls of several classes cost, and the calls that cost least."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.consequences.settings import PROBABILITIES
from evalgui.core.counts import divide
from evalgui.core.errors import sentence_of
from evalgui.core.measured import Measured
from evalgui.core.multiclass.costs import cheapest_calls, cost_matrix
from evalgui.core.texts import Computed, Count, Given, Joined, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import COUNT, PLAIN, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot

_TITLE = Text("What wrong calls cost")
_COLUMNS = (
    Column("mean", Text("Cost of a row"), PLAIN, keys={"number": "mean", "why": "undefined"}),
    Column("total", Text("Cost of all"), PLAIN, keys={"number": "total"}),
)
_AS_CALLED = Row("called", Text("As they are called"))
_CHEAPEST = Row("cheapest", Text("The cheapest calls by the probabilities"))
NO_PROBABILITIES = phrase("scores that are no probabilities do not say which calls cost least")


def class_costs(snapshot: Snapshot) -> Result | None:
    """Return what calls of several classes cost.

    Parameters
    ----------
    snapshot
        With all classes together, and costs that were typed.

    Returns
    -------
    Result or None
        The table ``costs``: the cost of a row, and of all, as they are called, by the calls that
        cost least if declared probabilities are right, and where every row is called one class;
        the table ``cheapest``, how many rows of each class are called what by the cheapest calls;
        a fact ``typed`` has the costs. All of rows with a call, and of the cheapest of those
        with a probability of every class. None where nothing was typed; a fact ``refused`` where
        there is no such class.

    References
    ----------
    Elkan 2001 (IJCAI).
    """
    said, matrix = snapshot.inputs.consequences.class_costs, snapshot.matrix
    if not said or matrix is None or snapshot.point is not None:
        return None
    try:
        costs = cost_matrix(matrix.classes, said)
    except ValueError as error:
        why = Fact("refused", _TITLE, as_text(sentence_of(error)), {"refused": str(error)})
        return Result("class_costs", _TITLE, facts=(why,))
    names = [Row(name, Given(name)) for name in matrix.classes]
    spent = {_AS_CALLED.id: _spent(matrix.counts, costs)}
    found, lacking = _cheapest(snapshot, costs)
    if found is not None:
        spent[_CHEAPEST.id] = _spent(found.counts, costs)
    always = []
    for place, row in enumerate(names):
        told = Text("Each row is called {name}", {"name": row.title})
        always.append(Row(f"always:{row.id}", told))
        spent[always[-1].id] = _spent(matrix.actual[:, None], costs[:, [place]])
    rows = (_AS_CALLED, *([_CHEAPEST] if found is not None else []), *always)

    def cell(row: Row, column: Column) -> Measured:
        total, n = spent[row.id]
        value = total if column.id == "total" else float(divide(total, n))
        return Measured(value, "0/0" if math.isnan(value) else "")

    table = Table("costs", _COLUMNS, rows, cell, Text("calls"))
    tables = (table,) if found is None else (table, _called(names, found))
    return Result("class_costs", _TITLE, tables, tuple(_facts(snapshot, lacking, found)))


def _spent(counts: NDArray[np.integer], costs: NDArray[np.float64]) -> tuple[float, float]:
    return float((counts * costs).sum()), float(counts.sum())


def _called(names: Sequence[Row], found: ConfusionMatrix) -> Table:
    columns = tuple(Column(one.id, one.title, COUNT, keys={"number": one.id}) for one in names)
    places = {name: place for place, name in enumerate(found.classes)}

    def cell(row: Row, column: Column) -> Measured:
        return Measured(found.counts[places[row.id], places[column.id]].item())

    return Table("cheapest", columns, tuple(names), cell, Text("the cheapest calls, by true class"))


def _cheapest(snapshot: Snapshot, costs: NDArray[np.float64]) -> tuple[ConfusionMatrix | None, str]:
    """Return the matrix of the cheapest calls, or why there is none."""
    scores, scale = snapshot.class_scores, snapshot.inputs.consequences.scale
    if scores is None:
        return None, NO_PROBABILITIES
    if scale not in PROBABILITIES and (scale is not None or not scores.are_probabilities):
        return None, NO_PROBABILITIES
    called = cheapest_calls(scores.columns, costs)
    return ConfusionMatrix.from_codes(scores.truth, called, scores.classes), ""


def _facts(snapshot: Snapshot, lacking: str, found: ConfusionMatrix | None) -> Iterator[Fact]:
    said, matrix = snapshot.inputs.consequences, snapshot.matrix
    costs = [
        Text(
            "{truth} called {call}: {cost}",
            {"truth": Given(truth), "call": Given(call), "cost": Computed(cost)},
        )
        for truth, call, cost in said.class_costs
    ]
    told = Text(
        "{costs}; a right call costs 0 and any other wrong one 1",
        {"costs": Joined(tuple(costs), ", ")},
    )
    yield Fact("typed", Text("costs"), told, {"typed": [list(one) for one in said.class_costs]})
    if lacking:
        yield Fact("no_cheapest", Text("cheapest calls"), Text(lacking), {"no_cheapest": lacking})
    if found is not None and said.scale is None:
        told = Text("the scores of the classes are taken for probabilities")
        yield Fact("assumes", Text("assumed"), told)
    if found is not None and matrix is not None and found.n != matrix.n:
        values = {"n": Count(int(found.n)), "all": Count(int(matrix.n))}
        told = Text("the cheapest calls are of {n} rows, those as they are of {all}", values)
        yield Fact("rows", Text("rows"), told)
    told = Text("none: a few rows of rare and dear errors may carry a mean cost")
    yield Fact("no_interval", Text("interval"), told)


def _lacks(snapshot: Snapshot) -> str:
    if snapshot.matrix is None or snapshot.point is not None:
        return phrase("costs of calls are those of several classes that are looked at together")
    return _ASKED if not snapshot.inputs.consequences.class_costs else ""


_ASKED = phrase("what calls cost has to be said first (--class-cost 'TRUTH->CALL=COST')")

CLASS_COSTS = Topic(
    id="class_costs",
    name=_TITLE,
    explanation=Text("What calls of several classes cost, and the calls that cost least."),
    make=lambda snapshot, _beside: class_costs(snapshot),
    lacks=_lacks,
)
