"""The import dialog says what it understood in a sentence, and asks by cards and tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from evalgui.core.metrics import Vocabulary
from evalgui.gui.dialogs import import_dialog
from evalgui.gui.dialogs.import_dialog import ImportDialog
from evalgui.io.bytes.source import Source
from evalgui.io.loading import assess, load_source
from evalgui.io.meaning import Basis, Role, guessed
from evalgui.workspace.readings import try_answers
from evalgui.workspace.tasks import Task

LEFT = Qt.MouseButton.LeftButton
TWO = "disease,marker\nyes,0.5\nno,0.25\nyes,0.75\nno,0.125\nno,0.5\n"
LIMITS = "truth,psa\n1,5\n0,<0.05\n1,>100\n0,2\n1,7\n"


def load(text):
    return load_source(Source.from_bytes("a.csv", text.encode()))


@pytest.fixture
def dialog_of(qtbot):
    def made(text, vocabulary=Vocabulary.MACHINE_LEARNING):
        dialog = ImportDialog(load(text), vocabulary=vocabulary)
        qtbot.addWidget(dialog)
        dialog.outcome_requested.connect(
            lambda loaded, roles: dialog.show_outcome(
                assess(loaded.table, roles, before=loaded.proposal)
            )
        )
        dialog.answers_requested.connect(
            lambda loaded, answers: dialog.show_answers(
                loaded, try_answers(loaded, answers, Task(lambda *_: None))
            )
        )
        dialog.show()
        qtbot.waitExposed(dialog)
        return dialog

    return made


def sentence(dialog):
    return dialog.sentence.accessibleName()


def test_that_a_median_between_two_values_has_no_noise(dialog_of):
    dialog = dialog_of("truth,marker\nyes,17.32\nyes,17.33\nno,1\nno,2\n")
    told = dialog.classes.tiles["yes"].button.accessibleDescription()
    assert told == "2 rows, median of marker 17.325"


def test_that_two_classes_are_tiles_with_rows_and_medians(dialog_of, qtbot):
    dialog = dialog_of(TWO)
    assert sentence(dialog) == "yes against no, by marker: 5 of 5 rows"
    tiles = dialog.classes.tiles
    assert list(tiles) == ["yes", "no"]
    assert tiles["yes"].button.isChecked()
    assert tiles["yes"].button.accessibleDescription() == "2 rows, median of marker 0.625"
    assert tiles["no"].button.accessibleDescription() == "3 rows, median of marker 0.25"
    QTest.mouseClick(tiles["no"], LEFT)
    qtbot.waitUntil(lambda: sentence(dialog).startswith("no against yes"), timeout=60_000)
    assert dialog.roles().positive == "no"
    assert dialog.roles().higher_is_positive is False  # what is high for one is low for the other
    assert dialog.classes.tiles["no"].button.isChecked()
    assert list(dialog.classes.tiles) == ["yes", "no"]  # no tile has moved
    assert dialog.classes.why.text() == "'no' is the positive class (decided)"


def test_that_the_direction_is_asked_of_the_class_that_was_chosen(dialog_of, qtbot):
    dialog = dialog_of(TWO)
    asked = guessed(Role.DIRECTION, "lower for 'yes'", Basis.CONTENT, "marker", question="Is it?")
    loaded = dialog._loaded
    reasons = (*loaded.proposal.reasons, asked)
    dialog.show_loaded(replace(loaded, proposal=replace(loaded.proposal, reasons=reasons)))
    assert [card.title.text() for card in dialog.cards] == ["Is it?"]
    QTest.mouseClick(dialog.classes.tiles["no"], LEFT)
    qtbot.waitUntil(lambda: sentence(dialog).startswith("no"), timeout=60_000)
    assert dialog.cards == []
    QTest.mouseClick(dialog.classes.tiles["yes"], LEFT)
    assert [card.title.text() for card in dialog.cards] == ["Is it?"]


def test_that_an_answer_folds_and_can_be_taken_back(dialog_of, qtbot):
    dialog = dialog_of(LIMITS)
    (card,) = dialog.cards
    assert card.title.text() == "What are the 2 limits in 'psa'?"
    assert "'<0.05' and '>100'" in card.accessibleName()
    before = dialog.roles()
    pressed = [button.text() for button in card.buttons if button.isChecked()]
    assert pressed == ["Below (above) every number"]
    answer = next(button for button in card.buttons if button.text() == "No result")
    QTest.mouseClick(answer, LEFT)
    assert dialog.roles().limits == "set-aside"
    assert dialog.choices.limits.currentData() == "set-aside"
    assert dialog.cards == []
    qtbot.waitUntil(lambda: "3 of 5 rows" in sentence(dialog), timeout=60_000)
    (line,) = dialog._lines
    QTest.mouseClick(line.undo, LEFT)
    assert dialog.roles() == before
    assert len(dialog.cards) == 1
    qtbot.waitUntil(lambda: "5 of 5 rows" in sentence(dialog), timeout=60_000)


UNREAD = (
    "truth,score_a,score_b\n1,5,k\n0,x,2\n1,y,3\n0,2,1\n1,7,\n0,u,3\n1,v,9\n0,w,2\n"
    "0,4,4\n1,6,5\n1,8,7\n0,3,2\n0,1,2\n1,9,8\n"
)


def chips(card):
    """Return the cells that are shown on a card, as a screen reader tells them."""
    return [one.accessibleName() for one in card.findChildren(QWidget, "import_cells")]


def test_that_a_card_shows_the_cells_it_is_about(dialog_of):
    first, second = dialog_of(UNREAD).cards
    assert chips(first) == ["row 2: x, row 3: y, row 6: u, row 7: v"]
    assert "and 1 more" in {one.text() for one in first.findChildren(QLabel)}
    assert chips(second) == ["row 1: k"]
    titles = [one.title.text() for one in (first, second)]
    assert titles == [
        "5 cells are no numbers in 'score_a': leave out?",
        "1 cell is no number in 'score_b': leave out?",
    ]
    named = dialog_of("patient_id,truth,psa\nA7,1,5\nB8,0,<0.05\nC9,1,>100\nD1,0,2\nE2,1,7\n")
    assert chips(named.cards[0]) == ["B8: <0.05, C9: >100"]
    codes = dialog_of("disease,score\n1,0.5\n0,0.2\n9,0.4\n1,0.7\n0,0.1\n9,0.1\n")
    assert chips(codes.cards[0]) == ["row 3: 9, row 6: 9"]
    assert chips(dialog_of("truth,a,b\n1,0.9,3\n0,0.1,2\n1,0.3,4\n").cards[0]) == []


def test_that_each_answer_says_what_comes_of_it_before_it_is_given(dialog_of, qtbot):
    dialog = dialog_of(LIMITS)
    outcomes = {
        "Below (above) every number": "5 of 5 rows",
        "Exactly the limit": "5 of 5 rows",
        "No result": "3 of 5 rows",
    }

    def told():
        return {
            button.text(): button.accessibleDescription().removeprefix(f"{button.text()}: ")
            for button in dialog.cards[0].buttons
        }

    qtbot.waitUntil(lambda: told() == outcomes, timeout=60_000)
    assert dialog.roles().limits == "below"  # nothing is decided by it
    dialog.show_answers(replace(dialog._loaded, table=load("a,b\n1,2\n").table), {})
    assert told() == outcomes


def test_that_an_answer_says_what_its_score_lacks_and_why_it_does_not_do(dialog_of, qtbot):
    dialog = dialog_of(UNREAD)
    words = "14 of 14 rows, 5 without this score"
    qtbot.waitUntil(
        lambda: words in dialog.cards[0].buttons[0].accessibleDescription(), timeout=60_000
    )
    refused = replace(dialog.roles(), set_aside_unreadable=False)
    found = try_answers(dialog._loaded, [refused], Task(lambda *_: None))
    assert "5 of 14 scores are not numbers" in found[refused].told(())


def test_that_a_table_can_be_said_to_be_a_matrix_and_to_be_none(dialog_of, qtbot):
    dialog = dialog_of("truth,called ill,called well\npatients,40,10\nothers,12,88\n")
    rows_are = dialog.choices.rows_are
    rows_are.setCurrentIndex(rows_are.findData("matrix"))
    assert dialog.choices.positive.count() == 2
    dialog.choices.positive.setCurrentIndex(dialog.choices.positive.findData("patients"))
    qtbot.waitUntil(lambda: "confusion matrix" in sentence(dialog), timeout=60_000)
    dataset = assess(dialog._loaded.table, dialog.roles()).dataset
    assert dataset.matrix.counts.tolist() == [[40, 10], [12, 88]]
    rows_are.setCurrentIndex(rows_are.findData(False))
    assert dialog.roles().matrix_rows is None
    matrix = dialog_of(",cat,dog\ncat,8,3\ndog,1,9\n")
    assert matrix.roles().matrix_rows == "actual"
    matrix.choices.rows_are.setCurrentIndex(0)
    assert not matrix.choices.truth.isHidden()


def test_that_a_choice_in_the_form_answers_as_well(dialog_of):
    dialog = dialog_of(LIMITS)
    dialog.choices.limits.setCurrentIndex(dialog.choices.limits.findData("at"))
    assert dialog.cards == []
    assert len(dialog._lines) == 1


def patient(n):
    bnp = "<50" if n == 4 else n * 37 % 90
    return f"{n:03};{'AB'[n % 3 == 0]};{bnp};{'k.A.' if n == 7 else n / 8};{40 + n % 40}\n"


HOSPITAL = "id;group;bnp;troponin;age\n" + "".join(map(patient, range(60)))


def test_that_no_more_than_some_are_asked_at_once_and_the_others_are_counted(
    dialog_of, qtbot, monkeypatch
):
    monkeypatch.setattr(import_dialog, "_MOST_CARDS", 2)
    dialog = dialog_of(HOSPITAL)
    qtbot.waitUntil(dialog.classes.isVisible, timeout=60_000)
    (first,) = dialog.cards  # beside the tiles
    assert dialog._more.text() == "1 more question comes when these are answered"
    QTest.mouseClick(first.buttons[0], LEFT)
    assert len(dialog._lines) == 1
    (second,) = dialog.cards
    assert second.title.text() != first.title.text()
    assert not dialog._more.isVisible()


def test_that_the_sentence_asks_which_are_scores_where_more_is_asked(dialog_of, qtbot):
    dialog = dialog_of(HOSPITAL)
    qtbot.waitUntil(dialog.classes.isVisible, timeout=60_000)
    asked = {one.role for one in dialog._loaded.proposal.asked}
    assert asked == {Role.POSITIVE, Role.SCORE, Role.LIMITS, Role.TRUTH}
    assert len(dialog.cards) == 2
    assert not any("are scores" in card.title.text() for card in dialog.cards)
    assert {"bnp", "troponin"} <= {link.text() for link in dialog.sentence.links}
    (alone,) = dialog_of("truth,a,b\n1,0.9,3\n0,0.1,2\n1,0.3,4\n").cards
    assert "are scores" in alone.title.text()


def test_that_below_the_cards_stands_only_what_they_do_not_say(dialog_of, qtbot):
    dialog = dialog_of("disease,psa\nyes,5\nno,<0.05\nyes,>100\nno,2\nyes,7\n,9\n")
    qtbot.waitUntil(dialog.classes.isVisible, timeout=60_000)
    assert dialog.outcome.counts.text().splitlines() == [
        "6 rows read, 5 used",
        "    1 set aside: the label is missing",
    ]
    assert [card.title.text() for card in dialog.cards] == ["What are the 2 limits in 'psa'?"]
    told = dialog.outcome.findings.text()
    assert "limits" not in told
    assert "set aside" not in told


def test_that_the_words_of_the_field_are_spoken(dialog_of, qtbot):
    dialog = dialog_of(HOSPITAL, vocabulary=Vocabulary.CLINICAL)
    qtbot.waitUntil(dialog.classes.isVisible, timeout=60_000)
    assert dialog.classes.title.text() == "Which of these is diseased?"
    assert dialog.sentence.accessibleName().endswith(": 60 of 60 patients")
    lines = [one.text() for one in dialog.classes.findChildren(QLabel)]
    assert {"20 patients", "40 patients"} <= set(lines)


def test_that_a_link_leads_to_the_field_and_all_choices_are_folded(dialog_of, qtbot):
    dialog = dialog_of(TWO)
    assert not dialog.choices.scores.isVisible()
    link = next(one for one in dialog.sentence.links if one.text() == "marker")
    QTest.mouseClick(link, LEFT)
    assert dialog.choices.scores.isVisible()
    qtbot.waitUntil(dialog.choices.scores.hasFocus, timeout=60_000)


def test_that_enter_opens_wherever_the_focus_is(dialog_of, qtbot):
    dialog = dialog_of(LIMITS)
    for place in (dialog.cards[0].buttons[1], dialog.all_choices):
        place.setFocus()
        with qtbot.waitSignal(dialog.accepted_with, timeout=60_000):
            qtbot.keyClick(place, Qt.Key.Key_Return)


def test_that_tab_goes_down_from_the_sentence(dialog_of):
    dialog = dialog_of(LIMITS)
    stops = [*dialog.sentence.links, *(one.button for one in dialog.classes.tiles.values())]
    stops += [*dialog.cards[0].buttons, dialog.all_choices]
    following, at = [], stops[0]
    while len(following) < len(stops):
        if at in stops:
            following.append(at)
        at = at.nextInFocusChain()
    assert following == stops
