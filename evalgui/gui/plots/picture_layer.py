"""Any picture as a plot: what is drawn once a ranking, and what moves with the threshold."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPen
from PySide6.QtWidgets import QGraphicsRectItem

from evalgui.core.languages import tr
from evalgui.core.requests import SelectRows
from evalgui.core.selection import NO_SELECTION
from evalgui.core.shortest_threshold import shortest_decimal
from evalgui.core.texts import Text
from evalgui.core.vocabulary import words_in
from evalgui.gui.look import NORMAL, SMALL, scaled_font, text
from evalgui.gui.plots.beside_item import BESIDE, BesideItem
from evalgui.gui.plots.class_pens import bars_look
from evalgui.gui.plots.header import Switch, groups_switch
from evalgui.gui.plots.layer import Layer, MainLayer
from evalgui.gui.plots.legend import Entry as Named
from evalgui.gui.plots.picture_items import (
    MARK,
    RIBBON,
    RIBBON_GAP,
    InItsPlace,
    MovingItem,
    Ribbons,
    Sentence,
    TileKey,
    area_look,
    drawn,
    pen_of,
)
from evalgui.gui.plots.plot import Plot, PlotKind
from evalgui.gui.plots.plot_axis import NamedAxis, PlotAxis
from evalgui.gui.plots.plot_menu import Entry
from evalgui.gui.plots.score_axis_layer import ScoreAxisLayer
from evalgui.gui.plots.threshold_line import ThresholdLine
from evalgui.gui.results.cells import style_of
from evalgui.gui.ways_bar import WaysBar
from evalgui.results import picture as pictures
from evalgui.results.free_place import Searches, outline_of
from evalgui.results.geometry import distance_to_line, overlap
from evalgui.results.pictured import Moved
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QFont

    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.highlight import Run
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.gui.plots.selected_marks import Places
    from evalgui.results.geometry import Box, Points
    from evalgui.results.picture import Picture
    from evalgui.results.pictured import Ends, Handle, Pick, Pictured, Rest, Standing

_NEAR = 10.0  # pixels from a line within which it tells about itself
_FOR_NAMES = 70.0  # pixels above a square that names may take
_MOVES = 1  # how far above the lines lies what moves
_SPARE = "00"
_GAP = 6.0  # pixels between the sentence and the edge of the plot
_LINES = 3.0  # of words below a matrix, beside those that an axis has room for
_REST = 150  # milliseconds without another threshold
_BELOW = 6  # pixels between words in the place of a picture and what can be done
_HIDDEN = tr("Hidden: View > Hide Answers shows it")


def kind_of_picture(pictured: Pictured, *, at_first: bool = False) -> PlotKind:
    """Return the kind of plot that shows a picture."""

    def title(vocabulary: Vocabulary) -> str:
        return pictured.title.told(style_of(words_in(vocabulary)))

    return PlotKind(
        pictured.id,
        title,
        pictured.axes,
        lambda plot: PictureLayer(plot, pictured),
        pictured.table,
        at_first=at_first,
        x_axis_type=NamedAxis if pictured.has_tiles or pictured.has_times else PlotAxis,
        y_axis_type=NamedAxis if pictured.has_rows else PlotAxis,
        has_top=pictured.has_top,
        also=pictured.also,
    )


class PictureLayer(MainLayer):
    """Any picture, or the words that stand in its place.

    Parameters
    ----------
    plot
        The plot that holds it.
    pictured
        What is drawn, as it is declared.
    """

    plot: Plot

    def __init__(self, plot: Plot, pictured: Pictured) -> None:
        super().__init__(plot)
        self.pictured = pictured
        self.moved = Moved()
        self._lines: list[Points] = []  # as drawn, in coordinates of the view
        self._helping: list[Points] = []
        self._in_pixels: tuple[list[Points], list[Points]] | None = None
        self._has_room = False  # for the read-out in the header
        self.moving_item = MovingItem(plot.underlay, round(plot.lines.zValue()) + _MOVES)
        self.ribbons = Ribbons(plot.overlay)
        self.key = TileKey(plot.overlay)
        self.message = InItsPlace(plot.overlay)
        self.ways = WaysBar(plot.canvas)
        self.ways.requested.connect(plot.ask)
        self.beside = BesideItem(plot.overlay)
        self.sentence = Sentence(plot.overlay)
        if pictured.has_tiles:
            self.sentence.share = 1.0
        self._searches = Searches()
        self._at_rest = Tasks(plot, tr("what is drawn once the line rests"))
        self._timer = QTimer(plot)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST)
        self._timer.timeout.connect(self._work_out)
        self._rest = QTimer(plot)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self._await)
        layers: list[Layer] = [TilesLayer(plot, self)] if pictured.has_tiles else []
        self.handle: HandleLayer | None = None
        if pictured.handle is not None:
            self.handle = HandleLayer(plot, pictured.handle)
            layers.append(self.handle)
        if pictured.sweep is not None:
            layers.append(SweepLayer(plot, self, pictured.sweep))
        if pictured.lasso is not None:
            layers.append(LassoLayer(plot, pictured.lasso))
        if pictured.pick is not None:
            layers.append(PickLayer(plot, self, pictured.pick))
        if pictured.thresholds is not None:
            layers.append(AlongPicture(plot, self))
        self.layers = tuple(layers)

    @property
    def words(self) -> str:
        """What stands in the place of the picture; "" where there is one."""
        return self.message.words

    @property
    def style(self) -> Style:
        """How everything is told."""
        return replace(style_of(self.plot.words), rounded=text.measure, rate=text.percent)

    @property
    def is_square(self) -> bool:
        """Whether a unit is as long on one axis as on the other when the whole plot is shown."""
        return self.pictured.is_square and self.plot.picture is not None

    @property
    def ratio(self) -> float:
        """How much higher than wide the frame is: its axes may be of different lengths."""
        picture = self.plot.picture
        return 1.0 if picture is None or not self.pictured.is_square else picture.ratio

    @property
    def is_named_beside(self) -> bool:
        """Whether the room beside a square is for what stands there."""
        return self.beside.has_words

    # -------------------------------------------------------------------- snapshots

    def is_other(self, old: Snapshot, new: Snapshot) -> bool:
        """Return whether the picture is another: of other scores, or settings that it rests on."""
        if new.ranking is not old.ranking:
            return True
        banded = [self.pictured.id in one.choices.bands for one in (old, new)]
        if self.pictured.has_bands and banded[0] != banded[1]:
            return True
        of_inputs = new.inputs is not old.inputs or new.comparison is not old.comparison
        return (of_inputs or new.calibrated != old.calibrated) and self.pictured.depends(
            old
        ) != self.pictured.depends(new)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name everything as a vocabulary does."""
        del vocabulary
        self.plot.set_title(self.pictured.title.told(self.style))
        if self.plot.snapshot.ranking is not None:
            self.render_ranking()
            self.plot.render_point()

    def render_ranking(self) -> None:
        """Take another picture; a view that was chosen stays where the axes do."""
        plot, snapshot = self.plot, self.plot.snapshot
        before, view = plot.picture, None if plot.is_home else plot.viewport
        plot.picture, self._lines, self._helping = None, [], []
        self._in_pixels, self._has_room = None, False
        found: pictures.Picture | Told = Text("")
        if snapshot.ranking is not None:
            found = self.pictured.picture(snapshot, self.style)
        is_drawn = isinstance(found, pictures.Picture)
        ways = () if is_drawn else self.pictured.ways(snapshot)
        self.ways.show_ways(ways, self.style)
        if isinstance(found, pictures.Picture):
            self.message.say("")
            plot.set_picture(found)
            for axis, shown in ((plot.x_axis, found.x_axis), (plot.y_axis, found.y_axis)):
                axis.rename(shown.title, shown.title.partition(" (")[0])
                if isinstance(axis, NamedAxis):
                    axis.name({place: name for place, name, _more in shown.names})
            plot.show_top(found.top)
            is_same = before is not None and before.scales == found.scales
            if view is not None and is_same:
                plot.show_range(view)
            long = self.pictured.summary_with_limits
            told = [one(snapshot).told(self.style) for one in (self.pictured.summary, long) if one]
            plot.header.set_summary(*told)
        else:
            self.message.say(found.told(self.style))
            plot.show_top(None)
            plot.header.set_summary("")
        self.beside.say(None if snapshot.ranking is None else self.pictured.beside(snapshot))
        self._make_room(found)
        self.name_lines()
        plot.place_all()
        plot.draw()
        if not self.pictured.rests:
            self._await()

    def _await(self) -> None:
        """Have it worked out what is not known yet."""
        snapshot = self.plot.snapshot
        if snapshot.ranking is not None and self.pictured.is_awaited(snapshot):
            self.plot.awaited.emit(self.pictured.source)

    def _make_room(self, found: Picture | Told) -> None:
        """Leave room below the axis for the strips that there can be."""
        moved = self._moved() if isinstance(found, pictures.Picture) else Moved()
        strips = [one for one in self._layers(moved) if isinstance(one, pictures.Strip)]
        spare = _LINES * QFontMetricsF(self._small).height() if self.pictured.has_tiles else 0.0
        self.plot.x_axis.set_ribbons(len(strips) * (RIBBON + RIBBON_GAP) + spare)
        self.moved = moved

    def _layers(self, moved: Moved) -> tuple[pictures.Layer, ...]:
        picture = self.plot.picture
        return moved.layers if picture is None else (*picture.layers, *moved.layers)

    def _moved(self) -> Moved:
        plot = self.plot
        if plot.picture is None or plot.snapshot.point is None:
            return Moved()
        return self.pictured.moved(plot.snapshot, self.style)

    # --------------------------------------------------------------------- at rest

    def _wait(self, rest: Rest) -> None:
        """Have what takes longer made once the threshold rests."""
        self._at_rest.cancel()
        self._timer.stop()
        if not rest.is_known(self.plot.snapshot):
            self._timer.start()

    def _work_out(self) -> None:
        rest, snapshot = self.pictured.rest, self.plot.snapshot
        if rest is not None and not rest.is_known(snapshot):
            self._at_rest.start(
                lambda _task: rest.find(snapshot),
                on_success=lambda _found: self._show_whole(),
                on_failure=lambda error: self.message.say(text.said(error.message)),
                on_end=lambda: None,
            )

    def _show_whole(self) -> None:
        if not self.plot.is_stale:
            self.render_ranking()
            self.plot.render_point()

    @property
    def is_drawing(self) -> bool:
        """Whether something is made for what is shown."""
        return self._timer.isActive() or self._at_rest.is_busy

    def shut_down(self) -> None:
        """End what is made in the background."""
        self._timer.stop()
        self._at_rest.shut_down()

    def render_point(self) -> None:
        """Show what moves with the threshold where it is now, and say what holds there."""
        plot = self.plot
        names = self._moving_names()
        if self.pictured.rests:
            self._rest.start()
        self.moved = self._moved()
        self._show_moved()
        if self.pictured.rest is not None:
            self._wait(self.pictured.rest)
        said = SaidLater(self.moved, self.style)
        if not self._has_room:  # digits take one width, and a sign of more is left for others
            self._has_room = plot.snapshot.point is not None
            plot.header.set_widest(f"{said.short}{_SPARE}", f"{said.long}{_SPARE}")
        plot.header.set_read_out(said)
        if self._moving_names() != names:
            self.name_lines()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Follow what is dragged besides the threshold."""
        if new.point is old.point and new.inputs is not old.inputs:
            self.render_point()

    def moving_layers(self) -> Sequence[pictures.Layer]:
        """Return what moves, and the lines that are dragged."""
        if self.plot.picture is None or self.plot.header.hides_values:
            return ()
        return (*self.pictured.levels(self.plot.snapshot), *self.moved.layers)

    def described(self) -> str:
        """Return what the picture comes to, and what holds at the threshold; or why there is none.

        Where the answers are hidden that is said.
        """
        header = self.plot.header
        if header.hides_values:
            return _HIDDEN
        told = (*header.with_intervals, self.sentence.words)
        return self.words or ". ".join(filter(None, told))

    def hide_values(self, *, hidden: bool) -> None:
        """Leave what is told at the threshold to be worked out, or show it."""
        super().hide_values(hidden=hidden)
        self._fit_beside()
        if not self.plot.is_stale:
            self._show_moved()

    # ---------------------------------------------------------------------- drawing

    @property
    def tiles(self) -> tuple[pictures.Tiles, ...]:
        """The tiles that are shown."""
        shown = () if self.plot.header.hides_values else self.moved.layers
        return tuple(one for one in shown if isinstance(one, pictures.Tiles))

    @property
    def _small(self) -> QFont:
        return scaled_font(self.plot.font(), SMALL)

    def draw(self) -> None:
        """Draw what the visible range needs on this many pixels."""
        plot, picture = self.plot, self.plot.picture
        layers = () if picture is None else picture.layers
        seen = plot.finer
        scales = plot.x_scale, plot.y_scale
        plot.lines.show_lines(tuple(drawn(layers, seen, scales, plot.theme, self._small)))
        lines = () if picture is None else picture.lines
        self._lines = [one.vertices(seen) for one in lines]
        references = () if picture is None else picture.references
        self._helping = [one.vertices(seen) for one in references]
        for band in () if picture is None else picture.bands:
            x, lower, upper = band.edges(seen)
            self._helping += [(x, lower), (x, upper)]
        self._in_pixels = None
        self._show_moved()

    def _show_moved(self) -> None:
        """Draw what moves, unless nobody can see it, or it is to be worked out."""
        plot = self.plot
        layers = () if plot.header.hides_values else self.moved.layers
        seen, scales = plot.viewport, (plot.x_scale, plot.y_scale)
        self.moving_item.is_figure = plot.is_figure
        self.moving_item.set_viewport(seen)
        self.moving_item.show_lines(tuple(drawn(layers, seen, scales, plot.theme, self._small)))
        told = "" if plot.header.hides_values else self.moved.sentence.told(self.style)
        self.sentence.say(told, seen.width)
        if self.pictured.has_tiles:
            samples = [sample for one in self.tiles for sample in one.samples]
            self.key.show_samples(tuple(samples), seen, plot.theme, self._small)
            self.sentence.put((0.0, seen.height + self.key.height + RIBBON_GAP))
        box = self.sentence.box
        if box is not None and any(overlap(box, one) for one in self.moving()):
            self._place_sentence()
        every = self._layers(Moved(layers))
        strips = [one for one in every if isinstance(one, pictures.Strip)]
        if strips or self.ribbons.shown:
            self.ribbons.show_strips(strips, seen, plot.theme)

    def place(self) -> None:
        """Fit everything into another view."""
        plot = self.plot
        self._in_pixels = None
        self.sentence.dress(scaled_font(plot.font(), SMALL), plot.theme)
        self.ways.fit(plot.viewport.width)
        spare = 0.0 if self.ways.isHidden() else self.ways.sizeHint().height() + _BELOW
        self.message.fit(plot.viewport, scaled_font(plot.font(), NORMAL), plot.theme, spare)
        self._place_ways()
        self._fit_beside()
        self._show_moved()

    def _place_ways(self) -> None:
        """Put what can be done below the words, in the middle."""
        canvas, size = self.plot.canvas, self.ways.sizeHint()
        foot = canvas.mapFromScene(self.message.foot())
        left = foot.x() - size.width() // 2
        self.ways.setGeometry(max(left, 0), foot.y() + _BELOW, size.width(), size.height())

    @property
    def taken_around(self) -> tuple[float, float]:
        """How many pixels at the right of the axes, and above them, are no room for names."""
        if not self.beside.is_shown:
            return 0.0, 0.0
        above = self._above_square
        return (0.0, above) if above > 0 else (self.plot.spare_width, 0.0)

    @property
    def _above_square(self) -> float:
        """How high the room above a square is that is taken; 0 where that at its right is."""
        above = self.plot.spare_height - _FOR_NAMES
        return above if above > self.plot.spare_width else 0.0

    def _fit_beside(self) -> None:
        """Fit what stands beside the square into the room that it leaves."""
        plot = self.plot
        if self.beside.has_words:
            seen, above = plot.viewport, self._above_square
            room = (seen.width + BESIDE, 0.0, plot.spare_width - BESIDE, seen.height)
            if above:
                room = (0.0, -plot.spare_height, seen.width, above)
            self.beside.fit((0.0, 0.0, 0.0, 0.0) if plot.header.hides_values else room)
            self.beside.dress(plot.font(), plot.theme, self.style)

    def recolour(self) -> None:
        """Take the theme of the plot, and its font."""
        self.place()
        if not self.plot.is_stale:
            self.draw()
        self.name_lines()

    # ------------------------------------------------------------------------ names

    def _pixels(self) -> tuple[list[Points], list[Points]]:
        """Return lines and references in pixels; the same objects until the view changes."""
        if self._in_pixels is None:
            seen = self.plot.viewport
            lines, helping = (
                [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in found]
                for found in (self._lines, self._helping)
            )
            self._in_pixels = lines, helping
        return self._in_pixels

    def lines(self) -> Sequence[Points]:
        """Return the drawn lines in pixels."""
        return self._pixels()[0]

    def helping_lines(self) -> Sequence[Points]:
        """Return what the lines are compared with in pixels."""
        return self._pixels()[1]

    def moving(self) -> Sequence[Box]:
        """Return where the marks are that move."""
        plot = self.plot
        marks = [one for one in self.moved.layers if isinstance(one, pictures.Mark)]
        places = [
            (plot.x_scale.place(one.x), plot.y_scale.place(y)) for one in marks for y in one.ys
        ]
        found = [plot.viewport.pixels(*place) for place in places]
        return [(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in found]

    def taken(self) -> Sequence[Points]:
        """Return lines across the sentence."""
        box = self.sentence.box
        return [*self._moving_lines(), *([] if box is None else [outline_of(box)])]

    def _moving_lines(self) -> list[Points]:
        """Return the lines that move, in pixels."""
        seen, layers = self.plot.viewport, self.moved.layers
        found = [one.vertices(seen) for one in layers if isinstance(one, pictures.Line)]
        return [(seen.x_pixels(x), seen.y_pixels(y)) for x, y in found]

    def _named(self) -> list[tuple[Named, Points | None]]:
        """Return what has a name, and where that may stand beside it."""
        picture, theme = self.plot.picture, self.plot.theme
        if picture is None:
            return []
        found: list[tuple[Named, Points | None]] = []
        nowhere: list[Points | None] = [None] * len(picture.layers)
        drawn_lines = [*self.lines()] or nowhere[: len(picture.lines)]
        for line, at in zip(picture.lines, drawn_lines, strict=True):
            pen = bars_look(theme, line.look)[0] if line.is_filled else pen_of(line.look, theme)
            found.append((Named(text.said(line.name), pen), at))
        helping = [*self.helping_lines()] or nowhere  # and the edges of bands behind them
        faint = QPen(QColor(theme.faint_text), 1.0)
        for reference, at in zip(picture.references, helping, strict=False):
            name = text.said(reference.name)
            found.append((Named(name, faint, is_line=False), at))
        found += self._filled(picture, helping[len(picture.references) :])
        return [(entry, at) for entry, at in found if entry.name]

    def _filled(
        self, picture: Picture, edges: Sequence[Points | None]
    ) -> list[tuple[Named, Points | None]]:
        """Return the names of what is filled, given the edges of its bands, and of what moves.

        Bars have theirs beside them, as lines do.
        """
        theme = self.plot.theme
        found: list[tuple[Named, Points | None]] = []
        for number, band in enumerate(picture.bands):
            if band.is_bars:
                pen, _brush = bars_look(theme, band.look)
                found.append((Named(text.said(band.name), pen), _higher(edges[2 * number :][:2])))
        for layer in self._layers(self.moved):
            if isinstance(layer, pictures.Band) and layer.is_bars:
                continue
            if isinstance(layer, (pictures.Band, pictures.Region)):
                pen, brush = area_look(layer, theme)
                name = text.said(layer.name)
                sample = Named(name, pen, brush, is_line=False, is_sample=True)
                found.append((sample, None))
            elif isinstance(layer, pictures.Strip):
                colour = pen_of(layer.look, theme).color()
                pen, brush = QPen(QColor(theme.faint_text), 1.0), QBrush(colour)
                name = text.said(layer.name)
                sample = Named(name, pen, brush, is_line=False, is_sample=True)
                found.append((sample, None))
            elif isinstance(layer, pictures.Line) and layer not in picture.layers:
                pen = pen_of(layer.look, theme, is_main=layer.is_main)
                name = text.said(layer.name)
                found.append((Named(name, pen, is_line=False, is_sample=True), None))
        return found

    def _moving_names(self) -> list[str]:
        return [getattr(one, "name", "") for one in self.moved.layers]

    def name_lines(self) -> None:
        """Name lines, what they are compared with, and what is filled."""
        self._place_sentence()
        entries = [entry for entry, _at in self._named()]
        self.plot.legend.set_entries(entries, scaled_font(self.plot.font(), SMALL))
        self.plot.names.place()

    def _place_sentence(self) -> None:
        """Put the sentence where it hides no line; nowhere where it would."""
        plot, size = self.plot, self.sentence.size
        place = None
        if self.pictured.has_tiles:
            return  # it stands below
        if size[1] and not self.plot.is_stale:
            taken = [*self.lines(), *self._moving_lines(), *map(outline_of, self.moving())]
            room = plot.viewport.width, plot.viewport.height
            place = self._searches.free_place(taken, self.helping_lines(), size, room, _GAP)
        self.sentence.put(None if place is None or place.n_hidden else (place.x, place.y))

    def anchors(self) -> Sequence[Points | None]:
        """Return the lines that have names."""
        return [at for _entry, at in self._named()]

    # ------------------------------------------------------------------------ choices

    def switches(self) -> Sequence[Switch]:
        """Return what can be switched."""
        axes = self.plot.snapshot.choices.axes
        if self.plot.picture is None:
            return ()
        offered = [one for one in self.pictured.options if not one.is_rare]
        found = [
            Switch(one.id, text.said(one.word), text.said(one.tip), bool(getattr(axes, one.id)))
            for one in offered
        ]
        return [*found, *groups_switch(self.plot.snapshot)] if self.pictured.has_groups else found

    def menu_entries(self) -> Sequence[Entry]:
        """Return what the menu offers: bands of the lines, and what few want."""
        plot, found = self.plot, list[Entry]()
        has_picture = plot.picture is not None
        if has_picture and self.pictured.has_bands:
            is_shown = self.pictured.id in plot.snapshot.choices.bands
            lacking = self.pictured.no_band(plot.snapshot)
            ask = None if lacking else partial(plot.bands_requested.emit, self.pictured.id)
            name = (
                tr("Confidence &Band ({lacking})", lacking=lacking)
                if lacking
                else tr("Confidence &Band")
            )
            found.append(Entry("plot_bands", name, ask, checked=is_shown))
        for one in self.pictured.options:
            if has_picture and one.is_rare:
                is_on = bool(getattr(plot.snapshot.choices.axes, one.id))
                switch = partial(plot.ask_for_axes, one.id, not is_on)
                lacking = one.lacks(plot.snapshot)
                name = f"{one.word} ({lacking})" if lacking else one.word
                run = None if lacking and not is_on else switch
                found.append(Entry(f"plot_{one.id}", name, run, checked=is_on))
        if self.pictured.is_awaited(plot.snapshot):
            again = partial(plot.wanted.emit, self.pictured.source)
            found.append(Entry("plot_find_out", self.pictured.find_out, again))
        return (replace(found[0], starts_group=True), *found[1:]) if found else ()

    # -------------------------------------------------------------------------- mouse

    @property
    def standing(self) -> Standing | None:
        """Where thresholds stand along x now; None where they stand nowhere."""
        given = self.pictured.thresholds
        return None if given is None or self.plot.picture is None else given(self.plot.snapshot)

    def is_near(self, position: QPointF) -> bool:
        """Return whether a place is near to a line."""
        x, y = position.x(), position.y()
        return any(distance_to_line(*line, x, y) <= _NEAR for line in self.lines())

    def asking(self, position: QPointF) -> pictures.Line | None:
        """Return the line with a request that a place is on, or on whose name; None for none."""
        picture, row = self.plot.picture, self.plot.legend.entry_at(position)
        lines = () if picture is None else picture.lines
        if row is not None:
            found = [line for line in lines if line.name][row : row + 1]
        else:
            x, y = position.x(), position.y()
            away = [distance_to_line(*line, x, y) for line in self.lines()]
            nearest = min(zip(away, range(len(away)), strict=True), default=(math.inf, 0))
            found = [lines[nearest[1]]] if nearest[0] <= _NEAR else []
        return next((line for line in found if line.request is not None), None)

    def press(self, position: QPointF) -> bool:
        """Ask for what a line stands for."""
        line = self.asking(position)
        if line is None or line.request is None:
            return False
        self.plot.ask(line.request)
        return True

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show that a line can be clicked."""
        return None if self.asking(position) is None else Qt.CursorShape.PointingHandCursor

    def hint_at(self, position: QPointF) -> str:
        """Say what a click does."""
        return "" if self.asking(position) is None else tr("Click to select its rows")

    def words_at(self, position: QPointF | None) -> str | None:
        """Return what holds at the x of a place near to a line; of a group what it is."""
        line = None if position is None else self.asking(position)
        if line is not None:
            return text.said(line.name)
        told = self.pictured.at
        if position is None or told is None or not self.is_near(position):
            return None
        place = np.array([self.plot.viewport.x_at(position.x())])
        found = told(self.plot.snapshot, float(self.plot.x_scale.from_view(place)[0]))
        return None if found is None else found.told(self.style)


