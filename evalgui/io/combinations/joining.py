"""The rows of several files side by side, by the ids that they share: exact, in file order.

Only arrays of one number a row are made: sparse lists never become matrices.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Exclusion
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.stacking import stacked_texts
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.parts import Part
    from evalgui.io.combinations.shared_ids import SharedIds
    from evalgui.io.table import ArrowArray, RawColumn

_LARGEST_KEY = 2**62
_THREADS = 2


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """The rows of a file whose ids stand in an earlier row of it already.

    Parameters
    ----------
    rows, first : (k,) arrays of int
        The later rows and the earliest of the same ids, from 0.
    """

    rows: NDArray[np.integer]
    first: NDArray[np.integer]


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Several files side by side.

    All rows of the first file come first, in their order; then, file by file, those rows of
    the others that have no partner before.

    Parameters
    ----------
    parts
        The files.
    ids
        The columns by which they are joined.
    rows
        For each file an (n,) array: its row in each row of the whole, from 0; -1 for none.
    home : (n,) array of int16
        The file for which each row of the whole is there: the first that has it.
    repeats
        For each file, its rows that repeat ids; they have no partners.
    n_common
        For each file but the first, how many of its rows have a partner in the first.
    """

    parts: tuple[Part, ...]
    ids: SharedIds
    rows: tuple[NDArray[np.integer], ...]
    home: NDArray[np.int16]
    repeats: tuple[Repeats, ...]
    n_common: tuple[int, ...]

    @property
    def n_rows(self) -> int:
        """How many rows the whole has."""
        return len(self.home)

    def places_of(self, part: int, rows: NDArray[np.integer]) -> NDArray[np.intp]:
        """Return where rows of a file, from 0, stand in the whole; -1 beside an earlier one."""
        place = np.full(self.parts[part].table.n_rows, -1, np.intp)
        own = np.flatnonzero(self.home == part)
        place[self.rows[part][own]] = own
        return np.asarray(place[rows])

    def exclusions_of_readers(self) -> tuple[Exclusion, ...]:
        """Return the rows of all files that were read in doubt, by file and reason."""
        return tuple(
            Exclusion(
                exclusion.code,
                exclusion.reason,
                self.places_of(number, np.asarray(exclusion.rows, np.intp) - 1) + 1,
            )
            for number, part in enumerate(self.parts)
            for exclusion in part.table.exclusions
        )


def join(parts: Sequence[Part], ids: SharedIds, watch: Watch) -> Joined:
    """Return the rows of several files side by side.

    Two rows belong together where all ids are the same text, but for blanks around it. Rows
    that were read in doubt, rows without any id, and rows whose ids were in the file before
    have no partners.

    Parameters
    ----------
    parts
        The files.
    ids
        The columns by which to join.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    CancelledError
        If the watch says so.
    """
    keys, n_keys = _keys(parts, ids, watch)
    watch.step(0.8, phrase("matching the rows"))
    own = [np.arange(len(key)) for key in keys]
    # Of assignments to one place, the last one stays: backwards, the first occurrence.
    first = []
    for key, numbers in zip(keys, own, strict=True):
        place = np.full(n_keys + 1, -1, np.int64)
        place[key[::-1]] = numbers[::-1]
        place[n_keys] = -1  # the key of rows that match nothing
        first.append(place)
    repeated = [
        (numbers != place[key]) & (key < n_keys)
        for key, numbers, place in zip(keys, own, first, strict=True)
    ]
    repeats = [
        Repeats(np.flatnonzero(again), place[key[again]])
        for again, key, place in zip(repeated, keys, first, strict=True)
    ]
    watch.step(0.9, phrase("matching the rows"))
    rows, home = _outer(keys, first, repeated)
    n_common = [int(np.count_nonzero((rows[0] >= 0) & (other >= 0))) for other in rows[1:]]
    return Joined(tuple(parts), ids, rows, home, tuple(repeats), tuple(n_common))


