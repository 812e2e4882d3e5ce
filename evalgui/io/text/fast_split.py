"""The fast path: a text without a single oddity, split at once.

`split` either returns exactly what the tokeniser would, or nothing. Whether it may is found
out on the bytes, piece by piece, by all processors: every line has the same number of cells,
every quote opens at the start of a cell and closes at its end in the same line, lines end in
one way only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.csv

from evalgui.core.digits import grouped
from evalgui.core.parallel import spread
from evalgui.core.vocabulary import phrase_n
from evalgui.io.table import arrow, kernels, offsets_of
from evalgui.io.text.tokeniser import BLANKS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.table import ArrowColumn

BLOCK_SIZE = 2 << 20
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
        Looked at before every block, and told how many rows there are so far.

    Returns
    -------
    list of columns of text, or None
        None when a line has another number of cells or none but blank ones, when a quote is
        anywhere but around a whole cell, or when a quoted cell spans lines.
    """
    parts = line_blocks(data, BLOCK_SIZE) if delimiter.isascii() else None
    if parts is None:
        return None
    n_rows = 0

    def split_part(part: slice) -> list[Any]:
        nonlocal n_rows
        columns = _split_block(data[part], delimiter, width)
        if columns is None:
            raise _OddError
        n_rows += len(columns[0])
        return columns

    try:
        found = spread(
            split_part,
            parts,
            lambda number: watch.step(
                number / len(parts), phrase_n(n_rows, "1 row", "{n} rows", n=grouped(n_rows))
            ),
        )
    except _OddError:
        return None
    return [
        arrow.chunked_array(
            [chunk for columns in found for chunk in columns[place].chunks], arrow.string()
        )
        for place in range(width)
    ]


class _OddError(Exception):
    """The text is not clean."""


def line_blocks(data: memoryview, size: int) -> list[slice] | None:
    """Return blocks of complete lines, of at most so many bytes; None if a line is too long."""
    found = []
    start = 0
    while start < len(data):
        end = len(data)
        if start + size < len(data):
            first = max(start, start + size - _LONGEST_LINE)
            last = bytes(data[first : start + size]).rfind(b"\n")
            if last < 0:
                return None
            end = first + last + 1
        found.append(slice(start, end))
        start = end
    return found


def _split_block(data: memoryview, delimiter: str, width: int) -> list[ArrowColumn] | None:
    marks = np.frombuffer(data, np.uint8)
    # The parser would drop a byte order mark.
    if marks[:3].tobytes() == _BYTE_ORDER_MARK or not has_plain_line_ends(marks):
        return None
    has_quotes = _contains(marks, _QUOTE)
    if delimiter == BLANKS:
        if has_quotes:
            return None
        marks = _with_single_blanks(marks)
    if has_quotes and not _has_plain_quotes(marks, ord(delimiter)):
        return None
    names = [str(index) for index in range(width)]
    try:
        table: Any = pyarrow.csv.read_csv(
            arrow.BufferReader(arrow.py_buffer(marks)),
            pyarrow.csv.ReadOptions(
                column_names=names, block_size=len(marks) + 1, use_threads=False
            ),
            pyarrow.csv.ParseOptions(
                delimiter=delimiter,
                quote_char='"' if has_quotes else False,
                double_quote=has_quotes,
                # A row of empty cells comes of it, which is found below.
                ignore_empty_lines=False,
            ),
            pyarrow.csv.ConvertOptions(
                check_utf8=False,
                column_types=dict.fromkeys(names, arrow.string()),
                strings_can_be_null=False,
            ),
        )
    except arrow.ArrowInvalid:
        # A line has another number of cells.
        return None
    return None if _has_blank_row(table.columns) else list(table.columns)


def _contains(marks: NDArray[np.uint8], mark: int) -> bool:
    return bool((marks == mark).any())


def has_plain_line_ends(marks: NDArray[np.uint8]) -> bool:
    """Return whether all lines end in LF, or all in CR LF."""
    returns = marks == _CR
    if not returns.any():
        return True
    ends = marks == _LF
    return not returns[-1] and not ends[0] and np.array_equal(returns[:-1], ends[1:])


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


def _has_plain_quotes(marks: NDArray[np.uint8], delimiter: int) -> bool:
    """Return whether quotes open only where a cell starts and close only where it ends.

    A doubled quote inside a cell counts as closing and opening again at once. No line ends
    between quotes.
    """
    is_quote = marks == _QUOTE
    places = np.flatnonzero(is_quote | (marks == _LF))
    are_quotes = is_quote[places]
    # 1 from an opening quote to the mark before the closing one; sums of bytes wrap.
    inside = np.cumsum(are_quotes, dtype=np.uint8) & 1
    if inside[-1:].any() or np.any(inside.view(np.bool_) & ~are_quotes):
        return False
    quotes = places[are_quotes]
    opening, closing = quotes[0::2], quotes[1::2]
    before = marks.take(opening - 1, mode="wrap")
    after = marks.take(closing + 1, mode="clip")
    before[opening == 0] = _LF
    after[closing == len(marks) - 1] = _LF
    opens = (before == delimiter) | (before == _LF)
    closes = (after == delimiter) | (after == _LF) | (after == _CR)
    doubled = opening[1:] == closing[:-1] + 1
    opens[1:] |= doubled
    closes[:-1] |= doubled
    return bool(opens.all() and closes.all())


def _has_blank_row(columns: list[ArrowColumn]) -> bool:
    """Return whether some row has nothing but blanks in all its cells."""
    if not any(_starts_blank(chunk) for chunk in columns[0].chunks):
        return False
    blank: Any = None
    for column in columns:
        is_empty = kernels.equal(kernels.ascii_trim(column, characters=" \t"), "")
        blank = is_empty if blank is None else kernels.and_(blank, is_empty)
        if not kernels.any(blank).as_py():
            return False
    return True


def _starts_blank(cells: Any) -> bool:  # noqa: ANN401 - an array of pyarrow
    """Return whether some text is empty or starts with a blank."""
    data = cells.buffers()[2]
    offsets = offsets_of(cells)
    starts = offsets[:-1]
    if data is None or np.any(starts == offsets[1:]):
        return True
    first = np.frombuffer(data, np.uint8)[starts]
    return bool(np.any((first == _BLANK) | (first == _TAB)))
