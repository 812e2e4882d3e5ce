"""How sure the summaries of the scores are: at once, or in the background where there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.ranking import NO_SUMMARIES
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.measured import Interval
    from evalgui.core.snapshot import Snapshot


class Summaries(QObject):
    """Makes the intervals of areas and error rates; those that take a while come later."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("finding out how sure the areas are"))
        self._asked: Snapshot | None = None
        self._known: Mapping[str, Interval] = NO_SUMMARIES

    def of(self, snapshot: Snapshot) -> Mapping[str, Interval]:
        """Return the intervals of a snapshot; where there are none yet they are made."""
        ranking, dataset = snapshot.ranking, snapshot.dataset
        if ranking is None or dataset is None:
            self._asked, self._known = None, NO_SUMMARIES  # and the data before may go
            return NO_SUMMARIES
        settings, sampling = snapshot.inputs.intervals, dataset.sampling
        if ranking.is_quick:
            self._asked, self._known = None, NO_SUMMARIES
            return ranking.intervals(settings, sampling)
        if self._asked is not None and _is_same(self._asked, snapshot):
            return self._known
        self._asked, self._known = snapshot, NO_SUMMARIES

        def work(_task: Task) -> Mapping[str, Interval]:
            return ranking.intervals(settings, sampling)

        self._tasks.start(
            work, on_success=self._keep, on_failure=self.failed.emit, on_end=lambda: None
        )
        return NO_SUMMARIES

    def _keep(self, found: Mapping[str, Interval]) -> None:
        self._known = found
        self.made.emit()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


def _is_same(old: Snapshot, new: Snapshot) -> bool:
    """Return whether the summaries of two snapshots are equally sure."""
    return (
        new.ranking is old.ranking
        and new.inputs.intervals == old.inputs.intervals
        and new.dataset is old.dataset
    )
