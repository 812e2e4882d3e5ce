"""Pinned operating points on a plot: hollow squares, with letters where there are several."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.core.thresholds import limit
from evalgui.gui.isolation import apart
from evalgui.gui.look import text
from evalgui.gui.plots.rule_marks import crosses
from evalgui.gui.plots.wording import four_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.operating_point import OperatingPoint
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme
    from evalgui.gui.plots.free_place import Box
    from evalgui.gui.plots.rule_marks import Line, Place

    Candidates: TypeAlias = "Callable[[QPointF, Place], Iterator[tuple[int, QRectF]]]"

_RADIUS = 4.5  # pixels: half the width of a square
_GAP = 2.0  # pixels between a square and its letter
_REACH = 8.0  # pixels around a square in which it is meant
_TOGETHER = 1.5  # pixels between squares that are one for the eye
_LEVELS = 8  # places of a letter, each farther away than the last
_ON_MARK, _ON_LINE = 4.0, 1.5  # how bad it is to hide another name, or a line, in levels
_FAR = 4.0  # pixels between a square and its letter, from which on a line joins them
_OPAQUE = 0.8  # the ground of a letter
_FAINT = 0.55  # how opaque the line is on which a pin stands
_JOINED = ", "
_AROUND = ((1, 0.6), (-1, -0.6), (1, -0.6), (-1, 0.6), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin in pixels, or several that are in one place.

    Parameters
    ----------
    places
        Which of the pins of the snapshot.
    letter
        What they are called; "" for a single one.
    at
        Where it stands.
    box
        That of its letter; None where it has none, or there is no room.
    """

    places: tuple[int, ...]
    letter: str
    at: QPointF
    box: QRectF | None = None

    @property
    def shape(self) -> QRectF:
        """What it covers without its letter."""
        corner = self.at - QPointF(_RADIUS, _RADIUS)
        return QRectF(corner.x(), corner.y(), 2 * _RADIUS, 2 * _RADIUS)


def gathered(letters: Sequence[str], spots: Sequence[Place], room: QRectF) -> list[Pin]:
    """Return the pins in view, those that stand in one place as one."""
    found: list[Pin] = []
    for number, (letter, spot) in enumerate(zip(letters, spots, strict=True)):
        if not all(map(math.isfinite, spot)) or not room.contains(QPointF(*spot)):
            continue
        at = QPointF(*spot)
        for known, pin in enumerate(found):
            if QLineF(at, pin.at).length() <= _TOGETHER:
                named = _JOINED.join((pin.letter, letter))
                found[known] = Pin((*pin.places, number), named, pin.at)
                break
        else:
            found.append(Pin((number,), letter, at))
    return found


def named(
    pins: Sequence[Pin],
    sizes: Sequence[Place],
    room: QRectF,
    candidates: Candidates,
    hides: Callable[[QRectF], float],
) -> list[Pin]:
    """Return pins with the places of their letters: none lies on another, or on a square.

    Parameters
    ----------
    pins
        In pixels.
    sizes
        Those of their letters.
    room
        Within which a letter is seen whole.
    candidates
        Gives the places for a letter, level by level away from its square.
    hides
        How bad it is what a letter hides at a place, in levels that it had better go away.
    """
    squares = [pin.shape for pin in pins]
    taken: list[QRectF] = []
    found = []
    for pin, size in zip(pins, sizes, strict=True):
        box, least = None, math.inf
        for level, one in candidates(pin.at, size) if pin.letter else ():
            if level >= least:
                break
            if not room.contains(one) or any(one.intersects(two) for two in (*taken, *squares)):
                continue
            cost = level + hides(one)
            if cost < least:
                box, least = one, cost
        found.append(Pin(pin.places, pin.letter, pin.at, box))
        if box is not None:
            taken.append(box)
    return found


def places_of_pins(snapshot: Snapshot) -> list[tuple[OperatingPoint, float]]:
    """Return each pin with where it lies on an axis of scores, maybe at infinity."""
    score = snapshot.score
    return [] if score is None else [(pin, limit(pin.threshold, score)) for pin in snapshot.pins]


