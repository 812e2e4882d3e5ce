"""What formats with Arrow's columns share: limits, and columns as the rest knows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core import memory
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.tables import table_of_columns
from evalgui.io.meaning import MOST_CLASSES, Reading, column_name, hold_scores
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.checks import Finding
    from evalgui.core.memory import MemoryShortError
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, Cells, RawTable

CELL_LIMIT = 1_000_000_000
"""How many cells a file may have: a kilobyte can announce more than any memory holds."""

FREE_CONTENT = 256 << 20
LARGEST_RATIO = 100
"""What a file may become in memory: 256 MiB, or 100 times its size."""

DAMAGE: tuple[type[Exception], ...] = (
    *(arrow.ArrowException, OSError, ValueError, TypeError),
    *(EOFError, KeyError, OverflowError, MemoryError),
)
"""What pyarrow raises when it is given a damaged file, or has no memory left."""

_LARGEST_SCALE = 76
"""How many digits a decimal number may have behind its point: those of 256 bits."""

_SHORTEST_DECIMAL = 128  # bits
_PLACE = 4  # bytes of the number that says where a text begins
_TRUTH_AND_SCORE = 16  # bytes of a row
_VIEW = 16  # bytes of a view: its length, then where its text is


def memory_short(source: Source, error: Exception) -> MemoryShortError | None:
    """Return what is said where Arrow had no memory; None where something else failed.

    Damage, too, can announce more than any memory holds.
    """
    if not isinstance(error, MemoryError):
        return None
    return memory.memory_short(phrase("what the file holds, or it is damaged"), source.name)


def require_cells(source: Source, n_rows: int, n_columns: int, limit: int) -> None:
    """Refuse a file that announces more cells than any memory holds.

    Of a small file with very many rows, already a truth and a score become too large: such
    rows are the same over and over, or a trap.

    Raises
    ------
    ReadingError
        With the numbers.
    """
    if n_rows * max(n_columns, 1) > limit:
        raise ReadingError(
            phrase(
                "the file is too large: it announces {n_rows} rows of {n_columns} columns, and "
                "the limit is {limit} cells",
                n_rows=grouped(n_rows),
                n_columns=grouped(n_columns),
                limit=grouped(limit),
            ),
            where=source.name,
            hint=phrase("Keep only the columns that are needed"),
        )
    if n_rows * _TRUTH_AND_SCORE > largest_content(source):
        raise ReadingError(
            phrase(
                "the file becomes too large when it is unpacked: {n} rows from {size} bytes",
                n=grouped(n_rows),
                size=grouped(len(source.content)),
            ),
            where=source.name,
            hint=phrase("Save equal rows as counts: score, n_positive, n_negative"),
        )


def largest_content(source: Source) -> int:
    """Return how many bytes the content of a file may have when it is unpacked."""
    return max(FREE_CONTENT, LARGEST_RATIO * len(source.content))


def as_table(  # noqa: PLR0913 - all of a table
    source: Source,
    name: str,
    options: ReadOptions,
    headers: Sequence[str],
    columns: Sequence[ArrowColumn | Cells],
    *,
    n_rows: int,
    findings: Sequence[Finding] = (),
) -> RawTable:
    """Return what a file holds as a table; lists of one score a class are one column each.

    Parameters
    ----------
    source
        The file.
    name
        What the user calls its format.
    options
        Only the decimal sign of numbers that are stored as text is of interest.
    headers, columns
        The names of the columns as they stand in the file, and the cells of each.
    n_rows
        The number of rows.
    findings
        What was odd about it.
    """
    own_headers: list[str] = []
    own: list[ArrowColumn | Cells] = []
    for header, column in zip(headers, columns, strict=True):
        found = _taken_apart(header, column) if arrow.types.is_nested(column.type) else {}
        own_headers += found or [header]
        own += found.values() or [column]
    how = Reading(name, decimal=options.decimal or ".")
    return table_of_columns(source.name, own_headers, own, how, n_rows=n_rows, before=findings)


def _taken_apart(header: str, column: ArrowColumn | Cells) -> dict[str, ArrowColumn]:
    """Return the columns that lists or records of numbers make; nothing where they make none."""
    types = arrow.types
    held: Any = column
    values = held if isinstance(held, arrow.ChunkedArray) else held.whole()
    kind = values.type
    if types.is_struct(kind):
        inner = [field.type for field in kind]
        places: list[Any] = [field.name for field in kind]
        take = kernels.struct_field
    elif types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        inner = [kind.value_type]
        lengths = kernels.unique(kernels.list_value_length(values).drop_null()).to_pylist()
        places = list(range(min(lengths[0], MOST_CLASSES + 1))) if len(lengths) == 1 else []
        take = kernels.list_element
    else:
        return {}
    are_numbers = all(types.is_floating(one) or types.is_integer(one) for one in inner)
    if not are_numbers or not places or len(set(places)) < len(places):
        return {}
    found = {column_name(header, place): take(values, place) for place in places}
    if len(places) == 1 and not types.is_struct(kind):  # a list of one number is that number
        return {header: found.popitem()[1]}
    numbers = [kernels.cast(one, arrow.float64(), safe=False) for one in found.values()]
    is_empty = kernels.is_null(values)
    present = [one.filter(kernels.invert(is_empty)).to_numpy() for one in numbers]
    return found if hold_scores(header, np.column_stack(present)) else {}


def settled(source: Source, header: str, values: ArrowColumn) -> ArrowColumn:
    """Return a column in a type that is understood everywhere.

    Texts that are indices into different ones stay so; views become plain texts, and nothing
    becomes larger than `largest_content`.

    Raises
    ------
    DataError
        If its cells are of a type that is no number, text, date or list of them.
    ReadingError
        If it becomes too large.
    ValueError
        If its type is damaged.
    """
    types = arrow.types
    if isinstance(values.type, arrow.BaseExtensionType):
        values = _plain(values)
    kind = values.type
    _require_names(kind)
    if _is_foreign(kind):
        message = phrase("cells of the type {kind} are not read", kind=str(kind)[:40])
        hint = phrase("Leave this column out, or write its cells as numbers or texts")
        raise DataError(
            message,
            where=phrase("{name}, column '{header}'", name=source.name, header=header),
            hint=hint,
        )
    if types.is_decimal(kind):
        return _settled_decimal(values)
    if types.is_timestamp(kind) and kind.tz is not None:
        return _settled_time(values)
    if types.is_dictionary(kind):
        return _settled_dictionary(source, header, values)
    if types.is_string_view(kind) or types.is_binary_view(kind):
        require_size(source, header, sum(map(_size, values.chunks)))
        return _cast(values, arrow.string() if types.is_string_view(kind) else arrow.binary())
    if types.is_null(kind):  # a few bytes can announce any number of them
        require_size(source, header, _PLACE * len(values))
        return _cast(values, arrow.string())
    return values


def _plain(values: ArrowColumn) -> ArrowColumn:
    """Return what stands behind a type of someone's own, in words where it has some."""
    own: Any = values.type
    if own.extension_name == "arrow.uuid":
        return _map_chunks(
            values,
            arrow.string(),
            lambda chunk: arrow.array(
                [None if cell is None else str(cell) for cell in chunk.to_pylist()], arrow.string()
            ),
        )
    plain = _map_chunks(values, own.storage_type, lambda chunk: chunk.storage)
    return _cast(plain, arrow.bool_()) if own.extension_name == "arrow.bool8" else plain


