"""Rules that make one number as good as it can be, over all thresholds."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.counts import Counts, Real, divide, product
from evalgui.core.metrics import Better, Parameters, metric_by_id
from evalgui.core.metrics.metric import BOTH_CLASSES, Missing
from evalgui.core.rules.rule import Find, Found, Parameter, Rule, RuleFamily, Unit, Values
from evalgui.core.searching.criterion import Criterion, criterion_of, exact
from evalgui.core.searching.search import best_rows
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from evalgui.core.metrics.metric import Need
    from evalgui.core.score_table import Steps

Make: TypeAlias = "Callable[[Steps, Values], Criterion]"

ROUNDED_TIES = phrase(
    "more thresholds than are compared exactly are within rounding of the best: those whose"
    " rounded values are equal are listed as ties"
)
EXCLUDED = phrase("thresholds with a zero in the denominator are left out")
TIED = phrase("other thresholds do as well: the strictest is taken")


def number(values: Values, name: str) -> float:
    """Return the value of a parameter that is a number."""
    value = values[name]
    if not isinstance(value, float):
        message = f"{name} is no number"
        raise TypeError(message)
    return value


def lacking(steps: Steps, needs: tuple[Need, ...]) -> str:
    """Return which classes the steps lack that a rule needs, "" where they lack none."""
    everything = steps.counts_of(len(steps) - 1)
    return Missing(everything)[needs]


def found_best(steps: Steps, criterion: Criterion) -> Found:
    """Return the strictest of the rows that are best by a criterion."""
    reason = lacking(steps, BOTH_CLASSES)
    if reason:
        return Found(undefined=reason)
    best = best_rows(steps, criterion)
    if not len(best.rows):
        return Found(undefined=phrase("it is undefined at every threshold"))
    row = int(best.rows[0])
    notes = () if best.is_decided else (ROUNDED_TIES,)
    return Found(row, criterion.value(steps.counts_of(row)), best.rows, notes=notes)


@dataclass(frozen=True, slots=True, eq=False)
class Optimum:
    """The function of a rule that looks for the best row by a criterion.

    Parameters
    ----------
    make
        A function of the steps and the values of the parameters to the criterion.
    """

    make: Make

    def __call__(self, steps: Steps, values: Values) -> Found:
        """Return the strictest of the best rows."""
        return found_best(steps, self.make(steps, values))


def criterion_of_rule(rule: Rule, steps: Steps, values: Values) -> Criterion | None:
    """Return what a rule makes as good as it can be; None where it looks for something else.

    Parameters
    ----------
    rule
        The rule.
    steps
        With both classes.
    values
        The value of every parameter.
    """
    return rule.find.make(steps, values) if isinstance(rule.find, Optimum) else None


def _measure(metric_id: str, **names: str) -> Find:
    """Return the function of a rule that makes a measure as good as it can be."""
    metric = metric_by_id(metric_id)

    def make(_steps: Steps, values: Values) -> Criterion:
        given = {ours: number(values, theirs) for ours, theirs in names.items()}
        return criterion_of(metric, Parameters(**given))

    return Optimum(make)


def youden(steps: Steps) -> Criterion:
    """Return the Youden index: tharwat-2018, section 2.7."""
    return _with_linear(criterion_of(metric_by_id("YI")), steps.n_negative, steps.n_positive)


def _balanced_accuracy(steps: Steps, _values: Values) -> Criterion:
    return _with_linear(criterion_of(metric_by_id("BCR")), steps.n_negative, steps.n_positive)


def _accuracy(_steps: Steps, _values: Values) -> Criterion:
    return _with_linear(criterion_of(metric_by_id("ACC")), 1, 1)


def _with_linear(criterion: Criterion, a: int, b: int) -> Criterion:
    return Criterion(criterion.compute, criterion.better, criterion.numbers, linear=(a, b))


def _weighted_youden(steps: Steps, values: Values) -> Criterion:
    """2 (w Se + (1 - w) Sp) - 1: Li, Shen, Yin, Peng and Chen 2013."""
    weight = number(values, "weight")

    def compute(c: Counts, weight: float) -> Real:
        hits = divide(c.tp, c.actual_positives)
        rejections = divide(c.tn, c.actual_negatives)
        return 2 * (weight * hits + (1 - weight) * rejections) - 1

    share = exact(weight)
    return Criterion(
        compute,
        numbers={"weight": weight},
        linear=whole(share * steps.n_negative, (1 - share) * steps.n_positive),
    )


def whole(a: Fraction, b: Fraction) -> tuple[int, int]:
    """Return two fractions as whole numbers with the same ratio, the smallest that have it.

    Examples
    --------
    >>> from fractions import Fraction
    >>> whole(Fraction(3, 4), Fraction(1, 2))
    (3, 2)
    """
    together = a.denominator * b.denominator
    first, second = int(a * together), int(b * together)
    common = math.gcd(first, second) or 1
    return first // common, second // common


def _distance(c: Counts) -> Real:
    misses, alarms = divide(c.fn, c.actual_positives), divide(c.fp, c.actual_negatives)
    return misses * misses + alarms * alarms


def _closest(_steps: Steps, _values: Values) -> Criterion:
    """Perkins and Schisterman 2006; the square, which is rational."""
    return Criterion(_distance, Better.LOWER)


def _greater_error(c: Counts) -> Real:
    misses, alarms = divide(c.fn, c.actual_positives), divide(c.fp, c.actual_negatives)
    if isinstance(misses, np.ndarray):
        return np.maximum(misses, alarms)
    return max(misses, alarms)


def _minimax(_steps: Steps, _values: Values) -> Criterion:
    return Criterion(_greater_error, Better.LOWER)


def _chi_squared(c: Counts) -> Real:
    margins = product(
        c.actual_positives, c.actual_negatives, c.predicted_positives, c.predicted_negatives
    )
    return divide(product(c.n, c.determinant, c.determinant), margins)


def _chi_squared_bound(first: Counts, last: Counts, _numbers: Mapping[str, float]) -> Real:
    """Return chi-squared with the best and with the worst calls that a block can hold."""
    best = _chi_squared(Counts(tp=last.tp, fp=first.fp, fn=last.fn, tn=first.tn))
    worst = _chi_squared(Counts(tp=first.tp, fp=last.fp, fn=first.fn, tn=last.tn))
    return np.maximum(best, worst)  # NaN where either is: nothing is known then


def _largest_chi_squared(steps: Steps, _values: Values) -> Criterion:
    """Pearson, without Yates's correction: Miller and Siegmund 1982."""
    scale = float(steps.n_positive + steps.n_negative)
    return Criterion(_chi_squared, is_monotone=False, bounds=_chi_squared_bound, scale=scale)


