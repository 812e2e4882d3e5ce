"""A picture as a value: axes, and layers of exact data, which know no pixels.

A painter asks each layer for what a viewport shows, and `table` for all that there is. What a
viewport shows is as little as it needs, so that ten million rows never become a list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from evalgui.core.curves.scales import Viewport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from evalgui.core.curves.scales import AxisScale
    from evalgui.results.ticks import Ruler

    Points: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]
    """x and y of the places that a line goes through, NaN between its pieces."""


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
    """

    title: str
    ruler: Ruler


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
        The number of its colour and dashes.
    is_main
        Whether the others are there to be compared with it.
    is_filled
        Whether it is the outline of bars that stand on the ground.
    steps
        Gives the rows of the table of scores that its vertices stand for; None where it has none.
    """

    name: str
    vertices: Callable[[Viewport], Points]
    parts: Callable[[], Iterator[Points]]
    look: int = 0
    is_main: bool = True
    is_filled: bool = False
    steps: Callable[[Viewport], NDArray[np.intp]] | None = None

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


@dataclass(frozen=True, slots=True)
class Region:
    """Where a point may truly lie: between two values of each axis.

    Parameters
    ----------
    name
        What it is.
    x, y
        The lower and the upper limit.
    """

    name: str
    x: tuple[float, float]
    y: tuple[float, float]

    def rows(self) -> Iterator[Rows]:
        """Return its lower and its upper corner."""
        yield Rows(self.name, np.array(self.x), np.array(self.y))


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


Layer: TypeAlias = "Line | Reference | Region | Level | Mark"


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture.

    Parameters
    ----------
    x_axis, y_axis
        Its axes.
    layers
        What is on it. Of the lines the first one lies in front.
    """

    x_axis: PictureAxis
    y_axis: PictureAxis
    layers: tuple[Layer, ...]

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

    def home(self, width: float, height: float) -> Viewport:
        """Return the viewport that shows all of it on so many pixels."""
        x, y = self.scales
        return Viewport(*x.home, *y.home, width, height)

    @property
    def heads(self) -> tuple[str, str, str]:
        """What stands above the columns of its table."""
        return "What", self.x_axis.title, self.y_axis.title

    def table(self) -> Iterator[Rows]:
        """Return all that it shows as numbers, part by part, in units of the axes.

        Yields
        ------
        Rows
            NaN where a value is undefined, or where a threshold lies across the picture.
        """
        for layer in self.layers:
            yield from layer.rows()
