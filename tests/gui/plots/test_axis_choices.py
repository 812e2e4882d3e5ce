"""Logarithmic axes and fixed limits: proposed by the data, and switched."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton
from scipy.stats import norm

from evalgui.core.choices import Axes
from evalgui.core.curves import DET, ERROR_RATES, ROC, Scale, vertices
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import ScoreScale
from evalgui.core.histogram import histogram
from evalgui.core.score_axis import may_be_log, span_decades
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.plot_axis import PlotAxis
from evalgui.gui.plots.plot_grid import PlotGrid
from evalgui.gui.plots.view_menus import AxesMenu
from evalgui.gui.theme import LIGHT
from tests.gui.plots.bench import make_snapshot
from tests.support.plots import plot_of_bars

SPACE = "\N{NARROW NO-BREAK SPACE}"


def over_decades(n=400, seed=2, **options):
    """Return positive scores over five decades, those of the positives a hundredfold."""
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 4 == 0).astype(int)
    return make_snapshot(10.0 ** rng.normal(1 + 2 * truth, 0.8), truth, **options)


def on(snapshot, **axes):
    chosen = replace(snapshot.choices, axes=replace(snapshot.choices.axes, **axes))
    return replace(snapshot, choices=chosen)


def scale_of_scores(plot):
    return plot.x_scale


@pytest.mark.parametrize(
    ("scores", "may", "proposed"),
    [
        ([0.001, 0.01, 5.0, 200.0], True, True),
        ([1.0, 2.0, 5.0, 9.0], False, False),
        ([0.0, 1.0, 100.0, 1e6], False, False),
        ([-1.0, 1.0, 100.0, 1e6], False, False),
        ([1e-6, 1e-3, 0.5, 1.0], True, False),  # probabilities
        ([3.0, 3.0], False, False),
        (np.exp(0.8 * norm.ppf((np.arange(200) + 0.5) / 200)), True, True),  # as lab values lie
        (np.linspace(1.0, 100.0, 200), True, False),  # as wide, but even
        (np.exp(0.6 * norm.ppf((np.arange(200) + 0.5) / 200)), True, False),  # a factor of 16
        ([1e-300, *[1e-200] * 9, 1e300], True, True),  # whose cube is no number
        ([1e-5, *[5.0] * 150, *[20.0] * 150], True, False),  # one score proposes nothing
    ],
)
@pytest.mark.parametrize("higher", [True, False])
def test_that_positive_scores_over_decades_propose_a_logarithmic_axis(
    scores, may, proposed, higher
):
    truth = np.arange(len(scores)) % 2
    steps = make_snapshot(scores, truth, higher=higher).ranking.table.steps
    assert may_be_log(steps) is may
    assert (may and span_decades(steps)) is proposed


@pytest.mark.parametrize("make", [plot_of_bars])
def test_that_the_switch_in_the_head_asks_for_another_axis_of_scores(bench, make, qtbot):
    snapshot = over_decades()
    b = bench(make(), snapshot, 700, 300)
    assert isinstance(scale_of_scores(b.plot), LogScale)
    button = b.plot.header.findChild(QToolButton, "log_scores")
    assert button.isVisible()
    assert button.isChecked()
    with qtbot.waitSignal(b.plot.axes_requested) as asked:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked.args == [Axes(log_scores=False)]
    assert button.isChecked()  # until it is so
    b.show(on(snapshot, log_scores=False))
    assert isinstance(scale_of_scores(b.plot), ScoreScale)
    assert not button.isChecked()
    b.show(on(make_snapshot([0.0, 1.0], [0, 1]), log_scores=True))
    assert isinstance(scale_of_scores(b.plot), ScoreScale)
    assert not button.isVisible()
    assert isinstance(bench(plot_of(ERROR_RATES), snapshot).plot.x_scale, LogScale)


@pytest.mark.parametrize("share", [(0.0, 1.0), (0.3, 0.5), (0.61, 0.62)])
def test_that_lines_on_a_logarithmic_axis_have_every_step_that_a_pixel_shows(bench, qtbot, share):
    b = bench(plot_of(ERROR_RATES), over_decades(20_000), 500, 300)
    low, high = b.plot.x_scale.home
    view = [low + part * (high - low) for part in share]
    b.plot.view_box.setXRange(*view, padding=0)
    qtbot.waitUntil(lambda: not b.plot._later.isActive())
    every = vertices(ERROR_RATES, b.snapshot.ranking.table)
    seen = b.plot.viewport
    edges = np.linspace(seen.left, seen.right, round(seen.width) + 1)
    for line, y in zip(b.plot.lines_in_pixels(), every.ys, strict=True):
        assert len(line[0]) < 5_000
        x = np.log10(np.maximum(every.thresholds, 1e-300))
        expected = b.plot.y_scale.to_view(y)
        inside = (x >= seen.left) & (x <= seen.right)
        column = np.searchsorted(edges, x[inside])
        drawn = np.searchsorted(edges, np.sort(b.plot.main._lines[0][0]))
        assert set(column) <= set(drawn)
        pixels = seen.y_pixels(expected[inside])
        assert pixels.min() >= np.nanmin(line[1]) - 1e-6
        assert pixels.max() <= np.nanmax(line[1]) + 1e-6


def test_that_the_line_is_dragged_on_a_logarithmic_axis(bench):
    snapshot = over_decades(threshold=50.0)
    b = bench(plot_of_bars(), snapshot, 800, 240)
    start = b.place_of(50.0, 0.0)
    start.setY(60)
    end = b.place_of(1000.0, 0.0)
    end.setY(60)
    b.hands.drag(start, end)
    assert b.threshold == pytest.approx(1000.0, rel=0.1)
    called = snapshot.score.values >= b.threshold
    assert b.point[0] == int((called & (snapshot.dataset.truth == 1)).sum())


def test_that_bins_of_a_logarithmic_axis_hold_every_score_once():
    snapshot = over_decades(1_000)
    table, scores = snapshot.ranking.table, snapshot.score.values
    bins = histogram(table, 40, is_log=True)
    expected, _edges = np.histogram(scores[snapshot.dataset.truth == 1], bins.edges)
    np.testing.assert_array_equal(bins.positives, expected)
    assert bins.negatives.sum() == table.n_negative
    np.testing.assert_allclose(np.diff(np.log10(bins.edges)), np.diff(np.log10(bins.edges)).mean())
    assert (bins.edges[0], bins.edges[-1]) == (scores.min(), scores.max())


def test_that_counts_of_scores_lie_on_a_logarithmic_axis_from_half_a_row(bench):
    snapshot = on(over_decades(5_000), log_counts=True)
    b = bench(plot_of_bars(), snapshot, 600, 260)
    bins = histogram(snapshot.ranking.table, is_log=True)
    outlines = [line.points[1] for line in b.plot.lines.lines]  # the negatives first
    for y, counts in zip(outlines, (bins.negatives, bins.positives), strict=True):
        expected = np.where(counts > 0, np.log10(np.maximum(counts, 0.5) / 0.5), 0.0)
        np.testing.assert_allclose(y[1:-1:2], expected)
    assert b.plot.y_axis.title == "Rows (of each class)"
    shown = b.plot.y_axis.tickStrings(
        b.plot.y_axis.tickValues(*b.plot.y_scale.home, 200.0)[0][1], 1.0, 0.0
    )
    assert {"1", "10", "100"} <= set(shown)
    b.show(on(snapshot, log_counts=False))
    assert b.plot.y_axis.title == "Share (of each class)"
    assert f"0{SPACE}%" in b.plot.y_axis.tickStrings([0.0], 1.0, 0.1)


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_rates_are_logarithmic_in_fields_of_rare_errors_until_one_is_chosen(bench, vocabulary):
    snapshot = over_decades()
    b = bench(plot_of(ERROR_RATES), snapshot)
    b.plot.set_vocabulary(vocabulary)
    is_rare = vocabulary not in {Vocabulary.MACHINE_LEARNING, Vocabulary.CLINICAL}
    assert isinstance(b.plot.y_scale, LogScale) is is_rare
    assert (b.plot.main.curve.y_axis.scale is Scale.LOG) is is_rare
    button = b.plot.header.findChild(QToolButton, "log_rates")
    assert button.isChecked() is is_rare
    b.show(on(snapshot, log_rates=not is_rare))
    assert isinstance(b.plot.y_scale, LogScale) is not is_rare
    figure = copy_of(b.plot, LIGHT)
    assert figure.y_scale == b.plot.y_scale
    figure.deleteLater()


def test_that_a_rate_of_0_is_drawn_on_the_frame_at_half_a_row(bench):
    snapshot = on(over_decades(400), log_rates=True)
    b = bench(plot_of(ERROR_RATES), snapshot, 600, 400)
    fmr = b.plot.main._lines[0][1]
    assert fmr.min() == pytest.approx(np.log10(0.5 / 300))
    rates = np.unique(vertices(ERROR_RATES, snapshot.ranking.table).ys[0])
    assert fmr.min() < np.log10(rates[rates > 0].min())
    shown = b.plot.y_axis.tickStrings(
        b.plot.y_axis.tickValues(*b.plot.y_scale.home, 400.0)[0][1], 1.0, 0.0
    )
    assert {f"100{SPACE}%", f"10{SPACE}%", f"1{SPACE}%"} <= set(shown)


def test_that_det_shows_a_millionth_to_a_half_where_that_is_fixed(bench, qtbot):
    snapshot = over_decades()
    b = bench(plot_of(DET), snapshot, 700, 500)
    assert not b.plot.main.is_square
    button = b.plot.header.findChild(QToolButton, "fixed_rates")
    with qtbot.waitSignal(b.plot.axes_requested) as asked:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    b.show(on(snapshot, fixed_rates=asked.args[0].fixed_rates))
    assert b.plot.main.is_square
    for scale in (b.plot.x_scale, b.plot.y_scale):
        low, high = scale.home
        margin = 0.03 * (high - low) / 1.06
        ends = scale.from_view(np.array([low + margin, high - margin]))
        np.testing.assert_allclose(ends, [1e-6, 0.5])
        assert scale.place(0.0) > low  # at half a row, not at a millionth
    shown = b.plot.x_axis.tickStrings(
        b.plot.x_axis.tickValues(*b.plot.x_scale.home, 500.0)[0][1], 1.0, 0.0
    )
    assert {"10⁻⁶", "10⁻⁵", "10⁻⁴", f"0.1{SPACE}%", f"1{SPACE}%", f"10{SPACE}%"} <= set(shown)


def test_that_the_limits_of_roc_cannot_be_fixed(bench):
    assert bench(plot_of(ROC), over_decades()).plot.switches() == []


def test_that_the_menu_of_a_plot_switches_its_axes_too(bench, qtbot):
    b = bench(plot_of(ERROR_RATES), over_decades())
    entries = {one.name: one for one in b.plot.menu_entries(QPointF(5.0, 5.0))}
    assert entries["log_scores"].checked is True
    assert entries["log_rates"].checked is False
    with qtbot.waitSignal(b.plot.axes_requested) as asked:
        entries["log_rates"].run()
    assert asked.args == [Axes(log_rates=True)]


def test_that_the_menu_of_axes_has_each_switch_of_what_is_seen_once(qtbot):
    grid, snapshot = PlotGrid(), over_decades()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.resize(900, 800)
    with qtbot.waitExposed(grid):
        grid.show()
    menu = AxesMenu(grid, grid)
    assert [action.isEnabled() for action in menu.actions()] == [False]
    grid.show_snapshot(EMPTY, snapshot)
    menu.follow()
    found = {action.objectName(): action for action in menu.actions()}
    assert sorted(found) == ["fixed_rates", "log_counts", "log_rates", "log_scores"]
    assert [name for name, action in found.items() if action.isChecked()] == ["log_scores"]
    with qtbot.waitSignal(grid.axes_requested) as asked:
        found["log_counts"].trigger()
    grid.show_snapshot(snapshot, on(snapshot, log_counts=asked.args[0].log_counts))
    menu.follow()
    assert "log_counts" in {one.objectName() for one in menu.actions() if one.isChecked()}
    grid.choose([["roc"]])
    menu.follow()
    assert [action.objectName() for action in menu.actions()] == [""]


def test_that_a_narrow_head_leaves_its_room_to_the_title(bench):
    b = bench(plot_of_bars(), over_decades(), 700, 300)
    button = b.plot.header.findChild(QToolButton, "log_counts")
    assert button.isVisible()
    b.plot.resize(180, 300)
    assert not button.isVisible()
    b.plot.resize(700, 300)
    assert button.isVisible()


@pytest.mark.parametrize(
    ("exponent", "words"),
    [(0, "1"), (3, "1000"), (-2, "0.01"), (-4, "10⁻⁴"), (5, "10⁵"), (-12, "10⁻¹²")],
)
def test_that_a_decade_is_written_out_where_that_is_short(exponent, words):
    assert text.numerals().decade(exponent) == words


def test_that_ticks_of_a_log_axis_have_the_digits_they_need_alone(qapp):  # noqa: ARG001 - fonts
    axis = PlotAxis("left", "Rows", kind=Scale.VALUE)
    axis.set_font(QFont())
    axis.set_scale(LogScale(0.5, 200.0, has_frame=True, origin=0.5))
    low, high = (float(place) for place in axis.axis_scale.to_view(np.array([0.5, 200.0])))
    ((step, places),) = axis.tickValues(low, high, 900.0)
    assert set(axis.tickStrings(places, 1.0, step)) >= {"1", "2", "5", "10", "20", "50", "100"}
