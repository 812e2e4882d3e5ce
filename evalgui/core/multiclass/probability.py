"""How good class probabilities are: log loss, Brier score and top-k accuracy."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.multiclass.class_scores import ClassScores
from evalgui.core.multiclass.declaring import (
    NOT_NEGATIVE,
    UNIT,
    Better,
    MulticlassSettings,
    OverallFamily,
    OverallMetric,
    Proper,
    joined,
    named,
    phrase,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _need_complete_rows(data: ClassScores, _settings: MulticlassSettings) -> str:
    return "" if data.n_complete else phrase("no row has a score for every class")


def _need_probabilities(data: ClassScores, _settings: MulticlassSettings) -> str:
    return "" if data.are_probabilities else phrase("a score is not in [0, 1]: no probabilities")


def _log_loss(data: ClassScores, _settings: MulticlassSettings) -> float:
    own = data.truth_score[data.is_complete]
    if not own.all():
        return math.inf
    return max(-float(np.sum(np.log(own))) / len(own), 0.0)


def _squared_errors(data: ClassScores) -> NDArray[np.float64]:
    total = np.zeros(data.n)
    for place, column in enumerate(data.columns):
        total += (column - (data.truth == place).astype(np.float64)) ** 2
    return total


def _brier(data: ClassScores, _settings: MulticlassSettings) -> float:
    return float(np.sum(_squared_errors(data)[data.is_complete])) / data.n_complete


def _hits(data: ClassScores, settings: MulticlassSettings) -> tuple[int, int]:
    """Return how many rows have their class among the k greatest scores, and of how many rows."""
    n = int(np.count_nonzero(data.is_complete & (data.truth_rank < settings.top_k)))
    return n, int(data.n_complete)


def _say_incomplete(data: ClassScores, _settings: MulticlassSettings) -> str:
    absent = data.n - data.n_complete
    return (
        phrase(
            "over the {n_complete} rows with a score for every class", n_complete=data.n_complete
        )
        if absent
        else ""
    )


def _say_top_k(data: ClassScores, settings: MulticlassSettings) -> str:
    said = f"k = {settings.top_k}"
    if settings.top_k >= len(data.classes):
        said = phrase("k = {k}; every class is among them", k=settings.top_k)
    return joined("; ", filter(None, (said, _say_incomplete(data, settings))))


LOG_LOSS = OverallMetric[ClassScores](
    id="LOG_LOSS",
    proper=Proper.STRICTLY,
    name=phrase("Log loss"),
    family=OverallFamily.PROBABILITY,
    formula=phrase("- mean of ln(probability of the true class), in nats"),
    compute=_log_loss,
    needs=(_need_complete_rows, _need_probabilities),
    range=NOT_NEGATIVE,
    better=Better.LOWER,
    names=named(phrase("Log score")),
    aliases=(
        phrase("cross-entropy"),
        phrase("logarithmic score"),
        phrase("negative log-likelihood"),
    ),
    symbol=phrase("log loss"),
    sources=("Good 1952, Rational decisions",),
    note=_say_incomplete,
)
BRIER = OverallMetric[ClassScores](
    id="BRIER",
    proper=Proper.STRICTLY,
    name=phrase("Brier score, sum over classes"),
    family=OverallFamily.PROBABILITY,
    formula=phrase("mean of sum_j (p_j - [j is the true class])^2"),
    compute=_brier,
    needs=(_need_complete_rows, _need_probabilities),
    range=(0.0, 2.0),
    better=Better.LOWER,
    aliases=(phrase("quadratic score"), phrase("multi-class Brier score")),
    symbol=phrase("Brier"),
    sources=("Brier 1950, eq. 2",),
    note=_say_incomplete,
)
BRIER_HALF = OverallMetric[ClassScores](
    id="BRIER_HALF",
    proper=Proper.STRICTLY,
    name=phrase("Brier score, halved"),
    family=OverallFamily.PROBABILITY,
    formula=phrase("half the Brier score: with two classes, the mean of (p - y)^2"),
    compute=lambda data, settings: _brier(data, settings) / 2,
    needs=(_need_complete_rows, _need_probabilities),
    range=UNIT,
    better=Better.LOWER,
    aliases=(phrase("Brier score on the scale of two classes"),),
    symbol="Brier/2",
    sources=("Brier 1950, eq. 2, halved",),
    note=_say_incomplete,
)
TOP_K = OverallMetric[ClassScores](
    id="TOP_K",
    proper=Proper.ORDER,
    name=phrase("Top-k accuracy"),
    family=OverallFamily.PROBABILITY,
    formula=phrase("share of rows whose true class is among the k greatest scores"),
    needs=(_need_complete_rows,),
    range=UNIT,
    aliases=(phrase("top-5"), phrase("hits at k"), phrase("recall at k of labels")),
    symbol="top-k",
    sources=("Russakovsky and others 2015, ImageNet challenge",),
    note=_say_top_k,
    settings=("top_k",),
    fraction=_hits,
)

METRICS = (LOG_LOSS, BRIER, BRIER_HALF, TOP_K)
