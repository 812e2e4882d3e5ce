"""Two operating points, A and B: the one on show and the one it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.counts import whole_or_sum
from evalgui.core.pins import Placed
from evalgui.core.step import Step
from evalgui.core.threshold_preview import ThresholdPreview

if TYPE_CHECKING:
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Flips:
    """The rows that are called otherwise at the other point.

    Parameters
    ----------
    threshold, other
        The threshold on show, and the other one.
    positives, negatives
        Those rows, by truth.
    n_all
        All rows with a score.
    are_called
        Whether the threshold on show calls them positive; the other one then does not.
    """

    threshold: float
    other: float
    positives: int
    negatives: int
    n_all: int
    are_called: bool

    @property
    def n(self) -> int:
        """How many rows flip."""
        return self.positives + self.negatives


def last_step(point: OperatingPoint | None, steps: Steps, last: Placed | None) -> Step | None:
    """Return the step that the line came by, if it was one distinct score: a bisection.

    Parameters
    ----------
    point
        Where the line stands; None where it stands nowhere.
    steps
        Those of the score.
    last
        Where it stood before; None where nobody knows.
    """
    if point is None or last is None:
        return None
    row = steps.row_at(last.threshold)
    if abs(row - point.row) != 1:
        return None
    before = steps.sums_of(row)
    changes = ThresholdPreview(point.threshold, point.row, point.counts).changes(before)
    return Step(steps.threshold(row), before, changes)


def placed(snapshot: Snapshot) -> Placed | None:
    """Return where the threshold of a snapshot stands, and how it came there."""
    provenance = snapshot.provenance
    if snapshot.point is None or provenance is None:
        return None
    return Placed(snapshot.point.threshold, provenance, snapshot.inputs.is_followed)


def other_point(snapshot: Snapshot) -> Placed | None:
    """Return the point that is flipped to: the pinned one that is compared, or the last before.

    None where there is none that calls any row otherwise.
    """
    found = _other(snapshot)
    return None if found is None else found[0]


def _other(snapshot: Snapshot) -> tuple[Placed, int] | None:
    """Return that point, and the row of the steps whose counts hold there."""
    point, ranking, choices = snapshot.point, snapshot.ranking, snapshot.choices
    if point is None or ranking is None:
        return None
    for known in (choices.pins.point, choices.last):
        if known is not None:
            row = ranking.table.steps.row_at(known.threshold)
            if row != point.row:
                return known, row
    return None


def flips(snapshot: Snapshot) -> Flips | None:
    """Return what flips between both points: a bisection; None where there is no other."""
    found, point, ranking = _other(snapshot), snapshot.point, snapshot.ranking
    if found is None or point is None or ranking is None:
        return None
    other, row = found
    here, there = point.counts, ranking.table.steps.sums_of(row)
    positives = abs(whole_or_sum(here.tp) - whole_or_sum(there.tp))
    negatives = abs(whole_or_sum(here.fp) - whole_or_sum(there.fp))
    numbers = positives, negatives, ranking.table.n
    return Flips(point.threshold, other.threshold, *numbers, are_called=point.row > row)
