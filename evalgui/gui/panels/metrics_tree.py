"""The tree of measures, of which other values can be asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal

from evalgui.core.languages import tr
from evalgui.gui.models.decision_model import choice_at, wanted_of
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.results.tree_view import TreeView
from evalgui.results.topics.measures import MeasureRow

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QKeyEvent

    from evalgui.gui.models.metrics_model import MetricsModel


class MetricsTree(TreeView[MeasureRow]):
    """A double click or F2 asks for another value of a measure, or goes where it is taken."""

    number_asked = Signal(object, QRect)  # which number, and where it stands on the screen
    choice_requested = Signal(object)  # what the rule of a number that is taken somewhere chooses

    def __init__(self, model: MetricsModel) -> None:
        super().__init__(model)
        self.measures = model
        self.setObjectName("metrics_tree")
        self.setAccessibleName(tr("Metrics"))
        self.header().setObjectName("metrics_columns")

    def help_name(self) -> str:
        """Return what the help calls the current measure."""
        entry = self.measures.entry(self.currentIndex())
        return "" if entry is None else f"measure_{entry.about.id}"

    def ask(self, index: QModelIndex) -> bool:
        """Ask for another value, or go where it is taken; return whether there is a way."""
        entry = self.measures.entry(index)
        if entry is not None and (choice := choice_at(entry, self.measures.snapshot)) is not None:
            self.choice_requested.emit(choice)
            return True
        wanted = None if entry is None else wanted_of(entry, self.measures.snapshot)
        if wanted is None:
            return False
        place = self.visualRect(index.siblingAtColumn(ColumnOf.NAME))
        corner = self.viewport().mapToGlobal(place.topLeft())
        self.number_asked.emit(wanted, QRect(corner, place.size()))
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_asking = event.key() == Qt.Key.Key_F2
        if not (is_asking and self.ask(self.currentIndex())):
            super().keyPressEvent(event)
