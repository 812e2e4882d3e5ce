"""Where each letter and stroke of a formula stands: boxes on a common baseline."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPainterPath, QPen

from evalgui.gui.typesetting.formula_text import needs_times, shown_sign
from evalgui.gui.typesetting.tree import (
    Absolute,
    Call,
    Group,
    Name,
    Node,
    Number,
    Over,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    without_brackets,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter

# Of a formula, of the two sides of its fraction, of a fraction in them, and of an index.
_SCALES = (1.0, 1.0, 0.85, 0.75)
_INDEX = len(_SCALES) - 1
_LOWERED, _RAISED = 0.18, 0.36  # of the height of a line
_BAR = 0.055  # thickness of a fraction bar, of the height of a line
_OPERATORS = {"sum": "\N{N-ARY SUMMATION}"}


@dataclass(frozen=True, slots=True)
class Letters:
    """Text whose baseline starts at a point."""

    x: float
    y: float
    written: str
    font: QFont

    def moved(self, x: float, y: float) -> Letters:
        """Return the same text elsewhere."""
        return Letters(self.x + x, self.y + y, self.written, self.font)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line that is drawn with a pen."""

    x: float
    y: float
    path: QPainterPath
    width: float

    def moved(self, x: float, y: float) -> Stroke:
        """Return the same line elsewhere."""
        return Stroke(self.x + x, self.y + y, self.path, self.width)


Piece: TypeAlias = Letters | Stroke


@dataclass(frozen=True, slots=True)
class Box:
    """Pieces around a baseline at y = 0, y growing downward."""

    width: float
    ascent: float
    descent: float
    pieces: tuple[Piece, ...] = ()

    @property
    def height(self) -> float:
        """The height of the box."""
        return self.ascent + self.descent

    def moved(self, x: float, y: float = 0.0) -> tuple[Piece, ...]:
        """Return the pieces at another place."""
        return tuple(piece.moved(x, y) for piece in self.pieces)

    def paint(self, painter: QPainter, x: float, y: float) -> None:
        """Draw in the painter's pen, from a point of the baseline."""
        pen = painter.pen()
        for piece in self.pieces:
            place = QPointF(x + piece.x, y + piece.y)
            if isinstance(piece, Letters):
                painter.setFont(piece.font)
                painter.drawText(place, piece.written)
            else:
                painter.strokePath(piece.path.translated(place), QPen(pen.color(), piece.width))


def row(boxes: Sequence[Box]) -> Box:
    """Return boxes side by side."""
    x = 0.0
    pieces: list[Piece] = []
    for box in boxes:
        pieces.extend(box.moved(x))
        x += box.width
    ascent = max((box.ascent for box in boxes), default=0.0)
    descent = max((box.descent for box in boxes), default=0.0)
    return Box(x, ascent, descent, tuple(pieces))


