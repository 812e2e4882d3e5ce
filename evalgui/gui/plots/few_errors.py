"""Shades on a plot where error rates rest on too few errors, with words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPen

from evalgui.core.curves.few_errors import FEW
from evalgui.core.intervals.subjects import OF_ROWS
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.results.free_place import Taken

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainter

    from evalgui.core.curves.few_errors import FewErrors
    from evalgui.core.curves.scales import AxisScale, Viewport
    from evalgui.gui.look import Theme
    from evalgui.results.geometry import Box, Points

    Text = tuple[QPointF, str]

_SHADE, _DARK_SHADE = 0.06, 0.08  # how opaque each of two layers is
_GAP, _STEP = 4.0, 8.0  # pixels around words, and between the places that are tried
_RULES = {3: tr("rule of 3"), 30: tr("rule of 30")}


class Region(NamedTuple):
    """A part of a plot, what is said of it (the fullest words first), and of which axis it is."""

    area: QRectF
    words: tuple[str, ...]
    is_x: bool


@dataclass(frozen=True, slots=True, eq=False)
class FewErrorsShade:
    """What lies below 3 and 30 errors; painted with the lines, behind them, at no cost of its own.

    Parameters
    ----------
    found
        The axes on which it is told.
    x_scale, y_scale
        Of the plot.
    theme, font
        Of the words.
    lines
        In coordinates of the view, NaN between the pieces: no word lies on them.
    """

    found: tuple[FewErrors, ...]
    x_scale: AxisScale
    y_scale: AxisScale
    theme: Theme
    font: QFont
    lines: tuple[Points, ...]

    def regions(self, viewport: Viewport) -> list[Region]:
        """Return what of the regions is in view, in pixels: that of 30 errors before that of 3."""
        regions = []
        for one in self.found:
            for errors in reversed(FEW):
                x, _y = viewport.pixels(self.x_scale.place(one.rate(errors)), viewport.top)
                _x, y = viewport.pixels(viewport.left, self.y_scale.place(one.rate(errors)))
                area = QRectF(0, 0, viewport.width, viewport.height)
                if one.is_x:
                    area.setRight(min(x, viewport.width))
                else:
                    area.setTop(max(y, 0.0))
                if area.width() > 0 and area.height() > 0:
                    regions.append(Region(area, _wordings(errors, one), one.is_x))
        return regions

    def boxes(self, viewport: Viewport) -> list[Box]:
        """Return where the words are, in pixels."""
        metrics, found = QFontMetricsF(self.font), []
        for place, words in self.texts(viewport):
            left, line = place.x(), place.y()
            right = left + metrics.horizontalAdvance(words)
            found.append((left, line - metrics.ascent(), right, line + metrics.descent()))
        return found

    def paint(self, painter: QPainter, viewport: Viewport, *, is_figure: bool) -> None:
        """Shade the regions, and say what they are."""
        del is_figure
        shade = QColor(self.theme.text)
        shade.setAlphaF(_DARK_SHADE if self.theme.is_dark else _SHADE)
        painter.setPen(QPen(QColor(self.theme.border), 1.0, Qt.PenStyle.DotLine))
        for one in self.regions(viewport):
            area = one.area
            painter.fillRect(area, shade)
            upright = QLineF(area.topRight(), area.bottomRight())
            painter.drawLine(upright if one.is_x else QLineF(area.topLeft(), area.topRight()))
        painter.setFont(self.font)
        painter.setPen(QColor(self.theme.faint_text))
        for place, words in self.texts(viewport):
            painter.drawText(place, words)

    # --------------------------------------------------------------------------- words

    def texts(self, viewport: Viewport) -> list[Text]:
        """Return the words of the regions that have room for them, and where they begin."""
        regions = self.regions(viewport)
        across = [one.area for one in regions if one.is_x]
        up = [one.area for one in regions if not one.is_x]
        left = min(max((area.right() for area in across), default=0.0), viewport.width / 2)
        bottom = min((area.top() for area in up), default=viewport.height)
        taken = Taken((viewport.width, viewport.height))
        taken.add((viewport.x_pixels(x), viewport.y_pixels(y)) for x, y in self.lines)
        found = []
        for number, one in enumerate(regions):
            inner = [other.area for other in regions[number + 1 :] if other.is_x == one.is_x]
            if one.is_x:
                start = max((area.right() for area in inner), default=0.0)
                room = (start, 0.0, one.area.right(), bottom)
            else:
                end = min((area.top() for area in inner), default=viewport.height)
                room = (left, one.area.top(), viewport.width, end)
            text = self._fitting(one, room, taken)
            if text is not None:
                found.append(text)
        return found

    def _fitting(self, region: Region, room: Box, taken: Taken) -> Text | None:
        """Return the fullest words that fit into a part of the plot, and that no line crosses."""
        metrics, (left, top, right, bottom) = QFontMetricsF(self.font), room
        height = metrics.height()
        for words in region.words:
            width = metrics.horizontalAdvance(words)
            if region.is_x:  # as low as can be
                tops = np.arange(bottom - _GAP - height, top + _GAP, -_STEP)
                lefts = np.full(len(tops), left + _GAP)
                tops = tops if left + width + 2 * _GAP <= right else tops[:0]
            else:  # as far to the left
                lefts = np.arange(left + _GAP, right - _GAP - width, _STEP)
                tops = np.full(len(lefts), (top + bottom - height) / 2)
                tops = tops if top + height <= bottom else tops[:0]
            lefts = lefts[: len(tops)]
            free = np.flatnonzero(taken.n_in(lefts, tops, lefts + width, tops + height) == 0)
            if len(free):
                return QPointF(lefts[free[0]], tops[free[0]] + metrics.ascent()), words
        return None


def _wordings(errors: int, of_axis: FewErrors) -> tuple[str, ...]:
    """Return what a region is, the fullest words first."""
    of = f"{of_axis.name}: " if of_axis.name else ""
    full = tr("{of}fewer than {errors} errors", of=of, errors=errors)
    said = f"{full}, {text.said(OF_ROWS)}" if of_axis.by_subject else f"{full} ({_RULES[errors]})"
    return (said, full, tr("{of}< {errors} errors", of=of, errors=errors), f"< {errors}")
