"""Formulas with numbers in them, as text and as LaTeX."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import METRICS, Metric, measured_at, metric_by_id
from evalgui.core.operating_point import OperatingPoint
from evalgui.core.snapshot import Inputs, Snapshot
from evalgui.gui import text
from evalgui.gui.typesetting.filling import evaluate, filled, is_filled
from evalgui.gui.typesetting.formula_text import as_latex, as_text
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Formula, Name, Number, Statement
from evalgui.results.topics.measures import VALUE, live, quantities, row_of

COUNTS = Counts(tp=70, fp=20, fn=30, tn=80)
MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"


def filled_with(metric_id: str, counts: Counts = COUNTS) -> Formula:
    snapshot = Snapshot(Inputs(), point=OperatingPoint(0.5, 0, counts, measured_at(counts)))
    entry = row_of(metric_by_id(metric_id))
    found = live(snapshot).cell(entry, VALUE) or NOTHING
    formula = parse(str(entry.about.formula))
    return filled(formula, quantities(entry, snapshot), found.value, found.reason)


@pytest.mark.parametrize(
    ("metric_id", "expected"),
    [
        ("TPR", "70 / (70 + 30) = 0.700"),
        ("F1", "2 * 70 / (2 * 70 + 20 + 30) = 0.737"),
        ("BCR", "(0.700 + 0.800) / 2 = 0.750"),
        ("YI", f"0.700 + 0.800 {MINUS} 1 = 0.500"),
        ("DOR", "3.500 / 0.375 = 70 * 80 / (20 * 30) = 9.333"),
        ("FBETA", "(1 + 2^2) * 70 / ((1 + 2^2) * 70 + 2^2 * 30 + 20) = 0.714"),
        ("AGF", "√(0.714 * 0.741) = 0.727"),
        (
            "KAPPA",
            (
                f"(0.750 {MINUS} 0.500) / (1 {MINUS} 0.500) = 0.500, p_o = 0.750,"
                " p_e = (100 (70 + 20) + 100 (80 + 30)) / 200^2 = 0.500"
            ),
        ),
        (
            "AGM_PROP",
            "(0.7483 + 0.8000 * 100 / 200) / (1 + 100 / 200) = 0.766",
        ),
        ("DP", "√(3) / π ln(9.333) = 1.231"),
        ("NND", f"1 / (0.700 + 0.800 {MINUS} 1) = 2.000"),
    ],
)
def test_that_the_counts_stand_in_the_formula(metric_id: str, expected: str) -> None:
    assert as_text(filled_with(metric_id)).replace(TIMES, "*") == expected


@given(
    counts=st.builds(
        Counts,
        *[st.one_of(st.integers(0, 30), st.integers(0, 10**7), st.integers(0, 10**12))] * 4,
    )
)
@example(COUNTS)
@example(Counts(1, 1, 1, 10_000_000))
@example(Counts(9_999_999, 3, 1, 990))
def test_that_the_steps_compute_from_the_digits_that_are_shown(counts: Counts) -> None:
    for metric in METRICS:
        for clause in filled_with(metric.id, counts).clauses:
            if not isinstance(clause, Statement) or clause.remark or len(clause.members) == 1:
                continue
            *sides, last = clause.members
            assert isinstance(last, Number)
            result = text.as_number(last.written)
            for side in (side for side in sides if not isinstance(side, Name)):
                computed = evaluate(side, {})
                assert math.isnan(computed) == math.isnan(result), metric.id
                if not math.isfinite(result):
                    assert repr(computed) == repr(result), metric.id
                else:
                    tie = 0.5 * (1 + 1e-6)
                    near = text.last_digit(last.written) * tie + abs(result) * 1e-12
                    assert abs(computed - result) <= near, (metric.id, as_text_of(clause))


def as_text_of(clause: Statement) -> str:
    return as_text(Formula((clause,)))


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_every_name_has_its_number(metric: Metric) -> None:
    statement = filled_with(metric.id).clauses[0]
    assert isinstance(statement, Statement)
    assert all(is_filled(member) for member in statement.members)


def test_that_a_negative_number_after_a_sign_has_brackets() -> None:
    formula = parse("A B - A + B / A^2")
    shown = as_text(filled(formula, {"A": -0.5, "B": -2}, -6.5)).replace(TIMES, "*")
    number, count = f"({MINUS}0.500)", f"({MINUS}2)"
    assert shown == f"{number} * {count} {MINUS} {number} + {MINUS}2 / {number}^2 = {MINUS}6.500"


def test_that_an_undefined_measure_tells_why_in_place_of_a_value() -> None:
    assert as_text(filled_with("PPV", Counts(0, 0, 30, 80))) == (
        "0 / (0 + 0) undefined: no positive calls"
    )


def test_that_a_special_case_is_told_in_place_of_the_formula() -> None:
    assert as_text(filled_with("AGM", Counts(0, 20, 30, 80))) == "0.000, as TPR = 0"
    assert as_text(filled_with("P4", Counts(0, 20, 30, 0))) == "0.000, as TP = TN = 0"


def test_that_infinity_is_a_value() -> None:
    assert as_text(filled_with("LRP", Counts(70, 0, 30, 80))) == "0.700 / 0.000 = ∞"


def test_that_latex_has_fractions_roots_and_names() -> None:
    assert as_latex(parse("sqrt(TPR n_i+) / (1 + beta^2), natural logarithm")) == (
        r"\frac{\sqrt{\mathit{TPR} \, n_{i+}}}{1 + \beta^{2}},\quad \text{natural logarithm}"
    )
    assert as_latex(parse("|LR- - 2| (A / B)")) == (
        r"\left|\mathit{LR}^{-} - 2\right| \, \left(\frac{A}{B}\right)"
    )
    assert as_latex(parse("sum n_ii / n, and 0 where TP = TN = 0")) == (
        r"\frac{\sum n_{ii}}{n},\quad 0\text{ where }\mathit{TP} = \mathit{TN} = 0"
    )
    assert as_latex(filled_with("DP", Counts(10**6, 1, 1, 10**6))) == (
        r"\frac{\sqrt{3}}{\pi} \, \operatorname{ln}\left(1.000 \times 10^{12}\right) = 15.234"
    )
    assert as_latex(filled_with("TPR", Counts(1234567, 0, 0, 1))) == (
        r"\frac{1\,234\,567}{1\,234\,567 + 0} = 1.000"
    )


def test_that_a_value_without_numbers_is_none() -> None:
    assert filled(parse("words alone"), {}, math.nan) == Formula(())
