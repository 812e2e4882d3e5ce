"""The confusion matrix as a figure: every count in its cell, and names that fit."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtGui import QColor

from evalgui.core.confusion import ConfusionMatrix
from evalgui.gui.confusion.confusion_panel import ConfusionPanel
from evalgui.gui.figures.figure import MATRIX, Figure
from evalgui.gui.figures.formats import Sheet, as_file, image, room_within
from evalgui.gui.figures.layout import matrix_part, style_of
from evalgui.gui.theme import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"
LONG = "a name of a class that has no room <b>at all</b> & goes on"


def made(qtbot, k, *, name=LONG, **wanted):
    """Return the figure of a matrix of k classes, whose counts differ all."""
    panel = ConfusionPanel()
    qtbot.addWidget(panel)
    panel.set_theme(DARK)
    counts = np.arange(1, k * k + 1, dtype=np.int64).reshape(k, k) * 7
    names = tuple(f"{number} {name}" for number in range(k))
    panel.matrix_view.set_matrix(ConfusionMatrix(names, counts), has_outcomes=k == 2)
    figure = Figure(MATRIX, **wanted)
    style = style_of(figure, DARK)
    caption = (("Decisions <i>", style.theme.accent),)
    part = matrix_part(panel, caption, style, room_within(figure))
    return Sheet(figure, "Confusion matrix", "", part, style.theme.base), counts


def texts_of(sheet):
    root = ET.fromstring(as_file(sheet, "svg"))  # noqa: S314 - our own
    assert not list(root.iter(f"{SVG}image"))
    return ["".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize(("k", "size"), [(2, (85, 80)), (3, (85, 80)), (20, (400, 240))])
def test_that_every_count_and_every_class_is_in_it(qtbot, k, size):
    sheet, counts = made(qtbot, k, width=size[0], height=size[1])
    assert sheet.left_out == ()
    words = texts_of(sheet)
    plain = [re.sub(r"[^0-9]", "", one) for one in words]
    for count in counts.ravel():
        assert str(count) in plain
    for number in range(k):
        named = [one for one in words if re.match(rf"{number} ?[a\N{{HORIZONTAL ELLIPSIS}}]", one)]
        assert len(named) == (1 if k == 2 else 2), "its row, and of many its column"
    assert "Decisions <i>" in words
    assert "shade: share of the row" in words


@pytest.mark.parametrize("k", [2, 3, 20])
@pytest.mark.parametrize("size", [(60, 60, 6), (60, 60, 18), (400, 300, 18)])
def test_that_nothing_is_painted_beyond_the_paper(qtbot, k, size):
    width, height, text = size
    sheet, _counts = made(qtbot, k, width=width, height=height, font_size=text, dpi=100)
    assert k < 20 or width > 60 or "the counts in the cells" in sheet.left_out
    picture = image(sheet)
    ground = QColor(LIGHT.base).name()
    edge = itertools.chain(
        ((x, y) for x in range(picture.width()) for y in (0, picture.height() - 1)),
        ((x, y) for y in range(picture.height()) for x in (0, picture.width() - 1)),
    )
    assert {picture.pixelColor(x, y).name() for x, y in edge} == {ground}


def test_that_cells_have_the_colours_of_white_paper(qtbot):
    sheet, _counts = made(qtbot, 2, width=100, height=90, dpi=96)
    root = ET.fromstring(as_file(sheet, "svg"))  # noqa: S314 - our own
    fills = {group.get("fill") for group in root.iter(f"{SVG}g") if list(group.iter(f"{SVG}rect"))}
    dark = {DARK.correct_fill, DARK.error_fill, DARK.base}
    assert len(fills) >= 3
    assert not fills & dark
