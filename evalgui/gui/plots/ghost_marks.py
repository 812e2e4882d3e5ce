"""The threshold that is looked at, on the lines of a curve: a hollow marker on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.curves import point
from evalgui.core.thresholds import limit
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from evalgui.core.tentative import Ghost
    from evalgui.gui.plots.on_curve import Curves

_RADIUS, _LEVEL = 4.5, 35  # pixels; below the operating point


class GhostMarks(OnCurve):
    """Where the threshold that is looked at would lie; hidden while there is none."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.markers = [
            Marker(self.plot.overlay, Shape.CIRCLE, _RADIUS, _LEVEL) for _ in curves.curve.series
        ]
        for marker in self.markers:
            marker.is_hollow = True
        self._ghost: Ghost | None = None

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at; None for none."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self.place()

    def place(self) -> None:
        """Place the markers for another view."""
        ranking, ghost = self.plot.snapshot.ranking, self._ghost
        if ranking is None or ghost is None:
            for marker in self.markers:
                marker.hide()
            return
        place = limit(ghost.threshold, ranking.score)
        x, ys = point(self.curves.curve, ranking.table, ghost.counts, place)
        self.curves.show_markers(self.markers, x, ys)

    def recolour(self) -> None:
        """Take the theme of the plot."""
        for marker in self.markers:
            marker.recolour(self.plot.theme.accent, self.plot.theme.base)
