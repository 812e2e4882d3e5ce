"""Figures as files: PNG, SVG and PDF, of exactly the size that was wanted."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF
from PySide6.QtGui import (
    QFontInfo,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgGenerator

from evalgui.core.digits import exact
from evalgui.core.errors import EvalguiError
from evalgui.gui.figures.figure import MM_PER_INCH, MOST_PIXELS, UNITS_PER_INCH
from evalgui.gui.figures.pdf_facts import with_facts
from evalgui.gui.figures.texts import drawing_font, screen_dpi

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QPaintDevice

    from evalgui.gui.figures.sheet import Sheet

FORMATS = {"svg": "SVG", "pdf": "PDF", "png": "PNG"}
_MAKER = "evalgui"
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_file(sheet: Sheet, suffix: str, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as a file of the kind that a suffix says, with what it rests on."""
    makers = {"svg": svg, "pdf": pdf, "png": png}
    maker = makers.get(suffix.lower().removeprefix("."))
    if maker is None:
        message = "a figure is written as PNG, SVG or PDF"
        raise EvalguiError(message, hint="Choose a name that ends in .png, .svg or .pdf")
    return maker(sheet, facts)


def image(sheet: Sheet, pixels: tuple[int, int] | None = None) -> QImage:
    """Return a figure as a picture of its own resolution, or of so many pixels."""
    width, height = pixels or sheet.figure.pixels
    made = None
    if width * height <= MOST_PIXELS:
        made = QImage(QSize(width, height), QImage.Format.Format_RGB32)
    if made is None or made.isNull():
        message = f"a picture of {width} x {height} pixels is too large"
        raise EvalguiError(message, hint="Choose fewer dots per inch, or SVG or PDF")
    units = sheet.figure.units
    _paint(sheet, made, width / units[0], height / units[1])
    dots = round(sheet.figure.dpi / MM_PER_INCH * 1000)
    made.setDotsPerMeterX(dots)
    made.setDotsPerMeterY(dots)
    return made


def png(sheet: Sheet, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as PNG that says its resolution and what it rests on."""
    made = image(sheet)
    texts = {"Title": sheet.title, "Description": sheet.description, "Software": _MAKER}
    texts["Comment"] = "\n".join(facts)
    for key, words in texts.items():
        made.setText(key, words)
    return _collected(lambda buffer: QImageWriter(buffer, QByteArray(b"png")).write(made))


def svg(sheet: Sheet, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as SVG, as large in millimetres as was wanted, its texts as text."""
    width, height = sheet.figure.units

    def paint(buffer: QBuffer) -> bool:
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setResolution(round(screen_dpi()))
        generator.setSize(QSize(round(width), round(height)))
        generator.setViewBox(QRectF(0, 0, width, height))
        return _paint(sheet, generator)

    return _plain(_collected(paint), sheet, facts)


def _plain(content: bytes, sheet: Sheet, facts: Sequence[str]) -> bytes:
    """Return an SVG without what only some programs know, and with what it says of itself.

    All lines are drawn in units of the drawing already, so that a stroke is as wide with and
    without the effect that says so. The names that a desktop gives to its fonts mean nothing
    elsewhere. None of the patterns can meet a text: quotation marks of those are written as
    entities.
    """
    figure = sheet.figure
    across, down = (exact(round(length, 6)) for length in (figure.width, figure.height))
    size = f'width="{across}mm" height="{down}mm"'
    said = "".join(
        f"<{name}>{html.escape(_printable(words), quote=False)}</{name}>\n"
        for name, words in (
            ("title", sheet.title),
            ("desc", sheet.description),
            ("metadata", "\n".join(facts)),
        )
    )
    content = re.sub(rb'width="[\d.]+mm" height="[\d.]+mm"', size.encode(), content, count=1)
    for name in (b"title", b"desc"):
        content = _without(content, name)
    head, sign, rest = content.partition(b"<defs>")
    content = head + said.encode() + sign + rest
    content = re.sub(rb' vector-effect="[a-z-]+"', b"", content)
    family = html.escape(QFontInfo(drawing_font(figure.family)).family().replace("'", ""))
    named = f"font-family=\"'{family}', sans-serif\"".encode()
    return re.sub(rb'font-family="[^"]*"', lambda _found: named, content)


def _without(content: bytes, name: bytes) -> bytes:
    """Return an SVG without its first element of a name, which has no attributes."""
    before, start, rest = content.partition(b"<%s>" % name)
    _text, end, after = rest.partition(b"</%s>" % name)
    return before + after.lstrip() if start and end else content


def _printable(words: str) -> str:
    """Return a text without what XML cannot hold."""
    return _NOT_IN_XML.sub(" ", words)


def pdf(sheet: Sheet, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as a PDF of one page of its size, with the fonts in it."""

    def paint(buffer: QBuffer) -> bool:
        writer = QPdfWriter(buffer)
        dots = round(screen_dpi())  # at any other resolution texts are misplaced
        writer.setResolution(dots)
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        size = QSizeF(*sheet.figure.points)
        writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "figure", exact))
        writer.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
        writer.setTitle(sheet.title)
        writer.setCreator(_MAKER)
        scale = sheet.figure.scale * dots / UNITS_PER_INCH
        return _paint(sheet, writer, scale, scale)

    return with_facts(_collected(paint), sheet.title, facts)


def _paint(sheet: Sheet, device: QPaintDevice, x: float = 1.0, y: float = 1.0) -> bool:
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.scale(x, y)
    sheet.paint(painter)
    return painter.end()


def _collected(paint: Callable[[QBuffer], bool]) -> bytes:
    """Return what is painted into a buffer."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not paint(buffer):
        raise EvalguiError("the figure could not be drawn")
    buffer.close()
    return bytes(content.data())
