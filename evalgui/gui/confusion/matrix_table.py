"""A confusion matrix as a table, for who does not see it drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QAccessible

from evalgui.core.languages import tr
from evalgui.gui.accessible import OnceASecond, cell_name
from evalgui.gui.look import text
from evalgui.gui.table_beside import TableBeside

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from evalgui.gui.confusion.shown_matrix import ShownMatrix
    from evalgui.gui.confusion.shown_zone import ShownZone

    Index: TypeAlias = QModelIndex | QPersistentModelIndex
    Shown: TypeAlias = tuple[ShownMatrix | None, ShownZone | None, list[tuple[int, int]]]

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class MatrixModel(QAbstractTableModel):
    """The cells of a matrix with totals, or the numbers of a grey zone one below the other."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._shown: ShownMatrix | None = None
        self._zone: ShownZone | None = None
        self._numbers: list[tuple[int, int]] = []
        self._heads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def show_matrix(
        self,
        shown: ShownMatrix | None,
        zone: ShownZone | None,
        numbers: list[tuple[int, int]],
    ) -> None:
        """Show another matrix, or the numbers of a zone at their lines and columns."""
        heads: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        if zone is not None:
            heads = ("",) * len(numbers), (tr("Numbers of the grey zone"),)
        elif shown is not None:
            both = (tuple(text.elided(name) for name in shown.heads(axis)) for axis in (0, 1))
            rows, columns = ((*names, tr("Total")) for names in both)
            heads = rows, columns
        is_other = heads != self._heads or (zone is None) != (self._zone is None)
        if is_other:
            self.beginResetModel()
        self._shown, self._zone, self._numbers, self._heads = shown, zone, numbers, heads
        if is_other:
            self.endResetModel()
        elif heads[0]:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(heads[0]) - 1, len(heads[1]) - 1)
            )

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._heads[0])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._heads[1])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role != _DISPLAY:
            return None
        is_across = orientation == Qt.Orientation.Horizontal
        return self._heads[is_across][section] or section + 1

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _ALIGNMENT:
            return _RIGHT if self._zone is None else _LEFT
        if role not in {_DISPLAY, _ACCESSIBLE} or not index.isValid():
            return None
        row, column = index.row(), index.column()
        if self._zone is not None:
            return self._zone.described(*self._numbers[row])
        if self._shown is None:
            return None
        if role == _ACCESSIBLE:
            heads = self._heads[0][row], self._heads[1][column]
            return cell_name(*heads, self._shown.described(row, column))
        counted = text.count(self._shown.count(row, column))
        share = "" if max(row, column) >= self._shown.k else self._shown.cell(row, column).share
        return f"{counted} ({share})" if share else counted


class ToldMatrix:
    """The table beside a matrix: made, and brought up to date, while somebody can read it.

    Parameters
    ----------
    view
        What draws the matrix.
    shown
        Gives it, or the grey zone, with the lines and columns of the numbers of that.
    """

    def __init__(self, view: QWidget, shown: Callable[[], Shown]) -> None:
        self._view, self._shown = view, shown
        self._table: TableBeside | None = None
        self._model = MatrixModel(view)
        self._soon = OnceASecond(view, self._tell)

    def follow(self) -> None:
        """Tell of another matrix."""
        is_in_front = self._table is not None and self._table.is_in_front
        if self._view.isVisible() and (QAccessible.isActive() or is_in_front):
            self._soon.ask()

    def _tell(self) -> None:
        self._fill(self._table or self._make_table())

    def open_table(self) -> None:
        """Show the table in the place of the matrix."""
        if self._shown()[0] is not None:
            table = self._table or self._make_table()
            self._fill(table)
            table.enter()

    def _make_table(self) -> TableBeside:
        self._table = TableBeside(self._view, self._model, f"{self._view.objectName()}_table")
        return self._table

    def _fill(self, table: TableBeside) -> None:
        view, place = self._view, table.keep_place()
        table.setAccessibleName(tr("{title} as a table", title=view.accessibleName()))
        self._model.show_matrix(*self._shown())
        table.go_back_to(place)
