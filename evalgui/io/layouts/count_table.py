"""A count table: a score, and how many positives and how many negatives have it.

That is how comparisons travel that are too many for a row each. The score may be a bin: then
its two edges stand in its place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.io.labels import listed
from evalgui.io.layouts.layout import Layout
from evalgui.io.meaning import Known, Roles
from evalgui.io.names import (
    PREDICTED_NAMES,
    TRUTH_NAMES,
    counted_class,
    edge_of_bin,
    is_score_name,
    plain_name,
)
from evalgui.io.reasons import Basis, Role, likely
from evalgui.io.text.header import number_share

if TYPE_CHECKING:
    from evalgui.io.raw_table import RawColumn, RawTable

_SAMPLE = 200
_MOSTLY = 0.5
_BOTH = 2


def sniff(table: RawTable) -> bool:
    """Return whether the names of the columns are those of a count table.

    One column counts positives, one negatives, and another holds a number. Where a column has
    the name of a truth, the counts may as well be measurements.
    """
    roles = _roles(table)
    others = [column for column in table.columns if column.name not in _counting(roles)]
    named = {*TRUTH_NAMES, *PREDICTED_NAMES}
    return (
        len(_counting(roles)) == _BOTH
        and all(_holds_numbers(table.column(name)) for name in _counting(roles))
        and any(_holds_numbers(column) for column in others)
        and not any(plain_name(column.header) in named for column in others)
    )


def read(table: RawTable) -> RawTable:
    """Return the table with the roles that its header gives."""
    roles = _roles(table)
    reasons = [
        likely(role, f"'{name}' counts the {what} by its name", Basis.NAME, name)
        for role, name, what in (
            (Role.N_POSITIVE, roles.n_positive, "positives"),
            (Role.N_NEGATIVE, roles.n_negative, "negatives"),
        )
        if name is not None
    ]
    if roles.bins:
        sentence = f"{listed(roles.bins)} are the edges of bins by their names"
        reasons.append(likely(Role.BINS, sentence, Basis.NAME, *roles.bins))
    elif roles.scores:
        (score,) = roles.scores
        sentence = f"'{score}' is the score by its name"
        reasons.append(likely(Role.SCORE, sentence, Basis.NAME, score))
    how = replace(table.how, format=COUNT_TABLE.name)
    return replace(table, how=how, known=Known(roles, tuple(reasons)))


def _roles(table: RawTable) -> Roles:
    """Return what the names say; a class that several columns count is counted by none."""
    counting: dict[bool, list[str]] = {True: [], False: []}
    edges: dict[str, list[str]] = {"low": [], "high": [], "": []}
    scores = []
    for column in table.columns:
        counted = counted_class(column.header)
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


def _only(names: list[str]) -> str | None:
    return names[0] if len(names) == 1 else None


def _counting(roles: Roles) -> list[str]:
    return [name for name in (roles.n_positive, roles.n_negative) if name is not None]


def _holds_numbers(column: RawColumn) -> bool:
    return column.kind != "other" and number_share(column.sample(_SAMPLE)) > _MOSTLY


COUNT_TABLE = Layout("count table", sniff, read)
