"""Which column says how many each row stands for: by its name, its numbers, and the others."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import either, phrase
from evalgui.io.meaning import Basis, Role, counting_name, is_score_name, listed, may_weigh_bodies
from evalgui.io.proposing.ids import is_id
from evalgui.io.proposing.score_roles import class_names, propose_scores
from evalgui.io.proposing.weighing import weigh
from evalgui.io.table import are_frequencies, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.proposing.weighing import Candidate
    from evalgui.io.table import Profile

_LONG = 100_000  # rows: of more, nobody makes a cross table
_SHOWN = 3
_ROUNDING = 0.02
_LEAST_CELLS, _MOST_CELLS = 4, 1_000


def set_apart(draft: Draft) -> None:
    """Keep a column that counts rows from being taken for the truth or a score."""
    if draft.roles.weight is None and draft.table.known is None and len(draft.profiles) > 2:
        found = _may_count(draft)
        draft.roles = replace(draft.roles, weight=found[0].what.name if found else None)


def judge(draft: Draft) -> None:
    """Say that rows stand for many where all says so; else ask."""
    roles, name = draft.roles, draft.roles.weight
    if not name or draft.wanted.weight:
        return
    is_assessed = bool(roles.scores or roles.predicted or roles.probabilities)
    if not is_assessed or (roles.probabilities and len(class_names(draft)) > 2):
        # What would be counted is the marker itself, such as a count of cells; and rows with a
        # score of each class cannot be counted: that they are not is a finding.
        draft.roles = replace(roles, weight="")
        if not is_assessed:
            propose_scores(draft)
        return
    found = _may_count(draft)
    _note(draft, name, found[0], [one.what.name for one in found])


def _note(draft: Draft, name: str, best: Candidate[Profile], names: list[str]) -> None:
    """Note why a column counts rows; ask where it is not sure, or another one may as well."""
    by = Basis.NAME if best.is_named else Basis.CONTENT
    if best.is_sure and len(names) == 1:
        sentence = phrase(
            "'{name}' says how many each row stands for, by its name"
            if best.is_named
            else "'{name}' says how many each row stands for",
            name=name,
        )
        draft.find(Role.WEIGHT, sentence, by, name)
        return
    sentence = phrase(
        "'{name}' is taken to say how many each row stands for, by its name"
        if best.is_named
        else "'{name}' is taken to say how many each row stands for",
        name=name,
    )
    if best.is_named:
        question = phrase(
            "Does {names} say how many each row stands for? '{name}' holds numbers such as {cells}."
            if len(names) > 1
            else "Does {names} say how many each row stands for? It holds numbers such as {cells}.",
            names=either(map(repr, names)),
            name=name,
            cells=listed(list(dict.fromkeys(best.what.column.head(_SHOWN)))),
        )
    else:
        question = phrase(
            "Each combination of {others} stands there once: does {names} say how many each row "
            "stands for, or which share of all?",
            others=listed([one for one in draft.table.names if one not in names]),
            names=either(map(repr, names)),
        )
    draft.guess(Role.WEIGHT, sentence, by, name, question=question)


def _may_count(draft: Draft) -> list[Candidate[Profile]]:
    """Return the columns that may say how many each row stands for."""
    roles = draft.roles
    taken = {*roles.class_columns, *roles.number_columns}
    # Two classes in each of the others are at most as many combinations as there are rows.
    n_rows, n_others = draft.table.n_rows, len(draft.profiles) - 1
    is_small = _LEAST_CELLS <= n_rows <= _MOST_CELLS and n_others <= math.log2(n_rows)
    free = [one for one in draft.profiles if one.name not in taken]
    return weigh(
        "weight",
        [one for one in free if is_small or name_of_weight(one) not in {"none", "score"}],
        {
            "name": name_of_weight,
            "contents": partial(contents_of_weight, names=draft.table.names),
            "table": partial(table_of_weight, draft),
        },
    )


def name_of_weight(profile: Profile) -> str:
    """Return what a name says of a column's counting rows."""
    says = counting_name(profile.name)
    if says:
        return "frequency" if says == "frequency" else "weight"
    return "score" if is_score_name(profile.name) else "none"


def contents_of_weight(profile: Profile, names: Collection[str]) -> str:
    """Return what the numbers of a column say against its counting rows.

    Counts are whole, some above 1, and are no row numbers; weights may be those of bodies.
    """
    if not profile.is_number:
        return "no_numbers"
    numbers = whole_numbers(profile.column, (None, None))
    values = numbers.in_full
    if profile.is_counter or not are_frequencies(numbers) or not np.any(values > 1):
        return "no_counts"
    least, most = float(values.min()), float(values.max())
    return "bodies" if may_weigh_bodies(profile.name, names, least, most) else ""


def table_of_weight(draft: Draft, profile: Profile) -> str:
    """Return whether the other columns are those of a table that was counted.

    No combination of their cells stands there twice, no id names the rows, and a score recurs.
    Where each that can be stands there, it may as well be one of shares, whatever its name. A
    weight by its name may be anything, such as the weight of a patient.
    """
    others = [one for one in draft.profiles if one is not profile]
    n_rows = draft.table.n_rows
    if n_rows > _LONG or name_of_weight(profile) == "weight" or any(map(is_id, others)):
        return ""
    texts = {one.name: one.column.head(n_rows) for one in others}
    if len(set(zip(*texts.values(), strict=True))) < n_rows:
        return ""
    if any(len(set(texts[name])) == n_rows for name in draft.roles.number_columns):
        return ""
    is_complete = n_rows <= _MOST_CELLS and math.prod(_n_texts(others)) == n_rows
    if is_complete and _are_counts_or_shares(profile):
        return "complete"
    return "" if contents_of_weight(profile, draft.table.names) else "cross_table"


def _n_texts(profiles: list[Profile]) -> Iterator[int]:
    """Yield how many texts each column has; 0 where they are many, or all the same."""
    for one in profiles:
        n_texts = 0 if one.labels is None else len(one.labels.texts)
        yield 0 if n_texts < 2 else n_texts


def _are_counts_or_shares(profile: Profile) -> bool:
    """Return whether numbers are none below 0 and some above 1, or parts of 1 but for rounding."""
    values = profile.column.parse_numbers().values
    if not np.all(values >= 0):
        return False
    are_shares = abs(float(values.sum()) - 1) <= _ROUNDING and np.any((values > 0) & (values < 1))
    return bool(np.any(values > 1) or are_shares)
