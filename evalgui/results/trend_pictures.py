"""A rate, AUC or O:E over time as a picture: points with intervals, and what equal periods show."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core import calibrated
from evalgui.core.counts import divide
from evalgui.core.curves import Scale
from evalgui.core.curves.curve import Axis
from evalgui.core.curves.scales import LinearScale
from evalgui.core.dated import DATED, is_at_hand
from evalgui.core.dates import NoDatesError
from evalgui.core.errors import sentence_of
from evalgui.core.measured import Asked
from evalgui.core.metrics import metric_by_id
from evalgui.core.texts import Computed, Count, Given, Name, Rate, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import OF_THRESHOLD, Band, Line, Mark, Picture, PictureAxis, Reference
from evalgui.results.pictured import NOTHING, Moved, Pictured
from evalgui.results.ticks import Ruler
from evalgui.results.topics.trend import RATES, TREND, WHERE, orders_of, trend_of
from evalgui.results.ways import of_scale

if TYPE_CHECKING:
    from evalgui.core.measured import Measured
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.control import Control
    from evalgui.results.picture import Edges, Layer, Points
    from evalgui.results.pictured import Shown
    from evalgui.results.result import Way
    from evalgui.results.topics.trend import Trend

_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")
_HALF = 0.4  # of the room of a period
_TIME = Axis(title=phrase("Time"), scale=None)
_LEAST_RATIO, _MOST_RATIO = 2.0, 5.0
_ONE, _EVERY = phrase("equal periods: 95 of 100"), phrase("all of them: 95 of 100 times")


class _Kind(NamedTuple):
    """What is drawn over time.

    Parameters
    ----------
    id
        That of the measure.
    title
        What it is called.
    axis
        The vertical one.
    """

    id: str
    title: Told
    axis: Axis

    @property
    def is_rate(self) -> bool:
        """Whether a threshold moves it, and limits of equal periods are known."""
        return self.id in RATES


def _picture(kind: _Kind, snapshot: Snapshot, style: Style) -> Shown:
    """Return the axes, or why there is nothing to draw: points move with the line."""
    if snapshot.inputs.consequences.over is None:
        return WHERE
    lacking = _lacking(kind, snapshot)
    if lacking:
        return Text("{why}", {"why": Given(lacking)})
    if not is_at_hand(snapshot):
        return _AWAITED
    try:
        found = trend_of(snapshot)
    except NoDatesError as error:
        return as_text(sentence_of(error))
    if found is None:
        return NOTHING
    names = tuple((float(place), found.each[place].id, "") for place in _telling(len(found.each)))
    x = Ruler(LinearScale(-0.5, len(found.each) - 0.5))
    every = style.words(found.over.every.value)
    title = style.words("{column}, by {every}", column=found.over.column, every=every)
    top = 1.0 if kind.is_rate or kind.id == "roc_auc" else _top(kind, found)
    y = Ruler(LinearScale(0.0, top), kind.axis.scale or Scale.VALUE)
    named = kind.title.told(style)
    return Picture(PictureAxis(title, x, names, is_named=True), PictureAxis(named, y), ())


def _telling(n: int) -> list[int]:
    """Return n places, the most telling first: both ends, and then what halves the rest."""
    found, parts = dict.fromkeys((0, n - 1)), [(0, n - 1)]
    while parts:
        low, high = parts.pop(0)
        if high - low > 1:
            middle = (low + high) // 2
            found[middle] = None
            parts += [(low, middle), (middle, high)]
    return [*found]


def _lacking(kind: _Kind, snapshot: Snapshot) -> str:
    """Return why a measure cannot be told of these data; "" where it can."""
    if kind.is_rate:
        return ""
    if snapshot.ranking is None:
        return phrase("there is no score")
    return calibrated.no_probabilities(snapshot) if kind.id == "observed_expected" else ""


def _top(kind: _Kind, found: Trend) -> float:
    """Return up to which ratio of observed to expected there is room."""
    every = [one.measured(kind.id) for one in found.each]
    ends = [one.interval.upper for one in every if one.interval is not None]
    known = [one for one in (*(one.value for one in every), *ends) if math.isfinite(one)]
    return min(_MOST_RATIO, max(_LEAST_RATIO, *known)) if known else _LEAST_RATIO


def _moved(kind: _Kind, snapshot: Snapshot, style: Style) -> Moved:
    """Place the points for the threshold, and say which lie beyond what equal periods show."""
    del style
    found = _trend(kind, snapshot)
    if found is None:
        return Moved()
    every = [one.measured(kind.id) for one in found.each]
    layers: list[Layer] = []
    said: Told = NOTHING
    if kind.is_rate:
        control = found.control(kind.id, snapshot)
        layers += _limits(control)
        if not math.isnan(control.rate):
            layers.append(_across(phrase("all together"), control.rate, len(every)))
        said = _verdict(control, found)
    elif kind.id == "observed_expected":
        layers.append(_across(phrase("as many as expected"), 1.0, len(every)))
    x = np.arange(len(every), dtype=np.float64)
    y = np.array([one.value for one in every], np.float64)
    y[~np.isfinite(y)] = math.nan
    layers += [_line((x, y)), _line(_whiskers(every))]
    points = np.flatnonzero(~np.isnan(y)).tolist()
    layers += [Mark("", float(x[place]), (float(y[place]),)) for place in points]
    return Moved(tuple(layers), said)


def _trend(kind: _Kind, snapshot: Snapshot) -> Trend | None:
    """Return what is drawn; None where there is nothing, or nothing yet."""
    if _lacking(kind, snapshot) or not is_at_hand(snapshot):
        return None
    try:
        return trend_of(snapshot)
    except NoDatesError:
        return None


def _limits(control: Control) -> list[Layer]:
    """Return between which shares equal periods lie, as a box each; none without limits."""
    if control.reason:
        return []
    boxes = ((_EVERY, control.every), (_ONE, control.one))
    return [_boxes(name, control, limits) for name, limits in boxes]


def _boxes(name: str, control: Control, limits: tuple[np.ndarray, np.ndarray]) -> Band:
    shares = [np.asarray(divide(counts, control.n), np.float64) for counts in limits]
    middles = np.array(control.at, np.float64)
    none = np.full(len(middles), math.nan)
    x = np.stack([middles - _HALF, middles + _HALF, none], axis=1).ravel()
    low, high = (np.stack([one, one, none], axis=1).ravel() for one in shares)
    edges: Edges = x, low, high
    return Band(name, lambda _seen: edges, lambda: iter([edges]))


def _across(name: str, value: float, n: int) -> Reference:
    points = np.array([-0.5, n - 0.5]), np.full(2, value)
    return Reference(name, lambda _seen: points)


def _line(points: Points) -> Line:
    return Line("", lambda _seen: points, lambda: iter([points]), OF_THRESHOLD, is_main=False)


def _whiskers(every: list[Measured]) -> Points:
    """Return the intervals as uprights, NaN between them."""
    x, y = [], []
    for place, one in enumerate(every):
        interval = one.interval
        if interval is not None and interval.is_defined and one.is_defined:
            x += [float(place), float(place), math.nan]
            y += [interval.lower, interval.upper, math.nan]
    return np.array(x, np.float64), np.array(y, np.float64)


def _verdict(control: Control, found: Trend) -> Told:
    if control.reason:
        return NOTHING
    beyond = control.beyond(control.one)
    values = {
        "k": Count(len(beyond)),
        "n": Count(len(control.at)),
        "every": Count(len(control.beyond(control.every))),
        "rate": Rate(control.rate),
        "gaps": Count(len(found.periods.without_rows)),
    }
    return Text("{rate} together; {k} of {n} beyond one, {every} beyond all", values)


def _at(kind: _Kind, snapshot: Snapshot, x: float) -> Told | None:
    """Return what is told of the period at a place."""
    found = _trend(kind, snapshot)
    place = round(x)
    if found is None or not 0 <= place < len(found.each):
        return None
    one = found.each[place]
    told = one.measured(kind.id)
    n = sum(one.of_class)
    if not told.is_defined:
        why = {"period": Given(one.id), "why": Given(told.reason), "n": Count(n)}
        return Text("{period}, {n} rows: {why}", why)
    written = Rate if kind.is_rate or kind.id == "roc_auc" else Computed
    values: dict[str, Told] = {"period": Given(one.id), "value": written(told.value)}
    values["n"] = Count(n)
    interval = told.interval
    if interval is None or not interval.is_defined:
        return Text("{period}: {value}, {n} rows", values)
    values |= {"low": written(interval.lower), "high": written(interval.upper)}
    return Text("{period}: {value} ({low} to {high}), {n} rows", values)


def _depends(snapshot: Snapshot) -> object:
    said = snapshot.inputs.consequences
    return said.over, said.scale, snapshot.inputs.intervals, is_at_hand(snapshot)


def _ways(kind: _Kind, snapshot: Snapshot) -> tuple[Way, ...]:
    if snapshot.inputs.consequences.over is None:
        return ()
    if isinstance(calibrated.no_probabilities(snapshot), Asked) and _lacking(kind, snapshot):
        return of_scale(snapshot)
    return orders_of(snapshot)


def _pictured(kind: _Kind) -> Pictured:
    title = Text("{name} over time", {"name": kind.title})
    return Pictured(
        id=f"trend-{kind.id.lower().replace('_', '-')}",
        title=title,
        also=(
            phrase("trend"),
            phrase("by month"),
            phrase("drift"),
            phrase("control chart"),
            phrase("p chart"),
            phrase("monitoring"),
        ),
        axes=(_TIME, kind.axis),
        table=TREND.id,
        picture=partial(_picture, kind),
        depends=_depends,
        moved=partial(_moved, kind),
        at=partial(_at, kind),
        ways=partial(_ways, kind),
        source=DATED,
        has_times=True,
        find_out=phrase("&Sort by Dates"),
    )


def _of_rate(metric_id: str) -> _Kind:
    name = Name(metric_by_id(metric_id))
    return _Kind(metric_id, name, Axis(title=phrase("Rate"), scale=Scale.PROPORTION))


TRENDS = tuple(
    map(
        _pictured,
        (
            *map(_of_rate, ("TPR", "TNR", "PPR")),
            _Kind("roc_auc", Text("AUC"), Axis(title="AUC", scale=Scale.PROPORTION)),
            _Kind(
                "observed_expected",
                Text("Observed : expected"),
                Axis(title=phrase("Observed : expected"), scale=Scale.VALUE),
            ),
        ),
    )
)
"""Sensitivity, specificity, the share called, AUC, and O:E."""
