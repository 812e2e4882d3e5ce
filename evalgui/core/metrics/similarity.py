"""Similarity coefficients: truth and call as two binary vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.metrics.declaring import (
    ACTUAL_POSITIVES,
    ALL_MARGINS,
    CORRECT_CALLS,
    NOT_CLINICAL,
    NOT_NEGATIVE,
    OF_FOUND,
    POSITIVE_CALLS,
    POSITIVES_OR_CALLS,
    ROWS,
    UNIT,
    Family,
    Invariance,
    Metric,
    Proper,
    divide,
    following,
    phrase,
    product,
    proportion,
    square_root,
    weighted_hits_lacking,
)
from evalgui.core.metrics.overall import ACC
from evalgui.core.metrics.predictive_values import NPV, PPV
from evalgui.core.metrics.rates import TNR, TPR

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Counts, Real


def _ochiai(c: Counts) -> Real:
    margins = product(c.actual_positives, c.predicted_positives)
    return square_root(divide(product(c.tp, c.tp), margins))


def _sokal_sneath_5(c: Counts) -> Real:
    return divide(c.concordant, c.root_of_margins)


def _tversky_symmetric(c: Counts, tversky_alpha: float, tversky_beta: float) -> Real:
    return divide(c.correct, c.correct + c.weighed_errors(tversky_alpha, tversky_beta))


def _tversky_symmetric_lacking(c: Counts, tversky_alpha: float, tversky_beta: float) -> str:
    if c.correct or tversky_alpha * c.fn or tversky_beta * c.fp:
        return ""
    if tversky_alpha:
        return phrase("every row is a {false_positive}")
    return phrase("every row is a {false_negative}") if tversky_beta else CORRECT_CALLS.missing


def _tversky(c: Counts, tversky_alpha: float, tversky_beta: float) -> Real:
    return divide(c.tp, c.tp + c.weighed_errors(tversky_alpha, tversky_beta))


def _weigh_the_same(tversky_alpha: float, tversky_beta: float) -> bool:
    return tversky_alpha == tversky_beta > 0


def _weighed(share: float, tversky_alpha: float, tversky_beta: float) -> Real:
    """Return a Tversky index of equal weights from the share of what is right."""
    return divide(share, share + (tversky_alpha + tversky_beta) / 2 * (1 - share))


JACC = proportion(
    id="JACC",
    proper=Proper.BEST,
    name=phrase("Jaccard"),
    family=Family.SIMILARITY,
    formula="TP / (TP + FP + FN)",
    fraction=lambda c: (c.tp, c.actual_positives + c.fp),
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap=True),
    aliases=(
        phrase("Tanimoto"),
        "IoU",
        phrase("intersection over union"),
        phrase("critical success index"),
        phrase("threat score"),
    ),
    symbol="J",
    sources=("tharwat-2018, section 2.8", "rezankova-husek-2015, eq. 2.24"),
    estimate=OF_FOUND,
)
K2 = Metric(
    id="K2",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Kulczynski 2"),
    family=Family.SIMILARITY,
    formula="(TPR + PPV) / 2",
    compute=lambda c: (TPR.value(c) + PPV.value(c)) / 2,
    needs=(ACTUAL_POSITIVES, POSITIVE_CALLS),
    invariance=Invariance(truth_call_swap=True),
    range=UNIT,
    symbol="K2",
    sources=("rezankova-husek-2015, eq. 2.4",),
)
OCHIAI = Metric(
    id="OCHIAI",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Ochiai"),
    family=Family.SIMILARITY,
    formula="sqrt(TPR PPV)",
    compute=_ochiai,
    needs=(ACTUAL_POSITIVES, POSITIVE_CALLS),
    invariance=Invariance(truth_call_swap=True),
    range=UNIT,
    aliases=(phrase("cosine"), phrase("G-measure"), phrase("Fowlkes-Mallows")),
    symbol="OCH",
    sources=("rezankova-husek-2015, eq. 2.5",),
)
SS1 = Metric(
    id="SS1",
    proper=Proper.HALF,
    foreign_to=NOT_CLINICAL,
    name=phrase("Sokal-Sneath 1"),
    family=Family.SIMILARITY,
    formula="2 (TP + TN) / (2 (TP + TN) + FN + FP)",
    compute=lambda c: divide(2 * c.correct, c.correct + c.n),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=UNIT,
    symbol="SS1",
    sources=("rezankova-husek-2015, eq. 2.20",),
    estimate=following(ACC, lambda accuracy: 2 * accuracy / (1 + accuracy)),
)
SS2 = Metric(
    id="SS2",
    proper=Proper.BEST,
    foreign_to=NOT_CLINICAL,
    name=phrase("Sokal-Sneath 2"),
    family=Family.SIMILARITY,
    formula="TP / (TP + 2 (FN + FP))",
    compute=lambda c: divide(c.tp, c.tp + 2 * c.wrong),
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap=True),
    range=UNIT,
    symbol="SS2",
    sources=("rezankova-husek-2015, eq. 2.25",),
    estimate=following(JACC, lambda jaccard: jaccard / (2 - jaccard)),
)
SS3 = Metric(
    id="SS3",
    proper=Proper.HALF,
    foreign_to=NOT_CLINICAL,
    name=phrase("Sokal-Sneath 3"),
    family=Family.SIMILARITY,
    formula="(TP + TN) / (FN + FP)",
    compute=lambda c: divide(c.correct, c.wrong),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=NOT_NEGATIVE,
    symbol="SS3",
    sources=("named in rezankova-husek-2015, text after eq. 2.22, as without upper limit",),
    estimate=following(ACC, lambda accuracy: divide(accuracy, 1 - accuracy), is_unbounded=True),
)
SS4 = Metric(
    id="SS4",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Sokal-Sneath 4"),
    family=Family.SIMILARITY,
    formula="(TPR + PPV + TNR + NPV) / 4",
    compute=lambda c: (TPR.value(c) + PPV.value(c) + TNR.value(c) + NPV.value(c)) / 4,
    needs=ALL_MARGINS,
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=UNIT,
    symbol="SS4",
    sources=("rezankova-husek-2015, eq. 2.6",),
)
SS5 = Metric(
    id="SS5",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Sokal-Sneath 5"),
    family=Family.SIMILARITY,
    formula="TP TN / sqrt(P N (TP + FP) (TN + FN))",
    compute=_sokal_sneath_5,
    needs=ALL_MARGINS,
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=UNIT,
    symbol="SS5",
    sources=("rezankova-husek-2015, eq. 2.19",),
)
RT = Metric(
    id="RT",
    proper=Proper.HALF,
    foreign_to=NOT_CLINICAL,
    name=phrase("Rogers-Tanimoto"),
    family=Family.SIMILARITY,
    formula="(TP + TN) / (TP + TN + 2 (FN + FP))",
    compute=lambda c: divide(c.correct, c.n + c.wrong),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=UNIT,
    symbol="RT",
    sources=("rezankova-husek-2015, eq. 2.21",),
    estimate=following(ACC, lambda accuracy: accuracy / (2 - accuracy)),
)
TVERSKY_SYM = Metric(
    id="TVERSKY_SYM",
    proper=Proper.BEST,
    foreign_to=NOT_CLINICAL,
    name=phrase("Tversky index, both classes"),
    family=Family.SIMILARITY,
    formula="(TP + TN) / (TP + TN + alpha FN + beta FP)",
    compute=_tversky_symmetric,
    needs=(ROWS,),
    invariance=Invariance(class_swap="alpha = beta", truth_call_swap="alpha = beta"),
    range=UNIT,
    aliases=(phrase("Tversky index, matches of both classes"),),
    symbol="TI",
    sources=("rezankova-husek-2015, eq. 2.22 as printed",),
    parameters=("tversky_alpha", "tversky_beta"),
    lacking=_tversky_symmetric_lacking,
    estimate=following(ACC, _weighed, where=_weigh_the_same),
)
TVERSKY = Metric(
    id="TVERSKY",
    proper=Proper.BEST,
    foreign_to=NOT_CLINICAL,
    name=phrase("Tversky index"),
    family=Family.SIMILARITY,
    formula="TP / (TP + alpha FN + beta FP)",
    compute=_tversky,
    needs=(POSITIVES_OR_CALLS,),
    invariance=Invariance(truth_call_swap="alpha = beta"),
    range=UNIT,
    symbol="TI",
    sources=("Tversky 1977, which rezankova-husek-2015 cites as [25]",),
    parameters=("tversky_alpha", "tversky_beta"),
    lacking=weighted_hits_lacking,
    estimate=following(JACC, _weighed, where=_weigh_the_same),
)
RR = proportion(
    id="RR",
    proper=Proper.ALL_CALLED,
    foreign_to=NOT_CLINICAL,
    name=phrase("Russel-Rao"),
    family=Family.SIMILARITY,
    formula="TP / n",
    fraction=lambda c: (c.tp, c.n),
    needs=(ROWS,),
    invariance=Invariance(truth_call_swap=True),
    aliases=(phrase("joint positive proportion"),),
    sources=("rezankova-husek-2015, eq. 2.23",),
)

METRICS = (JACC, K2, OCHIAI, SS1, SS2, SS3, SS4, SS5, RT, TVERSKY_SYM, TVERSKY, RR)
