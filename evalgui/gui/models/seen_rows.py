"""What is known of the rows of a table that are looked at, found out a block at a time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.grey_zone import called_between
from evalgui.gui.models.calls.at_threshold import AtThreshold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.highlight import Highlight
    from evalgui.gui.models.calls.row_calls import RowCalls
    from evalgui.gui.models.row_arrangement import RowArrangement

_BLOCK = 256  # rows that are looked at together: more than are ever visible
_SEARCHED = 1 << 20  # rows that are looked at together where one is searched for


class SeenRows:
    """Codes of calls, which rows lie in the grey zone, and which are selected.

    Nothing is kept a row, but for a block around what was looked at last.
    """

    def __init__(self) -> None:
        self.grey: tuple[float, float] | None = None
        self.lit: Highlight | None = None
        self.codes: list[int] = []
        self._greys: list[bool] = []
        self._lits: list[bool] = []
        self._start = 0
        self.n_changes = 0  # of which rows there are, how they are called, or which are selected

    def set_grey(self, grey: tuple[float, float] | None) -> None:
        """Mark the rows that only one of two thresholds calls; None marks none."""
        self.grey = grey
        self.forget()

    def set_lit(self, lit: Highlight | None) -> None:
        """Let selected rows stand out; None lets none."""
        self.lit = lit
        self.forget()

    def forget(self) -> None:
        """Look at the rows again: they are others, or are called otherwise."""
        self.codes = []
        self.n_changes += 1

    def look_at(self, place: int, arrangement: RowArrangement, calls: RowCalls) -> int:
        """Return the code of a place of a table, having looked at those around it."""
        if not 0 <= place - self._start < len(self.codes):
            start = max(0, place - _BLOCK // 4)
            rows = arrangement.block(start, start + _BLOCK)
            self._start, self.codes = start, calls.codes(rows).tolist()
            self._greys = []
            if isinstance(calls, AtThreshold) and self.grey is not None:
                self._greys = called_between(calls.score, *self.grey, rows).tolist()
            self._lits = self.are_lit(rows, calls).tolist() if self.lit is not None else []
        return self.codes[place - self._start]

    def marks(
        self, places: range, arrangement: RowArrangement, calls: RowCalls
    ) -> tuple[list[int], list[bool], list[bool]]:
        """Return codes, and which are grey and selected, of places in view; empty for none."""
        if not places:
            return [], [], []
        self.look_at(places.start, arrangement, calls)
        part = slice(places.start - self._start, places.stop - self._start)
        return self.codes[part], self._greys[part], self._lits[part]

    def is_grey(self, place: int) -> bool:
        """Return whether a place, which was looked at, lies in the grey zone."""
        offset = place - self._start
        return 0 <= offset < len(self._greys) and self._greys[offset]

    def is_lit(self, place: int) -> bool:
        """Return whether a place, which was looked at, holds a selected row."""
        offset = place - self._start
        return 0 <= offset < len(self._lits) and self._lits[offset]

    @property
    def follows_threshold(self) -> bool:
        """Whether other rows may be selected at another threshold."""
        return self.lit is not None and self.lit.follows_threshold

    def are_lit(
        self, rows: NDArray[np.integer] | slice, calls: RowCalls | None
    ) -> NDArray[np.bool_]:
        """Return which rows of the data are selected, at the threshold of the calls."""
        if self.lit is None or calls is None:
            return np.zeros(0, dtype=np.bool_)
        if isinstance(calls, AtThreshold):
            return self.lit.has(rows, calls.score, calls.threshold)
        return self.lit.has(rows, None, math.nan)

    def first_lit(self, rows: NDArray[np.integer] | slice, calls: RowCalls | None) -> int | None:
        """Return the first of some rows of the data, by its place, that is selected; else None."""
        n = rows.stop if isinstance(rows, slice) else len(rows)
        for start in range(0, n, _SEARCHED):
            end = min(start + _SEARCHED, n)
            part = slice(start, end) if isinstance(rows, slice) else rows[start:end]
            found = self.are_lit(part, calls)
            if found.any():
                return start + int(found.argmax())
        return None
