"""Python, the command line and the file of a table have the same numbers, to the last digit."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import evalgui
from evalgui.io.samples import samples
from evalgui.io.verifying.checked import known
from tests.cli.running import evaluate as on_command_line

CASES = known("cases")
OF_ROWS = {case["id"]: case for case in CASES if "y_true" in case["inputs"]}
OF_MATRICES = {case["id"]: case for case in CASES if "matrix" in case["inputs"]}
ABOUT_DATA = {"file", "import", "provenance", "findings"}

# What is asked, as arguments and as the words of the command line.
ASKED = {
    "nothing": ({}, []),
    "a rule": ({"at": "sensitivity=0.9"}, ["--at", "sensitivity=0.9"]),
    "a threshold": ({"threshold": 0.3}, ["--threshold", "0.3"]),
    "a negative threshold": ({"threshold": -1e-5}, ["--threshold", "-1e-5"]),
    "nothing called": ({"threshold": "none"}, ["--threshold", "none"]),
    "costs": (
        {"at": "cost", "cost_fn": 5, "prevalence": 0.2},
        ["--at", "cost", "--cost-fn", "5", "--prevalence", "0.2"],
    ),
    "intervals": (
        {"level": 0.9, "interval": {"proportion": "clopper-pearson"}},
        ["--level", "0.9", "--interval", "proportion=clopper-pearson"],
    ),
    "formulas": ({"parameter": {"beta": 0.5}}, ["--parameter", "beta=0.5"]),
    "sampling": ({"sampling": "case-control"}, ["--sampling", "case-control"]),
    "grey": ({"grey": (-0.5, 0.5)}, ["--grey", "-0.5", "0.5"]),
    "curves": ({"curve": ["roc", "det"]}, ["--curve", "roc", "--curve", "det"]),
    "rows": (
        {"set_aside": {"consent withdrawn": [1, 2]}},
        ["--set-aside", "1-2=consent withdrawn"],
    ),
    "drawn again": (
        {"bootstrap": 200, "seed": 7, "measures": ["TPR"]},
        ["--bootstrap", "200", "--seed", "7", "--measures", "TPR"],
    ),
}


def without_time(numbers):
    """Return numbers without the time at which they were made."""
    if isinstance(numbers.get("provenance"), dict):
        numbers["provenance"].pop("when", None)
    return numbers


def numbers_alone(numbers):
    return {key: value for key, value in numbers.items() if key not in ABOUT_DATA}


def said(roles):
    """Return what is decided about a sample as arguments, and as words."""
    positive = roles.positive
    arguments = {"truth": roles.truth, "positive": positive}
    words = ["--truth", roles.truth]
    if positive is not None:
        words += ["--positive", positive]
    if roles.probabilities:
        arguments["probability"] = dict(roles.probabilities)
        for name, column in roles.probabilities:
            words += ["--probability", f"{name}={column}"]
    else:
        arguments["score"] = roles.scores[0]
        words += ["--score", roles.scores[0]]
    return arguments, words


@pytest.mark.parametrize("sample", samples(), ids=lambda one: one.id)
def test_that_a_sample_has_the_numbers_of_the_command_line(sample, capsys):
    arguments, words = said(sample.roles)
    printed = without_time(on_command_line(capsys, str(sample.path), *words))
    found = evalgui.evaluate(sample.path, **arguments)
    assert without_time(found.to_dict()) == printed
    assert without_time(json.loads(found.to_json())) == printed
    frame = pd.read_csv(sample.path)
    for data in (frame, pa.Table.from_pandas(frame), frame.to_dict("list")):
        numbers = evalgui.evaluate(data, **arguments).to_dict()
        assert numbers_alone(numbers) == numbers_alone(printed)


@pytest.mark.parametrize("asked", ASKED)
def test_that_what_is_asked_means_the_same(asked, capsys):
    sample = next(one for one in samples() if one.id == "clinical")
    arguments, words = said(sample.roles)
    more, more_words = ASKED[asked]
    printed = without_time(on_command_line(capsys, str(sample.path), *words, *more_words))
    assert without_time(evalgui.evaluate(sample.path, **arguments, **more).to_dict()) == printed


@pytest.mark.parametrize("case_id", OF_ROWS)
def test_that_arrays_have_the_numbers_of_their_file(case_id, capsys, tmp_path):
    inputs = OF_ROWS[case_id]["inputs"]
    frame, arguments, words = pd.DataFrame({"truth": inputs["y_true"]}), {}, []
    columns = {"y_score": "score", "y_pred": "predicted"}
    for key, name in columns.items():
        if key in inputs:
            frame[name] = inputs[key]
    positive = inputs.get("pos_label")
    if positive is None and len(set(inputs["y_true"])) <= 2:
        positive = inputs["y_true"][0]  # nobody can be asked
    if "probs" in inputs:
        for place, name in enumerate(inputs["classes"]):
            frame[f"p_{name}"] = [row[place] for row in inputs["probs"]]
            words += ["--probability", f"{name}=p_{name}"]
        arguments["probability"] = {
            name: np.array([row[place] for row in inputs["probs"]])
            for place, name in enumerate(inputs["classes"])
        }
    if positive is not None:
        arguments["positive"] = positive
        words += ["--positive", str(positive)]
    for name in ("truth", *columns.values()):
        if name in frame:
            arguments[name] = frame[name].to_numpy()
            words += [f"--{name}", name]
    file = tmp_path / "case.csv"
    frame.to_csv(file, index=False)
    printed = on_command_line(capsys, str(file), *words)
    found = evalgui.evaluate(**arguments).to_dict()
    same = set(numbers_alone(found)) - {"score"}
    assert {key: found[key] for key in same} == {key: printed[key] for key in same}


def test_that_data_frames_have_the_numbers_of_the_json():
    sample = next(one for one in samples() if one.id == "clinical")
    found = evalgui.evaluate(sample.path, **said(sample.roles)[0], curve="roc")
    numbers = found.to_dict()
    measures = found.measures.set_index("id")
    for metric_id, told in numbers["metrics"].items():
        row = measures.loc[metric_id]
        if told["value"] is not None:
            assert row["value"] == told["value"] == found.value(metric_id)
        elif told["infinite"]:
            assert row["value"] == float(told["infinite"])
        else:
            assert np.isnan(row["value"])
            assert row["reason"] == told["undefined"]
        if told["numerator"] is not None:
            assert (row["numerator"], row["denominator"]) == (
                told["numerator"],
                told["denominator"],
            )
        limits = numbers["intervals"].get(metric_id)
        if limits is not None and limits["low"] is not None:
            assert row["lower"] == float(limits["low"])
            assert row["upper"] == float(limits["high"])
            assert row["method"] == limits["method"]
    areas = found.areas.set_index("id")
    assert areas.loc["roc_auc", "value"] == numbers["areas"]["roc_auc"]
    assert areas.loc["eer", "value"] == numbers["eer"]["value"]
    assert areas.loc["roc_auc", "lower"] == numbers["area_intervals"]["roc_auc"]["low"]
    assert set(found.intervals["id"]) == {*numbers["intervals"], *numbers["area_intervals"]}
    curve, frame = numbers["curve"], found.roc
    assert frame.columns.tolist() == ["threshold", "FPR", "TPR"]
    assert frame["FPR"].tolist() == curve["x"]
    assert frame["TPR"].tolist() == curve["ROC"]
    assert frame["threshold"][0] == np.inf
    assert frame["threshold"].tolist()[1:] == curve["threshold"][1:]
    assert found.threshold == numbers["threshold"]
    counts = found.counts
    assert [counts.tp, counts.fn, counts.fp, counts.tn] == found.matrix.to_numpy().ravel().tolist()


def test_that_an_evaluation_moves_to_other_points_and_stays_itself():
    sample = next(one for one in samples() if one.id == "clinical")
    arguments = said(sample.roles)[0]
    found = evalgui.evaluate(sample.path, **arguments)
    before = found.to_json()
    for place, asked in (
        (0.5, {"threshold": 0.5}),
        ("none", {"threshold": "none"}),
        ("specificity=0.99", {"at": "specificity=0.99"}),
    ):
        anew = evalgui.evaluate(sample.path, **arguments, **asked)
        assert without_time(found.at(place).to_dict()) == without_time(anew.to_dict())
    other = found.at("cost", cost_fn=7, prevalence=0.1)
    asked = {"at": "cost", "cost_fn": 7, "prevalence": 0.1}
    assert other.counts == evalgui.evaluate(sample.path, **arguments, **asked).counts
    assert other.rule == "cost"
    there = evalgui.evaluate(sample.path, **arguments, prevalence=0.02)
    elsewhere = evalgui.evaluate(sample.path, **arguments, prevalence=0.02, at="cost=7")
    assert elsewhere.threshold != evalgui.evaluate(sample.path, **arguments, at="cost=7").threshold
    assert there.at("cost", cost_fn=7).threshold == elsewhere.threshold
    rules = there.rules().set_index("id")
    usual = evalgui.evaluate(sample.path, **arguments, prevalence=0.02, at="cost")
    assert rules.loc["cost", "threshold"] == usual.threshold
    assert "prevalence 0.02" in rules.loc["cost", "parameters"]
    assert "prevalence of the data" in found.rules().set_index("id").loc["cost", "parameters"]
    assert found.at(0.5, prespecified=True).to_dict()["provenance"]["kind"] == "prespecified"
    assert found.to_json() == before


def test_that_a_threshold_of_other_data_is_frozen(tmp_path):
    first = evalgui.evaluate(truth=[1, 0, 1, 0], score=[3, 1, 4, 2], positive=1, at="youden")
    data = {"truth": [1, 0, 0, 1], "score": [3, 2, 5, 1], "positive": 1}
    second = evalgui.evaluate(**data, threshold_from=first)
    assert second.threshold == first.threshold
    assert second.to_dict()["provenance"]["kind"] == "frozen"
    file = tmp_path / "first.json"
    file.write_text(first.to_json(), encoding="utf-8")
    assert evalgui.evaluate(**data, threshold_from=file).counts == second.counts
