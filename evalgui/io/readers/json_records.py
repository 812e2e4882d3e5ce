"""JSON: a table in any shape, or JSON Lines with a record a line. Numbers keep their text."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.meaning import Reading, listed, name_columns
from evalgui.io.readers import json_shapes
from evalgui.io.readers.foreign import is_printed_matrix
from evalgui.io.readers.json_cells import (
    Number,
    flat,
    has_surrogate,
    text,
    type_findings,
    visible_key,
)
from evalgui.io.readers.json_windows import WindowDecoder
from evalgui.io.readers.reader import Reader
from evalgui.io.table import RawColumn, RawTable, arrow, let_go, likely_decimal, text_column
from evalgui.io.text import json_lines
from evalgui.io.text.encoding import as_utf8
from evalgui.io.widths import rows_of_a_glance

if TYPE_CHECKING:
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import DecimalSign, ReadOptions
    from evalgui.io.readers.json_shapes import Shape
    from evalgui.io.table import ArrowColumn

NAME = "JSON"

_START = re.compile(rb'(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:\{\s*["}]|\[\s*[-0-9\[{"\]])')
_BLANKS = re.compile(r"\s*")
_BLOCK = 10_000
_EXPECTED = "Write a list of records, or one record a line, with plain values"


_KINDS: dict[type, json_lines.Kind] = {str: "text", Number: "number", bool: "truth"}

Record: TypeAlias = dict[str, Any]


def sniff(source: Source) -> bool:
    """Return whether a file starts as a JSON object or list does, and not as numpy's matrices."""
    # Without the zeros, UTF-16 looks like the same text.
    head = source.head.replace(b"\0", b"")
    return _START.match(head) is not None and not is_printed_matrix(source)


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that a JSON file holds, in any shape (`json_shapes`).

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
    names, name_findings = name_columns(found.keys)
    columns = tuple(
        RawColumn(name, values, header=key, decimal=decimal)
        for name, key, values in zip(names, found.keys, found.columns, strict=True)
    )
    return RawTable(
        name=source.name,
        columns=columns,
        n_rows=found.n_rows,
        how=_reading(found, decoded.encoding, decimal),
        findings=(*decoded.findings, *found.findings, *name_findings),
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
    found = json_lines.split(data, lambda content, keys: _part(name, content, keys), watch)
    if found is None:
        return None
    keys, columns = found
    return _Found(keys, columns, len(columns[0]))


def _part(name: str, content: str, keys: list[str]) -> json_lines.Part | None:
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
    return json_lines.Part(columns, kinds)


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
        message = "the JSON is nested too deep"
        raise ReadingError(message, where=name, hint=_EXPECTED) from None
    held.append([values for _, values in columns])
    shape = chosen.shape
    json_shapes.require_keys(name, len(columns))
    keys = [key for key, _ in columns]
    found = _Found(keys, [], shape.n_rows, [*chosen.findings, *shape.said, *findings], chosen)
    for place, (key, values) in enumerate(columns):
        watch.step(0.6 + 0.4 * place / len(columns), f"{grouped(shape.n_rows)} records")
        found.findings.extend(type_findings(name, key, values))
        found.columns.append(text_column(map(text, values), watch.look))
    short = [key for key in keys if key in set(shape.gaps)]
    if short:
        words = f"not every record has a value for {listed(short)}: it is taken as empty there"
        found.findings.append(Finding("missing_keys", words, len(short), Level.INFO))
    if not columns and shape.n_rows:
        message = "there are only lists and records in these records, no plain values"
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
        return _Chosen(json_shapes.records(name, records, watch.look))
    found = json_shapes.tables(name, document, watch.look)
    if not found:
        is_list = isinstance(document, list)
        values = enumerate(document, start=1) if is_list else [(1, document)]
        checked = [_record(name, one, place) for place, one in values]
        return _Chosen(json_shapes.records(name, checked))
    if wanted is not None and wanted not in found:
        message = f"there is no table '{wanted[:100]}' in this file"
        raise DataError(message, where=name, hint=f"There are {listed(list(found))}")
    shapes = {path: make() for path, make in found.items() if wanted in {None, path}}
    path, is_guess = json_shapes.best(shapes)
    findings = []
    if path and len(found) == 1:
        words = f"the table is what '{path}' holds"
        findings.append(Finding("envelope", words, level=Level.INFO))
    elif len(found) > 1:
        others = listed([other for other in found if other != path])
        words = f"the table '{path}' was read, and not {others}"
        level = Level.WARNING if wanted is None else Level.INFO
        findings.append(Finding("multi_sheet", words, len(found), level))
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
    watch.step(0.1, "reading the values")
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
        watch.step(0.1, f"{grouped(len(records))} records")
        for line, text_of_line in block:
            if text_of_line and not text_of_line.isspace():
                value = _parse(name, decoder, text_of_line, line)
                records.append(_record(name, value, len(records) + 1))


def _parse(name: str, decoder: json.JSONDecoder, content: str, line: int) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return decoder.decode(content)
    except _DoubleKeyError as error:
        # In a list of records, it is not known which one it is.
        where = name if content.lstrip()[:1] == "[" else f"{name}, line {grouped(line)}"
        where = f"{where}, key '{visible_key(str(error))}'"
        message = "a record has the same key twice: it is not clear which value counts"
        raise DataError(message, where=where, hint="Give each value a key of its own") from None
    except json.JSONDecodeError as error:
        line += error.lineno - 1
        is_cut = error.pos >= len(content.rstrip())
        what = "the JSON ends too early: it is damaged or incomplete"
        message = what if is_cut else "this is no valid JSON"
        where = f"{name}, line {grouped(line)}, column {grouped(error.colno)}"
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
    message = "this is JSON, but no record of keys and values"
    raise ReadingError(message, where=f"{name}, record {grouped(place)}", hint=_EXPECTED)


READER = Reader(
    NAME,
    sniff,
    read,
    suffixes=(".json", ".jsonl", ".ndjson"),
    description="JSON Lines, JSON",
    help=(
        "one record a line; a list of records; every orientation of pandas' `to_json`; "
        'lists by their names, as `{"y_true": [...], "y_score": [...]}`; any of them under '
        "a key, such as `predictions`. Lists of probabilities are one column a class; other "
        "nested values are passed over"
    ),
)
