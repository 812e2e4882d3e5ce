"""The coefficients of rezankova-husek-2015, section 3: how evenly the classes are recognised."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.multiclass.declaring import (
    NOT_NEGATIVE,
    UNIT,
    Better,
    ConfusionMatrix,
    MulticlassSettings,
    OverallFamily,
    OverallMetric,
    Proper,
    divide,
    named,
    need_every_class_true,
    need_rows,
    need_two_classes,
    phrase,
    squares,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _missed(matrix: ConfusionMatrix) -> NDArray[np.int64]:
    return np.asarray(matrix.actual - matrix.diagonal)


def _mutability(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    """Return ``K / (K - 1) sum p (1 - p)``, the form of eq. 3.6 with p as shares of their sum."""
    sensitivities = np.asarray(divide(matrix.diagonal, matrix.actual))
    shares = sensitivities / math.fsum(sensitivities)
    k = len(matrix)
    return k / (k - 1) * math.fsum(shares * (1 - shares))


def _rezankova_husek(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    if matrix.correct == 0:
        return 0.0  # as Table 3.1 has it, although the mutability is 0/0 there
    return matrix.correct / matrix.n * _mutability(matrix, settings)


def _norm(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    whole = squares(matrix.actual)
    return float(divide(whole - squares(_missed(matrix)), whole))


def _need_hits(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    return "" if matrix.correct else phrase("no row is called right")


MUT = OverallMetric[ConfusionMatrix](
    id="MUT",
    proper=Proper.SPREAD,
    name=phrase("Normalised mutability of the recalls"),
    names=named(
        phrase("Normalised mutability of the sensitivities"),
        phrase("Normalised mutability of the true match rates"),
        phrase("Normalised mutability of 1 - P_miss"),
    ),
    family=OverallFamily.SENSITIVITIES,
    formula="K / (K - 1) sum p_i (1 - p_i), p_i = s_i / sum s, s_i = n_ii / n_i+",
    compute=_mutability,
    needs=(need_rows, need_two_classes, need_every_class_true, _need_hits),
    range=UNIT,
    aliases=(phrase("Gini index of the sensitivities"), phrase("mutability of the sensitivities")),
    symbol="MUT",
    sources=("rezankova-husek-2015, text of eq. 3.5 and Table 3.1",),
)
RH = OverallMetric[ConfusionMatrix](
    id="RH",
    proper=Proper.SPREAD,
    name=phrase("RH coefficient"),
    family=OverallFamily.SENSITIVITIES,
    formula=phrase("ACC MUT, and 0 where no row is called right"),
    compute=_rezankova_husek,
    needs=(need_rows, need_two_classes, need_every_class_true),
    range=UNIT,
    aliases=("HR",),
    symbol="RH",
    sources=("rezankova-husek-2015, eq. 3.5 (corrected) and 3.6",),
)
DIF2 = OverallMetric[ConfusionMatrix](
    id="DIF2",
    proper=Proper.SPREAD,
    name="Dif2",
    family=OverallFamily.SENSITIVITIES,
    formula="sum (n_i+ - n_ii)^2",
    compute=lambda m, _s: squares(_missed(m)) / m.unit**2,
    needs=(),
    range=NOT_NEGATIVE,
    better=Better.LOWER,
    aliases=(phrase("sum of squared misses"),),
    symbol="Dif2",
    sources=("rezankova-husek-2015, eq. 3.7",),
)
DIF2NORM = OverallMetric[ConfusionMatrix](
    id="DIF2NORM",
    proper=Proper.SPREAD,
    name=phrase("Dif2Norm"),
    family=OverallFamily.SENSITIVITIES,
    formula="(sum n_i+^2 - Dif2) / sum n_i+^2",
    compute=_norm,
    needs=(need_rows,),
    range=UNIT,
    symbol="Dif2Norm",
    sources=("rezankova-husek-2015, eq. 3.8",),
)

METRICS = (MUT, RH, DIF2, DIF2NORM)
