"""The other end of a grey zone, on a curve that is traced: a hollow marker."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.thresholds import limit
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.results.geometry import Box

_RADIUS, _LEVEL = 5.5, 34  # pixels; below the operating point


class SecondMark(OnCurve):
    """Where the second threshold lies on the curve; hidden while there is no zone."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.marker = Marker(self.plot.overlay, Shape.CIRCLE, _RADIUS, _LEVEL)
        self.marker.is_hollow = True

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the second threshold, and other scores."""
        if new.choices.second != old.choices.second or new.ranking is not old.ranking:
            self.place()

    def place(self) -> None:
        """Show it where it is in view."""
        snapshot, place = self.plot.snapshot, (math.nan, math.nan)
        ranking, second = snapshot.ranking, snapshot.choices.second
        if ranking is not None and second is not None and snapshot.point is not None:
            steps = ranking.table.steps
            counts = steps.counts_of(steps.row_at(second))
            place = self.curves.pixels_of(counts, limit(second, ranking.score))
        is_seen = self.plot.viewport.has(*place)
        self.marker.show_at(*(place if is_seen else (math.nan, math.nan)))

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.marker.recolour(self.plot.theme.accent, self.plot.theme.base)

    def moving(self) -> Sequence[Box]:
        """Return where it is."""
        return self.marker.boxes
