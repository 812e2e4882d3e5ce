"""Tables in web pages, also in one file (MHTML), and workbooks in XML: often named .xls.

Spreadsheet programs open them under that name, so that many systems export them so. They are
read in a child process, without DTDs and entities of their own. HTML is cut into tags here, since
the parser of the library takes time in the square of what has no end.

References
----------
OASIS, OpenDocument v1.3, part 3: 9.1 (tables, rows and cells) and 19.385 (`office:value-type`).
RFC 2557, MIME Encapsulation of Aggregate Documents, such as HTML.
"""

from __future__ import annotations

import codecs
import html
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol
from xml.parsers import expat

from evalgui.core.vocabulary import phrase
from evalgui.io.formats import workbook
from evalgui.io.formats.format import Format
from evalgui.io.formats.workbook import Number
from evalgui.io.sandbox.columns import Refusal
from evalgui.io.sandbox.parent import run
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from evalgui.core.checks import Finding
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = phrase("HTML table")
XML_NAME = phrase("workbook in XML")
FLAT_NAME = phrase("flat OpenDocument")
SINGLE_NAME = phrase("web page in one file")
_FILES = phrase("web pages and workbooks in XML")

_PAGE = re.compile(rb"(?i)<(?:!doctype\s+html|html|head|body|meta|table|style|div|center|font)\b")
_HEAD = 4_096
_SHEET_XML = b"urn:schemas-microsoft-com:office:spreadsheet"
_FLAT = b"application/vnd.oasis.opendocument.spreadsheet"
_FIELD = re.compile(rb"[A-Za-z-]{1,60}:")
_CHARSET = re.compile(rb"\bcharset=[\"']?([A-Za-z0-9_-]{1,40})")


def sniff(source: Source) -> bool:
    """Return whether a file starts as a web page does, or as a workbook in XML."""
    if _is_single_page(source):
        return True
    return source.head.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<") and (
        _is_sheet_xml(source) or _is_flat(source) or _is_page(source)
    )


def _is_single_page(source: Source) -> bool:
    """Return whether it is web pages in one file (MHTML), which begins as a mail does."""
    head = source.head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if _FIELD.match(head) is None:
        return False
    head = head[:_HEAD].lower()
    return b"mime-version:" in head and b"multipart/related" in head


def _is_flat(source: Source) -> bool:
    """Return whether it is a flat OpenDocument with sheets (.fods)."""
    head = source.head.replace(b"\0", b"")
    return b"office:document" in head and _FLAT in head and not _is_page(source)


def _is_sheet_xml(source: Source) -> bool:
    return _SHEET_XML in source.head.replace(b"\0", b"") and not _is_page(source)


