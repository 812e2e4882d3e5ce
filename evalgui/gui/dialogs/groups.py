"""Compare > Groups of a Column: whose values are groups, and which other one is crossed with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from evalgui.gui.look import GRID, dialog_buttons, text
from evalgui.gui.panels.fields import Choice

if TYPE_CHECKING:
    from collections.abc import Sequence

_NOTE = (
    "All rows have the same threshold. Each group is told with its intervals, and how far groups "
    "lie apart beside what equal groups would show by chance."
)


class GroupsDialog(QDialog):
    """Asks for a column, and for a second one where each pair of values is a group."""

    given = Signal(tuple)  # the names of the columns: none, one or two

    def __init__(self, asked: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("groups_dialog")
        self.setWindowTitle("Groups of a column")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._asked = asked
        self.column = Choice("groups_column", "Column")
        self.crossed = Choice("groups_crossed", "Crossed with")
        form = QFormLayout()
        form.addRow("&Column", self.column)
        form.addRow("Crossed &with", self.crossed)
        self.note = QLabel(_NOTE)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        buttons = dialog_buttons()
        self.show_button = buttons.addButton("&Show", QDialogButtonBox.ButtonRole.AcceptRole)
        self.show_button.setObjectName("groups_show")
        self.show_button.setDefault(True)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        layout.addLayout(form)
        layout.addWidget(self.note)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.setMinimumWidth(GRID * 56)
        self.column.currentIndexChanged.connect(self._on_column)
        self.column.addItem("Looking at the columns\N{HORIZONTAL ELLIPSIS}", "")
        self.show_button.setEnabled(False)

    def offer(self, columns: Sequence[tuple[str, int]]) -> None:
        """Let one of these be chosen: names, and how many values each has."""
        self._offer(columns)
        if not columns:
            self.note.setText("No column has 2 to 200 different values, so there are no groups.")
        self.show_button.setEnabled(bool(columns or self._asked))
        self.column.setFocus()

    def _offer(self, columns: Sequence[tuple[str, int]]) -> None:
        usual = columns[0][0] if columns else ""
        wanted = (*self._asked, "") if self._asked else (usual, "")
        for box, name in zip((self.column, self.crossed), wanted, strict=False):
            box.clear()
            box.addItem("(none)", "")
            for one, n in columns:
                box.addItem(f"{text.elided(one)}: {n} values", one)
            box.setCurrentIndex(max(0, box.findData(name)))
        self._on_column()

    def _on_column(self) -> None:
        self.crossed.setEnabled(bool(self.column.currentData()))

    def _on_accepted(self) -> None:
        chosen = self.column.currentData(), self.crossed.currentData()
        columns = tuple(dict.fromkeys(filter(None, chosen))) if chosen[0] else ()
        self.accept()
        self.given.emit(columns)
