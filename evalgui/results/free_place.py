"""Where in a plot a box of names hides no line, and where a name stands beside its own."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import numpy as np

from evalgui.results.geometry import clipped, crosses, overlap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from evalgui.results.geometry import Box, Points

    Spot: TypeAlias = tuple[float, float]
    Cells = tuple[NDArray[np.intp], NDArray[np.intp]]

Found = TypeVar("Found")

_CELL = 4.0  # pixels: what a line comes this near to is not free
_STEP = 12.0  # pixels between the places that are tried
_MOST_POINTS = 10_000  # along one piece of a line
_EVERY = 5  # points of a line, each half a cell from the next, of which one is tried
_GAP = 5.0  # pixels between a line and its name, more than a cell
_CLOSE = 6.0  # pixels between lines across what no name may lie on
_BETWEEN = 10.0  # pixels between names beside each other, or they would read as one
_EDGE = 2.0  # pixels between a name and the edge of the plot
_NEAR, _FAR = 6.0, 14.0  # pixels: another line is never so near, and had better not be so
_KEPT = 6  # searches: those for longer and shorter names, beside lines and in a box
DOT = 4.0  # pixels: the radius of a mark that has a name
_FROM_MARK = 4.0  # pixels between a mark and its name, and between two such names
MOST_BESIDE = 4  # lines that are named beside them: more would look like a crowd
REACH = 14.0  # pixels: what is dragged over one place of a name does not touch the other


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a box, and how much of the lines it hides, in cells of some pixels.

    `n_hidden` counts what must not be hidden, `n_crossed` what had better not.
    """

    x: float
    y: float
    n_hidden: int
    n_crossed: int


@dataclass(frozen=True, slots=True)
class Named:
    """What has a name: a line, or a mark of one point, in pixels, and the size of the name."""

    points: Points
    size: tuple[float, float]


class Searches:
    """Looks for places, and knows the last few answers.

    Names are placed anew whenever anything that they keep clear of may be another, and mostly
    nothing is.
    """

    def __init__(self) -> None:
        self._beside: OrderedDict[object, list[tuple[Box, ...]]] = OrderedDict()
        self._free: OrderedDict[object, Place | None] = OrderedDict()

    def free_place(
        self,
        lines: Iterable[Points],
        others: Iterable[Points],
        size: tuple[float, float],
        frame: tuple[float, float],
        gap: float,
    ) -> Place | None:
        """Return what `free_place` does."""
        lines, others = list(lines), list(others)
        asked = _told(lines), _told(others), size, frame, gap
        if asked not in self._free:
            self._free[asked] = free_place(lines, others, size, frame, gap)
        return _latest(self._free, asked)

    def places_beside(
        self,
        named: Sequence[Named],
        lines: Iterable[Points],
        others: Iterable[Points],
        frame: tuple[float, float],
        *,
        is_filled: bool = False,
    ) -> list[tuple[Box, ...]]:
        """Return what `places_beside` does."""
        lines, others = list(lines), list(others)
        own = tuple(tuple(line is one.points for line in lines) for one in named)
        sizes = tuple(one.size for one in named)
        anchors = _told(one.points for one in named)
        asked = anchors, sizes, own, _told(lines), _told(others), frame, is_filled
        if asked not in self._beside:
            found = places_beside(named, lines, others, frame, is_filled=is_filled)
            self._beside[asked] = found
        return _latest(self._beside, asked).copy()


def _told(lines: Iterable[Points]) -> tuple[bytes, ...]:
    """Return all that lines are, to be compared."""
    return tuple(np.asarray(part, np.float64).tobytes() for line in lines for part in line)


def _latest(known: OrderedDict[object, Found], asked: object) -> Found:
    """Return a known answer, and forget the oldest of too many."""
    known.move_to_end(asked)
    if len(known) > _KEPT:
        known.popitem(last=False)
    return known[asked]


