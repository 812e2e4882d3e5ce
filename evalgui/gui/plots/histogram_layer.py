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
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.error_counts import ErrorLayer
from evalgui.gui.plots.layer import MainLayer
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
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.threshold_line import ThresholdLine
    from evalgui.results.geometry import Points
    from evalgui.results.picture import Picture

_OPACITY = 0.22
_JOINED = ", "
_RATES = ("TPR", "FPR")
AXES = Axis(title="Score", scale=Scale.SCORE), Axis(title=SHARE, scale=Scale.PROPORTION)


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


class HistogramLayer(MainLayer):
    """Bars of the scores of each class."""

    plot: Plot
    is_filled = True

    def __init__(self, plot: Plot, bars: Bars) -> None:
        super().__init__(plot)
        self.bars = bars
        self.histogram: Histogram | None = None
        self._in_pixels: list[Points] = []
        self._set_widest()
        plot.header.measures = _RATES
        self.handle = ScoreAxisHands(plot)
        self.layers = (self.handle, *(make(plot, self.handle.line) for make in bars.layers))
        plot.canvas.zoom_axes = (True, False)

    @property
    def _labels(self) -> tuple[str, ...]:
        return tuple(within(self.plot.words.rate(metric_id)) for metric_id in _RATES)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the classes and the read-out as a vocabulary does."""
        del vocabulary
        self._set_widest()
        if self.plot.snapshot.ranking is not None:
            self._set_legend()
            self.plot.render_point()
            self.plot.draw()

    def _set_widest(self) -> None:
        """Say how wide the read-out becomes with the rows that are shown."""
        ranking = self.plot.snapshot.ranking
        n = () if ranking is None else (ranking.table.n,)
        self.plot.header.set_widest(*wording.widest_read_out(self._labels, *n))

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self) -> None:
        """Take other scores."""
        plot, snapshot = self.plot, self.plot.snapshot
        ranking = snapshot.ranking
        self._set_widest()
        is_log = has_log_scores(snapshot)
        self.histogram, plot.picture, ends = None, None, (0.0, 1.0)
        if ranking is not None:
            ends = self.bars.ends(ranking.table, is_log)
            self.histogram = histogram(ranking.table, is_log=is_log, ends=ends)
        if ranking is None or self.histogram is None or len(self.histogram.edges) == 0:
            plot.lines.show_lines(())
            plot.legend.set_entries((), plot.font())
            plot.header.keep_room_for(())
            plot.header.set_summary("")
            return
        score = snapshot.score
        title = "Score" if score is None else f"Score: {text.elided(score.name)}"
        axis = axis_of_scores(title, ends, score, is_log=is_log)
        known = (ranking.table, self.histogram, axis, (plot.words.positive, plot.words.negative))
        self._show_picture(scores_picture(*known, is_counted=self._is_counted))
        plot.x_axis.fit_title()
        self._sum_up()
        self._set_legend()
        plot.place_all()
        plot.draw()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Say how stable the rule in force is."""
        if new.ranking is not None and new.stability is not old.stability:
            self._sum_up()

    def _sum_up(self) -> None:
        """Say how many scores are infinite, and how stable the rule in force is, of all scores."""
        if not self.bars.is_whole:
            return
        n_infinite = 0 if self.histogram is None else self.histogram.n_infinite
        told = [f"{text.count(n_infinite)} infinite"] if n_infinite else []
        longer = [*told, *filter(None, [brief(self.plot.snapshot)])]
        self.plot.header.set_summary(_JOINED.join(told), _JOINED.join(longer))

    @property
    def _is_counted(self) -> bool:
        return self.bars.is_counted or self.plot.snapshot.choices.axes.log_counts

    def _show_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        self.plot.set_picture(picture)
        self.plot.x_axis.title, title = picture.x_axis.title, picture.y_axis.title
        self.plot.y_axis.rename(title, title.partition(" (")[0])

    def switches(self) -> list[Switch]:
        """Return which axes can be logarithmic."""
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return []
        tip = "Rows of each class, counted on a logarithmic axis"
        found = [Switch("log_counts", "log count", tip, self._is_counted)]
        if self.bars.is_counted:
            found = []
        if may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.plot.snapshot)))
        return found

    def render_point(self) -> None:
        """Say what holds at the line."""
        self.plot.canvas.describe(lambda: self.plot.header.described)
        snapshot, at = self.plot.snapshot, self.plot.snapshot.point
        if snapshot.ranking is None or at is None:
            self.plot.header.set_read_out("")
            return
        table = snapshot.ranking.table
        shares = [
            whole_or_sum(called) / n if n else math.nan
            for called, n in ((at.counts.tp, table.n_positive), (at.counts.fp, table.n_negative))
        ]
        place = (self._labels, shares, at.threshold, snapshot.score)
        self.plot.header.set_read_out(wording.ReadOut(*place, wording.shown_at(at, _RATES)))

    # ---------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw the bars; there are few, and zooming only stretches them."""
        looks = self._looks() if (outlines := self._outlines()) else []
        bars = [Line(points, *look) for points, look in zip(outlines, looks, strict=True)]
        self.plot.lines.show_lines(tuple(reversed(bars)))  # the positives in front

    def lines(self) -> Sequence[Points]:
        """Return the outlines of the bars."""
        seen = self.plot.viewport
        self._in_pixels = [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in self._outlines()]
        return self._in_pixels

    def anchors(self) -> Sequence[Points | None]:
        """Return the outlines of the bars of each class, those of the positives first."""
        return self._in_pixels or [None, None]

    def _outlines(self) -> list[Points]:
        """Return the outline of the bars of each class, in coordinates of the view."""
        picture = self.plot.picture
        lines = () if picture is None else picture.lines
        return [line.vertices(self.plot.viewport) for line in lines]

    # ----------------------------------------------------------------------- colours

    def recolour(self) -> None:
        """Recolour bars, line and legend."""
        if not self.plot.is_stale:
            self.draw()
        self._set_legend()

    def _looks(self) -> list[tuple[QPen, QBrush]]:
        """Return pen and brush of the positives (filled) and of the negatives (dashed)."""
        looks = []
        for colour, dash in (
            (self.plot.theme.positive, None),
            (self.plot.theme.negative, [4.0, 2.0]),
        ):
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
        snapshot = self.plot.snapshot
        if snapshot.ranking is None:
            return
        names = (snapshot.positive_name, snapshot.rest_name)
        roles = (self.plot.words.positive, self.plot.words.negative)
        entries = tuple(
            Entry(text.elided(name, 24) + (f" ({role})" if role != name else ""), pen)
            for name, role, (pen, _brush) in zip(names, roles, self._looks(), strict=True)
        )
        self.plot.legend.set_entries(entries, scaled_font(self.plot.font(), SMALL))
        self.plot.header.keep_room_for(entries)

    # ------------------------------------------------------------------------- mouse

    def words_at(self, position: QPointF | None) -> str | None:
        """Return the counts of the bin under the mouse."""
        bins, snapshot, seen = self.histogram, self.plot.snapshot, self.plot.viewport
        ranking = snapshot.ranking
        if position is None or bins is None or ranking is None:
            return None
        edges = seen.x_pixels(self.plot.x_scale.to_view(bins.edges))
        index = int(np.searchsorted(edges, position.x(), "right")) - 1
        if not 0 <= index < len(bins.positives) or not 0 <= position.y() <= seen.height:
            return None
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
