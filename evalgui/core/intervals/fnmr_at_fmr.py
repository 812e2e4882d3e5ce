"""Intervals of the error rate that a bound on the other one leaves: FNMR at FMR <= x."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, deviate_of
from evalgui.core.ordering import distinct
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.intervals.many import Limits
    from evalgui.core.score_table import Steps

_NO_DEVIATE = 1e-9  # no width at all


def row_at_fmr(steps: Steps, bound: float) -> int:
    """Return the most lenient row of which the false positive rate is at most a bound."""
    fits = math.floor(bound * steps.n_negative * (1 + 4 * np.finfo(np.float64).eps))
    return int(np.searchsorted(steps.fp_column, min(fits, steps.n_negative), "right")) - 1


def fnmr_at_fmr(steps: Steps, bound: float) -> float:
    """Return the least false negative rate of the thresholds with FPR at most a bound.

    In [0, 1]; NaN where a class has no scores.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> fnmr_at_fmr(ScoreTable([4, 3, 2, 1], [True, False, True, False]).steps, 0.1)
    0.5
    """
    if not (steps.n_positive and steps.n_negative):
        return math.nan
    missed = steps.n_positive - int(steps.tp_column[row_at_fmr(steps, bound)])
    return float(divide(missed, steps.n_positive))


def squared_and_added(
    steps: Steps, bound: float, level: float, worth: tuple[float, float] | None = None
) -> tuple[float, float]:
    """Return limits from those of the rate itself and those of where the bound lies.

    The rate that is found varies with the positives, and the threshold with the negatives: the
    true one may be a more lenient one whose false positive rate fits by chance alone no more, or
    a stricter one, where by chance alone the next one fits. How many standard errors it takes to
    let a threshold be the true one is taken, squared, from the deviate of the level, squared; with
    what is left the rate of that threshold has its Wilson limit. The outermost of all are taken.

    Parameters
    ----------
    steps
        The operating points.
    bound
        The greatest false positive rate, in [0, 1].
    level
        The two-sided confidence.
    worth
        As how many independent rows the positives and the negatives count; None for what they are.

    Returns
    -------
    tuple of two floats
        The limits, in [0, 1]; NaN where a class has no scores.

    Notes
    -----
    Where scores lie densely, these are the distances of the rate's own limits and of the rates
    at the limits of the threshold, squared and added. Where many rows share a score, the next
    threshold differs by far more than chance does, and counts in full if it may be the true one.

    References
    ----------
    Zou and Donner, Statistics in Medicine 27 (2008), for distances that are squared and added.
    """
    m, n = steps.n_positive, steps.n_negative
    if not (m and n):
        return UNDEFINED
    of_positives, of_negatives = worth or (m, n)
    z, row = deviate_of(level), row_at_fmr(steps, bound)
    spread = max(math.sqrt(bound * (1 - bound) / of_negatives), _NO_DEVIATE)
    alarms = steps.fp_column
    first = int(np.searchsorted(alarms, max(bound - z * spread, 0.0) * n, "left")) - 1
    last = int(np.searchsorted(alarms, (bound + z * spread) * n, "right")) - 1
    first, last = max(min(first, row), 0), max(last, row)
    # Of the rows with one false positive rate the first is the strictest, and the last the most
    # lenient.
    turns = first + np.flatnonzero(alarms[first + 1 : last + 1] != alarms[first:last])
    rows = distinct(np.sort(np.r_[first, turns, row, last]))
    missed = (m - steps.tp_column[rows].astype(np.float64)) / m
    after = np.minimum(rows + 1, len(steps) - 1)
    lenient = np.where(rows > row, (alarms[rows] / n - bound) / spread, 0.0)
    strict = np.where(rows < row, (bound - alarms[after] / n) / spread, 0.0)
    lows = _wilson_at(missed, of_positives, _left(lenient, z))[0]
    highs = _wilson_at(missed, of_positives, _left(strict, z))[1]
    return float(np.nanmin(lows[rows >= row])), float(np.nanmax(highs[rows <= row]))


def _left(taken: NDArray[np.float64], z: float) -> NDArray[np.float64]:
    """Return what deviates leave of z where squares are added up; NaN where they take more."""
    left = z * z - np.maximum(taken, 0.0) ** 2
    return np.sqrt(np.where(left >= 0, left, math.nan))


def _wilson_at(rates: NDArray[np.float64], n: float, deviates: NDArray[np.float64]) -> Limits:
    """Return Wilson's limits of rates of n rows, each at a deviate of its own."""
    z = np.maximum(deviates, _NO_DEVIATE)
    few = np.minimum(rates, 1 - rates) * n
    halves = few + z * z / 2 + z * np.sqrt(few * (n - few) / n + z * z / 4)
    upper, lower = np.minimum(1.0, halves / (n + z * z)), few * few / (n * halves)
    is_low = rates <= 0.5
    return np.where(is_low, lower, 1 - upper), np.where(is_low, upper, 1 - lower)


SQUARED_AND_ADDED = Method(
    id="square-and-add",
    name=phrase("square-and-add of Wilson limits"),
    explanation=phrase(
        "The Wilson limits of the rate that is found, and those at each threshold that the "
        "bound may mean in truth, squared and added."
    ),
    compute=squared_and_added,
    assumes=phrase("the rows are independent"),
    is_recommended=True,
    source="Zou and Donner 2008",
)

METHODS = (SQUARED_AND_ADDED,)
