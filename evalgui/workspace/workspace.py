"""The one owner of what is shown: views ask it for changes, and it announces each once.

It holds parts, each of which does one thing: `shown` knows what is shown, `history` goes back and
forth in it, `line`, `second` and `number` are dragged, `staged` reads in the background and shows
what was read, `openings` opens files. What a user asks for is a request; what comes of it is
decided by `evalgui.core.decide`. What is only worked out, such as where a number is what is wanted,
is asked of the part that does so: what a user then takes of it is a request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.choices import NO_CHOICES, Choices
from evalgui.core.consequences.settings import NO_CONSEQUENCES, Consequences
from evalgui.core.decide import Decisions, LockedError, decide, refuses, zone_of
from evalgui.core.errors import EvalguiError
from evalgui.core.found_later import SOURCES
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.requests import (
    CommitDrag,
    DragNumber,
    DragSecond,
    DragThreshold,
    DropDrag,
    GoInZone,
    MovesLine,
    NameSpecies,
    Redo,
    SelectPositive,
    Undo,
    UseChoice,
)
from evalgui.core.snapshot import Inputs, Snapshot
from evalgui.core.zone_numbers import would_end_zone, would_pass
from evalgui.workspace.bands import Bands
from evalgui.workspace.calibrations import Calibrations
from evalgui.workspace.differences import Differences
from evalgui.workspace.drag import Drag
from evalgui.workspace.exporting import Exports
from evalgui.workspace.file_requests import FileRequest
from evalgui.workspace.goals import Goals
from evalgui.workspace.openings import Openings
from evalgui.workspace.shown import Shown
from evalgui.workspace.staged import Staged
from evalgui.workspace.threshold_previews import ThresholdPreviews
from evalgui.workspace.undo_stack import UndoStack

if TYPE_CHECKING:
    from evalgui.core.goals import Answer
    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.ranking import Ranking
    from evalgui.core.requests import Request
    from evalgui.core.zone_goals import ZoneAnswer
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.import_memory import ImportMemory
    from evalgui.workspace.opened_file import Opened


class Workspace(QObject):
    """Holds what is shown; views ask it for changes and render what it announces."""

    refused = Signal()  # to move the line, since it is locked
    zone_ended = Signal()  # since the threshold was put where the second line stands
    zone_turned = Signal()  # since it was put beyond the second line

    def __init__(  # noqa: PLR0913 - all that is remembered
        self,
        parent: QObject | None = None,
        memory: ImportMemory | None = None,
        *,
        multiclass: MulticlassSettings = DEFAULT_SETTINGS,
        intervals: IntervalSettings = DEFAULT_INTERVALS,
        consequences: Consequences = NO_CONSEQUENCES,
        choices: Choices = NO_CHOICES,
    ) -> None:
        super().__init__(parent)
        inputs = Inputs(multiclass=multiclass, intervals=intervals, consequences=consequences)
        snapshot = Snapshot(inputs, choices=choices)
        self.shown = Shown(snapshot, self)
        self.staged = Staged(self.shown, self)
        self.history = UndoStack(self.shown, self.staged)
        self.line, self.second, self.number = drags = [
            Drag(self.shown, self.history, self) for _ in range(3)
        ]
        kinds: tuple[type[Request], ...] = (DragThreshold, DragSecond, DragNumber)
        self.drags = dict(zip(kinds, drags, strict=True))
        self.openings = Openings(self.shown, self.staged, memory, self)
        self.bands = Bands(self.shown, self)
        self.found_later = tuple(Calibrations(self.shown, one, self) for one in SOURCES)
        self.calibrations, self.best_scores = self.found_later[:2]
        self.exports = Exports(self)
        self.goals = Goals(self.shown, self)
        self.previews = ThresholdPreviews(self.shown, self)
        self.differences = Differences(self)

        self.changed, self.history_changed = self.shown.changed, self.shown.history_changed
        self.data_sets_changed, self.failed = self.shown.data_sets_changed, self.shown.failed
        self.file_opened, self.question_asked = self.staged.file_opened, self.staged.question_asked
        self.begun, self.joined = self.staged.begun, self.staged.joined
        self.closed = self.staged.closed
        self.loading_started = self.staged.loading_started
        self.loading_progressed = self.staged.loading_progressed
        self.loading_ended = self.staged.loading_ended

        self.loading_started.connect(self.bands.resampling.cancel)  # whose progress goes
        for work in self.found_later:
            self.loading_started.connect(work.pause)
        self.line.put.connect(self._tell_of_zone)
        self.number.asked.connect(self.ask)
        self.goals.failed.connect(self.failed)
        self.goals.refused.connect(self.refused)
        self.goals.answered.connect(self._on_answered)
        self.goals.answered_in_zone.connect(self._on_answered_in_zone)
        self.differences.failed.connect(self.failed)

    @property
    def snapshot(self) -> Snapshot:
        """All that is shown now."""
        return self.shown.snapshot

    @property
    def data_sets(self) -> DataSets:
        """All data sets that are open."""
        return self.shown.data_sets

    @property
    def opened(self) -> Opened | None:
        """The file whose data set is shown, with the class that is assessed as the positive one."""
        return self.shown.opened

    def ask(self, request: Request) -> None:
        """Do what is asked for, if that can be done: at once, or in the background and then.

        A line that is dragged is shown once a frame, and is one step of the history when it is
        put down. What cannot be done is told by `refused` and `failed`.
        """
        try:
            match request:
                case DragThreshold() | DragSecond() | DragNumber():
                    drag = self.drags[type(request)]
                    self._put_down(but=drag)
                    drag.pull(request)
                case CommitDrag():
                    self._put_down()
                case DropDrag():
                    for drag in self.drags.values():
                        drag.drop()
                case Undo(n_steps):
                    self.history.undo(n_steps)
                case Redo(n_steps):
                    self.history.redo(n_steps)
                case FileRequest() | NameSpecies():
                    self.openings.carry_out(request)
                case _:
                    self._carry_out(request)
        except LockedError:
            self.refused.emit()
        except EvalguiError as error:
            self.failed.emit(error)

    def refuses(self) -> bool:
        """Return whether the line is locked; if so, say that it stays."""
        if refuses(self.snapshot):
            self.refused.emit()
            return True
        return False

    def cancel_loading(self) -> None:
        """Stop whatever has a progress on show; what is shown stays."""
        self.staged.staging.cancel()
        self.shown.rankings.cancel()
        self.bands.resampling.cancel()
        for work in self.found_later:
            work.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        for drag in self.drags.values():
            drag.forget()
        self.history.pause.stop()
        for work in (
            self.staged.staging,
            self.shown,
            self.differences,
            self.goals,
            self.bands,
            self.exports,
            self.openings,
        ):
            work.shut_down()
        for later in self.found_later:
            later.shut_down()

    def _put_down(self, but: Drag | None = None) -> None:
        """Let go of what is dragged, but for one."""
        for drag in self.drags.values():
            if drag is not but:
                drag.commit()

    def _carry_out(self, request: Request) -> None:
        """Decide what comes of a request, wait for the scores and the rule it needs, and show it.

        What is decided then rests on what is shown by then.
        """
        if isinstance(request, SelectPositive) and self.openings.turns_to(request.positive):
            return
        if request.is_step:
            self._put_down()
        decisions = Decisions.of(self.snapshot)
        found = decide(decisions, request, self.shown.facts)
        if found is decisions:
            return
        dataset, rankings = found.inputs.dataset, self.shown.rankings
        if dataset is None or found.inputs is decisions.inputs or not rankings.waits(found.inputs):
            self._take(request, found)
            return
        staging = self.staged.staging
        if not staging.is_busy:  # the progress on show is that of a file
            self.loading_started.emit(dataset.name)
        rankings.prepare(
            found.inputs,
            on_success=lambda: self._decide_again(request),
            on_end=lambda: None if staging.is_busy else self.loading_ended.emit(),
        )

    def _decide_again(self, request: Request) -> None:
        decisions = Decisions.of(self.snapshot)
        try:
            found = decide(decisions, request, self.shown.facts)
        except LockedError:
            self.refused.emit()
            return
        if found is not decisions:
            self._take(request, found)

    def _take(self, request: Request, found: Decisions) -> None:
        """Show what was decided, as a step of the history if it is one."""
        before = self.snapshot
        is_step = request.is_step and before.dataset is not None
        if is_step:
            self.history.note(request)
        if found.inputs is not before.inputs:
            self.shown.replacing.emit()
        self.shown.take(found)
        if request.is_step:
            self.history_changed.emit()
        if isinstance(request, MovesLine):
            self._tell_of_zone(before, self.snapshot)

    def _tell_of_zone(self, before: Snapshot, after: Snapshot) -> None:
        """Say what the line did to the grey zone when it was put elsewhere."""
        if before.choices.second is not None and after.choices.second is None:
            self.zone_ended.emit()
        elif zone_of(before) * zone_of(after) < 0:
            self.zone_turned.emit()

    def _on_answered(self, answer: Answer, ranking: Ranking, follows: bool) -> None:  # noqa: FBT001 - a slot
        """Go where a number is what is asked, unless that meets the second line or passes it."""
        snapshot, choice = self.snapshot, answer.choice
        meets = would_end_zone(snapshot, choice.threshold) or would_pass(snapshot, choice.threshold)
        if not meets and ranking is snapshot.ranking:
            self.ask(UseChoice(choice, follows))

    def _on_answered_in_zone(self, answer: ZoneAnswer, ranking: Ranking) -> None:
        if ranking is self.snapshot.ranking and answer.row is not None:
            self.ask(GoInZone(answer, answer.row))
