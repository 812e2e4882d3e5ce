"""Whose the rows are and how they were sampled: proposed where it is evident, else asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from evalgui.core.digits import grouped
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import either, phrase
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
from evalgui.io.proposing.kept_choices import SAMPLED, says_owner
from evalgui.io.proposing.score_roles import class_names
from evalgui.io.proposing.weighing import weigh
from evalgui.io.table import number_share

if TYPE_CHECKING:
    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.proposing.weighing import Candidate, Sign
    from evalgui.io.table import RawColumn

_LEAST_IDS = 10  # of less, each is a group
_MOST_COLUMNS = 20  # of a table in which columns are looked at whose names say nothing
_FIRST_ROWS = 20_000
_GLANCE, _MOSTLY = 200, 0.5


@dataclass(frozen=True, slots=True)
class Owners:
    """The columns that may say whose each row is: one, or the two of what it compares.

    Parameters
    ----------
    columns
        One column or two.
    name
        What their names say, as in the data file; "" for nothing.
    """

    columns: tuple[RawColumn, ...]
    name: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(one.name for one in self.columns)


def propose_sampling(draft: Draft) -> None:
    """Say how the rows were sampled where the file shows it; else they are those of a cohort.

    Comparisons of persons are sampled by subject; of other comparisons the numbers of genuine
    and of impostor ones were chosen.
    """
    known = {one.role for one in draft.reasons}
    roles = draft.roles
    is_open = roles.sampling is None and Role.SAMPLING not in known
    if roles.subjects is None and roles.sampling is not Sampling.COHORT:
        found = _may_own(draft, is_open=is_open)
        if found and not (found[0].is_sure and len(found) == 1):
            _ask_about(draft, found)
            return
        if found:
            draft.roles = roles = replace(roles, subjects=found[0].what.names)
    if roles.subjects and Role.SUBJECT not in known:
        draft.find(Role.SUBJECT, says_owner(roles.subjects), Basis.NAME, *roles.subjects)
    is_by_class = roles.sampling is not None or _are_comparisons(draft)
    if Role.SAMPLING in known or not (roles.subjects or is_by_class):
        return
    by_class = roles.sampling or Sampling.CASE_CONTROL
    sampling = Sampling.BY_SUBJECT if roles.subjects else by_class
    draft.roles = replace(roles, sampling=sampling)
    draft.find(Role.SAMPLING, SAMPLED[sampling], Basis.CONTENT)


def _may_own(draft: Draft, *, is_open: bool) -> list[Candidate[Owners]]:
    """Return the columns that may say whose each row is.

    Where nothing says yet how rows were sampled, things that meet many times may be persons.
    """
    roles = draft.roles
    taken = {*roles.class_columns, *roles.number_columns, roles.weight}
    columns = [one for one in draft.table.columns if one.name not in taken]
    classes = "comparisons" if _are_comparisons(draft) else ""
    those = _by_names(columns)
    if is_open and not (classes or roles.is_count_table or roles.weight):
        those += _may_cross(columns)
    signs: dict[str, Sign[Owners]] = {
        "name": lambda one: one.name,
        "classes": lambda _: classes,
        "contents": partial(contents_of_owners, draft),
    }
    return weigh("subject", those, signs)


def _by_names(columns: list[RawColumn]) -> list[Owners]:
    """Return the columns that are called after persons, or by two sides alone, as probe is."""
    found = find_compared(columns)
    if found is not None:
        said = zip(found.pairs, found.are_persons, found.are_bare, strict=True)
        return [
            Owners(pair, "persons" if of_persons else "sides")
            for pair, of_persons, is_bare in said
            if of_persons or is_bare
        ]
    people = words_of("person")
    named = [one for one in columns if plain_name(one.name).removesuffix("_id") in people]
    return [Owners((one,), "person") for one in named]


def _may_cross(columns: list[RawColumn]) -> list[Owners]:
    """Return each two columns that may meet: of a wide table, those by whose names they are ids."""
    passed = words_of("model_name") | words_of("occasion_name")
    is_named = {one.name: is_entity_name(plain_name(one.name)) or is_sided(one) for one in columns}
    free = [
        one
        for one in columns
        if not (plain_name(one.name) in passed or one.kind == "other")
        and (is_named[one.name] or (len(columns) <= _MOST_COLUMNS and one.kind != "number"))
        and _are_ids(one, is_named=is_named[one.name])
    ]
    return [
        Owners((one, other), "ids" if is_named[one.name] and is_named[other.name] else "")
        for one, other in combinations(free, 2)
    ]


def _are_ids(column: RawColumn, *, is_named: bool) -> bool:
    """Return whether the first cells of a column are ids that recur, ten at least.

    Columns are read no further: those that nothing else needs may be long.
    """
    cells = column.head(_FIRST_ROWS)
    some = cells[:_GLANCE]
    are_numbers = number_share(some) > _MOSTLY
    if are_numbers and not (is_named and all(cell.strip().isdigit() for cell in some)):
        return False
    return _LEAST_IDS <= len(set(cells)) <= len(cells) / 2


def contents_of_owners(draft: Draft, owners: Owners) -> str:
    """Return what cells say for columns that tell whose each row is.

    The ids of two sides are equal in some rows; or of two that recur, no two rows are of the
    same, and half of all pairs, and more, are there.
    """
    if len(owners.columns) == 1:
        return "" if recurs(*owners.columns) else "all_different"
    one, other = owners.columns
    if owners.name == "persons":
        return ""
    if owners.name == "sides":
        return "some_equal" if has_both(are_equal(draft.table, (one, other))) else ""
    cells, others = (column.head(_FIRST_ROWS) for column in owners.columns)
    met = set(zip(cells, others, strict=False))
    if len(met) < len(cells):
        return ""
    return "dense" if 2 * len(met) >= len(set(cells)) * len(set(others)) else "meet_once"


def _ask_about(draft: Draft, found: list[Candidate[Owners]]) -> None:
    """Ask how rows were sampled where each is one of two things with another, many times each.

    Where 300 probes meet 200 of a gallery, 60 000 rows are far from as many independent ones.
    """
    names, n_rows = found[0].what.names, draft.table.n_rows
    draft.roles = replace(draft.roles, subjects=names, sampling=Sampling.BY_SUBJECT)
    if found[0].is_sure:
        owners = either(listed(one.what.names) for one in found)
        question = phrase("Do {owners} say whose the rows are?", owners=owners)
        sentence = phrase("{names}: taken to say whose the rows are", names=listed(names))
        draft.guess(Role.SUBJECT, sentence, Basis.NAME, *names, question=question)
        return
    first, second = (
        phrase(
            "at least {n} of '{name}'" if n_rows > _FIRST_ROWS else "{n} of '{name}'",
            n=grouped(len(set(one.head(_FIRST_ROWS)))),
            name=one.name,
        )
        for one in found[0].what.columns
    )
    sentence = phrase(
        "rows are taken to be sampled by {names}, which each recur", names=listed(names)
    )
    question = phrase(
        "Each row is one of {first} with one of {second}, no two rows the same: rows that share "
        "one are not independent. Were they sampled by these, or is each row one of its own?",
        first=first,
        second=second,
    )
    draft.guess(Role.SAMPLING, sentence, Basis.CONTENT, *names, question=question)


def _are_comparisons(draft: Draft) -> bool:
    """Return whether one class is that of impostors, by its name."""
    roles = draft.roles
    if roles.n_negative is not None:
        counted = counted_class(roles.n_negative)
        return counted is not None and are_of_comparisons([counted[1]])
    return are_of_comparisons(class_names(draft))
