"""Which column says of what kind presentation attacks are: proposed where it is evident."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.io.meaning import Basis, Role, are_of_attacks, is_called
from evalgui.io.proposing.kept_choices import says_species
from evalgui.io.proposing.score_roles import class_names
from evalgui.io.proposing.weighing import weigh

if TYPE_CHECKING:
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import RawColumn

_MOST = 50  # kinds of attacks


def propose_species(draft: Draft) -> None:
    """Take the column that is called after kinds of attacks, where a class is that of attacks.

    Nobody is asked: without one nothing is told by species, and a result that needs it asks.
    """
    roles = draft.roles
    if roles.species is not None:
        return
    own = {*roles.class_columns, *roles.number_columns, roles.weight, *(roles.subjects or ())}
    named = [one for one in draft.table.columns if one.name not in own and _name(one)]
    if not named:
        return
    names = class_names(draft)
    if len(names) > 2:
        return  # those that are neither bona fide nor attacks, such as impostors, are of no kind
    classes = "of_attacks" if are_of_attacks(names) else ""
    found = weigh(
        "species",
        named,
        {"name": _name, "classes": lambda _one: classes, "contents": _contents},
    )
    if len(found) == 1 and found[0].is_sure:
        name = found[0].what.name
        draft.roles = replace(roles, species=name)
        draft.find(Role.SPECIES, says_species(f"'{name}'"), Basis.NAME, name)


def _name(column: RawColumn) -> str:
    if is_called(column.name, "species_name"):
        return "named"
    return "weakly" if is_called(column.name, "weak_species_name") else ""


def _contents(column: RawColumn) -> str:
    found = column.distinct(_MOST)
    return "" if found is not None and len(found.texts) > 1 else "no_groups"
