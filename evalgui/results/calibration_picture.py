"""The calibration curve as a picture: what was foretold, what happened, and what chance shows."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import calibrated
from evalgui.core.calibrated import no_probabilities
from evalgui.core.consequences.settings import Scale as Kind
from evalgui.core.curves import Scale
from evalgui.core.curves.curve import Axis
from evalgui.core.curves.scales import LinearScale
from evalgui.core.group_curves import groups_drawn
from evalgui.core.measured import Asked
from evalgui.core.requests import SelectRows
from evalgui.core.selection import ScoreRange, Selection
from evalgui.core.texts import Computed, Count, Given, Joined, Rate, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.apparent import without_interval
from evalgui.results.group_lines import depends, named, request_of
from evalgui.results.picture import (
    Band,
    Line,
    Mark,
    Picture,
    PictureAxis,
    Reference,
    Region,
)
from evalgui.results.pictured import (
    NOTHING,
    Beside,
    Moved,
    Option,
    Pictured,
    Sentence,
    Split,
    Standing,
    Valued,
)
from evalgui.results.ticks import Ruler
from evalgui.results.topics.calibration import of_100, usual
from evalgui.results.ways import of_scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from numpy.typing import NDArray

    from evalgui.core.calibrated import Curve
    from evalgui.core.consequences.corp import Band as Limits
    from evalgui.core.consequences.corp import Consistency
    from evalgui.core.measured import Measured
    from evalgui.core.requests import Request
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Edges, Layer, Points
    from evalgui.results.pictured import Piece, Shown

X_AXIS, Y_AXIS = phrase("Predicted probability"), phrase("Observed share")
STEPS, SMOOTH, LOCAL, DIAGONAL = (
    phrase("steps (CORP)"),
    phrase("smooth curve"),
    "loess",
    phrase("calibrated"),
)
JOINT = phrase("95 of 100 calibrated models")
POINTWISE = phrase("calibrated models, at each place")
HONEST = phrase("any rising curve")
ARE_THEY = Text("Are these scores probabilities?")
NOT_THESE = Text("These scores are not probabilities: there is no calibration to look at.")
WHICH_PREVALENCE = Text(
    "The sizes of the classes were chosen: what is observed needs a {prevalence} first "
    "(View > People, or the numbers of the decision)."
)
AWAITED = Text("Calibration is not worked out yet.")
NO_ROWS = Text("There are no rows with a score.")
_LOWEST, _GAP = -0.36, 0.05
"""Down to where bars reach below the square, and how much lies between."""


def _one(snapshot: Snapshot) -> float:
    scale = snapshot.inputs.consequences.scale
    return Kind.PROBABILITY.of_one if scale is None else scale.of_one


def _lacking(snapshot: Snapshot) -> Text | None:
    """Return what stands in the place of the picture; None where there is one."""
    lacking = no_probabilities(snapshot)
    if lacking:
        return ARE_THEY if isinstance(lacking, Asked) else NOT_THESE
    if snapshot.ranking is None or not snapshot.ranking.table.n:
        return NO_ROWS
    if calibrated.is_asked(snapshot):
        return WHICH_PREVALENCE
    return None if calibrated.has_curve(snapshot) else AWAITED


def calibration_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the calibration curve of declared probabilities, or why there is none.

    Parameters
    ----------
    snapshot
        Bands that are not known yet come later.
    style
        Names the classes.

    Returns
    -------
    Picture or Told
        Its lines are the CORP steps and the smooth curve, or the steps of each group that is
        asked about; below 0 stand bars of both classes.
    """
    lacking = _lacking(snapshot)
    if lacking is not None:
        return lacking
    found, axes = calibrated.curve(snapshot), snapshot.choices.axes
    numbers = calibrated.numbers(snapshot) if calibrated.has_numbers(snapshot) else None
    layers: list[Layer] = [Reference(DIAGONAL, lambda _seen: (np.array([0.0, 1.0]),) * 2)]
    layers += [_band(name, limits) for name, limits in _bands(snapshot)]
    layers.append(_line(STEPS, *_steps(found)))
    groups = [one for one in groups_drawn(snapshot) if _lacking(one[1]) is None]
    layers += [
        replace(
            _line(named(one, style), *_steps(calibrated.curve(there)), look=one.place + 1),
            request=request_of(one),
        )
        for one, there in groups
    ]
    local = calibrated.local(snapshot) if axes.local_fit else None
    has_smooth = numbers is not None and not numbers.smooth.reason and not groups
    if local is not None and not groups:  # among the steps of groups it would be one more line
        layers.append(_line(LOCAL, *local, look=1))
    elif numbers is not None and has_smooth:
        layers.append(_line(SMOOTH, numbers.smooth.at, numbers.smooth.risk, look=1))
    layers += _bars(snapshot, found, style)
    x_ruler = Ruler(LinearScale(), Scale.PROPORTION)
    y_ruler = Ruler(LinearScale(_LOWEST, 1.0), Scale.PROPORTION)
    return Picture(PictureAxis(X_AXIS, x_ruler), PictureAxis(Y_AXIS, y_ruler), tuple(layers))


