"""Cells and totals of the matrix that are asked for another count: by a double click, or F2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from evalgui.core.api import CELLS, TOTALS, Wanted
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.gui.confusion.matrix_view import MatrixView

_CALLED = {"PP", "PN"}  # the totals that a threshold changes
_HOW = "Double-click to ask for another number"


class CellAsking(QObject):
    """Watches a matrix for what asks for a count; only that of outcomes has some to ask for."""

    number_asked = Signal(object, QRect)  # which count, and where it stands on the screen

    def __init__(self, view: MatrixView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
            return event.button() == Qt.MouseButton.LeftButton and self._ask_at(
                event.position().toPoint()
            )
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_F2 and self._ask_for_cell(*self._view.focus_cell)
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            is_panned = bool(event.buttons() & Qt.MouseButton.MiddleButton)
            return not is_panned and self._point_at(event.position().toPoint())
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            return self._tell(event)
        return False

    def total_at(self, point: QPoint) -> tuple[str, QRect] | None:
        """Return which of `TOTALS` is at a place, and where it stands; None elsewhere."""
        shown, place = self._view.shown, self._view.geometry_of_cells
        if shown is None or not shown.has_outcomes:
            return None
        if place.corner_total().contains(point):
            return TOTALS[-1], place.corner_total()
        actual, called = TOTALS[:2], TOTALS[2:4]
        of_rows, of_columns = (actual, called) if shown.rows_are_actual else (called, actual)
        row, column = place.row_total_at(point), place.column_total_at(point)
        if row is not None:
            return of_rows[row], place.row_total(row)
        return None if column is None else (of_columns[column], place.column_total(column))

    def _ask_at(self, point: QPoint) -> bool:
        cell, total = self._view.geometry_of_cells.at(point), self.total_at(point)
        if total is not None:
            return self._ask(*total)
        return cell is not None and self._ask_for_cell(*cell, is_second_click=True)

    def _ask_for_cell(self, row: int, column: int, *, is_second_click: bool = False) -> bool:
        shown = self._view.shown
        if shown is None or not shown.has_outcomes:
            return False
        actual, predicted = shown.at(row, column)
        if is_second_click:
            self._view.choose([(actual, predicted)])  # let go of what the first click chose
        return self._ask(CELLS[2 * actual + predicted], self._view.cell_rect(actual, predicted))

    def _ask(self, count: str, place: QRect) -> bool:
        corner = self._view.mapToGlobal(place.topLeft())
        self.number_asked.emit(Wanted(count), QRect(corner, place.size()))
        return True

    def _point_at(self, point: QPoint) -> bool:
        """Show over a total that something can be typed there."""
        total = self.total_at(point)
        if total is not None:
            self._view.setCursor(Qt.CursorShape.IBeamCursor)
        return total is not None

    def _tell(self, event: QHelpEvent) -> bool:
        """Say what a total counts."""
        total, shown = self.total_at(event.pos()), self._view.shown
        if total is None or shown is None:
            return False
        count = total[0]
        told = dict(zip(TOTALS, shown.words.totals, strict=True))[count]
        told = f"{told[:1].upper()}{told[1:]}"
        if count in _CALLED:
            told = f"{told}\n{_HOW}"
        QToolTip.showText(event.globalPos(), text.plain(told), self._view)
        return True
