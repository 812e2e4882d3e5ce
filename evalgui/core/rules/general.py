"""The one general rule, "maximise X subject to Y >= y", over all measures of two classes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.measured import Sided
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    NOT_REACHED,
    ROUNDED_TIES,
    TURNS,
    Better,
    Constraint,
    Found,
    Parameter,
    ParameterError,
    Parameters,
    Rule,
    RuleFamily,
    Unit,
    Values,
    best_rows,
    criterion_of,
    effective,
    lacking,
    limit_of,
    lower_limit_confidence,
    metric_by_id,
    number,
    phrase,
    too_many_to_scan,
    upper_limit_confidence,
)
from evalgui.core.rules.targets import LEVEL

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.rules.declaring import Counts, Metric, Real
    from evalgui.core.score_table import Steps

Confidence: TypeAlias = "Callable[[Counts], Real]"

AT_LEAST, AT_MOST = "at-least", "at-most"
POINT, LIMIT = "point", "limit"
_RATES_OF_ONE_CLASS = frozenset({"TPR", "TNR", "FPR", "FNR"})


def _best(steps: Steps, values: Values) -> Found:
    objective = metric_by_id(str(values["maximise"]))
    if objective.better is Better.NEITHER:
        message = phrase("{name} is neither good when high nor when low", name=objective.id)
        raise ParameterError(message)
    constraint = _constraint(values, steps)
    reason = lacking(steps, BOTH_CLASSES)
    if not reason and constraint is not None and constraint.limit is not None:
        reason = too_many_to_scan(steps)
    if reason:
        return Found(undefined=reason)
    criterion = criterion_of(objective, Parameters())
    best = best_rows(steps, criterion, constraint)
    if not len(best.rows):
        is_free = constraint is None
        return Found(
            undefined=phrase("it is undefined at every threshold") if is_free else NOT_REACHED
        )
    row = int(best.rows[0])
    notes = () if best.is_decided else (ROUNDED_TIES,)
    found = Found(row, criterion.value(steps.counts_of(row)), best.rows, notes=notes)
    if constraint is None or constraint.limit is None:
        return found
    met, counts = metric_by_id(str(values["subject-to"])), steps.counts_of(row)
    if met.fraction is None:
        return found
    worth = (*effective(steps, counts, met.fraction), steps.subjects is not None)
    side = Sided.LOWER if _is_at_least(met, values["side"]) else Sided.UPPER
    limit = limit_of(met.id, side, number(values, "level"), worth)
    return replace(found, confidence=float(constraint.limit(counts)), limits=(limit,))


def _is_scanned(values: Values) -> bool:
    return values["on"] == LIMIT and values["subject-to"] not in {None, *_RATES_OF_ONE_CLASS}


def _improves(steps: Steps, values: Values) -> bool:
    objective, constraint = metric_by_id(str(values["maximise"])), _constraint(values, steps)
    named = (
        [objective] if constraint is None else [objective, metric_by_id(str(values["subject-to"]))]
    )
    # An infinite value is left out, and so may be the best one.
    are_finite = all(map(math.isfinite, (end for one in named for end in one.range)))
    is_known = constraint is None or (constraint.is_monotone and constraint.limit is None)
    return are_finite and is_known and criterion_of(objective, Parameters()).is_monotone


def _constraint(values: Values, steps: Steps) -> Constraint | None:
    """Return what has to be met; None where nothing has."""
    if values["subject-to"] is None:
        return None
    metric, target = metric_by_id(str(values["subject-to"])), number(values, "target")
    at_least = _is_at_least(metric, values["side"])
    usual = metric.better is (Better.HIGHER if at_least else Better.LOWER)
    is_monotone = usual and metric.id not in TURNS
    if values["on"] == POINT:
        own = criterion_of(metric)
        return Constraint(
            own.compute,
            target,
            at_least=at_least,
            is_monotone=is_monotone,
            numbers=own.numbers,
        )
    if metric.fraction is None:
        message = phrase("{name} is no proportion: its exact limit is not known", name=metric.id)
        raise ParameterError(message)
    is_monotone = is_monotone and steps.subjects is None
    confidence = _confidence(metric, target, steps, at_least=at_least)
    level = number(values, "level") * (1 - 1e-12)
    return Constraint(metric.value, level, is_monotone=is_monotone, limit=confidence)


def _confidence(metric: Metric, target: float, steps: Steps, *, at_least: bool) -> Confidence:
    """Return the function of the counts that says how sure it is that a target is met."""
    fraction = metric.fraction
    if fraction is None:
        message = f"{metric.id} is no proportion"
        raise TypeError(message)
    of = lower_limit_confidence if at_least else upper_limit_confidence

    def confidence(counts: Counts) -> Real:
        x, n = effective(steps, counts, fraction)
        return np.where(np.asarray(n) > 0, of(x, n, target), np.nan)

    return confidence


def _is_at_least(metric: Metric, side: object) -> bool:
    if side is None and metric.better is Better.NEITHER:
        message = phrase(
            "say whether {name} is to be {at_least} or {at_most} the target",
            name=metric.id,
            at_least=AT_LEAST,
            at_most=AT_MOST,
        )
        raise ParameterError(message)
    return side == AT_LEAST or (side is None and metric.better is Better.HIGHER)


RULES = (
    Rule(
        "maximise",
        phrase("Any measure"),
        phrase(
            "The best value of one measure where another one, or its one-sided limit, meets a"
            " target"
        ),
        RuleFamily.GENERAL,
        _best,
        (
            Parameter("maximise", phrase("what is wanted"), "YI", Unit.MEASURE),
            Parameter(
                "subject-to", phrase("what has to be met"), None, Unit.MEASURE, may_be_none=True
            ),
            Parameter("target", phrase("target"), 0.9, Unit.RATIO),
            Parameter(
                "side",
                phrase("side of the target"),
                None,
                Unit.CHOICE,
                choices=(AT_LEAST, AT_MOST),
                may_be_none=True,
            ),
            Parameter("on", phrase("point or limit"), POINT, Unit.CHOICE, choices=(POINT, LIMIT)),
            LEVEL,
        ),
        is_scanned=_is_scanned,
        improves=_improves,
    ),
)
