"""A table of what a plot or a matrix shows, beside it for who reads the screen, or in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from evalgui.core.languages import tr
from evalgui.gui.look import copy_cells
from evalgui.gui.results.wrapped_heads import WrappedHeads

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel, QObject
    from PySide6.QtGui import QFocusEvent
    from PySide6.QtWidgets import QWidget

OPENS = Qt.Key.Key_T
"""The key that leads from what is drawn to its table, and back."""

_MOST_COPIED = 10_000  # rows


class TableBeside(QTableView):
    """A table that lies where something drawn does: below it until the keys come to it.

    So it stands in the tree that a screen reader walks, next to what is drawn. `OPENS` or Esc leads
    back.
    """

    left = Signal()

    def __init__(self, drawn: QWidget, model: QAbstractItemModel, name: str) -> None:
        super().__init__(drawn.parentWidget())
        self._drawn = drawn
        self.setObjectName(name)
        self.setHorizontalHeader(WrappedHeads(self))
        self.setModel(model)
        self.setTabKeyNavigation(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(round(1.5 * self.fontMetrics().height()))
        self.setCornerButtonEnabled(False)
        self.setAutoFillBackground(True)
        drawn.setAutoFillBackground(True)  # else the table is seen through it
        drawn.installEventFilter(self)
        self.setGeometry(drawn.geometry())
        self.stackUnder(self._drawn)
        self.show()

    @property
    def is_in_front(self) -> bool:
        """Whether it is seen in the place of what is drawn."""
        return self.focusPolicy() is Qt.FocusPolicy.StrongFocus

    def enter(self) -> None:
        """Lie in front, and take the keys."""
        self._come_forward()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _come_forward(self) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.raise_()
        model = self.model()
        if not self.currentIndex().isValid() and model.rowCount():
            self.setCurrentIndex(model.index(0, 0))

    def leave(self) -> None:
        """Lie below again, and give the keys back."""
        had_focus = self.hasFocus()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.stackUnder(self._drawn)
        if had_focus:
            self._drawn.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.left.emit()

    # ------------------------------------------------------------------------- events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._drawn and event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self.setGeometry(self._drawn.geometry())
        return False

    def event(self, event: QEvent) -> bool:
        # Esc leads back to what is drawn, whatever else it means in the window.
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and _leads_back(event):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _leads_back(event):
            self.leave()
        elif event.matches(QKeySequence.StandardKey.Copy) and self.model().rowCount():
            self._copy()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _search: str) -> None:
        """Find nothing: Qt would ask every row."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._come_forward()  # a screen reader may give it the keys, too
        super().focusInEvent(event)

    def _copy(self) -> None:
        model, chosen = self.model(), self.selectionModel().selectedIndexes()
        rows = sorted({one.row() for one in chosen})[:_MOST_COPIED]
        columns = range(model.columnCount())
        heads = [str(model.headerData(one, Qt.Orientation.Horizontal)) for one in columns]
        lines = [[str(model.index(row, one).data() or "") for one in columns] for row in rows]
        copy_cells([heads, *lines])

    def keep_place(self) -> tuple[int, int]:
        """Return the row and the column that the keys are at."""
        at = self.currentIndex()
        return max(at.row(), 0), max(at.column(), 0)

    def go_back_to(self, place: tuple[int, int]) -> None:
        """Take the keys to a row and a column again, as far as there are so many."""
        model = self.model()
        row, column = min(place[0], model.rowCount() - 1), min(place[1], model.columnCount() - 1)
        self.selectionModel().setCurrentIndex(
            model.index(row, column), QItemSelectionModel.SelectionFlag.ClearAndSelect
        )


def _leads_back(event: QKeyEvent) -> bool:
    is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return is_plain and event.key() in {Qt.Key.Key_Escape, OPENS}


HOW_TO_OPEN = tr("T shows it as a table")
HOW_TO_LEAVE = tr("Esc: back to the picture")
