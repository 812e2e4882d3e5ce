"""Merging the sorted positives with the sorted negatives, ties collapsed, in linear time.

Both classes arrive sorted, and are cut at the same scores into pieces that stay in the cache,
several of which are merged at once. In each, a score becomes an order-preserving integer with
its class in the lowest bit; the two runs are then one call of numpy's stable sort, which
recognises sorted runs and merges them. The merged keys turn in place into the distinct scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.parallel import spread

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Rows of a piece: what is made of them stays in the cache, and is little beside the whole. With
# larger pieces, threads wait less often for each other.
_SMALL, _LARGE, _SOME = 16_384, 262_144, 16
_SIGN = np.int64(-0x8000_0000_0000_0000)
_ROOM = 2**62  # codes below it leave one bit for the class and one for the sign


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
    ascending = np.empty(n_positive + n_negative + 1, dtype=np.float64)
    # The memory of the thresholds holds the keys first: each is read before the threshold
    # that takes its place is written.
    places = ascending[:-1] if higher_is_positive else ascending[1:]
    codes = _Codes.for_scores(*runs)
    pieces = _pieces(*runs)
    rows: _Rows = _Coded(places, codes) if codes else _Plain(places)

    def write(piece: _Piece) -> None:
        positives = runs[0][piece.positives].astype(np.float64)
        negatives = runs[1][piece.negatives].astype(np.float64)
        middle = piece.rows.start + len(negatives)
        rows.write(slice(piece.rows.start, middle), negatives, 0)
        rows.write(slice(middle, piece.rows.stop), positives, 1)

    spread(write, pieces)
    runs.clear()
    walk = _Walk(ascending, n_positive, n_negative, higher_is_positive=higher_is_positive)
    n_distinct = spread(lambda piece: walk.through(piece, *rows.merged(piece.rows)), pieces)
    return walk.result(pieces, n_distinct)


# --------------------------------------------------------------------------------- pieces


@dataclass(frozen=True, slots=True)
class _Piece:
    """Positives and negatives between the same two scores, and the rows they take together."""

    positives: slice
    negatives: slice

    @property
    def rows(self) -> slice:
        return slice(
            self.positives.start + self.negatives.start, self.positives.stop + self.negatives.stop
        )


def _pieces(positives: NDArray[np.floating], negatives: NDArray[np.floating]) -> list[_Piece]:
    """Return pieces of about the same number of rows; equal scores are never parted."""
    n = len(positives) + len(negatives)
    longer = max(positives, negatives, key=len)
    n_pieces = max(n // _LARGE, min(n // _SMALL, _SOME), 1)
    scores = longer[[len(longer) * place // n_pieces for place in range(1, n_pieces)]]
    ends = [
        [0, *np.searchsorted(run, scores, "left").tolist(), len(run)]
        for run in (positives, negatives)
    ]
    pieces = [
        _Piece(slice(*positive), slice(*negative))
        for positive, negative in zip(
            zip(ends[0], ends[0][1:], strict=False),
            zip(ends[1], ends[1][1:], strict=False),
            strict=True,
        )
    ]
    return [piece for piece in pieces if piece.rows.start < piece.rows.stop]


# ------------------------------------------------------------------------ comparable rows


class _Coded:
    """Rows as integers that are in the order of the scores, with the class in the lowest bit."""

    def __init__(self, places: NDArray[np.float64], codes: _Codes) -> None:
        self._keys = places.view(np.int64)
        self._codes = codes

    def write(self, rows: slice, scores: NDArray[np.float64], label: int) -> None:
        """Put the sorted scores of one class in some rows."""
        keys = self._keys[rows]
        self._codes.write(scores, keys)
        keys <<= 1
        keys |= label

    def merged(self, rows: slice) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the scores of some rows in order, and their classes; the keys are used up."""
        keys = self._keys[rows]
        keys.sort(kind="stable")
        labels = keys & 1
        keys >>= 1
        return self._codes.scores(keys), labels


class _Plain:
    """Rows as scores, for magnitudes that no code can hold: slower, as exact."""

    def __init__(self, places: NDArray[np.float64]) -> None:
        self._scores = places
        self._labels = np.empty(len(places), np.int8)

    def write(self, rows: slice, scores: NDArray[np.float64], label: int) -> None:
        """Put the sorted scores of one class in some rows."""
        self._scores[rows] = scores
        self._labels[rows] = label

    def merged(self, rows: slice) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the scores of some rows in order, both zeros as one, and their classes."""
        order = np.argsort(self._scores[rows], kind="stable")
        return self._scores[rows][order] + 0.0, self._labels[rows][order].astype(np.int64)


_Rows = _Coded | _Plain


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

    def __init__(self, smallest: int, largest: int) -> None:
        self._positive = np.int64(smallest - 1)  # from the bits of a positive double
        self._negative = np.int64(smallest - 1) + _SIGN  # the bits of a negative one from it
        self._infinite = np.int64(largest - smallest + 2)

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
        return cls(smallest, largest)

    def write(self, scores: NDArray[np.float64], codes: NDArray[np.int64]) -> None:
        """Write the codes of sorted scores."""
        first, below, above, last = _bounds(scores, np.inf)
        bits = scores.view(np.int64)
        codes[:first] = -self._infinite
        np.subtract(self._negative, bits[first:below], out=codes[first:below])
        codes[below:above] = 0
        np.subtract(bits[above:last], self._positive, out=codes[above:last])
        codes[last:] = self._infinite

    def scores(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the scores of sorted codes."""
        first, below, above, last = _bounds(codes, self._infinite)
        scores = np.empty(len(codes), np.float64)
        bits = scores.view(np.int64)
        np.subtract(self._negative, codes[first:below], out=bits[first:below])
        np.add(codes[above:last], self._positive, out=bits[above:last])
        scores[:first] = -np.inf
        scores[below:above] = 0.0
        scores[last:] = np.inf
        return scores


