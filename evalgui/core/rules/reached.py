"""The rule that brings any measure as near to a target as can be, on the good side of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import unbounded
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    NOT_REACHED,
    ROUNDED_TIES,
    Better,
    Constraint,
    Criterion,
    Found,
    Parameter,
    Rule,
    RuleFamily,
    Unit,
    Values,
    best_rows,
    criterion_of,
    lacking,
    metric_by_id,
    number,
    phrase,
)
from evalgui.core.rules.general import AT_LEAST, AT_MOST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.rules.declaring import Counts, Metric, Real
    from evalgui.core.score_table import Steps


def side_of(metric: Metric, side: object = None) -> str | None:
    """Return on which side of a target a measure has to lie; None where either one will do."""
    if side is not None or metric.better is Better.NEITHER:
        return None if side is None else str(side)
    return AT_LEAST if metric.better is Better.HIGHER else AT_MOST


def _reached(steps: Steps, values: Values) -> Found:
    metric, target = metric_by_id(str(values["measure"])), number(values, "value")
    reason = lacking(steps, BOTH_CLASSES)
    if reason:
        return Found(undefined=reason)

    own = criterion_of(metric)

    def away(counts: Counts, target: float, **numbers: float) -> Real:
        value: Any = own.compute(counts, **numbers)
        distance: Real = np.abs(value - target)
        return distance

    side = side_of(metric, values["value-side"])
    constraint = None
    if side is not None:
        at_least = side == AT_LEAST
        constraint = Constraint(
            own.compute, target, at_least=at_least, is_monotone=False, numbers=own.numbers
        )
    numbers = {"target": target, **own.numbers}
    criterion = Criterion(away, Better.LOWER, numbers, is_monotone=False)
    best = best_rows(steps, criterion, constraint)
    if not len(best.rows):
        return Found(undefined=NOT_REACHED)
    row = _balanced(steps, best.rows)
    value = float(metric.value(steps.counts_of(row)))
    return Found(row, value, best.rows, notes=() if best.is_decided else (ROUNDED_TIES,))


def _balanced(steps: Steps, rows: NDArray[np.intp]) -> int:
    """Return the strictest of the rows with the greatest Youden index."""
    counts = steps.counts(rows)
    largest = 2.0 * steps.n_positive * steps.n_negative
    tp, fp = (unbounded(np.asarray(cell), largest) for cell in (counts.tp, counts.fp))
    return int(rows[np.argmax(tp * steps.n_negative - fp * steps.n_positive)])


RULES = (
    Rule(
        "reach",
        phrase("A value of any measure"),
        phrase(
            "The value of a measure that is nearest to a target, on its good side; of thresholds"
            " that share it the one with the greatest Youden index"
        ),
        RuleFamily.GENERAL,
        _reached,
        (
            Parameter("measure", phrase("measure"), "ACC", Unit.MEASURE),
            Parameter("value", phrase("value"), 0.9, Unit.RATIO),
            Parameter(
                "value-side",
                phrase("side of the value"),
                None,
                Unit.CHOICE,
                choices=(AT_LEAST, AT_MOST),
                may_be_none=True,
            ),
        ),
    ),
)

__all__ = ["AT_LEAST", "AT_MOST", "RULES", "side_of"]
