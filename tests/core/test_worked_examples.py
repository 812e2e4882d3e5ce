"""The two-class worked examples of the four source texts, with exact values."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from evalgui.core.areas import average_precision, davis_goadrich_area, trapezoid_area
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.counts import Counts
from evalgui.core.curves import ROC, vertices
from evalgui.core.metrics import METRICS, Parameters, metric_by_id
from evalgui.core.score_table import ScoreTable
from tests.core.choosing import threshold_by

EXAMPLES = json.loads(
    (Path(__file__).parents[1] / "data/core/worked_examples.json").read_text(encoding="utf-8")
)
BY_ID = {example["id"]: example for example in EXAMPLES}
TABLES = [e for e in EXAMPLES if e["kind"] == "matrix2x2" and "TP" in e["inputs"]]
# names of the sources for a measure with a parameter of its own
SPECIAL = {
    "F2": ("FBETA", {"beta": 2.0}),
    "F05": ("FBETA", {"beta": 0.5}),
    "DICE": ("F1", {}),
    "F_ALPHA_0.7": ("FALPHA", {"alpha": 0.7}),
}
KNOWN = {metric.id for metric in METRICS}


def exact(entry):
    return float(Fraction(entry["exact"])) if "exact" in entry else float(entry["value"])


@pytest.mark.parametrize("example", TABLES, ids=lambda example: example["id"])
def test_that_a_table_of_the_sources_gives_its_exact_values(example):
    inputs = example["inputs"]
    counts = Counts(tp=inputs["TP"], fp=inputs["FP"], fn=inputs["FN"], tn=inputs["TN"])
    checked = 0
    for name, entry in example["expected"].items():
        metric_id, parameters = SPECIAL.get(name, (name, {}))
        if metric_id not in KNOWN:
            continue
        found = float(metric_by_id(metric_id).value(counts, Parameters(**parameters)))
        if entry["value"] is None:
            assert np.isnan(found), name
        else:
            assert found == pytest.approx(exact(entry), rel=1e-12, abs=1e-15), name
        checked += 1
    assert checked


@pytest.mark.parametrize("example_id", ["tharwat-2018/roc-table1", "validation-post/roc"])
def test_that_every_row_of_the_printed_table_is_an_operating_point(example_id):
    inputs, expected = BY_ID[example_id]["inputs"], BY_ID[example_id]["expected"]
    steps = ScoreTable(inputs["scores"], inputs["labels"]).steps
    rows = expected["rows"]["value"]
    assert len(steps) == len(rows)
    for number, row in enumerate(rows):
        counts = steps.counts_of(number)
        assert steps.threshold(number) == float(row["threshold"])
        assert (counts.tp, counts.fp) == (row["TP"], row["FP"])
        assert (counts.fn, counts.tn) == (row["FN"], row["TN"])
        for name in set(row) & KNOWN:
            found = float(metric_by_id(name).value(counts))
            assert found == row[name] or (row[name] is None and np.isnan(found)), (number, name)


def test_that_table_1_of_tharwat_has_its_areas_and_operating_points():
    inputs, expected = (BY_ID["tharwat-2018/roc-table1"][key] for key in ("inputs", "expected"))
    table = ScoreTable(inputs["scores"], inputs["labels"])
    eer = equal_error_rate(table.steps)
    assert len(table.steps) == 21
    assert table.auc == float(Fraction(17, 25))
    assert (eer.value, eer.threshold, eer.low, eer.high) == (0.4, 0.45, 0.4, 0.4)
    assert threshold_by("youden", table) == expected["YOUDEN_threshold"]["value"]
    assert average_precision(table.steps) == pytest.approx(exact(expected["AP"]), abs=1e-15)
    area = davis_goadrich_area(table.steps)
    assert area == pytest.approx(exact(expected["PR_DAVIS_GOADRICH"]), abs=1e-15)
    biased = trapezoid_area(table.steps)
    assert biased == pytest.approx(exact(expected["PR_TRAPEZOID"]), abs=1e-15)


def test_that_tied_scores_of_binu_and_the_post_move_together():
    binu = BY_ID["binu-2022/zaki-ties"]
    table = ScoreTable(binu["inputs"]["scores"], binu["inputs"]["labels"])
    found = vertices(ROC, table)
    expected = np.array(binu["expected"]["points"]["value"])
    np.testing.assert_array_equal(np.column_stack([found.x, found.ys[0]]), expected)
    assert table.auc == float(Fraction(5, 6))
    post = BY_ID["validation-post/roc"]["inputs"]
    assert ScoreTable(post["scores"], post["labels"]).auc == float(Fraction(14, 25))
