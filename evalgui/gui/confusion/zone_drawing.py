"""The matrix of a grey zone laid out: a column for what neither call decides, and two ways on."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPen

from evalgui.core.grey_zone import INDETERMINATE
from evalgui.core.languages import tr
from evalgui.gui.confusion.heat_scale import zone_shades
from evalgui.gui.confusion.shown_zone import FIRST_CELLS, FIRST_WAY, N_ZONES
from evalgui.gui.look import GRID, narrowed

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QSize
    from PySide6.QtGui import QPainter

    from evalgui.gui.confusion.cell_lines import MatrixFonts
    from evalgui.gui.confusion.grey_texts import GreyCell
    from evalgui.gui.confusion.shown_zone import ShownZone
    from evalgui.gui.look import Theme

_N_CLASSES = 2
_GAP = GRID // 2
_CENTRE = Qt.AlignmentFlag.AlignCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ELIDED = Qt.TextElideMode.ElideRight
_USUAL = "0.0000"  # the room of a number, which more digits seldom need
_BETWEEN = tr("between these")  # the heads at both sides tell the ends


def heads_height(fonts: MatrixFonts, n_lines: int = FIRST_CELLS) -> int:
    """Return how high the heads of the zones are, with so many lines of numbers."""
    return fonts.heights["name"] + n_lines * fonts.heights["small"] + GRID


def table_height(shown: ShownZone, fonts: MatrixFonts) -> int:
    """Return how high the two-way table is, with its head."""
    return (1 + len(shown.texts.two_way)) * (fonts.heights["small"] + 2) + GRID


def cells_height(fonts: MatrixFonts) -> int:
    """Return the height in which each cell has room for its count."""
    return _N_CLASSES * (fonts.heights["count"] + 2 * _GAP)


def least_height(shown: ShownZone, fonts: MatrixFonts) -> int:
    """Return the height in which all numbers have room."""
    return heads_height(fonts) + cells_height(fonts) + table_height(shown, fonts)


class ZoneDrawing:
    """Three zones by two classes, and the two-way table below them, laid out for a size.

    Where there is too little height, the last lines of the heads go first, then the table: nothing
    is drawn over a cell.
    """

    has_counts = True

    def __init__(self, shown: ShownZone, size: QSize, fonts: MatrixFonts, theme: Theme) -> None:
        self._shown, self._fonts, self._theme = shown, fonts, theme
        self._width, self._height = size.width(), size.height()
        names = fonts.widest("label", shown.names) + 2 * GRID
        self._table_height, self._n_heads = self._fit()
        self._left = min(names, self._width * 3 // 10)  # where the first column begins
        width = (self._width - self._left - GRID) // N_ZONES
        self._columns = [(self._left + zone * width, width - _GAP) for zone in range(N_ZONES)]
        ways = [tr(INDETERMINATE), *(name for name, _values in shown.texts.two_way)]
        self._ways_end = min(fonts.widest("small", ways) + 2 * GRID, self._width // 2)
        self.spans = self._measure_columns(self._ways_end)

    def _fit(self) -> tuple[int, int]:
        """Return how high the two-way table is, 0 for none, and how many lines of heads fit."""
        for table in (table_height(self._shown, self._fonts), 0):
            room = self._height - cells_height(self._fonts) - table
            for n_lines in range(FIRST_CELLS, -1, -1):
                if heads_height(self._fonts, n_lines) <= room:
                    return table, n_lines
        return 0, 0

    def _measure_columns(self, left: int) -> list[tuple[int, int]]:
        """Return where the columns of the two-way table begin, and their widths: those that fit."""
        if not self._table_height:
            return []
        room, texts = self._width - left - GRID, self._shown.texts
        columns = zip(texts.measures, *(values for _name, values in texts.two_way), strict=True)
        needed = [self._fonts.widest("small", (*one, _USUAL)) + GRID for one in columns]
        n_shown = max(1, sum(whole <= room for whole in accumulate(needed)))
        more = max(0, room - sum(needed[:n_shown])) // n_shown
        widths = [min(one + more, room) for one in needed[:n_shown]]
        starts = [left, *(left + taken for taken in accumulate(widths))]
        return [(x, width - _GAP) for x, width in zip(starts, widths, strict=False)]

    # ------------------------------------------------------------------------- places

    @property
    def last_row(self) -> int:
        """The last line of numbers."""
        return (self._shown.n_lines if self._table_height else FIRST_WAY) - 1

    def last_column(self, line: int) -> int:
        """Return the place of the last number of a line that has room; -1 where none has."""
        if line < FIRST_CELLS:
            return (N_ZONES if line < self._n_heads else 0) - 1
        return (N_ZONES if line < FIRST_WAY else len(self.spans)) - 1

    def rect(self, line: int, column: int) -> QRect:
        """Return where a number is; nowhere if it has no room."""
        if line < FIRST_CELLS:
            return self._head_rect(column, 1 + line) if line < self._n_heads else QRect()
        if line < FIRST_WAY:
            return self._cell_rect(line - FIRST_CELLS, column)
        is_shown = column < len(self.spans)
        return self._two_way_rect(self.spans[column], 1 + line - FIRST_WAY) if is_shown else QRect()

    def at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the line and place of the number at a point; None where there is none."""
        return next((one for one in self.places() if self.rect(*one).contains(point)), None)

    def places(self) -> list[tuple[int, int]]:
        """Return the lines and places of all numbers that have room."""
        lines = range(self._shown.n_lines)
        return [(line, column) for line in lines for column in range(self.last_column(line) + 1)]

    def _cell_rect(self, actual: int, zone: int) -> QRect:
        heads = heads_height(self._fonts, self._n_heads)
        room = self._height - heads - self._table_height
        height = max(room // _N_CLASSES, self._fonts.heights["count"] + _GAP)
        x, width = self._columns[zone]
        return QRect(x, heads + actual * height, width, height - _GAP)

    def _head_rect(self, zone: int, line: int) -> QRect:
        """Return where a line of a head is: its name, its scores, its share, or its ratio."""
        x, width = self._columns[zone]
        name, small = self._fonts.heights["name"], self._fonts.heights["small"]
        if line == 0:
            return QRect(x, GRID // 2, width, name)
        return QRect(x, GRID // 2 + name + (line - 1) * small, width, small)

    def _two_way_rect(self, span: tuple[int, int], line: int) -> QRect:
        """Return where a value stands in the two-way table; line 0 is its head."""
        height = self._fonts.heights["small"] + 2
        top = self._height - self._table_height
        return QRect(span[0], top + GRID // 2 + line * height, span[1], height)

    # ----------------------------------------------------------------------- painting

    def paint(self, painter: QPainter) -> None:
        """Paint everything, on the screen or into a figure."""
        for zone in range(N_ZONES):
            self._paint_head(painter, zone)
        for actual, name in enumerate(self._shown.names):
            row = self._cell_rect(actual, 0)
            area = QRect(GRID, row.y(), self._left - 2 * GRID, row.height())
            self._write(painter, area, name, "label", self._theme.text, _LEFT)
            for zone in range(N_ZONES):
                self._paint_cell(painter, actual, zone)
        self._paint_two_way(painter)

    def paint_focus(self, painter: QPainter, line: int, column: int) -> None:
        """Mark the number that the keys are at, if it has room."""
        area = self.rect(line, column)
        if not area.isEmpty():
            painter.setPen(QPen(QColor(self._theme.accent), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _paint_head(self, painter: QPainter, zone: int) -> None:
        place, head = self._head_rect(zone, 0), self._shown.texts.heads[zone]
        whole, width = head.ratio + head.limits, place.width()
        is_cut = self._fonts.width("name", head.name) > width
        name = head.short if is_cut else head.name
        self._write(painter, place, name, "name", self._theme.text, _CENTRE)
        ratio = whole if self._fonts.width("small", whole) <= width else head.ratio
        is_cut = self._fonts.width("small", head.scores) > width
        scores = _BETWEEN if is_cut and zone == 1 else head.scores
        is_cut = self._fonts.width("small", head.share) > width
        share = head.bare_share if is_cut else head.share
        for line, words in enumerate((scores, share, ratio)[: self._n_heads], 1):
            area = self._head_rect(zone, line)
            self._write(painter, area, words, "small", self._theme.faint_text, _CENTRE)

    def _paint_cell(self, painter: QPainter, actual: int, zone: int) -> None:
        cell, area = self._shown.texts.cells[actual][zone], self._cell_rect(actual, zone)
        fill, letters = self._ground(cell)
        painter.fillRect(area, fill)
        inner = area.adjusted(GRID // 2, 2, -GRID // 2, -2)
        small, large = self._fonts.heights["small"], self._fonts.heights["count"]
        if inner.height() >= large + small:
            top = QRect(inner.x(), inner.y(), inner.width(), small)
            self._write(painter, top, cell.name, "name", letters, _LEFT)
            self._write(painter, top, cell.share, "small", letters, _RIGHT)
            inner = inner.adjusted(0, small, 0, 0)
        self._write(painter, inner, cell.count, "count", letters, _CENTRE)

    def _ground(self, cell: GreyCell) -> tuple[QColor, str]:
        """Return the colour of a cell, stronger where it holds more of its row, and of letters."""
        shades = zone_shades(self._theme)[cell.is_right]
        fill, letters = shades[round(cell.part * (len(shades) - 1))]
        return fill, letters.name()

    def _paint_two_way(self, painter: QPainter) -> None:
        texts = self._shown.texts
        lines = [(tr(INDETERMINATE), texts.measures), *texts.two_way]
        for line, (name, values) in enumerate(lines if self._table_height else ()):
            colour = self._theme.text if line else self._theme.faint_text
            area = self._two_way_rect((GRID, self._ways_end - GRID), line)
            self._write(painter, area, name, "small", colour, _LEFT)
            for span, value in zip(self.spans, values, strict=False):
                area = self._two_way_rect(span, line)
                self._write(painter, area, value, "small", colour, _RIGHT)

    def _write(  # noqa: PLR0913, PLR0917 - all that a text needs
        self,
        painter: QPainter,
        area: QRect,
        words: str,
        font: str,
        colour: str,
        how: Qt.AlignmentFlag,
    ) -> None:
        """Write a text on one line, narrower or else cut where it does not fit."""
        painter.setFont(self._fonts.fonts[font])
        painter.setPen(QColor(colour))
        if self._fonts.width(font, words) > area.width():
            painter.setFont(narrowed(self._fonts.fonts[font], words, area.width()))
            words = painter.fontMetrics().elidedText(words, _ELIDED, area.width())
        painter.drawText(area, how, words)
