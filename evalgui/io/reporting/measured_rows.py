"""Rows of results as cells of a report: the value, x/n, and the limits with their method."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.digits import grouped, percent_of
from evalgui.core.measured import NOTHING, Sided
from evalgui.core.texts import Given, Joined, Style
from evalgui.io.reporting import wording
from evalgui.io.reporting.blocks import Cell, Group, Table
from evalgui.io.reporting.scores import score_text, threshold_text
from evalgui.render.json import number
from evalgui.results.result import Linked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from evalgui.core.measured import Bracket, Interval, Measured
    from evalgui.core.texts import Told
    from evalgui.core.words import Words
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Column, Kind, Row
    from evalgui.results.result import Table as Measures


_AND = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"


class RowCells(NamedTuple):
    """The cells that a table of measures may have of a row."""

    name: Cell
    fraction: Cell
    value: Cell
    low: Cell
    high: Cell
    method: Cell
    others: tuple[Cell, ...]
    """Those of further columns."""


def row_cells(table: Measures, row: Row, words: Words, of: str = "") -> RowCells:
    """Return the cells of a row; what is undefined has its reason, and no limits.

    Of a topic whose numbers stand under its id in an evaluation, that is told.
    """
    first, *others = table.columns
    found, style = table.cell(row, first) or NOTHING, style_of(words)
    at = f"{of}.{row.json_key}" if of else ""
    value = value_cell(table, row, first, words)
    if at:
        value = measured_cell(found, table.kind(row, first), words, f"{at}.value")
    name = Cell(row.title.told(style))
    counted = wording.fraction(found)
    more = tuple(value_cell(table, row, column, words) for column in others)
    if not found.is_defined:
        return RowCells(name, counted, value, Cell(""), Cell(""), Cell(""), more)
    at = at or f"{table.keys['interval']}.{row.json_key}"
    low, high = _limits(found.interval, at, row)
    method = Cell(_method(found.interval, words, _writer(row.kind)))
    return RowCells(name, counted, value, low, high, method, more)


def value_cell(table: Measures, row: Row, column: Column, words: Words) -> Cell:
    """Return a value, or that it is undefined and why; nothing where there is none."""
    found = table.cell(row, column)
    if found is None:
        return Cell("")
    keys, place = table.keys, ""
    if column is table.columns[0]:
        of_all = keys.get("state", keys.get("number", ""))
        place = keys.get("value", f"{of_all}.{row.json_key}")
    return measured_cell(found, table.kind(row, column), words, place, is_state="state" in keys)


def limited(
    rows: Sequence[tuple[Measures, Row]],
    caption: str,
    words: Words,
    *,
    of: str = "",
    holds: tuple[str, ...] = (),
) -> Table:
    """Return rows of tables of a result, each value with what it rests on beside it.

    These are x/n, or the numbers of rows; limits, and their method. The id of a topic is as of
    `row_cells`.
    """
    told = [row_cells(table, row, words, of) for table, row in rows]
    sizes = [_size(table.cell(row, table.columns[0])) for table, row in rows]
    has_sizes = any(size.text for size in sizes)
    cells = tuple(
        (one.name, *([size] * has_sizes), one.value, one.low, one.high, one.method)
        for one, size in zip(told, sizes, strict=True)
    )
    size = [words("x/n, or n")] * has_sizes
    heads = (words("Measure"), *size, words("Value"), *ends(words), words("Method"))
    return Table(caption, heads, (Group(cells),), tuple(range(1, 4 + has_sizes)), holds=holds)


def ends(words: Words) -> tuple[str, str]:
    """Return the heads of the limits of intervals."""
    return words("From"), words("To")


def _size(found: Measured | None) -> Cell:
    """Return the counts of a proportion, else of how many rows an interval is: of each class."""
    if found is None or not found.is_defined:
        return Cell("")
    if found.fraction is not None or found.interval is None:
        return wording.fraction(found)
    return Cell(_AND.join(map(grouped, found.interval.n)))


def style_of(words: Words) -> Style:
    """Return how a report writes what stands in texts, in the words of a field."""
    shown = partial(wording.name, longest=120)
    return Style(
        words,
        name=shown,
        count=grouped,
        share=percent_of,
        place=threshold_text,
        rate=wording.percent,
    )


def table_of(
    table: Measures, caption: str, words: Words, column_ids: Sequence[str] | None = None
) -> Table:
    """Return a table of a result, each value with its interval in brackets.

    Parameters
    ----------
    table
        Of any result.
    caption
        What it shows.
    words
        Those of a field.
    column_ids
        Of the columns that are wanted; None for the usual ones.
    """
    style = style_of(words)
    wanted = table.chosen(column_ids)
    heads = (table.of_rows, *(column.title for column in wanted))
    rows = tuple(
        (
            Cell(capitalised(row.title, row.title.told(style))),
            *(_any_cell(table, row, column, style) for column in wanted),
        )
        for row in table.rows
    )
    told = tuple(capitalised(head, head.told(style)) for head in heads)
    numeric = (place for place, one in enumerate(wanted, 1) if not one.is_text)
    return Table(caption, told, (Group(rows),), tuple(numeric))


def notes_of(table: Measures, style: Style) -> Iterator[str]:
    """Yield what has to be said beside rows, each with the title of its row."""
    for row in table.rows:
        told = _note(table, row, style)
        if told:
            yield f"{capitalised(row.title, row.title.told(style))}: {told}"


def _any_cell(table: Measures, row: Row, column: Column, style: Style) -> Cell:
    """Return a value with its interval, or words; a dash where nothing stands."""
    if column.is_text:
        said = table.said(row, column)
        link = said.section if isinstance(said, Linked) else ""
        return Cell("" if said is None else said.told(style), link=link)
    if table.cell(row, column) is None:
        return wording.NOTHING
    return with_limits(table, row, column, style.words)


def matrix_of(matrix: Matrix, caption: str, words: Words) -> Table:
    """Return a matrix with its sums; beside the names stand what the field calls them."""
    style = Style(words, name=partial(wording.name, longest=40))
    truths = [name.told(style) for name in matrix.rows.names]
    for place, word in enumerate(matrix.rows.words):
        told = word.told(style)
        truths[place] += f" ({told})" * (truths[place] != told)
    calls = [wording.capital(word.told(style)) for word in matrix.columns.words]
    calls = calls or [name.told(style) for name in matrix.columns.names]
    rows = [
        (
            Cell(truth),
            *(wording.count_cell(n, matrix.key(row, at)) for at, n in enumerate(counts)),
            wording.count_cell(total),
        )
        for row, (truth, counts, total) in enumerate(
            zip(truths, matrix.counts.tolist(), matrix.rows.sums.tolist(), strict=True)
        )
    ]
    sums = map(wording.count_cell, (*matrix.columns.sums.tolist(), matrix.total))
    of_all = words("All")
    heads = (wording.capital(matrix.rows.title.told(style)), *calls, of_all)
    group = Group((*rows, (Cell(of_all), *sums)))
    return Table(caption, heads, (group,), tuple(range(1, len(heads))))


def counted(
    table: Measures, caption: str, style: Style, *, head_of_notes: str = "", most: int | None = None
) -> Table:
    """Return a table of counts, with notes where these have a head, and of many rows the first."""
    heads = [column.title.told(style) for column in table.columns]
    rows = tuple(
        (
            Cell(capitalised(row.title, wording.name(told_with_group(row, style)))),
            *(with_limits(table, row, column, style.words) for column in table.columns),
            *([Cell(_note(table, row, style))] if head_of_notes else []),
        )
        for row in table.rows[:most]
    )
    head = (table.of_rows.told(style), *heads, *([head_of_notes] if head_of_notes else []))
    return Table(caption, head, (Group(rows),), tuple(range(1, 1 + len(heads))))


def capitalised(title: Told, told: str) -> str:
    """Return a title with a capital letter, where it does not begin with a name of the user's."""
    first = title.texts[0] if isinstance(title, Joined) else title
    return told if isinstance(first, Given) else wording.capital(told)


