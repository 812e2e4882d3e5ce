"""Pictures of lines: painted once, copied while nothing changes, and never of anything else."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from evalgui.core.curves.scales import Viewport
from evalgui.gui.plots.lines import Line, LinesItem

pytestmark = pytest.mark.usefixtures("qapp")

HOME = Viewport(0.0, 1.0, 0.0, 1.0, 120.0, 80.0)
CLOSER = Viewport(0.25, 0.5, 0.5, 0.75, 120.0, 80.0)
SLOPE = (np.array([0.0, 1.0]), np.array([0.0, 1.0]))
STEPS = (np.array([0.0, 0.25, 0.25, 0.5]), np.array([0.5, 0.5, 1.0, 1.0]))


def pen(colour="#ff0000", width=2.0):
    return QPen(QColor(colour), width)


@pytest.fixture
def item():
    ground = QGraphicsRectItem()
    made = LinesItem(ground, 1)
    made.set_viewport(HOME)
    made.show_lines((Line(SLOPE, pen()),))
    yield made
    del ground


def painted(item, ratio=1.0, right=0.0, down=0.0):
    image = QImage(round(140 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(right, down)
    item.paint(painter, None)
    painter.end()
    return image


def direct(item, ratio=1.0, right=0.0, down=0.0):
    """Paint without a picture in between."""
    image = QImage(round(140 * ratio), round(100 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.translate(right, down)
    for line in item.lines:
        line.paint(painter, item._viewport, is_figure=False)
    painter.end()
    return image


def alike(one, other, right=0.0, down=0.0, viewport=HOME):
    """Whether pictures are the same within the viewport: at its edge a picture cuts lines off.

    Where colours are blended, rounding may differ.
    """
    ratio = one.devicePixelRatio()
    left, top = math.ceil(right * ratio) + 2, math.ceil(down * ratio) + 2
    across, along = int(viewport.width * ratio) - 4, int(viewport.height * ratio) - 4
    inside = [image.copy(left, top, across, along) for image in (one, other)]
    pixels = [np.frombuffer(image.constBits(), np.uint8).reshape(-1, 4) for image in inside]
    channels = [found[:, :3].astype(int) for found in pixels]  # the fourth means nothing
    return np.abs(channels[0] - channels[1]).max() <= 8


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("place", [(0.0, 0.0), (7.0, 5.0), (7.5, 5.25)])
def test_that_a_copied_picture_is_what_painting_itself_gives(item, ratio, place):
    item.show_lines((Line(SLOPE, pen()), Line(STEPS, pen("#0000ff", 1.5), QBrush("#00ff00"))))
    for _time in range(2):
        assert alike(painted(item, ratio, *place), direct(item, ratio, *place), *place)


def test_that_a_picture_is_kept_while_nothing_changes(item):
    painted(item)
    kept = item._made[1]
    painted(item)
    assert item._made[1] is kept


@pytest.mark.parametrize(
    "change",
    [
        lambda item: item.set_viewport(CLOSER),
        lambda item: item.set_viewport(Viewport(0.0, 1.0, 0.0, 1.0, 100.0, 80.0)),
        lambda item: item.show_lines((Line(STEPS, pen()),)),
        lambda item: item.show_lines((Line(SLOPE, pen("#0000ff")),)),
        lambda item: item.show_lines(()),
    ],
    ids=["another view", "another size", "another line", "another colour", "nothing"],
)
def test_that_every_change_is_painted(item, change):
    before = painted(item)
    change(item)
    after = painted(item)
    assert after != before
    assert alike(after, direct(item), viewport=item._viewport)


def test_that_other_pixels_are_painted_anew(item):
    for ratio in (1.0, 2.0, 1.0):
        assert alike(painted(item, ratio), direct(item, ratio))
    for right in (0.0, 0.5, 3.0):
        assert alike(painted(item, 1.0, right), direct(item, 1.0, right), right)


def test_that_a_line_far_beyond_the_frame_is_cut_off_and_keeps_its_slope(item):
    item.set_viewport(Viewport(0.5, 0.5 + 1e-9, 0.5, 0.5 + 1e-9, 120.0, 80.0))
    image = painted(item)
    assert alike(image, direct(item))
    for x, y in ((30, 60), (60, 40), (90, 20)):
        colour = image.pixelColor(x, y)
        assert colour.red() == 255
        assert colour.green() == colour.blue() < 100


def test_that_bars_are_filled_down_to_0_in_every_piece(item):
    gap = np.nan
    x = np.array([0.0, 0.25, gap, 0.5, 0.75])
    y = np.array([0.5, 0.5, gap, 0.75, 0.75])
    item.show_lines((Line((x, y), QPen(Qt.PenStyle.NoPen), QBrush("#00ff00")),))
    image = painted(item)
    filled = {(x, y) for x, y in ((15, 60), (75, 60), (75, 30))}
    for place in [*filled, (15, 30), (45, 60), (100, 60)]:
        expected = "#00ff00" if place in filled else "#ffffff"
        assert image.pixelColor(*place).name() == expected, place
