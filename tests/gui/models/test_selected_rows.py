"""Which rows a selection means, in words, and which of those on show are wrong."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.grey_zone import indeterminate
from evalgui.core.selection import Between, Cells, Joined, Selection
from evalgui.gui.models.calls.row_calls import calls_of
from evalgui.gui.models.errors_nearby import errors_nearby
from evalgui.gui.models.selected_rows import rows_of, said
from tests.gui.models.tables import make_classes, make_dataset, of_cells, snapshot_of

FALSE_ALARMS = Cells(((1, 0),))


def rows(selection: Selection, threshold: float = 0.5, **kinds: Any) -> list[int]:
    snapshot: Any = snapshot_of(make_dataset(**kinds), threshold)
    calls: Any = calls_of(snapshot)
    return np.flatnonzero(rows_of(selection, calls, snapshot.dataset)).tolist()


@given(one=st.floats(0, 1), other=st.floats(0, 1), higher=st.booleans())
def test_that_rows_between_thresholds_are_those_that_one_alone_calls(
    one: float, other: float, *, higher: bool
) -> None:
    score = make_dataset(higher=higher).scores[0]
    expected = indeterminate(score, one, other).tolist()
    assert rows(Selection.of(Between(one, other)), higher=higher) == expected


def test_that_terms_are_joined_from_left_to_right() -> None:
    near = Between(0.4, 0.6)
    alarms, between = rows(Selection.of(FALSE_ALARMS)), rows(Selection.of(near))
    assert set(alarms) & set(between)
    assert set(alarms) - set(between)
    one = Selection.of(FALSE_ALARMS)
    assert rows(one.joined(near, Joined.AND)) == sorted(set(alarms) & set(between))
    assert rows(one.joined(near, Joined.OR)) == sorted(set(alarms) | set(between))
    assert rows(one.joined(near, Joined.WITHOUT)) == sorted(set(alarms) - set(between))
    assert rows(one.inverted()) == sorted(set(range(20)) - set(alarms))


def test_that_a_selection_is_said_in_few_words() -> None:
    told = {FALSE_ALARMS: "FP", Between(0.25, 0.5): "between 0.25 and 0.5"}
    one = Selection.of(FALSE_ALARMS)
    assert said(one, told.__getitem__) == "FP"
    both = one.joined(Between(0.25, 0.5), Joined.OR)
    assert said(both, told.__getitem__) == "FP or between 0.25 and 0.5"
    assert said(both.inverted(), told.__getitem__) == "all but FP or between 0.25 and 0.5"


def brute_force(dataset: Any, threshold: float) -> list[int]:
    score = dataset.scores[0]
    called = score.values >= threshold if score.higher_is_positive else score.values <= threshold
    wrong = [
        row
        for row in range(dataset.n)
        if not math.isnan(score.values[row]) and called[row] != (dataset.truth[row] == 1)
    ]
    return sorted(wrong, key=lambda row: (abs(score.values[row] - threshold), row))


@given(
    scores=st.lists(st.sampled_from([0.1, 0.25, 0.5, 0.5, 0.75, 0.9, math.nan]), min_size=2),
    threshold=st.sampled_from([0.0, 0.25, 0.5, 0.6, 1.0]),
    higher=st.booleans(),
    data=st.data(),
)
def test_that_errors_come_by_their_distance(
    scores: list[float], threshold: float, data: st.DataObject, *, higher: bool
) -> None:
    truth = data.draw(st.lists(st.integers(0, 1), min_size=len(scores), max_size=len(scores)))
    dataset = make_dataset([0.3, 0.6, *scores], [0, 1, *truth], higher=higher)
    calls: Any = calls_of(snapshot_of(dataset, threshold))
    assert errors_nearby(calls, slice(0, dataset.n)).tolist() == brute_force(dataset, threshold)


@pytest.mark.parametrize(("threshold", "nearest"), [(math.inf, [0, 1]), (-math.inf, [5, 4])])
def test_that_from_beyond_all_scores_the_nearest_come_first(
    threshold: float, nearest: list[int]
) -> None:
    dataset = make_dataset([0.9, 0.8, 0.7, 0.3, 0.2, 0.1], [1, 1, 1, 0, 0, 0])
    calls: Any = calls_of(snapshot_of(dataset, threshold))
    assert errors_nearby(calls, slice(0, 6)).tolist()[:2] == nearest


def test_that_errors_are_places_of_the_rows_on_show() -> None:
    dataset = make_dataset([0.9, 0.6, 0.45, 0.1], [0, 0, 1, 1])
    calls: Any = calls_of(snapshot_of(dataset, 0.5))
    assert errors_nearby(calls, np.array([3, 2, 0])).tolist() == [1, 0, 2]  # ties as they stand


def test_that_errors_of_labels_come_as_they_stand() -> None:
    dataset: Any = make_classes()
    calls: Any = calls_of(snapshot_of(dataset))
    wrong = [
        row
        for row in range(dataset.n)
        if dataset.predicted[row] >= 0 and dataset.predicted[row] != dataset.truth[row]
    ]
    assert errors_nearby(calls, slice(0, dataset.n)).tolist() == wrong


def test_that_cells_follow_the_threshold() -> None:
    low, high = (rows(of_cells((1, 0)), threshold) for threshold in (0.2, 0.7))
    assert set(high) < set(low)
    assert replace(of_cells((1, 0)), is_inverted=True).cells == ((1, 0),)
