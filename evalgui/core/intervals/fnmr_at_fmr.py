"""Intervals of the error rate that a bound on the other one leaves: FNMR at FMR <= x."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.intervals.method import Method
from evalgui.core.intervals.proportions import UNDEFINED, wilson

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps


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


def squared_and_added(steps: Steps, bound: float, level: float) -> tuple[float, float]:
    """Return limits from those of the rate itself and those of where the bound lies.

    The rate that is found varies with the positives, and the threshold with the negatives:
    the rates at the Wilson limits of the false positive rate that the threshold reaches say
    how far. Both distances are squared and added on either side.

    Parameters
    ----------
    steps
        The operating points.
    bound
        The greatest false positive rate, in [0, 1].
    level
        The two-sided confidence.

    Returns
    -------
    tuple of two floats
        The limits, in [0, 1]; NaN where a class has no scores.
    """
    m, n = steps.n_positive, steps.n_negative
    if not (m and n):
        return UNDEFINED
    rate = fnmr_at_fmr(steps, bound)
    row = row_at_fmr(steps, bound)
    of_rate = wilson(m - int(steps.tp_column[row]), m, level)
    of_threshold = [
        fnmr_at_fmr(steps, share) for share in reversed(wilson(int(steps.fp_column[row]), n, level))
    ]
    down, up = (
        math.hypot(rate - own, rate - at) for own, at in zip(of_rate, of_threshold, strict=True)
    )
    return max(rate - down, 0.0), min(rate + up, 1.0)


SQUARED_AND_ADDED = Method(
    id="square-and-add",
    name="square-and-add of Wilson limits",
    explanation="The Wilson limits of the rate that is found, and what it is at the Wilson limits "
    "of the other rate, squared and added.",
    compute=squared_and_added,
    assumes="the rows are independent",
    is_recommended=True,
    source="Zou and Donner 2008",
)

METHODS = (SQUARED_AND_ADDED,)
