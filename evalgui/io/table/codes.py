"""Cells to indices into their different texts, on all processors.

A column of labels has few different texts. Where the first cells show them all, numbers of one
byte and texts of up to eight are told apart by numpy, in a fraction of the time that a hash
of every cell takes; what does not fit goes the general way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evalgui.core.parallel import blocks, spread
from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.cells import offsets_of, parts_of
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.io.table.pyarrow_names import ArrowArray, ArrowColumn

_PART = 1 << 18  # rows
_HEAD = 1_000
_FEW = 16
_MOST_TO_SCAN = 32
_WORD = 8  # bytes


def codes_of(values: ArrowColumn, limit: int) -> tuple[NDArray[np.integer], tuple[str, ...]] | None:
    """Return a column as indices into its different texts; None where there are too many.

    Parameters
    ----------
    values
        Cells of any type that is not nested; indices into texts have one dictionary.
    limit
        The largest number of different texts that is of interest.

    Returns
    -------
    codes : (n,) array of int8 or int32
        An index for each cell; -1 where there is no value.
    texts : tuple of str
        The different texts, in the order of their first occurrence.
    """
    parts = [cells for cells, _ in parts_of(values)]
    known: Sequence[str | None] | None = None
    occurring: Sequence[str | None] = ()
    if arrow.types.is_dictionary(values.type):
        known = texts_of(parts[0].dictionary) if parts else ()
        occurring = _occurring(parts, known, limit)

    def coded(part: ArrowArray) -> _Coded:
        own = _coded(part, known)
        if known is None and len(own.texts) > limit + 2:  # two may stand for no value
            raise _TooManyError
        return own

    if len(occurring) > limit:
        return None
    try:
        found = spread(coded, parts)
    except _TooManyError:
        return None
    of_parts = (part.texts for part in found) if known is None else (occurring,)
    place: dict[str, int] = {}
    for text in chain.from_iterable(of_parts):
        if text is not None:
            place.setdefault(text, len(place))
    if len(place) > limit:
        return None
    return _joined(found, place), tuple(place)


def _occurring(parts: Sequence[Any], known: Sequence[str | None], limit: int) -> list[str]:
    """Return the texts of a dictionary that occur, in the order of their first occurrence.

    Of a subset, or of data whose categories were fixed beforehand, some never do. Where there
    are more than `limit`, the first of them will do.
    """
    seen: dict[int | None, None] = {None: None}
    texts: dict[str, None] = {}
    for part in parts:
        if len(seen) > len(known) or len(texts) > limit:
            break
        for index in kernels.unique(part.indices).to_pylist():
            text = None if index is None else known[index]
            seen[index] = None
            if text is not None:
                texts[text] = None
    return list(texts)


class _TooManyError(Exception):
    """There are more different texts than are of interest."""


def _joined(coded: Sequence[_Coded], place: Mapping[str, int]) -> NDArray[np.integer]:
    """Return the codes of all parts in one array, as indices into the texts of all."""
    starts = np.cumsum([0, *(len(part.codes) for part in coded)]).tolist()
    kind = np.int8 if len(place) <= np.iinfo(np.int8).max else np.int32
    codes = np.empty(starts[-1], kind)

    def write(number: int) -> None:
        part, target = coded[number], codes[starts[number] : starts[number + 1]]
        table = [-1 if text is None else place.get(text, -1) for text in part.texts]
        if table == list(range(len(table))):
            target[:] = part.codes
        else:
            # The code -1 finds the last entry.
            np.take(np.array([*table, -1], kind), part.codes, out=target, mode="wrap")

    spread(write, range(len(coded)))
    return codes


def count_codes(codes: NDArray[np.integer], n: int) -> list[int]:
    """Return how often each of the codes 0 to n - 1 occurs."""
    if n <= _MOST_TO_SCAN:
        # Comparing is so much faster than `bincount` that one pass a code is nothing.
        return [int(np.count_nonzero(codes == code)) for code in range(n)]
    total = np.zeros(n + 1, np.int64)
    for part in spread(
        lambda part: np.bincount(codes[part] + 1, minlength=n + 1),
        blocks(len(codes), _PART),
    ):
        total += part
    counts: list[int] = total[1:].tolist()
    return counts


def recode(codes: NDArray[np.integer], table: Sequence[int]) -> NDArray[np.integer]:
    """Return ``table[code]`` for every code; -1 stays -1.

    Returns
    -------
    (n,) array of int8, or of int32 where a value needs it
        The codes themselves where nothing changes.
    """
    is_small = max(table, default=0) <= np.iinfo(np.int8).max
    values = np.array([*table, -1], np.int8 if is_small else np.int32)
    if values.dtype == codes.dtype and list(table) == list(range(len(table))):
        return codes
    changed = np.empty(len(codes), values.dtype)
    spread(
        lambda part: np.take(values, codes[part], out=changed[part], mode="wrap"),
        blocks(len(codes), _PART),
    )
    return changed


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A column as indices into its different texts.

    Parameters
    ----------
    codes : (n,) array of int8 or int32
        An index into `texts` for each row; -1 where the file has no value at all (a null;
        an empty cell of a text file is the text "").
    texts
        The different texts, in the order of their first occurrence.
    """

    codes: NDArray[np.integer]
    texts: tuple[str, ...]
    _known: dict[Any, Any] = field(default_factory=dict, repr=False)

    def counts(self, kept: NDArray[np.bool_] | None = None) -> list[int]:
        """Return how often each text occurs in some rows, in all by default."""
        if kept is not None:
            return count_codes(self.codes[kept], len(self.texts))
        if "counts" not in self._known:
            self._known["counts"] = count_codes(self.codes, len(self.texts))
        return list(self._known["counts"])

    def recoded(self, table: tuple[int, ...]) -> NDArray[np.integer]:
        """Return what stands in a table, with an entry for each text, for each row; -1 stays."""
        if self._known.get("table") != table:
            self._known.update(table=table, recoded=recode(self.codes, table))
        codes: NDArray[np.integer] = self._known["recoded"]
        return codes


