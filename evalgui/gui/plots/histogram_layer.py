"""How the scores of each class are distributed, with the threshold to drag through them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.counts import whole_or_sum
from evalgui.core.curves import Axis, Scale
from evalgui.core.histogram import finite_range, histogram, tail_ends
from evalgui.core.languages import tr
from evalgui.core.score_axis import has_log_scores, may_be_log
from evalgui.core.vocabulary import phrase
from evalgui.gui.isolation import apart
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.gui.plots import wording
from evalgui.gui.plots.class_pens import bars_look
from evalgui.gui.plots.header import Switch, scores_switch
from evalgui.gui.plots.layer import Layer, MainLayer
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.lines import Line
from evalgui.gui.plots.score_axis_layer import ScoreAxisLayer
from evalgui.gui.plots.stability_mark import brief
from evalgui.gui.plots.threshold_line import EDGE
from evalgui.results.picture import Level
from evalgui.results.scores_picture import SHARE, axis_of_scores, scores_picture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QBrush, QPen
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.histogram import Histogram
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.score_table import ScoreTable
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.plots.layer import Ground
    from evalgui.gui.plots.plot import Plot
    from evalgui.gui.plots.threshold_line import ThresholdLine
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Layer as PictureLayer
    from evalgui.results.picture import Picture


_GAP = 12.0  # pixels between the line and a number
_OPAQUE = 0.85  # the ground of a number
_ON_NUMBER = tr("Double-click to ask for another number")
_WRONG_OPACITY = 0.4
_SEAM = EDGE + 2.0  # pixels beside a line that are painted with it
_JOINED = ", "
_RATES = ("TPR", "FPR")
AXES = Axis(title=tr("Score"), scale=Scale.SCORE), Axis(title=SHARE, scale=Scale.PROPORTION)


class WrongBars(QGraphicsItem):
    """What of the bars of both classes is on the wrong side of the line, strong over the pale.

    Parameters
    ----------
    handle
        The lines that part right from wrong; between two of a grey zone nothing is wrong.
    """

    def __init__(self, parent: QGraphicsItem, level: float, handle: ScoreAxisLayer) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self._line, self._second = handle.line, handle.grey.second
        self._bars: list[tuple[Points, QColor]] = []
        self._room, self._shown = QRectF(), (0.0, 0.0)

    def show_bars(self, bars: list[tuple[Points, QColor]], width: float, height: float) -> None:
        """Show other bars, in pixels from the ground to the ground.

        Those of the class whose low scores are wrong come first, each class in its colour.
        """
        self.prepareGeometryChange()
        self._bars, self._room = bars, QRectF(0, 0, width, height)
        self.update()

    def follow(self) -> None:
        """Paint what lies between both places of a line that moved."""
        x, before = self._line.item.x(), self._shown[0]
        if x != before:
            self._shown = x, x
            left, right = (x, before) if x < before else (before, x)
            self.update(left - _SEAM, 0.0, right - left + 2 * _SEAM, self._room.height())

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Between which places low scores are wrong, and high ones, in pixels."""
        width, lines = self._room.width(), (self._line, self._second)
        places = [one.unclipped for one in lines if one.item.isVisible()]
        low, high = (min(max(one, 0.0), width) for one in (min(places), max(places)))
        return (0.0, low), (high, width)

    def boundingRect(self) -> QRectF:
        return self._room

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        if not self._line.item.isVisible():
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        for ((x, y), colour), (left, right) in zip(self._bars, self.ends, strict=False):
            if left < right:  # what lies outside has no width then
                places = zip(x.clip(left, right).tolist(), y.tolist(), strict=True)
                painter.setBrush(colour)
                painter.drawPolygon(QPolygonF([QPointF(*place) for place in places]))


