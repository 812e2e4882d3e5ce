from __future__ import annotations

import io
import itertools
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import pypdf
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainterPath

from evalgui.core.curves import CURVES, ROC, curve_by_id
from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.figures.figure import Figure, Unit
from evalgui.gui.figures.formats import as_file, image
from evalgui.gui.figures.layout import sheet_of_plot
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.figures.svg_part import painted
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import DARK, LIGHT
from tests.gui.plots.bench import TEXTBOOK_SCORES, make_snapshot, marked
from tests.support.figures import PIXEL_RATIO, SVG, boxes_of, corners_of, export, frame_of, placed
from tests.support.plots import plot_of_bars

MAKERS = [*(lambda curve=curve: plot_of(curve) for curve in CURVES), plot_of_bars]
FACTS = ("evalgui 1.2.3", "file: <b>a & b</b>.csv", "threshold: \N{GREATER-THAN OR EQUAL TO} 0.6")


@pytest.fixture(params=MAKERS, ids=[*(curve.id for curve in CURVES), "histogram"])
def any_plot(request, bench, textbook):
    b = bench(request.param(), textbook)
    b.plot.set_theme(DARK)
    return b.plot


@pytest.fixture
def roc(bench, textbook):
    return bench(plot_of(ROC), textbook)


@pytest.fixture
def made():
    """Return a function that makes the sheet of a plot."""
    return lambda plot, **wanted: sheet_of_plot(plot, Figure(plot.plot_id, **wanted))


def parsed(content):
    return ET.fromstring(content)  # noqa: S314 - a file that was just written here


def colours(picture):
    return {
        picture.pixelColor(x, y).name()
        for x in range(0, picture.width(), 2)
        for y in range(0, picture.height(), 2)
    }


