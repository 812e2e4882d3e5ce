"""A rounded number never reads as an extreme that it is not."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalgui.core import digits

SPACE = "\N{NARROW NO-BREAK SPACE}"
SHARES = st.one_of(
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0).map(lambda x: 1.0 - x * 1e-9),
    st.integers(1, 10**8).map(lambda n: 1 / n),
    st.integers(1, 10**8).map(lambda n: 1 - 1 / n),
)
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def read(text: str) -> float:
    return float(text.replace(SPACE, ""))


@given(SHARES)
@example(math.nextafter(1.0, 0.0))
@example(math.nextafter(0.0, 1.0))
@example(0.9999)
@example(990 / 10_000_000)
def test_that_only_0_reads_as_0_and_only_1_as_1(share: float) -> None:
    assert (read(digits.rounded(share)) == 0) == (share == 0)
    assert (read(digits.rounded(share)) == 1) == (share == 1)
    assert (read(digits.percentage(share)) == 0) == (share == 0)
    assert (read(digits.percentage(share)) == 100) == (share == 1)
    assert (read(digits.score(share)) == 0) == (share == 0)
    assert (read(digits.score(share)) == 1) == (share == 1)


@given(FINITE, FINITE)
@example(0.0099999, 0.01)
@example(99.9996, 100.04)
@example(0.9900000000000001, 0.99)
@example(9.9999e-7, 1e-6)
@example(9_999_999.96, 1e7)
@example(99.90000000000001, 99.9)
def test_that_what_is_shown_keeps_the_order(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert read(digits.rounded(low)) <= read(digits.rounded(high))
    assert read(digits.score(low)) <= read(digits.score(high))
    if abs(low) < 1e300 > abs(high):
        assert read(digits.percentage(low)) <= read(digits.percentage(high))


@given(st.floats(-1e300, 1e300))
def test_that_what_is_shown_is_near(value: float) -> None:
    assert read(digits.rounded(value)) == pytest.approx(value, rel=6e-4, abs=5e-4)
    assert read(digits.score(value)) == pytest.approx(value, rel=6e-6)
    assert float(digits.exact(value)) == value


@given(st.floats(1e-300, 1e300))
def test_that_what_is_not_whole_never_reads_as_whole(value: float) -> None:
    if value >= 100 and not value.is_integer() and "e" not in digits.rounded(value):
        assert "." in digits.rounded(value)
    shown = digits.score(value)
    if value < 1e9:
        assert read(shown).is_integer() == value.is_integer()


@given(st.integers(-(10**8) + 1, 10**8 - 1), st.integers(-6, 6))
def test_that_ticks_are_plain_decimals_apart_from_each_other(number: int, power: int) -> None:
    for factor in (1, 2, 5):
        step = factor * 10.0**power
        shown = [digits.tick(place * step, step) for place in (number, number + 1)]
        assert read(shown[0]) < read(shown[1])
        if abs(number * step) < 1e9 and step > 1e-6:
            assert "e" not in shown[0]
        for text, place in zip(shown, (number, number + 1), strict=True):
            assert read(text) == pytest.approx(place * step, rel=1e-12, abs=step * 1e-6)


@pytest.mark.parametrize(
    ("value", "step", "shown"),
    [
        (100.0, 20.0, "100"),
        (120.0, 20.0, "120"),
        (10_000.0, 2_000.0, f"10{SPACE}000"),
        (1e6 + 0.4, 0.2, f"1{SPACE}000{SPACE}000.4"),
        (-0.30000000000000004, 0.1, "-0.3"),
        (2e15, 1e15, "2e15"),
        (1e-20, 5e-21, "1e-20"),
        (1e12 + 5, 5.0, f"1{SPACE}000{SPACE}000{SPACE}000{SPACE}005"),
    ],
)
def test_that_a_tick_has_an_exponent_only_where_it_is_really_long(
    value: float, step: float, shown: str
) -> None:
    assert digits.tick(value, step) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "0.000"),
        (-0.0, "0.000"),
        (1.0, "1.000"),
        (-1.0, "-1.000"),
        (0.9995, "0.99950"),
        (0.99951, "0.99951"),
        (-0.99996, "-0.999960"),
        (1.00004, "1.000040"),
        (0.0014, "0.0014"),
        (4e-4, "0.00040"),
        (12_345.67, f"12{SPACE}345.7"),
        (2_345_678.0, f"2{SPACE}345{SPACE}678"),
        (100.04, "100.0"),
        (99.9996, "100.0"),
        (3.2e9, "3.200e9"),
        (-1.5e-10, "-1.500e-10"),
    ],
)
def test_that_measures_have_three_decimals_or_what_it_takes(value: float, shown: str) -> None:
    assert digits.rounded(value) == shown


def test_that_a_p_value_is_no_0_and_degrees_of_freedom_are_whole() -> None:
    p, whole = digits.Written.P_VALUE, digits.Written.WHOLE
    assert [digits.rounded(value, p) for value in (0.0, 1e-300, 9.9e-4, 0.0011, 0.04, 1.0)] == [
        *("< 0.001", "< 0.001", "< 0.001", "0.0011", "0.040", "1.000")
    ]
    assert [digits.rounded(value, whole) for value in (4.0, 2_500.0)] == ["4", f"2{SPACE}500"]


def test_that_a_count_beside_a_great_many_is_no_0_per_cent() -> None:
    assert digits.percentage(990 / 10_000_000) == "0.0099"
    assert digits.percentage(1 / 10_000_000) == "0.000010"
    assert digits.percentage(1 - 1 / 10_000_000) == "99.999990"


@given(st.floats(0.0, 1.0))
def test_that_a_number_stays_on_its_side(value: float) -> None:
    assert (float(digits.beside(value, 0.5)) < 0.5) == (value < 0.5)


def test_that_whole_numbers_are_parted_by_narrow_spaces() -> None:
    assert digits.grouped(-1_234_567) == f"-1{SPACE}234{SPACE}567"
    assert digits.grouped(999) == "999"
