"""What a decision yields and costs, and measures that later authors added to the classic ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.core.metrics.association import YI
from evalgui.core.metrics.declaring import (
    ACTUAL_POSITIVES,
    ALL_MARGINS,
    ANY,
    BOTH_CLASSES,
    DISAGREEMENT,
    NOT_CLINICAL,
    NOT_NEGATIVE,
    POSITIVE_CALLS,
    ROWS,
    UNIT,
    Better,
    Family,
    Invariance,
    Metric,
    Proper,
    choose,
    divide,
    following,
    logarithm,
    named,
    phrase,
    product,
    square_root,
)
from evalgui.core.metrics.overall import ERR
from evalgui.core.metrics.ratios import DOR, DP

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Counts, Real


def _p4(c: Counts) -> Real:
    """Return the harmonic mean of PPV, TPR, TNR and NPV by counts, and 0 as its limit."""
    right = 4 * c.concordant
    quotient = divide(right, right + product(c.correct, c.wrong))
    return choose((c.correct == 0) & (c.wrong > 0), 0.0, quotient)


def _prevalence_threshold(c: Counts) -> Real:
    false_rate = square_root(product(c.fp, c.actual_positives))
    true_rate = square_root(product(c.tp, c.actual_negatives))
    return divide(false_rate, true_rate + false_rate)


def _number_needed_to_diagnose(c: Counts) -> Real:
    return divide(product(c.actual_positives, c.actual_negatives), c.determinant)


def _expected_cost(
    c: Counts, cost_tp: float, cost_fp: float, cost_fn: float, cost_tn: float
) -> Real:
    right = cost_tp * c.tp + cost_tn * c.tn if cost_tp or cost_tn else 0
    return divide(right + c.weighed_errors(cost_fn, cost_fp), c.n)


def _costs_are_of_errors(cost_tp: float, cost_fp: float, cost_fn: float, cost_tn: float) -> bool:
    return cost_tp == cost_tn != cost_fp == cost_fn


def _cost_of_errors(error: float, cost_tp: float, cost_fp: float, **_same: float) -> float:
    return cost_tp + (cost_fp - cost_tp) * error


P4 = Metric(
    id="P4",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name="P4",
    family=Family.OVERALL,
    formula=phrase("4 TP TN / (4 TP TN + (TP + TN) (FP + FN)), and 0 where TP = TN = 0"),
    compute=_p4,
    needs=(DISAGREEMENT,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=UNIT,
    aliases=(phrase("harmonic mean of PPV, TPR, TNR and NPV"),),
    symbol="P4",
    sources=("Sitarz 2022, Extending F1 metric, probabilistic approach",),
)
DP10 = Metric(
    id="DP10",
    proper=Proper.AT_ENDS,
    foreign_to=NOT_CLINICAL,
    name=phrase("Discriminant power, decimal logarithm"),
    family=Family.RATIOS,
    formula="sqrt(3) / pi log10(DOR) = DP / ln(10)",
    compute=lambda c: DP.value(c) / math.log(10),
    needs=ALL_MARGINS,
    invariance=Invariance(class_ratio=True, class_swap=True, truth_call_swap=True),
    range=ANY,
    symbol="DP10",
    sources=("Bekkar, Djemaa and Alitouche 2013, with log10; compare tharwat-2018, section 2.8",),
    estimate=following(
        DOR, lambda odds: math.sqrt(3) / math.pi * logarithm(odds) / math.log(10), is_unbounded=True
    ),
)
PT = Metric(
    id="PT",
    proper=Proper.FEW_CALLED,
    name=phrase("Prevalence threshold"),
    family=Family.UTILITY,
    formula="sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))",
    compute=_prevalence_threshold,
    needs=(*BOTH_CLASSES, POSITIVE_CALLS),
    invariance=Invariance(class_ratio=True),
    range=UNIT,
    better=Better.LOWER,
    aliases=(phrase("prevalence below which the predictive value falls steeply"),),
    symbol="PT",
    sources=("Balayla 2020, Prevalence threshold and the geometry of screening curves",),
)
NND = Metric(
    id="NND",
    proper=Proper.PREVALENCE,
    name=phrase("Number needed to diagnose"),
    family=Family.UTILITY,
    formula=phrase("1 / (TPR + TNR - 1); fewer is better where it is above 0"),
    compute=_number_needed_to_diagnose,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=ANY,
    better=Better.NEITHER,  # below 0 for a classifier that is worse than chance
    aliases=(phrase("1 / Youden's index"), phrase("1 / informedness")),
    symbol="NND",
    sources=("Linn and Grunau 2006, New patient-oriented summary measure",),
    estimate=following(YI, lambda index: divide(1, index), pole=0, is_unbounded=True),
)
NNM = Metric(
    id="NNM",
    proper=Proper.HALF,
    name=phrase("Number needed to misdiagnose"),
    family=Family.UTILITY,
    formula="1 / ERR = n / (FP + FN)",
    compute=lambda c: divide(c.n, c.wrong),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=(1.0, math.inf),
    aliases=(phrase("1 / error rate"),),
    symbol="NNM",
    sources=("Habibzadeh and Yadollahie 2013, Number needed to misdiagnose",),
    estimate=following(ERR, lambda error: divide(1, error), is_unbounded=True),
)
LIFT = Metric(
    id="LIFT",
    proper=Proper.FEW_CALLED,
    name=phrase("Lift"),
    family=Family.UTILITY,
    formula="PPV / PREV = TP n / ((TP + FP) (TP + FN))",
    compute=lambda c: divide(
        product(c.tp, c.n), product(c.predicted_positives, c.actual_positives)
    ),
    needs=(ACTUAL_POSITIVES, POSITIVE_CALLS),
    invariance=Invariance(truth_call_swap=True),
    range=NOT_NEGATIVE,
    aliases=(phrase("gain over random calls"), phrase("relative precision")),
    symbol="lift",
    sources=("Brin and others 1997, Dynamic itemset counting, there as interest",),
)
COST = Metric(
    id="COST",
    proper=Proper.AT_COSTS,
    name=phrase("Expected cost"),
    family=Family.UTILITY,
    formula="(cost_TP TP + cost_FP FP + cost_FN FN + cost_TN TN) / n",
    compute=_expected_cost,
    needs=(ROWS,),
    invariance=Invariance(
        class_swap=phrase("cost_TP = cost_TN and cost_FP = cost_FN"),
        truth_call_swap="cost_FP = cost_FN",
    ),
    range=ANY,
    better=Better.LOWER,
    names=named(speaker=phrase("C_det (detection cost) at this prior")),
    aliases=(phrase("mean cost of a row"), phrase("average loss")),
    symbol="cost",
    sources=("Elkan 2001, The foundations of cost-sensitive learning",),
    parameters=("cost_tp", "cost_fp", "cost_fn", "cost_tn"),
    estimate=following(ERR, _cost_of_errors, where=_costs_are_of_errors),
)

METRICS = (P4, DP10, PT, NND, NNM, LIFT, COST)
