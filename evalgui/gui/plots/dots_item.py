"""Columns of dots, or strips of their density, of which the wrong part stands out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart
from evalgui.gui.plots.lines import NOWHERE
from evalgui.results.dots_picture import Side, bands, outlines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import Viewport
    from evalgui.gui.look import Theme
    from evalgui.results.dots_picture import Band, Cut

RADIUS = 3.0  # pixels, of a dot with its edge
_FAINT = 0.55  # how much of its colour has what is right
_EDGE = 1.0
_SEAM = RADIUS + 1.0  # pixels from the line within which it may cut a dot


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """A dot for each row of a class, in pixels.

    Parameters
    ----------
    x, y : (n,) arrays of float64
        The lowest dot first.
    is_wrong_above
        Whether what is above the line is wrong.
    colour
        Of the class, as ``#rrggbb``.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    is_wrong_above: bool
    colour: str

    def paint(self, painter: QPainter) -> None:
        """Draw all."""
        self._draw(painter, range(len(self.x)))

    def paint_band(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines, whole."""
        self._draw(painter, band.among(len(self.x)))

    def paint_seams(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines and so near to one of them that it may be cut."""
        own = band.among(len(self.x))
        for line in (band.top, band.bottom):
            low, high = np.searchsorted(-self.y, [-line - _SEAM, -line + _SEAM])
            self._draw(painter, range(max(low, own.start), min(high, own.stop)))

    def _draw(self, painter: QPainter, numbers: Iterable[int]) -> None:
        radius = RADIUS - _EDGE / 2
        for number in numbers:
            painter.drawEllipse(QPointF(self.x[number], self.y[number]), radius, radius)


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """How dense the rows of a class lie, in pixels: as wide as there are many, to both sides.

    Parameters
    ----------
    middle
        Of the column.
    edges : (b + 1,) array of float64
        Of the bins, the lowest first.
    widths : (b,) array of float64
        To each side.
    is_wrong_above, colour
        As of `Dots`.
    """

    middle: float
    edges: NDArray[np.float64]
    widths: NDArray[np.float64]
    is_wrong_above: bool
    colour: str

    def paint(self, painter: QPainter) -> None:
        """Draw all."""
        self._draw(painter, self.edges)

    def paint_band(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines."""
        self._draw(painter, np.clip(self.edges, band.top, band.bottom))

    def paint_seams(self, painter: QPainter, band: Band) -> None:
        """Draw nothing: a strip may be cut."""

    def _draw(self, painter: QPainter, edges: NDArray[np.float64]) -> None:
        for x, y in outlines(self.middle, edges, self.widths):
            places = zip(x.tolist(), y.tolist(), strict=True)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))


Column: TypeAlias = "Dots | Strip"


class DotsItem(QGraphicsItem):
    """All columns. On the screen each side is painted once, whole, and then copied.

    In one picture all look as they do above the lines, in others as below or between them. Dots
    that a line may cut are painted over the seam, each as it is.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.is_figure = False
        self.columns: tuple[Column, ...] = ()
        self.cuts: tuple[Cut, ...] = ()
        self._viewport: Viewport = NOWHERE
        self._theme: Theme | None = None
        self._pictures: dict[tuple[Side, float], QImage] = {}

    def show_columns(self, columns: Sequence[Column], viewport: Viewport, theme: Theme) -> None:
        """Show other columns, or the same in another frame."""
        self.prepareGeometryChange()
        self.columns, self._viewport, self._theme = tuple(columns), viewport, theme
        self.cuts = tuple(one for one in self.cuts if len(one.n_above) == len(self.columns))
        self._pictures = {}
        self.update()

    def show_cuts(self, cuts: Sequence[Cut]) -> None:
        """Part right from wrong at one line, or at two that leave what is between undecided."""
        found = tuple(sorted(cuts))
        if found == self.cuts:
            return
        old, self.cuts = self.cuts, found
        if len(old) != len(found):
            self.update()
            return
        # Nothing looks otherwise but what lies between both places of a line.
        for pair in zip(old, found, strict=True):
            if pair[0] == pair[1]:
                continue
            ends = [min(max(cut.height, 0.0), self._viewport.height) for cut in pair]
            top, height = min(ends) - 2 * _SEAM, abs(ends[1] - ends[0]) + 4 * _SEAM
            self.update(QRectF(0, top, self._viewport.width, height))

    def _bands(self, column: int) -> list[Band]:
        """Return the sides of a column from the top downward."""
        return bands(self.cuts, column, self._viewport.height)

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._viewport.width, self._viewport.height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if self._theme is None or not self.columns:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.boundingRect())
        if not self.is_figure:
            self._copy(painter)
        for number, column in enumerate(self.columns):
            for band in self._bands(number):
                self._dress(painter, column, band.side)
                (column.paint_band if self.is_figure else column.paint_seams)(painter, band)
        painter.restore()

    def _copy(self, painter: QPainter) -> None:
        """Copy each side from the picture in which all look so.

        They part between whole pixels: where they parted within one, all of a picture would stand
        a pixel higher or lower with the line, of which just the surroundings are painted anew.
        """
        ratio = painter.device().devicePixelRatioF()
        for band in self._bands(0):
            key = band.side, ratio
            if key not in self._pictures:
                self._pictures[key] = self._picture(ratio, band.side)
            picture = self._pictures[key]
            top, bottom = (
                round(min(max(end, 0.0), self._viewport.height) * ratio)
                for end in (band.top, band.bottom)
            )
            bottom = picture.height() if math.isinf(band.bottom) else bottom
            if bottom > top:
                source = QRectF(0, top, picture.width(), bottom - top)
                size = source.size() / ratio
                painter.drawImage(QRectF(QPointF(0, top / ratio), size), picture, source)

    def _picture(self, ratio: float, side: Side) -> QImage:
        size = math.ceil(self._viewport.width * ratio), math.ceil(self._viewport.height * ratio)
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.scale(ratio, ratio)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for column in self.columns:
                self._dress(painter, column, side)
                column.paint(painter)
        return image

    def _dress(self, painter: QPainter, column: Column, side: Side) -> None:
        theme = self._theme
        if theme is None:
            return
        is_wrong = side.is_wrong(is_wrong_above=column.is_wrong_above)
        strong = QColor(theme.faint_text if side is Side.GREY else column.colour)
        faint = _mixed(strong, QColor(theme.base), _FAINT)
        painter.setBrush(strong if is_wrong else faint)
        has_edge = is_wrong and isinstance(column, Dots)
        painter.setPen(QPen(QColor(theme.text) if has_edge else painter.brush().color(), _EDGE))


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    parts = [
        round(a * share + b * (1 - share))
        for a, b in (
            (one.red(), other.red()),
            (one.green(), other.green()),
            (one.blue(), other.blue()),
        )
    ]
    return QColor(*parts)
