"""What is seen of a move of the threshold: where it began, what lies between, what it brings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyle

from evalgui.core.consequence import consequence
from evalgui.core.languages import tr
from evalgui.gui.isolation import apart
from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    import pyqtgraph as pg
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.consequence import Consequence
    from evalgui.core.dataset import Score
    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme

    Swept: TypeAlias = Callable[[OperatingPoint, OperatingPoint], tuple[QRectF, QPainterPath]]


_BAND = 0.13  # how opaque what lies between is
_PAD = 6.0  # pixels around the words
_AWAY = 18.0  # pixels between the pointer and the words
_ROUND = 5.0
_SAME = tr("the same counts")
_FOR = " for "


class Band(QGraphicsItem):
    """The start of a drag as a thin line, and a shade from there to where the threshold is."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.area = QRectF()
        self.start = QPainterPath()
        self._colour = QColor()
        self.hide()

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = QColor(colour)
        self.update()

    def show_between(self, area: QRectF, start: QPainterPath) -> None:
        """Shade an area, and draw where the drag began."""
        self.prepareGeometryChange()
        self.area, self.start = area, start
        self.update()
        self.show()

    def boundingRect(self) -> QRectF:
        return (self.area | self.start.boundingRect()).adjusted(-1, -1, 1, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        shade = QColor(self._colour)
        shade.setAlphaF(_BAND)
        painter.fillRect(self.area, shade)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._colour, 1.0))
        painter.drawPath(self.start)


