"""A report as one web page: HTML that is XML, too, without scripts and without other files."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from evalgui.io.reporting.blocks import Cell, Heading, Paragraph, Picture, Pictures, Table
from evalgui.io.reporting.style import style_for
from evalgui.render.html import readable
from evalgui.render.svg_shapes import PAPER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.reporting.blocks import Block, Group, Part, Report

_XHTML = "http://www.w3.org/1999/xhtml"
_SVG = "http://www.w3.org/2000/svg"
_SHORT = 16  # rows of a table that stays on one page
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def as_html(report: Report) -> str:
    """Return a report as a page that needs nothing else to be read.

    Every text is escaped; a character that no page may hold is shown as a question mark. The page
    is well-formed XML, so that every parser reads the same from it.
    """
    lines = ["<!DOCTYPE html>", *_head(report)]
    kind = "card" if report.is_card else "report"
    lines.append(f'<body class="{kind}">')
    lines.append("<header>")
    lines.append(f"<h1>{_text(report.title)}</h1>")
    lines.append(f'<p class="subtitle">{_text(report.subtitle)}</p>')
    lines.append("</header>")
    if not report.is_card:
        lines += _contents(report)
    lines.append("<main>")
    for part in report.parts:
        lines += _part(part)
    lines += ["</main>", "</body>", "</html>"]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    """Return a text as it stands in a page."""
    return html.escape(readable(text))


def _head(report: Report) -> Iterator[str]:
    language = _text(report.language)
    way = ' dir="rtl"' if report.is_right_to_left else ""
    yield f'<html xmlns="{_XHTML}" lang="{language}" xml:lang="{language}"{way}>'
    yield "<head>"
    yield '<meta charset="utf-8"/>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    for name, value in report.facts.items():
        yield f'<meta name="{_text(name)}" content="{_text(value)}"/>'
    yield f"<title>{_text(report.title)}</title>"
    yield f"<style>\n{style_for(report.paper, is_right_to_left=report.is_right_to_left)}</style>"
    yield "</head>"


def _contents(report: Report) -> Iterator[str]:
    yield f'<nav aria-label="{_text(report.contents)}">'
    yield "<ol>"
    for part in report.parts:
        yield f'<li><a href="#{part.id}">{_text(part.title)}</a></li>'
    yield "</ol>"
    yield "</nav>"


def _part(part: Part) -> Iterator[str]:
    page = ' class="page"' if part.is_page else ""
    yield f'<section id="{part.id}"{page} aria-labelledby="{part.id}-title">'
    yield f'<h2 id="{part.id}-title">{_text(part.title)}</h2>'
    for number, block in enumerate(part.blocks):
        yield from _block(block, f"{part.id}-{number}")
    yield "</section>"


def _block(block: Block, at: str) -> Iterator[str]:
    if isinstance(block, Heading):
        yield f"<h3>{_text(block.text)}</h3>"
    elif isinstance(block, Paragraph):
        yield from _paragraph(block)
    elif isinstance(block, Table):
        yield from _table(block, at)
    elif isinstance(block, Picture):
        yield from _figure(block, at)
    elif isinstance(block, Pictures):
        yield '<div class="pictures">'
        for number, picture in enumerate(block.pictures):
            yield from _figure(picture, f"{at}-{number}")
        yield "</div>"


def _paragraph(block: Paragraph) -> Iterator[str]:
    text = _text(block.text).replace("\n", "<br/>\n")
    if block.is_quoted:
        yield f"<blockquote><p>{text}</p></blockquote>"
    else:
        yield f'<p class="note">{text}</p>' if block.is_note else f"<p>{text}</p>"


def _table(block: Table, at: str) -> Iterator[str]:
    label = f'role="region" aria-labelledby="{at}-caption" tabindex="0"'
    n_rows = sum(len(group.rows) + bool(group.title) for group in block.groups)
    kind = "table short" if n_rows <= _SHORT else "table"
    yield f'<div class="{kind}" {label}>'
    yield "<table>" if any(block.head) else '<table class="pairs">'
    yield f'<caption id="{at}-caption">{_text(block.caption)}</caption>'
    if any(block.head):
        yield "<thead>"
        heads = (
            _head_cell(text, number in block.numeric) for number, text in enumerate(block.head)
        )
        yield f"<tr>{''.join(heads)}</tr>"
        yield "</thead>"
    for group in block.groups:
        yield from _group(group, block)
    yield "</table>"
    yield "</div>"


def _head_cell(text: str, is_number: bool) -> str:  # noqa: FBT001 - one of two kinds
    kind = ' class="number"' if is_number else ""
    return f'<th scope="col"{kind}>{_text(text)}</th>' if text else f"<td{kind}></td>"


def _group(group: Group, block: Table) -> Iterator[str]:
    yield "<tbody>"
    if group.title:
        title = f'<th scope="rowgroup" colspan="{len(block.head)}">{_text(group.title)}</th>'
        yield f'<tr class="group">{title}</tr>'
    for row in group.rows:
        first, *rest = row
        cells = [f'<th scope="row">{_cell(first)}</th>']
        for number, cell in enumerate(rest, 1):
            kind = ' class="number"' if number in block.numeric else ""
            cells.append(f"<td{kind}>{_cell(cell)}</td>")
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>"


def _cell(cell: Cell) -> str:
    text = _text(cell.text)
    if cell.value is not None:
        value = cell.value if isinstance(cell.value, str) else repr(cell.value)
        of = f' data-of="{_text(cell.of)}"' if cell.of else ""
        text = f'<data value="{_text(value)}"{of}>{text}</data>'
    return f'<a href="#{cell.link}">{text}</a>' if cell.link else text


def as_svg(block: Picture) -> str:
    """Return a drawing as a file of its own, on white paper."""
    width, height = block.width, block.height
    box = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="{_SVG}" {box} role="img" font-family="sans-serif">',
        f"<title>{_text(block.title)}</title>",
        f"<desc>{_text(block.description)}</desc>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        block.svg,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _figure(block: Picture, at: str) -> Iterator[str]:
    box = f'viewBox="0 0 {block.width} {block.height}" style="max-width:{block.width * 1.2}px"'
    yield "<figure>"
    yield (
        f'<svg xmlns="{_SVG}" {box} role="img" font-family="sans-serif" '
        f'aria-labelledby="{at}-name {at}-told">'
    )
    yield f'<title id="{at}-name">{_text(block.title)}</title>'
    yield f'<desc id="{at}-told">{_text(block.description)}</desc>'
    yield block.svg
    yield "</svg>"
    told = f"<strong>{_text(block.title)}.</strong> {_text(block.caption)}".rstrip()
    yield f"<figcaption>{told}</figcaption>"
    yield "</figure>"
