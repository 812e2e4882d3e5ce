"""A layer of one's own: named where layers are, it is shown, placed, pointed at and let go."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsRectItem

from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots import curve_layer
from evalgui.gui.plots.header import Switch
from evalgui.gui.plots.histogram_layer import EVERY
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.layer import Layer
from evalgui.gui.plots.plot import Plot
from evalgui.gui.theme import DARK
from tests.support.layers import layer_of
from tests.support.plots import plot_of_bars

BOX = (20.0, 30.0, 60.0, 50.0)
INSIDE, OUTSIDE = QPointF(40, 40), QPointF(300, 20)


class Stamp(Layer):
    """A box at a fixed place, which says how often it was asked for what."""

    def __init__(self, of, *_others):
        super().__init__(of if isinstance(of, Plot) else of.plot)
        self.item = QGraphicsRectItem(self.plot.overlay)
        self.calls = []

    def show_snapshot(self, old, new):
        self.calls.append(("shown", old is not new))

    def render_point(self):
        self.calls.append(("point", self.plot.snapshot.point is not None))

    def place(self):
        left, top, right, bottom = BOX
        self.item.setRect(left, top, right - left, bottom - top)

    def recolour(self):
        self.item.setPen(QColor(self.plot.theme.accent))

    def moving(self):
        return [BOX]

    def switches(self):
        return [Switch("stamp", "stamp", "A stamp", False)]

    def cursor_at(self, position):
        return Qt.CursorShape.CrossCursor if self.item.contains(position) else None

    def hint_at(self, position):
        return "Press the stamp" if self.item.contains(position) else ""

    def words_at(self, position):
        is_here = position is not None and self.item.contains(position)
        return "the stamp" if is_here else None

    def press(self, position):
        is_here = self.item.contains(position)
        self.calls += [("press", True)] if is_here else []
        return is_here

    def double_press(self, position):
        is_here = self.item.contains(position)
        self.calls += [("double", True)] if is_here else []
        return is_here

    def shut_down(self):
        self.calls.append(("ended", True))


def stamp_on(plot):
    return layer_of(plot, Stamp)


@pytest.fixture(
    params=[ROC, PRECISION_RECALL, DET, "bars"], ids=lambda one: getattr(one, "id", one)
)
def stamped(request, bench, textbook, monkeypatch):
    if request.param == "bars":
        return bench(plot_of_bars(replace(EVERY, layers=(Stamp,))), textbook, 600, 300)
    monkeypatch.setattr(curve_layer, "ON_CURVES", (*curve_layer.ON_CURVES, Stamp))
    return bench(plot_of(request.param), textbook, 500, 400)


def test_that_a_layer_follows_the_plot(stamped):
    plot, stamp = stamped.plot, stamp_on(stamped.plot)
    assert stamp.item.rect().width() == 40
    stamp.calls.clear()
    stamped.set_threshold(0.45)
    assert stamp.calls == [("point", True), ("shown", True)]
    assert BOX in plot.moving()  # so that no name lies there
    assert "stamp" in {one.id for one in plot.switches()}
    plot.set_theme(DARK)
    assert stamp.item.pen().color().name() == DARK.accent
    figure = copy_of(plot, DARK)
    assert stamp_on(figure) is not stamp
    figure.deleteLater()
    plot.shut_down()
    assert stamp.calls[-1] == ("ended", True)


def test_that_a_layer_comes_before_the_plot_in_the_hand(stamped):
    plot, stamp = stamped.plot, stamp_on(stamped.plot)
    assert plot.mouse.cursor_at(INSIDE) is Qt.CursorShape.CrossCursor
    assert plot.mouse.cursor_at(OUTSIDE) is not Qt.CursorShape.CrossCursor
    assert plot.mouse.hint_at(INSIDE) == "Press the stamp"
    assert plot.mouse.hint_at(OUTSIDE) != "Press the stamp"
    assert plot.mouse.hover_text(INSIDE) == "the stamp"
    assert plot.mouse.hover_text(None) == ""
    stamp.calls.clear()
    plot.mouse.press(INSIDE)
    assert not plot.mouse.is_dragging
    plot.mouse.double_press(INSIDE)
    assert stamp.calls == [("press", True), ("double", True)]


def test_that_a_line_across_scores_has_what_a_curve_that_is_traced_has_not(bench, textbook):
    across, along = plot_of(ERROR_RATES), plot_of(ROC)
    kinds = [{type(layer).__name__ for layer in plot.layers} for plot in (across, along)]
    both = {"ComparedLayer", "CurveLayer", "CrossingMark", "PreviewMarks"}
    assert kinds[0] == both | {"AcrossScores"}
    traced = {"AlongCurve", "CurveMarks", "SecondMark", "StepMark"}
    assert kinds[1] == both | traced | {"CostLine"}
    for plot in (across, along):
        bench(plot, textbook)
