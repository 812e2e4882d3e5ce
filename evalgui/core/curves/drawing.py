"""Which vertices to draw: as few as the screen can show, with an unchanged picture.

Vertices are ordered along x, so the ones that fall into each column of pixels are found by
bisection. Of each column the first and the last are kept, and the lowest and the highest
where y may turn; then vertices on the straight line between their neighbours are dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import unbounded
from evalgui.core.curves.curve import Along, Curve, Scale
from evalgui.core.curves.turning import other_way_round, turning_points
from evalgui.core.normal import deviates, proportions_below
from evalgui.core.ordering import distinct

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Outline, ScoreTable, Steps


def to_screen(scale: Scale, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map data values of an axis to what is linear on the screen."""
    return deviates(values) if scale is Scale.NORMAL_DEVIATE else values


def from_screen(scale: Scale, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map what is linear on the screen back to data values."""
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
        normal-deviate axis). Non-finite ends mean the whole curve.
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
    starts[-1] = _last_position(curve, steps, edges[-1:])[0] + 1
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
    return _without_straight(curve, steps, other_way_round(curve, steps, positions))


def _edges(
    curve: Curve, steps: Steps, low: float, high: float, n_columns: int
) -> NDArray[np.float64]:
    """Return the x values, in data units, where the columns of pixels begin and end."""
    if curve.along is Along.THRESHOLD:
        finite = steps.ascending[np.searchsorted(steps.ascending, -np.inf, "right") :]
        finite = finite[: int(np.searchsorted(finite, np.inf, "left"))]
        ends = (float(finite[0]), float(finite[-1])) if len(finite) else (0.0, 1.0)
    else:
        ends = (0.0, 1.0) if curve.x_axis.scale is Scale.PROPORTION else (-9.0, 9.0)
    low = low if np.isfinite(low) else ends[0]
    high = high if np.isfinite(high) else ends[1]
    share = np.linspace(0, 1, max(n_columns, 1) + 1)
    return from_screen(curve.x_axis.scale, low * (1 - share) + high * share)


def _first_position(curve: Curve, steps: Steps, x: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the position along x of the first vertex not below each x.

    Position 0 has the smallest x. Positions are rows, but for thresholds where higher
    scores are positive: there they run backward.
    """
    column, total = _searched(curve, steps)
    wanted = x if total is None else np.clip(np.ceil(x * total), 0, total + 1).astype(column.dtype)
    return np.searchsorted(column, wanted, "left")


def _last_position(curve: Curve, steps: Steps, x: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the position along x of the last vertex not above each x; -1 where there is none."""
    column, total = _searched(curve, steps)
    wanted = x if total is None else np.clip(np.floor(x * total), 0, total).astype(column.dtype)
    return np.searchsorted(column, wanted, "right") - 1


def _searched(curve: Curve, steps: Steps) -> tuple[NDArray[Any], int | None]:
    """Return the sorted column behind x, and what its counts are divided by, if they are."""
    if curve.along is Along.THRESHOLD:
        return steps.ascending, None
    if curve.along is Along.FALSE_POSITIVES:
        return steps.fp_column, steps.n_negative
    return steps.tp_column, steps.n_positive


def _without_straight(curve: Curve, steps: Steps, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Drop the vertices that lie on the straight line between their neighbours.

    The test is exact, in integers. On proportional axes any collinear vertex goes; on other
    axes a straight line stays straight only along an axis.
    """
    if curve.along is Along.THRESHOLD:
        return rows
    counts = steps.counts(rows)
    tp_step, fp_step = np.diff(np.asarray(counts.tp)), np.diff(np.asarray(counts.fp))
    if not curve.is_monotone:
        straight = (tp_step[:-1] == 0) & (tp_step[1:] == 0)
    elif curve.y_axis.scale is Scale.PROPORTION:
        largest = float(steps.n_positive) * steps.n_negative
        tp_step, fp_step = unbounded(tp_step, largest), unbounded(fp_step, largest)
        straight = tp_step[:-1] * fp_step[1:] == tp_step[1:] * fp_step[:-1]
    else:
        straight = (tp_step[:-1] == 0) & (tp_step[1:] == 0)
        straight |= (fp_step[:-1] == 0) & (fp_step[1:] == 0)
    keep = np.ones(len(rows), dtype=np.bool_)
    keep[1:-1] = ~straight
    return rows[keep]
