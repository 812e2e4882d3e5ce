"""Workbooks: Excel (.xlsx, .xlsb, .xls) and OpenDocument (.ods), read in a child process.

The child loads nothing of the rest of the program: what only this side needs is imported where
it is used.
"""

from __future__ import annotations

import datetime as dt
import io
import json
import re
import zipfile
from collections import Counter
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats import zip_archive
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import one_of_several, table_of_columns
from evalgui.io.sandbox.columns import AGAIN, Refusal
from evalgui.io.sandbox.parent import run
from evalgui.io.widths import rows_of_a_glance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import Reading, ReadOptions
    from evalgui.io.sandbox.parent import Result
    from evalgui.io.table import RawTable
    from evalgui.io.text.heading import Heading

NAME = phrase("workbook")

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.spreadsheet"
_LEAST_ROWS = 8
_SAMPLE_ROWS = 200


def sniff(source: Source) -> bool:
    """Return whether a file is an old workbook, or an archive with the parts of a new one."""
    if source.head.startswith(_OLE):
        return True
    if not zip_archive.is_archive(source):
        return False
    names = zip_archive.names(source)
    has_parts = any(name.startswith(b"xl/") for name in names) if names else b"xl/" in source.data
    return has_parts or _OPEN_DOCUMENT in source.head[:200]


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table on one sheet of a workbook.

    The cells are what the program that saved it had calculated; a number has the fewest
    digits that name it exactly.

    Parameters
    ----------
    source
        The whole file.
    options
        The sheet, the decimal sign of numbers that are text, and whether there is a header.
        Without a sheet, the one with the most cells is read, and that is said.
    watch
        Asked whether to go on.

    Raises
    ------
    ReadingError
        If it is no workbook, is damaged, has a password, or is too large, or there is no such
        sheet.
    DataError
        If the sheet is empty.
    CancelledError
        If the watch says so.
    """
    from evalgui.io.meaning import Reading

    result = run(
        read_in_child, phrase("workbooks"), source, watch.part(0.0, 0.8), options.sheet or ""
    )
    return table_of(source, options, result, watch, Reading(NAME))


def table_of(
    source: Source, options: ReadOptions, result: Result, watch: Watch, how: Reading
) -> RawTable:
    """Return the table that the cells of a sheet make, as a child has read them.

    Parameters and errors are those of `read`; `how` says the format, and what a sheet is
    called in it.
    """
    from evalgui.io.table import let_go
    from evalgui.io.text.cross_table import CROSS_TABLE, plain_rows

    cells: list[list[str]] = []
    for part in result.parts.values():
        cells += json.loads(bytes(part))
        watch.look()
    try:
        watch.step(0.9, phrase("reading the cells"))
        plain = plain_rows(cells)  # of a statistical program
        table = _table(source, options, result.facts, plain or cells, how)
        return table if plain is None else replace(table, findings=(*table.findings, CROSS_TABLE))
    finally:
        let_go(cells)


def _table(
    source: Source,
    options: ReadOptions,
    facts: dict[str, Any],
    cells: list[list[str]],
    how: Reading,
) -> RawTable:
    """Return the table that the cells of a sheet make."""
    from evalgui.io.table import find_notes, likely_decimal, text_column, two_header_rows

    is_sheet = how.sheet_word == "sheet"
    where = phrase(
        "{file}, sheet '{name}'" if is_sheet else "{file}, table '{name}'",
        file=source.name,
        name=facts["sheet"],
    )
    lines = [number for number, row in enumerate(cells, start=1) if any(map(str.strip, row))]
    if not lines:
        hint = phrase(
            "Choose another sheet, or a file with data in it"
            if is_sheet
            else "Choose another table, or a file with data in it"
        )
        message = phrase(
            "the sheet is empty: there are no data rows"
            if is_sheet
            else "the table is empty: there are no data rows"
        )
        raise DataError(message, where=where, hint=hint)
    rows = [cells[number - 1] for number in lines]
    width = _own_width(rows)
    n_beside = sum(any(row[place].strip() for row in rows) for place in range(width, len(rows[0])))
    rows = [row[:width] for row in rows] if n_beside else rows
    n_before = _preamble(rows)
    rows, lines = rows[n_before:], lines[n_before:]
    heading = _heading(rows, options)
    n_before += heading.n_above
    header_rows = rows[heading.n_above : heading.n_rows]
    rows, lines = rows[heading.n_rows :], lines[heading.n_rows :]
    has_header, headers = bool(header_rows), list(heading.names)
    used = [place for place, name in enumerate(headers) if name.strip() or _is_used(rows, place)]
    headers = [headers[place] for place in used]
    head = rows[: rows_of_a_glance(len(used))]
    decimal = options.decimal or likely_decimal([row[place] for row in head for place in used])
    columns = [text_column(row[place] for row in rows) for place in used]
    n_gaps = lines[-1] - lines[0] + 1 - len(lines) if lines else 0
    own_headers = [tuple(row[place] for place in used) for row in header_rows]
    notes = find_notes(columns, own_headers)
    table = table_of_columns(
        source.name,
        headers,
        columns,
        replace(
            how,
            header=has_header,
            decimal=decimal,
            sheet=facts["sheet"],
            sheets=tuple(facts["sheets"]),
            is_sheet_guess=options.sheet is None and len(facts["tables"]) > 1,
        ),
        n_rows=len(rows),
        before=(
            *one_of_several(
                how.sheet_word, facts["sheet"], facts["sheets"], is_guess=options.sheet is None
            ),
            *_layout_findings(n_before, n_gaps, is_sheet=is_sheet, has_header=has_header),
            *([two_header_rows()] if len(header_rows) > 1 else ()),
        ),
        after=tuple(notes.findings(lines.__getitem__)),
        exclusions=notes.exclusions(),
        lines=_as_lines(lines),
    )
    findings = (
        *_hidden_findings(facts, dict(zip(used, table.names, strict=True))),
        *_beside_findings(n_beside),
        *_cell_findings(facts),
    )
    return replace(table, findings=(*table.findings, *findings))


def _as_lines(lines: Sequence[int]) -> Any:  # noqa: ANN401 - an array of numpy
    import numpy as np

    return np.array(lines, np.intp)


def _heading(rows: Sequence[Sequence[str]], options: ReadOptions) -> Heading:
    """Return the rows before the data from here on; none where there is no header."""
    from evalgui.io.text.header import is_header
    from evalgui.io.text.heading import Heading, find_heading

    head = rows[: _SAMPLE_ROWS + 1]
    found = None if options.header is False else find_heading(head)
    if found is not None:
        return found
    if options.header or (options.header is None and is_header(head[0], head[1:])):
        return Heading(0, 1, tuple(head[0]))
    return Heading(0, 0, ("",) * len(head[0]))


def _own_width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many columns the table has: less than the sheet where results stand beside it.

    Those are behind an empty column, in a few of the rows of which all have a first cell.
    """
    width = len(rows[0])
    if len(rows) < _LEAST_ROWS or not all(row[0].strip() for row in rows):
        return width
    for place in range(2, width - 1):
        if not _is_used(rows, place):
            n_filled = sum(any(cell.strip() for cell in row[place:]) for row in rows)
            return place if 0 < n_filled <= len(rows) / 4 else width
    return width


