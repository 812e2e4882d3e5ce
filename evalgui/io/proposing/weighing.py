"""One way to find the column of a role: signs weigh, and who is within reach is asked about.

The weights of the signs are data (`evalgui/io/meaning/evidence/roles.toml`); what a sign is, a
function says.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from evalgui.io.meaning import REACH, signs_of, weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

T = TypeVar("T")
Sign: TypeAlias = "Callable[[T], str]"
_Groups: TypeAlias = "Sequence[tuple[str, Mapping[str, float], Sign[T]]]"

SURE = 0.9
"""From which weight on what is found is taken without a question."""

_DIGITS = 6  # of sums: of 2.3 and 2.0, one is no more within reach


@dataclass(frozen=True, slots=True)
class Candidate(Generic[T]):
    """What may have a role: mostly a column, or several together.

    Parameters
    ----------
    what
        The column, or the columns.
    signs
        What speaks for it and against it: the names of signs, as in the data file.
    weight
        How much they say together.
    is_likely
        Whether any of them speaks for it.
    is_named
        Whether one that does is a sign of its name.
    """

    what: T
    signs: tuple[str, ...] = ()
    weight: float = 0.0
    is_likely: bool = False
    is_named: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it may be taken without a question, if no other one is within reach."""
        return self.weight >= SURE

    def with_sign(self, group: str, sign: str, weight: float) -> Candidate[T]:
        """Return it with one sign more."""
        is_likely = self.is_likely or weight > 0
        is_named = self.is_named or (group == "name" and weight > 0)
        signs = (*self.signs, sign)
        total = round(self.weight + weight, _DIGITS)
        return Candidate(self.what, signs, total, is_likely, is_named)


def weigh(role: str, those: Iterable[T], signs: Mapping[str, Sign[T]]) -> list[Candidate[T]]:
    """Return what may have a role: the best, and what is within reach of it.

    Parameters
    ----------
    role
        Its name in the data file.
    those
        The columns that are free, or several together.
    signs
        For each group of signs a function that returns which one holds for a column, "" for none.
        Who cannot come within reach any more is looked at no further: the cheapest go first.

    Returns
    -------
    list of Candidate
        The most likely one first, of equal ones the first in the table. Only where it is alone,
        and sure, need nobody be asked.
    """
    weights, least = signs_of(role), weights_of("asked_from").get(role, -math.inf)
    found = [Candidate(one) for one in those]
    groups = [(group, weights[group], sign) for group, sign in signs.items()]
    for place, (group, known, sign) in enumerate(groups, start=1):
        if len(found) == 1 and found[0].weight + _sum_of(min, groups[place - 1 :]) >= SURE:
            break  # nothing that is still to be seen changes anything
        found = [
            one.with_sign(group, name, known[name]) if (name := sign(one.what)) else one
            for one in found
        ]
        found = _within_reach(found, groups[place:], least)
    return sorted((one for one in found if one.is_likely), key=lambda one: -one.weight)


def is_sure(role: str, what: T, signs: Mapping[str, Sign[T]]) -> bool:
    """Return whether something has a role without doubt, as many may have it."""
    weights, total = signs_of(role), 0.0
    left = [max(0.0, *weights[group].values()) for group in signs]
    for place, (group, sign) in enumerate(signs.items()):
        if total + sum(left[place:]) < SURE:
            return False  # most columns of a wide table
        if name := sign(what):
            total = round(total + weights[group][name], _DIGITS)
    return total >= SURE


def _within_reach(
    found: list[Candidate[T]], groups: _Groups[T], least: float
) -> list[Candidate[T]]:
    """Return the candidates that may be within reach of the best when all signs are weighed."""
    lead = max((one for one in found if one.is_likely), key=lambda one: one.weight, default=None)
    best = -math.inf
    if lead is not None and len(found) > 1:
        # All of the one that leads is looked at first: the least that it could come to would keep
        # every column, and read it.
        said = ((known, sign(lead.what)) for _, known, sign in groups)
        best = lead.weight + sum(known[name] if name else 0.0 for known, name in said)
    highest = _sum_of(max, groups)
    beyond = round(best - highest - REACH, _DIGITS)
    return [one for one in found if one.weight > beyond and one.weight + highest >= least]


def _sum_of(extreme: Callable[..., float], groups: _Groups[T]) -> float:
    """Return how much some groups of signs can say at most, or at least."""
    return sum(extreme([0.0, *known.values()]) for _, known, _ in groups)
