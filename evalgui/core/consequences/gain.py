"""Gain, lift, cost, predictiveness and precision-recall-gain curves of a score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from evalgui.core.consequences.pooling import hull_rows
from evalgui.core.counts import divide
from evalgui.core.curves.gains import PRECISION_RECALL_GAIN
from evalgui.core.curves.laid_out import first_row, in_proportion
from evalgui.core.intervals.moving import SENSITIVITY, SPECIFICITY
from evalgui.core.intervals.square_and_add import square_and_add
from evalgui.core.parallel import blocks, spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.intervals.moving import Moving
    from evalgui.core.score_table import Steps

_ROUNDING = 1e-12
_BLOCK = 65_536  # rows whose temporaries stay in the cache


def gain(steps: Steps, depths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of positives among the top shares of the rows.

    Parameters
    ----------
    steps
        With a positive row.
    depths : (P,) array of float64
        In [0, 1]. Inside a block of equal scores as many are found as over all orders of it.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([4, 3, 2, 1], [True, False, True, False]).steps
    >>> gain(steps, np.array([0.25, 0.5, 0.625]))
    array([0.5 , 0.5 , 0.75])
    """
    found = steps.true_positives
    called = (found + steps.false_positives) / (steps.n_positive + steps.n_negative)
    return np.asarray(np.interp(depths, called, found / steps.n_positive))


def lift(steps: Steps, depths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `gain` over depth: PPV over prevalence; NaN at 0."""
    return np.asarray(divide(gain(steps, depths), depths))


def cost_envelope(steps: Steps, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the least normalised expected cost of any threshold.

    Parameters
    ----------
    steps
        With both classes.
    at : (P,) array of float64
        PC(+) = p B / (p B + (1 - p) H), in [0, 1]: the prevalence where errors cost the same.

    References
    ----------
    Drummond and Holte 2006 (Machine Learning 65:95), eq. 3.
    """
    miss, alarm, turns = _lines(steps)
    best = np.searchsorted(turns, at, side="left")
    return np.asarray(miss[best] * at + alarm[best] * (1.0 - at))


def area_of_cost(steps: Steps) -> float:
    """Return the area under `cost_envelope`, exactly."""
    at = cost_turns(steps)
    return float(np.trapezoid(cost_envelope(steps, at), at))


class CostLine(NamedTuple):
    """The normalised expected cost of one threshold at values of PC(+), with its limits."""

    value: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]


def cost_of_point(moving: Moving, at: NDArray[np.float64]) -> CostLine:
    """Return what a threshold costs, with limits by square-and-add of Wilson limits.

    Parameters
    ----------
    moving
        The counts, with rows of both classes, and whose they are.
    at : (P,) array of float64
        PC(+), in [0, 1].
    """
    tp, fp, fn, tn = moving.cells()
    miss, alarm = fn / (tp + fn), fp / (fp + tn)
    misses = [1.0 - end for end in moving.limits(SENSITIVITY, tp, tp + fn)]
    alarms = [1.0 - end for end in moving.limits(SPECIFICITY, tn, fp + tn)]
    value = miss * at + alarm * (1.0 - at)
    limits = []
    for x, cost in zip(at.tolist(), value.tolist(), strict=True):
        of_misses = [end * x + alarm * (1.0 - x) for end in misses]
        of_alarms = [miss * x + end * (1.0 - x) for end in alarms]
        limits.append(square_and_add(cost, [tuple(of_misses), tuple(of_alarms)]))
    lower, upper = np.array(limits).T
    return CostLine(value, np.maximum(lower, 0.0), np.minimum(upper, 1.0))


