"""How values of an axis become the coordinates that are linear on the screen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from evalgui.core.curves.curve import Scale
from evalgui.core.curves.thinning import from_screen, to_screen
from evalgui.core.normal import deviate

if TYPE_CHECKING:
    from numpy.typing import NDArray

_Number = TypeVar("_Number", float, "NDArray[np.float64]")

PADDING = 0.03  # of the span, so that markers on the frame are seen whole
_TINY, _HUGE = 1e-150, 1e150  # beyond these the toolkit loses points, or its life
_FLAT = 1e-9  # of the magnitude: a narrower range would drown in rounding
_PRESCALE = 2.0**600  # a power of two: exact
_ROUNDING = 1e-9
_NEARLY = 0.8  # a step may be so much smaller than asked for
_LARGEST = float(np.finfo(np.float64).max)


class AxisScale(Protocol):
    """One axis: its values, and where they are in the view."""

    @property
    def home(self) -> tuple[float, float]:
        """The range of the view to begin with."""

    @property
    def limits(self) -> tuple[float, float]:
        """The range that the view never leaves."""

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map values to the view; NaN stays NaN, everything else becomes finite."""

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map values to the view, where it is safe also to beyond what it shows."""

    def place(self, value: float) -> float:
        """Map one value to the view, at the speed of a drag."""

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map places in the view to values."""

    def is_beyond(self, value: float) -> bool:
        """Return whether a value has no place of its own and is shown on the frame."""


def padded(low: float, high: float, share: float = PADDING) -> tuple[float, float]:
    """Return a range made wider at both ends by a share of its span."""
    margin = (high - low) * share
    return low - margin, high + margin


def _clip(value: float, low: float, high: float) -> float:
    # NaN stays NaN. Each frame of a drag clips often: a call would take as long as all else here.
    return low if value < low else high if value > high else value  # noqa: FURB136


@dataclass(frozen=True)
class LinearScale:
    """Proportions, and other values of a harmless range, as they are."""

    low: float = 0.0
    high: float = 1.0

    @property
    def home(self) -> tuple[float, float]:
        """The whole range with a margin."""
        return padded(self.low, self.high)

    @property
    def limits(self) -> tuple[float, float]:
        """The same."""
        return self.home

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The range of places, which is well beyond the limits."""
        return padded(self.low, self.high, 1.0)

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map values to the view; infinities to beyond its limits."""
        return np.clip(values, *self._ends)

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values themselves."""
        return values

    def place(self, value: float) -> float:
        """Map one value to the view."""
        low, high = self._ends
        return low if value < low else high if value > high else value  # noqa: FURB136 - `_clip`

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map places in the view to values."""
        return np.clip(places, self.low, self.high)

    def is_beyond(self, value: float) -> bool:
        """Return whether a value is out of range."""
        return not self.low <= value <= self.high


