"""The gain curve as a picture: which share of the positives is among the rows called first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.curves import Curve, point
from evalgui.core.curves.curve import Axis, Reference, Series
from evalgui.core.metrics.predictive_values import PPR
from evalgui.core.metrics.rates import TPR
from evalgui.core.texts import Computed, Rate, Text
from evalgui.results.curve_picture import Scored, curve_picture
from evalgui.results.picture import Mark
from evalgui.results.pictured import Moved, Pictured, Standing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Shown

NEEDS_BOTH = Text("Gain needs {actual_positives} and {actual_negatives}: there is one class alone.")
"""Why there is no picture of one class."""


def _best(x: NDArray[np.float64], steps: Steps) -> NDArray[np.float64]:
    """Return the gain where every positive comes before every negative."""
    share = steps.n_positive / (steps.n_positive + steps.n_negative)
    return np.minimum(x / share, 1.0)


CURVE = Curve(
    id="gain",
    title="Gain",
    x_axis=Axis(PPR),
    y_axis=Axis(TPR),
    series=(Series(TPR, "Gain"),),
    references=(
        Reference("Rows in any order", lambda x, _steps: x),
        Reference("Best possible", _best),
    ),
    is_monotone=True,
)
"""The curve itself, as those of the core are declared: between two points it is straight."""


def gain_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the gain curve of the scores, or why there is none."""
    ranking = snapshot.ranking
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return NEEDS_BOTH
    del style
    return curve_picture(CURVE, [Scored("", ranking.table)])


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark the threshold on the curve, and say gain and lift there."""
    del style
    ranking, at = snapshot.ranking, snapshot.point
    if ranking is None or at is None:
        return Moved()
    depth, ys = point(CURVE, ranking.table, at.counts, at.threshold)
    share = float(ys[0])
    lift = float(divide(share, depth))
    said = Text(
        "{gain} of the {actual_positives} in {depth} of the rows, lift {lift}",
        {"gain": Rate(share), "depth": Rate(depth), "lift": Computed(lift)},
    )
    return Moved((Mark("", depth, ys, is_main=True),), said)


def _standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at the share of the rows that they call."""
    ranking = snapshot.ranking
    if ranking is None or not ranking.table.n:
        return None
    steps = ranking.table.steps
    return Standing(partial(_depths, steps), partial(_thresholds, steps))


def _depths(steps: Steps, thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    counts = steps.counts(steps.rows_at(np.asarray(thresholds)))
    return np.asarray(divide(counts.predicted_positives, steps.n_positive + steps.n_negative))


def _thresholds(steps: Steps, depths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the thresholds whose share of the rows is nearest to some shares, by bisection."""
    wanted = np.asarray(depths) * (steps.n_positive + steps.n_negative)
    low = np.zeros(wanted.shape, dtype=np.intp)
    high = np.full(wanted.shape, len(steps) - 1, dtype=np.intp)
    while (low < high).any():
        middle = (low + high) // 2
        is_enough = np.asarray(steps.counts(middle).predicted_positives) >= wanted
        low, high = np.where(is_enough, low, middle + 1), np.where(is_enough, middle, high)
    before = np.maximum(low - 1, 0)
    apart = [np.abs(steps.counts(one).predicted_positives - wanted) for one in (before, low)]
    return steps.thresholds[np.where(apart[0] < apart[1], before, low)]


def _at(snapshot: Snapshot, depth: float) -> Told | None:
    """Return gain and lift at a share of the rows."""
    ranking = snapshot.ranking
    if ranking is None:
        return None
    from evalgui.core.consequences.gain import gain  # loaded when somebody points

    share = float(gain(ranking.table.steps, np.array([depth]))[0])
    return Text(
        "The first {depth} of the rows hold {gain} of the {actual_positives}: lift {lift}",
        {"depth": Rate(depth), "gain": Rate(share), "lift": Computed(float(divide(share, depth)))},
    )


GAIN = Pictured(
    id="gain",
    title=Text("Gain"),
    axes=(Axis(PPR), Axis(TPR)),
    table="gain",
    picture=gain_picture,
    depends=lambda _snapshot: None,
    moved=_moved,
    thresholds=_standing,
    at=_at,
)
