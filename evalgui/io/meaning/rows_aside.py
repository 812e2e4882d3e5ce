"""Rows that the user sets aside by hand, each with a reason, and takes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MOST_BY_HAND = 50_000
"""Of more rows than this, nobody has looked at each: an expression chooses them."""

LONGEST_REASON = 200
"""Letters of a reason."""

USUAL_REASONS = (
    phrase("Not eligible"),
    phrase("Consent withdrawn"),
    phrase("Reference standard missing or not reliable"),
    phrase("Test or measurement failed"),
    phrase("Poor quality of the sample"),
    phrase("Same case as another row"),
    phrase("Mistake in the data"),
)
"""What is offered as a reason; any other may be given."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """Rows that were set aside by hand for one reason.

    Parameters
    ----------
    rows
        The numbers of the rows as a user counts them in the file, from 1, ascending.
    reason
        The user's own words.
    """

    rows: tuple[int, ...]
    reason: str


Aside: TypeAlias = tuple[SetAside, ...]


def with_rows(aside: Aside, rows: Iterable[int], reason: str) -> Aside:
    """Return what is set aside after more rows are; a row has one reason, the last one given.

    Parameters
    ----------
    aside
        What is set aside by hand.
    rows
        Numbers of rows, from 1.
    reason
        Why.

    Raises
    ------
    DataError
        If no reason is given, or these are more rows than anybody chooses by hand.

    Examples
    --------
    >>> with_rows((SetAside((2, 5), "a copy"),), [5, 3], "withdrawn")
    (SetAside(rows=(2,), reason='a copy'), SetAside(rows=(3, 5), reason='withdrawn'))
    """
    more, reason = set(rows), " ".join(reason.split())
    if not reason:
        hint = phrase("Say why these rows are set aside")
        raise DataError(phrase("no reason is given"), hint=hint)
    if len(reason) > LONGEST_REASON:
        message = phrase("the reason is longer than {n} letters", n=LONGEST_REASON)
        raise DataError(message, hint=phrase("Say it in a few words"))
    if not more:
        return aside
    of_reason = {one.reason: set(one.rows) for one in without_rows(aside, more)}
    of_reason[reason] = of_reason.get(reason, set()) | more
    if sum(map(len, of_reason.values())) > MOST_BY_HAND:
        message = phrase("more than {n} rows cannot be set aside by hand", n=grouped(MOST_BY_HAND))
        hint = phrase('Choose the rows to assess by an expression instead, such as site != "A"')
        raise DataError(message, hint=hint)
    return tuple(SetAside(tuple(sorted(found)), why) for why, found in of_reason.items())


def without_rows(aside: Aside, rows: Collection[int]) -> Aside:
    """Return what is set aside after rows are taken back.

    Examples
    --------
    >>> without_rows((SetAside((2, 5), "a copy"), SetAside((3,), "withdrawn")), {3, 5})
    (SetAside(rows=(2,), reason='a copy'),)
    """
    gone = frozenset(rows)
    left = (SetAside(tuple(r for r in one.rows if r not in gone), one.reason) for one in aside)
    return tuple(one for one in left if one.rows)


def n_rows(aside: Aside) -> int:
    """Return how many rows are set aside by hand."""
    return sum(len(one.rows) for one in aside)
