"""An evaluation in a line, and as a small table for notebooks."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from evalgui.core.digits import rounded
from evalgui.core.digits import score as short
from evalgui.core.texts import Style
from evalgui.core.thresholds import in_units, limit
from evalgui.core.vocabulary import words_in
from evalgui.render.html import LEFT, matrix_parts
from evalgui.render.text import level_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from evalgui.core.measured import Measured
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.interface.arguments import Answer
    from evalgui.results.result import Row

    Cells = Sequence[tuple[Row, Mapping[str, Measured]]]

_SHOWN = ("TPR", "TNR", "PPV", "NPV", "ACC", "F1", "MCC")


def in_words(answer: Answer) -> str:
    """Return what it is of, where its threshold lies, and the counts."""
    snapshot = answer.assessed.snapshot
    start = f"Evaluation of {answer.assessed.loaded.table.name}: "
    if snapshot.point is None:
        n_classes = 0 if snapshot.matrix is None else len(snapshot.matrix.classes)
        return f"{start}{n_classes} classes, {answer.numbers()['n']} rows"
    counts = snapshot.point.counts
    outcomes = f"TP {counts.tp}, FP {counts.fp}, FN {counts.fn}, TN {counts.tn}"
    return f"{start}positive ({snapshot.positive_name}) {_decision(snapshot)}; {outcomes}"


def _decision(snapshot: Snapshot) -> str:
    """Return when a row is called positive, and what said so."""
    ranking, point, provenance = snapshot.ranking, snapshot.point, snapshot.provenance
    if ranking is None or point is None:
        return "as predicted"
    score = ranking.score
    sign = ">=" if score.higher_is_positive else "<="
    threshold = in_units(limit(point.threshold, score), score)
    place = str(threshold) if isinstance(threshold, int) else short(threshold)
    rule = None if provenance is None else provenance.rule
    by = "" if rule in {None, "typed"} else f", by {rule}"
    return f"when {score.name} {sign} {place}{by}"


def in_html(answer: Answer, cells: Cells) -> str:
    """Return the matrix and some measures as HTML; text of the data is escaped."""
    snapshot, words = answer.assessed.snapshot, words_in(answer.vocabulary)
    parts = [f"<p>{escape(in_words(answer))}</p>"]
    for matrix in answer.results()["matrix"].matrices:
        parts += matrix_parts(matrix, Style(words))
    is_brief = snapshot.point is not None
    parts += _measures(cells, words, snapshot.inputs.intervals.level, is_brief=is_brief)
    return f"<div>{''.join(parts)}</div>"


def _measures(cells: Cells, words: Words, level: float, *, is_brief: bool) -> Iterator[str]:
    yield f'<table><tr><th style="{LEFT}">measure</th><th>value</th>'
    yield f"<th>{escape(level_text(level))} interval</th></tr>"
    for row, found in cells:
        if is_brief and row.id not in _SHOWN:
            continue
        cell, limits = found["value"], found["value"].interval
        value = _number(cell.value) or escape(words.said(cell.reason))
        interval = ""
        if limits is not None and limits.is_defined:
            interval = f"{_number(limits.lower)} to {_number(limits.upper)}"
        name = f'<th scope="row" style="{LEFT}">{escape(row.title.told(Style(words)))}</th>'
        yield f"<tr>{name}<td>{value}</td><td>{interval}</td></tr>"
    yield "</table>"


def _number(value: float) -> str:
    """Return a number for reading; "" for none."""
    if math.isnan(value):
        return ""
    return rounded(value) if math.isfinite(value) else "infinite"
