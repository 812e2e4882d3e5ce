"""Tables of results as Arrow: their columns typed, and their rows made a block at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.texts import Style
from evalgui.core.thresholds import written
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.table import arrow, kernels
from evalgui.results.result import EXACT_THRESHOLD, OnDemand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.table import ArrowArray
    from evalgui.results.result import Column, Kind, LongTable

BLOCK = 1 << 16
"""How many rows are made at a time."""

_PLAIN = Style(MACHINE_LEARNING)


def schema_of(table: LongTable) -> Any:  # noqa: ANN401 - a schema of pyarrow
    """Return the names and the types of the columns in Arrow."""
    return arrow.schema([(column.id, type_of(table.kind(column))) for column in table.columns])


def type_of(kind: Kind) -> Any:  # noqa: ANN401 - a type of pyarrow
    """Return the type of cells in Arrow."""
    if kind.is_text:
        return arrow.string()
    return arrow.int64() if kind.is_count else arrow.float64()


def blocks_of(table: LongTable, style: Style = _PLAIN) -> Iterator[list[ArrowArray]]:
    """Yield the rows of a table, some after others.

    Parameters
    ----------
    table
        Of any length.
    style
        How words in cells are told.

    Yields
    ------
    list of array
        An Arrow array for every column, of the type of its kind and all of one length. Undefined
        values are null, infinite ones are infinite; thresholds are in the units of the file.
    """
    labels = [
        np.array([None if one is None else one.told(style) for one in values.labels], dtype=object)
        if isinstance(values, OnDemand) and values.labels
        else None
        for values in table.made
    ]
    for start in range(0, table.n_rows, BLOCK):
        part = slice(start, min(start + BLOCK, table.n_rows))
        yield [
            _cells(table, column, values[part] if words is None else words[values[part]])
            for column, values, words in zip(table.columns, table.made, labels, strict=True)
        ]


def _cells(table: LongTable, column: Column, values: Any) -> ArrowArray:  # noqa: ANN401 - of any library
    """Return cells as an Arrow array of the type of their column; NaN becomes null."""
    kind, cells = table.kind(column), values
    found: ArrowArray
    if kind == EXACT_THRESHOLD and column.kind != EXACT_THRESHOLD and table.score is not None:
        cells = [written(one, table.score) for one in np.asarray(values).tolist()]
    if isinstance(cells, arrow.Array):
        found = kernels.cast(cells, type_of(kind))
        if arrow.types.is_floating(found.type):
            missing = kernels.is_nan(found)
            found = kernels.if_else(missing, arrow.scalar(None, found.type), found)
    elif isinstance(cells, np.ndarray) and cells.dtype.kind == "f":
        found = arrow.array(cells, type_of(kind), mask=np.isnan(cells))
    else:
        found = arrow.array(cells, type_of(kind), from_pandas=True)
    return found


def whole(table: LongTable) -> Any:  # noqa: ANN401 - a table of pyarrow
    """Return all of a table in Arrow."""
    schema = schema_of(table)
    batches = [arrow.record_batch(block, schema=schema) for block in blocks_of(table)]
    return arrow.Table.from_batches(batches, schema=schema)


def rows_of(table: LongTable, style: Style = _PLAIN) -> Iterator[tuple[Any, ...]]:
    """Yield the rows as Python values: str, int, float, or None for what is undefined."""
    for block in blocks_of(table, style):
        yield from zip(*(cells.to_pylist() for cells in block), strict=True)
