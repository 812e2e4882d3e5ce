"""A picture of a snapshot as a declaration: what is built once, and what moves with a threshold.

One of these is a kind of plot in the window and a drawing of a report: both ask the same.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Level, Picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.calibrated import Source
    from evalgui.core.curves import Axis
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Layer
    from evalgui.results.result import Way

    Shown: TypeAlias = "Picture | Told"
    """A picture, or why there is none: what is refused, or asked."""
    Ends: TypeAlias = tuple[float, float]
    """Two values of an axis, the lower one first."""

NOTHING = Text("")


class Valued(NamedTuple):
    """A number with its name.

    Parameters
    ----------
    name, value, more
        What it is called, the number, and its limits or what to compare it with.
    is_large
        Whether it stands out.
    sample
        Which part of a `Split` it is: "whole", "gain", "loss"; "" for none.
    """

    name: Told
    value: Told
    more: Told = NOTHING
    is_large: bool = False
    sample: str = ""


class Split(NamedTuple):
    """A score as a bar: what is left at best, what is lost on top of it, out of a whole.

    Parameters
    ----------
    best, loss, whole
        The score is the sum of the first two.
    names
        Of the score, of the whole, and of what is taken off it at best.
    """

    best: float
    loss: float
    whole: float
    names: tuple[Told, Told, Told]


class Sentence(NamedTuple):
    """A sentence.

    Parameters
    ----------
    words
        What is said.
    is_faint
        Whether it is of less weight.
    starts_group
        Whether something new begins with it.
    """

    words: Told
    is_faint: bool = False
    starts_group: bool = False


Piece: TypeAlias = "Valued | Split | Sentence"


class Beside(NamedTuple):
    """What stands beside a square, where there is room: the most important first."""

    pieces: tuple[Piece, ...]


class Moved(NamedTuple):
    """What moves with the threshold, a setting that is dragged, or both.

    Parameters
    ----------
    layers
        Levels, marks, and lines, bands, regions and strips of few vertices, over the picture.
    said
        What holds there, in as few words as possible.
    with_limits
        The same with intervals, where there is room; None for `said`.
    sentence
        What is told within the picture, in the corner at the top right.
    """

    layers: tuple[Layer, ...] = ()
    said: Told = NOTHING
    with_limits: Told | None = None
    sentence: Told = NOTHING


class Standing(NamedTuple):
    """Where thresholds of the score stand along the x axis: rising or falling, never turning.

    Parameters
    ----------
    x_of
        Gives the values of the x axis of thresholds.
    threshold_at
        Gives thresholds at values of the x axis.
    """

    x_of: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    threshold_at: Callable[[NDArray[np.float64]], NDArray[np.float64]]


class Handle(NamedTuple):
    """A level of the picture that is dragged along x, and asks for something of its own.

    Parameters
    ----------
    name
        What is dragged, as it is said to the user.
    x_of
        Gives where it stands; NaN for nowhere.
    ask
        Gives the request for it to stand elsewhere, while it is dragged.
    """

    name: str
    x_of: Callable[[Snapshot], float]
    ask: Callable[[Snapshot, float], Request]


class Rest(NamedTuple):
    """What of a picture takes longer than a frame, at each threshold: made once that rests.

    Parameters
    ----------
    is_known
        Returns whether it is known where the threshold is now.
    find
        Finds it out, in any thread, and keeps it, so that the picture shows it.
    """

    is_known: Callable[[Snapshot], bool]
    find: Callable[[Snapshot], None]


class Pick(NamedTuple):
    """What is under the hand.

    Parameters
    ----------
    about
        What is told of it.
    words, request
        What a click does, and asks for; None for nothing.
    """

    about: Told
    words: Told = NOTHING
    request: Request | None = None


class Option(NamedTuple):
    """Something of the picture that can be on or off: a field of `Axes`, its word, its meaning.

    What few want stands in the menu alone, with what it `lacks` now, if anything.
    """

    id: str
    word: str
    tip: str
    is_rare: bool = False
    lacks: Callable[[Snapshot], str] = lambda _snapshot: ""


def usual(snapshot: Snapshot) -> object:
    """Return what most pictures depend on besides the scores and `Axes`."""
    said, settings = snapshot.inputs.consequences, snapshot.inputs.intervals
    return said.scale, said.level, settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictured:
    """A picture of a snapshot.

    Parameters
    ----------
    id
        Stable name.
    title
        What it is called.
    axes
        The horizontal and the vertical one, named until there is a picture.
    table
        The id of the table that it is drawn from (`evalgui.io.writers.tables`).
    picture
        Gives the picture, or words in its place. It is asked anew for other scores, and where
        what it `depends` on is another, and not while the threshold is dragged.
    depends
        Gives what else the picture is made from: values that are compared.
    moved
        Gives what moves, in each frame of a drag.
    summary
        Gives what the picture comes to, told beside its title.
    summary_with_limits
        The same with intervals, where there is room; None for `summary`.
    thresholds
        Gives where thresholds stand along x: then the line of the threshold is dragged there,
        rows are selected with Shift, Ctrl or Alt, and rules and pins are marked. None where they
        stand nowhere now; no function where they never do.
    handle
        Something else that is dragged along x; None for nothing.
    at
        Gives what is told at a value of x near to a line; None for nothing.
    options
        What can be switched.
    ways
        Gives what can be done where words stand in its place.
    has_bands
        Whether bands can be asked for (`Choices.bands` then has the id).
    no_band
        Gives why there is none now; "" where there is one.
    is_square
        Whether a unit is as long on one axis as on the other.
    has_top
        Whether the picture may have an axis above it.
    has_rows
        Whether names of rows stand at the left.
    has_times
        Whether names, and no numbers, stand below: as many as fit.
    has_groups
        Whether it draws the groups that are asked about.
    has_tiles
        Whether it is tiles: no numbers stand below, but what is told.
    rests
        Whether its source finds out something anew at each threshold, once that rests.
    also
        What else it is called, by which it is found.
    beside
        Gives what stands beside a square picture, where there is room.
    sweep
        Gives the request for what lies between two values of x, while a line is dragged along;
        None for nothing.
    lasso
        Gives the request for what lies in a rectangle that is drawn: between two values of x and
        two of y; None for nothing.
    source
        Finds out what of the picture takes longer than a frame; None where nothing does.
    find_out
        What the menu calls it to work that out again, after it was given up.
    rest
        What of the picture takes longer than a frame at each threshold; None where nothing does.
    pick
        Gives what a click on a place does, in units of the axes; None for nothing.
    is_page
        Whether it has rows of words, and so takes the width of a page.
    """

    id: str
    title: Told
    axes: tuple[Axis, Axis]
    table: str
    picture: Callable[[Snapshot, Style], Shown]
    depends: Callable[[Snapshot], object] = usual
    moved: Callable[[Snapshot, Style], Moved] = lambda _snapshot, _style: Moved()
    summary: Callable[[Snapshot], Told] = lambda _snapshot: NOTHING
    summary_with_limits: Callable[[Snapshot], Told] | None = None
    thresholds: Callable[[Snapshot], Standing | None] | None = None
    handle: Handle | None = None
    at: Callable[[Snapshot, float], Told | None] | None = None
    options: tuple[Option, ...] = ()
    ways: Callable[[Snapshot], tuple[Way, ...]] = lambda _snapshot: ()
    has_bands: bool = False
    no_band: Callable[[Snapshot], str] = lambda _snapshot: ""
    is_square: bool = False
    has_top: bool = False
    has_rows: bool = False
    has_times: bool = False
    has_groups: bool = False
    has_tiles: bool = False
    rests: bool = False
    also: tuple[str, ...] = ()
    beside: Callable[[Snapshot], Beside | None] = lambda _snapshot: None
    sweep: Callable[[Snapshot, float, float], Request | None] | None = None
    lasso: Callable[[Snapshot, Ends, Ends], Request | None] | None = None
    source: Source | None = None
    find_out: str = ""
    rest: Rest | None = None
    pick: Callable[[Snapshot, float, float], Pick | None] | None = None
    is_page: bool = False

    def is_awaited(self, snapshot: Snapshot) -> bool:
        """Return whether some of the picture has to be worked out first."""
        return self.source is not None and self.source.next_part(snapshot) is not None

    def whole(self, snapshot: Snapshot, style: Style) -> Shown:
        """Return the picture with what moves where it is now, as a page shows it; or words."""
        if self.rest is not None:
            self.rest.find(snapshot)
        found = self.picture(snapshot, style)
        if isinstance(found, Picture):
            moved = self.moved(snapshot, style).layers, self.levels(snapshot)
            found = replace(found, layers=(*found.layers, *moved[0], *moved[1]))
        return found

    def levels(self, snapshot: Snapshot) -> tuple[Level, ...]:
        """Return the lines that are dragged in the window, where they stand now."""
        x = math.nan if self.handle is None else self.handle.x_of(snapshot)
        if self.handle is not None and not math.isnan(x):
            name = self.handle.name.removeprefix("the ").capitalize()
            return (Level(name, x, is_main=True),)
        point = snapshot.point
        standing = None if self.thresholds is None else self.thresholds(snapshot)
        if standing is None or point is None:
            return ()
        x = float(standing.x_of(np.array([point.threshold]))[0])
        return (Level(phrase("Threshold"), x, is_main=True),)
