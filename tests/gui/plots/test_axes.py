from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetricsF

from evalgui.core.curves import DET, ROC, Scale
from evalgui.core.curves.scales import LinearScale, NormalDeviateScale, ScoreScale
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.plot_axis import PlotAxis
from evalgui.gui.theme import DARK, SMALL, scaled_font
from tests.support.locales import use_numbers

SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def make_axis(qapp):
    def make(kind, orientation="bottom", scale=None):
        axis = PlotAxis(orientation, "Some rate (of something)", kind=kind)
        axis.set_font(scaled_font(qapp.font(), SMALL))
        axis.set_scale(scale or LinearScale())
        return axis

    return make


def texts(axis, low, high, size):
    ((step, places),) = axis.tickValues(low, high, size)
    return axis.tickStrings(places, 1.0, step)


def test_that_proportions_are_told_in_per_cent(make_axis):
    axis = make_axis(Scale.PROPORTION)
    shown = texts(axis, -0.025, 1.025, 500)
    assert shown == [f"{n}{SPACE}%" for n in (0, 20, 40, 60, 80, 100)]


@pytest.mark.parametrize("orientation", ["bottom", "left"])
@pytest.mark.parametrize("high", [1.0, 0.55, 0.031])
def test_that_texts_of_proportions_never_meet(make_axis, orientation, high):
    axis = make_axis(Scale.PROPORTION, orientation)
    metrics = QFontMetricsF(axis.style["tickFont"])
    low, high = -0.025 * high, 1.025 * high
    for size in range(80, 400, 7):
        ((step, places),) = axis.tickValues(low, high, size)
        shown = axis.tickStrings(places, 1.0, step)
        widths = [metrics.horizontalAdvance(words) for words in shown]
        lengths = widths if orientation == "bottom" else [metrics.height()] * len(shown)
        ends = [
            (place * size / (high - low) - length / 2, place * size / (high - low) + length / 2)
            for place, length in zip(places, lengths, strict=True)
        ]
        assert len(shown) >= 2
        assert all(before[1] < after[0] for before, after in itertools.pairwise(ends)), (
            size,
            shown,
        )


def test_that_a_narrow_axis_thins_out_its_ticks(make_axis):
    axis = make_axis(Scale.PROPORTION)
    assert texts(axis, -0.025, 1.025, 160) == [f"{n}{SPACE}%" for n in (0, 25, 50, 75, 100)]
    assert texts(axis, -0.025, 1.025, 110) == [f"{n}{SPACE}%" for n in (0, 50, 100)]
    assert texts(axis, -0.025, 1.025, 60) == [f"{n}{SPACE}%" for n in (0, 100)]


def test_that_no_tick_stands_beyond_0_and_1(make_axis):
    axis = make_axis(Scale.PROPORTION)
    ((_step, places),) = axis.tickValues(-0.5, 1.5, 800)
    assert min(places) >= 0
    assert max(places) <= 1


def test_that_zooming_in_adds_decimals(make_axis):
    axis = make_axis(Scale.PROPORTION)
    shown = texts(axis, 0.1201, 0.1209, 500)
    assert f"12.02{SPACE}%" in shown
    assert len(set(shown)) == len(shown)


def test_that_normal_deviate_ticks_are_round_per_cents_at_their_deviates(make_axis):
    scale = NormalDeviateScale(100_000, 0.5)
    axis = make_axis(Scale.NORMAL_DEVIATE, scale=scale)
    ((step, places),) = axis.tickValues(*scale.home, 900)
    shown = axis.tickStrings(places, 1.0, step)
    for tick in ("0", "0.1", "1", "10", "50"):
        assert f"{tick}{SPACE}%" in shown
    assert "10⁻⁴" in shown
    told = [tick.removesuffix(f"{SPACE}%") for tick in shown]
    values = [1e-4 if tick == "10⁻⁴" else float(tick) / 100 for tick in told]
    np.testing.assert_allclose(scale.to_view(np.array(values)), places, atol=1e-12)


@pytest.mark.parametrize("size", [80, 150, 230, 400, 900])
@pytest.mark.parametrize("orientation", ["bottom", "left"])
@pytest.mark.parametrize("n", [10, 2_000, 10_000_000])
def test_that_normal_deviate_ticks_do_not_touch(make_axis, size, orientation, n):
    scale = NormalDeviateScale(n)
    axis = make_axis(Scale.NORMAL_DEVIATE, orientation, scale)
    low, high = scale.home
    ((step, places),) = axis.tickValues(low, high, size)
    metrics = QFontMetricsF(axis.style["tickFont"])
    ends = -np.inf
    for place, words in zip(places, axis.tickStrings(places, 1.0, step), strict=True):
        length = metrics.height() if orientation == "left" else metrics.horizontalAdvance(words)
        middle = (place - low) / (high - low) * size
        assert middle - length / 2 >= ends
        ends = middle + length / 2
    assert len(places) >= (2 if size > 100 else 1)


