"""Groups under one threshold: a row a group, beside where groups that are alike would fall."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core import vocabulary
from evalgui.core.between_groups.apart import variance_beyond_chance
from evalgui.core.calibrated import keep
from evalgui.core.counts import divide
from evalgui.core.curves import Axis, Scale
from evalgui.core.curves.scales import LinearScale, nice_ticks
from evalgui.core.digits import BETWEEN
from evalgui.core.errors import sentence_of
from evalgui.core.groups import NoGroupsError
from evalgui.core.histogram import finite_range, histogram
from evalgui.core.metrics import metric_by_id
from evalgui.core.requests import SelectRows
from evalgui.core.score_axis import has_log_scores
from evalgui.core.selection import Selection, Where
from evalgui.core.texts import Computed, Count, Joined, Name, Rate, SymbolOf, Text, as_text
from evalgui.core.vocabulary import phrase
from evalgui.results.picture import (
    Band,
    Estimates,
    Line,
    Note,
    Notes,
    Picture,
    PictureAxis,
    Reference,
    Tone,
)
from evalgui.results.pictured import Moved, Option, Pick, Pictured, Rest, Standing
from evalgui.results.scores_picture import axis_of_scores
from evalgui.results.ticks import Numerals, Room, Ruler, tick_text, ticks
from evalgui.results.topics.groups import Group, joined, shuffled_of, told_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.between_groups.chance import Chance, Shuffled
    from evalgui.core.curves.scales import Viewport
    from evalgui.core.dataset import Dataset
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style, Told
    from evalgui.results.picture import Edges, Layer, Points
    from evalgui.results.pictured import Shown

MOST_SHOWN = 50
"""So many groups have a row: of more the largest, all of them stand in the table."""

_FOLLOWING = 12  # groups of no more the rates follow the line while it moves
_WHERE = Text("Compare > Groups says which column holds the groups")
_AWAITED = Text("Counting the groups\N{HORIZONTAL ELLIPSIS}")
_ACROSS = phrase("Rates and scores")
_DAGGER = "\N{NO-BREAK SPACE}\N{DAGGER}"
_ALL = Text("All rows")

# Across, of the width: names, n of both classes, the panels of both rates, and the scores.
_NAMES, _COUNTS = (0.0, 0.13), (0.18, 0.235)
_PANELS = ((0.25, 0.35), (0.52, 0.62))
_WORDS = ((0.36, 0.51), (0.63, 0.78))
_SCORES = (0.8, 1.0)
_SHARE = 0.8  # of a row that densities take
_BINS = 40, 6  # of a density, at most and at least
_TICKS, _NUMBERS = 2, 90.0  # of a rate; pixels of an axis of scores for its numbers
_ROOM = 0.05  # of the share of groups that panels go beyond what they show


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of groups at a threshold.

    Parameters
    ----------
    point
        What the threshold does in all rows.
    asked
        What else it depends on.
    groups
        Those that are shown, the largest ones.
    n_groups
        How many there are.
    shuffled
        Of a rate, groups with enough rows as they would be if they were alike.
    places
        The groups among those that are shown that have enough rows for a rate.
    inside
        Of a rate, where groups that are alike all fall, by their places.
    refused
        Why there are none.
    """

    point: OperatingPoint | None
    asked: object
    groups: tuple[Group, ...] = ()
    n_groups: int = 0
    shuffled: Mapping[str, Shuffled] = field(default_factory=dict)
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    inside: Mapping[str, Mapping[int, tuple[float, float]]] = field(default_factory=dict)
    refused: str = ""
    told: dict[str, _Rate] = field(default_factory=dict)


_LATEST: WeakKeyDictionary[Dataset, Known] = WeakKeyDictionary()


def _rates(snapshot: Snapshot) -> tuple[str, str]:
    return ("PPV", "NPV") if snapshot.choices.axes.predictive else ("TPR", "TNR")


def _asked(snapshot: Snapshot) -> object:
    said, dataset = snapshot.inputs.consequences, snapshot.dataset
    sampling = None if dataset is None else dataset.sampling
    return said.groups, said.few, snapshot.inputs.intervals, sampling, _rates(snapshot)


def _known(snapshot: Snapshot) -> Known | None:
    """Return what is known at the threshold; None before it is found out."""
    latest = _latest(snapshot)
    is_here = latest is not None and (latest.point is snapshot.point or bool(latest.refused))
    return latest if is_here else None


