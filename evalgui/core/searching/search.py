"""The best of all rows of the steps: whole blocks are passed over where none can be.

A block of rows is as good at most as its most true positives with its fewest false ones would
be. Blocks of some thousand rows are judged by that, then blocks of some dozen, and only rows of
what is left are looked at; where nothing can be judged so, all are, in blocks that stay in the
cache. What rounding leaves open is decided with fractions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from evalgui.core.counts import ROOT_ERROR, unbounded
from evalgui.core.parallel import blocks, spread
from evalgui.core.searching.criterion import ROUNDING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.searching.constraint import Constraint
    from evalgui.core.searching.criterion import Criterion

MOST_EXACT = 2_000
"""How many rows within rounding of the best are compared with fractions."""

_LEVELS = (4_096, 64)
_BLOCK = 16_384
_FEW = 65_536  # rows that are looked at without judging blocks
_MANY = 1_000_000  # rows in small blocks beyond which all are looked at in a row


class Points(Protocol):
    """Operating points of which the best are wanted: the steps of a score, or what is like them."""

    @property
    def n_positive(self) -> int:
        """The rows of the positive class."""

    @property
    def n_negative(self) -> int:
        """The rows of the other class."""

    def __len__(self) -> int: ...

    def counts(self, rows: NDArray[np.intp] | slice | None = None) -> Counts:
        """Return the counts of some of them, as arrays."""

    def counts_of(self, row: int) -> Counts:
        """Return the counts of one, as Python integers."""


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The best rows of the steps.

    Parameters
    ----------
    rows : (k,) array of int
        All rows with the best value, strictest first; empty where no row has a value.
    is_decided
        Whether it was decided exactly which rows these are.
    """

    rows: NDArray[np.intp]
    is_decided: bool = True


def best_rows(
    steps: Points,
    criterion: Criterion,
    constraint: Constraint | None = None,
    span: tuple[int, int] | None = None,
) -> Best:
    """Return all rows that are best by a criterion.

    Parameters
    ----------
    steps
        The operating points.
    criterion
        What is wanted. Rows where it is undefined or infinite take no part.
    constraint
        What the rows have to meet, or None.
    span
        The first row that takes part, and the one behind the last; all by default.
    """
    start, stop = span or (0, len(steps))

    def look(part: Any) -> tuple[float, NDArray[np.intp], NDArray[np.float64]]:  # noqa: ANN401 - slice or rows
        counts = steps.counts(part)
        good = criterion.goodness(counts)
        if constraint is not None:
            good = np.where(constraint.is_met(counts), good, -np.inf)
        best = float(good.max(initial=-np.inf))
        near = np.flatnonzero((good >= best - _margin(criterion, best)) & (good > -np.inf))
        rows = near + part.start if isinstance(part, slice) else part[near]
        return best, rows, good[near]

    found = spread(look, _parts(steps, criterion, constraint, start, stop))
    best = max((one[0] for one in found), default=-np.inf)
    if best == -np.inf:
        return Best(np.zeros(0, dtype=np.intp))
    limit = best - _margin(criterion, best)
    rows = np.concatenate([one[1][one[2] >= limit] for one in found])
    values = np.concatenate([one[2][one[2] >= limit] for one in found])
    return _decided(steps, criterion, rows, values)


def _margin(criterion: Criterion, best: float) -> float:
    """Return by how much rounding can make the best value look worse."""
    return ROUNDING * max(criterion.scale, abs(best)) if np.isfinite(best) else 0.0


def _decided(
    steps: Points, criterion: Criterion, rows: NDArray[np.intp], values: NDArray[np.float64]
) -> Best:
    """Return of rows that are within rounding of the best those that are the best."""
    if len(rows) <= 1:
        return Best(rows)
    if criterion.linear is not None:
        a, b = criterion.linear
        counts = steps.counts(rows)
        largest = float(abs(a)) * steps.n_positive + float(abs(b)) * steps.n_negative
        tp, fp = (unbounded(np.asarray(cell), largest) for cell in (counts.tp, counts.fp))
        gain = a * tp - b * fp
        return Best(rows[gain == gain.max()])
    if len(rows) > MOST_EXACT:
        return Best(rows[values == values.max()], is_decided=False)
    exactly = [criterion.exactly(steps.counts_of(int(row))) for row in rows]
    best = max(exactly)
    return Best(rows[[best - one <= ROOT_ERROR for one in exactly]])


def _parts(
    steps: Points, criterion: Criterion, constraint: Constraint | None, start: int, stop: int
) -> list[Any]:
    """Return slices, or arrays of rows, among which the best are."""
    whole = [slice(part.start + start, part.stop + start) for part in blocks(stop - start, _BLOCK)]
    can_judge = criterion.has_bound or (constraint is not None and constraint.has_bound)
    if stop - start <= _FEW or not can_judge:
        return whole
    starts = np.array([start])
    length, best = stop - start, -np.inf
    for size in _LEVELS:
        starts = (starts[:, np.newaxis] + np.arange(0, length, size)).ravel()
        starts, length = starts[starts < stop], size
        possible = np.zeros(len(starts), dtype=np.bool_)
        bounds = np.full(len(starts), -np.inf)
        for part in blocks(len(starts), _BLOCK):
            first = steps.counts(starts[part])
            last = steps.counts(np.minimum(starts[part] + size, stop) - 1)
            best = max(best, _sampled(criterion, constraint, first, last))
            bounds[part] = criterion.bound(first, last)
            possible[part] = True if constraint is None else constraint.may_be_met(first, last)
        starts = starts[possible & (bounds >= best - _margin(criterion, best))]
    if len(starts) * length > _MANY:
        return whole
    rows = (starts[:, np.newaxis] + np.arange(length)).ravel()
    rows = rows[rows < stop]
    return [rows[part] for part in blocks(len(rows), _BLOCK)]


def _sampled(
    criterion: Criterion, constraint: Constraint | None, first: Counts, last: Counts
) -> float:
    """Return the best value at the ends of some blocks."""
    best = -np.inf
    for counts in (first, last):
        good = criterion.goodness(counts)
        if constraint is not None:
            good = good[constraint.is_met(counts)]
        best = max(best, float(good.max(initial=-np.inf)))
    return best
