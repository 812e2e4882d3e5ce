"""The only place that wires things together: workspace, window, settings and hooks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QLibraryInfo, QLocale, QObject, Qt, QTimer, QTranslator, Slot

from evalgui.cli.streams import say
from evalgui.core.choices import Choices
from evalgui.core.consequences.settings import Consequences
from evalgui.core.languages import spoken, tr
from evalgui.core.memory import memory_short
from evalgui.core.metrics import Vocabulary
from evalgui.core.requests import (
    ApplyRule,
    SelectCells,
    SelectPositive,
    SelectScore,
    SetAxes,
    SetMulticlass,
    SetParameters,
    ShowBars,
)
from evalgui.crashes import CrashLog, kind_of
from evalgui.gui import panes, wiring
from evalgui.gui.actions import ACTIONS
from evalgui.gui.arrangement import arrange
from evalgui.gui.commands import Commands
from evalgui.gui.copied_commands import decision
from evalgui.gui.dialogs.messages import show_bug, show_failure, tell_of_language
from evalgui.gui.focus_ring import FocusRing
from evalgui.gui.history_menu import in_words
from evalgui.gui.hooks import Hooks, run_loop
from evalgui.gui.look import Mode, theme
from evalgui.gui.main_window import MainWindow
from evalgui.gui.panels.prevalence_field import prevalence_of
from evalgui.gui.picture import Picture
from evalgui.gui.platform_noise import silence_platform, tell_of_no_platform
from evalgui.gui.point_commands import connect_cells, connect_points
from evalgui.gui.program import Program
from evalgui.gui.surroundings import (
    add_numbers,
    connect_findings,
    connect_notes,
    connect_start,
)
from evalgui.gui.termination import SignalsToEnd
from evalgui.io.languages import language
from evalgui.io.meaning import Roles
from evalgui.io.room import TooLargeError
from evalgui.io.samples import sample_at, samples
from evalgui.io.typed_data import Typed
from evalgui.start import resume_collecting
from evalgui.workspace.file_requests import AssignRoles, FilterRows, OpenTyped, ShowDataSet
from evalgui.workspace.import_memory import ImportMemory
from evalgui.workspace.settings import (
    CLASS_COLUMNS,
    COMPARES,
    FAVOURITES,
    FOLDED,
    GEOMETRY,
    INTERVAL_BARS,
    LANGUAGE,
    LAYOUT,
    NOMOGRAM,
    RECENT_FILES,
    ROWS_ARE_ACTUAL,
    RULE_MARKS,
    THEME,
    Settings,
)
from evalgui.workspace.tasks import end_process
from evalgui.workspace.workspace import Workspace

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QMessageBox

    from evalgui.core.errors import EvalguiError
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.confusion.confusion_panel import ConfusionPanel
    from evalgui.gui.panels.classes_panel import ClassesPanel
    from evalgui.gui.panels.criteria_panel import CriteriaPanel
    from evalgui.gui.panels.data_panel import DataPanel
    from evalgui.gui.panels.explain_panel import ExplainPanel
    from evalgui.gui.panels.filter_bar import FilterBar
    from evalgui.gui.panels.measures_plot_panel import MeasuresPlotPanel
    from evalgui.gui.panels.metrics_panel import MetricsPanel
    from evalgui.gui.panels.people_panel import PeoplePanel
    from evalgui.gui.panels.results_panel import ResultsPanel
    from evalgui.gui.panels.row_panel import RowPanel
    from evalgui.gui.plots.class_grid import ClassGrid
    from evalgui.gui.plots.plot_grid import PlotGrid
    from evalgui.gui.start_options import Start
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.opened_file import Opened

_BY_SIGNAL = 128  # exit codes of what a signal ended lie above
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


class Application(QObject):
    """The running program: made once, held by `main`."""

    def __init__(self, application: QApplication, start: Start) -> None:
        super().__init__()
        self._application = application
        self._start = start
        self._mode = Mode.SYSTEM
        self.settings = Settings(self)
        self.workspace = Workspace(
            self,
            ImportMemory(self.settings.folder / "imports"),
            multiclass=self.settings.multiclass(),
            intervals=self.settings.intervals(),
            consequences=Consequences(requirements=self.settings.criteria()),
            choices=Choices(
                vocabulary=self.settings.vocabulary(),
                has_bars=self.settings.value(INTERVAL_BARS),
                has_marks=self.settings.value(RULE_MARKS),
                compares=self.settings.value(COMPARES),
            ),
        )
        self.window = MainWindow(ACTIONS)
        self.focus_ring = FocusRing(application, self)
        self.commands = Commands(self.window, self.workspace, self.settings)
        self.crash_log = CrashLog(self.settings.folder)
        self._told: set[tuple[str, ...]] = set()
        self._short: QMessageBox | None = None
        self.decision = ""  # what is told when the window is closed
        self._hooks = Hooks(self)
        # Later: an error in painting comes when no window may be shown.
        later = Qt.ConnectionType.QueuedConnection
        self._hooks.met.connect(self._on_bug, later)
        self._hooks.memory_ended.connect(self._on_memory_ended, later)
        self._connect_workspace()
        self._connect_window()
        self._connect_views()
        known = [(item.id, tr(item.title), tr(item.description)) for item in samples()]
        self.window.build_menus(known)
        self.arrangement = arrange(
            self.window, self.workspace, self.settings, start.layout, start.sample
        )
        self.commands.reset_layout = self.arrangement.reset
        self.commands.toggle_lecture = self.arrangement.toggle_lecture
        self.commands.open_plots = self._open_plots
        self.commands.words_for = self.arrangement.words_for
        self.commands.keeping.keep_layout(self.arrangement)
        add_numbers(self.window, self.settings)
        actions = self.window.actions_by_id
        self.window.predictions.offer(actions["set_rows_aside"], actions["list_rows_aside"])
        self.window.menus.stay_where_they_are()
        self._restore()
        self.window.enable_actions(self.workspace.snapshot)
        self._on_history_changed()

    # -------------------------------------------------------------------------- wiring

    def _connect_workspace(self) -> None:
        workspace, window = self.workspace, self.window
        workspace.changed.connect(window.show_snapshot)
        workspace.changed.connect(self._on_changed)
        workspace.history_changed.connect(self._on_history_changed)
        workspace.file_opened.connect(self._on_file_opened)
        workspace.question_asked.connect(self.commands.ask_about)
        workspace.failed.connect(self._on_failed)
        workspace.loading_started.connect(window.start.show_opening)
        workspace.loading_ended.connect(lambda: window.start.show_opening(""))
        window.progress.follow(workspace)
        workspace.bands.resampling.ended.connect(lambda: window.enable_actions(workspace.snapshot))

    def _connect_window(self) -> None:
        window, menus = self.window, self.window.menus
        menus.action_requested.connect(lambda action: action.run(self.commands))
        window.files_dropped.connect(self.commands.open_paths)
        window.progress.cancel_requested.connect(self.workspace.cancel_loading)
        menus.theme_requested.connect(self._on_theme_requested)
        menus.language_requested.connect(self._on_language_requested)
        menus.vocabulary_requested.connect(self._on_vocabulary_requested)
        menus.recent_file_requested.connect(lambda path: self.commands.open_path(Path(path)))
        menus.clear_recent_requested.connect(self.settings.clear_recent_files)
        menus.sample_requested.connect(self.commands.open_sample)
        window.keys.help_asked.connect(self.commands.help_here)
        window.closing.connect(self._on_closing)
        self.settings.recent_files_changed.connect(self._show_recent_files)
        self._application.styleHints().colorSchemeChanged.connect(self._apply_theme)

    def _connect_views(self) -> None:
        workspace, window = self.workspace, self.window
        self._connect_grid(window.plots)
        window.place(panes.MEASURES_PLOT).when_made(self._connect_plots)
        wiring.connect_threshold(window.threshold_bar, workspace)
        window.threshold_bar.rule_requested.connect(lambda rule: workspace.ask(ApplyRule(rule)))
        connect_points(window, workspace, self.commands.points)
        window.place(panes.RULES).when_made(lambda panel: wiring.connect_looks(panel, workspace))
        window.data_bar.score_selected.connect(lambda score: workspace.ask(SelectScore(score)))
        window.data_bar.positive_selected.connect(
            lambda positive: workspace.ask(SelectPositive(positive))
        )
        self._connect_data()
        self._connect_metrics()
        connect_findings(window, workspace, self.commands)
        # What the system did not tell of, as on a network drive, is seen on coming back.
        self._application.applicationStateChanged.connect(workspace.openings.files.look_when_back)
        window.data_bar.turn_requested.connect(self.commands.turn_score)
        self._connect_matrix(window.confusion)
        window.place(panes.LARGE_CONFUSION).when_made(self._connect_matrix)
        connect_start(window.start, self.commands)
        connect_notes(window, workspace)

    def _show_data_set(self, index: int) -> None:
        self.workspace.ask(ShowDataSet(index))

    def _connect_people(self, people: PeoplePanel) -> None:
        people.requested.connect(self.workspace.ask)
        people.nomogram.setChecked(self.settings.value(NOMOGRAM))
        people.nomogram.toggled.connect(lambda on: self.settings.set_value(NOMOGRAM, on))

    def _connect_criteria(self, criteria: CriteriaPanel) -> None:
        criteria.seen = lambda: self.workspace.shown.seen
        criteria.criterion_requested.connect(self.commands.set_criterion)

    def _show_criteria(self) -> None:
        """Have criteria that were written before at hand in the layout of other data."""
        snapshot = self.workspace.snapshot
        if snapshot.inputs.consequences.requirements:
            self.window.in_turns.do(lambda: self.window.panes.reveal("criteria"))
            if snapshot.dataset is not None:
                self.settings.set_criteria(())  # the workspace has them

    def _connect_data(self) -> None:
        workspace, place = self.workspace, self.window.place(panes.DATA)

        def connect(data: DataPanel) -> None:
            data.roles_requested.connect(lambda roles: workspace.ask(AssignRoles(roles)))
            data.prevalence_requested.connect(lambda share: workspace.ask(prevalence_of(share)))
            data.positive_selected.connect(lambda positive: workspace.ask(SelectPositive(positive)))
            data.facts_requested.connect(workspace.openings.describe_columns)
            data.all_choices_requested.connect(self.commands.ask_columns)
            data.data_set_selected.connect(self._show_data_set)
            workspace.openings.previews.columns_described.connect(data.show_facts)

        place.when_made(connect)
        workspace.file_opened.connect(
            lambda opened: place.tell("opened", lambda data: data.show_opened(opened))
        )
        workspace.data_sets_changed.connect(
            lambda found: place.tell("data_sets", lambda data: data.show_data_sets(found))
        )
        workspace.data_sets_changed.connect(self._on_data_sets_changed)
        workspace.loading_ended.connect(
            lambda: place.tell("in_force", lambda data: data.show_what_is_in_force())
        )
        workspace.loading_ended.connect(self.window.data_bar.show_what_is_in_force)
        self._connect_filters(self.window.data_bar.filters)

    def _connect_filters(self, filters: FilterBar) -> None:
        workspace = self.workspace
        filters.filter_requested.connect(lambda *wanted: workspace.ask(FilterRows(*wanted)))
        filters.facts_requested.connect(workspace.openings.describe_columns)
        workspace.openings.previews.columns_described.connect(filters.show_facts)
        workspace.file_opened.connect(filters.show_opened)

    def _connect_plots(self, plots: PlotGrid | MeasuresPlotPanel) -> None:
        wiring.connect_plots(plots, self.workspace, self.commands)

    def _connect_grid(self, plots: PlotGrid) -> None:
        workspace = self.workspace
        self._connect_plots(plots)
        plots.score_requested.connect(lambda score: workspace.ask(SelectScore(score)))
        plots.data_set_requested.connect(self._show_data_set)
        plots.brushed.connect(self.commands.points.brush_scores)
        plots.class_grid_place.when_made(self._connect_class_grid)

    def _open_plots(self) -> None:
        """Open one more window with plots, which begins with the first one on show."""
        from evalgui.gui.plots_window import PlotsWindow

        shown = self.window.plots
        first = shown.maximised or next((one for row in shown.chosen for one in row), "")
        opened = PlotsWindow(self.window, [[first or shown.shown_at_first[0]]])
        self._connect_grid(opened.plots)
        self.window.add_view(opened)
        opened.closed.connect(lambda: self.window.remove_view(opened))
        opened.show()

    def _connect_matrix(self, panel: ConfusionPanel) -> None:
        panel.set_rows_are_actual(self.settings.value(ROWS_ARE_ACTUAL))
        self.commands.deciding.connect_matrix(panel)
        panel.cell_selected.connect(lambda *cell: self.workspace.ask(SelectCells((cell,))))
        panel.cells_selected.connect(lambda cells: self.workspace.ask(SelectCells(tuple(cells))))
        panel.selection_cleared.connect(lambda: self.workspace.ask(SelectCells(())))
        panel.class_requested.connect(lambda positive: self.workspace.ask(SelectPositive(positive)))
        connect_cells(panel, self.commands.points)
        wiring.connect_figures(panel, self.commands)
        panel.orientation_changed.connect(self._on_orientation_changed)
        self.workspace.previews.changed.connect(panel.show_preview)

    def _connect_classes(self, panel: ClassesPanel) -> None:
        columns = self.settings.value(CLASS_COLUMNS)
        if columns:
            panel.set_columns(columns)
        panel.columns_changed.connect(lambda ids: self.settings.set_value(CLASS_COLUMNS, ids))
        panel.requested.connect(self.workspace.ask)
        wiring.connect_classes(panel, self.workspace)

    def _connect_results(self, panel: ResultsPanel) -> None:
        panel.requested.connect(self.workspace.ask)
        panel.intervals_requested.connect(self.commands.choose_intervals)
        panel.awaited.connect(self.workspace.calibrations.find_out)

    def _connect_row(self, panel: RowPanel) -> None:
        def folder() -> Path | None:
            opened = self.workspace.opened
            return None if opened is None else opened.folder

        panel.folder_of = folder
        self.window.closing.connect(panel.shut_down)

    def _connect_class_grid(self, grid: ClassGrid) -> None:
        grid.axes_requested.connect(lambda axes: self.workspace.ask(SetAxes(axes)))
        grid.class_requested.connect(lambda positive: self.workspace.ask(SelectPositive(positive)))
        wiring.connect_classes(grid, self.workspace)
        wiring.connect_figures(grid, self.commands)

    def _connect_measures(self, source: MetricsPanel | ExplainPanel) -> None:
        source.plot_requested.connect(self.commands.plot_measures)
        source.parameters_requested.connect(
            lambda parameters: self.workspace.ask(SetParameters(parameters))
        )

    def _connect_metrics(self) -> None:
        window, settings, commands = self.window, self.settings, self.commands
        metrics = window.metrics
        metrics.metric_selected.connect(commands.explain)
        metrics.multiclass_requested.connect(
            lambda settings: self.workspace.ask(SetMulticlass(settings))
        )
        metrics.intervals_requested.connect(commands.choose_intervals)
        for asked in (
            metrics.prevalence_requested,
            window.decision.prevalence.field.prevalence_requested,
        ):
            asked.connect(lambda share: self.workspace.ask(prevalence_of(share)))
        metrics.bars_requested.connect(lambda shown: self.workspace.ask(ShowBars(are_shown=shown)))
        metrics.favourites_changed.connect(lambda ids: settings.set_value(FAVOURITES, ids))
        metrics.folded_changed.connect(lambda names: settings.set_value(FOLDED, names))
        self._connect_measures(metrics)
        window.place(panes.EXPLAIN).when_made(self._connect_measures)
        window.place(panes.PEOPLE).when_made(self._connect_people)
        window.place(panes.CRITERIA).when_made(self._connect_criteria)
        self.workspace.begun.connect(self._show_criteria)
        window.place(panes.CLASSES).when_made(self._connect_classes)
        window.place(panes.RESULTS).when_made(self._connect_results)
        window.place(panes.ROW).when_made(self._connect_row)

    # ------------------------------------------------------------------------ start, end

    def begin(self) -> None:
        """Show the window and open what the command line names."""
        self._hooks.install()
        self.commands.keeping.offer_left()
        self.window.show()
        self._show_criteria()
        SignalsToEnd(self).asked.connect(self._on_asked_to_end)
        start = self._start
        if start.screenshot is not None:
            picture = Picture(start.screenshot, self.window, self.workspace, opens=start.opens)
            picture.ended.connect(self._end)
        self._open_what_was_named()
        # What reads a file is loaded when the first one is there.
        once = Qt.ConnectionType.SingleShotConnection
        self.workspace.loading_ended.connect(resume_collecting, once)
        if not start.opens:
            QTimer.singleShot(0, resume_collecting)

    def _open_what_was_named(self) -> None:
        start = self._start
        if start.files:
            self.commands.open_paths(list(start.files), start.spec)
        elif start.sample:
            self.commands.open_sample(start.sample)
        elif start.handed is not None:
            roles = Roles() if start.spec is None else start.spec.roles
            self.workspace.ask(OpenTyped(Typed(start.handed, roles)))

    def open_asked(self, paths: list[Path]) -> None:
        """Open what the system asks for, in a window that is seen."""
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.raise_()
        window.activateWindow()
        self.commands.open_paths(paths)

    def _end(self, code: int) -> None:
        """Close everything and end the program, as soon as it runs."""
        self._on_closing()
        QTimer.singleShot(0, self, lambda: self._application.exit(code))

    def _on_asked_to_end(self, number: int) -> None:
        """End as when the window is closed; a picture that was asked for is not there then."""
        self._end(0 if self._start.screenshot is None else _BY_SIGNAL + number)

    def _restore(self) -> None:
        geometry, layout = self.settings.value(GEOMETRY), self.settings.value(LAYOUT)
        if self._start.size is not None:
            self.window.resize(self._start.size)
        if self._start.size is not None or self._start.screenshot is not None:
            geometry = layout = b""  # a picture shows the window as it is at first
        self.arrangement.restore(geometry, layout)
        remembered = self.settings.value(THEME)
        known = {mode.value: mode for mode in Mode}
        self._mode = self._start.appearance or known.get(remembered, Mode.SYSTEM)
        self.window.menus.theme_actions[self._mode].setChecked(True)
        self._apply_theme()
        favourites, folded = self.settings.value(FAVOURITES), self.settings.value(FOLDED)
        self.window.metrics.set_favourites(favourites)
        self.window.metrics.set_folded(folded)
        self.window.set_vocabulary(self.workspace.snapshot.choices.vocabulary)
        self._show_recent_files()

    def _on_closing(self) -> None:
        if self._start.tells and not self.decision:
            self.decision = decision(self.workspace)
        self.arrangement.lecture.end()
        self.commands.counting.shut_down()
        self.commands.keeping.end()
        self.workspace.shut_down()
        self.window.predictions.shut_down()
        self.window.plots.shut_down()
        if self._start.screenshot is None:
            geometry, layout = self.window.saved()
            self.settings.set_value(GEOMETRY, geometry)
            self.settings.set_value(LAYOUT, self.arrangement.arranged(layout))
        self.settings.flush()

    # --------------------------------------------------------------------------- slots

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        if new.inputs.multiclass != old.inputs.multiclass:
            self.settings.set_multiclass(new.inputs.multiclass)
        if new.inputs.intervals != old.inputs.intervals:
            self.settings.set_intervals(new.inputs.intervals)
        required = new.inputs.consequences.requirements
        is_before_data = new.dataset is None and old.dataset is None
        if is_before_data and required != old.inputs.consequences.requirements:
            self.settings.set_criteria(required)
        if new.choices.has_bars != old.choices.has_bars:
            self.settings.set_value(INTERVAL_BARS, new.choices.has_bars)
        if new.choices.has_marks != old.choices.has_marks:
            self.settings.set_value(RULE_MARKS, new.choices.has_marks)
        if new.choices.compares != old.choices.compares:
            self.settings.set_value(COMPARES, new.choices.compares)

    def _on_data_sets_changed(self, data_sets: DataSets) -> None:
        """Bring the list of data sets to the front where there is something to choose."""
        if len(data_sets.items) > 1:
            self.window.in_turns.do(lambda: self.window.panes.raise_dock(panes.DATA))

    def _on_file_opened(self, opened: Opened) -> None:
        of_user = [path for path in opened.paths if sample_at(path) is None]
        self.window.say_sample(is_sample=bool(opened.paths) and not of_user)
        if self.commands.keeping.document.is_reopening:
            return  # the workspace is remembered, and not the files that it names
        for path in of_user if opened.folder_given is None else [opened.folder_given]:
            self.commands.remember(path)

    @Slot(str)
    def _on_theme_requested(self, mode: str) -> None:
        self._mode = Mode(mode)
        self.settings.set_value(THEME, mode)
        self._apply_theme()

    @Slot(str)
    def _on_language_requested(self, code: str) -> None:
        self.settings.set_value(LANGUAGE, code)
        if code != spoken().code:
            tell_of_language(self.window, language(code))

    def _on_orientation_changed(self, rows_are_actual: bool) -> None:  # noqa: FBT001 - a slot
        self.settings.set_value(ROWS_ARE_ACTUAL, rows_are_actual)
        for panel in self.window.matrices:
            panel.set_rows_are_actual(rows_are_actual)

    @Slot(str)
    def _on_vocabulary_requested(self, vocabulary: str) -> None:
        self.arrangement.choose_words(Vocabulary(vocabulary))

    def _apply_theme(self) -> None:
        chosen = theme.current_theme(self._mode)
        theme.apply(self._application, chosen)
        self.focus_ring.set_theme(chosen)
        self.window.set_theme(chosen)

    def _show_recent_files(self) -> None:
        recent = self.settings.value(RECENT_FILES)
        self.window.menus.set_recent_files(recent)
        self.window.start.set_recent_files(recent)

    def _on_history_changed(self) -> None:
        workspace = self.workspace
        both = workspace.history.undone, workspace.history.redone
        undo, redo = (in_words(one, workspace.snapshot) for one in both)
        self.window.menus.name_steps(undo=undo, redo=redo)
        self.window.actions_by_id["undo"].setEnabled(workspace.history.can_undo)
        self.window.actions_by_id["redo"].setEnabled(workspace.history.can_redo)

    def _on_failed(self, error: EvalguiError) -> None:
        if isinstance(error, TooLargeError):
            self.commands.counting.offer(error.room)
        else:
            self.commands.show_failure(error)

    def _on_memory_ended(self, what: str) -> None:
        # Each view and each move may meet it: one box at a time tells of it.
        if self._short is None or not shiboken6.isValid(self._short) or self._short.isHidden():
            self._short = show_failure(self.window, memory_short(what), self.window.vocabulary)

    def _on_bug(self, report: str) -> None:
        # An error that comes with each move is told once.
        if kind_of(report) not in self._told:
            self._told.add(kind_of(report))
            sys.stderr.write(report + "\n")
            self.crash_log.write(report)
            show_bug(self.window, report)


def follow_language(application: QApplication) -> None:
    """Have Qt name its own buttons in the language that is spoken, and lay out as it is read.

    What Qt writes of itself are whole numbers, which need no locale.
    """
    QLocale.setDefault(QLocale.c())
    is_mirrored = spoken().is_right_to_left
    application.setLayoutDirection(_RIGHT_TO_LEFT if is_mirrored else _LEFT_TO_RIGHT)
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{spoken().code}", folder):
        application.installTranslator(translator)


def main(start: Start) -> int:
    """Run the program until its window is closed; return the exit code."""
    tell_of_no_platform()
    application = Program(start.files)
    silence_platform(application)
    follow_language(application)
    program = Application(application, start)
    program.crash_log.open()
    program.begin()
    application.open_with(program.open_asked)
    code = run_loop(application)
    if start.tells and not code:
        say(program.decision + "\n")
    return end_process(code)