def _latest(snapshot: Snapshot) -> Known | None:
    """Return what is known of the same groups, be it at another threshold."""
    dataset = snapshot.dataset
    latest = None if dataset is None else _LATEST.get(dataset)
    return latest if latest is not None and latest.asked == _asked(snapshot) else None


def _is_known(snapshot: Snapshot) -> bool:
    lacks = snapshot.point is None or not snapshot.inputs.consequences.groups
    return lacks or _known(snapshot) is not None


def find(snapshot: Snapshot) -> None:
    """Find out what groups do at the threshold, and what equal groups would; it is kept."""
    dataset = snapshot.dataset
    if _is_known(snapshot) or dataset is None:
        return
    start = partial(Known, snapshot.point, _asked(snapshot))
    try:
        every = tuple(told_groups(snapshot))
    except NoGroupsError as error:
        _LATEST[dataset] = start(refused=sentence_of(error))
        return
    sizes = np.array([float(one.point.counts.n) for one in every])
    largest = np.sort(np.argsort(-sizes, kind="stable")[:MOST_SHOWN])
    groups = tuple(every[place] for place in largest.tolist())
    shuffled, places, inside = {}, {}, {}
    for rate in _rates(snapshot):
        found = joined(groups, rate, snapshot.inputs.consequences.few)
        places[rate] = tuple(found)
        if len(found) > 1:
            one = shuffled[rate] = shuffled_of(snapshot, groups, found, rate)
            if one.shares.size:
                low, high = one.within()
                ends = zip(low.tolist(), high.tolist(), strict=True)
                inside[rate] = dict(zip(found, ends, strict=True))
        for group in groups:
            group.limits(rate)
    for group in (*groups, _all(snapshot)):
        _shape(group, snapshot)
    _LATEST[dataset] = start(groups, len(every), shuffled, places, inside)


def _all(snapshot: Snapshot) -> Group:
    assert snapshot.point is not None  # noqa: S101 - who calls it has looked
    return Group("", "", snapshot, snapshot.point)


# ---------------------------------------------------------------------------- densities


class _Shape(NamedTuple):
    """How the scores of a class of a group lie: bars, or each of few rows.

    Parameters
    ----------
    edges, heights
        (b + 1,) of scores, and (b,) shares of the class a unit of the panel; none of few rows.
    scores
        Of few rows.
    """

    edges: NDArray[np.float64]
    heights: NDArray[np.float64]
    scores: NDArray[np.float64]


def _shape(one: Group, whole: Snapshot) -> tuple[_Shape, _Shape]:
    """Return how the scores of its positives and of its negatives lie; made once."""
    ranking, few = one.snapshot.ranking, whole.inputs.consequences.few
    nothing = np.empty(0)
    if ranking is None or whole.ranking is None:
        return (_Shape(nothing, nothing, nothing),) * 2
    key = "groups_picture", few, has_log_scores(whole), finite_range(whole.ranking.table)
    return keep(ranking, key, lambda: _shapes(one, whole, few))


def _shapes(one: Group, whole: Snapshot, few: int) -> tuple[_Shape, _Shape]:
    ranking, of_all = one.snapshot.ranking, whole.ranking
    assert ranking is not None  # noqa: S101 - who calls it has looked
    assert of_all is not None  # noqa: S101 - as above
    table, scale = ranking.table, _score_axis(whole).ruler.scale
    found = []
    for is_positive in (True, False):
        n = table.n_positive if is_positive else table.n_negative
        n_bins = int(min(max(2 * max(n, 1) ** (1 / 3), _BINS[1]), _BINS[0]))
        nothing = np.empty(0)
        if n < few and not table.is_weighted:
            steps = table.steps
            column = steps.tp_column if is_positive else steps.fp_column
            rows = np.asarray(np.diff(column.astype(np.int64)), np.intp)
            found.append(_Shape(nothing, nothing, np.repeat(steps.thresholds[1:], rows)))
            continue
        bins = histogram(
            table, n_bins, is_log=has_log_scores(whole), ends=finite_range(of_all.table)
        )
        counts = np.asarray(bins.positives if is_positive else bins.negatives, np.float64)
        widths = np.diff(scale.to_view(bins.edges))
        found.append(_Shape(bins.edges, counts / (widths * max(n, 1)), nothing))
    return found[0], found[1]


def _score_axis(snapshot: Snapshot) -> PictureAxis:
    ranking = snapshot.ranking
    assert ranking is not None  # noqa: S101 - who calls it has looked
    ends = finite_range(ranking.table)
    return axis_of_scores("", ends, ranking.score, is_log=has_log_scores(snapshot))


