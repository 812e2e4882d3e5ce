"""Pull-downs are named by what they are for, and what is chosen is their value."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QStyleOptionComboBox, QVBoxLayout, QWidget

from evalgui.gui.role_box import RoleBox

ROOT = Path(__file__).parents[2]
NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value


def test_that_a_box_has_its_own_name_and_says_what_is_chosen(qtbot):
    box = RoleBox()
    qtbot.addWidget(box)
    box.setAccessibleName("Positive class")
    box.addItems(["well", "ill"])
    said = QAccessible.queryAccessibleInterface(box)
    assert said.role() == QAccessible.Role.ComboBox
    assert (said.text(NAME), said.text(VALUE)) == ("Positive class", "well")
    assert said.state().hasPopup
    box.setCurrentIndex(1)
    assert (said.text(NAME), said.text(VALUE)) == ("Positive class", "ill")
    box.show()
    box.showPopup()
    assert said.state().expanded
    box.hidePopup()
    assert said.state().collapsed


def test_that_a_box_can_be_pressed_by_who_does_not_see_it(qtbot):
    box = RoleBox()
    qtbot.addWidget(box)
    box.addItems(["well", "ill"])
    box.show()
    actions = QAccessible.queryAccessibleInterface(box).actionInterface()
    press = QAccessibleActionInterface.pressAction()
    assert press in actions.actionNames()
    for is_open in (True, False, True, False):
        actions.doAction(press)
        assert box.view().isVisible() is is_open
    box.setEnabled(False)
    actions.doAction(press)
    assert not box.view().isVisible()


def test_that_the_wheel_chooses_only_where_the_keys_do(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    row, box, other = QVBoxLayout(window), RoleBox(), QLineEdit()
    box.addItems(["well", "ill"])
    for widget in (other, box):
        row.addWidget(widget)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    for focused, chosen in ((other, "well"), (box, "ill")):
        focused.setFocus()
        qtbot.waitUntil(focused.hasFocus)
        place = QPointF(box.rect().center())
        nothing = QPoint()
        turn = QWheelEvent(
            place,
            QPointF(box.mapToGlobal(place)),
            nothing,
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(box, turn)
        assert box.currentText() == chosen


def test_that_500_boxes_come_and_go_while_python_collects():
    command = [sys.executable, "-m", "tests.support.come_and_go"]
    ended = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]
    assert ended.stdout == "500 boxes\n"


def test_that_a_choice_without_room_ends_in_an_ellipsis(qtbot):
    box = RoleBox()
    qtbot.addWidget(box)
    box.addItem("Classes in truth or predictions")
    option = QStyleOptionComboBox()
    box.resize(box.sizeHint().width() + 20, box.sizeHint().height())
    box.initStyleOption(option)
    assert option.currentText == "Classes in truth or predictions"
    box.resize(100, box.height())
    box.initStyleOption(option)
    assert option.currentText.startswith("Cl")
    assert option.currentText.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert box.currentText() == "Classes in truth or predictions"
