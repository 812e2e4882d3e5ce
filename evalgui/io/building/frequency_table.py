"""From rows that stand for many instances each, of one class, to a data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.digits import grouped, rounded
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.core.weights import in_parts
from evalgui.io.building.count_columns import findings, require_countable, whole_counts
from evalgui.io.meaning import counting_name, may_weigh_bodies, show_hidden
from evalgui.io.table import are_frequencies, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.io.building.class_columns import ClassColumns
    from evalgui.io.building.read_scores import ReadScore
    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawTable

_LARGEST = 1 << 28  # counts in memory: rows times classes


def read_frequencies(
    table: RawTable, roles: Roles, is_used: NDArray[np.bool_] | None
) -> tuple[NDArray[np.int64], float]:
    """Return how many instances each row stands for, or its weight in parts.

    Parameters
    ----------
    table
        The table as read.
    roles
        With the column of frequencies, `weight`.
    is_used : (n,) array of bool, or None
        Which rows must have a frequency; None means all. The others get 0.

    Returns
    -------
    (n,) array of int64, and the unit
        As of `evalgui.core.weights.in_parts`: 1 where all are whole.

    Raises
    ------
    DataError
        If a frequency is missing, no number or negative (its rows are listed), or there are too
        many to be counted exactly.
    """
    column = table.column(roles.weight or "")
    if column.name in {roles.truth, roles.predicted, *roles.number_columns}:
        message = phrase(
            "'{column}' cannot be the frequency of a row and something else", column=column.name
        )
        raise DataError(message, where=table.name, hint=phrase("Choose another column"))
    hint = phrase("Give numbers from 0 on, or let each row count once")
    counts = whole_counts(table, column, roles, is_used, hint=hint, may_be_fractions=True)
    if not counts.any():
        require_countable(table, counts)
    parts, unit = in_parts(counts)
    if unit == 1:
        require_countable(table, counts)
    return parts, unit


def row_counts(
    table: RawTable, found: ClassColumns, frequencies: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return how many instances of each class each row stands for: (n, K) int64.

    Raises
    ------
    DataError
        If that is more than fits in memory.
    """
    n, k = len(frequencies), len(found.classes.names)
    if n * k > _LARGEST:
        message = phrase(
            "{n} rows of {k} classes are too many to be counted by a frequency",
            n=grouped(n),
            k=grouped(k),
        )
        raise DataError(message, where=table.name, hint=phrase("Choose fewer classes or rows"))
    counts = np.zeros((n, k), np.int64)
    counts[np.arange(n), found.truth] = frequencies
    return counts


def cross_table(
    found: ClassColumns, frequencies: NDArray[np.int64], unit: float = 1.0
) -> ConfusionMatrix:
    """Return the confusion matrix of rows that count their instances.

    Parameters
    ----------
    found
        The true and the predicted classes of the rows.
    frequencies : (n,) array of int64
        How many instances each stands for, or its weight in parts.
    unit
        As of `read_frequencies`.
    """
    names = found.classes.names
    counts = np.zeros((len(names), len(names)), np.int64)
    predicted = found.truth if found.predicted is None else found.predicted
    called = predicted >= 0
    cells = found.truth[called], predicted[called]
    np.add.at(counts, cells, frequencies[called])
    squares = None
    if unit != 1:
        squares = np.zeros(counts.shape)
        np.add.at(squares, cells, (frequencies[called] / unit) ** 2)
    without = int(frequencies[~called].sum())
    return ConfusionMatrix(names, counts, without, unit, squares).in_weights


def of_frequencies(
    roles: Roles, n_rows: int, frequencies: NDArray[np.int64], unit: float = 1.0
) -> Iterator[Finding]:
    """Yield that rows were counted, and what was left out for it."""
    total = int(frequencies.sum())
    if unit == 1:
        text = phrase_n(
            n_rows,
            "1 row stands for {total}, as '{column}' counts them",
            "{n} rows stand for {total}, as '{column}' counts them",
            n=grouped(n_rows),
            total=grouped(total),
            column=roles.weight,
        )
        yield Finding("frequencies", text, total)
    else:
        parts = frequencies.astype(np.float64)
        worth = parts.sum() ** 2 / np.sum(parts**2)
        text = phrase_n(
            n_rows,
            "1 row stands for {total}, as '{column}' weighs them: counts are sums of weights, and "
            "by their weights all rows are worth {worth}",
            "{n} rows stand for {total}, as '{column}' weighs them: counts are sums of weights, "
            "and by their weights all rows are worth {worth}",
            n=grouped(n_rows),
            total=grouped(total / unit),
            column=roles.weight,
            worth=rounded(worth),
        )
        yield Finding("weights", text, n_rows)
    if roles.scores and roles.predicted:
        text = phrase(
            "'{column}' is not assessed beside a score whose rows are counted: choose no score to "
            "assess it",
            column=roles.predicted,
        )
        yield Finding("predicted_unused", text, n_rows)


def of_counted_scores(
    scores: Sequence[ReadScore],
    counts: NDArray[np.int64],
    names: Sequence[str],
    positive: int,
    unit: float = 1.0,
) -> Iterator[Finding]:
    """Yield what is odd about counted scores of one class against the rest.

    Where they are weights that are not whole, each row counts once for it.
    """
    if unit != 1:
        counts = (counts > 0).astype(np.int64)
    own = counts[:, positive]
    pair = np.stack([counts.sum(axis=1) - own, own], axis=1)
    others = [show_hidden(name) for place, name in enumerate(names) if place != positive]
    rest = others[0] if len(others) == 1 else f"not {show_hidden(names[positive])}"
    repeated = frozenset({"repeated_scores"})  # as they do in a cross table: once a class
    for one in findings(scores, pair, (rest, names[positive]), 1):
        if one.code not in repeated:
            yield one


def of_unused_weights(table: RawTable, roles: Roles) -> Iterator[Finding]:
    """Yield which columns look like weights and are not used, with the reason."""
    used = {*roles.class_columns, *roles.number_columns, roles.weight}
    for column in table.columns:
        if column.name in used or not counting_name(column.name):
            continue
        numbers = whole_numbers(column, (None, None))
        n_numbers = numbers.n_numbers
        if not n_numbers or bool(np.all(numbers.values == 1)):
            continue
        least, most = float(np.nanmin(numbers.values)), float(np.nanmax(numbers.values))
        if may_weigh_bodies(column.name, table.names, least, most):
            text = phrase(
                "'{column}' looks like the weight of persons, and is not used: each row counts "
                "once",
                column=column.name,
            )
            yield Finding("weight_unused", text, n_numbers)
        elif are_frequencies(numbers):
            text = phrase(
                "'{column}' may say how many each row stands for, and is not used: each counts "
                "once",
                column=column.name,
            )
            yield Finding("weight_unused", text, n_numbers)
        else:
            yield _of_fractions(column.name, n_numbers)


def _of_fractions(name: str, n: int) -> Finding:
    text = phrase(
        "'{column}' looks like weights, and is not used unless it is chosen: each row counts once",
        column=name,
    )
    return Finding("weight_not_whole", text, n)
