"""The scores of each group that is asked about, sorted in the background: for their curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.curves import note_turns_of
from evalgui.core.group_curves import group_curves
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from evalgui.core.comparison import Comparison
    from evalgui.core.snapshot import Snapshot


class Grouping(QObject):
    """Finds the curves of the groups of what is shown; they come later."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("sorting the scores of groups"))
        self._asked: Snapshot | None = None
        self._known: Comparison | None = None

    def of(self, snapshot: Snapshot) -> Comparison | None:
        """Return the groups of a snapshot; None where nobody asked, and until they are known."""
        if not snapshot.inputs.consequences.groups or snapshot.ranking is None:
            self._tasks.cancel()
            self._asked = self._known = None  # and the data before may go
            return None
        before = self._asked
        if before is not None and _are_same(before, snapshot):
            return self._known
        if before is None or before.ranking is not snapshot.ranking or _groups(before, snapshot):
            self._known = None  # else they are told with the intervals of before until then
        self._asked = snapshot

        def work(task: Task) -> Comparison | None:
            watch = Watch(task.report, task.is_cancelled)
            found = group_curves(snapshot, watch.look)
            for one in () if found is None else found.others:
                note_turns_of(one.ranking.table, watch.look)
            return found

        self._tasks.start(
            work, on_success=self._keep, on_failure=self.failed.emit, on_end=lambda: None
        )
        return self._known

    def _keep(self, found: Comparison | None) -> None:
        self._known = found
        self.made.emit()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


def _groups(old: Snapshot, new: Snapshot) -> bool:
    """Return whether other groups are asked about."""
    return old.inputs.consequences.groups != new.inputs.consequences.groups


def _are_same(old: Snapshot, new: Snapshot) -> bool:
    """Return whether the curves of groups of two snapshots are the same."""
    same_scale = new.inputs.consequences.scale is old.inputs.consequences.scale
    same_settings = same_scale and new.inputs.intervals == old.inputs.intervals
    return new.ranking is old.ranking and same_settings and not _groups(old, new)
