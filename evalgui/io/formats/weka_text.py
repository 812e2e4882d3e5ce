"""Weka's plain text of predictions: aligned by blanks, with cells that may be empty.

It stands anywhere in what Weka prints, between headings and summaries. As in Weka's CSV, a
class is written with its number, ``1:tested_negative``; `evalgui.io.layouts.weka` knows what
that means.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import table_of_columns
from evalgui.io.meaning import Reading
from evalgui.io.table import arrow
from evalgui.io.text.encoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import RawTable

NAME = phrase("Weka text")

_LINE = r"[ \t!]*inst#[ \t]+actual[ \t]+predicted[ \t]+error[ \t]+(?:probability[ \t]+)?"
_VALUES = "(prediction|distribution)"
_START = re.compile(rf"(?<![^\r\n]){_LINE}{_VALUES}\b".encode())
_HEADER = re.compile(rf"{_LINE}{_VALUES}(?:[ \t]*\((.*)\))?[ \t]*")
_HEAD = 1 << 20
_WORD = re.compile(r"[^ \t]+")
_CLASS = re.compile(r"[0-9]+:|\?$")
_NUMBER = r"\*?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|\?|\*?NaN"
_NUMBERS = re.compile(rf"(?:{_NUMBER})(?:,(?:{_NUMBER}))*")
_BLOCK_ROWS = 16_384


def sniff(source: Source) -> bool:
    """Return whether the first megabyte holds the header line of Weka's predictions."""
    head = bytes(source.content[:_HEAD])
    # Looking for the word is so much faster than for the line that other texts do not notice.
    return b"inst#" in head and _START.search(head) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the predictions in a text that Weka printed.

    Parameters
    ----------
    source
        The whole file.
    options
        Only the encoding is of interest.
    watch
        Told about the progress after every 16,384 rows, asked whether to go on.

    Raises
    ------
    ReadingError
        If a line among the predictions is none, with its number, or there are several tables
        of predictions.
    CancelledError
        If the watch says so.
    """
    decoded = decode(source.name, source.data, options.encoding)
    lines = decoded.data.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    start, header = _header(source.name, lines)
    rows: list[_Row] = []
    numbers: list[int] = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip() or line.lstrip().startswith("==="):
            if rows:
                break
            continue
        row = _row(line, has_attributes=header[2] is not None)
        if row is None:
            raise _damage(source.name, number, phrase("this is no prediction: a class is missing"))
        rows.append(row)
        numbers.append(number)
        if len(rows) % _BLOCK_ROWS == 0:
            watch.step(number / len(lines), phrase("{n} rows", n=grouped(len(rows))))
    headers, columns = _columns(source.name, header, rows, numbers)
    return table_of_columns(
        source.name,
        headers,
        [arrow.chunked_array([arrow.array(cells, arrow.string())]) for cells in columns],
        Reading(NAME, encoding=decoded.encoding, header=True),
        n_rows=len(rows),
        before=decoded.findings,
        after=tuple(_rest_findings(lines, numbers)),
        lines=np.array(numbers, np.int64),
    )


class _Row(NamedTuple):
    instance: str
    actual: str
    predicted: str
    error: str
    values: list[str]
    attributes: str


def _damage(name: str, line: int, what: str) -> ReadingError:
    hint = phrase("Let Weka write the predictions as CSV, and open that file")
    return ReadingError(
        what, where=phrase("{name}, line {n}", name=name, n=grouped(line)), hint=hint
    )


def _header(name: str, lines: Sequence[str]) -> tuple[int, re.Match[str]]:
    """Return the number of the header line, from 1, and what it says."""
    found = [
        (number, match)
        for number, line in enumerate(lines, start=1)
        if "inst#" in line and (match := _HEADER.fullmatch(line)) is not None
    ]
    if len(found) != 1:
        number = found[1][0] if found else 1
        raise _damage(
            name, number, phrase("there is more than one table of predictions in this file")
        )
    return found[0]


def _row(line: str, *, has_attributes: bool) -> _Row | None:
    """Return the cells of a line; None if it is no prediction.

    A class may hold blanks: it goes on to the next word that starts with a number and a
    colon, or to the error mark or the numbers behind the predicted class.
    """
    line = line.lstrip(" \t!").rstrip()
    words = list(_WORD.finditer(line))
    texts = [word[0] for word in words]
    second = next((n for n in range(2, len(words)) if _CLASS.match(texts[n])), 0)
    if not second or not texts[0].isdigit() or not _CLASS.match(texts[1]):
        return None
    last = len(words)
    if has_attributes:
        last = next((n for n in range(second + 1, last) if texts[n].startswith("(")), last)
    values = next((n for n in range(second + 1, last) if _NUMBERS.fullmatch(texts[n])), 0)
    if values != last - 1:
        return None
    has_error = texts[values - 1] == "+" and values - 1 > second
    end = values - has_error
    attributes = line[words[last].start() :] if last < len(words) else ""
    return _Row(
        instance=texts[0],
        actual=line[words[1].start() : words[second - 1].end()],
        predicted=line[words[second].start() : words[end - 1].end()],
        error="+" if has_error else "",
        values=texts[values].split(","),
        attributes=attributes.removeprefix("(").removesuffix(")"),
    )


def _columns(
    name: str, header: re.Match[str], rows: Sequence[_Row], numbers: Sequence[int]
) -> tuple[list[str], list[list[str]]]:
    """Return the names and the cells of the columns."""
    width = len(rows[0].values) if rows else 1
    odd = next((n for n, row in enumerate(rows) if len(row.values) != width), None)
    if odd is not None:
        what = phrase(
            "this prediction has {n} numbers, and others have {usual}",
            n=len(rows[odd].values),
            usual=width,
        )
        raise _damage(name, numbers[odd], what)
    columns = [
        [row.instance for row in rows],
        [row.actual for row in rows],
        [row.predicted for row in rows],
        [row.error for row in rows],
        *([row.values[place] for row in rows] for place in range(width)),
    ]
    headers = ["inst#", "actual", "predicted", "error", header[1], *[""] * (width - 1)]
    if header[2]:  # Weka 3.6 writes "()" where it was asked for no attribute
        own = header[2].split(",")
        cells = [row.attributes.split(",") for row in rows]
        if any(len(parts) != len(own) for parts in cells):
            # A text with a comma in it: which one cannot be known.
            own, cells = [header[2]], [[row.attributes] for row in rows]
        headers += own
        columns += [[parts[place] for parts in cells] for place in range(len(own))]
    return headers, columns


def _rest_findings(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[Finding]:
    """Yield how many lines are no predictions: headings, the model, summaries."""
    n_filled = sum(bool(line.strip()) for line in lines)
    n_others = n_filled - len(numbers) - 1
    if n_others:
        text = phrase(
            "lines before and after the predictions that are no part of them: {n}",
            n=grouped(n_others),
        )
        yield Finding("extra_lines", text, n_others, Level.INFO)


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".txt",),
    description=phrase("Weka, printed"),
    help=phrase("the list of predictions that Weka prints"),
)
