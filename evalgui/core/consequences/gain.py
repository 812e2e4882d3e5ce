"""Gain, lift, cost, predictiveness and precision-recall-gain curves of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from evalgui.core.consequences.pooling import hull_rows
from evalgui.core.counts import divide

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.consequences.corp import Isotonic
    from evalgui.core.consequences.places import Places
    from evalgui.core.score_table import Steps


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
    _, _, turns = _lines(steps)
    at = np.concatenate([[0.0], turns, [1.0]])
    return float(np.trapezoid(cost_envelope(steps, at), at))


def _lines(
    steps: Steps,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return FNR and FPR of the corners of the hull, and where the next costs less."""
    corners = hull_rows(steps)
    miss = 1.0 - steps.true_positives[corners] / steps.n_positive
    alarm = steps.false_positives[corners] / steps.n_negative
    fall, rise = -np.diff(miss), np.diff(alarm)
    return miss, alarm, rise / (rise + fall)


def total_gain(places: Places, fit: Isotonic) -> float:
    """Return the standardised total gain of the calibrated risks, in [0, 1].

    ``mean |risk - share| / (2 share (1 - share))``, which is the greatest TPR - FPR.

    References
    ----------
    Huang, Pepe and Feng 2007 (Biometrics 63:1181); Bura and Gastwirth 2001.
    """
    apart = np.abs(fit.at_places() - places.share) * places.totals
    mean = float(np.sum(apart)) / places.n
    return cast("float", divide(mean, 2.0 * places.share * (1.0 - places.share)))


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
    tp, fp = steps.true_positives.astype(float), steps.false_positives.astype(float)
    tp, fp = tp[1:], fp[1:]
    odds = steps.n_positive / steps.n_negative
    fn = steps.n_positive - tp
    with np.errstate(divide="ignore"):
        recall, precision = 1.0 - odds * fn / tp, 1.0 - odds * fp / tp
    first = int(np.searchsorted(recall, 0.0, side="left"))
    recall, precision = recall[first:], precision[first:]
    if recall[0] > 0:
        # On the line between two points of the ROC curve: true and false positives move together.
        before = (tp[first - 1], fp[first - 1]) if first else (0.0, 0.0)
        wanted = steps.n_positive**2 / (steps.n_positive + steps.n_negative)
        share = (wanted - before[0]) / (tp[first] - before[0])
        alarms = before[1] + share * (fp[first] - before[1])
        recall = np.concatenate([[0.0], recall])
        precision = np.concatenate([[1.0 - odds * alarms / wanted], precision])
    return recall, precision


def area_of_gains(steps: Steps) -> float:
    """Return the area under the precision-recall-gain curve, straight between points."""
    recall, precision = precision_recall_gain(steps)
    return float(np.trapezoid(precision, recall))