def _preamble(rows: Sequence[Sequence[str]]) -> int:
    """Return how many rows stand before the table: titles, with a single cell each."""
    widths = [sum(cell.strip() != "" for cell in row) for row in rows[:_SAMPLE_ROWS]]
    if max(widths) == 1:
        return 0
    return next(place for place, width in enumerate(widths) if width > 1)


def _is_used(rows: Sequence[Sequence[str]], place: int) -> bool:
    return any(row[place].strip() for row in rows)


# ------------------------------------------------------------------------------- findings


def _hidden_findings(facts: dict[str, Any], names: dict[int, str]) -> Iterator[Finding]:
    """Yield which columns the workbook hides."""
    from evalgui.io.meaning import listed

    hidden = [names[place] for place in facts.get("hidden_columns", ()) if place in names]
    if hidden:
        text = phrase(
            "columns hidden in the workbook, read all the same: {hidden}", hidden=listed(hidden)
        )
        yield Finding("hidden_columns", text, len(hidden))


def _beside_findings(n_beside: int) -> Iterator[Finding]:
    if n_beside:
        text = phrase(
            "columns beside the table, behind an empty one, that are no part of it: {n}",
            n=grouped(n_beside),
        )
        yield Finding("beside_table", text, n_beside)


def _layout_findings(
    n_before: int, n_gaps: int, *, is_sheet: bool, has_header: bool
) -> Iterator[Finding]:
    if n_before:
        text = phrase(
            "rows before the header that are no part of the table: {n}", n=grouped(n_before)
        )
        yield Finding("extra_lines", text, n_before)
    if n_gaps:
        text = phrase("blank rows between the rows: {n}", n=grouped(n_gaps))
        yield Finding("blank_lines", text, n_gaps)
    if not has_header:
        text = phrase(
            "the sheet has no header row: its columns are called 'column 1', 'column 2', ..."
            if is_sheet
            else "the table has no header row: its columns are called 'column 1', 'column 2', ..."
        )
        yield Finding("header_missing", text)


