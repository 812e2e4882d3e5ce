"""The attainable point nearest to the mouse, among all of them and not only the drawn ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.ordering import distinct

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.score_table import Steps

Place: TypeAlias = "Callable[[Counts], tuple[NDArray[np.float64], NDArray[np.float64]]]"

_FIRST_PIECES = 256
_PIECES = 16


def nearest_row(steps: Steps, place: Place, x: float, y: float, first: tuple[float, float]) -> int:
    """Return the row of the attainable point nearest to a point of the screen.

    Both counts rise with the row, and a coordinate of a curve moves one way with each of
    them; so the points of a run of rows lie in the box that is spanned by the four corners
    of its counts. Runs whose box is farther away than a point already found are left out.

    Parameters
    ----------
    steps
        The attainable points.
    place
        A function of counts (arrays) to pixels; x moves one way with each of the two counts,
        and so does y.
    x, y
        In pixels.
    first
        Where row 0 is drawn, in pixels; NaN where it is not.
    """
    last = len(steps) - 1
    best_row, best = 0, _squared(np.array([first[0] - x]), np.array([first[1] - y]))[0]
    if last < 1:
        return 0
    begins, ends = np.array([1]), np.array([last])
    n_pieces = _FIRST_PIECES
    while len(begins):
        begins, ends = _split(begins, ends, n_pieces)
        rows = distinct(np.concatenate([begins, ends]))
        at_x, at_y = place(steps.counts(rows))
        distances = _squared(at_x - x, at_y - y)
        found = int(np.argmin(distances))
        if distances[found] < best:
            best_row, best = int(rows[found]), distances[found]
        inner = ends - begins > 1
        begins, ends = begins[inner], ends[inner]
        near = _box_distance(steps, place, begins, ends, (x, y)) < best
        begins, ends = begins[near], ends[near]
        n_pieces = _PIECES
    return best_row


def nearest_of(
    rows: NDArray[np.intp],
    places: tuple[NDArray[np.float64], NDArray[np.float64]],
    target: tuple[float, float],
) -> int:
    """Return the one of some rows whose place is nearest; 0 where none has a place."""
    away = np.hypot(places[0] - target[0], places[1] - target[1])
    known = np.flatnonzero(np.isfinite(away))
    return int(rows[known[np.argmin(away[known])]]) if len(known) else 0


def _split(
    begins: NDArray[np.intp], ends: NDArray[np.intp], n_pieces: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Part each run of rows into pieces that share their ends."""
    shares = np.linspace(0.0, 1.0, n_pieces + 1)
    cuts = begins[:, None] + ((ends - begins)[:, None] * shares).astype(np.intp)
    starts, stops = cuts[:, :-1].ravel(), cuts[:, 1:].ravel()
    real = (stops > starts) | (begins == ends).repeat(n_pieces)
    return starts[real], stops[real]


def _box_distance(
    steps: Steps,
    place: Place,
    begins: NDArray[np.intp],
    ends: NDArray[np.intp],
    target: tuple[float, float],
) -> NDArray[np.float64]:
    """Return the squared distance of a point from the box that holds each run of rows."""
    low, high = steps.counts(begins), steps.counts(ends)
    corners = [
        place(
            Counts(
                tp=tp,
                fp=fp,
                fn=steps.n_positive - np.asarray(tp),
                tn=steps.n_negative - np.asarray(fp),
            )
        )
        for tp in (low.tp, high.tp)
        for fp in (low.fp, high.fp)
    ]
    squared = np.zeros(len(begins))
    for axis, wanted in enumerate(target):
        places = [corner[axis] for corner in corners]
        lowest, highest = np.fmin.reduce(places), np.fmax.reduce(places)
        away = np.maximum(0.0, np.maximum(lowest - wanted, wanted - highest))
        squared += np.nan_to_num(away, nan=0.0) ** 2
    return squared


def _squared(dx: NDArray[np.float64], dy: NDArray[np.float64]) -> NDArray[np.float64]:
    squared = dx**2 + dy**2
    return np.where(np.isnan(squared), np.inf, squared)
