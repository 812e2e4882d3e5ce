"""What is under the pointer, in one line below the matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy

from evalgui.core.languages import tr
from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class ReadOut(QLabel):
    """One line that says what is under the pointer, elided in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self._said = ""
        self.setObjectName("matrix_read_out")
        self.setAccessibleName(tr("Cell under the pointer"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setContentsMargins(GRID, 0, GRID, GRID // 2)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show other words."""
        if words != self._said:
            self._said = words
            self._fit()

    def _fit(self) -> None:
        whole = " ".join(self._said.split())
        room = self.width() - 2 * GRID
        middle = Qt.TextElideMode.ElideMiddle
        self.setText(self.fontMetrics().elidedText(whole, middle, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
