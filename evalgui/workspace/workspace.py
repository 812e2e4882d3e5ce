"""The one owner of what is shown: it gathers requests and announces each change once.

What it does is laid in files, each of which uses only those before it: `shown` owns the data
sets that are open and what is shown of them, `staged` shows what is read in the background,
`travelling` goes back and forth in the history, `thresholds` moves the line, `openings` opens
files, `with_bands` draws their rows again, `with_notes` takes notes, `with_pins` keeps operating
points, and `with_goals` goes to numbers that are asked for. Here is what else can be chosen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.assessed import score_of
from evalgui.core.carrying import lock_of, with_lock
from evalgui.core.choices import NO_CHOICES, Choices
from evalgui.core.comparison import Comparison
from evalgui.core.flipping import flips
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.own_thresholds import of_other_score
from evalgui.core.provenance import START, now
from evalgui.core.rules import RULES
from evalgui.core.selection import Between, Selection
from evalgui.core.snapshot import Inputs, Snapshot
from evalgui.workspace.differences import Differences
from evalgui.workspace.ghosts import Ghosts
from evalgui.workspace.with_goals import WithGoals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from PySide6.QtCore import QObject

    from evalgui.core.choices import Axes
    from evalgui.core.dataset import Dataset
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.linking import Link
    from evalgui.core.metrics import Parameters, Vocabulary
    from evalgui.io.meaning import Roles
    from evalgui.workspace.import_memory import ImportMemory


class Workspace(WithGoals):
    """Holds what is shown; views ask it for changes and render what it announces."""

    def __init__(  # noqa: PLR0913 - all that is remembered
        self,
        parent: QObject | None = None,
        memory: ImportMemory | None = None,
        *,
        multiclass: MulticlassSettings = DEFAULT_SETTINGS,
        intervals: IntervalSettings = DEFAULT_INTERVALS,
        compares: bool = False,
        choices: Choices = NO_CHOICES,
    ) -> None:
        snapshot = Snapshot(
            Inputs(multiclass=multiclass, intervals=intervals),
            comparison=Comparison(is_wanted=compares),
            choices=choices,
        )
        super().__init__(snapshot, memory, parent)
        self.ghosts = Ghosts(self)
        self.changed.connect(self.ghosts.follow)
        self.differences = Differences(self)
        self.differences.failed.connect(self.failed)

    def select_score(self, index: int | None) -> None:
        """Assess another score of the same data, at the threshold that it had, if any.

        None stands for the classes that the file calls, which have no threshold.
        """
        inputs = self.snapshot.inputs
        dataset = inputs.dataset
        if dataset is None or index == inputs.score:
            return
        if not dataset.called_by if index is None else not 0 <= index < len(dataset.scores):
            return
        self._assess(lambda shown: self._as_linked(shown, index))

    def select_positive(self, positive: int | None) -> None:
        """Assess another class against the rest, or all classes together (None)."""
        dataset = self.snapshot.inputs.dataset
        if dataset is None or positive == self.snapshot.positive:
            return
        roles = self._roles_of_lock(dataset, positive)
        if roles is not None:
            self.reassess(roles, keeps_class=False)
            return
        self._assess(
            lambda shown: with_lock(
                replace(_of_other_scores(shown.inputs), positive=positive), lock_of(shown)
            )
        )

    def _roles_of_lock(self, dataset: Dataset, positive: int | None) -> Roles | None:
        """Return the roles under which a lock that waits for a class of two is in force.

        That class turns the score round where the other one was positive by mistake, and the lock
        says how it was meant. None where nothing has to be turned.
        """
        waiting, opened = self.snapshot.inputs.waiting, self.opened
        score = score_of(dataset, self.snapshot.inputs.score, positive)
        if waiting is None or opened is None or score is None or positive is None:
            return None
        names = score.name, dataset.classes[positive]
        lock = next((one for one in waiting.each if one.is_on(*names)), None)
        if lock is None or not dataset.scores:
            return None
        if score.higher_is_positive == lock.higher_is_positive:
            return None
        roles = opened.loaded.proposal.roles
        if roles.is_count_table:
            return None
        other = roles.for_class(lock.positive, is_other_of_two=dataset.n_classes == 2)
        return other.turned(lock.score)

    def set_parameters(self, parameters: Parameters) -> None:
        """Compute the measures with other numbers in their formulas, as one step."""
        inputs = self.snapshot.inputs
        if inputs.dataset is not None and parameters != inputs.parameters:
            self._remember(self.snapshot)
            self._restore(replace(inputs, parameters=parameters))

    def set_multiclass_settings(self, settings: MulticlassSettings) -> None:
        """Take other classes into the averages, or another k, as one step."""
        inputs = self.snapshot.inputs
        if inputs.dataset is not None and settings != inputs.multiclass:
            self._remember(self.snapshot)
            self._restore(replace(inputs, multiclass=settings))

    def set_intervals(self, settings: IntervalSettings) -> None:
        """Compute intervals at another level or by other methods, as one step.

        A rule that is followed at the prevalence that was asked about goes to the new one with it.
        """
        inputs = self.snapshot.inputs
        if settings == inputs.intervals:
            return
        if inputs.dataset is None:
            self._restore(replace(inputs, intervals=settings))
        else:
            self._assess(lambda shown: replace(_at_prevalence(shown, settings), intervals=settings))

    def find_differences(self) -> None:
        """Compare what is shown with the other curves, in the background."""
        self.differences.compare(self.snapshot, self._data_sets)

    def link_thresholds(self, link: Link) -> None:
        """Let the thresholds of several scores have something in common from now on, or nothing.

        The line on show stays; another one goes to its place when its score is looked at.
        """
        self._single_out(replace(self.snapshot.choices, link=link))

    def set_prevalence(self, prevalence: float | None) -> None:
        """Ask for predictive values at a prevalence, or for none but those of the file."""
        self.set_intervals(replace(self.snapshot.inputs.intervals, prevalence=prevalence))

    def look_at(self, threshold: float) -> None:
        """Say what a threshold would do, without taking it."""
        self.ghosts.look_at(self.snapshot, threshold)

    # ----------------------------------------------------------------- what is singled out

    def choose_classes(self, classes: Iterable[int]) -> None:
        """Let the curves of some classes stand out; one choice after the other is one step."""
        chosen = tuple(classes)
        past, here = self._data_sets.shown.history.past, self._data_sets.shown.step
        goes_on = bool(past) and past[-1].is_of_other_classes(here)
        self._decide(replace(self.snapshot.choices, classes=chosen), is_step=not goes_on)

    def choose_cells(self, cells: Iterable[tuple[int, int]]) -> None:
        """Single out the rows of some cells of the matrix, or none."""
        named = tuple(cells)
        self.select_rows(self.snapshot.choices.selection.with_cells(named))

    def select_rows(self, selection: Selection) -> None:
        """Single out rows in every view; it changes no number, and is no step."""
        self._single_out(replace(self.snapshot.choices, selection=selection))

    def pick_rows(self, picked: Iterable[int]) -> None:
        """Let rows stand out by their numbers in the file, as they are picked in the table."""
        self._single_out(replace(self.snapshot.choices, picked=tuple(picked)))

    def select_flips(self) -> None:
        """Single out the rows that are called otherwise at the other point, if there are any."""
        found = flips(self.snapshot)
        if found is not None:
            self.select_rows(Selection.of(Between(found.threshold, found.other)))

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a field does."""
        self._single_out(replace(self.snapshot.choices, vocabulary=vocabulary))

    def show_bars(self, *, shown: bool) -> None:
        """Draw intervals as bars, too, or as numbers alone."""
        self._single_out(replace(self.snapshot.choices, has_bars=shown))

    def show_marks(self, *, shown: bool) -> None:
        """Mark rules on plots, or none."""
        self._single_out(replace(self.snapshot.choices, has_marks=shown))

    def hide_answers(self, *, hidden: bool) -> None:
        """Let the values of measures wait to be worked out, or show them."""
        self._single_out(replace(self.snapshot.choices, hides_answers=hidden))

    def set_axes(self, axes: Axes) -> None:
        """Draw the plots on other axes."""
        self._single_out(replace(self.snapshot.choices, axes=axes))

    # ------------------------------------------------------------------------- inside

    def _as_linked(self, shown: Snapshot, score: int | None) -> Inputs:
        """Return the choices for another score of what is shown."""
        found = of_other_score(shown, score, self._rankings.of, now())
        return with_lock(found.inputs, lock_of(shown))

    def _assess(self, choose: Callable[[Snapshot], Inputs]) -> None:
        """Sort scores, and let a rule choose, in the background where one would wait; then show.

        What is chosen for them rests on what is shown by then.
        """
        chosen = choose(self.snapshot)
        dataset = chosen.dataset
        if dataset is None:
            return

        def adopt() -> None:
            self._remember(self.snapshot)
            self._restore(choose(self.snapshot))

        if not self._rankings.waits(chosen):
            adopt()
            return
        if not self._staging.is_busy:  # the progress on show is that of a file
            self.loading_started.emit(dataset.name)
        self._rankings.prepare(
            chosen,
            on_success=adopt,
            on_end=lambda: None if self._staging.is_busy else self.loading_ended.emit(),
        )

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._frame.forget()
        self._pause.stop()
        for work in (
            self._staging,
            self._rankings,
            self._summaries,
            self._marks,
            self._stabilities,
            self._lights,
            self._later,
            self.differences,
            self.goals,
            self.resampling,
            self.previews,
            self.exports,
            self.files,
        ):
            work.shut_down()


def _of_other_scores(inputs: Inputs) -> Inputs:
    """Return inputs for scores with a threshold of their own: a rule that is followed stays."""
    made = inputs.provenance if inputs.is_followed else START
    return replace(inputs, threshold=None, provenance=made, is_locked=False, development=None)


def _at_prevalence(shown: Snapshot, settings: IntervalSettings) -> Inputs:
    """Return inputs whose rule, if it is followed at the prevalence in force, has the new one.

    A rule with a prevalence of its own keeps it; None is that of the data.
    """
    inputs, made = shown.inputs, shown.inputs.provenance
    old, new = inputs.intervals.prevalence, settings.prevalence
    rule = RULES.ids.get(made.rule or "")
    is_at_it = rule is not None and rule.takes_prevalence
    is_at_it &= dict(made.parameters).get("prevalence") == old
    if not inputs.is_followed or not is_at_it or new == old or shown.point is None:
        return inputs
    parameters = dict(made.parameters) | {"prevalence": new}
    made = replace(made, parameters=tuple(parameters.items()))
    return replace(inputs, provenance=made, threshold=shown.point.threshold)
