"""A picture as a value: axes, and layers of exact data, which know no pixels.

A painter asks each layer for what a viewport shows, and `table` for all that there is. What a
viewport shows is as little as it needs, so that ten million rows never become a list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from evalgui.core.curves.scales import Viewport
from evalgui.core.phrases import Phrase
from evalgui.core.vocabulary import phrase
from evalgui.results.swarm import swarm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.histogram import Histogram
    from evalgui.core.requests import Request
    from evalgui.core.texts import Told
    from evalgui.core.words import Words
    from evalgui.results.ticks import Ruler

    Points: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
    """x and y of the places that a line goes through, NaN between its pieces."""
    Edges: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
    """x, the lower and the upper y of a band, NaN between its pieces."""


class Rows(NamedTuple):
    """Rows of the table of a picture: places in units of the axes, and the name of their layer."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PictureAxis:
    """An axis.

    Parameters
    ----------
    title
        What it shows.
    ruler
        Where its values stand, and how they are told.
    names
        What stands at some places of the view, instead of numbers, and what more is said of it
        where there is room.
    is_named
        Whether it has no numbers, be it without names.
    """

    title: str
    ruler: Ruler
    names: tuple[tuple[float, str, str], ...] = ()
    is_named: bool = False


OF_THRESHOLD = -1
"""The look of what has the colour of the threshold."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A line through exact data, or the outline of bars.

    Parameters
    ----------
    name
        What it is called; "" where there is nothing to tell it from.
    vertices
        Gives what of it a viewport shows on pixels as wide as they are, in coordinates of the
        view.
    parts
        Gives all of it in units of the axes, part by part.
    look
        The number of its colour and dashes, or `OF_THRESHOLD`.
    is_main
        Whether the others are there to be compared with it.
    is_filled
        Whether it is the outline of bars that stand on the ground.
    steps
        Gives the rows of the table of scores that its vertices stand for; None where it has none.
    n
        How many vertices it has in all, if it has those of a table of scores.
    request
        What a click on it, or on its name, asks for; None for nothing.
    """

    name: str
    vertices: Callable[[Viewport], Points]
    parts: Callable[[], Iterator[Points]]
    look: int = 0
    is_main: bool = True
    is_filled: bool = False
    steps: Callable[[Viewport], NDArray[np.intp]] | None = None
    n: int = 0
    request: Request | None = None

    def rows(self) -> Iterator[Rows]:
        """Return all of it."""
        return (Rows(self.name, *part) for part in self.parts())


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A line to compare with, in coordinates of the view; it is no data.

    Parameters
    ----------
    name
        What it is called; "" for a line that explains itself.
    vertices
        As of `Line`.
    """

    name: str
    vertices: Callable[[Viewport], Points]

    def rows(self) -> Iterator[Rows]:
        """Return nothing."""
        return iter(())


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """What lies between two lines, filled: where a line may truly lie, or bars on any ground.

    Parameters
    ----------
    name
        What it is called; "" where it explains itself.
    edges
        Gives x, the lower and the upper line as far as a viewport shows them, in coordinates of
        the view, NaN between pieces.
    parts
        Gives all of it in units of the axes, part by part.
    look
        As of `Line`.
    is_bars
        Whether it is bars, with an outline; they have the colours of the classes, 0 that of the
        positives and 1 that of the negatives.
    """

    name: str
    edges: Callable[[Viewport], Edges]
    parts: Callable[[], Iterator[Edges]]
    look: int = 0
    is_bars: bool = False

    def rows(self) -> Iterator[Rows]:
        """Return its lower line and its upper line."""
        for x, lower, upper in self.parts():
            for name, line in zip(self._names(), (lower, upper), strict=True):
                yield Rows(name, x, line)

    def _names(self) -> tuple[str, str]:
        """Return what both lines are called."""
        if not self.name:
            return "lower", "upper"
        return phrase("{name}, lower", name=self.name), phrase("{name}, upper", name=self.name)


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """Values between 0 and 1 along the x axis, as a shade below it: the darker, the higher.

    Parameters
    ----------
    name
        What it is called.
    vertices, parts
        As of `Line`; y is the value, and no place of the y axis.
    look
        As of `Line`.
    """

    name: str
    vertices: Callable[[Viewport], Points]
    parts: Callable[[], Iterator[Points]]
    look: int = OF_THRESHOLD

    def rows(self) -> Iterator[Rows]:
        """Return all of it."""
        return (Rows(self.name, *part) for part in self.parts())


@dataclass(frozen=True, slots=True)
class Region:
    """Where a point may truly lie: between two values of each axis.

    Parameters
    ----------
    name
        What it is.
    x, y
        The lower and the upper limit; infinite where it has none.
    look
        As of `Line`.
    corner
        What is written in it, line by line: in the corner of the picture that it reaches to.
    """

    name: str
    x: tuple[float, float]
    y: tuple[float, float]
    look: int = OF_THRESHOLD
    corner: tuple[str, ...] = ()

    def rows(self) -> Iterator[Rows]:
        """Return its lower and its upper corner."""
        yield Rows(self.name or " ".join(self.corner), np.array(self.x), np.array(self.y))


@dataclass(frozen=True, slots=True, eq=False)
class Dots:
    """Points, each of its own.

    Parameters
    ----------
    name
        What they are; "" where they explain themselves.
    x, y : (n,) arrays of float64
        Where they are, in units of the axes.
    is_main
        Whether they stand out.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    is_main: bool = True

    def rows(self) -> Iterator[Rows]:
        """Return all of them."""
        yield Rows(self.name, self.x, self.y)


