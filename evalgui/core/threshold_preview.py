"""A threshold that is looked at and not taken: what it would do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.thresholds import snapped

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdPreview:
    """What a threshold would do.

    Parameters
    ----------
    threshold
        Beside the values of the score, `CALLS_NOTHING` included.
    row
        The row of the steps whose counts would hold.
    counts
        Python integers.
    """

    threshold: float
    row: int
    counts: Counts

    def changes(self, counts: Counts) -> Counts:
        """Return how many more rows each outcome would have than now; fewer are below 0.

        Parameters
        ----------
        counts
            Those of now, scalars of the same rows.
        """
        then = self.counts
        return Counts(
            tp=then.tp - counts.tp,
            fp=then.fp - counts.fp,
            fn=then.fn - counts.fn,
            tn=then.tn - counts.tn,
        )


def preview_at(snapshot: Snapshot, threshold: float) -> ThresholdPreview | None:
    """Return what another threshold would do: a bisection, whatever the number of rows.

    Parameters
    ----------
    snapshot
        What is shown.
    threshold
        As of `Inputs`; `CALLS_NOTHING` included.

    Returns
    -------
    ThresholdPreview or None
        None where there is no threshold on a score.
    """
    ranking = snapshot.ranking
    if ranking is None or snapshot.point is None or not ranking.table.n:
        return None
    steps = ranking.table.steps
    known = steps.threshold(0) if math.isnan(threshold) else threshold
    known = snapped(known, ranking.score)
    row = steps.row_at(known)
    return ThresholdPreview(known, row, steps.sums_of(row))
