"""Workbooks: Excel (.xlsx, .xlsb, .xls) and OpenDocument (.ods), read in a child process."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.io.meaning import Reading, listed, name_columns
from evalgui.io.readers import foreign
from evalgui.io.readers.reader import Reader
from evalgui.io.sandbox import zip_archive
from evalgui.io.sandbox.parent import run
from evalgui.io.table import (
    RawColumn,
    RawTable,
    find_notes,
    let_go,
    likely_decimal,
    text_column,
    two_header_rows,
)
from evalgui.io.text.header import is_header
from evalgui.io.text.heading import Heading, find_heading
from evalgui.io.widths import rows_of_a_glance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.sandbox.parent import Result

NAME = "workbook"

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
    foreign.refuse_locked(source)
    result = run("workbook", source, watch.part(0.0, 0.8), options.sheet or "")
    return table_of(source, options, result, watch, Reading(NAME))


def table_of(
    source: Source, options: ReadOptions, result: Result, watch: Watch, how: Reading
) -> RawTable:
    """Return the table that the cells of a sheet make, as a child has read them.

    Parameters and errors are those of `read`; `how` says the format, and what a sheet is
    called in it.
    """
    cells: list[list[str]] = []
    for part in result.parts.values():
        cells += json.loads(bytes(part))
        watch.look()
    try:
        watch.step(0.9, "reading the cells")
        return _table(source, options, result.facts, cells, how)
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
    where = f"{source.name}, {how.sheet_word} '{facts['sheet']}'"
    lines = [number for number, row in enumerate(cells, start=1) if any(map(str.strip, row))]
    if not lines:
        hint = f"Choose another {how.sheet_word}, or a file with data in it"
        message = f"the {how.sheet_word} is empty: there are no data rows"
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
    names, name_findings = name_columns(headers)
    columns = tuple(
        RawColumn(name, _column(rows, place), header=header, decimal=decimal)
        for name, header, place in zip(names, headers, used, strict=True)
    )
    n_gaps = lines[-1] - lines[0] + 1 - len(lines) if lines else 0
    own_headers = [tuple(row[place] for place in used) for row in header_rows]
    notes = find_notes([column.cells() for column in columns], own_headers)
    return RawTable(
        name=source.name,
        columns=columns,
        n_rows=len(rows),
        how=replace(
            how,
            header=has_header,
            decimal=decimal,
            sheet=facts["sheet"],
            sheets=tuple(facts["sheets"]),
            is_sheet_guess=options.sheet is None and len(facts["tables"]) > 1,
        ),
        findings=(
            *_sheet_findings(facts, how.sheet_word, was_told=options.sheet is not None),
            *_layout_findings(n_before, n_gaps, how.sheet_word, has_header=has_header),
            *([two_header_rows()] if len(header_rows) > 1 else ()),
            *name_findings,
            *notes.findings(lines.__getitem__),
            *_hidden_findings(facts, dict(zip(used, names, strict=True))),
            *_beside_findings(n_beside),
            *_cell_findings(facts),
        ),
        exclusions=notes.exclusions(),
        lines=_as_lines(lines),
    )


def _as_lines(lines: Sequence[int]) -> Any:  # noqa: ANN401 - an array of numpy
    import numpy as np

    return np.array(lines, np.intp)


def _heading(rows: Sequence[Sequence[str]], options: ReadOptions) -> Heading:
    """Return the rows before the data from here on; none where there is no header."""
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


def _column(rows: Sequence[Sequence[str]], place: int) -> Any:  # noqa: ANN401 - the stubs are wrong
    return text_column(row[place] for row in rows)


# ------------------------------------------------------------------------------- findings


def _sheet_findings(facts: dict[str, Any], word: str, *, was_told: bool) -> Iterator[Finding]:
    sheets = facts["sheets"]
    if len(sheets) > 1:
        others = listed([name for name in sheets if name != facts["sheet"]])
        text = f"the {word} '{facts['sheet']}' was read, and not {others}"
        level = Level.INFO if was_told else Level.WARNING
        yield Finding("multi_sheet", text, len(sheets), level)


def _hidden_findings(facts: dict[str, Any], names: dict[int, str]) -> Iterator[Finding]:
    """Yield which columns the workbook hides."""
    hidden = [names[place] for place in facts.get("hidden_columns", ()) if place in names]
    if hidden:
        text = f"columns hidden in the workbook, read all the same: {listed(hidden)}"
        yield Finding("hidden_columns", text, len(hidden))


def _beside_findings(n_beside: int) -> Iterator[Finding]:
    if n_beside:
        text = "columns beside the table, behind an empty one, that are no part of it"
        yield Finding("beside_table", f"{text}: {grouped(n_beside)}", n_beside)


def _layout_findings(
    n_before: int, n_gaps: int, word: str, *, has_header: bool
) -> Iterator[Finding]:
    if n_before:
        text = f"rows before the header that are no part of the table: {grouped(n_before)}"
        yield Finding("extra_lines", text, n_before)
    if n_gaps:
        text = f"blank rows between the rows: {grouped(n_gaps)}"
        yield Finding("blank_lines", text, n_gaps, Level.INFO)
    if not has_header:
        text = f"the {word} has no header row: its columns are called 'column 1', 'column 2', ..."
        yield Finding("header_missing", text)


def _cell_findings(facts: dict[str, Any]) -> Iterator[Finding]:
    for code, fact, words in _UNLIKE_THEY_LOOK:
        if facts[fact]:
            yield Finding(code, f"{words}: {grouped(facts[fact])}", facts[fact])


_UNLIKE_THEY_LOOK = (
    ("error_cells", "error_cells", "cells with an error such as #N/A, read as empty cells"),
    (
        "formula_no_cache",
        "formulas_without_value",
        "formulas whose value was not saved, read as empty cells",
    ),
    (
        "hidden_rows",
        "hidden_rows",
        "rows that the workbook hides, as a filter does, read all the same",
    ),
    (
        "merged_cells",
        "merged_cells",
        "cells merged over several rows, read as a value in the first and empty ones below",
    ),
    (
        "long_numbers",
        "long_numbers",
        "whole numbers beyond 2^53 whose last digits may be lost (ids belong in cells of text)",
    ),
)


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".xlsx", ".xls", ".xlsb", ".ods"),
    description="Excel, OpenDocument",
    help=(
        ".xlsx, .xls, .xlsb and .ods; where several sheets hold tables, the sheet is asked "
        "for; hidden rows are read, and counted, hidden columns named; results beside the table "
        "are no part of it"
    ),
)
