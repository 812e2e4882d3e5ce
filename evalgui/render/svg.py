"""Pictures as SVG: the exact data, as much of them as a page can show."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.render.svg_shapes import (
    ACCENT,
    DASHES,
    ERROR,
    FAINT,
    GRID,
    INK,
    PAPER,
    SERIES,
    SMALL,
    Drawing,
    width_of,
    wrapped,
)
from evalgui.results.dots_picture import Cut, Side, bands, outlines
from evalgui.results.free_place import MOST_BESIDE, Named, outline_of, places_beside
from evalgui.results.geometry import clipped, outlines_of, shades
from evalgui.results.letters import RADIUS, gathered, on_axis, on_curve
from evalgui.results.picture import (
    OF_THRESHOLD,
    Estimates,
    Level,
    Line,
    Mark,
    Notes,
    Parting,
    Region,
    Swarm,
    Tone,
)
from evalgui.results.ticks import Numerals, Room, names_that_fit, tick_text, ticks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves.scales import Viewport
    from evalgui.results.geometry import Box
    from evalgui.results.letters import Lettered
    from evalgui.results.picture import (
        Band,
        Column,
        Dots,
        Picture,
        PictureAxis,
        Points,
        Strip,
        Tiles,
    )

_LEFT, _TOP, _BOTTOM, _RIGHT = 52.0, 10.0, 40.0, 14.0
_COLUMNS = 1_500  # on which no vertex is lost that paper could show
_LEADING, _SAMPLE = 15.0, 38.0
_LINE = SMALL * 1.3  # the height of a line of small letters
_DESCENT = SMALL * 0.25
_MARK = 5.0  # pixels around the middle of the operating point, which no name hides
_DOT, _DOT_EDGE = 2.5, 0.8  # the radius of a row, and how wide the edge of a wrong one is
_RIGHT_OPACITY = 0.55  # of what is called rightly
_ABOVE = 30.0  # pixels that an axis above takes, with its title
_RIBBON, _RIBBON_GAP = 6.0, 2.0  # how high a strip below the axis is, and the gap above it
_BAND_OPACITY, _BAR_OPACITY = 0.14, 0.22
_BELOW_TARGET, _ABOVE_TARGET = (0x8D, 0xBB, 0xA5), (0xE8, 0x90, 0x6A)  # ten times or more
_TILE_GAP = 1.0
_NUMERALS = Numerals()
_TONES = {
    Tone.INK: INK,
    Tone.FAINT: FAINT,
    Tone.WRONG: ERROR,
    Tone.POSITIVE: SERIES[0],
    Tone.NEGATIVE: SERIES[1],
}


def painted(picture: Picture, size: tuple[float, float]) -> Drawing:
    """Draw a picture.

    Parameters
    ----------
    picture
        What to draw.
    size
        Width and height in pixels. It becomes higher where names of lines stand above it.

    Returns
    -------
    Drawing
    """
    width, height = size[0] - _LEFT - _RIGHT, size[1] - _TOP - _BOTTOM
    frame = Frame(picture, picture.home(width, height))
    rows = _rows_of_names(frame.names_above, width)
    above = _LEADING * len(rows)
    top = 0.0 if picture.top is None else _ABOVE
    below = len(picture.strips) * (_RIBBON + _RIBBON_GAP)
    drawing = Drawing(size[0], size[1] + above + top + below)
    for number, row in enumerate(rows):
        x, y = _LEFT, _TOP + _LEADING * number + 4
        for one in row:
            if one.opacity:
                edge = FAINT if one.pen[0] == PAPER else ""
                drawing.box(x, y - 7, 20, 7, one.pen[0], edge, opacity=one.opacity)
            else:
                drawing.line(x, y - 3, x + 20, y - 3, one.pen[0], 1.8, one.pen[1])
            drawing.text(x + 24, y, one.text, size=SMALL)
            x += width_of(one.text, SMALL) + _SAMPLE
    _Painter(drawing, frame, _TOP + above + top).paint()
    return drawing


@dataclass(eq=False)
class Frame:
    """Where everything of a picture is, in pixels of a viewport.

    Parameters
    ----------
    picture
        What it shows.
    viewport
        What of it, and how large.
    """

    picture: Picture
    viewport: Viewport

    def x(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places from the left, no further out than the frame."""
        places = self.picture.x_axis.ruler.scale.to_view(values)
        return self.viewport.x_pixels(np.clip(places, self.viewport.left, self.viewport.right))

    def y(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places from the top, no further out than the frame."""
        places = self.picture.y_axis.ruler.scale.to_view(values)
        return self.viewport.y_pixels(np.clip(places, self.viewport.bottom, self.viewport.top))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return one place."""
        return float(self.x(np.array([x]))[0]), float(self.y(np.array([y]))[0])

    @property
    def room(self) -> tuple[float, float]:
        """Its width and height."""
        return self.viewport.width, self.viewport.height

    @property
    def _finer(self) -> Viewport:
        """What is seen, on columns as fine as paper shows."""
        return replace(self.viewport, width=float(_COLUMNS))

    @cached_property
    def lines(self) -> list[Points]:
        """Where each line runs, no further out than the frame."""
        seen, found = self.viewport, []
        for line in self.picture.lines:
            x, y = line.vertices(self._finer)
            x, y = np.clip(x, seen.left, seen.right), np.clip(y, seen.bottom, seen.top)
            found.append((seen.x_pixels(x), seen.y_pixels(y)))
        return found

    @cached_property
    def references(self) -> list[Points]:
        """Where what to compare with runs, as far as it is in view."""
        seen, found = self.viewport, []
        for reference in self.picture.references:
            x, y = reference.vertices(self._finer)
            x, y = clipped(x, y, (seen.left, seen.right), (seen.bottom, seen.top))
            found.append((seen.x_pixels(x), seen.y_pixels(y)))
        return found

    @cached_property
    def bands(self) -> list[tuple[Band, list[Points]]]:
        """What is filled, and the outline of each of its pieces, no further out than the frame."""
        seen, found = self.viewport, []
        for band in self.picture.bands:
            x, lower, upper = band.edges(self._finer)
            pieces = outlines_of(np.clip(x, seen.left, seen.right), lower, upper)
            found.append(
                (
                    band,
                    [
                        (seen.x_pixels(at), seen.y_pixels(np.clip(y, seen.bottom, seen.top)))
                        for at, y in pieces
                    ],
                )
            )
        return found

    @cached_property
    def levels(self) -> list[tuple[Level, float]]:
        """The levels that have a place, and that place from the left."""
        known = [one for one in self.picture.layers if isinstance(one, Level)]
        found = [(one, float(self.x(np.array([one.x]))[0])) for one in known]
        return [(one, x) for one, x in found if not math.isnan(x)]

    @cached_property
    def cuts(self) -> list[Cut]:
        """The thresholds across columns of rows, the upper one first."""
        known = [one for one in self.picture.layers if isinstance(one, Parting)]
        return sorted(Cut(self._height_of(one.y), one.n_above) for one in known)

    def _height_of(self, y: float) -> float:
        return float(self.y(np.array([y]))[0])

    @cached_property
    def marks(self) -> list[tuple[Mark, tuple[float, float]]]:
        """The points that have a place, once for each line."""
        known = [one for one in self.picture.layers if isinstance(one, Mark)]
        found = [(one, self.at(one.x, y)) for one in known for y in one.ys]
        return [(one, at) for one, at in found if not any(map(math.isnan, at))]

    @cached_property
    def lettered(self) -> list[Lettered]:
        """The points and levels with letters, and where these stand."""
        marks = [(one.name, at) for one, at in self.marks if not one.is_main]
        foot = self.room[1] - RADIUS
        levels = [(one.name, (x, foot)) for one, x in self.levels if not one.is_main]
        found = [
            gathered([name for name, _at in spots], [at for _name, at in spots], self.room)
            for spots in (marks, levels)
        ]
        main = [_around(at) for at in self.main_marks]
        return [
            *on_curve(found[0], _sizes(found[0]), self.room, self.lines, main),
            *on_axis(found[1], _sizes(found[1]), self.room),
        ]

    @property
    def main_marks(self) -> list[tuple[float, float]]:
        """Where the operating point is on each line."""
        return [at for one, at in self.marks if one.is_main]

    # -------------------------------------------------------------------------- names

    @cached_property
    def _named(self) -> list[Name]:
        """The lines, and the level in force, that have names."""
        every = self.picture.lines
        found = [
            Name(line.name, _pen(line), at) for line, at in zip(every, self.lines, strict=True)
        ]
        main = [(one, x) for one, x in self.levels if one.is_main]
        found += [Name(one.name, (ACCENT, ""), self._across(x)) for one, x in main]
        return [one for one in found if one.text]

    def _across(self, x: float) -> Points:
        return np.array([x, x]), np.array([0.0, self.room[1]])

    @cached_property
    def _named_references(self) -> list[Name]:
        pairs = zip(self.picture.references, self.references, strict=True)
        return [Name(one.name, (FAINT, ""), at) for one, at in pairs if one.name and len(at[0])]

    @cached_property
    def names_beside(self) -> list[tuple[Name, Box]]:
        """The names that stand beside what they name: those of all lines, or of none."""
        if len(self._named) <= MOST_BESIDE:
            found = self._places([*self._named, *self._named_references])
            if len([one for one, _box in found if one in self._named]) == len(self._named):
                return found
        return self._places(self._named_references)

    @property
    def names_above(self) -> list[Name]:
        """The names that have no place beside what they name, and those of what is filled."""
        beside = [one for one, _box in self.names_beside]
        return [*(one for one in self._named if one not in beside), *self._named_areas]

    @property
    def _named_areas(self) -> list[Name]:
        opacities = [_BAR_OPACITY if one.is_bars else _BAND_OPACITY for one in self.picture.bands]
        areas: list[tuple[Band | Strip, float]] = [
            *zip(self.picture.bands, opacities, strict=True),
            *((one, 1.0) for one in self.picture.strips),
        ]
        nowhere = np.empty(0), np.empty(0)
        samples = [sample for one in self.picture.tiles for sample in one.samples]
        return [
            *(
                Name(one.name, (_colour(one), ""), nowhere, opacity)
                for one, opacity in areas
                if one.name
            ),
            *(Name(words, (_of_tile(shade), ""), nowhere, 1.0) for shade, words in samples),
        ]

    def _places(self, names: Sequence[Name]) -> list[tuple[Name, Box]]:
        """Return which of some names have a place beside what they name, and that."""
        sized = [Named(one.at, (width_of(one.text, SMALL), _LINE)) for one in names]
        levels = [one.at for one in self._named if not any(one.at is line for line in self.lines)]
        marks = [_around(at) for at in self.main_marks]
        marks += [box for one in self.lettered for box in (one.square, one.box) if box is not None]
        lines = [*self.lines, *levels, *map(outline_of, marks)]
        is_filled = any(one.is_filled for one in self.picture.lines)
        others = [*self.references, *(self._across(x) for _one, x in self.levels)]
        found = places_beside(sized, lines, others, self.room, is_filled=is_filled)
        return [(one, boxes[0]) for one, boxes in zip(names, found, strict=True) if boxes]


@dataclass(frozen=True, slots=True, eq=False)
class Name:
    """The name of something, the colour and the dashes of that, and where it runs in pixels.

    What is filled has an opacity above 0.
    """

    text: str
    pen: tuple[str, str]
    at: Points
    opacity: float = 0.0


def _colour(layer: Line | Band | Strip | Region) -> str:
    return ACCENT if layer.look == OF_THRESHOLD else SERIES[layer.look % len(SERIES)]


def _of_tile(shade: float) -> str:
    """Return the colour of a tile: that of nothing that could be told for NaN."""
    if math.isnan(shade):
        return GRID
    full = _ABOVE_TARGET if shade > 0 else _BELOW_TARGET
    parts = (round(255 + (part - 255) * abs(shade)) for part in full)
    return "#" + "".join(f"{part:02x}" for part in parts)


def _pen(line: Line) -> tuple[str, str]:
    """Return the colour and the dashes of a line; bars have none."""
    if line.look == OF_THRESHOLD:
        return ACCENT, ""
    dash = "" if line.is_filled else DASHES[line.look % len(DASHES)]
    return SERIES[line.look % len(SERIES)], dash


def _small(words: str) -> float:
    """Return how wide small letters are."""
    return width_of(words, SMALL)


def _around(at: tuple[float, float]) -> Box:
    """Return the box of the operating point."""
    return at[0] - _MARK, at[1] - _MARK, at[0] + _MARK, at[1] + _MARK


def _sizes(points: Sequence[Lettered]) -> list[tuple[float, float]]:
    return [(width_of(one.letter, SMALL) + 2, SMALL + 1) for one in points]


def _rows_of_names(names: Sequence[Name], width: float) -> list[list[Name]]:
    """Return names in rows that are no wider than given."""
    rows: list[list[Name]] = []
    room = 0.0
    for one in names:
        needed = width_of(one.text, SMALL) + _SAMPLE
        if not rows or room < needed:
            rows.append([])
            room = width
        rows[-1].append(one)
        room -= needed
    return rows


class _Painter:
    """Draws what is in a frame, whose corner lies somewhere in a drawing."""

    def __init__(self, drawing: Drawing, frame: Frame, top: float) -> None:
        self._drawing, self._frame, self._top = drawing, frame, top
        self._width, self._height = frame.room

    def paint(self) -> None:
        """Draw all of it, from the back to the front."""
        frame = self._frame
        self._draw_axes()
        for line_x, line_y in frame.references:
            self._drawing.path(_LEFT + line_x, self._top + line_y, FAINT, width=1, dash="4 3")
        self._draw_areas()
        for tiles in frame.picture.tiles:
            self._draw_tiles(tiles)
        for dots in frame.picture.dots:
            self._draw_dots(dots)
        for number, column in enumerate(frame.picture.columns):
            self._draw_column(number, column)
        for cut in frame.cuts:
            y = self._top + cut.height
            self._drawing.line(_LEFT, y, _LEFT + self._width, y, ACCENT, 1.2)
        self._draw_levels(INK, 0.8, "1 3", is_main=False)
        for line, points in reversed([*zip(frame.picture.lines, frame.lines, strict=True)]):
            self._draw_line(line, points)
        self._draw_rows()
        self._draw_levels(ACCENT, 1.2, is_main=True)
        self._draw_lettered()
        for x, y in frame.main_marks:
            self._drawing.circle(_LEFT + x, self._top + y, 4, ACCENT, PAPER)
        for name, (left, _above, _right, bottom) in frame.names_beside:
            at = _LEFT + left, self._top + bottom - _DESCENT
            self._drawing.text(*at, name.text, size=SMALL, colour=name.pen[0])

    def _draw_areas(self) -> None:
        for layer in self._frame.picture.layers:
            if isinstance(layer, Region):
                self._draw_region(layer)
        for band, pieces in self._frame.bands:
            for x, y in pieces:
                self._draw_band(band, _LEFT + x, self._top + y)

    def _draw_band(self, band: Band, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
        colour = _colour(band)
        pen, opacity = (1.0, _BAR_OPACITY) if band.is_bars else (0.0, _BAND_OPACITY)
        self._drawing.path(x, y, colour, width=pen, fill=colour, opacity=opacity)

    def _draw_tiles(self, tiles: Tiles) -> None:
        """Draw tiles, with the lines that have room on them: where the first has none, none."""
        seen, n_rows = self._frame.viewport, len(tiles.rows_of)
        width = seen.x_pixels(1.0) - seen.x_pixels(0.0) - 2 * _TILE_GAP
        height = seen.y_pixels(0.0) - seen.y_pixels(1.0) - 2 * _TILE_GAP
        room = int(height // _LINE)
        for row, column in tiles.every():
            corner = seen.pixels(float(column), float(n_rows - row))
            x, y = _LEFT + corner[0] + _TILE_GAP, self._top + corner[1] + _TILE_GAP
            is_open = bool(tiles.is_open[row, column])
            fill = _of_tile(math.nan if is_open else float(tiles.shades[row, column]))
            edge = INK if tiles.is_own[row, column] else ""
            self._drawing.box(x, y, width, height, fill, edge)
            lines = tiles.lines(row, column)[:room]
            shown = [one for one in lines if width_of(one, SMALL) <= width]
            if not shown or shown[0] != lines[0]:
                continue
            begin = y + (height - _LINE * len(shown)) / 2 + _LINE - _DESCENT
            for number, words in enumerate(shown):
                at = x + width / 2, begin + number * _LINE
                is_bold = not number and not is_open
                colour = FAINT if is_open else INK
                self._drawing.text(*at, words, "middle", SMALL, colour, is_bold=is_bold)

    def _draw_strip(self, strip: Strip, top: float) -> None:
        """Draw values along the axis as a shade of boxes, each as dark as its value is high."""
        seen = self._frame.viewport
        x, value = strip.vertices(seen)
        at = np.clip(seen.x_pixels(x), 0.0, self._width)
        colour = _colour(strip)
        for begin, end, shade in shades(at, value):
            self._drawing.box(_LEFT + begin, top, end - begin, _RIBBON, colour, opacity=shade)

    def _draw_top(self, axis: PictureAxis) -> None:
        """Draw the axis above: what stands at places of the axis below."""
        seen = self._frame.viewport
        room = Room(self._width, lambda words: width_of(words, SMALL))
        named = [(place, name) for place, name, _more in axis.names]
        for place, name in names_that_fit(named, seen.left, seen.right, room).items():
            x = _LEFT + seen.x_pixels(place)
            self._drawing.line(x, self._top - 3, x, self._top, FAINT, 0.7)
            self._drawing.text(x, self._top - 5, name, "middle", SMALL)
        self._drawing.text(_LEFT + self._width / 2, self._top - 18, axis.title, "middle", SMALL)

    def _draw_axes(self) -> None:
        """Draw the grid, the ticks with their numbers, the frame and the titles."""
        drawing, picture, seen = self._drawing, self._frame.picture, self._frame.viewport
        right, bottom = _LEFT + self._width, self._top + self._height
        if picture.top is not None:
            self._draw_top(picture.top)
        below = bottom
        for strip in picture.strips:
            self._draw_strip(strip, below + _RIBBON_GAP)
            below += _RIBBON_GAP + _RIBBON
        inside = (_LEFT, self._top, self._width, self._height)
        drawing.box(*inside, PAPER)
        for place, text in _ticks(picture.x_axis, seen.left, seen.right, self._width):
            x = _LEFT + seen.x_pixels(place)
            drawing.line(x, self._top, x, bottom, GRID, 0.7)
            drawing.text(x, below + 13, text, "middle", SMALL)
        upright = _ticks(picture.y_axis, seen.bottom, seen.top, self._height, is_upright=True)
        for place, text in upright:
            y = self._top + seen.y_pixels(place)
            drawing.line(_LEFT, y, right, y, GRID, 0.7)
            shown = wrapped(text, _LEFT - 7, partial(width_of, size=SMALL), most=1)[0]
            drawing.text(_LEFT - 5, y + 3.4, shown, "end", SMALL)
        drawing.box(*inside, "none", FAINT)
        drawing.text(_LEFT + self._width / 2, below + 31, picture.x_axis.title, "middle")
        middle = self._top + self._height / 2
        if not picture.y_axis.names:  # which take its room
            drawing.text(13, middle, picture.y_axis.title, "middle", is_upright=True)

    def _draw_region(self, region: Region) -> None:
        begin = self._frame.at(region.x[0], region.y[1])
        end = self._frame.at(region.x[1], region.y[0])
        size = end[0] - begin[0], end[1] - begin[1]
        at = _LEFT + begin[0], self._top + begin[1]
        colour = _colour(region)
        self._drawing.box(*at, *size, colour, colour, 0.12)
        lines = region.corner if begin[1] <= 0 else region.corner[::-1]
        for number, words in enumerate(lines):
            x, anchor = (4, "start") if begin[0] <= 0 else (self._width - 4, "end")
            y = (number + 1) * _LINE if begin[1] <= 0 else self._height - number * _LINE - _DESCENT
            self._drawing.text(_LEFT + x, self._top + y - _DESCENT, words, anchor, SMALL)

    def _draw_dots(self, dots: Dots) -> None:
        frame, colour = self._frame, INK if dots.is_main else FAINT
        for x, y in zip(frame.x(dots.x), frame.y(dots.y), strict=True):
            self._drawing.circle(_LEFT + float(x), self._top + float(y), _DOT, colour, "")

    def _draw_column(self, number: int, column: Column) -> None:
        """Draw rows as dots or as a strip: what is called wrongly stands out."""
        seen = self._frame.viewport
        x, y = column.spots(seen, 2 * _DOT) if isinstance(column, Swarm) else column.strip(seen)
        for band in bands(self._frame.cuts, number, self._height):
            is_wrong = band.side.is_wrong(is_wrong_above=column.is_wrong_above)
            colour = FAINT if band.side is Side.GREY else SERIES[column.look]
            opacity = 1.0 if is_wrong else _RIGHT_OPACITY
            if isinstance(column, Swarm):
                edge = INK if is_wrong else ""
                rows = band.among(len(x))  # those at infinity lie beyond the frame
                for row in (one for one in rows if 0 <= y[one] <= self._height):
                    at = _LEFT + float(x[row]), self._top + float(y[row])
                    self._drawing.circle(*at, _DOT, colour, edge, opacity, _DOT_EDGE)
                continue
            edges = np.clip(x, band.top, band.bottom)
            for line_x, line_y in outlines(seen.x_pixels(column.middle), edges, y):
                at_x, at_y = _LEFT + line_x, self._top + line_y
                self._drawing.path(at_x, at_y, colour, width=0, fill=colour, opacity=opacity)

    def _draw_rows(self) -> None:
        for layer in self._frame.picture.layers:
            if isinstance(layer, Estimates):
                self._draw_estimates(layer)
            elif isinstance(layer, Notes):
                self._write(layer)

    def _draw_estimates(self, dots: Estimates) -> None:
        """Draw dots with their intervals."""
        seen, colour = self._frame.viewport, _TONES[dots.tone]
        x, y = _LEFT + seen.x_pixels(dots.x), self._top + seen.y_pixels(dots.y)
        if dots.limits is not None:
            low, high = (_LEFT + seen.x_pixels(one) for one in dots.limits)
            for begin, end, at in zip(low.tolist(), high.tolist(), y.tolist(), strict=True):
                if not math.isnan(begin + end):
                    self._drawing.line(begin, at, end, at, colour, 1.2)
        fill = PAPER if dots.is_hollow else colour
        edge, radius = (colour if dots.is_hollow else ""), (1.6 if dots.is_small else 3.2)
        for place in zip(x.tolist(), y.tolist(), strict=True):
            if not any(map(math.isnan, place)):
                self._drawing.circle(*place, radius, fill, edge, 1.0, 1.2)

    def _write(self, layer: Notes) -> None:
        """Write words at places, as many as have room."""
        seen = self._frame.viewport
        anchors = {-1: "start", 0: "middle", 1: "end"}
        for note in layer.notes:
            left, right, top, bottom = note.box(seen)
            room = right - left
            if note.is_wrapped:
                most = max(1, int((bottom - top) / _LINE))
                lines: Sequence[str] = wrapped(" ".join(note.lines[0]), room, _small, most)
                first = top + _LINE
            else:
                lines = [
                    wrapped(one, room, _small, 1)[0] for one in note.fitting(seen, _small, _LINE)
                ]
                first = (top + bottom - len(lines) * _LINE) / 2 + _LINE
            x = _LEFT + {-1: left, 0: (left + right) / 2, 1: right}[note.align]
            for number, words in enumerate(lines):
                y = self._top + first + number * _LINE - _DESCENT
                colour, bold = _TONES[note.tone], note.is_bold
                self._drawing.text(x, y, words, anchors[note.align], SMALL, colour, is_bold=bold)

    def _draw_levels(self, colour: str, width: float, dash: str = "", *, is_main: bool) -> None:
        bottom = self._top + self._height
        for level, x in self._frame.levels:
            if level.is_main is is_main:
                at = _LEFT + x
                self._drawing.line(at, self._top, at, bottom, colour, width, dash)

    def _draw_line(self, line: Line, at: Points) -> None:
        colour, dash = _pen(line)
        x, y = _LEFT + at[0], self._top + at[1]
        if line.is_filled:
            self._drawing.path(x, y, colour, width=1.3, fill=colour, opacity=0.22)
        else:
            self._drawing.path(x, y, colour, width=1.8 if line.is_main else 1.3, dash=dash)

    def _draw_lettered(self) -> None:
        """Draw hollow squares with the letters of other operating points."""
        drawing, found = self._drawing, self._frame.lettered
        for one in found:
            if one.box is None:
                continue
            if one.joint is not None:
                ends = (*one.at, *one.joint)
                begin_x, begin_y, end_x, end_y = ends
                drawing.line(
                    _LEFT + begin_x,
                    self._top + begin_y,
                    _LEFT + end_x,
                    self._top + end_y,
                    FAINT,
                    0.7,
                )
            left, top, right, bottom = one.box
            at = _LEFT + left, self._top + top
            drawing.box(*at, right - left, bottom - top, PAPER, opacity=0.8)
            middle = _LEFT + (left + right) / 2, self._top + bottom - 2
            drawing.text(*middle, one.letter, "middle", SMALL, is_bold=True)
        for one in found:
            left, top, _right, _bottom = one.square
            drawing.box(_LEFT + left, self._top + top, 2 * RADIUS, 2 * RADIUS, PAPER, INK)


def _ticks(
    axis: PictureAxis, low: float, high: float, length: float, *, is_upright: bool = False
) -> Iterator[tuple[float, str]]:
    """Return the ticks of an axis with their texts."""

    def size(words: str) -> float:
        return _LINE if is_upright else width_of(words, SMALL)

    if axis.is_named and not is_upright:
        named = ((place, name) for place, name, _more in axis.names)
        return iter(names_that_fit(named, low, high, Room(length, size)).items())
    if axis.names or axis.is_named:
        return ((place, name + more) for place, name, more in axis.names)
    step, places = ticks(axis.ruler, low, high, Room(length, size, is_upright, _NUMERALS))
    return ((place, tick_text(axis.ruler, place, step, _NUMERALS)) for place in places)
