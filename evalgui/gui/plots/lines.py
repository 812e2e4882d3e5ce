"""The lines of a plot: given in coordinates of the view, drawn in pixels of its viewport."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from pyqtgraph import arrayToQPath
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.curves.scales import Viewport, padded
from evalgui.gui.isolation import apart
from evalgui.results.geometry import clipped

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QBrush, QColor, QPen
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    Places = tuple[NDArray[np.float64], NDArray[np.float64]]

NO_POINTS = (np.zeros(0), np.zeros(0))
NOWHERE = Viewport(0.0, 1.0, 0.0, 1.0, 1.0, 1.0)
_FAR = 10_000.0  # pixels from the corner that need no care in painting
_MARGIN = 0.1  # of the view: what is cut there has its end, and its cap, out of sight
_APART, _DOT = 8.0, 2.5  # pixels between dots, and their radius
_PARTS = 64  # of a device pixel: closer places are taken for the same


class Drawn(Protocol):
    """What a picture is made of."""

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw what of it is in view, in pixels of a viewport."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line in coordinates of the view, or the outline of bars that stand on 0."""

    points: Places
    pen: QPen
    brush: QBrush | None = None

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw what of it is in view, in pixels of a viewport."""
        x, y = in_viewport(*self.points, viewport, is_figure=is_figure)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.brush is None)
        if self.brush is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.brush)
            for piece in _pieces(x, y, float(viewport.y_pixels(np.zeros(1))[0])):
                painter.drawPolygon(piece)
        painter.setPen(self.pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(arrayToQPath(x, y, connect="finite"))


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """Dots at places in coordinates of the view, those that lie apart from both beside them."""

    places: Places
    colour: QColor

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Draw what of it is in view, in pixels of a viewport."""
        del is_figure  # none is cut by the frame
        x, y = viewport.x_pixels(self.places[0]), viewport.y_pixels(self.places[1])
        away = np.concatenate([[math.inf], np.hypot(np.diff(x), np.diff(y)), [math.inf]])
        is_apart = np.minimum(away[:-1], away[1:]) >= _APART
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.colour)
        for at in zip(x[is_apart].tolist(), y[is_apart].tolist(), strict=True):
            if viewport.has(*at):
                painter.drawEllipse(QPointF(*at), _DOT, _DOT)


def in_viewport(
    x: NDArray[np.float64], y: NDArray[np.float64], viewport: Viewport, *, is_figure: bool
) -> Places:
    """Return a line in pixels of a frame; cut off at its edge in files, which have no clipping."""
    at_x, at_y = viewport.x_pixels(x), viewport.y_pixels(y)
    if not is_figure:
        far = [np.nanmax(np.abs(at), initial=0.0) for at in (at_x, at_y)]
        if max(far) < _FAR:
            return at_x, at_y  # the picture cuts off what is outside
    margin = 0.0 if is_figure else _MARGIN
    x_range = padded(viewport.left, viewport.right, margin)
    x, y = clipped(x, y, x_range, padded(viewport.bottom, viewport.top, margin))
    return viewport.x_pixels(x), viewport.y_pixels(y)


def _pieces(x: NDArray[np.float64], y: NDArray[np.float64], ground: float) -> list[QPolygonF]:
    """Return what lies between each piece of a line and a level, all in pixels."""
    pieces = []
    ends = np.flatnonzero(np.isnan(x) | np.isnan(y))
    for rows in np.split(np.arange(len(x)), ends):
        known = rows[np.isfinite(x[rows]) & np.isfinite(y[rows])]
        if len(known) > 1:
            places = [QPointF(*place) for place in zip(x[known], y[known], strict=True)]
            last, first = QPointF(places[-1].x(), ground), QPointF(places[0].x(), ground)
            pieces.append(QPolygonF([*places, last, first]))
    return pieces


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a picture shows, and on which device pixels."""

    lines: tuple[Drawn, ...]
    viewport: Viewport
    pixel_ratio: float
    shift: tuple[float, float]  # of the frame's corner from a device pixel's, in device pixels


class LinesItem(QGraphicsItem):
    """All lines of a plot. On the screen they are painted once and then copied.

    The picture is kept together with what it was made of, and each painting compares that
    with what is wanted now: a picture of anything else is never shown.
    """

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.lines: tuple[Drawn, ...] = ()
        self.is_figure = False
        self._viewport = NOWHERE
        self._made: tuple[_Wanted, QImage] | None = None

    def show_lines(self, lines: tuple[Drawn, ...]) -> None:
        """Draw other lines."""
        self.lines = lines
        self.update()

    def set_viewport(self, viewport: Viewport) -> None:
        """Draw them in another view."""
        self.prepareGeometryChange()
        self._viewport = viewport
        self.update()

    def forget_picture(self) -> None:
        """Paint everything anew the next time."""
        self._made = None
        self.update()

    def boundingRect(self) -> QRectF:
        # Where pixels are no whole numbers apart, the picture ends within the next one.
        return QRectF(0, 0, self._viewport.width, self._viewport.height).adjusted(-1, -1, 1, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if self.is_figure:
            self._paint_lines(painter)
            return
        if not self.lines:
            return  # a picture of nothing costs as much as any other
        # Whole device pixels are copied: none is blurred, wherever the frame stands.
        ratio, device = painter.device().devicePixelRatioF(), painter.deviceTransform()
        corner = device.map(QPointF())
        shift = _beyond_pixel(corner.x()), _beyond_pixel(corner.y())
        wanted = _Wanted(self.lines, self._viewport, ratio, shift)
        if self._made is None or self._made[0] != wanted:
            self._made = wanted, self._picture(wanted)
        painter.save()
        from_device = device.inverted()[0] * painter.worldTransform()
        place = QTransform.fromTranslate(round(corner.x() - shift[0]), round(corner.y() - shift[1]))
        painter.setWorldTransform(place * from_device)
        painter.drawImage(0, 0, self._made[1])
        painter.restore()

    def _picture(self, wanted: _Wanted) -> QImage:
        ratio, (right, down) = wanted.pixel_ratio, wanted.shift
        width = max(1, math.ceil(wanted.viewport.width * ratio + right))
        height = max(1, math.ceil(wanted.viewport.height * ratio + down))
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.translate(right, down)
            painter.scale(ratio, ratio)
            self._paint_lines(painter)
        return image

    def _paint_lines(self, painter: QPainter) -> None:
        for line in self.lines:
            line.paint(painter, self._viewport, is_figure=self.is_figure)


def _beyond_pixel(place: float) -> float:
    """Return how far a place is beyond the corner of its device pixel."""
    place = round(place * _PARTS) / _PARTS
    return place - math.floor(place)
