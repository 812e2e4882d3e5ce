"""Tables on the clipboard: as text between tabs, and as an HTML table.

Of both each program takes the one that it knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from evalgui.core.languages import tr
from evalgui.io.writers.formulas import guarded_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

HAS_GUARDED = tr("in its text, what looks like a formula has an apostrophe before it")
_MOST = 20_000  # cells: of more, HTML takes longer than a copy may; text is there at once


def copy_both(text: str, page: str) -> int:
    """Put a table on the clipboard, as text between tabs and as a page of HTML.

    HTML says which cells are text. In the bare text an apostrophe guards what begins like a
    formula, which a spreadsheet would run; returned is how many cells have one.
    """
    copied = QMimeData()
    safe, n_guarded = guarded_lines(text)
    copied.setText(safe)
    if page:
        copied.setData("text/html", page.encode())
    QGuiApplication.clipboard().setMimeData(copied)
    return n_guarded


def copy_lines(text: str) -> int:
    """Put a table that is text between tabs on the clipboard, its head first, as both.

    It returns what `copy_both` does.
    """
    from evalgui.io.writers.tables import as_html  # with all formats

    is_small = text.count("\t") + text.count("\n") <= _MOST
    lines = [line.split("\t") for line in text.removesuffix("\n").split("\n")] if is_small else []
    return copy_both(text, as_html(lines) if is_small else "")


def copy_cells(lines: Iterable[Iterable[str]]) -> None:
    """Put lines of cells on the clipboard, the head first, as both; a cell is one line."""
    copy_lines("".join("\t".join(" ".join(c.split()) for c in line) + "\n" for line in lines))
