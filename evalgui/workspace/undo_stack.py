"""Undo and redo: from step to step of the history of what is shown, over other readings, too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from evalgui.core.notes_at_threshold import note_at
from evalgui.core.requests import ChooseClasses, NoteData, NotePoint
from evalgui.workspace.history import Change, Step
from evalgui.workspace.readings import read_as_decided, return_to
from evalgui.workspace.staging import Placement

if TYPE_CHECKING:
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.workspace.history import History
    from evalgui.workspace.shown import Shown
    from evalgui.workspace.staged import Staged


_PAUSE = 1_000  # milliseconds without a key, after which typing is a step of its own


class UndoStack:
    """Notes what was chosen before each step, and goes back to it."""

    def __init__(self, shown: Shown, staged: Staged) -> None:
        self._shown, self._staged = shown, staged
        self.pause = QTimer(shown)
        self.pause.setSingleShot(True)
        self.pause.setInterval(_PAUSE)
        self._written: tuple[object, History] | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        staging = self._staged.staging
        return staging.is_new_step or self._leads(staging.steps_away - 1)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        staging = self._staged.staging
        return not staging.is_new_step and self._leads(staging.steps_away + 1)

    @property
    def undone(self) -> Change | None:
        """What there is to take back; None where that is not known yet."""
        return self._between(-1, 0)

    @property
    def redone(self) -> Change | None:
        """What there is to take again; None where that is not known yet."""
        return self._between(0, 1)

    @property
    def changes(self) -> list[tuple[int, Change]]:
        """All that was done and can be gone to, the first one first: how far away each led."""
        staging, history = self._staged.staging, self._shown.data_sets.shown.history
        if staging.is_new_step:
            return []
        first, last = (n - staging.steps_away for n in (-len(history.past), len(history.future)))
        places = range(first + 1, last + 1)
        found = [(place, self._between(place - 1, place)) for place in places]
        return [(place, change) for place, change in found if change is not None]

    def _between(self, *distances: int) -> Change | None:
        if self._staged.staging.is_new_step:
            return None
        shown = self._shown.data_sets.shown
        away = [self._staged.staging.steps_away + distance for distance in distances]
        one, other = (shown.history.at(one) if one else shown.step for one in away)
        return None if one is None or other is None else Change(one, other)

    def undo(self, n_steps: int = 1) -> None:
        """Take the last steps back."""
        self._go(-n_steps)

    def redo(self, n_steps: int = 1) -> None:
        """Take the last steps again."""
        self._go(n_steps)

    def _leads(self, distance: int) -> bool:
        return self._shown.data_sets.shown.history.leads(distance)

    def _go(self, distance: int) -> None:
        """Go to another step: at once where its data are here, and else when they are.

        A step that is still being assessed is gone on from; a new one is given up by going back.
        What is shown, and both ends of the history, stay until the step can be shown.
        """
        if self._staged.staging.is_new_step:
            if distance < 0:
                self._staged.staging.cancel()
            return
        distance += self._staged.staging.steps_away
        shown = self._shown.data_sets.shown
        step, here, opened = shown.history.at(distance), shown.step, shown.opened
        if step is None:
            if distance == 0:
                self._stay()
            return
        inputs = replace(step.inputs, dataset=shown.snapshot.dataset)
        is_here = step.decisions == here.decisions and not self._shown.rankings.lacks(inputs)
        if is_here or opened is None:
            self._stay()
            history = shown.history.moved(distance, here)
            self._shown.keep_history(history)
            self._shown.restore(inputs, step)
            return

        self._staged.stage(
            opened.name,
            lambda task: (read_as_decided(opened, step.decisions, task),),
            Placement.INSTEAD,
            lambda fresh: return_to(fresh, step.inputs),
            steps_away=distance,
        )

    def note(self, request: Request) -> None:
        """Note what was chosen before a request: a step, unless it goes on with the last one.

        Classes that are chosen one after the other are one, and so is what is typed about one
        thing without a pause.
        """
        before, shown = self._shown.snapshot, self._shown.data_sets.shown
        if isinstance(request, ChooseClasses):
            past = shown.history.past
            goes_on = bool(past) and past[-1].is_of_other_classes(shown.step)
        elif isinstance(request, NoteData | NotePoint):
            is_typing = self.pause.isActive() and self._written is not None
            goes_on = is_typing and self._written == (_noted(request, before), shown.history)
        else:
            goes_on = False
        if not goes_on:
            self.remember(before)
        if isinstance(request, NoteData | NotePoint):
            self._written = _noted(request, before), self._shown.data_sets.shown.history
            self.pause.start()

    def remember(self, before: Snapshot) -> None:
        """Note what was chosen before a step; the way to any other one is given up."""
        self._stay()
        shown = self._shown.data_sets.shown
        self._shown.keep_history(shown.history.after(Step.of(before, shown.opened)))

    def _stay(self) -> None:
        if self._staged.staging.steps_away:
            self._staged.staging.cancel()


def _noted(request: NoteData | NotePoint, snapshot: Snapshot) -> object:
    """Return what a note is about."""
    here = note_at(snapshot, snapshot.point)
    if isinstance(request, NoteData) or here is None:
        return "data"
    return here.score, here.positive, repr(here.threshold)
