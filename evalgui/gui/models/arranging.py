"""Which rows a table shows: sorted, searched and filtered, beyond some in the background."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, Signal

from evalgui.core.languages import tr
from evalgui.core.ordering import stable_order
from evalgui.core.selection import NO_SELECTION
from evalgui.gui.look import text
from evalgui.gui.models.row_arrangement import (
    RowArrangement,
    arranged,
    column_order,
)
from evalgui.gui.models.row_search import search_rows
from evalgui.gui.models.selected_rows import rows_of
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.dataset import Column, Dataset
    from evalgui.core.errors import EvalguiError
    from evalgui.core.selection import Selection
    from evalgui.gui.models.calls.row_calls import RowCalls
    from evalgui.workspace.selected_rows import Known
    from evalgui.workspace.tasks import Task

    Order = NDArray[np.integer]

_ARRANGED_AT_ONCE = 500_000  # rows that are filtered before the next frame
_CELLS_AT_ONCE = 20_000  # cells that are searched one by one before the next frame
_SHOWN_EVERY = 250  # milliseconds between two looks at what a search has found so far

SORTED_AT_ONCE = 200_000
"""Rows that are sorted before the next frame; more take the background."""


@dataclass(frozen=True, slots=True)
class SortedBy:
    """What rows are sorted by: a column of the file, or what they are called."""

    column: int
    descending: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The rows that a table shows, what they are sorted by, and whether more may be found."""

    arrangement: RowArrangement
    sorted_by: SortedBy | None = None
    is_partial: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """All that it takes to say which rows are shown; any thread can follow it."""

    n: int
    calls: RowCalls | None
    dataset: Dataset | None
    sorted_by: SortedBy | None
    order: Order | None  # of a column of the file
    by_call: bool | None  # or by the call (True) or the outcome
    found: NDArray[np.bool_] | None
    selection: Selection
    known: Known  # rows of its terms
    is_partial: bool  # what is found is only the first of it

    @property
    def is_quick(self) -> bool:
        """Whether it takes no time, whatever there is."""
        return self.found is None and not self.selection and self.by_call is None

    def follow(self) -> Shown:
        """Return the rows."""
        if self.calls is None or self.dataset is None:
            return Shown(RowArrangement(0))
        order = self.order
        if self.by_call is not None and self.sorted_by is not None:
            descending = self.sorted_by.descending
            keys = self.calls.keys(by_call=self.by_call, descending=descending)
            order = stable_order(keys, descending=descending)
        chosen = None
        if self.selection:
            chosen = rows_of(self.selection, self.calls, self.dataset, self.known)
        rows = arranged(self.n, order, self.found, chosen)
        return Shown(rows, self.sorted_by, self.is_partial)


