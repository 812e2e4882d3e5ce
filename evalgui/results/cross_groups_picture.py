"""False matches of groups with groups as a matrix of tiles, beside a target of FMR."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.between_groups.differentials import differentials, ratio_at_least
from evalgui.core.crossed_groups import (
    CROSSED,
    GENUINE,
    IMPOSTOR,
    OWN,
    chance_at_hand,
    comparable,
    crossed_of,
    is_at_hand,
    is_by_subject,
    limits_of,
)
from evalgui.core.curves import Axis
from evalgui.core.curves import Scale as AxisKind
from evalgui.core.curves.log_scale import LogScale
from evalgui.core.curves.scales import LinearScale
from evalgui.core.digits import brief, percent_of_level, times
from evalgui.core.errors import sentence_of
from evalgui.core.groups import NoGroupsError
from evalgui.core.intervals.proportions import (
    UNDEFINED,
    are_upper_limits_below,
    one_sided_lower,
    one_sided_upper,
)
from evalgui.core.languages import tr, written
from evalgui.core.texts import Computed, Count, Joined, Share, Symbol, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import (
    OF_THRESHOLD,
    Line,
    Mark,
    Picture,
    PictureAxis,
    Reference,
    Region,
    Tiles,
)
from evalgui.results.pictured import NOTHING, Moved, Pictured
from evalgui.results.ticks import Ruler
from evalgui.results.topics.cross_groups import (
    COLUMNS_FIRST,
    CROSS_GROUPS,
    RULE_OF_THREE,
    SUMMARIES,
    Cell,
    cannot_tell,
    group_title,
    target_of,
    with_each_other,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.crossed_groups import Crossed, Own
    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Layer
    from evalgui.results.pictured import Shown

FMR_MATRIX = "fmr-matrix"
MOST = 50
"""So many groups of a side are shown, the largest ones; the others are in the table."""

_NAME = Text("{rate} / target", {"rate": Symbol("FPR")})
_TIMES = "\N{MULTIPLICATION SIGN}"
_AT_MOST, _AT_LEAST = "\N{LESS-THAN OR EQUAL TO}", "\N{GREATER-THAN OR EQUAL TO}"
_NO_TARGET = Text("No row is a false positive, and no target was said")
_AS_IF = Text("\N{LESS-THAN OR EQUAL TO}: upper {level} limits, as if comparisons were independent")
_NAMED = 5  # groups in a sentence
_AWAITED = Text("\N{HORIZONTAL ELLIPSIS}")


class _Shown(NamedTuple):
    """The groups that are shown, by their places."""

    found: Crossed
    probes: NDArray[np.intp]
    references: NDArray[np.intp]

    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what they are called."""
        sides = (self.found.probes, self.probes), (self.found.references, self.references)
        probes, references = (tuple(names[one] for one in places) for names, places in sides)
        return probes, references

    def part(self, counts: NDArray[Any]) -> NDArray[np.float64]:
        """Return the cells that are shown of some of all."""
        return np.asarray(counts[np.ix_(self.probes, self.references)], np.float64)


def _shown(snapshot: Snapshot) -> _Shown:
    found = crossed_of(snapshot)
    sizes = found.n.sum(axis=0)
    return _Shown(found, *(_largest(sizes.sum(axis=axis)) for axis in (1, 0)))


def _largest(sizes: NDArray[Any]) -> NDArray[np.intp]:
    """Return the places of the largest groups, in the order of their names."""
    return np.sort(np.argsort(-sizes, kind="stable")[:MOST])


def _named(name: str, style: Style) -> str:
    return group_title(name).told(style)


def _why_none(snapshot: Snapshot) -> Told | None:
    """Return why there is no picture, or not yet; None where there is one."""
    if snapshot.ranking is None or len(snapshot.inputs.consequences.groups) < 2:
        return COLUMNS_FIRST
    if not is_at_hand(snapshot):
        return _AWAITED
    try:
        crossed_of(snapshot)
    except NoGroupsError as error:
        return as_text(sentence_of(error))
    return None


