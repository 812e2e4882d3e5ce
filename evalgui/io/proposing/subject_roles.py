"""Whose the rows are and how they were sampled: proposed where it is evident, never asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.io.layouts.compared_ids import PERSONS, find_compared
from evalgui.io.layouts.fields import are_equal, has_both, recurs
from evalgui.io.meaning import Basis, Role, are_of_comparisons, counted_class, listed, plain_name
from evalgui.io.proposing.kept_choices import SAMPLED
from evalgui.io.proposing.score_roles import classes_in

if TYPE_CHECKING:
    from evalgui.io.proposing.proposal_draft import Draft


def propose_sampling(draft: Draft) -> None:
    """Say how the rows were sampled where the file shows it; else they are those of a cohort.

    Comparisons of persons are sampled by subject; of other comparisons the numbers of genuine
    and of impostor ones were chosen.
    """
    known = {one.role for one in draft.reasons}
    if draft.roles.subjects is None and draft.roles.sampling is not Sampling.COHORT:
        _find_subjects(draft)
    roles = draft.roles
    if roles.subjects and Role.SUBJECT not in known:
        is_one = len(roles.subjects) == 1
        told = "says whose each row is" if is_one else "say whose samples each row compares"
        draft.find(Role.SUBJECT, f"{listed(roles.subjects)} {told}", Basis.NAME, *roles.subjects)
    if Role.SAMPLING in known:
        return
    if roles.subjects:
        sampling = Sampling.BY_SUBJECT
    elif roles.sampling is not None or _are_comparisons(draft):
        sampling = roles.sampling or Sampling.CASE_CONTROL
    else:
        return
    draft.roles = replace(roles, sampling=sampling)
    draft.find(Role.SAMPLING, SAMPLED[sampling], Basis.CONTENT)


def _find_subjects(draft: Draft) -> None:
    """Take the two columns of persons whose samples are compared, or the one of whose they are.

    Two that are called by their sides alone, such as probe and reference, are those of persons
    where rows are comparisons by the names of their classes, or some of the ids are equal.
    """
    taken = {*draft.roles.class_columns, *draft.roles.number_columns, draft.roles.weight}
    columns = [one for one in draft.table.columns if one.name not in taken]
    found = find_compared(columns)
    if found is not None:
        pair = found.persons
        if pair is None and found.bare is not None:
            equal = are_equal(draft.table, found.bare)
            pair = found.bare if _are_comparisons(draft) or has_both(equal) else None
        if pair is not None:
            draft.roles = replace(draft.roles, subjects=tuple(one.name for one in pair))
        return
    named = [one for one in columns if plain_name(one.name).removesuffix("_id") in PERSONS]
    if len(named) == 1 and recurs(named[0]) and _are_comparisons(draft):
        draft.roles = replace(draft.roles, subjects=(named[0].name,))


def _are_comparisons(draft: Draft) -> bool:
    """Return whether one class is that of impostors, by its name."""
    roles = draft.roles
    if roles.n_negative is not None:
        counted = counted_class(roles.n_negative)
        return counted is not None and are_of_comparisons([counted[1]])
    if roles.truth is None:
        return False
    try:
        names = classes_in(draft).classes.names
    except DataError:
        return False  # `build` will say what is wrong with them
    return are_of_comparisons(names)
