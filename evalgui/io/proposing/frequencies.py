"""Which column says how many each row stands for: found by its name, asked about where unsure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.errors import DataError
from evalgui.io.meaning import (
    NAMED,
    Basis,
    Role,
    is_frequency_name,
    is_id_name,
    is_weight_name,
    listed,
    may_weigh_bodies,
    weigh_score_name,
)
from evalgui.io.proposing.score_roles import classes_in, propose_scores
from evalgui.io.table import are_frequencies, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.io.proposing.proposal_draft import Draft
    from evalgui.io.table import Profile, RawColumn

_LONG = 100_000  # rows: of more, nobody makes a cross table
_SHOWN = 3
_ROUNDING = 0.02
_LEAST_CELLS, _MOST_CELLS = 4, 1_000


def set_apart(draft: Draft) -> None:
    """Keep a column of frequencies by its name from being taken for the truth or a score."""
    if draft.roles.weight is not None or draft.table.known is not None:
        return
    named = {*draft.roles.class_columns, *draft.roles.number_columns}
    free = [one for one in draft.profiles if one.column.name not in named]
    found = [one for one in free if is_frequency_name(one.column.name) and _may_count(draft, one)]
    if found and len(draft.profiles) > 2:  # a truth and what is assessed
        found.sort(key=lambda one: is_weight_name(one.column.name))
        draft.roles = replace(draft.roles, weight=found[0].column.name)
    elif column := _of_each_combination(draft, free):
        draft.roles = replace(draft.roles, weight=column)


def judge(draft: Draft) -> None:
    """Believe that rows stand for many where they look like it; else ask."""
    roles, name = draft.roles, draft.roles.weight
    if not name or draft.wanted.weight:
        return
    if not (roles.scores or roles.predicted or roles.probabilities):
        # What would be counted? It is the marker itself, such as a count of cells.
        draft.roles = replace(roles, weight="")
        propose_scores(draft)
        return
    if _has_score_of_each_class(draft):
        # Such rows cannot be counted: that it is not used is a finding.
        draft.roles = replace(roles, weight="")
        return
    column = draft.table.column(name)
    is_named = is_frequency_name(name)
    if not is_named:
        others = listed([one.name for one in draft.table.columns if one.name != name])
        sentence = f"'{name}' is taken to say how many each row stands for"
        asked = "does '{name}' say how many each row stands for, or which share of all"
        question = f"Each combination of {others} stands there once: {asked.format(name=name)}?"
        draft.guess(Role.WEIGHT, sentence, Basis.CONTENT, name, question=question)
        return
    if _is_cross_table(draft, column):
        sentence = f"'{name}' says how many each row stands for, by its name"
        draft.find(Role.WEIGHT, sentence, Basis.NAME, name)
        return
    sentence = f"'{name}' is taken to say how many each row stands for, by its name"
    cells = listed(list(dict.fromkeys(column.head(_SHOWN))))
    question = f"Does '{name}' say how many each row stands for? It holds numbers such as {cells}."
    draft.guess(Role.WEIGHT, sentence, Basis.NAME, name, question=question)


def _has_score_of_each_class(draft: Draft) -> bool:
    """Return whether there are three classes and more, with a column of scores for each."""
    if not draft.roles.probabilities or draft.roles.truth is None:
        return False
    try:
        return len(classes_in(draft).classes.names) > 2
    except DataError:
        return False  # `build` will say what is wrong with them


def _of_each_combination(draft: Draft, free: Sequence[Profile]) -> str:
    """Return the column of numbers behind every combination of two classes or more, "" for none.

    Each combination of the few texts in the other columns stands there once, and all do: such a
    table was counted, or is one of shares, whatever the column is called.
    """
    n_rows = len(draft.profiles[0].column)
    if not (len(draft.profiles) > 2 and _LEAST_CELLS <= n_rows <= _MOST_CELLS):
        return ""
    if len(draft.profiles) - 1 > math.log2(n_rows):
        return ""  # two classes in each of the others are more combinations than rows
    for one in reversed(free):
        if not one.is_number or weigh_score_name(one.column.name).weight >= NAMED:
            continue
        labels = [other.labels for other in draft.profiles if other is not one]
        n_of = [0 if found is None else len(found.texts) for found in labels]
        if min(n_of) < 2 or math.prod(n_of) != n_rows:
            continue
        numbers = one.column.parse_numbers().values
        if not np.all(numbers >= 0) or not (np.any(numbers > 1) or _are_shares(numbers)):
            continue
        if _is_cross_table(draft, one.column):
            return one.column.name
    return ""


def _are_shares(numbers: NDArray[np.floating]) -> bool:
    """Return whether numbers are those parts of 1 that rounding leaves."""
    return abs(float(numbers.sum()) - 1) <= _ROUNDING and bool(
        np.any((numbers > 0) & (numbers < 1))
    )


def _may_count(draft: Draft, profile: Profile) -> bool:
    """Return whether a column holds frequencies: whole numbers, some above 1, no row numbers."""
    if not profile.is_number or profile.is_counter:
        return False
    numbers = whole_numbers(profile.column, (None, None))
    if not are_frequencies(numbers) or not np.any(numbers.values > 1):
        return False
    least, most = float(numbers.values.min()), float(numbers.values.max())
    return not may_weigh_bodies(profile.column.name, draft.table.names, least, most)


def _is_cross_table(draft: Draft, weight: RawColumn) -> bool:
    """Return whether every combination of the other columns stands in one row only.

    Nothing may name the single rows, and a score has to recur, as it does in a table that was
    counted; a weight by its name may be anything, such as the weight of a patient.
    """
    table, roles = draft.table, draft.roles
    others = [column for column in table.columns if column.name != weight.name]
    if table.n_rows > _LONG or is_weight_name(weight.name):
        return False
    if any(is_id_name(column.name) for column in others):
        return False
    texts = [column.head(table.n_rows) for column in others]
    if len(set(zip(*texts, strict=True))) < table.n_rows:
        return False
    of_name = {column.name: cells for column, cells in zip(others, texts, strict=True)}
    return all(len(set(of_name[name])) < table.n_rows for name in roles.number_columns)
