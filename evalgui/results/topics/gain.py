"""Gain and lift: how many of the positives are among the rows with the highest scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.texts import Text
from evalgui.results.result import PLAIN, SHARE, THRESHOLD, Column, LongTable, Result
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_COLUMNS = (
    Column("threshold", Text("Threshold"), THRESHOLD),
    Column("depth", Text("Share of the rows"), SHARE),
    Column("gain", Text("Share of the {actual_positives}"), SHARE),
    Column("lift", Text("Lift"), PLAIN),
)


def gain(snapshot: Snapshot) -> Result | None:
    """Return gain and lift at every attainable point.

    Parameters
    ----------
    snapshot
        With a score.

    Returns
    -------
    Result or None
        The long table ``gain``; between two points gain is straight, as over all orders of equal
        scores. None without both classes.
    """
    ranking = snapshot.ranking
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return None
    steps, title = ranking.table.steps, Text("Gain and lift")
    table = LongTable("gain", title, _COLUMNS, lambda: _columns(steps), ranking.score)
    return Result("gain", title, long_tables=(table,))


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
