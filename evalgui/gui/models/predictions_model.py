"""The rows of the data with their calls, as a table model over arrays: nothing is kept a row."""

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
    Signal,
)

from evalgui.core.languages import tr
from evalgui.core.selection import NO_SELECTION
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import cell_name
from evalgui.gui.look import LIGHT, Theme, text
from evalgui.gui.models.arranging import Arranger, Shown, SortedBy
from evalgui.gui.models.calls.at_threshold import (
    CALLED_NEGATIVE,
    CALLED_NOTHING,
    CALLED_POSITIVE,
)
from evalgui.gui.models.calls.call_cells import CallCells, in_words, told
from evalgui.gui.models.calls.count_calls import CountCalls
from evalgui.gui.models.calls.row_calls import ThresholdCalls
from evalgui.gui.models.cell_fetcher import CellFetcher
from evalgui.gui.models.column_kind import SAMPLE, column_of_score, holds_numbers
from evalgui.gui.models.row_arrangement import RowArrangement, first_place
from evalgui.gui.models.row_copier import Picked
from evalgui.gui.models.seen_rows import SeenRows

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QColor

    from evalgui.core.dataset import Column, Dataset
    from evalgui.core.highlight import Highlight
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.selection import Selection
    from evalgui.core.vocabulary import Words
    from evalgui.gui.models.calls.at_threshold import AtThreshold
    from evalgui.gui.models.calls.row_calls import RowCalls

Index: TypeAlias = QModelIndex | QPersistentModelIndex

LONGEST_CELL = 200  # letters; the tool-tip has more
_LONGEST_TIP = 2_000
_AWAITED = "\N{HORIZONTAL ELLIPSIS}"  # a cell that is being fetched

# The overload of the two layout signals that says what kind of change it is; Qt's stubs do
# not know that signals have overloads.
_WITH_HINT = "QList<QPersistentModelIndex>,QAbstractItemModel::LayoutChangeHint"

