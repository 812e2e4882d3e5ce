"""A label and a button that give way where there is little room, and are heard in full."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

_FEWEST_LETTERS = 8


class ElidedLabel(QLabel):
    """One line of plain text, elided where there is no room for it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().averageCharWidth() * _FEWEST_LETTERS
        whole = super().minimumSizeHint()
        return QSize(min(least, whole.width()), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        room = self.contentsRect()
        right = Qt.TextElideMode.ElideRight
        shown = self.fontMetrics().elidedText(self.text(), right, room.width())
        with QPainter(self) as painter:
            self.style().drawItemText(
                painter,
                room,
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
                self.palette(),
                self.isEnabled(),
                shown,
                self.foregroundRole(),
            )


class ShortenedButton(QToolButton):
    """A button that shows shorter words where there is no room for its own."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._shorter = ""
        self._is_short = False

    def set_words(self, words: str, shorter: str) -> None:
        """Show words, or shorter ones."""
        self._shorter = shorter
        self.setText(words)
        self.updateGeometry()

    def give_way(self, *, is_short: bool) -> None:
        """Ask for no more room than the shorter words need, or for all of its own."""
        if is_short != self._is_short:
            self._is_short = is_short
            self.updateGeometry()

    @property
    def spared(self) -> int:
        """How many pixels fewer are asked for now than for its own words."""
        return super().sizeHint().width() - self.sizeHint().width()

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint() if self._is_short else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        metrics, whole = self.fontMetrics(), super().sizeHint()
        less = metrics.horizontalAdvance(self.text()) - metrics.horizontalAdvance(self._shorter)
        return QSize(whole.width() - max(0, less), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.width() < super().sizeHint().width():
            option.text = self._shorter
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
