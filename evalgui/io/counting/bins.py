"""Bins of scores, told by a formula that every engine computes alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

MOST_BINS = 1 << 26
"""The most bins that are made: their counts are to fit into a memory."""

MOST_EDGES = 4_096
"""The most break points: each is a comparison in the statement that engines run."""

USUAL_BINS = 1 << 20

_LARGEST = 8e307  # apart from its contrary by what a double still holds
_MINUS_INFINITY, _BELOW, _FIRST = 0, 1, 2

Side: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Bins:
    """Which bin a score falls into: a whole number that never falls while the score rises.

    Between two break points next to each other the scores are dealt into bins of equal width; a
    piece of one bin makes both break points edges, and nothing else.

    Parameters
    ----------
    breaks
        The m + 1 break points, finite, rising.
    counts
        Into how many bins each of the m pieces between is parted.
    closed
        Which side of a bin belongs to it at the break points: "left" where a higher score is
        positive, so that ``score >= break`` parts no bin; "right" where a lower one is.

    Raises
    ------
    DataError
        If these are no such numbers.

    Notes
    -----
    Bin 0 holds ``-inf``, bin 1 what lies below the first break point; then come those of the
    pieces, that of what lies beyond the last break point, and that of ``+inf``. Within a piece
    the bin is ``floor((score - low) * (n / (high - low)))``, in doubles and in this order, at most
    n - 1: each step of it is monotone, so that a bin is an interval of scores, whatever is
    rounded. Which one that is nobody has to know: a count table has the smallest and the largest
    score of each.

    Examples
    --------
    >>> Bins.between(0, 1, 4).of([-0.5, 0.0, 0.3, 0.99, 1.0, np.inf, np.nan])
    array([ 1,  2,  3,  5,  6,  7, -1])
    """

    breaks: tuple[float, ...]
    counts: tuple[int, ...]
    closed: Side = "left"

    def __post_init__(self) -> None:
        breaks = np.asarray(self.breaks, np.float64)
        if not len(breaks) or len(self.counts) != len(breaks) - 1:
            raise DataError("bins need an edge, and a number of bins between two of them")
        if not (np.isfinite(breaks).all() and (np.diff(breaks) > 0).all()):
            raise DataError("the edges of bins are finite numbers, each above the one before")
        if len(breaks) > MOST_EDGES:
            message = f"there are {grouped(len(breaks))} edges, and at most {grouped(MOST_EDGES)}"
            raise DataError(message, hint="Ask for a number of bins")
        if any(n < 1 for n in self.counts) or len(self) > MOST_BINS:
            raise DataError(f"bins are whole numbers from 1 to {grouped(MOST_BINS)}")

    @classmethod
    def between(cls, low: float, high: float, n: int, closed: Side = "left") -> Bins:
        """Return n bins of equal width from a smallest to a largest score.

        Infinite ends, and such as lie too far apart for doubles, are moved in; what lies beyond
        has a bin on either side.
        """
        low, high = max(float(low), -_LARGEST), min(float(high), _LARGEST)
        if not low < high:
            return cls((low,), (), closed)
        return cls((low, high), (n,), closed)

    @classmethod
    def at(cls, edges: Sequence[float], closed: Side = "left") -> Bins:
        """Return the bins between edges."""
        return cls(tuple(map(float, edges)), (1,) * (len(edges) - 1), closed)

    def __len__(self) -> int:
        return sum(self.counts) + 4

    @property
    def as_json(self) -> dict[str, Any]:
        """What `from_json` takes."""
        return {"breaks": [*self.breaks], "counts": [*self.counts], "closed": self.closed}

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Bins:
        """Return the bins that were written.

        Raises
        ------
        DataError, KeyError, TypeError, ValueError
            If these are none.
        """
        closed: Side = "right" if facts["closed"] == "right" else "left"
        return cls(tuple(map(float, facts["breaks"])), tuple(map(int, facts["counts"])), closed)

    def of(self, scores: ArrayLike) -> NDArray[np.int64]:
        """Return the bin of each score: (n,) int64, -1 for NaN."""
        values = np.asarray(scores, np.float64)
        side: Literal["left", "right"] = "right" if self.closed == "left" else "left"
        piece = np.searchsorted(np.asarray(self.breaks), values, side) - 1
        found = np.full(values.shape, _BELOW, np.int64)
        for place, (low, n, first) in enumerate(self._pieces):
            rows = piece == place
            at = np.floor((values[rows] - low) * self._per_unit(place)).astype(np.int64)
            found[rows] = first + np.minimum(at, n - 1) if n > 1 else first
        found[piece == len(self.counts)] = len(self) - 2
        found[np.isneginf(values)] = _MINUS_INFINITY
        found[np.isposinf(values)] = len(self) - 1
        found[np.isnan(values)] = -1
        return found

    @property
    def _pieces(self) -> list[tuple[float, int, int]]:
        """Where each piece begins, its number of bins, and the number of its first."""
        firsts = _FIRST + np.cumsum([0, *self.counts])
        return [
            (low, n, int(first))
            for low, n, first in zip(self.breaks[:-1], self.counts, firsts[:-1], strict=True)
        ]

    def _per_unit(self, place: int) -> float:
        low, high = self.breaks[place : place + 2]
        return min(self.counts[place] / (high - low), np.finfo(np.float64).max)

    def expression(self, score: Any) -> Any:  # noqa: ANN401 - Ibis is not always there
        """Return `of` as an expression of Ibis.

        Parameters
        ----------
        score
            A column of numbers without NaN; null has no bin.
        """
        import ibis

        double = score.cast("float64")
        last = len(self) - 1

        def leaf(piece: int) -> Any:  # noqa: ANN401 - as above
            if piece < 0:
                return ibis.ifelse(double == -math.inf, _MINUS_INFINITY, _BELOW).cast("int64")
            if piece == len(self.counts):
                return ibis.ifelse(double == math.inf, last, last - 1).cast("int64")
            low, n, first = self._pieces[piece]
            if n == 1:
                return ibis.literal(first, "int64")
            at = ((double - low) * self._per_unit(piece)).floor().cast("int64")
            return ibis.least(at, n - 1) + first

        def within(low: int, high: int) -> Any:  # noqa: ANN401 - as above
            """Return the bin of a score of the pieces from `low` to `high`, by bisection."""
            if low == high:
                return leaf(low)
            middle = (low + high + 1) // 2
            edge = self.breaks[middle]
            above = double >= edge if self.closed == "left" else double > edge
            return ibis.ifelse(above, within(middle, high), within(low, middle - 1))

        return ibis.ifelse(double.isnull(), ibis.null("int64"), within(-1, len(self.counts)))
