"""A file as it was read: columns of text, nothing guessed away.

A cell keeps the text that stands in the file. What a column means is decided in
`evalgui.io.proposing.propose`; only columns chosen as scores ever become numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.near_names import meant
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.meaning import listed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion, Finding
    from evalgui.io.meaning import Known, Reading
    from evalgui.io.table.raw_column import RawColumn


class Origin(Protocol):
    """Where the rows of a table stand that is made of several files."""

    def place(self, row: int) -> str:
        """Return where a row (from 0) stands: ``"line 3 of key.txt, line 9 of a.txt"``."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class RawTable:
    """Everything that a file holds, as text, and how it was understood.

    Parameters
    ----------
    name
        The file name without its folders.
    columns
        In the order of the file; no two have the same name.
    n_rows
        The number of data rows: every column has as many cells.
    how
        How the file was understood.
    findings
        What is odd about the file.
    exclusions
        The rows that cannot be trusted as they stand, such as those with a cell too many.
    lines : (n,) array of int, or None
        The line of the file, from 1, at which each row starts. None where the format has no
        lines, and where row k simply stands on line `first_line` + k - 1.
    first_line
        The line of the first row where `lines` is None; 0 where the format has no lines.
    known
        What the columns mean by the rules of the format; None where it has none.
    origin
        Where the rows stand, for a table that is made of several files; None for one file.
    about
        What the program that wrote the file says about it in a place of its own; "" for nothing.
    """

    name: str
    columns: tuple[RawColumn, ...]
    n_rows: int
    how: Reading
    findings: tuple[Finding, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    lines: NDArray[np.integer] | None = None
    first_line: int = 0
    known: Known | None = None
    origin: Origin | None = None
    about: str = ""
    _by_name: dict[str, RawColumn] = field(default_factory=dict, init=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def candidates(self, name: str) -> tuple[RawColumn, ...]:
        """Return the columns that a name may mean: its own, or all with it in the header.

        Where there is none of that name, case and blanks around it do not matter.
        """
        if not self._by_name:
            self._by_name.update((column.name, column) for column in self.columns)
        if name in self._by_name:
            return (self._by_name[name],)
        plain = name.strip().casefold()
        by_header = tuple(column for column in self.columns if column.header.strip() == name)
        similar = tuple(column for column in self.columns if column.name.casefold() == plain)
        return by_header or similar

    def column(self, name: str) -> RawColumn:
        """Return the column with this name.

        Raises
        ------
        DataError
            If there is none, or several have it.
        """
        found = self.candidates(name)
        if len(found) == 1:
            return found[0]
        if found:
            message = phrase("{n} columns are called '{name}'", n=grouped(len(found)), name=name)
            names = listed([column.name for column in found])
            hint = phrase("Name one of {names}", names=names)
        else:
            message = phrase("there is no column '{name}'", name=name)
            known = phrase("The columns are {names}", names=listed(self.names))
            hint = joined("", [meant(name, self.names), known])
        raise DataError(message, where=self.name, hint=hint)

    def line(self, row: int) -> int | None:
        """Return the line of the file at which a row (from 0) starts, from 1."""
        if self.lines is not None:
            return int(self.lines[row])
        return self.first_line + row if self.first_line else None

    def place(self, row: int) -> str:
        """Return where a row (from 0) is, in words: ``"row 12 (line 13)"``."""
        line, n = self.line(row), grouped(row + 1)
        if self.origin is not None:
            return phrase("row {n} ({place})", n=n, place=self.origin.place(row))
        if line is None:
            return phrase("row {n}", n=n)
        return phrase("row {n} (line {line})", n=n, line=grouped(line))
