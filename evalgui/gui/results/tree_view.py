"""Any table of a result as a tree: names with stars, numbers that meet at the sign, and bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QCursor, QFontMetrics, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTreeView,
)

from evalgui.gui.look import (
    GRID,
    NORMAL,
    SMALL,
    ScrollsWithDrag,
    copy_cells,
    scaled_font,
    text,
)
from evalgui.gui.results.interval_cells import (
    WIDEST_INTERVAL,
    WIDEST_OF_MANY,
    BarRoom,
    Colours,
    draw_interval,
)
from evalgui.gui.results.name_widths import NameWidths
from evalgui.gui.results.tree_cells import (
    TEXT_MARGIN,
    AnyIndex,
    IntervalDelegate,
    NameDelegate,
    NumberDelegate,
    draw_number,
    name_line,
    star_area,
)
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.results.wrapped_heads import WrappedHeads
from evalgui.results.result import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent

    from evalgui.core.texts import Style
    from evalgui.gui.results.tree_model import TreeModel
    from evalgui.results.result import LongTable

RowT = TypeVar("RowT", bound=Row)

_WIDEST_VALUES = text.measure(9_999.9), text.measure(999_999.9)  # in a narrow panel, and a wide
_WIDE = GRID * 56
_MANY = 2_000  # rows, from which on limits so near 0 or 1 are usual that they have more digits
_NARROWEST_NAME = GRID * 15
_LEAST_DETAIL = GRID * 6
_NARROWEST_BAR, _WIDEST_BAR = GRID * 4, GRID * 14
_NUMBER_COLUMNS = (ColumnOf.VALUE, ColumnOf.DETAIL, ColumnOf.INTERVAL, ColumnOf.PINNED)


class TreeView(ScrollsWithDrag, QTreeView, Generic[RowT]):
    """A tree whose rows are all equally high."""

    star_clicked = Signal(str)
    intervals_requested = Signal()  # to choose level and methods
    pins_requested = Signal(QPoint)  # to choose which pin is compared, and where on the screen

    def __init__(self, model: TreeModel[RowT]) -> None:
        super().__init__()
        self._tree = model
        self._names = NameWidths(model, self)
        self._detail_width, self._widest_interval = _LEAST_DETAIL, WIDEST_INTERVAL
        self.bar_room = BarRoom()
        self.small_font = scaled_font(self.font(), SMALL)
        self.setHeader(WrappedHeads(self))
        self.setModel(model)
        self.setFont(scaled_font(self.font(), NORMAL))
        self.setUniformRowHeights(True)
        self.setRootIsDecorated(True)
        self.setIndentation(GRID * 5 // 4)
        self._name_delegate = NameDelegate(model, self.name_area, self._names.fitting, self)
        self.setItemDelegate(self._name_delegate)
        self._number_delegate = NumberDelegate(lambda: self.small_font, self)
        for column in _NUMBER_COLUMNS:
            self.setItemDelegateForColumn(column, self._number_delegate)
        self._interval_delegate = IntervalDelegate(
            model, lambda: (self.small_font, self.bar_room), self
        )
        self.setItemDelegateForColumn(ColumnOf.INTERVAL, self._interval_delegate)
        self._number_columns: tuple[tuple[int, int, int, QPen], ...] = ()
        self._numbers_shown: set[int] = set()
        self._has_detail: dict[tuple[int, int], bool] = {}  # of each row, as it was drawn last
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
        model.values_changed.connect(self._update_columns)

    def chosen(self) -> list[RowT]:
        """Return the selected rows from the top, each once."""
        found = (self._tree.entry(index) for index in self._from_the_top())
        return list({entry.id: entry for entry in found if entry is not None}.values())

    def copied(self, write: Callable[[LongTable, Style], str]) -> str:
        """Return the selected rows from the top as something writes them; "" for none."""
        return self._tree.copied(self._from_the_top(), write)

    def copy_for_paper(self) -> None:
        """Copy the selected rows, or all, as a page prints them."""
        lines = self._tree.printed(self._from_the_top() or self._every_row())
        if lines:
            copy_cells(lines)

    def _every_row(self) -> list[QModelIndex]:
        groups = (self._tree.index(place, 0) for place in range(self._tree.rowCount()))
        return [
            self._tree.index(row, 0, group)
            for group in groups
            for row in range(self._tree.rowCount(group))
        ]

    def _from_the_top(self) -> list[QModelIndex]:
        return sorted(self.selectionModel().selectedRows(), key=_place)

    def _set_up_header(self) -> None:
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_LEAST_DETAIL)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.moveSection(header.visualIndex(ColumnOf.DETAIL), ColumnOf.VALUE)
        header.moveSection(header.visualIndex(ColumnOf.PINNED), ColumnOf.INTERVAL)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header.sectionDoubleClicked.connect(self._on_head_clicked)
        self._fit_values()
        self.setColumnHidden(ColumnOf.PINNED, True)

    def _on_head_clicked(self, column: int) -> None:
        if column == ColumnOf.INTERVAL:
            self.intervals_requested.emit()
        elif column == ColumnOf.PINNED:
            self.pins_requested.emit(QCursor.pos())

    def _fit_values(self) -> None:
        """Give values room for the widest that is usual."""
        widest = _WIDEST_VALUES[self.viewport().width() >= _WIDE]
        width = QFontMetrics(self.font()).horizontalAdvance(widest) + GRID
        for column in (ColumnOf.VALUE, ColumnOf.PINNED):
            self.header().resizeSection(column, width)

    def show_pinned(self, *, shown: bool) -> None:
        """Show or hide the column of the pinned threshold."""
        if self.isColumnHidden(ColumnOf.PINNED) == shown:
            self.setColumnHidden(ColumnOf.PINNED, not shown)
            self.share_width()

    # ----------------------------------------------------------------------- painting

    def dataChanged(self, first: AnyIndex, last: AnyIndex, _roles: Sequence[int] = ()) -> None:
        # The inherited one asks for the place of every row, which takes longer than painting.
        self._update_columns(first.column(), last.column())

    def _update_columns(self, first: int = ColumnOf.VALUE, last: int = ColumnOf.INTERVAL) -> None:
        viewport = self.viewport()
        for column in range(first, last + 1):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            viewport.update(x, 0, width, viewport.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Find out whether only numbers are to be painted: then the names are left alone."""
        self._number_columns = ()
        end_of_names = self.columnViewportPosition(ColumnOf.NAME) + self.columnWidth(ColumnOf.NAME)
        if event.rect().left() >= end_of_names:
            faint = self._tree.faint
            colours = dict.fromkeys(_NUMBER_COLUMNS, faint)
            colours[ColumnOf.VALUE] = self.palette().color(QPalette.ColorRole.Text)
            height = self.viewport().height()
            self._number_columns = tuple(
                (column, x, width, QPen(colour))
                for column, colour in colours.items()
                if (width := self.columnWidth(column)) > 0
                and event.region().intersects(
                    QRect(x := self.columnViewportPosition(column), 0, width, height)
                )
            )
            self._numbers_shown = {column for column, *_ in self._number_columns}
            self._colours = Colours.of(self.palette(), faint)
        super().paintEvent(event)

    def drawRow(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        """Draw a row; where only numbers change, without asking for all that the rest needs."""
        shown = self._numbers_shown
        if (
            not self._number_columns
            or self.selectionModel().isSelected(index)
            or index == self.currentIndex()
        ):
            if self._number_columns and ColumnOf.DETAIL in shown and self._reaches_over(index):
                self._draw_long_name(painter, option, index)  # the names are not drawn
            detail = index.sibling(index.row(), ColumnOf.DETAIL).data()
            self._see_to_name(option.rect, index, detail)
            super().drawRow(painter, option, index)
            return
        numbers = self._tree.numbers(
            index,
            with_interval=ColumnOf.INTERVAL in shown,
            with_pinned=ColumnOf.PINNED in shown,
        )
        if numbers is None:  # a family, whose title may reach over the numbers
            if not self._names.title_fits(index):
                super().drawRow(painter, option, index)
            return
        if ColumnOf.DETAIL in shown and not (numbers.detail or self._names.fits(index)):
            self._draw_long_name(painter, option, index)
        row, shown_words = option.rect, numbers[:4]
        self._see_to_name(row, index, numbers.detail)
        for column, x, width, pen in self._number_columns:
            words = shown_words[column - ColumnOf.VALUE]
            if not words:
                continue
            area = QRect(x, row.y(), width, row.height())
            if column == ColumnOf.INTERVAL:
                painter.setFont(self.small_font)
                draw_interval(painter, area, numbers, self._colours, self.bar_room)
            else:
                painter.setFont(self.small_font if column == ColumnOf.DETAIL else self.font())
                painter.setPen(pen)
                draw_number(painter, area, words, is_aligned=column != ColumnOf.DETAIL)

    def _reaches_over(self, index: AnyIndex) -> bool:
        """Return whether the name of a measure reaches over its column."""
        detail = index.sibling(index.row(), ColumnOf.DETAIL).data()
        is_measure = self._tree.entry(index) is not None
        return is_measure and not (detail or self._names.fits(index))

    def _see_to_name(self, row: QRect, index: AnyIndex, detail: str | None) -> None:
        """Have a name painted anew whose room has changed: what stands beside it came or went."""
        has_detail, key = bool(detail), (index.internalId(), index.row())
        if self._has_detail.setdefault(key, has_detail) != has_detail:
            self._has_detail[key] = has_detail
            self.viewport().update(row)

    def _draw_long_name(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        """Draw again what of a name reaches over its column."""
        place = self.visualRect(index)
        area = self.name_area(index, place).adjusted(TEXT_MARGIN, 0, -TEXT_MARGIN, 0)
        words = self._tree.data(index)
        is_selected = self.selectionModel().isSelected(index)
        is_pointed_at = self._name_delegate.is_pointed_at(index)
        if is_selected or is_pointed_at or self._tree.is_favourite(index):
            whole = QStyleOptionViewItem(option)
            whole.rect = place
            if is_selected:
                whole.state |= QStyle.StateFlag.State_Selected
            if is_pointed_at:
                whole.state |= QStyle.StateFlag.State_MouseOver
            self._name_delegate.paint(painter, whole, index)
        else:
            shown, font = self._names.fitting(words, area.width())
            painter.setFont(font)
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            right = Qt.TextElideMode.ElideRight
            shown = painter.fontMetrics().elidedText(shown, right, area.width())
            painter.drawText(name_line(area, font), shown)

    # -------------------------------------------------------------------------- stars

    def star_at(self, index: QModelIndex) -> QRect:
        """Return where the star of a row is, in the viewport."""
        name = index.siblingAtColumn(ColumnOf.NAME)
        return star_area(self.name_area(name, self.visualRect(name)))

    def name_area(self, index: AnyIndex, cell: QRect) -> QRect:
        """Return where a name stands, given its cell: a long one also where no counts are."""
        if self._names.fits(index) or index.sibling(index.row(), ColumnOf.DETAIL).data():
            return cell
        return cell.adjusted(0, 0, self.columnWidth(ColumnOf.DETAIL), 0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a click on a star for itself: it selects nothing."""
        index = self.indexAt(event.position().toPoint())
        entry = self._tree.entry(index)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if entry is None or not is_left:
            super().mousePressEvent(event)
        elif self.star_at(index).contains(event.position().toPoint()):
            self.star_clicked.emit(entry.id)
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for another value; the second of two quick clicks on a star is another click."""
        index = self.indexAt(event.position().toPoint())
        if self._tree.entry(index) is not None and self.star_at(index).contains(
            event.position().toPoint()
        ):
            self.mousePressEvent(event)
        elif event.button() != Qt.MouseButton.LeftButton or not self.ask(index):
            super().mouseDoubleClickEvent(event)

    def ask(self, _index: QModelIndex) -> bool:
        """Ask for what a double click on a row does; return whether there is anything."""
        return False

    # -------------------------------------------------------------------------- width

    def make_room(self, largest: int) -> None:
        """Make room for two counts of this size, and for limits that come of them."""
        number = text.count(largest)
        width = QFontMetrics(self.small_font).horizontalAdvance(f"{number}/{number}") + GRID + 2
        self._detail_width = max(_LEAST_DETAIL, min(GRID * 24, width))
        self._widest_interval = WIDEST_INTERVAL if largest < _MANY else WIDEST_OF_MANY
        self.share_width()

    def show_bars(self, *, shown: bool) -> None:
        """Show or hide the bars of the intervals."""
        if shown != self.bar_room.is_shown:
            self.bar_room = BarRoom(shown)
            self.share_width()
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_width()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.small_font = scaled_font(self.font(), SMALL)
            self._names.forget()
            self.share_width()

    def unfold(self) -> None:
        """Unfold all groups, whose titles reach over all columns."""
        for row in range(self._tree.rowCount()):
            self.setFirstColumnSpanned(row, QModelIndex(), True)
        self.expandAll()

    def fit_columns(self) -> None:
        """Share the width anew."""
        self.share_width()

    def share_width(self) -> None:
        """Give the names what the numbers leave, but no more than they need; bars have the rest.

        Where there is little room, bars go first, then counts, and intervals last.
        """
        self._fit_values()
        header, metrics = self.header(), QFontMetrics(self.font())
        room = self.viewport().width() - header.sectionSize(ColumnOf.VALUE)
        room -= header.sectionSize(ColumnOf.PINNED)  # 0 while it is hidden
        head = str(self._tree.headerData(ColumnOf.INTERVAL, Qt.Orientation.Horizontal))
        small = QFontMetrics(self.small_font)
        limits = max(
            small.horizontalAdvance(self._widest_interval), metrics.horizontalAdvance(head)
        )
        limits += GRID
        has_limits = room - limits >= _NARROWEST_NAME
        left = room - limits if has_limits else room
        has_counts = left - self._detail_width >= _NARROWEST_NAME
        counts = self._detail_width if has_counts else 0
        plain, counted = self._names.widest()
        wanted = max(plain, counted + counts)
        rest = max(0, left - wanted)
        rest = rest if has_limits else 0
        beside = 0 if rest < _NARROWEST_BAR else min(rest, _WIDEST_BAR)
        self.bar_room = self.bar_room._replace(beside=beside)
        names = min(counted, left - rest - counts) if has_counts else left - rest
        self.setColumnHidden(ColumnOf.DETAIL, not has_counts)
        self.setColumnHidden(ColumnOf.INTERVAL, not has_limits)
        self._names.take_room(left - rest, names)
        header.resizeSection(ColumnOf.NAME, max(_LEAST_DETAIL, names))
        if has_counts:
            header.resizeSection(ColumnOf.DETAIL, left - rest - names)
        if has_limits:
            header.resizeSection(ColumnOf.INTERVAL, limits + rest)


def _place(index: QModelIndex) -> tuple[int, int]:
    """Return a key that sorts rows as they stand in the tree."""
    section = index.internalId()
    return (index.row(), -1) if section == 0 else (section - 1, index.row())
