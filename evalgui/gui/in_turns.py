"""Other data are shown in turns of the event loop, so that none of them is long."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


class InTurns(QObject):
    """Holds the picture of a window while what it is to show is drawn, part by part.

    Every view is told of other data at once, so that all of them know the same. A layout for
    them, and each plot, then has a turn of its own, between which mouse and keys are seen to. The
    window is painted when all is there: no part of it stands beside one of other data.
    """

    ended = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._waiting: deque[Callable[[], object]] = deque()
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._take_turn)

    @property
    def is_busy(self) -> bool:
        """Whether the picture is held."""
        return not self._window.updatesEnabled()

    def begin(self) -> None:
        """Hold the picture, if there is one, and let plots wait for their turns."""
        if self._window.isVisible():
            self._window.setUpdatesEnabled(False)
            for plot in self._window.findChildren(Plot):
                plot.waits = True
            self._next.start()

    def do(self, act: Callable[[], object]) -> None:
        """Do something before plots are drawn, in a turn of its own; at once if none waits."""
        if self.is_busy:
            self._waiting.append(act)
        else:
            act()

    def _take_turn(self) -> None:
        self._next.start()  # whatever fails in this turn, there is another one
        if self._waiting:
            self._waiting.popleft()()
            return
        plot = self._next_plot()
        if plot is not None:
            plot.catch_up()
            return
        self._next.stop()
        self._window.setUpdatesEnabled(True)
        # A request to paint that came while Qt may not is lost, and it would wait for it for ever.
        QCoreApplication.postEvent(self._window, QEvent(QEvent.Type.UpdateRequest))
        self.ended.emit()

    def _next_plot(self) -> Plot | None:
        """Return the next plot that waits to be drawn; what nobody can see has no need to."""
        for plot in self._window.findChildren(Plot):
            if plot.waits:
                plot.waits = False
                if plot.isVisible():
                    return plot
        return None
