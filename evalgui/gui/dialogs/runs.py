"""File > Open Folder of Runs: a row a file, sorted by any measure; a double click opens one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, text
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.render.text import fact_lines
from evalgui.results.runs import USUAL

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.results.result import Result

_STEPS = 1000


class RunsPage(QDialog):
    """Shows what was read so far, and says what is asked; it stays while others are opened."""

    requested = Signal(object)  # what a row asks for
    again_requested = Signal()
    export_requested = Signal()
    cancel_requested = Signal()

    def __init__(
        self, folder: str, result: Result, vocabulary: Vocabulary, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("runs_page")
        self.setWindowTitle(tr("Runs of {folder}", folder=text.elided(folder)))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.head = _label("runs_head")
        self.facts = _label("runs_facts")
        self.model = TableModel(result.tables[0], self)
        self.view = TableView(self.model, "runs", USUAL)
        self.view.setAccessibleName(tr("Runs"))
        self.view.requested.connect(self.requested)
        self.bar = QProgressBar()
        self.bar.setObjectName("runs_progress")
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setRange(0, _STEPS)
        self.cancel = _button(tr("Ca&ncel"), "runs_cancel", tr("Stop reading; what was read stays"))
        self.again = _button(
            tr("&Read Again"),
            "runs_again",
            tr("Read all runs at the threshold and the columns now on show"),
        )
        self.columns = _button(
            tr("Co&lumns"), "runs_columns", tr("Choose the measures of the table")
        )
        self.export = _button(
            tr("&Export\N{HORIZONTAL ELLIPSIS}"), "runs_export", tr("Write a row a run")
        )
        self.close_button = _button(tr("&Close"), "runs_close", "")
        self.cancel.clicked.connect(self.cancel_requested)
        self.again.clicked.connect(self.again_requested)
        self.export.clicked.connect(self.export_requested)
        self.close_button.clicked.connect(self.close)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.columns.setMenu(self._menu)
        reading = QHBoxLayout()
        reading.addWidget(self.bar, 1)
        reading.addWidget(self.cancel)
        buttons = QHBoxLayout()
        for one in (self.columns, self.again, self.export):
            buttons.addWidget(one)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self.head)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.facts)
        layout.addLayout(reading)
        layout.addLayout(buttons)
        self.resize(GRID * 120, GRID * 70)
        self.set_vocabulary(vocabulary)
        self.show_result(result)
        self.set_reading(is_reading=False)
        self.view.setFocus()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a field does."""
        self._vocabulary = vocabulary
        self.model.set_vocabulary(vocabulary)
        self.view.fit_columns()

    def say(self, words: str) -> None:
        """Say under which roles and where the threshold is."""
        self.head.setText(words)

    def show_result(self, result: Result) -> None:
        """Show the runs; what is sorted and selected stays."""
        wanted = self.view.columns
        is_other = result.tables[0].columns != self.model.table.columns
        self.model.set_table(result.tables[0])
        if is_other:
            self.view.set_columns({*wanted, *({"first", "last"} if "n" in wanted else ())})
        style = style_of(words_in(self._vocabulary))
        self.facts.setText("\n".join(fact_lines(result, style)))

    def set_reading(self, *, is_reading: bool) -> None:
        """Show whether files are read."""
        for one in (self.bar, self.cancel):
            one.setVisible(is_reading)
        for one in (self.again, self.export):
            one.setEnabled(not is_reading)
        if not is_reading:
            self.view.fit_columns()

    def follow(self, fraction: float, words: str) -> None:
        """Show how far the reading has come."""
        self.bar.setValue(round(fraction * _STEPS))
        self.bar.setFormat(text.elided(words))

    def _fill_menu(self) -> None:
        self._menu.clear()
        self.view.add_columns(self._menu)


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setWordWrap(True)
    return label


def _button(words: str, name: str, tip: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button
