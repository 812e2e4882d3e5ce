"""A file as it was read: columns of text, nothing guessed away.

A cell keeps the text that stands in the file. What a column means is decided in
`evalgui.io.proposing.propose`; only columns chosen as scores ever become numbers.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.ordering import distinct
from evalgui.io.table import numbers
from evalgui.io.table.arrow import arrow, kernels
from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.cells import HeldCells, decoded, taken
from evalgui.io.table.codes import Encoded, codes_of
from evalgui.io.table.column_names import LONGEST_NAME
from evalgui.io.table.decimal_signs import DecimalChoice, choose_decimal
from evalgui.io.table.labels import listed, visible
from evalgui.io.table.number_forms import is_grouped
from evalgui.io.table.ordering import order_of
from evalgui.io.table.searching import finder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.io.table.arrow import ArrowColumn
    from evalgui.io.table.cells import Cells
    from evalgui.io.table.numbers import Numbers
    from evalgui.io.table.reading import DecimalSign, Reading, ThousandsSign
    from evalgui.io.table.roles import Known
    from evalgui.io.table.searching import Finder

ColumnKind: TypeAlias = Literal["text", "number", "other"]

_FEW = 10
_TAKEN = 10_000
_LOOK = 1_000  # cells that tell nearly every column of words from one of numbers

DAMAGED = "(damaged in the file)"
"""What is shown for a cell that cannot be read."""


@dataclass(frozen=True, slots=True)
class Distinct:
    """The different texts of a column, and how often each occurs.

    Parameters
    ----------
    texts
        In the order of their first occurrence.
    counts
        One number for each text.
    n_empty
        The cells without any value: they are not among `texts`.
    """

    texts: tuple[str, ...]
    counts: tuple[int, ...]
    n_empty: int


class RawColumn:
    """A column of a file: text on the outside, an Arrow column of any size within.

    It satisfies `evalgui.core.dataset.Column`. Nothing that can be seen ever changes; what
    is expensive is kept once it was asked for.

    Parameters
    ----------
    name
        A name that no other column of the table has.
    values
        The cells: text, or a type of the file's own, in memory or yet to be read.
    header
        The name as it stands in the file; None where it is `name`.
    decimal
        The decimal sign that most numbers of the file seem to have.
    rows : (n,) array of int, or None
        Which rows of `values` the column consists of; None means all, in their order.
    """

    __slots__ = (
        "_cells",
        "_decimal",
        "_encoded",
        "_name",
        "_numbers",
        "_rows",
        "_too_many",
        "header",
    )

    def __init__(
        self,
        name: str,
        values: ArrowColumn | Cells,
        *,
        header: str | None = None,
        decimal: DecimalSign = ".",
        rows: NDArray[np.integer] | None = None,
    ) -> None:
        self._name = name
        cells: Any = HeldCells(values) if isinstance(values, arrow.ChunkedArray) else values
        self._cells: Cells = cells
        self._decimal: DecimalSign = decimal
        self._rows = rows
        self._numbers: dict[tuple[DecimalSign, str], Numbers] = {}
        self._encoded: Encoded | None = None
        self._too_many = -1  # the largest limit that the different texts are known to exceed
        self.header = name if header is None else header

    @property
    def name(self) -> str:
        """The name of the column, which no other column of the table has."""
        return self._name

    @property
    def kind(self) -> ColumnKind:
        """Whether the file holds text, numbers of its own type, or something else."""
        types = arrow.types
        own = self._cells.type
        if types.is_dictionary(own) or types.is_string(own) or types.is_large_string(own):
            return "text"
        if types.is_floating(own) or types.is_integer(own) or types.is_decimal(own):
            return "number"
        return "other"

    @property
    def type_name(self) -> str:
        """The type in the words of the file's format, such as ``"list<element: double>"``."""
        return str(self._cells.type)

    @property
    def is_nested(self) -> bool:
        """Whether a cell holds several values: a list, a record."""
        return bool(arrow.types.is_nested(self._cells.type))

    def __len__(self) -> int:
        return len(self._cells) if self._rows is None else len(self._rows)

    def text(self, row: int) -> str:
        """Return the cell of a row (from 0) as the file has it; "" where it has none.

        Where a file is damaged at a cell that nothing was computed from, that is its text.
        """
        try:
            return self._text(row)
        except ReadingError:
            return DAMAGED

    def _text(self, row: int) -> str:
        if not 0 <= row < len(self):
            raise IndexError(row)
        place = row if self._rows is None else int(self._rows[row])
        return texts_of(self._cells.at(place))[0] or ""

    def is_at_hand(self, row: int) -> bool:
        """Return whether `text` answers at once, and need not read a part of the file first."""
        return self._cells.is_at_hand(row if self._rows is None else int(self._rows[row]))

    def read(self) -> None:
        """Read all cells now, where that has not been done.

        Raises
        ------
        ReadingError
            If they cannot be read.
        """
        self._cells.whole()

    def head(self, n: int) -> list[str]:
        """Return the texts of the first n rows, or of all where there are fewer."""
        return [text or "" for chunk in self._first(n).chunks for text in texts_of(chunk)]

    def sample(self, n: int) -> list[str]:
        """Return the texts of n rows, or of all, spread evenly over the column."""
        self.read()  # at once rather than in the parts that hold these rows
        n = min(n, len(self))
        rows = distinct(np.linspace(0, len(self) - 1, n).astype(np.intp))
        if len(self) > _TAKEN:  # Arrow would put the whole column together
            return [self._text(row) for row in rows.tolist()]
        return self.take(rows).head(n)

    def encode(self, limit: int) -> Encoded | None:
        """Return the column as indices into its different texts.

        Parameters
        ----------
        limit
            The largest number of different texts that is of interest.

        Returns
        -------
        Encoded or None
            None when there are more than `limit` different texts. This is found out early.
        """
        if self._encoded is None and limit > self._too_many:
            self._encoded = self._encode(limit)
            if self._encoded is None:
                self._too_many = limit
        encoded = self._encoded
        return None if encoded is None or len(encoded.texts) > limit else encoded

    def _encode(self, limit: int) -> Encoded | None:
        if self.is_nested:
            return None
        for size in (1_000, 100_000):
            n_different = len(kernels.unique(self._first(size)))
            if n_different > limit + 2:
                return None
            if n_different <= _FEW:  # very likely there are no others
                break
        found = codes_of(self._selected(), limit)
        return None if found is None else Encoded(*found)

    def distinct(self, limit: int) -> Distinct | None:
        """Return the different texts with their counts; None if more than `limit`."""
        encoded = self.encode(limit)
        if encoded is None:
            return None
        counts = encoded.counts()
        return Distinct(encoded.texts, tuple(counts), len(encoded.codes) - sum(counts))

    def parse_numbers(
        self, decimal: DecimalSign | None = None, thousands: ThousandsSign | None = None
    ) -> Numbers:
        """Return the column as numbers, with what could not be made one.

        Parameters
        ----------
        decimal
            The decimal sign of a text column; None means the one of the table.
        thousands
            What separates its thousands; "" means that nothing does. Where both are None,
            separators that are so beyond doubt are known.
        """
        sign = self._decimal if decimal is None else decimal
        if decimal is thousands is None and self._is_grouped(sign):
            choice = self.choose_decimal()
            sign, thousands = choice.sign, choice.thousands
        form = (sign, thousands or "")
        if form not in self._numbers:
            self._numbers[form] = numbers.parse(decoded(self._selected()), *form)
        return self._numbers[form]

    def _is_grouped(self, sign: DecimalSign) -> bool:
        """Return whether some of the first cells that are no numbers have separated thousands."""
        bad = self.parse_numbers(sign, "").bad[:_FEW]
        return any(is_grouped(self.text(int(row))) for row in bad)

    def choose_decimal(self, decimal: DecimalSign | None = None) -> DecimalChoice:
        """Return the signs that fit this column, with this decimal one if it is decided."""
        if self.kind != "text":
            return DecimalChoice(".")
        return choose_decimal(decoded(self._selected()), decimal, self.parse_numbers)

    def order(self) -> NDArray[np.intp]:
        """Return the stable permutation that sorts the column upward.

        Numbers are sorted as numbers where every cell is a number or missing, missing cells
        last; everything else is sorted as text, by code points.
        """
        try:
            head = RawColumn(self._name, self._first(_LOOK), decimal=self._decimal)
            has_words = self.kind != "number" and bool(len(head.parse_numbers().bad))
            return order_of(self._selected(), None if has_words else self.parse_numbers())
        except ReadingError:
            return np.arange(len(self))

    def finder(self, text: str) -> Finder | None:
        """Return what tells for some rows which hold a text; None where a cell is damaged.

        See `evalgui.io.table.searching.finder`.
        """
        try:
            return finder(self._cells.whole(), self._rows, text)
        except ReadingError:
            return None

    def as_text(self) -> ArrowColumn:
        """Return the cells as Arrow text; null where the file has no value at all."""
        values: ArrowColumn = decoded(self._selected())
        if self.kind == "text":
            return values
        texts = [text for chunk in values.chunks for text in texts_of(chunk)]
        column: ArrowColumn = arrow.chunked_array([arrow.array(texts, arrow.string())])
        return column

    def take(self, rows: NDArray[np.integer]) -> RawColumn:
        """Return the column made of these rows, numbered from 0; no cell is copied."""
        places = rows if self._rows is None else self._rows[rows]
        return RawColumn(
            self._name, self._cells, header=self.header, decimal=self._decimal, rows=places
        )

    def renamed(self, name: str) -> RawColumn:
        """Return the same cells under another name; what was found out about them is kept."""
        column = copy(self)
        column._name = name  # noqa: SLF001 - nobody else has seen the copy yet
        return column

    def cells(self) -> ArrowColumn:
        """Return all cells in the type of the file."""
        return decoded(self._selected())

    def texts(self) -> ArrowColumn:
        """Return all cells as text in an Arrow column; null where the file has no value."""
        values = self.cells()
        if arrow.types.is_string(values.type) or arrow.types.is_large_string(values.type):
            return values
        cells: ArrowColumn = kernels.cast(values, arrow.string())
        return cells

    def _selected(self) -> ArrowColumn:
        """Return the cells themselves."""
        values = self._cells.whole()
        return values if self._rows is None else taken(values, self._rows)

    def _first(self, n: int) -> ArrowColumn:
        """Return the first n cells, or all where there are fewer."""
        if self._rows is None:
            return self._cells.first(n)
        return taken(self._cells.whole(), self._rows[:n])


