"""The names of what is drawn: each beside its line, or all in a box where that has no room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem

from evalgui.gui.isolation import apart
from evalgui.results.free_place import MOST_BESIDE, REACH, Named, Searches, outline_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from evalgui.results.geometry import Box, Points

_SAMPLE = 18.0  # pixels: the length of a line in the box
_MARGIN = 6.0
_GAP = 6.0  # between the box and the edge of the plot
_SHARE = 0.3  # of the plot: there is no room for a larger box
_LONG = 40.0  # pixels: longer than any marker


@dataclass(frozen=True, slots=True)
class Entry:
    """The name of a line, or of a mark.

    Parameters
    ----------
    name
        As it stands.
    pen
        Of the line; its name has the same colour.
    is_line
        Whether it is a line that has to be told from others. Other names stand where there is
        room for them, or not at all.
    brush
        Of an area, None for a line.
    is_sample
        Whether it stands in the box wherever it can, with a sample of what it names.
    """

    name: str
    pen: QPen
    brush: QBrush | None = None
    is_line: bool = True
    is_sample: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What the names of a plot are placed among, all in pixels.

    Parameters
    ----------
    anchors
        For each entry the line or the mark it names; None for one that is not drawn.
    lines
        What no name may hide.
    helping
        What names had better not hide.
    frame
        Width and height of the plot.
    margin, above
        Pixels beside the plot, at its right, and above it, where nothing is drawn.
    before
        Pixels at its left, where its axis is, and nothing above that.
    is_filled
        Whether the lines are outlines of what stands on the ground.
    """

    anchors: Sequence[Points | None]
    lines: Sequence[Points]
    helping: Sequence[Points]
    frame: tuple[float, float]
    margin: float = 0.0
    above: float = 0.0
    before: float = 0.0
    is_filled: bool = False


