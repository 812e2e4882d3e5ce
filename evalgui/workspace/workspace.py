"""The one owner of what is shown: it gathers requests and announces each change once."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

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
from evalgui.io.loading import Loaded, assess, load, load_source, preview
from evalgui.io.source import read_source
from evalgui.io.watch import Watch
from evalgui.workspace.history import History
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Parameters
    from evalgui.core.score_table import Steps
    from evalgui.io.column_facts import ColumnFacts
    from evalgui.io.meaning import Roles
    from evalgui.io.reading import ReadOptions
    from evalgui.workspace.import_memory import ImportMemory

    Place: TypeAlias = Path | Pasted

FRAME = 16  # milliseconds: threshold requests within one frame are gathered


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A file, or text that was pasted: where it is, and what was understood of it."""

    path: Place
    loaded: Loaded


@dataclass(frozen=True, slots=True, eq=False)
class _Staged:
    """A complete result of the background, about to replace what is shown."""

    opened: Opened
    snapshot: Snapshot


class Workspace(QObject):
    """Holds the snapshot; views ask it for changes and render what it announces."""

    changed = Signal(object, object)
    history_changed = Signal()
    file_opened = Signal(object)
    question_asked = Signal(object)
    previewed = Signal(object)
    preview_refused = Signal(object)
    columns_described = Signal(object)
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
        self._opened: Opened | None = None
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
        """The file that is open."""
        return self._opened

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
            lambda _task: rank(dataset, chosen.score, chosen.positive),
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

        def read(task: Task) -> Loaded:
            return load(
                path,
                roles=roles,
                options=options,
                recall=None if self._memory is None else self._memory.recall,
                progress=lambda fraction, text: task.report(fraction * 0.8, text),
                cancelled=task.is_cancelled,
            )

        self._stage(path, read)

    def open_text(self, text: str) -> None:
        """Open text that was pasted, in the background, as a file is opened."""
        place = Pasted(text)

        def read(task: Task) -> Loaded:
            return load_source(
                place.source(),
                recall=None if self._memory is None else self._memory.recall,
                watch=Watch(task.report, task.is_cancelled).part(0.0, 0.8),
            )

        self._stage(place, read)

    def reassess(self, roles: Roles) -> None:
        """Assess the open file under other roles; what was chosen stays as far as it can."""
        opened = self._opened
        if opened is None:
            return
        loaded, keep = opened.loaded, self._snapshot.inputs
        self._stage(opened.path, lambda task: self._assess_again(loaded, roles, task), keep)

    def describe_columns(self) -> None:
        """Find out in the background what the columns of the open file hold."""
        opened = self._opened
        if opened is None:
            return
        columns = opened.loaded.table.columns

        def look(task: Task) -> tuple[ColumnFacts, ...]:
            from evalgui.io.column_facts import describe

            found = []
            for column in columns:
                Watch(cancelled=task.is_cancelled).step(0.0, "looking at the columns")
                found.append(describe(column))
            return tuple(found)

        self._looks.start(
            look,
            on_success=self.columns_described.emit,
            on_failure=self.failed.emit,
            on_end=lambda: None,
        )

    def open_table(self, path: Place, loaded: Loaded, roles: Roles) -> None:
        """Assess a file that was read already, under other roles, in the background."""
        self._stage(path, lambda task: self._assess_again(loaded, roles, task))

    def _stage(
        self, path: Place, read: Callable[[Task], Loaded], keep: Inputs | None = None
    ) -> None:
        fresh = Inputs(multiclass=self._settings_for_other_data())

        def work(task: Task) -> _Staged:
            loaded = read(task)
            task.report(0.8, "sorting and counting")
            return _Staged(
                Opened(path, loaded),
                resolve(_inherit(replace(fresh, dataset=loaded.dataset), keep)),
            )

        self.loading_started.emit(path.name)
        self._tasks.start(
            work,
            on_success=self._on_loaded,
            on_failure=self.failed.emit,
            on_end=self.loading_ended.emit,
        )

    def show_dataset(self, dataset: Dataset) -> None:
        """Show a small data set that comes from no file of the user's."""
        self._tasks.cancel()
        self._opened = None
        self._looks.cancel()
        self._adopt(resolve(Inputs(dataset, multiclass=self._settings_for_other_data())))

    def _settings_for_other_data(self) -> MulticlassSettings:
        return self._snapshot.inputs.multiclass.for_other_data()

    def remember_choices(self, loaded: Loaded) -> None:
        """Keep what was decided about a file for the next one with the same columns."""
        if self._memory is not None:
            self._memory.remember(ImportSpec.of(loaded.table, loaded.proposal.roles))

    def preview_file(self, path: Place, *, roles: Roles, options: ReadOptions) -> None:
        """Read a file with other options, to show what comes of them; nothing is replaced."""

        def read(task: Task) -> Loaded:
            watch = Watch(task.report, task.is_cancelled)
            part = watch.part(0.0, 0.3)
            if isinstance(path, Pasted):
                source = path.source()
            else:
                source = read_source(path, progress=part.report, cancelled=task.is_cancelled)
            return preview(source, roles=roles, options=options, watch=watch.part(0.3, 1.0))

        self._preview(path, read)

    def preview_roles(self, path: Place, loaded: Loaded, roles: Roles) -> None:
        """Assess a file that was read under other roles, to show what comes of them."""
        self._preview(path, lambda task: self._assess_again(loaded, roles, task))

    @staticmethod
    def _assess_again(loaded: Loaded, roles: Roles, task: Task) -> Loaded:
        watch = Watch(task.report, task.is_cancelled)
        return assess(loaded.table, roles, sha256=loaded.sha256, watch=watch)

    def _preview(self, path: Place, read: Callable[[Task], Loaded]) -> None:
        self.loading_started.emit(path.name)
        self._tasks.start(
            read,
            on_success=self.previewed.emit,
            on_failure=self.preview_refused.emit,
            on_end=self.loading_ended.emit,
        )

    def cancel_loading(self) -> None:
        """Stop opening a file, or sorting another score; what is shown stays."""
        self._tasks.cancel()
        self._sorting.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._frame.stop()
        for tasks in (self._tasks, self._sorting, self._looks):
            tasks.shut_down()

    def _on_loaded(self, staged: _Staged) -> None:
        dataset = staged.opened.loaded.dataset
        if dataset is None:
            self.question_asked.emit(staged.opened)
            return
        self._looks.cancel()
        self._opened = staged.opened
        snapshot, kept = staged.snapshot, self._settings_for_other_data()
        if (
            snapshot.inputs.multiclass.for_other_data() != kept
        ):  # they were changed while the file was read
            snapshot = resolve(replace(snapshot.inputs, multiclass=kept), snapshot)
        self._adopt(snapshot)
        self.file_opened.emit(staged.opened)

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


def _inherit(fresh: Inputs, keep: Inputs | None) -> Inputs:
    """Return what to show of a data set: the choices made for another, where they fit."""
    dataset = fresh.dataset
    if dataset is None or keep is None or keep.dataset is None:
        return fresh
    fresh = replace(fresh, parameters=keep.parameters)
    old = keep.dataset
    if dataset.classes != old.classes:
        return fresh
    fresh = replace(fresh, multiclass=keep.multiclass)
    if keep.positive is not None:
        fresh = replace(fresh, positive=keep.positive)
    if not old.scores:
        return replace(fresh, threshold=keep.threshold)
    score = old.scores[keep.score]
    alike = [(one.name, one.higher_is_positive) for one in dataset.scores]
    if (score.name, score.higher_is_positive) not in alike:
        return fresh
    fresh = replace(fresh, score=alike.index((score.name, score.higher_is_positive)))
    same_class = dataset.positive == old.positive or keep.positive is not None
    return replace(fresh, threshold=keep.threshold) if same_class else fresh


def _threshold(snapshot: Snapshot) -> float | None:
    return None if snapshot.point is None else snapshot.point.threshold
