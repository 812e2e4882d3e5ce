"""Small lines below the rows of a tree: what has no room in columns beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from evalgui.gui.look import GRID, SMALL, narrowed, scaled_font
from evalgui.gui.panels.wrapped_names import WrappedNames

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QRect
    from PySide6.QtGui import QPainter, QResizeEvent
    from PySide6.QtWidgets import QTreeView
else:
    QTreeView = object

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex

_MARGIN = 3  # pixels that Qt leaves beside the text of a cell
_FOOT = 3  # pixels below the last line
_MOST_HINTS = 1000  # sizes of cells that are remembered
SHORTEST_NAME = GRID * 18


class LinesBelow(WrappedNames):
    """Names as high as they need, and below them lines as wide as the tree, while they are on.

    Parameters
    ----------
    tree
        Whose rows they are. It calls `draw` for each row that it has drawn.
    lines
        What is told below a row: for each line the same in several lengths, the longest first.
    n_needed
        How many columns are to have room beside each other.
    n_staying
        How many stay where there is none: the name, and one or two numbers.
    """

    def __init__(
        self,
        tree: QTreeView,
        lines: Callable[[AnyIndex], Sequence[tuple[str, ...]]],
        n_needed: int,
        n_staying: int = 3,
    ) -> None:
        super().__init__(tree)
        self._lines, self._n_needed, self._n_staying = lines, n_needed, n_staying
        self._widths: tuple[int, ...] = ()  # that columns ask for
        self.is_on = False
        tree.setItemDelegate(_OnTop(self))
        tree.setItemDelegateForColumn(0, self)

    def set_widths(self, widths: Sequence[int]) -> None:
        """Give the columns other widths, as far as there is room."""
        self._widths = tuple(widths)
        self.share_width()

    def share_width(self) -> None:
        """Show all columns if the first ones have room, else the name and few numbers over lines.

        There, names give way to the numbers, and to the first of them where both have no room.
        """
        widths = self._widths
        if not widths:
            return
        header, whole = self._tree.header(), self._tree.viewport().width()
        is_on = sum(widths[: self._n_needed]) > whole
        if is_on != self.is_on:
            self.is_on = is_on
            self._tree.scheduleDelayedItemsLayout()
        for column, width in enumerate(widths):
            header.setSectionHidden(column, is_on and column >= self._n_staying)
            header.resizeSection(column, width)
        ends = sorted({self._n_staying, 2}, reverse=True)
        rooms = [whole - sum(widths[1:end]) for end in ends]
        room = next((one for one in rooms if one >= SHORTEST_NAME), SHORTEST_NAME)
        if is_on or room < widths[0]:
            header.resizeSection(0, room)

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().initStyleOption(option, index)
        self.lift(option)

    def lift(self, option: QStyleOptionViewItem) -> None:
        """Write what stands in the columns above the lines."""
        if self.is_on:
            across = option.displayAlignment & Qt.AlignmentFlag.AlignHorizontal_Mask
            option.displayAlignment = across | Qt.AlignmentFlag.AlignTop

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return super().sizeHint(option, index) + QSize(0, self.height_of_lines(index))

    def height_of_lines(self, index: AnyIndex) -> int:
        """Return how high the lines below a row are together."""
        n_lines = len(self._lines(index)) if self.is_on else 0
        return n_lines * self._metrics().lineSpacing()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(scaled_font(self._tree.font(), SMALL))

    def draw(self, painter: QPainter, row: QRect, index: AnyIndex) -> None:
        """Draw the lines below a row."""
        lines = self._lines(index) if self.is_on else ()
        if not lines:
            return
        tree, metrics = self._tree, self._metrics()
        role = QPalette.ColorRole
        is_selected = tree.selectionModel().isSelected(index)
        pen = role.HighlightedText if is_selected else role.PlaceholderText
        left = 2 * tree.indentation() + _MARGIN - tree.horizontalScrollBar().value()
        room = tree.viewport().width() - left - GRID // 2
        base = row.bottom() - _FOOT - metrics.descent()
        painter.save()
        painter.setPen(tree.palette().color(pen))
        for variants in reversed(lines):
            font = scaled_font(tree.font(), SMALL)
            fitting = ((one, narrowed(font, one, room)) for one in variants)
            words, font = next(
                (pair for pair in fitting if _length(*pair) <= room), (variants[-1], font)
            )
            painter.setFont(font)
            right = Qt.TextElideMode.ElideRight
            painter.drawText(left, base, painter.fontMetrics().elidedText(words, right, room))
            base -= metrics.lineSpacing()
        painter.restore()


class HasLinesBelow(QTreeView):
    """A tree with lines below its rows; its class of Qt comes second."""

    names: LinesBelow

    def dataChanged(
        self, top_left: AnyIndex, bottom_right: AnyIndex, roles: Sequence[int] = ()
    ) -> None:
        # Else each row is measured twice at once, for all that are told of one after the other.
        self.scheduleDelayedItemsLayout()
        super().dataChanged(top_left, bottom_right, roles)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.names.share_width()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().drawRow(painter, option, index)
        self.names.draw(painter, option.rect, index)


class _OnTop(QStyledItemDelegate):
    """The other columns of a row."""

    def __init__(self, names: LinesBelow) -> None:
        super().__init__(names)
        self._names = names
        self._font = QFont()  # of the cells that were measured
        self._hints: dict[object, QSize] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        # Asked for every cell in view whenever some of them are another: its words tell it.
        told, font = index.data(), option.font
        if font != self._font or len(self._hints) > _MOST_HINTS:
            self._font = QFont(font)  # that of the option ends with it
            self._hints.clear()
        if told not in self._hints:
            self._hints[told] = super().sizeHint(option, index)
        return QSize(self._hints[told])

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().initStyleOption(option, index)
        self._names.lift(option)


def _length(words: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(words)
