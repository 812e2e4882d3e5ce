"""Calibration of several classes: what two other programs say of the same probabilities."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss

from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.dataset import Dataset
from evalgui.core.intervals.subjects import EFFECTIVE
from evalgui.core.measured import Asked, Refused
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.results.class_calibration import CHOSEN, MOST_DRAWN, TOO_MANY
from evalgui.results.topics.calibration import calibration

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/data/core/consequences.json").read_text("utf-8"))
K_CLASSES = [case for case in CASES if case["kind"] == "K classes"]
SCORES = ("brier", "mcb", "dsc", "unc")


def iris():
    with (ROOT / "resources/samples/iris.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = ("setosa", "versicolor", "virginica")
    truth = np.array([names.index(row["species"]) for row in rows], dtype=np.int8)
    probabilities = np.array([[float(row[f"p_{name}"]) for name in names] for row in rows])
    return names, truth, probabilities


def told(names, truth, probabilities, scale=Scale.PROBABILITY, **known):
    called = np.where(np.isnan(probabilities).any(axis=1), -1, probabilities.argmax(axis=1))
    data = Dataset("k.csv", names, truth, 0, predicted=called, class_scores=probabilities, **known)
    return calibration(resolve(Inputs(data, consequences=Consequences(scale))))


def cells(result, table_id):
    table = result.table(table_id)
    return {
        row.id: {column.id: table.cell(row, column) for column in table.columns}
        for row in table.rows
    }


def values(result, table_id):
    return {
        row_id: {name: cell.value for name, cell in row.items()}
        for row_id, row in cells(result, table_id).items()
    }


@pytest.fixture(scope="module")
def result():
    return told(*iris())


@pytest.mark.parametrize("case", K_CLASSES, ids=lambda case: case["id"])
def test_that_each_class_is_what_model_diagnostics_says(result, case):
    found = values(result, "classes")[case["inputs"]["positive"]]
    assert [found[name] for name in SCORES] == pytest.approx(case["value"], abs=case["abs_tol"])


def test_that_scores_are_those_of_scikit_learn(result):
    names, truth, probabilities = iris()
    found, sums = values(result, "classes"), values(result, "calibration")
    for place, name in enumerate(names):
        p, y = probabilities[:, place], truth == place
        assert found[name]["brier"] == pytest.approx(brier_score_loss(y, p), abs=1e-12)
        assert found[name]["log_score"] == pytest.approx(log_loss(y, p), abs=1e-12)
        fit = IsotonicRegression().fit_transform(p, y)
        wanted = brier_score_loss(y, p) - np.mean((fit - y) ** 2)
        assert found[name]["mcb"] == pytest.approx(wanted, abs=1e-9)
        assert found[name]["observed_expected"] == pytest.approx(y.sum() / p.sum(), abs=1e-12)
    of_k = brier_score_loss(
        np.array(names)[truth], probabilities, labels=names, scale_by_half=False
    )
    assert sums["brier_sum"]["value"] == pytest.approx(of_k, abs=1e-12)
    overall = told_brier(names, truth, probabilities)
    assert sums["brier_sum"]["value"] == pytest.approx(overall, abs=1e-12)


def told_brier(names, truth, probabilities):
    data = Dataset(
        "k.csv",
        names,
        truth,
        0,
        predicted=probabilities.argmax(axis=1),
        class_scores=probabilities,
    )
    return resolve(Inputs(data)).overall.measured["BRIER"].value


def test_that_every_score_is_taken_apart_exactly(result):
    sums = {name: row["value"] for name, row in values(result, "calibration").items()}
    each = [*values(result, "classes").values(), *values(result, "calls").values()]
    for one in each:
        assert one["brier"] == pytest.approx(one["mcb"] - one["dsc"] + one["unc"], abs=1e-12)
        parts = one["log_mcb"] - one["log_dsc"] + one["log_unc"]
        assert one["log_score"] == pytest.approx(parts, abs=1e-12)
    assert sums["brier_sum"] == pytest.approx(
        sums["mcb_sum"] - sums["dsc_sum"] + sums["unc_sum"], abs=1e-12
    )
    for name in ("mcb", "dsc", "unc", "log_mcb"):
        summed = sum(one[name] for one in values(result, "classes").values())
        assert sums[f"{name}_sum"] == pytest.approx(summed, abs=1e-12)


def test_that_the_call_is_the_largest_probability_against_being_right(result):
    _names, truth, probabilities = iris()
    largest, right = probabilities.max(axis=1), probabilities.argmax(axis=1) == truth
    found = values(result, "calls")["top_label"]
    assert found["observed_expected"] == pytest.approx(right.sum() / largest.sum(), abs=1e-12)
    assert found["brier"] == pytest.approx(brier_score_loss(right, largest), abs=1e-12)


def test_that_the_curve_of_each_class_stands_in_the_table(result):
    names, truth, probabilities = iris()
    (table,) = result.long_tables
    columns = dict(zip([one.id for one in table.columns], table.made, strict=True))
    of_class = np.array(columns["class"])
    for place, name in enumerate(names):
        rows = of_class == name
        fit = IsotonicRegression().fit(probabilities[:, place], truth == place)
        wanted = fit.predict(columns["probability"][rows])
        assert columns["calibrated"][rows] == pytest.approx(wanted, abs=1e-9)
        assert columns["n"][rows].sum() == 150
    # Pooled, the curve is what scikit-learn has in bins of one probability each.
    rounded = told(names, truth, np.round(probabilities))
    (table,) = rounded.long_tables
    columns = dict(zip([one.id for one in table.columns], table.made, strict=True))
    rows = np.array(columns["class"]) == "versicolor"
    share, mean = calibration_curve(truth == 1, np.round(probabilities[:, 1]), n_bins=2)
    assert columns["probability"][rows].tolist() == mean.tolist()
    assert columns["calibrated"][rows] == pytest.approx(share, abs=1e-12)


def test_that_intervals_are_told_where_one_holds(result):
    found = cells(result, "classes")["virginica"]
    assert found["observed_expected"].interval.is_defined
    assert found["brier"].interval.is_defined
    for name in ("mcb", "dsc", "unc", "log_mcb"):
        assert found[name].interval.reason == "no interval of it holds"
    assert 0 < found["test"].value < 1


def test_that_per_cent_say_what_probabilities_say(result):
    names, truth, probabilities = iris()
    hundred = told(names, truth, probabilities * 100, Scale.PERCENT)
    for name, found in values(hundred, "classes").items():
        wanted = values(result, "classes")[name]
        assert found == pytest.approx(wanted, abs=1e-12)


def test_that_rows_without_a_probability_take_no_part_and_are_counted():
    names, truth, probabilities = iris()
    lacking = probabilities.copy()
    lacking[:7, 1] = np.nan
    found = told(names, truth, lacking)
    (fact,) = found.all_facts("left_out")
    assert str(fact.text) == "143 of 150 rows; 7 have no probability of some class"
    rest = told(names, truth[7:], probabilities[7:])
    assert values(found, "classes") == values(rest, "classes")


def test_that_words_stand_where_nothing_can_be_said():
    names, truth, probabilities = iris()
    (fact,) = told(names, truth, probabilities, None).facts
    assert fact.id == "asked"
    (fact,) = told(names, truth, probabilities, Scale.OTHER).facts
    assert fact.id == "refused"
    assert told(names, truth, probabilities * 3, None) is None
    (fact,) = told(names, truth, probabilities * 3).facts
    assert fact.id == "refused"
    (fact,) = told(names, truth, probabilities, sampling=Sampling.CASE_CONTROL).facts
    assert fact.values["refused"] == CHOSEN
    assert (type(CHOSEN), issubclass(Asked, str)) == (Refused, True)


def test_that_rows_of_a_subject_count_as_fewer():
    names, truth, probabilities = iris()
    twice = np.repeat(np.arange(150), 2)
    subjects = Subjects((twice.astype(np.int32),), ("id",))
    found = told(
        names,
        truth[twice],
        probabilities[twice],
        subjects=subjects,
        sampling=Sampling.BY_SUBJECT,
    )
    one = cells(found, "classes")["versicolor"]["observed_expected"]
    alone = cells(told(names, truth, probabilities), "classes")["versicolor"]["observed_expected"]
    assert one.interval.method == EFFECTIVE
    assert one.interval.lower == pytest.approx(alone.interval.lower, abs=2e-3)


def test_that_of_many_classes_no_models_are_drawn():
    n = MOST_DRAWN + 1
    rng = np.random.default_rng(1)
    p = rng.dirichlet(np.ones(n), 60)
    found = cells(told(tuple(f"c{k}" for k in range(n)), rng.integers(0, n, 60), p), "classes")
    assert found["c0"]["test"].reason == TOO_MANY
    assert math.isnan(found["c0"]["test"].value)
    assert not math.isnan(found["c0"]["mcb"].value)


def test_that_a_class_that_was_thought_impossible_has_an_infinite_log_score():
    names, truth, probabilities = iris()
    certain = probabilities.copy()
    certain[0] = [0.0, 1.0, 0.0]
    found = values(told(names, truth, certain), "classes")
    assert found["setosa"]["log_score"] == math.inf
    assert found["setosa"]["log_mcb"] == math.inf
    assert math.isfinite(found["virginica"]["log_score"])
