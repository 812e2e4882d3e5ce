"""What holds of a curve in every table: looked at in all tables of a few rows.

From one threshold to the next true positives, false positives or both grow, in any order. So
what holds on a lattice of counts from each point to its neighbours holds on every way through it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.declarations import DeclarationError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from evalgui.core.counts import Real

    Measure = Callable[[Counts], Real]

_SIZES = ((6, 4), (3, 7))  # rows of each class: positives, negatives
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Promises:
    """What a curve says of itself: its id, and how its lines move (see `Curve`)."""

    curve_id: str
    is_monotone: bool
    turns_at_corners: bool


@dataclass(frozen=True, slots=True)
class Traits:
    """What is known of a curve without any data.

    Parameters
    ----------
    x_falls
        Whether x falls where more rows are called positive.
    is_affine
        Whether counts on a straight line are vertices on one.
    has_corners
        Whether x or each y stays as it is while just the false positives grow, so that
        `Steps.corners` draw the same curve.
    goes_one_way
        Whether each y moves one way only while just one of both counts grows.
    """

    x_falls: bool = False
    is_affine: bool = False
    has_corners: bool = False
    goes_one_way: bool = False


def traits_of(promises: Promises, x: Measure | None, lines: Mapping[str, Measure]) -> Traits:
    """Find out what holds of a curve.

    Parameters
    ----------
    promises
        What it says of itself.
    x
        Its x; None for the threshold.
    lines
        The y of each line, by its name.

    Raises
    ------
    DeclarationError
        If x turns back or has no value, or if y is not as the curve promises.
    """
    x_falls = x is not None and _x_falls(promises.curve_id, x)
    for counts in _lattices():
        for name, measure in lines.items():
            _keep(promises, name, _values(measure, counts))
    if x is None:
        return Traits()
    is_affine, x_stays, y_stays, goes_one_way = True, True, True, True
    for counts in _lattices():
        xs, ys = _values(x, counts), [_values(y, counts) for y in lines.values()]
        is_affine &= all(map(_is_affine, (xs, *ys)))
        x_stays &= _stays(xs)
        y_stays &= all(map(_stays, ys))
        goes_one_way &= all(_has_one_way(y, axis) for y in ys for axis in (0, 1))
    return Traits(x_falls, is_affine, x_stays or y_stays, goes_one_way)


@cache
def _lattices() -> tuple[Counts, ...]:
    """Return all counts of tables of some sizes: true positives down, false ones across."""
    found = []
    for n_positive, n_negative in _SIZES:
        tp, fp = np.mgrid[0 : n_positive + 1, 0 : n_negative + 1].astype(np.int64)
        found.append(Counts(tp=tp, fp=fp, fn=n_positive - tp, tn=n_negative - fp))
    return tuple(found)


def _values(measure: Measure, counts: Counts) -> NDArray[np.float64]:
    return np.broadcast_to(np.asarray(measure(counts), dtype=np.float64), np.shape(counts.tp))


def _x_falls(curve_id: str, x: Measure) -> bool:
    """Return which way x goes; refuse one that goes both ways, or none."""
    rises, falls = True, True
    for counts in _lattices():
        values = _values(x, counts)
        if np.isnan(values).any():
            message = (
                f"x of the curve {curve_id!r} has no value at some thresholds: take another "
                f"measure for its x axis"
            )
            raise DeclarationError(message)
        rises &= _rises(values, 0) and _rises(values, 1)
        falls &= _falls(values, 0) and _falls(values, 1)
    if rises is falls:
        goes = (
            phrase("does not change with the threshold")
            if rises
            else phrase("turns back along the thresholds")
        )
        message = (
            f"x of the curve {curve_id!r} {goes}, so that zooming cannot find its vertices: "
            f"take a measure that only rises or only falls where more rows are called positive"
        )
        raise DeclarationError(message)
    return falls


def _keep(promises: Promises, name: str, y: NDArray[np.float64]) -> None:
    """Refuse a line that moves in another way than the curve promises."""
    ups, downs = [_rises(y, axis) for axis in (0, 1)], [_falls(y, axis) for axis in (0, 1)]
    if promises.is_monotone and not (all(ups) or all(downs)):
        message = (
            f"{name!r} of the curve {promises.curve_id!r} goes up and down along x: leave out "
            f"is_monotone=True"
        )
        raise DeclarationError(message)
    if promises.turns_at_corners and not all(_has_one_way(y, axis) for axis in (0, 1)):
        message = (
            f"{name!r} of the curve {promises.curve_id!r} turns while just one count grows: "
            f"leave out turns_at_corners=True"
        )
        raise DeclarationError(message)


def _steps(values: NDArray[np.float64], axis: int) -> tuple[NDArray[np.float64], ...]:
    """Return each value and the next one along an axis of the lattice, the ways in rows."""
    along = np.moveaxis(values, axis, -1)
    return along[:, :-1], along[:, 1:]


def _rises(values: NDArray[np.float64], axis: int) -> bool:
    """Return whether no value is followed by a lower one; what is undefined is passed over."""
    return not bool(_is_lower(*reversed(_steps(values, axis))).any())


def _falls(values: NDArray[np.float64], axis: int) -> bool:
    return not bool(_is_lower(*_steps(values, axis)).any())


def _has_one_way(values: NDArray[np.float64], axis: int) -> bool:
    """Return whether the values of each way through the lattice only rise or only fall."""
    first, second = _steps(values, axis)
    goes_up = _is_lower(first, second).any(axis=1)
    goes_down = _is_lower(second, first).any(axis=1)
    return not bool((goes_up & goes_down).any())


def _is_lower(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):
        return one < other - _ROUNDING * np.maximum(np.abs(one), np.abs(other))


def _is_affine(values: NDArray[np.float64]) -> bool:
    """Return whether values are an affine function of both counts."""
    if not np.isfinite(values).all():
        return False
    bends = (np.diff(values, 2, axis=0), np.diff(values, 2, axis=1))
    twist = np.diff(np.diff(values, axis=0), axis=1)
    limit = _ROUNDING * (1.0 + float(np.abs(values).max()))
    return all(float(np.abs(part).max(initial=0.0)) <= limit for part in (*bends, twist))


def _stays(values: NDArray[np.float64]) -> bool:
    """Return whether values do not change with the false positives."""
    first = np.broadcast_to(values[:, :1], values.shape)
    return np.array_equal(values, first, equal_nan=True)
