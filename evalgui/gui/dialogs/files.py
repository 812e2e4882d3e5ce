"""Where to open, and where to write to: the dialogs of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QToolButton

from evalgui.gui.look import plain_buttons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

# Of the dialog that Qt draws where the system has none: pictures of arrows are dark on dark.
_ARROWS = {
    "backButton": Qt.ArrowType.LeftArrow,
    "forwardButton": Qt.ArrowType.RightArrow,
    "toParentButton": Qt.ArrowType.UpArrow,
}


def file_dialog(window: QWidget, name: str, title: str) -> QFileDialog:
    """Return a dialog that chooses files, and is deleted when it is closed."""
    dialog = QFileDialog(window, title)
    dialog.setObjectName(name)
    plain_buttons(dialog)
    for button, arrow in _ARROWS.items():
        for found in dialog.findChildren(QToolButton, button):
            found.setArrowType(arrow)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def let_save(dialog: QFileDialog, filters: Sequence[str]) -> None:
    """Let a dialog ask where to write, under the suffix of the chosen one of some filters."""
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix(_suffix(filters[0]))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix(chosen)))


def _suffix(words: str) -> str:
    return words.partition("*.")[2].rstrip(")")
