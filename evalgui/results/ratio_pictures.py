"""Log-likelihood ratios as pictures along priors: empirical cross-entropy, and the Bayes error."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import ratios_worth as worth
from evalgui.core.biometrics.detection_cost import LOGARITHMS, DetectionCost
from evalgui.core.curves.curve import Axis, Scale
from evalgui.core.curves.scales import LinearScale
from evalgui.core.texts import Computed, Rate, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import Line, Mark, Picture, PictureAxis, Reference
from evalgui.results.pictured import NOTHING, Moved, Pictured, Standing
from evalgui.results.ticks import Ruler
from evalgui.results.ways import lacking_ratios, of_ratios

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Shown

    Values = NDArray[np.float64]

_ODDS = Axis(title=phrase("log10 prior odds"), scale=Scale.VALUE)
_ENTROPY = Axis(title=phrase("Cross-entropy (empirical, bits)"), scale=Scale.VALUE)
_ERROR = Axis(title=phrase("Bayes error (normalised)"), scale=Scale.VALUE)
_AWAITED = Text("What log-likelihood ratios are worth along priors is not worked out yet.")
_TENS = math.log(10.0)
_AT = worth.PRIOR_ODDS / _TENS
_HIGHEST = 2.0  # what lies higher goes out of the picture


def _lacking(snapshot: Snapshot) -> Told | None:
    """Return what stands in the place of a picture; None where there is one."""
    if worth.base_of(snapshot) is None or worth.no_ratios(snapshot):
        return lacking_ratios(snapshot)
    return None if worth.has_along(snapshot) else _AWAITED


def _line(name: str, y: Values, look: int = 0) -> Line:
    points = _AT, y
    return Line(name, lambda _seen: points, lambda: iter([points]), look, is_main=not look)


def _picture(y_axis: Axis, layers: tuple[Line | Reference, ...], *values: Values) -> Picture:
    """Return a picture along priors whose y axis begins at 0 and holds 1."""
    most = max(float(np.max(one, initial=1.0)) for one in values)
    x_ruler = Ruler(LinearScale(float(_AT[0]), float(_AT[-1])), Scale.VALUE)
    y_ruler = Ruler(LinearScale(0.0, min(most, _HIGHEST)), Scale.VALUE)
    top = PictureAxis(phrase("Priors of evaluations"), x_ruler, tuple(_presets()))
    x_axis, upright = PictureAxis(_ODDS.title, x_ruler), PictureAxis(y_axis.title, y_ruler)
    return Picture(x_axis, upright, layers, top=top)


def _presets() -> Iterator[tuple[float, str, str]]:
    """Yield the priors of presets, with their costs: one name for all that have the same."""
    from evalgui.core.rules.presets import PRESETS

    named: dict[float, list[str]] = {}
    for preset in PRESETS:
        for rule, given in preset.rules:
            if rule == "min-dcf":
                cost = DetectionCost(*(float(given[one] or 1.0) for one in ("p-target", "c-miss")))
                odds = math.log10(cost.of_miss / cost.of_alarm)
                named.setdefault(round(odds, 9), []).append(preset.name)
    for odds, names in named.items():
        yield odds, ", ".join(dict.fromkeys(names)), ""


def entropy_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the empirical cross-entropy along priors, or what is lacking."""
    del style
    lacking = _lacking(snapshot)
    if lacking is not None:
        return lacking
    actual, least, reference = worth.along(snapshot).entropies
    nothing = _AT, reference
    layers = (
        Reference(phrase("Ratio of 1: the prior alone"), lambda _seen: nothing),
        _line(phrase("As they are"), actual),
        _line(phrase("Calibrated"), least, look=1),
    )
    return _picture(_ENTROPY, layers, actual)


