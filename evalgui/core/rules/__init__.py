"""The rules that choose a threshold: a registry of declared entries, found by their id.

A new rule is one entry in the file of its kind and its name in that file's `RULES`: lists, the
command line and the tests find it there. How the best of all rows is found stands in
`core.searching`, and not here; what a threshold does is counted by `core.score_table`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.metrics import metric_by_id
from evalgui.core.registry import Registry
from evalgui.core.rules import (
    attacks,
    costs,
    errors,
    general,
    numbers,
    optima,
    predictive,
    reached,
    shares,
    targets,
)
from evalgui.core.rules.general import POINT
from evalgui.core.rules.rule import (
    SCANNED,
    Choice,
    Found,
    Parameter,
    ParameterError,
    Rule,
    RuleFamily,
    Unit,
)
from evalgui.core.thresholds import from_units
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.rules.rule import Values
    from evalgui.core.score_table import Steps

MOST_TIES = 1_000
"""How many thresholds that do as well as the chosen one are listed."""

_IN_ORDER = (
    *errors.RULES,
    *optima.RULES,
    *targets.RULES,
    *attacks.RULES,
    *predictive.RULES,
    *costs.RULES,
    *shares.RULES,
    *numbers.RULES,
    *general.RULES,
    *reached.RULES,
)
RULES: Registry[Rule] = Registry(
    "rule", *sorted(_IN_ORDER, key=lambda rule: list(RuleFamily).index(rule.family))
)
BUTTON_RULES = tuple(rule for rule in RULES if rule.has_button)
"""Those with a button beside the threshold."""


def rule_by_id(rule_id: str) -> Rule:
    """Return a rule by its id; raise UnknownIdError where there is none."""
    return RULES.by_id(rule_id)


def choose(rule: Rule, steps: Steps, score: Score, given: Values | None = None) -> Choice:
    """Return the operating point that a rule chooses for a score.

    Parameters
    ----------
    rule
        The rule.
    steps
        The operating points of the score.
    score
        The score, whose units a rule that names a number means.
    given
        What is set in the rule; the defaults elsewhere.

    Returns
    -------
    Choice
        Without a threshold, and with the reason, where the rule finds none.

    Raises
    ------
    ParameterError
        If the rule cannot work with what is set.
    """
    values = rule.values(given)
    if steps.is_weighted and (reason := _why_not_by_weights(rule, values)):
        return Choice(rule, values, None, undefined=reason)
    found = rule.find(steps, values)
    threshold, row = found.threshold, found.row
    if threshold is not None:
        if rule.is_number:
            threshold = from_units(repr(threshold), score)
        row = steps.row_at(math.nan if threshold is None else threshold)
    elif row >= 0:
        threshold = steps.threshold(row)
    if threshold is None:
        return Choice(rule, values, None, undefined=found.undefined, notes=found.notes)
    counts = steps.sums_of(row)
    left_out, included = steps.interval(row)
    is_higher = steps.higher_is_positive
    low, high = (left_out, included) if is_higher else (included, left_out)
    others = found.tied if len(found.tied) > 1 else found.tied[:0]
    return Choice(
        rule,
        values,
        threshold,
        low=low,
        high=high,
        row=row,
        value=found.value,
        counts=counts,
        ties=tuple(steps.thresholds[others[:MOST_TIES]].tolist()),
        is_degenerate=row in {0, len(steps) - 1},
        notes=(*found.notes, SCANNED) if rule.is_scanned(values) else found.notes,
        confidence=math.nan if steps.is_weighted else found.confidence,
        limits=found.limits,
    )


def _why_not_by_weights(rule: Rule, values: Values) -> str:
    """Return why a rule does not choose where weights have fractions, "" where it does."""
    if rule.needs_counts:
        return f"{NO_COUNTS} of cases, which this rule needs"
    if "level" in values and values.get("on") != POINT:
        return f"{NO_COUNTS}, which a limit needs"
    named = [values[one.id] for one in rule.parameters if one.unit is Unit.MEASURE]
    measures = [metric_by_id(str(name)) for name in named if name is not None]
    few, many = (Counts(3 * n, n, 2 * n, 5 * n) for n in (1, 1000))
    if any(abs(float(one.value(few) - one.value(many))) > _SAME for one in measures):
        return f"{NO_COUNTS}, which this measure needs"
    return ""


_SAME = 1e-9


__all__ = [
    "BUTTON_RULES",
    "MOST_TIES",
    "RULES",
    "Choice",
    "Found",
    "Parameter",
    "ParameterError",
    "Rule",
    "RuleFamily",
    "Unit",
    "choose",
    "rule_by_id",
]
