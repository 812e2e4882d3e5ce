"""What all axes share: a faint grid, ticks on one level, a short title; and an axis of classes."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPicture
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.curves import Scale
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.results.ticks import Room, Ruler, names_that_fit, tick_text, ticks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from PySide6.QtGui import QFont
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.curves.scales import AxisScale
    from evalgui.gui.look import Theme
    from evalgui.results.ticks import Ticks


_TO_NUMBERS = 4  # pixels from the axis
_TO_INK = 4.0  # pixels from the axis to the ink of what stands below it, brackets and accents too
_BELOW_NUMBERS = 5.0  # pixels: a gap, and what numbers are away from the axis
OVERHANG = 32  # pixels by which the text of an outer tick may leave the axis
_EXACT = 6  # decimals of a pixel
_GAPS = re.compile(r"[\s_.-](?=[^\W_])")  # in a name, after which it may go on in another line
_LEFT_TEXT = 44  # pixels for the tick texts of a left axis: never jumps while zooming


class PlotAxis(pg.AxisItem):
    """An axis with a faint grid, ticks on one level and a title that is shortened to fit."""

    _shown = ""  # the title as pyqtgraph has set it
    _line = 0.0  # the height of a line of text
    _is_long = False  # whether the title has no room in one line
    has_strip = False  # of a line's height between the numbers and the title of a bottom axis
    ribbons = 0.0  # pixels between the frame and the numbers of a bottom axis

    def __init__(
        self, orientation: str, title: str, short_title: str = "", kind: Scale | None = None
    ) -> None:
        super().__init__(orientation, maxTickLength=0)
        self.enableAutoSIPrefix(False)
        self.title = text.said(title)
        self.short_title = text.said(short_title) or self.title
        self.ruler = Ruler(kind=kind or Scale.PROPORTION)
        self.setStyle(
            hideOverlappingLabels=False, tickTextOffset=_TO_NUMBERS, autoExpandTextSpace=False
        )
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
        numbers = self._beside_frame(self._with_overhang(self.mapRectFromParent(self.geometry())))
        if picture is None or self._specs is None or opt.exposedRect.intersects(numbers):
            super().paint(p, opt, widget)
            return
        if self._bare is None or self._bare[0] is not picture:
            self._bare = picture, QPicture()
            with QPainter(self._bare[1]) as painter:
                axis, ticks, _texts = self._specs
                self.drawPicture(painter, axis, ticks, [])
        self._bare[1].play(p)

    def _beside_frame(self, bounds: QRectF) -> QRectF:
        """Return where the ink of numbers can be: beyond the ends of what moves in the frame."""
        gap = _TO_INK + self.ribbons
        match str(self.orientation):
            case "left":
                return bounds.adjusted(0, 0, 1 - _TO_NUMBERS, 0)
            case "top":
                return bounds.adjusted(0, 0, 0, -gap)
        return bounds.adjusted(0, gap, 0, 0)

    @property
    def axis_scale(self) -> AxisScale:
        """Where values are in the view."""
        return self.ruler.scale

    @property
    def is_vertical(self) -> bool:
        """Whether this is a left axis."""
        return str(self.orientation) == "left"

    def set_scale(self, scale: AxisScale) -> None:
        """Take another range of values."""
        self.measure(replace(self.ruler, scale=scale))

    def measure(self, ruler: Ruler) -> None:
        """Measure something else."""
        self.ruler = ruler
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
            self.setHeight(round((3 if self.has_strip else 2) * line + 6 + self.ribbons))

    @property
    def strip(self) -> tuple[float, float]:
        """Where the strip begins below the plot, and how high it is, in pixels."""
        begin = self._line + _BELOW_NUMBERS + self.ribbons
        return begin, self._line if self.has_strip else 0.0

    def set_ribbons(self, height: float) -> None:
        """Leave so many pixels between the frame and the numbers of a bottom axis."""
        if height != self.ribbons:
            self.ribbons = height
            self.setStyle(tickTextOffset=round(_TO_NUMBERS + height))
            self.set_font(self.label.font())

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
        self.title = text.said(title)
        self.short_title = text.said(short_title) or self.title
        self.fit_title()

    def tell_others(self, also: Sequence[str]) -> None:
        """Say the other names of what the axis shows in its tool-tip."""
        self.setToolTip(
            text.tip(tr("{title}\nAlso: {list}", title=self.title, list=", ".join(also)))
            if also
            else ""
        )

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
            is_top = str(self.orientation) == "top"
            self.label.setPos(x, -4 if is_top else self.size().height() - bounds.height() + 4)

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
        step, places = self.ticks(minVal, maxVal, size)
        return [(step, places)] if places else []

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the texts of some ticks."""
        del scale
        return [self.tick_text(place, spacing) for place in values]

    def ticks(self, low: float, high: float, size: float) -> Ticks:
        """Return the step, and the places of the ticks between two ends."""
        room = Room(size, self._text_size, self.is_vertical, text.numerals())
        return ticks(self.ruler, low, high, room)

    def tick_text(self, place: float, step: float) -> str:
        """Return the text of a tick."""
        return tick_text(self.ruler, place, step, text.numerals())

    def _text_size(self, words: str) -> float:
        """Return the pixels that a text takes along the axis."""
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        return metrics.height() if self.is_vertical else metrics.horizontalAdvance(words)


