"""The table of the import dialog: its first rows as read, and which columns are scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from evalgui.gui import text
from evalgui.gui.theme import GRID, with_clear_boxes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.raw_table import RawTable

_MOST_ROWS = 30
_USER = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class Preview(QTableWidget):
    """The first rows of a table, each cell with the text that was read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_preview")
        self.setAccessibleName("First rows of the file")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(GRID * 3)

    def show_table(self, table: RawTable) -> None:
        """Show the first rows of another table, or of the same one read otherwise."""
        self.clear()
        n_rows = min(table.n_rows, _MOST_ROWS)
        self.setRowCount(n_rows)
        self.setColumnCount(len(table.columns))
        self.setHorizontalHeaderLabels([text.elided(name, 24) for name in table.names])
        for number, column in enumerate(table.columns):
            for row, cell in enumerate(column.head(n_rows)):
                item = QTableWidgetItem(text.elided(cell, 60))
                item.setToolTip(text.plain(cell[:500]))
                self.setItem(row, number, item)
        self.resizeColumnsToContents()  # of the few rows of a preview


class ScoreList(QListWidget):
    """The columns, with a box to check for each that is a score."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_scores")
        self.setAccessibleName("Score columns")
        self.setMinimumHeight(GRID * 9)
        self.setItemDelegate(_BoxDelegate(self))

    def fill(self, names: Sequence[str], scores: Sequence[str]) -> None:
        """List all columns, the scores first and checked."""
        self.clear()
        for name in [*scores, *(name for name in names if name not in scores)]:
            item = QListWidgetItem(text.elided(name, 48))
            item.setData(_USER, name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(_CHECKED if name in scores else _UNCHECKED)
            self.addItem(item)

    def checked(self) -> list[str]:
        """Return the scores."""
        items = [self.item(number) for number in range(self.count())]
        return [item.data(_USER) for item in items if item.checkState() == _CHECKED]


class _BoxDelegate(QStyledItemDelegate):
    """Shows boxes to check that can be seen on dark ground, too."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.palette = with_clear_boxes(option.palette)
