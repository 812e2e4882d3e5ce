"""How the scores of each class are distributed, with the threshold to drag through them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves import Axis, Scale
from evalgui.core.histogram import finite_range, histogram
from evalgui.core.phrases import within
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.drawing import (
    Entry,
    Line,
    Switch,
    has_log_scores,
    may_be_log,
    outline_of,
    scores_switch,
)
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.score_axis_hands import ScoreAxisHands
from evalgui.gui.plots.stability_mark import brief
from evalgui.results.scores_picture import SHARE, axis_of_scores, scores_picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainterPath

    from evalgui.core.ghost import Ghost
    from evalgui.core.highlight import Run
    from evalgui.core.histogram import Histogram
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.rule_marks import RuleMarks
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Picture

_OPACITY = 0.22
_JOINED = ", "
_RATES = ("TPR", "FPR")
_X_AXIS = Axis(title="Score", scale=Scale.SCORE)
_Y_AXIS = Axis(title=SHARE, scale=Scale.PROPORTION)


class HistogramPlot(Plot):
    """Shares of each class, so that a small class is seen beside a large one."""

    is_filled = True
    kind, heading = "histogram", "Scores by class"

    def __init__(self) -> None:
        self._words = MACHINE_LEARNING
        widest = wording.widest_read_out(self._labels)
        super().__init__(self.kind, self.heading, _X_AXIS, _Y_AXIS, widest)
        self.header.measures = _RATES
        self.histogram: Histogram | None = None
        self._in_pixels: list[Points] = []
        self.hands = ScoreAxisHands(self)
        self.grip = self.line = self.hands.line
        self.grey, self.brush, self.pins = self.hands.grey, self.hands.brush, self.hands.pins
        self.canvas.zoom_axes = (True, False)
        self.set_scales(self.x_scale, self.y_scale)

    @property
    def _labels(self) -> tuple[str, ...]:
        return tuple(within(self._words.rate(metric_id)) for metric_id in _RATES)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the classes and the read-out as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._set_widest()
        if self.snapshot.ranking is not None:
            self._set_legend()
            self.render_point(self.snapshot)
            self.draw()

    def _set_widest(self) -> None:
        """Say how wide the read-out becomes with the rows that are shown."""
        ranking = self.snapshot.ranking
        n = () if ranking is None else (ranking.table.n,)
        self.header.set_widest(*wording.widest_read_out(self._labels, *n))

    def for_figure(self) -> Plot:
        """Return an empty plot of the same kind."""
        plot = type(self)()
        plot.set_vocabulary(self._words.vocabulary)
        return plot

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        ranking = snapshot.ranking
        self.line.set_steps(None if ranking is None else ranking.table.steps)
        self._set_widest()
        is_log = has_log_scores(snapshot)
        self.histogram, self.picture, ends = None, None, (0.0, 1.0)
        if ranking is not None:
            ends = self._ends(ranking, is_log=is_log)
            self.histogram = histogram(ranking.table, is_log=is_log, ends=ends)
        if ranking is None or self.histogram is None or len(self.histogram.edges) == 0:
            self.lines.show_lines(())
            self.legend.set_entries((), self.font())
            self.header.keep_room_for(())
            self.header.set_summary("")
            return
        score = snapshot.score
        title = "Score" if score is None else f"Score: {text.elided(score.name)}"
        axis = axis_of_scores(title, ends, score, is_log=is_log)
        known = (ranking.table, self.histogram, axis, (self._words.positive, self._words.negative))
        self.set_picture(scores_picture(*known, is_counted=self._is_counted))
        self.x_axis.fit_title()
        self._sum_up()
        self._set_legend()
        self.place_marks()
        self.draw()

    def _ends(self, ranking: Ranking, *, is_log: bool) -> tuple[float, float]:
        """Return the lowest and the highest score to show."""
        del is_log
        return finite_range(ranking.table)

    def _sum_up(self) -> None:
        """Say how many scores are infinite, and how stable the rule in force is."""
        n_infinite = 0 if self.histogram is None else self.histogram.n_infinite
        told = [f"{text.count(n_infinite)} infinite"] if n_infinite else []
        longer = [*told, *filter(None, [brief(self.snapshot)])]
        self.header.set_summary(_JOINED.join(told), _JOINED.join(longer))

    @property
    def _is_counted(self) -> bool:
        return self.snapshot.choices.axes.log_counts

    def set_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        super().set_picture(picture)
        self.x_axis.title, title = picture.x_axis.title, picture.y_axis.title
        self.y_axis.rename(title, title.partition(" (")[0])

    def switches(self) -> list[Switch]:
        """Return which axes can be logarithmic."""
        ranking = self.snapshot.ranking
        if ranking is None:
            return []
        tip = "Rows of each class, counted on a logarithmic axis"
        found = [Switch("log_counts", "log count", tip, self._is_counted)]
        if may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.snapshot)))
        return found

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the line."""
        self.canvas.describe(lambda: self.header.described)
        at = snapshot.point
        if snapshot.ranking is None or at is None:
            self.line.set_threshold(math.nan)
            self.header.set_read_out("")
            return
        self.line.set_threshold(snapshot.threshold_on_axis)
        table = snapshot.ranking.table
        shares = [
            whole_or_sum(called) / n if n else math.nan
            for called, n in ((at.counts.tp, table.n_positive), (at.counts.fp, table.n_negative))
        ]
        place = (self._labels, shares, at.threshold, snapshot.score)
        self.header.set_read_out(wording.ReadOut(*place, wording.shown_at(at, _RATES)))

    # ---------------------------------------------------------------------- drawing

    def draw_lines(self) -> None:
        """Draw the bars; there are few, and zooming only stretches them."""
        looks = self._looks() if (outlines := self._outlines()) else []
        bars = [Line(points, *look) for points, look in zip(outlines, looks, strict=True)]
        self.lines.show_lines(tuple(reversed(bars)))  # the positives in front

    def lines_in_pixels(self) -> list[Points]:
        """Return the outlines of the bars."""
        self._in_pixels = [
            (self.viewport.x_pixels(x), self.viewport.y_pixels(y)) for x, y in self._outlines()
        ]
        return self._in_pixels

    def anchors(self) -> Sequence[Points | None]:
        """Return the outlines of the bars of each class, those of the positives first."""
        return self._in_pixels or [None, None]

    def taken_by_marks(self) -> list[Points]:
        """Return lines in pixels across the pins and their letters."""
        return [*map(outline_of, self.hands.pins.boxes)]

    def moving(self) -> list[Box]:
        """Return where the line is."""
        return self.line.boxes

    def _outlines(self) -> list[Points]:
        """Return the outline of the bars of each class, in coordinates of the view."""
        lines = () if self.picture is None else self.picture.lines
        return [line.vertices(self.viewport) for line in lines]

    def place_marks(self) -> None:
        """Fit the lines into another view."""
        self.hands.place(self._words)

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour bars, line and legend."""
        if not self._is_stale:
            self.draw_lines()
        self.hands.recolour(self.theme, scaled_font(self.font(), SMALL))
        self._set_legend()

    def _looks(self) -> list[tuple[QPen, QBrush]]:
        """Return pen and brush of the positives (filled) and of the negatives (dashed)."""
        looks = []
        for colour, dash in ((self.theme.positive, None), (self.theme.negative, [4.0, 2.0])):
            pen = QPen(QColor(colour), 1.5)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            if dash:
                pen.setDashPattern(dash)
            fill = QColor(colour)
            fill.setAlphaF(_OPACITY / 2 if dash else _OPACITY)
            looks.append((pen, QBrush(fill)))
        return looks

    def _set_legend(self) -> None:
        snapshot = self.snapshot
        if snapshot.ranking is None:
            return
        names = (snapshot.positive_name, snapshot.rest_name)
        entries = tuple(
            Entry(text.elided(name, 24) + (f" ({role})" if role != name else ""), pen)
            for name, role, (pen, _brush) in zip(
                names, (self._words.positive, self._words.negative), self._looks(), strict=True
            )
        )
        self.legend.set_entries(entries, scaled_font(self.font(), SMALL))
        self.header.keep_room_for(entries)

    # ------------------------------------------------------------------------- mouse

    @property
    def rule_marks(self) -> RuleMarks:
        """The ticks of rules below the numbers of the axis."""
        return self.hands.ticks

    def place_rule_marks(self) -> None:
        """Place the ticks of rules for another view, or others."""
        if self.snapshot.ranking is not None:
            self._sum_up()
        self.hands.place_ticks(self._words)

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return where selected rows are marked by ticks above the axis of the scores."""
        return self.hands.places_of(run)

    def leads_somewhere(self, position: QPointF) -> bool:
        """Return whether a click takes the line to a place, which is on the axis."""
        return self.hands.is_on_axis(position)

    def threshold_under(self, position: QPointF) -> float | None:
        """Return the threshold at a place on the axis."""
        return self.hands.threshold_at(position) if self.leads_somewhere(position) else None

    def show_ghost(self, ghost: Ghost | None) -> None:
        """Mark the threshold that is looked at by a line."""
        self.hands.show_ghost(ghost)

    def swept(self, start: OperatingPoint, now: OperatingPoint) -> tuple[QRectF, QPainterPath]:
        """Return the band between where the line was and where it is, and a line at the first."""
        del now
        return self.hands.swept(start)

    def hover_text(self, position: QPointF | None) -> str:
        """Return the counts of the bin under the mouse, and what holds at a place on the axis."""
        bins, snapshot = self.histogram, self.snapshot
        ranking = snapshot.ranking
        if position is None or bins is None or ranking is None:
            return ""
        if self.hands.is_on_axis(position):
            return self.hands.words_at(position, self._words)
        edges = self.viewport.x_pixels(self.x_scale.to_view(bins.edges))
        index = int(np.searchsorted(edges, position.x(), "right")) - 1
        if not 0 <= index < len(bins.positives) or not 0 <= position.y() <= self.viewport.height:
            return ""
        score = ranking.score
        low, high = (text.short_threshold(float(bins.edges[i]), score) for i in (index, index + 1))
        lines = [f"{low} to {high}"]
        table = ranking.table
        for name, number, n in (
            (snapshot.positive_name, bins.positives[index], table.n_positive),
            (snapshot.rest_name, bins.negatives[index], table.n_negative),
        ):
            share = text.percent(number.item() / n if n else math.nan)
            lines.append(
                f"{text.elided(name)}: {text.count(number.item())} of {text.count(n)}, {share}"
            )
        return "\n".join(lines)
