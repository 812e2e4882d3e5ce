"""What columns of a Parquet file may become in memory: asked before any is unpacked.

A kilobyte can announce lists and texts of gigabytes. What the pages say of themselves is enough
to refuse lists, to leave out texts that nobody can use, and to spell out the others a few at a
time.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.io.readers import arrow_columns
from evalgui.io.table import TextSize, arrow, kernels, spelled_sizes, text_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source

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
        message = f"{grouped(len(nested))} columns of lists or records are too large together"
        hint = "Keep only the columns that are needed"
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
        message = f"the column becomes too large when it is spelled out: {grouped(size)} bytes"
        where = f"{source.name}, column '{name}'"
        raise ReadingError(message, where=where, hint="Leave this column out")


def left_out(sizes: Mapping[str, int]) -> tuple[Finding, ...]:
    """Return what is said of columns that are not unpacked."""
    return tuple(
        Finding(
            "column_too_large",
            f"the column '{name}' is left out: its cells become {grouped(size)} bytes and more "
            "when they are unpacked, which is too much for a file of this size",
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
