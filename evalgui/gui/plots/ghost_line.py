"""A thin dashed line at the threshold that is looked at, where the x axis is the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsLineItem

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsItem


class GhostLine(QGraphicsLineItem):
    """A line from top to bottom of the view, or none."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(29)
        self.hide()

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        pen = QPen(QColor(colour), 1.0)
        pen.setStyle(Qt.PenStyle.DashLine)
        self.setPen(pen)

    def show_at(self, x: float, room: tuple[float, float]) -> None:
        """Stand at a place in pixels; out of view, or at NaN, there is no line."""
        if not 0 <= x <= room[0]:
            self.hide()
            return
        self.setLine(0, 0, 0, room[1])
        self.setPos(x, 0)
        self.show()
