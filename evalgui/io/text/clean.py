"""The fast path: a text without a single oddity, split at once.

`split` either returns exactly what the tokeniser would, or nothing. Whether it may is found
out on the bytes, block by block: every line has the same number of cells, every quote opens
at the start of a cell and closes at its end in the same line, lines end in one way only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.csv

from evalgui.io.arrow import arrow, kernels
from evalgui.io.text.tokeniser import BLANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.io.arrow import ArrowColumn
    from evalgui.io.watch import Watch

BLOCK_SIZE = 8 << 20
"""How much is split between two looks at the cancel button, in bytes."""

_LF, _CR, _QUOTE, _TAB, _BLANK = b'\n\r"\t '
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST_LINE = 1 << 20


def split(data: memoryview, delimiter: str, width: int, watch: Watch) -> list[ArrowColumn] | None:
    """Return the columns of a clean text; None if anything about it is odd.

    Parameters
    ----------
    data
        The rows in UTF-8, without header.
    delimiter
        As in `evalgui.io.text.tokeniser.Tokeniser`.
    width
        How many cells every row has to have.
    watch
        Looked at after every block.

    Returns
    -------
    list of columns of text, or None
        None when a line has another number of cells or none but blank ones, when a quote is
        anywhere but around a whole cell, or when a quoted cell spans lines.
    """
    blocks: list[list[Any]] = [[] for _ in range(width)]
    start = 0
    while start < len(data):
        end = _block_end(data, start)
        if end is None:
            return None
        columns = _split_block(data[start:end], delimiter, width)
        if columns is None:
            return None
        for chunks, column in zip(blocks, columns, strict=True):
            chunks.extend(column.chunks)
        start = end
        watch.step(start / len(data), "splitting lines into cells")
    return [arrow.chunked_array(chunks, arrow.string()) for chunks in blocks]


def _block_end(data: memoryview, start: int) -> int | None:
    """Return where the last complete line of the next block ends; None if it is too long."""
    if start + BLOCK_SIZE >= len(data):
        return len(data)
    first = max(start, start + BLOCK_SIZE - _LONGEST_LINE)
    last = bytes(data[first : start + BLOCK_SIZE]).rfind(b"\n")
    return None if last < 0 else first + last + 1


def _split_block(data: memoryview, delimiter: str, width: int) -> list[ArrowColumn] | None:
    marks = np.frombuffer(data, np.uint8)
    if not _has_plain_line_ends(marks):
        return None
    if delimiter == BLANKS:
        if _contains(marks, _QUOTE):
            return None
        marks = _with_single_blanks(marks)
    has_quotes = _contains(marks, _QUOTE)
    if not _is_regular(marks, ord(delimiter), width, has_quotes=has_quotes):
        return None
    names = [str(index) for index in range(width)]
    table: Any = pyarrow.csv.read_csv(
        arrow.BufferReader(arrow.py_buffer(marks)),
        # A line must fit into two blocks of the parser.
        pyarrow.csv.ReadOptions(column_names=names, block_size=_LONGEST_LINE),
        pyarrow.csv.ParseOptions(
            delimiter=delimiter,
            quote_char='"' if has_quotes else False,
            double_quote=has_quotes,
            ignore_empty_lines=False,
        ),
        pyarrow.csv.ConvertOptions(
            check_utf8=False,
            column_types=dict.fromkeys(names, arrow.string()),
            strings_can_be_null=False,
        ),
    )
    if _has_blank_row(table.columns):
        return None
    return list(table.columns)


def _contains(marks: NDArray[np.uint8], mark: int) -> bool:
    return bool((marks == mark).any())


def _has_plain_line_ends(marks: NDArray[np.uint8]) -> bool:
    """Return whether all lines end in LF, or all in CR LF, and none is overlong."""
    ends = np.flatnonzero(marks == _LF)
    returns = np.flatnonzero(marks == _CR)
    if len(returns):
        if len(returns) == len(ends) + 1 and returns[-1] == len(marks) - 1:
            return False
        if len(returns) != len(ends) or not np.array_equal(returns + 1, ends):
            return False
    longest = np.diff(ends, prepend=-1, append=len(marks)).max()
    return bool(longest < _LONGEST_LINE)


def _with_single_blanks(marks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the text with every run of blanks as one, and none at the ends of lines."""
    is_blank = (marks == _BLANK) | (marks == _TAB)
    goes_on = is_blank.copy()
    goes_on[1:] &= is_blank[:-1]
    goes_on[:1] = False
    marks = marks.copy()
    marks[is_blank] = _BLANK
    marks = marks[~goes_on]
    is_blank = marks == _BLANK
    is_end = (marks == _LF) | (marks == _CR)
    at_edge = np.zeros_like(is_blank)
    at_edge[1:] = is_end[:-1]
    at_edge[:-1] |= is_end[1:]
    at_edge[:1] = at_edge[-1:] = True
    trimmed: NDArray[np.uint8] = marks[~(is_blank & at_edge)]
    return trimmed


def _is_regular(marks: NDArray[np.uint8], delimiter: int, width: int, *, has_quotes: bool) -> bool:
    """Return whether every line has `width` cells, with quotes around whole cells only."""
    if marks[:3].tobytes() == _BYTE_ORDER_MARK:
        # The parser would drop it.
        return False
    ends = np.flatnonzero(marks == _LF)
    if not len(marks) or marks[-1] != _LF:
        ends = np.append(ends, len(marks))
    delimiters = np.flatnonzero(marks == delimiter)
    if has_quotes:
        quotes = np.flatnonzero(marks == _QUOTE)
        if not _are_quotes_regular(marks, quotes, delimiter):
            return False
        # 1 from an opening quote to the byte before the closing one; sums of bytes wrap.
        inside = np.add.accumulate(marks == _QUOTE, dtype=np.uint8) & 1
        if np.any(inside[ends[ends < len(marks)]]):
            return False
        delimiters = delimiters[inside[delimiters] == 0]
    if len(delimiters) != len(ends) * (width - 1):
        return False
    starts = np.append(0, ends[:-1] + 1)
    if width == 1:
        return bool(np.all(starts < ends))
    by_line = delimiters.reshape(len(ends), width - 1)
    return bool(np.all(by_line[:, 0] >= starts) and np.all(by_line[:, -1] < ends))


def _are_quotes_regular(marks: NDArray[np.uint8], quotes: NDArray[np.intp], delimiter: int) -> bool:
    """Return whether quotes open only where a cell starts and close only where it ends.

    A doubled quote inside a cell counts as closing and opening again at once.
    """
    if len(quotes) % 2:
        return False
    opening, closing = quotes[0::2], quotes[1::2]
    framed = np.concatenate([[_LF], marks, [_LF]])
    before, after = framed[opening], framed[closing + 2]
    doubled = opening[1:] == closing[:-1] + 1
    opens = (before == delimiter) | (before == _LF)
    opens[1:] |= doubled
    closes = (after == delimiter) | (after == _LF) | (after == _CR)
    closes[:-1] |= doubled
    return bool(opens.all() and closes.all())


def _has_blank_row(columns: list[ArrowColumn]) -> bool:
    """Return whether some row has nothing but blanks in all its cells."""
    blank: Any = None
    for column in columns:
        is_empty = kernels.equal(kernels.ascii_trim(column, characters=" \t"), "")
        blank = is_empty if blank is None else kernels.and_(blank, is_empty)
        if not kernels.any(blank).as_py():
            return False
    return True
