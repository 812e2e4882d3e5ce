"""An axis of classes: each is named below its column."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from evalgui.gui.plots.plot_axis import PlotAxis

if TYPE_CHECKING:
    from collections.abc import Mapping

_GAP = 8.0  # pixels between two names


class ClassAxis(PlotAxis):
    """The names of classes below their columns."""

    _names: Mapping[float, tuple[str, str]] = MappingProxyType({})

    def name(self, names: Mapping[float, tuple[str, str]]) -> None:
        """Name what stands at some places of the view, and say more of it if there is room."""
        self._names = dict(names)
        self.picture = None
        self.update()

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        del size
        return 0.0, [place for place in self._names if low <= place <= high]

    def tick_text(self, place: float, step: float) -> str:
        del step
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        name, more = self._names[place]
        room = self.width() / max(len(self._names), 1) - _GAP
        if metrics.horizontalAdvance(name + more) <= room:
            return name + more
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
