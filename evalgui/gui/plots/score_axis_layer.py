"""What plots share that have an axis of scores: a line to drag, and the axis to point at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsLineItem

from evalgui.core.languages import tr
from evalgui.core.thresholds import limit
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots.brush import Brush
from evalgui.gui.plots.grey_zone_line import GreyZoneLine
from evalgui.gui.plots.layer import Layer
from evalgui.gui.plots.pin_marks import PinLines, places_of_pins
from evalgui.gui.plots.rule_marks import TickMarks, marks_of
from evalgui.gui.plots.selected_marks import Look, Places, edges_along, steps_between
from evalgui.gui.plots.stability_mark import StabilityMark, in_words
from evalgui.gui.plots.threshold_line import LevelLine, ThresholdLine
from evalgui.gui.plots.wording import four_counts
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainterPath
    from PySide6.QtWidgets import QGraphicsItem

    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.highlight import Run
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.gui.plots.layer import Ground
    from evalgui.gui.plots.rule_marks import Mark
    from evalgui.results.geometry import Box, Points


_ABOVE = 5.0  # pixels from the axis to the middle of the ticks of selected rows


class ThresholdLineLayer(Layer):
    """The line at the threshold of a plot, the second one of a grey zone, and those of pins.

    Parameters
    ----------
    plot
        The plot that holds it, an axis of which is the score.
    is_lying
        Whether that is its left axis.
    """

    def __init__(self, plot: Ground, *, is_lying: bool = False) -> None:
        super().__init__(plot)
        self._is_lying = is_lying
        plot.grip = self.line = (LevelLine if is_lying else ThresholdLine)(plot.overlay)
        plot.grey = self.grey = GreyZoneLine(self.line, plot)
        plot.pins = self.pins = PinLines(plot.overlay, 15, lying=is_lying)

    @property
    def scale(self) -> AxisScale | None:
        """Where thresholds stand along the axis; None where they stand nowhere."""
        return self.plot.y_scale if self._is_lying else self.plot.x_scale

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the grey zone."""
        is_other = new.ranking is not old.ranking or new.choices is not old.choices
        if new.point is not old.point or is_other:
            self.grey.show_snapshot(new)

    def render_ranking(self) -> None:
        """Take other scores."""
        ranking = self.plot.snapshot.ranking
        self.line.set_steps(None if ranking is None else ranking.table.steps)

    def render_point(self) -> None:
        """Move the line."""
        snapshot = self.plot.snapshot
        has_point = snapshot.ranking is not None and snapshot.point is not None
        self.line.set_threshold(snapshot.threshold_on_axis if has_point else math.nan)

    def recolour(self) -> None:
        """Set the colours of the lines."""
        self.line.recolour(self.plot.theme.accent)
        self.grey.recolour(self.plot.theme)
        self.pins.dress(self.plot.theme, scaled_font(self.plot.font(), SMALL))

    def place(self) -> None:
        """Fit the lines into another view."""
        plot = self.plot
        self.line.set_view(plot.viewport, self.scale)
        self.grey.place()
        self.place_rules()

    def place_rules(self) -> None:
        """Show the pins."""
        plot = self.plot
        spots = [self.line.x_of(at) for _pin, at in places_of_pins(plot.snapshot)]
        self.pins.show_pins(plot.snapshot, spots, (plot.viewport.width, plot.viewport.height))

    def moving(self) -> Sequence[Box]:
        """Return where the line is."""
        return self.line.boxes

    def taken(self) -> Sequence[Points]:
        """Return lines across the pins and their letters."""
        return [outline_of(box) for box in self.pins.boxes]

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return what lies between another operating point and the line, and a line there."""
        del now
        return self.line.swept(self.on_axis(start.threshold))

    def on_axis(self, threshold: float) -> float:
        """Return where a threshold lies on the axis, if it calls nothing at its end."""
        score = self.plot.snapshot.score
        return threshold if score is None else limit(threshold, score)


class ScoreAxisLayer(ThresholdLineLayer):
    """The line of a plot whose x axis is the score, another at what is looked at, and the axis."""

    def __init__(self, plot: Ground) -> None:
        super().__init__(plot)
        self._preview: ThresholdPreview | None = None
        plot.brush = self.brush = Brush(self.line, plot)
        self.preview_line = PreviewLine(plot.overlay)
        self.ticks = TickMarks(plot.overlay, 20)
        self.stability = StabilityMark(plot.overlay, 10)

    # ------------------------------------------------------------------------- shown

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the grey zone and the selection."""
        super().show_snapshot(old, new)
        if new.choices.selection != old.choices.selection:
            self.brush.show()

    def recolour(self) -> None:
        """Set colours and font of lines and ticks."""
        super().recolour()
        theme = self.plot.theme
        self.brush.recolour(theme)
        self.preview_line.recolour(theme.accent)
        self.ticks.dress(theme, scaled_font(self.plot.font(), SMALL))
        self.stability.recolour(theme.accent)

    def place(self) -> None:
        """Fit lines and ticks into another view."""
        super().place()
        self.brush.show()
        self._place_preview()

    @property
    def rule_marks(self) -> TickMarks:
        """The ticks of rules below the numbers of the axis."""
        return self.ticks

    def place_rules(self) -> None:
        """Show pins, the rules that are marked below the axis, and how stable one is."""
        plot = self.plot
        plot.x_axis.set_strip(shown=bool(plot.snapshot.marks))
        begin, height = plot.x_axis.strip
        strip = QRectF(0, plot.viewport.height + begin, plot.viewport.width, height)
        self.ticks.show_marks(marks_of(plot.snapshot, plot.words), self._x_of, strip)
        self.stability.show_stability(plot.snapshot.stability, self.line.x_of, strip)
        super().place_rules()

    def _x_of(self, mark: Mark) -> float:
        threshold = mark.choices[0].threshold
        return math.nan if threshold is None else self.line.x_of(self.on_axis(threshold))

    def places_of(self, run: Run) -> tuple[Places, ...]:
        """Return where selected rows are marked by ticks along the axis."""
        plot, ranking = self.plot, self.plot.snapshot.ranking
        if ranking is None or self.scale is None:
            return ()
        steps, seen, scale = ranking.table.steps, plot.viewport, self.scale
        rows = steps_between(run, edges_along(steps, scale, (seen.left, seen.right), seen.width))
        scores = steps.thresholds[rows]
        x = np.where(np.isfinite(scores), seen.x_pixels(scale.to_view(scores)), math.nan)
        return (Places(Look.TICK, rows, x, np.full(len(rows), seen.height - _ABOVE)),)

    def is_on_axis(self, position: QPointF) -> bool:
        """Return whether a place is on the axis of the scores."""
        plot = self.plot
        area = QRectF(0, plot.viewport.height, plot.viewport.width, plot.x_axis.size().height())
        return plot.snapshot.point is not None and area.contains(position)

    def threshold_above(self, position: QPointF) -> float | None:
        """Return the threshold at a place on the axis or above it."""
        return self.line.threshold_at(position.x())

    def threshold_at(self, position: QPointF) -> float | None:
        """Return the threshold at a place on the axis."""
        return self.threshold_above(position) if self.is_on_axis(position) else None

    def words_at(self, position: QPointF | None) -> str | None:
        """Return what a threshold on the axis would do."""
        if position is None:
            return None
        ranking, threshold = self.plot.snapshot.ranking, self.threshold_at(position)
        if ranking is None or threshold is None:
            return None
        counts = ranking.table.steps.counts_of(ranking.table.steps.row_at(threshold))
        place = text.short_threshold(threshold, ranking.score)
        told = tr("At {place}: {counts}", place=place, counts=four_counts(counts, self.plot.words))
        return "\n".join([told, *in_words(self.plot.snapshot)])

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Draw a line at the threshold that is looked at; None for no line."""
        if preview is not self._preview:
            self._preview = preview
            self._place_preview()

    def _place_preview(self) -> None:
        plot, preview = self.plot, self._preview
        if preview is None:
            self.preview_line.hide()
            return
        room = plot.viewport.width, plot.viewport.height
        self.preview_line.show_at(self.line.x_of(self.on_axis(preview.threshold)), room)


class PreviewLine(QGraphicsLineItem):
    """A line from top to bottom of the view, or none."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(29)
        self.hide()

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        pen = QPen(QColor(colour), 1.0)
        pen.setStyle(Qt.PenStyle.DashLine)
        self.setPen(pen)

    def show_at(self, x: float, room: tuple[float, float]) -> None:
        """Stand at a place in pixels; out of view, or at NaN, there is no line."""
        if not 0 <= x <= room[0]:
            self.hide()
            return
        self.setLine(0, 0, 0, room[1])
        self.setPos(x, 0)
        self.show()