# Compared for every cell that is painted: plain integers are much faster than the enumeration.
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_WHATS_THIS = int(Qt.ItemDataRole.WhatsThisRole)
_FOREGROUND = int(Qt.ItemDataRole.ForegroundRole)
_BACKGROUND = int(Qt.ItemDataRole.BackgroundRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_ANSWERED = {_DISPLAY, _TOOL_TIP, _WHATS_THIS, _FOREGROUND, _BACKGROUND, _ALIGNMENT, _ACCESSIBLE}
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


class PredictionsModel(QAbstractTableModel):
    """The columns of the file, then what the row is called and whether that is right."""

    rearranging = Signal(bool)  # about to happen; whether the number of rows changes
    rearranged = Signal()
    called_otherwise = Signal()  # some rows, or they are marked so; nothing else changes
    activity_changed = Signal(str)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._calls: RowCalls | None = None
        self._words = text.AT_FIRST
        self._columns: tuple[Column, ...] = ()
        self._shown = Shown(RowArrangement(0))
        self._numeric: dict[int, bool] = {}
        self._score_column: int | None = None
        self._cells = CallCells(LIGHT)
        self._seen = SeenRows()
        self._arranger = Arranger(self)
        self._arranger.ready.connect(self._on_arranged)
        self._arranger.changed.connect(self._announce_activity)
        self._arranger.failed.connect(self.failed)
        self._fetcher = CellFetcher(self)
        self._fetcher.fetched.connect(self._on_fetched)
        self._fetcher.failed.connect(self.failed)
        self._said = ""

    # -------------------------------------------------------------------------- state

    def set_data(self, dataset: Dataset | None, calls: RowCalls | None) -> None:
        """Show other data, or call them otherwise; what still makes sense lives on.

        Search and order do where the rows and columns are the same, the cells of the matrix
        where only the score is another.
        """
        same_rows = (
            dataset is not None
            and self._dataset is not None
            and dataset.columns is self._dataset.columns
            and dataset.n == self._dataset.n
        )
        same_class = calls and self._calls and calls.positive == self._calls.positive
        self.beginResetModel()
        if dataset is not self._dataset or not same_class:
            self._arranger.selection = NO_SELECTION
        self._dataset, self._calls = dataset, calls
        self._seen.set_lit(None)  # they are of other rows
        if calls is not None:
            calls.set_words(self._words)
        self._seen.forget()
        self._score_column = None
        if not same_rows:
            self._columns = dataset.columns if dataset else ()
            self._numeric = {}
            self._fetcher.set_columns(self._columns)
        self._shown = self._arranger.set_rows(dataset, calls, same_rows=same_rows)
        self.endResetModel()
        self.rearranged.emit()
        self._announce_activity()

    def set_threshold(self, threshold: float, *, moves_rows: bool = True) -> None:
        """Call the rows at another threshold: one announcement, and only what is seen is called."""
        if self._at_threshold is None:
            return
        self._at_threshold.threshold = threshold
        if not moves_rows:
            return
        self._seen.forget()
        if self._arranger.follows_at_once:
            self._arranger.threshold_moved()  # which paints everything anyway
            return
        self.called_otherwise.emit()
        self._arranger.threshold_moved()

    def _announce(self, first: int = 0) -> None:
        """Have all rows painted anew from a column on."""
        if n := self.rowCount():
            self.dataChanged.emit(self.index(0, first), self.index(n - 1, self.outcome_column))

    def set_grey(self, grey: tuple[float, float] | None) -> None:
        """Mark the rows that only one of two thresholds calls; None marks none."""
        if grey != self._seen.grey:
            self._seen.set_grey(grey)
            self.called_otherwise.emit()

    def set_lit(self, lit: Highlight | None) -> None:
        """Let selected rows stand out; None lets none."""
        if lit is not self._seen.lit:
            self._seen.set_lit(lit)
            self._announce()

    def set_selection(self, selection: Selection) -> None:
        """Show only the rows of a selection; that of no term shows all."""
        self._arranger.set_selection(selection)

    def set_search(self, wanted: str) -> None:
        """Show only the rows with this text in a column of the file; "" shows all."""
        self._arranger.set_search(wanted)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, stably; -1 returns to the order of the file."""
        calls = self._at_threshold
        by = SortedBy(column, order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        is_score = calls is not None and column >= 0 and column == self.score_column()
        self._arranger.sort(by, calls.score.values if calls and is_score else None)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the calls and the outcomes as a vocabulary does."""
        self._words = words_in(vocabulary)
        if self._calls is None:
            return
        self._calls.set_words(self._words)
        live = (self.call_column, self.outcome_column)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, *live)
        self._announce(self.call_column)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the outcomes."""
        self._cells = CallCells(theme)
        self._announce()

    def shut_down(self) -> None:
        """End the background work."""
        self._arranger.shut_down()
        self._fetcher.shut_down()

    # --------------------------------------------------------------------- read-outs

    @property
    def call_column(self) -> int:
        """The column after those of the file: the predicted class."""
        return len(self._columns)

    @property
    def outcome_column(self) -> int:
        """The last column: what came of the call."""
        return len(self._columns) + 1

    @property
    def file_columns(self) -> tuple[Column, ...]:
        """The columns of the file."""
        return self._columns

    @property
    def calls(self) -> RowCalls | None:
        """How the rows are called."""
        return self._calls

    @property
    def words(self) -> Words:
        """What calls and outcomes are called."""
        return self._words

    @property
    def dataset(self) -> Dataset | None:
        """Whose rows are shown."""
        return self._dataset

    @property
    def rows_on_show(self) -> NDArray[np.integer] | slice:
        """The rows of the data that are shown, top to bottom, to index an array with."""
        return self._arrangement.block(0, len(self._arrangement))

    @property
    def n_all(self) -> int:
        """The rows there are, filtered or not."""
        return self._arranger.n

    @property
    def selection(self) -> Selection:
        """The selection whose rows are shown; of no term when all are."""
        return self._arranger.selection

    @property
    def search(self) -> str:
        """The text that every shown row holds."""
        return self._arranger.search

    @property
    def activity(self) -> str:
        """What is under way, in words; "" for nothing."""
        return self._arranger.activity(self.rowCount())

    @property
    def is_sorting(self) -> bool:
        """Whether an order is being found out."""
        return self._arranger.is_sorting

    @property
    def is_fetching(self) -> bool:
        """Whether cells that were looked at are still to come."""
        return self._fetcher.is_busy

    @property
    def is_filtered(self) -> bool:
        """Whether some rows may be hidden."""
        return self._arranger.is_filtered

    @property
    def seen(self) -> SeenRows:
        """What is known of the rows that are looked at."""
        return self._seen

    def marks(self, places: range) -> tuple[list[int], list[bool], list[bool]]:
        """Return how rows in view are called, and which of them are grey and selected."""
        calls = self._calls
        return ([], [], []) if calls is None else self._seen.marks(places, self._arrangement, calls)

    def score_column(self) -> int:
        """Return the column that holds the score; -1 where there is none."""
        if self._at_threshold is None:
            return -1
        if self._score_column is None:
            self._score_column = column_of_score(self._columns, self._at_threshold.score)
        return self._score_column

    def leading_columns(self) -> tuple[int, ...]:
        """Return the columns that come first: what came of each row, its truth and its score.

        In a count table the score says which row it is, and comes before all others.
        """
        dataset = self._dataset
        if dataset is None:
            return ()
        by_name = (c for c, column in enumerate(self._columns) if column.name == dataset.truth_by)
        truth = next(by_name, -1)
        leading = [self.outcome_column, truth, self.score_column(), self.call_column]
        if dataset.row_counts is not None:
            leading = [self.score_column(), self.outcome_column, self.call_column]
        return tuple(column for column in dict.fromkeys(leading) if column >= 0)

    def deciding_columns(self) -> tuple[int, ...]:
        """Return the columns that say all of a call: its outcome, the truth, and the score.

        The call itself is one of them where neither of the others says it.
        """
        leading, is_told = self.leading_columns(), self._seen.grey is None
        if self.score_column() < 0 or not is_told:
            return leading
        return tuple(column for column in leading if column != self.call_column)

    def best_first(self) -> Qt.SortOrder:
        """Return the order that puts the most positive scores on top."""
        calls = self._at_threshold
        lower = calls is not None and not calls.score.higher_is_positive
        return Qt.SortOrder.AscendingOrder if lower else Qt.SortOrder.DescendingOrder

    def data_row(self, place: int) -> int:
        """Return the row of the data at a place of the table."""
        return self._arrangement.row(place)

    def rows_at(self, places: range) -> NDArray[np.integer]:
        """Return the rows of the data at places of the table."""
        rows = self._arrangement.block(places.start, places.stop)
        return np.arange(rows.start, rows.stop) if isinstance(rows, slice) else rows

    def file_rows(self, places: range) -> list[int]:
        """Return the numbers in the file, from 1, of the rows at places of the table."""
        rows = self.rows_at(places)
        numbers = None if self._dataset is None else self._dataset.file_rows
        found: list[int] = (rows + 1 if numbers is None else numbers[rows]).tolist()
        return found

    def score_at(self, place: int) -> tuple[float, str] | None:
        """Return the score of a place, and as it is shown; None where it has none."""
        calls = self._at_threshold
        value = math.nan if calls is None else float(calls.score.values[self.data_row(place)])
        if calls is None or math.isnan(value):
            return None
        return value, text.threshold(value, calls.score)

    def outcome_in_words(self, place: int) -> str:
        """Return what came of the call of a place, in words."""
        if self._calls is None:
            return ""
        code = self._code(place)
        return in_words(self._calls, code, is_grey=self._seen.is_grey(place))

    @property
    def is_best_first(self) -> bool:
        """Whether the rows are sorted with the most positive scores on top, if by the score."""
        by, calls = self._shown.sorted_by, self._at_threshold
        return bool(by and calls and by.descending == calls.score.higher_is_positive)

    def boundary(self) -> int | None:
        """Return the first place after the threshold while the table is sorted by the score."""
        calls = self._at_threshold
        by = self._shown.sorted_by
        if by is None or calls is None or by.column != self.score_column():
            return None
        after = CALLED_NEGATIVE if self.is_best_first else CALLED_POSITIVE
        past = {after, CALLED_NOTHING}
        n = len(self._arrangement)
        return first_place(n, lambda place: calls.side(self._code(place)) in past)

    def look(self, place: int, column: int) -> tuple[str, QColor | None, QColor | None]:
        """Return text, tint and letters of the call or the outcome of a place, all at once."""
        calls, code = self._calls, self._code(place)
        if calls is None:
            return "", None, None
        call = column == self.call_column
        is_grey = self._seen.is_grey(place)
        words, tint, letters = self._cells.look(calls, code, call=call, is_grey=is_grey)
        if call and self._seen.is_lit(place):
            tint = self._cells.lit
        return words, tint, letters

    def picked(self, places: list[int], columns: list[int], titles: list[str]) -> Picked:
        """Return rows and columns of the table for a copy; the calls are those of this moment."""
        rows = [self._arrangement.row(place) for place in places]
        own = self._columns
        chosen: list[Column | list[str]] = [
            own[column] if column < len(own) else [self.raw_cell(place, column) for place in places]
            for column in columns
        ]
        return Picked(titles, chosen, rows)

    def raw_cell(self, place: int, column: int) -> str:
        """Return the whole text of a cell, as a copy has it."""
        if column < self.call_column:
            return self._columns[column].text(self._arrangement.row(place))
        calls, code = self._calls, self._code(place)
        if calls is None:
            return ""
        is_grey = self._seen.is_grey(place)
        return told(calls, code, call=column == self.call_column, is_grey=is_grey)

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._arrangement)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self._dataset is None else len(self._columns) + 2

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role not in _ANSWERED or not index.isValid():
            return None
        column, place = index.column(), index.row()
        if role == _ACCESSIBLE:
            row = tr("row {row}", row=self._row_header(place, _DISPLAY))
            is_outcome = column == self.outcome_column
            told = self.outcome_in_words(place) if is_outcome else self.data(index)
            return cell_name(row, self._header(column, _DISPLAY), told or "")
        if column < len(self._columns):
            return self._file_data(place, column, role)
        if role == _ALIGNMENT:
            return _LEFT if column == self.call_column else _CENTRE
        if self._calls is None:
            return None
        code, call = self._code(place), column == self.call_column
        is_grey = self._seen.is_grey(place)
        return self._cells.data(self._calls, code, role, call=call, is_grey=is_grey)

    def _file_data(self, place: int, column: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _ALIGNMENT:
            return _RIGHT if self.is_numeric(column) else _LEFT
        if role == _BACKGROUND:
            is_lit = self._seen.lit is not None and self._code(place) >= 0
            return self._cells.lit if is_lit and self._seen.is_lit(place) else None
        if role not in {_DISPLAY, _TOOL_TIP, _WHATS_THIS}:
            return None
        row = self._arrangement.row(place)
        is_here = self._fetcher.has(column, row)
        cell = self._columns[column].text(row) if is_here else _AWAITED
        if role == _DISPLAY:
            return " ".join(cell[:LONGEST_CELL].splitlines()) if cell else cell
        told = text.tip if role == _TOOL_TIP else text.plain
        return told(cell[:_LONGEST_TIP]) if cell and is_here else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation == Qt.Orientation.Vertical:
            return self._row_header(section, role)
        if role == _ALIGNMENT:
            if section == self.outcome_column:
                return _CENTRE
            return _RIGHT if section < len(self._columns) and self.is_numeric(section) else _LEFT
        return self._header(section, role) if role in {_DISPLAY, _TOOL_TIP} else None

    def _row_header(self, section: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _ALIGNMENT:
            return _RIGHT
        if role != _DISPLAY or self._dataset is None:
            return None
        return str(self.file_rows(range(section, section + 1))[0])

    def _header(self, section: int, role: int) -> str:
        if section < len(self._columns):
            name = self._columns[section].name
            return text.elided(name, 60) if role == _DISPLAY else text.tip(name)
        if role == _DISPLAY or self._calls is None:
            return self.live_title(section)
        is_call = section == self.call_column
        return self._calls.about_calls if is_call else self._calls.about_outcomes

    def title(self, column: int) -> str:
        """Return the whole name of a column."""
        columns = self._columns
        return columns[column].name if column < len(columns) else self.live_title(column)

    def live_title(self, column: int) -> str:
        """Return the head of the column of calls, or of that of outcomes."""
        return self._words.call_head if column == self.call_column else tr("Outcome")

    def is_numeric(self, column: int) -> bool:
        """Return whether the first cells of a column of the file are all numbers or empty."""
        if column not in self._numeric:
            first = range(min(SAMPLE, len(self._columns[column])))
            if not all(self._fetcher.has(column, row) for row in first):
                return False  # as long as they are not known
            self._numeric[column] = holds_numbers(self._columns[column])
        return self._numeric[column]

    # ------------------------------------------------------------------------- inside

    @property
    def _at_threshold(self) -> AtThreshold | None:
        """How the rows are called where that is by a threshold."""
        return self._calls if isinstance(self._calls, (ThresholdCalls, CountCalls)) else None

    def _code(self, place: int) -> int:
        """Return the code of one place, having looked at those around it; 0 without calls."""
        calls = self._calls
        return 0 if calls is None else self._seen.look_at(place, self._arrangement, calls)

    @property
    def _arrangement(self) -> RowArrangement:
        return self._shown.arrangement

    def _on_fetched(self) -> None:
        """Have cells painted that could not be shown before."""
        n = self.rowCount()
        if n and self._columns:
            last = self.index(n - 1, len(self._columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [_DISPLAY, _ALIGNMENT])

    def _on_arranged(self, shown: Shown) -> None:
        """Put other rows on show, or the same in another order; what is selected stays so."""
        before, after = self._arrangement, shown.arrangement
        self.rearranging.emit(len(before) != len(after))
        hint = QAbstractItemModel.LayoutChangeHint.VerticalSortHint
        self.layoutAboutToBeChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]
        self._shown = shown
        self._seen.forget()
        kept = self.persistentIndexList()
        places = after.places([before.row(index.row()) for index in kept])
        moved = [
            QModelIndex() if place < 0 else self.index(place, index.column())
            for index, place in zip(kept, places, strict=True)
        ]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged[_WITH_HINT].emit([], hint)  # type: ignore[index]
        self.rearranged.emit()

    def _announce_activity(self) -> None:
        said, self._said = self._said, self.activity
        if said != self._said:
            self.activity_changed.emit(self._said)
