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
        (width, height), (at_x, at_y) = room, at
        box = across = along = None
        x = None if x is None else _part(*x, width)
        y = None if y is None else _part(*y, height)
        if x is not None and y is not None:
            box = x[0], y[0], x[1], y[1]
        if x is not None and 0 <= at_y <= height:
            across = x[0], at_y, x[1], at_y
        if y is not None and 0 <= at_x <= width:
            along = at_x, y[0], at_x, y[1]
        self._show(box, across, along)

    def show_nothing(self) -> None:
        """Show no limits."""
        self._show(None)

    def show_bars(self, x: float, bars: Sequence[Limits], room: tuple[float, float]) -> None:
        """Show the limits of several values above one place."""
        width, height = room
        parts = [_part(*bar, height) for bar in bars] if 0 <= x <= width else []
        self._show(None, *[None if one is None else (x, one[0], x, one[1]) for one in parts])

    def _show(self, box: Rect | None, *cross: Rect | None) -> None:
        """Show a box and lines, of each what is seen; what is as it was is left alone."""
        shown, before = (box, *cross), self._shown
        if shown == before:
            return
        self._shown = shown
        if box != before[0]:
            left, top, right, bottom = box or _EMPTY
            self.setRect(left, top, right - left, bottom - top)
        if len(shown) != len(before):
            before = self._make(len(cross))
        for line, ends, was in zip(self._lines, cross, before[1:], strict=False):
            if ends is not None:
                line.setLine(*ends)
            if (ends is None) != (was is None):
                line.setVisible(ends is not None)
        is_seen = any(part is not None for part in shown)
        if is_seen != self.isVisible():
            self.setVisible(is_seen)

    def _make(self, n: int) -> tuple[Rect | None, ...]:
        """Have so many lines, or more, all of them hidden; return that nothing is shown."""
        missing = n - len(self._lines)
        if missing > 0:
            self._lines += [QGraphicsLineItem(self) for _ in range(missing)]
            self._dress()
        for line in self._lines:
            line.hide()
        return (None,) * (n + 1)


def _faint(colour: QColor, opacity: float) -> QColor:
    result = QColor(colour)
    result.setAlphaF(opacity)
    return result


def _part(one: float, other: float, end: float) -> Limits | None:
    """Return the part in view, from 0 to an end, of what lies between two limits.

    None where there is none: what has no place is not seen either.
    """
    low, high = (one, other) if one <= other else (other, one)
    return (max(low, 0.0), min(high, end)) if high >= 0 and low <= end else None
