"""JSON: a table in any shape, or JSON Lines with a record a line. Numbers keep their text.

The shapes are all orientations of `DataFrame.to_json` (records, columns, index, split, table,
values; https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html), lists by
their names, and any of them under a key of an object.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from json.decoder import JSONArray, JSONObject  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pyarrow.csv

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, EvalguiError, ReadingError
from evalgui.core.parallel import spread
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import joined, phrase
from evalgui.io.formats.foreign import is_printed_matrix
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import one_of_several, table_of_columns
from evalgui.io.meaning import (
    Reading,
    column_name,
    hold_scores,
    is_called,
    is_known_name,
    is_needed_name,
    listed,
    one_length,
)
from evalgui.io.table import (
    arrow,
    kernels,
    let_go,
    likely_decimal,
    text_column,
)
from evalgui.io.text.encoding import as_utf8
from evalgui.io.text.fast_split import has_plain_line_ends, line_blocks
from evalgui.io.text.header import is_header
from evalgui.io.widths import MOST_COLUMNS, require_columns, rows_of_a_glance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import DecimalSign, ReadOptions
    from evalgui.io.table import ArrowColumn, RawTable

Record: TypeAlias = dict[str, Any]
Column: TypeAlias = tuple[str, list[Any]]
Value: TypeAlias = Any  # one of JSON
Kind: TypeAlias = Literal["text", "number", "truth", ""]
"""What the values of a column are; "" where all of them are null."""


class Number(str):
    """A number as it stands in the file, told from a text in quotation marks."""

    __slots__ = ()


_KINDS: dict[type, Kind] = {str: "text", Number: "number", bool: "truth"}

NAME = "JSON"

_START = re.compile(rb'(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:\{\s*["}]|\[\s*[-0-9\[{"\]])')
_BLANKS = re.compile(r"\s*")
_BLOCK = 10_000
_EXPECTED = phrase("Write a list of records, or one record a line, with plain values")


def sniff(source: Source) -> bool:
    """Return whether a file starts as a JSON object or list does, and not as numpy's matrices."""
    # Without the zeros, UTF-16 looks like the same text.
    head = source.head.replace(b"\0", b"")
    return _START.match(head) is not None and not is_printed_matrix(source)


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that a JSON file holds, in any shape (`Shape`).

    A key that not every record has is an empty cell there. Values stay what they are: a
    number keeps its digits, null is no value. Lists and records in the cells are taken apart
    where they hold one score a class, and else passed over.

    Parameters
    ----------
    source
        The whole file.
    options
        The encoding, the decimal sign and, where there are several tables, the one to read
        are of interest: the keys that lead to it, joined by points.
    watch
        Asked after every ten thousand records whether to go on.

    Raises
    ------
    ReadingError
        If this is no valid JSON, with the line, or there is no table in it.
    DataError
        If there are no plain values, lists have different lengths, a record has a key twice,
        or there is no such table.
    CancelledError
        If the watch says so.
    """
    decoded = as_utf8(source, options.encoding)
    found = _of_one_make(source.name, decoded.view, watch)
    if found is None:
        text_of_file = str(decoded.view, "utf-8")
        found = _of_any_make(source.name, text_of_file, options.sheet, watch)
    n_looked = rows_of_a_glance(len(found.columns))
    heads = (column.slice(0, n_looked).to_pylist() for column in found.columns)
    sample = [cell or "" for head in heads for cell in head]
    decimal = options.decimal or likely_decimal(sample)
    return table_of_columns(
        source.name,
        found.keys,
        found.columns,
        _reading(found, decoded.encoding, decimal),
        n_rows=found.n_rows,
        before=(*decoded.findings, *found.findings),
    )


def _reading(found: _Found, encoding: str, decimal: DecimalSign) -> Reading:
    chosen = found.chosen
    if chosen is None:
        return Reading(format=NAME, encoding=encoding, decimal=decimal)
    return Reading(
        format=NAME,
        encoding=encoding,
        header=chosen.shape.header,
        decimal=decimal,
        sheet=chosen.path or None,
        sheets=chosen.paths,
        is_sheet_guess=chosen.is_guess,
        sheet_word="table",
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """What the records hold: the columns of text by their keys, and what is odd about them."""

    keys: list[str]
    columns: list[ArrowColumn]
    n_rows: int
    findings: list[Finding] = field(default_factory=list)
    chosen: _Chosen | None = None


def _of_one_make(name: str, data: memoryview, watch: Watch) -> _Found | None:
    """Return the records where every line is made alike: at once, by all processors."""
    found = split(data, lambda content, keys: _part(name, content, keys), watch)
    if found is None:
        return None
    keys, columns = found
    return _Found(keys, columns, len(columns[0]))


def _part(name: str, content: str, keys: list[str]) -> Part | None:
    """Return some lines record by record; None where something has to be said about them."""
    if content.lstrip()[:1] == "[":  # a list of records is a file, never a line among others
        return None
    try:
        records = _lines(name, content, Watch())
    except (EvalguiError, RecursionError):
        # The whole text is read again: only there the number of the line is known.
        return None
    if any(record.keys() != set(keys) for record in records):
        return None
    columns, kinds = [], []
    for key in keys:
        values = [record[key] for record in records]
        present = {type(value) for value in values} - {type(None)}
        if not present <= set(_KINDS) or len(present) > 1 or has_surrogate(key, values):
            return None
        columns.append(arrow.array([text(value) for value in values], arrow.string()))
        kinds.append(_KINDS[present.pop()] if present else "")
    return Part(columns, kinds)


def _of_any_make(name: str, content: str, wanted: str | None, watch: Watch) -> _Found:
    held: list[Any] = []
    try:
        return _table(name, content, wanted, watch, held)
    finally:
        let_go(held)


def _table(name: str, content: str, wanted: str | None, watch: Watch, held: list[Any]) -> _Found:
    """Return the table of a text; all that it is made of is in `held`."""
    try:
        chosen = _chosen(name, content, wanted, watch, held)
        held.append([values for _, values in chosen.shape.columns])
        columns, findings = flat(chosen.shape.columns)
    except RecursionError:
        message = phrase("the JSON is nested too deep")
        raise ReadingError(message, where=name, hint=_EXPECTED) from None
    held.append([values for _, values in columns])
    shape = chosen.shape
    require_keys(name, len(columns))
    keys = [key for key, _ in columns]
    found = _Found(keys, [], shape.n_rows, [*chosen.findings, *shape.said, *findings], chosen)
    for place, (key, values) in enumerate(columns):
        watch.step(0.6 + 0.4 * place / len(columns), phrase("{n} records", n=grouped(shape.n_rows)))
        found.findings.extend(type_findings(name, key, values))
        found.columns.append(text_column(map(text, values), watch.look))
    short = [key for key in keys if key in set(shape.gaps)]
    if short:
        words = phrase(
            "not every record has a value for {short}: it is taken as empty there",
            short=listed(short),
        )
        found.findings.append(Finding("missing_keys", words, len(short)))
    if not columns and shape.n_rows:
        message = phrase("there are only lists and records in these records, no plain values")
        raise DataError(message, where=name, hint=_EXPECTED)
    return found


@dataclass(frozen=True, slots=True)
class _Chosen:
    """One table of a document, by its path, among all that it holds."""

    shape: Shape
    path: str = ""
    paths: tuple[str, ...] = ()
    is_guess: bool = False
    findings: tuple[Finding, ...] = ()


def _chosen(name: str, content: str, wanted: str | None, watch: Watch, held: list[Any]) -> _Chosen:
    """Return the table in a text; the one that is wanted where there are several."""
    document = _document(name, content, watch)
    held.append(document)
    if document is None:
        records = _lines(name, content, watch)
        held.append(records)
        return _Chosen(records_shape(name, records, watch.look))
    found = tables(name, document, watch.look)
    if not found:
        is_list = isinstance(document, list)
        values = enumerate(document, start=1) if is_list else [(1, document)]
        checked = [_record(name, one, place) for place, one in values]
        return _Chosen(records_shape(name, checked))
    if wanted is not None and wanted not in found:
        message = phrase("there is no table '{wanted}' in this file", wanted=wanted[:100])
        raise DataError(
            message, where=name, hint=phrase("There are {names}", names=listed(list(found)))
        )
    shapes = {path: make() for path, make in found.items() if wanted in {None, path}}
    path, is_guess = best(shapes)
    findings = []
    if path and len(found) == 1:
        words = phrase("the table is what '{path}' holds", path=path)
        findings.append(Finding("envelope", words))
    findings += one_of_several("table", path, tuple(found), is_guess=wanted is None)
    return _Chosen(shapes[path], path, tuple(found) if path else (), is_guess, tuple(findings))


# ------------------------------------------------------------------------------- parsing


def _decoder(watch: Watch) -> json.JSONDecoder:
    make = {"parse_float": Number, "parse_int": Number, "parse_constant": Number}
    return WindowDecoder(watch.look, **make, object_pairs_hook=_unique)


def _document(name: str, content: str, watch: Watch) -> Any | None:  # noqa: ANN401 - any JSON value
    """Return the one value that a text holds; None where there is a record on each line."""
    bare = content.lstrip()
    if bare[:1] != "[":
        line = bare.partition("\n")[0]
        rest = bare[len(line) :]
        if rest and not rest.isspace() and _is_whole(line, watch):
            return None
    watch.step(0.1, phrase("reading the values"))
    try:
        return _parse(name, _decoder(watch), content, 1)
    except ReadingError:
        found = None if bare[:1] == "[" else _records_of_lines(content, watch)
        if found is None:
            raise
        return found


def _records_of_lines(content: str, watch: Watch) -> list[Record] | None:
    """Return records that have several lines each, one behind the other; None for other JSON.

    So jq and many a log write them.
    """
    decoder, place = _decoder(watch), len(content) - len(content.lstrip())
    found: list[Record] = []
    try:
        while place < len(content):
            value, end = decoder.raw_decode(content, place)
            found.append(value)
            blanks = _BLANKS.match(content, end)
            place = end if blanks is None else blanks.end()
            watch.look()
    except (json.JSONDecodeError, _DoubleKeyError):
        let_go(found)
        return None
    return found if all(isinstance(value, dict) for value in found) else None


def _is_whole(line: str, watch: Watch) -> bool:
    """Return whether a line is a value by itself, or damaged rather than the start of one."""
    try:
        WindowDecoder(watch.look, parse_int=Number).decode(line)
    except json.JSONDecodeError as error:
        return error.pos < len(line.rstrip())
    except (ValueError, RecursionError):
        return True
    return True


def _lines(name: str, content: str, watch: Watch) -> list[Record]:
    """Return the record of each line."""
    records: list[Record] = []
    try:
        _add_lines(records, name, content, watch)
    except BaseException:
        let_go(records)
        raise
    return records


def _add_lines(records: list[Record], name: str, content: str, watch: Watch) -> None:
    decoder = _decoder(watch)
    lines = enumerate(content.split("\n"), start=1)
    while block := list(islice(lines, _BLOCK)):
        watch.step(0.1, phrase("{n} records", n=grouped(len(records))))
        for line, text_of_line in block:
            if text_of_line and not text_of_line.isspace():
                value = _parse(name, decoder, text_of_line, line)
                records.append(_record(name, value, len(records) + 1))


def _parse(name: str, decoder: json.JSONDecoder, content: str, line: int) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return decoder.decode(content)
    except _DoubleKeyError as error:
        # In a list of records, it is not known which one it is.
        where = (
            name
            if content.lstrip()[:1] == "["
            else phrase("{name}, line {n}", name=name, n=grouped(line))
        )
        where = phrase("{where}, key '{key}'", where=where, key=visible_key(str(error)))
        message = phrase("a record has the same key twice: it is not clear which value counts")
        raise DataError(
            message, where=where, hint=phrase("Give each value a key of its own")
        ) from None
    except json.JSONDecodeError as error:
        line += error.lineno - 1
        is_cut = error.pos >= len(content.rstrip())
        what = phrase("the JSON ends too early: it is damaged or incomplete")
        message = what if is_cut else phrase("this is no valid JSON")
        where = phrase(
            "{name}, line {line}, column {place}",
            name=name,
            line=grouped(line),
            place=grouped(error.colno),
        )
        raise ReadingError(message, where=where, hint=_EXPECTED) from None


class _DoubleKeyError(Exception):
    """A record has the same key twice; the text is the key."""


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    record: Record = {}
    for start in range(0, len(pairs), _BLOCK):
        record.update(pairs[start : start + _BLOCK] if len(pairs) > _BLOCK else pairs)
    if len(record) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DoubleKeyError(counts.most_common(1)[0][0])
    if len(pairs) > _BLOCK:
        let_go(pairs)
    return record


def _record(name: str, value: object, place: int) -> Record:
    if isinstance(value, dict):
        return value
    message = phrase("this is JSON, but no record of keys and values")
    raise ReadingError(
        message, where=phrase("{name}, record {n}", name=name, n=grouped(place)), hint=_EXPECTED
    )


# --------------------------------------------------------------------------- turns for others

# The scanner of the standard library lets nobody else work until it has read a whole list. What
# is longer than a window is read part by part here; the values, the errors and their places are
# those of the standard library, whose own functions do the rest.


_JSON_BLANKS = re.compile(r"[ \t\n\r]*")
_WINDOW = 1 << 16  # characters
_SIZES = (1 << 8, 1 << 12, _WINDOW)  # that most values fit in the first saves copies
_OFTEN = 1 << 10  # values


class WindowDecoder(json.JSONDecoder):
    """A decoder that looks up now and then.

    Parameters
    ----------
    look
        Called often: raises where nobody waits any longer.
    options
        As those of `json.JSONDecoder`.
    """

    def __init__(self, look: Callable[[], None], **options: Any) -> None:  # noqa: ANN401 - hooks of any kind
        super().__init__(**options)
        self._look = look
        self._n_values = 0
        self._scan: Any = self.scan_once
        self.scan_once: Any = self._value

    def _value(self, content: str, place: int) -> tuple[Any, int]:
        """Return the value that begins at a place, and where it ends."""
        if len(content) <= _WINDOW or content[place : place + 1] not in {"[", "{"}:
            self._take_turns()
            value, end = self._scan(content, place)
            return value, end
        self._take_turns()
        for size in _SIZES:
            try:
                value, end = self._scan(content[place : place + size], 0)
            except (StopIteration, json.JSONDecodeError):
                continue
            return value, place + end
        # It is longer than any window or damaged: the same functions tell where.
        self._look()
        if content[place] == "{":
            value, end = JSONObject(
                (content, place + 1), self.strict, self._value, None, self.object_pairs_hook, {}
            )
            return value, end
        return self._list(content, place + 1)

    def _list(self, content: str, place: int) -> tuple[list[Any], int]:
        """Return a long list: plain values as many at once as a window holds."""
        values: list[Any] = []
        try:
            return self._rest(content, place, values)
        except BaseException:
            let_go(values)
            raise

    def _rest(self, content: str, place: int, values: list[Any]) -> tuple[list[Any], int]:
        while (end := content.rfind(",", place, place + _WINDOW)) > place:
            part = self._plain(content[place:end])
            if part is None:
                break
            values += part
            place = end + 1
            self._look()
        begin = _JSON_BLANKS.match(content, place)
        if values and begin is not None and content[begin.end() : begin.end() + 1] == "]":
            raise json.JSONDecodeError("Expecting value", content, begin.end())
        rest, end = JSONArray((content, place), self._value)
        values += rest
        return values, end

    def _plain(self, items: str) -> list[Any] | None:
        """Return the values between some commas; None where they are not whole."""
        listed = f"[{items}]"
        try:
            values, end = self._scan(listed, 0)
        except (StopIteration, json.JSONDecodeError):
            return None
        return values if values and end == len(listed) else None

    def _take_turns(self) -> None:
        self._n_values += 1
        if self._n_values % _OFTEN == 0:
            self._look()


# ------------------------------------------------------------------------- records of one make

# `split` returns exactly what reading record by record would, or nothing. A line is cut at its
# commas; each piece has to be the key as the first line spells it, and behind it one complete
# value. A block of lines with anything else in it, such as an escaped letter, is left to the
# careful reader, and goes on from there.


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
        watch.step(number / len(parts), phrase("{n} records", n=grouped(n_records)))

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


# ----------------------------------------------------------------------------------- shapes


MOST_TABLES = 100
"""How many tables are looked for in one file."""

_MOST_CELLS = 100_000_000
_DEEPEST = 4
_FEWEST_ARRAYS = 2
_LOOK = 200
_INDEX = "index"


@dataclass(frozen=True, slots=True)
class Shape:
    """A table in a JSON document.

    Parameters
    ----------
    columns
        The key and the values of each column; two may have the same key.
    header
        Whether the columns have names; None where the shape gives each a name.
    gaps
        The keys that some records do not have.
    said
        What has to be said about it.
    """

    columns: list[tuple[str, list[Value]]]
    header: bool | None = None
    gaps: list[str] = field(default_factory=list)
    said: list[Finding] = field(default_factory=list)

    @property
    def n_rows(self) -> int:
        """How many rows it has."""
        return max((len(values) for _, values in self.columns), default=0)


def tables(
    where: str, document: Value, look: Callable[[], None] = lambda: None
) -> dict[str, Callable[[], Shape]]:
    """Return what makes a table of each part of a document that holds one, by its path.

    Parameters
    ----------
    where
        The name of the file.
    document
        The value that the file holds.
    look
        Called for each value that is looked at: raises where nobody waits any longer.

    Returns
    -------
    dict
        The path is "" where the whole document is the table, else the keys that lead to it,
        joined by points. Empty where nothing is a table.
    """
    return dict(_tables(where, document, "", 0, look))


def best(found: Mapping[str, Shape]) -> tuple[str, bool]:
    """Return the path of the table that is most likely meant, and whether that is a guess."""
    if len(found) == 1:
        return next(iter(found)), False
    with_truth = [
        path
        for path, shape in found.items()
        if any(is_called(key, "truth_name") for key, _ in shape.columns)
    ]
    if len(with_truth) == 1:
        return with_truth[0], False
    return max(with_truth or found, key=lambda path: found[path].n_rows), True


def require_keys(where: str, n_keys: int, n_rows: int = 0) -> None:
    """Refuse a table of more keys than columns may be, or of far more cells than values.

    Raises
    ------
    DataError
        With the limit.
    """
    require_columns(where, n_keys)
    if n_keys * n_rows > _MOST_CELLS:
        message = phrase(
            "{n_rows} records of {n_keys} different keys: too large",
            n_rows=grouped(n_rows),
            n_keys=grouped(n_keys),
        )
        hint = phrase("Write a list of records, or one record a line, with plain values")
        raise DataError(message, where=where, hint=hint)


def records_shape(
    where: str, values: Sequence[Mapping[str, Value]], look: Callable[[], None] = lambda: None
) -> Shape:
    """Return the table that records make: a key that one does not have is empty there."""
    keys: dict[str, None] = {}
    for value in values:
        keys.update(dict.fromkeys(value))
        if len(keys) > MOST_COLUMNS:
            break
    require_keys(where, len(keys), len(values))
    gaps, columns = [], []
    for key in keys:
        look()
        if any(key not in value for value in values):
            gaps.append(key)
        columns.append((key, [value.get(key) for value in values]))
    return Shape(columns, gaps=gaps)


# ------------------------------------------------------------------------------- finding out


def _tables(
    where: str, value: Value, path: str, depth: int, look: Callable[[], None]
) -> Iterator[tuple[str, Callable[[], Shape]]]:
    look()
    make = _shape(where, value)
    if make is not None:
        yield path, make
    elif isinstance(value, dict) and depth < _DEEPEST:
        n_found = 0
        for key, inner in value.items():
            below = f"{path}.{key}" if path else key
            for found in _tables(where, inner, below, depth + 1, look):
                yield found
                n_found += 1
                if n_found == MOST_TABLES:
                    return


def _shape(where: str, value: Value) -> Callable[[], Shape] | None:
    """Return what makes a table of a value; None where it is none."""
    if isinstance(value, list):
        return _list_shape(where, value)
    if not isinstance(value, dict):
        return None
    if _is_split(value) or _is_described(value):
        return lambda: _split(value) if _is_split(value) else _described(where, value)
    if value and all(isinstance(one, dict) and one for one in value.values()):
        return (lambda: _by_objects(value)) if _are_alike(value) else None
    # Of more than there may be, one is enough to say so: who frees a million holds all others.
    listed_ones = ((key, one) for key, one in value.items() if _is_array(one))
    arrays = dict(islice(listed_ones, MOST_COLUMNS + 1))
    # A list of records is the table, and short lists beside it are words about it.
    is_envelope = any(map(_is_table, value.values())) and not any(
        is_called(key, "truth_name") for key in arrays
    )
    if len(arrays) < _FEWEST_ARRAYS or is_envelope:
        return None
    return lambda: _arrays(where, value, arrays)


def _list_shape(where: str, values: list[Value]) -> Callable[[], Shape] | None:
    """Return what makes a table of a list of records, or of lists; None where it is neither."""
    if _are_all(values, dict):
        return lambda: records_shape(where, values)
    return (lambda: _rows(values)) if _are_all(values, list) else None


def _are_all(values: list[Value], kind: type) -> bool:
    return bool(values) and all(isinstance(value, kind) for value in values)


def _is_table(value: Value) -> bool:
    """Return whether a value is a list of records, or an object that names columns and data."""
    if isinstance(value, list):
        return _are_all(value, dict)
    return isinstance(value, dict) and (_is_split(value) or _is_described(value))


def _is_array(value: Value) -> bool:
    return isinstance(value, list) and bool(value) and not isinstance(value[0], dict)


# ----------------------------------------------------------------------------------- shapes


def _rows(values: list[list[Value]], names: list[str] | None = None) -> Shape:
    """Return the table of rows that are lists: as pandas' "values", or with names above."""
    header: bool | None = None
    if names is None:
        texts = [["" if cell is None else str(cell) for cell in row] for row in values[:_LOOK]]
        are_even = len({len(row) for row in texts}) == 1
        header = are_even and _are_texts(values[0]) and is_header(texts[0], texts[1:])
        names = [str(cell) for cell in values[0]] if header else []
        values = values[1:] if header else values
    width = max([len(names), *map(len, values)], default=0)
    names = [*names, *[""] * (width - len(names))]
    columns = [
        (name, [row[place] if place < len(row) else None for row in values])
        for place, name in enumerate(names)
    ]
    short = sum(len(row) < width for row in values)
    said = []
    if short:
        said.append(
            Finding(
                "ragged_short",
                phrase("lists that are too short: {short} of them", short=short),
                short,
            )
        )
    return Shape(columns, header, said=said)


