"""Axes whose ticks are told in per cent and in scores, thinned out until they fit."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPen

from evalgui.core import digits
from evalgui.core.api import (
    LinearScale,
    LogScale,
    NormalDeviateScale,
    Scale,
    ScoreScale,
    log_ticks,
    nice_step,
    nice_ticks,
)
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QFont

    from evalgui.core.api import AxisScale, Score
    from evalgui.gui.look import Theme

_GAP = 8.0  # pixels between the texts of two ticks
_BELOW_NUMBERS = 5.0  # pixels: a gap, and what numbers are away from the axis
_OVERHANG = 32  # pixels by which the text of an outer tick may leave the axis
_EXACT = 6  # decimals of a pixel
_HALF = 0.5
_ROUND = 1e-9  # of a decade
_RARE = 0.9e-3  # shares below are told as powers of ten
_MOST = 7  # ticks of a linear axis, about
_LEFT_TEXT = 44  # pixels for the tick texts of a left axis: never jumps while zooming

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


class PlotAxis(pg.AxisItem):
    """An axis with a faint grid, ticks on one level and a title that is shortened to fit."""

    _shown = ""  # the title as pyqtgraph has set it
    _line = 0.0  # the height of a line of text
    has_strip = False  # of a line's height between the numbers and the title of a bottom axis

    def __init__(self, orientation: str, title: str, short_title: str = "") -> None:
        super().__init__(orientation, maxTickLength=0)
        self.enableAutoSIPrefix(False)
        self.title = title
        self.short_title = short_title or title
        self.axis_scale: AxisScale = LinearScale()
        self.setStyle(hideOverlappingLabels=False, tickTextOffset=4, autoExpandTextSpace=False)
        self.setGrid(255)

    @property
    def is_vertical(self) -> bool:
        """Whether this is a left axis."""
        return str(self.orientation) == "left"

    @property
    def room(self) -> float:
        """How much more than its text each tick has: an axis should be calm."""
        return 1.6 if self.is_vertical else 1.4

    def set_scale(self, scale: AxisScale) -> None:
        """Take another range of values."""
        self.axis_scale = scale
        self.picture = None
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Recolour the axis."""
        # Pens of pyqtgraph's own making keep their width at any scale, which files cannot.
        self.setPen(QPen(QColor(theme.border), 1.0))
        self.setTickPen(QPen(QColor(theme.grid), 1.0))
        self.setTextPen(theme.faint_text)
        self._show_title(color=theme.faint_text)

    def set_font(self, font: QFont) -> None:
        """Set the font of ticks and title, and reserve the room that they need."""
        self.setTickFont(font)
        self.label.setFont(font)
        line = self._line = QFontMetricsF(font).height()
        if self.is_vertical:
            self.setWidth(round(_LEFT_TEXT + line))
        else:
            self.setHeight(round((3 if self.has_strip else 2) * line + 6))

    @property
    def strip(self) -> tuple[float, float]:
        """Where the strip begins below the plot, and how high it is, in pixels."""
        return self._line + _BELOW_NUMBERS, self._line if self.has_strip else 0.0

    def set_strip(self, *, shown: bool) -> None:
        """Leave room for a line between the numbers and the title, or none."""
        if shown != self.has_strip:
            self.has_strip = shown
            self.set_font(self.label.font())

    def fit_width(self) -> None:
        """Give a left axis the width that its ticks need: more digits, zoomed in, need more."""
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        widest = _LEFT_TEXT
        low, high = self.range
        for step, places in self.tickValues(low, high, self.height()):
            for words in self.tickStrings(places, 1.0, step):
                widest = max(widest, math.ceil(metrics.horizontalAdvance(words)) + 8)
        width = round(widest + metrics.height())
        if width != self.fixedWidth:
            self.setWidth(width)

    def rename(self, title: str, short_title: str = "") -> None:
        """Give the axis another title."""
        self.title, self.short_title = title, short_title or title
        self.fit_title()

    def tell_others(self, also: Sequence[str]) -> None:
        """Say the other names of what the axis shows in its tool-tip."""
        self.setToolTip(text.plain(f"{self.title}\nAlso: {', '.join(also)}") if also else "")

    def fit_title(self) -> None:
        """Shorten the title until it is no longer than the axis."""
        self._show_title(**self.labelStyle)

    def _show_title(self, **style: str) -> None:
        length = self.height() if self.is_vertical else self.width()
        metrics = QFontMetricsF(self.label.font())
        brief = self.title.partition(" (")[0].partition(",")[0]
        for shown in (self.title, brief, self.short_title):
            if metrics.horizontalAdvance(shown) <= length:
                break
        while len(shown) > 4 and metrics.horizontalAdvance(shown) > length > 0:
            shown = text.elided(shown, len(shown) - 1)
        self.setLabel(text.plain(shown), **style)
        self.resizeEvent()

    # --------------------------------------------------------------- called by pyqtgraph

    def _updateLabel(self) -> None:
        # Each of pens, fonts, ranges and sizes ends here: 290 times at the start, with 70 titles.
        words = self.labelString()
        if words != self._shown:
            self._shown = words
            super()._updateLabel()
        else:
            self._adjustSize()
            self.picture = None
            self.update()

    def setGeometry(self, rect: QRectF) -> None:
        """Take a place without the rounding of the layout, which could shift lines by a pixel."""
        edges = (rect.x(), rect.y(), rect.width(), rect.height())
        super().setGeometry(QRectF(*(round(edge, _EXACT) for edge in edges)))

    def resizeEvent(self, ev: object = None) -> None:
        """Place the title in the outermost line of the axis."""
        super().resizeEvent(ev)
        if self.label is None:
            return
        bounds = self.label.boundingRect()
        if self.is_vertical:
            self.label.setPos(-4, (self.size().height() + bounds.width()) / 2)
        else:
            x = (self.size().width() - bounds.width()) / 2
            self.label.setPos(x, self.size().height() - bounds.height() + 4)

    def boundingRect(self) -> QRectF:
        """Let the texts of the outer ticks hang over."""
        bounds = QRectF(super().boundingRect())
        if self.is_vertical:
            return bounds.adjusted(0, -_OVERHANG / 2, 0, _OVERHANG / 2)
        return bounds.adjusted(-_OVERHANG, 0, _OVERHANG, 0)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Return the ticks that fit, on one level, as places in the view."""
        if not (math.isfinite(minVal) and math.isfinite(maxVal) and minVal < maxVal and size > 0):
            return []
        if isinstance(self.axis_scale, LogScale):
            pixels = size / (maxVal - minVal)

            def fits(places: Sequence[float], step: float) -> bool:
                return self.have_room(places, step, pixels)

            return [log_ticks(self.axis_scale, minVal, maxVal, fits)]
        step, places = self.ticks(minVal, maxVal, size)
        return [(step, self._apart(places, step, size / (maxVal - minVal)))]

    def _apart(self, places: list[float], step: float, pixels: float) -> list[float]:
        """Return all ticks, or every second, third and so on: no texts touch on a small axis."""
        for every in range(1, len(places)):
            if self.have_room(places[::every], step, pixels, 2.0):
                return places[::every]
        return places[:1]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of some ticks."""
        del scale
        return [self._words_of(place, spacing) for place in values]

    def _words_of(self, place: float, step: float) -> str:
        if not isinstance(self.axis_scale, LogScale):
            return self.tick_text(place, step)
        return self.log_text(float(self.axis_scale.from_view(np.array([place]))[0]), step)

    def have_room(
        self, places: Sequence[float], step: float, pixels: float, gap: float = _GAP
    ) -> bool:
        """Return whether the texts of ticks do not meet, at so many pixels for a unit."""
        sizes = [self._text_size(self._words_of(place, step)) - _GAP + gap for place in places]
        return all(
            (after - before) * pixels >= (sizes[i] + sizes[i + 1]) / 2
            for i, (before, after) in enumerate(itertools.pairwise(places))
        )

    # ---------------------------------------------------------------- told by each kind

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        """Return the step, and the places of the ticks between two ends."""
        raise NotImplementedError

    def tick_text(self, place: float, step: float) -> str:
        """Return the text of a tick."""
        raise NotImplementedError

    def log_text(self, value: float, step: float) -> str:
        """Return the text of a tick on a logarithmic axis; the step is 0 but for close ticks."""
        power = math.log10(value)
        if abs(power - round(power)) < _ROUND:
            return text.decade(round(power))
        return text.tick(value, step) if step else text.short_threshold(value, n_digits=3)

    def _text_size(self, words: str) -> float:
        """Return the pixels that a text takes along the axis, with a gap."""
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        if self.is_vertical:
            return metrics.height() + _GAP
        return metrics.horizontalAdvance(words) + _GAP


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
