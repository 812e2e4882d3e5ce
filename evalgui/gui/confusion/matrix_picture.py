"""The picture of a displayed matrix: colours as one image, texts where they fit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLine, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen

from evalgui.gui.confusion.cell_lines import AT_TOP, NO_MARGINS, Lines, MatrixFonts, margins
from evalgui.gui.confusion.heat_scale import cividis, letters_on, tint
from evalgui.gui.confusion.shown_matrix import FEW, ShownMatrix
from evalgui.gui.look import GRID, Theme, narrowed, text
from evalgui.gui.plots.class_pens import class_pen

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from numpy.typing import NDArray

    from evalgui.gui.confusion.matrix_geometry import MatrixGeometry


_MOST_TEXTS = 6_000  # cells in view, beyond which none has room for text anyway
_TINY_TOTAL = 6  # pixels: no number is that narrow
_CENTRE = Qt.AlignmentFlag.AlignCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.TextElideMode.ElideMiddle
_INKS = tuple(
    QColor(ground, ground, ground, alpha) for alpha in (255, 128) for ground in (0, 255)
)  # black and white, and both paler
_PALER = 2  # places on
DOT = GRID + GRID // 2  # pixels that the dot of a class takes before its name
_BETWEEN = GRID // 2


@dataclass(frozen=True, slots=True, eq=False)
class MatrixPicture:
    """All that is painted of the cells, made before painting.

    Parameters
    ----------
    image
        The colours of the cells in view.
    texts
        For each font the texts on the cells: where, in which ink, and what.
    alignment
        Of the texts in their cells.
    """

    image: QImage
    texts: tuple[tuple[QFont, tuple[tuple[QRect, int, str], ...]], ...]
    alignment: Qt.AlignmentFlag

    def paint(self, painter: QPainter, place: MatrixGeometry) -> None:
        """Paint the cells with their texts."""
        painter.drawImage(place.area.topLeft(), self.image)
        self.paint_texts(painter)

    def paint_texts(self, painter: QPainter) -> None:
        """Paint the texts alone."""
        for font, placed in self.texts:
            painter.setFont(font)
            for ink in sorted({ink for _area, ink, _words in placed}):
                painter.setPen(_INKS[ink])
                for area, own, words in placed:
                    if own == ink:
                        painter.drawText(area, self.alignment, words)


class Shades:
    """The colours that the cells of a matrix can have, and of the letters on them."""

    def __init__(self, pairs: Sequence[tuple[QColor, QColor]]) -> None:
        self.pairs = pairs
        self.table: NDArray[np.uint32] = np.array(
            [fill.rgba() for fill, _ in pairs], dtype=np.uint32
        )
        self.is_white = [letters == QColor("#ffffff") for _, letters in pairs]


class MatrixPalette:
    """The colours of a matrix in a theme: two tints for right and wrong, a heatmap for many."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        nothing = QColor(theme.grid)
        self._empty = nothing, letters_on(nothing)

    @cached_property
    def _of_outcomes(self) -> Shades:
        ground, fills = QColor(self._theme.base), (self._theme.correct_fill, self._theme.error_fill)
        right, wrong = (tint(ground, QColor(strongest)) for strongest in fills)
        return Shades([self._empty, *right, *wrong])

    @cached_property
    def _of_classes(self) -> Shades:
        return Shades([self._empty, *cividis()])

    def of(self, shown: ShownMatrix) -> Shades:
        """Return the colours of a matrix, by its `ShownMatrix.shades`."""
        return self._of_outcomes if shown.has_outcomes else self._of_classes

    def letters_at(self, shown: ShownMatrix, place: tuple[int, int]) -> QColor | None:
        """Return the colour of the letters in a displayed cell; None at a total."""
        is_cell = not shown.total_at(*place)
        return self.of(shown).pairs[shown.shades[place]][1] if is_cell else None


def draw_up(
    shown: ShownMatrix,
    place: MatrixGeometry,
    fonts: MatrixFonts,
    lines: Lines,
    palette: Shades,
) -> MatrixPicture:
    """Make the picture of the cells in view."""
    is_narrow = margins(place) == NO_MARGINS
    return MatrixPicture(
        _image(shown.shades, place, palette.table),
        _texts(shown, place, fonts, lines, palette),
        _CENTRE if is_narrow else _LEFT,
    )


def _image(levels: NDArray[np.uint16], place: MatrixGeometry, table: NDArray[np.uint32]) -> QImage:
    """Return the colours pixel by pixel; where cells share a pixel the highest one shows."""
    rows, row_gaps = _pixels(place.row_edges(), place.y, place.height, place.gap)
    columns, column_gaps = _pixels(place.column_edges(), place.x, place.width, place.gap)
    seen = _along(levels, rows, place.rows(), place.cell_height, axis=0)
    seen = _along(seen, columns, place.columns(), place.cell_width, axis=1)
    pixels = np.ascontiguousarray(table[seen])
    pixels[row_gaps] = 0
    pixels[:, column_gaps] = 0
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()  # which owns its pixels


