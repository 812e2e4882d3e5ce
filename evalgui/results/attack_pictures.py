"""Presentation attacks as pictures: APCER of each species, and BPCER against it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.biometrics.presentation_attacks import worst
from evalgui.core.curves import CURVES
from evalgui.core.curves.curve import Axis, Scale
from evalgui.core.curves.laid_out import scales_of
from evalgui.core.curves.scales import LinearScale
from evalgui.core.intervals.proportions import one_sided_upper, wilson
from evalgui.core.score_table import Outline
from evalgui.core.texts import Beginning, Given, Rate, Text
from evalgui.core.vocabulary import phrase
from evalgui.results.curve_picture import Scored, curve_lines
from evalgui.results.picture import OF_THRESHOLD, Line, Mark, Picture, PictureAxis
from evalgui.results.pictured import NOTHING, Moved, Pictured
from evalgui.results.ticks import Ruler
from evalgui.results.topics.pad import attacks_of, errors_at, species_ways, why_not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.score_table import Attacks, Steps
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Layer
    from evalgui.results.pictured import Shown

MOST = 30
"""So many species are shown, those with the most attacks; the others are in the table."""

_SPECIES = Axis(title=phrase("Species of attacks"))
_APCER = Axis(title=phrase("APCER of a species"), scale=Scale.PROPORTION, short="APCER")
_OF_ERRORS = (
    Axis(title=phrase("APCER of a species"), scale=Scale.NORMAL_DEVIATE, short="APCER"),
    Axis(title="BPCER", scale=Scale.NORMAL_DEVIATE),
)
_WITHOUT = phrase("without a species")
_WORST = phrase("the worst species at each threshold")
_HALF_WIDTH = 0.12  # of an interval, where species are 1 apart
_CELLS = 8_192  # of a side of the picture, within which a line of many points is one


def _shown(attacks: Attacks) -> dict[str, str]:
    """Return the species that are shown, and what each is called."""
    steps = attacks.steps
    largest = sorted(steps, key=lambda one: -steps[one].n_positive - steps[one].n_negative)[:MOST]
    return {name: name or _WITHOUT for name in steps if name in largest}


def _lacking(snapshot: Snapshot) -> Told | None:
    why = why_not(snapshot)
    if why:
        return Text("{why}", {"why": Beginning(why)})
    attacks = attacks_of(snapshot)
    if attacks is None or not attacks.steps:
        return Text("No attack has a score.")
    return None


# ------------------------------------------------------------------------------- species


def species_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the axes on which APCER of each species stands, or why there is none."""
    del style
    lacking, attacks = _lacking(snapshot), attacks_of(snapshot)
    if lacking is not None or attacks is None:
        return lacking or NOTHING
    names = [*_shown(attacks).values()]
    places = tuple((float(at), name, "") for at, name in enumerate(names))
    x_ruler = Ruler(LinearScale(-0.5, len(names) - 0.5), Scale.VALUE)
    y_ruler = Ruler(LinearScale(0.0, 1.0), Scale.PROPORTION)
    axes = PictureAxis(_SPECIES.title, x_ruler, places), PictureAxis(_APCER.title, y_ruler)
    return Picture(*axes, ())


