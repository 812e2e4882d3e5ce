"""Class probabilities with what other programs give of them, each within its own tolerance.

What a file of them says is in `evalgui.io.verifying`, which the program checks itself with.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import pytest

from evalgui.core.multiclass import ClassScores, MulticlassSettings, score_metric_by_id
from evalgui.core.probabilities import BRIER, LOG_LOSS, Probabilities
from evalgui.io.verifying.cases import OVERALL, matrix_of, of_matrix, of_probabilities, scores_of

DATA = Path(__file__).parents[1] / "data" / "core"
OF_CLASSIFIERS = {
    case["id"]: case
    for case in json.loads((DATA / "class_probabilities.json").read_text(encoding="utf-8"))
}


def agrees(found, expected, tolerance):
    if isinstance(expected, list):
        return len(found) == len(expected) and all(
            agrees(one, other, tolerance) for one, other in zip(found, expected, strict=True)
        )
    expected = float(expected)
    if math.isnan(expected) or math.isinf(expected):
        return found == expected or (math.isnan(found) and math.isnan(expected))
    return abs(found - expected) <= tolerance


def case_of(case_id):
    case = OF_CLASSIFIERS[case_id]
    return case["inputs"], {entry["quantity"]: entry for entry in case["expected"]}


def rows_of(inputs):
    with (DATA / inputs["path"]).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_that_real_class_probabilities_give_their_reference_values():
    inputs, expected = case_of("real_classifiers/iris-multiclass")
    rows = rows_of(inputs)
    classes = inputs["classes"]
    truth = [classes.index(row[inputs["truth"]]) for row in rows]
    data = ClassScores(classes, truth, [[float(row[name]) for row in rows] for name in classes])
    assert data.matrix.counts.tolist() == expected.pop("confusion_matrix")["value"]
    shares = [score_metric_by_id("TOP_K").value(data, MulticlassSettings(top_k=k)) for k in (1, 2)]
    assert agrees(shares, expected.pop("topk_accuracy")["value"], 1e-12)
    per = expected.pop("roc.auc_ovr_per_class")
    assert agrees(data.aucs.tolist(), per["value"], per["abs_tol"])
    # rows that were rounded to six decimals are taken as they are, not scaled to 1
    for quantity in ("roc.auc_ovr_macro", "roc.auc_ovo_macro"):
        entry = expected.pop(quantity)
        assert agrees(of_probabilities(data, quantity), entry["value"], entry["abs_tol"])
    checked = 0
    for quantity, entry in expected.items():
        if quantity in OVERALL:
            found = of_matrix(data.matrix, quantity, {})
            assert agrees(found, entry["value"], entry["abs_tol"]), quantity
            checked += 1
    assert checked >= 4


def test_that_pairs_of_classes_are_averaged_as_scikit_learn_does():
    inputs, expected = case_of("sklearn_ranking/ovo-toy")
    data = scores_of(inputs)
    for quantity in ("roc.auc_ovo_macro", "roc.auc_ovr_macro", "roc.auc_ovr_weighted"):
        entry = expected[quantity]
        assert agrees(of_probabilities(data, quantity), entry["value"], entry["abs_tol"])


def test_that_a_class_that_is_only_called_is_counted_with_its_row_of_zeros():
    inputs, expected = case_of("labels_and_files/three-class-absent")
    rows = [line.split(",") for line in inputs["content"].split()[1:]]
    matrix = matrix_of(
        {"kind": "labels", "y_true": [row[0] for row in rows], "y_pred": [row[1] for row in rows]}
    )
    assert matrix.counts.tolist() == expected["confusion_matrix"]["value"]
    assert matrix.only_in_predictions == ("c",)
    for quantity in ("per_class.tpr", "per_class.ppv", "bacc_multiclass", "macro_f1"):
        entry = expected[quantity]
        assert agrees(of_matrix(matrix, quantity, {}), entry["value"], entry["abs_tol"])


@pytest.mark.parametrize("name", ["breast-cancer-logistic", "breast-cancer-tree3"])
def test_that_real_probabilities_give_their_reference_values(name):
    inputs, expected = case_of(f"real_classifiers/{name}")
    rows = rows_of(inputs)
    data = Probabilities.from_scores(
        [float(row[inputs["score"]]) for row in rows],
        [row[inputs["truth"]] == inputs["pos_label"] for row in rows],
    )
    for metric, quantity in ((BRIER, "brier"), (LOG_LOSS, "log_loss")):
        entry = expected[quantity]
        assert agrees(metric.measured(data).value, entry["value"], entry["abs_tol"]), quantity
