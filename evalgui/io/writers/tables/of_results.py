"""What any topic says as a table that can be taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.histogram import finite_range
from evalgui.core.texts import Style, Text, Within
from evalgui.core.thresholds import written
from evalgui.io.writers.tables.of_rows import cells_of_file
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_arrays, of_rows
from evalgui.render.columns import of_matrix
from evalgui.render.facets import facet_rows
from evalgui.results.result import PLAIN, told_apart
from evalgui.results.topic import NOTHING_BESIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.core.dataset import Score
    from evalgui.core.ranking import Ranking
    from evalgui.core.words import Words
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Column, Kind, LongTable, Result, Row, Table
    from evalgui.results.topic import Topic

MEASURE = (
    OutColumn("id", "Id", CellKind.TEXT),
    OutColumn("name", "Measure", CellKind.TEXT),
    OutColumn("value", "Value", CellKind.NUMBER),
    OutColumn("x", "x", CellKind.COUNT),
    OutColumn("n", "n", CellKind.COUNT),
    OutColumn("undefined", "Why there is no value", CellKind.REASON),
    OutColumn("low", "Lower limit", CellKind.NUMBER),
    OutColumn("high", "Upper limit", CellKind.NUMBER),
    OutColumn("level", "Level", CellKind.SHARE),
    OutColumn("method", "Method", CellKind.TEXT),
    OutColumn("interval_undefined", "Why there is no interval", CellKind.REASON),
)
"""What is told of one value."""


def nothing_said(of: Topic, contents: Contents) -> str:
    """Return why there is no table of a topic; "" where there is."""
    if of.make(contents.snapshot, NOTHING_BESIDE) is not None:
        return ""
    return f"there is nothing to say of it: {of.name.told(Style(contents.words))}"


def no_score(contents: Contents) -> str:
    """Return why there are no thresholds; "" where there are."""
    if contents.snapshot.ranking is not None:
        return ""
    if not contents.snapshot.is_one_versus_rest:
        return "all classes are taken together: choose one to be assessed against the rest"
    return "the data have no score"


def no_finite_score(contents: Contents) -> str:
    """Return why there are no bins of scores; "" where there are."""
    reason = no_score(contents)
    if reason:
        return reason
    low, high = finite_range(ranking_of(contents).table)
    return "" if low <= high else "no score is finite"


def no_class_scores(contents: Contents) -> str:
    """Return why there is no curve of each class; "" where there are."""
    if contents.snapshot.class_scores is None:
        return "there is no score for each of three classes or more"
    return ""


def ranking_of(contents: Contents) -> Ranking:
    """Return the scores that are ranked.

    Raises
    ------
    ValueError
        If there are none.
    """
    if contents.snapshot.ranking is None:
        message = "there are no scores"
        raise ValueError(message)
    return contents.snapshot.ranking


def topic(of: Topic, contents: Contents) -> OutTable:
    """Return all cells of a topic, a row each; what is one matrix or long table stays one.

    Raises
    ------
    ValueError
        If it has nothing to say.
    """
    told, style = of.make(contents.snapshot, NOTHING_BESIDE), Style(contents.words)
    if told is None:
        message = nothing_said(of, contents)
        raise ValueError(message)
    title = told.title.told(style)
    if told.long_tables:
        return long_table_of(of, of.id, contents)
    if told.matrices and not told.tables:
        (matrix,) = told.matrices
        return _of_matrix(matrix, of.id, title, style)
    rows = facet_rows(told.tables, [column.id for column in MEASURE], style)
    return of_rows(of.id, title, MEASURE, rows)


def long_table_of(of: Topic, table_id: str, contents: Contents) -> OutTable:
    """Return one of the long tables of a topic.

    Raises
    ------
    ValueError
        If it has none of that id.
    """
    told = of.make(contents.snapshot, contents.beside)
    known = {one.id: one for one in (() if told is None else told.long_tables)}
    if table_id not in known:
        message = f"there is no table '{table_id}'"
        raise ValueError(message)
    return of_long_table(known[table_id], Style(contents.words))


def of_long_table(table: LongTable, style: Style) -> OutTable:
    """Return a long table, its thresholds in the units of the file."""
    values, columns = list(table.values()), []
    n_rows = len(values[0])
    for place, column in enumerate(table.columns):
        kind, values[place] = _cells_of(column, values[place], table, style)
        columns.append(OutColumn(column.id, column.title.told(style), kind))
    return of_arrays(table.id, table.title.told(style), columns, values, n_rows)


def _cells_of(column: Column, values: Any, table: LongTable, style: Style) -> tuple[CellKind, Any]:  # noqa: ANN401 - arrays
    """Return the kind of a column of a long table, and its cells."""
    kind = _kind_of(column.kind or PLAIN)
    if column.kind is None:
        return cells_of_file(values)
    if kind is CellKind.TEXT:
        told = [None if one is None else one.told(style) for one in values.labels]
        known = np.array(told, dtype=object)
        return kind, replace(values, made=lambda part: known[values[part]])
    if kind is CellKind.THRESHOLD and table.score is not None and table.score.base:
        return CellKind.EXACT_THRESHOLD, _Written(values, table.score)
    return kind, values


class _Written:
    """Thresholds as text, made when a block of them is asked for."""

    def __init__(self, places: NDArray[np.float64], score: Score) -> None:
        self._places, self._score = places, score

    def __getitem__(self, part: slice) -> list[str]:
        return [written(one, self._score) for one in self._places[part].tolist()]


def _of_matrix(matrix: Matrix, table_id: str, title: str, style: Style) -> OutTable:
    """Return a matrix with its sums."""
    found = of_matrix(matrix, style, "Total")
    names = [name.told(style) for name in matrix.columns.names]
    ids = told_apart([matrix.rows.id, *names, "total"])
    columns = [
        OutColumn(column_id, one.head, CellKind.TEXT if one.is_text else CellKind.COUNT)
        for column_id, one in zip(ids, found, strict=True)
    ]
    n_rows = len(matrix.rows.names) + 1
    return of_arrays(table_id, title, columns, [one.cells for one in found], n_rows)


def of_result(told: Result, words: Words) -> OutTable:
    """Return the one table of a result: ids, titles, every column, and why the first is undefined.

    The first column that holds numbers says why there is none.
    """
    (table,), style = told.tables, Style(words)
    kinds = {column.id: _kind_of(column.kind or PLAIN) for column in table.columns}
    if any(_needs_text(table, column) for column in table.columns):
        exact = (one for one, kind in kinds.items() if kind is CellKind.THRESHOLD)
        kinds |= dict.fromkeys(exact, CellKind.EXACT_THRESHOLD)
    first = next(one for one in table.columns if kinds[one.id] is not CellKind.TEXT)
    why = Text("Why there is no {what}", {"what": Within(first.title)})
    columns = [
        OutColumn("id", "Id", CellKind.TEXT),
        OutColumn("name", table.of_rows.told(style), CellKind.TEXT),
        *(OutColumn(one.id, one.title.told(style), kinds[one.id]) for one in table.columns),
        OutColumn("undefined", why.told(style), CellKind.REASON),
    ]
    rows = ([*_row(table, row, first, kinds, style)] for row in table.rows)
    return of_rows(told.id, told.title.told(style), columns, rows)


def _kind_of(kind: Kind) -> CellKind:
    """Return what kind of value a column holds."""
    if kind.is_text:
        return CellKind.TEXT
    if kind.is_exact:
        return CellKind.THRESHOLD
    if kind.is_count:
        return CellKind.COUNT
    return CellKind.SHARE if kind.is_share else CellKind.NUMBER


def _needs_text(table: Table, column: Column) -> bool:
    """Return whether a threshold of a column lies beyond an infinity, or beyond 2^53."""
    if column.kind is None or not column.kind.is_exact:
        return False
    cells = (table.cell(row, column) for row in table.rows)
    is_long = any(cell is not None and isinstance(cell.value, int) for cell in cells)
    return is_long or any(table.said(row, column) is not None for row in table.rows)


def _row(
    table: Table, row: Row, first: Column, kinds: dict[str, CellKind], style: Style
) -> Iterator[Any]:
    yield from (row.id, row.title.told(style))
    for column in table.columns:
        cell, said = table.cell(row, column), table.said(row, column)
        is_text = kinds[column.id].is_text
        if said is not None and (is_text or cell is None):
            yield said.told(style)
        elif cell is None or not cell.is_defined:
            yield None
        else:
            yield str(cell.value).removesuffix(".0") if is_text else cell.value
    of_first = table.cell(row, first)
    is_undefined = of_first is not None and not of_first.is_defined
    yield style.words.said(of_first.reason) or None if of_first and is_undefined else None
