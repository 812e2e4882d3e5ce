"""Read-outs of plots as they are drawn: in as little room as they have, old limits paler."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

STRETCHES = (100, 90, 80, 72)
"""Per cent of the width of letters, for limits that fit no other way."""

BETWEEN, AT = ", ", tr(" at ")
"""What parts the numbers of a read-out, and the threshold from them."""

_PALE = 0.4  # how opaque limits of before are


class ReadOut(Protocol):
    """What holds at a threshold, in words that may be found once they are asked for."""

    @property
    def short(self) -> str:
        """The numbers alone."""

    @property
    def long(self) -> str:
        """The numbers with their intervals."""

    @property
    def before(self) -> tuple[str, ...]:
        """The limits among them that will be replaced."""


class Said(NamedTuple):
    """A read-out in words."""

    short: str
    long: str = ""
    before: tuple[str, ...] = ()


class Fitted(NamedTuple):
    """A text with the room that it may take, and its font."""

    words: str
    width: int
    font: QFont


def stretched(font: QFont, share: int) -> QFont:
    """Return a font with letters of so many per cent of their width."""
    result = QFont(font)
    result.setStretch(share)
    return result


def first_within(widths: Sequence[int], room: int) -> int | None:
    """Return the number of the first of some widths for which there is room; None for none."""
    for number, width in enumerate(widths):
        if width <= room:
            return number
    return None


def whole_numbers(read_out: str, metrics: QFontMetrics, width: int) -> str:
    """Return as much of a read-out as has room, in whole numbers: the threshold gives way first."""
    told, _at, _threshold = read_out.rpartition(AT)
    parts = told.split(BETWEEN)
    shorter = [BETWEEN.join(parts[:n]) for n in range(len(parts), 0, -1)]
    for one in (read_out, *shorter):
        if metrics.horizontalAdvance(one) <= width:
            return one
    return ""


def draw_read_out(
    painter: QPainter, box: QRect, words: str, before: tuple[str, ...], colour: QColor
) -> None:
    """Draw a read-out in the font that is set, the limits of before paler."""
    painter.setPen(colour)
    if not before:
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
        return
    pale, metrics, places, end = QColor(colour), painter.fontMetrics(), [box.left()], 0
    pale.setAlphaF(_PALE)
    for limits in before:
        start = words.find(limits, end)
        if start >= 0:
            end = start + len(limits)
            places += (box.left() + metrics.horizontalAdvance(words[:at]) for at in (start, end))
    # All of it is drawn each time: its letters stand where they do in one colour.
    for number, (left, right) in enumerate(pairwise([*places, box.right() + 1])):
        painter.save()
        part = QRect(left, box.top(), right - left, box.height())
        painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
        painter.setPen(pale if number % 2 else colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()
