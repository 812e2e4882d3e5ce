"""What the menu Compare does: four ways into one view of a comparison, and groups."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from evalgui.core.equal_rate import AtEqual, Equal
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.core.linked_thresholds import Link
from evalgui.core.periods import may_be_dates
from evalgui.core.requests import SelectRows, SetComparing, SetConsequences, SetLocked
from evalgui.core.row_expressions import equals
from evalgui.core.selection import Rows, Selection
from evalgui.gui.look import text
from evalgui.workspace.differences import Group
from evalgui.workspace.file_requests import OpenFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.comparing import Pair
    from evalgui.core.consequences.settings import Consequences, OverTime
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.dialogs.comparison import ComparisonPage
    from evalgui.gui.main_window import MainWindow
    from evalgui.io.proposing.column_facts import ColumnFacts
    from evalgui.workspace.differences import Compared
    from evalgui.workspace.workspace import Workspace

_MOST_GROUPS = 200
_MOST_ROWS = 100_000


class Comparing(QObject):
    """Opens the page, asks for another file where one is needed, and follows what is chosen."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        super().__init__(window)
        self._window, self._workspace = window, workspace
        self.open_files: Callable[[Sequence[Path]], None] = lambda _paths: None
        self.show_topic: Callable[[str], None] = lambda _topic_id: None
        self.list_selected: Callable[[], None] = lambda: None
        self._waiting: tuple[Path, Callable[[], None]] | None = None  # for a file, to do then
        workspace.file_opened.connect(self._on_file_opened)

    # ------------------------------------------------------------------ scores, files

    def show_scores(self) -> None:
        """Compare the score that is shown with the others of its rows."""
        self._show_others()

    def show_files(self) -> None:
        """Compare what is shown with another file, which is asked for where none is open."""
        if len(self._workspace.data_sets.items) > 1:
            self._show_others(wants_file=True)
        else:
            self._ask_for_file(tr("Compare with another file"), self._open_with)

    def _open_with(self, path: Path) -> None:
        """Open another file together with the one that is shown: by ids their rows are paired."""
        opened = self._workspace.opened
        paths = () if opened is None else opened.paths
        self._waiting = path, lambda: self._show_others(wants_file=True)
        self.open_files([*paths, path])

    def _show_others(self, *, wants_file: bool = False) -> None:
        from evalgui.gui.dialogs.comparison import ComparisonPage

        workspace, window = self._workspace, self._window
        self._draw_curves()
        page = ComparisonPage(window.vocabulary, window, wants_file=wants_file)
        page.choose_at(self._usual_at(page))

        def ask() -> None:
            differences = workspace.differences
            differences.at = page.chosen_at()
            differences.compare(workspace.snapshot, workspace.data_sets, differences.at)

        def follow(old: Snapshot, new: Snapshot) -> None:
            if new.comparison is not old.comparison:
                ask()

        self._follow(page, ask)
        changes = workspace.changed.connect(follow)
        page.finished.connect(lambda _result: workspace.changed.disconnect(changes))
        ask()
        page.open()

    def _draw_curves(self) -> None:
        """Draw what is compared, where that was switched off."""
        if not self._workspace.snapshot.choices.compares:
            self._workspace.ask(SetComparing(compares=True))

    def _usual_at(self, page: ComparisonPage) -> AtEqual | None:
        """Return where two are compared at first: where rates say which one is better."""
        if self._workspace.snapshot.choices.link is not Link.NONE:
            return None  # the thresholds have something in common already
        is_biometric = self._window.vocabulary.is_biometric
        equal = Equal.FMR if is_biometric else Equal.SENSITIVITY
        return AtEqual(equal, page.usual_target(equal))

    # --------------------------------------------------------------------- a subgroup

    def show_subgroup(self) -> None:
        """Compare rows with all others: those that are selected, filtered, or named."""
        from evalgui.gui.dialogs.comparison import ComparisonPage

        workspace, window = self._workspace, self._window
        page = ComparisonPage(window.vocabulary, window)
        page.choose_at(None)
        selected = self._selected()
        dataset = workspace.snapshot.dataset
        subset = "" if dataset is None else dataset.subset
        start = selected.expression if selected is not None else subset
        is_picked = selected is not None and selected.rows is not None

        def ask() -> None:
            expression, name = page.chosen_group()
            group = Group(name, expression)
            if is_picked and selected is not None and not expression:
                group = selected
            if not expression and group.rows is None:
                page.refuse(tr("Choose a group, or type which rows it has"))
                return
            opened = workspace.opened
            loaded = None if opened is None else opened.loaded
            workspace.differences.compare_group(workspace.snapshot, loaded, group, page.chosen_at())

        def offer(facts: Sequence[ColumnFacts]) -> None:
            groups = _groups(facts, workspace.snapshot)
            first = groups[0][0] if groups and not is_picked else ""
            page.ask_for_group(groups, start or first)
            ask()

        self._follow(page, ask)
        previews = workspace.openings.previews
        offering = previews.columns_described.connect(offer)
        page.finished.connect(lambda _result: previews.columns_described.disconnect(offering))
        refusing = workspace.differences.refused.connect(lambda error: page.refuse(text.why(error)))
        page.finished.connect(lambda _result: workspace.differences.refused.disconnect(refusing))
        page.ask_for_group((), start)
        if workspace.opened is not None:
            workspace.openings.describe_columns()
        else:
            ask()
        page.open()

    # ------------------------------------------------------------------------- groups

    def show_groups(self) -> None:
        """Ask what groups are, and tell them beside each other at the same threshold."""
        from evalgui.core.groups import why_no_groups
        from evalgui.core.vocabulary import words_in
        from evalgui.gui.dialogs.groups import GroupsDialog
        from evalgui.results.cross_groups_picture import FMR_MATRIX

        workspace, snapshot = self._workspace, self._workspace.snapshot
        dataset = snapshot.dataset
        if dataset is None:
            return
        said = snapshot.inputs.consequences
        rate = words_in(self._window.vocabulary).rate("FPR")
        why_not = partial(why_no_groups, dataset)
        dialog = GroupsDialog(said, rate, why_not, self._window)
        values: dict[str, Sequence[str]] = {}

        def offer(facts: Sequence[ColumnFacts]) -> None:
            values.update({one.name: one.values for one in facts})
            dialog.offer(_by_use(facts, snapshot))

        def show(said: Consequences) -> None:
            workspace.ask(SetConsequences(said))
            names = [set(values.get(one, ())) for one in said.groups]
            if len(names) > 1 and names[0] & names[1]:  # a group meets itself
                self._window.plots.maximise(FMR_MATRIX)
            elif said.groups:
                self._draw_curves()
                self.show_topic("groups")

        previews = workspace.openings.previews
        offering = previews.columns_described.connect(offer)
        dialog.finished.connect(lambda _result: previews.columns_described.disconnect(offering))
        dialog.given.connect(show)
        workspace.openings.describe_columns()
        dialog.open()

    def show_trend(self) -> None:
        """Ask which column has the dates, and tell numbers over time at the same threshold."""
        from evalgui.gui.dialogs.trend import TrendDialog

        workspace, dataset = self._workspace, self._workspace.snapshot.dataset
        if dataset is None:
            return
        columns = [one.name for one in dataset.columns if may_be_dates(one)]
        asked = workspace.snapshot.inputs.consequences.over
        dialog = TrendDialog(asked, columns, self._window)

        def show(over: OverTime | None) -> None:
            said = workspace.snapshot.inputs.consequences
            workspace.ask(SetConsequences(replace(said, over=over)))
            if over is not None:
                self.show_topic("trend")

        dialog.given.connect(show)
        dialog.open()

    def show_without(self) -> None:
        """Draw the curves of the rows that are selected, and of all others; else ask for groups."""
        selected, workspace = self._selected(), self._workspace
        if selected is None or not selected.expression:
            self.show_groups()
            return
        said = workspace.snapshot.inputs.consequences
        self._draw_curves()
        workspace.ask(SetConsequences(replace(said, groups=(selected.expression,))))

    # ------------------------------------------------------------------------ readers

    def show_readers(self) -> None:
        """Ask which columns hold calls, and tell readers beside each other."""
        from evalgui.core.readers import are_calls
        from evalgui.gui.dialogs.readers import ReadersDialog

        workspace, snapshot = self._workspace, self._workspace.snapshot
        dataset = snapshot.dataset
        if dataset is None:
            return
        dialog = ReadersDialog(snapshot.inputs.consequences.readers, self._window)

        def offer(facts: Sequence[ColumnFacts]) -> None:
            others = (one for one in facts if one.name != dataset.truth_by)
            dialog.offer([one.name for one in others if are_calls(one.values, dataset.classes)])

        def show(columns: tuple[str, ...]) -> None:
            said = workspace.snapshot.inputs.consequences
            workspace.ask(SetConsequences(replace(said, readers=columns)))
            if columns:
                self._show_columns(*columns)
                self.show_topic("readers")

        previews = workspace.openings.previews
        offering = previews.columns_described.connect(offer)
        dialog.finished.connect(lambda _result: previews.columns_described.disconnect(offering))
        dialog.given.connect(show)
        workspace.openings.describe_columns()
        dialog.open()

    def _selected(self) -> Group | None:
        """Return the rows that are selected: by an expression where one says it.

        Those of cells are none: how they are called is what would be compared.
        """
        from evalgui.gui.models.selection_expression import expression_of

        snapshot = self._workspace.snapshot
        selection, lit = snapshot.choices.selection, snapshot.lit
        if not selection or selection.follows_threshold or lit is None:
            return None
        expression = expression_of(selection, snapshot)
        if expression is not None:
            return Group(expression, expression)
        found, ranking, point = lit.selected, snapshot.ranking, snapshot.point
        if found is None or ranking is None or point is None:
            return None
        rows = found.has(slice(None), ranking.score, point.threshold)
        return Group(tr("selected rows"), rows=rows)

    # -------------------------------------------------------- development, evaluation

    def show_development(self) -> None:
        """Show a locked threshold where it was chosen and where it is evaluated.

        Where these are the data that it was chosen on, it is locked, and others are asked for.
        """
        snapshot = self._workspace.snapshot
        if snapshot.inputs.development is not None:
            self._show_development()
            return
        point = snapshot.point
        if point is None:
            return
        shown = text.short_threshold(point.threshold, snapshot.score)
        title = tr("Evaluate the cut-off {shown}, which is locked, on another file", shown=shown)
        self._ask_for_file(title, self._open_for_evaluation)

    def _open_for_evaluation(self, path: Path) -> None:
        workspace = self._workspace
        if not workspace.snapshot.inputs.is_locked:
            workspace.ask(SetLocked(is_locked=True))
        self._waiting = path, self._show_development
        workspace.ask(OpenFiles((path,), is_beside=True))

    def _show_development(self) -> None:
        from evalgui.gui.dialogs.comparison import ComparisonPage
        from evalgui.io.building.shared_rows import shared_rows
        from evalgui.results.topics.development import development, versus

        snapshot = self._workspace.snapshot
        then, dataset = snapshot.inputs.development, snapshot.dataset
        if then is None or dataset is None:
            message = tr("the locked cut-off is not in force on these data")
            hint = tr("Choose the score and the class that it was locked on, then compare again")
            self._workspace.failed.emit(EvalguiError(message, hint=hint))
            return
        told = development(snapshot, shared_rows(then.name, dataset), self._there(snapshot))
        if told is not None:
            page = ComparisonPage(self._window.vocabulary, self._window)
            page.show_development(told, versus(snapshot))
            page.open()

    def _there(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the data that the threshold was frozen on, where they are open still."""
        then, score = snapshot.inputs.development, snapshot.score
        for place, item in enumerate(self._workspace.data_sets.items):
            there = item.snapshot
            if then is None or place == self._workspace.data_sets.current:
                continue
            if there.dataset is None or there.score is None or score is None:
                continue
            is_it = there.dataset.full_name == then.name and there.score.name == score.name
            if is_it and there.positive_name == snapshot.positive_name:
                return there
        return None

    # ------------------------------------------------------------------------- inside

    def _follow(self, page: ComparisonPage, ask: Callable[[], None]) -> None:
        """Show what is found as long as a page is open, and ask again for what is chosen in it."""
        workspace, differences = self._workspace, self._workspace.differences
        shown: list[Compared] = []

        def show(compared: Compared) -> None:
            shown[:] = [compared]
            page.show_compared(compared, workspace.snapshot.score)
            is_new = all(one.pair.drawn is None for one in compared.differences)
            if is_new and any(one.pair.are_of_subjects for one in compared.differences):
                draw()  # without it there is no interval at an equal rate

        def draw() -> None:
            if shown:
                differences.draw(shown[0])

        def show_rows(pair: Pair, rows: NDArray[np.intp]) -> None:
            if self._select(pair, rows):
                page.close()

        following = workspace.differences.found.connect(show)
        page.finished.connect(lambda _result: workspace.differences.found.disconnect(following))
        page.finished.connect(lambda _result: workspace.differences.cancel())
        drawing = differences.drawing.connect(page.show_drawing)
        page.finished.connect(lambda _result: differences.drawing.disconnect(drawing))
        progressing = differences.progressed.connect(page.show_progress)
        page.finished.connect(lambda _result: differences.progressed.disconnect(progressing))
        page.draws_requested.connect(draw)
        page.draws_cancelled.connect(differences.cancel_draws)
        page.asked.connect(ask)
        page.rows_requested.connect(show_rows)

    def _select(self, pair: Pair, rows: NDArray[np.intp]) -> bool:
        """Select rows of the data set, and list them with both scores and their ids."""
        workspace, dataset = self._workspace, self._workspace.snapshot.dataset
        if dataset is None:
            return False
        if len(rows) > _MOST_ROWS:
            message = tr("{n} rows cannot be selected one by one", n=text.count(len(rows)))
            hint = tr("Export the table of discordant rows, or select by scores on a plot")
            workspace.failed.emit(EvalguiError(message, hint=hint))
            return False
        numbers = rows + 1 if dataset.file_rows is None else dataset.file_rows[rows]
        workspace.ask(SelectRows(Selection.of(Rows(tuple(numbers.tolist())))))
        self._show_columns(pair.first, pair.second)
        self.list_selected()
        return True

    def _show_columns(self, *names: str) -> None:
        """Have some columns and the ids in the table of predictions, too."""
        from evalgui.io.meaning import is_id_name

        dataset = self._workspace.snapshot.dataset
        columns = () if dataset is None else dataset.columns
        ids = [one.name for one in columns if is_id_name(one.name)]
        self._window.predictions.shown.show_too([*names, *ids])

    def _ask_for_file(self, title: str, use: Callable[[Path], None]) -> None:
        from evalgui.gui.dialogs.files import file_dialog
        from evalgui.io.formats import registry

        dialog = file_dialog(self._window, "compared_file_dialog", title)
        dialog.setNameFilters(
            [tr("Predictions ({patterns})", patterns=registry.patterns()), tr("All files (*)")]
        )
        dialog.fileSelected.connect(lambda name: use(Path(name)))
        dialog.open()

    def _on_file_opened(self, _opened: object) -> None:
        opened = {path for one in self._workspace.data_sets.files for path in one.paths}
        if self._waiting is not None and self._waiting[0] in opened:
            (_path, then), self._waiting = self._waiting, None
            self._window.in_turns.do(then)


def _groups(facts: Sequence[ColumnFacts], snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the values of columns as groups, those of few values first: expression and name."""
    taken = _taken(snapshot)
    known = (one for one in _by_use(facts, snapshot) if one.name not in taken)
    found = [
        (equals(one.name, value), f"{one.name}: {value}") for one in known for value in one.values
    ]
    return found[:_MOST_GROUPS]


def _taken(snapshot: Snapshot) -> set[str]:
    """Return the columns that hold what is assessed: the scores, and the truth."""
    dataset = snapshot.dataset
    return set() if dataset is None else {*(one.name for one in dataset.scores), dataset.truth_by}


def _by_use(facts: Sequence[ColumnFacts], snapshot: Snapshot) -> list[ColumnFacts]:
    """Return the columns that have groups: those of few values first, what is assessed last."""
    taken = _taken(snapshot)
    known = (one for one in facts if one.values)
    return sorted(known, key=lambda one: (one.name in taken, len(one.values)))
