"""Dragging the operating point along a curve, from one attainable point to the next."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QPointF, Qt

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.marks import Marker

_MARKER_REACH = 11.0  # pixels
_LINE_REACH = 8.0


class CurveOnScreen(Protocol):
    """What a grip needs to know of the curve that it belongs to."""

    @property
    def snapshot(self) -> Snapshot:
        """What is shown."""

    @property
    def marker(self) -> Marker:
        """The operating point."""

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the drawn lines in pixels."""

    def nearest_row(self, position: QPointF) -> int:
        """Return the row of the attainable point nearest to a place in pixels."""

    def way(self) -> QPointF:
        """Return which way the curve runs on the screen as more is called, by the signs."""


class CurveGrip:
    """Takes the marker, or moves it to where the curve is pressed."""

    def __init__(self, plot: CurveOnScreen) -> None:
        self._plot = plot
        self._offset = QPointF()
        self._start_row = self._row = -1
        self._start_threshold = math.nan

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return a hand over the marker, and a pointer over the curve."""
        if self._is_on_marker(position):
            return Qt.CursorShape.OpenHandCursor
        if self._plot.distance(position) <= _LINE_REACH:
            return Qt.CursorShape.PointingHandCursor
        return None

    def take(self, position: QPointF) -> float | None:
        """Take the marker as it is, or bring it here."""
        point = self._plot.snapshot.point
        if point is None:
            return None
        self._start_row = self._row = point.row
        self._start_threshold = point.threshold
        self._offset = QPointF()
        if self._is_on_marker(position):
            self._offset = self._plot.marker.pos() - position
            return None
        return self.move(position)

    def move(self, position: QPointF) -> float | None:
        """Return the threshold of the attainable point nearest to the mouse, if it is another."""
        row = self._plot.nearest_row(position + self._offset)
        if row == self._row:
            return None
        self._row = row
        if row == self._start_row:
            return self._start_threshold
        ranking = self._plot.snapshot.ranking
        return None if ranking is None else ranking.table.steps.threshold(row)

    def resume(self) -> None:
        """Go on from here."""
        self._row = -1

    def toward_higher(self, moved: QPointF) -> float:
        """Return how far a movement goes along the curve to where higher scores are the limit."""
        ranking, way = self._plot.snapshot.ranking, self._plot.way()
        lenient = moved.x() * way.x() + moved.y() * way.y()
        is_lower = ranking is not None and ranking.table.steps.higher_is_positive
        return -lenient if is_lower else lenient

    def _is_on_marker(self, position: QPointF) -> bool:
        marker = self._plot.marker
        if not marker.isVisible():
            return False
        away = marker.pos() - position
        return math.hypot(away.x(), away.y()) <= _MARKER_REACH
