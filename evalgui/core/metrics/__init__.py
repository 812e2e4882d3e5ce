"""The measures of a two-class decision: a registry of families, each in its file.

A new measure is one entry in the file of its family and its name in that file's `METRICS`;
the panel, the command line, the exports and the tests find it there. Measures of a ranking
stand in `core.ranking_metrics`, those of K classes in `core.multiclass`, and none of them
rounds a number or words a value: `core.digits` and the window do.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from evalgui.core.metrics.any_metric import AnyMetric, Better, called, named, names_of_all
from evalgui.core.metrics.metric import (
    DEFAULT_PARAMETERS,
    Family,
    Invariance,
    Metric,
    Missing,
    Parameters,
)
from evalgui.core.near_names import meant
from evalgui.core.registry import Registry, UnknownIdError
from evalgui.core.vocabulary import Vocabulary, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Bracket, Measured

METRICS: Registry[Metric] = Registry(
    phrase("measure of two classes"),
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


def metric_called(name: str) -> Metric:
    """Return a measure by its id or any of its names, as `called` understands them.

    Raises
    ------
    UnknownIdError
        If there is none of that name, or several; the message says what may have been meant.

    Examples
    --------
    >>> [metric_called(name).id for name in ("recall", "F1", "false match rate")]
    ['TPR', 'F1', 'FPR']
    """
    found = called(name, METRICS)
    if len(found) == 1:
        return METRICS.by_id(found[0])
    if found:
        message = phrase(
            "several measures are called '{name}': write one of {known}",
            name=name,
            known=", ".join(found),
        )
        raise UnknownIdError(message)
    near = meant(name, names_of_all(METRICS))
    known = ", ".join(METRICS.ids)
    if near:
        message = phrase(
            "there is no measure '{name}'. {near}There are {known}",
            name=name,
            near=near,
            known=known,
        )
    else:
        message = phrase(
            "there is no measure '{name}'. Write one of {known}", name=name, known=known
        )
    raise UnknownIdError(message)


class _MeasuredAt(Mapping[str, "Measured"]):
    """Every measure by its id, in the order of `METRICS`, each computed when it is asked for.

    A moved threshold pays for the measures that are seen, and for no other.

    Parameters
    ----------
    counts
        Scalars.
    parameters
        The numbers in the formulas.
    bracket
        As of `measured_at`.
    """

    __slots__ = ("_bracket", "_counts", "_known", "_missing", "_parameters")

    def __init__(
        self,
        counts: Counts,
        parameters: Parameters,
        bracket: Callable[[Metric], Bracket | None] | None,
    ) -> None:
        self._counts, self._parameters, self._bracket = counts, parameters, bracket
        self._missing = Missing(counts)
        self._known: dict[str, Measured] = {}

    def __getitem__(self, metric_id: str) -> Measured:
        found = self._known.get(metric_id)
        if found is None:
            metric = METRICS.ids[metric_id]
            found = metric.measured(self._counts, self._parameters, self._missing)
            if self._bracket is not None:
                found = found._replace(bracket=self._bracket(metric))
            self._known[metric_id] = found
        return found

    def __contains__(self, metric_id: object) -> bool:
        return metric_id in METRICS.ids

    def __iter__(self) -> Iterator[str]:
        return iter(METRICS.ids)

    def __len__(self) -> int:
        return len(METRICS)


def measured_at(
    counts: Counts,
    parameters: Parameters = DEFAULT_PARAMETERS,
    bracket: Callable[[Metric], Bracket | None] | None = None,
) -> Mapping[str, Measured]:
    """Return every measure of some counts, as scalars, by its id: each when it is asked for.

    Parameters
    ----------
    counts, parameters
        As of `Metric.measured`.
    bracket
        Returns what bins leave open of a measure; None where the counts are exact.
    """
    return _MeasuredAt(counts, parameters, bracket)


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
    "metric_called",
    "named",
]
