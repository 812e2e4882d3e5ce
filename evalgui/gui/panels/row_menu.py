"""What the menu of a row of predictions does with its score and with the cell under the pointer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from evalgui.core.languages import tr
from evalgui.core.row_expressions import equals, is_missing
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QModelIndex
    from PySide6.QtWidgets import QMenu

    from evalgui.gui.models.predictions_model import PredictionsModel

_LONGEST = 24  # letters of a name or a cell in a menu
_LONGEST_CELL = 1_000  # letters of a cell that rows are chosen by


class RowMenu(QObject):
    """Goes to the score of a row, and keeps or leaves out the rows with the same cell."""

    threshold_requested = Signal(float)
    rows_requested = Signal(str)  # an expression: only the rows that it chooses are to be used
    joined = Signal(str)  # how the picked rows are joined to what is selected

    def __init__(self, model: PredictionsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._score = math.nan
        self._expression = ""
        self.go = self._action("go_to_score", self._go)
        self.keep = self._action("keep_only", lambda: self._ask(self._expression))
        self.add = self._action("add_to_selection", lambda: self.joined.emit("or"))
        self.add.setText(tr("&Select These Rows"))
        self.take_out = self._action("take_out_of_selection", lambda: self.joined.emit("and not"))
        self.take_out.setText(tr("&Unselect These Rows"))
        self.leave = self._action("leave_out", lambda: self._ask(f"not ({self._expression})"))

    def _action(self, name: str, run: Callable[[], object]) -> QAction:
        action = QAction(self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def add_to(self, menu: QMenu, index: QModelIndex) -> None:
        """Put the entries about a cell of the table into a menu, none where there is no cell."""
        if not index.isValid():
            return
        score = self._model.score_at(index.row())
        if score is not None:
            self._score, shown = score
            self.go.setText(tr("&Go to This Score: {shown}", shown=shown))
            menu.addAction(self.go)
        self.take_out.setEnabled(self._model.seen.lit is not None)
        menu.addActions([self.add, self.take_out])
        named = self._cell(index)
        if named is not None:
            name, cell = named
            self._expression = equals(name, cell) if cell.strip() else is_missing(name)
            quoted = f"\N{LEFT DOUBLE QUOTATION MARK}{_short(cell)}\N{RIGHT DOUBLE QUOTATION MARK}"
            what = (
                f"{_short(name)} {quoted}"
                if cell.strip()
                else tr("{short} Missing", short=_short(name))
            )
            self.keep.setText(tr("&Keep Only {what}", what=what))
            self.leave.setText(tr("&Leave Out {what}", what=what))
            menu.addSeparator()
            menu.addActions([self.keep, self.leave])

    def _cell(self, index: QModelIndex) -> tuple[str, str] | None:
        """Return the name of a column and its cell; None of what the file does not hold."""
        if index.column() >= len(self._model.file_columns):
            return None
        cell = self._model.raw_cell(index.row(), index.column())
        if len(cell) > _LONGEST_CELL:
            return None
        return self._model.file_columns[index.column()].name, cell

    def _go(self) -> None:
        self.threshold_requested.emit(self._score)

    def _ask(self, expression: str) -> None:
        self.rows_requested.emit(expression)


def _short(words: str) -> str:
    return text.elided(words, _LONGEST).replace("&", "&&")
