"""Other data are shown in turns of the event loop, so that none of them is long."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from evalgui.gui.deferred import Deferred
from evalgui.gui.plots.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from evalgui.gui.view import View

_CLICKS = {
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
}


class InTurns(QObject):
    """Holds the picture of a window while what it is to show is drawn, part by part.

    Each pane is told of other data in a turn of its own, or when somebody asks for it before. A
    layout for them, and each plot, then has a turn, too, between which mouse and keys are seen
    to. The window is painted when all is there: no part of it stands beside one of other data for
    longer than it takes to paint the panes that fill their own ground, one after the other. What
    is clicked, or has the focus when a key is pressed, has its turn before the click or the key:
    none of them means rows or thresholds of the data before.
    """

    ended = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._waiting: deque[Callable[[], object]] = deque()
        self._unpainted: list[QWidget] = []
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._take_turn)

    @property
    def is_busy(self) -> bool:
        """Whether the picture is held, or a part of it."""
        return self._next.isActive() or not self._window.updatesEnabled()

    def begin(self, places: Iterable[Deferred[View]] = ()) -> None:
        """Hold the picture, if there is one, and let panes and plots wait for their turns."""
        if self._window.isVisible():
            self._next.start()
            for place in places:
                if not place.is_held:
                    place.is_held = True
                    self.repeat(place.take_turn)
                if place.autoFillBackground() and place.updatesEnabled():
                    place.setUpdatesEnabled(False)
                    self._unpainted.append(place)
            self._window.setUpdatesEnabled(False)
            self._window.windowHandle().installEventFilter(self)
            for plot in self._window.findChildren(Plot):
                plot.waits = True

    def do(self, act: Callable[[], object]) -> None:
        """Do something before plots are drawn, in a turn of its own; at once if none waits."""
        if self.is_busy:
            self._waiting.append(act)
        else:
            act()

    def repeat(self, step: Callable[[], bool]) -> None:
        """Do something as long as it says that there is more to do, each time in another turn."""
        if self.is_busy:
            self._waiting.append(partial(self._repeat, step))
        else:
            while step():
                pass

    def _repeat(self, step: Callable[[], bool]) -> None:
        again = partial(self._repeat, step)
        self._waiting.appendleft(again)  # whatever fails in this step, there are others
        if not step():
            self._waiting.remove(again)

    def _take_turn(self) -> None:
        self._next.start()  # whatever fails in this turn, there is another one
        if self._waiting:
            self._waiting.popleft()()
            return
        for place in self._window.findChildren(Deferred):
            if place.is_held:
                place.take_turn()
                return
        for plot in self._window.findChildren(Plot):
            if plot.waits:
                _let_draw(plot)
                return
        if not self._window.updatesEnabled():
            self._show_picture()
        elif self._unpainted:
            self._unpainted.pop().setUpdatesEnabled(True)
        else:
            self._next.stop()
            self._window.windowHandle().removeEventFilter(self)
            self.ended.emit()

    def _show_picture(self) -> None:
        """Let the window be painted, and what became a window of its own while it was not."""
        # Dialogs and panes set loose take it from the window that they may not be painted, and
        # Qt does not give it back to them.
        children = self._window.findChildren(QWidget)
        for window in (self._window, *(one for one in children if one.isWindow())):
            if not window.updatesEnabled():
                window.setUpdatesEnabled(True)
                # A request to paint that came meanwhile is lost: Qt would wait for it for ever.
                QCoreApplication.postEvent(window, QEvent(QEvent.Type.UpdateRequest))

    def eventFilter(self, _handle: QObject, event: QEvent) -> bool:
        """Let what a click or a key means know all before it comes."""
        if isinstance(event, QMouseEvent | QWheelEvent) and event.type() in _CLICKS:
            self._hurry(self._window.childAt(event.position().toPoint()))
        elif event.type() == QEvent.Type.KeyPress:
            self._hurry(self._window.focusWidget())
        return False

    def _hurry(self, meant: QWidget | None) -> None:
        """Let panes and plots that a widget stands in have their turns now."""
        if meant is None:
            return
        self._hurry(meant.parentWidget())
        if isinstance(meant, Deferred) and meant.is_held:
            meant.pane  # noqa: B018 - which knows all
        elif isinstance(meant, Plot) and meant.waits:
            _let_draw(meant)


def _let_draw(plot: Plot) -> None:
    """Let a plot know all, and draw it once."""
    plot.turn_came.emit()
    plot.waits = False
    plot.catch_up()