class _Coded(NamedTuple):
    """Some cells as indices into some texts; None among them, and the code -1, for no value."""

    codes: NDArray[np.integer]
    texts: Sequence[str | None]


def _coded(cells: Any, known: Sequence[str | None] | None) -> _Coded:  # noqa: ANN401 - an array
    types = arrow.types
    found = None
    if known is None and not cells.null_count:
        if types.is_integer(cells.type):
            found = _coded_integers(cells)
        elif types.is_string(cells.type):
            found = _coded_texts(cells)
    if found is not None:
        return found
    if known is None:
        cells = cells.dictionary_encode()
    indices = cells.indices
    if types.is_unsigned_integer(indices.type):  # they have no -1
        indices = kernels.cast(indices, arrow.int32())
    codes = kernels.fill_null(indices, -1).to_numpy(zero_copy_only=False)
    return _Coded(codes, texts_of(cells.dictionary) if known is None else known)


def _coded_integers(cells: Any) -> _Coded | None:  # noqa: ANN401 - an array of pyarrow
    values = cells.to_numpy()
    return _by_scanning(values, lambda number: str(int(number)))


def _coded_texts(cells: Any) -> _Coded | None:  # noqa: ANN401 - an array of pyarrow
    """Return short texts by the number that their bytes make; None where one is longer."""
    data = cells.buffers()[2]
    if data is None or not len(cells):
        return None
    offsets = offsets_of(cells)
    lengths = np.diff(offsets)
    if int(lengths.max()) > _WORD:
        return None
    letters = np.frombuffer(data, np.uint8)[offsets[0] : offsets[-1]]
    if not np.all(letters):  # a NUL would look like the end of the text
        return None
    padded = np.concatenate([letters, np.zeros(_WORD, np.uint8)])
    everywhere = np.lib.stride_tricks.as_strided(
        padded[:_WORD].view("<u8"), (len(letters) + 1,), (1,)
    )
    words = everywhere[offsets[:-1] - offsets[0]]
    words &= _FIRST_BYTES[lengths]
    return _by_scanning(
        words, lambda word: int(word).to_bytes(_WORD, "little").rstrip(b"\0").decode()
    )


_FIRST_BYTES = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], "<u8")


def _by_scanning(values: NDArray[np.integer], text: Any) -> _Coded | None:  # noqa: ANN401 - a function
    """Return codes of numbers, if the first of them show all that there are."""
    known = list(dict.fromkeys(values[:_HEAD].tolist()))
    if len(known) > _FEW:
        return None
    codes = np.zeros(len(values), np.int8)
    n_found = 0
    for code, value in enumerate(known):
        same = values == value
        n_found += int(np.count_nonzero(same))
        if code:
            codes += same.view(np.int8) * np.int8(code)
    return _Coded(codes, [text(value) for value in known]) if n_found == len(values) else None
