"""Rows of any files as an engine counts them: a label, a number, how many rows each stands for.

Whatever opening does to texts, limits, subsets and weights is done here by the code that opens a
file, some rows at a time; what comes of it is put aside in a file that engines read.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.building import data_findings, refusals
from evalgui.io.building.class_columns import Declared, encoded_classes, read_classes
from evalgui.io.building.count_columns import whole_counts
from evalgui.io.building.used_rows import read_numbers
from evalgui.io.counting.pieces import plain_type
from evalgui.io.keeping.safe_writing import WritingError, in_words
from evalgui.io.table import Numbers, arrow
from evalgui.io.table.number_forms import unit_in_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawColumn, RawTable

_SUMMED = ("n_overflow", "n_underflow", "n_other_digits", "n_with_unit", "n_limits")
_LONG = arrow.decimal128(38, 0)


@dataclass(frozen=True, slots=True)
class PlainRows:
    """Rows that were put aside for an engine.

    Parameters
    ----------
    schema
        The columns of the file, a schema of pyarrow.
    truth, score, weight
        What three of them are called there; `weight` is None where each row counts once.
    n_rows
        How many rows there were.
    set_aside
        How many of them are not there, by the reason in words.
    unit
        What stands behind the scores; "" for nothing.
    notes
        What else was odd, in words.
    """

    schema: Any
    truth: str
    score: str
    weight: str | None
    n_rows: int
    set_aside: dict[str, int]
    unit: str
    notes: tuple[str, ...]


class BeyondDoublesError(Exception):
    """There are whole numbers that no double is: they are counted as such."""


def write_plain_rows(  # noqa: PLR0913 - each is named
    path: Path,
    tables: Iterable[RawTable],
    like: RawTable,
    roles: Roles,
    *,
    by: Sequence[str],
    watch: Watch,
    are_whole: bool = False,
) -> PlainRows:
    """Write the rows that take part into a Parquet file, and say what became of the others.

    Parameters
    ----------
    path
        Where the file goes.
    tables
        All rows, some at a time.
    like
        The first of them, by which it was decided what the columns are.
    roles
        What was decided: the truth, one score, perhaps a weight and a subset.
    by
        The names of columns that are kept.
    watch
        Asked whether to go on.
    are_whole
        Whether all scores that are written as texts are whole numbers.

    Raises
    ------
    DataError
        If a score, a weight or a class cannot be read, in words.
    WritingError
        If there is no room for the file.
    BeyondDoublesError
        If `are_whole` has to be True.
    CancelledError
        If the watch says so.
    """
    maker = _Maker(like, roles, by, are_whole=are_whole)
    n_rows = n_numbers = total = 0
    set_aside: Counter[str] = Counter()
    notes: dict[str, None] = {}
    with _Writer(path, maker.schema) as writer:
        for table in tables:
            used, parsed = read_numbers(table, roles, watch, like)
            numbers, kept = parsed[maker.score.name], used.is_kept()
            maker.sum_up(numbers)
            notes |= {one.text: None for one in table.findings if one.code == "encoding_guess"}
            cells = maker.cells(table, numbers, kept)
            if maker.weight:
                total += int(cells[maker.weight].to_numpy().astype(object).sum())
            plain = arrow.table(cells).cast(maker.schema)
            plain = plain if kept is None else plain.filter(arrow.array(kept))
            writer.write(plain)
            n_rows += table.n_rows
            n_numbers += plain.num_rows - plain.column(maker.number).null_count
            set_aside.update({one.reason: one.count for one in used.exclusions()})
    if not n_numbers:
        name = maker.score.name
        message = phrase("no row that is counted has a number in '{name}'", name=name)
        raise DataError(message, where=like.name, hint=phrase("Name another column with --score"))
    if maker.weight and not 0 < total <= LARGEST_TOTAL:
        message = phrase(
            "the counts add up to more than {most}: they are not exact"
            if total
            else "every count is 0",
            most=grouped(LARGEST_TOTAL),
        )
        raise DataError(message, where=like.name, hint=phrase("Check the counts"))
    own = maker.truth, maker.number, maker.weight
    told = (*notes, *maker.notes())
    return PlainRows(maker.schema, *own, n_rows, dict(set_aside), maker.sums.unit, told)


class _Writer:
    """A Parquet file that is written, and says in words where there is no room for it."""

    def __init__(self, path: Path, schema: Any) -> None:  # noqa: ANN401 - of pyarrow
        self._path = path
        self._work(lambda: self._open(schema))

    def _open(self, schema: Any) -> None:  # noqa: ANN401 - as above
        from pyarrow import parquet

        self._file = parquet.ParquetWriter(self._path, schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._work(self._file.close)
        else:
            with contextlib.suppress(OSError):
                self._file.close()

    def write(self, table: Any) -> None:  # noqa: ANN401 - as above
        """Write some rows."""
        self._work(lambda: self._file.write_table(table))

    def _work(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError as error:
            message, hint = in_words(error)
            raise WritingError(message, where=str(self._path.parent), hint=hint) from None


class _Maker:
    """Makes columns for an engine of tables that are like the first rows."""

    def __init__(self, like: RawTable, roles: Roles, by: Sequence[str], *, are_whole: bool) -> None:
        self._roles = roles
        self._by = [like.column(name).name for name in by]
        self.score = like.column(roles.scores[0])
        self._known = self.score.parse_numbers(roles.decimal, roles.thousands)
        self.truth, self.number = _free("truth", self._by), _free("score", self._by)
        self.weight = _free("weight", self._by) if roles.weight else None
        kinds = {name: plain_type(like.column(name)) for name in self._by}
        kinds |= {self.truth: arrow.string(), self.number: _kind(self.score, are_whole=are_whole)}
        kinds |= {self.weight: arrow.int64()} if self.weight else {}
        self.schema: Any = arrow.schema([*kinds.items()])
        self.sums = Numbers(np.empty(0), np.empty(0, np.intp))

    def sum_up(self, numbers: Numbers) -> None:
        """Add what is told of numbers to what is told of all."""
        sums = {name: getattr(self.sums, name) + getattr(numbers, name) for name in _SUMMED}
        n_merged = max(self.sums.n_merged, numbers.n_merged)  # which others may be, too
        unit = self.sums.unit or numbers.unit
        self.sums = replace(self.sums, **sums, n_merged=n_merged, unit=unit)

    def notes(self) -> Iterator[str]:
        """Yield what is odd about all numbers."""
        for what in (data_findings.of_form, data_findings.of_doubles):
            yield from (one.text for one in what(self.sums, f"'{self.score.name}'"))

    def cells(
        self, table: RawTable, numbers: Numbers, kept: NDArray[np.bool_] | None
    ) -> dict[str, Any]:
        """Return the columns of a table, of which some rows are used."""
        score, truth = table.column(self.score.name), table.column(self._roles.truth or "")
        self._require_unit(table, numbers)
        cells: dict[str, Any] = {name: table.column(name).cells() for name in self._by}
        cells[self.truth] = _labels(table, truth)
        cells[self.number] = _numbers(table, score, numbers, self.schema.field(self.number).type)
        if self.weight:
            cells[self.weight] = arrow.array(_weights(table, self._roles, kept))
        return cells

    def _require_unit(self, table: RawTable, numbers: Numbers) -> None:
        """Refuse numbers with a unit behind them where others have another or none."""
        may_lack = {"", unit_in_header(self.score.header)}
        units = {numbers.unit, self._known.unit}
        if numbers.n_numbers and len(units) > 1 and not units <= may_lack:
            message = phrase(
                "some numbers have a unit behind them, and others have another or none"
            )
            where = phrase("{file}, column '{name}'", file=table.name, name=self.score.name)
            raise DataError(message, where=where, hint=phrase("Write all of them in one unit"))


def _free(name: str, taken: Sequence[str]) -> str:
    while name.casefold() in {one.casefold() for one in taken}:
        name += "_"
    return name


def _kind(score: RawColumn, *, are_whole: bool) -> Any:  # noqa: ANN401 - a type of pyarrow
    """Return the type of the numbers in a column."""
    own = score.own_type
    if arrow.types.is_integer(own):
        return own
    if are_whole:
        return _LONG
    is_short = arrow.types.is_float16(own) or arrow.types.is_float32(own)
    return arrow.float32() if is_short else arrow.float64()


def _numbers(table: RawTable, column: RawColumn, numbers: Numbers, kind: Any) -> Any:  # noqa: ANN401 - of pyarrow
    """Return the scores as cells, without one where it is missing or no number."""
    if arrow.types.is_integer(kind):
        return column.cells()
    values = numbers.values
    missing = np.isnan(values)
    if kind != _LONG:
        if numbers.base:
            raise BeyondDoublesError
        return arrow.array(values, kind, mask=missing)
    known = values[~missing]
    if not np.all(np.floor(known) == known) or np.isinf(known).any():
        raise refusals.too_many_digits(table, column)
    cells = zip(values.tolist(), missing.tolist(), strict=True)
    whole = [None if lacks else numbers.base + int(value) for value, lacks in cells]
    try:
        return arrow.array(whole, _LONG)
    except arrow.ArrowException:
        raise refusals.too_many_digits(table, column) from None


def _labels(table: RawTable, truth: RawColumn) -> Any:  # noqa: ANN401 - of pyarrow
    encoded = encoded_classes(table.name, truth)
    codes = arrow.array(encoded.codes.astype(np.int32), mask=encoded.codes < 0)
    return arrow.DictionaryArray.from_arrays(codes, arrow.array(encoded.texts, arrow.string()))


def _weights(table: RawTable, roles: Roles, kept: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """Return how many rows each row stands for: (n,) int64.

    Raises
    ------
    DataError
        If one is missing, negative or no whole number.
    """
    truth = table.column(roles.truth or "")
    found = read_classes(table.name, truth, None, kept, Declared.by(roles)).truth
    is_used = found >= 0 if kept is None else kept & (found >= 0)
    hint = phrase(
        "Only whole numbers are counted; weights with fractions are used where a file is opened"
    )
    column = table.column(roles.weight or "")
    return whole_counts(table, column, roles, is_used, hint=hint).astype(np.int64)
