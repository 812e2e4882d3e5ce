"""A ring around what has the keys, once keys are used: it is seen on any ground, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QRegion
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from evalgui.gui.look import Theme

_WIDTH = 2  # pixels
_MOVING = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}
_USED = Qt.WidgetAttribute.WA_KeyboardFocusChange
_OWN = "has_own_ring"


def has_own_ring(widget: QWidget) -> None:
    """Say that a widget shows by itself that it has the keys."""
    widget.setProperty(_OWN, True)


class _Ring(QWidget):
    """A frame over a window, through which the mouse goes."""

    def __init__(self, window: QWidget, colour: str) -> None:
        super().__init__(window)
        self.setObjectName("focus_ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
        self.setPalette(palette)

    def lie_around(self, place: QRect, clip: QRect) -> None:
        """Lie around a place of the window, as far as that is seen."""
        outer = place.adjusted(-_WIDTH, -_WIDTH, _WIDTH, _WIDTH) & clip
        inner = outer.adjusted(_WIDTH, _WIDTH, -_WIDTH, -_WIDTH)
        self.setGeometry(outer)
        self.setMask(QRegion(self.rect()) - QRegion(inner.translated(-outer.topLeft())))
        self.raise_()
        self.setVisible(inner.isValid())

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.palette().windowText())


class FocusRing(QObject):
    """Lets a ring follow the keys from widget to widget, in every window of the program."""

    def __init__(self, application: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._colour = ""
        self._ring: _Ring | None = None
        self._around: QWidget | None = None
        self._watched: list[QWidget] = []
        application.focusChanged.connect(self._on_changed)

    def set_theme(self, theme: Theme) -> None:
        """Take the colour of a theme."""
        self._colour = theme.focus
        self._on_changed(None, QApplication.focusWidget())

    def _on_changed(self, _before: QWidget | None, focused: QWidget | None) -> None:
        self._leave()
        if focused is None or not self._colour or focused.property(_OWN):
            return
        if not focused.window().testAttribute(_USED) or focused.window() is focused:
            return
        self._around = focused
        one: QWidget | None = focused
        while one is not None and one is not focused.window():
            one.installEventFilter(self)
            self._watched.append(one)
            one = one.parentWidget()
        self._ring = _Ring(focused.window(), self._colour)
        self._follow()

    def _leave(self) -> None:
        for one in filter(shiboken6.isValid, self._watched):
            one.removeEventFilter(self)
        if self._ring is not None and shiboken6.isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._watched, self._ring, self._around = [], None, None

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self._follow()
        return False

    def _follow(self) -> None:
        ring, around = self._ring, self._around
        if ring is None or around is None or not all(map(shiboken6.isValid, (ring, around))):
            return
        if not around.isVisible():
            ring.hide()
            return
        window = around.window()
        clip = window.rect()
        for one in self._watched[1:]:
            clip &= QRect(one.mapTo(window, QPoint()), one.size())
        ring.lie_around(QRect(around.mapTo(window, QPoint()), around.size()), clip)
