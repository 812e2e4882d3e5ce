"""The table of predictions: every row of the file with its call, searched, filtered and sorted."""

from __future__ import annotations

import math
from itertools import chain, islice
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QKeySequence,
    QPalette,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.grey_zone import grey_ends
from evalgui.core.languages import tr
from evalgui.core.selection import NO_SELECTION
from evalgui.core.singled_out import same_table
from evalgui.gui.described import set_tip
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, HAS_GUARDED, Theme, copy_lines, icon, text
from evalgui.gui.models.arranging import SORTED_AT_ONCE
from evalgui.gui.models.calls.outcomes import same_calls
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.predictions_model import PredictionsModel
from evalgui.gui.models.row_copier import RowCopier
from evalgui.gui.panels.elided import ElidedLabel
from evalgui.gui.panels.first_columns import FirstColumns
from evalgui.gui.panels.predictions_table import PredictionsTable, selected_ranges
from evalgui.gui.panels.row_menu import RowMenu
from evalgui.gui.panels.row_picks import RowPicks
from evalgui.gui.panels.row_walk import ErrorWalk, SelectedWalk
from evalgui.gui.panels.rows_shown import n_rows, rows_shown
from evalgui.gui.panels.search_field import SearchField
from evalgui.gui.panels.selection_bar import SelectionBar
from evalgui.gui.panels.shown_columns import ShownColumns

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.selection import Selection
    from evalgui.core.snapshot import Snapshot

MOST_COPIED_ROWS = 10_000
_MOST_COPIED_CELLS = 1_000_000
_MOST_KEPT_SELECTED = 10_000  # rows whose selection survives a new order
_SEARCH_DELAY = 200  # milliseconds after the last letter
_LARGE = 100_000  # rows, beyond which one letter is not searched for
_TOO_LITTLE = tr(". Type two letters or more to search")
_NOTE_FOR = 6_000  # milliseconds