def _cell_findings(facts: dict[str, Any]) -> Iterator[Finding]:
    for code, fact, words in _UNLIKE_THEY_LOOK:
        if facts[fact]:
            text = phrase("{words}: {n}", words=words, n=grouped(facts[fact]))
            yield Finding(code, text, facts[fact])


_UNLIKE_THEY_LOOK = (
    ("error_cells", "error_cells", phrase("cells with an error such as #N/A, read as empty cells")),
    (
        "formula_no_cache",
        "formulas_without_value",
        phrase("formulas whose value was not saved, read as empty cells"),
    ),
    (
        "hidden_rows",
        "hidden_rows",
        phrase("rows that the workbook hides, as a filter does, read all the same"),
    ),
    (
        "merged_cells",
        "merged_cells",
        phrase("cells merged over several rows, read as a value in the first and empty ones below"),
    ),
    (
        "long_numbers",
        "long_numbers",
        phrase(
            "whole numbers beyond 2^53 whose last digits may be lost (ids belong in cells of text)"
        ),
    ),
)


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".xlsx", ".xls", ".xlsb", ".ods"),
    description="Excel, OpenDocument",
    help=(
        phrase(
            ".xlsx, .xls, .xlsb and .ods; where several sheets hold tables, the sheet is asked "
            "for; hidden rows are read, and counted, hidden columns named; results beside the "
            "table are no part of it"
        )
    ),
)


# ---------------------------------------------------------------------------- in the child

MOST_CELLS = 20_000_000
LONGEST_CELL = 1_000_000
CELLS_AT_ONCE = 50_000
_BLOCK = 1 << 20
_HEAD = 4096
_ROWS_WEIGHED = 1_000  # before it is looked how large their texts are
_LOCKED = (phrase("the workbook has a password"), phrase("Save it without one"))
_FORMULA = re.compile(rb"<f[ />]")
_VALUE = re.compile(rb"<v(?:\s[^<>]*)?>[^<]")
_COLUMN = re.compile(rb"<col\b[^<>]*>")
_HIDDEN = re.compile(rb"\bhidden=[\"'](?:1|true)[\"']")
_ENDS = re.compile(rb"\b(min|max)=.(\d{1,6})")
_OF_COLUMN = (b"min", b"max")
_MOST_HIDDEN = 1_000
_HIDDEN_ROW = re.compile(rb"<row\b[^<>]*\bhidden=[\"'](?:1|true)[\"']")
_MERGED = re.compile(rb"<mergeCell\b[^<>]*\bref=[\"'][A-Z]+([0-9]+):[A-Z]+([0-9]+)[\"']")
_ERROR = re.compile(rb"<c\b[^<>]*\bt=[\"']e[\"']")


