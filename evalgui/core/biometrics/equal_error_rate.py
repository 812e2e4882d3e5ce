"""The equal error rate: where the false positive rate and the false negative rate cross."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import divide

if TYPE_CHECKING:
    from evalgui.core.score_table import Steps


@dataclass(frozen=True, slots=True)
class EqualErrorRate:
    """An equal error rate with the attainable points around it.

    Parameters
    ----------
    value
        The interpolated crossing, in [0, 1]; NaN where a class has no scores.
    threshold
        The attainable threshold nearest to the crossing: the one with the smaller
        difference of the two rates; of two equal ones the one with the smaller sum of both
        rates, and then the stricter, unless that calls nothing positive. Where calling
        nothing is the nearest, that is the threshold of row 0 of the steps.
    low, high
        The bracket that the attainable error rates next to the crossing leave for it;
        ``low == high == value`` where a threshold reaches it exactly.
    row
        The row of `Steps` that `threshold` belongs to; -1 where there is none.
    """

    value: float
    threshold: float
    low: float
    high: float
    row: int

    @property
    def is_defined(self) -> bool:
        """Whether both classes have scores."""
        return self.row >= 0


def excess(steps: Steps, row: int) -> int:
    """Return FPR - FNR of a row in units of 1 / (P N): it rises with the row, from -P N to P N."""
    counts = steps.counts_of(row)
    return int(counts.fp * steps.n_positive - counts.fn * steps.n_negative)


def errors(steps: Steps, row: int) -> int:
    """Return FPR + FNR of a row in units of 1 / (P N)."""
    counts = steps.counts_of(row)
    return int(counts.fp * steps.n_positive + counts.fn * steps.n_negative)


def rows_beside_crossing(steps: Steps) -> tuple[int, int]:
    """Return the last row with FPR < FNR and the first with FPR >= FNR, given both classes."""
    before, after = 0, len(steps) - 1
    while after - before > 1:
        middle = (before + after) // 2
        if excess(steps, middle) >= 0:
            after = middle
        else:
            before = middle
    return before, after


def crossing_between(steps: Steps, before: int, after: int) -> float:
    """Return where FPR = FNR on the line between two rows, FPR < FNR in the first alone."""
    below, above = excess(steps, before), excess(steps, after)
    fp_before, fp_after = int(steps.fp_column[before]), int(steps.fp_column[after])
    numerator = fp_before * (above - below) - below * (fp_after - fp_before)
    return float(divide(numerator, steps.n_negative * (above - below)))


def equal_error_rate(steps: Steps) -> EqualErrorRate:
    """Return the crossing of FPR = FNR on the polygon through the attainable points.

    One point a distinct score; so the order of tied rows cannot matter. Computed in
    integers and rounded once.

    Parameters
    ----------
    steps
        The operating points.

    Returns
    -------
    EqualErrorRate
        All NaN where a class has no scores.

    References
    ----------
    tharwat-2018, section 6 and Fig. 12.
    """
    n_positive, n_negative = steps.n_positive, steps.n_negative
    if n_positive == 0 or n_negative == 0:
        return EqualErrorRate(math.nan, math.nan, math.nan, math.nan, -1)
    before, after = rows_beside_crossing(steps)
    below, above = excess(steps, before), excess(steps, after)
    fp_before, fp_after = int(steps.fp_column[before]), int(steps.fp_column[after])
    value = crossing_between(steps, before, after)
    fpr = [float(divide(fp, n_negative)) for fp in (fp_before, fp_after)]
    fnr = [
        float(divide(n_positive - int(steps.tp_column[row]), n_positive)) for row in (before, after)
    ]
    nearer_after = above - -below
    if nearer_after == 0:  # a tie: fewer errors first, then strictness
        nearer_after = -1 if before == 0 or fpr[1] + fnr[1] < fpr[0] + fnr[0] else 1
    row = after if nearer_after < 0 else before
    low, high = max(fpr[0], fnr[1]), min(fpr[1], fnr[0])
    return EqualErrorRate(value, steps.threshold(row), low, high, row)
