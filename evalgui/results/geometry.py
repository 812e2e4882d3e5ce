"""Lines on the screen: how far a point is from one, and what of them can be seen."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64]]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom in pixels."""

_DEEPEST_ZOOM = 1e-6  # of the whole range
_ROUNDING = 1e-12  # of the magnitude


def narrowest(low: float, high: float) -> float:
    """Return the narrowest range to zoom in to: one that rounding does not show in."""
    return max((high - low) * _DEEPEST_ZOOM, max(abs(low), abs(high)) * _ROUNDING)


def distance_to_line(
    x: NDArray[np.float64], y: NDArray[np.float64], point_x: float, point_y: float
) -> float:
    """Return the distance of a point from a polyline; infinite where that has no vertex."""
    known = np.isfinite(x) & np.isfinite(y)
    x, y = x[known] - point_x, y[known] - point_y
    if len(x) == 0:
        return float("inf")
    step_x, step_y = np.diff(x), np.diff(y)
    squared = step_x**2 + step_y**2
    along = -(x[:-1] * step_x + y[:-1] * step_y) / np.where(squared > 0, squared, 1.0)
    along = np.clip(along, 0.0, 1.0)
    nearest = (x[:-1] + along * step_x) ** 2 + (y[:-1] + along * step_y) ** 2
    return float(np.sqrt(min(nearest.min(initial=np.inf), x[-1] ** 2 + y[-1] ** 2)))


def clipped(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    x_range: tuple[float, float],
    y_range: tuple[float, float],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what of a polyline lies in a rectangle, its pieces parted by NaN.

    Each segment is cut as Liang and Barsky do it; segments that stay whole stay joined.
    """
    begin_x, begin_y, step_x, step_y = x[:-1], y[:-1], np.diff(x), np.diff(y)
    enters, leaves = np.zeros(len(step_x)), np.ones(len(step_x))
    for step, room in (
        (-step_x, begin_x - x_range[0]),
        (step_x, x_range[1] - begin_x),
        (-step_y, begin_y - y_range[0]),
        (step_y, y_range[1] - begin_y),
    ):
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            cut = room / step
        enters = np.where(step < 0, np.maximum(enters, cut), enters)
        leaves = np.where(step > 0, np.minimum(leaves, cut), leaves)
        leaves = np.where((step == 0) & (room < 0), -1.0, leaves)
    seen = (enters <= leaves) & np.isfinite(step_x) & np.isfinite(step_y)
    points: list[NDArray[np.float64]] = []
    inside = np.flatnonzero(seen)
    joined = np.zeros(len(inside), dtype=np.bool_)
    joined[1:] = (np.diff(inside) == 1) & (enters[inside[1:]] == 0) & (leaves[inside[:-1]] == 1)
    enters, leaves = enters[inside], leaves[inside]
    begin_x, begin_y = begin_x[inside], begin_y[inside]
    step_x, step_y = step_x[inside], step_y[inside]
    # Of each segment: a gap and its beginning, unless it goes on from the one before; its end.
    for begin, step in ((begin_x, step_x), (begin_y, step_y)):
        rows = np.stack([np.full(len(begin), np.nan), begin + enters * step, begin + leaves * step])
        keep = np.stack([~joined, ~joined, np.ones_like(joined)])
        points.append(rows.T[keep.T][1:])
    return points[0], points[1]


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def crosses(line: Points, box: Box) -> bool:
    """Return whether a line has a piece inside of a box."""
    (x, y), ends = line, ((box[0], box[2]), (box[1], box[3]))
    is_near = _may_reach(x, *ends[0]) & _may_reach(y, *ends[1])
    near = np.flatnonzero(is_near)  # few segments, or none, are looked at more closely
    if not len(near):
        return False
    pieces = slice(near[0], near[-1] + 2)
    return len(clipped(x[pieces], y[pieces], *ends)[0]) > 0


def _may_reach(ends: NDArray[np.float64], low: float, high: float) -> NDArray[np.bool_]:
    """Return which segments begin or end in a range, or lie across it; none beside a NaN."""
    begin, end = ends[:-1], ends[1:]
    return np.asarray((np.minimum(begin, end) <= high) & (np.maximum(begin, end) >= low))


def outlines_of(
    x: NDArray[np.float64], lower: NDArray[np.float64], upper: NDArray[np.float64]
) -> list[Points]:
    """Return the outline of each piece of a band where both its lines are known."""
    known = np.isfinite(x) & np.isfinite(lower) & np.isfinite(upper)
    ends = np.flatnonzero(np.diff(known.astype(np.int8))) + 1
    pieces = []
    for rows in np.split(np.arange(len(known)), ends):
        if len(rows) > 1 and known[rows[0]]:
            both = np.concatenate([x[rows], x[rows[::-1]]])
            pieces.append((both, np.concatenate([upper[rows], lower[rows[::-1]]])))
    return pieces


_SHADES = 20


def shades(x: NDArray[np.float64], value: NDArray[np.float64]) -> list[tuple[float, float, float]]:
    """Return where a strip has which shade: pieces from one x to another, and of how much.

    Parameters
    ----------
    x : (n,) array of float64
        Ascending.
    value : (n,) array of float64
        Between 0 and 1 there; NaN has no shade.

    Returns
    -------
    list of (begin, end, shade)
        Neighbours of nearly one value are one piece; the shade is a multiple of 1/20, and what
        would have none is left out.

    Examples
    --------
    >>> shades(np.array([0.0, 1.0, 2.0, 3.0]), np.array([1.0, 1.0, 0.5, 0.5]))
    [(0.0, 1.0, 1.0), (1.0, 2.0, 0.75), (2.0, 3.0, 0.5)]
    """
    steps = np.round((value[:-1] + value[1:]) / 2 * _SHADES)
    turns = np.flatnonzero(np.diff(steps) != 0) + 1  # NaN is no equal of itself
    bounds = [0, *turns.tolist(), len(steps)] if len(steps) else []
    return [
        (float(x[begin]), float(x[end]), float(steps[begin]) / _SHADES)
        for begin, end in pairwise(bounds)
        if steps[begin] > 0
    ]
