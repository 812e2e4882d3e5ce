"""Draws the rows again in the background, on demand, with progress and cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.comparison import Beside
    from evalgui.core.dataset import Dataset
    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Snapshot


class Resampling(QObject):
    """Makes what is drawn of one snapshot; what comes after another is shown is dropped."""

    started = Signal(str)
    progressed = Signal(float, object)
    ended = Signal()
    made = Signal(object, object)  # the snapshot, and what was drawn of it
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("drawing the rows again"))
        self._tasks.progressed.connect(self.progressed)

    @property
    def is_busy(self) -> bool:
        """Whether rows are being drawn."""
        return self._tasks.is_busy

    def draw(self, snapshot: Snapshot, others: Sequence[tuple[Beside, Dataset]] = ()) -> None:
        """Draw the rows of a snapshot again, and of what is compared, each with its rows."""
        if snapshot.dataset is None:
            return

        def work(task: Task) -> Resampled:
            from evalgui.core.redraw import resample  # when it is asked for

            watch = Watch(task.report, task.is_cancelled)
            return resample(snapshot, watch.step, others=others)

        self.started.emit(snapshot.dataset.name)
        self._tasks.start(
            work,
            on_success=lambda found: self.made.emit(snapshot, found),
            on_failure=self.failed.emit,
            on_end=self.ended.emit,
        )

    def cancel(self) -> None:
        """Give it up."""
        self._tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()
