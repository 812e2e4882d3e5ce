"""A score that runs against its classes is turned by a press of a button, and only by that."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMessageBox, QPlainTextEdit, QTreeWidget

from evalgui.core.requests import SelectPositive, SelectScore
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.models.columns_model import ROLE
from evalgui.io.meaning.column_roles import ColumnRole
from evalgui.io.meaning.roles import Roles
from evalgui.workspace.file_requests import OpenFiles
from tests.support.shown_data import show_dataset

LEFT = Qt.MouseButton.LeftButton
LESS, MORE = "\N{LESS-THAN OR EQUAL TO}", "\N{GREATER-THAN OR EQUAL TO}"
# Of the 16 pairs, 2 are won, 3 are tied and 11 are lost.
POSITIVE, NEGATIVE = (1, 2, 2, 5), (2, 4, 5, 6)
AREA = 3.5 / 16
TEXT = "label,marker,other\n" + "".join(
    [f"1,{score},{9 - score}\n" for score in POSITIVE]
    + [f"0,{score},{9 - score}\n" for score in NEGATIVE]
)
ROLES = Roles(truth="label", scores=("marker",), predicted="", positive="1")


def opened(program, tmp_path, roles=ROLES, text=TEXT):
    path = tmp_path / "turned.csv"
    path.write_text(text, encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=roles))
    program.settle()
    return program.window.findings, program.window.data_bar


def press(program, button):
    assert button.isVisible()
    assert button.isEnabled()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(button, LEFT)
    program.settle()


def area(program):
    return program.snapshot.ranking.value("roc_auc")


def directions(program):
    return {one.name: one.higher_is_positive for one in program.snapshot.dataset.scores}


def test_that_nothing_is_turned_until_the_button_is_pressed(program, tmp_path):
    strip, bar = opened(program, tmp_path)
    assert area(program) == AREA
    told = "the AUC of 'marker' is 0.219, below 0.5: do lower scores mean '1'?"
    assert strip.question.text() == told
    assert strip.turn.text() == "Yes, lower = positive"
    assert bar.direction.text() == MORE
    press(program, strip.turn)
    assert area(program) == 1 - AREA
    assert not strip.question.isVisible()
    assert "do lower scores mean" not in strip.told
    assert not strip.turn.isVisible()
    assert bar.direction.text() == LESS
    model = program.window.data.model
    assert model.index(1, ROLE).data() == ColumnRole.LOWER.value
    counts = program.snapshot.ranking.table.counts_at(2.0)
    assert (counts.tp, counts.fp) == (3, 1)  # of the scores up to 2


def test_that_a_score_can_be_turned_back_in_the_data_bar(program, tmp_path):
    strip, bar = opened(program, tmp_path)
    press(program, strip.turn)
    press(program, bar.direction)
    assert area(program) == AREA
    assert strip.turn.isVisible()
    assert bar.direction.text() == MORE


def test_that_a_score_can_be_turned_back_in_the_data_dock(program, tmp_path):
    strip, _ = opened(program, tmp_path)
    press(program, strip.turn)
    model = program.window.data.model
    with program.qtbot.waitSignal(program.workspace.file_opened):
        model.setData(model.index(1, ROLE), ColumnRole.HIGHER.value)
    assert area(program) == AREA


def test_that_of_several_scores_only_the_one_shown_is_turned(program, tmp_path):
    roles = Roles(
        truth="label", scores=("other", "marker"), predicted="", positive="1",
        higher_is_positive=True,
    )  # fmt: skip
    strip, bar = opened(program, tmp_path, roles)
    assert area(program) == 1 - AREA
    assert "do lower scores mean" in strip.told  # of the score that is not shown
    assert not strip.turn.isVisible()
    program.workspace.ask(SelectScore(1))
    program.qtbot.waitUntil(strip.turn.isVisible)
    press(program, strip.turn)
    assert program.snapshot.score.name == "marker"
    assert directions(program) == {"other": True, "marker": False}
    assert area(program) == 1 - AREA
    press(program, bar.direction)
    assert directions(program) == {"other": True, "marker": True}
    assert area(program) == AREA


def test_that_a_distance_is_asked_the_other_way(program, tmp_path):
    roles = Roles(
        truth="label", scores=("other",), predicted="", positive="1", higher_is_positive=False
    )
    strip, _ = opened(program, tmp_path, roles)
    assert strip.turn.text() == "Yes, higher = positive"
    press(program, strip.turn)
    assert area(program) == 1 - AREA


def test_that_it_is_asked_about_the_class_that_is_shown(program, tmp_path):
    strip, bar = opened(program, tmp_path)
    program.workspace.ask(SelectPositive(0))
    program.qtbot.waitUntil(lambda: program.snapshot.positive == 0)
    assert bar.direction.text() == LESS
    told = "the AUC of 'marker' is 0.219, below 0.5: do higher scores mean '0'?"
    assert strip.question.text() == told
    assert "mean '1'" not in strip.told
    program.application.commands.show_findings()
    (findings,) = program.window.findChildren(QTreeWidget, "findings_list")
    listed = [findings.topLevelItem(row).text(0) for row in range(findings.topLevelItemCount())]
    assert told in listed
    assert not [text for text in listed if "mean '1'" in text]
    program.application.commands.show_import_log()
    (log,) = program.window.findChildren(QDialog, "import_log")
    shown = log.findChild(QPlainTextEdit).toPlainText()
    assert told in shown
    assert "mean '1'" not in shown
    press(program, strip.turn)
    assert program.snapshot.positive_name == "0"
    assert area(program) == 1 - AREA
    assert bar.direction.text() == MORE
    assert not strip.turn.isVisible()


def test_that_the_score_of_one_class_of_several_cannot_be_turned(program):
    program.open_sample("iris")
    bar = program.window.data_bar
    program.workspace.ask(SelectPositive(0))
    program.qtbot.waitUntil(lambda: program.snapshot.positive == 0)
    assert bar.direction.isVisible()
    assert not bar.direction.isEnabled()


def test_that_data_of_no_file_say_so(program, tmp_path):
    _, bar = opened(program, tmp_path)
    dataset = program.snapshot.dataset
    show_dataset(program.workspace, dataset)
    QTest.mouseClick(bar.direction, LEFT)
    told = next(box for box in program.window.findChildren(QMessageBox) if box.isVisible())
    assert "have no columns" in told.text() + told.informativeText()
    told.close()
    assert program.snapshot.dataset is dataset


@pytest.mark.parametrize(
    ("vocabulary", "words"),
    [
        (Vocabulary.BIOMETRICS, "Yes, lower = genuine"),
        (Vocabulary.SPEAKER, "Yes, lower = target"),
        (Vocabulary.CLINICAL, "Yes, lower = diseased"),
    ],
)
def test_that_the_button_has_the_words_of_the_field(program, tmp_path, vocabulary, words):
    strip, _ = opened(program, tmp_path)
    program.window.set_vocabulary(vocabulary)
    assert strip.turn.text() == words


def test_that_roles_turn_one_score_and_back() -> None:
    roles = Roles(scores=("a", "b"), higher_is_positive=True, opposite=("b",))
    assert roles.turned("a").opposite == ("a", "b")
    assert roles.turned("b").opposite == ()
    assert roles.turned("a").turned("a") == roles
    alone = Roles(scores=("a",), higher_is_positive=True, opposite=("a",))
    assert not alone.is_higher_positive("a")
    assert alone.turned("a") == Roles(scores=("a",), higher_is_positive=True)
