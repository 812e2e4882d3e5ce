"""What a combination makes of several files: one table, and what had no partner."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.table import arrow

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.core.words import Words
    from evalgui.io.table import ArrowColumn, RawColumn, RawTable

Side: TypeAlias = Literal["scores", "key"]
"""What rows without a partner bring: scores, or the truth of a key."""


class NotTogetherError(Exception):
    """A closer look shows that files are no combination: each is a data set of its own.

    Parameters
    ----------
    why
        The reason, one sentence without a final full stop.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, eq=False)
class Unmatched:
    """Rows of a file that have no partner in another one.

    Parameters
    ----------
    side
        What these rows bring. Scores without a truth are set aside; a truth without a score
        stays, and counts as a missing score.
    file, other
        The file where they stand, and the one where they have no partner.
    rows : (n,) array of int
        Their numbers in the file: the first data row is 1.
    lines : (n,) array of int, or None
        The lines of the file at which they start, from 1; None where it has no lines.
    ids
        The columns that hold their ids, n rows each.
    """

    side: Side
    file: str
    other: str
    rows: NDArray[np.integer]
    lines: NDArray[np.integer] | None
    ids: tuple[RawColumn, ...]

    @property
    def count(self) -> int:
        """How many rows these are."""
        return len(self.rows)

    def text(self, place: int) -> str:
        """Return the ids of one of them, from 0, with blanks between."""
        return " ".join(column.text(place) for column in self.ids)

    def listed(self, words: Words, limit: int | None = None) -> Iterator[str]:
        """Yield them as lines of text for people, in the words of a field, all or the first."""
        yield words.counted(
            self.count,
            "{file}: 1 row without a partner in {other}",
            "{file}: {n} rows without a partner in {other}",
            file=self.file,
            n=grouped(self.count),
            other=self.other,
        )
        shown = self.count if limit is None else min(limit, self.count)
        template = words.language(  # once, as there may be many
            "row {row}: {ids}" if self.lines is None else "row {row} (line {line}): {ids}"
        )
        for place in range(shown):
            row = grouped(int(self.rows[place]))
            line = "" if self.lines is None else grouped(int(self.lines[place]))
            yield f"  {template.format(row=row, line=line, ids=self.text(place))}"
        if shown < self.count:
            yield f"  {words('and {n} more', n=grouped(self.count - shown))}"

    def texts(self, limit: int | None = None) -> tuple[str, ...]:
        """Return the ids of the first ones, or of all."""
        n = self.count if limit is None else min(limit, self.count)
        return tuple(map(self.text, range(n)))


@dataclass(frozen=True, slots=True, eq=False)
class Combined:
    """Several files as one table.

    Parameters
    ----------
    table
        The table, with what its columns mean.
    why
        Why the files belong together, one sentence without a final full stop.
    files
        The names of the files, in the order in which the name of the table has them.
    unmatched
        The rows that have no partner, by file.
    """

    table: RawTable
    why: str
    files: tuple[str, ...]
    unmatched: tuple[Unmatched, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class FileRows:
    """Which row of a file each row of a combination holds.

    Parameters
    ----------
    table
        The file as read.
    rows : (n,) array of int
        Its row in each row of the combination, from 0; -1 for none.
    """

    table: RawTable
    rows: NDArray[np.integer]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where the rows of a combination stand in its files.

    Parameters
    ----------
    files
        The files.
    """

    files: tuple[FileRows, ...]

    def place(self, row: int) -> str:
        """Return where a row (from 0) stands: ``"line 3 of key.txt, line 9 of a.txt"``."""
        found = ((file.table, int(file.rows[row])) for file in self.files)
        return joined(", ", (place_in(table, own) for table, own in found if own >= 0))


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Where the rows of files stand that lie one below the other.

    Parameters
    ----------
    tables
        The files as read.
    """

    tables: tuple[RawTable, ...]

    @property
    def starts(self) -> NDArray[np.int64]:
        """The first row of each file, from 0, and how many rows there are: (n + 1,)."""
        return np.cumsum([0, *(table.n_rows for table in self.tables)])

    def place(self, row: int) -> str:
        """Return where a row (from 0) stands: ``"line 9 of a.txt"``."""
        starts = self.starts
        number = int(np.searchsorted(starts, row, side="right")) - 1
        return place_in(self.tables[number], row - int(starts[number]))

    def exclusions(self) -> tuple[Exclusion, ...]:
        """Return the rows that were read in doubt, with their numbers in the whole."""
        return one_each(
            replace(one, rows=np.asarray(one.rows, np.intp) + start)
            for table, start in zip(self.tables, self.starts.tolist(), strict=False)
            for one in table.exclusions
        )

    def origins(self, names: Sequence[str]) -> ArrowColumn:
        """Return a text for each file, in all of its rows."""
        sizes = [table.n_rows for table in self.tables]
        codes = np.repeat(np.arange(len(sizes), dtype=np.int16), sizes)
        column = arrow.DictionaryArray.from_arrays(codes, arrow.array(list(names)))
        found: ArrowColumn = arrow.chunked_array([column])
        return found


def place_in(table: RawTable, row: int) -> str:
    """Return where a row (from 0) of a file stands, in words: ``"line 3 of key.txt"``."""
    line = table.line(row)
    if line is None:
        return phrase("row {row} of {file}", row=grouped(row + 1), file=table.name)
    return phrase("line {line} of {file}", line=grouped(line), file=table.name)


def one_each(exclusions: Iterable[Exclusion]) -> tuple[Exclusion, ...]:
    """Return one exclusion for each code, with the rows of all that have it."""
    found: dict[str, Exclusion] = {}
    for one in exclusions:
        before = found.get(one.code, one)
        found[one.code] = replace(before, rows=np.union1d(before.rows, one.rows))
    return tuple(found.values())
