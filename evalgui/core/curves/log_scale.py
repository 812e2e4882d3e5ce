"""Axes on which decades are equally long, and their ticks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.curves.curve import Scale
from evalgui.core.curves.scales import nice_ticks, padded
from evalgui.core.curves.thinning import from_screen, to_screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_LARGEST = float(np.finfo(np.float64).max)
_IN_EACH = ((1, 2, 5), (1,))  # ticks of a decade, the fullest way first


@dataclass(frozen=True)
class LogScale:
    """Positive values as powers of ten, the lowest one at a place of its own choice.

    Parameters
    ----------
    low, high
        The lowest and the highest value to show, 0 < low < high.
    has_frame
        Whether what is lower, such as 0, is drawn on the frame at the lowest value. It lies
        beyond the view otherwise.
    origin
        The value whose place is 0.
    """

    low: float
    high: float
    has_frame: bool = False
    origin: float = 1.0

    @cached_property
    def _ends(self) -> tuple[float, float]:
        shift = math.log10(self.origin)
        return math.log10(self.low) - shift, math.log10(self.high) - shift

    @property
    def home(self) -> tuple[float, float]:
        """The whole range with a margin."""
        return padded(*self._ends)

    @property
    def limits(self) -> tuple[float, float]:
        """The same."""
        return self.home

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map values to the view; what is too low to the frame or beyond, infinities beyond."""
        low, high = padded(*self._ends, 1.0)
        if self.has_frame:
            low = self._ends[0]
        return np.clip(self.unclipped(values), low, high)

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map values to the view, those that are not above 0 to minus infinity."""
        return to_screen(Scale.LOG, values) - math.log10(self.origin)

    def place(self, value: float) -> float:
        """Map one value to the view, at the speed of a drag."""
        bottom, top = self._ends
        low, high = padded(bottom, top, 1.0)
        if self.has_frame:
            low = bottom
        if value <= 0:
            return low
        place = math.log10(value) - math.log10(self.origin)
        return min(max(place, low), high)

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map places in the view to values, which are finite."""
        values = from_screen(Scale.LOG, places + math.log10(self.origin))
        return np.clip(values, 0.0, _LARGEST)

    def is_beyond(self, value: float) -> bool:
        """Return whether a value has no place of its own."""
        return not 0 < value < math.inf


def log_ticks(
    scale: LogScale, low: float, high: float, fits: Callable[[Sequence[float], float], bool]
) -> tuple[float, list[float]]:
    """Return a step and the places of ticks between two ends of the view.

    Ticks are round in each decade, or whole decades where these are many; where not even two
    are in view they are round in the values. The step is 0 unless it is one of values.

    Parameters
    ----------
    scale
        The axis.
    low, high
        In coordinates of the view.
    fits
        Whether the texts at some places, with a step, do not meet.
    """
    shift = math.log10(scale.origin)
    first, last = math.floor(low + shift), math.ceil(high + shift)
    for numbers in _IN_EACH:
        places = [
            place
            for power in range(first, last + 1)
            for number in numbers
            if low <= (place := power + math.log10(number) - shift) <= high
        ]
        if len(places) > 1 and fits(places, 0.0):
            return 0.0, places
    decades = [power - shift for power in range(first, last + 1) if low <= power - shift <= high]
    for every in range(2, len(decades)):
        kept = [place for place in decades if round(place + shift) % every == 0]
        if len(kept) > 1 and fits(kept, 0.0):
            return 0.0, kept
    if len(decades) > 1:
        return 0.0, [decades[0], decades[-1]]
    ends = scale.from_view(np.array([low, high]))
    step, values = nice_ticks(float(ends[0]), float(ends[1]), 4)
    return step, [float(place) for place in scale.to_view(np.array([v for v in values if v > 0]))]
