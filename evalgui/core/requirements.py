"""What is required of a result: a number, or its one-sided limits, on one side of a bound or two.

Such an acceptance criterion is written down before or after data are seen, which its record says.
"""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from evalgui.core.digits import Moment, exact
from evalgui.core.measured import Sided
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

_HOLDS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_MIRRORED = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_RELATION = re.compile("[<>]=?")
_IN_EVERY = re.compile(r"\bin (?:every|each)(?: |$)", re.IGNORECASE)
_LIMIT = "-limit"
_LIMITS = tuple(
    (f"{side}{way}{noun} of ", sides)
    for side, sides in (("lower ", (Sided.LOWER,)), ("upper ", (Sided.UPPER,)), ("", ()))
    for way in ("", "one-sided ")
    for noun in ("limit", "limits")
)
_LONGEST = 1_000  # letters of one that is read
EXAMPLES = "TPR-limit>=0.9, 0.8<=slope<=1.2 or brier<=0.1 in every site"


class Verdict(StrEnum):
    """What became of a requirement."""

    MET = phrase("met")
    NOT_MET = phrase("not met")
    CANNOT_TELL = phrase("cannot tell")

    @staticmethod
    def of_all(each: Iterable[Verdict]) -> Verdict:
        """Return what holds of all: the worst of them; of none at all nothing can be told."""
        found = set(each)
        worst = next((one for one in (Verdict.NOT_MET, Verdict.CANNOT_TELL) if one in found), None)
        return worst or (Verdict.MET if found else Verdict.CANNOT_TELL)


@dataclass(frozen=True, slots=True)
class Record:
    """When something was written down, and what could have been seen by then.

    Parameters
    ----------
    when
        ISO 8601 in UTC, to the second.
    offset
        How far the clock of the place was ahead of that, such as ``"+01:00"``.
    data
        The SHA-256 of the data that were open, or had been last; "" before any were.

    Raises
    ------
    ValueError
        If the time is none.
    """

    when: str
    offset: str
    data: str = ""

    def __post_init__(self) -> None:
        datetime.fromisoformat(self.when)
        datetime.fromisoformat(f"2000-01-01T00:00{self.offset}")

    @property
    def local_time(self) -> Moment:
        """When that was by the clock of the place, such as "2026-01-31 13:00:00 (UTC+01:00)"."""
        zone = datetime.fromisoformat(f"2000-01-01T00:00{self.offset}").tzinfo
        local = datetime.fromisoformat(self.when).astimezone(zone)
        return Moment(f"{local.replace(tzinfo=None).isoformat(' ', 'seconds')} (UTC{self.offset})")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A number, or its one-sided limits, on one side of a bound, or between two.

    Parameters
    ----------
    text
        As it was written.
    name
        What the number is called: as it was written, or the id that this is known by.
    is_limit
        Whether the limit has to lie there, not the value alone: the lower one where the bound is
        the least, the upper one where it is the most.
    relation
        ``">="``, ``"<="``, ``">"`` or ``"<"``.
    bound
        Finite.
    and_relation, and_bound
        The upper end where it has to lie between two, above the bound; "" and None elsewhere.
    risk
        The risk threshold that the number is taken at, in (0, 1); None for that in force.
    column
        The column in each group of which it has to hold; "" for all rows together.
    record
        When it was written, and what had been seen then; None where nobody keeps that, as on the
        command line.
    instead_of
        The text of what it took the place of after data had been seen; "" for nothing.

    Raises
    ------
    ValueError
        If a relation is none, a number is not finite or out of its range, or the bounds leave
        nothing between them.
    """

    text: str
    name: str
    is_limit: bool
    relation: str
    bound: float
    and_relation: str = ""
    and_bound: float | None = None
    risk: float | None = None
    column: str = ""
    record: Record | None = None
    instead_of: str = ""

    def __post_init__(self) -> None:
        for relation, bound in self.bounds:
            if relation not in _HOLDS:
                message = phrase(
                    "'{relation}' is none of {known}", relation=relation, known=", ".join(_HOLDS)
                )
                raise ValueError(message)
            if not math.isfinite(bound):
                message = phrase(
                    "'{bound}' is no number that something can be required to be", bound=bound
                )
                raise ValueError(message)
        if (self.and_bound is None) != (not self.and_relation):
            message = phrase("the second bound has a sign and a number, or neither")
            raise ValueError(message)
        if self.and_bound is not None:
            meets = self.bound == self.and_bound and (self.relation, self.and_relation) != (
                ">=",
                "<=",
            )
            is_range = self.relation.startswith(">") and self.and_relation.startswith("<")
            if not is_range or meets or self.bound > self.and_bound:
                message = phrase(
                    "nothing lies between {bound} and {and_bound}",
                    bound=exact(self.bound),
                    and_bound=exact(self.and_bound),
                )
                raise ValueError(message)
        if self.risk is not None and not 0 < self.risk < 1:
            message = phrase("a risk threshold must lie strictly between 0 and 1")
            raise ValueError(message)

    @property
    def bounds(self) -> tuple[tuple[str, float], ...]:
        """The relation and the number of each bound, the lower one first where there are two."""
        first = (self.relation, self.bound)
        return (first,) if self.and_bound is None else (first, (self.and_relation, self.and_bound))

    @property
    def sides(self) -> tuple[Sided, ...]:
        """Which limit each bound asks for."""
        return tuple(map(_side, (relation for relation, _bound in self.bounds)))

    def verdict(self, *numbers: float) -> Verdict:
        """Return what values, or limits, come to: one for each bound; NaN cannot tell.

        One that lies beyond its bound decides, whatever the other one is.
        """
        pairs = zip(numbers, self.bounds, strict=True)
        return Verdict.of_all(
            Verdict.CANNOT_TELL
            if math.isnan(number)
            else (Verdict.MET if _HOLDS[relation](number, bound) else Verdict.NOT_MET)
            for number, (relation, bound) in pairs
        )

    def written(self) -> str:
        """Return it as `requirement` reads it, in the one form that all are brought to.

        Examples
        --------
        >>> requirement("lower limit of TPR ≥ 0.85, in every site").written()
        'TPR-limit>=0.85 in every site'
        """
        at = "" if self.risk is None else f" at {exact(self.risk)}"
        named = f"{self.name}{_LIMIT * self.is_limit}{at}"
        relation, bound = self.relation, exact(self.bound)
        told = f"{named}{relation}{bound}"
        if self.and_bound is not None:
            told = f"{bound}{_MIRRORED[relation]}{named}{self.and_relation}{exact(self.and_bound)}"
        return f"{told} in every {self.column}" if self.column else told


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A requirement that was taken back, or changed, after data had been seen.

    Parameters
    ----------
    requirement
        With the record of when it was written.
    record
        When it was taken back.
    """

    requirement: Requirement
    record: Record


