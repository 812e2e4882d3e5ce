"""Compare > Readers: which columns hold what readers call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, dialog_buttons

if TYPE_CHECKING:
    from collections.abc import Sequence

_NOTE = tr(
    "Each column holds what a reader calls each row, in the names of the classes: with and without "
    "help, or one reader and another. Each two are compared on the rows that both call."
)
_NOBODY = tr("No column but the truth holds the names of the classes alone, so nobody calls rows.")
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class ReadersDialog(QDialog):
    """Asks for columns.

    Parameters
    ----------
    asked
        Those that are asked about already.
    parent
        The window.
    """

    given = Signal(tuple)  # the names of columns, in the order of the file; none for nobody

    def __init__(self, asked: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readers_dialog")
        self.setWindowTitle(tr("Readers"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._asked = asked
        label = QLabel(tr("&Columns of calls"))
        self.columns = QListWidget()
        self.columns.setObjectName("readers_columns")
        self.columns.setAccessibleName(tr("Columns of calls"))
        label.setBuddy(self.columns)
        self.note = QLabel(tr("{note} Looking at the columns\N{HORIZONTAL ELLIPSIS}", note=_NOTE))
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        buttons = dialog_buttons(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.show_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.show_button.setText(tr("&Show"))
        self.show_button.setEnabled(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addWidget(label)
        layout.addWidget(self.columns, 1)
        layout.addWidget(self.note)
        layout.addWidget(buttons)
        self.setMinimumWidth(GRID * 56)

    def offer(self, names: Sequence[str]) -> None:
        """Let some of these columns be chosen; at first those that were, else the first two."""
        self.columns.clear()
        usual = self._asked or names[:2]
        for name in names:
            item = QListWidgetItem(name, self.columns)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(_CHECKED if name in usual else _UNCHECKED)
        self.note.setText(_NOTE if names else _NOBODY)
        self.show_button.setEnabled(bool(names or self._asked))
        self.columns.setCurrentRow(0)
        self.columns.setFocus()

    def _on_accepted(self) -> None:
        items = (self.columns.item(row) for row in range(self.columns.count()))
        chosen = tuple(one.text() for one in items if one.checkState() is _CHECKED)
        self.accept()
        self.given.emit(chosen)
