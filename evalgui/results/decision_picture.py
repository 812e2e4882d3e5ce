"""The decision curve as a picture: for whom acting on a risk, or on a threshold, is worth it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.best_scores import (
    BEST,
    best_scores,
    compared,
    is_risk,
    no_best,
    others_of,
)
from evalgui.core.calibrated import no_probabilities
from evalgui.core.consequences.net_benefit import (
    AT_ENDS,
    CLEARLY,
    DecisionCurve,
    useful,
    useful_at,
    weight,
)
from evalgui.core.consequences.settings import Scale as ScoresAre
from evalgui.core.curves import Axis, Scale
from evalgui.core.curves.scales import LinearScale, padded
from evalgui.core.group_curves import groups_drawn
from evalgui.core.intervals.moving import Moving
from evalgui.core.measured import Asked
from evalgui.core.requests import DragNumber, SetConsequences
from evalgui.core.texts import Given, Joined, Listed, Rate, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.group_lines import depends, named, request_of
from evalgui.results.picture import (
    OF_THRESHOLD,
    Band,
    Line,
    Mark,
    Picture,
    PictureAxis,
    Reference,
    Region,
    Strip,
)
from evalgui.results.pictured import Handle, Moved, Option, Pictured, Standing
from evalgui.results.result import Way
from evalgui.results.ticks import Ruler
from evalgui.results.topics.decision_curve import (
    DECISION_CURVE,
    curve_of,
    not_drawn,
    typed_of,
    useful_range,
    usual_risk,
    worth_at,
)
from evalgui.results.topics.people import moving_of, prevalence_of
from evalgui.results.ways import of_scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.best_scores import BestScores
    from evalgui.core.comparing.net_benefit import Range
    from evalgui.core.comparison import Beside
    from evalgui.core.consequences.net_benefit import Worthwhile
    from evalgui.core.curves.scales import Viewport
    from evalgui.core.measured import Measured
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Edges, Layer, Points
    from evalgui.results.pictured import Shown

    Curve = Callable[[NDArray[np.float64]], NDArray[np.float64]]
    """y of risks."""

ID = "decision-curve"
RISK = phrase("Risk threshold (from which on acting is worth it)")
_LEAST_RANGE = 0.5  # of risks that are shown to begin with, at the least
_CUT = -0.05  # of the prevalence, below which nothing is drawn
_SMOOTH = 97  # risks at which a line without jumps is drawn
_SHADED = 49  # risks at which it is told how probable it is that a threshold is useful
_OF_A_SHADE = 200  # quantiles over which that is taken at a typed prevalence
_BANDED = 257  # risks at which a band is worked out, at the most
_LEAST_CHANCE = 0.001  # a probability that is told; what is nearer to certain is said to be so
_PART = 65_536  # scores that are told at once
_TINY = 1e-9  # risks are strictly between 0 and 1
_K = (1, 9, 4, 19, 99, 2, 3, 49, 999, 6, 14, 29, 199, 0.5, 0.25, 0.1)
_TOLD = 4  # ranges in which one of several scores is best
_HALF = 0.005  # from a risk at which it was drawn which score is best to the middle of two
_PER = 100.0  # persons, of interventions avoided

WAYS_OUT = Text(
    "These scores are no probabilities, so that acting on each of them as on a risk has no"
    " meaning.\nTwo ways out, once Data > The Scores Are says what they are:\nthis threshold"
    " alone, as a test of yes and no at every risk threshold;\nand the best of all thresholds at"
    " each risk: what these scores are worth if recalibrated on these data, which is optimistic."
)
ARE_THEY = Text(
    "Are these scores probabilities?\nIf not, this threshold alone is drawn, as a test of yes and"
    " no at every risk threshold, and the best of all thresholds: if recalibrated on these data,"
    " optimistic."
)
PREVALENCE_FIRST = Text(
    "The sizes of the classes were chosen, so that net benefit needs a {prevalence}: type it in"
    " View > People, or as --prevalence."
)
ONE = Text("Net benefit needs {actual_positives} and {actual_negatives}: there is one class alone.")


@dataclass(frozen=True)
class ShownPart(LinearScale):
    """Values of a harmless range, of which a part is shown at first."""

    shown: tuple[float, float] = (0.0, 1.0)

    @property
    def home(self) -> tuple[float, float]:
        """The part that is shown at first."""
        return self.shown

    @property
    def limits(self) -> tuple[float, float]:
        """All of it with a margin."""
        low, high = padded(self.low, self.high)
        return min(low, self.shown[0]), max(high, self.shown[1])


@dataclass(frozen=True, slots=True)
class PerHundred:
    """A share, as so many of a hundred."""

    value: float

    def told(self, style: Style) -> str:
        """Return it with the digits of a per cent."""
        told = style.rate(self.value)
        return told[:-1].rstrip() if told.endswith("%") else style.rounded(self.value * _PER)


# ----------------------------------------------------------------------------- what is drawn


@dataclass(frozen=True, slots=True)
class _Worth:
    """Which number is drawn: net benefit, the same over the prevalence, or what is avoided."""

    p: float
    standardised: bool
    avoided: bool

    @property
    def axis(self) -> PictureAxis:
        title = phrase("Net benefit")
        if self.avoided:
            title = phrase("Interventions avoided (per 100, beside treating all)")
        elif self.standardised:
            title = phrase("Standardised net benefit")
        top = self.factor * ((1.0 - self.p) if self.avoided else self.p)
        low = _CUT * (top if self.avoided else self.factor * self.p)
        scale = ShownPart(low, top, (low, top - _CUT * top))
        return PictureAxis(title, Ruler(scale, Scale.VALUE))

    @property
    def factor(self) -> float:
        if self.avoided:
            return _PER
        return 1.0 / self.p if self.standardised else 1.0

    def of(
        self, benefit: NDArray[np.float64], curve: DecisionCurve, risks: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return what is drawn of net benefits at risks."""
        if self.avoided:
            over_all = benefit - curve.of_all(risks)
            return np.asarray(over_all / (risks / (1.0 - risks)) * self.factor)
        return benefit * self.factor

    def measured(self, found: Worthwhile) -> Measured:
        """Return what is drawn of it, in its own units."""
        if self.avoided:
            return found.avoided
        return found.standardised if self.standardised else found.net_benefit

    def scaled(self, value: float) -> float:
        """Return a measured value as it is drawn."""
        return value * _PER if self.avoided else value


