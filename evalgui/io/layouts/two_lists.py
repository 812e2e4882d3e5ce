"""Genuine and impostor scores side by side: one column each, of unequal length."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.vocabulary import both, phrase
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.building.probability_columns import add_up
from evalgui.io.layouts.making import SCORE, TRUTH, Layout, class_column, complete
from evalgui.io.meaning import (
    Basis,
    Role,
    guessed,
    is_distance_name,
    plain_name,
    sign_of_class,
    sign_of_formats,
    words_of,
)
from evalgui.io.table import Profile, RawColumn, arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.io.table import ArrowColumn, RawTable

_ANSWERS = frozenset({"1", "true", "yes", "+", "0", "false", "no", "-", "-1"})
_PADDING = "ragged_short"


def _is_two_lists(table: RawTable) -> bool:
    if table.how.header is False or not are_two_lists(table.names):
        return False
    if not all(Profile(one).is_number for one in table.columns):
        return False
    if find_matrix(table) is not None:
        return False
    if any(_size(column) < table.n_rows for column in table.columns):
        return True
    # Classes beside scores are no list of scores, nor is one probability a class.
    if any(Profile(one).has_class_words for one in table.columns):
        return False
    return not add_up([one.parse_numbers().values for one in table.columns])


def are_two_lists(names: Sequence[str]) -> bool:
    """Return whether two columns with these names are genuine and impostor scores."""
    return len(names) == 2 and _order(names) is not None


def _order(names: Sequence[str]) -> tuple[int, int] | None:
    """Return the places of the genuine and of the impostor scores, by the names."""
    words = [_class_word(name) for name in names]
    signs = [None if word in _ANSWERS else sign_of_class(word) for word in words]
    return (signs.index(True), signs.index(False)) if {*signs} == {True, False} else None


def _class_word(name: str) -> str:
    """Return the class that a name speaks of: "nonmated" of "Non-mated scores"."""
    passed = words_of("listed_score")
    word = "".join(word for word in plain_name(name).split("_") if word not in passed)
    return word.removesuffix("s") if sign_of_formats(word) is None else word


def _read_two_lists(table: RawTable) -> RawTable:
    order = _order(table.names)
    if order is None:
        return table
    columns = [table.columns[place] for place in order]
    words = [_class_word(column.name) for column in columns]
    sizes = [_size(column) for column in columns]
    is_distance = any(is_distance_name(column.name) for column in columns)
    score = RawColumn(
        "distance" if is_distance else SCORE,
        _joined(columns, sizes),
        decimal=table.how.decimal,
    )
    places = np.repeat(np.array([0, 1], np.int8), sizes)
    truth = class_column(TRUTH, arrow.chunked_array([places]), words)
    shown = both(f"'{column.name}'" for column in columns)
    sentence = phrase("{names} are lists of scores ({layout})", names=shown, layout=TWO_LISTS.name)
    known = complete(TRUTH, score.name, sentence)
    # As many whole numbers on either side may be counts, score by score.
    may_be_counts = not any(map(_has_fractions, columns)) and sizes[0] == sizes[1]
    if may_be_counts or words[1] not in words_of("impostor"):
        question = phrase("Are {names} lists of scores, one for each class?", names=shown)
        doubt = guessed(Role.TRUTH, sentence, Basis.NAME, TRUTH, question=question)
        known = replace(known, reasons=(doubt, *known.reasons[1:]))
    return replace(
        table,
        columns=(score, truth),
        n_rows=len(score),
        how=replace(table.how, format=TWO_LISTS.name),
        findings=tuple(one for one in table.findings if one.code != _PADDING),
        exclusions=_exclusions(table, sizes),
        lines=_lines(table, sizes),
        first_line=0,
        known=known,
    )


def _size(column: RawColumn) -> int:
    """Return how many cells a list has: the empty ones behind its last are no part of it."""
    if column.kind == "number":
        is_empty = kernels.is_null(column.cells(), nan_is_null=True)
    else:
        texts = kernels.utf8_trim_whitespace(kernels.fill_null(column.texts(), ""))
        is_empty = kernels.equal(kernels.binary_length(texts), 0)
    filled = np.flatnonzero(~is_empty.to_numpy())
    return int(filled[-1]) + 1 if len(filled) else 0


def _joined(columns: Sequence[RawColumn], sizes: Sequence[int]) -> ArrowColumn:
    """Return the cells of both lists, one below the other, in their own type if it is one."""
    parts = [column.cells().slice(0, n) for column, n in zip(columns, sizes, strict=True)]
    if parts[0].type != parts[1].type:
        parts = [column.texts().slice(0, n) for column, n in zip(columns, sizes, strict=True)]
    joined: ArrowColumn = arrow.chunked_array([chunk for part in parts for chunk in part.chunks])
    return joined


def _has_fractions(column: RawColumn) -> bool:
    return not Profile(column).is_whole


def _exclusions(table: RawTable, sizes: list[int]) -> tuple[Exclusion, ...]:
    """Return the rows in doubt: both of their cells, each a row of its own by now."""
    found = []
    for exclusion in table.exclusions:
        if exclusion.code == _PADDING:
            continue
        rows = exclusion.rows
        own = [rows[rows <= sizes[0]], rows[rows <= sizes[1]] + sizes[0]]
        found.append(replace(exclusion, rows=np.concatenate(own)))
    return tuple(found)


def _lines(table: RawTable, sizes: list[int]) -> NDArray[Any] | None:
    """Return the line of each score; None where the file has no lines."""
    if table.lines is None and not table.first_line:
        return None
    lines = table.first_line + np.arange(table.n_rows) if table.lines is None else table.lines
    return np.concatenate([lines[:size] for size in sizes])


TWO_LISTS = Layout(
    phrase("genuine and impostor scores in two columns"), _is_two_lists, _read_two_lists
)
