"""The area between two lines, filled: a band of a curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from evalgui.core.curves.scales import padded

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QColor

    from evalgui.core.curves.scales import Viewport

_MARGIN = 0.1  # of the view: edges that are cut there are out of sight


@dataclass(frozen=True, slots=True, eq=False)
class BandArea:
    """What lies between a lower and an upper line, in coordinates of the view.

    Where either is not known there is nothing.
    """

    x: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    colour: QColor

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Fill what of it is in view, in pixels of a viewport."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        margin = 0.0 if is_figure else _MARGIN
        x_range = padded(viewport.left, viewport.right, margin)
        y_range = padded(viewport.bottom, viewport.top, margin)
        for x, y in self._pieces():
            x, y = _inside(*_inside(x, y, *x_range), *y_range, of_y=True)  # noqa: PLW2901
            places = zip(viewport.x_pixels(x), viewport.y_pixels(y), strict=True)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))

    def _pieces(self) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Return the outline of each piece where both lines are known."""
        known = np.isfinite(self.x) & np.isfinite(self.lower) & np.isfinite(self.upper)
        ends = np.flatnonzero(np.diff(known.astype(np.int8))) + 1
        pieces = []
        for rows in np.split(np.arange(len(known)), ends):
            if len(rows) > 1 and known[rows[0]]:
                x = np.concatenate([self.x[rows], self.x[rows[::-1]]])
                pieces.append((x, np.concatenate([self.upper[rows], self.lower[rows[::-1]]])))
        return pieces


def _inside(
    x: NDArray[np.float64], y: NDArray[np.float64], low: float, high: float, *, of_y: bool = False
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what of a polygon lies between two levels of x, or of y.

    It is cut at one level after the other, as Sutherland and Hodgman do it.
    """
    along, across = (y, x) if of_y else (x, y)
    for level, sign in ((low, 1.0), (high, -1.0)):
        above = (along - level) * sign
        held, after = above >= 0, np.roll(above, -1)
        crosses = held != (after >= 0)
        share = np.divide(above, above - after, out=np.zeros_like(above), where=crosses)
        cut = across + share * (np.roll(across, -1) - across)
        keep = np.column_stack([held, crosses]).ravel()
        along, across = (
            np.column_stack([along, np.full_like(along, level)]).ravel()[keep],
            np.column_stack([across, cut]).ravel()[keep],
        )
    return (across, along) if of_y else (along, across)