@dataclass(frozen=True, slots=True)
class Level:
    """A value of the x axis, across the picture: a threshold.

    Parameters
    ----------
    name
        What it is called.
    x
        NaN and what lies beyond the axis have no place.
    is_main
        Whether it is that in force; the others have letters.
    """

    name: str
    x: float
    is_main: bool = False

    def rows(self) -> Iterator[Rows]:
        """Return its value."""
        yield Rows(self.name, np.array([self.x]), np.array([np.nan]))


@dataclass(frozen=True, slots=True)
class Mark:
    """A point on each of some lines.

    Parameters
    ----------
    name
        What it is called: a letter.
    x, ys
        NaN has no place.
    is_main
        As of `Level`.
    """

    name: str
    x: float
    ys: tuple[float, ...]
    is_main: bool = False

    def rows(self) -> Iterator[Rows]:
        """Return where it is."""
        yield Rows(self.name, np.full(len(self.ys), self.x), np.array(self.ys))


@dataclass(frozen=True, slots=True, eq=False)
class Swarm:
    """A dot for each row of a class, beside each other on both sides of a column.

    Parameters
    ----------
    name
        Of the class.
    middle
        Where the column stands, in coordinates of the view.
    room
        How far it reaches to each side, as a share of the width.
    look
        The number of its colour.
    is_wrong_above
        Whether what lies above a threshold is wrong.
    values : (n,) array of float64
        Of the y axis, the lowest first.
    scale
        Where they stand.
    """

    name: str
    middle: float
    room: float
    look: int
    is_wrong_above: bool
    values: NDArray[np.float64]
    scale: AxisScale

    def spots(self, viewport: Viewport, diameter: float) -> Points:
        """Return the middle of each dot in pixels, where all are so large."""
        y = viewport.y_pixels(self.scale.to_view(self.values))
        return viewport.x_pixels(self.middle) + swarm(y, diameter, self.room * viewport.width), y

    def rows(self) -> Iterator[Rows]:
        """Return each value, as one row."""
        yield Rows(self.name, np.ones(len(self.values)), self.values)


