"""Rules that meet a target on one rate, at the least cost to the other class.

The rates of a class only grow, or only fall, from one row to the next: the row is found by
bisection, in whole numbers, and a confidence limit needs no correction for the search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.intervals.subjects import worth
from evalgui.core.measured import Sided
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    NOT_REACHED,
    UNKNOWN_SUBJECTS,
    Find,
    Found,
    Limit,
    Parameter,
    Rule,
    RuleFamily,
    Text,
    Unit,
    Values,
    best_rows,
    by_order,
    divide,
    exact,
    fewest_for_lower_limit,
    grouped,
    lacking,
    limit_of,
    lower_limit_confidence,
    most_for_upper_limit,
    number,
    phrase,
    rows_needed,
    upper_limit_confidence,
    youden,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

NONE_ALLOWED = phrase("not supported by the data: not even one error is allowed")


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate of one class, as the rules with a target see it.

    Parameters
    ----------
    of_positives
        Whether it is a share of the actual positives; else of the actual negatives.
    is_error
        Whether it counts errors, of which there have to be few; else hits.
    """

    of_positives: bool
    is_error: bool

    def n(self, steps: Steps) -> int:
        """Return the number of rows of its class."""
        return steps.n_positive if self.of_positives else steps.n_negative

    @property
    def metric_id(self) -> str:
        """The id of the measure that it is."""
        ids = ("FNR", "TPR") if self.of_positives else ("FPR", "TNR")
        return ids[0] if self.is_error else ids[1]

    def most_errors(self, steps: Steps, target: float, level: float | None) -> int | None:
        """Return how many errors are allowed: on the point, or on the limit at a level.

        Where subjects were drawn, errors of few of them may weigh more than others of many, so
        that the limit need not grow with the errors: it meets the target at what is returned, and
        misses it at one error more.
        """
        n = self.n(steps)
        if level is None:
            share = exact(target)
            return math.floor(share * n) if self.is_error else n - math.ceil(share * n)
        if steps.subjects is not None:
            return self._most_by_subject(steps, target, level)
        if self.is_error:
            return most_for_upper_limit(n, target, level)
        fewest = fewest_for_lower_limit(n, target, level)
        return None if fewest is None else n - fewest

    def _most_by_subject(self, steps: Steps, target: float, level: float) -> int | None:
        """Return of the errors that the point allows, and of halves of halves, what is met."""

        def is_met(most: int) -> bool:
            row = self.row(steps, most)
            return self.confidence(steps, row, target) >= level * (1 - 1e-12)

        high = met = self.most_errors(steps, target, None) or 0
        if target >= 1 if self.is_error else target <= 0:
            return met
        while not is_met(met):
            if met <= 0:
                return None
            high, met = met, met // 2
        while high - met > 1:
            middle = (met + high) // 2
            if is_met(middle):
                met = middle
            else:
                high = middle
        return met

    def worth(self, steps: Steps, errors: int) -> float:
        """Return as how many independent rows those of its class count at a row's errors."""
        if steps.subjects is None:
            return self.n(steps)
        tp, fp = (steps.n_positive - errors, 0) if self.of_positives else (0, errors)
        of_each: Any = steps.subjects.at(tp, fp)
        if self.of_positives:
            return worth(errors, self.n(steps), of_each.fn, of_each.actual_positives).n
        return worth(errors, self.n(steps), of_each.fp, of_each.actual_negatives).n

    def worth_without_error(self, steps: Steps) -> int:
        """Return as how many independent rows those of its class count if all are right."""
        n = self.n(steps)
        if steps.subjects is None:
            return n
        return min(n, int(np.count_nonzero(steps.subjects.sizes[0 if self.of_positives else 1])))

    def allows_errors(self, steps: Steps, target: float) -> bool:
        """Return whether a target allows even one error of as many rows as its own are worth."""
        most = self.most_errors(steps, target, None) or 0
        if most <= 0 or steps.subjects is None:
            return most > 0
        share = 1.0 if target >= 1 else target if self.is_error else 1.0 - target
        return share * self.worth(steps, self.errors(steps, self.row(steps, most))) >= 1

    def errors(self, steps: Steps, row: int) -> int:
        """Return the errors of a row."""
        tp, fp = int(steps.tp_column[row]), int(steps.fp_column[row])
        return steps.n_positive - tp if self.of_positives else fp

    def confidence(self, steps: Steps, row: int, target: float) -> float:
        """Return the confidence with which a row says that the true rate meets the target."""
        if not 0 < target < 1:
            return math.nan
        errors, n = self.effective(steps, row)
        if self.is_error:
            return float(upper_limit_confidence(errors, n, target))
        return float(lower_limit_confidence(n - errors, n, target))

    def effective(self, steps: Steps, row: int) -> tuple[float, float]:
        """Return the errors of a row, of as many independent rows as those of its class count."""
        errors, n = self.errors(steps, row), self.n(steps)
        if steps.subjects is None or not n:
            return errors, n
        effective = self.worth(steps, errors)
        return errors / n * effective, effective

    def limit(self, steps: Steps, row: int, level: float) -> Limit:
        """Return the one-sided limit at a row."""
        errors, n = self.effective(steps, row)
        of = (errors if self.is_error else n - errors, n, steps.subjects is not None)
        return limit_of(self.metric_id, Sided.UPPER if self.is_error else Sided.LOWER, level, of)

    def cost(self, steps: Steps, row: int) -> float:
        """Return what a row does to the other class: its errors where this rate counts errors."""
        tp, fp = int(steps.tp_column[row]), int(steps.fp_column[row])
        n = steps.n_negative if self.of_positives else steps.n_positive
        errors = fp if self.of_positives else steps.n_positive - tp
        return float(divide(errors if self.is_error else n - errors, n))

    def row(self, steps: Steps, most: int) -> int:
        """Return the row with at most so many errors that costs the other class the least."""
        if self.of_positives:  # the strictest
            return first_at_least(steps.tp_column, steps.n_positive - most)
        return first_at_least(steps.fp_column, most + 1) - 1  # the most lenient