def test_that_a_deviate_axis_zoomed_in_far_still_has_a_scale(make_axis):
    scale = NormalDeviateScale(10_000_000)
    axis = make_axis(Scale.NORMAL_DEVIATE, scale=scale)
    low, high = scale.to_view(np.array([0.0312, 0.0319]))
    shown = texts(axis, float(low), float(high), 400)
    assert len(shown) >= 2
    assert f"3.14{SPACE}%" in shown


def test_that_score_ticks_are_round(make_axis):
    axis = make_axis(Scale.SCORE, scale=ScoreScale(0.0, 1.0))
    assert texts(axis, 0.0, 1.0, 300) == ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    axis = make_axis(Scale.SCORE, scale=ScoreScale(1e6, 1e6 + 1))
    shown = texts(axis, 1e6, 1e6 + 1, 500)
    assert f"1{SPACE}000{SPACE}000.4" in shown
    assert len(set(shown)) == len(shown)


@pytest.mark.parametrize(
    ("low", "high"), [(0.0, 5e-324), (-1.7e308, 1.7e308), (1e9, 1e9 + 1e-6), (1e200, 2e200)]
)
def test_that_scores_beyond_safe_ranges_still_have_ticks(make_axis, low, high):
    scale = ScoreScale.of(low, high)
    axis = make_axis(Scale.SCORE, scale=scale)
    shown = texts(axis, *scale.home, 500)
    assert len(shown) >= 2
    assert all(words and "nan" not in words for words in shown)


def test_that_ticks_have_the_decimal_sign_of_the_locale(make_axis):
    use_numbers("de")
    try:
        axis = make_axis(Scale.SCORE, scale=ScoreScale(0.0, 1.0))
        assert "0,4" in texts(axis, 0.0, 1.0, 300)
        axis = make_axis(Scale.PROPORTION)
        assert f"12,02{SPACE}%" in texts(axis, 0.1201, 0.1209, 500)
    finally:
        use_numbers("en")


def test_that_an_axis_without_extent_has_no_ticks(make_axis):
    axis = make_axis(Scale.PROPORTION)
    assert axis.tickValues(0.5, 0.5, 300) == []
    assert axis.tickValues(float("nan"), 1.0, 300) == []
    assert axis.tickValues(0.0, 1.0, 0) == []


def test_that_a_part_without_numbers_is_painted_without_them_and_looks_the_same(bench, textbook):
    b = bench(plot_of(ROC), textbook, 500, 400)
    whole = b.plot.canvas.grab().toImage()
    box = b.plot.view_box.geometry().toRect()
    part = QRect(box.x() + 30, box.y() + 30, 120, 90)
    assert b.plot.canvas.grab(part).toImage() == whole.copy(part)
    for axis in (b.plot.x_axis, b.plot.y_axis):
        picture, bare = axis._bare
        assert picture is axis.picture
        assert 0 < bare.size() < picture.size()
    beside = QRect(0, box.y(), box.x() + 20, 200)
    assert b.plot.canvas.grab(beside).toImage() == whole.copy(beside)
    b.plot.set_theme(DARK)
    dark = b.plot.canvas.grab().toImage()
    assert b.plot.canvas.grab(part).toImage() == dark.copy(part) != whole.copy(part)


def test_that_numbers_that_hang_over_their_axis_are_painted_in_parts_too(bench, textbook):
    b = bench(plot_of(ROC), textbook, 300, 300)
    for height in range(60, 140, 5):  # at some of them the axis has no extent left
        b.plot.resize(120, height)
        whole = b.plot.canvas.grab().toImage()
        axis = b.plot.y_axis.geometry()
        above = QRect(0, 0, int(axis.right()), int(axis.top()))
        below = QRect(0, int(axis.bottom()) + 1, int(axis.right()), 14)
        for part in (above, below):
            if part.isValid() and whole.rect().contains(part):
                assert b.plot.canvas.grab(part).toImage() == whole.copy(part)


@pytest.mark.parametrize("curve", [ROC, DET], ids=lambda one: one.id)
@pytest.mark.parametrize("points", [9, 16])
def test_that_a_square_is_as_wide_as_its_numbers_need_at_once(bench, textbook, curve, points):
    b = bench(plot_of(curve), textbook)
    font = b.plot.font()
    font.setPointSize(points)
    b.plot.take_font(font)
    axis, canvas, layout = b.plot.y_axis, b.plot.canvas, b.plot.canvas.getPlotItem().layout

    def drawn():
        b.plot.draw()
        layout.activate()
        return axis.fixedWidth

    for width, height in itertools.product((76, 92, 124, 172), (122, 300)):
        b.plot.resize(width, height)
        for zoom in (1.0, 0.3):
            b.plot.reset_view()
            b.plot.view_box.scaleBy(x=zoom, y=zoom)
            first = drawn()
            assert [drawn(), drawn()] == [first, first], (width, height, zoom)
            left = canvas.frame_height(b.plot.x_axis.fixedHeight) - b.plot.spare_height
            assert axis.height() == pytest.approx(max(left, 0), abs=1e-6)
