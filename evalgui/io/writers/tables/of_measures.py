"""Tables with a row for each measure: at the threshold, of each class, and of differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.grey_zone import grey_ends
from evalgui.core.measured import NOTHING
from evalgui.core.texts import Style
from evalgui.io.writers.compared import compared
from evalgui.io.writers.grey_zones import grey_numbers
from evalgui.io.writers.measures import names_in
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_rows
from evalgui.render.facets import facet_rows, facets_by_column
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.classes import classes as classes_of
from evalgui.results.topics.measures import measures as measures_of

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
    ends = grey_ends(contents.snapshot)
    if ends is None:
        return
    found, words = grey_numbers(contents.snapshot, *ends), contents.words
    for side in ("low", "high"):
        if not isinstance(found[side], int):  # else no double tells it from others
            name = f"Grey zone, {side} end"
            yield (f"grey_{side}", name, _float(found[side]), None, None, None, *_EMPTY)
    n_all = sum(zone["n"] for zone in found["zones"].values())
    for name, zone in found["zones"].items():
        share = (zone["share"], zone["n"], n_all, None)
        yield (f"{name}_zone", f"Share of the {name} zone", *share, *_EMPTY)
        for of_class, told in (("positives", words.positives), ("negatives", words.negatives)):
            count = (float(zone[of_class]), None, None, None)
            yield (
                f"{name}_zone_{of_class}",
                f"{_capital(told)} in the {name} zone",
                *count,
                *_EMPTY,
            )
        ratio = zone["likelihood_ratio"]
        state = ratio | {"numerator": None, "denominator": None}
        entry = {**ratio, "method": None, "undefined": None}
        yield _row(f"{name}_zone_lr", f"Likelihood ratio of the {name} zone", state, entry, words)
    names = names_in(words.vocabulary)
    for way, told in found["two_way"].items():
        for metric_id, state in told["metrics"].items():
            name = f"{names[metric_id]}, {way.replace('_', ' ')}"
            yield _row(f"{metric_id}_{way}", name, state, None, words)


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
