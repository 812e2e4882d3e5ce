"""The precision-recall-gain curve: precision and recall beside those of calling everything."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.gain import area_of_gains
from evalgui.core.consequences.gain import precision_recall_gain as points_of
from evalgui.core.curves.gains import RECALL_GAIN
from evalgui.core.measured import Measured
from evalgui.core.texts import Text
from evalgui.results.result import PLAIN, THRESHOLD, Column, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.gain import ranking_of_two
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_ROWS = (Row("area", Text("Area under the precision-recall-gain curve")),)
_COLUMNS = (
    Column("threshold", Text("Threshold"), THRESHOLD),
    Column("recall_gain", Text("Recall gain"), PLAIN),
    Column("precision_gain", Text("Precision gain"), PLAIN),
)


def precision_recall_gain(snapshot: Snapshot) -> Result | None:
    """Return the precision-recall-gain curve.

    Parameters
    ----------
    snapshot
        With a score.

    Returns
    -------
    Result or None
        The table ``precision_recall_gain`` with the area from recall gain 0, and the long table
        ``precision-recall-gain``, straight between its points; where none is at recall gain 0,
        the place there begins it, without a threshold. None without both classes.

    References
    ----------
    Flach and Kull 2015 (NIPS).
    """
    ranking = ranking_of_two(snapshot)
    if ranking is None:
        return None
    steps, title = ranking.table.steps, Text("Precision-recall-gain")
    curve = LongTable(
        "precision-recall-gain", title, _COLUMNS, lambda: _columns(steps), ranking.score
    )
    area = Table(
        "precision_recall_gain",
        (VALUE,),
        _ROWS,
        lambda _row, _one: Measured(area_of_gains(steps), bracket=steps.left_open(area_of_gains)),
    )
    return Result("precision_recall_gain", title, (area,), long_tables=(curve,))


def _columns(steps: Steps) -> Sequence[NDArray[np.float64]]:
    recall, precision = points_of(steps)
    thresholds = np.full(len(recall), math.nan)
    n = min(len(recall), int(np.sum(RECALL_GAIN.value(steps.counts()) >= 0)))
    thresholds[len(recall) - n :] = steps.thresholds[len(steps) - n :]
    return [thresholds, recall, precision]


PRECISION_RECALL_GAIN = Topic(
    id="precision_recall_gain",
    name=Text("Precision-recall-gain"),
    explanation=Text("Precision and recall beside those of calling everything, on linear scales."),
    make=lambda snapshot, _beside: precision_recall_gain(snapshot),
    is_of_snapshot=False,
)
