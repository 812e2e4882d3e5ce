"""Sheets of a flat OpenDocument (.fods): one XML file, for the child process.

References
----------
OASIS, OpenDocument v1.3, part 3: 9.1 (tables, rows and cells) and 19.385 (`office:value-type`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.io.sandbox.cell_texts import Number
from evalgui.io.sandbox.sheets import (
    DEEPEST,
    ELSE,
    MOST_CELLS,
    MOST_ROWS,
    MOST_TABLES,
    Refusal,
    Table,
    whole,
)
from evalgui.io.widths import HINT, MOST_COLUMNS, too_many_columns

if TYPE_CHECKING:
    from collections import Counter

_BASE = "urn:oasis:names:tc:opendocument:xmlns:"
_TABLE, _OFFICE, _TEXT = (f"{_BASE}{name}:1.0 " for name in ("table", "office", "text"))
_CELLS = frozenset({f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"})
_SILENT = (f"{_OFFICE}annotation", f"{_BASE}drawing:1.0 ", f"{_TABLE}shapes")
_VALUES = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}
_NUMBERS = frozenset({"float", "percentage", "currency"})


class FlatSheets:
    """Gathers the sheets; what only pads them, a million empty rows, is never made."""

    def __init__(self, counts: Counter[str]) -> None:
        self.tables: list[Table] = []
        self._counts = counts
        self._depth = self._silent_from = 0
        self._row: list[str] | None = None
        self._n_rows = self._n_cells = 1  # how often the row, or the cell, stands there
        self._n_empty_rows = self._n_empty = 0  # that are made when something follows
        self._value: str | None = None
        self._parts: list[str] | None = None
        self._is_error = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begin a sheet, a row, a cell or its text."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise Refusal("the XML is nested too deep", ELSE)
        if self._silent_from:
            return
        is_inner = name == f"{_TABLE}table" and self._row is not None
        if name.startswith(_SILENT) or is_inner:
            self._silent_from = self._depth
        elif name == f"{_TABLE}table":
            if len(self.tables) >= MOST_TABLES:
                raise Refusal("there are too many sheets in this workbook", ELSE)
            self.tables.append(Table(attrs.get(f"{_TABLE}name", "").strip()))
            self._n_empty_rows = 0
        elif self.tables and name == f"{_TABLE}table-row":
            self._row, self._n_empty = [], 0
            self._n_rows = whole(attrs.get(f"{_TABLE}number-rows-repeated")) or 1
            hidden = attrs.get(f"{_TABLE}visibility", "visible") != "visible"
            self._counts["hidden"] += self._n_rows if hidden else 0
        elif self._row is not None and name in _CELLS:
            self._start_cell(attrs)
        elif self._parts is not None:
            self._start_text(name, attrs)

    def _start_cell(self, attrs: dict[str, str]) -> None:
        kind = attrs.get(f"{_OFFICE}value-type", "")
        self._n_cells = whole(attrs.get(f"{_TABLE}number-columns-repeated")) or 1
        self._counts["merged"] += (whole(attrs.get(f"{_TABLE}number-rows-spanned")) or 1) > 1
        value = "value" if kind in _NUMBERS else _VALUES.get(kind, "string-value")
        said = attrs.get(f"{_OFFICE}{value}")
        self._value = Number(said) if said is not None and kind in _NUMBERS else said
        has_formula = f"{_TABLE}formula" in attrs
        self._counts["formulas"] += has_formula and not kind
        self._is_error = any(
            key.endswith(" value-type") and said == "error" for key, said in attrs.items()
        )
        self._parts = []

    def _start_text(self, name: str, attrs: dict[str, str]) -> None:
        parts = self._parts
        if parts is None:
            return
        if name == f"{_TEXT}s":
            parts.append(" " * min(whole(attrs.get(f"{_TEXT}c")) or 1, 100))
        elif name in {f"{_TEXT}tab", f"{_TEXT}line-break"} or (parts and name == f"{_TEXT}p"):
            parts.append(" ")

    def text(self, data: str) -> None:
        """Take the text of a cell."""
        if self._parts is not None and not self._silent_from:
            self._parts.append(data)

    def end(self, name: str) -> None:
        """End a cell or a row."""
        depth, self._depth = self._depth, self._depth - 1
        if self._silent_from:
            self._silent_from = 0 if depth == self._silent_from else self._silent_from
        elif name in _CELLS and self._row is not None and self._parts is not None:
            self._end_cell(self._row, "".join(self._parts))
            self._parts = None
        elif name == f"{_TABLE}table-row" and self._row is not None:
            self._end_row(self.tables[-1], self._row)
            self._row = None

    def _end_cell(self, row: list[str], shown: str) -> None:
        if self._is_error:
            self._counts["errors"] += self._n_cells
        cell = "" if self._is_error else shown.strip() if self._value is None else self._value
        if not cell:
            self._n_empty += self._n_cells
            return
        if len(row) + self._n_empty + self._n_cells > MOST_COLUMNS:
            raise Refusal(too_many_columns(), HINT)
        row += [""] * self._n_empty + [cell] * self._n_cells
        self._n_empty = 0

    def _end_row(self, table: Table, row: list[str]) -> None:
        if not row:
            self._n_empty_rows += self._n_rows
            return
        if len(table.rows) + self._n_empty_rows + self._n_rows > MOST_ROWS:
            raise Refusal("the table is too large: it has too many rows", ELSE)
        table.width = max(table.width, len(row))
        if (len(table.rows) + self._n_empty_rows + self._n_rows) * table.width > MOST_CELLS:
            raise Refusal("the table is too large: it has too many cells", ELSE)
        table.rows += [[] for _ in range(self._n_empty_rows)]
        table.rows += [list(row) for _ in range(self._n_rows)]
        self._n_empty_rows = 0
