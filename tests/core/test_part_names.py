"""The name of a part of a file tells which rows it is of."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.checks import Exclusion, by_hand
from evalgui.core.dataset import Dataset, Score
from evalgui.core.part_names import MOST_RUNS, Part, part_called, part_name

ROWS = st.sets(st.integers(1, 60)).map(lambda found: np.array(sorted(found), dtype=np.int64))
SUBSETS = st.sampled_from(["", 'site == "A"', 'x == "a] without rows 3" and y > 2', "a[0] > 1"])
NAMES = st.sampled_from(["a.csv", "a [b] without rows 3.csv", "a (1).xlsx"])


@given(NAMES, SUBSETS, ROWS)
def test_that_a_name_is_read_as_it_was_written(name, subset, aside):
    found = part_called(part_name(name, subset, aside), name)
    runs = int(np.count_nonzero(np.diff(aside) != 1)) + 1
    is_spelt = runs <= MOST_RUNS
    assert found == Part(subset, tuple(aside.tolist()) if is_spelt else None, len(aside))


@pytest.mark.parametrize(
    "full", ["b.csv", "a.csv2", "a.csv [x", "a.csv without", "a.csv without rows x", "a.csv.csv"]
)
def test_that_the_name_of_another_file_is_none_of_a_part(full):
    assert part_called(full, "a.csv") is None


def test_that_thousands_of_rows_are_counted_and_not_spelt():
    aside = np.arange(1, 4001, 2)
    name = part_name("a.csv", "x > 1", aside)
    assert name == "a.csv [x > 1] without 2\N{NARROW NO-BREAK SPACE}000 rows"
    assert part_called(name, "a.csv") == Part("x > 1", None, 2000)


def test_that_a_data_set_is_called_by_the_rows_set_aside_by_hand_alone():
    aside = [
        Exclusion(*by_hand("a copy"), np.array([4])),
        Exclusion("missing_label", "no diagnosis given", np.array([2])),
        Exclusion(*by_hand("withdrawn"), np.array([1])),
    ]
    scores = (Score("x", np.array([0.1, 0.2])),)
    made = Dataset("a.csv", ("0", "1"), np.array([0, 1]), 1, scores, exclusions=tuple(aside))
    assert made.full_name == "a.csv without rows 1, 4"
    assert made.is_part
    whole = Dataset("a.csv", ("0", "1"), np.array([0, 1]), 1, scores, exclusions=(aside[1],))
    assert (whole.full_name, whole.is_part) == ("a.csv", False)