def cross_groups_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the axes of the matrix, or what has to be said first: tiles move with the line."""
    why = _why_none(snapshot)
    if why is not None:
        return why
    shown = _shown(snapshot)
    if not shown.found.n[IMPOSTOR].any():
        return Text("There are no {actual_negatives}: no false match can come about")
    (probes, references), (probe, reference) = shown.names(), snapshot.inputs.consequences.groups
    rows = [(len(probes) - 0.5 - row, _named(name, style), "") for row, name in enumerate(probes)]
    columns = [(place + 0.5, _named(name, style), "") for place, name in enumerate(references)]
    x, y = (Ruler(_Whole(0.0, float(len(side)))) for side in (references, probes))
    return Picture(
        PictureAxis("", x, is_named=True),
        PictureAxis(phrase("Probe: {probe}", probe=probe), y, tuple(rows), is_named=True),
        (),
        counted=_NAME.told(style),
        top=PictureAxis(
            phrase("Reference: {reference}", reference=reference), x, tuple(columns), is_named=True
        ),
    )


class _Whole(LinearScale):
    """Places of tiles, without a margin."""

    @property
    def home(self) -> tuple[float, float]:
        """The whole range."""
        return self.low, self.high


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Colour the tiles for the threshold, and say what the pooled number hides."""
    point = snapshot.point
    if point is None or not is_at_hand(snapshot):
        return Moved()
    shown, target = _shown(snapshot), target_of(snapshot)
    if not target.value > 0:
        return Moved(sentence=_NO_TARGET)
    level = snapshot.inputs.intervals.level
    called = shown.found.called(point.row)
    k, n = shown.part(called[IMPOSTOR]), shown.part(shown.found.n[IMPOSTOR])
    lost = shown.part(shown.found.n[GENUINE] - called[GENUINE])
    genuine = shown.part(shown.found.n[GENUINE])
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(shown.part(shown.found.is_pair) > 0, k / n / target.value, np.nan)
        shades = np.clip(np.log10(ratios), -1.0, 1.0)
        is_open = (n == 0) | (RULE_OF_THREE / n > target.value)
    ratios = np.where((n == 0) & (shown.part(shown.found.is_pair) > 0), 0.0, ratios)
    known = 0 < target.value < 1
    is_below = are_upper_limits_below(k, n, target.value, level) if known else shades > 0
    shades = np.where((shades < 0) & ~is_below, 0.0, shades)
    probes, references = shown.names()

    def cell(row: int, column: int) -> Cell:
        pairs = (k, n), (lost, genuine)
        rates = [Rate(*(float(part[row, column]) for part in pair)) for pair in pairs]
        return Cell(probes[row], references[column], *rates)

    def lines(row: int, column: int) -> tuple[str, ...]:
        return _lines(cell(row, column), target.value, level, is_open=bool(is_open[row, column]))

    tiles = Tiles(
        _NAME.told(style),
        tuple(_named(one, style) for one in probes),
        tuple(_named(one, style) for one in references),
        ratios,
        shades,
        is_open,
        np.array([[one == other for other in references] for one in probes]),
        lines,
        lambda row, column: _about(cell(row, column), target.value, level),
        lambda row, column: cell(row, column).rows(snapshot),
        _SAMPLES,
    )
    every = shown.found.own(point.row)
    pooled = Rate(float(called[IMPOSTOR].sum()), float(shown.found.n[IMPOSTOR].sum()))
    said = _pooled(pooled, target.value, level)
    parts = [said, _verdict(pooled, target.value, level, is_said=target.is_said)]
    parts += _within(every, target.value)
    parts.append(_AS_IF.filled({"level": percent_of_level(level)}))
    left = max(len(shown.found.probes), len(shown.found.references)) - MOST
    if left > 0:
        told = Text("The {n} largest groups are shown, the others are in the table", _n(MOST))
        parts.append(told)
    return Moved((tiles,), said, None, Joined((Joined(tuple(parts[:2]), " "), *parts[2:]), ". "))


def _n(number: int) -> dict[str, object]:
    return {"n": Count(number)}


def _lines(one: Cell, target: float, level: float, *, is_open: bool) -> tuple[str, ...]:
    """Return what is written on a tile: the ratio, k / N, the upper limit.

    Of too few comparisons the lower limit, where that is above the target.
    """
    k, n = one.fmr
    counted = written(f"{brief(k)} / {brief(n)}")
    if is_open:
        lower = one_sided_lower(k, n, level)[0] if n and k / n > target else 0.0
        at_least = written(f"{_AT_LEAST} {times(lower / target)} {_TIMES}")
        above = (at_least,) if lower > target else ()
        return tr("cannot tell"), counted, *above
    upper = one_sided_upper(k, n, level)[1]
    at_most = written(f"{_AT_MOST} {times(upper / target)}")
    return written(f"{times(k / n / target)} {_TIMES}"), counted, at_most


