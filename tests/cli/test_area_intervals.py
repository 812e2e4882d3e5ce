"""How sure areas and the equal error rate are, on the command line and in files."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from evalgui.__main__ import main
from evalgui.core.digits import rounded
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.samples import sample_by_id
from tests.cli.running import evaluate
from tests.support.exported import measures_table

CLINICAL = str(sample_by_id("clinical").path)
GIVEN = json.loads(
    (Path(__file__).parents[1] / "data" / "core" / "intervals_of_rankings.json").read_text("utf-8")
)
METHODS = {
    "DeLong plain": "delong",
    "DeLong logit": "logit",
    "Newcombe 5": "newcombe",
    "AUC by Wilson n_eff (proposed)": "wilson",
}


def file_of(path: Path, positives: list[float], negatives: list[float]) -> list[str]:
    parts = (("yes", positives), ("no", negatives))
    lines = ["truth,score", *(f"{name},{one}" for name, scores in parts for one in scores)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    roles = ("--truth", "truth", "--score", "score", "--positive", "yes", "--higher-is-positive")
    return [str(path), *roles]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case["id"])
        for case in GIVEN["cases"]
        if case["kind"] in METHODS and "sample" in case["inputs"]
    ],
)
def test_that_the_methods_of_an_area_are_those_asked_for(
    capsys: Any, tmp_path: Path, case: dict[str, Any]
) -> None:
    sample = GIVEN["samples"][case["inputs"]["sample"]]
    asked = file_of(tmp_path / "x.csv", sample["pos"], sample["neg"])
    found = evaluate(capsys, *asked, "--interval", f"auc={METHODS[case['kind']]}")
    entry = found["area_intervals"]["roc_auc"]
    assert (entry["low"], entry["high"]) == pytest.approx(
        (case["low"], case["high"]), abs=case["abs_tol"]
    )
    assert entry["n"] == [len(sample["pos"]), len(sample["neg"])]


def test_that_summaries_have_an_interval_with_its_method_and_n(capsys: Any) -> None:
    found = evaluate(capsys, CLINICAL, "--score", "decision_tree")
    entries = found["area_intervals"]
    costs = {name: entries.pop(name) for name in ("min_dcf_001", "min_dcf_005")}
    assert set(entries) == {"roc_auc", "average_precision", "eer", "fmr100", "fmr1000"}
    assert all("below what new data have" in entry["undefined"] for entry in costs.values())
    assert "not even one error is allowed" in entries.pop("fmr1000")["undefined"]
    values = found["areas"] | {"eer": found["eer"]["value"]}
    for name, entry in entries.items():
        assert entry["low"] <= values[name] <= entry["high"]
        assert (entry["n"], entry["level"], entry["undefined"]) == ([212, 357], 0.95, None)
        assert entry["method"]
    assert entries["roc_auc"]["method"] == "logit DeLong"
    assert entries["eer"]["method"] == "crossing Wilson bands"
    narrow = evaluate(capsys, CLINICAL, "--score", "decision_tree", "--level", "0.8")
    for name, entry in narrow["area_intervals"].items():
        if name not in entries:
            continue
        assert entries[name]["low"] <= entry["low"] <= entry["high"] <= entries[name]["high"]
    assert narrow["area_intervals"]["roc_auc"]["level"] == 0.8


def test_that_average_precision_knows_how_rows_were_sampled(capsys: Any) -> None:
    asked = (CLINICAL, "--score", "mean_radius")
    cohort = evaluate(capsys, *asked)["area_intervals"]["average_precision"]
    fixed = evaluate(capsys, *asked, "--sampling", "case-control")
    other = fixed["area_intervals"]["average_precision"]
    assert cohort["method"] == other["method"] == "logit, jackknife"
    assert cohort["low"] < other["low"]
    assert "the share of positives is that of this file" in other["assumes"]


def test_that_few_positives_are_a_proportion(capsys: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    asked = file_of(tmp_path / "x.csv", list(rng.normal(1, 1, 30)), list(rng.normal(0, 1, 40)))
    found = evaluate(capsys, *asked)
    entry = found["area_intervals"]["average_precision"]
    expected = proportion_confint(found["areas"]["average_precision"] * 30, 30, method="wilson")
    assert (entry["low"], entry["high"]) == pytest.approx(expected, abs=1e-12)


def test_that_a_summary_without_an_interval_says_why(capsys: Any, tmp_path: Path) -> None:
    found = evaluate(capsys, *file_of(tmp_path / "x.csv", [3.0], [1.0, 2.0, 4.0]))
    entry = found["area_intervals"]["roc_auc"]
    assert (entry["low"], entry["high"], entry["method"]) == (None, None, None)
    assert entry["undefined"] == "a class with one row says nothing about its spread"
    equal = evaluate(capsys, *file_of(tmp_path / "y.csv", [1.0, 1.0], [1.0, 1.0]))
    assert equal["area_intervals"]["roc_auc"]["undefined"] == "all scores are equal"


def test_that_labels_alone_have_none(capsys: Any) -> None:
    iris = str(sample_by_id("iris").path)
    assert evaluate(capsys, iris)["area_intervals"] == {}


def test_that_people_read_them(capsys: Any) -> None:
    entries = evaluate(capsys, CLINICAL, "--score", "decision_tree")["area_intervals"]
    assert main(["evaluate", CLINICAL, "--score", "decision_tree"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for start, name in (("roc_auc ", "roc_auc"), ("eer ", "eer")):
        (line,) = (line for line in lines if line.startswith(start))
        entry = entries[name]
        low, high = rounded(entry["low"]), rounded(entry["high"])
        assert line.endswith(f"{low} to {high} ({entry['method']})")


def test_that_a_table_has_them() -> None:
    snapshot = resolve(Inputs(load(CLINICAL, roles=Roles(scores=("logistic_regression",))).dataset))
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(measures_table(snapshot)))}
    assert float(rows["roc_auc"]["low"]) < float(rows["roc_auc"]["value"])
    assert rows["roc_auc"]["method"] == "Wilson, effective n"
    assert float(rows["eer_value"]["high"]) > float(rows["eer_value"]["value"])
    assert rows["eer_low"]["method"] == rows["pr_auc_trapezoid"]["method"] == ""
