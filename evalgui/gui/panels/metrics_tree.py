"""The tree of measures: names with stars, numbers that meet at the decimal sign."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from evalgui.gui.isolation import apart
from evalgui.gui.look import GRID, scaled_font, text
from evalgui.gui.models.metrics_model import ColumnOf, MetricsModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QPersistentModelIndex
    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

_WIDEST_VALUE = text.measure(9_999_999.9)
_NARROWEST_NAME, _WIDEST_NAME = GRID * 15, GRID * 36
_NARROWEST_DETAIL = GRID * 15 // 2
_LEAST_DETAIL = GRID * 6
_STAR = GRID * 3
_MARGINS = 6  # pixels that Qt leaves beside the text of a cell
_STAR_RADIUS, _STAR_INNER = 6.0, 2.5
_FIGURE_SPACE = "\N{FIGURE SPACE}"
_POINT_SPACE = "\N{PUNCTUATION SPACE}"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_DECIMALS = 3  # of most values: what others are padded to
_NUMBER_COLUMNS = (ColumnOf.VALUE, ColumnOf.DETAIL, ColumnOf.PINNED)


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


def _star_area(cell: QRect) -> QRect:
    """Return where the star of a name's cell is."""
    return QRect(cell.right() + 1 - _STAR, cell.y(), _STAR, cell.height())


