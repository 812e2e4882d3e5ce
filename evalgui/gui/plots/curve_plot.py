"""What the plots of all curves share: they draw what a declaration says."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from evalgui.core.curves import point
from evalgui.core.resampled import BANDED
from evalgui.core.thresholds import limit
from evalgui.core.vocabulary import words_in
from evalgui.gui.plots import wording
from evalgui.gui.plots.curve_lines import CurveLines
from evalgui.gui.plots.drawing import EDGE, Marker, Shape
from evalgui.gui.plots.plot_menu import Entry
from evalgui.gui.plots.sureness import Frame, Sureness, band_entries, band_sentences

if TYPE_CHECKING:
    from typing import Self

    from PySide6.QtGui import QPen

    from evalgui.core.curves import Curve
    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.ghost import Ghost
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.legend import Entry as Named
    from evalgui.gui.plots.wording import Found

_ON_THE_FRAME = "A rate of 0 has no place on this scale: it is drawn at half a row"
_NEAR = 10.0  # pixels from a line within which it tells about itself


class CurvePlot(CurveLines):
    """The lines of a curve, with the operating point on each."""

    marker_radius = 6.0

    def __init__(self, curve: Curve) -> None:
        super().__init__(curve)
        radius = self.marker_radius
        self.markers = [Marker(self.overlay, Shape.CIRCLE, radius, 40) for _ in curve.series]
        self.sureness = Sureness(self.underlay)
        self.hovered = [Marker(self.overlay, Shape.CIRCLE, 4.5, 35) for _ in curve.series]
        for marker in self.hovered:
            marker.is_hollow = True
        self._ghost: Ghost | None = None
        self._under: tuple[QPointF, tuple[int, float]] | None = None  # what was asked for last

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name title, axes, lines and read-out as a vocabulary does."""
        self._words = words_in(vocabulary)
        before = self.curve.y_axis.scale
        curve = self.curve = self._on_axes()
        self._labels, self._tellers = wording.names(self.curve), wording.tellers(self.curve)
        widest = self._widest()
        self.rename(curve.title, curve.x_axis, curve.y_axis, widest)
        if self.snapshot.ranking is None:
            return
        if curve.y_axis.scale is not before:  # an axis that a field has of its own
            self.render_ranking(self.snapshot)
            self.header.set_switches(self.switches())
        self._sum_up()
        self.set_legend()
        self.place_marks()
        self.place_names()  # other names take other room
        self.render_point(self.snapshot)
        self.draw()

    def _widest(self) -> tuple[str, str]:
        """Return the widest read-outs of the rows that are shown."""
        ranking = self.snapshot.ranking
        n = () if ranking is None else (ranking.table.n,)
        return wording.widest_read_out(self._labels, *n)

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
        plot = type(self)(self.declared)
        plot.set_vocabulary(self._words.vocabulary)
        return plot

    # ------------------------------------------------------------------- for each kind

    def row_at(self, position: QPointF) -> tuple[int, float]:
        """Return the row that a place on a line stands for, and its threshold."""
        raise NotImplementedError

    def marker_colour(self, pen: QPen) -> str:
        """Return the colour of the operating point on a line."""
        raise NotImplementedError

    # ---------------------------------------------------------------------- snapshots

    def set_scales(self, x_scale: AxisScale, y_scale: AxisScale) -> None:
        """Take other ranges of values, and show all of them."""
        super().set_scales(x_scale, y_scale)
        self._show_bands()

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        super().render_ranking(snapshot)
        ranking = snapshot.ranking
        self._lines, self.picture = [], None
        self._pixels = self._helping = self._under = None
        self.header.set_widest(*self._widest())
        if ranking is None:
            self._show_lines()
            self.legend.set_entries((), self.font())
            self.header.set_summary("")
            return
        self.curve = self._on_axes()
        self.set_picture(self.picture_of(ranking))
        self._sum_up()
        self.set_legend()
        self.place_marks()
        self.draw()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots."""
        super().show_snapshot(old, new)
        if new.resampled is not old.resampled:
            self._show_bands()
        is_hidden = new.choices.hides_answers
        if new.resampled is not old.resampled or is_hidden != old.choices.hides_answers:
            self.set_legend()
        if new.ranking is None or new.ranking is not old.ranking:
            return  # all is new
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
        super().render_point(snapshot)
        self.canvas.describe(self._described)
        ranking, at = snapshot.ranking, snapshot.point
        if ranking is None or at is None:
            self.sureness.mark.show_nothing()
            for marker in self.markers:
                marker.hide()
            self.header.set_read_out("")
            return
        place = snapshot.threshold_on_axis if self.curve.is_against_threshold else math.nan
        x, ys = point(self.curve, ranking.table, at.counts, place, at.measured)
        found = self._show_sureness(at, self._show(self.markers, x, ys, keep=True))
        values = ys if self.curve.x is None else (x, *ys)
        if not at.counts.predicted_positives:
            values = wording.values(self.curve, at.counts)  # the curve may begin elsewhere
        told = (self._labels, values, at.threshold, snapshot.score)
        self.header.set_read_out(wording.ReadOut(*told, found, self._tellers))

    def _described(self) -> str:
        """Return what the curve comes to, and what holds at the operating point."""
        told = self.header.described
        return f"{self.header.with_intervals[0]}; operating point {told}" if told else ""

    def _show_sureness(self, at: OperatingPoint, place: tuple[float, float]) -> Found:
        """Show where the operating point may truly lie, and return the intervals that say so."""
        found = wording.shown_at(at, self.header.measures)
        self.sureness.show_point(self.curve, self._frame, place, *found)
        return found

    def _show(
        self, markers: list[Marker], x: float, ys: tuple[float, ...], *, keep: bool = False
    ) -> tuple[float, float]:
        """Place markers at a point, open ones where the axes have no place for it.

        Out of view there are none, unless they are to be kept: open, at the edge.

        Returns
        -------
        pair of floats
            Where the point on the first line is in pixels, in view or not.
        """
        viewport, y_scale = self.viewport, self.y_scale
        across, is_off = viewport.x_pixels(self.x_scale.place(x)), self.x_scale.is_beyond(x)
        along = [viewport.y_pixels(y_scale.place(y)) for y in ys]
        for marker, y, high in zip(markers, ys, along, strict=True):
            at, is_open = (across, high), is_off or y_scale.is_beyond(y)
            if not viewport.has(*at):
                at = viewport.nearest(*at, EDGE) if keep else (math.nan, math.nan)
                is_open = True
            marker.show_at(*at, is_open=is_open)
        return across, along[0]

    # ------------------------------------------------------------------------ marks

    def draw_lines(self) -> None:
        """Draw the vertices that the visible range needs on this many pixels."""
        self.sureness.bands.is_figure = self.is_figure
        super().draw_lines()

    def sample_names(self, *, is_short: bool = False) -> list[Named]:
        """Return the names of the bands."""
        known = self.curve, self.snapshot.resampled, self._pens()[0]
        return band_entries(*known, is_short=is_short)

    def place_marks(self) -> None:
        """Place the markers for another view."""
        super().place_marks()
        self._pixels = self._helping = self._under = None
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
            self._show_sureness(at, self._show(self.markers, x, ys, keep=True))
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
        super().recolour()
        theme = self.theme
        self._show_lines()
        for marker, hovered, pen in zip(self.markers, self.hovered, self._pens(), strict=True):
            marker.recolour(self.marker_colour(pen), theme.base)
            hovered.recolour(theme.accent, theme.base)
        self.crossing.recolour(theme.faint_text, theme.base)
        self.sureness.mark.recolour(theme.accent)
        self._show_bands()
        self.set_legend()

    # ------------------------------------------------------------------------- mouse

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
        if words := super().hover_text(position):
            return words
        ranking = self.snapshot.ranking
        near = position is not None and self.distance(position) <= _NEAR
        if ranking is None or position is None or not near:
            return ""
        row, threshold = self._found_at(position)
        counts = ranking.table.steps.counts_of(row)
        x, ys = point(self.curve, ranking.table, counts, threshold)
        place = (self._labels, wording.values(self.curve, counts), threshold, ranking.score)
        words = wording.read_out(*place, self._tellers)
        lines = [] if self.header.hides_values else [words]
        lines.append(wording.four_counts(counts, self._words))
        if self.x_scale.is_beyond(x) or any(self.y_scale.is_beyond(y) for y in ys):
            lines.append(_ON_THE_FRAME)
        return "\n".join(lines)

    def axis_entries(self) -> tuple[Entry, ...]:
        """Return what the menu offers for the axes, and for bands of the lines."""
        entries, resampled = super().axis_entries(), self.snapshot.resampled
        if self.curve.id not in BANDED or self.snapshot.ranking is None:
            return entries
        is_shown = resampled is not None and self.curve.id not in resampled.hidden
        ask = partial(self.bands_requested.emit, self.curve.id)
        band = Entry("plot_bands", "Confidence &Band", ask, checked=is_shown, starts_group=True)
        return (*entries, band)

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at by a hollow marker on each line."""
        super().show_ghost(ghost)
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
