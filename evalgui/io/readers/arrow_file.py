"""Arrow: files (Feather version 2 is one) and streams, read message by message.

A file is a stream with a foot that repeats where its messages are: what counts is the
stream. Nothing is unpacked before it is known how large it becomes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow.ipc

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.io.readers import arrow_columns
from evalgui.io.readers.arrow_columns import DAMAGE, Parts
from evalgui.io.readers.reader import Reader
from evalgui.io.table import arrow, unpacked_size
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = "Arrow"

CELL_LIMIT = arrow_columns.CELL_LIMIT

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


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that an Arrow file or stream holds.

    Parameters
    ----------
    source
        The whole file.
    options
        Only the decimal sign of numbers that are stored as text is of interest.
    watch
        Told about the progress after every batch of rows, asked whether to go on.

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
        parts = _read_parts(source, watch)
    except DAMAGE as error:
        raise arrow_columns.memory_short(source, error) or _damage(source, error) from None
    return arrow_columns.as_table(source, NAME, parts, options)


def _read_parts(source: Source, watch: Watch) -> Parts:
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
        watch.step(0.9, f"{grouped(n_rows)} rows")
    table: Any = arrow.Table.from_batches(batches, reader.schema)
    # Every place that a text or a list starts at, every index, every letter: in full.
    table.validate(full=True)
    columns = [
        arrow_columns.settled(source, header, values)
        for header, values in zip(headers, table.columns, strict=True)
    ]
    return Parts(headers, columns, n_rows)


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
                f"the file becomes too large when it is unpacked: more than {grouped(limit)} bytes "
                f"from {grouped(len(source.content))}",
                where=source.name,
                hint="Keep only the columns that are needed",
            )


def _damage(source: Source, error: Exception) -> ReadingError:
    """Return what is wrong in our own words: foreign texts may quote data."""
    if isinstance(error, EOFError):
        message = "the Arrow file is incomplete: its end is missing"
        return ReadingError(message, where=source.name, hint="Copy or download it again")
    if isinstance(error, NotImplementedError):
        message = "the Arrow file uses a feature that is not supported"
        hint = "Save it again with Arrow's own types, or as Parquet"
        return ReadingError(message, where=source.name, hint=hint)
    message = "the Arrow file is damaged or incomplete and cannot be read"
    return ReadingError(message, where=source.name, hint="Copy or download it again")


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".arrow", ".arrows", ".feather", ".ipc"),
    description="Arrow, Feather",
    help="the file and the stream format, Feather version 2",
)
