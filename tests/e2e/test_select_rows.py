"""Rows are singled out in one view, seen in the others, spelt above the table, and kept."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton

from evalgui.core.requests import SelectCells, SelectPositive, SetThreshold
from evalgui.core.selection import Cells, Joined, ScoreRange

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def brush(program, low, high, key):
    """Drag over a range of scores on the histogram with a key held."""
    plot = program.window.plots.plots()["histogram"]
    viewport, y = plot.canvas.viewport(), plot.viewport.height / 2
    places = [
        plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(plot.grip.x_of(score), y)))
        for score in (low, high)
    ]
    QTest.mousePress(viewport, LEFT, key, places[0])
    QTest.mouseMove(viewport, places[1])
    QTest.mouseRelease(viewport, LEFT, key, places[1])


def selection(program):
    return program.snapshot.choices.selection


def stand_out(program, expected):
    """Wait until just these rows of the data stand out in the table, which shows all."""
    model = program.window.predictions.model
    assert model.rowCount() == program.snapshot.dataset.n

    def shown():
        ground = Qt.ItemDataRole.BackgroundRole
        cells = (model.index(place, 0) for place in range(model.rowCount()))
        return [model.data(cell, ground) is not None for cell in cells]

    program.qtbot.waitUntil(lambda: shown() == expected.tolist())
    status = program.window.predictions.status.text()
    assert f"; {int(expected.sum())} selected: " in status


def marked(program, plot):
    """Return how many marks of selected rows a plot shows."""
    return len(program.window.plots.plots()[plot].selected.item.seen())


def chip(program, place):
    name = f"selection_chip_{place}"
    found = program.window.predictions.selection_bar.findChild(QToolButton, name)
    program.qtbot.waitUntil(found.isVisible)
    return found


def test_that_cells_of_all_classes_are_let_go_where_one_is_assessed_alone(program):
    program.open_sample("iris")
    window = program.window
    program.workspace.ask(SelectCells(((2, 1),)))
    program.qtbot.waitUntil(lambda: "selected" in window.predictions.status.text())
    with program.qtbot.waitSignal(program.workspace.changed):
        program.workspace.ask(SelectPositive(0))
    program.qtbot.waitUntil(lambda: "selected" not in window.predictions.status.text())
    assert window.findChild(object, "crash_dialog") is None
    assert not selection(program)


def test_that_brushes_are_joined_spelt_edited_and_kept(program):
    program.open_sample("clinical")
    window, model = program.window, program.window.predictions.model
    bar = window.predictions.selection_bar
    program.workspace.ask(SetThreshold(0.5))
    program.settle()
    scores = program.snapshot.score.values
    assert not bar.isVisible()

    point, width = program.snapshot.point, window.docks["predictions"].width()
    brush(program, 0.25, 0.75, SHIFT)
    [part] = selection(program).parts
    low, high = part.term.low, part.term.high
    assert (low, high) == pytest.approx((0.25, 0.75), abs=0.02)
    inside = (scores >= low) & (scores <= high)
    stand_out(program, inside)
    assert bar.isVisible()
    assert window.docks["predictions"].width() == width  # nothing moves for it
    assert program.snapshot.point is point  # it is only looked at
    assert window.plots.plots()["histogram"].brush.item.isVisible()

    view = window.confusion.matrix_view
    QTest.mouseClick(view, LEFT, NO_KEY, view.cell_rect(0, 1).center())
    assert [type(part.term) for part in selection(program).parts] == [Cells, ScoreRange]
    is_positive = program.snapshot.dataset.truth == program.snapshot.positive
    missed = inside & is_positive & (scores < 0.5)
    stand_out(program, missed)
    histogram = window.plots.plots()["histogram"]
    ticks = {histogram.grip.x_of(score) // 2 for score in scores[missed]}
    assert marked(program, "histogram") == len(ticks)
    assert 0 < marked(program, "roc") <= int(missed.sum())
    QTest.mouseClick(bar.only, LEFT)
    program.qtbot.waitUntil(lambda: model.rowCount() == int(missed.sum()))
    program.workspace.ask(SetThreshold(0.6))
    missed = inside & is_positive & (scores < 0.6)
    program.qtbot.waitUntil(lambda: model.rowCount() == int(missed.sum()))
    QTest.mouseClick(window.predictions.show_all, LEFT)  # which lets nothing go
    stand_out(program, missed)
    assert not bar.only.isChecked()
    program.workspace.ask(SetThreshold(0.5))
    assert [chip(program, 0).text(), chip(program, 1).text()] == [
        "FN",
        f"{low}\N{EN DASH}{high}",
    ]

    brush(program, 0.4, 0.6, ALT)
    assert selection(program).parts[-1].joined is Joined.WITHOUT
    brush(program, 0.3, 0.7, CONTROL)
    assert selection(program).parts[-1].joined is Joined.AND
    QTest.mouseClick(bar.invert, LEFT)
    n = program.snapshot.dataset.n
    assert selection(program).is_inverted
    QTest.mouseClick(bar.clear, LEFT)
    assert not selection(program)
    assert model.rowCount() == n
    assert not bar.isVisible()
    assert marked(program, "histogram") == marked(program, "roc") == 0


def test_that_selected_rows_are_walked_through_and_picked_ones_marked(program):
    program.open_sample("clinical")
    window, panel = program.window, program.window.predictions
    bar, table = panel.selection_bar, panel.table
    scores, positive = program.snapshot.score.values, program.snapshot.positive
    threshold = program.snapshot.point.threshold
    missed = (program.snapshot.dataset.truth == positive) & (scores < threshold)
    view = window.confusion.matrix_view
    QTest.mouseClick(view, LEFT, NO_KEY, view.cell_rect(0, 1).center())
    stand_out(program, missed)
    places = np.flatnonzero(missed).tolist()
    top, bottom = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
    assert any(top <= place <= bottom for place in places)  # it was scrolled to
    walked = []
    for _step in places:
        QTest.mouseClick(bar.next, LEFT)
        walked.append(table.currentIndex().row())
    assert walked == places
    assert panel.status.text() == f"Selected row {len(places)} of {len(places)}: false negative"
    QTest.mouseClick(bar.next, LEFT)
    assert panel.status.text() == "This is the last selected row"
    window.actions_by_id["previous_selected"].trigger()
    assert table.currentIndex().row() == places[-2]
    program.qtbot.waitUntil(lambda: program.snapshot.choices.picked == (places[-2] + 1,))
    program.qtbot.waitUntil(lambda: marked(program, "histogram") == len(places) + 1)
    assert len(program.snapshot.choices.selection.parts) == 1  # who looks at rows selects none

    panel.row_menu.take_out.trigger()
    missed[places[-2]] = False
    stand_out(program, missed)
    table.selectRow(0)
    panel.row_menu.add.trigger()
    missed[0] = True
    stand_out(program, missed)
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not selection(program)
    table.clearSelection()
    program.qtbot.waitUntil(lambda: not program.snapshot.choices.picked)
    assert marked(program, "histogram") == 0


def test_that_a_chip_is_edited_as_text_and_kept(program):
    program.open_sample("clinical")
    bar = program.window.predictions.selection_bar
    program.settle()
    scores, n = program.snapshot.score.values, program.snapshot.dataset.n
    brush(program, 0.25, 0.75, SHIFT)
    QTest.mouseClick(chip(program, 0), LEFT)
    field = bar.findChild(QLineEdit, "selection_field")
    field.setText("0,6 - x")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert isinstance(selection(program).parts[0].term, ScoreRange)  # it says so, and waits
    field.setText("0.4 to 0.6")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert selection(program).parts[0].term == ScoreRange(0.4, 0.6)
    inside = (scores >= 0.4) & (scores <= 0.6)
    stand_out(program, inside)

    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(bar.keep, LEFT)
    assert program.snapshot.dataset.n == int(np.count_nonzero(inside))
    assert not selection(program)
    program.workspace.history.undo()
    program.qtbot.waitUntil(lambda: program.snapshot.dataset.n == n)