def _line(name: str, x: NDArray[np.float64], y: NDArray[np.float64], look: int = 0) -> Line:
    return Line(name, partial(_same, (x, y)), partial(_part, (x, y)), look, is_main=not look)


def _same(points: Points, _seen: object) -> Points:
    return points


def _part(points: Points) -> Iterator[Points]:
    yield points


def _steps(found: Curve) -> Points:
    """Return the steps: each goes on to where the next block begins."""
    x = np.append(np.repeat(found.low, 2)[1:], found.high[-1])
    return x, np.repeat(found.shares, 2)


def _drawn(snapshot: Snapshot) -> Consistency | None:
    """Return what calibrated models show, if that is known."""
    is_known = calibrated.has_band(snapshot) and not _is_made(snapshot)
    return calibrated.band(snapshot) if is_known else None


def _bands(snapshot: Snapshot) -> Iterator[tuple[str, Limits]]:
    """Return the bands that are asked for and known: the joint one, or others by their names."""
    axes = snapshot.choices.axes
    drawn = _drawn(snapshot)
    if drawn is not None:
        is_joint = not axes.pointwise_band
        yield (JOINT, drawn.band) if is_joint else (POINTWISE, drawn.pointwise)
    honest = calibrated.honest(snapshot) if axes.honest_band else None
    if honest is not None:
        yield HONEST, honest


def _band(name: str, limits: Limits) -> Band:
    """Return a band whose lower limit is carried right, and its upper one left."""
    x = np.repeat(limits.at, 2)[1:-1]
    edges = x, np.repeat(limits.lower[:-1], 2), np.repeat(limits.upper[1:], 2)
    at_places = limits.at, limits.lower, limits.upper
    look = 2 if name == HONEST else 0
    return Band(name, lambda _seen: edges, lambda: iter([at_places]), look)


def _bars(snapshot: Snapshot, found: Curve, style: Style) -> Iterator[Band]:
    """Return bars of the positives upward and of the negatives downward, on one scale."""
    ups, downs = float(found.positives.max()), float(found.negatives.max())
    scale = (-_LOWEST - _GAP) / ((ups + downs) or 1.0)
    ground = _LOWEST + downs * scale
    sides = (
        (snapshot.positive_name, found.positives, 1.0),
        (snapshot.rest_name, found.negatives, -1.0),
    )
    for look, (name, heights, side) in enumerate(sides):
        ends = ground + side * scale * np.repeat(np.asarray(heights, dtype=np.float64), 2)
        x = np.repeat(found.edges, 2)[1:-1]
        still = np.full(len(x), ground)
        edges = (x, still, ends) if side > 0 else (x, ends, still)
        n = float(np.sum(heights))
        named = Text("{name} ({n})", {"name": Given(name), "n": Count(n)}).told(style)
        parts = partial(_counted, found, heights)
        yield Band(named, partial(_same_edges, edges), parts, look, is_bars=True)


def _same_edges(edges: Edges, _seen: object) -> Edges:
    return edges


def _counted(found: Curve, heights: NDArray[np.float64]) -> Iterator[Edges]:
    """Return where each bar begins, and how many rows it holds."""
    yield found.edges[:-1], np.zeros(len(heights)), np.asarray(heights, dtype=np.float64)


# ------------------------------------------------------------------------------- what is said


def _known(snapshot: Snapshot) -> Mapping[str, Measured]:
    """Return the numbers; of scores that were made of these rows themselves without intervals."""
    found = calibrated.numbers(snapshot).measured
    if not _is_made(snapshot):
        return found
    return {name: without_interval(one) for name, one in found.items()}


def _is_made(snapshot: Snapshot) -> bool:
    return snapshot.ranking is not None and snapshot.ranking.score.apparent is not None


def _limits(one: Measured) -> Text:
    interval = one.interval
    if interval is None or not interval.is_defined:
        return Text("")
    ends = {"low": Computed(interval.lower), "high": Computed(interval.upper)}
    return Text("({low}\N{EN DASH}{high})", ends)


