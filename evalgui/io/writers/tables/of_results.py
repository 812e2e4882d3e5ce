"""What each table for files is of: all of a topic, or the columns that it has had there always."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import DataError
from evalgui.core.measured import NOTHING
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING, phrase
from evalgui.io.writers.import_log import log_of
from evalgui.render.columns import (
    ALL_COLUMNS,
    all_columns,
    by_columns,
    facet_of,
    facet_rows,
    facets_by_column,
    facets_of_cell,
    of_matrix,
    of_rows,
)
from evalgui.render.text import fact_parts
from evalgui.results.result import COUNT, PLAIN, REASON, SHARE, TEXT, Column
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.comparison import differences, draws
from evalgui.results.topics.errors import errors as errors_of
from evalgui.results.topics.flow import WITHOUT
from evalgui.results.topics.measures import measures as measures_of
from evalgui.results.topics.ranking import ranking
from evalgui.results.topics.readers import pairs_of_readers
from evalgui.results.topics.rows import discordant_rows
from evalgui.results.topics.rules import offered
from evalgui.results.topics.rules import rules as rules_of
from evalgui.results.topics.zone import COUNTS
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.results.result import LongTable, Result
    from evalgui.results.topic import Topic

Row = tuple[Any, ...]


def nothing_said(of: Topic, contents: Contents) -> str:
    """Return why there is no table of a topic; "" where there is."""
    told = of.make(contents.snapshot, contents.beside)
    if told is not None and (told.tables or told.matrices or told.long_tables):
        return ""
    if told is not None:
        return "; ".join(fact.text.told(Style(contents.words)) for fact in told.facts if fact.text)
    lacking = of.lacks(contents.snapshot)
    name = of.name.told(Style(contents.words))
    return lacking or phrase("there is nothing to say of it: {name}", name=name)


def topic(of: Topic, contents: Contents) -> LongTable:
    """Return all cells of a topic, a row each; what is one matrix or long table stays one.

    Raises
    ------
    DataError
        If it has nothing to say.
    """
    lacking = nothing_said(of, contents)
    if lacking:
        raise DataError(lacking, where=contents.dataset.name)
    told, style = of.make(contents.snapshot, contents.beside), Style(contents.words)
    assert told is not None  # noqa: S101 - nothing is lacking
    if told.long_tables:
        return told.long_tables[0]
    table_id = of.id.replace("_", "-")
    if told.matrices and not told.tables:
        return of_matrix(told.matrices[0], table_id, told.title, style, "Total")
    columns = all_columns(told.tables)
    rows = facet_rows(told.tables, style, [one.id for one in columns])
    return of_rows(table_id, told.title, columns, rows)


def long_table_of(of: Topic, table_id: str, contents: Contents) -> LongTable:
    """Return one of the long tables of a topic.

    Raises
    ------
    ValueError
        If it has none of that id.
    """
    told = of.make(contents.snapshot, contents.beside)
    for table in () if told is None else told.long_tables:
        if table.id == table_id:
            return table
    message = f"there is no table '{table_id}'"
    raise ValueError(message)


# --------------------------------------------------------------------------- at the threshold


def measures(contents: Contents) -> LongTable:
    """Return the counts and all measures at the threshold, each with its interval.

    A proportion has the counts x and n. A grey zone follows the measures. With all of three
    classes or more together they are the measures of K classes.
    """
    told, style = every_measure(contents), Style(contents.words)
    columns = all_columns(told.tables)
    rows = [*facet_rows(told.tables, style, [one.id for one in columns])]
    rows += [(*row, *[None] * (len(columns) - len(row))) for row in _grey(contents, style)]
    return of_rows("measures", told.title, columns, rows)


def every_measure(contents: Contents) -> Result:
    """Return the measures at the threshold, and those of the ranking."""
    told, over_all = measures_of(contents.snapshot), ranking(contents.snapshot)
    more = () if over_all is None else over_all.tables
    return replace(told, tables=(*told.tables, *more))


def _grey(contents: Contents, style: Style) -> Iterator[Row]:
    """Yield what the grey zone does that was pulled out; nothing without one."""
    told = zone_of(contents.snapshot)
    if told is None:
        return
    ends, zones, two_way = told.tables
    yield from (_named(row, f"grey_{row[0]}", row[1]) for row in facet_rows([ends], style))
    titles = {
        "share": Text("Share of the {zone} zone"),
        "positives": Text("{Actual_positives} in the {zone} zone"),
        "negatives": Text("{Actual_negatives} in the {zone} zone"),
        "likelihood_ratio": Text("Likelihood ratio of the {zone} zone"),
    }
    endings = {"share": "", "likelihood_ratio": "_lr"}
    for row in zones.rows:
        for column_id, title in titles.items():
            for told_row in facets_of_cell(zones, row, column_id, style):
                ending = endings.get(column_id, f"_{column_id}")
                yield _named(
                    told_row, f"{row.id}_zone{ending}", title.filled({"zone": row.id}).told(style)
                )
    rates = [column for column in two_way.columns if column not in COUNTS]
    for row, facets in facets_by_column(two_way, rates, style):
        way = row.id.replace("_", " ")
        yield _named(facets, f"{facets[0]}_{row.id}", f"{facets[1]}, {way}")


def _named(facets: Row, row_id: str, name: str) -> Row:
    return (row_id, name, *facets[2:])


def classes(contents: Contents) -> LongTable:
    """Return every measure of every class against the rest: a row for each of both."""
    told, style = classes_of(contents.snapshot), Style(contents.words)
    (table,) = told.tables
    support, *columns = table.columns
    rows = (
        (row.title.told(style), (table.cell(row, support) or NOTHING).value, *facets)
        for row, facets in facets_by_column(table, columns, style)
    )
    heads = (Column("class", Text("Class"), TEXT), Column("support", Text("Rows"), COUNT))
    return of_rows("classes", told.title, (*heads, *ALL_COLUMNS), rows)


def rules(contents: Contents) -> LongTable:
    """Return what each rule chooses, with what was set in it."""
    choices = offered(contents.snapshot, contents.given)
    told = rules_of(contents.ranking.score, choices)
    return by_columns(told.tables[0], told.id, told.title, Style(contents.words))


def errors(contents: Contents) -> LongTable:
    """Return the rows that are called wrongly and lie furthest from the threshold.

    Raises
    ------
    ValueError
        If nothing is called by a score.
    """
    told = errors_of(contents.snapshot)
    if told is None:
        message = "no row is called by a score"
        raise ValueError(message)
    return by_columns(told.tables[0], told.id, told.title, Style(contents.words))


# ---------------------------------------------------------------------------- comparisons

_PAIR = (
    (Column("a", Text("A"), TEXT), "a", ""),
    (Column("b", Text("B"), TEXT), "b", ""),
    (Column("id", Text("Id"), TEXT), "n", "id"),
    (Column("name", Text("Measure"), TEXT), "n", "name"),
    (Column("value_a", Text("Value of A"), PLAIN), "value_a", "value"),
    (Column("value_b", Text("Value of B"), PLAIN), "value_b", "value"),
    (Column("difference", Text("A less B"), PLAIN), "difference", "value"),
    (Column("low", Text("Lower limit"), PLAIN), "difference", "low"),
    (Column("high", Text("Upper limit"), PLAIN), "difference", "high"),
    (Column("level", Text("Level"), SHARE), "difference", "level"),
    (Column("method", Text("Method"), TEXT), "difference", "method"),
    (Column("statistic", Text("Statistic"), PLAIN), "statistic", "value"),
    (Column("p", Text("p"), SHARE), "p", "value"),
    (Column("p_holm", Text("p by Holm"), SHARE), "p_holm", "value"),
    (Column("test", Text("Test"), TEXT), "test", ""),
    (Column("undefined", Text("Why it is undefined"), REASON), "undefined", ""),
    (Column("n", Text("Rows of both, or of A"), COUNT), "n", "count"),
    (Column("n_b", Text("Rows of B"), COUNT), "n_b", "count"),
    (Column("n_left_out", Text("Rows left out"), COUNT), "n_left_out", "count"),
    (Column("assumes", Text("Assumed"), TEXT), "assumes", ""),
)
"""The columns of a comparison, each with that of the result and the facet that stand there."""


def comparison(contents: Contents) -> LongTable:
    """Return how scores differ: areas, each rate, McNemar's test, and what was drawn again."""
    pairs = () if contents.pairs is None else contents.pairs()
    style = Style(contents.words)
    rows = (
        [facet_of(table, row, of, facet, style) for _column, of, facet in _PAIR]
        for table in (differences(pairs), draws(pairs))
        for row in table.rows
    )
    title = Text("Scores against each other")
    return of_rows("comparison", title, (column for column, _of, _facet in _PAIR), rows)


