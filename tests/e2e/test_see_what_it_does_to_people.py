"""The pane of people: what the threshold does to whole people, at a prevalence and at costs."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.consequences.people import Frequencies, post_test
from evalgui.core.consequences.settings import Scale
from evalgui.core.intervals.at_prevalence import Share
from evalgui.core.requests import ApplyRule, MoveThreshold, SetPrevalence, UseChoice
from evalgui.core.rules import RULES
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.look import GRID, text
from evalgui.gui.panels import people_panel
from evalgui.gui.panels.people_panel import BeforeAndAfter, Icons, PeoplePanel
from evalgui.gui.panels.prevalence_slider import (
    STOPS,
    PrevalenceSlider,
    place_of,
    share_at,
    stop_from,
)
from evalgui.results.topics import people as topic
from evalgui.results.topics.decision_curve import decision_curve
from evalgui.workspace.file_requests import AssignRoles
from evalgui.workspace.settings import NOMOGRAM

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit


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
        share = topic.prevalence_of(program.snapshot)
        assert share is not None
        found = topic.natural(program.snapshot.point, share)
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


def sampled(program: Any, sampling: Sampling) -> None:
    roles = program.workspace.opened.decisions.roles
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(AssignRoles(replace(roles, sampling=sampling)))
    program.settle()


def asked(program: Any) -> float | None:
    found: float | None = program.snapshot.inputs.intervals.prevalence
    return found


def n_steps(program: Any) -> int:
    return len(program.workspace.data_sets.shown.history.past)


def at(slider: PrevalenceSlider, share: float) -> QPoint:
    return QPoint(round(slider.x_of(share)), GRID)


def test_that_a_case_control_file_asks_for_a_prevalence(program: Any, pane: PeoplePanel) -> None:
    sampled(program, Sampling.CASE_CONTROL)
    below = (pane.ratio, pane.sentence, pane.icons, pane.axis, pane.costs, pane.best)
    assert pane.prevalence.note.isVisible()
    assert not any(part.isVisible() for part in below)
    assert pane.slider.share is None
    assert pane.slider.accessibleName() == "Prevalence: not given"
    assert not pane.origins["file"].isEnabled()
    QTest.mouseClick(pane.slider, Qt.MouseButton.LeftButton, pos=at(pane.slider, 0.01))
    program.settle()
    share = program.snapshot.inputs.intervals.prevalence
    assert share == pytest.approx(0.01, abs=0.001)
    assert not pane.prevalence.note.isVisible()
    assert all(part.isVisible() for part in below)


def test_that_the_slider_is_dragged_in_one_step(program: Any, pane: PeoplePanel) -> None:
    slider, before = pane.slider, n_steps(program)
    of_file = topic.prevalence_of(program.snapshot)
    assert of_file is not None
    assert slider.share == of_file
    assert slider.limits == of_file.limits(0.95)
    seen: list[float] = []
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(slider, of_file.value))
    assert asked(program) is None  # the handle was only taken
    for share in (0.3, 0.1, 0.02):
        QTest.mouseMove(slider, at(slider, share))
        program.qtbot.waitUntil(lambda: not program.workspace.number.frame.is_waiting)
        seen.append(asked(program) or math.nan)
        assert pane.icons.found == topic.natural(program.snapshot.point, Share(seen[-1]))
    assert seen == pytest.approx([0.3, 0.1, 0.02], rel=0.05)
    assert all(share in STOPS for share in seen)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(slider, 0.02))
    program.settle()
    assert asked(program) == seen[-1]
    assert n_steps(program) == before + 1
    assert slider.accessibleName() == f"Prevalence: {text.percent(seen[-1])}, typed"
    assert slider.value() == 2
    assert pane.origins["typed"].isChecked()
    program.window.actions_by_id["undo"].trigger()
    program.settle()
    assert program.snapshot.inputs.intervals.prevalence is None
    assert pane.origins["file"].isChecked()


def test_that_escape_takes_a_drag_of_the_slider_back(program: Any, pane: PeoplePanel) -> None:
    slider, before = pane.slider, n_steps(program)
    slider.setFocus()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=at(slider, 0.01))
    program.qtbot.waitUntil(lambda: program.snapshot.inputs.intervals.prevalence is not None)
    QTest.keyClick(slider, Qt.Key.Key_Escape)
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=at(slider, 0.01))
    program.settle()
    assert program.snapshot.inputs.intervals.prevalence is None
    assert n_steps(program) == before


def test_that_arrow_keys_go_from_stop_to_stop(program: Any, pane: PeoplePanel) -> None:
    program.workspace.ask(SetPrevalence(0.05))
    program.settle()
    pane.slider.setFocus()
    before, shift = n_steps(program), Qt.KeyboardModifier.ShiftModifier
    for key, modifier, share in (
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 0.051),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, 0.05),
        (Qt.Key.Key_Up, shift, 0.06),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 0.05),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0.001),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 0.99),
    ):
        QTest.keyClick(pane.slider, key, modifier)
        program.settle()
        assert program.snapshot.inputs.intervals.prevalence == share
    assert n_steps(program) == before + 6


def test_that_an_assistive_technology_moves_the_slider(program: Any, pane: PeoplePanel) -> None:
    pane.slider.setValue(12)
    program.settle()
    assert program.snapshot.inputs.intervals.prevalence == 0.12


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_that_the_track_rises_and_each_stop_is_found_where_it_is(one: float, two: float) -> None:
    assert (place_of(one) <= place_of(two)) or one > two
    stop = share_at(one)
    assert stop in STOPS
    assert share_at(place_of(stop)) == stop
    nearest = min(STOPS, key=lambda other: abs(place_of(other) - one))
    assert abs(STOPS.index(stop) - STOPS.index(nearest)) <= 1


def test_that_stops_are_gone_through_one_by_one_from_anywhere() -> None:
    assert list(STOPS) == sorted(set(STOPS))
    assert stop_from(0.0123, 1) == 0.013
    assert stop_from(0.0123, -1) == 0.012
    assert stop_from(0.01, -1) == 0.0099
    assert stop_from(0.0001, -1) == 0.001
    assert stop_from(0.999, 1) == 0.99


def test_that_words_say_where_the_prevalence_comes_from(program: Any, pane: PeoplePanel) -> None:
    def checked() -> list[str]:
        return [name for name, button in pane.origins.items() if button.isChecked()]

    assert checked() == ["file"]
    QTest.mouseClick(pane.origins["study"], Qt.MouseButton.LeftButton)
    assert checked() == ["file"]  # until one is typed
    assert pane.prevalence.field.hasFocus()
    assert pane.prevalence.field.message.isVisible()
    type_into(pane.prevalence.field, "12/200")
    program.settle()
    assert checked() == ["study"]
    assert pane.slider.limits == pytest.approx(Share(12, 200).limits(0.95))
    QTest.mouseClick(pane.origins["file"], Qt.MouseButton.LeftButton)
    program.settle()
    assert program.snapshot.inputs.intervals.prevalence is None
    assert checked() == ["file"]


def test_that_four_costs_unfold_and_are_refused_in_words(program: Any, pane: PeoplePanel) -> None:
    assert not pane.editor.isVisible()
    QTest.mouseClick(pane.four_costs, Qt.MouseButton.LeftButton)
    assert pane.editor.isVisible()
    field = pane.editor.fields["cost_tp"]
    field.setValue(5.0)
    program.settle()
    assert program.snapshot.inputs.parameters.cost_tp == 5.0
    assert pane.refused.text() == "A missed positive must cost more than a found one"
    assert not pane.ratio.text()
    assert not pane.costs.isVisible()
    assert not pane.best.isVisible()
    type_into(pane.ratio, "4")
    program.settle()
    parameters = program.snapshot.inputs.parameters
    assert (parameters.cost_fn, parameters.cost_tp) == (4, 0)
    assert pane.costs.isVisible()
    assert not pane.refused.isVisible()


def test_that_one_set_of_costs_holds_for_people_and_rules(program: Any, pane: PeoplePanel) -> None:
    def given() -> Any:
        return program.window.rules.model.choices.given(RULES.by_id("cost"))["cost-fn"]

    assert given() == 10  # as the sentence has it until one is said
    type_into(pane.ratio, "7")
    program.settle()
    assert given() == 7
    program.workspace.ask(ApplyRule("cost"))
    program.settle()
    assert dict(program.snapshot.provenance.parameters)["cost-fn"] == 7
    choice = program.snapshot.ranking.choice("cost", {"cost-fn": 3.0})
    program.workspace.ask(UseChoice(choice))
    program.settle()
    assert pane.ratio.text() == "3"
    assert given() == 3
    program.window.actions_by_id["undo"].trigger()
    program.settle()
    assert pane.ratio.text() == "7"


def test_that_regret_stands_beside_the_costs_of_all_and_none(
    program: Any, pane: PeoplePanel
) -> None:
    type_into(pane.ratio, "10")
    program.settle()
    told = topic.people(program.snapshot)
    assert told is not None
    (table,) = told.tables
    cells = {row.id: cell for row, cell in table.cells("value")}
    names = [name for name, _value, _ends in pane.costs.rows]
    assert names == ["this threshold", "everybody", "nobody"]
    for place, other in ((1, "all"), (2, "none")):
        regret = cells[f"regret_against_{other}"]
        beyond = cells[f"cost_of_{other}"].value - cells["cost"].value
        assert regret.value == pytest.approx(-beyond)
        assert pane.costs.beyond[place].startswith(f"+{text.measure(beyond)} (")
        assert pane.costs.beyond[place] in pane.costs.accessibleName()


def test_that_a_narrow_pane_has_the_sentence_and_the_icons(program: Any, pane: PeoplePanel) -> None:
    dock = program.window.docks["people"]
    dock.setFloating(True)
    others = (pane.slider, pane.ratio, pane.axis, pane.costs, pane.best)
    for width, is_alone in ((300, True), (356, False), (300, True)):
        dock.resize(width + dock.width() - pane.width(), 700)
        program.qtbot.waitUntil(lambda width=width: pane.width() == width)
        assert pane.sentence.isVisible()
        assert pane.icons.isVisible()
        assert [part.isVisible() for part in others] == [not is_alone] * len(others)
    assert pane.icons.heightForWidth(356) < 356
    sampled(program, Sampling.CASE_CONTROL)
    assert pane.slider.isVisible()  # there is nothing but to type one
    assert pane.prevalence.note.isVisible()


def test_that_the_nomogram_is_remembered(program: Any, pane: PeoplePanel) -> None:
    before, height = pane.axis.accessibleName(), pane.axis.sizeHint().height()
    QTest.mouseClick(pane.nomogram, Qt.MouseButton.LeftButton)
    assert pane.axis.is_nomogram
    assert pane.axis.sizeHint().height() > height
    assert pane.axis.accessibleName() == before
    pane.axis.grab()
    assert program.application.settings.value(NOMOGRAM)


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
    lengths = []
    for before in (0.1, 0.4):
        after = [post_test(before, ratio) for ratio in (0.25, 9.0)]
        axis.show_probabilities(before, after, none, words_in(Vocabulary.CLINICAL))
        lengths.append([axis.place(one) - axis.place(before) for one in after])
        for is_nomogram in (False, True):
            axis.set_nomogram(is_nomogram)
            axis.grab()
    assert lengths[0] == pytest.approx(lengths[1])  # that of a likelihood ratio
    assert lengths[0][1] / lengths[0][0] == pytest.approx(math.log(9) / math.log(0.25))


@pytest.mark.parametrize("before", [1e-6, 0.0004, 0.2])
def test_that_the_axis_reaches_whatever_it_shows(qtbot: Any, before: float) -> None:
    axis = BeforeAndAfter()
    qtbot.addWidget(axis)
    after = [post_test(before, ratio) for ratio in (0.01, 50.0)]
    none = [(math.nan, math.nan)] * 2
    axis.show_probabilities(before, after, none, words_in(Vocabulary.CLINICAL))
    assert 0 < axis.share_of(after[0]) < axis.share_of(before) < axis.share_of(after[1]) < 1


@pytest.mark.parametrize("vocabulary", Vocabulary)
def test_that_each_field_has_its_words_for_icons(qtbot: Any, vocabulary: Vocabulary) -> None:
    icons, words = Icons(), words_in(vocabulary)
    qtbot.addWidget(icons)
    icons.show_people(Frequencies(1000, 90, 10, 180, 720), words)
    told = icons.accessibleName().split(", ")
    for count, outcome, one in zip((90, 10, 180, 720), words.outcomes, told, strict=True):
        assert one.startswith(f"{count} {outcome.plain}")


def test_that_sentences_are_as_high_as_their_lines(pane: PeoplePanel) -> None:
    for label in (pane.sentence, pane.best):
        n_lines = {}
        for width in (900, 200):
            label.resize(width, label.height())
            n_lines[width] = label.n_lines
            room = QRect(0, 0, width, 10_000)
            needed = label.fontMetrics().boundingRect(room, 0x1000, label.text())  # words wrap
            assert label.height() >= needed.height()
        assert n_lines[900] < n_lines[200]
        (copy,) = label.actions()
        copy.trigger()
        assert QGuiApplication.clipboard().text() == label.text()
        assert label.accessibleDescription() == label.text()
    assert "pre-test probabilities" in pane.best.text()


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
    told = pane.best.text()
    assert told.startswith(("Best for every ratio of costs", "Another threshold costs less"))
    monkeypatch.setattr(people_panel, "is_quick", lambda _snapshot: False)
    program.workspace.ask(MoveThreshold(1))
    program.settle()
    assert "stands in tables and reports" in pane.best.text()
    assert "pre-test probabilities" in pane.best.text()
