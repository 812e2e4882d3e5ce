"""A grid of cells to type into, as in a spreadsheet: Tab, Enter and paste do what they do there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QStyledItemDelegate,
    QTableWidget,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.accessible import NamedCell
from evalgui.gui.look import GRID, text
from evalgui.io.typed_data import cells_of

_MOST_CHARACTERS = 1_000_000  # of pasted text; more of it is a file
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TABS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_CLEAR = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_ELSEWHERE = tr("Edit > Paste Data opens them as they are")


class EntryGrid(QTableWidget):
    """Cells of plain text. Tab goes on, Enter to the next row, paste fills from here on.

    Tab in an empty row, or behind the last cell, goes on to what comes after the grid.
    """

    refused = Signal(str)
    block_pasted = Signal(object)  # the rows of cells

    def __init__(self, n_rows: int, n_columns: int, parent: QWidget | None = None) -> None:
        super().__init__(n_rows, n_columns, parent)
        self._home = 0
        self._is_on_the_way = False
        self.setTabKeyNavigation(True)
        self.setItemDelegate(_Editing(self))
        self.setEditTriggers(
            QTableWidget.EditTrigger.AnyKeyPressed
            | QTableWidget.EditTrigger.DoubleClicked
            | QTableWidget.EditTrigger.EditKeyPressed
        )
        self.verticalHeader().setDefaultSectionSize(GRID * 3)
        self.horizontalHeader().setHighlightSections(False)
        self.currentCellChanged.connect(self._on_moved)
        self._fill_up()

    def setRowCount(self, n_rows: int) -> None:
        super().setRowCount(n_rows)
        self._fill_up()

    def setColumnCount(self, n_columns: int) -> None:
        super().setColumnCount(n_columns)
        self._fill_up()

    def _fill_up(self) -> None:
        """Let empty cells have names, too."""
        is_blocked = self.blockSignals(True)
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                if self.item(row, column) is None:
                    self.setItem(row, column, NamedCell())
        self.blockSignals(is_blocked)

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell."""
        item = self.item(row, column)
        return "" if item is None else item.text()

    def set_cell(self, row: int, column: int, words: str) -> None:
        """Write into a cell."""
        item = self.item(row, column)
        if item is None:
            self.setItem(row, column, NamedCell(words))
        else:
            item.setText(words)

    def rows(self) -> list[list[str]]:
        """Return all cells."""
        columns = range(self.columnCount())
        return [[self.cell(row, column) for column in columns] for row in range(self.rowCount())]

    def fill(self, rows: list[list[str]]) -> None:
        """Write a block of cells from the current one on, as far as there is room."""
        top, left = max(self.currentRow(), 0), max(self.currentColumn(), 0)
        if max(map(len, rows), default=0) > self.columnCount() - left:
            most = self.columnCount() - left
            self.refused.emit(
                tr(
                    "Rows of more cells than fit here ({most}) were not pasted: {elsewhere}.",
                    most=most,
                    elsewhere=_ELSEWHERE,
                )
            )
            return
        if len(rows) > self.rowCount() - top:
            most = self.rowCount() - top
            self.refused.emit(
                tr(
                    "{n} rows do not fit here ({most} do): {elsewhere}.",
                    n=text.count(len(rows)),
                    most=text.count(most),
                    elsewhere=_ELSEWHERE,
                )
            )
            return
        self.refused.emit("")
        for number, row in enumerate(rows):
            for place, words in enumerate(row):
                self.set_cell(top + number, left + place, words)

    # -------------------------------------------------------------------------- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif event.key() in _ENTER:
            if self.state() != QTableWidget.State.EditingState:  # else its editor has seen it
                self._down()
        elif event.key() in _TABS:
            event.setAccepted(self._go(_TABS[Qt.Key(event.key())]))
        elif event.key() in _CLEAR:
            for item in self.selectedItems():
                item.setText("")
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Go on as the key says that ended the editing."""
        hints = QAbstractItemDelegate.EndEditHint
        by = {hints.EditNextItem: 1, hints.EditPreviousItem: -1}.get(hint, 0)
        by_enter = hint == hints.SubmitModelCache
        super().closeEditor(editor, hints.NoHint if by or by_enter else hint)
        if by_enter:
            self._down()
        elif by and not self._go(by):
            self.focusNextPrevChild(by > 0)

    # --------------------------------------------------------------------------- moving

    def _on_moved(self, _row: int, column: int, _old_row: int, _old_column: int) -> None:
        if not self._is_on_the_way:
            self._home = max(column, 0)

    def _go(self, by: int) -> bool:
        """Go to the next cell, or the one before; return whether there is one."""
        row, column = max(self.currentRow(), 0), max(self.currentColumn(), 0)
        if by > 0 and column == 0 and self._is_empty(row):
            return False
        place = row * self.columnCount() + column + by
        if not 0 <= place < self.rowCount() * self.columnCount():
            return False
        self._is_on_the_way = True
        self.setCurrentCell(*divmod(place, self.columnCount()))
        self._is_on_the_way = False
        return True

    def _is_empty(self, row: int) -> bool:
        columns = range(self.columnCount())
        return not any(self.cell(row, column).strip() for column in columns)

    def _down(self) -> None:
        if self.currentRow() + 1 < self.rowCount():
            self.setCurrentCell(self.currentRow() + 1, self._home)

    def paste(self) -> None:
        """Take the cells on the clipboard."""
        copied = QGuiApplication.clipboard().text()
        if len(copied) > _MOST_CHARACTERS:
            self.refused.emit(tr("That is too much for a grid: {elsewhere}.", elsewhere=_ELSEWHERE))
            return
        cells = cells_of(copied)
        if cells:
            self.block_pasted.emit(cells)


class _Editing(QStyledItemDelegate):
    """Lets cells that are pasted while one is edited fill the grid, not that one."""

    def __init__(self, grid: EntryGrid) -> None:
        super().__init__(grid)
        self._grid = grid

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.matches(QKeySequence.StandardKey.Paste)
            and not {"\t", "\n"}.isdisjoint(QGuiApplication.clipboard().text().strip())
        ):
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)
            self._grid.paste()
            return True
        return super().eventFilter(editor, event)