def _outer(
    keys: Sequence[NDArray[np.int64]],
    first: Sequence[NDArray[np.int64]],
    repeated: Sequence[NDArray[np.bool_]],
) -> tuple[tuple[NDArray[np.integer], ...], NDArray[np.int16]]:
    """Return, for each file, its rows in the whole; and where each row of the whole is from."""
    n_keys = len(first[0]) - 1
    blocks: list[list[NDArray[np.integer]]] = [[] for _ in keys]
    homes = []
    is_seen = np.zeros(n_keys + 1, np.bool_)
    for number, (key, again) in enumerate(zip(keys, repeated, strict=True)):
        listed = np.flatnonzero(again | ~is_seen[key])
        partners = np.where(again[listed], n_keys, key[listed])
        for other, place in enumerate(first):
            if other == number:
                blocks[other].append(listed)
            elif other > number:
                blocks[other].append(place[partners])
            else:
                blocks[other].append(np.full(len(listed), -1))
        homes.append(np.full(len(listed), number, np.int16))
        is_seen |= first[number] >= 0
    return tuple(_slim(np.concatenate(block)) for block in blocks), np.concatenate(homes)


def _slim(rows: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return row numbers in half the memory, where that holds them."""
    return rows.astype(np.int32) if len(rows) < np.iinfo(np.int32).max else rows


# ----------------------------------------------------------------------------------- keys


def _keys(
    parts: Sequence[Part], ids: SharedIds, watch: Watch
) -> tuple[list[NDArray[np.int64]], int]:
    """Return a number for each row, the same for the same ids, and one more than the last.

    Rows that match nothing have that one.
    """
    lengths = [part.table.n_rows for part in parts]
    columns = [
        [part.table.column(name) for part, name in zip(parts, names, strict=True)]
        for names in zip(*ids.columns, strict=True)
    ]
    watch.step(0.0, phrase("reading the ids"))
    # Arrow lets other threads work meanwhile.
    with ThreadPoolExecutor(_THREADS) as pool:
        encoded = list(pool.map(_encode, columns))
    keys, size = np.zeros(sum(lengths), np.int64), 1
    has_id = np.zeros(sum(lengths), np.bool_)
    for codes, texts in encoded:
        watch.step(0.5, phrase("matching the rows"))
        has_id |= kernels.not_equal(texts, "").to_numpy(zero_copy_only=False)[codes]
        if size * len(texts) > _LARGEST_KEY:
            keys, size = _ranked(keys)
        keys = keys * len(texts) + codes
        size *= len(texts)
    watch.step(0.6, phrase("matching the rows"))
    keys, size = _ranked(keys)
    starts = np.cumsum([0, *lengths])
    for start, part in zip(starts.tolist(), parts, strict=False):
        for exclusion in part.table.exclusions:
            has_id[np.asarray(exclusion.rows, np.intp) - 1 + start] = False
    keys[~has_id] = size
    return np.split(keys, starts[1:-1]), size


def _encode(columns: Sequence[RawColumn]) -> tuple[NDArray[np.integer], ArrowArray]:
    """Return columns, one after the other, as indices into their different texts."""
    whole = stacked_texts(columns)
    if whole.nbytes > np.iinfo(np.int32).max:
        whole = kernels.cast(whole, arrow.large_string())
    # One piece: to unify the different texts of many takes several times as long.
    encoded: Any = kernels.fill_null(whole.combine_chunks(), "").dictionary_encode()
    codes, different = encoded.indices.to_numpy(), encoded.dictionary
    trimmed = kernels.utf8_trim_whitespace(different)
    if not trimmed.equals(different):
        again = trimmed.dictionary_encode()
        codes, different = again.indices.to_numpy()[codes], again.dictionary
    return codes, different


def _ranked(keys: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """Return keys as their ranks among the different ones, and how many these are.

    The row goes along in the lowest bits where there is room: numpy sorts numbers several
    times faster than it finds the order of numbers.

    Examples
    --------
    >>> ranks, n = _ranked(np.array([70, 10, 70, 40]))
    >>> ranks.tolist(), n
    ([2, 0, 2, 1], 3)
    """
    n = len(keys)
    n_bits = n.bit_length()
    if int(keys.max()).bit_length() + n_bits < np.iinfo(np.int64).bits:
        packed = np.sort((keys << n_bits) | np.arange(n))
        order, ordered = packed & ((1 << n_bits) - 1), packed >> n_bits
    else:
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
    is_new = np.concatenate([[False], ordered[1:] != ordered[:-1]])
    ranks = np.empty(n, np.int64)
    ranks[order] = np.cumsum(is_new)
    return ranks, int(np.count_nonzero(is_new)) + 1
