"""Files of any size as tables, some rows at a time, read by the code that opens them."""

from __future__ import annotations

import bz2
import gzip
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow.ipc

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io import layouts
from evalgui.io.bytes.compression import compression_of
from evalgui.io.bytes.source import Source
from evalgui.io.counting.inputs import PREVIEW_ROWS, refuse_other, some_of
from evalgui.io.formats import arrow_columns, arrow_file, delimited, parquet, registry
from evalgui.io.meaning import listed, show_hidden
from evalgui.io.table import RawColumn, RawTable, arrow
from evalgui.io.text.encoding import is_wide, utf8_pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from evalgui.core.checks import Exclusion
    from evalgui.io.counting.inputs import Input
    from evalgui.io.meaning import ReadOptions

_CHUNK = 4 << 20  # bytes
_HEAD = 1 << 16
_SOME_TEXT = 1 << 20
_TEXT, _ROWS = delimited.AT_ONCE, 1 << 17  # of a table: bytes of text, rows of others
_LARGEST_MESSAGE = 1 << 30  # bytes, unpacked
_CONTENT = phrase("Choose files of Parquet, Arrow or delimited text such as CSV")
_OPENERS: dict[str, Callable[[Path], Any]] = {
    "gzip": gzip.open,
    "bzip2": bz2.open,
    "zstd": lambda path: arrow.CompressedInputStream(arrow.OSFile(str(path)), "zstd"),
}
_DAMAGE = (OSError, EOFError, zlib.error, arrow.ArrowException)


def format_of(inputs: Sequence[Input]) -> str:
    """Return the name of the format that all files have, by their first bytes.

    Raises
    ------
    ReadingError
        If one is of a format that is not counted.
    DataError
        If they are of several.
    """
    found: dict[str, Input] = {}
    for one in inputs:
        head = next(_chunks(one, _HEAD), b"")
        name = registry.sniff(Source.from_bytes(one.name, head)).name
        if name not in (parquet.NAME, arrow_file.NAME, delimited.NAME):
            message = phrase("this is {format}, which is opened and not counted", format=name)
            raise ReadingError(message, where=one.name, hint=_CONTENT)
        if name != delimited.NAME and _packed(one) is not None:
            message = phrase(
                "this is {format} in {packed}, which is opened and not counted",
                format=name,
                packed=_packed(one),
            )
            raise ReadingError(message, where=one.name, hint=phrase("Unpack it"))
        found.setdefault(name, one)
    if len(found) > 1:
        kinds = listed([f"{one.name} ({name})" for name, one in found.items()])
        message = phrase("the files are of different kinds: {kinds}", kinds=kinds)
        hint = phrase("Count those of each kind by themselves, and add up with evalgui merge")
        raise DataError(message, hint=hint)
    return next(iter(found))


