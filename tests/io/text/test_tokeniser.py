"""Lines to cells: exactly, with no row lost in a quote."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import ReadingError
from evalgui.io.text.tokeniser import BLANKS, LONGEST_CELL, Tokeniser


def cells_of(text: str, delimiter: str = ",") -> list[list[str]]:
    return [row.cells for row in Tokeniser("a.csv", delimiter).rows(text)]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a,b", [["a", "b"]]),
        ("a,b\n", [["a", "b"]]),
        ("a,b,\n", [["a", "b", ""]]),
        (",\n", [["", ""]]),
        (" a , b\n", [[" a ", " b"]]),
        ("a\r\nb\rc\nd", [["a"], ["b"], ["c"], ["d"]]),
        ("a\n\nb\n", [["a"], [""], ["b"]]),
        # Separators of Unicode end no line.
        ("a\u2028b,c\x0bd\n", [["a\u2028b", "c\x0bd"]]),
        ("a\x85b\x0c\n", [["a\x85b\x0c"]]),
        # Quotes.
        ('"a",b\n', [["a", "b"]]),
        ('"a,b",c\n', [["a,b", "c"]]),
        ('"a""b"\n', [['a"b']]),
        ('"",b\n', [["", "b"]]),
        ('""""\n', [['"']]),
        ('"a\nb",c\n', [["a\nb", "c"]]),
        ('"a\r\nb",c\r\n', [["a\r\nb", "c"]]),
        ('a, "b, c" ,d\n', [["a", "b, c", "d"]]),
        # A quote within a cell is a character.
        ('5" disk,b\n', [['5" disk', "b"]]),
        ('a,b"c"\n', [["a", 'b"c"']]),
    ],
)
def test_that_text_becomes_these_cells(text: str, cells: list[list[str]]) -> None:
    assert cells_of(text) == cells


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("a b", [["a", "b"]]),
        ("  a \t b  \n", [["a", "b"]]),
        ('"a b" c\n', [["a b", "c"]]),
        ('x "a b"   "c"\n', [["x", "a b", "c"]]),
        ("a\u00a0b c\n", [["a\u00a0b", "c"]]),
    ],
)
def test_that_any_run_of_blanks_separates(text: str, cells: list[list[str]]) -> None:
    assert cells_of(text, BLANKS) == cells


def test_that_rows_know_their_lines() -> None:
    rows = list(Tokeniser("a.csv", ",").rows('a\n"b\n\nc"\nd\n', first_line=7))
    assert [row.line for row in rows] == [7, 8, 11]


@pytest.mark.parametrize("text", ['"P00"05,neg', '"P00"" x"y,neg'])
def test_that_text_after_a_closing_quote_is_kept_with_the_quotes(text: str) -> None:
    (row,) = Tokeniser("a.csv", ",").rows(text)
    assert row.cells == [text.partition(",")[0], "neg"]
    assert row.has_stray_quote


@pytest.mark.parametrize(
    "text",
    [
        'a,b\n1,"2\n3,4\n5,6\n',
        'a,b\n1,"2',
        'a,b\n1,"2\n3,4"x\n',
        'a,b\n1,"' + "x\n" * (LONGEST_CELL + 2) + '"\n',
    ],
)
def test_that_an_unclosed_quote_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(ReadingError, match="a quote opens in line 2"):
        cells_of(text)


def test_that_rows_are_not_swallowed_by_two_stray_quotes() -> None:
    text = "\n".join(f"P{n},{'pos' if n % 3 else 'neg'},0.{n}" for n in range(1, 200))
    text = text.replace("P50,pos", 'P50,"pos').replace("P120,neg", 'P120,neg"')

    def looks_like_rows(lines: object) -> bool:
        return all(str(line).count(",") == 2 for line in lines)  # type: ignore[attr-defined]

    with pytest.raises(ReadingError, match=r"line 50 .* swallow the 70 lines"):
        list(Tokeniser("a.csv", ",", looks_like_rows).rows(text))


def test_that_only_a_line_with_a_single_quote_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at = []
    split = Tokeniser.split

    def watched(tokeniser: Tokeniser, line: str) -> Any:
        looked_at.append(line)
        return split(tokeniser, line)

    monkeypatch.setattr(Tokeniser, "split", watched)
    pairs = ['""', 'a""b', '""""', "a,b"] * 100
    told = "\n".join(pairs).replace('""', '"')
    assert cells_of("\n".join(['"x', *pairs, '""",y', ""])) == [[f'x\n{told}\n"', "y"]]
    assert len(looked_at) == 2


cells = st.text(st.sampled_from("ab \"\r\n,;\t|'#\u2028é"), max_size=6)


@given(
    st.lists(st.lists(cells, min_size=1, max_size=4), min_size=1, max_size=5),
    st.sampled_from(",;\t|"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_that_what_csv_writes_comes_back(
    table: list[list[str]], delimiter: str, quoting: Any, end: str
) -> None:
    if quoting == csv.QUOTE_MINIMAL:
        # The writer leaves line ends other than its own without quotes.
        foreign = {ord(mark): None for mark in "\r\n" if mark not in end}
        table = [[cell.translate(foreign) for cell in row] for row in table]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(table)
    assert cells_of(file.getvalue(), delimiter) == table


@given(st.text(st.sampled_from("ab \n\r,"), max_size=40))
def test_that_no_character_outside_quotes_is_lost(text: str) -> None:
    joined = "\n".join(",".join(row) for row in cells_of(text))
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    assert joined == lines.removesuffix("\n")


@given(st.text('a",\n ', max_size=40), st.integers(0, 50_000))
def test_that_doubled_quotes_are_one_however_many(text: str, n: int) -> None:
    cell = text + '"' * n + text
    written = '"' + cell.replace('"', '""') + '"'
    assert cells_of(f"{written},b\n") == [[cell, "b"]]
    assert Tokeniser("a.csv", ",").split(written[:-1]) is None
