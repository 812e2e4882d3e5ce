"""Intervals that other programs and papers give, each within its own tolerance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.counts import Counts
from evalgui.core.intervals import ratios
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.k_classes import IntervalsOfClasses
from evalgui.core.intervals.methods import OFFERED
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.square_and_add import difference_of_rates
from evalgui.core.kind import Kind
from evalgui.core.metrics import Parameters, measured_at
from evalgui.core.multiclass import MATRIX_METRICS
from evalgui.core.multiclass.agreement import KAPPA_K, cohen_kappa_standard_error
from evalgui.core.normal import deviate
from evalgui.core.sampling import Sampling
from evalgui.io.verifying.checked import Checked, each, known

if TYPE_CHECKING:
    from collections.abc import Iterator

_OF_ERRORS = 1e-10


def intervals() -> Iterator[Checked]:
    """Yield the limits of the intervals, and the standard errors of kappa."""
    for case in known("intervals"):
        name, quantity, source = case["id"], case.get("measure", case["what"]), case["by"]
        if case["what"] == "kappa error":
            found = cohen_kappa_standard_error(_matrix(case["matrix"]))
            yield from each(name, "standard error", case["error"], found, _OF_ERRORS, source)
        for side, limit in zip(("low", "high"), _LIMITS[case["what"]](case), strict=True):
            if side in case:
                what = f"{quantity}, {side}"
                yield from each(name, what, case[side], limit, case["tolerance"], source)


def _of_proportion(case: dict[str, Any]) -> tuple[float, float]:
    method = OFFERED[Kind.PROPORTION].by_id(case["method"])
    return method.compute(case["k"], case["n"], case["level"])


def _of_difference(case: dict[str, Any]) -> tuple[float, float]:
    k_1, n_1, k_2, n_2 = case["counts"]
    return difference_of_rates(k_1, n_1, k_2, n_2, case["level"])


def _of_counts(case: dict[str, Any]) -> tuple[float, float]:
    counts = Counts(*case["counts"])
    parameters = Parameters(beta=case.get("beta", 2.0))
    methods = {Kind(kind): method for kind, method in case.get("methods", {}).items()}
    settings = IntervalSettings(case["level"], methods)
    sampling = Sampling(case.get("sampling", "cohort"))
    measured = measured_at(counts, parameters)
    found = IntervalsAt(counts, measured, parameters, settings, sampling)[case["measure"]]
    return found.lower, found.upper


def _of_halves(case: dict[str, Any]) -> tuple[float, float]:
    k_1, n_1, k_2, n_2 = case["counts"]
    return ratios.log_ratio_with_halves(k_1, n_1, k_2, n_2, case["level"])


def _matrix(rows: list[list[int]]) -> ConfusionMatrix:
    return ConfusionMatrix(tuple("abcdefg"[: len(rows)]), np.array(rows))


def _of_classes(case: dict[str, Any]) -> tuple[float, float]:
    matrix = _matrix(case["matrix"])
    measured = {metric.id: metric.measured(matrix) for metric in MATRIX_METRICS}
    settings = IntervalSettings(case["level"])
    found = IntervalsOfClasses(matrix, measured, settings=settings)[case["measure"]]
    return found.lower, found.upper


def _of_kappa(case: dict[str, Any]) -> tuple[float, float]:
    matrix = _matrix(case["matrix"])
    half = deviate(0.5 + case["level"] / 2) * cohen_kappa_standard_error(matrix)
    value = KAPPA_K.value(matrix)
    return value - half, value + half


_LIMITS = {
    "proportion": _of_proportion,
    "difference": _of_difference,
    "counts": _of_counts,
    "halves": _of_halves,
    "classes": _of_classes,
    "kappa error": _of_kappa,
}
