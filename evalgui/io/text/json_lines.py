"""JSON Lines of one make, at once: every record has the same keys in the same order.

`split` returns exactly what reading record by record would, or nothing. A line is cut at its
commas; each piece has to be the key as the first line spells it, and behind it one complete
value. A block of lines with anything else in it, such as an escaped letter, is left to the
careful reader, and goes on from there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pyarrow.csv

from evalgui.core.digits import grouped
from evalgui.core.parallel import spread
from evalgui.io.table import arrow, kernels
from evalgui.io.text.fast_split import has_plain_line_ends, line_blocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.progress import Watch
    from evalgui.io.table import ArrowColumn

Kind: TypeAlias = Literal["text", "number", "truth", ""]
"""What the values of a column are; "" where all of them are null."""

_BLOCK_SIZE = 1 << 20
_QUOTE, _COMMA, _ESCAPE, _LF, _CR = b'",\\\n\r'
_FIRST_PRINTED = 0x20
_SEPARATOR = 0x1F  # no JSON text has it

_STRING = rb'"[^"\\\x00-\x1f]*"'
_NUMBER = rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|NaN|-?Infinity"
_VALUE = rb"(?:%b|%b|true|false|null)" % (_STRING, _NUMBER)
_PAIR = re.compile(rb'([{,])([ \t]*("[^"\\]*")[ \t]*:[ \t]*)%b([ \t]*)' % _VALUE)
_IS_NUMBER = f"^(?:{_NUMBER.decode()})$"


@dataclass(frozen=True, slots=True)
class Part:
    """Some records: the values of each key, and of what kind they are."""

    columns: list[Any]
    kinds: list[Kind]


def split(
    data: memoryview, careful: Callable[[str, list[str]], Part | None], watch: Watch
) -> tuple[list[str], list[ArrowColumn]] | None:
    """Return the keys and the columns of records of one make; None if they are not.

    Parameters
    ----------
    data
        The lines in UTF-8.
    careful
        Reads some lines with these keys record by record; None if a key is not in every
        record, or anything else about them has to be said.
    watch
        Looked at before every block, and told how many records there are so far.

    Returns
    -------
    keys : list of str
    columns : list of columns of text
        One for each key; null where the value is null.
    """
    make = _Make.of(bytes(data[:_BLOCK_SIZE]).partition(b"\n")[0])
    parts = line_blocks(data, _BLOCK_SIZE) if make is not None else None
    if make is None or parts is None:
        return None
    n_records = 0

    def read(block: slice) -> Part:
        nonlocal n_records
        part = make.read(data[block]) or careful(str(data[block], "utf-8"), make.keys)
        if part is None:
            raise _OtherError
        n_records += len(part.columns[0])
        return part

    def look(number: int) -> None:
        watch.step(number / len(parts), f"{grouped(n_records)} records")

    try:
        found = spread(read, parts, look)
    except _OtherError:
        return None
    for kinds in zip(*(part.kinds for part in found), strict=True):
        if len(set(kinds) - {""}) > 1:
            return None
    columns = [
        arrow.chunked_array([part.columns[place] for part in found], arrow.string())
        for place in range(len(make.keys))
    ]
    return make.keys, columns


class _OtherError(Exception):
    """A record is of another make."""


@dataclass(frozen=True, slots=True)
class _Make:
    """How every line is written: what stands around the values."""

    keys: list[str]
    before: list[bytes]
    behind: list[bytes]

    @classmethod
    def of(cls, line: bytes) -> _Make | None:
        """Return the make of the records that start with a line; None for no plain record."""
        keys, before, behind = [], [], []
        place = 0
        while (pair := _PAIR.match(line, place)) is not None:
            if (pair[1] == b"{") != (place == 0):
                return None
            keys.append(pair[3][1:-1].decode())
            before.append(b"{" * (place == 0) + pair[2])
            behind.append(pair[4])
            place = pair.end()
        if not keys or line[place:].rstrip(b"\r") != b"}" or len(set(keys)) < len(keys):
            return None
        behind[-1] += b"}"
        return cls(keys, before, behind)

    def read(self, data: memoryview) -> Part | None:
        """Return the values of some lines; None where a line is of another make."""
        marks = np.frombuffer(data, np.uint8)
        n_ends = np.count_nonzero((marks == _LF) | (marks == _CR))
        if np.count_nonzero(marks < _FIRST_PRINTED) > n_ends or not has_plain_line_ends(marks):
            return None
        if np.any(marks == _ESCAPE):
            return None
        cells = _cells(marks, len(self.keys))
        if cells is None:
            return None
        columns, kinds = [], []
        n_quotes = 2 * len(self.keys) * len(cells[0])
        for place, column in enumerate(cells):
            values = self._values(place, column)
            read = None if values is None else _read_values(values)
            if read is None:
                return None
            columns.append(read[0])
            kinds.append(read[1])
            if read[1] == "text":
                n_quotes += 2 * (len(column) - read[0].null_count)
        # Every key has two quotes and every text has two around it: there are no others.
        has_others = np.count_nonzero(marks == _QUOTE) != n_quotes
        return None if has_others else Part(columns, kinds)

    def _values(self, place: int, cells: Any) -> Any | None:  # noqa: ANN401 - arrays of pyarrow
        """Return what stands between the key and the end of a piece; None if it is another."""
        before, behind = self.before[place], self.behind[place]
        fits = kernels.starts_with(cells, before)
        if behind:
            fits = kernels.and_(fits, kernels.ends_with(cells, behind))
        if not kernels.all(fits, min_count=0).as_py():
            return None
        # Without an end, Arrow reckons with less than nothing.
        return kernels.binary_slice(cells, len(before), -len(behind) or _BLOCK_SIZE)


def _cells(marks: np.ndarray[Any, np.dtype[np.uint8]], width: int) -> list[Any] | None:
    """Return lines cut at their commas; at those outside of quotes where that does not do."""
    cells = _cut(marks, width, _COMMA)
    if cells is not None:
        return cells
    # 1 from an opening quote to the byte before the closing one; sums of bytes wrap.
    inside = np.add.accumulate(marks == _QUOTE, dtype=np.uint8) & 1
    if np.any((marks == _LF) & inside.view(np.bool_)):
        return None
    cut = np.where((marks == _COMMA) & ~inside.view(np.bool_), np.uint8(_SEPARATOR), marks)
    return _cut(cut, width, _SEPARATOR)


def _cut(
    marks: np.ndarray[Any, np.dtype[np.uint8]], width: int, separator: int
) -> list[Any] | None:
    names = [str(place) for place in range(width)]
    try:
        table: Any = pyarrow.csv.read_csv(
            arrow.BufferReader(arrow.py_buffer(marks)),
            pyarrow.csv.ReadOptions(
                column_names=names, block_size=len(marks) + 1, use_threads=False
            ),
            pyarrow.csv.ParseOptions(delimiter=chr(separator), quote_char=False),
            pyarrow.csv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(names, arrow.binary()),
                strings_can_be_null=False,
            ),
        )
    except arrow.ArrowInvalid:
        # A line has another number of pieces.
        return None
    return [column.combine_chunks() for column in table.columns]


def _read_values(values: Any) -> tuple[Any, Kind] | None:  # noqa: ANN401 - arrays of pyarrow
    """Return values as texts with null for null; None where they are of several kinds."""
    is_null = kernels.equal(values, b"null")
    if kernels.any(is_null, min_count=0).as_py():
        values = kernels.if_else(is_null, arrow.scalar(None, values.type), values)
    present = values.drop_null() if values.null_count else values
    kind = _kind(present)
    if kind is None:
        return None
    if kind == "text":
        values = kernels.binary_slice(values, 1, -1)
    return values.cast(arrow.string()), kind


def _kind(values: Any) -> Kind | None:  # noqa: ANN401 - an array of pyarrow
    """Return what all of these values are; None where one is something else."""
    if not len(values):
        return ""
    first = values[0].as_py()[:1]
    if first == b'"':
        # One that is a quote by itself starts and ends with it, too.
        is_text = kernels.and_(kernels.starts_with(values, b'"'), kernels.ends_with(values, b'"'))
        is_text = kernels.and_(is_text, kernels.greater(kernels.binary_length(values), 1))
        return "text" if kernels.all(is_text).as_py() else None
    if first in {b"t", b"f"}:
        words = arrow.array([b"true", b"false"], values.type)
        return "truth" if kernels.all(kernels.is_in(values, value_set=words)).as_py() else None
    is_number = kernels.match_substring_regex(values, _IS_NUMBER)
    return "number" if kernels.all(is_number).as_py() else None
