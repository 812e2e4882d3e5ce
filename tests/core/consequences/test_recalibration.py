"""What scores would be, recalibrated on these data: each value by a map made without its row."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve

from evalgui.core.consequences.recalibration import map_of, recalibrated, with_recalibrated
from evalgui.core.consequences.settings import Recalibrating, Recalibration, recalibration
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.core.subjects import Subjects

RNG = np.random.default_rng(3711)
N = 240
TRUTH = (RNG.random(N) < 0.3).astype(np.int8)
P = 1 / (1 + np.exp(1.0 - 1.5 * TRUTH - RNG.normal(size=N)))
ALL = ("logistic", "intercept", "isotonic", "beta", "prevalence=0.05")


def data(p=P, truth=TRUTH, **known):
    return Dataset("d.csv", ("no", "yes"), truth, 1, (Score("p", p),), **known)


def asked(text, **known):
    return replace(recalibration(text), score="p", **known)


def logit(p):
    return np.log(p) - np.log1p(-p)


def expit(x):
    return 1 / (1 + np.exp(-x))


def straight(p, truth):
    fit = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1000).fit(logit(p)[:, None], truth)
    return lambda q: fit.predict_proba(logit(q)[:, None])[:, 1]


def isotonic(p, truth):
    fit = IsotonicRegression(out_of_bounds="clip").fit(p, truth)
    return fit.predict


def moved(p, truth):
    del p
    return lambda q: expit(logit(q) + logit(0.05) - logit(truth.mean()))


@pytest.mark.parametrize(
    ("text", "second"),
    [("logistic", straight), ("isotonic", isotonic), ("prevalence=0.05", moved)],
)
def test_that_maps_are_those_of_scikit_learn_and_values_are_cross_fitted(text, second):
    found = recalibrated(data(), asked(text))
    assert found.apparent == pytest.approx(second(P, TRUTH)(P), abs=2e-6)
    # the folds: as many rows in each of ten, by a permutation of the seed
    fold = np.random.default_rng(1).permutation(N) % 10
    wanted = np.empty(N)
    for part in range(10):
        out = fold == part
        wanted[out] = second(P[~out], TRUTH[~out])(P[out])
    assert found.values == pytest.approx(wanted, abs=2e-6)
    assert np.abs(found.values - found.apparent).max() > 1e-4


class Given(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A model whose probabilities are its only column."""

    def fit(self, _x, y):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, x):
        return np.column_stack([1 - x[:, 0], x[:, 0]])

    def predict(self, x):
        return self.classes_[(x[:, 0] >= 0.5).astype(int)]


def test_that_isotonic_calibration_is_that_of_calibrated_classifiers():
    model = FrozenEstimator(Given().fit(P[:, None], TRUTH))
    fit = CalibratedClassifierCV(model, method="isotonic", cv=2, ensemble=False)
    wanted = fit.fit(P[:, None], TRUTH).predict_proba(P[:, None])[:, 1]
    found = recalibrated(data(), asked("isotonic")).apparent
    assert found == pytest.approx(wanted, abs=1e-9)


def test_that_the_intercept_makes_as_many_as_happened():
    found = recalibrated(data(), asked("intercept"))
    assert found.apparent.sum() == pytest.approx(TRUTH.sum(), abs=1e-8)
    assert np.ptp(logit(found.apparent) - logit(P)) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("text", ALL)
