"""Intervals as plain data, and as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.digits import Written, exact
from evalgui.core.goals import limits_at
from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.intervals.awaited import subjects_at
from evalgui.core.intervals.kept import kept_worths
from evalgui.core.measured import Sided
from evalgui.core.provenance_words import at_threshold
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.rules import RULES
from evalgui.core.sampling import Sampling
from evalgui.io.writers.plain_numbers import brief, number
from evalgui.io.writers.rules import limit_entry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.measured import Interval, Measured
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.provenance import Provenance
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words


def interval_entry(interval: Interval) -> dict[str, Any]:
    """Return an interval as JSON types.

    Returns
    -------
    dict
        ``low`` and ``high``, each a number, ``"+inf"``, ``"-inf"``, or None where there is
        none; ``level``; ``method``, its label, or None; ``n``, the denominator of a
        proportion, else the numbers of positives and negatives; ``undefined``, why there are
        no limits, or None; ``assumes`` in words, and ``sided``.
    """
    return {
        "low": number(interval.lower),
        "high": number(interval.upper),
        "level": interval.level,
        "method": interval.method or None,
        "n": interval.n[0] if len(interval.n) == 1 else list(interval.n),
        "undefined": None if interval.is_defined else interval.reason,
        "assumes": interval.assumes or None,
        "sided": interval.sided.value,
    }


def interval_entries(
    intervals: Mapping[str, Interval], made: Provenance | None = None
) -> dict[str, dict[str, Any]]:
    """Return intervals as `interval_entry` does, by the ids of their measures.

    Those at a threshold, given where it comes from, say where they do not know its choice.
    """
    return {
        metric_id: interval_entry(at_threshold(metric_id, interval, made))
        for metric_id, interval in intervals.items()
    }


def shown_intervals(snapshot: Snapshot) -> dict[str, Any]:
    """Return what an evaluation says of how sure its measures are.

    Returns
    -------
    dict
        ``limits``, the one-sided ones that the rule of the threshold asks for, as they are here
        (see `evalgui.io.writers.rules.limit_entry`), only where it asks for any;
        ``effective_n``, only where subjects were drawn: as how many independent rows those of
        each proportion count;
        ``intervals`` by the ids of the measures, ``area_intervals`` by those of the summaries of
        a ranking, ``sampling``, and ``at_prevalence``: None, or the ``prevalence`` with the
        measures of `AT_PREVALENCE` there, each a ``value`` beside the keys of its interval.
    """
    dataset, point, overall = snapshot.dataset, snapshot.point, snapshot.overall
    shown: Mapping[str, Interval] = {}
    if point is not None:
        shown = point.all_intervals
    elif overall is not None:
        shown = overall.intervals
    sampling = Sampling.COHORT if dataset is None else dataset.sampling
    return {
        **_limits_of_rule(snapshot),
        **_effective(point),
        "sampling": sampling.value,
        "intervals": interval_entries(shown, snapshot.provenance),
        "area_intervals": interval_entries(_of_summaries(snapshot, sampling)),
        "at_prevalence": _at_prevalence(snapshot, sampling),
    }


def _effective(point: OperatingPoint | None) -> dict[str, Any]:
    kept = {} if point is None else kept_worths(subjects_at(point.all_intervals))
    return {"effective_n": kept} if kept else {}


def _limits_of_rule(snapshot: Snapshot) -> dict[str, Any]:
    made, point = snapshot.provenance, snapshot.point
    rule = None if made is None else RULES.ids.get(made.rule or "")
    if made is None or rule is None or point is None:
        return {}
    values = rule.values(dict(made.parameters))
    found = limits_at(rule, values, point.counts, point.all_intervals)
    return {"limits": [limit_entry(one) for one in found]} if found else {}


def _of_summaries(snapshot: Snapshot, sampling: Sampling) -> dict[str, Interval]:
    """Return the interval of every summary of the ranking that has a method for it."""
    if snapshot.ranking is None:
        return {}
    settings = snapshot.inputs.intervals
    made = {
        metric.id: snapshot.ranking.interval(metric.id, settings, sampling)
        for metric in RANKING_METRICS
    }
    return {name: interval for name, interval in made.items() if interval is not None}


def _at_prevalence(snapshot: Snapshot, sampling: Sampling) -> dict[str, Any] | None:
    settings, point = snapshot.inputs.intervals, snapshot.point
    if settings.prevalence is None or point is None:
        return None
    subjects = subjects_at(point.all_intervals)
    known = settings.prevalence, settings.level, sampling, subjects, snapshot.inputs.parameters
    found = measures_at_prevalence(point.counts, *known)
    made = snapshot.provenance
    values = {one: _valued(one, measured, made) for one, measured in found.items()}
    return {"prevalence": settings.prevalence, **values}


def _valued(metric_id: str, measured: Measured, made: Provenance | None) -> dict[str, Any]:
    interval: dict[str, Any] = {}
    if measured.interval is not None:
        interval = interval_entry(at_threshold(metric_id, measured.interval, made))
    return {"value": number(measured.value), **interval}


def interval_text(entry: dict[str, Any], words: Words, written: Written = Written.ROUNDED) -> str:
    """Return an `interval_entry` in words for people: limits and method, or why there are none."""
    if entry["undefined"] is not None:
        return f"no interval: {words.said(entry['undefined'])}"
    low, high = (brief(entry[side], written) for side in ("low", "high"))
    if entry["sided"] == Sided.TWO:
        # Where it has no end on a side, more may be held than what lies between the limits.
        is_endless = isinstance(entry["low"], str) or isinstance(entry["high"], str)
        beside = f"; {words.said(entry['assumes'])}" if is_endless and entry["assumes"] else ""
        return f"{low} to {high} ({entry['method']}{beside})"
    told = f"at least {low}" if entry["sided"] == Sided.LOWER else f"at most {high}"
    return f"{told} ({entry['method']}, one-sided {level_text(entry['level'])})"


def level_text(level: float) -> str:
    """Return a level in per cent.

    Examples
    --------
    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{exact(round(100 * level, 10))} %"
