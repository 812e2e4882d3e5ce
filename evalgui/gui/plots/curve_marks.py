"""What is marked on a curve that is traced: rules by dots, and pins by squares, with names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.layer import Layer
from evalgui.gui.plots.pin_marks import PinDots, places_of_pins
from evalgui.gui.plots.rule_marks import DotMarks, marks_of
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.counts import Counts
    from evalgui.gui.plots.layer import Ground
    from evalgui.gui.plots.rule_marks import Mark
    from evalgui.results.geometry import Points


class CurveMarks(Layer):
    """Dots of rules, and above them squares of pins.

    Parameters
    ----------
    plot
        The plot that holds it.
    place_of
        Gives where a point of the curve lies in pixels; NaN for nowhere.
    lines
        Gives what their names keep clear of, in pixels.
    """

    def __init__(
        self,
        plot: Ground,
        place_of: Callable[[Counts, float], tuple[float, float]],
        lines: Callable[[], Sequence[Points]],
    ) -> None:
        super().__init__(plot)
        self._place_of, self._lines = place_of, lines
        self.dots = DotMarks(plot.overlay, 24)
        plot.pins = self.pins = PinDots(plot.overlay, 27)

    @property
    def rule_marks(self) -> DotMarks:
        """The dots of rules on the curve."""
        return self.dots

    def place_rules(self) -> None:
        """Place dots and squares for another view, or others."""
        plot, snapshot = self.plot, self.plot.snapshot
        room, lines = (plot.viewport.width, plot.viewport.height), self._lines()
        self.dots.show_marks(marks_of(snapshot, plot.words), self._place_of_mark, room, lines)
        spots = [self._place_of(pin.counts, at) for pin, at in places_of_pins(snapshot)]
        self.pins.show_pins(snapshot, spots, room, lines, self.dots.boxes)

    def _place_of_mark(self, mark: Mark) -> tuple[float, float]:
        choice = mark.choices[0]
        if choice.counts is None or choice.threshold is None:
            return math.nan, math.nan
        return self._place_of(choice.counts, choice.threshold)

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        for marks in (self.dots, self.pins):
            marks.dress(self.plot.theme, scaled_font(self.plot.font(), SMALL))

    def taken(self) -> Sequence[Points]:
        """Return lines across dots, squares and their names."""
        return [outline_of(box) for box in (*self.dots.boxes, *self.pins.boxes)]
