"""Areas under the ROC curve over all classes, four ways of putting them together."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.multiclass.class_scores import ClassScores
from evalgui.core.multiclass.declaring import (
    UNIT,
    MulticlassSettings,
    OverallFamily,
    OverallMetric,
    Proper,
    TakenIn,
    phrase,
    some,
)
from evalgui.core.texts import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray


def need_scored_rows(data: ClassScores, _settings: MulticlassSettings) -> str:
    """Say that there are no rows."""
    return "" if data.n else phrase("no rows")


def _missing(data: ClassScores) -> NDArray[np.intp]:
    return np.flatnonzero(np.isnan(data.aucs))


def _need_every_auc(data: ClassScores, _settings: MulticlassSettings) -> str:
    """Say which classes cannot be ranked against the rest."""
    whole = [data.classes[i] for i in np.flatnonzero(data.sizes == data.n)]
    if whole:
        return phrase("every row is truly {whole}", whole=some(whole))
    absent = [data.classes[i] for i in _missing(data)]
    return (
        phrase("no scored row, or no other, is truly {absent}", absent=some(absent))
        if absent
        else ""
    )


def _need_some_auc(data: ClassScores, _settings: MulticlassSettings) -> str:
    return "" if len(_missing(data)) < len(data.classes) else phrase("the truth is one class only")


def _need_a_pair(data: ClassScores, _settings: MulticlassSettings) -> str:
    pairs = np.isfinite(data.pairwise_auc)
    return "" if (pairs & pairs.T).any() else phrase("the truth is one class only")


def _need_micro(data: ClassScores, _settings: MulticlassSettings) -> str:
    return "" if len(data.classes) > 1 and data.n_complete else phrase("there is nothing to rank")


def _total(data: ClassScores, _settings: MulticlassSettings) -> float:
    return math.fsum(data.aucs * (data.sizes / data.n))


def _macro(data: ClassScores, _settings: MulticlassSettings) -> float:
    known = data.aucs[~np.isnan(data.aucs)]
    return math.fsum(known) / len(known)


def _hand_till(data: ClassScores, _settings: MulticlassSettings) -> float:
    both = (data.pairwise_auc + data.pairwise_auc.T) / 2
    known = both[~np.isnan(both)]
    return math.fsum(known) / len(known)


def _say_left_out(data: ClassScores, _settings: MulticlassSettings) -> str:
    absent = [data.classes[i] for i in _missing(data)]
    return (
        phrase("left out, having no row to rank: {absent}", absent=some(absent)) if absent else ""
    )


def _ranked(data: ClassScores, _settings: MulticlassSettings) -> TakenIn:
    """Return which classes have an area; the settings of other averages do not touch them."""
    left_out = _missing(data).tolist()
    used = np.flatnonzero(~np.isnan(data.aucs)).tolist()
    return TakenIn(tuple(used), tuple(left_out), quantity=phrase("row to rank"))


AUC_TOTAL = OverallMetric[ClassScores](
    id="AUC_TOTAL",
    proper=Proper.ORDER,
    name=phrase("AUC total, weighted by prior"),
    family=OverallFamily.RANKING,
    formula=phrase("sum AUC(class i versus rest) n_i+ / n"),
    compute=_total,
    needs=(need_scored_rows, _need_every_auc),
    range=UNIT,
    aliases=(phrase("Provost-Domingos AUC"), phrase("one-versus-rest AUC, weighted")),
    symbol=phrase("AUC total"),
    sources=("tharwat-2018, section 4 (its citation corrected)", "Provost and Domingos 2001"),
    taken=_ranked,
)
AUC_MACRO = OverallMetric[ClassScores](
    id="AUC_MACRO",
    proper=Proper.ORDER,
    name=phrase("AUC, macro"),
    family=OverallFamily.RANKING,
    formula=phrase("mean of AUC(class i versus rest)"),
    compute=_macro,
    needs=(need_scored_rows, _need_some_auc),
    range=UNIT,
    aliases=(phrase("one-versus-rest AUC"),),
    symbol=phrase("AUC macro"),
    sources=("Fawcett 2006, section 10",),
    note=_say_left_out,
    taken=_ranked,
)
AUC_MICRO = OverallMetric[ClassScores](
    id="AUC_MICRO",
    proper=Proper.ORDER,
    name=phrase("AUC, micro"),
    family=OverallFamily.RANKING,
    formula=Text("AUC of all n K scores, {positive} where the class is the true one"),
    compute=lambda data, _s: data.micro_auc,
    needs=(need_scored_rows, _need_micro),
    range=UNIT,
    symbol=phrase("AUC micro"),
    sources=("scikit-learn, roc_auc_score(average='micro')",),
)
HAND_TILL = OverallMetric[ClassScores](
    id="HAND_TILL",
    proper=Proper.PAIRWISE,
    name=phrase("Hand-Till M"),
    family=OverallFamily.RANKING,
    formula=phrase("2 / (K (K - 1)) sum over pairs of (A(i|j) + A(j|i)) / 2"),
    compute=_hand_till,
    needs=(need_scored_rows, _need_a_pair),
    range=UNIT,
    aliases=(phrase("one-versus-one AUC, macro"), "M", phrase("multi-class AUC free of priors")),
    symbol="M",
    sources=("Hand and Till 2001, eq. 7, which tharwat-2018, section 4 cites as [10]",),
    note=_say_left_out,
    taken=_ranked,
)

METRICS = (AUC_TOTAL, AUC_MACRO, AUC_MICRO, HAND_TILL)
