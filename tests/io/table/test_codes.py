"""Cells to indices into their different texts: the short ways are the same as the long one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.io.table import codes as codes_module
from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.codes import codes_of, count_codes, recode
from evalgui.io.table.raw_column import RawColumn


def plainly(values: Any) -> tuple[list[int], tuple[str, ...]]:
    """Return codes cell by cell."""
    texts = [text for chunk in values.chunks for text in texts_of(chunk)]
    known = {text: None for text in texts if text is not None}
    place = {text: code for code, text in enumerate(known)}
    return [-1 if text is None else place[text] for text in texts], tuple(known)


columns: dict[Any, st.SearchStrategy[Any]] = {
    pa.string(): st.sampled_from(
        ["", "a", "b", "genuine", "impostor", "é", "ab\0", "longer than 8"]
    ),
    pa.int8(): st.integers(-128, 127),
    pa.uint64(): st.sampled_from([0, 1, 2**64 - 1]),
    pa.int64(): st.sampled_from([0, 1, -(2**63)]),
    pa.bool_(): st.booleans(),
    pa.float64(): st.sampled_from([0.0, 1.0, -0.0, 0.1, float("nan")]),
    pa.date32(): st.integers(0, 3),
}


@given(st.data(), st.sampled_from(sorted(columns, key=str)), st.booleans())
def test_that_codes_are_those_of_the_texts(data: st.DataObject, kind: Any, has_gaps: bool) -> None:
    cells = st.none() | columns[kind] if has_gaps else columns[kind]
    chunks = data.draw(st.lists(st.lists(cells, max_size=12), min_size=1, max_size=3))
    values = pa.chunked_array([pa.array(chunk, kind) for chunk in chunks], kind)
    values = values.slice(data.draw(st.integers(0, 3)))
    found = codes_of(values, 1000)
    assert found is not None
    assert (found[0].tolist(), found[1]) == plainly(values)


def test_that_few_different_cells_take_a_byte_each_and_many_take_four() -> None:
    for n, kind in ((127, np.int8), (128, np.int32)):
        found = codes_of(pa.chunked_array([[f"text number {k}" for k in range(n)]]), 1000)
        assert found is not None
        assert found[0].dtype == kind
        assert found[0].tolist() == list(range(n))


def test_that_a_text_that_only_later_rows_have_is_found() -> None:
    cells = ["a", "b"] * 600 + ["c"]
    found = codes_of(pa.chunked_array([cells]), 10)
    assert found is not None
    assert found[1] == ("a", "b", "c")
    assert found[0][-1] == 2


@pytest.mark.parametrize("kind", [pa.string(), pa.int64(), pa.float64()])
def test_that_too_many_different_cells_are_given_up(kind: Any) -> None:
    cells = pa.array(range(50)).cast(kind)
    assert codes_of(pa.chunked_array([cells]), 49) is None
    assert codes_of(pa.chunked_array([cells]), 50) is not None


def test_that_parts_of_a_column_agree_on_their_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks: list[list[Any]] = [["x", "y"], ["y", "z"], ["z", None, "x"]]
    values = pa.chunked_array(chunks, pa.string())
    expected = [0, 1, 1, 2, 2, -1, 0], ("x", "y", "z")
    for encoded in (values, values.dictionary_encode().unify_dictionaries()):
        found = codes_of(encoded, 10)
        assert found is not None
        assert (found[0].tolist(), found[1]) == expected
    monkeypatch.setattr(codes_module, "_FEW", 1)  # the general way
    found = codes_of(values, 10)
    assert found is not None
    assert (found[0].tolist(), found[1]) == expected


@pytest.mark.parametrize("n", [3, 40])
def test_that_codes_are_counted_and_changed(n: int) -> None:
    rng = np.random.default_rng(n)
    kinds: tuple[Any, ...] = (np.int8, np.int32)
    for kind in kinds:
        codes: Any = rng.integers(-1, n, 1000).astype(kind)
        assert count_codes(codes, n) == [int(np.sum(codes == code)) for code in range(n)]
        table = [n - 1 - code if code % 3 else -1 for code in range(n)]
        expected = [-1 if code < 0 else table[code] for code in codes.tolist()]
        assert recode(codes, table).tolist() == expected
    same = rng.integers(-1, n, 10).astype(np.int8)
    assert recode(same, range(n)) is same


indices: list[Any] = [pa.int8(), pa.uint8(), pa.uint16(), pa.int32(), pa.uint32(), pa.uint64()]


@given(st.data(), st.sampled_from(indices))
def test_that_codes_of_a_dictionary_are_those_of_its_texts(data: st.DataObject, kind: Any) -> None:
    texts = data.draw(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=6))
    index = st.none() | st.integers(0, len(texts) - 1)
    chunks = data.draw(st.lists(st.lists(index, max_size=12), min_size=1, max_size=3))
    dictionary = pa.array(texts, pa.string())
    values = pa.chunked_array(
        [pa.DictionaryArray.from_arrays(pa.array(chunk, kind), dictionary) for chunk in chunks]
    )
    found = codes_of(values, 1000)
    assert found is not None
    assert (found[0].tolist(), found[1]) == plainly(values)


def test_that_texts_that_never_occur_do_not_make_too_many() -> None:
    texts = pa.array([f"text number {k}" for k in range(500)])
    values = pa.chunked_array([pa.DictionaryArray.from_arrays([499, 7, 499], texts)])
    found = codes_of(values, 2)
    assert found is not None
    assert (found[0].tolist(), found[1]) == ([0, 1, 0], ("text number 499", "text number 7"))
    assert codes_of(values, 1) is None


def test_that_a_column_of_times_has_one_text_for_each_day() -> None:
    days = np.array(["1969-12-31T23:59:59.5", "2025-04-03T00:00", "NaT"], "datetime64[ms]")
    typed = RawColumn("x", pa.chunked_array([pa.array(days)])).encode_days(5)
    assert typed is not None
    assert [typed.texts[code] for code in typed.codes[:2]] == ["1969-12-31", "2025-04-03"]
    assert typed.codes[2] == -1
    cells = [*(f"2025-04-03 {hour:02}:00" for hour in range(9)), "03.04.2025T1:30", "45750.5", "a"]
    texts = RawColumn("x", pa.chunked_array([pa.array(cells)])).encode_days(5)
    assert texts is not None
    assert texts.texts == ("2025-04-03", "03.04.2025", "45750", "a")
    assert RawColumn("x", pa.chunked_array([pa.array(cells)])).encode_days(3) is None
