"""Any table of a result as a model: titles of rows, then a column for each of its own.

A cell is asked for when it is looked at, and once; other values of the same rows and columns keep
the order, what is selected, and the widths.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QBrush, QFont, QGuiApplication

from evalgui.core.languages import between, tr
from evalgui.core.measured import NOTHING, Measured
from evalgui.core.ordering import stable_order
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import named_cell
from evalgui.gui.look import text
from evalgui.gui.results.cells import limits, number, printed, spoken_limits, style_of
from evalgui.gui.results.intervals import sentences
from evalgui.render.columns import copied
from evalgui.render.columns import printed as printed_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QIcon

    from evalgui.core.metrics import Vocabulary
    from evalgui.results.result import Column, Kind, Row, Table

Index: TypeAlias = QModelIndex | QPersistentModelIndex

TITLES = 0
_NOTES = tr("Notes")
_MEASURED = 50  # rows whose limits give the width of a column
_MOST_KEPT = 20_000  # cells
# The overload of the two layout signals that says what kind of change it is; Qt's stubs do
# not know that signals have overloads.
_WITH_HINT = "QList<QPersistentModelIndex>,QAbstractItemModel::LayoutChangeHint"
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_WHATS_THIS = int(Qt.ItemDataRole.WhatsThisRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_FONT = int(Qt.ItemDataRole.FontRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_DECORATION = int(Qt.ItemDataRole.DecorationRole)
_ANSWERED = {
    _DISPLAY,
    _TOOL_TIP,
    _WHATS_THIS,
    _FOREGROUND,
    _ALIGNMENT,
    _FONT,
    _ACCESSIBLE,
    _DECORATION,
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class TableModel(QAbstractTableModel):
    """A table whose rows can be sorted by any column, and one of which can stand out."""

    def __init__(self, table: Table, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._cells: dict[tuple[int, int], Measured] = {}
        self._icons: Mapping[str, QIcon] = {}
        self._blank: QIcon | None = None
        self._order: NDArray[np.integer] = np.arange(len(table.rows))
        self._sorted_by: tuple[int, bool] | None = None
        self._marked: str | None = None
        self._mark = ""
        self._style = style_of(text.AT_FIRST)
        self._bold = QFont()
        self._bold.setBold(True)

    # -------------------------------------------------------------------------- state

    def set_table(self, table: Table) -> None:
        """Show another table; the order lives on."""
        before, self._cells = self._table, {}
        ids = [[one.id for one in shown.rows] for shown in (before, table)]
        if table.columns == before.columns and ids[0] == ids[1]:
            self._table = table
            self._rearrange()
            return
        self.beginResetModel()
        self._table = table
        self._order = self._sorted()
        self.endResetModel()

    def set_marked(self, row_id: str | None, mark: str = "") -> None:
        """Write the title of a row in bold, and say why to a screen reader; None marks none."""
        if (row_id, mark) != (self._marked, self._mark):
            self._marked, self._mark = row_id, mark
            self._announce([_FONT, _ACCESSIBLE])

    def set_icons(self, icons: Mapping[str, QIcon], blank: QIcon | None) -> None:
        """Show something before titles, by the ids of their rows; the others get the blank."""
        self._icons, self._blank = icons, blank
        self._announce([_DECORATION])

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Tell all texts as another field does, and write all numbers anew."""
        self._style = style_of(words_in(vocabulary))
        self._announce([_DISPLAY, _TOOL_TIP, _ACCESSIBLE])
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, stably, what is undefined last; -1 is the order of the table."""
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorted_by = (column, descending) if column >= 0 else None
        self._rearrange()

    # ---------------------------------------------------------------------- read-outs

    @property
    def table(self) -> Table:
        """What is shown."""
        return self._table

    def row_at(self, place: int) -> Row:
        """Return the row at a place of the model."""
        return self._table.rows[int(self._order[place])]

    def index_at(self, place: int) -> int:
        """Return which row of the table stands at a place of the model."""
        return int(self._order[place])

    def place_of(self, index: int) -> int:
        """Return at which place of the model a row of the table stands; -1 for nowhere."""
        found = np.flatnonzero(self._order == index)
        return int(found[0]) if len(found) else -1

    @property
    def _note_section(self) -> int:
        """Where notes stand, in a table that has some: behind its columns."""
        return 1 + len(self._table.columns)

    def column_at(self, section: int) -> Column:
        """Return the column of a section behind the titles."""
        return self._table.columns[section - 1]

    def section_of(self, column_id: str) -> int:
        """Return the section of a column by its id, the titles' for none of that id."""
        ids = (column.id for column in self._table.columns)
        return next((at for at, one in enumerate(ids, start=1) if one == column_id), TITLES)

    def cell(self, index: Index) -> Measured:
        """Return what stands in a cell behind the titles."""
        at = int(self._order[index.row()]), index.column()
        if at not in self._cells:
            if len(self._cells) >= _MOST_KEPT:
                self._cells.clear()
            row, column = self._table.rows[at[0]], self._table.columns[at[1] - 1]
            self._cells[at] = self._table.cell(row, column) or NOTHING
        return self._cells[at]

    def kind(self, index: Index) -> Kind:
        """Return what kind of number stands in a cell."""
        return self._table.kind(self.row_at(index.row()), self.column_at(index.column()))

    def head(self, section: int) -> str:
        """Return what stands above a column."""
        if section == self._note_section:
            return _NOTES
        head = self._table.of_rows if section == TITLES else self.column_at(section).head
        return head.told(self._style)

    def title(self, section: int) -> str:
        """Return what a column holds, in words."""
        if section == self._note_section:
            return _NOTES
        title = self._table.of_rows if section == TITLES else self.column_at(section).title
        return title.told(self._style)

    def titles(self) -> list[str]:
        """Return the titles of all rows."""
        return [row.title.told(self._style) for row in self._table.rows]

    @property
    def has_icons(self) -> bool:
        """Whether something stands before titles."""
        return self._blank is not None

    def _alignment(self, section: int) -> Qt.AlignmentFlag:
        has_words = section in {TITLES, self._note_section} or self._is_text(section)
        return _LEFT if has_words else _RIGHT

    def _is_text(self, section: int) -> bool:
        """Return whether words stand in a column of the table."""
        if not TITLES < section < self._note_section:
            return False
        kind = self.column_at(section).kind
        return kind is not None and kind.is_text

    def _has_words(self, index: Index, row: Row) -> bool:
        """Return whether words stand in a cell behind the titles: in place of a number, too."""
        section = index.column()
        if section == self._note_section or self._is_text(section):
            return True
        found = self.cell(index)
        return not found.is_defined and not found.reason and bool(self.said(row, section))

    def said(self, row: Row, section: int) -> str:
        """Return the words in a row and a column; "" for none."""
        told = self._table.said(row, self.column_at(section))
        return "" if told is None else told.told(self._style)

    def note(self, row: Row) -> str:
        """Return what has to be said beside a row; "" for nothing."""
        note = None if self._table.note is None else self._table.note(row)
        return "" if note is None else note.told(self._style)

    def limits(self, index: Index) -> str:
        """Return the limits of a value, "" where there are none."""
        section = index.column()
        if section in {TITLES, self._note_section} or self._is_text(section):
            return ""
        found = self.cell(index).interval
        return "" if found is None or not found.is_defined else limits(self.kind(index), found)

    def widest(self, section: int) -> str:
        """Return a text as wide as the widest value of a column."""
        if section == self._note_section:
            some = self._table.rows[:_MEASURED]
            return max((self.note(row) for row in some), key=len, default="")
        if self._is_text(section):
            some = self._table.rows[:_MEASURED]
            return max((self.said(row, section) for row in some), key=len, default="")
        table, column = self._table, self.column_at(section)
        if not table.rows:
            return text.UNDEFINED
        kind = table.kind(table.rows[0], column)
        values = np.asarray(table.values(column), float)
        known = values[np.isfinite(values)]
        sizes = np.abs(known[known != 0])
        others = sizes[sizes != 1]
        if not len(others):
            return number(kind, 1.0 if len(sizes) else 0.0)
        nearest = others[np.abs(others - 1).argmin()]
        telling = (float(one) for one in (others.min(), others.max(), nearest))
        longest = max((number(kind, one) for one in telling), key=len)
        return (text.MINUS if (known < 0).any() else "") + longest

    def widest_limits(self, section: int) -> str:
        """Return a text as wide as the widest limits of a column in some rows."""
        rows = range(min(self.rowCount(), _MEASURED))
        return max((self.limits(self.index(row, section)) for row in rows), key=len, default="")

    def copied(
        self, places: Sequence[int], sections: Sequence[int], *, for_paper: bool = False
    ) -> list[list[str]]:
        """Return some rows and columns, and the heads, for a copy: every digit and a point.

        For a paper they are rounded as they are shown, with limits in brackets.
        """
        shown = (one for one in sections if one != self._note_section)
        columns = [None if one == TITLES else self.column_at(one) for one in shown]
        rows = [self.row_at(place) for place in places]
        if for_paper:
            return printed_cells(self._table, rows, columns, self._style, printed)
        return copied(self._table, rows, columns, self._style)

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._note_section + (self._table.note is not None)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == _DISPLAY:
            return self.head(section)
        if role == _ALIGNMENT:
            return self._alignment(section)
        return _of_tip(self._head_tip(section), role)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in _ANSWERED or not index.isValid():
            return None
        if role == _ALIGNMENT:
            return self._alignment(index.column())
        row = self.row_at(index.row())
        if role == _FONT:
            return self._bold if row.id == self._marked else None
        if index.column() == TITLES:
            return self._title_data(row, role)
        has_words = self._has_words(index, row)
        told = (
            self._words_data(row, index.column(), role)
            if has_words
            else self._value_data(index, row, role)
        )
        return named_cell(self, index, told) if role == _ACCESSIBLE else told

    def _title_data(self, row: Row, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DECORATION:
            return self._icons.get(row.id, self._blank)
        if role == _FOREGROUND:
            return None
        title = row.title.told(self._style)
        if role == _DISPLAY:
            return text.elided(title)
        if role in {_TOOL_TIP, _WHATS_THIS}:
            return _of_tip(title, role)
        return f"{title}, {self._mark}" if row.id == self._marked else title

    def _words_data(self, row: Row, section: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        is_note = section == self._note_section
        words = self.note(row) if is_note else self.said(row, section)
        if role == _FOREGROUND:
            return _faint() if is_note else None
        if role in {_TOOL_TIP, _WHATS_THIS}:
            return _of_tip(words, role)
        return words if role in {_DISPLAY, _ACCESSIBLE} else None

    def _value_data(self, index: Index, row: Row, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DECORATION:
            return None
        found, kind = self.cell(index), self.kind(index)
        if role == _FOREGROUND:
            is_faint = math.isnan(found.value) or self.column_at(index.column()).is_beside
            return _faint() if is_faint else None
        if role == _DISPLAY:
            return number(kind, found.value)
        if role in {_TOOL_TIP, _WHATS_THIS}:
            tip = "" if kind.is_count else self._tip(found, row, self.title(index.column()))
            return _of_tip(tip, role)
        words = self._style.words
        if not found.is_defined and found.reason:
            return tr("undefined: {reason}", reason=words.said(found.reason))
        sure = spoken_limits(kind, found.interval, words)
        return between().join(filter(None, (number(kind, found.value), sure)))

    # ------------------------------------------------------------------------- inside

    def _tip(self, found: Measured, row: Row, of_column: str) -> str:
        words, title = (
            self._style.words,
            tr("{column} of {row}", column=of_column, row=row.title.told(self._style)),
        )
        if not found.is_defined:
            return tr("{title}\nUndefined: {reason}", title=title, reason=words.said(found.reason))
        of_what = "" if found.fraction is None else f" ({text.fraction(found.fraction)})"
        sure = [] if found.interval is None else sentences(found.interval, words)
        return "\n".join([f"{title}: {text.threshold(found.value)}{of_what}", *sure])

    def _head_tip(self, section: int) -> str:
        is_column = TITLES < section < self._note_section
        explains = self.column_at(section).explains if is_column else None
        more = "" if explains is None else f"\n{explains.told(self._style)}"
        return self.title(section) + more

    def _sorted(self) -> NDArray[np.integer]:
        """Return which row of the table stands at each place."""
        n = len(self._table.rows)
        if self._sorted_by is None or not n:
            return np.arange(n)
        section, descending = self._sorted_by
        if section == self._note_section:
            return _by_text([self.note(row) for row in self._table.rows], descending=descending)
        if self._is_text(section):
            told = [self.said(row, section) for row in self._table.rows]
            return _by_text(told, descending=descending)
        if section != TITLES:
            values = np.asarray(self._table.values(self.column_at(section)))
            return stable_order(values, descending=descending)
        return _by_text(self.titles(), descending=descending)

    def _rearrange(self) -> None:
        """Sort the rows again; what is selected stays so."""
        hint = QAbstractItemModel.LayoutChangeHint.VerticalSortHint
        self.layoutAboutToBeChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]
        before, self._order = self._order, self._sorted()
        place_of = np.zeros(len(self._order), dtype=np.int64)
        place_of[self._order] = np.arange(len(self._order))
        kept = self.persistentIndexList()
        moved = [self.index(int(place_of[before[index.row()]]), index.column()) for index in kept]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]

    def _announce(self, roles: list[int]) -> None:
        if len(self._order):
            last = self.index(len(self._order) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, roles)


def _by_text(words: Sequence[str], *, descending: bool) -> NDArray[np.integer]:
    """Return the order that sorts words."""
    folded = [one.casefold() for one in words]
    rising = sorted(range(len(folded)), key=folded.__getitem__)
    return np.array(rising[::-1] if descending else rising, dtype=np.int64)


def _of_tip(words: str, role: int) -> str | None:
    """Return words as a tip, or all of them where that is asked for; None for none."""
    told = {_TOOL_TIP: text.tip, _WHATS_THIS: text.plain}.get(role)
    return (told(words) or None) if told else None


def _faint() -> QBrush:
    """Return the colour of what is no value, in the theme that is in force."""
    return QGuiApplication.palette().placeholderText()
