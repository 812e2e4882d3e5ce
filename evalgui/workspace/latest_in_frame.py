"""Requests that come faster than the screen shows them are gathered for one frame."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

FRAME = 16  # milliseconds


class LatestInFrame(QObject):
    """Hands on the latest of the numbers that are asked for within a frame."""

    arrived = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pending: float | None = None
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hand_on)

    @property
    def is_waiting(self) -> bool:
        """Whether a number will be handed on."""
        return self._timer.isActive()

    def ask(self, number: float) -> None:
        """Hand a number on as soon as a frame has passed since the last one."""
        self.pending = number
        if not self._timer.isActive():
            waited = self._since.elapsed() if self._since.isValid() else FRAME
            self._timer.start(max(0, FRAME - waited))

    def hand_on(self) -> None:
        """Hand on now what is waiting, if anything is."""
        number, self.pending = self.pending, None
        self._timer.stop()
        if number is not None:
            self._since.restart()
            self.arrived.emit(number)

    def forget(self) -> None:
        """Hand nothing on."""
        self.pending = None
        self._timer.stop()