def _with_limits(one: Measured) -> Told:
    if not one.is_defined or not str(_limits(one)):
        return _number(one)
    values = {"value": Computed(one.value), "limits": _limits(one)}
    return Text("{value} {limits}", values)


def _summary(snapshot: Snapshot, told: Callable[[Measured], Told]) -> Told:
    """Return the mean and the slope, as they stand first in the order of the measures."""
    if _lacking(snapshot) is not None or not calibrated.has_numbers(snapshot):
        return NOTHING
    found = _known(snapshot)
    both = {name: told(found[name]) for name in ("observed_expected", "slope")}
    return Text("O:E {observed_expected}, slope {slope}", both)


def _beside(snapshot: Snapshot) -> Beside | None:
    """Return what stands beside the square: the Brier score taken apart, and what chance shows."""
    if _lacking(snapshot) is not None or not calibrated.has_numbers(snapshot):
        return None
    measured, found = _known(snapshot), calibrated.curve(snapshot)
    score, mcb, dsc, unc = found.brier
    brier = measured["brier"]
    pieces: list[Piece] = [
        Valued(Text("Brier score"), Computed(score), _limits(brier), is_large=True),
        Split(unc - dsc, mcb, unc, (Text("Brier"), Text("UNC"), Text("DSC taken off"))),
        Valued(Text("Uncertainty UNC"), Computed(unc), sample="whole"),
        Valued(
            Text("Discrimination DSC"),
            Text("\N{MINUS SIGN}{value}", {"value": Computed(dsc)}),
            sample="gain",
        ),
        Valued(
            Text("Miscalibration MCB"), Text("+{value}", {"value": Computed(mcb)}), sample="loss"
        ),
    ]
    pieces += _of_models(snapshot, found)
    large = measured["in_the_large"]
    pieces.append(Valued(Text("In the large"), _number(large), _limits(large)))
    scaled = measured["scaled_brier"]
    pieces.append(Valued(Text("Scaled Brier"), _number(scaled), _limits(scaled)))
    pieces += _distances(snapshot, measured)
    pieces.append(Sentence(Text("Drag along the curve: its rows are selected."), is_faint=True))
    return Beside(tuple(pieces))


def _number(one: Measured) -> Told:
    return Computed(one.value) if one.is_defined else Text("\N{EM DASH}")


def _of_models(snapshot: Snapshot, found: Curve) -> Iterator[Piece]:
    """Return how often so much arises, and where the curve leaves the band of all places."""
    if _is_made(snapshot):
        words = Text("Cross-fitted: each row by a fit of other rows, without intervals.")
        yield Sentence(words, is_faint=True, starts_group=True)
        return
    if not calibrated.has_band(snapshot):
        words = Text("What calibrated models of this size show is not drawn yet.")
        yield Sentence(words, is_faint=True, starts_group=True)
        return
    drawn = calibrated.band(snapshot)
    if drawn is None:
        yield Sentence(
            Text("Rows with weights are not drawn anew: what chance shows is not known."),
            is_faint=True,
            starts_group=True,
        )
        return
    sentence = Text(
        "This much miscalibration arises in {k} of 100 calibrated models of this size.",
        {"k": of_100(drawn.as_bad)},
    )
    yield Sentence(sentence, starts_group=True)
    if not snapshot.choices.axes.pointwise_band:
        yield Sentence(Text("Grey: 95 of 100 of them lie wholly inside."), is_faint=True)
    outside = calibrated.leaves(found, drawn.band)
    if not outside:
        yield Sentence(Text("The curve lies wholly inside the band."), is_faint=True)
        return
    ranges = Joined(tuple(map(_range, outside[:3])), ", ")
    told = Text("The curve is outside the band at {ranges}.", {"ranges": ranges})
    if len(outside) > 3:
        told = Text("The curve is outside the band at {ranges} and elsewhere.", {"ranges": ranges})
    yield Sentence(told, is_faint=True)


def _range(ends: tuple[float, float]) -> Text:
    low, high = map(Rate, ends)
    if ends[0] == ends[1]:
        return Text("{low}", {"low": low})
    return Text("{low} to {high}", {"low": low, "high": high})


def _distances(snapshot: Snapshot, measured: Mapping[str, Measured]) -> Iterator[Piece]:
    """Return ICI and ECE, which have no interval, beside what calibrated models show."""
    drawn = _drawn(snapshot)
    for name, title in (("ici", "ICI"), ("ece", "ECE, in 10 bins")):
        one, more = measured[name], Text("")
        of_draws = np.empty(0) if drawn is None else getattr(drawn, name)
        if len(of_draws):
            mean, most = usual(of_draws)
            values = {"mean": Computed(mean), "most": Computed(most)}
            more = Text("calibrated: {mean}, up to {most}", values)
        yield Valued(Text(title), _number(one), more)


