"""Asks for both ends of a grey zone, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.grey_zone import grey_ends
from evalgui.core.languages import tr
from evalgui.core.requests import SetGreyZone, SetSecond
from evalgui.core.thresholds import limit
from evalgui.gui.look import GRID, dialog_buttons, text
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_threshold

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.workspace.workspace import Workspace

_WIDEST = 64  # letters of a number
_NOTE = tr(
    "Rows with scores between both ends are called neither way: the matrix has a column for "
    "them, and what calling them one way or the other does stands below it."
)


class GreyZoneDialog(QDialog):
    """Two fields for thresholds; what is not understood says so in place."""

    given = Signal(float, float)
    ended = Signal()

    def __init__(
        self, score: Score, ends: tuple[float, float], *, has_zone: bool, parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        self._score = score
        self.setObjectName("grey_zone_dialog")
        self.setWindowTitle(tr("Grey zone"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.low = self._field("grey_low", tr("Lower end"), ends[0])
        self.high = self._field("grey_high", tr("Upper end"), ends[1])
        note = QLabel(_NOTE)
        note.setWordWrap(True)
        self.message = QLabel()
        self.message.setObjectName("grey_message")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.hide()
        self.buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.put = QPushButton(tr("&Set the Zone"))
        self.put.setObjectName("set_grey_zone")
        self.end = QPushButton(tr("&Remove It"))
        self.end.setObjectName("end_grey_zone")
        self.end.setEnabled(has_zone)
        self.buttons.addButton(self.put, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(self.end, QDialogButtonBox.ButtonRole.ResetRole)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)
        self.end.clicked.connect(self._on_ended)
        form = QFormLayout()
        form.addRow(tr("&Lower end"), self.low)
        form.addRow(tr("&Upper end"), self.high)
        layout = QVBoxLayout(self)
        layout.setSpacing(GRID)
        layout.addWidget(note)
        layout.addLayout(form)
        layout.addWidget(self.message)
        layout.addWidget(self.buttons)
        self.end.setAutoDefault(False)
        self.put.setDefault(True)  # in its dialog: else Enter would press another button

    def _field(self, name: str, purpose: str, threshold: float) -> QLineEdit:
        field = QLineEdit(text.threshold(threshold, self._score))
        field.setObjectName(name)
        field.setAccessibleName(purpose)
        field.setMaxLength(_WIDEST)
        return field

    def _on_accepted(self) -> None:
        ends = []
        for field in (self.low, self.high):
            try:
                ends.append(read_typed_threshold(field.text(), self._score))
            except NotUnderstoodError as error:
                self._refuse(field, f"{text.why(error)}.")
                return
        places = [limit(end, self._score) for end in ends]
        if places[0] >= places[1]:
            self._refuse(self.low, tr("The lower end must lie below the upper end."))
            return
        self.given.emit(*ends)
        self.accept()

    def _refuse(self, field: QLineEdit, words: str) -> None:
        self.message.setText(words)
        self.message.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _on_ended(self) -> None:
        self.ended.emit()
        self.accept()


def ask_grey_zone(window: QWidget, workspace: Workspace) -> None:
    """Ask for the ends of the grey zone of what is shown."""
    snapshot = workspace.snapshot
    point, score = snapshot.point, snapshot.score
    if point is None or score is None:
        return
    ends = grey_ends(snapshot)
    shown = ends or (point.threshold, point.threshold)
    dialog = GreyZoneDialog(score, shown, has_zone=ends is not None, parent=window)
    dialog.given.connect(lambda low, high: workspace.ask(SetGreyZone(low, high)))
    dialog.ended.connect(lambda: workspace.ask(SetSecond(None)))
    # The ends are of this score: of another one they would be others.
    changing = workspace.changed.connect(
        lambda _old, new: None if new.score is score else dialog.reject()
    )
    dialog.finished.connect(lambda _result: workspace.changed.disconnect(changing))
    dialog.open()
