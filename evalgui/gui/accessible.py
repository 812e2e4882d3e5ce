"""What a screen reader is told besides what Qt says.

Widgets of which Qt knows too little have a speaker of their own, what is to be said aloud by itself
is announced, and cells of tables are named with their heads.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLineEdit, QTableWidgetItem, QToolButton, QTreeWidgetItem, QWidget

from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex
    from PySide6.QtWidgets import QAccessibleWidget

_makers: dict[type[QWidget], Callable[[QWidget], QAccessibleWidget]] = {}
_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_KEPT = "_speaks_for_it"
_A_SECOND = 1000  # milliseconds


def speak_for(kind: type[QWidget], make: Callable[[QWidget], QAccessibleWidget]) -> None:
    """Let what a function makes speak for every widget of a kind, of which none was asked yet.

    It is kept with the widget, so that both end together.
    """
    _makers[kind] = make
    _install()


@functools.cache
def _install() -> None:
    QAccessible.installFactory(_made_for)


def _made_for(_class: str, thing: QObject) -> QAccessibleWidget | None:
    make = next((make for kind, make in _makers.items() if isinstance(thing, kind)), None)
    if make is None or not isinstance(thing, QWidget):
        return None
    made = make(thing)
    setattr(thing, _KEPT, made)
    return made


class OnceASecond:
    """Does something when it is asked to, but no more than once a second.

    Parameters
    ----------
    owner
        With which it ends.
    act
        What is done.
    """

    def __init__(self, owner: QObject, act: Callable[[], None]) -> None:
        self._act, self._is_due = act, False
        self._pause = QTimer(owner)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_A_SECOND)
        self._pause.timeout.connect(self._on_time)

    def ask(self) -> None:
        """Have it done now, or as soon as a second is over."""
        self._is_due = True
        if not self._pause.isActive():
            self._on_time()

    def _on_time(self) -> None:
        if self._is_due:
            self._is_due = False
            self._pause.start()
            self._act()


def announce(about: QWidget, words: str) -> None:
    """Have words said aloud, where anybody listens."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(about, words))


def cell_name(row: str, column: str, value: str) -> str:
    """Return what a cell is called: with what its row and its column are, "" for neither."""
    row, column, value = (one.replace("\n", " ").strip() for one in (row, column, value))
    told = value or tr("empty")
    if row and column:
        return tr("{row}, {column}: {value}", row=row, column=column, value=told)
    head = row or column
    return tr("{head}: {value}", head=head, value=told) if head else told


def named_cell(
    model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex, value: str
) -> str:
    """Return what a cell of a model is called whose first column says what its rows are."""
    column = str(model.headerData(index.column(), Qt.Orientation.Horizontal, _DISPLAY) or "")
    if index.column() == 0:
        return value or cell_name("", column, "")
    row = str(model.data(model.index(index.row(), 0, index.parent()), _DISPLAY) or "")
    return cell_name(row, column, value)


def let_clear(field: QLineEdit) -> None:
    """Give a field a button that empties it, with a name."""
    field.setClearButtonEnabled(True)
    button = field.findChild(QToolButton)
    if button is not None:
        button.setAccessibleName(tr("Clear"))


class NamedItem(QTreeWidgetItem):
    """A row of a tree whose cells are named with their heads."""

    def data(self, column: int, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        tree = self.treeWidget()
        if role != _ACCESSIBLE or tree is None:
            return super().data(column, role)
        head, told = tree.headerItem().text(column), self.text(column)
        return cell_name(self.text(0), head, told) if column else told or cell_name("", head, "")


class NamedCell(QTableWidgetItem):
    """A cell of a table that is typed into, named with its heads, or with the number of its row."""

    def data(self, role: int) -> Any:  # noqa: ANN401 - Qt's variant
        table = self.tableWidget()
        if role != _ACCESSIBLE or table is None:
            return super().data(role)
        model = table.model()
        row, column = (
            str(model.headerData(place, axis, _DISPLAY) or "")
            for place, axis in (
                (self.row(), Qt.Orientation.Vertical),
                (self.column(), Qt.Orientation.Horizontal),
            )
        )
        return cell_name(row, column, self.text())
