"""The cost curve: the least expected cost of any threshold, whatever prevalence and costs are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.consequences.gain import area_of_cost, cost_envelope
from evalgui.core.measured import Measured
from evalgui.core.texts import Text
from evalgui.results.result import PLAIN, SHARE, Column, LongTable, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics.gain import ranking_of_two
from evalgui.results.topics.measures import VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.counts import Counts
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot

_PLACES = 1_000
_LEAST = Column("least", Text("Least normalised cost"), PLAIN)
_FIXED = Column("fixed", Text("This threshold"), PLAIN)
_COLUMNS = (
    Column("pc", Text("Probability cost PC(+)"), SHARE),
    _LEAST,
    Column("trivial", Text("Calling all or nobody"), PLAIN),
    _FIXED,
)


def cost_curve(snapshot: Snapshot) -> Result | None:
    """Return the cost curve.

    Parameters
    ----------
    snapshot
        With a score and a threshold.

    Returns
    -------
    Result or None
        The table ``cost_curve`` with the area under the least cost, and the long table
        ``cost-curve``. None without both classes.

    References
    ----------
    Drummond and Holte 2006 (Machine Learning 65:95).
    """
    ranking, point = ranking_of_two(snapshot), snapshot.point
    if ranking is None or point is None:
        return None
    steps, title = ranking.table.steps, Text("Cost curve")
    columns = (
        *_COLUMNS,
        *(() if steps.bins is None else _LEAST.in_bins),
        *(_FIXED.in_bins if point.left_open else ()),
    )
    curve = LongTable("cost-curve", title, columns, lambda: _columns(steps, point))
    rows = (Row("area", Text("Area under the least normalised cost")),)
    bracket = steps.left_open(area_of_cost)
    found = Measured(area_of_cost(steps), bracket=bracket)
    area = Table("cost_curve", (VALUE,), rows, lambda _row, _one: found)
    return Result("cost_curve", title, (area,), long_tables=(curve,))


def _columns(steps: Steps, point: OperatingPoint) -> Sequence[NDArray[np.float64]]:
    at = np.arange(_PLACES + 1) / _PLACES

    def fixed(counts: Counts) -> NDArray[np.float64]:
        miss, alarm = counts.fn / counts.actual_positives, counts.fp / counts.actual_negatives
        return np.asarray(miss * at + alarm * (1 - at))

    orders = () if steps.bins is None else (steps.bins.best, steps.bins.worst)
    return [
        *(at, cost_envelope(steps, at), np.minimum(at, 1 - at), fixed(point.counts)),
        *(cost_envelope(one.steps, at) for one in orders),
        *map(fixed, point.left_open[:2]),
    ]


COST_CURVE = Topic(
    id="cost_curve",
    name=Text("Cost curve"),
    explanation=Text("The least expected cost of any threshold, by prevalence and costs together."),
    make=lambda snapshot, _beside: cost_curve(snapshot),
    is_of_snapshot=False,
)
