"""Tables with a row for each threshold, or for each rule that chooses one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.curves import in_vocabulary, vertices
from evalgui.core.histogram import finite_range
from evalgui.core.rules import RULES, choose
from evalgui.core.thresholds import on_axis, written
from evalgui.io.writers.measures import names_in
from evalgui.io.writers.rules import KEY_RATES, rule_numbers
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_arrays, of_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from evalgui.core.curves import Curve
    from evalgui.core.dataset import Score
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.rule import Value
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable

COUNTS = ("tp", "fp", "fn", "tn")


def no_score(contents: Contents) -> str:
    """Return why there are no thresholds; "" where there are."""
    if contents.snapshot.ranking is not None:
        return ""
    if not contents.snapshot.is_one_versus_rest:
        return "all classes are taken together: choose one to be assessed against the rest"
    return "the data have no score"


def no_finite_score(contents: Contents) -> str:
    """Return why there are no bins of scores; "" where there are."""
    reason = no_score(contents)
    if reason:
        return reason
    low, high = finite_range(ranking_of(contents).table)
    return "" if low <= high else "no score is finite"


def counts_in(contents: Contents) -> dict[str, str]:
    """Return what the four counts are called, by their ids."""
    tp, fn, fp, tn = contents.words.outcomes
    return {"tp": tp.short, "fp": fp.short, "fn": fn.short, "tn": tn.short}


def points_of(curve: Curve) -> Callable[[Contents], OutTable]:
    """Return what makes the table of the vertices of a curve, the strictest first."""
    return partial(_points, curve)


def _points(curve: Curve, contents: Contents) -> OutTable:
    ranking = ranking_of(contents)
    found = vertices(curve, ranking.table)
    shown = in_vocabulary(curve, contents.words.vocabulary)
    kind, places = places_of(on_axis(found.thresholds, ranking.score), ranking.score)
    columns, values = [OutColumn("threshold", "Threshold", kind)], [places]
    if curve.x_axis.metric is not None:
        columns.append(OutColumn("x", shown.x_axis.title, _kind_of(curve.x_axis.metric.range)))
        values.append(found.x)
    is_alone = len(curve.series) == 1 and not curve.is_against_threshold
    for line, named, y in zip(curve.series, shown.series, found.ys, strict=True):
        own = line.metric.id if line.name == line.metric.name else line.name
        name = "y" if is_alone else own
        title = shown.y_axis.title if is_alone else named.name
        columns.append(OutColumn(name, title, _kind_of(line.metric.range)))
        values.append(y)
    title = f"{shown.title} of {ranking.score.name}"
    return of_arrays(f"curve-{curve.id}", title, columns, values, len(found.thresholds))


def no_class_scores(contents: Contents) -> str:
    """Return why there is no curve of each class; "" where there are."""
    if contents.snapshot.class_scores is None:
        return "there is no score for each of three classes or more"
    return ""


def points_of_classes(curve: Curve) -> Callable[[Contents], OutTable]:
    """Return what makes the table of the corners of the curve of each class against the rest."""
    return partial(_points_of_classes, curve)


def _points_of_classes(curve: Curve, contents: Contents) -> OutTable:
    scores = contents.snapshot.class_scores
    if scores is None:
        message = "there is no score for each class"
        raise ValueError(message)
    drawn = [
        (name, vertices(curve, outline))
        for name, outline in zip(scores.classes, scores.outlines, strict=True)
        if outline is not None
    ]
    names = [name for name, found in drawn for _vertex in found.thresholds]
    nothing = np.zeros(0)
    thresholds = np.concatenate([nothing, *(found.thresholds for _name, found in drawn)])
    x = np.concatenate([nothing, *(found.x for _name, found in drawn)])
    y = np.concatenate([nothing, *(found.ys[0] for _name, found in drawn)])
    shown = in_vocabulary(curve, contents.words.vocabulary)
    (line,) = curve.series
    x_kind = CellKind.SHARE if curve.x_axis.metric is None else _kind_of(curve.x_axis.metric.range)
    columns = [
        OutColumn("class", "Class", CellKind.TEXT),
        OutColumn("threshold", "Threshold", CellKind.THRESHOLD),
        OutColumn("x", shown.x_axis.title, x_kind),
        OutColumn("y", shown.y_axis.title, _kind_of(line.metric.range)),
    ]
    title = f"{shown.title} of each class against the rest"
    return of_arrays(
        f"classes-{curve.id}", title, columns, [names, thresholds, x, y], len(thresholds)
    )


def rules(contents: Contents) -> OutTable:
    """Return what each rule chooses, with what was set in it."""
    ranking, words = ranking_of(contents), contents.words
    names = names_in(words.vocabulary)
    prevalence = contents.snapshot.inputs.intervals.prevalence
    steps, score, told = ranking.table.steps, ranking.score, []
    for rule in filter(ranking.is_offered, RULES):
        given = rule.at_prevalence(contents.given.get(rule.id, {}), prevalence)
        told.append(rule_numbers(choose(rule, steps, score, given), score))
    # Beyond an infinity, or beyond 2^53, a threshold is text.
    ends = [one[name] for one in told for name in ("threshold", "low", "high")]
    exact = any(isinstance(end, int) or str(end)[:2] in {"> ", "< "} for end in ends)
    kind = CellKind.EXACT_THRESHOLD if exact else CellKind.THRESHOLD
    columns = [
        OutColumn("id", "Id", CellKind.TEXT),
        OutColumn("name", "Rule", CellKind.TEXT),
        OutColumn("parameters", "Set in it", CellKind.TEXT),
        OutColumn("threshold", "Threshold", kind),
        OutColumn("low", "Same counts from", kind),
        OutColumn("high", "Same counts to", kind),
        OutColumn("value", "What it looks at", CellKind.NUMBER),
        *(OutColumn(name, title, CellKind.COUNT) for name, title in counts_in(contents).items()),
        *(OutColumn(name, names[name], CellKind.NUMBER) for name in KEY_RATES),
        OutColumn("ties", "Thresholds that do as well", CellKind.COUNT),
        OutColumn("degenerate", "Calls all or nothing", CellKind.TEXT),
        OutColumn("undefined", "Why there is no threshold", CellKind.REASON),
    ]
    title = f"What rules choose on {ranking.score.name}"
    return of_rows("rules", title, columns, [[*_rule_row(one, kind, contents)] for one in told])


def _set_in_rule(parameters: Iterable[tuple[str, Value]]) -> list[str]:
    """Return what is set in a rule, by the ids of its parameters; a prevalence in any case."""
    return [
        f"{name} {'of the data' if value is None else value}"
        for name, value in parameters
        if value is not None or name == "prevalence"
    ]


def _rule_row(one: dict[str, Any], kind: CellKind, contents: Contents) -> Iterator[Any]:
    words = contents.words
    yield from (one["id"], words.rule_name(one["id"], one["name"]))
    yield ", ".join(_set_in_rule(one["parameters"].items()))
    for name in ("threshold", "low", "high"):
        end = one[name]
        if kind is CellKind.EXACT_THRESHOLD:
            yield None if end is None else str(end).removesuffix(".0").removeprefix("+")
        else:
            yield as_float(end)
    yield as_float(one["value"])
    yield from ((one["counts"] or {}).get(name) for name in COUNTS)
    yield from (as_float((one["rates"] or {}).get(name)) for name in KEY_RATES)
    yield len(one["ties"])
    yield "yes" if one["degenerate"] else "no"
    yield words.said(one["undefined"] or "") or None


def as_float(value: float | str | None) -> float | None:
    """Return a number that JSON may tell as "+inf" or "-inf"; None stays."""
    return None if value is None else float(value)


def ranking_of(contents: Contents) -> Ranking:
    """Return the scores that are ranked; there is no table of thresholds without."""
    if contents.snapshot.ranking is None:
        message = "there are no scores"
        raise ValueError(message)
    return contents.snapshot.ranking


def places_of(places: NDArray[np.float64], score: Score) -> tuple[CellKind, Any]:
    """Return the kind of a column of thresholds, and its cells in the units of the file."""
    if not score.base:
        return CellKind.THRESHOLD, places
    return CellKind.EXACT_THRESHOLD, _Written(places, score)


class _Written:
    """Thresholds as text, made when a block of them is asked for."""

    def __init__(self, places: NDArray[np.float64], score: Score) -> None:
        self._places, self._score = places, score

    def __getitem__(self, part: slice) -> list[str]:
        return [written(one, self._score) for one in self._places[part].tolist()]


def _kind_of(bounds: object) -> CellKind:
    from evalgui.core.metrics.any_metric import UNIT

    return CellKind.SHARE if bounds == UNIT else CellKind.NUMBER
