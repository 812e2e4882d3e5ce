"""The predictive values: what share of the calls is right; and how frequent calls and cases are."""

from __future__ import annotations

from evalgui.core.metrics.declaring import (
    NEGATIVE_CALLS,
    POSITIVE_CALLS,
    ROWS,
    Better,
    Family,
    Invariance,
    Proper,
    named,
    phrase,
    proportion,
)

PPV = proportion(
    id="PPV",
    proper=Proper.FEW_CALLED,
    name=phrase("Precision"),
    family=Family.PREDICTIVE_VALUES,
    formula="TP / (TP + FP)",
    fraction=lambda c: (c.tp, c.predicted_positives),
    needs=(POSITIVE_CALLS,),
    invariance=Invariance(),
    names=named(phrase("Positive predictive value")),
    aliases=(phrase("class-specific accuracy"), phrase("prec_P")),
    sources=("tharwat-2018, eq. 6", "rezankova-husek-2015, Table 2.2", "binu-2022, Precision"),
)
NPV = proportion(
    id="NPV",
    proper=Proper.FEW_CALLED,
    name=phrase("Inverse precision"),
    family=Family.PREDICTIVE_VALUES,
    formula="TN / (TN + FN)",
    fraction=lambda c: (c.tn, c.predicted_negatives),
    needs=(NEGATIVE_CALLS,),
    invariance=Invariance(),
    names=named(phrase("Negative predictive value")),
    aliases=(
        phrase("negative predictive value"),
        phrase("true negative accuracy"),
        "TNA",
        phrase("prec_N"),
    ),
    sources=("tharwat-2018, eq. 7", "rezankova-husek-2015, Table 2.2"),
)
FDR = proportion(
    id="FDR",
    proper=Proper.FEW_CALLED,
    name=phrase("False discovery rate"),
    family=Family.PREDICTIVE_VALUES,
    formula="FP / (TP + FP)",
    fraction=lambda c: (c.fp, c.predicted_positives),
    needs=(POSITIVE_CALLS,),
    invariance=Invariance(),
    better=Better.LOWER,
    aliases=(phrase("1 - precision"), "1 - PPV"),
    sources=("tharwat-2018, eq. 6", "rezankova-husek-2015, Table 2.2"),
)
FOR = proportion(
    id="FOR",
    proper=Proper.FEW_CALLED,
    name=phrase("False omission rate"),
    family=Family.PREDICTIVE_VALUES,
    formula="FN / (TN + FN)",
    fraction=lambda c: (c.fn, c.predicted_negatives),
    needs=(NEGATIVE_CALLS,),
    invariance=Invariance(),
    better=Better.LOWER,
    aliases=("1 - NPV",),
    sources=("tharwat-2018, eq. 7", "rezankova-husek-2015, Table 2.2"),
)
PREV = proportion(
    id="PREV",
    proper=Proper.DESCRIBES,
    name=phrase("Prevalence"),
    family=Family.PREDICTIVE_VALUES,
    formula="(TP + FN) / n",
    fraction=lambda c: (c.actual_positives, c.n),
    needs=(ROWS,),
    invariance=Invariance(),
    better=Better.NEITHER,
    names=named("", phrase("Share of genuine"), phrase("Share of targets")),
    aliases=(
        phrase("prior probability of the positive class"),
        phrase("base rate"),
        phrase("class skew"),
        phrase("share of mated comparisons"),
    ),
    sources=("tharwat-2018, section 5", "rezankova-husek-2015, Table 2.2 (corrected)"),
)
PPR = proportion(
    id="PPR",
    proper=Proper.DESCRIBES,
    name=phrase("Predicted positive rate"),
    family=Family.PREDICTIVE_VALUES,
    formula="(TP + FP) / n",
    fraction=lambda c: (c.predicted_positives, c.n),
    needs=(ROWS,),
    invariance=Invariance(),
    better=Better.NEITHER,
    names=named(
        phrase("Share of positive tests"), phrase("Share of matches"), phrase("Share of accepted")
    ),
    aliases=(
        phrase("queue rate"),
        phrase("bias"),
        phrase("P rate"),
        phrase("share of positive calls"),
    ),
    sources=("rezankova-husek-2015, Table 2.2 (printed there as prevalence)",),
)

METRICS = (PPV, NPV, FDR, FOR, PREV, PPR)
