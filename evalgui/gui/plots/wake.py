"""Where the line came from, for a moment: what a rule takes elsewhere is seen to go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QVariantAnimation
from PySide6.QtWidgets import QStyle

from evalgui.gui.plots.drag_mark import Band

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    import pyqtgraph as pg
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainterPath
    from PySide6.QtWidgets import QGraphicsItem, QWidget

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot

    Swept: TypeAlias = Callable[[OperatingPoint, OperatingPoint], tuple[QRectF, QPainterPath]]

DURATION = 150  # milliseconds


class Wake(QObject):
    """The band between where the line was and where it is; it fades while the line is there.

    The line and all that is counted at it are where they belong from the first frame on: no
    number is shown that nobody asked for. Where the desktop has no animations, there is no wake.

    Parameters
    ----------
    plot
        Whose line it is.
    view_box
        What of it is seen; the band ends when it changes.
    swept
        Gives what lies between two points in pixels, and the mark of the first.
    behind
        What it is drawn on, in pixels.
    """

    def __init__(
        self, plot: QWidget, view_box: pg.ViewBox, swept: Swept, behind: QGraphicsItem
    ) -> None:
        super().__init__(plot)
        self._plot, self._view_box, self._swept, self._behind = plot, view_box, swept, behind
        self._colour = ""
        self._band: Band | None = None  # made when a rule first takes the line elsewhere
        self._fading = QVariantAnimation(self)
        self._fading.setDuration(DURATION)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.valueChanged.connect(self._on_faded)
        self._fading.finished.connect(self.end)
        self.ended = self._fading.finished

    @property
    def band(self) -> Band:
        """What is seen of it."""
        if self._band is None:
            self._band = Band(self._behind)
            for moved in (self._view_box.sigRangeChanged, self._view_box.sigResized):
                moved.connect(self.end)
        return self._band

    @property
    def is_seen(self) -> bool:
        """Whether it has not faded yet."""
        return self._fading.state() is QVariantAnimation.State.Running

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = colour

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Begin where a rule, or a number that was asked for, took the line; end with any other."""
        made, before, plot = new.inputs.provenance, old.inputs.provenance, self._plot
        is_sent = made is not before and made.is_by_rule and made != before
        if not is_sent or new.ranking is not old.ranking or old.point is None or new.point is None:
            self.end()
        elif plot.isVisible() and self._is_wanted:
            self.band.recolour(self._colour)
            self.band.show_between(*self._swept(old.point, new.point))
            self._fading.stop()
            self._fading.start()

    @property
    def _is_wanted(self) -> bool:
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self._plot.style().styleHint(hint, None, self._plot) > 0

    def _on_faded(self, opacity: float) -> None:
        self.band.setOpacity(opacity)

    def end(self) -> None:
        """Show nothing any more."""
        if self._band is not None:
            self._fading.stop()
            self._band.hide()
