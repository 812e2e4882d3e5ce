"""Agreement of truth and call over all classes, plain and corrected for chance."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.multiclass import slopes
from evalgui.core.multiclass.class_order import in_order, need_order, say_order
from evalgui.core.multiclass.declaring import (
    SIGNED_UNIT,
    UNIT,
    Better,
    ConfusionMatrix,
    MulticlassSettings,
    OverallFamily,
    OverallMetric,
    Proper,
    chance,
    divide,
    exact_dot,
    need_disagreement,
    need_rows,
    need_two_classes,
    need_varied_calls,
    need_varied_truth,
    phrase,
    squares,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.multiclass.slopes import Cells, Sloped


def _kappa(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    by_chance = chance(matrix)
    return float(divide(matrix.n * matrix.correct - by_chance, matrix.n**2 - by_chance))


def _scott(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    by_chance = squares(matrix.actual + matrix.predicted)
    total = 4 * matrix.n**2
    return float(divide(4 * matrix.n * matrix.correct - by_chance, total - by_chance))


def _matthews(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    total = matrix.n**2
    covariance = matrix.n * matrix.correct - chance(matrix)
    spread = (total - squares(matrix.predicted)) * (total - squares(matrix.actual))
    return covariance / math.sqrt(spread)


def _weighted(matrix: ConfusionMatrix, settings: MulticlassSettings, power: int) -> float:
    """Return weighted kappa with the weights ``|i - j| ** power`` of places in the order."""
    matrix = in_order(matrix, settings)
    places = np.arange(len(matrix), dtype=np.int64)
    weights = np.abs(places[:, None] - places[None, :]) ** power
    observed = exact_dot(weights.ravel(), matrix.counts.ravel())
    expected = _expected_distance(matrix) if power == 1 else _expected_square(matrix, places)
    return float(divide(expected - matrix.n * observed, expected))


def _weighted_slope(
    cells: Cells, matrix: ConfusionMatrix, settings: MulticlassSettings, *, power: int
) -> Sloped:
    """Return weighted kappa at other cells of a matrix, and its slope."""
    names = in_order(matrix, settings).classes
    rank = {name: place for place, name in enumerate(names)}
    places = np.array([rank[name] for name in matrix.classes], dtype=np.float64)
    return slopes.weighted_kappa(cells, np.abs(places[:, None] - places[None, :]) ** power)


def _expected_distance(matrix: ConfusionMatrix) -> int:
    """Return ``sum |i - j| n_i+ n_+j``: at each border between classes, who must cross it."""
    truth, calls = np.cumsum(matrix.actual), np.cumsum(matrix.predicted)
    return exact_dot(truth, matrix.n - calls) + exact_dot(calls, matrix.n - truth)


def _expected_square(matrix: ConfusionMatrix, places: NDArray[np.int64]) -> int:
    """Return ``sum (i - j)**2 n_i+ n_+j`` from the moments of both margins."""
    second = exact_dot(places**2, matrix.actual) + exact_dot(places**2, matrix.predicted)
    mixed = exact_dot(places, matrix.actual) * exact_dot(places, matrix.predicted)
    return matrix.n * second - 2 * mixed


def cohen_kappa_standard_error(matrix: ConfusionMatrix) -> float:
    """Return the large-sample standard error of Cohen's kappa.

    Returns
    -------
    float
        At least 0; NaN where kappa is undefined.

    References
    ----------
    Fleiss, Cohen and Everitt, "Large sample standard errors of kappa and weighted kappa",
    Psychological Bulletin 72 (1969), eq. 13.
    """
    kappa = KAPPA_K.value(matrix)
    if math.isnan(kappa):
        return math.nan
    n = matrix.n
    cells = matrix.counts / n
    truth, calls = matrix.actual / n, matrix.predicted / n
    by_chance = chance(matrix) / n**2
    on_diagonal = np.diagonal(cells) * (1 - (truth + calls) * (1 - kappa)) ** 2
    elsewhere = cells * (calls[:, None] + truth[None, :]) ** 2
    np.fill_diagonal(elsewhere, 0.0)
    spread = float(on_diagonal.sum()) + (1 - kappa) ** 2 * float(elsewhere.sum())
    spread -= (kappa - by_chance * (1 - kappa)) ** 2
    return math.sqrt(max(spread, 0.0) / n) / (1 - by_chance)


SMC_K = OverallMetric[ConfusionMatrix](
    id="SMC_K",
    proper=Proper.MOST_PROBABLE,
    name=phrase("Accuracy"),
    family=OverallFamily.AGREEMENT,
    formula="sum n_ii / n",
    needs=(need_rows,),
    range=UNIT,
    aliases=(
        phrase("simple matching coefficient"),
        "SMC",
        phrase("overall precision"),
        phrase("proportion correct"),
    ),
    symbol="ACC",
    fraction=lambda m, _s: (m.correct, m.n),
    sources=(
        "rezankova-husek-2015, eq. 3.1 and 3.2",
        "binu-2022, Accuracy",
        "tharwat-2018, section 2.9.2",
    ),
    of_accuracy=lambda accuracy, _k: accuracy,
)
ERR_K = OverallMetric[ConfusionMatrix](
    id="ERR_K",
    proper=Proper.MOST_PROBABLE,
    name=phrase("Error rate"),
    family=OverallFamily.AGREEMENT,
    formula="1 - sum n_ii / n",
    needs=(need_rows,),
    range=UNIT,
    better=Better.LOWER,
    aliases=(phrase("misclassification rate"), phrase("zero-one loss")),
    symbol="ERR",
    fraction=lambda m, _s: (m.wrong, m.n),
    sources=("rezankova-husek-2015, section 3",),
    of_accuracy=lambda accuracy, _k: 1 - accuracy,
)
NIR = OverallMetric[ConfusionMatrix](
    id="NIR",
    proper=Proper.DESCRIBES,
    name=phrase("No-information rate"),
    family=OverallFamily.AGREEMENT,
    formula="max n_i+ / n",
    needs=(need_rows,),
    range=UNIT,
    better=Better.NEITHER,
    aliases=(phrase("majority class rate"), phrase("accuracy of always calling the largest class")),
    symbol="NIR",
    fraction=lambda m, _s: (int(m.actual.max(initial=0)), m.n),
    sources=("Kuhn 2008, Building predictive models in R using the caret package",),
)
KAPPA_K = OverallMetric[ConfusionMatrix](
    id="KAPPA_K",
    proper=Proper.SPREAD,
    name=phrase("Cohen's kappa"),
    family=OverallFamily.AGREEMENT,
    formula="(sum n_ii - sum n_i+ n_+i / n) / (n - sum n_i+ n_+i / n)",
    compute=_kappa,
    needs=(need_rows, need_disagreement),
    range=SIGNED_UNIT,
    aliases=(phrase("kappa, K classes"), phrase("Kohen's kappa")),
    symbol="\N{GREEK SMALL LETTER KAPPA}",
    sources=("rezankova-husek-2015, eq. 3.3",),
    slope=lambda cells, _m, _s: slopes.kappa(cells),
)
KAPPA_LINEAR = OverallMetric[ConfusionMatrix](
    id="KAPPA_LINEAR",
    proper=Proper.SPREAD,
    name=phrase("Weighted kappa, linear"),
    family=OverallFamily.AGREEMENT,
    formula=phrase("1 - n sum w n_ij / sum w n_i+ n_+j with w = |i - j|"),
    compute=lambda m, s: _weighted(m, s, 1),
    needs=(need_rows, need_order, need_disagreement),
    range=SIGNED_UNIT,
    aliases=(phrase("ordinal kappa"),),
    symbol="\N{GREEK SMALL LETTER KAPPA}w",
    sources=("Cohen 1968, Weighted kappa",),
    note=say_order,
    settings=("order",),
    slope=partial(_weighted_slope, power=1),
)
KAPPA_QUADRATIC = OverallMetric[ConfusionMatrix](
    id="KAPPA_QUADRATIC",
    proper=Proper.SPREAD,
    name=phrase("Weighted kappa, quadratic"),
    family=OverallFamily.AGREEMENT,
    formula=phrase("1 - n sum w n_ij / sum w n_i+ n_+j with w = (i - j)^2"),
    compute=lambda m, s: _weighted(m, s, 2),
    needs=(need_rows, need_order, need_disagreement),
    range=SIGNED_UNIT,
    aliases=("QWK", phrase("ordinal kappa")),
    symbol="\N{GREEK SMALL LETTER KAPPA}w2",
    sources=("Cohen 1968, Weighted kappa", "Fleiss and Cohen 1973"),
    note=say_order,
    settings=("order",),
    slope=partial(_weighted_slope, power=2),
)
SCOTT_PI = OverallMetric[ConfusionMatrix](
    id="SCOTT_PI",
    proper=Proper.SPREAD,
    name=phrase("Scott's pi"),
    family=OverallFamily.AGREEMENT,
    formula="(po - pe) / (1 - pe), po = sum n_ii / n, pe = sum ((n_i+ + n_+i) / 2n)^2",
    compute=_scott,
    needs=(need_rows, need_disagreement),
    range=SIGNED_UNIT,
    aliases=(phrase("unbiased kappa"),),
    symbol="\N{GREEK SMALL LETTER PI}",
    sources=("Scott 1955, Reliability of content analysis",),
    slope=lambda cells, _m, _s: slopes.scott(cells),
)
BENNETT_S = OverallMetric[ConfusionMatrix](
    id="BENNETT_S",
    proper=Proper.MOST_PROBABLE,
    name=phrase("Bennett's S"),
    family=OverallFamily.AGREEMENT,
    formula="(K po - 1) / (K - 1), po = sum n_ii / n",
    compute=lambda m, _s: float(divide(len(m) * m.correct - m.n, (len(m) - 1) * m.n)),
    needs=(need_rows, need_two_classes),
    range=SIGNED_UNIT,
    aliases=(phrase("kappa with K equal classes"), phrase("Brennan-Prediger kappa")),
    symbol="S",
    sources=("Bennett, Alpert and Goldstein 1954",),
    of_accuracy=lambda accuracy, k: (k * accuracy - 1) / (k - 1),
)
HC_K = OverallMetric[ConfusionMatrix](
    id="HC_K",
    proper=Proper.MOST_PROBABLE,
    name=phrase("Hamann's coefficient, K classes"),
    family=OverallFamily.AGREEMENT,
    formula=phrase("(sum n_ii - sum n_ij of i != j) / n = 2 ACC - 1"),
    compute=lambda m, _s: float(divide(m.correct - m.wrong, m.n)),
    needs=(need_rows,),
    range=SIGNED_UNIT,
    aliases=(
        phrase("modified Hamann"),
        phrase("kappa without prevalence"),
        phrase("PABAK of two classes"),
    ),
    symbol="HC",
    sources=("rezankova-husek-2015, eq. 3.4",),
    of_accuracy=lambda accuracy, _k: 2 * accuracy - 1,
)
MCC_K = OverallMetric[ConfusionMatrix](
    id="MCC_K",
    proper=Proper.SPREAD,
    name=phrase("Matthews correlation coefficient, K classes"),
    family=OverallFamily.AGREEMENT,
    formula="(n sum n_ii - sum n_i+ n_+i) / sqrt((n^2 - sum n_+i^2) (n^2 - sum n_i+^2))",
    compute=_matthews,
    needs=(need_rows, need_varied_truth, need_varied_calls),
    range=SIGNED_UNIT,
    aliases=("R_K", "RK", "MCC", phrase("Gorodkin's correlation coefficient")),
    symbol="R_K",
    sources=("Gorodkin 2004, Comparing two K-category assignments",),
    slope=lambda cells, _m, _s: slopes.matthews(cells),
)

METRICS = (
    SMC_K,
    ERR_K,
    NIR,
    KAPPA_K,
    KAPPA_LINEAR,
    KAPPA_QUADRATIC,
    SCOTT_PI,
    BENNETT_S,
    HC_K,
    MCC_K,
)