def _about(one: Cell, target: float, level: float) -> Told:
    """Return all that is known of a pair of groups."""
    k, n = one.fmr
    values: dict[str, object] = {"groups": with_each_other(one), "k": Count(k), "n": Count(n)}
    if not n:
        return Text("{groups}: no {actual_negatives}", values)
    upper = one_sided_upper(k, n, level)[1]
    values |= {"fmr": Share(k / n), "upper": Share(upper), "ratio": times(k / n / target)}
    values |= {"most": times(upper / target), "level": percent_of_level(level)}
    told = Text(
        "{groups}: {k} of {n} {actual_negatives} pass, {ratio} times the target, at most {most}"
        " ({level} limit)",
        values,
    )
    if not cannot_tell(one.fmr, target):
        return told
    why = Text("so few comparisons tell nothing of such a target: 3/N is above it")
    return Joined((told, why), "\n")


_SAMPLES = (
    (-1.0, "1/10"),
    (0.0, "target"),
    (1.0, f"10 {_TIMES}"),
    (math.nan, phrase("cannot tell: 3/N > target")),
)


# ------------------------------------------------------------------------------- in words


def _pooled(pooled: Rate, target: float, level: float) -> Told:
    """Return how many times the target the FMR of all rows is, with its limit."""
    upper = one_sided_upper(*pooled, level)[1]
    values: dict[str, object] = {
        "ratio": times(pooled.value / target),
        "upper": times(upper / target),
    }
    return Text(
        "Pooled {ratio} \N{MULTIPLICATION SIGN} (\N{LESS-THAN OR EQUAL TO} {upper})", values
    )


def _verdict(pooled: Rate, target: float, level: float, *, is_said: bool) -> Told:
    """Return whether the FMR of all rows meets the target."""
    if not is_said:
        return Text("is what groups are set beside: no target was said")
    if one_sided_upper(*pooled, level)[1] <= target:
        return Text("meets the target")
    if pooled.value <= target:
        return Text("is below the target, but its limit is not")
    return Text("is above the target")


def _within(own: Sequence[Own], target: float) -> Iterator[Told]:
    """Return how many groups are above the target within themselves, and which cannot be told."""
    if not own:
        yield Text("No group of probes is one of references")
        return
    lacking = [one for one in own if not one.fmr.n]
    unknown = [one for one in own if one.fmr.n and cannot_tell(one.fmr, target)]
    known = [one for one in own if not cannot_tell(one.fmr, target)]
    above = [one for one in known if one.fmr.value > target]
    if known:
        values = {"k": Count(len(above)), "n": Count(len(known)), "up": NOTHING}
        if above:
            most = max(above, key=lambda one: one.fmr.value)
            ratio = times(most.fmr.value / target)
            of_most = {"ratio": ratio, "group": group_title(most.name)}
            values["up"] = Text(", up to {ratio} \N{MULTIPLICATION SIGN} ({group})", of_most)
        yield Text("Within their own group {k} of {n} are above it{up}", values)
    if unknown:
        yield Text("{names} cannot be told", _names(unknown))
    if lacking:
        yield Text("{names}: no {actual_negatives} within the group", _names(lacking))
    mute = [one for one in own if not one.fnmr.n]
    if mute:
        yield Text("{names}: no {actual_positives} within the group", _names(mute))


def _names(groups: Sequence[Own]) -> dict[str, object]:
    """Return groups between commas: of many the first, and how many more."""
    shown = Joined(tuple(group_title(one.name) for one in groups[:_NAMED]), ", ")
    more = len(groups) - _NAMED
    if more <= 0:
        return {"names": shown}
    return {"names": Text("{names} and {n} more", {"names": shown, "n": Count(more)})}


def _depends(snapshot: Snapshot) -> object:
    return snapshot.inputs.consequences.groups, snapshot.calibrated


def _of_target(snapshot: Snapshot) -> Told:
    target = target_of(snapshot)
    value = {"target": Share(target.value)}
    if len(snapshot.inputs.consequences.groups) < 2 or not target.is_said:
        return NOTHING
    return Text("target {target}", value)


# --------------------------------------------------------------------- within the own group

_HALF = 0.32  # of a row, that a band takes
_TOPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class _Row(NamedTuple):
    """A group within itself, on the axis of a picture: its rate, limits, and those of equals."""

    name: str
    value: float
    limits: tuple[float, float]
    equal: tuple[float, float]


