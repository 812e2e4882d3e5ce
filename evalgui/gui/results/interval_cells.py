"""How an interval is drawn in a row: its limits in words, and a bar to scale beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette

from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from evalgui.gui.results.intervals import Bar, Numbers

WIDEST_INTERVAL = text.interval(0.9912, 0.99876)
WIDEST_OF_MANY = text.interval(0.00012, 0.99988)
USUAL = len(WIDEST_INTERVAL)  # what is as short fits its column
_NARROWEST = 75  # per cent of the width of letters, below which nobody could read them
_TALL, _LOW = 9, 4  # pixels of the mark of the value, beside the limits and below them
_PALE = 0.4  # how opaque what is outdated is
_RAISED, _FOOT = 2, 5  # pixels: of limits with a bar below, and from that to the edge of the row


class BarRoom(NamedTuple):
    """Whether bars are shown, and how wide they may be beside the limits: 0 for below them."""

    is_shown: bool = True
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Colours:
    """What words and limits, the value, and the whole range are drawn in."""

    limits: QColor
    value: QColor
    scale: QColor

    @classmethod
    def of(cls, palette: QPalette, faint: QColor) -> Colours:
        """Return the colours of a palette."""
        role = QPalette.ColorRole
        return cls(faint, palette.color(role.Text), palette.color(role.Midlight))

    def selected(self, palette: QPalette) -> Colours:
        """Return those of a row that is selected."""
        role = QPalette.ColorRole
        letters = palette.color(role.HighlightedText)
        return Colours(letters, letters, palette.color(role.Mid))

    def outdated(self) -> Colours:
        """Return those of what is of before."""
        return Colours(paler(self.limits), paler(self.value), self.scale)


def paler(colour: QColor) -> QColor:
    """Return the colour of what is of before, until what is now is known."""
    result = QColor(colour)
    result.setAlphaF(_PALE)
    return result


def draw_interval(
    painter: QPainter, area: QRect, numbers: Numbers, colours: Colours, room: BarRoom
) -> None:
    """Draw the limits in the font that is set, and their bar beside them, or below."""
    colours = colours.outdated() if numbers.is_outdated else colours
    inner = area.adjusted(GRID // 2, 0, -GRID // 2, 0)
    words, metrics = numbers.interval, painter.fontMetrics()
    painter.setPen(colours.limits)
    # Most are known to be short, without being measured.
    length = 0 if len(words) <= USUAL and numbers.bar else metrics.horizontalAdvance(words)
    if length > inner.width():
        words = condensed(painter, words, inner.width())
    left, line = inner.left(), base_line(area, metrics)
    if numbers.bar is None or not room.is_shown:
        painter.drawText(left, line, words)
    elif room.beside and length <= inner.width() - room.beside:
        painter.drawText(left, line, words)
        beside = inner.adjusted(inner.width() - room.beside + GRID // 2, 0, 0, 0)
        draw_bar(painter, beside, numbers.bar, colours, _TALL)
    else:
        painter.drawText(left, line - _RAISED, words)
        below = inner.adjusted(0, inner.height() - _FOOT, 0, 0)
        draw_bar(painter, below, numbers.bar, colours, _LOW)


def condensed(painter: QPainter, words: str, room: int) -> str:
    """Set narrower letters, and return the words that fit then: a cut limit would be another."""
    metrics = painter.fontMetrics()
    share = 100 * room // metrics.horizontalAdvance(words)
    font = QFont(painter.font())
    font.setStretch(max(share - 8, _NARROWEST))
    painter.setFont(font)
    return painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room)


def base_line(area: QRect, metrics: QFontMetrics) -> int:
    """Return where letters stand in the middle of a row."""
    return area.top() + (area.height() - metrics.height()) // 2 + metrics.ascent()


def draw_bar(painter: QPainter, area: QRect, bar: Bar, colours: Colours, tall: int) -> None:
    """Draw the whole range, the interval on it, and a mark at the value; of 1, with the pen."""
    thick = max(2, tall // 3)
    left, length, middle = area.left(), area.width(), area.center().y()
    painter.fillRect(left, middle, length, 1, colours.scale)
    low, value, high = (left + round(share * (length - 1)) for share in bar[:3])
    if bar.one is not None:  # as likely in both classes
        place = left + round(bar.one * (length - 1))
        painter.fillRect(place, middle - tall // 2, 1, tall, painter.pen().color())
    painter.fillRect(low, middle - thick // 2, high - low + 1, thick, colours.limits)
    painter.fillRect(value - 1, middle - tall // 2, 2, tall, colours.value)
