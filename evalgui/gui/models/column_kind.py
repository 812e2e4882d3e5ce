"""Whether a column of the file is written as numbers or as text, and which holds a score."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from evalgui.gui.look import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.dataset import Column, Score

SAMPLE = 30  # rows


def holds_numbers(column: Column) -> bool:
    """Return whether the first cells of a column are all numbers or empty."""
    cells = (column.text(row) for row in range(min(SAMPLE, len(column))))
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(_number(cell) is not None for cell in filled)


def _number(cell: str) -> float | None:
    """Return the number of a cell of a file, whose decimal sign may be another than the user's."""
    found = text.read_number(cell)
    return text.read_number(cell.replace(",", ".", 1)) if found is None else found


def column_of_score(columns: Sequence[Column], score: Score) -> int:
    """Return the column that a score was read from; -1 where there is none.

    It has the name of the score, or else, as with one score a class, the same first numbers.
    """
    names = [column.name for column in columns]
    if score.name in names:
        return names.index(score.name)
    first = [float(value) for value in score.values[:SAMPLE]]
    for place, column in enumerate(columns):
        cells = (_number(column.text(row)) for row in range(len(first)))
        if all(
            cell is None if math.isnan(value) else cell == value
            for cell, value in zip(cells, first, strict=True)
        ):
            return place if any(not math.isnan(value) for value in first) else -1
    return -1
