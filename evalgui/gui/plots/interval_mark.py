"""Where the operating point of a plot may truly lie: a faint box around it, with a cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsRectItem

if TYPE_CHECKING:
    from collections.abc import Sequence

_FILL, _STROKE = 0.12, 0.6  # how opaque box and cross are
_PALE = 0.4  # of that, where they are of before
_WIDTH = 1.2
_EMPTY = 0.0, 0.0, 0.0, 0.0

Limits = tuple[float, float]
"""Two limits in pixels, in any order."""

Rect = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""


class IntervalMark(QGraphicsRectItem):
    """A box and a cross in pixels, of which only what lies in the view is drawn.

    Box and lines are items of Qt: it paints them, and knows how large they are, without asking.
    """

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.setPen(QPen(Qt.PenStyle.NoPen))
        self.is_paler = False
        self._lines: list[QGraphicsLineItem] = []
        self._shown: tuple[Rect | None, ...] = (None,)  # the box, and the lines of the cross
        self._colour = QColor()
        self.hide()

    @property
    def box(self) -> QRectF:
        """The limits of a point; empty where there is none, or not both."""
        return self.rect()

    @property
    def cross(self) -> tuple[QLineF, ...]:
        """The limits of each value."""
        return tuple(line.line() for line in self._lines if line.isVisible())

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self._dress()

    def set_paler(self, *, is_paler: bool) -> None:
        """Draw it paler, as what is of before, or not."""
        if is_paler != self.is_paler:
            self.is_paler = is_paler
            self._dress()

    def _dress(self) -> None:
        part = _PALE if self.is_paler else 1.0
        self.setBrush(QBrush(_faint(self._colour, part * _FILL)))
        pen = QPen(_faint(self._colour, part * _STROKE), _WIDTH)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        for line in self._lines:
            line.setPen(pen)

    def show_point(
        self, at: tuple[float, float], x: Limits | None, y: Limits | None, room: tuple[float, float]
    ) -> None:
        """Show the limits of a point, those that are known, as far as they lie in the view."""
        box = None if x is None or y is None else _seen(x, y, room)
        across = None if x is None else _seen(x, (at[1], at[1]), room)
        along = None if y is None else _seen((at[0], at[0]), y, room)
        self._show(box, across, along)

    def show_nothing(self) -> None:
        """Show no limits."""
        self._show(None)

    def show_bars(self, x: float, bars: Sequence[Limits], room: tuple[float, float]) -> None:
        """Show the limits of several values above one place."""
        self._show(None, *[_seen((x, x), bar, room) for bar in bars])

    def _show(self, box: Rect | None, *cross: Rect | None) -> None:
        """Show a box and lines, of each what is seen."""
        if (box, *cross) == self._shown:
            return
        self._shown = (box, *cross)
        left, top, right, bottom = box or _EMPTY
        self.setRect(left, top, right - left, bottom - top)
        self._make(len(cross))
        is_seen = box is not None
        for line, ends in zip(self._lines, cross, strict=False):
            if ends is not None:
                line.setLine(*ends)
                is_seen = True
            line.setVisible(ends is not None)
        self.setVisible(is_seen)

    def _make(self, n: int) -> None:
        """Have so many lines, or more that are hidden."""
        if len(self._lines) < n:
            self._lines += [QGraphicsLineItem(self) for _ in range(n - len(self._lines))]
            self._dress()
        for line in self._lines[n:]:
            line.hide()


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


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
