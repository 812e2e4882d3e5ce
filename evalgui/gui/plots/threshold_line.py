"""The line at the threshold, for every plot that has the score on an axis."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPathItem

from evalgui.core.shortest_threshold import resting_threshold
from evalgui.gui.plots.lines import NOWHERE

if TYPE_CHECKING:
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.score_table import Steps
    from evalgui.results.geometry import Box

EDGE = 5.0  # pixels from the edge of the view at which things wait that are out of view
_REACH = 8.0  # pixels on either side in which a press takes hold
_HANDLE = 5.0  # pixels: half the width of the triangles at its ends
_WIDTH = 2.0


class ThresholdLine:
    """A draggable line, which rests on the shortest decimal that counts as its pixel does.

    Where the threshold is not in view (it may be infinite) the line waits, dashed, at the
    edge on that side.
    """

    cursor = Qt.CursorShape.SizeHorCursor

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
        at, reach = self._at(self.item.pos()), _HANDLE
        return [(at - reach, 0.0, at + reach, self._length)]

    @property
    def scale(self) -> AxisScale | None:
        """Where thresholds stand."""
        return self._scale

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

    def set_view(self, viewport: Viewport, scale: AxisScale | None) -> None:
        """Fit into another view; without a scale thresholds have no place, and there is no line."""
        self._viewport, self._scale = viewport, scale
        path, end = QPainterPath(self._point(0, 0)), self._length
        path.lineTo(self._point(0, end))
        for along, tip in ((0.0, _HANDLE * 1.4), (end, end - _HANDLE * 1.4)):
            path.moveTo(self._point(-_HANDLE, along))
            path.lineTo(self._point(_HANDLE, along))
            path.lineTo(self._point(0, tip))
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
        place, room = self.x_of(threshold), self._room
        shown = min(max(place, EDGE), room - EDGE)
        if (not 0 <= place <= room) != self._is_parked:
            self._is_parked = not self._is_parked
            self._dress()
        self.item.setPos(self._point(shown if self._is_parked else place, 0))
        if not self.item.isVisible():
            self.item.show()

    def x_of(self, threshold: float) -> float:
        """Return where a threshold lies in pixels, perhaps out of view; NaN before there is one."""
        viewport, scale = self._viewport, self._scale
        if viewport is None or scale is None:
            return math.nan
        return self._pixel_of(scale.place(threshold))

    def swept(self, start: float) -> tuple[QRectF, QPainterPath]:
        """Return what lies between another threshold and this one in view, and a line at it."""
        if self._viewport is None or self._scale is None:
            return QRectF(), QPainterPath()
        begin, end = (min(max(self.x_of(one), 0.0), self._room) for one in (start, self._threshold))
        line = QPainterPath(self._point(begin, 0))
        line.lineTo(self._point(begin, self._length))
        return QRectF(self._point(begin, 0), self._point(end, self._length)).normalized(), line

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor for a place in pixels."""
        away = abs(self._at(position) - self._at(self.item.pos()))
        return self.cursor if self.item.isVisible() and away <= _REACH else None

    def take(self, position: QPointF) -> float | None:
        """Take hold without moving the line; away from it, bring it here."""
        if self.cursor_at(position) is None:
            self._offset = 0.0
            return self.move(position)
        self._offset = self._at(self.item.pos()) - self._at(position)
        return None

    def move(self, position: QPointF) -> float | None:
        """Return the threshold under the mouse without the noise of pixels, kept in view."""
        return self.threshold_at(self._at(position) + self._offset)

    def resume(self) -> None:
        """Go on from here: what it was moved to otherwise leaves no trace."""

    def toward_higher(self, moved: QPointF) -> float:
        """Return how many pixels of a movement go to higher scores."""
        is_falling = False
        if self._scale is not None:
            first, last = self._scale.from_view(np.array(self._ends)).tolist()
            is_falling = last < first
        return -self._at(moved) if is_falling else self._at(moved)

    def threshold_at(self, across: float) -> float | None:
        """Return the threshold at a place in pixels without their noise, kept in view."""
        viewport, scale = self._viewport, self._scale
        if viewport is None or scale is None:
            return None
        pixels = min(max(across, 0.0), self._room)
        ends = scale.from_view(np.array([self._place_at(pixels), *self._ends]))
        score, (low, high) = float(ends[0]), sorted(ends[1:].tolist())
        return score if self._steps is None else resting_threshold(self._steps, score, low, high)

    @property
    def across(self) -> float:
        """Where the line is on the axis of the scores, in pixels."""
        return self._at(self.item.pos())

    @property
    def unclipped(self) -> float:
        """Where the threshold is on that axis, also beyond the view."""
        return self.x_of(self._threshold)

    def across_at(self, position: QPointF) -> float:
        """Return where a place is on that axis."""
        return self._at(position)

    def point(self, across: float, along: float) -> QPointF:
        """Return the place there that is so far along the line."""
        return self._point(across, along)

    @property
    def length(self) -> float:
        """How long the line is, in pixels."""
        return self._length

    # --------------------------------------------------------- told by its orientation

    @staticmethod
    def _point(across: float, along: float) -> QPointF:
        """Return the point so far across the line, and along it."""
        return QPointF(across, along)

    @staticmethod
    def _at(position: QPointF) -> float:
        """Return where a place is across the line."""
        return position.x()

    @property
    def _length(self) -> float:
        return NOWHERE.height if self._viewport is None else self._viewport.height

    @property
    def _room(self) -> float:
        """How far the line can go, in pixels."""
        return NOWHERE.width if self._viewport is None else self._viewport.width

    @property
    def _ends(self) -> tuple[float, float]:
        viewport = self._viewport or NOWHERE
        return viewport.left, viewport.right

    def _pixel_of(self, place: float) -> float:
        viewport = self._viewport or NOWHERE
        return viewport.pixels(place, viewport.top)[0]

    def _place_at(self, pixels: float) -> float:
        return (self._viewport or NOWHERE).x_at(pixels)

    def _dress(self) -> None:
        pen = QPen(self._colour, _WIDTH)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if self._is_parked:
            pen.setStyle(Qt.PenStyle.DashLine)
        self.item.setPen(pen)
        self.item.setBrush(QBrush(self._colour))


class LevelLine(ThresholdLine):
    """The same, lying, where the score is the y axis."""

    cursor = Qt.CursorShape.SizeVerCursor

    def toward_higher(self, moved: QPointF) -> float:
        """Return how many pixels of a movement go up."""
        return -moved.y()

    @property
    def boxes(self) -> list[Box]:
        """Where the line is, in pixels, with its handles; nowhere while it is hidden."""
        return [(top, left, bottom, right) for left, top, right, bottom in super().boxes]

    @staticmethod
    def _point(across: float, along: float) -> QPointF:
        return QPointF(along, across)

    @staticmethod
    def _at(position: QPointF) -> float:
        return position.y()

    @property
    def _length(self) -> float:
        return super()._room

    @property
    def _room(self) -> float:
        return super()._length

    @property
    def _ends(self) -> tuple[float, float]:
        viewport = self._viewport or NOWHERE
        return viewport.bottom, viewport.top

    def _pixel_of(self, place: float) -> float:
        viewport = self._viewport or NOWHERE
        return viewport.pixels(viewport.left, place)[1]

    def _place_at(self, pixels: float) -> float:
        viewport = self._viewport or NOWHERE
        return viewport.top - pixels / viewport.height * (viewport.top - viewport.bottom)
