"""Requests that come faster than the screen shows them are gathered for one frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

if TYPE_CHECKING:
    from evalgui.core.requests import Request

FRAME = 16  # milliseconds


class LatestInFrame(QObject):
    """Hands on the latest of the requests within a frame."""

    arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pending: Request | None = None
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hand_on)

    @property
    def is_waiting(self) -> bool:
        """Whether a request will be handed on."""
        return self._timer.isActive()

    def ask(self, request: Request) -> None:
        """Hand a request on as soon as a frame has passed since the last one."""
        self.pending = request
        if not self._timer.isActive():
            waited = self._since.elapsed() if self._since.isValid() else FRAME
            self._timer.start(max(0, FRAME - waited))

    def hand_on(self) -> None:
        """Hand on now what is waiting, if anything is."""
        request, self.pending = self.pending, None
        self._timer.stop()
        if request is not None:
            self._since.restart()
            self.arrived.emit(request)

    def forget(self) -> None:
        """Hand nothing on."""
        self.pending = None
        self._timer.stop()