def _side(relation: str) -> Sided:
    return Sided.LOWER if relation.startswith(">") else Sided.UPPER


def requirement(text: str) -> Requirement:
    """Return a requirement that is written such as ``TPR-limit>=0.9`` or ``0.8<=slope<=1.2``.

    Parameters
    ----------
    text
        The name of a number; ``-limit`` behind it, or "lower limit of" before, for its one-sided
        limit; ``at`` a risk threshold, such as that of a net benefit; ``>=``, ``<=``, ``>`` or
        ``<``; a number. Two ends are ``0.8<=slope<=1.2``, or "slope between 0.8 and 1.2". With
        "in every" and the name of a column it has to hold in each group of that.

    Raises
    ------
    ValueError
        If it is not understood; the message says what to write.

    Examples
    --------
    >>> one = requirement("sensitivity-limit >= 0.9")
    >>> one.name, one.is_limit, one.relation, one.bound
    ('sensitivity', True, '>=', 0.9)
    >>> requirement("slope between 0.8 and 1.2, in every study site").written()
    '0.8<=slope<=1.2 in every study site'
    """
    if len(text) > _LONGEST:
        message = phrase(
            "a requirement of more than {longest} letters is not read", longest=_LONGEST
        )
        raise ValueError(message)
    body, column = text.strip(), ""
    found = _IN_EVERY.search(body)
    if found is not None:
        body, column = body[: found.start()].rstrip(" ,"), body[found.end() :].strip()
        if not column:
            message = phrase("'{text}' names no column behind 'in every'", text=text)
            raise ValueError(message)
    body = body.replace("\N{GREATER-THAN OR EQUAL TO}", ">=")
    body = body.replace("\N{LESS-THAN OR EQUAL TO}", "<=")
    name, bounds = _bounds_of(body, text)
    name, risk = _at_risk(name)
    name, is_limit, sides = _limit_of(name)
    one = Requirement(text.strip(), name, is_limit, *bounds[0], risk=risk, column=column)
    if len(bounds) > 1:
        one = replace(one, and_relation=bounds[1][0], and_bound=bounds[1][1])
    if not name or _number(name) is not None:
        raise _not_understood(text)
    if sides and sides != one.sides:
        message = phrase(
            "'{text}': a lower limit is at least a number, an upper one at most", text=text
        )
        raise ValueError(message)
    return one


def _not_understood(text: str) -> ValueError:
    message = phrase("'{text}' is no requirement such as {examples}", text=text, examples=EXAMPLES)
    return ValueError(message)


def _bounds_of(body: str, text: str) -> tuple[str, list[tuple[str, float]]]:
    """Return what stands beside the bounds, and these, the lower one first."""
    signs = [found[0] for found in _RELATION.finditer(body)]
    parts = [part.strip() for part in _RELATION.split(body)]
    if not signs:
        name, between, ends = body.partition(" between ")
        low, _and, high = ends.partition(" and ")
        if not between or not high:
            raise _not_understood(text)
        return name.strip(), [(">=", _required(low)), ("<=", _required(high))]
    if len(signs) == 1:
        is_turned = _number(parts[0]) is not None and _number(parts[1]) is None
        name, number = reversed(parts) if is_turned else parts
        if not name:
            raise _not_understood(text)
        return name, [(_MIRRORED[signs[0]] if is_turned else signs[0], _required(number))]
    if len(signs) > 2 or _side(signs[0]) is not _side(signs[1]):
        raise _not_understood(text)
    both = [(_MIRRORED[signs[0]], _required(parts[0])), (signs[1], _required(parts[2]))]
    return parts[1], both if both[0][0].startswith(">") else both[::-1]


def _at_risk(name: str) -> tuple[str, float | None]:
    head, at, tail = name.rpartition(" at ")
    risk = _number(tail) if at else None
    return (name, None) if risk is None else (head.strip(), risk)


def _limit_of(name: str) -> tuple[str, bool, tuple[Sided, ...]]:
    """Return a name, whether its limit is meant, and which one where that is said."""
    for words, sides in _LIMITS:
        if name.casefold().startswith(words):
            return name[len(words) :].strip(), True, sides
    is_limit = name.endswith(_LIMIT)
    return name.removesuffix(_LIMIT).strip(), is_limit, ()


def _number(text: str) -> float | None:
    """Return a finite number, which may be in per cent; None for anything else."""
    told = text.strip()
    try:
        found = float(told.removesuffix("%")) / (100 if told.endswith("%") else 1)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _required(text: str) -> float:
    found = _number(text)
    if found is None:
        message = phrase(
            "'{text}' is no number that something can be required to be", text=text.strip()
        )
        raise ValueError(message)
    return found
