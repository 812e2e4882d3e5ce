"""How many rows the line leaves on its wrong side, written at that side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.counts import whole_or_sum
from evalgui.gui.isolation import apart
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots.layer import Layer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPointF
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.gui.plots.layer import Ground
    from evalgui.gui.plots.threshold_line import ThresholdLine
    from evalgui.results.geometry import Box

_GAP = 12.0  # pixels between the line and a number
_OPAQUE = 0.85  # the ground of a number
_ON_NUMBER = "Double-click to ask for another number"


class ErrorCounts(QGraphicsItem):
    """How many rows of each class the line leaves on its wrong side, written at that side."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(29)
        # Place, words and colour of each, and the id of its cell.
        self.shown: tuple[tuple[QRectF, str, str, str], ...] = ()
        self._font, self._ground = QFont(), QColor()

    def dress(self, font: QFont, ground: str) -> None:
        """Set the font, and the colour behind the words."""
        self._font, self._ground = font, QColor(ground)
        self._ground.setAlphaF(_OPAQUE)

    def show_counts(self, x: float, width: float, sides: tuple[tuple[str, str, str], ...]) -> None:
        """Write words in a colour at the left and at the right of a place, where there is room.

        Nothing where the place is NaN.
        """
        metrics, found = QFontMetricsF(self._font), []
        for is_right, (words, colour, cell) in enumerate(sides):
            room = metrics.horizontalAdvance(words)
            left = x + _GAP if is_right else x - _GAP - room
            if left >= 0 and left + room <= width:
                found.append((QRectF(left, 2.0, room, metrics.height()), words, colour, cell))
        if tuple(found) != self.shown:
            self.prepareGeometryChange()
            self.shown = tuple(found)
            self.update()

    @property
    def boxes(self) -> list[Box]:
        """Where the words are, in pixels."""
        places = (one[0] for one in self.shown)
        return [(one.left(), one.top(), one.right(), one.bottom()) for one in places]

    def cell_at(self, position: QPointF) -> tuple[str, QRectF] | None:
        """Return the id of the cell whose count is at a place, and where it is written."""
        found = ((cell, place) for place, _w, _c, cell in self.shown if place.contains(position))
        return next(found, None)

    def boundingRect(self) -> QRectF:
        bounds = QRectF()
        for place, *_rest in self.shown:
            bounds |= place
        return bounds.adjusted(-2, -1, 2, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setFont(self._font)
        for place, words, colour, _cell in self.shown:
            painter.fillRect(place, self._ground)
            painter.setPen(QColor(colour))
            painter.drawText(place.adjusted(0, 0, 1, 0), Qt.AlignmentFlag.AlignVCenter, words)


class ErrorLayer(Layer):
    """The errors of both kinds at the line of a plot of scores; a double click asks for others."""

    def __init__(self, plot: Ground, line: ThresholdLine) -> None:
        super().__init__(plot)
        self._line = line
        self.counts = ErrorCounts(plot.overlay)

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        plot = self.plot
        self.counts.dress(scaled_font(plot.font(), SMALL), plot.theme.base)
        self.place()

    def render_point(self) -> None:
        """Count what the line leaves on its wrong side."""
        self.place()

    def place(self) -> None:
        """Write the numbers at the line."""
        plot, snapshot = self.plot, self.plot.snapshot
        point, ranking = snapshot.point, snapshot.ranking
        if point is None or ranking is None or plot.header.hides_values or self._line.is_parked:
            self.counts.show_counts(math.nan, 0.0, ())
            return
        names, theme = (snapshot.positive_name, snapshot.rest_name), plot.theme
        numbers = (whole_or_sum(point.counts.fn), whole_or_sum(point.counts.fp))
        missed, false = (
            (f"{text.count(number)} {text.elided(name, 16)}", colour, cell)
            for number, name, colour, cell in zip(
                numbers, names, (theme.positive, theme.negative), ("FN", "FP"), strict=True
            )
        )
        sides = (missed, false) if ranking.score.higher_is_positive else (false, missed)
        self.counts.show_counts(self._line.x, plot.viewport.width, sides)

    def moving(self) -> Sequence[Box]:
        """Return where the numbers are."""
        return self.counts.boxes

    # -------------------------------------------------------------------------- hand

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show over a number that another one can be typed there."""
        return Qt.CursorShape.IBeamCursor if self.counts.cell_at(position) else None

    def hint_at(self, position: QPointF) -> str:
        """Say over a number how it is asked for."""
        return _ON_NUMBER if self.counts.cell_at(position) else ""

    def press(self, position: QPointF) -> bool:
        """Wait over a number for the second click."""
        return self.counts.cell_at(position) is not None

    def double_press(self, position: QPointF) -> bool:
        """Ask for another number where one is."""
        found = self.counts.cell_at(position)
        if found is not None:
            self.plot.ask_for_number(*found)
        return found is not None
