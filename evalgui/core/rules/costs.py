"""Rules that weigh what errors cost, or what calls are worth."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.biometrics.detection_cost import LOGARITHMS, DetectionCost
from evalgui.core.rules.declaring import (
    NOT_CLINICAL,
    Better,
    Criterion,
    Found,
    Optimum,
    Parameter,
    Rule,
    RuleFamily,
    ScoreKind,
    Text,
    Unit,
    Values,
    exact,
    found_best,
    number,
    phrase,
    whole,
)
from evalgui.core.rules.predictive import PREVALENCE

if TYPE_CHECKING:
    from evalgui.core.rules.declaring import Counts
    from evalgui.core.score_table import Steps


def prevalence_of(steps: Steps, values: Values) -> Fraction:
    """Return the given prevalence as it is written, or else the share of positives, exactly."""
    given = values["prevalence"]
    if isinstance(given, float):
        return exact(given)
    return Fraction(steps.n_positive, max(steps.n_positive + steps.n_negative, 1))


def linear_in_rates(
    steps: Steps, miss: Fraction, alarm: Fraction, start: Fraction, better: Better
) -> Criterion:
    """Return ``start + miss FNR + alarm FPR`` as a criterion, compared in whole numbers.

    Parameters
    ----------
    steps
        With both classes.
    miss, alarm
        What all misses, and all false alarms, add.
    start
        The value without an error.
    better
        Whether the greatest or the smallest is wanted.
    """
    n_positive, n_negative = max(steps.n_positive, 1), max(steps.n_negative, 1)
    rounded = (float(start), float(miss), float(alarm))

    def compute(c: Counts) -> Any:  # noqa: ANN401 - an array, or a fraction
        if isinstance(c.tp, np.ndarray):
            return rounded[0] + rounded[1] * c.fn / n_positive + rounded[2] * c.fp / n_negative
        misses, alarms = exact_share(c.fn, n_positive), exact_share(c.fp, n_negative)
        return start + miss * misses + alarm * alarms

    sign = 1 if better is Better.LOWER else -1
    return Criterion(
        compute,
        better,
        is_monotone=sign * miss >= 0 and sign * alarm >= 0,
        scale=max(1.0, float(abs(miss) + abs(alarm) + abs(start))),
        linear=whole(sign * miss / n_positive, sign * alarm / n_negative),
    )


def exact_share(count: Any, n: int) -> Fraction:  # noqa: ANN401 - a whole number of any kind
    """Return a share of n as a fraction."""
    return Fraction(count) / n


def _expected_cost(steps: Steps, values: Values) -> Criterion:
    """Elkan 2001; the slope (1 - p) / p (C_FP - C_TN) / (C_FN - C_TP) of Metz 1978."""
    share = prevalence_of(steps, values)
    fp, fn, tp, tn = (exact(number(values, f"cost-{name}")) for name in ("fp", "fn", "tp", "tn"))
    start = share * tp + (1 - share) * tn
    miss, alarm = share * (fn - tp), (1 - share) * (fp - tn)
    return linear_in_rates(steps, miss, alarm, start, Better.LOWER)


def _net_benefit(steps: Steps, values: Values) -> Criterion:
    """Vickers and Elkin 2006."""
    share, risk = prevalence_of(steps, values), exact(number(values, "risk"))
    alarm = (1 - share) * risk / (1 - risk)
    return linear_in_rates(steps, -share, -alarm, share, Better.HIGHER)


def detection_cost(values: Values) -> DetectionCost:
    """Return the detection cost that the parameters of a rule say."""
    p_target, c_miss, c_fa = (number(values, name) for name in ("p-target", "c-miss", "c-fa"))
    return DetectionCost(p_target, c_miss, c_fa)


def least_detection_cost(steps: Steps, cost: DetectionCost) -> Found:
    """Return the strictest of the rows with the least detection cost, normalised."""
    return found_best(steps, _normalised_cost(steps, cost))


def _normalised_cost(steps: Steps, cost: DetectionCost) -> Criterion:
    prior = exact(cost.p_target)
    miss, alarm = prior * exact(cost.c_miss), (1 - prior) * exact(cost.c_fa)
    trivial = min(miss, alarm)
    zero = Fraction(0)
    return linear_in_rates(steps, miss / trivial, alarm / trivial, zero, Better.LOWER)


def _bayes(_steps: Steps, values: Values) -> Found:
    threshold = detection_cost(values).bayes_threshold(str(values["base"]))
    return Found(value=threshold, threshold=threshold)


def _cost(rule_id: str, words: str | Text, default: float) -> Parameter:
    return Parameter(rule_id, words, default, Unit.COST)


_COSTS = (
    _cost("cost-fn", Text("cost of a {false_negative}"), 1.0),
    _cost("cost-fp", Text("cost of a {false_positive}"), 1.0),
    _cost("cost-tp", Text("cost of a {true_positive}"), 0.0),
    _cost("cost-tn", Text("cost of a {true_negative}"), 0.0),
)
_RISK = Parameter(
    "risk",
    phrase("risk from which on it is worth acting"),
    0.1,
    Unit.PROPORTION,
    0.0,
    1.0,
    without_ends=True,
)
_DETECTION = (
    Parameter(
        "p-target",
        Text("prior of {a_positive} one"),
        0.01,
        Unit.PROPORTION,
        low=0.0,
        high=1.0,
        without_ends=True,
    ),
    Parameter("c-miss", phrase("cost of a miss"), 1.0, Unit.COST, low=0.0, without_ends=True),
    Parameter("c-fa", phrase("cost of a false alarm"), 1.0, Unit.COST, low=0.0, without_ends=True),
)
_BASE = Parameter(
    "base", phrase("base of the logarithm"), "e", Unit.CHOICE, choices=tuple(LOGARITHMS)
)

RULES = (
    Rule(
        "cost",
        phrase("Least expected cost"),
        Text("The least mean cost of a row, at a {prevalence}, with four costs"),
        RuleFamily.COSTS,
        Optimum(_expected_cost),
        (*_COSTS, PREVALENCE),
        of_what=phrase("expected cost"),
        needs_counts=True,
    ),
    Rule(
        "net-benefit",
        phrase("Net benefit"),
        Text(
            "The greatest net benefit where a {false_positive} is weighed by the odds of the risk"
            " from which on it is worth acting"
        ),
        RuleFamily.COSTS,
        Optimum(_net_benefit),
        (_RISK, PREVALENCE),
        of_what=phrase("net benefit"),
        needs_counts=True,
    ),
    Rule(
        "min-dcf",
        phrase("minDCF"),
        phrase(
            "The least detection cost, beside that of the better of accepting all and rejecting all"
        ),
        RuleFamily.COSTS,
        Optimum(lambda steps, values: _normalised_cost(steps, detection_cost(values))),
        _DETECTION,
        of_what=phrase("normalised detection cost"),
        needs_counts=True,
        foreign_to=NOT_CLINICAL,
    ),
    Rule(
        "bayes",
        phrase("Bayes threshold"),
        phrase(
            "The log-likelihood ratio from which on accepting costs less: for scores that are such"
        ),
        RuleFamily.NUMBERS,
        _bayes,
        (*_DETECTION, _BASE),
        of_what=phrase("threshold"),
        is_number=True,
        of_scores=ScoreKind.LOG_RATIOS,
    ),
)
