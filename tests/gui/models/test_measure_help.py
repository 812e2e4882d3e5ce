"""What is said of a measure is proven here, and every misprint is told somewhere."""

from __future__ import annotations

import json
import math
import re
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Invariance, Metric, Parameters, metric_by_id
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.ranking_metrics import ROC_AUC
from evalgui.core.snapshot import EMPTY
from evalgui.gui.models.measure_help import MeasureHelp, properties_of
from evalgui.gui.typesetting.filling import evaluate
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Statement
from evalgui.locations import resources
from evalgui.results.topics.measures import parameter_name, rows_on_show

if TYPE_CHECKING:
    from collections.abc import Callable

ERRATA = json.loads((resources() / "worked_examples/errata.json").read_text(encoding="utf-8"))
CHANGES: dict[str, Callable[[Counts], Counts]] = {
    "class_ratio": lambda c: Counts(tp=c.tp, fp=7 * c.fp, fn=c.fn, tn=7 * c.tn),
    "class_swap": lambda c: Counts(tp=c.tn, fp=c.fn, fn=c.fp, tn=c.tp),
    "truth_call_swap": lambda c: Counts(tp=c.tp, fp=c.fn, fn=c.fp, tn=c.tn),
}
# No two are equal, so that no condition holds; then those under which all hold.
UNEQUAL = Parameters(2.5, 0.7, 0.3, 1.2, cost_tp=-2.0, cost_fp=1.0, cost_fn=5.0, cost_tn=0.5)
EQUAL = Parameters(1.0, 1.0, 0.8, 0.8, cost_tp=-2.0, cost_fp=3.0, cost_fn=3.0, cost_tn=-2.0)
PROPERTIES = {
    metric.id: {change: getattr(metric.invariance, change) for change in CHANGES}
    for metric in METRICS
}
CASES = [(metric.id, change) for metric in METRICS for change in CHANGES]
KEPT = [(m, c, EQUAL if isinstance(PROPERTIES[m][c], str) else UNEQUAL) for m, c in CASES]
KEPT = [case for case in KEPT if PROPERTIES[case[0]][case[1]] is not False]
LOST = [(m, c) for m, c in CASES if PROPERTIES[m][c] is not True]
COUNTS = st.builds(Counts, *[st.integers(1, 10_000)] * 4)


def values(
    metric: Metric, change: str, counts: Counts, parameters: Parameters
) -> tuple[float, float]:
    changed = CHANGES[change](counts)
    return float(metric.value(counts, parameters)), float(metric.value(changed, parameters))


def test_that_something_is_said_of_every_measure() -> None:
    assert [item.name for item in fields(Invariance)] == list(CHANGES)
    for metric in METRICS:
        assert [item.change for item in properties_of(metric)] == list(CHANGES)


@pytest.mark.parametrize(("metric_id", "change", "parameters"), KEPT)
@given(counts=COUNTS)
def test_that_what_is_said_to_stay_stays(
    metric_id: str, change: str, parameters: Parameters, counts: Counts
) -> None:
    before, after = values(metric_by_id(metric_id), change, counts, parameters)
    assert before == after or math.isclose(before, after, rel_tol=1e-9, abs_tol=1e-12)


@pytest.mark.parametrize(("metric_id", "change"), LOST)
def test_that_what_is_said_to_change_has_a_counterexample(metric_id: str, change: str) -> None:
    before, after = values(metric_by_id(metric_id), change, Counts(9, 2, 5, 30), UNEQUAL)
    assert not math.isclose(before, after, rel_tol=1e-6)


def test_that_a_condition_holds_for_the_equal_numbers_and_for_no_others() -> None:
    for metric_id, known in PROPERTIES.items():
        for condition in {item for item in known.values() if isinstance(item, str)}:
            for parameters, expected in ((EQUAL, True), (UNEQUAL, False)):
                names = metric_by_id(metric_id).parameters
                numbers = {parameter_name(name): getattr(parameters, name) for name in names}
                for part in condition.split(" and "):
                    (statement,) = parse(part).clauses
                    assert isinstance(statement, Statement)
                    left, right = (evaluate(side, numbers) for side in statement.members)
                    assert (left == right) is expected, (metric_id, part)


def test_that_properties_are_told_in_words() -> None:
    told = [item.sentence() for item in properties_of(metric_by_id("FBETA"))]
    assert told == [
        "Prevalence: changes it",
        "Classes swapped: another value",
        "Truth and call swapped: the same if beta = 1, else another value",
    ]
    told = [item.sentence() for item in properties_of(metric_by_id("DOR"))]
    assert told[:2] == ["Prevalence: does not matter", "Classes swapped: the same value"]
    assert properties_of(ROC_AUC) == ()


def test_that_a_misprint_is_told_beside_its_measure() -> None:
    (misprint,) = MeasureHelp().misprints("MCC")
    assert (misprint.id, misprint.place) == ("E02", "tharwat-2018, Eq. 11 second line")
    assert "prevalence" in misprint.sentence
    assert {item.id for item in MeasureHelp().misprints("eer")} == {"E01"}
    assert MeasureHelp().misprints("P4") == ()


def test_that_all_63_misprints_have_a_home() -> None:
    """Beside the measures and curves they name; all of them are listed in Help as well."""
    assert [item["id"] for item in ERRATA] == [f"E{number:02}" for number in range(1, 64)]
    assert MeasureHelp().told == {item["id"] for item in ERRATA if item["metrics"]}
    measures = {metric.id for metric in METRICS}
    measures |= {metric.id for metric in MATRIX_METRICS} | {item.id for item in SCORE_METRICS}
    measures |= {row.id for row in rows_on_show(EMPTY)}
    help_ = MeasureHelp()
    beside_measures = {item.id for known in measures for item in help_.misprints(known)}
    curves = {"ROC", "PR", "DET", "FAR", "FRR"}
    elsewhere = [item for item in ERRATA if item["id"] not in beside_measures]
    assert all(set(item["metrics"]) <= curves for item in elsewhere)
    assert len(elsewhere) < 15


def test_that_a_misprint_is_told_in_a_sentence() -> None:
    for item in ERRATA:
        assert re.fullmatch(r"[A-Z].*\.", item["explanation"]), item["id"]
