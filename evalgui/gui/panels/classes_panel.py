"""The table of classes: every measure of each class against the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPointF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFontMetrics,
    QIcon,
    QKeySequence,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from evalgui.core.class_areas import ClassAreas
from evalgui.core.metrics import METRICS, Family, Vocabulary
from evalgui.gui.look import GRID, LIGHT, Theme, copy_cells, text
from evalgui.gui.models.class_columns import (
    AUC,
    AUC_COLUMN,
    COUNT_COLUMNS,
    DEFAULT_COLUMNS,
    FIRST_RATES,
    NAME_COLUMN,
    column_ids,
)
from evalgui.gui.models.classes_model import ClassesModel
from evalgui.gui.panels.classes_table import SWATCH, ClassesTable, interval_width
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.plots.class_pens import class_pen, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtCore import QPoint

    from evalgui.core.snapshot import Snapshot

_NOTHING_OPEN = "No classes yet"
_NO_CLASSES = "Two classes and a threshold: the metrics say it all"
_NO_CALLS = "Nothing says which class each row was called"
_WIDEST_NAME = GRID * 26
_WIDEST_TITLE = GRID * 14
_LINE = 2.0
_SAMPLE = 500  # names, of which the longest gives the width


class ClassesPanel(QWidget):
    """One row a class; the columns are chosen in a menu on their heads."""

    class_requested = Signal(int)  # to assess this class against the rest
    columns_changed = Signal(list)  # the ids of the columns that are shown
    classes_chosen = Signal(list)  # those that stand out

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("classes_panel")
        self.setAccessibleName("Classes")
        self.model = ClassesModel(self)
        self.table = ClassesTable(self.model)
        self._empty = EmptyState(self.table, _NOTHING_OPEN)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._empty)
        self._make_actions()
        self.table.row_activated.connect(self._on_row_activated)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        header = self.table.horizontalHeader()
        for at, rate in enumerate(FIRST_RATES, start=1):
            header.moveSection(header.visualIndex(column_ids().index(rate) + 1), at)
        header.customContextMenuRequested.connect(self._open_columns_menu)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.setFocusProxy(self.table)
        self._theme: Theme = LIGHT
        self._has_curves = False
        self._chosen: tuple[int, ...] = ()
        self._follows = False
        self._wanted = frozenset(DEFAULT_COLUMNS)
        self._show_columns()

    def _make_actions(self) -> None:
        self.copy_action = QAction("&Copy Classes", self)
        self.copy_action.setObjectName("copy_classes")
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_rows)
        self.select_action = QAction("Select &All", self)
        self.select_action.setObjectName("select_all_classes")
        self.select_action.setShortcut(QKeySequence.StandardKey.SelectAll)
        self.select_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.select_action.triggered.connect(self.table.selectAll)
        self.assess_action = QAction("Assess against the &Rest", self)
        self.assess_action.setObjectName("assess_class")
        self.assess_action.triggered.connect(self._on_assess_triggered)
        for action in (self.copy_action, self.select_action):
            self.table.addAction(action)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the classes of a snapshot, and those that stand out."""
        self._show_classes(old, new)
        if new.choices.classes != self._chosen:
            self.show_chosen(new.choices.classes)

    def _show_classes(self, old: Snapshot, new: Snapshot) -> None:
        if new.overall is not old.overall or new.dataset is not old.dataset:
            overall = new.overall
            is_new = new.dataset is not old.dataset
            if is_new:
                self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            scores = new.class_scores
            self._has_curves = scores is not None
            of_class = overall.intervals.of_class if overall else None
            areas = None
            if scores is not None and new.dataset is not None:
                whose = new.dataset.sampling, new.dataset.subjects
                areas = ClassAreas(scores, new.inputs.intervals, *whose)
            per_class = overall.per_class if overall else None
            self.model.set_per_class(per_class, scores, of_class, areas)
            self._empty.sentence.setText(_why_empty(new))
            self._empty.show_content(shown=overall is not None)
            if is_new:
                self._chosen = ()
                self._show_swatches()
                self._show_columns()
            elif new.inputs.intervals != old.inputs.intervals:
                self._fit_columns()
        if new.positive != old.positive or new.dataset is not old.dataset:
            self.model.set_assessed(new.positive)
            self._show_assessed(new.positive)

    def set_theme(self, theme: Theme) -> None:
        """Recolour what has no value, and the samples of the curves."""
        self._theme = theme
        self.model.set_theme(theme)
        self._show_swatches()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures in another vocabulary."""
        self.model.set_vocabulary(vocabulary)
        self._fit_columns()

    @property
    def columns(self) -> tuple[str, ...]:
        """The ids of the columns that are wanted."""
        return tuple(column_id for column_id in column_ids() if column_id in self._wanted)

    def set_columns(self, ids: Iterable[str]) -> None:
        """Show some columns; names that are not known are left out."""
        self._wanted = frozenset(ids)
        self._show_columns()

    def show_chosen(self, classes: tuple[int, ...]) -> None:
        """Select the classes that stand out, such as those clicked on a plot."""
        self._chosen = classes
        selection = QItemSelection()
        for index in self._chosen:
            place = self.model.index(self.model.row_of(index), NAME_COLUMN)
            selection.select(place, place)
        flags = QItemSelectionModel.SelectionFlag
        self._follows = True
        self.table.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        self._follows = False
        if self._chosen:
            self.table.scrollTo(self.model.index(self.model.row_of(self._chosen[0]), NAME_COLUMN))
        self._show_swatches()

    def copy_rows(self) -> None:
        """Copy the selected classes, or all, with the heads as text between tabs."""
        selection = self.table.selectionModel()
        rows = sorted(index.row() for index in selection.selectedRows())
        rows = rows or list(range(self.model.rowCount()))
        if not rows:
            return
        header = self.table.horizontalHeader()
        in_order = [header.logicalIndex(visual) for visual in range(header.count())]
        columns = [column for column in in_order if not self.table.isColumnHidden(column)]
        lines = [self._heads(columns)]
        lines += [self._cells(row, columns) for row in rows]
        copy_cells(lines)

    # ------------------------------------------------------------------------- inside

    def _heads(self, columns: Sequence[int]) -> list[str]:
        """Return the heads of a copy: of a measure those of its limits, too."""
        heads = []
        for column in columns:
            title = self.model.title(column)
            limits = (
                [f"{title} lower", f"{title} upper"] if self.model.raw_limits(0, column) else []
            )
            heads += [title, *limits]
        return heads

    def _cells(self, row: int, columns: Sequence[int]) -> list[str]:
        model = self.model
        return [
            cell
            for column in columns
            for cell in (model.raw_cell(row, column), *model.raw_limits(row, column))
        ]

    def _show_columns(self) -> None:
        """Hide what is not wanted, and areas where there is nothing to rank."""
        for place, column_id in enumerate(column_ids(), start=1):
            has_none = place == AUC_COLUMN and not self._has_curves
            self.table.setColumnHidden(place, has_none or column_id not in self._wanted)
        self._fit_columns()

    def _show_swatches(self) -> None:
        """Show how the curve of each class is drawn, where it has a colour of its own."""
        if not self._has_curves or self.model.per_class is None:
            self.model.set_swatches({}, None)
            return
        ratio = self.devicePixelRatioF()
        placed = places(len(self.model.per_class.matrix), self._chosen)
        swatches = {
            index: _swatch(class_pen(place, self._theme, _LINE), ratio)
            for index, place in placed.items()
        }
        self.model.set_swatches(swatches, _swatch(QPen(Qt.PenStyle.NoPen), ratio))

    def _on_selection_changed(self) -> None:
        if self._follows:
            return
        rows = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        selected = [self.model.class_at(row) for row in rows]
        kept = [index for index in self._chosen if index in set(selected)]
        self._chosen = (*kept, *(index for index in selected if index not in set(kept)))
        self._show_swatches()
        self.classes_chosen.emit(list(self._chosen))

    def _fit_columns(self) -> None:
        """Give each column room for its head and its numbers."""
        metrics = QFontMetrics(self.table.font())
        per_class = self.model.per_class
        names = per_class.matrix.classes if per_class else ()
        longest = sorted(names, key=len, reverse=True)[:_SAMPLE]
        widest = max((metrics.horizontalAdvance(text.elided(name)) for name in longest), default=0)
        widest += SWATCH + GRID if self._has_curves else 0
        self.table.setColumnWidth(NAME_COLUMN, min(_WIDEST_NAME, max(GRID * 8, widest + GRID * 3)))
        largest = text.count(per_class.matrix.n if per_class else 0)
        for column in range(1, self.model.columnCount()):
            if self.table.isColumnHidden(column):
                continue
            value = largest if column < AUC_COLUMN else self.model.widest(column)
            title = metrics.horizontalAdvance(self.model.title(column)) + GRID * 2
            room = max(metrics.horizontalAdvance(value) + GRID * 2, min(title, _WIDEST_TITLE))
            if column >= AUC_COLUMN:
                room = max(
                    room, interval_width(self.table.font(), self.model.widest_limits(column))
                )
            self.table.setColumnWidth(column, room)

    def _show_assessed(self, positive: int | None) -> None:
        row = -1 if positive is None else self.model.row_of(positive)
        if row >= 0:
            self.table.scrollTo(self.model.index(row, NAME_COLUMN))

    def _on_row_activated(self, row: int) -> None:
        self.class_requested.emit(self.model.class_at(row))

    def _on_assess_triggered(self) -> None:
        if self.table.currentIndex().isValid():
            self._on_row_activated(self.table.currentIndex().row())

    def _open_menu(self, position: QPoint) -> None:
        menu = self._new_menu("classes_menu")
        index = self.table.currentIndex()
        self.assess_action.setEnabled(index.isValid())
        for action in (self.assess_action, self.copy_action, self.select_action):
            menu.addAction(action)
        menu.addSeparator()
        self._add_columns(menu.addMenu("&Columns"))
        menu.popup(self.table.viewport().mapToGlobal(position))

    def _open_columns_menu(self, position: QPoint) -> None:
        menu = self._new_menu("class_columns_menu")
        self._add_columns(menu)
        menu.popup(self.table.horizontalHeader().mapToGlobal(position))

    def _new_menu(self, name: str) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName(name)
        return menu

    def _add_columns(self, menu: QMenu) -> None:
        """Add one entry a column, those of a family in a menu of their own."""
        for column in COUNT_COLUMNS:
            self._add_column(menu, column.id)
        self._add_column(menu, AUC)
        menu.addSeparator()
        for family in Family:
            submenu = menu.addMenu(family.value)
            for metric in METRICS:
                if metric.family is family:
                    self._add_column(submenu, metric.id)
        menu.addSeparator()
        usual = menu.addAction("The &Usual Columns")
        usual.setObjectName("usual_class_columns")
        usual.triggered.connect(lambda: self._choose_columns(DEFAULT_COLUMNS))
        every = menu.addAction("&All Columns")
        every.setObjectName("all_class_columns")
        every.triggered.connect(lambda: self._choose_columns(column_ids()))

    def _add_column(self, menu: QMenu, column_id: str) -> None:
        place = column_ids().index(column_id) + 1
        title, full = self.model.title(place), self.model.full_title(place)
        action = menu.addAction(full if title == full else f"{full} ({title})")
        action.setObjectName(f"class_column_{column_id}")
        action.setCheckable(True)
        action.setChecked(column_id in self._wanted)
        action.triggered.connect(lambda shown: self._show_column(column_id, shown=shown))

    def _show_column(self, column_id: str, *, shown: bool) -> None:
        others = tuple(known for known in self.columns if known != column_id)
        self._choose_columns((*others, column_id) if shown else others)

    def _choose_columns(self, ids: Iterable[str]) -> None:
        self.set_columns(ids)
        self.columns_changed.emit(list(self.columns))


def _swatch(pen: QPen, ratio: float) -> QIcon:
    """Return a sample of a line, which looks the same in a selected row."""
    sample = QPixmap(round(SWATCH * ratio), round(SWATCH * ratio / 2))
    sample.setDevicePixelRatio(ratio)
    sample.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sample)
    painter.setPen(pen)
    painter.drawLine(QPointF(0, SWATCH / 4), QPointF(SWATCH, SWATCH / 4))
    painter.end()
    result = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        result.addPixmap(sample, mode)
    return result


def _why_empty(snapshot: Snapshot) -> str:
    if snapshot.dataset is None:
        return _NOTHING_OPEN
    return _NO_CLASSES if snapshot.ranking is not None else _NO_CALLS
