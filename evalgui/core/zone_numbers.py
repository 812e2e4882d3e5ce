"""The numbers of a matrix with a grey zone, and which of both lines moves for each.

That is the line beside what is asked: the stricter one for what both call positive, the more
lenient one for what neither does, and for what lies between the second one, which was pulled
out of the threshold. No line moves beyond the other; where both meet there is no zone any more.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.rules.declaring import Counts, divide, metric_by_id
from evalgui.core.rules.reached import AT_LEAST, AT_MOST, side_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.counts import Real
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

POSITIVE, GREY, NEGATIVE = range(3)
"""The zones: what both lines call positive, what only one does, and what neither does."""

AS_POSITIVE, AS_NEGATIVE, LEFT_OUT = range(3)
"""What is done with the grey rows."""


class ZonePart(Enum):
    """What kind of number it is."""

    LINE = "threshold"
    CELL = "cell"
    SHARE = "share of rows"
    RATIO = "likelihood ratio"
    MEASURE = "measure"


@dataclass(frozen=True, slots=True)
class ZoneNumber:
    """Which number of the matrix of a grey zone is asked for.

    Parameters
    ----------
    part
        The threshold of the line beside a zone, the rows of a class in it, its share of all
        rows, its likelihood ratio, or a measure of the two-way table.
    place
        Of the zone; for a measure, what is done with the grey rows.
    actual
        Of a cell: 0 for the positives, 1 for the negatives.
    measure
        The id of a measure.
    """

    part: ZonePart
    place: int
    actual: int = 0
    measure: str = ""

    @property
    def is_threshold(self) -> bool:
        """Whether it is the threshold of a line, which is typed as it is."""
        return self.part is ZonePart.LINE

    @property
    def is_count(self) -> bool:
        """Whether it is a cell."""
        return self.part is ZonePart.CELL

    @property
    def is_share(self) -> bool:
        """Whether it lies in [0, 1]."""
        return self.part in {ZonePart.SHARE, ZonePart.MEASURE}

    @property
    def side(self) -> str | None:
        """Whether it is asked to be `AT_LEAST` or `AT_MOST` a number; None for as near as can be.

        A count of grey rows is to be just that number.
        """
        if self.part is ZonePart.MEASURE:
            return side_of(metric_by_id(self.measure))
        if self.part is ZonePart.SHARE or self.place == GREY:
            return None
        is_most = self.part is ZonePart.CELL and self.actual == 1
        return AT_MOST if is_most == (self.place == POSITIVE) else AT_LEAST


@dataclass(frozen=True, slots=True)
class Ends:
    """The operating points of both lines, as rows of the steps; `strict` is not after `lenient`."""

    strict: int
    lenient: int
    second_is_strict: bool

    @property
    def of_lines(self) -> tuple[int, int]:
        """That of the threshold, and that of the second line."""
        both = (self.lenient, self.strict)
        return both if self.second_is_strict else both[::-1]

    def moves_strict(self, number: ZoneNumber) -> bool:
        """Return whether it is the stricter line that a number asks to move."""
        if number.part is not ZonePart.MEASURE:
            is_strict, is_lenient = number.place == POSITIVE, number.place == NEGATIVE
        else:  # without the grey rows, each predictive value knows one of the lines alone
            is_out = number.place == LEFT_OUT
            is_strict = number.place == AS_NEGATIVE or (is_out and number.measure == "PPV")
            is_lenient = number.place == AS_POSITIVE or (is_out and number.measure == "NPV")
        return is_strict or (self.second_is_strict and not is_lenient)

    def moves_second(self, number: ZoneNumber) -> bool:
        """Return whether it is the second line that a number asks to move, not the threshold."""
        return self.moves_strict(number) == self.second_is_strict


def ends_of(snapshot: Snapshot) -> Ends | None:
    """Return where both lines of a snapshot stand; None where there is one."""
    second, point, ranking = snapshot.choices.second, snapshot.point, snapshot.ranking
    if second is None or point is None or ranking is None:
        return None
    row, other = point.row, ranking.table.steps.row_at(second)
    return Ends(min(row, other), max(row, other), second_is_strict=other < row)


def moves_second(snapshot: Snapshot, number: ZoneNumber) -> bool:
    """Return whether a number of the grey zone asks for the second line."""
    ends = ends_of(snapshot)
    return ends is not None and ends.moves_second(number)


def would_end_zone(snapshot: Snapshot, threshold: float | None, *, of_second: bool = False) -> bool:
    """Return whether the line would meet the second one at a threshold, or the reverse."""
    ranking, ends = snapshot.ranking, ends_of(snapshot)
    if threshold is None or ranking is None or ends is None:
        return False
    return ranking.table.steps.row_at(threshold) == ends.of_lines[0 if of_second else 1]


def would_pass(snapshot: Snapshot, threshold: float | None, *, of_second: bool = False) -> bool:
    """Return whether the line would go beyond the second one, or the reverse."""
    ranking, ends = snapshot.ranking, ends_of(snapshot)
    if threshold is None or ranking is None or ends is None:
        return False
    here, other = ends.of_lines[::-1] if of_second else ends.of_lines
    row = ranking.table.steps.row_at(threshold)
    return row > other > here or row < other < here


def value_in_zone(number: ZoneNumber, steps: Steps, ends: Ends) -> float:
    """Return what a number of the matrix is; NaN where it is undefined."""
    along = AlongLine(number, steps, ends)
    if number.part is ZonePart.LINE:
        return steps.threshold(along.at)
    value = along.value_at(along.at)
    return value / steps.unit if number.is_count else value


class AlongLine:
    """The counts that a number is of, for each place of the line that moves."""

    def __init__(self, number: ZoneNumber, steps: Steps, ends: Ends) -> None:
        self.number, self.steps, self.ends = number, steps, ends
        self.n_positive, self.n_negative = steps.n_positive, steps.n_negative
        self.is_strict = ends.moves_strict(number)
        both = (ends.strict, ends.lenient)
        self.at, self.other = both if self.is_strict else both[::-1]
        bounds = (0, ends.lenient + 1) if self.is_strict else (ends.strict, len(steps))
        self.rows = range(*bounds)

    def __len__(self) -> int:
        return len(self.steps)

    def apart(self) -> AlongLine:
        """Return it without the place where both lines meet."""
        rest = copy(self)
        rest.rows = self.rows[:-1] if self.is_strict else self.rows[1:]
        return rest

    def value_at(self, row: int) -> float:
        """Return the number with the line at one row; NaN where it is undefined."""
        return float(self.compute(self.counts_of(row)))

    def counts(self, rows: NDArray[np.intp] | slice | None = None) -> Counts:
        """Return the counts with the line at some rows, as arrays."""
        moving = self.steps.counts(rows)
        shape = np.shape(moving.tp)
        other = self.steps.counts_of(self.other)
        cells = (other.tp, other.fp, other.fn, other.tn)
        fixed = Counts(*(np.full(shape, cell, dtype=np.int64) for cell in cells))
        return self._of(*((moving, fixed) if self.is_strict else (fixed, moving)))

    def counts_of(self, row: int) -> Counts:
        """Return the counts with the line at one row, as Python integers."""
        strict, lenient = (row, self.other) if self.is_strict else (self.other, row)
        return self._of(self.steps.counts_of(strict), self.steps.counts_of(lenient))

    def _of(self, strict: Counts, lenient: Counts) -> Counts:
        """Return the four counts of the two-way table, or of a zone against all that is not."""
        place = self.number.place
        if self.number.part is ZonePart.MEASURE:
            decided = Counts(tp=strict.tp, fp=strict.fp, fn=lenient.fn, tn=lenient.tn)
            return (lenient, strict, decided)[place]
        if place == POSITIVE:
            return strict
        if place == NEGATIVE:
            return Counts(tp=lenient.fn, fp=lenient.tn, fn=lenient.tp, tn=lenient.fp)
        positives, negatives = lenient.tp - strict.tp, lenient.fp - strict.fp
        return Counts(
            tp=positives,
            fp=negatives,
            fn=self.n_positive - positives,
            tn=self.n_negative - negatives,
        )

    @property
    def compute(self) -> Callable[[Counts], Real]:
        """The number as a function of the counts."""
        part = self.number.part
        if part is ZonePart.CELL:
            return _positives if self.number.actual == 0 else _negatives
        if part is ZonePart.SHARE:
            return _share
        return metric_by_id("LRP" if part is ZonePart.RATIO else self.number.measure).value

    @property
    def is_whole(self) -> bool:
        """Whether it is a count, or one divided by the rows of a class: found by bisection."""
        number = self.number
        if number.part is ZonePart.MEASURE:
            return number.place != LEFT_OUT and number.measure in {"TPR", "TNR"}
        return number.part is not ZonePart.RATIO

    @property
    def prefers_first(self) -> bool:
        """Whether of equal places the strictest is taken; else the most lenient.

        That costs the other class the least, or leaves the fewest rows grey.
        """
        number = self.number
        if number.part is ZonePart.CELL and number.place != GREY:
            return number.actual == 0
        is_of_both = number.place == LEFT_OUT and number.measure not in {"PPV", "NPV"}
        if number.part is ZonePart.MEASURE and not is_of_both:
            if number.measure in {"TPR", "NPV"}:
                return True
            if number.measure in {"TNR", "PPV"}:
                return False
        return not self.is_strict


def _positives(counts: Counts) -> Real:
    return counts.tp


def _negatives(counts: Counts) -> Real:
    return counts.fp


def _share(counts: Counts) -> Real:
    return divide(counts.predicted_positives, counts.n)
