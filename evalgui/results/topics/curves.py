"""The curves: every vertex of each, of the score that is assessed and of each class."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.curves import CURVES as KNOWN
from evalgui.core.curves import class_curves, in_words, vertices
from evalgui.core.metrics.any_metric import UNIT
from evalgui.core.texts import Given, Text, as_text
from evalgui.core.thresholds import in_units, on_axis
from evalgui.results.result import (
    PLAIN,
    SHARE,
    TEXT,
    THRESHOLD,
    Column,
    Fact,
    Kind,
    LongTable,
    OnDemand,
    Result,
)
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.curves import Curve
    from evalgui.core.metrics import Metric
    from evalgui.core.multiclass import ClassScores
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style

PLACE = Column(
    "threshold", Text("Threshold"), THRESHOLD, keys={"list": "threshold", "frame": "threshold"}
)
_CLASS = Column("class", Text("Class"), TEXT)


@dataclass(frozen=True, slots=True)
class CurveName:
    """The name of a curve, of an axis or of a line of it, which fields call their own way.

    Parameters
    ----------
    curve
        As declared.
    part
        Returns the name, given the curve as a field calls it.
    """

    curve: Curve
    part: Callable[[Curve], str] = lambda curve: curve.title

    def told(self, style: Style) -> str:
        """Return it as a field calls it."""
        return self.part(in_words(self.curve, style.words))


def curves(
    snapshot: Snapshot, replicates: Replicates | None = None, banded: Collection[str] = ()
) -> Result | None:
    """Return all vertices of the curves.

    Parameters
    ----------
    snapshot
        What is assessed.
    replicates
        What was drawn again of it, with the lines of curves; None for nothing.
    banded
        The ids of the curves whose bands are wanted of that.

    Returns
    -------
    Result or None
        The long tables of `points` for each curve of the score that is assessed, and of
        `points_of_classes` where every class has scores. A fact ``band`` for each band has the id
        of its ``curve`` and that of the measure of its ``line``, ``x``, ``low`` and ``high`` (NaN
        where there is no limit), ``level``, ``method``, and whether it is ``joint``. None without
        scores.
    """
    ranking, classes = snapshot.ranking, snapshot.class_scores
    tables = [] if ranking is None else [points(curve, ranking) for curve in KNOWN]
    if classes is not None:
        tables += [points_of_classes(curve, classes) for curve in class_curves()]
    facts = () if ranking is None else tuple(_bands(snapshot, ranking, replicates, banded))
    return (
        Result("curves", Text("Curves"), (), facts, long_tables=tuple(tables)) if tables else None
    )


def _bands(
    snapshot: Snapshot, ranking: Ranking, replicates: Replicates | None, banded: Collection[str]
) -> Iterator[Fact]:
    from evalgui.core.bands import bands_of  # when it is asked for

    level, steps = snapshot.inputs.intervals.level, ranking.table.steps
    for band in () if replicates is None else bands_of(replicates, steps, level):
        if band.curve not in banded:
            continue
        curve, x = KNOWN.by_id(band.curve), band.x.tolist()
        if curve.is_against_threshold:
            x = [in_units(threshold, ranking.score) for threshold in x]
        values = {
            "curve": band.curve,
            "line": band.line,
            "x": x,
            "low": band.lower,
            "high": band.upper,
            "level": band.level,
            "method": band.method,
            "joint": band.is_joint,
        }
        yield Fact("band", CurveName(curve), as_text(band.method), values)


def points(curve: Curve, ranking: Ranking) -> LongTable:
    """Return every vertex of a curve, the first of which calls nothing positive.

    Parameters
    ----------
    curve
        One of those that are declared, or of a user.
    ranking
        The scores.

    Returns
    -------
    LongTable
        ``curve-`` with the id of the curve: ``threshold``; ``x``, where x is another number; and
        each line, as ``y`` where it is alone. An undefined value is NaN. As lists a line is called
        by its own name, in a data frame by the id of its measure.
    """
    columns, score = [PLACE, *_x_column(curve)], ranking.score
    is_alone = len(curve.series) == 1 and not curve.is_against_threshold
    for place, line in enumerate(curve.series):
        own = line.metric.id if line.name == line.metric.name else line.name
        keys = {"list": line.name, "frame": line.metric.id}
        name = CurveName(curve, _y_title if is_alone else partial(_line_name, place))
        columns.append(Column("y" if is_alone else own, name, _kind_of(line.metric), keys=keys))

    def values() -> Sequence[NDArray[Any]]:
        found = vertices(curve, ranking.table)
        x = () if curve.is_against_threshold else (found.x,)
        return [on_axis(found.thresholds, score), *x, *found.ys]

    title = Text("{curve} of {score}", {"curve": CurveName(curve), "score": Given(score.name)})
    return LongTable(f"curve-{curve.id}", title, tuple(columns), values, score)


def points_of_classes(curve: Curve, scores: ClassScores) -> LongTable:
    """Return every corner of the curve of each class against the rest.

    Returns
    -------
    LongTable
        ``classes-`` with the id of the curve: ``class``, ``threshold``, ``x`` and ``y``. Classes
        without a curve are left out.
    """
    (line,) = curve.series
    y = Column("y", CurveName(curve, _y_title), _kind_of(line.metric))

    def values() -> Sequence[NDArray[Any] | OnDemand]:
        drawn = {
            place: vertices(curve, outline)
            for place, outline in enumerate(scores.outlines)
            if outline is not None
        }
        each = ((one.thresholds, one.x, one.ys[0]) for one in drawn.values())
        numbers = np.concatenate([np.zeros((3, 0)), *map(np.array, each)], axis=1)
        whose = np.repeat(np.array([*drawn], np.intp), [len(one.x) for one in drawn.values()])
        names = tuple(map(Given, scores.classes))
        return [OnDemand(len(whose), whose.__getitem__, names), *numbers]

    title = Text("{curve} of each class against the rest", {"curve": CurveName(curve)})
    return LongTable(f"classes-{curve.id}", title, (_CLASS, PLACE, *_x_column(curve), y), values)


def _x_column(curve: Curve) -> tuple[Column, ...]:
    """Return the column of x; none where x is the threshold."""
    metric = curve.x_axis.metric
    if metric is None:
        return ()
    title, keys = CurveName(curve, lambda one: one.x_axis.title), {"list": "x", "frame": metric.id}
    return (Column("x", title, _kind_of(metric), keys=keys),)


def _y_title(curve: Curve) -> str:
    return curve.y_axis.title


def _line_name(place: int, curve: Curve) -> str:
    return curve.series[place].name


def _kind_of(metric: Metric) -> Kind:
    return SHARE if metric.range == UNIT else PLAIN


CURVES = Topic(
    id="curves",
    name=Text("Curves"),
    explanation=Text("Every vertex of each curve with its threshold, the strictest first."),
    make=lambda snapshot, _beside: curves(snapshot),
    is_of_snapshot=False,
)
