"""The scales of a curve's axes, and the shape of what is constant between thresholds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.curves.curve import Scale, vertices
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale, NormalDeviateScale, ScoreScale
from evalgui.core.curves.thinning import rows_to_draw, x_range
from evalgui.core.metrics.any_metric import Better

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves.curve import Axis, Curve, Reference
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.core.score_table import Outline, ScoreTable, Steps

    _Line = tuple[NDArray[np.float64], NDArray[np.float64]]

_FIXED = (1e-6, 0.5)  # what error rates are shown between where that is fixed
_RANGED = {Scale.SCORE, Scale.VALUE, Scale.LOG}  # from the lowest to the highest there is
_PIECES = 256  # of a line to compare with, where it bends
_MOST_PIECES = 4_096  # between two vertices, where a curve bends
_STRAIGHT = 1e-6  # of its width, by which a straight line may be off


def scales_of(
    curve: Curve,
    tables: Sequence[ScoreTable | Outline],
    *,
    is_fixed: bool = False,
) -> tuple[AxisScale, AxisScale]:
    """Return the scales of both axes on which the curves of all tables can be seen.

    Error rates end where the other error begins; they may be fixed, whatever the data reach.
    """
    if curve.x_axis.scale in _RANGED:
        ends = [x_range(curve, table.steps) for table in tables]
        lows, highs = zip(*ends, strict=True)
        is_log = curve.x_axis.scale is Scale.LOG
        low, high = min(lows), max(highs)
        x_scale: AxisScale = LogScale(low, high) if is_log else ScoreScale.of(low, high)
    else:
        x_scale = _scale_of_shares(curve.x_axis, tables, is_fixed=is_fixed)
    if curve.y_axis.scale in _RANGED - {Scale.LOG}:
        return x_scale, _range_of_values(curve, tables)
    if curve.y_axis.scale is Scale.LOG:
        n = max(1, *(_n_of_lines(curve, table.steps) for table in tables))
        return x_scale, LogScale(0.5 / n, 1.0, has_frame=True)
    return x_scale, _scale_of_shares(curve.y_axis, tables, is_fixed=is_fixed)


def rows_in_view(
    curve: Curve,
    table: ScoreTable | Outline,
    viewport: Viewport,
    x_scale: AxisScale,
    n_columns: int,
) -> NDArray[np.intp]:
    """Return the rows whose vertices show what of a curve is in view, on so many columns."""
    ends = np.array([viewport.left, viewport.right])
    if curve.x_axis.scale in _RANGED - {Scale.LOG}:
        ends = x_scale.from_view(ends)
    return rows_to_draw(curve, table, float(ends[0]), float(ends[1]), n_columns)


def reference_line(
    reference: Reference, steps: Steps, x_scale: AxisScale, y_scale: AxisScale
) -> _Line:
    """Return a line to compare with, in coordinates of the view: its ends where it is straight."""
    x = x_scale.from_view(np.linspace(*x_scale.limits, _PIECES + 1))
    if reference.corners is not None:
        x = np.union1d(x, reference.corners(steps))
    at_x, at_y = x_scale.unclipped(x), y_scale.unclipped(reference.y(x, steps))
    chord = at_y[0] + (at_y[-1] - at_y[0]) * ((at_x - at_x[0]) / (at_x[-1] - at_x[0]))
    if float(np.max(np.abs(at_y - chord))) <= _STRAIGHT * float(np.ptp(at_x)):
        return at_x[[0, -1]], at_y[[0, -1]]
    return at_x, at_y


def _range_of_values(curve: Curve, tables: Sequence[ScoreTable | Outline]) -> AxisScale:
    """Return the scale of measures that are no proportions."""
    found: list[NDArray[np.float64]] = []
    for table in tables:
        rows = rows_to_draw(curve, table, -math.inf, math.inf, 500)
        found += vertices(curve, table, rows).ys
    values = np.concatenate(found)
    values = values[np.isfinite(values)]
    if len(values) == 0:
        return LinearScale()
    return ScoreScale.of(float(values.min()), float(values.max()))


def _scale_of_shares(
    axis: Axis, tables: Sequence[ScoreTable | Outline], *, is_fixed: bool
) -> AxisScale:
    """Return the scale of an axis of proportions."""
    if axis.scale is not Scale.NORMAL_DEVIATE:
        return LinearScale()
    n = max([1, *(n_of(axis, table.steps) for table in tables)])
    if is_fixed:
        return NormalDeviateScale(n, _FIXED[1], _FIXED[0])
    if axis.metric is None or axis.metric.better is not Better.LOWER:
        return NormalDeviateScale(n)
    return NormalDeviateScale(n, max(_highest_error_rate(table.steps) for table in tables))


def n_of(axis: Axis, steps: Steps) -> int:
    """Return how many rows the proportions of an axis are of, at most."""
    if axis.metric is None or axis.metric.fraction is None:
        return steps.n_positive + steps.n_negative
    return int(axis.metric.fraction(steps.counts_of(len(steps) - 1))[1])


def _n_of_lines(curve: Curve, steps: Steps) -> int:
    """Return how many rows the proportions of a curve's lines are of, at most."""
    counts = steps.counts_of(len(steps) - 1)
    found = [line.metric.fraction for line in curve.series]
    return max(int(fraction(counts)[1]) for fraction in found if fraction is not None)


