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
    proportion,
)

PPV = proportion(
    id="PPV",
    proper=Proper.FEW_CALLED,
    name="Precision",
    family=Family.PREDICTIVE_VALUES,
    formula="TP / (TP + FP)",
    fraction=lambda c: (c.tp, c.predicted_positives),
    needs=(POSITIVE_CALLS,),
    invariance=Invariance(),
    names=named("Positive predictive value"),
    aliases=("class-specific accuracy", "prec_P"),
    sources=("tharwat-2018, eq. 6", "rezankova-husek-2015, Table 2.2", "binu-2022, Precision"),
)
NPV = proportion(
    id="NPV",
    proper=Proper.FEW_CALLED,
    name="Inverse precision",
    family=Family.PREDICTIVE_VALUES,
    formula="TN / (TN + FN)",
    fraction=lambda c: (c.tn, c.predicted_negatives),
    needs=(NEGATIVE_CALLS,),
    invariance=Invariance(),
    names=named("Negative predictive value"),
    aliases=("negative predictive value", "true negative accuracy", "TNA", "prec_N"),
    sources=("tharwat-2018, eq. 7", "rezankova-husek-2015, Table 2.2"),
)
FDR = proportion(
    id="FDR",
    proper=Proper.FEW_CALLED,
    name="False discovery rate",
    family=Family.PREDICTIVE_VALUES,
    formula="FP / (TP + FP)",
    fraction=lambda c: (c.fp, c.predicted_positives),
    needs=(POSITIVE_CALLS,),
    invariance=Invariance(),
    better=Better.LOWER,
    aliases=("1 - precision", "1 - PPV"),
    sources=("tharwat-2018, eq. 6", "rezankova-husek-2015, Table 2.2"),
)
FOR = proportion(
    id="FOR",
    proper=Proper.FEW_CALLED,
    name="False omission rate",
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
    name="Prevalence",
    family=Family.PREDICTIVE_VALUES,
    formula="(TP + FN) / n",
    fraction=lambda c: (c.actual_positives, c.n),
    needs=(ROWS,),
    invariance=Invariance(),
    better=Better.NEITHER,
    names=named("", "Share of genuine", "Share of targets"),
    aliases=(
        "prior probability of the positive class",
        "base rate",
        "class skew",
        "share of mated comparisons",
    ),
    sources=("tharwat-2018, section 5", "rezankova-husek-2015, Table 2.2 (corrected)"),
)
PPR = proportion(
    id="PPR",
    proper=Proper.DESCRIBES,
    name="Predicted positive rate",
    family=Family.PREDICTIVE_VALUES,
    formula="(TP + FP) / n",
    fraction=lambda c: (c.predicted_positives, c.n),
    needs=(ROWS,),
    invariance=Invariance(),
    better=Better.NEITHER,
    names=named("Share of positive tests", "Share of matches", "Share of accepted"),
    aliases=("queue rate", "bias", "P rate", "share of positive calls"),
    sources=("rezankova-husek-2015, Table 2.2 (printed there as prevalence)",),
)

METRICS = (PPV, NPV, FDR, FOR, PREV, PPR)
