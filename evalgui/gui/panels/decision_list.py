"""The numbers of the decision as a list: a pencil, F2 or Enter asks for another value.

What is taken at a threshold of its own, whatever the line, has no other: there they go to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView

from evalgui.core.languages import tr
from evalgui.gui.look import ScrollsWithDrag, copy_cells
from evalgui.gui.models.sentences import measure_sentence
from evalgui.gui.panels.decision_cells import DecisionDelegate
from evalgui.gui.results.table_view import FOR_PAPER

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent

    from evalgui.gui.look import Theme
    from evalgui.gui.models.decision_model import DecisionModel

_ASKING = {Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class DecisionList(ScrollsWithDrag, QListView):
    """Rows of two lines where they fit, else of one."""

    number_asked = Signal(object, QRect)  # which number, and where it stands on the screen
    told = Signal(list)  # the ids of what was copied
    choice_requested = Signal(object)  # what the rule of a number that is taken somewhere chooses

    def __init__(self, model: DecisionModel) -> None:
        super().__init__()
        self._decision = model
        self.setObjectName("decision_numbers")
        self.setAccessibleName(tr("Numbers of the decision"))
        self.setModel(model)
        self.cells = DecisionDelegate(model, self)
        self.setItemDelegate(self.cells)
        self.cells.pencil_pressed.connect(self._ask)
        self.setUniformItemSizes(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        model.modelReset.connect(self._fit)
        model.values_changed.connect(self.viewport().update)
        self.sentence = QAction(tr("&Copy as Sentence"), self)
        self.sentence.setObjectName("copy_decision_number")
        self.sentence.setShortcut(QKeySequence.StandardKey.Copy)
        self.sentence.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.sentence.triggered.connect(self._copy)
        self.addAction(self.sentence)
        self.paper = QAction(FOR_PAPER, self)
        self.paper.setObjectName("copy_decision_for_paper")
        self.paper.triggered.connect(lambda _checked=False: self._copy_for_paper())

    def help_name(self) -> str:
        """Return what the help calls the current measure."""
        index = self.currentIndex()
        return f"measure_{self._decision.entry(index).about.id}" if index.isValid() else ""

    def set_theme(self, theme: Theme) -> None:
        """Recolour the rows."""
        self.cells.set_theme(theme)
        self.viewport().update()

    def show_bars(self, *, shown: bool) -> None:
        """Draw the intervals to scale, or not."""
        if shown != self.cells.has_bars:
            self.cells.has_bars = shown
            self.viewport().update()

    def _fit(self) -> None:
        if self.cells.fit(self._decision.rowCount(), self.viewport().height()):
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.cells.take_font(self.font())
            self._fit()
            self.scheduleDelayedItemsLayout()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        area = self.visualRect(index)
        is_asking = index.isValid() and self.cells.is_on_pencil(place, area, index)
        shape = Qt.CursorShape.PointingHandCursor if is_asking else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._ask(index):
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):  # a list copies its names alone
            self._copy()
        elif not (event.key() in _ASKING and self._ask(self.currentIndex())):
            super().keyPressEvent(event)

    def _copy(self) -> None:
        """Copy the current number as the panel of all measures does."""
        index, decision = self.currentIndex(), self._decision
        if index.isValid() and not decision.snapshot.choices.hides_answers:
            said = measure_sentence(decision.entry(index), decision.snapshot, decision.vocabulary)
            QGuiApplication.clipboard().setText(said)
            self.told.emit([decision.entry(index).about.id])

    def _copy_for_paper(self) -> None:
        lines = self._decision.printed()
        if lines:
            copy_cells(lines)

    def _ask(self, index: QModelIndex) -> bool:
        """Ask for another value, or go where the value is taken; return whether there is a way."""
        choice = self._decision.choice(index) if index.isValid() else None
        if choice is not None:
            self.choice_requested.emit(choice)
            return True
        wanted = self._decision.wanted(index) if index.isValid() else None
        if wanted is None:
            return False
        place = self.visualRect(index)
        corner = self.viewport().mapToGlobal(place.topLeft())
        self.number_asked.emit(wanted, QRect(corner, place.size()))
        return True
