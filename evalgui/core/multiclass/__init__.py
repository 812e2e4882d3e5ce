"""The measures of K classes: two registries, of the confusion matrix and of class scores.

A new measure is one entry in the file of its family and its name in that file's `METRICS`;
the panel, the command line, the exports and the tests find it there. One class against the
rest is not here: it has the measures of two classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.multiclass import (
    agreement,
    association,
    averages,
    information,
    probability,
    ranking,
    sensitivities,
)
from evalgui.core.multiclass.averages import without_value
from evalgui.core.multiclass.averaging import Average, Averaging, average, members
from evalgui.core.multiclass.class_order import OrderBy, order_of
from evalgui.core.multiclass.class_scores import Calls, ClassScores
from evalgui.core.multiclass.metric import (
    DEFAULT_SETTINGS,
    MulticlassSettings,
    Over,
    OverallFamily,
    OverallMetric,
    TakenIn,
)
from evalgui.core.multiclass.per_class import CLASS_METRIC_IDS, PerClass, per_class
from evalgui.core.registry import Registry
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.confusion import ConfusionMatrix

MATRIX_METRICS: Registry[OverallMetric[ConfusionMatrix]] = Registry(
    phrase("measure of all classes"),
    *agreement.METRICS,
    *averages.METRICS,
    *sensitivities.METRICS,
    *association.METRICS,
    *information.METRICS,
)
SCORE_METRICS: Registry[OverallMetric[ClassScores]] = Registry(
    phrase("measure of class scores"),
    *ranking.METRICS,
    *probability.METRICS,
)


def matrix_metric_by_id(metric_id: str) -> OverallMetric[ConfusionMatrix]:
    """Return a measure of the matrix by its id; raise UnknownIdError where there is none."""
    return MATRIX_METRICS.by_id(metric_id)


def score_metric_by_id(metric_id: str) -> OverallMetric[ClassScores]:
    """Return a measure of class scores by its id; raise UnknownIdError where there is none."""
    return SCORE_METRICS.by_id(metric_id)


__all__ = [
    "CLASS_METRIC_IDS",
    "DEFAULT_SETTINGS",
    "MATRIX_METRICS",
    "SCORE_METRICS",
    "Average",
    "Averaging",
    "Calls",
    "ClassScores",
    "MulticlassSettings",
    "OrderBy",
    "Over",
    "OverallFamily",
    "OverallMetric",
    "PerClass",
    "TakenIn",
    "average",
    "matrix_metric_by_id",
    "members",
    "order_of",
    "per_class",
    "score_metric_by_id",
    "without_value",
]