class _RoomyDelegate(QStyledItemDelegate):
    """Rows with some air between them."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(0, GRID // 2)


class _NameDelegate(_RoomyDelegate):
    """Names, and a star at the right of what is a favourite or may become one."""

    def __init__(self, model: MetricsModel, parent: QTreeView) -> None:
        super().__init__(parent)
        self._metrics = model

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if option.fontMetrics.horizontalAdvance(option.text) > option.rect.width() - _MARGINS:
            # "FMR (false match rate)": rather the short name whole than the long one in part.
            option.text = option.text.partition(" (")[0]

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        entry = self._metrics.entry(index)
        is_favourite = entry is not None and entry.id in self._metrics.favourites
        is_pointed_at = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if entry is None or not (is_favourite or is_pointed_at):
            super().paint(painter, option, index)
            return
        area = _star_area(option.rect)
        narrower = QStyleOptionViewItem(option)
        narrower.rect = option.rect.adjusted(0, 0, -_STAR, 0)
        super().paint(painter, narrower, index)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        colour = option.palette.color(role) if is_favourite or selected else self._metrics.faint
        painter.save()
        if selected:
            painter.fillRect(area, option.palette.highlight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.2))
        painter.setBrush(colour if is_favourite else QColor(Qt.GlobalColor.transparent))
        painter.drawPolygon(_star(QPointF(area.center()) + QPointF(0.5, 0.5)))
        painter.restore()


class _NumberDelegate(_RoomyDelegate):
    """Numbers that meet at the decimal sign, and beside them the counts in a faint colour."""

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colour = index.data(Qt.ItemDataRole.ForegroundRole)
        pen = colour or option.palette.color(QPalette.ColorRole.Text)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
            pen = option.palette.color(QPalette.ColorRole.HighlightedText)
        painter.setPen(pen)
        painter.setFont(option.font)
        words = index.data()
        if words:
            draw_number(painter, option.rect, index.column(), words)


def draw_number(painter: QPainter, area: QRect, column: int, words: str) -> None:
    """Draw a value, or what stands beside it, in the pen and font that are set."""
    inner = area.adjusted(GRID // 2, 0, -GRID // 2, 0)
    if column != ColumnOf.DETAIL:
        shown = aligned(words)
        if painter.fontMetrics().horizontalAdvance(shown) > inner.width():
            # Never without its first digits: a number cut off there would be another one.
            shown = painter.fontMetrics().elidedText(
                words, Qt.TextElideMode.ElideRight, inner.width()
            )
        painter.drawText(inner, _RIGHT, shown)
        return
    fitting = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, _LEFT, fitting)


class MetricsTree(QTreeView):
    """A tree whose rows are all equally high."""

    star_clicked = Signal(str)

    def __init__(self, model: MetricsModel) -> None:
        super().__init__()
        self.setObjectName("metrics_tree")
        self.setAccessibleName("Metrics")
        self.setModel(model)
        self.setFont(scaled_font(self.font(), 1.0))
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(True)
        self.setIndentation(GRID * 3 // 2)
        self.setItemDelegate(_NameDelegate(model, self))
        self._number_delegate = _NumberDelegate(self)
        for column in _NUMBER_COLUMNS:
            self.setItemDelegateForColumn(column, self._number_delegate)
        self._metrics = model
        self._number_columns: tuple[tuple[int, int, int, QPen], ...] = ()
        self.setAlternatingRowColors(False)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setExpandsOnDoubleClick(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover, True)
        self._set_up_header()

    def _set_up_header(self) -> None:
        header = self.header()
        header.setObjectName("metrics_columns")
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_LEAST_DETAIL)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setTextElideMode(Qt.TextElideMode.ElideRight)
        width = QFontMetrics(self.font()).horizontalAdvance(_WIDEST_VALUE) + GRID
        for column in (ColumnOf.VALUE, ColumnOf.PINNED):
            header.resizeSection(column, width)
        header.moveSection(ColumnOf.PINNED, ColumnOf.DETAIL)
        self._detail_width = _NARROWEST_DETAIL
        self.setColumnHidden(ColumnOf.PINNED, True)

    def show_pinned(self, *, shown: bool) -> None:
        """Show or hide the column of the pinned threshold."""
        if self.isColumnHidden(ColumnOf.PINNED) == shown:
            self.setColumnHidden(ColumnOf.PINNED, not shown)
            self._share_width()

    # ----------------------------------------------------------------------- painting

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        _roles: Sequence[int] = (),
    ) -> None:
        # The inherited one asks for the place of every row, which takes longer than painting.
        for column in range(top_left.column(), bottom_right.column() + 1):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            self.viewport().update(x, 0, width, self.viewport().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Find out whether only numbers are to be painted: then the names are left alone."""
        self._number_columns = ()
        if event.rect().left() >= self.columnViewportPosition(ColumnOf.VALUE):
            faint = self._metrics.faint
            colours = {
                ColumnOf.VALUE: self.palette().color(QPalette.ColorRole.Text),
                ColumnOf.DETAIL: faint,
                ColumnOf.PINNED: faint,
            }
            height = self.viewport().height()
            self._number_columns = tuple(
                (column, x, width, QPen(colour))
                for column, colour in colours.items()
                if (width := self.columnWidth(column)) > 0
                and event.region().intersects(
                    QRect(x := self.columnViewportPosition(column), 0, width, height)
                )
            )
        super().paintEvent(event)

    def drawRow(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw a row; where only numbers change, without asking for all that the rest needs."""
        if (
            not self._number_columns
            or self.selectionModel().isSelected(index)
            or index == self.currentIndex()
        ):
            super().drawRow(painter, option, index)
            return
        with_pinned = self._number_columns[-1][0] == ColumnOf.PINNED
        numbers = self._metrics.numbers(index, with_pinned=with_pinned)
        if numbers is None:  # a family, whose title may reach over the numbers
            super().drawRow(painter, option, index)
            return
        painter.setFont(self.font())
        row = option.rect
        for column, x, width, pen in self._number_columns:
            words = numbers[column - ColumnOf.VALUE]
            if words:
                painter.setPen(pen)
                draw_number(painter, QRect(x, row.y(), width, row.height()), column, words)

    # -------------------------------------------------------------------------- stars

    def star_at(self, index: QModelIndex) -> QRect:
        """Return where the star of a row is, in the viewport."""
        return _star_area(self.visualRect(index.siblingAtColumn(ColumnOf.NAME)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a click on a star for itself: it selects nothing."""
        index = self.indexAt(event.position().toPoint())
        entry = self._metrics.entry(index)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if entry is None or not is_left:
            super().mousePressEvent(event)
        elif self.star_at(index).contains(event.position().toPoint()):
            self.star_clicked.emit(entry.id)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second of two quick clicks on a star as another click."""
        index = self.indexAt(event.position().toPoint())
        if self._metrics.entry(index) is not None and self.star_at(index).contains(
            event.position().toPoint()
        ):
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    # -------------------------------------------------------------------------- width

    def make_room(self, largest: int) -> None:
        """Make the last column wide enough for two counts of this size."""
        number = text.count(largest)
        width = QFontMetrics(self.font()).horizontalAdvance(f"{number}/{number}") + GRID + 2
        self._detail_width = max(_NARROWEST_DETAIL, min(GRID * 24, width))
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            width = QFontMetrics(self.font()).horizontalAdvance(_WIDEST_VALUE) + GRID
            for column in (ColumnOf.VALUE, ColumnOf.PINNED):
                self.header().resizeSection(column, width)

    def _share_width(self) -> None:
        """Give the names what the numbers leave, but no more than a name needs."""
        header = self.header()
        left = self.viewport().width() - header.sectionSize(ColumnOf.VALUE)
        left -= header.sectionSize(ColumnOf.PINNED)  # 0 while it is hidden
        has_room = left - _NARROWEST_NAME >= _LEAST_DETAIL
        self.setColumnHidden(ColumnOf.DETAIL, not has_room)
        if not has_room:
            header.resizeSection(ColumnOf.NAME, max(_LEAST_DETAIL, left))
            return
        name_width = max(_NARROWEST_NAME, min(_WIDEST_NAME, left - self._detail_width))
        header.resizeSection(ColumnOf.NAME, name_width)
        header.resizeSection(ColumnOf.DETAIL, max(_LEAST_DETAIL, left - name_width))
