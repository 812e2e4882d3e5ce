"""A table as delimited text: text in quotes, numbers bare, nothing else in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.table import arrow, kernels
from evalgui.io.writers.formulas import NUMBER
from evalgui.io.writers.tables.how import number_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from evalgui.io.table import ArrowArray
    from evalgui.io.writers.tables.how import How
    from evalgui.results.result import LongTable

LIKE_FORMULAS = "like a formula, which a spreadsheet may compute; an Excel file keeps text"
GUARDED = "like a formula, guarded by an apostrophe"
_AT_ONCE = 1 << 19  # bytes of cells, whose lines have to fit into one array
_FORMULA = "^[=+@\t\r-]"
_NO_FORMULA = f"^[+-](?:{NUMBER})?$"  # a sign alone, and a number


def write_csv(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write one table with commas."""
    _write(tables, how, file, ",")


def write_tsv(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write one table with tabs."""
    _write(tables, how, file, "\t")


def _write(tables: Sequence[LongTable], how: How, file: BinaryIO, delimiter: str) -> None:
    (table,) = tables
    ids = arrow.array([column.id for column in table.columns], arrow.string())
    guarded, like_formulas = _guarded(ids, guards=how.guards)
    head = delimiter.join(_quoted(str(name), delimiter) for name in guarded.to_pylist())
    file.write(f"{head}\n".encode())
    for block in how.blocks(table):
        cells = []
        for one in block:
            told, n = _guarded(one, guards=how.guards)
            cells.append(told)
            like_formulas += n
        file.writelines(_lines(rows, delimiter) for rows in _parts(cells))
    how.note(GUARDED if how.guards else LIKE_FORMULAS, like_formulas)


def _parts(cells: Sequence[ArrowArray]) -> Iterator[list[ArrowArray]]:
    """Yield some rows after others."""
    n_rows = len(cells[0]) if cells else 0
    step = max(1, _AT_ONCE * n_rows // (1 + sum(one.nbytes for one in cells)))
    for start in range(0, n_rows, step):
        yield [one[start : start + step] for one in cells]


def _lines(rows: Sequence[ArrowArray], delimiter: str) -> bytes:
    """Return lines: text in quotes, an empty cell for what is undefined."""
    cells = [kernels.fill_null(_written(one), "") for one in rows]
    lines = kernels.binary_join_element_wise(*cells, delimiter)
    every = arrow.ListArray.from_arrays([0, len(lines)], lines)
    return bytes(kernels.binary_join(every, "\n")[0].as_buffer()) + b"\n"


def _written(cells: ArrowArray) -> ArrowArray:
    """Return cells as they stand in the file, still null where they are undefined."""
    if not arrow.types.is_string(cells.type):
        return number_texts(cells)
    if kernels.any(kernels.match_substring(cells, '"')).as_py():
        cells = kernels.replace_substring(cells, '"', '""')
    quoted: ArrowArray = kernels.binary_join_element_wise('"', cells, '"', "")
    return quoted


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
