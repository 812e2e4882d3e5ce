"""Operating points whose reference values other programs, papers and exact computations give."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.rules.biometric_figures import (
    FMR_TARGETS,
    fmr_at_fnmr,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.score_table import ScoreTable
from evalgui.io.verifying.checked import known
from evalgui.io.verifying.points import chosen, scores_of, value_of

SETS = known("operating_points")["genuine_impostor"]
SHARED = Path(__file__).parents[4] / "shared/cases/reference"


def place(entry, threshold):
    """Return a threshold of a reference that was computed on scores of the other sign."""
    return -float(threshold) if entry["kind"] == "distance" else float(threshold)


@pytest.mark.parametrize("name", SETS)
def test_that_errors_at_errors_are_those_of_the_reference(name):
    entry = SETS[name]
    steps = scores_of(entry).steps
    for key, target in FMR_TARGETS.items():
        expected = entry["reference"].get(key.lower())
        if expected is None:
            continue
        found = fnmr_at_fmr(steps, target)
        assert found.fnmr.value == pytest.approx(expected["fnmr"], abs=1e-14)
        assert found.fmr.value == pytest.approx(expected["fmr"], abs=1e-14)
        assert found.threshold == place(entry, expected["threshold"])
        if not found.is_supported:
            assert found.bound == pytest.approx(2.9957322735539909 / steps.n_negative)
    expected = entry["reference"]["zero_fmr"]
    found = fnmr_at_fmr(steps, 0.0)
    assert found.fnmr.value == pytest.approx(expected["fnmr"], abs=1e-14)
    assert found.threshold == place(entry, expected["threshold"])
    expected = entry["reference"]["zero_fnmr"]
    found = fmr_at_fnmr(steps, 0.0)
    assert found.fmr.value == pytest.approx(expected["fmr"], abs=1e-14)
    assert found.threshold == place(entry, expected["threshold"])


@pytest.mark.parametrize("name", SETS)
def test_that_minimal_costs_are_those_of_the_reference(name):
    entry = SETS[name]
    table = scores_of(entry)
    costs = {
        "mindcf_p0.01": DetectionCost(0.01),
        "mindcf_p0.05": DetectionCost(0.05),
        "mindcf_p0.001": DetectionCost(0.001),
        "mindcf_sre08": DetectionCost(0.01, 10.0),
    }
    for key, cost in costs.items():
        expected = entry["reference"][key]
        found = minimal_cost(table.steps, key, (cost,))
        assert found.normalised == pytest.approx(expected["norm"], abs=1e-14)
        assert found.raw == pytest.approx(expected["raw"], abs=1e-14)
        choice = chosen("min-dcf", table, p_target=cost.p_target, c_miss=cost.c_miss)
        known = (choice.threshold, *choice.ties)
        assert place(entry, expected["threshold"]) in known
    assert chosen("youden", table).value == pytest.approx(entry["reference"]["youden_j"], abs=1e-14)
    hter = entry["reference"]["min_hter"]
    choice = chosen("cost", table, prevalence=0.5)
    assert choice.value == pytest.approx(hter["value"], abs=1e-14)
    assert place(entry, hter["threshold"]) in (choice.threshold, *choice.ties)


def test_that_the_actual_cost_is_taken_at_the_operating_point():
    table = ScoreTable([2.0, 1.0, 0.5, -1.0], [True, False, True, False])
    cost = DetectionCost(0.5)
    found = minimal_cost(table.steps, "", (cost,), table.counts_at(1.0))
    assert (found.normalised, found.actual) == (0.5, 1.0)
    assert cost.bayes_threshold() == 0.0
    assert DetectionCost(0.01).bayes_threshold("10") == pytest.approx(np.log10(99))
    assert chosen("bayes", table, p_target=0.5).threshold == 0.0


def read_scores(inputs):
    """Return the table of a data file that is not part of the project."""
    if inputs["kind"] == "genuine_impostor_files":
        genuine, impostor = (np.loadtxt(SHARED / inputs[name]) for name in ("genuine", "impostor"))
        truth = np.arange(len(genuine) + len(impostor)) < len(genuine)
        return ScoreTable(np.concatenate([genuine, impostor]), truth)
    with (SHARED / inputs["path"]).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row[inputs["score"]] not in {"", "NA"}]
    truth = [row[inputs["truth"]] == inputs["pos_label"] for row in rows]
    return ScoreTable([float(row[inputs["score"]]) for row in rows], truth)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the data files are not part of the project")
@pytest.mark.parametrize(
    ("file", "case_id"),
    [
        ("optimalcutpoints_elas", "Youden"),
        ("optimalcutpoints_elas", "ROC01"),
        ("optimalcutpoints_elas", "MaxEfficiency"),
        ("pROC_aSAH", "s100b"),
        ("pROC_aSAH", "wfns"),
        ("biometrics_eer_dcf", "nonsep"),
    ],
)
def test_that_files_of_other_programs_have_their_cut_points(file, case_id):
    cases = json.loads((SHARED / f"{file}.json").read_text(encoding="utf-8"))["cases"]
    (case,) = (one for one in cases if one["id"] == f"{file}/{case_id}")
    table = read_scores(case["inputs"])
    rules = {"youden": "youden", "closest_topleft": "closest", "acc": "accuracy"}
    checked = 0
    for expected in case["expected"]:
        kind, _, name = expected["quantity"].partition(".")
        values, tolerance = expected["value"], expected.get("abs_tol", 1e-9)
        if name == "youden_cost":
            parameters = expected["params"]
            choice = chosen(
                "cost",
                table,
                cost_fn=float(parameters["cost_fn_over_fp"]),
                prevalence=parameters["prevalence"],
            )
        elif kind.startswith("best_") and name in rules:
            choice = chosen(rules[name], table)
        elif kind in {"eer", "min_hter", "min_weighted_error", "min_dcf_normalised"} or (
            kind in {"fnmr_at_fmr_le", "fmr_at_fnmr_le"}
        ):
            found = value_of(expected["quantity"], table, expected.get("params", {}))
            assert found == pytest.approx(values, abs=tolerance), expected
            checked += 1
            continue
        else:
            continue
        counts = choice.counts
        if kind == "best_threshold_set":
            assert sorted(choice.ties or [choice.threshold]) == values
        elif kind == "best_threshold":
            assert choice.threshold == values
        elif kind == "best_counts":
            assert values == {"tp": counts.tp, "fp": counts.fp, "tn": counts.tn, "fn": counts.fn}
        elif kind == "best_midpoint_threshold":  # halfway to the next score below
            assert (choice.low + choice.high) / 2 == pytest.approx(values, abs=tolerance)
        else:
            found = {
                "best_tpr": counts.tp / table.n_positive,
                "best_tnr": counts.tn / table.n_negative,
            }.get(kind, choice.value)
            assert found == pytest.approx(values, abs=tolerance), expected
        checked += 1
    assert checked
