"""Orders of numbers, compared with numpy's stable sort."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.ordering import distinct, stable_argsort

few = st.sampled_from([0.0, -0.0, 1.0, -1.0, np.nan, np.inf, -np.inf, 0.5])


@given(st.lists(st.one_of(few, st.floats()), max_size=60))
def test_that_equal_numbers_stay_in_their_order(values):
    keys = np.array(values, dtype=np.float64)
    assert stable_argsort(keys).tolist() == np.argsort(keys, kind="stable").tolist()


@pytest.mark.parametrize("kind", ["i1", "u2", "i4", "i8", "u8", "f4", "f8"])
def test_that_numbers_of_any_size_are_sorted(kind):
    keys = np.random.default_rng(7).integers(0, 50, 5_000).astype(kind)
    assert stable_argsort(keys).tolist() == np.argsort(keys, kind="stable").tolist()


@given(st.lists(st.one_of(few, st.floats()).filter(lambda x: not np.isnan(x)), max_size=60))
def test_that_each_number_is_there_once(values):
    numbers = np.array(values, dtype=np.float64)
    assert distinct(numbers).tolist() == np.unique(numbers).tolist()


@pytest.mark.parametrize("kind", ["i1", "u2", "i8", "u8", "f4"])
def test_that_the_kind_of_number_stays(kind):
    numbers = np.random.default_rng(7).integers(0, 50, 5_000).astype(kind)
    found = distinct(numbers)
    assert found.dtype == kind
    assert found.tolist() == np.unique(numbers).tolist()
