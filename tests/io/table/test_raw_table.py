"""Columns of text over Arrow: what the table on screen asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError, ReadingError
from evalgui.io.meaning.column_names import LONGEST_NAME, plain_name
from evalgui.io.meaning.header_names import name_columns
from evalgui.io.meaning.reading import Reading
from evalgui.io.table import cells
from evalgui.io.table.raw_column import Distinct, RawColumn
from evalgui.io.table.raw_table import RawTable

if TYPE_CHECKING:
    from evalgui.core.dataset import Column


def column(*chunks: Any, **options: Any) -> RawColumn:
    return RawColumn("x", pa.chunked_array(list(chunks)), **options)


def table(*headers: str) -> RawTable:
    names, findings = name_columns(headers)
    columns = tuple(
        RawColumn(name, pa.chunked_array([["a", "b"]]), header=header)
        for name, header in zip(names, headers, strict=True)
    )
    return RawTable("a.csv", columns, 2, Reading("test"), findings, first_line=5)


def test_that_a_column_is_one_of_the_core() -> None:
    shown: Column = column(["b", "a"])
    assert (shown.name, len(shown), shown.text(1)) == ("x", 2, "a")
    assert shown.order().tolist() == [1, 0]


def test_that_chunks_are_one_column() -> None:
    parts = column(["a", "b"], [], ["c"], ["a"])
    assert parts.head(9) == ["a", "b", "c", "a"]
    distinct = parts.distinct(5)
    assert distinct is not None
    assert (distinct.texts, distinct.counts, distinct.n_empty) == (("a", "b", "c"), (2, 1, 1), 0)


@pytest.mark.parametrize("row", [-1, 2])
def test_that_a_row_out_of_range_is_an_error(row: int) -> None:
    with pytest.raises(IndexError):
        column(["a", "b"]).text(row)


def test_that_an_empty_column_has_nothing() -> None:
    empty = RawColumn("x", pa.chunked_array([], pa.string()))
    assert (len(empty), empty.head(3), empty.sample(3)) == (0, [], [])
    assert empty.order().tolist() == []
    distinct = empty.distinct(3)
    assert distinct is not None
    assert distinct.texts == ()


def test_that_more_texts_than_asked_for_are_none() -> None:
    many = column([str(n) for n in range(30)])
    assert many.distinct(29) is None
    assert many.distinct(30) is not None
    # The answer for the larger limit is kept; the smaller one still holds.
    assert many.distinct(29) is None


def test_that_a_null_is_no_text() -> None:
    distinct = column(pa.array(["a", None, ""])).distinct(3)
    assert distinct is not None
    assert (distinct.texts, distinct.counts, distinct.n_empty) == (("a", ""), (1, 1), 1)


def test_that_a_nan_of_the_file_is_no_text_but_the_word_is() -> None:
    numbers, words = column(np.array([0.0, np.nan])), column(["0.0", "nan"])
    assert [found and found.texts for found in (numbers.distinct(3), words.distinct(3))] == [
        ("0.0",),
        ("0.0", "nan"),
    ]


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["10", "9", "1e1", "", "-1"], [4, 1, 0, 2, 3]),
        (["b", "a", "", "10", "9"], [2, 3, 4, 1, 0]),
        (["inf", "-inf", "0"], [1, 2, 0]),
        (np.array([2.0, np.nan, -0.0, 0.0]), [2, 3, 0, 1]),
        (pa.array([3, None, 1]), [2, 0, 1]),
        (pa.array([True, False]), [1, 0]),
        (pa.array(["b", "a", "b"]).dictionary_encode(), [1, 0, 2]),
        (pa.array([[2], [1]]), [0, 1]),
        (pa.nulls(2), [0, 1]),
    ],
)
def test_that_numbers_are_sorted_as_numbers_and_stably(values: Any, order: list[int]) -> None:
    assert column(values).order().tolist() == order


def test_that_the_decimal_sign_of_the_table_sorts() -> None:
    assert column(["10,5", "9,5"], decimal=",").order().tolist() == [1, 0]


@given(st.lists(st.text(max_size=3), max_size=20), st.randoms())
def test_that_a_selection_is_a_column_of_its_own(texts: list[str], random: Any) -> None:
    rows = [random.randrange(len(texts)) for _ in texts]
    whole = RawColumn("x", pa.chunked_array([texts], pa.string()))
    part = whole.take(np.array(rows, np.intp))
    chosen = [texts[row] for row in rows]
    assert part.head(99) == chosen
    ordered = [chosen[row] for row in part.order()]
    if all(text.strip() for text in texts):
        assert sorted(ordered) == sorted(chosen)
    again = part.take(np.arange(len(rows))[::-1])
    assert again.head(99) == chosen[::-1]
    assert again.distinct(99) == RawColumn("x", pa.chunked_array([chosen[::-1]])).distinct(99)


def test_that_a_selection_copies_no_cell() -> None:
    whole = column(["a", "b", "c"])
    part = whole.take(np.array([2, 0]))
    assert part.parse_numbers().bad.tolist() == [0, 1]
    assert (part.text(0), len(part), len(whole)) == ("c", 2, 3)


def test_that_a_sample_is_spread_over_the_column() -> None:
    assert column([str(n) for n in range(101)]).sample(3) == ["0", "50", "100"]
    assert column(["a", "b"]).sample(5) == ["a", "b"]


def test_that_columns_are_found_by_name() -> None:
    found = table("id", " Score ", "score", "score")
    assert found.names == ("id", "Score", "score (1)", "score (2)")
    assert found.column("score (2)") is found.columns[3]
    assert found.column("ID") is found.columns[0]
    assert found.candidates("score") == found.columns[2:]
    with pytest.raises(DataError, match=r"2 columns are called 'score'.*'score \(1\)'"):
        found.column("score")
    with pytest.raises(DataError, match="there is no column 'x'"):
        found.column("x")


def test_that_a_made_name_is_unlike_any_other() -> None:
    assert name_columns(["a (1)", "a", "a", "column 4", ""])[0] == [
        *("a (1)", "a (1)'", "a (2)", "column 4", "column 5"),
    ]


def test_that_a_place_has_its_line() -> None:
    assert table("a").place(1_233) == f"row {grouped(1_234)} (line {grouped(1_238)})"


def repeated(text: str, n: int) -> RawColumn:
    indices = pa.array([0] * n, pa.int8())
    return column(pa.DictionaryArray.from_arrays(indices, pa.array([text])))


def test_that_texts_too_long_for_one_array_are_spelled_out_in_several(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cells, "_LARGEST_ARRAY", 100)
    long = repeated("x" * 30, 10)
    assert long.as_text().to_pylist() == ["x" * 30] * 10
    assert [len(chunk) for chunk in long.as_text().chunks] == [3, 3, 3, 1]


def test_that_texts_are_not_spelled_out_beyond_all_memory() -> None:
    long = repeated("x" * 50_000, 1_000_000)
    distinct = long.distinct(2)
    assert distinct is not None
    assert distinct.counts == (1_000_000,)
    with pytest.raises(
        ReadingError,
        match=f"{grouped(50_000_000_000)} bytes, and the limit is {grouped(268_435_456)}",
    ):
        long.as_text()
    with pytest.raises(ReadingError):
        long.parse_numbers()
    assert long.order().tolist()[-3:] == [999_997, 999_998, 999_999]


@pytest.mark.parametrize("largest", [1 << 30, 10])
def test_that_rows_of_texts_too_long_for_one_array_are_taken(
    monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    monkeypatch.setattr(cells, "_LARGEST_TAKEN", largest)
    taken = column(["0.5", "abcdefgh", None], ["0.25", "b"]).take(np.array([4, 2, 0, 3]))
    assert taken.head(3) == ["b", "", "0.5"]
    assert taken.as_text().to_pylist() == ["b", None, "0.5", "0.25"]
    assert pa.types.is_large_string(taken.cells().type) is (largest == 10)
    assert taken.distinct(9) == Distinct(("b", "0.5", "0.25"), (1, 1, 1), 1)
    assert taken.parse_numbers().bad.tolist() == [0]
    assert taken.order().tolist() == [3, 2, 0, 1]


@pytest.mark.parametrize("words", [["b", "a", "", None, "b", "Ä", "a"], [None, None], ["x"], []])
def test_that_codes_are_sorted_as_their_texts_are(words):
    plain = RawColumn("w", pa.chunked_array([pa.array(words, pa.string())]))
    coded = pa.array(words, pa.string()).dictionary_encode()
    found = RawColumn("w", pa.chunked_array([coded, coded])).order().tolist()
    both = RawColumn("w", pa.chunked_array([pa.array([*words, *words], pa.string())]))
    assert found == both.order().tolist()
    assert plain.order().tolist() == RawColumn("w", pa.chunked_array([coded])).order().tolist()


def test_that_a_text_that_stands_twice_among_the_codes_is_one():
    codes = pa.DictionaryArray.from_arrays(pa.array([1, 0, 2, 1]), pa.array(["a", "b", "a"]))
    assert RawColumn("w", pa.chunked_array([codes])).order().tolist() == [1, 2, 0, 3]


def test_that_a_word_after_many_numbers_makes_a_column_of_words():
    cells = [str(n) for n in range(2_000)]
    assert RawColumn("n", pa.chunked_array([cells])).order().tolist() == list(range(2_000))
    order = RawColumn("n", pa.chunked_array([[*cells, "x"]])).order().tolist()
    assert [[*cells, "x"][row] for row in order] == sorted([*cells, "x"])


def test_that_a_sample_is_the_same_however_long_the_column_is() -> None:
    cells = [f"t{row}" for row in range(9_001)]
    short = RawColumn("a", pa.chunked_array([cells[:5_000], cells[5_000:]]))
    long = RawColumn("a", pa.chunked_array([cells + ["x"] * 9_000]))
    rows = np.arange(9_001)
    assert short.sample(200) == long.take(rows).sample(200)
    assert (short.sample(200)[0], short.sample(200)[-1]) == ("t0", "t9000")
    assert long.sample(3) == ["t0", "t9000", "x"]
    assert short.sample(20_000) == cells


def test_that_a_name_of_megabytes_is_shortened_and_said() -> None:
    names, findings = name_columns(["a" * 2_000_000, "a" * 2_000_001, "b" * LONGEST_NAME])
    assert names == [f"{'a' * 999}… (1)", f"{'a' * 999}… (2)", "b" * LONGEST_NAME]
    assert [(one.code, one.count) for one in findings] == [("header_dup", 2), ("header_long", 2)]


def test_that_a_name_that_is_too_long_is_no_known_word() -> None:
    assert plain_name("score" + " " * LONGEST_NAME) == ""
    assert plain_name("s" * LONGEST_NAME) == "s" * LONGEST_NAME


def test_that_a_small_column_is_in_one_piece() -> None:
    pieces = pa.chunked_array([["a"], ["b"], [None, "c"]])
    assert cells.HeldCells(pieces).whole().num_chunks == 1
    assert cells.HeldCells(pieces).whole().to_pylist() == ["a", "b", None, "c"]


@pytest.mark.parametrize(
    ("headers", "is_said"),
    [
        (("Study of 2020", "", ""), True),
        (("Study", "2020", "", "", ""), True),
        (("", "truth", "score"), False),
        (("", "score"), False),
        (("", "", ""), False),
        (("truth", "score", "", ""), False),
    ],
)
def test_that_a_header_of_few_names_is_said_to_be_perhaps_a_title(
    headers: tuple[str, ...], is_said: bool
) -> None:
    found = [one for one in name_columns(headers)[1] if one.code == "header_sparse"]
    assert bool(found) is is_said
    if found:
        assert "it may be a title" in found[0].text
