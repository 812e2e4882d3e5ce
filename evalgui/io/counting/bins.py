"""Bins of scores, told by a formula that every engine computes alike."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.counted import BIN

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
_VALUE = "value"
_LISTS = ("low", "per_unit", "most", "first")
_MOST_BRANCHES = 127  # DuckDB takes as long for 200 as for a list of them
_MAGNITUDE = (1 << 63) - 1

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
            raise DataError(phrase("bins need an edge, and a number of bins between two of them"))
        with np.errstate(over="ignore"):
            widths = np.diff(breaks)
        if not (np.isfinite(breaks).all() and (widths > 0).all()):
            raise DataError(
                phrase("the edges of bins are finite numbers, each above the one before")
            )
        if len(breaks) > MOST_EDGES:
            message = phrase(
                "there are {n} edges, and at most {most}",
                n=grouped(len(breaks)),
                most=grouped(MOST_EDGES),
            )
            raise DataError(message, hint=phrase("Ask for a number of bins"))
        if any(n < 1 for n in self.counts) or len(self) > MOST_BINS:
            raise DataError(
                phrase("bins are whole numbers from 1 to {most}", most=grouped(MOST_BINS))
            )
        if any(n > 1 and width == math.inf for n, width in zip(self.counts, widths, strict=True)):
            raise DataError(
                phrase("the edges lie too far apart for doubles to part what is between")
            )

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
    def at(cls, edges: Sequence[float], closed: Side = "left", each: int = 1) -> Bins:
        """Return the bins between edges: so many of equal width between each two of them."""
        return cls(tuple(map(float, edges)), (each,) * (len(edges) - 1), closed)

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
        low, per_unit, most, first = map(np.asarray, self._lists)
        side: Literal["left", "right"] = "right" if self.closed == "left" else "left"
        place = np.searchsorted(np.asarray(self.breaks), values, side)
        finite = np.where(np.isfinite(values), values, 0.0)
        at = np.floor((finite - low[place]) * per_unit[place])
        found: NDArray[np.int64] = (np.minimum(at, most[place]) + first[place]).astype(np.int64)
        found[np.isneginf(values)] = _MINUS_INFINITY
        found[np.isposinf(values)] = len(self) - 1
        found[np.isnan(values)] = -1
        return found

    def edge(self, score: float) -> float:
        """Return the threshold at which of the bin of a score all is called, and of the next none.

        That is the smallest double in the bin where a higher score is positive, else the largest:
        the same one whatever other scores there are.

        Examples
        --------
        >>> Bins.between(0, 1, 4).edge(0.3), Bins.at([0, 1], "right").edge(0.3)
        (0.25, 1.0)
        """
        sign = -1 if self.closed == "left" else 1
        own, inside, beyond = self.of([score])[0], _place(score), _place(sign * math.inf) + sign
        while abs(beyond - inside) > 1:
            middle = (inside + beyond) // 2
            if self.of([_double(middle)])[0] == own:
                inside = middle
            else:
                beyond = middle
        return _double(inside)

    @property
    def _lists(self) -> tuple[list[float], list[float], list[int], list[int]]:
        """What the formula takes, by how many break points lie at or below a score.

        From where it is counted, the bins in a unit of the score, the last bin of the piece from
        its first, and the number of that one. Where a piece is one bin, nothing is computed.
        """
        pieces = list(zip(self.breaks, self.breaks[1:], self.counts, strict=False))
        firsts = np.cumsum([_FIRST, *self.counts]).tolist()
        low = [low if n > 1 else 0.0 for low, _, n in pieces]
        per_unit = [_per_unit(*piece) for piece in pieces]
        most = [n - 1 for n in self.counts]
        return [0.0, *low, 0.0], [0.0, *per_unit, 0.0], [0, *most, 0], [_BELOW, *firsts]

    def added_to(self, rows: Any, score: str, *, in_lists: bool = False) -> Any:  # noqa: ANN401 - Ibis is not always there
        """Return a table of Ibis with a column `bin`, which is what `of` returns.

        Break points are branches of the statement, in which a score takes a step for each time
        that their number can be halved; or they stand in lists in which it is bisected, a step of
        it in each of nested selects.

        Parameters
        ----------
        rows
            A table of Ibis on any engine, or an unbound one.
        score
            Its column of numbers without NaN; null has no bin.
        in_lists
            Whether more break points than are best as branches stand in lists: faster by far
            where an engine does not write nested selects into one another (DuckDB, Spark), and
            beyond any memory where it does (PostgreSQL).
        """
        import ibis

        table = rows.mutate(**{_VALUE: rows[score].cast("float64")})
        last = len(self.breaks)
        if in_lists and last > _MOST_BRANCHES:
            table = self._with_place(table)
            value, place = table[_VALUE], table["place"]
            low, per_unit, most, first = (table[name][place] for name in _LISTS)
            within = _within(value, low, per_unit, most) + first
            outside = (
                (place == 0, self._beyond(value, 0)),
                (place >= last, self._beyond(value, last)),
            )
            found = ibis.cases(*outside, else_=within)
        else:
            found = self._branch(table[_VALUE], 0, last, self._lists)
        return table.select(*rows.columns, **{BIN: found.cast("int32")})

    def _reaches(self, value: Any, edge: Any) -> Any:  # noqa: ANN401 - as above
        return value >= edge if self.closed == "left" else value > edge

    def _branch(self, value: Any, start: int, stop: int, lists: Sequence[list[Any]]) -> Any:  # noqa: ANN401 - as above
        """Return the bin of a value at or above so many of the break points, from start to stop."""
        import ibis

        if start == stop and start in {0, len(self.breaks)}:
            return self._beyond(value, start)
        if start == stop:
            low, per_unit, most, first = (one[start] for one in lists)
            if not most:
                return ibis.literal(first)
            return _within(value, _exact(low), _exact(per_unit), most) + first
        middle = (start + stop) // 2
        return ibis.ifelse(
            self._reaches(value, _exact(self.breaks[middle])),
            self._branch(value, middle + 1, stop, lists),
            self._branch(value, start, middle, lists),
        )

    def _beyond(self, value: Any, place: int) -> Any:  # noqa: ANN401 - as above
        """Return the bin of a value below all break points, or beyond; null has none."""
        import ibis

        if place:
            return ibis.ifelse(value == math.inf, len(self) - 1, len(self) - 2)
        of_finite = ibis.ifelse(value == -math.inf, _MINUS_INFINITY, _BELOW)
        return ibis.ifelse(value.isnull(), ibis.null("int32"), of_finite)

    def _with_place(self, table: Any) -> Any:  # noqa: ANN401 - as above
        """Return a table with the lists, and how many break points lie at or below its value."""
        import ibis

        size = 1 << len(self.breaks).bit_length()
        beyond = [math.inf] * (size - 1 - len(self.breaks))
        low, per_unit, most, first = self._lists
        doubles = {"edges": [*self.breaks, *beyond], "low": low, "per_unit": per_unit}
        whole = {"most": most, "first": first}
        table = table.mutate(
            place=ibis.literal(0, "int64"),
            **{name: _exact(values) for name, values in doubles.items()},
            **{name: ibis.array(values).cast("array<int32>") for name, values in whole.items()},
        )
        while size := size // 2:
            table = table.view()  # or the steps would be written into one another
            edge = table["edges"][table["place"] + (size - 1)]
            more = ibis.ifelse(self._reaches(table[_VALUE], edge), size, 0)
            table = table.mutate(place=table["place"] + more)
        return table.view()


def _within(value: Any, low: Any, per_unit: Any, most: Any) -> Any:  # noqa: ANN401 - of Ibis
    """Return which bin of a piece a value falls into, from 0."""
    import ibis

    return ibis.least(((value - low) * per_unit).floor().cast("int32"), most)


def _place(number: float) -> int:
    """Return the place of a double among all of them, which are in order."""
    bits = int(np.float64(number + 0.0).view(np.int64))
    return bits if bits >= 0 else -(bits & _MAGNITUDE)


def _double(place: int) -> float:
    bits = np.int64(abs(place)).view(np.float64)
    return float(bits if place >= 0 else -bits)


def _per_unit(low: float, high: float, n: int) -> float:
    return min(n / (high - low), np.finfo(np.float64).max) if n > 1 else 0.0


def _exact(number: float | list[float]) -> Any:  # noqa: ANN401 - of Ibis
    """Return doubles for an engine: what it parses is the nearest, and a decimal number is not."""
    import ibis

    if isinstance(number, list):
        return ibis.literal([*map(repr, number)], "array<string>").cast("array<float64>")
    return ibis.literal(repr(number)).cast("float64")