def _is_page(source: Source) -> bool:
    head = source.head.replace(b"\0", b"")
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\xff\xfe \t\r\n")
    for start, end in ((b"<?xml", b"?>"), (b"<!--", b"-->")):
        while head.startswith(start):
            head = head.partition(end)[2].lstrip()
    return _PAGE.match(head) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return a table of a web page, or a sheet of a workbook in XML, read in a child process.

    A cell has the text that is shown in it, or the number that stands in full beside it.
    Parameters and errors are those of `workbook.read`, and the encoding is of interest, too.
    """
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import Reading
    from evalgui.io.text.encoding import as_utf8

    findings: tuple[Finding, ...] = ()
    if _is_single_page(source):
        kind, how = "pages", Reading(SINGLE_NAME, sheet_word="table")
    elif _is_flat(source):
        kind, how = "flat", Reading(FLAT_NAME)
    elif _is_sheet_xml(source):
        kind, how = "sheets", Reading(XML_NAME)
    else:
        decoded = as_utf8(source, options.encoding or _declared(source))
        kind, how = "page", Reading(NAME, encoding=decoded.encoding, sheet_word="table")
        source, findings = Source(source.name, decoded.view, source.digest), decoded.findings
    result = run(read_in_child, _FILES, source, watch.part(0.0, 0.8), kind, options.sheet or "")
    table = workbook.table_of(source, options, result, watch, how)
    return replace(table, findings=(*findings, *table.findings))


def _declared(source: Source) -> str | None:
    """Return the encoding that a page says it has; None where it says none that is known."""
    from evalgui.io.meaning import ENCODINGS

    found = _CHARSET.search(source.head)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode()).name
    except LookupError:
        return None
    return name if name in ENCODINGS and name != "utf-8" else None


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".htm", ".html", ".mht", ".mhtml", ".xml", ".fods"),
    description=phrase("HTML, XML named .xls"),
    help=(
        phrase(
            "what hospital systems export: the table of a web page (asked which where there are "
            "several), with the number that Excel keeps beside the one it shows; web pages in one "
            "file (MHTML), as spreadsheet programs save them; workbooks in Excel's XML of 2003 "
            "and in flat OpenDocument (.fods)"
        )
    ),
)


# ------------------------------------------------------------ in the child: tables, and XML


MOST_CELLS = 20_000_000
MOST_TABLES = 1_000
MOST_ROWS = 1_048_576
DEEPEST = 100

ELSE = phrase("Save the data as CSV")
_NUMBER = re.compile(r"[1-9][0-9]{0,6}")


@dataclass(slots=True)
class Table:
    """A table as it is read: its rows, and the cells that reach down into the next ones."""

    name: str = ""
    rows: list[list[str]] = field(default_factory=list)
    width: int = 0
    reaching: dict[int, int] = field(default_factory=dict)  # column: rows that are still covered
    new: dict[int, int] = field(default_factory=dict)

    def start_row(self, number: int | None = None) -> None:
        """Begin a row; the number says which, from 1, where it is not the next."""
        if number is not None and len(self.rows) < number <= MOST_ROWS:
            self.rows += [[] for _ in range(number - 1 - len(self.rows))]
        if len(self.rows) >= MOST_ROWS:
            raise Refusal(phrase("the table is too large: it has too many rows"), ELSE)
        left = {column: n - 1 for column, n in self.reaching.items() if n > 1}
        self.reaching = left | self.new
        self.new = {}
        self.rows.append([])

    def start_cell(self, across: int, down: int, column: int | None = None) -> int:
        """Return the column of the next cell of the row, and keep room for it.

        Parameters
        ----------
        across, down
            How many columns and rows it covers.
        column
            Which column, from 1, where it is not the next.
        """
        row = self.rows[-1]
        if column is not None and len(row) < column <= MOST_COLUMNS:
            row += [""] * (column - 1 - len(row))
        while self.reaching.get(len(row), 0) and len(row) < MOST_COLUMNS:
            row.append("")
        place = len(row)
        row += [""] * across
        self.width = max(self.width, len(row))
        if len(row) > MOST_COLUMNS:
            raise Refusal(too_many_columns(), HINT)
        if len(self.rows) * self.width > MOST_CELLS:
            raise Refusal(phrase("the table is too large: it has too many cells"), ELSE)
        if down > 1:
            self.new |= dict.fromkeys(range(place, place + across), down - 1)
        return place

    def cells(self) -> list[list[str]]:
        """Return the rows, all of one width."""
        return [[*row, *[""] * (self.width - len(row))] for row in self.rows]


class Gatherer(Protocol):
    """What XML is told to, element by element."""

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begin an element; namespaces stand before names, with a blank between."""

    def end(self, name: str) -> None:
        """End an element."""

    def text(self, data: str) -> None:
        """Take text."""


