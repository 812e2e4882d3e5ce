"""The pane of people: what the threshold does to whole people, at a prevalence and at costs."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, cast

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from evalgui.core.consequences.people import Frequencies
from evalgui.core.consequences.settings import Scale
from evalgui.core.requests import MoveThreshold, SetPrevalence
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.panels import people_panel
from evalgui.gui.panels.people_panel import BeforeAndAfter, Icons, PeoplePanel
from evalgui.results.topics.decision_curve import decision_curve
from evalgui.results.topics.people import natural, prevalence_of


@pytest.fixture
def pane(program: Any) -> PeoplePanel:
    program.open_sample("clinical")
    dock = program.window.docks["people"]
    dock.show()
    dock.raise_()
    program.settle()
    panel = program.window.people
    assert isinstance(panel, PeoplePanel)
    assert panel.isVisible()
    return panel


def type_into(field: QLineEdit, words: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_that_it_follows_threshold_and_prevalence(program: Any, pane: PeoplePanel) -> None:
    def is_of_the_line() -> None:
        share = prevalence_of(program.snapshot)
        assert share is not None
        found = natural(program.snapshot.point, share)
        assert found is not None
        assert pane.icons.found == found
        assert f"{found.tp} are found" in pane.sentence.text()

    is_of_the_line()
    before = pane.icons.found
    program.workspace.ask(MoveThreshold(20))
    program.settle()
    is_of_the_line()
    assert pane.icons.found != before
    type_into(pane.prevalence.field, "6 %")
    program.settle()
    assert program.snapshot.inputs.intervals.prevalence == 0.06
    is_of_the_line()
    assert pane.icons.found is not None
    assert pane.icons.found.with_condition == 60


def test_that_a_ratio_of_costs_is_that_of_the_measures(program: Any, pane: PeoplePanel) -> None:
    type_into(pane.ratio, "10")
    program.settle()
    parameters = program.snapshot.inputs.parameters
    assert (parameters.cost_fn, parameters.cost_fp) == (10, 1)
    rows = {name: value for name, value, _ends in pane.costs.rows}
    cost = program.snapshot.point.measured["COST"].value
    assert rows["this threshold"] == pytest.approx(cost)
    type_into(pane.ratio, "-1")
    assert program.snapshot.inputs.parameters == parameters
    assert pane.ratio.text() == "10"


def test_that_a_case_control_file_asks_for_a_prevalence(program: Any, pane: PeoplePanel) -> None:
    program.open_sample("biometric")
    program.settle()
    if prevalence_of(program.snapshot) is None:
        assert not pane.icons.isVisible()
        assert pane.prevalence.note.isVisible()
        program.workspace.ask(SetPrevalence(0.1))
        program.settle()
    assert pane.icons.isVisible()
    assert pane.icons.found is not None


def test_that_a_prevalence_of_another_study_can_be_typed(program: Any, pane: PeoplePanel) -> None:
    type_into(pane.prevalence.field, "12/200")
    program.settle()
    intervals = program.snapshot.inputs.intervals
    assert (intervals.prevalence, intervals.prevalence_of) == (0.06, 200)
    assert pane.prevalence.field.text() == "12/200"
    type_into(pane.prevalence.field, "12/0")
    assert program.snapshot.inputs.intervals == intervals


@pytest.mark.parametrize(
    "found",
    [Frequencies(1000, 90, 10, 180, 720), Frequencies(100_000, 49, 1, 1999, 97_951)],
)
def test_that_every_person_is_in_an_icon(qtbot: Any, found: Frequencies) -> None:
    icons = Icons()
    qtbot.addWidget(icons)
    icons.show_people(found, words_in(Vocabulary.CLINICAL))
    kinds = Counter(icons.kinds())
    assert sum(kinds.values()) == 1000
    for kind, count in enumerate(found[1:]):
        assert abs(kinds[kind] - count * 1000 / found.n) <= 1
    assert "90" in icons.accessibleName() or "49" in icons.accessibleName()
    for width in (160, 430, 900):
        height = icons.heightForWidth(width)
        icons.resize(width, height)
        assert QRect(0, 0, width, height).contains(icons.rect())


def test_that_the_axis_is_one_of_log_odds(qtbot: Any) -> None:
    axis = BeforeAndAfter()
    qtbot.addWidget(axis)
    axis.resize(400, 80)
    places = [axis.place(one) for one in (0.1, 0.5, 0.9)]
    assert places[1] - places[0] == pytest.approx(places[2] - places[1])
    none = [(math.nan, math.nan)] * 2
    axis.show_probabilities(0.1, [0.02, 0.5], none, words_in(Vocabulary.CLINICAL))
    assert "after test + 50" in axis.accessibleName()
    axis.grab()


def test_that_sentences_are_plain_text(pane: PeoplePanel) -> None:
    for label in (pane.sentence, pane.best):
        assert isinstance(label, QLabel)
        assert label.textFormat().name == "PlainText"
    assert "before the test" in pane.best.text()


def test_that_scores_are_declared_in_the_menu(program: Any) -> None:
    program.open_sample("clinical")
    window = program.window

    def scale() -> Scale | None:
        return cast("Scale | None", program.snapshot.inputs.consequences.scale)

    assert scale() is None
    window.actions_by_id["scale_probability"].trigger()
    program.settle()
    assert scale() is Scale.PROBABILITY
    assert window.actions_by_id["scale_probability"].isChecked()
    assert not window.actions_by_id["scale_percent"].isChecked()
    told = decision_curve(program.snapshot)
    assert told is not None
    (table,) = told.tables
    assert {row.id: cell.value for row, cell in table.cells("value")}["model"] > 0
    window.actions_by_id["undo"].trigger()
    program.settle()
    assert scale() is None
    window.actions_by_id["redo"].trigger()
    program.settle()
    window.actions_by_id["scale_probability"].trigger()
    program.settle()
    assert scale() is None


def test_that_many_scores_leave_ratios_to_tables_and_say_so(
    program: Any, pane: PeoplePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No other threshold costs less" in pane.best.text() or "Costs:" in pane.best.text()
    monkeypatch.setattr(people_panel, "is_quick", lambda _snapshot: False)
    program.workspace.ask(MoveThreshold(1))
    program.settle()
    assert "stands in tables and reports" in pane.best.text()
    assert "before the test" in pane.best.text()
