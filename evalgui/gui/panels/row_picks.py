"""The rows that are picked one by one in the table, told to who wants to know once that rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.gui.panels.predictions_table import selected_ranges

if TYPE_CHECKING:
    from evalgui.gui.models.predictions_model import PredictionsModel
    from evalgui.gui.panels.predictions_table import PredictionsTable


class RowPicks(QObject):
    """What is picked in a table, by numbers of the file; many at once are none to look at."""

    changed = Signal(object)
    most = 1_000  # more stand out in the table alone

    def __init__(self, table: PredictionsTable, model: PredictionsModel) -> None:
        super().__init__(table)
        self._table, self._model = table, model
        # Not in the middle of what changes the table, and once for all that happens at once.
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._tell)
        table.selectionModel().selectionChanged.connect(lambda: self._later.start(0))
        model.rearranged.connect(lambda: self._later.start(0))

    def rows(self, most: int) -> list[int]:
        """Return the numbers in the file of the picked rows, of `most` at most and one more."""
        rows: list[int] = []
        for part in selected_ranges(self._table):
            rows += self._model.file_rows(part[: most + 1 - len(rows)])
        return sorted(rows)

    def _tell(self) -> None:
        rows = self.rows(self.most)
        self.changed.emit(tuple(rows) if len(rows) <= self.most else ())
