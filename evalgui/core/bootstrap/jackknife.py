"""How skewed the influence of single units is: the acceleration of the BCa interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts, divide
from evalgui.core.leave_one_out import (
    LeftOut,
    average_precisions_left_out,
    equal_error_rates_left_out,
    roc_areas_left_out,
)
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, EQUAL_ERROR_RATE, ROC_AUC

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.metrics import Metric, Parameters
    from evalgui.core.score_table import Steps


def acceleration(strata: Iterable[LeftOut]) -> float:
    """Return the acceleration of the BCa interval.

    Parameters
    ----------
    strata
        One part, or one for each class where the classes are sampled apart.

    Returns
    -------
    float
        0 where no unit changes the number; NaN where it is undefined or infinite without some
        unit, or a class has one unit only.

    References
    ----------
    Efron, "Better bootstrap confidence intervals", JASA 82 (1987), section 7; for several
    samples Davison and Hinkley, "Bootstrap methods and their application" (1997), section 5.3.
    """
    cubes = squares = 0.0
    for part in strata:
        held = part.n_units > 0
        values, n_units = part.values[held], part.n_units[held].astype(np.float64)
        if not np.isfinite(values).all():
            return np.nan
        n = float(n_units.sum())
        mean = float(divide(float(np.sum(n_units * values)), n))
        # Each divided by n, so that nothing overflows.
        influences = (n - 1) / n * (mean - values) if n else values
        cubes += float(np.sum(n_units * influences**3))
        squares += float(np.sum(n_units * influences**2))
    if squares == 0:
        return 0.0
    return float(divide(cubes, 6 * squares**1.5))


def together(parts: tuple[LeftOut, LeftOut]) -> tuple[LeftOut]:
    """Return the units of both classes as of one sample."""
    values = np.concatenate([part.values for part in parts])
    return (LeftOut(values, np.concatenate([part.n_units for part in parts])),)


def areas_left_out(steps: Steps) -> dict[str, tuple[LeftOut, LeftOut]]:
    """Return the areas without one positive, and without one negative, of each score.

    Parameters
    ----------
    steps : of K scores
        The operating points.

    Returns
    -------
    dict
        By the ids of `evalgui.core.bootstrap.statistics.AREAS`: of each class (K,) values.
    """
    return {
        ROC_AUC.id: roc_areas_left_out(steps),
        AVERAGE_PRECISION.id: average_precisions_left_out(steps),
        EQUAL_ERROR_RATE.id: equal_error_rates_left_out(steps),
    }


def measure_left_out(
    metric: Metric, counts: Counts, parameters: Parameters
) -> tuple[LeftOut, LeftOut]:
    """Return a measure at a threshold without one row of each of the four cells.

    Parameters
    ----------
    metric, parameters
        The measure, and the numbers in its formula.
    counts
        Scalars.
    """
    cells = np.array([counts.tp, counts.fn, counts.fp, counts.tn], dtype=np.int64)
    less = np.maximum(cells - np.eye(4, dtype=np.int64), 0)
    tp, fn, fp, tn = less.T.copy()
    values = np.asarray(metric.value(Counts(tp=tp, fp=fp, fn=fn, tn=tn), parameters))
    return LeftOut(values[:2], cells[:2]), LeftOut(values[2:], cells[2:])
