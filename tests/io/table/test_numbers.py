"""Text to doubles: the nearest one, whatever the locale, and nothing that is no number."""

from __future__ import annotations

import locale
import math
import re
import struct
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalgui.io.table import n_tied_beyond, numbers
from evalgui.io.table.decimal_signs import choose_decimal
from evalgui.io.table.numbers import LONGEST_NUMBER, Numbers, is_missing, is_number, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.meaning.reading import DecimalSign
    from evalgui.io.table.pyarrow_names import ArrowArray, ArrowColumn


def column(*texts: str | None) -> ArrowColumn:
    return pa.chunked_array([pa.array(list(texts), pa.string())])


def parsed(*texts: str | None, decimal: DecimalSign = ".") -> Numbers:
    return parse(column(*texts), decimal)


def bits(value: float) -> bytes:
    return struct.pack("d", value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.5", 0.5),
        ("-1", -1.0),
        ("\u22120.25", -0.25),
        ("1e\u22125", 1e-5),
        ("+1", 1.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("007", 7.0),
        ("1e5", 1e5),
        ("1E-5", 1e-5),
        ("1e+05", 1e5),
        (" 0.5 ", 0.5),
        ("0.5\u00a0", 0.5),
        ("-0.0", -0.0),
        ("inf", math.inf),
        ("-Inf", -math.inf),
        ("+INF", math.inf),
        ("Infinity", math.inf),
        ("0.1", 0.1),
        ("0.30000000000000004", 0.30000000000000004),
        ("5e-324", 5e-324),
        ("1.7976931348623157e308", 1.7976931348623157e308),
        # Half way between two doubles: to the even one, decided by the last of 40 digits.
        ("9007199254740993", 9007199254740992.0),
        ("9007199254740993.000000000000000000000001", 9007199254740994.0),
    ],
)
def test_that_a_number_becomes_the_nearest_double(text: str, value: float) -> None:
    found = parsed(text)
    assert bits(found.in_full[0]) == bits(value)
    assert not len(found.bad)
    assert found.n_missing == 0


@pytest.mark.parametrize(
    "text",
    [
        *("1,5", "1 000", "1_000", "1'000", "0x10", "1d5", "1e", "e5", "+", "--1", "1.2.3", "½"),
        *("Jane Doe", "45%", "<0.1", "2026-01-01", "True", "nan(1)", "infinite", "1e5.0"),
        *("1\u2009000", "0.5x", "#", "N A", "\u0665\u066b\u0660\u066b\u0661", "\u2167"),
    ],
)
def test_that_anything_else_is_bad_and_never_missing(text: str) -> None:
    found = parsed("1", text)
    assert found.bad.tolist() == [1]
    assert found.n_missing == 0
    assert math.isnan(found.values[1])
    assert not is_number(text)
    assert not is_missing(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "NA", "na", "N/A", "NaN", "nan", "null", "NULL", "None", ".", "-", "?"),
        *("missing", "#N/A", "<NA>", "\u2212", "\u2013", "\u2014"),
    ],
)
def test_that_a_word_for_no_score_is_missing(text: str) -> None:
    found = parsed("1", text)
    assert found.n_missing == 1
    assert not len(found.bad)
    assert math.isnan(found.values[1])
    assert is_missing(text)


def test_that_a_null_is_missing() -> None:
    assert parsed("1", None).n_missing == 1


def test_that_a_decimal_comma_is_read_when_it_was_chosen() -> None:
    found = parsed("0,5", "-1,25e3", "7", "NA", decimal=",")
    assert found.values[:3].tolist() == [0.5, -1250.0, 7.0]
    assert found.n_missing == 1


def test_that_a_point_is_no_decimal_sign_when_the_comma_is() -> None:
    assert parsed("0,5", "0.5", decimal=",").bad.tolist() == [1]
    assert parsed("1.234,5", decimal=",").bad.tolist() == [0]


@pytest.mark.parametrize(
    ("cells", "decimal", "values"),
    [
        (("87%", "5.25 %", "100%"), ".", (87, 5.25, 100)),
        (("87,5%", " 1 % ", "NA", ""), ",", (87.5, 1, np.nan, np.nan)),
    ],
)
def test_that_a_percent_sign_on_every_number_is_none_of_them(
    cells: tuple[str, ...], decimal: DecimalSign, values: tuple[float, ...]
) -> None:
    found = parse(column(*cells), decimal)
    np.testing.assert_array_equal(found.values, values)
    assert (found.unit, len(found.bad)) == ("%", 0)


@pytest.mark.parametrize("cells", [("87%", "0.5"), ("%", "5"), ("87%", "n%")])
def test_that_a_percent_sign_on_some_is_no_number(cells: tuple[str, ...]) -> None:
    found = parse(column(*cells))
    assert len(found.bad) == 1


def test_that_numbers_out_of_range_are_counted() -> None:
    found = parsed("1e400", "-1e400", "inf", "1e-400", "0", "0e5", "-0.0")
    assert found.values.tolist() == [math.inf, -math.inf, math.inf, 0.0, 0.0, 0.0, 0.0]
    assert (found.n_overflow, found.n_underflow) == (2, 1)


