"""Numbers that other programs and papers give, each within its own tolerance.

Where a value is not ours the reason stands in `DIFFERENT` or `ELSEWHERE`.
"""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import numpy as np
import pytest

from evalgui.core.areas import average_precision, trapezoid_area
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.curves import ROC, vertices
from evalgui.core.metrics import Parameters, metric_by_id
from evalgui.core.multiclass import (
    ClassScores,
    MulticlassSettings,
    matrix_metric_by_id,
    per_class,
    score_metric_by_id,
)
from evalgui.core.multiclass.agreement import cohen_kappa_standard_error
from evalgui.core.probabilities import BRIER, LOG_LOSS, Probabilities
from evalgui.core.score_table import ScoreTable

DATA = Path(__file__).parents[1] / "data" / "core"
CASES = json.loads((DATA / "reference_cases.json").read_text(encoding="utf-8"))
OF_CLASSIFIERS = {
    case["id"]: case
    for case in json.loads((DATA / "class_probabilities.json").read_text(encoding="utf-8"))
}

TWO_CLASS = {
    "acc": "ACC",
    "agf": "AGF",
    "bacc": "BCR",
    "dor": "DOR",
    "err": "ERR",
    "f1": "F1",
    "fnr": "FNR",
    "fpr": "FPR",
    "gmean": "GM",
    "goodman_kruskal_gamma": "YULEQ",
    "hamann": "HC",
    "jaccard": "JACC",
    "kappa": "KAPPA",
    "kendall_tau_b": "MCC",
    "kulczynski2": "K2",
    "lr_neg": "LRN",
    "lr_pos": "LRP",
    "markedness": "MK",
    "mcc": "MCC",
    "npv": "NPV",
    "ochiai": "OCHIAI",
    "op": "OP",
    "ppv": "PPV",
    "prevalence": "PREV",
    "rogers_tanimoto": "RT",
    "russell_rao": "RR",
    "somers_d_c_r": "SOMERS_CR",
    "somers_d_r_c": "SOMERS_RC",
    "somers_d_sym": "SOMERS",
    "ss1": "SS1",
    "ss2": "SS2",
    "ss4": "SS4",
    "ss5": "SS5",
    "tnr": "TNR",
    "tpr": "TPR",
    "youden": "YI",
    "yule_q": "YULEQ",
    "yule_y": "YULEY",
}
OVERALL = {
    "acc": "SMC_K",
    "bacc_adjusted": "BACC_ADJUSTED",
    "bacc_multiclass": "BACC",
    "bennett_s": "BENNETT_S",
    "chi2": "CHI2",
    "cramer_v": "CRAMER_V",
    "dif2": "DIF2",
    "dif2norm": "DIF2NORM",
    "kappa": "KAPPA_K",
    "kappa_no_prevalence": "HC_K",
    "lambda_a": "LAMBDA_TRUTH",
    "lambda_b": "LAMBDA_CALL",
    "macro_f1": "F_MACRO",
    "macro_ppv": "MACRO_P",
    "macro_tpr": "MACRO_R",
    "mcc_multiclass": "MCC_K",
    "mutual_information_bits": "MI_BITS",
    "nir": "NIR",
    "normalized_mutability": "MUT",
    "phi2": "PHI2",
    "rh": "RH",
    "scott_pi": "SCOTT_PI",
    "weighted_f1": "WEIGHTED_F",
    "weighted_ppv": "WEIGHTED_P",
    "weighted_tpr": "WEIGHTED_R",
}
IN_BITS = {"entropy_truth_bits": "ENTROPY_TRUTH", "entropy_pred_bits": "ENTROPY_CALLS"}
# What other parts answer for: intervals and tests, net benefit.
ELSEWHERE = {
    "acc_se": "the standard error of a proportion belongs to its interval",
    "auc.ci_hanley_mcneil": "an interval of the area",
    "auc.se_hanley_mcneil": "an interval of the area",
    "chi2_yates": "a two-class test; ours of K classes has no continuity correction",
    "ci.acc_agresti_coull": "an interval",
    "ci.acc_clopper_pearson": "an interval",
    "ci.acc_wald": "an interval",
    "ci.acc_wilson": "an interval",
    "ci.fnr_wald_unclipped": "an interval",
    "ci.lr_neg_log": "an interval",
    "ci.lr_pos_log": "an interval",
    "ci.npv_wald_unclipped": "an interval",
    "ci.prevalence_agresti_coull": "an interval",
    "ci.prevalence_wilson": "an interval",
    "ci.tpr_wald_unclipped": "an interval",
    "fisher_exact_p": "a test",
    "mcnemar.p_cc": "a test",
    "net_benefit": "a decision curve",
    "p_value_acc_gt_nir": "a test",
}
# Where a convention differs, and why ours stands.
DIFFERENT = {
    # 0/0: the source prints 0 for a share of nothing. Its RH, which it defines, is 0 here too.
    ("source_documents/tr1220-table3.1-000", "normalized_mutability"): math.nan,
    # The rows are walked one by one through a tie, which no threshold can do.
    ("source_documents/blog-roc10-ties", "roc.auc_naive_row_order"): 0.56,
}


