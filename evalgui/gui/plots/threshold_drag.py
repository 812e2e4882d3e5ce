"""A drag of the threshold: where it was taken, and where the mouse wants it to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from evalgui.core.threshold_moves import by_steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPointF

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.score_table import Steps
    from evalgui.gui.plots.layer import Grip

PIXELS_A_STEP = 6.0  # that the mouse moves for one distinct score, with Shift
_ALT, _SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


class ThresholdDrag:
    """What a drag remembers.

    Parameters
    ----------
    start
        The operating point at which the threshold was taken.
    grip
        What moves it.
    nearest_rule
        Returns the threshold of the rule whose mark is nearest to a place; None without any.
    """

    def __init__(
        self,
        start: OperatingPoint,
        grip: Grip,
        nearest_rule: Callable[[QPointF], float | None],
    ) -> None:
        self.start = start
        self.has_asked = False
        self._grip = grip
        self._nearest_rule = nearest_rule
        self._is_free = True  # moved by the grip, and not by steps or rules
        self._fine: tuple[QPointF, float] | None = None  # where Shift was pressed, at what

    def take(self, position: QPointF) -> float | None:
        """Take hold; return a threshold to ask for at once, if the press itself says one."""
        return self._grip.take(position)

    def wanted(
        self, position: QPointF, modifiers: Qt.KeyboardModifier, steps: Steps, now: float
    ) -> float | None:
        """Return the threshold to ask for when the mouse is here; None for no change.

        With Alt it is that of the nearest rule. With Shift each few pixels are one distinct
        score, counted from the threshold of now when Shift was pressed.
        """
        if not modifiers & (_ALT | _SHIFT):
            if not self._is_free:
                self._is_free, self._fine = True, None
                self._grip.resume()
            return self._grip.move(position)
        self._is_free = False
        if modifiers & _ALT:
            self._fine = None
            return self._nearest_rule(position)
        if self._fine is None:
            self._fine = (position, now)
        begun, threshold = self._fine
        n_steps = int(self._grip.toward_higher(position - begun) / PIXELS_A_STEP)
        return by_steps(steps, threshold, n_steps) if n_steps else threshold
