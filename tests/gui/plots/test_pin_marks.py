"""Pinned operating points on plots: where they lie, what they are called, and what is offered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QToolTip

from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC, point
from evalgui.core.pins import MOST_PINS, Pins, Placed
from evalgui.core.provenance import START
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import resolve
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.histogram_layer import TAILS
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import LIGHT
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot, marked
from tests.support.plots import plot_of_bars, plot_of_dots

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

TRACED = (ROC, DET, PRECISION_RECALL)
CLOSE = (0.45, 0.50, 0.40)  # three neighbours
ALL = {
    **{curve.id: partial(plot_of, curve) for curve in (*TRACED, ERROR_RATES)},
    "histogram": plot_of_bars,
    "tails": lambda: plot_of_bars(TAILS),
    "dots": plot_of_dots,
}


def pinned(snapshot, *thresholds):
    pins = Pins(tuple(Placed(one, START) for one in thresholds), max(len(thresholds) - 1, 0))
    return singled_out(snapshot, replace(snapshot.choices, pins=pins), snapshot)


def expected_place(plot, snapshot, pin):
    """Return where a pin stands, from the declarations alone."""
    if plot.plot_id == "dots":
        return None, plot.viewport.pixels(0, plot.y_scale.place(pin.threshold))[1]
    if plot.plot_id in {curve.id for curve in TRACED}:
        x, ys = point(plot.main.curve, snapshot.ranking.table, pin.counts, pin.threshold)
        return plot.viewport.pixels(plot.x_scale.place(x), plot.y_scale.place(ys[0]))
    return plot.viewport.pixels(plot.x_scale.place(pin.threshold), 0)[0], None


@pytest.mark.parametrize("name", ALL)
def test_that_every_plot_shows_all_pins_with_letters_that_touch_nothing(bench, textbook, name):
    snapshot = pinned(textbook, *CLOSE, 0.62)
    b = bench(ALL[name](), snapshot, 420, 360)
    pins = b.plot.pins.pins
    assert b.plot.pins.isVisible()
    assert [one.letter for one in pins] == ["A", "B", "C", "D"]
    for one, pin in zip(pins, snapshot.pins, strict=True):
        x, y = expected_place(b.plot, snapshot, pin)
        assert x is None or one.at.x() == pytest.approx(x)
        assert y is None or one.at.y() == pytest.approx(y)
    letters = [one.box for one in pins]
    room = QRectF(0, 0, b.plot.viewport.width, b.plot.viewport.height)
    assert all(room.contains(box) for box in letters)
    assert not any(one.intersects(two) for one, two in combinations(letters, 2))
    assert not any(box.intersects(one.shape) for box in letters for one in pins)


@pytest.mark.parametrize("name", ALL)
def test_that_a_single_pin_needs_no_letter_and_none_leaves_nothing(bench, textbook, name):
    b = bench(ALL[name](), textbook)
    marks = b.plot.pins
    assert not marks.isVisible()
    b.show(pinned(textbook, 0.45))
    assert [(one.letter, one.box) for one in marks.pins] == [("", None)]
    figure = copy_of(b.plot, LIGHT)
    assert len(figure.pins.pins) == 1
    figure.deleteLater()
    b.show(textbook)
    assert not marks.isVisible()
    assert marks.pins == ()


def test_that_as_many_pins_as_there_can_be_have_letters_of_their_own(bench):
    many = make_snapshot([n / 1000 for n in range(200)], [n % 2 for n in range(200)])
    snapshot = pinned(many, *(0.1 + n / 1000 for n in range(MOST_PINS)))
    for make in (lambda: plot_of(ROC), plot_of_bars):
        b = bench(make(), snapshot, 420, 360)
        boxes = [one.box for one in b.plot.pins.pins]
        assert ", ".join(one.letter for one in b.plot.pins.pins) == "A, B, C, D, E, F, G, H"
        known = [box for box in boxes if box is not None]
        assert len(known) == len(boxes)
        assert not any(one.intersects(two) for one, two in combinations(known, 2))


def test_that_pins_of_one_place_are_one_mark_with_all_letters(bench, textbook):
    b = bench(plot_of(ROC), pinned(textbook, 0.5, 0.4999))  # the same rows
    assert [(one.letter, one.places) for one in b.plot.pins.pins] == [("A, B", (0, 1))]


def test_that_a_drag_moves_no_pin_and_pins_follow_the_view(bench, textbook):
    b = bench(plot_of(ROC), pinned(textbook, 0.45, 0.8))
    before, points = b.plot.pins.pins, b.snapshot.pins
    inputs = replace(b.snapshot.inputs, threshold=0.6)
    b.show(singled_out(resolve(inputs, b.snapshot), b.snapshot.choices, b.snapshot))
    assert b.snapshot.pins is points
    assert b.plot.pins.pins is before
    b.plot.view_box.setRange(xRange=(0.0, 0.3), yRange=(0.0, 0.4), padding=0)
    assert [one.letter for one in b.plot.pins.pins] == ["B"]


@pytest.mark.parametrize("name", ["roc", "histogram", "error_rates", "dots"])
def test_that_a_pin_is_told_looked_at_and_unpinned(bench, textbook, name):
    b = bench(ALL.get(name, ALL[ERROR_RATES.id])(), pinned(marked(textbook), 0.45, 0.7))
    looked, asked = [], []
    b.plot.looked_at.connect(looked.append)
    b.plot.pin_requested.connect(asked.append)
    pin = b.plot.pins.pins[1]
    b.hands.move(QPointF(b.plot.viewport.width / 2, 30))
    b.hands.move(pin.at)
    assert looked[-1] == 0.7
    assert "Pin B at 0.7: TP 3" in QToolTip.text()
    entries = {entry.name: entry for entry in b.plot.menu_entries(pin.at)}
    assert entries["pin_point"].text == "Un&pin This Point"
    entries["pin_point"].run()
    assert asked == [0.7]
    entries["use_point"].run()
    assert b.threshold == 0.7


@pytest.mark.parametrize(("thresholds", "told"), [((0.5,), "Un&pin"), ((0.7,), "&Pin")])
def test_that_the_menu_unpins_the_point_on_show_where_that_is_pinned(bench, thresholds, told):
    scores, truth = zip(*TEXTBOOK_SCORES, strict=True)
    b = bench(plot_of_bars(), pinned(make_snapshot(scores, truth, threshold=0.495), *thresholds))
    entries = {entry.name: entry for entry in b.plot.menu_entries(QPointF(3, 30))}
    assert entries["pin_point"].text == f"{told} This Point"
