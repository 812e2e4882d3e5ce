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

    def set_words(self, words: str, shorter: str) -> None:
        """Show words, or shorter ones."""
        self._shorter = shorter
        self.setText(words)
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        metrics, whole = self.fontMetrics(), self.sizeHint()
        less = metrics.horizontalAdvance(self.text()) - metrics.horizontalAdvance(self._shorter)
        return QSize(whole.width() - max(0, less), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.width() < self.sizeHint().width():
            option.text = self._shorter
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