def told(snapshot: Snapshot, place: int, words: Words) -> str:
    """Return what is said of a pin: its letter, its threshold, and what it does."""
    pin, letter = snapshot.pins[place], snapshot.choices.pins.letters[place]
    threshold = text.short_threshold(pin.threshold, snapshot.score)
    name = f"Pin {letter}".rstrip()
    return f"{name} at {threshold}: {four_counts(pin.counts, words)}"


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

    def _show(self, pins: Sequence[Pin]) -> None:
        if not pins and not self.pins:
            return
        self.prepareGeometryChange()
        self.pins = tuple(pins)
        self.setVisible(bool(self.pins))
        self.update()

    def _sizes(self, pins: Sequence[Pin]) -> list[Place]:
        metrics = QFontMetricsF(self._font)
        return [(metrics.horizontalAdvance(pin.letter) + 1, metrics.height()) for pin in pins]

    def _ways(self) -> list[QLineF]:
        """Return the lines on which the pins stand."""
        return []

    def _joints(self) -> list[QLineF]:
        """Return lines from squares to letters that are not beside them."""
        found = []
        for pin in self.pins:
            if pin.box is not None:
                end = _nearest_in(pin.box, pin.at)
                joint = QLineF(pin.at, end)
                if joint.length() > _RADIUS + _FAR:
                    found.append(joint)
        return found

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
        lines: Iterable[Line],
        marks: Sequence[Box],
    ) -> None:
        """Show the pins of a snapshot where they lie in view; letters keep clear of the rest."""
        inside, known = QRectF(0, 0, *room), list(lines) if spots else []
        boxes = [QRectF(QPointF(*box[:2]), QPointF(*box[2:])) for box in marks]
        pins = gathered(snapshot.choices.pins.letters, spots, inside)

        def hides(box: QRectF) -> float:
            if any(box.intersects(one) for one in boxes):
                return _ON_MARK
            return _ON_LINE * any(crosses(line, box) for line in known)

        self._show(named(pins, self._sizes(pins), inside, _around, hides))


class PinLines(PinMarks):
    """Pins on the axis of the scores, each with a line across the plot; it lies below the rest."""

    def __init__(self, parent: QGraphicsItem, level: int, *, lying: bool = False) -> None:
        super().__init__(parent, level)
        self._is_lying = lying
        self._length = 0.0

    def show_pins(self, snapshot: Snapshot, spots: Sequence[float], room: Place) -> None:
        """Show the pins of a snapshot at places along the axis of the scores, where in view."""
        inside = QRectF(0, 0, *room)
        if self._is_lying:
            self._length = room[0]
            places = [(_RADIUS, spot) for spot in spots]
        else:
            self._length = room[1]
            places = [(spot, room[1] - _RADIUS) for spot in spots]
        pins = gathered(snapshot.choices.pins.letters, places, inside)
        ways = [_band(way) for way in self._lines_at([pin.at for pin in pins])]

        def hides(box: QRectF) -> float:
            return _ON_LINE * any(box.intersects(way) for way in ways)

        beside = _along_lying if self._is_lying else _along_upright
        self._show(named(pins, self._sizes(pins), inside, beside, hides))

    def _ways(self) -> list[QLineF]:
        return self._lines_at([pin.at for pin in self.pins])

    def _lines_at(self, places: Iterable[QPointF]) -> list[QLineF]:
        end = self._length
        if self._is_lying:
            return [QLineF(0, at.y(), end, at.y()) for at in places]
        return [QLineF(at.x(), 0, at.x(), end) for at in places]


def _nearest_in(box: QRectF, place: QPointF) -> QPointF:
    """Return the place in a box that is nearest to another."""
    x = min(max(place.x(), box.left()), box.right())
    return QPointF(x, min(max(place.y(), box.top()), box.bottom()))


def _band(way: QLineF) -> QRectF:
    return QRectF(way.p1(), way.p2()).adjusted(-0.5, -0.5, 0.5, 0.5)


def _around(at: QPointF, size: Place) -> Iterator[tuple[int, QRectF]]:
    """Give the places around a point, those nearest to it first."""
    for level, (right, down) in product(range(_LEVELS), _AROUND):
        reach = _RADIUS + _GAP + level * size[1]
        x = at.x() + right * (reach + size[0] / 2)
        y = at.y() + down * (reach + size[1] / 2)
        yield level, QRectF(x - size[0] / 2, y - size[1] / 2, *size)


def _along_upright(at: QPointF, size: Place) -> Iterator[tuple[int, QRectF]]:
    """Give the places beside an upright line, the lowest first."""
    for level, right in product(range(_LEVELS), (True, False)):
        x = at.x() + (_RADIUS + _GAP if right else -_RADIUS - _GAP - size[0])
        yield level, QRectF(x, at.y() + _RADIUS - (level + 1) * size[1], *size)


def _along_lying(at: QPointF, size: Place) -> Iterator[tuple[int, QRectF]]:
    """Give the places above and below a lying line, those at its begin first."""
    for level, above in product(range(_LEVELS), (True, False)):
        x = at.x() + _RADIUS + _GAP + level * (size[0] + _GAP)
        yield level, QRectF(x, at.y() - size[1] if above else at.y(), *size)