SENSITIVITY = Rate(of_positives=True, is_error=False)
SPECIFICITY = Rate(of_positives=False, is_error=False)
FALSE_POSITIVES = Rate(of_positives=False, is_error=True)
FALSE_NEGATIVES = Rate(of_positives=True, is_error=True)


def first_at_least(column: NDArray[np.integer], wanted: int) -> int:
    """Return the first row whose count is at least a number; the length where none is.

    Examples
    --------
    >>> first_at_least(np.array([0, 1, 1, 4], dtype=np.uint32), 2)
    3
    """
    if wanted <= 0:
        return 0
    if wanted > int(column[-1]):
        return len(column)
    return int(np.searchsorted(column, column.dtype.type(wanted), "left"))


def with_same(column: NDArray[np.integer], row: int) -> tuple[int, int]:
    """Return the first row with the count of a row, and the one behind the last."""
    value = int(column[row])
    return first_at_least(column, value), first_at_least(column, value + 1)


def met(steps: Steps, rate: Rate, target: float, level: float | None) -> Found:
    """Return the row that meets a target on a rate at the least cost to the other class."""
    reason = lacking(steps, BOTH_CLASSES) or _lacks_subjects(steps, level)
    if reason:
        return Found(undefined=reason)
    most = rate.most_errors(steps, target, level)
    if most is None:
        return Found(undefined=too_few(rate, steps, target, level))
    row = rate.row(steps, most)
    # What is as good to the other class, and also meets the target.
    if level is not None and steps.subjects is not None:
        tied = np.array([row])  # of the others nobody knows
    elif rate.of_positives:
        tied = np.arange(row, with_same(steps.fp_column, row)[1])
    else:
        tied = np.arange(with_same(steps.tp_column, row)[0], row + 1)
    is_exhausted = rate.is_error and target > 0 and not rate.allows_errors(steps, target)
    return Found(
        row,
        rate.cost(steps, row),
        tied,
        notes=(NONE_ALLOWED,) if is_exhausted and level is None else (),
        confidence=rate.confidence(steps, row, target),
        limits=() if level is None else (rate.limit(steps, row, level),),
    )


