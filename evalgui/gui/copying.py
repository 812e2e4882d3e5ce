"""Tables on the clipboard: as text between tabs, and as an HTML table.

Of both each program takes the one that it knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST = 20_000  # cells: of more, HTML takes longer than a copy may; text is there at once


def copy_both(text: str, page: str) -> None:
    """Put a table on the clipboard, as text and as a page of HTML."""
    copied = QMimeData()
    copied.setText(text)
    if page:
        copied.setData("text/html", page.encode())
    QGuiApplication.clipboard().setMimeData(copied)


def copy_lines(text: str) -> None:
    """Put a table that is text between tabs on the clipboard, its head first, as both."""
    from evalgui.io.writers.tables import as_html  # with all formats

    is_small = text.count("\t") + text.count("\n") <= _MOST
    lines = [line.split("\t") for line in text.removesuffix("\n").split("\n")] if is_small else []
    copy_both(text, as_html(lines) if is_small else "")


def copy_cells(lines: Iterable[Iterable[str]]) -> None:
    """Put lines of cells on the clipboard, the head first, as both; a cell is one line."""
    copy_lines("".join("\t".join(" ".join(c.split()) for c in line) + "\n" for line in lines))
