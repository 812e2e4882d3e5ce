"""Tables with a row for each measure: at the threshold, of each class, and of differences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.measured import NOTHING
from evalgui.core.texts import Style
from evalgui.io.writers.tables.of_rows import cells_of_file
from evalgui.io.writers.tables.of_thresholds import places_of
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_arrays, of_rows
from evalgui.render.columns import of_matrix
from evalgui.render.facets import facet_of, facet_rows, facets_by_column, facets_of_cell
from evalgui.results.result import PLAIN, told_apart
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.comparison import differences
from evalgui.results.topics.measures import measures as measures_of
from evalgui.results.topics.zone import COUNTS
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Column, Kind, LongTable
    from evalgui.results.topic import Topic

Row = tuple[Any, ...]

_MEASURE = (
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


def nothing_called(contents: Contents) -> str:
    """Return why there is nothing to measure; "" where there is."""
    if contents.snapshot.matrix is not None:
        return ""
    return "nothing says what the rows are called"


def no_pairs(contents: Contents) -> str:
    """Return why there is nothing to compare; "" where there is."""
    if contents.pairs is not None:
        return ""
    return "there is no other score: turn on View > Curves to Compare"


def measures(contents: Contents) -> OutTable:
    """Return the counts and all measures at the threshold, each with its interval.

    A proportion has the counts x and n. A grey zone follows the measures. With all of three
    classes or more together they are the measures of K classes.
    """
    told, style = measures_of(contents.snapshot), Style(contents.words)
    rows = [*facet_rows(told.tables, [column.id for column in _MEASURE], style), *_grey(contents)]
    return of_rows("measures", told.title.told(style), _MEASURE, rows)


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
    rows = facet_rows(told.tables, [column.id for column in _MEASURE], style)
    return of_rows(of.id, title, _MEASURE, rows)


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
    if kind is CellKind.THRESHOLD and table.score is not None:
        return places_of(values, table.score)
    return kind, values


def _kind_of(kind: Kind) -> CellKind:
    if kind.is_text:
        return CellKind.TEXT
    if kind.is_exact:
        return CellKind.THRESHOLD
    if kind.is_count:
        return CellKind.COUNT
    return CellKind.SHARE if kind.is_share else CellKind.NUMBER


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


def nothing_said(of: Topic, contents: Contents) -> str:
    """Return why there is no table of a topic; "" where there is."""
    if of.make(contents.snapshot, NOTHING_BESIDE) is not None:
        return ""
    return f"there is nothing to say of it: {of.name.told(Style(contents.words))}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _grey(contents: Contents) -> Iterator[Row]:
    """Yield what the grey zone does that was pulled out; nothing without one."""
    told, style = zone_of(contents.snapshot), Style(contents.words)
    if told is None:
        return
    names = [column.id for column in _MEASURE]
    ends, zones, two_way = told.tables
    yield from (_named(row, f"grey_{row[0]}", row[1]) for row in facet_rows([ends], names, style))
    titles = {
        "share": "Share of the {zone} zone",
        "positives": "{Actual_positives} in the {zone} zone",
        "negatives": "{Actual_negatives} in the {zone} zone",
        "likelihood_ratio": "Likelihood ratio of the {zone} zone",
    }
    endings = {"share": "", "likelihood_ratio": "_lr"}
    for row in zones.rows:
        for column_id, title in titles.items():
            for told_row in facets_of_cell(zones, row, column_id, names, style):
                ending = endings.get(column_id, f"_{column_id}")
                yield _named(told_row, f"{row.id}_zone{ending}", style.words(title, zone=row.id))
    rates = [column for column in two_way.columns if column not in COUNTS]
    for row, facets in facets_by_column(two_way, rates, names, style):
        way = row.id.replace("_", " ")
        yield _named(facets, f"{facets[0]}_{row.id}", f"{facets[1]}, {way}")


def _named(facets: Row, row_id: str, name: str) -> Row:
    return (row_id, name, *facets[2:])


# ----------------------------------------------------------------------------- each class

_CLASS = (OutColumn("class", "Class", CellKind.TEXT), OutColumn("support", "Rows", CellKind.COUNT))


def classes(contents: Contents) -> OutTable:
    """Return every measure of every class against the rest: a row for each of both."""
    told, style = classes_of(contents.snapshot), Style(contents.words)
    (table,) = told.tables
    support, *columns = table.columns
    names = [column.id for column in _MEASURE]
    rows = (
        (row.title.told(style), (table.cell(row, support) or NOTHING).value, *facets)
        for row, facets in facets_by_column(table, columns, names, style)
    )
    return of_rows("classes", told.title.told(style), (*_CLASS, *_MEASURE), rows)


# ---------------------------------------------------------------------------- comparisons

_PAIR = {
    OutColumn("a", "A", CellKind.TEXT): ("a", ""),
    OutColumn("b", "B", CellKind.TEXT): ("b", ""),
    OutColumn("id", "Id", CellKind.TEXT): ("p", "id"),
    OutColumn("name", "Measure", CellKind.TEXT): ("p", "name"),
    OutColumn("value_a", "Value of A", CellKind.NUMBER): ("value_a", "value"),
    OutColumn("value_b", "Value of B", CellKind.NUMBER): ("value_b", "value"),
    OutColumn("difference", "A less B", CellKind.NUMBER): ("difference", "value"),
    OutColumn("low", "Lower limit", CellKind.NUMBER): ("difference", "low"),
    OutColumn("high", "Upper limit", CellKind.NUMBER): ("difference", "high"),
    OutColumn("level", "Level", CellKind.SHARE): ("difference", "level"),
    OutColumn("method", "Method", CellKind.TEXT): ("difference", "method"),
    OutColumn("statistic", "Statistic", CellKind.NUMBER): ("statistic", "value"),
    OutColumn("p", "p", CellKind.SHARE): ("p", "value"),
    OutColumn("p_holm", "p by Holm", CellKind.SHARE): ("p_holm", "value"),
    OutColumn("test", "Test", CellKind.TEXT): ("test", ""),
    OutColumn("undefined", "Why it is undefined", CellKind.REASON): ("undefined", ""),
    OutColumn("n", "Rows of both, or of A", CellKind.COUNT): ("n", "count"),
    OutColumn("n_b", "Rows of B", CellKind.COUNT): ("n_b", "count"),
    OutColumn("n_left_out", "Rows left out", CellKind.COUNT): ("n_left_out", "count"),
    OutColumn("assumes", "Assumed", CellKind.TEXT): ("assumes", ""),
}
"""The columns of a comparison, each with that of the result and the facet that stand there."""


def comparison(contents: Contents) -> OutTable:
    """Return how scores differ: a row for the areas, for each rate, and for McNemar's test."""
    table = differences(() if contents.pairs is None else contents.pairs())
    style = Style(contents.words)
    rows = ([facet_of(table, row, *at, style) for at in _PAIR.values()] for row in table.rows)
    return of_rows("comparison", "Scores against each other", tuple(_PAIR), rows)