def _highest_error_rate(steps: Steps) -> float:
    """Return the highest rate of one error at which the other still occurs, at least a half."""
    n_positive, n_negative = steps.n_positive, steps.n_negative
    if not (n_positive and n_negative):
        return 1.0
    tp, fp = steps.tp_column, steps.fp_column
    # A count of another type would have the whole column converted.
    last_miss = int(np.searchsorted(tp, tp.dtype.type(n_positive), "left")) - 1
    first_false = int(np.searchsorted(fp, fp.dtype.type(1), "left"))
    highest_fpr = int(fp[max(last_miss, 0)]) / n_negative
    highest_fnr = (n_positive - int(tp[first_false])) / n_positive
    return max(highest_fpr, highest_fnr, 0.5)


def as_steps(steps: Steps, thresholds: NDArray[np.float64], y: NDArray[np.float64]) -> _Line:
    """Return the corners of a function that is constant between thresholds.

    Where higher scores are positive a row holds up to its own threshold, down from the next
    one below; where lower ones are, from its own up to the next one above.
    """
    order = np.argsort(thresholds, kind="stable")
    order = order[: int(np.sum(~np.isnan(thresholds)))]
    x, y = thresholds[order], y[order]
    if len(x) == 0:
        return x, y
    if steps.higher_is_positive:
        return np.concatenate([[-np.inf], np.repeat(x, 2)[:-1]]), np.repeat(y, 2)
    return np.concatenate([np.repeat(x, 2)[1:], [np.inf]]), np.repeat(y, 2)


def first_row(curve: Curve, steps: Steps) -> int:
    """Return the last row before which a curve has not begun (`Curve.first_hits`)."""
    if curve.first_hits is None:
        return 0
    return max(int(np.searchsorted(steps.tp_column, curve.first_hits(steps))) - 1, 0)


def in_proportion(
    curve: Curve, steps: Steps, rows: NDArray[np.intp], apart: float = math.inf
) -> tuple[NDArray[np.float64], tuple[NDArray[np.float64], ...]]:
    """Return places on a curve whose counts move in proportion from one vertex to the next.

    Parameters
    ----------
    curve
        Of which `Curve.is_proportional` is true, and whose x is a measure.
    steps
        The table.
    rows : (m,) array of int
        The vertices, ascending.
    apart
        How far x of two places may be from each other where the curve bends; by default as far as
        vertices are.

    Returns
    -------
    tuple of x and of y of each series, arrays of float64
        From where the curve begins (`Curve.first_hits`): every vertex behind that, and places
        between them. Empty where no row is so far.
    """
    assert curve.x is not None  # noqa: S101 - who calls it has looked
    tp, fp = (column[rows].astype(np.float64) for column in (steps.tp_column, steps.fp_column))
    at = np.arange(len(rows), dtype=np.float64)
    if curve.first_hits is not None:
        hits = curve.first_hits(steps)
        first = int(np.searchsorted(tp, hits))
        at = at[first:]
        if 0 < first < len(tp) and tp[first] > hits:
            start = first - (tp[first] - hits) / (tp[first] - tp[first - 1])
            at = np.concatenate([[start], at])
    found = _at(curve, steps, rows, tp, fp, at)
    if curve.traits.is_affine or math.isinf(apart) or len(at) <= 1:
        return found
    wide = np.nan_to_num(np.diff(found[0]) / apart, nan=1.0, posinf=1.0)
    pieces = np.clip(np.ceil(wide), 1, _MOST_PIECES).astype(np.intp)
    ends = np.cumsum(pieces)
    share = (np.arange(ends[-1]) - np.repeat(ends - pieces, pieces)) / np.repeat(pieces, pieces)
    more = np.repeat(at[:-1], pieces) + share * np.repeat(np.diff(at), pieces)
    return _at(curve, steps, rows, tp, fp, np.append(more, at[-1]))


def _at(  # noqa: PLR0913, PLR0917 - all that it is made of
    curve: Curve,
    steps: Steps,
    rows: NDArray[np.intp],
    tp: NDArray[np.float64],
    fp: NDArray[np.float64],
    at: NDArray[np.float64],
) -> tuple[NDArray[np.float64], tuple[NDArray[np.float64], ...]]:
    """Return x and y at places among vertices, of which whole numbers are the vertices."""
    assert curve.x is not None  # noqa: S101 - who calls it has looked
    number = np.arange(len(rows))
    hits, alarms = np.interp(at, number, tp), np.interp(at, number, fp)
    cells: Any = (hits, alarms, steps.n_positive - hits, steps.n_negative - alarms)
    counts = Counts(*cells)
    after = rows[np.ceil(at).astype(np.intp)]
    x = np.asarray(curve.x(counts), dtype=np.float64)
    return x, tuple(line.values(steps, after, counts) for line in curve.series)