class Typesetter:
    """Sets the parts of a formula in the sizes and slopes of one font."""

    def __init__(self, font: QFont) -> None:
        self._fonts: dict[tuple[int, bool], QFont] = {}
        self._metrics: dict[tuple[int, bool], QFontMetricsF] = {}
        for level, scale in enumerate(_SCALES):
            for is_italic in (False, True):
                made = QFont(font)
                made.setPointSizeF(font.pointSizeF() * scale)
                made.setItalic(is_italic)
                self._fonts[level, is_italic] = made
                self._metrics[level, is_italic] = QFontMetricsF(made)
        self._em = self._metrics[0, False].height()

    @property
    def em(self) -> float:
        """The height of a line of text."""
        return self._em

    def words(self, written: str, level: int = 0, *, is_italic: bool = False) -> Box:
        """Return text."""
        metrics = self._metrics[level, is_italic]
        width = metrics.horizontalAdvance(written)
        if is_italic:  # the last letter leans out of its advance
            width += self._em * 0.03
        letters = Letters(0.0, 0.0, written, self._fonts[level, is_italic])
        return Box(width, metrics.ascent(), metrics.descent(), (letters,))

    def space(self, share: float) -> Box:
        """Return an empty box, as wide as a share of the height of a line."""
        return Box(self._em * share, 0.0, 0.0)

    def member(self, node: Node) -> Box:
        """Return one side of an equation."""
        return self.part(without_brackets(node), 0)

    def part(self, node: Node, level: int) -> Box:  # noqa: C901, PLR0911 - one case a kind of part
        """Return a part of a formula."""
        match node:
            case Number(written):
                return self.words(written, level)
            case Name(_, letters, below):
                return self._name(letters, below, level, is_italic=True)
            case Sum(terms):
                return self._sum(terms, level)
            case Product(factors):
                return self._product(factors, level)
            case Quotient(numerator, denominator):
                return self._quotient(numerator, denominator, level)
            case Power(base, exponent):
                return self._power(base, exponent, level)
            case Root(inner):
                return self._root(inner, level)
            case Absolute(inner):
                return self._between_bars(inner, level)
            case Group(inner):
                return self._in_brackets(self.part(inner, level), level)
            case Call(function, arguments):
                return self._call(function, arguments, level)
            case Over(operator, index, body):
                sign = self._name(_OPERATORS.get(operator, operator), index, level)
                return row((sign, self.space(0.12), self.part(body, level)))

    def _name(self, letters: str, below: str, level: int, *, is_italic: bool = False) -> Box:
        name = self.words(letters, level, is_italic=is_italic)
        if not below:
            return name
        return row((name, self._shifted(self.words(below, _INDEX), _LOWERED)))

    def _shifted(self, box: Box, down: float) -> Box:
        y = self._em * down
        return Box(box.width, box.ascent - y, box.descent + y, box.moved(0.0, y))

    def _sum(self, terms: tuple[tuple[str, Node], ...], level: int) -> Box:
        boxes = []
        for place, (sign, term) in enumerate(terms):
            if place:
                boxes.append(self.words(f" {shown_sign(sign)} ", level))
            elif sign == "-":
                boxes.append(self.words(shown_sign(sign), level))
            boxes.append(self.part(term, level))
        return row(boxes)

    def _product(self, factors: tuple[Node, ...], level: int) -> Box:
        boxes = [self.part(factors[0], level)]
        for before, after in pairwise(factors):
            if needs_times(before, after):
                boxes.append(self.words(" \N{MULTIPLICATION SIGN} ", level))
            elif not (isinstance(before, Group) and isinstance(after, Group)):
                boxes.append(self.space(0.18))
            boxes.append(self.part(after, level))
        return row(boxes)

    def _axis(self, level: int) -> float:
        """Return how high the middle of a minus sign is above the baseline."""
        return self._metrics[level, False].xHeight() / 2

    def _quotient(self, numerator: Node, denominator: Node, level: int) -> Box:
        inner = min(level + 1, _INDEX)
        above = self.part(without_brackets(numerator), inner)
        below = self.part(without_brackets(denominator), inner)
        gap, bar, axis = self._em * 0.12, self._em * _BAR, self._axis(level)
        width = max(above.width, below.width) + self._em * 0.25
        path = QPainterPath(QPointF(0.0, 0.0))
        path.lineTo(width, 0.0)
        rise = axis + gap + bar / 2 + above.descent
        fall = -axis + gap + bar / 2 + below.ascent
        side = self._em * 0.08
        pieces = (
            *above.moved(side + (width - above.width) / 2, -rise),
            Stroke(side, -axis, path, bar),
            *below.moved(side + (width - below.width) / 2, fall),
        )
        return Box(width + 2 * side, rise + above.ascent, fall + below.descent, pieces)

    def _power(self, base: Node, exponent: Node, level: int) -> Box:
        foot = self.part(base, level)
        raised = self.part(without_brackets(exponent), _INDEX)
        up = max(_RAISED * self._metrics[level, False].height(), foot.ascent - raised.ascent * 0.75)
        y = -min(up, foot.ascent)
        high = Box(raised.width, raised.ascent - y, raised.descent + y, raised.moved(0.0, y))
        return row((foot, self.space(0.03), high))

    def _root(self, inner: Node, level: int) -> Box:
        content = self.part(without_brackets(inner), level)
        bar, gap, hook = self._em * _BAR, self._em * 0.1, self._em * 0.45
        top, bottom = -content.ascent - gap, content.descent
        middle = (top + bottom) / 2
        path = QPainterPath(QPointF(0.0, middle + self._em * 0.08))
        path.lineTo(hook * 0.3, middle)
        path.lineTo(hook * 0.6, bottom)
        path.lineTo(hook, top)
        path.lineTo(hook + content.width + self._em * 0.1, top)
        pieces = (Stroke(0.0, 0.0, path, bar), *content.moved(hook + self._em * 0.05))
        width = hook + content.width + self._em * 0.15
        return Box(width, -top + bar, content.descent + bar, pieces)

    def _between_bars(self, inner: Node, level: int) -> Box:
        content = self.part(without_brackets(inner), level)
        path = QPainterPath(QPointF(0.0, -content.ascent))
        path.lineTo(0.0, content.descent)
        side = self._em * 0.16
        bar = Box(
            2 * side, content.ascent, content.descent, (Stroke(side, 0.0, path, self._em * _BAR),)
        )
        return row((bar, content, bar))

    def _in_brackets(self, content: Box, level: int) -> Box:
        line = self._metrics[level, False].height()
        if content.height < line * 1.4:
            return row((self.words("(", level), content, self.words(")", level)))
        return row((self._bracket(content, 1.0), content, self._bracket(content, -1.0)))

    def _bracket(self, content: Box, direction: float) -> Box:
        """Return a round bracket as high as what it holds, open to the right or the left."""
        width, bar = self._em * 0.3, self._em * _BAR
        bend = width * 0.45 * direction
        start = width * (0.5 + 0.25 * direction)
        path = QPainterPath(QPointF(start, bar - content.ascent))
        path.cubicTo(
            start - bend,
            -content.ascent + content.height * 0.3,
            start - bend,
            -content.ascent + content.height * 0.7,
            start,
            content.descent - bar,
        )
        return Box(width, content.ascent, content.descent, (Stroke(0.0, 0.0, path, bar),))

    def _call(self, function: Name, arguments: tuple[Node, ...], level: int) -> Box:
        boxes: list[Box] = []
        for place, argument in enumerate(arguments):
            if place:
                boxes.append(self.words(", ", level))
            boxes.append(self.part(argument, level))
        name = self._name(function.letters, function.below, level)
        return row((name, self._in_brackets(row(boxes), level)))
