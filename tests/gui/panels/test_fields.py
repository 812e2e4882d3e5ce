"""Fields leave undo and redo to the program, and the wheel to what scrolls around them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLineEdit

from evalgui.core.rules import RULES
from evalgui.gui.panels.asking_field import TypedField
from evalgui.gui.panels.fields import CountField, NumberBox
from evalgui.gui.panels.notes_panel import NoteField
from evalgui.gui.panels.prevalence_field import PrevalenceField
from evalgui.gui.panels.rule_parameters import RuleNumberField

PARAMETER = next(
    parameter for rule in RULES for parameter in rule.parameters if parameter.low < parameter.high
)
SCROLLED = {
    "number": lambda: NumberBox("beta"),
    "count": lambda: CountField("k", "A count"),
}
FIELDS = {
    **SCROLLED,
    "typed": TypedField,
    "note": lambda: NoteField("note", "A note"),
    "prevalence": lambda: PrevalenceField("prevalence"),
    "rule": lambda: RuleNumberField(PARAMETER),
}


def wants(field, key, modifiers):
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
    event.ignore()
    QApplication.sendEvent(field, event)
    return event.isAccepted()


@pytest.mark.parametrize("name", FIELDS)
def test_that_undo_and_redo_are_those_of_the_program(name, qtbot):
    field = FIELDS[name]()
    qtbot.addWidget(field)
    control = Qt.KeyboardModifier.ControlModifier
    assert not wants(field, Qt.Key.Key_Z, control)
    assert not wants(field, Qt.Key.Key_Z, control | Qt.KeyboardModifier.ShiftModifier)


def test_that_a_field_of_qt_would_keep_them(qtbot):
    field = QLineEdit()
    qtbot.addWidget(field)
    assert wants(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_that_a_count_is_told_and_read_with_spaces_between_thousands(qtbot):
    field = CountField("bins", "Number of bins")
    qtbot.addWidget(field)
    field.setRange(1, 1 << 30)
    field.setGroupSeparatorShown(True)
    field.setValue(1 << 20)
    assert field.text() == "1\N{NARROW NO-BREAK SPACE}048\N{NARROW NO-BREAK SPACE}576"
    for typed in ("2 048", "2\N{NARROW NO-BREAK SPACE}048", "2048"):
        field.setValue(1)
        field.lineEdit().setText(typed)
        field.interpretText()
        assert field.value() == 2_048


def turn(field):
    """Turn the wheel over a field; return whether its value is another one."""
    before, plain = field.value(), Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        QPointF(2, 2), QPointF(2, 2), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, plain,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(field, event)
    return field.value() != before


@pytest.mark.parametrize("name", SCROLLED)
def test_that_the_wheel_passes_over_a_field(name, qtbot):
    field = SCROLLED[name]()
    qtbot.addWidget(field)
    assert not turn(field)


def test_that_the_wheel_would_change_a_field_of_qt(qtbot):
    field = QDoubleSpinBox()
    qtbot.addWidget(field)
    assert turn(field)
