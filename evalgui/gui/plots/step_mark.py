"""The way that the operating point came along a curve, where that is one step of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainterPath, QPen

from evalgui.gui.plots.marks import Way
from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.on_curve import Curves

_WIDTH, _LEVEL = 3.0, 30  # pixels; below the operating point


class StepMark(OnCurve):
    """A thick line from the attainable point before to the one on show."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.way = Way(self.plot.overlay)
        self.way.setZValue(_LEVEL)
        self.way.hide()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the step where the point stays."""
        if new.step is not old.step and new.point is old.point:
            self.place()

    def render_point(self) -> None:
        """Follow the operating point."""
        self.place()

    def place(self) -> None:
        """Draw the way where both of its ends are in view."""
        now, before = self.plot.snapshot.point, self.plot.snapshot.step
        if before is None:
            self.way.hide()
            return
        path = QPainterPath()
        if now is not None:
            ends = [self.curves.pixels_of(one.counts, one.threshold) for one in (before, now)]
            if all(self.plot.viewport.has(*end) for end in ends):
                path.moveTo(*ends[0])
                path.lineTo(*ends[1])
        if path != self.way.path():
            self.way.setPath(path)
        self.way.setVisible(not path.isEmpty())

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.way.setPen(QPen(QColor(self.plot.theme.accent), _WIDTH))
