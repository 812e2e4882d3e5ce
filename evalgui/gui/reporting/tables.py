"""Tables on pages: columns as wide as they need, heads again on each page, no row in two."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor

from evalgui.gui.reporting.elements import INK, SHADE, TABLE, draw_text, rule

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from evalgui.gui.reporting.flow import Flow
    from evalgui.gui.reporting.shaping import Shaped, Type
    from evalgui.io.reporting.blocks import Table

_PAD_X, _PAD_Y = 4.0, 1.6
_SMALLEST = 0.7  # of the usual size, before words are broken
_LINE, _HEAVY = "#d5d9de", "#5f6670"
_ROWS_TOGETHER = 2
_ABOVE = 6.0


@dataclass(frozen=True, slots=True)
class _Row:
    """The texts of a row in lines."""

    cells: tuple[Shaped, ...]
    height: float
    is_title: bool = False


@dataclass(frozen=True, slots=True)
class _Plan:
    """A table in columns of a width."""

    widths: tuple[float, ...]
    caption: Shaped
    head: _Row | None
    rows: tuple[_Row, ...]

    @property
    def top(self) -> float:
        """How high caption and head are."""
        return self.caption.height + (0.0 if self.head is None else self.head.height)


class Grid:
    """A table."""

    def __init__(self, type_: Type, table: Table) -> None:
        self.type, self.table = type_, table
        self._plans: dict[float, _Plan] = {}

    def lead(self, width: float) -> float:
        """Return the height of its caption, its head and its first rows."""
        plan = self._plan(width)
        first = sum(row.height for row in plan.rows[:_ROWS_TOGETHER])
        return self.type.dots(_ABOVE) + plan.top + first + self.type.dots(8)

    def place(self, flow: Flow) -> None:
        """Put its rows on the page, and those that have no room on the next, with its head."""
        plan, dots = self._plan(flow.width), self.type.dots
        flow.need(self.lead(flow.width))
        flow.space(dots(_ABOVE))
        caption, x = plan.caption, self.type.across(flow.left, flow.width)
        flow.draw(partial(draw_text, shaped=caption, x=x, y=flow.y, colour=INK))
        flow.skip(caption.height + dots(2))
        self._head(flow, plan)
        for number, row in enumerate(plan.rows):
            after = plan.rows[number + 1 : number + 2] if row.is_title else ()
            if flow.need(row.height + sum(one.height for one in after)):
                self._head(flow, plan)
            self._row(flow, plan, row, _LINE)
        flow.skip(dots(6))

    def _head(self, flow: Flow, plan: _Plan) -> None:
        if plan.head is not None:
            self._row(flow, plan, plan.head, _HEAVY)

    def _row(self, flow: Flow, plan: _Plan, row: _Row, line: str) -> None:
        pad_x, pad_y = self.type.dots(_PAD_X), self.type.dots(_PAD_Y)
        total, across = sum(plan.widths), self.type.across
        start = across(flow.left, total)
        if row.is_title:
            rect = QRectF(start, flow.y, total, row.height)
            flow.draw(partial(_fill, rect=rect))
        x = flow.left
        for shaped, width in zip(row.cells, plan.widths, strict=False):
            at = across(x + pad_x, shaped.width)
            there = partial(draw_text, shaped=shaped, x=at, y=flow.y + pad_y)
            flow.draw(partial(there, colour=INK))
            x += width
        end = flow.y + row.height
        below = QLineF(start, end, start + total, end)
        flow.draw(partial(rule, line=below, colour=line, width=self.type.dots(0.5)))
        flow.skip(row.height)

    # ------------------------------------------------------------------------- widths

    def _plan(self, width: float) -> _Plan:
        if width not in self._plans:
            self._plans[width] = self._planned(width)
        return self._plans[width]

    def _planned(self, width: float) -> _Plan:
        size = TABLE
        while True:
            least, most = self._limits(size)
            if sum(least) <= width or size <= TABLE * _SMALLEST:
                break
            size *= 0.95
        widths = _shared(least, most, width)
        rows = []
        for group in self.table.groups:
            if group.title:
                rows.append(self._shaped_row((group.title,), (sum(widths),), size, is_title=True))
            rows += [
                self._shaped_row(tuple(cell.text for cell in row), widths, size)
                for row in group.rows
            ]
        head = None
        if any(self.table.head):
            head = self._shaped_row(self.table.head, widths, size, is_bold=True)
        caption = self.type.shape(self.table.caption, width, TABLE, is_bold=True)
        return _Plan(widths, caption, head, tuple(rows))

    def _limits(self, size: float) -> tuple[list[float], list[float]]:
        """Return how wide each column is at least, so that no word breaks, and at most."""
        pad, columns = 2 * self.type.dots(_PAD_X), range(len(self.table.head))
        least, most = [], []
        for column in columns:
            texts = [row[column].text for group in self.table.groups for row in group.rows]
            words = [self.type.widest_word(text, size) for text in texts]
            whole = [self.type.width(text, size) for text in texts]
            head = self.table.head[column]
            words.append(self.type.widest_word(head, size, is_bold=True))
            whole.append(self.type.width(head, size, is_bold=True))
            least.append(max(words) + pad)
            most.append(max(whole) + pad)
        return least, most

    def _shaped_row(
        self,
        texts: tuple[str, ...],
        widths: tuple[float, ...],
        size: float,
        *,
        is_bold: bool = False,
        is_title: bool = False,
    ) -> _Row:
        pad = 2 * self.type.dots(_PAD_X)
        cells = tuple(
            self.type.shape(
                text,
                max(width - pad, 1.0),
                size,
                is_bold=is_bold or is_title,
                is_right=not is_title and column in self.table.numeric,
            )
            for column, (text, width) in enumerate(zip(texts, widths, strict=True))
        )
        height = max(cell.height for cell in cells) + 2 * self.type.dots(_PAD_Y)
        return _Row(cells, height, is_title)


def _shared(least: list[float], most: list[float], width: float) -> tuple[float, ...]:
    """Return the widths of columns: what each needs, and of what is left as much as it can use."""
    if sum(most) <= width:
        return tuple(most)
    if sum(least) >= width:  # words have to break: the widest columns give most
        wide = sorted(least)
        cap = next(
            limit
            for limit in (width * share / 200 for share in range(200, 0, -1))
            if sum(min(one, limit) for one in wide) <= width or limit <= width / 200
        )
        return tuple(min(one, cap) for one in least)
    left, wishes = width - sum(least), [high - low for low, high in zip(least, most, strict=True)]
    return tuple(low + left * wish / sum(wishes) for low, wish in zip(least, wishes, strict=True))


def _fill(painter: QPainter, *, rect: QRectF) -> None:
    painter.fillRect(rect, QColor(SHADE))
