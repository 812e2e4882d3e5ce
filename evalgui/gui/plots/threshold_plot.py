"""A plot whose x axis is the threshold: a line across it is dragged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.curves import Scale
from evalgui.gui.plots.curve_plot import CurvePlot
from evalgui.gui.plots.drawing import (
    Switch,
    has_log_scores,
    has_rates,
    may_be_log,
    scores_switch,
)
from evalgui.gui.plots.score_axis_hands import ScoreAxisHands

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPen

    from evalgui.core.curves import Curve


class ThresholdPlot(CurvePlot):
    """Measures against the threshold, constant from one score to the next."""

    marker_radius = 4.0

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self.hands = ScoreAxisHands(self)
        self.line = self.hands.line
        self.layers.append(self.hands)
        self.set_scales(self.x_scale, self.y_scale)

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row whose counts hold at the threshold under the mouse, and that one."""
        ranking, threshold = self.snapshot.ranking, self.hands.threshold_above(position)
        if ranking is None or threshold is None:
            return 0, math.nan
        return ranking.table.steps.row_at(threshold), threshold

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click takes the line to a place: on the axis, or near to a curve."""
        return self.hands.is_on_axis(position) or super().leads_somewhere(position)

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold above or below a place, where it is on the axis or a curve."""
        return self.hands.threshold_above(position) if self.leads_somewhere(position) else None

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
