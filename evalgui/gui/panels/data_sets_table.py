"""The data sets that are open beside each other, with what sums each up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import Vocabulary
from evalgui.core.ranking_metrics import RANKING_METRICS, Shown
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.ranking_metrics import RankingMetric
    from evalgui.workspace.data_sets import Summary

_N_FACTS = 2  # name and rows, before the measures
_MOST_WIDTH = 11
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MOST_ROWS = 6


def _width(metric: RankingMetric) -> int:
    """Return the width of a column, in units of the grid, whatever the vocabulary."""
    longest = max(len(words_in(vocabulary).said(metric.short)) for vocabulary in Vocabulary)
    return min(longest + 4, _MOST_WIDTH)


class DataSetsTable(QTableWidget):
    """One row a data set; a click or the arrow keys show another one. Hidden for a single one."""

    data_set_selected = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._listed = tuple(one for one in RANKING_METRICS if Shown.LIST in one.shown)
        super().__init__(0, _N_FACTS + len(self._listed), parent)
        self.setObjectName("data_sets")
        self.setAccessibleName(tr("Open data sets"))
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(GRID * 3)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for section, width in enumerate((9, *map(_width, self._listed)), start=1):
            header.resizeSection(section, GRID * width)
        self.currentCellChanged.connect(self._on_current_changed)
        self.hide()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the columns as a vocabulary does."""
        shorts = (words_in(vocabulary).said(metric.short) for metric in self._listed)
        self.setHorizontalHeaderLabels((tr("Data set"), tr("Rows"), *shorts))

    def show_summaries(self, summaries: Sequence[Summary], current: int) -> None:
        """Show the data sets, and which of them is shown elsewhere."""
        self.blockSignals(True)
        self.setRowCount(len(summaries))
        for row, one in enumerate(summaries):
            shown = (
                (text.rate if metric.in_percent else text.measure)(
                    one.measured.get(metric.id, NOTHING).value
                )
                for metric in self._listed
            )
            cells = (one.name, text.count(one.n), *shown)
            for column, words in enumerate(cells):
                item = QTableWidgetItem(text.elided(words, 48))
                if column:
                    item.setTextAlignment(_RIGHT)
                else:
                    item.setToolTip(text.tip(one.name))
                self.setItem(row, column, item)
        self.setCurrentCell(current, 0)
        self.blockSignals(False)
        n_shown = min(len(summaries), _MOST_ROWS)
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + n_shown * GRID * 3 + 4)
        self.setVisible(len(summaries) > 1)

    def _on_current_changed(self, row: int, _column: int, old_row: int, _old_column: int) -> None:
        if row != old_row and row >= 0:
            self.data_set_selected.emit(row)