def test_that_numbers_that_fall_together_are_counted() -> None:
    assert parsed("9007199254740992.5", "9007199254740992", "1").n_merged == 1
    assert parsed("0.1000000000000000055", "0.1", "0.2").n_merged == 1
    assert parsed("0.50000000000000000000", "0.5", "5e-1").n_merged == 0
    assert parsed("0,1000000000000000055", "0,1", decimal=",").n_merged == 1


def test_that_a_long_column_is_looked_through_unless_a_sample_is_plain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numbers, "_LONG", 2)
    assert parsed("9007199254740992.5", "9007199254740992", "1").n_merged == 1
    assert parsed(*map(repr, np.linspace(0, 1, 50).tolist())).n_merged == 0


def test_that_integers_beyond_two_to_the_53_are_exact() -> None:
    whole = pa.chunked_array([pa.array([2**53, 2**53 + 1, None, 5])])
    found = parse(whole)
    assert (found.n_merged, found.n_inexact, found.n_missing) == (0, 0, 1)
    assert found.base == 5
    assert found.values[[0, 1, 3]].tolist() == [2**53 - 5, 2**53 - 4, 0]
    assert found.in_full[3] == 5.0
    unsigned = parse(pa.chunked_array([pa.array([2**64 - 1, 2**64 - 3], pa.uint64())]))
    assert (unsigned.base, unsigned.values.tolist()) == (2**64 - 3, [2, 0])


@pytest.mark.parametrize("suffix", ["", ".", ".000"])
def test_that_whole_numbers_as_text_are_exact(suffix: str) -> None:
    first = 12345678901234567890
    cells = [f" +{first}{suffix}", "NA", f"{first + 1}{suffix}", f"0{first + 2}{suffix}", "", "x"]
    found = parsed(*cells)
    assert (found.base, found.n_missing, found.n_inexact) == (first, 2, 0)
    assert found.values[[0, 2, 3]].tolist() == [0, 1, 2]
    assert np.isnan(found.values[[1, 4, 5]]).all()
    assert found.bad.tolist() == [5]


@given(st.lists(st.integers(-(2**70), 2**70), min_size=1), st.integers(-(2**52), 2**52))
def test_that_whole_numbers_are_exact_or_said_not_to_be(whole: list[int], near: int) -> None:
    whole.append(whole[0] + near)
    of_64_bits = [number % 2**63 for number in whole]
    columns = [
        (whole, parsed(*map(str, whole))),
        (of_64_bits, parse(pa.chunked_array([pa.array(of_64_bits, pa.int64())]))),
    ]
    for numbers_meant, found in columns:
        _are_exact(numbers_meant, found)


def _are_exact(whole: list[int], found: Numbers) -> None:
    assert found.in_full.tolist() == [float(number) for number in whole]
    if not found.n_inexact:
        assert [found.base + int(value) for value in found.values.tolist()] == whole
    else:
        assert max(whole) - min(whole) > 2**53
        assert any(int(float(number)) != number for number in whole)


def test_that_types_of_the_file_keep_their_precision() -> None:
    assert parse(pa.chunked_array([pa.array([0.1], pa.float32())])).values.dtype == np.float32
    assert parse(pa.chunked_array([pa.array([0.1], pa.float64())])).values.dtype == np.float64
    half = parse(pa.chunked_array([np.array([0.5, np.nan], np.float16)]))
    assert half.values.dtype == np.float32
    assert half.n_missing == 1
    exact = pa.array([1234567890123456789], pa.int64()).cast(pa.decimal128(38, 0))
    assert parse(pa.chunked_array([exact])).in_full[0] == 1234567890123456768.0


@pytest.mark.parametrize(
    "values",
    [
        pa.array([True, None]),
        pa.array([[1.0], None]),
        pa.array([1, None], pa.timestamp("s")),
        pa.array([b"1", None]),
    ],
)
def test_that_what_is_no_number_by_its_type_is_bad(values: ArrowArray) -> None:
    found = parse(pa.chunked_array([values]))
    assert found.bad.tolist() == [0]
    assert found.n_missing == 1
    assert found.n_numbers == 0


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=30))
def test_that_the_shortest_text_of_a_double_comes_back_bit_for_bit(values: list[float]) -> None:
    found = parsed(*map(repr, values))
    assert [bits(value) for value in found.values] == [bits(value) for value in values]


@given(st.from_regex(re.compile(numbers.NUMBER), fullmatch=True))
@example("1" * 400)
@example("0." + "0" * 350 + "1")
def test_that_any_decimal_number_becomes_what_python_makes_of_it(text: str) -> None:
    assert bits(parsed(text).in_full[0]) == bits(float(text))


number_like = st.text(st.sampled_from("0123456789+-.eEinfaN, \u0660"), max_size=8)