class Pill(QGraphicsItem):
    """A few words beside the pointer, kept in view."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(60)
        self.lines: tuple[str, ...] = ()
        self._said: tuple[tuple[str, ...], float] = (), math.inf
        self._font = QFont()
        self._size = (0.0, 0.0)
        self._line = 0.0
        self._ground, self._text, self._edge = QColor(), QColor(), QColor()
        self.hide()

    def dress(self, theme: Theme, font: QFont) -> None:
        """Set colours and font."""
        self._ground, self._text = QColor(theme.base), QColor(theme.text)
        self._edge = QColor(theme.border)
        self._font = font
        self._line = QFontMetricsF(font).height()
        self.update()

    def say(self, lines: tuple[str, ...], room: float = math.inf) -> None:
        """Show other words, in shorter lines where they are wider than the room."""
        if (lines, room) == self._said:
            return
        self._said = lines, room
        self.prepareGeometryChange()
        metrics = QFontMetricsF(self._font)
        if self._widest(metrics, lines) + 2 * _PAD > room:
            lines = tuple(part for line in lines for part in _parted(line))
        self.lines = lines
        self._size = self._widest(metrics, lines) + 2 * _PAD, self._line * len(lines) + _PAD
        self.update()

    def _widest(self, metrics: QFontMetricsF, lines: tuple[str, ...]) -> float:
        return max((metrics.horizontalAdvance(line) for line in lines), default=0.0)

    def stand_beside(self, pointer: QPointF, room: tuple[float, float]) -> None:
        """Stand above and to the right of the pointer, or where there is room."""
        width, height = self._size
        x = pointer.x() + _AWAY
        if x + width > room[0]:
            x = pointer.x() - _AWAY - width
        y = pointer.y() - _AWAY - height
        if y < 0:
            y = pointer.y() + _AWAY
        x = min(max(x, 0.0), room[0] - width)  # over the axis rather than cut off at the right
        y = min(max(y, 0.0), max(room[1] - height, 0.0))
        self.setPos(round(x), round(y))
        self.show()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, *self._size).adjusted(-1, -1, 1, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._edge, 1.0))
        painter.setBrush(self._ground)
        painter.drawRoundedRect(QRectF(0, 0, *self._size), _ROUND, _ROUND)
        painter.setFont(self._font)
        painter.setPen(self._text)
        width, line = self._size[0] - 2 * _PAD, self._line
        for number, words in enumerate(self.lines):
            area = QRectF(_PAD, _PAD / 2 + number * line, width, line)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, words)


class DragMark:
    """Both together: drawn while the threshold is held, and gone with it."""

    def __init__(self, behind: QGraphicsItem, above: QGraphicsItem) -> None:
        self.band = Band(behind)
        self.pill = Pill(above)
        self._pointer = QPointF()
        self._room = (0.0, 0.0)

    @property
    def is_visible(self) -> bool:
        """Whether something is seen of a drag."""
        return self.pill.isVisible()

    def recolour(self, theme: Theme, font: QFont) -> None:
        """Set colours and font."""
        self.band.recolour(theme.accent)
        self.pill.dress(theme, font)

    def point(self, pointer: QPointF, room: tuple[float, float]) -> None:
        """Follow the pointer; both in pixels."""
        self._pointer, self._room = QPointF(pointer), room
        if self.pill.lines:
            self.pill.stand_beside(self._pointer, self._room)

    def tell(self, lines: tuple[str, ...], area: QRectF, start: QPainterPath) -> None:
        """Say what the drag brings so far, and shade what lies between."""
        self.band.show_between(area, start)
        self.pill.say(lines, self._room[0])
        self.pill.stand_beside(self._pointer, self._room)

    def end(self) -> None:
        """Show nothing any more."""
        self.band.hide()
        self.pill.hide()
        self.pill.say(())


def _parted(line: str) -> tuple[str, ...]:
    """Return what is found and what it costs as lines of their own."""
    found, price, alarms = line.partition(_FOR)
    return (found, price.lstrip() + alarms) if price else (line,)


def in_words(
    start: OperatingPoint, now: OperatingPoint, score: Score | None, words: Words
) -> tuple[str, ...]:
    """Return what a move of the threshold brings, and since where."""
    brought = told(consequence(start.counts, now.counts), words)
    since = tr("since {number}", number=text.short_threshold(start.threshold, score))
    return brought[:1].upper() + brought[1:], since


def told(change: Consequence, words: Words) -> str:
    """Return a consequence in the words of a field: "12 more found for 40 more alarms (1 : 3.3)".

    What is found and what is an alarm rise and fall together.
    """
    found, alarms = change.found, change.alarms
    if not (found or alarms):
        return _SAME
    direction = "more" if found > 0 or alarms > 0 else "fewer"
    parts = [
        f"{_how_many(number)} {direction} {words.known[one if abs(number) == 1 else many]}"
        for number, one, many in (
            (found, "one_found", "found"),
            (alarms, "alarm", "alarms"),
        )
    ]
    brought = _FOR.join(parts)
    return f"{brought} ({_price(abs(found), abs(alarms))})" if found and alarms else brought


def _how_many(number: int) -> str:
    return text.count(abs(number)) if number else "no"


def _price(found: int, alarms: int) -> str:
    """Return how many alarms there are for one that is found, or the other way round."""
    if alarms >= found:
        return f"1 : {text.ratio(alarms / found)}"
    return f"{text.ratio(found / alarms)} : 1"


DURATION = 150  # milliseconds


class FadingBand(QObject):
    """The band between where the line was and where it is; it fades while the line is there.

    The line and all that is counted at it are where they belong from the first frame on: no
    number is shown that nobody asked for. Where the desktop has no animations, there is none.

    Parameters
    ----------
    plot
        Whose line it is.
    view_box
        What of it is seen; the band ends when it changes.
    swept
        Gives what lies between two points in pixels, and the mark of the first.
    behind
        What it is drawn on, in pixels.
    """

    def __init__(
        self, plot: QWidget, view_box: pg.ViewBox, swept: Swept, behind: QGraphicsItem
    ) -> None:
        super().__init__(plot)
        self._plot, self._view_box, self._swept, self._behind = plot, view_box, swept, behind
        self._colour = ""
        self._band: Band | None = None  # made when a rule first takes the line elsewhere
        self._fading = QVariantAnimation(self)
        self._fading.setDuration(DURATION)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.valueChanged.connect(self._on_faded)
        self._fading.finished.connect(self.end)
        self.ended = self._fading.finished

    @property
    def band(self) -> Band:
        """What is seen of it."""
        if self._band is None:
            self._band = Band(self._behind)
            for moved in (self._view_box.sigRangeChanged, self._view_box.sigResized):
                moved.connect(self.end)
        return self._band

    @property
    def is_seen(self) -> bool:
        """Whether it has not faded yet."""
        return self._fading.state() is QVariantAnimation.State.Running

    def recolour(self, colour: str) -> None:
        """Set the colour."""
        self._colour = colour

    def follow(self, old: Snapshot, new: Snapshot) -> None:
        """Begin where a rule, or a number that was asked for, took the line; end with any other."""
        made, before, plot = new.inputs.provenance, old.inputs.provenance, self._plot
        is_sent = made is not before and made.is_by_rule and made != before
        if not is_sent or new.ranking is not old.ranking or old.point is None or new.point is None:
            self.end()
        elif plot.isVisible() and self._is_wanted:
            self.band.recolour(self._colour)
            self.band.show_between(*self._swept(old.point, new.point))
            self._fading.stop()
            self._fading.start()

    @property
    def _is_wanted(self) -> bool:
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self._plot.style().styleHint(hint, None, self._plot) > 0

    def _on_faded(self, opacity: float) -> None:
        self.band.setOpacity(opacity)

    def end(self) -> None:
        """Show nothing any more."""
        if self._band is not None:
            self._fading.stop()
            self._band.hide()
