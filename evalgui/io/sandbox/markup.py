"""Tables in HTML and in Excel's XML of 2003 (SpreadsheetML), for the child process.

Spreadsheet programs open both under the name .xls, so that many systems export them so. They
are read without DTDs and entities of their own. HTML is cut into tags here, since the parser
of the library takes time in the square of what has no end.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.io.sandbox.cell_texts import Number
from evalgui.io.sandbox.flat import FlatSheets
from evalgui.io.sandbox.sheets import DEEPEST, ELSE, MOST_TABLES, Refusal, Table, parse, whole
from evalgui.io.sandbox.single_page import pages_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SILENT = frozenset({"script", "style", "head", "template"})
_BREAKS = frozenset({"br", "p", "div", "li", "hr"})
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*+)")
_ATTRIBUTE = re.compile(r"[\s/]*+([^\s/>=]++|=)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?")
_RAW_END = {tag: re.compile(f"(?i)</{tag}") for tag in ("script", "style")}


def read(data: bytes, kind: str, wanted: str = "") -> tuple[dict[str, Any], list[list[str]]]:
    """Return what is said of a page or a workbook in XML, and the cells of one table in it.

    Parameters
    ----------
    data
        The file: HTML in UTF-8, XML in any encoding.
    kind
        ``"page"`` for HTML, ``"pages"`` for web pages in one file (MHTML), ``"sheets"`` for a
        workbook in Excel's XML, ``"flat"`` for a flat OpenDocument.
    wanted
        The name of the table or sheet; "" for the one with the most cells.

    Raises
    ------
    Refusal
        If there is no table, none of that name, a DTD, or more than a table can hold.
    """
    counts: Counter[str] = Counter()
    is_xml = kind in {"sheets", "flat"}
    found = _READERS[kind](data, counts)
    tables = _named([table for table in found if table.width], "sheet" if is_xml else "table")
    if not tables:
        what = "the workbook has no sheet with data" if is_xml else "a web page without a table"
        raise Refusal(what if is_xml else f"this file is {what}", "Choose a file with data in it")
    if wanted and wanted not in tables:
        raise Refusal(f"there is no table '{wanted[:100]}'", f"There are {len(tables)} tables")
    sizes = {name: len(table.rows) * table.width for name, table in tables.items()}
    chosen = wanted or max(sizes, key=lambda name: sizes[name])
    facts = {
        "sheet": chosen,
        "sheets": list(tables),
        "tables": [n for n, table in tables.items() if min(len(table.rows), table.width) > 1],
        "error_cells": counts["errors"],
        "formulas_without_value": counts["formulas"],
        "hidden_rows": counts["hidden"],
        "merged_cells": counts["merged"],
        "long_numbers": 0,
    }
    return facts, tables[chosen].cells()


def _named(tables: list[Table], word: str) -> dict[str, Table]:
    """Return tables by names of their own."""
    found: dict[str, Table] = {}
    for place, table in enumerate(tables, start=1):
        name = table.name or f"{word} {place}"
        while name in found:
            name += f" ({place})"
        found[name] = table
    return found


# ---------------------------------------------------------------------------------------- HTML


def _page(data: bytes, counts: Counter[str]) -> list[Table]:
    page = _Page(counts)
    text = data.decode("utf-8", "replace")
    place = 0
    for start, end, token in _tokens(text):
        page.take(text[place:start])
        place = end
        if token is not None:
            page.start(token) if not token.is_end else page.end(token.name)
    page.take(text[place:])
    page.close()
    return page.tables


@dataclass(slots=True)
class _Tag:
    name: str
    is_end: bool
    attributes: dict[str, str]


def _tokens(text: str) -> Iterator[tuple[int, int, _Tag | None]]:
    """Yield where each tag begins and ends; None for what is nothing to see, as a comment."""
    place = 0
    while (start := text.find("<", place)) >= 0:
        found = _TAG.match(text, start)
        if text.startswith("<!--", start):
            place = _behind(text, "-->", start + 4)
            yield start, place, None
        elif text.startswith(("<!", "<?"), start):
            place = _behind(text, ">", start)
            yield start, place, None
        elif found is None:
            place = start + 1
        else:
            tag = _Tag(found[2].lower(), bool(found[1]), {})
            place = _attributes(text, found.end(), tag)
            yield start, place, tag
            if tag.name in _RAW_END and not tag.is_end:
                behind = _RAW_END[tag.name].search(text, place)
                end = len(text) if behind is None else behind.start()
                yield place, end, None
                place = end


def _behind(text: str, mark: str, start: int) -> int:
    """Return the place behind a mark; that of the end where there is none."""
    found = text.find(mark, start)
    return len(text) if found < 0 else found + len(mark)


def _attributes(text: str, place: int, tag: _Tag) -> int:
    """Take the attributes of a tag; return the place behind it."""
    while (found := _ATTRIBUTE.match(text, place)) is not None:
        tag.attributes.setdefault(found[1].lower(), (found[2] or "").strip("\"'"))
        place = found.end()
    return _behind(text, ">", place)


class _Page:
    """Gathers the tables of a page; one inside a cell of another is a table of its own."""

    def __init__(self, counts: Counter[str]) -> None:
        self.tables: list[Table] = []
        self._open: list[tuple[Table, list[str] | None, int]] = []  # with the cell that is open
        self._silent: list[str] = []
        self._caption: list[str] | None = None
        self._counts = counts

    def start(self, tag: _Tag) -> None:
        """Begin a table, a row or a cell."""
        if tag.name in _SILENT:
            self._silent.append(tag.name)
        elif tag.name in _BREAKS:
            self.take(" ")
        elif tag.name == "table":
            if len(self._open) >= DEEPEST or len(self.tables) >= MOST_TABLES:
                raise Refusal("there are too many tables in this page", ELSE)
            self._silent.clear()  # a head that was not closed ends here
            self.tables.append(Table())
            self._open.append((self.tables[-1], None, 0))
        elif self._open and tag.name == "tr":
            self._end_cell()
            self._open[-1][0].start_row()
        elif self._open and tag.name in {"td", "th"}:
            self._end_cell()
            self._start_cell(tag.attributes)
        elif self._open and tag.name == "caption":
            self._caption = []

    def _start_cell(self, attrs: dict[str, str]) -> None:
        table = self._open[-1][0]
        if not table.rows:
            table.start_row()
        across, down = (whole(attrs.get(name)) or 1 for name in ("colspan", "rowspan"))
        self._counts["merged"] += down > 1
        place = table.start_cell(across, down)
        # Excel writes the number in full beside the one that it shows.
        number = attrs.get("x:num")
        table.rows[-1][place] = Number(number or "")
        self._open[-1] = (table, [] if not number else None, place)

    def end(self, tag: str) -> None:
        """End a table, a row or a cell."""
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
        elif self._open and tag in {"td", "th", "tr", "table"}:
            self._end_cell()
            if tag == "table":
                self._open.pop()
        elif self._open and tag == "caption" and self._caption is not None:
            self._open[-1][0].name = _plain(self._caption)
            self._caption = None

    def take(self, data: str) -> None:
        """Take the text of a cell or of a caption."""
        if self._silent or not self._open:
            return
        cell = self._open[-1][1]
        if self._caption is not None:
            self._caption.append(data)
        elif cell is not None:
            cell.append(data)

    def _end_cell(self) -> None:
        table, cell, place = self._open[-1]
        if cell is not None:
            table.rows[-1][place] = _plain(cell)
            self._open[-1] = (table, None, 0)

    def close(self) -> None:
        """End the cells that were left open."""
        while self._open:
            self._end_cell()
            self._open.pop()


def _plain(parts: list[str]) -> str:
    return " ".join(html.unescape("".join(parts)).split())


# --------------------------------------------------------------------------------------- XML


def _sheets(data: bytes, counts: Counter[str]) -> list[Table]:
    workbook = _Workbook(counts)
    parse(data, workbook)
    return workbook.tables


class _Workbook:
    """Gathers the sheets of a workbook in XML."""

    def __init__(self, counts: Counter[str]) -> None:
        self.tables: list[Table] = []
        self._counts = counts
        self._depth = 0
        self._kind = ""
        self._place = 0
        self._has_formula = False
        self._parts: list[str] | None = None

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begin a sheet, a row, a cell or its content."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("the XML is nested too deep", ELSE)
        tag = name.rpartition(" ")[2]
        own = {key.rpartition(" ")[2]: value for key, value in attrs.items()}
        if tag == "Worksheet":
            if len(self.tables) >= MOST_TABLES:
                raise Refusal("there are too many sheets in this workbook", ELSE)
            self.tables.append(Table(own.get("Name", "").strip()))
        elif self.tables and tag == "Row":
            self.tables[-1].start_row(whole(own.get("Index")))
            self._counts["hidden"] += own.get("Hidden") == "1"
        elif self.tables and tag == "Cell" and self.tables[-1].rows:
            spans = (whole(own.get(key)) or 0 for key in ("MergeAcross", "MergeDown"))
            across, down = spans
            self._counts["merged"] += down > 0
            column = whole(own.get("Index"))
            self._place = self.tables[-1].start_cell(across + 1, down + 1, column)
            self._has_formula = "Formula" in own
            self._counts["formulas"] += self._has_formula
        elif self.tables and tag == "Data" and self.tables[-1].rows:
            self._kind = own.get("Type", "String")
            self._parts = []

    def end(self, name: str) -> None:
        """End the content of a cell."""
        self._depth -= 1
        if name.rpartition(" ")[2] != "Data" or self._parts is None:
            return
        text = "".join(self._parts)
        self._counts["formulas"] -= self._has_formula
        self._has_formula = False
        if self._kind == "Error":
            self._counts["errors"] += 1
            text = ""
        elif self._kind == "Boolean":
            text = {"1": "true", "0": "false"}.get(text.strip(), text)
        elif self._kind == "Number":
            text = Number(text)
        row = self.tables[-1].rows[-1]
        if self._place < len(row):
            row[self._place] = text
        self._parts = None

    def text(self, data: str) -> None:
        """Take the content of a cell."""
        if self._parts is not None:
            self._parts.append(data)


# ------------------------------------------------------------------------------ kinds of files


def _pages(data: bytes, counts: Counter[str]) -> list[Table]:
    return [table for page in pages_of(data) for table in _page(page, counts)]


def _flat(data: bytes, counts: Counter[str]) -> list[Table]:
    sheets = FlatSheets(counts)
    parse(data, sheets)
    return sheets.tables


_READERS: dict[str, Callable[[bytes, Counter[str]], list[Table]]] = {
    "page": _page,
    "pages": _pages,
    "sheets": _sheets,
    "flat": _flat,
}
