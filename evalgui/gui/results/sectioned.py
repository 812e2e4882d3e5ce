"""A tree of two levels: sections with a title, and the rows of each."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from evalgui.gui.look import LIGHT

Index: TypeAlias = QModelIndex | QPersistentModelIndex

DISPLAY = int(Qt.ItemDataRole.DisplayRole)
TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
WHATS_THIS = int(Qt.ItemDataRole.WhatsThisRole)
FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
FONT = int(Qt.ItemDataRole.FontRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
ANSWERED = {DISPLAY, TOOL_TIP, WHATS_THIS, FOREGROUND, ALIGNMENT, FONT, ACCESSIBLE}
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SectionedModel(QAbstractItemModel):
    """Where rows stand in their sections: the id of an index is 0, or 1 more than its section's.

    Who inherits says how many columns there are, arranges its sections in `_arrange`, and keeps
    how many rows each has in `_sizes`.
    """

    n_columns = 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[int, ...] = ()
        self._faint = QColor(LIGHT.faint_text)
        self._bold = QFont()
        self._bold.setBold(True)

    def set_font(self, font: QFont) -> None:
        """Write what is bold in the bold of a font."""
        self._bold = QFont(font)
        self._bold.setBold(True)

    def _arrange(self) -> None:
        """Put together the sections on show, and tell their sizes."""
        raise NotImplementedError

    def _rebuild(self) -> None:
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _announce_rows(self, section: int, first: int, last: int) -> None:
        """Have some columns of a section painted anew."""
        n, number = self._sizes[section], section + 1
        self.dataChanged.emit(
            self.createIndex(0, first, number), self.createIndex(n - 1, last, number)
        )

    def _announce_titles(self, last: int) -> None:
        """Have the titles painted anew, upto a column."""
        if self._sizes:
            end = self.createIndex(len(self._sizes) - 1, last, 0)
            self.dataChanged.emit(self.createIndex(0, 0, 0), end)

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        # Asked for each cell that is painted: `hasIndex` would ask back twice.
        if not parent.isValid():
            known, number = len(self._sizes), 0
        elif parent.internalId() == 0:
            known, number = self._sizes[parent.row()], parent.row() + 1
        else:
            return QModelIndex()
        if 0 <= row < known and 0 <= column < self.n_columns:
            return self.createIndex(row, column, number)
        return QModelIndex()

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        number = index.internalId()
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self._sizes)
        if parent.internalId() or parent.column() > 0:
            return 0
        return self._sizes[parent.row()]

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return self.n_columns
