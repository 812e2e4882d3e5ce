"""Predictive values of two classifiers on the same rows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.comparing.rates import correlated
from evalgui.core.intervals.proportions import UNDEFINED

if TYPE_CHECKING:
    from evalgui.core.comparing.joint import Fourfold


def generalised_score(events: Fourfold, others: Fourfold) -> float:
    """Return the statistic of two predictive values being the same.

    For positive predictive values the events are the positive rows and the others the negative
    ones, each by who calls them positive; for negative ones the events are the negative rows,
    each by who calls them negative.

    Returns
    -------
    float
        Chi-square with one degree of freedom; NaN where a classifier calls no row, or nothing
        varies.

    References
    ----------
    Leisenring, Alonzo and Pepe, "Comparisons of predictive values of binary medical diagnostic
    tests for paired designs", Biometrics 56 (2000), eq. 4 and 5.
    """
    called_first, called_second = events.first + others.first, events.second + others.second
    called = called_first + called_second
    if not (called_first and called_second):
        return math.nan
    share = called_second / called  # of all calls those of the second
    value = (events.first + events.second) / called
    score = events.second * (1 - share) - events.first * share
    squares = sum(
        deviation
        * deviation
        * (
            rows.both * (1 - 2 * share) ** 2
            + rows.second_only * (1 - share) ** 2
            + rows.first_only * share**2
        )
        for rows, deviation in ((events, 1 - value), (others, -value))
    )
    return score * score / squares if squares else math.nan


def difference(events: Fourfold, others: Fourfold, level: float) -> tuple[float, float]:
    """Return the limits of the first predictive value less the second.

    From the Wilson limits of each and the correlation of both estimates, which share the rows
    that both classifiers call. Parameters are those of `generalised_score`.

    Returns
    -------
    tuple of float
        Within [-1, 1]; NaN where a classifier calls no row.
    """
    n_1, n_2 = events.first + others.first, events.second + others.second
    if not (n_1 and n_2):
        return UNDEFINED
    value_1, value_2 = events.first / n_1, events.second / n_2
    variances = value_1 * (1 - value_1) * n_1, value_2 * (1 - value_2) * n_2
    shared = events.both * (1 - value_1) * (1 - value_2) + others.both * value_1 * value_2
    product = variances[0] * variances[1]
    correlation = min(shared / math.sqrt(product), 1.0) if product else 0.0
    return correlated((events.first, n_1), (events.second, n_2), correlation, level)
