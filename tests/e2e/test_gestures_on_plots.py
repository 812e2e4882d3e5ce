"""Looking before deciding: pointing, clicking, dragging and the marks of rules on the plots."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from evalgui.core.provenance import Origin
from evalgui.core.requests import ApplyRule
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.vocabulary import words_in
from evalgui.gui.activity import under_way
from evalgui.gui.look import text
from evalgui.gui.plots.curve_marks import PreviewMarks
from evalgui.gui.plots.rule_marks import short_name
from tests.support.layers import layer_of

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


def surface(program, plot_id):
    return program.window.plots.plots()[plot_id].canvas.viewport()


def place_of_mark(program, plot_id, rule_id):
    plot = program.window.plots.plots()[plot_id]
    for one in plot.mouse.rule_marks.placed:
        if any(choice.rule.id == rule_id for choice in one.mark.choices):
            return plot.canvas.mapFromScene(plot.view_box.mapToScene(one.at))
    raise AssertionError(rule_id)


def undo(program):
    QTest.keySequence(program.window, QKeySequence("Ctrl+Z"))


def test_that_pointing_at_a_curve_says_everywhere_what_would_be_and_a_click_takes_it(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: not under_way(program.workspace))  # other limits of axes
    program.settle()
    before, would_be = program.snapshot, program.window.confusion.would_be
    plots = program.window.plots.plots()
    place = program.place_on("det", 0.1)
    for step in (QPoint(4, 4), QPoint()):
        QTest.mouseMove(surface(program, "det"), place + step)
    preview = program.workspace.previews.current
    assert program.snapshot.inputs is before.inputs  # nothing is taken
    change = preview.changes(before.point.counts)
    assert would_be.words[0, 1] == f"{text.MINUS}{-change.fn}"
    assert would_be.words[1, 0] == f"+{change.fp}"
    for plot_id in ("roc", "pr", "det", "far-frr"):
        assert layer_of(plots[plot_id], PreviewMarks).markers[0].isVisible(), plot_id
    assert plots["histogram"].main.handle.preview_line.isVisible()
    assert program.window.plots.hint.text().startswith("Click to put the threshold here")
    QTest.mouseMove(surface(program, "det"), QPoint(3, 3))
    assert program.workspace.previews.current is None
    assert not would_be.isVisible()
    assert not layer_of(plots["roc"], PreviewMarks).markers[0].isVisible()
    QTest.mouseClick(surface(program, "det"), LEFT, pos=place)
    program.qtbot.waitUntil(lambda: program.snapshot.point.row == preview.row)
    undo(program)
    assert program.snapshot.point.threshold == before.point.threshold
    assert not program.workspace.history.can_undo


def test_that_escape_leaves_the_threshold_and_where_it_came_from(program):
    program.open_sample("clinical")
    program.workspace.ask(ApplyRule("youden"))
    chosen, n_steps = program.snapshot, len(program.workspace.data_sets.shown.history.past)
    canvas = program.window.plots.plots()["far-frr"].canvas
    start = program.place_on("far-frr", chosen.point.threshold)
    QTest.mousePress(canvas.viewport(), LEFT, pos=start)
    QTest.mouseMove(canvas.viewport(), program.place_on("far-frr", 0.8))
    program.qtbot.waitUntil(lambda: program.snapshot.point.threshold > 0.7)
    mark = program.window.plots.plots()["far-frr"].drag_mark
    assert " fewer found" in mark.pill.lines[0]
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    QTest.mouseRelease(canvas.viewport(), LEFT, pos=start)
    assert not mark.is_visible
    assert program.snapshot.point.threshold == chosen.point.threshold
    assert program.snapshot.provenance == chosen.provenance
    assert len(program.workspace.data_sets.shown.history.past) == n_steps


def use_mark(program, plot_id, rule_id):
    """Click the mark of a rule, and where others are there choose it."""
    place = place_of_mark(program, plot_id, rule_id)
    plot = program.window.plots.plots()[plot_id]
    QTest.mouseClick(surface(program, plot_id), LEFT, pos=place)
    menus = [menu for menu in plot.findChildren(QMenu, "plot_menu") if menu.isVisible()]
    for menu in menus:
        words = words_in(program.window.vocabulary)
        wanted = short_name(program.snapshot.ranking.choice(rule_id), words)
        next(one for one in menu.actions() if one.text() == f"Use {wanted}").trigger()
        menu.close()
        program.window.activateWindow()
        program.qtbot.waitUntil(program.window.isActiveWindow)


def test_that_a_tick_and_a_dot_use_their_rule_and_its_stability_follows(program):
    program.open_sample("clinical")
    program.window.menus.vocabulary_actions["clinical"].trigger()
    program.settle()
    before, ranking = program.snapshot, program.snapshot.ranking
    expected = choose(rule_by_id("cost"), ranking.table.steps, ranking.score)
    histogram = program.window.plots.plots()["histogram"]
    use_mark(program, "histogram", "cost")
    source = program.snapshot.provenance
    assert program.snapshot.point.threshold == expected.threshold
    assert (source.kind, source.rule) == (Origin.CHOSEN, "cost")
    use_mark(program, "det", "youden")
    assert program.snapshot.provenance.rule == "youden"
    program.qtbot.waitUntil(lambda: program.snapshot.stability is not None)
    assert program.snapshot.stability.choice.rule.id == "youden"
    assert histogram.main.handle.stability.isVisible()
    assert "stability" in histogram.header.with_intervals[0]
    program.window.actions_by_id["rule_marks"].trigger()
    assert program.snapshot.marks == ()
    assert not histogram.main.handle.ticks.isVisible()
    program.window.actions_by_id["rule_marks"].trigger()
    undo(program)
    undo(program)
    assert program.snapshot.point.threshold == before.point.threshold
    assert program.snapshot.stability is None


def test_that_pointing_at_a_rule_in_its_dock_shows_it_in_the_plots(program):
    program.open_sample("clinical")
    panel = program.window.rules
    with program.qtbot.waitSignal(panel.model.choices.ended):
        program.window.docks["rules"].toggleViewAction().trigger()
    index = panel.model.index_of("mcc")
    panel.tree.scrollTo(index)
    QTest.mouseMove(panel.tree.viewport(), panel.tree.visualRect(index).center())
    preview = program.workspace.previews.current
    assert preview.threshold == panel.model.choice(rule_by_id("mcc")).threshold
    assert layer_of(program.window.plots.plots()["roc"], PreviewMarks).markers[0].isVisible()
    QTest.mouseMove(panel.tree.viewport(), QPoint(5, panel.tree.viewport().height() - 2))


def open_menu(program, plot_id, place):
    QTest.mouseClick(surface(program, plot_id), RIGHT, pos=place)
    plot = program.window.plots.plots()[plot_id]
    menus = [menu for menu in plot.findChildren(QMenu, "plot_menu") if menu.isVisible()]
    assert len(menus) == 1
    return menus[0], {action.objectName(): action for action in menus[0].actions()}


def test_that_a_right_click_offers_what_can_be_done_here(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: not under_way(program.workspace))
    program.settle()
    place = program.place_on("det", 0.1)
    menu, actions = open_menu(program, "det", place)
    assert actions["use_point"].isEnabled()
    assert not actions["reset_plot_view"].isEnabled()
    assert actions["rule_marks"].isChecked()
    actions["pin_point"].trigger()
    menu.close()
    pinned = program.snapshot.choices.pinned
    assert pinned is not None
    assert pinned != program.snapshot.point.threshold
    menu, actions = open_menu(program, "det", place)
    actions["use_point"].trigger()
    menu.close()
    assert program.snapshot.point.threshold == pinned
    menu, actions = open_menu(program, "det", QPoint(surface(program, "det").width() - 40, 25))
    assert not actions["use_point"].isEnabled()
    QGuiApplication.clipboard().clear()
    actions["copy_figure"].trigger()
    menu.close()
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == 2 * program.window.plots.plots()["det"].size()
    menu, actions = open_menu(program, "histogram", QPoint(200, 60))
    actions["rule_marks"].trigger()
    menu.close()
    assert not program.snapshot.choices.has_marks
