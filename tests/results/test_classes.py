"""The topic of the classes: each against the rest, as scikit-learn and plain counting have it."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import precision_recall_fscore_support, roc_auc_score

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.results.topics.classes import classes, live

TRUTH = np.array([0, 1, 2, 0, 1, 2, 2, 0], dtype=np.int8)
CALLED = np.array([0, 1, 1, 0, 0, 2, 2, 1], dtype=np.int8)
NAMES = ("a", "b", "c")


def of_calls():
    return resolve(Inputs(Dataset("k.csv", NAMES, TRUTH, 0, predicted=CALLED), positive=None))


def of_a_line():
    truth = np.array([1, 1, 0, 1, 0, 0, 0], dtype=np.int8)
    score = Score("s", np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1, 0.05]))
    return resolve(Inputs(Dataset("d.csv", ("no", "yes"), truth, 1, (score,)), threshold=0.75))


def values_of(table, column_id):
    column = next(one for one in table.columns if one.id == column_id)
    return [table.cell(row, column).value for row in table.rows]


@pytest.mark.parametrize("made", [lambda: classes(of_calls()).tables[0], lambda: live(of_calls())])
def test_that_rates_are_those_of_scikit_learn(made):
    table = made()
    precision, recall, f1, support = precision_recall_fscore_support(TRUTH, CALLED)
    assert [row.id for row in table.rows] == list(NAMES)
    for column_id, expected in (("PPV", precision), ("TPR", recall), ("F1", f1)):
        assert values_of(table, column_id) == pytest.approx(expected.tolist(), abs=1e-15)
    assert values_of(table, "support") == support.tolist()


def test_that_counts_are_of_each_class_against_the_rest():
    table = classes(of_calls()).tables[0]
    told = [values_of(table, name) for name in ("tp", "fp", "fn", "tn")]
    for place in range(3):
        is_true, is_called = place == TRUTH, place == CALLED
        expected = (
            (is_true & is_called).sum(),
            (~is_true & is_called).sum(),
            (is_true & ~is_called).sum(),
            (~is_true & ~is_called).sum(),
        )
        assert tuple(one[place] for one in told) == expected
    seen = live(of_calls())
    assert values_of(seen, "called") == [int((place == CALLED).sum()) for place in range(3)]
    assert [row.request.positive for row in seen.rows] == [0, 1, 2]


def test_that_intervals_of_a_class_and_of_the_rest_are_not_mixed_up():
    snapshot = of_a_line()
    table = classes(snapshot).tables[0]
    columns = {column.id: column for column in table.columns}
    own, rest = (row for row in table.rows)
    assert (own.id, rest.id) == (snapshot.positive_name, snapshot.rest_name)
    known = snapshot.point.all_intervals
    for row, mirrored in ((own, ("TPR", "TNR")), (rest, ("TNR", "TPR"))):
        found = [table.cell(row, columns[name]).interval for name in ("TPR", "TNR")]
        ends = [(one.lower, one.upper) for one in found]
        assert ends == [(known[name].lower, known[name].upper) for name in mirrored]
    assert ends[0] != ends[1]


def test_that_a_class_with_a_score_of_its_own_has_an_area():
    each = np.random.default_rng(3).random((8, 3)).round(2)
    called = each.argmax(axis=1).astype(np.int8)
    data = Dataset("k.csv", NAMES, TRUTH, 0, predicted=called, class_scores=each)
    snapshot = resolve(Inputs(data, positive=None))
    expected = [roc_auc_score(place == TRUTH, each[:, place]) for place in range(3)]
    table, seen = classes(snapshot).tables[0], live(snapshot)
    assert values_of(table, "roc_auc") == pytest.approx(expected, abs=1e-15)
    assert values_of(seen, "AUC") == pytest.approx(expected, abs=1e-15)


def test_that_nothing_is_said_where_nothing_is_called():
    with pytest.raises(ValueError, match="nothing that was called"):
        classes(EMPTY)
    assert live(EMPTY).rows == ()
