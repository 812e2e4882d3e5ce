"""Every row as a dot above its class, with the threshold to drag through them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.curves import Axis, Scale
from evalgui.core.dataset import Score
from evalgui.core.grey_zone import decision
from evalgui.core.histogram import finite_range
from evalgui.core.languages import tr
from evalgui.core.score_axis import has_log_scores, may_be_log
from evalgui.core.thresholds import limit
from evalgui.core.vocabulary import phrase
from evalgui.gui.isolation import apart
from evalgui.gui.look import text
from evalgui.gui.plots.header import Switch, scores_switch
from evalgui.gui.plots.layer import MainLayer
from evalgui.gui.plots.lines import NOWHERE
from evalgui.gui.plots.plot_axis import ClassAxis
from evalgui.gui.plots.read_out_texts import Said
from evalgui.gui.plots.score_axis_layer import ThresholdLineLayer
from evalgui.gui.plots.selected_marks import Look, Places, edges_along, steps_between
from evalgui.results.dots_picture import (
    CLASS,
    MIDDLES,
    ROOM,
    Cut,
    Side,
    bands,
    dots_picture,
    n_above,
    outlines,
    parting,
    title_of_dots,
)
from evalgui.results.picture import Swarm
from evalgui.results.scores_picture import axis_of_scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import Viewport
    from evalgui.core.grey_zone import Decision
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.plot import Plot
    from evalgui.results.dots_picture import Band
    from evalgui.results.geometry import Points
    from evalgui.results.picture import Layer as PictureLayer


RADIUS = 3.0  # pixels, of a dot with its edge
_FAINT = 0.55  # how much of its colour has what is right
_EDGE = 1.0
_SEAM = RADIUS + 1.0  # pixels from the line within which it may cut a dot
_NEAR = 8.0  # pixels
_BESIDE = 5.0  # pixels from a strip to the dashes of selected rows
_WIDE = -0.000123456  # a threshold as wide as they become in practice
AXES = Axis(title=CLASS, scale=Scale.PROPORTION), Axis(title=tr("Score"), scale=Scale.SCORE)


class DotsLayer(MainLayer):
    """One column a class, the negatives at the left; what is called wrongly stands out.

    Above some thousand rows it shows how dense they lie, each class at its own scale.
    """

    plot: Plot

    def __init__(self, plot: Plot) -> None:
        super().__init__(plot)
        self._spots: dict[object, list[Points]] = {}  # for the latest view
        self.dots = DotsItem(plot.underlay)
        lying = ThresholdLineLayer(plot, is_lying=True)
        self.line = lying.line
        self.layers = (lying,)
        self._widen()
        plot.canvas.zoom_axes = (False, True)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the rows, the classes and the read-out as a vocabulary does."""
        self.plot.set_title(title_of_dots(vocabulary))
        self._widen()
        if self.plot.snapshot.ranking is not None:
            self.plot.render_point()

    # -------------------------------------------------------------------- snapshots

    def render_ranking(self) -> None:
        """Take other scores."""
        plot, snapshot = self.plot, self.plot.snapshot
        ranking = snapshot.ranking
        self._spots, plot.picture = {}, None
        if ranking is None or ranking.table.n == 0:
            self.dots.show_columns((), self.plot.viewport, self.plot.theme)
            self.plot.header.set_summary("")
            return
        table, score = ranking.table, ranking.score
        name, is_log = text.elided(score.name), has_log_scores(snapshot)
        axis = axis_of_scores(name, finite_range(table), score, is_log=is_log)
        sizes = (snapshot.rest_name, table.n_negative), (snapshot.positive_name, table.n_positive)
        names = [(text.elided(one, 24), f" ({text.count(n)})") for one, n in sizes]
        picture = dots_picture(table, axis, names)
        plot.y_axis.rename(name, name)
        plot.set_picture(picture)
        has_dots = isinstance(picture.columns[0], Swarm)
        self.plot.header.set_summary("" if has_dots else tr("density, each class at its own scale"))
        if isinstance(plot.x_axis, ClassAxis):
            plot.x_axis.name({place: (own, more) for place, own, more in picture.x_axis.names})
        plot.place_all()
        plot.draw()

    def described(self) -> str:
        """Return what holds at the line."""
        return self.plot.header.with_intervals[1]

    def moving_layers(self) -> Sequence[PictureLayer]:
        """Return the threshold."""
        snapshot = self.plot.snapshot
        at, ranking = snapshot.point, snapshot.ranking
        if at is None or ranking is None:
            return ()
        table, name = ranking.table, phrase("Threshold")
        return (parting(name, table, ranking.score, at.threshold, at.counts),)

    def render_point(self) -> None:
        """Part right from wrong at the line."""
        snapshot = self.plot.snapshot
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
            self.plot.header.set_read_out(
                Said(f"{named} {found.positive}", text.said(found.told(named)))
            )

    def _part(self) -> None:
        """Say where the lines are, and how many dots of each class are not below each."""
        at, ranking, second = (
            self.plot.snapshot.point,
            self.plot.snapshot.ranking,
            self.plot.snapshot.choices.second,
        )
        if at is None or ranking is None or not self.dots.columns:
            return
        table = ranking.table
        cuts = [Cut(self.line.unclipped, n_above(table, at.counts))]
        if second is not None:
            height = self.line.x_of(limit(second, ranking.score))
            cuts.append(Cut(height, n_above(table, table.counts_at(second))))
        self.dots.show_cuts(cuts)

    # ---------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw dots or strips; there are few of them."""
        self.dots.is_figure = self.plot.is_figure
        self.dots.show_columns(self._columns(), self.plot.viewport, self.plot.theme)
        self._part()

    def _columns(self) -> list[Column]:
        picture, seen, theme = self.plot.picture, self.plot.viewport, self.plot.theme
        columns = () if picture is None else picture.columns
        colours = theme.negative, theme.positive
        if seen not in self._spots:  # a while for thousands, and asked for at every change
            swarms = (one for one in columns if isinstance(one, Swarm))
            self._spots = {seen: [one.spots(seen, 2 * RADIUS) for one in swarms]}
        spots = iter(self._spots[seen])
        return [
            Dots(*next(spots), one.is_wrong_above, colour)
            if isinstance(one, Swarm)
            else Strip(seen.x_pixels(one.middle), *one.strip(seen), one.is_wrong_above, colour)
            for one, colour in zip(columns, colours, strict=False)
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
        ranking, shown, picture = self.plot.snapshot.ranking, self.dots.columns, self.plot.picture
        if ranking is None or picture is None or not shown or self.plot.is_stale:
            return ()
        found, steps = [], ranking.table.steps
        for number in ((1,), (0,), (0, 1))[run.kind]:  # the negatives stand at the left
            dots, column = shown[number], picture.columns[number]
            if isinstance(column, Swarm) and isinstance(dots, Dots):
                found.append(self._ringed(run, steps, dots, column.values))
            else:
                found.append(self._dashed(run, steps, MIDDLES[number]))
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
        x = (middle - ROOM) * seen.width - _BESIDE
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
        snapshot, picture = self.plot.snapshot, self.plot.picture
        if position is None or picture is None:
            return None
        names = (snapshot.rest_name, snapshot.positive_name)
        for dots, column, name in zip(self.dots.columns, picture.columns, names, strict=False):
            if not (isinstance(dots, Dots) and isinstance(column, Swarm) and len(column.values)):
                continue
            away = np.hypot(dots.x - position.x(), dots.y - position.y())
            nearest = int(np.argmin(away))
            if away[nearest] <= _NEAR:
                value = text.short_threshold(float(column.values[nearest]), snapshot.score)
                return f"{text.elided(name)}: {value}"
        return None


def _rule(
    words: Words, threshold: float, score: Score | None = None, second: float | None = None
) -> str:
    """Return which side of a threshold is called what, and what lies in a grey zone."""
    return words.said(_decided(threshold, score, second).told(words.decision.capitalize()))


def _decided(threshold: float, score: Score | None, second: float | None) -> Decision:
    of = Score("", np.zeros(0)) if score is None else score
    return decision(of, threshold, second, lambda one: text.short_threshold(one, score))


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """A dot for each row of a class, in pixels.

    Parameters
    ----------
    x, y : (n,) arrays of float64
        The lowest dot first.
    is_wrong_above
        Whether what is above the line is wrong.
    colour
        Of the class, as ``#rrggbb``.
    """

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    is_wrong_above: bool
    colour: str

    def paint(self, painter: QPainter) -> None:
        """Draw all."""
        self._draw(painter, range(len(self.x)))

    def paint_band(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines, whole."""
        self._draw(painter, band.among(len(self.x)))

    def paint_seams(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines and so near to one of them that it may be cut."""
        own = band.among(len(self.x))
        for line in (band.top, band.bottom):
            low, high = np.searchsorted(-self.y, [-line - _SEAM, -line + _SEAM])
            self._draw(painter, range(max(low, own.start), min(high, own.stop)))

    def _draw(self, painter: QPainter, numbers: Iterable[int]) -> None:
        radius = RADIUS - _EDGE / 2
        for number in numbers:
            painter.drawEllipse(QPointF(self.x[number], self.y[number]), radius, radius)


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """How dense the rows of a class lie, in pixels: as wide as there are many, to both sides.

    Parameters
    ----------
    middle
        Of the column.
    edges : (b + 1,) array of float64
        Of the bins, the lowest first.
    widths : (b,) array of float64
        To each side.
    is_wrong_above, colour
        As of `Dots`.
    """

    middle: float
    edges: NDArray[np.float64]
    widths: NDArray[np.float64]
    is_wrong_above: bool
    colour: str

    def paint(self, painter: QPainter) -> None:
        """Draw all."""
        self._draw(painter, self.edges)

    def paint_band(self, painter: QPainter, band: Band) -> None:
        """Draw what lies between two lines."""
        self._draw(painter, np.clip(self.edges, band.top, band.bottom))

    def paint_seams(self, painter: QPainter, band: Band) -> None:
        """Draw nothing: a strip may be cut."""

    def _draw(self, painter: QPainter, edges: NDArray[np.float64]) -> None:
        for x, y in outlines(self.middle, edges, self.widths):
            places = zip(x.tolist(), y.tolist(), strict=True)
            painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))


