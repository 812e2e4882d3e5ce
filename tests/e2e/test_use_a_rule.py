"""A rule is chosen in its dock: the threshold moves, says where it comes from, and goes back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.goals import Goal, Wanted
from evalgui.core.rules import choose, rule_by_id
from evalgui.gui import panes
from evalgui.gui.panels.choose_by import ChooseBy
from evalgui.io.writers.evaluation import evaluation


def opened(program):
    """Show the dock of rules; return its panel when all have chosen."""
    panel = program.window.rules
    with program.qtbot.waitSignal(panel.model.choices.ended):
        program.window.docks["rules"].toggleViewAction().trigger()
    panel.show_every(shown=True)
    corner = panel.mapTo(program.window, panel.rect().bottomRight())
    assert program.window.rect().contains(corner)  # it lies in front
    return panel


def select(panel, rule_id):
    index = panel.model.index_of(rule_id)
    panel.tree.scrollTo(index)
    place = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    return place


def test_that_the_dock_is_hidden_and_not_made_at_first(program):
    program.open_sample("clinical")
    assert not program.window.docks["rules"].isVisible()
    assert program.window.place(panes.RULES).made is None


def test_that_a_used_rule_moves_the_threshold_in_one_step_and_says_so(program):
    program.open_sample("clinical")
    panel = opened(program)
    before = program.snapshot
    select(panel, "sensitivity-limit")
    assert panel.tree.edit_target()
    field = panel.tree.field
    field.selectAll()
    QTest.keyClicks(field, "0,9")
    with program.qtbot.waitSignal(panel.model.choices.ended):
        QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.mouseClick(panel.use_button, Qt.MouseButton.LeftButton)
    ranking = program.snapshot.ranking
    expected = choose(
        rule_by_id("sensitivity-limit"), ranking.table.steps, ranking.score, {"sensitivity": 0.9}
    )
    assert program.snapshot.point.threshold == expected.threshold
    assert before.point.threshold != expected.threshold
    written = evaluation(program.snapshot)
    assert written["rule"] == "sensitivity-limit"
    assert written["provenance"]["kind"] == "chosen"
    assert written["provenance"]["parameters"] == {"sensitivity": 0.9, "level": 0.95}
    assert written["provenance"]["source"] == "clinical.csv"
    assert panel.model.is_in_force(rule_by_id("sensitivity-limit"))
    program.window.actions_by_id["undo"].trigger()
    assert program.snapshot.point.threshold == before.point.threshold
    assert evaluation(program.snapshot)["provenance"] == evaluation(before)["provenance"]
    assert not panel.model.is_in_force(rule_by_id("sensitivity-limit"))
    program.window.actions_by_id["redo"].trigger()
    assert evaluation(program.snapshot)["rule"] == "sensitivity-limit"


def test_that_nothing_is_chosen_anew_while_the_threshold_moves(program):
    program.open_sample("clinical")
    panel = opened(program)
    place = select(panel, "youden")
    found = panel.model.choice(rule_by_id("youden"))
    QTest.mouseDClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert program.snapshot.point.threshold == found.threshold
    assert panel.model.choice(rule_by_id("youden")) is found
    assert not panel.model.choices.is_busy


def test_that_another_data_set_waits_until_the_dock_is_seen(program):
    program.open_sample("clinical")
    panel = opened(program)
    program.window.docks["predictions"].raise_()
    program.open_sample("tharwat-2018")
    assert not panel.model.choices.is_busy
    assert panel.model.choice(rule_by_id("youden")) is None
    with program.qtbot.waitSignal(panel.model.choices.ended):
        program.window.docks["rules"].raise_()
    ranking = program.snapshot.ranking
    expected = choose(rule_by_id("youden"), ranking.table.steps, ranking.score)
    assert panel.model.choice(rule_by_id("youden")).threshold == expected.threshold


def test_that_all_rules_open_at_the_one_in_force_as_it_was_set(program):
    program.open_sample("clinical")
    program.workspace.goals.ask(Goal(Wanted("PPV"), 0.8))
    head, panel = program.window.decision.head, program.window.rules
    QTest.mouseClick(head.rule, Qt.MouseButton.LeftButton)
    QTest.mouseClick(program.window.findChild(ChooseBy).every, Qt.MouseButton.LeftButton)
    assert program.window.docks["rules"].isVisible()
    current = panel.tree.currentIndex()
    assert panel.model.rule(current).id == "ppv"
    assert panel.tree.visualRect(current).isValid()
    assert current.data() == "Precision at least 80 %"
