"""What is told beside cross-fitted numbers of a recalibrated score: those of its own rows, grey."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from evalgui.core.measured import Interval, Measured
from evalgui.core.snapshot import EMPTY, resolve
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import Column, Fact

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.result import Row, Table

APPARENT = Column("apparent", Text("Apparent, too good"), short=Text("Apparent"), is_beside=True)
NO_INTERVAL = phrase("cross-fitted on these data: no interval of it was simulated")
CROSS_FITTED = Fact(
    "cross_fitted",
    Text("cross-fitted"),
    Text("each value is by a map made without its row, an apparent one by that of all rows"),
    {"folds": 10},
)

_KNOWN: WeakKeyDictionary[Dataset, Snapshot] = WeakKeyDictionary()
"""The apparent snapshots of data sets that are still there."""


def apparent_of(snapshot: Snapshot) -> Snapshot | None:
    """Return the same with the apparent values of the score that is shown.

    None where it is no recalibrated one.
    """
    dataset, score, place = snapshot.dataset, snapshot.score, snapshot.inputs.score
    if dataset is None or score is None or score.apparent is None or place is None:
        return None
    before = _KNOWN.get(dataset)
    if before is None or before.dataset is None or before.inputs.score != place:
        scores = list(dataset.scores)
        scores[place] = replace(scores[place], values=score.apparent, apparent=None)
        other, before = replace(dataset, scores=tuple(scores)), EMPTY
    else:
        other = before.dataset
    found = resolve(replace(snapshot.inputs, dataset=other), before)
    _KNOWN[dataset] = found
    return found


def beside_apparent(
    table: Table, told: Callable[[Snapshot], Mapping[str, Measured]], apparent: Snapshot | None
) -> Table:
    """Return a table of cross-fitted values with the apparent ones beside, as far as known.

    Parameters
    ----------
    table
        With a column of values.
    told
        Returns the cells of a snapshot by the ids of rows.
    apparent
        The apparent snapshot; None where it is still being worked out.
    """
    known = {} if apparent is None else told(apparent)

    def cell(row: Row, column: Column) -> Measured | None:
        if column is not APPARENT:
            return table.cell(row, column)
        found = known.get(row.id)
        return None if found is None else found._replace(interval=None)

    return replace(table, columns=(*table.columns, APPARENT), cell=cell)


def without_interval(found: Measured) -> Measured:
    """Return a number of a recalibrated score with the reason why it has no interval."""
    if found.interval is None:
        return found
    none = Interval(found.interval.level, "", math.nan, math.nan, reason=NO_INTERVAL)
    return found._replace(interval=none)
