"""What plots share whose x axis is the score: a line to drag, and an axis to point at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from evalgui.core.thresholds import limit
from evalgui.gui.look import text
from evalgui.gui.plots.brush import Brush
from evalgui.gui.plots.ghost_line import GhostLine
from evalgui.gui.plots.grey_line import GreyLine
from evalgui.gui.plots.pin_marks import PinLines, places_of_pins
from evalgui.gui.plots.rule_marks import TickMarks, marks_of
from evalgui.gui.plots.selected_marks import Look, Places, edges_along, steps_between
from evalgui.gui.plots.stability_mark import StabilityMark, in_words
from evalgui.gui.plots.threshold_line import ThresholdLine
from evalgui.gui.plots.wording import four_counts

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainterPath

    from evalgui.core.ghost import Ghost
    from evalgui.core.highlight import Run
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.rule_marks import Mark

_ABOVE = 5.0  # pixels from the axis to the middle of the ticks of selected rows


class ScoreAxisHands:
    """The line at the threshold of a plot, the one at what is looked at, and the axis below."""

    def __init__(self, plot: Plot) -> None:
        self._plot = plot
        self._ghost: Ghost | None = None
        self.line = ThresholdLine(plot.overlay)
        self.grey = GreyLine(self.line, plot)
        self.brush = Brush(self.line, plot)
        self.ghost_line = GhostLine(plot.overlay)
        self.ticks = TickMarks(plot.overlay, 20)
        self.stability = StabilityMark(plot.overlay, 10)
        self.pins = PinLines(plot.overlay, 15)

    def recolour(self, theme: Theme, font: QFont) -> None:
        """Set colours and font of lines and ticks."""
        self.line.recolour(theme.accent)
        self.grey.recolour(theme)
        self.brush.recolour(theme)
        self.ghost_line.recolour(theme.accent)
        self.ticks.dress(theme, font)
        self.pins.dress(theme, font)
        self.stability.recolour(theme.accent)

    def place(self, words: Words) -> None:
        """Fit lines and ticks into another view."""
        self.line.set_view(self._plot.viewport, self._plot.x_scale)
        self.grey.place()
        self.brush.show()
        self._place_ghost()
        self.place_ticks(words)

    def place_ticks(self, words: Words) -> None:
        """Show pins, the rules that are marked below the axis, and how stable one is."""
        plot = self._plot
        plot.x_axis.set_strip(shown=bool(plot.snapshot.marks))
        begin, height = plot.x_axis.strip
        strip = QRectF(0, plot.viewport.height + begin, plot.viewport.width, height)
        self.ticks.show_marks(marks_of(plot.snapshot, words), self._x_of, strip)
        self.stability.show_stability(plot.snapshot.stability, self.line.x_of, strip)
        spots = [self.line.x_of(at) for _pin, at in places_of_pins(plot.snapshot)]
        self.pins.show_pins(plot.snapshot, spots, (plot.viewport.width, plot.viewport.height))

    def _x_of(self, mark: Mark) -> float:
        threshold = mark.choices[0].threshold
        return math.nan if threshold is None else self.line.x_of(self._on_axis(threshold))

    def places_of(self, run: Run) -> tuple[Places, ...]:
        """Return where selected rows are marked by ticks along the axis."""
        plot, ranking = self._plot, self._plot.snapshot.ranking
        if ranking is None:
            return ()
        steps, seen, scale = ranking.table.steps, plot.viewport, plot.x_scale
        rows = steps_between(run, edges_along(steps, scale, (seen.left, seen.right), seen.width))
        scores = steps.thresholds[rows]
        x = np.where(np.isfinite(scores), seen.x_pixels(scale.to_view(scores)), math.nan)
        return (Places(Look.TICK, rows, x, np.full(len(rows), seen.height - _ABOVE)),)

    def is_on_axis(self, position: QPointF) -> bool:
        """Return whether a place is on the axis of the scores."""
        plot = self._plot
        area = QRectF(0, plot.viewport.height, plot.viewport.width, plot.x_axis.size().height())
        return plot.snapshot.point is not None and area.contains(position)

    def threshold_at(self, position: QPointF) -> float | None:
        """Return the threshold at a place on the axis or above it."""
        return self.line.threshold_at(position.x())

    def words_at(self, position: QPointF, words: Words) -> str:
        """Return what a threshold on the axis would do, "" elsewhere."""
        ranking, threshold = self._plot.snapshot.ranking, self.threshold_at(position)
        if ranking is None or threshold is None or not self.is_on_axis(position):
            return ""
        counts = ranking.table.steps.counts_of(ranking.table.steps.row_at(threshold))
        place = text.short_threshold(threshold, ranking.score)
        told = f"At {place}: {four_counts(counts, words)}"
        return "\n".join([told, *in_words(self._plot.snapshot)])

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Draw a line at the threshold that is looked at; None for no line."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self._place_ghost()

    def swept(self, start: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return what lies between another operating point and the line, and a line there."""
        return self.line.swept(self._on_axis(start.threshold))

    def _place_ghost(self) -> None:
        plot, ghost = self._plot, self._ghost
        if ghost is None:
            self.ghost_line.hide()
            return
        room = plot.viewport.width, plot.viewport.height
        self.ghost_line.show_at(self.line.x_of(self._on_axis(ghost.threshold)), room)

    def _on_axis(self, threshold: float) -> float:
        score = self._plot.snapshot.score
        return threshold if score is None else limit(threshold, score)
