"""The scales of a curve's axes, and the shape of what is constant between thresholds."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves import Scale, vertices
from evalgui.core.curves.drawing import rows_to_draw
from evalgui.core.histogram import finite_range
from evalgui.gui.plots.scales import LinearScale, NormalDeviateScale, ScoreScale

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.curves import Axis, Curve
    from evalgui.core.score_table import ScoreTable, Steps
    from evalgui.gui.plots.scales import AxisScale

    _Line = tuple[NDArray[np.float64], NDArray[np.float64]]


def scales_of(curve: Curve, tables: Sequence[ScoreTable]) -> tuple[AxisScale, AxisScale]:
    """Return the scales of both axes on which the curves of all tables can be seen.

    The range of scores is that of the first table, which the threshold belongs to.
    """
    n_negative = max(table.n_negative for table in tables)
    n_positive = max(table.n_positive for table in tables)
    x_scale = _scale_of(curve.x_axis, tables, n_negative)
    if curve.y_axis.scale is Scale.SCORE:
        return x_scale, _range_of_values(curve, tables[0])
    return x_scale, _scale_of(curve.y_axis, tables, n_positive)


def _range_of_values(curve: Curve, table: ScoreTable) -> AxisScale:
    """Return the scale of measures that are no proportions."""
    rows = rows_to_draw(curve, table, -math.inf, math.inf, 500)
    values = np.concatenate(vertices(curve, table, rows).ys)
    values = values[np.isfinite(values)]
    if len(values) == 0:
        return LinearScale()
    return ScoreScale.of(float(values.min()), float(values.max()))


def _scale_of(axis: Axis, tables: Sequence[ScoreTable], n: int) -> AxisScale:
    """Return the scale of an axis; at most n rows are what its proportions are of."""
    if axis.scale is Scale.PROPORTION:
        return LinearScale()
    if axis.scale is Scale.SCORE:
        return ScoreScale.of(*finite_range(tables[0]))
    return NormalDeviateScale(n, max(_highest_error_rate(table.steps) for table in tables))


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
