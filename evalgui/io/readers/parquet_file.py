"""A Parquet file in memory, read column by column and group of rows by group of rows."""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import EvalguiError, ReadingError
from evalgui.core.parallel import spread
from evalgui.io.readers import arrow_columns, parquet_room
from evalgui.io.readers.arrow_columns import DAMAGE
from evalgui.io.readers.parquet_room import Room
from evalgui.io.table import HeldCells, NarrowCells, arrow, narrowed
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.table import ArrowColumn, Cells

CELL_LIMIT = arrow_columns.CELL_LIMIT

_BATCH_ROWS = 1 << 20
_CAREFUL_ROWS = 1 << 14  # of columns whose cells may be of any size
_LOOK_ROWS = 256


class ParquetFile:
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
            self.schema: Any = self._open().schema_arrow
            self._texts = parquet_room.sizes_of_texts(source, self.schema, watch)
            groups = range(self._metadata.num_row_groups)
            lengths = [self._metadata.row_group(group).num_rows for group in groups]
        except DAMAGE as error:
            raise self._damage(error) from None
        self._starts = np.cumsum([0, *lengths]).tolist()
        if min(lengths, default=0) < 0 or self._starts[-1] != self.n_rows:
            raise self._damage(ValueError())
        self.left_out: dict[str, int] = parquet_room.too_large(
            source, self._texts, self.n_rows, self.schema, self._spelled
        )
        parquet_room.require_others(source, self.left_out, self.schema.names)

    def _spelled(self, name: str) -> int:
        """Return how many bytes the texts of a column have, of those that begin alike at least."""
        groups = range(len(self._starts) - 1)
        try:
            if not self.has_dictionary(name):
                return int(self.head(name, parquet_room.HEAD_ROWS).nbytes)
            parts = (self.group(name, group, recurring=True) for group in groups)
            return sum(map(parquet_room.bytes_of_texts, chain.from_iterable(parts)))
        except ReadingError:  # a part alone is too large
            return arrow_columns.largest_content(self._source) + 1

    def read_at_once(self, names: list[str]) -> list[Cells]:
        """Return the cells of some columns, or of all where there are two of one name."""
        if not names:
            return []
        is_all = len(names) == len(self.schema)
        fields = [field for field in self.schema if field.name in set(names)]
        batches = []
        n_rows = 0
        try:
            parquet_room.require_spelled(self._source, fields, self._watch)
            chosen = None if is_all else names
            sizes = dict.fromkeys(names, 0)
            are_bounded = all(arrow_columns.is_bounded(field.type) for field in fields)
            at_once = _BATCH_ROWS if are_bounded else self._few_rows(names)
            for batch in self._open().iter_batches(at_once, columns=chosen):
                batches.append(batch if is_all else batch.select(names))
                n_rows += batch.num_rows
                for header, cells in zip(batch.schema.names, batch.columns, strict=True):
                    sizes[header] = sizes.get(header, 0) + cells.nbytes
                    arrow_columns.require_size(self._source, header, sizes[header])
                self._watch.step(n_rows / max(self.n_rows, 1), f"{grouped(n_rows)} rows")
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

    def _few_rows(self, names: list[str]) -> int:
        """Return how many rows are read at once where cells may be of any size."""
        texts, groups = self._texts.keys() & set(names), range(len(self._starts) - 1)
        rows = (
            self._rows_at_once(name, group, _CAREFUL_ROWS) for name in texts for group in groups
        )
        return min(rows, default=_CAREFUL_ROWS)

    def _rows_at_once(self, name: str, group: int, n: int) -> int:
        """Return how many of n texts may be spelled out at once: each may be the longest."""
        size = self._texts.get(name)
        longest = 0 if size is None else size.longest
        is_known = size is not None and (
            size.has_prefixes or parquet_room.rows_at_once(n, longest) == n
        )
        first = None if is_known else self._first_index(name, group)
        if first is not None:
            longest = parquet_room.longest_text(first)
        return parquet_room.rows_at_once(n, longest)

    def has_dictionary(self, name: str) -> bool:
        """Return whether texts can be read as indices: those that continue others cannot."""
        return self._first_index(name, 0) is not None

    def _first_index(self, name: str, group: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return the first text of a group as an index into its texts; None if it cannot be one."""
        try:
            return next(self._batches(name, group, 1, recurring=True), None)
        except ReadingError:
            return None

    def head(self, name: str, n: int) -> ArrowColumn:
        """Return the first n cells of a column, or all where there are fewer."""
        groups = (group for group, start in enumerate(self._starts[:-1]) if start < n)
        # One text may be as long as the memory is large, and stand in every cell.
        longest = self._texts[name].longest if name in self._texts else 0
        is_text = name in self._texts or arrow.types.is_string(self.schema.field(name).type)
        at_once = parquet_room.rows_at_once(_LOOK_ROWS, longest) if is_text else n
        room = Room(self._source, name)
        chunks: list[Any] = []
        n_rows = 0
        for cells in chain.from_iterable(self._batches(name, group, at_once) for group in groups):
            chunks.append(cells)
            n_rows += len(cells)
            room.take(cells)
            if n_rows >= n:
                break
        return chunked(chunks, self.schema.field(name).type).slice(0, n)

    def group_of(self, row: int) -> tuple[int, int]:
        """Return the group of rows that a row is in, and the first row of that group."""
        group = bisect_right(self._starts, row) - 1
        return group, self._starts[group]

    def group(
        self, name: str, group: int, *, recurring: bool, room: Room | None = None
    ) -> list[Any]:
        """Return the cells of a column in a group of rows, in arrays one after the other."""
        room = room or Room(self._source, name)
        is_spelled = arrow.types.is_string(self.schema.field(name).type) and not recurring
        at_once = self._rows_at_once(name, group, _BATCH_ROWS) if is_spelled else _BATCH_ROWS
        chunks = []
        for cells in self._batches(name, group, at_once, recurring=recurring):
            chunks.append(cells)
            room.take(cells)
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
        kind = self.schema.field(name).type

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
            room = Room(self._source, name)
            found = spread(
                lambda g: self.group(name, g, recurring=recurring, room=room), groups, look
            )
            return HeldCells(chunked(list(chain.from_iterable(found)), kind))
        # In one piece of memory, numbers need not be put together later.
        numbers = np.empty(self.n_rows, np.float64 if arrow.types.is_float64(kind) else np.float32)

        def write(group: int) -> None:
            row = self._starts[group]
            for chunk in self.group(name, group, recurring=False):
                numbers[row : row + len(chunk)] = chunk.to_numpy(zero_copy_only=False)
                row += len(chunk)

        spread(write, groups, look)
        return HeldCells(chunked([arrow.array(numbers)], kind))

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


def chunked(chunks: list[Any], kind: Any) -> ArrowColumn:  # noqa: ANN401 - a type of pyarrow
    """Return arrays as one column, of this type where there is none."""
    column: ArrowColumn = arrow.chunked_array(chunks, chunks[0].type if chunks else kind)
    return column
