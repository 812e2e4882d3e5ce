"""The rows that were set aside by hand, as a table model: number, reason, and their cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.models.cell_fetcher import CellFetcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import Aside
    from evalgui.io.table import RawTable

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ROW, REASON = 0, 1
_OWN = (tr("Row"), tr("Reason"))
_LONGEST = 200
_AWAITED = "\N{HORIZONTAL ELLIPSIS}"
_DISPLAY = Qt.ItemDataRole.DisplayRole


class RowsAsideModel(QAbstractTableModel):
    """One line for each row, in the order of the file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: RawTable | None = None
        self._rows: NDArray[np.intp] = np.empty(0, np.intp)  # from 1, ascending
        self._why: NDArray[np.intp] = self._rows  # the place of the reason of each
        self._reasons: tuple[str, ...] = ()
        self._fetcher = CellFetcher(self)
        self._fetcher.fetched.connect(self._on_fetched)

    def set_rows(self, table: RawTable, aside: Aside) -> None:
        """List the rows of a table that are set aside by hand."""
        self.beginResetModel()
        if table is not self._table:
            self._fetcher.set_columns(table.columns)
        self._table = table
        rows = [np.asarray(one.rows, np.intp) for one in aside]
        every = np.concatenate([*rows, np.empty(0, np.intp)])
        order = np.argsort(every)
        self._rows = every[order]
        self._why = np.repeat(np.arange(len(rows)), [len(part) for part in rows])[order]
        self._reasons = tuple(one.reason for one in aside)
        self.endResetModel()

    def numbers(self, places: Iterable[range]) -> list[int]:
        """Return the numbers in the file of the rows at ranges of places."""
        found: list[int] = []
        for part in places:
            found += self._rows[part.start : part.stop].tolist()
        return found

    def shut_down(self) -> None:
        """End the background work."""
        self._fetcher.shut_down()

    @property
    def _columns(self) -> Sequence[Any]:
        return () if self._table is None else self._table.columns

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(_OWN) + len(self._columns)

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if not index.isValid() or role not in {_DISPLAY, Qt.ItemDataRole.ToolTipRole}:
            return None
        row = int(self._rows[index.row()])
        if index.column() == ROW:
            return str(row)
        cell = self._reasons[self._why[index.row()]]
        if index.column() != REASON:
            column = index.column() - len(_OWN)
            is_here = self._fetcher.has(column, row - 1)
            cell = self._columns[column].text(row - 1) if is_here else _AWAITED
        if role == _DISPLAY:
            return " ".join(cell[:_LONGEST].splitlines())
        return text.tip(cell[: _LONGEST * 10])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if orientation != Qt.Orientation.Horizontal or role != _DISPLAY:
            return None
        if section < len(_OWN):
            return _OWN[section]
        return text.elided(self._columns[section - len(_OWN)].name, 60)

    def _on_fetched(self) -> None:
        if len(self._rows):
            last = self.index(len(self._rows) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [_DISPLAY])
