"""The operating point of a curve in the hand of a user: along the curve, or by a line across it."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from evalgui.core.curves import Scale, point
from evalgui.core.languages import tr
from evalgui.core.score_axis import has_log_scores, may_be_log
from evalgui.gui.plots.header import Switch, rates_switch, scores_switch
from evalgui.gui.plots.layer import Layer
from evalgui.gui.plots.nearest import nearest_of, nearest_row
from evalgui.gui.plots.score_axis_layer import ScoreAxisLayer
from evalgui.results.axis_choices import has_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QPen

    from evalgui.core.comparison import Beside
    from evalgui.core.counts import Counts
    from evalgui.core.curves import Curve, Series
    from evalgui.core.highlight import Run
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.gui.plots.layer import Ground
    from evalgui.gui.plots.marks import Marker
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points


_MARKER_REACH = 11.0  # pixels
_LINE_REACH = 8.0


class Curves(Protocol):
    """The layer that draws the lines of a curve, as what lies on them knows it."""

    @property
    def plot(self) -> Ground:
        """The plot that holds it."""

    curve: Curve
    drawn_rows: NDArray[np.intp]

    @property
    def marker(self) -> Marker:
        """The operating point on the first line."""

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the lines of what is shown in pixels."""

    def in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
        """Return points in coordinates of the view."""

    def pixels_of(self, counts: Counts, threshold: float) -> tuple[float, float]:
        """Return where a point of the curve lies in pixels; NaN where it has no place."""

    def show_markers(
        self, markers: list[Marker], x: float, ys: tuple[float, ...]
    ) -> tuple[float, float]:
        """Place markers at a point, open ones where the axes have no place for it."""

    def kept_clear(self) -> list[Points]:
        """Return what names of rules and pins keep clear of: the lines, and words about them."""

    def row_under(self, position: QPointF) -> tuple[int, float]:
        """Return the row that a place on a line stands for, and its threshold."""

    def ask_to_show(self, other: Beside) -> None:
        """Ask for another score or data set to be shown."""


class OnCurve(Layer):
    """Something that lies on a curve.

    Parameters
    ----------
    curves
        The layer that draws the curve.
    """

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves.plot)
        self.curves = curves


class AlongCurve(OnCurve):
    """A marker that rests on the attainable points of a curve, and is dragged along it."""

    radius = 6.0

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.plot.grip = CurveGrip(self)

    def colour_on(self, pen: QPen) -> str:
        """Return the colour of the threshold, which the marker is."""
        del pen
        return self.plot.theme.accent

    def switches(self) -> Sequence[Switch]:
        """Return whether the limits of error rates can be fixed."""
        curve, axes = self.curves.curve, self.plot.snapshot.choices.axes
        if curve.x_axis.scale is not Scale.NORMAL_DEVIATE:
            return ()
        return (rates_switch(curve.title, axes.fixed_rates),)

    def moving(self) -> Sequence[Box]:
        """Return where the marker is."""
        return self.curves.marker.boxes

    # ----------------------------------------------------------------------- the grip

    def nearest_row(self, position: QPointF) -> int:
        """Return the row of the attainable point nearest to a place in pixels.

        Where a line may turn anywhere it is the nearest of those that are drawn.
        """
        plot, curves, ranking = self.plot, self.curves, self.plot.snapshot.ranking
        if ranking is None:
            return 0
        steps, target = ranking.table.steps, (position.x(), position.y())
        x, ys = point(curves.curve, ranking.table, steps.counts_of(0), math.nan)
        found = []
        for line, y in zip(curves.curve.series, ys, strict=True):
            start = plot.viewport.pixels(plot.x_scale.place(x), plot.y_scale.place(y))
            place = partial(self._place, line)
            if curves.curve.traits.goes_one_way:
                row = nearest_row(steps, place, *target, start)
            else:
                row = nearest_of(curves.drawn_rows, place(steps.counts(curves.drawn_rows)), target)
            x_pixels, y_pixels = place(steps.counts(np.array([row])))
            at = start if row == 0 else (float(x_pixels[0]), float(y_pixels[0]))
            found.append((math.dist(at, target), row))
        return min(found)[1]

    def _place(self, line: Series, counts: Counts) -> Points:
        curve, seen = self.curves.curve, self.plot.viewport
        x = np.asarray(curve.x(counts) if curve.x else math.nan, dtype=np.float64)
        y = np.asarray(line.measure(counts), dtype=np.float64)
        at_x, at_y = self.curves.in_view(x, y)
        return seen.x_pixels(at_x), seen.y_pixels(at_y)

    def way(self) -> QPointF:
        """Return which way the curve runs on the screen as more is called, by the signs."""
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return QPointF()
        steps = ranking.table.steps
        begin, end = (
            self.curves.pixels_of(steps.counts_of(row), steps.threshold(row))
            for row in (0, len(steps) - 1)
        )
        return QPointF(
            *(float(np.nan_to_num(np.sign(b - a))) for a, b in zip(begin, end, strict=True))
        )

    # -------------------------------------------------------------------------- hand

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row of the attainable point nearest to a place, and its threshold."""
        ranking, row = self.plot.snapshot.ranking, self.nearest_row(position)
        return row, math.nan if ranking is None else ranking.table.steps.threshold(row)

    def threshold_near(self, position: QPointF) -> float | None:
        """Return the threshold of the attainable point near a place, if it is another one."""
        now = self.plot.snapshot.point
        if now is None:
            return None
        row, threshold = self.curves.row_under(position)
        return None if row == now.row else threshold

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return the box between two points, as far as it is seen, and a ring around the first."""
        seen = self.plot.viewport
        begin, end = (self.curves.pixels_of(one.counts, one.threshold) for one in (start, now))
        ring = QPainterPath()
        if not all(map(math.isfinite, (*begin, *end))):
            return QRectF(), ring
        if seen.has(*begin):
            ring.addEllipse(QPointF(*begin), self.radius - 1, self.radius - 1)
        room = QRectF(0, 0, seen.width, seen.height)
        return QRectF(QPointF(*begin), QPointF(*end)).normalized() & room, ring