def _places(snapshot: Snapshot) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Return what gives the places of scores in their panel."""
    scale = _score_axis(snapshot).ruler.scale
    low, high = scale.home
    left, right = _SCORES

    def places(scores: NDArray[np.float64]) -> NDArray[np.float64]:
        shares = (scale.to_view(scores) - low) / (high - low)
        return np.asarray(left + (right - left) * np.clip(shares, 0.0, 1.0))

    return places


def _standing(snapshot: Snapshot) -> Standing | None:
    """Return where thresholds stand: in the panel of the scores."""
    if snapshot.ranking is None or not snapshot.ranking.table.n:
        return None
    scale = _score_axis(snapshot).ruler.scale
    (low, high), (left, right) = scale.home, _SCORES

    def threshold_at(x: NDArray[np.float64]) -> NDArray[np.float64]:
        shares = np.clip((x - left) / (right - left), 0.0, 1.0)
        return scale.from_view(low + (high - low) * shares)

    return Standing(_places(snapshot), threshold_at)


def _densities(snapshot: Snapshot, rows: Sequence[Group], style: Style) -> Iterator[Layer]:
    """Yield how the scores of each class lie in each row, at a scale of the row."""
    places = _places(snapshot)
    shapes = [_shape(one, snapshot) for one in rows]
    rng = np.random.default_rng(1)
    for number in (1, 0):
        pieces: list[Edges] = []
        dots: list[Points] = []
        for row, both in enumerate(shapes):
            highest = max(float(one.heights.max(initial=0.0)) for one in both)
            one, ground = both[number], -row - 0.95
            if len(one.heights) and highest:
                upper = np.repeat(ground + one.heights * (_SHARE / highest), 2)
                x = np.repeat(places(one.edges), 2)[1:-1]
                pieces.append((x, np.full(len(x), ground), upper))
            if len(one.scores):
                up = rng.uniform(0.55 if number else 0.1, 0.85 if number else 0.4, len(one.scores))
                dots.append((places(one.scores), -row - 1.0 + up))
        name = Text("{Actual_positives}" if number == 0 else "{Actual_negatives}").told(style)
        if pieces:
            edges = _apart(pieces)
            yield Band("", partial(_same, edges), partial(_part, edges), number, is_bars=True)
        if dots:
            x, y = (np.concatenate([one[part] for one in dots]) for part in (0, 1))
            tone = Tone.POSITIVE if number == 0 else Tone.NEGATIVE
            yield Estimates(
                phrase("{name}, single rows", name=name), x, y, tone=tone, is_small=True
            )


def _apart(pieces: Sequence[Edges]) -> Edges:
    """Return pieces as one, with NaN between them."""
    gap = np.array([math.nan])
    parts = [part for one in pieces for part in ((gap,) * 3, one)][1:]
    x, lower, upper = (np.concatenate([one[part] for one in parts]) for part in range(3))
    return x, lower, upper


def _same(edges: Edges, viewport: Viewport) -> Edges:
    del viewport  # there are few
    return edges


def _part(edges: Edges) -> Iterator[Edges]:
    yield edges


def _upright(points: Points, viewport: Viewport) -> Points:
    del viewport  # as above
    return points


# -------------------------------------------------------------------------------- rates


class _Cell(NamedTuple):
    """A rate of a row, as it is told: as it is, or what is left of 1."""

    value: float
    low: float
    high: float
    k: float
    n: float
    method: str

    @property
    def told(self) -> tuple[float, float, float]:
        """The value and its limits."""
        return self.value, self.low, self.high


class _Rate(NamedTuple):
    """One of the two rates: its name, its cells, and where equal groups fall, by row."""

    name: Told
    metric_id: str
    cells: tuple[_Cell, ...]
    inside: Mapping[int, tuple[float, float]]
    few: frozenset[int]

    @property
    def ends(self) -> tuple[float, float]:
        """What a panel shows."""
        every = [part for one in self.cells for part in one.told]
        every += [end for pair in self.inside.values() for end in pair]
        known = [one for one in every if not math.isnan(one)] or [0.0, 1.0]
        low, high = min(known), max(known)
        room = max((high - low) * _ROOM, 1e-6)
        return max(0.0, low - room), min(1.0, high + room)

    def is_outside(self, row: int) -> bool:
        """Return whether a group lies where equal ones would not."""
        low, high = self.inside.get(row, (-math.inf, math.inf))
        return not low - 1e-12 <= self.cells[row].value <= high + 1e-12


def _rate(snapshot: Snapshot, known: Known, rate: str, style: Style) -> _Rate:
    """Return a rate where the groups are known; of biometrics the error that it leaves."""
    shown = _ERRORS.get(rate, rate) if style.words.vocabulary.is_biometric else rate
    found = known.told.get(shown)
    if found is None:
        found = known.told[shown] = _rate_of(snapshot, known, rate, shown)
    return found


def _rate_of(snapshot: Snapshot, known: Known, rate: str, shown: str) -> _Rate:
    cells = []
    for one in (_all(snapshot), *known.groups):
        interval, (k, n) = one.limits(shown), one.rate(shown)
        value = one.point.measured[shown].value
        cells.append(_Cell(value, interval.lower, interval.upper, k, n, interval.method))
    inside = {
        place + 1: (low, high) if shown == rate else (1.0 - high, 1.0 - low)
        for place, (low, high) in known.inside.get(rate, {}).items()
    }
    few = frozenset(range(1, len(cells))) - {place + 1 for place in known.places[rate]}
    return _Rate(Name(metric_by_id(shown)), shown, tuple(cells), inside, few)


_ERRORS = {"TPR": "FNR", "TNR": "FPR"}


def _x_of(panel: tuple[float, float], ends: tuple[float, float], value: float) -> float:
    span = (ends[1] - ends[0]) or 1.0
    return panel[0] + (panel[1] - panel[0]) * (value - ends[0]) / span


def _panel(number: int, one: _Rate, n_rows: int, style: Style) -> Iterator[Layer]:
    """Yield a rate: where equal groups fall, the pooled line, dots with intervals, and words."""
    place = partial(_x_of, _PANELS[number], one.ends)
    shades = [
        (np.array([place(low), place(high)]), np.full(2, -row - 0.78), np.full(2, -row - 0.22))
        for row, (low, high) in one.inside.items()
    ]
    if shades:
        edges = _apart(shades)
        yield Band("", partial(_same, edges), partial(_part, edges))
    pooled = one.cells[0].value
    if not math.isnan(pooled):
        line = np.full(2, place(pooled)), np.array([0.0, -float(n_rows)])
        yield Reference("", partial(_upright, line))
    for tone, is_hollow in ((Tone.INK, False), (Tone.FAINT, True), (Tone.WRONG, False)):
        known = (row for row in range(n_rows) if not math.isnan(one.cells[row].value))
        rows = [row for row in known if _look(one, row) == (tone, is_hollow)]
        cells = [one.cells[row] for row in rows]
        if cells:
            x, low, high = (
                np.array([place(cell.told[part]) for cell in cells]) for part in range(3)
            )
            y = -np.array(rows) - 0.5
            name = one.name.told(style)
            values = tuple(np.array([cell.told[part] for cell in cells]) for part in range(3))
            told = values[0], values[1], values[2]
            yield Estimates(name, x, y, (low, high), tone, is_hollow, values=told)
    yield Notes(tuple(_words(number, one, n_rows, style)))


def _panel_head(number: int, one: _Rate, n_rows: int, style: Style) -> Iterator[Note]:
    """Yield the name of a rate, and the numbers of its panel."""
    panel, head = _PANELS[number], _head(n_rows)
    short = SymbolOf(metric_by_id(one.metric_id)).told(style)
    title = ((one.name.told(style),), (short,))
    yield Note(panel[0], _WORDS[number][1], 0.72 * head, head / 2, title, is_bold=True)
    step, found = nice_ticks(*one.ends, _TICKS)
    ruler = Ruler(LinearScale(*one.ends), Scale.PROPORTION)
    for value in found:
        x, half = _x_of(panel, one.ends, value), 0.025
        lines = ((tick_text(ruler, value, step, Numerals(in_fractions=True)),),)
        yield Note(x - half, x + half, 0.24 * head, head / 2, lines, Tone.FAINT, align=0)


def _look(one: _Rate, row: int) -> tuple[Tone, bool]:
    if row in one.few:
        return Tone.FAINT, True
    return (Tone.WRONG if one.is_outside(row) else Tone.INK), False


def _words(number: int, one: _Rate, n_rows: int, style: Style) -> Iterator[Note]:
    """Yield what stands beside the dots."""
    left, right = _WORDS[number]
    for row in range(n_rows):
        cell, tone = one.cells[row], _look(one, row)[0]
        if math.isnan(cell.value):
            continue
        value, low, high = (Rate(part).told(style) for part in cell.told)
        share = f"{Count(cell.k).told(style)}/{Count(cell.n).told(style)}"
        limits = "" if math.isnan(cell.low) else f"{low}\N{EN DASH}{high}"
        first = f"{value}  {share}"
        lines = ((first, limits), (value, limits), (first,), (value,))
        bold = row == 0 or tone is Tone.WRONG
        yield Note(left, right, -row - 0.5, 1.0, lines, tone=tone, is_bold=bold)


def _head(n_rows: int) -> float:
    """Return how high the head is, in rows."""
    return max(1.0, n_rows / 9)


def _foot(n_rows: int) -> float:
    return max(2.0, n_rows / 3.5)


def _names(rows: Sequence[Group], few: int, style: Style) -> Iterator[Note]:
    head = _head(len(rows))
    for x, words in zip(_COUNTS, ("n+", "n\N{MINUS SIGN}"), strict=True):
        yield Note(x - 0.06, x, 0.24 * head, head / 2, ((words,),), tone=Tone.FAINT, align=1)
    for row, one in enumerate(rows):
        n = float(one.point.counts.actual_positives), float(one.point.counts.actual_negatives)
        is_few = row > 0 and min(n) < few
        name = (_ALL if row == 0 else one.title).told(style)
        words = name + (_DAGGER if is_few else "")
        tone = Tone.FAINT if row > 0 and max(n) < few else Tone.INK
        yield Note(*_NAMES, -row - 0.5, 1.0, ((words,),), tone=tone, is_bold=row == 0)
        for x, count in zip(_COUNTS, n, strict=True):
            tone = Tone.FAINT if row > 0 and count < few else Tone.INK
            lines = ((Count(count).told(style),),)
            yield Note(x - 0.06, x, -row - 0.5, 1.0, lines, tone=tone, align=1)


def _score_notes(snapshot: Snapshot, n_rows: int, style: Style) -> Iterator[Note]:
    """Yield which density is of which class, above them, and the numbers below."""
    head, (left, right) = _head(n_rows), _SCORES
    for part, (name, term, tone) in enumerate(
        (
            (snapshot.rest_name, "{Actual_negatives}", Tone.NEGATIVE),
            (snapshot.positive_name, "{Actual_positives}", Tone.POSITIVE),
        )
    ):
        words = ((Text(term).told(style),), (style.name(name),))
        y = (0.72 - 0.48 * part) * head
        yield Note(left, right, y, head / 2, words, tone, align=0)
    ruler = _score_axis(snapshot).ruler
    places, foot = _places(snapshot), _foot(n_rows)
    low, high = ruler.scale.home
    step, found = ticks(ruler, low, high, Room(_NUMBERS, lambda words: 7.0 * len(words)))
    for at in found:
        x = float(places(ruler.scale.from_view(np.array([at])))[0])
        text = tick_text(ruler, at, step, Numerals())
        y = -n_rows - 0.12 * foot
        yield Note(x - 0.04, x + 0.04, y, foot / 4, ((text,),), tone=Tone.FAINT, align=0)


# ------------------------------------------------------------------------------- words


def _gap_said(known: Known, rate: str, one: _Rate, *, short: bool = False) -> Told | None:
    """Return the largest gap of a rate beside what groups that are alike show."""
    found, places = known.shuffled.get(rate), known.places[rate]
    if found is None:
        return None
    cells = {place: one.cells[place + 1] for place in places}
    least = min(places, key=lambda place: cells[place].value)
    most = max(reversed(places), key=lambda place: cells[place].value)
    chance = found.chance
    values: dict[str, object] = {
        "rate": one.name,
        "gap": Rate(chance.gap),
        "least": known.groups[least].title,
        "most": known.groups[most].title,
        "spread": Rate(_spread(known, rate)),
        "why": chance.reason,
    }
    if not chance.reason:
        usual = {"mean": Rate(chance.mean), "usual": Rate(chance.most), "p": Computed(chance.p)}
        values |= usual
    if short:
        words = Text("{rate}: gap {gap}") if chance.reason else Text("{rate}: gap {gap}, p {p}")
        return words.filled(values)
    if chance.reason:
        words = Text(
            "{rate}: largest gap {gap} ({least}, {most}); no p: {why}; SD between groups beyond"
            " chance {spread}."
        )
        return words.filled(values)
    return Text(
        "{rate}: largest gap {gap} ({least}, {most}); groups that are alike show {mean} on average"
        " and up to {usual} in 95 of 100, p {p}; SD between groups beyond chance {spread}.",
        values,
    )


def _spread(known: Known, rate: str) -> float:
    """Return the standard deviation between groups beyond what their sizes make."""
    each = [known.groups[place].rate(rate) for place in known.places[rate]]
    return math.sqrt(max(0.0, variance_beyond_chance(each)))


def _footer(known: Known, rates: Mapping[str, _Rate], few: int, style: Style) -> str:
    """Return what is to be known about the picture."""
    methods = {cell.method for one in rates.values() for cell in one.cells if cell.method}
    words = Text("Dashed: all rows. Intervals: {methods}.")
    if any(one.inside for one in rates.values()):
        words = Text(
            "Dashed: all rows. Shaded: where groups that are alike all fall in 95 of 100 deals of"
            " their labels. Intervals: {methods}."
        )
    told: list[Told] = [
        words.filled({"methods": vocabulary.joined(", ", sorted(methods)) or phrase("none")})
    ]
    for rate, one in rates.items():
        found = known.shuffled.get(rate)
        if found is not None:
            values: dict[str, object] = {"rate": one.name, "spread": Rate(_spread(known, rate))}
            values["why"] = found.chance.reason
            words = Text("{rate}: SD between groups beyond chance {spread}.")
            if found.chance.reason:
                words = Text("{rate}: SD between groups beyond chance {spread}; no deals: {why}.")
            told.append(words.filled(values))
        small = [row for row in sorted(one.few) if row - 1 < len(known.groups)]
        if small:
            names = (_with_n(known.groups[row - 1], one.cells[row].n) for row in small)
            values = {"few": Count(few), "names": Joined(tuple(names), ", ")}
            words = Text("\N{DAGGER} Fewer than {few} rows there, no part in gaps and p: {names}.")
            told.append(words.filled(values))
    if known.n_groups > len(known.groups):
        values = {"n": Count(known.n_groups), "shown": Count(len(known.groups))}
        told.append(Text("The {shown} largest of {n} groups; View > Results has all.", values))
    return " ".join(one.told(style) for one in told)


def _with_n(one: Group, n: float) -> Told:
    return Text("{name} {n}", {"name": one.title, "n": Count(n)})


# ----------------------------------------------------------------------------- pictures


def _lacking(snapshot: Snapshot) -> Told | None:
    """Return why there is no picture; None where there is one."""
    if not snapshot.inputs.consequences.groups:
        return _WHERE
    if snapshot.point is None:
        return Text("groups are told of one class at one threshold")
    latest = _latest(snapshot)
    if latest is None:
        return _AWAITED
    return as_text(latest.refused) if latest.refused else None


def groups_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the picture of groups; words before they are counted, and where there are none.

    Parameters
    ----------
    snapshot
        With a threshold.
    style
        How numbers and names are told.

    Returns
    -------
    Picture or Told
        The rates stand on it where they are known at the threshold (`find`).
    """
    lacking, latest, known = _lacking(snapshot), _latest(snapshot), _known(snapshot)
    if lacking is not None or latest is None:
        return lacking or _AWAITED
    rows, few = (_all(snapshot), *latest.groups), snapshot.inputs.consequences.few
    n = len(rows)
    layers: list[Layer] = []
    if snapshot.ranking is not None and snapshot.ranking.table.n:
        layers += _densities(snapshot, rows, style)
    notes = [*_names(rows, few, style)]
    if layers:
        notes += _score_notes(snapshot, n, style)
    rates = {one: _rate(snapshot, latest, one, style) for one in _rates(snapshot)}
    for number, one in enumerate(rates.values()):
        notes += _panel_head(number, one, n, style)
        layers += _panel(number, one, n, style) if known is not None else ()
    if known is not None:
        foot = _foot(n)
        lines = ((_footer(known, rates, few, style),),)
        at = _NAMES[0], _SCORES[0] - 0.02, -n - 0.5 * foot
        notes.append(Note(*at, 0.96 * foot, lines, tone=Tone.FAINT, is_wrapped=True))
    layers.append(Notes(tuple(notes)))
    bare = Ruler(LinearScale(0.0, 1.0), is_bare=True)
    upright = Ruler(LinearScale(-n - _foot(n), _head(n)), is_bare=True)
    x_axis, y_axis = PictureAxis(_ACROSS, bare), PictureAxis(phrase("Group"), upright)
    return Picture(x_axis, y_axis, tuple(layers))


