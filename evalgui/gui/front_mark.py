"""A line over the tab in front: its fill hardly tells it from those behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QTabBar, QTabWidget, QWidget

from evalgui.gui.focus import is_in_sight

if TYPE_CHECKING:
    from PySide6.QtCore import QRect

_THICK = 3  # pixels
_BELOW = {QTabBar.Shape.RoundedSouth, QTabBar.Shape.TriangularSouth}


class FrontMark(QWidget):
    """Lies over a bar of tabs and lets the mouse through; painted whenever the bar is."""

    def __init__(self, bar: QTabBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self.setObjectName("front_mark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(bar.rect())
        bar.installEventFilter(self)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._bar and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._bar.rect())
            self.raise_()
        return False

    def place(self) -> QRect:
        """Return where the line is: along the edge of the tab in front that is off its pane."""
        tab = self._bar.tabRect(self._bar.currentIndex())
        if self._bar.shape() in _BELOW:
            tab.setTop(tab.bottom() + 1 - _THICK)
        else:
            tab.setHeight(_THICK)
        return tab.adjusted(1, 0, -1, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._bar.currentIndex() >= 0:
            with QPainter(self) as painter:
                colour = self._bar.palette().color(QPalette.ColorRole.Highlight)
                painter.fillRect(self.place(), colour)


class MarkedTabs(QTabWidget):
    """Pages under tabs without a frame, of which the one in front is marked."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        FrontMark(self.tabBar())


def mark_tabs(window: QWidget) -> None:
    """Mark the tab in front in each bar of the docks of a window that has no mark yet.

    Bars that Qt does not use, and keeps far outside of the window, are none for the keys.
    """
    policy = Qt.FocusPolicy
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if bar.findChild(FrontMark) is None:
            FrontMark(bar)
        is_used = bool(bar.count()) and is_in_sight(bar)
        bar.setFocusPolicy(policy.TabFocus if is_used else policy.NoFocus)
