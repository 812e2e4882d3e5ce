"""The measures of a two-class decision: a registry of families, each in its file.

A new measure is one entry in the file of its family and its name in that file's `METRICS`;
the panel, the command line, the exports and the tests find it there. Measures of a ranking
stand in `core.ranking_metrics`, those of K classes in `core.multiclass`, and none of them
rounds a number or words a value: `core.digits` and the window do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.metrics import (
    association,
    f_family,
    overall,
    predictive_values,
    rates,
    ratios,
    similarity,
    utility,
)
from evalgui.core.metrics.any_metric import AnyMetric, Better, named
from evalgui.core.metrics.metric import (
    DEFAULT_PARAMETERS,
    Family,
    Invariance,
    Metric,
    Missing,
    Parameters,
)
from evalgui.core.registry import Registry
from evalgui.core.vocabulary import Vocabulary

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.measured import Measured

METRICS: Registry[Metric] = Registry(
    "measure of two classes",
    *rates.METRICS,
    *predictive_values.METRICS,
    *overall.METRICS,
    *ratios.METRICS,
    *association.METRICS,
    *f_family.METRICS,
    *similarity.METRICS,
    *utility.METRICS,
)


def metric_by_id(metric_id: str) -> Metric:
    """Return a measure by its id; raise UnknownIdError where there is none."""
    return METRICS.by_id(metric_id)


def measured_at(counts: Counts, parameters: Parameters = DEFAULT_PARAMETERS) -> dict[str, Measured]:
    """Return every measure by its id, in the order of `METRICS`.

    Parameters
    ----------
    counts
        Scalars.
    parameters
        The numbers in the formulas.
    """
    missing = Missing(counts)
    return {metric.id: metric.measured(counts, parameters, missing) for metric in METRICS}


__all__ = [
    "DEFAULT_PARAMETERS",
    "METRICS",
    "AnyMetric",
    "Better",
    "Family",
    "Invariance",
    "Metric",
    "Parameters",
    "Vocabulary",
    "measured_at",
    "metric_by_id",
    "named",
]
