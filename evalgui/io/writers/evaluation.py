"""An evaluation as plain data: what the command line prints and what exports are made of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.curves import curve_by_id, vertices
from evalgui.core.metrics import METRICS

if TYPE_CHECKING:
    from evalgui.core.metrics import Metric
    from evalgui.core.snapshot import Snapshot


def evaluation(snapshot: Snapshot) -> dict[str, Any]:
    """Return all numbers of a snapshot as JSON types, at full precision.

    Parameters
    ----------
    snapshot
        With a data set and a score.

    Returns
    -------
    dict
        ``file``, ``n`` (rows with a score), ``n_positive``, ``n_negative``, ``n_missing``
        (rows without one), ``threshold``, ``counts``, ``metrics`` by id (see `state`),
        ``areas`` by name, ``eer``, and what the numbers rest on: ``score``,
        ``higher_is_positive``, ``positive``, ``negative``, ``rows_in_file``, ``excluded``
        and ``findings``.
        A number that is undefined is None. The threshold is None where it is infinite:
        ``threshold_infinite`` then says which infinity.

    Raises
    ------
    ValueError
        If the snapshot has no operating point.
    """
    dataset, ranking, point, score = (
        snapshot.dataset,
        snapshot.ranking,
        snapshot.point,
        snapshot.score,
    )
    if dataset is None or ranking is None or point is None or score is None:
        message = "there is nothing to evaluate"
        raise ValueError(message)
    table, eer, counts = ranking.table, ranking.equal_error_rate, point.counts
    return {
        "file": dataset.name,
        "n": table.n,
        "n_positive": table.n_positive,
        "n_negative": table.n_negative,
        "n_missing": table.n_missing,
        "threshold": finite(point.threshold),
        "threshold_infinite": infinity(point.threshold),
        "counts": {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn},
        "metrics": {
            metric.id: state(metric, value, snapshot)
            for metric, value in zip(METRICS, point.values, strict=True)
        },
        "areas": {
            "roc_auc": finite(ranking.areas.roc_auc),
            "average_precision": finite(ranking.areas.average_precision),
            "pr_auc_davis_goadrich": finite(ranking.areas.pr_auc_davis_goadrich),
            "pr_auc_trapezoid": finite(ranking.areas.pr_auc_trapezoid),
        },
        "eer": {
            "value": finite(eer.value),
            "threshold": finite(eer.threshold),
            "low": finite(eer.low),
            "high": finite(eer.high),
        },
        "score": score.name,
        "higher_is_positive": score.higher_is_positive,
        "positive": dataset.positive_class,
        "negative": dataset.negative_class,
        "rows_in_file": dataset.n_rows_in_file,
        "excluded": {item.code: item.count for item in dataset.exclusions},
        "findings": [
            {"code": item.code, "text": item.text, "count": item.count, "level": item.level.value}
            for item in dataset.findings
        ],
    }


def curve_points(snapshot: Snapshot, curve_id: str) -> dict[str, Any]:
    """Return every vertex of a curve as lists of JSON types.

    Parameters
    ----------
    snapshot
        With a data set and a score.
    curve_id
        The id of one of `evalgui.core.curves.CURVES`.

    Returns
    -------
    dict
        ``id``, ``threshold``, ``x`` and one list a line, under its name; None stands for an
        infinite threshold or an undefined value.

    Raises
    ------
    KeyError
        If there is no such curve.
    ValueError
        If the snapshot has no scores.
    """
    if snapshot.ranking is None:
        message = "there are no scores to draw"
        raise ValueError(message)
    curve = curve_by_id(curve_id)
    found = vertices(curve, snapshot.ranking.table)
    lists = {"threshold": found.thresholds, "x": found.x}
    lists |= {series.name: y for series, y in zip(curve.series, found.ys, strict=True)}
    points = {
        name: [finite(number) for number in values.tolist()] for name, values in lists.items()
    }
    return {"id": curve.id} | points


def state(metric: Metric, value: float, snapshot: Snapshot) -> dict[str, Any]:
    """Return a measure as one of three states: a value, an infinity, or undefined and why."""
    counts = snapshot.point.counts if snapshot.point is not None else None
    reason = metric.undefined_reason(counts) if counts is not None and math.isnan(value) else None
    return {"value": finite(value), "infinite": infinity(value), "undefined": reason}


def finite(value: float) -> float | None:
    """Return a finite number, None for any other."""
    return value if math.isfinite(value) else None


def infinity(value: float) -> str | None:
    """Return "+inf" or "-inf", None for any other number."""
    if not math.isinf(value):
        return None
    return "+inf" if value > 0 else "-inf"
