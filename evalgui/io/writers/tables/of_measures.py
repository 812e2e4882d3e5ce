"""Tables with a row for each measure, class, rule or difference, as older programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.measured import NOTHING
from evalgui.core.texts import Style
from evalgui.io.writers.tables.of_results import MEASURE, of_result, ranking_of
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_rows
from evalgui.render.facets import facet_of, facet_rows, facets_by_column, facets_of_cell
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.comparison import differences
from evalgui.results.topics.measures import measures as measures_of
from evalgui.results.topics.rules import offered
from evalgui.results.topics.rules import rules as rules_of
from evalgui.results.topics.zone import COUNTS
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable

Row = tuple[Any, ...]


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
    rows = [*facet_rows(told.tables, [column.id for column in MEASURE], style), *_grey(contents)]
    return of_rows("measures", told.title.told(style), MEASURE, rows)


def _grey(contents: Contents) -> Iterator[Row]:
    """Yield what the grey zone does that was pulled out; nothing without one."""
    told, style = zone_of(contents.snapshot), Style(contents.words)
    if told is None:
        return
    names = [column.id for column in MEASURE]
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


def rules(contents: Contents) -> OutTable:
    """Return what each rule chooses, with what was set in it."""
    choices = offered(contents.snapshot, contents.given)
    return of_result(rules_of(ranking_of(contents).score, choices), contents.words)


# ----------------------------------------------------------------------------- each class

_CLASS = (OutColumn("class", "Class", CellKind.TEXT), OutColumn("support", "Rows", CellKind.COUNT))


def classes(contents: Contents) -> OutTable:
    """Return every measure of every class against the rest: a row for each of both."""
    told, style = classes_of(contents.snapshot), Style(contents.words)
    (table,) = told.tables
    support, *columns = table.columns
    names = [column.id for column in MEASURE]
    rows = (
        (row.title.told(style), (table.cell(row, support) or NOTHING).value, *facets)
        for row, facets in facets_by_column(table, columns, names, style)
    )
    return of_rows("classes", told.title.told(style), (*_CLASS, *MEASURE), rows)


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