def of(metric_id, counts, **parameters):
    return float(metric_by_id(metric_id).value(counts, Parameters(**parameters)))


def from_counts(quantity, counts, params):
    """Return a two-class value."""
    weighted = {
        "f2": lambda: of("FBETA", counts, beta=2.0),
        "fbeta": lambda: of("FBETA", counts, beta=params["beta"]),
        "fmeasure_alpha": lambda: of("FALPHA", counts, alpha=params["alpha"]),
        "agm": lambda: of("AGM" if params["variant"] == "count" else "AGM_PROP", counts),
        "dp": lambda: of("DP10" if params["log"] == "log10" else "DP", counts),
    }
    if quantity in weighted:
        return weighted[quantity]()
    if quantity.startswith("count."):
        return getattr(counts, quantity.removeprefix("count."))
    return of(TWO_CLASS[quantity], counts)


def from_matrix(quantity, matrix, params):
    """Return a value of K classes."""
    if quantity.startswith("per_class."):
        return of_each_class(quantity.removeprefix("per_class."), matrix)
    if quantity in IN_BITS:
        return overall(IN_BITS[quantity], matrix) / math.log(2)
    if quantity in OVERALL:
        return overall(OVERALL[quantity], matrix)
    kappa, error = overall("KAPPA_K", matrix), cohen_kappa_standard_error(matrix)
    swapped = ConfusionMatrix(matrix.classes, matrix.counts.T)
    half = 1.959963984540054 * error
    weights = params.get("weights", "linear").upper()
    return {
        "kappa_symmetric": overall("KAPPA_K", swapped) == kappa,
        "kappa_se": error,
        "ci.kappa": [kappa - half, kappa + half],
        "kappa_weighted": overall(f"KAPPA_{weights}", matrix),
    }[quantity]


def overall(metric_id, matrix):
    return matrix_metric_by_id(metric_id).value(matrix, MulticlassSettings(order=matrix.classes))


def of_each_class(name, matrix):
    if name in ("tp", "fp", "fn", "tn"):
        return np.asarray(getattr(matrix.each_versus_rest(), name)).tolist()
    return per_class(matrix).of(TWO_CLASS[name]).tolist()


def from_scores(quantity, inputs, params):
    """Return a value of a score without a threshold, or of its whole table."""
    scores = [float(score) for score in inputs["y_score"]]
    truth = [label == inputs["pos_label"] for label in inputs["y_true"]]
    table = ScoreTable(scores, truth)
    steps = table.steps
    curve = vertices(ROC, table)
    accuracy = np.asarray(metric_by_id("ACC").value(steps.counts()))
    best = int(np.argmax(accuracy))
    data = Probabilities.from_scores(scores, truth)
    found = {
        "roc.auc": lambda: table.auc,
        "roc.auc_naive_row_order": lambda: table.auc,
        "somers_d": lambda: 2 * table.auc - 1,
        "gini": lambda: 2 * table.auc - 1,
        "eer": lambda: equal_error_rate(steps).value,
        "pr.ap": lambda: average_precision(steps),
        "pr.auc_linear": lambda: trapezoid_area(steps),
        "brier": lambda: BRIER.measured(data).value,
        "log_loss": lambda: LOG_LOSS.measured(data).value,
        "roc.points": lambda: np.column_stack([curve.x, curve.ys[0]]).tolist(),
        "roc.thresholds": steps.thresholds.tolist,
        "sweep.thresholds": steps.thresholds.tolist,
        "best_threshold.acc": lambda: steps.threshold(best),
        "best_value.acc": lambda: float(accuracy[best]),
        "pr.dg_point": lambda: interpolated(params, table.n_positive),
    }
    if quantity in found:
        return found[quantity]()
    return np.asarray(getattr(steps.counts(), quantity.removeprefix("sweep."))).tolist()


def interpolated(params, n_positive):
    (tp, fp), (tp_end, fp_end) = params["between"]
    hits = tp + params["x"]
    false = fp + params["x"] * (fp_end - fp) / (tp_end - tp)
    counts = Counts(tp=hits, fp=false, fn=n_positive - hits, tn=0)
    return [of("TPR", counts), of("PPV", counts)]


