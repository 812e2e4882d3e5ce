"""The columns of a table in lists: thousands of them take no longer to show than ten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_NOWHERE = QModelIndex()
_LONGEST = 48
_ROLES = Qt.ItemDataRole


class ColumnNames(QAbstractListModel):
    """The names of columns, behind words for none of them.

    Parameters
    ----------
    none
        The words that stand first; their value is "".
    names
        The columns.
    """

    def __init__(self, none: str, names: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._none = none
        self._names = tuple(names)
        self._places = {name: place for place, name in enumerate(self._names, start=1)}

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 1 + len(self._names)

    def data(self, index: Index, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 - Qt's
        name = self._names[index.row() - 1] if index.row() else ""
        if role == _ROLES.UserRole:
            return name
        if role in {_ROLES.DisplayRole, _ROLES.EditRole}:
            return text.elided(name, _LONGEST) if index.row() else self._none
        return None

    def place(self, name: str) -> int:
        """Return the row of a column; the first where there is none of that name."""
        return self._places.get(name, 0)


class CheckedNames(QAbstractListModel):
    """The names of columns, each with a box to check."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._checked: set[str] = set()

    def fill(self, names: Sequence[str], checked: Sequence[str]) -> None:
        """Show columns, those that are checked first."""
        self.beginResetModel()
        self._names = tuple(dict.fromkeys((*checked, *names)))
        self._checked = set(checked)
        self.endResetModel()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns, in the order in which they are shown."""
        return self._names

    def checked(self) -> list[str]:
        """Return those that are checked, in the order in which they are shown."""
        return [name for name in self._names if name in self._checked]

    def check(self, names: Collection[str]) -> None:
        """Check these and no others, with one announcement for all of them."""
        self._checked = set(self._names).intersection(names)
        if self._names:
            ends = self.index(0), self.index(len(self._names) - 1)
            self.dataChanged.emit(*ends, [_ROLES.CheckStateRole])

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._names)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = _ROLES.DisplayRole) -> Any:  # noqa: ANN401 - Qt's
        name = self._names[index.row()]
        if role == _ROLES.UserRole:
            return name
        if role == _ROLES.DisplayRole:
            return text.elided(name, _LONGEST)
        if role == _ROLES.CheckStateRole:
            return Qt.CheckState.Checked if name in self._checked else Qt.CheckState.Unchecked
        return None

    def setData(self, index: Index, value: Any, role: int = _ROLES.EditRole) -> bool:  # noqa: ANN401 - Qt's
        if role != _ROLES.CheckStateRole:
            return False
        name = self._names[index.row()]
        if Qt.CheckState(value) == Qt.CheckState.Checked:
            self._checked.add(name)
        else:
            self._checked.discard(name)
        self.dataChanged.emit(index, index, [role])
        return True
