"""How the lines of a text become a table: delimiter, header, and where the data starts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.errors import ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import DELIMITERS, is_known_name, may_separate, signs_of
from evalgui.io.table import is_missing, number_share
from evalgui.io.text.header import is_header
from evalgui.io.text.heading import find_heading
from evalgui.io.text.tokeniser import (
    BLANKS,
    LONGEST_LINE,
    Row,
    Tokeniser,
    too_long,
)
from evalgui.io.widths import MOST_COLUMNS, require_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.meaning import ReadOptions
    from evalgui.io.text.heading import Heading

_SAMPLE_SIZE = 1 << 18
_SAMPLE_ROWS = 200
_MOSTLY = 0.8
_LEAST_LINES = 5  # that show another sign between cells
_TOO_WIDE = 1e-6  # fits better than what makes no table at all

# A first line for spreadsheet programs; then lines that are blank or comments.
_SEPARATOR_LINE = re.compile(rb'"?sep=([\t!#-/:-@\[-^`{-~])"?(?:\r\n|\r|\n)')
# So many at once: one match of all would hold the interpreter, and remember each of them.
_PRELUDE = re.compile(rb"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n)){1,1000}+")
_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a delimited text is laid out.

    Parameters
    ----------
    delimiter
        As in `evalgui.io.text.tokeniser.Tokeniser`.
    names
        The names in the header; None where there is no header.
    width
        How many columns the table has.
    raw_width
        How many cells a row has: one more than `width` where rows end with a delimiter.
    start
        The offset of the first row of data, in bytes of the UTF-8 text.
    first_line
        The line, from 1, of the first row of data.
    n_comments, n_preamble
        How many lines before the header are comments, and how many belong to no table.
    has_row_names
        Whether rows start with a cell for which the header has no name.
    numeric
        The columns, from 0, that hold numbers.
    headers
        The rows with the names as they stand in the file; none where there is no header.
    is_guess
        Whether the delimiter is none that files usually have, and nobody said it.
    """

    delimiter: str
    names: tuple[str, ...] | None
    width: int
    raw_width: int
    start: int
    first_line: int
    n_comments: int
    n_preamble: int
    has_row_names: bool
    numeric: tuple[int, ...]
    headers: tuple[tuple[str, ...], ...] = ()
    is_guess: bool = False

    def looks_like_rows(self, lines: Sequence[str]) -> bool:
        """Return whether each of these lines would be a row of data, but for its quotes."""
        if not self.numeric:
            return False
        tokeniser = Tokeniser("", self.delimiter)
        for line in lines:
            found = tokeniser.split(line.replace('"', ""))
            if found is None or len(found[0]) != self.raw_width:
                return False
            if any(number_share([found[0][index]]) == 0 for index in self.numeric):
                return False
        return True


def find_dialect(
    name: str, text: bytes | memoryview, options: ReadOptions, watch: Watch | None = None
) -> Dialect:
    """Return how a text is laid out, as far as the options do not say so.

    Parameters
    ----------
    name
        The file name, for messages.
    text
        The text in UTF-8.
    options
        What the user decided.
    watch
        Asked before each delimiter is tried whether to go on.

    Raises
    ------
    ReadingError
        If there is no text at all, or a line is too long to be one.
    DataError
        If most rows have more than `MOST_COLUMNS` cells.
    """
    data = _head(text)
    delimiter = options.delimiter
    origin, is_guess = 0, False
    if (said := _SEPARATOR_LINE.match(data)) is not None:
        origin = said.end()
        delimiter = delimiter or said.group(1).decode()
    prelude = _Prelude.of(data, origin)
    is_last = data.startswith(b"#", prelude.end) and _LINE_END.search(data, prelude.end) is None
    if is_last or (prelude.end == len(data) and prelude.n_comments):
        prelude = _Prelude(origin)  # where every line is a comment, the lines are the data
    start = prelude.end
    first_line = int(said is not None) + prelude.n_lines + 1
    sample = _sample(name, data, start, first_line)
    if delimiter is None:
        delimiter = _find_delimiter(sample, watch or Watch())
        is_guess = delimiter not in DELIMITERS
    tokeniser = Tokeniser(name, delimiter)
    rows = _first_rows(tokeniser, sample, first_line)
    if not rows:
        hint = phrase("Choose a file with data in it")
        raise ReadingError(phrase("the file is empty: it holds no text"), where=name, hint=hint)
    require_columns(name, _commonest_width(_without_comments(rows)))
    table = _find_table(rows, prelude.last_comment, tokeniser, wanted_header=options.header)
    require_columns(name, table.raw_width)
    return Dialect(
        delimiter=delimiter,
        names=None if table.names is None else tuple(table.names),
        width=table.width,
        raw_width=table.raw_width,
        start=_line_start(data, start, table.first_line - first_line),
        first_line=table.first_line,
        n_comments=prelude.n_comments,
        n_preamble=table.n_preamble,
        has_row_names=table.has_row_names,
        numeric=table.numeric,
        headers=table.headers,
        is_guess=is_guess,
    )


