"""Where the cells, names and totals of a displayed matrix are, at any zoom."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize

from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GAP = 2  # pixels between cells; half of it where they are small, none where they are tiny
_SMALL, _TINY = 32, 12  # pixels
_WHOLE = 8  # pixels: from here on all cells are equally large
_MOST_OF_WIDTH = 0.3  # for the names of the rows
_MOST_OF_HEIGHT = 0.3  # for the names of the columns, where they are turned
_TURNED_BELOW = GRID * 5  # pixels: names of narrower columns are turned where they do not fit
_BETWEEN = GRID // 2  # pixels between a name and what stands around it
_ZOOMED_IN = (GRID * 12, GRID * 5)  # pixels: a cell need not be larger than this


@dataclass(frozen=True, slots=True)
class MatrixGeometry:
    """Where everything is, in pixels.

    Parameters
    ----------
    left, top, width, height
        The part of the widget that shows cells.
    cell_width, cell_height
        Of a cell with its gap; fractions below `_WHOLE`.
    k
        The number of rows, and of columns.
    names_width, names_height, totals_width, line
        The room of the names and totals, and the height of a line of text. Without a width of
        their own, the totals of the rows stand below their names.
    names_turned
        Whether the names of the columns read upward.
    x, y
        How far the cells are scrolled.
    most_zoom
        The zoom beyond which nothing more could be seen; 1 where all is seen.
    """

    left: int
    top: int
    width: int
    height: int
    cell_width: float
    cell_height: float
    k: int
    names_width: int
    names_height: int
    totals_width: int
    line: int
    names_turned: bool = False
    x: int = 0
    y: int = 0
    most_zoom: float = 1.0

    @property
    def area(self) -> QRect:
        """The part of the widget that shows cells."""
        return QRect(self.left, self.top, self.width, self.height)

    @property
    def gap(self) -> int:
        """The distance between two cells."""
        size = min(self.cell_width, self.cell_height)
        if size > _SMALL:
            return _GAP
        return _GAP // 2 if size > _TINY else 0

    @property
    def most_x(self) -> int:
        """How far the cells can be scrolled to the left."""
        return max(0, round(self.k * self.cell_width) - self.width)

    @property
    def most_y(self) -> int:
        """How far the cells can be scrolled upward."""
        return max(0, round(self.k * self.cell_height) - self.height)

    def scrolled(self, x: int, y: int) -> MatrixGeometry:
        """Return the same with the cells scrolled, as far as that goes."""
        return replace(self, x=min(max(0, x), self.most_x), y=min(max(0, y), self.most_y))

    def column_edges(self) -> NDArray[np.intp]:
        """Return where the columns start, and the last ends, before scrolling: (K + 1,) ints."""
        return _edges(self.k, self.cell_width)

    def row_edges(self) -> NDArray[np.intp]:
        """Return where the rows start, and the last ends, before scrolling: (K + 1,) ints."""
        return _edges(self.k, self.cell_height)

    def columns(self) -> range:
        """Return the columns that are in view."""
        return _in_view(self.x, self.width, self.cell_width, self.k)

    def rows(self) -> range:
        """Return the rows that are in view."""
        return _in_view(self.y, self.height, self.cell_height, self.k)

    def cell(self, row: int, column: int) -> QRect:
        """Return the rectangle of a cell, which may be out of view."""
        left, right = round(column * self.cell_width), round((column + 1) * self.cell_width)
        top, bottom = round(row * self.cell_height), round((row + 1) * self.cell_height)
        return QRect(
            self.left + left - self.x,
            self.top + top - self.y,
            max(1, right - left - self.gap),
            max(1, bottom - top - self.gap),
        )

    @property
    def row_step(self) -> int:
        """Of how many rows one is named, so that names do not overlap."""
        return max(1, math.ceil(self.line / self.cell_height))

    @property
    def column_step(self) -> int:
        """Of how many columns one is named, so that names do not overlap."""
        return max(1, math.ceil(self.line / self.cell_width)) if self.names_turned else 1

    def at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the cell at a point."""
        row, column = self.row_at(point.y()), self.column_at(point.x())
        return None if row is None or column is None else (row, column)

    def row_at(self, y: int) -> int | None:
        """Return the row at a height."""
        inside = 0 <= y - self.top < self.height
        row = int((y - self.top + self.y + 0.5) / self.cell_height)
        return row if inside and 0 <= row < self.k else None

    def column_at(self, x: int) -> int | None:
        """Return the column at a distance from the left."""
        inside = 0 <= x - self.left < self.width
        column = int((x - self.left + self.x + 0.5) / self.cell_width)
        return column if inside and 0 <= column < self.k else None

    def row_name_at(self, point: QPoint) -> int | None:
        """Return the row whose name is at a point."""
        left = self._names_left
        return self.row_at(point.y()) if left <= point.x() < self.left else None

    def column_name_at(self, point: QPoint) -> int | None:
        """Return the column whose name is at a point."""
        top = self.top - self.names_height - _BETWEEN
        return self.column_at(point.x()) if top <= point.y() < self.top else None

    @property
    def _names_left(self) -> int:
        return self.left - self.names_width - _BETWEEN

    def row_name(self, row: int) -> QRect:
        """Return where the name of a row is written, beside its middle or, with a total, above."""
        middle = self.cell(row, 0).center().y()
        y = middle - (self.line // 2 if self.totals_width else self.line)
        return QRect(self._names_left, y, self.names_width, self.line)

    def column_name(self, column: int) -> QRect:
        """Return where the name of a column is written: over it, or upward over its middle."""
        top = self.top - self.names_height - _BETWEEN
        cell = self.cell(0, column)
        if self.names_turned:
            middle = cell.center().x()
            return QRect(middle - self.line // 2, top, self.line, self.names_height)
        return QRect(cell.left(), top, cell.width(), self.names_height)

    def row_total(self, row: int) -> QRect:
        """Return where the total of a row is written, below its name or at the other side."""
        if not self.totals_width:
            return self.row_name(row).translated(0, self.line)
        middle = self.cell(row, 0).center().y()
        right = self.left + self.width
        return QRect(right, middle - self.line // 2, self.totals_width, self.line)

    def column_total(self, column: int) -> QRect:
        """Return where the total of a column is written."""
        cell = self.cell(0, column)
        y = self.top + self.height + _BETWEEN
        return QRect(cell.left(), y, cell.width(), self.line)

    def total_at(self, point: QPoint) -> tuple[int, int] | None:
        """Return the row and column of the total at a point: one of them is `k`, or both are."""
        beside = 0 <= point.x() - self.left - self.width < self.totals_width
        if not self.totals_width:
            beside = 0 <= point.x() - self._names_left < self.names_width
        below = 0 <= point.y() - self.top - self.height < _BETWEEN + self.line
        row = self.k if below else self.row_at(point.y())
        column = self.k if beside else self.column_at(point.x())
        if row is None or column is None or not (beside or below):
            return None
        is_total = below or bool(self.totals_width) or self.row_total(row).contains(point)
        return (row, column) if is_total else None

    def place(self, row: int, column: int) -> QRect:
        """Return where a cell is, or where the total at row or column `k` is written."""
        if max(row, column) < self.k:
            return self.cell(row, column)
        if row == column:
            return self.corner_total()
        return self.row_total(row) if column == self.k else self.column_total(column)

    def corner_total(self) -> QRect:
        """Return where the total of everything is written."""
        y = self.top + self.height + _BETWEEN
        if not self.totals_width:
            return QRect(self._names_left, y, self.names_width, self.line)
        return QRect(self.left + self.width, y, self.totals_width, self.line)


@dataclass(frozen=True, slots=True)
class Texts:
    """How large the texts around a matrix are, in pixels; 0 for a title that is none."""

    line: int
    widest_row: int
    widest_column: int
    widest_total: int
    title: int = 0


def lay_out(size: QSize, k: int, texts: Texts, zoom: float = 1.0) -> MatrixGeometry:
    """Share a widget out between the cells of k classes, their names and the totals.

    Where rows are high enough, their totals stand below their names.
    """
    found = _lay_out(size, k, texts, zoom, 0)
    if found.cell_height >= 2 * texts.line + _BETWEEN:
        return found
    return _lay_out(size, k, texts, zoom, texts.widest_total + GRID)


def _lay_out(size: QSize, k: int, texts: Texts, zoom: float, totals_width: int) -> MatrixGeometry:
    line, widest = texts.line, texts.widest_column
    names_width = max(GRID * 3, min(texts.widest_row + 2, int(size.width() * _MOST_OF_WIDTH)))
    left = GRID + names_width + _BETWEEN
    room_x = max(1, size.width() - left - totals_width - GRID)
    cell_width = _whole(room_x / k * zoom)
    turned = cell_width < min(_TURNED_BELOW, widest + _GAP)
    most_height = max(line, int(size.height() * _MOST_OF_HEIGHT))
    names_height = min(widest + _BETWEEN, most_height) if turned else line
    top = texts.title + names_height + _BETWEEN
    room_y = max(1, size.height() - top - line - GRID)
    cell_height = _whole(room_y / k * zoom)
    return MatrixGeometry(
        left=left,
        top=top,
        width=min(room_x, max(1, round(k * cell_width))),
        height=min(room_y, max(1, round(k * cell_height))),
        cell_width=cell_width,
        cell_height=cell_height,
        k=k,
        names_width=names_width,
        names_height=names_height,
        totals_width=totals_width,
        line=line,
        names_turned=turned,
        most_zoom=max(1.0, _ZOOMED_IN[0] * k / room_x, _ZOOMED_IN[1] * k / room_y),
    )


def _edges(k: int, size: float) -> NDArray[np.intp]:
    return np.asarray(np.rint(np.arange(k + 1) * size), dtype=np.intp)


def _whole(pixels: float) -> float:
    return float(int(pixels)) if pixels >= _WHOLE else pixels


def _in_view(offset: int, length: int, step: float, k: int) -> range:
    end = offset + length
    stop = k if end >= round(k * step) else min(k, math.ceil(end / step))
    return range(max(0, int(offset / step)), stop)
