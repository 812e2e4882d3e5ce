"""What is found among the rows with the highest scores, and both gains of precision and recall.

Between two attainable points counts move in proportion, as over all orders of equal scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide, product
from evalgui.core.curves.curve import Axis, Curve, Reference, Scale, Series
from evalgui.core.metrics.any_metric import named
from evalgui.core.metrics.metric import BOTH_CLASSES, Family, Invariance, Metric
from evalgui.core.metrics.predictive_values import PPR
from evalgui.core.metrics.properness import Proper
from evalgui.core.metrics.rates import TPR
from evalgui.core.metrics.utility import LIFT as LIFT_METRIC
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.counts import Count, Counts, Real
    from evalgui.core.score_table import Steps

_SOURCES = ("Flach and Kull 2015, Precision-recall-gain curves, eq. 3",)


def _share(steps: Steps) -> float:
    return float(divide(steps.n_positive, steps.n_positive + steps.n_negative))


def first_lift(steps: Steps) -> float:
    """Return the lift among the rows with the highest score; NaN where there is no other."""
    return float(LIFT_METRIC.value(steps.counts_of(1))) if len(steps) > 1 else float("nan")


def _gain(counts: Counts, errors: Count) -> Real:
    """Return 1 - (P errors) / (N TP): -inf where there are errors and no true positive."""
    positives, negatives = counts.actual_positives, counts.actual_negatives
    return 1.0 - divide(product(positives, errors), product(negatives, counts.tp))


RECALL_GAIN = Metric(
    id="TPRG",
    name=phrase("Recall gain"),
    family=Family.UTILITY,
    formula="1 - (P / N) (FN / TP)",
    compute=lambda c: _gain(c, c.fn),
    needs=BOTH_CLASSES,
    invariance=Invariance(),
    range=(-np.inf, 1.0),
    names=named(phrase("Sensitivity gain")),
    symbol=phrase("recall gain"),
    proper=Proper.ALL_CALLED,
    sources=_SOURCES,
)
PRECISION_GAIN = Metric(
    id="PPVG",
    name=phrase("Precision gain"),
    family=Family.UTILITY,
    formula="1 - (P / N) (FP / TP)",
    compute=lambda c: _gain(c, c.fp),
    needs=BOTH_CLASSES,
    invariance=Invariance(),
    range=(-np.inf, 1.0),
    names=named(phrase("PPV gain")),
    symbol=phrase("precision gain"),
    proper=Proper.FEW_CALLED,
    sources=_SOURCES,
)
GAIN = Curve(
    id="gain",
    title=phrase("Cumulative gain"),
    also=(
        phrase("cumulative accuracy profile"),
        "CAP",
        phrase("gains chart"),
        phrase("Lorenz curve"),
        phrase("accuracy ratio"),
    ),
    x_axis=Axis(PPR, short=phrase("called")),
    y_axis=Axis(TPR),
    references=(
        Reference(phrase("Chance"), lambda x, _steps: x),
        Reference(
            phrase("Best possible"),
            lambda x, steps: np.minimum(divide(x, _share(steps)), 1.0),
            lambda steps: (_share(steps),),
        ),
    ),
    overlaid=True,
    is_monotone=True,
    is_proportional=True,
)
LIFT = Curve(
    id="lift",
    title=phrase("Lift"),
    also=(phrase("lift chart"), phrase("lift by depth")),
    x_axis=Axis(PPR, short=phrase("called")),
    y_axis=Axis(LIFT_METRIC),
    series=(Series(LIFT_METRIC, phrase("Lift"), at_first=first_lift),),
    references=(Reference(phrase("Chance"), lambda x, _steps: np.ones_like(x)),),
    overlaid=True,
    turns_at_corners=True,
    is_proportional=True,
)
PRECISION_RECALL_GAIN = Curve(
    id="precision-recall-gain",
    title=phrase("Precision-recall-gain"),
    also=("PRG", "AUPRG"),
    x_axis=Axis(RECALL_GAIN, scale=Scale.PROPORTION),
    y_axis=Axis(PRECISION_GAIN, scale=Scale.PROPORTION),
    is_square=True,
    overlaid=True,
    turns_at_corners=True,
    is_proportional=True,
    first_hits=lambda steps: steps.n_positive * _share(steps),
)
