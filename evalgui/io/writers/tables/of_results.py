"""Any table of a result as a table that can be taken away: a column for each of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.core.texts import Style, Text, Within
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, of_rows
from evalgui.results.result import PLAIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.words import Words
    from evalgui.io.writers.tables.out_table import OutTable
    from evalgui.results.result import Column, Result, Row, Table


def of_result(told: Result, words: Words) -> OutTable:
    """Return the one table of a result: ids, titles, every column, and why the first is undefined.

    The first column that holds numbers says why there is none.
    """
    (table,), style = told.tables, Style(words)
    kinds = {column.id: _kind_of(column) for column in table.columns}
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


def _kind_of(column: Column) -> CellKind:
    kind = column.kind or PLAIN
    if kind.is_text:
        return CellKind.TEXT
    if kind.is_count:
        return CellKind.COUNT
    if kind.is_exact:
        return CellKind.THRESHOLD
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
