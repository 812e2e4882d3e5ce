"""What some programs write around cells and lines: taken off, with a finding, before the split."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.vocabulary import phrase
from evalgui.io.text.cross_table import CROSS_TABLE, plain_text

if TYPE_CHECKING:
    from collections.abc import Callable

_HEAD = 8_192  # bytes: what is not there is nowhere
_LEAST_LINES = 2
_LINE = rb'"((?:[^"\r\n]|"")*)"'
_QUOTED_LINES = re.compile(rb"(?m)^" + _LINE + rb"(?=\r?$)")
_EQUALS = re.compile(rb'(?m)(?<![^,;\t\r\n])="([^",;\t\r\n]*)"(?=[,;\t\r\n]|\Z)')
_QUOTED_EQUALS = re.compile(rb'(?<![^,;\t\r\n])"=""([^",;\t\r\n]*)"""(?=[,;\t\r\n]|\Z)')
_TYPES = re.compile(rb"(?m)^#q2:types\t[^\r\n]*")
_BRACKETS = re.compile(rb"\([^()]*\)")
_FIRST_LINE = re.compile(rb"[^\r\n]*")
_SOME_LINES = 3
_SIGNS = (b",", b";", b"\t")


def without_forms(data: memoryview) -> tuple[memoryview, tuple[Finding, ...]]:
    r"""Return a text without what programs write around its cells, and what was taken off.

    These are cells such as ``="0.51"`` of spreadsheets, lines that stand in quotes as a whole,
    and the line of types of QIIME 2. Most texts have none of these, and are what they were.

    Parameters
    ----------
    data
        A text in UTF-8.

    Examples
    --------
    >>> view, findings = without_forms(memoryview(b'id,score\n="a",="0.5"\n'))
    >>> bytes(view), [one.code for one in findings]
    (b'id,score\na,0.5\n', ['spreadsheet_text'])
    """
    head = bytes(data[:_HEAD])
    for is_there, change, finding in _FORMS:
        if is_there(head):
            return memoryview(change(bytes(data))), (finding,)
    return data, ()


def are_quoted_lines(head: bytes) -> bool:
    """Return whether each line is one text in quotes, with as many delimiters in each."""
    lines = head.splitlines()
    lines = [line for line in (lines[:-1] if len(head) == _HEAD else lines) if line]
    if len(lines) < _LEAST_LINES or not all(re.fullmatch(_LINE, line) for line in lines):
        return False
    numbers = [{line.count(sign) for line in lines} for sign in _SIGNS]
    return any(len(one) == 1 and 0 not in one for one in numbers)


def has_spreadsheet_texts(head: bytes) -> bool:
    """Return whether cells are texts as a formula: ``="0.51"``."""
    return b'="' in head and bool(_EQUALS.search(head) or _QUOTED_EQUALS.search(head))


def is_cross_table(head: bytes) -> bool:
    """Return whether a text is a cross table as a statistical program lays it out."""
    return len(head) < _HEAD and _as_plain_table(head) != head


def has_types(head: bytes) -> bool:
    """Return whether the second line says of which types the columns are, as in QIIME 2."""
    return head.partition(b"\n")[2].startswith(b"#q2:types\t")


def has_torn_header(head: bytes) -> bool:
    """Return whether a comma in brackets in the first line is none between two columns.

    "Disease (1=yes, 2=no)" is one name where the next lines have so many cells fewer.
    """
    lines = head.splitlines()[:_SOME_LINES]
    if len(lines) < _SOME_LINES or b'"' in lines[0]:
        return False
    n_inside = sum(inside.count(b",") for inside in _BRACKETS.findall(lines[0]))
    wanted = {line.count(b",") for line in lines[1:]}
    return n_inside > 0 and wanted == {lines[0].count(b",") - n_inside} and wanted != {0}


def _with_whole_header(data: bytes) -> bytes:
    first = _FIRST_LINE.match(data)[0]  # type: ignore[index]
    names = [b'"' + cell + b'"' if b"," in cell else cell for cell in _cells(first)]
    return b",".join(names) + data[len(first) :]


def _cells(line: bytes) -> list[bytes]:
    """Return the cells of a line, split at commas outside brackets."""
    cells, depth = [bytearray()], 0
    for mark in line:
        depth += (mark == ord("(")) - (mark == ord(")"))
        if mark == ord(",") and depth == 0:
            cells.append(bytearray())
        else:
            cells[-1].append(mark)
    return [bytes(cell) for cell in cells]


def _unquoted(data: bytes) -> bytes:
    return _QUOTED_LINES.sub(lambda match: match[1].replace(b'""', b'"'), data)


def _without_equals(data: bytes) -> bytes:
    return _QUOTED_EQUALS.sub(rb"\1", _EQUALS.sub(rb"\1", data))


def _as_plain_table(data: bytes) -> bytes:
    """Return a cross table between tabs, and any other text as it is."""
    plain = plain_text(data.decode("utf-8", "replace"))
    return data if plain is None else plain.encode()


def _types_as_comment(data: bytes) -> bytes:
    return _TYPES.sub(lambda match: match[0].replace(b"\t", b" "), data, count=1)


_FORMS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], bytes], Finding], ...] = (
    (
        are_quoted_lines,
        _unquoted,
        Finding(
            "quoted_lines",
            phrase("each line stood in quotes as a whole and is read without them"),
        ),
    ),
    (
        has_spreadsheet_texts,
        _without_equals,
        Finding(
            "spreadsheet_text",
            phrase('cells such as ="0.5" are read without the = and the quotes'),
        ),
    ),
    (is_cross_table, _as_plain_table, CROSS_TABLE),
    (
        has_torn_header,
        _with_whole_header,
        Finding(
            "bracketed_comma",
            phrase("a comma in brackets in the header is none between columns"),
        ),
    ),
    (
        has_types,
        _types_as_comment,
        Finding("types_line", phrase("the line of types below the names is no row")),
    ),
)
