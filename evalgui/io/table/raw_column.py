"""A column as it was read: text, nothing guessed away.

A cell keeps the text that stands in the file; only columns chosen as scores ever become numbers.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from evalgui.core.errors import ReadingError
from evalgui.core.ordering import distinct
from evalgui.io.table import numbers
from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.cells import HeldCells, decoded, taken
from evalgui.io.table.codes import Encoded, codes_of
from evalgui.io.table.decimal_signs import DecimalChoice, choose_decimal
from evalgui.io.table.describing import described
from evalgui.io.table.number_forms import is_grouped
from evalgui.io.table.ordering import order_of
from evalgui.io.table.pyarrow_names import arrow, kernels
from evalgui.io.table.searching import finder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.baseline import Described
    from evalgui.io.meaning import DecimalSign, ThousandsSign
    from evalgui.io.table.cells import Cells
    from evalgui.io.table.numbers import Numbers
    from evalgui.io.table.pyarrow_names import ArrowArray, ArrowColumn
    from evalgui.io.table.searching import Finder

ColumnKind: TypeAlias = Literal["text", "number", "other"]

_FEW = 10
_TAKEN = 10_000
_LOOK = 1_000  # cells that tell nearly every column of words from one of numbers

_TIME_OF_DAY = r"^\s*(.*?\d)[T ]+[0-9]{1,2}:[0-9]{2}.*$|^(\s*[0-9]{5})\.[0-9]+\s*$"

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
    def decimal(self) -> DecimalSign:
        """The decimal sign that most numbers of the file seem to have."""
        return self._decimal

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
    def own_type(self) -> Any:  # noqa: ANN401 - a type of pyarrow
        """The type in which the file holds the cells."""
        return self._cells.type

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
        self._cells.compact()

    def head(self, n: int) -> list[str]:
        """Return the texts of the first n rows, or of all where there are fewer."""
        return [text or "" for chunk in self._first(n).chunks for text in texts_of(chunk)]

    def sample(self, n: int) -> list[str]:
        """Return the texts of n rows, or of all, spread evenly over the column."""
        self.read()  # at once rather than in the parts that hold these rows
        n = min(n, len(self))
        rows = _spread_over(len(self), n)
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
        found = codes_of(self._compact(), limit)
        return None if found is None else Encoded(*found)

    def encode_days(self, limit: int) -> Encoded | None:
        """Return it as `encode` does, without times of day and parts of days."""
        found = self.encode(limit) if self.kind == "text" else None
        if found is not None:
            return found
        if self.is_nested:
            return None
        types, own = arrow.types, self.own_type
        if types.is_date(own) or types.is_timestamp(own):
            days = kernels.cast(self.cells(), arrow.date32(), safe=False)
        else:
            days = kernels.replace_substring_regex(self.texts(), _TIME_OF_DAY, r"\1\2")
        coded = codes_of(days, limit)
        return None if coded is None else Encoded(*coded)

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
        if decimal is thousands is None:
            decimal, thousands = self.number_form()
        form = (decimal or self._decimal, thousands or "")
        if form not in self._numbers:
            self._numbers[form] = numbers.parse(decoded(self._selected()), *form, self.header)
        return self._numbers[form]

    def number_form(self) -> tuple[DecimalSign, ThousandsSign]:
        """Return the signs under which `parse_numbers` reads it where none is given."""
        if self._is_grouped(self._decimal):
            choice = self.choose_decimal()
            return choice.sign, choice.thousands
        return self._decimal, ""

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

    def described(self) -> Described | str:
        """Return all cells as what the column measures or names, or why it does neither.

        A column that is damaged in the file does neither.
        """
        try:
            return described(self)
        except ReadingError:
            return DAMAGED

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

    def of_all_rows(self) -> RawColumn:
        """Return the column with the rows that were not taken, too."""
        return RawColumn(self._name, self._cells, header=self.header, decimal=self._decimal)

    def renamed(self, name: str) -> RawColumn:
        """Return the same cells under another name; what was found out about them is kept."""
        column = copy(self)
        column._name = name  # noqa: SLF001 - nobody else has seen the copy yet
        return column

    def as_read(self, name: str, header: str, decimal: DecimalSign) -> RawColumn:
        """Return the same cells with what is known of them from when they were first read."""
        return RawColumn(name, self._cells, header=header, decimal=decimal, rows=self._rows)

    def cells(self) -> ArrowColumn:
        """Return all cells in the type of the file."""
        return decoded(self._selected())

    @property
    def holds(self) -> Literal["text", "number", "count"]:
        """What the cells are by a type of the file that says it all, else text."""
        types, own = arrow.types, self.own_type
        if types.is_float32(own) or types.is_float64(own):
            return "number"
        return "count" if types.is_integer(own) and not types.is_uint64(own) else "text"

    def typed(self, rows: NDArray[np.integer]) -> ArrowArray:
        """Return the cells of rows (from 0) as what the column holds; null where it has none."""
        taken = self.take(rows)
        found = taken.as_text() if self.holds == "text" else taken.cells()
        return found.combine_chunks()

    def texts(self) -> ArrowColumn:
        """Return all cells as text in an Arrow column; null where the file has no value."""
        values = self.cells()
        if arrow.types.is_string(values.type) or arrow.types.is_large_string(values.type):
            return values
        cells: ArrowColumn = kernels.cast(values, arrow.string())
        return cells

    def _selected(self) -> ArrowColumn:
        """Return the cells themselves."""
        return self._cells.whole() if self._rows is None else self._own(self._compact())

    def _compact(self) -> ArrowColumn:
        """Return the cells themselves, whole numbers maybe in fewer bytes."""
        values = self._cells.compact()
        return values if self._rows is None else taken(values, self._rows)

    def _own(self, values: ArrowColumn) -> ArrowColumn:
        """Return cells with whole numbers in all the bytes that they have in the file."""
        own = self._cells.type
        return kernels.cast(values, own) if arrow.types.is_integer(own) else values

    def _first(self, n: int) -> ArrowColumn:
        """Return the first n cells, or all where there are fewer."""
        if self._rows is None:
            return self._cells.first(n)
        return self._own(taken(self._cells.compact(), self._rows[:n]))


@lru_cache(maxsize=4)  # the columns of a table have as many cells
def _spread_over(length: int, n: int) -> NDArray[np.intp]:
    """Return n rows, spread evenly over so many."""
    rows = distinct(np.linspace(0, length - 1, n).astype(np.intp))
    rows.setflags(write=False)
    return rows
