"""The cost curve and the predictiveness curve as pictures: the hull of the ROC curve, seen twice.

The numbers are loaded when somebody looks.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import divide
from evalgui.core.curves.curve import Axis, Scale
from evalgui.core.curves.scales import LinearScale
from evalgui.core.texts import Computed, Place, Rate, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import (
    OF_THRESHOLD,
    Band,
    Line,
    Mark,
    Picture,
    PictureAxis,
    Reference,
)
from evalgui.results.pictured import Moved, Pictured, Standing
from evalgui.results.ticks import Ruler

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.consequences.gain import Predictiveness
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Shown

    Values = NDArray[np.float64]

_NEEDS_BOTH = Text("It needs {actual_positives} and {actual_negatives}: there is one class alone.")
_PIECES = 40  # of a band that bends
_HIGHEST = 0.5  # of the costs of calling all or nobody
_PC = Axis(title=phrase("Probability cost PC(+)"), scale=Scale.PROPORTION, short="PC(+)")
_COST = Axis(title=phrase("Normalised expected cost"), scale=Scale.VALUE)
_QUANTILE = Axis(title=phrase("Rows with a lower risk"), scale=Scale.PROPORTION)
_RISK = Axis(title=phrase("Calibrated risk"), scale=Scale.PROPORTION)


def _steps(snapshot: Snapshot) -> Steps | None:
    """Return the table of scores, where rows of both classes have one."""
    from evalgui.results.topics.gain import ranking_of_two

    ranking = ranking_of_two(snapshot)
    return None if ranking is None else ranking.table.steps


def _axis(axis: Axis, top: float = 1.0) -> PictureAxis:
    return PictureAxis(axis.title, Ruler(LinearScale(0.0, top), axis.scale or Scale.PROPORTION))


def _line(name: str, x: Values, y: Values, *, of_threshold: bool = False) -> Line:
    """Return a line of few vertices on axes that show values as they are."""
    look = OF_THRESHOLD if of_threshold else 0
    points = x, y
    return Line(name, lambda _seen: points, lambda: iter([points]), look, not of_threshold)


def _standing(
    steps: Steps,
    places: Callable[[NDArray[np.intp]], Values],
    rows: Callable[[Values], NDArray[np.intp]],
) -> Standing:
    """Return where thresholds stand, by the places of rows of the table, and the rows of places."""
    return Standing(
        lambda thresholds: places(steps.rows_at(np.asarray(thresholds))),
        lambda x: steps.thresholds[rows(np.asarray(x))],
    )


# ------------------------------------------------------------------------------- cost curve


def cost_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the cost curve, or why there is none: the least cost of any threshold, and trivial."""
    from evalgui.core.consequences.gain import cost_envelope, cost_turns

    del style
    steps = _steps(snapshot)
    if steps is None:
        return _NEEDS_BOTH
    at, corners = cost_turns(steps), np.array([0.0, 0.5, 1.0])
    trivial = corners, np.minimum(corners, 1.0 - corners)
    layers = (
        Reference(phrase("Calling all or nobody"), lambda _seen: trivial),
        _line(phrase("Least cost of any threshold"), at, cost_envelope(steps, at)),
    )
    return Picture(_axis(_PC), _axis(_COST, _HIGHEST), layers)


def _cost_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Show the cost of the threshold, where it is the least, and at the costs in force."""
    from evalgui.core.consequences.gain import best_from_to, cost_envelope, cost_of_point
    from evalgui.results.topics.people import moving_of

    del style
    steps, at = _steps(snapshot), snapshot.point
    if steps is None or at is None:
        return Moved()
    moving, x = moving_of(snapshot, at), np.linspace(0.0, 1.0, _PIECES + 1)
    found = cost_of_point(moving, x)
    edges = x, found.lower, found.upper
    line = _line(phrase("This threshold"), x[[0, -1]], found.value[[0, -1]], of_threshold=True)
    band = Band(phrase("Interval"), lambda _seen: edges, lambda: iter([edges]), OF_THRESHOLD)
    low, high = (float(end[0]) for end in best_from_to(steps, np.array([at.row])))
    touch = (low + high) / 2
    layers = (band, line, Mark("", touch, (_cost_at(found.value, touch),), is_main=True))
    if low == high:
        said = Text("Never the least cost; nearest at PC(+) {low}", {"low": Rate(low)})
    else:
        ends = {"low": Rate(low), "high": Rate(high)}
        said = Text("Least cost from PC(+) {low} to {high}", ends)
    now = _pc_now(snapshot)
    if now is None:
        return Moved(layers, said)
    own = cost_of_point(moving, np.array([now]))
    cost, *limits = (float(one[0]) for one in own)
    told = {
        "said": said,
        "now": Rate(now),
        "cost": Computed(cost),
        "low": Computed(limits[0]),
        "high": Computed(limits[1]),
        "least": Computed(float(cost_envelope(steps, np.array([now]))[0])),
    }
    short = Text("{said}; {cost} at {now}, least {least}", told)
    long = Text("{said}; {cost} ({low} to {high}) at {now}, least {least}", told)
    return Moved((*layers, Mark("now", now, (cost,))), short, long)


def _cost_at(ends: Values, x: float) -> float:
    return float(ends[-1] * x + ends[0] * (1.0 - x))


def _pc_now(snapshot: Snapshot) -> float | None:
    """Return PC(+) at the prevalence and the costs in force; None where there is none."""
    from evalgui.core.consequences.people import benefit_of, harm_of, refused_costs
    from evalgui.results.topics.people import prevalence_of

    share, costs = prevalence_of(snapshot), snapshot.inputs.parameters
    if share is None or refused_costs(costs):
        return None
    missed, alarms = share.value * benefit_of(costs), (1.0 - share.value) * harm_of(costs)
    return float(divide(missed, missed + alarms))


def _cost_standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: in the middle of where each has the least cost."""
    from evalgui.core.consequences.gain import best_at, best_from_to

    steps = _steps(snapshot)
    if steps is None:
        return None

    def middles(rows: NDArray[np.intp]) -> Values:
        low, high = best_from_to(steps, rows)
        return np.asarray((low + high) / 2)

    return _standing(steps, middles, partial(best_at, steps))


