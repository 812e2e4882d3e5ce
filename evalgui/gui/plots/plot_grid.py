"""The middle of the window: the plots that were chosen, and any one of them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QStackedLayout, QTabBar, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY
from evalgui.gui.deferred import Deferred
from evalgui.gui.focus import is_in_sight
from evalgui.gui.isolation import show_each
from evalgui.gui.look import GRID, LIGHT
from evalgui.gui.plots.grid_layout import (
    cells_of_all,
    cells_of_rows,
    extent,
    is_of_equal_rows,
    share_room,
)
from evalgui.gui.plots.kinds import plot_kinds
from evalgui.gui.plots.plot import PASSED_ON, Plot
from evalgui.gui.plots.status_tip import StatusTip

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from PySide6.QtGui import QResizeEvent

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.gui.focus import Region
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.class_grid import ClassGrid
    from evalgui.gui.plots.grid_layout import Cell
    from evalgui.gui.plots.plot import PlotKind

_NO_SCORES = tr("This file has no scores: curves need one")
_STRIP_FROM = 500  # pixels of height below which the scores get a tab of their own


class PlotGrid(QWidget):
    """The plots that were chosen, each made when it is first seen; the others cost nothing."""

    threshold_requested = Signal(float)
    second_requested = Signal(float)
    drag_committed = Signal()
    drag_dropped = Signal()
    looked_at = Signal(float)
    looked_away = Signal()
    choice_requested = Signal(object)
    pin_requested = Signal(float)
    marks_requested = Signal(bool)
    brushed = Signal(float, float, str)
    copy_requested = Signal(str)
    export_requested = Signal(str)
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    number_asked = Signal(str, QRect)
    score_requested = Signal(int)
    data_set_requested = Signal(int)
    maximised_changed = Signal(str)
    chosen_changed = Signal()
    axes_requested = Signal(object)
    bands_requested = Signal(str)
    requested = Signal(object)
    awaited = Signal(object)
    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plot_grid")
        self.setAccessibleName(tr("Plots"))
        self.kinds: dict[str, PlotKind] = {kind.id: kind for kind in plot_kinds()}
        # The ids of the plots that are shown until others are chosen.
        self.shown_at_first = tuple(kind.id for kind in self.kinds.values() if kind.at_first)
        self._rows: tuple[tuple[str, ...], ...] | None = None  # until it is known which; () for all
        self._made: dict[str, Plot] = {}
        self._snapshot: Snapshot = EMPTY
        self._known: dict[str, Snapshot] = {}  # the last one that each plot was shown
        self._theme: Theme | None = None
        self._vocabulary = Vocabulary.MACHINE_LEARNING
        self._cells: dict[str, Cell] = {}
        self._alone = ""
        self._is_calm = False
        self.hint = StatusTip()
        self._message = QLabel(_NO_SCORES)
        self._message.setObjectName("plots_message")
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._tabs = QTabBar()
        self._tabs.setObjectName("plot_tabs")
        self._tabs.setAccessibleName(tr("Which plots"))
        self._tabs.setDocumentMode(True)
        for name in (tr("Curves"), tr("Scores")):
            self._tabs.addTab(name)
        self._tabs.currentChanged.connect(self._arrange)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._message)
        self._one_class = self._make_page()
        self._pages.addWidget(self._one_class)
        self.class_grid_place = Deferred("class_grid", self._make_class_grid)
        self._pages.addWidget(self.class_grid_place)

    def _make_page(self) -> QWidget:
        page = QWidget()
        column = self._column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        self._grid = QGridLayout()
        self._grid.setSpacing(GRID // 2)
        column.addLayout(self._grid, 1)
        column.addWidget(self.hint)
        return page

    def _make_wanted(self) -> None:
        """Make the plots that are to be shown and are not there yet, and place all of them."""
        for name in self._wanted:
            self.make(name)
        self._place_plots()
        self._catch_up(self._wanted)

    def make(self, name: str) -> None:
        """Make a plot if there is one with this name that is not there yet."""
        if name in self.kinds and name not in self._made:
            plot = self._made[name] = Plot(self.kinds[name])
            plot.setParent(self._one_class)
            plot.hide()  # until it has its place
            plot.waits = not self.updatesEnabled()
            self._connect(plot)
            plot.header.set_calm(is_calm=self._is_calm)
            plot.set_vocabulary(self._vocabulary)
            if self._theme is not None:
                plot.set_theme(self._theme)

    def set_calm(self, *, is_calm: bool) -> None:
        """Let plots say the numbers at the threshold only while they are pointed at."""
        self._is_calm = is_calm
        for plot in self._made.values():
            plot.header.set_calm(is_calm=is_calm)

    def _make_class_grid(self) -> ClassGrid:
        """Make the curves of all classes: few files have so many, and they are loaded here."""
        from evalgui.gui.plots.class_grid import ClassGrid

        return ClassGrid(waits=not self.updatesEnabled())

    def _place_plots(self) -> None:
        """Give each plot its cell; what is left of an earlier, longer grid is empty."""
        for plot in self._made.values():
            self._grid.removeWidget(plot)
        self._cells = self._fitting_cells()
        end = extent(self._cells.values())
        for name in self._wanted:
            # One that was not chosen is seen where it is shown alone.
            self._grid.addWidget(self._made[name], *self._cells.get(name, (end[0], 0, 1, end[1])))

    def _fitting_cells(self) -> dict[str, Cell]:
        if self._rows == ():
            return cells_of_all(*self._parted(self.shown_at_first), self.width())
        return cells_of_rows(self._rows or (), self.width())

    def _parted(self, names: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return which plots stand side by side, and which lie across the whole width."""
        names = list(names)
        strips = [name for name in names if self.kinds[name].is_strip]
        return [name for name in names if name not in strips], strips

    def _connect(self, plot: Plot) -> None:
        for name in PASSED_ON:
            getattr(plot, name).connect(getattr(self, name))
        plot.hinted.connect(self.hint.say)
        plot.turn_came.connect(lambda: self._teach(plot.plot_id))
        plot.maximise_requested.connect(lambda: self.toggle(plot.plot_id))
        plot.score_requested.connect(self.score_requested)
        plot.data_set_requested.connect(self.data_set_requested)

    # ------------------------------------------------------------------------- choosing

    @property
    def chosen(self) -> tuple[tuple[str, ...], ...]:
        """The plots that were chosen, row by row; none for all."""
        return self._rows or ()

    def choose(self, rows: Sequence[Sequence[str]]) -> None:
        """Show some plots alone, row by row, the largest first; all where none of them is there."""
        found = (tuple(dict.fromkeys(one for one in row if one in self.kinds)) for row in rows)
        chosen = tuple(row for row in found if row)
        if chosen != self._rows:
            self._rows = chosen
            self._make_wanted()
            self._arrange()
            self._align_headers()
            self.chosen_changed.emit()

    @property
    def _wanted(self) -> tuple[str, ...]:
        """The ids of the plots that have a place: those shown, and one that is alone."""
        if self._rows is None:
            return ()
        rows = self._rows or (self.shown_at_first,)
        alone = [self._alone] if self._alone else []
        return tuple(dict.fromkeys([*(one for row in rows for one in row), *alone]))

    # --------------------------------------------------------------------------- view

    def plots(self) -> dict[str, Plot]:
        """Return the plots that were made by their ids, in reading order."""
        return {name: self._made[name] for name in self.kinds if name in self._made}

    @property
    def curve_plots(self) -> list[Plot]:
        """The plots that stand side by side."""
        return [self._made[name] for name in self._parted(self._wanted)[0]]

    @property
    def regions(self) -> list[Region]:
        """The plots that are seen, each with what takes its keys."""
        made = self.class_grid_place.made
        every = [*self.plots().values(), *(() if made is None else made.class_plots)]
        seen = [plot for plot in every if is_in_sight(plot)]
        return [(plot, plot.told.with_keys) for plot in seen]

    def title_of(self, plot_id: str) -> str:
        """Return what a plot is called, made or not."""
        return self.kinds[plot_id].title(self._vocabulary)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        is_other = new.ranking is not old.ranking or new.dataset is not old.dataset
        if is_other or new.inputs.positive != old.inputs.positive:
            self._pages.setCurrentWidget(self._page_for(new))
        self.class_grid_place.is_held |= not self.updatesEnabled()
        show_each((self.class_grid_place,), old, new)
        self._snapshot = new
        # What is not seen is told of other scores alone, which it would keep in memory otherwise.
        self._catch_up(self._wanted if new.ranking is old.ranking else self._made)

    def _catch_up(self, names: Iterable[str]) -> None:
        """Let these plots show what they do not show yet, unless they wait for their turns."""
        for name in names:
            if not self._made[name].waits:
                self._teach(name)

    def _teach(self, name: str) -> None:
        """Let a plot show what it does not show yet."""
        before, self._known[name] = self._known.get(name, EMPTY), self._snapshot
        if before is not self._snapshot:
            show_each((self._made[name],), before, self._snapshot)
            if self._snapshot.ranking is not before.ranking:  # other numbers take other room
                self._align_headers()

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Mark the threshold that is looked at in every plot; None for none."""
        for plot in self.plots().values():
            plot.show_preview(preview)

    def _page_for(self, snapshot: Snapshot) -> QWidget:
        """Return what there is to show: the curves of one class, of all, or a message."""
        if snapshot.ranking is not None and snapshot.ranking.table.n:
            return self._one_class
        overall = snapshot.overall
        if not snapshot.is_one_versus_rest and overall is not None and overall.class_scores:
            return self.class_grid_place
        return self._message

    @property
    def class_grid(self) -> ClassGrid:
        """The curves of all classes."""
        return self.class_grid_place.pane

    def figure_titles(self, snapshot: Snapshot) -> dict[str, str]:
        """Return the titles of the plots that there can be figures of, also of K classes."""
        dataset, overall, found = snapshot.dataset, snapshot.overall, {}
        if snapshot.ranking is not None and snapshot.ranking.table.n:
            found = {name: self.title_of(name) for name in self.kinds}
        has_more = dataset is not None and dataset.n_classes > 2
        if has_more and overall is not None and overall.class_scores is not None:
            found |= {one.plot_id: one.title for one in self.class_grid.class_plots}
        return found

    def figure(self, plot_id: str) -> Plot:
        """Return a plot that can be exported."""
        if plot_id not in self.kinds:
            return self.class_grid.plot(plot_id)
        self.make(plot_id)
        self._teach(plot_id)
        return self._made[plot_id]

    @property
    def theme(self) -> Theme:
        """The colours of all plots."""
        return self._theme or LIGHT

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.class_grid_place.set_theme(theme)
        self._theme, role = theme, QPalette.ColorRole
        for part, ink in ((self._message, theme.faint_text), (self._tabs, theme.text)):
            palette = part.palette()
            palette.setColor(role.WindowText, ink)
            palette.setColor(role.Window, theme.tab)  # tabs of their own: see `theme.apply`
            part.setPalette(palette)
        for plot in self._made.values():
            plot.set_theme(theme)
        self.hint.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name titles, axes and lines as a vocabulary does."""
        self._vocabulary = vocabulary
        for plot in self.plots().values():
            plot.set_vocabulary(vocabulary)
        self.class_grid_place.set_vocabulary(vocabulary)
        self._align_headers()

    def _align_headers(self) -> None:
        headers = [plot.header for plot in self.curve_plots]
        for header in headers:
            header.align_with(headers)

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return any(part.is_drawing for part in self._drawing)

    def shut_down(self) -> None:
        """End the work in the background."""
        for part in self._drawing:
            part.shut_down()

    @property
    def _drawing(self) -> list[Plot | ClassGrid]:
        return [*self._made.values(), *filter(None, [self.class_grid_place.made])]

    # -------------------------------------------------------------------- arrangement

    @property
    def maximised(self) -> str:
        """The id of the plot that is shown alone, "" where none is."""
        return self._alone

    def maximise(self, plot_id: str) -> None:
        """Show one plot alone; "" shows all again."""
        if plot_id == self._alone:
            return
        before, self._alone = self._wanted, plot_id
        if self._wanted != before:
            self._make_wanted()
        for plot in self._made.values():
            plot.set_maximised(plot.plot_id == plot_id)
        self._arrange()
        if plot_id:
            self._made[plot_id].canvas.setFocus()
        self.maximised_changed.emit(plot_id)

    def toggle(self, plot_id: str) -> None:
        """Show one plot alone, or all again if it already is."""
        self.maximise("" if plot_id == self._alone else plot_id)

    def _arrange(self) -> None:
        """Show what is wanted and fits, each in its place at once; hidden plots cost nothing."""
        self._column.setEnabled(False)  # else it is laid out, and drawn, anew for each plot
        self._show_wanted()
        self._column.setEnabled(True)
        self._column.activate()

    def _show_wanted(self) -> None:
        on_top = {name for name, (row, *_) in self._cells.items() if row < self._n_above}
        strips = [name for name in self._cells if name not in on_top]
        is_low = self.height() < _STRIP_FROM and bool(on_top and strips) and not self._alone
        self._tabs.setVisible(is_low)
        shown = list(self._cells)
        if self._alone:
            shown = [self._alone]
        elif is_low:
            shown = strips if self._tabs.currentIndex() == 1 else [*on_top]
        for name, plot in self._made.items():
            plot.setVisible(name in shown)
        places = [self._place_of(self._made[name]) for name in shown]
        is_square = is_of_equal_rows(self._rows or ())
        n_above = len(self._rows or ()) if is_square else self._n_above
        share_room(self._grid, places, n_above, is_chosen=bool(self._rows) and not is_square)

    @property
    def _n_above(self) -> int:
        """How many rows stand above the strips: the first one of those that were chosen."""
        if self._rows:
            return 1
        _blocks, strips = self._parted(self.shown_at_first)
        return extent(cell for name, cell in self._cells.items() if name not in strips)[0]

    def _place_of(self, plot: Plot) -> Cell:
        """Return the cell of a plot."""
        place: Any = self._grid.getItemPosition(self._grid.indexOf(plot))
        row, column, n_rows, n_columns = place
        return row, column, n_rows, n_columns

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitting_cells() != self._cells:
            self._place_plots()
            self._arrange()
        elif (event.oldSize().height() < _STRIP_FROM) != (self.height() < _STRIP_FROM):
            self._arrange()

    def event(self, event: QEvent) -> bool:
        # Esc shows all plots again before it means anything else in the window.
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if self._alone and is_escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._alone:
            self.maximise("")
        else:
            super().keyPressEvent(event)
