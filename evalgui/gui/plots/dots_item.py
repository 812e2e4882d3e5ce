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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.api import Viewport
    from evalgui.gui.look import Theme

RADIUS = 3.0  # pixels, of a dot with its edge
_FAINT = 0.55  # how much of its colour has what is right
_EDGE = 1.0
_THINNEST = 0.5  # pixels to each side, where there is anything
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

    def paint_side(self, painter: QPainter, line: float, n_above: int, *, is_above: bool) -> None:
        """Draw what lies on one side of the line, whole."""
        del line
        first = len(self.x) - n_above
        self._draw(painter, range(first, len(self.x)) if is_above else range(first))

    def paint_seam(self, painter: QPainter, line: float, n_above: int, *, is_above: bool) -> None:
        """Draw what lies on one side of the line and so near to it that it may be cut."""
        low, high = np.searchsorted(-self.y, [-line - _SEAM, -line + _SEAM])
        first = len(self.x) - n_above
        self._draw(
            painter, range(max(low, first), high) if is_above else range(low, min(high, first))
        )

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

    def paint_side(self, painter: QPainter, line: float, n_above: int, *, is_above: bool) -> None:
        """Draw what lies on one side of the line."""
        del n_above
        ends = (-math.inf, line) if is_above else (line, math.inf)
        self._draw(painter, np.clip(self.edges, *ends))

    def paint_seam(self, painter: QPainter, line: float, n_above: int, *, is_above: bool) -> None:
        """Draw nothing: a strip may be cut."""

    def _draw(self, painter: QPainter, edges: NDArray[np.float64]) -> None:
        seen = np.flatnonzero((np.diff(edges) != 0) & (self.widths > 0))
        for bins in np.split(seen, np.flatnonzero(np.diff(seen) > 1) + 1):
            y = np.stack([edges[bins], edges[bins + 1]], axis=1).ravel()
            x = np.repeat(np.maximum(self.widths[bins], _THINNEST), 2)
            right, left = self.middle + x, self.middle - x
            places = zip([*right, *left[::-1]], [*y, *y[::-1]], strict=True)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))


Column: TypeAlias = "Dots | Strip"


class DotsItem(QGraphicsItem):
    """All columns. On the screen they are painted twice and then copied: above and below the line.

    In one picture all look as they do above it, in the other as below. Dots that the line may
    cut are painted over the seam, each as it is.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.is_figure = False
        self.columns: tuple[Column, ...] = ()
        self.n_above: tuple[int, ...] = ()
        self._line = 0.0
        self._viewport: Viewport = NOWHERE
        self._theme: Theme | None = None
        self._pictures: dict[tuple[bool, float], QImage] = {}

    def show_columns(self, columns: Sequence[Column], viewport: Viewport, theme: Theme) -> None:
        """Show other columns, or the same in another frame."""
        self.prepareGeometryChange()
        self.columns, self._viewport, self._theme = tuple(columns), viewport, theme
        if len(self.n_above) != len(self.columns):
            self.n_above = (0,) * len(self.columns)  # until a line parts them
        self._pictures = {}
        self.update()

    def show_line(self, line: float, n_above: Sequence[int]) -> None:
        """Part right from wrong at a height in pixels, above which lie so many of each column."""
        if (line, tuple(n_above)) != (self._line, self.n_above):
            # Nothing looks otherwise but what lies between both places of the line.
            ends = [min(max(one, 0.0), self._viewport.height) for one in (self._line, line)]
            top, height = min(ends) - 2 * _SEAM, abs(ends[1] - ends[0]) + 4 * _SEAM
            self._line, self.n_above = line, tuple(n_above)
            self.update(QRectF(0, top, self._viewport.width, height))

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
        line = min(max(self._line, 0.0), self._viewport.height)
        if not self.is_figure:
            self._copy(painter, line)
        for column, n_above in zip(self.columns, self.n_above, strict=True):
            for is_above in (False, True):
                self._dress(painter, column, is_above=is_above)
                part = column.paint_side if self.is_figure else column.paint_seam
                part(painter, line, n_above, is_above=is_above)
        painter.restore()

    def _copy(self, painter: QPainter, line: float) -> None:
        """Copy what is above the line from one picture, and what is below from the other.

        They part between whole pixels: where they parted within one, all of a picture would stand
        a pixel higher or lower with the line, of which just the surroundings are painted anew.
        """
        ratio = painter.device().devicePixelRatioF()
        cut = round(line * ratio)
        for is_above in (True, False):
            key = is_above, ratio
            if key not in self._pictures:
                self._pictures[key] = self._picture(ratio, is_above=is_above)
            picture = self._pictures[key]
            top, bottom = (0, cut) if is_above else (cut, picture.height())
            if bottom > top:
                source = QRectF(0, top, picture.width(), bottom - top)
                size = source.size() / ratio
                painter.drawImage(QRectF(QPointF(0, top / ratio), size), picture, source)

    def _picture(self, ratio: float, *, is_above: bool) -> QImage:
        size = math.ceil(self._viewport.width * ratio), math.ceil(self._viewport.height * ratio)
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.scale(ratio, ratio)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for column in self.columns:
                self._dress(painter, column, is_above=is_above)
                column.paint(painter)
        return image

    def _dress(self, painter: QPainter, column: Column, *, is_above: bool) -> None:
        theme = self._theme
        if theme is None:
            return
        is_wrong = column.is_wrong_above == is_above
        strong = QColor(column.colour)
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