def discordant(contents: Contents) -> LongTable:
    """Return the rows that one of two scores, or of two readers, alone calls rightly.

    Raises
    ------
    DataError
        If each score has rows of its own.
    """
    pairs = pairs_of_readers(contents.snapshot)
    pairs += () if contents.pairs is None else contents.pairs()
    if not any(pair.is_paired for pair in pairs):
        message = phrase("each score has rows of its own: none can be called by both")
        raise DataError(message, where=contents.dataset.name)
    return discordant_rows(pairs, contents.snapshot)


# ------------------------------------------------------------------------------ import log


def import_log(contents: Contents) -> LongTable:
    """Return what became of every row of the file, and why columns mean what they do."""
    if contents.loaded is None:
        message = "nothing was read"
        raise ValueError(message)
    log, style = log_of(contents.loaded, contents.more, contents.shown), Style(contents.words)
    columns = (
        Column("part", Text("Part"), TEXT),
        Column("item", Text("Item"), TEXT),
        Column("told", Text("What"), TEXT),
        Column("count", Text("Rows"), COUNT),
    )
    return of_rows("import-log", log.title, columns, _log_rows(log, contents.dataset, style))


def _log_rows(log: Result, dataset: Dataset, style: Style) -> Iterator[Row]:
    _rows, set_aside, classes = log.tables
    yield ("rows", "read", None, dataset.n_rows_in_file)
    for row, cell in set_aside.cells("n"):
        yield ("set aside", row.id, row.title.told(Style(MACHINE_LEARNING)), cell.value)
    yield ("rows", "used", None, dataset.n)
    for column in classes.columns:
        part, told = "class", None
        if column is not classes.columns[0]:
            score = column.id.removeprefix(WITHOUT)
            part, told = "missing score", f"without a score in {score}"
        for row, cell in classes.cells(column.id):
            yield (part, row.id, told, cell.value)
    for kind, item in (("column", True), ("reason", False), ("finding", False)):
        for fact in log.all_facts(kind):
            *title, told = fact_parts(fact, style)
            yield (kind, title[0] if item else None, told, None)
