"""Parquet files: columns with types of their own, read when they are asked for.

The file is in memory, so that a column may be read at any time: what stands on the disk by
then does not matter.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.api import EvalguiError, ReadingError, grouped, spread
from evalgui.io.readers import arrow_columns
from evalgui.io.readers.arrow_columns import DAMAGE, Parts
from evalgui.io.readers.reader import Reader
from evalgui.io.table import HeldCells, NarrowCells, arrow, kernels, narrowed, spelled_sizes
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.api import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, Cells, RawTable

NAME = "Parquet"

CELL_LIMIT = arrow_columns.CELL_LIMIT

READ_AT_ONCE = 1_000_000
"""Of a file with so few cells all are read at once, and any damage is found at once."""

_BATCH_ROWS = 1 << 20
_CAREFUL_ROWS = 1 << 14  # of columns whose cells may be of any size
_LOOK_ROWS = 256
_HEAD_ROWS = 10_000
_FEW_TEXTS = 100


def sniff(source: Source) -> bool:
    """Return whether a file starts as Parquet does."""
    return source.head.startswith(b"PAR1")


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that a Parquet file holds.

    Columns of numbers, truth values and texts are read when they are asked for, each by all
    processors; others, and all columns of a small file, at once.

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
    file = _File(source, watch)
    headers, columns = file.columns()
    if file.n_rows * len(columns) <= READ_AT_ONCE:
        for cells in columns:
            cells.compact()
    return arrow_columns.as_table(source, NAME, Parts(headers, columns, file.n_rows), options)


class _File:
    """A Parquet file in memory, any part of which may be read in any thread."""

    def __init__(self, source: Source, watch: Watch) -> None:
        from pyarrow import parquet  # which no other format needs

        self._source = source
        self._watch = watch
        self._furthest = 0
        try:
            self._buffer = arrow.py_buffer(source.content)
            self._metadata: Any = parquet.read_metadata(arrow.BufferReader(self._buffer))
            self.n_rows: int = self._metadata.num_rows
            n_columns = self._metadata.num_columns
            require_columns(source.name, n_columns)
            arrow_columns.require_cells(source, self.n_rows, n_columns, CELL_LIMIT)
            self._schema: Any = self._open().schema_arrow
            groups = range(self._metadata.num_row_groups)
            lengths = [self._metadata.row_group(group).num_rows for group in groups]
        except DAMAGE as error:
            raise self._damage(error) from None
        self._starts = np.cumsum([0, *lengths]).tolist()
        if min(lengths, default=0) < 0 or self._starts[-1] != self.n_rows:
            raise self._damage(ValueError())

    def columns(self) -> tuple[list[str], list[Cells]]:
        """Return the headers and the cells of all columns, read where they have to be."""
        fields = list(self._schema)
        names = [field.name for field in fields]
        # Of columns of one name, pyarrow would always read all.
        are_alike = len(set(names)) < len(names)
        waits = [not are_alike and _may_wait(field.type) for field in fields]
        held = iter(
            self._read_at_once([n for n, later in zip(names, waits, strict=True) if not later])
        )
        return names, [
            _LaterCells(self, field) if later else next(held)
            for field, later in zip(fields, waits, strict=True)
        ]

    def _read_at_once(self, names: list[str]) -> list[Cells]:
        """Return the cells of some columns, or of all where there are two of one name."""
        if not names:
            return []
        self._require_spelled([field for field in self._schema if field.name in set(names)])
        is_all = len(names) == len(self._schema)
        batches = []
        n_rows = 0
        try:
            chosen = None if is_all else names
            sizes = dict.fromkeys(names, 0)
            kinds = [field.type for field in self._schema if field.name in sizes]
            at_once = _BATCH_ROWS if all(map(arrow_columns.is_bounded, kinds)) else _CAREFUL_ROWS
            for batch in self._open().iter_batches(at_once, columns=chosen):
                batches.append(batch if is_all else batch.select(names))
                n_rows += batch.num_rows
                for header, cells in zip(batch.schema.names, batch.columns, strict=True):
                    sizes[header] = sizes.get(header, 0) + cells.nbytes
                    arrow_columns.require_size(self._source, header, sizes[header])
                self._watch.step(n_rows / max(self.n_rows, 1), f"{grouped(n_rows)} rows")
            fields = [field for field in self._schema if field.name in set(names)]
            table: Any = arrow.Table.from_batches(batches, arrow.schema(fields))
            if table.num_rows != self.n_rows:
                raise ValueError
            # Texts that are no valid Unicode would come to light much later.
            table.validate(full=True)
            return [
                HeldCells(arrow_columns.settled(self._source, header, values))
                for header, values in zip(table.column_names, table.columns, strict=True)
            ]
        except DAMAGE as error:
            raise self._damage(error) from None

    def _require_spelled(self, fields: list[Any]) -> None:
        """Refuse lists and records that become too large together, before any is unpacked."""
        nested = [field.name for field in fields if arrow.types.is_nested(field.type)]
        if not nested:
            return
        try:
            sizes = spelled_sizes(self._source.content, nested, self._watch.look)
        except ValueError as error:
            raise self._damage(error) from None
        for name, size in sizes.items():
            arrow_columns.require_size(self._source, name, size)
        if sizes.total() > arrow_columns.largest_content(self._source):
            message = f"{grouped(len(nested))} columns of lists or records are too large together"
            hint = "Keep only the columns that are needed"
            raise ReadingError(message, where=self._source.name, hint=hint)

    def head(self, name: str, n: int) -> ArrowColumn:
        """Return the first n cells of a column, or all where there are fewer."""
        groups = (group for group, start in enumerate(self._starts[:-1]) if start < n)
        # One text may be as long as the memory is large, and stand in every cell.
        at_once = _LOOK_ROWS if arrow.types.is_string(self._schema.field(name).type) else n
        chunks: list[Any] = []
        n_rows = n_bytes = 0
        for cells in chain.from_iterable(self._batches(name, group, at_once) for group in groups):
            chunks.append(cells)
            n_rows += len(cells)
            n_bytes += cells.nbytes
            arrow_columns.require_size(self._source, name, n_bytes)
            if n_rows >= n:
                break
        return _chunked(chunks, self._schema.field(name).type).slice(0, n)

    def group_of(self, row: int) -> tuple[int, int]:
        """Return the group of rows that a row is in, and the first row of that group."""
        group = bisect_right(self._starts, row) - 1
        return group, self._starts[group]

    def group(self, name: str, group: int, *, recurring: bool) -> list[Any]:
        """Return the cells of a column in a group of rows, in arrays one after the other."""
        chunks = []
        for cells in self._batches(name, group, _BATCH_ROWS, recurring=recurring):
            chunks.append(cells)
            self._watch.look()
        if sum(map(len, chunks)) != self._starts[group + 1] - self._starts[group]:
            raise self._damage(ValueError())
        return chunks

    def _batches(self, name: str, group: int, n: int, *, recurring: bool = False) -> Iterator[Any]:
        """Yield the cells of a column in a group of rows, n at a time, their texts valid."""
        options = {"read_dictionary": [name]} if recurring else {}
        try:
            batches = self._open(**options).iter_batches(
                min(n, _BATCH_ROWS), row_groups=[group], columns=[name], use_threads=False
            )
            for batch in batches:
                cells = batch.column(name)
                # Others would come to light much later.
                cells.validate(full=True)
                yield cells
        except DAMAGE as error:
            raise self._damage(error) from None

    def require_room(self, name: str, head: ArrowColumn) -> None:
        """Refuse a column that becomes too large if it goes on as it begins."""
        size = head.nbytes * self.n_rows // max(len(head), 1)
        arrow_columns.require_size(self._source, name, size)

    def column(self, name: str, *, recurring: bool) -> Cells:
        """Return all cells of a column, read by all processors."""
        groups = range(len(self._starts) - 1)
        kind = self._schema.field(name).type

        def look(number: int) -> None:
            # Columns are read side by side: the one that is ahead is told about.
            self._furthest = max(self._furthest, self._starts[number])
            self._watch.step(1.0, f"{grouped(self._furthest)} rows")

        if arrow.types.is_integer(kind):
            narrow = spread(
                lambda g: [narrowed(c) for c in self.group(name, g, recurring=False)], groups, look
            )
            return NarrowCells(list(chain.from_iterable(narrow)), kind)
        if not (arrow.types.is_float64(kind) or arrow.types.is_float32(kind)):
            found = spread(lambda g: self.group(name, g, recurring=recurring), groups, look)
            return HeldCells(_chunked(list(chain.from_iterable(found)), kind))
        # In one piece of memory, numbers need not be put together later.
        numbers = np.empty(self.n_rows, kind.to_pandas_dtype())

        def write(group: int) -> None:
            row = self._starts[group]
            for chunk in self.group(name, group, recurring=False):
                numbers[row : row + len(chunk)] = chunk.to_numpy(zero_copy_only=False)
                row += len(chunk)

        spread(write, groups, look)
        return HeldCells(_chunked([arrow.array(numbers)], kind))

    def _open(self, **options: Any) -> Any:  # noqa: ANN401 - the stubs are wrong
        from pyarrow import parquet

        return parquet.ParquetFile(
            arrow.BufferReader(self._buffer),
            metadata=self._metadata,
            page_checksum_verification=True,
            **options,
        )

    def _damage(self, error: Exception) -> EvalguiError:
        """Return what is wrong in our own words: foreign texts may quote data."""
        where = self._source.name
        short = arrow_columns.memory_short(self._source, error)
        if short is not None:
            return short
        if bytes(self._source.content[-4:]) not in {b"PAR1", b"PARE"}:
            message = "the Parquet file is incomplete: its end is missing"
            return ReadingError(message, where=where, hint="Copy or download it again")
        if isinstance(error, NotImplementedError):
            message = "the Parquet file uses a feature that is not supported, such as encryption"
            hint = "Save it again without that feature, or as CSV"
            return ReadingError(message, where=where, hint=hint)
        message = "the Parquet file is damaged and cannot be read"
        return ReadingError(message, where=where, hint="Copy or download it again")


class _LaterCells:
    """The cells of a column that is read when it is asked for.

    The first rows, and any others that someone looks at, do not cost the whole column.
    """

    def __init__(self, file: _File, field: Any) -> None:  # noqa: ANN401 - the stubs are wrong
        self._file = file
        self._name: str = field.name
        self._own: Any = field.type
        self._held: Cells | None = None
        self._groups: dict[int, HeldCells | EvalguiError] = {}
        self._reading, self._fetching = threading.Lock(), threading.Lock()

    @cached_property
    def _head(self) -> HeldCells:
        return HeldCells(self._file.head(self._name, _HEAD_ROWS))

    @cached_property
    def _is_recurring(self) -> bool:
        """Whether these are texts of which the first rows hold few different ones.

        The sizes in the metadata would tell, too, but pyarrow ends the process when it is
        asked for those of a damaged file.
        """
        if not arrow.types.is_string(self._own):
            return False
        return len(kernels.unique(self._head.whole())) <= _FEW_TEXTS

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type of the file's own; texts that recur are indices into the different ones."""
        return arrow.dictionary(arrow.int32(), self._own) if self._is_recurring else self._own

    def __len__(self) -> int:
        return self._file.n_rows

    def whole(self) -> ArrowColumn:
        """Return all of them."""
        return self._all().whole()

    def compact(self) -> ArrowColumn:
        """Return all of them, whole numbers in as few bytes as they need."""
        return self._all().compact()

    def _all(self) -> Cells:
        with self._reading:
            if self._held is None:
                if arrow.types.is_string(self._own) and not self._is_recurring:
                    self._file.require_room(self._name, self._head.whole())
                self._held = self._file.column(self._name, recurring=self._is_recurring)
                self._groups.clear()
            return self._held

    def first(self, n: int) -> ArrowColumn:
        """Return the first n, or all where there are fewer."""
        if self._held is None and n <= _HEAD_ROWS:
            return self._head.first(n)
        if self._held is None and n < self._file.n_rows:
            return self._file.head(self._name, n)
        return self._all().first(n)

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell."""
        held = self._held
        if held is not None:
            return held.at(place)
        if place < _HEAD_ROWS:
            return self._head.at(place)
        group, start = self._file.group_of(place)
        found = self._groups.get(group)
        if found is None and self._held is not None:  # read meanwhile, and the groups emptied
            return self._held.at(place)
        found = found or self._fetched(group)
        if isinstance(found, EvalguiError):
            raise found.with_traceback(None)
        return found.at(place - start)

    def is_at_hand(self, place: int) -> bool:
        """Return whether `at` answers at once, be it with an error."""
        # The groups before the whole: who reads this one keeps it before the groups go.
        if place < _HEAD_ROWS:
            return "_head" in self.__dict__ or self._held is not None
        return self._file.group_of(place)[0] in self._groups or self._held is not None

    def _fetched(self, group: int) -> HeldCells | EvalguiError:
        """Return a group that is read now, by one thread alone, or what is damaged in it."""
        with self._fetching:
            found = self._groups.get(group)
            if found is None:
                try:
                    cells = self._file.group(self._name, group, recurring=self._is_recurring)
                    found = HeldCells(_chunked(cells, self.type))
                except ReadingError as error:  # the file will not get better
                    found = error
                self._groups[group] = found
            return found


def _may_wait(kind: Any) -> bool:  # noqa: ANN401 - a type of pyarrow
    types = arrow.types
    tests = (types.is_floating, types.is_integer, types.is_boolean, types.is_string)
    return any(test(kind) for test in tests)


def _chunked(chunks: list[Any], kind: Any) -> ArrowColumn:  # noqa: ANN401 - a type of pyarrow
    column: ArrowColumn = arrow.chunked_array(chunks, chunks[0].type if chunks else kind)
    return column


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".parquet", ".pq"),
    description="Parquet",
    help=(
        "numbers and text, lists of probabilities as one column a class; only the columns "
        "that are needed are read"
    ),
)
