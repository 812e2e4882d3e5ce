"""Which rows hold a text in one of their columns, found from the top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from evalgui.core.errors import CancelledError
from evalgui.core.languages import tr
from evalgui.core.parallel import n_threads, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Column

    Find = Callable[[int, int], NDArray[np.bool_]]

_FIRST = 1 << 14  # rows that are looked through before the first answer
_MOST = 1 << 18  # rows between two looks at whether anyone still waits for the answer
_FEW = 500  # the same where each cell is looked at alone


@runtime_checkable
class SearchableColumn(Protocol):
    """A column that can look through many cells at once."""

    def finder(self, text: str) -> Find | None:
        """Return what tells which cells, from a first to before a last, hold a text.

        Whatever its case; None where only single cells can be looked at.
        """


def search_rows(
    columns: Sequence[Column],
    text: str,
    found: NDArray[np.bool_],
    is_cancelled: Callable[[], bool],
    report: Callable[[float], None] = lambda _share: None,
) -> None:
    """Mark the rows that hold a text in any column, whatever its case.

    Parameters
    ----------
    columns
        In which to look.
    text
        What for; not empty.
    found : (n,) array of bool
        All false; rows are marked as they are found, on the whole from the first to the last.
    is_cancelled
        Asked every now and then.
    report
        Called with the share of the rows that has been looked through.

    Raises
    ------
    CancelledError
        When cancelled.
    """
    n, wanted = len(found), text.casefold()
    finders = []
    for column in columns:
        _require_patience(is_cancelled)
        find = column.finder(text) if isinstance(column, SearchableColumn) else None
        finders.append(find or _one_by_one(column, wanted, is_cancelled))

    def look(part: slice) -> None:
        for find in finders:
            if found[part].all():
                return
            _require_patience(is_cancelled)
            found[part] |= find(part.start, part.stop)

    start, size = 0, _FIRST
    while start < n:
        parts = [
            slice(first, min(first + size, n))
            for first in range(start, min(start + n_threads() * size, n), size)
        ]
        spread(look, parts)
        start, size = parts[-1].stop, min(2 * size, _MOST)
        report(start / n)


def _one_by_one(column: Column, wanted: str, is_cancelled: Callable[[], bool]) -> Find:
    """Return what looks at each cell of a column."""

    def find(start: int, stop: int) -> NDArray[np.bool_]:
        found = np.zeros(stop - start, dtype=np.bool_)
        for row in range(start, stop):
            if (row - start) % _FEW == 0:
                _require_patience(is_cancelled)
            found[row - start] = wanted in column.text(row).casefold()
        return found

    return find


def _require_patience(is_cancelled: Callable[[], bool]) -> None:
    if is_cancelled():
        raise CancelledError(tr("the search was cancelled"))
