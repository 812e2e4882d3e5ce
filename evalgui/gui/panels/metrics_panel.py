"""The measures at the threshold: a tree of families with a filter, and favourites on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QVBoxLayout, QWidget

from evalgui.core.choices import NO_CHOICES
from evalgui.core.languages import tr
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, Theme, icon
from evalgui.gui.models.calls.outcomes import same_numbers
from evalgui.gui.models.measures import n_counted
from evalgui.gui.models.metrics_model import MetricsModel
from evalgui.gui.panels.measure_menu import MeasureMenu
from evalgui.gui.panels.metrics_tree import MetricsTree
from evalgui.gui.panels.multiclass_editor import MulticlassEditor
from evalgui.gui.panels.parameter_editor import ParameterDialog
from evalgui.gui.panels.pin_button import PinButton
from evalgui.gui.panels.prevalence_field import PrevalenceQuestion
from evalgui.gui.panels.search_field import SearchField

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QPoint

    from evalgui.core.metrics import Vocabulary
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.topics.measures import MeasureRow


class MetricsPanel(QWidget):
    """A filter field and the tree of measures."""

    metric_selected = Signal(str)
    plot_requested = Signal(list)
    parameters_requested = Signal(object)
    multiclass_requested = Signal(object)
    favourites_changed = Signal(list)
    folded_changed = Signal(list)
    bars_requested = Signal(bool)
    intervals_requested = Signal()
    prevalence_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("metrics_panel")
        self.setAccessibleName(tr("Metrics"))
        self._folded: set[str] = set()
        self._is_arranging = False
        self._current: tuple[str, str] | None = None
        self.model = MetricsModel(self)
        self.tree = MetricsTree(self.model)
        self.model.set_font(self.tree.font())
        self.search_field = SearchField(
            "metrics_search",
            tr("Find a measure"),
            tr("Any of its names: 'recall', 'sensitivity', 'hit rate'"),
        )
        self.multiclass = MulticlassEditor()
        self.nothing_found = QLabel(tr("No measure has such a name"))
        self.nothing_found.setObjectName("no_metric_found")
        self.nothing_found.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing_found.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing_found.hide()
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, GRID, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(self._make_top())
        layout.addWidget(self.prevalence.note)
        layout.addWidget(self.multiclass)
        layout.addWidget(self.nothing_found)
        layout.addWidget(self.tree, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(content)
        self._make_actions()
        self._connect()
        self._unfold()

    def _make_top(self) -> QHBoxLayout:
        self.pin_button = PinButton()
        self.prevalence = PrevalenceQuestion("metrics_prevalence")
        top = QHBoxLayout()
        top.setContentsMargins(GRID, 0, GRID, 0)
        top.setSpacing(GRID // 2)
        top.addWidget(self.search_field, 3)
        top.addWidget(self.prevalence.label)
        top.addWidget(self.prevalence.field, 2)
        top.addWidget(self.pin_button)
        return top

    def _make_actions(self) -> None:
        self.copies = MeasureMenu(self.tree)
        self.favourite_action = self._action(
            "toggle_favourite", tr("&Favourite"), self.toggle_favourites
        )
        self.favourite_action.setShortcut(QKeySequence(Qt.Key.Key_F))
        self.favourite_action.setCheckable(True)
        self.plot_action = self._action(
            "plot_measures", tr("&Plot Against Threshold"), self._request_plot
        )
        self.edit_action = self._action(
            "edit_parameters", tr("&Edit Numbers\N{HORIZONTAL ELLIPSIS}"), self.edit_parameters
        )
        self.unfold_action = self._action("unfold_families", tr("&Unfold All"), self.tree.expandAll)
        self.all_action = self._action(
            "show_all_measures", tr("Measures of &All Fields"), self._show_all
        )
        self.all_action.setCheckable(True)
        self.bars_action = self._action("show_bars", tr("Interval &Bars"), self._request_bars)
        self.bars_action.setCheckable(True)
        self.bars_action.setChecked(NO_CHOICES.has_bars)
        self.intervals_action = self._action(
            "choose_intervals",
            tr("&Intervals\N{HORIZONTAL ELLIPSIS}"),
            self.intervals_requested.emit,
        )
        self.fold_action = self._action("fold_families", tr("F&old All"), self.tree.collapseAll)
        self.favourite_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.tree.addAction(self.favourite_action)

    def _action(self, name: str, words: str, run: Callable[[], object]) -> QAction:
        action = QAction(words, self)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: run())
        return action

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._on_filter_changed)
        self.search_field.left_downward.connect(self._enter_tree)
        self.tree.pins_requested.connect(self.pin_button.open_menu)
        self.multiclass.settings_requested.connect(self.multiclass_requested)
        self.prevalence.field.prevalence_requested.connect(self.prevalence_requested)
        self.tree.intervals_requested.connect(self.intervals_requested)
        self.tree.header().addActions([self.intervals_action, self.bars_action])
        self.model.modelAboutToBeReset.connect(self._on_about_to_reset)
        self.model.modelReset.connect(self._on_reset)
        self.tree.collapsed.connect(self._on_collapsed)
        self.tree.expanded.connect(self._on_expanded)
        self.tree.star_clicked.connect(self._toggle)
        self.tree.activated.connect(self._on_activated)
        self.tree.selectionModel().currentChanged.connect(self._on_current_changed)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        lead_focus(self, self.tree)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the measures of a snapshot."""
        self.prevalence.show_snapshot(old, new)
        self._show_values(old, new)
        self.pin_button.show_snapshot(old, new)
        if new.pins is not old.pins:
            pins = new.choices.pins
            self.set_pinned(new.pinned, pins.letters[pins.compared] if new.pins else "")
        if new.choices is not old.choices:
            self.tree.show_bars(shown=new.choices.has_bars)
            self.bars_action.setChecked(new.choices.has_bars)

    def _show_values(self, old: Snapshot, new: Snapshot) -> None:
        is_same_data = new.dataset is old.dataset
        if new.choices.hides_answers != old.choices.hides_answers:
            self.model.set_snapshot(new)
        same_intervals = new.inputs.intervals == old.inputs.intervals
        same_intervals &= new.summaries is old.summaries and new.resampled is old.resampled
        if is_same_data and new.overall is old.overall and new.ranking is old.ranking:
            same_formulas = new.inputs.parameters is old.inputs.parameters and same_intervals
            is_same_step = new.ranking is not None and same_numbers(old, new)
            if new.point is old.point or (is_same_step and same_formulas):
                self.model.keep_snapshot(new)
                return
        self.multiclass.show_snapshot(old, new)
        self.model.set_snapshot(new)
        if not is_same_data:
            self.tree.make_room(n_counted(new))
        elif new.inputs.intervals != old.inputs.intervals:
            self.tree.share_width()  # the head names the level

    def set_theme(self, theme: Theme) -> None:
        """Recolour what is faint."""
        self.pin_button.setIcon(icon("pin", theme))
        self.multiclass.set_theme(theme)
        self.model.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as another field does."""
        self.prevalence.set_vocabulary(vocabulary)
        self.pin_button.set_vocabulary(vocabulary)
        self.model.set_vocabulary(vocabulary)
        self.tree.share_width()
        self.multiclass.set_vocabulary(vocabulary)

    def focus_search(self) -> None:
        """Put the cursor into the filter field."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # ------------------------------------------------------------------ what is chosen

    def folded(self) -> list[str]:
        """Return the families that are folded."""
        return sorted(self._folded)

    def set_folded(self, titles: Sequence[str]) -> None:
        """Fold some families and unfold the others."""
        self._folded = set(titles)
        self._unfold()

    def favourites(self) -> list[str]:
        """Return the ids of the measures on top."""
        return list(self.model.favourites)

    def set_favourites(self, ids: Sequence[str]) -> None:
        """Show some measures on top."""
        self.model.set_favourites(ids)

    def set_pinned(self, point: OperatingPoint | None, letter: str = "") -> None:
        """Show the values at another threshold beside the live ones; None shows none."""
        self.model.set_pinned(point, letter)
        self.tree.show_pinned(shown=point is not None)

    def selected(self) -> list[MeasureRow]:
        """Return the selected measures from the top, each once."""
        return self.tree.chosen()

    def toggle_favourites(self) -> None:
        """Make the selected measures favourites; if they all are, make none of them one."""
        ids = [entry.id for entry in self.selected()]
        if ids:
            self._toggle(*ids)

    def _toggle(self, *ids: str) -> None:
        before = self.model.favourites
        if all(entry_id in before for entry_id in ids):
            after = [entry_id for entry_id in before if entry_id not in ids]
        else:
            after = [*before, *(entry_id for entry_id in ids if entry_id not in before)]
        self.model.set_favourites(after)
        self.favourites_changed.emit(after)

    # ------------------------------------------------------------------------- actions

    def _show_all(self) -> None:
        """Show the measures that are foreign to the field, too, or no longer."""
        self.model.set_all(has_all=self.all_action.isChecked())

    def _request_bars(self) -> None:
        """Ask; what is shown changes when the answer comes."""
        wanted = self.bars_action.isChecked()
        self.bars_action.setChecked(not wanted)
        self.bars_requested.emit(wanted)

    def _request_plot(self) -> None:
        ids = [entry.id for entry in self.selected() if entry.is_plotted]
        if ids:
            self.plot_requested.emit(ids)

    def edit_parameters(self) -> None:
        """Open the fields for the numbers in the formula of the current measure."""
        entry = self.model.entry(self.tree.currentIndex())
        if entry is None or not entry.settings:
            return
        dialog = ParameterDialog(
            self.model.name(entry),
            entry.settings,
            self.model.snapshot.inputs.parameters,
            self.model.vocabulary,
            self,
        )
        dialog.editor.parameters_requested.connect(self.parameters_requested)
        dialog.open()

    # -------------------------------------------------------------------------- inside

    def _on_filter_changed(self, words: str) -> None:
        self.model.set_filter(words.strip())
        self.nothing_found.setVisible(not self.model.sections)

    def _on_about_to_reset(self) -> None:
        """Remember which row is the current one, and how far the tree is scrolled."""
        self._is_arranging = True
        index = self.tree.currentIndex()
        entry = self.model.entry(index)
        self._current = (entry.id, self.model.section_of(index).title) if entry else None
        self._scrolled = self.tree.verticalScrollBar().value()

    def _on_reset(self) -> None:
        self._unfold()
        if self._current is not None:
            index = self.model.index_of(*self._current)
            if not index.isValid():  # it is not a favourite any more, or is found elsewhere
                index = self.model.index_of(self._current[0])
            if index.isValid():
                flag = QItemSelectionModel.SelectionFlag
                self.tree.selectionModel().setCurrentIndex(index, flag.ClearAndSelect | flag.Rows)
                self.tree.verticalScrollBar().setValue(self._scrolled)
                self.tree.scrollTo(index)
        self._is_arranging = False

    def _unfold(self) -> None:
        """Unfold the families, apart from those the user folded, unless something is sought."""
        before, self._is_arranging = self._is_arranging, True
        folded = set() if self.search_field.text().strip() else self._folded
        for row, section in enumerate(self.model.sections):
            self.tree.setFirstColumnSpanned(row, QModelIndex(), True)
            index = self.model.index(row, 0)
            if self.tree.isExpanded(index) != (section.title not in folded):
                self.tree.setExpanded(index, section.title not in folded)
        self._is_arranging = before

    def _on_collapsed(self, index: QModelIndex) -> None:
        self._remember_fold(index, is_folded=True)

    def _on_expanded(self, index: QModelIndex) -> None:
        self._remember_fold(index, is_folded=False)

    def _remember_fold(self, index: QModelIndex, *, is_folded: bool) -> None:
        # "Unfold all" unfolds measures as well; while something is sought all is unfolded.
        if self._is_arranging or self.model.entry(index) or self.search_field.text().strip():
            return
        title = self.model.section_of(index).title
        if (title in self._folded) != is_folded:
            (self._folded.add if is_folded else self._folded.discard)(title)
            self.folded_changed.emit(self.folded())

    def _enter_tree(self) -> None:
        if not self.model.sections:
            return
        self.tree.setCurrentIndex(self.model.index(0, 0, self.model.index(0, 0)))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_activated(self, index: QModelIndex) -> None:
        entry = self.model.entry(index)
        if entry is not None and entry.settings:
            self.edit_parameters()
        elif entry is not None:
            self.tree.ask(index)

    def _on_current_changed(self, current: QModelIndex) -> None:
        entry = self.model.entry(current)
        if entry is not None and not self._is_arranging:
            self.metric_selected.emit(entry.id)

    def _open_menu(self, position: QPoint) -> None:
        chosen = self.selected()
        current = self.model.entry(self.tree.currentIndex())
        favourites = self.model.favourites
        self.favourite_action.setChecked(
            bool(chosen) and all(entry.id in favourites for entry in chosen)
        )
        self.plot_action.setEnabled(any(entry.is_plotted for entry in chosen))
        self.edit_action.setEnabled(current is not None and bool(current.settings))
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("metrics_menu")
        menu.addActions([self.favourite_action, self.plot_action, self.edit_action])
        menu.addSeparator()
        self.copies.add_to(menu)
        menu.addSeparator()
        menu.addActions([self.unfold_action, self.fold_action, self.all_action])
        menu.addSeparator()
        menu.addActions([self.intervals_action, self.bars_action])
        menu.popup(self.tree.viewport().mapToGlobal(position))
