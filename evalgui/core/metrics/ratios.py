"""Likelihood ratios, odds ratio and discriminant power: infinite where a rate is perfect."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.kind import Kind
from evalgui.core.metrics.declaring import (
    ALL_MARGINS,
    ANY,
    BOTH_CLASSES,
    NEGATIVE_CALLS,
    NOT_NEGATIVE,
    OF_ODDS,
    POSITIVE_CALLS,
    Better,
    Estimate,
    Family,
    Invariance,
    Metric,
    Proper,
    divide,
    following,
    logarithm,
    phrase,
    product,
)

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Counts, Real


def _positive_likelihood_ratio(c: Counts) -> Real:
    return divide(product(c.tp, c.actual_negatives), product(c.fp, c.actual_positives))


def _negative_likelihood_ratio(c: Counts) -> Real:
    return divide(product(c.fn, c.actual_negatives), product(c.tn, c.actual_positives))


def _odds_ratio(c: Counts) -> Real:
    return divide(c.concordant, c.discordant)


def _both_ratios(c: Counts) -> dict[str, float]:
    positive, negative = _positive_likelihood_ratio(c), _negative_likelihood_ratio(c)
    return {"LR+": float(positive), "LR-": float(negative)}


def _discriminant_power(c: Counts) -> Real:
    return math.sqrt(3) / math.pi * logarithm(DOR.value(c))


LRP = Metric(
    id="LRP",
    proper=Proper.FEW_CALLED,
    name=phrase("Positive likelihood ratio"),
    family=Family.RATIOS,
    formula="TPR / FPR",
    compute=_positive_likelihood_ratio,
    needs=(*BOTH_CLASSES, POSITIVE_CALLS),
    invariance=Invariance(class_ratio=True),
    range=NOT_NEGATIVE,
    aliases=("LR+", "PLR", "DLR+"),
    symbol="LR+",
    sources=("tharwat-2018, eq. 9", "rezankova-husek-2015, eq. 2.7"),
    estimate=Estimate(
        Kind.LR, rates=lambda c: (c.tp, c.actual_positives, c.fp, c.actual_negatives)
    ),
)
LRN = Metric(
    id="LRN",
    proper=Proper.FEW_CALLED,
    name=phrase("Negative likelihood ratio"),
    family=Family.RATIOS,
    formula="FNR / TNR",
    compute=_negative_likelihood_ratio,
    needs=(*BOTH_CLASSES, NEGATIVE_CALLS),
    invariance=Invariance(class_ratio=True),
    range=NOT_NEGATIVE,
    better=Better.LOWER,
    aliases=("LR-", "NLR", "DLR-"),
    symbol="LR\N{MINUS SIGN}",
    sources=("tharwat-2018, eq. 9", "rezankova-husek-2015, eq. 2.8"),
    estimate=Estimate(
        Kind.LR, rates=lambda c: (c.fn, c.actual_positives, c.tn, c.actual_negatives)
    ),
)
DOR = Metric(
    id="DOR",
    proper=Proper.AT_ENDS,
    name=phrase("Diagnostic odds ratio"),
    family=Family.RATIOS,
    formula="LR+ / LR- = TP TN / (FP FN)",
    compute=_odds_ratio,
    needs=ALL_MARGINS,
    invariance=Invariance(class_ratio=True, class_swap=True, truth_call_swap=True),
    range=NOT_NEGATIVE,
    aliases=("OR", phrase("odds ratio"), phrase("cross-product ratio")),
    symbol="DOR",
    sources=("tharwat-2018, eq. 10", "rezankova-husek-2015, eq. 2.9 (corrected)"),
    quantities=_both_ratios,
    estimate=OF_ODDS,
)
DP = Metric(
    id="DP",
    proper=Proper.AT_ENDS,
    name=phrase("Discriminant power"),
    family=Family.RATIOS,
    formula=phrase("{formula}, natural logarithm", formula="sqrt(3) / pi ln(DOR)"),
    compute=_discriminant_power,
    needs=ALL_MARGINS,
    invariance=Invariance(class_ratio=True, class_swap=True, truth_call_swap=True),
    range=ANY,
    symbol="DP",
    sources=("tharwat-2018, section 2.8",),
    estimate=following(
        DOR, lambda odds: math.sqrt(3) / math.pi * logarithm(odds), is_unbounded=True
    ),
)

METRICS = (LRP, LRN, DOR, DP)
