"""A report as PDF: its blocks on pages with numbers, in fonts that come with the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter

from evalgui.gui.reporting.elements import FAINT, Drawings, Heading, Text
from evalgui.gui.reporting.flow import Element, Flow
from evalgui.gui.reporting.shaping import Type
from evalgui.gui.reporting.tables import Grid
from evalgui.io.reporting import blocks
from evalgui.io.reporting.blocks import Paragraph, Pictures, Report, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.reporting.blocks import Block

_SIZES = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
_DOTS = 600  # an inch
_SIDE, _TOP, _FOOT = 45.0, 42.0, 34.0  # points
_BETWEEN = 18.0
_SMALLER = 0.94
_SMALLEST = 0.45


def as_pdf(report: Report) -> bytes:
    """Return a report as PDF.

    A `QGuiApplication` has to be there. The card is made smaller until it is one page.
    """
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    paper = QPdfWriter(buffer)
    paper.setResolution(_DOTS)
    paper.setPageSize(QPageSize(_SIZES[report.paper]))
    paper.setPageMargins(QMarginsF(), QPageLayout.Unit.Point)
    paper.setTitle(report.title)
    paper.setCreator(report.facts.get("generator", "evalgui"))
    scale = 0.82 if report.is_card else 1.0
    flow = _laid_out(report, paper, scale)
    while report.is_card and len(flow.pages) > 1 and scale > _SMALLEST:
        scale *= _SMALLER
        flow = _laid_out(report, paper, scale)
    _paint(flow, report, paper)
    buffer.close()
    return bytes(content.data())


def _laid_out(report: Report, paper: QPdfWriter, scale: float) -> Flow:
    """Return all pages with what stands on them."""
    type_ = Type(paper, scale, is_right_to_left=report.is_right_to_left)
    flow = Flow((_frame(paper),))
    title = Heading(type_, report.title, 1)
    title.place(flow)
    Text(type_, Paragraph(report.subtitle, is_note=True)).place(flow)
    if report.is_card:
        columns = _columns(flow.frame, flow.y + type_.dots(4), type_.dots(_BETWEEN))
        flow = Flow(columns, flow.pages)
    for place, part in enumerate(report.parts):
        if place and report.parts[place - 1].is_page:
            flow.turn()
        elements = list(_elements(part, type_, report))
        for number, element in enumerate(elements):
            if isinstance(element, Heading):
                after = elements[number + 1 : number + 3]
                leads = _leads(after, flow.width)
                flow.need(min(element.lead(flow.width) + leads, flow.height))
            element.place(flow)
    return flow


def _leads(after: list[Element], width: float) -> float:
    """Return how much of what follows a heading stands with it: a heading brings its own."""
    total = 0.0
    for element in after:
        total += element.lead(width)
        if not isinstance(element, Heading):
            break
    return total


def _elements(part: blocks.Part, type_: Type, report: Report) -> Iterator[Element]:
    yield Heading(type_, part.title, 3 if report.is_card else 2)
    for block in part.blocks:
        yield _element(block, type_)


def _element(block: Block, type_: Type) -> Element:
    if isinstance(block, blocks.Heading):
        return Heading(type_, block.text, 3)
    if isinstance(block, Paragraph):
        return Text(type_, block)
    if isinstance(block, Table):
        return Grid(type_, block)
    if isinstance(block, Pictures):
        return Drawings(type_, block.pictures)
    return Drawings(type_, (block,))


def _frame(paper: QPdfWriter) -> QRectF:
    """Return where there is room on a page."""
    dot, width, height = paper.resolution() / 72.0, paper.width(), paper.height()
    side, top, foot = _SIDE * dot, _TOP * dot, (_FOOT + 22) * dot
    return QRectF(side, top, width - 2 * side, height - top - foot)


def _columns(frame: QRectF, top: float, between: float) -> tuple[QRectF, ...]:
    """Return two columns from a place down."""
    width, height = (frame.width() - between) / 2, frame.bottom() - top
    left = QRectF(frame.left(), top, width, height)
    return left, left.translated(width + between, 0)


def _paint(flow: Flow, report: Report, paper: QPdfWriter) -> None:
    """Paint all pages, each with its number."""
    painter = QPainter(paper)
    type_ = Type(paper, is_right_to_left=report.is_right_to_left)
    frame, n_pages = _frame(paper), len(flow.pages)
    for number, page in enumerate(flow.pages, 1):
        if number > 1:
            paper.newPage()
        for paint in page:
            paint(painter)
        painter.setPen(QColor(FAINT))
        y = paper.height() - _FOOT * type_.dot
        told = f"{report.title}, {report.facts.get('generator', '')}"
        name = type_.shape(told, frame.width() * 0.8, 7.5)
        name.draw_line(painter, 0, type_.across(frame.left(), name.width), y)
        told = f"{number} / {n_pages}"
        wide = type_.width(told, 7.5)
        place = type_.across(frame.right() - wide, wide)
        type_.shape(told, wide, 7.5).draw_line(painter, 0, place, y)
    painter.end()
