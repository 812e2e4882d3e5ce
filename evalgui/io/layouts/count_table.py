"""A count table: a score, and how many positives and how many negatives have it.

That is how comparisons travel that are too many for a row each. The score may be a bin: then
its two edges stand in its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import phrase
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.layouts.derived_columns import free_name
from evalgui.io.layouts.layout import Layout
from evalgui.io.meaning import (
    Basis,
    Known,
    Role,
    Roles,
    counted_class,
    edge_of_bin,
    guessed,
    is_id_name,
    is_score_name,
    is_total,
    likely,
    listed,
    named_class,
    plain_name,
    words_of,
)
from evalgui.io.table import RawColumn, arrow, is_number, number_share, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from evalgui.io.table import RawTable

_SAMPLE = 200
_WHOLE = re.compile(r"[0-9]+(?:\.0+)?|[0-9]{1,3}(?:[ ,.'\u2019\u00a0\u202f][0-9]{3})+")
_GROUPING = re.compile(r"[^0-9.]")
_MOSTLY = 0.5
_ABOVE = re.compile(r">=|\u2265|\bor (?:above|more|higher)\b|\bcumulative\b", re.IGNORECASE)
_BELOW = re.compile(r"<=|\u2264|\bor (?:below|less|lower)\b", re.IGNORECASE)
_SOME_ROWS, _MORE_ROWS, _MOST_CUTS = 2, 4, 100_000


def sniff(table: RawTable) -> bool:
    """Return whether the names of the columns are those of a count table.

    One column counts positives, one negatives, and another holds a number. Where a column has
    the name of a truth, the counts may as well be measurements. Columns that are only called
    as the two classes are count them where each score is there once, and the whole numbers are
    no mere marks.
    """
    roles = _roles(table)
    if _are_only_named(table, roles) and (
        not _count_each_score(table, roles) or find_matrix(table) is not None
    ):
        return False
    others = [column for column in table.columns if column.name not in _counting(roles)]
    named = words_of("truth_name") | words_of("predicted_name")
    return (
        len(_counting(roles)) == 2
        and all(_holds_numbers(table.column(name)) for name in _counting(roles))
        and any(_holds_numbers(column) for column in others)
        and not any(plain_name(column.header) in named for column in others)
    )


def read(table: RawTable) -> RawTable:
    """Return the table with the roles that its header gives."""
    roles = _roles(table)
    reasons = [
        likely(
            role, counts_by_name(name, is_of_positives=role is Role.N_POSITIVE), Basis.NAME, name
        )
        for role, name in (
            (Role.N_POSITIVE, roles.n_positive),
            (Role.N_NEGATIVE, roles.n_negative),
        )
        if name is not None
    ]
    if roles.bins:
        sentence = phrase("{names} are the edges of bins by their names", names=listed(roles.bins))
        reasons.append(likely(Role.BINS, sentence, Basis.NAME, *roles.bins))
    elif roles.scores:
        (score,) = roles.scores
        by = Basis.NAME if is_score_name(table.column(score).header) else Basis.CONTENT
        sentence = phrase(
            "'{name}' is the score by its name"
            if by is Basis.NAME
            else "'{name}' is the score being the other column of numbers",
            name=score,
        )
        reasons.append(likely(Role.SCORE, sentence, by, score))
    how = replace(table.how, format=COUNT_TABLE.name)
    fall = falling_counts(table, roles)
    if fall is not None and fall.is_said:
        table, roles = _each_alone(table, roles, fall)
        sentence = phrase(
            "each row counts all at or above the score, by its name: what each row counts alone "
            "is the difference to the next"
            if fall.is_above
            else "each row counts all at or below the score, by its name: what each row counts "
            "alone is the difference to the next"
        )
        reasons = [one for one in reasons if one.role not in {Role.N_POSITIVE, Role.N_NEGATIVE}]
        reasons.append(likely(Role.TABLE, sentence, Basis.NAME))
    elif fall is not None:
        counts = listed(_counting(roles))
        question = phrase(
            "{counts} both fall from row to row: do they count each score alone? Where they count "
            "all at or above it, write that into the name of the score, as '>=' or '<='."
            if fall.is_above
            else "{counts} both fall from row to row: do they count each score alone? Where they "
            "count all at or below it, write that into the name of the score, as '>=' or '<='.",
            counts=counts,
        )
        sentence = phrase("{counts} are taken to count each score alone", counts=counts)
        column = roles.n_positive or ""
        reasons.append(guessed(Role.N_POSITIVE, sentence, Basis.CONTENT, column, question=question))
    return replace(table, how=how, known=Known(roles, tuple(reasons)))


def counts_by_name(name: str, *, is_of_positives: bool) -> str:
    """Return in words that a column counts a class by its name."""
    return phrase(
        "'{name}' counts the {positives} by its name"
        if is_of_positives
        else "'{name}' counts the {negatives} by its name",
        name=name,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Falling:
    """Counts that fall from row to row, as those of all at or above each score do.

    Parameters
    ----------
    order : (n,) array of int
        The rows, those with the smallest counts first.
    counts
        The numbers of either class in the rows of the table: (n,) arrays, positives first.
    is_above
        Whether the others that are counted, too, lie above: else below.
    is_said
        Whether the name of the score says so.
    """

    order: NDArray[np.intp]
    counts: tuple[NDArray[np.floating], NDArray[np.floating]]
    is_above: bool
    is_said: bool


def falling_counts(table: RawTable, roles: Roles) -> Falling | None:
    """Return counts that both fall, or both rise, with the score; None for any others.

    Of a few scores that separate nothing, they may do that by chance: it takes four rows.
    """
    if (
        roles.n_positive is None
        or roles.n_negative is None
        or not (roles.scores and not roles.bins)
    ):
        return None
    name = table.column(roles.scores[0]).header
    said = True if _ABOVE.search(name) else False if _BELOW.search(name) else None
    least = _MORE_ROWS if said is None else _SOME_ROWS
    if table.n_rows < least or table.n_rows > _MOST_CUTS:
        return None
    scores = table.column(roles.scores[0]).parse_numbers().values
    found = [whole_numbers(table.column(one), (None, None)).values for one in _counting(roles)]
    if any(np.isnan(one).any() for one in (scores, *found)) or len(np.unique(scores)) < len(scores):
        return None
    for is_above, order in ((True, np.argsort(-scores)), (False, np.argsort(scores))):
        steps = [np.diff(one[order]) for one in found]
        if said in {is_above, None} and all((one >= 0).all() and one.any() for one in steps):
            return Falling(order, (found[0], found[1]), is_above, said is not None)
    return None


def _each_alone(table: RawTable, roles: Roles, fall: Falling) -> tuple[RawTable, Roles]:
    """Return a table with columns of what each row counts alone, behind those of the file."""
    columns, names = list(table.columns), []
    for name, counts in zip(_counting(roles), fall.counts, strict=True):
        own = np.empty(len(counts), np.int64)
        own[fall.order] = np.diff(counts[fall.order], prepend=0)
        names.append(free_name(table, f"{name} at this score"))
        values = arrow.chunked_array([arrow.array(own)])
        columns.append(RawColumn(names[-1], values, header=table.column(name).header))
    roles = replace(roles, n_positive=names[0], n_negative=names[1])
    return replace(table, columns=tuple(columns)), roles


def _roles(table: RawTable) -> Roles:
    """Return what the names say; a class that several columns count is counted by none."""
    counted = _named(table, counted_class)
    named = _named(table, named_class)
    if len(_counting(counted)) == 2 or len(_counting(named)) < 2:
        return counted
    if not (named.scores or named.bins):
        named = replace(named, scores=_other_numbers(table, named))
    return named


def _named(table: RawTable, class_of: Callable[[str], tuple[bool, str] | None]) -> Roles:
    counting: dict[bool, list[str]] = {True: [], False: []}
    edges: dict[str, list[str]] = {"low": [], "high": [], "": []}
    scores = []
    for column in table.columns:
        counted = class_of(column.header)
        if counted is not None:
            counting[counted[0]].append(column.name)
            continue
        edges[edge_of_bin(column.header)].append(column.name)
        if is_score_name(column.header):
            scores.append(column.name)
    bins = (*edges["low"], *edges["high"])
    is_binned = len(edges["low"]) == len(edges["high"]) == 1
    return Roles(
        n_positive=_only(counting[True]),
        n_negative=_only(counting[False]),
        scores=tuple(scores) if len(scores) == 1 and not is_binned else (),
        bins=bins if is_binned else (),
    )


def _other_numbers(table: RawTable, roles: Roles) -> tuple[str, ...]:
    """Return the only other column of numbers, where the counts stand behind it; else none."""
    places = [table.names.index(name) for name in _counting(roles)]
    names = [
        (place, column.name)
        for place, column in enumerate(table.columns)
        if place not in places
        and not is_id_name(column.header)
        and not is_total(column.header)
        and _holds_numbers(column)
    ]
    is_before = len(names) == 1 and names[0][0] < min(places)
    return (names[0][1],) if is_before else ()


def _are_only_named(table: RawTable, roles: Roles) -> bool:
    return any(counted_class(table.column(name).header) is None for name in _counting(roles))


def _count_each_score(table: RawTable, roles: Roles) -> bool:
    """Return whether two columns hold counts of the scores: each is there once."""
    if len(_counting(roles)) < 2 or table.n_rows < 2 or not (roles.scores or roles.bins):
        return False
    keys = [table.column(name).sample(_SAMPLE) for name in roles.bins or roles.scores]
    rows = list(zip(*keys, strict=True))
    if len(set(rows)) < len(rows):
        return False
    for name in _counting(roles):
        numbers = [cell.strip() for cell in table.column(name).sample(_SAMPLE) if is_number(cell)]
        if not all(map(_WHOLE.fullmatch, numbers)):
            return False
        if all(float(_GROUPING.sub("", cell)) <= 1 for cell in numbers):
            return False
    return True


def _only(names: list[str]) -> str | None:
    return names[0] if len(names) == 1 else None


def _counting(roles: Roles) -> list[str]:
    return [name for name in (roles.n_positive, roles.n_negative) if name is not None]


def _holds_numbers(column: RawColumn) -> bool:
    return column.kind != "other" and number_share(column.sample(_SAMPLE)) > _MOSTLY


COUNT_TABLE = Layout(phrase("count table"), sniff, read)
