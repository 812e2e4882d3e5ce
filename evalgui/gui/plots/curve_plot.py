"""One plot for every curve of the core: it draws what the declaration says."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.curves import Along, Scale, in_vocabulary, point, vertices
from evalgui.core.curves.drawing import rows_to_draw
from evalgui.core.histogram import finite_range
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui.plots import wording
from evalgui.gui.plots.curve_grip import CurveGrip
from evalgui.gui.plots.geometry import clipped, distance_to_line
from evalgui.gui.plots.marks import Entry, Marker, Shape
from evalgui.gui.plots.nearest import nearest_row
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.scales import LinearScale, NormalDeviateScale, ScoreScale, padded
from evalgui.gui.plots.threshold_line import EDGE, ThresholdLine
from evalgui.gui.theme import SMALL, scaled_font

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.curves import Axis, Curve
    from evalgui.core.score_table import ScoreTable, Steps
    from evalgui.core.snapshot import Ranking, Snapshot
    from evalgui.core.vocabulary import Vocabulary
    from evalgui.gui.plots.scales import AxisScale

    _Line = tuple[NDArray[np.float64], NDArray[np.float64]]

_NO_LINE = (np.zeros(0), np.zeros(0))
_ON_THE_FRAME = "A rate of 0 has no place on this scale: it is drawn at half a row"
_WIDTH = 2.0
_NEAR = 10.0  # pixels from a line within which it tells about itself
_DASHES = (None, [5.0, 2.5], [1.5, 2.0], [6.0, 2.0, 1.5, 2.0])
_CLASS_OF_SERIES = {"FAR": "negative", "FRR": "positive"}
_COLOURS = ("curve", "positive", "negative", "warning")


class CurvePlot(Plot):
    """ROC, precision-recall, DET, or measures against the threshold."""

    def __init__(self, curve: Curve) -> None:
        self._declared = curve
        self._words = MACHINE_LEARNING
        self.curve = in_vocabulary(curve, self._words.vocabulary)
        self._labels = wording.names(self.curve)
        widest = wording.widest_read_out(self._labels)
        super().__init__(curve.id, curve.title, self.curve.x_axis, self.curve.y_axis, widest)
        self._references: tuple[_Line, _Line] = (_NO_LINE, _NO_LINE)
        self._lines: list[_Line] = []  # as drawn, in coordinates of the view
        self._pixels: list[_Line] | None = None
        self.curves = [curve_item(self) for _series in curve.series]
        self.chance = curve_item(self)
        self.diagonal = curve_item(self)
        is_along_scores = curve.along is Along.THRESHOLD
        radius = 4.0 if is_along_scores else 6.0
        self.markers = [Marker(self.overlay, Shape.CIRCLE, radius, 40) for _ in curve.series]
        self.crossing = Marker(self.overlay, Shape.DIAMOND, 5.5, 25)
        self.hovered = [Marker(self.overlay, Shape.CIRCLE, 4.5, 35) for _ in curve.series]
        self.line = ThresholdLine(self.overlay) if is_along_scores else None
        self.grip = CurveGrip(self) if self.line is None else self.line
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
        self._choose_corner()  # other names take other room
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

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self._lines, self._pixels = [], None
        if ranking is None:
            for item in (*self.curves, self.chance, self.diagonal):
                item.setData([], [])
            self.legend.set_entries((), self.font())
            self.header.set_summary("")
            return
        table = ranking.table
        x_scale = _scale_of(self.curve.x_axis, table, table.n_negative)
        y_scale = _scale_of(self.curve.y_axis, table, table.n_positive)
        if self.curve.y_axis.scale is Scale.SCORE:
            y_scale = self._range_of_values(table)
        self.set_scales(x_scale, y_scale)
        self.header.set_summary(wording.summary(self.curve, ranking, self._words))
        self._set_references(table)
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
        x, ys = point(self.curve, ranking.table, at.counts, at.threshold)
        self._show(self.markers, x, ys, keep=True)
        values = ys if self.line is not None else (x, *ys)
        if self.line is not None:
            self.line.set_threshold(at.threshold)
        words = self._read_out(values, at.threshold)
        self.header.set_read_out(words)
        self.canvas.setAccessibleDescription(f"{self.header.summary}; operating point {words}")

    def _read_out(self, values: tuple[float, ...], threshold: float) -> str:
        in_percent = self.curve.y_axis.scale is not Scale.SCORE
        return wording.read_out(self._labels, values, threshold, in_percent=in_percent)

    def _show(
        self, markers: list[Marker], x: float, ys: tuple[float, ...], *, keep: bool = False
    ) -> None:
        """Place markers at a point, open ones where the axes have no place for it.

        Out of view there are none, unless they are to be kept: open, at the edge.
        """
        frame, x_scale, y_scale = self.frame, self.x_scale, self.y_scale
        place = x_scale.place(x)
        is_off = x_scale.is_beyond(x)
        for marker, y in zip(markers, ys, strict=True):
            at_x, at_y = frame.pixels(place, y_scale.place(y))
            is_open = is_off or y_scale.is_beyond(y)
            if not frame.has(at_x, at_y):
                kept = frame.nearest(at_x, at_y, EDGE)
                at_x, at_y = kept if keep else (math.nan, math.nan)
                is_open = True
            marker.show_at(at_x, at_y, is_open=is_open)

    def _range_of_values(self, table: ScoreTable) -> AxisScale:
        """Return the scale of measures that are no proportions."""
        rows = rows_to_draw(self.curve, table, -math.inf, math.inf, 500)
        values = np.concatenate(vertices(self.curve, table, rows).ys)
        values = values[np.isfinite(values)]
        if len(values) == 0:
            return LinearScale()
        return ScoreScale.of(float(values.min()), float(values.max()))

    # ---------------------------------------------------------------------- drawing

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        ranking = self.snapshot.ranking
        self._lines, self._pixels = [], None
        if ranking is None:
            return
        lines = self._visible_lines(ranking)
        frame = self.frame
        x_range = padded(frame.left, frame.right, self.clip_share)
        y_range = padded(frame.bottom, frame.top, self.clip_share)
        items = (*self.curves, self.chance, self.diagonal)
        for item, (x, y) in zip(items, [*lines, *self._references], strict=True):
            item.setData(*clipped(x, y, x_range, y_range), connect="finite")
        self._lines = lines

    def _visible_lines(self, ranking: Ranking) -> list[_Line]:
        table, frame = ranking.table, self.frame
        ends = np.array([frame.left, frame.right])
        if self.curve.x_axis.scale is Scale.SCORE:
            ends = self.x_scale.from_view(ends)
        n_columns = max(1, round(frame.width * self.devicePixelRatioF()))
        rows = rows_to_draw(self.curve, table, float(ends[0]), float(ends[1]), n_columns)
        if self.curve.x_axis.scale is Scale.NORMAL_DEVIATE:
            # The ends have no false positives, or nothing else: they lie on the frame.
            rows = np.unique(np.concatenate([[0], rows, [len(table.steps) - 1]]))
        found = vertices(self.curve, table, rows)
        if self.line is not None:
            return [self._in_view(*_as_steps(table.steps, found.thresholds, y)) for y in found.ys]
        return [self._in_view(found.x, y) for y in found.ys]

    def _in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> _Line:
        return self.x_scale.to_view(x), self.y_scale.to_view(y)

    def _set_references(self, table: ScoreTable) -> None:
        """Find what chance would give, and on DET where both rates are equal."""
        left, right = self.x_scale.limits
        chance, equal = _NO_LINE, _NO_LINE
        if self.curve.id == "roc":
            chance = np.array([0.0, 1.0]), np.array([0.0, 1.0])
        elif self.curve.id == "pr" and table.n:
            chance = np.array([0.0, 1.0]), np.full(2, table.n_positive / table.n)
        elif self.curve.id == "det":
            ends = np.array([left, right])
            chance, equal = (ends, -ends), (ends, ends)
        self._references = (chance, equal)

    def lines_in_pixels(self) -> list[_Line]:
        """Return the drawn lines in pixels; kept until the view changes."""
        if self._pixels is None:
            frame = self.frame
            self._pixels = [(frame.x_pixels(x), frame.y_pixels(y)) for x, y in self._lines]
        return self._pixels

    def place_marks(self) -> None:
        """Place the markers for another view."""
        self._pixels = None
        if self.line is not None:
            self.line.set_view(self.frame, self.x_scale)
        for marker in self.hovered:
            marker.hide()
        ranking = self.snapshot.ranking
        if ranking is None:
            self.crossing.hide()
            return
        if self.snapshot.point is not None:
            at = self.snapshot.point
            x, ys = point(self.curve, ranking.table, at.counts, at.threshold)
            self._show(self.markers, x, ys, keep=True)
        crossing = ranking.equal_error_rate
        if self.curve.id == "det":
            self._show([self.crossing], crossing.value, (crossing.value,))
        elif self.curve.id == "far-frr":
            self._show([self.crossing], crossing.threshold, (crossing.value,))

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour lines, markers and legend."""
        theme = self.theme
        for item, pen in zip(self.curves, self._pens(), strict=True):
            item.setPen(pen)
        self.chance.setPen(self._pen(theme.chance, 1.2, [4.0, 4.0]))
        self.diagonal.setPen(self._pen(theme.chance, 1.0, [1.0, 3.0]))
        for marker, hovered, pen in zip(self.markers, self.hovered, self._pens(), strict=True):
            own = theme.accent if self.line is None else pen.color().name()
            marker.recolour(own, theme.base)
            hovered.recolour(theme.faint_text, theme.base)
        self.crossing.recolour(theme.faint_text, theme.base)
        if self.line is not None:
            self.line.recolour(theme.accent)
        self._set_legend()

    def _pen(self, colour: str, width: float, dash: list[float] | None = None) -> QPen:
        pen = QPen(QColor(colour), width * self.pen_scale)
        pen.setCosmetic(True)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _pens(self) -> list[QPen]:
        pens = []
        for number, series in enumerate(self._declared.series):
            known = _CLASS_OF_SERIES.get(series.name)
            name = known or _COLOURS[number % len(_COLOURS)]
            dash = _DASHES[1] if known == "negative" else _DASHES[0 if known else number % 4]
            pens.append(self._pen(getattr(self.theme, name), _WIDTH, dash))
        return pens

    def _set_legend(self) -> None:
        theme, curve_id = self.theme, self.curve.id
        if self.snapshot.ranking is None:
            return
        pens = self._pens()
        entries = [Entry(s.name, pen) for s, pen in zip(self.curve.series, pens, strict=True)]
        edge = QPen(QColor(theme.base), 1.0)
        if self.line is None:
            fill = QColor(theme.accent)
            entries.append(Entry("Threshold", edge, QBrush(fill), Shape.CIRCLE))
        if curve_id in {"roc", "pr", "det"}:
            entries.append(Entry("Chance", self.chance.opts["pen"]))
        if curve_id in {"det", "far-frr"}:
            name = self._words.rule_name("eer", "EER")
            entries.append(Entry(name, edge, QBrush(QColor(theme.faint_text)), Shape.DIAMOND))
        self.legend.set_entries(tuple(entries), scaled_font(self.font(), SMALL))

    # ------------------------------------------------------------------------- mouse

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the drawn lines in pixels."""
        x, y = position.x(), position.y()
        lines = self.lines_in_pixels()
        return min((distance_to_line(*line, x, y) for line in lines), default=math.inf)

    def nearest_row(self, position: QPointF) -> int:
        """Return the row of the attainable point nearest to a place in pixels."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return 0
        steps = ranking.table.steps
        x, ys = point(self.curve, ranking.table, steps.counts_of(0), math.nan)
        first = self.frame.pixels(self.x_scale.place(x), self.y_scale.place(ys[0]))
        return nearest_row(steps, self._place, position.x(), position.y(), first)

    def _place(self, counts: Counts) -> _Line:
        x = np.asarray(self.curve.x(counts) if self.curve.x else math.nan, dtype=np.float64)
        y = np.asarray(self.curve.series[0].measure(counts), dtype=np.float64)
        at_x, at_y = self._in_view(x, y)
        return self.frame.x_pixels(at_x), self.frame.y_pixels(at_y)

    def hover_text(self, position: QPointF | None) -> str:
        """Mark the attainable point under the mouse, and return what holds there."""
        ranking = self.snapshot.ranking
        near = position is not None and self.distance(position) <= _NEAR
        if ranking is None or position is None or not near:
            for marker in self.hovered:
                marker.hide()
            return ""
        steps = ranking.table.steps
        if self.line is not None:
            place = np.array([self.frame.x_at(position.x())])
            threshold = float(self.x_scale.from_view(place)[0])
            row = steps.row_at(threshold)
        else:
            row = self.nearest_row(position)
            threshold = steps.threshold(row)
        counts = steps.counts_of(row)
        x, ys = point(self.curve, ranking.table, counts, threshold)
        self._show(self.hovered, x, ys)
        values = ys if self.line is not None else (x, *ys)
        words = self._read_out(values, threshold)
        lines = [words, wording.four_counts(counts, self._words)]
        if self.x_scale.is_beyond(x) or any(self.y_scale.is_beyond(y) for y in ys):
            lines.append(_ON_THE_FRAME)
        return "\n".join(lines)


