"""The data sets that are open at once: one is shown, the others wait as they were left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.comparison import NO_COMPARISON
from evalgui.workspace.history import NO_HISTORY, History, Step

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.measured import Measured
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.opened_file import Opened


@dataclass(frozen=True, slots=True, eq=False)
class DataSet:
    """A data set that is open: where it came from, what is shown of it, and what was before.

    Parameters
    ----------
    opened
        The file; None where nothing is open, and for what comes from no file of the user's.
    snapshot
        What is shown of it, or was when it was left.
    history
        The steps before and after that.
    """

    opened: Opened | None
    snapshot: Snapshot
    history: History = NO_HISTORY

    @property
    def name(self) -> str:
        """What it is called, "" where nothing is open."""
        if self.opened is not None:
            return self.opened.name
        return "" if self.snapshot.dataset is None else self.snapshot.dataset.name

    @property
    def subsets(self) -> tuple[str, ...]:
        """The expressions by which rows were chosen so far, the first one first."""
        steps = (*self.history.past, self.step)
        told = (one.decisions.roles.subset for one in steps if one.decisions is not None)
        return tuple(dict.fromkeys(filter(None, told)))

    @property
    def step(self) -> Step:
        """What is chosen of it, as a step of the history."""
        return Step.of(self.snapshot, self.opened)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a list of data sets says of one.

    Parameters
    ----------
    name
        What it is called.
    n
        The rows with a score, or that were called.
    measured
        The measures of the ranking of the score that is shown, by their ids; empty without one.
    """

    name: str
    n: int
    measured: Mapping[str, Measured]


@dataclass(frozen=True, slots=True, eq=False)
class DataSets:
    """The data sets that are open and which of them is shown; a change makes another value.

    Parameters
    ----------
    items
        At least one: where nothing is open, one without data.
    current
        The place of the one that is shown.
    """

    items: tuple[DataSet, ...]
    current: int = 0

    @property
    def shown(self) -> DataSet:
        """The data set that is shown."""
        return self.items[self.current]

    @property
    def files(self) -> tuple[Opened, ...]:
        """What was opened of the user's."""
        return tuple(item.opened for item in self.items if item.opened is not None)

    def showing(self, snapshot: Snapshot, history: History | None = None) -> DataSets:
        """Return them with something else shown of the current one, perhaps as a new step."""
        shown = self.shown
        history = shown.history if history is None else history
        return self.replaced(DataSet(shown.opened, snapshot, history))

    def replaced(self, item: DataSet) -> DataSets:
        """Return them with another reading of the current one."""
        before, after = self.items[: self.current], self.items[self.current + 1 :]
        return DataSets((*before, item, *after), self.current)

    def at(self, index: int) -> DataSets:
        """Return them with another one shown."""
        return replace(self._left(), current=index)

    def added(self, items: Sequence[DataSet]) -> DataSets:
        """Return them with others behind, the first of which is shown."""
        kept = tuple(item for item in self._left().items if item.opened is not None)
        return DataSets((*kept, *items), len(kept))

    def _left(self) -> DataSets:
        """Return them with the current one as it waits.

        What it was compared with is found again, and costs memory until then.
        """
        return self.showing(replace(self.shown.snapshot, comparison=NO_COMPARISON))

    def summaries(self) -> tuple[Summary, ...]:
        """Return what a list of them says."""
        return tuple(map(summary_of, self.items))


def summary_of(item: DataSet) -> Summary:
    """Return what a list says of a data set."""
    snapshot = item.snapshot
    ranking, overall = snapshot.ranking, snapshot.overall
    if ranking is not None:
        return Summary(item.name, ranking.table.n, ranking.measured)
    n = 0 if overall is None else overall.matrix.n
    return Summary(item.name, n, {})
