"""Fields for what can be set in a rule, edited in place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from evalgui.core.languages import tr
from evalgui.core.metrics import METRICS, Better
from evalgui.core.rules.rule import Unit
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, text
from evalgui.gui.models.rules_model import target_of
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.panels.fields import Choice, LeavesUndo
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number, read_typed_share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QFocusEvent, QKeyEvent

    from evalgui.core.rules import Rule
    from evalgui.core.rules.rule import Parameter, Value
    from evalgui.core.vocabulary import Words
    from evalgui.gui.models.rule_sentences import Blank

_SHARES = frozenset({Unit.PROPORTION, Unit.LEVEL})
_WORDS = frozenset({Unit.MEASURE, Unit.CHOICE})
_FROM_DATA = tr("from the data")
_NOTHING = tr("not set")


class RuleNumberField(LeavesUndo, QLineEdit):
    """A number of a rule: what is typed is read when it is complete, and refused in place.

    Left empty it means what stands in it in grey: the default. In a sentence it says the number as
    the sentence does.
    """

    value_entered = Signal(object)
    left = Signal()  # by Escape, or by Enter or Tab once what was typed is taken over

    def __init__(self, parameter: Parameter, blank: Blank | None = None) -> None:
        super().__init__()
        self._parameter, self._blank = parameter, blank
        self._value: Value = parameter.default
        self.setObjectName(f"rule_{parameter.id}")
        self.setMaxLength(64)
        self.setFixedWidth(GRID * 18)
        self.setPlaceholderText(self._told(parameter.default))
        self.message = FieldMessage(self, f"rule_{parameter.id}_message")
        self.textEdited.connect(self.message.take_back)

    def _told(self, value: Value) -> str:
        if self._blank is not None and isinstance(value, float):
            value = self._blank.shown(value)
        return _number_in_words(value)

    def value(self) -> Value:
        """Return the number in force."""
        return self._value

    def set_value(self, value: Value) -> None:
        """Show a number; what is being typed is replaced."""
        self._value = value
        self.message.take_back()
        self.setText("" if value is None else self._told(value))
        self.setModified(False)

    def take_leave(self) -> None:
        """Forget what is being typed, and end what was said of it, which lies in the window."""
        self.set_value(self._value)
        self.message.deleteLater()

    def take_over(self) -> None:
        """Ask for what was typed; where it cannot be, say so and show the number in force."""
        if not self.isModified():
            return
        self.setModified(False)
        try:
            value = self._read(self.text())
        except NotUnderstoodError as error:
            stays = self._told(self._value)
            self.set_value(self._value)
            self.message.say(tr("{why}. It stays at {now}.", why=text.why(error), now=stays))
            return
        changed = value != self._value
        self.set_value(value)
        if changed:
            self.value_entered.emit(value)

    def _read(self, typed: str) -> Value:
        if not typed.strip():
            return self._parameter.default
        is_share = self._parameter.unit in _SHARES
        if self._blank is not None and self._blank.in_percent:
            value = self._blank.value(read_typed_number(typed.replace("%", "")))
        else:
            value = (read_typed_share if is_share else read_typed_number)(typed)
        low, high = self._parameter.low, self._parameter.high
        inside = low < value < high if self._parameter.without_ends else low <= value <= high
        if not (inside and math.isfinite(value)):
            in_percent = self._blank is not None and self._blank.in_percent
            told = tr("a number from 0 to 100") if in_percent else self._parameter.range_in_words()
            message = tr("This must be {sentence}", sentence=told)
            raise NotUnderstoodError(message)
        return value

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.setAccepted(self.isModified())  # what stands there already is for who is around
            self.take_over()
            self.selectAll()
        elif event.key() == Qt.Key.Key_Escape and self.isModified():
            self.set_value(self._value)
        elif event.key() == Qt.Key.Key_Escape:
            event.ignore()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.take_over()
        super().focusOutEvent(event)
        if not self.message.isVisible():
            self.left.emit()


class RuleParameters(QWidget):
    """One field for each parameter of a rule but its target, which stands in its row."""

    parameter_set = Signal(object, str, object)  # the rule, the id of a parameter, its value

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rule_parameters")
        self.setAccessibleName(tr("What can be set in the rule"))
        self._rule: Rule | None = None
        self._words = text.AT_FIRST
        self.fields: dict[str, RuleNumberField | Choice] = {}
        self._labels: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(GRID // 2)
        self._grid.setColumnStretch(1, 1)

    def set_words(self, words: Words) -> None:
        """Name the parameters, and the measures to choose from, as a field does."""
        self._words = words
        rule = self._rule
        if rule is not None:
            values = {parameter.id: self._value_of(parameter) for parameter in self._shown}
            self._rule = None
            self.show_rule(rule, values)

    def show_rule(self, rule: Rule | None, values: Mapping[str, Value]) -> None:
        """Show what is set in a rule."""
        if rule is not self._rule:
            self._rule = rule
            self._make_fields()
        for parameter in self._shown:
            field, value = self.fields[parameter.id], values[parameter.id]
            if isinstance(field, RuleNumberField):
                field.set_value(value)
            else:
                field.setCurrentIndex(max(0, field.findData(value)))
        self.setVisible(bool(self.fields))

    def _value_of(self, parameter: Parameter) -> Value:
        field = self.fields[parameter.id]
        if isinstance(field, RuleNumberField):
            return field.value()
        value: Value = field.currentData()
        return value

    def _make_fields(self) -> None:
        for field in self.fields.values():
            if isinstance(field, RuleNumberField):
                field.take_leave()
        for widget in (*self.fields.values(), *self._labels.values()):
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.fields, self._labels = {}, {}
        for row, parameter in enumerate(self._shown):
            self._add_field(row, parameter)

    @property
    def _shown(self) -> list[Parameter]:
        rule = self._rule
        target = None if rule is None else target_of(rule)
        return [] if rule is None else [one for one in rule.parameters if one is not target]

    def _add_field(self, row: int, parameter: Parameter) -> None:
        told = self._words.said(parameter.name)
        name = told[:1].upper() + told[1:]
        field = self._choice(parameter) if parameter.unit in _WORDS else self._number(parameter)
        field.setAccessibleName(name)
        if parameter.unit not in _WORDS:
            set_tip(field, f"{parameter.range_in_words()}")
        label = QLabel(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setBuddy(field)
        self._grid.addWidget(label, row, 0)
        self._grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignLeft)
        self.fields[parameter.id], self._labels[parameter.id] = field, label

    def _number(self, parameter: Parameter) -> RuleNumberField:
        field = RuleNumberField(parameter)
        field.value_entered.connect(lambda value: self._emit(parameter, value))
        return field

    def _choice(self, parameter: Parameter) -> Choice:
        box = Choice(f"rule_{parameter.id}", self._words.said(parameter.name))
        if parameter.may_be_none:
            box.addItem(_NOTHING, None)
        if parameter.unit is Unit.MEASURE:
            # Of what is neither good when high nor when low there is no best.
            for metric in METRICS:
                if parameter.may_be_none or metric.better is not Better.NEITHER:
                    name = metric.name_in(self._words.vocabulary)
                    box.addItem(self._words.said(name), metric.id)
        for word in parameter.choices:
            box.addItem(word.replace("-", " "), word)
        box.setMinimumContentsLength(GRID * 2)
        box.activated.connect(lambda _row: self._emit(parameter, box.currentData()))
        return box

    def _emit(self, parameter: Parameter, value: Value) -> None:
        self.parameter_set.emit(self._rule, parameter.id, value)


def _number_in_words(value: Value) -> str:
    return text.threshold(value) if isinstance(value, float) else _FROM_DATA
