"""The progress in the status bar, which appears when opening or saving takes a while.

What takes minutes, as counting does, is on show as long as nothing shorter is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QSizePolicy, QStatusBar, QWidget

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.workspace.calibrations import Calibrations
    from evalgui.workspace.keeping.document import Document
    from evalgui.workspace.resampling import Resampling
    from evalgui.workspace.workspace import Workspace

_AFTER = 400  # milliseconds


@dataclass(slots=True)
class _Work:
    """What is being done, and how far that has come; or, with something to open, what was done."""

    doing: str
    words: str = ""
    fraction: float = 0.0
    cancel: Callable[[], None] | None = None
    open: Callable[[], None] | None = None


class LoadingProgress(QStatusBar):
    """A status bar that is there while something is read or saved, with a button to stop it."""

    cancel_requested = Signal()  # of what is read or saved

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._short: _Work | None = None
        self._long: _Work | None = None
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        policy = QSizePolicy.Policy
        self._words.setSizePolicy(policy.Ignored, policy.Preferred)  # else the window grows
        self.bar = QProgressBar()
        self.bar.setObjectName("loading_progress")
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setRange(0, 1000)
        self.bar.setFixedWidth(GRID * 24)
        self.cancel = QPushButton(tr("Ca&ncel"))
        self.cancel.setObjectName("cancel_loading")
        self.cancel.clicked.connect(self._on_cancel)
        self.open = QPushButton(tr("&Open Counts"))
        self.open.setObjectName("open_counts")
        self.open.clicked.connect(self._on_open)
        for widget in (self.bar, self.open, self.cancel):
            self.addWidget(widget)
        # The last, so that nothing moves when the words change.
        self.addWidget(self._words, 1)
        self.setSizeGripEnabled(False)
        self.hide()
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(_AFTER)
        self._delay.timeout.connect(self._show)

    def start(self, name: str) -> None:
        """Say that a file is being opened, should it take a while."""
        self._begin(tr("Opening {name}", name=text.elided(name)))

    def _begin(self, doing: str) -> None:
        self._short = _Work(doing, cancel=self.cancel_requested.emit)
        if self._long is None:
            self._dress(self._short)
        self._delay.start()

    def begin_long(self, doing: str, cancel: Callable[[], None]) -> None:
        """Say that something is being done that takes minutes, and how it is stopped."""
        self._long = _Work(doing, cancel=cancel)
        self._show()

    def follow_long(self, fraction: float, words: str) -> None:
        """Say how far it has come."""
        if self._long is not None:
            self._long.fraction, self._long.words = fraction, words
            self._show()

    def end_long(self, done: str = "", then: Callable[[], None] | None = None) -> None:
        """Take it away, or say what was done, with a button that opens it."""
        self._long = None if then is None else _Work(done, open=then)
        self._show()

    @property
    def _shown(self) -> _Work | None:
        """What is on show: the shorter work, once it has taken a while."""
        return self._short if self._short and not self._delay.isActive() else self._long

    def _show(self) -> None:
        work = self._shown
        if work is not None:
            self._dress(work)
        self.setVisible(work is not None)

    def _dress(self, work: _Work) -> None:
        self.bar.setVisible(work.open is None)
        self.open.setVisible(work.open is not None)
        self.cancel.setText(tr("Ca&ncel") if work.open is None else tr("Dis&miss"))
        self.bar.setValue(round(work.fraction * 1000))
        self._words.setText(f"{work.doing}: {work.words}" if work.words else work.doing)

    def _on_cancel(self) -> None:
        work = self._shown
        if work is not None and work.open is not None:
            self.end_long()
        elif work is not None and work.cancel is not None:
            work.cancel()
        else:
            self.cancel_requested.emit()

    def _on_open(self) -> None:
        work = self._shown
        if work is not None and work.open is not None:
            self.end_long()
            work.open()

    def follow(self, workspace: Workspace) -> None:
        """Show how far files are read and rows drawn again, should it take a while."""
        workspace.loading_started.connect(self.start)
        workspace.loading_progressed.connect(self.show_progress)
        workspace.loading_ended.connect(self.end)
        later = {tr(one.source.name): one for one in workspace.found_later}
        works: dict[str, Resampling | Calibrations] = {
            tr("Bands"): workspace.bands.resampling,
            **later,
        }
        for what, work in works.items():
            work.started.connect(lambda name, what=what: self._begin_with(what, name))
            work.progressed.connect(self.show_progress)
            work.ended.connect(self.end)

    def _begin_with(self, what: str, name: str) -> None:
        self._begin(tr("{what} of {name}", what=what, name=text.elided(name)))

    def follow_saving(self, document: Document) -> None:
        """Show how far a workspace is written, should it take a while."""
        document.saving_started.connect(
            lambda name: self._begin(tr("Saving {name}", name=text.elided(name)))
        )
        document.saving_progressed.connect(self.show_progress)
        document.saving_ended.connect(self.end)
        self.cancel_requested.connect(document.cancel_saving)

    def show_progress(self, fraction: float, words: str) -> None:
        """Say how far it has come, such as how many rows there are so far."""
        if self._short is not None:
            self._short.fraction, self._short.words = fraction, text.said(words)
            if self._shown is not self._long:
                self._dress(self._short)

    def end(self) -> None:
        """Take the progress away."""
        self._delay.stop()
        self._short = None
        self._show()
