"""Files with a decimal comma beside files with a decimal point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.parts import Chosen
from evalgui.io.table import Profile, RawColumn, arrow

if TYPE_CHECKING:
    from evalgui.io.table import RawTable


def with_one_sign(chosen: Chosen) -> Chosen:
    """Return files whose scores can be read with one decimal sign.

    One table has one decimal sign. Where files with scores differ, the numbers of those with
    a comma are read first; where it is in doubt whether the comma separates thousands, they
    are left.
    """
    if len({table.how.decimal for table in chosen.tables}) == 1:
        return chosen
    if len({part.table.how.decimal for part in chosen.parts if part.scores}) == 1:
        return chosen
    tables = (_read(table) if table.how.decimal == "," else table for table in chosen.tables)
    return Chosen(tuple(tables), chosen.roles)


def _read(table: RawTable) -> RawTable:
    columns = tuple(map(_as_numbers, table.columns))
    text = phrase("the numbers have a decimal comma")
    finding = Finding("decimal_comma", text)
    how = replace(table.how, decimal=".")
    return replace(table, columns=columns, how=how, findings=(*table.findings, finding))


def _as_numbers(column: RawColumn) -> RawColumn:
    """Return a column as numbers where all of it is, with commas; else the column as it is."""
    if column.kind != "text" or not Profile(column).is_number:
        return column
    choice = column.choose_decimal()
    numbers = column.parse_numbers(",")
    if choice.sign == "." or choice.doubtful or len(numbers.bad):
        return column
    values = arrow.chunked_array([arrow.array(numbers.in_full)])
    return RawColumn(column.name, values, header=column.header)