def best_at(steps: Steps, at: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the rows of least cost at values of PC(+), corners of the hull; of two the stricter.

    Parameters
    ----------
    steps
        With both classes.
    at : (P,) array of float64
        PC(+), in [0, 1].
    """
    return hull_rows(steps)[np.searchsorted(_lines(steps)[2], at, side="left")]


def best_from_to(steps: Steps, rows: NDArray[np.intp]) -> tuple[Any, Any]:
    """Return between which values of PC(+) rows have the least cost of all.

    Parameters
    ----------
    steps
        With both classes.
    rows : (R,) array of int

    Returns
    -------
    pair of (R,) arrays of float64
        They rise from row to row. Of a row below the hull both are the one value where it comes
        nearest to the least cost: where its neighbours on the hull cost the same.
    """
    corners, turns = hull_rows(steps), _lines(steps)[2]
    ends = np.concatenate([[0.0], turns, [1.0]])
    after = np.searchsorted(corners, rows)
    return ends[after], ends[after + (corners[after] == rows)]


def cost_turns(steps: Steps) -> NDArray[np.float64]:
    """Return where `cost_envelope` begins, bends and ends, from 0 to 1; it is straight between."""
    return np.concatenate([[0.0], _lines(steps)[2], [1.0]])


def _lines(
    steps: Steps,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return FNR and FPR of the corners of the hull, and where the next costs less."""
    corners = hull_rows(steps)
    miss = 1.0 - steps.tp_column[corners] / steps.n_positive
    alarm = steps.fp_column[corners] / steps.n_negative
    fall, rise = -np.diff(miss), np.diff(alarm)
    return miss, alarm, rise / (rise + fall)


def greatest_distance(steps: Steps) -> float:
    """Return KS, the greatest TPR - FPR of any threshold, in [0, 1]: it is at a corner of the hull.

    Parameters
    ----------
    steps
        With both classes.
    """
    miss, alarm, _ = _lines(steps)
    return float(np.max(1.0 - miss - alarm))


class Predictiveness(NamedTuple):
    """The predictiveness curve: calibrated risks against their quantile, which is a staircase.

    Parameters
    ----------
    quantiles : (B + 1,) array of float64
        Where its steps begin and end, from 0 to 1.
    risks : (B,) array of float64
        Of each step, rising.
    rows : (B,) array of int
        The rows of the table of scores from whose thresholds on each step is called.

    References
    ----------
    Huang, Pepe and Feng 2007 (Biometrics 63:1181); Bura and Gastwirth 2001.
    """

    quantiles: NDArray[np.float64]
    risks: NDArray[np.float64]
    rows: NDArray[np.intp]

    @property
    def prevalence(self) -> float:
        """The mean risk."""
        return float(np.sum(np.diff(self.quantiles) * self.risks))

    @property
    def total_gain(self) -> float:
        """Mean ``|risk - p|`` over 2 p (1 - p), in [0, 1], which is KS."""
        return self._mean_over(np.abs(self.risks - self.prevalence), 2.0)

    @property
    def explained(self) -> float:
        """The variance of the risks over p (1 - p), in [0, 1]: DSC / UNC of the Brier score."""
        return self._mean_over((self.risks - self.prevalence) ** 2, 1.0)

    def _mean_over(self, values: NDArray[np.float64], times: float) -> float:
        p = self.prevalence
        return cast(
            "float", divide(float(np.sum(np.diff(self.quantiles) * values)), times * p * (1 - p))
        )


def predictiveness(steps: Steps, prevalence: float | None = None) -> Predictiveness:
    """Return the predictiveness curve of the risks of the isotonic fit.

    Parameters
    ----------
    steps
        With both classes; scores of any kind, since only their order counts.
    prevalence
        Where another share than that of the rows is positive.
    """
    corners = hull_rows(steps)
    hits, alarms = (one[::-1] for one in _called(steps, corners, prevalence))  # the lowest first
    called = hits + alarms
    is_wide = np.diff(called) != 0  # all are, but at a prevalence of 0 or 1
    risks = np.diff(hits)[is_wide] / np.diff(called)[is_wide] + 0.0  # no -0.0
    kept = np.concatenate([[True], is_wide])
    return Predictiveness(1.0 - called[kept], risks, corners[::-1][:-1][is_wide])


def quantile_of(
    steps: Steps, rows: NDArray[np.intp], prevalence: float | None = None
) -> NDArray[np.float64]:
    """Return the share of people whom rows of the table do not call, falling from row to row.

    Parameters
    ----------
    steps
        With both classes.
    rows : (R,) array of int
    prevalence
        As of `predictiveness`.
    """
    hits, alarms = _called(steps, rows, prevalence)
    return np.asarray(1.0 - hits - alarms)


def row_at_quantile(
    steps: Steps, quantiles: NDArray[np.float64], prevalence: float | None = None
) -> NDArray[np.intp]:
    """Return the rows of the table whose `quantile_of` is nearest, found by bisection."""
    low = np.zeros(quantiles.shape, dtype=np.intp)
    high = np.full(quantiles.shape, len(steps) - 1, dtype=np.intp)
    while (low < high).any():
        middle = (low + high) // 2
        is_enough = quantile_of(steps, middle, prevalence) <= quantiles
        low, high = np.where(is_enough, low, middle + 1), np.where(is_enough, middle, high)
    pair = np.maximum(low - 1, 0), low
    apart = [np.abs(quantile_of(steps, one, prevalence) - quantiles) for one in pair]
    return np.where(apart[0] < apart[1], *pair)


def _called(
    steps: Steps, rows: NDArray[np.intp], prevalence: float | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the shares of all that are called rightly and wrongly, each class by its share."""
    share = steps.n_positive / (steps.n_positive + steps.n_negative)
    p = share if prevalence is None else prevalence
    hits = p * steps.tp_column[rows] / steps.n_positive
    return hits, (1.0 - p) * steps.fp_column[rows] / steps.n_negative


def precision_recall_gain(steps: Steps) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return recall gain and precision gain of each attainable point, from recall gain 0.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    recall, precision : (P,) arrays of float64
        Rising recall gain in [0, 1]. ``(x - p) / ((1 - p) x)``; where the first point with a
        recall gain above 0 is not at 0, a point on the straight line to it stands there.

    References
    ----------
    Flach and Kull 2015 (NIPS), eq. 3.
    """
    recall, (precision,) = in_proportion(
        PRECISION_RECALL_GAIN, steps, np.arange(len(steps), dtype=np.intp)
    )
    if recall[0] < _ROUNDING:
        recall[0] = 0.0
    return recall, precision


def area_of_gains(steps: Steps) -> float:
    """Return the area under the precision-recall-gain curve, straight between points."""
    corners = steps.corners()
    first, end = first_row(PRECISION_RECALL_GAIN, corners), len(corners)

    def area(part: slice) -> float:
        rows = np.arange(first + part.start, min(first + part.stop + 1, end))
        recall, (precision,) = in_proportion(PRECISION_RECALL_GAIN, corners, rows)
        return float(np.trapezoid(precision, recall))

    return math.fsum(spread(area, blocks(end - first, _BLOCK)))