class SaidLater:
    """A read-out that is put into words when it is painted."""

    before: tuple[str, ...] = ()

    def __init__(self, moved: Moved, style: Style) -> None:
        self._moved, self._style = moved, style

    @cached_property
    def short(self) -> str:
        """The numbers alone."""
        return self._moved.said.told(self._style)

    @cached_property
    def long(self) -> str:
        """The numbers with their intervals."""
        long = self._moved.with_limits
        return self.short if long is None else long.told(self._style)


def _higher(edges: Sequence[Points | None]) -> Points | None:
    """Return the edge of bars that is not their ground."""
    known = [edge for edge in edges if edge is not None]
    return max(known, key=lambda edge: float(np.ptp(edge[1])), default=None)


class Along:
    """The x axis of a picture as an axis of scores: where thresholds stand on it."""

    def __init__(self, x_scale: AxisScale, standing: Standing) -> None:
        self._x_scale, self._standing = x_scale, standing

    @property
    def home(self) -> tuple[float, float]:
        """The range of the view to begin with."""
        return self._x_scale.home

    @property
    def limits(self) -> tuple[float, float]:
        """The range that the view never leaves."""
        return self._x_scale.limits

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map thresholds to the view."""
        return self._x_scale.to_view(self._standing.x_of(values))

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map thresholds to the view, where it is safe also to beyond what it shows."""
        return self._x_scale.unclipped(self._standing.x_of(values))

    def place(self, value: float) -> float:
        """Map one threshold to the view."""
        return float(self.to_view(np.array([value]))[0])

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map places in the view to thresholds."""
        return self._standing.threshold_at(self._x_scale.from_view(places))

    def is_beyond(self, value: float) -> bool:
        """Return whether a threshold is infinite."""
        return not math.isfinite(value)


class AlongPicture(ScoreAxisLayer):
    """The line of the threshold and all that belongs to an axis of scores, along a picture."""

    def __init__(self, plot: Plot, of: PictureLayer) -> None:
        self._of = of
        super().__init__(plot)

    @property
    def scale(self) -> AxisScale | None:
        """Where thresholds stand along the x axis; None where they stand nowhere."""
        standing = self._of.standing
        return None if standing is None else Along(self.plot.x_scale, standing)

    def render_ranking(self) -> None:
        """Take other scores, which may stand nowhere."""
        super().render_ranking()
        self.place()

    def places_of(self, run: Run) -> tuple[Places, ...]:
        """Return where selected rows are marked along the axis."""
        return () if self.plot.is_stale else super().places_of(run)


class TilesLayer(Layer):
    """The hand on tiles: each tells about itself, and a click asks for what it stands for."""

    def __init__(self, plot: Plot, of: PictureLayer) -> None:
        super().__init__(plot)
        self._of = of

    def _under(self, position: QPointF) -> tuple[pictures.Tiles, int, int] | None:
        seen = self.plot.viewport
        if self._of.plot.picture is None or not seen.has(position.x(), position.y()):
            return None
        place = seen.x_at(position.x()), seen.y_at(position.y())
        found = ((one, one.at(*place)) for one in self._of.tiles)
        return next(((one, *at) for one, at in found if at is not None), None)

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show what can be clicked."""
        return None if self._under(position) is None else Qt.CursorShape.PointingHandCursor

    def hint_at(self, position: QPointF) -> str:
        """Say what a click does."""
        return "" if self._under(position) is None else tr("Click to select these rows")

    def words_at(self, position: QPointF | None) -> str | None:
        """Tell about what is pointed at."""
        found = None if position is None else self._under(position)
        return None if found is None else found[0].about(*found[1:]).told(self._of.style)

    def press(self, position: QPointF) -> bool:
        """Ask for what a tile stands for."""
        found = self._under(position)
        asked = None if found is None else found[0].ask(*found[1:])
        if asked is not None:
            self.plot.ask(asked)
        return found is not None


