"""The other end of a grey zone on curves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalgui.core.curves import DET, PRECISION_RECALL, ROC, point
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.curve_marks import SecondMark
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import LIGHT
from tests.support.layers import layer_of


def mark_on(plot):
    return layer_of(plot, SecondMark).marker


def zoned(snapshot, second):
    return replace(snapshot, choices=replace(snapshot.choices, second=second))


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
def test_that_the_other_end_of_a_zone_is_marked_on_the_curve(bench, textbook, curve):
    b = bench(plot_of(curve), textbook)
    mark, table = mark_on(b.plot), textbook.ranking.table
    assert not mark.isVisible()
    for second in (0.3, 0.45, 0.8):
        b.show(zoned(textbook, second))
        counts = table.steps.counts_of(table.steps.row_at(second))
        x, ys = point(curve, table, counts, second)
        expected = b.place_of(x, ys[0])
        assert mark.isVisible()
        assert (mark.x(), mark.y()) == pytest.approx((expected.x(), expected.y()))
        assert mark.brush().color().name() == b.plot.theme.base
    figure = copy_of(b.plot, LIGHT)
    assert mark_on(figure).isVisible()
    figure.deleteLater()
    b.show(zoned(textbook, None))
    assert not mark.isVisible()


def test_that_it_follows_the_view_and_is_gone_outside(bench, textbook):
    b = bench(plot_of(ROC), zoned(textbook, 0.8))
    before = mark_on(b.plot).x()
    b.plot.view_box.setRange(xRange=(0.0, 0.5), yRange=(0.0, 0.7), padding=0)
    assert mark_on(b.plot).isVisible()
    assert mark_on(b.plot).x() != before
    b.plot.view_box.setRange(xRange=(0.8, 1.0), yRange=(0.8, 1.0), padding=0)
    assert not mark_on(b.plot).isVisible()