# -------------------------------------------------------------------------- what moves


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark the threshold, and the block that it lies in."""
    del style
    at = snapshot.point
    if at is None or _lacking(snapshot) is not None:
        return Moved()
    found, p = calibrated.curve(snapshot), at.threshold / _one(snapshot)
    if not found.low[0] <= p <= found.high[-1]:
        return Moved()
    block = found.block_at(p)
    share = float(found.shares[block])
    ends = float(found.low[block]), float(found.high[block])
    said = Text("{share} observed at {p}", {"share": Rate(share), "p": Rate(p)})
    more = Text("{said} (from {range})", {"said": said, "range": _range(ends)})
    layers = Region("", ends, (0.0, share)), Mark("", p, (share,), is_main=True)
    return Moved(layers, said, more)


def _standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at the probabilities that they are."""
    if _lacking(snapshot) is not None:
        return None
    one = _one(snapshot)
    return Standing(lambda of: np.asarray(of) / one, lambda x: np.asarray(x) * one)


def _at(snapshot: Snapshot, x: float) -> Told | None:
    """Return what was observed in the block at a probability, and what calibrated models show."""
    if _lacking(snapshot) is not None or math.isnan(x):
        return None
    found = calibrated.curve(snapshot)
    block = found.block_at(x)
    ends = float(found.low[block]), float(found.high[block])
    values = {"range": _range(ends), "share": Rate(float(found.shares[block]))}
    told = Text("{range} predicted: {share} observed", values)
    drawn = _drawn(snapshot)
    if drawn is None:
        return told
    of = drawn.band
    left = int(np.searchsorted(of.at, x, side="right")) - 1
    right = int(np.searchsorted(of.at, x, side="left"))
    lower = 0.0 if left < 0 else float(of.lower[left])
    upper = 1.0 if right >= len(of.at) else float(of.upper[right])
    limits = {"told": told, "low": Rate(lower), "high": Rate(upper)}
    return Text("{told}; calibrated models show {low} to {high} here", limits)


def _swept(snapshot: Snapshot, start: float, end: float) -> Request | None:
    """Return the request for the rows of all blocks between two probabilities."""
    if _lacking(snapshot) is not None:
        return None
    found, one = calibrated.curve(snapshot), _one(snapshot)
    first, last = sorted(map(found.block_at, (start, end)))
    steps = snapshot.ranking.table.steps if snapshot.ranking is not None else None
    if steps is None:
        return None
    scores = steps.ascending[:-1]
    low, high = float(found.low[first]), float(found.high[last])
    if one != 1.0:  # the scores themselves: a quotient times the divisor may be another number
        places = scores / one
        low = float(scores[np.searchsorted(places, low)])
        high = float(scores[np.searchsorted(places, high)])
    return SelectRows(Selection.of(ScoreRange(low, high)))


def _depends(snapshot: Snapshot) -> object:
    inputs = snapshot.inputs
    intervals = inputs.intervals
    known = inputs.consequences.scale, intervals.level, intervals.prevalence, snapshot.calibrated
    return *known, depends(snapshot)


CALIBRATION = Pictured(
    id="calibration",
    title=Text("Calibration"),
    axes=(
        Axis(title=X_AXIS, scale=Scale.PROPORTION, short=phrase("predicted")),
        Axis(title=Y_AXIS, scale=Scale.PROPORTION, short=phrase("observed")),
    ),
    table="calibration",
    picture=calibration_picture,
    depends=_depends,
    moved=_moved,
    has_groups=True,
    summary=lambda snapshot: _summary(snapshot, _number),
    summary_with_limits=lambda snapshot: _summary(snapshot, _with_limits),
    thresholds=_standing,
    at=_at,
    options=(
        Option(
            "pointwise_band",
            phrase("&Pointwise Band"),
            phrase("Of calibrated models"),
            is_rare=True,
        ),
        Option(
            "honest_band",
            phrase("Band for &Any Rising Curve"),
            phrase("Around the curve"),
            is_rare=True,
        ),
        Option(
            "local_fit",
            phrase("&Loess for the Smooth Curve"),
            phrase("Of few rows"),
            is_rare=True,
            lacks=calibrated.no_local,
        ),
    ),
    ways=of_scale,
    is_square=True,
    also=(
        phrase("reliability diagram"),
        phrase("observed expected"),
        phrase("Brier"),
        "ICI",
        "ECE",
    ),
    beside=_beside,
    sweep=_swept,
    source=calibrated.CALIBRATION,
    find_out=phrase("&Draw the Band"),
)
