"""How the scores of each class are distributed, with the threshold to drag through them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves import Axis, Scale
from evalgui.core.histogram import finite_range, histogram, tail_ends
from evalgui.core.phrases import within
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.error_counts import ErrorLayer
from evalgui.gui.plots.plot import Plot
from evalgui.gui.plots.score_axis_hands import ScoreAxisHands
from evalgui.gui.plots.stability_mark import brief
from evalgui.gui.plots.toolkit import (
    Entry,
    Line,
    Switch,
    has_log_scores,
    may_be_log,
    scores_switch,
)
from evalgui.results.scores_picture import SHARE, axis_of_scores, scores_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.histogram import Histogram
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.score_table import ScoreTable
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.layer import Ground, Layer
    from evalgui.gui.plots.threshold_line import ThresholdLine
    from evalgui.results.geometry import Points
    from evalgui.results.picture import Picture

_OPACITY = 0.22
_JOINED = ", "
_RATES = ("TPR", "FPR")
_X_AXIS = Axis(title="Score", scale=Scale.SCORE)
_Y_AXIS = Axis(title=SHARE, scale=Scale.PROPORTION)


@dataclass(frozen=True, slots=True)
class Bars:
    """Which scores are shown as bars, and how.

    Parameters
    ----------
    id, title
        Of the plot.
    ends
        Gives the lowest and the highest score to show, of some scores on a logarithmic axis or not.
    is_counted
        Whether they are always counted on a logarithmic axis.
    is_whole
        Whether all scores are shown, so that the head tells of those that are infinite.
    layers
        What is laid over them, besides the lines.
    """

    id: str
    title: str
    ends: Callable[[ScoreTable, bool], tuple[float, float]]
    is_counted: bool = False
    is_whole: bool = True
    layers: tuple[Callable[[Ground, ThresholdLine], Layer], ...] = ()


EVERY = Bars("histogram", "Scores by class", lambda table, _is_log: finite_range(table))
"""All scores, as shares of each class, so that a small class is seen beside a large one."""

TAILS = Bars(
    "tails",
    "Score tails",
    lambda table, is_log: tail_ends(table.steps, is_log=is_log),
    is_counted=True,
    is_whole=False,
    layers=(ErrorLayer,),
)
"""Where the classes overlap: from where on either class is called wrongly, and a little more."""


class HistogramPlot(Plot):
    """Bars of the scores of each class."""

    is_filled = True

    def __init__(self, bars: Bars = EVERY) -> None:
        self.bars = bars
        self._words = MACHINE_LEARNING
        widest = wording.widest_read_out(self._labels)
        super().__init__(bars.id, bars.title, _X_AXIS, _Y_AXIS, widest)
        self.header.measures = _RATES
        self.histogram: Histogram | None = None
        self._in_pixels: list[Points] = []
        self.hands = ScoreAxisHands(self)
        self.line = self.hands.line
        self.layers += [self.hands, *(make(self, self.line) for make in bars.layers)]
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
        plot = HistogramPlot(self.bars)
        plot.set_vocabulary(self._words.vocabulary)
        return plot

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self, snapshot: Snapshot) -> None:
        """Take other scores."""
        super().render_ranking(snapshot)
        ranking = snapshot.ranking
        self._set_widest()
        is_log = has_log_scores(snapshot)
        self.histogram, self.picture, ends = None, None, (0.0, 1.0)
        if ranking is not None:
            ends = self.bars.ends(ranking.table, is_log)
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

    def _sum_up(self) -> None:
        """Say how many scores are infinite, and how stable the rule in force is, of all scores."""
        if not self.bars.is_whole:
            return
        n_infinite = 0 if self.histogram is None else self.histogram.n_infinite
        told = [f"{text.count(n_infinite)} infinite"] if n_infinite else []
        longer = [*told, *filter(None, [brief(self.snapshot)])]
        self.header.set_summary(_JOINED.join(told), _JOINED.join(longer))

    @property
    def _is_counted(self) -> bool:
        return self.bars.is_counted or self.snapshot.choices.axes.log_counts

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
        if self.bars.is_counted:
            found = []
        if may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.snapshot)))
        return found

    def render_point(self, snapshot: Snapshot) -> None:
        """Move the line."""
        self.canvas.describe(lambda: self.header.described)
        super().render_point(snapshot)
        at = snapshot.point
        if snapshot.ranking is None or at is None:
            self.header.set_read_out("")
            return
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

    def _outlines(self) -> list[Points]:
        """Return the outline of the bars of each class, in coordinates of the view."""
        lines = () if self.picture is None else self.picture.lines
        return [line.vertices(self.viewport) for line in lines]

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour bars, line and legend."""
        if not self.is_stale:
            self.draw_lines()
        self._set_legend()
        super().recolour()

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

    def place_rule_marks(self) -> None:
        """Place the ticks of rules for another view, or others."""
        if self.snapshot.ranking is not None:
            self._sum_up()
        super().place_rule_marks()

    def hover_text(self, position: QPointF | None) -> str:
        """Return the counts of the bin under the mouse, and what holds at a place on the axis."""
        bins, snapshot = self.histogram, self.snapshot
        ranking = snapshot.ranking
        if position is None or bins is None or ranking is None:
            return ""
        if words := super().hover_text(position):
            return words
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
