"""Weka's ARFF: attributes with types, then rows, dense or sparse. Cells keep their text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.formats.format import Format
from evalgui.io.formats.tables import table_of_columns
from evalgui.io.meaning import Reading, listed
from evalgui.io.table import arrow, kernels, text_column
from evalgui.io.text.encoding import decode
from evalgui.io.widths import require_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.progress import Watch
    from evalgui.io.bytes.source import Source
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.table import ArrowColumn, RawTable

NAME = "ARFF"

MOST_SPARSE_CELLS = 20_000_000
"""How many cells sparse rows may become: a few bytes stand for a row of any width."""

_START = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*+(?:%[^\r\n]*+\s*+)*+@(?i:relation)\b")
_HEAD = 1 << 16
_BLOCK_ROWS = 16_384
_NAMED = 10  # values, at the least as many as a message names
_WEIGHT = "instance weight"


def sniff(source: Source) -> bool:
    """Return whether a file starts with the name of a relation, comments before it aside."""
    # Without the zeros, UTF-16 looks like the same text.
    return _START.match(bytes(source.content[:_HEAD]).replace(b"\0", b"")) is not None


def read(source: Source, options: ReadOptions, watch: Watch) -> RawTable:
    """Return the table that an ARFF file holds.

    A question mark without quotes is no value. What a sparse row leaves out is 0, or the
    first value of a nominal attribute, as the format says. The weights of rows, where there
    are any, are a column of their own.

    Parameters
    ----------
    source
        The whole file.
    options
        The encoding is of interest, and the decimal sign of numbers that are stored as text.
    watch
        Told about the progress after every 16,384 rows, asked whether to go on.

    Raises
    ------
    ReadingError
        If a line breaks the rules of the format, with its number.
    DataError
        If an attribute is relational, or sparse rows become more than `MOST_SPARSE_CELLS`.
    CancelledError
        If the watch says so.
    """
    decoded = decode(source.name, source.data, options.encoding)
    lines = decoded.data.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    attributes, n_head = _read_head(source.name, lines)
    rows = Rows(source.name, attributes)
    columns, numbers = _read_rows(rows, lines, n_head, watch)
    headers = [attribute.name for attribute in attributes]
    if rows.weights:
        headers.append(_WEIGHT)
        weights = [rows.weights.get(number, "1") for number in numbers]
        columns.append(arrow.chunked_array([arrow.array(weights, arrow.string())]))
    return table_of_columns(
        source.name,
        headers,
        columns,
        Reading(NAME, encoding=decoded.encoding, decimal=options.decimal or "."),
        n_rows=len(numbers),
        before=decoded.findings,
        after=(
            *_weight_findings(rows),
            *_undeclared_findings(attributes, columns, numbers),
            *_end_findings(lines),
        ),
        lines=np.array(numbers, np.int64),
    )


def _read_head(name: str, lines: list[str]) -> tuple[list[Attribute], int]:
    """Return the attributes, and how many lines stand before the rows."""
    attributes: list[Attribute] = []
    for number, line in enumerate(lines, start=1):
        keyword = keyword_of(line)
        if keyword == "data":
            if not attributes:
                raise damage(name, number, phrase("there is no attribute before the data"))
            return attributes, number
        if keyword == "attribute":
            attributes.append(attribute_of(name, number, line))
            require_columns(name, len(attributes))
        elif keyword not in {"", "relation"}:
            raise damage(name, number, phrase("this is no @attribute, @data or comment"))
    raise damage(name, len(lines), phrase("the file ends before its @data: it is incomplete"))


def _read_rows(
    rows: Rows, lines: list[str], n_head: int, watch: Watch
) -> tuple[list[ArrowColumn], list[int]]:
    """Return the columns, and the line of each row."""
    width = len(rows.attributes)
    chunks: list[list[Any]] = [[] for _ in range(width)]
    block: list[list[str | None]] = []
    numbers: list[int] = []

    def move_block() -> None:
        for column, cells in zip(chunks, zip(*block, strict=True), strict=False):
            column.append(arrow.array(cells, arrow.string()))
        block.clear()
        watch.step(
            len(numbers) / max(len(lines) - n_head, 1), phrase("{n} rows", n=grouped(len(numbers)))
        )

    for number, line in enumerate(lines[n_head:], start=n_head + 1):
        cells = rows.cells(line, number)
        if cells is None:
            continue
        block.append(cells)
        numbers.append(number)
        if rows.n_sparse * width > MOST_SPARSE_CELLS:
            message = phrase(
                "the sparse rows become too large: more than {most} cells of {n} attributes",
                most=grouped(MOST_SPARSE_CELLS),
                n=grouped(width),
            )
            hint = phrase("Keep only the attributes that are needed")
            raise DataError(message, where=rows.name, hint=hint)
        if len(block) == _BLOCK_ROWS:
            move_block()
    move_block()
    return [arrow.chunked_array(column, arrow.string()) for column in chunks], numbers


# ------------------------------------------------------------------------------- findings


def _weight_findings(rows: Rows) -> Iterator[Finding]:
    if rows.weights:
        n = len(rows.weights)
        text = phrase(
            "rows with a weight: {n}; the weights are a column and change no number", n=grouped(n)
        )
        yield Finding("row_weights", text, n)


def _undeclared_findings(
    attributes: list[Attribute], columns: list[ArrowColumn], numbers: list[int]
) -> Iterator[Finding]:
    """Yield values that the declaration of their nominal attribute does not list."""
    for attribute, values in zip(attributes, columns, strict=False):
        if attribute.kind != "nominal":
            continue
        found = kernels.drop_null(kernels.unique(values))
        is_known = kernels.is_in(found, value_set=text_column(attribute.values))
        others = kernels.filter(found, kernels.invert(is_known))
        if len(others):
            line = numbers[kernels.index(values, others[0]).as_py()]
            told = listed(others[:_NAMED].to_pylist(), len(others))
            text = phrase(
                "'{name}' has values that its declaration does not list: {told}, the first in "
                "line {n}",
                name=attribute.name,
                told=told,
                n=grouped(line),
            )
            yield Finding("undeclared_value", text, len(others))


def _end_findings(lines: list[str]) -> Iterator[Finding]:
    if lines[-1].strip():
        text = phrase(
            "the last line has no line end: if the file was cut off, its last row is incomplete"
        )
        yield Finding("truncated_tail", text)


# ---------------------------------------------------------------------------------- lines


Kind: TypeAlias = Literal["number", "nominal", "text"]

_TYPES: dict[str, Kind] = {
    **dict.fromkeys(("numeric", "real", "integer"), "number"),
    **dict.fromkeys(("string", "date"), "text"),
}
_KEYWORD = re.compile(r"\s*@(\w+)")
_NAME = re.compile(
    r"""\s*@\w+\s+(?:'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)"|([^\s{'"%][^\s{]*))\s*"""
)
_TOKEN = re.compile(
    r"""[ \t]*+(?:'([^'\\]*+(?:\\.[^'\\]*+)*+)'|"([^"\\]*+(?:\\.[^"\\]*+)*+)"|"""
    r"""([{},])|(%)|([^\s,{}'"%]+))"""
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}
_SPECIAL = re.compile("['\"{}%]")
_PAIR = 2
_SURPLUS = 1_000  # values of a row beyond those that there are attributes for: counted, no more
_MOST_WORDS = 100_000  # of a row, quotes and marks among them, for each a few objects
_HINT = phrase("Save it again with Weka, or as CSV")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column as an ARFF file declares it.

    Parameters
    ----------
    name
        Its name.
    kind
        What its cells hold; a date is a text.
    values
        The values of a nominal attribute.
    """

    name: str
    kind: Kind
    values: tuple[str, ...] = ()


class Token(NamedTuple):
    """A piece of a line.

    Parameters
    ----------
    text
        What it says, without quotes and escapes.
    is_quoted
        Whether it stood in quotes.
    start, end
        Where it is in the line.
    """

    text: str
    is_quoted: bool
    start: int
    end: int

    @property
    def is_mark(self) -> bool:
        """Whether this is a comma or a brace."""
        return not self.is_quoted and self.text in {",", "{", "}"}


def damage(name: str, line: int, what: str) -> ReadingError:
    """Return the refusal of a line."""
    return ReadingError(what, where=_place(name, line), hint=_HINT)


def _place(name: str, line: int) -> str:
    return phrase("{name}, line {n}", name=name, n=grouped(line))


def keyword_of(line: str) -> str:
    """Return the word after the @ of a line of the head, ``""`` for a blank or a comment.

    Examples
    --------
    >>> [keyword_of(line) for line in ("@DATA", " % a comment", "1,2")]
    ['data', '', '1,2']
    """
    match = _KEYWORD.match(line)
    if match is not None:
        return match[1].casefold()
    line = line.strip()
    return "" if line.startswith("%") else line


def attribute_of(name: str, number: int, line: str) -> Attribute:
    """Return what a line declares.

    Parameters
    ----------
    name, number
        The file, and the number of the line, for messages.
    line
        A line that starts with ``@attribute``.

    Raises
    ------
    ReadingError
        If the name or the type is missing or unknown.
    DataError
        If the attribute holds tables of its own.

    Examples
    --------
    >>> attribute_of("a.arff", 1, "@attribute 'the class' {yes, 'not yet'}").values
    ('yes', 'not yet')
    """
    match = _NAME.match(line)
    if match is None:
        raise damage(name, number, phrase("the attribute has no name, or a quote is not closed"))
    quoted = match[1] if match[1] is not None else match[2]
    own = match[3] if quoted is None else _unescaped(quoted)
    rest = line[match.end() :]
    if rest.startswith("{"):
        return Attribute(own, "nominal", tuple(_listed_values(name, number, rest)))
    word = (rest.split() or [""])[0].casefold()
    if word == "relational":
        message = phrase("the attribute '{own}' is relational: a table in each cell", own=own)
        hint = phrase("Leave it out, and save the file again")
        raise DataError(message, where=_place(name, number), hint=hint)
    if word not in _TYPES:
        raise damage(
            name, number, phrase("the type of the attribute '{own}' is not known", own=own)
        )
    return Attribute(own, _TYPES[word])


def _listed_values(name: str, number: int, text: str) -> Iterator[str]:
    inner = text.rstrip()[1:-1]
    if text.rstrip().endswith("}") and len(text) > 1 and _is_plain(inner):
        values = (value.strip() for value in inner.split(","))
        for place, value in enumerate(values):
            if place or value not in {"", "?"}:
                yield "" if value == "?" else value
        return
    tokens = list(_tokens(name, number, text))
    if not tokens[1:] or tokens[-1].text != "}" or tokens[-1].is_quoted:
        raise damage(name, number, phrase("the list of values is not closed"))
    for place, cell in enumerate(_by_commas(text, tokens[1:-1])):
        if cell or place:
            yield cell or ""


def _unescaped(text: str) -> str:
    r"""Return a text without its backslashes.

    Examples
    --------
    >>> _unescaped(r"it\'s 50\% \u00e9")
    "it's 50% \xe9"
    """
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _unescaped_one(match[1]), text)


def _unescaped_one(code: str) -> str:
    if len(code) > 1:
        # Half of a character stays as it is written: it is none.
        one = chr(int(code[1:], 16))
        return "\\" + code if "\ud800" <= one <= "\udfff" else one
    return _ESCAPED.get(code, code)


def _tokens(name: str, number: int, line: str) -> Iterator[Token]:
    """Yield the pieces of a line up to a comment."""
    place = 0
    end = len(line.rstrip())
    while place < end:
        match = _TOKEN.match(line, place)
        if match is None:
            raise damage(name, number, phrase("a quote opens in this line and is not closed"))
        single, double, mark, comment, bare = match.groups()
        if comment is not None:
            return
        quoted = single if single is not None else double
        text = _unescaped(quoted) if quoted is not None else mark or bare
        place = match.end()
        yield Token(text, quoted is not None, match.start(match.lastindex or 0), place)


def _by_commas(line: str, tokens: Sequence[Token]) -> list[str | None]:
    """Return the cells between commas; None for a question mark without quotes."""
    cells: list[str | None] = []
    cell: list[Token] = []
    for token in (*tokens, None):
        if token is not None and not (token.is_mark and token.text == ","):
            cell.append(token)
            continue
        if len(cell) == 1:
            cells.append(_value(cell[0]))
        else:
            # Words without quotes, with blanks between them: as they stand.
            cells.append(line[cell[0].start : cell[-1].end] if cell else "")
        cell = []
    return cells


def _is_plain(text: str) -> bool:
    """Return whether there are only words, commas, blanks and tabs in a text."""
    return _SPECIAL.search(text) is None and text.replace("\t", " ").isprintable()


def _value(token: Token) -> str | None:
    return None if token.text == "?" and not token.is_quoted else token.text


@dataclass(slots=True)
class Rows:
    """The rows of an ARFF file, line by line.

    Parameters
    ----------
    name
        The file, for messages.
    attributes
        What a row has a value for.
    weights
        The weights of rows that have one, by the number of their line.
    n_sparse
        How many rows were sparse.
    """

    name: str
    attributes: Sequence[Attribute]
    weights: dict[int, str] = field(default_factory=dict)
    n_sparse: int = 0

    def cells(self, line: str, number: int) -> list[str | None] | None:
        """Return the cells of a row, None for a missing value; None for a blank or a comment.

        Raises
        ------
        ReadingError
            If a row has too many or too few values, or breaks another rule.
        """
        line = line.strip()
        if not line or line.startswith("%"):
            return None
        if line.startswith("{"):
            return self._sparse(line, number)
        if _SPECIAL.search(line) is None:
            plain = line.split("," if "," in line else None, self._most_values)
            cells = [None if (text := cell.strip()) == "?" else text for cell in plain]
        else:
            cells = self._dense(line, number)
        width = len(self.attributes)
        if len(cells) != width:
            n_values = len(cells)
            values = phrase_n(n_values, "1 value", "{n} values", n=grouped(n_values))
            if len(cells) > self._most_values:
                values = phrase("more than {n} values", n=grouped(self._most_values))
            what = phrase(
                "the row has {values}, and there are {n} attributes",
                values=values,
                n=grouped(width),
            )
            raise damage(self.name, number, what)
        return cells

    @property
    def _most_values(self) -> int:
        """How many values of a row are counted: a long line must not become millions of them."""
        return len(self.attributes) + _SURPLUS

    def _dense(self, line: str, number: int) -> list[str | None]:
        most = 4 * self._most_values + _MOST_WORDS
        tokens = list(islice(_tokens(self.name, number, line), most))
        if len(tokens) == most:
            raise damage(
                self.name,
                number,
                phrase("the row has more than {n} words and marks", n=grouped(most)),
            )
        tokens = self._without_weight(tokens, number)
        if any(token.is_mark and token.text != "," for token in tokens):
            raise damage(self.name, number, phrase("there is a brace among the values"))
        if any(token.is_mark for token in tokens):
            return _by_commas(line, tokens)
        return [_value(token) for token in tokens]

    def _without_weight(self, tokens: list[Token], number: int) -> list[Token]:
        """Return the values of a row; keep the weight behind them: ``, {0.5}``."""
        marks = [token.text if token.is_mark else "" for token in tokens[-4:]]
        if marks != [",", "{", "", "}"]:
            return tokens
        self.weights[number] = tokens[-2].text
        return tokens[:-4]

    def _sparse(self, line: str, number: int) -> list[str | None]:
        given: dict[int, str | None] = {}
        for index, value in self._sparse_values(line, number):
            if index in given:
                raise damage(
                    self.name, number, phrase("the attribute {index} has two values", index=index)
                )
            given[index] = value
        self.n_sparse += 1
        return [
            given[index] if index in given else self._left_out(attribute, number)
            for index, attribute in enumerate(self.attributes)
        ]

    def _sparse_values(self, line: str, number: int) -> Iterator[tuple[int, str | None]]:
        """Yield the attributes, from 0, and the values that a sparse row names."""
        inner = line[1:-1]
        if line.endswith("}") and _is_plain(inner):
            # One pair more than there are attributes breaks a rule: the rest is not needed.
            pairs = inner.split(",", len(self.attributes) + 1) if inner.strip() else ()
            for pair in pairs:
                words = pair.split(None, _PAIR)
                index = self._index(words, number)
                yield index, None if words[1] == "?" else words[1]
            return
        most = 3 * len(self.attributes) + 64
        tokens = list(islice(_tokens(self.name, number, line), most))
        if len(tokens) < most:
            tokens = self._without_weight(tokens, number)
            marks = [token.text for token in tokens if token.is_mark]
            n_braces = marks.count("{") + marks.count("}")
            if tokens[-1].text != "}" or marks[-1] != "}" or n_braces != 2:  # a pair
                raise damage(self.name, number, phrase("the sparse row is not closed"))
        yield from self._pairs(tokens[1:-1], number)

    def _pairs(self, tokens: list[Token], number: int) -> Iterator[tuple[int, str | None]]:
        """Yield what pairs of tokens say."""
        pair: list[Token] = []
        for token in (*tokens, None) if tokens else ():
            if token is not None and not token.is_mark:
                pair.append(token)
                continue
            yield self._index([token.text for token in pair], number), _value(pair[1])
            pair = []

    def _index(self, pair: Sequence[str], number: int) -> int:
        """Return the attribute, from 0, that a pair of words gives a value to."""
        known = len(pair) == _PAIR and pair[0].isascii() and pair[0].isdigit()
        if not known or int(pair[0][:9]) >= len(self.attributes):
            what = phrase(
                "a sparse row holds pairs of the number of an attribute, from 0, and a value"
            )
            raise damage(self.name, number, what)
        return int(pair[0][:9])

    def _left_out(self, attribute: Attribute, number: int) -> str:
        if attribute.kind == "text" or (attribute.kind == "nominal" and not attribute.values):
            what = phrase(
                "the sparse row leaves out '{name}', which has no value for that",
                name=attribute.name,
            )
            raise damage(self.name, number, what)
        return "0" if attribute.kind == "number" else attribute.values[0]


FORMAT = Format(
    NAME,
    sniff,
    read,
    suffixes=(".arff",),
    description="Weka, ARFF",
    help=phrase("ARFF tables, dense or sparse, and ARFF predictions"),
)
