"""A picture for who does not see it: its axes and lines in words, and all of it as a table."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from evalgui.core.curves import Scale
from evalgui.core.languages import tr
from evalgui.gui.accessible import cell_name
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from PySide6.QtCore import QObject

    from evalgui.core.vocabulary import Words
    from evalgui.results.picture import Layer, Picture, PictureAxis, Rows

    Index: TypeAlias = QModelIndex | QPersistentModelIndex

_DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MOST_NAMED = 12  # lines of a picture, or places of an axis


def value_teller(axis: PictureAxis) -> Callable[[float], str]:
    """Return what writes values of an axis: its names where it has some, else numbers."""
    ruler, names = axis.ruler, {place: name for place, name, _more in axis.names}

    def written(value: float) -> str:
        if np.isnan(value):
            return ""
        if value in names:
            return names[value]
        if ruler.has_counts:
            return text.count(value)
        if ruler.has_shares:
            return text.percent(value)
        if ruler.kind in {Scale.SCORE, Scale.LOG}:
            return text.short_threshold(value, ruler.score)
        return text.measure(value)

    return written


def _number(value: float) -> str:
    return "" if np.isnan(value) else text.count(value)


def axis_in_words(axis: PictureAxis, title: str) -> str:
    """Return what an axis shows, and from where to where."""
    if axis.names:
        names = [name for _place, name, _more in axis.names]
        return tr("{title}: {names}", title=title, names=_listed(names))
    if axis.is_named or axis.ruler.is_bare:
        return title
    written = value_teller(axis)
    low, high = axis.ruler.scale.from_view(np.array(axis.ruler.scale.home)).tolist()
    return tr("{title} from {low} to {high}", title=title, low=written(low), high=written(high))


def lines_in_words(names: Sequence[str]) -> str:
    """Return the names of the lines of a picture; "" where they have none."""
    named = list(dict.fromkeys(filter(None, names)))
    return tr("Lines: {names}", names=_listed(named)) if named else ""


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST_NAMED:
        return text.both(names)
    more = text.count(len(names) - _MOST_NAMED)
    return tr("{shown} and {more} more", shown=", ".join(names[:_MOST_NAMED]), more=more)


class PictureModel(QAbstractTableModel):
    """The rows of a picture: what moves first, then the rest part by part as it is scrolled to."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._heads = ("", "", "")
        self._written: tuple[Callable[[float], str], ...] = ()
        self._said: Callable[[str], str] = str
        self._moving: list[Rows] = []
        self._parts: list[Rows] = []
        self._rest: Iterator[Rows] = iter(())
        self._ends: list[int] = []  # of all parts, those that move first

    def show_picture(
        self,
        picture: Picture | None,
        moving: Sequence[Layer],
        *,
        titles: tuple[str, str, str],
        words: Words,
    ) -> None:
        """Show another picture, of which titles name the whole and both axes; None for none."""
        self.beginResetModel()
        self._title, self._said = titles[0], words.said
        self._parts, self._rest = [], iter(())
        self._written, self._heads = (), ("", "", "")
        if picture is not None:
            counted = words.said(picture.counted)
            self._heads = tr("What"), counted or titles[1], titles[2]
            x, y = (value_teller(axis) for axis in (picture.x_axis, picture.y_axis))
            self._written = (_number if counted else x), y
            self._rest = picture.table()
        self._moving = _rows_of(moving) if picture is not None else []
        self._load()
        self.endResetModel()

    def _load(self) -> None:
        """Take the next part that has rows, and know where all end."""
        found = next((one for one in self._rest if len(one.x)), None)
        if found is not None:
            self._parts.append(found)
        self._ends = list(accumulate(len(one.x) for one in (*self._moving, *self._parts)))

    def show_moving(self, moving: Sequence[Layer]) -> None:
        """Show where what moves is now; the rows that the keys are at stay the same."""
        rows = _rows_of(moving) if self._written else []
        sizes = [[len(one.x) for one in some] for some in (rows, self._moving)]
        if sizes[0] != sizes[1]:
            self.beginResetModel()
            self._moving = rows
            self._ends = list(accumulate(len(one.x) for one in (*rows, *self._parts)))
            self.endResetModel()
            return
        self._moving = rows
        if rows:
            self.dataChanged.emit(self.index(0, 0), self.index(sum(sizes[0]) - 1, 2))

    # ------------------------------------------------------------------------- Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or not self._ends else self._ends[-1]

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._heads)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._rest is not _NOTHING and bool(self._parts)

    def fetchMore(self, parent: Index) -> None:
        """Take the next part."""
        if parent.isValid():
            return
        found = next((one for one in self._rest if len(one.x)), None)
        if found is None:
            self._rest = _NOTHING
            return
        begin = self.rowCount()
        self.beginInsertRows(QModelIndex(), begin, begin + len(found.x) - 1)
        self._parts.append(found)
        self._ends.append(begin + len(found.x))
        self.endInsertRows()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _DISPLAY:
            return self._heads[section] if orientation == Qt.Orientation.Horizontal else section + 1
        return None

    def data(self, index: Index, role: int = _DISPLAY) -> Any:  # noqa: ANN401 - Qt's variant
        if role == _ALIGNMENT:
            return _RIGHT if index.column() else _LEFT
        if role not in {_DISPLAY, _ACCESSIBLE} or not index.isValid():
            return None
        name, shown = self._cells(index.row(), index.column())
        if role == _DISPLAY:
            return shown
        if not index.column():
            return name
        return cell_name(name, self._heads[index.column()], shown or tr("no value"))

    def _cells(self, row: int, column: int) -> tuple[str, str]:
        """Return what a row is of, and what is written in one of its cells."""
        place = int(np.searchsorted(self._ends, row, side="right"))
        part = self._moving[place] if place < len(self._moving) else self._part(place)
        name = self._said(part.name) or self._title
        if not column:
            return name, name
        at = row - (self._ends[place - 1] if place else 0)
        return name, self._written[column - 1](float((part.x, part.y)[column - 1][at]))

    def _part(self, place: int) -> Rows:
        return self._parts[place - len(self._moving)]


_NOTHING: Iterator[Any] = iter(())


def _rows_of(layers: Sequence[Layer]) -> list[Rows]:
    return [rows for layer in layers for rows in layer.rows() if len(rows.x)]
