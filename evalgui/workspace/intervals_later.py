"""Intervals that take longer than a frame: worked out in the background once the line rests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.errors import CancelledError
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot

_REST = 40  # milliseconds without another threshold


class IntervalsLater(QObject):
    """Lets a point wait for intervals by subject, where there are many rows or subjects."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("finding out how sure the measures are"))
        self._wanted: IntervalsAt | None = None
        self._known: IntervalsAt | None = None
        self._last: tuple[Ranking | None, IntervalsAt] | None = None  # that were shown
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(self._work_out)

    def of(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with the intervals that are known, or that wait until they are."""
        point = snapshot.point
        found = None if point is None else point.intervals
        later = found.later if isinstance(found, AwaitedIntervals) else found
        if point is None or not isinstance(later, IntervalsAt):
            self._give_up()
            self._last = None
            return snapshot
        takes_long = later.subjects is not None and not later.subjects.is_quick
        waits = takes_long and later is not self._known
        if not waits:
            self._wanted = None
            self._stop()
        elif later is not self._wanted:
            self._give_up()
            self._wanted = later
            self._timer.start()
        if not waits:
            self._last = snapshot.ranking, later
        if waits == isinstance(found, AwaitedIntervals):
            return snapshot
        shown = AwaitedIntervals(later, self._before(snapshot, later)) if waits else later
        return replace(snapshot, point=replace(point, intervals=shown))

    def _before(self, snapshot: Snapshot, later: IntervalsAt) -> IntervalsAt | None:
        """Return the intervals that were shown last, if they are of the same scores and kind."""
        if self._last is None or self._last[0] is not snapshot.ranking:
            return None
        before = self._last[1]
        return before if before.settings == later.settings else None

    def _give_up(self) -> None:
        self._wanted = self._known = None
        self._stop()

    def _stop(self) -> None:
        self._timer.stop()
        self._tasks.cancel()

    def _work_out(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return

        def work(task: Task) -> IntervalsAt:
            for metric_id in wanted:
                if task.is_cancelled():
                    message = phrase("another threshold was chosen")
                    raise CancelledError(message)
                wanted[metric_id]
            return wanted

        self._tasks.start(
            work, on_success=self._keep, on_failure=self.failed.emit, on_end=lambda: None
        )

    def _keep(self, found: IntervalsAt) -> None:
        self._wanted, self._known = None, found
        self.made.emit()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._timer.stop()
        self._tasks.shut_down()