def _moved(snapshot: Snapshot, style: Style) -> Moved:
    """Show the rates of few groups while the line moves; their limits come when it rests."""
    known, latest = _known(snapshot), _latest(snapshot)
    if known is not None and not known.refused and snapshot.point is not None:
        rates = [(one, _rate(snapshot, known, one, style)) for one in _rates(snapshot)]
        said = [_gap_said(known, *one, short=True) for one in rates]
        return Moved((), Joined(tuple(one for one in said if one is not None), ", "))
    if latest is None or snapshot.ranking is None or len(latest.groups) > _FOLLOWING:
        return Moved()
    return Moved(tuple(_following(snapshot, latest, style)))


def _following(snapshot: Snapshot, latest: Known, style: Style) -> Iterator[Layer]:
    """Yield a dot for each rate of each group where the line is now."""
    point = snapshot.point
    assert point is not None  # noqa: S101 - who calls it has looked
    rankings = [one.snapshot.ranking for one in latest.groups]
    rows = [one.table.steps for one in rankings if one is not None]
    counts = [point.counts]
    counts += [one.sums_of(one.row_at(point.threshold)) for one in rows]
    for number, rate in enumerate(_rates(snapshot)):
        one = _rate(snapshot, latest, rate, style)
        fraction = metric_by_id(one.metric_id).fraction
        assert fraction is not None  # noqa: S101 - they are shares
        left, right = _PANELS[number]
        each = [float(divide(*fraction(of_row))) for of_row in counts]
        x = np.clip([_x_of((left, right), one.ends, value) for value in each], left, right)
        y = -np.arange(len(each), dtype=np.float64) - 0.5
        yield Estimates("", x, y, tone=Tone.FAINT)


