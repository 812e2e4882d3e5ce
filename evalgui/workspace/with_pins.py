"""Operating points that are pinned, beside the one on show: each change is a step to undo."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.flipping import placed
from evalgui.core.pins import MOST_PINS, NO_PINS, Placed
from evalgui.core.provenance import now, typed
from evalgui.core.thresholds import is_same_threshold
from evalgui.workspace.with_notes import WithNotes

if TYPE_CHECKING:
    from evalgui.core.choices import Choices
    from evalgui.core.pins import Pins


class WithPins(WithNotes):
    """Pins operating points, of which one is compared with the one on show."""

    def pin_threshold(self) -> None:
        """Keep the operating point as it now is beside the live one."""
        here = placed(self.snapshot)
        if here is not None:
            self._pin(here)

    def pin(self, threshold: float) -> None:
        """Keep the operating point of a threshold beside the live one."""
        snapshot = self.snapshot
        dataset, point = snapshot.dataset, snapshot.point
        if dataset is None or point is None or snapshot.ranking is None:
            return
        if is_same_threshold(threshold, point.threshold):
            self.pin_threshold()
        else:
            self._pin(Placed(threshold, typed(dataset.name, now())))

    def unpin(self, place: int) -> None:
        """Let go of the pinned operating point at a place."""
        self._decide_pins(self.snapshot.choices.pins.without(place))

    def clear_pins(self) -> None:
        """Let go of all pinned operating points."""
        self._decide_pins(NO_PINS)

    def compare_pin(self, place: int) -> None:
        """Let the values of another pinned operating point stand beside the live ones."""
        self._decide_pins(self.snapshot.choices.pins.comparing(place))

    def toggle_pin(self) -> None:
        """Pin the operating point on show; where it is pinned, unpin it."""
        here = self.snapshot.pin_here
        if here is None:
            self.pin_threshold()
        else:
            self.unpin(here)

    def toggle_pin_at(self, threshold: float) -> None:
        """Pin the operating point of a threshold; where it is pinned, unpin it."""
        there = self.snapshot.pin_at(threshold)
        if there is None:
            self.pin(threshold)
        else:
            self.unpin(there)

    def _pin(self, point: Placed) -> None:
        """Pin an operating point; where it is pinned, it is compared, and stays as it came."""
        pins, there = self.snapshot.choices.pins, self.snapshot.pin_at(point.threshold)
        if there is not None:
            self._decide_pins(pins.comparing(there))
        elif pins.are_full:
            message = f"{MOST_PINS} operating points are pinned, and there can be no more"
            hint = "Unpin one of them, or all by Threshold > Clear Pins"
            self.failed.emit(EvalguiError(message, hint=hint))
        else:
            self._decide_pins(pins.with_point(point))

    def _decide_pins(self, pins: Pins) -> None:
        self._decide(replace(self.snapshot.choices, pins=pins))

    def _decide(self, choices: Choices, *, is_step: bool = True) -> None:
        """Single something out that undo takes back."""
        if self.snapshot.dataset is None or choices == self.snapshot.choices:
            return
        self.commit_threshold()
        if is_step:
            self._remember(self.snapshot)
        self._single_out(choices)
        self.history_changed.emit()
