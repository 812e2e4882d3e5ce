"""All that rules are declared with: what a rule is, the measures it names, and how one searches."""

from evalgui.core.counts import Counts, Real, divide
from evalgui.core.digits import grouped
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS
from evalgui.core.metrics import Better, Metric, Parameters, metric_by_id
from evalgui.core.metrics.any_metric import NOT_CLINICAL
from evalgui.core.metrics.metric import BOTH_CLASSES, ROWS
from evalgui.core.rules.limits import (
    Limit,
    effective,
    effective_cells,
    fewest_for_lower_limit,
    limit_of,
    lower_limit_confidence,
    most_for_upper_limit,
    rows_needed,
    too_many_to_scan,
    upper_limit_confidence,
)
from evalgui.core.rules.optima import (
    EXCLUDED,
    ROUNDED_TIES,
    Optimum,
    found_best,
    lacking,
    number,
    whole,
    youden,
)
from evalgui.core.rules.rule import (
    NOT_REACHED,
    SCANNED,
    Find,
    Found,
    Parameter,
    ParameterError,
    Rule,
    RuleFamily,
    ScoreKind,
    Unit,
    Values,
    always,
    by_order,
)
from evalgui.core.searching.constraint import Constraint
from evalgui.core.searching.criterion import TURNS, Criterion, criterion_of, exact
from evalgui.core.searching.search import best_rows
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

__all__ = [
    "BOTH_CLASSES",
    "EXCLUDED",
    "NOT_CLINICAL",
    "NOT_REACHED",
    "ROUNDED_TIES",
    "ROWS",
    "SCANNED",
    "TURNS",
    "UNKNOWN_SUBJECTS",
    "Better",
    "Constraint",
    "Counts",
    "Criterion",
    "Find",
    "Found",
    "Limit",
    "Metric",
    "Optimum",
    "Parameter",
    "ParameterError",
    "Parameters",
    "Real",
    "Rule",
    "RuleFamily",
    "ScoreKind",
    "Text",
    "Unit",
    "Values",
    "always",
    "best_rows",
    "by_order",
    "criterion_of",
    "divide",
    "effective",
    "effective_cells",
    "exact",
    "fewest_for_lower_limit",
    "found_best",
    "grouped",
    "lacking",
    "limit_of",
    "lower_limit_confidence",
    "metric_by_id",
    "most_for_upper_limit",
    "number",
    "phrase",
    "rows_needed",
    "too_many_to_scan",
    "upper_limit_confidence",
    "whole",
    "youden",
]
