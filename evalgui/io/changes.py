"""What differs between a file as it was read and as it is now: rows, columns, cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.meaning import is_entity_name, listed, show_hidden

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from evalgui.io.table import RawTable

_ARROW = "\N{RIGHTWARDS ARROW}"
_LONGEST = 24  # letters of a cell that is quoted
_MOST_CELLS = 4  # of a row


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """How a table differs from one that was read before. Rows are numbered from 1.

    Parameters
    ----------
    before, now
        The tables.
    removed : (n,) array of int
        The rows of the former table that are no longer there.
    added : (n,) array of int
        The rows that were not there before.
    changed : (n, 2) array of int
        Rows with other cells: the number before and the number now.
    matched_by
        The column by whose ids changed rows were found; "" where it was by their place.
    """

    before: RawTable
    now: RawTable
    removed: NDArray[np.int64]
    added: NDArray[np.int64]
    changed: NDArray[np.int64]
    matched_by: str = ""

    @property
    def lost_columns(self) -> tuple[str, ...]:
        """The columns that are no longer there."""
        return tuple(name for name in self.before.names if name not in self.now.names)

    @property
    def new_columns(self) -> tuple[str, ...]:
        """The columns that were not there before."""
        return tuple(name for name in self.now.names if name not in self.before.names)

    @property
    def is_nothing(self) -> bool:
        """Whether the tables hold the same, perhaps in another order."""
        n_rows = len(self.removed) + len(self.added) + len(self.changed)
        return not (n_rows or self.lost_columns or self.new_columns)

    def lines(self, most: int = 20) -> Iterator[str]:
        """Yield it in words: what there is of each kind, then the rows, so many of each kind."""
        sizes = grouped(self.before.n_rows), grouped(self.now.n_rows)
        yield phrase("Rows before: {before}, now: {now}", before=sizes[0], now=sizes[1])
        if names := self.lost_columns:
            yield phrase("Columns no longer there: {names}", names=listed(names))
        if names := self.new_columns:
            yield phrase("New columns: {names}", names=listed(names))
        if self.is_nothing:
            yield phrase("Every row of before is there with the same cells, and no other one")
            return
        n_changed, n_added, n_removed = map(
            grouped, map(len, (self.changed, self.added, self.removed))
        )
        changed = phrase("Rows changed: {n}", n=n_changed)
        if len(self.changed) and self.matched_by:
            changed = phrase(
                "Rows changed: {n} (found by '{column}')",
                n=n_changed,
                column=show_hidden(self.matched_by),
            )
        elif len(self.changed):
            changed = phrase("Rows changed: {n} (by their place)", n=n_changed)
        kinds = (
            (changed, self.changed, self._cells_of),
            (
                phrase("Rows added: {n}", n=n_added),
                self.added,
                lambda row: self._row_of(self.now, int(row)),
            ),
            (
                phrase("Rows removed: {n}", n=n_removed),
                self.removed,
                lambda row: self._row_of(self.before, int(row)),
            ),
        )
        for words, rows, line in kinds:
            yield words
            for row in rows[:most]:
                yield phrase("  {line}", line=line(row))
            if len(rows) > most:
                yield phrase("  and {n} more", n=grouped(len(rows) - most))

    def _cells_of(self, pair: NDArray[np.int64]) -> str:
        """Return what changed in a row."""
        old, new = (int(row) - 1 for row in pair)
        told = []
        for column in self.before.columns:
            if column.name not in self.now.names:
                continue
            one, other = column.text(old), self.now.column(column.name).text(new)
            if one != other:
                name = show_hidden(column.name)
                change = joined(f" {_ARROW} ", map(_quoted, (one, other)))
                told.append(joined(" ", [name, change]))
        cells, n_more = joined(", ", told[:_MOST_CELLS]), len(told) - _MOST_CELLS
        if n_more > 0:
            cells = phrase("{shown} and {n} more", shown=cells, n=grouped(n_more))
        return phrase("row {n}: {cells}", n=grouped(old + 1), cells=cells)

    @staticmethod
    def _row_of(table: RawTable, row: int) -> str:
        shown = [
            joined(" ", [show_hidden(one.name), _quoted(one.text(row - 1))])
            for one in table.columns[:_MOST_CELLS]
        ]
        more = ["\N{HORIZONTAL ELLIPSIS}"] if len(table.columns) > _MOST_CELLS else []
        return phrase("row {n}: {cells}", n=grouped(row), cells=joined(", ", [*shown, *more]))


def changes_between(before: RawTable, now: RawTable, watch: Watch | None = None) -> Changes:
    """Return how a table differs from one that was read before.

    Rows are the same where all cells of the columns that both tables have are. Of the others,
    those with the same id are one row that changed, where a column holds an id for each row;
    else those with the same number are.

    Parameters
    ----------
    before, now
        The tables.
    watch
        Asked between any two columns whether to go on.

    Raises
    ------
    ReadingError
        If a column cannot be read.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    names = [name for name in before.names if name in now.names]
    old, new = np.zeros(before.n_rows, np.int64), np.zeros(now.n_rows, np.int64)
    ids, matched_by = None, ""
    for place, name in enumerate(names):
        watch.step(place / len(names), phrase("comparing the rows"))
        codes = _codes(before, now, name)
        if not matched_by and is_entity_name(before.column(name).header) and _tells_apart(*codes):
            ids, matched_by = codes, name
        old, new = _joined(old, new, *codes)
    only_old, only_new = _unmatched(old, new)
    if not names:
        only_old, only_new = np.arange(before.n_rows), np.arange(now.n_rows)
    keys = (only_old, only_new) if ids is None else (ids[0][only_old], ids[1][only_new])
    _, in_old, in_new = np.intersect1d(*keys, assume_unique=True, return_indices=True)
    if not names:
        in_old = in_new = np.empty(0, np.intp)
    changed = np.column_stack((only_old[in_old], only_new[in_new])).astype(np.int64) + 1
    order = np.argsort(changed[:, 1], kind="stable")
    removed, added = np.delete(only_old, in_old) + 1, np.delete(only_new, in_new) + 1
    return Changes(before, now, removed, added, changed[order], matched_by)


