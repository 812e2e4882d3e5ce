"""From row to row in a table: through those called wrong, and through those selected."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QAbstractItemView

from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.gui.models.errors_nearby import errors_nearby

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QTableView

    from evalgui.gui.models.predictions_model import PredictionsModel

_NONE = np.zeros(0, dtype=np.intp)


class RowWalk(ABC):
    """Goes through rows on show; what it comes to is picked.

    Where it goes on from is the current row of the table, and the rows are those of now: they
    are looked for again once the threshold or the rows on show are others.
    """

    name = ""

    def __init__(self, table: QTableView, model: PredictionsModel) -> None:
        self._table, self._model = table, model
        self._found: NDArray[np.integer] = _NONE
        self._found_after = -1  # how many changes of the rows

    @abstractmethod
    def find(self) -> NDArray[np.integer]:
        """Return the places to go to, in that order."""

    @abstractmethod
    def beside(self, found: NDArray[np.integer], current: int, *, forward: bool) -> int:
        """Return which of the places found to go to from one that is none of them."""

    @abstractmethod
    def say(self, place: int) -> str:
        """Return words about a place, after what it is of how many."""

    nothing = ""

    def go(self, *, forward: bool) -> str:
        """Pick the next row, or the one before; return words about it."""
        if self._found_after != self._model.seen.n_changes:
            self._found_after, self._found = self._model.seen.n_changes, self.find()
        n, current = len(self._found), self._table.currentIndex()
        if not n:
            return self.nothing
        row = current.row() if current.isValid() else -1
        here = np.flatnonzero(self._found == row).tolist()
        wanted = self.beside(self._found, row, forward=forward)
        if here:
            wanted = here[0] + (1 if forward else -1)
        if not 0 <= wanted < n:
            which = tr("last") if forward else tr("first")
            return tr("This is the {which} {name}", which=which, name=self.name)
        place = int(self._found[wanted])
        self._show(place)
        return tr(
            "{Name} {number} of {n}: {said}",
            Name=self.name.capitalize(),
            number=text.count(wanted + 1),
            n=text.count(n),
            said=self.say(place),
        )

    def _show(self, place: int) -> None:
        """Pick a row, and scroll there, but not sideways."""
        table, flag = self._table, QItemSelectionModel.SelectionFlag
        column = table.horizontalHeader().logicalIndex(0)
        index = self._model.index(place, column)
        across = table.horizontalScrollBar().value()
        table.selectionModel().setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
        table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        table.horizontalScrollBar().setValue(across)


class ErrorWalk(RowWalk):
    """Through the rows that are called wrong, those nearest to the threshold first."""

    name, nothing = tr("error"), tr("No row on show is called wrong")

    def find(self) -> NDArray[np.integer]:
        """Return the places of errors, the nearest first."""
        calls, rows = self._model.calls, self._model.rows_on_show
        return errors_nearby(calls, rows, self._model.seen.grey) if calls else _NONE

    def beside(self, found: NDArray[np.integer], current: int, *, forward: bool) -> int:
        """Begin with the nearest, or with the farthest."""
        del current
        return 0 if forward else len(found) - 1

    def say(self, place: int) -> str:
        """Return what came of the row."""
        return self._model.outcome_in_words(place)


class SelectedWalk(RowWalk):
    """Through the rows that are selected, as they stand."""

    name, nothing = tr("selected row"), tr("No row on show is selected")

    def find(self) -> NDArray[np.integer]:
        """Return the places of selected rows, top to bottom."""
        model = self._model
        return np.flatnonzero(model.seen.are_lit(model.rows_on_show, model.calls))

    def beside(self, found: NDArray[np.integer], current: int, *, forward: bool) -> int:
        """Go to the next one below or above."""
        if current < 0:
            return 0 if forward else len(found) - 1
        return int(np.searchsorted(found, current)) - (0 if forward else 1)

    def say(self, place: int) -> str:
        """Return what came of the row."""
        return self._model.outcome_in_words(place)
