"""The curves that are compared with the one that is shown: drawn behind it, named, pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPen

from evalgui.core.comparison import NO_COMPARISON
from evalgui.core.languages import tr
from evalgui.core.ranking_metrics import RANKING_METRICS, Shown
from evalgui.core.requests import SelectRows
from evalgui.core.selection import Selection, Where
from evalgui.gui.look import text
from evalgui.gui.plots import wording
from evalgui.gui.plots.class_pens import beside_pen
from evalgui.gui.plots.header import groups_switch
from evalgui.gui.plots.legend import Entry
from evalgui.gui.plots.many_lines import LineFinder, LinesToDraw, ManyLinesItem
from evalgui.gui.plots.on_curve import OnCurve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from PySide6.QtCore import QPointF

    from evalgui.core.comparison import Beside, Comparison
    from evalgui.core.curves import Curve
    from evalgui.core.measured import Interval
    from evalgui.core.ranking import Ranking
    from evalgui.core.ranking_metrics import RankingMetric
    from evalgui.core.vocabulary import Words
    from evalgui.gui.plots.header import Switch
    from evalgui.gui.plots.on_curve import Curves
    from evalgui.gui.plots.plot import Plot
    from evalgui.results.geometry import Points


_LONGEST_NAME, _USUAL_NAME, _SHORT_NAME = 20, 16, 12
_NEAR = 8.0
_WIDTH, _POINTED_WIDTH = 1.5, 3.0
_POINT_AT_A_LINE = tr("Point at a line to name it")
_HOW_TO_SHOW = tr("Double-click to show it")
_HOW_TO_SELECT = tr("Click to select its rows")


class Way(NamedTuple):
    """A way to name: how many of the others, how long, and whether with rows and intervals."""

    n_named: int
    length: int
    is_full: bool = False


def _told_beside() -> list[RankingMetric]:
    """Return the measures that are told of a compared curve."""
    return [metric for metric in RANKING_METRICS if Shown.LINE in metric.shown]


class ComparedCurves(QObject):
    """The lines of each of the others of a comparison, in pixels of the plot's viewport.

    Of groups they are on every curve, of other scores and data sets on those that can be laid
    over each other.
    """

    drawn = Signal()

    def __init__(self, plot: Plot, curve: Curve) -> None:
        super().__init__(plot)
        self._plot = plot
        self._curve = curve
        self._pointed: int | None = None
        self._drawn_for: tuple[Beside, ...] = ()
        self._finder = LineFinder({})
        self.layer, self.pointed_at = (ManyLinesItem(plot.underlay, level) for level in (1, 2))
        self.layer.changed.connect(self._on_drawn)

    @property
    def others(self) -> tuple[Beside, ...]:
        """What is drawn, in the order of the legend."""
        return self._comparison.others

    @property
    def _comparison(self) -> Comparison:
        found = self._plot.snapshot.comparison
        is_drawn = self._curve.overlaid or found.groups is not None
        return found.drawn if is_drawn else NO_COMPARISON

    @property
    def are_groups(self) -> bool:
        """Whether the others are groups of the rows of what is shown."""
        return self._plot.snapshot.comparison.groups is not None

    @property
    def _n_lines(self) -> int:
        """How many lines each of them has."""
        return len(self._curve.series)

    # ------------------------------------------------------------------------- drawing

    def draw(self) -> None:
        """Draw all lines, at once or in the background."""
        self._pointed = None
        self.pointed_at.clear()
        if self.others != self._drawn_for:
            self._drawn_for = self.others
            self.layer.clear()  # lines of others that are gone would be taken for these
        if self.others:
            self.layer.show_lines(self._to_draw(range(len(self.others)), _WIDTH))

    def follow(self) -> None:
        """Let the lines follow the view."""
        for layer in (self.layer, self.pointed_at):
            layer.set_viewport(self._plot.viewport)

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return self.layer.is_drawing

    def shut_down(self) -> None:
        """End the work in the background."""
        for layer in (self.layer, self.pointed_at):
            layer.shut_down()

    def lines(self) -> list[Points]:
        """Return the drawn lines in pixels."""
        return list(self.layer.drawn.lines.values())

    def line(self, number: int) -> Points | None:
        """Return the first line of one of them in pixels; None where it is not drawn yet."""
        return self.layer.drawn.lines.get(number * self._n_lines)

    def _to_draw(self, numbers: Iterable[int], width: float) -> LinesToDraw:
        plot, picture, each = self._plot, self._plot.picture, self._n_lines
        lines = () if picture is None else picture.lines[each:]  # the first are what is shown
        every = (each * number + place for number in numbers for place in range(each))
        chosen = [place for place in every if place < len(lines)]
        return LinesToDraw(
            {place: lines[place] for place in chosen},
            {place: self._pen(self.others[place // each], width) for place in chosen},
            plot.viewport,
            plot.devicePixelRatioF(),
            plot.is_figure,
            self._curve.is_monotone,
        )

    def _pen(self, other: Beside, width: float) -> QPen:
        return beside_pen(other.place, self._plot.theme, width)

    def pens_of_drawn(self) -> dict[int, QPen]:
        """Return the pens of those whose rows were drawn again, by their places."""
        drawn = self._plot.snapshot.resampled
        return {
            one.place: self._pen(one, _WIDTH)
            for one in self.others
            if drawn is not None and drawn.has(one)
        }

    def _on_drawn(self) -> None:
        self._finder = LineFinder(self.layer.drawn.lines)
        self.drawn.emit()

    # -------------------------------------------------------------------------- legend

    @property
    def is_needed(self) -> bool:
        """Whether there are others, drawn or not."""
        return bool(self.others) or self._comparison.n_more > 0

    def ways_to_name(self) -> Iterator[Way]:
        """Return how many to name, and how: the fullest way first."""
        every = len(self.others)
        for length in (_LONGEST_NAME, _SHORT_NAME) if self.are_groups else ():
            yield Way(every, length, is_full=True)
        yield Way(every, _LONGEST_NAME)
        yield Way(every, _USUAL_NAME)
        for n_named in range(every, 0, -1):
            yield Way(n_named, _SHORT_NAME)
        yield Way(0, _LONGEST_NAME)
        yield Way(0, _SHORT_NAME)

    def entries(self, ranking: Ranking, pen: QPen, way: Way) -> list[Entry]:
        """Return what the legend says of the one that is shown, and of so many others.

        Where that has several lines they are named instead of it.
        """
        known = self._plot.snapshot.summaries
        found = [Entry(self._named(self._comparison.name, ranking, known, way), pen)]
        found += [
            Entry(self._named(one.name, one.ranking, one.intervals, way), self._pen(one, _WIDTH))
            for one in self.others[: way.n_named]
        ]
        n_more = self.n_unnamed(way.n_named)
        if n_more:
            found.append(
                Entry(tr("and {n_more} more", n_more=text.count(n_more)), QPen(Qt.PenStyle.NoPen))
            )
        return found

    def _named(
        self, name: str, ranking: Ranking, intervals: Mapping[str, Interval], way: Way
    ) -> str:
        is_told = not self._plot.snapshot.choices.hides_answers
        heading = wording.heading(self._curve)
        told = text.elided(text.said(name), way.length)
        if way.is_full:
            table = ranking.table
            n = (text.count(table.n_positive), text.count(table.n_negative))
            told += f"  n+ {n[0]}, n\N{MINUS SIGN} {n[1]}"
            values = [wording.valued(one, ranking, intervals) for one in heading]
        else:
            values = [
                text.measure(ranking.value(one.id)) for one in heading if Shown.LINE in one.shown
            ]
        return "  ".join([told, *(values if is_told else ())])

    def n_unnamed(self, n_named: int) -> int:
        """Return how many others there are besides those that are named."""
        return max(len(self.others) - n_named, 0) + self._comparison.n_more

    # --------------------------------------------------------------------------- mouse

    def nearest(self, position: QPointF, within: float) -> int | None:
        """Return the line that is nearest to a place, and nearer than anything else."""
        found = self._finder.nearest(position.x(), position.y(), min(within, _NEAR))
        return None if found is None else found // self._n_lines

    def words_of(self, number: int, words: Words) -> str:
        """Return what a line is."""
        one = self.others[number]
        table = one.ranking.table
        lines = [one.name]
        if one.data_set is not None:
            lines.append(f"{one.ranking.score.name}, {words.positive}: {one.positive_name}")
        lines += [
            f"{words.said(metric.short)} {wording.valued(metric, one.ranking, one.intervals)}"
            if one.part is not None
            else f"{words.said(metric.short)} {text.measure(one.ranking.value(metric.id))}"
            for metric in _told_beside()
            if not self._plot.snapshot.choices.hides_answers
        ]
        rows = (
            f"{text.count(table.n_positive)} {words.positives}, "
            f"{text.count(table.n_negative)} {words.negatives}"
        )
        n = f"n = {text.count(table.n)}: {rows}"
        how = _HOW_TO_SHOW
        if one.part is not None:
            how = _HOW_TO_SELECT if one.rows else ""
        return "\n".join([", ".join(lines), f"{n}. {how}".rstrip()])

    def words_of_shown(self, entry: Entry) -> str:
        """Return the name of what is shown, where the legend has no room for all of it."""
        name = self._comparison.name
        return "" if entry.name.startswith(name) else name

    def words_of_more(self, n_named: int) -> str:
        """Return how those without a name can be named, and why some are not drawn."""
        parts = [_POINT_AT_A_LINE] if n_named < len(self.others) else []
        return "\n".join([*parts, *filter(None, [self._comparison.reason])])

    def point_at(self, number: int | None) -> None:
        """Draw one line thick, or none."""
        if number == self._pointed:
            return
        self._pointed = number
        if number is None:
            self.pointed_at.clear()
        else:
            self.pointed_at.show_lines(self._to_draw([number], _POINTED_WIDTH))


_IN_HAND = Qt.CursorShape.OpenHandCursor  # over the marker


class ComparedLayer(OnCurve):
    """The curves that are compared with the one that is shown, if there are any.

    Parameters
    ----------
    curves
        The layer that draws the curve that is shown.
    beside
        What draws the others.
    """

    def __init__(self, curves: Curves, beside: ComparedCurves) -> None:
        super().__init__(curves)
        self.beside = beside
        self._n_named = self._n_rows = 0  # of them in the legend, and lines of it
        self._n_own = 1  # lines of it that name what is shown

    # ------------------------------------------------------------------------- shown

    @property
    def is_drawing(self) -> bool:
        """Whether lines are being drawn in the background."""
        return self.beside.is_drawing

    def shut_down(self) -> None:
        """End the work in the background."""
        self.beside.shut_down()

    def switches(self) -> Sequence[Switch]:
        """Return whether groups that are asked about are drawn."""
        return groups_switch(self.plot.snapshot)

    def render_ranking(self) -> None:
        """Draw nothing where nothing is shown."""
        if self.plot.snapshot.ranking is None:
            self.beside.draw()

    def draw(self) -> None:
        """Draw what the visible range needs."""
        self.beside.draw()

    def place(self) -> None:
        """Let the lines follow the view."""
        self.beside.follow()

    def recolour(self) -> None:
        """Draw the lines in other colours."""
        if not self.plot.is_stale:
            self.beside.draw()

    def lines(self) -> Sequence[Points]:
        """Return the drawn lines in pixels."""
        return self.beside.lines()

    # ------------------------------------------------------------------------- names

    def forget_names(self) -> None:
        """Have no names in the legend."""
        self._n_named = self._n_rows = 0

    def ways_to_name(
        self, ranking: Ranking, pen: QPen, own: Sequence[Entry]
    ) -> Iterator[list[Entry]]:
        """Give what the legend can say of what is shown and of the others, the fullest first.

        The lines of what is shown are named where there are several.
        """
        self._n_own = len(own) or 1
        for way in self.beside.ways_to_name():
            first, *others = self.beside.entries(ranking, pen, way)
            entries = [*(own or [first]), *others]
            self._n_named, self._n_rows = way.n_named, len(entries)
            yield entries

    @property
    def is_named(self) -> bool:
        """Whether the legend names it."""
        return self._n_rows > 0

    def anchors(self, own: Sequence[Points]) -> list[Points | None]:
        """Return the lines that have names: those of what is shown, and the others."""
        first: list[Points | None] = [*own] or [None] * self._n_own
        named = [*first, *(self.beside.line(number) for number in range(self._n_named))]
        return [*named, *[None] * (self._n_rows - len(named))]

    # -------------------------------------------------------------------------- hand

    def at(self, position: QPointF) -> int | None:
        """Return which of the others has its line or its name at a place."""
        plot, beside = self.plot, self.beside
        if not beside.others:
            return None
        row = plot.legend.entry_at(position)
        if row is not None and beside.is_needed:
            number = row - self._n_own
            return number if 0 <= number < self._n_named else None
        if plot.grip is not None and plot.grip.cursor_at(position) is _IN_HAND:
            return None
        return beside.nearest(position, self.curves.distance(position) - 1)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show that another line can be clicked."""
        return None if self.at(position) is None else Qt.CursorShape.PointingHandCursor

    def press(self, position: QPointF) -> bool:
        """Say which other line this is; of a group select its rows."""
        number = self.at(position)
        if number is None:
            return False
        self.plot.mouse.hover(position)
        rows = self.beside.others[number].rows
        if rows:
            self.plot.ask(SelectRows(Selection.of(Where(rows))))
        return True

    def double_press(self, position: QPointF) -> bool:
        """Ask for the other line to be shown."""
        number = self.at(position)
        if number is not None:
            self.curves.ask_to_show(self.beside.others[number])
        return number is not None

    def words_at(self, position: QPointF | None) -> str | None:
        """Say which other line is under the mouse; it is drawn thick."""
        number = None if position is None else self.at(position)
        self.beside.point_at(number)
        if number is not None:
            return self.beside.words_of(number, self.plot.words)
        row = None if position is None else self.plot.legend.entry_at(position)
        if row is None:
            return None
        if row == self._n_named + self._n_own and self.beside.n_unnamed(self._n_named) > 0:
            return self.beside.words_of_more(self._n_named)
        if row == 0 and self._n_rows and self._n_own == 1:
            return self.beside.words_of_shown(self.plot.legend.entries[0])
        return None