_BETA = Parameter("beta", phrase("beta"), 2.0, Unit.WEIGHT, low=0.0, high=1e6)
_WEIGHT = Parameter(
    "weight", Text("weight of the {true_positive_rate}"), 0.5, Unit.WEIGHT, low=0.0, high=1.0
)

RULES = (
    Rule(
        "youden",
        phrase("Youden"),
        Text("The greatest {true_positive_rate} + {true_negative_rate} - 1"),
        RuleFamily.BALANCE,
        Optimum(lambda steps, _values: youden(steps)),
        of_what=phrase("Youden's index"),
        has_button=True,
    ),
    Rule(
        "weighted-youden",
        phrase("Weighted Youden"),
        Text(
            "The greatest 2 (w {true_positive_rate} + (1 - w) {true_negative_rate}) - 1, with the"
            " weight w"
        ),
        RuleFamily.BALANCE,
        Optimum(_weighted_youden),
        (_WEIGHT,),
        of_what=phrase("weighted Youden index"),
    ),
    Rule(
        "closest",
        phrase("Closest to (0, 1)"),
        phrase("The least distance from the corner of the ROC plot where nothing is wrong"),
        RuleFamily.BALANCE,
        Optimum(_closest),
        of_what=phrase("squared distance"),
    ),
    Rule(
        "g-mean",
        phrase("Geometric mean"),
        Text("The greatest {true_positive_rate} times {true_negative_rate}"),
        RuleFamily.BALANCE,
        _measure("GM"),
        of_what=phrase("geometric mean"),
    ),
    Rule(
        "balanced-accuracy",
        phrase("Balanced accuracy"),
        Text("The greatest mean of {true_positive_rate} and {true_negative_rate}"),
        RuleFamily.BALANCE,
        Optimum(_balanced_accuracy),
        of_what=phrase("balanced accuracy"),
    ),
    Rule(
        "minimax",
        phrase("Minimax error"),
        Text("The smallest of what is the greater: {false_positive_rate} or {false_negative_rate}"),
        RuleFamily.ERRORS,
        Optimum(_minimax),
        of_what=phrase("greater error rate"),
        is_share=True,
    ),
    Rule(
        "accuracy",
        phrase("Accuracy"),
        phrase("The most rows that are called right"),
        RuleFamily.AGREEMENT,
        Optimum(_accuracy),
        of_what=phrase("accuracy"),
        is_share=True,
    ),
    Rule(
        "f1",
        "F1",
        Text("The greatest harmonic mean of {precision} and {recall}"),
        RuleFamily.AGREEMENT,
        _measure("F1"),
        of_what=phrase("F1 score"),
    ),
    Rule(
        "f-beta",
        phrase("F-beta"),
        Text("The greatest F measure in which {recall} weighs beta times as much as {precision}"),
        RuleFamily.AGREEMENT,
        _measure("FBETA", beta="beta"),
        (_BETA,),
        of_what=phrase("F-beta score"),
    ),
    Rule(
        "agf",
        phrase("Adjusted F-measure"),
        phrase("The greatest geometric mean of F2 and of F0.5 with the classes swapped"),
        RuleFamily.AGREEMENT,
        _measure("AGF"),
        of_what=phrase("adjusted F-measure"),
    ),
    Rule(
        "jaccard",
        phrase("Jaccard"),
        Text("The greatest share of {true_positives} in all rows but the {true_negatives}"),
        RuleFamily.AGREEMENT,
        _measure("JACC"),
        of_what=phrase("Jaccard index"),
    ),
    Rule(
        "mcc",
        phrase("Matthews correlation"),
        phrase("The greatest correlation of truth and call"),
        RuleFamily.AGREEMENT,
        _measure("MCC"),
        of_what=phrase("Matthews correlation coefficient"),
    ),
    Rule(
        "kappa",
        phrase("Cohen's kappa"),
        phrase("The greatest agreement of truth and call beyond chance"),
        RuleFamily.AGREEMENT,
        _measure("KAPPA"),
        of_what=phrase("Cohen's kappa"),
    ),
    Rule(
        "chi-squared",
        phrase("Maximum chi-squared"),
        phrase("The greatest chi-squared of truth and call, also where they are opposed"),
        RuleFamily.AGREEMENT,
        Optimum(_largest_chi_squared),
        of_what=phrase("chi-squared"),
        needs_counts=True,
    ),
)
