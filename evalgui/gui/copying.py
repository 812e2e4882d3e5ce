"""Tables on the clipboard: as text between tabs, and as an HTML table.

Of both each program takes the one that it knows.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
_AS_TEXT = " style=\"mso-number-format:'\\@'\""  # how Excel is told that a cell is text


def copy_table(lines: Sequence[Sequence[str]]) -> None:
    """Put lines of cells on the clipboard, the head first.

    A cell is one line of text, whatever it held; no text is taken for a formula by a program
    that reads the HTML.
    """
    clean = [[_one_line(cell) for cell in line] for line in lines]
    copied = QMimeData()
    copied.setText("".join("\t".join(line) + "\n" for line in clean))
    copied.setData("text/html", as_html(clean).encode())
    QGuiApplication.clipboard().setMimeData(copied)


def copy_lines(text: str) -> None:
    """Put a table that is text between tabs on the clipboard, its head first."""
    copy_table([line.split("\t") for line in text.removesuffix("\n").split("\n")])


def as_html(lines: Sequence[Sequence[str]]) -> str:
    """Return lines of cells, the head first, as an HTML table in which all text is escaped."""
    head, rows = (lines[0], lines[1:]) if lines else ((), ())
    heads = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        '<html><head><meta charset="utf-8"></head><body>'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></body></html>"
    )


def _cell(text: str) -> str:
    style = "" if not text or _NUMBER.fullmatch(text) else _AS_TEXT
    return f"<td{style}>{html.escape(text)}</td>"


def _one_line(cell: str) -> str:
    return " ".join(cell.split()) if any(mark in cell for mark in "\t\n\r") else cell
