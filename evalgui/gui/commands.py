"""What the actions do: each a request to the workspace or to a part of the window."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWhatsThis

from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.requests import (
    HideAnswers,
    SelectScore,
    SetComparing,
    SetConsequences,
    SetCriterion,
    ShowBars,
    ShowCostLine,
    ShowMarks,
    ToggleBands,
)
from evalgui.core.vocabulary import words_in
from evalgui.gui import panes
from evalgui.gui.comparing import Comparing
from evalgui.gui.copied_commands import copy_command, copy_python
from evalgui.gui.counting import CountingLarge
from evalgui.gui.deciding import Deciding
from evalgui.gui.dialogs.files import file_dialog, let_save
from evalgui.gui.dialogs.messages import show_about
from evalgui.gui.figure_commands import FigureCommands
from evalgui.gui.file_commands import FileCommands
from evalgui.gui.help_pages import INDEX, place_of
from evalgui.gui.history_menu import HistoryMenu
from evalgui.gui.point_commands import PointCommands
from evalgui.gui.reporting.commands import ReportCommands
from evalgui.gui.runs import Runs
from evalgui.io.building.shown_findings import shown_findings
from evalgui.io.keeping.safe_writing import write_safely
from evalgui.io.meaning import MOST_BY_HAND
from evalgui.io.samples import sample_at, sample_by_id
from evalgui.workspace.file_requests import AddRecalibrated, SetRowsAside, TurnScore
from evalgui.workspace.settings import TOUR_WAS_SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from evalgui.core.consequences.settings import Consequences, Recalibration, Scale
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.requests import Request
    from evalgui.core.requirements import Requirement
    from evalgui.gui.help_pages import HelpPage
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.loading import Loaded
    from evalgui.io.remembered.import_spec import ImportSpec
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.settings import Settings
    from evalgui.workspace.workspace import Workspace

_MOST_LISTED = 10_000


class Commands(FileCommands):
    """The receiver of every action; what only some of them need is loaded by those."""

    def __init__(self, window: MainWindow, workspace: Workspace, settings: Settings) -> None:
        super().__init__(window, workspace, settings)
        self.deciding = Deciding(window, workspace, settings)
        self.reset_layout: Callable[[], None] = window.reset_layout
        self.toggle_lecture: Callable[[], None] = lambda: None
        self.open_plots: Callable[[], None] = lambda: None
        self.words_for: Callable[[Loaded], Vocabulary] = lambda _loaded: window.vocabulary
        self.go_round: Callable[[int], None] = window.focus_next_region
        self.ask: Callable[[Request], None] = workspace.ask
        self.find_stability: Callable[[], None] = workspace.shown.find_stability
        self.comparing = Comparing(window, workspace)
        self.runs = Runs(window, workspace)
        self.runs.open = lambda request: self.keeping.guard(
            lambda: workspace.ask(request), opens_data=True
        )
        self.runs.show_failure = self.show_failure
        self.counting = CountingLarge(window, workspace)
        self.counting.open = self.runs.open
        self.counting.show_failure = self.show_failure
        self.comparing.open_files = lambda paths: self.open_paths([*paths])
        self.comparing.show_topic = self._show_topic_beside
        self.history = HistoryMenu(window, workspace)
        self.points = PointCommands(window, workspace)
        self.comparing.list_selected = self.points.list_selected
        self.reports = ReportCommands(window, workspace)
        self.figures = FigureCommands(window, workspace)

    def open_runs(self) -> None:
        """Ask for a folder, and list its files as runs."""
        self.runs.ask()

    def declare_scale(self, scale: Scale) -> None:
        """Take scores for probabilities, or other known things; once more takes it back."""
        said = self._workspace.snapshot.inputs.consequences
        chosen = None if said.scale is scale else scale
        self._workspace.ask(SetConsequences(replace(said, scale=chosen)))

    def show_criteria(self) -> None:
        """Show what has to hold, and let more be written."""
        self._window.panes.reveal("criteria")
        self._window.docks["criteria"].raise_()
        self._window.criteria.form.take_focus()

    def set_criterion(self, one: Requirement | None, instead_of: Requirement | None) -> None:
        """Write a criterion, with what had been seen by then; None takes the other one back."""
        seen = self._workspace.shown.seen
        self._workspace.ask(SetCriterion(requirement=one, instead_of=instead_of, data=seen))

    def add_recalibrated(self) -> None:
        """Ask how, and add what the score on show would be, recalibrated on these data."""
        from evalgui.gui.dialogs.recalibration import RecalibrationDialog

        snapshot, score = self._workspace.snapshot, self._workspace.snapshot.score
        scale = snapshot.inputs.consequences.scale
        if score is None or scale is None:
            return
        if score.apparent is not None:
            message = tr("{name} is recalibrated already", name=score.name)
            hint = tr("Choose the score of the file in the bar of the data, then add another one")
            self.show_failure(EvalguiError(message, hint=hint))
            return
        dialog = RecalibrationDialog(score, scale.of_one, self._window.vocabulary, self._window)
        dialog.given.connect(self._add_recalibrated)
        dialog.open()

    def count_failures(self) -> None:
        """Ask what failed to be acquired and enrolled, and show the rates of transactions."""
        from evalgui.core.counted_failures import why_not
        from evalgui.gui.dialogs.failures import FailuresDialog

        workspace = self._workspace
        snapshot = workspace.snapshot

        def show(said: Consequences) -> None:
            now = workspace.snapshot.inputs.consequences
            names = ("acquiring", "acquiring_by", "enrolling", "enrolling_by")
            failures = {name: getattr(said, name) for name in names}
            workspace.ask(SetConsequences(replace(now, **failures)))
            self._show_topic_beside("failures")

        said = snapshot.inputs.consequences
        dialog = FailuresDialog(said, partial(why_not, snapshot), self._window)
        dialog.given.connect(show)
        dialog.open()

    def show_references(self) -> None:
        """Ask how often the reference is right, and show what the test is worth then."""
        from evalgui.gui.dialogs.references import ReferencesDialog

        workspace = self._workspace

        def show(reference: tuple[float, float] | None) -> None:
            said = workspace.snapshot.inputs.consequences
            workspace.ask(SetConsequences(replace(said, reference=reference)))
            self._show_topic_beside("references")

        dialog = ReferencesDialog(workspace.snapshot.inputs.consequences.reference, self._window)
        dialog.given.connect(show)
        dialog.open()

    def show_class_costs(self) -> None:
        """Ask what calls of several classes cost, and show which cost least."""
        from evalgui.gui.dialogs.class_costs import ClassCostsDialog

        workspace, matrix = self._workspace, self._workspace.snapshot.matrix
        if matrix is None:
            return

        def show(costs: tuple[tuple[str, str, float], ...]) -> None:
            said = workspace.snapshot.inputs.consequences
            workspace.ask(SetConsequences(replace(said, class_costs=costs)))
            self._show_topic_beside("class_costs")

        said = workspace.snapshot.inputs.consequences.class_costs
        dialog = ClassCostsDialog(matrix.classes, said, self._window)
        dialog.given.connect(show)
        dialog.open()

    def _add_recalibrated(self, asked: Recalibration) -> None:
        """Add it, and show it as soon as it is there."""
        workspace = self._workspace

        def show(_opened: object) -> None:
            workspace.file_opened.disconnect(following)
            dataset = workspace.snapshot.dataset
            names = [] if dataset is None else [one.name for one in dataset.scores]
            if asked.name in names:
                workspace.ask(SelectScore(names.index(asked.name)))

        following = workspace.file_opened.connect(show)
        workspace.ask(AddRecalibrated(asked))

    def toggle_comparison(self) -> None:
        """Draw the curves of other scores and data sets, or none."""
        self._workspace.ask(SetComparing(compares=not self._workspace.snapshot.choices.compares))

    def toggle_bands(self) -> None:
        """Show the bands of all curves, drawing the rows again; give that up, or hide them."""
        self._workspace.ask(ToggleBands())

    def choose_intervals(self) -> None:
        """Let the user choose the level of intervals, and by which method each is made."""
        from evalgui.gui.dialogs.intervals import choose_intervals

        choose_intervals(self._window, self._workspace)

    def toggle_bars(self) -> None:
        """Draw intervals as bars, too, or as numbers alone."""
        self._workspace.ask(ShowBars(are_shown=not self._workspace.snapshot.choices.has_bars))

    def toggle_cost_line(self) -> None:
        """Draw a line of equal cost on the ROC curve, or none."""
        shown = self._workspace.snapshot.choices.has_cost_line
        self._workspace.ask(ShowCostLine(is_shown=not shown))

    def toggle_answers(self) -> None:
        """Hide the values of measures, for learners to work them out, or show them."""
        hidden = self._workspace.snapshot.choices.hides_answers
        self._workspace.ask(HideAnswers(are_hidden=not hidden))

    # ------------------------------------------------------------------------- exports

    def toggle_marks(self) -> None:
        """Mark rules on plots, or none."""
        self._workspace.ask(ShowMarks(are_shown=not self._workspace.snapshot.choices.has_marks))

    def export_tables(self) -> None:
        """Ask which results to write as tables, and where to."""
        from evalgui.gui.exporting import export_tables

        export_tables(self._window, self._workspace, self._settings)

    def quit(self) -> None:
        """Close the window, and with it the program."""
        self._window.close()

    # --------------------------------------------------------------------- data

    def ask_columns(self) -> None:
        """Open the import dialog for the file that is open."""
        opened = self._opened()
        if opened is not None:
            self.ask_about(opened)

    def turn_score(self, score: str) -> None:
        """Let a score of the open file run the other way: on demand, and never by itself."""
        if self._opened() is not None:
            self._workspace.ask(TurnScore(score))

    def ask_about(self, opened: Opened) -> None:
        """Ask what the columns of a file mean, and open it so."""
        from evalgui.gui.dialogs.import_questions import ask_about

        words = self.words_for(opened.loaded)
        ask_about(opened, self._window, self._workspace, words, self.save_import_choices)

    def save_import_choices(self, spec: ImportSpec) -> None:
        """Ask where to, and write the choices of the import dialog."""
        dialog = file_dialog(self._window, "save_choices_dialog", tr("Save import choices"))
        let_save(dialog, [tr("Import choices (*.json)")])
        dialog.selectFile(self._suggested_name("import", "json"))
        data = spec.to_json().encode()
        dialog.fileSelected.connect(
            lambda name: self._attempt(lambda: write_safely(Path(name), data))
        )
        dialog.open()

    def show_findings(self) -> None:
        """List what is odd about the data."""
        from evalgui.gui.dialogs.findings import show_findings

        show_findings(self._window, self._workspace, self.turn_score)

    def show_import_log(self) -> None:
        """Show what became of every row of the open file."""
        from evalgui.gui.dialogs.page import text_page
        from evalgui.io.writers.import_log import log_lines, log_of

        opened = self._workspace.opened
        if opened is None:
            message = tr("these data come with the program and were not imported")
            self.show_failure(EvalguiError(message, hint=tr("Open a file of your own")))
            return
        dataset = opened.loaded.dataset
        more = () if dataset is None else self._workspace.openings.previews.repeats_in(dataset)
        log = log_of(opened.loaded, more, shown_findings(self._workspace.snapshot))
        words = words_in(self._window.vocabulary)
        shown = "\n".join(log_lines(log, words=words)) + "\n"
        page = text_page("import_log", tr("Import log"), shown, self._window)

        def save(_shown: str) -> None:
            # On paper every row is named; on screen a few will do.
            self.save_text("import-log", "\n".join(log_lines(log, None, words)) + "\n")

        page.save_requested.connect(save)
        page.open()

    def show_unmatched(self) -> None:
        """List the rows of several files that have no partner."""
        from evalgui.gui.dialogs.page import text_page

        opened = self._workspace.opened
        if opened is None or not opened.unmatched:
            message = tr("every row has its partner, or there is only one file")
            self.show_failure(EvalguiError(message, hint=tr("Open scores and their key together")))
            return
        unmatched, words = opened.unmatched, words_in(self._window.vocabulary)
        shown = "\n".join(line for one in unmatched for line in one.listed(words, _MOST_LISTED))
        page = text_page("unmatched", tr("Unmatched rows"), shown + "\n", self._window)

        def save(_shown: str) -> None:
            every = "\n".join(line for one in unmatched for line in one.listed(words))
            self.save_text("unmatched", every + "\n")

        page.save_requested.connect(save)
        page.open()

    def show_help(self, about: HelpPage, heading: str = "") -> None:
        """Show a page of help, at a heading of it."""
        from evalgui.gui.dialogs.help_page import show_help

        show_help(about, self._window, heading)

    def help_here(self, on: QWidget | None = None) -> None:
        """Show what the help says of a widget: where none is told, of what has the focus."""
        from evalgui.gui.dialogs.help_page import names_of

        on = on or QApplication.focusWidget() or QApplication.widgetAt(QCursor.pos())
        place = place_of(names_of(on))
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        if place is None:
            self.show_help(INDEX)
        else:
            self.show_help(place.page, place.heading)

    def open_first_sample(self, sample_id: str) -> None:
        """Open a sample, and show the window on it to somebody who has not seen that yet."""
        if self._settings.value(TOUR_WAS_SHOWN):
            self.open_sample(sample_id)
        else:
            self.tour(sample_id)

    def tour(self, sample_id: str = "") -> None:
        """Show the window in seven steps, on a sample: the one that is open, else another."""
        opened, has_line = self._workspace.opened, self._workspace.snapshot.ranking is not None
        if not sample_id and has_line and opened is not None and any(map(sample_at, opened.paths)):
            self._begin_tour()
            return
        wanted = sample_by_id(sample_id or "clinical").path

        def begin(opened: Opened) -> None:
            self._workspace.file_opened.disconnect(begin)
            if wanted in opened.paths:
                self._window.in_turns.do(self._begin_tour)

        self._workspace.file_opened.connect(begin)
        self.open_sample(sample_id or "clinical")

    def _begin_tour(self) -> None:
        from evalgui.gui.tour import Tour

        self._settings.set_value(TOUR_WAS_SHOWN, True)
        for shown in self._window.findChildren(Tour):
            shown.close()
        if self._workspace.snapshot.dataset is not None:
            Tour(self._window, self._workspace).begin()

    def find_anything(self) -> None:
        """Show what can be done, read and chosen, to be found by its name."""
        from evalgui.gui.palette import Palette

        Palette(self._window, self._workspace, self).open()

    def set_rows_aside(self) -> None:
        """Ask why the selected rows take no part, and set them aside."""
        from evalgui.gui.dialogs.rows_aside import ReasonDialog

        opened = self._opened()
        if opened is None:
            return
        rows = self._window.predictions.selected_rows(MOST_BY_HAND)
        if not rows:
            message = tr("no row is selected in the table of predictions")
            self.show_failure(
                EvalguiError(message, hint=tr("Select rows there, then set them aside"))
            )
            return
        dialog, workspace = ReasonDialog(rows, self._window), self._workspace
        dialog.given.connect(lambda reason: workspace.ask(SetRowsAside(tuple(rows), reason)))
        # These rows are of this table: of another one they would be others.
        table = opened.loaded.table
        opening = workspace.file_opened.connect(
            lambda now: None if now.loaded.table is table else dialog.reject()
        )
        dialog.finished.connect(lambda _result: workspace.file_opened.disconnect(opening))
        dialog.open()

    def list_rows_aside(self) -> None:
        """List the rows that were set aside by hand, to be taken back."""
        from evalgui.gui.dialogs.rows_aside import list_rows_aside

        opened = self._opened()
        if opened is not None:
            list_rows_aside(opened, self._window, self._workspace)

    def clear_filter(self) -> None:
        """Show all rows again."""
        self._window.predictions.clear_filter()

    # ------------------------------------------------------------------- window

    def copy_command(self) -> None:
        """Copy a command line that reproduces what is shown."""
        self._attempt(lambda: copy_command(self._workspace))

    def copy_python(self) -> None:
        """Copy lines of Python that reproduce what is shown."""
        self._attempt(lambda: copy_python(self._workspace))

    def find_metric(self) -> None:
        """Put the cursor into the search field of the metrics panel."""
        self._window.docks["metrics"].show()
        self._window.metrics.focus_search()

    def find_rows(self) -> None:
        """Put the cursor into the filter field of the table."""
        self._window.docks["predictions"].show()
        self._window.predictions.focus_search()

    def type_threshold(self) -> None:
        """Put the cursor into the threshold field, all of it selected."""
        spin_box = self._window.threshold_bar.spin_box
        if not spin_box.isVisible():
            self._window.decision.head.ask_threshold()
            return
        spin_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        spin_box.selectAll()

    def show_worked_examples(self) -> None:
        """List the worked examples of the source texts."""
        from evalgui.gui.dialogs.worked_examples import WorkedExamplesDialog

        dialog = WorkedExamplesDialog(self._window)
        dialog.set_vocabulary(self._window.vocabulary)
        self._window.vocabulary_changed.connect(dialog.set_vocabulary)
        dialog.data_requested.connect(self.open_typed)
        dialog.show()

    def plan_study(self) -> None:
        """Say how many rows a study needs, and what the open data can support."""
        from evalgui.gui.dialogs.sample_size import show_sample_size

        show_sample_size(self._window, self._workspace)

    def plot_measures(self, metric_ids: list[str] | None = None) -> None:
        """Show the plot of measures against the threshold."""
        if metric_ids:
            self._window.measures_plot.set_measures(metric_ids)
        self._window.panes.raise_dock(panes.MEASURES_PLOT)

    def explain(self, metric_id: str) -> None:
        """Explain a measure."""
        self._window.explain.show_metric(metric_id, self._workspace.snapshot)
        self._window.panes.reveal("explain")

    def show_topic(self, topic_id: str) -> None:
        """Show what a topic says."""
        self._window.results.show_topic(topic_id)
        self._window.panes.reveal("results")

    def _show_topic_beside(self, topic_id: str) -> None:
        self._window.results.show_topic(topic_id)
        self._window.panes.reveal_beside("results")

    def ask_what_this_is(self) -> None:
        """Let the next press say all that is known of what is pressed on."""
        QWhatsThis.enterWhatsThisMode()

    def show_about(self) -> None:
        """Show what this program is."""
        show_about(self._window)

    def show_verification(self) -> None:
        """Compare known results with those of here."""
        from evalgui.gui.dialogs.verification import show_verification

        show_verification(self._window)
