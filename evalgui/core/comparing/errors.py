"""What each of several scores gets wrong, whatever its threshold: EER, and FNMR at each FMR."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from evalgui.core.ranking_metrics import EQUAL_ERROR_RATE, RankingMetric, error_at_bound
from evalgui.core.rules.biometric_figures import FMR_TARGETS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.intervals.settings import IntervalSettings
    from evalgui.core.measured import Measured
    from evalgui.core.ranking import Ranking
    from evalgui.core.sampling import Sampling

ERROR_METRICS: tuple[RankingMetric, ...] = (
    EQUAL_ERROR_RATE,
    *(error_at_bound(name.lower(), bound) for name, bound in FMR_TARGETS.items()),
)
"""The columns of a table of scores against errors."""


def errors_of(
    ranking: Ranking, settings: IntervalSettings, sampling: Sampling
) -> Mapping[str, Measured]:
    """Return each of `ERROR_METRICS` of a score by its id, with its interval.

    Parameters
    ----------
    ranking
        The score, sorted.
    settings
        The level, and the methods.
    sampling
        How its rows came into the data.

    Returns
    -------
    mapping
        Where a class has no scores, values are NaN with the reason.
    """
    found = {}
    for metric in ERROR_METRICS:
        measured = metric.measured(ranking.ranked)
        interval = metric.interval_of(ranking.ranked, settings, sampling)
        found[metric.id] = measured._replace(interval=interval)
    return MappingProxyType(found)
