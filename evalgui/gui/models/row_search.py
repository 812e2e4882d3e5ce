"""Which rows hold a text in one of their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from evalgui.core.errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column

_BLOCK = 500  # rows between two looks at whether anyone still waits for the answer


@runtime_checkable
class SearchableColumn(Protocol):
    """A column that can look through all its cells at once."""

    def containing(self, text: str) -> NDArray[np.bool_]:
        """Return which cells hold a text, whatever its case."""


def rows_containing(
    columns: Sequence[Column], n: int, text: str, is_cancelled: Callable[[], bool]
) -> NDArray[np.bool_]:
    """Return which rows hold a text in any column, whatever its case; stop when cancelled."""
    found = np.zeros(n, dtype=np.bool_)
    wanted = text.casefold()
    for column in columns:
        if is_cancelled():
            raise CancelledError("the search was cancelled")
        if isinstance(column, SearchableColumn):
            found |= column.containing(text)
        else:
            _add_rows_of(column, wanted, found, is_cancelled)
    return found


def _add_rows_of(
    column: Column, wanted: str, found: NDArray[np.bool_], is_cancelled: Callable[[], bool]
) -> None:
    """Mark the rows where one column holds a text, cell by cell, leaving out marked ones."""
    for start in range(0, len(found), _BLOCK):
        if is_cancelled():
            raise CancelledError("the search was cancelled")
        for row in (np.flatnonzero(~found[start : start + _BLOCK]) + start).tolist():
            if wanted in column.text(row).casefold():
                found[row] = True
