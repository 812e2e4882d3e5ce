"""A page of text to read, to copy and to save."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, dialog_buttons

if TYPE_CHECKING:
    from collections.abc import Callable

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

    def add_button(self, words: str, name: str, run: Callable[[], object]) -> QPushButton:
        """Add a button that does something, and leaves the page open."""
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: run())
        self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        return button

    def widen_for(self, table: TableView) -> None:
        """Be wide enough for all columns of a table that is filled, as far as the screen is."""
        table.fit_columns()
        header = table.horizontalHeader()
        around = GRID * 6 + table.verticalScrollBar().sizeHint().width()
        room = self.screen().availableGeometry().width() - GRID * 4
        self.resize(max(self.width(), min(header.length() + around, room)), self.height())
        screen, frame = self.screen().availableGeometry(), self.frameGeometry()
        if self.isVisible() and frame.right() > screen.right():
            self.move(max(screen.left(), screen.right() - frame.width()), frame.top())


def text_page(name: str, title: str, words: str, parent: QWidget | None) -> Page:
    """Return a page of plain text, with buttons that copy and save it."""
    edit = QPlainTextEdit(words)
    edit.setObjectName(f"{name}_text")
    edit.setAccessibleName(title)
    edit.setReadOnly(True)
    page = Page(name, title, edit, parent)
    page.add_button(tr("&Copy"), f"{name}_copy", lambda: QGuiApplication.clipboard().setText(words))
    save = tr("&Save\N{HORIZONTAL ELLIPSIS}")
    page.add_button(save, f"{name}_save", lambda: page.save_requested.emit(words))
    return page