def name_columns(headers: Sequence[str]) -> tuple[list[str], tuple[Finding, ...]]:
    """Return a name of its own for each column.

    Names that occur twice are numbered, all of them, so that none is taken for the other;
    a column without a name is called by its place. A very long name is shortened.

    Parameters
    ----------
    headers
        The names as they stand in the file.

    Examples
    --------
    >>> name_columns(["id", "score", "score", ""])[0]
    ['id', 'score (1)', 'score (2)', 'column 4']
    """
    shown = [visible(_shortened(header)) for header in headers]
    counts = Counter(shown)
    seen: Counter[str] = Counter()
    names: dict[str, None] = {}
    for place, header in enumerate(shown, start=1):
        seen[header] += 1
        name = header or f"column {place}"
        if header and counts[header] > 1:
            name = f"{header} ({seen[header]})"
        while name in names:
            name += "'"
        names[name] = None
    findings = []
    twice = [name for name, count in counts.items() if count > 1 and name]
    if twice:
        text = f"columns with the same name are numbered: {listed(twice)}"
        findings.append(Finding("header_dup", text, sum(counts[name] for name in twice)))
    n_named = sum(map(bool, shown))
    if 0 < 2 * n_named < len(shown):
        text = f"the header names only {grouped(n_named)} of {grouped(len(shown))} columns"
        text += ": it may be a title above a table that has no header"
        findings.append(Finding("header_sparse", text, n_named))
    n_long = sum(len(header) > LONGEST_NAME for header in headers)
    if n_long:
        one = "1 column has a name" if n_long == 1 else f"{grouped(n_long)} columns have names"
        text = f"{one} of more than {grouped(LONGEST_NAME)} characters, which is shortened"
        findings.append(Finding("header_long", text, n_long))
    return list(names), tuple(findings)