class Arranger(QObject):
    """Sorts, searches and filters rows; what is under way is told as it is.

    What was asked for last is always what is shown in the end. Until then the rows stay as
    they were, but those of a search, which come as they are found.
    """

    ready = Signal(object)
    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._n = 0
        self._columns: tuple[Column, ...] = ()
        self._calls: RowCalls | None = None
        self.search = ""
        self.selection = NO_SELECTION
        self._dataset: Dataset | None = None
        self._known: Known = {}
        self._sorted_by: SortedBy | None = None
        self._order: Order | None = None
        self._found: NDArray[np.bool_] | None = None
        self._being_filled: NDArray[np.bool_] | None = None
        self._is_partial = False  # of a search the first rows are shown
        self._is_awaited = False  # rows were asked for that are not shown yet
        self._is_again = False  # and then once more, as the threshold has moved
        self._sorting, self._searching, self._arranging = (
            Tasks(self, tr("{work} the rows", work=work))
            for work in (tr("sorting"), tr("searching"), tr("filtering"))
        )
        self._searching.progressed.connect(self._on_search_progressed)
        self._since_shown = QElapsedTimer()

    # -------------------------------------------------------------------------- state

    @property
    def n(self) -> int:
        """The rows there are, filtered or not."""
        return self._n

    @property
    def is_filtered(self) -> bool:
        """Whether some rows may be hidden."""
        return bool(self.selection or self.search)

    @property
    def is_searching(self) -> bool:
        """Whether a search has not come to the last row."""
        return self._searching.is_busy

    @property
    def is_sorting(self) -> bool:
        """Whether an order is being found out."""
        return self._sorting.is_busy

    @property
    def follows_threshold(self) -> bool:
        """Whether other rows are shown at another threshold."""
        return self.selection.follows_threshold or self._by_call is not None

    @property
    def follows_at_once(self) -> bool:
        """Whether it shows them before anything else is painted."""
        return self.follows_threshold and self._n <= _ARRANGED_AT_ONCE

    def activity(self, n_shown: int) -> str:
        """Return what is under way, in words; "" for nothing. No number is ever a guess."""
        parts = []
        if self._is_partial and (self.is_searching or self._is_awaited):
            parts.append(tr("Searching: {n_shown} found so far", n_shown=text.count(n_shown)))
        elif self.is_searching or (self._is_awaited and self.search):
            parts.append(tr("Searching"))
        elif self._is_awaited and not self.is_sorting:
            parts.append(tr("Filtering"))
        if self.is_sorting:
            parts.append(tr("Sorting") if not parts else tr("sorting"))
        return ", ".join(parts)

    @property
    def _by_call(self) -> bool | None:
        by, n_columns = self._sorted_by, len(self._columns)
        return None if by is None or by.column < n_columns else by.column == n_columns

    # ------------------------------------------------------------------------ requests

    def set_rows(
        self, dataset: Dataset | None, calls: RowCalls | None, *, same_rows: bool
    ) -> Shown:
        """Take other rows, or other calls of the same; return what to show of them at once."""
        n = 0 if dataset is None or calls is None else dataset.n
        self._n, self._dataset, self._calls, self._known = n, dataset, calls, {}
        if not same_rows:
            self._sorting.cancel()
            self._searching.cancel()
            self._columns = dataset.columns if dataset else ()
            self._sorted_by = self._order = self._found = None
            self.search = ""
            self._is_partial = False
        self._is_again = False
        self._arranging.cancel()
        plan = self._plan()
        if plan.is_quick or n <= _ARRANGED_AT_ONCE:
            self._is_awaited = False
            return plan.follow()
        self._arrange_later()
        return Shown(RowArrangement(0))  # rows of other calls would be wrong

    def threshold_moved(self) -> None:
        """Show the rows at the threshold that the calls have now, if that makes others."""
        if not self.follows_threshold:
            return
        if self._n <= _ARRANGED_AT_ONCE:
            self._show(self._plan().follow())
        elif self._arranging.is_busy:
            self._is_again = True
        else:
            self._arrange_in_background()

    def set_selection(self, selection: Selection) -> None:
        """Show only the rows of a selection; that of no term shows all."""
        if selection != self.selection:
            kept = {part.term for part in selection.parts}
            self._known = {term: rows for term, rows in self._known.items() if term in kept}
            self.selection = selection
            self._arrange()

    def set_search(self, wanted: str) -> None:
        """Show only the rows with this text in a column of the file; "" shows all."""
        if wanted == self.search:
            return
        self.search = wanted
        self._searching.cancel()
        self._is_partial = False
        self._found = None
        if self._calls is None or not wanted:
            self._arrange()
            return
        found = np.zeros(self._n, dtype=np.bool_)
        search = partial(search_rows, self._columns, wanted, found)
        if self._n * len(self._columns) <= _CELLS_AT_ONCE:
            search(lambda: False)
            self._set_found(found)
            return
        self._being_filled = found
        self._since_shown.invalidate()
        self._searching.start(
            lambda task: search(task.is_cancelled, lambda share: task.report(share, "")),
            on_success=lambda _nothing: self._set_found(found),
            on_failure=self._on_failure,
            on_end=self.changed.emit,
        )
        self.changed.emit()

    def sort(self, by: SortedBy | None, keys: NDArray[np.floating] | None = None) -> None:
        """Sort by a column, stably; None returns to the order of the file.

        The rows stay as they are until the order is known. `keys` are the numbers of a column
        that are here already.
        """
        self._sorting.cancel()
        if self._calls is None:
            by = None
        if by is None or by.column >= len(self._columns):
            self._set_order(by, None)
            return
        column = self._columns[by.column]

        def work(_task: Task | None = None) -> Order:
            if keys is not None:
                return stable_order(keys, descending=by.descending)
            return column_order(column.order(), descending=by.descending)

        if self._n <= SORTED_AT_ONCE:
            self._set_order(by, work())
            return
        self._sorting.start(
            work,
            on_success=lambda order: self._set_order(by, order),
            on_failure=self._on_failure,
            on_end=self.changed.emit,
        )
        self.changed.emit()

    def shut_down(self) -> None:
        """End the background work."""
        for tasks in (self._sorting, self._searching, self._arranging):
            tasks.shut_down()

    # ------------------------------------------------------------------------- inside

    def _set_order(self, by: SortedBy | None, order: Order | None) -> None:
        self._sorted_by, self._order = by, order
        self._arrange()

    def _set_found(self, found: NDArray[np.bool_]) -> None:
        self._found = found
        self._arrange()

    def _on_search_progressed(self, _share: float, _words: str) -> None:
        """Show what was found so far, now and then."""
        is_early = self._since_shown.isValid() and self._since_shown.elapsed() < _SHOWN_EVERY
        if not is_early and not self._arranging.is_busy:
            self._since_shown.start()
            self._found = self._being_filled
            self._arrange()

    def _on_failure(self, error: EvalguiError) -> None:
        self.failed.emit(text.said(error.message))

    def _plan(self) -> _Plan:
        return _Plan(
            self._n,
            copy(self._calls),  # with the threshold of now
            self._dataset,
            self._sorted_by,
            self._order,
            self._by_call,
            self._found,
            self.selection,
            self._known,
            self._found is not None and self._searching.is_busy,
        )

    def _arrange(self) -> None:
        """Show other rows: at once, or as soon as they are known."""
        plan = self._plan()
        if plan.is_quick or self._n <= _ARRANGED_AT_ONCE:
            self._arranging.cancel()
            self._is_awaited = self._is_again = False
            self._show(plan.follow())
            self.changed.emit()
        else:
            self._arrange_later()

    def _arrange_later(self) -> None:
        self._is_awaited = True
        self._arrange_in_background()
        self.changed.emit()

    def _arrange_in_background(self) -> None:
        plan = self._plan()
        self._is_again = False
        self._arranging.start(
            lambda _task: plan.follow(),
            on_success=self._on_arranged,
            on_failure=self._on_failure,
            on_end=self._on_arranging_ended,
        )

    def _on_arranged(self, shown: Any) -> None:  # noqa: ANN401 - the answer of a task
        self._is_awaited = False
        self._show(shown)

    def _show(self, shown: Shown) -> None:
        self._is_partial = shown.is_partial
        self.ready.emit(shown)

    def _on_arranging_ended(self) -> None:
        if self._is_again and not self._arranging.is_busy:
            self._arrange_in_background()
        self.changed.emit()