def _are_texts(row: list[Value]) -> bool:
    # A number that keeps its text is a text of another class.
    return bool(row) and all(type(cell) is str for cell in row)


def _is_split(value: Mapping[str, Value]) -> bool:
    names, data = value.get("columns"), value.get("data")
    return (
        isinstance(names, list)
        and isinstance(data, list)
        and all(isinstance(row, list) for row in data)
    )


def _split(value: Mapping[str, Value]) -> Shape:
    """Return the table of pandas' "split" and "tight"."""
    names = [" ".join(map(str, n)) if isinstance(n, list) else str(n) for n in value["columns"]]
    shape = _rows(value["data"], names)
    index = value.get(_INDEX)
    if isinstance(index, list) and len(index) == len(value["data"]):
        shape = Shape([*_index(index), *shape.columns], None, shape.gaps, shape.said)
    return shape


def _is_described(value: Mapping[str, Value]) -> bool:
    schema, data = value.get("schema"), value.get("data")
    return (
        isinstance(schema, dict)
        and isinstance(schema.get("fields"), list)
        and isinstance(data, list)
        and all(isinstance(row, dict) for row in data)
    )


def _described(where: str, value: Mapping[str, Value]) -> Shape:
    """Return the table of pandas' "table", without an index that only counts."""
    shape = records_shape(where, value["data"])
    first, cells = shape.columns[0] if shape.columns else ("", [])
    is_index = first == _INDEX and value["schema"].get("primaryKey") == [_INDEX]
    if is_index and not _index(cells):
        del shape.columns[0]
    return shape


