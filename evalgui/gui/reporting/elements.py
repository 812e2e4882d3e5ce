"""What stands on pages: headings, paragraphs and pictures; tables have a file of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QLineF, QRectF
from PySide6.QtGui import QColor, QPen
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from evalgui.gui.reporting.flow import Flow
    from evalgui.gui.reporting.shaping import Shaped, Type
    from evalgui.io.reporting.blocks import Paragraph, Picture

INK, FAINT, RULE, SHADE = "#1a1a1a", "#4a5058", "#c2410c", "#f1f2f4"
BODY, NOTE, TABLE = 9.5, 8.0, 8.0
_SIZES = {1: 17.0, 2: 12.5, 3: 10.0}
_ALONE = 2  # lines of a paragraph that never stand alone
_GAP = 14.0
_ABOVE_TEXT, _ABOVE_PICTURE = 4.0, 6.0
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>{svg}</svg>'


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a level, which never stands at the end of a page."""

    type: Type
    text: str
    level: int

    def _shaped(self, width: float) -> Shaped:
        return self.type.shape(self.text, width, _SIZES[self.level], is_bold=True)

    def lead(self, width: float) -> float:
        """Return its height with what is around it."""
        return self._shaped(width).height + self.type.dots(22 if self.level == 2 else 10)

    def place(self, flow: Flow) -> None:
        """Put it on the page, with a line below where it begins a section."""
        dots = self.type.dots
        flow.space(dots({1: 0, 2: 14, 3: 8}[self.level]))
        shaped, y = self._shaped(flow.width), flow.y
        x = self.type.across(flow.left, flow.width)
        flow.draw(partial(_text, shaped=shaped, x=x, y=y, colour=INK))
        flow.skip(shaped.height + dots(2))
        if self.level == 2:
            ruled = QLineF(x, flow.y, x + flow.width, flow.y)
            flow.draw(partial(_line, line=ruled, colour=RULE, width=dots(1.2)))
            flow.skip(dots(5))


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    type: Type
    paragraph: Paragraph

    @property
    def _indent(self) -> float:
        return self.type.dots(10) if self.paragraph.is_quoted else 0.0

    def _shaped(self, width: float) -> Shaped:
        size = NOTE if self.paragraph.is_note else BODY
        return self.type.shape(self.paragraph.text, width - self._indent, size)

    def lead(self, width: float) -> float:
        """Return the height of the lines that stand together."""
        shaped = self._shaped(width)
        lines = map(shaped.line_height, range(min(_ALONE, shaped.n_lines)))
        return sum(lines) + self.type.dots(_ABOVE_TEXT)

    def place(self, flow: Flow) -> None:
        """Put its lines on the page, and those that have no room on the next."""
        flow.space(self.type.dots(_ABOVE_TEXT))
        shaped = self._shaped(flow.width)
        colour = FAINT if self.paragraph.is_note else INK
        for number in range(shaped.n_lines):
            together = _ALONE if number == 0 or number == shaped.n_lines - _ALONE else 1
            together = min(together, shaped.n_lines - number)
            heights = [shaped.line_height(number + more) for more in range(together)]
            flow.need(sum(heights))
            x, y = self.type.across(flow.left + self._indent, shaped.width), flow.y
            if self.paragraph.is_quoted:
                start = self.type.across(flow.left, 0)
                beside = QLineF(start, y, start, y + heights[0])
                width = self.type.dots(2)
                flow.draw(partial(_line, line=beside, colour="#9aa1ab", width=width))
            flow.draw(partial(_text_line, shaped=shaped, number=number, x=x, y=y, colour=colour))
            flow.skip(heights[0])
        flow.skip(self.type.dots(4))


@dataclass(frozen=True, slots=True)
class Drawings:
    """Pictures side by side."""

    type: Type
    pictures: tuple[Picture, ...]
    most: int = 2

    def lead(self, width: float) -> float:
        """Return the height of the first row."""
        row = self._row(self.pictures[: self.most], width)
        return max(one[2] for one in row) + self.type.dots(_ABOVE_PICTURE)

    def place(self, flow: Flow) -> None:
        """Put the pictures on pages, row by row."""
        for start in range(0, len(self.pictures), self.most):
            row = self._row(self.pictures[start : start + self.most], flow.width)
            flow.space(self.type.dots(_ABOVE_PICTURE))
            flow.need(max(height for _picture, _rect, height, _caption in row))
            top = flow.y
            for picture, rect, _height, caption in row:
                there, across = rect.translated(flow.left, top), self.type.across
                x, y = across(there.left(), caption.width), there.bottom() + self.type.dots(3)
                there.moveLeft(across(there.left(), there.width()))
                flow.draw(partial(_picture, picture=picture, rect=there))
                flow.draw(partial(_text, shaped=caption, x=x, y=y, colour=FAINT))
            flow.skip(max(height for _picture, _rect, height, _caption in row))

    def _row(
        self, pictures: tuple[Picture, ...], width: float
    ) -> list[tuple[Picture, QRectF, float, Shaped]]:
        """Return pictures with where they stand in a row, how high they are, and their captions."""
        gap = self.type.dots(_GAP)
        n = self.most if len(self.pictures) > 1 else 1
        room = (width - gap * (n - 1)) / n
        found = []
        for place, picture in enumerate(pictures):
            wide = min(room, self.type.dots(picture.width * 0.78))
            high = wide * picture.height / picture.width
            caption = self.type.shape(f"{picture.title}. {picture.caption}".strip(), room, NOTE)
            rect = QRectF(place * (room + gap), 0, wide, high)
            found.append((picture, rect, high + caption.height + self.type.dots(5), caption))
        return found


def _text(painter: QPainter, *, shaped: Shaped, x: float, y: float, colour: str) -> None:
    painter.setPen(QColor(colour))
    shaped.draw(painter, x, y)


def _text_line(  # noqa: PLR0913 - a place, a line and a colour
    painter: QPainter, *, shaped: Shaped, number: int, x: float, y: float, colour: str
) -> None:
    painter.setPen(QColor(colour))
    shaped.draw_line(painter, number, x, y)


def _line(painter: QPainter, *, line: QLineF, colour: str, width: float) -> None:
    painter.setPen(QPen(QColor(colour), width))
    painter.drawLine(line)


def _picture(painter: QPainter, *, picture: Picture, rect: QRectF) -> None:
    font = 'font-family="Liberation Sans, Arial, Helvetica, sans-serif"'
    text = _SVG.format(width=picture.width, height=picture.height, font=font, svg=picture.svg)
    renderer = QSvgRenderer(QByteArray(text.encode("utf-8")))
    renderer.render(painter, rect)


__all__ = ["FAINT", "INK", "SHADE", "TABLE", "Drawings", "Heading", "Text", "draw_text", "rule"]

draw_text, rule = _text, _line
