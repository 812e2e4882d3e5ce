"""A confusion matrix drawn as rectangles that can be chosen with the mouse and by keys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from evalgui.gui import text
from evalgui.gui.models.confusion_matrix import Cell, ConfusionMatrix, cells
from evalgui.gui.panels.heat_scale import LEVELS, cividis
from evalgui.gui.panels.matrix_geometry import MatrixGeometry, lay_out
from evalgui.gui.theme import GRID, LARGE, LIGHT, SMALL, Theme, scaled_font

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent

_MARGINS = (GRID + 2, GRID // 2, -GRID // 2, -GRID // 2)  # of the text in a cell
_READING_ORDER = ("name", "count", "share", "of_what")
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_CHOOSING = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class MatrixView(QWidget):
    """Rectangles for the cells of a matrix, with names and totals around them."""

    cell_selected = Signal(int, int)
    selection_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusion_matrix")
        self.setAccessibleName("Confusion matrix")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._theme = LIGHT
        self._scale = cividis()
        self._matrix: ConfusionMatrix | None = None
        self._rows_actual = True
        self._cells: list[list[Cell]] = []
        self._row_totals: list[str] = []
        self._column_totals: list[str] = []
        self._total = ""
        self._selected: tuple[int, int] | None = None
        self._focus = (0, 0)
        self._lines: tuple[tuple[str, str], ...] = ()
        self._geometry = MatrixGeometry(0, 0, 0, 0, 0, 0, 0, 0)
        self._make_fonts()

    def sizeHint(self) -> QSize:
        return QSize(GRID * 42, GRID * 34)

    def minimumSizeHint(self) -> QSize:
        return QSize(GRID * 26, GRID * 20)

    def _make_fonts(self) -> None:
        self._fonts: dict[str, QFont] = {
            "name": scaled_font(self.font(), SMALL, bold=True),
            "count": scaled_font(self.font(), LARGE, bold=True),
            "small": scaled_font(self.font(), SMALL),
            "axis": scaled_font(self.font(), 1.0, bold=True),
            "label": scaled_font(self.font(), 1.0),
        }
        self._metrics = {name: QFontMetrics(font) for name, font in self._fonts.items()}
        self._heights = {name: metrics.height() for name, metrics in self._metrics.items()}

    # -------------------------------------------------------------------------- state

    @property
    def matrix(self) -> ConfusionMatrix | None:
        """The matrix on show."""
        return self._matrix

    @property
    def selected(self) -> tuple[int, int] | None:
        """The chosen cell as (actual, predicted)."""
        return self._selected

    @property
    def rows_actual(self) -> bool:
        """Whether the rows are the actual classes and the columns the predicted ones."""
        return self._rows_actual

    def set_matrix(self, matrix: ConfusionMatrix | None) -> None:
        """Show another matrix."""
        renamed = matrix is None or self._matrix is None or matrix.names != self._matrix.names
        self._matrix = matrix
        if renamed:
            self._selected = None
            self._focus = (0, 0)
        self._write()

    def set_rows_actual(self, *, rows_actual: bool) -> None:
        """Show the actual classes as rows, or else the predicted ones."""
        if rows_actual != self._rows_actual:
            self._rows_actual = rows_actual
            self._focus = self._focus[::-1]
            self._write()

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything but the heatmap."""
        self._theme = theme
        self.update()

    def clear_selection(self) -> None:
        """Take the outline off the chosen cell, without saying so."""
        self._selected = None
        self._describe()
        self.update()

    def cell_rect(self, actual: int, predicted: int) -> QRect:
        """Return where a cell is."""
        row, column = (actual, predicted) if self._rows_actual else (predicted, actual)
        return self._geometry.cell(row, column)

    def fill_and_letters(self, level: float) -> tuple[QColor, QColor]:
        """Return the colour of a cell with this share, and that of the text on it."""
        if math.isnan(level):
            return QColor(self._theme.grid), QColor(self._theme.text)
        return self._scale[min(LEVELS - 1, int(level * LEVELS))]

    def _write(self) -> None:
        """Make all texts, so that painting only paints."""
        matrix = self._matrix
        if matrix is None:
            self._cells, self._row_totals, self._column_totals = [], [], []
        else:
            shown = matrix.counts if self._rows_actual else matrix.counts.T
            self._cells = cells(matrix, rows_actual=self._rows_actual)
            self._row_totals = [text.count(number) for number in shown.sum(axis=1).tolist()]
            self._column_totals = [text.count(number) for number in shown.sum(axis=0).tolist()]
            self._total = text.count(int(shown.sum()))
        self._measure()
        self._describe()
        self.update()

    def _measure(self) -> None:
        """Find the place of everything."""
        matrix = self._matrix
        if matrix is None:
            return
        metrics = self._metrics["label"]
        self._geometry = lay_out(
            self.size(),
            matrix.k,
            line=metrics.height(),
            widest_name=max((metrics.horizontalAdvance(name) for name in matrix.names), default=0),
            widest_total=metrics.horizontalAdvance(self._total),
        )

        self._lines = self._fitting(matrix)

    def _fitting(self, matrix: ConfusionMatrix) -> tuple[tuple[str, str], ...]:
        """Return the lines, with their fonts, that fit into every cell; the count matters most.

        The same in all cells, and no other while the threshold is dragged.
        """
        room = self._geometry.cell(0, 0).adjusted(*_MARGINS).size()
        totals = matrix.counts.sum(axis=1) if matrix.has_outcomes else matrix.counts
        largest = text.count(int(totals.max()))
        counts = "count" if self._width("count", largest) <= room.width() else "small"
        names = "TP" if matrix.has_outcomes else ""
        of_what = max((line[0].of_what for line in self._cells), key=len)
        candidates = (
            ("count", counts, largest),
            ("name", "name", names),
            ("share", "small", text.percent(1.0)),
            ("of_what", "small", of_what),
        )
        left, chosen = room.height(), {}
        for field, font, widest in candidates:
            if field == "name" and not names:
                continue
            left -= self._heights[font]
            if left < 0 or self._width(font, widest) > room.width():
                break
            chosen[field] = font
        return tuple((field, chosen[field]) for field in _READING_ORDER if field in chosen)

    def _width(self, font: str, words: str) -> int:
        return self._metrics[font].horizontalAdvance(words)

    def _describe(self) -> None:
        """Tell a screen reader what the cell under the keyboard is."""
        self.setAccessibleDescription(self.described(*self._focus))

    def described(self, row: int, column: int) -> str:
        """Return a displayed cell in words."""
        if self._matrix is None or not self._cells:
            return ""
        cell = self._cells[row][column]
        name = self._matrix.long_name(cell.actual, cell.predicted)
        share = cell.of_what if math.isnan(cell.level) else f"{cell.share} {cell.of_what}"
        chosen = ", chosen" if (cell.actual, cell.predicted) == self._selected else ""
        return f"{name}: {cell.count} rows, {share}{chosen}"

    # ------------------------------------------------------------------------- input

    def _toggle(self, row: int, column: int) -> None:
        cell = self._cells[row][column]
        chosen = (cell.actual, cell.predicted)
        self._focus = (row, column)
        if chosen == self._selected:
            self._clear()
            return
        self._selected = chosen
        self._describe()
        self.update()
        self.cell_selected.emit(*chosen)

    def _clear(self) -> None:
        self.clear_selection()
        self.selection_cleared.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        hit = self._geometry.at(event.position().toPoint()) if self._cells else None
        if hit is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self._toggle(*hit)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hit = self._geometry.at(event.position().toPoint()) if self._cells else None
        shape = Qt.CursorShape.ArrowCursor if hit is None else Qt.CursorShape.PointingHandCursor
        self.setCursor(shape)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if not self._cells:
            super().keyPressEvent(event)
        elif key in _STEPS:
            last = len(self._cells) - 1
            row, column = (
                min(last, max(0, now + step))
                for now, step in zip(self._focus, _STEPS[key], strict=True)
            )
            self._focus = (row, column)
            self._describe()
            self.update()
        elif key in _CHOOSING:
            self._toggle(*self._focus)
        elif key == Qt.Key.Key_Escape and self._selected is not None:
            self._clear()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._make_fonts()
            self._measure()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(event.pos())
            QToolTip.showText(event.globalPos(), text.plain(tip) if tip else "", self)
            return True
        return super().event(event)

    def tip_at(self, point: QPoint) -> str:
        """Return what is said about a place: the cell in words, or a whole class name."""
        if self._matrix is None:
            return ""
        hit = self._geometry.at(point)
        if hit is not None:
            return self.described(*hit)
        for index, name in enumerate(self._matrix.names):
            if self._geometry.row_name(index).contains(point):
                return name
            if self._geometry.column_name(index).contains(point):
                return name
        return ""

    # ---------------------------------------------------------------------- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._matrix is None:
            return
        painter = QPainter(self)
        self._paint_labels(painter, self._matrix)
        for row, line in enumerate(self._cells):
            for column, cell in enumerate(line):
                self._paint_cell(painter, self._geometry.cell(row, column), cell)
        self._paint_totals(painter)
        self._paint_choice(painter)
        painter.end()

    def _paint_labels(self, painter: QPainter, matrix: ConfusionMatrix) -> None:
        place = self._geometry
        rows, columns = ("actual", "predicted") if self._rows_actual else ("predicted", "actual")
        painter.setPen(QColor(self._theme.faint_text))
        painter.setFont(self._fonts["axis"])
        area = QRect(place.left, GRID // 2, place.k * place.cell_width, place.line)
        painter.drawText(area, _CENTRE, columns)
        painter.save()
        painter.translate(GRID, place.top + place.k * place.cell_height)
        painter.rotate(-90)
        painter.drawText(QRect(0, 0, place.k * place.cell_height, place.line), _CENTRE, rows)
        painter.restore()
        painter.setFont(self._fonts["label"])
        painter.setPen(QColor(self._theme.text))
        metrics = painter.fontMetrics()
        middle = Qt.TextElideMode.ElideMiddle
        for index, name in enumerate(matrix.names):
            line = " ".join(name.split())
            if index % place.row_step == 0:
                area = place.row_name(index)
                painter.drawText(area, _RIGHT, metrics.elidedText(line, middle, area.width()))
            if index % place.column_step == 0:
                area = place.column_name(index)
                painter.drawText(area, _CENTRE, metrics.elidedText(line, middle, area.width()))

    def _paint_cell(self, painter: QPainter, area: QRect, cell: Cell) -> None:
        fill, letters = self.fill_and_letters(cell.level)
        painter.fillRect(area, fill)
        if not self._lines:
            return
        painter.setPen(letters)
        inner = area.adjusted(*_MARGINS)
        y = inner.top() + (inner.height() - sum(self._heights[f] for _, f in self._lines)) // 2
        for field, font in self._lines:
            height = self._heights[font]
            painter.setFont(self._fonts[font])
            painter.drawText(
                QRect(inner.left(), y, inner.width(), height), _LEFT, getattr(cell, field)
            )
            y += height

    def _paint_totals(self, painter: QPainter) -> None:
        place = self._geometry
        painter.setFont(self._fonts["small"])
        painter.setPen(QColor(self._theme.faint_text))
        for index, (row, column) in enumerate(
            zip(self._row_totals, self._column_totals, strict=True)
        ):
            if place.row_step == 1:
                painter.drawText(place.row_total(index), _RIGHT, row)
            area = place.column_total(index)
            fits = painter.fontMetrics().horizontalAdvance(column) <= area.width()
            if fits and place.column_step == 1:
                painter.drawText(area, _CENTRE, column)
        painter.drawText(place.corner_total(), _RIGHT, self._total)

    def _paint_choice(self, painter: QPainter) -> None:
        """Outline the chosen cell in the accent, and the one under the keyboard by dashes."""
        if self._selected is not None:
            area = self.cell_rect(*self._selected)
            painter.setPen(QPen(QColor(self._theme.base), 1))
            painter.drawRect(area.adjusted(2, 2, -3, -3))
            pen = QPen(QColor(self._theme.accent), 3)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(area.adjusted(0, 0, -1, -1))
        if self.hasFocus():
            row, column = self._focus
            _, letters = self.fill_and_letters(self._cells[row][column].level)
            painter.setPen(QPen(letters, 1, Qt.PenStyle.DashLine))
            painter.drawRect(self._geometry.cell(row, column).adjusted(4, 4, -5, -5))