class ErrorCounts(QGraphicsItem):
    """How many rows of each class the line leaves on its wrong side, written at that side."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(29)
        # Place, words and colour of each, and the id of its cell.
        self.shown: tuple[tuple[QRectF, str, str, str], ...] = ()
        self._font, self._ground = QFont(), QColor()

    def dress(self, font: QFont, ground: str) -> None:
        """Set the font, and the colour behind the words."""
        self._font, self._ground = font, QColor(ground)
        self._ground.setAlphaF(_OPAQUE)

    def show_counts(self, x: float, width: float, sides: tuple[tuple[str, str, str], ...]) -> None:
        """Write words in a colour at the left and at the right of a place, where there is room.

        Nothing where the place is NaN.
        """
        metrics, found = QFontMetricsF(self._font), []
        for is_right, (words, colour, cell) in enumerate(sides):
            room = metrics.horizontalAdvance(words)
            left = x + _GAP if is_right else x - _GAP - room
            if left >= 0 and left + room <= width:
                found.append((QRectF(left, 2.0, room, metrics.height()), words, colour, cell))
        if tuple(found) != self.shown:
            self.prepareGeometryChange()
            self.shown = tuple(found)
            self.update()

    @property
    def boxes(self) -> list[Box]:
        """Where the words are, in pixels."""
        places = (one[0] for one in self.shown)
        return [(one.left(), one.top(), one.right(), one.bottom()) for one in places]

    def cell_at(self, position: QPointF) -> tuple[str, QRectF] | None:
        """Return the id of the cell whose count is at a place, and where it is written."""
        found = ((cell, place) for place, _w, _c, cell in self.shown if place.contains(position))
        return next(found, None)

    def boundingRect(self) -> QRectF:
        bounds = QRectF()
        for place, *_rest in self.shown:
            bounds |= place
        return bounds.adjusted(-2, -1, 2, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setFont(self._font)
        for place, words, colour, _cell in self.shown:
            painter.fillRect(place, self._ground)
            painter.setPen(QColor(colour))
            painter.drawText(place.adjusted(0, 0, 1, 0), Qt.AlignmentFlag.AlignVCenter, words)


class ErrorLayer(Layer):
    """The errors of both kinds at the line of a plot of scores; a double click asks for others."""

    def __init__(self, plot: Ground, line: ThresholdLine) -> None:
        super().__init__(plot)
        self._line = line
        self.counts = ErrorCounts(plot.overlay)

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        plot = self.plot
        self.counts.dress(scaled_font(plot.font(), SMALL), plot.theme.base)
        self.place()

    def render_point(self) -> None:
        """Count what the line leaves on its wrong side."""
        self.place()

    def place(self) -> None:
        """Write the numbers at the line."""
        plot, snapshot = self.plot, self.plot.snapshot
        point, ranking = snapshot.point, snapshot.ranking
        if point is None or ranking is None or plot.header.hides_values or self._line.is_parked:
            self.counts.show_counts(math.nan, 0.0, ())
            return
        names, theme = (snapshot.positive_name, snapshot.rest_name), plot.theme
        numbers = (whole_or_sum(point.counts.fn), whole_or_sum(point.counts.fp))
        missed, false = (
            (f"{text.count(number)} {text.elided(name, 16)}", colour, cell)
            for number, name, colour, cell in zip(
                numbers, names, (theme.positive, theme.negative), ("FN", "FP"), strict=True
            )
        )
        sides = (missed, false) if ranking.score.higher_is_positive else (false, missed)
        self.counts.show_counts(self._line.x, plot.viewport.width, sides)

    def moving(self) -> Sequence[Box]:
        """Return where the numbers are."""
        return self.counts.boxes

    # -------------------------------------------------------------------------- hand

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show over a number that another one can be typed there."""
        return Qt.CursorShape.IBeamCursor if self.counts.cell_at(position) else None

    def hint_at(self, position: QPointF) -> str:
        """Say over a number how it is asked for."""
        return _ON_NUMBER if self.counts.cell_at(position) else ""

    def press(self, position: QPointF) -> bool:
        """Wait over a number for the second click."""
        return self.counts.cell_at(position) is not None

    def double_press(self, position: QPointF) -> bool:
        """Ask for another number where one is."""
        found = self.counts.cell_at(position)
        if found is not None:
            self.plot.ask_for_number(*found)
        return found is not None


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


EVERY = Bars("histogram", tr("Scores by class"), lambda table, _is_log: finite_range(table))
"""All scores, as shares of each class, so that a small class is seen beside a large one."""

