"""What all axes share: a faint grid, ticks on one level, and a title that is shortened to fit."""

from __future__ import annotations

import itertools
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPicture
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.curves.log_scale import LogScale, log_ticks
from evalgui.core.curves.scales import LinearScale
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import AxisScale
    from evalgui.gui.look import Theme

_GAP = 8.0  # pixels between the texts of two ticks
_BELOW_NUMBERS = 5.0  # pixels: a gap, and what numbers are away from the axis
OVERHANG = 32  # pixels by which the text of an outer tick may leave the axis
_EXACT = 6  # decimals of a pixel
_TRUE_DIGITS = 12  # of a number that was a logarithm
_ROUND = 1e-9  # of a decade
_SHORTEST = 8.0  # pixels: what is shorter than a number is high has none
_GAPS = re.compile(r"[\s_.-](?=[^\W_])")  # in a name, after which it may go on in another line
_LEFT_TEXT = 44  # pixels for the tick texts of a left axis: never jumps while zooming


class PlotAxis(pg.AxisItem):
    """An axis with a faint grid, ticks on one level and a title that is shortened to fit."""

    _shown = ""  # the title as pyqtgraph has set it
    _line = 0.0  # the height of a line of text
    _is_long = False  # whether the title has no room in one line
    has_strip = False  # of a line's height between the numbers and the title of a bottom axis

    def __init__(self, orientation: str, title: str, short_title: str = "") -> None:
        super().__init__(orientation, maxTickLength=0)
        self.enableAutoSIPrefix(False)
        self.title = title
        self.short_title = short_title or title
        self.axis_scale: AxisScale = LinearScale()
        self.setStyle(hideOverlappingLabels=False, tickTextOffset=4, autoExpandTextSpace=False)
        self.setGrid(255)
        self._bare: tuple[QPicture, QPicture] | None = None  # the picture, and it without numbers
        self._specs: Any = None  # what the picture was drawn from
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def generateDrawSpecs(self, p: QPainter) -> Any:  # noqa: ANN401 - pyqtgraph's own
        self._specs = super().generateDrawSpecs(p)
        return self._specs

    def paint(
        self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the axis; its lines alone where nothing of its numbers is to be seen.

        So it is with each move of what lies in the plot, and numbers are slow to draw.
        """
        picture: QPicture | None = getattr(self, "picture")  # noqa: B009 - of pyqtgraph's making
        numbers = self._with_overhang(self.mapRectFromParent(self.geometry()))
        if picture is None or self._specs is None or opt.exposedRect.intersects(numbers):
            super().paint(p, opt, widget)
            return
        if self._bare is None or self._bare[0] is not picture:
            self._bare = picture, QPicture()
            with QPainter(self._bare[1]) as painter:
                axis, ticks, _texts = self._specs
                self.drawPicture(painter, axis, ticks, [])
        self._bare[1].play(p)

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

    def fit_width(self, height_at: Callable[[float], float]) -> None:
        """Give a left axis the width that its ticks need: more digits, zoomed in, need more.

        How high it is may depend on how wide it is, and the ticks on that: the least width at
        which they fit is found here, since to and fro between two frames it never would be.
        """
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        width, needed = 0, round(_LEFT_TEXT + metrics.height())
        while needed > width:
            width = needed
            needed = round(self._widest(metrics, height_at(width)) + metrics.height())
        if width != self.fixedWidth:
            self.setWidth(width)
        if self._is_long:  # numbers may need, or leave, the room of its second line
            self.fit_title()

    def _widest(self, metrics: QFontMetricsF, height: float) -> int:
        """Return the pixels that the widest text of a tick takes on an axis so high."""
        low, high = self.range
        return max(
            (
                math.ceil(metrics.horizontalAdvance(words)) + 8
                for step, places in self.tickValues(low, high, height)
                for words in self.tickStrings(places, 1.0, step)
            ),
            default=0,
        )

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
        self._is_long = metrics.horizontalAdvance(shown) > length > 0
        if self._is_long:
            shown = self._in_two_lines(metrics, length) or shown
        while len(shown) > 4 and _widest_line(metrics, shown) > length > 0:
            shown = text.elided(shown, len(shown) - 1)
        self.setLabel(text.plain(shown), **style)
        self.resizeEvent()

    def _in_two_lines(self, metrics: QFontMetricsF, length: float) -> str:
        """Return the title of a left axis in two lines, "" where they have no room."""
        room = (self.fixedWidth or 0.0) - 2 * metrics.height()
        if not self.is_vertical or self._widest(metrics, length) > room:
            return ""
        words = " ".join(self.short_title.split())
        ends = [gap.end() for gap in _GAPS.finditer(words)]
        pairs = [f"{words[:end].rstrip()}\n{words[end:]}" for end in ends]
        pair = min(pairs, key=lambda one: _widest_line(metrics, one), default="")
        return pair if _widest_line(metrics, pair) <= length else ""

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
        return self._with_overhang(QRectF(super().boundingRect()))

    def _with_overhang(self, bounds: QRectF) -> QRectF:
        if self.is_vertical:
            return bounds.adjusted(0, -OVERHANG / 2, 0, OVERHANG / 2)
        return bounds.adjusted(-OVERHANG, 0, OVERHANG, 0)

    def tickValues(
        self, minVal: float, maxVal: float, size: float
    ) -> list[tuple[float, list[float]]]:
        """Return the ticks that fit, on one level, as places in the view."""
        if not (math.isfinite(minVal) and math.isfinite(maxVal) and minVal < maxVal):
            return []
        if size < _SHORTEST:
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
        value = round(value, _TRUE_DIGITS - math.ceil(power))  # to a logarithm and back
        return text.tick(value, step) if step else text.short_threshold(value, n_digits=3)

    def _text_size(self, words: str) -> float:
        """Return the pixels that a text takes along the axis, with a gap."""
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        if self.is_vertical:
            return metrics.height() + _GAP
        return metrics.horizontalAdvance(words) + _GAP


def _widest_line(metrics: QFontMetricsF, words: str) -> float:
    return max(map(metrics.horizontalAdvance, words.split("\n")))