class PickLayer(Layer):
    """The hand on places of a picture that stand for something: a click asks for it."""

    def __init__(
        self,
        plot: Plot,
        of: PictureLayer,
        picked: Callable[[Snapshot, float, float], Pick | None],
    ) -> None:
        super().__init__(plot)
        self._plot, self._of, self._picked = plot, of, picked

    def _under(self, position: QPointF) -> Pick | None:
        plot, seen = self._plot, self._plot.viewport
        if plot.picture is None or not seen.has(position.x(), position.y()):
            return None
        hands = (one for one in (plot.grip, plot.grey) if one is not None)
        if any(one.cursor_at(position) is not None for one in hands):
            return None
        return self._picked(plot.snapshot, seen.x_at(position.x()), seen.y_at(position.y()))

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show what can be clicked."""
        found = self._under(position)
        is_none = found is None or found.request is None
        return None if is_none else Qt.CursorShape.PointingHandCursor

    def hint_at(self, position: QPointF) -> str:
        """Say what a click does."""
        found = self._under(position)
        return "" if found is None else found.words.told(self._of.style)

    def words_at(self, position: QPointF | None) -> str | None:
        """Tell about what is pointed at."""
        found = None if position is None else self._under(position)
        return None if found is None else found.about.told(self._of.style)

    def press(self, position: QPointF) -> bool:
        """Ask for what a place stands for."""
        found = self._under(position)
        if found is None or found.request is None:
            return False
        self._plot.ask(found.request)
        return True


class SweepLayer(Layer):
    """A drag along a line, which asks for what lies between where it began and where it is."""

    def __init__(
        self,
        plot: Plot,
        of: PictureLayer,
        asked: Callable[[Snapshot, float, float], Request | None],
    ) -> None:
        super().__init__(plot)
        self._plot, self._of, self._asked = plot, of, asked
        self._start: float | None = None  # along x, while it is held
        self._before = NO_SELECTION
        self._latest: Request | None = None

    @property
    def is_held(self) -> bool:
        """Whether it is dragged."""
        return self._start is not None

    def render_ranking(self) -> None:
        """Forget what was begun on another picture."""
        self._start = self._latest = None

    def _is_for_it(self, position: QPointF) -> bool:
        if self._plot.picture is None or not self._plot.viewport.has(position.x(), position.y()):
            return False
        grip = self._plot.grip
        is_grip = grip is not None and grip.cursor_at(position) is not None
        return not is_grip and self._of.is_near(position) and self._of.asking(position) is None

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show where a drag can begin."""
        return Qt.CursorShape.CrossCursor if self._is_for_it(position) else None

    def hint_at(self, position: QPointF) -> str:
        """Say what is selected."""
        return tr("Drag along the curve to select its rows") if self._is_for_it(position) else ""

    def press(self, position: QPointF) -> bool:
        """Begin on a line, but where the threshold is."""
        if not self._is_for_it(position):
            return False
        self._start, self._latest = self._x_at(position), None
        self._before = self._plot.snapshot.choices.selection
        self.drag(position)
        return True

    def _x_at(self, position: QPointF) -> float:
        place = np.array([self._plot.viewport.x_at(position.x())])
        return float(self._plot.x_scale.from_view(place)[0])

    def drag(self, position: QPointF) -> None:
        """Ask for what lies between, where that is something else than before."""
        if self._start is None:
            return
        wanted = self._asked(self._plot.snapshot, self._start, self._x_at(position))
        if wanted is not None and wanted != self._latest:
            self._latest = wanted
            self._plot.ask(wanted)

    def let_go(self) -> bool:
        """Hold it no more: no threshold was moved."""
        self._start = self._latest = None
        return False

    def give_up(self) -> bool:
        """Select what was selected before."""
        if self._latest is not None:
            self._plot.ask(SelectRows(self._before))
        return self.let_go()


