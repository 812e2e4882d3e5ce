"""The confusion matrix as a heatmap whose cells can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from evalgui.gui.models.confusion_matrix import as_table, of_outcomes
from evalgui.gui.models.outcomes import same_calls
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.matrix_view import MatrixView
from evalgui.gui.theme import GRID, Theme, icon

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from evalgui.core.snapshot import Snapshot


class ConfusionPanel(QWidget):
    """The matrix at the threshold, with a button that swaps its axes."""

    cell_selected = Signal(int, int)  # actual, predicted; 0 is the positive class
    selection_cleared = Signal()
    orientation_changed = Signal(bool)  # whether rows are actual

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("confusion_panel")
        self.setAccessibleName("Confusion matrix")
        self.matrix_view = MatrixView()
        self.transpose = QToolButton(self.matrix_view)
        self.transpose.setObjectName("transpose_matrix")
        self.transpose.setAccessibleName("Swap rows and columns")
        self.transpose.setToolTip("Swap rows and columns")
        self.transpose.setAutoRaise(True)
        self.transpose.move(GRID // 2, GRID // 2)
        self._empty = EmptyState(self.matrix_view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._empty)
        self.transpose.clicked.connect(self._on_transposed)
        self.matrix_view.cell_selected.connect(self.cell_selected)
        self.matrix_view.selection_cleared.connect(self.selection_cleared)
        self.copy_action = QAction("&Copy Matrix", self)
        self.copy_action.setObjectName("copy_matrix")
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_matrix)
        self.matrix_view.addAction(self.copy_action)
        self.matrix_view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.matrix_view.customContextMenuRequested.connect(self._open_menu)
        self.setFocusProxy(self.matrix_view)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the counts of a snapshot."""
        if new.dataset is old.dataset and (new.point is old.point or same_calls(old, new)):
            return
        point, dataset = new.point, new.dataset
        if point is None or dataset is None:
            self.matrix_view.set_matrix(None)
        else:
            if dataset is not old.dataset:
                self.matrix_view.clear_selection()
            self.matrix_view.set_matrix(
                of_outcomes(point.counts, dataset.positive_class, dataset.negative_class)
            )
        self._empty.show_content(shown=point is not None)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the names, the outline and the icon."""
        self.matrix_view.set_theme(theme)
        self.transpose.setIcon(icon("transpose", theme))

    def set_rows_are_actual(self, rows_actual: bool) -> None:  # noqa: FBT001 - a slot
        """Show the actual classes as rows, or else the predicted ones."""
        self.matrix_view.set_rows_actual(rows_actual=rows_actual)

    def clear_selection(self) -> None:
        """Take the outline off the chosen cell: its rows are no longer alone on show."""
        self.matrix_view.clear_selection()

    def copy_matrix(self) -> None:
        """Copy the matrix with its labels as text between tabs."""
        matrix = self.matrix_view.matrix
        if matrix is not None:
            table = as_table(matrix, rows_actual=self.matrix_view.rows_actual)
            QGuiApplication.clipboard().setText(table)

    def _on_transposed(self) -> None:
        self.set_rows_are_actual(not self.matrix_view.rows_actual)
        self.orientation_changed.emit(self.matrix_view.rows_actual)

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("confusion_menu")
        menu.addAction(self.copy_action)
        menu.popup(self.matrix_view.mapToGlobal(position))
