"""The counts and all measures at the threshold as a table for other programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from evalgui.core.api import MATRIX_METRICS, METRICS, SCORE_METRICS, Over, Vocabulary, words_in
from evalgui.io.keeping.writing import write_safely
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.grey_zones import grey_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evalgui.core.api import Snapshot, Words

_OF_INTERVAL = ("low", "high", "level", "method", "interval_undefined")
HEADER = ("id", "name", "value", "x", "n", "undefined", *_OF_INTERVAL)
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def names_in(vocabulary: Vocabulary) -> dict[str, str]:
    """Return the names of all measures in a vocabulary, by id."""
    known = (*METRICS, *MATRIX_METRICS, *SCORE_METRICS)
    return {metric.id: metric.name_in(vocabulary) for metric in known}


def measures_table(snapshot: Snapshot, vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING) -> str:
    """Return the measures as CSV: one line each, numbers at full precision with a point.

    Parameters
    ----------
    snapshot
        With a data set and a score.
    vocabulary
        Whose names and reasons to write; the ids are the same in all.

    Returns
    -------
    str
        With the header `HEADER`. An undefined value is an empty cell, its reason in the column
        ``undefined``; an infinite one is ``inf`` or ``-inf``. ``x`` and ``n`` are the counts of
        a proportion; ``low`` and ``high`` are the limits of the interval, or empty, and why in
        the last column. Rows that were set aside by hand have a line, and one for each reason with
        the numbers of the rows; a grey zone follows the measures. With all of three classes or
        more together the settings in
        force stand before the measures, with one line for each class that was chosen for the
        averages, and the classes and the matrix follow, each after an empty line.

    Raises
    ------
    ValueError
        If the snapshot has no operating point.
    """
    numbers, words = evaluation(snapshot), words_in(vocabulary)
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(HEADER)
    lines = _lines(numbers, words, has_threshold=snapshot.ranking is not None)
    for line in (*lines, *grey_lines(snapshot)):
        writer.writerow([*line, *("",) * (len(HEADER) - len(line))])
    if snapshot.overall is not None and snapshot.point is None:
        _write_classes(writer, numbers, words)
    return target.getvalue()


def _lines(numbers: dict[str, Any], words: Words, *, has_threshold: bool) -> Iterator[list[Any]]:
    """Yield the lines of an `evaluation`, the cells behind the last one that says something cut."""
    names = _names_of_counts(words) | names_in(words.vocabulary)
    for name in ("file", "score", "positive", "negative"):
        if numbers[name]:
            yield [name, names.get(name, ""), safe_text(numbers[name])]
    yield ["sampling", "Sampling", numbers["sampling"]]
    if has_threshold and numbers["counts"] is not None:
        place = _text_of(numbers["threshold"], numbers["threshold_infinite"])
        yield ["threshold", "Threshold", place]
        called = "true" if numbers["nothing_called"] else "false"
        yield ["nothing_called", "No row is called positive", called]
        yield from _provenance_lines(numbers["provenance"])
    sizes = ("n", "n_positive", "n_negative", "n_missing")
    counted = {name: numbers[name] for name in sizes if numbers[name] is not None}
    counted |= numbers["counts"] or {}
    yield from ([name, names.get(name, ""), number] for name, number in counted.items())
    yield from _rows_by_hand(numbers["set_aside_by_hand"])
    if numbers["settings"] is not None:
        yield from _setting_lines(numbers["settings"])
    for name in numbers["class_order"] or ():
        by = f"Class, from the lowest to the highest ({numbers['class_order_by']})"
        yield ["class_order", by, safe_text(name)]
    for metric_id, shown in numbers["metrics"].items():
        told = shown | {"undefined": words.said(shown["undefined"] or "")}
        cells = _line(metric_id, names[metric_id], told)
        yield [*cells, *_interval_cells(numbers["intervals"].get(metric_id), words)]
    yield from _prevalence_lines(numbers["at_prevalence"], names, words)
    yield from _summary_lines(numbers, words)


def _provenance_lines(provenance: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield where the threshold comes from, each part that there is in a line of its own."""
    yield ["provenance", "How the threshold came to be", provenance["kind"]]
    if provenance["rule"] is not None:
        yield ["rule", "Rule that chose it", safe_text(provenance["rule"])]
    for name, value in provenance["parameters"].items():
        if value is not None:
            yield [f"rule_{name}", "Set in the rule", safe_text(str(value))]
    if provenance["source"] is not None:
        yield ["rule_source", "Data it was chosen on", safe_text(provenance["source"])]
    if provenance["when"] is not None:
        yield ["rule_when", "When (UTC)", provenance["when"]]


