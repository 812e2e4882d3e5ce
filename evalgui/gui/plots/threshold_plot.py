"""A plot whose x axis is the threshold: a line across it is dragged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.gui.plots.curve_plot import CurvePlot
from evalgui.gui.plots.drawing import ScoreAxis, as_steps
from evalgui.gui.plots.threshold_line import ThresholdLine

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPen

    from evalgui.core.api import Curve, Snapshot, Steps, Vertices
    from evalgui.gui.plots.curve_plot import Points
    from evalgui.gui.plots.marks import Entry


class ThresholdPlot(CurvePlot):
    """Measures against the threshold, constant from one score to the next."""

    marker_radius = 4.0

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self.line = ThresholdLine(self.overlay)
        self.grip = self.line
        self.set_scales(self.x_scale, self.y_scale)

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self.line.set_steps(None if ranking is None else ranking.table.steps)
        if ranking is not None and isinstance(self.x_axis, ScoreAxis):
            self.x_axis.of_score = ranking.score
        super().render_ranking(snapshot)

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the line, and the operating point on each curve."""
        super().render_point(snapshot)
        has_point = snapshot.ranking is not None and snapshot.point is not None
        self.line.set_threshold(snapshot.threshold_on_axis if has_point else math.nan)

    def place_marks(self) -> None:
        """Fit the line and the markers into another view."""
        self.line.set_view(self.viewport, self.x_scale)
        super().place_marks()

    def recolour(self) -> None:
        """Recolour everything."""
        super().recolour()
        self.line.recolour(self.theme.accent)

    def points_of(self, steps: Steps, found: Vertices) -> list[Points]:
        """Return the corners of each line."""
        return [as_steps(steps, found.thresholds, y) for y in found.ys]

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row whose counts hold at the threshold under the mouse, and that one."""
        ranking = self.snapshot.ranking
        place = np.array([self.viewport.x_at(position.x())])
        threshold = float(self.x_scale.from_view(place)[0])
        return 0 if ranking is None else ranking.table.steps.row_at(threshold), threshold

    def marker_colour(self, pen: QPen) -> str:
        """Return the colour of the line that the marker is on: there may be several."""
        return pen.color().name()

    def marks(self) -> list[Entry]:
        """Return nothing: the line explains itself."""
        return []
