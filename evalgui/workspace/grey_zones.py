"""The second line, which makes a grey zone of what lies between it and the threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from evalgui.core.flipping import placed
from evalgui.core.provenance import now, typed
from evalgui.core.selection import Between, Joined, OfClasses, Selection
from evalgui.workspace.latest_in_frame import LatestInFrame
from evalgui.workspace.thresholds import Thresholds

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from evalgui.core.choices import Choices
    from evalgui.core.pins import Placed
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.history import Step


@dataclass(frozen=True, slots=True, eq=False)
class _Zoned:
    """What is singled out when a zone is typed: the second line, and where the first one stood."""

    second: float
    last: Placed | None

    def chosen(self, choices: Choices) -> Choices:
        """Return choices with both."""
        return replace(choices, second=self.second, last=self.last)


class GreyZones(Thresholds):
    """Moves the second line of what is shown."""

    zone_ended = Signal()  # since the threshold was put where the second line stands
    zone_turned = Signal()  # since it was put beyond the second line

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(snapshot, parent)
        self._before_pull: Snapshot | None = None
        self._second_frame = LatestInFrame(self)
        self._second_frame.arrived.connect(self._on_second)

    def set_second(self, threshold: float) -> None:
        """Ask for the second line at a threshold; within one frame the latest wins."""
        if self.snapshot.ranking is None:
            return
        if self._before_pull is None:
            self.commit_threshold()
            self._before_pull = self.snapshot
        self._second_frame.ask(threshold)

    def commit_threshold(self) -> None:
        """Make the threshold as it now is one step; pushed onto the second line both are one."""
        drag = self._before_drag
        super().commit_threshold()
        if self._before_pull is not None:
            return
        if self._is_empty:
            self._put_second(None)
            self.zone_ended.emit()
        elif drag is not None and _rows_apart(drag.snapshot) * _rows_apart(self.snapshot) < 0:
            self.zone_turned.emit()

    @property
    def _is_empty(self) -> bool:
        """Whether both lines count the same."""
        has_both = self.snapshot.choices.second is not None and self.snapshot.point is not None
        return has_both and _rows_apart(self.snapshot) == 0

    def commit_second(self) -> None:
        """Make the zone as it now is one step; where both lines count the same there is none."""
        self._second_frame.hand_on()
        before, self._before_pull = self._before_pull, None
        if self._is_empty:
            self._put_second(None)
        if before is not None and before.choices.second != self.snapshot.choices.second:
            self._remember(before)
            self.history_changed.emit()

    def choose_second(self, threshold: float) -> None:
        """Put the second line at a threshold, as one step."""
        self.set_second(threshold)
        self.commit_second()

    def drop_second(self) -> None:
        """Put the second line where it was before it was pulled."""
        self._second_frame.forget()
        before, self._before_pull = self._before_pull, None
        if before is not None:
            self._put_second(before.choices.second)

    def set_grey_zone(self, low: float, high: float) -> None:
        """Put a line at each of two thresholds, as one step: the threshold at the nearer one."""
        self.commit_threshold()
        self.commit_second()
        before, ranking, point = self.snapshot, self.snapshot.ranking, self.snapshot.point
        if ranking is None or point is None:
            return
        steps = ranking.table.steps
        near, far = sorted((low, high), key=lambda one: abs(steps.row_at(one) - point.row))
        if steps.row_at(near) == point.row:
            self._remember(before)
            self._put_second(far)
        else:
            if self.refuses():
                return
            made = typed("" if before.dataset is None else before.dataset.name, now())
            self._remember(before)
            inputs = replace(before.inputs, threshold=near, provenance=made)
            inputs = replace(inputs, is_followed=False, development=None)
            self._announce(inputs, _Zoned(far, placed(before)))
        self.history_changed.emit()

    def end_grey_zone(self) -> None:
        """Take the second line away, as one step."""
        self.drop_second()
        if self.snapshot.choices.second is not None:
            self.commit_threshold()
            self._remember(self.snapshot)
            self._put_second(None)
            self.history_changed.emit()

    def select_zone(self, zone: int, actual: int) -> None:
        """Single out the rows of a class in a zone.

        Zone 0 is called positive, 1 is grey, 2 is called negative; class 0 are the positives.
        """
        snapshot = self.snapshot
        second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
        if second is None or point is None or ranking is None or snapshot.positive is None:
            return
        steps = ranking.table.steps
        strict, lenient = sorted((point.threshold, second), key=steps.row_at)
        calls_all = -math.inf if ranking.score.higher_is_positive else math.inf
        ends = ((math.nan, strict), (strict, lenient), (lenient, calls_all))[zone]
        how = Joined.WITHOUT if actual else Joined.AND
        rows = Selection.of(Between(*ends)).joined(OfClasses((snapshot.positive,)), how)
        self._single_out(replace(snapshot.choices, selection=rows))

    def _on_second(self, threshold: float) -> None:
        self._put_second(threshold)

    def _put_second(self, threshold: float | None) -> None:
        self._single_out(replace(self.snapshot.choices, second=threshold))

    def _restore(self, inputs: Inputs, step: Step | None = None) -> None:
        self._second_frame.forget()
        self._before_pull = None
        super()._restore(inputs, step)

    def _adopt(self, data_sets: DataSets) -> None:
        self._second_frame.forget()
        self._before_pull = None
        super()._adopt(data_sets)


def _rows_apart(snapshot: Snapshot) -> int:
    """Return how many steps the second line is more lenient than the threshold; 0 without one."""
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return 0
    return ranking.table.steps.row_at(second) - point.row