def _prevalence_lines(
    found: dict[str, Any] | None, names: dict[str, str], words: Words
) -> Iterator[list[Any]]:
    """Yield the prevalence that was given, and the predictive values there."""
    if found is None:
        return
    yield ["prevalence", words("{Prevalence} that was given"), found["prevalence"]]
    for metric_id in ("PPV", "NPV"):
        entry = found[metric_id]
        name = words("{name} at this {prevalence}", name=names[metric_id])
        reason = words.said(entry["undefined"] or "") if entry["value"] is None else ""
        cells = [f"{metric_id}_at_prevalence", name, _text_of(entry["value"]), "", "", reason]
        yield [*cells, *_interval_cells(entry, words)]


def _interval_cells(entry: dict[str, Any] | None, words: Words) -> list[Any]:
    """Return the cells of an interval."""
    if entry is None:
        return []
    limits = [_text_of(entry["low"]), _text_of(entry["high"])]
    method = entry["method"] or ""
    return [*limits, entry["level"], method, words.said(entry["undefined"] or "")]


def _rows_by_hand(aside: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """Yield how many rows were set aside by hand, and for each reason which."""
    if aside:
        n = sum(one["count"] for one in aside)
        yield ["set_aside_by_hand", "Rows set aside by hand", n]
    for one in aside:
        rows = " ".join(map(str, one["rows"]))
        yield ["set_aside_rows", safe_text(one["reason"]), rows]


def _summary_lines(numbers: dict[str, Any], words: Words) -> Iterator[list[Any]]:
    """Yield the lines of the areas and of the equal error rate."""
    reasons = numbers["areas_undefined"] or {}
    for name, area in (numbers["areas"] or {}).items():
        cells = [name, "", _text_of(area), "", "", words.said(reasons.get(name, ""))]
        yield [*cells, *_interval_cells(numbers["area_intervals"].get(name), words)]
    eer = dict(numbers["eer"] or {})
    infinite = eer.pop("threshold_infinite", None)
    for name, part in eer.items():
        shown = _text_of(part, infinite if name == "threshold" else None)
        reason = "" if shown else reasons.get("eer", "")
        entry = numbers["area_intervals"].get("eer") if name == "value" else None
        cells = [f"eer_{name}", "", shown, "", "", words.said(reason)]
        yield [*cells, *_interval_cells(entry, words)]


def _text_of(number: float | str | None, infinite: str | None = None) -> str:
    """Return a number of an `evaluation` as a cell: an infinity as ``inf`` or ``-inf``."""
    told = infinite or number
    return "" if told is None else str(told).removeprefix("+")


def _setting_lines(settings: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the lines that say how classes were averaged and which k is that of top-k."""
    yield ["average_over", "Averages over", settings["average_over"]]
    if settings["average_over"] == Over.CHOSEN:
        for name in settings["classes"]:
            yield ["average_class", "Class in the averages", safe_text(name)]
    as_zero = "true" if settings["undefined_as_zero"] else "false"
    yield ["undefined_as_zero", "Undefined counts as 0", as_zero]
    if settings["top_k"] is not None:
        yield ["top_k", "k of top-k accuracy", settings["top_k"]]


def _names_of_counts(words: Words) -> dict[str, str]:
    """Return what classes and counts are called, by the ids of their lines."""
    tp, fn, fp, tn = (_capital(outcome.many) for outcome in words.outcomes)
    return {
        "positive": f"{_capital(words.positive)} class",
        "negative": f"{_capital(words.negative)} class",
        "n_positive": _capital(words.positives),
        "n_negative": _capital(words.negatives),
        "tp": tp,
        "fp": fp,
        "fn": fn,
        "tn": tn,
    }


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _line(metric_id: str, name: str, shown: dict[str, Any]) -> list[Any]:
    """Return the line of one measure."""
    counts = ("" if part is None else part for part in (shown["numerator"], shown["denominator"]))
    return [
        metric_id,
        name,
        _text_of(shown["value"], shown["infinite"]),
        *counts,
        shown["undefined"],
    ]


def _write_classes(writer: Any, numbers: dict[str, Any], words: Words) -> None:  # noqa: ANN401 - csv has no type for it
    """Write a table of every measure of every class, and the matrix with its labels."""
    classes = [safe_text(name) for name in numbers["classes"]]
    writer.writerow([])
    writer.writerow(["class", "support", *(metric.id for metric in METRICS)])
    for name, entry in zip(classes, numbers["per_class"].values(), strict=True):
        cells = [entry["metrics"][metric.id] for metric in METRICS]
        shown = [_text_of(cell["value"], cell["infinite"]) for cell in cells]
        writer.writerow([name, entry["support"], *shown])
    writer.writerow([])
    writer.writerow([" \\ ".join(words.axes), *classes])
    for name, row in zip(classes, numbers["matrix"], strict=True):
        writer.writerow([name, *row])


def write_measures(
    snapshot: Snapshot, path: Path, vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING
) -> None:
    """Write `measures_table` to a file, completely or not at all.

    Raises
    ------
    WritingError
        If the file cannot be written.
    """
    write_safely(path, measures_table(snapshot, vocabulary).encode("utf-8"))


def safe_text(text: str) -> str:
    """Return text from data that no spreadsheet takes for a formula: an apostrophe guards it."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
