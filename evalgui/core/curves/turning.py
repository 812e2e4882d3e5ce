"""Where curves turn: the lowest and the highest vertex of each column of pixels.

A curve may have millions of vertices. Of every few of them the lowest and the highest are kept
with the table, so that another view of it looks at these, and at all only beside the edges of
the columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.ordering import distinct
from evalgui.core.parallel import spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.core.curves.curve import Curve, Series
    from evalgui.core.score_table import Steps

_BLOCK = 65_536
_GROUP = 128  # vertices of which the extremes are kept
_MANY = 1 << 16  # vertices that are not all looked at for each view
_MOST_CURVES = 8  # of which the extremes are kept with a table


def other_way_round(curve: Curve, steps: Steps, places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Turn positions along x into rows of the table, or rows into positions; both ascending.

    They are the same where x rises from row to row.
    """
    if curve.runs_backward(steps):
        return (len(steps) - 1 - places)[::-1]
    return places


def note_turns(curve: Curve, steps: Steps, look: Callable[[], None] | None = None) -> None:
    """Look through a curve of many vertices now, so that drawing it takes no time.

    Parameters
    ----------
    curve
        The declaration.
    steps
        The table that keeps what is found.
    look
        Called every now and then; what it raises ends the work.
    """
    if not has_noted_turns(curve, steps):
        _turns(curve, steps, look)


def has_noted_turns(curve: Curve, steps: Steps) -> bool:
    """Return whether a curve can be drawn at once: it is short, does not turn, or is noted."""
    is_quick = curve.is_monotone or len(steps) <= _MANY
    return is_quick or _key(curve, steps) in steps.turns


def turning_points(
    curve: Curve, steps: Steps, last: int, starts: NDArray[np.intp]
) -> list[NDArray[np.intp]]:
    """Return the positions with the lowest and the highest y of each column of pixels.

    Parameters
    ----------
    curve
        The declaration.
    steps
        The table.
    last
        The position after the last one of the last column.
    starts : (c,) array of int
        The position at which each column begins, ascending.

    Returns
    -------
    list of arrays of int
        Two arrays for each series.
    """
    if last - int(starts[0]) <= _MANY:
        return _looked_through(curve, steps, last, starts)
    return _extremes(curve, steps, _candidates(_turns(curve, steps), starts, last), starts)


def _key(curve: Curve, steps: Steps) -> tuple[object, ...]:
    """Return what says where a curve turns: neither its names nor the scale of an axis does."""
    lines = tuple((line.metric.value, line.parameters, line.at_first) for line in curve.series)
    return lines, curve.runs_backward(steps), curve.turns_at_corners


def _turns(curve: Curve, steps: Steps, look: Callable[[], None] | None = None) -> NDArray[np.intp]:
    """Return the positions of the lowest and the highest y of every few, ascending."""
    key = _key(curve, steps)
    found: NDArray[np.intp] | None = steps.turns.get(key)
    if found is None:
        starts = np.arange(0, len(steps), _GROUP)
        parts = _looked_through(curve, steps, len(steps), starts, look)
        found = distinct(np.concatenate(parts))
        for oldest in list(steps.turns)[: 1 - _MOST_CURVES]:
            steps.turns.pop(oldest, None)
        steps.turns[key] = found
    return found


def _candidates(turns: NDArray[np.intp], starts: NDArray[np.intp], last: int) -> NDArray[np.intp]:
    """Return where columns can turn: in groups inside one at their extremes, else anywhere."""
    first = int(starts[0])
    shared = distinct(np.append(starts, last) // _GROUP)  # groups that an edge goes through
    every = (shared[:, np.newaxis] * _GROUP + np.arange(_GROUP)).ravel()
    inside = turns[np.searchsorted(turns, first) : np.searchsorted(turns, last)]
    is_shared = np.zeros(last // _GROUP + 1, dtype=np.bool_)
    is_shared[shared] = True
    every = every[np.searchsorted(every, first) : np.searchsorted(every, last)]
    # Two ascending parts, which this kind of sorting merges.
    return np.sort(np.concatenate([every, inside[~is_shared[inside // _GROUP]]]), kind="stable")


def _looked_through(
    curve: Curve,
    steps: Steps,
    last: int,
    starts: NDArray[np.intp],
    look: Callable[[], None] | None = None,
) -> list[NDArray[np.intp]]:
    """Return the extremes of columns, for which every vertex is looked at."""
    ends = np.append(starts[1:], last)
    parts = []
    begin = 0
    while begin < len(starts):  # some columns at a time: temporaries stay in the cache
        stop = max(int(np.searchsorted(starts, starts[begin] + _BLOCK)), begin + 1)
        parts.append(slice(begin, stop))
        begin = stop

    def extremes(part: slice) -> list[NDArray[np.intp]]:
        positions = _possible(curve, steps, starts[part], int(ends[part][-1]))
        return _extremes(curve, steps, positions, starts[part])

    asked = None if look is None else lambda _number: look()
    return [rows for found in spread(extremes, parts, asked) for rows in found]


def _extremes(
    curve: Curve, steps: Steps, positions: NDArray[np.intp], starts: NDArray[np.intp]
) -> list[NDArray[np.intp]]:
    """Return the extremes of columns among some positions, each column's first among them."""
    columns = np.searchsorted(positions, starts)
    lengths = np.diff(columns, append=len(positions))
    found = []
    for y in _values(curve, steps, positions):
        for extreme in (np.fmin, np.fmax):
            best = np.repeat(extreme.reduceat(y, columns), lengths)
            at = positions[np.flatnonzero(y == best)]
            found.append(_first_of_each(at, starts))
    return found


def _values(curve: Curve, steps: Steps, positions: NDArray[np.intp]) -> list[NDArray[np.float64]]:
    """Return y of each series at some positions along x."""
    rows = other_way_round(curve, steps, positions)
    counts = steps.counts(rows)
    is_turned = curve.runs_backward(steps)

    def along_x(series: Series) -> NDArray[np.float64]:
        y = series.values(steps, rows, counts)
        return y[::-1] if is_turned else y

    return [along_x(series) for series in curve.series]


def _possible(curve: Curve, steps: Steps, starts: NDArray[np.intp], stop: int) -> NDArray[np.intp]:
    """Return the positions of some columns without those, inside, where y cannot turn."""
    first = int(starts[0])
    is_possible = np.ones(stop - first, dtype=np.bool_)
    if curve.turns_at_corners:
        is_turned = curve.runs_backward(steps)
        for column in (steps.tp_column, steps.fp_column):
            part: NDArray[Any] = (column[::-1] if is_turned else column)[first:stop]
            stays = part[1:] == part[:-1]
            is_possible[1:-1] &= ~(stays[1:] & stays[:-1])
        is_possible[starts - first] = True
    return np.flatnonzero(is_possible) + first


def _first_of_each(candidates: NDArray[np.intp], starts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the first candidate of each column that has one."""
    column = np.searchsorted(starts, candidates, "right")
    keep = np.ones(len(candidates), dtype=np.bool_)
    keep[1:] = column[1:] != column[:-1]
    return candidates[keep]
