"""The cells of a column: in memory, or where they can be read when someone asks for them."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.parallel import blocks
from evalgui.core.vocabulary import phrase
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.table.pyarrow_names import ArrowColumn

FREE_TEXTS, LARGEST_TEXTS = 256 << 20, 4 << 30
LARGEST_RATIO = 100
"""What texts may take when they are spelled out: 256 MiB, or 100 times their indices, to 4 GiB."""

_LARGEST_ARRAY = 1 << 30  # bytes: where a text begins in an array is a number of 32 bits
_LARGEST_TAKEN = (1 << 31) - 1  # bytes: the same, as far as Arrow goes
_PART = 1 << 18  # rows
_SMALL = 1 << 18  # bytes of a column that is better in one piece


class Cells(Protocol):
    """The cells of one column of a file."""

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type of the file's own."""

    def __len__(self) -> int:
        """Return how many there are."""

    def whole(self) -> ArrowColumn:
        """Return all of them.

        Raises
        ------
        ReadingError
            If they cannot be read.
        """

    def compact(self) -> ArrowColumn:
        """Return all of them, whole numbers in fewer bytes where so few do; errors as of `whole`.

        What the cells hold already, where `whole` may have to be made.
        """

    def first(self, n: int) -> ArrowColumn:
        """Return the first n, or all where there are fewer; errors are those of `whole`."""

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell; errors are those of `whole`."""

    def is_at_hand(self, place: int) -> bool:
        """Return whether `at` answers at once, be it with an error."""


class HeldCells:
    """Cells that are in memory.

    Parameters
    ----------
    values
        Text, or a type of the file's own.
    """

    def __init__(self, values: ArrowColumn) -> None:
        if arrow.types.is_dictionary(values.type):
            is_text = arrow.types.is_string(values.type.value_type)
            values = values.unify_dictionaries() if is_text else decoded(values)
        if arrow.types.is_string_view(values.type):
            values = kernels.cast(values, arrow.string())
        if values.num_chunks > 1 and values.nbytes <= _SMALL:
            # Of a wide table, many small pieces would cost more than what is in them.
            values = arrow.chunked_array([values.combine_chunks()])
        self._values: ArrowColumn = values
        self._starts = np.cumsum([0, *(len(chunk) for chunk in values.chunks)]).tolist()

    @property
    def type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type of the file's own."""
        return self._values.type

    def __len__(self) -> int:
        return len(self._values)

    def whole(self) -> ArrowColumn:
        """Return all of them."""
        return self._values

    compact = whole

    def first(self, n: int) -> ArrowColumn:
        """Return the first n, or all where there are fewer."""
        return self._values.slice(0, n)

    def at(self, place: int) -> Any:  # noqa: ANN401 - an array of pyarrow
        """Return an array of one cell."""
        index = bisect_right(self._starts, place) - 1
        chunk: Any = self._values.chunk(index)
        return chunk.slice(place - self._starts[index], 1)

    def is_at_hand(self, _place: int) -> bool:
        """Return whether `at` answers at once: it does."""
        return True


def parts_of(values: ArrowColumn, size: int = _PART) -> list[tuple[Any, slice]]:
    """Return a column in arrays of at most `size` cells, each with the rows it stands in."""
    parts = []
    start = 0
    for chunk in values.chunks:
        for part in blocks(len(chunk), size):
            n = part.stop - part.start
            parts.append((chunk.slice(part.start, n), slice(start, start + n)))
            start += n
    return parts


def offsets_of(texts: Any) -> NDArray[np.int32]:  # noqa: ANN401 - an array of pyarrow
    """Return where each text of an array begins in its bytes, and where the last one ends."""
    buffer = texts.buffers()[1]
    if buffer is None:  # of no texts at all
        return np.zeros(1, np.int32)
    offsets: NDArray[np.int32] = np.frombuffer(buffer, np.int32)
    return offsets[texts.offset :][: len(texts) + 1]


def decoded(values: ArrowColumn) -> ArrowColumn:
    """Return a column that is no longer indices into its different values.

    Raises
    ------
    ReadingError
        If its texts become too large when they are spelled out.
    """
    if not arrow.types.is_dictionary(values.type):
        return values
    inner = values.type.value_type
    size = _PART
    if arrow.types.is_string(inner):
        chunks: list[Any] = values.chunks
        lengths = [kernels.binary_length(chunk.dictionary) for chunk in chunks]
        longest = max((kernels.max(each).as_py() or 0 for each in lengths), default=0)
        if longest * len(values) > FREE_TEXTS:
            _require_room(values, lengths)
        size = max(1, min(size, _LARGEST_ARRAY // max(longest, 1)))
    parts = [kernels.cast(cells, inner) for cells, _ in parts_of(values, size)]
    plain: ArrowColumn = arrow.chunked_array(parts, inner)
    return plain


def _require_room(values: Any, lengths: list[Any]) -> None:  # noqa: ANN401 - indices into texts
    """Refuse indices into texts, given the lengths of these, that become too large."""
    n_bytes = sum(
        kernels.sum(each.take(chunk.indices)).as_py() or 0
        for chunk, each in zip(values.chunks, lengths, strict=True)
    )
    limit = min(LARGEST_TEXTS, max(FREE_TEXTS, LARGEST_RATIO * values.nbytes))
    if n_bytes > limit:
        raise ReadingError(
            phrase(
                "a column becomes too large when it is spelled out: {n} bytes, and the limit is "
                "{limit}",
                n=grouped(n_bytes),
                limit=grouped(limit),
            ),
            hint=phrase("Leave out the column with the long texts"),
        )


def taken(values: ArrowColumn, rows: NDArray[np.integer]) -> ArrowColumn:
    """Return some cells of a column, which Arrow puts together in one array before."""
    if arrow.types.is_string(values.type) and values.nbytes > _LARGEST_TAKEN:
        values = kernels.cast(values, arrow.large_string())
    # Arrow loads masked arrays to look at an array of numpy's: 6 ms of each start.
    places = np.ascontiguousarray(rows, np.int64)
    buffers = [None, arrow.py_buffer(places)]
    return values.take(arrow.Array.from_buffers(arrow.int64(), len(places), buffers))
