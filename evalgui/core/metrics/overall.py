"""Overall measures: how much is right, over all rows or balanced over the classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.kind import Kind
from evalgui.core.metrics.declaring import (
    ACTUAL_POSITIVES,
    BOTH_CLASSES,
    CORRECT_CALLS,
    NOT_CLINICAL,
    ROWS,
    SIGNED_UNIT,
    UNIT,
    Better,
    Estimate,
    Family,
    Invariance,
    Metric,
    Need,
    Proper,
    choose,
    divide,
    named,
    phrase,
    product,
    proportion,
    square_root,
)
from evalgui.core.metrics.rates import TNR, TPR
from evalgui.core.texts import Text

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Counts, Number, Real

NEGATIVES_OR_NO_HIT = Need(
    lambda c: bool(c.actual_negatives > 0 or c.tp == 0), phrase("no {actual_negatives}")
)

ACC = proportion(
    id="ACC",
    proper=Proper.HALF,
    name=phrase("Accuracy"),
    family=Family.OVERALL,
    formula="(TP + TN) / n",
    fraction=lambda c: (c.correct, c.n),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    aliases=(
        phrase("simple matching coefficient"),
        "SMC",
        phrase("proportion correct"),
        phrase("efficiency"),
    ),
    sources=("tharwat-2018, eq. 1", "rezankova-husek-2015, eq. 2.1", "binu-2022, Accuracy"),
)
ERR = proportion(
    id="ERR",
    proper=Proper.HALF,
    name=phrase("Error rate"),
    family=Family.OVERALL,
    formula="(FP + FN) / n",
    fraction=lambda c: (c.wrong, c.n),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    better=Better.LOWER,
    aliases=(phrase("misclassification rate"), phrase("zero-one loss")),
    sources=("tharwat-2018, section 2.2 (printed there as EER)", "binu-2022, Error Rate"),
)


def _balanced_accuracy(c: Counts) -> Real:
    numerator = product(c.tp, c.actual_negatives) + product(c.tn, c.actual_positives)
    return divide(numerator, 2 * product(c.actual_positives, c.actual_negatives))


def _balanced_error_rate(c: Counts) -> Real:
    numerator = product(c.fn, c.actual_negatives) + product(c.fp, c.actual_positives)
    return divide(numerator, 2 * product(c.actual_positives, c.actual_negatives))


def _geometric_mean(c: Counts) -> Real:
    rates = divide(c.concordant, product(c.actual_positives, c.actual_negatives))
    return square_root(rates)


def _adjusted_geometric_mean(c: Counts, negatives: Number) -> Real:
    adjusted = divide(GM.value(c) + TNR.value(c) * negatives, 1 + negatives)
    return choose(c.tp == 0, TPR.value(c), adjusted)


def _optimization_precision(c: Counts) -> Real:
    sensitivity, specificity = TPR.value(c), TNR.value(c)
    difference: Real = abs(sensitivity - specificity)  # type: ignore[assignment]
    return ACC.value(c) - divide(difference, sensitivity + specificity)


BCR = Metric(
    id="BCR",
    proper=Proper.PREVALENCE,
    name=phrase("Balanced accuracy"),
    family=Family.OVERALL,
    formula="(TPR + TNR) / 2",
    compute=_balanced_accuracy,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=UNIT,
    aliases=(phrase("balanced classification rate"), phrase("AUC of a single operating point")),
    symbol="BCR",
    sources=("tharwat-2018, section 2.8",),
)
BER = Metric(
    id="BER",
    proper=Proper.PREVALENCE,
    name=phrase("Balanced error rate"),
    family=Family.OVERALL,
    formula="(FPR + FNR) / 2",
    compute=_balanced_error_rate,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=UNIT,
    better=Better.LOWER,
    names=named(
        phrase("1 - balanced accuracy"),
        phrase("HTER (half total error rate)"),
        phrase("Balanced error rate"),
    ),
    aliases=("HTER", phrase("half total error rate")),
    symbol=Text("{BER}"),
    sources=("tharwat-2018, section 2.8",),
)
GM = Metric(
    id="GM",
    proper=Proper.SPREAD,
    name=phrase("Geometric mean"),
    family=Family.OVERALL,
    formula="sqrt(TPR TNR)",
    compute=_geometric_mean,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=UNIT,
    aliases=(phrase("G-mean"),),
    symbol="GM",
    sources=("tharwat-2018, eq. 15",),
)
AGM = Metric(
    id="AGM",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Adjusted geometric mean (counts)"),
    family=Family.OVERALL,
    formula=phrase("(GM + TNR (FP + TN)) / (1 + FP + TN), and 0 where TPR = 0"),
    compute=lambda c: _adjusted_geometric_mean(c, c.actual_negatives),
    needs=(ACTUAL_POSITIVES, NEGATIVES_OR_NO_HIT),
    invariance=Invariance(),
    range=UNIT,
    symbol="AGM",
    sources=("tharwat-2018, eq. 16",),
)
AGM_PROP = Metric(
    id="AGM_PROP",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Adjusted geometric mean (proportion)"),
    family=Family.OVERALL,
    formula=phrase("(GM + TNR N/n) / (1 + N/n) with N = FP + TN, and 0 where TPR = 0"),
    compute=lambda c: _adjusted_geometric_mean(c, divide(c.actual_negatives, c.n)),
    needs=(ACTUAL_POSITIVES, NEGATIVES_OR_NO_HIT),
    invariance=Invariance(),
    range=UNIT,
    symbol="AGM",
    sources=("Batuwita and Palade 2009, to which tharwat-2018, eq. 16 goes back",),
)
OP = Metric(
    id="OP",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Optimization precision"),
    family=Family.OVERALL,
    formula="ACC - |TPR - TNR| / (TPR + TNR)",
    compute=_optimization_precision,
    needs=(*BOTH_CLASSES, CORRECT_CALLS),
    invariance=Invariance(class_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("optimized precision"),),
    estimate=Estimate(Kind.SMOOTH, peak=ACC),
    symbol="OP",
    sources=("tharwat-2018, eq. 17",),
)

METRICS = (ACC, ERR, BCR, BER, GM, AGM, AGM_PROP, OP)