@dataclass(frozen=True, slots=True, eq=False)
class Density:
    """How dense the rows of a class lie: a strip as wide as there are many, at its own scale.

    Parameters
    ----------
    name, middle, room, look, is_wrong_above
        As of `Swarm`.
    is_positive
        Which class.
    bins
        Counts both.
    scale
        Where scores stand.
    """

    name: str
    middle: float
    room: float
    look: int
    is_wrong_above: bool
    is_positive: bool
    bins: Callable[[], Histogram]
    scale: AxisScale

    def strip(self, viewport: Viewport) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the edges of the bins, (b + 1,), and how far each reaches to a side: pixels."""
        counts, room = self._counts, self.room * viewport.width
        edges = viewport.y_pixels(self.scale.to_view(self.bins().edges))
        return edges, counts * (room / (float(counts.max(initial=0.0)) or 1.0))

    @property
    def _counts(self) -> NDArray[np.float64]:
        bins = self.bins()
        return np.asarray(bins.positives if self.is_positive else bins.negatives, np.float64)

    def rows(self) -> Iterator[Rows]:
        """Return how many there are from where on, bin by bin."""
        yield Rows(self.name, self._counts, self.bins().edges[:-1])


@dataclass(frozen=True, slots=True)
class Parting:
    """A value of the y axis, across all columns: a threshold.

    Parameters
    ----------
    name
        What it is called.
    y
        NaN and what lies beyond the axis have no place.
    n_above
        How many rows of each column lie above it, or at it where these are called so.
    """

    name: str
    y: float
    n_above: tuple[int, ...]

    def rows(self) -> Iterator[Rows]:
        """Return its value."""
        yield Rows(self.name, np.array([np.nan]), np.array([self.y]))


@dataclass(frozen=True, slots=True, eq=False)
class Tiles:
    """Ratios as coloured tiles: row by row from the top, each 1 wide and 1 high in the view.

    Parameters
    ----------
    name
        What the ratios are.
    rows_of, columns_of
        What the P rows and the R columns are called.
    ratios : (P, R) array of float64
        How many times a target each is; NaN where there is no tile.
    shades : (P, R) array of float64
        Its colour: -1 for a tenth of the target or less, 1 for ten times it or more.
    is_open, is_own : (P, R) arrays of bool
        Whether nothing can be told of it, and whether it has a frame.
    lines
        Gives what is written on one, by row and column: the most important line first.
    about
        Gives what is told of one that is pointed at.
    ask
        Gives what a click on one asks for; None for nothing.
    samples
        Shades with what they mean, for a legend; NaN for what is open.
    """

    name: str
    rows_of: tuple[str, ...]
    columns_of: tuple[str, ...]
    ratios: NDArray[np.float64]
    shades: NDArray[np.float64]
    is_open: NDArray[np.bool_]
    is_own: NDArray[np.bool_]
    lines: Callable[[int, int], tuple[str, ...]]
    about: Callable[[int, int], Told]
    ask: Callable[[int, int], Request | None]
    samples: tuple[tuple[float, str], ...] = ()

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the row and the column of the tile at a place of the view; None for none."""
        row, column = int(np.floor(len(self.rows_of) - y)), int(np.floor(x))
        is_within = 0 <= row < len(self.rows_of) and 0 <= column < len(self.columns_of)
        return (row, column) if is_within and not np.isnan(self.ratios[row, column]) else None

    def every(self) -> Iterator[tuple[int, int]]:
        """Return the row and the column of each tile."""
        return ((row, column) for row, column in np.argwhere(~np.isnan(self.ratios)).tolist())

    def rows(self) -> Iterator[Rows]:
        """Return each ratio, and whether something can be told of it."""
        for row, column in self.every():
            name = phrase(
                "{row} with {column}", row=self.rows_of[row], column=self.columns_of[column]
            )
            told = np.array([float(not self.is_open[row, column])])
            yield Rows(name, self.ratios[row, [column]], told)


_CROWDED = 1.3  # times its room a line may be high


class Tone(Enum):
    """What the colour of dots and words says."""

    INK = "ink"
    FAINT = "faint"
    WRONG = "wrong"
    POSITIVE = "positive"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """Dots, perhaps each with an interval to both sides.

    Parameters
    ----------
    name
        What they are.
    x, y : (n,) arrays of float64
        Where they stand, in coordinates of the view.
    limits : pair of (n,) arrays of float64, or None
        Where their intervals end, along x.
    tone
        Their colour.
    is_hollow, is_small
        How they look.
    values : three (n,) arrays of float64, or None
        What they stand for, with both limits; None for their places.
    """

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    limits: Points | None = None
    tone: Tone = Tone.INK
    is_hollow: bool = False
    is_small: bool = False
    values: Edges | None = None

    def rows(self) -> Iterator[Rows]:
        """Return what they stand for."""
        if self.values is None:
            yield Rows(self.name, self.x, self.y)
            return
        for name, values in zip(("", ", lower", ", upper"), self.values, strict=True):
            yield Rows(f"{self.name}{name}", values, self.y)