def _are_alike(value: Mapping[str, Mapping[str, Value]]) -> bool:
    """Return whether objects are the columns or the rows of one table."""
    first, *others = (set(one) for one in value.values())
    shared = first.intersection(*others)
    cells = (cell for one in value.values() for cell in one.values())
    return bool(shared) and any(not isinstance(cell, (dict, list)) for cell in cells)


def _by_objects(value: Mapping[str, Mapping[str, Value]]) -> Shape:
    inner: dict[str, None] = {}
    for one in value.values():
        inner.update(dict.fromkeys(one))
    if _are_columns(value, list(inner)):
        text = phrase("each object is a column, and the keys in it are the rows")
        columns = [(name, [one.get(row) for row in inner]) for name, one in value.items()]
        rows = list(inner)
    else:
        text = phrase("each object is a row, and the keys in it are the columns")
        columns = [(name, [one.get(name) for one in value.values()]) for name in inner]
        rows = list(value)
    said = [Finding("orientation", text)]
    return Shape([*_index(rows), *columns], said=said)


def _are_columns(value: Mapping[str, Mapping[str, Value]], inner: list[str]) -> bool:
    """Return whether each object is a column, as pandas writes it by default, and no row.

    Names that everyone uses tell; else values of one type do, else there are more rows than
    columns.
    """
    known = any(map(is_known_name, value)), any(map(is_known_name, inner))
    if known[0] != known[1]:
        return known[0]
    even = (
        all(_of_one_type(one.values()) for one in value.values()),
        all(_of_one_type(one.get(key) for one in value.values()) for key in inner),
    )
    if even[0] != even[1]:
        return even[0]
    return len(inner) >= len(value)


