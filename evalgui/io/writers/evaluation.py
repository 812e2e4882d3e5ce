"""An evaluation as plain data: what the command line prints and what exports are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.curves import curve_by_id
from evalgui.core.intervals.kept_subjects import kept_worths
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.io.writers.further import Results
from evalgui.io.writers.grey_zones import grey_of
from evalgui.io.writers.rules import limit_entry
from evalgui.render import json
from evalgui.results.topic import Beside
from evalgui.results.topics.curves import points
from evalgui.results.topics.origin import OF_THE_CALLS
from evalgui.results.topics.rules import limits_in_force

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.result import Result, Table


def evaluation(snapshot: Snapshot, results: Mapping[str, Result] | None = None) -> dict[str, Any]:
    """Return all numbers of a snapshot as JSON types, at full precision.

    Parameters
    ----------
    snapshot
        With a data set that has scores, called classes, or is a confusion matrix.
    results
        What topics say of it, by their ids; None where nobody has made them yet.

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
        ``per_class`` by the name of the class: ``support``, ``counts``, ``metrics`` and
        ``intervals`` by id, and, where every class has a score of its own, ``roc_auc`` with
        ``roc_auc_undefined``, why it is None; ``matrix`` with rows of true classes; and what
        the numbers rest on: ``score``, ``higher_is_positive``, ``positive``, ``negative``,
        ``rows_in_file``, ``n_rows`` (those that are not excluded: of a count table fewer than
        ``n``, of a confusion matrix none), ``subset``, ``excluded``,
        ``set_aside_by_hand`` (see `evalgui.results.topics.origin.rows_by_hand`) and ``findings``;
        and how sure the measures are: ``intervals`` by the ids of the measures,
        ``limits``, the one-sided ones that the rule of the threshold asks for, as they are here
        (see `evalgui.io.writers.rules.limit_entry`), only where it asks for any;
        ``effective_n``, only where subjects were drawn: as how many independent rows those of
        each proportion count; ``area_intervals`` by those of the summaries of a ranking,
        ``area_brackets``, only of scores in bins, what these leave open of the summaries,
        ``sampling``, and ``at_prevalence``: None, or the ``prevalence`` with the measures of
        `AT_PREVALENCE` there, each a ``value`` beside the keys of its interval (see
        `evalgui.render.json.interval_entry`);
        ``grey`` only where a grey zone was pulled out (see
        `evalgui.io.writers.grey_zones.grey_numbers`).
        With all of three classes or more together ``metrics`` holds the measures of K
        classes, and what belongs to one class against the rest is None; ``settings`` says
        what was in force for them and ``averages`` which classes are in each (see
        `_averages`), both None for one class against the rest; ``class_order`` lists the
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
    dataset, matrix = snapshot.dataset, snapshot.matrix
    if dataset is None or matrix is None:
        message = "there is nothing to evaluate"
        raise ValueError(message)
    results = results_of(snapshot) if results is None else results
    told, rests_on = results["measures"], json.facts(results["origin"])
    known, over_all = json.keyed(told.table("metrics")), _over_all(results.get("ranking"))
    counted = json.facet(told.tables[0], "number")
    numbers: dict[str, Any] = {"file": dataset.name, "n": counted["n"]}
    of_one_class = ("n_positive", "n_negative", "counts", *_OVER_ALL)
    if snapshot.point is None:
        numbers |= dict.fromkeys(of_one_class)
    else:
        numbers |= {key: counted[key] for key in of_one_class[:2]}
        numbers["counts"] = {key: counted[key] for key in ("tp", "fp", "fn", "tn")}
    numbers["metrics"] = known["metrics"]
    if snapshot.point is not None:
        numbers |= {key: over_all[key] for key in _OVER_ALL}
    return numbers | {
        "averages": _averages(snapshot),
        **{key: rests_on[key] for key in OF_THE_CALLS},
        **_limits_of_rule(snapshot),
        **_effective(snapshot.point),
        "intervals": known["intervals"],
        "area_intervals": over_all["area_intervals"],
        **({"area_brackets": found} if (found := over_all["area_brackets"]) else {}),
        "at_prevalence": _at_prevalence(snapshot, told.table("at_prevalence")),
        **grey_of(snapshot),
        "classes": list(matrix.classes),
        **{one.id: json.counts(one) for one in results["matrix"].matrices},
        "per_class": json.objects(results["classes"].tables[0]),
        "findings": json.listed(results["notes"].tables[0]),
    }


