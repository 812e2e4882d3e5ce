"""Everything with an underlined letter can be reached with it: no letter means two things."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import panes


def letters(window):
    """Return the underlined letters of what is in sight in the window."""
    shown = [action.text() for action in window.menuBar().actions()]
    named = [label for label in window.findChildren(QLabel) if label.buddy() is not None]
    named += window.findChildren(QAbstractButton)
    shown += [widget.text() for widget in named if widget.isVisible()]
    return Counter(filter(None, (QKeySequence.mnemonic(words).toString() for words in shown)))


def test_that_no_letter_is_underlined_twice(program):
    window = program.window
    program.open_sample("biometric")
    window.place(panes.DATA).setVisible(True)
    window.docks["data"].raise_()
    window.statusBar().show()  # as while a file is opened
    for vocabulary in Vocabulary:
        window.set_vocabulary(vocabulary)
        found = letters(window)
        assert found["Alt+N"] == 1, "the button that cancels"
        assert max(found.values()) == 1, found


def test_that_a_letter_cancels_opening(program, qtbot):
    window = program.window
    window.statusBar().show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.progress.cancel_requested):
        QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier)


@pytest.mark.parametrize("sample", ["clinical", "iris"])
def test_that_every_pull_down_is_named_by_its_role(program, sample):
    program.open_sample(sample)
    boxes = [one for one in program.window.findChildren(QComboBox) if not one.isEditable()]
    assert {"positive_choice", "score_choice"} <= {one.objectName() for one in boxes}
    for box in boxes:
        said = QAccessible.queryAccessibleInterface(box)
        assert said.text(QAccessible.Text.Name) == box.accessibleName() != "", box.objectName()
        assert said.text(QAccessible.Text.Value) == box.currentText()
