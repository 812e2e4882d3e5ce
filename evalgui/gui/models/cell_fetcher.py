"""Cells that have to be read from a file first, which the background does."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.dataset import SlowColumn
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.dataset import Column
    from evalgui.core.errors import EvalguiError
    from evalgui.workspace.tasks import Task


class CellFetcher(QObject):
    """Tells which cells can be had at once, and fetches the others.

    Of those that are asked for before it comes to its work, all are fetched; when others are
    asked for, what has not been fetched is given up. Who still wants it asks again.
    """

    fetched = Signal()  # some of the cells that were asked for
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[Column] = ()
        self._tests: list[Callable[[int], bool] | None] = []
        self._wanted: dict[tuple[int, int], None] = {}  # columns and rows, in their order
        self._tasks = Tasks(self, tr("reading the cells"))
        self._tasks.progressed.connect(lambda _share, _words: self.fetched.emit())
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fetch)

    @property
    def is_busy(self) -> bool:
        """Whether cells are still to come."""
        return self._soon.isActive() or self._tasks.is_busy

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Take other columns; cells of those before are given up."""
        self._soon.stop()
        self._tasks.cancel()
        self._wanted = {}
        self._columns = columns
        # Of each kind once: to ask it of thousands of columns takes a tenth of a second.
        slow: set[type] = {kind for kind in {*map(type, columns)} if issubclass(kind, SlowColumn)}
        self._tests = [
            cast("SlowColumn", column).is_at_hand if type(column) in slow else None
            for column in columns
        ]

    def has(self, column: int, row: int) -> bool:
        """Return whether a cell can be had at once; fetch it where it cannot."""
        is_at_hand = self._tests[column]
        if is_at_hand is None or is_at_hand(row):
            return True
        self._wanted[column, row] = None
        if not self._soon.isActive():
            self._soon.start()
        return False

    def shut_down(self) -> None:
        """End the background work."""
        self._soon.stop()
        self._tasks.shut_down()

    def _fetch(self) -> None:
        wanted, self._wanted = sorted(self._wanted), {}
        columns = self._columns

        def work(task: Task) -> None:
            for number, (column, row) in enumerate(wanted):
                if task.is_cancelled():
                    return
                columns[column].text(row)
                if number + 1 < len(wanted) and wanted[number + 1][0] != column:
                    task.report((number + 1) / len(wanted), "")

        self._tasks.start(
            work,
            on_success=lambda _nothing: self.fetched.emit(),
            on_failure=self._on_failure,
            on_end=lambda: None,
        )

    def _on_failure(self, error: EvalguiError) -> None:
        self.failed.emit(text.said(error.message))
