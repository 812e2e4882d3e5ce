"""Searches of a gallery as pictures: the rank of the mate, and misses against false alarms."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.identification import Searches, false_alarms_if_independent
from evalgui.core.compared_people import (
    PEOPLE,
    has_rows,
    has_searched,
    lacks_probes,
    of_threshold,
    searched,
)
from evalgui.core.curves.curve import Axis, Scale
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale
from evalgui.core.intervals.proportions import wilson
from evalgui.core.texts import Count, Rate, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Band, Line, Mark, Picture, PictureAxis, Region
from evalgui.results.pictured import NOTHING, Moved, Option, Pictured, Standing
from evalgui.results.ticks import Ruler
from evalgui.results.ways import lacking_probes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.between_groups.apart import Rate as Counted
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Points
    from evalgui.results.pictured import Shown

    Values = NDArray[np.float64]

_RANK = Axis(title=phrase("Rank"), scale=Scale.LOG)
_MATCHED = Axis(title=phrase("True match rate (mated searches)"), scale=Scale.PROPORTION)
_FPIR = Axis(title="FPIR", scale=Scale.LOG)
_FNIR = Axis(
    title=phrase("FNIR (false negative identification rate)"), scale=Scale.LOG, short="FNIR"
)
_AWAITED = Text("The ranks of mates are not worked out yet.")
NO_MATED = Text("No search has a mate in the gallery: nobody has a rank.")
NO_OTHERS = Text(
    "Every search has a mate in the gallery: FPIR is counted over searches of people who are not "
    "in it."
)
_HALF = 0.5  # of a search: below it lies nothing but 0
_STRICT, _OPTIMISTIC = phrase("the mate behind ties"), phrase("the mate before ties")


def _known(snapshot: Snapshot, *, is_optimistic: bool = False) -> Searches | Told:
    """Return the searches, or what stands in the place of a picture."""
    if not has_rows(snapshot) or lacks_probes(snapshot):
        return lacking_probes(snapshot)
    if not has_searched(snapshot):
        return _AWAITED
    found = searched(snapshot)
    chosen = found.optimistic if is_optimistic else found.strict
    if chosen is None:
        return as_text(found.reason)
    return chosen if len(chosen.ranks) else NO_MATED


def _of_gallery(axis: Axis, ruler: Ruler, found: Searches, style: Style) -> PictureAxis:
    """Return an axis that says how large the gallery is, where there is room."""
    values = {"axis": axis.title, "n": Count(found.gallery)}
    return PictureAxis(Text("{axis} (gallery N = {n})", values).told(style), ruler)


# ----------------------------------------------------------------------------------- ranks


def cmc_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the share of mated searches whose mate is at most at a rank, or what is lacking."""
    found = _known(snapshot)
    if not isinstance(found, Searches):
        return found
    level, last = snapshot.inputs.intervals.level, max(found.gallery, 2)
    x, rates, lower, upper = _cmc(found, last, level)
    lowest = max(0.0, math.floor(10.0 * float(lower[0])) / 10.0)
    x_ruler = Ruler(LogScale(1.0, float(last)), Scale.LOG)
    y_ruler = Ruler(LinearScale(min(lowest, 0.9), 1.0), Scale.PROPORTION)
    scale = x_ruler.scale
    edges = scale.to_view(x), lower, upper
    optimistic = _known(snapshot, is_optimistic=True)
    parts = x, lower, upper
    layers: list[Band | Line] = [Band("", lambda _seen: edges, lambda: iter([parts]))]
    has_ties = snapshot.choices.axes.optimistic_ranks and isinstance(optimistic, Searches)
    layers.append(_stairs(_STRICT if has_ties else "", (x, rates), (scale.to_view(x), rates)))
    if has_ties and isinstance(optimistic, Searches):
        x, rates, _lower, _upper = _cmc(optimistic, last, level)
        layers.append(_stairs(_OPTIMISTIC, (x, rates), (scale.to_view(x), rates), look=1))
    x_axis = _of_gallery(_RANK, x_ruler, found, style)
    return Picture(x_axis, PictureAxis(_MATCHED.title, y_ruler), tuple(layers))


def _cmc(found: Searches, last: int, level: float) -> tuple[Values, Values, Values, Values]:
    """Return the stairs of the CMC up to the last rank: x, y, and their limits."""
    ranks, counts = found.ranked()
    n = len(found.ranks)
    if ranks[0] > 1:
        ranks, counts = np.append(1, ranks), np.append(0, counts)
    limits = np.array([wilson(float(k), n, level) for k in counts]).reshape(-1, 2)
    x = np.append(np.repeat(ranks, 2)[1:], last).astype(np.float64)
    each = [np.repeat(one, 2) for one in (counts / n, limits[:, 0], limits[:, 1])]
    return x, each[0], each[1], each[2]


def _stairs(name: str, stairs: Points, drawn: Points, look: int = 0) -> Line:
    """Return a line of values of the axes that is drawn at places of the view."""
    return Line(name, lambda _seen: drawn, lambda: iter([stairs]), look, is_main=not look)


def _rank_1(snapshot: Snapshot, *, has_limits: bool) -> Told:
    found = _known(snapshot)
    if not isinstance(found, Searches):
        return NOTHING
    first = found.matched(1)
    limits = _limits(first, wilson(first.k, first.n, snapshot.inputs.intervals.level))
    values = {"rate": Rate(first.value), "limits": limits, "gallery": Count(found.gallery)}
    short = Text("rank 1: {rate}, gallery N = {gallery}")
    long = Text("rank 1: {rate} ({limits}), gallery N = {gallery}")
    return (long if has_limits else short).filled(values)


