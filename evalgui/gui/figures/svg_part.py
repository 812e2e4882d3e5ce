"""Parts of a figure: each drawn as SVG for the room that it has, and put at its place.

A part is laid out once, in units of the drawing, and is text from then on: nothing that it was
drawn from is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QGuiApplication, QPainter
from PySide6.QtSvg import QSvgGenerator

from evalgui.core.languages import tr
from evalgui.gui.figures.figure import POINTS_PER_INCH, UNITS_PER_INCH, USUAL_TEXT
from evalgui.gui.look import GRID, NORMAL, SMALL, scaled_font
from evalgui.render.svg_shapes import Drawing, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from evalgui.gui.look import Theme

    Paragraphs: TypeAlias = tuple[tuple[str, str], ...]
    """Texts, each with its colour."""

    Draw: TypeAlias = Callable[[float, float], Sequence["SvgPart"]]
    """Draws parts for a width and a height, from top to bottom."""

GAP = GRID / 2
LEAST = 120.0  # units of height for what is drawn: less is no plot
_LEAST_SHARE = 0.5  # of the height, likewise
_MOST_TITLE_LINES = 2
_ANY_LINES = 1_000
_SPACES = re.compile("[ \t]+")  # other spaces keep a number with its unit
# What only some programs know, and what a desktop calls its fonts, which means nothing elsewhere.
# Quotation marks of texts are written as entities, so that it can meet none of them.
_NOT_PLAIN = re.compile(' vector-effect="[a-z-]+"| ?font-family="[^"]*"')
# A path without a place, which Qt writes and does not read again: nothing but its place is in it.
_NOWHERE = re.compile(r'<path vector-effect="[a-z-]++" fill-rule="[a-z]++" d=""/>\s*+')
# What nobody sees, and what a PDF shows nevertheless: shapes without a pen and a brush.
_UNSEEN = re.compile(
    r'<g fill="none" stroke="none"[^<>]*+>\s*+'
    r"(?:<(?!text)\w++ (?:[^<>/]|/(?!>))*+/>\s*+)*+</g>\s*+"
    r"|<g [^<>]*+>\s*+</g>\s*+|<defs>\s*+</defs>\s*+"
)


class SvgPart(Drawing):
    """A part of a figure, and what had no room in it."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__(width, height)
        self.left_out: list[str] = []

    def add(self, x: float, y: float, part: SvgPart) -> None:
        """Put another part at a place."""
        self.put(x, y, part.svg)
        self.left_out += part.left_out


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """How all parts of a figure look, and which texts they have."""

    theme: Theme
    font: QFont
    has_title: bool = True
    has_legend: bool = True
    has_caption: bool = True
    is_part: bool = False  # of a sheet that says once what all parts have in common


def screen_dpi() -> float:
    """Return how many units of a widget the system takes for an inch."""
    return float(QGuiApplication.primaryScreen().logicalDotsPerInchY())


def drawing_font(family: str = "") -> QFont:
    """Return the font for which a figure is laid out: it is as wide at any scale."""
    font = QFont(QGuiApplication.font())
    if family:
        font.setFamilies([family])
    font.setPointSizeF(USUAL_TEXT / SMALL * UNITS_PER_INCH / screen_dpi())
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def units_of(font: QFont) -> float:
    """Return the size of a font in units of the drawing."""
    return round(font.pointSizeF() * screen_dpi() / POINTS_PER_INCH, 4)


def painted(paint: Callable[[QPainter], None], width: float, height: float) -> SvgPart:
    """Return as a part what Qt paints: lines in units of the drawing, and texts as text."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(round(screen_dpi()))
    generator.setSize(QSize(round(width), round(height)))
    generator.setViewBox(QRectF(0, 0, width, height))
    with QPainter(generator) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
    svg = bytes(content.data()).decode().partition("</desc>")[2].rpartition("</svg>")[0]
    result = SvgPart(width, height)
    result.put(0, 0, _NOT_PLAIN.sub("", _UNSEEN.sub("", _NOWHERE.sub("", svg))))
    return result


def text_part(
    words: str, font: QFont, colour: str, width: float, most_lines: int = _ANY_LINES
) -> SvgPart:
    """Return text in one font and colour, on as many lines as it needs at a width."""
    metrics = QFontMetricsF(font)
    paragraphs = [_SPACES.sub(" ", one.strip(" \t")) for one in words.splitlines()]
    parted = [wrapped(one, width, metrics.horizontalAdvance, most_lines) for one in paragraphs]
    lines = [line for one in parted for line in one]
    result = SvgPart(width, len(lines) * metrics.height())
    for number, line in enumerate(lines):
        base = metrics.ascent() + number * metrics.height()
        result.text(0, base, line, size=units_of(font), colour=colour, is_bold=font.bold())
    return result


def captioned(
    title: str,
    captions: Sequence[Paragraphs],
    style: FigureStyle,
    size: tuple[float, float],
    draw: Draw,
) -> SvgPart:
    """Lay out something drawn with its title above it and a caption below.

    Parameters
    ----------
    title
        Its name.
    captions
        What may stand below, the longest first: the first one that leaves enough room does.
    style
        How it looks, and whether it has a title and a caption.
    size
        Width and height of all of it.
    draw
        Draws for the room that is left.
    """
    width, room = size
    result = SvgPart(width, room)
    least = max(room * _LEAST_SHARE, min(room, LEAST))
    above = []
    if style.has_title and title:
        font = scaled_font(style.font, NORMAL, bold=True)
        above = [text_part(title, font, style.theme.text, width - GRID, _MOST_TITLE_LINES)]
    spare = room - least - _height(above)
    below = _below(captions, style, width, spare, result.left_out)
    if room - _height(above) - _height(below) < least:
        result.left_out.append(tr("the title"))
        above = []
    room -= _height(above) + _height(below)
    drawn = draw(width, room)
    spare = max(0.0, room - sum(part.height for part in drawn))
    y = 0.0 if style.is_part else spare / 2  # parts side by side begin on one line
    for part in above:
        result.add(GAP, y, part)
    y += _height(above)
    for part in drawn:
        result.add((width - part.width) / 2, y, part)
        y += part.height
    y += GAP if below else 0.0
    for part in below:
        result.add(GAP, y, part)
        y += part.height
    return result


def _height(texts: Sequence[SvgPart]) -> float:
    """Return how high texts are with the gap to what is drawn."""
    return sum(part.height for part in texts) + (GAP if texts else 0.0)


def _below(
    captions: Sequence[Paragraphs],
    style: FigureStyle,
    width: float,
    spare: float,
    left_out: list[str],
) -> list[SvgPart]:
    """Return the longest caption that there is room for."""
    if not style.has_caption or not captions:
        return []
    font = scaled_font(style.font, SMALL)
    for number, caption in enumerate(captions):
        parts = [text_part(words, font, colour, width - GRID) for words, colour in caption if words]
        if _height(parts) <= spare:
            if number:
                left_out.append(tr("intervals in the caption"))
            return parts
    left_out.append(tr("the caption"))
    return []