def _pixels(
    edges: NDArray[np.intp], offset: int, length: int, gap: int
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the first cell at each pixel of an axis, and which pixels are between cells."""
    pixels = np.arange(offset, offset + length)
    last = len(edges) - 2
    cells = np.searchsorted(edges, pixels, side="right") - 1
    first = np.searchsorted(edges, pixels, side="left")
    cells = np.clip(np.where(edges[np.minimum(first, last)] == pixels, first, cells), 0, last)
    return cells, (edges[cells + 1] - pixels <= gap) & (gap > 0)


def _along(
    levels: NDArray[np.uint16], cells: NDArray[np.intp], seen: range, size: float, *, axis: int
) -> NDArray[np.uint16]:
    """Return the levels at the pixels of one axis."""
    if size >= 1:
        return np.take(levels, cells, axis=axis)
    inside = np.take(levels, np.arange(cells[0], max(seen.stop, int(cells[-1]) + 1)), axis=axis)
    return np.asarray(np.maximum.reduceat(inside, cells - cells[0], axis=axis))


def _texts(
    shown: ShownMatrix,
    place: MatrixGeometry,
    fonts: MatrixFonts,
    lines: Lines,
    palette: Shades,
) -> tuple[tuple[QFont, tuple[tuple[QRect, int, str], ...]], ...]:
    rows, columns = place.rows(), place.columns()
    if not lines or len(rows) * len(columns) > _MOST_TEXTS:
        return ()
    shades = shown.shades
    height = sum(fonts.heights[font] for field, font in lines if field not in AT_TOP)
    is_alone = not any(field in AT_TOP for field, _font in lines)
    placed: dict[str, list[tuple[QRect, int, str]]] = {}
    for row in rows:
        for column in columns:
            if shown.k > FEW and shown.count(row, column) == 0:
                continue  # empty cells would hide the few that are not
            cell = shown.cell(row, column)
            inner = place.cell(row, column).adjusted(*margins(place))
            ink = int(palette.is_white[shades[row, column]])
            y, lower = inner.top(), inner.bottom() + 1 - height
            if is_alone:
                lower -= (inner.height() - height) // 2
            for field, font in lines:
                y = y if field in AT_TOP else max(y, lower)
                area = QRect(inner.left(), y, inner.width(), fonts.heights[font])
                words = getattr(cell, field)
                if field == "with_limits" and fonts.width(font, words) > inner.width():
                    words = cell.share  # limits near 0 or 1 have more digits
                of_before = ""
                if cell.is_of_before and field == "with_limits":
                    words, of_before = cell.share, words.removeprefix(cell.share)
                placed.setdefault(font, []).append((area, ink, words))
                if of_before:
                    left = area.left() + fonts.width(font, words)
                    rest = QRect(QPoint(left, area.top()), area.bottomRight())
                    placed[font].append((rest, ink + _PALER, of_before))
                y += fonts.heights[font]
    return tuple((fonts.fonts[font], tuple(texts)) for font, texts in placed.items())


def paint_names(
    painter: QPainter, shown: ShownMatrix, place: MatrixGeometry, fonts: MatrixFonts, theme: Theme
) -> None:
    """Paint what stands before the rows and above the columns.

    Of many classes, what these are, too: the two calls say so themselves.
    """
    metrics = fonts.metrics["label"]
    painter.setFont(fonts.fonts["label"])
    if not shown.has_outcomes:
        painter.setPen(QColor(theme.faint_text))
        of_rows, of_columns = shown.axes
        top = QRect(place.left, 0, place.width, place.line)
        corner = place.row_name(0)
        corner.moveBottom(place.top - _BETWEEN)
        for area, words, how in ((top, of_columns, _CENTRE), (corner, of_rows, _LEFT)):
            painter.drawText(area, how, metrics.elidedText(words, _MIDDLE, area.width()))
    painter.setPen(QColor(theme.text))
    heads = shown.heads(0)
    for row in _every(place.rows(), place.row_step):
        area = place.row_name(row)
        if _is_inside(place.cell(row, 0).center().y(), place.top, place.height):
            colour = _dot_colour(shown, row, theme)
            if colour is not None:
                _paint_dot(painter, area, colour)
                area.setLeft(area.left() + DOT)
            painter.drawText(area, _LEFT, metrics.elidedText(heads[row], _MIDDLE, area.width()))
    heads = shown.heads(1)
    for column in _every(place.columns(), place.column_step):
        area = place.column_name(column)
        if _is_inside(place.cell(0, column).center().x(), place.left, place.width):
            _paint_column_name(painter, heads[column], area, place)


def _dot_colour(shown: ShownMatrix, row: int, theme: Theme) -> QColor | None:
    """Return the colour that the class of a row has in plots; None where it has none."""
    if not shown.rows_are_actual or shown.k > FEW:
        return None
    index = int(shown.classes[row])
    if shown.has_outcomes:
        return QColor(theme.negative if index else theme.positive)
    return class_pen(index, theme, 1.0).color()


def _paint_dot(painter: QPainter, area: QRect, colour: QColor) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QRect(area.left(), area.center().y() - GRID // 2 + 1, GRID, GRID))
    painter.restore()


def _paint_column_name(painter: QPainter, name: str, area: QRect, place: MatrixGeometry) -> None:
    painter.save()
    room = area.height() if place.names_turned else area.width()
    if painter.fontMetrics().horizontalAdvance(name) > room:
        painter.setFont(narrowed(painter.font(), name, room))
        name = painter.fontMetrics().elidedText(name, _MIDDLE, room)
    if not place.names_turned:
        painter.drawText(area, _CENTRE, name)
        painter.restore()
        return
    painter.translate(area.left(), area.bottom() + 1)
    painter.rotate(-90)
    painter.drawText(QRect(0, 0, area.height(), area.width()), _LEFT, name)
    painter.restore()


def paint_totals(
    painter: QPainter, shown: ShownMatrix, place: MatrixGeometry, fonts: MatrixFonts, theme: Theme
) -> None:
    """Paint the totals of rows and columns where there is room for them."""
    painter.setFont(fonts.fonts["small"])
    painter.setPen(QColor(theme.faint_text))
    told: Callable[[float], str] = text.count
    how, indent = _RIGHT, 0
    if not place.totals_width:
        told, how, indent = shown.counted, _LEFT, DOT if shown.k <= FEW else 0
    total, corner = told(shown.matrix.n), place.corner_total().adjusted(indent, 0, 0, 0)
    if fonts.width("small", total) <= corner.width():
        painter.drawText(corner, how, total)
        for row in place.rows() if place.row_step == 1 else ():
            area = place.row_total(row).adjusted(indent, 0, 0, 0)
            if _is_inside(area.center().y(), place.top, place.height):
                painter.drawText(area, how, told(shown.row_totals[row].item()))
    columns = place.columns() if place.cell_width > _TINY_TOTAL else range(0)
    totals = [text.count(shown.column_totals[column].item()) for column in columns]
    if fonts.widest("small", totals) > place.cell_width:
        return  # some alone would look as if the others were nothing
    for column, words in zip(columns, totals, strict=True):
        area = place.column_total(column)
        if _is_inside(area.center().x(), place.left, place.width):
            painter.drawText(area, _CENTRE, words)


def paint_outline(
    painter: QPainter, chosen: Collection[tuple[int, int]], place: MatrixGeometry, theme: Theme
) -> None:
    """Outline the chosen cells, given as (row, column): a line where the choice ends."""
    inner, outer = [], []
    rows, columns = place.rows(), place.columns()
    for row, column in chosen:
        if row not in rows or column not in columns:
            continue
        area = place.cell(row, column).adjusted(0, 0, -1, -1)
        core = area.adjusted(2, 2, -2, -2)
        corners = (
            ((row - 1, column), QRect.topLeft, QRect.topRight),
            ((row + 1, column), QRect.bottomLeft, QRect.bottomRight),
            ((row, column - 1), QRect.topLeft, QRect.bottomLeft),
            ((row, column + 1), QRect.topRight, QRect.bottomRight),
        )
        for neighbour, start, end in corners:
            if neighbour not in chosen:
                outer.append(QLine(start(area), end(area)))
                inner.append(QLine(start(core), end(core)))
    is_large = min(place.cell_width, place.cell_height) > 2 * GRID
    if is_large and len(chosen) == 1:
        painter.setPen(QPen(QColor(theme.base), 1))
        painter.drawLines(inner)
    pen = QPen(QColor(theme.accent), 3 if is_large else 2)
    pen.setCapStyle(Qt.PenCapStyle.SquareCap)
    painter.setPen(pen)
    painter.drawLines(outer)


def paint_focus(painter: QPainter, area: QRect, letters: QColor | None, theme: Theme) -> None:
    """Mark what is under the keyboard by dashes.

    They are inside a cell with such letters, or around one that is tiny, and around a total, which
    has None.
    """
    painter.setBrush(Qt.BrushStyle.NoBrush)
    size = min(area.width(), area.height())
    if letters is not None and size >= 2 * GRID:
        painter.setPen(QPen(letters, 1, Qt.PenStyle.DashLine))
        painter.drawRect(area.adjusted(3, 3, -4, -4))
        return
    extra = max(2, (GRID - size) // 2)
    around = area.adjusted(-extra, -extra, extra - 1, extra - 1)
    painter.setClipping(letters is not None)  # a total stands beside the cells
    painter.setPen(QPen(QColor(theme.base), 3))
    painter.drawRect(around)
    painter.setPen(QPen(QColor(theme.text), 1, Qt.PenStyle.DashLine))
    painter.drawRect(around)


def _every(places: range, step: int) -> range:
    """Return the places in view that are named."""
    return range(-(-places.start // step) * step, places.stop, step)


def _is_inside(middle: int, start: int, length: int) -> bool:
    return start <= middle < start + length
