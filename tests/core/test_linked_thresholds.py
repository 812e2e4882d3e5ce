"""Thresholds of several scores with a number, or a rate, in common."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.dataset import Dataset, Score
from evalgui.core.linked_thresholds import Link, linked_threshold
from evalgui.core.snapshot import rank

scores = st.lists(st.integers(0, 8), min_size=2, max_size=30)


def ranking_of(values, truth, *, higher=True):
    n = len(values)
    score = Score("s", np.array(values, dtype=float), higher)
    dataset = Dataset("d", ("a", "b"), np.array(truth, dtype=np.int64)[:n], 1, (score,))
    return rank(dataset, 0)


def rates(ranking, threshold):
    counts = ranking.table.counts_at(threshold)
    fpr = Fraction(int(counts.fp), int(counts.actual_negatives))
    return fpr, Fraction(int(counts.tp), int(counts.actual_positives))


@given(scores, scores, st.booleans(), st.integers(0, 9), st.sampled_from([Link.FPR, "sensitivity"]))
def test_that_a_linked_rate_is_the_nearest_on_the_right_side(one, two, higher, at, link):
    first = ranking_of(one, [n % 2 for n in range(len(one))])
    other = ranking_of(two, [n % 3 == 0 for n in range(len(two))], higher=higher)
    found, reason = linked_threshold(Link(link), first, float(at), other)
    assert reason == ""
    own, reached = rates(first, float(at)), rates(other, found)
    possible = [rates(other, threshold) for threshold in other.table.steps.thresholds]
    if link is Link.FPR:
        assert reached[0] == max(fpr for fpr, _ in possible if fpr <= own[0])
        assert reached[1] == max(tpr for fpr, tpr in possible if fpr <= own[0])
    else:
        assert reached[1] == min(tpr for _, tpr in possible if tpr >= own[1])
        assert reached[0] == min(fpr for fpr, tpr in possible if tpr >= own[1])


def test_that_a_linked_number_is_the_same_in_the_units_of_the_file():
    first, other = ranking_of([1, 2, 3], [0, 1, 0]), ranking_of([5, 6, 7], [0, 1, 1])
    assert linked_threshold(Link.VALUE, first, 2.5, other) == (2.5, "")
    nothing, reason = linked_threshold(Link.VALUE, first, math.nan, other)
    assert other.table.counts_at(nothing).predicted_positives == 0
    assert reason == ""


def test_that_without_a_link_each_has_its_own():
    first = ranking_of([1, 2, 3], [0, 1, 0])
    assert linked_threshold(Link.NONE, first, 2.5, first) == (None, "")


@pytest.mark.parametrize(("link", "truth"), [(Link.FPR, 1), (Link.SENSITIVITY, 0)])
def test_that_a_rate_of_nobody_is_nothing_to_link(link, truth):
    first, other = ranking_of([1, 2, 3], [0, 1, 0]), ranking_of([5, 6], [truth, truth])
    found, reason = linked_threshold(link, first, 2.0, other)
    assert found is None
    assert reason in {"a score has no negatives", "a score has no positives"}
