"""Results spread out as plain columns, for copies: every digit, and a point."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.texts import Share, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.measured import Interval
    from evalgui.core.texts import Style, Told
    from evalgui.results.matrix import Matrix
    from evalgui.results.result import Column, Row, Table

Cell = str | float | None
"""What stands in a column: NaN is undefined, None is nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A column of texts, or of numbers."""

    head: str
    is_text: bool
    cells: list[Cell]


def spread(table: Table, style: Style, head_of_notes: Told) -> list[Spread]:
    """Return the columns of a table: titles, values with their limits where there are, and notes.

    Parameters
    ----------
    table
        Any table of a result.
    style
        How titles and notes are told.
    head_of_notes
        What stands above the notes, which come last.
    """
    titles: list[Cell] = [row.title.told(style) for row in table.rows]
    found = [Spread(table.of_rows.told(style), is_text=True, cells=titles)]
    for column in table.columns:
        cells = [table.cell(row, column) for row in table.rows]
        values: list[Cell] = [None if cell is None else cell.value for cell in cells]
        found.append(Spread(column.title.told(style), is_text=False, cells=values))
        found += _limits([None if cell is None else cell.interval for cell in cells], style)
    notes = [None if table.note is None else table.note(row) for row in table.rows]
    told: list[Cell] = [None if note is None else note.told(style) for note in notes]
    return [*found, Spread(head_of_notes.told(style), is_text=True, cells=told)]


def _limits(intervals: Sequence[Interval | None], style: Style) -> list[Spread]:
    """Return both limits and their method; no columns where nothing has an interval."""
    level = next((one.level for one in intervals if one is not None), None)
    if level is None:
        return []
    known = [one if one is not None and one.is_defined else None for one in intervals]
    share = {"level": Share(level)}
    lower: list[Cell] = [None if one is None else one.lower for one in known]
    upper: list[Cell] = [None if one is None else one.upper for one in known]
    methods: list[Cell] = [None if one is None else one.method for one in known]
    return [
        Spread(Text("{level} lower", share).told(style), is_text=False, cells=lower),
        Spread(Text("{level} upper", share).told(style), is_text=False, cells=upper),
        Spread("Method", is_text=True, cells=methods),
    ]


def of_matrix(matrix: Matrix, style: Style, head_of_sums: str) -> list[Spread]:
    """Return the names of the rows of a matrix, each column, and the sums; these are a row, too."""
    rows, columns = matrix.rows, matrix.columns
    corner = " \\ ".join(side.title.told(style) for side in (rows, columns))
    names: list[Cell] = [*(name.told(style) for name in rows.names), head_of_sums]
    found = [Spread(corner, is_text=True, cells=names)]
    cells = zip(columns.names, matrix.counts.T.tolist(), columns.sums.tolist(), strict=True)
    for name, counts, total in cells:
        found.append(Spread(name.told(style), is_text=False, cells=[*counts, total]))
    sums = [*rows.sums.tolist(), matrix.total]
    return [*found, Spread(head_of_sums, is_text=False, cells=sums)]


def copied(
    table: Table, rows: Sequence[Row], columns: Sequence[Column | None], style: Style
) -> list[list[str]]:
    """Return some rows and columns, the heads first: values, each with its limits behind it.

    Parameters
    ----------
    table
        Any table of a result.
    rows, columns
        Some of its own; None stands for the titles of the rows.
    style
        How titles are told.

    Returns
    -------
    list of list of str
        Numbers with every digit, and a point; words where these stand instead, "" where nothing
        does. A column without intervals has no limits.
    """
    has_words = [one is None or (one.kind is not None and one.kind.is_text) for one in columns]
    found = [
        [
            None if column is None or is_words else table.cell(row, column)
            for column, is_words in zip(columns, has_words, strict=True)
        ]
        for row in rows
    ]
    limited = [
        any(cell is not None and cell.interval is not None for cell in of_column)
        for of_column in (zip(*found, strict=True) if found else [()] * len(columns))
    ]
    heads = []
    for column, has_limits in zip(columns, limited, strict=True):
        head = (table.of_rows if column is None else column.head).told(style)
        heads += [head, f"{head} lower", f"{head} upper"] if has_limits else [head]
    lines = [heads]
    for row, cells in zip(rows, found, strict=True):
        line = []
        for column, cell, has_limits in zip(columns, cells, limited, strict=True):
            told = row.title if column is None else table.said(row, column)
            words = "" if told is None else told.told(style)
            has_number = cell is not None and (cell.is_defined or not words)
            line.append(_text(cell.value, "") if cell is not None and has_number else words)
            if has_limits:
                interval = None if cell is None else cell.interval
                ends = (math.nan,) * 2 if interval is None else (interval.lower, interval.upper)
                line += [_text(end, "") for end in ends]
        lines.append(line)
    return lines


def tsv(columns: Sequence[Spread]) -> str:
    """Return columns with tabs, as spreadsheets take them; an empty cell is undefined."""
    rows = zip(*(column.cells for column in columns), strict=True)
    heads = [column.head for column in columns]
    lines = [heads, *([_text(cell, "") for cell in row] for row in rows)]
    return "".join("\t".join(" ".join(cell.split()) for cell in line) + "\n" for line in lines)


def bare(columns: Sequence[Spread]) -> str:
    """Return the first numbers of each row alone, one a line."""
    numbers = next(column for column in columns if not column.is_text)
    return "\n".join(_text(cell, "undefined") for cell in numbers.cells)


def _text(cell: Cell, undefined: str) -> str:
    if cell is None or isinstance(cell, str):
        return cell or ""
    return undefined if math.isnan(cell) else repr(cell)
