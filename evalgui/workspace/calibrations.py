"""What takes longer than a frame and is of what is shown: found out in the background."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core import calibrated
from evalgui.core.digits import grouped
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from evalgui.core.calibrated import Source
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.shown import Shown

    Key = tuple[Ranking, tuple[object, ...]]


class Calibrations(QObject):
    """Finds out something part by part, such as the calibration, once somebody looks at it.

    What is found is kept with the ranking; `made` says so each time.
    """

    started = Signal(str)
    progressed = Signal(float, object)
    ended = Signal()
    made = Signal()

    def __init__(self, shown: Shown, source: Source, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown, self.source = shown, source
        self._tasks = Tasks(self, source.words)
        self._tasks.progressed.connect(self.progressed)
        self._of: Key | None = None  # the latest that was asked for
        self._is_given_up = False
        self.made.connect(lambda: shown.show(shown.snapshot))

    def find_out(self, source: Source | None = None) -> None:
        """Find out what is not known yet; what the user gave up waits for other scores.

        Nothing where another source is meant.
        """
        snapshot = self._shown.snapshot
        if source not in {None, self.source} or self._tasks.is_busy:
            return
        if self.source.next_part(snapshot) is None:
            return
        key = self._key(snapshot)
        if self._is_given_up and self._of == key:
            return
        self._of, self._is_given_up = key, False
        self._shown.changed.connect(self._follow)  # until it ends: else each frame would ask
        if snapshot.dataset is not None and snapshot.dataset.n > calibrated.QUICK:
            self.started.emit(snapshot.dataset.name)
        self._go_on(snapshot)

    def find_out_again(self, source: Source | None = None) -> None:
        """Find it out, be it that the user gave it up."""
        if source in {None, self.source}:
            self._is_given_up = False
            self.find_out()

    @property
    def is_busy(self) -> bool:
        """Whether something is being found out."""
        return self._tasks.is_busy

    def cancel(self) -> None:
        """Give it up, until it is of other scores or settings."""
        self._is_given_up = self._is_given_up or self._tasks.is_busy
        self._tasks.cancel()

    def pause(self) -> None:
        """Give it up until somebody asks again."""
        self._tasks.cancel()

    def _follow(self, _old: Snapshot, new: Snapshot) -> None:
        """Give up what is of other scores or settings than are shown."""
        if self._tasks.is_busy and self._of != self._key(new):
            self.pause()

    def _go_on(self, snapshot: Snapshot) -> None:
        part = self.source.next_part(snapshot)
        if part is None:
            return
        n = 0 if snapshot.ranking is None else snapshot.ranking.table.n

        def work(task: Task) -> None:
            watch = Watch(task.report, task.is_cancelled)
            words = phrase("{n} rows: {doing}", n=grouped(int(n)), doing=part.words)
            watch.step(0.0, words)
            part.find(snapshot, lambda share: watch.step(share, words))

        def keep(_found: None) -> None:
            self.made.emit()
            if self._of == self._key(self._shown.snapshot) and not self._is_given_up:
                self._go_on(snapshot)

        self._tasks.start(
            work, on_success=keep, on_failure=self._shown.failed.emit, on_end=self._end
        )

    def _end(self) -> None:
        if not self._tasks.is_busy:
            self._shown.changed.disconnect(self._follow)
            self.ended.emit()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()

    def _key(self, snapshot: Snapshot) -> Key | None:
        ranking = snapshot.ranking
        return None if ranking is None else (ranking, self.source.key_of(snapshot))