class AcrossScores(ScoreAxisLayer):
    """A line across measures that are constant from one score to the next."""

    radius = 4.0

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves.plot)
        self.curves = curves

    def colour_on(self, pen: QPen) -> str:
        """Return the colour of the line that a marker is on: there may be several."""
        return pen.color().name()

    def switches(self) -> Sequence[Switch]:
        """Return which of the axes can be logarithmic."""
        ranking, found = self.plot.snapshot.ranking, []
        if has_rates(self.curves.curve):
            is_log = self.curves.curve.y_axis.scale is Scale.LOG
            found.append(
                Switch("log_rates", tr("log"), tr("Error rates on a logarithmic axis"), is_log)
            )
        if ranking is not None and may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.plot.snapshot)))
        return found

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row whose counts hold at the threshold under the mouse, and that one."""
        ranking, threshold = self.plot.snapshot.ranking, self.threshold_above(position)
        if ranking is None or threshold is None:
            return 0, math.nan
        return ranking.table.steps.row_at(threshold), threshold

    def threshold_near(self, position: QPointF) -> float | None:
        """Return the threshold below a place on a curve."""
        return self.threshold_above(position)

    def places_of(self, run: Run) -> tuple[Places, ...]:
        """Return nothing: selected rows are marked on the lines."""
        del run
        return ()


class CurveGrip:
    """Takes the marker, or moves it to where the curve is pressed."""

    def __init__(self, layer: AlongCurve) -> None:
        self._layer, self._curves, self._plot = layer, layer.curves, layer.plot
        self._offset = QPointF()
        self._start_row = self._row = -1
        self._start_threshold = math.nan

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return a hand over the marker, and a pointer over the curve."""
        if self._is_on_marker(position):
            return Qt.CursorShape.OpenHandCursor
        if self._curves.distance(position) <= _LINE_REACH:
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
            self._offset = self._curves.marker.pos() - position
            return None
        return self.move(position)

    def move(self, position: QPointF) -> float | None:
        """Return the threshold of the attainable point nearest to the mouse, if it is another."""
        row = self._layer.nearest_row(position + self._offset)
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
        ranking, way = self._plot.snapshot.ranking, self._layer.way()
        lenient = moved.x() * way.x() + moved.y() * way.y()
        is_lower = ranking is not None and ranking.table.steps.higher_is_positive
        return -lenient if is_lower else lenient

    def _is_on_marker(self, position: QPointF) -> bool:
        marker = self._curves.marker
        if not marker.isVisible():
            return False
        away = marker.pos() - position
        return math.hypot(away.x(), away.y()) <= _MARKER_REACH
