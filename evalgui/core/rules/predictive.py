"""Rules with a target on what depends on both classes: predictive values, likelihood ratios.

None of them moves one way only from one row to the next. So the rows that meet the target are
searched for, and a confidence limit that is met by one of many rows is no guarantee: it is
labelled so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.intervals.many import mover_ratio_of_many, predictive_values_of_many
from evalgui.core.measured import Sided
from evalgui.core.rules.declaring import (
    BOTH_CLASSES,
    EXCLUDED,
    NOT_REACHED,
    SCANNED,
    Constraint,
    Counts,
    Criterion,
    Find,
    Found,
    Limit,
    Parameter,
    Real,
    Rule,
    RuleFamily,
    Text,
    Unit,
    Values,
    always,
    best_rows,
    by_order,
    divide,
    effective,
    effective_cells,
    lacking,
    limit_of,
    lower_limit_confidence,
    metric_by_id,
    number,
    phrase,
    too_many_to_scan,
)
from evalgui.core.rules.targets import LEVEL, first_at_least, proportion

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.counts import Count
    from evalgui.core.score_table import Steps


def predictive_value(
    counts: Counts, *, is_positive: bool = True, prevalence: float | None = None
) -> Real:
    """Return PPV or NPV: of the data, or at a given prevalence.

    Parameters
    ----------
    counts
        Scalars, arrays or fractions.
    is_positive
        PPV; else NPV.
    prevalence
        In (0, 1); None for that of the data.

    Examples
    --------
    >>> predictive_value(Counts(tp=9, fp=20, fn=1, tn=80), prevalence=0.1)
    0.33333333333333337
    """
    if prevalence is None:
        if is_positive:
            return divide(counts.tp, counts.predicted_positives)
        return divide(counts.tn, counts.predicted_negatives)
    if is_positive:
        right = prevalence * divide(counts.tp, counts.actual_positives)
        wrong = (1 - prevalence) * divide(counts.fp, counts.actual_negatives)
    else:
        right = (1 - prevalence) * divide(counts.tn, counts.actual_negatives)
        wrong = prevalence * divide(counts.fn, counts.actual_positives)
    return divide(right, right + wrong)


@dataclass(frozen=True, slots=True)
class _Target:
    """What a rule with such a target looks at.

    Parameters
    ----------
    compute
        A function of the counts, and of `prevalence` if it is given, to values.
    metric_id
        The id of the measure.
    is_lenient
        Whether the most lenient threshold is wanted that meets it; else the strictest.
    at_least
        Whether it has to be at least the target; else at most.
    """

    compute: Callable[..., Real]
    metric_id: str
    is_lenient: bool
    at_least: bool = True

    @property
    def criterion(self) -> Criterion:
        """What is to be kept of the other class."""
        if self.is_lenient:
            return Criterion(metric_by_id("TPR").value, linear=(1, 0))
        return Criterion(metric_by_id("TNR").value, linear=(0, 1))

    def found(self, steps: Steps, constraint: Constraint) -> Found:
        """Return the row that meets a constraint."""
        reason = lacking(steps, BOTH_CLASSES)
        if not reason and constraint.limit is not None:
            reason = too_many_to_scan(steps)
        if reason:
            return Found(undefined=reason)
        best = best_rows(steps, self.criterion, constraint)
        if not len(best.rows):
            return Found(undefined=NOT_REACHED)
        row = int(best.rows[-1 if self.is_lenient else 0])
        return Found(row, self.criterion.value(steps.counts_of(row)), best.rows)

    def with_limit(self, steps: Steps, constraint: Constraint, level: float) -> Found:
        """Return the row whose limit meets a constraint, with that limit."""
        found = self.found(steps, constraint)
        if found.row < 0 or constraint.limit is None:
            return found
        value = float(constraint.limit(steps.counts_of(found.row)))
        side = Sided.LOWER if self.at_least else Sided.UPPER
        limit = Limit(self.metric_id, value, side, level, steps.subjects is not None)
        return replace(found, limits=(limit,))


def _point(target: _Target, name: str) -> Find:
    """Return the function of a rule with a target on the point."""

    def find(steps: Steps, values: Values) -> Found:
        prevalence = values.get("prevalence")
        numbers = {"prevalence": prevalence} if isinstance(prevalence, float) else {}
        constraint = Constraint(
            target.compute, number(values, name), at_least=target.at_least, numbers=numbers
        )
        return target.found(steps, constraint)

    return find


def _ratio(target: _Target, name: str) -> Find:
    """Return the function of a rule with a target on a ratio that may be infinite."""
    find = _point(target, name)

    def find_and_note(steps: Steps, values: Values) -> Found:
        found = find(steps, values)
        row = first_at_least(steps.fp_column, 1) - 1
        has_zero = row >= 0 and int(steps.tp_column[row]) > 0
        return replace(found, notes=(*found.notes, EXCLUDED)) if has_zero else found

    return find_and_note


def scanned_limit(
    metric_id: str, cells: Counts, level: float, prevalence: float | None = None
) -> Real:
    """Return the one-sided limit of a likelihood ratio, or of a predictive value at a prevalence.

    Parameters
    ----------
    metric_id
        ``"LRP"`` or ``"PPV"`` or ``"NPV"`` for the lower limit, ``"LRN"`` for the upper one.
    cells
        (R,) arrays: of as many independent rows as those of each class are worth.
    level
        The one-sided confidence.
    prevalence
        Between 0 and 1; of a predictive value.

    Returns
    -------
    (R,) array
        NaN where it is undefined.
    """
    sided = 2 * level - 1
    if prevalence is not None:
        is_positive = metric_id == "PPV"
        return predictive_values_of_many(cells, sided, prevalence, positive=is_positive)[0]
    positives, negatives = cells.actual_positives, cells.actual_negatives
    if metric_id == "LRP":
        low, _high = mover_ratio_of_many(cells.tp, positives, cells.fp, negatives, sided)
        return np.where(np.asarray(cells.fp) > 0, low, np.nan)
    return mover_ratio_of_many(cells.fn, positives, cells.tn, negatives, sided)[1]


def _limit(target: _Target, name: str) -> Find:
    """Return the function of a rule with a target on the limit of a predictive value.

    Of the data it is the exact one. At a given prevalence it is that of the interval from both
    rates, with the whole error on one side.
    """

    def find(steps: Steps, values: Values) -> Found:
        goal, level = number(values, name), number(values, "level")
        prevalence = values["prevalence"]
        if isinstance(prevalence, float):

            def lower(counts: Counts) -> Real:
                cells = effective_cells(steps, counts)
                return scanned_limit(target.metric_id, cells, level, prevalence)

            constraint = Constraint(target.compute, goal, is_monotone=False, limit=lower)
            return target.with_limit(steps, constraint, level)

        def fraction(counts: Counts) -> tuple[Count, Count]:
            if target.is_lenient:
                return counts.tp, counts.predicted_positives
            return counts.tn, counts.predicted_negatives

        def confidence(counts: Counts) -> Real:
            x, n = effective(steps, counts, fraction)
            return np.where(np.asarray(n) > 0, lower_limit_confidence(x, n, goal), np.nan)

        is_monotone = steps.subjects is None
        least = level * (1 - 1e-12)
        constraint = Constraint(target.compute, least, is_monotone=is_monotone, limit=confidence)
        found = target.found(steps, constraint)
        if found.row < 0:
            return found
        counts = steps.counts_of(found.row)
        worth = (*effective(steps, counts, fraction), steps.subjects is not None)
        limit = limit_of(target.metric_id, Sided.LOWER, level, worth)
        return replace(found, confidence=float(confidence(counts)), limits=(limit,))

    return find


def _ratio_limit(target: _Target, name: str) -> Find:
    """Return the function of a rule with a target on the one-sided limit of a likelihood ratio."""

    def find(steps: Steps, values: Values) -> Found:
        goal, level = number(values, name), number(values, "level")

        def limit(counts: Counts) -> Real:
            return scanned_limit(target.metric_id, effective_cells(steps, counts), level)

        constraint = Constraint(
            target.compute,
            goal,
            at_least=target.at_least,
            is_monotone=steps.subjects is None,
            limit=limit,
        )
        return target.with_limit(steps, constraint, level)

    return find


_PPV = _Target(predictive_value, "PPV", is_lenient=True)
_NPV = _Target(partial(predictive_value, is_positive=False), "NPV", is_lenient=False)
_LRP = _Target(metric_by_id("LRP").value, "LRP", is_lenient=True)
_LRN = _Target(metric_by_id("LRN").value, "LRN", is_lenient=False, at_least=False)
PREVALENCE = Parameter(
    "prevalence",
    Text("{prevalence}"),
    None,
    Unit.PROPORTION,
    low=0.0,
    high=1.0,
    without_ends=True,
    may_be_none=True,
)


def _ratio_target(rule_id: str, name: str, default: float) -> Parameter:
    return Parameter(rule_id, name, default, Unit.RATIO, low=0.0)


RULES = (
    Rule(
        "ppv",
        Text("{rate} at least", {"rate": "PPV"}),
        Text("The most lenient threshold with a PPV, at a {prevalence}, of at least the target"),
        RuleFamily.TARGETS,
        _point(_PPV, "ppv"),
        (proportion("ppv", "PPV", 0.9), PREVALENCE),
        is_share=True,
        improves=by_order,
    ),
    Rule(
        "ppv-limit",
        Text("{rate}: {limit} at least", {"rate": "PPV", "limit": Text("limit")}),
        Text(
            "The most lenient threshold of which the one-sided lower limit of PPV, at a"
            " {prevalence}, is at least the target: {label}",
            {"label": SCANNED},
        ),
        RuleFamily.TARGETS,
        _limit(_PPV, "ppv"),
        (proportion("ppv", "PPV", 0.9), PREVALENCE, LEVEL),
        is_share=True,
        is_scanned=always,
    ),
    Rule(
        "npv",
        Text("{rate} at least", {"rate": "NPV"}),
        Text("The strictest threshold with an NPV, at a {prevalence}, of at least the target"),
        RuleFamily.TARGETS,
        _point(_NPV, "npv"),
        (proportion("npv", "NPV", 0.99), PREVALENCE),
        is_share=True,
        improves=by_order,
    ),
    Rule(
        "npv-limit",
        Text("{rate}: {limit} at least", {"rate": "NPV", "limit": Text("limit")}),
        Text(
            "The strictest threshold of which the one-sided lower limit of NPV, at a"
            " {prevalence}, is at least the target: {label}",
            {"label": SCANNED},
        ),
        RuleFamily.TARGETS,
        _limit(_NPV, "npv"),
        (proportion("npv", "NPV", 0.99), PREVALENCE, LEVEL),
        is_share=True,
        is_scanned=always,
    ),
    Rule(
        "lr-positive",
        Text("{rate} at least", {"rate": "LR+"}),
        phrase("The most lenient threshold with a finite LR+ of at least the target"),
        RuleFamily.TARGETS,
        _ratio(_LRP, "lr-positive"),
        (_ratio_target("lr-positive", "LR+", 10.0),),
        is_share=True,
    ),
    Rule(
        "lr-positive-limit",
        Text("{rate}: {limit} at least", {"rate": "LR+", "limit": Text("limit")}),
        Text(
            "The most lenient threshold with a finite LR+ of which the one-sided lower limit is at"
            " least the target: {label}",
            {"label": SCANNED},
        ),
        RuleFamily.TARGETS,
        _ratio_limit(_LRP, "lr-positive"),
        (_ratio_target("lr-positive", "LR+", 10.0), LEVEL),
        is_share=True,
        is_scanned=always,
    ),
    Rule(
        "lr-negative",
        Text("{rate} at most", {"rate": "LR\N{MINUS SIGN}"}),
        phrase("The strictest threshold with an LR\N{MINUS SIGN} of at most the target"),
        RuleFamily.TARGETS,
        _point(_LRN, "lr-negative"),
        (_ratio_target("lr-negative", "LR\N{MINUS SIGN}", 0.1),),
        is_share=True,
        improves=by_order,
    ),
    Rule(
        "lr-negative-limit",
        Text("{rate}: {limit} at most", {"rate": "LR\N{MINUS SIGN}", "limit": Text("limit")}),
        Text(
            "The strictest threshold of which the one-sided upper limit of LR\N{MINUS SIGN} is at"
            " most the target: {label}",
            {"label": SCANNED},
        ),
        RuleFamily.TARGETS,
        _ratio_limit(_LRN, "lr-negative"),
        (_ratio_target("lr-negative", "LR\N{MINUS SIGN}", 0.1), LEVEL),
        is_share=True,
        is_scanned=always,
    ),
)