def _bounds(ordered: NDArray[Any], infinity: Any) -> tuple[int, int, int, int]:  # noqa: ANN401 - of the type of the array
    """Return where the finite values, the zeros, the positive values and +infinity begin."""
    return (
        int(np.searchsorted(ordered, -infinity, "right")),
        int(np.searchsorted(ordered, 0, "left")),
        int(np.searchsorted(ordered, 0, "right")),
        int(np.searchsorted(ordered, infinity, "left")),
    )


def _extreme_magnitudes(ordered: NDArray[np.floating]) -> list[np.floating]:
    """Return the finite non-zero scores of one class that are next to 0 and next to the ends."""
    first, below, above, last = _bounds(ordered, np.inf)
    ends = []
    if first < below:
        ends += [ordered[first], ordered[below - 1]]
    if above < last:
        ends += [ordered[above], ordered[last - 1]]
    return ends


# ------------------------------------------------------------------------------- counting


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
        self._ascending = ascending
        compact = np.uint32 if len(ascending) < 2**32 else np.int64
        self._tp: NDArray[Any] = np.empty(len(ascending), dtype=compact)
        self._fp: NDArray[Any] = np.empty(len(ascending), dtype=compact)

    def through(self, piece: _Piece, scores: NDArray[np.float64], labels: NDArray[np.int64]) -> int:
        """Write the rows of a piece where its merged rows are; return how many there are."""
        is_first = np.empty(len(scores), np.bool_)
        is_first[0] = True
        np.not_equal(scores[1:], scores[:-1], out=is_first[1:])
        # What lies strictly below a score, where it occurs first.
        positives = np.empty_like(labels)
        positives[0] = piece.positives.start
        positives[1:] = labels[:-1]
        np.cumsum(positives, out=positives)
        if is_first.all():
            below = np.arange(piece.rows.start, piece.rows.stop)
        else:
            below = np.flatnonzero(is_first)
            scores, positives = scores.take(below), positives.take(below)
            below += piece.rows.start
        below -= positives
        self._write(piece.rows.start, scores, positives, below)
        return len(scores)

    def _write(
        self,
        start: int,
        scores: NDArray[np.float64],
        positives_below: NDArray[np.int64],
        negatives_below: NDArray[np.int64],
    ) -> None:
        """Write the rows of some distinct scores, given what lies strictly below each."""
        ascending, tp, fp = self._rows(slice(start, start + len(scores)))
        ascending[:] = scores
        if self._higher:
            np.subtract(self._n_positive, positives_below, out=tp, casting="unsafe")
            np.subtract(self._n_negative, negatives_below, out=fp, casting="unsafe")
        else:
            # What lies strictly below a score is what the row before it calls positive.
            tp[:], fp[:] = positives_below, negatives_below

    def _rows(self, ranks: slice) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
        """Return views of the rows of some distinct scores, the lowest first."""
        if not self._higher:
            return (
                self._ascending[ranks.start + 1 : ranks.stop + 1],
                self._tp[ranks],
                self._fp[ranks],
            )
        # The most lenient row is the lowest score: counts are written from the end.
        n = len(self._tp)
        turned = slice(n - ranks.stop, n - ranks.start)
        return self._ascending[ranks], self._tp[turned][::-1], self._fp[turned][::-1]

    def result(
        self, pieces: list[_Piece], n_distinct: list[int]
    ) -> tuple[NDArray[np.float64], NDArray[Any], NDArray[Any]]:
        """Return thresholds and counts, with the row that calls nothing positive."""
        n_rows = 1 + self._close_gaps(pieces, n_distinct)
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

    def _close_gaps(self, pieces: list[_Piece], n_distinct: list[int]) -> int:
        """Move the rows of the pieces together, and return how many there are."""
        done = 0
        for piece, number in zip(pieces, n_distinct, strict=True):
            start = piece.rows.start
            if start > done:
                sources = self._rows(slice(start, start + number))
                targets = self._rows(slice(done, done + number))
                for target, source in zip(targets, sources, strict=True):
                    target[:] = source
            done += number
        return done
