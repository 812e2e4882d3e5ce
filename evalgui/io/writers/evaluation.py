"""An evaluation as plain data: what the command line prints and what exports are made of."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from evalgui.core.curves import curve_by_id, vertices
from evalgui.core.multiclass import per_class
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import EQUAL_ERROR_RATE, RANKING_METRICS
from evalgui.core.thresholds import in_units, limit
from evalgui.io.writers.grey_zones import grey_of
from evalgui.io.writers.intervals import interval_entries, shown_intervals
from evalgui.io.writers.origin import rests_on
from evalgui.io.writers.plain_numbers import finite, infinity, number, state

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.dataset import Score
    from evalgui.core.measured import Interval
    from evalgui.core.overall import Overall
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot


def evaluation(snapshot: Snapshot) -> dict[str, Any]:
    """Return all numbers of a snapshot as JSON types, at full precision.

    Parameters
    ----------
    snapshot
        With a data set that has scores, called classes, or is a confusion matrix.

    Returns
    -------
    dict
        ``file``, ``n`` (rows that are counted), ``n_positive``, ``n_negative``, ``n_missing``
        (rows without a score, or without a called class), ``threshold``, ``rule`` (the id of
        the rule that chose it, ``"typed"`` where the user did, None without a score or where no
        rule finds one), ``provenance`` (of `evalgui.core.provenance`), ``counts``,
        ``metrics`` by id (see `state`), ``areas`` by name (with the Brier score and the log
        loss where every score is in [0, 1]; a number, ``"+inf"``, ``"-inf"`` or None),
        ``areas_undefined`` (why, of each that is None and of the ``eer``), ``eer``;
        ``nothing_called``, whether no row is called positive; ``classes`` and
        ``per_class`` (see `class_entries`); ``matrix`` with rows of true classes; and what
        the numbers rest on: ``score``, ``higher_is_positive``, ``positive``, ``negative``,
        ``rows_in_file``, ``n_rows`` (those that are not excluded: of a count table fewer than
        ``n``, of a confusion matrix none), ``subset``, ``excluded``,
        ``set_aside_by_hand`` (see `evalgui.io.writers.origin.rows_by_hand`) and ``findings``;
        and how sure the measures are (see `evalgui.io.writers.intervals.shown_intervals`);
        ``grey`` only where a grey zone was pulled out (see
        `evalgui.io.writers.grey_zones.grey_numbers`).
        With all of three classes or more together ``metrics`` holds the measures of K
        classes, and what belongs to one class against the rest is None; ``settings`` says
        what was in force for them and ``averages`` which classes are in each (see
        `averages_of`), both None for one class against the rest; ``class_order`` lists the
        classes from the lowest to the highest where they have an order, and ``class_order_by``
        says whether it was ``"chosen"`` or is that of their ``"numbers"``.
        A number that is undefined is None. The threshold is None where it is infinite:
        ``threshold_infinite`` then says which infinity. Where a score is that infinity, too,
        and ``nothing_called`` is true, the threshold is beyond it.

    Raises
    ------
    ValueError
        If there is nothing that was called.
    """
    from evalgui.io.building.shown_findings import shown_findings  # and Arrow

    dataset, matrix = snapshot.dataset, snapshot.matrix
    if dataset is None or matrix is None:
        message = "there is nothing to evaluate"
        raise ValueError(message)
    numbers: dict[str, Any] = {"file": dataset.name}
    numbers |= _one_class(snapshot) if snapshot.point is not None else _all_classes(snapshot)
    return numbers | {
        **rests_on(snapshot),
        **shown_intervals(snapshot),
        **grey_of(snapshot),
        "classes": list(matrix.classes),
        "matrix": matrix.counts.tolist(),
        "per_class": class_entries(snapshot, matrix),
        "findings": [
            {"code": item.code, "text": item.text, "count": item.count, "level": item.level.value}
            for item in shown_findings(snapshot)
        ],
    }


def _one_class(snapshot: Snapshot) -> dict[str, Any]:
    """Return what belongs to one class against the rest."""
    point, ranking = snapshot.point, snapshot.ranking
    if point is None:
        message = "no class is assessed against the rest"
        raise ValueError(message)
    counts = point.counts
    return {
        "n": counts.n,
        "n_positive": counts.actual_positives,
        "n_negative": counts.actual_negatives,
        "counts": {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn},
        "metrics": {metric_id: state(measured) for metric_id, measured in point.measured.items()},
        "areas": None if ranking is None else _areas(ranking),
        "areas_undefined": None if ranking is None else _areas_undefined(ranking),
        "eer": None if ranking is None else _eer(ranking),
        "averages": None,
    }


def _all_classes(snapshot: Snapshot) -> dict[str, Any]:
    """Return what belongs to all classes together."""
    overall = snapshot.overall
    if overall is None:
        message = "there is nothing that was called"
        raise ValueError(message)
    one_class = ("n_positive", "n_negative", "counts", "areas", "areas_undefined", "eer")
    return {
        "n": overall.matrix.n,
        **dict.fromkeys(one_class),
        "metrics": {metric_id: state(measured) for metric_id, measured in overall.measured.items()},
        "averages": averages_of(overall),
    }


def averages_of(overall: Overall) -> dict[str, Any]:
    """Return which classes are in each average over classes.

    Returns
    -------
    dict
        By the id of the measure: ``n_classes``, how many classes are in it; ``left_out``, the
        names of those that were to be in it and have no value; ``as_zero``, the names of those
        in it that have no value and count as 0.
    """
    names = overall.matrix.classes
    taken = {metric_id: overall.taken_in(metric_id) for metric_id in overall.measured}
    return {
        metric_id: {
            "n_classes": len(found.used),
            "left_out": [names[place] for place in found.left_out],
            "as_zero": [names[place] for place in found.as_zero],
        }
        for metric_id, found in taken.items()
        if found is not None
    }


def _areas(ranking: Ranking) -> dict[str, float | str | None]:
    areas = [one.id for one in RANKING_METRICS if one.id != EQUAL_ERROR_RATE.id]  # see `_eer`
    probabilities = [one.id for one in PROBABILITY_METRICS if ranking.are_probabilities]
    return {name: number(ranking.value(name)) for name in (*areas, *probabilities)}


def _areas_undefined(ranking: Ranking) -> dict[str, str]:
    names = (*_areas(ranking), EQUAL_ERROR_RATE.id)
    reasons = {name: ranking.measured[name].reason for name in names}
    return {name: reason for name, reason in reasons.items() if reason}


def _eer(ranking: Ranking) -> dict[str, float | str | None]:
    eer = ranking.equal_error_rate
    place = limit(eer.threshold, ranking.score) if eer.is_defined else math.nan
    return {
        "value": finite(eer.value),
        "threshold": finite(in_units(eer.threshold, ranking.score)),
        "threshold_infinite": infinity(place),
        "low": finite(eer.low),
        "high": finite(eer.high),
    }


def _of_class(snapshot: Snapshot, index: int) -> Mapping[str, Interval]:
    point, overall = snapshot.point, snapshot.overall
    if point is None:
        return {} if overall is None else overall.intervals.of_class(index)
    # The class that is assessed and the rest, in this order.
    return point.intervals_of_other if index else point.all_intervals


def class_entries(snapshot: Snapshot, matrix: ConfusionMatrix) -> dict[str, Any]:
    """Return every two-class measure of every class against the rest.

    Returns
    -------
    dict
        By the name of the class: ``support``, ``counts``, ``metrics`` and ``intervals`` by id,
        and, where every class has a score of its own, ``roc_auc`` with ``roc_auc_undefined``,
        why it is None.
    """
    found = per_class(matrix, snapshot.inputs.parameters)
    overall = snapshot.overall
    scores = None if overall is None or snapshot.point is not None else overall.class_scores
    entries: dict[str, Any] = {}
    for index, name in enumerate(matrix.classes):
        counts = matrix.one_versus_rest(index)
        entries[name] = {
            "support": counts.actual_positives,
            "counts": {"tp": counts.tp, "fp": counts.fp, "fn": counts.fn, "tn": counts.tn},
            "metrics": {
                metric.id: state(found.measured(place, index))
                for place, metric in enumerate(found.metrics)
            },
            "intervals": interval_entries(_of_class(snapshot, index), snapshot.provenance),
        }
        if scores is not None:
            area = scores.auc(index)
            entries[name]["roc_auc"] = finite(area.value)
            entries[name]["roc_auc_undefined"] = area.reason or None
    return entries


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
        ``id``, ``threshold``, ``threshold_infinite`` ("+inf" or "-inf" where ``threshold`` is
        None, and None elsewhere), ``x`` and one list a line, under its name; None stands for
        an undefined value. Where x is the threshold, ``x_infinite`` stands beside it, too.
        The first vertex calls nothing positive.

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
    points = _threshold_lists("threshold", found.thresholds, snapshot.ranking.score)
    if curve.x is None:
        points |= _threshold_lists("x", found.x, snapshot.ranking.score)
    else:
        points["x"] = [finite(number) for number in found.x.tolist()]
    for series, y in zip(curve.series, found.ys, strict=True):
        points[series.name] = [finite(number) for number in y.tolist()]
    return {"id": curve.id} | points


def _threshold_lists(
    name: str, thresholds: NDArray[np.float64], score: Score
) -> dict[str, list[Any]]:
    """Return thresholds in the units of the file, and which of them are infinite."""
    listed = thresholds.tolist()
    return {
        name: [finite(in_units(threshold, score)) for threshold in listed],
        f"{name}_infinite": [infinity(limit(threshold, score)) for threshold in listed],
    }
