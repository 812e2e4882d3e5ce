"""Tables of rows: the cells of the file, and the import."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.table import RawColumn, arrow
from evalgui.io.writers.import_log import log_of
from evalgui.io.writers.tables.out_table import CellKind, OutColumn, OutTable, of_rows
from evalgui.render.text import fact_parts
from evalgui.results.topics.flow import WITHOUT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.dataset import Dataset
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.results.result import OnDemand, Result


def no_rows(contents: Contents) -> str:
    """Return why there are no rows; "" where there are."""
    return "" if contents.dataset.n else "the data are counts, without rows of their own"


def no_log(contents: Contents) -> str:
    """Return why there is no import log; "" where there is one."""
    return "" if contents.loaded is not None else "the data come with the program: nothing was read"


def cells_of_file(values: OnDemand) -> tuple[CellKind, OnDemand]:
    """Return what a column of the file holds: numbers where the file has such, else text."""
    column = values.column
    if not isinstance(column, RawColumn):
        assert column is not None  # noqa: S101 - that of a data set
        text = column.text
        return CellKind.TEXT, replace(
            values, made=lambda part: np.array(list(map(text, values[part].tolist())), dtype=object)
        )
    kind, raw = _kind_of(column), column

    def cells(part: slice) -> Any:  # noqa: ANN401 - an array of pyarrow
        taken = raw.take(values[part])
        found = taken.as_text() if kind is CellKind.TEXT else taken.cells()
        return found.combine_chunks()

    return kind, replace(values, made=cells)


def _kind_of(column: RawColumn) -> CellKind:
    """Return what a column of the file holds: a type that says it all, else text."""
    own = column.own_type
    if arrow.types.is_float32(own) or arrow.types.is_float64(own):
        return CellKind.NUMBER
    is_whole = arrow.types.is_integer(own) and not arrow.types.is_uint64(own)
    return CellKind.COUNT if is_whole else CellKind.TEXT


# ------------------------------------------------------------------------------ import log

_LOG = (
    OutColumn("part", "Part", CellKind.TEXT),
    OutColumn("item", "Item", CellKind.TEXT),
    OutColumn("told", "What", CellKind.TEXT),
    OutColumn("count", "Rows", CellKind.COUNT),
)


def import_log(contents: Contents) -> OutTable:
    """Return what became of every row of the file, and why columns mean what they do."""
    if contents.loaded is None:
        message = "nothing was read"
        raise ValueError(message)
    log, style = log_of(contents.loaded, contents.more, contents.shown), Style(contents.words)
    return of_rows(
        "import-log", log.title.told(style), _LOG, _log_rows(log, contents.dataset, style)
    )


def _log_rows(log: Result, dataset: Dataset, style: Style) -> Iterator[tuple[Any, ...]]:
    _rows, set_aside, classes = log.tables
    yield ("rows", "read", None, dataset.n_rows_in_file)
    for row, cell in set_aside.cells("n"):
        yield ("set aside", row.id, row.title.told(Style(MACHINE_LEARNING)), cell.value)
    yield ("rows", "used", None, dataset.n)
    for column in classes.columns:
        part, told = "class", None
        if column is not classes.columns[0]:
            score = column.id.removeprefix(WITHOUT)
            part, told = "missing score", f"without a score in {score}"
        for row, cell in classes.cells(column.id):
            yield (part, row.id, told, cell.value)
    for kind, item in (("column", True), ("reason", False), ("finding", False)):
        for fact in log.all_facts(kind):
            *title, told = fact_parts(fact, style)
            yield (kind, title[0] if item else None, told, None)
