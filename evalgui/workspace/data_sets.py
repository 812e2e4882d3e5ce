"""The data sets that are open at once: one is shown, the others wait as they were left."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.beside import NO_COMPARISON
from evalgui.workspace.history import NO_HISTORY, History

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.opened import Opened


@dataclass(frozen=True, slots=True, eq=False)
class DataSet:
    """A data set that is open: where it came from, what is shown of it, and what was before."""

    opened: Opened
    snapshot: Snapshot
    history: History = NO_HISTORY


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of data sets says of one.

    Parameters
    ----------
    name
        What it is called.
    n
        The rows with a score, or that were called.
    auc, eer
        The area under the ROC curve and the equal error rate of the score that is shown; NaN
        where there are none.
    """

    name: str
    n: int
    auc: float
    eer: float


@dataclass(frozen=True, slots=True, eq=False)
class DataSets:
    """Some data sets and which of them is shown; a change makes another value."""

    items: tuple[DataSet, ...] = ()
    current: int = 0

    @property
    def shown(self) -> DataSet | None:
        """The data set that is shown."""
        return self.items[self.current] if self.items else None

    def left_as(self, snapshot: Snapshot, history: History) -> DataSets:
        """Return them with what is shown of the current one now, and how it came to that."""
        if not self.items:
            return self
        # What it was compared with is found again, and costs memory until then.
        snapshot = replace(snapshot, comparison=NO_COMPARISON)
        item = replace(self.items[self.current], snapshot=snapshot, history=history)
        return self._with(self.current, item)

    def at(self, index: int) -> DataSets:
        """Return them with another one shown."""
        return replace(self, current=index)

    def replaced(self, item: DataSet) -> DataSets:
        """Return them with another reading of the current one."""
        return self._with(self.current, item) if self.items else DataSets((item,))

    def added(self, items: Sequence[DataSet]) -> DataSets:
        """Return them with others behind, the first of which is shown."""
        return DataSets((*self.items, *items), len(self.items))

    def summaries(self) -> tuple[Summary, ...]:
        """Return what a list of them says."""
        return tuple(map(summary_of, self.items))

    def _with(self, index: int, item: DataSet) -> DataSets:
        return replace(self, items=(*self.items[:index], item, *self.items[index + 1 :]))


def summary_of(item: DataSet) -> Summary:
    """Return what a list says of a data set."""
    snapshot = item.snapshot
    ranking, overall = snapshot.ranking, snapshot.overall
    if ranking is not None:
        name = item.opened.name
        return Summary(name, ranking.table.n, ranking.areas.roc_auc, ranking.equal_error_rate.value)
    n = 0 if overall is None else overall.matrix.n
    return Summary(item.opened.name, n, math.nan, math.nan)
