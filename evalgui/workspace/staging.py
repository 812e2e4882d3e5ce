"""The one work in the background that the progress is of: data sets are read and assessed."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from evalgui.core.curves import note_turns_of
from evalgui.core.dataset import SlowColumn
from evalgui.core.progress import Watch
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.vocabulary import phrase
from evalgui.workspace.data_sets import DataSet
from evalgui.workspace.readings import READ
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.dataset import Dataset
    from evalgui.core.errors import EvalguiError
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.meaning import Roles
    from evalgui.workspace.opened_file import Opened

    Choose = Callable[[Inputs], Inputs]
    Read = Callable[[Task], tuple[Opened, ...]]

FIRST_ROWS, FIRST_COLUMNS = 100, 60
"""What a table shows first of a data set: it is read before anything is shown."""


class Placement(Enum):
    """What becomes of the open data sets when another one is there."""

    ALONE = "it takes the place of all"
    INSTEAD = "it takes the place of the one that is shown"
    BESIDE = "it comes beside them"
    NOWHERE = "it is only looked at"


class Staging(QObject):
    """Makes what is to be shown next; a newer request replaces an older one."""

    started = Signal(str)
    progressed = Signal(float, object)
    ended = Signal()
    turned = Signal()  # to something else, or to nothing
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("assessing the data"))
        self._tasks.progressed.connect(self.progressed)
        self.placement = Placement.NOWHERE
        # Under which roles the data set that is shown is assessed, and whether its class stays.
        self.asked: tuple[Roles, bool] | None = None
        self.steps_away = 0  # where in the history that is, negative for back

    @property
    def is_new_step(self) -> bool:
        """Whether what is shown is being assessed in another way, as a step of its own."""
        return self.placement is Placement.INSTEAD and self.steps_away == 0

    @property
    def is_busy(self) -> bool:
        """Whether something is being read."""
        return self._tasks.is_busy

    def stage(  # noqa: PLR0913 - all that is known of what comes
        self,
        name: str,
        read: Read,
        choose: Choose,
        on_success: Callable[[tuple[DataSet, ...]], None],
        *,
        placement: Placement,
        steps_away: int = 0,
    ) -> None:
        """Read data sets and resolve what is chosen of each."""

        def work(task: Task) -> tuple[DataSet, ...]:
            staged = []
            watch = Watch(task.report, task.is_cancelled).part(READ, 1.0)
            for opened in read(task):
                inputs = choose(Inputs(opened.loaded.dataset))
                snapshot = resolve(inputs, step=watch.step)
                staged.append((opened, snapshot))
                prepare(snapshot, watch)
            for opened, _ in staged:  # nothing that is shown waits for it
                opened.loaded.digest.begin()
            return tuple(DataSet(opened, snapshot) for opened, snapshot in staged)

        self.start(name, work, on_success, self.failed.emit)
        self._turn(placement, steps_away)

    def start(
        self,
        name: str,
        work: Callable[[Task], Any],
        on_success: Callable[[Any], None],
        on_failure: Callable[[EvalguiError], None],
    ) -> None:
        """Do something that changes nothing of what is shown, such as a preview."""
        self.started.emit(name)
        self._tasks.start(work, on_success=on_success, on_failure=on_failure, on_end=self._on_ended)
        self._turn(Placement.NOWHERE)

    def cancel(self) -> None:
        """Give it up."""
        self._tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()

    def _on_ended(self) -> None:
        self._turn(Placement.NOWHERE)
        self.ended.emit()

    def _turn(self, placement: Placement, steps_away: int = 0) -> None:
        self.asked = None
        if (placement, steps_away) != (self.placement, self.steps_away):
            self.placement, self.steps_away = placement, steps_away
            self.turned.emit()


def prepare(snapshot: Snapshot, watch: Watch) -> None:
    """Find out what the window needs of a snapshot at once, before it is shown."""
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is not None:
        note_turns_of(ranking.table, watch.look)
    if ranking is not None and ranking.is_quick and dataset is not None:
        ranking.intervals(snapshot.inputs.intervals, dataset.sampling)
    if snapshot.overall is not None:
        snapshot.overall.intervals.find_out(watch.look)
    _read_first(snapshot.dataset, watch)


def _read_first(dataset: Dataset | None, watch: Watch) -> None:
    """Read the first rows of the first columns where they are not here yet."""
    for column in dataset.columns[:FIRST_COLUMNS] if dataset else ():
        if not isinstance(column, SlowColumn):
            continue
        for row in range(min(FIRST_ROWS, len(column))):
            if not column.is_at_hand(row):
                watch.look()
                column.text(row)


def chosen_again(snapshot: Snapshot, choose: Choose, settings: Inputs) -> Snapshot:
    """Return what is staged with what was chosen since it was begun, unless other scores were."""
    now = choose(replace(settings, dataset=snapshot.dataset))
    staged = snapshot.inputs
    is_same = (now.score, now.positive) == (staged.score, staged.positive)
    return resolve(now, snapshot) if is_same else snapshot


def with_settings(snapshot: Snapshot, settings: Inputs) -> Snapshot:
    """Return a snapshot with averages and intervals as they are now.

    What was left, or begun, had others. The prevalence is its own.
    """
    own = snapshot.inputs
    is_same = own.multiclass.for_other_data() == settings.multiclass
    multiclass = own.multiclass if is_same else settings.multiclass
    asked = own.intervals.prevalence, own.intervals.prevalence_of
    intervals = replace(settings.intervals, prevalence=asked[0], prevalence_of=asked[1])
    if is_same and intervals == own.intervals:
        return snapshot
    again = resolve(replace(own, multiclass=multiclass, intervals=intervals), snapshot)
    return singled_out(again, snapshot.choices, snapshot)
