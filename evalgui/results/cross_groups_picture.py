"""False matches of groups with groups as a matrix of tiles, beside a target of FMR."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.between_groups.apart import Rate
from evalgui.core.crossed_groups import CROSSED, GENUINE, IMPOSTOR, crossed_of, is_at_hand
from evalgui.core.curves import Axis
from evalgui.core.curves.scales import LinearScale
from evalgui.core.digits import brief, percent_of_level, times
from evalgui.core.groups import NoGroupsError
from evalgui.core.intervals.proportions import are_upper_limits_below, one_sided_upper
from evalgui.core.texts import Count, Given, Joined, Share, Symbol, Text
from evalgui.results.picture import Picture, PictureAxis, Tiles
from evalgui.results.pictured import NOTHING, Moved, Pictured
from evalgui.results.ticks import Ruler
from evalgui.results.topics.cross_groups import (
    COLUMNS_FIRST,
    CROSS_GROUPS,
    RULE_OF_THREE,
    Cell,
    group_title,
    target_of,
    with_each_other,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.crossed_groups import Crossed
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.pictured import Shown

FMR_MATRIX = "fmr-matrix"
MOST = 50
"""So many groups of a side are shown, the largest ones; the others are in the table."""

_NAME = Text("{rate} / target", {"rate": Symbol("FPR")})
_TIMES = "\N{MULTIPLICATION SIGN}"
_AT_MOST = "\N{LESS-THAN OR EQUAL TO}"
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


def cross_groups_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the axes of the matrix, or what has to be said first: tiles move with the line."""
    if snapshot.ranking is None or len(snapshot.inputs.consequences.groups) < 2:
        return COLUMNS_FIRST
    if not is_at_hand(snapshot):
        return _AWAITED
    try:
        shown = _shown(snapshot)
    except NoGroupsError as error:
        return Text(str(error))
    if not shown.found.n[IMPOSTOR].any():
        return Text("There are no {actual_negatives}: no false match can come about")
    (probes, references), (probe, reference) = shown.names(), snapshot.inputs.consequences.groups
    rows = [(len(probes) - 0.5 - row, _named(name, style), "") for row, name in enumerate(probes)]
    columns = [(place + 0.5, _named(name, style), "") for place, name in enumerate(references)]
    x, y = (Ruler(_Whole(0.0, float(len(side)))) for side in (references, probes))
    return Picture(
        PictureAxis("", x, is_named=True),
        PictureAxis(f"Probe: {probe}", y, tuple(rows), is_named=True),
        (),
        counted=_NAME.told(style),
        top=PictureAxis(f"Reference: {reference}", x, tuple(columns), is_named=True),
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
        return Moved(sentence=Text("No row is a false positive, and no target was said"))
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
        _samples(level),
    )
    every = [*_own(shown.found, called)]
    pooled = Rate(float(called[IMPOSTOR].sum()), float(shown.found.n[IMPOSTOR].sum()))
    said = _pooled(pooled, target.value, level)
    parts = [said, _verdict(pooled, target.value, level, is_said=target.is_said)]
    parts += _within(every, target.value)
    left = max(len(shown.found.probes), len(shown.found.references)) - MOST
    if left > 0:
        told = Text("The {n} largest groups are shown, the others are in the table", _n(MOST))
        parts.append(told)
    return Moved((tiles,), said, None, Joined((Joined(tuple(parts[:2]), " "), *parts[2:]), ". "))


def _n(number: int) -> dict[str, object]:
    return {"n": Count(number)}


def _lines(one: Cell, target: float, level: float, *, is_open: bool) -> tuple[str, ...]:
    """Return what is written on a tile: the ratio, k / N, the upper limit."""
    k, n = one.fmr
    counted = f"{brief(k)} / {brief(n)}"
    if is_open:
        return "cannot tell", counted
    upper = one_sided_upper(k, n, level)[1]
    return f"{times(k / n / target)} {_TIMES}", counted, f"{_AT_MOST} {times(upper / target)}"