class Taken:
    """Which cells of a plot have something in them, and how many lines."""

    def __init__(self, frame: tuple[float, float]) -> None:
        self._frame = frame
        self._cells = np.zeros([int(at // _CELL) + 1 for at in reversed(frame)], dtype=np.int64)
        self._sums: NDArray[np.int64] | None = None

    def add(self, lines: Iterable[Points]) -> None:
        """Add lines in pixels, NaN between the pieces."""
        for line in lines:
            self._cells[_cells_along(*_told([line]), self._frame)] += 1
        self._sums = None

    def without(self, lines: Iterable[Points]) -> Taken:
        """Return what is taken by the others of the lines that were added."""
        others = Taken(self._frame)
        others._cells = self._cells.copy()
        for line in lines:
            others._cells[_cells_along(*_told([line]), self._frame)] -= 1
        return others

    def fill_down(self) -> None:
        """Add all that is below the lines."""
        self._cells = np.maximum.accumulate(self._cells, axis=0)
        self._sums = None

    def n_in(
        self,
        left: NDArray[np.float64],
        top: NDArray[np.float64],
        right: NDArray[np.float64],
        bottom: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """Return how many of the cells that each of some boxes covers are taken."""
        if self._sums is None:
            self._sums = np.zeros(np.array(self._cells.shape) + 1, dtype=np.int64)
            self._sums[1:, 1:] = (self._cells > 0).cumsum(axis=0).cumsum(axis=1)
        sums, (n_rows, n_columns) = self._sums, self._cells.shape
        first_row, first_column = _cell(top, n_rows), _cell(left, n_columns)
        last_row = np.minimum(_cell(bottom, n_rows) + 1, n_rows)
        last_column = np.minimum(_cell(right, n_columns) + 1, n_columns)
        return np.asarray(
            sums[last_row, last_column]
            - sums[first_row, last_column]
            - sums[last_row, first_column]
            + sums[first_row, first_column]
        )


@lru_cache(maxsize=64)  # lines: names are tried in many lengths beside the same ones
def _cells_along(x: bytes, y: bytes, frame: tuple[float, float]) -> Cells:
    """Return the rows and columns of the cells that a line goes through, each cell once."""
    at_x, at_y = points_along(np.frombuffer(x), np.frombuffer(y), frame)
    n_columns = int(frame[0] // _CELL) + 1
    numbers = (at_y // _CELL).astype(np.intp) * n_columns + (at_x // _CELL).astype(np.intp)
    return np.divmod(np.unique(numbers), n_columns)


def _cell(places: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    return np.clip(places // _CELL, 0, n).astype(np.intp)


def free_place(
    lines: Iterable[Points],
    others: Iterable[Points],
    size: tuple[float, float],
    frame: tuple[float, float],
    gap: float,
) -> Place | None:
    """Return the best place for a box of some size in a plot; None where it does not fit.

    Parameters
    ----------
    lines
        What must not be hidden: x and y in pixels, NaN between the pieces.
    others
        What had better not be: helping lines.
    size, frame
        Width and height of the box and of the plot.
    gap
        Between the box and the edges of the plot.

    Returns
    -------
    Place or None
        Of equally free places the one nearest to a corner.
    """
    room = np.array(frame) - np.array(size) - 2 * gap
    if (room < 0).any():
        return None
    n = np.maximum(1, np.ceil(room / _STEP).astype(int)) + 1
    xs = gap + np.linspace(0.0, room[0], n[0])
    ys = gap + np.linspace(0.0, room[1], n[1])
    boxes = (xs, ys[:, None], xs + size[0], ys[:, None] + size[1])
    hidden, crossed = _taken(lines, frame).n_in(*boxes), _taken(others, frame).n_in(*boxes)
    off = np.add.outer(np.minimum(ys - ys[0], ys[-1] - ys), np.minimum(xs - xs[0], xs[-1] - xs))
    # In this order: what is hidden, what is crossed, and how far it is to a corner.
    cost = hidden * (crossed.max() + 1.0) + crossed + off / (off.max() + 1.0)
    row, column = divmod(int(cost.argmin()), len(xs))
    return Place(
        float(xs[column]), float(ys[row]), int(hidden[row, column]), int(crossed[row, column])
    )


def places_beside(
    named: Sequence[Named],
    lines: Iterable[Points],
    others: Iterable[Points],
    frame: tuple[float, float],
    *,
    is_filled: bool = False,
) -> list[tuple[Box, ...]]:
    """Return where each name can stand beside what it names, and hides nothing.

    Parameters
    ----------
    named
        What has a name, the most important first.
    lines
        What no name hides: x and y in pixels, NaN between the pieces.
    others
        What names had better not lie on: helping lines.
    frame
        Width and height of the plot.
    is_filled
        Whether names stand above the lines, not between them and the ground.

    Returns
    -------
    list of tuples of boxes
        For each the best place, and then, if there is one, another that nothing upright can
        touch while it touches the first; none where there is no free place. No two of all of
        them lie over each other, or close beside each other.
    """
    lines = list(lines)
    if not any(_fits(one, frame) for one in named):
        return [() for _ in named]
    taken, crossed = _taken(lines, frame), _taken(others, frame)
    # Another line is one that does not have the name; a mark may lie on any of them.
    own = [lines if len(one.points[0]) == 1 else _same(lines, one.points) for one in named]
    foreign = [taken.without(those) for those in own]
    if is_filled:
        taken.fill_down()
    offered = [
        _offered(one, (taken, far, crossed), frame, is_filled=is_filled)
        for one, far in zip(named, foreign, strict=True)
    ]
    found: list[list[Box]] = [[] for _ in named]
    for is_other in (False, True):
        for number, boxes in enumerate(offered):
            if is_other and not found[number]:
                continue
            free = _apart(boxes, [box for known in found for box in known])
            if is_other:
                left, _top, right, _bottom = found[number][0]
                away = (boxes[:, 0] >= right + REACH) | (boxes[:, 2] <= left - REACH)
                free &= away
            if free.any():
                first = boxes[int(np.argmax(free))].tolist()
                found[number].append((first[0], first[1], first[2], first[3]))
    return [tuple(boxes) for boxes in found]


def _offered(
    one: Named,
    kept_clear: tuple[Taken, Taken, Taken],
    frame: tuple[float, float],
    *,
    is_filled: bool,
) -> NDArray[np.float64]:
    """Return the free boxes beside what has a name, (n, 4), the best first."""
    taken, foreign, crossed = kept_clear
    at_x, at_y = points_along(*one.points, frame) if _fits(one, frame) else (np.zeros(0),) * 2
    if len(at_x) == 0:
        return np.zeros((0, 4))
    rows = np.arange(0, len(at_x), _EVERY)
    width, height = one.size
    across = np.array([_GAP, -_GAP - width, -width / 2])
    down = np.array([-_GAP - height, _GAP, -height / 2])
    step_x, step_y = (part.ravel()[:-1] for part in np.meshgrid(across, down))  # not on the line
    left = (at_x[rows][:, None] + step_x).ravel()
    top = (at_y[rows][:, None] + step_y).ravel()
    off = np.minimum(rows, len(at_x) - 1 - rows) / len(at_x)  # from its end, or from its top
    if is_filled:
        off = (at_y[rows] - at_y.min()) / frame[1]
    cost = (off[:, None] + np.arange(len(step_x)) * 1e-6).ravel()
    boxes = np.stack([left, top, left + width, top + height], axis=1)
    inside = (boxes[:, :2] >= _EDGE).all(axis=1)
    inside &= (boxes[:, 2:] <= np.array(frame) - _EDGE).all(axis=1)
    boxes, cost = boxes[inside], cost[inside]
    near, far = (foreign.n_in(*(boxes + _GROWN * by).T) for by in (_NEAR, _FAR))
    is_free = (taken.n_in(*boxes.T) == 0) & (near == 0)
    cost = cost + (far > 0) + 2.0 * (crossed.n_in(*boxes.T) > 0)
    order = np.argsort(cost[is_free], kind="stable")
    return np.asarray(boxes[is_free][order])


_GROWN = np.array([-1.0, -1.0, 1.0, 1.0])


def _same(lines: Iterable[Points], wanted: Points) -> list[Points]:
    return [line for line in lines if line is wanted]


def _fits(one: Named, frame: tuple[float, float]) -> bool:
    """Return whether a plot is as large as a name, whatever is drawn in it."""
    (width, height), (room, high) = one.size, frame
    return width + 2 * _EDGE <= room and height + 2 * _EDGE <= high


def _apart(boxes: NDArray[np.float64], others: list[Box]) -> NDArray[np.bool_]:
    """Return which boxes lie over none of others, and not close beside them."""
    is_apart = np.ones(len(boxes), dtype=np.bool_)
    for left, top, right, bottom in others:
        is_apart &= (
            (boxes[:, 0] >= right + _BETWEEN)
            | (boxes[:, 2] <= left - _BETWEEN)
            | (boxes[:, 1] >= bottom)
            | (boxes[:, 3] <= top)
        )
    return is_apart


def _taken(lines: Iterable[Points], frame: tuple[float, float]) -> Taken:
    taken = Taken(frame)
    taken.add(lines)
    return taken


def points_along(
    x: NDArray[np.float64], y: NDArray[np.float64], frame: tuple[float, float]
) -> Points:
    """Return points of a line in the plot, about half a cell apart."""
    if ((x < 0) | (x > frame[0]) | (y < 0) | (y > frame[1])).any() and len(x) > 1:
        x, y = clipped(x, y, (0.0, frame[0]), (0.0, frame[1]))
    steps = np.hypot(np.diff(x), np.diff(y))
    counts = np.ceil(np.nan_to_num(steps) / (_CELL / 2)).astype(int).clip(1, _MOST_POINTS)
    piece = np.repeat(np.arange(len(steps)), counts)
    share = (np.arange(len(piece)) - np.repeat(np.cumsum(counts) - counts, counts)) / counts[piece]
    at_x = np.append(x[piece] + share * (x[piece + 1] - x[piece]), x[-1:])
    at_y = np.append(y[piece] + share * (y[piece + 1] - y[piece]), y[-1:])
    inside = (at_x >= 0) & (at_x <= frame[0]) & (at_y >= 0) & (at_y <= frame[1])
    return at_x[inside], at_y[inside]


def outline_of(box: Box) -> Points:
    """Return lines so close in a box that no other fits between them."""
    left, top, right, bottom = box
    x = np.arange(left, right + _CLOSE, _CLOSE)
    return np.repeat(x, 3), np.tile([top, bottom, np.nan], len(x))


def names_on_a_line(
    places: Sequence[float], widths: Sequence[float], room: float
) -> list[float | None]:
    """Return where names beside ticks begin, None where there is no room for a name.

    Parameters
    ----------
    places
        Of the ticks in pixels, the most important first.
    widths
        Of the names.
    room
        The length of the line, from 0.

    Returns
    -------
    list
        A name stands to the right of its tick or to the left, touches no other name and no
        tick, and is seen whole.
    """
    taken: list[tuple[float, float]] = [(place - 1, place + 1) for place in places]
    begins: list[float | None] = []
    for number, (place, width) in enumerate(zip(places, widths, strict=True)):
        others = [span for other, span in enumerate(taken) if other != number]
        begin = next(
            (
                start
                for start in (place + _FROM_MARK, place - _FROM_MARK - width)
                if start >= 0
                and start + width <= room
                and all(
                    start + width + _FROM_MARK <= low or start - _FROM_MARK >= high
                    for low, high in others
                )
            ),
            None,
        )
        begins.append(begin)
        if begin is not None:
            taken.append((begin, begin + width))
    return begins


def boxes_beside(
    places: Sequence[Spot], sizes: Sequence[Spot], room: Spot, lines: Iterable[Points]
) -> list[Box | None]:
    """Return where names beside dots stand, None where there is no room for a name.

    A name stands at one of the four corners of its dot, touches no dot, no other name and no
    line, and is seen whole.
    """
    reach, known = DOT + 1, list(lines)
    dots = [(x - reach, y - reach, x + reach, y + reach) for x, y in places]
    taken: list[Box] = []
    found: list[Box | None] = []
    for (x, y), (width, height) in zip(places, sizes, strict=True):
        right, left = x + DOT + _FROM_MARK, x - DOT - _FROM_MARK - width
        below, above = y + 1, y - 1 - height
        corners = ((right, below), (left, above), (right, above), (left, below))
        box = next(
            (
                box
                for box in ((*at, at[0] + width, at[1] + height) for at in corners)
                if box[0] >= 0 and box[1] >= 0 and box[2] <= room[0] and box[3] <= room[1]
                if not any(overlap(box, other) for other in (*taken, *dots))
                if not any(crosses(line, box) for line in known)
            ),
            None,
        )
        found.append(box)
        if box is not None:
            taken.append(box)
    return found
