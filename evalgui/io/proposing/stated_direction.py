"""For which class a direction was stated, where the positive class is named later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.io.proposing.proposal_draft import Draft
from evalgui.io.proposing.score_roles import classes_in, usual_direction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawTable


def settled(table: RawTable, wanted: Roles, decided: Roles) -> tuple[Roles, Roles]:
    """Return roles whose direction is that of their own class and scores.

    What was stated for one of two classes is turned for the other one; for one of several it
    stays, since what is high for one of the rest need not be low for another. What was stated
    for other scores, or for a class that is not there, says nothing.

    Parameters
    ----------
    table
        The table as read.
    wanted
        What is known, perhaps with the direction of earlier roles
        (`evalgui.io.meaning.roles.Roles.direction_of`).
    decided
        What of it the user decided; a direction that follows from it is a decision, too.

    Returns
    -------
    tuple of Roles
        Both, with a direction of their own or none.
    """
    before = wanted.direction_of
    if before is None:
        return wanted, decided
    own, decided = (replace(one, direction_of=None) for one in (wanted, decided))
    for now in (_for_scores(table, own, before), _for_class(table, own, before)):
        if now != own:
            higher, opposite = now.higher_is_positive, now.opposite
            return now, replace(decided, higher_is_positive=higher, opposite=opposite)
    return own, decided


def _for_scores(table: RawTable, roles: Roles, before: Roles) -> Roles:
    """Return roles without a direction where it was stated for other scores."""
    own, others = (_resolved(table, scores) for scores in (roles.scores, before.scores))
    is_of_others = own and others and not own & others
    return _without_direction(roles) if is_of_others else roles


def _for_class(table: RawTable, roles: Roles, before: Roles) -> Roles:
    """Return roles with the direction that a statement for an earlier class means now."""
    if roles.positive is None or before.positive is None or roles.truth is None:
        return roles
    columns = classes_in(Draft(table, [], roles, roles))
    if columns is None:
        return roles
    found = columns.classes
    chosen, earlier = found.find(roles.positive), found.find(before.positive)
    if len(found.names) > 2 or chosen is None or chosen == earlier:
        return roles
    if earlier is None and len(found.names) == 2:
        return _without_direction(roles)
    scores = _resolved(table, before.scores)
    if scores and scores <= _resolved(table, roles.probability_columns):
        return roles  # the column of the other class is its score, and runs the same way
    return _as_usual(roles, before).for_class(roles.positive, is_other_of_two=True)


def _without_direction(roles: Roles) -> Roles:
    return replace(roles, higher_is_positive=None, opposite=())


def _as_usual(roles: Roles, before: Roles) -> Roles:
    """Return roles with a direction: where none was stated, the usual one."""
    scores = roles.scores or before.scores
    if roles.higher_is_positive is not None or not scores:
        return roles
    is_higher, opposite = usual_direction(scores)
    return replace(roles, higher_is_positive=is_higher, opposite=roles.opposite or opposite)


def _resolved(table: RawTable, names: Iterable[str]) -> set[str]:
    return {column.name for name in names for column in table.candidates(name)}