def _about(one: Cell, target: float, level: float) -> Told:
    """Return all that is known of a pair of groups."""
    k, n = one.fmr
    values: dict[str, object] = {"groups": with_each_other(one), "k": Count(k), "n": Count(n)}
    if not n:
        return Text("{groups}: no {actual_negatives}", values)
    upper = one_sided_upper(k, n, level)[1]
    values |= {"fmr": Share(k / n), "upper": Share(upper), "ratio": Given(times(k / n / target))}
    values |= {"most": Given(times(upper / target)), "level": Given(percent_of_level(level))}
    told = Text(
        "{groups}: {k} of {n} {actual_negatives} pass, {ratio} times the target, at most {most}"
        " ({level} limit)",
        values,
    )
    if not one.cannot_tell(target):
        return told
    why = Text("so few comparisons tell nothing of such a target: 3/N is above it")
    return Joined((told, why), "\n")


def _samples(level: float) -> tuple[tuple[float, str], ...]:
    return (
        (-1.0, "a tenth of the target"),
        (0.0, "the target"),
        (1.0, "ten times it"),
        (math.nan, f"cannot tell: 3/N above it; {_AT_MOST} upper {percent_of_level(level)} limit"),
    )


# ------------------------------------------------------------------------------- in words


def _own(found: Crossed, called: NDArray[Any]) -> Iterator[Cell]:
    """Return each group with itself."""
    at = {name: place for place, name in enumerate(found.references)}
    for one, name in enumerate(found.probes):
        other = at.get(name)
        if other is not None:
            rates = [
                Rate(float(k[one, other]), float(n[one, other]))
                for k, n in zip((called[IMPOSTOR], called[GENUINE]), found.n[::-1], strict=True)
            ]
            yield Cell(name, name, *rates)


def _pooled(pooled: Rate, target: float, level: float) -> Told:
    """Return how many times the target the FMR of all rows is, with its limit."""
    upper = one_sided_upper(*pooled, level)[1]
    values: dict[str, object] = {
        "ratio": Given(times(pooled.value / target)),
        "upper": Given(times(upper / target)),
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


def _within(own: Sequence[Cell], target: float) -> Iterator[Told]:
    """Return how many groups are above the target within themselves, and which cannot be told."""
    if not own:
        yield Text("No group of probes is one of references")
        return
    lacking = [one for one in own if not one.fmr.n]
    unknown = [one for one in own if one.fmr.n and one.cannot_tell(target)]
    known = [one for one in own if not one.cannot_tell(target)]
    above = [one for one in known if one.fmr.value > target]
    if known:
        values = {"k": Count(len(above)), "n": Count(len(known)), "up": NOTHING}
        if above:
            most = max(above, key=lambda one: one.fmr.value)
            ratio = Given(times(most.fmr.value / target))
            of_most = {"ratio": ratio, "group": group_title(most.probe)}
            values["up"] = Text(", up to {ratio} \N{MULTIPLICATION SIGN} ({group})", of_most)
        yield Text("Within their own group {k} of {n} are above it{up}", values)
    if unknown:
        yield Text("{names} cannot be told", _names(unknown))
    if lacking:
        yield Text("{names}: no {actual_negatives} within the group", _names(lacking))
    mute = [one for one in own if not one.fnmr.n]
    if mute:
        yield Text("{names}: no {actual_positives} within the group", _names(mute))


def _names(cells: Sequence[Cell]) -> dict[str, object]:
    """Return groups between commas: of many the first, and how many more."""
    shown = Joined(tuple(group_title(one.probe) for one in cells[:_NAMED]), ", ")
    more = len(cells) - _NAMED
    if more <= 0:
        return {"names": shown}
    return {"names": Text("{names} and {n} more", {"names": shown, "n": Count(more)})}


def _depends(snapshot: Snapshot) -> object:
    return snapshot.inputs.consequences.groups, is_at_hand(snapshot)


def _of_target(snapshot: Snapshot) -> Told:
    target = target_of(snapshot)
    value = {"target": Share(target.value)}
    if len(snapshot.inputs.consequences.groups) < 2 or not target.is_said:
        return NOTHING
    return Text("target {target}", value)


PICTURE = Pictured(
    id=FMR_MATRIX,
    title=Text("{rate} across groups", {"rate": Symbol("FPR")}),
    also=("cross-group matrix", "demographic differentials", "FRTE"),
    axes=(Axis(title="Reference group", scale=None), Axis(title="Probe group", scale=None)),
    table=CROSS_GROUPS.id.replace("_", "-"),
    picture=cross_groups_picture,
    depends=_depends,
    moved=_moved,
    summary=_of_target,
    has_top=True,
    has_rows=True,
    source=CROSSED,
    find_out="&Sort Groups",
)