def parse(data: bytes, gatherer: Gatherer) -> None:
    """Walk through XML that has no DTD and no entities of its own.

    Raises
    ------
    Refusal
        If it is damaged, or has them.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = _refuse_definitions
    parser.EntityDeclHandler = _refuse_definitions
    parser.StartElementHandler = gatherer.start
    parser.EndElementHandler = gatherer.end
    parser.CharacterDataHandler = gatherer.text
    parser.buffer_text = True
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat takes it by its place
    except expat.ExpatError:
        message = phrase("the workbook in XML is damaged or incomplete")
        raise Refusal(message, phrase("Save it again, or save the data as CSV")) from None


def whole(text: str | None) -> int | None:
    """Return a whole number from 1; None where this is none."""
    found = _NUMBER.fullmatch((text or "").strip())
    return int(found[0]) if found else None


def _refuse_definitions(*_: object) -> None:
    message = phrase("the workbook is unsafe: it defines XML entities or a DTD")
    raise Refusal(message, phrase("Save it again, or save the data as CSV"))


_SILENT = frozenset({"script", "style", "head", "template"})
_BREAKS = frozenset({"br", "p", "div", "li", "hr"})
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*+)")
_ATTRIBUTE = re.compile(r"[\s/]*+([^\s/>=]++|=)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?")
_RAW_END = {tag: re.compile(f"(?i)</{tag}") for tag in ("script", "style")}


def read_in_child(
    data: bytes, kind: str, wanted: str = ""
) -> tuple[dict[str, Any], dict[str, bytes]]:
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
        what = (
            phrase("the workbook has no sheet with data")
            if is_xml
            else phrase("this file is a web page without a table")
        )
        raise Refusal(what, phrase("Choose a file with data in it"))
    if wanted and wanted not in tables:
        raise Refusal(
            phrase("there is no table '{wanted}'", wanted=wanted[:100]),
            phrase("There are {n} tables", n=len(tables)),
        )
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
    cells = workbook.texts_of(tables[chosen].cells(), len(data))
    return facts, workbook.in_parts(cells)


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
                raise Refusal(phrase("there are too many tables in this page"), ELSE)
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
            raise Refusal(phrase("the XML is nested too deep"), ELSE)
        tag = name.rpartition(" ")[2]
        own = {key.rpartition(" ")[2]: value for key, value in attrs.items()}
        if tag == "Worksheet":
            if len(self.tables) >= MOST_TABLES:
                raise Refusal(phrase("there are too many sheets in this workbook"), ELSE)
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


# ----------------------------------------------------------------------- flat OpenDocument


_BASE = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _TEXT = (f"{_BASE}{name}:1.0 " for name in ("table", "office", "text"))
_CELLS = frozenset({f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"})
_UNSEEN = (
    f"{_OFFICE}annotation",
    f"{_BASE}drawing:1.0 ",
    f"{_TABLE}shapes",
)
_VALUES = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}
_NUMBERS = frozenset({"float", "percentage", "currency"})


class FlatSheets:
    """Gathers the sheets; what only pads them, a million empty rows, is never made."""

    def __init__(self, counts: Counter[str]) -> None:
        self.tables: list[Table] = []
        self._counts = counts
        self._depth = self._silent_from = 0
        self._row: list[str] | None = None
        self._n_rows = self._n_cells = 1  # how often the row, or the cell, stands there
        self._n_empty_rows = self._n_empty = 0  # that are made when something follows
        self._value: str | None = None
        self._parts: list[str] | None = None
        self._is_error = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begin a sheet, a row, a cell or its text."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal(phrase("the XML is nested too deep"), ELSE)
        if self._silent_from:
            return
        is_inner = name == f"{_TABLE}table" and self._row is not None
        if name.startswith(_UNSEEN) or is_inner:
            self._silent_from = self._depth
        elif name == f"{_TABLE}table":
            if len(self.tables) >= MOST_TABLES:
                raise Refusal(phrase("there are too many sheets in this workbook"), ELSE)
            self.tables.append(Table(attrs.get(f"{_TABLE}name", "").strip()))
            self._n_empty_rows = 0
        elif self.tables and name == f"{_TABLE}table-row":
            self._row, self._n_empty = [], 0
            self._n_rows = whole(attrs.get(f"{_TABLE}number-rows-repeated")) or 1
            hidden = attrs.get(f"{_TABLE}visibility", "visible") != "visible"
            self._counts["hidden"] += self._n_rows if hidden else 0
        elif self._row is not None and name in _CELLS:
            self._start_cell(attrs)
        elif self._parts is not None:
            self._start_text(name, attrs)

    def _start_cell(self, attrs: dict[str, str]) -> None:
        kind = attrs.get(f"{_OFFICE}value-type", "")
        self._n_cells = whole(attrs.get(f"{_TABLE}number-columns-repeated")) or 1
        self._counts["merged"] += (whole(attrs.get(f"{_TABLE}number-rows-spanned")) or 1) > 1
        value = "value" if kind in _NUMBERS else _VALUES.get(kind, "string-value")
        said = attrs.get(f"{_OFFICE}{value}")
        self._value = Number(said) if said is not None and kind in _NUMBERS else said
        has_formula = f"{_TABLE}formula" in attrs
        self._counts["formulas"] += has_formula and not kind
        self._is_error = any(
            key.endswith(" value-type") and said == "error" for key, said in attrs.items()
        )
        self._parts = []

    def _start_text(self, name: str, attrs: dict[str, str]) -> None:
        parts = self._parts
        if parts is None:
            return
        if name == f"{_TEXT}s":
            parts.append(" " * min(whole(attrs.get(f"{_TEXT}c")) or 1, 100))
        elif name in {f"{_TEXT}tab", f"{_TEXT}line-break"} or (parts and name == f"{_TEXT}p"):
            parts.append(" ")

    def text(self, data: str) -> None:
        """Take the text of a cell."""
        if self._parts is not None and not self._silent_from:
            self._parts.append(data)

    def end(self, name: str) -> None:
        """End a cell or a row."""
        depth, self._depth = self._depth, self._depth - 1
        if self._silent_from:
            self._silent_from = 0 if depth == self._silent_from else self._silent_from
        elif name in _CELLS and self._row is not None and self._parts is not None:
            self._end_cell(self._row, "".join(self._parts))
            self._parts = None
        elif name == f"{_TABLE}table-row" and self._row is not None:
            self._end_row(self.tables[-1], self._row)
            self._row = None

    def _end_cell(self, row: list[str], shown: str) -> None:
        if self._is_error:
            self._counts["errors"] += self._n_cells
        cell = "" if self._is_error else shown.strip() if self._value is None else self._value
        if not cell:
            self._n_empty += self._n_cells
            return
        if len(row) + self._n_empty + self._n_cells > MOST_COLUMNS:
            raise Refusal(too_many_columns(), HINT)
        row += [""] * self._n_empty + [cell] * self._n_cells
        self._n_empty = 0

    def _end_row(self, table: Table, row: list[str]) -> None:
        if not row:
            self._n_empty_rows += self._n_rows
            return
        if len(table.rows) + self._n_empty_rows + self._n_rows > MOST_ROWS:
            raise Refusal(phrase("the table is too large: it has too many rows"), ELSE)
        table.width = max(table.width, len(row))
        if (len(table.rows) + self._n_empty_rows + self._n_rows) * table.width > MOST_CELLS:
            raise Refusal(phrase("the table is too large: it has too many cells"), ELSE)
        table.rows += [[] for _ in range(self._n_empty_rows)]
        table.rows += [list(row) for _ in range(self._n_rows)]
        self._n_empty_rows = 0


# ------------------------------------------------------------------------------------ MHTML


_BLANK = b"\xef\xbb\xbf \t\r\n"


def pages_of(data: bytes) -> Iterator[bytes]:
    """Yield each page of a file, in UTF-8.

    Raises
    ------
    Refusal
        If there are too many parts, or a page is not in the encoding that it names.
    """
    from email import message_from_bytes

    try:
        parts = [
            part
            for part in message_from_bytes(data.lstrip(_BLANK)).walk()
            if not part.is_multipart()
        ]
    except RecursionError:
        raise Refusal(
            phrase("the parts of the page are nested too deep"), phrase("Save it as CSV")
        ) from None
    if len(parts) > MOST_TABLES:
        raise Refusal(phrase("there are too many parts in this page"), phrase("Save it as CSV"))
    for part in parts:
        page = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(page, bytes):
            yield _in_utf8(page, part.get_content_charset())


def _in_utf8(page: bytes, declared: str | None) -> bytes:
    said = _CHARSET.search(page[:_HEAD])
    named = declared if declared not in {None, "us-ascii"} else (said and said[1].decode())
    # What names none is in UTF-8, or as the system of old had it.
    for encoding in (named,) if named else ("utf-8", "cp1252"):
        try:
            return page.decode(encoding or "utf-8").encode()
        except (UnicodeDecodeError, LookupError):
            continue
    message = phrase("the page is not in the encoding that it names")
    raise Refusal(message, phrase("Save it again as CSV"))
