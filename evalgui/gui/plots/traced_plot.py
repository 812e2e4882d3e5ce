"""A plot whose operating point is dragged along the curve, which others may lie behind."""

from __future__ import annotations

import math
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainterPath, QPen

from evalgui.core.curves import Scale, point
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots.curve_grip import CurveGrip
from evalgui.gui.plots.curve_marks import CurveMarks
from evalgui.gui.plots.curve_plot import CurvePlot
from evalgui.gui.plots.curves_beside import CurvesBeside
from evalgui.gui.plots.drawing import Switch, rates_switch
from evalgui.gui.plots.nearest import nearest_of, nearest_row
from evalgui.gui.plots.second_mark import SecondMark
from evalgui.gui.plots.step_mark import StepMark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.counts import Counts
    from evalgui.core.curves import Curve, Series
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.curve_lines import Points
    from evalgui.gui.plots.rule_marks import Mark
    from evalgui.results.geometry import Box
    from evalgui.results.picture import Picture

_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the marker


class TracedPlot(CurvePlot):
    """A curve with a marker that rests on its attainable points.

    Where its declaration says so, other scores and data sets are drawn behind, to be compared.
    """

    score_requested = Signal(int)
    data_set_requested = Signal(int)

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        self.grip = CurveGrip(self)
        self.beside = CurvesBeside(self, self.curve) if curve.overlaid else None
        self._n_named = self._n_rows = 0  # of those beside in the legend, and lines of it
        marks = CurveMarks(self, self.pixels_of, self._kept_clear)
        self.dots = marks.dots
        self.layers += [marks, SecondMark(self, self.pixels_of), StepMark(self, self.pixels_of)]
        if self.beside is not None:
            self.beside.drawn.connect(self.name_all)
        self.set_scales(self.x_scale, self.y_scale)

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background, or something still fades."""
        return super().is_drawing or (self.beside is not None and self.beside.is_drawing)

    @property
    def is_named_beside(self) -> bool:
        """Whether room beside a square is for names, and so all of it at one side."""
        return self.beside is not None and self.beside.is_needed

    def shut_down(self) -> None:
        """End the work in the background."""
        if self.beside is not None:
            self.beside.shut_down()

    # -------------------------------------------------------------------- snapshots

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        is_other = new.ranking is not old.ranking or new.marks is not old.marks
        is_other = is_other or new.comparison is not old.comparison
        with self.named_once() if is_other else nullcontext():
            super().show_snapshot(old, new)
            is_same = new.comparison is old.comparison or new.ranking is not old.ranking
            if self.beside is not None and new.ranking is not None and not is_same:
                self._render_comparison(new.ranking)

    def picture_of(self, *rankings: Ranking) -> Picture:
        """Return the picture of the curve, on axes on which those beside it are seen, too."""
        others = () if self.beside is None else self.beside.others
        return super().picture_of(*rankings, *(one.ranking for one in others))

    def switches(self) -> list[Switch]:
        """Return whether the limits of error rates can be fixed."""
        if self.curve.x_axis.scale is not Scale.NORMAL_DEVIATE:
            return []
        return [rates_switch(self.curve.title, self.snapshot.choices.axes.fixed_rates)]

    def _render_comparison(self, ranking: Ranking) -> None:
        """Take other curves to compare; a view that was chosen stays."""
        picture = self.picture_of(ranking)
        if picture.scales != (self.x_scale, self.y_scale):
            chosen = None if self.is_home else self.viewport
            self.set_picture(picture)
            if chosen is not None:
                self.show_range(chosen)
            self.place_marks()
            self.draw()
        elif self.beside is not None and not self._is_stale:
            self.beside.draw()  # what is shown is drawn already
        self.fit_frame()
        self.set_legend()

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        super().render_ranking(snapshot)
        if snapshot.ranking is None and self.beside is not None:
            self.beside.draw()

    # ---------------------------------------------------------------------- drawing

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        super().draw_lines()
        if self.beside is not None:
            self.beside.draw()
        self.place_rule_marks()

    def mark_at(self, position: QPointF) -> Mark | None:
        """Return the mark of a rule at a place, but for one below the operating point."""
        if self.grip is not None and self.grip.cursor_at(position) is _IN_HAND:
            return None
        return super().mark_at(position)

    def place_rule_marks(self) -> None:
        """Place the dots of rules, and of pins, for another view, or others."""
        if self.names_have_to_wait:
            self.names_wait = True
            return
        super().place_rule_marks()

    def _kept_clear(self) -> list[Points]:
        """Return what names of rules and pins keep clear of: the lines, and words about them."""
        return [*self.lines_in_pixels(), *self.taken_by_shade()]

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines in pixels, and those of what is compared."""
        beside = [] if self.beside is None else self.beside.lines()
        return [*super().lines_in_pixels(), *beside]

    def place_marks(self) -> None:
        """Place the markers for another view, and let the other lines follow it."""
        if self.beside is not None:
            self.beside.follow()
        super().place_marks()
        self.place_rule_marks()

    def recolour(self) -> None:
        """Recolour lines, markers and legend."""
        super().recolour()
        if self.beside is not None and not self._is_stale:
            self.beside.draw()

    def marker_colour(self, pen: QPen) -> str:
        """Return the colour of the threshold, which the marker is."""
        del pen
        return self.theme.accent

    def set_legend(self) -> None:
        """Name the lines and marks, and of those beside as many as there is room for."""
        ranking, beside = self.snapshot.ranking, self.beside
        self._n_named = self._n_rows = 0
        if ranking is None or beside is None or not beside.is_needed:
            super().set_legend()
            return
        marks, font = self._mark_names(is_short=True), scaled_font(self.font(), SMALL)
        for n_named, length in beside.ways_to_name():
            entries = beside.entries(ranking, self._pens()[0], n_named, length)
            self._n_named, self._n_rows = n_named, len(entries)
            self.legend.set_entries((*entries, *marks), font)
            if self.place_names():
                return

    def line_anchors(self) -> Sequence[Points | None]:
        """Return the lines that have names, those of what is shown first."""
        if self.beside is None or not self._n_rows:
            return super().line_anchors()
        own: list[Points | None] = [*CurvePlot.lines_in_pixels(self)] or [None]
        named = [*own, *(self.beside.line(number) for number in range(self._n_named))]
        return [*named, *[None] * (self._n_rows - len(named))]

    def anchors(self) -> list[Points | None]:
        """Return what has names: not what a rule with the same name is marked on already."""
        named = ", ".join(one.mark.label for one in self.dots.placed if one.box).split(", ")
        pairs = zip(self.legend.entries, super().anchors(), strict=True)
        return [None if entry.name in named else anchor for entry, anchor in pairs]

    def moving(self) -> list[Box]:
        """Return where the markers are."""
        return [*self.marker.boxes, *super().moving()]

    # ------------------------------------------------------------------------- mouse

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row of the attainable point nearest to a place, and its threshold."""
        ranking, row = self.snapshot.ranking, self.nearest_row(position)
        return row, math.nan if ranking is None else ranking.table.steps.threshold(row)

    def nearest_row(self, position: QPointF) -> int:
        """Return the row of the attainable point nearest to a place in pixels.

        Where a line may turn anywhere it is the nearest of those that are drawn.
        """
        ranking = self.snapshot.ranking
        if ranking is None:
            return 0
        steps, target = ranking.table.steps, (position.x(), position.y())
        x, ys = point(self.curve, ranking.table, steps.counts_of(0), math.nan)
        found = []
        for line, y in zip(self.curve.series, ys, strict=True):
            start = self.viewport.pixels(self.x_scale.place(x), self.y_scale.place(y))
            place = partial(self._place, line)
            if self.curve.traits.goes_one_way:
                row = nearest_row(steps, place, *target, start)
            else:
                row = nearest_of(self.drawn_rows, place(steps.counts(self.drawn_rows)), target)
            x_pixels, y_pixels = place(steps.counts(np.array([row])))
            at = start if row == 0 else (float(x_pixels[0]), float(y_pixels[0]))
            found.append((math.dist(at, target), row))
        return min(found)[1]

    def _place(self, line: Series, counts: Counts) -> Points:
        x = np.asarray(self.curve.x(counts) if self.curve.x else math.nan, dtype=np.float64)
        y = np.asarray(line.measure(counts), dtype=np.float64)
        at_x, at_y = self.in_view(x, y)
        return self.viewport.x_pixels(at_x), self.viewport.y_pixels(at_y)

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click goes to a point of the curve, and not to another line."""
        return super().leads_somewhere(position) and self.beside_at(position) is None

    def way(self) -> QPointF:
        """Return which way the curve runs on the screen as more is called, by the signs."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return QPointF()
        steps = ranking.table.steps
        begin, end = (
            self.pixels_of(steps.counts_of(row), steps.threshold(row))
            for row in (0, len(steps) - 1)
        )
        return QPointF(
            *(float(np.nan_to_num(np.sign(b - a))) for a, b in zip(begin, end, strict=True))
        )

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return the box between two points, as far as it is seen, and a ring around the first."""
        begin, end = (self.pixels_of(one.counts, one.threshold) for one in (start, now))
        ring = QPainterPath()
        if not all(map(math.isfinite, (*begin, *end))):
            return QRectF(), ring
        if self.viewport.has(*begin):
            ring.addEllipse(QPointF(*begin), self.marker_radius - 1, self.marker_radius - 1)
        room = QRectF(0, 0, self.viewport.width, self.viewport.height)
        return QRectF(QPointF(*begin), QPointF(*end)).normalized() & room, ring

    def pixels_of(self, counts: Counts, threshold: float) -> tuple[float, float]:
        """Return where a point of the curve lies in pixels; NaN where it has no place."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return math.nan, math.nan
        x, ys = point(self.curve, ranking.table, counts, threshold)
        return self.viewport.pixels(self.x_scale.place(x), self.y_scale.place(ys[0]))

    def beside_at(self, position: QPointF) -> int | None:
        """Return which of what is compared has its line or its name at a place."""
        beside = self.beside
        if beside is None or not beside.others:
            return None
        row = self.legend.entry_at(position)
        if row is not None and beside.is_needed:
            return row - 1 if 1 <= row <= self._n_named else None
        if self.grip is not None and self.grip.cursor_at(position) is _IN_HAND:
            return None
        return beside.nearest(position, self.distance(position) - 1)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Return the cursor to show where something can be taken, or another line clicked."""
        if self.beside_at(position) is not None:
            return Qt.CursorShape.PointingHandCursor
        return super().cursor_at(position)

    def press(self, position: QPointF) -> None:
        """Take hold of the threshold, or say which other line this is."""
        if self.beside_at(position) is not None:
            self.hover(position)
        else:
            super().press(position)

    def double_press(self, position: QPointF) -> None:
        """Ask for the other line to be shown; take hold of the threshold elsewhere."""
        number = self.beside_at(position)
        if number is None or self.beside is None:
            super().double_press(position)
            return
        one = self.beside.others[number]
        if one.score is not None:
            self.score_requested.emit(one.score)
        elif one.data_set is not None:
            self.data_set_requested.emit(one.data_set)

    def hover_text(self, position: QPointF | None) -> str:
        """Say which other line is under the mouse, or mark the attainable point there."""
        if self.beside is not None:
            number = None if position is None else self.beside_at(position)
            self.beside.point_at(number)
            if number is not None:
                return self.beside.words_of(number, self._words)
            row = None if position is None else self.legend.entry_at(position)
            if row == self._row_of_more:
                return self.beside.words_of_more(self._n_named)
            if row == 0 and self._n_rows:
                return self.beside.words_of_shown(self.legend.entries[0])
        return super().hover_text(position)

    @property
    def _row_of_more(self) -> int:
        """The row of the legend that counts those without a name, -1 where there is none."""
        has_more = self.beside is not None and self.beside.n_unnamed(self._n_named) > 0
        return self._n_named + 1 if has_more else -1
