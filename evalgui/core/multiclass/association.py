"""Association of truth and call as two nominal variables.

Classes without a row in the truth, or in the calls, are no categories of that variable: they
change neither a value nor the degrees of freedom.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.digits import Written, score
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
    need_counts,
    need_one_varied,
    need_rows,
    need_varied_calls,
    need_varied_truth,
    phrase,
    squares,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 5
_NEEDS = (need_rows, need_varied_truth, need_varied_calls)
_NEEDS_OF_TESTS = (*_NEEDS, need_counts)


def _categories(matrix: ConfusionMatrix) -> tuple[int, int]:
    return int(np.count_nonzero(matrix.actual)), int(np.count_nonzero(matrix.predicted))


def _per_call(matrix: ConfusionMatrix) -> NDArray[np.float64]:
    """Return, for each true class, ``sum_j (n n_ij - n_i+ n_+j)^2 / n_+j``."""
    called = matrix.predicted > 0
    residuals = matrix.residuals[:, called]
    return np.asarray((residuals**2) @ (1.0 / matrix.predicted[called]))


def _per_truth(matrix: ConfusionMatrix) -> NDArray[np.float64]:
    """Return, for each call, ``sum_i (n n_ij - n_i+ n_+j)^2 / n_i+``."""
    true = matrix.actual > 0
    return np.asarray((1.0 / matrix.actual[true]) @ (matrix.residuals[true] ** 2))


def _phi_squared(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    """Return ``chi2 / n`` from the residuals, so that independence gives 0 without noise."""
    true = matrix.actual > 0
    return math.fsum(_per_call(matrix)[true] / matrix.actual[true]) / matrix.n / matrix.n


def _chi_squared(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    return matrix.n * _phi_squared(matrix, settings)


def _degrees_of_freedom(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    rows, columns = _categories(matrix)
    return float((rows - 1) * (columns - 1))


def _chi_squared_p(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    from scipy.special import chdtrc  # half a start-up, and only this value needs it

    freedom = _degrees_of_freedom(matrix, settings)
    return float(chdtrc(freedom, _chi_squared(matrix, settings)))


def _cramer(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    return math.sqrt(min(_phi_squared(matrix, settings) / (min(_categories(matrix)) - 1), 1.0))


def _shrunk(matrix: ConfusionMatrix) -> float:
    """Return the smaller number of categories, less 1, after Bergsma's correction."""
    return min(k - (k - 1) ** 2 / (matrix.n - 1) for k in _categories(matrix)) - 1


