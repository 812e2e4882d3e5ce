"""Tables of Orange (.tab): below the names, a row of types and a row of flags.

The format: https://orange3.readthedocs.io/projects/orange-data-mining-library/en/latest/reference/data.io.html
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.vocabulary import phrase
from evalgui.io.layouts.layout import Layout
from evalgui.io.meaning import Known, Role, Roles, stated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.checks import Exclusion
    from evalgui.io.table import RawTable

_LONG_TYPES = frozenset({"continuous", "numeric", "discrete", "categorical", "string", "basket"})
_TYPES = _LONG_TYPES | {"c", "n", "d", "s", "t", "text", "time"}
_NUMBERS = frozenset({"continuous", "numeric", "c", "n"})
_LONG_FLAGS = frozenset({"class", "meta", "ignore", "weight"})
_FLAGS = _LONG_FLAGS | {"c", "m", "i", "w"}
_CLASS = frozenset({"class", "c"})
_HEAD = 2


def _heads(table: RawTable) -> list[list[str]]:
    """Return the words of the first two rows."""
    heads = [column.head(_HEAD) for column in table.columns]
    return [[head[row].strip() for head in heads] for row in range(min(_HEAD, table.n_rows))]


def _is_orange(table: RawTable) -> bool:
    if table.how.delimiter is None or not table.how.header or table.columns[0].kind != "text":
        return False
    # One look at one cell is enough for nearly every other table.
    if not _is_type(table.columns[0].head(1)[0]):
        return False
    types, *_ = heads = _heads(table)
    if not any(word in _TYPES for word in types) or not all(map(_is_type, types)):
        return False
    return _has_flags(table, heads) or (_has_gap(table) and not _LONG_TYPES.isdisjoint(types))


def _is_type(cell: str) -> bool:
    """Return whether a cell says what a column holds: a type, or its values with blanks between."""
    plain = cell.strip()
    return plain in _TYPES or not plain or " " in plain


def _has_flags(table: RawTable, heads: list[list[str]]) -> bool:
    if table.n_rows < _HEAD or _has_gap(table):
        return False
    types, flags = heads
    are_flags = all(word in _FLAGS or not word or "=" in word for word in flags)
    is_sure = not _LONG_TYPES.isdisjoint(types) or not _LONG_FLAGS.isdisjoint(flags)
    return are_flags and is_sure


def _has_gap(table: RawTable) -> bool:
    """Return whether a blank line stands where the flags belong: there are none."""
    first, second = (table.line(row) if row < table.n_rows else None for row in range(_HEAD))
    return first is not None and second is not None and second - first > 1


def _read(table: RawTable) -> RawTable:
    heads = _heads(table)
    n_above = 2 if _has_flags(table, heads) else 1
    kept = np.arange(n_above, table.n_rows)
    flags = heads[1] if n_above > 1 else [""] * len(table.columns)
    classes = [
        column.name
        for column, kind, flag in zip(table.columns, heads[0], flags, strict=True)
        if flag in _CLASS and kind not in _NUMBERS
    ]
    known = None
    if len(classes) == 1:
        why = phrase("'{name}' is the class ({layout})", name=classes[0], layout=ORANGE.name)
        known = Known(Roles(truth=classes[0]), (stated(Role.TRUTH, why, classes[0]),))
    exclusions = tuple(_moved(table, n_above))
    gone = {one.code for one in table.exclusions} - {one.code for one in exclusions}
    if n_above == 1:
        gone.add("blank_lines")
    text = phrase("the rows below the names say what the columns hold, and are no data")
    said = Finding("header_rows", text, n_above)
    return replace(
        table,
        columns=tuple(column.take(kept) for column in table.columns),
        n_rows=len(kept),
        how=replace(table.how, format=ORANGE.name),
        findings=(*(one for one in table.findings if one.code not in gone), said),
        exclusions=exclusions,
        lines=None if table.lines is None else table.lines[n_above:],
        first_line=table.first_line + n_above if table.first_line else 0,
        known=known,
    )


def _moved(table: RawTable, n_above: int) -> Iterator[Exclusion]:
    """Yield the rows in doubt by their new numbers, without those that are no data."""
    for exclusion in table.exclusions:
        rows = exclusion.rows[exclusion.rows > n_above] - n_above
        if len(rows):
            yield replace(exclusion, rows=rows)


ORANGE = Layout(phrase("Orange table"), _is_orange, _read)
