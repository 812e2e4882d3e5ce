"""An axis of classes: each is named below its column."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF

from evalgui.gui.plots.plot_axis import OVERHANG, PlotAxis

if TYPE_CHECKING:
    from collections.abc import Mapping

_GAP = 6.0  # pixels between two names
_LEAST = 1e-9  # of the view: it is never empty


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
        whole = metrics.horizontalAdvance(name + more)
        if whole <= self._room(place, dict.fromkeys(self._names, math.inf)):
            return name + more
        widths = {at: metrics.horizontalAdvance(other) for at, (other, _) in self._names.items()}
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, self._room(place, widths))

    def _room(self, place: float, widths: Mapping[float, float]) -> float:
        """Return the pixels that a name may take: what a shorter neighbour leaves is for it, too.

        At the ends it may reach beyond the axis, as far as that paints.
        """
        low, high = self.range
        scale = self.width() / max(high - low, _LEAST)
        ends = (place - low, high - place)
        halves: list[float] = [end * scale + OVERHANG for end in ends]
        for other, width in widths.items():
            if other != place:
                apart = abs(other - place) * scale - _GAP
                halves.append(max(apart / 2, apart - width / 2))
        return 2 * min(halves)
