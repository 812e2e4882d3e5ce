"""Where dots of a class stand beside each other, so that none hides another."""

from __future__ import annotations

from bisect import bisect_left
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_ROUNDING = 1e-9
_ROWS = 4  # to a diameter: dots of one row keep as far apart as if they were equally high


def swarm(places: NDArray[np.float64], diameter: float, room: float) -> NDArray[np.float64]:
    """Return how far each of some dots stands from the middle of its column.

    Each dot stays at its own height and goes as little to a side as it must. Where a column is
    too narrow for that, all come nearer to the middle by the same share, over each other.

    Rows are placed at once, so that it takes n log n steps however many heights are equal.

    Parameters
    ----------
    places : (n,) array of float64
        Heights in pixels, in any order.
    diameter
        Of a dot, in pixels.
    room
        From the middle of the column to its edge, in pixels.

    Returns
    -------
    (n,) array of float64
        In pixels, to the right; the same for the same heights.
    """
    order = np.argsort(places, kind="stable")
    heights = places[order]
    offsets = np.zeros(len(heights))
    _rows, starts = np.unique(np.floor(heights * (_ROWS / diameter)), return_index=True)
    firsts = np.searchsorted(heights, heights[starts] - diameter, side="right")
    ends = [*starts[1:].tolist(), len(heights)]
    for first, start, end in zip(firsts.tolist(), starts.tolist(), ends, strict=False):
        down, across = heights[start] - heights[first:start], offsets[first:start]
        reach = np.sqrt(diameter**2 - down**2)
        offsets[start:end] = _nearest_free(across - reach, across + reach, diameter, end - start)
    result = np.empty(len(heights))
    result[order] = offsets
    widest = float(np.abs(result).max(initial=0.0))
    return result if widest <= room else result * (room / widest)


def _nearest_free(
    low: NDArray[np.float64], high: NDArray[np.float64], diameter: float, n: int
) -> list[float]:
    """Return the n places nearest to the middle that are a diameter apart and in no interval."""
    right, left = _Side(low, high), _Side(-high, -low)
    nearest, other = right.free_from(0.0), left.free_from(0.0)
    first = nearest if nearest <= other else -other
    rights = right.places(max(nearest, diameter + first), diameter)
    lefts = left.places(max(other, diameter - first), diameter)
    return [first, *islice(merge(rights, (-place for place in lefts), key=abs), n - 1)]


class _Side:
    """What is free to the right of the middle."""

    def __init__(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
        order = np.argsort(low)
        low, reached = low[order], np.maximum.accumulate(high[order])
        is_gap = low[1:] >= reached[:-1] - _ROUNDING
        self._low = np.append(low[:1], low[1:][is_gap])
        self._high = np.append(reached[:-1][is_gap], reached[-1:])

    def free_from(self, place: float) -> float:
        """Return the nearest place from here that is in no interval."""
        number = bisect_left(self._low, place - _ROUNDING) - 1
        return place if number < 0 else max(place, float(self._high[number]))

    def places(self, place: float, diameter: float) -> Iterator[float]:
        """Yield the nearest places from here, each a diameter or more from the one before."""
        while True:
            place = self.free_from(place)
            yield place
            place += diameter
