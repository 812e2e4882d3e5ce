"""Operating points that other programs, papers and exact computations give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.dataset import Score
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.biometric_figures import (
    FMR_TARGETS,
    equal_errors,
    fmr_at_fnmr,
    fnmr_at_fmr,
    minimal_cost,
)
from evalgui.core.score_table import ScoreTable
from evalgui.io.verifying.checked import Checked, each, known, sources

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalgui.core.rules import Choice
    from evalgui.core.rules.biometric_figures import ErrorAtError

_EXACT = 1e-14
_COSTS = {
    "mindcf_p0.01": DetectionCost(0.01),
    "mindcf_p0.05": DetectionCost(0.05),
    "mindcf_p0.001": DetectionCost(0.001),
    "mindcf_sre08": DetectionCost(0.01, 10.0),
}


def points() -> Iterator[Checked]:
    """Yield equal error rates, errors at errors, detection costs and cut-points."""
    cases = known("operating_points")
    for name, entry in cases["genuine_impostor"].items():
        table, expected = scores_of(entry), entry["reference"]
        sign = -1.0 if entry["kind"] == "distance" else 1.0
        for found in (_rates(table, expected, sign), _costs(table, expected)):
            for quantity, value, ours in found:
                source = sources()["genuine_impostor"]
                yield from each(name, quantity, value, ours, _EXACT, source)
    for entry in cases["score_sets"]:
        table = scores_of(entry | {"kind": "similarity"})
        for one in entry["expected"]:
            ours = value_of(one["quantity"], table, one.get("params", {}))
            asked = ", ".join(f"{key} {value}" for key, value in one.get("params", {}).items())
            quantity = f"{one['quantity']} ({asked})" if asked else one["quantity"]
            source = sources()["score_sets"]
            yield from each(entry["id"], quantity, one["value"], ours, one["abs_tol"], source)
    for entry in cases["count_tables"]:
        yield from _cut_points(entry)


def _rates(
    table: ScoreTable, expected: Mapping[str, Any], sign: float
) -> Iterator[tuple[str, object, object]]:
    equal = equal_errors(table.steps)
    yield from (
        ("eer_interp", expected["eer_interp"], equal.interpolated),
        ("eer_rocch", expected["eer_rocch"], equal.rocch),
        ("eer_mid_min", expected["eer_mid_min"], equal.nearest),
        ("eer_minmax", expected["eer_minmax"], equal.minimax),
        ("fvc_eer", expected["fvc_eer"], equal.fvc),
        ("fvc_eer_low", expected["fvc_eer_low"], equal.fvc_low),
        ("fvc_eer_high", expected["fvc_eer_high"], equal.fvc_high),
    )
    found: dict[str, ErrorAtError] = {
        name.lower(): fnmr_at_fmr(table.steps, target) for name, target in FMR_TARGETS.items()
    }
    found["zero_fmr"] = fnmr_at_fmr(table.steps, 0.0)
    found["zero_fnmr"] = fmr_at_fnmr(table.steps, 0.0)
    for name in found.keys() & expected.keys():
        one, ours = expected[name], found[name]
        yield f"{name}, fnmr", one.get("fnmr", 0.0), ours.fnmr.value
        yield f"{name}, fmr", one.get("fmr", 0.0), ours.fmr.value
        yield f"{name}, threshold", sign * float(one["threshold"]), ours.threshold


def _costs(table: ScoreTable, expected: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    for name, cost in _COSTS.items():
        found = minimal_cost(table.steps, name, (cost,))
        yield f"{name}, normalised", expected[name]["norm"], found.normalised
        yield f"{name}, raw", expected[name]["raw"], found.raw
    yield "youden_j", expected["youden_j"], chosen("youden", table).value
    yield "min_hter", expected["min_hter"]["value"], chosen("cost", table, prevalence=0.5).value


def _cut_points(entry: dict[str, Any]) -> Iterator[Checked]:
    thresholds = np.array(entry["thresholds"], dtype=float)
    table = ScoreTable.from_counts(thresholds, entry["positives"], entry["negatives"])
    source = sources()["count_tables"]
    for one in entry["expected"]:
        choice = chosen(one["rule"], table, **one.get("parameters", {}))
        found: dict[str, tuple[object, float]] = {
            "thresholds": (sorted(choice.ties) or [choice.threshold], 0.0)
        }
        if choice.counts is not None:
            found["tpr"] = (choice.counts.tp / table.n_positive, 1e-12)
            found["tnr"] = (choice.counts.tn / table.n_negative, 1e-12)
        found["value"] = (choice.value, 1e-9)
        for name, (ours, tolerance) in found.items():
            if name in one:
                quantity = f"{one['rule']}, {name}"
                yield from each(entry["id"], quantity, one[name], ours, tolerance, source)


def scores_of(entry: Mapping[str, Any]) -> ScoreTable:
    """Return the table of genuine and impostor scores."""
    genuine, impostor = (
        [float(score) for score in entry[name]] for name in ("genuine", "impostor")
    )
    truth = [True] * len(genuine) + [False] * len(impostor)
    return ScoreTable(genuine + impostor, truth, higher_is_positive=entry["kind"] != "distance")


def chosen(rule_id: str, table: ScoreTable, **given: float) -> Choice:
    """Return what a rule chooses; parameters with a hyphen are given with an underscore."""
    score = Score("score", np.zeros(0), higher_is_positive=table.higher_is_positive)
    values = {name.replace("_", "-"): value for name, value in given.items()}
    return choose(rule_by_id(rule_id), table.steps, score, values)


def value_of(  # noqa: PLR0911 - one a quantity
    quantity: str, table: ScoreTable, parameters: Mapping[str, Any]
) -> float:
    """Return the value of a quantity by its name in the reference data."""
    steps = table.steps
    equal = equal_errors(steps)
    match quantity:
        case "fnmr_at_fmr_le":
            return fnmr_at_fmr(steps, float(parameters["fmr"])).fnmr.value
        case "fmr_at_fnmr_le":
            return fmr_at_fnmr(steps, float(parameters["fnmr"])).fmr.value
        case "min_hter":
            return chosen("cost", table, prevalence=0.5).value
        case "min_weighted_error":
            return chosen("cost", table, prevalence=1 - parameters["weight_far"]).value
        case "min_dcf_normalised":
            names = ("p_target", "c_miss", "c_fa")
            given = {name: float(parameters[name]) for name in names}
            return chosen("min-dcf", table, **given).value
        case "eer.any" | "eer.linear_roc":
            return equal.interpolated
        case "eer.closest_threshold_mean":
            return equal.nearest
        case "eer.rocch":
            return equal.rocch
        case "eer.fvc_interval_midpoint":
            return equal.fvc
    rules = {"youden": "youden", "closest_topleft_sq": "closest", "acc": "accuracy"}
    return chosen(rules[quantity.removeprefix("best_value.")], table).value
