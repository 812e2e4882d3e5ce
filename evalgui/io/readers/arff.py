"""Weka's ARFF: attributes with types, then rows, dense or sparse. Cells keep their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.io.meaning import Reading, listed, name_columns
from evalgui.io.readers.reader import Reader
from evalgui.io.table import RawColumn, RawTable, arrow, kernels, text_column
from evalgui.io.text.arff_lines import Attribute, Rows, attribute_of, damage, keyword_of
from evalgui.io.text.encoding import decode
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn

NAME = "ARFF"

MOST_SPARSE_CELLS = 20_000_000
"""How many cells sparse rows may become: a few bytes stand for a row of any width."""

_START = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*+(?:%[^\r\n]*+\s*+)*+@(?i:relation)\b")
_HEAD = 1 << 16
_BLOCK_ROWS = 16_384
_NAMED = 10  # values, at the least as many as a message names
_WEIGHT = "instance weight"


def sniff(source: Source) -> bool:
    """Return whether a file starts with the name of a relation, comments before it aside."""
    # Without the zeros, UTF-16 looks like the same text.
    return _START.match(bytes(source.content[:_HEAD]).replace(b"\0", b"")) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that an ARFF file holds.

    A question mark without quotes is no value. What a sparse row leaves out is 0, or the
    first value of a nominal attribute, as the format says. The weights of rows, where there
    are any, are a column of their own.

    Parameters
    ----------
    source
        The whole file.
    options
        The encoding is of interest, and the decimal sign of numbers that are stored as text.
    watch
        Told about the progress after every 16,384 rows, asked whether to go on.

    Raises
    ------
    ReadingError
        If a line breaks the rules of the format, with its number.
    DataError
        If an attribute is relational, or sparse rows become more than `MOST_SPARSE_CELLS`.
    CancelledError
        If the watch says so.
    """
    decoded = decode(source.name, source.data, options.encoding)
    lines = decoded.data.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    attributes, n_head = _read_head(source.name, lines)
    rows = Rows(source.name, attributes)
    columns, numbers = _read_rows(rows, lines, n_head, watch)
    headers = [attribute.name for attribute in attributes]
    if rows.weights:
        headers.append(_WEIGHT)
        weights = [rows.weights.get(number, "1") for number in numbers]
        columns.append(arrow.chunked_array([arrow.array(weights, arrow.string())]))
    names, name_findings = name_columns(headers)
    decimal = options.decimal or "."
    return RawTable(
        name=source.name,
        columns=tuple(
            RawColumn(name, values, header=header, decimal=decimal)
            for name, header, values in zip(names, headers, columns, strict=True)
        ),
        n_rows=len(numbers),
        how=Reading(NAME, encoding=decoded.encoding, decimal=decimal),
        findings=(
            *decoded.findings,
            *name_findings,
            *_weight_findings(rows),
            *_undeclared_findings(attributes, columns, numbers),
            *_end_findings(lines),
        ),
        lines=np.array(numbers, np.int64),
    )


def _read_head(name: str, lines: list[str]) -> tuple[list[Attribute], int]:
    """Return the attributes, and how many lines stand before the rows."""
    attributes: list[Attribute] = []
    for number, line in enumerate(lines, start=1):
        keyword = keyword_of(line)
        if keyword == "data":
            if not attributes:
                raise damage(name, number, "there is no attribute before the data")
            return attributes, number
        if keyword == "attribute":
            attributes.append(attribute_of(name, number, line))
            require_columns(name, len(attributes))
        elif keyword not in {"", "relation"}:
            raise damage(name, number, "this is no @attribute, @data or comment")
    raise damage(name, len(lines), "the file ends before its @data: it is incomplete")


def _read_rows(
    rows: Rows, lines: list[str], n_head: int, watch: Watch
) -> tuple[list[ArrowColumn], list[int]]:
    """Return the columns, and the line of each row."""
    width = len(rows.attributes)
    chunks: list[list[Any]] = [[] for _ in range(width)]
    block: list[list[str | None]] = []
    numbers: list[int] = []

    def move_block() -> None:
        for column, cells in zip(chunks, zip(*block, strict=True), strict=False):
            column.append(arrow.array(cells, arrow.string()))
        block.clear()
        watch.step(len(numbers) / max(len(lines) - n_head, 1), f"{grouped(len(numbers))} rows")

    for number, line in enumerate(lines[n_head:], start=n_head + 1):
        cells = rows.cells(line, number)
        if cells is None:
            continue
        block.append(cells)
        numbers.append(number)
        if rows.n_sparse * width > MOST_SPARSE_CELLS:
            message = (
                "the sparse rows become too large: more than "
                f"{grouped(MOST_SPARSE_CELLS)} cells of "
                f"{grouped(width)} attributes"
            )
            hint = "Keep only the attributes that are needed"
            raise DataError(message, where=rows.name, hint=hint)
        if len(block) == _BLOCK_ROWS:
            move_block()
    move_block()
    return [arrow.chunked_array(column, arrow.string()) for column in chunks], numbers


# ------------------------------------------------------------------------------- findings


def _weight_findings(rows: Rows) -> Iterator[Finding]:
    if rows.weights:
        n = len(rows.weights)
        text = f"rows with a weight: {grouped(n)}; the weights are a column and change no number"
        yield Finding("row_weights", text, n)


def _undeclared_findings(
    attributes: list[Attribute], columns: list[ArrowColumn], numbers: list[int]
) -> Iterator[Finding]:
    """Yield values that the declaration of their nominal attribute does not list."""
    for attribute, values in zip(attributes, columns, strict=False):
        if attribute.kind != "nominal":
            continue
        found = kernels.drop_null(kernels.unique(values))
        is_known = kernels.is_in(found, value_set=text_column(attribute.values))
        others = kernels.filter(found, kernels.invert(is_known))
        if len(others):
            line = numbers[kernels.index(values, others[0]).as_py()]
            told = listed(others[:_NAMED].to_pylist(), len(others))
            text = (
                f"'{attribute.name}' has values that its declaration does not list: "
                f"{told}, the first in line {grouped(line)}"
            )
            yield Finding("undeclared_value", text, len(others), Level.WARNING)


def _end_findings(lines: list[str]) -> Iterator[Finding]:
    if lines[-1].strip():
        text = "the last line has no line end: if the file was cut off, its last row is incomplete"
        yield Finding("truncated_tail", text, level=Level.INFO)


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".arff",),
    description="Weka, ARFF",
    help="ARFF tables, dense or sparse, and ARFF predictions",
)
