"""How often each row occurs, found out with little more memory than one column takes.

Ten million texts made of numbers would take more than all else that the program holds: two
numbers are the same text exactly where they are the same bits, so they are compared as those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.table import RawColumn

_FEW = 100
_MOST_GROUPS = 256


class SameRows(NamedTuple):
    """How many rows there are of which none is like another, and how often each occurs.

    Parameters
    ----------
    n_different
        The number of different rows.
    least, most
        How often those occur that occur least and most often.
    """

    n_different: int
    least: int
    most: int


class Codes(NamedTuple):
    """A number from 0 for what each row holds: (n,) integers below `n_codes`."""

    codes: NDArray[np.integer]
    n_codes: int


def same_rows(columns: Sequence[RawColumn], watch: Watch) -> SameRows:
    """Return how often rows are the same in every cell, blanks around a text aside.

    Parameters
    ----------
    columns
        At least one, each of the same number of rows, at least one.
    watch
        Asked between any two columns whether to go on.

    Raises
    ------
    ReadingError
        If a column cannot be read.
    CancelledError
        If the watch says so.
    """
    groups = Codes(np.zeros(len(columns[0]), np.int8), 1)
    many: list[list[NDArray[np.integer]]] = []
    for column in columns:
        watch.look()
        few = _few(column)
        if few is None and _is_numeric(column.own_type):
            numbers, missing = _bits(column)
            many.append(numbers)
            few = missing
        if few is None:
            few = _of_texts(column)
        groups = _together(groups, few)
    while many and (len(many) > 1 or groups.n_codes > _MOST_GROUPS):
        watch.look()
        groups = _together(groups, _numbered(np.concatenate(many.pop())))
    if not many:
        sizes = np.bincount(groups.codes, minlength=groups.n_codes)
        return _counted([sizes[sizes > 0]])
    return _counted([_runs(many[0], groups.codes, code, watch) for code in range(groups.n_codes)])


def trimmed_codes(texts: Any) -> tuple[NDArray[np.integer], Any]:  # noqa: ANN401 - of pyarrow
    """Return an index into the different texts for each, and those; -1 for none.

    Blanks around a text do not count, and there is none where nothing else is.
    """
    trimmed = kernels.utf8_trim_whitespace(texts).combine_chunks()
    trimmed = kernels.if_else(kernels.equal(trimmed, ""), arrow.scalar(None, trimmed.type), trimmed)
    encoded = kernels.dictionary_encode(trimmed)
    codes = kernels.fill_null(encoded.indices, -1).to_numpy(zero_copy_only=False)
    return codes, encoded.dictionary


def _of_texts(column: RawColumn) -> Codes:
    codes, texts = trimmed_codes(column.as_text())
    return Codes(codes + 1, len(texts) + 1)


def _few(column: RawColumn) -> Codes | None:
    """Return the codes of a column of few different texts; None of one of many.

    Of floats, both zeros could be taken for one.
    """
    encoded = None if arrow.types.is_floating(column.own_type) else column.encode(_FEW)
    if encoded is None:
        return None
    of_text, different = trimmed_codes(arrow.chunked_array([encoded.texts], arrow.string()))
    table = np.array([*(of_text + 1), 0], np.int8)  # the code -1 finds the last entry
    return Codes(table[encoded.codes], len(different) + 1)


def _is_numeric(kind: Any) -> bool:  # noqa: ANN401 - a type of pyarrow
    types = arrow.types
    return bool(types.is_integer(kind) or types.is_float32(kind) or types.is_float64(kind))


def _bits(column: RawColumn) -> tuple[list[NDArray[np.integer]], Codes]:
    """Return the bits of numbers in pieces, and which are no number: those are all 0."""
    pieces, missing = [], np.zeros(len(column), np.int8)
    start = 0
    for chunk in column.cells().chunks:
        cells: Any = chunk
        none = missing[start : start + len(cells)]
        start += len(cells)
        if cells.null_count:
            none[:] = kernels.is_null(cells).to_numpy(zero_copy_only=False)
            cells = kernels.fill_null(cells, 0)
        numbers = cells.to_numpy(zero_copy_only=False)
        if numbers.dtype.kind == "f":
            if np.isnan(np.min(numbers, initial=0.0)):  # which takes no memory
                none |= np.isnan(numbers)
                numbers = np.where(none, numbers.dtype.type(0), numbers)
            numbers = numbers.view(f"i{numbers.dtype.itemsize}")
        pieces.append(numbers)
    return pieces, Codes(missing, 2 if missing.any() else 1)


def _together(first: Codes, second: Codes) -> Codes:
    """Return a number for each pair, none larger than the number of rows or of pairs is."""
    if second.n_codes == 1:
        return first
    if first.n_codes == 1:
        return second
    n = first.n_codes * second.n_codes
    kind = np.int16 if n <= np.iinfo(np.int16).max else np.int64
    pairs: NDArray[Any] = first.codes.astype(kind)
    pairs *= kind(second.n_codes)
    pairs += second.codes.astype(kind, copy=False)
    return Codes(pairs, n) if n <= _MOST_GROUPS else _numbered(pairs)


def _numbered(values: NDArray[np.integer]) -> Codes:
    different, codes = np.unique(values, return_inverse=True)
    return Codes(codes, len(different))


def _runs(
    pieces: Sequence[NDArray[np.integer]], groups: NDArray[np.integer], code: int, watch: Watch
) -> NDArray[np.intp]:
    """Return how often each number of one group of rows occurs."""
    watch.look()
    own, start = [], 0
    for piece in pieces:
        own.append(np.compress(groups[start : start + len(piece)] == code, piece))
        start += len(piece)
    ordered = own[0] if len(own) == 1 else np.concatenate(own)
    del own
    ordered.sort()
    if not len(ordered):
        return np.empty(0, np.intp)
    is_last = np.empty(len(ordered), np.bool_)
    is_last[-1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=is_last[:-1])
    del ordered
    return np.diff(np.flatnonzero(is_last), prepend=-1)


def _counted(sizes: Sequence[NDArray[np.integer]]) -> SameRows:
    some = [part for part in sizes if len(part)]
    return SameRows(
        sum(map(len, some)),
        min(int(part.min()) for part in some),
        max(int(part.max()) for part in some),
    )