def _lacks_subjects(steps: Steps, level: float | None) -> str:
    return UNKNOWN_SUBJECTS if level is not None and steps.lacks_subjects else ""


def too_few(rate: Rate, steps: Steps, target: float, level: float | None) -> str:
    """Return why no count of errors supports a claim."""
    error = target if rate.is_error else 1.0 - target
    needed = rows_needed(error, 0.95 if level is None else level)
    n = rate.worth_without_error(steps)
    if needed is None:
        return phrase("no number of rows can support it")
    if n >= needed:  # of subjects, where scores are tied
        return NOT_REACHED
    if steps.subjects is None:
        return phrase(
            "{n} {actual_positives} are too few: even without an error, it takes {needed}"
            if rate.of_positives
            else "{n} {actual_negatives} are too few: even without an error, it takes {needed}",
            n=grouped(n),
            needed=grouped(needed),
        )
    return phrase(
        "{n} subjects with {actual_positives} are too few: even without an error, it takes {needed}"
        if rate.of_positives
        else "{n} subjects with {actual_negatives} are too few: even without an error, it takes"
        " {needed}",
        n=grouped(n),
        needed=grouped(needed),
    )


def both_met(
    steps: Steps, sensitivity: float, specificity: float, level: float | None = None
) -> Found:
    """Return of the rows that meet both targets the one with the greatest Youden index."""
    reason = lacking(steps, BOTH_CLASSES) or _lacks_subjects(steps, level)
    if reason:
        return Found(undefined=reason)
    targets = ((SENSITIVITY, sensitivity), (SPECIFICITY, specificity))
    rows = []
    for rate, target in targets:
        most = rate.most_errors(steps, target, level)
        if most is None:
            return Found(undefined=too_few(rate, steps, target, level))
        rows.append(rate.row(steps, most))
    begin, end = rows
    if begin > end:
        return Found(undefined=phrase("no threshold meets both"))
    best = best_rows(steps, youden(steps), span=(begin, end + 1))
    row = int(best.rows[0])
    value = youden(steps).value(steps.counts_of(row))
    each = [rate.confidence(steps, row, target) for rate, target in targets]
    # A limit of the row that met it holds where the true rate can only be better.
    limits = [
        max((rate.limit(steps, at, level) for at in (row, own)), key=lambda limit: limit.value)
        for (rate, _target), own in zip(targets, rows, strict=True)
        if level is not None
    ]
    confidence = max(0.0, sum(each) - 1.0)
    return Found(row, value, best.rows, confidence=confidence, limits=tuple(limits))


def _target(rate: Rate, name: str, *, on_limit: bool) -> Find:
    def find(steps: Steps, values: Values) -> Found:
        level = number(values, "level") if on_limit else None
        return met(steps, rate, number(values, name), level)

    return find


def _both(*, on_limit: bool) -> Find:
    def find(steps: Steps, values: Values) -> Found:
        level = number(values, "level") if on_limit else None
        sensitivity, specificity = number(values, "sensitivity"), number(values, "specificity")
        return both_met(steps, sensitivity, specificity, level)

    return find


def proportion(name: str, words: str | Text, default: float) -> Parameter:
    """Return the parameter of a target on a proportion."""
    return Parameter(name, words, default, Unit.PROPORTION, low=0.0, high=1.0)


LEVEL = Parameter(
    "level",
    phrase("one-sided confidence level"),
    0.95,
    Unit.LEVEL,
    low=0.5,
    high=1.0,
    without_ends=True,
)
_SENSITIVITY = proportion("sensitivity", Text("{true_positive_rate}"), 0.95)
_SPECIFICITY = proportion("specificity", Text("{true_negative_rate}"), 0.95)