def _head(text: bytes | memoryview) -> bytes:
    """Return as much of a text as tells all about it: a large one is never copied."""
    size = 4 * _SAMPLE_SIZE
    while size < len(text):
        head = bytes(text[:size])
        said = _SEPARATOR_LINE.match(head)
        start = _Prelude.of(head, said.end() if said else 0).end
        if start + 2 * _SAMPLE_SIZE < size and _LINE_END.search(head, start, start + _SAMPLE_SIZE):
            return head
        size *= 8
    return bytes(text)


@dataclass(slots=True)
class _Prelude:
    """The blank and comment lines before a table: where they end, and how many there are."""

    end: int
    n_lines: int = 0
    n_comments: int = 0
    last_comment: str = ""

    @classmethod
    def of(cls, data: bytes, origin: int) -> _Prelude:
        found = cls(origin)
        while (piece := _PRELUDE.match(data, found.end)) is not None:
            lines = piece[0].splitlines()
            comments = [line for line in lines if line.strip()]
            found.end = piece.end()
            found.n_lines += len(lines)
            found.n_comments += len(comments)
            if comments:
                found.last_comment = comments[-1].decode("utf-8", "replace")
        return found


def _sample(name: str, data: bytes, start: int, first_line: int) -> str:
    """Return complete lines from this place on, about 256 KiB of them."""
    size = _SAMPLE_SIZE
    while start + size < len(data):
        end = max(data.rfind(b"\n", start, start + size), data.rfind(b"\r", start, start + size))
        if end >= 0:
            return data[start : end + 1].decode()
        if size >= LONGEST_LINE:
            raise too_long(name, first_line)
        size *= 8
    return data[start:].decode()


def _line_start(data: bytes, start: int, n_lines: int) -> int:
    """Return the offset of the line that comes n lines after the one at `start`."""
    if not n_lines:
        return start
    ends = islice(_LINE_END.finditer(data, start), n_lines - 1, n_lines)
    return next((match.end() for match in ends), len(data))


def _first_rows(tokeniser: Tokeniser, sample: str, first_line: int = 1) -> list[Row]:
    """Return the first rows of a text that are not blank."""
    rows = tokeniser.rows(sample, first_line)
    return list(islice((row for row in rows if not row.is_blank), _SAMPLE_ROWS))


def _without_comments(rows: list[Row]) -> list[Row]:
    """Return the rows that do not start with a number sign; all, where all do."""
    return [row for row in rows if not row.cells[0].lstrip().startswith("#")] or rows


def _commonest_width(rows: Sequence[Row]) -> int:
    widths = Counter(len(row.cells) for row in rows)
    return max(widths, key=lambda width: (widths[width], width))


# ------------------------------------------------------------------------------ delimiter


def _find_delimiter(sample: str, watch: Watch) -> str:
    """Return the delimiter that fits best; of two that fit alike, the earlier on the list.

    Where none of them makes a table of every line, any other sign may that does, below names.
    """
    if len(sample) > _SAMPLE_SIZE and _LINE_END.search(sample[:_SAMPLE_SIZE].encode()) is None:
        # What begins with such a line is hardly a table; and a quote may be cut from its end.
        sample = sample[:_SAMPLE_SIZE].replace('"', "")
    fits = {mark: _fit(sample, mark, watch) for mark in DELIMITERS}
    best = max(DELIMITERS, key=fits.__getitem__)
    if fits[best] >= 1:
        return best
    others = (mark for mark in _other_signs(sample) if _fit(sample, mark, watch) >= _PERFECT)
    return next(others, best)


def _other_signs(sample: str) -> list[str]:
    r"""Return other signs that stand as often in each of the first lines, below names.

    Examples
    --------
    >>> _other_signs("id^truth^score\n" + "k-1^1^0.5\n" * 5), _other_signs("1:2\n" * 5)
    (['^'], [])
    """
    lines = [line for line in sample[:_SAMPLE_SIZE].splitlines()[:_SAMPLE_ROWS] if line.strip()]
    if len(lines) < _LEAST_LINES:
        return []
    signs = {sign for sign in lines[0] if may_separate(sign) and _SIGN.match(sign)}
    counts = {sign: lines[0].count(sign) for sign in signs}
    found = [s for s, n in counts.items() if all(line.count(s) == n for line in lines[1:])]
    return [s for s in found if _are_names(lines[0].split(s), [one.split(s) for one in lines[1:]])]