class LassoLayer(Layer):
    """A rectangle that is drawn, which asks for what lies in it when it is let go."""

    def __init__(self, plot: Plot, asked: Callable[[Snapshot, Ends, Ends], Request | None]) -> None:
        super().__init__(plot)
        self._plot, self._asked = plot, asked
        self.item = QGraphicsRectItem(plot.overlay)
        self.item.hide()
        self._start: QPointF | None = None  # while it is held
        self._sides: tuple[Ends, Ends] | None = None  # in coordinates of the view
        self._latest: Request | None = None

    @property
    def is_held(self) -> bool:
        """Whether it is drawn."""
        return self._start is not None

    def render_ranking(self) -> None:
        """Forget what was drawn on another picture."""
        self._start = self._sides = self._latest = None
        self.place()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Go once something else is selected."""
        del old
        if self._latest is not None and self._latest != SelectRows(new.choices.selection):
            self._sides = self._latest = None
            self.place()

    def place(self) -> None:
        """Fit into another view."""
        sides, seen = self._sides, self._plot.viewport
        self.item.setVisible(sides is not None)
        if sides is not None:
            corners = [seen.pixels(x, y) for x, y in zip(*sides, strict=True)]
            self.item.setRect(QRectF(QPointF(*corners[0]), QPointF(*corners[1])).normalized())

    def recolour(self) -> None:
        """Take the theme of the plot."""
        pen = QPen(QColor(self._plot.theme.accent), 1.0)
        pen.setStyle(Qt.PenStyle.DashLine)
        self.item.setPen(pen)

    def _is_for_it(self, position: QPointF) -> bool:
        has_picture = self._plot.picture is not None
        return has_picture and self._plot.viewport.has(position.x(), position.y())

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show where it can begin."""
        return Qt.CursorShape.CrossCursor if self._is_for_it(position) else None

    def hint_at(self, position: QPointF) -> str:
        """Say what is selected."""
        return tr("Drag around dots to select their rows") if self._is_for_it(position) else ""

    def press(self, position: QPointF) -> bool:
        """Begin a corner."""
        if not self._is_for_it(position):
            return False
        self._start = position
        return True

    def drag(self, position: QPointF) -> None:
        """Draw it to where the other corner is."""
        if self._start is not None:
            seen = self._plot.viewport
            ends = [(seen.x_at(one.x()), seen.y_at(one.y())) for one in (self._start, position)]
            self._sides = (ends[0][0], ends[1][0]), (ends[0][1], ends[1][1])
            self.place()

    def let_go(self) -> bool:
        """Ask for what lies in it: no threshold was moved."""
        was_drawn, self._start = self.is_held and self._sides is not None, None
        if was_drawn and self._sides is not None:
            scales = self._plot.x_scale, self._plot.y_scale
            x, y = (
                sorted(scale.from_view(np.array(side)).tolist())
                for scale, side in zip(scales, self._sides, strict=True)
            )
            self._latest = self._asked(self._plot.snapshot, (x[0], x[1]), (y[0], y[1]))
            if self._latest is None:
                self._sides = None
                self.place()
            else:
                self._plot.ask(self._latest)
        return False

    def give_up(self) -> bool:
        """Draw nothing, and select nothing else."""
        self._start = self._sides = None
        self.place()
        return False


