"""The progress in the status bar, which appears when opening or saving takes a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QWidget

from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from evalgui.workspace.calibrations import Calibrations
    from evalgui.workspace.keeping.document import Document
    from evalgui.workspace.resampling import Resampling
    from evalgui.workspace.workspace import Workspace

_AFTER = 400  # milliseconds


class LoadingProgress(QStatusBar):
    """A status bar that is there while something is read or saved, with a button to stop it."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opening = ""
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy.Policy
        self._words.setSizePolicy(policy.Ignored, policy.Preferred)  # else the window grows
        self.bar = QProgressBar()
        self.bar.setObjectName("loading_progress")
        self.bar.setAccessibleName("Progress")
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
        self._begin(f"Opening {text.elided(name)}")

    def _begin(self, doing: str) -> None:
        self._opening = doing
        self._words.setText(doing)
        self.bar.setValue(0)
        self._delay.start()

    def follow(self, workspace: Workspace) -> None:
        """Show how far files are read and rows drawn again, should it take a while."""
        workspace.loading_started.connect(self.start)
        workspace.loading_progressed.connect(self.show_progress)
        workspace.loading_ended.connect(self.end)
        later = {one.source.name: one for one in workspace.found_later}
        works: dict[str, Resampling | Calibrations] = {"Bands": workspace.bands.resampling, **later}
        for what, work in works.items():
            work.started.connect(lambda name, what=what: self._begin_with(what, name))
            work.progressed.connect(self.show_progress)
            work.ended.connect(self.end)

    def _begin_with(self, what: str, name: str) -> None:
        self._begin(f"{what} of {text.elided(name)}")

    def follow_saving(self, document: Document) -> None:
        """Show how far a workspace is written, should it take a while."""
        document.saving_started.connect(lambda name: self._begin(f"Saving {text.elided(name)}"))
        document.saving_progressed.connect(self.show_progress)
        document.saving_ended.connect(self.end)
        self.cancel_requested.connect(document.cancel_saving)

    def show_progress(self, fraction: float, words: str) -> None:
        """Say how far it has come, such as how many rows there are so far."""
        self.bar.setValue(round(fraction * 1000))
        self._words.setText(f"{self._opening}: {words}")

    def end(self) -> None:
        """Take the progress away."""
        self._delay.stop()
        self.hide()