def _cramer_corrected(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    by_chance = _degrees_of_freedom(matrix, settings) / (matrix.n - 1)
    unbiased = max(_phi_squared(matrix, settings) - by_chance, 0.0)
    return math.sqrt(min(unbiased / _shrunk(matrix), 1.0))


def _spared(cells: NDArray[np.int64], margin: NDArray[np.int64]) -> tuple[int, int]:
    """Return by how many the errors of guessing shrink, and how many there are without a hint.

    The guess is the largest class of `margin`, and of each row of `cells` when that is known.
    """
    best = int(margin.max())
    return int(cells.max(axis=1).sum()) - best, int(margin.sum()) - best


def _lambda_truth(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    return float(divide(*_spared(matrix.counts.T, matrix.actual)))


def _lambda_call(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    return float(divide(*_spared(matrix.counts, matrix.predicted)))


def _lambda_symmetric(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    truth = _spared(matrix.counts.T, matrix.actual)
    call = _spared(matrix.counts, matrix.predicted)
    return float(divide(truth[0] + call[0], truth[1] + call[1]))


def _tau(gained: NDArray[np.float64], n: int, margin: NDArray[np.int64]) -> float:
    return math.fsum(gained) / n / (n * n - squares(margin))


def _need_enough_rows(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    return "" if _shrunk(matrix) > 0 else phrase("too few rows for the correction")


def _say_bias(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    if matrix.n <= 1 or any(need(matrix, settings) for need in _NEEDS_OF_TESTS):
        return ""
    freedom = _degrees_of_freedom(matrix, settings)
    by_chance = math.sqrt(freedom / (matrix.n - 1) / (min(_categories(matrix)) - 1))
    return phrase(
        "biased upward: about {score} is expected of calls at random",
        score=score(min(by_chance, 1.0), 2),
    )


def _say_few(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> str:
    truth, calls = matrix.actual[matrix.actual > 0], matrix.predicted[matrix.predicted > 0]
    if not matrix.n or matrix.is_weighted:
        return ""
    lowest = int(truth.min()) * int(calls.min()) / matrix.n
    return (
        phrase("fewer than {few} rows are expected in a cell: rough", few=_FEW)
        if lowest < _FEW
        else ""
    )


CHI2 = OverallMetric[ConfusionMatrix](
    id="CHI2",
    proper=Proper.ASSOCIATION,
    name=phrase("Chi-squared"),
    family=OverallFamily.ASSOCIATION,
    formula="sum (n_ij - e_ij)^2 / e_ij, e_ij = n_i+ n_+j / n",
    compute=_chi_squared,
    needs=_NEEDS_OF_TESTS,
    range=NOT_NEGATIVE,
    aliases=(phrase("Pearson's chi-squared, without continuity correction"),),
    symbol="\N{GREEK SMALL LETTER CHI}\N{SUPERSCRIPT TWO}",
    sources=("Pearson 1900",),
    note=_say_few,
)
CHI2_DF = OverallMetric[ConfusionMatrix](
    id="CHI2_DF",
    proper=Proper.DESCRIBES,
    name=phrase("Degrees of freedom of chi-squared"),
    family=OverallFamily.ASSOCIATION,
    formula=phrase("(classes in the truth - 1) (classes in the calls - 1)"),
    compute=_degrees_of_freedom,
    needs=_NEEDS_OF_TESTS,
    range=(1.0, math.inf),
    better=Better.NEITHER,
    written=Written.WHOLE,
    symbol="df",
    sources=("Fisher 1922, for the degrees of freedom",),
)
CHI2_P = OverallMetric[ConfusionMatrix](
    id="CHI2_P",
    proper=Proper.ASSOCIATION,
    name=phrase("p-value of chi-squared"),
    family=OverallFamily.ASSOCIATION,
    formula=phrase("P(chi-squared with these degrees of freedom > CHI2)"),
    compute=_chi_squared_p,
    needs=_NEEDS_OF_TESTS,
    range=UNIT,
    better=Better.NEITHER,
    written=Written.P_VALUE,
    symbol="p",
    sources=("Pearson 1900", "Fisher 1922, for the degrees of freedom"),
    note=_say_few,
)
PHI2 = OverallMetric[ConfusionMatrix](
    id="PHI2",
    proper=Proper.ASSOCIATION,
    name=phrase("Phi-squared"),
    family=OverallFamily.ASSOCIATION,
    formula=phrase("chi-squared / n"),
    compute=_phi_squared,
    needs=_NEEDS,
    range=NOT_NEGATIVE,
    aliases=(phrase("mean square contingency"),),
    symbol="\N{GREEK SMALL LETTER PHI}\N{SUPERSCRIPT TWO}",
    sources=("Cramer 1946, section 21.9",),
)
CRAMER_V = OverallMetric[ConfusionMatrix](
    id="CRAMER_V",
    proper=Proper.ASSOCIATION,
    name=phrase("Cramer's V"),
    family=OverallFamily.ASSOCIATION,
    formula=phrase("sqrt(phi-squared / (min(R, C) - 1)), R classes in the truth, C in the calls"),
    compute=_cramer,
    needs=_NEEDS,
    range=UNIT,
    aliases=(phrase("Cramér's V"),),
    symbol="V",
    sources=("Cramer 1946, section 21.9",),
    note=_say_bias,
)
CRAMER_V_CORRECTED = OverallMetric[ConfusionMatrix](
    id="CRAMER_V_CORRECTED",
    proper=Proper.ASSOCIATION,
    name=phrase("Cramer's V, corrected for bias"),
    family=OverallFamily.ASSOCIATION,
    formula="sqrt(max(0, phi2 - (R-1)(C-1)/(n-1)) / (min(R', C') - 1)), R' = R - (R-1)^2/(n-1)",
    compute=_cramer_corrected,
    needs=(*_NEEDS_OF_TESTS, _need_enough_rows),
    range=UNIT,
    aliases=(phrase("Bergsma's V"),),
    symbol="V corr.",
    sources=("Bergsma 2013, A bias-correction for Cramer's V and Tschuprow's T",),
)
LAMBDA_TRUTH = OverallMetric[ConfusionMatrix](
    id="LAMBDA_TRUTH",
    proper=Proper.ASSOCIATION,
    name=phrase("Lambda, truth given call"),
    family=OverallFamily.ASSOCIATION,
    formula="(sum_j max_i n_ij - max n_i+) / (n - max n_i+)",
    compute=_lambda_truth,
    needs=(need_rows, need_varied_truth),
    range=UNIT,
    aliases=(phrase("Goodman-Kruskal lambda"), phrase("Guttman's lambda")),
    symbol="\N{GREEK SMALL LETTER LAMDA}(T|C)",
    sources=("Goodman and Kruskal 1954, section 5",),
)
LAMBDA_CALL = OverallMetric[ConfusionMatrix](
    id="LAMBDA_CALL",
    proper=Proper.ASSOCIATION,
    name=phrase("Lambda, call given truth"),
    family=OverallFamily.ASSOCIATION,
    formula="(sum_i max_j n_ij - max n_+j) / (n - max n_+j)",
    compute=_lambda_call,
    needs=(need_rows, need_varied_calls),
    range=UNIT,
    aliases=(phrase("Goodman-Kruskal lambda"),),
    symbol="\N{GREEK SMALL LETTER LAMDA}(C|T)",
    sources=("Goodman and Kruskal 1954, section 5",),
)
LAMBDA = OverallMetric[ConfusionMatrix](
    id="LAMBDA",
    proper=Proper.ASSOCIATION,
    name=phrase("Lambda, symmetric"),
    family=OverallFamily.ASSOCIATION,
    formula=phrase("sum of both numerators / sum of both denominators"),
    compute=_lambda_symmetric,
    needs=(need_rows, need_one_varied),
    range=UNIT,
    aliases=(phrase("Goodman-Kruskal lambda"),),
    symbol="\N{GREEK SMALL LETTER LAMDA}",
    sources=("Goodman and Kruskal 1954, section 5",),
)
TAU_TRUTH = OverallMetric[ConfusionMatrix](
    id="TAU_TRUTH",
    proper=Proper.ASSOCIATION,
    name=phrase("Tau, truth given call"),
    family=OverallFamily.ASSOCIATION,
    formula="(n sum n_ij^2 / n_+j - sum n_i+^2) / (n^2 - sum n_i+^2)",
    compute=lambda m, _s: _tau(_per_call(m), m.n, m.actual),
    needs=(need_rows, need_varied_truth),
    range=UNIT,
    aliases=(phrase("Goodman-Kruskal tau"),),
    symbol="\N{GREEK SMALL LETTER TAU}(T|C)",
    sources=("Goodman and Kruskal 1954, section 9",),
)
TAU_CALL = OverallMetric[ConfusionMatrix](
    id="TAU_CALL",
    proper=Proper.ASSOCIATION,
    name=phrase("Tau, call given truth"),
    family=OverallFamily.ASSOCIATION,
    formula="(n sum n_ij^2 / n_i+ - sum n_+j^2) / (n^2 - sum n_+j^2)",
    compute=lambda m, _s: _tau(_per_truth(m), m.n, m.predicted),
    needs=(need_rows, need_varied_calls),
    range=UNIT,
    aliases=(phrase("Goodman-Kruskal tau"),),
    symbol="\N{GREEK SMALL LETTER TAU}(C|T)",
    sources=("Goodman and Kruskal 1954, section 9",),
)

METRICS = (
    CHI2,
    CHI2_DF,
    CHI2_P,
    PHI2,
    CRAMER_V,
    CRAMER_V_CORRECTED,
    LAMBDA_TRUTH,
    LAMBDA_CALL,
    LAMBDA,
    TAU_TRUTH,
    TAU_CALL,
)
