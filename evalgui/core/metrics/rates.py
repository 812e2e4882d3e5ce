"""The rates of the true classes: what share of the positives and the negatives is called how."""

from __future__ import annotations

from evalgui.core.metrics.declaring import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    Better,
    Family,
    Invariance,
    Proper,
    named,
    phrase,
    proportion,
)
from evalgui.core.texts import Text

TPR = proportion(
    id="TPR",
    proper=Proper.ALL_CALLED,
    name=phrase("True positive rate"),
    family=Family.RATES,
    formula="TP / (TP + FN)",
    fraction=lambda c: (c.tp, c.actual_positives),
    needs=(ACTUAL_POSITIVES,),
    invariance=Invariance(class_ratio=True),
    names=named(phrase("Sensitivity"), phrase("TMR (true match rate)"), phrase("1 - P_miss")),
    aliases=(
        phrase("recall"),
        phrase("hit rate"),
        phrase("coverage"),
        phrase("power"),
        phrase("genuine accept rate"),
        "TMR",
        "TAR",
        "GAR",
    ),
    symbol=Text("{TPR}"),
    sources=("tharwat-2018, eq. 2", "rezankova-husek-2015, Table 2.2", "binu-2022, Sensitivity"),
)
TNR = proportion(
    id="TNR",
    proper=Proper.NONE_CALLED,
    name=phrase("True negative rate"),
    family=Family.RATES,
    formula="TN / (TN + FP)",
    fraction=lambda c: (c.tn, c.actual_negatives),
    needs=(ACTUAL_NEGATIVES,),
    invariance=Invariance(class_ratio=True),
    names=named(phrase("Specificity"), phrase("TNMR (true non-match rate)"), "1 - P_fa"),
    aliases=(
        phrase("inverse recall"),
        "SPC",
        phrase("selectivity"),
        phrase("correct rejection rate"),
        "TNMR",
    ),
    symbol=Text("{TNR}"),
    sources=("tharwat-2018, eq. 2", "rezankova-husek-2015, Table 2.2", "binu-2022, Specificity"),
)
FPR = proportion(
    id="FPR",
    proper=Proper.NONE_CALLED,
    name=phrase("False positive rate"),
    family=Family.RATES,
    formula="FP / (FP + TN)",
    fraction=lambda c: (c.fp, c.actual_negatives),
    needs=(ACTUAL_NEGATIVES,),
    invariance=Invariance(class_ratio=True),
    better=Better.LOWER,
    names=named(
        phrase("1 - specificity"),
        phrase("FMR (false match rate)"),
        phrase("P_fa (false alarm probability)"),
    ),
    aliases=(
        phrase("fall-out"),
        phrase("false alarm rate"),
        phrase("false acceptance rate"),
        "FAR",
        phrase("type I error rate"),
    ),
    symbol=Text("{FPR}"),
    sources=("tharwat-2018, eq. 4", "rezankova-husek-2015, Table 2.2 and 2.4"),
)
FNR = proportion(
    id="FNR",
    proper=Proper.ALL_CALLED,
    name=phrase("False negative rate"),
    family=Family.RATES,
    formula="FN / (FN + TP)",
    fraction=lambda c: (c.fn, c.actual_positives),
    needs=(ACTUAL_POSITIVES,),
    invariance=Invariance(class_ratio=True),
    better=Better.LOWER,
    names=named(
        phrase("1 - sensitivity"),
        phrase("FNMR (false non-match rate)"),
        phrase("P_miss (miss probability)"),
    ),
    aliases=(
        phrase("miss rate"),
        phrase("false rejection rate"),
        "FRR",
        phrase("type II error rate"),
    ),
    symbol=Text("{FNR}"),
    sources=("tharwat-2018, eq. 5", "rezankova-husek-2015, Table 2.2 and 2.4"),
)

METRICS = (TPR, TNR, FPR, FNR)