def read_in_child(data: bytes, wanted: str = "") -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the cells of a sheet: the wanted one, or the one that is most like a table."""
    oddities = _inspect_members(data) if data.startswith(b"PK") else Counter()
    hidden = _hidden_columns(oddities)
    import python_calamine

    try:
        opened = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        sheets = _sheets(opened)
        if wanted and wanted not in sheets:
            raise Refusal(
                phrase("there is no sheet '{wanted}'", wanted=wanted[:100]),
                phrase("There are {n} sheets", n=len(sheets)),
            )
        tables = [name for name, shape in sheets.items() if min(shape) > 1]
        chosen = wanted or max(sheets, key=lambda name: sheets[name][0] * sheets[name][1])
        rows = opened.get_sheet_by_name(chosen).to_python(skip_empty_area=False)
        tables = [one for one in tables if one == chosen or not _explains(opened, one, rows)]
    except python_calamine.PasswordError:
        raise Refusal(*_LOCKED) from None
    except python_calamine.CalamineError:
        message = phrase("the workbook is damaged: it cannot be read")
        raise Refusal(message, AGAIN) from None
    del opened
    cells = texts_of(rows, len(data))
    facts = {
        "sheet": chosen,
        "sheets": list(sheets),
        "tables": tables,
        "error_cells": oddities["errors"],
        "formulas_without_value": oddities["formulas"],
        "hidden_rows": oddities["hidden"],
        "hidden_columns": hidden,
        "merged_cells": oddities["merged"],
        "long_numbers": sum(
            may_have_lost_digits(cell) for cell in chain.from_iterable(rows) if type(cell) is float
        ),
    }
    return facts, in_parts(cells)


def in_parts(cells: list[list[str]]) -> dict[str, bytes]:
    """Return rows as JSON in parts that can be read without keeping others waiting."""
    n_rows = max(1, CELLS_AT_ONCE // max(len(cells[0]), 1)) if cells else 1
    starts = range(0, len(cells), n_rows)
    return {str(start): json.dumps(cells[start : start + n_rows]).encode() for start in starts}


def texts_of(rows: Sequence[Sequence[object]], n_bytes: int) -> list[list[str]]:
    """Return the cells of a file of so many bytes as texts, or refuse those that no table has."""
    limit = max(zip_archive.FREE_TEXT, zip_archive.LARGEST_TEXT_RATIO * n_bytes)
    size = 0
    texts: list[list[str]] = []
    for start in range(0, len(rows), _ROWS_WEIGHED):
        # Most cells of a sheet are texts or empty: a call for each would take most of the time.
        texts += (
            [cell if type(cell) is str else text_of(cell) for cell in row]
            for row in rows[start : start + _ROWS_WEIGHED]
        )
        lengths = list(map(len, chain.from_iterable(texts[start:])))
        size += sum(lengths)
        if max(lengths, default=0) > LONGEST_CELL or size > limit:
            message = (
                phrase(
                    "the file becomes too large when it is unpacked: a cell of {n} characters",
                    n=grouped(max(lengths)),
                )
                if size <= limit
                else phrase(
                    "the file becomes too large when it is unpacked: {n} bytes of text",
                    n=grouped(limit),
                )
            )
            raise Refusal(message, phrase("Save the data as CSV or Parquet"))
    write_commas(texts, rows)
    return texts


def _inspect_members(data: bytes) -> Counter[str]:
    """Refuse what no spreadsheet program writes; count what is read unlike it looks.

    Returns
    -------
    Counter
        ``"errors"``, such as #N/A, ``"formulas"`` whose value was not saved, ``"hidden"`` rows,
        and cells that are ``"merged"`` over several rows.
    """
    found: Counter[str] = Counter()
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        for member in zip_archive.checked(opened, len(data)):
            if _is_locked(opened, member):
                raise Refusal(*_LOCKED)
            if not member.filename.endswith((".xml", ".rels", ".vml")):
                continue
            with opened.open(member) as stream:
                head = stream.read(_HEAD).replace(b"\0", b"").upper()
                if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
                    message = phrase("the workbook is unsafe: it defines XML entities or a DTD")
                    raise Refusal(message, AGAIN)
            if (
                "worksheets/" in member.filename
                and member.file_size < zip_archive.FREE_CONTENT // 8
            ):
                content = opened.read(member)
                found["errors"] += len(_ERROR.findall(content))
                if b"<f" in content:
                    found["formulas"] += sum(
                        _FORMULA.search(cell) is not None and _VALUE.search(cell) is None
                        for cell in content.split(b"</c>")
                    )
                found["hidden"] += len(_HIDDEN_ROW.findall(content))
                found["worksheets"] += 1
                for tag in filter(_HIDDEN.search, _COLUMN.findall(content)):
                    ends = {name: int(number) for name, number in _ENDS.findall(tag)}
                    if len(ends) < len(_OF_COLUMN):
                        continue
                    last = min(ends[b"max"], ends[b"min"] + _MOST_HIDDEN)
                    found.update(f"column:{place}" for place in range(ends[b"min"] - 1, last))
                found["merged"] += sum(top != end for top, end in _MERGED.findall(content))
    return found


def _hidden_columns(found: Counter[str]) -> list[int]:
    """Return the columns that the only worksheet of a workbook hides, from 0; [] of several."""
    if found["worksheets"] != 1:
        return []
    return sorted(int(key.partition(":")[2]) for key in found if key.startswith("column:"))


def _is_locked(opened: zipfile.ZipFile, member: zipfile.ZipInfo) -> bool:
    """Return whether a member says that an OpenDocument has a password."""
    if member.filename != "META-INF/manifest.xml":
        return member.filename == "encrypted-package"
    return member.file_size <= _BLOCK and b"encryption-data" in opened.read(member)


def _sheets(opened: Any) -> dict[str, tuple[int, int]]:  # noqa: ANN401 - known only in the child
    """Return the rows and columns of each sheet."""
    shapes = {}
    for name in opened.sheet_names:
        end = opened.get_sheet_by_name(name).end  # its last row and column, from 0
        height, width = (0, 0) if end is None else (end[0] + 1, end[1] + 1)
        shapes[name] = (height, width)
        if height * width > MOST_CELLS:
            message = phrase(
                "a sheet is too large: {height} rows and {width} columns, mostly empty cells or "
                "more than can be read",
                height=grouped(height),
                width=grouped(width),
            )
            raise Refusal(message, phrase("Save the data as CSV or Parquet"))
    if not shapes:
        raise Refusal(
            phrase("the workbook has no sheet with data"), phrase("Choose a file with data in it")
        )
    return shapes


_MOST_EXPLAINED = 1_000  # lines of a sheet that explains columns: each takes one or a few


def _explains(opened: Any, name: str, rows: Sequence[Sequence[object]]) -> bool:  # noqa: ANN401
    """Return whether a sheet is a legend: half its lines or more begin with a column of the data.

    A heading may have more behind the name, such as a unit.
    """
    lines = opened.get_sheet_by_name(name).to_python(skip_empty_area=False, nrows=_MOST_EXPLAINED)
    heads = {str(cell).strip() for row in rows[:1] for cell in row} - {""}
    begins = [str(line[0]).strip() for line in lines if line and str(line[0]).strip()]
    named = {
        one for one in begins if any(head == one or head.startswith(f"{one} ") for head in heads)
    }
    return len(named) > 1 and 2 * len(named) >= len(begins)


_LONGEST_ID = 1e22
_LONGEST_NUMBER = 80
# Behind a decimal sign there are not just three digits, but for a number that begins with 0.
_WITH_SIGN = (
    r"\s*(?:[<>]=?|[≤≥])?\s*[+-]?"
    r"(?:0{sign}[0-9]+|[0-9]+{sign}(?:[0-9]{{1,2}}|[0-9]{{4,}}))(?![0-9.,])"
)
_WITH_COMMA, _WITH_POINT = (re.compile(_WITH_SIGN.format(sign=sign)) for sign in (",", r"\."))


class Number(str):
    """A number as a workbook in text keeps it: with a point, whatever the texts beside it have."""

    __slots__ = ()


def text_of(cell: object) -> str:
    """Return a cell as the text that a table shows."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 2**53 else repr(cell)
    if isinstance(cell, (dt.datetime, dt.date, dt.time)):
        return cell.isoformat(" ") if isinstance(cell, dt.datetime) else cell.isoformat()
    return str(cell)


