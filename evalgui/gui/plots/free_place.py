"""Where in a plot a legend hides no line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Points = tuple[NDArray[np.float64], NDArray[np.float64]]

_CELL = 4.0  # pixels: what a line comes this near to is not free
_STEP = 12.0  # pixels between the places that are tried
_MOST_POINTS = 10_000  # along one piece of a line


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a box, and how much of the lines it hides, in cells of some pixels.

    `n_hidden` counts what must not be hidden, `n_crossed` what had better not.
    """

    x: float
    y: float
    n_hidden: int
    n_crossed: int


def free_place(
    lines: Iterable[Points],
    others: Iterable[Points],
    size: tuple[float, float],
    frame: tuple[float, float],
    gap: float,
) -> Place | None:
    """Return the best place for a box of some size in a plot; None where it does not fit.

    Parameters
    ----------
    lines
        What must not be hidden: x and y in pixels, NaN between the pieces.
    others
        What had better not be: helping lines.
    size, frame
        Width and height of the box and of the plot.
    gap
        Between the box and the edges of the plot.

    Returns
    -------
    Place or None
        Of equally free places the one nearest to a corner.
    """
    room = np.array(frame) - np.array(size) - 2 * gap
    if (room < 0).any():
        return None
    n = np.maximum(1, np.ceil(room / _STEP).astype(int)) + 1
    xs = gap + np.linspace(0.0, room[0], n[0])
    ys = gap + np.linspace(0.0, room[1], n[1])
    hidden = _n_inside(lines, xs, ys, size, frame)
    crossed = _n_inside(others, xs, ys, size, frame)
    off = np.add.outer(np.minimum(ys - ys[0], ys[-1] - ys), np.minimum(xs - xs[0], xs[-1] - xs))
    # In this order: what is hidden, what is crossed, and how far it is to a corner.
    cost = hidden * (crossed.max() + 1.0) + crossed + off / (off.max() + 1.0)
    row, column = divmod(int(cost.argmin()), len(xs))
    return Place(
        float(xs[column]), float(ys[row]), int(hidden[row, column]), int(crossed[row, column])
    )


def _n_inside(
    lines: Iterable[Points],
    xs: NDArray[np.float64],
    ys: NDArray[np.float64],
    size: tuple[float, float],
    frame: tuple[float, float],
) -> NDArray[np.int64]:
    """Return for each place how many cells with a line in them a box there covers."""
    cells = np.zeros([int(length // _CELL) + 1 for length in reversed(frame)], dtype=np.int64)
    for x, y in lines:
        at_x, at_y = _points(x, y, frame)
        cells[(at_y // _CELL).astype(int), (at_x // _CELL).astype(int)] = 1
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), dtype=np.int64)
    sums[1:, 1:] = cells.cumsum(axis=0).cumsum(axis=1)
    left, right = (xs // _CELL).astype(int), ((xs + size[0]) // _CELL).astype(int) + 1
    top, bottom = (ys // _CELL).astype(int), ((ys + size[1]) // _CELL).astype(int) + 1
    right, bottom = np.minimum(right, cells.shape[1]), np.minimum(bottom, cells.shape[0])
    return np.asarray(
        sums[bottom[:, None], right]
        - sums[top[:, None], right]
        - sums[bottom[:, None], left]
        + sums[top[:, None], left]
    )


def _points(x: NDArray[np.float64], y: NDArray[np.float64], frame: tuple[float, float]) -> Points:
    """Return points of a line in the plot, about half a cell apart."""
    # What is far outside is drawn to the edge, and needs no points beyond.
    x, y = np.clip(x, -frame[0], 2 * frame[0]), np.clip(y, -frame[1], 2 * frame[1])
    steps = np.hypot(np.diff(x), np.diff(y))
    counts = np.ceil(np.nan_to_num(steps) / (_CELL / 2)).astype(int).clip(1, _MOST_POINTS)
    piece = np.repeat(np.arange(len(steps)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[piece]
    at_x = np.append(x[piece] + share * (x[piece + 1] - x[piece]), x[-1:])
    at_y = np.append(y[piece] + share * (y[piece + 1] - y[piece]), y[-1:])
    inside = (at_x >= 0) & (at_x <= frame[0]) & (at_y >= 0) & (at_y <= frame[1])
    return at_x[inside], at_y[inside]
