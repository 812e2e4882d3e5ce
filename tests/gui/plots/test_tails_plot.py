"""The tails of the scores: compared with the rows themselves."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.histogram import finite_ends, histogram, overlap
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.histogram_layer import TAILS, ErrorLayer
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import make_snapshot
from tests.support.layers import layer_of
from tests.support.plots import plot_of_bars


def shown_on(plot):
    return layer_of(plot, ErrorLayer).counts.shown


def made(n=2_000, seed=4, **options):
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 10 == 0).astype(int)
    return make_snapshot(rng.normal(4.0 * truth, 1.0), truth, **options)


ROWS = st.lists(
    st.tuples(st.sampled_from([-math.inf, -1.0, 0.0, 0.5, 2.0, math.inf]), st.integers(0, 1)),
    min_size=1,
    max_size=12,
)


@given(ROWS, st.booleans())
def test_that_classes_overlap_from_the_hardest_row_of_one_to_that_of_the_other(rows, higher):
    scores, truth = (np.array(part) for part in zip(*rows, strict=True))
    steps = make_snapshot(scores, truth, higher=higher).ranking.table.steps
    ends = finite_ends(steps)
    if len({*truth}) == 1 or not np.isfinite(scores).any():
        assert overlap(steps) == ends
        return
    finite = scores[np.isfinite(scores)]
    way = 1 if higher else -1
    one, other = (way * scores[truth == 1]).min(), (way * scores[truth == 0]).max()
    expected = np.clip(sorted((way * one, way * other)), finite.min(), finite.max())
    assert overlap(steps) == tuple(expected)


@pytest.mark.parametrize("higher", [True, False])
def test_that_bars_count_the_rows_where_both_errors_occur(bench, higher):
    b = bench(plot_of_bars(TAILS), made(higher=higher), 600, 260)
    low, high = b.plot.x_scale.low, b.plot.x_scale.high
    scores, truth = b.snapshot.score.values, b.snapshot.dataset.truth
    first, last = overlap(b.snapshot.ranking.table.steps)
    assert scores.min() <= low <= first < last <= high <= scores.max()
    bins = b.plot.main.histogram
    for number, counts in ((1, bins.positives), (0, bins.negatives)):
        expected, _edges = np.histogram(scores[truth == number], bins.edges)
        np.testing.assert_array_equal(counts, expected)
    outside = (scores < low) | (scores > high)
    assert bins.n_infinite == outside.sum()
    y = b.plot.lines.lines[-1].points[1]
    np.testing.assert_allclose(y[1:-1:2], np.log10(np.maximum(bins.positives, 0.5) / 0.5))


@pytest.mark.parametrize("higher", [True, False])
def test_that_the_numbers_beside_the_line_are_the_errors_of_that_side(bench, higher):
    b = bench(plot_of_bars(TAILS), made(higher=higher), 700, 260)
    table, names = b.snapshot.ranking.table, (b.snapshot.positive_name, b.snapshot.rest_name)
    low, high = overlap(table.steps)
    for threshold in np.linspace(low + 0.3 * (high - low), high - 0.3 * (high - low), 5):
        b.set_threshold(float(threshold))
        counts = b.snapshot.point.counts
        told = {words: (place, colour) for place, words, colour, _cell in shown_on(b.plot)}
        missed = f"{text.count(int(counts.fn))} {names[0]}"
        false = f"{text.count(int(counts.fp))} {names[1]}"
        assert set(told) == {missed, false}
        assert told[missed][1], told[false][1] == (LIGHT.positive, LIGHT.negative)
        at_left, at_right = (missed, false) if higher else (false, missed)
        assert told[at_left][0].right() < b.plot.grip.x < told[at_right][0].left()


@pytest.mark.parametrize("higher", [True, False])
def test_that_a_number_beside_the_line_is_asked_for_by_a_double_click(bench, higher):
    b = bench(plot_of_bars(TAILS), made(higher=higher), 700, 260)
    asked, hints = [], []
    b.plot.number_asked.connect(lambda cell, place: asked.append((cell, place)))
    b.plot.hinted.connect(hints.append)
    b.set_threshold(2.0)
    before, viewport = b.plot.view_box.viewRange(), b.plot.canvas.viewport()
    for place, words, _colour, cell in shown_on(b.plot):
        at = b.hands.at(place.center())
        QTest.mouseMove(viewport, at)
        assert hints[-1] == "Double-click to ask for another number"
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=at)
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
        (found, where), asked = asked[-1], []
        assert found == cell
        count = int(getattr(b.snapshot.point.counts, cell.lower()))
        assert words.startswith(f"{text.count(count)} ")
        assert where.contains(viewport.mapToGlobal(at))
    assert b.plot.view_box.viewRange() == before  # and the view is not set back
    assert b.threshold == 2.0


def test_that_numbers_are_left_out_where_they_have_no_place(bench):
    b = bench(plot_of_bars(TAILS), made(), 300, 200)
    b.set_threshold(math.inf)
    assert shown_on(b.plot) == ()
    b.set_threshold(b.plot.x_scale.low + 1e-6)
    assert len(shown_on(b.plot)) <= 1
    hidden = replace(b.snapshot.choices, hides_answers=True)
    b.set_threshold(2.0)
    assert shown_on(b.plot)
    b.show(replace(b.snapshot, choices=hidden))
    assert shown_on(b.plot) == ()


def test_that_no_name_lies_over_a_number(bench):
    b = bench(plot_of_bars(TAILS), made(), 500, 220)
    b.plot.set_theme(DARK)
    legend, (low, high) = b.plot.legend, overlap(b.snapshot.ranking.table.steps)
    for threshold in np.linspace(low, high, 15):
        b.set_threshold(float(threshold))
        names = [legend.box_of(n) for n in range(2) if not legend.box_of(n).isEmpty()]
        for place, *_rest in shown_on(b.plot):
            assert not any(place.intersects(name) for name in names)


def test_that_classes_apart_show_what_lies_between_them(bench):
    b = bench(plot_of_bars(TAILS), make_snapshot([1.0, 2.0, 8.0, 9.0], [0, 0, 1, 1]))
    assert overlap(b.snapshot.ranking.table.steps) == (2.0, 8.0)
    assert b.plot.x_scale.low == pytest.approx(1.1)
    assert b.plot.x_scale.high == pytest.approx(8.9)
    same = bench(plot_of_bars(TAILS), make_snapshot([1.0, 1.0], [0, 1]))
    assert same.plot.main.histogram.positives.sum() == 1


def test_that_a_figure_is_of_the_same_kind(bench):
    b = bench(plot_of_bars(TAILS), made(), 500, 220)
    b.plot.set_vocabulary(Vocabulary.BIOMETRICS)
    figure = copy_of(b.plot, LIGHT)
    assert figure.plot_id == "tails"
    assert [words for _place, words, *_rest in shown_on(figure)]
    figure.deleteLater()


def test_that_given_ends_are_the_ends_of_the_bins():
    table = made().ranking.table
    bins = histogram(table, 20, ends=(0.0, 2.0))
    assert (bins.edges[0], bins.edges[-1]) == (0.0, 2.0)
    assert bins.positives.sum() + bins.negatives.sum() + bins.n_infinite == table.n