def _of_one_type(values: Any) -> bool:  # noqa: ANN401 - values of JSON
    return len({type(value) for value in values} - {type(None)}) <= 1


def _index(names: Sequence[Value]) -> list[tuple[str, list[Value]]]:
    """Return a column with the names of the rows; none where they only count from 0."""
    if all(str(name) == str(place) for place, name in enumerate(names)):
        return []
    return [(_INDEX, list(names))]


def _arrays(where: str, value: Mapping[str, Value], arrays: Mapping[str, list[Value]]) -> Shape:
    """Return the table of lists by their names; what is no list of its length is passed over."""
    require_keys(where, len(arrays))
    lengths = {key: len(one) for key, one in arrays.items()}
    said = []
    if _are_two_lists(lengths):
        chosen = list(arrays)
        n_rows = max(lengths.values())
        columns = [(key, [*one, *[None] * (n_rows - len(one))]) for key, one in arrays.items()]
    else:
        chosen = one_length.of_one_length(where, lengths)
        columns = [(key, arrays[key]) for key in chosen]
        said = list(one_length.left_out(lengths, chosen))
    others = [key for key in value if key not in arrays]
    if others:
        text = phrase("keys beside the lists are passed over: {others}", others=listed(others))
        said.append(Finding("other_data", text, len(others)))
    return Shape(columns, said=said)


