"""Decide > What Wrong Calls Cost: what it costs to call a row of one class another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView

from evalgui.core.digits import exact
from evalgui.core.languages import tr
from evalgui.core.multiclass.costs import cost_matrix
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.dialogs.entry_grid import EntryGrid
from evalgui.gui.look import GRID, text
from evalgui.gui.panels.field_message import FieldMessage
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QWidget

_NOTE = tr(
    "A row is a true class, a column what it is called. Costs are in any unit, the same for all; "
    "an empty cell is 0 for a right call and 1 for a wrong one."
)


class ClassCostsDialog(AskingDialog):
    """Asks for a cost of each true and called class."""

    given = Signal(tuple)  # the true class, the called one and the cost, of each that is not usual

    def __init__(
        self,
        classes: Sequence[str],
        said: tuple[tuple[str, str, float], ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("class_costs", tr("What wrong calls cost"), _NOTE, parent)
        self._classes = tuple(classes)
        self._usual = cost_matrix(classes, ())
        self.grid = EntryGrid(len(self._classes), len(self._classes))
        self.grid.setObjectName("class_costs_grid")
        self.grid.setAccessibleName(tr("Costs, a row a true class, a column a called one"))
        names = [text.elided(name) for name in self._classes]
        self.grid.setVerticalHeaderLabels(names)
        self.grid.setHorizontalHeaderLabels([tr("called {name}", name=name) for name in names])
        header = self.grid.horizontalHeader()
        header.setMinimumSectionSize(header.defaultSectionSize())
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        known = [one for one in said if {one[0], one[1]} <= set(classes)]
        costs = cost_matrix(classes, known)
        for row, of_class in enumerate(costs.tolist()):
            for column, cost in enumerate(of_class):
                self.grid.set_cell(row, column, text.localised(exact(cost)))
        self._message = FieldMessage(self.grid, "class_costs_message")
        self.grid.cellChanged.connect(lambda _row, _column: self._message.take_back())
        self.grid.refused.connect(self._message.say)
        self.form.addRow(self.grid)
        self.grid.setMinimumHeight(GRID * 24)

    def _on_accepted(self) -> None:
        try:
            found = tuple(self._costs())
        except NotUnderstoodError as error:
            self._message.say(text.why(error))
            return
        self.accept()
        self.given.emit(found)

    def _costs(self) -> Iterator[tuple[str, str, float]]:
        """Yield the costs that are not usual.

        Raises
        ------
        NotUnderstoodError
            If one is no number; its cell is the current one then.
        """
        for row, cells in enumerate(self.grid.rows()):
            for column, typed in enumerate(cells):
                if not typed.strip():
                    continue
                try:
                    cost = read_typed_number(typed)
                except NotUnderstoodError:
                    self.grid.setCurrentCell(row, column)
                    raise
                if cost != self._usual[row, column]:
                    yield self._classes[row], self._classes[column], cost
