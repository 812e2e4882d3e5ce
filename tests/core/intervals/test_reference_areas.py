"""Areas, their variances and tests as other programs print them, where those files are at hand.

Some of their data belong to packages that do not let them be copied: without the folder of
reference cases beside the project there is nothing to test here.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalgui.core.comparing import McNemar, areas
from evalgui.core.dataset import Score
from evalgui.core.intervals import auc
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.score_table import ScoreTable

FOLDER = Path(__file__).parents[4] / "shared" / "cases" / "reference"
QUANTITIES = ("delong.", "delong_test.", "roc.auc_ci_delong", "mcnemar")


def entries() -> list[Any]:
    """Return each case with one expected number, or pair of numbers, of these kinds."""
    found = []
    for path in sorted(FOLDER.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            for place, entry in enumerate(case["expected"]):
                if entry["quantity"].startswith(QUANTITIES):
                    name = f"{case['id']}-{entry['quantity']}-{place}"
                    found.append(pytest.param(case["inputs"], entry, id=name))
    return found


def columns(inputs: dict[str, Any], *names: str) -> tuple[list[Any], Any]:
    """Return scores and truth of a file, or of the lists of a case."""
    if inputs["kind"] == "scores":
        truth = np.array(inputs["y_true"]) == inputs["pos_label"]
        return [np.array(inputs["y_score"], dtype=np.float64)], truth
    with (FOLDER / inputs["path"]).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    truth = np.array([row[inputs["truth"]] == str(inputs["pos_label"]) for row in rows])
    return [np.array([float(row[name]) for row in rows]) for name in names], truth


def area_value(inputs: dict[str, Any], entry: dict[str, Any]) -> Any:
    (scores,), truth = columns(inputs, inputs.get("score", ""))
    area = ranked_area(ScoreTable(scores, truth))
    if entry["quantity"] == "delong.var":
        return area.variance
    if entry["quantity"] == "delong.se":
        return math.sqrt(area.variance)
    params = entry.get("params") or {}
    method = auc.delong if params.get("clip") is False else auc.delong_clipped
    return method(area, params.get("level", 0.95))


def value_of_test(inputs: dict[str, Any], entry: dict[str, Any]) -> Any:
    both, truth = columns(inputs, *inputs["scores"])
    one, other = (Score("s", scores) for scores in both)
    found = areas.paired(one, other, truth.astype(np.int64), (~truth).astype(np.int64))
    return {
        "z": found.z,
        "p": found.p,
        "auc_pair": (found.first, found.second),
        "ci_diff": found.limits(0.95),
    }[entry["quantity"].removeprefix("delong_test.")]


def mcnemar_value(inputs: dict[str, Any], entry: dict[str, Any]) -> float:
    split = (inputs["b"], inputs["c"]) if "b" in inputs else (inputs["fn"], inputs["fp"])
    test = McNemar(*split)
    return {
        "mcnemar.p_cc": test.corrected,
        "mcnemar.p": test.asymptotic,
        "mcnemar_exact.p": test.exact,
    }[entry["quantity"]]


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the reference cases are not beside the project")
@pytest.mark.parametrize(("inputs", "entry"), entries())
def test_number_of_another_program(inputs: dict[str, Any], entry: dict[str, Any]) -> None:
    quantity = entry["quantity"]
    of = area_value
    if quantity.startswith("delong_test"):
        of = value_of_test
    elif quantity.startswith("mcnemar"):
        of = mcnemar_value
    expected = entry["value"]
    expected = tuple(expected) if isinstance(expected, list) else expected
    assert of(inputs, entry) == pytest.approx(expected, abs=entry["abs_tol"])
