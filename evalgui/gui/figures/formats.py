"""Figures as files of exactly the size that was wanted: SVG, of which PDF and PNG are made."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFontInfo,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtSvg import QSvgRenderer, QtSvg

from evalgui.core.digits import exact
from evalgui.core.errors import EvalguiError
from evalgui.core.languages import tr
from evalgui.gui.figures.figure import MM_PER_INCH, MOST_PIXELS, POINTS_PER_INCH
from evalgui.gui.figures.svg_part import SvgPart, drawing_font

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.gui.figures.figure import Figure

FORMATS = {"svg": "SVG", "pdf": "PDF", "png": "PNG"}
_MAKER = "evalgui"
_PDF_DPI = 1200  # in which places on a page are told
_MARGIN = 5.0  # units around everything
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENDING = re.compile(rb"\s*startxref\s+(\d+)\s+%%EOF\s*")
_INFO = re.compile(rb"/Info (\d+) 0 R")
_OFF_THE_PAPER = '<path d="M-9999,-9999 h1" stroke="#000000"/>'


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A figure as it was wanted, laid out.

    Parameters
    ----------
    figure
        What was wanted.
    title
        What it shows, for screen readers and lists of files.
    description
        What it says in words.
    content
        All that is drawn within its margins.
    ground
        The colour behind it.
    """

    figure: Figure
    title: str
    description: str
    content: SvgPart
    ground: str

    @property
    def left_out(self) -> tuple[str, ...]:
        """What had no room, in words, each once."""
        return tuple(dict.fromkeys(self.content.left_out))

    def svg(self, facts: Sequence[str] = ()) -> str:
        """Return it as SVG, as large in millimetres as was wanted, its texts as text."""
        figure, units = self.figure, self.figure.units
        across, down = (exact(round(length, 6)) for length in (figure.width, figure.height))
        family = QFontInfo(drawing_font(figure.family)).family().replace("'", "")
        said = (("title", self.title), ("desc", self.description), ("metadata", "\n".join(facts)))
        page = SvgPart(*units)
        page.box(0, 0, *units, self.ground)
        page.add(_MARGIN, _MARGIN, self.content)
        attributes = {
            "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:xlink": "http://www.w3.org/1999/xlink",
            "version": "1.2",
            "baseProfile": "tiny",
            "xml:space": "preserve",
            "width": f"{across}mm",
            "height": f"{down}mm",
            "viewBox": " ".join(["0 0", *(exact(round(length, 3)) for length in units)]),
            "font-family": f"'{html.escape(family)}', sans-serif",
        }
        lines = (
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<svg " + " ".join(f'{name}="{told}"' for name, told in attributes.items()) + ">",
            *(f"<{name}>{html.escape(words, quote=False)}</{name}>" for name, words in said),
            page.svg,
            "</svg>",
        )
        return _NOT_IN_XML.sub(" ", "\n".join(lines))

    def paint(self, painter: QPainter, room: QRectF) -> None:
        """Paint it into a rectangle of any device, of the same shape but for a pixel."""
        painter.fillRect(room, QColor(self.ground))
        renderer = QSvgRenderer()
        renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)  # so that pens stay pens
        renderer.setOptions(QtSvg.Option.AssumeTrustedSource)  # else long lines are cut off
        # Qt writes outlines of lines into a PDF, and no lines, until something opaque follows what
        # is faint: a line that nobody sees.
        before, *groups = self.svg().split("<g ")
        for place, group in enumerate(groups):
            if '-opacity="0' in group.partition(">")[0]:
                groups[place] = group.replace("</g>", "</g>" + _OFF_THE_PAPER, 1)
        renderer.load(QByteArray("<g ".join([before, *groups]).encode()))
        renderer.render(painter, room)


def room_within(figure: Figure) -> tuple[float, float]:
    """Return width and height of a figure within its margins, in units of the drawing."""
    width, height = figure.units
    return width - 2 * _MARGIN, height - 2 * _MARGIN


