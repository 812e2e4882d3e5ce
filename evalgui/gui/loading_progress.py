"""The progress in the status bar, which appears when opening a file takes a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QStatusBar, QWidget

from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from evalgui.workspace.workspace import Workspace

_AFTER = 400  # milliseconds


class LoadingProgress(QStatusBar):
    """A status bar that is there while something is read, with a button to stop it."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opening = ""
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setObjectName("loading_progress")
        self.bar.setAccessibleName("Opening a file")
        self.bar.setRange(0, 1000)
        self.bar.setFixedWidth(GRID * 24)
        self.cancel = QPushButton("Ca&ncel")
        self.cancel.setObjectName("cancel_loading")
        self.cancel.clicked.connect(self.cancel_requested)
        for widget in (self.bar, self.cancel):
            self.addWidget(widget)
        # The last, so that nothing moves when the words change.
        self.addWidget(self._words, 1)
        self.setSizeGripEnabled(False)
        self.hide()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_AFTER)
        self._delay.timeout.connect(self.show)

    def start(self, name: str) -> None:
        """Say that a file is being opened, should it take a while."""
        self._opening = f"Opening {text.elided(name)}"
        self._words.setText(self._opening)
        self.bar.setValue(0)
        self._delay.start()

    def follow(self, workspace: Workspace) -> None:
        """Show how far files are read and rows drawn again, should it take a while."""
        workspace.loading_started.connect(self.start)
        workspace.loading_progressed.connect(self.show_progress)
        workspace.loading_ended.connect(self.end)
        resampling = workspace.resampling
        resampling.started.connect(self._start_drawing)
        resampling.progressed.connect(self.show_progress)
        resampling.ended.connect(self.end)

    def _start_drawing(self, name: str) -> None:
        self.start(name)
        self._opening = f"Bands of {text.elided(name)}"
        self._words.setText(self._opening)

    def show_progress(self, fraction: float, words: str) -> None:
        """Say how far it has come, such as how many rows there are so far."""
        self.bar.setValue(round(fraction * 1000))
        self._words.setText(f"{self._opening}: {words}")

    def end(self) -> None:
        """Take the progress away."""
        self._delay.stop()
        self.hide()
