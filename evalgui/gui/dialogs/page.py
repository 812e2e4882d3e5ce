"""A page of text to read, to copy and to save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from evalgui.gui.look import GRID, dialog_buttons
from evalgui.gui.panels.fields import RoomyDelegate

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex

    from evalgui.gui.results.table_view import TableView


class Page(QDialog):
    """Shows text without stopping anything."""

    save_requested = Signal(str)

    def __init__(self, name: str, title: str, content: QWidget, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(content, 1)
        layout.addWidget(self.buttons)
        self.resize(GRID * 96, GRID * 72)

    def widen_for(self, table: QTreeView | TableView) -> None:
        """Be wide enough for all columns of a table that is filled, as far as the screen is.

        The rows of a tree get air between them.
        """
        if isinstance(table, QTreeView):
            table.setItemDelegate(_Roomy(table))
            header = table.header()
            header.resizeSections(QHeaderView.ResizeMode.ResizeToContents)
        else:
            table.fit_columns()
            header = table.horizontalHeader()
        around = GRID * 6 + table.verticalScrollBar().sizeHint().width()
        room = self.screen().availableGeometry().width() - GRID * 4
        self.resize(max(self.width(), min(header.length() + around, room)), self.height())


class _Roomy(RoomyDelegate):
    """Rows of a page that is read: a little higher still."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


def text_page(name: str, title: str, words: str, parent: QWidget | None) -> Page:
    """Return a page of plain text, with buttons that copy and save it."""
    edit = QPlainTextEdit(words)
    edit.setObjectName(f"{name}_text")
    edit.setAccessibleName(title)
    edit.setReadOnly(True)
    page = Page(name, title, edit, parent)
    copy = QPushButton("&Copy")
    copy.setObjectName(f"{name}_copy")
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(words))
    save = QPushButton("&Save\N{HORIZONTAL ELLIPSIS}")
    save.setObjectName(f"{name}_save")
    save.clicked.connect(lambda: page.save_requested.emit(words))
    for button in (copy, save):
        button.setAutoDefault(False)
        page.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
    return page
