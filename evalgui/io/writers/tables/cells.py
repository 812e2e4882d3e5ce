"""A table for the clipboard: as text between tabs, and as HTML."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from evalgui.core.texts import Style
from evalgui.io.writers.formulas import guarded
from evalgui.io.writers.tables.blocks import rows_of
from evalgui.io.writers.tables.how import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.words import Words
    from evalgui.io.writers.tables.how import Value
    from evalgui.results.result import LongTable

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_AS_TEXT = " style=\"mso-number-format:'\\@'\""  # how Excel is told that a cell is text


def cells_in_words(table: LongTable, words: Words) -> list[list[str]]:
    """Return the titles of the columns, then the cells of each row: numbers with every digit."""
    style = Style(words)
    head = [_one_line(column.title.told(style)) for column in table.columns]
    return [head, *([_cell(value) for value in row] for row in rows_of(table, style))]


def as_text(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of cells as text between tabs."""
    return "".join("\t".join(line) + "\n" for line in lines)


def as_html(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of cells, the head first, as an HTML table in which all text is escaped.

    What is no number is said to be text, so that no spreadsheet computes it, or takes 007 for 7.

    Examples
    --------
    >>> as_html([["n", "<b>"], ["1", "=1"]]).count("mso-number-format")
    1
    """
    head, rows = (lines[0], lines[1:]) if lines else ((), ())
    heads = "".join(_html_cell(cell, "th", is_text=guarded(cell) != cell) for cell in head)
    body = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in rows)
    return (
        '<html><head><meta charset="utf-8"></head><body>'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></body></html>"
    )


def _html_cell(text: str, tag: str = "td", *, is_text: bool | None = None) -> str:
    if is_text is None:
        is_text = bool(text) and _NUMBER.fullmatch(text) is None
    return f"<{tag}{_AS_TEXT if is_text else ''}>{html.escape(text)}</{tag}>"


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return _one_line(value) if isinstance(value, str) else number_text(value)


def _one_line(cell: str) -> str:
    return " ".join(cell.split()) if any(mark in cell for mark in "\t\n\r") else cell