def _are_two_lists(lengths: Mapping[str, int]) -> bool:
    """Return whether these are lists of genuine and impostor scores."""
    from evalgui.io.layouts.two_lists import are_two_lists

    return len(set(lengths.values())) > 1 and are_two_lists(list(lengths))


# ------------------------------------------------------------------------------------ cells


_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST_CELLS = 3
_FEWEST_COLUMNS = 2


def text(value: object) -> str | None:
    """Return a value as the text of a cell; None where it is null."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (dict, list)):
        return _written(value)
    return None if value is None else str(value)


def _written(value: object) -> str:
    """Return a value as JSON writes it, its numbers with the digits of the file."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        pairs = (f"{json.dumps(k, ensure_ascii=False)}: {_written(v)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    return json.dumps(value, ensure_ascii=False)


def flat(columns: Sequence[Column]) -> tuple[list[Column], list[Finding]]:
    """Return columns whose cells are single values, and what was done about the others.

    Lists of one number a class become one column a class, lists of one value that value.
    Records in the cells are opened where there would be no table without them, and passed
    over, as other lists are, where there is one. A cell that is nested among plain ones is
    its text.

    Parameters
    ----------
    columns
        The key and the values of each column.
    """
    found, passed, findings = _settled(columns)
    for _ in range(_DEEPEST_CELLS):
        if len(found) >= _FEWEST_COLUMNS or not any(map(_has_records, passed)):
            break
        found, passed, findings = _settled(_opened(columns))
        columns = _opened(columns)
    if passed:
        names = [name for name, _ in passed]
        words = phrase(
            "keys whose values are lists or records are passed over: {names}", names=listed(names)
        )
        level = Level.WARNING if any(map(is_needed_name, names)) else Level.INFO
        findings.append(Finding("nested_values", words, len(names), level))
    return found, findings


def _settled(columns: Sequence[Column]) -> tuple[list[Column], list[Column], list[Finding]]:
    """Return columns of single values, those that are passed over, and what to say."""
    found: list[Column] = []
    passed: list[Column] = []
    findings: list[Finding] = []
    for name, values in columns:
        present = [value for value in values if value is not None]
        n_nested = sum(isinstance(value, (dict, list)) for value in present)
        if not n_nested:
            found.append((name, values))
        elif n_nested < len(present):
            found.append((name, values))
            place = next(n for n, v in enumerate(values, start=1) if isinstance(v, (dict, list)))
            words = phrase(
                "'{name}' has lists or records among plain values, the first in record {n}: each "
                "is read as its text",
                name=visible_key(name),
                n=grouped(place),
            )
            findings.append(Finding("nested_cells", words, n_nested))
        else:
            parts = _parts(name, values, present)
            found += parts
            if not parts:
                passed.append((name, values))
    return found, passed, findings


def _parts(name: str, values: list[Any], present: list[Any]) -> list[Column]:
    """Return what the cells of a column are taken apart into; nothing where they are not."""
    places = _places(present)
    only = places[0] if len(places) == 1 else None
    if isinstance(only, int):  # a list of one value is that value
        single = [None if value is None else value[only] for value in values]
        return [] if any(isinstance(cell, (dict, list)) for cell in single) else [(name, single)]
    numbers = [[_number(value[place]) for place in places] for value in present]
    if not places or any(number is None for row in numbers for number in row):
        return []
    if not hold_scores(name, np.array(numbers, np.float64)):
        return []
    return [
        (column_name(name, place), [None if v is None else v[place] for v in values])
        for place in places
    ]


def _places(present: list[Any]) -> list[Any]:
    """Return the places or the keys that all lists or records have; nothing where they differ."""
    first = present[0]
    if all(isinstance(value, list) and len(value) == len(first) for value in present):
        return list(range(len(first)))
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in present):
        return list(first)
    return []


