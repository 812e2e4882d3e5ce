"""The field over a number: what Enter asks for, and when it asks for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from evalgui.core.goals import Goal, Wanted
from evalgui.gui import theme as themes
from evalgui.gui.panels.goal_editor import GoalEditor
from evalgui.gui.theme import HIGH_CONTRAST, LIGHT
from tests.gui.models.tables import make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot


@pytest.fixture
def snapshot() -> Snapshot:
    """Two thirds of a rate, which no number of digits tells in full."""
    return snapshot_of(make_dataset([0.9, 0.8, 0.2, 0.1], [1, 1, 1, 0]), threshold=0.5)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def editor(window: QWidget) -> GoalEditor:
    return GoalEditor(window)  # which its window ends


def press_enter(editor: GoalEditor) -> list[object]:
    """Press Enter; return what is asked for."""
    asked: list[object] = []
    editor.goal_requested.connect(lambda *goal: asked.append(goal))
    editor.threshold_entered.connect(asked.append)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    return asked


@pytest.mark.parametrize("wanted", [Wanted("TPR"), Wanted("TP"), None])
def test_that_enter_on_what_stands_there_asks_for_nothing(
    editor: GoalEditor, snapshot: Snapshot, wanted: Wanted | None
) -> None:
    if wanted is None:
        editor.open_for_threshold(snapshot, QRect())
    else:
        editor.open_for(wanted, snapshot, QRect())
    assert editor.field.text()
    assert press_enter(editor) == []
    assert editor.isHidden()


def test_that_what_stands_there_is_followed_as_exactly_as_it_is(
    editor: GoalEditor, snapshot: Snapshot
) -> None:
    editor.open_for(Wanted("TPR"), snapshot, QRect())
    assert editor.field.text() == "0.667"  # more than it is
    editor.follow.click()
    assert press_enter(editor) == [(Goal(Wanted("TPR"), 2 / 3), True)]


def test_that_a_typed_number_is_what_was_typed(editor: GoalEditor, snapshot: Snapshot) -> None:
    editor.open_for(Wanted("TPR"), snapshot, QRect())
    QTest.keyClicks(editor.field, " 66,7 % ")
    assert press_enter(editor) == [(Goal(Wanted("TPR"), 0.667), False)]
    editor.open_for(Wanted("TP"), snapshot, QRect())
    editor.follow.setChecked(False)
    editor.field.clear()
    assert press_enter(editor) == []
    assert editor.message.text()


def test_that_the_field_has_a_frame_that_is_seen_on_black(
    window: QWidget, snapshot: Snapshot, qapp: QApplication
) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, HIGH_CONTRAST)
        editor = GoalEditor(window)
        editor.open_for(Wanted("TPR"), snapshot, QRect())
        picture = editor.grab().toImage()
        assert picture.pixelColor(0, picture.height() // 2) == QColor(HIGH_CONTRAST.border)
        editor.hide()
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)
