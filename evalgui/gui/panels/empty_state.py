"""What a panel shows while there is nothing to show: a few quiet words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from evalgui.gui.look import GRID


class EmptyState(QStackedWidget):
    """A panel's content, or words that say what is missing; how to begin, the start page says."""

    def __init__(self, content: QWidget, words: str) -> None:
        super().__init__()
        self.sentence = QLabel(words)
        self.sentence.setObjectName("empty_state")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setWordWrap(True)
        self.sentence.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(self.sentence)
        self.addWidget(content)
        self.addWidget(page)
        self.show_content(shown=False)

    def show_content(self, *, shown: bool) -> None:
        """Show the content, or else the words."""
        self.setCurrentIndex(0 if shown else 1)