def _own_rows(snapshot: Snapshot, *, is_fmr: bool) -> list[_Row]:
    """Return the largest groups within themselves, in the order of their names."""
    point = snapshot.point
    if point is None or _why_none(snapshot) is not None:
        return []
    every = crossed_of(snapshot).own(point.row)
    own = [every[place] for place in _largest(np.array([one.fmr.n for one in every]))]
    chance, target = chance_at_hand(snapshot), target_of(snapshot).value if is_fmr else 1.0
    place = {one.name: at for at, one in enumerate(comparable(every))}
    rows = []
    for one in own:
        limits = UNDEFINED
        if chance is not None or not is_by_subject(snapshot):
            known = limits_of(snapshot, one) if chance is None else chance.limits.get(one.name)
            interval = None if known is None else known[0 if is_fmr else 1]
            limits = UNDEFINED if interval is None else (interval.lower, interval.upper)
        equal = UNDEFINED
        if chance is not None and chance.found is not None and one.name in place:
            band = chance.found.fmr if is_fmr else chance.found.fnmr
            low, high = band[:, place[one.name]].tolist()
            equal = low, high
        rate = one.fmr if is_fmr else one.fnmr
        pairs = ((low / target, high / target) for low, high in (limits, equal))
        rows.append(_Row(one.name, rate.value / target, *pairs))
    return rows


def _own_scale(rows: Sequence[_Row], *, is_fmr: bool) -> AxisScale:
    """Return an axis that holds all rates and limits: a few that it can be, so that it stands."""
    every = [value for one in rows for value in (one.value, *one.limits, *one.equal)]
    if not is_fmr:
        highest = max((value for value in every if value <= 1), default=1.0)
        return LinearScale(0.0, next(top for top in _TOPS if highest <= top))
    known = [math.log10(value) for value in every if 0 < value < math.inf]
    low, high = math.floor(min(known, default=-1.0)), math.ceil(max(known, default=1.0))
    return LogScale(10.0 ** min(low, -1), 10.0 ** max(high, 1), has_frame=True)


def _own_picture(snapshot: Snapshot, style: Style, *, is_fmr: bool) -> Shown:
    """Return the axes of groups within themselves, or what has to be said first."""
    why = _why_none(snapshot)
    if why is not None:
        return why
    rows = _own_rows(snapshot, is_fmr=is_fmr)
    if not rows:
        return Text("No group of probes is one of references")
    if is_fmr and not target_of(snapshot).value > 0:
        return _NO_TARGET
    n = len(rows)
    names = tuple((n - 0.5 - row, _named(one.name, style), "") for row, one in enumerate(rows))
    kind = AxisKind.SCORE if is_fmr else AxisKind.PROPORTION
    title = (_NAME if is_fmr else Text("{rate}", {"rate": Symbol("FNR")})).told(style)
    upright = PictureAxis(phrase("Group"), Ruler(_Whole(0.0, float(n))), names, is_named=True)
    return Picture(PictureAxis(title, Ruler(_own_scale(rows, is_fmr=is_fmr), kind)), upright, ())


def _own_moved(snapshot: Snapshot, style: Style, *, is_fmr: bool) -> Moved:
    """Put a dot for each group where the threshold has it, beside where equal groups lie."""
    del style
    rows, point = _own_rows(snapshot, is_fmr=is_fmr), snapshot.point
    if not rows or point is None:
        return Moved()
    scale = _own_scale(rows, is_fmr=is_fmr)
    middle = 1.0 if is_fmr else point.measured["FNR"].value
    ends = np.full(2, scale.place(middle)), np.array([0.0, float(len(rows))])
    name = phrase("the target") if is_fmr else phrase("all rows")
    layers: list[Layer] = [Reference(name, lambda _seen: ends)]
    first: str = phrase("equal groups would all lie here")
    for number, one in enumerate(rows):
        y = len(rows) - 0.5 - number
        if not math.isnan(one.equal[0]):
            layers.append(Region(first, one.equal, (y - _HALF, y + _HALF)))
            first = ""
        if not math.isnan(one.limits[0]):
            x, line_y = np.array(one.limits), np.full(2, y)
            line_x = scale.to_view(x)
            layers.append(_whisker(line_x, line_y, x))
        if one.value > 0 or not is_fmr:
            layers.append(Mark("", one.value, (y,), is_main=True))
    said = _summed_up(snapshot) if is_fmr else NOTHING
    return Moved(tuple(layers), NOTHING, None, said)


