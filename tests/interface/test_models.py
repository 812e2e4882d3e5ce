"""What models return goes in as it is, and what comes out can be kept, copied and asked by name."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

import evalgui
from evalgui.io.samples import sample_by_id

NAMES = np.array(["virginica", "setosa", "versicolor"])  # not in sorted order


@pytest.fixture(scope="module")
def iris():
    features, classes = load_iris(return_X_y=True)
    features = np.random.default_rng(0).normal(features, 1.0)
    names = NAMES[classes]
    return names, LogisticRegression(max_iter=1000).fit(features, names).predict_proba(features)


@pytest.fixture(scope="module")
def two(iris):
    names, _ = iris
    is_one = names == "setosa"
    features = np.random.default_rng(1).normal(is_one[:, None], 1.0, (len(is_one), 2))
    return is_one, LogisticRegression().fit(features, is_one).predict_proba(features)


def areas(found):
    return [one["roc_auc"] for one in found.to_dict()["per_class"].values()]


@pytest.mark.parametrize("name", ["probability", "score"])
def test_that_each_class_gets_its_column(iris, name):
    names, scores = iris
    known = [roc_auc_score(names == one, scores[:, k]) for k, one in enumerate(sorted(NAMES))]
    found = evalgui.evaluate(truth=names, **{name: scores})
    assert found.classes == tuple(sorted(NAMES))
    assert areas(found) == pytest.approx(known, rel=1e-15)
    for given in (scores.tolist(), pd.DataFrame(scores)):
        assert areas(evalgui.evaluate(truth=names, **{name: given})) == areas(found)
    assert areas(evalgui.evaluate(names, scores)) == areas(found)
    by_name = pd.DataFrame(scores, columns=sorted(NAMES))[list(NAMES)]
    table = pd.DataFrame({"kind": names})
    assert areas(evalgui.evaluate(table, truth="kind", **{name: by_name})) == areas(found)


@pytest.mark.parametrize("kind", ["numbers", "booleans", "categories", "categories of numbers"])
def test_that_two_classes_go_by_their_order(two, kind):
    truth, scores = two
    values = {
        "numbers": truth.astype(int),
        "booleans": truth,
        "categories": pd.Categorical(np.where(truth, "yes", "no"), ["yes", "no"]),
        "categories of numbers": pd.Categorical(truth.astype(int), [1, 0]),
    }[kind]
    known = roc_auc_score(truth, scores[:, 1])
    found = evalgui.evaluate(values, scores)
    assert found.value("roc_auc") == pytest.approx(known, rel=1e-15)
    assert found.higher_is_positive


def test_that_numbers_are_sorted_as_numbers():
    truth = pd.Categorical([10, 9, 10, 9])
    found = evalgui.evaluate(
        truth, np.array([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.9, 0.1]]), positive=10
    )
    assert found.value("auc") == 1.0


def test_that_columns_of_unknown_classes_are_refused(iris):
    names, scores = iris
    for given, told in (
        ({"probability": scores[:, :2]}, "not as many classes"),
        ({"probability": scores[:, 0]}, "a single column as score="),
        ({"probability": pd.DataFrame(scores, columns=list("abc"))}, "called 'a', 'b' and 'c'"),
        ({"score": [[1, 2], [3]]}, "predict_proba"),
        ({"score": scores, "probability": scores}, "give one of"),
    ):
        with pytest.raises(evalgui.DataError, match=told):
            evalgui.evaluate(truth=names, **given)
    with pytest.raises(evalgui.DataError, match="needs the true classes"):
        evalgui.evaluate(probability=scores)


def test_that_two_columns_by_their_place_are_truth_and_score(two):
    truth, scores = two
    score = scores[:, 1]
    found = evalgui.evaluate(truth, score)
    assert (
        found.to_dict()["counts"] == evalgui.evaluate(truth=truth, score=score).to_dict()["counts"]
    )
    words = ["ill" if one else "well" for one in truth]
    assert evalgui.evaluate(words, list(score), positive="ill").counts == found.counts
    assert evalgui.evaluate(pd.Series(truth), pd.Series(score)).counts == found.counts
    for columns, more, told in (
        ((truth, score, score), {}, "two arguments"),
        ((pd.DataFrame({"y": truth}), score), {}, "two arguments"),
        (("a.csv", "b.csv"), {}, "two arguments"),
        ((truth, score), {"truth": truth}, "truth= is given"),
        ((truth, score[:-1]), {}, "length"),
        ((truth,), {}, "no table"),
    ):
        with pytest.raises(evalgui.DataError, match=told):
            evalgui.evaluate(*columns, **more)


def results(tmp_path):
    clinical = sample_by_id("clinical").path
    file = tmp_path / "copy.csv"
    file.write_bytes(clinical.read_bytes())
    asked = {"truth": "diagnosis", "positive": "malignant", "score": "mean_radius"}
    found = evalgui.evaluate(file, **asked, interval={"proportion": "jeffreys"}, bootstrap=200)
    arrays = evalgui.evaluate([1, 0, 1, 0], [4, 3, 2, 1], curve="roc", vocabulary="clinical")
    yield found
    yield found.at("sensitivity=0.9", prespecified=False)
    yield found.at(14.5, prespecified=True)
    yield arrays
    yield evalgui.evaluate([1, 0, 0, 1], [4, 3, 2, 1], threshold_from=arrays)
    yield evalgui.evaluate(sample_by_id("iris").path)
    yield found.compare("logistic_regression", pd.read_csv(file)["decision_tree"])
    yield arrays.compare([1, 2, 3, 4], evalgui.evaluate([1, 0, 1, 0], [4, 1, 2, 3]))


def test_that_results_are_pickled_and_copied(tmp_path):
    for found in results(tmp_path):
        again = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own
        assert again.to_json() == found.to_json()
        assert (repr(again), str(again)) == (repr(found), str(found))
        assert copy.copy(found).to_json() == copy.deepcopy([found])[0].to_json() == found.to_json()


def test_that_a_file_that_changed_is_not_pickled_as_if_it_were_the_same(tmp_path):
    found, *_ = results(tmp_path)
    with (tmp_path / "copy.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(evalgui.DataError, match="changed since"):
        pickle.dumps(found)


def test_that_what_is_compared_stays_what_it_was():
    other = np.array([1.0, 2.0, 3.0, 4.0])
    found = evalgui.evaluate([1, 0, 1, 0], [4, 3, 2, 1]).compare(other)
    before = found.to_json()
    other[:] = 0
    assert pickle.loads(pickle.dumps(found)).to_json() == before  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("names", "known"),
    [
        ("recall sensitivity TPR tmr Hit-Rate true_positive_rate", "TPR"),
        ("precision PPV", "PPV"),
        ("f1 F1", "F1"),
        ("accuracy ACC", "ACC"),
        ("specificity spec selectivity", "TNR"),
        ("fmr FAR false_positive_rate fall-out", "FPR"),
        ("auc AUROC", "roc_auc"),
    ],
)
def test_that_measures_are_found_by_all_their_names(names, known):
    found = evalgui.evaluate([1, 1, 0, 0, 0], [5, 2, 4, 3, 1])
    assert {found.value(name) for name in names.split()} == {found.value(known)}


def test_that_a_name_of_several_measures_is_none():
    found = evalgui.evaluate([1, 1, 0, 0, 0], [5, 2, 4, 3, 1])
    with pytest.raises(evalgui.DataError, match=r"several measures are called 'J'.*YI"):
        found.value("J")
    with pytest.raises(evalgui.DataError, match="no measure 'recal'"):
        found.value("recal")
    asked = {"bootstrap": 200, "measures": ["recall", "TPR", "precision"]}
    again = evalgui.evaluate([1, 1, 0, 0, 0] * 9, range(45), **asked).to_dict()
    assert {"TPR", "PPV"} <= set(again["bootstrap"])


def test_that_counts_are_whole_numbers():
    for weight in (None, np.array([1.0, 2.0, 3.0, 1.0]), [1, 2, 3, 1]):
        counts = evalgui.evaluate([1, 0, 1, 0], [4, 3, 2, 1], weight=weight).counts
        assert all(type(one) is int for one in (counts.tp, counts.fp, counts.fn, counts.tn))


def test_that_what_to_expect_stands_beside_each_measure():
    asked = {"truth": "diagnosis", "positive": "malignant", "score": "mean_radius"}
    found = evalgui.evaluate(sample_by_id("clinical").path, **asked, at="youden", stability=60)
    told = found.to_dict()["stability"]["measures"]
    column = found.measures.set_index("id")["out_of_bag"]
    assert column["F1"] == told["F1"]["out_of_bag"] < found.value("F1")
    assert "out_of_bag" not in found.at(15.0).measures
    assumed = found.intervals.set_index("id")["assumes"]
    assert "chosen on these rows" in assumed["F1"]
    assert "chosen on these rows" not in assumed["roc_auc"]