def _of_rows(steps: Steps, _values: Values) -> bool:
    """Return whether the errors that a limit allows are the same whatever the order is."""
    return steps.subjects is None


def _pair(
    rate: Rate, rule_id: str, rate_words: str, default: float, strictest: str
) -> tuple[Rule, Rule]:
    """Return the rule with a target on the point, and that with one on the limit."""
    parameter = proportion(rule_id, Text(rate_words), default)
    head = Text(rate_words.replace("{t", "{T").replace("{f", "{F"))
    values = {"threshold": Text(strictest), "rate": Text(rate_words)}
    return (
        Rule(
            rule_id,
            Text("{rate} at most" if rate.is_error else "{rate} at least", {"rate": head}),
            Text(
                "{threshold} with {rate} at most the target"
                if rate.is_error
                else "{threshold} with {rate} at least the target",
                values,
            ),
            RuleFamily.TARGETS,
            _target(rate, rule_id, on_limit=False),
            (parameter,),
            is_share=True,
            improves=by_order,
        ),
        Rule(
            f"{rule_id}-limit",
            Text(
                "{rate}: {limit} at most" if rate.is_error else "{rate}: {limit} at least",
                {"rate": head, "limit": Text("limit")},
            ),
            Text(
                "{threshold} of which the one-sided upper limit of {rate}, exact, is at most the"
                " target"
                if rate.is_error
                else "{threshold} of which the one-sided lower limit of {rate}, exact, is at least"
                " the target",
                values,
            ),
            RuleFamily.TARGETS,
            _target(rate, rule_id, on_limit=True),
            (parameter, LEVEL),
            is_share=True,
            improves=_of_rows,
        ),
    )


_STRICTEST, _MOST_LENIENT = phrase("The strictest threshold"), phrase("The most lenient threshold")

RULES = (
    *_pair(SENSITIVITY, "sensitivity", "{true_positive_rate}", 0.95, _STRICTEST),
    *_pair(SPECIFICITY, "specificity", "{true_negative_rate}", 0.95, _MOST_LENIENT),
    Rule(
        "both",
        Text("{rates} at least", {"rates": Text("Both rates")}),
        Text(
            "The greatest Youden index where {true_positive_rate} and {true_negative_rate} meet"
            " their targets"
        ),
        RuleFamily.TARGETS,
        _both(on_limit=False),
        (_SENSITIVITY, _SPECIFICITY),
        of_what=phrase("Youden's index"),
        improves=by_order,
    ),
    Rule(
        "both-limit",
        Text("{rates}: {limits} at least", {"rates": Text("Both rates"), "limits": Text("limits")}),
        Text(
            "The greatest Youden index where the one-sided lower limits of {true_positive_rate} and"
            " {true_negative_rate} meet their targets; both together hold with less confidence than"
            " each"
        ),
        RuleFamily.TARGETS,
        _both(on_limit=True),
        (_SENSITIVITY, _SPECIFICITY, LEVEL),
        of_what=phrase("Youden's index"),
        improves=_of_rows,
    ),
    *_pair(FALSE_POSITIVES, "fmr", "{false_positive_rate}", 0.001, _MOST_LENIENT),
    *_pair(FALSE_NEGATIVES, "fnmr", "{false_negative_rate}", 0.01, _STRICTEST),
    Rule(
        "zero-fmr",
        Text("No {false_positive}"),
        Text("The most lenient threshold without a {false_positive}"),
        RuleFamily.TARGETS,
        lambda steps, _values: met(steps, FALSE_POSITIVES, 0.0, None),
        is_share=True,
        improves=by_order,
    ),
    Rule(
        "zero-fnmr",
        Text("No {false_negative}"),
        Text("The strictest threshold without a {false_negative}"),
        RuleFamily.TARGETS,
        lambda steps, _values: met(steps, FALSE_NEGATIVES, 0.0, None),
        is_share=True,
        improves=by_order,
    ),
)
