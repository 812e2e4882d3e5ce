"""Where dots of a class stand beside each other, so that none hides another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ROUNDING = 1e-9


def swarm(places: NDArray[np.float64], diameter: float, room: float) -> NDArray[np.float64]:
    """Return how far each of some dots stands from the middle of its column.

    Each dot stays at its own height and goes as little to a side as it must. Where a column is
    too narrow for that, all come nearer to the middle by the same share, over each other.

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
    first = 0  # of those that are near enough to be touched
    for number, height in enumerate(heights):
        while heights[first] <= height - diameter:
            first += 1
        near = slice(first, number)
        offsets[number] = _nearest_free(height - heights[near], offsets[near], diameter)
    result = np.empty(len(heights))
    result[order] = offsets
    widest = float(np.abs(result).max(initial=0.0))
    return result if widest <= room else result * (room / widest)


def _nearest_free(down: NDArray[np.float64], across: NDArray[np.float64], diameter: float) -> float:
    """Return the place nearest to the middle that is a diameter away from all dots near by."""
    if len(down) == 0:
        return 0.0
    reach = np.sqrt(np.maximum(diameter**2 - down**2, 0.0))
    tried = np.concatenate([[0.0], across + reach, across - reach])
    tried = tried[np.argsort(np.abs(tried), kind="stable")]
    apart = np.abs(tried[:, None] - across) >= reach - _ROUNDING
    return float(tried[int(np.argmax(apart.all(axis=1)))])