def _depends(snapshot: Snapshot) -> object:
    latest, known = _latest(snapshot), _known(snapshot)
    groups = None if latest is None else latest.n_groups
    return _asked(snapshot), known, groups, has_log_scores(snapshot), snapshot.point is None


def _row_at(snapshot: Snapshot, x: float, y: float) -> Pick | None:
    """Return the group of a row, whose rows a click selects."""
    del x  # all of the row is it
    latest, row = _latest(snapshot), math.floor(-y) - 1
    if latest is None or not 0 <= row < len(latest.groups):
        return None
    one, known = latest.groups[row], _known(snapshot)
    told = (_cell_said(one, rate) for rate in _rates(snapshot) if known is not None)
    about = Joined((one.title, *told), "\n")
    if not one.rows:
        return Pick(about)
    words = Text("Click to select the rows of {name}", {"name": one.title})
    return Pick(about, words, SelectRows(Selection.of(Where(one.rows))))


def _cell_said(one: Group, rate: str) -> Told:
    """Return a rate of a group with all that is known of it."""
    interval, (k, n) = one.limits(rate), one.rate(rate)
    values: dict[str, object] = {"rate": Name(metric_by_id(rate)), "k": Count(k), "n": Count(n)}
    if not n:
        return Text("{rate}: no rows", values)
    values |= {"value": Rate(k / n), "low": Rate(interval.lower), "high": Rate(interval.upper)}
    if not interval.is_defined:
        return Text("{rate} {value}{between}{k}/{n}", {**values, "between": BETWEEN})
    return Text("{rate} {value} ({low} to {high}), {k}/{n}", values)


