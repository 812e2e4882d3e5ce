"""A whole table that was handed over, and columns beside it: the content of a file."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import Source
from evalgui.io.in_memory.columns import column_of
from evalgui.io.table import arrow, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.io.table import ArrowColumn


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """What was handed over.

    Parameters
    ----------
    source
        All of it as an Arrow stream, which is read as a file of that kind is.
    names
        What the columns that were given beside the table are called in it, in their order.
    orders
        The categories of every column that says which is higher, from the lowest.
    left_out
        The columns of the table that cannot be read, and why: they matter if they are named.
    """

    source: Source
    names: tuple[str, ...]
    orders: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, DataError]


def given(data: object, beside: Sequence[tuple[str, object]] = (), name: str = "") -> Given:
    """Return a table, and columns beside it, as the content of a file.

    Parameters
    ----------
    data
        A data frame of pandas or of any library that speaks Arrow, a table or batches of Arrow,
        columns by their names, or a structured array of numpy. None where `beside` is all.
    beside
        More columns: what each is for, and its values. It keeps the name that it has.
    name
        What to call the data; "" to name them after their kind.

    Raises
    ------
    DataError
        If this is no table, or its columns differ in length.

    Examples
    --------
    >>> found = given({"y": [1, 0], "s": [0.9, 0.2]}, [("weight", [2, 3])])
    >>> found.source.name, found.names
    ('columns', ('weight',))
    """
    kind, columns = ("arrays", []) if data is None else _columns(data)
    names: list[str] = []
    taken = [header for header, _ in columns]
    for role, values in beside:
        own = getattr(values, "name", None)
        header = _free(own if isinstance(own, str) and own else role, taken)
        columns.append((header, values))
        taken.append(header)
        names.append(header)
    made, left_out = _made(columns, set(names))
    _require_rows(made)
    findings = (
        *_about_indexes(data, [values for _, values in beside]),
        *(_about_left_out(header, error) for header, error in left_out.items()),
    )
    table = arrow.table([cells for _, cells in made], names=[header for header, _ in made])
    source = Source(name or kind, _stream(table.unify_dictionaries()), findings=findings)
    orders = dict(_orders([one for one in columns if one[0] not in left_out]))
    return Given(source, tuple(names), orders, left_out)


def _made(
    columns: Sequence[tuple[str, Any]], wanted: set[str]
) -> tuple[list[tuple[str, ArrowColumn]], dict[str, DataError]]:
    """Return columns of Arrow, and why others are none that nobody gave by themselves.

    Raises
    ------
    DataError
        If none is left, or one that was given by itself cannot be read.
    """
    made: list[tuple[str, ArrowColumn]] = []
    left_out: dict[str, DataError] = {}
    for header, values in columns:
        try:
            made.append((header, column_of(header, values)))
        except DataError as error:
            if header in wanted or len(columns) == len(left_out) + 1:
                raise
            left_out[header] = error
    return made, left_out


def _about_left_out(header: str, error: DataError) -> Finding:
    text = phrase("the column '{name}' is left out: {why}", name=header, why=error.message)
    return Finding("column_left_out", text)


def _columns(data: Any) -> tuple[str, list[tuple[str, Any]]]:  # noqa: ANN401 - any table
    """Return what a table is called, and its columns with their names."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(data, pandas.DataFrame):
        columns = [data.iloc[:, place] for place in range(data.shape[1])]
        return "DataFrame", list(zip(map(_header, data.columns), columns, strict=True))
    if isinstance(data, (arrow.Table, arrow.RecordBatch)):
        return "Arrow table", list(zip(data.schema.names, data.columns, strict=True))
    if hasattr(data, "__arrow_c_stream__"):
        with contextlib.suppress(arrow.ArrowException):  # as of a series, which is no table
            table = arrow.table(data)
            return type(data).__name__, list(zip(table.column_names, table.columns, strict=True))
    if isinstance(data, Mapping):
        return "columns", [(_header(header), values) for header, values in data.items()]
    if isinstance(data, np.ndarray) and data.dtype.names:
        return "array", [(header, data[header]) for header in data.dtype.names]
    message = phrase("data of the kind {kind} are no table", kind=type(data).__name__)
    hint = phrase(
        "Give a path, a table of pandas or Arrow, columns by their names, or --truth and --score "
        "as arrays"
    )
    raise DataError(message, hint=hint)


def is_table(data: object) -> bool:
    """Return whether data hold several columns by their names."""
    is_structured = bool(getattr(getattr(data, "dtype", None), "names", None))
    return isinstance(data, Mapping) or hasattr(type(data), "columns") or is_structured


def columns_of_table(data: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - any table
    """Return the columns of a table with their names.

    Raises
    ------
    DataError
        If this is no table.
    """
    return _columns(data)[1]


def _header(label: object) -> str:
    """Return the name of a column; of several levels all, with a blank between."""
    parts = label if isinstance(label, tuple) else (label,)
    return " ".join(str(part) for part in parts if part != "")


def _free(name: str, taken: Sequence[str]) -> str:
    """Return a name that no column has."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name} {number}", number + 1
    return free


def _require_rows(columns: Sequence[tuple[str, ArrowColumn]]) -> None:
    if not columns:
        hint = phrase("Give a table, or --truth and --score")
        raise DataError(phrase("there are no columns"), hint=hint)
    sizes = {header: len(cells) for header, cells in columns}
    if len(set(sizes.values())) > 1:
        (first, n_first), (other, n_other) = _two_sizes(sizes)
        message = phrase(
            "the columns differ in length: {first} has {n_first} values and {other} has {n_other} "
            "values",
            first=first,
            n_first=grouped(n_first),
            other=other,
            n_other=grouped(n_other),
        )
        hint = phrase("Give as many values for each: one for each row")
        raise DataError(message, hint=hint)


def _two_sizes(sizes: Mapping[str, int]) -> tuple[tuple[str, int], tuple[str, int]]:
    first, *others = sizes.items()
    return first, next(other for other in others if other[1] != first[1])


def _about_indexes(data: object, beside: Sequence[object]) -> Iterator[Finding]:
    """Yield what has to be said of the indexes of pandas, which take no part."""
    pandas: Any = sys.modules.get("pandas")
    if pandas is None:
        return
    tables = (pandas.DataFrame, pandas.Series)
    values = data.values() if isinstance(data, Mapping) else ()
    indexes = [one.index for one in (data, *values, *beside) if isinstance(one, tables)]
    if any(not one.equals(indexes[0]) for one in indexes[1:]):
        text = phrase("the indexes differ: rows are put together by their order, not by the index")
        yield Finding("indexes_differ", text)
    elif any(not isinstance(one, pandas.RangeIndex) for one in indexes):
        text = phrase("the index of the table takes no part: reset_index() makes a column of it")
        yield Finding("index_ignored", text)


def _orders(columns: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the categories of each column of pandas that says which is higher."""
    for header, values in columns:
        kind: Any = getattr(values, "dtype", None)
        if getattr(kind, "ordered", False) is True and hasattr(kind, "categories"):
            texts = texts_of(column_of(header, kind.categories).combine_chunks())
            yield header, tuple(text for text in texts if text is not None)


def _stream(table: Any) -> memoryview:  # noqa: ANN401 - a table of pyarrow
    """Return a table as an Arrow stream, without what its maker noted beside it."""
    from pyarrow import ipc

    sink = arrow.BufferOutputStream()
    with ipc.new_stream(sink, table.schema.remove_metadata()) as writer:
        writer.write_table(table.replace_schema_metadata(None))
    return memoryview(sink.getvalue())
