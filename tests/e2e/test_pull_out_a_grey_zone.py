"""A grey zone: pulled out of the line, seen in matrix, rows and plots, pushed together again."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFrame

from evalgui.core.goals import Wanted
from evalgui.core.grey_zone import grey_ends, grey_zone_of, indeterminate
from evalgui.core.requests import SetGreyZone, SetSecond, SetThreshold, UseChoice
from evalgui.core.zone_numbers import NEGATIVE, POSITIVE, ZoneNumber, ZonePart
from evalgui.gui.confusion.shown_zone import FIRST_CELLS
from evalgui.gui.look import GRID, text

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def on_screen(plot, x, y):
    scene = plot.view_box.mapToScene(QPointF(x, y))
    return plot.canvas.mapFromScene(scene)


def pull(program, plot, start, *ends):
    """Drag sideways from a place, in pixels of the view box."""
    viewport, y = plot.canvas.viewport(), plot.grey._place
    QTest.mousePress(viewport, LEFT, NO_KEY, on_screen(plot, start, y))
    for x in ends:
        QTest.mouseMove(viewport, on_screen(plot, x, y))
        program.qtbot.waitUntil(lambda: not program.workspace.second.frame.is_waiting)
    QTest.mouseRelease(viewport, LEFT, NO_KEY, on_screen(plot, ends[-1], y))


def test_that_a_zone_is_pulled_out_of_the_line_and_pushed_together_again(program):
    program.open_sample("clinical")
    window, plot = program.window, program.window.plots.plots()["histogram"]
    program.workspace.ask(SetThreshold(0.5))
    program.settle()
    grey, model = plot.grey, window.predictions.model
    assert grey.handle.isVisible()
    assert not grey.second.item.isVisible()
    threshold, line = program.snapshot.point.threshold, plot.grip.x

    pull(program, plot, line, line + 20, line + 90)
    snapshot = program.snapshot
    low, high = grey_ends(snapshot)
    assert (low, snapshot.point.threshold) == (threshold, threshold)
    assert abs(grey.second.x - (line + 90)) <= 1
    far = window.plots.plots()["far-frr"]
    for other in (plot, far):
        assert other.grey.band.isVisible()
        assert not other.grey.handle.isVisible()
    zone = grey_zone_of(snapshot)
    view = window.confusion.matrix_view
    shown = [[int(cell.count) for cell in row] for row in view.zone.texts.cells]
    parts = (zone.positive, zone.grey, zone.negative)
    assert shown == [[one.positives for one in parts], [one.negatives for one in parts]]
    rows = indeterminate(snapshot.score, low, high)
    assert len(rows) == zone.grey.n
    outcomes = [model.look(p, model.outcome_column)[0] for p in range(model.rowCount())]
    assert [p for p, told in enumerate(outcomes) if told == text.UNDEFINED] == rows.tolist()
    table, call = window.predictions.table, model.call_column
    room = table.columnWidth(call) - GRID  # of the cell, as it is painted
    assert table.fontMetrics().horizontalAdvance("indeterminate") <= room

    QTest.mouseClick(view, LEFT, NO_KEY, view.rect_at(FIRST_CELLS, 1).center())
    window.predictions.selection_bar.only.click()
    program.qtbot.waitUntil(lambda: model.rowCount() == zone.grey.positives)
    window.predictions.clear_filter()

    line = plot.grip.x
    pull(program, plot, grey.second.x, line + 40, line + 2)
    assert grey_ends(program.snapshot) is None
    assert view.zone is None
    assert grey.handle.isVisible()
    program.workspace.history.undo()
    assert grey_ends(program.snapshot) == (low, high)
    program.workspace.history.undo()
    assert grey_ends(program.snapshot) is None


def test_that_a_pull_is_taken_back_by_escape(program):
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.5))
    program.settle()
    plot = program.window.plots.plots()["histogram"]
    viewport, line, y = plot.canvas.viewport(), plot.grip.x, plot.grey._place
    plot.canvas.setFocus()
    QTest.mousePress(viewport, LEFT, NO_KEY, on_screen(plot, line, y))
    QTest.mouseMove(viewport, on_screen(plot, line + 60, y))
    program.qtbot.waitUntil(lambda: grey_ends(program.snapshot) is not None)
    QTest.keyClick(plot.canvas, Qt.Key.Key_Escape)
    assert grey_ends(program.snapshot) is None
    QTest.mouseRelease(viewport, LEFT, NO_KEY, on_screen(plot, line + 60, y))
    assert grey_ends(program.snapshot) is None


def test_that_both_ends_are_typed(program):
    program.open_sample("clinical")
    window = program.window
    window.actions_by_id["grey_zone"].trigger()
    dialog = window.findChild(QDialog, "grey_zone_dialog")
    for field, words in ((dialog.low, "0,8"), (dialog.high, "0.2")):
        field.clear()
        QTest.keyClicks(field, words)
    QTest.keyClick(dialog.high, Qt.Key.Key_Return)
    assert dialog.message.text() == "The lower end must lie below the upper end."
    for field, words in ((dialog.low, "0,2"), (dialog.high, "0.8")):
        field.clear()
        QTest.keyClicks(field, words)
    QTest.keyClick(dialog.high, Qt.Key.Key_Return)
    assert grey_ends(program.snapshot) == (0.2, 0.8)
    zone = grey_zone_of(program.snapshot)
    scores = program.snapshot.score.values
    assert zone.grey.n == int(np.count_nonzero((scores >= 0.2) & (scores < 0.8)))


def test_that_a_count_is_typed_into_a_cell(program):
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.6))
    program.workspace.ask(SetSecond(0.3))
    program.settle()
    view = program.window.confusion.matrix_view
    editor = program.window.findChild(QFrame, "zone_editor")
    cell = view.rect_at(FIRST_CELLS, 1).center()
    QTest.mouseClick(view, LEFT, NO_KEY, cell)
    QTest.mouseDClick(view, LEFT, NO_KEY, cell)
    assert editor.isVisible()
    assert not program.snapshot.choices.selection  # the first click chose the rows of the cell
    QTest.keyClicks(editor.field, "10")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert editor.isHidden()
    assert view.zone.texts.cells[0][1].count == "10"
    low, high = grey_ends(program.snapshot)
    scores, truth = program.snapshot.score.values, program.snapshot.dataset.truth
    is_grey = (scores >= low) & (scores < 0.6)
    assert int(np.count_nonzero(is_grey & (truth == program.snapshot.positive))) == 10
    assert high == program.snapshot.point.threshold == 0.6
    program.workspace.history.undo()
    assert grey_ends(program.snapshot) == (0.3, 0.6)


def test_that_no_number_ends_the_zone_unasked(program):
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.6))
    steps = program.snapshot.ranking.table.steps
    missed = [int(steps.counts_of(row).fn) for row in range(len(steps))]
    there = next(row for row in range(40, len(steps)) if missed[row] < missed[row - 1])
    program.workspace.ask(SetSecond(steps.threshold(there)))
    program.settle()
    ends, deciding = grey_ends(program.snapshot), program.application.commands.deciding
    row = program.snapshot.point.row
    second = ZoneNumber(ZonePart.LINE, POSITIVE if there < row else NEGATIVE)
    asked = (
        (lambda: deciding.ask_for(Wanted("FN"), QRect()), str(missed[there]), (there, "fnmr")),
        (
            lambda: deciding._ask_for_threshold(QRect()),
            repr(steps.threshold(there)),
            (there, "typed"),
        ),
        (lambda: deciding.ask_in_zone(second, QRect()), "0.6", (row, "typed")),
    )
    editor = deciding.editor
    for ask, words, (met, rule) in asked:
        ask()
        editor.follow.setChecked(rule != "typed")
        QTest.keyClicks(editor.field, words)
        QTest.keyClick(editor.field, Qt.Key.Key_Return)
        assert editor.isVisible()
        assert editor.message.text().startswith("Both lines would meet there")
        assert grey_ends(program.snapshot) == ends
        (offer,) = editor._offers
        assert offer.text().endswith(", which ends the zone")
        QTest.mouseClick(offer, LEFT)
        assert editor.isHidden()
        assert grey_ends(program.snapshot) is None
        assert program.snapshot.point.row == met
        assert program.snapshot.provenance.rule == rule
        assert program.snapshot.inputs.is_followed == (rule != "typed")
        program.workspace.history.undo()
        assert grey_ends(program.snapshot) == ends
    deciding.ask_for(Wanted("FN"), QRect())
    beyond = missed[there - 1] if there < row else missed[there] - 1
    QTest.keyClicks(editor.field, str(beyond))
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    assert editor.message.text().startswith("The line would pass the second one")
    assert grey_ends(program.snapshot) == ends
    (offer,) = editor._offers
    assert offer.text().endswith(", beyond the second line")
    QTest.mouseClick(offer, LEFT)
    assert (program.snapshot.point.row < there) == (there < row)
    assert program.snapshot.choices.second == steps.threshold(there)


def test_that_a_line_is_typed_beyond_the_other_only_where_that_is_taken(program):
    program.open_sample("clinical")
    program.workspace.ask(SetGreyZone(0.3, 0.6))
    program.settle()
    deciding, editor = (
        program.application.commands.deciding,
        program.window.findChild(QFrame, "goal_editor"),
    )
    point, second = program.snapshot.point.threshold, program.snapshot.choices.second
    low_place = NEGATIVE if second < point else POSITIVE
    beyond = {"line": second + (-0.1 if second < point else 0.1)}
    beyond["second"] = point + (0.1 if second < point else -0.1)
    asked = (
        (lambda: deciding._ask_for_threshold(QRect()), beyond["line"], "the second line"),
        (
            lambda: deciding.ask_in_zone(ZoneNumber(ZonePart.LINE, low_place), QRect()),
            beyond["second"],
            "the threshold",
        ),
    )
    for ask, typed, other in asked:
        ask()
        QTest.keyClicks(editor.field, f"{typed:.1f}")
        QTest.keyClick(editor.field, Qt.Key.Key_Return)
        assert editor.isVisible()
        assert editor.message.text().endswith("the zone would lie on its other side.")
        assert grey_ends(program.snapshot) == (0.3, 0.6)
        (offer,) = editor._offers
        assert offer.text().endswith(f", beyond {other}")
        QTest.mouseClick(offer, LEFT)
        assert editor.isHidden()
        assert grey_ends(program.snapshot) != (0.3, 0.6)
        program.workspace.history.undo()
        assert grey_ends(program.snapshot) == (0.3, 0.6)


def test_that_a_rule_that_is_used_says_what_it_did_to_the_zone(program):
    program.open_sample("clinical")
    workspace, head = program.workspace, program.window.decision.head
    ranking = program.snapshot.ranking
    eer = ranking.choice("eer").threshold
    steps, row = ranking.table.steps, ranking.choice("eer").row
    met = (
        "Both lines met: the grey zone has ended. Undo (Ctrl+Z) brings it back",
        None,
    )
    turned = (
        "The line passed the second one: the grey zone lies on its other side. Undo: Ctrl+Z",
        (steps.threshold(row + 10), eer),
    )
    for low, (told, ends) in ((row, met), (row + 10, turned)):
        before = (steps.threshold(row + 20), steps.threshold(low))
        workspace.ask(SetThreshold(before[0]))
        workspace.ask(SetSecond(before[1]))
        program.settle()
        assert grey_ends(program.snapshot) == before
        assert head.zone_message.isHidden()
        workspace.ask(UseChoice(ranking.choice("eer")))
        assert head.zone_message.isVisible()
        assert head.zone_message.text() == told
        assert grey_ends(program.snapshot) == ends
        QTest.keyClick(program.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert grey_ends(program.snapshot) == before
        assert head.zone_message.isHidden()
    workspace.ask(SetThreshold(steps.threshold(row + 15)))  # between both: nothing to say
    assert head.zone_message.isHidden()