def _worth(snapshot: Snapshot, p: float) -> _Worth:
    axes = snapshot.choices.axes
    return _Worth(p, axes.standardised, axes.avoided)


def _ends(viewport: Viewport) -> tuple[float, float]:
    return max(viewport.left, _TINY), min(viewport.right, 1.0 - _TINY)


def _smooth(of: Curve, viewport: Viewport) -> Points:
    risks = np.linspace(*_ends(viewport), _SMOOTH)
    return risks, of(risks)


def _whole(of: Curve) -> Iterator[Points]:
    risks = np.arange(1, 1_000) / 1_000
    yield risks, of(risks)


@dataclass(frozen=True, slots=True)
class _Model:
    """The curve that acts on each probability: exact between scores, whatever there are."""

    curve: DecisionCurve
    worth: _Worth

    def of(self, risks: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.worth.of(self.curve.at(risks), self.curve, risks)

    def vertices(self, viewport: Viewport) -> Points:
        """Return every jump in view, or of each column of pixels the least and the greatest."""
        low, high = _ends(viewport)
        n_columns = max(1, round(viewport.width))
        edges = np.linspace(low, high, n_columns + 1)
        known = self.curve.steps.ascending[:-1]
        first, last = np.searchsorted(known, [low, high])
        if last - first <= 2 * n_columns:
            corners = known[first:last]
            after = np.nextafter(corners, 1.0)
            risks = np.union1d(np.concatenate([edges, corners]), after[after < high])
            return risks, self.of(risks)
        least, greatest = self.curve.extremes(edges, avoided=self.worth.avoided)
        at_edges, middles = self.of(edges), (edges[:-1] + edges[1:]) / 2
        factor = self.worth.factor
        x = np.column_stack([edges[:-1], middles, middles]).ravel()
        y = np.column_stack([at_edges[:-1], greatest * factor, least * factor]).ravel()
        return np.append(x, edges[-1]), np.append(y, at_edges[-1])

    def parts(self) -> Iterator[Points]:
        """Return both ends of every jump, so many scores at once."""
        corners = self.curve.corners()
        for start in range(0, len(corners), _PART):
            part = corners[start : start + _PART]
            risks = np.column_stack([part, np.nextafter(part, 1.0)]).ravel()
            yield risks, self.of(risks)


def _line(name: str, of: Curve, look: int, *, is_main: bool = True) -> Line:
    return Line(name, partial(_smooth, of), partial(_whole, of), look, is_main=is_main)


def _lacking(snapshot: Snapshot) -> Told | None:
    """Return why there is no picture: what is refused, or asked; None where there is one."""
    ranking, said = snapshot.ranking, snapshot.inputs.consequences
    if ranking is None or not (ranking.table.n_positive and ranking.table.n_negative):
        return ONE
    if prevalence_of(snapshot) is None:
        return PREVALENCE_FIRST
    lacking = no_probabilities(snapshot)
    if lacking and said.scale is None and not said.risks:
        return ARE_THEY if isinstance(lacking, Asked) else WAYS_OUT
    return None


def decision_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the decision curve: of the scores as probabilities, or of the best thresholds.

    Parameters
    ----------
    snapshot
        With a score.
    style
        How names are told.

    Returns
    -------
    Picture or Told
        Words where a prevalence has to be typed, where there is one class, and where scores are
        no probabilities and nobody said what they are. Scores that were said to be something else
        have the line of the best of all thresholds, and with what moves that of this one.
    """
    ranking, share, lacking = snapshot.ranking, prevalence_of(snapshot), _lacking(snapshot)
    if lacking is not None or ranking is None or share is None:
        return lacking or ONE
    curve, worth = curve_of(snapshot, ranking), _worth(snapshot, share.value)
    groups = groups_drawn(snapshot)
    layers: list[Layer] = [
        Reference(phrase("Treating all"), partial(_smooth, _of_all(curve, worth))),
        Reference(phrase("Treating nobody"), partial(_smooth, _of_none(curve, worth))),
    ]
    if no_probabilities(snapshot):
        best = _of(curve, worth, curve.envelope)
        layers.append(_line(phrase("If recalibrated on these data: optimistic"), best, 1))
    else:
        layers += _models(snapshot, ranking, worth)
        layers += [*_of_groups(groups, style)] if groups else _best(best_scores(snapshot), style)
        if ID in snapshot.choices.bands:
            layers.append(_band(snapshot, ranking, curve, worth))
    high = max(2.0 * share.value, _LEAST_RANGE)
    x_scale = ShownPart(0.0, 1.0, padded(0.0, min(high, 1.0)))
    names = tuple((1.0 / (1.0 + k), _of_k(k), "") for k in _K)
    return Picture(
        PictureAxis(RISK, Ruler(x_scale, Scale.PROPORTION)),
        _axis(worth, groups),
        tuple(layers),
        top=PictureAxis(phrase("One missed = so many false alarms"), Ruler(x_scale), names),
    )


def _models(snapshot: Snapshot, ranking: Ranking, worth: _Worth) -> list[Line]:
    """Return the curve of the scores, and those of others that are compared and are risks, too.

    Each other one has the look that it has on curves.
    """
    others = [] if snapshot.comparison.groups else others_of(snapshot)
    own = (snapshot.comparison.name or ranking.score.name) if others else ""
    groups = snapshot.comparison.groups
    own = own if groups is None else groups.name
    found = [(own, ranking, 0), *((one.name, one.ranking, one.place + 1) for one in others)]
    models = [_Model(curve_of(snapshot, one), worth) for _name, one, _look in found]
    return [
        Line(name, model.vertices, model.parts, look, is_main=look == 0)
        for (name, _one, look), model in zip(found, models, strict=True)
    ]


def _of_groups(groups: Sequence[tuple[Beside, Snapshot]], style: Style) -> Iterator[Line]:
    """Yield the curve of each group, at its own prevalence where none was typed."""
    for one, there in groups:
        model = _Model(curve_of(there, one.ranking), _worth(there, _share_of(there)))
        parts = model.vertices, model.parts, one.place + 1
        yield Line(named(one, style), *parts, is_main=False, request=request_of(one))


def _share_of(group: Snapshot) -> float:
    typed, ranking = group.inputs.intervals.prevalence, group.ranking
    assert ranking is not None  # noqa: S101 - a group that is drawn has one
    return ranking.table.n_positive / ranking.table.n if typed is None else typed


def _axis(worth: _Worth, groups: Sequence[tuple[Beside, Snapshot]]) -> PictureAxis:
    """Return the axis on which all rows and every group have room."""
    shares = [worth.p, *(_share_of(there) for _one, there in groups)]
    return replace(worth, p=min(shares) if worth.avoided else max(shares)).axis


def _best(found: BestScores | None, style: Style) -> Iterator[Strip]:
    """Yield for each score that is clearly best somewhere the risks at which it is."""
    if found is None:
        return
    for place, name in enumerate(found.names):
        ends = [(one.low - _HALF, one.high + _HALF) for one in found.ranges if one.place == place]
        if ends:
            x = np.array([(low, high, high) for low, high in ends]).ravel()
            shade = np.tile([1.0, 1.0, math.nan], len(ends))
            chance = np.array([one.p_best[place] for one in found.along])
            risks = np.array([one.risk for one in found.along])
            said = {"name": Given(name), "p": Rate(CLEARLY)}
            named = Text("{name}: at least {p} probable to be best", said).told(style)
            edges, every = partial(_same, (x, shade)), partial(_all_of, (risks, chance))
            yield Strip(named, edges, every, found.looks[place])


def _same(points: Points, _seen: object) -> Points:
    return points


def _all_of(points: Points) -> Iterator[Points]:
    yield points


def _best_said(snapshot: Snapshot) -> Told | None:
    """Return where which of several scores is clearly best, or why that is not drawn."""
    found = best_scores(snapshot) if snapshot.comparison.others else None
    if found is None:
        reason = no_best(snapshot) if others_of(snapshot) else ""
        return Text("Which score is best: {why}", {"why": reason}) if reason else None
    return _where_best(found.names, tuple(found.ranges))


class _Once:
    """Words that are the same in every frame of a drag: told anew in another style alone."""

    def __init__(self, words: Told) -> None:
        self._words = words
        self._latest: tuple[Style, str] | None = None

    def told(self, style: Style) -> str:
        if self._latest is None or self._latest[0] != style:
            self._latest = style, self._words.told(style)
        return self._latest[1]


@lru_cache(maxsize=4)
def _where_best(names: tuple[str, ...], ranges: tuple[Range, ...]) -> Told:
    """Return where which of several scores is clearly best."""
    scores = [one for one in ranges if one.place < len(names)]
    if not scores:
        words = Text("At no risk threshold is one score best with a probability of {p}")
        return _Once(words.filled({"p": Rate(CLEARLY)}))
    told = []
    for one in scores[:_TOLD]:
        ends = {"name": Given(names[one.place]), "low": Rate(one.low), "high": Rate(one.high)}
        is_one = one.low == one.high
        told.append(Text("{name} at {low}" if is_one else "{name} from {low} to {high}", ends))
    more = Text(" and elsewhere") if len(scores) > _TOLD else Text("")
    values = {"p": Rate(CLEARLY), "where": Joined(tuple(told), ", "), "more": more}
    return _Once(Text("Best with a probability of {p} or more: {where}{more}", values))


def _of_k(k: float) -> str:
    return str(k) if k >= 1 else f"1/{round(1 / k)}"


def _of(curve: DecisionCurve, worth: _Worth, benefit: Curve) -> Curve:
    return lambda risks: worth.of(benefit(risks), curve, risks)


def _of_all(curve: DecisionCurve, worth: _Worth) -> Curve:
    return _of(curve, worth, curve.of_all)


def _of_none(curve: DecisionCurve, worth: _Worth) -> Curve:
    return _of(curve, worth, np.zeros_like)


def _band(snapshot: Snapshot, ranking: Ranking, curve: DecisionCurve, worth: _Worth) -> Band:
    """Return the interval at each risk, pointwise, of acting on each probability."""
    level = snapshot.inputs.intervals.level

    def limits_at(risks: NDArray[np.float64]) -> Edges:
        found = []
        for risk, row in zip(risks.tolist(), curve.rows_at(risks).tolist(), strict=True):
            moving = Moving(ranking.table.steps.sums_of(row), level)
            interval = worth.measured(worth_at(snapshot, moving, risk)).interval
            known = interval is not None and interval.is_defined
            ends = (interval.lower, interval.upper) if interval is not None and known else ()
            found.append([worth.scaled(one) for one in ends] or [math.nan, math.nan])
        lower, upper = np.array(found).T
        return risks, lower, upper

    def edges(viewport: Viewport) -> Edges:
        n = min(_BANDED, max(2, round(viewport.width)))
        return limits_at(np.linspace(*_ends(viewport), n))

    per_cent = round(level * 100, 6)
    name = Text("{level} % confidence at each risk", {"level": per_cent})
    return Band(str(name), edges, lambda: iter([limits_at(np.arange(1, 100) / 100)]))


# ------------------------------------------------------------------------------ what moves


def risk_of(snapshot: Snapshot) -> float:
    """Return the risk threshold in force: one that is asked about, else that of the threshold."""
    risks = snapshot.inputs.consequences.risks
    return risks[0] if risks else usual_risk(snapshot)


def _is_linked(snapshot: Snapshot) -> bool:
    """Return whether the risk is that of the threshold, so that one moves the other."""
    return not (snapshot.inputs.consequences.risks or no_probabilities(snapshot))


def _threshold_as_risk(snapshot: Snapshot) -> float:
    point, scale = snapshot.point, snapshot.inputs.consequences.scale
    return math.nan if point is None or scale is None else point.threshold / scale.of_one


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Show this threshold as a test at every risk, and what it is worth at the one in force."""
    del style
    ranking, point, share = snapshot.ranking, snapshot.point, prevalence_of(snapshot)
    if ranking is None or point is None or share is None:
        return Moved()
    curve, worth = curve_of(snapshot, ranking), _worth(snapshot, share.value)
    fixed = _of(curve, worth, partial(curve.of_row, point.row))
    layers: list[Layer] = [
        _line(phrase("This threshold, fixed"), fixed, OF_THRESHOLD, is_main=False)
    ]
    found = useful_range(snapshot)
    low, high = found["useful_from"], found["useful_to"]
    if low.is_defined and high.is_defined and low.value < high.value:
        layers.append(Region(phrase("Worth using"), (low.value, high.value), (-math.inf, math.inf)))
    if not not_drawn(snapshot):
        chance = partial(_chances, snapshot)
        strip = partial(_shaded, chance), lambda: iter([_shades_of(chance)])
        layers.append(Strip(phrase("Probably useful (below the axis)"), *strip))
    risk = _threshold_as_risk(snapshot) if _is_linked(snapshot) else risk_of(snapshot)
    sentence = _sentence(low, high)
    w = weight(risk)
    if not (not_drawn(snapshot) or math.isnan(w)):
        sure = {"p": _chance_at(snapshot, risk), "risk": Rate(risk)}
        also = Text("Useful at {risk} with a probability of {p}", sure)
        sentence = Joined((sentence, also), "\n")
    best = _best_said(snapshot)
    if best is not None:
        sentence = Joined((sentence, best), "\n")
    if math.isnan(w):
        return Moved(tuple(layers), Text("Net benefit: {why}", {"why": AT_ENDS}), None, sentence)
    layers.append(Mark("", risk, (float(fixed(np.array([risk]))[0]),), is_main=True))
    told = worth_at(snapshot, moving_of(snapshot, point), risk)
    return Moved(tuple(layers), _told(told, risk, short=True), _told(told, risk), sentence)


def _chances(snapshot: Snapshot, risks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how probable it is that this threshold is useful, at risks."""
    point, typed = snapshot.point, typed_of(snapshot)
    assert point is not None  # noqa: S101 - who calls it has looked
    if typed is None:
        return np.asarray(useful(point.counts, risks).both)
    return np.asarray(useful_at(point.counts, risks, typed.value, _OF_A_SHADE))


def _chance_at(snapshot: Snapshot, risk: float) -> Told:
    """Return how probable it is at one risk: never certain."""
    found = float(_chances(snapshot, np.array([risk]))[0])
    most = Rate(1.0 - _LEAST_CHANCE)
    if found > most.value:
        return Text("more than {p}", {"p": most})
    if found < _LEAST_CHANCE:
        return Text("less than {p}", {"p": Rate(_LEAST_CHANCE)})
    return Rate(found)


def _shaded(chance: Curve, viewport: Viewport) -> Points:
    risks = np.linspace(*_ends(viewport), _SHADED)
    return risks, chance(risks)


def _shades_of(chance: Curve) -> Points:
    risks = np.arange(1, 100) / 100
    return risks, chance(risks)


def _told(found: Worthwhile, risk: float, *, short: bool = False) -> Told:
    """Return net benefit and interventions avoided of a hundred people."""
    benefit, avoided = found.net_benefit, found.avoided
    if not benefit.is_defined:
        return Text("Net benefit: {why}", {"why": benefit.reason})
    values: dict[str, object] = {"benefit": PerHundred(benefit.value), "risk": Rate(risk)}
    values |= {"avoided": PerHundred(abs(avoided.value)), "limits": Text(""), "others": Text("")}
    if not short:
        values |= {"limits": _limits(benefit), "others": _limits(avoided)}
    values["fewer"] = Text("fewer") if avoided.value >= 0 else Text("more")
    return Text(
        "{benefit} net true positives per 100{limits}, {avoided} {fewer} interventions per 100 than"
        " treating all{others}, risk threshold {risk}",
        values,
    )


def _limits(found: Measured) -> Text:
    interval = found.interval
    if interval is None or not interval.is_defined:
        return Text("")
    ends = {"low": PerHundred(interval.lower), "high": PerHundred(interval.upper)}
    return Text(" ({low} to {high})", ends)


def _sentence(low: Measured, high: Measured) -> Told:
    """Return for whom this threshold is worth using."""
    for one in (low, high):
        if not one.is_defined:
            return Text("For whom this threshold is worth using: {why}", {"why": one.reason})
    if low.value >= high.value:
        return Text("There is no risk threshold at which this threshold is worth using")
    values = {"low": _with_limits(low), "high": _with_limits(high)}
    return Text(
        "Worth using for anyone whose risk threshold lies between {low} and {high}",
        values,
    )


def _with_limits(found: Measured) -> Told:
    interval = found.interval
    if interval is None or not interval.is_defined:
        return Rate(found.value)
    values = {"value": found.value, "low": interval.lower, "high": interval.upper}
    ends: dict[str, object] = {name: Rate(value) for name, value in values.items()}
    return Text("{value} ({low} to {high})", ends)


# -------------------------------------------------------------------------------- the hand


def _standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at themselves, where they are probabilities."""
    scale = snapshot.inputs.consequences.scale
    if scale is None or no_probabilities(snapshot):
        return None
    return Standing(lambda scores: scores / scale.of_one, lambda risks: risks * scale.of_one)


def _handle(snapshot: Snapshot) -> float:
    return math.nan if _is_linked(snapshot) else risk_of(snapshot)


def _drag(snapshot: Snapshot, risk: float) -> DragNumber:
    said, within = snapshot.inputs.consequences, min(max(risk, 0.001), 0.999)
    return DragNumber(SetConsequences(replace(said, risks=(within, *said.risks[1:]))))


def _at(snapshot: Snapshot, risk: float) -> Told | None:
    """Return what acting on the risk, treating all and this threshold are worth at a risk."""
    ranking, point = snapshot.ranking, snapshot.point
    if ranking is None or point is None or math.isnan(weight(risk)):
        return None
    curve, at = curve_of(snapshot, ranking), np.array([risk])
    shown = {"fixed": curve.of_row(point.row, at), "all": curve.of_all(at)}
    lacking = no_probabilities(snapshot)
    shown["model"] = curve.envelope(at) if lacking else curve.at(at)
    values: dict[str, object] = {one: PerHundred(float(y[0])) for one, y in shown.items()}
    values |= {"risk": Rate(risk)}
    values["name"] = Text("the best threshold") if lacking else Text("acting on the risk")
    told = Text(
        "At a risk threshold of {risk}, per 100: {name} {model}, this threshold {fixed}, treating"
        " all {all}",
        values,
    )
    if not_drawn(snapshot):
        return told
    chance = {"p": _chance_at(snapshot, risk)}
    also = Text("This threshold is useful there with a probability of {p}", chance)
    return Joined((told, also), "\n")


def _summary(snapshot: Snapshot) -> Told:
    share = prevalence_of(snapshot)
    return Text("{prevalence} {p}", {"p": Rate(math.nan if share is None else share.value)})


def _long_summary(snapshot: Snapshot) -> Told:
    """Return the prevalence, and which of the scores that are compared are not drawn."""
    others = [Given(one.name) for one in compared(snapshot) if not is_risk(snapshot, one)]
    if no_probabilities(snapshot) or not others:
        return _summary(snapshot)
    values = {"all": _summary(snapshot), "names": Listed(tuple(others))}
    return Text("{all}, without {names}: no probabilities", values)


def _depends(snapshot: Snapshot) -> object:
    """Return what the picture rests on: a risk that is dragged moves over it."""
    said, settings = snapshot.inputs.consequences, snapshot.inputs.intervals
    sampling = None if snapshot.dataset is None else snapshot.dataset.sampling
    known = settings.prevalence, settings.prevalence_of, settings.level
    others = tuple(one.ranking for one in compared(snapshot)), depends(snapshot)
    is_drawn, is_best = _lacking(snapshot) is None, snapshot.calibrated[3:]
    return said.scale, is_drawn, known, sampling, snapshot.point is None, others, is_best


def _no_band(snapshot: Snapshot) -> str:
    """Return why there is no band; "" where it can be asked for."""
    return not_drawn(snapshot) or no_probabilities(snapshot)


def _ways(snapshot: Snapshot) -> tuple[Way, ...]:
    """Return what can be said about scores, where nobody did."""
    if _lacking(snapshot) is not WAYS_OUT:
        return of_scale(snapshot) if _lacking(snapshot) is ARE_THEY else ()
    said = replace(snapshot.inputs.consequences, scale=ScoresAre.OTHER)
    return of_scale(snapshot) or (Way("not_probability", Text("Draw both"), SetConsequences(said)),)


PICTURE = Pictured(
    id=ID,
    title=DECISION_CURVE.name,
    axes=(
        Axis(title=RISK, scale=Scale.PROPORTION),
        Axis(title=phrase("Net benefit"), scale=Scale.VALUE),
    ),
    table=ID,
    picture=decision_picture,
    depends=_depends,
    moved=_moved,
    has_groups=True,
    summary=_summary,
    summary_with_limits=_long_summary,
    thresholds=_standing,
    handle=Handle(phrase("the risk threshold"), _handle, _drag),
    at=_at,
    options=(
        Option(
            "standardised",
            phrase("standardised"),
            phrase("Net benefit as a share of the prevalence"),
        ),
        Option(
            "avoided", phrase("avoided"), phrase("Interventions avoided, in place of net benefit")
        ),
    ),
    ways=_ways,
    has_bands=True,
    no_band=_no_band,
    has_top=True,
    source=BEST,
    find_out=phrase("&Draw Which Score Is Best"),
)
