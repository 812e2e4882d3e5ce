"""The rules that choose a threshold: a registry of declared entries, found by their id.

A new rule is one entry in the file of its kind and its name in that file's `RULES`: lists, the
command line and the tests find it there. How the best of all rows is found stands in
`core.searching`, and not here; what a threshold does is counted by `core.score_table`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.counts import Counts
from evalgui.core.measured import UNKNOWN
from evalgui.core.metrics import Better, metric_by_id
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
from evalgui.core.searching.criterion import Criterion, criterion_of
from evalgui.core.thresholds import from_units, written
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from evalgui.core.dataset import Score
    from evalgui.core.measured import Bracket
    from evalgui.core.rules.rule import Values
    from evalgui.core.score_table import Ordered, Steps

AT_EDGE = phrase("snapped to the edge of a bin")
MAY_BE_FOUND = phrase("with all scores there may be one between the edges of bins")
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
    phrase("rule"), *sorted(_IN_ORDER, key=lambda rule: list(RuleFamily).index(rule.family))
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
        notes = (*found.notes, *_where_best(rule, steps, values))
        return Choice(rule, values, None, undefined=found.undefined, notes=notes)
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
        notes=(
            *found.notes,
            *((SCANNED,) if rule.is_scanned(values) else ()),
            *_in_bins(rule, steps, threshold, score),
        ),
        confidence=math.nan if steps.is_weighted else found.confidence,
        limits=found.limits,
        bracket=_bracket(rule, steps, values),
    )


def _improves(rule: Rule, steps: Steps, values: Values) -> bool:
    """Return whether the value of a rule can only improve with the order of the scores."""
    criterion = optima.criterion_of_rule(rule, steps, values)
    return rule.improves(steps, values) if criterion is None else criterion.is_monotone


def _criterion(rule: Rule, steps: Steps, values: Values) -> Criterion | None:
    """Return what a rule makes as good as it can be, whatever has to be met besides."""
    if "maximise" in values:
        return criterion_of(metric_by_id(str(values["maximise"])))
    return optima.criterion_of_rule(rule, steps, values)


def _bracket(rule: Rule, steps: Steps, values: Values) -> Bracket | None:
    """Return what bins leave open of the value of a rule."""
    if steps.bins is None or rule.family in {RuleFamily.SHARES, RuleFamily.NUMBERS}:
        return None
    if not _improves(rule, steps, values):
        return UNKNOWN
    criterion = _criterion(rule, steps, values)
    ends = [] if criterion is None else [steps.counts_of(row) for row in (0, len(steps) - 1)]
    # Where it is undefined at an end, all may be worse than that end would be, and then the value
    # nearest to it is the best: another one where scores of one class lie apart.
    has_end = (
        criterion is None or criterion.better is Better.LOWER or all(map(criterion.is_finite, ends))
    )

    def value(order: Ordered) -> float:
        found = rule.find(order.steps, values).value
        return found if has_end or found > 0 else math.nan

    return steps.bins.bracket(value)


def _where_best(rule: Rule, steps: Steps, values: Values) -> tuple[str, ...]:
    """Return that a rule may find a threshold where it finds none at the edges of bins."""
    if steps.bins is None or not _improves(rule, steps, values):
        return ()
    return (MAY_BE_FOUND,) if rule.find(steps.bins.best.steps, values).row >= 0 else ()


def _in_bins(rule: Rule, steps: Steps, threshold: float, score: Score) -> tuple[str, ...]:
    """Return what has to be said of where a rule goes among bins."""
    if steps.bins is None or math.isnan(threshold):
        return ()
    inside = inside_of_bin(steps, threshold, score)
    if inside:
        return (inside,)
    is_edge = rule.family is not RuleFamily.NUMBERS and steps.bins.is_edge(threshold)
    return (AT_EDGE,) if is_edge else ()


def inside_of_bin(steps: Steps, threshold: float, score: Score) -> str:
    """Return that a threshold lies inside of a bin, "" where its counts are exact."""
    around = None if steps.bins is None else steps.bins.around(threshold)
    if around is None:
        return ""
    low, high = (written(end, score) for end in around[:2])
    return phrase(
        "inside of the bin {low} to {high}, of which nothing is called", low=low, high=high
    )


def _why_not_by_weights(rule: Rule, values: Values) -> str:
    """Return why a rule does not choose where weights have fractions, "" where it does."""
    if rule.needs_counts:
        return phrase("{no_counts} of cases, which this rule needs", no_counts=NO_COUNTS)
    if "level" in values and values.get("on") != POINT:
        return phrase("{no_counts}, which a limit needs", no_counts=NO_COUNTS)
    named = [values[one.id] for one in rule.parameters if one.unit is Unit.MEASURE]
    measures = [metric_by_id(str(name)) for name in named if name is not None]
    few, many = (Counts(3 * n, n, 2 * n, 5 * n) for n in (1, 1000))
    if any(abs(float(one.value(few) - one.value(many))) > _SAME for one in measures):
        return phrase("{no_counts}, which this measure needs", no_counts=NO_COUNTS)
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
    "inside_of_bin",
    "rule_by_id",
]
