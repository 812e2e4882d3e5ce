"""File > New: a data set without a file, out of counts, a matrix or rows that are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.new_data_pages import CountsPage, MatrixPage, RowsPage
from evalgui.gui.look import GRID, dialog_buttons, text

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.workspace.opened_file import Opened


class NewDataDialog(QDialog):
    """Stays until what was typed is open, and holds it for the next time."""

    entered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("new_data_dialog")
        self.setWindowTitle(tr("New data"))
        self._words = text.AT_FIRST
        self._waits_for: object = None
        self.counts, self.matrix, self.by_row = CountsPage(), MatrixPage(), RowsPage()
        self._pages: tuple[CountsPage | MatrixPage | RowsPage, ...] = (
            self.counts,
            self.matrix,
            self.by_row,
        )
        self.tabs = QTabWidget()
        self.tabs.setObjectName("new_data_ways")
        self.tabs.setAccessibleName(tr("Ways to type data"))
        titles = (tr("&Four Counts"), tr("Confusion &Matrix"), tr("Ro&ws"))
        for number, title in enumerate(titles):
            self.tabs.addTab(self._pages[number], title)
        for page in self._pages:
            page.refused.connect(self._say)
        self.state = QLabel()
        self.state.setObjectName("new_data_state")
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.open_button = QPushButton(tr("&Open"))
        self.open_button.setObjectName("new_data_open")
        self.open_button.clicked.connect(self._on_open)
        clear = QPushButton(tr("&Clear"))
        clear.setObjectName("new_data_clear")
        clear.setAutoDefault(False)
        clear.clicked.connect(self._on_clear)
        buttons = dialog_buttons()
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(clear, QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)  # the last that Tab comes to
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.state)
        layout.addWidget(buttons)
        self.open_button.setDefault(True)  # of the dialog, now that it is in there
        self.tabs.currentChanged.connect(self._on_turned)
        self.resize(GRID * 72, GRID * 64)

    @property
    def page(self) -> CountsPage | MatrixPage | RowsPage:
        """The way that is chosen."""
        return self._pages[self.tabs.currentIndex()]

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        self._words = words_in(vocabulary)
        for page in self._pages:
            page.set_words(self._words)

    def finish(self, opened: Opened) -> None:
        """Close once what was typed here is open."""
        if self._waits_for is not None and opened.path is self._waits_for:
            self._waits_for = None
            self.accept()

    def _on_open(self) -> None:
        try:
            typed = self.page.typed()
        except EvalguiError as error:
            said = error.in_words(self._words)
            self._say(said[0].upper() + said[1:])
            return
        self._say("")
        self._waits_for = typed.pasted
        self.entered.emit(typed)

    def _on_turned(self, _index: int) -> None:
        self._say("")
        if not self.tabs.tabBar().hasFocus():  # else its arrow keys go on
            self.page.begin()

    def _on_clear(self) -> None:
        self.page.clear()
        self.page.begin()
        self._say("")

    def _say(self, words: str) -> None:
        self.state.setText(words)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._say("")
        self.page.begin()
