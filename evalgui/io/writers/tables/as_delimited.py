"""A table as delimited text: text in quotes, numbers bare, nothing else in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.table import ArrowArray
    from evalgui.io.writers.tables.how import How
    from evalgui.io.writers.tables.out_table import OutTable

LIKE_FORMULAS = (
    "begin like a formula, which a spreadsheet may compute; an Excel file keeps them text"
)
GUARDED = "begin like a formula and have an apostrophe before them"
_FORMULA = "^[=+@\t\r-]"
_NO_FORMULA = r"^[+-](?:\d+(?:[.,]\d*)?(?:[eE][+-]?\d+)?)?$"  # a sign alone, and a number


def write_csv(tables: Sequence[OutTable], how: How, file: BinaryIO) -> None:
    """Write one table with commas."""
    _write(tables, how, file, ",")


def write_tsv(tables: Sequence[OutTable], how: How, file: BinaryIO) -> None:
    """Write one table with tabs."""
    _write(tables, how, file, "\t")


def _write(tables: Sequence[OutTable], how: How, file: BinaryIO, delimiter: str) -> None:
    from pyarrow import csv as fast

    (table,) = tables
    ids = arrow.array([column.id for column in table.columns], arrow.string())
    guarded, like_formulas = _guarded(ids, guards=how.guards)
    head = delimiter.join(_quoted(str(name), delimiter) for name in guarded.to_pylist())
    file.write(f"{head}\n".encode())
    options: Any = fast.WriteOptions(
        include_header=False, delimiter=delimiter, quoting_style="needed"
    )
    for block in how.blocks(table):
        cells = []
        for one in block:
            told, n = _guarded(one, guards=how.guards)
            cells.append(told)
            like_formulas += n
        fast.write_csv(arrow.record_batch(cells, schema=table.schema), file, options)
    how.note(GUARDED if how.guards else LIKE_FORMULAS, like_formulas)


def _quoted(name: str, delimiter: str) -> str:
    """Return a name of a column, in quotes where it takes some."""
    if name.strip() == name != "" and set(name).isdisjoint({delimiter, '"', "\r", "\n"}):
        return name
    return '"' + name.replace('"', '""') + '"'


def _guarded(cells: ArrowArray, *, guards: bool) -> tuple[ArrowArray, int]:
    """Return cells as they are written, and how many of them begin like a formula."""
    if not arrow.types.is_string(cells.type):
        return cells, 0
    begins = kernels.match_substring_regex(cells, _FORMULA)
    is_other = kernels.match_substring_regex(cells, _NO_FORMULA)
    found = kernels.fill_null(kernels.and_not(begins, is_other), fill_value=False)
    n = kernels.sum(found).as_py() or 0
    if not (guards and n):
        return cells, n
    return kernels.if_else(found, kernels.binary_join_element_wise("'", cells, ""), cells), n
