"""Whether scores lie on a logarithmic axis: as was chosen, or as the scores propose."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING

from evalgui.core.histogram import finite_ends
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_DECADE = 10.0
_MANY_TIMES = 30.0
_SKEWED = 1.0
_LOG = phrase("logarithmic axis")
_N_QUANTILES = 200  # that a skew is taken of
_TAIL = 0.01  # of the rows, at each end: a few scores propose nothing


def may_be_log(steps: Steps) -> bool:
    """Return whether scores can lie on a logarithmic axis: all are positive, over a decade."""
    low, high = finite_ends(steps)
    return 0 < low < high and high / _DECADE >= low


def span_decades(steps: Steps) -> bool:
    """Return whether most scores span decades unevenly, as lab values do, and are no probabilities.

    That is where the 99th percentile is 30 times the first one or more, and the skew above 1.
    """
    _low, high = finite_ends(steps)
    n = steps.n_positive + steps.n_negative
    if high <= 1 or not n:
        return False
    least, most = sorted(_quantile(steps, share) for share in (_TAIL, 1 - _TAIL))
    if not (math.isfinite(most) and least > 0 and most / _MANY_TIMES >= least):
        return False
    shares = ((place + 0.5) / _N_QUANTILES for place in range(_N_QUANTILES))
    return _skew([_quantile(steps, share) for share in shares]) > _SKEWED


def _quantile(steps: Steps, share: float) -> float:
    """Return the score that a share of the rows reaches, from the strictest one on."""
    rows, tp, fp = range(1, len(steps)), steps.tp_column, steps.fp_column
    n = steps.n_positive + steps.n_negative
    row = bisect_left(rows, share * n, key=lambda row: int(tp[row]) + int(fp[row]))
    return steps.threshold(rows[min(row, len(rows) - 1)])


def _skew(values: list[float]) -> float:
    """Return the third standardised moment of those that are finite; 0 where all are one."""
    known = [value for value in values if math.isfinite(value)]
    largest = max(map(abs, known))  # its cube may be no number
    mean = math.fsum(value / largest for value in known) / len(known)
    off = [value / largest - mean for value in known]
    variance = math.fsum(one**2 for one in off) / len(off)
    return math.fsum(one**3 for one in off) / len(off) / variance**1.5 if variance else 0.0


def has_log_scores(snapshot: Snapshot) -> bool:
    """Return whether scores are drawn on a logarithmic axis."""
    if snapshot.ranking is None:
        return False
    ranking, chosen = snapshot.ranking, snapshot.choices.axes.log_scores
    if not may_be_log(ranking.table.steps):
        return False
    if chosen is not None:
        return chosen
    if _LOG not in ranking.proposals:  # once: every plot asks at every change
        ranking.proposals[_LOG] = span_decades(ranking.table.steps)
    return ranking.proposals[_LOG]