GROUPS = Pictured(
    id="groups",
    title=Text("Groups"),
    axes=(Axis(title=_ACROSS, scale=Scale.VALUE), Axis(title=phrase("Group"), scale=Scale.VALUE)),
    table="groups",
    picture=groups_picture,
    depends=_depends,
    moved=_moved,
    thresholds=_standing,
    options=(
        Option(
            "predictive",
            phrase("PPV, NPV"),
            phrase("Predictive values, in place of the rates of each class"),
        ),
    ),
    rest=Rest(_is_known, find),
    is_page=True,
    pick=_row_at,
    also=(phrase("subgroups"), phrase("forest plot"), phrase("fairness")),
)
"""A row a group: its rates beside where groups that are alike would fall, and its scores."""


# ---------------------------------------------------------------------------- the gaps

_HALVES = ((0.0, 0.46), (0.54, 1.0))
_BARS = 40
_TOP, _ABOVE = 1.75, 1.3  # of the bars, which are 1 high, and of the line of what there is


def gaps_picture(snapshot: Snapshot, style: Style) -> Shown:
    """Return the largest gap of both rates beside those of groups that are alike; or words."""
    lacking, known = _lacking(snapshot), _known(snapshot)
    if lacking is not None or known is None:
        return lacking or _AWAITED
    layers: list[Layer] = []
    for panel, rate in zip(_HALVES, _rates(snapshot), strict=True):
        layers += _gap(snapshot, known, rate, panel, style)
    bare = Ruler(LinearScale(0.0, 1.0), is_bare=True)
    upright = Ruler(LinearScale(-0.7, _TOP), is_bare=True)
    gap, share = (
        PictureAxis(phrase("Largest gap"), bare),
        PictureAxis(phrase("Share of deals"), upright),
    )
    return Picture(gap, share, tuple(layers))


