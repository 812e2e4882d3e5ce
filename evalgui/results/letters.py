"""Points with letters: what stands in one place is one, and no letter hides another."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from evalgui.results.geometry import crosses, overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from evalgui.results.geometry import Box
    from evalgui.results.picture import Points

    Place: TypeAlias = tuple[float, float]
    Candidates: TypeAlias = Callable[[Place, Place], Iterator[tuple[int, Box]]]
    """Gives places for a letter of some size: how far away from its square, and the box."""

RADIUS = 4.5
"""Half the width of a square, in pixels."""
_GAP = 2.0  # pixels between a square and its letter
_TOGETHER = 1.5  # pixels between squares that are one for the eye
_LEVELS = 8  # places of a letter, each farther away than the last
_ON_MARK, _ON_LINE = 4.0, 1.5  # how bad it is to hide another name, or a line, in levels
_FAR = 4.0  # pixels between a square and its letter, from which on a line joins them
_JOINED = ", "
_AROUND = ((1, 0.6), (-1, -0.6), (1, -0.6), (-1, 0.6), (0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True, slots=True)
class Lettered:
    """A point in pixels, or several that are in one place.

    Parameters
    ----------
    places
        Which of the points they are.
    letter
        What they are called; "" for a single one.
    at
        Where it stands.
    box
        That of its letter; None where it has none, or there is no room.
    """

    places: tuple[int, ...]
    letter: str
    at: Place
    box: Box | None = None

    @property
    def square(self) -> Box:
        """What it covers without its letter."""
        x, y = self.at
        return x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS

    @property
    def joint(self) -> Place | None:
        """Where a line from it to its letter ends; None where that stands beside it."""
        if self.box is None:
            return None
        left, top, right, bottom = self.box
        end = min(max(self.at[0], left), right), min(max(self.at[1], top), bottom)
        return end if math.dist(end, self.at) > RADIUS + _FAR else None


def gathered(
    letters: Sequence[str], spots: Sequence[Place], room: tuple[float, float]
) -> list[Lettered]:
    """Return the points in view, those that stand in one place as one.

    Parameters
    ----------
    letters, spots
        Of the points, in pixels; NaN has no place.
    room
        Width and height of what is seen.
    """
    found: list[Lettered] = []
    for number, (letter, (x, y)) in enumerate(zip(letters, spots, strict=True)):
        if not (0 <= x <= room[0] and 0 <= y <= room[1]):
            continue
        for known, one in enumerate(found):
            if math.dist((x, y), one.at) <= _TOGETHER:
                both = _JOINED.join((one.letter, letter))
                found[known] = Lettered((*one.places, number), both, one.at)
                break
        else:
            found.append(Lettered((number,), letter, (x, y)))
    return found


def lettered(
    points: Sequence[Lettered],
    sizes: Sequence[Place],
    room: tuple[float, float],
    candidates: Candidates,
    hides: Callable[[Box], float],
) -> list[Lettered]:
    """Return points with the places of their letters: none lies on another, or on a square.

    Parameters
    ----------
    points
        In pixels.
    sizes
        Those of their letters.
    room
        Width and height within which a letter is seen whole.
    candidates
        Gives the places for a letter, level by level away from its square.
    hides
        How bad it is what a letter hides at a place, in levels that it had better go away.
    """
    squares = [one.square for one in points]
    taken: list[Box] = []
    found = []
    for point, size in zip(points, sizes, strict=True):
        best, least = None, math.inf
        for level, box in candidates(point.at, size) if point.letter else ():
            if level >= least:
                break
            is_inside = box[0] >= 0 and box[1] >= 0 and box[2] <= room[0] and box[3] <= room[1]
            if not is_inside or any(overlap(box, other) for other in (*taken, *squares)):
                continue
            cost = level + hides(box)
            if cost < least:
                best, least = box, cost
        found.append(replace(point, box=best))
        if best is not None:
            taken.append(best)
    return found


def on_curve(
    points: Sequence[Lettered],
    sizes: Sequence[Place],
    room: tuple[float, float],
    lines: Iterable[Points],
    marks: Sequence[Box],
) -> list[Lettered]:
    """Return points on lines with the places of their letters, which keep clear of marks."""
    known = list(lines)

    def hides(box: Box) -> float:
        if any(overlap(box, one) for one in marks):
            return _ON_MARK
        return _ON_LINE * any(crosses(line, box) for line in known)

    return lettered(points, sizes, room, around, hides)


def on_axis(
    points: Sequence[Lettered],
    sizes: Sequence[Place],
    room: tuple[float, float],
    *,
    is_lying: bool = False,
) -> list[Lettered]:
    """Return points on an axis, each with a line across, with the places of their letters."""
    along = 1 if is_lying else 0
    ways = [one.at[along] for one in points]

    def hides(box: Box) -> float:
        low, high = box[along] - 0.5, box[along + 2] + 0.5
        return _ON_LINE * any(low < way < high for way in ways)

    return lettered(points, sizes, room, _along_lying if is_lying else _along_upright, hides)


def around(at: Place, size: Place) -> Iterator[tuple[int, Box]]:
    """Give the places around a point, those nearest to it first."""
    for level, (right, down) in product(range(_LEVELS), _AROUND):
        reach = RADIUS + _GAP + level * size[1]
        x = at[0] + right * (reach + size[0] / 2)
        y = at[1] + down * (reach + size[1] / 2)
        yield level, (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)


def _along_upright(at: Place, size: Place) -> Iterator[tuple[int, Box]]:
    """Give the places beside an upright line, the lowest first."""
    for level, right in product(range(_LEVELS), (True, False)):
        x = at[0] + (RADIUS + _GAP if right else -RADIUS - _GAP - size[0])
        y = at[1] + RADIUS - (level + 1) * size[1]
        yield level, (x, y, x + size[0], y + size[1])


def _along_lying(at: Place, size: Place) -> Iterator[tuple[int, Box]]:
    """Give the places above and below a lying line, those at its begin first."""
    for level, above in product(range(_LEVELS), (True, False)):
        x = at[0] + RADIUS + _GAP + level * (size[0] + _GAP)
        y = at[1] - size[1] if above else at[1]
        yield level, (x, y, x + size[0], y + size[1])
