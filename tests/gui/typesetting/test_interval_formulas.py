"""The limits of an interval as equations: what they say is what the method computes."""

from __future__ import annotations

import pytest

from evalgui.core.counts import Counts
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.metrics import measured_at
from evalgui.gui import text
from evalgui.gui.typesetting.filling import evaluate
from evalgui.gui.typesetting.interval_formulas import limits_filled
from evalgui.gui.typesetting.tree import Statement

COUNTS = Counts(tp=205, fp=11, fn=7, tn=346)
CELLS = {"TP": 205, "FP": 11, "FN": 7, "TN": 346}


def equations(metric_id, counts=COUNTS, settings=None):
    measured = measured_at(counts)
    at = IntervalsAt(counts, measured, settings=settings or IntervalSettings())
    found = at[metric_id]
    return found, limits_filled(found, measured[metric_id], CELLS, at.moved(metric_id))


@pytest.mark.parametrize("metric_id", ["TPR", "ACC", "PPV", "DOR", "MCC", "FBETA", "KAPPA", "YI"])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_that_each_equation_gives_the_limit_that_it_ends_with(metric_id, level):
    found, formulas = equations(metric_id, settings=IntervalSettings(level))
    for limit, formula in zip((found.lower, found.upper), formulas, strict=True):
        (statement,) = formula.clauses
        assert isinstance(statement, Statement)
        *sides, last = statement.members
        assert last.written == text.measure(limit)
        assert sides
        for side in sides:
            value = evaluate(side, {})
            assert value == pytest.approx(limit, abs=text.last_digit(last.written) * 0.51)


def test_that_another_method_has_another_equation():
    settings = IntervalSettings(0.95, {Kind.PROPORTION: "agresti-coull"})
    found, (lower, _upper) = equations("TPR", settings=settings)
    assert found.method == "Agresti-Coull"
    assert len(lower.clauses) == 2
    assert lower.clauses[0].members[-1].written == text.measure(found.lower)


def test_that_what_takes_a_program_has_no_equation():
    settings = IntervalSettings(0.95, {Kind.PROPORTION: "clopper-pearson"})
    _found, formulas = equations("TPR", settings=settings)
    assert [formula.clauses for formula in formulas] == [(), ()]
