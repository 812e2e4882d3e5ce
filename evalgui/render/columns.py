"""Results spread out as plain columns: tables for files, for data frames and for copies."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.measured import Bracket
from evalgui.core.texts import Given, Share, Text, Within
from evalgui.core.vocabulary import phrase
from evalgui.results.result import (
    COUNT,
    EXACT_THRESHOLD,
    PLAIN,
    REASON,
    SHARE,
    TEXT,
    Column,
    LongTable,
    told_apart,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evalgui.core.measured import Interval, Measured
    from evalgui.core.texts import Style, Told
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Kind, Row, Table


def of_rows(
    table_id: str, title: Told, columns: Iterable[Column], rows: Iterable[Sequence[Any]]
) -> LongTable:
    """Return rows at hand, each with a cell for every column, as a table for files.

    NaN and None are undefined. A column of counts that holds sums of weights is one of numbers.
    """
    columns = tuple(columns)
    found = list(zip(*rows, strict=True)) or [() for _column in columns]
    pairs = zip(columns, found, strict=True)
    known = tuple(
        replace(one, kind=PLAIN) if _is_count(one) and any(map(_is_sum, cells)) else one
        for one, cells in pairs
    )
    return LongTable(table_id, title, known, lambda: found)


def _is_count(column: Column) -> bool:
    return column.kind is not None and column.kind.is_count


def _is_sum(cell: object) -> bool:
    """Return whether a count is a sum of weights, which is no whole number."""
    return isinstance(cell, float) and not math.isnan(cell)


# ------------------------------------------------------------------------- sides of a cell


@dataclass(frozen=True, slots=True)
class Facet:
    """One side of a cell.

    Parameters
    ----------
    told
        Returns it of a row and its cell; None where it is undefined, infinities are infinite.
    title
        What it is called.
    kind
        What it is.
    """

    told: Callable[[Row, Measured, Style], Any]
    title: str = ""
    kind: Kind = TEXT


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _of_interval(told: Callable[[Any, Style], Any]) -> Callable[[Row, Measured, Style], Any]:
    """Return a facet of the interval of a cell; None without one."""

    def facet(_row: Row, cell: Measured, style: Style) -> Any:  # noqa: ANN401 - what it tells
        return None if cell.interval is None else told(cell.interval, style)

    return facet


def _reason(_row: Row, cell: Measured, style: Style) -> str | None:
    return None if cell.is_defined else style.words.said(cell.reason) or None


def _of_fraction(place: int) -> Callable[[Row, Measured, Style], Any]:
    return lambda _row, cell, _style: None if cell.fraction is None else cell.fraction[place]


FACETS: Mapping[str, Facet] = {
    "id": Facet(lambda row, _cell, _style: row.id, "Id"),
    "name": Facet(lambda row, _cell, style: row.title.told(style), phrase("Measure")),
    "value": Facet(lambda _row, cell, _style: _number(cell.value), phrase("Value"), PLAIN),
    "x": Facet(_of_fraction(0), "x", COUNT),
    "n": Facet(_of_fraction(1), "n", COUNT),
    "undefined": Facet(_reason, phrase("Why there is no value"), REASON),
    "low": Facet(
        _of_interval(lambda one, _style: _number(one.lower)), phrase("Lower limit"), PLAIN
    ),
    "high": Facet(
        _of_interval(lambda one, _style: _number(one.upper)), phrase("Upper limit"), PLAIN
    ),
    "level": Facet(_of_interval(lambda one, _style: one.level), phrase("Level"), SHARE),
    "method": Facet(_of_interval(lambda one, _style: one.method or None), phrase("Method")),
    "interval_undefined": Facet(
        _of_interval(
            lambda one, style: None if one.is_defined else style.words.said(one.reason) or None
        ),
        phrase("Why there is no interval"),
        REASON,
    ),
    "key": Facet(lambda row, _cell, _style: row.json_key),
    "count": Facet(lambda _row, cell, _style: cell.value if cell.is_defined else None),
    "sided": Facet(_of_interval(lambda one, _style: one.sided.value)),
    "assumes": Facet(_of_interval(lambda one, style: style.words.said(one.assumes) or None)),
    "bins_low": Facet(lambda _row, cell, _style: cell.bracket and _number(cell.bracket.low)),
    "bins_high": Facet(lambda _row, cell, _style: cell.bracket and _number(cell.bracket.high)),
}
"""Every side of a cell by its name."""

ALL = tuple(name for name, facet in FACETS.items() if facet.title)
"""Those that a table has that holds everything."""

ALL_COLUMNS = tuple(Column(name, Text(FACETS[name].title), FACETS[name].kind) for name in ALL)

OF_BINS = (
    Column("bins_low", Text("Least, as far as bins tell"), PLAIN),
    Column("bins_high", Text("Greatest, as far as bins tell"), PLAIN),
)
"""Further columns where bins leave numbers open."""


def all_columns(tables: Iterable[Table]) -> tuple[Column, ...]:
    """Return those of a table that holds everything, with `OF_BINS` where bins leave it open."""
    cells = (one.cell(row, column) for one in tables for row in one.rows for column in one.columns)
    is_open = any(cell is not None and cell.bracket is not None for cell in cells)
    return (*ALL_COLUMNS, *OF_BINS) if is_open else ALL_COLUMNS


def facet_of(table: Table, row: Row, column_id: str, name: str, style: Style) -> Any:  # noqa: ANN401 - what it tells
    """Return a facet of a cell, or the words in it; None where nothing stands, or no such column.

    Parameters
    ----------
    table, row
        A row of a table of a result.
    column_id
        Of one of its columns.
    name
        Of `FACETS`; of no matter where the column holds words.
    style
        How words, names and reasons are told.
    """
    column = next((one for one in table.columns if one.id == column_id), None)
    if column is None:
        return None
    said, cell = table.said(row, column), table.cell(row, column)
    if said is not None:
        return said.told(style) or None
    return None if cell is None else FACETS[name].told(row, cell, style)


def facet_rows(
    tables: Iterable[Table], style: Style, names: Sequence[str] = ALL
) -> Iterator[tuple[Any, ...]]:
    """Yield some facets of each cell of tables, a row each.

    Of several columns, the id and the name tell which one it is.

    Parameters
    ----------
    tables
        Those of a result.
    style
        How names and reasons are told.
    names
        Of `FACETS`.
    """
    for table in tables:
        for row in table.rows:
            for column in table.columns:
                of = row if len(table.columns) == 1 else _of_column(row, column, table)
                yield from _cell(table, (row, column), of, names, style)


def facets_by_column(
    table: Table, columns: Sequence[Column], style: Style
) -> Iterator[tuple[Row, tuple[Any, ...]]]:
    """Yield each row of a table with the facets of its cells, whose ids are those of columns."""
    for row in table.rows:
        for column in columns:
            of = replace(row, id=column.id, title=column.title)
            for told in _cell(table, (row, column), of, ALL, style):
                yield row, told


def facets_of_cell(
    table: Table, row: Row, column_id: str, style: Style
) -> Iterator[tuple[Any, ...]]:
    """Yield the facets of one cell, if there is one; its id is that of its row."""
    column = next(one for one in table.columns if one.id == column_id)
    return _cell(table, (row, column), row, ALL, style)


def _cell(
    table: Table, at: tuple[Row, Column], of: Row, names: Sequence[str], style: Style
) -> Iterator[tuple[Any, ...]]:
    """Yield the facets of a cell; none where there is no cell, or a number no double tells."""
    cell = table.cell(*at)
    is_untold = table.kind(*at).is_exact and cell and isinstance(cell.value, int)
    if cell is not None and not is_untold:
        yield tuple(FACETS[name].told(of, cell, style) for name in names)


def _of_column(row: Row, column: Column, table: Table) -> Row:
    name = {"name": row.title, "column": column.title}
    is_first = column is table.columns[0]
    title = row.title if is_first else Text("{name}, {column}", name)
    return replace(row, id=f"{row.id}_{column.id}", title=title)


# ---------------------------------------------------------------------------- whole tables


def by_columns(table: Table, table_id: str, title: Told, style: Style) -> LongTable:
    """Return a table for files: ids, titles, every column, and why the first is undefined.

    The first column that holds numbers says why there is none.
    """
    columns = [replace(one, kind=one.kind or PLAIN) for one in table.columns]
    if any(_needs_text(table, column) for column in table.columns):
        columns = [_as_text(one) for one in columns]
    found = zip(table.columns, columns, strict=True)
    first = next(own for own, one in found if one.kind != TEXT)
    why = Text("Why there is no {what}", {"what": Within(first.title)})
    heads = (Column("id", Text("Id"), TEXT), Column("name", table.of_rows, TEXT))
    rows = [[*_of_row(table, row, columns, first, style)] for row in table.rows]
    columns.append(Column("undefined", why, REASON))
    for column in table.columns:
        cells = [table.cell(row, column) for row in table.rows]
        for one, ends in _open(column, [None if cell is None else cell.bracket for cell in cells]):
            columns.append(one)
            rows = [[*row, end] for row, end in zip(rows, ends, strict=True)]
    return of_rows(table_id, title, (*heads, *columns), rows)


def _as_text(column: Column) -> Column:
    is_exact = column.kind is not None and column.kind.is_exact
    return replace(column, kind=EXACT_THRESHOLD) if is_exact else column


def _needs_text(table: Table, column: Column) -> bool:
    """Return whether a threshold of a column lies beyond an infinity, or beyond 2^53."""
    if column.kind is None or not column.kind.is_exact:
        return False
    cells = (table.cell(row, column) for row in table.rows)
    is_long = any(cell is not None and isinstance(cell.value, int) for cell in cells)
    return is_long or any(table.said(row, column) is not None for row in table.rows)


def _of_row(
    table: Table, row: Row, columns: Sequence[Column], first: Column, style: Style
) -> Iterator[Any]:
    yield from (row.id, row.title.told(style))
    for column, shown in zip(table.columns, columns, strict=True):
        cell, said = table.cell(row, column), table.said(row, column)
        is_text = shown.kind is not None and shown.kind.is_text
        if said is not None and (is_text or cell is None):
            yield said.told(style)
        elif cell is None or not cell.is_defined:
            yield None
        else:
            yield str(cell.value).removesuffix(".0") if is_text else cell.value
    of_first = table.cell(row, first)
    yield None if of_first is None else _reason(row, of_first, style)


def of_matrix(matrix: Matrix, table_id: str, title: Told, style: Style, sums: str) -> LongTable:
    """Return a matrix with its sums: the names of its rows, each column, and the sum of each."""
    rows, columns = matrix.rows, matrix.columns
    corner = " \\ ".join(side.title.told(style) for side in (rows, columns))
    heads = [corner, *(name.told(style) for name in columns.names), sums]
    ids = told_apart([rows.id, *heads[1:-1], "total"])
    kinds = [TEXT, *[COUNT] * (len(ids) - 1)]
    names = [*(name.told(style) for name in rows.names), sums]
    counts = [*matrix.counts.tolist(), columns.sums.tolist()]
    of_each = [*rows.sums.tolist(), matrix.total]
    lines = zip(names, counts, of_each, strict=True)
    found = (
        Column(column_id, Given(head), kind)
        for column_id, head, kind in zip(ids, heads, kinds, strict=True)
    )
    return of_rows(table_id, title, found, ((name, *cells, n) for name, cells, n in lines))


# --------------------------------------------------------------------------------- copies


def spread(table: Table, style: Style, head_of_notes: Told) -> LongTable:
    """Return titles, values with their limits where there are, and notes, for a copy.

    NaN is undefined, None is nothing.

    Parameters
    ----------
    table
        Any table of a result.
    style
        How titles and notes are told.
    head_of_notes
        What stands above the notes, which come last.
    """
    columns: list[Column] = [Column("name", table.of_rows, TEXT)]
    found: list[Sequence[Any]] = [[row.title.told(style) for row in table.rows]]
    for column in table.columns:
        cells = [table.cell(row, column) for row in table.rows]
        columns.append(Column(column.id, column.title, PLAIN))
        found.append([None if cell is None else cell.value for cell in cells])
        columns_of_bins = _open(column, [None if cell is None else cell.bracket for cell in cells])
        limits = _limits(column, [None if cell is None else cell.interval for cell in cells])
        limits = [*columns_of_bins, *limits]
        columns += [one for one, _cells in limits]
        found += [values for _one, values in limits]
    notes = [None if table.note is None else table.note(row) for row in table.rows]
    columns.append(Column("note", head_of_notes, TEXT))
    found.append([None if note is None else note.told(style) for note in notes])
    return LongTable(table.id, table.of_rows, tuple(columns), lambda: found)


def _open(column: Column, brackets: Sequence[Bracket | None]) -> list[tuple[Column, Sequence[Any]]]:
    """Return between which ends bins leave numbers; no columns where nothing is open."""
    if not any(brackets):
        return []
    known = [Bracket(math.nan, math.nan) if one is None else one for one in brackets]
    ends: tuple[Sequence[Any], ...] = ([one.low for one in known], [one.high for one in known])
    return [
        (replace(one, id=f"{column.id}_{one.id}"), cells)
        for one, cells in zip(OF_BINS, ends, strict=True)
    ]


def _limits(
    column: Column, intervals: Sequence[Interval | None]
) -> list[tuple[Column, Sequence[Any]]]:
    """Return both limits and their method; no columns where nothing has an interval."""
    level = next((one.level for one in intervals if one is not None), None)
    if level is None:
        return []
    known = [one if one is not None and one.is_defined else None for one in intervals]
    share = {"level": Share(level)}
    lower, upper = Text("{level} lower", share), Text("{level} upper", share)
    return [
        (Column(f"{column.id}_{name}", title, kind), cells)
        for name, title, kind, cells in (
            ("low", lower, PLAIN, [None if one is None else one.lower for one in known]),
            ("high", upper, PLAIN, [None if one is None else one.upper for one in known]),
            (
                "method",
                Text("Method"),
                TEXT,
                [None if one is None else one.method for one in known],
            ),
        )
    ]


def copied(
    table: Table, rows: Sequence[Row], columns: Sequence[Column | None], style: Style
) -> list[list[str]]:
    """Return some rows and columns, the heads first: values, each with its limits behind it.

    Parameters
    ----------
    table
        Any table of a result.
    rows, columns
        Some of its own; None stands for the titles of the rows.
    style
        How titles are told.

    Returns
    -------
    list of list of str
        Numbers with every digit, and a point; words where these stand instead, "" where nothing
        does. A column without intervals has no limits.
    """
    has_words = [one is None or (one.kind is not None and one.kind.is_text) for one in columns]
    found = [
        [
            None if column is None or is_words else table.cell(row, column)
            for column, is_words in zip(columns, has_words, strict=True)
        ]
        for row in rows
    ]
    by_column = list(zip(*found, strict=True)) if found else [()] * len(columns)
    limited = [
        any(cell is not None and cell.interval is not None for cell in of) for of in by_column
    ]
    binned = [any(cell is not None and cell.bracket is not None for cell in of) for of in by_column]
    heads: list[str] = []
    for column, has_limits, is_open in zip(columns, limited, binned, strict=True):
        head = (table.of_rows if column is None else column.head).told(style)
        heads.append(head)
        if is_open:
            heads += [f"{head} {style.words.within(one.title.told(style))}" for one in OF_BINS]
        if has_limits:
            heads += [
                style.words("{head} lower", head=head),
                style.words("{head} upper", head=head),
            ]
    lines = [heads]
    for row, cells in zip(rows, found, strict=True):
        line = []
        for column, cell, has_limits, is_open in zip(columns, cells, limited, binned, strict=True):
            told = row.title if column is None else table.said(row, column)
            words = "" if told is None else told.told(style)
            has_number = cell is not None and (cell.is_defined or not words)
            line.append(_text(cell.value, "") if cell is not None and has_number else words)
            if is_open:
                bracket = None if cell is None else cell.bracket
                ends = (math.nan,) * 2 if bracket is None else (bracket.low, bracket.high)
                line += [_text(end, "") for end in ends]
            if has_limits:
                interval = None if cell is None else cell.interval
                ends = (math.nan,) * 2 if interval is None else (interval.lower, interval.upper)
                line += [_text(end, "") for end in ends]
        lines.append(line)
    return lines


def printed(
    table: Table,
    rows: Sequence[Row],
    columns: Sequence[Column | None],
    style: Style,
    written: Callable[[Kind, Measured], str],
) -> list[list[str]]:
    """Return some rows and columns as a page prints them, the heads first.

    Before the first column of proportions stands one with the counts that these are of.

    Parameters
    ----------
    table, rows, columns
        As of `copied`.
    style
        How titles, words and counts are told.
    written
        Returns a number, rounded, with its limits in brackets: "0.894 (0.820-0.940)".
    """
    found: list[list[str]] = []
    has_counts = False
    for column in columns:
        if column is None:
            titles = (row.title.told(style) for row in rows)
            found.append([table.of_rows.told(style), *titles])
            continue
        cells = [table.cell(row, column) for row in rows]
        fractions = [None if cell is None else cell.fraction for cell in cells]
        if not has_counts and any(fractions):
            has_counts = True
            write = style.count or style.number
            counts = ("" if one is None else "/".join(map(write, one)) for one in fractions)
            found.append(["x/n", *counts])
        intervals = (None if cell is None else cell.interval for cell in cells)
        levels = dict.fromkeys(one.level for one in intervals if one is not None)
        head = column.head.told(style)
        if levels:
            level = Text("{level} interval", {"level": Share(next(iter(levels)))}).told(style)
            head = f"{head} ({level})"
        told = (
            _printed(table, row, column, cell, style, written)
            for row, cell in zip(rows, cells, strict=True)
        )
        found.append([head, *told])
    return [list(line) for line in zip(*found, strict=True)]


def _printed(  # noqa: PLR0913, PLR0917 - a cell with all that it takes to write it
    table: Table,
    row: Row,
    column: Column,
    cell: Measured | None,
    style: Style,
    written: Callable[[Kind, Measured], str],
) -> str:
    said = table.said(row, column)
    if said is not None and (cell is None or not cell.is_defined):
        return said.told(style)
    return "" if cell is None else written(table.kind(row, column), cell)


def tsv(table: LongTable, style: Style) -> str:
    """Return a table with tabs, as spreadsheets take it; an empty cell is undefined."""
    rows = zip(*table.made, strict=True)
    heads = [column.title.told(style) for column in table.columns]
    lines = [heads, *([_text(cell, "") for cell in row] for row in rows)]
    return "".join("\t".join(" ".join(cell.split()) for cell in line) + "\n" for line in lines)


def bare(table: LongTable, _style: Style) -> str:
    """Return the first numbers of each row alone, one a line."""
    pairs = zip(table.columns, table.made, strict=True)
    numbers = next(cells for column, cells in pairs if not table.kind(column).is_text)
    return "\n".join(_text(cell, "undefined") for cell in numbers)


def _text(cell: str | float | None, undefined: str) -> str:
    if cell is None or isinstance(cell, str):
        return cell or ""
    return undefined if math.isnan(cell) else repr(cell)