def error_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the normalised Bayes error along priors, or what is lacking."""
    del style
    lacking = _lacking(snapshot)
    if lacking is not None:
        return lacking
    actual, least = worth.along(snapshot).errors
    trivial = _AT[[0, -1]], np.ones(2)
    layers = (
        Reference(phrase("Accepting all or nobody"), lambda _seen: trivial),
        _line(phrase("As they are"), actual),
        _line(phrase("Least"), least, look=1),
    )
    return _picture(_ERROR, layers, actual)


def _depends(snapshot: Snapshot) -> object:
    scale, level = snapshot.inputs.consequences.scale, snapshot.inputs.intervals.level
    return scale, level, snapshot.calibrated


def _summary(snapshot: Snapshot) -> Told:
    if _lacking(snapshot) is not None:
        return NOTHING
    cllr, least = worth.numbers(snapshot)
    values = {"cllr": Computed(cllr.value), "least": Computed(least.value)}
    return Text("Cllr {cllr}, minCllr {least} bits", values)


def _summary_with_limits(snapshot: Snapshot) -> Told:
    if _lacking(snapshot) is not None:
        return NOTHING
    cllr, least = worth.numbers(snapshot)
    of_cllr, of_least = cllr.interval, least.interval
    assert of_cllr is not None  # noqa: S101 - it has limits, or a reason
    assert of_least is not None  # noqa: S101 - likewise
    limits: Told = as_text(of_cllr.reason)
    if not of_cllr.reason:
        ends = {"low": Computed(of_cllr.lower), "high": Computed(of_cllr.upper)}
        limits = Text("{low} to {high}", ends)
    values = {"cllr": Computed(cllr.value), "limits": limits, "least": Computed(least.value)}
    values["none"] = as_text(of_least.reason)
    return Text("Cllr {cllr} ({limits}), minCllr {least} bits ({none})", values)


def _place_at(x: float) -> int:
    """Return the number of the prior that is told next to a value of the x axis."""
    return int(np.argmin(np.abs(_AT - x)))


def _told_entropy(snapshot: Snapshot, x: float) -> Told | None:
    if _lacking(snapshot) is not None:
        return None
    found, place = worth.along(snapshot), _place_at(x)
    actual, least, reference = (Computed(float(one)) for one in found.entropies[:, place])
    values = {"prior": Rate(float(found.priors[place])), "actual": actual, "least": least}
    values["reference"] = reference
    return Text(
        "At a prior of {prior}: {actual} bits, {least} calibrated, {reference} of the prior alone",
        values,
    )


def _told_error(snapshot: Snapshot, x: float) -> Told | None:
    if _lacking(snapshot) is not None:
        return None
    found, place = worth.along(snapshot), _place_at(x)
    actual, least = (Computed(float(one)) for one in found.errors[:, place])
    values = {"prior": Rate(float(found.priors[place])), "actual": actual, "least": least}
    return Text("At a prior of {prior}: normalised Bayes error {actual}, least {least}", values)


def _ratio_in_tens(snapshot: Snapshot) -> float:
    """Return how many decades of a likelihood ratio a score of 1 is."""
    return math.log10(LOGARITHMS[worth.base_of(snapshot) or "e"])


def _error_standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: at the prior odds at which Bayes decides by them."""
    if _lacking(snapshot) is not None:
        return None
    unit = _ratio_in_tens(snapshot)
    return Standing(lambda of: -unit * np.asarray(of), lambda x: -np.asarray(x) / unit)


def _error_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark what the threshold costs at the prior at which Bayes decides by it."""
    del style
    at = snapshot.point
    if at is None or _lacking(snapshot) is not None:
        return Moved()
    x = -_ratio_in_tens(snapshot) * at.threshold
    if not _AT[0] <= x <= _AT[-1]:
        return Moved()
    cost = DetectionCost(1.0 / (1.0 + 10.0**-x))
    actual = float(cost.normalised(at.counts))
    least = float(np.min(cost.normalised(worth.along(snapshot).best)))
    values = {"prior": Rate(cost.p_target), "actual": Computed(actual), "least": Computed(least)}
    said = Text("Right for a prior of {prior}: error {actual}, least {least}", values)
    return Moved((Mark("", x, (actual, least), is_main=True),), said)


ENTROPY = Pictured(
    id="cross-entropy",
    title=Text("Empirical cross-entropy"),
    also=(
        phrase("ECE plot"),
        phrase("Cllr"),
        "minCllr",
        phrase("likelihood ratio"),
        phrase("forensic"),
        phrase("Ramos"),
    ),
    axes=(_ODDS, _ENTROPY),
    table="likelihood-ratios",
    picture=entropy_picture,
    depends=_depends,
    summary=_summary,
    summary_with_limits=_summary_with_limits,
    at=_told_entropy,
    ways=of_ratios,
    has_top=True,
    source=worth.RATIOS,
    find_out=phrase("&Work It Out"),
)
BAYES_ERROR = Pictured(
    id="bayes-error",
    title=Text("Normalised Bayes error"),
    also=(
        "NBE",
        "DCF",
        phrase("minimum DCF"),
        "BOSARIS",
        phrase("applied probability of error"),
        "APE",
    ),
    axes=(_ODDS, _ERROR),
    table="likelihood-ratios",
    picture=error_picture,
    depends=_depends,
    moved=_error_moved,
    summary=_summary,
    summary_with_limits=_summary_with_limits,
    thresholds=_error_standing,
    at=_told_error,
    ways=of_ratios,
    has_top=True,
    source=worth.RATIOS,
    find_out=phrase("&Work It Out"),
)
