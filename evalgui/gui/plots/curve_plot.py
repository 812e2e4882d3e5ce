"""What the plots of all curves share: they draw what a declaration says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.core.api import MACHINE_LEARNING, in_vocabulary, limit, point, vertices, words_in
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.plots import wording
from evalgui.gui.plots.drawing import (
    Entry,
    Line,
    Marker,
    Shape,
    distance_to_line,
    reference_line,
    rows_in_view,
    scales_of,
)
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.sureness import Frame, Sureness, band_entries, band_sentences
from evalgui.gui.plots.threshold_line import EDGE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from numpy.typing import NDArray

    from evalgui.core.api import (
        Curve,
        Ghost,
        Interval,
        Ranking,
        ScoreTable,
        Snapshot,
        Steps,
        Vertices,
        Vocabulary,
    )
    from evalgui.core.curves.scales import AxisScale

    Points = tuple[NDArray[np.float64], NDArray[np.float64]]

_ON_THE_FRAME = "A rate of 0 has no place on this scale: it is drawn at half a row"
_WIDTH = 2.0
_NEAR = 10.0  # pixels from a line within which it tells about itself
_DASHES = (None, [5.0, 2.5], [1.5, 2.0], [6.0, 2.0, 1.5, 2.0])
_COLOURS = ("curve", "positive", "negative", "warning")


class CurvePlot(Plot):
    """The lines of a curve, what to compare them with, and the operating point on each."""

    marker_radius = 6.0

    def __init__(self, curve: Curve) -> None:
        self._declared = curve
        self._words = MACHINE_LEARNING
        self.curve = in_vocabulary(curve, self._words.vocabulary)
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        widest = wording.widest_read_out(self._labels)
        super().__init__(curve.id, curve.title, self.curve.x_axis, self.curve.y_axis, widest)
        self.header.measures = tuple(one.id for one in wording.measures_of(self.curve))
        self._references: list[Points] = []
        self._lines: list[Points] = []  # as drawn, in coordinates of the view
        self.drawn_rows = np.zeros(0, dtype=np.intp)
        self._pixels: list[Points] | None = None
        radius = self.marker_radius
        self.markers = [Marker(self.overlay, Shape.CIRCLE, radius, 40) for _ in curve.series]
        self.sureness = Sureness(self.underlay)
        self.crossing = Marker(self.overlay, Shape.DIAMOND, 5.5, 25)
        self.hovered = [Marker(self.overlay, Shape.CIRCLE, 4.5, 35) for _ in curve.series]
        for marker in self.hovered:
            marker.is_hollow = True
        self._ghost: Ghost | None = None
        self._under: tuple[QPointF, tuple[int, float]] | None = None  # what was asked for last

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name title, axes, lines and read-out as a vocabulary does."""
        self._words = words_in(vocabulary)
        curve = self.curve = in_vocabulary(self._declared, vocabulary)
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        widest = wording.widest_read_out(self._labels)
        self.rename(curve.title, curve.x_axis, curve.y_axis, widest)
        ranking = self.snapshot.ranking
        if ranking is None:
            return
        self._sum_up()
        self.set_legend()
        self._choose_place()  # other names take other room
        self.render_point(self.snapshot)
        self.draw()

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return self.curve.is_square and self.x_scale.home == self.y_scale.home

    @property
    def marker(self) -> Marker:
        """The operating point on the first line."""
        return self.markers[0]

    def for_figure(self) -> Self:
        """Return an empty plot of the same curve."""
        plot = type(self)(self._declared)
        plot.set_vocabulary(self._words.vocabulary)
        return plot

    # ------------------------------------------------------------------- for each kind

    def points_of(self, steps: Steps, found: Vertices) -> list[Points]:
        """Return the points to draw of each line, in units of the axes."""
        raise NotImplementedError

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row that a place on a line stands for, and its threshold."""
        raise NotImplementedError

    def marker_colour(self, pen: QPen) -> str:
        """Return the colour of the operating point on a line."""
        raise NotImplementedError

    def marks(self) -> list[Entry]:
        """Return what the legend says of the operating point."""
        raise NotImplementedError

    # ---------------------------------------------------------------------- snapshots

    def scales(self, ranking: Ranking) -> tuple[AxisScale, AxisScale]:
        """Return the scales that all curves need."""
        return scales_of(self.curve, [ranking.table])

    def set_scales(self, x_scale: AxisScale, y_scale: AxisScale) -> None:
        """Take other ranges of values, and show all of them."""
        super().set_scales(x_scale, y_scale)
        self._show_bands()

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self._lines, self._pixels, self._under = [], None, None
        if ranking is None:
            self._show_lines()
            self.legend.set_entries((), self.font())
            self.header.set_summary("")
            return
        self.set_scales(*self.scales(ranking))
        self._sum_up()
        self.set_references(ranking.table)
        self.set_legend()
        self.place_marks()
        self.draw()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        super().show_snapshot(old, new)
        if new.resampled is not old.resampled:
            self._show_bands()
            self.set_legend()
            self._choose_place()
        if new.ranking is None or new.ranking is not old.ranking:
            return
        if new.summaries is not old.summaries:
            self._sum_up()

    def _show_bands(self) -> None:
        """Show where the lines may truly lie, where rows were drawn again."""
        resampled = self.snapshot.resampled
        self.sureness.show_bands(self.curve, self._frame, resampled, self._pens())
        self.header.note = "\n".join(band_sentences(self.curve, resampled))

    @property
    def _frame(self) -> Frame:
        return Frame(self.viewport, self.x_scale, self.y_scale)

    def _sum_up(self) -> None:
        """Say what the curve comes to, and how sure that is."""
        ranking = self.snapshot.ranking
        if ranking is not None:
            known = (self.curve, ranking, self._words)
            long = wording.summary(*known, self.snapshot.summaries)
            self.header.set_summary(wording.summary(*known), long)

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the operating point."""
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None:
            self.sureness.mark.hide()
            for marker in self.markers:
                marker.hide()
            self.header.set_read_out("")
            self.canvas.setAccessibleDescription("")
            return
        x, ys = point(self.curve, ranking.table, at.counts, snapshot.threshold_on_axis)
        self._show(self.markers, x, ys, keep=True)
        found = wording.intervals_at(self.curve, at)
        self.sureness.show_point(self.curve, self._frame, (x, ys), found)
        values = ys if self.curve.x is None else (x, *ys)
        if not at.counts.predicted_positives:
            values = wording.values(self.curve, at.counts)  # the curve may begin elsewhere
        words = self._read_out(values, at.threshold, found)
        self.header.set_read_out(self._read_out(values, at.threshold), words)
        summary = self.header.with_intervals[0]
        self.canvas.setAccessibleDescription(f"{summary}; operating point {words}")

    def _read_out(
        self, values: Sequence[float], threshold: float, found: Sequence[Interval | None] = ()
    ) -> str:
        """Return what the measures are, which a curve may be drawn without having."""
        score, told_by = self.snapshot.score, self._tellers
        place = (self._labels, values, threshold, score)
        return wording.read_out(*place, told_by=told_by, intervals=found)

    def _show(
        self, markers: list[Marker], x: float, ys: tuple[float, ...], *, keep: bool = False
    ) -> None:
        """Place markers at a point, open ones where the axes have no place for it.

        Out of view there are none, unless they are to be kept: open, at the edge.
        """
        viewport, x_scale, y_scale = self.viewport, self.x_scale, self.y_scale
        place = x_scale.place(x)
        is_off = x_scale.is_beyond(x)
        for marker, y in zip(markers, ys, strict=True):
            at_x, at_y = viewport.pixels(place, y_scale.place(y))
            is_open = is_off or y_scale.is_beyond(y)
            if not viewport.has(at_x, at_y):
                kept = viewport.nearest(at_x, at_y, EDGE)
                at_x, at_y = kept if keep else (math.nan, math.nan)
                is_open = True
            marker.show_at(at_x, at_y, is_open=is_open)

    # ---------------------------------------------------------------------- drawing

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        ranking = self.snapshot.ranking
        self._lines = [] if ranking is None else self._visible_lines(ranking.table)
        self.sureness.bands.is_figure = self.is_figure
        self._pixels = None
        self._show_lines()
        if self.snapshot.resampled is not None:
            self.set_legend()  # it says as much as there is room for

    def _show_lines(self) -> None:
        """Show the curves that are drawn, and what they are to be compared with."""
        points = [*self._lines, *self._references] if self._lines else []
        pens = [*self._pens(), *self._reference_pens()] if points else []
        self.lines.show_lines(tuple(map(Line, points, pens)))

    def _visible_lines(self, table: ScoreTable) -> list[Points]:
        n_columns = max(1, round(self.viewport.width * self.devicePixelRatioF()))
        rows = rows_in_view(self.curve, table, self.viewport, self.x_scale, n_columns)
        found = vertices(self.curve, table, rows)
        self.drawn_rows = found.rows
        return [self.in_view(x, y) for x, y in self.points_of(table.steps, found)]

    def in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
        """Return points in coordinates of the view."""
        return self.x_scale.to_view(x), self.y_scale.to_view(y)

    def set_references(self, table: ScoreTable) -> None:
        """Find where the lines run that the curve is to be compared with."""
        self._references = [
            reference_line(one, table.steps, self.x_scale, self.y_scale)
            for one in self.curve.references
        ]

    def lines_in_pixels(self) -> list[Points]:
        """Return the drawn lines in pixels; kept until the view changes."""
        if self._pixels is None:
            viewport = self.viewport
            self._pixels = [(viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self._lines]
        return self._pixels

    def helping_lines(self) -> list[Points]:
        """Return what the curve is to be compared with."""
        viewport = self.viewport
        return [(viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self._references]

    def place_marks(self) -> None:
        """Place the markers for another view."""
        self._pixels = self._under = None
        self.sureness.bands.set_viewport(self.viewport)
        self.place_ghost()
        ranking = self.snapshot.ranking
        if ranking is None:
            self.crossing.hide()
            return
        if self.snapshot.point is not None:
            at = self.snapshot.point
            place = self.snapshot.threshold_on_axis
            x, ys = point(self.curve, ranking.table, at.counts, place)
            self._show(self.markers, x, ys, keep=True)
            found = wording.intervals_at(self.curve, at)
            self.sureness.show_point(self.curve, self._frame, (x, ys), found)
        self._place_crossing(ranking)

    def _place_crossing(self, ranking: Ranking) -> None:
        crossing = ranking.equal_error_rate
        if self.curve.crossing is None or not crossing.is_defined:
            self.crossing.hide()
            return
        x, y = self.curve.crossing(crossing.value)
        if self.curve.is_against_threshold:
            x = limit(crossing.threshold, ranking.score)
        self._show([self.crossing], x, (y,))

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour lines, markers and legend."""
        theme = self.theme
        self._show_lines()
        for marker, hovered, pen in zip(self.markers, self.hovered, self._pens(), strict=True):
            marker.recolour(self.marker_colour(pen), theme.base)
            hovered.recolour(theme.accent, theme.base)
        self.crossing.recolour(theme.faint_text, theme.base)
        self.sureness.mark.recolour(theme.accent)
        self._show_bands()
        self.set_legend()

    def _pen(self, colour: str, width: float, dash: list[float] | None = None) -> QPen:
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _reference_pens(self) -> list[QPen]:
        """Return the pens of what to compare with; dotted where the legend is silent about it."""
        colour = self.theme.chance
        named, unnamed = self._pen(colour, 1.2, [4.0, 4.0]), self._pen(colour, 1.0, [1.0, 3.0])
        return [named if one.name else unnamed for one in self._declared.references]

    def _pens(self) -> list[QPen]:
        pens = []
        for number, line in enumerate(self._declared.series):
            name = line.of_class or _COLOURS[number % len(_COLOURS)]
            own = _DASHES[1 if line.of_class == "negative" else 0]
            dash = own if line.of_class else _DASHES[number % len(_DASHES)]
            pens.append(self._pen(getattr(self.theme, name), _WIDTH, dash))
        return pens

    def set_legend(self) -> None:
        """Name the lines and marks."""
        if self.snapshot.ranking is None:
            return
        pens = zip(self.curve.series, self._pens(), strict=True)
        entries = [Entry(series.name, pen) for series, pen in pens]
        marks, font = self._all_marks(), scaled_font(self.font(), SMALL)
        for others in (*self.with_bands(marks), marks):
            self.legend.set_entries((*entries, *others), font)
            if self.legend_fits:
                return

    def with_bands(self, marks: list[Entry]) -> list[list[Entry]]:
        """Return some entries with those of the bands, the longest first; none without bands."""
        known = self.curve, self.snapshot.resampled, self._pens()[0]
        long, short = band_entries(*known), band_entries(*known, is_short=True)
        return [[*marks, *long], [*marks, *short]] if long else []

    def _all_marks(self) -> list[Entry]:
        """Return what the legend says of the marks and of the lines that are no curves."""
        entries = self.marks()
        for one, pen in zip(self.curve.references, self._reference_pens(), strict=True):
            if one.name:
                entries.append(Entry(one.name, pen))
        if self.curve.crossing is not None:
            name, fill = self._words.rule_name("eer", "EER"), QColor(self.theme.faint_text)
            entries.append(Entry(name, self._edge(), QBrush(fill), Shape.DIAMOND))
        return entries

    def _edge(self) -> QPen:
        """Return the pen around the marks in the legend."""
        return QPen(QColor(self.theme.base), 1.0)

    # ------------------------------------------------------------------------- mouse

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the lines of what is shown in pixels."""
        x, y = position.x(), position.y()
        lines = CurvePlot.lines_in_pixels(self)
        return min((distance_to_line(*line, x, y) for line in lines), default=math.inf)

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a place is so near to a line that a click goes there."""
        return self.snapshot.ranking is not None and self.distance(position) <= _NEAR

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold of the attainable point under the mouse, if it is another one."""
        point = self.snapshot.point
        if point is None or not self.leads_somewhere(position):
            return None
        row, threshold = self._found_at(position)
        return None if row == point.row else threshold

    def _found_at(self, position: QPointF) -> tuple[int, float]:
        """Return `row_at` of a place, which is asked for more than once."""
        if self._under is None or self._under[0] != position:
            self._under = QPointF(position), self.row_at(position)
        return self._under[1]

    def hover_text(self, position: QPointF | None) -> str:
        """Return what holds at the attainable point under the mouse."""
        ranking = self.snapshot.ranking
        near = position is not None and self.distance(position) <= _NEAR
        if ranking is None or position is None or not near:
            return ""
        row, threshold = self._found_at(position)
        counts = ranking.table.steps.counts_of(row)
        x, ys = point(self.curve, ranking.table, counts, threshold)
        words = self._read_out(wording.values(self.curve, counts), threshold)
        lines = [words, wording.four_counts(counts, self._words)]
        if self.x_scale.is_beyond(x) or any(self.y_scale.is_beyond(y) for y in ys):
            lines.append(_ON_THE_FRAME)
        return "\n".join(lines)

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at by a hollow marker on each line."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self.place_ghost()

    def place_ghost(self) -> None:
        """Place the hollow markers for another view."""
        ranking, ghost = self.snapshot.ranking, self._ghost
        if ranking is None or ghost is None:
            for marker in self.hovered:
                marker.hide()
            return
        place = limit(ghost.threshold, ranking.score)
        self._show(self.hovered, *point(self.curve, ranking.table, ghost.counts, place))