def _settled_decimal(values: ArrowColumn) -> ArrowColumn:
    """Return decimal numbers in one of the lengths that all functions know."""
    kind: Any = values.type
    if abs(kind.scale) > _LARGEST_SCALE:
        raise ValueError("no decimal number has so many digits")
    if kind.bit_width < _SHORTEST_DECIMAL:
        return _cast(values, arrow.decimal128(kind.precision, kind.scale))
    return values


def _require_names(kind: Any) -> None:  # noqa: ANN401 - a type of pyarrow
    """Fail here rather than later where the name of a field inside is no valid Unicode."""
    if arrow.types.is_nested(kind):
        for place in range(kind.num_fields):
            field = kind.field(place)
            field.name.encode()
            _require_names(field.type)


def _is_foreign(kind: Any) -> bool:  # noqa: ANN401 - a type of pyarrow
    types = arrow.types
    inner = kind.value_type if types.is_dictionary(kind) else kind
    if types.is_nested(inner) and types.is_dictionary(kind):
        return True
    return bool(
        types.is_union(inner) or types.is_run_end_encoded(inner) or types.is_interval(inner)
    )


def _settled_time(values: ArrowColumn) -> ArrowColumn:
    """Return moments in their time zone, or in UTC where this system does not know it."""
    kind: Any = values.type
    try:
        kernels.cast(arrow.scalar(0, kind), arrow.string())
    except arrow.ArrowException:
        return _cast(values, arrow.timestamp(kind.unit, "UTC"))
    return values


