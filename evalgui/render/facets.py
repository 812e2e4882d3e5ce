"""Cells taken apart into plain columns, as files and data frames have them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.texts import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from evalgui.core.measured import Measured
    from evalgui.core.texts import Style
    from evalgui.results.result import Column, Row, Table


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _of_interval(told: Callable[[Any, Style], Any]) -> Callable[[Row, Measured, Style], Any]:
    """Return a facet of the interval of a cell; None without one."""

    def facet(_row: Row, cell: Measured, style: Style) -> Any:  # noqa: ANN401 - what it tells
        return None if cell.interval is None else told(cell.interval, style)

    return facet


def _reason(_row: Row, cell: Measured, style: Style) -> str | None:
    return None if cell.is_defined else style.words.said(cell.reason) or None


FACETS: Mapping[str, Callable[[Row, Measured, Style], Any]] = {
    "id": lambda row, _cell, _style: row.id,
    "key": lambda row, _cell, _style: row.json_key,
    "name": lambda row, _cell, style: row.title.told(style),
    "value": lambda _row, cell, _style: _number(cell.value),
    "count": lambda _row, cell, _style: cell.value if cell.is_defined else None,
    "x": lambda _row, cell, _style: None if cell.fraction is None else cell.fraction[0],
    "n": lambda _row, cell, _style: None if cell.fraction is None else cell.fraction[1],
    "undefined": _reason,
    "low": _of_interval(lambda one, _style: _number(one.lower)),
    "high": _of_interval(lambda one, _style: _number(one.upper)),
    "level": _of_interval(lambda one, _style: one.level),
    "method": _of_interval(lambda one, _style: one.method or None),
    "interval_undefined": _of_interval(
        lambda one, style: None if one.is_defined else style.words.said(one.reason) or None
    ),
    "sided": _of_interval(lambda one, _style: one.sided.value),
    "assumes": _of_interval(lambda one, style: style.words.said(one.assumes) or None),
}
"""Every side of a cell by its name; None is undefined, infinities are infinite."""


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
    return None if cell is None else FACETS[name](row, cell, style)


def facet_rows(
    tables: Iterable[Table], names: Sequence[str], style: Style
) -> Iterator[tuple[Any, ...]]:
    """Yield some facets of each cell of tables, a row each.

    Of several columns, the id and the name tell which one it is.

    Parameters
    ----------
    tables
        Those of a result.
    names
        Of `FACETS`.
    style
        How names and reasons are told.
    """
    for table in tables:
        for row in table.rows:
            for column in table.columns:
                of = row if len(table.columns) == 1 else _of_column(row, column, table)
                yield from _cell(table, (row, column), of, names, style)


def facets_by_column(
    table: Table, columns: Sequence[Column], names: Sequence[str], style: Style
) -> Iterator[tuple[Row, tuple[Any, ...]]]:
    """Yield each row of a table with some facets of its cells, whose ids are those of columns."""
    for row in table.rows:
        for column in columns:
            of = replace(row, id=column.id, title=column.title)
            for told in _cell(table, (row, column), of, names, style):
                yield row, told


def facets_of_cell(
    table: Table, row: Row, column_id: str, names: Sequence[str], style: Style
) -> Iterator[tuple[Any, ...]]:
    """Yield some facets of one cell, if there is one; its id is that of its row."""
    column = next(one for one in table.columns if one.id == column_id)
    return _cell(table, (row, column), row, names, style)


def _cell(
    table: Table, at: tuple[Row, Column], of: Row, names: Sequence[str], style: Style
) -> Iterator[tuple[Any, ...]]:
    """Yield the facets of a cell; none where there is no cell, or a number no double tells."""
    cell = table.cell(*at)
    is_untold = table.kind(*at).is_exact and cell and isinstance(cell.value, int)
    if cell is not None and not is_untold:
        yield tuple(FACETS[name](of, cell, style) for name in names)


def _of_column(row: Row, column: Column, table: Table) -> Row:
    name = {"name": row.title, "column": column.title}
    is_first = column is table.columns[0]
    title = row.title if is_first else Text("{name}, {column}", name)
    return replace(row, id=f"{row.id}_{column.id}", title=title)
