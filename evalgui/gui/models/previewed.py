"""Which columns hold what a cell of a table is too small for: texts, and paths of files."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from evalgui.core.dataset import SlowColumn

if TYPE_CHECKING:
    from evalgui.core.dataset import Column, Dataset

PICTURES = (".png", ".jpg", ".jpeg")
"""How the names of files end that are decoded."""

_ROWS, _COLUMNS = 8, 60  # that are looked at
_LONG = 40  # letters of a text, on average
_LONGEST_ENDING = 5
_NUMBER = re.compile(r"[+-]?[\d.,]+")
_KNOWN: WeakKeyDictionary[Dataset, tuple[Column, ...]] = WeakKeyDictionary()


def previewed(dataset: Dataset) -> tuple[Column, ...]:
    """Return the columns of texts or paths among the first ones, by their first rows."""
    if dataset not in _KNOWN:
        _KNOWN[dataset] = tuple(
            column for column in islice(dataset.columns, _COLUMNS) if _is_long(column)
        )
    return _KNOWN[dataset]


def is_picture(cell: str) -> bool:
    """Return whether a cell names a file that is decoded."""
    return is_path(cell) and cell.strip().lower().endswith(PICTURES)


def is_path(cell: str) -> bool:
    """Return whether a cell looks like the path of a file: an ending, and no sentence."""
    cell = cell.strip()
    has_folder = "/" in cell or "\\" in cell
    ends = cell.lower().endswith(PICTURES)
    _stem, dot, ending = cell.rpartition(".")
    has_ending = dot and ending.isascii() and ending.isalnum() and len(ending) <= _LONGEST_ENDING
    return bool(has_ending) and (ends or has_folder) and not _NUMBER.fullmatch(cell)


def _is_long(column: Column) -> bool:
    rows = range(min(_ROWS, len(column)))
    if isinstance(column, SlowColumn):
        rows = [row for row in rows if column.is_at_hand(row)]  # type: ignore[assignment]
    cells = [cell for row in rows if (cell := column.text(row).strip())]
    if not cells:
        return False
    n_paths = sum(map(is_path, cells))
    has_words = any(" " in cell or "\n" in cell for cell in cells)
    is_text = has_words and sum(map(len, cells)) >= _LONG * len(cells)
    return 2 * n_paths > len(cells) or is_text
