"""Where a rule takes the line, it is at once; where it came from fades."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QProxyStyle, QStyle

from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.core.provenance import chosen_by, typed
from evalgui.core.rules import RULES
from evalgui.core.snapshot import resolve
from evalgui.gui.plots.drag_mark import DURATION
from evalgui.gui.plots.kinds import plot_of
from tests.gui.plots.test_drag_with_consequence import on_the_line
from tests.support.plots import plot_of_bars, plot_of_dots


class Animated(QProxyStyle):
    """The style of a desktop that has animations, or has none."""

    lasts = 200

    def styleHint(self, hint, *others):
        if hint == QStyle.StyleHint.SH_Widget_Animation_Duration:
            return self.lasts
        return super().styleHint(hint, *others)


@pytest.fixture
def style(qapp):
    """Return the style that plots take; it lives as long as they do."""
    found = Animated(qapp.style().name())
    found.setParent(qapp)
    return found


@pytest.fixture
def on_bench(bench, textbook, style):
    def put(plot, *size):
        plot.setStyle(style)
        return bench(plot, textbook, *size)

    return put


def go(b, rule_id, **parameters):
    """Let a rule take the line elsewhere, as a number that was asked for does."""
    rule = RULES.by_id(rule_id)
    choice = b.snapshot.ranking.choice(rule_id, rule.values(parameters))
    made = chosen_by(choice, "some.csv", "2026-01-01T00:00:00Z")
    inputs = replace(b.snapshot.inputs, threshold=choice.threshold, provenance=made)
    b.show(resolve(inputs, b.snapshot))
    return choice.threshold


@pytest.mark.parametrize("make", [plot_of_bars, lambda: plot_of(ERROR_RATES)])
def test_that_the_line_is_there_at_once_and_a_band_from_where_it_was_fades(qtbot, on_bench, make):
    b = on_bench(make(), 600, 240)
    fading, plot = b.plot.fading_band, b.plot
    start = on_the_line(b, 0.6).x()
    with qtbot.waitSignal(fading.ended):
        assert go(b, "sensitivity", sensitivity=0.9) == 0.23
        assert plot.grip.x == pytest.approx(on_the_line(b, 0.23).x())
        assert fading.is_seen
        assert plot.is_drawing
        assert fading.band.isVisible()
        assert fading.band.opacity() == 1
        area = fading.band.area
        assert (area.left(), area.right()) == pytest.approx((plot.grip.x, start))
        assert fading.band.start.boundingRect().x() == pytest.approx(start)
    assert not fading.band.isVisible()
    assert fading.band.opacity() == 0
    assert not plot.is_drawing
    assert DURATION == 150


def test_that_a_band_above_every_row_fades_or_follows_the_hand(qtbot, on_bench):
    b = on_bench(plot_of_dots())
    plot = b.plot
    start = b.place_of(0.0, 0.6).y()
    with qtbot.waitSignal(plot.fading_band.ended):
        go(b, "sensitivity", sensitivity=0.9)
        area = plot.fading_band.band.area
        assert (area.top(), area.bottom()) == pytest.approx((start, plot.grip.unclipped))
        assert area.width() == pytest.approx(plot.viewport.width)
    begin = QPointF(50, plot.grip.unclipped)
    b.hands.press(begin)
    b.hands.move(QPointF(50, b.place_of(0.0, 0.5).y()))
    area = plot.drag_mark.band.area
    assert (area.top(), area.bottom()) == pytest.approx((plot.grip.unclipped, begin.y()))
    b.hands.release(QPointF(50, b.place_of(0.0, 0.5).y()))


@pytest.mark.parametrize("curve", [ROC, DET, PRECISION_RECALL], ids=lambda curve: curve.id)
def test_that_the_box_from_a_point_to_the_other_fades_on_a_curve(qtbot, on_bench, curve):
    b = on_bench(plot_of(curve))
    begin = b.plot.main.marker.pos()
    with qtbot.waitSignal(b.plot.fading_band.ended):
        go(b, "sensitivity", sensitivity=0.9)
        end, area = b.plot.main.marker.pos(), b.plot.fading_band.band.area
        assert end != begin
        assert [area.left(), area.right()] == pytest.approx(sorted([begin.x(), end.x()]))
        assert [area.top(), area.bottom()] == pytest.approx(sorted([begin.y(), end.y()]))


def put_by_hand(b):
    made = typed("some.csv", "2026-01-01T00:00:01Z")
    b.show(resolve(replace(b.snapshot.inputs, threshold=0.5, provenance=made), b.snapshot))


def zoom(b):
    b.plot.view_box.setRange(xRange=(0.2, 0.5), padding=0)


def use_other_scores(b):
    b.show(replace(b.snapshot, ranking=replace_ranking(b.snapshot)))


def replace_ranking(snapshot):
    dataset = replace(snapshot.dataset, name="other.csv")
    return resolve(replace(snapshot.inputs, dataset=dataset)).ranking


@pytest.mark.parametrize("what", [put_by_hand, zoom, use_other_scores])
def test_that_it_ends_with_what_comes_next(on_bench, what):
    b = on_bench(plot_of_bars(), 600, 240)
    go(b, "sensitivity", sensitivity=0.9)
    assert b.plot.fading_band.is_seen
    what(b)
    assert not b.plot.fading_band.is_seen
    assert not b.plot.fading_band.band.isVisible()


def test_that_a_second_number_starts_it_anew_from_where_the_first_led(on_bench):
    b = on_bench(plot_of_bars(), 600, 240)
    go(b, "sensitivity", sensitivity=0.9)
    go(b, "specificity", specificity=0.9)
    assert b.plot.fading_band.is_seen
    start = b.plot.fading_band.band.start.boundingRect().x()
    assert start == pytest.approx(on_the_line(b, 0.23).x())


def test_that_nothing_moves_where_the_desktop_has_no_animations(on_bench, style):
    style.lasts = 0
    b = on_bench(plot_of_bars(), 600, 240)
    assert go(b, "sensitivity", sensitivity=0.9) == b.threshold
    assert not b.plot.fading_band.is_seen


def test_that_a_line_in_the_hand_leaves_none(on_bench):
    b = on_bench(plot_of_bars(), 600, 240)
    b.hands.press(on_the_line(b, 0.6))
    b.hands.move(on_the_line(b, 0.3))
    assert b.plot.drag_mark.is_visible
    assert not b.plot.fading_band.is_seen
    b.hands.release(on_the_line(b, 0.3))
