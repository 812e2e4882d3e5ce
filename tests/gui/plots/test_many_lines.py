"""Pictures of many lines: the same at once and in the background, and the last one wins."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from evalgui.core.curves import DET, PRECISION_RECALL, ROC, vertices
from evalgui.core.curves.scales import LinearScale, NormalDeviateScale, Viewport
from evalgui.core.errors import CancelledError
from evalgui.core.score_table import Outline, ScoreTable
from evalgui.gui.plots import many_lines
from evalgui.gui.plots.many_lines import LinesToDraw, ManyLinesItem, draw
from evalgui.results.curve_picture import Scored, curve_lines

pytestmark = pytest.mark.usefixtures("qapp")

HOME = Viewport(0.0, 1.0, 0.0, 1.0, 200.0, 100.0)


def outline(n=200, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    return Outline(ScoreTable(rng.normal(size=n) + truth, truth).steps.corners())


def wanted(n_lines=3, curve=ROC, viewport=HOME, **options):
    scale = NormalDeviateScale(100) if curve is DET else LinearScale()
    shown = [Scored("", outline(seed=number)) for number in range(n_lines)]
    lines = dict(enumerate(curve_lines(curve, one, (scale, scale))[0] for one in shown))
    pens = dict.fromkeys(lines, QPen(QColor("#ff0000"), 1.0))
    return LinesToDraw(lines, pens, viewport, is_monotone=curve.is_monotone, **options)


@pytest.fixture
def layer():
    """A layer of the size of a viewport."""
    ground = QGraphicsRectItem()
    made = ManyLinesItem(ground, 1)
    made.set_viewport(HOME)
    yield made
    made.shut_down()


def painted(layer):
    image = QImage(200, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    layer.paint(painter, None)
    painter.end()
    return image


def red_pixels(image):
    return {
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).green() < 128
    }


@pytest.mark.parametrize("curve", [ROC, PRECISION_RECALL, DET], ids=lambda curve: curve.id)
def test_that_lines_have_the_points_of_the_curve_in_pixels(curve):
    x, y = draw(wanted(1, curve)).lines[0]
    scale, found = NormalDeviateScale(100) if curve is DET else LinearScale(), outline()
    corners = vertices(curve, found)
    np.testing.assert_allclose(x, HOME.x_pixels(scale.to_view(corners.x)))
    np.testing.assert_allclose(y, HOME.y_pixels(scale.to_view(corners.ys[0])))


def test_that_a_zoomed_view_gets_no_points_far_outside():
    viewport = Viewport(0.2, 0.2001, 0.5, 0.5001, 200.0, 100.0)
    for x, y in draw(wanted(3, viewport=viewport)).lines.values():
        assert np.abs(x[np.isfinite(x)]).max(initial=0.0) < 1_000
        assert np.abs(y[np.isfinite(y)]).max(initial=0.0) < 1_000


def test_that_few_lines_are_there_at_once(layer):
    layer.show_lines(wanted())
    assert not layer.is_drawing
    assert list(layer.drawn.lines) == [0, 1, 2]
    assert red_pixels(painted(layer))


def test_that_many_lines_look_the_same_from_the_background(layer, qtbot, monkeypatch):
    layer.show_lines(wanted())
    at_once = painted(layer)
    layer.clear()
    assert not red_pixels(painted(layer))
    monkeypatch.setattr(many_lines, "_AT_ONCE", 10)
    with qtbot.waitSignal(layer.changed):
        layer.show_lines(wanted())
    assert painted(layer) == at_once


def test_that_only_the_last_of_several_wishes_is_shown(layer, qtbot, monkeypatch):
    monkeypatch.setattr(many_lines, "_AT_ONCE", 10)
    shown = []
    layer.changed.connect(lambda: shown.append(len(layer.drawn.lines)))
    for n_lines in (5, 4, 3):
        layer.show_lines(wanted(n_lines))
    qtbot.waitUntil(lambda: not layer.is_drawing)
    assert shown == [3]


def test_that_a_cleared_layer_stays_empty(layer, qtbot, monkeypatch):
    monkeypatch.setattr(many_lines, "_AT_ONCE", 10)
    layer.show_lines(wanted(5))
    layer.clear()
    qtbot.waitUntil(lambda: not layer.is_drawing)
    assert not layer.drawn.lines


def test_that_cancelled_drawing_stops():
    with pytest.raises(CancelledError):
        draw(wanted(), lambda: True)


def test_that_the_last_picture_follows_the_view_until_the_next_is_there(layer):
    layer.show_lines(wanted())
    before = red_pixels(painted(layer))
    layer.set_viewport(Viewport(0.0, 2.0, 0.0, 1.0, 200.0, 100.0))  # as wide again: half the width
    after = red_pixels(painted(layer))
    assert max(x for x, _ in before) > 190
    assert 90 < max(x for x, _ in after) <= 101


def test_that_a_figure_is_drawn_at_once_and_as_lines(layer, monkeypatch):
    monkeypatch.setattr(many_lines, "_AT_ONCE", 10)
    layer.show_lines(wanted(is_figure=True))
    assert layer.drawn.image is None
    assert red_pixels(painted(layer))


def test_that_a_fine_screen_gets_a_fine_picture():
    image = draw(wanted(pixel_ratio=2.0)).image
    assert (image.width(), image.height()) == (400, 200)
    assert image.devicePixelRatio() == 2.0
