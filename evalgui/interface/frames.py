"""Numbers as data frames of pandas, made when one is asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd

MEASURES = (
    *("id", "name", "value", "lower", "upper", "method", "reason", "numerator", "denominator"),
)
INTERVALS = ("id", "name", "lower", "upper", "level", "method", "reason", "sided", "assumes")
AREAS = ("id", "name", "value", "lower", "upper", "method", "reason")
_TEXTS = {"id", "name", "method", "reason", "sided", "assumes"}
_COUNTS = {"numerator", "denominator"}


def frame(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Return rows as a data frame: texts, doubles, and whole numbers that may be missing."""
    import pandas as pd

    made = list(rows)
    found: dict[str, Any] = {}
    for name in columns:
        cells = [row.get(name) for row in made]
        if name in _COUNTS:
            found[name] = pd.array(cells, "Int64")
        elif name in _TEXTS:
            found[name] = pd.array([cell or "" for cell in cells], "str")
        else:
            found[name] = pd.array([as_float(cell) for cell in cells], "float64")
    return pd.DataFrame(found)


def as_float(cell: Any) -> float:  # noqa: ANN401 - JSON
    """Return a number of an evaluation: NaN for None, an infinity for its word."""
    return math.nan if cell is None else float(cell)


def measure_rows(
    measures: Mapping[str, Any], intervals: Mapping[str, Any], names: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """Yield measures with their intervals."""
    for metric_id, shown in measures.items():
        limits = intervals.get(metric_id)
        told = {"id": metric_id, "name": names.get(metric_id, metric_id), **shown}
        told["value"] = shown["infinite"] or shown["value"]
        yield told | _limits(limits, shown["undefined"])


def area_rows(
    areas: Mapping[str, Any],
    intervals: Mapping[str, Any],
    reasons: Mapping[str, str],
    names: Mapping[str, str],
) -> Iterable[dict[str, Any]]:
    """Yield summaries of a ranking with their intervals."""
    for metric_id, value in areas.items():
        told = {"id": metric_id, "name": names.get(metric_id, metric_id), "value": value}
        yield told | _limits(intervals.get(metric_id), reasons.get(metric_id))


def interval_rows(
    intervals: Mapping[str, Any], names: Mapping[str, str]
) -> Iterable[dict[str, Any]]:
    """Yield intervals with all that is said of each."""
    for metric_id, limits in intervals.items():
        name = names.get(metric_id, metric_id)
        yield {**limits, "id": metric_id, "name": name, **_limits(limits, None)}


def _limits(limits: Mapping[str, Any] | None, undefined: str | None) -> dict[str, Any]:
    """Return the limits of an interval, and why there is no value or, else, no interval."""
    if limits is None:
        return {"lower": None, "upper": None, "method": None, "reason": undefined}
    reason = undefined or limits["undefined"]
    ends = {"lower": limits["low"], "upper": limits["high"]}
    return {**ends, "method": limits["method"], "reason": reason}