@dataclass(frozen=True, slots=True)
class Pieces:
    """Files that are alike, and how they are read.

    Parameters
    ----------
    inputs
        The files.
    form
        The name of their format, as of `format_of`.
    options
        What is said about how they are read.
    """

    inputs: Sequence[Input]
    form: str
    options: ReadOptions

    def first_rows(self) -> RawTable:
        """Return some rows of some files; all of a small one.

        Raises
        ------
        ReadingError, DataError
            If a file cannot be read, or the columns of two differ.
        """
        heads = [(one, self._head(one)) for one in some_of(self.inputs)]
        first, table = heads[0]
        for one, other in heads[1:]:
            if table.names != other.names:
                refuse_other(first, _types(table), one, _types(other))
            if self.form == delimited.NAME:
                _require_signs_of(first, table, one, other)
        return table if len(heads) == 1 else _one_below_the_other([head for _, head in heads])

    def tables(self, like: RawTable, needed: Sequence[str], watch: Watch) -> Iterator[RawTable]:
        """Yield all rows of all files, some at a time.

        Parameters
        ----------
        like
            The first rows.
        needed
            The names of columns without which a table is of no use; others may lack.
        watch
            Told how far it has come, and asked whether to go on.

        Raises
        ------
        ReadingError, DataError
            If a file cannot be read, or has other columns than the first rows.
        CancelledError
            If the watch says so.
        """
        n_rows = 0
        known = _types(like) if self.form == delimited.NAME else _some(like, needed)
        for place, one in enumerate(self.inputs):
            watch.step(place / len(self.inputs), phrase("reading {name}", name=one.name))
            headers = [like.column(name).header for name in needed]
            is_arranged = like.known is not None or not like.how.format.startswith(self.form)
            for table in self._of(one, None if is_arranged else headers, watch):
                found = layouts.arrange(table) if is_arranged else table
                own = _types(found) if self.form == delimited.NAME else _some(found, needed)
                if found.n_rows != table.n_rows or own != known:
                    refuse_other(self.inputs[0], known, one, own)
                n_rows += found.n_rows
                share = (place + 0.5) / len(self.inputs)
                watch.step(
                    share,
                    phrase_n(
                        n_rows,
                        "reading {name}: 1 row",
                        "reading {name}: {n} rows",
                        name=one.name,
                        n=grouped(n_rows),
                    ),
                )
                yield found

    def _head(self, one: Input) -> RawTable:
        if self.form == delimited.NAME:
            return _first_text(one, self.options)
        found: list[RawTable] = []
        for table in self._of(one, None, Watch()):
            found.append(table)
            if sum(part.n_rows for part in found) >= PREVIEW_ROWS:
                break
        if not found:
            raise DataError(phrase("there are no rows"), where=one.name)
        return layouts.arrange(_one_below_the_other(found))

    def _of(self, one: Input, headers: Sequence[str] | None, watch: Watch) -> Iterator[RawTable]:
        if self.form == delimited.NAME:
            chunks = _chunks(one, _CHUNK)
            yield from delimited.tables(one.name, chunks, self.options, watch, _TEXT)
            return
        batches = _parquet_batches if self.form == parquet.NAME else _arrow_batches
        source = Source.from_bytes(one.name, b"")
        try:
            for batch in batches(one, headers):
                whole: Any = arrow.Table.from_batches([batch])
                names = list(whole.column_names)
                columns = [
                    arrow_columns.settled(source, name, values)
                    for name, values in zip(names, whole.columns, strict=True)
                ]
                yield arrow_columns.as_table(
                    source, self.form, self.options, names, columns, n_rows=batch.num_rows
                )
        except (*_DAMAGE, ValueError, NotImplementedError):
            message = phrase("the file is damaged or incomplete and cannot be read")
            hint = phrase("Copy or download it again")
            raise ReadingError(message, where=one.name, hint=hint) from None


def _require_signs_of(first: Input, its: RawTable, one: Input, table: RawTable) -> None:
    """Refuse a text of which numbers have another decimal sign than those of the first one.

    Each file is opened with a sign of its own, but all are counted with one.
    """
    for column, like in zip(table.columns, its.columns, strict=True):
        sign, other = like.choose_decimal().sign, column.choose_decimal().sign
        if sign == other:
            continue
        n_bad, n_own = (len(column.parse_numbers(by, "").unreadable) for by in (sign, other))
        if n_own < n_bad and len(like.parse_numbers(sign, "").unreadable) < its.n_rows:
            message = phrase(
                "the numbers of '{name}' have a decimal point, and those of {file} a comma"
                if other == "."
                else "the numbers of '{name}' have a decimal comma, and those of {file} a point",
                name=show_hidden(column.name),
                file=first.name,
            )
            hint = phrase(
                "Count files with the same sign by themselves, into the same --edges, and merge"
            )
            raise DataError(message, where=one.name, hint=hint)


def _one_below_the_other(tables: Sequence[RawTable]) -> RawTable:
    """Return tables of the same columns as one, which is called as the first is."""
    first, columns = tables[0], []
    for place, one in enumerate(first.columns):
        chunks = [chunk for table in tables for chunk in table.columns[place].cells().chunks]
        cells = arrow.chunked_array(chunks, one.cells().type)
        columns.append(RawColumn(one.name, cells, header=one.header, decimal=one.decimal))
    exclusions: list[Exclusion] = []
    n_rows = 0
    for table in tables:
        exclusions += [replace(gone, rows=gone.rows + n_rows) for gone in table.exclusions]
        n_rows += table.n_rows
    return replace(
        first, columns=tuple(columns), n_rows=n_rows, exclusions=tuple(exclusions), lines=None
    )