def from_probabilities(quantity, data):
    """Return a value of class scores."""
    found = {
        "log_loss": "LOG_LOSS",
        "brier_multiclass_sum": "BRIER",
        "brier_multiclass_half": "BRIER_HALF",
        "roc.auc_ovo_macro": "HAND_TILL",
        "roc.auc_ovr_macro": "AUC_MACRO",
        "roc.auc_ovr_weighted": "AUC_TOTAL",
    }
    return score_metric_by_id(found[quantity]).value(data)


def scores_of(inputs):
    places = [inputs["classes"].index(label) for label in inputs["y_true"]]
    columns = np.array(inputs["probs"], dtype=np.float64).T
    return ClassScores([str(name) for name in inputs["classes"]], places, list(columns))


def counts_of(inputs):
    return Counts(**{cell: inputs[cell] for cell in ("tp", "fp", "fn", "tn")})


def matrix_of(inputs):
    if inputs["kind"] == "labels":
        names = sorted({*inputs["y_true"], *inputs["y_pred"]})
        truth, called = (
            np.array([names.index(label) for label in inputs[side]])
            for side in ("y_true", "y_pred")
        )
        return ConfusionMatrix.from_codes(truth, called, [str(name) for name in names])
    return ConfusionMatrix.from_table(
        inputs["matrix"], inputs["labels"], rows_are_actual=inputs["rows"] == "true"
    )


def computed(inputs, quantity, params):
    kind = inputs["kind"]
    if kind == "scores":
        return from_scores(quantity, inputs, params)
    if kind == "probs":
        return from_probabilities(quantity, scores_of(inputs))
    if kind == "counts_pair":
        return [from_counts(quantity, counts_of(inputs[side]), params) for side in "ab"]
    if kind != "counts":
        return from_table(inputs, quantity, params)
    counts = counts_of(inputs)
    if quantity not in ("chi2", "nir"):
        return from_counts(quantity, counts, params)
    table = [[counts.tp, counts.fn], [counts.fp, counts.tn]]
    return from_matrix(quantity, ConfusionMatrix(("yes", "no"), table), params)


def from_table(inputs, quantity, params):
    """Return a value of a matrix: of its positive class, where one is named and it is asked."""
    matrix = matrix_of(inputs)
    place = inputs.get("pos_index")
    if str(inputs.get("pos_label")) in matrix.classes:
        place = matrix.index(str(inputs["pos_label"]))
    two_class = quantity in TWO_CLASS or quantity in ("dp", "f2") or quantity.startswith("count.")
    if place is not None and two_class:
        return from_counts(quantity, matrix.one_versus_rest(place), params)
    return from_matrix(quantity, matrix, params)


def agrees(found, expected, tolerance):
    if isinstance(expected, list):
        return len(found) == len(expected) and all(
            agrees(one, other, tolerance) for one, other in zip(found, expected, strict=True)
        )
    expected = float(expected)
    if math.isnan(expected) or math.isinf(expected):
        return found == expected or (math.isnan(found) and math.isnan(expected))
    return abs(found - expected) <= tolerance


ENTRIES = [(case, entry) for case in CASES for entry in case["expected"]]
OURS = [(case, entry) for case, entry in ENTRIES if entry["quantity"] not in ELSEWHERE]


@pytest.mark.parametrize(
    ("case", "entry"), OURS, ids=[f"{case['id']}-{entry['quantity']}" for case, entry in OURS]
)
def test_that_a_reference_value_is_ours_or_the_difference_is_known(case, entry):
    quantity = entry["quantity"]
    found = computed(case["inputs"], quantity, entry.get("params", {}))
    # Never an accepted alternative: an undefined or infinite value stays one.
    expected = DIFFERENT.get((case["id"], quantity), entry["value"])
    assert agrees(found, expected, entry["abs_tol"]), (found, expected)


def test_that_what_is_left_to_other_parts_is_named():
    left = {entry["quantity"] for _, entry in ENTRIES} & set(ELSEWHERE)
    assert left == set(ELSEWHERE)
    assert (len(ENTRIES), len(OURS)) == (405, 383)


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
        assert agrees(from_probabilities(quantity, data), entry["value"], entry["abs_tol"])
    checked = 0
    for quantity, entry in expected.items():
        if quantity in OVERALL:
            found = from_matrix(quantity, data.matrix, {})
            assert agrees(found, entry["value"], entry["abs_tol"]), quantity
            checked += 1
    assert checked >= 4


def test_that_pairs_of_classes_are_averaged_as_scikit_learn_does():
    inputs, expected = case_of("sklearn_ranking/ovo-toy")
    data = scores_of(inputs)
    for quantity in ("roc.auc_ovo_macro", "roc.auc_ovr_macro", "roc.auc_ovr_weighted"):
        entry = expected[quantity]
        assert agrees(from_probabilities(quantity, data), entry["value"], entry["abs_tol"])


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
        assert agrees(from_matrix(quantity, matrix, {}), entry["value"], entry["abs_tol"])


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
