"""The one owner of what is shown: it gathers requests and announces each change once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.beside import Comparison
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.io.clipboard import Pasted
from evalgui.io.import_spec import ImportSpec
from evalgui.io.typed_data import OPTIONS
from evalgui.workspace.comparing import compare
from evalgui.workspace.data_sets import DataSet, DataSets
from evalgui.workspace.file_watch import FileWatch
from evalgui.workspace.history import NO_HISTORY, History, Step
from evalgui.workspace.looks import Looks
from evalgui.workspace.opening import (
    inherit,
    read_again,
    read_anew,
    read_as_decided,
    read_together,
    reader_of,
    return_to,
)
from evalgui.workspace.questions import Questions
from evalgui.workspace.rankings import Rankings
from evalgui.workspace.staging import Goes, Staging, choose_nothing, chosen_again, with_settings
from evalgui.workspace.thresholds import Thresholds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Parameters
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.io.reading import ReadOptions
    from evalgui.io.typed_data import Typed
    from evalgui.workspace.import_memory import ImportMemory
    from evalgui.workspace.opened import Opened
    from evalgui.workspace.tasks import Task


class Workspace(Thresholds):
    """Holds the snapshot; views ask it for changes and render what it announces."""

    file_opened = Signal(object)
    question_asked = Signal(object)
    data_sets_changed = Signal(object)
    files_looked_at = Signal(object)
    failed = Signal(object)
    loading_started = Signal(str)
    loading_progressed = Signal(float, str)
    loading_ended = Signal()

    def __init__(
        self,
        parent: QObject | None = None,
        memory: ImportMemory | None = None,
        *,
        multiclass: MulticlassSettings = DEFAULT_SETTINGS,
        compares: bool = False,
    ) -> None:
        comparison = Comparison(is_wanted=compares)
        super().__init__(Snapshot(Inputs(multiclass=multiclass), comparison=comparison), parent)
        self._memory = memory
        self._recall = None if memory is None else memory.recall
        self._data_sets = DataSets()
        self._questions = Questions()
        self._rankings = Rankings(self)
        self._rankings.failed.connect(self.failed)
        self._rankings.filled.connect(self._compare_again)
        self._history = NO_HISTORY  # of the data set that is shown
        self._staging = Staging(self)
        self._staging.started.connect(self.loading_started)
        self._staging.progressed.connect(self.loading_progressed)
        self._staging.ended.connect(self.loading_ended)
        self._staging.failed.connect(self.failed)
        self._staging.turned.connect(self.history_changed)
        self.looks = Looks(self._staging, self)
        self.looks.failed.connect(self.failed)
        self.files = FileWatch(self)
        self.files.changed.connect(self._tell_of_files)
        self.data_sets_changed.connect(self._watch_files)

    # ------------------------------------------------------------------- what is shown

    @property
    def opened(self) -> Opened | None:
        """The file whose data set is shown, with the class that is assessed as the positive one."""
        opened = self._as_opened
        return None if opened is None else opened.as_shown(self._snapshot)

    @property
    def _as_opened(self) -> Opened | None:
        """The same with the class that was positive when it was opened."""
        shown = self._data_sets.shown
        return None if shown is None else shown.opened

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        staging = self._staging
        return staging.is_new_step or self._history.leads(staging.steps_away - 1)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        staging = self._staging
        return not staging.is_new_step and self._history.leads(staging.steps_away + 1)

    # ------------------------------------------------------------------ other choices

    def select_score(self, index: int | None) -> None:
        """Assess another score of the same data, from its own default threshold.

        None stands for the classes that the file calls, which have no threshold.
        """
        inputs = self._snapshot.inputs
        dataset = inputs.dataset
        if dataset is None or index == inputs.score:
            return
        if not dataset.called_by if index is None else not 0 <= index < len(dataset.scores):
            return
        self._assess(replace(inputs, score=index, threshold=None))

    def select_positive(self, positive: int | None) -> None:
        """Assess another class against the rest, or all classes together (None)."""
        inputs = self._snapshot.inputs
        if inputs.dataset is not None and positive != self._snapshot.positive:
            self._assess(replace(inputs, positive=positive, threshold=None))

    def set_parameters(self, parameters: Parameters) -> None:
        """Compute the measures with other numbers in their formulas, as one step."""
        if parameters != self._snapshot.inputs.parameters:
            self._remember(self._snapshot.inputs)
            self._restore(replace(self._snapshot.inputs, parameters=parameters))

    def set_multiclass_settings(self, settings: MulticlassSettings) -> None:
        """Take other classes into the averages, or another k, as one step."""
        inputs = self._snapshot.inputs
        if inputs.dataset is not None and settings != inputs.multiclass:
            self._remember(inputs)
            self._restore(replace(inputs, multiclass=settings))

    def _assess(self, chosen: Inputs) -> None:
        """Sort other scores in the background where that has not been done, then show them."""
        dataset = chosen.dataset
        if dataset is None:
            return

        def adopt() -> None:
            current = self._snapshot.inputs
            self._remember(current)
            self._restore(
                replace(chosen, parameters=current.parameters, multiclass=current.multiclass)
            )

        if not self._rankings.lacks(chosen):
            adopt()
            return
        if not self._staging.is_busy:  # the progress on show is that of a file
            self.loading_started.emit(dataset.name)
        self._rankings.sort(
            chosen,
            on_success=adopt,
            on_end=lambda: None if self._staging.is_busy else self.loading_ended.emit(),
        )

    # ------------------------------------------------------------------ the comparison

    @property
    def is_comparing(self) -> bool:
        """Whether scores are still being sorted to be compared with the one that is shown."""
        return self._rankings.is_filling

    def set_comparing(self, *, wanted: bool) -> None:
        """Compare what is shown with other scores and data sets, or with nothing."""
        if wanted != self._snapshot.comparison.is_wanted:
            comparison = Comparison(is_wanted=wanted)
            self._show(self._compared(replace(self._snapshot, comparison=comparison), comparison))

    def _compare_again(self) -> None:
        comparison = self._snapshot.comparison
        found = self._compared(self._snapshot, comparison)
        if found.comparison is not comparison:
            self._show(found)

    def _compared(self, snapshot: Snapshot, before: Comparison) -> Snapshot:
        """Return a snapshot with what there is to compare; what is missing comes later."""
        comparison: Comparison = Comparison()
        missing: tuple[Inputs, ...] = ()
        if before.is_wanted:
            comparison, missing = compare(snapshot, self._data_sets, self._rankings.of)
        self._rankings.fill(missing)
        return replace(snapshot, comparison=before if comparison == before else comparison)

    # -------------------------------------------------------------------- the history

    def undo(self) -> None:
        """Take the last step back."""
        self._travel(-1)

    def redo(self) -> None:
        """Take the last step again."""
        self._travel(1)

    def _travel(self, distance: int) -> None:
        """Go to another step: at once where its data are here, and else when they are.

        A step that is still being assessed is gone on from; a new one is given up by going back.
        What is shown, and both ends of the history, stay until the step can be shown.
        """
        if self._staging.is_new_step:
            if distance < 0:
                self._staging.cancel()
            return
        distance += self._staging.steps_away
        step, opened = self._history.at(distance), self._as_opened
        if step is None:
            if distance == 0:
                self._give_up_travelling()
            return
        inputs = replace(step.inputs, dataset=self._snapshot.dataset)
        here = self._step_of(self._snapshot.inputs)
        is_here = step.decisions == here.decisions and not self._rankings.lacks(inputs)
        if is_here or opened is None:
            self._give_up_travelling()
            self._history = self._history.moved(distance, here)
            self._restore(inputs)
            return

        self._stage(
            opened.name,
            lambda task: (read_as_decided(opened, step.decisions, task),),
            Goes.INSTEAD,
            lambda fresh: return_to(fresh, step.inputs),
            steps_away=distance,
        )

    def _remember(self, before: Inputs) -> None:
        """Note what was chosen before a step; the way to any other one is given up."""
        self._give_up_travelling()
        self._history = self._history.after(self._step_of(before))

    def _give_up_travelling(self) -> None:
        if self._staging.steps_away:
            self._staging.cancel()

    def _step_of(self, inputs: Inputs) -> Step:
        return Step.of(inputs, self._as_opened)

    def _restore(self, inputs: Inputs) -> None:
        self._frame.forget()
        self._before_drag = None
        if inputs is not self._snapshot.inputs:
            self._announce(inputs)
            self.history_changed.emit()

    # ---------------------------------------------------------------------- files

    def open_file(
        self, path: Path, *, roles: Roles | None = None, options: ReadOptions | None = None
    ) -> None:
        """Open a file in the background; what is open stays until the new one is complete."""
        self._stage(path.name, reader_of(path, roles, options, self._recall))

    def open_files(
        self,
        paths: Sequence[Path],
        *,
        roles: Roles | None = None,
        options: ReadOptions | None = None,
    ) -> None:
        """Open files in the background: as one data set where they complete each other."""
        if len(paths) == 1:
            self.open_file(paths[0], roles=roles, options=options)
        elif paths:
            name = f"{paths[0].name} and {len(paths) - 1} more"
            self._stage(name, lambda task: read_together(paths, task, roles, options))

    def open_text(self, text: str) -> None:
        """Open text that was pasted, in the background, as a file is opened."""
        place = Pasted(text)
        self._stage(place.name, reader_of(place, recall=self._recall))

    def open_typed(self, typed: Typed) -> None:
        """Open what was typed into a grid, in the background, as pasted text is opened."""
        place = typed.pasted
        self._stage(place.name, reader_of(place, typed.roles, OPTIONS, self._recall))

    def open_table(self, opened: Opened, loaded: Loaded, roles: Roles) -> None:
        """Assess what was read already under other roles, in the background."""
        again, shown = replace(opened, loaded=loaded), self.opened
        if shown is not None and opened.path == shown.path:
            is_chosen = roles.positive != shown.loaded.proposal.roles.positive
            self._replace_shown(again, roles, keeps_class=not is_chosen)
            return
        goes = Goes.BESIDE if self._questions.goes_beside(opened.path) else Goes.ALONE
        self._stage(opened.name, lambda task: (read_again(again, roles, task),), goes)

    def reassess(self, roles: Roles) -> None:
        """Assess the open file under other roles; what was chosen stays as far as it can.

        That is so of the positive class, too: the roles are those of `opened`, for its class.
        """
        if self.opened is not None:
            self._replace_shown(self.opened, roles)

    def _replace_shown(self, opened: Opened, roles: Roles, *, keeps_class: bool = True) -> None:
        """Assess the data set that is shown in another way, as one step of the history."""
        self._stage(
            opened.name,
            lambda task: (read_again(opened, roles, task),),
            Goes.INSTEAD,
            lambda fresh: inherit(fresh, self._snapshot.inputs, keeps_class=keeps_class),
        )

    def select_data_set(self, index: int) -> None:
        """Show another of the open data sets, as it was left, with a history of its own."""
        if index == self._data_sets.current or not 0 <= index < len(self._data_sets.items):
            return
        if self._staging.goes is Goes.INSTEAD:
            self._staging.cancel()  # it was to take the place of the one that is left
        self._data_sets = self._data_sets.left_as(self._snapshot, self._history).at(index)
        self._show_current()

    def show_dataset(self, dataset: Dataset) -> None:
        """Show a small data set that comes from no file of the user's."""
        self._staging.cancel()
        self.looks.cancel()
        self._data_sets = DataSets()
        inputs = Inputs(dataset, multiclass=self._settings_for_other_data())
        self._adopt(resolve(inputs), NO_HISTORY)
        self.data_sets_changed.emit(self._data_sets)

    def reload(self) -> None:
        """Read the open files once more; choices and threshold stay as far as they fit."""
        opened = self.opened
        if opened is not None and opened.paths:
            self._stage(
                opened.name,
                lambda task: (read_anew(opened, task),),
                Goes.INSTEAD,
                lambda fresh: inherit(fresh, self._snapshot.inputs),
            )

    def _watch_files(self, data_sets: DataSets) -> None:
        self.files.watch(item.opened for item in data_sets.items)
        self._tell_of_files()

    def _tell_of_files(self) -> None:
        self.files_looked_at.emit(self.files.findings(self.opened))

    def describe_columns(self) -> None:
        """Find out in the background what the columns of the open file hold."""
        if self.opened is not None:
            self.looks.describe_columns(self.opened)

    def remember_choices(self, loaded: Loaded) -> None:
        """Keep what was decided about a file for the next one with the same columns."""
        if self._memory is not None:
            spec = ImportSpec.of(loaded.table, loaded.proposal.roles)
            self._memory.remember(spec.for_all_rows())

    def forget_choices(self) -> None:
        """Forget what was decided about files."""
        if self._memory is not None:
            self._memory.clear()

    def cancel_loading(self) -> None:
        """Stop opening a file, or sorting another score; what is shown stays."""
        self._staging.cancel()
        self._rankings.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._frame.forget()
        for work in (self._staging, self._rankings, self.looks, self.files):
            work.shut_down()

    def _settings_for_other_data(self) -> MulticlassSettings:
        return self._snapshot.inputs.multiclass.for_other_data()

    def _stage(
        self,
        name: str,
        read: Callable[[Task], tuple[Opened, ...]],
        goes: Goes = Goes.ALONE,
        choose: Callable[[Inputs], Inputs] = choose_nothing,
        steps_away: int = 0,
    ) -> None:
        """Read and assess in the background; what is shown stays until that is complete."""
        settings = self._settings_for_other_data()

        def choose_with_settings(fresh: Inputs) -> Inputs:
            return choose(replace(fresh, multiclass=settings))

        def show(staged: tuple[DataSet, ...]) -> None:
            self._on_staged(staged, goes, choose)

        self._staging.stage(
            name, read, choose_with_settings, show, goes=goes, steps_away=steps_away
        )

    def _on_staged(
        self, staged: tuple[DataSet, ...], goes: Goes, choose: Callable[[Inputs], Inputs]
    ) -> None:
        """Show what is complete, and ask about what is not."""
        ready = [item for item in staged if item.opened.loaded.dataset is not None]
        waiting = [item.opened for item in staged if item.opened.loaded.dataset is None]
        if ready and self._questions.are_about(ready[0].opened.path):
            self._questions.note_open()
        elif waiting or goes is not Goes.INSTEAD:
            self._questions.begin(waiting, is_one_open=bool(ready))
        if ready and goes is Goes.INSTEAD:
            self._show_instead(ready[0], choose)
        elif ready:
            self._data_sets = self._data_sets.left_as(self._snapshot, self._history)
            if goes is Goes.BESIDE:
                self._data_sets = self._data_sets.added(ready)
            else:
                self._data_sets = DataSets(tuple(ready))
            self._show_current()
        if waiting:
            self.ask_next()

    def ask_next(self) -> None:
        """Ask about the next of the files that were opened together, if there is one."""
        opened = self._questions.next()
        if opened is not None:
            self.question_asked.emit(opened)

    def _show_instead(self, item: DataSet, choose: Callable[[Inputs], Inputs]) -> None:
        """Show another reading of the current data set: a step on, or one in the history."""
        here, history = self._step_of(self._snapshot.inputs), self._history
        snapshot = chosen_again(item.snapshot, choose, self._settings_for_other_data())
        if self._staging.steps_away:
            history = history.moved(self._staging.steps_away, here)
        elif item.opened.decisions != here.decisions:
            history = history.after(here)
        self._data_sets = self._data_sets.replaced(replace(item, snapshot=snapshot))
        self._adopt_file(item.opened, snapshot, history)

    def _show_current(self) -> None:
        item = self._data_sets.items[self._data_sets.current]
        snapshot = with_settings(item.snapshot, self._settings_for_other_data())
        self._adopt_file(item.opened, snapshot, item.history)

    def _adopt_file(self, opened: Opened, snapshot: Snapshot, history: History) -> None:
        self.looks.cancel()
        self._adopt(snapshot, history)
        self.file_opened.emit(opened)
        self.data_sets_changed.emit(self._data_sets)

    def _adopt(self, snapshot: Snapshot, history: History) -> None:
        """Show another data set, with its own history."""
        self._frame.forget()
        self._before_drag = None
        self._history = history
        self._rankings.start_over(snapshot)
        self._show(self._compared(snapshot, self._snapshot.comparison))
        self.history_changed.emit()

    def _announce(self, inputs: Inputs) -> None:
        old = self._snapshot
        snapshot = resolve(inputs, old, self._rankings.of(inputs))
        if snapshot.ranking is not old.ranking or snapshot.ranking is None:
            snapshot = self._compared(snapshot, old.comparison)
        self._show(snapshot)