@dataclass(frozen=True)
class NormalDeviateScale:
    """Proportions of n rows on a normal-deviate axis.

    0 and 1 have no place on it: they are shown where half a row of n would be.

    Parameters
    ----------
    n
        The number of rows that the proportion is of.
    highest
        The highest proportion to show to begin with.
    lowest
        The lowest one; None for the place of 0.
    """

    n: int
    highest: float = 1.0
    lowest: float | None = None

    @cached_property
    def frame(self) -> float:
        """The place of 0; the place of 1 lies opposite."""
        return deviate(0.5 / max(self.n, 2))

    @property
    def home(self) -> tuple[float, float]:
        """From the lowest proportion of interest, or the place of 0, to the highest."""
        low = self.frame if self.lowest is None else deviate(self.lowest)
        return padded(low, max(deviate(min(self.highest, 1 - 0.5 / max(self.n, 2))), 0.0))

    @property
    def limits(self) -> tuple[float, float]:
        """From the place of 0, or below it, to the place of 1."""
        return padded(min(self.frame, self.home[0]), max(-self.frame, self.home[1]))

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map proportions to normal deviates, 0 and 1 to the frame."""
        return np.clip(self.unclipped(values), self.frame, -self.frame)

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map proportions to normal deviates, 0 and 1 to the infinities."""
        return to_screen(Scale.NORMAL_DEVIATE, values)

    def place(self, value: float) -> float:
        """Map one proportion to its normal deviate."""
        frame = self.frame
        return _clip(deviate(value), frame, -frame)

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map normal deviates to proportions."""
        return from_screen(Scale.NORMAL_DEVIATE, places)

    def is_beyond(self, value: float) -> bool:
        """Return whether a proportion is 0 or 1."""
        return not 0.0 < value < 1.0


@dataclass(frozen=True)
class ScoreScale:
    """Scores as they are, or mapped to 0...1 where their range is not safe to draw.

    Parameters
    ----------
    low, high
        The lowest and the highest finite score; without any, ``low > high``.
    """

    low: float
    high: float

    @classmethod
    def of(cls, low: float, high: float) -> ScoreScale:
        """Return the scale of a range, which may be a single score or none."""
        if low > high:
            return cls(0.0, 1.0)
        if low == high:
            margin = max(abs(low) * 1e-3, 0.5)
            low = max(low - margin, -_LARGEST)
            high = min(high + margin, _LARGEST)
        return cls(low, high)

    @cached_property
    def is_plain(self) -> bool:
        """Whether scores are drawn as they are."""
        magnitude = max(abs(self.low), abs(self.high))
        span = self.high / 2 - self.low / 2
        return magnitude < _HUGE and span > _TINY and span > magnitude * _FLAT

    @property
    def _prescale(self) -> float:
        """What brings both ends to where sums and differences are safe."""
        magnitude = max(abs(self.low), abs(self.high))
        if magnitude > 1.0:
            return 1 / _PRESCALE if magnitude > _HUGE else 1.0
        return _PRESCALE if self.high / 2 - self.low / 2 <= _TINY else 1.0

    @property
    def home(self) -> tuple[float, float]:
        """The whole range with a margin."""
        return padded(self.low, self.high) if self.is_plain else padded(0.0, 1.0)

    @property
    def limits(self) -> tuple[float, float]:
        """The same."""
        return self.home

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The range of places, which is well beyond the limits."""
        return padded(*self.home, 1.0)

    def to_view(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map scores to the view; infinities to beyond its limits."""
        if self.is_plain:
            places = values
        else:
            factor = self._prescale
            low, span = self.low * factor, self.high * factor - self.low * factor
            with np.errstate(over="ignore"):
                places = (values * factor - low) / span
        return np.clip(places, *self._ends)

    def unclipped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map scores as `to_view` does: not all numbers are safe to draw."""
        return self.to_view(values)

    def place(self, value: float) -> float:
        """Map one score to the view."""
        if self.is_plain:
            return _clip(value, *self._ends)
        return float(self.to_view(np.array([value]))[0])

    def from_view(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Map places in the view to scores, which are finite."""
        if self.is_plain:
            return places
        factor = self._prescale
        low, high = self.low * factor, self.high * factor
        with np.errstate(over="ignore", under="ignore"):
            values = (low * (1 - places) + high * places) / factor
        return np.clip(values, -_LARGEST, _LARGEST)

    def is_beyond(self, value: float) -> bool:
        """Return whether a score is not finite."""
        return not math.isfinite(value)


@dataclass(frozen=True, slots=True)
class Viewport:
    """What part of the view is seen, and on how many pixels.

    Parameters
    ----------
    left, right, bottom, top
        In coordinates of the view.
    width, height
        In pixels.
    """

    left: float
    right: float
    bottom: float
    top: float
    width: float
    height: float

    def x_pixels(self, x: _Number) -> _Number:
        """Return pixels from the left."""
        return (x - self.left) * (self.width / (self.right - self.left))

    def y_pixels(self, y: _Number) -> _Number:
        """Return pixels from the top."""
        return (self.top - y) * (self.height / (self.top - self.bottom))

    def has(self, x_pixels: float, y_pixels: float) -> bool:
        """Return whether a place in pixels is in view."""
        return 0 <= x_pixels <= self.width and 0 <= y_pixels <= self.height

    def pixels(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixels of one place, at the speed of a drag."""
        return (
            (x - self.left) * (self.width / (self.right - self.left)),
            (self.top - y) * (self.height / (self.top - self.bottom)),
        )

    def nearest(self, x_pixels: float, y_pixels: float, inset: float) -> tuple[float, float]:
        """Return the place, this far inside of the edges, nearest to one in pixels."""
        return (
            _clip(x_pixels, inset, self.width - inset),
            _clip(y_pixels, inset, self.height - inset),
        )

    def x_at(self, pixels: float) -> float:
        """Return the place in the view that lies some pixels from the left."""
        return self.left + pixels / self.width * (self.right - self.left)

    def y_at(self, pixels: float) -> float:
        """Return the place in the view that lies some pixels from the top."""
        return self.top - pixels / self.height * (self.top - self.bottom)


def nice_step(span: float, count: int) -> float:
    """Return 1, 2 or 5 times a power of ten that parts a span into at most `count` pieces."""
    rough = span / max(count, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    for factor in (1, 2, 5, 10):
        if factor * power >= rough * _NEARLY:
            return factor * power
    return 10 * power


def nice_ticks(low: float, high: float, count: int) -> tuple[float, list[float]]:
    """Return a step and its multiples between two ends: about `count`, and at least two."""
    step = nice_step(high - low, count)
    while math.floor(high / step + _ROUNDING) - math.ceil(low / step - _ROUNDING) < 1:
        count += 1
        step = nice_step(high - low, count)
    first = math.ceil(low / step - _ROUNDING)
    last = math.floor(high / step + _ROUNDING)
    return step, [number * step for number in range(first, last + 1)]
