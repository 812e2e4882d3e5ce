"""Other operating points on a drawing: hollow squares, with the letters that their table has."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.io.reporting.drawing import FAINT, INK, PAPER, SMALL, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from evalgui.io.reporting.drawing import Drawing

    Places: TypeAlias = "tuple[NDArray[np.float64], NDArray[np.float64]]"
    Spot: TypeAlias = "tuple[str, tuple[float, float]]"
    """A letter, and where its square stands, in pixels; NaN for nowhere."""

Box: TypeAlias = "tuple[float, float, float, float]"
"""Left, top, right and bottom, in pixels."""

RADIUS = 3.5
"""Half the width of a square."""
_TOGETHER = 1.5  # pixels between squares that are one for the eye
_GAP = 2.0
_LEVELS = 7  # places of a letter, each farther away than the last
_FAR = 6.0  # pixels from a square to its letter, from which on a line joins them
_AROUND = ((1, 1), (-1, -1), (1, -1), (-1, 1), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class _Mark:
    letter: str
    x: float
    y: float

    def square(self) -> Box:
        return self.x - RADIUS, self.y - RADIUS, self.x + RADIUS, self.y + RADIUS

    def places(self) -> Iterable[Box]:
        """Return where its letter may stand, the nearest places first."""
        width, height = width_of(self.letter, SMALL) + 2, SMALL + 1
        for level in range(_LEVELS):
            away = RADIUS + _GAP + level * 6
            for right, down in _AROUND:
                x = self.x + right * (away * (0.8 if down else 1) + width / 2)
                y = self.y + down * (away * (0.8 if right else 1) + height / 2)
                yield x - width / 2, y - height / 2, x + width / 2, y + height / 2


def draw_pinned(
    drawing: Drawing,
    spots: Sequence[Spot],
    room: Box,
    lines: Sequence[Places] = (),
    marks: Sequence[Box] = (),
) -> None:
    """Draw squares with their letters, which keep clear of each other.

    Parameters
    ----------
    drawing
        Where to.
    spots
        What stands in one place is one square with all its letters.
    room
        Within which letters are.
    lines
        What a letter had better not hide.
    marks
        What it never hides.
    """
    found = _gathered(spots)
    taken = [*marks, *(one.square() for one in found)]
    for one in found:
        box = _place(one, room, lines, taken) if one.letter else None
        if box is not None:
            taken.append(box)
            _draw_letter(drawing, one, box)
    for one in found:
        left, top = one.square()[:2]
        drawing.box(left, top, 2 * RADIUS, 2 * RADIUS, PAPER, INK)


def _draw_letter(drawing: Drawing, one: _Mark, box: Box) -> None:
    left, top, right, bottom = box
    end = min(max(one.x, left), right), min(max(one.y, top), bottom)
    if math.hypot(end[0] - one.x, end[1] - one.y) > RADIUS + _FAR:
        drawing.line(one.x, one.y, *end, FAINT, 0.7)
    drawing.box(left, top, right - left, bottom - top, PAPER, opacity=0.8)
    at = (left + right) / 2, bottom - 2
    drawing.text(*at, one.letter, "middle", SMALL, is_bold=True)


def _gathered(spots: Sequence[Spot]) -> list[_Mark]:
    found: list[_Mark] = []
    for letter, (x, y) in spots:
        if math.isnan(x) or math.isnan(y):
            continue
        for number, one in enumerate(found):
            if math.hypot(x - one.x, y - one.y) <= _TOGETHER:
                found[number] = _Mark(f"{one.letter}, {letter}", one.x, one.y)
                break
        else:
            found.append(_Mark(letter, x, y))
    return found


def _place(one: _Mark, room: Box, lines: Sequence[Places], taken: Sequence[Box]) -> Box | None:
    """Return the nearest place that hides no line; the nearest free one where all do."""
    free = [box for box in one.places() if _is_within(box, room)]
    free = [box for box in free if not any(_overlap(box, other) for other in taken)]
    clear = (box for box in free if not any(_crosses(line, box) for line in lines))
    return next(clear, free[0] if free else None)


def _is_within(box: Box, room: Box) -> bool:
    return box[0] >= room[0] and box[1] >= room[1] and box[2] <= room[2] and box[3] <= room[3]


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _crosses(line: Places, box: Box) -> bool:
    """Return whether a line runs through a box."""
    x, y = line
    low, high = np.zeros(max(len(x) - 1, 0)), np.ones(max(len(x) - 1, 0))
    meets = np.ones(len(low), dtype=bool)
    for values, least, most in ((x, box[0], box[2]), (y, box[1], box[3])):
        start, change = values[:-1], np.diff(values)
        moves = change != 0
        step = np.where(moves, change, 1.0)
        first, last = (least - start) / step, (most - start) / step
        low = np.where(moves, np.maximum(low, np.minimum(first, last)), low)
        high = np.where(moves, np.minimum(high, np.maximum(first, last)), high)
        meets &= moves | ((start >= least) & (start <= most))
    return bool(np.any(meets & (low <= high)))
