"""A dialog of a few fields: what it is about, the fields, and a button that takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, dialog_buttons

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

_WIDTH = 56  # grid units


class AskingDialog(QDialog):
    """Fields in `form`; pressing `show_button` calls `_on_accepted`, which may refuse.

    Parameters
    ----------
    name
        That of the dialog, and the first part of those of its parts.
    title, note
        Above the window, and what it is about.
    parent
        The window.
    does
        The last part of the name of its button, and what stands on it.
    """

    def __init__(
        self,
        name: str,
        title: str,
        note: str,
        parent: QWidget | None,
        does: tuple[str, str] = ("show", tr("&Show")),
    ) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}_dialog")
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.note = QLabel(note)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.form = QFormLayout()
        self.buttons = buttons = dialog_buttons()
        self.show_button = buttons.addButton(does[1], QDialogButtonBox.ButtonRole.AcceptRole)
        self.show_button.setObjectName(f"{name}_{does[0]}")
        self.show_button.setDefault(True)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(self.note)
        layout.addLayout(self.form)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.setMinimumWidth(GRID * _WIDTH)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Qt takes the height before it makes it no wider than two thirds of the screen.
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))

    def _on_accepted(self) -> None:
        raise NotImplementedError
