"""Tables with a row for each threshold, or for each rule that chooses one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.curves import in_vocabulary, vertices
from evalgui.core.histogram import finite_range
from evalgui.core.thresholds import on_axis, written
from evalgui.io.writers.tables.of_results import of_result
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_arrays
from evalgui.results.topics.rules import offered
from evalgui.results.topics.rules import rules as rules_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.curves import Curve
    from evalgui.core.dataset import Score
    from evalgui.core.ranking import Ranking
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable


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
    choices = offered(contents.snapshot, contents.given)
    return of_result(rules_of(ranking_of(contents).score, choices), contents.words)


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
