"""The measures of a two-class decision: a registry of families, each in its file.

A new measure is one entry in the file of its family and its name in that file's `METRICS`;
the panel, the command line, the exports and the tests find it there.
"""

from __future__ import annotations

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
from evalgui.core.metrics.metric import (
    DEFAULT_PARAMETERS,
    Better,
    Family,
    Metric,
    Parameters,
    named,
)
from evalgui.core.vocabulary import Vocabulary

METRICS: tuple[Metric, ...] = (
    *rates.METRICS,
    *predictive_values.METRICS,
    *overall.METRICS,
    *ratios.METRICS,
    *association.METRICS,
    *f_family.METRICS,
    *similarity.METRICS,
    *utility.METRICS,
)
_BY_ID = {metric.id: metric for metric in METRICS}


def metric_by_id(metric_id: str) -> Metric:
    """Return a measure by its id; raise KeyError where there is none."""
    return _BY_ID[metric_id]


__all__ = [
    "DEFAULT_PARAMETERS",
    "METRICS",
    "Better",
    "Family",
    "Metric",
    "Parameters",
    "Vocabulary",
    "metric_by_id",
    "named",
]
