"""What is pointed at on a plot shows as a hollow marker, and a click takes the threshold there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QToolTip

from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.core.threshold_preview import preview_at
from evalgui.gui.plots.curve_marks import PreviewMarks
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.plot import LOCKED
from tests.gui.plots.bench import make_snapshot, marked
from tests.support.layers import layer_of
from tests.support.plots import plot_of_bars

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)


def on_the_axis(b, threshold):
    x, _y = b.plot.viewport.pixels(b.plot.x_scale.place(threshold), 0)
    return QPointF(x, b.plot.viewport.height + 10)


def previews(plot):
    return layer_of(plot, PreviewMarks).markers


def place_of_row(b, row):
    counts = b.snapshot.ranking.table.steps.counts_of(row)
    curve = b.plot.main.curve
    return b.place_of(float(curve.x(counts)), float(curve.series[0].measure(counts)))


@pytest.mark.parametrize("curve", [ROC, DET, PRECISION_RECALL], ids=lambda curve: curve.id)
def test_that_pointing_at_a_curve_shows_a_hollow_marker_and_asks_for_nothing(
    bench, textbook, curve
):
    b = bench(plot_of(curve), textbook)
    looked = []
    b.plot.looked_at.connect(looked.append)
    b.hands.move(place_of_row(b, 12))
    assert looked == [textbook.ranking.table.steps.threshold(12)]
    preview = previews(b.plot)[0]
    assert preview.isVisible()
    assert preview.brush().color().name() == b.plot.theme.base
    assert (preview.pos() - place_of_row(b, 12)).manhattanLength() < 1e-6
    assert b.asked == []
    b.hands.move(place_of_row(b, 12) + QPointF(1, 0))
    assert len(looked) == 1  # it is the same point
    b.hands.press(place_of_row(b, 12))
    assert not preview.isVisible()  # it is taken
    b.hands.release(place_of_row(b, 12))
    assert b.threshold == textbook.ranking.table.steps.threshold(12)
    assert b.n_committed == 1


def test_that_pointing_at_where_the_threshold_is_shows_no_other(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    b.hands.move(b.plot.main.marker.pos())
    assert not previews(b.plot)[0].isVisible()


def test_that_leaving_a_plot_ends_what_it_showed(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    left = []
    b.plot.looked_away.connect(lambda: left.append(True))
    b.hands.move(place_of_row(b, 12))
    b.plot.mouse.hover(None)
    assert left == [True]
    assert not previews(b.plot)[0].isVisible()
    b.plot.mouse.hover(None)
    assert left == [True]


@pytest.mark.parametrize("number", [0, 1])
def test_that_the_axis_of_the_scores_is_pointed_at_and_clicked(bench, textbook, number):
    plot = [plot_of_bars, lambda: plot_of(ERROR_RATES)][number]()
    b = bench(plot, textbook, 600, 260)
    line = plot.main.handle.preview_line
    b.hands.move(QPointF(20, 20))
    b.hands.move(on_the_axis(b, 0.3))
    assert line.isVisible()
    assert line.x() == pytest.approx(on_the_axis(b, 0.3).x(), abs=3)
    assert plot.canvas.viewport().cursor().shape() is Qt.CursorShape.PointingHandCursor
    b.hands.press(on_the_axis(b, 0.3))
    b.hands.release(on_the_axis(b, 0.3))
    assert b.threshold == pytest.approx(0.3, abs=0.01)
    assert b.point == (8, 7, 2, 3)
    assert b.n_committed == 1
    assert not line.isVisible()


def test_that_pointing_at_a_curve_against_the_threshold_shows_the_line_there(bench, textbook):
    b = bench(plot_of(ERROR_RATES), textbook)
    place = b.place_of(0.345, 0.5)  # on the curve of FPR: 5 of 10 negatives are called
    b.hands.move(place)
    assert b.plot.main.handle.preview_line.isVisible()
    assert all(marker.isVisible() for marker in previews(b.plot))
    b.hands.press(place)
    b.hands.release(place)
    assert b.snapshot.point.counts.fp == 5


@pytest.mark.parametrize("number", [0, 1, 2])
def test_that_a_preview_from_elsewhere_is_shown_and_follows_the_view(bench, textbook, number):
    plot = [plot_of_bars, lambda: plot_of(ERROR_RATES), lambda: plot_of(ROC)][number]()
    b = bench(plot, textbook, 600, 260)
    b.plot.show_preview(preview_at(textbook, 0.45))
    mark = plot.main.handle.preview_line if number < 2 else previews(plot)[0]
    assert mark.isVisible()
    before = mark.pos()
    plot.view_box.setRange(xRange=(0.3, 0.7), padding=0)
    assert mark.pos() != before
    b.plot.show_preview(None)
    assert not mark.isVisible()


def test_that_the_hint_says_what_the_pointer_can_do(bench, textbook):
    b = bench(plot_of(ROC), textbook)
    hints = []
    b.plot.hinted.connect(hints.append)
    b.hands.move(b.plot.main.marker.pos())
    b.hands.move(place_of_row(b, 12))
    b.hands.move(b.place_of(0.9, 0.1))
    b.plot.mouse.hover(None)
    assert [hint[:21] for hint in hints] == [
        "Drag to move the thre",
        "Click to put the thre",
        "Drag to move the view",
        "",
    ]
    b.hands.press(b.plot.main.marker.pos())
    assert hints[-1].startswith("Shift: one distinct score a step")
    b.hands.release(b.plot.main.marker.pos())


def test_that_empty_ground_is_dragged_to_move_the_view(bench):
    snapshot = make_snapshot([0.1, 0.4, 0.6, 0.9], [0, 1, 0, 1], threshold=0.5)
    b = bench(plot_of(ROC), snapshot)
    b.plot.view_box.setRange(xRange=(0.4, 0.6), yRange=(0.1, 0.3), padding=0)
    start = QPointF(100, 100)
    b.hands.drag(start, start + QPointF(50, -20))
    (left, right), (bottom, _top) = b.plot.view_box.viewRange()
    assert left == pytest.approx(0.4 - 50 / b.plot.viewport.width * 0.2, abs=0.002)
    assert bottom == pytest.approx(0.1 - 20 / b.plot.viewport.height * 0.2, abs=0.002)
    assert right - left == pytest.approx(0.2)
    assert b.asked == []


@pytest.mark.parametrize("number", [0, 1, 2])
def test_that_a_locked_threshold_stays_and_it_is_said_why(bench, textbook, number):
    plot = [plot_of_bars, lambda: plot_of(ERROR_RATES), lambda: plot_of(ROC)][number]()
    locked = replace(marked(textbook), inputs=replace(textbook.inputs, is_locked=True))
    b = bench(plot, locked, 600, 260)
    hints = []
    plot.hinted.connect(hints.append)
    held = plot.main.marker.pos() if number == 2 else QPointF(plot.grip.x, 40)
    tick = next(
        one.at
        for one in plot.mouse.rule_marks.placed
        if one.mark.choices[0].row != b.snapshot.point.row
    )
    for place in (held, tick):
        b.hands.move(QPointF(20, 20))
        b.hands.move(place)
        assert plot.canvas.viewport().cursor().shape() is Qt.CursorShape.ForbiddenCursor
        b.hands.press(place)
        assert not plot.mouse.is_dragging
        assert hints[-1] == LOCKED
        assert "locked" in QToolTip.text()
        b.hands.move(place + QPointF(40, 0))
        b.hands.release(place + QPointF(40, 0))
    assert (b.asked, b.used) == ([], [])
    entries = {entry.name: entry for entry in plot.menu_entries(tick)}
    uses = [entry.run for name, entry in entries.items() if name.startswith("use_")]
    assert uses
    assert not any(uses)
    assert entries["pin_point"].run is not None
