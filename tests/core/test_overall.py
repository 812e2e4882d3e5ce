"""All classes together: settings change what they touch, and nothing is counted twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import Parameters
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS, MulticlassSettings, Over, TakenIn
from evalgui.core.snapshot import Inputs, resolve

# d is true and never called, c is called and never true, e is nowhere
CLASSES = ("a", "b", "c", "d", "e")
TRUTH = np.array([0, 0, 0, 1, 1, 1, 3])
CALLED = np.array([0, 0, 1, 1, 1, 2, 0])
SCORES = np.array(
    [
        [0.9, 0.1, 0.0, 0.0, 0.0],
        [0.5, 0.4, 0.1, 0.0, 0.0],
        [0.3, 0.4, 0.2, 0.1, 0.0],
        [0.2, 0.5, 0.2, 0.1, 0.0],
        [0.1, 0.6, 0.1, 0.1, 0.1],
        [0.3, 0.1, 0.6, 0.0, 0.0],
        [0.4, 0.3, 0.2, 0.1, 0.0],
    ]
)


@pytest.fixture
def dataset():
    return Dataset("five", CLASSES, TRUTH, 0, predicted=CALLED, class_scores=SCORES)


def under(dataset, **settings):
    return resolve(Inputs(dataset, multiclass=MulticlassSettings(**settings))).overall


def test_that_every_kind_of_average_is_over_its_classes(dataset):
    # precision: a 2/3, b 2/3, c 0/1, d and e 0/0; recall: a 2/3, b 2/3, c 0/0, d 0/1, e 0/0
    def macro(metric_id, **settings):
        return under(dataset, **settings).measured[metric_id].value

    assert macro("MACRO_P") == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert macro("MACRO_R") == pytest.approx((2 / 3 + 2 / 3 + 0) / 3)
    assert macro("MACRO_P", undefined_as_zero=True) == pytest.approx(4 / 3 / 4)
    assert macro("MACRO_P", over=Over.ALL, undefined_as_zero=True) == pytest.approx(4 / 3 / 5)
    assert macro("MACRO_P", over=Over.TRUTH) == pytest.approx(2 / 3)
    assert macro("MACRO_R", over=Over.TRUTH) == pytest.approx(4 / 3 / 3)
    assert macro("MACRO_P", over=Over.CHOSEN, chosen=("b", "c")) == pytest.approx(1 / 3)
    assert macro("BACC", over=Over.CHOSEN, chosen=("b", "d")) == pytest.approx(1 / 3)
    # the true class is the best of the row in 4 of 7, among the best two in 5, three in 6
    tops = [macro("TOP_K", top_k=k) for k in (1, 2, 3, 4, 5)]
    assert tops == [4 / 7, 5 / 7, 6 / 7, 1.0, 1.0]


def test_that_words_say_what_the_averages_take_in(dataset):
    lacking = "1 without PPV, 1 without TPR"
    assert under(dataset).scope() == f"averages over 4 of 5 classes; left out: {lacking}"
    zero = under(dataset, undefined_as_zero=True).scope()
    assert zero == f"averages over 4 of 5 classes; counted as 0: {lacking}"
    every = under(dataset, over=Over.ALL).scope()
    assert every == "averages over all 5 classes; left out: 2 without PPV, 2 without TPR"
    assert under(dataset, over=Over.CHOSEN, chosen=("a",)).scope() == "averages over 1 of 5 classes"
    assert under(dataset, over=Over.CHOSEN).scope() == "averages over none of 5 classes"


def test_that_notes_and_classes_follow_the_settings(dataset):
    overall = under(dataset, top_k=3)
    assert overall.notes["TOP_K"] == "k = 3"
    assert overall.notes["MACRO_P"] == "left out, having no PPV: 'd'"
    assert overall.taken_in("MACRO_P") == TakenIn((0, 1, 2), (3,), quantity="PPV")
    assert overall.taken_in("AUC_MACRO") == TakenIn((0, 1, 3), (2, 4), quantity="row to rank")
    assert overall.taken_in("SMC_K") is None
    assert overall.taken_in("nowhere") is None
    nobody = under(dataset, over=Over.CHOSEN)
    assert np.isnan(nobody.measured["F_MACRO"].value)
    assert nobody.measured["F_MACRO"].reason == "no class is chosen"


def test_that_other_settings_count_and_rank_nothing_again(dataset, monkeypatch):
    first = resolve(Inputs(dataset))
    asked = []

    def count(*_args):
        message = "counted again"
        raise AssertionError(message)

    monkeypatch.setattr(ConfusionMatrix, "from_codes", count)
    for metric in (*MATRIX_METRICS, *SCORE_METRICS):
        if "top_k" not in metric.settings:
            monkeypatch.setitem(
                metric.__dict__, "compute", lambda *_a, m=metric: asked.append(m.id)
            )
    second = resolve(replace(first.inputs, multiclass=MulticlassSettings(top_k=3)), first)
    assert asked == []
    old, new = first.overall, second.overall
    assert new.matrix is old.matrix
    assert new.class_scores is old.class_scores
    assert new.per_class is old.per_class
    assert [part.measured["TOP_K"].value for part in (old, new)] == [5 / 7, 6 / 7]
    untouched = [key for key in old.measured if key != "TOP_K"]
    np.testing.assert_equal(*([part.measured[key] for key in untouched] for part in (old, new)))


def test_that_changing_and_computing_afresh_are_the_same(dataset):
    first = resolve(Inputs(dataset))
    wanted = MulticlassSettings(Over.CHOSEN, ("a", "d"), undefined_as_zero=True, top_k=1)
    inputs = replace(first.inputs, multiclass=wanted, parameters=Parameters(beta=3.0))
    changed, afresh = resolve(inputs, first).overall, resolve(inputs).overall
    assert dict(changed.notes) == dict(afresh.notes)
    np.testing.assert_equal(dict(changed.measured), dict(afresh.measured))
    np.testing.assert_equal(changed.per_class.values, afresh.per_class.values)
    assert changed.settings == wanted


def test_that_the_same_settings_keep_everything(dataset):
    first = resolve(Inputs(dataset))
    again = replace(first.inputs, multiclass=MulticlassSettings())
    assert resolve(again, first).overall is first.overall
    one = resolve(replace(again, positive=1), first)
    assert one.overall is first.overall


def test_that_chosen_classes_are_no_settings_for_other_data():
    chosen = MulticlassSettings(Over.CHOSEN, ("a",), undefined_as_zero=True, top_k=5)
    assert chosen.for_other_data() == MulticlassSettings(undefined_as_zero=True, top_k=5)
    truth = MulticlassSettings(Over.TRUTH, ("a",))
    assert truth.for_other_data() == MulticlassSettings(Over.TRUTH)


def test_that_two_classes_with_a_score_have_nothing_to_put_together():
    truth = np.array([0, 1])
    two = Dataset("two", ("no", "yes"), truth, 1, (Score("s", np.array([0.1, 0.9])),))
    first = resolve(Inputs(two))
    second = resolve(replace(first.inputs, multiclass=MulticlassSettings(top_k=3)), first)
    assert second.overall is None
    assert second.ranking is first.ranking
