"""Two operating points, A and B: the one on show and the one it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.ghost import Ghost
from evalgui.core.grey_zone import grey_zone
from evalgui.core.pins import Placed

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
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


@dataclass(frozen=True, slots=True)
class Step:
    """The point before, where the line came from it by one distinct score.

    Parameters
    ----------
    threshold
        Where it stood before, as of `Inputs`.
    counts
        Those that held there, Python integers.
    changes
        How many more rows each outcome has now; fewer are below 0.
    """

    threshold: float
    counts: Counts
    changes: Counts


def last_step(snapshot: Snapshot) -> Step | None:
    """Return the step that the line came by, if it was one distinct score: a bisection."""
    point, ranking, last = snapshot.point, snapshot.ranking, snapshot.choices.last
    if point is None or ranking is None or last is None:
        return None
    steps = ranking.table.steps
    row = steps.row_at(last.threshold)
    if abs(row - point.row) != 1:
        return None
    before = steps.counts_of(row)
    changes = Ghost(point.threshold, point.row, point.counts).changes(before)
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
    point, ranking, choices = snapshot.point, snapshot.ranking, snapshot.choices
    if point is None or ranking is None:
        return None
    for known in (choices.pins.point, choices.last):
        if known is not None and ranking.table.steps.row_at(known.threshold) != point.row:
            return known
    return None


def flips(snapshot: Snapshot) -> Flips | None:
    """Return what flips between both points: two bisections; None where there is no other."""
    other, point, ranking = other_point(snapshot), snapshot.point, snapshot.ranking
    if other is None or point is None or ranking is None:
        return None
    steps = ranking.table.steps
    grey = grey_zone(steps, point.threshold, other.threshold).grey
    are_called = point.row > steps.row_at(other.threshold)
    n_all = steps.n_positive + steps.n_negative
    numbers = grey.positives, grey.negatives, n_all
    return Flips(point.threshold, other.threshold, *numbers, are_called=are_called)
