"""Rows of a table that are none of its data: notes and totals below it, its header again.

A row is one only on clear evidence: by its words or its length, and because it lacks what
every row of data has or holds text where the others have numbers. All of them are set aside,
counted and listed; a row in doubt stays in the data.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Exclusion, Finding
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning import words_of
from evalgui.io.table import numbers
from evalgui.io.table.cells import offsets_of
from evalgui.io.table.number_cells import is_number, number_share
from evalgui.io.table.pyarrow_names import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from evalgui.io.table.pyarrow_names import ArrowColumn
    from evalgui.io.table.raw_table import RawTable

NOTE = "note_row"
TOTAL = "total_row"
REPEATED = "header_repeated"

_MOST = 20
_SHOWN = 5
_SAMPLE = 200
_MOSTLY = 0.8
_LONG = 3  # words
_SEVERAL = 2
_MANY = 10  # rows with ids of their own
_SUMMED = 100_000  # rows that are added up to know their total
_MARK = "\ufeff"  # of a byte order

_RULE = re.compile(r":-+:?|-+:|-{3,}|={3,}")
# Behind a word for totals: how many rows there are.
_N_ROWS = re.compile(r"\s*(?:[:=]\s*)?(?:n\s*=\s*)?[0-9][0-9.,]*(?:\s+\w+|[^\W\d]\w*)?")
_SIGNED_NOTE = re.compile(
    r"(?:©|\*|[†‡§]|\([a-z*0-9]\) ?|\[[0-9]\] ?)\s*\S.*|n\s*=\s*[0-9].*",
    re.IGNORECASE | re.DOTALL,
)


@cache
def _worded_note() -> re.Pattern[str]:
    words, lines = ("|".join(map(re.escape, words_of("note", of))) for of in ("words", "lines"))
    worded = rf"(?:{words})\s*(?:[:.]\s*|\s)\S.*|(?:{lines}).*"
    return re.compile(worded, re.IGNORECASE | re.DOTALL)


def is_note(text: str) -> bool:
    """Return whether a text is a note by how it begins: by a word, or by a sign of footnotes.

    Examples
    --------
    >>> [is_note(text) for text in ("Quelle: Labor", "* repeated", "n = 30", "End of file", "pos")]
    [True, True, True, True, False]
    """
    return any(form.fullmatch(text) is not None for form in (_SIGNED_NOTE, _worded_note()))


def is_summary(text: str, of: str = "words") -> bool:
    """Return whether a text is what stands before sums or means: surely, or perhaps ("weak").

    Examples
    --------
    >>> [is_summary(text) for text in ("Total (n):", "Mittelwert", "Total: 200 patients", "n")]
    [True, True, True, False]
    >>> is_summary("n", "weak")
    True
    """
    text, known = text.strip().rstrip(":=.").strip().casefold(), words_of("summary", of)
    counted = words_of("summary", "counted")
    bare = re.sub(r" \(?n\)?$", "", text)
    if text in known or (bare in known and bare.endswith(tuple(counted))):
        return True
    return of == "words" and any(
        text.startswith(one) and _N_ROWS.fullmatch(text[len(one) :]) for one in counted
    )


def header_again(
    columns: Sequence[ArrowColumn], headers: Sequence[Sequence[str]]
) -> list[tuple[int, int]]:
    """Return which rows repeat a row of names, and how many there are below each other.

    Parameters
    ----------
    columns
        Text.
    headers
        The rows of names, as they stand in the file.

    Returns
    -------
    list of pairs
        The row, from 0, in which a repetition starts, and how many rows it has.
    """
    if not headers:
        return []
    starts = _equal_rows(columns, headers[0])
    found = []
    for start in starts:
        n = 1
        while n < len(headers) and start + n < len(columns[0]):
            if _folded(_row(columns, start + n)) != _folded(headers[n]):
                break
            n += 1
        found.append((start, n))
    return found


def _equal_rows(columns: Sequence[ArrowColumn], names: Sequence[str]) -> list[int]:
    # The second file may have brought its byte order mark along.
    spellings = {names[0], f"{_MARK}{names[0]}", *_cases(names[0])}
    encoded = [spelling.encode() for spelling in spellings]
    found = []
    start = 0
    for chunk in columns[0].chunks:
        found.append(_may_equal(chunk, encoded) + start)
        start += len(chunk)
    places = np.concatenate([np.empty(0, np.intp), *found])
    if len(places):
        cells = columns[0].take(places)
        are_names = kernels.is_in(cells, value_set=arrow.array(list(spellings), cells.type))
        places = places[are_names.to_numpy()]
    wanted_cells = _folded(names)
    for place, values in enumerate(columns[1 : len(names)], start=1):
        if not len(places):
            return []
        if len(places) > _SAMPLE:
            same = kernels.utf8_lower(kernels.utf8_trim_whitespace(values))
            is_same = kernels.equal(same, wanted_cells[place]).to_numpy()
            places = places[is_same[places]]
        else:
            own = (str(values[int(row)].as_py() or "") for row in places)
            kept = [text.strip().casefold() == wanted_cells[place] for text in own]
            places = places[np.array(kept, np.bool_)]
    return [int(row) for row in places]


def _cases(name: str) -> set[str]:
    return {name.lower(), name.upper(), name.title(), name.capitalize()} - {name}


def _may_equal(texts: Any, wanted: Sequence[bytes]) -> NDArray[np.intp]:  # noqa: ANN401 - an array of pyarrow
    """Return the places of texts as long as one of these, with its first byte: hardly any."""
    offsets = offsets_of(texts)
    lengths = np.diff(offsets)
    is_as_long = np.zeros(len(lengths), np.bool_)
    for length in {len(text) for text in wanted}:
        is_as_long |= lengths == length
    places = np.flatnonzero(is_as_long)
    letters = texts.buffers()[2]
    if not len(places) or letters is None or b"" in wanted:
        return places
    firsts = np.frombuffer(letters, np.uint8)[offsets[places]]
    return places[np.isin(firsts, [text[0] for text in wanted])]


def _row(columns: Sequence[ArrowColumn], row: int) -> list[str]:
    return [str(values[row].as_py() or "") for values in columns]


def _folded(cells: Sequence[str]) -> list[str]:
    return [cell.strip().casefold() for cell in cells]


# ----------------------------------------------------------------------------- below the data


@dataclass(frozen=True, slots=True)
class Notes:
    """The rows of a table, from 0, that are none of its data.

    Parameters
    ----------
    notes
        Text below the table, and titles above a header that stands in its middle.
    totals
        Sums, means and the like of the rows above.
    repeated
        Rows of names that stand there once more.
    """

    notes: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    repeated: tuple[int, ...] = ()

    def kinds(self) -> Iterator[tuple[str, str, tuple[int, ...]]]:
        """Yield the code, the words and the rows of each kind that there is."""
        for code, words, rows in (
            (REPEATED, phrase("a repetition of the header"), self.repeated),
            (NOTE, phrase("a title or a note, not data"), self.notes),
            (TOTAL, phrase("totals or means of the rows above, not data"), self.totals),
        ):
            if rows:
                yield code, words, rows

    def exclusions(self) -> tuple[Exclusion, ...]:
        """Return the rows as those that take no part, by reason."""
        return tuple(
            Exclusion(code, words, np.array(rows, np.intp) + 1)
            for code, words, rows in self.kinds()
        )

    def findings(self, line_of: Callable[[int], object]) -> tuple[Finding, ...]:
        """Return what is said of the rows, each of which stands on a line of the file."""
        found = []
        for code, words, rows in self.kinds():
            shown = ", ".join(str(line_of(row)) for row in rows[:_SHOWN])
            if len(rows) > _SHOWN:
                shown = phrase("{lines} and others", lines=shown)
            text = phrase_n(
                len(rows),
                "1 row (line {lines}): {words}; set aside",
                "{n} rows (lines {lines}): {words}; set aside",
                n=grouped(len(rows)),
                lines=shown,
                words=words,
            )
            found.append(Finding(code, text, len(rows)))
        return tuple(found)


def find_notes(
    columns: Sequence[ArrowColumn], headers: Sequence[Sequence[str]], *, is_end: bool = True
) -> Notes:
    """Return the rows that are none of the data of a table.

    Parameters
    ----------
    columns
        Text, at least one.
    headers
        The rows of names, as they stand in the file; empty where there are none.
    is_end
        Whether the table ends with these rows, below which no others stand.
    """
    n_rows = len(columns[0])
    again = header_again(columns, headers)
    ruled = [0] if headers and n_rows and _is_ruled(_row(columns, 0)) else []
    repeated = [start + place for start, n in again for place in range(n)]
    ends = [*(start for start, _ in again[:_SAMPLE]), *([n_rows] if is_end else [])]
    last = [_row(columns, end - 1) for end in ends if end]
    if len(columns) < _SEVERAL or not any(map(_may_be_below, last)):
        return Notes(tuple(ruled), repeated=tuple(repeated))
    notes = ruled
    totals: list[int] = []
    first = 0
    for end, n in zip(ends, [*(n for _, n in again[:_SAMPLE]), 0], strict=False):
        start = max(first, end - _MOST)
        body = [_row(columns, row) for row in range(first, min(first + _SAMPLE, start))]
        tail = [_row(columns, row) for row in range(start, end)]
        for place, is_total in _below(tail, body, columns, first, end):
            (totals if is_total else notes).append(place + start)
        first = end + n
    return Notes(tuple(notes), tuple(totals), tuple(repeated))


def _is_ruled(cells: Sequence[str]) -> bool:
    """Return whether a row is the line that a text table has below its names: |---|:--:|."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    return bool(filled) and all(_RULE.fullmatch(cell) for cell in filled)


