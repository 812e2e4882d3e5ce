"""What a threshold does to people, whether it is worth it, and whether probabilities hold."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import evalgui
from evalgui.__main__ import main

CLINICAL = str(Path(__file__).parents[2] / "resources/samples/clinical.csv")
LOGISTIC = (
    *(CLINICAL, "--truth", "diagnosis", "--positive", "malignant"),
    *("--score", "logistic_regression"),
)


@pytest.fixture
def said(capsys):
    def run(*arguments):
        assert main(list(arguments)) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def told(said):
    return lambda *options: json.loads(said("evaluate", *LOGISTIC, *options, "--format", "json"))


def test_that_people_are_told_at_the_prevalence_of_another_study(told, said):
    found = told("--prevalence", "12/200")["people"]
    assert found["natural"] == {"n": 1000, "tp": 58, "fn": 2, "fp": 29, "tn": 911}
    assert found["prevalence"]["value"] == pytest.approx(0.06)
    exact = told("--prevalence", "0.06")
    assert found["ppv"]["value"] == pytest.approx(exact["people"]["ppv"]["value"])
    width, narrower = (
        one["people"]["ppv"]["high"] - one["people"]["ppv"]["low"]
        for one in ({"people": found}, exact)
    )
    assert width > narrower
    text = said("evaluate", *LOGISTIC, "--prevalence", "12/200")
    assert "Of 1000 people like these, 60 have it: 58 are found, 2 missed" in text
    assert "Of 87 called, 1 in 2 has it" in text


def test_that_the_sentence_names_no_people_of_a_case_control_study(told, said):
    found = told("--sampling", "case-control", "--risk-threshold", "0.2")
    assert found["people"]["ppv"] == {"value": None, "asked": found["people"]["ppv"]["asked"]}
    assert "natural" not in found["people"]
    assert found["people"]["test_from"]["value"] > 0
    assert "asked" in found["decision_curve"]["net_benefit"]
    text = said("evaluate", *LOGISTIC, "--sampling", "case-control")
    assert text.count("a prevalence has to be typed first") == 2  # of people, and of their risks
    typed = told("--sampling", "case-control", "--prevalence", "0.1", "--risk-threshold", "0.2")
    assert typed["decision_curve"]["net_benefit"]["value"] > 0
    assert typed["decision_curve"]["p_useful"]["value"] == pytest.approx(1, abs=0.01)


def test_that_predictive_values_of_the_file_are_the_measures(told):
    found = told()
    for name, metric_id in (("ppv", "PPV"), ("npv", "NPV")):
        one, interval = found["people"][name], found["intervals"][metric_id]
        assert one["value"] == found["metrics"][metric_id]["value"]
        assert (one["low"], one["high"]) == (interval["low"], interval["high"])
        assert one["method"] == interval["method"]


def test_that_regret_is_told_with_the_interval_of_its_net_benefit(told, said):
    options = "--parameter", "cost_fn=9", "--risk-threshold", "0.1"
    found = told(*options)
    people, curve = found["people"], found["decision_curve"]
    for name, other, worth in (
        ("regret_against_none", "cost_of_none", "net_benefit"),
        ("regret_against_all", "cost_of_all", "over_all"),
    ):
        regret = people[name]
        assert regret["value"] == pytest.approx(people["cost"]["value"] - people[other]["value"])
        assert regret["low"] == pytest.approx(-9 * curve[worth]["high"])
        assert regret["high"] == pytest.approx(-9 * curve[worth]["low"])
    assert "Expected cost beyond calling everybody" in said("evaluate", *LOGISTIC, *options)
    asked = told("--sampling", "case-control")["people"]["regret_against_all"]
    assert asked["value"] is None
    refused = told("--parameter", "cost_fn=1", "--parameter", "cost_tp=2")["people"]
    assert "refused" in refused["regret_against_none"]


def test_that_costs_in_a_wrong_order_are_refused(told):
    found = told("--parameter", "cost_fn=1", "--parameter", "cost_tp=2")["people"]
    assert found["ratio_low"]["refused"] == "a missed positive must cost more than a found one"
    assert found["cost"]["value"] > 0


def test_that_a_curve_of_scores_is_asked_about_until_they_are_declared(told):
    assert set(told()["decision_curve"]) == {"asked"}
    assert set(told()["calibration"]) == {"asked"}
    refused = told("--score-kind", "other", "--risk-threshold", "0.2")
    assert set(refused["calibration"]) == {"refused"}
    assert refused["decision_curve"]["net_benefit"]["value"] > 0
    assert "refused" in refused["decision_curve"]["model"]
    declared = told("--score-kind", "probability", "--risk-threshold", "0.2")
    assert declared["decision_curve"]["model"]["value"] > 0
    marker = json.loads(_marker_of(declared))
    assert marker == {}


def _marker_of(_declared):
    found = evalgui.evaluate(
        {"truth": [0, 1, 0, 1, 1], "marker": [1.0, 12.0, 3.0, 4.0, 9.0]},
        truth="truth",
        score="marker",
    ).to_dict()
    return json.dumps(
        {key: found[key] for key in ("calibration", "decision_curve") if key in found}
    )


def test_that_several_risks_stand_beside_each_other(told):
    found = told("--risk-threshold", "0.1", "--risk-threshold", "0.3")["decision_curve"]
    assert found["risk"] == 0.1
    assert found["net_benefit"] == found["at"]["0.1"]["net_benefit"]
    assert found["at"]["0.3"]["net_benefit"]["value"] < found["net_benefit"]["value"]
    assert found["useful_from"]["value"] < 0.1 < found["useful_to"]["value"]


def test_that_calibration_is_told_with_what_calibrated_models_show(told, said):
    found = told("--score-kind", "probability")["calibration"]
    assert found["slope"]["value"] == pytest.approx(3.272379, abs=1e-6)
    assert found["brier"]["value"] == pytest.approx(
        found["mcb"]["value"] - found["dsc"]["value"] + found["unc"]["value"]
    )
    assert found["mcb"]["none"]
    assert found["test"]["value"] == pytest.approx(1 / 4001)
    text = said("evaluate", *LOGISTIC, "--score-kind", "probability")
    assert "miscalibration arises in fewer than 1 of 100 calibrated models of this size" in text


def test_that_per_cent_are_probabilities_too(told, tmp_path):
    rows = csv.DictReader(io.StringIO(Path(CLINICAL).read_text(encoding="utf-8")))
    lines = [f"{row['diagnosis']},{float(row['logistic_regression']) * 100:.6f}" for row in rows]
    path = tmp_path / "percent.csv"
    path.write_text("\n".join(["diagnosis,risk", *lines]) + "\n", encoding="utf-8")
    asked = {"truth": "diagnosis", "score": "risk", "positive": "malignant"}
    found = evalgui.evaluate(path, **asked, score_kind="percent", risk_threshold=0.2).to_dict()
    one = told("--score-kind", "probability", "--risk-threshold", "0.2")
    for name in ("slope", "brier", "observed_expected"):
        assert found["calibration"][name]["value"] == pytest.approx(
            one["calibration"][name]["value"], abs=1e-6
        )
    assert found["decision_curve"]["model"] == one["decision_curve"]["model"]


def test_that_subjects_widen_what_is_said(tmp_path):
    path = tmp_path / "subjects.csv"
    cells = [(n // 5, int(n % 7 < 3), (n * 37 % 100) / 100) for n in range(300)]
    lines = [f"S{who},{truth},{p}" for who, truth, p in cells]
    path.write_text("\n".join(["who,truth,p", *lines]) + "\n", encoding="utf-8")
    asked = {"truth": "truth", "score": "p", "positive": 1, "score_kind": "probability"}
    alone = evalgui.evaluate(path, **asked, sampling="cohort", risk_threshold=0.3).to_dict()
    grouped = evalgui.evaluate(
        path, **asked, subject="who", sampling="by-subject", risk_threshold=0.3
    ).to_dict()
    for topic, name in (("decision_curve", "net_benefit"), ("calibration", "slope")):
        one, other = alone[topic][name], grouped[topic][name]
        assert one["value"] == pytest.approx(other["value"])
        assert "subject" in other["method"]
        assert (one["low"], one["high"]) != (other["low"], other["high"])
    assert "refused" in grouped["decision_curve"]["p_useful"]


def test_that_tables_have_the_curves(said):
    asked = ("table", *LOGISTIC, "--score-kind", "probability", "--format", "csv", "--table")
    for name, columns in (
        ("decision-curve", {"risk", "net_benefit", "all", "fixed", "avoided", "envelope"}),
        ("calibration", {"probability", "n", "positives", "calibrated", "smooth"}),
        ("gain", {"threshold", "depth", "gain", "lift"}),
        ("cost-curve", {"pc", "least", "trivial", "fixed"}),
        ("precision-recall-gain", {"threshold", "recall_gain", "precision_gain"}),
        ("predictiveness", {"threshold", "from", "to", "risk"}),
    ):
        rows = list(csv.DictReader(io.StringIO(said(*asked, name))))
        assert columns <= set(rows[0])
        assert len(rows) > (5 if name == "predictiveness" else 100)
    people = list(csv.DictReader(io.StringIO(said(*asked, "people"))))
    assert [row["id"] for row in people][:3] == ["prevalence", "ppv", "npv"]


def test_that_what_curves_come_to_is_told(told, said):
    found = told()
    area, gains = found["areas"]["roc_auc"], found["gain"]
    limits = found["area_intervals"]["roc_auc"]
    assert gains["accuracy_ratio"]["value"] == pytest.approx(2 * area - 1)
    assert gains["accuracy_ratio"]["low"] == pytest.approx(2 * limits["low"] - 1)
    assert gains["accuracy_ratio"]["high"] == pytest.approx(2 * limits["high"] - 1)
    lift, interval = found["metrics"]["LIFT"]["value"], found["intervals"]["LIFT"]
    assert gains["lift"]["value"] == lift
    assert (gains["lift"]["low"], gains["lift"]["high"]) == (interval["low"], interval["high"])
    assert found["predictiveness"]["total_gain"]["value"] == pytest.approx(gains["ks"]["value"])
    assert gains["ks"]["none"].startswith("the greatest over the thresholds")
    assert 0 < found["predictiveness"]["explained"]["value"] < 1
    assert 0.99 < found["precision_recall_gain"]["area"]["value"] < 1
    text = said("evaluate", *LOGISTIC)
    for words in ("Accuracy ratio (2 AUC - 1)", "(KS)", "Area under the precision-recall-gain"):
        assert words in text


def test_that_the_risks_of_a_case_control_study_wait_for_a_prevalence(told, capsys):
    of_file, chosen = told(), told("--sampling", "case-control")
    assert "asked" in chosen["predictiveness"]["explained"]
    total = chosen["predictiveness"]["total_gain"]
    assert total["value"] == of_file["predictiveness"]["total_gain"]["value"]
    asked = ("table", *LOGISTIC, "--sampling", "case-control", "--table", "predictiveness")
    typed = told("--sampling", "case-control", "--prevalence", "0.02")["predictiveness"]
    assert typed["explained"]["value"] < of_file["predictiveness"]["explained"]["value"]
    assert main([*asked, "--prevalence", "0.02", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    mean = sum((float(row["to"]) - float(row["from"])) * float(row["risk"]) for row in rows)
    assert mean == pytest.approx(0.02)


def test_that_the_report_has_sections_of_them(said, tmp_path):
    target = tmp_path / "report.html"
    said("report", *LOGISTIC, "--score-kind", "probability", "--out", str(target))
    page = target.read_text(encoding="utf-8")
    for words in ("People", "Decision curve", "Calibration slope", "have it:"):
        assert words in page


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--risk-threshold", "1", "must lie strictly between 0 and 1"),
        ("--prevalence", "3/0", "must lie between 0 and 1"),
        ("--prevalence", "a/b", "no share such as 12/200"),
        ("--score-kind", "odds", "invalid"),
    ],
)
def test_that_what_makes_no_sense_is_refused_in_words(capsys, option, value, words):
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", *LOGISTIC, option, value])
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