def write_commas(texts: Sequence[list[str]], rows: Sequence[Sequence[object]]) -> None:
    """Give numbers a decimal comma where the texts of their column have one, and none a point.

    A number of a workbook has no decimal sign until it is shown. Beside texts such as "<0,05"
    it is shown with a comma, and goes by that sign.

    Parameters
    ----------
    texts
        What `text_of` makes of the cells; changed.
    rows
        The cells.

    Examples
    --------
    >>> texts = [["CRP", "0,5 h"], ["0.5", "0.5"], ["<0,05", "1.5"]]
    >>> write_commas(texts, [["CRP", "0,5 h"], [0.5, 0.5], ["<0,05", "1.5"]])
    >>> texts
    [['CRP', '0,5 h'], ['0,5', '0.5'], ['<0,05', '1.5']]
    """
    for place in range(len(rows[0]) if rows else 0):
        if _has_commas([row[place] for row in rows]):
            for row, own in zip(texts, rows, strict=True):
                if isinstance(own[place], (float, Number)):
                    row[place] = row[place].replace(".", ",")


def _has_commas(column: Sequence[object]) -> bool:
    kinds = set(map(type, column))
    if str not in kinds or kinds.isdisjoint({float, Number}):
        return False
    texts = [cell for cell in column if type(cell) is str and 0 < len(cell) <= _LONGEST_NUMBER]
    texts = texts[1:]  # behind the name of the column, which may be "0,5 h"
    return any(map(_WITH_COMMA.match, texts)) and not any(map(_WITH_POINT.match, texts))


def may_have_lost_digits(cell: object) -> bool:
    """Return whether a cell may be a long id, of which a double has no place for each digit."""
    return isinstance(cell, float) and cell.is_integer() and 2**53 <= abs(cell) < _LONGEST_ID
