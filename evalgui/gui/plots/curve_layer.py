"""The lines of a curve, what to compare them with, and the operating point on each."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPen

from evalgui.core.curves import in_vocabulary, point, vertices
from evalgui.core.curves.few_errors import few_errors
from evalgui.core.languages import tr
from evalgui.core.metrics.rates import FPR, TPR
from evalgui.core.resampled import BANDED
from evalgui.core.score_axis import has_log_scores
from evalgui.core.vocabulary import phrase
from evalgui.gui.look import SMALL, scaled_font
from evalgui.gui.models.decision_model import USUAL
from evalgui.gui.plots import wording
from evalgui.gui.plots.compared_curves import ComparedCurves, ComparedLayer
from evalgui.gui.plots.cost_line import CostLine
from evalgui.gui.plots.curve_marks import (
    CrossingMark,
    CurveMarks,
    PreviewMarks,
    SecondMark,
    StepMark,
)
from evalgui.gui.plots.few_errors import FewErrorsShade
from evalgui.gui.plots.layer import MainLayer
from evalgui.gui.plots.legend import Entry as Named
from evalgui.gui.plots.lines import Dots, Line
from evalgui.gui.plots.marks import Marker, Shape
from evalgui.gui.plots.on_curve import AcrossScores, AlongCurve
from evalgui.gui.plots.plot_menu import Entry
from evalgui.gui.plots.selected_marks import Look, Places, steps_between
from evalgui.gui.plots.threshold_line import EDGE
from evalgui.gui.plots.uncertainty_marks import (
    Frame,
    UncertaintyMarks,
    band_entries,
    band_sentences,
)
from evalgui.results.axis_choices import has_log_rates, on_axes
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.free_place import outline_of
from evalgui.results.geometry import distance_to_line
from evalgui.results.picture import Level, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.comparison import Beside
    from evalgui.core.counts import Counts
    from evalgui.core.curves import Curve
    from evalgui.core.curves.scales import Viewport
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.layer import Layer
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.wording import Found
    from evalgui.results.geometry import Points
    from evalgui.results.picture import Layer as PictureLayer
    from evalgui.results.picture import Picture

_POINT = phrase("Operating point")
_ON_THE_FRAME = tr("A rate of 0 has no place on this scale: it is drawn at half a row")
_NEAR = 10.0  # pixels from a line within which it tells about itself
_NO_ROWS = np.zeros(0, dtype=np.intp)
_WIDTH = 2.0
_BETWEEN = 4_096  # rows of the steps, beside those drawn, between which marks are looked for
_DASHES = (None, [5.0, 2.5], [1.5, 2.0], [6.0, 2.0, 1.5, 2.0])
_COLOURS = ("curve", "positive", "negative", "warning")

ON_CURVES: tuple[Callable[[Curves], Layer], ...] = (CrossingMark, PreviewMarks)
"""What lies on every curve."""

ALONG_CURVES: tuple[Callable[[Curves], Layer], ...] = (CurveMarks, SecondMark, StepMark)
"""What lies on those whose operating point is dragged along them, too."""


class CurveLayer(MainLayer):
    """The lines of a curve, what to compare them with, the operating point on each, and names.

    The point is dragged along the curve, behind which other scores and data sets may be drawn;
    where x is the threshold, a line across the curve is dragged.

    Parameters
    ----------
    plot
        The plot that holds it.
    curve
        What is drawn, as it is declared.
    """

    plot: Plot

    def __init__(self, plot: Plot, curve: Curve) -> None:
        super().__init__(plot)
        self.declared = curve
        self.curve = in_vocabulary(curve, plot.words.vocabulary)
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        plot.header.set_widest(*wording.widest_read_out(self._labels))
        plot.header.measures = tuple(one.id for one in wording.measures_of(self.curve))
        self.shade: FewErrorsShade | None = None
        self._lines: list[Points] = []  # as drawn, in coordinates of the view
        self.drawn_rows = _NO_ROWS
        # In pixels, for the latest view.
        self._pixels: tuple[Viewport, list[Points]] | None = None
        self._helping: tuple[Viewport, list[Points]] | None = None
        self._is_across = curve.is_against_threshold  # asked for in every frame
        handle = AcrossScores if self._is_across else AlongCurve
        radius = handle.radius
        self.markers = [Marker(plot.overlay, Shape.CIRCLE, radius, 40) for _ in curve.series]
        self.uncertainty = UncertaintyMarks(plot.underlay)
        # What was asked for last: the place, the view, and the row with its threshold.
        self._under: tuple[QPointF, Viewport, tuple[int, float]] | None = None
        self.beside = ComparedCurves(plot, self.curve)
        self.others = ComparedLayer(self, self.beside)
        self.handle = handle(self)
        self.beside.drawn.connect(plot.name_all)
        along = () if curve.is_against_threshold else ALONG_CURVES
        shown = curve.x_axis.metric, curve.y_axis.metric
        costs = (CostLine,) if shown == (FPR, TPR) else ()
        makers = (*ON_CURVES, *along, *costs)
        self.layers = (self.others, self.handle, *(make(self) for make in makers))

    def _on_axes(self) -> Curve:
        """Return the curve in the words of the field, with its axes as they are drawn."""
        vocabulary, snapshot = self.plot.words.vocabulary, self.plot.snapshot
        return on_axes(
            in_vocabulary(self.declared, vocabulary),
            log_scores=has_log_scores(snapshot),
            log_rates=has_log_rates(snapshot.choices.axes, vocabulary),
        )

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return self.curve.is_square and self.plot.x_scale.home == self.plot.y_scale.home

    def picture_of(self, ranking: Ranking) -> Picture:
        """Return the picture of the curve, on axes on which all that is compared is seen, too."""
        others = [Scored(one.name, one.ranking.table) for one in self.beside.others]
        shown = [Scored(ranking.score.name if others else "", ranking.table), *others]
        is_fixed = self.plot.snapshot.choices.axes.fixed_rates
        return curve_picture(self.curve, shown, score=self.plot.snapshot.score, is_fixed=is_fixed)

    # ---------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        self.uncertainty.bands.is_figure = self.plot.is_figure
        seen, n_lines = self.plot.finer, len(self.curve.series)
        picture = self.plot.picture
        lines = [] if picture is None else picture.lines[:n_lines]
        self._lines = [line.vertices(seen) for line in lines]
        self.drawn_rows = _NO_ROWS
        if lines and lines[0].steps is not None:
            self.drawn_rows = lines[0].steps(seen)
        self._pixels = None
        self._show_lines()

    def _show_lines(self) -> None:
        """Show the curves that are drawn, and what they are to be compared with."""
        points = [*self._lines, *self._references()] if self._lines else []
        pens = [*self._pens(), *self._reference_pens()] if points else []
        self.shade = self._few_errors() if points else None
        shade = () if self.shade is None else (self.shade,)
        self.plot.lines.show_lines((*shade, *map(Line, points, pens), *self._attainable()))

    def _attainable(self) -> Iterator[Dots]:
        """Yield the points that a threshold reaches, where a line goes on between them."""
        ranking = self.plot.snapshot.ranking
        if ranking is not None and self.curve.is_proportional and len(self.drawn_rows):
            found, pens = vertices(self.curve, ranking.table, self.drawn_rows), self._pens()
            for y, pen in zip(found.ys, pens, strict=True):
                yield Dots(self.in_view(found.x, y), pen.color())

    def _few_errors(self) -> FewErrorsShade | None:
        """Return the regions in which rates rest on too few errors; None where there are none."""
        plot, ranking = self.plot, self.plot.snapshot.ranking
        if ranking is None:
            return None
        found = few_errors(self.curve, ranking.table.steps, plot.words.vocabulary)
        font = scaled_font(plot.font(), SMALL)
        shown = (plot.x_scale, plot.y_scale, plot.theme, font, tuple(self._lines))
        return FewErrorsShade(tuple(found), *shown) if found else None

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows lie on the lines: at the operating points they begin."""
        ranking, drawn = self.plot.snapshot.ranking, self.drawn_rows
        if ranking is None or not len(drawn):
            return ()
        between = np.linspace(drawn[0], drawn[-1], _BETWEEN).astype(np.intp)
        rows = steps_between(run, np.union1d(drawn, between))
        found, seen = vertices(self.curve, ranking.table, rows), self.plot.viewport
        lines = [self.in_view(found.x, y) for y in found.ys]
        return [Places(Look.DOT, rows, seen.x_pixels(x), seen.y_pixels(y)) for x, y in lines]

    def in_view(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Points:
        """Return points in coordinates of the view."""
        return self.plot.x_scale.to_view(x), self.plot.y_scale.to_view(y)

    def _references(self) -> list[Points]:
        """Return the lines that the curve is to be compared with, in coordinates of the view."""
        picture = self.plot.picture
        shown = () if picture is None else picture.references
        return [one.vertices(self.plot.viewport) for one in shown]

    def lines(self) -> Sequence[Points]:
        """Return the drawn lines in pixels; kept until the view changes."""
        seen = self.plot.viewport
        if self._pixels is None or self._pixels[0] is not seen:
            self._pixels = seen, [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in self._lines]
        return self._pixels[1]

    def taken(self) -> Sequence[Points]:
        """Return lines in pixels across words about few errors."""
        boxes = [] if self.shade is None else self.shade.boxes(self.plot.viewport)
        return [outline_of(box) for box in boxes]

    def kept_clear(self) -> list[Points]:
        """Return what names of rules and pins keep clear of: the lines, and words about them."""
        return [*self.plot.lines_in_pixels(), *self.taken()]

    def helping_lines(self) -> list[Points]:
        """Return what the curve is to be compared with in pixels; kept until the view changes."""
        seen = self.plot.viewport
        if self._helping is None or self._helping[0] is not seen:
            lines = self._references()
            self._helping = seen, [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in lines]
        return self._helping[1]

    # ----------------------------------------------------------------------- colours

    def _pen(self, colour: str, width: float, dash: list[float] | None = None) -> QPen:
        pen = QPen(QColor(colour), width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dash else Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern(dash)
        return pen

    def _reference_pens(self) -> list[QPen]:
        """Return the pens of what to compare with; dotted where the legend is silent about it."""
        colour = self.plot.theme.chance
        named, unnamed = self._pen(colour, 1.2, [4.0, 4.0]), self._pen(colour, 1.0, [1.0, 3.0])
        return [named if one.name else unnamed for one in self.declared.references]

    def _pens(self) -> list[QPen]:
        pens = []
        for number, line in enumerate(self.declared.series):
            name = line.of_class or _COLOURS[number % len(_COLOURS)]
            own = _DASHES[1 if line.of_class == "negative" else 0]
            dash = own if line.of_class else _DASHES[number % len(_DASHES)]
            pens.append(self._pen(getattr(self.plot.theme, name), _WIDTH, dash))
        return pens

    # ------------------------------------------------------------------------- names

    def name_lines(self) -> None:
        """Name the lines and marks, those of what is compared as far as there is room."""
        ranking = self.plot.snapshot.ranking
        self.others.forget_names()
        if ranking is None:
            return
        for entries in self._ways_to_name(ranking):
            self.plot.legend.set_entries(entries, scaled_font(self.plot.font(), SMALL))
            if self.plot.names.place():
                return

    def _ways_to_name(self, ranking: Ranking) -> Iterator[list[Named]]:
        """Give what the legend can say, the fullest way first; a line that is alone has no name."""
        names = self.line_names() if len(self.curve.series) > 1 else []
        if self.is_named_beside:
            marks = self._mark_names(is_short=True)
            for entries in self.others.ways_to_name(ranking, self._pens()[0], names):
                yield [*entries, *marks]
            return
        for is_short in (False, True):
            yield [*names, *self._mark_names(is_short=is_short)]

    @property
    def is_named_beside(self) -> bool:
        """Whether room beside a square is for names, and so all of it at one side."""
        return self.beside.is_needed

    def line_names(self) -> list[Named]:
        """Return the names of the lines of what is shown."""
        pens = zip(self.curve.series, self._pens(), strict=True)
        return [Named(series.name, pen) for series, pen in pens]

    def _mark_names(self, *, is_short: bool = False) -> list[Named]:
        """Return the names of the marks, of the lines to compare with, and of what is sampled."""
        faint = self._pen(self.plot.theme.faint_text, 1.0)
        names = [one.name for one in self.curve.references if one.name]
        names += [name for layer in self.plot.layers for name, _at in layer.marks()]
        marks = [Named(name, faint, is_line=False) for name in names]
        return [*marks, *self.sample_names(is_short=is_short)]

    def anchors(self) -> list[Points | None]:
        """Return what has names: not what a layer names already."""
        named = {name for layer in self.plot.layers for name in layer.named()}
        found = [*self.line_anchors(), *self._mark_anchors()]
        pairs = zip(self.plot.legend.entries, found, strict=True)
        return [None if entry.name in named else anchor for entry, anchor in pairs]

    def line_anchors(self) -> Sequence[Points | None]:
        """Return the lines that have names, those of what is shown first."""
        if self.others.is_named:
            return self.others.anchors(self.lines())
        n_named = len(self.curve.series) if len(self.curve.series) > 1 else 0
        drawn = self.lines()
        return drawn[:n_named] if drawn else [None] * n_named

    def _mark_anchors(self) -> list[Points | None]:
        """Return the marks and the lines to compare with that have names."""
        none: list[Points | None] = [None] * len(self.curve.references)
        pairs = zip(self.curve.references, self.helping_lines() or none, strict=True)
        found: list[Points | None] = [line for one, line in pairs if one.name]
        found += [at for layer in self.plot.layers for _name, at in layer.marks()]
        return [*found, *(None for entry in self.plot.legend.entries if entry.is_sample)]

    def distance(self, position: QPointF) -> float:
        """Return the distance of a place from the lines of what is shown in pixels."""
        x, y = position.x(), position.y()
        lines = self.lines()
        return min((distance_to_line(*line, x, y) for line in lines), default=math.inf)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name title, axes, lines and read-out as a vocabulary does."""
        del vocabulary
        plot, before = self.plot, self.curve.y_axis.scale
        curve = self.curve = self._on_axes()
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        plot.rename(curve.title, curve.x_axis, curve.y_axis, self._widest())
        if plot.snapshot.ranking is None:
            return
        if curve.y_axis.scale is not before:  # an axis that a field has of its own
            plot.render_ranking()
        else:
            plot.picture = self.picture_of(plot.snapshot.ranking)  # whose lines have other names
        self._sum_up()
        self.name_lines()
        plot.place_all()
        plot.names.place()  # other names take other room
        plot.render_point()
        plot.draw()

    def _widest(self) -> tuple[str, str]:
        """Return the widest read-outs of the rows that are shown."""
        ranking = self.plot.snapshot.ranking
        n = () if ranking is None else (ranking.table.n,)
        return wording.widest_read_out(self._labels, *n)

    @property
    def marker(self) -> Marker:
        """The operating point on the first line."""
        return self.markers[0]

    def pixels_of(self, counts: Counts, threshold: float) -> tuple[float, float]:
        """Return where a point of the curve lies in pixels; NaN where it has no place."""
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return math.nan, math.nan
        x, ys = point(self.curve, ranking.table, counts, threshold)
        plot = self.plot
        return plot.viewport.pixels(plot.x_scale.place(x), plot.y_scale.place(ys[0]))

    # ---------------------------------------------------------------------- snapshots

    def render_ranking(self) -> None:
        """Take other scores."""
        plot, ranking = self.plot, self.plot.snapshot.ranking
        self._lines, plot.picture = [], None
        self._pixels = self._helping = self._under = None
        plot.header.set_widest(*self._widest())
        if ranking is None:
            self._show_lines()
            plot.legend.set_entries((), plot.font())
            plot.header.set_summary("")
            return
        self.curve = self._on_axes()
        self._show_picture(self.picture_of(ranking))
        self._sum_up()
        self.name_lines()
        plot.place_all()
        plot.draw()

    def _show_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        self.plot.set_picture(picture)
        self._helping = None
        self._show_bands()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what the curve comes to, what was drawn again, and what is compared with it."""
        if new.resampled is not old.resampled:
            self._show_bands()
        is_hidden = new.choices.hides_answers
        if new.resampled is not old.resampled or is_hidden != old.choices.hides_answers:
            self.name_lines()
        said = new.inputs.consequences is not old.inputs.consequences
        if said or new.choices is not old.choices:  # in few frames of a drag
            self._switch_groups(old, new)
        if new.ranking is None or new.ranking is not old.ranking:
            return  # all is new
        if new.summaries is not old.summaries:
            self._sum_up()
            if self.beside.are_groups:
                self.name_lines()  # the legend says how sure these are
        if new.comparison is not old.comparison:
            self._render_comparison()

    def _switch_groups(self, old: Snapshot, new: Snapshot) -> None:
        """Offer to draw groups once these are asked about."""
        groups = [one.inputs.consequences.groups for one in (old, new)]
        if groups[0] != groups[1] or new.choices.compares != old.choices.compares:
            self.plot.header.set_switches(self.plot.switches())

    def _render_comparison(self) -> None:
        """Take other curves to compare; a view that was chosen stays."""
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return
        picture = self.picture_of(ranking)
        if picture.scales != (self.plot.x_scale, self.plot.y_scale):
            chosen = None if self.plot.is_home else self.plot.viewport
            self._show_picture(picture)
            if chosen is not None:
                self.plot.show_range(chosen)
            self.plot.place_all()
            self.plot.draw()
        else:
            self.plot.picture = picture
            self._show_bands()
            if not self.plot.is_stale:
                self.beside.draw()  # what is shown is drawn already
        self.plot.fit_frame()
        self.name_lines()

    def _show_bands(self) -> None:
        """Show where the lines may truly lie, where rows were drawn again."""
        resampled = self.plot.snapshot.resampled
        beside = self.beside.pens_of_drawn()
        self.uncertainty.show_bands(self.curve, self._frame, resampled, self._pens(), beside)
        self.plot.header.note = "\n".join(band_sentences(self.curve, resampled))

    @property
    def _frame(self) -> Frame:
        return Frame(self.plot.viewport, self.plot.x_scale, self.plot.y_scale)

    def _sum_up(self) -> None:
        """Say what the curve comes to, and how sure that is."""
        ranking = self.plot.snapshot.ranking
        if ranking is not None:
            known = (self.curve, ranking, self.plot.words)
            long = wording.summary(*known, self.plot.snapshot.summaries)
            is_elsewhere = self.curve.summary in USUAL[self.plot.words.vocabulary]
            self.plot.header.set_summary(wording.summary(*known), long, is_elsewhere=is_elsewhere)

    def render_point(self) -> None:
        """Move the operating point."""
        snapshot = self.plot.snapshot
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None:
            self.uncertainty.mark.show_nothing()
            for marker in self.markers:
                marker.hide()
            self.plot.header.set_read_out("")
            return
        place = snapshot.threshold_on_axis if self._is_across else math.nan
        x, ys = point(self.curve, ranking.table, at.counts, place, at.measured)
        found = self._show_uncertainty(at, self.show_markers(self.markers, x, ys, keep=True))
        values = ys if self.curve.x is None else (x, *ys)
        if not at.counts.predicted_positives:
            values = wording.values(self.curve, at.counts)  # the curve may begin elsewhere
        told = (self._labels, values, at.threshold, snapshot.score)
        self.plot.header.set_read_out(wording.ReadOut(*told, found, self._tellers))

    def moving_layers(self) -> Sequence[PictureLayer]:
        """Return the threshold where it has a place, and the operating point on each line."""
        snapshot, several = self.plot.snapshot, len(self.curve.series) > 1
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None or self.plot.header.hides_values:
            return ()
        x, ys = point(self.curve, ranking.table, at.counts, snapshot.threshold_on_axis, at.measured)
        levels = (Level(phrase("Threshold"), at.threshold, is_main=True),) * self._is_across
        names = [
            phrase("{line} at the threshold", line=one.name) if several else _POINT
            for one in self.curve.series
        ]
        return (*levels, *(Mark(name, x, (y,)) for name, y in zip(names, ys, strict=True)))

    def described(self) -> str:
        """Return what the curve comes to, and what holds at the operating point."""
        told = self.plot.header.described
        return (
            tr(
                "{with_intervals}; operating point {told}",
                with_intervals=self.plot.header.with_intervals[0],
                told=told,
            )
            if told
            else ""
        )

    def _show_uncertainty(self, at: OperatingPoint, place: tuple[float, float]) -> Found:
        """Show where the operating point may truly lie, and return the intervals that say so."""
        found = wording.shown_at(at, self.plot.header.measures)
        self.uncertainty.show_point(self.curve, self._frame, place, *found)
        return found

    def show_markers(
        self, markers: list[Marker], x: float, ys: tuple[float, ...], *, keep: bool = False
    ) -> tuple[float, float]:
        """Place markers at a point, open ones where the axes have no place for it.

        Out of view there are none, unless they are to be kept: open, at the edge.

        Returns
        -------
        pair of floats
            Where the point on the first line is in pixels, in view or not.
        """
        viewport, y_scale = self.plot.viewport, self.plot.y_scale
        x_scale = self.plot.x_scale
        across, is_off = viewport.x_pixels(x_scale.place(x)), x_scale.is_beyond(x)
        along = [viewport.y_pixels(y_scale.place(y)) for y in ys]
        for marker, y, high in zip(markers, ys, along, strict=True):
            at, is_open = (across, high), is_off or y_scale.is_beyond(y)
            if not viewport.has(*at):
                at = viewport.nearest(*at, EDGE) if keep else (math.nan, math.nan)
                is_open = True
            marker.show_at(*at, is_open=is_open)
        return across, along[0]

    # ------------------------------------------------------------------------ marks

    def sample_names(self, *, is_short: bool = False) -> list[Named]:
        """Return the names of the bands."""
        known = self.curve, self.plot.snapshot.resampled, self._pens()[0]
        return band_entries(*known, is_short=is_short)

    def place(self) -> None:
        """Place the markers for another view."""
        snapshot = self.plot.snapshot
        self.uncertainty.bands.set_viewport(self.plot.viewport)
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None:
            return
        x, ys = point(self.curve, ranking.table, at.counts, snapshot.threshold_on_axis)
        self._show_uncertainty(at, self.show_markers(self.markers, x, ys, keep=True))

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour lines, markers and legend."""
        theme = self.plot.theme
        self._show_lines()
        for marker, pen in zip(self.markers, self._pens(), strict=True):
            marker.recolour(self.handle.colour_on(pen), theme.base)
        self.uncertainty.mark.recolour(theme.accent)
        self._show_bands()
        self.name_lines()

    # ------------------------------------------------------------------------- mouse

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click goes to a place so near to a line of its own."""
        is_near = self.plot.snapshot.ranking is not None and self.distance(position) <= _NEAR
        return is_near and self.others.at(position) is None

    def threshold_at(self, position: QPointF) -> float | None:
        """Return the threshold to which a click on a place leads, if it is another one."""
        return self.handle.threshold_near(position) if self.leads_somewhere(position) else None

    def row_under(self, position: QPointF) -> tuple[int, float]:
        """Return the row that a place on a line stands for, and its threshold."""
        under, seen = self._under, self.plot.viewport
        if under is None or under[0] != position or under[1] is not seen:  # asked more than once
            under = self._under = QPointF(position), seen, self.handle.row_at(position)
        return under[2]

    def ask_to_show(self, other: Beside) -> None:
        """Ask for another score or data set to be shown."""
        if other.score is not None:
            self.plot.score_requested.emit(other.score)
        elif other.data_set is not None:
            self.plot.data_set_requested.emit(other.data_set)

    def words_at(self, position: QPointF | None) -> str | None:
        """Return what holds at the attainable point under the mouse."""
        ranking = self.plot.snapshot.ranking
        near = position is not None and self.distance(position) <= _NEAR
        if ranking is None or position is None or not near:
            return None
        row, threshold = self.row_under(position)
        counts = ranking.table.steps.counts_of(row)
        x, ys = point(self.curve, ranking.table, counts, threshold)
        place = (self._labels, wording.values(self.curve, counts), threshold, ranking.score)
        words = wording.read_out(*place, self._tellers)
        lines = [] if self.plot.header.hides_values else [words]
        lines.append(wording.four_counts(counts, self.plot.words))
        if self.plot.x_scale.is_beyond(x) or any(self.plot.y_scale.is_beyond(y) for y in ys):
            lines.append(_ON_THE_FRAME)
        return "\n".join(lines)

    def menu_entries(self) -> Sequence[Entry]:
        """Return what the menu offers for bands of the lines."""
        if self.curve.id not in BANDED or self.plot.snapshot.ranking is None:
            return ()
        is_shown = self.curve.id in self.plot.snapshot.choices.bands
        ask = partial(self.plot.bands_requested.emit, self.curve.id)
        band = Entry("plot_bands", tr("Confidence &Band"), ask, checked=is_shown, starts_group=True)
        return (band,)
