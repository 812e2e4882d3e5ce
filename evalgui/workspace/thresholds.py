"""The threshold in what is shown: gathered for a frame, and one step of the history a drag."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.api import (
    Provenance,
    choose,
    chosen_by,
    is_same_threshold,
    now,
    rule_by_id,
    typed,
)
from evalgui.workspace import threshold_moves
from evalgui.workspace.latest_in_frame import LatestInFrame
from evalgui.workspace.travelling import Travelling

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from evalgui.core.api import Choice, Inputs, Snapshot, Steps
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.history import Step


class Thresholds(Travelling):
    """Moves the threshold of what is shown."""

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(snapshot, parent)
        self._before_drag: Snapshot | None = None
        self._rule: tuple[float, Provenance] | None = None  # a threshold that a rule chose
        self._frame = LatestInFrame(self)
        self._frame.arrived.connect(self._on_frame)

    def set_threshold(self, threshold: float) -> None:
        """Ask for a threshold; within one frame the latest wins, and the last always arrives.

        `CALLS_NOTHING` is a threshold, too.
        """
        self._rule = None
        self._ask(threshold)

    def _ask(self, threshold: float) -> None:
        if self.snapshot.ranking is None or is_same_threshold(threshold, self._wanted_threshold()):
            return
        if self._before_drag is None:
            self._before_drag = self.snapshot
        self._frame.ask(threshold)

    def commit_threshold(self) -> None:
        """Make the threshold as it now is one step of the history."""
        self._frame.hand_on()
        before, self._before_drag = self._before_drag, None
        now = _threshold(self.snapshot)
        if before is not None and not is_same_threshold(_threshold(before), now):
            self._remember(before)
            self.history_changed.emit()

    def choose_threshold(self, threshold: float, provenance: Provenance | None = None) -> None:
        """Set a threshold at once, as one step of the history.

        Where nothing but its provenance is new, that is a step, too.
        """
        self._rule = None if provenance is None else (threshold, provenance)
        is_moved = not is_same_threshold(threshold, self._wanted_threshold())
        self._ask(threshold)
        self.commit_threshold()
        if provenance is not None and not is_moved and self.snapshot.ranking is not None:
            before = self.snapshot
            self._on_frame(threshold)
            self._remember(before)
            self.history_changed.emit()

    def move_threshold(self, n_steps: int) -> None:
        """Move by attainable thresholds: positive numbers to higher scores."""
        self._move(lambda steps, now: threshold_moves.by_steps(steps, now, n_steps))

    def move_threshold_by_percentile(self, n_percent: int) -> None:
        """Move so that this many per cent fewer rows (more, if negative) lie below the line."""
        self._move(lambda steps, now: threshold_moves.by_percentile(steps, now, n_percent))

    def go_to_end(self, *, highest: bool) -> None:
        """Go to the highest or the lowest attainable threshold."""
        self._move(lambda steps, _now: threshold_moves.end(steps, highest=highest))

    def apply_rule(self, rule_id: str) -> None:
        """Go to the threshold that a rule chooses, if it finds one."""
        ranking = self.snapshot.ranking
        if ranking is not None:
            self.use_choice(choose(rule_by_id(rule_id), ranking.table.steps, ranking.score))

    def use_choice(self, choice: Choice) -> None:
        """Go to what a rule chose for the score on show, if it found a threshold."""
        dataset = self.snapshot.dataset
        if dataset is not None and choice.threshold is not None:
            self.choose_threshold(choice.threshold, chosen_by(choice, dataset.name, now()))

    def _move(self, to: Callable[[Steps, float], float]) -> None:
        ranking = self.snapshot.ranking
        if ranking is not None and ranking.table.n:
            self.choose_threshold(to(ranking.table.steps, self._wanted_threshold()))

    def _wanted_threshold(self) -> float:
        if self._frame.pending is not None:
            return self._frame.pending
        point = self.snapshot.point
        return math.nan if point is None else point.threshold

    def _on_frame(self, threshold: float) -> None:
        dataset, known = self.snapshot.dataset, self._rule
        if known is not None and is_same_threshold(known[0], threshold):
            provenance = known[1]
        else:
            provenance = typed("" if dataset is None else dataset.name, now())
        inputs = self.snapshot.inputs
        self._announce(replace(inputs, threshold=threshold, provenance=provenance))

    def _adopt(self, data_sets: DataSets) -> None:
        self._end_drag()
        super()._adopt(data_sets)

    def _restore(self, inputs: Inputs, step: Step | None = None) -> None:
        self._end_drag()
        super()._restore(inputs, step)

    def _end_drag(self) -> None:
        """Forget a threshold that was asked for, before others are shown."""
        self._frame.forget()
        self._before_drag = None


def _threshold(snapshot: Snapshot) -> float:
    return math.nan if snapshot.point is None else snapshot.point.threshold
