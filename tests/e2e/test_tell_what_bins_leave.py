"""Scores in bins: what these leave open is told wherever a number is."""

from __future__ import annotations

import csv
import html
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from evalgui.__main__ import main
from evalgui.core.requests import SetThreshold
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.io.building.shown_findings import INSIDE_OF_BIN, shown_findings
from tests.e2e.test_open_a_file import write

if TYPE_CHECKING:
    from pathlib import Path

BINS = "bin_low,bin_high,n_positive,n_negative\n0.1,0.4,1,9\n0.4,0.6,4,6\n0.6,0.9,15,10\n"
AREA = "0.705 (0.522 to 0.888, as far as bins tell)"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path: Path = write(tmp_path, "bins.csv", BINS)
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_that_text_json_and_tables_tell_it(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert AREA in printed(capsys, "evaluate", str(table))
    found = json.loads(printed(capsys, "evaluate", str(table), "--format", "json"))
    area = found["areas"]["roc_auc"]
    ends = {"low": 0.522, "high": 0.888, "undefined": None}
    assert found["area_brackets"]["roc_auc"] == pytest.approx(ends)
    limits = found["area_intervals"]["roc_auc"]
    assert limits["bracket"]["low"] < limits["low"] < area < limits["high"]
    assert found["area_brackets"]["pr_auc_trapezoid"]["undefined"]
    rules = printed(capsys, "rules", str(table), "--at", "fmr=0.5")
    assert "snapped to the edge of a bin" in rules
    assert "value 0.250 (0.050 to 0.250, as far as bins tell)" in rules
    out = tmp_path / "measures.csv"
    printed(capsys, "table", str(table), "--table", "measures", "--out", str(out))
    assert '"roc_auc","ROC AUC",0.705,' in out.read_text("utf-8")
    assert ",0.522,0.888" in out.read_text("utf-8")


def test_that_a_comparison_tells_it(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write(tmp_path, "other.csv", BINS.replace("1,9", "6,4").replace("15,10", "10,15"))
    assert AREA in printed(capsys, "compare", str(table), str(other))
    told = json.loads(printed(capsys, "compare", str(table), str(other), "--format", "json"))
    (pair,) = told["pairs"]
    area = pair["auc"]
    assert area["bracket"]["low"] < area["difference"] < area["bracket"]["high"]
    assert area["limits_bracket"]["low"] < area["low"]
    assert area["p_bracket"]["low"] <= area["p"] <= area["p_bracket"]["high"]
    assert "bracket" not in pair["at"]["TPR"]  # at an edge


def test_that_what_bins_leave_open_meets_no_criterion(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for bound, verdict in ((0.5, "met"), (0.6, "cannot tell"), (0.8, "cannot tell")):
        main(["evaluate", str(table), "--format", "json", "--require", f"AUC>={bound}"])
        (found,) = json.loads(capsys.readouterr().out)["requirements"]["each"].values()
        assert found["verdict"] == verdict


def test_that_measures_inside_of_a_bin_tell_it(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inside = "--threshold", "0.5", "--prevalence", "0.1"
    assert "0.750 (0.750 to 0.950, as far as" in printed(capsys, "evaluate", str(table), *inside)
    found = json.loads(printed(capsys, "evaluate", str(table), *inside, "--format", "json"))
    ends = {"low": 0.75, "high": 0.95, "undefined": None}
    assert found["metrics"]["TPR"]["bracket"] == pytest.approx(ends)
    assert found["metrics"]["OP"]["bracket"]["undefined"]
    assert "bracket" not in found["metrics"]["PREV"]
    ppv = found["at_prevalence"]["PPV"]["bracket"]
    assert ppv == found["people"]["ppv"]["bracket"]
    assert ppv["low"] == pytest.approx(0.075 / (0.075 + 0.9 * 0.64))
    assert ppv["high"] == pytest.approx(0.095 / (0.095 + 0.9 * 0.4))
    exact = printed(capsys, "evaluate", str(table), "--threshold", "0.6", "--format", "json")
    assert not any("bracket" in one for one in json.loads(exact)["metrics"].values())


def table_of(
    capsys: pytest.CaptureFixture[str], path: Path, name: str, *arguments: str
) -> list[dict[str, str]]:
    text = printed(capsys, "table", str(path), "--table", name, *arguments)
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


def test_that_tables_along_a_curve_and_of_groups_tell_it(
    tmp_path: Path, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = table_of(capsys, table, "cost-curve", "--threshold", "0.5")[500]
    least = [float(half[name]) for name in ("least_bins_low", "least", "least_bins_high")]
    assert least == pytest.approx([0.125, 0.325, 0.325])
    fixed = [float(half[name]) for name in ("fixed_bins_low", "fixed", "fixed_bins_high")]
    assert fixed == pytest.approx([0.225, 0.325, 0.445])
    assert "fixed_bins_low" not in table_of(capsys, table, "cost-curve", "--threshold", "0.6")[0]
    lines = BINS.splitlines()
    text = "\n".join([f"sex,{lines[0]}", *(f"{sex},{one}" for sex in "fm" for one in lines[1:])])
    path = write(tmp_path, "sexes.csv", text)
    for row in table_of(capsys, path, "groups", "--group", "sex"):
        ends = [float(row[f"roc_auc_bins_{end}"]) for end in ("low", "high")]
        assert ends == pytest.approx([0.522, 0.888])


def test_that_tables_of_scores_tell_both_edges(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, *_others = table_of(capsys, table, "scores")
    assert first == {"low": "0.6", "high": "0.9", "positive": "15", "rest": "10"}
    found = table_of(capsys, table, "errors", "--threshold", "0.6")
    assert {(one["low"], one["high"], one["instances"]) for one in found} == {
        ("0.1", "0.4", "1"),
        ("0.4", "0.6", "4"),
        ("0.6", "0.9", "10"),
    }


def test_that_no_ratio_of_costs_is_said_to_be_known(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = json.loads(printed(capsys, "evaluate", str(table), "--format", "json"))["people"]
    for name in ("ratio_low", "ratio_high"):
        assert found[name]["bracket"]["undefined"], name


def test_that_a_report_tells_it(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    printed(capsys, "report", str(table), "--out", str(out))
    text = html.unescape(re.sub(r"<[^>]+>", " ", out.read_text("utf-8")))
    assert AREA in text
    assert "in the best and the worst order within bins" in text
    assert "It is the edge of a bin." in text


def test_that_nothing_is_told_of_bins_of_one_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    exact = BINS.replace("0.4,1", "0.1,1").replace("0.6,4", "0.4,4").replace("0.9,15", "0.6,15")
    told = printed(capsys, "evaluate", str(write(tmp_path, "exact.csv", exact)), "--format", "json")
    assert "bracket" not in told


def test_that_the_window_tells_it_and_rests_at_edges(program: Any, table: Path) -> None:
    program.open_path(table)
    program.rest()
    model = program.window.metrics.model
    index = model.index_of("roc_auc")
    told = model.data(index.siblingAtColumn(ColumnOf.DETAIL))
    assert told == "0.522\N{EN DASH}0.888 in bins"
    program.drag("histogram", [0.3, 0.5], lambda: None)
    assert program.snapshot.point.threshold in {0.1, 0.4, 0.6}
    assert INSIDE_OF_BIN not in {one.code for one in shown_findings(program.snapshot)}
    program.workspace.ask(SetThreshold(0.5))
    program.rest()
    assert any("inside of the bin" in one.words for one in program.window.findings.listed)
    same = program.window.decision.head.same.text()
    index = model.index_of("TPR")
    assert model.data(index.siblingAtColumn(ColumnOf.DETAIL)) == "0.750\N{EN DASH}0.950 in bins"
    assert "inside of the bin 0.4 to 0.6, of which nothing is called" in same
    (finding,) = (one for one in shown_findings(program.snapshot) if one.code == INSIDE_OF_BIN)
    assert "rate would be 0.750 to 0.950" in finding.text
    assert "rate 0.400 to 0.640" in finding.text
    program.workspace.ask(SetThreshold(0.6))
    program.rest()
    assert "at the edge of a bin" in program.window.decision.head.same.text()
    assert not any("inside of the bin" in one.words for one in program.window.findings.listed)
