"""The errors: the rows that are called wrongly, furthest from the threshold, to look them up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.comparing import Candidate
from evalgui.core.counts import whole_or_sum
from evalgui.core.measured import Measured
from evalgui.core.texts import Count, Term, Text
from evalgui.core.thresholds import in_units
from evalgui.results.result import COUNT, THRESHOLD, Column, Fact, Result, Row, Table
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Told

_MOST = 10
_TITLE = Text(
    "Errors furthest from the threshold, at most {n} of either kind, by their rows in the file, "
    "from 1"
)
_ROW = Column("row", Text("Row"), COUNT)
_SCORE = Column("score", Text("Score"), THRESHOLD)
_BIN = (Column("low", Text("From"), THRESHOLD), Column("high", Text("To"), THRESHOLD))
_INSTANCES = Column("instances", Text("Instances"), COUNT)


@dataclass(frozen=True, slots=True)
class ErrorRow(Row):
    """The row of a row that is called wrongly.

    Parameters
    ----------
    at
        Its place among the rows of the data set.
    instances
        How many it stands for.
    """

    at: int = field(kw_only=True)
    instances: float = field(kw_only=True)


def errors(snapshot: Snapshot) -> Result | None:
    """Return the rows that are called wrongly and lie furthest from the threshold.

    Returns
    -------
    Result or None
        A fact with how many errors of either kind there are, and a table of at most `_MOST` of
        each, of equal scores those that come first: ``row``, its number in the file, ``score``,
        or ``low`` and ``high`` of its bin, and ``instances`` where a row stands for several. None
        without scores at a threshold.
    """
    point, score, dataset = snapshot.point, snapshot.score, snapshot.dataset
    if point is None or score is None or dataset is None or not dataset.n:
        return None
    one = Candidate.of(score.name, dataset, snapshot.positive, score, point.threshold)
    called, known = one.called, one.has_score
    # Errors beyond the threshold have the highest scores, those before it the lowest.
    higher = score.higher_is_positive
    rows = (
        *_rows("false_negative", one, one.positives * (~called & known), is_falling=not higher),
        *_rows("false_positive", one, one.negatives * (called & known), is_falling=higher),
    )
    told: dict[str, Told] = {}
    for name, n in (("false_negative", point.counts.fn), ("false_positive", point.counts.fp)):
        told[f"n_{name}"] = Count(whole_or_sum(n))
        told[name] = Term(name if n == 1 else f"{name}s")
    text = Text("{n_false_negative} {false_negative}, {n_false_positive} {false_positive}", told)
    known_as = _BIN if score.is_binned else (_SCORE,)
    columns = _ROW, *known_as, *([] if dataset.row_counts is None else [_INSTANCES])

    def cell(row: Row, column: Column) -> Measured:
        return _cell(dataset, score, row, column)

    table = Table("errors", columns, rows, cell, Text("Error"))
    facts = (Fact("errors", Text("Errors"), text),)
    return Result("errors", _TITLE.filled({"n": _MOST}), (table,), facts)


def _rows(
    kind: str, one: Candidate, stands_for: NDArray[np.integer], *, is_falling: bool
) -> Iterator[ErrorRow]:
    """Yield the errors of a kind, those first that lie furthest from the threshold."""
    rows = np.flatnonzero(stands_for)
    shown = rows[_furthest(one.score.values[rows], is_falling=is_falling)].tolist()
    for number, at in enumerate(shown, 1):
        title = Text("{error} {number}", {"error": Term(kind.capitalize()), "number": number})
        n = int(stands_for[at])
        yield ErrorRow(f"{kind}_{number}", title, at=at, instances=n)


def _furthest(values: NDArray[np.floating], *, is_falling: bool) -> NDArray[np.intp]:
    """Return the places of the first few in an order; of equal ones, those that come first."""
    keys = -values if is_falling else values
    if len(keys) > _MOST:
        last = np.partition(keys, _MOST - 1)[_MOST - 1]
        among = np.flatnonzero(keys <= last)
        return among[np.argsort(keys[among], kind="stable")[:_MOST]]
    return np.argsort(keys, kind="stable")


def _cell(dataset: Dataset, score: Score, row: Row, column: Column) -> Measured:
    assert isinstance(row, ErrorRow)  # noqa: S101 - its own rows
    if column is _SCORE:
        return Measured(in_units(float(score.values[row.at]), score))
    if column in _BIN and score.other_edge is not None:
        ends = float(score.values[row.at]), float(score.other_edge.values[row.at])
        return Measured(in_units(min(ends) if column is _BIN[0] else max(ends), score))
    if column is _INSTANCES:
        return Measured(dataset.in_weights(row.instances))
    numbers = dataset.file_rows
    return Measured(row.at + 1 if numbers is None else int(numbers[row.at]))


ERRORS = Topic(
    id="errors",
    name=Text("Errors"),
    explanation=Text("The rows that are called wrongly and lie furthest from the threshold."),
    make=lambda snapshot, _beside: errors(snapshot),
    is_of_snapshot=False,  # it looks at every row: nothing for each frame of a drag
)