def _gap(
    snapshot: Snapshot, known: Known, rate: str, panel: tuple[float, float], style: Style
) -> Iterator[Layer]:
    """Yield the gaps of one rate in each deal, and the one that there is."""
    one, found = _rate(snapshot, known, rate, style), known.shuffled.get(rate)
    left, right = panel
    n = {"rate": one.name, "n": Count(len(known.places[rate]))}
    title = Text("{rate}, {n} groups", n).told(style)
    notes = [Note(left, right, _TOP - 0.1, 0.2, ((title,),), is_bold=True)]
    said = _gap_said(known, rate, one)
    if said is None:
        few = {"few": Count(snapshot.inputs.consequences.few)}
        said = Text("Fewer than two groups have {few} rows of the class.", few)
    words = ((said.told(style),),)
    notes.append(Note(left, right, -0.42, 0.5, words, tone=Tone.FAINT, is_wrapped=True))
    if found is not None and found.shares.size:
        chance, gaps = found.chance, found.gaps
        high = max(float(gaps.max()), chance.gap) * 1.05 or 1.0
        place = partial(_x_of, panel, (0.0, high))
        heights, edges = np.histogram(gaps, _BARS, (0.0, high), weights=found.weights)
        upper = np.repeat(heights / heights.max(), 2)
        x = np.repeat(left + (right - left) * edges / high, 2)[1:-1]
        shape = x, np.zeros(len(x)), upper
        table = edges[:-1], np.zeros(_BARS), heights
        yield Band("", partial(_same, shape), partial(_part, table))
        usual = np.full(2, place(chance.most)), np.array([0.0, 1.1])
        yield Reference("", partial(_upright, usual))
        here = np.array([place(chance.gap)])
        yield Estimates(one.name.told(style), here, np.array([1.3]), values=_only(chance.gap))
        line = np.repeat(here, 2), np.array([0.0, 1.3])
        yield Line("", partial(_upright, line), lambda: iter(()))
        of = _of(chance)
        for at, text, y in (
            (chance.gap, (Text("here {gap}, p {p}", of), Text("here {gap}", of)), 1.45),
            (chance.most, (Text("95 of 100: {most}", of), Text("95 %: {most}", of)), 1.18),
        ):
            is_right = chance.most >= chance.gap if y < _ABOVE else at < high / 2
            side = -1 if is_right else 1
            ends = (place(at), right) if side < 0 else (left, place(at))
            inner = ends[0] + 0.008 * (side < 0), ends[1] - 0.008 * (side > 0)
            tone = Tone.INK if y > _ABOVE else Tone.FAINT
            lines = tuple((one_of.told(style),) for one_of in text)
            notes.append(Note(*inner, y, 0.2, lines, tone, align=side, is_bold=y > _ABOVE))
        step, found_ticks = nice_ticks(0.0, high, _TICKS)
        ruler = Ruler(LinearScale(0.0, high), Scale.PROPORTION)
        for value in found_ticks:
            words = ((tick_text(ruler, value, step, Numerals(in_fractions=True)),),)
            x_at = place(value)
            notes.append(Note(x_at - 0.04, x_at + 0.04, -0.1, 0.2, words, Tone.FAINT, align=0))
    yield Notes(tuple(notes))


def _of(chance: Chance) -> dict[str, object]:
    return {"gap": Rate(chance.gap), "p": Computed(chance.p), "most": Rate(chance.most)}


def _only(value: float) -> Edges:
    return np.array([value]), np.array([math.nan]), np.array([math.nan])


GAPS = Pictured(
    id="largest-gap",
    title=Text("Largest gap of groups"),
    axes=(
        Axis(title=phrase("Largest gap"), scale=Scale.VALUE),
        Axis(title=phrase("Deals"), scale=Scale.VALUE),
    ),
    table="groups",
    picture=gaps_picture,
    depends=_depends,
    moved=_moved,
    rest=Rest(_is_known, find),
    is_page=True,
    also=(phrase("permutation"), phrase("shuffled groups")),
)
"""The largest gap of each rate beside those of groups that are alike."""
