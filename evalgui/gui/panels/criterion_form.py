"""A criterion as a sentence of fields, and as the text that the command line takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.digits import exact
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import Choice, LeavesUndo
from evalgui.gui.results.cells import style_of
from evalgui.gui.typed_number import NotUnderstoodError, TwoNumbersError, read_typed_share
from evalgui.results.topics.requirements import is_at_risk, numbers_with_names, required

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from evalgui.core.requirements import Requirement

VALUE, LOWER, UPPER, BOTH = "value", "lower", "upper", "both"
_KINDS = {
    VALUE: tr("value"),
    LOWER: tr("lower limit"),
    UPPER: tr("upper limit"),
    BOTH: tr("both limits"),
}
_BETWEEN = "between"
_SIGNS = {
    ">=": tr("at least"),
    "<=": tr("at most"),
    ">": tr("above"),
    "<": tr("below"),
    _BETWEEN: tr("between"),
}
_OF_KIND = {
    VALUE: tuple(_SIGNS),
    LOWER: (">=", ">"),
    UPPER: ("<=", "<"),
    BOTH: (_BETWEEN,),
}
_MOST_COLUMNS = 500
_LONGEST = 90  # letters of what is wrong
_EXAMPLE = tr("or type it: TPR-limit>=0.85 in every site")


class Field(LeavesUndo, QLineEdit):
    """A field of one line; Escape is left to the form."""

    left = Signal()

    def __init__(self, name: str, purpose: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(purpose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class CriterionForm(QWidget):
    """Fields that make a sentence, and the text that they come to, which can be typed, too."""

    taken = Signal(object, object)  # a requirement, and the one in whose place it comes, or None

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("criterion_form")
        self._edited: Requirement | None = None
        self.kind = Choice("criterion_kind", tr("Value or limit"))
        for kind, words in _KINDS.items():
            self.kind.addItem(words, kind)
        self.measure = Choice("criterion_measure", tr("Measure"))
        self.sign = Choice("criterion_sign", tr("Sign"))
        self.low = Field("criterion_number", tr("Number"))
        self.low.setPlaceholderText(tr("number"))
        self.high = Field("criterion_second_number", tr("Second number"))
        self.risk = Field("criterion_risk", tr("Risk threshold"))
        self.column = Choice("criterion_column", tr("In every group of this column"))
        self.column.setEditable(True)
        of_column = Field("criterion_column_name", tr("In every group of this column"))
        of_column.setPlaceholderText(tr("all rows together"))
        self.column.setLineEdit(of_column)
        self.column.setInsertPolicy(Choice.InsertPolicy.NoInsert)
        self.text = Field("criterion_text", tr("Criterion as text"))
        self.text.setPlaceholderText(_EXAMPLE)
        self.message = FieldMessage(self.text, "criterion_message")
        self.take = QPushButton(tr("&Add"))
        self.take.setObjectName("criterion_add")
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setObjectName("criterion_cancel")
        self.fields = QWidget()
        self.unfold = QToolButton()
        self.unfold.setObjectName("criterion_fields")
        self.unfold.setAccessibleName(tr("Fields of a sentence"))
        self.unfold.setToolTip(tr("Make it of fields"))
        self.unfold.setCheckable(True)
        self.unfold.setAutoRaise(True)
        self.unfold.toggled.connect(self._on_unfolded)
        self._and, self._at = QLabel(tr("and")), QLabel(tr("At a risk of"))
        self._every = QLabel(tr("In e&very"))
        self._every.setBuddy(self.column)
        self._lay_out()
        self._connect()
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)
        self._edit(None)
        self.unfold.setChecked(True)

    def _lay_out(self) -> None:
        inner = QVBoxLayout(self.fields)
        inner.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, GRID)
        column.addWidget(self.fields)
        lines: tuple[tuple[QVBoxLayout, tuple[QWidget, ...]], ...] = (
            (inner, (self.measure,)),
            (inner, (self.kind, self.sign)),
            (inner, (self.low, self._and, self.high)),
            (inner, (self._at, self.risk)),
            (inner, (self._every, self.column)),
            (column, (self.unfold, self.text, self.take, self.cancel)),
        )
        for to, parts in lines:
            line = QHBoxLayout()
            line.setSpacing(GRID // 2)
            for part in parts:
                is_fixed = isinstance(part, QLabel | QAbstractButton)
                line.addWidget(part, 0 if is_fixed else 1)
            to.setSpacing(GRID // 2)
            to.addLayout(line)

    def _connect(self) -> None:
        self.kind.activated.connect(self._on_kind)
        for box in (self.measure, self.sign):
            box.activated.connect(self._on_changed)
        self.column.currentTextChanged.connect(self._on_changed)
        for field in (self.low, self.high, self.risk):
            field.textEdited.connect(self._on_changed)
            field.returnPressed.connect(self._take)
        self.text.textEdited.connect(self.message.take_back)
        self.text.returnPressed.connect(self._take)
        self.take.clicked.connect(self._take)
        self.cancel.clicked.connect(lambda: self._edit(None))
        for line in (self.low, self.high, self.risk, self.text):
            line.left.connect(lambda: self._edit(None))

    # --------------------------------------------------------------------------- view

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as another field does."""
        style, chosen = style_of(words_in(vocabulary)), self.measure.currentData() or "TPR"
        self.measure.clear()
        for name, told in numbers_with_names():
            self.measure.addItem(told.told(style), name)
        self.measure.setCurrentIndex(self.measure.findData(chosen))

    def show_columns(self, names: Sequence[str]) -> None:
        """Offer the columns of the data that are open."""
        chosen = self.column.currentText()
        with QSignalBlocker(self.column):
            self.column.clear()
            self.column.addItems(["", *names[:_MOST_COLUMNS]])
            self.column.setCurrentIndex(self.column.findText(chosen))
            self.column.setEditText(chosen)

    def edit(self, one: Requirement) -> None:
        """Let a criterion be changed: what is taken then comes in its place."""
        self._edit(one)
        self.unfold.setChecked(True)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        self.text.selectAll()

    def take_focus(self) -> None:
        """Put the keys where a criterion begins."""
        first = self.measure if self.unfold.isChecked() else self.text
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------------------- inside

    def _on_unfolded(self, is_unfolded: bool) -> None:  # noqa: FBT001 - a slot
        self.fields.setVisible(is_unfolded)
        arrows = Qt.ArrowType.DownArrow, Qt.ArrowType.UpArrow
        self.unfold.setArrowType(arrows[0] if is_unfolded else arrows[1])

    def _edit(self, one: Requirement | None) -> None:
        self._edited = one
        self.message.take_back()
        self.take.setText(tr("&Add") if one is None else tr("Ch&ange"))
        self.cancel.setVisible(one is not None)
        if one is None:
            for field in (self.low, self.high, self.risk, self.text):
                field.clear()
            self.column.setEditText("")
        else:
            self._fill(one)
        self._show_fields()
        self.text.setText("" if one is None else one.text)

    def _fill(self, one: Requirement) -> None:
        both = one.and_bound is not None
        is_lower = one.relation.startswith(">")
        kind = (BOTH if both else LOWER if is_lower else UPPER) if one.is_limit else VALUE
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self._offer_signs()
        self.measure.setCurrentIndex(self.measure.findData(one.name))
        self.sign.setCurrentIndex(self.sign.findData(_BETWEEN if both else one.relation))
        self.low.setText(_shown(one.bound))
        self.high.setText(_shown(one.and_bound))
        self.risk.setText(_shown(one.risk))
        self.column.setEditText(one.column)

    def _offer_signs(self) -> None:
        signs, chosen = _OF_KIND[self.kind.currentData()], self.sign.currentData()
        self.sign.clear()
        for sign in signs:
            self.sign.addItem(_SIGNS[sign], sign)
        self.sign.setCurrentIndex(max(0, self.sign.findData(chosen)))

    def _on_kind(self) -> None:
        self._offer_signs()
        self._on_changed()

    def _show_fields(self) -> None:
        if not self.sign.count():
            self._offer_signs()
        is_between = self.sign.currentData() == _BETWEEN
        for part in (self._and, self.high):
            part.setVisible(is_between)
        at_risk = is_at_risk(self.measure.currentData() or "")
        for part in (self._at, self.risk):
            part.setVisible(at_risk)

    def _on_changed(self) -> None:
        """Write what the fields say as text, as far as there is a number."""
        self._show_fields()
        self.message.take_back()
        try:
            self.text.setText(self._written())
        except TwoNumbersError as why:
            self.text.clear()
            self.message.say(text.why(why))

    def _written(self) -> str:
        low, high = (_typed(one.text()) for one in (self.low, self.high))
        sign, is_between = self.sign.currentData(), self.sign.currentData() == _BETWEEN
        if not low or (is_between and not high):
            return ""
        named = self.measure.currentData() + "-limit" * (self.kind.currentData() != VALUE)
        risk = _typed(self.risk.text())
        if risk and is_at_risk(self.measure.currentData()):
            named = f"{named} at {risk}"
        told = f"{low}<={named}<={high}" if is_between else f"{named}{sign}{low}"
        column = self.column.currentText().strip()
        return f"{told} in every {column}" if column else told

    def _take(self) -> None:
        typed = self.text.text().strip()
        if not typed:
            self.message.say(tr("Type a number, or the criterion as text."))
            (self.low if self.unfold.isChecked() else self.text).setFocus()
            return
        try:
            one = required(typed)
        except ValueError as error:
            self.message.say(_short(text.why(error)))
            self.text.setFocus()
            return
        before = self._edited
        self._edit(None)
        self.unfold.setChecked(False)  # what was written stands above
        self.taken.emit(one, before)


def _short(words: str) -> str:
    """Return what is wrong, without all names that there are."""
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}"


def _shown(number: float | None) -> str:
    return "" if number is None else text.localised(exact(number))


def _typed(words: str) -> str:
    """Return a number as text reads it, also one with a decimal comma; else what was typed.

    Raises
    ------
    TwoNumbersError
        If it may be two numbers.
    """
    try:
        return exact(read_typed_share(words)) if words.strip() else ""
    except TwoNumbersError:
        raise
    except NotUnderstoodError:
        return words.strip()
