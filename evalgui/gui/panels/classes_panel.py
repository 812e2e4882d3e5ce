"""The table of classes: every measure of each class against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import LIGHT, Theme
from evalgui.gui.plots.class_pens import class_pen, places
from evalgui.gui.results.table_model import TITLES, TableModel
from evalgui.gui.results.table_view import ICON, TableView
from evalgui.results.topics.classes import LIVE_AREA, live

if TYPE_CHECKING:
    from collections.abc import Iterable

    from PySide6.QtCore import QPoint

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot

FIRST_RATES = ("TPR", "PPV", "F1", "TNR")
"""What stands beside the name, where a narrow table shows it; sizes and areas come behind."""
DEFAULT_COLUMNS = (*FIRST_RATES, "support", LIVE_AREA.id, "MCC")
_ASSESSED = tr("assessed against the rest")
_LINE = 2.0


class ClassesPanel(QWidget):
    """One row a class; the columns are chosen in a menu on their heads."""

    requested = Signal(object)  # to assess a class against the rest
    columns_changed = Signal(list)  # the ids of the columns that are shown
    classes_chosen = Signal(list)  # those that stand out

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("classes_panel")
        self.setAccessibleName(tr("Classes"))
        self.model = TableModel(live(EMPTY), self)
        self.table = TableView(self.model, "class", DEFAULT_COLUMNS)
        self.table.setObjectName("classes_table")
        self.table.setAccessibleName(tr("Classes"))
        self.table.horizontalHeader().setAccessibleName(tr("Measures of each class"))
        self.table.show_first(FIRST_RATES)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        self._make_actions()
        self.table.requested.connect(self.requested)
        self.table.columns_changed.connect(self.columns_changed)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        lead_focus(self, self.table)
        self._theme: Theme = LIGHT
        self._has_curves = False
        self._chosen: tuple[int, ...] = ()
        self._follows = False
        self.table.set_useless((LIVE_AREA.id,))

    def _make_actions(self) -> None:
        self.copy_action, self.select_action = self.table.copy_action, self.table.select_action
        self.copy_action.setText(tr("&Copy Classes"))
        self.copy_action.setObjectName("copy_classes")
        self.table.paper_action.setObjectName("copy_classes_for_paper")
        self.select_action.setObjectName("select_all_classes")
        self.assess_action = QAction(tr("Assess against the &Rest"), self)
        self.assess_action.setObjectName("assess_class")
        self.assess_action.triggered.connect(
            lambda _checked=False: self.table.activate(self.table.currentIndex())
        )

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the classes of a snapshot, and those that stand out."""
        self._show_classes(old, new)
        if new.choices.classes != self._chosen:
            self.show_chosen(new.choices.classes)

    def _show_classes(self, old: Snapshot, new: Snapshot) -> None:
        if new.overall is not old.overall or new.dataset is not old.dataset:
            is_new = new.dataset is not old.dataset
            if is_new:
                self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self._has_curves = new.class_scores is not None
            self.model.set_table(live(new))
            if is_new:
                self._chosen = ()
                self._show_swatches()
                self.table.set_useless(() if self._has_curves else (LIVE_AREA.id,))
            elif new.inputs.intervals != old.inputs.intervals:
                self.table.fit_columns()
        if new.positive != old.positive or new.overall is not old.overall:
            self._show_assessed(old, new)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the samples of the curves."""
        self._theme = theme
        self._show_swatches()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures in another vocabulary."""
        self.model.set_vocabulary(vocabulary)
        self.table.fit_columns()

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns that are wanted."""
        return self.table.columns

    def set_columns(self, ids: Iterable[str]) -> None:
        """Show some columns; names that are not known are left out."""
        self.table.set_columns(ids)

    def show_chosen(self, classes: tuple[int, ...]) -> None:
        """Select the classes that stand out, such as those clicked on a plot."""
        self._chosen = classes
        selection = QItemSelection()
        for index in self._chosen:
            place = self.model.index(self.model.place_of(index), TITLES)
            selection.select(place, place)
        flags = QItemSelectionModel.SelectionFlag
        self._follows = True
        self.table.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        self._follows = False
        if self._chosen:
            self.table.scrollTo(self.model.index(self.model.place_of(self._chosen[0]), TITLES))
        self._show_swatches()

    # ------------------------------------------------------------------------- inside

    def _show_swatches(self) -> None:
        """Show how the curve of each class is drawn, where it has a colour of its own."""
        rows = self.model.table.rows
        if not self._has_curves or not rows:
            self.model.set_icons({}, None)
            return
        ratio = self.devicePixelRatioF()
        placed = places(len(rows), self._chosen)
        swatches = {
            rows[index].id: _swatch(class_pen(place, self._theme, _LINE), ratio)
            for index, place in placed.items()
        }
        self.model.set_icons(swatches, _swatch(QPen(Qt.PenStyle.NoPen), ratio))

    def _on_selection_changed(self) -> None:
        if self._follows:
            return
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        selected = [self.model.index_at(row) for row in rows]
        kept = [index for index in self._chosen if index in set(selected)]
        self._chosen = (*kept, *(index for index in selected if index not in set(kept)))
        self._show_swatches()
        self.classes_chosen.emit(list(self._chosen))

    def _show_assessed(self, old: Snapshot, new: Snapshot) -> None:
        """Write the class that is assessed against the rest in bold, and scroll to another one."""
        rows, positive = self.model.table.rows, new.positive
        if positive is None or positive >= len(rows):
            self.model.set_marked(None)
            return
        self.model.set_marked(rows[positive].id, _ASSESSED)
        if positive != old.positive or new.dataset is not old.dataset:
            self.table.scrollTo(self.model.index(self.model.place_of(positive), TITLES))

    def _open_menu(self, position: QPoint) -> None:
        menu = self.table.new_menu("classes_menu")
        self.assess_action.setEnabled(self.table.currentIndex().isValid())
        menu.addActions([self.assess_action, self.copy_action, self.table.paper_action])
        menu.addAction(self.select_action)
        menu.addSeparator()
        self.table.add_columns(menu.addMenu(tr("&Columns")))
        menu.popup(self.table.viewport().mapToGlobal(position))


def _swatch(pen: QPen, ratio: float) -> QIcon:
    """Return a sample of a line, which looks the same in a selected row."""
    sample = QPixmap(round(ICON * ratio), round(ICON * ratio / 2))
    sample.setDevicePixelRatio(ratio)
    sample.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sample)
    painter.setPen(pen)
    painter.drawLine(QPointF(0, ICON / 4), QPointF(ICON, ICON / 4))
    painter.end()
    result = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        result.addPixmap(sample, mode)
    return result
