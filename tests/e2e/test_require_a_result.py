"""What is required of a result decides the exit code, so that a pipeline can stand on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

import evalgui
from evalgui.__main__ import main
from evalgui.core.requirements import Verdict
from evalgui.results.topics.requirements import required

CLINICAL = str(Path(__file__).parents[2] / "resources/samples/clinical.csv")
LOGISTIC = (
    *(CLINICAL, "--truth", "diagnosis", "--positive", "malignant"),
    *("--score", "logistic_regression"),
)


def run(capsys, *required, options=()):
    asked = [word for one in required for word in ("--require", one)]
    code = main(["evaluate", *LOGISTIC, *options, *asked, "--format", "json"])
    printed = capsys.readouterr()
    return code, json.loads(printed.out), printed.err


def test_that_all_that_is_met_ends_well(capsys):
    code, told, error = run(capsys, "TPR-limit>=0.9", "brier<=0.1", "roc_auc>0.99")
    assert (code, error) == (0, "")
    assert told["requirements"]["all_met"] is True
    each = told["requirements"]["each"]["TPR-limit>=0.9"]
    k, n = told["metrics"]["TPR"]["numerator"], told["metrics"]["TPR"]["denominator"]
    assert each["limit"] == pytest.approx(beta.ppf(0.05, k, n - k + 1))
    assert (each["verdict"], each["bound"]) == ("met", 0.9)


def test_that_one_that_is_not_met_is_named(capsys):
    code, told, error = run(capsys, "TPR-limit>=0.95", "brier<=0.1")
    assert code == 1
    assert error.startswith("evalgui: not met: TPR-limit>=0.95 (0.93")
    assert "brier" not in error
    assert told["requirements"]["all_met"] is False


def test_that_the_value_may_meet_what_its_limit_does_not(capsys):
    assert run(capsys, "TPR>=0.95")[0] == 0
    assert run(capsys, "TPR-limit>=0.95")[0] == 1


@pytest.mark.parametrize("asked", ["mcb-limit<=0.1", "slope>=0.8", "net_benefit>=0"])
def test_that_what_cannot_be_told_is_not_met(capsys, asked):
    options = ("--score-kind", "probability") if asked.startswith("mcb") else ()
    options = (*options, "--sampling", "case-control") if asked.startswith("net") else options
    code, told, error = run(capsys, asked, options=options)
    assert code == 1
    assert told["requirements"]["each"][asked]["verdict"] == "cannot tell"
    assert error.startswith(f"evalgui: cannot tell: {asked} (")


def test_that_the_limit_of_another_number_leaves_as_much_error_on_its_side(capsys):
    options = ("--score-kind", "probability")
    _, told, _ = run(capsys, "slope-limit>=0.8", options=options)
    _, wide, _ = run(capsys, "slope>=0.8", options=(*options, "--level", "0.9"))
    limit = told["requirements"]["each"]["slope-limit>=0.8"]["limit"]
    assert limit == pytest.approx(wide["calibration"]["slope"]["low"], abs=1e-9)


@pytest.mark.parametrize(
    "asked", ["foo>=1", "TPR", "TPR>=x", "TPR>=inf", "TPR=0.9", "limit>=0.9", ""]
)
def test_that_what_is_not_understood_ends_with_two(capsys, asked):
    with pytest.raises(SystemExit) as ended:
        main(["evaluate", *LOGISTIC, "--require", asked])
    assert ended.value.code == 2
    assert "--require" in capsys.readouterr().err


def test_that_a_group_that_fails_or_cannot_tell_is_named_with_its_n(capsys, tmp_path):
    rows = ["y,s,site", *["1,0.9,A", "0,0.1,A", "1,0.2,B", "0,0.1,B", "0,0.3,", "0,0.2,"]]
    (tmp_path / "a.csv").write_text("\n".join(rows))
    asked = "TPR>=0.5 in every site"
    given_ = ["--truth", "y", "--positive", "1", "--score", "s", "--threshold", "0.5"]
    options = [*given_, "--require", asked, "--format", "json"]
    assert main(["evaluate", str(tmp_path / "a.csv"), *options]) == 1
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"evalgui: not met: {asked}: B (0.0, n = 2)",
        f"evalgui: cannot tell: {asked}: without a value (no actual positives, n = 2)",
    ]
    told = json.loads(printed.out)["requirements"]
    assert told["each"][asked]["verdict"] == "not met"
    assert told["each"][asked]["groups"] == [
        {"group": "B", "n": 2, "verdict": "not met"},
        {"group": None, "n": 2, "verdict": "cannot tell"},
    ]
    assert told["groups"][f"{asked}: A"]["verdict"] == "met"
    assert told["groups"][f"{asked}: A"]["n"] == 2


def test_that_a_column_that_is_not_there_cannot_be_told(capsys):
    code, _told, error = run(capsys, "TPR>=0.5 in every ward")
    assert code == 1
    assert error == ("evalgui: cannot tell: TPR>=0.5 in every ward (there is no column 'ward')\n")


def test_that_it_has_to_lie_between_two(capsys):
    options = ("--score-kind", "probability")
    asked = ["0.2<=slope<=9", "slope between 2 and 3", "0<slope-limit<9"]
    code, told, error = run(capsys, *asked, options=options)
    assert code == 1
    assert [line.partition(" (")[0] for line in error.splitlines()] == [
        f"evalgui: not met: {asked[1]}"
    ]
    limits = told["requirements"]["each"][asked[2]]
    _, wide, _ = run(capsys, "slope>=0", options=(*options, "--level", "0.9"))
    ends = [wide["calibration"]["slope"][end] for end in ("low", "high")]
    assert [limits["limit"], limits["upper_limit"]] == pytest.approx(ends, abs=1e-9)


def test_that_net_benefit_is_that_at_its_risk(capsys):
    asked = ["net_benefit at 0.2>=0", "net_benefit at 0.4>=0"]
    code, told, _ = run(capsys, *asked)
    assert code == 0
    for one, risk in zip(asked, ("0.2", "0.4"), strict=True):
        _, alone, _ = run(capsys, "TPR>=0", options=("--risk-threshold", risk))
        value = alone["decision_curve"]["net_benefit"]["value"]
        assert told["requirements"]["each"][one]["value"] == pytest.approx(value, abs=1e-12)


def test_that_python_has_them_as_a_table():
    found = evalgui.evaluate(
        CLINICAL,
        truth="diagnosis",
        positive="malignant",
        score="logistic_regression",
        require=["sensitivity-limit>=0.9", "MCC>=2"],
    )
    each = found.to_dict()["requirements"]["each"]
    assert [one["verdict"] for one in each.values()] == ["met", "not met"]


@given(st.floats(-10, 10), st.floats(-10, 10), st.sampled_from([">=", "<=", ">", "<"]))
def test_that_the_verdict_is_that_of_the_relation(number, bound, relation):
    one = required(f"MCC {relation} {bound!r}")
    holds = {
        ">=": number >= bound,
        "<=": number <= bound,
        ">": number > bound,
        "<": number < bound,
    }[relation]
    assert one.verdict(number) is (Verdict.MET if holds else Verdict.NOT_MET)
    assert one.verdict(float("nan")) is Verdict.CANNOT_TELL
