"""What numbers become without one of the rows, of all rows at once.

A delete-one jackknife measures how skewed the influence of single units is: that is the
acceleration of the BCa interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts, divide
from evalgui.core.ranking_metrics import AVERAGE_PRECISION, EQUAL_ERROR_RATE, ROC_AUC
from evalgui.core.score_table import twice_u

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from evalgui.core.metrics import Metric, Parameters
    from evalgui.core.score_table import Steps


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """What a number is without one unit, of the units that were sampled together.

    Parameters
    ----------
    values : (m,) array of float
        The number without a unit of each kind; NaN where it is then undefined.
    n_units : (m,) array of int
        How many units there are of each kind.
    """

    values: NDArray[np.float64]
    n_units: NDArray[np.int64]


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
    tp, fp = (column.astype(np.float64) for column in (steps.tp_column, steps.fp_column))
    units = np.diff(steps.true_positives), np.diff(steps.false_positives)
    found = {
        ROC_AUC.id: _roc_areas(steps, tp, fp),
        AVERAGE_PRECISION.id: _average_precisions(tp, fp),
        EQUAL_ERROR_RATE.id: _equal_error_rates(tp, fp),
    }
    return {
        name: (LeftOut(values[0], units[0]), LeftOut(values[1], units[1]))
        for name, values in found.items()
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


_Both = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


def _roc_areas(steps: Steps, tp: NDArray[np.float64], fp: NDArray[np.float64]) -> _Both:
    twice, n_positive, n_negative = float(twice_u(steps)), tp[-1], fp[-1]
    of_positive = 2 * n_negative - fp[1:] - fp[:-1]
    of_negative = tp[1:] + tp[:-1]
    return (
        np.asarray(divide(twice - of_positive, 2 * (n_positive - 1) * n_negative)),
        np.asarray(divide(twice - of_negative, 2 * n_positive * (n_negative - 1))),
    )


def _average_precisions(tp: NDArray[np.float64], fp: NDArray[np.float64]) -> _Both:
    gained, tp_after, fp_after = np.diff(tp), tp[1:], fp[1:]
    terms = gained * np.nan_to_num(divide(tp_after, tp_after + fp_after))
    before = np.cumsum(terms) - terms
    fewer = gained * np.nan_to_num(divide(tp_after - 1, tp_after - 1 + fp_after))
    own = (gained - 1) * np.nan_to_num(divide(tp_after - 1, tp_after - 1 + fp_after))
    without_positive = before + own + _behind(fewer)
    purer = gained * np.nan_to_num(divide(tp_after, tp_after + fp_after - 1))
    without_negative = before + purer + _behind(purer)
    return (
        np.asarray(divide(without_positive, tp[-1] - 1)),
        np.asarray(divide(without_negative, tp[-1])),
    )


def _behind(terms: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return, of each term, the sum of those after it."""
    return np.asarray(np.cumsum(terms[::-1])[::-1] - terms)


def _equal_error_rates(tp: NDArray[np.float64], fp: NDArray[np.float64]) -> _Both:
    nothing = np.zeros(len(tp))
    return _crossings(tp, fp, nothing + 1, nothing), _crossings(tp, fp, nothing, nothing + 1)


def _crossings(
    tp: NDArray[np.float64],
    fp: NDArray[np.float64],
    less_tp: NDArray[np.float64],
    less_fp: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the equal error rate without a row of each step, by bisection of all at once.

    A row that is left out changes the counts from its own step on. Where that step lies before
    all crossings that can be, or behind them, they are all the same.
    """
    n_steps = len(tp) - 1
    n_positive, n_negative = tp[-1] - less_tp[0], fp[-1] - less_fp[0]
    if n_steps == 0 or min(n_positive, n_negative) <= 0:
        return np.full(n_steps, np.nan)

    def at(steps: NDArray[np.intp], rows: NDArray[np.intp]) -> _Both:
        changed = rows >= steps
        return tp[rows] - less_tp[rows] * changed, fp[rows] - less_fp[rows] * changed

    def excess(found: _Both) -> NDArray[np.float64]:
        return np.asarray(found[1] * n_positive - (n_positive - found[0]) * n_negative)

    def bisected(steps: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        before, after = np.zeros_like(steps), np.full_like(steps, n_steps)
        while np.any(after - before > 1):
            middle = (before + after) // 2
            is_after = excess(at(steps, middle)) >= 0
            after = np.where(is_after, middle, after)
            before = np.where(is_after, before, middle)
        first, last = at(steps, before), at(steps, after)
        below, above = excess(first), excess(last)
        crossing = first[1] * (above - below) - below * (last[1] - first[1])
        return after, np.asarray(divide(crossing, n_negative * (above - below)))

    ends, outer = bisected(np.array([1, n_steps]))
    low, high = max(1, int(ends.min()) - 1), min(n_steps, int(ends.max()) + 1)
    between = np.arange(low, high + 1)
    _, inner = bisected(between)
    values = np.empty(n_steps)
    values[: low - 1] = outer[0]
    values[low - 1 : high] = inner
    values[high:] = outer[1]
    return values