TAILS = Bars(
    "tails",
    tr("Score tails"),
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
        self._ends, self._is_log = (0.0, 1.0), False
        self._in_pixels: list[Points] = []
        self._set_widest()
        plot.header.measures = _RATES
        self.handle = ScoreAxisLayer(plot)
        self.wrong = WrongBars(plot.underlay, plot.lines.zValue() + 1, self.handle)
        self.layers = (self.handle, *(make(plot, self.handle.line) for make in bars.layers))
        plot.canvas.zoom_axes = (True, False)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the classes and the read-out as a vocabulary does."""
        del vocabulary
        self._set_widest()
        if self.plot.snapshot.ranking is not None:
            if self.plot.picture is not None:
                self.plot.picture = self._picture()  # whose lines have other names
            self._set_legend()
            self.plot.render_point()
            self.plot.draw()

    def _set_widest(self) -> None:
        """Say how wide the read-out becomes with the rows that are shown, in the words now."""
        self._labels = tuple(text.within(self.plot.words.rate(metric_id)) for metric_id in _RATES)
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
        self._ends, self._is_log = ends, is_log
        self._show_picture(self._picture())
        plot.x_axis.fit_title()
        self._sum_up()
        self._set_legend()
        plot.place_all()
        plot.draw()

    def _picture(self) -> Picture:
        """Return the picture of the scores on show, in the words now."""
        words, snapshot = self.plot.words, self.plot.snapshot
        assert snapshot.ranking is not None  # noqa: S101 - there are scores
        assert self.histogram is not None  # noqa: S101
        score = snapshot.score
        title = tr("Score") if score is None else tr("Score: {name}", name=text.elided(score.name))
        axis = axis_of_scores(title, self._ends, score, is_log=self._is_log)
        known = (snapshot.ranking.table, self.histogram, axis, (words.positive, words.negative))
        return scores_picture(*known, is_counted=self._is_counted)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Say how stable the rule in force is."""
        if new.ranking is not None and new.stability is not old.stability:
            self._sum_up()
        if new.choices is not old.choices or new.point is None:
            self.wrong.update()  # a grey zone comes or goes

    def _sum_up(self) -> None:
        """Say how many scores are infinite, and how stable the rule in force is, of all scores."""
        if not self.bars.is_whole:
            return
        n_infinite = 0 if self.histogram is None else self.histogram.n_infinite
        told = (
            [tr("{n_infinite} infinite", n_infinite=text.count(n_infinite))] if n_infinite else []
        )
        longer = [*told, *filter(None, [brief(self.plot.snapshot)])]
        self.plot.header.set_summary(_JOINED.join(told), _JOINED.join(longer))

    @property
    def _is_counted(self) -> bool:
        return self.bars.is_counted or self.plot.snapshot.choices.axes.log_counts

    def _show_picture(self, picture: Picture) -> None:
        """Take the axes of another picture, and show all of it."""
        self.plot.set_picture(picture)
        self.plot.x_axis.title = text.said(picture.x_axis.title)
        title = text.said(picture.y_axis.title)
        self.plot.y_axis.rename(title, title.partition(" (")[0])

    def switches(self) -> list[Switch]:
        """Return which axes can be logarithmic."""
        ranking = self.plot.snapshot.ranking
        if ranking is None:
            return []
        tip = tr("Rows of each class, counted on a logarithmic axis")
        found = [Switch("log_counts", tr("log count"), tip, self._is_counted)]
        if self.bars.is_counted:
            found = []
        if may_be_log(ranking.table.steps):
            found.append(scores_switch(has_log_scores(self.plot.snapshot)))
        return found

    def moving_layers(self) -> Sequence[PictureLayer]:
        """Return the threshold."""
        at = self.plot.snapshot.point
        return () if at is None else (Level(phrase("Threshold"), at.threshold, is_main=True),)

    def render_point(self) -> None:
        """Say what holds at the line."""
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
        self.wrong.follow()

    # ---------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw the bars; there are few, and zooming only stretches them."""
        looks = self._looks() if (outlines := self._outlines()) else []
        bars = [Line(points, *look) for points, look in zip(outlines, looks, strict=True)]
        self.plot.lines.show_lines(tuple(reversed(bars)))  # the positives in front
        self.place()

    def place(self) -> None:
        """Fit what is wrong into another view."""
        plot, ranking = self.plot, self.plot.snapshot.ranking
        colours = [QColor(one) for one in (plot.theme.positive, plot.theme.negative)]
        for colour in colours:
            colour.setAlphaF(_WRONG_OPACITY)
        bars = list(zip(self._bars_in_pixels(), colours, strict=False))
        if ranking is not None and not ranking.score.higher_is_positive:
            bars.reverse()
        self.wrong.show_bars(bars, plot.viewport.width, plot.viewport.height)

    def lines(self) -> Sequence[Points]:
        """Return the outlines of the bars."""
        self._in_pixels = self._bars_in_pixels()
        return self._in_pixels

    def _bars_in_pixels(self) -> list[Points]:
        seen = self.plot.viewport
        return [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in self._outlines()]

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
        """Return pen and brush of the positives and of the negatives."""
        return [bars_look(self.plot.theme, of_class) for of_class in (0, 1)]

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
        classes = []
        table = ranking.table
        for name, number, n in (
            (snapshot.positive_name, bins.positives[index], table.n_positive),
            (snapshot.rest_name, bins.negatives[index], table.n_negative),
        ):
            share = text.percent(number.item() / n if n else math.nan)
            classes.append(
                tr(
                    "{name}: {n} of {all}, {share}",
                    name=text.elided(name),
                    n=text.count(number.item()),
                    all=text.count(n),
                    share=share,
                )
            )
        # Of two lines, which is what a tip has, the second one tells both classes.
        both = " \N{MIDDLE DOT} ".join(classes)
        return tr("{low} to {high}\n{classes}", low=low, high=high, classes=both)
