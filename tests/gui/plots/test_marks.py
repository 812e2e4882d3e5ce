"""What marks a place on a plot is the same whichever part of it is painted anew."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsScene

from evalgui.gui.plots.marks import Way

SCREEN = QRect(0, 0, 200, 120)


def painted(scene: QGraphicsScene, *parts: QRect) -> np.ndarray:
    """Return the pixels after parts of a screen were painted, one after the other."""
    image = QImage(SCREEN.size(), QImage.Format.Format_RGB32)
    for part in parts:
        with QPainter(image) as painter:
            painter.setClipRect(part)
            painter.fillRect(part, Qt.GlobalColor.black)
            scene.render(painter, SCREEN, SCREEN)
    return np.frombuffer(image.constBits(), np.uint8).copy()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("width", [2, 3, 4])
def test_that_a_way_does_not_depend_on_the_part_that_is_painted(width):
    rng = random.Random(width)  # noqa: S311 - nothing secret
    scene = QGraphicsScene(SCREEN)
    way = Way()
    way.setPen(QPen(QColor("#ff8ad8"), width))
    scene.addItem(way)
    n_seen = 0
    for number in range(400):
        path = QPainterPath(QPointF(rng.uniform(5, 195), rng.uniform(5, 115)))
        path.lineTo(rng.uniform(5, 195), rng.uniform(5, 115))
        way.setPath(path)
        part = QRect(rng.randrange(20, 180), rng.randrange(20, 100), 40, 30)
        whole = painted(scene, SCREEN)
        n_seen += int(whole.any())
        assert np.array_equal(whole, painted(scene, SCREEN, part)), number
    assert n_seen == 400
