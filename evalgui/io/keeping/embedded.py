"""A table that goes into the file of a workspace: Parquet, from which the same table comes back.

The cells are those of the file that was read, in its own types. What is known of them beside,
such as how they were read, stands in the metadata; lines of the file and rows that could not be
read stand in columns of their own behind the others. Each page has a checksum.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import SIZE_LIMIT, Digest, Source
from evalgui.io.formats import parquet as parquet_files
from evalgui.io.keeping.schema import Form, Limit, as_json, from_json, parsed, written
from evalgui.io.meaning import (
    DecimalSign,
    Known,
    Lack,
    Reading,
    ReadOptions,
    Reason,
    Roles,
)
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json
from evalgui.io.table import RawTable, arrow

if TYPE_CHECKING:
    from evalgui.io.table import RawColumn

_KEY = b"evalgui"
_GROUP = 1 << 20  # rows that are packed at once
_LINE, _EXCLUDED = "evalgui: line", "evalgui: excluded "
_DIGESTS = "(|[0-9a-f]{64}( [+] [0-9a-f]{64})*)"
_DAMAGED = phrase("the data in the workspace are damaged")
_HINT = phrase(phrase("Open a copy of it, or the file that the data come from"))


@dataclass(frozen=True, slots=True)
class Embedded:
    """A table that goes into a workspace, or came out of one.

    Parameters
    ----------
    table
        The table.
    sha256
        That of the file, or of the text, that it was read from; of several files each, with
        " + " between.
    text
        The text, where it was pasted or typed; None where it was a file.
    """

    table: RawTable
    sha256: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class _Column:
    """What is known of a column beside its cells."""

    name: str
    header: str
    decimal: DecimalSign


@dataclass(frozen=True, slots=True)
class _Excluded:
    """Why rows cannot be trusted; which they are stands in a column."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What the columns mean by the rules of the format of the file."""

    roles: Roles
    reasons: tuple[Reason, ...]
    lacks: Lack
    classes: tuple[str, str] | None = None
    by: tuple[str, ...] = ()
    bin_numbers: str = ""


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is known of a table beside its cells."""

    name: str
    sha256: Annotated[str, Limit(pattern=_DIGESTS, words="digests")]
    how: Reading
    columns: tuple[_Column, ...]
    findings: tuple[Finding, ...]
    exclusions: tuple[_Excluded, ...]
    has_lines: bool
    first_line: Annotated[int, Limit(low=0, high=2**62)]
    known: _Meaning | None
    text: Annotated[str, Limit(most=SIZE_LIMIT)] | None


_FORMS: dict[type, Form[Any]] = {
    Roles: Form(roles_to_json, roles_from_json),
}


# -------------------------------------------------------------------------------- written


def embedded_bytes(embedded: Embedded, watch: Watch | None = None) -> bytes:
    """Return a table as Parquet: the same bytes for the same table.

    Parameters
    ----------
    embedded
        The table.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    CancelledError
        If the watch says so.
    ReadingError
        If cells of it cannot be read, such as those of a damaged part of a file.
    DataError
        If it does not read back as the same.
    """
    watch = watch or Watch()
    cells = _cells(embedded.table, watch.part(0.0, 0.3))
    said = written(as_json(_beside(embedded), _FORMS))
    for options in ({"compression": "zstd"}, {"compression": "none", "use_dictionary": False}):
        data = _parquet(cells, said, watch.part(0.3, 0.7), **options)
        try:
            if _same(cells, _read_cells(Source("", data)), watch.part(0.7, 1.0)):
                return data
        except ReadingError:  # it becomes larger than a file may when it is unpacked
            continue
    raise DataError(phrase("the data do not read back as what they are"))


def _beside(embedded: Embedded) -> _Beside:
    table = embedded.table
    known = table.known
    return _Beside(
        table.name,
        embedded.sha256,
        table.how,
        tuple(_Column(one.name, one.header, one.decimal) for one in table.columns),
        tuple(replace(one, text=str(one.text)) for one in table.findings),
        tuple(_Excluded(one.code, str(one.reason)) for one in table.exclusions),
        table.lines is not None,
        table.first_line,
        None if known is None else _Meaning(**_of(known)),
        embedded.text,
    )


def _of(known: Known | _Meaning) -> dict[str, Any]:
    return {one.name: getattr(known, one.name) for one in fields(_Meaning)}


def _cells(table: RawTable, watch: Watch) -> dict[str, Any]:
    """Return all that is kept a row, as Arrow columns by their names."""
    cells: dict[str, Any] = {}
    for number, one in enumerate(table.columns):
        watch.step(number / len(table.columns), phrase("gathering the data"))
        cells[one.name] = _storable(one)
    if table.lines is not None:
        cells[_LINE] = arrow.array(np.asarray(table.lines, np.int64))
    for number, exclusion in enumerate(table.exclusions):
        is_excluded = np.zeros(table.n_rows, np.bool_)
        is_excluded[np.asarray(exclusion.rows) - 1] = True
        cells[f"{_EXCLUDED}{number}"] = arrow.array(is_excluded)
    return {name: _chunked(column) for name, column in cells.items()}


def _storable(column: RawColumn) -> Any:  # noqa: ANN401 - a column of pyarrow
    """Return the cells in the type of the file; as text where Parquet does not know that type."""
    cells = column.cells()
    try:
        data = _parquet({"one": _chunked(cells.slice(0, 1))}, b"", Watch())
        is_same = _read_cells(Source("", data)).columns[0].cells().type == cells.type
    except (arrow.ArrowException, ReadingError, IndexError, TypeError):
        is_same = False
    return cells if is_same else column.as_text()


def _chunked(column: Any) -> Any:  # noqa: ANN401 - a column of pyarrow
    return column if isinstance(column, arrow.ChunkedArray) else arrow.chunked_array([column])


def _parquet(
    cells: dict[str, Any],
    said: bytes,
    watch: Watch,
    **options: Any,  # noqa: ANN401 - of pyarrow
) -> bytes:
    from pyarrow import parquet

    table = arrow.Table.from_arrays(list(cells.values()), names=list(cells))
    table = table.replace_schema_metadata({_KEY: said})
    sink, n_rows = io.BytesIO(), max(table.num_rows, 1)
    with parquet.ParquetWriter(sink, table.schema, write_page_checksum=True, **options) as writer:
        for start in range(0, n_rows, _GROUP):
            watch.step(start / n_rows, phrase("packing the data"))
            writer.write_table(table.slice(start, _GROUP), row_group_size=_GROUP)
    return sink.getvalue()


def _same(cells: dict[str, Any], read: RawTable, watch: Watch) -> bool:
    """Return whether a table has the cells that were written."""
    if [*cells] != [*read.names]:
        return False
    for number, (one, other) in enumerate(zip(cells.values(), read.columns, strict=True)):
        watch.step(number / len(cells), phrase("comparing what was packed"))
        if not _is_equal(one, other.cells()):
            return False
    return True


def _is_equal(one: Any, other: Any) -> bool:  # noqa: ANN401 - columns of pyarrow
    """Return whether two columns hold the same cells, to the sign of a zero.

    A NaN of the file's own type is no value, as everywhere (`evalgui.io.table.cell_text`).
    """
    if one.type != other.type or len(one) != len(other):
        return False
    if not arrow.types.is_floating(one.type):
        return bool(one.equals(other))
    first, second = (np.asarray(column.fill_null(np.nan).to_numpy()) for column in (one, other))
    bits = np.dtype(f"u{first.dtype.itemsize}")
    is_same = first.view(bits) == second.view(bits)
    return bool(np.all(is_same | (np.isnan(first) & np.isnan(second))))


# ----------------------------------------------------------------------------------- read


def embedded_from(data: bytes, where: str, watch: Watch | None = None) -> Embedded:
    """Return the table in a Parquet file that `embedded_bytes` made.

    Parameters
    ----------
    data
        The file.
    where
        What to call it in messages.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    ReadingError
        If the file is damaged, or becomes too large.
    DataError
        If what stands beside the cells is not as this program writes it.
    """
    source = Source(where, data)
    read = _read_cells(source, watch)
    said = _metadata(data).get(_KEY, b"")
    try:
        beside = from_json(_Beside, parsed(said), _FORMS)
    except DataError:
        raise DataError(_DAMAGED, where=where, hint=_HINT) from None
    by_name = {column.header: column for column in read.columns}
    expected = [one.name for one in beside.columns]
    expected += [_LINE] if beside.has_lines else []
    expected += [f"{_EXCLUDED}{number}" for number in range(len(beside.exclusions))]
    if list(by_name) != expected or len(by_name) < len(read.columns):
        raise DataError(_DAMAGED, where=where, hint=_HINT)
    columns = tuple(
        by_name[one.name].as_read(one.name, one.header, one.decimal) for one in beside.columns
    )
    known = beside.known
    table = RawTable(
        beside.name,
        columns,
        read.n_rows,
        beside.how,
        beside.findings,
        tuple(
            Exclusion(one.code, one.reason, _rows(by_name[f"{_EXCLUDED}{number}"], where))
            for number, one in enumerate(beside.exclusions)
        ),
        _numbers(by_name[_LINE], where) if beside.has_lines else None,
        beside.first_line,
        None if known is None else Known(**_of(known)),
    )
    return Embedded(table, beside.sha256, beside.text)


def digest_of(embedded: Embedded) -> Digest:
    """Return the digest of what a table was read from, which nothing has to be read for."""
    return Digest(lambda: embedded.sha256)


def _read_cells(source: Source, watch: Watch | None = None) -> RawTable:
    return parquet_files.FORMAT.table(source, ReadOptions(), watch or Watch())


def _metadata(data: bytes) -> dict[bytes, bytes]:
    from pyarrow import parquet

    found: dict[bytes, bytes] = parquet.read_schema(arrow.BufferReader(data)).metadata or {}
    return found


def _numbers(column: RawColumn, where: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    cells = column.cells()
    if not arrow.types.is_int64(cells.type) or cells.null_count:
        raise DataError(_DAMAGED, where=where, hint=_HINT)
    return np.asarray(cells.to_numpy(), np.int64)


def _rows(column: RawColumn, where: str) -> np.ndarray[Any, np.dtype[np.intp]]:
    cells = column.cells()
    if not arrow.types.is_boolean(cells.type) or cells.null_count:
        raise DataError(_DAMAGED, where=where, hint=_HINT)
    parts = [chunk.to_numpy(zero_copy_only=False) for chunk in cells.chunks]
    return np.flatnonzero(np.concatenate([np.zeros(0, np.bool_), *parts])) + 1
