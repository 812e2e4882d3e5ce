"""Failures to acquire and to enrol in the error rates of transactions."""

from __future__ import annotations

import json

import pytest

import evalgui
from evalgui.__main__ import main

COUNTS = {"genuine,2": 88, "genuine,0": 12, "impostor,2": 3, "impostor,0": 197}
ROWS = "label,score\n" + "".join(f"{row}\n" * n for row, n in COUNTS.items())
ROLES = ("--truth", "label", "--score", "score", "--positive", "genuine", "--threshold", "1")


@pytest.fixture
def told(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(ROWS, encoding="utf-8")

    def ask(*more, command="evaluate"):
        capsys.readouterr()
        code = main([command, str(path), *ROLES, *more])
        return code, capsys.readouterr()

    return ask


def test_that_failures_are_folded_into_the_rates(told):
    fta = ("--fta", "5/1000", "--fta", "4/900", "--fte", "2/100", "--format", "json")
    code, printed = told(*fta)
    found = json.loads(printed.out)["failures"]
    fnmr, fmr, genuine, impostor, fte = 12 / 100, 3 / 200, 5 / 1000, 4 / 900, 2 / 100
    assert code == 0
    assert found["frr"]["value"] == pytest.approx(genuine + (1 - genuine) * fnmr)
    assert found["far"]["value"] == pytest.approx((1 - impostor) * fmr)
    rejected = genuine + (1 - genuine) * fnmr
    assert found["gfrr"]["value"] == pytest.approx(fte + (1 - fte) * rejected)
    assert found["gfar"]["value"] == pytest.approx((1 - fte) * (1 - impostor) * fmr)
    for name in ("frr", "far", "gfrr", "gfar"):
        assert found[name]["low"] < found[name]["value"] < found[name]["high"]


def test_that_what_was_not_measured_is_asked_and_never_0(told):
    _code, printed = told("--fta", "5/1000", "--format", "json")
    found = json.loads(printed.out)["failures"]
    assert found["frr"]["value"] > 0.12
    assert "--fte" in found["gfrr"]["asked"]
    assert "--fte" in found["fte"]["asked"]
    _code, printed = told("--fte", "1/50", "--format", "json")
    found = json.loads(printed.out)["failures"]
    assert "--fta" in found["frr"]["asked"]
    assert "--fta" in found["gfrr"]["asked"]


@pytest.mark.parametrize("text", ["5", "5/0", "7/5", "a/b", "-1/5"])
def test_that_what_is_no_number_of_failures_is_refused(told, capsys, text):
    with pytest.raises(SystemExit) as ended:
        told(f"--fta={text}")
    assert ended.value.code == 2
    assert "argument --fta" in capsys.readouterr().err


def test_that_a_table_without_failures_says_what_it_lacks(told):
    code, printed = told("--table", "failures", command="table")
    assert code == 2
    assert "failures have to be counted first" in printed.err


def test_that_python_says_the_same(told):
    _code, printed = told("--fta", "5/1000", "--fte", "2/100", "--format", "json")
    rows = [line.split(",") for line in ROWS.splitlines()[1:]]
    found = evalgui.evaluate(
        truth=[label for label, _score in rows],
        score=[float(score) for _label, score in rows],
        positive="genuine",
        threshold=1,
        fta="5/1000",
        fte="2/100",
    )
    assert found.to_dict()["failures"] == json.loads(printed.out)["failures"]
