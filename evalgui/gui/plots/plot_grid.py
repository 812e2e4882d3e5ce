"""The middle of the window: the curves, the scores below them, and any one of them alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QStackedLayout,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from evalgui.core import curves
from evalgui.gui.deferred import Deferred
from evalgui.gui.isolation import show_each
from evalgui.gui.look import GRID
from evalgui.gui.plots.cells import cells
from evalgui.gui.plots.handling import PASSED_ON
from evalgui.gui.plots.hint_line import HintLine
from evalgui.gui.plots.histogram_plot import HistogramPlot
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.plots.traced_plot import TracedPlot
from evalgui.gui.plots.wording import class_curves, one_versus_rest_id, one_versus_rest_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from PySide6.QtGui import QAction, QResizeEvent

    from evalgui.core.api import Ghost, Snapshot, Vocabulary
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.cells import Cell
    from evalgui.gui.plots.class_grid import ClassGrid
    from evalgui.gui.plots.plot import Plot

_NO_SCORES = "This file has no scores: curves need one"
_STRIP_FROM = 500  # pixels of height below which the scores get a tab of their own
_CURVE_SHARE, _STRIP_SHARE = 5, 3  # of the height: each row of curves, and the strip

# Parts of a snapshot that are drawn.
_DRAWN = ("point", "ranking", "comparison", "summaries", "resampled", "marks", "stability")
_CHOSEN = ("selection", "second", "last", "axes", "hides_answers")  # of the choices


class PlotGrid(QWidget):
    """All curves and a strip for the histogram; passes on what each plot asks for."""

    threshold_requested = Signal(float)
    threshold_committed = Signal()
    threshold_dropped = Signal()
    looked_at = Signal(float)
    looked_away = Signal()
    choice_requested = Signal(object)
    pin_requested = Signal(float)
    marks_requested = Signal(bool)
    second_requested = Signal(float)
    second_committed = Signal()
    second_dropped = Signal()
    brushed = Signal(float, float, str)
    copy_requested = Signal(str)
    export_requested = Signal(str)
    steps_requested = Signal(int)
    end_requested = Signal(bool)
    percentile_steps_requested = Signal(int)
    score_requested = Signal(int)
    data_set_requested = Signal(int)
    maximised_changed = Signal(str)
    chosen_changed = Signal()
    axes_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("plot_grid")
        self.setAccessibleName("Plots")
        self.curve_plots = [plot_of(curve) for curve in curves.CURVES]
        self.histogram_plot = HistogramPlot()
        self._alone = ""
        self.hint = HintLine()
        self._rows: tuple[tuple[str, ...], ...] = ()  # of plots that were chosen; none for all
        self._message = QLabel(_NO_SCORES)
        self._message.setObjectName("plots_message")
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._tabs = QTabBar()
        self._tabs.setObjectName("plot_tabs")
        self._tabs.setAccessibleName("Which plots")
        self._tabs.setDocumentMode(True)
        self._tabs.addTab("Curves")
        self._tabs.addTab("Scores")
        self._tabs.currentChanged.connect(self._arrange)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._message)
        self._one_class = self._make_page()
        self._pages.addWidget(self._one_class)
        self.class_grid_place = Deferred("class_grid", _class_grid)
        self._pages.addWidget(self.class_grid_place)
        self._connect()
        self._arrange()

    def _make_page(self) -> QWidget:
        page = QWidget()
        column = self._column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        self._grid = QGridLayout()
        self._grid.setSpacing(GRID // 2)
        self._place_plots()
        column.addLayout(self._grid, 1)
        column.addWidget(self.hint)
        return page

    def _place_plots(self) -> None:
        """Give each plot its cell; what is left of an earlier, longer grid is empty."""
        if self._rows:
            self._place_rows()
            return
        self._cells = cells(len(self.curve_plots), self.width())
        for plot in self.plots().values():
            self._grid.removeWidget(plot)
        for curve_plot, cell in zip(self.curve_plots, self._cells, strict=True):
            self._grid.addWidget(curve_plot, *cell)
        row, column, _n_rows, n_columns = self._cells[-1]
        self._grid.addWidget(self.histogram_plot, row + 1, 0, 1, column + n_columns)

    def _place_rows(self) -> None:
        """Give the plots that were chosen their rows, the last of each what is left of it."""
        n_columns = max(len(row) for row in self._rows)
        plots = self.plots()
        for plot in plots.values():
            self._grid.removeWidget(plot)
        for number, row in enumerate(self._rows):
            for column, plot_id in enumerate(row):
                n = 1 if column + 1 < len(row) else n_columns - column
                self._grid.addWidget(plots.pop(plot_id), number, column, 1, n)
        for number, plot in enumerate(plots.values(), start=len(self._rows)):
            self._grid.addWidget(plot, number, 0, 1, n_columns)  # seen where it is shown alone

    def choose(self, rows: Sequence[Sequence[str]]) -> None:
        """Show some plots alone, row by row, the largest first; all where none of them is there."""
        known = self.plots()
        found = (tuple(one for one in row if one in known) for row in rows)
        chosen = tuple(row for row in found if row)
        if chosen != self._rows:
            self._rows = chosen
            self._place_plots()
            self._arrange()
            self.chosen_changed.emit()

    @property
    def chosen(self) -> tuple[tuple[str, ...], ...]:
        """The plots that were chosen, row by row; none for all."""
        return self._rows

    def _connect(self) -> None:
        for plot in self.plots().values():
            for name in PASSED_ON:
                getattr(plot, name).connect(getattr(self, name))
            plot.hinted.connect(self.hint.setText)
            plot.maximise_requested.connect(lambda plot_id=plot.plot_id: self.toggle(plot_id))

        for curve_plot in self.curve_plots:
            if isinstance(curve_plot, TracedPlot):
                curve_plot.score_requested.connect(self.score_requested)
                curve_plot.data_set_requested.connect(self.data_set_requested)

    # --------------------------------------------------------------------------- view

    def plots(self) -> dict[str, Plot]:
        """Return the plots by their ids, in reading order."""
        plots: list[Plot] = [*self.curve_plots, self.histogram_plot]
        return {plot.plot_id: plot for plot in plots}

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        if (
            new.ranking is not old.ranking
            or new.inputs.positive != old.inputs.positive
            or (new.dataset is not old.dataset)
        ):
            self._pages.setCurrentWidget(self._page_for(new))
        show_each((self.class_grid_place,), old, new)
        one, two = old.choices, new.choices
        is_other = any(getattr(new, part) is not getattr(old, part) for part in _DRAWN)
        if is_other or any(getattr(one, part) != getattr(two, part) for part in _CHOSEN):
            show_each((*self.curve_plots, self.histogram_plot), old, new)
        if new.ranking is not old.ranking:
            self._align_headers()

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at in every plot; None for none."""
        for plot in self.plots().values():
            plot.show_ghost(ghost)

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

    def figure_titles(self) -> dict[str, str]:
        """Return the title of every plot that can be exported, by its id."""
        own = {plot_id: plot.title for plot_id, plot in self.plots().items()}
        return own | {one_versus_rest_id(c): one_versus_rest_title(c) for c in class_curves()}

    def enable_figures(self, actions: Mapping[str, QAction], snapshot: Snapshot) -> None:
        """Offer the figures that there are; those of one class against the rest for K classes."""
        dataset, overall, own = snapshot.dataset, snapshot.overall, self.plots()
        has_one = snapshot.ranking is not None and snapshot.ranking.table.n > 0
        has_two = dataset is not None and dataset.n_classes <= 2
        has_all = overall is not None and overall.class_scores is not None and not has_two
        for plot_id, action in actions.items():
            action.setEnabled(has_one if plot_id in own else has_all)
            action.setVisible(plot_id in own or not has_two)

    def figure(self, plot_id: str) -> Plot:
        """Return a plot that can be exported."""
        own = self.plots()
        return own[plot_id] if plot_id in own else self.class_grid.plot(plot_id)

    def set_theme(self, theme: Theme) -> None:
        """Recolour everything."""
        self.class_grid_place.set_theme(theme)
        palette = self._message.palette()
        palette.setColor(QPalette.ColorRole.WindowText, theme.faint_text)
        self._message.setPalette(palette)
        for plot in self.plots().values():
            plot.set_theme(theme)
        self.hint.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name titles, axes and lines as a vocabulary does."""
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
        grid = self.class_grid_place.made
        own = any(plot.is_drawing for plot in self.curve_plots)
        return own or (grid is not None and grid.is_drawing)

    def shut_down(self) -> None:
        """End the work in the background."""
        for plot in self.curve_plots:
            plot.shut_down()
        if self.class_grid_place.made is not None:
            self.class_grid_place.made.shut_down()

    # -------------------------------------------------------------------- arrangement

    @property
    def maximised(self) -> str:
        """The id of the plot that is shown alone, "" where none is."""
        return self._alone

    def maximise(self, plot_id: str) -> None:
        """Show one plot alone; "" shows all again."""
        if plot_id == self._alone:
            return
        self._alone = plot_id
        for plot in self.plots().values():
            plot.set_maximised(plot.plot_id == plot_id)
        self._arrange()
        if plot_id:
            self.plots()[plot_id].canvas.setFocus()
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
        is_low = self.height() < _STRIP_FROM and not self._alone and len(self._rows) != 1
        self._tabs.setVisible(is_low)
        shown = [plot for plot in self.plots().values() if self._is_wanted(plot, is_low=is_low)]
        for plot in self.plots().values():
            plot.setVisible(plot in shown)
        places = [self._place_of(plot) for plot in shown]
        strips = range(1, len(self._rows)) if self._rows else [self._cells[-1][0] + 1]
        for number in range(self._grid.rowCount()):
            share = _STRIP_SHARE if number in strips else _CURVE_SHARE
            is_used = any(row == number for row, *_ in places)
            self._grid.setRowStretch(number, share if is_used else 0)
        for number in range(self._grid.columnCount()):
            is_used = any(first <= number < first + n for _, first, _, n in places)
            share = _CURVE_SHARE if self._rows and number == 0 else _STRIP_SHARE
            self._grid.setColumnStretch(number, share if is_used else 0)

    def _place_of(self, plot: Plot) -> Cell:
        """Return the cell of a plot."""
        place: Any = self._grid.getItemPosition(self._grid.indexOf(plot))
        row, column, n_rows, n_columns = place
        return row, column, n_rows, n_columns

    def _is_wanted(self, plot: Plot, *, is_low: bool) -> bool:
        """Return whether a plot is shown: alone, on the tab in front, or with all others."""
        if self._alone:
            return plot.plot_id == self._alone
        on_scores = self._tabs.currentIndex() == 1
        is_strip = plot is self.histogram_plot
        if self._rows:
            number = next((n for n, row in enumerate(self._rows) if plot.plot_id in row), -1)
            if number < 0:
                return False
            is_strip = number > 0
        return not is_low or on_scores == is_strip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._rows and cells(len(self.curve_plots), self.width()) != self._cells:
            self._place_plots()
            self._arrange()
        elif (event.oldSize().height() < _STRIP_FROM) != (self.height() < _STRIP_FROM):
            self._arrange()

    def event(self, event: QEvent) -> bool:
        # Esc shows all plots again before it means anything else in the window.
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
            and self._alone
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._alone:
            self.maximise("")
        else:
            super().keyPressEvent(event)


def _class_grid() -> ClassGrid:
    """Make the curves of all classes: few files have so many, and they are loaded here."""
    from evalgui.gui.plots.class_grid import ClassGrid

    return ClassGrid()
