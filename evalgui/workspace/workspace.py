"""The one owner of what is shown: it gathers requests and announces each change once."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from evalgui.core.criteria import rule_by_id
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.snapshot import (
    Inputs,
    Ranking,
    Snapshot,
    positive_of,
    rank,
    resolve,
    score_of,
)
from evalgui.io.clipboard import Pasted
from evalgui.io.import_spec import ImportSpec
from evalgui.io.watch import Watch
from evalgui.workspace.data_sets import DataSet, DataSets
from evalgui.workspace.history import History
from evalgui.workspace.opened import Opened
from evalgui.workspace.opening import (
    READ,
    inherit,
    look_at_columns,
    read_again,
    read_otherwise,
    read_place,
    read_together,
)
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Parameters
    from evalgui.core.score_table import Steps
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.io.reading import ReadOptions
    from evalgui.workspace.import_memory import ImportMemory
    from evalgui.workspace.opened import Place

FRAME = 16  # milliseconds: threshold requests within one frame are gathered


class _Goes(Enum):
    """What becomes of the open data sets when another one is there."""

    ALONE = "it takes the place of all"
    INSTEAD = "it takes the place of the one that is shown"
    BESIDE = "it comes beside them"


class Workspace(QObject):
    """Holds the snapshot; views ask it for changes and render what it announces."""

    changed = Signal(object, object)
    history_changed = Signal()
    file_opened = Signal(object)
    question_asked = Signal(object)
    previewed = Signal(object)
    preview_refused = Signal(object)
    columns_described = Signal(object)
    data_sets_changed = Signal(object)
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
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self._snapshot: Snapshot = resolve(Inputs(multiclass=multiclass))
        self._data_sets = DataSets()
        self._beside: set[Place] = set()  # files that were asked about beside others
        # of the open data set, by score and positive class
        self._rankings: dict[tuple[int, int | None], Ranking] = {}
        self._history = History()
        self._before_drag: Snapshot | None = None
        self._tasks, self._sorting, self._looks = Tasks(self), Tasks(self), Tasks(self)
        self._tasks.progressed.connect(self.loading_progressed)
        self._pending: float | None = None
        self._since_frame = QElapsedTimer()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.timeout.connect(self._on_frame)

    # ------------------------------------------------------------------- what is shown

    @property
    def snapshot(self) -> Snapshot:
        """All that is shown now."""
        return self._snapshot

    @property
    def opened(self) -> Opened | None:
        """The file whose data set is shown."""
        return self._opened

    @property
    def _opened(self) -> Opened | None:
        shown = self._data_sets.shown
        return None if shown is None else shown.opened

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return self._history.can_redo

    # --------------------------------------------------------------------- threshold

    def set_threshold(self, threshold: float) -> None:
        """Ask for a threshold; within one frame the latest wins, and the last always arrives."""
        if self._snapshot.point is None or math.isnan(threshold):
            return
        asked = self._pending if self._pending is not None else self._snapshot.point.threshold
        if threshold == asked:
            return
        if self._before_drag is None:
            self._before_drag = self._snapshot
        self._pending = threshold
        if not self._frame.isActive():
            waited = self._since_frame.elapsed() if self._since_frame.isValid() else FRAME
            self._frame.start(max(0, FRAME - waited))

    def commit_threshold(self) -> None:
        """Make the threshold as it now is one step of the history."""
        self._on_frame()
        before, self._before_drag = self._before_drag, None
        if before is not None and _threshold(before) != _threshold(self._snapshot):
            self._history.remember(before.inputs)
            self.history_changed.emit()

    def choose_threshold(self, threshold: float) -> None:
        """Set a threshold at once, as one step of the history."""
        self.set_threshold(threshold)
        self.commit_threshold()

    def move_threshold(self, n_steps: int) -> None:
        """Move by attainable thresholds: positive numbers to higher scores."""
        steps = self._steps()
        if steps is None:
            return
        current = self._wanted_threshold()
        known = steps.ascending
        first = int(math.isnan(known[0]))
        last = len(known) - 1 - int(math.isnan(known[-1]))
        if n_steps > 0:
            position = int(np.searchsorted(known[first : last + 1], current, "right")) - 1
        else:
            position = int(np.searchsorted(known[first : last + 1], current, "left"))
        position += first + n_steps
        self.choose_threshold(float(known[min(max(position, first), last)]))

    def move_threshold_by_percentile(self, n_percent: int) -> None:
        """Move so that this many per cent fewer rows (more, if negative) lie below the line."""
        steps = self._steps()
        if steps is None:
            return
        n = steps.n_positive + steps.n_negative
        row = steps.row_at(self._wanted_threshold())
        called = int(steps.tp_column[row]) + int(steps.fp_column[row])
        towards_strict = n_percent > 0 if steps.higher_is_positive else n_percent < 0
        change = max(1, round(abs(n_percent) * n / 100))
        wanted = called - change if towards_strict else called + change
        low, high = 0, len(steps) - 1
        while low < high:  # the first row that calls at least as many
            middle = (low + high) // 2
            if int(steps.tp_column[middle]) + int(steps.fp_column[middle]) >= wanted:
                high = middle
            else:
                low = middle + 1
        self.choose_threshold(steps.threshold(low))

    def go_to_end(self, *, highest: bool) -> None:
        """Go to the highest or the lowest attainable threshold."""
        steps = self._steps()
        if steps is None:
            return
        known = steps.ascending
        position = -1 if highest else 0
        if math.isnan(known[position]):
            position = -2 if highest else 1
        self.choose_threshold(float(known[position]))

    def apply_rule(self, rule_id: str) -> None:
        """Go to the threshold that a rule chooses, if it finds one."""
        ranking = self._snapshot.ranking
        if ranking is not None:
            self.choose_threshold(rule_by_id(rule_id).choose(ranking.table))

    def _steps(self) -> Steps | None:
        ranking = self._snapshot.ranking
        return None if ranking is None or ranking.table.n == 0 else ranking.table.steps

    def _wanted_threshold(self) -> float:
        if self._pending is not None:
            return self._pending
        point = self._snapshot.point
        return math.nan if point is None else point.threshold

    def _on_frame(self) -> None:
        self._frame.stop()
        threshold, self._pending = self._pending, None
        if threshold is None:
            return
        self._since_frame.restart()
        self._announce(replace(self._snapshot.inputs, threshold=threshold))

    # ------------------------------------------------------------------ other choices

    def select_score(self, index: int) -> None:
        """Assess another score of the same data, from its own default threshold."""
        inputs = self._snapshot.inputs
        dataset = inputs.dataset
        if dataset is None or index == inputs.score or not 0 <= index < len(dataset.scores):
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
            self._history.remember(self._snapshot.inputs)
            self._restore(replace(self._snapshot.inputs, parameters=parameters))

    def set_multiclass_settings(self, settings: MulticlassSettings) -> None:
        """Take other classes into the averages, or another k, as one step."""
        inputs = self._snapshot.inputs
        if inputs.dataset is not None and settings != inputs.multiclass:
            self._history.remember(inputs)
            self._restore(replace(inputs, multiclass=settings))

    def _assess(self, chosen: Inputs) -> None:
        """Sort other scores in the background where that has not been done, then show them."""
        dataset = chosen.dataset
        if dataset is None:
            return
        key = (chosen.score, chosen.positive)

        def adopt(ranking: Ranking | None) -> None:
            if ranking is not None:
                self._rankings[key] = ranking
            current = self._snapshot.inputs
            self._history.remember(current)
            kept = replace(chosen, parameters=current.parameters, multiclass=current.multiclass)
            self._restore(kept)

        positive = positive_of(dataset, chosen.positive)
        if key in self._rankings or score_of(dataset, chosen.score, positive) is None:
            adopt(self._rankings.get(key))
            return
        if not self._tasks.is_busy:  # the progress on show is that of a file
            self.loading_started.emit(dataset.name)
        self._sorting.start(
            lambda task: rank(
                dataset,
                chosen.score,
                chosen.positive,
                Watch(task.report, task.is_cancelled).step,
            ),
            on_success=adopt,
            on_failure=self.failed.emit,
            on_end=lambda: None if self._tasks.is_busy else self.loading_ended.emit(),
        )

    def undo(self) -> None:
        """Take the last step back."""
        self._restore(self._history.undo(self._snapshot.inputs))

    def redo(self) -> None:
        """Take the last step again."""
        self._restore(self._history.redo(self._snapshot.inputs))

    def _restore(self, inputs: Inputs) -> None:
        self._pending = self._before_drag = None
        if inputs is not self._snapshot.inputs:
            self._announce(inputs)
            self.history_changed.emit()

    # ---------------------------------------------------------------------- files

    def open_file(
        self, path: Path, *, roles: Roles | None = None, options: ReadOptions | None = None
    ) -> None:
        """Open a file in the background; what is open stays until the new one is complete."""

        def read(task: Task) -> tuple[Opened, ...]:
            loaded = read_place(path, task, roles=roles, options=options, recall=self._recall)
            return (Opened(path, loaded),)

        self._stage(path.name, read)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files in the background: as one data set where they complete each other."""
        if len(paths) == 1:
            self.open_file(paths[0])
        elif paths:
            name = f"{paths[0].name} and {len(paths) - 1} more"
            self._stage(name, lambda task: read_together(paths, task))

    def open_text(self, text: str) -> None:
        """Open text that was pasted, in the background, as a file is opened."""
        place = Pasted(text)

        def read(task: Task) -> tuple[Opened, ...]:
            return (Opened(place, read_place(place, task, recall=self._recall)),)

        self._stage(place.name, read)

    def open_table(self, opened: Opened, loaded: Loaded, roles: Roles) -> None:
        """Assess what was read already under other roles, in the background."""
        again = replace(opened, loaded=loaded)
        goes = _Goes.BESIDE if opened.path in self._beside else _Goes.ALONE
        if self._opened is not None and opened.path == self._opened.path:
            goes = _Goes.INSTEAD
        self._stage(opened.name, lambda task: (read_again(again, roles, task),), goes)

    def reassess(self, roles: Roles) -> None:
        """Assess the open file under other roles; what was chosen stays as far as it can."""
        opened = self._opened
        if opened is not None:
            keep = self._snapshot.inputs
            self._stage(
                opened.name, lambda task: (read_again(opened, roles, task),), _Goes.INSTEAD, keep
            )

    def select_data_set(self, index: int) -> None:
        """Show another of the open data sets, as it was left."""
        if index == self._data_sets.current or not 0 <= index < len(self._data_sets.items):
            return
        self._data_sets = self._data_sets.left_as(self._snapshot).at(index)
        self._show_current()

    def show_dataset(self, dataset: Dataset) -> None:
        """Show a small data set that comes from no file of the user's."""
        self._tasks.cancel()
        self._looks.cancel()
        self._data_sets = DataSets()
        self._adopt(resolve(Inputs(dataset, multiclass=self._settings_for_other_data())))
        self.data_sets_changed.emit(self._data_sets)

    def describe_columns(self) -> None:
        """Find out in the background what the columns of the open file hold."""
        opened = self._opened
        if opened is not None:
            columns = opened.loaded.table.columns
            self._looks.start(
                lambda task: look_at_columns(columns, task),
                on_success=self.columns_described.emit,
                on_failure=self.failed.emit,
                on_end=lambda: None,
            )

    def remember_choices(self, loaded: Loaded) -> None:
        """Keep what was decided about a file for the next one with the same columns."""
        if self._memory is not None:
            self._memory.remember(ImportSpec.of(loaded.table, loaded.proposal.roles))

    def preview_file(self, opened: Opened, *, roles: Roles, options: ReadOptions) -> None:
        """Read a file with other options, to show what comes of them; nothing is replaced."""
        self._preview(opened.name, lambda task: read_otherwise(opened, roles, options, task))

    def preview_roles(self, opened: Opened, loaded: Loaded, roles: Roles) -> None:
        """Assess a file that was read under other roles, to show what comes of them."""
        again = replace(opened, loaded=loaded)
        self._preview(opened.name, lambda task: read_again(again, roles, task).loaded)

    def cancel_loading(self) -> None:
        """Stop opening a file, or sorting another score; what is shown stays."""
        self._tasks.cancel()
        self._sorting.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._frame.stop()
        for tasks in (self._tasks, self._sorting, self._looks):
            tasks.shut_down()

    def _recall(self, signature: str) -> ImportSpec | None:
        return None if self._memory is None else self._memory.recall(signature)

    def _settings_for_other_data(self) -> MulticlassSettings:
        return self._snapshot.inputs.multiclass.for_other_data()

    def _preview(self, name: str, read: Callable[[Task], Loaded]) -> None:
        self.loading_started.emit(name)
        self._tasks.start(
            read,
            on_success=self.previewed.emit,
            on_failure=self.preview_refused.emit,
            on_end=self.loading_ended.emit,
        )

    def _stage(
        self,
        name: str,
        read: Callable[[Task], tuple[Opened, ...]],
        goes: _Goes = _Goes.ALONE,
        keep: Inputs | None = None,
    ) -> None:
        fresh = Inputs(multiclass=self._settings_for_other_data())

        def work(task: Task) -> tuple[DataSet, ...]:
            staged = []
            watch = Watch(task.report, task.is_cancelled).part(READ, 1.0)
            for opened in read(task):
                inputs = inherit(replace(fresh, dataset=opened.loaded.dataset), keep)
                staged.append(DataSet(opened, resolve(inputs, step=watch.step)))
            for item in staged:  # nothing that is shown waits for it
                item.opened.loaded.digest.begin()
            return tuple(staged)

        self.loading_started.emit(name)
        self._tasks.start(
            work,
            on_success=lambda staged: self._on_staged(staged, goes),
            on_failure=self.failed.emit,
            on_end=self.loading_ended.emit,
        )

    def _on_staged(self, staged: tuple[DataSet, ...], goes: _Goes) -> None:
        """Show what is complete, and ask about what is not."""
        ready = [item for item in staged if item.opened.loaded.dataset is not None]
        waiting = [item.opened for item in staged if item.opened.loaded.dataset is None]
        if ready:
            self._data_sets = self._data_sets.left_as(self._snapshot)
            if goes is _Goes.INSTEAD:
                self._data_sets = self._data_sets.replaced(ready[0])
            elif goes is _Goes.BESIDE:
                self._data_sets = self._data_sets.added(ready)
            else:
                self._data_sets = DataSets(tuple(ready))
                self._beside = {opened.path for opened in waiting}
            self._show_current()
        for opened in waiting:
            self.question_asked.emit(opened)

    def _show_current(self) -> None:
        item = self._data_sets.items[self._data_sets.current]
        self._looks.cancel()
        snapshot, kept = item.snapshot, self._settings_for_other_data()
        # They may have been changed while the file was read.
        if snapshot.inputs.multiclass.for_other_data() != kept:
            snapshot = resolve(replace(snapshot.inputs, multiclass=kept), snapshot)
        self._adopt(snapshot)
        self.file_opened.emit(item.opened)
        self.data_sets_changed.emit(self._data_sets)

    def _adopt(self, snapshot: Snapshot) -> None:
        """Show another data set: what was chosen for the last one is forgotten."""
        self._sorting.cancel()
        self._pending = self._before_drag = None
        self._history.clear()
        ranking = snapshot.ranking
        inputs = snapshot.inputs
        self._rankings = {} if ranking is None else {(inputs.score, inputs.positive): ranking}
        old, self._snapshot = self._snapshot, snapshot
        self.changed.emit(old, snapshot)
        self.history_changed.emit()

    def _announce(self, inputs: Inputs) -> None:
        old = self._snapshot
        ranking = self._rankings.get((inputs.score, inputs.positive))
        self._snapshot = resolve(inputs, old, ranking)
        self.changed.emit(old, self._snapshot)


def _threshold(snapshot: Snapshot) -> float | None:
    return None if snapshot.point is None else snapshot.point.threshold
