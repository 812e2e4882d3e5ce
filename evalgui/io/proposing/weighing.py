"""One way to find the column of a role: signs weigh, and who is within reach is asked about.

The weights of the signs are data (`evalgui/io/meaning/evidence/roles.toml`); what a sign is, a
function says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from evalgui.io.meaning import REACH, signs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from evalgui.io.table import Profile

    Sign: TypeAlias = Callable[[Profile], str]
    _Group: TypeAlias = tuple[Mapping[str, float], Sign]

SURE = 0.9
"""From which weight on a column is taken without a question."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A column that may have a role.

    Parameters
    ----------
    profile
        The column.
    signs
        What speaks for it and against it: the names of signs, as in the data file.
    weight
        How much they say together.
    is_likely
        Whether any of them speaks for it.
    """

    profile: Profile
    signs: tuple[str, ...] = ()
    weight: float = 0.0
    is_likely: bool = False

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.profile.column.name

    @property
    def is_sure(self) -> bool:
        """Whether it may be taken without a question, if no other one is within reach."""
        return self.weight >= SURE

    def with_sign(self, sign: str, weight: float) -> Candidate:
        """Return it with one sign more."""
        is_likely = self.is_likely or weight > 0
        return Candidate(self.profile, (*self.signs, sign), self.weight + weight, is_likely)


def weigh(role: str, profiles: Iterable[Profile], signs: Mapping[str, Sign]) -> list[Candidate]:
    """Return the columns that may have a role: the best, and those within reach of it.

    Parameters
    ----------
    role
        Its name in the data file.
    profiles
        The columns that are free.
    signs
        For each group of signs a function that returns which one holds for a column, "" for none.
        Who cannot come within reach any more is looked at no further: the cheapest go first.

    Returns
    -------
    list of Candidate
        The most likely one first, of equal ones the first in the table.
    """
    weights = signs_of(role)
    found = [Candidate(one) for one in profiles]
    groups = [(weights[group], sign) for group, sign in signs.items()]
    for place, (known, sign) in enumerate(groups, start=1):
        if len(found) == 1 and found[0].weight + _sum_of(min, groups[place - 1 :]) >= SURE:
            break  # nothing that is still to be seen changes anything
        found = [
            one.with_sign(name, known[name]) if (name := sign(one.profile)) else one
            for one in found
        ]
        found = _within_reach(found, groups[place:])
    return sorted((one for one in found if one.is_likely), key=lambda one: -one.weight)


def _within_reach(found: list[Candidate], groups: Sequence[_Group]) -> list[Candidate]:
    """Return the candidates that may be within reach of the best when all signs are weighed."""
    best = max((one.weight for one in found if one.is_likely), default=-math.inf)
    least = best + _sum_of(min, groups) - _sum_of(max, groups) - REACH
    return [one for one in found if one.weight > least]


def _sum_of(extreme: Callable[..., float], groups: Sequence[_Group]) -> float:
    """Return how much some groups of signs can say at most, or at least."""
    return sum(extreme([0.0, *known.values()]) for known, _ in groups)
