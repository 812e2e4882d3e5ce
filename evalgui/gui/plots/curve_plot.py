"""One plot for every curve of the core: it draws what the declaration says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.core.curves import Along, Scale, in_vocabulary, point, vertices
from evalgui.core.curves.drawing import rows_to_draw
from evalgui.core.ordering import distinct
from evalgui.core.thresholds import limit
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui.plots import wording
from evalgui.gui.plots.axes import ScoreAxis
from evalgui.gui.plots.curve_grip import CurveGrip
from evalgui.gui.plots.curve_scales import as_steps, scales_of
from evalgui.gui.plots.curves_beside import CurvesBeside
from evalgui.gui.plots.geometry import distance_to_line
from evalgui.gui.plots.lines import NO_POINTS, Line
from evalgui.gui.plots.marks import Entry, Marker, Shape
from evalgui.gui.plots.nearest import nearest_row
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.threshold_line import EDGE, ThresholdLine
from evalgui.gui.theme import SMALL, scaled_font

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.curves import Curve
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Vocabulary
    from evalgui.gui.plots.scales import AxisScale

    _Line = tuple[NDArray[np.float64], NDArray[np.float64]]

_ON_THE_FRAME = "A rate of 0 has no place on this scale: it is drawn at half a row"
_WIDTH = 2.0
_NEAR = 10.0  # pixels from a line within which it tells about itself
_DASHES = (None, [5.0, 2.5], [1.5, 2.0], [6.0, 2.0, 1.5, 2.0])
_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the marker
_CLASS_OF_SERIES = {"FAR": "negative", "FRR": "positive"}
_COLOURS = ("curve", "positive", "negative", "warning")


class CurvePlot(Plot):
    """ROC, precision-recall, DET, or measures against the threshold.

    On the first three, other scores and data sets are drawn behind, to be compared.
    """

    score_requested = Signal(int)
    data_set_requested = Signal(int)

    def __init__(self, curve: Curve) -> None:
        self._declared = curve
        self._words = MACHINE_LEARNING
        self.curve = in_vocabulary(curve, self._words.vocabulary)
        self._labels = wording.names(self.curve)
        widest = wording.widest_read_out(self._labels)
        super().__init__(curve.id, curve.title, self.curve.x_axis, self.curve.y_axis, widest)
        self._references: tuple[_Line, _Line] = (NO_POINTS, NO_POINTS)
        self._lines: list[_Line] = []  # as drawn, in coordinates of the view
        self._pixels: list[_Line] | None = None
        is_along_scores = curve.along is Along.THRESHOLD
        radius = 4.0 if is_along_scores else 6.0
        self.markers = [Marker(self.overlay, Shape.CIRCLE, radius, 40) for _ in curve.series]
        self.crossing = Marker(self.overlay, Shape.DIAMOND, 5.5, 25)
        self.hovered = [Marker(self.overlay, Shape.CIRCLE, 4.5, 35) for _ in curve.series]
        self.line = ThresholdLine(self.overlay) if is_along_scores else None
        self.grip = CurveGrip(self) if self.line is None else self.line
        self.beside = CurvesBeside(self, self.curve) if self.line is None else None
        self._n_named = 0  # of those beside, in the legend
        if self.beside is not None:
            self.beside.drawn.connect(self._choose_place)
        self.set_scales(self.x_scale, self.y_scale)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name title, axes, lines and read-out as a vocabulary does."""
        self._words = words_in(vocabulary)
        curve = self.curve = in_vocabulary(self._declared, vocabulary)
        self._labels = wording.names(self.curve)
        widest = wording.widest_read_out(self._labels)
        self.rename(curve.title, curve.x_axis, curve.y_axis, widest)
        ranking = self.snapshot.ranking
        if ranking is None:
            return
        self.header.set_summary(wording.summary(curve, ranking, self._words))
        self._set_legend()
        self._choose_place()  # other names take other room
        self.render_point(self.snapshot)
        self.draw()

    @property
    def marker(self) -> Marker:
        """The operating point on the first line."""
        return self.markers[0]

    def for_figure(self) -> Plot:
        """Return an empty plot of the same curve."""
        plot = CurvePlot(self._declared)
        plot.set_vocabulary(self._words.vocabulary)
        return plot

    def shut_down(self) -> None:
        """End the work in the background."""
        if self.beside is not None:
            self.beside.shut_down()

    # -------------------------------------------------------------------- snapshots

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        super().show_snapshot(old, new)
        is_same = new.comparison is old.comparison or new.ranking is not old.ranking
        if self.beside is not None and new.ranking is not None and not is_same:
            self._render_comparison(new.ranking)

    def _scales(self, ranking: Ranking) -> tuple[AxisScale, AxisScale]:
        """Return the scales that all curves need."""
        others = () if self.beside is None else self.beside.others
        return scales_of(self.curve, [ranking.table, *(one.ranking.table for one in others)])

    def _render_comparison(self, ranking: Ranking) -> None:
        """Take other curves to compare; a view that was chosen stays."""
        scales = self._scales(ranking)
        if scales != (self.x_scale, self.y_scale):
            chosen = None if self.is_home else self.viewport
            self.set_scales(*scales)
            if chosen is not None:
                self.show_range(chosen)
            self._set_references(ranking.table)
            self.place_marks()
            self.draw()
        elif self.beside is not None and not self._is_stale:
            self.beside.draw()  # what is shown is drawn already
        self._set_legend()
        self._choose_place()

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self._lines, self._pixels = [], None
        if self.line is not None:
            self.line.set_steps(None if ranking is None else ranking.table.steps)
        if ranking is None:
            self._show_lines()
            if self.beside is not None:
                self.beside.draw()
            self.legend.set_entries((), self.font())
            self.header.set_summary("")
            return
        if isinstance(self.x_axis, ScoreAxis):
            self.x_axis.of_score = ranking.score
        self.set_scales(*self._scales(ranking))
        self.header.set_summary(wording.summary(self.curve, ranking, self._words))
        self._set_references(ranking.table)
        self._set_legend()
        self.place_marks()
        self.draw()

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the operating point, or the line."""
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None:
            for marker in self.markers:
                marker.hide()
            if self.line is not None:
                self.line.set_threshold(math.nan)
            self.header.set_read_out("")
            self.canvas.setAccessibleDescription("")
            return
        x, ys = point(self.curve, ranking.table, at.counts, snapshot.threshold_on_axis)
        self._show(self.markers, x, ys, keep=True)
        if self.line is not None:
            self.line.set_threshold(snapshot.threshold_on_axis)
        words = self._read_out(at.counts, at.threshold)
        self.header.set_read_out(words)
        self.canvas.setAccessibleDescription(f"{self.header.summary}; operating point {words}")

    def _read_out(self, counts: Counts, threshold: float) -> str:
        """Return what the measures are, which a curve may be drawn without having."""
        of_lines = [series.measure for series in self.curve.series]
        measures = of_lines if self.curve.x is None else [self.curve.x, *of_lines]
        values = [float(measure(counts)) for measure in measures]
        in_percent = self.curve.y_axis.scale is not Scale.SCORE
        score = self.snapshot.score
        return wording.read_out(self._labels, values, threshold, score, in_percent=in_percent)

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
        self._lines = [] if ranking is None else self._visible_lines(ranking)
        self._pixels = None
        self._show_lines()
        if self.beside is not None:
            self.beside.draw()
            self._set_legend()  # it names as many as there is room for

    def _show_lines(self) -> None:
        """Show the curves that are drawn, and what they are to be compared with."""
        points = [*self._lines, *self._references] if self._lines else []
        pens = [*self._pens(), *self._reference_pens()] if points else []
        self.lines.show_lines(tuple(map(Line, points, pens)))

    def _visible_lines(self, ranking: Ranking) -> list[_Line]:
        table, viewport = ranking.table, self.viewport
        ends = np.array([viewport.left, viewport.right])
        if self.curve.x_axis.scale is Scale.SCORE:
            ends = self.x_scale.from_view(ends)
        n_columns = max(1, round(viewport.width * self.devicePixelRatioF()))
        rows = rows_to_draw(self.curve, table, float(ends[0]), float(ends[1]), n_columns)
        if self.curve.x_axis.scale is Scale.NORMAL_DEVIATE:
            # The ends have no false positives, or nothing else: they lie on the frame.
            rows = distinct(np.concatenate([[0], rows, [len(table.steps) - 1]]))
        found = vertices(self.curve, table, rows)
        if self.line is not None:
            return [self._in_view(*as_steps(table.steps, found.thresholds, y)) for y in found.ys]
        return [self._in_view(found.x, y) for y in found.ys]

    def _in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> _Line:
        return self.x_scale.to_view(x), self.y_scale.to_view(y)

    def _set_references(self, table: ScoreTable) -> None:
        """Find what chance would give, and on DET where both rates are equal."""
        left, right = self.x_scale.limits
        chance, equal = NO_POINTS, NO_POINTS
        if self.curve.id == "roc":
            chance = np.array([0.0, 1.0]), np.array([0.0, 1.0])
        elif self.curve.id == "pr" and table.n:
            chance = np.array([0.0, 1.0]), np.full(2, table.n_positive / table.n)
        elif self.curve.id == "det":
            ends = np.array([left, right])
            chance, equal = (ends, -ends), (ends, ends)
        self._references = (chance, equal)

    def lines_in_pixels(self) -> list[_Line]:
        """Return the drawn lines in pixels, and those of what is compared."""
        beside = [] if self.beside is None else self.beside.lines()
        return [*self._own_pixels(), *beside]

    def helping_lines(self) -> list[_Line]:
        """Return what chance gives, and where rates are equal."""
        viewport = self.viewport
        return [(viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self._references]

    def _own_pixels(self) -> list[_Line]:
        """Return the lines of what is shown in pixels; kept until the view changes."""
        if self._pixels is None:
            viewport = self.viewport
            self._pixels = [(viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self._lines]
        return self._pixels

    def place_marks(self) -> None:
        """Place the markers for another view."""
        self._pixels = None
        if self.beside is not None:
            self.beside.follow()
        if self.line is not None:
            self.line.set_view(self.viewport, self.x_scale)
        for marker in self.hovered:
            marker.hide()
        ranking = self.snapshot.ranking
        if ranking is None:
            self.crossing.hide()
            return
        if self.snapshot.point is not None:
            at = self.snapshot.point
            place = self.snapshot.threshold_on_axis
            x, ys = point(self.curve, ranking.table, at.counts, place)
            self._show(self.markers, x, ys, keep=True)
        crossing = ranking.equal_error_rate
        if self.curve.id == "det":
            self._show([self.crossing], crossing.value, (crossing.value,))
        elif self.curve.id == "far-frr" and crossing.is_defined:
            place = limit(crossing.threshold, ranking.score)
            self._show([self.crossing], place, (crossing.value,))

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour lines, markers and legend."""
        theme = self.theme
        self._show_lines()
        for marker, hovered, pen in zip(self.markers, self.hovered, self._pens(), strict=True):
            own = theme.accent if self.line is None else pen.color().name()
            marker.recolour(own, theme.base)
            hovered.recolour(theme.faint_text, theme.base)
        self.crossing.recolour(theme.faint_text, theme.base)
        if self.line is not None:
            self.line.recolour(theme.accent)
        self._set_legend()
        if self.beside is not None and not self._is_stale:
            self.beside.draw()

    def _pen(self, colour: str, width: float, dash: list[float] | None = None) -> QPen:
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _reference_pens(self) -> tuple[QPen, QPen]:
        """Return the pens of what chance would give, and of where both rates are equal."""
        colour = self.theme.chance
        return self._pen(colour, 1.2, [4.0, 4.0]), self._pen(colour, 1.0, [1.0, 3.0])

    def _pens(self) -> list[QPen]:
        pens = []
        for number, series in enumerate(self._declared.series):
            known = _CLASS_OF_SERIES.get(series.name)
            name = known or _COLOURS[number % len(_COLOURS)]
            dash = _DASHES[1] if known == "negative" else _DASHES[0 if known else number % 4]
            pens.append(self._pen(getattr(self.theme, name), _WIDTH, dash))
        return pens

    def _set_legend(self) -> None:
        """Name the lines and marks, and of those beside as many as there is room for."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return
        beside, font = self.beside, scaled_font(self.font(), SMALL)
        marks = self._marks()
        if beside is None or not beside.is_needed:
            pens = zip(self.curve.series, self._pens(), strict=True)
            entries = [Entry(series.name, pen) for series, pen in pens]
            self.legend.set_entries((*entries, *marks), font)
            return
        for n_named, length, has_marks in beside.ways_to_name():
            self._n_named = n_named
            entries = beside.entries(ranking, self._pens()[0], n_named, length)
            self.legend.set_entries((*entries, *(marks if has_marks else ())), font)
            if self.legend_fits:
                return

    def _marks(self) -> list[Entry]:
        """Return what the legend says of the marks and of the lines that are no curves."""
        theme, curve_id = self.theme, self.curve.id
        entries = []
        edge = QPen(QColor(theme.base), 1.0)
        if self.line is None:
            fill = QColor(theme.accent)
            entries.append(Entry("Threshold", edge, QBrush(fill), Shape.CIRCLE))
        if curve_id in {"roc", "pr", "det"}:
            entries.append(Entry("Chance", self._reference_pens()[0]))
        if curve_id in {"det", "far-frr"}:
            name = self._words.rule_name("eer", "EER")
            entries.append(Entry(name, edge, QBrush(QColor(theme.faint_text)), Shape.DIAMOND))
        return entries

    # ------------------------------------------------------------------------- mouse

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the lines of what is shown in pixels."""
        x, y = position.x(), position.y()
        lines = self._own_pixels()
        return min((distance_to_line(*line, x, y) for line in lines), default=math.inf)

    def nearest_row(self, position: QPointF) -> int:
        """Return the row of the attainable point nearest to a place in pixels."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return 0
        steps = ranking.table.steps
        x, ys = point(self.curve, ranking.table, steps.counts_of(0), math.nan)
        first = self.viewport.pixels(self.x_scale.place(x), self.y_scale.place(ys[0]))
        return nearest_row(steps, self._place, position.x(), position.y(), first)

    def _place(self, counts: Counts) -> _Line:
        x = np.asarray(self.curve.x(counts) if self.curve.x else math.nan, dtype=np.float64)
        y = np.asarray(self.curve.series[0].measure(counts), dtype=np.float64)
        at_x, at_y = self._in_view(x, y)
        return self.viewport.x_pixels(at_x), self.viewport.y_pixels(at_y)

    def beside_at(self, position: QPointF) -> int | None:
        """Return which of what is compared has its line or its name at a place."""
        beside = self.beside
        if beside is None or not beside.others:
            return None
        row = self.legend.entry_at(position)
        if row is not None:
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
                for marker in self.hovered:
                    marker.hide()
                return self.beside.words_of(number, self._words)
            if position is not None and self.legend.entry_at(position) == self._row_of_more:
                return self.beside.words_of_more(self._n_named)
        return self._point_text(position)

    @property
    def _row_of_more(self) -> int:
        """The row of the legend that counts those without a name, -1 where there is none."""
        has_more = self.beside is not None and self.beside.n_unnamed(self._n_named) > 0
        return self._n_named + 1 if has_more else -1

    def _point_text(self, position: QPointF | None) -> str:
        """Mark the attainable point under the mouse, and return what holds there."""
        ranking = self.snapshot.ranking
        near = position is not None and self.distance(position) <= _NEAR
        if ranking is None or position is None or not near:
            for marker in self.hovered:
                marker.hide()
            return ""
        steps = ranking.table.steps
        if self.line is not None:
            place = np.array([self.viewport.x_at(position.x())])
            threshold = float(self.x_scale.from_view(place)[0])
            row = steps.row_at(threshold)
        else:
            row = self.nearest_row(position)
            threshold = steps.threshold(row)
        counts = steps.counts_of(row)
        x, ys = point(self.curve, ranking.table, counts, threshold)
        self._show(self.hovered, x, ys)
        words = self._read_out(counts, threshold)
        lines = [words, wording.four_counts(counts, self._words)]
        if self.x_scale.is_beyond(x) or any(self.y_scale.is_beyond(y) for y in ys):
            lines.append(_ON_THE_FRAME)
        return "\n".join(lines)
