"""Cells and totals of the matrix that are asked for another count: by a double click, or keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from evalgui.core.goals import CELLS, Wanted
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.gui.confusion.matrix_view import MatrixView

_CALLED = {"PP", "PN"}  # the totals that a threshold changes
_HOW = "A double click, F2 or Enter asks for another number"
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


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
            return self._ask_by_key(event.key())
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            is_panned = bool(event.buttons() & Qt.MouseButton.MiddleButton)
            return not is_panned and self._point_at(event.position().toPoint())
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            return self._tell(event)
        return False

    def total_at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the row and column of a total that can be asked for at a point; None elsewhere."""
        shown = self._view.shown
        can_be_asked = shown is not None and shown.has_outcomes
        return self._view.geometry_of_cells.total_at(point) if can_be_asked else None

    def _ask_at(self, point: QPoint) -> bool:
        cell, shown = self._view.geometry_of_cells.at(point), self._view.shown
        if cell is not None and shown is not None and shown.has_outcomes:
            self._view.choose([shown.at(*cell)])  # let go of what the first click chose
        place = cell or self.total_at(point)
        return place is not None and self._ask(*place)

    def _ask_by_key(self, key: int) -> bool:
        """Ask for what the keys are at: F2 does, and Enter at a total, too."""
        place, shown = self._view.focus_place, self._view.shown
        is_total = shown is not None and bool(shown.total_at(*place))
        return (key == Qt.Key.Key_F2 or (is_total and key in _ENTER)) and self._ask(*place)

    def _ask(self, row: int, column: int) -> bool:
        shown = self._view.shown
        if shown is None or not shown.has_outcomes:
            return False
        count = shown.total_at(row, column)
        if not count:
            actual, predicted = shown.at(row, column)
            count = CELLS[2 * actual + predicted]
        place = self._view.geometry_of_cells.place(row, column)
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
        told = shown.name_of_total(*total)
        told = f"{told[:1].upper()}{told[1:]}"
        if shown.total_at(*total) in _CALLED:
            told = f"{told}\n{_HOW}"
        QToolTip.showText(event.globalPos(), text.plain(told), self._view)
        return True
