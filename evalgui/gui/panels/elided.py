"""A label that gives way where there is little room, and is heard in full."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QSizePolicy,
    QWidget,
)

_FEWEST_LETTERS = 8


class ElidedLabel(QLabel):
    """One line of plain text, elided where there is no room for it."""

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        elides: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._elides = elides
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        least = self.fontMetrics().averageCharWidth() * _FEWEST_LETTERS
        whole = super().minimumSizeHint()
        return QSize(min(least, whole.width()), whole.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        room = self.contentsRect()
        shown = self.fontMetrics().elidedText(self.text(), self._elides, room.width())
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
