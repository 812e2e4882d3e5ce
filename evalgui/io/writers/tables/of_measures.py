"""Tables with a row for each measure: at the threshold, of each class, and of differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.grey_zone import grey_ends
from evalgui.core.intervals.settings import AT_PREVALENCE
from evalgui.core.metrics import METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.io.writers.compared import compared
from evalgui.io.writers.grey_zones import grey_numbers
from evalgui.io.writers.measures import names_in
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.vocabulary import Words
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable

Row = tuple[Any, ...]

_MEASURE = (
    OutColumn("id", "Id", CellKind.TEXT),
    OutColumn("name", "Measure", CellKind.TEXT),
    OutColumn("value", "Value", CellKind.NUMBER),
    OutColumn("x", "x", CellKind.COUNT),
    OutColumn("n", "n", CellKind.COUNT),
    OutColumn("undefined", "Why there is no value", CellKind.REASON),
    OutColumn("low", "Lower limit", CellKind.NUMBER),
    OutColumn("high", "Upper limit", CellKind.NUMBER),
    OutColumn("level", "Level", CellKind.SHARE),
    OutColumn("method", "Method", CellKind.TEXT),
    OutColumn("interval_undefined", "Why there is no interval", CellKind.REASON),
)
_EMPTY = (None,) * 5  # where no interval is wanted


def nothing_called(contents: Contents) -> str:
    """Return why there is nothing to measure; "" where there is."""
    if contents.snapshot.matrix is not None:
        return ""
    return "nothing says what the rows are called"


def no_pairs(contents: Contents) -> str:
    """Return why there is nothing to compare; "" where there is."""
    if contents.pairs is not None:
        return ""
    return "there is no other score: turn on View > Curves to Compare"


def measures(contents: Contents) -> OutTable:
    """Return the counts and all measures at the threshold, each with its interval.

    A proportion has the counts x and n. A grey zone follows the measures. With all of three
    classes or more together they are the measures of K classes.
    """
    numbers, words = contents.numbers, contents.words
    rows = [*_counts(numbers, words), *_measures(numbers, words), *_summaries(numbers, words)]
    rows += _grey(contents)
    of_what = numbers["positive"] or "all classes"
    return of_rows("measures", f"Measures of {contents.about.file}, {of_what}", _MEASURE, rows)


def _counts(numbers: dict[str, Any], words: Words) -> Iterator[Row]:
    tp, fn, fp, tn = (one.many for one in words.outcomes)
    names = {
        "n": "rows that are counted",
        "n_positive": words.positives,
        "n_negative": words.negatives,
        "n_missing": "rows without a score or a call",
    } | {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    for name, count in {**numbers, **(numbers["counts"] or {})}.items():
        if name in names and count is not None:
            yield (name, _capital(names[name]), float(count), None, None, None, *_EMPTY)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _measures(numbers: dict[str, Any], words: Words) -> Iterator[Row]:
    names = names_in(words.vocabulary)
    for metric_id, state in numbers["metrics"].items():
        yield _row(metric_id, names[metric_id], state, numbers["intervals"].get(metric_id), words)
    given = numbers["at_prevalence"]
    for metric_id in () if given is None else AT_PREVALENCE:
        entry = given[metric_id]
        name = words("{name} at the {prevalence} {p}", name=names[metric_id], p=given["prevalence"])
        reason = words.said(entry["undefined"] or "") if entry["value"] is None else ""
        limits = _limits(entry, words)
        yield (
            f"{metric_id}_at_prevalence",
            name,
            _float(entry["value"]),
            None,
            None,
            reason or None,
            *limits,
        )


def _summaries(numbers: dict[str, Any], words: Words) -> Iterator[Row]:
    """Yield the areas, and the equal error rate with its bracket and its threshold."""
    names = {metric.id: metric.name_in(words.vocabulary) for metric in RANKING_METRICS}
    reasons, intervals = numbers["areas_undefined"] or {}, numbers["area_intervals"]
    for name, area in (numbers["areas"] or {}).items():
        told = names.get(name, _capital(name.replace("_", " ")))
        reason = words.said(reasons.get(name, "")) or None
        yield (name, told, _float(area), None, None, reason, *_limits(intervals.get(name), words))
    eer = numbers["eer"]
    if eer is None:
        return
    for part, of_what in (("value", ""), ("low", ", lower end"), ("high", ", upper end")):
        why = words.said(reasons.get("eer", "")) if eer[part] is None else None
        limits = _limits(intervals.get("eer") if part == "value" else None, words)
        name = names.get("eer", "EER") + of_what
        yield (f"eer_{part}", name, eer[part], None, None, why, *limits)
    place = eer["threshold_infinite"] or eer["threshold"]
    if not isinstance(place, int):  # else no double tells it from others
        why = words.said(reasons.get("eer", "")) if place is None else None
        name = names.get("eer", "EER") + ", nearest threshold"
        yield ("eer_threshold", name, _float(place), None, None, why, *_EMPTY)


def _grey(contents: Contents) -> Iterator[Row]:
    """Yield what the grey zone does that was pulled out; nothing without one."""
    ends = grey_ends(contents.snapshot)
    if ends is None:
        return
    found, words = grey_numbers(contents.snapshot, *ends), contents.words
    for side in ("low", "high"):
        if not isinstance(found[side], int):  # else no double tells it from others
            name = f"Grey zone, {side} end"
            yield (f"grey_{side}", name, _float(found[side]), None, None, None, *_EMPTY)
    n_all = sum(zone["n"] for zone in found["zones"].values())
    for name, zone in found["zones"].items():
        share = (zone["share"], zone["n"], n_all, None)
        yield (f"{name}_zone", f"Share of the {name} zone", *share, *_EMPTY)
        for of_class, told in (("positives", words.positives), ("negatives", words.negatives)):
            count = (float(zone[of_class]), None, None, None)
            yield (
                f"{name}_zone_{of_class}",
                f"{_capital(told)} in the {name} zone",
                *count,
                *_EMPTY,
            )
        ratio = zone["likelihood_ratio"]
        state = ratio | {"numerator": None, "denominator": None}
        entry = {**ratio, "method": None, "undefined": None}
        yield _row(f"{name}_zone_lr", f"Likelihood ratio of the {name} zone", state, entry, words)
    names = names_in(words.vocabulary)
    for way, told in found["two_way"].items():
        for metric_id, state in told["metrics"].items():
            name = f"{names[metric_id]}, {way.replace('_', ' ')}"
            yield _row(f"{metric_id}_{way}", name, state, None, words)


def _row(
    metric_id: str, name: str, state: dict[str, Any], entry: dict[str, Any] | None, words: Words
) -> Row:
    """Return the row of a measure, as of `evaluation.state`, with its interval."""
    value = _float(state["infinite"] or state["value"])
    reason = words.said(state["undefined"] or "") or None
    counts = state["numerator"], state["denominator"]
    return (metric_id, name, value, *counts, reason, *_limits(entry, words))


def _limits(entry: dict[str, Any] | None, words: Words) -> Row:
    if entry is None:
        return _EMPTY
    reason = words.said(entry["undefined"] or "") or None
    limits = _float(entry["low"]), _float(entry["high"])
    return (*limits, entry["level"], entry["method"], reason)


def _float(value: float | str | None) -> float | None:
    return None if value is None else float(value)


# ----------------------------------------------------------------------------- each class

_CLASS = (OutColumn("class", "Class", CellKind.TEXT), OutColumn("support", "Rows", CellKind.COUNT))


def classes(contents: Contents) -> OutTable:
    """Return every measure of every class against the rest: a row for each of both."""
    names, words = names_in(contents.words.vocabulary), contents.words
    rows: list[Row] = []
    for name, entry in contents.numbers["per_class"].items():
        start = name, entry["support"]
        counts = {"tp": words.outcomes[0], "fp": words.outcomes[2]}
        counts |= {"fn": words.outcomes[1], "tn": words.outcomes[3]}
        for count, outcome in counts.items():
            told = _capital(outcome.many), float(entry["counts"][count])
            rows.append((*start, count, *told, None, None, None, *_EMPTY))
        for metric in METRICS:
            interval = entry["intervals"].get(metric.id)
            state = entry["metrics"][metric.id]
            rows.append((*start, *_row(metric.id, names[metric.id], state, interval, words)))
        if "roc_auc" in entry:
            reason = words.said(entry["roc_auc_undefined"] or "") or None
            area = "ROC AUC", entry["roc_auc"], None, None, reason
            rows.append((*start, "roc_auc", *area, *_EMPTY))
    title = f"Measures of each class of {contents.about.file}"
    return of_rows("classes", title, (*_CLASS, *_MEASURE), rows)


# ---------------------------------------------------------------------------- comparisons

_PAIR = (
    OutColumn("a", "A", CellKind.TEXT),
    OutColumn("b", "B", CellKind.TEXT),
    OutColumn("id", "Id", CellKind.TEXT),
    OutColumn("name", "Measure", CellKind.TEXT),
    OutColumn("value_a", "Value of A", CellKind.NUMBER),
    OutColumn("value_b", "Value of B", CellKind.NUMBER),
    OutColumn("difference", "A less B", CellKind.NUMBER),
    OutColumn("low", "Lower limit", CellKind.NUMBER),
    OutColumn("high", "Upper limit", CellKind.NUMBER),
    OutColumn("level", "Level", CellKind.SHARE),
    OutColumn("method", "Method", CellKind.TEXT),
    OutColumn("statistic", "Statistic", CellKind.NUMBER),
    OutColumn("p", "p", CellKind.SHARE),
    OutColumn("p_holm", "p by Holm", CellKind.SHARE),
    OutColumn("test", "Test", CellKind.TEXT),
    OutColumn("undefined", "Why it is undefined", CellKind.REASON),
    OutColumn("n", "Rows of both, or of A", CellKind.COUNT),
    OutColumn("n_b", "Rows of B", CellKind.COUNT),
    OutColumn("n_left_out", "Rows left out", CellKind.COUNT),
    OutColumn("assumes", "Assumed", CellKind.TEXT),
)


def comparison(contents: Contents) -> OutTable:
    """Return how scores differ: a row for the areas, for each rate, and for McNemar's test."""
    pairs = () if contents.pairs is None else contents.pairs()
    rows = [row for pair in compared(pairs) for row in _pair_rows(pair, contents.words)]
    return of_rows("comparison", "Scores against each other", _PAIR, rows)