def _widest_line(metrics: QFontMetricsF, words: str) -> float:
    return max(map(metrics.horizontalAdvance, words.split("\n")))


_GAP = 6.0  # pixels between two names
_LEAST = 1e-9  # of the view: it is never empty


class ClassAxis(PlotAxis):
    """The names of classes below their columns."""

    _names: Mapping[float, tuple[str, str]] = MappingProxyType({})

    def name(self, names: Mapping[float, tuple[str, str]]) -> None:
        """Name what stands at some places of the view, and say more of it if there is room."""
        self._names = dict(names)
        self.picture = None
        self.update()

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        del size
        return 0.0, [place for place in self._names if low <= place <= high]

    def tick_text(self, place: float, step: float) -> str:
        del step
        metrics = QFontMetricsF(self.style["tickFont"] or self.label.font())
        name, more = self._names[place]
        whole = metrics.horizontalAdvance(name + more)
        if whole <= self._room(place, dict.fromkeys(self._names, math.inf)):
            return name + more
        widths = {at: metrics.horizontalAdvance(other) for at, (other, _) in self._names.items()}
        return metrics.elidedText(name, Qt.TextElideMode.ElideRight, self._room(place, widths))

    def _room(self, place: float, widths: Mapping[float, float]) -> float:
        """Return the pixels that a name may take: what a shorter neighbour leaves is for it, too.

        At the ends it may reach beyond the axis, as far as that paints.
        """
        low, high = self.range
        scale = self.width() / max(high - low, _LEAST)
        ends = (place - low, high - place)
        halves: list[float] = [end * scale + OVERHANG for end in ends]
        for other, width in widths.items():
            if other != place:
                apart = abs(other - place) * scale - _GAP
                halves.append(max(apart / 2, apart - width / 2))
        return 2 * min(halves)


_LONGEST_NAME = 24  # letters


class NamedAxis(PlotAxis):
    """Names at places of an axis, as many as fit, the most telling first; be there none."""

    _names: Mapping[float, str] = MappingProxyType({})

    def name(self, names: Mapping[float, str]) -> None:
        """Name places of the view, the most telling first; it has no grid of its own."""
        self.setGrid(grid=False)
        self._names = dict(names)
        self.picture = None
        self.update()

    def ticks(self, low: float, high: float, size: float) -> tuple[float, list[float]]:
        room = Room(size, self._text_size, self.is_vertical, text.numerals())
        return 0.0, sorted(names_that_fit(self._names.items(), low, high, room))

    def tick_text(self, place: float, step: float) -> str:
        del step
        return text.elided(self._names[place], _LONGEST_NAME)
