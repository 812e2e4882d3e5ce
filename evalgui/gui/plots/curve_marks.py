"""What is marked on the lines of a curve: rules and pins, equal error rates, other thresholds.

The operating point itself is in the hand of the user (`evalgui.gui.plots.on_curve`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QColor, QPainterPath, QPen

from evalgui.core.curves import point
from evalgui.core.thresholds import limit
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.marks import Marker, Shape, Way
from evalgui.gui.plots.on_curve import OnCurve
from evalgui.gui.plots.pin_marks import PinDots, places_of_pins
from evalgui.gui.plots.rule_marks import DotMarks, marks_of
from evalgui.results.free_place import outline_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.threshold_preview import ThresholdPreview
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.gui.plots.rule_marks import Mark
    from evalgui.results.geometry import Box, Points


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


_CROSSING_RADIUS, _CROSSING_LEVEL = 5.5, 25  # pixels; below rules and the operating point


class CrossingMark(OnCurve):
    """The equal error rate, where the declaration of the curve says that it lies on it."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.marker = Marker(self.plot.overlay, Shape.DIAMOND, _CROSSING_RADIUS, _CROSSING_LEVEL)

    def place(self) -> None:
        """Place the mark for another view."""
        curve, ranking = self.curves.curve, self.plot.snapshot.ranking
        if curve.crossing is None or ranking is None or not ranking.equal_error_rate.is_defined:
            self.marker.hide()
            return
        found = ranking.equal_error_rate
        x, y = curve.crossing(found.value)
        if curve.is_against_threshold:
            x = limit(found.threshold, ranking.score)
        self.curves.show_markers([self.marker], x, (y,))

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.marker.recolour(self.plot.theme.faint_text, self.plot.theme.base)

    def marks(self) -> Sequence[tuple[str, Points | None]]:
        """Return its name, and where it is."""
        if self.curves.curve.crossing is None:
            return ()
        at = self.marker.pos()
        place = np.array([at.x()]), np.array([at.y()])
        name = self.plot.words.rule_name("eer", "EER")
        return ((name, place if self.marker.isVisible() else None),)


_PREVIEW_RADIUS, _PREVIEW_LEVEL = 4.5, 35  # pixels; below the operating point


class PreviewMarks(OnCurve):
    """Where the threshold that is looked at would lie; hidden while there is none."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.markers = [
            Marker(self.plot.overlay, Shape.CIRCLE, _PREVIEW_RADIUS, _PREVIEW_LEVEL)
            for _ in curves.curve.series
        ]
        for marker in self.markers:
            marker.is_hollow = True
        self._preview: ThresholdPreview | None = None

    def show_preview(self, preview: ThresholdPreview | None) -> None:
        """Mark the threshold that is looked at; None for none."""
        if preview is not self._preview:
            self._preview = preview
            self.place()

    def place(self) -> None:
        """Place the markers for another view."""
        ranking, preview = self.plot.snapshot.ranking, self._preview
        if ranking is None or preview is None:
            for marker in self.markers:
                marker.hide()
            return
        place = limit(preview.threshold, ranking.score)
        x, ys = point(self.curves.curve, ranking.table, preview.counts, place)
        self.curves.show_markers(self.markers, x, ys)

    def recolour(self) -> None:
        """Take the theme of the plot."""
        for marker in self.markers:
            marker.recolour(self.plot.theme.accent, self.plot.theme.base)


_SECOND_RADIUS, _SECOND_LEVEL = 5.5, 34  # pixels; below the operating point


class SecondMark(OnCurve):
    """Where the second threshold lies on the curve; hidden while there is no zone."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.marker = Marker(self.plot.overlay, Shape.CIRCLE, _SECOND_RADIUS, _SECOND_LEVEL)
        self.marker.is_hollow = True

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the second threshold, and other scores."""
        if new.choices.second != old.choices.second or new.ranking is not old.ranking:
            self.place()

    def place(self) -> None:
        """Show it where it is in view."""
        snapshot, place = self.plot.snapshot, (math.nan, math.nan)
        ranking, second = snapshot.ranking, snapshot.choices.second
        if ranking is not None and second is not None and snapshot.point is not None:
            steps = ranking.table.steps
            counts = steps.counts_of(steps.row_at(second))
            place = self.curves.pixels_of(counts, limit(second, ranking.score))
        is_seen = self.plot.viewport.has(*place)
        self.marker.show_at(*(place if is_seen else (math.nan, math.nan)))

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.marker.recolour(self.plot.theme.accent, self.plot.theme.base)

    def moving(self) -> Sequence[Box]:
        """Return where it is."""
        return self.marker.boxes


_STEP_WIDTH, _STEP_LEVEL = 3.0, 30  # pixels; below the operating point


class StepMark(OnCurve):
    """A thick line from the attainable point before to the one on show."""

    def __init__(self, curves: Curves) -> None:
        super().__init__(curves)
        self.way = Way(self.plot.overlay)
        self.way.setZValue(_STEP_LEVEL)
        self.way.hide()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow the step where the point stays."""
        if new.step is not old.step and new.point is old.point:
            self.place()

    def render_point(self) -> None:
        """Follow the operating point."""
        self.place()

    def place(self) -> None:
        """Draw the way where both of its ends are in view."""
        now, before = self.plot.snapshot.point, self.plot.snapshot.step
        if before is None:
            self.way.hide()
            return
        path = QPainterPath()
        if now is not None:
            ends = [self.curves.pixels_of(one.counts, one.threshold) for one in (before, now)]
            if all(self.plot.viewport.has(*end) for end in ends):
                path.moveTo(*ends[0])
                path.lineTo(*ends[1])
        if path != self.way.path():
            self.way.setPath(path)
        self.way.setVisible(not path.isEmpty())

    def recolour(self) -> None:
        """Take the theme of the plot."""
        self.way.setPen(QPen(QColor(self.plot.theme.accent), _STEP_WIDTH))
