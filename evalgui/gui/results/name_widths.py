"""How much room the names of measures need, measured once for each vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF

from evalgui.gui.look import GRID, NARROWEST, narrowed

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QTreeView

    from evalgui.gui.results.tree_model import TreeModel

_MARGINS = GRID  # that Qt leaves beside the text of a cell
_WIDEST = GRID * 36


class NameWidths:
    """Knows the widths of the names in the font of a tree."""

    def __init__(self, model: TreeModel[Any], tree: QTreeView) -> None:
        self._model, self._tree = model, tree
        self._widths: dict[str, int] = {}
        self._titles: dict[str, int] = {}
        self._explains = True

    def forget(self) -> None:
        """Measure anew: the font is another one."""
        self._widths.clear()
        self._titles.clear()

    def of(self, name: str) -> int:
        """Return the room that a name of a measure takes in its column."""
        if name not in self._widths:
            self._widths[name] = QFontMetrics(self._tree.font()).horizontalAdvance(name)
        return self._widths[name] + 2 * self._tree.indentation() + _MARGINS

    def fitting(self, name: str, room: int) -> tuple[str, QFont]:
        """Return a name and its font where there is some room: in narrow letters, else in short."""
        name, font = self.shown(name), self._tree.font()
        for words in (name, short_name(name)):
            fitting = narrowed(font, words, room)  # to a part of a pixel, as the style does
            if QFontMetricsF(fitting).horizontalAdvance(words) <= room:
                return words, fitting
        return short_name(name), font

    def shown(self, name: str) -> str:
        """Return a name as all of the column are shown: abbreviations are explained, or none is."""
        return name if self._explains else short_name(name)

    def take_room(self, alone: int, counted: int) -> None:
        """Explain abbreviations if all have room, with counts beside them and without."""
        rooms = {False: alone, True: counted}
        named = ((one, self._model.name(one)) for one in self._model.every_entry())
        abbreviated = ((one, name) for one, name in named if short_name(name) != name)
        self._explains = all(
            self._narrowest(name) <= rooms[one.has_note] for one, name in abbreviated
        )

    def _narrowest(self, name: str) -> int:
        """Return the room that a name takes in the narrowest letters."""
        whole = self.of(name)
        return whole - self._widths[name] * (100 - NARROWEST - 2) // 100  # widths are rounded

    def widest(self) -> tuple[int, int]:
        """Return the room of the widest name with nothing beside it, and with counts."""
        widest = {False: 0, True: 0}
        for entry in self._model.every_entry():
            width = self.of(self._model.name(entry))
            widest[entry.has_note] = max(widest[entry.has_note], width)
        return min(widest[False], _WIDEST), min(widest[True], _WIDEST)

    def title_fits(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether the title of a family stays in the column of names."""
        title = index.data()
        if title not in self._titles:
            bold = QFontMetrics(index.data(Qt.ItemDataRole.FontRole))
            self._titles[title] = bold.horizontalAdvance(title)
        room = self._tree.columnWidth(0) - self._tree.indentation() - _MARGINS
        return self._titles[title] <= room

    def fits(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether the name of a row stays in its column."""
        entry = self._model.entry(index)
        name = "" if entry is None else self._model.name(entry)
        return self.of(name) <= self._tree.columnWidth(0)


def short_name(name: str) -> str:
    """Return an abbreviation without what it stands for: "FMR (false match rate)".

    Rather the short name whole than the long one in part. The brackets of other names tell them
    apart: "Adjusted geometric mean (counts)".
    """
    short, _, _ = name.partition(" (")
    return name if " " in short else short
