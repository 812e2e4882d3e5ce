"""What scores would be, recalibrated on these data: without a window, and in one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.core.consequences.settings import recalibration
from evalgui.io.meaning import Roles
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json

CLINICAL = str(Path(__file__).parents[2] / "resources/samples/clinical.csv")
ASKED = (
    *(CLINICAL, "--truth", "diagnosis", "--positive", "malignant"),
    *("--score", "logistic_regression", "--score-kind", "probability"),
)
NAME = "logistic_regression, recalibrated on these data (logistic)"


@pytest.fixture
def said(capsys):
    def run(*arguments):
        assert main([*arguments]) == 0
        return capsys.readouterr().out

    return run


def test_that_a_recalibrated_score_is_told_with_its_words_everywhere(said, tmp_path):
    text = said("evaluate", *ASKED, "--recalibrate", "logistic")
    assert f"positive: malignant, when {NAME} >= " in text
    assert "each value is by a map that was made without its row" in text
    found = json.loads(said("evaluate", *ASKED, "--recalibrate", "logistic", "--format", "json"))
    assert found["score"] == NAME
    told = found["calibration"]
    assert told["apparent"]["slope"]["value"] == pytest.approx(1)
    assert told["apparent"]["observed_expected"]["value"] == pytest.approx(1)
    assert told["slope"]["value"] != pytest.approx(1, abs=1e-4)
    assert told["apparent"]["brier"]["value"] < told["brier"]["value"]
    assert told["slope"]["none"].startswith("cross-fitted")
    assert "test" not in told
    assert found["decision_curve"]["apparent"]["model"]["value"] is not None
    report = tmp_path / "r.html"
    said("report", *ASKED, "--recalibrate", "logistic", "--out", str(report))
    html = report.read_text("utf-8")
    assert NAME in html
    assert "made without its row" in html
    assert "Apparent, too good" in html
    rows = said("table", *ASKED, "--recalibrate", "logistic", "--table", "rows", "--format", "json")
    assert NAME in rows


def test_that_the_score_itself_is_what_it_was(said):
    before = json.loads(said("evaluate", *ASKED, "--format", "json"))
    found = json.loads(said("compare", *ASKED, "--recalibrate", "isotonic", "--format", "json"))
    (pair,) = found["pairs"]
    assert (pair["a"], pair["paired"], pair["n"]) == ("logistic_regression", True, 569)
    assert pair["b"] == NAME.replace("logistic)", "isotonic)")
    assert pair["auc"]["a"] == before["areas"]["roc_auc"]
    assert pair["net_benefit"]["0.1"]["difference"] is not None


@pytest.mark.parametrize(
    ("left_out", "more", "why"),
    [
        (ASKED[-2:], ("--recalibrate", "logistic"), "needs scores that are probabilities"),
        ((), ("--recalibrate", "platt"), "is none of logistic, intercept"),
        (ASKED[-4:-2], ("--score", "mean_radius", "--recalibrate=beta"), "are not probabilities"),
    ],
)
def test_that_what_cannot_be_is_refused_with_the_reason(capsys, left_out, more, why):
    words = [one for one in ASKED if one not in left_out]
    try:
        code = main(["evaluate", *words, *more])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert why in capsys.readouterr().err


def test_that_python_has_what_the_command_line_has(said):
    asked = {"truth": "diagnosis", "positive": "malignant", "score": "logistic_regression"}
    found = evalgui.evaluate(
        CLINICAL, **asked, score_kind="probability", recalibrate="prevalence=0.1"
    )
    words = ("--recalibrate", "prevalence=0.1", "--format", "json")
    assert found.to_dict() == json.loads(said("evaluate", *ASKED, *words))
    assert "recalibrated on these data (prevalence=0.1)" in repr(found)
    compared = found.compare("logistic_regression").to_dict()
    assert [one["name"] for one in compared["classifiers"]] == [
        NAME.replace("logistic)", "prevalence=0.1)"),
        "logistic_regression",
    ]


def test_that_subjects_stay_whole(said, tmp_path):
    rng = np.random.default_rng(1)
    path = tmp_path / "s.csv"
    truth = rng.random(300) < 0.4
    p = (0.1 + 0.2 * truth + 0.6 * rng.random(300)).round(4)
    rows = [f"s{k // 3},{int(t)},{q}" for k, (t, q) in enumerate(zip(truth, p, strict=True))]
    path.write_text("\n".join(["who,truth,risk", *rows]) + "\n")
    asked = ["evaluate", str(path), "--truth", "truth", "--positive", "1", "--score", "risk"]
    asked += ["--score-kind", "probability", "--recalibrate", "logistic", "--format", "json"]
    alone = json.loads(said(*asked, "--sampling", "cohort"))["calibration"]
    whole = json.loads(said(*asked, "--subject", "who"))["calibration"]
    assert whole["apparent"]["brier"] == alone["apparent"]["brier"]
    assert whole["brier"]["value"] != alone["brier"]["value"]


def test_that_it_is_kept_as_method_and_seed_and_never_as_numbers():
    one = recalibration("prevalence=0.1", 100.0)
    roles = Roles(truth="t", scores=("p",), recalibrated=(one, recalibration("isotonic")))
    told = roles_to_json(roles)
    assert told["recalibrated"][0] == {
        "score": "",
        "method": "prevalence=0.1",
        "of": 100.0,
        "seed": 1,
    }
    assert roles_from_json(json.loads(json.dumps(told))) == roles
    assert roles.for_any_rows().recalibrated == ()
    for bad in (5, {}, {"score": "p", "method": "x"}, {"score": "p", "method": 1}):
        with pytest.raises(evalgui.DataError, match="not understood"):
            roles_from_json({"recalibrated": [bad]})
