"""Rows set aside by hand: the question why, and the list from which they are taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import GRID, dialog_buttons, paint_whole, text
from evalgui.gui.models.rows_aside_model import REASON, ROW, RowsAsideModel
from evalgui.gui.panels.predictions_table import selected_ranges
from evalgui.gui.role_box import name_edit
from evalgui.io.meaning import LONGEST_REASON, USUAL_REASONS
from evalgui.workspace.file_requests import TakeRowsBack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QCloseEvent

    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.workspace import Workspace

_FEW = 5
_NOTHING = tr("No row is set aside by hand")


class ReasonDialog(QDialog):
    """Asks why rows are set aside: for a usual reason, or one that is typed."""

    given = Signal(str)

    def __init__(self, rows: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("set_aside_dialog")
        self.setWindowTitle(tr("Set rows aside"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        named = QLabel(tr("{rows} will take no part in any number.", rows=named_rows(rows)))
        named.setObjectName("set_aside_rows")
        named.setTextFormat(Qt.TextFormat.PlainText)
        named.setWordWrap(True)
        self.reason = QComboBox()
        self.reason.setObjectName("set_aside_reason")
        self.reason.setAccessibleName(tr("Reason"))
        self.reason.setEditable(True)
        name_edit(self.reason)
        self.reason.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.reason.addItems([text.said(one) for one in USUAL_REASONS])
        self.reason.setCurrentIndex(-1)
        line = self.reason.lineEdit()
        if line is not None:
            line.setMaxLength(LONGEST_REASON)
            line.setPlaceholderText(tr("Choose a reason, or type one"))
            line.returnPressed.connect(self._on_accepted)  # a box keeps the key to itself
        note = QLabel(
            tr(
                "Rows, reason and count are in the import log and in what is exported. Undo, or "
                "Data > Rows Set Aside by Hand, takes them back."
            )
        )
        note.setWordWrap(True)
        self.buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.confirm = QPushButton(tr("Set &Aside"))
        self.confirm.setObjectName("set_aside_confirm")
        self.buttons.addButton(self.confirm, QDialogButtonBox.ButtonRole.AcceptRole)
        self.confirm.setDefault(True)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        self.reason.currentTextChanged.connect(self._on_text_changed)
        form = QFormLayout()
        form.addRow(tr("&Reason"), self.reason)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(named)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        self._on_text_changed("")
        self.reason.setFocus()
        self.setMinimumWidth(GRID * 56)

    def _on_text_changed(self, words: str) -> None:
        self.confirm.setEnabled(bool(words.strip()))

    def _on_accepted(self) -> None:
        words = self.reason.currentText().strip()
        if words and self.isVisible():
            self.accept()
            self.given.emit(words)


class RowsAsidePage(Page):
    """Lists the rows of a file that are set aside by hand."""

    back_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__("rows_aside", tr("Rows set aside by hand"), content, parent)
        self.model = RowsAsideModel(self)
        self.state = QLabel()
        self.state.setObjectName("rows_aside_state")
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.table = QTableView()
        self.table.setObjectName("rows_aside_table")
        paint_whole(self.table)
        self.table.setAccessibleName(tr("Rows set aside by hand"))
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        # Else it asks of each column whether all its rows are selected, one by one.
        header.setSelectionModel(QItemSelectionModel(self.model, header))
        self.back = QPushButton(tr("&Take Back"))
        self.back.setObjectName("take_rows_back")
        self.back.setToolTip(tr("Use the selected rows again"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._on_back)
        self.buttons.addButton(self.back, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.state)
        layout.addWidget(self.table, 1)
        self.table.selectionModel().selectionChanged.connect(self._on_selected)
        self.table.setFocus()  # so that the keys of a list work at once

    def show_opened(self, opened: Opened) -> None:
        """List the rows of an open file."""
        aside = opened.loaded.proposal.roles.set_aside
        header = self.table.horizontalHeader()
        n_columns = header.count()
        self.model.set_rows(opened.loaded.table, aside)
        n = self.model.rowCount()
        shown = (
            tr("1 row of {name}", name=opened.name)
            if n == 1
            else tr("{n} rows of {name}", n=text.count(n), name=opened.name)
        )
        self.state.setText(
            tr("{shown}. Select some and take them back.", shown=shown) if n else f"{_NOTHING}."
        )
        if header.count() != n_columns:
            for column in range(header.count()):
                wide = max(header.defaultSectionSize(), header.sectionSizeHint(column))
                header.resizeSection(column, wide)
            header.resizeSection(ROW, GRID * 8)
            header.resizeSection(REASON, GRID * 28)
        self._on_selected()

    def _on_selected(self) -> None:
        self.back.setEnabled(self.table.selectionModel().hasSelection())

    def _on_back(self) -> None:
        rows = self.model.numbers(selected_ranges(self.table))
        if rows:
            self.back_requested.emit(rows)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.model.shut_down()
        super().closeEvent(event)


def named_rows(rows: Sequence[int]) -> str:
    """Return rows of a file in words, such as "Rows 4, 7 and 9".

    Examples
    --------
    >>> named_rows([4]), named_rows([4, 7, 9])
    ('Row 4', 'Rows 4, 7 and 9')
    """
    if len(rows) == 1:
        return tr("Row {rows}", rows=text.count(rows[0]))
    shown = [text.count(row) for row in rows[:_FEW]]
    if len(rows) > _FEW:
        return tr("{n} rows ({list} and more)", n=text.count(len(rows)), list=", ".join(shown))
    return tr("Rows {list} and {shown}", list=", ".join(shown[:-1]), shown=shown[-1])


def list_rows_aside(opened: Opened, window: QWidget, workspace: Workspace) -> None:
    """List the rows of a file that were set aside by hand, to be taken back."""
    page = RowsAsidePage(window)
    page.show_opened(opened)
    page.back_requested.connect(lambda rows: workspace.ask(TakeRowsBack(tuple(rows))))
    following = workspace.file_opened.connect(page.show_opened)
    page.finished.connect(lambda _result: workspace.file_opened.disconnect(following))
    page.open()
