"""Rows are singled out in one view, seen in the others, spelt above the table, and kept."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton

from evalgui.core.selection import Cells, Joined, ScoreRange

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def brush(program, low, high, key):
    """Drag over a range of scores on the histogram with a key held."""
    plot = program.window.plots.plots()["histogram"]
    viewport, y = plot.canvas.viewport(), plot.viewport.height / 2
    places = [
        plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(plot.line.x_of(score), y)))
        for score in (low, high)
    ]
    QTest.mousePress(viewport, LEFT, key, places[0])
    QTest.mouseMove(viewport, places[1])
    QTest.mouseRelease(viewport, LEFT, key, places[1])


def selection(program):
    return program.snapshot.choices.selection


def chip(program, place):
    name = f"selection_chip_{place}"
    found = program.window.predictions.selection_bar.findChild(QToolButton, name)
    program.qtbot.waitUntil(found.isVisible)
    return found


def test_that_brushes_are_joined_spelt_edited_and_kept(program):
    program.open_sample("clinical")
    window, model = program.window, program.window.predictions.model
    bar = window.predictions.selection_bar
    program.workspace.choose_threshold(0.5)
    program.settle()
    scores = program.snapshot.score.values
    assert not bar.isVisible()

    before, width = program.snapshot, window.docks["predictions"].width()
    brush(program, 0.25, 0.75, SHIFT)
    [part] = selection(program).parts
    assert isinstance(part.term, ScoreRange)
    low, high = part.term.low, part.term.high
    assert abs(low - 0.25) < 0.02
    assert abs(high - 0.75) < 0.02
    inside = (scores >= low) & (scores <= high)
    program.qtbot.waitUntil(lambda: model.rowCount() == int(inside.sum()))
    assert bar.isVisible()
    assert window.docks["predictions"].width() == width  # nothing moves for it
    assert program.snapshot.point is before.point  # it is only looked at
    assert window.plots.plots()["histogram"].brush.item.isVisible()

    view = window.confusion.matrix_view
    QTest.mouseClick(view, LEFT, NO_KEY, view.cell_rect(0, 1).center())
    assert [type(part.term) for part in selection(program).parts] == [Cells, ScoreRange]
    is_positive = program.snapshot.dataset.truth == program.snapshot.positive
    missed = inside & is_positive & (scores < 0.5)
    program.qtbot.waitUntil(lambda: model.rowCount() == int(missed.sum()))
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
    inner = selection(program).inverted()
    assert selection(program).is_inverted
    QTest.mouseClick(bar.clear, LEFT)
    assert not selection(program)
    assert inner.parts
    program.qtbot.waitUntil(lambda: model.rowCount() == n)
    assert not bar.isVisible()


def test_that_a_chip_is_edited_as_text_and_kept(program):
    program.open_sample("clinical")
    bar, model = program.window.predictions.selection_bar, program.window.predictions.model
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
    program.qtbot.waitUntil(lambda: model.rowCount() == int(inside.sum()))

    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(bar.keep, LEFT)
    assert program.snapshot.dataset.n == int(np.count_nonzero(inside))
    assert not selection(program)
    program.workspace.undo()
    program.qtbot.waitUntil(lambda: program.snapshot.dataset.n == n)