def curve_item(plot: Plot) -> pg.PlotCurveItem:
    """Return a line of a plot; it is painted once and then copied, until the view changes."""
    item = pg.PlotCurveItem(antialias=True)
    item.setSegmentedLineMode("off")  # one path, also in files
    item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
    plot.view_box.addItem(item, ignoreBounds=True)
    return item


def _scale_of(axis: Axis, table: ScoreTable, n: int) -> AxisScale:
    """Return the scale of an axis; n rows are what its proportions are of."""
    if axis.scale is Scale.PROPORTION:
        return LinearScale()
    if axis.scale is Scale.SCORE:
        return ScoreScale.of(*finite_range(table))
    return NormalDeviateScale(n, _highest_error_rate(table.steps))


def _highest_error_rate(steps: Steps) -> float:
    """Return the highest rate of one error at which the other still occurs, at least a half."""
    n_positive, n_negative = steps.n_positive, steps.n_negative
    if not (n_positive and n_negative):
        return 1.0
    tp, fp = steps.tp_column, steps.fp_column
    # A count of another type would have the whole column converted.
    last_miss = int(np.searchsorted(tp, tp.dtype.type(n_positive), "left")) - 1
    first_false = int(np.searchsorted(fp, fp.dtype.type(1), "left"))
    highest_fpr = int(fp[max(last_miss, 0)]) / n_negative
    highest_fnr = (n_positive - int(tp[first_false])) / n_positive
    return max(highest_fpr, highest_fnr, 0.5)


def _as_steps(steps: Steps, thresholds: NDArray[np.float64], y: NDArray[np.float64]) -> _Line:
    """Return the corners of a function that is constant between thresholds.

    Where higher scores are positive a row holds up to its own threshold, down from the next
    one below; where lower ones are, from its own up to the next one above.
    """
    order = np.argsort(thresholds, kind="stable")
    order = order[: int(np.sum(~np.isnan(thresholds)))]
    x, y = thresholds[order], y[order]
    if len(x) == 0:
        return x, y
    if steps.higher_is_positive:
        return np.concatenate([[-np.inf], np.repeat(x, 2)[:-1]]), np.repeat(y, 2)
    return np.concatenate([np.repeat(x, 2)[1:], [np.inf]]), np.repeat(y, 2)
