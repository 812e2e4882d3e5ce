"""Rules on a plot: labelled ticks under the axis of the scores, and labelled dots on curves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart
from evalgui.gui.plots.geometry import clipped
from evalgui.gui.plots.rule_names import is_in_force, short_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.core.rules.rule import Choice
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme

    Line: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64]]"
    Place: TypeAlias = "tuple[float, float]"

_GAP = 4.0  # pixels between a mark and its name, and between two names
_REACH = 7.0  # pixels around a mark in which it is meant
_RADIUS = 4.0
_JOINED = ", "


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """One or several rules that choose the same operating point.

    Parameters
    ----------
    choices
        What they choose.
    label
        Their short names.
    is_in_force
        Whether one of them put the threshold where it is.
    """

    choices: tuple[Choice, ...]
    label: str
    is_in_force: bool


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A mark in pixels; the box is that of its name, None where there is no room for it."""

    mark: Mark
    at: QPointF
    box: QRectF | None


def marks_of(snapshot: Snapshot, words: Words) -> tuple[Mark, ...]:
    """Return the marks of a snapshot; rules with the same operating point are one mark."""
    by_row: dict[int, list[Choice]] = {}
    for choice in snapshot.marks:
        if choice.threshold is not None:
            by_row.setdefault(choice.row, []).append(choice)
    found = []
    for choices in by_row.values():
        names = dict.fromkeys(short_name(choice, words) for choice in choices)
        in_force = any(is_in_force(choice, snapshot) for choice in choices)
        found.append(Mark(tuple(choices), _JOINED.join(names), in_force))
    return tuple(found)


def names_on_a_line(
    places: Sequence[float], widths: Sequence[float], room: float
) -> list[float | None]:
    """Return where names beside ticks begin, None where there is no room for a name.

    Parameters
    ----------
    places
        Of the ticks in pixels, the most important first.
    widths
        Of the names.
    room
        The length of the line, from 0.

    Returns
    -------
    list
        A name stands to the right of its tick or to the left, touches no other name and no
        tick, and is seen whole.
    """
    taken: list[tuple[float, float]] = [(place - 1, place + 1) for place in places]
    begins: list[float | None] = []
    for number, (place, width) in enumerate(zip(places, widths, strict=True)):
        others = [span for other, span in enumerate(taken) if other != number]
        begin = next(
            (
                start
                for start in (place + _GAP, place - _GAP - width)
                if start >= 0
                and start + width <= room
                and all(start + width + _GAP <= low or start - _GAP >= high for low, high in others)
            ),
            None,
        )
        begins.append(begin)
        if begin is not None:
            taken.append((begin, begin + width))
    return begins


