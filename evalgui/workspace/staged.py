"""What is read in the background and then shown: instead of a data set, beside it, or alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from evalgui.core.carrying import carried, lock_of, with_zone
from evalgui.core.singled_out import singled_out
from evalgui.workspace.data_sets import DataSets
from evalgui.workspace.questions import Questions
from evalgui.workspace.shown import Shown
from evalgui.workspace.staging import (
    Placement,
    Staging,
    chosen_again,
    with_settings,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.io.keeping.kept import Kept
    from evalgui.workspace.data_sets import DataSet
    from evalgui.workspace.opened_file import Opened
    from evalgui.workspace.tasks import Task


class Staged(Shown):
    """Shows what was read as soon as it is complete, and asks about what is not."""

    file_opened = Signal(object)
    begun = Signal()  # with data in the place of all that was open
    joined = Signal()  # by data beside those that are open
    question_asked = Signal(object)
    loading_started = Signal(str)
    loading_progressed = Signal(float, str)
    loading_ended = Signal()

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(snapshot, parent)
        self._questions = Questions()
        self._staging = Staging(self)
        self._staging.started.connect(self.loading_started)
        self._staging.progressed.connect(self.loading_progressed)
        self._staging.ended.connect(self.loading_ended)
        self._staging.failed.connect(self.failed)
        self._staging.turned.connect(self.history_changed)

    def ask_next(self) -> None:
        """Ask about the next of the files that were opened together, if there is one."""
        opened = self._questions.next()
        if opened is not None:
            self.question_asked.emit(opened)

    def cancel_loading(self) -> None:
        """Stop opening a file, or sorting another score; what is shown stays."""
        self._staging.cancel()
        self._rankings.cancel()

    def _stage(
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
        settings = self._settings_for_other_data()
        decided = choose or (lambda fresh: carried(fresh, self.snapshot))

        def choose_with_settings(fresh: Inputs) -> Inputs:
            return decided(replace(settings, dataset=fresh.dataset))

        def show(staged: tuple[DataSet, ...]) -> None:
            self._on_staged(staged, placement, decided)

        self._staging.stage(
            name, read, choose_with_settings, show, placement=placement, steps_away=steps_away
        )

    def _on_staged(
        self, staged: tuple[DataSet, ...], placement: Placement, choose: Callable[[Inputs], Inputs]
    ) -> None:
        """Show what is complete, and ask about what is not."""
        ready = [item for item in staged if item.snapshot.dataset is not None]
        waiting = [item.opened for item in staged if item.snapshot.dataset is None and item.opened]
        first = ready[0].opened if ready else None
        if first is not None and self._questions.are_about(first.path):
            self._questions.note_open()
        elif waiting or placement is not Placement.INSTEAD:
            self._questions.begin(waiting, is_one_open=bool(ready))
        if ready and placement is Placement.INSTEAD:
            self._show_instead(ready[0], choose)
        elif ready:
            settings, lock = self._settings_for_other_data(), lock_of(self.snapshot)
            again = [chosen_again(one.snapshot, choose, settings) for one in ready]
            ready = [
                replace(one, snapshot=replace(new, choices=with_zone(new.choices, lock, new)))
                for one, new in zip(ready, again, strict=True)
            ]
            is_beside = placement is Placement.BESIDE
            self._show_current(
                self._data_sets.added(ready) if is_beside else DataSets(tuple(ready))
            )
            (self.joined if is_beside else self.begun).emit()
        if waiting:
            self.ask_next()

    def read_in_background(
        self, name: str, read: Callable[[Task], Any], on_success: Callable[[Any], None]
    ) -> None:
        """Read something with progress; what is shown stays, and what comes of it is handed on."""
        self._staging.start(name, read, on_success, self.failed.emit)

    def show_reopened(self, items: Sequence[DataSet], kept: Kept) -> None:
        """Show data sets just as they were left, in the place of all that is open."""
        self._questions.begin((), is_one_open=False)
        self._adopt_file(DataSets(tuple(items), kept.shown))
        known = replace(self.snapshot.choices, vocabulary=kept.vocabulary, link=kept.link)
        self._single_out(known)
        self.set_comparing(wanted=kept.compares)

    def _show_instead(self, item: DataSet, choose: Callable[[Inputs], Inputs]) -> None:
        """Show another reading of the current data set: a step on, or one in the history."""
        shown = self._data_sets.shown
        here, history = shown.step, shown.history
        if item.opened and shown.opened and item.opened.stamps != shown.opened.stamps:
            here, history = here.without_rows_aside(), history.without_rows_aside()
        snapshot = chosen_again(item.snapshot, choose, self._settings_for_other_data())
        choices = self._still_meant(shown.snapshot, snapshot)
        step = history.at(self._staging.steps_away)
        if step is not None:
            choices = step.chosen(choices)
            history = history.moved(self._staging.steps_away, here)
        elif item.step.decisions != here.decisions:
            history = history.after(here)
        snapshot = singled_out(snapshot, choices)
        again = replace(item, snapshot=snapshot, history=history)
        self._adopt_file(self._data_sets.replaced(again))

    def _show_current(self, data_sets: DataSets) -> None:
        """Show the current one of some data sets with averages and intervals as they are now."""
        snapshot = with_settings(data_sets.shown.snapshot, self._settings_for_other_data())
        self._adopt_file(data_sets.showing(snapshot))

    def _adopt_file(self, data_sets: DataSets) -> None:
        self._adopt(data_sets)
        self.file_opened.emit(self._as_opened)
        self.data_sets_changed.emit(self._data_sets)
