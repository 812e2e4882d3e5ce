"""Numbers of a grey zone that are asked for to be others: by a double click, or F2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

if TYPE_CHECKING:
    from evalgui.core.zone_numbers import ZoneNumber
    from evalgui.gui.confusion.grey_matrix import GreyMatrix


class ZoneAsking(QObject):
    """Watches the matrix of a grey zone for what asks for one of its numbers."""

    number_asked = Signal(object, QRect)  # which number, and where it stands on the screen
    let_go = Signal()  # of the rows that the first of two clicks chose

    def __init__(self, matrix: GreyMatrix) -> None:
        super().__init__(matrix)
        self._matrix = matrix
        matrix.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
            number = self._matrix.number_at(event.position().toPoint())
            if event.button() != Qt.MouseButton.LeftButton or number is None:
                return False
            self.let_go.emit()
            return self._ask(number)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_F2 and self._ask(self._matrix.focus_number)
        return False

    def _ask(self, number: ZoneNumber) -> bool:
        place = self._matrix.number_rect(number)
        if self._matrix.texts is None or place is None:
            return False
        corner = self._matrix.mapToGlobal(place.topLeft())
        self.number_asked.emit(number, QRect(corner, place.size()))
        return True
