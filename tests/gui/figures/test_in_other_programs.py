"""A figure as SVG looks the same in readers of other makers as on the screen."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import pyvips
import resvg_py
from PySide6.QtGui import QImage

from evalgui.core.curves import CURVES, ROC, curve_by_id
from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import LIGHT
from tests.gui.plots.bench import make_snapshot
from tests.support.figures import PIXEL_RATIO, boxes_of, export, frame_of
from tests.support.plots import plot_of_bars

BLOCK = 8  # device pixels: edges of lines differ by less than that
MOST = 40  # of 255, by which the mean of a block may differ where there are no texts
MOST_ON_AVERAGE = 2.5
KINDS = [curve.id for curve in CURVES] + ["histogram", "measures", "zoomed", "many"]


def drawn_by_resvg(path):
    how = {"zoom": PIXEL_RATIO, "dpi": 96, "background": "#ffffff"}
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(path), **how))
    return pixels(QImage.fromData(png))


def drawn_by_librsvg(path):
    scale = PIXEL_RATIO * 72 / 96  # it multiplies by the dots, too
    image = pyvips.Image.svgload(str(path), dpi=96, scale=scale).flatten(background=255)
    return image.numpy().astype(float)


READERS = {"resvg": drawn_by_resvg, "librsvg": drawn_by_librsvg}


def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    found = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return found[:, : image.width() * 3].reshape(image.height(), -1, 3).astype(float)


def blocks(found):
    """Return the mean colour of each block of pixels."""
    height, width = (size // BLOCK * BLOCK for size in found.shape[:2])
    shape = (height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    return found[:height, :width, :3].reshape(shape).mean(axis=(1, 3))


def frame(path, shape):
    """Return which blocks lie within the frame and not on a name."""
    root = ET.parse(path).getroot()  # noqa: S314 - a file that was just written here
    y, x = (np.indices(shape) + 0.5) * (BLOCK / PIXEL_RATIO)

    def has(box):
        return (x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())

    inside = has(frame_of(root))
    for _words, box in boxes_of(root):
        inside &= ~has(box.adjusted(-BLOCK, -BLOCK, BLOCK, BLOCK))
    return inside


@pytest.fixture(params=KINDS)
def plot(request, bench, textbook, qtbot):
    if request.param == "histogram":
        return bench(plot_of_bars(), textbook, 560, 260).plot
    if request.param == "measures":
        panel = MeasuresPlotPanel()
        qtbot.addWidget(panel)
        panel.set_measures(["TPR", "PPV", "YI"])
        panel.set_theme(LIGHT)
        panel.show_snapshot(textbook.__class__(), textbook)
        return panel.plot
    if request.param == "zoomed":
        made = bench(plot_of(ROC), textbook)
        made.plot.view_box.setRange(xRange=(0.1, 0.4), yRange=(0.3, 0.7), padding=0)
        return made.plot
    if request.param == "many":
        random = np.random.default_rng(5)
        truth = (random.random(20_000) < 0.3).astype(int)
        snapshot = make_snapshot(random.normal(truth * 1.5), truth)
        return bench(plot_of(curve_by_id("det")), snapshot).plot
    return bench(plot_of(curve_by_id(request.param)), textbook).plot


@pytest.mark.parametrize("reader", list(READERS))
def test_that_a_figure_looks_the_same_in_other_programs(plot, tmp_path, reader):
    for suffix in ("svg", "png"):
        export(plot, tmp_path / f"figure.{suffix}")
    ours = pixels(QImage(str(tmp_path / "figure.png")))
    theirs = READERS[reader](tmp_path / "figure.svg")
    assert theirs.shape[:2] == ours.shape[:2]
    apart = np.abs(blocks(ours) - blocks(theirs)).max(axis=2)
    assert apart[frame(tmp_path / "figure.svg", apart.shape)].max() <= MOST
    assert apart.mean() <= MOST_ON_AVERAGE


def test_that_all_of_a_figure_is_told_in_pixels(plot, tmp_path):
    path = tmp_path / "figure.svg"
    export(plot, path)
    content = path.read_text(encoding="utf-8")
    assert "vector-effect" not in content
    ET.fromstring(content)  # noqa: S314 - a file that was just written here
    scales = {
        tuple(round(float(part), 9) for part in matrix.split(",")[:4])
        for matrix in re.findall(r"matrix\(([^)]*)\)", content)
    }
    assert scales <= {(1, 0, 0, 1), (0, -1, 1, 0)}  # as it stands, or turned as a title is
    assert "Sans Serif" not in content
    assert ", sans-serif" in content