def _some(table: RawTable, names: Sequence[str]) -> dict[str, str]:
    return {name: kind for name, kind in _types(table).items() if name in names}


def _types(table: RawTable) -> dict[str, str]:
    return {column.name: str(plain_type(column)) for column in table.columns}


def plain_type(column: RawColumn) -> Any:  # noqa: ANN401 - a type of pyarrow
    """Return of what type the cells of a column are; indices into texts are texts."""
    own = column.own_type
    return own.value_type if arrow.types.is_dictionary(own) else own


# --------------------------------------------------------------------------------- text


def _packed(one: Input) -> str | None:
    return compression_of(Source.from_bytes(one.name, next(_bytes(one, 0, _HEAD), b"")))


def _chunks(one: Input, size: int) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked."""
    packed = _packed(one)
    if packed is not None and packed not in _OPENERS:
        message = phrase("a file packed with {packed} is opened and not counted", packed=packed)
        raise ReadingError(message, where=one.name, hint=phrase("Unpack it, or pack it with gzip"))
    return _bytes(one, 0, size, packed)


def _bytes(one: Input, start: int, size: int, packed: str | None = None) -> Iterator[bytes]:
    """Yield the bytes of a file from a place on."""
    try:
        file: Any = _OPENERS[packed](one.path) if packed else one.path.open("rb")
        with file:
            if start:
                file.seek(start)
            while chunk := file.read(size):
                yield chunk
    except _DAMAGE:
        message = phrase("the file cannot be read: it is damaged or incomplete, or may not be read")
        raise ReadingError(message, where=one.name, hint=phrase("Check the file")) from None


def _first_text(one: Input, options: ReadOptions) -> RawTable:
    """Return the first and the last rows of a text; all of a small one."""
    chunks = _chunks(one, _CHUNK)
    first, second = next(chunks, b""), next(chunks, b"")
    if not second:
        return registry.read(Source.from_bytes(one.name, first), options)
    utf8 = utf8_pieces(one.name, iter([first, second]), options.encoding)
    text = next(utf8.pieces)[:_SOME_TEXT]
    head = text[: text.rfind(b"\n") + 1]
    tail = b"" if is_wide(first) or _packed(one) else _last_lines(one, utf8.encoding)
    try:
        source = Source.from_bytes(one.name, head + tail)
        return registry.read(source, replace(options, encoding="utf-8"))
    except ReadingError:  # a cell may be cut at the end of these lines
        return layouts.arrange(
            next(delimited.tables(one.name, _chunks(one, _CHUNK), options, Watch()))
        )


def _last_lines(one: Input, encoding: str) -> bytes:
    text = b"".join(_bytes(one, max(0, one.size - _SOME_TEXT), _CHUNK))
    return text.partition(b"\n")[2].decode(encoding, "replace").encode()


# ------------------------------------------------------------------------ Parquet, Arrow


def _parquet_batches(one: Input, headers: Sequence[str] | None) -> Iterator[Any]:
    from pyarrow import parquet as files

    with files.ParquetFile(one.path) as file:
        columns = None if headers is None else list(headers)
        yield from file.iter_batches(_ROWS, columns=columns)


def _arrow_batches(one: Input, headers: Sequence[str] | None) -> Iterator[Any]:
    """Yield the batches of an Arrow file or stream; none that unpacks to more than a memory."""
    with arrow.OSFile(str(one.path)) as file, arrow.OSFile(str(one.path)) as again:
        start = 8 if file.read(len(_MAGIC)) == _MAGIC else 0
        file.seek(start)
        again.seek(start)
        reader: Any = pyarrow.ipc.open_stream(again)
        for part in pyarrow.ipc.MessageReader.open_stream(file):
            body = b"" if part.body is None else memoryview(part.body)
            if arrow_file.unpacked_size(part.metadata.to_pybytes(), body) > _LARGEST_MESSAGE:
                message = phrase("a part of the file becomes too large when it is unpacked")
                raise ReadingError(
                    message, where=one.name, hint=phrase("Write it in smaller batches")
                )
            if part.type == "record batch":
                whole = reader.read_next_batch()
                whole.validate(full=True)
                batch = whole if headers is None else whole.select(list(headers))
                for at in range(0, batch.num_rows, _ROWS):
                    yield batch.slice(at, _ROWS)


_MAGIC = b"ARROW1"
