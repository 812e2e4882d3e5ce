"""The limits of an interval as equations: what they say is what the method computes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.counts import Counts
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.subjects import SubjectsAt, Worth, worth
from evalgui.core.kind import Kind
from evalgui.core.metrics import METRICS, measured_at
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects
from evalgui.gui import text
from evalgui.gui.typesetting.filling import evaluate
from evalgui.gui.typesetting.interval_formulas import limits_filled
from evalgui.gui.typesetting.tree import Formula, Statement

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


def of_subjects(n_subjects, settings=None):
    """Return the intervals of 400 rows, most of whose subjects have more than one."""
    rng = np.random.default_rng(n_subjects)
    codes = rng.integers(0, n_subjects, 400).astype(np.int32)
    truth = rng.random(400) < 0.4
    scores = rng.normal(size=400) + 0.8 * truth + rng.normal(size=n_subjects)[codes]
    whose = Subjects((codes,), ("patient",))
    ranked = RankedSubjects.of_rows(scores, whose, truth, higher_is_positive=True)
    called = scores >= 0.5
    tp, fp, fn, tn = (
        int(np.sum((called == is_called) & (truth == is_positive)))
        for is_called, is_positive in ((1, 1), (1, 0), (0, 1), (0, 0))
    )
    counts = Counts(tp=tp, fp=fp, fn=fn, tn=tn)
    measured, subjects = measured_at(counts), SubjectsAt(ranked, counts)
    settings, sampling = settings or IntervalSettings(), Sampling.BY_SUBJECT
    at = IntervalsAt(counts, measured, settings=settings, sampling=sampling, subjects=subjects)
    return measured, at


@pytest.mark.parametrize("metric_id", ["TPR", "ACC", "PPV", "MCC", "YI"])
@pytest.mark.parametrize("method", ["wilson", "agresti-coull"])
def test_that_limits_by_subject_are_equations_of_rows_that_are_independent(metric_id, method):
    measured, at = of_subjects(80, IntervalSettings(0.95, {Kind.PROPORTION: method}))
    interval, found = at[metric_id], measured[metric_id]
    assert interval.method.endswith("effective n by subject")
    fraction = METRICS.by_id(metric_id).fraction
    rows = None if fraction is None else at.subjects.worth(fraction)
    lower, upper = limits_filled(interval, found, {}, at.moved(metric_id), rows)
    if metric_id in {"ACC", "PPV"}:  # the subjects of which differ less than by chance
        assert math.isnan(rows.variance)
    elif rows is not None:
        first, *others = lower.clauses
        assert first.lead == "Independent rows:"
        *sides, last = first.members
        assert rows.n < found.fraction[1]
        assert last.written == text.measure(rows.n)
        for side in sides:
            assert evaluate(side, {}) == pytest.approx(rows.n, rel=2e-3)
        lower = Formula(tuple(others))
    for limit, formula in zip((interval.lower, interval.upper), (lower, upper), strict=True):
        *sides, last = formula.clauses[0].members
        assert last.written == text.measure(limit)
        for side in sides if len(formula.clauses) == 1 else ():
            value = evaluate(side, {})
            assert value == pytest.approx(limit, abs=text.last_digit(last.written) * 0.51)


def test_that_rows_worth_as_much_as_subjects_have_no_equation_of_a_variance():
    measured, at = of_subjects(80)
    capped = Worth(80.0, 80)
    lower, _upper = limits_filled(at["FNR"], measured["FNR"], {}, (), capped)
    assert [one.lead for one in lower.clauses] == ["Lower limit:"]
    # Cells that are worth less than their rows are not those that stand in the matrix.
    assert limits_filled(at["DOR"], measured["DOR"], {})[0].clauses == ()


def test_that_a_variance_is_told_only_where_the_rows_count_follows_from_it():
    found = worth(30, 40, np.array([8, 7, 9, 6]), np.array([10, 10, 10, 10]))
    assert found.n == 4  # subjects, of which fewer than ten have the rarer outcome
    assert math.isnan(found.variance)
    k_of = np.array([3, 1, 0, 2] * 5)
    found = worth(30, 80, k_of, np.full(20, 4))
    left = (30 - k_of) / 76
    expected = 19 / 20 * np.sum((left - left.mean()) ** 2)
    assert found.variance == pytest.approx(expected, rel=1e-12)
    assert found.n == pytest.approx(30 / 80 * 50 / 80 / expected, rel=1e-12)