def _codes(
    before: RawTable, now: RawTable, name: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a number for each cell of a column in both tables; the same for the same text."""
    from evalgui.io.table import arrow, kernels

    texts = [_as_text(table, name, arrow, kernels) for table in (before, now)]
    both = arrow.chunked_array(
        [chunk for one in texts for chunk in one.chunks], arrow.large_string()
    )
    indices = kernels.dictionary_encode(both.combine_chunks()).indices
    codes = np.asarray(indices.to_numpy(zero_copy_only=False), np.int64)
    return codes[: before.n_rows], codes[before.n_rows :]


def _as_text(table: RawTable, name: str, arrow: Any, kernels: Any) -> Any:  # noqa: ANN401 - modules
    texts = table.column(name).as_text().cast(arrow.large_string())
    return kernels.fill_null(texts, "")


def _joined(
    old: NDArray[np.int64], new: NDArray[np.int64], *codes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return a number for each combination of what rows had before and a cell."""
    more = np.concatenate(codes)
    together = np.concatenate((old, new)) * (int(more.max(initial=0)) + 1) + more
    numbered = np.unique(together, return_inverse=True)[1].astype(np.int64)
    return numbered[: len(old)], numbered[len(old) :]


def _tells_apart(*codes: NDArray[np.int64]) -> bool:
    """Return whether no id occurs twice in either table."""
    return all(len(np.unique(one)) == len(one) for one in codes)


def _unmatched(
    old: NDArray[np.int64], new: NDArray[np.int64]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows, from 0, that have no like in the other table: of several likes the last."""
    n = int(max(old.max(initial=-1), new.max(initial=-1))) + 1
    both = np.minimum(np.bincount(old, minlength=n), np.bincount(new, minlength=n))
    found = []
    for codes in (old, new):
        order = np.argsort(codes, kind="stable")
        sizes = np.bincount(codes, minlength=n)
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1])) if n else np.empty(0, np.int64)
        times = np.empty(len(codes), np.int64)
        times[order] = np.arange(len(codes)) - np.repeat(starts, sizes)
        found.append(np.flatnonzero(times >= both[codes]))
    return found[0], found[1]


def _quoted(cell: str) -> str:
    shown = show_hidden(cell)
    shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}\N{HORIZONTAL ELLIPSIS}"
    return f"'{shown}'" if shown else phrase("(empty)")
