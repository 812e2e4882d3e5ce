"""Data > Sample size: how many rows a study needs, and what the open data can support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.texts import Style
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.study_fields import StudyFields
from evalgui.gui.look import GRID, LARGE, NORMAL, dialog_buttons, scaled_font, text
from evalgui.gui.results.table_model import TableModel
from evalgui.gui.results.table_view import TableView
from evalgui.gui.typed_number import NotUnderstoodError
from evalgui.render.text import fact_lines, notes
from evalgui.results.result import Table
from evalgui.results.topics.planning import SUPPORTED, needs, sizes_of, spread_of, support

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.planning import Question, Sizes
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow
    from evalgui.workspace.workspace import Workspace

_SHOWN = ("n", "width", "lower", "claim")
_NO_DATA = tr("No data of two classes are open, or no class is chosen")


class SampleSizeDialog(QDialog):
    """Answers while one types."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sample_size_dialog")
        self.setWindowTitle(tr("Sample size"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._words = text.AT_FIRST
        self._sizes: Sizes | None = None
        self._of_subjects = False
        self._lines: list[str] = []
        self.fields = StudyFields()
        self.needed = _label("study_needed", tr("How many are needed"))
        self.needed.setFont(scaled_font(self.font(), LARGE, bold=True))
        self.reasons = _label("study_reasons", tr("How that comes about, and what it rests on"))
        self.data_title = _label("study_data", tr("The open data"))
        self.data_title.setFont(scaled_font(self.font(), NORMAL, bold=True))
        self._model = TableModel(Table("supports", SUPPORTED, (), lambda _row, _column: None), self)
        self.support = TableView(self._model, "study_support", _SHOWN, widest_head=GRID * 30)
        self.support.setObjectName("study_support")
        self.support.setAccessibleName(tr("What the open data can support"))
        self.support.setMinimumHeight(GRID * 22)
        self._lay_out()
        self.fields.edited.connect(self._answer)
        self._answer()
        self.resize(GRID * 92, GRID * 90)

    def _lay_out(self) -> None:
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        self.copy_button = QPushButton(tr("&Copy"))
        self.copy_button.setObjectName("study_copy")
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._on_copy)
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self.fields)
        for above, widget in ((self.needed, self.reasons), (self.data_title, self.support)):
            layout.addSpacing(GRID)
            layout.addWidget(above)
            layout.addWidget(widget, 10 if widget is self.support else 0)
        layout.addStretch(1)
        layout.addWidget(buttons)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell everything in the words of a vocabulary."""
        self._words = words_in(vocabulary)
        self.fields.set_vocabulary(vocabulary)
        self._model.set_vocabulary(vocabulary)
        self._answer()

    def follow(self, old: Snapshot | None, new: Snapshot) -> None:
        """Say what other data can support, where they are of another size or declared anew."""
        if old is None or _scores_of(old) != _scores_of(new):
            self.fields.set_spread(spread_of(new))
        sizes = sizes_of(new)
        if sizes != self._sizes:
            self._sizes = sizes
            self._answer()

    def _answer(self) -> None:
        """Answer what is typed, or say what is wrong with it."""
        question = None
        try:
            question = self.fields.question()
            told = needs(question)
        except (NotUnderstoodError, DataError) as error:
            self._lines = []
            self.needed.setText(text.UNDEFINED)
            self.reasons.setText(text.why(error))
        else:
            self._lines = list(fact_lines(told, Style(self._words)))
            _wanted, needed, *reasons = self._lines
            self.needed.setText(tr("At least {needed}", needed=needed))
            self.reasons.setText("\n".join(reasons))
        self.copy_button.setEnabled(bool(self._lines))
        self._show_support(question)

    def _show_support(self, question: Question | None) -> None:
        """Show what the open data can support at the expected value."""
        self.support.setVisible(self._sizes is not None)
        if self._sizes is None:
            self.data_title.setText(_NO_DATA)
            return
        told = support(self._sizes, self.fields.success(), self.fields.level_or_usual())
        (table,), title = told.tables, told.title.told(Style(self._words))
        self._lines += [title] * self._sizes.of_subjects
        if question is not None and question.measure.rests_on:
            table = _with_first(table, self._sizes, question)
        self.data_title.setText(
            tr("The open data: {title}", title=f"{title[:1].lower()}{title[1:]}")
        )
        self.support.show_table(table)
        self.support.fit_columns()
        cells = [*table.cells("width"), *table.cells("claim")]
        known = {row.id for row, cell in cells if cell.is_defined}
        sure = table.with_rows(row for row in table.rows if row.id in known)
        self._lines += notes(sure, Style(self._words))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self._lines) + "\n")


def _scores_of(snapshot: Snapshot) -> tuple[object, object]:
    """Return what says how probabilities spread: the ranking, which is itself, and its scale."""
    return id(snapshot.ranking), snapshot.inputs.consequences.scale


def _with_first(table: Table, sizes: Sizes, question: Question) -> Table:
    """Return the table with what is supported of a measure that rests on what is assumed."""
    asked = question.expected, question.level, question.measure, question.assumed
    try:
        first = support(sizes, *asked)
    except DataError:
        return table  # which is told above
    return table.with_rows((*first.tables[0].rows, *table.rows))


def show_sample_size(window: MainWindow, workspace: Workspace) -> None:
    """Open the dialog; it follows the data and the words."""
    dialog = SampleSizeDialog(window)
    dialog.set_vocabulary(window.vocabulary)
    dialog.follow(None, workspace.snapshot)
    window.vocabulary_changed.connect(dialog.set_vocabulary)
    workspace.changed.connect(dialog.follow)
    dialog.show()


def _label(name: str, purpose: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setAccessibleName(purpose)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