def as_file(sheet: Sheet, suffix: str, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as a file of the kind that a suffix says, with what it rests on."""
    makers = {"svg": _svg, "pdf": pdf, "png": png}
    maker = makers.get(suffix.lower().removeprefix("."))
    if maker is None:
        message = tr("a figure is written as PNG, SVG or PDF")
        raise EvalguiError(message, hint=tr("Choose a name that ends in .png, .svg or .pdf"))
    return maker(sheet, facts)


def image(sheet: Sheet, pixels: tuple[int, int] | None = None) -> QImage:
    """Return a figure as a picture of its own resolution, or of so many pixels."""
    width, height = pixels or sheet.figure.pixels
    made = None
    if width * height <= MOST_PIXELS:
        made = QImage(QSize(width, height), QImage.Format.Format_RGB32)
    if made is None or made.isNull():
        message = tr(
            "a picture of {width} x {height} pixels is too large", width=width, height=height
        )
        raise EvalguiError(message, hint=tr("Choose fewer dots per inch, or SVG or PDF"))
    with QPainter(made) as painter:
        sheet.paint(painter, QRectF(made.rect()))
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


def _svg(sheet: Sheet, facts: Sequence[str]) -> bytes:
    return sheet.svg(facts).encode()


def pdf(sheet: Sheet, facts: Sequence[str] = ()) -> bytes:
    """Return a figure as a PDF of one page of its size, with the fonts in it."""

    def paint(buffer: QBuffer) -> bool:
        writer = QPdfWriter(buffer)
        writer.setResolution(_PDF_DPI)
        exact = QPageSize.SizeMatchPolicy.ExactMatch
        width, height = sheet.figure.points
        writer.setPageSize(QPageSize(QSizeF(width, height), QPageSize.Unit.Point, "figure", exact))
        writer.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
        writer.setTitle(sheet.title)
        writer.setCreator(_MAKER)
        painter = QPainter()
        if not painter.begin(writer):
            return False
        one = _PDF_DPI / POINTS_PER_INCH
        sheet.paint(painter, QRectF(0, 0, width * one, height * one))
        return painter.end()

    return with_facts(_collected(paint), sheet.title, facts)


def _collected(paint: Callable[[QBuffer], bool]) -> bytes:
    """Return what is painted into a buffer."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not paint(buffer):
        raise EvalguiError(tr("the figure could not be drawn"))
    buffer.close()
    return bytes(content.data())


def with_facts(content: bytes, title: str, facts: Sequence[str]) -> bytes:
    """Return a PDF whose document properties say what it rests on.

    Qt writes a title into the information dictionary of a PDF and no subject. An incremental
    update (ISO 32000-1, 7.5.6) adds another dictionary behind all that is there.

    Parameters
    ----------
    content
        A PDF with one cross-reference table, as Qt writes it.
    title, facts
        Its title, and the lines of its subject.
    """
    trailer, sign, rest = content.rpartition(b"trailer")[2].rpartition(b">>")
    ending = _ENDING.fullmatch(rest)
    info = _INFO.search(trailer)
    if not sign or ending is None or info is None:
        return content  # one that is written otherwise is left as it is
    number, start = int(info[1]), len(content)
    entries = {"Title": title, "Subject": "\n".join(facts), "Creator": "evalgui", "Producer": "Qt"}
    body = " ".join(f"/{name} {_text(words)}" for name, words in entries.items())
    added = f"{number} 0 obj\n<< {body} >>\nendobj\n".encode("ascii")
    table = f"xref\n{number} 1\n{start:010} 00000 n \n".encode("ascii")
    kept = trailer.partition(b"<<")[2].strip().decode("latin-1")
    again = f"trailer\n<< {kept} /Prev {int(ending[1])} >>\n"
    last = f"startxref\n{start + len(added)}\n%%EOF\n"
    return content + added + table + f"{again}{last}".encode("latin-1")


def _text(words: str) -> str:
    """Return a text string as hexadecimal UTF-16, in which no character has a meaning."""
    return f"<FEFF{words.encode('utf-16-be', 'replace').hex().upper()}>"
