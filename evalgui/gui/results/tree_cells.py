"""How the cells of the tree of measures are painted: names with stars, numbers, intervals."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from evalgui.gui.isolation import apart
from evalgui.gui.look import GRID, text
from evalgui.gui.results.interval_cells import (
    BarRoom,
    Colours,
    base_line,
    condensed,
    draw_interval,
)
from evalgui.gui.results.tree_columns import ColumnOf

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QTreeView

    from evalgui.gui.results.tree_model import TreeModel

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex

TEXT_MARGIN = 3  # pixels that Qt leaves beside the text of a cell
_MARGINS = 2 * TEXT_MARGIN
_STAR = GRID * 3
_STAR_RADIUS, _STAR_INNER = 6.0, 2.5
_FIGURE_SPACE = "\N{FIGURE SPACE}"
_POINT_SPACE = "\N{PUNCTUATION SPACE}"
_DECIMALS = 3  # of most values: what others are padded to


def aligned(value: str) -> str:
    """Pad a number on the right so that right-aligned numbers meet at the decimal sign."""
    if "e" in value:
        return value
    whole, sign, decimals = value.partition(text.decimal_sign())
    if not sign:
        return whole + _POINT_SPACE + _FIGURE_SPACE * _DECIMALS
    return value + _FIGURE_SPACE * (_DECIMALS - len(decimals))


def _star(centre: QPointF) -> QPolygonF:
    """Return a star with five points around a centre."""
    corners = []
    for corner in range(10):
        radius = _STAR_INNER if corner % 2 else _STAR_RADIUS
        angle = math.pi * (corner / 5 - 0.5)
        corners.append(centre + QPointF(math.cos(angle), math.sin(angle)) * radius)
    return QPolygonF(corners)


def name_line(cell: QRect, font: QFont) -> QPointF:
    """Return where the letters of a name begin, as a style of Qt halves what is above them."""
    metrics = QFontMetricsF(font)
    above = cell.height() // 2 - math.ceil(metrics.height()) // 2
    return QPointF(cell.left(), cell.top() + above + metrics.ascent())


def star_area(cell: QRect) -> QRect:
    """Return where the star of a name's cell is."""
    return QRect(cell.right() + 1 - _STAR, cell.y(), _STAR, cell.height())


class _RoomyDelegate(QStyledItemDelegate):
    """Rows with some air between them."""

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


class NameDelegate(_RoomyDelegate):
    """Names, and a star at the right of what is a favourite or may become one."""

    def __init__(
        self,
        model: TreeModel[Any],
        area: Callable[[AnyIndex, QRect], QRect],
        fitting: Callable[[str, int], tuple[str, QFont]],
        parent: QTreeView,
    ) -> None:
        super().__init__(parent)
        self._tree, self._area, self._fitting = model, area, fitting
        self._pointed_at: tuple[int, int] | None = None  # the row that was painted so last

    def is_pointed_at(self, index: AnyIndex) -> bool:
        """Return whether a row was last painted as the one under the pointer."""
        return self._pointed_at == (index.internalId(), index.row())

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().initStyleOption(option, index)
        if self._tree.entry(index) is not None and option.rect.isValid():
            room = option.rect.width() - _MARGINS
            option.text, option.font = self._fitting(option.text, room)

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        entry = self._tree.entry(index)
        option = QStyleOptionViewItem(option)
        option.rect = self._area(index, option.rect)
        is_favourite = self._tree.is_favourite(index)
        is_pointed_at = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if is_pointed_at != self.is_pointed_at(index):
            self._pointed_at = (index.internalId(), index.row()) if is_pointed_at else None
        if entry is None or not (is_favourite or is_pointed_at):
            super().paint(painter, option, index)
            return
        area = star_area(option.rect)
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -_STAR, 0)
        super().paint(painter, narrower, index)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        colour = option.palette.color(role) if is_favourite or selected else self._tree.faint
        painter.save()
        if selected:
            painter.fillRect(area, option.palette.highlight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.2))
        painter.setBrush(colour if is_favourite else QColor(Qt.GlobalColor.transparent))
        painter.drawPolygon(_star(QPointF(area.center()) + QPointF(0.5, 0.5)))
        painter.restore()


class NumberDelegate(_RoomyDelegate):
    """Numbers that meet at the decimal sign, and beside them the counts, small and faint."""

    def __init__(self, small: Callable[[], QFont], parent: QTreeView) -> None:
        super().__init__(parent)
        self._small = small

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        words = index.data()
        if not words and index.column() == ColumnOf.DETAIL:
            return  # a long name is there
        colour = index.data(Qt.ItemDataRole.ForegroundRole)
        pen = colour or option.palette.color(QPalette.ColorRole.Text)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
            pen = option.palette.color(QPalette.ColorRole.HighlightedText)
        painter.setPen(pen)
        is_detail = index.column() == ColumnOf.DETAIL
        painter.setFont(self._small() if is_detail else option.font)
        if words:
            draw_number(painter, option.rect, words, is_aligned=not is_detail)


class IntervalDelegate(_RoomyDelegate):
    """The limits of a value, and a bar that shows where they lie."""

    def __init__(
        self, model: TreeModel[Any], look: Callable[[], tuple[QFont, BarRoom]], parent: QTreeView
    ) -> None:
        super().__init__(parent)
        self._tree, self._look = model, look

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        colours = Colours.of(option.palette, self._tree.faint)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
            colours = colours.selected(option.palette)
        numbers = self._tree.numbers(index)
        font, room = self._look()
        painter.setFont(font)
        if numbers is not None and numbers.interval:
            draw_interval(painter, option.rect, numbers, colours, room)


def draw_number(painter: QPainter, area: QRect, words: str, *, is_aligned: bool) -> None:
    """Draw a value, or what stands beside it, in the pen and font that are set."""
    metrics, room = painter.fontMetrics(), area.width() - GRID
    shown = aligned(words) if is_aligned else words
    length = metrics.horizontalAdvance(shown)
    if length > room:
        # In narrower letters, and never without its first digits: it would be another number.
        shown = (
            words if metrics.horizontalAdvance(words) <= room else condensed(painter, words, room)
        )
        length = painter.fontMetrics().horizontalAdvance(shown)
    # At a point, which takes half the time of a rectangle.
    painter.drawText(area.right() - GRID // 2 - length + 1, base_line(area, metrics), shown)
