"""A number that the user asks for: which rule goes there, and what is near where none does.

What is asked for is a measure, or a cell or a total of the matrix. The rules that meet a target
stand in `evalgui.core.rules`; here is only which of them is meant.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.moving import Moving
from evalgui.core.measured import Interval, Sided
from evalgui.core.rules.declaring import (
    Constraint,
    Counts,
    Limit,
    Parameter,
    Parameters,
    Unit,
    criterion_of,
    grouped,
    limit_of,
    metric_by_id,
    phrase,
)
from evalgui.core.rules.predictive import predictive_value, scanned_limit
from evalgui.core.rules.reached import AT_LEAST, AT_MOST, side_of
from evalgui.core.rules.targets import Rate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.counts import Real
    from evalgui.core.measured import Interval
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules import Choice, Rule
    from evalgui.core.rules.rule import Value
    from evalgui.core.score_table import Steps

CELLS = ("TP", "FN", "FP", "TN")
TOTALS = ("P", "N", "PP", "PN", "ROWS")
"""The rows of each class, those that are called so, and all of them."""

_OF_CELL = {"TP": "TPR", "FN": "FNR", "FP": "FPR", "TN": "TNR"}
_OF_TOTAL = {"P": "PREV", "N": "PREV", "PP": "PPR", "PN": "PPR", "ROWS": "PREV"}
_IN_DATA = "PREV"  # what no threshold changes
_IN_COUNTS = {
    "P": "actual_positives",
    "N": "actual_negatives",
    "PP": "predicted_positives",
    "PN": "predicted_negatives",
    "ROWS": "n",
}
_RULES = {
    "TPR": "sensitivity",
    "TNR": "specificity",
    "FPR": "fmr",
    "FNR": "fnmr",
    "PPV": "ppv",
    "NPV": "npv",
    "LRP": "lr-positive",
    "LRN": "lr-negative",
}
_PREDICTIVE = ("PPV", "NPV")
_BLOCK = 16_384
_FINEST = 15  # decimals: as many as every double tells apart
_NEAR = 50  # values, of which many are the same in short
_MOST_TRIED, _MOST_OFFERED = 4, 2
_DIGITS_OFFERED = 3
_USUAL = Parameters()
UNCOUNTED = phrase("The weights have fractions, and are no counts: ask for a rate")


class GoalError(ValueError):
    """A number that cannot be asked for; the message says in words what can."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which number is asked for.

    Parameters
    ----------
    id
        Of a measure of two classes, or one of `CELLS` or `TOTALS`.
    prevalence
        At which a predictive value is meant; None for that of the data.
    """

    id: str
    prevalence: float | None = None

    @property
    def is_count(self) -> bool:
        """Whether it is a cell or a total."""
        return self.id in CELLS or self.is_total

    @property
    def is_total(self) -> bool:
        """Whether it is a total."""
        return self.id in TOTALS

    @property
    def measure(self) -> str:
        """The id of the measure that a rule looks at."""
        return (_OF_CELL | _OF_TOTAL).get(self.id, self.id)

    @property
    def rule(self) -> str | None:
        """The id of the rule with a target on it at the least cost to the other class."""
        return _RULES.get(self.measure)

    @property
    def has_limit(self) -> bool:
        """Whether its one-sided limit can be asked for, too."""
        return not self.is_count and self.rule is not None

    @property
    def side(self) -> str | None:
        """Whether it is asked to be `AT_LEAST` or `AT_MOST` a number; None for near it.

        So many rows are called positive at most, as a queue is only so long.
        """
        if self.measure == "PPR" and self.is_total:
            return AT_MOST if self.id == "PP" else AT_LEAST
        return side_of(metric_by_id(self.measure))

    def count_in(self, counts: Counts) -> int:
        """Return a cell or a total at an operating point."""
        return int(getattr(counts, _IN_COUNTS.get(self.id, self.id.lower())))


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked of a number.

    Parameters
    ----------
    wanted
        Which number.
    target
        What it is to be.
    level
        The one-sided confidence where its limit is meant; None for its value.
    """

    wanted: Wanted
    target: float
    level: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What comes of a goal.

    Parameters
    ----------
    goal
        What was asked.
    choice
        What the rule chooses; without a threshold where nothing meets it.
    offers
        Up to two choices that come near, where nothing does.
    """

    goal: Goal
    choice: Choice
    offers: tuple[Choice, ...] = ()


def can_be_asked(wanted: Wanted, parameters: Parameters = _USUAL) -> bool:
    """Return whether a rule knows a number as it is shown, with the usual ones in its formula."""
    if wanted.prevalence is not None and wanted.measure not in _PREDICTIVE:
        return False
    names = metric_by_id(wanted.measure).parameters
    return all(getattr(parameters, name) == getattr(_USUAL, name) for name in names)


def rule_of(goal: Goal, steps: Steps) -> tuple[str, dict[str, Value]]:
    """Return the id of the rule that goes to what is asked, and what is set in it.

    Raises
    ------
    GoalError
        If no threshold can ever do that.

    Examples
    --------
    >>> from evalgui.core.score_table import ScoreTable
    >>> steps = ScoreTable([1.0, 2.0, 3.0], [False, True, True]).steps
    >>> rule_of(Goal(Wanted("FN"), 1), steps)
    ('fnmr', {'fnmr': 0.5})
    """
    wanted, target = goal.wanted, goal.target
    if wanted.measure == _IN_DATA:
        raise GoalError(phrase("That stands in the data: no threshold changes it"))
    if steps.is_weighted and (wanted.is_total or wanted.is_count or goal.level is not None):
        raise GoalError(UNCOUNTED)
    if wanted.is_total:
        return "queue", {"share": _queue_of(goal, steps)}
    if wanted.is_count:
        target = _share_of(goal, steps)
    _check(wanted, target)
    rule = wanted.rule
    if rule is None:
        return "reach", {"measure": wanted.measure, "value": target}
    values: dict[str, Value] = {rule: target}
    if wanted.prevalence is not None:
        values["prevalence"] = wanted.prevalence
    if goal.level is None:
        return rule, values
    return f"{rule}-limit", values | {"level": goal.level}


def _check(wanted: Wanted, target: float) -> None:
    metric = metric_by_id(wanted.measure)
    low, high = metric.range
    if not low <= target <= high:
        if (low, high) == (0, 1):
            message = phrase("Type a share from 0 to 1, or per cent such as 95 %")
        else:
            known = Parameter(metric.id, metric.id, None, Unit.RATIO, low, high)
            message = phrase("Type {range_in_words}", range_in_words=known.range_in_words())
        raise GoalError(message)


def _share_of(goal: Goal, steps: Steps) -> float:
    """Return the rate that allows just the count that is asked for."""
    count, cell = goal.target, goal.wanted.id
    n = steps.n_positive if cell in {"TP", "FN"} else steps.n_negative
    if count != int(count) or not 0 <= count <= n:
        raise GoalError(too_many(n, is_positive=cell in {"TP", "FN"}))
    if n == 0:
        return 0.0
    is_most = cell in {"FN", "FP"}
    return share_at_most(int(count), n) if is_most else share_at_least(int(count), n)


def _queue_of(goal: Goal, steps: Steps) -> float:
    """Return the share of all rows that are called positive at a total of the calls."""
    count, n = goal.target, steps.n_positive + steps.n_negative
    if count != int(count) or not 0 <= count <= n:
        raise GoalError(phrase("There are {n} rows: type a whole number up to that", n=grouped(n)))
    called = int(count) if goal.wanted.id == "PP" else n - int(count)
    return share_at_most(called, n) if n else 0.0


def too_many(n: int, *, is_positive: bool) -> str:
    """Return what to say where the count of a class of n rows is asked to be what it cannot be."""
    return phrase(
        "There are {n} {actual_positives}: type a whole number up to that"
        if is_positive
        else "There are {n} {actual_negatives}: type a whole number up to that",
        n=grouped(n),
    )


def share_at_least(count: int, n: int) -> float:
    """Return a short decimal that a count of n reaches and one less does not.

    Examples
    --------
    >>> share_at_least(44, 48), share_at_least(5, 6), share_at_least(0, 6)
    (0.916, 0.833, 0.0)
    """
    for digits in range(3, _FINEST):
        scale = 10**digits
        share = Fraction(count * scale // n, scale)
        if share * n > count - 1:
            return float(share)
    return count / n


def share_at_most(count: int, n: int) -> float:
    """Return a short decimal that a count of n does not exceed and one more does.

    Examples
    --------
    >>> share_at_most(4, 48), share_at_most(0, 6), share_at_most(6, 6)
    (0.084, 0.0, 1.0)
    """
    for digits in range(3, _FINEST):
        scale = 10**digits
        share = Fraction(-(-count * scale // n), scale)
        if share * n < count + 1:
            return float(share)
    return count / n


def is_quick(goal: Goal) -> bool:
    """Return whether a goal is met by bisection, however many thresholds there are."""
    wanted = goal.wanted
    return wanted.is_total or wanted.measure in set(_OF_CELL.values())


def answer(goal: Goal, ranking: Ranking) -> Answer:
    """Return what comes of a goal for a score.

    Raises
    ------
    GoalError
        If no threshold of any data can ever do that.
    ParameterError
        If the rule cannot work with a level or a prevalence.
    """
    steps = ranking.table.steps
    rule, values = rule_of(goal, steps)
    choice = ranking.choice(rule, values)
    offers = () if choice.threshold is not None else _offers(goal, choice, ranking)
    return Answer(goal, choice, offers)


def _offers(goal: Goal, missed: Choice, ranking: Ranking) -> tuple[Choice, ...]:
    """Return up to two choices that come near: the value instead of its limit, or near values."""
    steps = ranking.table.steps
    found: dict[float, Choice] = {}
    asked: list[tuple[str, dict[str, Value]]] = []
    if goal.level is None:
        name = missed.rule.parameters[0].id if goal.wanted.rule is not None else "value"
        asked += [(missed.rule.id, {name: value}) for value in _nearest(goal, steps)]
    else:
        asked += [rule_of(replace(goal, level=None), steps), *_supported(goal, missed, steps)]
    kept = dict(missed.parameters) if goal.level is None else {}
    for rule, values in asked:
        choice = ranking.choice(rule, kept | values)
        if choice.threshold is not None:
            found.setdefault(choice.threshold, choice)
        if len(found) == _MOST_OFFERED:
            break
    return tuple(found.values())


def _supported(goal: Goal, missed: Choice, steps: Steps) -> list[tuple[str, dict[str, Value]]]:
    """Return the rule with the most that its limit supports: where there is no error at all."""
    measure, level = goal.wanted.measure, goal.level
    if measure not in set(_OF_CELL.values()) or level is None:
        return []
    n = Rate(of_positives=measure in {"TPR", "FNR"}, is_error=True).worth_without_error(steps)
    if not n:
        return []
    least = (1.0 - level) ** (1.0 / n)
    is_error = measure in {"FPR", "FNR"}
    target = _short(1.0 - least, AT_MOST) if is_error else _short(least, AT_LEAST)
    return [(missed.rule.id, {missed.rule.parameters[0].id: target, "level": level})]


def _short(value: float, side: str | None) -> float:
    """Return a number of three digits that a value still meets."""
    rounding = {AT_LEAST: ROUND_FLOOR, AT_MOST: ROUND_CEILING}.get(side or "", ROUND_HALF_EVEN)
    return float(Context(prec=_DIGITS_OFFERED, rounding=rounding).create_decimal(Decimal(value)))


def _nearest(goal: Goal, steps: Steps) -> list[float]:
    """Return short numbers that the values nearest to a target meet, the nearest first."""
    wanted = goal.wanted
    metric = metric_by_id(wanted.measure)

    def compute(counts: Counts) -> Real:
        if wanted.prevalence is None:
            return metric.value(counts)
        is_positive = wanted.id == "PPV"
        return predictive_value(counts, is_positive=is_positive, prevalence=wanted.prevalence)

    known: set[float] = set()
    for start in range(0, len(steps), _BLOCK):
        part = slice(start, start + _BLOCK)
        values = np.asarray(compute(steps.counts(part)), dtype=np.float64)
        values = np.unique(values[np.isfinite(values)])
        order = np.argsort(np.abs(values - goal.target), kind="stable")
        known |= set(values[order[:_NEAR]].tolist())
    nearest = sorted(known, key=lambda value: abs(value - goal.target))[:_NEAR]
    return list(dict.fromkeys(_short(value, wanted.side) for value in nearest))[:_MOST_TRIED]


@dataclass(frozen=True, slots=True)
class Held:
    """Whether a target of a rule holds at an operating point, be it of other data.

    Parameters
    ----------
    measure
        The id of the measure that has the target.
    value
        Its value there; NaN where it is undefined.
    is_met
        Whether the value meets the target, and its limit does where the target is on that; False
        where what has to is undefined.
    limit
        The one-sided limit that has to meet the target, which may have a reason in its place;
        None where the target is on the value.
    """

    measure: str
    value: float
    is_met: bool
    limit: Interval | None = None


def held_at(
    rule: Rule, values: Mapping[str, Value], counts: Counts, intervals: Mapping[str, Interval]
) -> tuple[Held, ...]:
    """Return whether the targets of a rule hold at an operating point; () for a rule of none.

    Parameters
    ----------
    rule, values
        The rule, with what is set in it.
    counts
        Those of the operating point, Python integers.
    intervals
        Those of the operating point, of which the limits are taken.

    Examples
    --------
    >>> from evalgui.core.rules import RULES
    >>> from evalgui.core.counts import Counts
    >>> from evalgui.core.metrics import measured_at
    >>> rule, counts = RULES.ids["fmr"], Counts(tp=9, fp=1, fn=1, tn=99)
    >>> intervals = IntervalsAt(counts, measured_at(counts))
    >>> held_at(rule, {"fmr": 0.01}, counts, intervals)[0].is_met
    True
    >>> rule, values = RULES.ids["fmr-limit"], {"fmr": 0.01, "level": 0.95}
    >>> (held,) = held_at(rule, values, counts, intervals)
    >>> held.is_met, round(held.limit.upper, 4)
    (False, 0.0466)
    """
    prevalence, on_limit = values.get("prevalence"), _is_on_limit(rule, values)
    cells = (counts.tp, counts.fp, counts.fn, counts.tn)
    arrays = Counts(*(np.asarray([cell]) for cell in cells))
    limits = {one.metric_id: one.value for one in limits_at(rule, values, counts, intervals)}
    found = []
    for measure, target_side, target in _targets_of(rule, values):
        own = criterion_of(metric_by_id(measure))
        compute, numbers = own.compute, dict(own.numbers)
        if isinstance(prevalence, float) and measure in _PREDICTIVE:
            compute = partial(predictive_value, is_positive=measure == "PPV")
            numbers = {"prevalence": prevalence}
        at_least = target_side == AT_LEAST
        asked = Constraint(compute, target, at_least=at_least, is_monotone=False, numbers=numbers)
        value, is_met = float(compute(counts, **numbers)), bool(asked.is_met(arrays)[0])
        if not on_limit:
            found.append(Held(measure, value, is_met))
            continue
        limit, side = intervals[measure], Sided.LOWER if at_least else Sided.UPPER
        if isinstance(intervals, IntervalsAt):  # else they say why not yet
            limit = intervals.one_sided(measure, side, float(str(values["level"])))
        if measure in limits:
            end = limits[measure]
            limit = limit._replace(lower=end) if at_least else limit._replace(upper=end)
        end = limit.lower if at_least else limit.upper
        is_met = is_met and (end >= target if at_least else end <= target)  # not where it is NaN
        found.append(Held(measure, value, is_met, limit))
    return tuple(found)


def limits_at(
    rule: Rule, values: Mapping[str, Value], counts: Counts, intervals: Mapping[str, Interval]
) -> tuple[Limit, ...]:
    """Return the one-sided limits that a rule asks of measures, as they are at a threshold.

    Parameters
    ----------
    rule, values
        The rule, and what is set in it.
    counts, intervals
        Those of the threshold, which may be another one than the rule chose, of other data.

    Returns
    -------
    tuple of Limit
        By the method by which the rule itself looks at them; without those that are undefined.
    """
    level, prevalence = values.get("level"), values.get("prevalence")
    is_asked = isinstance(level, float) and _is_on_limit(rule, values)
    if not (is_asked and isinstance(level, float) and isinstance(intervals, IntervalsAt)):
        return ()
    subjects, found = intervals.subjects, []
    for metric_id, target_side, _target in _targets_of(rule, values):
        side = Sided.LOWER if target_side == AT_LEAST else Sided.UPPER
        fraction = metric_by_id(metric_id).fraction
        if not intervals.one_sided(metric_id, side, level).is_defined:
            continue
        if fraction is None or (prevalence is not None and metric_id in _PREDICTIVE):
            cells = Counts(*map(np.atleast_1d, Moving(counts, level, subjects).worth()))
            at = prevalence if isinstance(prevalence, float) else None
            value = float(np.asarray(scanned_limit(metric_id, cells, level, at))[0])
            limit = Limit(metric_id, value, side, level, bool(subjects))
        else:
            k, n = (cast("float", one) for one in fraction(counts))
            worth = (k, n) if subjects is None else subjects.worth(fraction).of(k, n)
            limit = limit_of(metric_id, side, level, (*worth, bool(subjects)))
        if not math.isnan(limit.value):
            found.append(limit)
    return tuple(found)


def _is_on_limit(rule: Rule, values: Mapping[str, Value]) -> bool:
    """Return whether the targets of a rule are on limits."""
    return rule.id.endswith("-limit") or values.get("on") == "limit"


def _targets_of(rule: Rule, values: Mapping[str, Value]) -> list[tuple[str, str, float]]:
    """Return which measures a rule keeps on which side of which number."""
    name = rule.id.removesuffix("-limit")
    of_rule = {known: measure for measure, known in _RULES.items()}
    asked: list[tuple[str, object, object]] = []
    if name in of_rule:
        asked = [(of_rule[name], None, values[rule.parameters[0].id])]
    elif name == "both":
        asked = [("TPR", None, values["sensitivity"]), ("TNR", None, values["specificity"])]
    elif name in {"zero-fmr", "zero-fnmr"}:
        asked = [("FPR" if name == "zero-fmr" else "FNR", None, 0.0)]
    elif name == "reach":
        asked = [(str(values["measure"]), values["value-side"], values["value"])]
    elif name == "maximise" and values["subject-to"] is not None:
        asked = [(str(values["subject-to"]), values["side"], values["target"])]
    sided = ((one, side_of(metric_by_id(one), side), target) for one, side, target in asked)
    return [
        (one, side, float(target))
        for one, side, target in sided
        if side is not None and isinstance(target, float | int)
    ]
