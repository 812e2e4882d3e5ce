"""Whether scores lie on a logarithmic axis: as was chosen, or as the scores propose."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING

from evalgui.core.histogram import finite_ends

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_DECADE = 10.0
_MANY_DECADES = 1_000.0
_TAIL = 0.01  # of the rows, at each end: a few scores propose nothing


def may_be_log(steps: Steps) -> bool:
    """Return whether scores can lie on a logarithmic axis: all are positive, over a decade."""
    low, high = finite_ends(steps)
    return 0 < low < high and high / _DECADE >= low


def span_decades(steps: Steps) -> bool:
    """Return whether most scores span decades, and are no probabilities."""
    _low, high = finite_ends(steps)
    n = steps.n_positive + steps.n_negative
    if high <= 1 or not n:
        return False
    rows = range(1, len(steps))
    found = []
    for share in (_TAIL, 1 - _TAIL):
        row = bisect_left(rows, share * n, key=lambda row: _n_called(steps, row))
        found.append(float(steps.threshold(rows[min(row, len(rows) - 1)])))
    least, most = min(found), max(found)
    return math.isfinite(most) and least > 0 and most / _MANY_DECADES >= least


def _n_called(steps: Steps, row: int) -> int:
    return int(steps.counts_of(row).predicted_positives)


def has_log_scores(snapshot: Snapshot) -> bool:
    """Return whether scores are drawn on a logarithmic axis."""
    if snapshot.ranking is None:
        return False
    steps, chosen = snapshot.ranking.table.steps, snapshot.choices.axes.log_scores
    return may_be_log(steps) and (span_decades(steps) if chosen is None else chosen)