class PredictionsPanel(QWidget):
    """A search field, the table, and a line that says which rows are shown."""

    selection_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("predictions_panel")
        self.setAccessibleName(tr("Predictions"))
        self.model = PredictionsModel(self)
        self.table = PredictionsTable(self.model)
        self.search_field = SearchField(
            "predictions_search",
            tr("Search the rows"),
            tr("Show the rows with this text in a column of the file"),
        )
        self.status = ElidedLabel("rows_shown")
        self.status.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.status.setAccessibleDescription(tr("Rows shown"))  # its name is its text
        self.show_all = QPushButton(tr("Show all"))
        self.show_all.setObjectName("show_all_rows")
        self.show_all.setAccessibleName(tr("Show all rows"))
        self.show_all.setAutoDefault(False)
        self.stop_copying = QPushButton(tr("Stop copying"))
        self.stop_copying.setObjectName("stop_copying")
        self.stop_copying.setAutoDefault(False)
        self.stop_copying.hide()
        self._columns = FirstColumns(self.table, self.model)
        self.shown = ShownColumns(self.table, self.model)
        self._copier = RowCopier(self)
        self._errors = ErrorWalk(self.table, self.model)
        self._selected = SelectedWalk(self.table, self.model)
        self._revealed: Selection = NO_SELECTION
        self.picks = RowPicks(self.table, self.model)
        self.row_menu = RowMenu(self.model, self)
        self.selection_bar = SelectionBar()
        self._n_selected = 0
        self.aside = QPushButton()
        self.aside.setObjectName("rows_aside_button")
        self.aside.setToolTip(tr("List the rows set aside by hand, with the reasons"))
        self.aside.setAutoDefault(False)
        self._offered: tuple[QAction, ...] = ()
        self.at_threshold = QToolButton()
        self.at_threshold.setObjectName("rows_at_threshold")
        self.at_threshold.setAccessibleName(tr("Show the rows at the threshold"))
        self.at_threshold.setToolTip(tr("Sort by the score and show the rows at the threshold"))
        self.at_threshold.setAutoRaise(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._make_content())
        self._goes_to_threshold = False
        self._typing = _single_shot(self, _SEARCH_DELAY, self._search)
        self._noting = _single_shot(self, _NOTE_FOR, self._say_what_is_shown)
        self._left_at = -1  # where the rows at the threshold were scrolled to
        self._make_actions()
        self._connect()
        self._say_what_is_shown()

    def _make_content(self) -> QWidget:
        content = QWidget()
        top = QHBoxLayout()
        top.setContentsMargins(GRID, GRID, GRID, 0)
        top.setSpacing(GRID // 2)
        top.addWidget(self.search_field, 1)
        top.addWidget(self.at_threshold)
        top.addWidget(self.shown.button)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(GRID, 0, GRID, GRID // 2)
        bottom.addWidget(self.status, 1)
        bottom.addWidget(self.stop_copying)
        bottom.addWidget(self.aside)
        bottom.addWidget(self.show_all)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addLayout(top)
        layout.addWidget(self.selection_bar)
        layout.addWidget(self.table, 1)
        layout.addLayout(bottom)
        return content

    def _make_actions(self) -> None:
        self.copy_action = QAction(tr("&Copy Rows"), self)
        self.copy_action.setObjectName("copy_rows")
        self.copy_action.setShortcut(QKeySequence.StandardKey.Copy)
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy_rows)
        self.select_action = QAction(tr("Select &All"), self)
        self.select_action.setObjectName("select_all_rows")
        self.select_action.setShortcut(QKeySequence.StandardKey.SelectAll)
        self.select_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.select_action.triggered.connect(self.table.selectAll)
        self.threshold_action = QAction(tr("Show the Rows at the &Threshold"), self)
        self.threshold_action.setObjectName("show_rows_at_threshold")
        self.threshold_action.triggered.connect(self.go_to_threshold)
        for action in (self.copy_action, self.select_action):
            self.table.addAction(action)

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._on_text_changed)
        self.search_field.left_downward.connect(self.table.setFocus)
        self.search_field.returnPressed.connect(self._search)
        self.show_all.clicked.connect(self.clear_filter)
        self.selection_bar.only.toggled.connect(self._narrow)
        self.selection_bar.walked.connect(lambda forward: self.go_to_selected(forward=forward))
        self.at_threshold.clicked.connect(self.go_to_threshold)
        self.table.filter_cleared.connect(self.clear_filter)
        self.table.letters_typed.connect(self._search_for)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.model.rearranging.connect(self._on_rearranging)
        self.model.rearranged.connect(self._on_rearranged)
        self.model.activity_changed.connect(self._say_what_is_shown)
        self.model.failed.connect(self._note)
        self._copier.progressed.connect(self._on_copying)
        self._copier.made.connect(self._on_copied)
        self._copier.failed.connect(self._note)
        self._copier.ended.connect(self.stop_copying.hide)
        self.stop_copying.clicked.connect(self._on_copying_stopped)
        self.shown.changed.connect(self._columns.make_room)
        self.table.resized.connect(self._keep_line_in_view)
        self.table.heads.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.heads.customContextMenuRequested.connect(self._open_columns)
        lead_focus(self, self.table)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the rows of a snapshot, or call them at its threshold."""
        threshold = new.point.threshold if new.point else math.nan
        if _other_calls(old, new):
            columns = self.model.columnCount()
            is_kept = columns > 0 and same_table(old, new)
            selection, place = self.model.selection, self.table.verticalScrollBar().value()
            had_line, was_at_line = self.model.boundary() is not None, place == self._left_at
            self.model.set_data(new.dataset, calls_of(new))
            is_new = columns == 0 or not (is_kept or _same_columns(old, new))
            self._lay_out(new, is_new=is_new)
            if is_kept:
                self._show_as_before(selection, place)
            if is_new or (had_line and self.model.boundary() is None):
                self._begin_at_line()
            elif was_at_line:
                self._scroll_to_boundary()
        elif new.point is not old.point:
            self.model.set_threshold(threshold, moves_rows=not same_calls(old, new))
            self.table.update_selected()
            self.table.set_boundary(self.model.boundary())
        had_zone, ends = self.model.seen.grey is not None, grey_ends(new)
        if had_zone or ends is not None:
            self._show_zone(ends, had_zone=had_zone)
        self.model.set_lit(new.lit.selected)
        self.selection_bar.show_snapshot(new)
        if new.choices.selection != old.choices.selection or _other_calls(old, new):
            self._narrow()
        is_other = new.lit.selected is not old.lit.selected
        self._reveal(new.choices.selection)
        if is_other or (self.model.seen.follows_threshold and new.point is not old.point):
            self._say_what_is_shown()

    def _show_zone(self, ends: tuple[float, float] | None, *, had_zone: bool) -> None:
        """Mark the rows that are called neither way, and show the calls while there are such."""
        self.model.set_grey(ends)
        if ends is not None and not had_zone:
            self._columns.widen(self.model.call_column)
        if had_zone != (ends is not None):
            self.shown.follow()
            self._name_line()

    def _narrow(self) -> None:
        """Show only the selected rows where that is wanted, and all where none is selected."""
        bar = self.selection_bar
        selection = bar.snapshot.choices.selection
        wanted = selection if bar.only.isChecked() else NO_SELECTION
        if wanted != self.model.selection:
            self.show_selection(wanted)

    def _reveal(self, selection: Selection) -> None:
        """Scroll to another selection, once."""
        if self.model.seen.lit is None:
            self._revealed = NO_SELECTION
        elif selection != self._revealed:
            self._revealed = selection
            self.table.reveal_selected()

    def _show_as_before(self, selection: Selection, place: int) -> None:
        """Search, sort, filter and scroll other rows of a table as those before were."""
        header = self.table.horizontalHeader()
        if header.sortIndicatorSection() >= 0:
            self.model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        self._search()
        self.model.set_selection(selection)
        self.table.verticalScrollBar().setValue(place)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the outcomes, the line at the threshold and the icon."""
        self.model.set_theme(theme)
        self.table.set_accent(theme.accent)
        self.at_threshold.setIcon(icon("threshold", theme))
        palette = self.status.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.faint_text))
        self.status.setPalette(palette)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the calls and the outcomes as a vocabulary does."""
        self.model.set_vocabulary(vocabulary)
        self._name_line()
        self.selection_bar.set_vocabulary(vocabulary)
        for column in (self.model.outcome_column, self.model.call_column):
            if column < self.model.columnCount():
                self._columns.fit(column)
        if not self._noting.isActive():
            self._say_what_is_shown()

    def set_calm(self, *, is_calm: bool) -> None:
        """Show what decides alone until more is asked for, or every column."""
        self._columns.fills = is_calm
        self.shown.set_calm(is_calm=is_calm)
        if self.table.horizontalHeader().sortIndicatorSection() < 0:
            self._begin_at_line()

    def _begin_at_line(self) -> None:
        """Show the rows at the threshold in a calm window, where nobody has to wait for that."""
        if self.shown.is_calm and self.model.n_all <= SORTED_AT_ONCE:
            self.go_to_threshold()

    def show_selection(self, selection: Selection) -> None:
        """Show only the rows of a selection; that of no term shows all."""
        self.model.set_selection(selection)
        if selection:
            self.table.scrollToTop()

    def clear_filter(self) -> None:
        """Show all rows; where all are shown, select none."""
        if not self.model.is_filtered:
            self.selection_cleared.emit()
            return
        self.search_field.clear()
        self._search()
        self.selection_bar.only.setChecked(False)
        self.show_selection(NO_SELECTION)

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def go_to_threshold(self) -> None:
        """Sort by the score where that is not so, and show the rows around the threshold."""
        if self.model.boundary() is not None:
            self._scroll_to_boundary()
            return
        column = self.model.score_column()
        if column >= 0:
            self._goes_to_threshold = True
            self.table.sortByColumn(column, self.model.best_first())

    def go_to_error(self, *, forward: bool) -> None:
        """Select the next row on show that is called wrong, nearest to the threshold first."""
        self._note(self._errors.go(forward=forward))

    def go_to_selected(self, *, forward: bool) -> None:
        """Pick the next selected row on show."""
        self._note(self._selected.go(forward=forward))

    def copy_rows(self) -> None:
        """Copy the selected rows, with their header, as text between tabs."""
        ranges = selected_ranges(self.table)
        n_selected = sum(len(part) for part in ranges)
        places = list(islice(chain.from_iterable(ranges), MOST_COPIED_ROWS))
        if not places:
            return
        header = self.table.horizontalHeader()
        columns = [header.logicalIndex(visual) for visual in range(header.count())]
        titles = [self.model.title(column) for column in columns]
        most = max(1, _MOST_COPIED_CELLS // len(columns))
        self._n_selected = n_selected
        self._copier.copy(self.model.picked(places[:most], columns, titles))

    def _on_copying(self, share: float) -> None:
        self.stop_copying.show()
        self._note(tr("Copying rows: {share}", share=text.percent_tick(share, 0.01)))

    def _on_copied(self, copied: str, n: int) -> None:
        n_guarded = copy_lines(copied)
        of_all = n_rows(n)
        if self._n_selected > n:
            of_all = tr(
                "the first {n} of {n_selected} rows",
                n=text.count(n),
                n_selected=text.count(self._n_selected),
            )
        self._note(tr("Copied {of_all}", of_all=of_all) + (f"; {HAS_GUARDED}" if n_guarded else ""))

    def _on_copying_stopped(self) -> None:
        self._copier.cancel()
        self._note(tr("Nothing was copied"))

    def offer(self, set_aside: QAction, list_aside: QAction) -> None:
        """Have actions of the window in the menu of the rows, and the last behind a button."""
        self._offered = (set_aside, list_aside)
        self.aside.clicked.connect(list_aside.trigger)

    def selected_rows(self, most: int) -> list[int]:
        """Return the numbers in the file of the selected rows, of `most` at most and one more."""
        return self.picks.rows(most)

    def shut_down(self) -> None:
        """End the background work."""
        self._copier.shut_down()
        self.model.shut_down()

    # ------------------------------------------------------------------------- inside

    def _lay_out(self, new: Snapshot, *, is_new: bool) -> None:
        self._count_aside(new.dataset)
        self.at_threshold.setEnabled(self.model.score_column() >= 0)
        self.threshold_action.setEnabled(self.model.score_column() >= 0)
        if new.dataset is None:
            return
        if not is_new:
            if self.table.lead(self.model.leading_columns()):
                self.shown.follow()
            return
        header = self.table.horizontalHeader()
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.search_field.clear()
        self._typing.stop()
        self._columns.dress()
        self.shown.begin()
        self.table.scrollToTop()
        self.table.horizontalScrollBar().setValue(0)
        numbers = new.dataset.file_rows
        largest = new.dataset.n if numbers is None or not len(numbers) else int(numbers.max())
        advance = self.table.verticalHeader().fontMetrics().horizontalAdvance(str(largest))
        self.table.verticalHeader().setFixedWidth(advance + GRID * 3 // 2)
        self._columns.make_room()

    def _count_aside(self, dataset: Dataset | None) -> None:
        exclusions = () if dataset is None else dataset.exclusions
        n_aside = sum(one.count for one in exclusions if one.is_by_hand)
        self.aside.setText(
            tr("{n_aside} set aside\N{HORIZONTAL ELLIPSIS}", n_aside=text.count(n_aside))
        )
        self.aside.setVisible(n_aside > 0)

    def _on_text_changed(self, wanted: str) -> None:
        if wanted:
            self._typing.start()
            self._say_what_is_shown()
        else:
            self._search()

    def _search(self) -> None:
        self._typing.stop()
        self.model.set_search("" if self._is_too_little() else self._wanted())
        self._say_what_is_shown()

    def _wanted(self) -> str:
        return self.search_field.text().strip()

    def _is_too_little(self) -> bool:
        """Return whether one letter is typed, which is in nearly every one of many rows."""
        return len(self._wanted()) == 1 and self.model.n_all > _LARGE

    def _search_for(self, letters: str) -> None:
        """Search for what is typed into the table, all over the file."""
        if self.model.n_all:
            self.search_field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.search_field.setText(letters)

    def _on_rearranging(self, changes_length: bool) -> None:  # noqa: FBT001 - a slot
        """Let go of a selection that would take long to follow, or would mean something else."""
        n_selected = sum(len(part) for part in selected_ranges(self.table))
        is_all = n_selected == self.model.rowCount()
        if (is_all and changes_length) or (not is_all and n_selected > _MOST_KEPT_SELECTED):
            self.table.clearSelection()

    def _on_rearranged(self) -> None:
        self._say_what_is_shown()
        self._name_line()
        self.table.set_boundary(self.model.boundary())
        if self._goes_to_threshold and self.model.boundary() is not None:
            self._goes_to_threshold = False
            self._scroll_to_boundary()

    def _name_line(self) -> None:
        """Say at the line which side of it is called positive; nothing where there are three."""
        sides = (tr("below"), "\N{DOWNWARDS ARROW}")
        if self.model.is_best_first:
            sides = (tr("above"), "\N{UPWARDS ARROW}")
        call = self.model.words.decision.replace("positive", "+")
        is_grey = self.model.seen.grey is not None
        self.table.say_at_line(() if is_grey else tuple(f"{call} {side}" for side in sides))

    def _open_columns(self, position: QPoint) -> None:
        if self.shown.is_calm:
            self.shown.menu.popup(self.table.heads.viewport().mapToGlobal(position))

    def _scroll_to_boundary(self) -> None:
        boundary = self.model.boundary()
        if boundary is None or self.model.rowCount() == 0:
            return
        visible = self.table.viewport().height() // self.table.verticalHeader().defaultSectionSize()
        self.table.verticalScrollBar().setValue(max(0, boundary - visible // 2))
        self._left_at = self.table.verticalScrollBar().value()

    def _keep_line_in_view(self) -> None:
        """Scroll to the threshold in another height, too, unless somebody scrolled since."""
        if self.table.verticalScrollBar().value() == self._left_at:
            self._scroll_to_boundary()

    def _say_what_is_shown(self) -> None:
        self._noting.stop()
        search = self.model.search
        self.show_all.setVisible(self.model.is_filtered)
        activity = self.model.activity
        if self._typing.isActive() and self._wanted() != search and not self._is_too_little():
            activity = tr("Searching")  # it begins when nothing more is typed
        if activity:  # what will come of it is not known
            self._tell(f"{activity}\N{HORIZONTAL ELLIPSIS}")
            return
        hint = _TOO_LITTLE if self._is_too_little() and not search else ""
        self._tell(rows_shown(self.model, self.selection_bar.snapshot) + hint)

    def _tell(self, words: str) -> None:
        self.status.setText(words)
        set_tip(self.status, words)

    def _note(self, sentence: str) -> None:
        self._tell(sentence)
        self._noting.start()

    def _open_menu(self, position: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setObjectName("predictions_menu")
        self.copy_action.setEnabled(self.table.selectionModel().hasSelection())
        menu.addActions([self.copy_action, self.select_action, self.threshold_action])
        self.row_menu.add_to(menu, self.table.indexAt(position))
        menu.addSeparator()
        menu.addActions(list(self._offered))
        menu.aboutToHide.connect(lambda: self.copy_action.setEnabled(True))
        menu.popup(self.table.viewport().mapToGlobal(position))


def _single_shot(parent: QWidget, interval: int, slot: object) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval)
    timer.timeout.connect(slot)
    return timer


def _other_calls(old: Snapshot, new: Snapshot) -> bool:
    """Return whether rows are others, or are called by something else than before."""
    before, after = old.inputs, new.inputs
    if after.dataset is before.dataset and new.ranking is old.ranking is not None:
        return False
    return (
        after.dataset is not before.dataset
        or after.score != before.score
        or new.positive != old.positive
    )


def _same_columns(old: Snapshot, new: Snapshot) -> bool:
    if old.dataset is None or new.dataset is None:
        return False
    return old.dataset.columns is new.dataset.columns and old.dataset.n == new.dataset.n
