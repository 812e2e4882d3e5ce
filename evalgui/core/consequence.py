"""What becomes of the rows when the threshold moves: what is found, and what it costs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import whole_or_sum

if TYPE_CHECKING:
    from evalgui.core.counts import Counts


@dataclass(frozen=True, slots=True)
class Consequence:
    """How many more rows are called positive at another threshold; fewer are below 0.

    Parameters
    ----------
    found
        Of the positives.
    alarms
        Of the negatives. Of the two none is above 0 where the other is below it.
    """

    found: int
    alarms: int

    @property
    def alarms_for_one(self) -> float:
        """The alarms for each one that is found, at least 0; NaN where none is, nor fewer are."""
        return self.alarms / self.found if self.found else math.nan


def consequence(before: Counts, after: Counts) -> Consequence:
    """Return what a move from one operating point of the same rows to another brings.

    Parameters
    ----------
    before, after
        Scalars.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> brought = consequence(Counts(tp=3, fp=0, fn=2, tn=9), Counts(tp=4, fp=5, fn=1, tn=4))
    >>> brought, brought.alarms_for_one
    (Consequence(found=1, alarms=5), 5.0)
    """
    found, alarms = after.tp - before.tp, after.fp - before.fp
    return Consequence(whole_or_sum(found), whole_or_sum(alarms))
