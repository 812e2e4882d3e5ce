"""Tables that leave the program: what they are made of, and the writing in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.progress import Watch
from evalgui.core.snapshot import resolve
from evalgui.core.vocabulary import phrase, words_in
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from evalgui.core.checks import Finding
    from evalgui.core.comparing import Pair
    from evalgui.core.comparison import Beside
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.rules.rule import Value
    from evalgui.core.snapshot import Snapshot
    from evalgui.io.writers.tables import Contents
    from evalgui.results.result import LongTable, Result
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.opened_file import Opened

MOST_COPIED = 1_000_000
"""How many cells are copied at once; more of them no other program takes well."""


@dataclass(frozen=True, slots=True, eq=False)
class RowsWanted:
    """Which rows a table of rows is to have, and what was set in rules.

    Parameters
    ----------
    rows : (k,) array of int, or None
        Of the data set; None for all.
    in_words
        Which these are; "" for all.
    given
        What was set in rules, by the ids of these and of their parameters.
    """

    rows: NDArray[Any] | None
    in_words: str
    given: Mapping[str, Mapping[str, Value]]


def contents_of(
    opened: Opened | None,
    data_sets: DataSets,
    vocabulary: Vocabulary,
    wanted: RowsWanted,
    more: tuple[Finding, ...],
) -> Contents:
    """Return what tables of the shown data set are made of.

    Parameters
    ----------
    opened
        The file of what is shown; None for data that come with the program.
    data_sets
        All that are open.
    vocabulary
        Whose words names have.
    wanted
        Which rows, and what was set in rules.
    more
        What was found out about the file after it was opened.
    """
    from evalgui.io.building.shown_findings import shown_findings  # with Arrow
    from evalgui.io.writers.tables import Contents

    snapshot = data_sets.shown.snapshot
    is_compared = bool(snapshot.comparison.others) and snapshot.point is not None
    return Contents(
        snapshot,
        None if opened is None else opened.loaded,
        words_in(vocabulary),
        rows=wanted.rows,
        rows_in_words=wanted.in_words,
        given=wanted.given,
        pairs=(lambda: _pairs(snapshot, data_sets)) if is_compared else None,
        others=lambda: tuple(_others(snapshot, data_sets)),
        more=more,
        shown=tuple(shown_findings(snapshot)),
    )


def _pairs(snapshot: Snapshot, data_sets: DataSets) -> list[Pair]:
    from evalgui.workspace.differences import difference_of  # when it is asked for

    return [difference_of(snapshot, one, data_sets).pair for one in snapshot.comparison.others]


def _others(snapshot: Snapshot, data_sets: DataSets) -> list[Result]:
    """Return what each score rests on that is compared with the shown one."""
    return [_other(one, snapshot, data_sets) for one in snapshot.comparison.others]


def _other(beside: Beside, snapshot: Snapshot, data_sets: DataSets) -> Result:
    from evalgui.io.writers.origin import origin_of
    from evalgui.workspace.differences import as_chosen

    if beside.data_set is None:
        item = data_sets.shown
        shown = resolve(as_chosen(snapshot, beside).inputs, ranking=beside.ranking)
    else:
        item = data_sets.items[beside.data_set]
        shown = item.snapshot
    return origin_of(shown, None if item.opened is None else item.opened.loaded)


class Exports(QObject):
    """Writes tables in the background, one after the other; what was given up leaves no trace."""

    progressed = Signal(float, object)
    written = Signal(object)  # what was, `evalgui.io.writers.tables.table_files.Written`
    made = Signal(str, str, int)  # a copy as text, as HTML, and of how many rows
    failed = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("writing tables"))
        self._tasks.progressed.connect(self.progressed)

    @property
    def is_busy(self) -> bool:
        """Whether something is being written."""
        return self._tasks.is_busy

    def write(
        self, contents: Contents, ids: tuple[str, ...], path: Path, *, form_id: str, guards: bool
    ) -> None:
        """Write tables.

        Parameters
        ----------
        contents
            What they are made of.
        ids
            Which of `evalgui.io.writers.tables.declared.TABLES`.
        path
            Where to.
        form_id
            In which of `evalgui.io.writers.tables.formats.FORMATS`.
        guards
            As of `evalgui.io.writers.tables.how.How`.
        """

        def work(task: Task) -> object:
            from evalgui.io.writers.tables import (
                FORMATS,  # with all that writes them
                How,
                write_tables,
            )

            is_of_pairs = not {"comparison", "discordant"}.isdisjoint(ids)
            known = contents if is_of_pairs else replace(contents, others=tuple)
            watch = Watch(task.report, task.is_cancelled)
            tables = _made(known, ids, watch.part(0.0, 0.5))
            how = How(known.about, known.words, guards=guards, watch=watch.part(0.5, 1.0))
            return write_tables(tables, path, FORMATS.by_id(form_id), how)

        self._start(work, self.written.emit)

    def copy(self, contents: Contents, table_id: str) -> None:
        """Make a copy of a table for the clipboard."""

        def work(task: Task) -> object:
            from evalgui.io.writers.tables import as_html, as_text, cells_in_words

            watch = Watch(task.report, task.is_cancelled)
            (table,) = _made(contents, (table_id,), watch)
            n_cells = table.n_rows * len(table.columns)
            if n_cells > MOST_COPIED:
                message = phrase("{n} rows are too many to be copied", n=grouped(table.n_rows))
                raise DataError(message, hint=phrase("Save the table"))
            cells = cells_in_words(table, contents.words)
            return as_text(cells), as_html(cells), table.n_rows

        self._start(work, lambda found: self.made.emit(*found))

    def _start(self, work: Callable[[Task], Any], done: Callable[[Any], None]) -> None:
        self._tasks.start(
            work, on_success=done, on_failure=self.failed.emit, on_end=self.ended.emit
        )

    def cancel(self) -> None:
        """Give up what is being written."""
        self._tasks.cancel()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


def _made(contents: Contents, ids: tuple[str, ...], watch: Watch) -> list[LongTable]:
    from evalgui.io.writers.tables import TABLES

    made = []
    for place, table_id in enumerate(ids):
        watch.step(place / len(ids), phrase("making the tables"))
        made.append(TABLES.by_id(table_id).make(contents))
    return made
