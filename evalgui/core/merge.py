"""Merging the sorted positives with the sorted negatives, ties collapsed, in linear time.

Both classes arrive sorted. Each score becomes an order-preserving integer with its class in
the lowest bit; the two runs are then one call of numpy's stable sort, which recognises sorted
runs and merges them. The merged keys are walked in blocks that stay in the cache, and turn in
place into the distinct scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_BLOCK = 32_768
_MAGNITUDE = np.int64(0x7FFF_FFFF_FFFF_FFFF)
_ROOM = 2**62  # codes below it leave one bit for the class and one for the sign

# Comparable values in ascending order, 1 for a positive and 0 for a negative row, and how to
# turn such values into scores.
_Block: TypeAlias = "tuple[NDArray[Any], NDArray[np.int64], Callable[[Any], NDArray[np.float64]]]"


def merge_sorted(
    runs: list[NDArray[np.floating]], *, higher_is_positive: bool
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
    """Merge two sorted classes into distinct thresholds with cumulative counts.

    Parameters
    ----------
    runs : list of (P,) and (N,) arrays of float64 or float32
        The positives and the negatives, each sorted upward, without NaN. The list is
        emptied: what the caller does not hold is given back as soon as it is merged.
    higher_is_positive
        Whether a row is called positive from its threshold upward or downward.

    Returns
    -------
    ascending : (K + 1,) array of float64
        The K distinct scores in ascending order, and the infinity (or NaN, see
        `Steps.thresholds`) that calls nothing positive: last, or first if lower is positive.
    true_positives, false_positives : (K + 1,) arrays of uint32 or int64
        From the strictest threshold to the most lenient.
    """
    n_positive, n_negative = (len(run) for run in runs)
    codes = _Codes.for_scores(*runs)
    ascending = np.empty(n_positive + n_negative + 1, dtype=np.float64)
    if codes is None:
        blocks = _blocks_by_argsort(runs)
    else:
        # The memory of the thresholds holds the keys first: each is read before the
        # threshold that takes its place is written.
        keys = ascending.view(np.int64)
        keys = keys[:-1] if higher_is_positive else keys[1:]
        codes.write(runs.pop(), 0, keys[:n_negative])
        codes.write(runs.pop(), 1, keys[n_negative:])
        keys.sort(kind="stable")
        blocks = codes.read(keys)
    walk = _Walk(ascending, n_positive, n_negative, higher_is_positive=higher_is_positive)
    walk.through(blocks)
    return walk.result()


def merge_counts(
    scores: NDArray[np.floating],
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    *,
    higher_is_positive: bool,
) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
    """Merge counted scores into distinct thresholds with cumulative counts.

    Parameters
    ----------
    scores : (k,) array of float64 or float32
        Without NaN, in any order; they may repeat.
    positives, negatives : (k,) arrays of int64
        How many rows of each class have the score, not negative.
    higher_is_positive
        As of `merge_sorted`.

    Returns
    -------
    tuple of arrays
        What `merge_sorted` returns for the rows that are counted.
    """
    counted = (positives > 0) | (negatives > 0)
    values = scores[counted].astype(np.float64) + 0.0  # -0.0 is 0.0
    of_class = [positives[counted], negatives[counted]]
    if not np.all(values[1:] > values[:-1]):
        order = np.argsort(values)  # counts of ties are added: their order does not matter
        values = values[order]
        starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
        values = values[starts]
        of_class = [np.add.reduceat(part[order], starts) for part in of_class]
    n_rows = int(sum(part.sum() for part in of_class))
    compact = np.uint32 if n_rows + 1 < 2**32 else np.int64
    beyond = np.inf if higher_is_positive else -np.inf
    strictest = -1 if higher_is_positive else 0
    if len(values) and values[strictest] == beyond:
        beyond = np.nan
    columns = []
    for part in of_class:
        column = np.zeros(len(values) + 1, dtype=compact)
        column[1:] = np.cumsum(part[::-1] if higher_is_positive else part)
        columns.append(column)
    ascending = np.insert(values, len(values) if higher_is_positive else 0, beyond)
    return ascending, columns[0], columns[1]


class _Codes:
    """An order-preserving map from the scores at hand to integers of 62 bits and a sign.

    The gap between 0 and the smallest magnitude is taken out, and the infinities move next to
    the largest finite magnitude; so doubles of up to some 300 decimal orders fit.
    """

    def __init__(self, smallest: int, largest: int, *, all_positive: bool) -> None:
        self._offset = np.int64(smallest - 1)
        self._infinite = np.int64(largest - smallest + 2)
        self._all_positive = all_positive  # and finite: then the bits themselves are in order

    @classmethod
    def for_scores(cls, *classes: NDArray[np.floating]) -> _Codes | None:
        """Return the map, or None where the magnitudes are too far apart for it."""
        magnitudes = [
            int(np.abs(np.float64(value)).view(np.int64))
            for ordered in classes
            for value in _extreme_magnitudes(ordered)
        ]
        smallest, largest = min(magnitudes, default=1), max(magnitudes, default=1)
        if largest - smallest + 2 >= _ROOM:
            return None
        all_positive = all(
            bool(ordered[0] > 0 and ordered[-1] < np.inf) for ordered in classes if len(ordered)
        )
        return cls(smallest, largest, all_positive=all_positive)

    def write(self, ordered: NDArray[np.floating], label: int, keys: NDArray[np.int64]) -> None:
        """Write the keys of one class, block by block."""
        for start in range(0, len(ordered), _BLOCK):
            values = ordered[start : start + _BLOCK].astype(np.float64)
            code = values.view(np.int64) & _MAGNITUDE
            code -= self._offset
            if not self._all_positive:
                np.minimum(code, self._infinite, out=code)
                code[values == 0] = 0
                np.negative(code, out=code, where=values < 0)
            code <<= 1
            code |= label
            keys[start : start + len(code)] = code

    def read(self, keys: NDArray[np.int64]) -> Iterator[_Block]:
        """Yield, block by block: comparable codes, class bits, and how to read codes back."""
        for start in range(0, len(keys), _BLOCK):
            block = keys[start : start + _BLOCK]
            yield block >> 1, block & 1, self._scores

    def _scores(self, code: NDArray[np.int64]) -> NDArray[np.float64]:
        if self._all_positive:
            return (code + self._offset).view(np.float64)
        magnitude = np.abs(code)
        values = (magnitude + self._offset).view(np.float64)
        values[magnitude == 0] = 0.0
        values[magnitude == self._infinite] = np.inf
        np.negative(values, out=values, where=code < 0)
        return values


def _extreme_magnitudes(ordered: NDArray[np.floating]) -> list[np.floating]:
    """Return the finite non-zero scores of one class that are next to 0 and next to the ends."""
    first = int(np.searchsorted(ordered, -np.inf, "right"))
    below = int(np.searchsorted(ordered, 0.0, "left"))
    above = int(np.searchsorted(ordered, 0.0, "right"))
    last = int(np.searchsorted(ordered, np.inf, "left"))
    ends = []
    if first < below:
        ends += [ordered[first], ordered[below - 1]]
    if above < last:
        ends += [ordered[above], ordered[last - 1]]
    return ends


def _blocks_by_argsort(runs: list[NDArray[np.floating]]) -> Iterator[_Block]:
    """Yield the same blocks for scores whose magnitudes no code can hold: slower, as exact."""
    n_negative = len(runs[1])
    both = np.concatenate([runs.pop(), runs.pop()]).astype(np.float64, copy=False)
    order = np.argsort(both, kind="stable")
    for start in range(0, len(order), _BLOCK):
        block = order[start : start + _BLOCK]
        yield both[block] + 0.0, (block >= n_negative).astype(np.int64), np.asarray


class _Walk:
    """The walk over the merged rows, upward, that writes one row a distinct score."""

    def __init__(
        self,
        ascending: NDArray[np.float64],
        n_positive: int,
        n_negative: int,
        *,
        higher_is_positive: bool,
    ) -> None:
        self._n_positive = n_positive
        self._n_negative = n_negative
        self._higher = higher_is_positive
        self._n_distinct = 0
        self._ascending = ascending
        compact = np.uint32 if len(ascending) < 2**32 else np.int64
        self._tp: NDArray[Any] = np.empty(len(ascending), dtype=compact)
        self._fp: NDArray[Any] = np.empty(len(ascending), dtype=compact)

    def through(self, blocks: Iterator[_Block]) -> None:
        """Walk through the merged rows, from the lowest score to the highest."""
        n_before = 0
        positives_before = 0
        previous: Any = None
        for values, labels, scores in blocks:
            starts = np.empty(len(values), dtype=np.bool_)
            starts[0] = previous is None or values[0] != previous
            np.not_equal(values[1:], values[:-1], out=starts[1:])
            previous = values[-1]
            up_to = np.cumsum(labels)
            n_positives = int(up_to[-1])
            up_to -= labels
            up_to += positives_before
            if starts.all():  # no ties here: nothing to pick out
                self._write(
                    scores(values), up_to, np.arange(n_before, n_before + len(values)) - up_to
                )
            else:
                at = np.flatnonzero(starts)
                up_to = up_to[at]
                self._write(scores(values[at]), up_to, at + n_before - up_to)
            n_before += len(values)
            positives_before += n_positives

    def _write(
        self,
        scores: NDArray[np.float64],
        positives_below: NDArray[np.int64],
        negatives_below: NDArray[np.int64],
    ) -> None:
        """Write the rows of some distinct scores, given what lies strictly below each."""
        done, more = self._n_distinct, len(scores)
        if self._higher:
            # The most lenient row is the lowest score: rows are written from the end.
            end = len(self._tp) - done
            self._ascending[done : done + more] = scores
            self._tp[end - more : end] = (self._n_positive - positives_below)[::-1]
            self._fp[end - more : end] = (self._n_negative - negatives_below)[::-1]
        else:
            # What lies strictly below a score is what the row before it calls positive.
            self._ascending[done + 1 : done + 1 + more] = scores
            self._tp[done : done + more] = positives_below
            self._fp[done : done + more] = negatives_below
        self._n_distinct += more

    def result(self) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
        """Return thresholds and counts, with the row that calls nothing positive."""
        n_rows = self._n_distinct + 1
        ascending = self._ascending[:n_rows]
        if self._higher:
            tp, fp = self._tp[-n_rows:], self._fp[-n_rows:]
            tp[0] = fp[0] = 0
            taken = n_rows > 1 and ascending[-2] == np.inf
            ascending[-1] = np.nan if taken else np.inf
        else:
            tp, fp = self._tp[:n_rows], self._fp[:n_rows]
            tp[-1], fp[-1] = self._n_positive, self._n_negative
            taken = n_rows > 1 and ascending[1] == -np.inf
            ascending[0] = np.nan if taken else -np.inf
        if n_rows < len(self._ascending) // 2:  # many ties: give the memory back
            return ascending.copy(), tp.copy(), fp.copy()
        return ascending, tp, fp
