"""JSON: a list of records, or JSON Lines with one record a line. Numbers keep their text."""

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
from evalgui.io.arrow import arrow
from evalgui.io.labels import listed
from evalgui.io.raw_table import RawColumn, RawTable, name_columns
from evalgui.io.reading import Reading
from evalgui.io.text import json_lines
from evalgui.io.text.encoding import as_utf8
from evalgui.io.text.header import likely_decimal
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.arrow import ArrowColumn
    from evalgui.io.reading import ReadOptions
    from evalgui.io.source import Source

NAME = "JSON"

MOST_KEYS = 16_384
"""How many columns the records may have together."""

_START = re.compile(rb'(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:\{\s*["}]|\[\s*[-0-9\[{"\]])')
_SURROGATE = re.compile("[\ud800-\udfff]")
_BLOCK = 10_000
_SAMPLE_ROWS = 200
_EXPECTED = "Write a list of records, or one record a line, with plain values"


class _Number(str):
    """A number as it stands in the file, told from a text in quotation marks."""

    __slots__ = ()


_KINDS: dict[type, json_lines.Kind] = {str: "text", _Number: "number", bool: "truth"}

Record: TypeAlias = dict[str, Any]


def sniff(source: Source) -> bool:
    """Return whether a file starts as a JSON object or list does."""
    # Without the zeros, UTF-16 looks like the same text.
    return _START.match(source.head.replace(b"\0", b"")) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that the records of a JSON file make.

    A key that not every record has is an empty cell there. Values stay what they are: a
    number keeps its digits, null is no value.

    Parameters
    ----------
    source
        The whole file.
    options
        The encoding and the decimal sign are of interest.
    watch
        Asked after every ten thousand records whether to go on.

    Raises
    ------
    ReadingError
        If this is no valid JSON, with the line, or no list of records.
    DataError
        If a value is a list or a record itself, or a record has a key twice.
    CancelledError
        If the watch says so.
    """
    decoded = as_utf8(source, options.encoding)
    found = _of_one_make(source.name, decoded.view, watch)
    if found is None:
        found = _of_any_make(source.name, str(decoded.view, "utf-8"), watch)
    heads = (column.slice(0, _SAMPLE_ROWS).to_pylist() for column in found.columns)
    sample = (cell or "" for head in heads for cell in head)
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
        how=Reading(format=NAME, encoding=decoded.encoding, decimal=decimal),
        findings=(*decoded.findings, *found.findings, *name_findings),
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """What the records hold: the columns of text by their keys, and what is odd about them."""

    keys: list[str]
    columns: list[ArrowColumn]
    n_rows: int
    findings: list[Finding] = field(default_factory=list)


def _of_one_make(name: str, data: memoryview, watch: Watch) -> _Found | None:
    """Return the records where every line is made alike: at once, by all processors."""
    found = json_lines.split(data, lambda text, keys: _part(name, text, keys), watch)
    if found is None:
        return None
    keys, columns = found
    return _Found(keys, columns, len(columns[0]))


def _part(name: str, text: str, keys: list[str]) -> json_lines.Part | None:
    """Return some lines record by record; None where something has to be said about them."""
    if text.lstrip()[:1] == "[":  # a list of records is a file, never a line among others
        return None
    try:
        records = _records(name, text, Watch())
    except (EvalguiError, RecursionError):
        # The whole text is read again: only there the number of the line is known.
        return None
    if any(record.keys() != set(keys) for record in records):
        return None
    columns, kinds = [], []
    for key in keys:
        values = [record[key] for record in records]
        present = {type(value) for value in values} - {type(None)}
        if not present <= set(_KINDS) or len(present) > 1 or _surrogate(key, values):
            return None
        columns.append(arrow.array([_text(value) for value in values], arrow.string()))
        kinds.append(_KINDS[present.pop()] if present else "")
    return json_lines.Part(columns, kinds)


def _of_any_make(name: str, text: str, watch: Watch) -> _Found:
    try:
        records = _records(name, text, watch)
    except RecursionError:
        message = "the JSON is nested too deep"
        raise ReadingError(message, where=name, hint=_EXPECTED) from None
    keys: dict[str, None] = {}
    for record in records:
        keys.update(dict.fromkeys(record))
        if len(keys) > MOST_KEYS:
            message = f"the records have more than {grouped(MOST_KEYS)} different keys: too large"
            raise DataError(message, where=name, hint=_EXPECTED)
    found = _Found(list(keys), [], len(records))
    for place, key in enumerate(keys):
        watch.step(0.6 + 0.4 * place / len(keys), f"{grouped(len(records))} records")
        values = [record.get(key) for record in records]
        found.findings.extend(_type_findings(name, key, values))
        cells = arrow.array([_text(value) for value in values], arrow.string())
        found.columns.append(arrow.chunked_array([cells]))
    found.findings.extend(_gap_findings(records, list(keys)))
    return found


# ------------------------------------------------------------------------------- parsing


def _records(name: str, text: str, watch: Watch) -> list[Record]:
    decoder = json.JSONDecoder(
        parse_float=_Number,
        parse_int=_Number,
        parse_constant=_Number,
        object_pairs_hook=_unique,
    )
    if text.lstrip()[:1] == "[":
        watch.step(0.1, "reading the records")
        whole = _parse(name, decoder, text, 1)
        return [_record(name, value, place) for place, value in enumerate(whole, start=1)]
    records: list[Record] = []
    lines = enumerate(text.split("\n"), start=1)
    while block := list(islice(lines, _BLOCK)):
        watch.step(0.1, f"{grouped(len(records))} records")
        for line, content in block:
            if content and not content.isspace():
                value = _parse(name, decoder, content, line)
                records.append(_record(name, value, len(records) + 1))
    return records


def _parse(name: str, decoder: json.JSONDecoder, text: str, line: int) -> Any:  # noqa: ANN401 - any JSON value
    try:
        return decoder.decode(text)
    except _DoubleKeyError as error:
        # In a list of records, it is not known which one it is.
        where = name if text.lstrip()[:1] == "[" else f"{name}, line {grouped(line)}"
        where = f"{where}, key '{_visible(str(error))}'"
        message = "a record has the same key twice: it is not clear which value counts"
        raise DataError(message, where=where, hint="Give each value a key of its own") from None
    except json.JSONDecodeError as error:
        line += error.lineno - 1
        is_cut = error.pos >= len(text.rstrip())
        what = "the JSON ends too early: it is damaged or incomplete"
        message = what if is_cut else "this is no valid JSON"
        where = f"{name}, line {grouped(line)}, column {grouped(error.colno)}"
        raise ReadingError(message, where=where, hint=_EXPECTED) from None


class _DoubleKeyError(Exception):
    """A record has the same key twice; the text is the key."""


def _unique(pairs: list[tuple[str, Any]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DoubleKeyError(counts.most_common(1)[0][0])
    return record


def _record(name: str, value: object, place: int) -> Record:
    if isinstance(value, dict):
        return value
    message = "this is JSON, but no record of keys and values"
    raise ReadingError(message, where=f"{name}, record {grouped(place)}", hint=_EXPECTED)


# --------------------------------------------------------------------------------- cells


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def _type_findings(name: str, key: str, values: list[Any]) -> Iterator[Finding]:
    """Yield that values are of several types; refuse those that are no single value."""
    types = {type(value) for value in values}
    if types & {dict, list}:
        place = next(
            n for n, value in enumerate(values, start=1) if isinstance(value, (dict, list))
        )
        message = (
            "a value is a list or a record: only texts, numbers, true, false and null are read"
        )
        where = f"{name}, record {grouped(place)}, key '{_visible(key)}'"
        raise DataError(message, where=where, hint=_EXPECTED)
    if _surrogate(key, values):
        message = "a text is no valid Unicode: it holds half of a character (a lone surrogate)"
        raise ReadingError(message, where=f"{name}, key '{_visible(key)}'", hint="Save it again")
    words = {str: "texts", _Number: "numbers", bool: "true or false"}
    mixed = [words[kind] for kind in words if kind in types]
    if len(mixed) > 1:
        text = f"'{key}' has values of different types: {', '.join(mixed)}"
        yield Finding("mixed_types", text, len(mixed))


def _surrogate(key: str, values: list[Any]) -> bool:
    """Return whether a text holds half of a character."""
    texts = (value for value in (key, *values) if isinstance(value, str))
    return any(_SURROGATE.search(text) for text in texts if not text.isascii())


def _visible(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _gap_findings(records: list[Record], keys: list[str]) -> Iterator[Finding]:
    short = [key for key in keys if any(key not in record for record in records)]
    if short:
        text = f"not every record has a value for {listed(short)}: it is taken as empty there"
        yield Finding("missing_keys", text, len(short), Level.INFO)
