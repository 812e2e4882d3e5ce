"""Where the cells, names and totals of a displayed matrix are."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize

from evalgui.gui.theme import GRID

_GAP = 2  # pixels between cells that are not tiny
_TINY = 12  # pixels
_MOST_OF_WIDTH = 0.3  # for the names of the rows


@dataclass(frozen=True, slots=True)
class MatrixGeometry:
    """Where everything is, in pixels."""

    left: int
    top: int
    cell_width: int
    cell_height: int
    k: int
    names_width: int
    totals_width: int
    line: int

    def cell(self, row: int, column: int) -> QRect:
        return QRect(
            self.left + column * self.cell_width,
            self.top + row * self.cell_height,
            self.cell_width - self.gap,
            self.cell_height - self.gap,
        )

    @property
    def gap(self) -> int:
        return _GAP if min(self.cell_width, self.cell_height) > _TINY else 0

    @property
    def row_step(self) -> int:
        """How many rows share one name, so that names do not overlap."""
        return -(-self.line // max(1, self.cell_height))

    @property
    def column_step(self) -> int:
        """How many columns share one name, so that a name has some letters."""
        return -(-GRID * 4 // max(1, self.cell_width))

    def at(self, point: QPoint) -> tuple[int, int] | None:
        column = (point.x() - self.left) // max(1, self.cell_width)
        row = (point.y() - self.top) // max(1, self.cell_height)
        return (row, column) if 0 <= row < self.k and 0 <= column < self.k else None

    def row_name(self, row: int) -> QRect:
        return QRect(
            self.left - self.names_width - GRID // 2,
            self.top + row * self.cell_height,
            self.names_width,
            self.cell_height * self.row_step,
        )

    def column_name(self, column: int) -> QRect:
        x = self.left + column * self.cell_width
        width = self.cell_width * self.column_step - _GAP
        return QRect(x, self.top - self.line - GRID // 2, width, self.line)

    def row_total(self, row: int) -> QRect:
        x = self.left + self.k * self.cell_width
        height = self.cell_height * self.row_step
        return QRect(x, self.top + row * self.cell_height, self.totals_width, height)

    def column_total(self, column: int) -> QRect:
        y = self.top + self.k * self.cell_height + GRID // 2
        width = self.cell_width * self.column_step - _GAP
        return QRect(self.left + column * self.cell_width, y, width, self.line)

    def corner_total(self) -> QRect:
        y = self.top + self.k * self.cell_height + GRID // 2
        return QRect(self.left + self.k * self.cell_width, y, self.totals_width, self.line)


def lay_out(
    size: QSize, k: int, *, line: int, widest_name: int, widest_total: int
) -> MatrixGeometry:
    """Share a widget out between the cells of k classes, their names and the totals."""
    names_width = max(GRID * 3, min(widest_name + 2, int(size.width() * _MOST_OF_WIDTH)))
    totals_width = widest_total + GRID
    left = GRID + line + GRID // 2 + names_width + GRID // 2
    top = GRID // 2 + line + GRID // 2 + line + GRID // 2
    width = size.width() - left - totals_width - GRID
    height = size.height() - top - line - GRID
    return MatrixGeometry(
        left,
        top,
        max(1, width // k),
        max(1, height // k),
        k,
        names_width,
        totals_width,
        line,
    )
