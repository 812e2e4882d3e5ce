"""From error to error in a table, those nearest to the threshold first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QAbstractItemView

from evalgui.gui.look import text
from evalgui.gui.models.errors_nearby import errors_nearby

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QTableView

    from evalgui.gui.models.predictions_model import PredictionsModel

_NONE = np.zeros(0, dtype=np.intp)


class ErrorWalk:
    """Goes through the rows on show that are called wrong; what it finds is selected.

    Where it goes on from is the current row of the table, and the errors are those of now: they
    are looked for again once the threshold or the rows on show are others.
    """

    def __init__(self, table: QTableView, model: PredictionsModel) -> None:
        self._table, self._model = table, model
        self._found: NDArray[np.integer] = _NONE
        self._is_known = False
        model.dataChanged.connect(self._forget)
        model.rearranged.connect(self._forget)

    def go(self, *, forward: bool) -> str:
        """Select the next error, or the one before; return words about it."""
        if not self._is_known:
            calls, self._is_known = self._model.calls, True
            self._found = errors_nearby(calls, self._model.rows_on_show) if calls else _NONE
        n, current = len(self._found), self._table.currentIndex()
        if not n:
            return "No row on show is called wrong"
        here = np.flatnonzero(self._found == current.row()).tolist() if current.isValid() else []
        wanted = 0 if forward else n - 1
        if here:
            wanted = here[0] + (1 if forward else -1)
        if not 0 <= wanted < n:
            return "This is the last error" if forward else "This is the first error"
        place = int(self._found[wanted])
        self._show(place)
        outcome = self._model.outcome_in_words(place)
        return f"Error {text.count(wanted + 1)} of {text.count(n)}: {outcome}"

    def _show(self, place: int) -> None:
        """Select a row, and scroll there, but not sideways."""
        table, flag = self._table, QItemSelectionModel.SelectionFlag
        column = table.horizontalHeader().logicalIndex(0)
        index = self._model.index(place, column)
        across = table.horizontalScrollBar().value()
        table.selectionModel().setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
        table.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        table.horizontalScrollBar().setValue(across)

    def _forget(self) -> None:
        self._is_known = False
