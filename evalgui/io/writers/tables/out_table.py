"""A table as a value: typed columns, and rows that are made a block at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.io.table import arrow, kernels
from evalgui.results.result import OnDemand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from evalgui.io.table import ArrowArray

BLOCK = 1 << 16
"""How many rows are made at a time."""


class CellKind(StrEnum):
    """What kind of value a column holds."""

    TEXT = "text"
    COUNT = "count"
    """Whole numbers."""
    SHARE = "share"
    """Proportions, in [0, 1]."""
    NUMBER = "number"
    THRESHOLD = "threshold"
    """Numbers in the units of the score."""
    EXACT_THRESHOLD = "exact threshold"
    """The same as text, where no double tells them apart: beyond an infinity, or beyond 2^53."""
    REASON = "reason"
    """Why a value of the same row is undefined; empty where it is not."""

    @property
    def is_text(self) -> bool:
        """Whether the cells are text."""
        return self in {CellKind.TEXT, CellKind.REASON, CellKind.EXACT_THRESHOLD}

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type of the cells in Arrow."""
        if self.is_text:
            return arrow.string()
        return arrow.int64() if self is CellKind.COUNT else arrow.float64()


@dataclass(frozen=True, slots=True)
class OutColumn:
    """A column of a table.

    Parameters
    ----------
    id
        The name for programs, the same in every vocabulary; no two of a table have one.
    title
        The name for people.
    kind
        What its cells are.
    """

    id: str
    title: str
    kind: CellKind


@dataclass(frozen=True, slots=True, eq=False)
class OutTable:
    """A table.

    Parameters
    ----------
    id
        That of its declaration.
    title
        What it is, in words.
    columns
        From the left to the right.
    n_rows
        How many rows there are.
    blocks
        Makes the rows: each block has an Arrow array for every column, of the type of its kind
        and all of the same length. Undefined values are null, infinite ones are infinite.
    """

    id: str
    title: str
    columns: tuple[OutColumn, ...]
    n_rows: int
    blocks: Callable[[], Iterator[list[ArrowArray]]]

    @property
    def schema(self) -> Any:  # noqa: ANN401 - a schema of pyarrow
        """The names and the types of the columns in Arrow."""
        return arrow.schema([(column.id, column.kind.type) for column in self.columns])

    def whole(self) -> Any:  # noqa: ANN401 - a table of pyarrow
        """Return all of it as an Arrow table."""
        batches = [arrow.record_batch(block, schema=self.schema) for block in self.blocks()]
        return arrow.Table.from_batches(batches, schema=self.schema)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows as Python values: str, int, float, or None for what is undefined."""
        for block in self.blocks():
            yield from zip(*(cells.to_pylist() for cells in block), strict=True)


def of_rows(
    table_id: str, title: str, columns: Sequence[OutColumn], rows: Iterable[Sequence[Any]]
) -> OutTable:
    """Return a table of few rows, each with a cell for every column; NaN and None are undefined."""
    known = [tuple(row) for row in rows]
    found = list(zip(*known, strict=True)) if known else [() for _column in columns]
    return of_arrays(table_id, title, columns, found, len(known))


def of_arrays(
    table_id: str, title: str, columns: Sequence[OutColumn], values: Sequence[Any], n_rows: int
) -> OutTable:
    """Return a table of columns that are at hand: arrays, or sequences of Python values.

    A column of counts that holds sums of weights is one of numbers.
    """
    columns = [
        replace(column, kind=CellKind.NUMBER) if _holds_sums(column, cells) else column
        for column, cells in zip(columns, values, strict=True)
    ]

    def blocks() -> Iterator[list[ArrowArray]]:
        for start in range(0, n_rows, BLOCK):
            part = slice(start, min(start + BLOCK, n_rows))
            yield [
                cells_of(column.kind, cells[part])
                for column, cells in zip(columns, values, strict=True)
            ]

    return OutTable(table_id, title, tuple(columns), n_rows, blocks)


def _holds_sums(column: OutColumn, cells: Any) -> bool:  # noqa: ANN401 - arrays, or sequences
    """Return whether counts of a column are sums of weights, which are no whole numbers."""
    if column.kind is not CellKind.COUNT or isinstance(
        cells, (arrow.Array, arrow.ChunkedArray, OnDemand)
    ):
        return False
    if isinstance(cells, np.ndarray) and cells.dtype.kind != "O":
        return bool(cells.dtype.kind == "f")
    return any(isinstance(one, float) and not np.isnan(one) for one in cells)


def cells_of(kind: CellKind, values: Any) -> ArrowArray:  # noqa: ANN401 - arrays, or sequences
    """Return values as an Arrow array of the type of a kind; NaN becomes null.

    Parameters
    ----------
    kind
        Of their column.
    values : array, Arrow array or sequence
        Texts, whole numbers or floats, with None or NaN for what is undefined.
    """
    cells: ArrowArray
    if isinstance(values, arrow.Array):
        cells = kernels.cast(values, kind.type)
        if arrow.types.is_floating(cells.type):
            missing = kernels.is_nan(cells)
            cells = kernels.if_else(missing, arrow.scalar(None, cells.type), cells)
    elif isinstance(values, np.ndarray) and values.dtype.kind == "f":
        cells = arrow.array(values, kind.type, mask=np.isnan(values))
    else:
        cells = arrow.array(values, kind.type, from_pandas=True)
    return cells
