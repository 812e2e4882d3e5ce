"""The table view of the predictions: quick to paint, with a line at the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QTableView,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.isolation import apart
from evalgui.gui.look import GRID, LIGHT, SMALL, ScrollsWithDrag, paint_whole, scaled_font
from evalgui.gui.results.wrapped_heads import WrappedHeads

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from PySide6.QtCore import QLocale, QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QStyleOptionViewItem

    from evalgui.gui.models.predictions_model import PredictionsModel

    Marks = tuple[Sequence[int], ...]  # codes, which are grey, which are selected

_FEW_LETTERS, _MANY_LETTERS, _ROOMY = 9, 20, GRID * 50  # of titles, and the width that has more
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_EVERY, _SELECTED = slice(None), slice(2, None)  # of the kinds of marks


def selected_ranges(table: QTableView) -> list[range]:
    """Return the selected places of a table, top to bottom, without looking at each."""
    selection = table.selectionModel().selection()
    parts = (selection.at(number) for number in range(selection.count()))
    return sorted({range(p.top(), p.bottom() + 1) for p in parts}, key=lambda part: part.start)


class _NumberDelegate(QStyledItemDelegate):
    """Right-aligned cells that keep their distance from the next column."""

    def displayText(self, value: object, _locale: QLocale | QLocale.Language) -> str:
        return f"{value}\N{EN SPACE}"


class _CallDelegate(QStyledItemDelegate):
    """Call and outcome, painted in one go: they are what changes while the line is dragged."""

    def __init__(self, model: PredictionsModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._fitting: dict[tuple[str, int], str] = {}

    def begin(self) -> None:
        """Forget how the words of the last frame were elided; few words fill all rows of one."""
        self._fitting.clear()

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        column = index.column()
        words, tint, colour = self._model.look(index.row(), column)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.highlight())
            colour = option.palette.color(QPalette.ColorRole.HighlightedText)
        elif tint is not None:
            painter.fillRect(option.rect, tint)
        painter.setPen(colour or option.palette.color(QPalette.ColorRole.Text))
        if column == self._model.outcome_column:
            painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter, words)
            return
        area = option.rect.adjusted(GRID // 2, 0, -GRID // 2, 0)
        key = words, area.width()
        if key not in self._fitting:
            elide = Qt.TextElideMode.ElideRight
            self._fitting[key] = painter.fontMetrics().elidedText(words, elide, area.width())
        painter.drawText(area, _LEFT, self._fitting[key])


class PredictionsTable(ScrollsWithDrag, QTableView):
    """A table whose rows are all equally high, with a line at the threshold when sorted by it."""

    filter_cleared = Signal()
    letters_typed = Signal(str)
    resized = Signal()

    def __init__(self, model: PredictionsModel) -> None:
        super().__init__()
        self._predictions = model
        self._accent = QColor(LIGHT.accent)
        self._boundary: int | None = None
        self._above: tuple[str, ...] = ()  # what stands at the line: the longest that has room
        self._number_delegate = _NumberDelegate(self)
        self._dressed: set[int] = set()  # columns with a delegate of their own
        self._numbers: set[int] = set()
        self._leading: tuple[int, ...] = ()
        self._painted: tuple[range, Marks] = (range(0), ([], [], []))  # which rows, and how
        self._text_delegate = QStyledItemDelegate(self)
        self._call_delegate = _CallDelegate(model, self)
        self.setObjectName("predictions_table")
        self.setAccessibleName(tr("Predictions"))
        self.heads = WrappedHeads(self)
        self.setHorizontalHeader(self.heads)
        self.setModel(model)
        model.called_otherwise.connect(self._update_called)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setCornerButtonEnabled(False)
        self._set_up_headers()

    def _set_up_headers(self) -> None:
        height = self.fontMetrics().height() + GRID // 2
        rows = self.verticalHeader()
        rows.setObjectName("row_numbers")
        rows.setMinimumSectionSize(height)
        rows.setDefaultSectionSize(height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setHighlightSections(False)
        columns = self.horizontalHeader()
        columns.setObjectName("columns")
        columns.setHighlightSections(False)
        columns.setSectionsMovable(True)
        columns.setMinimumSectionSize(GRID * 3)
        columns.setSortIndicatorClearable(True)
        columns.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        columns.setDefaultAlignment(_LEFT)
        # The header asks of each column whether all its rows are selected, one by one: seconds
        # at a million rows. Whole columns cannot be selected here, so it looks at nothing.
        columns.setSelectionModel(QItemSelectionModel(self.model(), columns))
        self.setSortingEnabled(True)
        paint_whole(self)

    def dress_columns(self, live: tuple[int, ...], leading: tuple[int, ...]) -> None:
        """Write columns as text but for those of calls, and put some before all others.

        No width hides them there. What was done for the columns of another file is undone.
        """
        header = self.horizontalHeader()
        for column in self._dressed:
            self.setItemDelegateForColumn(column, self._text_delegate)
        for column in range(header.count()):
            header.moveSection(header.visualIndex(column), column)
        self._leading = ()
        self.lead(leading)
        for column in live:
            self.setItemDelegateForColumn(column, self._call_delegate)
        self._dressed, self._numbers = {*live}, set()

    def show_all_columns(self) -> None:
        """Hide no column."""
        header = self.horizontalHeader()
        self.hide_columns((), [c for c in range(header.count()) if header.isSectionHidden(c)])

    def hide_columns(self, hidden: Collection[int], shown: Collection[int]) -> None:
        """Hide some columns, and show others; the table is laid out once."""
        header = self.horizontalHeader()
        self.setUpdatesEnabled(False)
        for columns, is_hidden in ((hidden, True), (shown, False)):
            for column in columns:
                header.setSectionHidden(column, is_hidden)
        self.setUpdatesEnabled(True)

    def align_numbers(self, columns: Collection[int]) -> None:
        """Write columns as numbers, until others are dressed."""
        for column in columns:
            self.setItemDelegateForColumn(column, self._number_delegate)
        self._dressed.update(columns)
        self._numbers.update(columns)

    def leading_letters(self) -> int:
        """Return how much of their titles has room, so that outcome, truth and score all fit."""
        return _FEW_LETTERS if self.width() < _ROOMY else _MANY_LETTERS

    def lead(self, leading: tuple[int, ...]) -> bool:
        """Put columns before all others; return whether they are not those put there last."""
        if leading == self._leading:
            return False
        header = self.horizontalHeader()
        for place, column in enumerate(leading):
            header.moveSection(header.visualIndex(column), place)
        self._leading = leading
        return True

    def set_accent(self, colour: str) -> None:
        """Recolour the line at the threshold."""
        self._accent = QColor(colour)
        self.viewport().update()

    def update_selected(self) -> None:
        """Paint anew the rows in view that are selected now and were not, or were."""
        if self._predictions.seen.lit is None and not any(self._painted[1][_SELECTED]):
            return  # as in most drags
        for place in self._marked_otherwise(_SELECTED):
            self._update_row(place, 0, self.viewport().width())

    def _update_called(self) -> None:
        """Paint anew what is called otherwise than it was painted: few rows in each move."""
        columns = (self._predictions.call_column, self._predictions.outcome_column)
        places = [(self.columnViewportPosition(one), self.columnWidth(one)) for one in columns]
        for place in self._marked_otherwise():
            for x, width in places:
                self._update_row(place, x, width)

    def _update_row(self, place: int, x: int, width: int) -> None:
        y = self.rowViewportPosition(place)
        self.viewport().update(x, y, width, self.verticalHeader().defaultSectionSize())

    def _in_view(self) -> range:
        top, bottom = max(self.rowAt(0), 0), self.rowAt(self.viewport().height() - 1)
        n = self._predictions.rowCount()
        return range(top, min(bottom + 1, n) if bottom >= 0 else n)

    def _marked_otherwise(self, kinds: slice = _EVERY) -> list[int]:
        """Return the painted rows whose marks, or some of them, are not those that were painted.

        What came into view since then is painted in any case.
        """
        painted, before = self._painted
        places = painted[: max(self._predictions.rowCount() - painted.start, 0)]
        now: Marks = self._predictions.marks(places)
        pairs = list(zip(now, before, strict=True))[kinds]
        if all(one == other for one, other in pairs):
            return []
        if any(len(one) != len(other) for one, other in pairs):
            return list(places)
        kept = zip(*((one, other) for one, other in pairs if one), strict=True)
        rows_now, rows_before = (zip(*lists, strict=True) for lists in kept)
        each = zip(places, rows_now, rows_before, strict=False)
        found = [place for place, one, other in each if one != other]
        return [*found, *places[len(now[0]) :]]  # a block may end before the view

    def _note_painted(self) -> None:
        """Keep the marks of the rows in view, as they are painted now."""
        places = self._in_view()
        self._painted = places, self._predictions.marks(places)

    def reveal_selected(self) -> None:
        """Scroll to the first selected row, unless one is seen already."""
        model = self._predictions
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = bottom if bottom >= 0 else model.rowCount() - 1
        seen = model.rows_at(range(max(top, 0), last + 1))
        if not model.seen.are_lit(seen, model.calls).any():
            place = model.seen.first_lit(model.rows_on_show, model.calls)
            if place is not None:
                self.verticalScrollBar().setValue(place)

    def say_at_line(self, words: tuple[str, ...]) -> None:
        """Write at the line the longest of some words that hides nothing."""
        if words != self._above:
            self._above = words
            self.viewport().update()

    def set_boundary(self, place: int | None) -> None:
        """Draw the line above another place, or none."""
        if place != self._boundary:
            half = self.verticalHeader().defaultSectionSize() // 2
            for moved in (self._boundary, place):
                if moved is not None:
                    self.viewport().update(self._line(moved).adjusted(0, -half, 0, half))
            self._boundary = place

    def _line(self, place: int) -> QRect:
        header = self.verticalHeader()
        if place < header.count():
            y = self.rowViewportPosition(place)
        else:
            y = header.length() - header.offset()
        return QRect(0, y - 1, self.viewport().width(), 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._call_delegate.begin()
        super().paintEvent(event)
        self._note_painted()
        if self._boundary is not None:
            painter = QPainter(self.viewport())
            painter.fillRect(self._line(self._boundary), self._accent)
            self._write_at_line(painter, self._boundary)
            painter.end()

    def _write_at_line(self, painter: QPainter, place: int) -> None:
        """Say what the line parts, where that hides no letter."""
        words, box = self._at_line(place)
        painter.fillRect(box, self.palette().base())
        painter.setFont(self._small)
        painter.setPen(self._accent)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def words_at_line(self, place: int) -> str:
        """Return what is said at the line above a place: "" where there is no room for it."""
        return self._at_line(place)[0]

    @property
    def _small(self) -> QFont:
        return scaled_font(self.font(), SMALL)

    def _at_line(self, place: int) -> tuple[str, QRect]:
        """Return the longest words that have room beside what is in a column, and where."""
        rows = [one for one in (place - 1, place) if 0 <= one < self.model().rowCount()]
        whole, small = self.fontMetrics(), QFontMetrics(self._small)
        # What is in the middle of a column leaves no room at a side.
        outcome = self._predictions.outcome_column
        columns = [c for c in self._leading if c != outcome and not self.isColumnHidden(c)]
        for words in self._above:
            size = small.size(0, words)
            for column in columns:
                cells = [str(self.model().index(row, column).data() or "") for row in rows]
                longest = max(map(whole.horizontalAdvance, cells), default=0) + GRID
                if longest + size.width() <= self.columnWidth(column):
                    before = 0 if column in self._numbers else longest
                    left = self.columnViewportPosition(column) + before
                    room = size.width() + GRID // 2
                    if self.isRightToLeft():
                        left += self.columnWidth(column) - 2 * before - room
                    top = self._line(place).center().y() - size.height() // 2
                    return words, QRect(left, top, room, size.height())
        return "", QRect()

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        # The inherited one repaints every column when there are more rows than are visible.
        if top_left.row() == bottom_right.row():
            super().dataChanged(top_left, bottom_right, roles)
            return
        for column in range(top_left.column(), bottom_right.column() + 1):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            self.viewport().update(x, 0, width, self.viewport().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self._predictions.is_sorting:
                self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
                return
            if self._predictions.is_filtered or self._predictions.seen.lit:
                self.filter_cleared.emit()
                return
        super().keyPressEvent(event)

    def keyboardSearch(self, letters: str) -> None:
        # The inherited one asks the model for row after row: minutes, at millions of them.
        if letters.strip():
            self.letters_typed.emit(letters)
