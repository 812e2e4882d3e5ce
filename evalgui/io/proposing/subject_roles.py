"""Whose the rows are and how they were sampled: proposed where it is evident, else asked."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.io.layouts.compared_ids import find_compared, is_sided
from evalgui.io.layouts.fields import are_equal, has_both, recurs
from evalgui.io.meaning import (
    Basis,
    Role,
    are_of_comparisons,
    counted_class,
    is_entity_name,
    listed,
    plain_name,
    words_of,
)
from evalgui.io.proposing.kept_choices import SAMPLED
from evalgui.io.proposing.score_roles import classes_in
from evalgui.io.table import number_share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.proposing.proposal_draft import Draft


_LEAST_IDS = 10  # of less, each is a group
_MOST_COLUMNS = 20  # of a table in which columns are looked at whose names say nothing
_FIRST_ROWS = 20_000
_GLANCE, _MOSTLY = 200, 0.5


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
        _doubt_crossed(draft)
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
    people = words_of("person")
    named = [one for one in columns if plain_name(one.name).removesuffix("_id") in people]
    if len(named) == 1 and recurs(named[0]) and _are_comparisons(draft):
        draft.roles = replace(draft.roles, subjects=(named[0].name,))


def _doubt_crossed(draft: Draft) -> None:
    """Ask how rows were sampled where each is one of two things with another, many times each.

    Where 300 probes meet 200 of a gallery, 60 000 rows are far from as many independent ones. Two
    columns by whose names rows may be told apart are enough; others are so where half of all
    pairs, and more, are there.
    """
    if draft.roles.subjects is not None or draft.roles.is_count_table or draft.roles.weight:
        return
    for one, other in combinations(_recurring(draft), 2):
        n_one, n_other = len(set(one.cells)), len(set(other.cells))
        met = list(zip(one.cells, other.cells, strict=False))
        is_dense = 2 * len(met) >= n_one * n_other
        if not (is_dense or (one.is_named and other.is_named)) or len(set(met)) < len(met):
            continue
        names = one.name, other.name
        draft.roles = replace(draft.roles, subjects=names, sampling=Sampling.BY_SUBJECT)
        sentence = f"rows are taken to be sampled by {listed(names)}, which each recur"
        least = "at least " if draft.table.n_rows > len(met) else ""
        question = (
            f"Each row is one of {least}{grouped(n_one)} of '{one.name}' with one of "
            f"{least}{grouped(n_other)} of '{other.name}', no two rows the same: rows that share "
            "one are not independent. Were they sampled by these, or is each row one of its own?"
        )
        draft.guess(Role.SAMPLING, sentence, Basis.CONTENT, *names, question=question)
        return


class _Ids(NamedTuple):
    """A column whose cells recur, the first of them, and whether its name says that these are ids.

    Columns are read no further: those that nothing else needs may be long.
    """

    name: str
    cells: list[str]
    is_named: bool


def _recurring(draft: Draft) -> Iterator[_Ids]:
    """Yield columns of at least ten ids that recur."""
    others = draft.others(*draft.roles.class_columns, *draft.roles.number_columns)
    for column in (one.column for one in others):
        name = plain_name(column.name)
        is_named = is_entity_name(name) or is_sided(column)
        if name in words_of("model_name") | words_of("occasion_name") or column.kind == "other":
            continue
        if not is_named and (len(others) > _MOST_COLUMNS or column.kind == "number"):
            continue
        cells = column.head(_FIRST_ROWS)
        some = cells[:_GLANCE]
        are_numbers = number_share(some) > _MOSTLY
        if are_numbers and not (is_named and all(cell.strip().isdigit() for cell in some)):
            continue
        if _LEAST_IDS <= len(set(cells)) <= len(cells) / 2:
            yield _Ids(column.name, cells, is_named)


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