def _fit(sample: str, delimiter: str, watch: Watch) -> float:
    """Return how well a delimiter makes a table of a text; 0 where it makes none.

    How much shares of the rows weigh stands in the data file of tables.
    """
    watch.look()
    rows = _without_comments(_rows_apart(sample, delimiter))
    width = _commonest_width(rows) if rows else 0
    if width < 2:
        return 0.0
    if width > MOST_COLUMNS:
        return _TOO_WIDE
    found = _Split(delimiter, rows, width)
    if any(makes_none(found) for makes_none in _NO_TABLE):
        return 0.0
    weights = signs_of("delimiter")["fit"]
    return (
        weights["rows"] * len(found.fitting) / len(rows)
        + weights["torn"] * n_torn(found) / len(found.body)
        + weights["numbers"] * any(number_share(column) > _MOSTLY for column in found.columns)
    )


def _rows_apart(sample: str, delimiter: str) -> list[Row]:
    """Return the first rows of a text; without a quote that is never closed, and its line."""
    tokeniser = Tokeniser("", delimiter)
    try:
        return _first_rows(tokeniser, sample)
    except ReadingError:
        lines = [line for line in sample.splitlines(keepends=True) if '"' not in line]
        return _first_rows(tokeniser, "".join(lines))


class _Split:
    """The first rows of a text as a delimiter makes them, and what is asked of them.

    Parameters
    ----------
    delimiter
        What separates the cells.
    rows
        The rows.
    width
        How many cells most of them have.
    """

    def __init__(self, delimiter: str, rows: Sequence[Row], width: int) -> None:
        self.delimiter = delimiter
        self.rows = rows
        self.fitting = [row.cells for row in rows if len(row.cells) == width]
        self.body = self.fitting[1:] or self.fitting
        self.columns = list(zip(*self.body, strict=True))
        # Where the first line has names between commas, no comma below it is a decimal sign.
        self.has_names = len(rows[0].cells) == width and _are_names(rows[0].cells, self.body)

    @classmethod
    def of(cls, delimiter: str, *lines: str) -> _Split:
        """Return lines apart at a delimiter, as wide as the last one."""
        rows = _first_rows(Tokeniser("", delimiter), "\n".join(lines))
        return cls(delimiter, rows, len(rows[-1].cells))


def n_torn(found: _Split) -> int:
    """Return in how many rows a cell looks like two, or like a part of a number.

    A number in groups of digits looks like two, but for the cells above and below it; a comma in
    a number counts only where almost all rows have one.

    Examples
    --------
    >>> n_torn(_Split.of(",", "1;0,5", "0;0,3")), n_torn(_Split.of(";", "1;0,5", "0;0,3"))
    (1, 0)
    """
    others = [place for place, column in enumerate(found.columns) if not _are_grouped(column)]
    is_sign = found.delimiter == "," and not found.has_names and _are_decimal_commas(found.body)
    return sum(
        any(_is_torn(cells[place], found.delimiter) for place in others)
        or (is_sign and _is_cut_number(cells))
        for cells in found.body
    )


def is_aligned_by_tabs(found: _Split) -> bool:
    r"""Return whether tabs stand between fields which several blanks separate as well.

    Examples
    --------
    >>> is_aligned_by_tabs(_Split.of("\t", "a  1\t0.5", "b  0\t0.3"))
    True
    >>> is_aligned_by_tabs(_Split.of("\t", "truth\tscore", "a  b\t0.5"))
    False
    """
    is_it = found.delimiter == "\t" and not found.has_names
    return is_it and all(any(map(_ALIGNED.search, cells)) for cells in found.body)


def is_one_column(found: _Split) -> bool:
    """Return whether every comma is the sign of a number that has the line to itself.

    Two whole numbers a line may also be a label and a score. A number it is where one part
    cannot stand alone, as in -0 and 07, where all whole parts are 0, or where a single name
    stands over whole parts that recur: the names that R gives to rows do not.

    Examples
    --------
    >>> [is_one_column(_Split.of(",", "1,5", last)) for last in ("2,07", "2,7")]
    [True, False]
    """
    rows = found.rows
    if found.delimiter != "," or len(found.fitting[0]) != 2:
        return False
    n_names = int(len(rows[0].cells) == 1 and number_share(rows[0].cells) == 0)
    body = [row.cells for row in rows[n_names:]]
    if not body or not all(map(_are_parts_of_one, body)):
        return False
    wholes = {one.lstrip("+-") for one, _ in body}
    is_cut = any(one == "-0" or (other[0] == "0" and len(other) > 1) for one, other in body)
    recurs = len({one for one, _ in body}) < len(body)
    is_below_one = wholes == {"0"} and any(len(other) > 1 for _, other in body)
    return is_cut or is_below_one or bool(n_names and recurs)