def results_of(snapshot: Snapshot) -> Mapping[str, Result]:
    """Return what topics say of a snapshot alone, with what is odd about the class it shows."""
    from evalgui.io.building.shown_findings import shown_findings  # and Arrow

    return Results(snapshot, Beside(findings=shown_findings(snapshot)))


def _effective(point: OperatingPoint | None) -> dict[str, Any]:
    kept = {} if point is None else kept_worths(subjects_at(point.all_intervals))
    return {"effective_n": kept} if kept else {}


def _limits_of_rule(snapshot: Snapshot) -> dict[str, Any]:
    point = snapshot.point
    if point is None:
        return {}
    found = limits_in_force(snapshot.provenance, point.counts, point.all_intervals)
    return {"limits": list(map(limit_entry, found))} if found else {}


_OVER_ALL = ("areas", "areas_undefined", "eer")
_EER = {
    "value": ("value", "finite"),
    "threshold": ("threshold", "finite"),
    "threshold_infinite": ("threshold", "infinity"),
    "low": ("low", "finite"),
    "high": ("high", "finite"),
}
_DRAWN = {
    "low": ("value", "low"),
    "high": ("value", "high"),
    "level": ("value", "level"),
    "method": ("value", "method"),
    "n": ("value", "interval_n"),
    "undefined": ("value", "no_interval"),
}


def _over_all(told: Result | None) -> dict[str, Any]:
    """Return what the scores say over all thresholds; None, and no interval, without any."""
    areas, eer = (None if told is None else told.table(one) for one in ("areas", "eer"))
    if areas is None or eer is None:
        return {**dict.fromkeys(_OVER_ALL), "area_intervals": {}, "area_brackets": {}}
    (row,), found, of_eer = eer.rows, json.keyed(areas), json.keyed(eer)
    intervals = found["area_intervals"] | of_eer["area_intervals"]
    brackets = found.get("area_brackets", {}) | of_eer.get("area_brackets", {})
    return {
        "areas": found["areas"],
        "areas_undefined": found["areas_undefined"] | json.facet(eer, "reason"),
        "eer": json.placed(eer, row, _EER),
        "area_intervals": {
            one.id: intervals[one.id] for one in RANKING_METRICS if one.id in intervals
        },
        "area_brackets": brackets,
    }


def of_replicates(told: Result) -> dict[str, Any]:
    """Return the intervals of rows that were drawn again as JSON types.

    Parameters
    ----------
    told
        Of the topic of the ranking, with replicates.

    Returns
    -------
    dict
        ``bootstrap``, by the id of each area (where there is a score) and of each of the
        measures: ``percentile`` and ``bca``, each with ``low`` and ``high`` (a number, "+inf",
        "-inf" or None), ``level``, ``method``, ``n`` (a number, or those of positives and
        negatives) and ``undefined``, why there are no limits, or None; and ``bootstrap_run``,
        what was drawn (see `evalgui.results.topics.ranking.ranking`).
    """
    table, (run,) = told.tables[-1], told.all_facts("bootstrap")
    found: dict[str, Any] = {}
    for row in reversed(table.rows):
        of, _dot, kind = row.id.partition(".")
        found = {of: found.pop(of, {}) | {kind: json.placed(table, row, _DRAWN)}} | found
    return {"bootstrap": found, "bootstrap_run": json.plain(dict(run.values))}


def bands_of(told: Result) -> list[dict[str, Any]]:
    """Return the bands of curves as JSON types: see `evalgui.results.topics.curves.curves`."""
    found = (dict(fact.values) for fact in told.all_facts("band"))
    return [json.plain(values, finite=json.number) for values in found]


def _at_prevalence(snapshot: Snapshot, table: Table | None) -> dict[str, Any] | None:
    """Return the predictive values at a prevalence that was typed; None without one."""
    if table is None:
        return None
    prevalence = snapshot.inputs.intervals.prevalence
    return {"prevalence": prevalence, **json.facet(table, "with_interval")}


def _averages(snapshot: Snapshot) -> dict[str, Any] | None:
    """Return which classes are in each average over classes; None for one against the rest.

    Returns
    -------
    dict or None
        By the id of the measure: ``n_classes``, how many classes are in it; ``left_out``, the
        names of those that were to be in it and have no value; ``as_zero``, the names of those
        in it that have no value and count as 0.
    """
    overall = snapshot.overall
    if snapshot.point is not None or overall is None:
        return None
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
    told = json.lists(points(curve, snapshot.ranking))
    names = ("threshold", "threshold_infinite")
    first = {name: told[name] for name in names}
    if curve.is_against_threshold:
        first |= {name.replace("threshold", "x"): told[name] for name in names}
    return {"id": curve.id} | first | told
