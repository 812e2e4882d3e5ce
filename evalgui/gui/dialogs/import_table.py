"""The table of the import dialog: its first rows as read, and which columns are scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QTableView,
    QWidget,
)

from evalgui.core.errors import ReadingError
from evalgui.core.languages import tr
from evalgui.gui.look import GRID, paint_whole, text
from evalgui.gui.models.column_names import CheckedNames
from evalgui.gui.panels.fields import BoxDelegate
from evalgui.io.table import DAMAGED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.table import RawTable

_MOST_ROWS = 30
_MOST_MEASURED, _AT_ONCE = 50, 12  # columns as wide as what is in them; those of one turn
_LONGEST_CELL, _LONGEST_TIP = 60, 500
_NOWHERE = QModelIndex()
_ROLES = Qt.ItemDataRole


class FirstRows(QAbstractTableModel):
    """The first rows of a table; a column is looked at when it is shown."""

    def __init__(self, table: RawTable | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._columns = () if table is None else table.columns
        self._n_rows = 0 if table is None else min(table.n_rows, _MOST_ROWS)
        self._cells: dict[int, list[str]] = {}

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._n_rows

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = _ROLES.DisplayRole
    ) -> Any:  # noqa: ANN401 - Qt's
        if role not in {_ROLES.DisplayRole, _ROLES.ToolTipRole}:
            return None
        cell = self._texts(index.column())[index.row()]
        if role == _ROLES.ToolTipRole:
            return text.tip(cell[:_LONGEST_TIP])
        return text.elided(cell, _LONGEST_CELL)

    def shown(self, place: int) -> list[str]:
        """Return the texts of a column as they are shown."""
        return [text.elided(cell, _LONGEST_CELL) for cell in self._texts(place)]

    def _texts(self, place: int) -> list[str]:
        if place not in self._cells:
            try:
                self._cells[place] = self._columns[place].head(self._n_rows)
            except ReadingError:
                self._cells[place] = [DAMAGED] * self._n_rows
        return self._cells[place]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _ROLES.DisplayRole
    ) -> Any:  # noqa: ANN401 - Qt's
        if role == _ROLES.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return text.elided(self._columns[section].name, 24)
        return super().headerData(section, orientation, role)


class Preview(QTableView):
    """The first rows of a table, each cell with the text that was read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_preview")
        self.setAccessibleName(tr("First rows of the file"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)  # in high contrast it would be as strong as the letters
        self.setAlternatingRowColors(True)
        self.verticalHeader().setDefaultSectionSize(GRID * 3)
        self._unmeasured = range(0)
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._measure)
        self._rows = FirstRows(None, self)
        self.setModel(self._rows)
        paint_whole(self)

    def show_table(self, table: RawTable) -> None:
        """Show the first rows of another table, or of the same one read otherwise."""
        before, self._rows = self._rows, FirstRows(table, self)
        self.setModel(self._rows)
        before.deleteLater()
        self._unmeasured = range(min(len(table.columns), _MOST_MEASURED))
        self._measure()

    def _measure(self) -> None:
        """Fit the next columns: those that are seen at once, others in later turns."""
        for place in self._unmeasured[:_AT_ONCE]:
            self._fit(place)
        self._unmeasured = self._unmeasured[_AT_ONCE:]
        if self._unmeasured:
            self._next.start()

    def _fit(self, place: int) -> None:
        """Make a column as wide as what is in it: Qt asks eight things of each cell to find out."""
        frame = self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self)
        advance = QFontMetricsF(self.font()).horizontalAdvance
        widest = math.ceil(max(map(advance, self._rows.shown(place)), default=0))
        widest += 2 * (frame + 1) + int(self.showGrid())
        self.setColumnWidth(place, max(widest, self.horizontalHeader().sectionSizeHint(place)))

    def cells(self, row: int) -> list[str]:
        """Return the cells of a row as they are shown."""
        places = range(self._rows.columnCount())
        return [str(self._rows.data(self._rows.index(row, place))) for place in places]


class ScoreList(QListView):
    """The columns, with a box to check for each that is a score."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("import_scores")
        self.setAccessibleName(tr("Score columns"))
        self.setMinimumHeight(GRID * 9)
        self.setUniformItemSizes(True)
        self.setLayoutMode(QListView.LayoutMode.Batched)  # of thousands: no turn is long
        self.setItemDelegate(BoxDelegate(self))
        self._names = CheckedNames(self)
        self._names.dataChanged.connect(lambda *_: self.changed.emit())
        self.setModel(self._names)

    def fill(self, names: Sequence[str], scores: Sequence[str]) -> None:
        """List all columns, the scores first and checked."""
        self._names.fill(names, scores)

    def checked(self) -> list[str]:
        """Return the scores."""
        return self._names.checked()

    def choose(self, *names: str) -> None:
        """Check the boxes of these columns, and of no others."""
        self._names.check(names)