def told_with_group(row: Row, style: Style) -> str:
    """Return the title of a row behind what it has in common with others."""
    told = row.title.told(style)
    return told if row.group is None else f"{row.group.told(style)}: {told}"


def _note(table: Measures, row: Row, style: Style) -> str:
    told = None if table.note is None else table.note(row)
    return "" if told is None else told.told(style)


def class_cell(table: Measures, row: Row, column: Column, words: Words, at: str) -> Cell:
    """Return a value of a class with its interval in brackets, if it has one."""
    facet, path = next(iter(column.keys.items()))
    return with_limits(table, row, column, words, f"{at}.{path}", is_state=facet == "state")


def with_limits(  # noqa: PLR0913 - where it stands beside the cell itself
    table: Measures,
    row: Row,
    column: Column,
    words: Words,
    place: str = "",
    *,
    is_state: bool = False,
) -> Cell:
    """Return a value with its interval in brackets, if it has one; "" stands nowhere in JSON."""
    found, kind = table.cell(row, column) or NOTHING, table.kind(row, column)
    if kind.is_count:
        return wording.count_cell(found.value, place)
    cell = measured_cell(found, kind, words, place, is_state=is_state)
    interval = found.interval
    if not found.is_defined or interval is None or not interval.is_defined:
        return cell
    if interval.sided is Sided.TWO:
        low, high = wording.limits(interval.lower, interval.upper, in_percent=kind.is_share)
        if kind.is_exact:
            low, high = map(score_text, (interval.lower, interval.upper))
        both = words("{low} to {high}", low=low, high=high)
        both += _open(interval.bracket, _writer(kind), words)
        return replace(cell, text=f"{cell.text} ({both})")
    write = _writer(kind)
    end = (
        words("at least {low}", low=write(interval.lower))
        if interval.sided is Sided.LOWER
        else words("at most {high}", high=write(interval.upper))
    )
    counted = wording.fraction(found).text
    return replace(cell, text=f"{cell.text} ({'; '.join(filter(None, (counted, end)))})")