@given(st.lists(number_like, min_size=1, max_size=6), st.sampled_from([".", ","]))
def test_that_all_at_once_and_cell_by_cell_agree(texts: list[str], decimal: DecimalSign) -> None:
    # One cell at a time may take the fast way; a cell beside a bad one never does.
    together = parse(column(*texts, "bad cell"), decimal)
    for row, text in enumerate(texts):
        alone = parse(column(text), decimal)
        if alone.unit:  # which one cell alone has in common with itself
            continue
        assert bits(alone.values[0]) == bits(together.values[row])
        assert (len(alone.bad) == 1) == (row in together.bad)
        assert (len(alone.bad) == 1) == (not is_number(text, decimal) and not is_missing(text))


@pytest.fixture
def german_locale() -> Iterator[None]:
    before = locale.setlocale(locale.LC_ALL)
    for name in ("de_DE.UTF-8", "de_DE.utf8", "de_DE", "German_Germany"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        yield
        locale.setlocale(locale.LC_ALL, before)
        return
    pytest.skip("no German locale is installed")


@pytest.mark.usefixtures("german_locale")
def test_that_a_german_locale_changes_no_number() -> None:
    assert locale.localeconv()["decimal_point"] == ","
    assert parsed("0.500", "1.234").values.tolist() == [0.5, 1.234]
    assert parsed("0,500", "1").bad.tolist() == [0]
    assert parsed("0,500", decimal=",").values.tolist() == [0.5]


@pytest.mark.parametrize(
    ("texts", "sign", "is_doubtful"),
    [
        (("0.5", "1"), ".", False),
        (("0,5", "1"), ",", False),
        (("5", "1"), ".", False),
        # Thousands or decimals? Three digits follow every sign.
        (("1.103", "318"), ".", True),
        (("1,103", "318"), ",", True),
        (("1,103", "2,318"), ",", True),
        (("1.234.567", "318"), ",", False),
        (("0,412", "1"), ",", False),
        (("1,204", "0,412"), ",", False),
        # A fixed number of decimals, a nought ahead, or four digits without a sign tell.
        (("1.103", "2.318"), ".", False),
        (("1.103", "0.318"), ".", False),
        (("1.103", "3180"), ".", False),
        (("1.103", "3.18"), ".", False),
    ],
)
def test_that_the_decimal_sign_is_chosen_and_doubted(
    texts: tuple[str, ...], sign: str, is_doubtful: object
) -> None:
    choice = choose_decimal(column(*texts))
    assert (choice.sign, choice.doubtful) == (sign, is_doubtful)


def test_that_an_empty_column_has_no_numbers() -> None:
    empty = pa.chunked_array([], pa.string())
    assert parse(empty).values.tolist() == []


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize("length", [LONGEST_NUMBER, LONGEST_NUMBER + 1, 20_000])
def test_that_a_cell_that_is_too_long_is_no_number(length: int, decimal: DecimalSign) -> None:
    text = "0" * (length - 1) + "1"
    found = parsed("5", text, "1", decimal=decimal)
    assert (1 not in found.bad) == is_number(text, decimal) == (len(text) == LONGEST_NUMBER)
    assert found.values[2] == 1


@pytest.mark.parametrize(("kind", "limit"), [(np.float64, 2**53), (np.float32, 2**24)])
def test_that_large_numbers_that_may_have_been_merged_are_counted(kind, limit):
    def counted(*values):
        array = np.array(values, kind)
        return n_tied_beyond(array, np.fmin.reduce(array), np.fmax.reduce(array))

    merged = [kind(limit), kind(limit + 1)]  # which is the same number
    assert merged[0] == merged[1]
    assert counted(*merged, 1, 1, 0.5) == 1
    assert counted(*merged, *merged, -limit * 4, -limit * 4, np.nan, np.inf, np.inf) == 2
    assert counted(limit, 2 * limit, limit - 1, limit - 1, np.inf) == 0
    assert counted(0.5, 0.5) == counted(np.nan) == 0


def test_that_whole_numbers_are_known_as_such():
    whole = ([2**60, 2**60, 2**61], [str(2**60), str(2**60), str(2**61)])
    assert all(parse(pa.chunked_array([values])).are_whole for values in whole)
    for values in ([2.0**60], ["1.5", str(2**60)], ["1e18"]):
        assert not parse(pa.chunked_array([values])).are_whole


@pytest.mark.parametrize("decimal", [".", ","])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("\u0660\u066b\u0665", 0.5),
        ("\u2212\u06f1\u06f2\u066b\u06f5", -12.5),
        ("\uff0d\uff11\uff15", -15),
        ("\u0967\u0968", 12),
        ("\u0661\u066c\u0662\u0663\u0664\u066b\u0665", 1234.5),
        ("\u200f7", 7),
    ],
)
def test_that_the_digits_of_other_scripts_are_read(
    text: str, number: float, decimal: DecimalSign
) -> None:
    found = parsed("1", text, decimal=decimal)
    assert (found.values.tolist(), found.bad.tolist()) == ([1, number], [])
    assert is_number(text, decimal)
    assert found.n_other_digits == (0 if text.endswith("7") else 1)
    # Beside words that are none, and with a point where a comma is the decimal sign.
    assert parsed("x", text, "1", decimal=decimal).bad.tolist() == [0]
    n_bad = len(parsed("\uff11\uff0e\uff15", decimal=decimal).bad)
    assert n_bad == (decimal == ",")
