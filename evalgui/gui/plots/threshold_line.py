"""The vertical line at the threshold, for every plot whose x axis is the score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem

from evalgui.core.resting import resting_threshold

if TYPE_CHECKING:
    from evalgui.core.api import AxisScale, Steps, Viewport
    from evalgui.gui.plots.free_place import Box

EDGE = 5.0  # pixels from the edge of the view at which things wait that are out of view
_REACH = 8.0  # pixels on either side in which a press takes hold
_HANDLE = 5.0  # pixels: half the width of the triangles at its ends
_WIDTH = 2.0


class ThresholdLine:
    """A draggable line, which rests on the shortest decimal that counts as its pixel does.

    Where the threshold is not in view (it may be infinite) the line waits, dashed, at the
    edge on that side.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        self.item = QGraphicsPathItem(parent)
        self.item.setZValue(30)
        self.item.hide()
        self._threshold = float("nan")
        self._viewport: Viewport | None = None
        self._scale: AxisScale | None = None
        self._steps: Steps | None = None
        self._offset = 0.0
        self._is_parked = False
        self._colour = QColor()

    @property
    def x(self) -> float:
        """Where the line is, in pixels."""
        return self.item.x()

    @property
    def boxes(self) -> list[Box]:
        """Where the line is, in pixels, with its handles; nowhere while it is hidden."""
        if self._viewport is None or not self.item.isVisible():
            return []
        x = self.item.x()
        return [(x - _HANDLE, 0.0, x + _HANDLE, self._viewport.height)]

    @property
    def is_parked(self) -> bool:
        """Whether the threshold is out of view and the line waits at the edge."""
        return self._is_parked

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self._dress()

    def set_steps(self, steps: Steps | None) -> None:
        """Take other operating points, by which thresholds that count the same are known."""
        self._steps = steps

    def set_view(self, viewport: Viewport, scale: AxisScale) -> None:
        """Fit into another view."""
        self._viewport, self._scale = viewport, scale
        path = QPainterPath(QPointF(0, 0))
        path.lineTo(0, viewport.height)
        for y, tip in ((0.0, _HANDLE * 1.4), (viewport.height, viewport.height - _HANDLE * 1.4)):
            path.moveTo(-_HANDLE, y)
            path.lineTo(_HANDLE, y)
            path.lineTo(0, tip)
            path.closeSubpath()
        self.item.setPath(path)
        self.set_threshold(self._threshold)

    def set_threshold(self, threshold: float) -> None:
        """Move to a threshold; NaN hides."""
        self._threshold = threshold
        viewport, scale = self._viewport, self._scale
        if viewport is None or scale is None or threshold != threshold:  # noqa: PLR0124 - NaN
            self.item.hide()
            return
        place = self.x_of(threshold)
        shown = min(max(place, EDGE), viewport.width - EDGE)
        if (not 0 <= place <= viewport.width) != self._is_parked:
            self._is_parked = not self._is_parked
            self._dress()
        self.item.setPos(shown if self._is_parked else place, 0)
        if not self.item.isVisible():
            self.item.show()

    def x_of(self, threshold: float) -> float:
        """Return where a threshold lies in pixels, perhaps out of view; NaN before there is one."""
        viewport, scale = self._viewport, self._scale
        if viewport is None or scale is None:
            return math.nan
        return viewport.pixels(scale.place(threshold), viewport.top)[0]

    def swept(self, start: float) -> tuple[QRectF, QPainterPath]:
        """Return what lies between another threshold and this one in view, and a line at it."""
        viewport = self._viewport
        if viewport is None:
            return QRectF(), QPainterPath()
        begin, end = (
            min(max(self.x_of(one), 0.0), viewport.width) for one in (start, self._threshold)
        )
        line = QPainterPath(QPointF(begin, 0))
        line.lineTo(begin, viewport.height)
        left, width = min(begin, end), abs(end - begin)
        return QRectF(left, 0, width, viewport.height), line

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor for a place in pixels."""
        if not self.item.isVisible() or abs(position.x() - self.item.x()) > _REACH:
            return None
        return Qt.CursorShape.SizeHorCursor

    def take(self, position: QPointF) -> float | None:
        """Take hold without moving the line; away from it, bring it here."""
        if self.cursor_at(position) is None:
            self._offset = 0.0
            return self.move(position)
        self._offset = self.item.x() - position.x()
        return None

    def move(self, position: QPointF) -> float | None:
        """Return the threshold under the mouse without the noise of pixels, kept in view."""
        return self.threshold_at(position.x() + self._offset)

    def resume(self) -> None:
        """Go on from here: what it was moved to otherwise leaves no trace."""

    def toward_higher(self, moved: QPointF) -> float:
        """Return how many pixels of a movement go to the right."""
        return moved.x()

    def threshold_at(self, x: float) -> float | None:
        """Return the threshold at a place in pixels without their noise, kept in view."""
        viewport, scale = self._viewport, self._scale
        if viewport is None or scale is None:
            return None
        pixels = min(max(x, 0.0), viewport.width)
        ends = scale.from_view(np.array([viewport.x_at(pixels), viewport.left, viewport.right]))
        score, low, high = ends.tolist()
        return score if self._steps is None else resting_threshold(self._steps, score, low, high)

    def _dress(self) -> None:
        pen = QPen(self._colour, _WIDTH)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if self._is_parked:
            pen.setStyle(Qt.PenStyle.DashLine)
        self.item.setPen(pen)
        self.item.setBrush(QBrush(self._colour))
