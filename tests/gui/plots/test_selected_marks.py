"""Selected rows on plots: their places by brute force, at every threshold, and thinned exactly."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalgui.core.curves import DET, PRECISION_RECALL, ROC, point
from evalgui.core.curves.scales import Viewport
from evalgui.core.highlight import Run
from evalgui.core.selection import Cells, Rows, Selection
from evalgui.core.snapshot import resolve
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots import selected_marks
from evalgui.gui.plots.dots_layer import RADIUS
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.selected_marks import Look, Places, steps_between, thinned
from evalgui.gui.theme import DARK, LIGHT
from evalgui.results import dots_picture
from evalgui.workspace.highlights import Lights
from tests.gui.plots.bench import make_snapshot
from tests.support.plots import plot_of_bars, plot_of_dots

MISSED = Selection.of(Cells(((0, 1),)))
THRESHOLDS = (0.05, 0.3, 0.45, 0.6, 0.9)


def lit(snapshot, selection=MISSED, picked=()):
    choices = replace(snapshot.choices, selection=selection, picked=picked)
    snapshot = replace(snapshot, choices=choices)
    return replace(snapshot, lit=Lights().of(snapshot))


def moved(snapshot, threshold):
    """Return the same with the line elsewhere, as the owner makes it: no row is looked at."""
    made = resolve(replace(snapshot.inputs, threshold=threshold), snapshot)
    return replace(made, choices=snapshot.choices, lit=snapshot.lit)


def missed(snapshot):
    scores = snapshot.score.values[snapshot.dataset.truth == snapshot.positive]
    return np.sort(scores[scores < snapshot.point.threshold])


def seen(plot):
    return sorted((x, y) for _look, x, y in plot.selected.item.seen())


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
def test_that_selected_rows_are_dots_on_curves_at_every_threshold(bench, textbook, curve):
    b = bench(plot_of(curve), lit(textbook))
    steps = textbook.ranking.table.steps
    for threshold in THRESHOLDS:
        b.show(moved(b.snapshot, threshold))
        expected = []
        for score in missed(b.snapshot):
            counts = steps.counts_of(steps.row_at(score))
            x, ys = point(curve, textbook.ranking.table, counts, score)
            place = b.place_of(x, ys[0])
            expected.append((place.x(), place.y()))
        assert seen(b.plot) == [pytest.approx(one) for one in sorted(expected)]
    figure = copy_of(b.plot, LIGHT)
    assert len(figure.selected.item.seen()) == len(missed(b.snapshot))
    figure.deleteLater()
    b.show(replace(textbook, lit=lit(textbook, Selection()).lit))
    assert not b.plot.selected.item.isVisible()


def test_that_selected_rows_are_ticks_below_the_bars(bench, textbook):
    b = bench(plot_of_bars(), lit(textbook, picked=(1, 3)))
    for threshold in THRESHOLDS:
        b.show(moved(b.snapshot, threshold))
        picked = textbook.score.values[[0, 2]]
        expected = sorted(b.place_of(score, 0.0).x() for score in (*missed(b.snapshot), *picked))
        assert [x for x, _y in seen(b.plot)] == pytest.approx(expected)
    b.plot.set_theme(DARK)
    assert {group.colour.name() for group in b.plot.selected.item.groups} == {DARK.text}


def test_that_what_is_painted_follows_the_threshold(bench, textbook):
    b = bench(plot_of_bars(), lit(textbook))
    b.show(moved(b.snapshot, 0.9))
    b.show(moved(b.snapshot, 0.45))
    after = b.plot.canvas.grab().toImage()
    other = bench(plot_of_bars(), moved(lit(textbook), 0.45))
    assert other.plot.canvas.grab().toImage() == after


def test_that_selected_dots_are_ringed_each_once(bench):
    scores, truth = [0.2, 0.5, 0.5, 0.5, 0.8, 0.5], [0, 1, 1, 1, 1, 0]
    snapshot = lit(make_snapshot(scores, truth, threshold=0.6), Selection.of(Rows((2, 4, 5))))
    b = bench(plot_of_dots(), snapshot)
    dots = b.plot.main.dots.columns[1]
    expected = [(dots.x[k], dots.y[k]) for k in (0, 1, 3)]
    assert seen(b.plot) == [pytest.approx(one) for one in sorted(expected)]
    assert all(look is Look.RING for look, _x, _y in b.plot.selected.item.seen())
    assert RADIUS < 4.5


def test_that_of_strips_selected_rows_are_dashes_beside(bench, monkeypatch, textbook):
    monkeypatch.setattr(dots_picture, "MOST_DOTS", 5)
    b = bench(plot_of_dots(), lit(textbook))
    expected = [b.place_of(0.0, score).y() for score in missed(textbook)]
    found = b.plot.selected.item.seen()
    assert sorted(y for _look, _x, y in found) == pytest.approx(sorted(expected))
    assert {look for look, _x, _y in found} == {Look.DASH}
    assert all(b.plot.viewport.width / 2 < x < b.plot.viewport.width for _look, x, _y in found)


def test_that_no_dots_of_other_scores_are_marked_while_a_plot_waits_for_its_turn(bench, textbook):
    few = make_snapshot([0.1, 0.9, 0.4], [0, 1, 1], threshold=0.5)
    b = bench(plot_of_dots(), few)
    b.plot.waits = True
    b.show(moved(lit(textbook), 0.9))
    assert seen(b.plot) == []
    b.plot.waits = False
    b.plot.catch_up()
    assert len(seen(b.plot)) == len(missed(b.snapshot)) > len(few.score.values)


PIXELS = arrays(np.float64, 40, elements=st.floats(-5, 30))


@given(
    x=PIXELS, y=PIXELS, row=st.integers(-1, 40), while_called=st.sampled_from([None, True, False])
)
def test_that_thinning_covers_the_same_cells_at_every_threshold(x, y, row, while_called):
    viewport, steps = Viewport(0, 1, 0, 1, 20, 20), np.arange(40)
    run = Run(0, while_called, steps, steps + 1)
    thin = thinned(Places(Look.DOT, steps, x, y), run, viewport)
    assert (np.diff(thin.steps) > 0).all()

    def cells(places):
        part = {None: places.steps >= 0, True: places.steps <= row, False: places.steps > row}
        inside = (places.x >= 0) & (places.x <= 20) & (places.y >= 0) & (places.y <= 20)
        shown = part[while_called] & inside
        return set(zip(places.x[shown] // 2, places.y[shown] // 2, strict=True))

    assert cells(thin) == cells(Places(Look.DOT, steps, x, y))
    assert len(thin.steps) <= 11 * 11


@given(
    steps=st.lists(st.integers(0, 300), min_size=1, unique=True).map(sorted),
    edges=st.lists(st.integers(0, 300), unique=True).map(sorted),
)
def test_that_between_two_edges_the_first_and_the_last_are_kept(steps, edges):
    run = Run(0, None, np.array(steps), np.arange(len(steps)) + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selected_marks, "_MANY", 0)
        found = steps_between(run, np.array(edges, dtype=np.int64)).tolist()
    expected = set()
    for low, high in itertools.pairwise(edges):
        between = [step for step in steps if low <= step < high]
        expected |= {between[0], between[-1]} if between else set()
    assert found == sorted(expected)
