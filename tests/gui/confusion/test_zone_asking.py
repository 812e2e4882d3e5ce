"""Numbers of a grey zone are asked for in place, in words that say which line moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.core.zone_goals import ZoneGoal, answer_in_zone
from evalgui.core.zone_numbers import GREY, LEFT_OUT, ZoneNumber, ZonePart, ends_of
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.confusion.zone_editor import ZoneEditor
from evalgui.gui.confusion.zone_words import asked_in_words
from tests.gui.confusion.test_grey_matrix import with_zone

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

LEFT = Qt.MouseButton.LeftButton
GREY_POSITIVES = ZoneNumber(ZonePart.CELL, GREY, actual=0)


@pytest.fixture
def panel(qtbot: QtBot) -> Any:
    made = ConfusionPanel()
    qtbot.addWidget(made)
    made.resize(520, 340)
    made.show_snapshot(EMPTY, with_zone())
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def editor(window: QWidget) -> Any:
    return ZoneEditor(window)  # which its window ends


def asked_of(panel: Any) -> list[Any]:
    asked: list[Any] = []
    panel.number_asked.connect(lambda number, _place: asked.append(number))
    return asked


def test_that_every_number_on_show_is_asked_for_by_a_double_click(panel: Any) -> None:
    asked, view = asked_of(panel), panel.matrix_view
    every = [view.wanted_at(*place) for place in view._drawn_zone.places()]
    parts = [one.part for one in every]
    assert [parts.count(part) for part in ZonePart] == [3, 6, 3, 3, 15]
    for number in view._drawn_zone.places():
        place = view.rect_at(*number)
        assert view.rect().contains(place)
        QTest.mouseDClick(view, LEFT, pos=place.center())
    assert asked == every


def test_that_keys_reach_every_number(panel: Any) -> None:
    asked, grey = asked_of(panel), panel.matrix_view
    grey.setFocus()
    for keys in ("F2", "Up", "F2", "Up Up Left F2", "Down Down Down Down Down F2", "Down Right F2"):
        for key in keys.split():
            QTest.keyClick(grey, getattr(Qt.Key, f"Key_{key}"))
    assert [(one.part.name, one.place) for one in asked] == [
        ("CELL", 1), ("RATIO", 1), ("LINE", 0), ("MEASURE", 0), ("MEASURE", 1)
    ]  # fmt: skip
    assert asked[-1].measure == "TNR"
    assert grey.accessibleDescription().endswith(grey.zone.texts.two_way[1][1][1])


def test_that_the_field_says_what_moves_and_reads_counts_and_shares(editor: Any) -> None:
    snapshot = with_zone()
    editor.open_for(GREY_POSITIVES, snapshot, QRect())
    assert editor.prompt.text() == "Indeterminate actual positives exactly"
    assert editor.note.text() == ("The second line, at 0.35, moves; the threshold, at 0.65, stays.")
    assert editor.note.text() in editor.field.accessibleDescription()
    asked: list[Any] = []
    editor.goal_requested.connect(asked.append)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)  # what stands there asks for nothing
    assert (asked, editor.isHidden()) == ([], True)
    for typed in ("3", "25 %", "x"):
        editor.open_for(GREY_POSITIVES, snapshot, QRect())
        editor.field.setText(typed)
        QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert asked == [ZoneGoal(GREY_POSITIVES, 3), ZoneGoal(GREY_POSITIVES, 0.25, is_share=True)]
    assert "is not a number" in editor.message.text()
    above = ZoneNumber(ZonePart.CELL, 0, actual=1)
    editor.open_for(above, snapshot, QRect())
    assert editor.prompt.text() == "False positives at most"
    assert editor.note.text().startswith("The threshold, at 0.65, moves;")


def test_that_what_is_not_reached_offers_what_comes_near(editor: Any) -> None:
    snapshot = with_zone()
    ends = ends_of(snapshot)
    assert ends is not None
    assert snapshot.ranking is not None
    steps = snapshot.ranking.table.steps
    true_positives = ZoneNumber(ZonePart.CELL, 0, actual=0)
    editor.open_for(true_positives, snapshot, QRect())
    answer = answer_in_zone(ZoneGoal(true_positives, 10), steps, ends)
    editor.show_answer(answer)
    offers = editor.findChildren(QPushButton)
    most = int(steps.tp_column[ends.lenient])
    assert [one.text() for one in offers] == [
        f"True positives {most}, at 0.37, which ends the zone",
        f"True positives {most - 1}, at 0.4",
    ]
    for label in (editor.note, editor.message):  # nothing is cut off
        assert label.height() >= label.heightForWidth(label.width()) > 0
    for offer in offers:
        assert offer.width() >= offer.sizeHint().width()
        assert editor.rect().contains(offer.geometry())
    taken: list[Any] = []
    editor.row_requested.connect(lambda _answer, row: taken.append(row))
    offers[1].click()
    assert taken == [answer.offers[1][0]]
    assert editor.isHidden()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (ZoneNumber(ZonePart.SHARE, GREY), "Share of rows that are indeterminate near"),
        (ZoneNumber(ZonePart.RATIO, 2), "Likelihood ratio of negative tests at most"),
        (ZoneNumber(ZonePart.CELL, 2, actual=0), "False negatives at most"),
        (
            ZoneNumber(ZonePart.MEASURE, LEFT_OUT, measure="TPR"),
            "Sensitivity without indeterminate rows at least",
        ),
    ],
)
def test_that_numbers_are_named_in_the_words_of_the_field(number: Any, told: str) -> None:
    assert asked_in_words(number, words_in(Vocabulary.CLINICAL)) == told
