"""A number of a matrix with a grey zone that is asked for: where one of both lines meets it.

Which numbers there are, and which of both lines moves for each, stands in
`evalgui.core.zone_numbers`.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.goals import CELLS, UNCOUNTED, Goal, GoalError, Wanted, is_quick, too_many
from evalgui.core.goals import answer as answer_of
from evalgui.core.rules.declaring import (
    Better,
    Constraint,
    Counts,
    Criterion,
    best_rows,
    exact,
    phrase,
)
from evalgui.core.rules.reached import AT_LEAST, AT_MOST
from evalgui.core.zone_numbers import GREY, LEFT_OUT, NEGATIVE, AlongLine, ZonePart

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from evalgui.core.counts import Real
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Choice
    from evalgui.core.score_table import Steps
    from evalgui.core.zone_numbers import Ends, ZoneNumber


@dataclass(frozen=True, slots=True)
class ZoneGoal:
    """What is asked of a number: the target; a cell may be given as a share of its class."""

    number: ZoneNumber
    target: float
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class ZoneAnswer:
    """What comes of it.

    Parameters
    ----------
    goal, ends
        What was asked, and from where.
    row
        The operating point to which its line goes; None where it cannot be met.
    offers
        Up to two operating points that come near, with what the number is there.
    ends_zone
        Whether it is not gone to because both lines would meet; that is the last of the offers.
    """

    goal: ZoneGoal
    ends: Ends
    row: int | None
    offers: tuple[tuple[int, float], ...] = ()
    ends_zone: bool = False


def answer_in_zone(goal: ZoneGoal, steps: Steps, ends: Ends) -> ZoneAnswer:
    """Return what comes of a goal.

    Of all rows on its side of the other line, the line goes to the one that costs the other
    class the least where the number is of one class; else to the one where it is nearest to the
    target on its good side, and of those that do so equally to the one with the fewest grey rows.
    To where both lines meet it never goes unasked, since nothing would be left of the zone.

    Raises
    ------
    GoalError
        If no lines of these data can ever do that.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> from evalgui.core.zone_numbers import GREY, Ends, ZoneNumber
    >>> steps = ScoreTable([1.0, 2.0, 3.0, 4.0], [False, True, False, True]).steps
    >>> grey_positives = ZoneNumber(ZonePart.CELL, GREY, actual=0)
    >>> answer_in_zone(ZoneGoal(grey_positives, 1), steps, Ends(1, 4, second_is_strict=False)).row
    3
    """
    check_in_zone(goal, steps)
    asked = AlongLine(goal.number, steps, ends)
    found = _answer_along(goal, asked)
    if found.row != asked.other:
        return found
    apart = asked.apart()
    near = _answer_along(goal, apart) if apart.rows else ZoneAnswer(goal, ends, None)
    rows = [row for row, _value in near.offers[:1]] if near.row is None else [near.row]
    offers = tuple((row, asked.value_at(row)) for row in (*rows, asked.other))
    return ZoneAnswer(goal, ends, None, offers, ends_zone=True)


def known_rule(answer: ZoneAnswer, row: int, ranking: Ranking) -> Choice | None:
    """Return the rule that goes to a row for a goal, if one that is found by bisection does."""
    goal = _as_of_one_line(answer.goal)
    if goal is None or not is_quick(goal):
        return None
    choice = answer_of(goal, ranking).choice
    return choice if choice.row == row else None


def _as_of_one_line(goal: ZoneGoal) -> Goal | None:
    """Return what is asked as a goal of one operating point; None where it is of both lines."""
    number = goal.number
    if number.part is ZonePart.MEASURE and number.place != LEFT_OUT:
        return Goal(Wanted(number.measure), goal.target)
    if number.part is not ZonePart.CELL or number.place == GREY:
        return None
    cell = CELLS[number.actual * 2 + (number.place == NEGATIVE)]
    wanted = Wanted(cell)
    return Goal(Wanted(wanted.measure) if goal.is_share else wanted, goal.target)


def check_in_zone(goal: ZoneGoal, steps: Steps) -> None:
    """Raise `GoalError` where no lines of these data can ever do what is asked."""
    part, target = goal.number.part, goal.target
    if steps.is_weighted and part is ZonePart.CELL and not goal.is_share:
        raise GoalError(UNCOUNTED)
    if part is ZonePart.CELL and not goal.is_share:
        n = (steps.n_positive, steps.n_negative)[goal.number.actual]
        if target != int(target) or not 0 <= target <= n:
            raise GoalError(too_many(n, is_positive=goal.number.actual == 0))
    elif part is ZonePart.RATIO:
        if target < 0:
            raise GoalError(phrase("Type a number that is not below 0"))
    elif not 0 <= target <= 1:
        raise GoalError(phrase("Type a share from 0 to 1, or per cent such as 95 %"))


def _answer_along(goal: ZoneGoal, asked: AlongLine) -> ZoneAnswer:
    """Return what comes of a goal along the rows where a line may stand."""
    if asked.is_whole:
        return _whole_answer(goal, asked)
    search = _Search(asked, goal.target)
    row = search.best(goal.number.side)
    offers = () if row is not None else search.nearest()
    return ZoneAnswer(goal, asked.ends, row, offers)


# ------------------------------------------------------------------------------- whole numbers


def _whole_answer(goal: ZoneGoal, asked: AlongLine) -> ZoneAnswer:
    """Return where a count, which only grows or only falls along the line, is what is asked."""
    count, n = _count_of(asked)
    is_share = goal.is_share or asked.number.part is not ZonePart.CELL
    wanted = exact(goal.target) * n if is_share else exact(goal.target)
    rows, side = asked.rows, asked.number.side
    is_rising = count(rows[-1]) >= count(rows[0])
    sign = 1 if is_rising else -1

    def first(number: int) -> int:
        """Return the first place of the span from which on this count is reached."""
        return bisect_left(rows, sign * number, key=lambda row: sign * count(row))

    def place(number: int) -> int:
        """Return of all rows with this count the one that is preferred."""
        return rows[first(number) if asked.prefers_first else first(number + sign) - 1]

    def beside(number: int) -> list[int]:
        """Return the counts around the place where this one would be."""
        at = first(number)
        return [count(rows[one]) for one in (at - 1, at) if 0 <= one < len(rows)]

    def at_least(number: int) -> int | None:
        return min((one for one in beside(number) if one >= number), default=None)

    def at_most(number: int) -> int | None:
        return max((one for one in beside(number) if one <= number), default=None)

    above, below = at_least(math.ceil(wanted)), at_most(math.floor(wanted))
    known = [one for one in (below, above) if one is not None]
    if side is None:
        nearest = min(known, key=lambda one: (abs(one - wanted), one))
        is_met = is_share or nearest == wanted
        met = nearest if is_met else None
    else:
        met = above if side == AT_LEAST else below
    if met is not None:
        return ZoneAnswer(goal, asked.ends, place(met))
    if len(known) == 1:
        further = (at_most(known[0] - 1), at_least(known[0] + 1))
        known += [one for one in further if one is not None]
    known = sorted(set(known), key=lambda one: abs(one - wanted))[:2]
    found = [(row, asked.value_at(row)) for row in map(place, known)]
    return ZoneAnswer(goal, asked.ends, None, tuple(found))


def _count_of(asked: AlongLine) -> tuple[Callable[[int], int], int]:
    """Return the count behind a number, by row, and the rows that it is a share of."""
    number = asked.number
    if number.part is ZonePart.SHARE:
        return lambda row: int(
            asked.counts_of(row).predicted_positives
        ), asked.n_positive + asked.n_negative
    if number.part is ZonePart.MEASURE:
        if number.measure == "TPR":
            return lambda row: int(asked.counts_of(row).tp), asked.n_positive
        return lambda row: int(asked.counts_of(row).tn), asked.n_negative
    if number.actual == 0:
        return lambda row: int(asked.counts_of(row).tp), asked.n_positive
    return lambda row: int(asked.counts_of(row).fp), asked.n_negative


# --------------------------------------------------------------------------------- all others


class _Search:
    """Looks at every place of the line for a number that turns on its way."""

    def __init__(self, asked: AlongLine, target: float) -> None:
        self._asked, self._target = asked, target
        compute = asked.compute

        def away(counts: Counts, target: float) -> Real:
            value: Any = compute(counts)
            distance: Real = np.abs(value - target)
            return distance

        self._away = Criterion(away, Better.LOWER, {"target": target}, is_monotone=False)

    def best(self, side: str | None) -> int | None:
        """Return the row that meets the target, or is nearest to it where either side will do."""
        number = self._asked.number
        criterion = self._away
        is_of_line = number.part is ZonePart.MEASURE and number.measure in {"PPV", "NPV"}
        if side is not None and (is_of_line or number.part is ZonePart.RATIO):
            # The farthest that the line can go: then the other class pays the least.
            is_of_negatives = number.measure == "NPV"
            criterion = Criterion(_true_negatives if is_of_negatives else _true_positives)
        return self._row(criterion, side, self._target)

    def nearest(self) -> tuple[tuple[int, float], ...]:
        """Return up to two rows that come near, the nearest first."""
        found = [
            (row, self._asked.value_at(row))
            for side in (AT_MOST, AT_LEAST)
            if (row := self._row(self._away, side, self._target)) is not None
        ]
        if len(found) == 1:
            value = found[0][1]
            side, beyond = (AT_MOST, -np.inf) if value < self._target else (AT_LEAST, np.inf)
            row = self._row(self._away, side, float(np.nextafter(value, beyond)))
            found += [] if row is None else [(row, self._asked.value_at(row))]
        return tuple(sorted(found, key=lambda one: abs(one[1] - self._target)))

    def _row(self, criterion: Criterion, side: str | None, bound: float) -> int | None:
        asked = self._asked
        constraint = None
        if side is not None:
            at_least = side == AT_LEAST
            constraint = Constraint(asked.compute, bound, at_least=at_least, is_monotone=False)
        span = asked.rows.start, asked.rows.stop
        best = best_rows(asked, criterion, constraint, span)
        return int(best.rows[0 if asked.prefers_first else -1]) if len(best.rows) else None


def _true_positives(counts: Counts) -> Real:
    return counts.tp


def _true_negatives(counts: Counts) -> Real:
    return counts.tn