def _shortened(header: str) -> str:
    return header if len(header) <= LONGEST_NAME else f"{header[: LONGEST_NAME - 1]}…"


class Origin(Protocol):
    """Where the rows of a table stand that is made of several files."""

    def place(self, row: int) -> str:
        """Return where a row (from 0) stands: ``"line 3 of key.txt, line 9 of a.txt"``."""


@dataclass(frozen=True, slots=True, eq=False)
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
            message = f"{grouped(len(found))} columns are called '{name}'"
            hint = f"Name one of {listed([column.name for column in found])}"
        else:
            message = f"there is no column '{name}'"
            hint = f"The columns are {listed(self.names)}"
        raise DataError(message, where=self.name, hint=hint)

    def line(self, row: int) -> int | None:
        """Return the line of the file at which a row (from 0) starts, from 1."""
        if self.lines is not None:
            return int(self.lines[row])
        return self.first_line + row if self.first_line else None

    def place(self, row: int) -> str:
        """Return where a row (from 0) is, in words: ``"row 12 (line 13)"``."""
        if self.origin is not None:
            return f"row {grouped(row + 1)} ({self.origin.place(row)})"
        line, words = self.line(row), f"row {grouped(row + 1)}"
        return words if line is None else f"{words} (line {grouped(line)})"
