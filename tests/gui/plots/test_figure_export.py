from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from evalgui.core.curves import CURVES, ROC, curve_by_id
from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.plots.figure_export import export
from evalgui.gui.plots.histogram_plot import HistogramPlot
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import make_snapshot

SVG = "{http://www.w3.org/2000/svg}"
MAKERS = [*(lambda curve=curve: plot_of(curve) for curve in CURVES), HistogramPlot]


@pytest.fixture(params=MAKERS, ids=[*(curve.id for curve in CURVES), "histogram"])
def any_plot(request, bench, textbook):
    b = bench(request.param(), textbook)
    b.plot.set_theme(DARK)
    return b.plot


@pytest.fixture
def roc(bench, textbook):
    return bench(plot_of(ROC), textbook)


def parsed(path):
    return ET.fromstring(path.read_bytes())  # noqa: S314 - a file that was just written here


def colours(image):
    small = image.scaled(image.width() // 2, image.height() // 2)
    return {
        small.pixelColor(x, y).name()
        for x in range(0, small.width(), 2)
        for y in range(0, small.height(), 2)
    }


def strokes(root, colour):
    """Return the groups of an SVG that are drawn in a colour."""
    return [group for group in root.iter(f"{SVG}g") if group.get("stroke") == colour]


def test_that_a_png_has_two_pixels_for_each_of_the_screen_and_light_colours(any_plot, tmp_path):
    path = tmp_path / "figure.png"
    export(any_plot, path)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (any_plot.width() * 2, any_plot.height() * 2)
    assert image.pixelColor(3, image.height() - 3).name() == LIGHT.base
    assert LIGHT.accent in colours(image)
    assert DARK.base not in colours(image)


def test_that_lines_in_a_png_are_as_wide_as_on_the_screen(roc, tmp_path):
    export(roc.plot, tmp_path / "figure.png")
    image = QImage(str(tmp_path / "figure.png"))
    figure = roc.plot.figure(LIGHT)
    place = figure.view_box.mapToScene(QPointF(*figure.viewport.pixels(0.1, 0.35)))
    row = round((figure.canvas.y() + place.y()) * 2)
    middle = round((figure.canvas.x() + place.x()) * 2)
    ink = [255 - image.pixelColor(x, row).lightness() for x in range(middle - 8, middle + 9)]
    ink = [one for one in ink if one > 30]  # the box of the intervals is fainter than any line
    assert sum(ink) / (255 - QColor(LIGHT.curve).lightness()) == pytest.approx(4, abs=0.5)
    figure.deleteLater()


def test_that_a_figure_of_a_deep_zoom_has_room_for_its_digits(roc, tmp_path):
    roc.plot.view_box.setRange(xRange=(0.1, 0.10001), yRange=(0.49, 0.50001), padding=0)
    figure = roc.plot.figure(LIGHT)
    assert figure.view_box.viewRange()[0] == pytest.approx([0.1, 0.10001])
    assert figure.overlay.pos() == figure.view_box.pos()
    figure.deleteLater()
    export(roc.plot, tmp_path / "figure.svg")


def test_that_an_svg_is_xml_with_the_curve_in_it(any_plot, tmp_path):
    path = tmp_path / "figure.svg"
    export(any_plot, path)
    root = parsed(path)
    assert root.tag == f"{SVG}svg"
    texts = "".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))
    assert any_plot.title in texts
    header = any_plot.header  # a figure is as wide as it needs for the intervals, too
    assert header.with_intervals[1] in texts or header.read_out in texts
    assert any_plot.x_axis.title.partition(" (")[0] in texts
    colour = LIGHT.curve if any_plot.plot_id in {"roc", "pr", "det"} else LIGHT.positive
    drawn = [node for group in strokes(root, colour) for node in group]
    assert any(len(node.get("d", "") or node.get("points", "")) > 60 for node in drawn)
    assert not list(root.iter(f"{SVG}image"))


def test_that_an_svg_of_a_zoomed_plot_draws_nothing_outside_of_its_frame(roc, tmp_path):
    roc.plot.view_box.setRange(xRange=(0.1, 0.4), yRange=(0.3, 0.7), padding=0)
    path = tmp_path / "figure.svg"
    export(roc.plot, path)
    root = parsed(path)
    lines = [group for colour in (LIGHT.curve, LIGHT.chance) for group in strokes(root, colour)]
    n_points = 0
    for group in lines:
        for node in group:
            shape = node.get("d") or node.get("points") or ""
            for x, y in re.findall(r"(-?[\d.e-]+),(-?[\d.e-]+)", shape):
                n_points += 1
                assert is_inside(group, float(x), float(y), roc.plot)
    assert n_points > 5