def _settled_dictionary(source: Source, header: str, values: ArrowColumn) -> ArrowColumn:
    """Return texts as indices into texts, and anything else spelled out."""
    types = arrow.types
    inner = values.type.value_type
    if types.is_large_string(inner) or types.is_string_view(inner):
        inner = arrow.string()
        values = _map_chunks(
            values,
            arrow.dictionary(values.type.index_type, inner),
            lambda chunk: arrow.DictionaryArray.from_arrays(
                chunk.indices, _cast_texts(source, header, chunk.dictionary)
            ),
        )
    unified = _unified(values) if types.is_string(inner) else None
    if unified is not None:
        return unified
    if not types.is_primitive(inner):
        chunks: list[Any] = values.chunks
        longest = max((_longest(chunk.dictionary) for chunk in chunks), default=0)
        require_size(source, header, longest * len(values))
    return _cast(values, inner)


def _unified(values: ArrowColumn) -> ArrowColumn | None:
    """Return indices into one dictionary; None where there cannot be one.

    One that holds null is not put together with another, nor are two that have more entries
    together than their indices can count.
    """
    try:
        return values.unify_dictionaries()
    except arrow.ArrowInvalid:
        return None


def _cast_texts(source: Source, header: str, texts: Any) -> Any:  # noqa: ANN401 - an array
    require_size(source, header, _size(texts))
    return kernels.cast(texts, arrow.string())


def _size(cells: Any) -> int:  # noqa: ANN401 - an array of pyarrow
    """Return how many bytes the texts of an array have together, each as often as it occurs."""
    if not (arrow.types.is_string_view(cells.type) or arrow.types.is_binary_view(cells.type)):
        return int(kernels.sum(kernels.binary_length(cells)).as_py() or 0)
    views = np.frombuffer(cells.buffers()[1], np.int32)
    n_numbers = _VIEW // views.itemsize
    lengths = views[n_numbers * cells.offset :: n_numbers][: len(cells)]
    return int(lengths.sum(dtype=np.int64))


def _longest(cells: Any) -> int:  # noqa: ANN401 - an array of pyarrow
    if arrow.types.is_binary_view(cells.type):
        return _size(cells)
    return int(kernels.max(kernels.binary_length(cells)).as_py() or 0)


def is_bounded(kind: Any) -> bool:  # noqa: ANN401 - a type of pyarrow
    """Return whether a cell takes a few bytes, whatever is in it."""
    types = arrow.types
    return any(test(kind) for test in (types.is_primitive, types.is_dictionary, types.is_decimal))


def require_size(source: Source, header: str, n_bytes: int, limit: int = 0) -> None:
    """Refuse a column of so many bytes where that is more than a limit, or `largest_content`.

    Raises
    ------
    ReadingError
        With the size and the limit.
    """
    limit = limit or largest_content(source)
    if n_bytes > limit:
        raise ReadingError(
            phrase(
                "the column becomes too large when it is spelled out: {n} bytes, and the "
                "limit is {limit}",
                n=grouped(n_bytes),
                limit=grouped(limit),
            ),
            where=phrase("{name}, column '{header}'", name=source.name, header=header),
            hint=phrase("Leave this column out"),
        )


def _cast(values: ArrowColumn, kind: Any) -> ArrowColumn:  # noqa: ANN401 - a type of pyarrow
    return kernels.cast(values, kind)  # type: ignore[no-any-return]


def _map_chunks(values: Any, kind: Any, change: Any) -> ArrowColumn:  # noqa: ANN401 - as above
    return arrow.chunked_array([change(chunk) for chunk in values.chunks], kind)  # type: ignore[no-any-return]
