"""Operating points that are kept beside the one on show: the pins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, count, islice, product
from string import ascii_uppercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalgui.core.provenance import Provenance

MOST_PINS = 8


def letters_of(n: int) -> tuple[str, ...]:
    """Return what each of some points is called.

    Examples
    --------
    >>> letters_of(3), letters_of(1), letters_of(28)[25:]
    (('A', 'B', 'C'), ('',), ('Z', 'AA', 'AB'))
    """
    if n == 1:
        return ("",)
    names = chain.from_iterable(product(ascii_uppercase, repeat=length) for length in count(1))
    return tuple(map("".join, islice(names, n)))


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a threshold stands, beside the values of the score, and how it came there.

    It `is_followed` where the rule of its provenance moves it whatever the data are.
    """

    threshold: float
    provenance: Provenance
    is_followed: bool = False


@dataclass(frozen=True, slots=True)
class Pins:
    """The thresholds that are pinned, one of which is compared with the one on show.

    Parameters
    ----------
    points
        In the order in which they were pinned, at most `MOST_PINS`.
    compared
        The place of the one whose values stand beside the live ones; 0 where there is none.
    """

    points: tuple[Placed, ...] = ()
    compared: int = 0

    @property
    def point(self) -> Placed | None:
        """The one that is compared; None where nothing is pinned."""
        return self.points[self.compared] if self.points else None

    @property
    def letters(self) -> tuple[str, ...]:
        """What each is called: "A", "B" and so on; a single one needs no name."""
        return letters_of(len(self.points))

    @property
    def are_full(self) -> bool:
        """Whether there are as many as there can be."""
        return len(self.points) >= MOST_PINS

    def with_point(self, point: Placed) -> Pins:
        """Return them with one more, which is compared; of a full set, the first one goes."""
        points = (*self.points, point)[-MOST_PINS:]
        return Pins(points, len(points) - 1)

    def without(self, place: int) -> Pins:
        """Return them without the one at a place; after the compared one, the last is compared."""
        points = self.points[:place] + self.points[place + 1 :]
        compared = self.compared - (place < self.compared)
        if place == self.compared:
            compared = max(len(points) - 1, 0)
        return Pins(points, compared)

    def comparing(self, place: int) -> Pins:
        """Return them with another one compared."""
        return replace(self, compared=place) if 0 <= place < len(self.points) else self


NO_PINS = Pins()
