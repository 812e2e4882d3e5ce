"""The second line, which is pulled out of the threshold, and the zone between both."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsRectItem

from evalgui.core.thresholds import limit
from evalgui.gui.plots.threshold_line import LevelLine, ThresholdLine

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.look import Theme

_PLACE = 19.0  # pixels from the axis: where the handle is that pulls the second line out
_RADIUS = 4.0  # pixels
_REACH = 8.0, 6.0  # pixels beside the handle and above it in which a press takes it
_OPACITY = 0.10
_TOGETHER = 4.0  # pixels between two lines that are one


class PlotOfScores(Protocol):
    """A plot of which an axis is the score."""

    snapshot: Snapshot
    overlay: QGraphicsRectItem
    underlay: QGraphicsRectItem
    viewport: Viewport
    x_scale: AxisScale
    y_scale: AxisScale
    is_figure: bool


class GreyZoneLine:
    """A line beside that of the threshold, the ground between them, and a handle to pull it out.

    Without a zone there is the handle alone. Places are pixels of the view box. The lines stand
    where the score is the x axis, and lie where it is the y axis.
    """

    def __init__(self, line: ThresholdLine, plot: PlotOfScores) -> None:
        self._line, self._plot = line, plot
        self._is_lying = isinstance(line, LevelLine)
        self.second = type(line)(plot.overlay)
        self.band = QGraphicsRectItem(plot.underlay)
        self.band.setPen(QPen(Qt.PenStyle.NoPen))
        self.band.hide()
        self.handle = QGraphicsPathItem(line.item)
        self._threshold = math.nan
        self.is_held = False
        self._offset = 0.0

    def recolour(self, theme: Theme) -> None:
        """Set the colours."""
        self.second.recolour(theme.accent)
        ground = QColor(theme.accent)
        ground.setAlphaF(_OPACITY)
        self.band.setBrush(QBrush(ground))
        self.handle.setPen(QPen(QColor(theme.accent), 1.5))
        self.handle.setBrush(QBrush(QColor(theme.base)))

    def place(self) -> None:
        """Fit into another view; the line of the threshold does so first."""
        plot, point = self._plot, self._line.point
        self.second.set_view(plot.viewport, self._line.scale)
        path, along = QPainterPath(), self._place
        path.addEllipse(point(0, along), _RADIUS, _RADIUS)
        for side in (-1, 1):
            path.moveTo(point(side * (_RADIUS + 2), along - 3))
            path.lineTo(point(side * (_RADIUS + 5), along))
            path.lineTo(point(side * (_RADIUS + 2), along + 3))
        self.handle.setPath(path)
        self.show(self._threshold)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show the grey zone of a snapshot, or none."""
        second, ranking = snapshot.choices.second, snapshot.ranking
        self.second.set_steps(None if ranking is None else ranking.table.steps)
        if second is None or ranking is None:
            self.show(math.nan)
        else:
            self.show(limit(second, ranking.score))

    def show(self, threshold: float) -> None:
        """Show the zone between this threshold and that of the line; NaN shows none."""
        self._threshold = threshold
        self.second.set_threshold(threshold)
        has_zone = self.second.item.isVisible() and self._line.item.isVisible()
        if has_zone:
            line, other = self._line, self.second
            corners = line.point(line.across, 0), line.point(other.across, line.length)
            self.band.setRect(QRectF(*corners).normalized())
        if self.band.isVisible() != has_zone:
            self.band.setVisible(has_zone)
        can_pull = not (has_zone or self._plot.is_figure or self._line.is_parked)
        if self.handle.isVisible() != can_pull:
            self.handle.setVisible(can_pull)

    @property
    def _place(self) -> float:
        return _PLACE if self._is_lying else self._line.length - _PLACE

    # -------------------------------------------------------------------------- mouse

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor where a press takes hold of the second line, or pulls it out."""
        if self.second.item.isVisible():
            mine = self.second.cursor_at(position)
            at = self._line.across_at(position)
            is_nearer = abs(at - self.second.across) < abs(at - self._line.across)
            return mine if is_nearer or self._line.cursor_at(position) is None else None
        away = position - self._line.point(self._line.across, self._place)
        beside, along = _REACH[::-1] if self._is_lying else _REACH
        is_near = abs(away.x()) <= beside and abs(away.y()) <= along
        is_there = self._line.item.isVisible() and not self._line.is_parked
        cursor = Qt.CursorShape.SplitVCursor if self._is_lying else Qt.CursorShape.SplitHCursor
        return cursor if is_there and is_near else None

    def take(self, position: QPointF) -> bool:
        """Take hold where that can be done here; return whether it was."""
        self.is_held = self.cursor_at(position) is not None
        if self.is_held:
            self._offset = self._held - self._line.across_at(position)
        return self.is_held

    @property
    def _held(self) -> float:
        return (self.second if self.second.item.isVisible() else self._line).across

    def move(self, position: QPointF) -> float | None:
        """Return the threshold to ask for as the second one when the mouse is here.

        Close to the line of the threshold it is that one: then there is no zone.
        """
        point = self._plot.snapshot.point
        if not self.is_held or point is None:
            return None
        across = self._line.across_at(position) + self._offset
        if abs(across - self._line.across) <= _TOGETHER:
            return point.threshold
        return self.second.threshold_at(across)

    def let_go(self) -> bool:
        """Hold nothing any more; return whether it was held."""
        was_held, self.is_held = self.is_held, False
        return was_held
