"""Tables as JSON: an object a row, beside what they need to be reproduced."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from evalgui.io.table import arrow
from evalgui.io.writers.marked import mark
from evalgui.render.json import facts, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from evalgui.io.table import ArrowArray
    from evalgui.io.writers.tables.how import How
    from evalgui.results.result import LongTable


def write_json(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write one table as an object with its rows, several as a list under ``tables``."""
    file.writelines(part.encode("utf-8", "backslashreplace") for part in _parts(tables, how))
    file.write(b"\n")


def _parts(tables: Sequence[LongTable], how: How) -> Iterator[str]:
    about = facts(how.about)
    if len(tables) == 1:
        told = {name: about[name] for name in ("file", "score", "higher_is_positive", "level")}
        yield _opened({**mark("table"), **told, "about": about})
        yield from _table(tables[0], how)
        yield "}"
        return
    yield _opened({**mark("table"), "about": about}) + '"tables": ['
    for place, table in enumerate(tables):
        yield ", {" if place else "{"
        yield from _table(table, how)
        yield "}"
    yield "]}"


def _opened(told: dict[str, Any]) -> str:
    """Return an object that waits for more."""
    return _text(told)[:-1] + ", "


def _table(table: LongTable, how: How) -> Iterator[str]:
    told = {"table": table.id, "title": how.told(table), "columns": how.columns(table)}
    yield _opened(told)[1:] + '"rows": ['
    names, is_first = [column.id for column in table.columns], True
    for block in how.blocks(table):
        columns_of_values = [_values(cells) for cells in block]
        rows = [dict(zip(names, row, strict=True)) for row in zip(*columns_of_values, strict=True)]
        yield ("" if is_first else ", ") + _text(rows)[1:-1]
        is_first = False
    yield "]"


def _values(cells: ArrowArray) -> list[Any]:
    values = cells.to_pylist()
    if not arrow.types.is_floating(cells.type):
        return values
    return [None if value is None else number(value) for value in values]


def _text(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, allow_nan=False)
