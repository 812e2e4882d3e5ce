"""Numbers of the matrix that are asked for to be others: by a double click, or keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip

from evalgui.core.languages import tr
from evalgui.gui.look import text

if TYPE_CHECKING:
    from evalgui.gui.confusion.matrix_view import MatrixView

_CALLED = {"PP", "PN"}  # the totals that a threshold changes
_HOW = tr("A double click, F2 or Enter asks for another number")
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}


class CellAsking(QObject):
    """Watches a matrix for what asks for a number; that of many classes has none to ask for."""

    number_asked = Signal(object, QRect)  # `Wanted` or `ZoneNumber`, and where it is on the screen
    let_go = Signal()  # of the rows in a zone that the first of two clicks chose

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
        can_be_asked = shown is not None and shown.has_outcomes and self._view.zone is None
        return self._view.geometry_of_cells.total_at(point) if can_be_asked else None

    def _ask_at(self, point: QPoint) -> bool:
        place, shown = self._view.number_at(point), self._view.shown
        if place is None or shown is None or self._view.wanted_at(*place) is None:
            return False
        if self._view.zone is not None:
            self.let_go.emit()
        elif not shown.total_at(*place):
            self._view.choose([shown.at(*place)])  # let go of what the first click chose
        return self._ask(*place)

    def _ask_by_key(self, key: int) -> bool:
        """Ask for what the keys are at: F2 does, and Enter at a total, too."""
        place, shown = self._view.focus_place, self._view.shown if self._view.zone is None else None
        is_total = shown is not None and bool(shown.total_at(*place))
        return (key == Qt.Key.Key_F2 or (is_total and key in _ENTER)) and self._ask(*place)

    def _ask(self, row: int, column: int) -> bool:
        wanted = self._view.wanted_at(row, column)
        if wanted is not None:
            place = self._view.rect_at(row, column)
            corner = self._view.mapToGlobal(place.topLeft())
            self.number_asked.emit(wanted, QRect(corner, place.size()))
        return wanted is not None

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
        QToolTip.showText(event.globalPos(), text.tip(told), self._view)
        return True
