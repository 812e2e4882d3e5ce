"""The other end of a grey zone, on a curve that is traced: a hollow marker."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.thresholds import limit
from evalgui.gui.plots.marks import Marker, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QGraphicsItem

    from evalgui.core.counts import Counts
    from evalgui.core.curves.scales import Viewport
    from evalgui.core.snapshot import Snapshot

_RADIUS, _LEVEL = 5.5, 34  # pixels; below the operating point


class SecondMark(Marker):
    """Where the second threshold lies on the curve; hidden while there is no zone."""

    def __init__(
        self, parent: QGraphicsItem, place_of: Callable[[Counts, float], tuple[float, float]]
    ) -> None:
        super().__init__(parent, Shape.CIRCLE, _RADIUS, _LEVEL)
        self.is_hollow = True
        self._place_of = place_of

    def show_snapshot(self, snapshot: Snapshot, viewport: Viewport) -> None:
        """Show the second threshold of a snapshot where it is in view."""
        ranking, second, place = snapshot.ranking, snapshot.choices.second, (math.nan, math.nan)
        if ranking is not None and second is not None and snapshot.point is not None:
            steps = ranking.table.steps
            counts = steps.counts_of(steps.row_at(second))
            place = self._place_of(counts, limit(second, ranking.score))
        self.show_at(*(place if viewport.has(*place) else (math.nan, math.nan)))
