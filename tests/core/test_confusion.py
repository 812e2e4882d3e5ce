"""The K x K matrix: counting, orientation, collapse, and exactness at any size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as reference

from evalgui.core.checks import Level
from evalgui.core.confusion import (
    MOST_CLASSES,
    ClassOrder,
    ConfusionMatrix,
    Normalisation,
    some,
)
from evalgui.core.counts import Counts
from evalgui.core.errors import DataError

ABC = ("A", "B", "C")
FIG4 = [[80, 15, 0], [15, 70, 10], [5, 15, 90]]  # tharwat-2018, Fig. 4: rows are called classes


@pytest.fixture
def matrix():
    return ConfusionMatrix.from_table(FIG4, ABC, rows_are_actual=False)


@st.composite
def coded(draw):
    size = draw(st.integers(1, 6))
    rows = draw(st.lists(st.tuples(*[st.integers(0, size - 1)] * 2), max_size=60))
    codes = np.array(rows, dtype=np.intp).reshape(-1, 2)
    return codes[:, 0], codes[:, 1], tuple(f"class {index}" for index in range(size))


@given(coded())
def test_that_codes_are_counted_as_scikit_learn_counts_them(drawn):
    truth, predicted, classes = drawn
    found = ConfusionMatrix.from_codes(truth, predicted, classes)
    if len(truth) and len(classes) > 1:
        labels = list(range(len(classes)))
        known = reference.confusion_matrix(truth, predicted, labels=labels)
        np.testing.assert_array_equal(found.counts, known)
    assert found.n == len(truth)
    assert found.correct == int(np.sum(truth == predicted))
    assert found.n == int(found.actual.sum()) == int(found.predicted.sum())


def test_that_a_matrix_of_two_is_that_of_its_four_counts():
    made = ConfusionMatrix.of_two(("yes", "no"), Counts(tp=3, fp=2, fn=1, tn=2**60))
    checked = ConfusionMatrix(("yes", "no"), np.array([[3, 1], [2, 2**60]]))
    assert (made.classes, made.n, made.n_without_call) == (checked.classes, checked.n, 0)
    assert made.counts.tolist() == checked.counts.tolist()
    assert made.correct == checked.correct
    with pytest.raises(ValueError, match="read-only"):
        made.counts[0, 0] = 1


@given(coded())
def test_that_each_class_against_the_rest_keeps_every_row(drawn):
    found = ConfusionMatrix.from_codes(*drawn)
    together = found.each_versus_rest()
    for index in range(len(found)):
        alone = found.one_versus_rest(index)
        row = [int(np.asarray(cell)[index]) for cell in _cells(together)]
        assert row == list(_cells(alone))
        assert alone.n == found.n
        assert alone.actual_positives == found.actual[index]
        assert found.collapsed(index).one_versus_rest(0) == alone


def _cells(counts):
    return counts.tp, counts.fp, counts.fn, counts.tn


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int32, np.int64])
def test_that_codes_of_any_integer_kind_are_counted(kind):
    truth, predicted = np.array([0, 200, 200], dtype=kind), np.array([0, 200, 0], dtype=kind)
    found = ConfusionMatrix.from_codes(truth, predicted, [str(index) for index in range(201)])
    assert (found.counts[0, 0], found.counts[200, 200], found.counts[200, 0]) == (1, 1, 1)


def test_that_a_printed_table_is_taken_in_either_orientation(matrix):
    assert matrix.one_versus_rest(0) == Counts(tp=80, fp=15, fn=20, tn=185)
    np.testing.assert_array_equal(matrix.table(rows_are_actual=False), FIG4)
    np.testing.assert_array_equal(matrix.table(), np.transpose(FIG4))
    again = ConfusionMatrix.from_table(matrix.table(), ABC, rows_are_actual=True)
    np.testing.assert_array_equal(again.counts, matrix.counts)


def test_that_counts_cannot_be_written_to(matrix):
    with pytest.raises(ValueError, match="read-only"):
        matrix.counts[0, 0] = 1
    given = np.zeros((1, 1), dtype=np.int64)
    kept = ConfusionMatrix(("a",), given)
    given[0, 0] = 7
    assert kept.n == 0


def test_that_rows_without_a_call_stand_beside_the_matrix():
    found = ConfusionMatrix.from_codes(np.array([0, 1, 1]), np.array([0, -1, 0]), ("a", "b"))
    assert (found.n, found.n_without_call) == (2, 1)
    finding = found.findings()[-1]
    assert (finding.code, finding.count, finding.level) == ("row_without_call", 1, Level.WARNING)


def test_that_classes_on_one_side_only_exist_and_are_said_so():
    counts = [[3, 0, 1, 0], [2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    found = ConfusionMatrix(("a", "b", "c", "d"), counts)
    assert found.only_in_truth == ("b",)
    assert found.only_in_predictions == ("c",)
    assert found.nowhere == ("d",)
    texts = {finding.code: finding.text for finding in found.findings()}
    assert texts == {
        "class_only_in_truth": "'b' is true but never called",
        "class_only_in_predictions": "'c' is called but never true",
        "class_without_rows": "'d' is named but without a row",
    }


def test_that_many_names_are_counted_rather_than_listed():
    assert some([str(index) for index in range(9)]) == "'0', '1', '2' and 6 more"


def test_that_margins_of_a_million_million_are_exact():
    big = 10**12
    found = ConfusionMatrix(("a", "b"), [[big + 1, big], [big, big - 1]])
    assert found.n == 4 * big
    assert found.one_versus_rest(0) == Counts(tp=big + 1, fp=big, fn=big, tn=big - 1)
    # (n n_11 - n_1+ n_+1) = (4e12)(1e12 + 1) - (2e12 + 1)^2 = -1
    assert found.residuals.tolist() == [[-1.0, 1.0], [1.0, -1.0]]


@given(coded())
def test_that_residuals_are_exact_and_add_up_to_nought(drawn):
    found = ConfusionMatrix.from_codes(*drawn)
    exact = found.n * found.counts - np.outer(found.actual, found.predicted)
    np.testing.assert_array_equal(found.residuals, exact)
    assert not found.residuals.sum(axis=0).any()


def test_that_merging_keeps_the_rows_and_the_place(matrix):
    merged = matrix.merged(("B", "C"), "B or C")
    assert merged.classes == ("A", "B or C")
    assert merged.counts.tolist() == [[80, 20], [15, 185]]
    assert matrix.merged(("C", "A"), "A or C").classes == ("A or C", "B")
    with pytest.raises(ValueError, match="named twice"):
        matrix.merged(("B", "C"), "A")
    with pytest.raises(ValueError, match="no class"):
        matrix.merged((), "none")


@given(coded(), st.randoms(use_true_random=False))
def test_that_another_order_moves_names_and_counts_together(drawn, random):
    found = ConfusionMatrix.from_codes(*drawn)
    order = list(range(len(found)))
    random.shuffle(order)
    moved = found.reordered(order)
    for new, old in enumerate(order):
        assert moved.classes[new] == found.classes[old]
        assert moved.one_versus_rest(new) == found.one_versus_rest(old)


def test_that_classes_are_sorted_by_name_size_and_error():
    counts = [[5, 1, 0, 0], [0, 9, 0, 0], [2, 2, 2, 0], [0, 0, 0, 0]]
    found = ConfusionMatrix(("b", "c", "a", "d"), counts)
    assert found.order_by(ClassOrder.NAME).tolist() == [2, 0, 1, 3]
    assert found.order_by(ClassOrder.SIZE).tolist() == [1, 0, 2, 3]
    assert found.order_by(ClassOrder.ERROR).tolist() == [2, 0, 1, 3]
    with pytest.raises(ValueError, match="every class once"):
        found.reordered([0, 0, 1, 2])


def test_that_shares_are_of_the_truth_the_calls_or_all():
    found = ConfusionMatrix(("a", "b"), [[3, 1], [0, 0]])
    of_truth = found.shares(Normalisation.ACTUAL)
    np.testing.assert_array_equal(of_truth, [[0.75, 0.25], [np.nan, np.nan]])
    np.testing.assert_array_equal(found.shares(Normalisation.PREDICTED), [[1, 1], [0, 0]])
    np.testing.assert_array_equal(found.shares(Normalisation.OVERALL), [[0.75, 0.25], [0, 0]])
    empty = ConfusionMatrix(("a",), [[0]])
    assert np.isnan(empty.shares(Normalisation.OVERALL)).all()


def test_that_the_rest_of_two_classes_has_its_own_name(matrix):
    assert matrix.collapsed(1).classes == ("B", "not B")
    assert ConfusionMatrix(("no", "yes"), [[1, 2], [3, 4]]).collapsed(1).classes == ("yes", "no")


def test_that_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="shape"):
        ConfusionMatrix(("a", "b"), [[1, 2]])
    with pytest.raises(ValueError, match="integers"):
        ConfusionMatrix(("a",), [[0.5]])
    with pytest.raises(ValueError, match="below 0"):
        ConfusionMatrix(("a",), [[-1]])
    with pytest.raises(ValueError, match="beyond"):
        ConfusionMatrix(("a", "b"), [[2**62, 2**62], [2**62, 2**62]])
    with pytest.raises(ValueError, match="shape"):
        ConfusionMatrix.from_codes(np.array([0]), np.array([0, 0]), ("a",))
    for truth, predicted in (([2], [0]), ([0], [2]), ([-1], [0]), ([0], [-2])):
        with pytest.raises(ValueError, match="not one of the 2 classes"):
            ConfusionMatrix.from_codes(np.array(truth), np.array(predicted), ("a", "b"))


def test_that_a_column_of_names_is_not_taken_for_classes():
    names = [str(index) for index in range(MOST_CLASSES + 1)]
    with pytest.raises(DataError, match="too many"):
        ConfusionMatrix.from_codes(np.arange(3), np.arange(3), names)


def test_that_an_empty_matrix_has_no_rows_and_no_findings():
    found = ConfusionMatrix.from_codes(np.array([], dtype=int), np.array([], dtype=int), ())
    assert (found.n, found.correct, len(found), found.findings()) == (0, 0, 0, ())
