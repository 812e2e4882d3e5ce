"""What the program gives for each kind of worked example: names and values, to be compared."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np

from evalgui.core.areas import average_precision, davis_goadrich_area, trapezoid_area
from evalgui.core.biometrics.equal_error_rate import equal_error_rate
from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.curves import PRECISION_RECALL, ROC, vertices
from evalgui.core.metrics import METRICS, Parameters, metric_by_id
from evalgui.core.multiclass import MATRIX_METRICS, matrix_metric_by_id, per_class
from evalgui.core.score_table import ScoreTable
from tests.core.choosing import threshold_by

TWO_CLASS = {metric.id for metric in METRICS}
OVERALL = {metric.id for metric in MATRIX_METRICS}
# names of the examples for a measure with a parameter of its own
SPECIAL = {
    "F2": ("FBETA", {"beta": 2.0}),
    "F05": ("FBETA", {"beta": 0.5}),
    "DICE": ("F1", {}),
    "F_ALPHA_0.7": ("FALPHA", {"alpha": 0.7}),
}
OF_ONE_CLASS = {"PREC": "PPV", "REC": "TPR", "F": "F1"}


def of(metric_id, counts, **parameters):
    return float(metric_by_id(metric_id).value(counts, Parameters(**parameters)))


def counts_of(inputs):
    return Counts(tp=inputs["TP"], fp=inputs["FP"], fn=inputs["FN"], tn=inputs["TN"])


def matrix_of(inputs):
    size = len(inputs["matrix"])
    classes = inputs.get("classes") or [str(index + 1) for index in range(size)]
    return ConfusionMatrix.from_table(
        inputs["matrix"], classes, rows_are_actual=inputs["rows"] == "observed"
    )


def two_classes(example):
    inputs = example["inputs"]
    if "matrix" in inputs:  # the first row and column are the other classes
        matrix = matrix_of(inputs)
        sides = {"rest": matrix.one_versus_rest(0), "class": matrix.one_versus_rest(1)}
        names = [name.split("_positive_is_") for name in example["expected"]]
        return {f"{name}_positive_is_{side}": of(name, sides[side]) for name, side in names}
    counts = counts_of(inputs)
    swapped = Counts(tp=counts.tn, fp=counts.fn, fn=counts.fp, tn=counts.tp)
    found = {"INVF05": of("FBETA", swapped, beta=0.5)}
    if "formula" in example["expected"]:  # kappa where nothing is called right
        found["formula"] = -2 * counts.fn * counts.fp / (counts.fn**2 + counts.fp**2)
    for name in set(example["expected"]) - set(found):
        metric_id, parameters = SPECIAL.get(name, (name, {}))
        found[name] = of(metric_id, counts, **parameters)
    return found


def eq35_as_printed(matrix):
    """Evaluate eq. 3.5 as it stands: the first factor is not divided by the sum."""
    sensitivities = [
        Fraction(int(hits), int(size))
        for hits, size in zip(matrix.diagonal, matrix.actual, strict=True)
    ]
    total = sum(sensitivities)
    if not total:
        return math.nan
    k = len(sensitivities)
    mutability = Fraction(k, k - 1) * sum(s * (1 - s / total) for s in sensitivities)
    return float(Fraction(matrix.correct, matrix.n) * mutability)


def k_classes(example):
    matrix = matrix_of(example["inputs"])
    table = per_class(matrix)
    found = {"RH_eq35_as_printed": eq35_as_printed(matrix)}
    for metric_id in OVERALL:
        found[metric_id] = matrix_metric_by_id(metric_id).value(matrix)
    found["MACRO_F"] = found["F_MACRO"]
    for index, name in enumerate(matrix.classes):
        counts = matrix.one_versus_rest(index)
        for cell in ("tp", "fp", "fn", "tn"):
            found[f"{cell.upper()}_{name}"] = getattr(counts, cell)
        for metric in table.metrics:
            found[f"{metric.id}_{name}"] = table.of(metric.id)[index]
        for word, metric_id in OF_ONE_CLASS.items():
            found[f"{word}_{name}"] = table.of(metric_id)[index]
    return found


def labels(example):
    inputs = example["inputs"]
    matrix = ConfusionMatrix.from_codes(
        np.array(inputs["actual"]), np.array(inputs["predicted"]), ("0", "1")
    )
    positive = matrix.one_versus_rest(matrix.index(str(inputs["positive"])))
    found = {"TP": positive.tp, "FP": positive.fp, "FN": positive.fn, "TN": positive.tn}
    found["ACC"] = of("ACC", positive)
    for name in ("MACRO_P", "MACRO_R", "WEIGHTED_P", "WEIGHTED_R", "WEIGHTED_F"):
        found[name] = matrix_metric_by_id(name).value(matrix)
    found["MACRO_F"] = matrix_metric_by_id("F_MACRO").value(matrix)
    table = per_class(matrix)
    for index, name in enumerate(matrix.classes):
        found[f"PPV_{name}"] = table.of("PREC_I")[index]
        found[f"REC_{name}"] = table.of("REC_I")[index]
        found[f"F1_{name}"] = table.of("F_I")[index]
    return found


def upper_hull(points):
    """Return the corners of the convex hull above some ROC points, in exact arithmetic."""
    hull = []
    for point in sorted(points):
        while len(hull) > 1:
            (x0, y0), (x1, y1) = hull[-2:]
            if (x1 - x0) * (point[1] - y0) < (y1 - y0) * (point[0] - x0):
                break
            hull.pop()
        hull.append(point)
    return hull


def area_under(points):
    pairs = itertools.pairwise(points)
    return float(sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairs))


def rows_of(steps, names):
    rows = []
    for number in range(len(steps)):
        counts = steps.counts_of(number)
        row = {"threshold": steps.threshold(number)}
        row |= {cell.upper(): getattr(counts, cell) for cell in ("tp", "fp", "fn", "tn")}
        row |= {name: of(name, counts) for name in names if name in TWO_CLASS}
        rows.append(row)
    return rows


def best(steps, metric_id, **parameters):
    values = np.asarray(metric_by_id(metric_id).value(steps.counts(), Parameters(**parameters)))
    row = int(np.nanargmax(values))
    return float(values[row]), steps.threshold(row)


def scores(example):
    inputs, expected = example["inputs"], example["expected"]
    table = ScoreTable(inputs["scores"], inputs["labels"])
    steps = table.steps
    roc, pr = vertices(ROC, table), vertices(PRECISION_RECALL, table)
    eer = equal_error_rate(steps)
    points = [
        (Fraction(int(fp), table.n_negative), Fraction(int(tp), table.n_positive))
        for fp, tp in zip(steps.false_positives, steps.true_positives, strict=True)
    ]
    corners = [(0, 0), *(p for p in upper_hull([*points, (Fraction(0), Fraction(0))])[1:])]
    distance = [fpr**2 + (1 - tpr) ** 2 for fpr, tpr in points]
    nudge = 1e-9 * np.array(inputs["labels"])  # breaks ties for or against the positives
    found = {
        "AUC": table.auc,
        "AUC_optimistic": ScoreTable(inputs["scores"] + nudge, inputs["labels"]).auc,
        "AUC_pessimistic": ScoreTable(inputs["scores"] - nudge, inputs["labels"]).auc,
        "points": np.column_stack([roc.x, roc.ys[0]]).tolist(),
        "running_AUC": [area_under(points[: end + 1]) for end in range(len(points))],
        "YOUDEN_MAX": best(steps, "YI")[0],
        "YOUDEN_threshold": threshold_by("youden", table),
        "MCC_MAX": best(steps, "MCC")[0],
        "TOPLEFT_distance2": float(min(distance)),
        "TOPLEFT_thresholds": [
            steps.threshold(row) for row, d in enumerate(distance) if d == min(distance)
        ],
        "EER": eer.value,
        "EER_threshold": eer.threshold,
        "AP": average_precision(steps),
        "PR_TRAPEZOID": trapezoid_area(steps),
        "PR_DAVIS_GOADRICH": davis_goadrich_area(steps),
        "PR_BASELINE": pr.ys[0][-1],
        "PR_FIRST_POINT": f"({pr.x[0]:.0f},{pr.ys[0][0]:.0f})",
        "ROCCH_AREA": area_under(corners),
        "ROCCH_vertices": [[float(x), float(y)] for x, y in corners],
    }
    found["BEST_ACC"], found["BEST_ACC_threshold"] = best(steps, "ACC")
    found["F1_MAX"], found["F1_threshold"] = best(steps, "F1")
    found["F2_MAX"], found["F2_threshold"] = best(steps, "FBETA", beta=2.0)
    if "rows" in expected:
        found["rows"] = rows_of(steps, expected["rows"]["value"][0])
    # the printed table parts the tied rows: (TP, FP) = (3, 3), (3, 2) and (3, 1)
    unreachable = {(Fraction(k, 5), Fraction(3, 5)) for k in (1, 2)}
    found["AUC_of_printed_table"] = area_under(sorted({*points, *unreachable}))
    return found


def at_thresholds(example):
    inputs = example["inputs"]
    table = ScoreTable(inputs["scores"], inputs["labels"])
    counts = table.counts_at(np.array(inputs["thresholds"]))
    found = {cell.upper(): getattr(counts, cell).tolist() for cell in ("tp", "fp", "fn", "tn")}
    return found | {name: metric_by_id(name).value(counts).tolist() for name in ("TPR", "FPR")}


def threshold_counts(example):
    counts = counts_of({cell: np.array(column) for cell, column in example["inputs"].items()})
    tpr, fpr = (metric_by_id(name).value(counts) for name in ("TPR", "FPR"))
    # scores that give these counts: one value for each step of the table
    scores, truth = [], []
    for step in range(1, len(counts.tp)):
        gained = (counts.tp[step] - counts.tp[step - 1], counts.fp[step] - counts.fp[step - 1])
        scores += [-step] * sum(gained)
        truth += [1] * gained[0] + [0] * gained[1]
    return {"TPR": tpr.tolist(), "FPR": fpr.tolist(), "AUC": ScoreTable(scores, truth).auc}


def rates(example):
    found = {}
    for number, test in enumerate(example["inputs"]["tests"], start=1):
        tp, tn = (round(1000 * test[name]) for name in ("TPR", "TNR"))
        found[f"YI_{number}"] = of("YI", Counts(tp=tp, fp=1000 - tn, fn=1000 - tp, tn=tn))
    return found


def interpolation(example):
    i = example["inputs"]
    share = i["x"] / (i["TPb"] - i["TPa"])
    tp, fp = i["TPa"] + i["x"], i["FPa"] + share * (i["FPb"] - i["FPa"])
    between = Counts(tp=tp, fp=fp, fn=i["P"] - tp, tn=0)
    ends = [of("PPV", Counts(i[f"TP{end}"], i[f"FP{end}"], 0, 0)) for end in "ab"]
    return {
        "precision": of("PPV", between),
        "recall": of("TPR", between),
        "linear_precision": ends[0] + share * (ends[1] - ends[0]),
    }


def tables(example):
    found = {}
    for number, inputs in enumerate(example["inputs"]["tables"], start=1):
        for name in ("ACC", "PPV"):
            found[f"{name}_{number}"] = of(name, counts_of(inputs))
    return found


def trap(example):
    inputs = example["inputs"]
    tp, fp, fn = inputs["TP"], inputs["FP"], inputs["FN"]
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=inputs.get("TN", 0))
    if example["id"] == "validation-post/f-proof":  # a product where a sum belongs
        return {"F1": of("F1", counts), "as_printed": 2 * tp / (2 * tp * fp * fn)}
    if example["id"] == "tharwat-2018/agm-two-readings":
        return {"AGM_count": of("AGM", counts), "AGM_proportion": of("AGM_PROP", counts)}
    recall, precision = of("TPR", counts), of("PPV", counts)
    if example["id"] == "rezankova-husek-2015/falpha-two-sides":
        alpha = inputs["alpha"]
        return {
            "right_side": of("FALPHA", counts, alpha=alpha),
            "left_side": (1 + alpha) * recall * precision / (alpha * recall + precision),
            "F_beta_with_beta2_equal_alpha": of("FBETA", counts, beta=math.sqrt(alpha)),
        }
    assert example["id"] == "tharwat-2018/mcc-second-form"
    spread = math.sqrt(precision * recall * (1 - recall) * (1 - precision))
    return {
        "MCC": of("MCC", counts),
        "as_printed_N_total": (tp / counts.n - recall * precision) / spread,
        "as_printed_N_negatives": (tp / counts.actual_negatives - recall * precision) / spread,
    }


def claim(example):
    found = {"RH": {}, "DIF2NORM": {}}
    for row in example["inputs"]["rows"]:
        diagonal = [int(hits) for hits in row.split(",")]
        table = np.diag(diagonal) + np.roll(np.diag([3 - hits for hits in diagonal]), 1, axis=1)
        matrix = ConfusionMatrix(("1", "2", "3"), table)
        for name, values in found.items():
            values[row] = matrix_metric_by_id(name).value(matrix)
    return found


def symbolic(example):
    inputs = example["inputs"]
    recall = Fraction(inputs["TP"], inputs["TP"] + inputs["FN"])
    precision = Fraction(inputs["TP"], inputs["TP"] + inputs["FP"])
    cells = {"tp": inputs["TP"], "fp": inputs["FP"], "fn": inputs["FN"]}
    written = {"ACC": "(x+2)/(x+12)", "ERR": "10/(x+12)", "TNR": "(x-3)/x"}
    for cats in (3, 4, 13, 10**12):
        counts = Counts(**cells, tn=cats - 3)
        assert of("ACC", counts) == float(Fraction(cats + 2, cats + 12))
        assert of("ERR", counts) == float(Fraction(10, cats + 12))
        assert of("TNR", counts) == float(Fraction(cats - 3, cats))
    found = {name: of(name, counts) for name in ("PPV", "TPR", "F1")}
    # the printed form leaves the recall out of the product
    return found | written | {"F1_as_printed": float(2 * precision / (precision + recall))}


def errors(example):
    n, wrong = example["inputs"]["n"], example["inputs"]["errors"]
    counts = Counts(tp=n - wrong, fp=wrong, fn=0, tn=0)
    return {name: of(name, counts) for name in ("ACC", "ERR")}


def drawn(example):
    points = [(Fraction(str(x)), Fraction(str(y))) for x, y in example["inputs"]["points"]]
    fp, tp = np.diff([[int(5 * x), int(5 * y)] for x, y in points], axis=0).T
    scores = np.repeat(-np.arange(len(fp)), fp + tp)
    truth = np.concatenate([[1] * up + [0] * along for along, up in zip(fp, tp, strict=True)])
    return {"AUC": ScoreTable(scores, truth).auc}


def without_data(example):
    assert example["inputs"] == {}
    return {"AUC": example["expected"]["AUC"]["value"]}


COMPUTED = {
    "matrix2x2": two_classes,
    "matrixKxK": k_classes,
    "labels": labels,
    "scores": scores,
    "scores_at_threshold": at_thresholds,
    "threshold_counts": threshold_counts,
    "rates": rates,
    "pr_interp": interpolation,
    "matrix2x2_list": tables,
    "formula_trap": trap,
    "claim": claim,
    "symbolic": symbolic,
    "counts": errors,
    "roc_points": drawn,
    "not_recomputable": without_data,
}
