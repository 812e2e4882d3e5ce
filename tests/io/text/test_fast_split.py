"""The fast path: whatever it returns is what the tokeniser returns."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core import parallel
from evalgui.core.errors import CancelledError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.text import fast_split
from evalgui.io.text.exact_rows import gather
from evalgui.io.text.tokeniser import BLANKS, Tokeniser

if TYPE_CHECKING:
    from evalgui.io.table.pyarrow_names import ArrowColumn


def texts_of(columns: list[ArrowColumn]) -> list[list[str | None]]:
    return [column.to_pylist() for column in columns]


def fast(text: str, delimiter: str, width: int) -> list[list[str | None]] | None:
    columns = fast_split.split(memoryview(text.encode()), delimiter, width, Watch())
    return None if columns is None else texts_of(columns)


def exact(text: str, delimiter: str, width: int) -> list[list[str | None]]:
    rows = Tokeniser("a.csv", delimiter).rows(text)
    found = gather(rows, width, delimiter, 1, Watch())
    assert [found.long, found.short, found.stray] == [[], [], []]
    assert (found.n_blank, found.n_comments) == (0, 0)
    return texts_of(found.columns)


@pytest.mark.parametrize(
    ("text", "delimiter", "columns"),
    [
        ("a,b\nc,d\n", ",", [["a", "c"], ["b", "d"]]),
        ("a,b\nc,d", ",", [["a", "c"], ["b", "d"]]),
        ("a,b\r\nc,d\r\n", ",", [["a", "c"], ["b", "d"]]),
        ("a;NA\n;null\n", ";", [["a", ""], ["NA", "null"]]),
        ('"a","x,y"\n"""","b"\n', ",", [["a", '"'], ["x,y", "b"]]),
        ("007\t1E5\nNone\ttrue\n", "\t", [["007", "None"], ["1E5", "true"]]),
        ("  a \t b\nc d  \r\n", BLANKS, None),
        ("  a \t b\nc d  \n", BLANKS, [["a", "c"], ["b", "d"]]),
        ("a b\r\nc  d", BLANKS, [["a", "c"], ["b", "d"]]),
        ("#1,b\n#2,d\n", ",", [["#1", "#2"], ["b", "d"]]),
        ("é,b\u2028\n", ",", [["é"], ["b\u2028"]]),
    ],
)
def test_that_clean_text_is_split_at_once(
    text: str, delimiter: str, columns: list[list[str]] | None
) -> None:
    assert fast(text, delimiter, 2) == columns


@pytest.mark.parametrize(
    "text",
    [
        "a,b\nc\n",
        "a,b\nc,d,e\n",
        # As many delimiters as there should be, in the wrong lines.
        "a,b,c\nd\n",
        "a,b\n\nc,d\n",
        "a,b\n,\n",
        "a,b\n , \n",
        "a,b\nc,d\r\n",
        "a,b\rc,d\r",
        "a,b\r\nc,d\r",
        '"a\nb",c\n',
        '"a"x,b\n',
        'a",b\n',
        'a, "b"\n',
        '"a,b\n',
        '"a,b\nc,d"\n',
        # A mark that the parser would drop.
        "\ufeffa,b\n",
    ],
)
def test_that_anything_odd_is_left_to_the_tokeniser(text: str) -> None:
    assert fast(text, ",", 2) is None


def test_that_one_column_is_split_too() -> None:
    assert fast("0.5\n0.25\n", ",", 1) == [["0.5", "0.25"]]
    assert fast("0.5\n\n0.25\n", ",", 1) is None


def test_that_a_line_that_no_block_can_end_in_is_left_to_the_tokeniser() -> None:
    long = "a," + "x" * (1 << 20) + "\n"
    assert fast(long, ",", 2) == exact(long, ",", 2)
    assert fast("a,b\n" * 3_000_000 + "a" * (8 << 20), ",", 2) is None


def test_that_blocks_join_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f'P{n},"{n * n}"\n' for n in range(200))
    whole = fast(text, ",", 2)
    for size in (17, 64, 100):
        monkeypatch.setattr(fast_split, "BLOCK_SIZE", size)
        assert fast(text, ",", 2) == whole == exact(text, ",", 2)


def test_that_a_mark_in_the_middle_survives_any_block(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a,b\n" * 5 + "\ufeffa,b\n" + "a,b\n" * 5
    for size in range(8, 40):
        monkeypatch.setattr(fast_split, "BLOCK_SIZE", size)
        found = fast(text, ",", 2)
        assert found is None or found == exact(text, ",", 2)


def test_that_cancel_is_seen_after_every_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    monkeypatch.setattr(fast_split, "BLOCK_SIZE", 8)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 3)
    with pytest.raises(CancelledError):
        fast_split.split(memoryview(b"a,b\n" * 100), ",", 2, watch)
    assert seen == ["0 rows", "2 rows", "4 rows"]


@given(
    st.text(st.sampled_from('ab, "\n\n\r\t;#\u00e9'), max_size=40),
    st.sampled_from([",", ";", "\t", BLANKS]),
    st.integers(1, 3),
)
def test_that_both_paths_agree_on_any_text(text: str, delimiter: str, width: int) -> None:
    found = fast(text, delimiter, width)
    if found is not None and text:
        assert found == exact(text, delimiter, width)


@given(
    st.lists(
        st.tuples(*[st.text(st.sampled_from('ab, ";1.e\u2028'), min_size=1, max_size=5)] * 2),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(",;"),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_that_what_a_program_writes_takes_the_fast_path(
    table: list[tuple[str, str]], delimiter: str, quoting: Any, end: str
) -> None:
    table = [(f"x{one}", two) for one, two in table]
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(table)
    found = fast(file.getvalue(), delimiter, 2)
    assert found == [list(column) for column in zip(*table, strict=True)]


@given(st.text(st.sampled_from('ab,"\n'), max_size=30))
def test_that_the_tokeniser_accepts_what_the_fast_path_accepts(text: str) -> None:
    if fast(text, ",", 2) is not None:
        try:
            list(Tokeniser("a.csv", ",").rows(text))
        except ReadingError:
            pytest.fail("the fast path took an unclosed quote")