def _number(value: object) -> float | None:
    """Return a number or a missing one as a double; None for anything else."""
    if value is None:
        return math.nan
    return float(value) if isinstance(value, Number) else None


def _has_records(column: Column) -> bool:
    return any(isinstance(value, dict) for value in column[1])


def _opened(columns: Sequence[Column]) -> list[Column]:
    """Return columns with those inside the records of their cells: "outer.inner"."""
    found: list[Column] = []
    for name, values in columns:
        present = [value for value in values if value is not None]
        if not present or not all(isinstance(value, dict) for value in present):
            found.append((name, values))
            continue
        keys = dict.fromkeys(key for value in present for key in value)
        found += [
            (f"{name}.{key}", [None if v is None else v.get(key) for v in values]) for key in keys
        ]
    return found


# --------------------------------------------------------------------------------- findings


def type_findings(where: str, key: str, values: list[Any]) -> Iterator[Finding]:
    """Yield that values are of several types.

    Raises
    ------
    ReadingError
        If a text holds half of a character.
    """
    if has_surrogate(key, values):
        message = phrase(
            "a text is no valid Unicode: it holds half of a character (a lone surrogate)"
        )
        raise ReadingError(
            message,
            where=phrase("{where}, key '{key}'", where=where, key=visible_key(key)),
            hint=phrase("Save it again"),
        )
    types = {type(value) for value in values}
    words = {
        str: phrase("texts"),
        Number: phrase("numbers"),
        bool: phrase("true or false"),
    }
    mixed = [words[kind] for kind in words if kind in types]
    if len(mixed) > 1:
        said = phrase(
            "'{key}' has values of different types: {mixed}", key=key, mixed=joined(", ", mixed)
        )
        yield Finding("mixed_types", said, len(mixed))


def has_surrogate(key: str, values: list[Any]) -> bool:
    """Return whether a text holds half of a character."""
    texts = (text(v) if isinstance(v, (dict, list)) else v for v in (key, *values))
    return any(_SURROGATE.search(t) for t in texts if isinstance(t, str) and not t.isascii())


def visible_key(key: str) -> str:
    """Return a key as text that any widget accepts."""
    return key.encode("utf-8", "replace").decode("utf-8")


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".json", ".jsonl", ".ndjson"),
    description="JSON Lines, JSON",
    help=(
        phrase(
            "one record a line; a list of records; every orientation of pandas' `to_json`; lists "
            'by their names, as `{{"y_true": [...], "y_score": [...]}}`; any of them under a key, '
            "such as `predictions`. Lists of probabilities are one column a class; other nested "
            "values are passed over"
        )
    ),
)
