"""What is read in the background and then shown: instead of a data set, beside it, or alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from evalgui.core.consequences.settings import NO_CONSEQUENCES
from evalgui.core.singled_out import singled_out
from evalgui.core.snapshot import Snapshot
from evalgui.core.transfer import carried, lock_of, with_zone
from evalgui.workspace.data_sets import DataSet, DataSets
from evalgui.workspace.questions import Questions
from evalgui.workspace.staging import (
    Placement,
    Staging,
    chosen_again,
    with_settings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.snapshot import Inputs
    from evalgui.io.keeping.kept import Kept
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.shown import Shown
    from evalgui.workspace.tasks import Task


class Staged(QObject):
    """Shows what was read as soon as it is complete, and asks about what is not."""

    file_opened = Signal(object)
    begun = Signal()  # with data in the place of all that was open
    closed = Signal()  # all that was open
    joined = Signal()  # by data beside those that are open
    question_asked = Signal(object)
    loading_started = Signal(str)
    loading_progressed = Signal(float, object)
    loading_ended = Signal()

    def __init__(self, shown: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self.questions = Questions()
        self.staging = Staging(self)
        self.staging.started.connect(self.loading_started)
        self.staging.progressed.connect(self.loading_progressed)
        self.staging.ended.connect(self.loading_ended)
        self.staging.failed.connect(shown.failed)
        self.staging.turned.connect(shown.history_changed)

    def ask_next(self) -> None:
        """Ask about the next of the files that were opened together, if there is one."""
        opened = self.questions.next()
        if opened is not None:
            self.question_asked.emit(opened)

    def stage(
        self,
        name: str,
        read: Callable[[Task], tuple[Opened, ...]],
        placement: Placement = Placement.ALONE,
        choose: Callable[[Inputs], Inputs] | None = None,
        steps_away: int = 0,
    ) -> None:
        """Read and assess in the background; what is shown stays until that is complete.

        Unless it is said what to choose, that is what was decided about the threshold.
        """
        settings = self._shown.settings_for_other_data()
        decided = choose or (lambda fresh: carried(fresh, self._shown.snapshot))

        def choose_with_settings(fresh: Inputs) -> Inputs:
            return decided(replace(settings, dataset=fresh.dataset))

        def show(staged: tuple[DataSet, ...]) -> None:
            self._on_staged(staged, placement, decided)

        self.staging.stage(
            name, read, choose_with_settings, show, placement=placement, steps_away=steps_away
        )

    def _on_staged(
        self, staged: tuple[DataSet, ...], placement: Placement, choose: Callable[[Inputs], Inputs]
    ) -> None:
        """Show what is complete, and ask about what is not."""
        ready = [item for item in staged if item.snapshot.dataset is not None]
        waiting = [item.opened for item in staged if item.snapshot.dataset is None and item.opened]
        first = ready[0].opened if ready else None
        if first is not None and self.questions.are_about(first.path):
            self.questions.note_open()
        elif waiting or placement is not Placement.INSTEAD:
            is_beside = placement is Placement.BESIDE
            self.questions.begin(waiting, is_one_open=bool(ready) or is_beside)
        if ready and placement is Placement.INSTEAD:
            self._show_instead(ready[0], choose)
        elif ready:
            settings, lock = self._shown.settings_for_other_data(), lock_of(self._shown.snapshot)
            again = [chosen_again(one.snapshot, choose, settings) for one in ready]
            ready = [
                replace(one, snapshot=replace(new, choices=with_zone(new.choices, lock, new)))
                for one, new in zip(ready, again, strict=True)
            ]
            is_beside = placement is Placement.BESIDE
            self.show_current(
                self._shown.data_sets.added(ready) if is_beside else DataSets(tuple(ready))
            )
            (self.joined if is_beside else self.begun).emit()
        if waiting:
            self.ask_next()

    def read_in_background(
        self, name: str, read: Callable[[Task], Any], on_success: Callable[[Any], None]
    ) -> None:
        """Read something with progress; what is shown stays, and what comes of it is handed on."""
        self.staging.start(name, read, on_success, self._shown.failed.emit)

    def show_reopened(self, items: Sequence[DataSet], kept: Kept) -> None:
        """Show data sets just as they were left, in the place of all that is open."""
        self.questions.begin((), is_one_open=False)
        self._adopt_file(DataSets(tuple(items), kept.shown))
        choices = replace(self._shown.snapshot.choices, vocabulary=kept.vocabulary)
        self._shown.single_out(replace(choices, link=kept.link, compares=kept.compares))

    def close(self) -> None:
        """Close all that is open, as if nothing had been opened; what is read is given up."""
        self.staging.cancel()
        self.questions.begin((), is_one_open=False)
        settings = replace(self._shown.settings_for_other_data(), consequences=NO_CONSEQUENCES)
        nothing = DataSet(None, Snapshot(settings))
        self._shown.adopt(DataSets((nothing,)))
        self._shown.data_sets_changed.emit(self._shown.data_sets)
        self.begun.emit()
        self.closed.emit()

    def _show_instead(self, item: DataSet, choose: Callable[[Inputs], Inputs]) -> None:
        """Show another reading of the current data set: a step on, or one in the history."""
        shown = self._shown.data_sets.shown
        here, history = shown.step, shown.history
        if item.opened and shown.opened and item.opened.stamps != shown.opened.stamps:
            here, history = here.without_rows_aside(), history.without_rows_aside()
        snapshot = chosen_again(item.snapshot, choose, self._shown.settings_for_other_data())
        choices = self._shown.still_meant(shown.snapshot, snapshot)
        step = history.at(self.staging.steps_away)
        if step is not None:
            choices = step.chosen(choices)
            history = history.moved(self.staging.steps_away, here)
        elif item.step.decisions != here.decisions:
            history = history.after(here)
        snapshot = singled_out(snapshot, choices)
        again = replace(item, snapshot=snapshot, history=history)
        self._adopt_file(self._shown.data_sets.replaced(again))

    def show_current(self, data_sets: DataSets) -> None:
        """Show the current one of some data sets with averages and intervals as they are now."""
        snapshot = with_settings(data_sets.shown.snapshot, self._shown.settings_for_other_data())
        self._adopt_file(data_sets.showing(snapshot))

    def _adopt_file(self, data_sets: DataSets) -> None:
        self._shown.adopt(data_sets)
        self.file_opened.emit(self._shown.as_opened)
        self._shown.data_sets_changed.emit(self._shown.data_sets)