def _pair_rows(pair: dict[str, Any], words: Words) -> Iterator[Row]:
    names = names_in(words.vocabulary)
    n, n_b = (pair["n"], pair["n"]) if pair["paired"] else pair["n"]
    rest = (n, n_b, pair["n_left_out"], words.said(pair["assumes"]))
    area = pair["auc"] | {"statistic": pair["auc"]["z"], "test": pair["auc"]["method"]}
    found = {"roc_auc": ("ROC AUC", area)}
    found |= {name: (names[name], one) for name, one in pair["at"].items()}
    for metric_id, (name, one) in found.items():
        values = tuple(one[part] for part in ("a", "b", "difference"))
        limits = (_float(one["low"]), _float(one["high"]), one["level"], one["method"])
        test = (one["statistic"], one["p"], one["p_holm"], one["test"])
        reason = words.said(one["undefined"] or "") or None
        start = (pair["a"], pair["b"], metric_id, name)
        yield (*start, *values, *limits, *test, reason, *rest)
    test = pair["mcnemar"]
    if test is not None:
        start = (pair["a"], pair["b"], "mcnemar", "Rows that one of both alone calls rightly")
        values = (float(test["only_a_right"]), float(test["only_b_right"]), None)
        told = (test["statistic"], test["p"], test["p_holm"], test["method"])
        yield (*start, *values, None, None, None, None, *told, test["undefined"], *rest)
