"""A file as it was read: columns of text, nothing guessed away.

A cell keeps the text that stands in the file. What a column means is decided in
`evalgui.io.roles`; only columns chosen as scores ever become numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.errors import DataError
from evalgui.io import numbers
from evalgui.io.arrow import arrow, kernels
from evalgui.io.labels import listed, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion
    from evalgui.io.arrow import ArrowArray, ArrowColumn
    from evalgui.io.meaning import Known
    from evalgui.io.numbers import Numbers
    from evalgui.io.reading import DecimalSign, Reading

ColumnKind: TypeAlias = Literal["text", "number", "other"]


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


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A column as indices into its different texts.

    Parameters
    ----------
    codes : (n,) array of int32
        An index into `texts` for each row; -1 where the file has no value at all (a null;
        an empty cell of a text file is the text "").
    texts
        The different texts, in the order of their first occurrence.
    """

    codes: NDArray[np.int32]
    texts: tuple[str, ...]


class RawColumn:
    """A column of a file: text on the outside, an Arrow column of any size within.

    It satisfies `evalgui.core.dataset.Column`. Nothing that can be seen ever changes; what
    is expensive is kept once it was asked for.

    Parameters
    ----------
    name
        A name that no other column of the table has.
    values
        The cells: text, or a type of the file's own.
    header
        The name as it stands in the file; None where it is `name`.
    decimal
        The decimal sign that most numbers of the file seem to have.
    rows : (n,) array of int, or None
        Which rows of `values` the column consists of; None means all, in their order.
    """

    __slots__ = (
        "_decimal",
        "_encoded",
        "_name",
        "_numbers",
        "_rows",
        "_starts",
        "_values",
        "header",
    )

    def __init__(
        self,
        name: str,
        values: ArrowColumn,
        *,
        header: str | None = None,
        decimal: DecimalSign = ".",
        rows: NDArray[np.integer] | None = None,
    ) -> None:
        if arrow.types.is_dictionary(values.type):
            is_text = arrow.types.is_string(values.type.value_type)
            values = values.unify_dictionaries() if is_text else _decoded(values)
        if arrow.types.is_string_view(values.type):
            values = kernels.cast(values, arrow.string())
        self._name = name
        self._values = values
        self._decimal: DecimalSign = decimal
        self._rows = rows
        self._starts = np.cumsum([0, *(len(chunk) for chunk in values.chunks)]).tolist()
        self._numbers: dict[DecimalSign, Numbers] = {}
        self._encoded: Encoded | None = None
        self.header = name if header is None else header

    @property
    def name(self) -> str:
        """The name of the column, which no other column of the table has."""
        return self._name

    @property
    def kind(self) -> ColumnKind:
        """Whether the file holds text, numbers of its own type, or something else."""
        types = arrow.types
        own = self._values.type
        if types.is_dictionary(own) or types.is_string(own) or types.is_large_string(own):
            return "text"
        if types.is_floating(own) or types.is_integer(own) or types.is_decimal(own):
            return "number"
        return "other"

    @property
    def type_name(self) -> str:
        """The type in the words of the file's format, such as ``"list<element: double>"``."""
        return str(self._values.type)

    @property
    def is_nested(self) -> bool:
        """Whether a cell holds several values: a list, a record."""
        return bool(arrow.types.is_nested(self._values.type))

    def __len__(self) -> int:
        return len(self._values) if self._rows is None else len(self._rows)

    def text(self, row: int) -> str:
        """Return the cell of a row (from 0) as the file has it; "" where it has none."""
        if not 0 <= row < len(self):
            raise IndexError(row)
        place = row if self._rows is None else int(self._rows[row])
        index = bisect_right(self._starts, place) - 1
        chunk: Any = self._values.chunk(index)
        return _texts(chunk.slice(place - self._starts[index], 1))[0] or ""

    def head(self, n: int) -> list[str]:
        """Return the texts of the first n rows, or of all where there are fewer."""
        return [self.text(row) for row in range(min(n, len(self)))]

    def sample(self, n: int) -> list[str]:
        """Return the texts of n rows, or of all, spread evenly over the column."""
        rows = np.unique(np.linspace(0, len(self) - 1, min(n, len(self))).astype(np.intp))
        return [self.text(row) for row in rows.tolist()]

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
        if self._encoded is None:
            self._encoded = self._encode(limit)
        encoded = self._encoded
        return None if encoded is None or len(encoded.texts) > limit else encoded

    def _encode(self, limit: int) -> Encoded | None:
        values = self._selected()
        if arrow.types.is_nested(values.type):
            return None
        for size in (1_000, 100_000):
            if len(kernels.unique(values.slice(0, size))) > limit + 2:
                return None
        chunks: list[Any] = values.dictionary_encode().unify_dictionaries().chunks
        texts = _texts(chunks[0].dictionary) if chunks else []
        place = np.full(len(texts) + 1, -1, np.int32)
        full = [index for index, text in enumerate(texts) if text is not None]
        place[full] = np.arange(len(full), dtype=np.int32)
        codes = [
            place[kernels.fill_null(chunk.indices, -1).to_numpy(zero_copy_only=False)]
            for chunk in chunks
        ]
        return Encoded(
            np.concatenate(codes) if codes else np.empty(0, np.int32),
            tuple(text for text in texts if text is not None),
        )

    def distinct(self, limit: int) -> Distinct | None:
        """Return the different texts with their counts; None if more than `limit`."""
        encoded = self.encode(limit)
        if encoded is None:
            return None
        counts = np.bincount(encoded.codes + 1, minlength=len(encoded.texts) + 1).tolist()
        return Distinct(encoded.texts, tuple(counts[1:]), counts[0])

    def parse_numbers(self, decimal: DecimalSign | None = None) -> Numbers:
        """Return the column as numbers, with what could not be made one.

        Parameters
        ----------
        decimal
            The decimal sign of a text column; None means the one of the table.
        """
        sign = self._decimal if decimal is None else decimal
        if sign not in self._numbers:
            self._numbers[sign] = numbers.parse(_decoded(self._selected()), sign)
        return self._numbers[sign]

    def choose_decimal(self) -> numbers.DecimalChoice:
        """Return the decimal sign that fits this column, and whether that is in doubt."""
        if self.kind != "text":
            return numbers.DecimalChoice(".")
        return numbers.choose_decimal(_decoded(self._selected()), self.parse_numbers("."))

    def order(self) -> NDArray[np.intp]:
        """Return the stable permutation that sorts the column upward.

        Numbers are sorted as numbers where every cell is a number or missing, missing cells
        last; everything else is sorted as text, by code points.
        """
        values = self._selected()
        parsed = self.parse_numbers()
        if self.kind == "number" or (parsed.n_numbers and not len(parsed.bad)):
            return np.argsort(parsed.values, kind="stable")
        if arrow.types.is_nested(values.type) or arrow.types.is_null(values.type):
            return np.arange(len(self))
        return np.asarray(kernels.sort_indices(_decoded(values)).to_numpy(), np.intp)

    def as_text(self) -> ArrowColumn:
        """Return the cells as Arrow text; null where the file has no value at all."""
        values: ArrowColumn = _decoded(self._selected())
        if self.kind == "text":
            return values
        texts = [text for chunk in values.chunks for text in _texts(chunk)]
        column: ArrowColumn = arrow.chunked_array([arrow.array(texts, arrow.string())])
        return column

    def take(self, rows: NDArray[np.integer]) -> RawColumn:
        """Return the column made of these rows, numbered from 0; no cell is copied."""
        places = rows if self._rows is None else self._rows[rows]
        return RawColumn(
            self._name, self._values, header=self.header, decimal=self._decimal, rows=places
        )

    def renamed(self, name: str) -> RawColumn:
        """Return the same cells under another name; what was found out about them is kept."""
        column = copy(self)
        column._name = name  # noqa: SLF001 - nobody else has seen the copy yet
        return column

    def cells(self) -> ArrowColumn:
        """Return all cells in the type of the file."""
        return _decoded(self._selected())

    def texts(self) -> ArrowColumn:
        """Return all cells as text in an Arrow column; null where the file has no value."""
        values = self.cells()
        if arrow.types.is_string(values.type) or arrow.types.is_large_string(values.type):
            return values
        cells: ArrowColumn = kernels.cast(values, arrow.string())
        return cells

    def _selected(self) -> ArrowColumn:
        """Return the cells themselves."""
        return self._values if self._rows is None else self._values.take(self._rows)