def texts_of(root):
    return ["".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")]


def squeezed(words):
    """Return a read-out without the room for more digits."""
    return words.replace("\N{FIGURE SPACE}", "")


def strokes(root, colour):
    """Return the groups of an SVG that are drawn in a colour."""
    return [group for group in root.iter(f"{SVG}g") if group.get("stroke") == colour]


# ------------------------------------------------------------------------------ sizes


@pytest.mark.parametrize(
    ("width", "height", "dpi"), [(85, 60, 300), (60.3, 91.7, 96), (174, 120, 150)]
)
def test_that_a_png_is_exactly_as_large_as_was_wanted(roc, made, width, height, dpi):
    content = as_file(made(roc.plot, width=width, height=height, dpi=dpi), "png", FACTS)
    picture = QImage.fromData(content)
    assert (picture.width(), picture.height()) == (
        round(width / 25.4 * dpi),
        round(height / 25.4 * dpi),
    )
    kinds = dict(chunks(content))
    across = int.from_bytes(kinds["pHYs"][:4], "big")
    assert across == round(dpi / 0.0254)
    assert kinds["pHYs"][8] == 1  # metres
    assert picture.text("Comment") == "\n".join(FACTS)
    assert picture.text("Title") == "ROC"


def chunks(content):
    """Yield the chunks of a PNG by their kinds, each with a right check sum."""
    at = 8
    while at < len(content):
        length = int.from_bytes(content[at : at + 4], "big")
        kind, data = content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        check = int.from_bytes(content[at + 8 + length : at + 12 + length], "big")
        assert zlib.crc32(kind + data) == check
        yield kind.decode(), data
        at += 12 + length


@pytest.mark.parametrize(("width", "height"), [(85, 60), (60.3, 91.7), (254, 143)])
def test_that_svg_and_pdf_are_as_large_as_was_wanted(roc, made, width, height):
    sheet = made(roc.plot, width=width, height=height, font_size=11)
    root = parsed(as_file(sheet, "svg"))
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    _, _, across, down = map(float, root.get("viewBox").split())
    assert across / down == pytest.approx(width / height, rel=1e-4)
    box = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", as_file(sheet, "pdf"))
    assert len(box) == 1
    assert float(box[0][0]) == pytest.approx(width / 25.4 * 72, abs=0.5)
    assert float(box[0][1]) == pytest.approx(height / 25.4 * 72, abs=0.5)


@pytest.mark.parametrize("size", [6, 8, 18])
def test_that_texts_and_lines_have_the_size_that_was_wanted(roc, made, size):
    root = parsed(as_file(made(roc.plot, width=200, height=170, font_size=size), "svg"))
    across = float(root.get("viewBox").split()[2])
    points = 200 / 25.4 * 72 / across  # of a unit
    ticks = [node for node in root.iter(f"{SVG}text") if "100" in "".join(node.itertext())]
    assert float(ticks[0].get("font-size")) * points == pytest.approx(size, rel=0.02)
    (curve,) = {group.get("stroke-width") for group in strokes(root, LIGHT.curve)} - {"1"}
    assert float(curve) * points == pytest.approx(size / 6, rel=0.01)


def test_that_lengths_are_told_in_inches_and_millimetres():
    assert Unit.INCH.mm * 3.5 == pytest.approx(88.9)
    assert Figure("roc", width=25.4, height=50.8).points == pytest.approx((72, 144))


@pytest.mark.parametrize(
    "wanted",
    [{"width": 1}, {"height": 1e9}, {"font_size": 0.1}, {"dpi": 10}, {"width": float("nan")}],
)
def test_that_a_size_that_makes_no_sense_is_refused_in_words(wanted):
    with pytest.raises(EvalguiError, match="of a figure is"):
        Figure("roc", **wanted)


def test_that_a_picture_that_is_too_large_is_refused_in_words(roc, made):
    with pytest.raises(EvalguiError, match="too large"):
        image(made(roc.plot, width=2000, height=2000, dpi=2400))


# ---------------------------------------------------------------------------- content


def test_that_a_figure_is_light_whatever_the_window_is(any_plot, tmp_path):
    export(any_plot, tmp_path / "figure.png")
    picture = QImage(str(tmp_path / "figure.png"))
    assert (picture.width(), picture.height()) == (
        any_plot.width() * PIXEL_RATIO,
        any_plot.height() * PIXEL_RATIO,
    )
    assert picture.pixelColor(3, picture.height() - 3).name() == LIGHT.base
    assert LIGHT.accent in colours(picture)
    assert DARK.base not in colours(picture)


def test_that_a_figure_has_the_colours_of_the_window_if_these_are_wanted(any_plot, tmp_path):
    export(any_plot, tmp_path / "figure.png", is_light=False)
    picture = QImage(str(tmp_path / "figure.png"))
    assert picture.pixelColor(3, picture.height() - 3).name() == DARK.base
    assert DARK.accent in colours(picture)


def test_that_an_svg_is_xml_with_the_curve_and_its_words_in_it(any_plot, tmp_path):
    export(any_plot, tmp_path / "figure.svg")
    root = parsed((tmp_path / "figure.svg").read_bytes())
    assert root.tag == f"{SVG}svg"
    words = " ".join(texts_of(root))
    assert any_plot.title in words
    for told in filter(None, any_plot.header.with_intervals):
        assert squeezed(told) in words
    assert any_plot.x_axis.title.partition(" (")[0] in words
    colour = LIGHT.curve if any_plot.plot_id in {"roc", "pr", "det"} else LIGHT.positive
    drawn = [node for group in strokes(root, colour) for node in group]
    assert any(len(node.get("d", "") or node.get("points", "")) > 60 for node in drawn)
    assert not list(root.iter(f"{SVG}image"))


def test_that_an_svg_says_what_it_is_and_what_it_rests_on(any_plot, made):
    root = parsed(as_file(made(any_plot), "svg", FACTS))
    assert root.findtext(f"{SVG}title") == any_plot.title
    described = root.findtext(f"{SVG}desc")
    assert any_plot.x_axis.title in described
    assert squeezed(any_plot.header.with_intervals[1]) in described
    assert root.findtext(f"{SVG}metadata") == "\n".join(FACTS)
    assert len(list(root.iter(f"{SVG}title"))) == 1


def test_that_an_svg_of_a_zoomed_plot_draws_nothing_outside_of_its_frame(roc, made):
    roc.plot.view_box.setRange(xRange=(0.1, 0.4), yRange=(0.3, 0.7), padding=0)
    sheet = made(roc.plot, width=120, height=90)
    root = parsed(as_file(sheet, "svg"))
    frame, n_points = frame_of(root).adjusted(-1.5, -1.5, 1.5, 1.5), 0
    for node, at, stroke in placed(root):
        if stroke in {LIGHT.curve, LIGHT.chance}:
            found = corners_of(node, at)
            n_points += len(found)
            assert all(map(frame.contains, found))
    assert n_points > 5


@pytest.mark.parametrize(("width", "height"), [(85, 200), (200, 85), (60, 60), (174, 120)])
def test_that_roc_is_square_on_paper_of_any_shape(roc, made, width, height):
    sheet = made(roc.plot, width=width, height=height)
    frame = frame_of(parsed(as_file(sheet, "svg")))
    assert frame.width() == pytest.approx(frame.height(), abs=1.5)


def test_that_a_figure_of_a_deep_zoom_shows_what_the_screen_shows(roc, made):
    roc.plot.view_box.setRange(xRange=(0.1, 0.10001), yRange=(0.49, 0.50001), padding=0)
    root = parsed(as_file(made(roc.plot, width=120, height=90), "svg"))
    assert any("49.1" in words or "49.2" in words for words in texts_of(root))


@pytest.mark.parametrize("maker", MAKERS, ids=[*(curve.id for curve in CURVES), "histogram"])
def test_that_more_rows_make_an_svg_no_larger_than_paper_can_show(bench, made, maker):
    sizes = []
    for n in (50_000, 500_000):
        random = np.random.default_rng(5)
        truth = random.random(n) < 0.3
        plot = bench(maker(), make_snapshot(random.normal(truth), truth.astype(int))).plot
        sizes.append(len(as_file(made(plot, width=120, height=100), "svg")))
    assert sizes[1] < 1.3 * sizes[0]
    assert sizes[1] < 100_000


def test_that_a_figure_is_of_the_moment(roc, made):
    first = as_file(made(roc.plot), "svg")
    roc.set_threshold(0.3)
    second = as_file(made(roc.plot), "svg")
    assert first != second
    assert "at 0.3" in " ".join(texts_of(parsed(second)))


@pytest.mark.parametrize("part", ["title", "legend", "caption"])
def test_that_each_text_can_be_left_out(bench, textbook, made, part):
    plot = bench(plot_of(curve_by_id("far-frr")), textbook).plot
    words = {
        "title": plot.title,
        "legend": plot.legend.entries[0].name,
        "caption": squeezed(plot.header.with_intervals[1]),
    }

    def told(**wanted):
        return texts_of(parsed(as_file(made(plot, width=150, height=100, **wanted), "svg")))

    assert words[part] in told()
    left = told(**{f"has_{part}": False})
    assert words[part] not in left
    assert all(words[other] in left for other in words if other != part)


# -------------------------------------------------------------------------------- PDF


def test_that_a_pdf_has_all_of_its_fonts_and_no_picture(any_plot, made):
    content = as_file(made(any_plot), "pdf", FACTS)
    assert content.startswith(b"%PDF")
    fonts = re.findall(rb"/Type /FontDescriptor(.*?)>>", content, re.DOTALL)
    assert fonts
    assert all(b"/FontFile" in font for font in fonts)
    assert len(re.findall(rb"/Subtype /Type0", content)) == len(fonts)
    assert not re.search(rb"/Subtype\s*/Image", content)


def test_that_a_pdf_says_what_it_rests_on_and_its_tables_are_right(any_plot, made):
    content = as_file(made(any_plot), "pdf", FACTS)
    trailers = re.findall(rb"trailer\s*<<(.*?)>>\s*startxref\s+(\d+)", content, re.DOTALL)
    assert len(trailers) == 2
    before, last = (int(at) for _words, at in trailers)
    assert content[last : last + 4] == content[before : before + 4] == b"xref"
    assert f"/Prev {before}".encode() in trailers[1][0]
    number, _one, at = re.match(rb"xref\n(\d+) (1)\n(\d{10}) 00000 n \n", content[last:]).groups()
    assert f"/Info {int(number)} 0 R".encode() in trailers[1][0]
    info = content[int(at) :]
    assert info.startswith(number + b" 0 obj")
    for name, words in (("Title", any_plot.title), ("Subject", "\n".join(FACTS))):
        written = re.search(rf"/{name} <([0-9A-F]+)>".encode(), info)[1]
        assert bytes.fromhex(written.decode()).decode("utf-16") == words


def words_drawn(content):
    """Return what the one page of a PDF draws, word by word."""
    (page,) = pypdf.PdfReader(io.BytesIO(content)).pages
    return page.get_contents().get_data().split()


def test_that_lines_are_lines_in_a_pdf_and_no_outlines(bench, made):
    random = np.random.default_rng(5)
    truth = (random.random(5_000) < 0.3).astype(int)
    snapshot = make_snapshot(random.normal(truth), truth)
    plot = bench(plot_of(curve_by_id("pr")), snapshot).plot
    drawn = words_drawn(as_file(made(plot), "pdf"))
    assert drawn.count(b"l") > 500
    assert drawn.count(b"c") < 100  # round joins of outlines, but for a few markers


def test_that_a_pdf_draws_nothing_that_nobody_sees(any_plot, made):
    drawn = words_drawn(as_file(made(any_plot), "pdf"))
    black = [b"0.000000000"] * 3
    pens = [drawn[at - 3 : at] for at, word in enumerate(drawn) if word == b"SCN"]
    assert pens
    assert black not in pens
    root = parsed(as_file(made(any_plot), "svg"))
    unseen = [one for one in root.iter(f"{SVG}g") if one.get("stroke") == one.get("fill") == "none"]
    assert {node.tag for group in unseen for node in group} <= {f"{SVG}text"}


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_that_a_pdf_shows_what_the_picture_shows(any_plot, made, tmp_path):
    sheet = made(any_plot, width=120, height=100, dpi=96)
    (tmp_path / "figure.pdf").write_bytes(as_file(sheet, "pdf", FACTS))
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4")
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-r96", *smooth]
    command += ["-sOutputFile=page.png", "figure.pdf"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    ours, theirs = image(sheet), QImage(str(tmp_path / "page.png"))
    assert abs(ours.width() - theirs.width()) <= 1
    assert abs(ours.height() - theirs.height()) <= 1
    found = []
    for picture in (ours, theirs):
        pixels = picture.convertToFormat(QImage.Format.Format_RGB888)
        rows = np.frombuffer(pixels.constBits(), np.uint8).reshape(picture.height(), -1)
        blocks = rows[:360, : 440 * 3].reshape(45, 8, 55, 8, 3).astype(float)
        found.append(blocks.mean(axis=(1, 3)))
    apart = np.abs(found[0] - found[1])
    assert apart.mean() < 3
    assert (apart.max(axis=2) > 60).mean() < 0.02


# -------------------------------------------------------------------------------- names


def test_that_names_from_the_data_stand_in_the_figure_as_they_are(bench, made):
    names = ("<img src=x>", "a & b")
    snapshot = make_snapshot([0.1, 0.5, 0.9], [0, 1, 1], classes=names)
    plot = bench(plot_of_bars(), snapshot, 600, 260).plot
    root = parsed(as_file(made(plot, width=150, height=80), "svg", FACTS))
    assert {"<img src=x> (negative)", "a & b (positive)"} <= set(texts_of(root))
    assert not list(root.iter(f"{SVG}image"))


def test_that_what_xml_cannot_hold_is_left_out(roc, made):
    facts = ("file: a\x00b\x1b\ufffe.csv", "]]> --> \u202e")
    root = parsed(as_file(made(roc.plot), "svg", facts))
    assert root.findtext(f"{SVG}metadata").startswith("file: a b")


def test_that_the_screen_is_left_as_it_was(roc, tmp_path):
    roc.plot.set_theme(DARK)
    before = roc.plot.grab().toImage()
    view = roc.plot.view_box.viewRange()
    for suffix in ("png", "svg", "pdf"):
        export(roc.plot, tmp_path / f"figure.{suffix}")
    assert roc.plot.grab().toImage() == before
    assert roc.plot.view_box.viewRange() == view


def test_that_an_unknown_format_is_refused(roc, made):
    with pytest.raises(EvalguiError, match="PNG, SVG or PDF"):
        as_file(made(roc.plot), ".bmp")


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_a_figure_has_the_words_and_the_colours_of_the_screen(bench, textbook, vocabulary):
    b = bench(plot_of(curve_by_id("far-frr")), textbook)
    b.plot.set_vocabulary(vocabulary)
    figure = copy_of(b.plot, LIGHT)
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


# -------------------------------------------------------------------------------- room


@pytest.mark.parametrize("shape", [(60, 60), (85, 143), (400, 60), (254, 400)])
@pytest.mark.parametrize("size", [6, 18])
@pytest.mark.parametrize("maker", MAKERS, ids=[*(curve.id for curve in CURVES), "histogram"])
def test_that_no_text_is_cut_off_or_lies_on_another(crowded, made, maker, shape, size):
    width, height = shape
    sheet = made(crowded[maker], width=width, height=height, font_size=size)
    root = parsed(as_file(sheet, "svg"))
    boxes = boxes_of(root)
    assert boxes
    paper = QRectF(0, 0, *sheet.figure.units).adjusted(-0.5, -0.5, 0.5, 0.5)
    for words, box in boxes:
        assert paper.contains(box), words
    for (words, one), (others, two) in itertools.combinations(boxes, 2):
        over = one.intersected(two)
        assert min(over.width(), over.height()) < 1, (words, others)


@pytest.fixture(scope="module")
def crowded(qapp):  # noqa: ARG001 - which has to be there
    """Plots with marks of rules and long names, by what makes them."""
    scores, truth = zip(*TEXTBOOK_SCORES, strict=True)
    names = ("no sign of any disease at all", "disease of the upper left lobe")
    snapshot = marked(make_snapshot(scores, truth, threshold=0.6, classes=names))
    plots = {}
    for maker in MAKERS:
        plots[maker] = maker()
        plots[maker].set_theme(LIGHT)
        plots[maker].resize(420, 360)
        plots[maker].show_snapshot(type(snapshot)(), snapshot)
    yield plots
    for plot in plots.values():
        plot.deleteLater()


@pytest.mark.usefixtures("qapp")
def test_that_a_path_without_a_place_is_not_written():
    """Qt writes it, warns when it reads it, and nobody would see it."""

    def paint(painter):
        painter.drawPath(QPainterPath())
        painter.drawLine(1, 1, 50, 50)

    svg = painted(paint, 100, 100).svg
    assert 'd=""' not in svg
    assert "polyline" in svg
