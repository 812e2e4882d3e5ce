"""Undo and redo: from step to step of the history of what is shown, over other readings, too."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.workspace.history import Step
from evalgui.workspace.readings import read_as_decided, return_to
from evalgui.workspace.staged import Staged
from evalgui.workspace.staging import Placement

if TYPE_CHECKING:
    from evalgui.core.snapshot import Inputs, Snapshot


class Travelling(Staged):
    """Notes what was chosen before each step, and goes back to it."""

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        staging = self._staging
        return staging.is_new_step or self._leads(staging.steps_away - 1)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        staging = self._staging
        return not staging.is_new_step and self._leads(staging.steps_away + 1)

    @property
    def undone(self) -> str:
        """What there is to take back, as a title; "" where that is not known yet."""
        return self._name_between(-1, 0)

    @property
    def redone(self) -> str:
        """What there is to take again, as a title; "" where that is not known yet."""
        return self._name_between(0, 1)

    def _name_between(self, *distances: int) -> str:
        if self._staging.is_new_step:
            return ""
        shown = self._data_sets.shown
        away = [self._staging.steps_away + distance for distance in distances]
        one, other = (shown.history.at(one) if one else shown.step for one in away)
        return "" if one is None or other is None else one.name_beside(other)

    def undo(self) -> None:
        """Take the last step back."""
        self._travel(-1)

    def redo(self) -> None:
        """Take the last step again."""
        self._travel(1)

    def _leads(self, distance: int) -> bool:
        return self._data_sets.shown.history.leads(distance)

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
        shown = self._data_sets.shown
        step, here, opened = shown.history.at(distance), shown.step, shown.opened
        if step is None:
            if distance == 0:
                self._give_up_travelling()
            return
        inputs = replace(step.inputs, dataset=shown.snapshot.dataset)
        is_here = step.decisions == here.decisions and not self._rankings.lacks(inputs)
        if is_here or opened is None:
            self._give_up_travelling()
            history = shown.history.moved(distance, here)
            self._data_sets = self._data_sets.showing(shown.snapshot, history)
            self._restore(inputs, step)
            return

        self._stage(
            opened.name,
            lambda task: (read_as_decided(opened, step.decisions, task),),
            Placement.INSTEAD,
            lambda fresh: return_to(fresh, step.inputs),
            steps_away=distance,
        )

    def _remember(self, before: Snapshot) -> None:
        """Note what was chosen before a step; the way to any other one is given up."""
        self._give_up_travelling()
        shown = self._data_sets.shown
        history = shown.history.after(Step.of(before, shown.opened))
        self._data_sets = self._data_sets.showing(shown.snapshot, history)

    def _give_up_travelling(self) -> None:
        if self._staging.steps_away:
            self._staging.cancel()

    def _restore(self, inputs: Inputs, step: Step | None = None) -> None:
        """Show other choices for the same data, those of a step of the history or new ones."""
        if inputs is not self.snapshot.inputs:
            self._announce(inputs, step)
            self.history_changed.emit()