Column: TypeAlias = "Dots | Strip"


class DotsItem(QGraphicsItem):
    """All columns. On the screen each side is painted once, whole, and then copied.

    In one picture all look as they do above the lines, in others as below or between them. Dots
    that a line may cut are painted over the seam, each as it is.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.is_figure = False
        self.columns: tuple[Column, ...] = ()
        self.cuts: tuple[Cut, ...] = ()
        self._viewport: Viewport = NOWHERE
        self._theme: Theme | None = None
        self._pictures: dict[tuple[Side, float], QImage] = {}

    def show_columns(self, columns: Sequence[Column], viewport: Viewport, theme: Theme) -> None:
        """Show other columns, or the same in another frame."""
        self.prepareGeometryChange()
        self.columns, self._viewport, self._theme = tuple(columns), viewport, theme
        self.cuts = tuple(one for one in self.cuts if len(one.n_above) == len(self.columns))
        self._pictures = {}
        self.update()

    def show_cuts(self, cuts: Sequence[Cut]) -> None:
        """Part right from wrong at one line, or at two that leave what is between undecided."""
        found = tuple(sorted(cuts))
        if found == self.cuts:
            return
        old, self.cuts = self.cuts, found
        if len(old) != len(found):
            self.update()
            return
        # Nothing looks otherwise but what lies between both places of a line.
        for pair in zip(old, found, strict=True):
            if pair[0] == pair[1]:
                continue
            ends = [min(max(cut.height, 0.0), self._viewport.height) for cut in pair]
            top, height = min(ends) - 2 * _SEAM, abs(ends[1] - ends[0]) + 4 * _SEAM
            self.update(QRectF(0, top, self._viewport.width, height))

    def _bands(self, column: int) -> list[Band]:
        """Return the sides of a column from the top downward."""
        return bands(self.cuts, column, self._viewport.height)

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._viewport.width, self._viewport.height)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if self._theme is None or not self.columns:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.boundingRect())
        if not self.is_figure:
            self._copy(painter)
        for number, column in enumerate(self.columns):
            for band in self._bands(number):
                self._dress(painter, column, band.side)
                (column.paint_band if self.is_figure else column.paint_seams)(painter, band)
        painter.restore()

    def _copy(self, painter: QPainter) -> None:
        """Copy each side from the picture in which all look so.

        They part between whole pixels: where they parted within one, all of a picture would stand
        a pixel higher or lower with the line, of which just the surroundings are painted anew.
        """
        ratio = painter.device().devicePixelRatioF()
        for band in self._bands(0):
            key = band.side, ratio
            if key not in self._pictures:
                self._pictures[key] = self._picture(ratio, band.side)
            picture = self._pictures[key]
            top, bottom = (
                round(min(max(end, 0.0), self._viewport.height) * ratio)
                for end in (band.top, band.bottom)
            )
            bottom = picture.height() if math.isinf(band.bottom) else bottom
            if bottom > top:
                source = QRectF(0, top, picture.width(), bottom - top)
                size = source.size() / ratio
                painter.drawImage(QRectF(QPointF(0, top / ratio), size), picture, source)

    def _picture(self, ratio: float, side: Side) -> QImage:
        size = math.ceil(self._viewport.width * ratio), math.ceil(self._viewport.height * ratio)
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as painter:
            painter.scale(ratio, ratio)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for column in self.columns:
                self._dress(painter, column, side)
                column.paint(painter)
        return image

    def _dress(self, painter: QPainter, column: Column, side: Side) -> None:
        theme = self._theme
        if theme is None:
            return
        is_wrong = side.is_wrong(is_wrong_above=column.is_wrong_above)
        strong = QColor(theme.faint_text if side is Side.GREY else column.colour)
        faint = _mixed(strong, QColor(theme.base), _FAINT)
        painter.setBrush(strong if is_wrong else faint)
        has_edge = is_wrong and isinstance(column, Dots)
        painter.setPen(QPen(QColor(theme.text) if has_edge else painter.brush().color(), _EDGE))


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    parts = [
        round(a * share + b * (1 - share))
        for a, b in (
            (one.red(), other.red()),
            (one.green(), other.green()),
            (one.blue(), other.blue()),
        )
    ]
    return QColor(*parts)