class Note(NamedTuple):
    """Words at a place of the view.

    Parameters
    ----------
    left, right, y, height
        Their room, around the middle y.
    lines
        What they say, from the most to the least: the first that has room is shown, and the last
        of all shortened.
    tone, is_bold
        How they look.
    align
        -1 at the left, 0 in the middle, 1 at the right.
    is_wrapped
        Whether they go on in another line.
    """

    left: float
    right: float
    y: float
    height: float
    lines: tuple[tuple[str, ...], ...]
    tone: Tone = Tone.INK
    is_bold: bool = False
    align: int = -1
    is_wrapped: bool = False

    def box(self, viewport: Viewport) -> tuple[float, float, float, float]:
        """Return the left and the right edge of their room, the upper and the lower, in pixels."""
        left, top = viewport.pixels(self.left, self.y + self.height / 2)
        right, bottom = viewport.pixels(self.right, self.y - self.height / 2)
        return left, right, top, bottom

    def fitting(
        self, viewport: Viewport, width_of: Callable[[str], float], line: float
    ) -> tuple[str, ...]:
        """Return the lines that have room, where a line is so high; the last ones where none.

        Nothing where not even a line has room.
        """
        left, right, top, bottom = self.box(viewport)
        for lines in self.lines:
            is_high = len(lines) * line > bottom - top
            if not is_high and all(width_of(one) <= right - left for one in lines):
                return lines
        return self.lines[-1] if line <= _CROWDED * (bottom - top) else ()


@dataclass(frozen=True, slots=True)
class Notes:
    """Words on a picture; they are no data."""

    notes: tuple[Note, ...]
    name: str = ""

    def rows(self) -> Iterator[Rows]:
        """Return nothing."""
        return iter(())


Column: TypeAlias = "Swarm | Density"
Layer: TypeAlias = (
    "Line | Reference | Band | Strip | Region | Level | Mark | Column | Parting | Tiles | Dots"
    " | Estimates | Notes"
)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture.

    Parameters
    ----------
    x_axis, y_axis
        Its axes.
    layers
        What is on it. Of the lines the first one lies in front.
    counted
        What stands above the x of its table, where that is not what the axis shows.
    top
        What else stands at places of the x axis, above the picture: an axis with names, the
        most telling first, of which there are as many as fit. None for none.
    """

    x_axis: PictureAxis
    y_axis: PictureAxis
    layers: tuple[Layer, ...]
    counted: str = ""
    top: PictureAxis | None = None

    @property
    def scales(self) -> tuple[AxisScale, AxisScale]:
        """Where the values of both axes stand."""
        return self.x_axis.ruler.scale, self.y_axis.ruler.scale

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines, the most important first."""
        return tuple(one for one in self.layers if isinstance(one, Line))

    @property
    def references(self) -> tuple[Reference, ...]:
        """What the lines are to be compared with."""
        return tuple(one for one in self.layers if isinstance(one, Reference))

    @property
    def bands(self) -> tuple[Band, ...]:
        """What is filled between lines."""
        return tuple(one for one in self.layers if isinstance(one, Band))

    @property
    def strips(self) -> tuple[Strip, ...]:
        """What lies below the x axis."""
        return tuple(one for one in self.layers if isinstance(one, Strip))

    @property
    def tiles(self) -> tuple[Tiles, ...]:
        """The ratios that are shown as tiles."""
        return tuple(one for one in self.layers if isinstance(one, Tiles))

    @property
    def dots(self) -> tuple[Dots, ...]:
        """The points, each of its own."""
        return tuple(one for one in self.layers if isinstance(one, Dots))

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of rows, from the left."""
        return tuple(one for one in self.layers if isinstance(one, (Swarm, Density)))

    @property
    def ratio(self) -> float:
        """How much higher than wide it is where units are as long on both axes."""
        width, height = (scale.home[1] - scale.home[0] for scale in self.scales)
        return height / width

    def home(self, width: float, height: float) -> Viewport:
        """Return the viewport that shows all of it on so many pixels."""
        x, y = self.scales
        return Viewport(*x.home, *y.home, width, height)

    def in_words(self, words: Words) -> Picture:
        """Return it with all names in the words of a field."""

        def told(axis: PictureAxis) -> PictureAxis:
            return replace(axis, title=words.said(axis.title))

        named = (
            replace(one, name=words.said(one.name)) if isinstance(one.name, Phrase) else one
            for one in self.layers
        )
        return Picture(
            told(self.x_axis),
            told(self.y_axis),
            tuple(named),
            words.said(self.counted),
            None if self.top is None else told(self.top),
        )

    @property
    def heads(self) -> tuple[str, str, str]:
        """What stands above the columns of its table."""
        return "What", self.counted or self.x_axis.title, self.y_axis.title

    def table(self) -> Iterator[Rows]:
        """Return all that it shows as numbers, part by part, in units of the axes.

        Yields
        ------
        Rows
            NaN where a value is undefined, or where a threshold lies across the picture.
        """
        for layer in self.layers:
            yield from layer.rows()
