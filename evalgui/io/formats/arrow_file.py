"""Arrow: files (Feather version 2 is one) and streams, read message by message.

A file is a stream with a foot that repeats where its messages are: what counts is the
stream. Nothing is unpacked before it is known how large it becomes: a few bytes of a compressed
buffer can announce more than any memory holds. A message is a flatbuffer, as `Message.fbs` of the
Arrow format lays it out.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pyarrow.ipc

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats import arrow_columns
from evalgui.io.formats.arrow_columns import CELL_LIMIT, DAMAGE
from evalgui.io.formats.format import Format
from evalgui.io.table import arrow
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, RawTable

NAME = "Arrow"

_MAGIC = b"ARROW1"
_HEAD, _TAIL = 8, 10  # the magic with its padding; the length of the foot, and the magic again
_CONTINUES = b"\xff\xff\xff\xff"
_SMALLEST_STREAM = 16


def sniff(source: Source) -> bool:
    """Return whether a file starts as an Arrow file or an Arrow stream does."""
    head = source.head
    if head.startswith(_MAGIC):
        return True
    length = int.from_bytes(head[4:8], "little")
    is_stream = head.startswith(_CONTINUES) and len(head) >= _SMALLEST_STREAM
    return is_stream and length % 8 == 0 and length > 0


def read(source: Source, options: ReadOptions, watch: Watch, name: str = NAME) -> RawTable:
    """Return the table that an Arrow file or stream holds.

    Parameters
    ----------
    source
        The whole file.
    options
        Only the decimal sign of numbers that are stored as text is of interest.
    watch
        Told about the progress after every batch of rows, asked whether to go on.
    name
        What the user calls the format that the stream was made of.

    Raises
    ------
    ReadingError
        If the file is damaged or cut off, announces more than `CELL_LIMIT` cells, or its
        compressed parts become larger than 256 MiB and than 100 times the file.
    DataError
        If a column holds cells of a type that is not read.
    CancelledError
        If the watch says so.
    """
    try:
        headers, columns, n_rows = _read_stream(source, watch)
    except DAMAGE as error:
        raise arrow_columns.memory_short(source, error) or _damage(source, error, name) from None
    return arrow_columns.as_table(source, name, options, headers, columns, n_rows=n_rows)


def _read_stream(source: Source, watch: Watch) -> tuple[list[str], list[ArrowColumn], int]:
    stream = arrow.py_buffer(_stream(source))
    _require_size(source, stream)
    reader: Any = pyarrow.ipc.open_stream(stream)
    headers = list(reader.schema.names)
    require_columns(source.name, len(headers))
    batches = []
    n_rows = 0
    for batch in reader:
        n_rows += batch.num_rows
        arrow_columns.require_cells(source, n_rows, len(headers), CELL_LIMIT)
        batches.append(batch)
        watch.step(0.9, phrase("{n} rows", n=grouped(n_rows)))
    table: Any = arrow.Table.from_batches(batches, reader.schema)
    # Every place that a text or a list starts at, every index, every letter: in full.
    table.validate(full=True)
    columns = [
        arrow_columns.settled(source, header, values)
        for header, values in zip(headers, table.columns, strict=True)
    ]
    return headers, columns, n_rows


def _stream(source: Source) -> memoryview:
    """Return the messages of a file, without what stands before and behind them."""
    data = source.content
    if not source.head.startswith(_MAGIC):
        return data
    if bytes(data[-len(_MAGIC) :]) != _MAGIC or len(data) < _HEAD + _TAIL:
        raise EOFError
    n_foot = int.from_bytes(data[-_TAIL : -len(_MAGIC)], "little", signed=True)
    end = len(data) - _TAIL - n_foot
    if n_foot <= 0 or end < _HEAD:
        raise ValueError("the foot is larger than the file")
    return data[_HEAD:end]


def _require_size(source: Source, stream: Any) -> None:  # noqa: ANN401 - a buffer of pyarrow
    """Refuse a file whose compressed parts become too large."""
    limit = arrow_columns.largest_content(source)
    size = 0
    for message in pyarrow.ipc.MessageReader.open_stream(stream):
        body = b"" if message.body is None else memoryview(message.body)
        size += unpacked_size(message.metadata.to_pybytes(), body)
        if size > limit:
            raise ReadingError(
                phrase(
                    "the file becomes too large when it is unpacked: more than {limit} bytes from "
                    "{size}",
                    limit=grouped(limit),
                    size=grouped(len(source.content)),
                ),
                where=source.name,
                hint=phrase("Keep only the columns that are needed"),
            )


def _damage(source: Source, error: Exception, name: str) -> ReadingError:
    """Return what is wrong in our own words: foreign texts may quote data."""
    if isinstance(error, EOFError):
        message = phrase("the {name} file is incomplete: its end is missing", name=name)
        return ReadingError(message, where=source.name, hint=phrase("Copy or download it again"))
    if isinstance(error, NotImplementedError):
        message = phrase("the {name} file uses a feature that is not supported", name=name)
        hint = phrase("Save it again with Arrow's own types, or as Parquet")
        return ReadingError(message, where=source.name, hint=hint)
    message = phrase("the {name} file is damaged or incomplete and cannot be read", name=name)
    return ReadingError(message, where=source.name, hint=phrase("Copy or download it again"))


# ---------------------------------------------------------------------------------- sizes


_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_VERSION, _HEADER_TYPE, _HEADER, _REMARKS = 0, 1, 2, 4  # fields of a message
_VERSION_4 = 3
_DATA = 1  # field of a dictionary batch
_BUFFERS, _COMPRESSION = 2, 3  # fields of a record batch
_BUFFER_SIZE = 16  # bytes in the list of buffers: an offset and a length


def unpacked_size(metadata: bytes, body: bytes | memoryview) -> int:
    """Return how many bytes the compressed buffers of a message become.

    Parameters
    ----------
    metadata
        The flatbuffer of the message.
    body
        What follows it: the buffers.

    Returns
    -------
    int
        0 for a message without compressed buffers.

    Raises
    ------
    ValueError
        If the message is damaged.
    """
    try:
        message = _Table.root(metadata)
        kind = message.byte(_HEADER_TYPE)
        batch = message.table(_HEADER)
        if kind == _DICTIONARY_BATCH and batch is not None:
            batch = batch.table(_DATA)
        if kind not in {_DICTIONARY_BATCH, _RECORD_BATCH} or batch is None:
            return 0
        # Version 4 had no field for the compression and said it among the remarks.
        may_be_old = message.byte(_VERSION) <= _VERSION_4 and message.table(_REMARKS) is not None
        if batch.table(_COMPRESSION) is None and not may_be_old:
            return 0
        return sum(_announced(body, *buffer) for buffer in batch.pairs(_BUFFERS))
    except struct.error:
        raise ValueError("a message points beyond its end") from None


def _announced(body: bytes | memoryview, offset: int, length: int) -> int:
    """Return the size that stands before a compressed buffer; -1 says it is not compressed."""
    if not length:
        return 0
    (size,) = struct.unpack_from("<q", body, offset)
    return length if size < 0 else int(size)


class _Table:
    """A table of a flatbuffer: its fields by their numbers."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._place = place
        self._index = place - self._number("<i", place)
        self._size = self._number("<H", self._index)

    @classmethod
    def root(cls, data: bytes) -> _Table:
        """Return the table that a flatbuffer starts with."""
        (place,) = struct.unpack_from("<I", data, 0)
        return cls(data, place)

    def _number(self, form: str, place: int) -> int:
        if place < 0:  # `struct` would count from the end
            raise struct.error
        return int(struct.unpack_from(form, self._data, place)[0])

    def _field(self, number: int) -> int | None:
        """Return where a field stands; None where it is left out."""
        entry = 4 + 2 * number
        offset = self._number("<H", self._index + entry) if entry + 2 <= self._size else 0
        return self._place + offset if offset else None

    def byte(self, number: int) -> int:
        """Return a field of one byte, 0 where it is left out."""
        place = self._field(number)
        return 0 if place is None else self._number("<B", place)

    def table(self, number: int) -> _Table | None:
        """Return a field that is a table, None where it is left out."""
        place = self._field(number)
        return None if place is None else _Table(self._data, place + self._number("<I", place))

    def pairs(self, number: int) -> list[tuple[int, int]]:
        """Return a field that lists pairs of 64-bit integers, none of them negative."""
        place = self._field(number)
        if place is None:
            return []
        start = place + self._number("<I", place)
        length = self._number("<I", start)
        form = f"<{2 * length}Q"
        if start + 4 + length * _BUFFER_SIZE > len(self._data):
            raise struct.error
        numbers = struct.unpack_from(form, self._data, start + 4)
        return list(zip(numbers[::2], numbers[1::2], strict=True))


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".arrow", ".arrows", ".feather", ".ipc"),
    description="Arrow, Feather",
    help=phrase("the file and the stream format, Feather version 2"),
)
