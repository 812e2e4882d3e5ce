"""Chance-corrected agreement and association of truth and call: 0 says no better than chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.metrics.declaring import (
    ALL_MARGINS,
    BOTH_CALLS,
    BOTH_CLASSES,
    DISAGREEMENT,
    NOT_CLINICAL,
    OF_CALLS,
    ROWS,
    SIGNED_UNIT,
    TWO_CELLS,
    Family,
    Invariance,
    Metric,
    Proper,
    divide,
    following,
    phrase,
    product,
    square_root,
)
from evalgui.core.metrics.overall import ACC

if TYPE_CHECKING:
    from evalgui.core.metrics.declaring import Counts, Real


def _informedness(c: Counts) -> Real:
    return divide(c.determinant, product(c.actual_positives, c.actual_negatives))


def _markedness(c: Counts) -> Real:
    return divide(c.determinant, product(c.predicted_positives, c.predicted_negatives))


def _matthews(c: Counts) -> Real:
    return divide(c.determinant, c.root_of_margins)


def _kappa(c: Counts) -> Real:
    chance = product(c.predicted_positives, c.actual_negatives)
    chance = chance + product(c.actual_positives, c.predicted_negatives)
    return divide(2 * c.determinant, chance)


def _somers(c: Counts) -> Real:
    margins = product(c.actual_positives, c.actual_negatives)
    margins = margins + product(c.predicted_positives, c.predicted_negatives)
    return divide(2 * c.determinant, margins)


def _yule_q(c: Counts) -> Real:
    return divide(c.determinant, c.concordant + c.discordant)


def _yule_y(c: Counts) -> Real:
    right, wrong = square_root(c.concordant), square_root(c.discordant)
    return divide(right - wrong, right + wrong)


YI = Metric(
    id="YI",
    proper=Proper.PREVALENCE,
    name=phrase("Youden's index"),
    family=Family.ASSOCIATION,
    formula="TPR + TNR - 1",
    compute=_informedness,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("bookmaker informedness"), "BM", phrase("Youden's J"), phrase("deltaP'")),
    symbol="J",
    sources=("tharwat-2018, section 2.7",),
)
MK = Metric(
    id="MK",
    proper=Proper.AT_ENDS,
    name=phrase("Markedness"),
    family=Family.ASSOCIATION,
    formula="PPV + NPV - 1",
    compute=_markedness,
    needs=BOTH_CALLS,
    invariance=Invariance(class_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("deltaP"),),
    symbol="MK",
    sources=("tharwat-2018, section 2.8",),
    estimate=OF_CALLS,
)
MCC = Metric(
    id="MCC",
    proper=Proper.SPREAD,
    name=phrase("Matthews correlation coefficient"),
    family=Family.ASSOCIATION,
    formula="(TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN))",
    compute=_matthews,
    needs=ALL_MARGINS,
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("phi coefficient"), phrase("Pearson correlation"), phrase("Kendall tau-b")),
    symbol="MCC",
    sources=("tharwat-2018, eq. 11, first line", "rezankova-husek-2015, Table 2.2"),
)
KAPPA = Metric(
    id="KAPPA",
    proper=Proper.KAPPA,
    name=phrase("Cohen's kappa"),
    family=Family.ASSOCIATION,
    formula="(po - pe) / (1 - pe), po = ACC, pe = (P (TP + FP) + N (TN + FN)) / n^2",
    compute=_kappa,
    needs=(DISAGREEMENT,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("Heidke skill score"), phrase("Kohen's kappa")),
    symbol="\N{GREEK SMALL LETTER KAPPA}",
    sources=("rezankova-husek-2015, eq. 2.16 and 2.17", "validation-post, Kappa Statistic"),
)
HC = Metric(
    id="HC",
    proper=Proper.HALF,
    foreign_to=NOT_CLINICAL,
    name=phrase("Hamann's coefficient"),
    family=Family.ASSOCIATION,
    formula="((TP + TN) - (FP + FN)) / n = 2 ACC - 1",
    compute=lambda c: divide(c.correct - c.wrong, c.n),
    needs=(ROWS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("Holley-Guilford G"),),
    symbol="HC",
    sources=("rezankova-husek-2015, eq. 2.18",),
    estimate=following(ACC, lambda accuracy: 2 * accuracy - 1),
)
SOMERS = Metric(
    id="SOMERS",
    proper=Proper.SPREAD,
    foreign_to=NOT_CLINICAL,
    name=phrase("Somers' d, symmetric"),
    family=Family.ASSOCIATION,
    formula="2 (TP TN - FN FP) / (P N + (TP + FP) (TN + FN))",
    compute=_somers,
    needs=(TWO_CELLS,),
    invariance=Invariance(class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    symbol="d",
    sources=("rezankova-husek-2015, eq. 2.10",),
)
SOMERS_CR = Metric(
    id="SOMERS_CR",
    proper=Proper.PREVALENCE,
    foreign_to=NOT_CLINICAL,
    name=phrase("Somers' d, call given truth"),
    family=Family.ASSOCIATION,
    formula="(TP TN - FN FP) / (P N)",
    compute=YI.value,
    needs=BOTH_CLASSES,
    invariance=Invariance(class_ratio=True, class_swap=True),
    range=SIGNED_UNIT,
    aliases=("d_C|R", phrase("equals informedness")),
    symbol="d(C|R)",
    sources=("rezankova-husek-2015, eq. 2.11",),
)
SOMERS_RC = Metric(
    id="SOMERS_RC",
    proper=Proper.AT_ENDS,
    foreign_to=NOT_CLINICAL,
    name=phrase("Somers' d, truth given call"),
    family=Family.ASSOCIATION,
    formula="(TP TN - FN FP) / ((TP + FP) (TN + FN))",
    compute=MK.value,
    needs=BOTH_CALLS,
    invariance=Invariance(class_swap=True),
    range=SIGNED_UNIT,
    aliases=("d_R|C", phrase("equals markedness")),
    symbol="d(R|C)",
    sources=("rezankova-husek-2015, text before eq. 2.10",),
    estimate=OF_CALLS,
)
YULEQ = Metric(
    id="YULEQ",
    proper=Proper.AT_ENDS,
    name=phrase("Yule's Q"),
    family=Family.ASSOCIATION,
    formula="(TP TN - FN FP) / (TP TN + FN FP)",
    compute=_yule_q,
    needs=ALL_MARGINS,
    invariance=Invariance(class_ratio=True, class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("Goodman-Kruskal gamma of two classes"),),
    symbol="Q",
    sources=("rezankova-husek-2015, eq. 2.12 and 2.13",),
)
YULEY = Metric(
    id="YULEY",
    proper=Proper.AT_ENDS,
    name=phrase("Yule's Y"),
    family=Family.ASSOCIATION,
    formula="(sqrt(TP TN) - sqrt(FN FP)) / (sqrt(TP TN) + sqrt(FN FP))",
    compute=_yule_y,
    needs=ALL_MARGINS,
    invariance=Invariance(class_ratio=True, class_swap=True, truth_call_swap=True),
    range=SIGNED_UNIT,
    aliases=(phrase("coefficient of colligation"),),
    symbol="Y",
    sources=("rezankova-husek-2015, eq. 2.14 and 2.15",),
)

METRICS = (YI, MK, MCC, KAPPA, HC, SOMERS, SOMERS_CR, SOMERS_RC, YULEQ, YULEY)
