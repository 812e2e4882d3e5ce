"""Whether a column of the file is written as numbers or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.gui import text

if TYPE_CHECKING:
    from evalgui.core.dataset import Column

_SAMPLE = 30  # rows


def holds_numbers(column: Column) -> bool:
    """Return whether the first cells of a column are all numbers or empty."""
    cells = (column.text(row) for row in range(min(_SAMPLE, len(column))))
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and all(text.read_number(cell) is not None for cell in filled)
