"""Bands behind the lines of curves: where they are filled, in any view, and what names them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.core.curves.scales import Viewport
from evalgui.core.redraw import resample
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.uncertainty_marks import BandArea
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT

SIZE = 120
POINTWISE = "95 % pointwise (bootstrap of 40)"
JOINT = "95 % joint (Kolmogorov-Smirnov rectangles)"
COLOUR = QColor(200, 0, 0)


def spaced(words):
    return words.replace("\N{NARROW NO-BREAK SPACE}", " ")


def painted(area, viewport, *, is_figure=False):
    """Return which pixels are filled: (rows, columns) of bool."""
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        area.paint(painter, viewport, is_figure=is_figure)
    return np.array([[image.pixelColor(x, y) == COLOUR for x in range(SIZE)] for y in range(SIZE)])


@pytest.mark.parametrize("is_figure", [False, True])
@pytest.mark.parametrize(
    "view", [(0.0, 1.0, 0.0, 1.0), (0.2, 0.5, 0.3, 0.9), (0.31, 0.3101, 0.55, 0.5501)]
)
def test_that_what_lies_between_the_limits_is_filled_in_any_view(view, is_figure):
    x = np.array([0.0, 0.1, 0.3, 0.4, 0.8, 1.0])
    lower = np.array([0.0, 0.2, 0.3, 0.31, 0.6, 0.9])
    upper = np.array([0.1, 0.5, 0.55, 0.8, 0.85, 1.0])
    viewport = Viewport(*view, SIZE, SIZE)
    found = painted(BandArea(x, lower, upper, COLOUR), viewport, is_figure=is_figure)
    left, right, bottom, top = view
    centres = (np.arange(SIZE) + 0.5) / SIZE
    at_x, at_y = left + centres * (right - left), top - centres * (top - bottom)
    low, high = np.interp(at_x, x, lower), np.interp(at_x, x, upper)
    edge = 5.0 * (top - bottom) / SIZE  # where pixels are filled in part
    inside = (at_y[:, None] > low + edge) & (at_y[:, None] < high - edge)
    outside = (at_y[:, None] < low - edge) | (at_y[:, None] > high + edge)
    assert inside.any()
    assert found[inside].all()
    assert not found[outside].any()


def test_that_there_is_nothing_where_a_limit_is_not_known():
    x, upper = np.linspace(0, 1, 11), np.ones(11)
    lower = np.where(np.arange(11) == 5, np.nan, 0.0)
    found = painted(BandArea(x, lower, upper, COLOUR), Viewport(0, 1, 0, 1, SIZE, SIZE))
    assert found[60, 10]
    assert found[60, 110]
    assert not found[:, 50:70].any()


@pytest.fixture
def drawn(textbook):
    """The textbook's snapshot with bands of forty replicates."""
    return replace(textbook, resampled=resample(textbook, lambda _share, _words: None, 40))


@pytest.mark.parametrize(
    ("curve", "n_shapes"),
    [(ROC, 3), (PRECISION_RECALL, 1), (DET, 1), (ERROR_RATES, 2)],
    ids=lambda one: getattr(one, "id", ""),
)
def test_that_bands_lie_behind_the_lines_and_the_legend_names_them(
    bench, textbook, drawn, curve, n_shapes
):
    b = bench(plot_of(curve), textbook, 560, 480)
    plain = [entry.name for entry in b.plot.legend.entries]
    assert b.plot.main.uncertainty.bands.lines == ()
    b.show(drawn)
    assert len(b.plot.main.uncertainty.bands.lines) == n_shapes
    assert b.plot.main.uncertainty.bands.zValue() < b.plot.lines.zValue()
    told = [spaced(entry.name) for entry in b.plot.legend.entries]
    names = [POINTWISE, JOINT] if curve is ROC else [POINTWISE]
    said = [name for name in told if name not in plain]
    # As much as there is room for, and all of it in the tool-tip.
    assert said in (names, [name.partition(" (")[0] for name in names])
    assert said == names or curve is ERROR_RATES
    for name in names:
        assert f"{name.partition(' (')[0]} band: " in spaced(b.plot.header.note)
    assert "bootstrap of 40" in b.plot.header.note
    b.set_threshold(0.5)
    assert len(b.plot.main.uncertainty.bands.lines) == n_shapes
    b.show(textbook)
    assert b.plot.main.uncertainty.bands.lines == ()
    assert [entry.name for entry in b.plot.legend.entries] == plain


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "contrast"])
def test_that_a_band_is_seen_and_fainter_than_its_line_wherever_it_is_moved(bench, drawn, theme):
    b = bench(plot_of(ROC), drawn)
    b.plot.set_theme(theme)
    band = next(one for one in drawn.resampled.bands if one.curve == "roc" and not one.is_joint)
    b.plot.view_box.setRange(xRange=(0.1, 0.6), yRange=(0.0, 1.0), padding=0)
    b.plot.legend.hide()
    image = b.plot.canvas.grab().toImage()
    ratio = image.devicePixelRatio()
    ground, line = QColor(theme.base), QColor(theme.curve)

    def at(x, y):
        scene = b.plot.view_box.mapToScene(b.place_of(x, y))
        place = QPointF(b.plot.canvas.mapFromScene(scene)) * ratio
        return image.pixelColor(place.toPoint())

    def away(one, other):
        return sum(abs(p - q) for p, q in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True))

    x = 0.37
    low, high = np.interp(x, band.x, band.lower), np.interp(x, band.x, band.upper)
    seen = at(x, (3 * low + high) / 4)
    assert away(seen, ground) >= 20
    assert away(seen, line) > away(seen, ground)
    assert away(at(x, low - 0.07), ground) <= 3


def test_that_a_figure_has_the_bands(bench, drawn):
    b = bench(plot_of(ROC), drawn)
    figure = copy_of(b.plot, LIGHT)
    assert len(figure.main.uncertainty.bands.lines) == 3
    assert figure.main.uncertainty.bands.is_figure
    figure.deleteLater()
