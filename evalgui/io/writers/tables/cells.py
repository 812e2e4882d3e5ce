"""A table as cells of text, for the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.writers.tables.how import number_text

if TYPE_CHECKING:
    from evalgui.io.writers.tables.how import Value
    from evalgui.io.writers.tables.out_table import OutTable


def cells_in_words(table: OutTable) -> list[list[str]]:
    """Return the titles of the columns, then the cells of each row: numbers with every digit."""
    head = [column.title for column in table.columns]
    return [head, *([_cell(value) for value in row] for row in table.rows())]


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else number_text(value)
