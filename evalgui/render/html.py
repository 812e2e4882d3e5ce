"""Results as HTML, in which all text is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.texts import Style
    from evalgui.results.matrix import Matrix

LEFT = "text-align:left"


def matrix_parts(matrix: Matrix, style: Style) -> Iterator[str]:
    """Yield the parts of a table of the counts of a matrix, its sides called by their ids."""
    rows, columns = matrix.rows, matrix.columns
    heads = "".join(f'<th scope="col">{escape(name.told(style))}</th>' for name in columns.names)
    corner = escape(f"{rows.id} \\ {columns.id}")
    yield f'<table><tr><th style="{LEFT}">{corner}</th>{heads}</tr>'
    for name, counts in zip(rows.names, matrix.counts.tolist(), strict=True):
        cells = "".join(f"<td>{cell}</td>" for cell in counts)
        head = escape(name.told(style))
        yield f'<tr><th scope="row" style="{LEFT}">{head}</th>{cells}</tr>'
    yield "</table>"


def readable(text: str) -> str:
    """Return a text with a question mark for each character that XML may not hold."""
    return "".join(mark if _may_stand(mark) else "\N{REPLACEMENT CHARACTER}" for mark in text)


def _may_stand(mark: str) -> bool:
    """Return whether XML may hold a character."""
    code = ord(mark)
    if code < 0x20:
        return mark in "\t\n"
    return not (0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or code & 0xFFFE == 0xFFFE)