def _whisker(line_x: NDArray[Any], line_y: NDArray[Any], x: NDArray[Any]) -> Line:
    """Return a line across a row, given its ends in the view and in units of the axis."""
    ends = line_x, line_y
    return Line("", lambda _seen: ends, lambda: iter([(x, line_y)]), OF_THRESHOLD, is_main=False)


def _summed_up(snapshot: Snapshot) -> Told:
    """Return the summaries here beside those of equal groups, and whose labels were dealt out."""
    point, alpha = snapshot.point, snapshot.inputs.consequences.alpha
    assert point is not None  # noqa: S101 - who calls it has looked
    own = comparable(crossed_of(snapshot).own(point.row))
    if len(own) < 2:
        return Text("Fewer than two groups have comparisons of both classes within themselves")
    rates = [one.fmr.value for one in own], [one.fnmr.value for one in own]
    found = differentials(*rates, alpha)._asdict()
    chance = chance_at_hand(snapshot)
    dealt = None if chance is None or chance.found is None else chance.found.most._asdict()
    least = ratio_at_least([one.fmr for one in own], snapshot.inputs.intervals.level)
    lines: list[Told] = []
    for name, words in SUMMARIES.items():
        value = found.get(name, math.nan)
        if math.isnan(value):
            continue
        told: dict[str, object] = {
            "name": words,
            "value": _summary_told(value, least if name == "over_smallest" else math.nan),
        }
        told["most"] = _AWAITED if chance is None else NOTHING
        if dealt is not None:
            told["most"] = _summary_told(dealt[name], math.nan)
        is_beside = dealt is not None or chance is None
        falls = Text("{name} {value}; equal groups at least {most}", told)
        rises = Text("{name} {value}; equal groups up to {most}", told)
        beside = falls if name == "fdr" else rises
        lines.append(beside if is_beside else Text("{name} {value}", told))
    if chance is not None:
        lines.append(as_text(chance.words))
    return Joined(tuple(lines), "\n")


def _summary_told(value: float, least: float) -> Told:
    """Return a summary; of a group without a false match what it is at least, if known."""
    if math.isinf(value):
        at_least = {"least": Computed(least)}
        return (
            Text("infinite") if math.isnan(least) else Text("infinite, at least {least}", at_least)
        )
    return Computed(value)


def _own_depends(snapshot: Snapshot, *, is_fmr: bool) -> object:
    rows = _own_rows(snapshot, is_fmr=is_fmr)
    is_said = target_of(snapshot).is_said
    return _depends(snapshot), len(rows), _own_scale(rows, is_fmr=is_fmr).home, is_said


def _of_own(pictured_id: str, *, is_fmr: bool) -> Pictured:
    rate = Symbol("FPR" if is_fmr else "FNR")
    return Pictured(
        id=pictured_id,
        title=Text("{rate} within the own group", {"rate": rate}),
        also=(
            phrase("demographic differentials"),
            "GARBE",
            phrase("fairness discrepancy rate"),
            phrase("inequity ratio"),
        ),
        axes=(Axis(title=phrase("Rate")), Axis(title=phrase("Group"))),
        table=PICTURE.table,
        picture=partial(_own_picture, is_fmr=is_fmr),
        depends=partial(_own_depends, is_fmr=is_fmr),
        moved=partial(_own_moved, is_fmr=is_fmr),
        summary=_of_target if is_fmr else lambda _snapshot: NOTHING,
        has_rows=True,
        rests=True,
        source=OWN,
        find_out=phrase("&Deal Out Labels"),
    )


PICTURE = Pictured(
    id=FMR_MATRIX,
    title=Text("{rate} across groups", {"rate": Symbol("FPR")}),
    also=(phrase("cross-group matrix"), phrase("demographic differentials"), "FRTE"),
    axes=(
        Axis(title=phrase("Reference group"), scale=None),
        Axis(title=phrase("Probe group"), scale=None),
    ),
    table=CROSS_GROUPS.id.replace("_", "-"),
    picture=cross_groups_picture,
    depends=_depends,
    moved=_moved,
    summary=_of_target,
    has_top=True,
    has_rows=True,
    has_tiles=True,
    source=CROSSED,
    find_out=phrase("&Sort Groups"),
)

OWN_FMR, OWN_FNMR = _of_own("own-fmr", is_fmr=True), _of_own("own-fnmr", is_fmr=False)
