"""The tails of the scores: where the classes overlap, on counts that show a single row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.counts import whole_or_sum
from evalgui.core.histogram import tail_ends
from evalgui.gui.isolation import apart
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots.histogram_plot import HistogramPlot

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.drawing import Switch
    from evalgui.results.geometry import Box

TITLE = "Score tails"
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


class TailsPlot(HistogramPlot):
    """Counts of each class on a logarithmic axis, where a threshold makes errors of both kinds."""

    kind, heading = "tails", TITLE

    errors: ErrorCounts | None = None  # while all that is below them is made

    def __init__(self) -> None:
        super().__init__()
        self.errors = ErrorCounts(self.overlay)

    @property
    def _is_counted(self) -> bool:
        return True

    def switches(self) -> list[Switch]:
        """Return whether the scores can lie on a logarithmic axis: the counts always do."""
        return [one for one in super().switches() if one.id != "log_counts"]

    def _ends(self, ranking: Ranking, *, is_log: bool) -> tuple[float, float]:
        """Return the scores from which on either class is called wrongly, and a little more."""
        return tail_ends(ranking.table.steps, is_log=is_log)

    def _sum_up(self) -> None:
        """Leave what is infinite or stable to the plot of all scores."""

    def recolour(self) -> None:
        """Recolour bars, line and numbers."""
        if self.errors is not None:
            self.errors.dress(scaled_font(self.font(), SMALL), self.theme.base)
        super().recolour()
        self._count()

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the line, and count what it leaves on its wrong side."""
        super().render_point(snapshot)
        self._count()

    def place_marks(self) -> None:
        """Fit line and numbers into another view."""
        super().place_marks()
        self._count()

    def _count(self) -> None:
        point, ranking = self.snapshot.point, self.snapshot.ranking
        if self.errors is None:
            return
        if point is None or ranking is None or self.header.hides_values or self.line.is_parked:
            self.errors.show_counts(math.nan, 0.0, ())
            return
        names, theme = (self.snapshot.positive_name, self.snapshot.rest_name), self.theme
        numbers = (whole_or_sum(point.counts.fn), whole_or_sum(point.counts.fp))
        missed, false = (
            (f"{text.count(number)} {text.elided(name, 16)}", colour, cell)
            for number, name, colour, cell in zip(
                numbers, names, (theme.positive, theme.negative), ("FN", "FP"), strict=True
            )
        )
        sides = (missed, false) if ranking.score.higher_is_positive else (false, missed)
        self.errors.show_counts(self.line.x, self.viewport.width, sides)

    # ---------------------------------------------------------------------------- ask

    def _cell_at(self, position: QPointF) -> tuple[str, QRectF] | None:
        return None if self.errors is None else self.errors.cell_at(position)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show over a number that another one can be typed there."""
        is_number = self._cell_at(position) is not None
        return Qt.CursorShape.IBeamCursor if is_number else super().cursor_at(position)

    def hint_at(self, position: QPointF) -> str:
        """Say over a number how it is asked for."""
        return super().hint_at(position) if self._cell_at(position) is None else _ON_NUMBER

    def press(self, position: QPointF) -> None:
        """Take hold of the threshold, or wait over a number for the second click."""
        if self._cell_at(position) is None:
            super().press(position)

    def double_press(self, position: QPointF) -> None:
        """Ask for another number where one is."""
        found = self._cell_at(position)
        if found is None:
            super().double_press(position)
            return
        cell, place = found
        corner = self._on_screen(place.topLeft())
        self.number_asked.emit(cell, QRect(corner, place.size().toSize()))

    def moving(self) -> list[Box]:
        """Return where the line and the numbers beside it are."""
        return [*super().moving(), *(self.errors.boxes if self.errors is not None else ())]
