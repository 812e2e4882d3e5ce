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

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""


class IntervalMark(QGraphicsItem):
    """A box and a cross in pixels, of which only what lies in the view is drawn."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.box = QRectF()
        self.cross: tuple[QLineF, ...] = ()
        self.is_paler = False
        self._shown: tuple[Rect | None, ...] = (None,)  # the box, and the lines of the cross
        self._bounds = QRectF()
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
        self, at: tuple[float, float], x: Limits | None, y: Limits | None, room: tuple[float, float]
    ) -> None:
        """Show the limits of a point, those that are known, as far as they lie in the view."""
        box = None if x is None or y is None else _seen(x, y, room)
        cross = (
            None if x is None else _seen(x, (at[1], at[1]), room),
            None if y is None else _seen((at[0], at[0]), y, room),
        )
        self._show(box, *cross)

    def show_nothing(self) -> None:
        """Show no limits."""
        self._show(None)

    def show_bars(self, x: float, bars: Sequence[Limits], room: tuple[float, float]) -> None:
        """Show the limits of several values above one place."""
        self._show(None, *(_seen((x, x), bar, room) for bar in bars))

    def _show(self, *shown: Rect | None) -> None:
        """Show a box and lines, of each what is seen: plain numbers, at the speed of a drag."""
        if shown == self._shown:
            return
        self.prepareGeometryChange()
        self._shown, (box, *cross) = shown, shown
        self.box = QRectF() if box is None else _rect(*box)
        self.cross = tuple([QLineF(*line) for line in cross if line is not None])
        parts = [part for part in shown if part is not None]
        if parts:
            left, top, right, bottom = zip(*parts, strict=True)
            self._bounds = _rect(min(left) - 2, min(top) - 2, max(right) + 2, max(bottom) + 2)
        self.setVisible(bool(parts))

    def boundingRect(self) -> QRectF:
        return self._bounds

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


def _rect(left: float, top: float, right: float, bottom: float) -> QRectF:
    return QRectF(left, top, right - left, bottom - top)


def _seen(x: Limits, y: Limits, room: tuple[float, float]) -> Rect | None:
    """Return the part in view of what lies between two pairs of limits; None where there is none.

    What has no place is not seen either.
    """
    left, right = x if x[0] <= x[1] else x[::-1]
    top, bottom = y if y[0] <= y[1] else y[::-1]
    width, height = room
    if right >= 0 and left <= width and bottom >= 0 and top <= height:
        return max(left, 0.0), max(top, 0.0), min(right, width), min(bottom, height)
    return None
