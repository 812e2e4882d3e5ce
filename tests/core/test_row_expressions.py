"""Expressions are put together and taken apart as text, and choose the same rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.row_expressions import (
    both,
    ends_of,
    equals,
    filtered,
    filters,
    holds,
    is_missing,
    is_one_of,
    is_within,
    values_of,
)
from evalgui.io.building.row_filter import choose_rows
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read

COLUMNS = ("site", "age", "study site", "größe", "None")
PARTS = st.one_of(
    st.builds(equals, st.sampled_from(COLUMNS), st.text(max_size=6)),
    st.builds(is_one_of, st.sampled_from(COLUMNS), st.lists(st.text(max_size=4), min_size=1)),
    st.builds(is_within, st.sampled_from(COLUMNS), st.integers(-9, 99), st.just(None)),
    st.builds(is_missing, st.sampled_from(COLUMNS)),
    st.builds(holds, st.sampled_from(COLUMNS), st.text(max_size=4)),
    st.just("(age > 3 or `study site` == 'x') and größe < -2"),
)


@given(st.lists(PARTS, min_size=1, max_size=4))
def test_that_what_is_joined_is_taken_apart_without_a_letter_lost(parts):
    found = filters(both(*parts))
    assert filters(both(*found.values())) == found
    for columns, one in found.items():
        assert filters(one) == {columns: one}


@given(st.lists(st.text(max_size=8).filter(lambda text: "\0" not in text), min_size=1, max_size=5))
def test_that_values_are_read_as_they_were_written(values):
    texts = tuple(value.strip() for value in values)
    for column in COLUMNS:
        expression = is_one_of(column, values)
        if all(value.isprintable() for value in values):
            assert values_of(expression) == texts
            assert list(filters(expression)) == [(column,)]


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("", {}),
        ("site = A", {(): "site = A"}),
        ("a > 1 and (b < 2 and a != 3)", {("a",): "(a > 1) and (a != 3)", ("b",): "b < 2"}),
        ("a == b", {("a", "b"): "a == b"}),
        ("not (a > 1 and b > 2)", {("a", "b"): "not (a > 1 and b > 2)"}),
        ("missing(`a b`)", {("a b",): "missing(`a b`)"}),
        ("x" * 10_001, {(): "x" * 10_001}),
    ],
)
def test_that_each_filter_stands_with_its_columns(expression, found):
    assert filters(expression) == found


def test_that_the_same_rows_are_chosen_in_another_order():
    text = b"site,age\nA,61\nB,70\nA,\n,5\nA,80\n"
    table = read(Source.from_bytes("a.csv", text))
    one = '(age > 60 or site == "B") and site != "C" and not (age > 75)'
    other = both(*reversed(filters(one).values()))
    assert other != one
    for choice in ("chosen", "undecided"):
        first, second = (getattr(choose_rows(table, each), choice) for each in (one, other))
        assert first.tolist() == second.tolist()


@pytest.mark.parametrize(
    ("expression", "ends"),
    [
        ("age >= -1.5", (-1.5, None)),
        ("40 <= age and 60 >= age", (40.0, 60.0)),
        ("age >= 1 and age >= 2", None),
        ("40 <= age <= 60", None),
        ('site == "A"', None),
        ("age > 3", None),
        ("", None),
    ],
)
def test_that_ends_are_known_where_both_are_included(expression, ends):
    assert ends_of(expression) == ends


def test_that_a_filter_takes_the_place_of_the_one_before():
    assert filtered("", ("a",), "a > 1") == "a > 1"
    assert filtered("site = A", ("a",), "a > 1") == "(site = A) and (a > 1)"
    assert filtered("a > 1", ("a",), "") == ""
