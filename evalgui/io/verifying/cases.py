"""Small cases with what other programs and the source texts give of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

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
from evalgui.core.normal import deviate
from evalgui.core.probabilities import BRIER, LOG_LOSS, Probabilities
from evalgui.core.score_table import ScoreTable
from evalgui.io.verifying.checked import Checked, each, known, sources

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TWO_CLASS = {
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
_IN_BITS = {"entropy_truth_bits": "ENTROPY_TRUTH", "entropy_pred_bits": "ENTROPY_CALLS"}
ELSEWHERE = frozenset(
    {
        *("acc_se", "auc.ci_hanley_mcneil", "auc.se_hanley_mcneil", "chi2_yates"),
        *("ci.acc_agresti_coull", "ci.acc_clopper_pearson", "ci.acc_wald", "ci.acc_wilson"),
        *("ci.fnr_wald_unclipped", "ci.lr_neg_log", "ci.lr_pos_log", "ci.npv_wald_unclipped"),
        *("ci.prevalence_agresti_coull", "ci.prevalence_wilson", "ci.tpr_wald_unclipped"),
        *("fisher_exact_p", "mcnemar.p_cc", "net_benefit", "p_value_acc_gt_nir"),
    }
)
"""What is no measure: intervals, which have cases of their own, tests, and a decision curve."""

# Where a convention differs, and why ours stands.
_DIFFERENT = {
    # 0/0: the source prints 0 for a share of nothing. Its RH, which it defines, is 0 here too.
    ("source_documents/tr1220-table3.1-000", "normalized_mutability"): math.nan,
    # The rows are walked one by one through a tie, which no threshold can do.
    ("source_documents/blog-roc10-ties", "roc.auc_naive_row_order"): 0.56,
}


def cases() -> Iterator[Checked]:
    """Yield every value of the cases that is a measure, a curve or a threshold."""
    for case in known("cases"):
        name = case["id"]
        source = sources()[name.partition("/")[0]]
        for entry in case["expected"]:
            quantity = entry["quantity"]
            if quantity in ELSEWHERE:
                continue
            expected = _DIFFERENT.get((name, quantity), entry["value"])
            found = _computed(case["inputs"], quantity, entry.get("params", {}))
            yield from each(name, quantity, expected, found, entry["abs_tol"], source)


def _computed(inputs: Mapping[str, Any], quantity: str, params: Mapping[str, Any]) -> object:
    kind = inputs["kind"]
    if kind == "scores":
        return _of_scores(inputs, quantity, params)
    if kind == "probs":
        return of_probabilities(scores_of(inputs), quantity)
    if kind == "counts_pair":
        return [_of_counts(_counts(inputs[side]), quantity, params) for side in "ab"]
    if kind != "counts":
        return _of_table(inputs, quantity, params)
    counts = _counts(inputs)
    if quantity not in {"chi2", "nir"}:
        return _of_counts(counts, quantity, params)
    table = np.array([[counts.tp, counts.fn], [counts.fp, counts.tn]])
    return of_matrix(ConfusionMatrix(("yes", "no"), table), quantity, params)


def _of(metric_id: str, counts: Counts, **parameters: float) -> float:
    return float(metric_by_id(metric_id).value(counts, Parameters(**parameters)))


def _of_counts(  # noqa: PLR0911 - one a quantity
    counts: Counts, quantity: str, params: Mapping[str, Any]
) -> float:
    """Return a two-class value."""
    if quantity.startswith("count."):
        return float(getattr(counts, quantity.removeprefix("count.")))
    match quantity:
        case "f2":
            return _of("FBETA", counts, beta=2.0)
        case "fbeta":
            return _of("FBETA", counts, beta=params["beta"])
        case "fmeasure_alpha":
            return _of("FALPHA", counts, alpha=params["alpha"])
        case "agm":
            return _of("AGM" if params["variant"] == "count" else "AGM_PROP", counts)
        case "dp":
            return _of("DP10" if params["log"] == "log10" else "DP", counts)
        case _:
            return _of(_TWO_CLASS[quantity], counts)


def of_matrix(matrix: ConfusionMatrix, quantity: str, params: Mapping[str, Any]) -> object:
    """Return a value of K classes, or a value of each."""
    if quantity.startswith("per_class."):
        return _of_each_class(matrix, quantity.removeprefix("per_class."))
    if quantity in _IN_BITS:
        return _overall(_IN_BITS[quantity], matrix) / math.log(2)
    if quantity in OVERALL:
        return _overall(OVERALL[quantity], matrix)
    if quantity == "kappa_weighted":
        return _overall(f"KAPPA_{params.get('weights', 'linear').upper()}", matrix)
    kappa, error = _overall("KAPPA_K", matrix), cohen_kappa_standard_error(matrix)
    half = deviate(0.975) * error
    swapped = ConfusionMatrix(matrix.classes, matrix.counts.T)
    return {
        "kappa_symmetric": _overall("KAPPA_K", swapped) == kappa,
        "kappa_se": error,
        "ci.kappa": [kappa - half, kappa + half],
    }[quantity]


def _overall(metric_id: str, matrix: ConfusionMatrix) -> float:
    return matrix_metric_by_id(metric_id).value(matrix, MulticlassSettings(order=matrix.classes))


def _of_each_class(matrix: ConfusionMatrix, name: str) -> object:
    if name in {"tp", "fp", "fn", "tn"}:
        return np.asarray(getattr(matrix.each_versus_rest(), name)).tolist()
    return per_class(matrix).of(_TWO_CLASS[name]).tolist()


def _of_scores(inputs: Mapping[str, Any], quantity: str, params: Mapping[str, Any]) -> object:
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
        "pr.dg_point": lambda: _interpolated(params, table.n_positive),
    }
    if quantity in found:
        return found[quantity]()
    return np.asarray(getattr(steps.counts(), quantity.removeprefix("sweep."))).tolist()


def _interpolated(params: Mapping[str, Any], n_positive: int) -> list[float]:
    (tp, fp), (tp_end, fp_end) = params["between"]
    hits = tp + params["x"]
    false = fp + params["x"] * (fp_end - fp) / (tp_end - tp)
    counts = Counts(tp=hits, fp=false, fn=n_positive - hits, tn=0)
    return [_of("TPR", counts), _of("PPV", counts)]


def of_probabilities(data: ClassScores, quantity: str) -> float:
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


def scores_of(inputs: Mapping[str, Any]) -> ClassScores:
    """Return the class scores of a case."""
    places = [inputs["classes"].index(label) for label in inputs["y_true"]]
    columns = np.array(inputs["probs"], dtype=np.float64).T
    return ClassScores([str(name) for name in inputs["classes"]], places, list(columns))


def _counts(inputs: Mapping[str, Any]) -> Counts:
    return Counts(**{cell: inputs[cell] for cell in ("tp", "fp", "fn", "tn")})


def matrix_of(inputs: Mapping[str, Any]) -> ConfusionMatrix:
    """Return the matrix of a case, or that of its labels."""
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


def _of_table(inputs: Mapping[str, Any], quantity: str, params: Mapping[str, Any]) -> object:
    """Return a value of a matrix: of its positive class, where one is named and it is asked."""
    matrix = matrix_of(inputs)
    place = inputs.get("pos_index")
    if str(inputs.get("pos_label")) in matrix.classes:
        place = matrix.index(str(inputs["pos_label"]))
    two_class = quantity in _TWO_CLASS or quantity in {"dp", "f2"} or quantity.startswith("count.")
    if place is not None and two_class:
        return _of_counts(matrix.one_versus_rest(place), quantity, params)
    return of_matrix(matrix, quantity, params)
