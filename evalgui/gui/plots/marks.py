"""What marks a place on a plot, in pixels: circles and diamonds, and the way between two."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem

from evalgui.gui.isolation import apart

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget


class Shape(StrEnum):
    """The shapes of markers."""

    CIRCLE = "circle"
    DIAMOND = "diamond"


def shape_path(shape: Shape, radius: float) -> QPainterPath:
    """Return the outline of a marker around 0."""
    path = QPainterPath()
    if shape is Shape.CIRCLE:
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path
    path.moveTo(0, -radius)
    for x, y in ((radius, 0), (0, radius), (-radius, 0)):
        path.lineTo(x, y)
    path.closeSubpath()
    return path


class Marker(QGraphicsPathItem):
    """A small shape at a place in pixels; open where its true place is off the plot."""

    def __init__(self, parent: QGraphicsItem, shape: Shape, radius: float, level: int) -> None:
        super().__init__(shape_path(shape, radius), parent)
        self.setZValue(level)
        self.is_hollow = False  # wherever it is
        self._radius = radius
        self._is_open = False
        self._colour, self._ground = QColor(), QColor()
        self.hide()

    def recolour(self, colour: str, ground: str) -> None:
        """Set the colour, and that of the plot behind."""
        self._colour, self._ground = QColor(colour), QColor(ground)
        self._dress()

    @property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """Where the marker is, in pixels: left, top, right, bottom; nowhere while it is hidden."""
        if not self.isVisible():
            return []
        x, y, reach = self.x(), self.y(), self._radius + 1
        return [(x - reach, y - reach, x + reach, y + reach)]

    def show_at(self, x: float, y: float, *, is_open: bool = False) -> None:
        """Move to a place in pixels; NaN hides."""
        if x != x or y != y:  # noqa: PLR0124 - NaN, at the speed of a drag
            self.hide()
            return
        self.setPos(x, y)
        if is_open != self._is_open:
            self._is_open = is_open
            self._dress()
        if not self.isVisible():
            self.show()

    def _dress(self) -> None:
        fill, edge = self._colour, self._ground
        is_open = self._is_open or self.is_hollow
        if is_open:
            fill, edge = edge, fill
        self.setBrush(QBrush(fill))
        self.setPen(QPen(edge, 2.0 if is_open else 1.5))


class Way(QGraphicsPathItem):
    """A thick line between places in pixels.

    Its outline is filled: of a slanting stroke Qt rounds the edge by how much of it is painted.
    """

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        outline = QPainterPathStroker(self.pen()).createStroke(self.path())
        painter.fillPath(outline, self.pen().brush())
