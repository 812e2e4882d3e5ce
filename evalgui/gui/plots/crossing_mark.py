"""Where both error rates are equal, on a curve that shows both: a diamond with a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.thresholds import limit
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.gui.plots.on_curve import Curves
    from evalgui.results.geometry import Points

_RADIUS, _LEVEL = 5.5, 25  # pixels; below rules and the operating point


class CrossingMark(OnCurve):
    """The equal error rate, where the declaration of the curve says that it lies on it."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.marker = Marker(self.plot.overlay, Shape.DIAMOND, _RADIUS, _LEVEL)

    def place(self) -> None:
        """Place the mark for another view."""
        curve, ranking = self.curves.curve, self.plot.snapshot.ranking
        if curve.crossing is None or ranking is None or not ranking.equal_error_rate.is_defined:
            self.marker.hide()
            return
        found = ranking.equal_error_rate
        x, y = curve.crossing(found.value)
        if curve.is_against_threshold:
            x = limit(found.threshold, ranking.score)
        self.curves.show_markers([self.marker], x, (y,))

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.marker.recolour(self.plot.theme.faint_text, self.plot.theme.base)

    def marks(self) -> Sequence[tuple[str, Points | None]]:
        """Return its name, and where it is."""
        if self.curves.curve.crossing is None:
            return ()
        at = self.marker.pos()
        place = np.array([at.x()]), np.array([at.y()])
        name = self.plot.words.rule_name("eer", "EER")
        return ((name, place if self.marker.isVisible() else None),)
