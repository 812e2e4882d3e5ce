"""Calls of rows against the confusion matrices of the core."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.dataset import Dataset
from evalgui.core.ordering import stable_order
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.models.calls.row_calls import (
    ClassCalls,
    LabelCalls,
    RowCalls,
    ThresholdCalls,
    calls_of,
)
from tests.gui.models.tables import THREE, calls_at, make_classes, make_dataset

ROWS = st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 2)), max_size=30)
CELLS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1)


def told(calls: RowCalls, n: int) -> list[tuple[str, str, bool | None]]:
    codes = calls.codes(slice(0, n)).tolist()
    return [(calls.call(code), calls.outcome(code), calls.is_right(code)) for code in codes]


def of_class(index: int | None) -> RowCalls:
    calls = calls_of(resolve(Inputs(make_classes(), positive=index)))
    assert calls is not None
    return calls


def test_that_all_classes_together_are_called_right_or_wrong() -> None:
    calls = of_class(None)
    assert isinstance(calls, ClassCalls)
    assert told(calls, 5) == [
        ("cat", "right", True),
        ("dog", "wrong", False),
        ("dog", "right", True),
        ("no call", "", None),
        ("cat", "wrong", False),
    ]
    assert calls.long_outcome(-1) == "no call"


def test_that_one_class_against_the_rest_has_the_four_outcomes() -> None:
    calls = of_class(0)
    assert isinstance(calls, LabelCalls)
    assert told(calls, 5) == [
        ("cat", "TP", True),
        ("not cat", "FN", False),
        ("not cat", "TN", True),
        ("no call", "", None),
        ("cat", "FP", False),
    ]
    assert calls.long_outcome(4) == "no call"
    assert calls.long_outcome(1) == "false negative"


def test_that_a_score_is_called_by_the_threshold_whatever_the_file_calls() -> None:
    dataset = make_dataset([0.9, 0.2], [1, 0])
    labelled = replace(dataset, predicted=np.array([0, 0]))
    calls = calls_at(labelled, 0.5)
    assert isinstance(calls, ThresholdCalls)
    assert [call for call, _, _ in told(calls, 2)] == ["malignant", "benign"]


def test_that_the_score_of_a_chosen_class_is_called_by_the_threshold() -> None:
    scores = np.array([[0.7, 0.2, 0.1], [0.3, 0.3, 0.4], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
    dataset = replace(make_classes((0, 0, 1, 2), (0, 2, 1, 2)), class_scores=scores, scores=())
    together = calls_of(resolve(Inputs(dataset)))
    assert isinstance(together, ClassCalls)
    alone = calls_of(resolve(Inputs(dataset, positive=2, threshold=0.4)))
    assert isinstance(alone, ThresholdCalls)
    assert told(alone, 4) == [
        ("not emu", "TN", True),
        ("emu", "FP", False),
        ("not emu", "TN", True),
        ("emu", "TP", True),
    ]


def test_that_without_scores_and_labels_nothing_is_called() -> None:
    dataset = replace(make_classes(), predicted=None)  # one class against the rest is left
    calls = calls_of(resolve(Inputs(dataset)))
    assert calls is not None
    assert {call for call, _, _ in told(calls, 5)} == {"no call"}
    assert not calls.in_cells(((0, 0), (0, 1), (1, 0), (1, 1))).any()
    nothing = np.full(dataset.n, -1, np.int16)
    together = ClassCalls(dataset.truth, nothing, dataset.classes)
    assert {call for call, _, _ in told(together, 5)} == {"no call"}
    assert not together.in_cells(((0, 0), (1, 2))).any()
    assert calls_of(EMPTY) is None


@given(rows=ROWS, cells=CELLS)
def test_that_the_rows_of_cells_are_as_many_as_the_matrix_counts(
    rows: list[tuple[int, int]], cells: set[tuple[int, int]]
) -> None:
    truth = np.array([row[0] for row in rows], dtype=np.int8)
    predicted = np.array([row[1] for row in rows], dtype=np.int16)
    matrix = ConfusionMatrix.from_codes(truth, predicted, THREE)
    inside = ClassCalls(truth, predicted, THREE).in_cells(tuple(cells))
    assert inside.tolist() == [row in cells for row in rows]
    assert inside.sum() == sum(matrix.counts[cell] for cell in cells)


@given(rows=ROWS, index=st.integers(0, 2))
def test_that_one_against_the_rest_counts_up_to_the_collapsed_matrix(
    rows: list[tuple[int, int]], index: int
) -> None:
    truth = np.array([row[0] for row in rows], dtype=np.int16)
    predicted = np.array([row[1] for row in rows], dtype=np.int8)
    calls = LabelCalls(truth, predicted, index, ("it", "rest"))
    collapsed = ConfusionMatrix.from_codes(truth, predicted, THREE).collapsed(index)
    for actual, called in product((0, 1), (0, 1)):
        inside = calls.in_cells(((actual, called),))
        assert inside.sum() == collapsed.counts[actual, called]
    assert calls.in_cells(((0, 0), (1, 1))).sum() == collapsed.correct
    assert (calls.codes(slice(None)) == 4).sum() == collapsed.n_without_call


@pytest.mark.parametrize(
    ("by_call", "descending", "expected"),
    [
        (True, False, [0, 4, 1, 2, 3]),
        (True, True, [1, 2, 0, 4, 3]),
        (False, False, [0, 2, 1, 4, 3]),
        (False, True, [1, 4, 0, 2, 3]),
    ],
)
def test_that_calls_sort_with_none_last(
    by_call: bool, descending: bool, expected: list[int]
) -> None:
    keys = of_class(None).keys(by_call=by_call, descending=descending)
    assert stable_order(keys, descending=descending).tolist() == expected


def test_that_the_rows_of_cells_have_a_name() -> None:
    together, alone = of_class(None), of_class(1)
    assert together.name_of(((0, 1),)) == "true cat, called dog"
    assert together.name_of(((0, 0), (0, 1), (0, 2))) == "true cat"
    assert together.name_of(((0, 1), (1, 1), (2, 1))) == "called dog"
    assert together.name_of(((0, 1), (1, 2), (2, 1))) == "3 cells"
    assert alone.name_of(((0, 1), (1, 0))) == "FN or FP"


@pytest.mark.parametrize(
    ("vocabulary", "outcomes", "long", "about", "name"),
    [
        (
            Vocabulary.BIOMETRICS,
            ["TM", "FNM", "TNM", "", "FM"],
            "false non-match",
            "TM true match, FNM false non-match, FM false match, TNM true non-match",
            "FNM or FM",
        ),
        (
            Vocabulary.SPEAKER,
            ["Hit", "Miss", "CR", "", "FA"],
            "miss",
            "Hit hit, Miss miss, FA false alarm, CR correct rejection",
            "Miss or FA",
        ),
    ],
)
def test_that_outcomes_have_the_words_of_the_field(
    vocabulary: Vocabulary, outcomes: list[str], long: str, about: str, name: str
) -> None:
    calls = of_class(0)
    calls.set_words(words_in(vocabulary))
    assert [outcome for _call, outcome, _is_right in told(calls, 5)] == outcomes
    assert [call for call, _outcome, _is_right in told(calls, 2)] == ["cat", "not cat"]
    assert calls.long_outcome(1) == long
    assert calls.long_outcome(4) == "no call"
    assert calls.about_outcomes == about
    assert calls.name_of(((0, 1), (1, 0))) == name


def test_that_right_and_wrong_are_so_in_every_field() -> None:
    calls = of_class(None)
    before = told(calls, 5)
    calls.set_words(words_in(Vocabulary.SPEAKER))
    assert told(calls, 5) == before


def test_that_nothing_is_computed_of_rows_that_are_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_arguments: object) -> None:
        raise AssertionError

    dataset = make_dataset()
    snapshot = resolve(Inputs(dataset, threshold=0.5))
    monkeypatch.setattr(Dataset, "is_positive", refuse)
    calls = calls_of(snapshot)
    assert calls is not None
    assert [call for call, _, _ in told(calls, 8)] == ["malignant"] * 8
    assert [outcome for _, outcome, _ in told(calls, 3)] == ["TP", "TP", "FP"]