def _may_be_below(cells: Sequence[str]) -> bool:
    """Return whether a last row may be none of the data: found out by itself alone."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if not filled or is_number(filled[0]):
        return False
    if len(filled) == 1 or (len(filled) < len(cells) and is_note(filled[0])):
        return True
    return is_summary(filled[0]) or is_summary(filled[0], "weak")


class _Body:
    """The rows of data above, by columns."""

    def __init__(self, rows: Sequence[Sequence[str]]) -> None:
        columns = list(zip(*rows, strict=True))
        self.n_rows = len(rows)
        self.texts = [{cell.strip() for cell in column} for column in columns]
        self.is_numeric = [number_share(column) > _MOSTLY for column in columns]
        self.has_numbers = [any(map(is_number, texts)) for texts in self.texts]
        # Two labels, each of many rows: what is there once, below them all, is none.
        self.are_two = [
            len(rows) >= _MANY and len(texts) == 2 and min(Counter(column).values()) > 1
            for texts, column in zip(self.texts, columns, strict=True)
        ]
        filled = [sum(cell.strip() != "" for cell in column) for column in columns]
        self.is_usual = [n > _MOSTLY * len(rows) for n in filled]
        self.longest = [
            max((len(text.split()) for text in texts), default=0) for texts in self.texts
        ]


def _below(
    tail: list[list[str]],
    before: list[list[str]],
    columns: Sequence[ArrowColumn],
    first: int,
    end: int,
) -> Iterator[tuple[int, bool]]:
    """Yield the rows of a tail that are notes (False) or totals (True), from the last up."""
    n_kept = len(tail)
    while n_kept and _may_be_below(tail[n_kept - 1]):
        n_kept -= 1
    body = [*before, *tail[:n_kept]]
    if len(body) < _SEVERAL:  # one row of data says nothing about the others
        return
    known = _Body(body)
    kinds = [
        _kind(cells, known, columns, first, end - len(tail) + n_kept) for cells in tail[n_kept:]
    ]
    # What is in doubt is data; and a row of data has none of these above it.
    sure = [kind in {NOTE, TOTAL} for kind in kinds]
    if not any(sure):
        return
    last_data = max((place for place, kind in enumerate(kinds) if not kind), default=-1)
    n_weak = next((p for p in range(last_data + 1, len(kinds)) if sure[p]), len(kinds))
    for place in range(n_weak, len(kinds)):
        yield n_kept + place, kinds[place] != NOTE


def _kind(
    cells: Sequence[str], body: _Body, columns: Sequence[ArrowColumn], first: int, end: int
) -> str:
    """Return what a row below the data is: a note, totals, perhaps totals ("weak"), or ""."""
    filled = [place for place, cell in enumerate(cells) if cell.strip()]
    start, text = filled[0], cells[filled[0]].strip()
    words = [place for place in filled if place == start or not body.has_numbers[place]]
    if numbers.is_missing(text) or any(cells[p].strip() in body.texts[p] for p in words):
        return ""  # a class, as every row of data has one
    lacks = any(
        usual and not cell.strip() for usual, cell in zip(body.is_usual, cells, strict=True)
    )
    is_strong = is_summary(text)
    if is_strong or is_summary(text, "weak"):
        is_odd = body.is_numeric[start] or any(
            is_number(cells[place]) and not body.has_numbers[place] for place in filled[1:]
        )
        is_id = len(body.texts[start]) == body.n_rows >= _MANY
        if is_odd or (
            is_strong
            and (lacks or is_id or body.are_two[start] or _adds_up(cells, columns, first, end))
        ):
            return TOTAL
        return "weak" if lacks or body.are_two[start] else ""
    if not lacks or any(is_number(cells[place]) for place in filled if body.is_numeric[place]):
        return ""
    is_line = len(text) >= _LONG and not any(map(str.isalnum, text))
    is_sentence = len(text.split()) >= _LONG > body.longest[start]
    is_alone = len(filled) == 1 and (is_line or is_sentence)
    return NOTE if is_alone or is_note(text) else ""


def _adds_up(cells: Sequence[str], columns: Sequence[ArrowColumn], first: int, end: int) -> bool:
    """Return whether some number of a row is the sum or the mean of those above it."""
    if end - first > _SUMMED:
        return False
    for cell, values in zip(cells, columns, strict=True):
        try:
            wanted = float(cell)
            own = [float(text) for text in values.slice(first, end - first).to_pylist() if text]
        except ValueError:
            continue
        step = 10.0 ** -len(cell.strip().partition(".")[2])
        is_exact = sum(map(str.isdigit, cell)) > _SEVERAL  # no mean by chance
        means = [sum(own) / len(own)] if is_exact and own else []
        if len(own) > 1 and any(abs(one - wanted) < 0.51 * step for one in (sum(own), *means)):
            return True
    return False


# ------------------------------------------------------------------------------- the table


def two_header_rows() -> Finding:
    """Return that the names of the columns were taken from two rows."""
    text = phrase("two rows above the data hold names: each column goes by the one that is its own")
    return Finding("two_header_rows", text, 2)


def without_notes(table: RawTable) -> RawTable:
    """Return a small table without the notes below it; totals stay, which a matrix checks."""
    rows = [one.rows for one in table.exclusions if one.code == NOTE]
    if not rows:
        return table
    kept = np.ones(table.n_rows, np.bool_)
    kept[np.concatenate(rows) - 1] = False
    places = np.flatnonzero(kept)
    columns = tuple(column.take(places) for column in table.columns)
    lines = None if table.lines is None else table.lines[places]
    return replace(table, columns=columns, n_rows=len(places), lines=lines)
