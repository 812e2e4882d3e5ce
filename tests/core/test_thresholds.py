"""A threshold that was written is read back, in the units of the file and to the last digit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.dataset import Score
from evalgui.core.score_table import is_called_positive
from evalgui.core.thresholds import (
    from_units,
    in_units,
    is_same_threshold,
    limit,
    may_be_threshold,
    snapped,
    written,
)

HIGH = Score("x", np.zeros(0))
LOW = Score("x", np.zeros(0), higher_is_positive=False)
FAR = 10**19


def based(base, *, higher=True):
    return Score("x", np.zeros(0), higher, base=base)


@given(st.floats(allow_nan=True), st.booleans())
def test_that_every_threshold_is_read_as_it_was_written(threshold, higher):
    score = HIGH if higher else LOW
    text = written(threshold, score)
    assert may_be_threshold(text)
    assert is_same_threshold(from_units(text, score), threshold)


@given(st.integers(-(2**53), 2**53), st.integers(-FAR, FAR).filter(bool), st.booleans())
def test_that_a_base_changes_no_digit(difference, base, higher):
    score = based(base, higher=higher)
    assert in_units(float(difference), score) == base + difference
    assert written(float(difference), score) == str(base + difference)
    assert from_units(str(base + difference), score) == difference


@given(
    st.lists(st.integers(0, 2**53), min_size=1, max_size=5),
    st.integers(-FAR, FAR),
    st.integers(-FAR, FAR),
    st.booleans(),
    st.sampled_from([(), (math.inf,), (-math.inf,), (math.inf, -math.inf)]),
)
def test_that_a_threshold_far_from_a_base_calls_what_it_calls(apart, base, typed, higher, beyond):
    values = np.array([*map(float, apart), *beyond])
    score = Score("x", values, higher, base=2**60 + base)
    found = from_units(str(typed), score)
    exact = [score.base + one for one in apart] + list(beyond)
    called = [one >= typed if higher else one <= typed for one in exact]
    assert is_called_positive(values, found, higher_is_positive=higher).tolist() == called
    # What is shown is what was typed, or infinite: never another finite number.
    shown = in_units(found, score)
    assert shown == typed or math.isinf(shown) or beyond


@given(st.integers(0, 50), st.decimals("-3", "60", places=2), st.booleans())
def test_that_what_lies_between_whole_numbers_calls_the_same(value, threshold, higher):
    score = based(FAR, higher=higher)
    typed = from_units(str(FAR + threshold), score)
    called = bool(is_called_positive(float(value), typed, higher_is_positive=higher))
    assert called == (value >= threshold if higher else value <= threshold)
    assert typed == snapped(float(threshold), score)


@given(st.integers(2**53, 2**63), st.integers(-3, 3), st.booleans())
def test_that_a_whole_number_is_never_rounded_across_a_score(value, off, higher):
    value = int(float(value))  # a whole number that is a double
    threshold = value + off
    typed = from_units(str(threshold), HIGH if higher else LOW)
    called = bool(is_called_positive(float(value), typed, higher_is_positive=higher))
    assert called == (value >= threshold if higher else value <= threshold)


@pytest.mark.parametrize("text", ["none", "NONE", ">inf", "> +inf", ">Infinity"])
def test_that_nothing_called_has_words(text):
    assert math.isnan(from_units(text, HIGH))
    assert limit(from_units(text, HIGH), HIGH) == math.inf


def test_that_beyond_the_other_infinity_all_are_called():
    assert from_units("> inf", LOW) == math.inf
    assert from_units("< -inf", HIGH) == -math.inf
    assert math.isnan(from_units("< -inf", LOW))
    assert limit(math.nan, LOW) == -math.inf


@pytest.mark.parametrize("text", ["", "nan", "1_000", "x", "1,5", "> 3", "<inf", ">-inf", "sNaN"])
def test_that_other_words_are_no_threshold(text):
    assert from_units(text, HIGH) is None
    assert not may_be_threshold(text)


def test_that_numbers_far_beyond_doubles_are_infinite_at_once():
    assert from_units("1e999999999", HIGH) == math.inf
    assert from_units("-1e999999999", based(FAR)) == -math.inf
    assert from_units("1e-999999999", HIGH) == 0.0
