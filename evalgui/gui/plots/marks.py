"""What is laid over a plot in pixels: markers and a legend, both of plain text and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem, QStyleOptionGraphicsItem, QWidget

from evalgui.gui.isolation import apart

_SAMPLE = 24.0  # pixels: the length of a line in the legend
_MARGIN = 6.0


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
        self._is_open = False
        self._colour, self._ground = QColor(), QColor()
        self.hide()

    def recolour(self, colour: str, ground: str) -> None:
        """Set the colour, and that of the plot behind."""
        self._colour, self._ground = QColor(colour), QColor(ground)
        self._dress()

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


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a legend."""

    name: str
    pen: QPen
    brush: QBrush | None = None
    shape: Shape | None = None


class Legend(QGraphicsItem):
    """Names beside samples of their lines. The names are drawn as they stand."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(40)  # its names are read over a line that is dragged through it
        self.is_row = False
        self.entries: tuple[Entry, ...] = ()
        self._font = QFont()
        self._text_colour, self._ground = QColor(), QColor()
        self._size = (0.0, 0.0)
        self._widths: list[float] = []
        self._line = 0.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        return self._size

    def set_entries(self, entries: tuple[Entry, ...], font: QFont) -> None:
        """Show other names."""
        self.prepareGeometryChange()
        self.entries, self._font = entries, font
        metrics = QFontMetricsF(font)
        self._line = metrics.height()
        self._widths = [
            metrics.horizontalAdvance(entry.name) + _SAMPLE + 3 * _MARGIN for entry in entries
        ]
        if self.is_row:
            self._size = (sum(self._widths), self._line + _MARGIN)
        else:
            self._size = (max(self._widths, default=0.0), len(entries) * self._line + _MARGIN)
        self.update()

    def recolour(self, colour: str, ground: str) -> None:
        """Set the colour of the text, and that of the plot behind."""
        self._text_colour = QColor(colour)
        self._ground = QColor(ground)
        self._ground.setAlphaF(0.8)
        self.update()

    def entry_at(self, place: QPointF) -> int | None:
        """Return which entry of a column is at a place beside the legend's own."""
        inside = place - self.pos()
        if self.is_row or not self.isVisible() or not self.boundingRect().contains(inside):
            return None
        return min(int(max(inside.y() - _MARGIN / 2, 0.0) / self._line), len(self.entries) - 1)

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, *self._size)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.boundingRect(), self._ground)
        painter.setFont(self._font)
        place = QPointF(0, _MARGIN / 2)
        for entry, width in zip(self.entries, self._widths, strict=True):
            painter.save()
            painter.translate(place)
            _paint_sample(painter, entry, self._line)
            painter.restore()
            left = 2 * _MARGIN + _SAMPLE
            painter.setPen(self._text_colour)
            box = QRectF(place.x() + left, place.y(), width - left, self._line)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, entry.name)
            place += QPointF(width, 0) if self.is_row else QPointF(0, self._line)


def _paint_sample(painter: QPainter, entry: Entry, line: float) -> None:
    middle = QPointF(_MARGIN + _SAMPLE / 2, line / 2)
    painter.setPen(entry.pen)
    painter.setBrush(entry.brush or Qt.BrushStyle.NoBrush)
    if entry.shape is not None:
        painter.translate(middle)
        painter.drawPath(shape_path(entry.shape, 4.0))
    elif entry.brush is not None:
        painter.drawRect(QRectF(_MARGIN, 3, _SAMPLE, line - 6))
    else:
        painter.drawLine(QPointF(_MARGIN, middle.y()), QPointF(_MARGIN + _SAMPLE, middle.y()))
