"""Parquet files: columns with types of their own, read when they are asked for.

The file is in memory, so that a column may be read at any time: what stands on the disk by
then does not matter.
"""

from __future__ import annotations

import threading
from functools import cached_property
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import EvalguiError, ReadingError
from evalgui.io.readers import arrow_columns, parquet_room
from evalgui.io.readers.arrow_columns import Parts
from evalgui.io.readers.parquet_file import ParquetFile, chunked
from evalgui.io.readers.reader import Reader
from evalgui.io.table import HeldCells, arrow, kernels

if TYPE_CHECKING:
    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, Cells, RawTable

NAME = "Parquet"

READ_AT_ONCE = 1_000_000
"""Of a file with so few cells all are read at once, and any damage is found at once."""

_FEW_TEXTS = 100
_MANY_COLUMNS = 500  # pyarrow looks at all of them whenever it is asked for one
_MOST_AT_ONCE = 50_000_000  # cells


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
    file = ParquetFile(source, watch)
    headers, columns = _columns_of(file)
    findings = parquet_room.left_out(file.left_out)
    if file.n_rows * len(columns) <= READ_AT_ONCE:
        for cells in columns:
            cells.compact()
    return arrow_columns.as_table(
        source, NAME, Parts(headers, columns, file.n_rows, findings), options
    )


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
        return HeldCells(self._file.head(self._name, parquet_room.HEAD_ROWS))

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
        if self._held is None and n <= parquet_room.HEAD_ROWS:
            return self._head.first(n)
        if self._held is None and n < self._file.n_rows:
            return self._file.head(self._name, n)
        return self._all().first(n)

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell."""
        held = self._held
        if held is not None:
            return held.at(place)
        if place < parquet_room.HEAD_ROWS:
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
        if place < parquet_room.HEAD_ROWS:
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


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".parquet", ".pq"),
    description="Parquet",
    help=(
        "numbers and text, lists of probabilities as one column a class; only the columns "
        "that are needed are read, and texts of gigabytes in a small file are left out"
    ),
)