def _species_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Show APCER of each species at the threshold up to its limit, and the limit that holds."""
    del style
    attacks, found = attacks_of(snapshot), errors_at(snapshot)
    if attacks is None or found is None or not found.attacks:
        return Moved()
    level = snapshot.inputs.intervals.level
    layers: list[Layer] = []
    largest = worst(found.attacks, level)
    for at, name in enumerate(_shown(attacks)):
        one = found.attacks[name]
        limit = one_sided_upper(one.k, one.n, level)[1]
        is_worst = name == largest.species
        layers.append(_stem(float(at), one.value, limit, OF_THRESHOLD if is_worst else 0))
        layers.append(Mark("", float(at), (one.value,), is_main=is_worst))
    low, high = wilson(*found.bona_fide, level)
    values = {
        "worst": Given(largest.species or _WITHOUT),
        "rate": Rate(largest.rate),
        "limit": Rate(largest.limit),
        "limit_of": Given(largest.limit_of or _WITHOUT),
        "bpcer": Rate(found.bona_fide.value),
        "low": Rate(low),
        "high": Rate(high),
    }
    short = Text("worst {worst}: {rate}, at most {limit} ({limit_of}); BPCER {bpcer}", values)
    long = Text(
        "worst {worst}: {rate}, at most {limit} (of {limit_of}); BPCER {bpcer} ({low} to {high})",
        values,
    )
    return Moved(tuple(layers), short, long)


def _stem(at: float, low: float, high: float, look: int) -> Line:
    """Return the line from a rate up to its limit, with an end across."""
    x = np.array([at, at, math.nan, at - _HALF_WIDTH, at + _HALF_WIDTH])
    y = np.array([low, high, math.nan, high, high])
    return Line("", lambda _seen: (x, y), lambda: iter([(x, y)]), look, is_main=look < 0)


# ------------------------------------------------------------------------- BPCER against it


def joined(steps: Steps, attacks: Attacks) -> Mapping[str, Steps]:
    """Return for each species the operating points of all rows, with its attacks alone.

    Bona fide presentations are the positive class of it, whichever is that of the steps.
    """
    found = {}
    for name, own in attacks.steps.items():
        rows = own.rows_at(steps.thresholds)
        if attacks.are_positive:
            accepted = own.n_positive - own.tp_column[rows].astype(np.int64)
            genuine = steps.n_negative - steps.fp_column.astype(np.int64)
            columns, n = (genuine[::-1], accepted[::-1]), own.n_positive
        else:
            columns, n = (steps.tp_column, own.fp_column[rows]), own.n_negative
        found[name] = replace(
            steps,
            tp_column=columns[0],
            fp_column=columns[1],
            n_positive=steps.n_negative if attacks.are_positive else steps.n_positive,
            n_negative=n,
            higher_is_positive=steps.higher_is_positive is not attacks.are_positive,
            subjects=None,
            attacks=None,
            squares=None,
        )
    return found


def trade_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return BPCER against APCER of each species, and of the worst at each threshold."""
    del style
    lacking, attacks, ranking = _lacking(snapshot), attacks_of(snapshot), snapshot.ranking
    if lacking is not None or attacks is None or ranking is None:
        return lacking or NOTHING
    det, names = CURVES.by_id("det"), _shown(attacks)
    every = joined(ranking.table.steps, attacks)
    tables = {name: Scored(names[name], Outline(every[name].corners())) for name in names}
    scales = scales_of(det, [one.table for one in tables.values()])
    lines = [
        line
        for at, one in enumerate(tables.values(), start=1)
        for line in curve_lines(det, one, scales, at)
    ]
    x_axis, y_axis = (
        PictureAxis(axis.title, Ruler(scale, Scale.NORMAL_DEVIATE))
        for axis, scale in zip(_OF_ERRORS, scales, strict=True)
    )
    worst_of_all = [_envelope(every, scales)] if len(names) > 1 else []
    return Picture(x_axis, y_axis, (*worst_of_all, *lines))


def _envelope(every: Mapping[str, Steps], scales: tuple[AxisScale, AxisScale]) -> Line:
    """Return the line of the largest APCER of a species at each threshold."""
    first = next(iter(every.values()))
    x = np.max([one.fp_column / one.n_negative for one in every.values()], axis=0)
    y = 1.0 - first.tp_column / first.n_positive
    places = scales[0].to_view(x), scales[1].to_view(y)
    steps = np.zeros(len(x), bool)
    for one, scale in zip(places, scales, strict=True):
        low, high = scale.home
        cells = np.floor((one - low) * (_CELLS / (high - low)))
        steps[1:] |= cells[1:] != cells[:-1]
    kept = np.flatnonzero(steps | np.append(steps[1:], True) | (np.arange(len(x)) == 0))
    drawn = places[0][kept], places[1][kept]
    return Line(_WORST, lambda _seen: drawn, lambda: iter([(x, y)]))


def _trade_moved(snapshot: Snapshot, style: Style) -> Moved:
    """Mark each species at the threshold: BPCER is the same for all."""
    del style
    attacks, found = attacks_of(snapshot), errors_at(snapshot)
    if attacks is None or found is None or not found.attacks or not found.bona_fide.n:
        return Moved()
    largest = worst(found.attacks, snapshot.inputs.intervals.level)
    bpcer = found.bona_fide.value
    values = {"worst": Given(largest.species or _WITHOUT), "rate": Rate(largest.rate)}
    values["bpcer"] = Rate(bpcer)
    layers = tuple(
        Mark("", found.attacks[name].value, (bpcer,), is_main=name == largest.species)
        for name in _shown(attacks)
    )
    return Moved(layers, Text("APCER {rate} ({worst}), BPCER {bpcer}", values))


SPECIES = Pictured(
    id="apcer",
    title=Text("APCER by species"),
    also=(
        phrase("presentation attack"),
        "PAD",
        "PAI",
        phrase("spoof"),
        phrase("liveness"),
        "ISO 30107-3",
    ),
    axes=(_SPECIES, _APCER),
    table="pad",
    picture=species_picture,
    moved=_species_moved,
    ways=species_ways,
    has_times=True,
)
TRADE = Pictured(
    id="apcer-bpcer",
    title=Text("BPCER against APCER"),
    also=(
        phrase("presentation attack"),
        "PAD",
        "DET",
        phrase("spoof"),
        phrase("liveness"),
        "ISO 30107-3",
    ),
    axes=_OF_ERRORS,
    table="pad",
    picture=trade_picture,
    moved=_trade_moved,
    ways=species_ways,
    is_square=True,
)