def _told_rank(snapshot: Snapshot, x: float) -> Told | None:
    """Return what share of the mates is at most at a rank."""
    found = _known(snapshot)
    if not isinstance(found, Searches) or math.isnan(x):
        return None
    rank = max(1, min(math.floor(x + 1e-9), found.gallery))
    rate = found.matched(rank)
    values = {"rank": Count(rank), "gallery": Count(found.gallery), "rate": Rate(rate.value)}
    values["limits"] = _limits(rate, wilson(rate.k, rate.n, snapshot.inputs.intervals.level))
    return Text("At most rank {rank} of {gallery}: {rate} ({limits})", values)


# ----------------------------------------------------------------------- misses and false alarms


def open_set_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return FNIR against FPIR over all thresholds, or what is lacking."""
    found = _known(snapshot)
    if not isinstance(found, Searches):
        return found
    if not len(found.best):
        return NO_OTHERS
    _at, alarms, missed = found.traded(max(found.gallery, 1))
    x, y = np.append(0.0, alarms) / len(found.best), np.append(len(found.ranks), missed)
    y = y / len(found.ranks)
    stairs = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
    rulers = [Ruler(_rates(len(one)), Scale.LOG) for one in (found.best, found.ranks)]
    places = rulers[0].scale.to_view(stairs[0]), rulers[1].scale.to_view(stairs[1])
    x_axis = _of_gallery(_FPIR, rulers[0], found, style)
    return Picture(x_axis, PictureAxis(_FNIR.title, rulers[1]), (_stairs("", stairs, places),))


def _rates(n: int) -> LogScale:
    """Return an axis of shares of so many searches: 0 lies on its frame."""
    return LogScale(_HALF / n, 1.0, has_frame=True)


def _open_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark FPIR and FNIR at the threshold with their limits."""
    del style
    found = _known(snapshot)
    if snapshot.point is None or not isinstance(found, Searches) or not len(found.best):
        return Moved()
    threshold, level = of_threshold(snapshot), snapshot.inputs.intervals.level
    alarms, missed = found.false_alarms(threshold), found.missed(threshold, found.gallery)
    limits = [wilson(one.k, one.n, level) for one in (alarms, missed)]
    fmr = snapshot.point.measured["FPR"].value
    values = {
        "fpir": Rate(alarms.value),
        "fnir": Rate(missed.value),
        "independent": Rate(false_alarms_if_independent(fmr, found.gallery)),
        "n": Count(found.gallery),
        "of_fpir": _limits(alarms, limits[0]),
        "of_fnir": _limits(missed, limits[1]),
    }
    short = Text("FPIR {fpir}, FNIR {fnir}", values)
    long = Text(
        "FPIR {fpir} ({of_fpir}), FNIR {fnir} ({of_fnir}); N = {n}, FPIR {independent} if "
        "comparisons were independent",
        values,
    )
    layers = Region("", limits[0], limits[1]), Mark("", alarms.value, (missed.value,), is_main=True)
    return Moved(layers, short, long)


def _limits(rate: Counted, limits: tuple[float, float]) -> Told:
    low, high = (Rate(one) for one in limits)
    counted = {"low": low, "high": high, "k": Count(rate.k), "n": Count(rate.n)}
    return Text("{low} to {high}; {k}/{n}", counted)


def _open_standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at their FPIR."""
    found = _known(snapshot)
    if not isinstance(found, Searches) or not len(found.best) or snapshot.ranking is None:
        return None
    sign = 1.0 if snapshot.ranking.score.higher_is_positive else -1.0
    best = np.sort(found.best)

    def x_of(thresholds: Values) -> Values:
        at = sign * np.asarray(thresholds, dtype=np.float64)
        return np.asarray((len(best) - np.searchsorted(best, at, side="left")) / len(best))

    def threshold_at(x: Values) -> Values:
        above = np.rint(np.clip(np.asarray(x), 0.0, 1.0) * len(best)).astype(np.intp)
        place = np.clip(len(best) - above, 0, len(best) - 1)
        return sign * np.where(above > 0, best[place], np.nextafter(best[-1], np.inf))

    return Standing(x_of, threshold_at)


def _of_sizes(snapshot: Snapshot) -> Told:
    found = _known(snapshot)
    if not isinstance(found, Searches):
        return NOTHING
    values = {"n": len(found.ranks), "others": len(found.best), "gallery": found.gallery}
    counted = {name: Count(one) for name, one in values.items()}
    return Text("gallery N = {gallery}; {n} searches with a mate, {others} without", counted)


def _depends(snapshot: Snapshot) -> object:
    axes, level = snapshot.choices.axes, snapshot.inputs.intervals.level
    return level, axes.optimistic_ranks, snapshot.calibrated


CMC = Pictured(
    id="cmc",
    title=Text("CMC"),
    also=(
        phrase("cumulative match characteristic"),
        phrase("identification"),
        phrase("rank"),
        phrase("closed set"),
        phrase("rank-1"),
    ),
    axes=(_RANK, _MATCHED),
    table="identification",
    picture=cmc_picture,
    depends=_depends,
    summary=partial(_rank_1, has_limits=False),
    summary_with_limits=partial(_rank_1, has_limits=True),
    at=_told_rank,
    options=(
        Option(
            "optimistic_ranks", "ties", phrase("Also with the mate before candidates of its score")
        ),
    ),
    source=PEOPLE,
    find_out=phrase("&Work It Out"),
)
OPEN_SET = Pictured(
    id="fnir-fpir",
    title=Text("FNIR / FPIR"),
    also=(phrase("open set"), phrase("identification"), phrase("watch list"), "IET"),
    axes=(_FPIR, _FNIR),
    table="identification",
    picture=open_set_picture,
    depends=_depends,
    moved=_open_moved,
    summary=_of_sizes,
    thresholds=_open_standing,
    source=PEOPLE,
    find_out=phrase("&Work It Out"),
)
