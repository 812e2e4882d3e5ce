"""File > Export > Tables: which of them, which rows, in which format, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, dialog_buttons, paint_whole, text
from evalgui.gui.panels.fields import Choice, RoomyDelegate
from evalgui.io.writers.tables import FORMATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.writers.tables import Contents, TableFormat

ROWS = {
    "all": tr("All rows"),
    "shown": tr("Rows shown in the table"),
    "selected": tr("Rows selected in the table"),
}
_NAME, _HOLDS = range(2)
_ID = Qt.ItemDataRole.UserRole
_CHOOSE = tr("Choose a table")
_ONE_TABLE = tr("One table can be copied at a time")
_BESIDE = tr("What is needed to reproduce a table is written beside it, as NAME.about.json.")
_INSIDE = tr("The file says what is needed to reproduce it.")
_EACH = tr("Each table goes to a file of its own. ")


class TablesDialog(QDialog):
    """Asks; what is chosen leaves through signals, and what came of it is said below."""

    save_requested = Signal()
    copy_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tables_dialog")
        self.setWindowTitle(tr("Export Tables"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.tree = self._make_tree()
        self.rows = Choice("table_rows", tr("Rows"))
        for rows, words in ROWS.items():
            self.rows.addItem(words, rows)
        self.format = Choice("table_format", tr("Format"))
        for form in FORMATS:
            self.format.addItem(f"{form.name} ({form.suffix})", form.id)
        self.guard = QCheckBox(tr("&Guard text that looks like a formula"))
        self.guard.setObjectName("guard_formulas")
        self.guard.setToolTip(
            tr(
                "Put an apostrophe before text that a spreadsheet would compute. Without it cells"
                " stay as they are; in an Excel file text is always text"
            )
        )
        self.note = _label("tables_note", tr("What goes where"))
        self.status = _label("tables_status", tr("What was written"))
        self._is_busy = False
        self.progress = QProgressBar()
        self.progress.setObjectName("tables_progress")
        self.progress.setAccessibleName(tr("Writing tables"))
        self.progress.setRange(0, 1000)
        self.buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        self.save = self._button(tr("&Save As\N{HORIZONTAL ELLIPSIS}"), "save_tables")
        self.copy = self._button(tr("&Copy"), "copy_tables")
        self.stop = self._button(tr("S&top"), "stop_tables")
        self.save.setDefault(True)
        self._lay_out()
        self._connect()
        self.show_busy(is_busy=False)
        self.resize(GRID * 92, GRID * 84)

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setObjectName("tables_list")
        paint_whole(tree)
        tree.setAccessibleName(tr("Tables"))
        tree.setHeaderLabels([tr("Table"), tr("What it holds")])
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        tree.setAlternatingRowColors(True)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        tree.setItemDelegate(RoomyDelegate(tree))
        tree.header().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.ResizeToContents)
        for kind in TABLES:
            item = QTreeWidgetItem([kind.id, kind.explained])
            item.setData(_NAME, _ID, kind.id)
            item.setCheckState(_NAME, Qt.CheckState.Unchecked)
            tree.addTopLevelItem(item)
            if tree.currentItem() is None:
                tree.setCurrentItem(item)
        return tree

    def _button(self, words: str, name: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return button

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(GRID // 2)
        form.addRow(tr("&Rows"), self.rows)
        form.addRow(tr("&Format"), self.format)
        form.addRow("", self.guard)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self.tree, 1)
        layout.addLayout(form)
        layout.addWidget(self.note)
        layout.addWidget(self.progress)
        layout.addWidget(self.status)
        layout.addWidget(self.buttons)

    def _connect(self) -> None:
        self.tree.itemChanged.connect(self._on_chosen)
        self.rows.currentIndexChanged.connect(self._on_chosen)
        self.format.currentIndexChanged.connect(self._on_chosen)
        self.guard.toggled.connect(self._on_chosen)
        self.save.clicked.connect(self.save_requested)
        self.copy.clicked.connect(self.copy_requested)
        self.stop.clicked.connect(self.cancel_requested)
        self.buttons.rejected.connect(self.close)

    # ------------------------------------------------------------------------ choices

    @property
    def ids(self) -> tuple[str, ...]:
        """The tables that are chosen and can be made."""
        return tuple(
            item.data(_NAME, _ID)
            for item in self._items()
            if item.checkState(_NAME) == Qt.CheckState.Checked and not item.isDisabled()
        )

    @property
    def table_format(self) -> TableFormat:
        """The format that is chosen."""
        return FORMATS.by_id(self.format.currentData())

    def choose(self, ids: Sequence[str], form_id: str, rows: str, *, guards: bool) -> None:
        """Choose what was chosen before, as far as there is such a thing."""
        for item in self._items():
            is_chosen = item.data(_NAME, _ID) in ids
            item.setCheckState(
                _NAME, Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked
            )
        for box, value in ((self.format, form_id), (self.rows, rows)):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.guard.setChecked(guards)

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.tree.topLevelItem(row) for row in range(self.tree.topLevelItemCount()))
        return [item for item in found if item is not None]

    # ------------------------------------------------------------------------ showing

    def show_contents(self, contents: Contents | None) -> None:
        """Name the tables in the words of the field; those there are none of say why."""
        self.tree.blockSignals(True)
        for item in self._items():
            kind = TABLES.by_id(item.data(_NAME, _ID))
            reason = tr("nothing is open") if contents is None else kind.lacking(contents)
            if contents is not None:
                item.setText(_NAME, kind.named(contents.words))
            if contents is not None:
                reason = contents.words.said(reason)
            told = f"{capital(reason)}." if reason else kind.explained
            item.setText(_HOLDS, told)
            item.setToolTip(_HOLDS, text.tip(told))
            item.setDisabled(bool(reason))
        self.tree.blockSignals(False)
        self._on_chosen()

    def show_busy(self, *, is_busy: bool) -> None:
        """Show that something is being written, or no longer is."""
        for widget in (self.progress, self.stop):
            widget.setVisible(is_busy)
        self.progress.setValue(0)
        self._is_busy = is_busy
        self._on_chosen()

    def show_progress(self, share: float, _words: str = "") -> None:
        """Show how far the writing has come."""
        self.progress.setValue(round(share * 1000))

    def say(self, words: str) -> None:
        """Say what came of it."""
        self.status.setText(words)

    def _on_chosen(self) -> None:
        ids, form = self.ids, self.table_format
        self.guard.setEnabled(not form.has_types)
        self.rows.setEnabled("rows" in ids)
        for button, can in ((self.save, bool(ids)), (self.copy, len(ids) == 1)):
            button.setEnabled(can and not self._is_busy)
        self.save.setToolTip("" if ids else _CHOOSE)
        self.copy.setToolTip(tr("As text and as an HTML table") if len(ids) == 1 else _ONE_TABLE)
        told = _INSIDE if form.holds_origin else _BESIDE
        is_several = len(ids) > 1 and not form.holds_several
        self.note.setText((_EACH if is_several else "") + told if ids else f"{_CHOOSE}.")


def capital(words: str) -> str:
    """Return words as a sentence begins."""
    return words[:1].upper() + words[1:]


def _label(name: str, purpose: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setAccessibleDescription(purpose)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
