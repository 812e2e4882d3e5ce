"""The bar above the rows that says which are singled out, and what can be done with them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.selection import NO_SELECTION, Joined, Part
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, text
from evalgui.gui.models.selection_text import read_term, term_text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import LeavesUndo
from evalgui.gui.typed_number import NotUnderstoodError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot

_WORDS = {Joined.AND: "AND", Joined.OR: "OR", Joined.WITHOUT: "AND NOT"}
_LONGEST = 28  # letters of a chip
_MOST = 500  # letters of a condition
_WALKS = (
    ("previous_selected_row", "\N{UPWARDS ARROW}", tr("Previous selected row (Shift+F7)"), False),
    ("next_selected_row", "\N{DOWNWARDS ARROW}", tr("Next selected row (F7)"), True),
)


class _ChipField(LeavesUndo, QLineEdit):
    """A chip as text: Enter takes it over, Escape and leaving it do not."""

    typed = Signal(str)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.typed.emit(self.text())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class SelectionBar(QWidget):
    """Chips for the terms of a selection; a click on one lets it be edited as text."""

    selection_requested = Signal(object)
    keep_requested = Signal()
    walked = Signal(bool)  # to the next selected row, or to the one before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selection_bar")
        self.setAccessibleName(tr("Selected rows"))
        self._snapshot: Snapshot = EMPTY
        self._words = text.AT_FIRST
        self._shown: tuple[object, ...] = ()
        self._chips = QHBoxLayout()
        self._chips.setSpacing(GRID // 2)
        self._chips.setContentsMargins(0, 0, 0, 0)
        self._chips.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.keep = self._button("keep_only_selected", tr("Keep only"), self.keep_requested.emit)
        self.keep.setToolTip(tr("Use only these rows in every number; undo takes it back"))
        self.invert = self._button("invert_selection", tr("Invert"), self._invert)
        self.invert.setToolTip(tr("Select all other rows instead"))
        self.only = self._button("show_only_selected", tr("Show only"), lambda: None)
        self.only.setCheckable(True)
        self.only.setToolTip(tr("Show no other rows in the table; all numbers stay as they are"))
        self.previous, self.next = (
            _tool(name, sign, words, partial(self.walked.emit, forward))
            for name, sign, words, forward in _WALKS
        )
        words = tr("Select nothing")
        nothing = partial(self.selection_requested.emit, NO_SELECTION)
        self.clear = _tool("clear_selection", "\N{MULTIPLICATION SIGN}", words, nothing)
        chips = QWidget()
        chips.setLayout(self._chips)
        # However long they are, they take no room from the plots beside.
        chips.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID // 2)
        buttons.addWidget(self.keep)
        buttons.addWidget(self.invert)
        buttons.addWidget(self.only)
        buttons.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(chips, 1)
        for button in (self.previous, self.next, self.clear):
            top.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addLayout(buttons)
        self.hide()

    def _button(self, name: str, words: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: slot())
        return button

    # --------------------------------------------------------------------------- view

    @property
    def snapshot(self) -> Snapshot:
        """Whose rows are selected."""
        return self._snapshot

    def show_snapshot(self, new: Snapshot) -> None:
        """Show the terms of the selection; nothing where there is none."""
        self._snapshot = new
        selection = new.choices.selection
        if not selection and not self._shown:
            return
        told = [term_text(part.term, new, self._words) for part in selection.parts]
        shown = (selection, tuple(told))
        if shown == self._shown:
            return
        self._shown = shown if selection else ()
        self._clear_chips()
        if selection.is_inverted:
            self._chips.addWidget(_word("NOT ("))
        for place, (part, words) in enumerate(zip(selection.parts, told, strict=True)):
            if place:
                self._chips.addWidget(_word(_WORDS[part.joined]))
            self._chips.addWidget(self._chip(place, words))
        if selection.is_inverted:
            self._chips.addWidget(_word(")"))
        self.setVisible(bool(selection))
        if not selection:
            self.only.setChecked(False)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the outcomes as a vocabulary does."""
        self._words = words_in(vocabulary)
        self.show_snapshot(self._snapshot)

    def _clear_chips(self) -> None:
        while (item := self._chips.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setObjectName("")  # it is none of the chips any more
                widget.hide()
                widget.deleteLater()

    def _chip(self, place: int, words: str) -> QToolButton:
        chip = QToolButton()
        chip.setObjectName(f"selection_chip_{place}")
        chip.setText(text.elided(words, _LONGEST).replace("&", "&&"))
        chip.setAccessibleName(tr("Requirement {n}: {words}", n=place + 1, words=words))
        set_tip(chip, tr("{words}\nA click lets it be edited", words=words))
        chip.clicked.connect(lambda: self._edit(place, words))
        return chip

    # ------------------------------------------------------------------------ editing

    def _edit(self, place: int, words: str) -> None:
        chip = self.findChild(QToolButton, f"selection_chip_{place}")
        if chip is None:
            return
        field = _ChipField(words)
        field.setObjectName("selection_field")
        field.setAccessibleName(tr("Requirement"))
        field.setMaxLength(_MOST)
        field.setMinimumWidth(GRID * 14)
        message = FieldMessage(field, "selection_message")
        field.textEdited.connect(message.take_back)
        field.typed.connect(lambda typed: self._take_over(place, typed, message))
        field.left.connect(self._end_editing)
        self._chips.replaceWidget(chip, field)
        chip.setObjectName("")
        chip.hide()
        chip.deleteLater()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _take_over(self, place: int, typed: str, message: FieldMessage) -> None:
        selection = self._snapshot.choices.selection
        if not typed.strip():
            self.selection_requested.emit(selection.without(place))
            return
        try:
            term = read_term(typed, self._snapshot, self._words)
        except NotUnderstoodError as error:
            message.say(f"{text.why(error)}.")
            return
        parts = list(selection.parts)
        parts[place] = Part(term, parts[place].joined)
        wanted = replace(selection, parts=tuple(parts))
        if wanted == selection:
            self._end_editing()
        else:
            self.selection_requested.emit(wanted)

    def _end_editing(self) -> None:
        """Show the chips again."""
        self._shown = ()
        self.show_snapshot(self._snapshot)

    def _invert(self) -> None:
        self.selection_requested.emit(self._snapshot.choices.selection.inverted())


def _tool(name: str, sign: str, words: str, slot: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(sign)
    button.setAccessibleName(words.partition(" (")[0])
    button.setToolTip(words)
    button.setAutoRaise(True)
    button.clicked.connect(lambda _checked=False: slot())
    return button


def _word(words: str) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
