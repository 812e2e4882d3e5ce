"""Columns of several files, one after the other and row by row.

Cells stay what they are in the file: text as text, and binary fractions as such.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.io.table import RawColumn, arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import DecimalSign
    from evalgui.io.table import ArrowColumn

_MOST_BYTES = np.iinfo(np.int32).max


def stacked_texts(columns: Sequence[RawColumn]) -> ArrowColumn:
    """Return all cells of some columns as text, one column after the other; null for no value."""
    pieces = [(column, np.arange(len(column))) for column in columns]
    return stacked("", pieces, header="").as_text()


def stacked(
    name: str,
    pieces: Sequence[tuple[RawColumn, NDArray[np.integer]]],
    *,
    header: str,
    decimal: DecimalSign = ".",
) -> RawColumn:
    """Return the chosen rows of some columns as one column, one after the other.

    Parameters
    ----------
    name
        What to call it.
    pieces
        Columns, each with the rows of it, from 0; -1 for no cell. None of the columns is
        copied whose rows are all there in their order.
    header
        The name as it stands in the file.
    decimal
        The decimal sign that most numbers of the file seem to have.
    """
    cells = [column.cells() for column, _ in pieces]
    types = {one.type for one in cells}
    are_floats = all(map(arrow.types.is_floating, types))
    if len(types) > 1 and not are_floats:
        cells = [column.as_text() for column, _ in pieces]
    taken = [_taken(one, rows) for one, (_, rows) in zip(cells, pieces, strict=True)]
    types = {one.type for one in taken}
    if len(types) > 1:
        # Both hold every cell of the narrower ones exactly.
        kind = arrow.float64() if are_floats else arrow.large_string()
        taken = [kernels.cast(one, kind) for one in taken]
    chunks = [chunk for one in taken for chunk in one.chunks]
    values = arrow.chunked_array(chunks, taken[0].type)
    return RawColumn(name, values, header=header, decimal=decimal)


def stacked_scores(
    name: str, columns: Sequence[RawColumn], *, header: str, decimal: DecimalSign = "."
) -> RawColumn:
    """Return columns of scores as one column, one after the other.

    Where files hold numbers of different types of their own, or only some do, all become
    doubles, unless a text is no number.
    """
    are_typed = any(column.kind == "number" for column in columns)
    if are_typed and len({column.type_name for column in columns}) > 1:
        parsed = [column.parse_numbers(decimal) for column in columns]
        if not any(len(numbers.bad) or numbers.base for numbers in parsed):
            values = np.concatenate([numbers.in_full for numbers in parsed])
            return RawColumn(name, arrow.chunked_array([arrow.array(values)]), header=header)
    pieces = [(column, np.arange(len(column))) for column in columns]
    return stacked(name, pieces, header=header, decimal=decimal)


def _taken(cells: ArrowColumn, rows: NDArray[np.integer]) -> ArrowColumn:
    """Return the cells of these rows; null for the row -1."""
    if len(rows) == len(cells) and np.array_equal(rows, np.arange(len(rows))):
        return cells
    if arrow.types.is_string(cells.type) and cells.nbytes > _MOST_BYTES:
        cells = kernels.cast(cells, arrow.large_string())
    taken: ArrowColumn = cells.take(arrow.array(rows, mask=rows < 0))
    return taken
