"""Gain and lift: how many of the positives are among the rows with the highest scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.gain import greatest_distance
from evalgui.core.counts import divide
from evalgui.core.measured import Interval, Measured
from evalgui.core.ranking_metrics import ROC_AUC
from evalgui.core.sampling import Sampling
from evalgui.core.texts import Text
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    PLAIN,
    SHARE,
    THRESHOLD,
    Column,
    LongTable,
    Result,
    Row,
    Table,
)
from evalgui.results.topic import Topic
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.measured import Bracket
    from evalgui.core.ranking import Ranking
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

GREATEST = phrase(
    "the greatest over the thresholds of these data lies above what new data have, by an amount"
    " that no interval knows"
)
_ROWS = (
    Row("accuracy_ratio", Text("Accuracy ratio (2 AUC - 1)")),
    Row("ks", Text("Kolmogorov-Smirnov distance of the classes (KS)")),
    Row("lift", Text("Lift at the threshold")),
)
_COLUMNS = (
    Column("threshold", Text("Threshold"), THRESHOLD),
    Column("depth", Text("Share of the rows"), SHARE),
    Column("gain", Text("Share of the {actual_positives}"), SHARE),
    Column("lift", Text("Lift"), PLAIN),
)


def gain(snapshot: Snapshot) -> Result | None:
    """Return gain and lift at every attainable point, and what they come to.

    Parameters
    ----------
    snapshot
        With a score and a threshold.

    Returns
    -------
    Result or None
        The table ``gain``: the accuracy ratio, which is twice the area under the ROC curve less 1,
        with its interval; KS; and the lift at the threshold. The long table ``gain``; between two
        points gain is straight, as over all orders of equal scores. None without both classes.
    """
    ranking = ranking_of_two(snapshot)
    if ranking is None:
        return None
    steps, title = ranking.table.steps, Text("Gain and lift")
    numbers = Table("gain", (VALUE,), _ROWS, lambda row, _one: _cell(snapshot, ranking, row.id))
    table = LongTable("gain", title, _COLUMNS, lambda: _columns(steps), ranking.score)
    return Result("gain", title, (numbers,), long_tables=(table,))


def ranking_of_two(snapshot: Snapshot) -> Ranking | None:
    """Return the ranking of a snapshot; None without rows of both classes that have a score."""
    ranking = snapshot.ranking
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return None
    return ranking


def without_interval(
    snapshot: Snapshot, value: float, reason: str, bracket: Bracket | None = None
) -> Measured:
    """Return a number of which no interval holds, and why, with what bins leave open of it."""
    level = snapshot.inputs.intervals.level
    none = Interval(level, "", math.nan, math.nan, reason=reason)
    return Measured(value, interval=none, bracket=bracket)


def _cell(snapshot: Snapshot, ranking: Ranking, row_id: str) -> Measured:
    point, dataset = snapshot.point, snapshot.dataset
    if row_id == "ks":
        steps = ranking.table.steps
        value, bracket = greatest_distance(steps), steps.left_open(greatest_distance)
        return without_interval(snapshot, value, GREATEST, bracket)
    if row_id == "lift":
        if point is None:
            return Measured(math.nan, phrase("there is no threshold"))
        return point.measured["LIFT"]._replace(interval=point.all_intervals.get("LIFT"))
    sampling = Sampling.COHORT if dataset is None else dataset.sampling
    area = ranking.interval(ROC_AUC.id, snapshot.inputs.intervals, sampling)
    if area is not None and area.is_defined:
        area = area._replace(
            lower=2 * area.lower - 1,
            upper=2 * area.upper - 1,
            method=phrase("{method}, transformed", method=area.method),
            bracket=_of_ratio(area.bracket),
        )
    found = ranking.measured[ROC_AUC.id]
    return Measured(2 * found.value - 1, interval=area, bracket=_of_ratio(found.bracket))


def _of_ratio(of_area: Bracket | None) -> Bracket | None:
    return of_area and of_area._replace(low=2 * of_area.low - 1, high=2 * of_area.high - 1)


def _columns(steps: Steps) -> Sequence[NDArray[np.float64]]:
    found = steps.true_positives
    depth = (found + steps.false_positives) / (steps.n_positive + steps.n_negative)
    share = found / steps.n_positive
    return [steps.thresholds, depth, share, np.asarray(divide(share, depth))]


GAIN = Topic(
    id="gain",
    name=Text("Gain and lift"),
    explanation=Text("The share of the positives among the rows with the highest scores."),
    make=lambda snapshot, _beside: gain(snapshot),
    is_of_snapshot=False,
)
