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

    def excess(row: int) -> int:
        """FPR - FNR in units of 1 / (P N): rises with the row, from -P N to P N."""
        fp, tp = int(steps.fp_column[row]), int(steps.tp_column[row])
        return fp * n_positive - (n_positive - tp) * n_negative

    before, after = 0, len(steps) - 1
    while after - before > 1:
        middle = (before + after) // 2
        if excess(middle) >= 0:
            after = middle
        else:
            before = middle
    below, above = excess(before), excess(after)
    fp_before, fp_after = int(steps.fp_column[before]), int(steps.fp_column[after])
    numerator = fp_before * (above - below) - below * (fp_after - fp_before)
    value = float(divide(numerator, n_negative * (above - below)))
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
