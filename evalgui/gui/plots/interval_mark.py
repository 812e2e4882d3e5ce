"""Where the operating point of a plot may truly lie: a faint box around it, with a cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

_FILL, _STROKE = 0.12, 0.6  # how opaque box and cross are
_PALE = 0.4  # of that, where they are of before
_WIDTH = 1.2

Limits = tuple[float, float]
"""Two limits in pixels, in any order."""


class IntervalMark(QGraphicsItem):
    """A box and a cross in pixels, of which only what lies in the view is drawn."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.box = QRectF()
        self.cross: tuple[QLineF, ...] = ()
        self.is_paler = False
        self._colour = QColor()
        self.hide()

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self.update()

    def set_paler(self, *, is_paler: bool) -> None:
        """Draw it paler, as what is of before, or not."""
        if is_paler != self.is_paler:
            self.is_paler = is_paler
            self.update()

    def show_point(
        self, at: tuple[float, float], x: Limits | None, y: Limits | None, room: QRectF
    ) -> None:
        """Show the limits of a point, those that are known, as far as they lie in the view."""
        if x is None or y is None:
            box = QRectF()
        else:
            corners = QRectF(x[0], y[0], x[1] - x[0], y[1] - y[0]).normalized()
            box = _inside(corners, room)
        cross = [
            *([] if x is None else [QLineF(x[0], at[1], x[1], at[1])]),
            *([] if y is None else [QLineF(at[0], y[0], at[0], y[1])]),
        ]
        self._show(box, cross, room)

    def show_bars(self, x: float, bars: Sequence[Limits], room: QRectF) -> None:
        """Show the limits of several values above one place."""
        self._show(QRectF(), [QLineF(x, low, x, high) for low, high in bars], room)

    def _show(self, box: QRectF, cross: Sequence[QLineF], room: QRectF) -> None:
        seen = tuple(line for one in cross if (line := _cut(one, room)) is not None)
        if (box, seen) != (self.box, self.cross):
            self.prepareGeometryChange()
            self.box, self.cross = box, seen
            self.update()
        self.setVisible(bool(seen) or not box.isEmpty())

    def boundingRect(self) -> QRectF:
        bounds = QRectF(self.box)
        for line in self.cross:
            bounds |= QRectF(line.p1(), line.p2()).normalized().adjusted(-1, -1, 1, 1)
        return bounds.adjusted(-1, -1, 1, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        part = _PALE if self.is_paler else 1.0
        if not self.box.isEmpty():
            painter.fillRect(self.box, _faint(self._colour, part * _FILL))
        pen = QPen(_faint(self._colour, part * _STROKE), _WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLines(list(self.cross))


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


def _inside(box: QRectF, room: QRectF) -> QRectF:
    """Return the part of a box in the view; an empty one where there is none."""
    left, right = max(box.left(), room.left()), min(box.right(), room.right())
    top, bottom = max(box.top(), room.top()), min(box.bottom(), room.bottom())
    return (
        QRectF() if left > right or top > bottom else QRectF(left, top, right - left, bottom - top)
    )


def _cut(line: QLineF, room: QRectF) -> QLineF | None:
    """Return the part of a level or upright line in the view; None where there is none."""
    ends = QRectF(line.p1(), line.p2()).normalized()
    part = _inside(ends, room)
    is_outside = ends.left() > room.right() or ends.right() < room.left()
    is_outside = is_outside or ends.top() > room.bottom() or ends.bottom() < room.top()
    return None if is_outside else QLineF(part.topLeft(), part.bottomRight())