class HandleLayer(Layer):
    """A line that is dragged along x and asks for something else than the threshold."""

    def __init__(self, plot: Plot, handle: Handle) -> None:
        super().__init__(plot)
        self._plot, self._handle = plot, handle
        self.line = ThresholdLine(plot.overlay)
        self._offset: float | None = None  # in pixels, while it is held
        self._has_asked = False

    @property
    def is_held(self) -> bool:
        """Whether it is dragged."""
        return self._offset is not None

    def render_ranking(self) -> None:
        """Go with another picture."""
        self.place()

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Stand where it stands now."""
        if new.inputs is not old.inputs or new.point is not old.point:
            self._stand()

    def _stand(self) -> None:
        has_picture = self._plot.picture is not None
        self.line.set_threshold(self._handle.x_of(self._plot.snapshot) if has_picture else math.nan)

    def place(self) -> None:
        """Fit into another view."""
        self.line.set_view(self._plot.viewport, self._plot.x_scale)
        self._stand()

    def recolour(self) -> None:
        """Take a colour that is not that of the threshold."""
        self.line.recolour(self._plot.theme.faint_text)

    def moving(self) -> Sequence[Box]:
        """Return where it is."""
        return self.line.boxes

    def cursor_at(self, position: QPointF) -> Qt.CursorShape | None:
        """Show where it can be taken."""
        return self.line.cursor_at(position)

    def hint_at(self, position: QPointF) -> str:
        """Say what is dragged."""
        found = self.line.cursor_at(position)
        return "" if found is None else tr("Drag to move {name}", name=text.said(self._handle.name))

    def press(self, position: QPointF) -> bool:
        """Take hold of it."""
        if self.line.cursor_at(position) is None:
            return False
        self._offset, self._has_asked = self.line.x - position.x(), False
        return True

    def drag(self, position: QPointF) -> None:
        """Ask for it to stand at another place: a short number within its pixel."""
        if self._offset is None:
            return
        seen, scale = self._plot.viewport, self._plot.x_scale
        at = min(max(position.x() + self._offset, 0.0), seen.width)
        pixels = [at, max(at - 0.5, 0.0), min(at + 0.5, seen.width)]
        ends = scale.from_view(np.array([seen.x_at(one) for one in pixels])).tolist()
        x, low, high = ends
        if low < high:
            x = shortest_decimal(x, lambda other: low <= other <= high)
        self._has_asked = True
        self._plot.ask(self._handle.ask(self._plot.snapshot, x))

    def let_go(self) -> bool:
        """Hold it no more; return whether it was moved."""
        was_moved, self._offset = self._has_asked and self.is_held, None
        self._has_asked = False
        return was_moved
