"""How much a call tells about the truth, as entropy."""

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
    need_one_varied,
    need_rows,
    need_varied_calls,
    need_varied_truth,
    phrase,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray


def _entropy(margin: NDArray[np.int64], n: int) -> float:
    shares = margin[margin > 0] / n
    return max(-math.fsum(shares * np.log(shares)), 0.0)


def _entropy_truth(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    return _entropy(matrix.actual, matrix.n)


def _entropy_calls(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    return _entropy(matrix.predicted, matrix.n)


def _information(matrix: ConfusionMatrix, _settings: MulticlassSettings) -> float:
    """Return the mutual information in nats.

    The logarithm is taken of 1 + residual / (n_i+ n_+j), which loses nothing near
    independence.
    """
    rows, columns = np.nonzero(matrix.counts)
    margins = matrix.actual[rows].astype(np.float64) * matrix.predicted[columns]
    surprise = np.log1p(matrix.residuals[rows, columns] / margins)
    return max(math.fsum(matrix.counts[rows, columns] * surprise) / matrix.n, 0.0)


def _normalised(scale: Callable[[float, float], float]) -> Callable[..., float]:
    def compute(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
        truth, calls = _entropy_truth(matrix, settings), _entropy_calls(matrix, settings)
        return min(_information(matrix, settings) / scale(truth, calls), 1.0)

    return compute


_BOTH = (need_rows, need_varied_truth, need_varied_calls)

ENTROPY_TRUTH = OverallMetric[ConfusionMatrix](
    id="ENTROPY_TRUTH",
    proper=Proper.DESCRIBES,
    name=phrase("Entropy of the truth"),
    family=OverallFamily.INFORMATION,
    formula=phrase("- sum (n_i+ / n) ln(n_i+ / n), in nats"),
    compute=_entropy_truth,
    needs=(need_rows,),
    range=NOT_NEGATIVE,
    better=Better.NEITHER,
    symbol="H(T)",
    sources=("Shannon 1948, section 6",),
)
ENTROPY_CALLS = OverallMetric[ConfusionMatrix](
    id="ENTROPY_CALLS",
    proper=Proper.DESCRIBES,
    name=phrase("Entropy of the calls"),
    family=OverallFamily.INFORMATION,
    formula=phrase("- sum (n_+j / n) ln(n_+j / n), in nats"),
    compute=_entropy_calls,
    needs=(need_rows,),
    range=NOT_NEGATIVE,
    better=Better.NEITHER,
    symbol="H(C)",
    sources=("Shannon 1948, section 6",),
)
MI = OverallMetric[ConfusionMatrix](
    id="MI",
    proper=Proper.ASSOCIATION,
    name=phrase("Mutual information, nats"),
    family=OverallFamily.INFORMATION,
    formula="sum (n_ij / n) ln(n n_ij / (n_i+ n_+j))",
    compute=_information,
    needs=(need_rows,),
    range=NOT_NEGATIVE,
    aliases=(phrase("information gain"), phrase("transmitted information")),
    symbol="I",
    sources=("Shannon 1948, section 12",),
)
MI_BITS = OverallMetric[ConfusionMatrix](
    id="MI_BITS",
    proper=Proper.ASSOCIATION,
    name=phrase("Mutual information, bits"),
    family=OverallFamily.INFORMATION,
    formula="sum (n_ij / n) log2(n n_ij / (n_i+ n_+j))",
    compute=lambda m, s: _information(m, s) / math.log(2),
    needs=(need_rows,),
    range=NOT_NEGATIVE,
    aliases=(phrase("information gain"), phrase("transmitted information")),
    symbol="I (bit)",
    sources=("Shannon 1948, section 12",),
)
NMI = OverallMetric[ConfusionMatrix](
    id="NMI",
    proper=Proper.ASSOCIATION,
    name=phrase("Normalised mutual information, arithmetic mean"),
    family=OverallFamily.INFORMATION,
    formula="I / ((H(T) + H(C)) / 2)",
    compute=_normalised(lambda truth, calls: (truth + calls) / 2),
    needs=(need_rows, need_one_varied),
    range=UNIT,
    aliases=(
        phrase("V-measure"),
        phrase("the default of scikit-learn"),
        phrase("symmetric uncertainty coefficient"),
    ),
    symbol="NMI",
    sources=("Vinh, Epps and Bailey 2010, Table 2, there NMI sum",),
)
NMI_GEOMETRIC = OverallMetric[ConfusionMatrix](
    id="NMI_GEOMETRIC",
    proper=Proper.ASSOCIATION,
    name=phrase("Normalised mutual information, geometric mean"),
    family=OverallFamily.INFORMATION,
    formula="I / sqrt(H(T) H(C))",
    compute=_normalised(lambda truth, calls: math.sqrt(truth * calls)),
    needs=_BOTH,
    range=UNIT,
    symbol=phrase("NMI geom."),
    sources=("Strehl and Ghosh 2002",),
)
NMI_MIN = OverallMetric[ConfusionMatrix](
    id="NMI_MIN",
    proper=Proper.ASSOCIATION,
    name=phrase("Normalised mutual information, smaller entropy"),
    family=OverallFamily.INFORMATION,
    formula="I / min(H(T), H(C))",
    compute=_normalised(min),
    needs=_BOTH,
    range=UNIT,
    symbol=phrase("NMI min"),
    sources=("Vinh, Epps and Bailey 2010, Table 2",),
)
NMI_MAX = OverallMetric[ConfusionMatrix](
    id="NMI_MAX",
    proper=Proper.ASSOCIATION,
    name=phrase("Normalised mutual information, larger entropy"),
    family=OverallFamily.INFORMATION,
    formula="I / max(H(T), H(C))",
    compute=_normalised(max),
    needs=(need_rows, need_one_varied),
    range=UNIT,
    symbol=phrase("NMI max"),
    sources=("Vinh, Epps and Bailey 2010, Table 2",),
)
UNCERTAINTY_TRUTH = OverallMetric[ConfusionMatrix](
    id="UNCERTAINTY_TRUTH",
    proper=Proper.ASSOCIATION,
    name=phrase("Uncertainty coefficient, truth given call"),
    family=OverallFamily.INFORMATION,
    formula="I / H(T)",
    compute=_normalised(lambda truth, _calls: truth),
    needs=(need_rows, need_varied_truth),
    range=UNIT,
    aliases=(phrase("Theil's U"), phrase("entropy coefficient"), phrase("homogeneity")),
    symbol="U(T|C)",
    sources=("Theil 1970",),
)
UNCERTAINTY_CALL = OverallMetric[ConfusionMatrix](
    id="UNCERTAINTY_CALL",
    proper=Proper.ASSOCIATION,
    name=phrase("Uncertainty coefficient, call given truth"),
    family=OverallFamily.INFORMATION,
    formula="I / H(C)",
    compute=_normalised(lambda _truth, calls: calls),
    needs=(need_rows, need_varied_calls),
    range=UNIT,
    aliases=(phrase("Theil's U"), phrase("entropy coefficient"), phrase("completeness")),
    symbol="U(C|T)",
    sources=("Theil 1970",),
)

METRICS = (
    ENTROPY_TRUTH,
    ENTROPY_CALLS,
    MI,
    MI_BITS,
    NMI,
    NMI_GEOMETRIC,
    NMI_MIN,
    NMI_MAX,
    UNCERTAINTY_TRUTH,
    UNCERTAINTY_CALL,
)
