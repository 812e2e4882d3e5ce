"""A plot whose x axis is the threshold: a line across it is dragged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.curves import Scale
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.curve_plot import CurvePlot
from evalgui.gui.plots.drawing import (
    Switch,
    has_log_scores,
    has_rates,
    may_be_log,
    outline_of,
    scores_switch,
)
from evalgui.gui.plots.score_axis_hands import ScoreAxisHands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPointF, QRectF
    from PySide6.QtGui import QPainterPath, QPen

    from evalgui.core.curves import Curve
    from evalgui.core.ghost import Ghost
    from evalgui.core.highlight import Run
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.curve_lines import Points
    from evalgui.gui.plots.rule_marks import RuleMarks
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box


class ThresholdPlot(CurvePlot):
    """Measures against the threshold, constant from one score to the next."""

    marker_radius = 4.0

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self.hands = ScoreAxisHands(self)
        self.grip = self.line = self.hands.line
        self.grey, self.brush, self.pins = self.hands.grey, self.hands.brush, self.hands.pins
        self.set_scales(self.x_scale, self.y_scale)

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self.line.set_steps(None if ranking is None else ranking.table.steps)
        super().render_ranking(snapshot)

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the line, and the operating point on each curve."""
        super().render_point(snapshot)
        has_point = snapshot.ranking is not None and snapshot.point is not None
        self.line.set_threshold(snapshot.threshold_on_axis if has_point else math.nan)

    def place_marks(self) -> None:
        """Fit the line and the markers into another view."""
        self.hands.place(self._words)
        super().place_marks()

    def recolour(self) -> None:
        """Recolour everything."""
        super().recolour()
        self.hands.recolour(self.theme, scaled_font(self.font(), SMALL))

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row whose counts hold at the threshold under the mouse, and that one."""
        ranking, threshold = self.snapshot.ranking, self.hands.threshold_at(position)
        if ranking is None or threshold is None:
            return 0, math.nan
        return ranking.table.steps.row_at(threshold), threshold

    @property
    def rule_marks(self) -> RuleMarks:
        """The ticks of rules below the numbers of the axis."""
        return self.hands.ticks

    def place_rule_marks(self) -> None:
        """Place the ticks of rules for another view, or others."""
        self.hands.place_ticks(self._words)

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows are marked by ticks above the axis of the scores."""
        return self.hands.places_of(run)

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click takes the line to a place: on the axis, or near to a curve."""
        return self.hands.is_on_axis(position) or super().leads_somewhere(position)

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold above or below a place, where it is on the axis or a curve."""
        return self.hands.threshold_at(position) if self.leads_somewhere(position) else None

    def hover_text(self, position: QPointF | None) -> str:
        """Return what holds at a place on the axis, or on a curve."""
        if position is not None and self.hands.is_on_axis(position):
            return self.hands.words_at(position, self._words)
        return super().hover_text(position)

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at by a line, and by a marker on each curve."""
        self.hands.show_ghost(ghost)
        super().show_ghost(ghost)

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return the band between where the line was and where it is, and a line at the first."""
        del now
        return self.hands.swept(start)

    def marker_colour(self, pen: QPen) -> str:
        """Return the colour of the line that the marker is on: there may be several."""
        return pen.color().name()

    def switches(self) -> list[Switch]:
        """Return which of the axes can be logarithmic."""
        ranking, found = self.snapshot.ranking, []
        if has_rates(self.curve):
            is_log = self.curve.y_axis.scale is Scale.LOG
            found.append(Switch("log_rates", "log", "Error rates on a logarithmic axis", is_log))
        if ranking is not None and may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.snapshot)))
        return found

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across the pins and their letters, too."""
        return [*super().taken_by_marks(), *map(outline_of, self.hands.pins.boxes)]

    def moving(self) -> list[Box]:
        """Return where the line is."""
        return self.line.boxes