def _told_cost(snapshot: Snapshot, x: float) -> Told | None:
    """Return the least cost at a place, and the threshold that has it."""
    from evalgui.core.consequences.gain import best_at, cost_envelope

    steps, ranking = _steps(snapshot), snapshot.ranking
    if steps is None or ranking is None:
        return None
    at = np.array([x])
    row = int(best_at(steps, at)[0])
    told = {
        "x": Rate(x),
        "cost": Computed(float(cost_envelope(steps, at)[0])),
        "place": Place(steps.threshold(row), ranking.score),
    }
    return Text("At PC(+) {x} the least cost is {cost}, at the threshold {place}", told)


def _cost_area(snapshot: Snapshot) -> Told:
    from evalgui.core.consequences.gain import area_of_cost

    steps = _steps(snapshot)
    told = {} if steps is None else {"area": Computed(area_of_cost(steps))}
    return Text("area {area}" if told else "", told)


COST = Pictured(
    id="cost-curve",
    title=Text("Cost curve"),
    also=(
        phrase("cost lines"),
        phrase("Drummond and Holte"),
        phrase("expected cost"),
        phrase("lower envelope"),
    ),
    axes=(_PC, _COST),
    table="cost-curve",
    picture=cost_picture,
    depends=lambda _snapshot: None,
    moved=_cost_moved,
    summary=_cost_area,
    thresholds=_cost_standing,
    at=_told_cost,
)


# ----------------------------------------------------------------------- predictiveness curve


def predictiveness_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the predictiveness curve, or why there is none, or what has to be said first."""
    from evalgui.core.consequences.people import ASKED
    from evalgui.results.topics.predictiveness import curve_at

    if _steps(snapshot) is None:
        return _NEEDS_BOTH
    found = curve_at(snapshot)
    if found is None:
        return Text(ASKED)
    name, level = Text("{Prevalence}").told(style), np.full(2, found.prevalence)
    x, y = np.repeat(found.quantiles, 2)[1:-1], np.repeat(found.risks, 2)
    layers = (Reference(name, lambda _seen: (x[[0, -1]], level)), _line("", x, y))
    return Picture(_axis(_QUANTILE), _axis(_RISK), layers)


def _risk_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark the threshold on the curve: the lowest risk that is called."""
    from evalgui.core.consequences.gain import quantile_of
    from evalgui.results.topics.predictiveness import curve_at, moved_to

    del style
    steps, at, found = _steps(snapshot), snapshot.point, curve_at(snapshot)
    if steps is None or at is None or found is None:
        return Moved()
    x = float(quantile_of(steps, np.array([at.row]), moved_to(snapshot))[0])
    risk = _risk_at(found, x)
    told = {"share": Rate(1.0 - x), "risk": Rate(risk)}
    said = Text("{share} are called, with a calibrated risk from {risk}", told)
    return Moved((Mark("", x, (risk,), is_main=True),), said)


def _risk_at(found: Predictiveness, x: float) -> float:
    place = int(np.searchsorted(found.quantiles, x, side="right")) - 1
    return float(found.risks[min(max(place, 0), len(found.risks) - 1)])


def _risk_standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at the share of the rows that they do not call."""
    from evalgui.core.consequences.gain import quantile_of, row_at_quantile
    from evalgui.results.topics.predictiveness import moved_to

    steps, p = _steps(snapshot), moved_to(snapshot)
    if steps is None:
        return None
    return _standing(
        steps,
        lambda rows: quantile_of(steps, rows, p),
        lambda x: row_at_quantile(steps, x, p),
    )


def _told_risk(snapshot: Snapshot, x: float) -> Told | None:
    from evalgui.results.topics.predictiveness import curve_at

    found = curve_at(snapshot)
    if found is None:
        return None
    told = {"x": Rate(x), "risk": Rate(_risk_at(found, x))}
    return Text("{x} have a lower calibrated risk than {risk}, or the same", told)


def _total_gain(snapshot: Snapshot) -> Told:
    from evalgui.results.topics.predictiveness import curve_at

    found = curve_at(snapshot)
    told = {} if found is None else {"gain": Computed(found.total_gain)}
    return Text("total gain {gain}" if told else "", told)


def _prevalence(snapshot: Snapshot) -> object:
    return snapshot.inputs.intervals.prevalence


PREDICTIVENESS = Pictured(
    id="predictiveness",
    title=Text("Predictiveness curve"),
    also=(phrase("risk distribution"), phrase("total gain"), phrase("Huang and Pepe"), "R(v)"),
    axes=(_QUANTILE, _RISK),
    table="predictiveness",
    picture=predictiveness_picture,
    depends=_prevalence,
    moved=_risk_moved,
    summary=_total_gain,
    thresholds=_risk_standing,
    at=_told_risk,
)
