"""Rules about how many rows are called positive, and where both predictive values are equal."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    ROWS,
    Better,
    Counts,
    Criterion,
    Found,
    Parameter,
    Real,
    Rule,
    RuleFamily,
    Text,
    Unit,
    Values,
    divide,
    exact,
    found_best,
    lacking,
    number,
    phrase,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.score_table import Steps


def called(steps: Steps, row: int) -> int:
    """Return how many rows are called positive."""
    return int(steps.tp_column[row]) + int(steps.fp_column[row])


def last_with_at_most(steps: Steps, most: int) -> int:
    """Return the most lenient row that calls at most so many; row 0 calls none."""
    first, behind = 0, len(steps)
    while behind - first > 1:
        middle = (first + behind) // 2
        if called(steps, middle) <= most:
            first = middle
        else:
            behind = middle
    return first


def nearest_share(steps: Steps, share: Fraction) -> Found:
    """Return the rows whose share of positive calls is nearest to a given one."""
    n = steps.n_positive + steps.n_negative
    wanted = share * n
    below = last_with_at_most(steps, math.floor(wanted))
    rows = [below, min(below + 1, len(steps) - 1)]
    gaps = [abs(called(steps, row) - wanted) for row in rows]
    tied = sorted({row for row, gap in zip(rows, gaps, strict=True) if gap == min(gaps)})
    value = float(divide(called(steps, tied[0]), n))
    return Found(tied[0], value, np.array(tied, dtype=np.intp))


def _observed(steps: Steps, _values: Values) -> Found:
    reason = lacking(steps, BOTH_CLASSES)
    if reason:
        return Found(undefined=reason)
    n = steps.n_positive + steps.n_negative
    return nearest_share(steps, Fraction(steps.n_positive, n))


def _given(steps: Steps, values: Values) -> Found:
    reason = lacking(steps, (ROWS,))
    if reason:
        return Found(undefined=reason)
    return nearest_share(steps, exact(number(values, "prevalence")))


def _queue(steps: Steps, values: Values) -> Found:
    reason = lacking(steps, (ROWS,))
    if reason:
        return Found(undefined=reason)
    n = steps.n_positive + steps.n_negative
    row = last_with_at_most(steps, math.floor(exact(number(values, "share")) * n))
    return Found(row, float(divide(called(steps, row), n)), np.array([row], dtype=np.intp))


def _gap(c: Counts) -> Any:  # noqa: ANN401 - array, number or fraction, as the counts are
    above = divide(c.tp, c.predicted_positives)
    return abs(above - divide(c.tn, c.predicted_negatives))


def _gap_bound(first: Counts, last: Counts, _numbers: Mapping[str, float]) -> Real:
    """Return how near PPV and NPV can be in a block: the nearest of all of its calls."""
    best = Counts(tp=last.tp, fp=first.fp, fn=last.fn, tn=first.tn)
    worst = Counts(tp=first.tp, fp=last.fp, fn=first.fn, tn=last.tn)
    highest = divide(best.tp, best.predicted_positives)
    lowest = divide(worst.tp, worst.predicted_positives)
    other_highest = divide(best.tn, best.predicted_negatives)
    other_lowest = divide(worst.tn, worst.predicted_negatives)
    return -np.maximum(0.0, np.maximum(lowest - other_highest, other_lowest - highest))


def _equal_values(steps: Steps, _values: Values) -> Found:
    criterion = Criterion(_gap, Better.LOWER, is_monotone=False, bounds=_gap_bound)
    return found_best(steps, criterion)


def _share(name: str, words: str | Text, default: float) -> Parameter:
    return Parameter(name, words, default, Unit.PROPORTION, low=0.0, high=1.0)


RULES = (
    Rule(
        "observed-prevalence",
        Text("Called = {prevalence}"),
        Text("As many {positive_calls} as there are {actual_positives}, or nearly so"),
        RuleFamily.SHARES,
        _observed,
        of_what=phrase("share of positive calls"),
        is_share=True,
    ),
    Rule(
        "prevalence",
        Text("Called = a given {prevalence}"),
        Text("A share of {positive_calls} that is nearest to a given one"),
        RuleFamily.SHARES,
        _given,
        (_share("prevalence", Text("{prevalence}"), 0.5),),
        of_what=phrase("share of positive calls"),
        is_share=True,
    ),
    Rule(
        "queue",
        phrase("Fixed queue"),
        Text("The most {positive_calls} that are at most a given share of all rows"),
        RuleFamily.SHARES,
        _queue,
        (_share("share", phrase("share of all rows"), 0.1),),
        of_what=phrase("share of positive calls"),
        is_share=True,
    ),
    Rule(
        "ppv-equals-npv",
        "PPV = NPV",
        phrase("The least difference of PPV and NPV"),
        RuleFamily.BALANCE,
        _equal_values,
        of_what=phrase("difference of PPV and NPV"),
    ),
)
