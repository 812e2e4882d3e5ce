"""The ring around what has the focus."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from evalgui.gui.focus import FocusKeys

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


class _Paintings(QObject):
    """Counts how often a widget is painted with the rings of its window shown."""

    def __init__(self, widget: QComboBox) -> None:
        super().__init__()
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QComboBox):
            window = watched.window()
            self.count += window.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
        return False


def test_that_a_ring_is_painted_where_the_focus_was_already(qtbot: QtBot) -> None:
    ring = FocusKeys(None)
    dialog = QDialog()
    qtbot.addWidget(dialog)
    form, choice = QFormLayout(dialog), QComboBox()
    choice.addItems(["comma", "semicolon"])
    form.addRow("&Other", QLineEdit())
    form.addRow("&Sign", choice)
    with qtbot.waitExposed(dialog):
        dialog.show()
    choice.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(choice.hasFocus)
    dialog.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange, on=False)
    choice.repaint()
    paintings = _Paintings(choice)
    qtbot.keyClick(choice, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
    qtbot.waitUntil(lambda: paintings.count > 0)
    assert choice.hasFocus()
    ring.deleteLater()


class _Greedy(QLineEdit):
    """Wants every key, as boxes want Ctrl+E where the desktop moves the cursor by it."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


@pytest.mark.parametrize("kind", [_Greedy, QLineEdit, QSpinBox, QPlainTextEdit, QComboBox])
def test_that_control_and_a_letter_act_from_text_boxes_unless_they_edit(
    qtbot: QtBot, kind: type[QWidget]
) -> None:
    letters = FocusKeys(None)
    window, box, found = QMainWindow(), kind(), []
    if isinstance(box, QComboBox):
        box.setEditable(True)
    qtbot.addWidget(window)
    window.setCentralWidget(box)
    for letter in string.ascii_uppercase:
        action = QAction(letter, window)
        action.setShortcut(QKeySequence(f"Ctrl+{letter}"))
        action.triggered.connect(lambda _checked=False, letter=letter: found.append(letter))
        window.addAction(action)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    box.setFocus()
    qtbot.waitUntil(lambda: window.focusWidget() is not None and window.isActiveWindow())
    qtbot.keyClicks(box, "12")
    for letter in string.ascii_uppercase:
        key = Qt.Key(ord(letter))
        qtbot.keyClick(window.focusWidget(), key, Qt.KeyboardModifier.ControlModifier)
    assert set(string.ascii_uppercase) - set(found) <= set("ACVXYZ")
    letters.deleteLater()


def test_that_a_letter_without_an_action_moves_in_the_box_as_ever(qtbot: QtBot) -> None:
    letters = FocusKeys(None)
    box = QLineEdit("first last")
    qtbot.addWidget(box)
    with qtbot.waitExposed(box):
        box.show()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.setCursorPosition(5)
    qtbot.keyClick(box, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert box.text() in {"first", "first last"}  # other systems have no such key
    letters.deleteLater()
