"""A line to search in, which Escape empties and Down leaves for what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit

from evalgui.gui.accessible import let_clear

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class SearchField(QLineEdit):
    """A field with a button that empties it."""

    left_downward = Signal()

    def __init__(self, name: str, purpose: str, explanation: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)
        self.setPlaceholderText(purpose)
        self.setToolTip(explanation)
        let_clear(self)
        self.setMaxLength(200)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self.left_downward.emit()
        else:
            super().keyPressEvent(event)