def boxes_beside(
    places: Sequence[Place], sizes: Sequence[Place], room: Place, lines: Iterable[Line]
) -> list[QRectF | None]:
    """Return where names beside dots stand, None where there is no room for a name.

    A name stands at one of the four corners of its dot, touches no dot, no other name and no
    line, and is seen whole.
    """
    reach = _RADIUS + 1
    dots = [QRectF(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in places]
    inside, known = QRectF(0, 0, *room), list(lines)
    taken: list[QRectF] = []
    found: list[QRectF | None] = []
    for (x, y), (width, height) in zip(places, sizes, strict=True):
        right, left = x + _RADIUS + _GAP, x - _RADIUS - _GAP - width
        below, above = y + 1, y - 1 - height
        corners = ((right, below), (left, above), (right, above), (left, below))
        boxes = (QRectF(*corner, width, height) for corner in corners)
        box = next(
            (
                box
                for box in boxes
                if inside.contains(box)
                and not any(box.intersects(other) for other in (*taken, *dots))
                and not any(crosses(line, box) for line in known)
            ),
            None,
        )
        found.append(box)
        if box is not None:
            taken.append(box)
    return found


def crosses(line: Line, box: QRectF) -> bool:
    """Return whether a line has a piece inside of a box."""
    (x, y), ends = line, ((box.left(), box.right()), (box.top(), box.bottom()))
    is_near = _may_reach(x, *ends[0]) & _may_reach(y, *ends[1])
    near = np.flatnonzero(is_near)  # few segments, or none, are looked at more closely
    if not len(near):
        return False
    pieces = slice(near[0], near[-1] + 2)
    return len(clipped(x[pieces], y[pieces], *ends)[0]) > 0


def _may_reach(ends: NDArray[np.float64], low: float, high: float) -> NDArray[np.bool_]:
    """Return which segments begin or end in a range, or lie across it; none beside a NaN."""
    begin, end = ends[:-1], ends[1:]
    return np.asarray((np.minimum(begin, end) <= high) & (np.maximum(begin, end) >= low))


class RuleMarks(QGraphicsItem):
    """Marks with their names, which know what is pointed at."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent)
        self.setZValue(level)
        self.placed: tuple[Placed, ...] = ()
        self._font = QFont()
        self._colours = QColor(), QColor(), QColor()  # of others, of the one in force, behind
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def dress(self, theme: Theme, font: QFont) -> None:
        """Set colours and font."""
        self._colours = QColor(theme.faint_text), QColor(theme.accent), QColor(theme.base)
        self._font = font
        self.update()

    def _show(self, placed: Sequence[Placed]) -> None:
        self.prepareGeometryChange()
        self.placed = tuple(placed)
        self.setVisible(bool(self.placed))
        self.update()

    def _sizes(self, marks: Sequence[Mark]) -> list[Place]:
        metrics = QFontMetricsF(self._font)
        return [(metrics.horizontalAdvance(mark.label), metrics.height()) for mark in marks]

    def mark_at(self, position: QPointF) -> Mark | None:
        """Return the mark, or the name of a mark, at a place."""
        for one in self.placed:
            if one.box is not None and one.box.contains(position):
                return one.mark
        near = [one for one in self.placed if self.distance(one, position) <= _REACH]
        return min(near, key=lambda one: self.distance(one, position)).mark if near else None

    def nearest(self, position: QPointF) -> Mark | None:
        """Return the mark nearest to a place, however far it is."""
        if not self.placed:
            return None
        return min(self.placed, key=lambda one: self.distance_along(one, position)).mark

    def distance(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a mark."""
        away = one.at - position
        return math.hypot(away.x(), away.y())

    def distance_along(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a mark for who drags the threshold."""
        return self.distance(one, position)

    def _shape(self, one: Placed) -> QRectF:
        """Return what a mark covers without its name."""
        return QRectF(one.at.x() - _RADIUS, one.at.y() - _RADIUS, 2 * _RADIUS, 2 * _RADIUS)

    def boundingRect(self) -> QRectF:
        bounds = QRectF()
        for one in self.placed:
            bounds |= self._shape(one)
            if one.box is not None:
                bounds |= one.box
        return bounds.adjusted(-2, -2, 2, 2)

    @apart
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        exposed = QRectF(option.exposedRect).adjusted(-2, -2, 2, 2)  # lines and letters overhang
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        faint, accent, ground = self._colours
        for one in self.placed:
            colour = accent if one.mark.is_in_force else faint
            if self._shape(one).intersects(exposed):
                self._paint_mark(painter, one, colour, ground)
            if one.box is not None and one.box.intersects(exposed):
                painter.setPen(colour)
                painter.drawText(one.box, Qt.AlignmentFlag.AlignVCenter, one.mark.label)

    def _paint_mark(self, painter: QPainter, one: Placed, colour: QColor, ground: QColor) -> None:
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(QBrush(ground))
        painter.drawEllipse(one.at, _RADIUS, _RADIUS)


class DotMarks(RuleMarks):
    """Dots on a curve."""

    @property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """What dots and names cover, in pixels: left, top, right, bottom."""
        shapes = [self._shape(one) for one in self.placed]
        names = [one.box for one in self.placed if one.box is not None]
        return [(box.left(), box.top(), box.right(), box.bottom()) for box in (*shapes, *names)]

    def show_marks(
        self,
        marks: Sequence[Mark],
        place_of: Callable[[Mark], Place],
        room: Place,
        lines: Iterable[Line],
    ) -> None:
        """Show marks where they lie on a curve in view, in pixels; NaN has no place."""
        inside = QRectF(0, 0, *room)
        known = [(mark, place_of(mark)) for mark in marks]
        seen = [
            (mark, at)
            for mark, at in known
            if all(map(math.isfinite, at)) and inside.contains(QPointF(*at))
        ]
        sizes = self._sizes([mark for mark, _at in seen])
        boxes = boxes_beside([at for _mark, at in seen], sizes, room, lines)
        pairs = zip(seen, boxes, strict=True)
        self._show([Placed(mark, QPointF(*at), box) for (mark, at), box in pairs])


class TickMarks(RuleMarks):
    """Ticks in a strip below the numbers of an axis."""

    def __init__(self, parent: QGraphicsItem, level: int) -> None:
        super().__init__(parent, level)
        self.strip = QRectF()

    def show_marks(
        self, marks: Sequence[Mark], place_of: Callable[[Mark], float], strip: QRectF
    ) -> None:
        """Show marks along a strip, in pixels; those out of view have no place."""
        self.strip = strip
        known = [(mark, place_of(mark)) for mark in marks]
        seen = [(mark, x) for mark, x in known if strip.left() <= x <= strip.right()]
        widths = [width for width, _height in self._sizes([mark for mark, _x in seen])]
        begins = names_on_a_line([x for _mark, x in seen], widths, strip.width())
        placed = []
        for (mark, x), width, begin in zip(seen, widths, begins, strict=True):
            box = None if begin is None else QRectF(begin, strip.top(), width + 1, strip.height())
            placed.append(Placed(mark, QPointF(x, strip.center().y()), box))
        self._show(placed)

    def distance(self, one: Placed, position: QPointF) -> float:
        """Return how far a place in the strip is from a tick; elsewhere there is none."""
        is_inside = self.strip.adjusted(-1, 0, 1, 0).contains(position)
        return abs(one.at.x() - position.x()) if is_inside else math.inf

    def distance_along(self, one: Placed, position: QPointF) -> float:
        """Return how far a place is from a tick along the axis."""
        return abs(one.at.x() - position.x())

    def _shape(self, one: Placed) -> QRectF:
        return QRectF(one.at.x() - 1, self.strip.top(), 2, self.strip.height())

    def _paint_mark(self, painter: QPainter, one: Placed, colour: QColor, _ground: QColor) -> None:
        painter.setPen(QPen(colour, 1.5))
        x = one.at.x()
        painter.drawLine(QLineF(x, self.strip.top() + 1, x, self.strip.bottom() - 1))
