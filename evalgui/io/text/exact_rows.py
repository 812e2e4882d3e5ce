"""Rows of any shape to columns: the exact path, for a text with oddities.

Every row of the file is in the result. A row with a cell too many or too few is kept and
marked: which of its cells is the odd one cannot be known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase_n
from evalgui.io.table import arrow
from evalgui.io.text.tokeniser import are_blank

if TYPE_CHECKING:
    from collections.abc import Iterable

    from evalgui.core.progress import Watch
    from evalgui.io.table import ArrowColumn
    from evalgui.io.text.tokeniser import Row

BLOCK_ROWS = 16_384
"""How many rows are gathered between two looks at the cancel button."""


@dataclass(slots=True)
class Gathered:
    """The columns of a text, and which rows were odd.

    Parameters
    ----------
    columns
        One for each column of the table.
    lines
        The line, from 1, at which each row starts.
    long, short
        The rows, from 0, with more and with fewer cells than the table has columns.
    stray
        The rows, from 0, with text after a closing quote.
    n_blank, n_comments, n_trailing
        How many lines before the last row are blank, how many lines are comments, and how
        many rows end with superfluous delimiters.
    """

    columns: list[ArrowColumn]
    lines: list[int] = field(default_factory=list)
    long: list[int] = field(default_factory=list)
    short: list[int] = field(default_factory=list)
    stray: list[int] = field(default_factory=list)
    n_blank: int = 0
    n_comments: int = 0
    n_trailing: int = 0

    @property
    def line_numbers(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The line, from 1, at which each row starts: (n,) array."""
        return np.array(self.lines, np.int64)


def gather(rows: Iterable[Row], width: int, delimiter: str, n_lines: int, watch: Watch) -> Gathered:
    """Return the columns of a text of `width` columns.

    Blank lines are no rows, nor are lines that start with a number sign and have another
    number of cells than the table. Missing cells at the end of a row are empty; surplus
    cells are kept in the last column, with their delimiters.

    Parameters
    ----------
    rows
        The rows as the tokeniser yields them.
    width
        How many columns the table has.
    delimiter
        What separates cells.
    n_lines
        About how many lines there will be, for the progress.
    watch
        Looked at after every `BLOCK_ROWS` rows.
    """
    result = Gathered([])
    n_pending = 0
    chunks: list[list[Any]] = [[] for _ in range(width)]
    block: list[list[str]] = []
    for row in rows:
        if row.is_blank:
            n_pending += 1
            continue
        cells = _fitted(row, width, delimiter, result)
        if cells is None:
            result.n_comments += 1
            continue
        result.n_blank += n_pending
        n_pending = 0
        result.lines.append(row.line)
        block.append(cells)
        if len(block) == BLOCK_ROWS:
            _append(chunks, block)
            n = len(result.lines)
            words = phrase_n(n, "1 row", "{n} rows", n=grouped(n))
            watch.step(min(n / n_lines, 1.0), words)
    _append(chunks, block)
    result.columns = [arrow.chunked_array(column, arrow.string()) for column in chunks]
    return result


def _append(chunks: list[list[Any]], block: list[list[str]]) -> None:
    """Move a block of rows to the columns."""
    if block:
        for column, cells in zip(chunks, zip(*block, strict=True), strict=True):
            column.append(arrow.array(cells, arrow.string()))
        block.clear()


def _fitted(row: Row, width: int, delimiter: str, result: Gathered) -> list[str] | None:
    """Return the cells of a row, `width` of them; None where it is a comment."""
    cells = row.cells
    number = len(result.lines)
    if row.has_stray_quote:
        result.stray.append(number)
    if len(cells) == width:
        return cells
    surplus = cells[width:]
    if surplus and are_blank(surplus):
        result.n_trailing += 1
        return cells[:width]
    if cells[0].lstrip().startswith("#"):
        return None
    if surplus:
        result.long.append(number)
        return [*cells[: width - 1], delimiter.join(cells[width - 1 :])]
    result.short.append(number)
    return cells + [""] * (width - len(cells))