def test_that_ranks_stay_for_all_but_isotonic_where_the_map_is_one(text, seed):
    """Of the apparent values alone: cross-fitted ones are of ten maps, which may change ranks."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(80) < 0.4).astype(np.int8)
    p = np.clip(0.3 * truth + rng.beta(2, 3, 80) * 0.7, 0.01, 0.99).round(2)
    found = recalibrated(data(p, truth), asked(text)).apparent
    before, after = (roc_auc_score(truth, one) for one in (p, found))
    if text == "isotonic":
        assert after >= before - 1e-12  # ties, which are at least as good on the same rows
        assert len(np.unique(found)) <= len(np.unique(p))
        return
    assert after == pytest.approx(before, abs=1e-12)
    curves = [roc_curve(truth, one, drop_intermediate=False)[:2] for one in (p, found)]
    for one, other in zip(*curves, strict=True):
        assert one.tolist() == other.tolist()


def test_that_cross_fitted_values_may_rank_otherwise():
    found = recalibrated(data(), asked("logistic"))
    same = np.argsort(P, kind="stable").tolist()
    assert np.argsort(found.apparent, kind="stable").tolist() == same
    assert np.argsort(found.values, kind="stable").tolist() != same


@pytest.mark.parametrize("text", ALL)
def test_that_no_value_depends_on_the_truth_of_its_own_subject(text):
    codes = np.arange(N, dtype=np.int32) // 3
    subjects = Subjects((codes,), ("id",))
    before = recalibrated(data(subjects=subjects), asked(text)).values
    for subject in (0, 17, 79):
        rows = codes == subject
        turned = np.where(rows, 1 - TRUTH, TRUTH).astype(np.int8)
        after = recalibrated(data(truth=turned, subjects=subjects), asked(text)).values
        assert after[rows].tolist() == before[rows].tolist()
        assert after[~rows].tolist() != before[~rows].tolist()


def test_that_folds_go_by_the_seed():
    one, same = (recalibrated(data(), asked("logistic")).values for _twice in range(2))
    assert one.tolist() == same.tolist()
    other = recalibrated(data(), asked("logistic", seed=2))
    assert other.values.tolist() != one.tolist()
    assert other.apparent.tolist() == recalibrated(data(), asked("logistic")).apparent.tolist()


def test_that_missing_scores_stay_missing_and_per_cent_stay_per_cent():
    lacking = np.where(np.arange(N) < 5, np.nan, P)
    found = recalibrated(data(lacking), asked("logistic"))
    assert np.isnan(found.values[:5]).all()
    assert np.isnan(found.apparent[:5]).all()
    rest = recalibrated(data(P[5:], TRUTH[5:]), asked("logistic"))
    assert found.values[5:].tolist() == rest.values.tolist()
    hundred = recalibrated(data(P * 100), asked("logistic", one=100.0))
    wanted = recalibrated(data(), asked("logistic")).values * 100
    assert hundred.values == pytest.approx(wanted, abs=1e-8)


def test_that_certain_rows_stay_certain():
    certain = np.where(np.arange(N) < 2, 0.0, np.where(np.arange(N) < 4, 1.0, P))
    found = recalibrated(data(certain), asked("logistic"))
    assert found.values[:4].tolist() == [0, 0, 1, 1]
    assert found.values[4:].min() > 0


def test_that_a_score_comes_beside_and_never_goes_without_its_words():
    whole = with_recalibrated(data(), [asked("beta"), asked("prevalence=0.05")])
    names = [one.name for one in whole.scores]
    assert names == [
        "p",
        "recalibrated on these data (beta): p",
        "recalibrated on these data (prevalence=0.05): p",
    ]
    assert whole.scores[0].values is data().scores[0].values
    assert [one.apparent is None for one in whole.scores] == [True, False, False]
    with pytest.raises(DataError, match="there is no score"):
        recalibrated(whole, replace(asked("beta"), score=names[1]))
    first = recalibrated(data(), recalibration("beta"))
    assert first.name == names[1]


@pytest.mark.parametrize(
    ("dataset", "text", "why"),
    [
        (data(P * 3), "logistic", "not probabilities"),
        (replace(data(), scores=(Score("p", P, higher_is_positive=False),)), "beta", "not prob"),
        (data(np.where(TRUTH, 0.9, 0.1) + P / 20), "logistic", "do not overlap"),
        (data(np.full(N, 0.3)), "beta", "all probabilities are the same"),
        (data(np.full(N, np.nan)), "isotonic", "there are no scores"),
        (data(truth=np.ones(N, np.int8)), "logistic", "one class only"),
        (data(truth=np.ones(N, np.int8)), "prevalence=0.2", "one class only"),
        (data(TRUTH + 0.0), "logistic", "every probability is 0 or 1"),
    ],
)
def test_that_what_cannot_be_recalibrated_says_why(dataset, text, why):
    with pytest.raises(DataError, match=why):
        recalibrated(dataset, asked(text))


def test_that_rows_that_stand_for_many_are_refused():
    counts = np.stack([1 - TRUTH, TRUTH], axis=1).astype(np.int64)
    dataset = Dataset(
        "c.csv", ("no", "yes"), np.empty(0, np.int8), 1, (Score("p", P),), row_counts=counts
    )
    with pytest.raises(DataError, match="cannot be put into folds"):
        recalibrated(dataset, asked("logistic"))
    two = np.zeros(N, np.int32)
    sides = Subjects((two, two), ("a", "b"))
    with pytest.raises(DataError, match="two subjects each"):
        recalibrated(data(subjects=sides), asked("logistic"))
    alone = Subjects((two,), ("a",))
    with pytest.raises(DataError, match="no rows"):
        recalibrated(data(subjects=alone), asked("isotonic"))


def test_that_the_same_value_everywhere_still_has_an_intercept():
    found = recalibrated(data(np.full(N, 0.5)), asked("intercept"))
    assert found.apparent == pytest.approx(np.full(N, TRUTH.mean()), abs=1e-9)


def test_that_what_is_asked_is_understood_or_refused():
    assert [recalibration(text).words for text in ALL] == [*ALL]
    assert {one.value for one in Recalibrating} == {text.partition("=")[0] for text in ALL}
    for text in ("platt", "logistic=0.1", "prevalence", "prevalence=0", "prevalence=x", ""):
        with pytest.raises(ValueError, match="is none of"):
            recalibration(text)
    with pytest.raises(ValueError, match="above 0"):
        Recalibration(Recalibrating.BETA, one=math.nan)


def test_that_a_map_of_all_rows_is_that_of_apparent_values():
    apply = map_of(asked("beta"))(P, TRUTH == 1)
    assert recalibrated(data(), asked("beta")).apparent.tolist() == apply(P).tolist()
