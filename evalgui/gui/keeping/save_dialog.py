"""What goes into a workspace file: decisions alone, or the data, too; said before it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, dialog_buttons, margins, text

if TYPE_CHECKING:
    from evalgui.workspace.keeping.work import Work

_DECISIONS = tr(
    "A few kilobytes. It names the files of the data and their hashes, columns and classes, what "
    "was decided, and your notes, but holds no row. The files must be there when it is opened."
)
_DATA = tr(
    "Opens everywhere, without the files. Whoever gets it can read every row of the data, "
    "with all columns: mind what may leave your house."
)
_ALWAYS = tr(
    "Data that were pasted or typed, and those of worked examples, are in no file: they are always "
    "put in, and whoever gets the workspace can read them."
)


class SaveDialog(QDialog):
    """Asks what goes in; then where to."""

    chosen = Signal(bool)

    def __init__(self, work: Work, *, embeds: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("save_workspace_dialog")
        self.setWindowTitle(tr("Save workspace"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.decisions = QRadioButton(tr("What was &decided, without the data"))
        self.decisions.setObjectName("save_decisions")
        self.data = QRadioButton(
            tr("The d&ata, too: about {sized} before packing", sized=text.sized(work.n_bytes))
        )
        self.data.setObjectName("save_data")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        for button, words in ((self.decisions, _DECISIONS), (self.data, _DATA)):
            layout.addWidget(button)
            layout.addWidget(_explanation(words))
            button.setAccessibleDescription(words)
        (self.data if embeds else self.decisions).setChecked(True)
        if work.is_in_no_file:
            layout.addWidget(_explanation(_ALWAYS, indented=False))
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        go_on = QPushButton(tr("Choose &Place\N{HORIZONTAL ELLIPSIS}"))
        go_on.setObjectName("choose_place")
        buttons.addButton(go_on, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._go_on)
        buttons.rejected.connect(self.reject)
        layout.addStretch(1)
        layout.addWidget(buttons)
        go_on.setDefault(True)  # only a button that is in its dialog is the one of the Enter key
        self.resize(GRID * 64, self.sizeHint().height())

    def _go_on(self) -> None:
        embeds = self.data.isChecked()
        self.accept()
        self.chosen.emit(embeds)


def _explanation(words: str, *, indented: bool = True) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setContentsMargins(margins(GRID * 3 if indented else 0, 0, 0, GRID))
    return label
