"""Rows as text between tabs: at once where that is quick, else in the background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.dataset import SlowColumn
from evalgui.core.languages import tr
from evalgui.gui.look import text
from evalgui.workspace.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.dataset import Column
    from evalgui.core.errors import EvalguiError
    from evalgui.workspace.tasks import Task

_CELLS_AT_ONCE = 5_000
_BLOCK = 500  # cells between two looks at whether the copy is still wanted


@dataclass(frozen=True, slots=True, eq=False)
class Picked:
    """Rows to copy, in the order of the table.

    Parameters
    ----------
    titles
        What stands above the columns.
    columns
        For each a column of the data, or the words themselves, one for each row.
    rows
        The rows of the data, from 0.
    """

    titles: Sequence[str]
    columns: Sequence[Column | list[str]]
    rows: Sequence[int]

    @property
    def is_quick(self) -> bool:
        """Whether there are few cells, and none has to be read from the file first."""
        if len(self.rows) * len(self.columns) > _CELLS_AT_ONCE:
            return False
        slow = (one for one in self.columns if isinstance(one, SlowColumn))
        return all(one.is_at_hand(row) for one in slow for row in self.rows)

    def as_text(self, look: Callable[[float], bool]) -> str:
        """Return the rows below the titles; "" as soon as `look` at the share that is done says so.

        Rows of a column are read in the order of the file, as the parts that hold them lie there.
        """
        in_file = sorted(range(len(self.rows)), key=self.rows.__getitem__)
        found = []
        for place, column in enumerate(self.columns):
            if isinstance(column, list):
                found.append(column)
                continue
            cells = [""] * len(in_file)
            for number, index in enumerate(in_file):
                if number % _BLOCK == 0 and look(
                    (place + number / len(in_file)) / len(self.columns)
                ):
                    return ""
                cells[index] = _one_line(column.text(self.rows[index]))
            found.append(cells)
        lines = (map(_one_line, self.titles), *zip(*found, strict=True))
        return "\n".join(map("\t".join, lines)) + "\n"


class RowCopier(QObject):
    """Makes the text of a copy; a newer copy takes the place of one that is still made."""

    progressed = Signal(float)  # the share that is done
    made = Signal(str, int)  # the text, and of how many rows
    failed = Signal(str)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, tr("copying the rows"))
        self._tasks.progressed.connect(lambda share, _words: self.progressed.emit(share))

    @property
    def is_busy(self) -> bool:
        """Whether a copy is being made."""
        return self._tasks.is_busy

    def copy(self, picked: Picked) -> None:
        """Make the text of some rows."""
        if picked.is_quick:
            self._tasks.cancel()
            self.made.emit(picked.as_text(lambda _share: False), len(picked.rows))
            return

        def work(task: Task) -> str:
            def look(share: float) -> bool:
                task.report(share, "")
                return task.is_cancelled()

            return picked.as_text(look)

        self._tasks.start(
            work,
            on_success=lambda copied: self.made.emit(copied, len(picked.rows)),
            on_failure=self._on_failure,
            on_end=self.ended.emit,
        )
        self.progressed.emit(0.0)

    def cancel(self) -> None:
        """Give up the copy that is being made."""
        self._tasks.cancel()

    def shut_down(self) -> None:
        """End the background work."""
        self._tasks.shut_down()

    def _on_failure(self, error: EvalguiError) -> None:
        self.failed.emit(text.said(error.message))


def _one_line(cell: str) -> str:
    return " ".join(cell.split()) if any(mark in cell for mark in "\t\n\r") else cell
