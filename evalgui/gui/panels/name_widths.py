"""How much room the names of measures need, measured once for each vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF

from evalgui.gui.look import GRID

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPersistentModelIndex
    from PySide6.QtWidgets import QTreeView

    from evalgui.gui.models.metrics_model import MetricsModel

_MARGINS = GRID  # that Qt leaves beside the text of a cell
_WIDEST = GRID * 36


class NameWidths:
    """Knows the widths of the names in the font of a tree."""

    def __init__(self, model: MetricsModel, tree: QTreeView) -> None:
        self._model, self._tree = model, tree
        self._widths: dict[str, int] = {}
        self._titles: dict[str, int] = {}

    def forget(self) -> None:
        """Measure anew: the font is another one."""
        self._widths.clear()
        self._titles.clear()

    def of(self, name: str) -> int:
        """Return the room that a name of a measure takes in its column."""
        if name not in self._widths:
            advance = QFontMetrics(self._tree.font()).horizontalAdvance(name)
            self._widths[name] = advance + 2 * self._tree.indentation() + _MARGINS
        return self._widths[name]

    def fitting(self, name: str, room: int) -> str:
        """Return a name, short or even elided where there is no room for all of it."""
        metrics = QFontMetricsF(self._tree.font())  # to a part of a pixel, as the style does
        if metrics.horizontalAdvance(name) <= room:
            return name
        return metrics.elidedText(short_name(name), Qt.TextElideMode.ElideRight, room)

    def widest(self) -> tuple[int, int]:
        """Return the room of the widest name with nothing beside it, and with counts."""
        vocabulary = self._model.vocabulary
        widest = {False: 0, True: 0}
        for entry in self._model.every_entry():
            width = self.of(entry.name_in(vocabulary))
            widest[entry.has_detail] = max(widest[entry.has_detail], width)
        return min(widest[False], _WIDEST), min(widest[True], _WIDEST)

    def title_fits(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether the title of a family stays in the column of names."""
        title = index.data()
        if title not in self._titles:
            bold = QFontMetrics(index.data(Qt.ItemDataRole.FontRole))
            advance = bold.horizontalAdvance(title)
            self._titles[title] = advance + self._tree.indentation() + _MARGINS
        return self._titles[title] <= self._tree.columnWidth(0)

    def fits(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether the name of a row stays in its column."""
        entry = self._model.entry(index)
        name = "" if entry is None else entry.name_in(self._model.vocabulary)
        return self.of(name) <= self._tree.columnWidth(0)


def short_name(name: str) -> str:
    """Return a name without what stands in brackets: "FMR (false match rate)".

    Rather the short name whole than the long one in part.
    """
    return name.partition(" (")[0]
