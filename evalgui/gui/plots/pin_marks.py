"""Pinned operating points on a plot: hollow squares, with letters where there are several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.languages import tr
from evalgui.core.thresholds import limit
from evalgui.gui.isolation import apart
from evalgui.gui.look import text
from evalgui.gui.plots.rule_marks import rect_of
from evalgui.gui.plots.wording import four_counts
from evalgui.results.letters import RADIUS, gathered, on_axis, on_curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.rule_marks import Place
    from evalgui.results.geometry import Box
    from evalgui.results.letters import Lettered
    from evalgui.results.picture import Points

_REACH = 8.0  # pixels around a square in which it is meant
_OPAQUE = 0.8  # the ground of a letter
_FAINT = 0.55  # how opaque the line is on which a pin stands


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin in pixels, or several that are in one place.

    Parameters
    ----------
    of
        Which of the pins of the snapshot, and what they are called.
    """

    of: Lettered

    @property
    def places(self) -> tuple[int, ...]:
        """Which of the pins of the snapshot."""
        return self.of.places

    @property
    def letter(self) -> str:
        """What they are called; "" for a single one."""
        return self.of.letter

    @property
    def at(self) -> QPointF:
        """Where it stands."""
        return QPointF(*self.of.at)

    @property
    def box(self) -> QRectF | None:
        """That of its letter; None where it has none, or there is no room."""
        return rect_of(self.of.box)

    @property
    def shape(self) -> QRectF:
        """What it covers without its letter."""
        left, top, _right, _bottom = self.of.square
        return QRectF(left, top, 2 * RADIUS, 2 * RADIUS)


def places_of_pins(snapshot: Snapshot) -> list[tuple[OperatingPoint, float]]:
    """Return each pin with where it lies on an axis of scores, maybe at infinity."""
    score = snapshot.score
    return [] if score is None else [(pin, limit(pin.threshold, score)) for pin in snapshot.pins]


def told(snapshot: Snapshot, place: int, words: Words) -> str:
    """Return what is said of a pin: its letter, its threshold, and what it does."""
    pin, letter = snapshot.pins[place], snapshot.choices.pins.letters[place]
    threshold = text.short_threshold(pin.threshold, snapshot.score)
    name = tr("Pin {letter}", letter=letter).rstrip()
    return tr(
        "{name} at {threshold}: {counts}",
        name=name,
        threshold=threshold,
        counts=four_counts(pin.counts, words),
    )


class PinMarks(QGraphicsItem):
    """All pins of a plot, as one item."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.pins: tuple[Pin, ...] = ()
        self._font = QFont()
        self._colour, self._ground = QColor(), QColor()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.hide()

    def dress(self, theme: Theme, font: QFont) -> None:
        """Set colours and font."""
        self._colour, self._ground = QColor(theme.text), QColor(theme.base)
        self._font = font
        self.update()

    @property
    def boxes(self) -> list[Box]:
        """What squares and letters cover, in pixels: left, top, right, bottom."""
        letters = [pin.box for pin in self.pins if pin.box is not None]
        found = [*(pin.shape for pin in self.pins), *letters]
        return [(box.left(), box.top(), box.right(), box.bottom()) for box in found]

    def place_at(self, position: QPointF) -> int | None:
        """Return the place in the snapshot of the pin whose square or letter is at a position."""
        for pin in self.pins:
            if pin.box is not None and pin.box.contains(position):
                return pin.places[0]
        near = [pin for pin in self.pins if QLineF(pin.at, position).length() <= _REACH]
        nearest = min(near, key=lambda pin: QLineF(pin.at, position).length(), default=None)
        return None if nearest is None else nearest.places[0]

    def _show(self, pins: Sequence[Lettered]) -> None:
        if not pins and not self.pins:
            return
        self.prepareGeometryChange()
        self.pins = tuple(map(Pin, pins))
        self.setVisible(bool(self.pins))
        self.update()

    def _sizes(self, pins: Sequence[Lettered]) -> list[Place]:
        metrics = QFontMetricsF(self._font)
        return [(metrics.horizontalAdvance(pin.letter) + 1, metrics.height()) for pin in pins]

    def _ways(self) -> list[QLineF]:
        """Return the lines on which the pins stand."""
        return []

    def _joints(self) -> list[QLineF]:
        """Return lines from squares to letters that are not beside them."""
        ends = [(pin.at, pin.of.joint) for pin in self.pins]
        return [QLineF(at, QPointF(*end)) for at, end in ends if end is not None]

    def boundingRect(self) -> QRectF:
        bounds = QRectF()
        for box in (*(pin.shape for pin in self.pins), *(pin.box for pin in self.pins if pin.box)):
            bounds |= box
        for way in self._ways():
            bounds |= QRectF(way.p1(), way.p2()).normalized().adjusted(-1, -1, 1, 1)
        return bounds.adjusted(-2, -2, 2, 2)

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        exposed = QRectF(option.exposedRect).adjusted(-2, -2, 2, 2)
        faint = QColor(self._colour)
        faint.setAlphaF(_FAINT)
        painter.setPen(QPen(faint, 1.0, Qt.PenStyle.DotLine))
        for way in self._ways():
            if exposed.intersects(QRectF(way.p1(), way.p2()).adjusted(-1, -1, 1, 1)):
                painter.drawLine(way)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(faint, 1.0))
        painter.drawLines(self._joints())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setFont(self._font)
        painter.setBrush(QBrush(self._ground))
        for pin in self.pins:
            if pin.shape.intersects(exposed):
                painter.setPen(QPen(self._colour, 1.5))
                painter.drawRect(pin.shape.adjusted(1, 1, -1, -1))
        painter.setPen(self._colour)
        ground = QColor(self._ground)
        ground.setAlphaF(_OPAQUE)
        for pin in self.pins:
            if pin.box is not None and pin.box.intersects(exposed):
                painter.fillRect(pin.box.adjusted(-0.5, 1, 0.5, -1), ground)
                painter.drawText(pin.box, Qt.AlignmentFlag.AlignCenter, pin.letter)


class PinDots(PinMarks):
    """Pins on a curve."""

    def show_pins(
        self,
        snapshot: Snapshot,
        spots: Sequence[Place],
        room: Place,
        lines: Iterable[Points],
        marks: Sequence[Box],
    ) -> None:
        """Show the pins of a snapshot where they lie in view; letters keep clear of the rest."""
        pins = gathered(snapshot.choices.pins.letters, spots, room)
        self._show(on_curve(pins, self._sizes(pins), room, lines, marks))


class PinLines(PinMarks):
    """Pins on the axis of the scores, each with a line across the plot; it lies below the rest."""

    def __init__(self, parent: QGraphicsItem, level: int, *, lying: bool = False) -> None:
        super().__init__(parent, level)
        self._is_lying = lying
        self._length = 0.0

    def show_pins(self, snapshot: Snapshot, spots: Sequence[float], room: Place) -> None:
        """Show the pins of a snapshot at places along the axis of the scores, where in view."""
        self._length = room[0] if self._is_lying else room[1]
        if self._is_lying:
            places = [(RADIUS, spot) for spot in spots]
        else:
            places = [(spot, room[1] - RADIUS) for spot in spots]
        pins = gathered(snapshot.choices.pins.letters, places, room)
        self._show(on_axis(pins, self._sizes(pins), room, is_lying=self._is_lying))

    def _ways(self) -> list[QLineF]:
        end, places = self._length, [pin.at for pin in self.pins]
        if self._is_lying:
            return [QLineF(0, at.y(), end, at.y()) for at in places]
        return [QLineF(at.x(), 0, at.x(), end) for at in places]
