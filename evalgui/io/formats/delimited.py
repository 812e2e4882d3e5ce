"""Delimited text: CSV, TSV and their kin, with any delimiter, encoding and header."""

from __future__ import annotations

import codecs
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.checks import Exclusion, Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import table_of_columns
from evalgui.io.meaning import Reading
from evalgui.io.table import (
    find_notes,
    kernels,
    likely_decimal,
    two_header_rows,
)
from evalgui.io.text import fast_split
from evalgui.io.text.dialect import find_dialect
from evalgui.io.text.encoding import as_utf8, utf8_pieces
from evalgui.io.text.exact_rows import Gathered, gather
from evalgui.io.text.tokeniser import LONGEST_LINE, Tokeniser, too_long
from evalgui.io.text.written_forms import without_forms
from evalgui.io.widths import rows_of_a_glance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import DecimalSign, ReadOptions
    from evalgui.io.table import ArrowColumn, Notes, RawTable
    from evalgui.io.text.dialect import Dialect

NAME = phrase("delimited text")

AT_ONCE = 16 << 20
"""How many bytes of a text that is not read as a whole are a table."""

_SHOWN = 5
_MOST_TRIED = 8
_LF = ord("\n")


def sniff(source: Source) -> bool:
    """Return whether a file may be text: few NULs, as in UTF-16, UTF-32, or lines before them.

    The text is decoded later; NULs of a damaged one are refused there, with their place.
    """
    head = source.head
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return True
    return head.count(0) <= len(head) // 2 or b"\n" in head.partition(b"\0")[0]


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that a delimited text holds.

    Parameters
    ----------
    source
        The whole file.
    options
        What the user decided.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    ReadingError
        If the text is damaged, empty, or has a quote that is not closed.
    CancelledError
        If the watch says so.
    """
    decoded = as_utf8(source, options.encoding)
    watch.step(0.1, phrase("looking at the text"))
    view, form_findings = without_forms(decoded.view)
    dialect = find_dialect(source.name, view, options, watch)
    gathered = _split(source.name, view, dialect, watch.part(0.1, 1.0))
    decimal = options.decimal or likely_decimal(_sample(gathered.columns))
    how = _reading(dialect, decoded.encoding, decimal)
    before = (
        *decoded.findings,
        *form_findings,
        *_header_findings(dialect, was_told=options.header is not None),
    )
    table = _table(source.name, dialect, gathered, how, before)
    return replace(table, findings=(*table.findings, *_layout_findings(view, dialect, gathered)))


def tables(
    name: str,
    chunks: Iterator[bytes],
    options: ReadOptions,
    watch: Watch,
    size: int = AT_ONCE,
) -> Iterator[RawTable]:
    """Yield the rows of a delimited text of any size, some of them at a time, as `read` does.

    Parameters
    ----------
    name
        That of the file.
    chunks
        All its bytes; the first tell how it is laid out.
    options, watch
        As of `read`.
    size
        About how many bytes of text are a table.

    Raises
    ------
    ReadingError
        As `read`; also where cells have a form that is taken off a whole text only.
    CancelledError
        If the watch says so.
    """
    utf8 = utf8_pieces(name, chunks, options.encoding)
    text = bytearray()
    is_end, wanted, line = False, size, 1
    dialect: Dialect | None = None
    before: tuple[Finding, ...] = utf8.findings
    while not is_end or text:
        watch.look()
        # What follows is known: no last rows stand by themselves.
        while not is_end and len(text) < 2 * wanted:
            piece = next(utf8.pieces, None)
            is_end = piece is None
            text += piece or b""
        block = bytes(text) if is_end else _whole_lines(text, wanted)
        try:
            if not block:
                raise too_long(name, line)
            part = _part(name, block, dialect, options, watch)
        except ReadingError:
            if is_end or wanted >= max(_MOST_TRIED * size, LONGEST_LINE):
                raise
            wanted *= 2  # the last cell, or the line, may go on behind this
            continue
        if part.forms and not is_end:
            said = part.forms[0].text
            message = phrase("{said}, which is not done with so large a file", said=said)
            raise ReadingError(
                message, where=name, hint=phrase("Save it again as plain CSV, or Parquet")
            )
        if dialect is None:
            dialect = part.dialect
            decimal = options.decimal or likely_decimal(_sample(part.gathered.columns))
            options = replace(options, decimal=decimal)
        if len(part.gathered.columns[0]):
            own = replace(part.dialect, first_line=line) if line > 1 else part.dialect
            how = _reading(own, utf8.encoding, options.decimal or ".")
            yield _table(name, own, part.gathered, how, (*before, *part.forms), is_end=is_end)
            before = ()
        line += block.count(b"\n") or block.count(b"\r")
        del text[: len(block)]
        wanted = size


class _Part(NamedTuple):
    """Some lines of a text as columns, how they are laid out, and what was taken off them."""

    dialect: Dialect
    gathered: Gathered
    forms: tuple[Finding, ...]


def _part(
    name: str, block: bytes, dialect: Dialect | None, options: ReadOptions, watch: Watch
) -> _Part:
    """Return whole lines as columns: the first of a text, or such as are laid out like them."""
    quiet = Watch(None, watch.cancelled)
    if dialect is not None:
        own = replace(dialect, start=0)
        return _Part(own, _split(name, memoryview(block), own, quiet), ())
    view, forms = without_forms(memoryview(block))
    own = find_dialect(name, view, options, watch)
    return _Part(own, _split(name, view, own, quiet), forms)


def _whole_lines(text: bytearray, size: int) -> bytes:
    """Return about so many bytes of a text, up to the end of a line; none where none ends."""
    end = text.rfind(b"\n", 0, size) + 1 or text.rfind(b"\r", 0, size - 1) + 1
    return bytes(text[:end])


def _reading(dialect: Dialect, encoding: str, decimal: DecimalSign) -> Reading:
    return Reading(
        format=NAME,
        encoding=encoding,
        delimiter=dialect.delimiter,
        header=dialect.names is not None,
        decimal=decimal,
        is_delimiter_guess=dialect.is_guess,
    )


def _table(  # noqa: PLR0913 - all of a table
    name: str,
    dialect: Dialect,
    gathered: Gathered,
    how: Reading,
    before: Sequence[Finding],
    *,
    is_end: bool = True,
) -> RawTable:
    """Return rows as a table, with those set aside that are none of its data."""
    columns = gathered.columns
    headers = [*(dialect.names or ())]
    headers += [""] * (dialect.width - len(headers))
    table = table_of_columns(
        name,
        headers,
        columns,
        how,
        n_rows=len(columns[0]),
        before=before,
        lines=gathered.line_numbers if gathered.lines else None,
        first_line=dialect.first_line,
    )
    headers_as_read = () if dialect.has_row_names else dialect.headers
    notes = find_notes(columns, headers_as_read, is_end=is_end)
    set_aside = list(_set_aside(table, gathered, notes))
    return replace(
        table,
        exclusions=(*(exclusion for exclusion, _ in set_aside), *notes.exclusions()),
        findings=(
            *table.findings,
            *(finding for _, finding in set_aside),
            *notes.findings(table.line),
            *_stray_findings(table, gathered),
        ),
    )


def _split(name: str, data: memoryview, dialect: Dialect, watch: Watch) -> Gathered:
    """Return the columns: at once where the text is clean, else line by line."""
    end = len(data)
    while end > dialect.start and data[end - 1] in b"\r\n":
        end -= 1
    body = data[dialect.start : end]
    columns = fast_split.split(body, dialect.delimiter, dialect.raw_width, watch)
    if columns and all(_is_empty(column) for column in columns[dialect.width :]):
        n_trailing = len(columns[0]) if len(columns) > dialect.width else 0
        return Gathered(columns[: dialect.width], n_trailing=n_trailing)
    tokeniser = Tokeniser(name, dialect.delimiter, dialect.looks_like_rows)
    rows = tokeniser.rows(str(body, "utf-8"), dialect.first_line)
    n_lines = max(int(np.count_nonzero(np.frombuffer(body, np.uint8) == _LF)), 1)
    return gather(rows, dialect.width, dialect.delimiter, n_lines, watch)


def _is_empty(column: ArrowColumn) -> bool:
    return bool(kernels.max(kernels.binary_length(column)).as_py() == 0)


def _sample(columns: Sequence[ArrowColumn]) -> list[str]:
    n_rows = rows_of_a_glance(len(columns))
    heads = (column.slice(0, n_rows).to_pylist() for column in columns)
    return [text or "" for head in heads for text in head]


# ------------------------------------------------------------------------------- findings


def _set_aside(
    table: RawTable, gathered: Gathered, notes: Notes
) -> Iterator[tuple[Exclusion, Finding]]:
    """Yield the rows that cannot be trusted, with what is said about them."""
    known = {row for _, _, rows in notes.kinds() for row in rows}
    short = [row for row in gathered.short if row not in known]
    kinds = (
        ("ragged_long", phrase("more cells than the table has columns"), gathered.long),
        ("ragged_short", phrase("fewer cells than the table has columns"), short),
    )
    for code, words, rows in kinds:
        if rows:
            numbers = np.array(rows, np.intp) + 1
            text = phrase("{rows}: {words}; set aside", rows=_counted(table, rows), words=words)
            yield Exclusion(code, words, numbers), Finding(code, text, len(rows))


def _counted(table: RawTable, rows: Sequence[int]) -> str:
    """Return some rows in words, such as "2 rows (lines 3 and 8)"."""
    shown: str = ", ".join(str(table.line(row)) for row in rows[:_SHOWN])
    if len(rows) > _SHOWN:
        shown = phrase("{shown} and others", shown=shown)
    n, n_told = len(rows), grouped(len(rows))
    return phrase_n(n, "1 row (line {shown})", "{n} rows (lines {shown})", n=n_told, shown=shown)


def _layout_findings(data: memoryview, dialect: Dialect, gathered: Gathered) -> Iterator[Finding]:
    """Yield what is odd about the lines before the data and between its rows."""
    n_comments = dialect.n_comments + gathered.n_comments
    if n_comments:
        text = phrase("comment lines that start with #: {n}", n=grouped(n_comments))
        yield Finding("comment_lines", text, n_comments)
    if dialect.n_preamble:
        text = phrase(
            "lines before the header that are no part of the table: {n}",
            n=grouped(dialect.n_preamble),
        )
        yield Finding("extra_lines", text, dialect.n_preamble)
    if len(dialect.headers) > 1:
        yield two_header_rows()
    if dialect.has_row_names:
        text = phrase("the header has no name for the first column: it is called 'row name'")
        yield Finding("header_short", text)
    if dialect.raw_width > dialect.width or gathered.n_trailing:
        text = phrase("rows end with a delimiter behind their last cell")
        yield Finding("trailing_delimiter", text, gathered.n_trailing or None)
    if gathered.n_blank:
        text = phrase("blank lines between the rows: {n}", n=grouped(gathered.n_blank))
        yield Finding("blank_lines", text, gathered.n_blank)
    if bytes(data[-1:]) not in {b"\n", b"\r"}:
        text = phrase(
            "the last line has no line end: if the file was cut off, its last row is incomplete"
        )
        yield Finding("truncated_tail", text)


def _header_findings(dialect: Dialect, *, was_told: bool) -> Iterator[Finding]:
    """Yield that the file has no header."""
    if dialect.names is None:
        text = phrase(
            "the file has no header line: its columns are called 'column 1', 'column 2', ..."
        )
        yield Finding("header_missing", text, level=Level.INFO if was_told else Level.WARNING)


def _stray_findings(table: RawTable, gathered: Gathered) -> Iterator[Finding]:
    if gathered.stray:
        text = phrase(
            "{rows}: text follows a closing quote; the cell is kept as it stands, with its quotes",
            rows=_counted(table, gathered.stray),
        )
        yield Finding("stray_quote", text, len(gathered.stray))


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".csv", ".tsv", ".tab", ".txt", ".dat"),
    description=phrase("CSV, TSV, any separator"),
    help=(
        phrase(
            "comma, semicolon, tab, bar or blanks, or any other sign; a decimal comma; quotes; a "
            "byte order mark; UTF-8, UTF-16, UTF-32, Latin-1 and other encodings; comment lines "
            "that start with #; with or without a line of names; Orange's .tab with its rows of "
            "types and flags, whose class is the truth"
        )
    ),
    is_last_resort=True,  # almost everything could be text
)
