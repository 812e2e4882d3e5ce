"""The calibration plot: what stands beside it, what moves, and rows selected along its curve."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSize, Qt

import evalgui
from evalgui.core import calibrated
from evalgui.core.choices import Axes
from evalgui.core.requests import SelectRows
from evalgui.core.selection import NO_SELECTION, ScoreRange
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.picture_layer import AlongPicture, PictureLayer, SweepLayer, kind_of_picture
from evalgui.gui.plots.plot import Plot
from evalgui.gui.theme import DARK, LIGHT
from evalgui.results.calibration_picture import CALIBRATION, HONEST, JOINT
from tests.support.layers import layer_of

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

RNG = np.random.default_rng(3)
P = np.round(RNG.beta(1, 3, 300), 3)
TRUTH = RNG.random(300) < P
WIDE, HIGH, SMALL = (760, 420), (300, 800), (260, 240)


def of(**asked: Any) -> Snapshot:
    rows = {"truth": TRUTH.astype(int), "p": P}
    given: dict[str, Any] = {"truth": "truth", "score": "p", "positive": 1, "threshold": 0.3}
    found = evalgui.evaluate(rows, **given, **({"score_kind": "probability"} | asked))._snapshot
    if found.inputs.consequences.scale is not None:
        calibrated.band(found)
    return found


def made() -> Plot:
    return Plot(kind_of_picture(CALIBRATION))


def main_of(plot: Plot) -> PictureLayer:
    assert isinstance(plot.main, PictureLayer)
    return plot.main


@pytest.mark.parametrize("size", [WIDE, HIGH, SMALL])
def test_that_units_are_as_long_on_both_axes(bench, size):
    b = bench(made(), of(), *size)
    corner, along, up = (b.place_of(*one) for one in ((0, 0), (1, 0), (0, 1)))
    assert along.x() - corner.x() == pytest.approx(corner.y() - up.y(), rel=0.02)


@pytest.mark.parametrize(("size", "is_shown"), [(WIDE, True), (HIGH, True), (SMALL, False)])
def test_that_numbers_stand_where_the_square_leaves_room(bench, size, is_shown):
    b = bench(made(), of(), *size)
    item = main_of(b.plot).beside
    assert item.is_shown is is_shown
    room, seen = item.boundingRect(), b.plot.viewport
    if is_shown:
        at_right, above = room.left() >= seen.width, room.bottom() <= 0
        assert at_right != above
    assert b.plot.header.with_intervals[0].startswith("O:E ")
    assert any("of 100 calibrated models" in one for one in item.words)


def test_that_the_bands_are_offered_in_the_menu_by_their_names(bench):
    b = bench(made(), of())
    asks: list[Axes] = []
    b.plot.axes_requested.connect(asks.append)
    entries = {one.name: one for one in b.plot.menu_entries(QPointF())}
    for name in ("pointwise_band", "honest_band", "local_fit"):
        entry = entries[f"plot_{name}"]
        assert entry.checked is False
        assert entry.run is not None
        entry.run()
        assert getattr(asks[-1], name) is True
    assert {JOINT} <= {entry.name for entry in b.plot.legend.entries}
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(honest_band=True))))
    assert {JOINT, HONEST} <= {entry.name for entry in b.plot.legend.entries}


def test_that_loess_of_too_many_says_why_there_is_none(bench, monkeypatch):
    monkeypatch.setattr(calibrated, "MOST_OF_LOESS", 50)
    b = bench(made(), of())
    entry = {one.name: one for one in b.plot.menu_entries(QPointF())}["plot_local_fit"]
    assert entry.run is None
    assert entry.text.endswith("(of up to 50 distinct probabilities alone)")
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(local_fit=True))))
    entry = {one.name: one for one in b.plot.menu_entries(QPointF())}["plot_local_fit"]
    assert entry.checked is True
    assert entry.run is not None  # to switch it off


def test_that_the_band_can_be_asked_for_until_it_is_known(bench, qtbot):
    snapshot = of()
    snapshot.ranking.calibrated.clear()
    b = bench(made(), snapshot)
    entry = {one.name: one for one in b.plot.menu_entries(QPointF())}["plot_find_out"]
    assert entry.text == "&Draw the Band"
    with qtbot.waitSignal(b.plot.wanted):
        entry.run()
    calibrated.band(snapshot)
    calibrated.numbers(snapshot)
    assert "plot_find_out" not in {one.name for one in b.plot.menu_entries(QPointF())}


def test_that_a_curve_that_was_given_up_can_be_asked_for_too(bench, monkeypatch):
    monkeypatch.setattr(calibrated, "QUICK", 0)
    snapshot = of()
    snapshot.ranking.calibrated.clear()
    b = bench(made(), snapshot)
    assert main_of(b.plot).words == "Calibration is not worked out yet."
    names = {one.name for one in b.plot.menu_entries(QPointF())}
    assert "plot_find_out" in names
    assert "plot_local_fit" not in names


def test_that_what_is_not_known_is_asked_for_where_it_is_seen_and_shown_when_it_comes(bench, qtbot):
    snapshot = of()
    snapshot.ranking.calibrated.clear()
    plot = made()
    with qtbot.waitSignal(plot.awaited):
        b = bench(plot, snapshot)
    assert JOINT not in {entry.name for entry in plot.legend.entries}
    calibrated.band(snapshot)
    b.show(replace(snapshot, calibrated=calibrated.known(snapshot)))
    assert JOINT in {entry.name for entry in plot.legend.entries}


def test_that_a_drag_moves_the_line_and_builds_no_picture(bench):
    b = bench(made(), of(), *WIDE)
    before, line = b.plot.picture, layer_of(b.plot, AlongPicture).line
    b.hands.drag(QPointF(line.x, 30.0), b.place_of(0.5, 0.9))
    assert b.snapshot.point.threshold == pytest.approx(0.5, abs=0.01)
    assert b.plot.picture is before
    found = calibrated.curve(b.snapshot)
    share = found.shares[found.block_at(b.snapshot.point.threshold)]
    assert main_of(b.plot).moved.layers[1].ys == (share,)


def test_that_a_drag_along_the_curve_selects_the_rows_of_its_blocks(bench):
    b = bench(made(), of(), *WIDE)
    found, asks = calibrated.curve(b.snapshot), []
    b.plot.requested.connect(asks.append)
    wide = np.argsort(found.high - found.low)[-3:]
    first, last = sorted(
        one for one in wide.tolist() if not found.low[one] <= 0.3 <= found.high[one]
    )[:2]
    middles = [(found.low[one] + found.high[one]) / 2 for one in (first, last)]
    start, end = (b.place_of(x, found.at(np.array([x]))[0]) for x in middles)
    assert b.plot.mouse.cursor_at(start) is Qt.CursorShape.CrossCursor
    assert "select its rows" in b.plot.mouse.hint_at(start)
    b.hands.drag(start, end)
    assert b.asked == []  # no threshold
    assert isinstance(asks[-1], SelectRows)
    (part,) = asks[-1].selection.parts
    assert part.term == ScoreRange(found.low[first], found.high[last])


def test_that_escape_takes_back_what_was_selected_and_the_ground_selects_nothing(bench):
    b = bench(made(), of(), *WIDE)
    found, asks = calibrated.curve(b.snapshot), []
    b.plot.requested.connect(asks.append)
    block = int(np.argmax(found.high - found.low))
    x = (found.low[block] + found.high[block]) / 2
    b.hands.press(b.place_of(x, found.shares[block]))
    assert layer_of(b.plot, SweepLayer).is_held
    b.plot.mouse.cancel()
    assert [one.selection == NO_SELECTION for one in asks] == [False, True]
    assert not layer_of(b.plot, SweepLayer).is_held
    asks.clear()
    b.hands.drag(b.place_of(0.8, 0.05), b.place_of(0.9, 0.05))
    assert asks == []


def test_that_words_stand_in_its_place_and_nothing_beside(bench):
    b = bench(made(), of(score_kind=None), *WIDE)
    main = main_of(b.plot)
    assert main.words == "Are these scores probabilities?"
    assert main.ways.isVisible()
    assert not main.beside.is_shown
    assert not layer_of(b.plot, AlongPicture).line.item.isVisible()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_a_figure_has_what_stands_beside(bench, theme):
    b = bench(made(), of(), *WIDE)
    copy = copy_of(b.plot, theme, QSize(700, 400))
    try:
        assert main_of(copy).beside.is_shown
        assert main_of(copy).beside.words == main_of(b.plot).beside.words
    finally:
        copy.deleteLater()


def test_that_hidden_answers_hide_what_stands_beside(bench):
    b = bench(made(), of(), *WIDE)
    assert main_of(b.plot).beside.is_shown
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, hides_answers=True)))
    assert not main_of(b.plot).beside.is_shown