def _are_parts_of_one(cells: Sequence[str]) -> bool:
    """Return whether two cells may be the whole part and the fraction of one number."""
    is_pair = len(cells) == 2
    return is_pair and bool(_WHOLE.fullmatch(cells[0]) and _DIGITS.fullmatch(cells[1]))


_NO_TABLE = (is_one_column, is_aligned_by_tabs)
"""What a delimiter makes no table of."""


def _are_names(cells: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Return whether a row is a header that cannot be a row with a cut number."""
    return number_share(cells) == 0 and is_header(cells, body)


def _are_decimal_commas(body: Sequence[Sequence[str]]) -> bool:
    """Return whether the commas are those of numbers that stand behind other cells.

    One row alone may look so by accident: the class "kind 1" before the score 5. Of numbers
    with a decimal comma, almost every row has one.
    """
    return sum(map(_is_cut_number, body)) > _MOSTLY * len(body)


def _is_cut_number(cells: Sequence[str]) -> bool:
    """Return whether a comma cuts a number after other cells: its whole part, and the rest."""
    return any(
        _TEXT_AND_INTEGER.fullmatch(cell) and _FRACTION.fullmatch(after)
        for cell, after in pairwise(cells)
    )


_TWO_NUMBERS = re.compile(r"[-+]?[0-9.,]*[0-9](?:[;|\t]|[ \t]+)[-+]?[0-9][-+0-9.,eE]*")
_IN_GROUPS = re.compile(r"[-+]?(?:[0-9]{1,3}|[1-9][0-9]{0,2}(?: [0-9]{3})+)(?:[.,][0-9]*)?")
# As a number is written: "00" is none, and after its comma there is no point.
_GROUPED = "[1-9][0-9]{0,2}(?:[.'\u2019\u00a0\u202f ][0-9]{3}){1,6}"  # thousands
_TEXT_AND_INTEGER = re.compile(rf".*[ \t;|][-+]?(?:0|[1-9][0-9]*|{_GROUPED})")
_FRACTION = re.compile(r"[0-9]+(?:[eE][-+]?[0-9]+)?%?(?:[ \t;|].*)?")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_DIGITS = re.compile(r"[0-9]+")
_ALIGNED = re.compile(r"\S  +\S")
_SIGN = re.compile(r"[^\w\s.,+%'#-]|[\x01-\x08\x0e-\x1f]")  # no part of a number, no comment
_PERFECT = 1.5  # every line has as many cells, and a column holds numbers
_GLUED = re.compile(r"\S[;|]\S|\S,[^0-9\s]|[^0-9\s],\S")  # no decimal comma: two cells in one


def _are_grouped(column: Sequence[str]) -> bool:
    """Return whether each number of a column has a blank before every three of its digits.

    Examples
    --------
    >>> _are_grouped(["1 265", "980", "NA", "12 001,5"]), _are_grouped(["0 265", "1 980"])
    (True, False)
    """
    return all(_IN_GROUPS.fullmatch(cell.strip()) or is_missing(cell) for cell in column)


def _is_torn(cell: str, delimiter: str) -> bool:
    """Return whether a cell looks like several cells, or like one with a rest of another."""
    ends = (",", ";", "|")
    if delimiter == BLANKS:
        return cell.startswith(ends) or cell.endswith(ends) or bool(_GLUED.search(cell))
    if delimiter == "\t" and cell.endswith(ends):
        return True  # a tab that only aligns the next column
    return _TWO_NUMBERS.fullmatch(cell.strip()) is not None


# ---------------------------------------------------------------------------------- table


@dataclass(frozen=True, slots=True)
class _Table:
    """Where the table is among the first rows; names as in `Dialect`."""

    names: list[str] | None
    width: int
    raw_width: int
    first_line: int
    n_preamble: int
    has_row_names: bool
    numeric: tuple[int, ...]
    headers: tuple[tuple[str, ...], ...]


def _find_table(
    rows: list[Row], comment: str, tokeniser: Tokeniser, *, wanted_header: bool | None
) -> _Table:
    width = _commonest_width(_without_comments(rows))
    place = next(i for i in range(len(rows)) if _starts_table(rows, i, width))
    heading = None if wanted_header is False else _heading(rows[place:], width)
    header_rows = rows[place : place + 1]
    if heading is not None:
        header_rows = rows[place + heading.n_above : place + heading.n_rows]
        place += heading.n_rows - 1
    above = rows[: place + 1 - len(header_rows)]
    head, after = rows[place], rows[place + 1 :]
    body = [row.cells for row in after if len(row.cells) == width]
    has_header = wanted_header if heading is None else True
    if has_header is None:
        has_header = is_header(head.cells, _below(body, len(head.cells)))
    names: list[str] | None
    if has_header:
        names = head.cells if heading is None else list(heading.names)
        # A header over nothing is followed by the line after it.
        first_line = after[0].line if after else head.line + 1
    else:
        is_said = wanted_header is False
        names = None if is_said else _commented_header(comment, body, width, tokeniser)
        # A first row that is longer than the table is told of where rows are gathered.
        body = [head.cells, *body] if len(head.cells) == width else body
        first_line = head.line
    columns = list(zip(*body, strict=True))
    headers = [row.cells for row in header_rows] if has_header else [names or ()]
    fitted = _Fitted.of(names, columns, width)
    return _Table(
        names=fitted.names,
        width=fitted.width,
        raw_width=max(width, fitted.width),
        first_line=first_line,
        n_preamble=len(_without_comments(above)) if above else 0,
        has_row_names=fitted.has_row_names,
        headers=tuple(tuple(cells) for cells in headers if cells),
        numeric=tuple(i for i, cells in enumerate(columns) if number_share(cells) > _MOSTLY),
    )


class _Fitted(NamedTuple):
    """The names in a header as they stand above the columns: as many, or one less."""

    names: list[str] | None
    width: int
    has_row_names: bool

    @classmethod
    def of(cls, names: list[str] | None, columns: Sequence[Sequence[str]], width: int) -> _Fitted:
        """Return names above columns.

        Where rows end with a delimiter, every last cell is empty, and has no name; else it is the
        first cell of each row that has none, as R writes the names of rows.

        Examples
        --------
        >>> _Fitted.of(["truth", "score"], [("a", "b"), ("1", "0"), ("0.5", "0.3")], 3).names
        ['row name', 'truth', 'score']
        >>> _Fitted.of(["truth", "score"], [("1", "0"), ("0.5", "0.3"), ("", "")], 3).width
        2
        """
        ends_empty = bool(columns) and not any(map(str.strip, columns[-1]))
        has_row_names = names is not None and len(names) == width - 1 and not ends_empty
        if names is None:
            return cls(None, width, has_row_names=False)
        names = ["row name", *names] if has_row_names else names
        if len(names) > 1 and not names[-1].strip() and (ends_empty or len(names) > width):
            names = names[:-1]
        fitted = width - 1 if len(names) == width - 1 else max(width, len(names))
        return cls(names, fitted, has_row_names)


def _heading(rows: list[Row], width: int) -> Heading | None:
    """Return what stands above the data from here on; None where the first row is all of it."""
    if len(rows[0].cells) != width:
        return None
    cells = [row.cells for row in rows]
    while len(cells[-1]) != width:
        cells.pop()  # below the table
    return find_heading([(row + [""] * width)[:width] for row in cells])


def _starts_table(rows: Sequence[Row], place: int, width: int) -> bool:
    """Return whether the table starts at this row: with its header or with its first data."""
    cells = rows[place].cells
    if len(cells) == width or place == len(rows) - 1:
        return True
    body = [row.cells for row in rows[place + 1 :] if len(row.cells) == width]
    if len(cells) == width - 1 and len(rows[place + 1].cells) == width:
        # R names its rows, but not the column of their names; other programs end every row
        # with a delimiter. A title over the header is told apart by the header below it.
        return is_header(cells, _below(body, len(cells))) and not is_header(body[0], body[1:])
    return len(cells) > width > 1 and is_header(cells, []) and any(map(is_known_name, cells))


def _below(body: Sequence[list[str]], width: int) -> list[list[str]]:
    """Return the rows of a table as they stand below a row of another width."""
    if body and len(body[0]) == width + 1:
        ends_empty = not any(cells[-1].strip() for cells in body)
        return [cells[:-1] if ends_empty else cells[1:] for cells in body]
    return [(cells + [""] * width)[:width] for cells in body]


def _commented_header(
    comment: str, body: Sequence[list[str]], width: int, tokeniser: Tokeniser
) -> list[str] | None:
    """Return the names that the last comment holds, as numpy writes them; None if none."""
    found = tokeniser.split(comment.lstrip("# \t")) if comment else None
    if found is None or len(found[0]) != width or not is_header(found[0], body):
        return None
    return found[0]
