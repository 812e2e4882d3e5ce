"""Axes whose ticks are told in per cent and in scores, thinned out until they fit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import digits
from evalgui.core.curves import Scale
from evalgui.core.curves.scales import NormalDeviateScale, ScoreScale, nice_step, nice_ticks
from evalgui.gui.look import text
from evalgui.gui.plots.plot_axis import PlotAxis

if TYPE_CHECKING:
    from evalgui.core.dataset import Score

_HALF = 0.5
_ROUND = 1e-9  # of a decade
_RARE = 0.9e-3  # shares below are told as powers of ten
_MOST = 7  # ticks of a linear axis, about

# Normal-deviate ticks, the most telling first: a text that would touch an earlier one goes.
# 0 and 1 stand on the frame, where counts of 0 are drawn.
_TELLING = (
    0.5,
    0.1,
    0.01,
    0.9,
    0.001,
    0.99,
    0.0001,
    0.999,
    0.0,
    1.0,
    *(1e-5, 1e-6, 1e-7, 1e-8, 1e-9),
    0.9999,
    0.2,
    0.05,
    0.8,
    0.02,
)
_FURTHER = (0.95, 0.005, 0.98, 0.4, 0.6, 0.002, 0.995, 0.998)
_MORE = (0.3, 0.7, 0.9995, 0.9998, 0.99999)
_DEVIATE_TICKS = (*_TELLING, *_FURTHER, *_MORE)


class ProportionAxis(PlotAxis):
    """Ticks in per cent; on a logarithmic axis perhaps of counts."""

    has_counts = False

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        if low < 1.0 and high > 0.0:
            low, high = max(low, 0.0), min(high, 1.0)
        widest = text.percent_tick(1.0, nice_step(high - low, 6))
        count = int(size / (self._text_size(widest) * self.room))
        step, places = nice_ticks(low, high, max(2, min(count, _MOST)))
        places = [place for place in places if -1e-12 < place < 1 + 1e-12]
        pixels = size / (high - low)
        if step == _HALF and self.have_room([0.0, 0.25, 0.5, 0.75, 1.0], _HALF / 2, pixels):
            return _HALF / 2, [0.0, 0.25, 0.5, 0.75, 1.0]
        if len(places) > 2 and not self.have_room(places, step, pixels):
            places = [places[0], places[-1]]
        return step, places

    def tick_text(self, place: float, step: float) -> str:
        return text.percent_tick(place, step)

    def log_text(self, value: float, step: float) -> str:
        if self.has_counts:
            return super().log_text(value, step)
        return text.percent_tick(value, step) if step else _share_text(value)


class NormalDeviateAxis(PlotAxis):
    """Ticks in per cent, as far apart as their normal deviates."""

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        pixels = size / (high - low)
        known = np.array(_DEVIATE_TICKS)
        n_seen = 0
        taken: list[tuple[float, float]] = []
        places: list[float] = []
        frame = abs(self.axis_scale.place(0.0))
        # Where the axis goes on beyond the place of 0, that one is no end of it and has no tick.
        scale = self.axis_scale
        is_longer = isinstance(scale, NormalDeviateScale) and scale.lowest is not None
        for share, own in zip(_DEVIATE_TICKS, self.axis_scale.unclipped(known), strict=True):
            is_end = self.axis_scale.is_beyond(share)
            place = self.axis_scale.place(share) if is_end else float(own)
            is_outside = not low <= place <= high or (abs(place) >= frame) != is_end
            if (is_end or not low <= place <= high) if is_longer else is_outside:
                continue
            n_seen += 1
            half = self._text_size(_share_text(share)) / 2
            begin, end = place * pixels - half, place * pixels + half
            if all(end <= other_begin or begin >= other_end for other_begin, other_end in taken):
                taken.append((begin, end))
                places.append(float(place))
        if n_seen < 2:  # one tick gives no scale: zoomed in far
            return self._close_ticks(low, high, size)
        return 0.0, sorted(places)

    def _close_ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        ends = self.axis_scale.from_view(np.array([low, high]))
        count = max(2, int(size / (self._text_size("00.0000 %") * 1.6)))
        step, shares = nice_ticks(float(ends[0]), float(ends[1]), min(count, 8))
        places = self.axis_scale.to_view(np.array([s for s in shares if 0 < s < 1]))
        return step, [float(place) for place in places]

    def tick_text(self, place: float, step: float) -> str:
        if step > 0:
            share = float(self.axis_scale.from_view(np.array([place]))[0])
            return text.percent_tick(share, step)
        for end in (0.0, 1.0):
            if place == self.axis_scale.place(end):
                return _share_text(end)
        return _share_text(float(self.axis_scale.from_view(np.array([place]))[0]))


class ScoreAxis(PlotAxis):
    """Ticks at round scores; at quarters of the range where that is not safe to draw."""

    of_score: Score | None = None  # whose units these are

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        step, places = nice_ticks(low, high, 4)
        widest = max(self._text_size(self.tick_text(place, step)) for place in places)
        count = max(2, min(int(size / (widest * self.room)), _MOST))
        step, places = nice_ticks(low, high, count)
        is_plain = isinstance(self.axis_scale, ScoreScale) and self.axis_scale.is_plain
        if self._has_base and is_plain:  # only whole numbers can be written in full
            places = sorted({place for place in map(round, places) if low <= place <= high})
        return step, [float(place) for place in places]

    @property
    def _has_base(self) -> bool:
        return self.of_score is not None and self.of_score.base != 0

    def tick_text(self, place: float, step: float) -> str:
        score = float(self.axis_scale.from_view(np.array([place]))[0])
        if self._has_base:
            return text.short_threshold(round(score), self.of_score)
        if isinstance(self.axis_scale, ScoreScale) and not self.axis_scale.is_plain:
            # Parts of the range are no round numbers.
            part = (self.axis_scale.high - self.axis_scale.low) * step / 100
            has_part = 0 < part < math.inf
            return text.tick(score, part) if has_part else text.short_threshold(score, n_digits=4)
        return text.tick(score, step)


def axis_for(scale: Scale | None, orientation: str, title: str, short_title: str = "") -> PlotAxis:
    """Return the axis of a kind."""
    kinds: dict[Scale, type[PlotAxis]] = {
        Scale.PROPORTION: ProportionAxis,
        Scale.NORMAL_DEVIATE: NormalDeviateAxis,
        Scale.SCORE: ScoreAxis,
        Scale.VALUE: ScoreAxis,
        Scale.LOG: ScoreAxis,
    }
    return kinds[scale or Scale.PROPORTION](orientation, title, short_title)


def _share_text(share: float) -> str:
    """Return a proportion of the tick table in per cent, with the digits it needs and no more.

    The decades below 0.1 % are powers of ten.
    """
    if 0 < share < _RARE and abs(math.log10(share) - round(math.log10(share))) < _ROUND:
        return text.decade(round(math.log10(share)))
    decimals = len(digits.exact(round(share * 100, 6)).partition(".")[2])
    return text.percent_tick(share, 10.0 ** -(decimals + 2))
