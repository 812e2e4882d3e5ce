"""Parquet files: columns with types of their own, checked page by page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.errors import ReadingError
from evalgui.io.arrow import arrow, kernels
from evalgui.io.readers import arrow_columns
from evalgui.io.readers.arrow_columns import DAMAGE, Parts

if TYPE_CHECKING:
    from evalgui.io.raw_table import RawTable
    from evalgui.io.reading import ReadOptions
    from evalgui.io.source import Source
    from evalgui.io.watch import Watch

NAME = "Parquet"

CELL_LIMIT = arrow_columns.CELL_LIMIT

_BATCH_ROWS = 1 << 20
_HEAD_ROWS = 10_000
_FEW_TEXTS = 100


def sniff(source: Source) -> bool:
    """Return whether a file starts as Parquet does."""
    return source.data.startswith((b"PAR1", b"PARE"))


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that a Parquet file holds.

    Parameters
    ----------
    source
        The whole file.
    options
        Only the decimal sign of numbers that are stored as text is of interest.
    watch
        Told about the progress after every million rows, asked whether to go on.

    Raises
    ------
    ReadingError
        If the file is damaged, cut off, encrypted, or announces more than `CELL_LIMIT`
        cells.
    CancelledError
        If the watch says so.
    """
    try:
        parts = _read_parts(source, watch)
    except DAMAGE as error:
        raise _damage(source, error) from None
    return arrow_columns.as_table(source, NAME, parts, options)


def _read_parts(source: Source, watch: Watch) -> Parts:
    """Read all columns; texts that recur stay indices into the different ones."""
    from pyarrow import parquet  # which no other format needs

    buffer = arrow.BufferReader(arrow.py_buffer(source.data))
    metadata: Any = parquet.read_metadata(buffer)
    arrow_columns.require_cells(source, metadata.num_rows, metadata.num_columns, CELL_LIMIT)
    file = _open(buffer, metadata)
    recurring = _recurring_texts(file)
    if recurring:
        file = _open(buffer, metadata, read_dictionary=recurring)
    batches = []
    n_rows = 0
    for batch in file.iter_batches(_BATCH_ROWS):
        batches.append(batch)
        n_rows += batch.num_rows
        watch.step(n_rows / max(metadata.num_rows, 1), f"{n_rows:,} rows")
    table: Any = arrow.Table.from_batches(batches, file.schema_arrow)
    if table.num_rows != metadata.num_rows:
        raise ValueError
    # Texts that are no valid Unicode would come to light much later.
    table.validate(full=True)
    headers = list(table.column_names)
    columns = [
        arrow_columns.settled(source, header, values)
        for header, values in zip(headers, table.columns, strict=True)
    ]
    return Parts(headers, columns, table.num_rows)


def _open(buffer: Any, metadata: Any, **options: Any) -> Any:  # noqa: ANN401 - the stubs are wrong
    from pyarrow import parquet

    buffer.seek(0)
    return parquet.ParquetFile(
        buffer, metadata=metadata, page_checksum_verification=True, **options
    )


def _recurring_texts(file: Any) -> list[str]:  # noqa: ANN401 - the stubs are wrong
    """Return the columns of text whose first rows hold few different texts.

    The sizes in the metadata would tell, too, but pyarrow ends the process when it is asked
    for those of a damaged file.
    """
    types = arrow.types
    texts = [
        field.name
        for field in file.schema_arrow
        if types.is_string(field.type) or types.is_large_string(field.type)
    ]
    if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names) or not texts:
        return []
    head = next(file.iter_batches(_HEAD_ROWS, columns=texts), None)
    if head is None:
        return []
    return [name for name in texts if len(kernels.unique(head.column(name))) <= _FEW_TEXTS]


def _damage(source: Source, error: Exception) -> ReadingError:
    """Return what is wrong in our own words: foreign texts may quote data."""
    if not source.data.endswith((b"PAR1", b"PARE")):
        message = "the Parquet file is incomplete: its end is missing"
        return ReadingError(message, where=source.name, hint="Copy or download it again")
    if isinstance(error, NotImplementedError):
        message = "the Parquet file uses a feature that is not supported, such as encryption"
        hint = "Save it again without that feature, or as CSV"
        return ReadingError(message, where=source.name, hint=hint)
    message = "the Parquet file is damaged and cannot be read"
    return ReadingError(message, where=source.name, hint="Copy or download it again")