class Legend(QGraphicsItem):
    """Names of lines, drawn as they stand.

    What is dragged is never covered: a name steps aside to its other place, or is left out
    while it has none. So where names stand follows from what is shown, and not from what was.
    """

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(40)
        self.entries: tuple[Entry, ...] = ()
        self.beside: dict[int, Box] = {}  # where the names of entries stand now
        self._boxed: list[int] = []  # the entries in the box
        self._searches = Searches()
        self._places: list[tuple[Box, ...]] = []
        self._box_places: tuple[Box, ...] = ()
        self._box: Box | None = None
        self.has_places = False  # whether any name could stand somewhere
        self._font = QFont()
        self._text_colour, self._ground = QColor(), QColor()
        self._widths: list[float] = []
        self._line = 0.0
        self._bounds = QRectF()

    # --------------------------------------------------------------------------- names

    def set_entries(self, entries: Iterable[Entry], font: QFont) -> None:
        """Take other names; `place` says where they stand."""
        self.entries, self._font = tuple(entries), font
        metrics = QFontMetricsF(font)
        self._line = metrics.height()
        self._widths = [metrics.horizontalAdvance(entry.name) for entry in self.entries]
        self._places, self._box_places = [() for _ in self.entries], ()
        self._boxed = []
        self.give_way(())
        self.update()

    def recolour(self, colour: str, ground: str) -> None:
        """Set the colour of the text in the box, and that of the plot behind."""
        self._text_colour = QColor(colour)
        self._ground = QColor(ground)
        self._ground.setAlphaF(0.8)
        self.update()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box in pixels."""
        rows = self._boxed
        widest = max((self._widths[number] for number in rows), default=0.0)
        return widest + _SAMPLE + 3 * _MARGIN, len(rows) * self._line + _MARGIN

    # -------------------------------------------------------------------------- places

    def place(self, among: Surroundings, moving: Sequence[Box]) -> bool:
        """Find places for the names; return whether those of all lines have one."""
        every = range(len(self.entries))
        rows = [number for number in every if self.entries[number].is_line]
        samples = [number for number in every if self.entries[number].is_sample]
        marks = [number for number in every if number not in {*rows, *samples}]
        self._places, self._boxed, self._box_places = [()] * len(self.entries), samples, ()
        if len(rows) <= MOST_BESIDE:
            self._places = self._beside(among, [*rows, *marks])
        is_beside = len(rows) <= MOST_BESIDE and all(self._places[number] for number in rows)
        if not is_beside:
            self._boxed = [*rows, *samples]
            self._places = [()] * len(self.entries)
        if self._boxed:
            kept = [outline_of(box) for number in rows for box in self._places[number]]
            self._box_places = self._places_of_box(among, kept)
            taken = [*kept, *map(outline_of, self._box_places)]
            others = self._beside(among, marks, taken)
            for number in marks:
                self._places[number] = others[number]
        self.give_way(moving)
        return bool(self._box_places) if self._boxed else is_beside

    def _beside(
        self, among: Surroundings, numbers: Iterable[int], taken: Iterable[Points] = ()
    ) -> list[tuple[Box, ...]]:
        """Return the places of some names beside what they name."""
        places: list[tuple[Box, ...]] = [() for _ in self.entries]
        pairs = [(number, among.anchors[number]) for number in numbers]
        drawn = [(number, anchor) for number, anchor in pairs if anchor is not None]
        named = [Named(anchor, (self._widths[number], self._line)) for number, anchor in drawn]
        lines = [*among.lines, *taken]
        found = self._searches.places_beside(
            named, lines, among.helping, among.frame, is_filled=among.is_filled
        )
        for (number, _anchor), boxes in zip(drawn, found, strict=True):
            places[number] = boxes
        return places

    def _places_of_box(self, among: Surroundings, kept: Iterable[Points]) -> tuple[Box, ...]:
        """Return where the box hides nothing, and another such place that is apart from it."""
        (width, height), (room, high) = self.size, among.frame
        if among.margin >= width + _GAP and height <= high:
            return ((room + _GAP, 0.0, room + _GAP + width, height),)
        if among.above >= height + _GAP and width <= room + among.before:
            left = min(room - width, 0.0)
            return ((left, -_GAP - height, left + width, -_GAP),)
        room += max(among.margin - _GAP, 0.0)  # it may reach into the margin
        if width * height > _SHARE * room * high:
            return ()
        lines, found = [*among.lines, *kept], []
        for _ in range(2):
            place = self._searches.free_place(
                lines, among.helping, (width, height), (room, high), _GAP
            )
            if place is None or place.n_hidden:
                break
            found.append((place.x, place.y, place.x + width, place.y + height))
            lines.append(outline_of((place.x - REACH, 0.0, place.x + width + REACH, high)))
        return tuple(found)

    def give_way(self, moving: Sequence[Box]) -> bool:
        """Let no name lie where something is that can be dragged; return whether one had to go."""
        self.has_places = bool(self._box_places) or any(self._places)
        beside = {}
        for number, boxes in enumerate(self._places):
            box = _free_of(boxes, moving)
            if box is not None:
                beside[number] = box
        box = _free_of(self._box_places, moving)
        if box is None and self._box_places and not any(map(_is_long, moving)):
            box = self._box_places[0]  # a marker at its edge leaves all names readable
        is_moved = beside != self.beside or box != self._box
        if is_moved:
            self.prepareGeometryChange()
            self.beside, self._box = beside, box
            self._bounds = _union([*beside.values(), *([] if box is None else [box])])
            self.update()
        self.setVisible(bool(beside) or box is not None)
        return is_moved

    def unnamed(self) -> list[Entry]:
        """Return the lines whose names stand nowhere now."""
        shown = {*self.beside, *(self._boxed if self._box is not None else ())}
        entries = enumerate(self.entries)
        return [entry for number, entry in entries if entry.is_line and number not in shown]

    # --------------------------------------------------------------------------- mouse

    def box_of(self, number: int) -> QRectF:
        """Return where an entry stands, beside its line or in the box; empty where nowhere."""
        if number in self.beside:
            left, top, right, bottom = self.beside[number]
            return QRectF(left, top, right - left, bottom - top)
        if self._box is None or number not in self._boxed:
            return QRectF()
        left, top, right, _bottom = self._box
        row = self._boxed.index(number)
        return QRectF(left, top + _MARGIN / 2 + row * self._line, right - left, self._line)

    def entry_at(self, place: QPointF) -> int | None:
        """Return which line has its name at a place in pixels of the plot."""
        if not self.isVisible() or not self._bounds.contains(place):
            return None
        found = (n for n, entry in enumerate(self.entries) if entry.is_line)
        return next((number for number in found if self.box_of(number).contains(place)), None)

    # ------------------------------------------------------------------------ painting

    def boundingRect(self) -> QRectF:
        return self._bounds.adjusted(-1, -1, 1, 1)

    @apart
    def paint(
        self,
        painter: QPainter,
        _option: QStyleOptionGraphicsItem,
        _widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        if self._box is not None:
            left, top, right, bottom = self._box
            painter.fillRect(QRectF(left, top, right - left, bottom - top), self._ground)
        middle = Qt.AlignmentFlag.AlignVCenter
        for number, entry in enumerate(self.entries):
            box = self.box_of(number)
            if box.isEmpty():
                continue
            if number in self.beside:
                painter.setPen(entry.pen.color())
                painter.drawText(box.adjusted(0, 0, 1, 0), middle, entry.name)
                continue
            start, y = box.left() + _MARGIN, box.center().y()
            painter.setPen(entry.pen)
            if entry.brush is None:
                painter.drawLine(QPointF(start, y), QPointF(start + _SAMPLE, y))
            else:
                painter.fillRect(
                    QRectF(start, box.top() + 3, _SAMPLE, box.height() - 6), entry.brush
                )
            painter.setPen(self._text_colour)
            painter.drawText(box.adjusted(2 * _MARGIN + _SAMPLE, 0, 0, 0), middle, entry.name)


def _free_of(boxes: Sequence[Box], moving: Sequence[Box]) -> Box | None:
    """Return the first of some boxes that none of others touches."""
    for box in boxes:
        left, top, right, bottom = box
        for other in moving:
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                break
        else:
            return box
    return None


def _is_long(box: Box) -> bool:
    """Return whether something is a line, and no marker."""
    return max(box[2] - box[0], box[3] - box[1]) > _LONG


def _union(boxes: Sequence[Box]) -> QRectF:
    result = QRectF()
    for left, top, right, bottom in boxes:
        result |= QRectF(left, top, right - left, bottom - top)
    return result
