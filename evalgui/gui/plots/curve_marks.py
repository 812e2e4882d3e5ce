"""What is marked on a curve that is traced: rules by dots, and pins by squares, with names."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.on_curve import OnCurve
from evalgui.gui.plots.pin_marks import PinDots, places_of_pins
from evalgui.gui.plots.rule_marks import DotMarks, marks_of
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.gui.plots.on_curve import Curves
    from evalgui.gui.plots.rule_marks import Mark
    from evalgui.results.geometry import Points


class CurveMarks(OnCurve):
    """Dots of rules, and above them squares of pins."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.dots = DotMarks(self.plot.overlay, 24)
        self.plot.pins = self.pins = PinDots(self.plot.overlay, 27)

    @property
    def rule_marks(self) -> DotMarks:
        """The dots of rules on the curve."""
        return self.dots

    def place_rules(self) -> None:
        """Place dots and squares for another view, or others."""
        plot, snapshot = self.plot, self.plot.snapshot
        room, lines = (plot.viewport.width, plot.viewport.height), self.curves.kept_clear()
        self.dots.show_marks(marks_of(snapshot, plot.words), self._place_of_mark, room, lines)
        spots = [self.curves.pixels_of(pin.counts, at) for pin, at in places_of_pins(snapshot)]
        self.pins.show_pins(snapshot, spots, room, lines, self.dots.boxes)

    def _place_of_mark(self, mark: Mark) -> tuple[float, float]:
        choice = mark.choices[0]
        if choice.counts is None or choice.threshold is None:
            return math.nan, math.nan
        return self.curves.pixels_of(choice.counts, choice.threshold)

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        for marks in (self.dots, self.pins):
            marks.dress(self.plot.theme, scaled_font(self.plot.font(), SMALL))

    def draw(self) -> None:
        """Find places anew, since the lines are others."""
        self.plot.place_rule_marks()

    def place(self) -> None:
        """Find places in another view."""
        self.plot.place_rule_marks()

    def named(self) -> Sequence[str]:
        """Return the names that stand beside dots: a rule may be a mark of the curve, too."""
        return ", ".join(one.mark.label for one in self.dots.placed if one.box).split(", ")

    def taken(self) -> Sequence[Points]:
        """Return lines across dots, squares and their names."""
        return [outline_of(box) for box in (*self.dots.boxes, *self.pins.boxes)]
