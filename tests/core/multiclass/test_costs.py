"""Costs of calls of several classes, beside all calls that can be made."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalgui.core.multiclass.costs import cheapest_calls, cost_matrix

EIGHTHS = st.integers(0, 8).map(lambda one: one / 8)  # sums and products of them are exact
COSTS = st.integers(-4, 9).map(float)


@given(
    probabilities=arrays(np.float64, (3, 5), elements=EIGHTHS),
    costs=arrays(np.float64, (3, 3), elements=COSTS),
)
def test_that_no_call_is_cheaper_than_the_cheapest(probabilities, costs):
    called = cheapest_calls(probabilities, costs)
    for row, call in enumerate(called):
        risks = [sum(probabilities[:, row] * costs[:, other]) for other in range(3)]
        assert risks[call] == min(risks)
        assert call == risks.index(min(risks))


@given(probabilities=arrays(np.float64, (4, 6), elements=EIGHTHS))
def test_that_usual_costs_call_the_class_with_the_greatest_probability(probabilities):
    called = cheapest_calls(probabilities, cost_matrix("abcd", ()))
    sums = probabilities.sum(axis=0)
    for row, call in enumerate(called):
        assert probabilities[call, row] == probabilities[:, row].max() or sums[row] == 0


def test_that_two_classes_are_called_from_the_threshold_of_their_costs():
    costs = cost_matrix(["well", "ill"], [("ill", "well", 9.0)])
    ill = np.array([0.09, 0.1, 0.11])  # 1 / (1 + 9)
    assert cheapest_calls([1 - ill, ill], costs).tolist()[::2] == [0, 1]


def test_that_a_row_without_a_probability_is_called_nothing():
    nothing = [np.array([np.nan, 0.5]), np.array([0.2, 0.1]), np.array([0.8, 0.4])]
    assert cheapest_calls(nothing, cost_matrix("abc", ())).tolist() == [-1, 0]


def test_that_a_class_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="no class 'z'"):
        cost_matrix("ab", [("a", "z", 1.0)])
