"""Every row as a dot above its class, with the threshold to drag through them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves import Axis, Scale
from evalgui.core.dataset import Score
from evalgui.core.grey_zone import decision
from evalgui.core.histogram import finite_range, histogram
from evalgui.core.thresholds import limit
from evalgui.gui.look import text
from evalgui.gui.plots.dots_item import RADIUS, Cut, Dots, DotsItem, Strip
from evalgui.gui.plots.layer import MainLayer
from evalgui.gui.plots.read_out_texts import Said
from evalgui.gui.plots.score_axis_hands import ScoreLine
from evalgui.gui.plots.selected_marks import Look, Places, edges_along, steps_between
from evalgui.gui.plots.swarm import swarm
from evalgui.gui.plots.toolkit import (
    ClassAxis,
    LinearScale,
    LogScale,
    ScoreScale,
    Switch,
    has_log_scores,
    may_be_log,
    scores_switch,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray
    from PySide6.QtCore import QPointF

    from evalgui.core.counts import Counts
    from evalgui.core.grey_zone import Decision
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import ScoreTable, Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.plots.dots_item import Column
    from evalgui.gui.plots.plot import Plot

    Spots: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

MOST_DOTS = 3_000  # of both classes: more are strips
TITLE = "Every row"
_TITLES = {"clinical": "Every patient"}
_MIDDLES = (0.25, 0.75)  # of the columns, as shares of the width
_ROOM = 0.21  # of the width, from the middle of a column to its edge
_NEAR = 8.0  # pixels
_BESIDE = 5.0  # pixels from a strip to the dashes of selected rows
_WIDE = -0.000123456  # a threshold as wide as they become in practice
AXES = Axis(title="Class", scale=Scale.PROPORTION), Axis(title="Score", scale=Scale.SCORE)


class DotsLayer(MainLayer):
    """One column a class, the negatives at the left; what is called wrongly stands out.

    Above some thousand rows it shows how dense they lie, each class at its own scale.
    """

    plot: Plot

    def __init__(self, plot: Plot) -> None:
        super().__init__(plot)
        self._scores: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None
        self._placed: dict[object, list[Spots]] = {}  # for the latest view
        self.dots = DotsItem(plot.underlay)
        hands = ScoreLine(plot, is_lying=True)
        self.line = hands.line
        self.layers = (hands,)
        self._widen()
        plot.canvas.zoom_axes = (False, True)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the rows, the classes and the read-out as a vocabulary does."""
        self.plot.set_title(title_in(vocabulary))
        self._widen()
        if self.plot.snapshot.ranking is not None:
            self._name_classes()
            self.plot.render_point()

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self) -> None:
        """Take other scores."""
        plot, snapshot = self.plot, self.plot.snapshot
        ranking = snapshot.ranking
        self._scores, self._placed = None, {}
        if ranking is None or ranking.table.n == 0:
            self.dots.show_columns((), self.plot.viewport, self.plot.theme)
            self.plot.header.set_summary("")
            return
        table, score = ranking.table, ranking.score
        if table.n <= MOST_DOTS and not table.is_weighted:
            self._scores = (
                _scores_of(table, of_positives=False),
                _scores_of(table, of_positives=True),
            )
        self.plot.y_axis.measure(replace(self.plot.y_axis.ruler, score=score))
        name = text.elided(score.name)
        self.plot.y_axis.rename(name, name)
        ends = finite_range(table)
        is_log = has_log_scores(snapshot)
        plot.set_scales(LinearScale(), LogScale(*ends) if is_log else ScoreScale.of(*ends))
        self.plot.header.set_summary("" if self._scores else "density, each class at its own scale")
        self._name_classes()
        plot.place_all()
        plot.draw()

    def _name_classes(self) -> None:
        snapshot, ranking = self.plot.snapshot, self.plot.snapshot.ranking
        if isinstance(self.plot.x_axis, ClassAxis) and ranking is not None:
            pairs = (
                (snapshot.rest_name, ranking.table.n_negative),
                (snapshot.positive_name, ranking.table.n_positive),
            )
            self.plot.x_axis.name(
                {
                    place: (text.elided(name, 24), f" ({text.count(n)})")
                    for place, (name, n) in zip(_MIDDLES, pairs, strict=True)
                }
            )

    def render_point(self) -> None:
        """Part right from wrong at the line."""
        snapshot = self.plot.snapshot
        self.plot.canvas.describe(lambda: self.plot.header.with_intervals[1])
        at, ranking = snapshot.point, snapshot.ranking
        if ranking is None or at is None:
            self.plot.header.set_read_out("")
            return
        self._part()
        self._tell_rule()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the difference between two snapshots: also what another grey zone, or none, does."""
        if new.choices.second != old.choices.second:
            self._widen()
            if new.ranking is not None and new.point is not None:
                self._part()
                self._tell_rule()

    def _widen(self) -> None:
        """Say how wide the rule can become, and how wide with a grey zone."""
        has_zone = self.plot.snapshot.choices.second is not None
        second = 2 * _WIDE if has_zone else None
        self.plot.header.set_widest(
            _rule(self.plot.words, _WIDE), _rule(self.plot.words, _WIDE, None, second)
        )

    def _tell_rule(self) -> None:
        snapshot = self.plot.snapshot
        if snapshot.point is not None and snapshot.ranking is not None:
            given = snapshot.point.threshold, snapshot.ranking.score, snapshot.choices.second
            found = _decided(*given)
            named = self.plot.words.decision.capitalize()
            self.plot.header.set_read_out(Said(f"{named} {found.positive}", found.told(named)))

    def _part(self) -> None:
        """Say where the lines are, and how many dots of each class are not below each."""
        at, ranking, second = (
            self.plot.snapshot.point,
            self.plot.snapshot.ranking,
            self.plot.snapshot.choices.second,
        )
        if at is None or ranking is None or not self.dots.columns:
            return
        cuts = [Cut(self.line.unclipped, self._n_above(at.counts, ranking))]
        if second is not None:
            counts = ranking.table.counts_at(second)
            height = self.line.x_of(limit(second, ranking.score))
            cuts.append(Cut(height, self._n_above(counts, ranking)))
        self.dots.show_cuts(cuts)

    @staticmethod
    def _n_above(counts: Counts, ranking: Ranking) -> tuple[int, ...]:
        table = ranking.table
        called = (whole_or_sum(counts.fp), whole_or_sum(counts.tp))
        if ranking.score.higher_is_positive:
            return called
        sizes = table.n_negative, table.n_positive
        return tuple(n - k for n, k in zip(sizes, called, strict=True))

    # ---------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw dots or strips; there are few of them."""
        self.dots.is_figure = self.plot.is_figure
        self.dots.show_columns(self._columns(), self.plot.viewport, self.plot.theme)
        self._part()

    def _columns(self) -> list[Column]:
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return []
        looks = (
            (ranking.score.higher_is_positive, self.plot.theme.negative),
            (not ranking.score.higher_is_positive, self.plot.theme.positive),
        )
        middles = self.plot.viewport.x_pixels(np.array(_MIDDLES)).tolist()
        room = _ROOM * self.plot.viewport.width
        if self._scores is None:
            return self._strips(ranking.table, middles, room, looks)
        seen = (self.plot.viewport, self.plot.y_scale)
        if seen not in self._placed:  # a while for thousands, and asked for at every change
            heights = (
                self.plot.viewport.y_pixels(self.plot.y_scale.to_view(one)) for one in self._scores
            )
            self._placed = {seen: [(swarm(y, 2 * RADIUS, room), y) for y in heights]}
        return [
            Dots(middle + x, y, *look)
            for (x, y), middle, look in zip(self._placed[seen], middles, looks, strict=True)
        ]

    def _strips(
        self,
        table: ScoreTable,
        middles: Sequence[float],
        room: float,
        looks: Sequence[tuple[bool, str]],
    ) -> list[Column]:
        bins = histogram(table, is_log=isinstance(self.plot.y_scale, LogScale))
        if len(bins.edges) == 0:
            return []
        edges = self.plot.viewport.y_pixels(self.plot.y_scale.to_view(bins.edges))
        pairs = zip((bins.negatives, bins.positives), middles, looks, strict=True)
        return [
            Strip(
                middle,
                edges,
                np.asarray(counts * (room / max(int(counts.max()), 1)), dtype=np.float64),
                *look,
            )
            for counts, middle, look in pairs
        ]

    def place(self) -> None:
        """Fit the dots into another view."""
        if self.plot.waits:
            self.plot.draw()  # when it is its turn
        else:
            self.draw()

    def places_of(self, run: Run) -> Sequence[Places]:
        """Return the dots of selected rows, or where they lie beside the strips.

        There are none while the dots that are shown are those of other scores.
        """
        ranking, shown = self.plot.snapshot.ranking, self.dots.columns
        if ranking is None or not shown or self.plot.is_stale:
            return ()
        found, steps = [], ranking.table.steps
        for number in ((1,), (0,), (0, 1))[run.kind]:  # the negatives stand at the left
            dots = shown[number]
            if self._scores is not None and isinstance(dots, Dots):
                found.append(self._ringed(run, steps, dots, self._scores[number]))
            else:
                found.append(self._dashed(run, steps, _MIDDLES[number]))
        return found

    def _ringed(self, run: Run, steps: Steps, dots: Dots, own: NDArray[np.float64]) -> Places:
        """Return as many dots at each score as there are selected rows; a row of counts has all."""
        dataset, scores = self.plot.snapshot.dataset, steps.thresholds[run.steps]
        first, end = np.searchsorted(own, scores, "left"), np.searchsorted(own, scores, "right")
        times = end - first
        if dataset is not None and dataset.row_counts is None:
            times = np.minimum(times, np.diff(run.totals, prepend=0))
        within = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        places = np.repeat(first, times) + within
        return Places(Look.RING, np.repeat(run.steps, times), dots.x[places], dots.y[places])

    def _dashed(self, run: Run, steps: Steps, middle: float) -> Places:
        seen, scale = self.plot.viewport, self.plot.y_scale
        rows = steps_between(run, edges_along(steps, scale, (seen.bottom, seen.top), seen.height))
        scores = steps.thresholds[rows]
        y = np.where(np.isfinite(scores), seen.y_pixels(scale.to_view(scores)), math.nan)
        x = (middle - _ROOM) * seen.width - _BESIDE
        return Places(Look.DASH, rows, np.full(len(rows), x), y)

    def switches(self) -> list[Switch]:
        """Return whether the scores can lie on a logarithmic axis."""
        ranking = self.plot.snapshot.ranking
        if ranking is None or not may_be_log(ranking.table.steps):
            return []
        return [scores_switch(has_log_scores(self.plot.snapshot))]

    def recolour(self) -> None:
        """Recolour the dots."""
        self.draw()

    # ------------------------------------------------------------------------- mouse

    def words_at(self, position: QPointF | None) -> str | None:
        """Return the score and the class of the dot under the mouse, and how it is called."""
        snapshot, scores = self.plot.snapshot, self._scores
        if position is None or scores is None or snapshot.ranking is None:
            return None
        names = (snapshot.rest_name, snapshot.positive_name)
        for column, own, name in zip(self.dots.columns, scores, names, strict=True):
            if not isinstance(column, Dots) or len(own) == 0:
                continue
            away = np.hypot(column.x - position.x(), column.y - position.y())
            nearest = int(np.argmin(away))
            if away[nearest] <= _NEAR:
                value = text.short_threshold(float(own[nearest]), snapshot.score)
                return f"{text.elided(name)}: {value}"
        return None


def _rule(
    words: Words, threshold: float, score: Score | None = None, second: float | None = None
) -> str:
    """Return which side of a threshold is called what, and what lies in a grey zone."""
    return _decided(threshold, score, second).told(words.decision.capitalize())


def _decided(threshold: float, score: Score | None, second: float | None) -> Decision:
    of = Score("", np.zeros(0)) if score is None else score
    return decision(of, threshold, second, lambda one: text.short_threshold(one, score))


def title_in(vocabulary: Vocabulary) -> str:
    """Return what the plot is called in the words of a field."""
    return _TITLES.get(vocabulary.value, TITLE)


def _scores_of(table: ScoreTable, *, of_positives: bool) -> NDArray[np.float64]:
    """Return the scores of one class in ascending order: (n,) float64."""
    steps = table.steps
    column = steps.tp_column if of_positives else steps.fp_column
    called = np.asarray(column, dtype=np.int64)
    scores = np.repeat(steps.thresholds[1:], called[1:] - called[:-1])
    return np.sort(scores)
