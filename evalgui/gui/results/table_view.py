"""Any table of a result as a widget: a value in each cell, and its interval below it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QFont, QFontMetrics, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from evalgui.core.languages import tr
from evalgui.core.provenance import now
from evalgui.core.requests import TimedRequest
from evalgui.gui.isolation import apart
from evalgui.gui.look import (
    GRID,
    SMALL,
    ScrollsWithDrag,
    copy_cells,
    paint_whole,
    scaled_font,
    text,
)
from evalgui.gui.results.cells import style_of
from evalgui.gui.results.interval_cells import condensed
from evalgui.gui.results.table_model import TITLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QKeyEvent

    from evalgui.gui.results.table_model import TableModel
    from evalgui.results.result import Column, Row, Table

AnyIndex: TypeAlias = QModelIndex | QPersistentModelIndex

FOR_PAPER = tr("Copy for a &Paper")
"""What copies numbers rounded, with their limits in brackets."""

ICON = GRID * 3  # pixels of what stands before a title
_MARGIN = GRID // 2
_SAMPLE = 500  # titles, of which the longest gives the width


def _small(font: QFont) -> QFont:
    return scaled_font(font, SMALL)


class _SureDelegate(QStyledItemDelegate):
    """A value, and its interval below it, small and faint."""

    def __init__(self, model: TableModel, parent: QTableView) -> None:
        super().__init__(parent)
        self._table = model

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> None:
        limits = self._table.limits(index)
        if not limits:
            super().paint(painter, option, index)
            return
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        value, whole.text = whole.text, ""
        whole.widget.style().drawControl(
            QStyle.ControlElement.CE_ItemViewItem, whole, painter, whole.widget
        )
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
        letters = option.palette.color(role)
        area = option.rect.adjusted(_MARGIN, GRID // 4, -_MARGIN, -GRID // 4)
        right = Qt.AlignmentFlag.AlignRight
        painter.save()
        painter.setFont(whole.font)
        painter.setPen(letters)
        upper = QRect(area.left(), area.top(), area.width(), whole.fontMetrics.height())
        painter.drawText(upper, right | Qt.AlignmentFlag.AlignTop, value)
        painter.setFont(_small(option.font))
        faint = option.palette.color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(letters if selected else faint)
        if painter.fontMetrics().horizontalAdvance(limits) > area.width():
            limits = condensed(painter, limits, area.width())
        painter.drawText(area, right | Qt.AlignmentFlag.AlignBottom, limits)
        painter.restore()


class TableView(ScrollsWithDrag, QTableView):
    """A table whose rows are all equally high; a double click or Enter asks for what a row does.

    The columns are chosen in a menu on their heads; those that are of no use now stay wanted.
    """

    requested = Signal(object)  # what a row asks for: a `Request` of the core
    activated_at = Signal(QModelIndex)  # a double click or Enter, whatever the row does
    columns_changed = Signal(list)  # the ids of the columns that are wanted

    def __init__(
        self,
        model: TableModel,
        name: str,
        usual: Sequence[str] | None = None,
        widest_title: int = GRID * 26,
        widest_head: int = GRID * 14,
    ) -> None:
        super().__init__()
        self._table, self._name = model, name
        every = (column.id for column in model.table.columns)
        self._usual = tuple(every if usual is None else usual)
        self._wanted = frozenset(self._usual)
        self._useless: frozenset[str] = frozenset()
        self._widest_title, self._widest_head = widest_title, widest_head
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setIconSize(QSize(ICON, ICON // 2))
        self.setItemDelegate(_SureDelegate(model, self))
        self._make_heads()
        self.copy_action = self._action(tr("&Copy"), QKeySequence.StandardKey.Copy, self.copy_rows)
        self.paper_action = self._action(FOR_PAPER, None, lambda: self.copy_rows(for_paper=True))
        self.select_action = self._action(
            tr("Select &All"), QKeySequence.StandardKey.SelectAll, self.selectAll
        )
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        paint_whole(self)
        self.doubleClicked.connect(self.activate)
        self._show_columns()

    def _make_heads(self) -> None:
        lines = self.fontMetrics().height() + QFontMetrics(_small(self.font())).height()
        height = lines + GRID // 2
        rows = self.verticalHeader()
        rows.setObjectName(f"{self._name}_rows")
        rows.setMinimumSectionSize(height)
        rows.setDefaultSectionSize(height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.hide()
        columns = self.horizontalHeader()
        columns.setObjectName(f"{self._name}_columns")
        columns.setHighlightSections(False)
        columns.setSectionsMovable(True)
        columns.setMinimumSectionSize(GRID * 4)
        columns.setTextElideMode(Qt.TextElideMode.ElideRight)
        columns.setSortIndicatorClearable(True)
        columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        columns.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        columns.customContextMenuRequested.connect(self._open_columns_menu)
        # As in the table of predictions: the header would ask of each column for all its rows.
        columns.setSelectionModel(QItemSelectionModel(self._table, columns))
        self.setSortingEnabled(True)

    def _action(
        self, words: str, key: QKeySequence.StandardKey | None, run: Callable[[], None]
    ) -> QAction:
        action = QAction(words, self)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: run())
        self.addAction(action)
        return action

    # ------------------------------------------------------------------------- columns

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns that are wanted, those that are of no use now too."""
        return tuple(one.id for one in self._table.table.columns if one.id in self._wanted)

    def set_columns(self, ids: Iterable[str]) -> None:
        """Show some columns; names that are not known are left out."""
        self._wanted = frozenset(ids)
        self._show_columns()

    def set_useless(self, ids: Iterable[str]) -> None:
        """Hide columns that hold nothing, whether they are wanted or not."""
        self._useless = frozenset(ids)
        self._show_columns()

    def show_first(self, ids: Sequence[str]) -> None:
        """Move some columns beside the titles, in an order."""
        header = self.horizontalHeader()
        for at, column_id in enumerate(ids, start=1):
            header.moveSection(header.visualIndex(self._table.section_of(column_id)), at)

    def _show_columns(self) -> None:
        for section, column in enumerate(self._table.table.columns, start=1):
            is_shown = column.id in self._wanted and column.id not in self._useless
            self.setColumnHidden(section, not is_shown)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Give each column room for its head and its numbers."""
        model, metrics, small = self._table, QFontMetrics(self.font()), _small(self.font())
        longest = sorted(model.titles(), key=len, reverse=True)[:_SAMPLE]
        widest = max((metrics.horizontalAdvance(text.elided(one)) for one in longest), default=0)
        widest += ICON + GRID if model.has_icons else 0
        self.setColumnWidth(TITLES, min(self._widest_title, max(GRID * 8, widest + GRID * 3)))
        for section in range(1, model.columnCount()):
            if self.isColumnHidden(section):
                continue
            value = metrics.horizontalAdvance(model.widest(section)) + GRID * 2
            head = metrics.horizontalAdvance(model.head(section)) + GRID * 2
            limits = QFontMetrics(small).horizontalAdvance(model.widest_limits(section))
            room = max(value, min(head, self._widest_head), limits + 2 * _MARGIN)
            self.setColumnWidth(section, room)

    def add_columns(self, menu: QMenu) -> None:
        """Add one entry a column, those of a group in a menu of their own."""
        style, menus = style_of(text.AT_FIRST), {"": menu}
        for column in self._table.table.columns:
            group = "" if column.group is None else column.group.told(style)
            if group not in menus:
                if len(menus) == 1:
                    menu.addSeparator()
                menus[group] = menu.addMenu(group)
            self._add_column(menus[group], column.id)
        menu.addSeparator()
        for name, words, ids in (
            ("usual", tr("The &Usual Columns"), self._usual),
            ("all", tr("&All Columns"), tuple(one.id for one in self._table.table.columns)),
        ):
            action = menu.addAction(words)
            action.setObjectName(f"{name}_{self._name}_columns")
            action.triggered.connect(lambda _checked=False, ids=ids: self._choose_columns(ids))

    def _add_column(self, menu: QMenu, column_id: str) -> None:
        section = self._table.section_of(column_id)
        head, title = self._table.head(section), self._table.title(section)
        action = menu.addAction(title if head == title else f"{title} ({head})")
        action.setObjectName(f"{self._name}_column_{column_id}")
        action.setCheckable(True)
        action.setChecked(column_id in self._wanted)
        action.triggered.connect(lambda shown: self._choose_column(column_id, shown=shown))

    def _choose_column(self, column_id: str, *, shown: bool) -> None:
        others = tuple(known for known in self.columns if known != column_id)
        self._choose_columns((*others, column_id) if shown else others)

    def _choose_columns(self, ids: Iterable[str]) -> None:
        self.set_columns(ids)
        self.columns_changed.emit(list(self.columns))

    def _open_columns_menu(self, position: QPoint) -> None:
        menu = self.new_menu(f"{self._name}_columns_menu")
        self.add_columns(menu)
        menu.popup(self.horizontalHeader().mapToGlobal(position))

    def new_menu(self, name: str) -> QMenu:
        """Return a menu that goes when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName(name)
        return menu

    def show_table(self, table: Table, usual: Sequence[str] | None = None) -> None:
        """Show another table; of other columns those that are usual, None for all."""
        before = self._table.table.columns
        self._table.set_table(table)
        if table.columns != before:
            every = (column.id for column in table.columns)
            self._usual = tuple(every if usual is None else usual)
            self.set_columns(self._usual)

    # ---------------------------------------------------------------------------- rows

    def row_at(self, index: QModelIndex) -> Row:
        """Return the row at an index."""
        return self._table.row_at(index.row())

    def column_at(self, index: QModelIndex) -> Column | None:
        """Return the column at an index; None before the first, where titles stand."""
        place = index.column() - 1
        return self._table.table.columns[place] if place >= 0 else None

    def copy_rows(self, *, every: bool = False, for_paper: bool = False) -> None:
        """Copy the selected rows, or all, with the heads: every digit, or as for a paper."""
        chosen = [] if every else self.selectionModel().selectedRows()
        rows = sorted(index.row() for index in chosen)
        rows = rows or list(range(self._table.rowCount()))
        if not rows:
            return
        header = self.horizontalHeader()
        in_order = [header.logicalIndex(visual) for visual in range(header.count())]
        shown = [section for section in in_order if not self.isColumnHidden(section)]
        copy_cells(self._table.copied(rows, shown, for_paper=for_paper))

    def activate(self, index: QModelIndex) -> None:
        """Ask for what a row does."""
        request = self.row_at(index).request if index.isValid() else None
        if request is not None:
            # What says when it was asked for was made with the row.
            if isinstance(request, TimedRequest):
                request = replace(request, when=now())
            self.requested.emit(request)
        self.activated_at.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if is_enter and self.currentIndex().isValid():
            self.activate(self.currentIndex())
            return
        super().keyPressEvent(event)