def _decoded(values: ArrowColumn) -> ArrowColumn:
    """Return a column that is no longer indices into its different values."""
    if arrow.types.is_dictionary(values.type):
        plain: ArrowColumn = kernels.cast(values, values.type.value_type)
        return plain
    return values


def _texts(cells: ArrowArray) -> list[str | None]:
    """Return cells as text, the shortest that is exact for a number; None for no value.

    A NaN of the file's own type is no value: that is how pandas writes an empty cell.
    """
    if arrow.types.is_temporal(cells.type):
        # Python's own dates end in the year 9999.
        cells = kernels.cast(cells, arrow.string())
    values: list[Any] = cells.to_pylist()
    if arrow.types.is_float32(cells.type):
        values = [None if value is None else np.float32(value) for value in values]
    return [_text(value) for value in values]


def _text(value: Any) -> str | None:  # noqa: ANN401 - any value that Arrow can hold
    if value is None or value != value:  # noqa: PLR0124 - NaN alone differs from itself
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, bytes):
        return value.decode("utf-8", "backslashreplace")
    return str(value)


def name_columns(headers: Sequence[str]) -> tuple[list[str], tuple[Finding, ...]]:
    """Return a name of its own for each column.

    Names that occur twice are numbered, all of them, so that none is taken for the other;
    a column without a name is called by its place.

    Parameters
    ----------
    headers
        The names as they stand in the file.

    Examples
    --------
    >>> name_columns(["id", "score", "score", ""])[0]
    ['id', 'score (1)', 'score (2)', 'column 4']
    """
    shown = [visible(header) for header in headers]
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
    twice = [name for name, count in counts.items() if count > 1 and name]
    if not twice:
        return list(names), ()
    text = f"columns with the same name are numbered: {listed(twice)}"
    return list(names), (Finding("header_dup", text, sum(counts[name] for name in twice)),)


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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def candidates(self, name: str) -> tuple[RawColumn, ...]:
        """Return the columns that a name may mean: its own, or all with it in the header.

        Where there is none of that name, case and blanks around it do not matter.
        """
        plain = name.strip().casefold()
        by_name = tuple(column for column in self.columns if column.name == name)
        by_header = tuple(column for column in self.columns if column.header.strip() == name)
        similar = tuple(column for column in self.columns if column.name.casefold() == plain)
        return by_name or by_header or similar

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
            message = f"{len(found):,} columns are called '{name}'"
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
            return f"row {row + 1:,} ({self.origin.place(row)})"
        line = self.line(row)
        return f"row {row + 1:,}" if line is None else f"row {row + 1:,} (line {line:,})"
