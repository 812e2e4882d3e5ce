"""Parquet files: columns with types of their own, read when they are asked for.

The file is in memory, so that a column may be read at any time: what stands on the disk by
then does not matter.

A kilobyte can announce lists and texts of gigabytes. How many values there are, and how large a
page becomes, stands in the headers of the pages, structures of Thrift's compact protocol as
`parquet.thrift` of the format lays them out; they are asked before any page is unpacked. pyarrow
shows no pages, and ends the process when it is asked for the sizes in a damaged file.
"""

from __future__ import annotations

import struct
import threading
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import EvalguiError, ReadingError
from evalgui.core.parallel import spread
from evalgui.core.vocabulary import phrase
from evalgui.io.formats import arrow_columns
from evalgui.io.formats.arrow_columns import CELL_LIMIT, DAMAGE
from evalgui.io.formats.format import Format, starts
from evalgui.io.table import HeldCells, NarrowCells, arrow, kernels, narrowed
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, Cells, RawTable

NAME = "Parquet"

READ_AT_ONCE = 1_000_000
"""Of a file with so few cells all are read at once, and any damage is found at once."""

ABOUT = b"evalgui"
"""The key of the metadata under which this program says what a file of its own is."""

_FEW_TEXTS = 100
_MANY_COLUMNS = 500  # pyarrow looks at all of them whenever it is asked for one
_MOST_AT_ONCE = 50_000_000  # cells


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
    file = ParquetFile(source, watch)
    headers, columns = _columns_of(file)
    findings = left_out(file.left_out)
    if file.n_rows * len(columns) <= READ_AT_ONCE:
        for cells in columns:
            cells.compact()
    table = arrow_columns.as_table(
        source, NAME, options, headers, columns, n_rows=file.n_rows, findings=findings
    )
    about = (file.schema.metadata or {}).get(ABOUT, b"")
    return replace(table, about=about.decode("utf-8", "replace")) if about else table


def _columns_of(file: ParquetFile) -> tuple[list[str], list[Cells]]:
    """Return the headers and the cells of all columns, read where they have to be.

    Those in `left_out` are not among them.
    """
    fields = [field for field in file.schema if field.name not in file.left_out]
    names = [field.name for field in fields]
    # Of columns of one name, pyarrow would always read all.
    are_alike = len(set(names)) < len(names)
    are_many = len(names) > _MANY_COLUMNS and file.n_rows * len(names) <= _MOST_AT_ONCE
    waits = [not (are_alike or are_many) and _may_wait(field.type) for field in fields]
    held = iter(file.read_at_once([n for n, later in zip(names, waits, strict=True) if not later]))
    return names, [
        _LaterCells(file, field) if later else next(held)
        for field, later in zip(fields, waits, strict=True)
    ]


