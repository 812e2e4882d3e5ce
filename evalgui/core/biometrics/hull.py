"""Equal errors on the convex hull of the ROC curve, of which only the side in question is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.biometrics.equal_error_rate import crossing_between, errors, excess
from evalgui.core.searching.criterion import Criterion
from evalgui.core.searching.search import best_rows

if TYPE_CHECKING:
    from evalgui.core.counts import Counts, Real
    from evalgui.core.score_table import Steps


def hull_side(steps: Steps) -> tuple[int, int]:
    """Return the two corners of the convex hull between which FPR and FNR cross.

    From the two ends of the curve inward: the row that lies farthest outside of the line between
    two corners is a corner, too; where none does, the line is a side.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    before, after
        Rows; FPR < FNR in the first alone. Compared in whole numbers.
    """
    before, after = 0, len(steps) - 1
    while True:
        corner = _farthest(steps, before, after)
        if corner in {before, after}:
            return before, after
        if excess(steps, corner) < 0:
            before = corner
        else:
            after = corner


def hull_crossing(steps: Steps) -> tuple[float, tuple[int, ...]]:
    """Return the equal error rate of the convex hull, and the corner nearest to it.

    Parameters
    ----------
    steps
        With both classes.

    Returns
    -------
    value
        In [0, 1], never above the interpolated crossing.
    rows
        The corner with the smaller difference of both rates; of two equal ones that with the
        fewer errors, and then the stricter, stand first.

    References
    ----------
    Brummer and de Villiers 2011, The BOSARIS toolkit user guide: ROCCH-EER.
    """
    before, after = hull_side(steps)
    value = crossing_between(steps, before, after)
    gaps = {row: abs(excess(steps, row)) for row in (before, after)}
    rows = [row for row in gaps if gaps[row] == min(gaps.values())]
    return value, tuple(sorted(rows, key=lambda row: (errors(steps, row), row)))


def _farthest(steps: Steps, before: int, after: int) -> int:
    """Return the row between two that lies farthest outside of the line between them."""
    tp, fp = steps.tp_column, steps.fp_column
    rise = int(tp[after]) - int(tp[before])
    run = int(fp[after]) - int(fp[before])
    n_positive, n_negative = steps.n_positive, steps.n_negative

    def compute(counts: Counts) -> Real:
        up, along = counts.tp / n_positive, counts.fp / n_negative
        return up * (run / n_negative) - along * (rise / n_positive)

    criterion = Criterion(compute, linear=(run, rise))
    best = best_rows(steps, criterion, span=(before, after + 1))
    rows = set(best.rows[[0, -1]].tolist())
    return before if before in rows else after if after in rows else int(best.rows[0])
