"""Tables with a row for each measure: at the threshold, of each class, and of differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.measured import NOTHING
from evalgui.core.texts import Style
from evalgui.io.writers.compared import compared
from evalgui.io.writers.measures import names_in
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_rows
from evalgui.render.facets import facet_rows, facets_by_column, facets_of_cell
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.measures import measures as measures_of
from evalgui.results.topics.zone import COUNTS
from evalgui.results.topics.zone import zone as zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.vocabulary import Words
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.io.writers.tables.out_table import OutTable
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
_EMPTY = (None,) * 5  # where no interval is wanted


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
    """Return all cells of a topic, a row each.

    Raises
    ------
    ValueError
        If it has nothing to say.
    """
    told, style = of.make(contents.snapshot, NOTHING_BESIDE), Style(contents.words)
    if told is None:
        message = nothing_said(of, contents)
        raise ValueError(message)
    rows = facet_rows(told.tables, [column.id for column in _MEASURE], style)
    return of_rows(of.id, told.title.told(style), _MEASURE, rows)


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


def _row(
    metric_id: str, name: str, state: dict[str, Any], entry: dict[str, Any] | None, words: Words
) -> Row:
    """Return the row of a measure, as of `evaluation.state`, with its interval."""
    value = _float(state["infinite"] or state["value"])
    reason = words.said(state["undefined"] or "") or None
    counts = state["numerator"], state["denominator"]
    return (metric_id, name, value, *counts, reason, *_limits(entry, words))


def _limits(entry: dict[str, Any] | None, words: Words) -> Row:
    if entry is None:
        return _EMPTY
    reason = words.said(entry["undefined"] or "") or None
    limits = _float(entry["low"]), _float(entry["high"])
    return (*limits, entry["level"], entry["method"], reason)


def _float(value: float | str | None) -> float | None:
    return None if value is None else float(value)


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

_PAIR = (
    OutColumn("a", "A", CellKind.TEXT),
    OutColumn("b", "B", CellKind.TEXT),
    OutColumn("id", "Id", CellKind.TEXT),
    OutColumn("name", "Measure", CellKind.TEXT),
    OutColumn("value_a", "Value of A", CellKind.NUMBER),
    OutColumn("value_b", "Value of B", CellKind.NUMBER),
    OutColumn("difference", "A less B", CellKind.NUMBER),
    OutColumn("low", "Lower limit", CellKind.NUMBER),
    OutColumn("high", "Upper limit", CellKind.NUMBER),
    OutColumn("level", "Level", CellKind.SHARE),
    OutColumn("method", "Method", CellKind.TEXT),
    OutColumn("statistic", "Statistic", CellKind.NUMBER),
    OutColumn("p", "p", CellKind.SHARE),
    OutColumn("p_holm", "p by Holm", CellKind.SHARE),
    OutColumn("test", "Test", CellKind.TEXT),
    OutColumn("undefined", "Why it is undefined", CellKind.REASON),
    OutColumn("n", "Rows of both, or of A", CellKind.COUNT),
    OutColumn("n_b", "Rows of B", CellKind.COUNT),
    OutColumn("n_left_out", "Rows left out", CellKind.COUNT),
    OutColumn("assumes", "Assumed", CellKind.TEXT),
)


def comparison(contents: Contents) -> OutTable:
    """Return how scores differ: a row for the areas, for each rate, and for McNemar's test."""
    pairs = () if contents.pairs is None else contents.pairs()
    rows = [row for pair in compared(pairs) for row in _pair_rows(pair, contents.words)]
    return of_rows("comparison", "Scores against each other", _PAIR, rows)


def _pair_rows(pair: dict[str, Any], words: Words) -> Iterator[Row]:
    names = names_in(words.vocabulary)
    n, n_b = (pair["n"], pair["n"]) if pair["paired"] else pair["n"]
    rest = (n, n_b, pair["n_left_out"], words.said(pair["assumes"]))
    area = pair["auc"] | {"statistic": pair["auc"]["z"], "test": pair["auc"]["method"]}
    found = {"roc_auc": ("ROC AUC", area)}
    found |= {name: (names[name], one) for name, one in pair["at"].items()}
    for metric_id, (name, one) in found.items():
        values = tuple(one[part] for part in ("a", "b", "difference"))
        limits = (_float(one["low"]), _float(one["high"]), one["level"], one["method"])
        test = (one["statistic"], one["p"], one["p_holm"], one["test"])
        reason = words.said(one["undefined"] or "") or None
        start = (pair["a"], pair["b"], metric_id, name)
        yield (*start, *values, *limits, *test, reason, *rest)
    test = pair["mcnemar"]
    if test is not None:
        start = (pair["a"], pair["b"], "mcnemar", "Rows that one of both alone calls rightly")
        values = (float(test["only_a_right"]), float(test["only_b_right"]), None)
        told = (test["statistic"], test["p"], test["p_holm"], test["method"])
        yield (*start, *values, None, None, None, None, *told, test["undefined"], *rest)