class _LaterCells:
    """The cells of a column that is read when it is asked for.

    The first rows, and any others that someone looks at, do not cost the whole column.
    """

    def __init__(self, file: ParquetFile, field: Any) -> None:  # noqa: ANN401 - the stubs are wrong
        self._file = file
        self._name: str = field.name
        self._own: Any = field.type
        self._held: Cells | None = None
        self._groups: dict[int, HeldCells | EvalguiError] = {}
        self._reading, self._fetching = threading.Lock(), threading.Lock()

    @cached_property
    def _head(self) -> HeldCells:
        return HeldCells(self._file.head(self._name, HEAD_ROWS))

    @cached_property
    def _is_recurring(self) -> bool:
        """Whether these are texts of which the first rows hold few different ones.

        The sizes in the metadata would tell, too, but pyarrow ends the process when it is
        asked for those of a damaged file.
        """
        if not arrow.types.is_string(self._own):
            return False
        is_few = len(kernels.unique(self._head.whole())) <= _FEW_TEXTS
        return is_few and self._file.has_dictionary(self._name)

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
        if self._held is None and n <= HEAD_ROWS:
            return self._head.first(n)
        if self._held is None and n < self._file.n_rows:
            return self._file.head(self._name, n)
        return self._all().first(n)

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell."""
        held = self._held
        if held is not None:
            return held.at(place)
        if place < HEAD_ROWS:
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
        if place < HEAD_ROWS:
            return "_head" in self.__dict__ or self._held is not None
        return self._file.group_of(place)[0] in self._groups or self._held is not None

    def _fetched(self, group: int) -> HeldCells | EvalguiError:
        """Return a group that is read now, by one thread alone, or what is damaged in it."""
        with self._fetching:
            found = self._groups.get(group)
            if found is None:
                try:
                    cells = self._file.group(self._name, group, recurring=self._is_recurring)
                    found = HeldCells(chunked(cells, self.type))
                except ReadingError as error:  # the file will not get better
                    found = error
                self._groups[group] = found
            return found


def _may_wait(kind: Any) -> bool:  # noqa: ANN401 - a type of pyarrow
    types = arrow.types
    tests = (types.is_floating, types.is_integer, types.is_boolean, types.is_string)
    return any(test(kind) for test in tests)


# ----------------------------------------------------------------------------------- file


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
            self._texts = sizes_of_texts(source, self.schema, watch)
            groups = range(self._metadata.num_row_groups)
            lengths = [self._metadata.row_group(group).num_rows for group in groups]
        except DAMAGE as error:
            raise self._damage(error) from None
        self._starts = np.cumsum([0, *lengths]).tolist()
        if min(lengths, default=0) < 0 or self._starts[-1] != self.n_rows:
            raise self._damage(ValueError())
        self.left_out: dict[str, int] = too_large(
            source, self._texts, self.n_rows, self.schema, self._spelled
        )
        require_others(source, self.left_out, self.schema.names)

    def _spelled(self, name: str) -> int:
        """Return how many bytes the texts of a column have, of those that begin alike at least."""
        groups = range(len(self._starts) - 1)
        try:
            if not self.has_dictionary(name):
                return int(self.head(name, HEAD_ROWS).nbytes)
            parts = (self.group(name, group, recurring=True) for group in groups)
            return sum(map(bytes_of_texts, chain.from_iterable(parts)))
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
            require_spelled(self._source, fields, self._watch)
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
                self._watch.step(
                    n_rows / max(self.n_rows, 1), phrase("{n} rows", n=grouped(n_rows))
                )
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
        is_known = size is not None and (size.has_prefixes or rows_at_once(n, longest) == n)
        first = None if is_known else self._first_index(name, group)
        if first is not None:
            longest = longest_text(first)
        return rows_at_once(n, longest)

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
        at_once = rows_at_once(_LOOK_ROWS, longest) if is_text else n
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
            self._watch.step(1.0, phrase("{n} rows", n=grouped(self._furthest)))

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
            message = phrase("the Parquet file is incomplete: its end is missing")
            return ReadingError(message, where=where, hint=phrase("Copy or download it again"))
        if isinstance(error, NotImplementedError):
            message = phrase(
                "the Parquet file uses a feature that is not supported, such as encryption"
            )
            hint = phrase("Save it again without that feature, or as CSV")
            return ReadingError(message, where=where, hint=hint)
        message = phrase("the Parquet file is damaged and cannot be read")
        return ReadingError(message, where=where, hint=phrase("Copy or download it again"))


def chunked(chunks: list[Any], kind: Any) -> ArrowColumn:  # noqa: ANN401 - a type of pyarrow
    """Return arrays as one column, of this type where there is none."""
    column: ArrowColumn = arrow.chunked_array(chunks, chunks[0].type if chunks else kind)
    return column


# ----------------------------------------------------------------------------------- room


_LARGEST_PAGE = 2**31 - 1
_SPELLED_AT_ONCE = 16 << 20  # bytes; what is built may take twice as much

HEAD_ROWS = 10_000
"""How many rows of a column are held before all of it is asked for."""

_LONG = 10_000  # bytes of a text that is no label, id or group


class Room:
    """How much cells take that are read one part after the other, in any thread."""

    def __init__(self, source: Source, name: str) -> None:
        self._source, self._name = source, name
        self._n_bytes = self._n_long = 0
        self._adding = threading.Lock()

    def take(self, cells: Any) -> None:  # noqa: ANN401 - an array of pyarrow
        """Count the cells of a part, and refuse the column where all become too large."""
        size = cells.nbytes
        with self._adding:
            self._n_bytes += size
            self._n_long += size if size > _LONG * len(cells) else 0
        arrow_columns.require_size(self._source, self._name, self._n_bytes)
        arrow_columns.require_size(self._source, self._name, self._n_long, of_long(self._source))


def of_long(source: Source) -> int:
    """Return how many bytes the pages and the long texts of a column may have.

    pyarrow holds a page packed, unpacked and as an array, and a look at a few rows holds their
    texts several times.
    """
    return arrow_columns.largest_content(source) // 4


def require_spelled(source: Source, fields: Iterable[Any], watch: Watch) -> None:
    """Refuse lists and records that become too large together, before any is unpacked.

    Raises
    ------
    ReadingError
        With the column, where one alone is too large.
    ValueError
        If the file is damaged.
    """
    nested = [field.name for field in fields if arrow.types.is_nested(field.type)]
    if not nested:
        return
    sizes = spelled_sizes(source.content, nested, watch.look)
    for name, size in sizes.items():
        arrow_columns.require_size(source, name, size)
    if sizes.total() > arrow_columns.largest_content(source):
        message = phrase(
            "{n} columns of lists or records are too large together", n=grouped(len(nested))
        )
        hint = phrase("Keep only the columns that are needed")
        raise ReadingError(message, where=source.name, hint=hint)


def sizes_of_texts(source: Source, schema: Iterable[Any], watch: Watch) -> dict[str, TextSize]:
    """Return how large columns of texts become; none where no page can be too large for the file.

    Of a large file with ten million rows, the look at all pages would take longer than it helps.
    """
    has_texts = any(
        arrow.types.is_dictionary(field.type) or not arrow_columns.is_bounded(field.type)
        for field in schema
    )
    if not has_texts or arrow_columns.largest_content(source) >= _LARGEST_PAGE:
        return {}
    return text_sizes(source.content, watch.look)


def too_large(
    source: Source,
    sizes: Mapping[str, TextSize],
    n_rows: int,
    schema: Iterable[Any],
    count: Callable[[str], int],
) -> dict[str, int]:
    """Return which columns are not to be unpacked, and how many bytes each becomes.

    Parameters
    ----------
    source
        The file.
    sizes
        How large its columns of texts become.
    n_rows
        How many rows it has.
    schema
        Its columns; those of cells of one length become as long as that says.
    count
        Returns how many bytes the texts of a column have together, each as often as it occurs:
        asked where they may be too many.

    Returns
    -------
    dict
        Also those that are too large together: the largest.
    """
    limit, limit_of_long = arrow_columns.largest_content(source), of_long(source)
    found: dict[str, int] = {}
    kept: dict[str, int] = {}
    for field in schema:
        if arrow.types.is_nested(field.type):
            continue
        name, size = field.name, sizes.get(field.name, TextSize())
        if arrow.types.is_fixed_size_binary(field.type):
            size = TextSize(total=field.type.byte_width * n_rows)
        is_long = size.total > _LONG * n_rows
        if size.largest > limit_of_long or size.total > (limit_of_long if is_long else limit):
            found[name] = max(size.total, size.spelled)
        elif _may_exceed(size, n_rows, limit) and (n_bytes := count(name)) > limit:
            found[name] = n_bytes
        else:
            kept[name] = max(size.total, size.spelled * min(HEAD_ROWS, n_rows) // max(n_rows, 1))
    n_bytes = 0
    for name in sorted(kept, key=lambda one: kept[one]):
        n_bytes += kept[name]
        if n_bytes > limit:
            found[name] = kept[name]
    return found


def _may_exceed(size: TextSize, n_rows: int, limit: int) -> bool:
    """Return whether texts that recur, or continue others, may be too many when spelled out."""
    return size.spelled > limit or (size.has_prefixes and size.longest * n_rows > limit)


def require_others(source: Source, sizes: Mapping[str, int], names: Sequence[str]) -> None:
    """Refuse a file of which no column remains, or of which columns have the same name.

    Raises
    ------
    ReadingError
        With the first column that is too large.
    """
    if sizes and (len(sizes) == len(names) or len(set(names)) < len(names)):
        name, size = next(iter(sizes.items()))
        message = phrase(
            "the column becomes too large when it is spelled out: {n} bytes", n=grouped(size)
        )
        where = phrase("{name}, column '{header}'", name=source.name, header=name)
        raise ReadingError(message, where=where, hint=phrase("Leave this column out"))


def left_out(sizes: Mapping[str, int]) -> tuple[Finding, ...]:
    """Return what is said of columns that are not unpacked."""
    return tuple(
        Finding(
            "column_too_large",
            phrase(
                "the column '{name}' is left out: its cells become {n} bytes and more when they "
                "are unpacked, which is too much for a file of this size",
                name=name,
                n=grouped(size),
            ),
        )
        for name, size in sizes.items()
    )


def rows_at_once(n: int, longest: int) -> int:
    """Return how many of n cells are spelled out at once, of which none is longer than that."""
    return max(1, min(n, _SPELLED_AT_ONCE // max(longest, 1)))


def longest_text(cells: Any) -> int:  # noqa: ANN401 - an array of pyarrow
    """Return how many bytes the longest text of a dictionary has."""
    return int(kernels.max(kernels.binary_length(cells.dictionary)).as_py() or 0)


def bytes_of_texts(cells: Any) -> int:  # noqa: ANN401 - as above
    """Return how many bytes the texts of indices have together, each as often as it occurs."""
    lengths = kernels.binary_length(cells.dictionary).take(cells.indices)
    return int(kernels.sum(lengths).as_py() or 0)


# ---------------------------------------------------------------------------------- pages


_END = 8  # bytes of the length and the mark that end a file
_DEEPEST = 12

# Types of the compact protocol.
_TRUE, _FALSE, _TEXT, _MAP, _STRUCT = 1, 2, 8, 11, 12
_WHOLE, _LIST = frozenset({4, 5, 6}), frozenset({9, 10})
_FIXED = {3: 1, 7: 8}  # bytes of a byte and of a floating number
_LONG_LIST = 15  # says that the length of a list follows

_GOES_ON = 128  # marks a byte of a number that has another after it
_LONGEST = 63  # bits of a number

# Fields of the footer, of a group of rows, of a chunk of a column, and of its metadata.
_GROUPS, _CHUNKS, _METADATA = 4, 1, 3
_KIND, _PATH, _VALUES, _PACKED_SIZE, _DATA_START, _DICTIONARY_START = 1, 3, 5, 7, 9, 11

# Fields of the header of a page, and of what it says of its kind of page.
_SIZE, _PACKED, _PAGE, _DICTIONARY, _PAGE_2, _ENTRIES = 2, 3, 5, 7, 8, 1
_ENCODING, _ENCODING_2 = 2, 4  # of a page of either version
_RECURRING = frozenset({2, 8})  # both names of indices into the dictionary
_WITH_PREFIXES = 7  # DELTA_BYTE_ARRAY: each text continues a part of the one before
_TEXTS = 6  # BYTE_ARRAY, the physical type of texts and of binary cells

_WIDTHS = {0: 1, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8}
"""Bytes of a value of each physical type that has a width of its own."""

_PLACE = 4  # bytes that say where a text begins


def spelled_sizes(
    content: bytes | memoryview, names: Collection[str], look: Callable[[], None]
) -> Counter[str]:
    """Return how many bytes some columns of a file become, all their values spelled out.

    Parameters
    ----------
    content
        The whole file.
    names
        The columns, by their names at the outermost level.
    look
        Called often: raises where nobody waits any longer.

    Returns
    -------
    Counter
        A size for each name. Texts that recur count with their mean length. A page that is
        damaged ends its part of the column, as it does for whoever reads it.

    Raises
    ------
    ValueError
        If the footer is damaged.
    """
    wanted = {name.encode(): name for name in names}
    sizes: Counter[str] = Counter()
    for chunk in _chunks(content):
        path = chunk.get(_PATH) or [b""]
        name = wanted.get(path[0]) if isinstance(path, list) else None
        if name is not None:
            size = TextSize()
            n_values = max(_add_pages(size, content, chunk, look), _whole(chunk, _VALUES))
            width = _WIDTHS.get(_whole(chunk, _KIND))
            sizes[name] += size.spelled + n_values * _PLACE if width is None else n_values * width
    return sizes


@dataclass(slots=True)
class TextSize:
    """How large the pages of a column of texts become, all in bytes.

    Parameters
    ----------
    total, largest
        All pages together, and the largest one. The texts take no less than their pages do but
        for dictionaries.
    spelled
        About what the column takes where all its texts are spelled out.
    longest
        No text that recurs is longer; 0 where each stands in full wherever it occurs.
    has_prefixes
        Whether texts continue the ones before them.
    """

    total: int = 0
    largest: int = 0
    spelled: int = 0
    longest: int = 0
    has_prefixes: bool = False


def text_sizes(content: bytes | memoryview, look: Callable[[], None]) -> dict[str, TextSize]:
    """Return how large the columns of texts and of binary cells become.

    Parameters, and what is raised, are those of `spelled_sizes`. Of lists and records, which that
    tells of, only the texts that continue others are told of here.
    """
    sizes: dict[str, TextSize] = {}
    for chunk in _chunks(content):
        path = chunk.get(_PATH)
        if chunk.get(_KIND) != _TEXTS or not isinstance(path, list) or not path:
            continue
        name = path[0].decode(errors="replace") if isinstance(path[0], bytes) else ""
        size = TextSize() if len(path) > 1 else sizes.setdefault(name, TextSize())
        _add_pages(size, content, chunk, look)
        if len(path) > 1 and size.has_prefixes:
            before = sizes.get(name, TextSize())
            sizes[name] = TextSize(longest=max(before.longest, size.longest), has_prefixes=True)
    return sizes


def _add_pages(
    size: TextSize, content: bytes | memoryview, chunk: dict[int, Any], look: Callable[[], None]
) -> int:
    """Add the pages of a part of a column to its size; return how many values they have."""
    mean = n_values = 0
    for page in _pages(content, chunk):
        look()
        n_bytes = _whole(page, _SIZE)
        size.total += n_bytes
        size.largest = max(size.largest, n_bytes)
        entries, said = page.get(_DICTIONARY), page.get(_PAGE) or page.get(_PAGE_2)
        if isinstance(entries, dict):
            mean = n_bytes // max(_whole(entries, _ENTRIES), 1)
            size.longest = max(size.longest, n_bytes)
        elif isinstance(said, dict):
            n = _whole(said, _ENTRIES)
            n_values += n
            encoding = said.get(_ENCODING if _PAGE in page else _ENCODING_2)
            size.spelled += n * mean if encoding in _RECURRING else n_bytes
            if encoding == _WITH_PREFIXES:
                size.has_prefixes = True
                size.longest = max(size.longest, n_bytes)
    return n_values


def _chunks(content: bytes | memoryview) -> Iterator[dict[int, Any]]:
    """Yield the metadata of the parts of all columns in all groups of rows."""
    try:
        (length,) = struct.unpack_from("<I", content, len(content) - _END)
        start = len(content) - _END - length
        footer = _Reader(content, start, len(content) - _END).structure()
        for group in footer.get(_GROUPS, []):
            for chunk in group.get(_CHUNKS, []):
                if isinstance(metadata := chunk.get(_METADATA), dict):
                    yield metadata
    except (struct.error, AttributeError, TypeError) as error:
        raise ValueError("the footer is damaged") from error


def _pages(content: bytes | memoryview, chunk: dict[int, Any]) -> Iterator[dict[int, Any]]:
    """Yield the headers of the pages of a part of a column, up to one that is damaged."""
    starts = (_whole(chunk, _DICTIONARY_START), _whole(chunk, _DATA_START))
    place = min((start for start in starts if start > 0), default=0)
    end = min(place + _whole(chunk, _PACKED_SIZE), len(content))
    while 0 < place < end:
        reader = _Reader(content, place, len(content))
        try:
            page = reader.structure()
        except ValueError:
            return
        yield page
        place = reader.place + _whole(page, _PACKED)


def _whole(structure: dict[int, Any], field: int) -> int:
    """Return a field that is a number, 0 where it is left out or makes no sense."""
    number = structure.get(field, 0)
    return max(number, 0) if isinstance(number, int) else 0


class _Reader:
    """What stands in a part of a file, value after value."""

    def __init__(self, data: bytes | memoryview, place: int, end: int) -> None:
        if not 0 <= place <= end <= len(data):
            raise ValueError("a structure is out of the file")
        self._data = data
        self._end = end
        self.place = place

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Return the fields of a structure by their numbers."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            # Most are whole numbers, and there are many of them.
            fields[number] = self._signed() if kind in _WHOLE else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:  # noqa: ANN401 - any value of the protocol
        if depth > _DEEPEST:
            raise ValueError("structures are too deep")
        if kind in {_TRUE, _FALSE}:
            return kind == _TRUE
        if kind in _WHOLE:
            return self._signed()
        if kind in _FIXED or kind == _TEXT:
            return self._bytes(_FIXED.get(kind) or self._number())
        if kind == _STRUCT:
            return self.structure(depth + 1)
        if kind in _LIST:
            head = self._byte()
            n = head >> 4 if head >> 4 < _LONG_LIST else self._number()
            return [self._item(head & 15, depth + 1) for _ in range(n)]
        if kind == _MAP:
            n = self._number()
            kinds = self._byte() if n else 0
            for _ in range(n):
                self._item(kinds >> 4, depth + 1)
                self._item(kinds & 15, depth + 1)
            return None
        raise ValueError("a value is of an unknown type")

    def _item(self, kind: int, depth: int) -> Any:  # noqa: ANN401 - as above
        """Return a value in a list, where truth values are bytes."""
        return self._byte() if kind in {_TRUE, _FALSE} else self._value(kind, depth)

    def _bytes(self, n: int) -> bytes:
        start = self.place
        if start + n > self._end:
            raise ValueError("a value is longer than the file")
        self.place += n
        return bytes(self._data[start : self.place])

    def _byte(self) -> int:
        place = self.place
        if place >= self._end:
            raise ValueError("a structure has no end")
        self.place = place + 1
        return self._data[place]

    def _number(self) -> int:
        byte = self._byte()
        number, shift = byte % _GOES_ON, 7
        while byte >= _GOES_ON:
            if shift > _LONGEST:
                raise ValueError("a number is too long")
            byte = self._byte()
            number |= (byte % _GOES_ON) << shift
            shift += 7
        return number

    def _signed(self) -> int:
        number = self._number()
        return (number >> 1) ^ -(number & 1)


FORMAT = Format(
    NAME,
    starts(b"PAR1"),
    read,
    suffixes=(".parquet", ".pq"),
    description="Parquet",
    help=(
        phrase(
            "numbers and text, lists of probabilities as one column a class; only the columns "
            "that are needed are read, and texts of gigabytes in a small file are left out"
        )
    ),
)
