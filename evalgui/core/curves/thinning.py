"""Which vertices to draw: as few as the screen can show, with an unchanged picture.

Vertices are ordered along x, so the ones that fall into each column of pixels are found by
bisection, whatever x is. Of each column the first and the last are kept, and the lowest and
the highest where y may turn; then vertices on the straight line between their neighbours are
dropped.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import unbounded
from evalgui.core.curves.curve import Curve, Scale
from evalgui.core.curves.turning import other_way_round, turning_points
from evalgui.core.normal import deviates, proportions_below
from evalgui.core.ordering import distinct

if TYPE_CHECKING:
    from typing import Literal

    from numpy.typing import NDArray

    from evalgui.core.score_table import Outline, ScoreTable, Steps

_LARGEST = float(np.finfo(np.float64).max)
_FIRST_LOOKS = 4_096  # vertices along x, between which the rest of the search goes on
_THREE = 3  # vertices, of which the middle one may lie between the others


def to_screen(scale: Scale | None, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map data values of an axis to what is linear on the screen."""
    if scale is Scale.LOG:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(
                values > 0, np.log10(values), np.where(np.isnan(values), np.nan, -np.inf)
            )
    return deviates(values) if scale is Scale.NORMAL_DEVIATE else values


def from_screen(scale: Scale | None, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map what is linear on the screen back to data values."""
    if scale is Scale.LOG:
        with np.errstate(over="ignore", under="ignore"):
            return np.asarray(10.0**values, dtype=np.float64)
    return proportions_below(values) if scale is Scale.NORMAL_DEVIATE else values


def rows_to_draw(
    curve: Curve, table: ScoreTable | Outline, low: float, high: float, n_columns: int
) -> NDArray[np.intp]:
    """Choose the rows of the table whose vertices draw a curve exactly.

    Parameters
    ----------
    curve
        The declaration.
    table
        The scores.
    low, high
        The visible range of the x axis, in screen-linear units (normal deviates on a
        normal-deviate axis, powers of ten on a logarithmic one). Non-finite ends mean the whole
        curve.
    n_columns
        The width of the visible range in device pixels, at least 1.

    Returns
    -------
    (m,) array of int
        Rows of ``table.steps``, ascending: at most some 4 a column and one beyond each end.
    """
    steps = table.steps
    edges = _edges(curve, steps, low, high, n_columns)
    starts = _first_position(curve, steps, edges)
    if starts is None:  # x has no value: there is nothing to see
        return distinct(np.array([0, len(steps) - 1]))
    starts[-1] = _end_position(curve, steps, edges[-1])
    first = max(int(starts[0]) - 1, 0) if np.isfinite(low) else 0
    last = min(int(starts[-1]) + 1, len(steps)) if np.isfinite(high) else len(steps)
    starts = distinct(np.concatenate([[first], starts[(starts > first) & (starts < last)]]))
    if last - first <= 4 * n_columns:
        positions = np.arange(first, last)
    else:
        ends = np.append(starts[1:], last) - 1
        kept = [starts, ends]
        if not curve.is_monotone:
            kept += turning_points(curve, steps, last, starts)
        positions = distinct(np.concatenate(kept))
    if curve.x_axis.scale is Scale.NORMAL_DEVIATE:
        positions = _with_ends(curve, steps, positions)
    return _without_straight(curve, steps, other_way_round(curve, steps, positions))


def _with_ends(curve: Curve, steps: Steps, positions: NDArray[np.intp]) -> NDArray[np.intp]:
    """Add what lies before and after some positions: 0 and 1 are drawn on the frame."""
    kept = [np.array([0]), positions, np.array([len(steps) - 1])]
    if not curve.is_monotone and len(positions):
        for begin, end in ((0, int(positions[0])), (int(positions[-1]) + 1, len(steps))):
            if begin < end:
                kept += turning_points(curve, steps, end, np.array([begin]))
    return distinct(np.concatenate(kept))


def x_range(curve: Curve, steps: Steps) -> tuple[float, float]:
    """Return the lowest and the highest finite x of a curve; ``low > high`` where there is none."""
    found = _first_position(curve, steps, np.array([-_LARGEST]))
    if found is None:
        return np.inf, -np.inf
    first, last = int(found[0]), _end_position(curve, steps, _LARGEST) - 1
    if first > last:
        return np.inf, -np.inf
    low, high = _x_at(curve, steps, np.array([first, last])).tolist()
    return low, high


def _edges(
    curve: Curve, steps: Steps, low: float, high: float, n_columns: int
) -> NDArray[np.float64]:
    """Return the x values, in data units, where the columns of pixels begin and end."""
    ends = (0.0, 1.0)
    if curve.x_axis.scale is Scale.NORMAL_DEVIATE:
        ends = (-9.0, 9.0)
    elif curve.x_axis.scale is not Scale.PROPORTION:
        ends = x_range(curve, steps)
        ends = ends if ends[0] <= ends[1] else (0.0, 1.0)
        if curve.x_axis.scale is Scale.LOG:
            ends = (math.log10(ends[0]), math.log10(ends[1]))
    low = low if np.isfinite(low) else ends[0]
    high = high if np.isfinite(high) else ends[1]
    share = np.linspace(0, 1, max(n_columns, 1) + 1)
    return from_screen(curve.x_axis.scale, low * (1 - share) + high * share)


def _x_at(curve: Curve, steps: Steps, positions: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return x at some positions along it. Position 0 has the smallest x."""
    if curve.x is None:
        return steps.ascending[positions]
    rows = len(steps) - 1 - positions if curve.runs_backward(steps) else positions
    return np.asarray(curve.x(steps.counts(rows)), dtype=np.float64)


def _first_position(curve: Curve, steps: Steps, x: NDArray[np.float64]) -> NDArray[np.intp] | None:
    """Return the position along x of the first vertex not below each x, ascending.

    None where the table has no x: it lacks a class.
    """
    if np.isnan(_x_at(curve, steps, np.array([0, len(steps) - 1]))).all():
        return None
    return _searched(curve, steps, x, "left")


def _end_position(curve: Curve, steps: Steps, x: float) -> int:
    """Return the position along x after the last vertex not above an x."""
    return int(_searched(curve, steps, np.array([x]), "right")[0])


def _searched(
    curve: Curve, steps: Steps, x: NDArray[np.float64], side: Literal["left", "right"]
) -> NDArray[np.intp]:
    """Return what `np.searchsorted` does among all x, which are computed where it looks."""
    if curve.x is None:
        return np.searchsorted(steps.ascending, x, side)
    is_before = np.less if side == "left" else np.less_equal
    known = np.linspace(0, len(steps) - 1, min(_FIRST_LOOKS, len(steps))).astype(np.intp)
    after = np.searchsorted(_x_at(curve, steps, known), x, side)
    low, high = np.append(0, known + 1)[after], np.append(known, len(steps))[after]
    while (is_open := low < high).any():
        middle = (low + high) // 2
        before = is_before(_x_at(curve, steps, np.minimum(middle, len(steps) - 1)), x)
        low = np.where(is_open & before, middle + 1, low)
        high = np.where(is_open & ~before, middle, high)
    return low


def _without_straight(curve: Curve, steps: Steps, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Drop the vertices that lie on the straight line between their neighbours.

    The test is exact. Where x and y follow the counts on straight lines, and are drawn so, any
    collinear vertex goes, in integers; elsewhere a line is straight only along an axis.
    """
    if curve.x is None or len(rows) < _THREE:
        return rows
    counts = steps.counts(rows)
    is_linear = not {Scale.NORMAL_DEVIATE, Scale.LOG} & {curve.x_axis.scale, curve.y_axis.scale}
    if curve.traits.is_affine and is_linear:
        tp_step, fp_step = np.diff(np.asarray(counts.tp)), np.diff(np.asarray(counts.fp))
        largest = float(steps.n_positive) * steps.n_negative
        tp_step, fp_step = unbounded(tp_step, largest), unbounded(fp_step, largest)
        straight = tp_step[:-1] * fp_step[1:] == tp_step[1:] * fp_step[:-1]
    else:
        ys = [line.values(steps, rows, counts) for line in curve.series]
        x = np.asarray(curve.x(counts), dtype=np.float64)
        straight = _stays(x) & np.all([_is_between(y) for y in ys], axis=0)
        if curve.is_monotone:
            straight |= np.all([_stays(y) for y in ys], axis=0)
    keep = np.ones(len(rows), dtype=np.bool_)
    keep[1:-1] = ~straight
    return rows[keep]


def _stays(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether each value but the first and the last is that of both its neighbours."""
    is_same: NDArray[np.bool_] = values[1:] == values[:-1]
    return is_same[1:] & is_same[:-1]


def _is_between(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether each value but the first and the last lies between its neighbours."""
    before, value, after = values[:-2], values[1:-1], values[2:]
    return (np.minimum(before, after) <= value) & (value <= np.maximum(before, after))
