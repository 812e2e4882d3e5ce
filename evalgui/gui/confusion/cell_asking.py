"""Cells of the matrix that are asked for another count: by a double click, or F2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from evalgui.core.api import CELLS, Wanted

if TYPE_CHECKING:
    from evalgui.gui.confusion.matrix_view import MatrixView


class CellAsking(QObject):
    """Watches a matrix for what asks for the count of a cell; only cells of outcomes have one."""

    number_asked = Signal(object, QRect)  # which cell, and where it stands on the screen

    def __init__(self, view: MatrixView) -> None:
        super().__init__(view)
        self._view = view
        view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
            is_left = event.button() == Qt.MouseButton.LeftButton
            cell = self._view.geometry_of_cells.at(event.position().toPoint())
            return is_left and cell is not None and self._ask(*cell, is_second_click=True)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_F2 and self._ask(*self._view.focus_cell)
        return False

    def _ask(self, row: int, column: int, *, is_second_click: bool = False) -> bool:
        shown = self._view.shown
        if shown is None or not shown.has_outcomes:
            return False
        actual, predicted = shown.at(row, column)
        if is_second_click:
            self._view.choose([(actual, predicted)])  # let go of what the first click chose
        place = self._view.cell_rect(actual, predicted)
        corner = self._view.mapToGlobal(place.topLeft())
        self.number_asked.emit(Wanted(CELLS[2 * actual + predicted]), QRect(corner, place.size()))
        return True
