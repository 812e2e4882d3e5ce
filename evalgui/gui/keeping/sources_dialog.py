"""What to take where a file is another one than when the workspace was saved, or is not there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.dialogs.files import file_dialog
from evalgui.gui.look import GRID, dialog_buttons, text
from evalgui.gui.panels.fields import Choice
from evalgui.io.keeping.opening import State
from evalgui.workspace.keeping.restoring import Answer

if TYPE_CHECKING:
    from evalgui.io.keeping.opening import OpenedKept

_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
_CHANGED = tr("has changed since the workspace was saved")
_MISSING = tr("is not where it was")
_OFFERS = {
    Answer.KEPT: tr("Keep the data as they were, from the workspace"),
    Answer.NOW: tr("Read the file as it is now; decisions stay as far as they fit"),
}
_NOTHING = tr("Find the file first")


class SourcesDialog(QDialog):
    """One line for each data set of which a file is changed or missing."""

    answered = Signal(object, object)  # the answers by place, and the workspace as it was found
    file_chosen = Signal(Path)
    differences_requested = Signal(int)

    def __init__(self, found: OpenedKept, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sources_dialog")
        self.setWindowTitle(tr("Files of the workspace"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.found = found
        self._choices: dict[int, Choice] = {}
        self._column = layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID)
        self.message = QLabel()
        self.message.setObjectName("sources_message")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self._content = QWidget()
        layout.addWidget(self._content)
        layout.addWidget(self.message)
        layout.addStretch(1)
        self.find_button = self._button("find_source", tr("&Find File\N{HORIZONTAL ELLIPSIS}"))
        self.find_button.setToolTip(tr("Choose the file that is missing: it is known by its hash"))
        self.find_button.clicked.connect(self._find)
        self.open_button = self._button("open_answered", tr("&Open"))
        self.open_button.clicked.connect(self._answer)
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.find_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.open_button.setDefault(True)
        self.show_found(found)
        self.resize(GRID * 80, self.sizeHint().height())

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        return button

    def show_found(self, found: OpenedKept, chosen: Path | None = None) -> None:
        """Show a workspace, perhaps with what came of a file that was chosen."""
        self.found, self._choices = found, {}
        content = QWidget()
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(GRID)
        for row, place in enumerate(found.unsettled):
            name = text.elided(found.kept.data_sets[place].name, 40)
            states = found.states_of(place)
            words = QLabel(f"{name} {_MISSING if State.MISSING in states else _CHANGED}")
            words.setTextFormat(Qt.TextFormat.PlainText)
            choice = Choice(f"source_answer_{place}", tr("What to take for {name}", name=name))
            for answer in self._offers(place):
                choice.addItem(_OFFERS[answer], userData=answer.value)
            if not choice.count():
                choice.addItem(_NOTHING, userData="")
                choice.setEnabled(False)
            choice.activated.connect(self._follow)
            differ = self._button(
                f"show_differences_{place}", tr("&What Differs\N{HORIZONTAL ELLIPSIS}")
            )
            differ.setEnabled(State.MISSING not in states)
            differ.clicked.connect(lambda _on=False, one=place: self._compare(one))
            grid.addWidget(words, 2 * row, 0)
            grid.addWidget(differ, 2 * row, 1)
            grid.addWidget(choice, 2 * row + 1, 0, 1, 2)
            self._choices[place] = choice
        grid.setColumnStretch(0, 1)
        if not found.unsettled:
            grid.addWidget(QLabel(tr("Every file is there, and is what it was.")), 0, 0)
        self._column.replaceWidget(self._content, content)
        self._content.hide()
        self._content.deleteLater()
        self._content = content
        message = "" if chosen is None else _told(found, chosen)
        self.message.setText(message)
        self.message.setVisible(bool(message))
        self._follow()

    def _offers(self, place: int) -> list[Answer]:
        offers = []
        if self.found.kept.data_sets[place].embedded is not None:
            offers.append(Answer.KEPT)
        if State.MISSING not in self.found.states_of(place):
            offers.append(Answer.NOW)
        return offers

    def _follow(self) -> None:
        self.open_button.setEnabled(all(one.currentData() for one in self._choices.values()))

    def _compare(self, place: int) -> None:
        self.differences_requested.emit(place)

    def _find(self) -> None:
        dialog = file_dialog(self, "find_source_dialog", tr("Find a file of the workspace"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.file_chosen.emit(Path(name)))
        dialog.open()

    def _answer(self) -> None:
        answers = {place: Answer(one.currentData()) for place, one in self._choices.items()}
        found = self.found
        self.accept()
        self.answered.emit(answers, found)


def _told(found: OpenedKept, path: Path) -> str:
    """Return what came of a file that was chosen, in words."""
    name = text.elided(path.name, 60)
    states = [one.state for one in found.found if one.path == path]
    if State.SAME in states:
        return tr("{name} is the file that was meant: it has the same hash.", name=name)
    if State.CHANGED in states:
        return tr(
            "{name} is not the file as it was: its hash differs. It can be read as it is now.",
            name=name,
        )
    return tr("{name} is none of the files that are missing: none has its hash.", name=name)
