"""Where the ticks of an axis stand, and what is written at them: functions of what is seen of it.

Every painter asks here, so that an axis has the same ticks wherever it is as long and its letters
are as wide.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core import digits
from evalgui.core.curves import Scale
from evalgui.core.curves.log_scale import LogScale, log_ticks
from evalgui.core.curves.scales import (
    LinearScale,
    NormalDeviateScale,
    ScoreScale,
    nice_step,
    nice_ticks,
)
from evalgui.core.digits import SPACE
from evalgui.core.languages import written
from evalgui.core.thresholds import in_units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from evalgui.core.curves.scales import AxisScale
    from evalgui.core.dataset import Score

MINUS = "\N{MINUS SIGN}"

Ticks: TypeAlias = "tuple[float, list[float]]"
"""How far apart the values are at ticks, 0 where that differs, and their places in the view."""

_SHORT_POWER = 4  # powers of ten from here on are told as such
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_GAP = 8.0  # pixels between the texts of two ticks
_SHORTEST = 8.0  # pixels: what is shorter than a number is high has none
_LYING, _UPRIGHT = 1.4, 1.6  # how much more than its text each tick has: an axis should be calm
_TRUE_DIGITS = 12  # of a number that was a logarithm
_HALF = 0.5
_ROUND = 1e-9  # of a decade
_RARE = 0.9e-3  # shares below are told as powers of ten
_MOST = 7  # ticks of a linear axis, about

# Normal-deviate ticks, the most telling first: a text that would touch an earlier one goes.
# 0 and 1 stand on the frame, where counts of 0 are drawn.
_TELLING = (
    *(0.5, 0.1, 0.01, 0.9, 0.001, 0.99, 0.0001, 0.999, 0.0, 1.0),
    *(1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 0.9999, 0.2, 0.05, 0.8, 0.02),
)
_FURTHER = (0.95, 0.005, 0.98, 0.4, 0.6, 0.002, 0.995, 0.998)
_MORE = (0.3, 0.7, 0.9995, 0.9998, 0.99999)
_DEVIATE_TICKS = (*_TELLING, *_FURTHER, *_MORE)


@dataclass(frozen=True, slots=True)
class Numerals:
    """How numbers on axes are written.

    Parameters
    ----------
    in_fractions
        Whether proportions are fractions, and not in per cent.
    """

    in_fractions: bool = False

    def localised(self, number: str) -> str:
        """Return a number that was written with a point and a hyphen, as people read it."""
        return written(number).replace("-", MINUS)

    def number(self, value: float, step: float) -> str:
        """Return the number at a tick of an axis whose ticks are this far apart."""
        return self.localised(digits.tick(value, step))

    def share(self, share: float, step: float) -> str:
        """Return the proportion at such a tick."""
        if self.in_fractions:
            return self.number(share, step)
        return self.localised(f"{digits.percentage_tick(share, step)}{SPACE}%")

    def decade(self, exponent: int) -> str:
        """Return a power of ten, written out where that is short."""
        if -_SHORT_POWER < exponent < _SHORT_POWER:
            return self.localised(digits.exact(10.0**exponent))
        return f"10{str(exponent).translate(_RAISED)}"

    def score(self, value: float, score: Score | None = None, n_digits: int = 6) -> str:
        """Return a finite score at the precision of a label, in the units of the file if known."""
        if score is not None and score.base:
            return self.localised(digits.with_groups(str(in_units(value, score))))
        return self.localised(digits.score(value, n_digits))


@dataclass(frozen=True, slots=True)
class Ruler:
    """What an axis measures.

    Parameters
    ----------
    scale
        Where values stand.
    kind
        What they are.
    score
        In whose units scores are told; None for numbers as they are.
    has_counts
        Whether it counts rows, and does not give shares of them.
    is_bare
        Whether it has no ticks: what stands on the picture has its own.
    """

    scale: AxisScale = LinearScale()  # noqa: RUF009 - a frozen value
    kind: Scale = Scale.PROPORTION
    score: Score | None = None
    has_counts: bool = False
    is_bare: bool = False

    @property
    def has_shares(self) -> bool:
        """Whether its values are proportions."""
        return self.kind in {Scale.PROPORTION, Scale.NORMAL_DEVIATE} and not self.has_counts


@dataclass(frozen=True, slots=True)
class Room:
    """How much of an axis is seen, and what texts take of it.

    Parameters
    ----------
    length
        Of the axis, in pixels.
    size
        Gives the pixels that a text takes along the axis.
    is_upright
        Whether it is a left axis.
    numerals
        How numbers are written.
    """

    length: float
    size: Callable[[str], float]
    is_upright: bool = False
    numerals: Numerals = Numerals()


def ticks(ruler: Ruler, low: float, high: float, room: Room) -> Ticks:
    """Return the ticks between two ends of the view whose texts do not meet.

    Parameters
    ----------
    ruler
        The axis.
    low, high
        In coordinates of the view.
    room
        How long it is between the ends.

    Returns
    -------
    Ticks
        None of them where the ends are no range, or the axis is shorter than a number is high.
    """
    if ruler.is_bare or not -math.inf < low < high < math.inf or room.length < _SHORTEST:
        return 0.0, []
    row = _Row(ruler, room, room.length / (high - low))
    if isinstance(ruler.scale, LogScale):
        return log_ticks(ruler.scale, low, high, row.fits)
    step, places = _TICKS[ruler.kind](row, low, high)
    return step, row.thinned(places, step)


def tick_text(ruler: Ruler, place: float, step: float, numerals: Numerals) -> str:
    """Return what is written at a tick.

    Parameters
    ----------
    ruler
        The axis.
    place
        In coordinates of the view.
    step
        That `ticks` found.
    numerals
        How numbers are written.
    """
    if isinstance(ruler.scale, LogScale):
        return _log_text(ruler, float(ruler.scale.from_view(np.array([place]))[0]), step, numerals)
    return _TEXTS[ruler.kind](ruler, place, step, numerals)


def names_that_fit(
    names: Iterable[tuple[float, str]], low: float, high: float, room: Room
) -> dict[float, str]:
    """Return the names of an axis that have room between two ends, and where they stand.

    Parameters
    ----------
    names
        Places in coordinates of the view with what stands there, the most telling first.
    low, high, room
        As of `ticks`.

    Examples
    --------
    >>> names_that_fit([(0.5, "1"), (0.1, "9"), (0.4, "1.5")], 0, 1, Room(60, lambda words: 10))
    {0.5: '1', 0.1: '9'}
    """
    taken: dict[float, tuple[float, float]] = {}
    found: dict[float, str] = {}
    for place, name in names:
        if not low <= place <= high:
            continue
        middle = (place - low) / (high - low) * room.length
        half = (room.size(name) + _GAP) / 2
        begin, end = middle - half, middle + half
        if all(end <= other[0] or begin >= other[1] for other in taken.values()):
            taken[place], found[place] = (begin, end), name
    return found


@dataclass(frozen=True, slots=True)
class _Row:
    """The texts of ticks beside each other, at so many pixels for a unit of the view."""

    ruler: Ruler
    room: Room
    pixels: float

    def text(self, place: float, step: float) -> str:
        return tick_text(self.ruler, place, step, self.room.numerals)

    def most(self, widest: str) -> int:
        """Return how many texts as wide as one an axis has calmly."""
        calm = _UPRIGHT if self.room.is_upright else _LYING
        return int(self.room.length / ((self.room.size(widest) + _GAP) * calm))

    def fits(self, places: Sequence[float], step: float, gap: float = _GAP) -> bool:
        """Return whether the texts at some places keep apart."""
        sizes = [self.room.size(self.text(place, step)) + gap for place in places]
        return all(
            (after - before) * self.pixels >= (sizes[i] + sizes[i + 1]) / 2
            for i, (before, after) in enumerate(itertools.pairwise(places))
        )

    def thinned(self, places: list[float], step: float) -> list[float]:
        """Return all ticks, or every second, third and so on: no texts touch on a small axis."""
        for every in range(1, len(places)):
            if self.fits(places[::every], step, 2.0):
                return places[::every]
        return places[:1]


# ------------------------------------------------------------------------------ proportions


def _proportions(row: _Row, low: float, high: float) -> Ticks:
    if low < 1.0 and high > 0.0:
        low, high = max(low, 0.0), min(high, 1.0)
    widest = row.room.numerals.share(1.0, nice_step(high - low, 6))
    step, places = nice_ticks(low, high, max(2, min(row.most(widest), _MOST)))
    places = [place for place in places if -1e-12 < place < 1 + 1e-12]
    pixels = _Row(row.ruler, row.room, row.room.length / (high - low))
    quarters = [0.0, 0.25, 0.5, 0.75, 1.0]
    if step == _HALF and pixels.fits(quarters, _HALF / 2):
        return _HALF / 2, quarters
    if len(places) > 2 and not pixels.fits(places, step):
        places = [places[0], places[-1]]
    return step, places


def _proportion_text(ruler: Ruler, place: float, step: float, numerals: Numerals) -> str:
    del ruler
    return numerals.share(place, step)


def _share_text(share: float, numerals: Numerals) -> str:
    """Return a proportion of the tick table in per cent, with the digits it needs and no more.

    The decades below 0.1 % are powers of ten.
    """
    if 0 < share < _RARE and abs(math.log10(share) - round(math.log10(share))) < _ROUND:
        return numerals.decade(round(math.log10(share)))
    decimals = len(digits.exact(round(share * 100, 6)).partition(".")[2])
    return numerals.share(share, 10.0 ** -(decimals + 2))


# -------------------------------------------------------------------------- normal deviates


def _deviates(row: _Row, low: float, high: float) -> Ticks:
    scale, n_seen, frame = row.ruler.scale, 0, abs(row.ruler.scale.place(0.0))
    taken: list[tuple[float, float]] = []
    places: list[float] = []
    # Where the axis goes on beyond the place of 0, that one is no end of it and has no tick.
    is_longer = isinstance(scale, NormalDeviateScale) and scale.lowest is not None
    for share, own in zip(_DEVIATE_TICKS, scale.unclipped(np.array(_DEVIATE_TICKS)), strict=True):
        is_end = scale.is_beyond(share)
        place = scale.place(share) if is_end else float(own)
        is_outside = not low <= place <= high or (abs(place) >= frame) != is_end
        if (is_end or not low <= place <= high) if is_longer else is_outside:
            continue
        n_seen += 1
        half = (row.room.size(_share_text(share, row.room.numerals)) + _GAP) / 2
        begin, end = place * row.pixels - half, place * row.pixels + half
        if all(end <= other_begin or begin >= other_end for other_begin, other_end in taken):
            taken.append((begin, end))
            places.append(float(place))
    if n_seen < 2:  # one tick gives no scale: zoomed in far
        return _close_deviates(row, low, high)
    return 0.0, sorted(places)


def _close_deviates(row: _Row, low: float, high: float) -> Ticks:
    scale = row.ruler.scale
    ends = scale.from_view(np.array([low, high]))
    count = max(2, int(row.room.length / ((row.room.size("00.0000 %") + _GAP) * 1.6)))
    step, shares = nice_ticks(float(ends[0]), float(ends[1]), min(count, 8))
    places = scale.to_view(np.array([share for share in shares if 0 < share < 1]))
    return step, [float(place) for place in places]


def _deviate_text(ruler: Ruler, place: float, step: float, numerals: Numerals) -> str:
    share = float(ruler.scale.from_view(np.array([place]))[0])
    if step > 0:
        return numerals.share(share, step)
    ends = (end for end in (0.0, 1.0) if place == ruler.scale.place(end))
    return _share_text(next(ends, share), numerals)


# ------------------------------------------------------------------------ scores and values


def _scores(row: _Row, low: float, high: float) -> Ticks:
    """Return ticks at round scores; at parts of the range where that is not safe to draw."""
    step, places = nice_ticks(low, high, 4)
    widest = max((row.text(place, step) for place in places), key=row.room.size)
    step, places = nice_ticks(low, high, max(2, min(row.most(widest), _MOST)))
    is_plain = isinstance(row.ruler.scale, ScoreScale) and row.ruler.scale.is_plain
    if _has_base(row.ruler) and is_plain:  # only whole numbers can be written in full
        places = sorted({place for place in map(round, places) if low <= place <= high})
    return step, [float(place) for place in places]


def _score_text(ruler: Ruler, place: float, step: float, numerals: Numerals) -> str:
    score = float(ruler.scale.from_view(np.array([place]))[0])
    if _has_base(ruler):
        return numerals.score(round(score), ruler.score)
    if isinstance(ruler.scale, ScoreScale) and not ruler.scale.is_plain:
        # Parts of the range are no round numbers.
        part = (ruler.scale.high - ruler.scale.low) * step / 100
        has_part = 0 < part < math.inf
        return numerals.number(score, part) if has_part else numerals.score(score, n_digits=4)
    return numerals.number(score, step)


def _has_base(ruler: Ruler) -> bool:
    return ruler.score is not None and ruler.score.base != 0


def _log_text(ruler: Ruler, value: float, step: float, numerals: Numerals) -> str:
    """Return the text of a tick on a logarithmic axis; the step is 0 but for close ticks."""
    if ruler.has_shares:
        return numerals.share(value, step) if step else _share_text(value, numerals)
    power = math.log10(value)
    if abs(power - round(power)) < _ROUND:
        return numerals.decade(round(power))
    value = round(value, _TRUE_DIGITS - math.ceil(power))  # to a logarithm and back
    return numerals.number(value, step) if step else numerals.score(value, n_digits=3)


_TICKS: dict[Scale, Callable[[_Row, float, float], Ticks]] = {
    Scale.PROPORTION: _proportions,
    Scale.NORMAL_DEVIATE: _deviates,
    Scale.SCORE: _scores,
    Scale.VALUE: _scores,
    Scale.LOG: _scores,
}
_TEXTS: dict[Scale, Callable[[Ruler, float, float, Numerals], str]] = {
    Scale.PROPORTION: _proportion_text,
    Scale.NORMAL_DEVIATE: _deviate_text,
    Scale.SCORE: _score_text,
    Scale.VALUE: _score_text,
    Scale.LOG: _score_text,
}