def measured_cell(
    found: Measured, kind: Kind, words: Words, place: str = "", *, is_state: bool = False
) -> Cell:
    """Return a value with where it stands in an evaluation; "" for nowhere."""
    if not found.is_defined:
        reason = words.said(found.reason)
        told = words("undefined: {reason}" if reason else "undefined", reason=reason)
        text, value = told + _open(found.bracket, _writer(kind), words), "undefined"
        return Cell(text, value, f"{place}.value" if place and is_state else place)
    known = number(found.value)
    if isinstance(known, str):
        end = f"{place}.infinite" if place and is_state else place
        return Cell(wording.number(found.value), known, end)
    write = _writer(kind)
    text = f"{write(found.value)}{_open(found.bracket, write, words)}"
    return Cell(text, known, f"{place}.value" if place and is_state else place)


def _open(bracket: Bracket | None, write: Callable[[float], str], words: Words) -> str:
    """Return what bins leave open of a number, in brackets; "" for nothing."""
    told = "" if bracket is None else words.said(bracket.told(write))
    return f" ({told})" if told else ""


def _writer(kind: Kind) -> Callable[[float], str]:
    if kind.is_exact:
        return score_text
    return wording.percent if kind.is_share else partial(wording.number, written=kind.written)


def _limits(interval: Interval | None, place: str, row: Row) -> tuple[Cell, Cell]:
    """Return both limits, each in a cell; dashes for none."""
    if interval is None or not interval.is_defined:
        return wording.NOTHING, wording.NOTHING
    write = wording.percent if row.kind.is_share else wording.number
    low, high = (
        Cell(write(limit), number(limit), f"{place}.{end}")
        for end, limit in (("low", interval.lower), ("high", interval.upper))
    )
    return low, high


def _method(interval: Interval | None, words: Words, write: Callable[[float], str]) -> str:
    """Return how an interval was made, or why there is none."""
    if interval is None:
        return ""
    if not interval.is_defined:
        reason = words.said(interval.reason)
        if interval.reason.startswith("no interval"):
            return reason
        return words("no interval: {reason}", reason=reason)
    method = words.said(interval.method)
    if interval.sided is not Sided.TWO:
        method = words(
            "{method}, one-sided lower"
            if interval.sided is Sided.LOWER
            else "{method}, one-sided upper",
            method=method,
        )
    return f"{method}{_open(interval.bracket, write, words)}"