def is_inside(group, x, y, plot):
    """Return whether a point of a group falls into the frame, in pixels of the figure."""
    a, b, c, d, e, f = (float(v) for v in group.get("transform")[7:-1].split(","))
    at_x, at_y = a * x + c * y + e, b * x + d * y + f
    bounds = plot.view_box.sceneBoundingRect()
    top = plot.canvas.y() + bounds.top()
    left = plot.canvas.x() + bounds.left()
    return (
        left - 1.5 <= at_x <= left + bounds.width() + 1.5
        and top - 1.5 <= at_y <= top + bounds.height() + 1.5
    )


def test_that_a_pdf_is_one_page_of_the_plots_size(any_plot, tmp_path):
    path = tmp_path / "figure.pdf"
    export(any_plot, path)
    content = path.read_bytes()
    assert content.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert box is not None
    scale = 72 / any_plot.logicalDpiX()
    assert float(box[1]) == pytest.approx(any_plot.width() * scale, abs=1)
    assert float(box[2]) == pytest.approx(any_plot.height() * scale, abs=1)
    assert not re.search(rb"/Subtype\s*/Image", content)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")
def test_that_a_pdf_shows_what_the_screen_shows(roc, tmp_path):
    export(roc.plot, tmp_path / "figure.pdf")
    command = ["pdftoppm", "-r", "96", "-png", "-singlefile", "figure.pdf", "page"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    page = QImage(str(tmp_path / "page.png"))
    marker = roc.plot.canvas.pos() + roc.plot.canvas.mapFromScene(
        roc.plot.view_box.mapToScene(roc.plot.marker.pos())
    )
    dots = 96 / roc.plot.logicalDpiX()
    found = page.pixelColor(round(marker.x() * dots), round(marker.y() * dots))
    expected = QColor(LIGHT.accent)
    assert abs(found.red() - expected.red()) < 8
    assert abs(found.green() - expected.green()) < 8


def test_that_names_from_the_data_stand_in_the_figure_as_they_are(bench, tmp_path):
    names = ("<img src=x>", "a & b")
    b = bench(HistogramPlot(), make_snapshot([0.1, 0.5, 0.9], [0, 1, 1], classes=names), 600, 260)
    export(b.plot, tmp_path / "figure.svg")
    root = parsed(tmp_path / "figure.svg")
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert "<img src=x> (negative)" in texts
    assert "a & b (positive)" in texts
    assert not list(root.iter(f"{SVG}image"))


def test_that_the_screen_is_left_as_it_was(roc, tmp_path):
    roc.plot.set_theme(DARK)
    before = roc.plot.grab().toImage()
    view = roc.plot.view_box.viewRange()
    for suffix in ("png", "svg", "pdf"):
        export(roc.plot, tmp_path / f"figure.{suffix}")
    assert roc.plot.grab().toImage() == before
    assert roc.plot.view_box.viewRange() == view


def test_that_an_unknown_format_is_refused(roc, tmp_path):
    with pytest.raises(EvalguiError, match="PNG, SVG or PDF"):
        export(roc.plot, tmp_path / "figure.bmp")
    assert list(tmp_path.iterdir()) == []


def test_that_a_folder_that_is_not_there_is_a_failure_in_words(roc, tmp_path):
    with pytest.raises(EvalguiError) as caught:
        export(roc.plot, tmp_path / "nowhere" / "figure.svg")
    assert caught.value.where == "figure.svg"
    assert "could not be written" in caught.value.message


def test_that_a_failed_write_leaves_the_old_file_and_nothing_else(roc, tmp_path, monkeypatch):
    path = tmp_path / "figure.png"
    path.write_bytes(b"old")

    def fail(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("evalgui.gui.plots.figure_export.os.fsync", fail)
    with pytest.raises(EvalguiError):
        export(roc.plot, path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_that_an_existing_file_is_replaced(roc, tmp_path):
    path = tmp_path / "figure.pdf"
    path.write_bytes(b"old")
    export(roc.plot, path)
    assert path.read_bytes().startswith(b"%PDF")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_a_figure_has_the_words_and_the_colours_of_the_screen(bench, textbook, vocabulary):
    b = bench(plot_of(curve_by_id("far-frr")), textbook)
    b.plot.set_vocabulary(vocabulary)
    figure = b.plot.figure(LIGHT)
    assert figure.title == figure.header.title == b.plot.title
    assert [axis.title for axis in (figure.x_axis, figure.y_axis)] == [
        axis.title for axis in (b.plot.x_axis, b.plot.y_axis)
    ]
    shown, drawn = b.plot.legend.entries, figure.legend.entries
    assert [entry.name for entry in drawn] == [entry.name for entry in shown]
    # The line of the negatives is blue and dashed, whatever it is called.
    assert [entry.pen.color().name() for entry in drawn[:2]] == [LIGHT.negative, LIGHT.positive]
    assert [bool(entry.pen.dashPattern()) for entry in drawn[:2]] == [True, False]
    figure.deleteLater()
