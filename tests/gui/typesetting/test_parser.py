"""Reading formulas: what they mean is proven by computing them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.counts import Counts
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import METRICS, Metric, Parameters, measured_at
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.operating_point import OperatingPoint
from evalgui.core.snapshot import Inputs, Snapshot
from evalgui.gui.typesetting.filling import evaluate, holding_case, is_filled, with_definitions
from evalgui.gui.typesetting.formula_text import as_text
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import (
    Formula,
    Name,
    Node,
    Number,
    Over,
    Product,
    Quotient,
    Remark,
    Special,
    Statement,
)
from evalgui.results.topics.measures import VALUE, live, quantities, row_of

PARAMETERS = Parameters(2.5, 0.7, 0.3, 1.2, cost_tp=-2.0, cost_fp=1.0, cost_fn=5.0, cost_tn=0.5)
# Words, or sums over classes whose terms are words; everything else is drawn.
WORDED = {
    *("HC_K", "BACC", "GM_K", "CHI2_DF", "CHI2_P", "PHI2", "CRAMER_V", "LAMBDA", "F_OF_MEANS"),
    *("AUC_TOTAL", "AUC_MACRO", "AUC_MICRO", "HAND_TILL"),
    *("LOG_LOSS", "BRIER", "BRIER_HALF", "TOP_K"),
}


def snapshot_of(counts: Counts) -> Snapshot:
    point = OperatingPoint(0.5, 0, counts, measured_at(counts, PARAMETERS))
    return Snapshot(Inputs(parameters=PARAMETERS), point=point)


def read(written: str) -> Node:
    (clause,) = parse(written).clauses
    assert isinstance(clause, Statement)
    (member,) = clause.members
    return member


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_every_measure_of_two_classes_is_typeset(metric: Metric) -> None:
    formula = parse(str(metric.formula))
    assert formula.is_typeset
    assert isinstance(formula.clauses[0], Statement)


@pytest.mark.parametrize("metric", [*MATRIX_METRICS, *SCORE_METRICS], ids=lambda m: m.id)
def test_that_measures_of_all_classes_are_typeset_unless_they_are_words(metric: Metric) -> None:
    formula = parse(str(metric.formula))
    assert formula.is_typeset or metric.id in WORDED
    assert formula.clauses != ()


@given(counts=st.builds(Counts, *[st.integers(1, 500)] * 4))
def test_that_a_formula_means_what_the_measure_computes(counts: Counts) -> None:
    snapshot = snapshot_of(counts)
    for metric in METRICS:
        entry = row_of(metric)
        formula = parse(str(metric.formula))
        numbers = with_definitions(formula, quantities(entry, snapshot))
        statement = formula.clauses[0]
        assert isinstance(statement, Statement), metric.id
        expected = (live(snapshot).cell(entry, VALUE) or NOTHING).value
        if not math.isfinite(expected):  # no better than chance: a value is 1 / 0
            continue
        near = pytest.approx(expected, rel=1e-9, abs=1e-12)
        for member in statement.members:
            assert evaluate(member, numbers) == near, metric.id


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_a_special_case_holds_where_the_formula_does_not(metric: Metric) -> None:
    formula = parse(str(metric.formula))
    specials = [clause for clause in formula.clauses if isinstance(clause, Special)]
    assert bool(specials) == (", and 0 where" in str(metric.formula))
    for special in specials:
        assert special.condition is not None
        counts = Counts(tp=0, fp=3, fn=5, tn=0)
        numbers = quantities(row_of(metric), snapshot_of(counts))
        assert holding_case(formula, numbers) is special
        assert metric.value(counts) == evaluate(special.value, numbers) == 0
        somewhere_else = quantities(row_of(metric), snapshot_of(Counts(1, 3, 5, 2)))
        assert holding_case(formula, somewhere_else) is None


def test_that_factors_are_multiplied_before_and_after_a_division_from_the_left() -> None:
    numbers = {"A": 6.0, "B": 4.0, "C": 2.0}
    assert evaluate(read("A B / C"), numbers) == 12
    assert evaluate(read("A / B C"), numbers) == 3
    assert evaluate(read("A / (B C)"), numbers) == 0.75
    assert evaluate(read("A / 2C"), numbers) == 1.5
    assert evaluate(read("A - B - C"), numbers) == 0
    assert evaluate(read("-A + |B - A| C^2"), numbers) == 2
    assert evaluate(read("sqrt(B) ln(1) + log10(100)"), numbers) == 2


def test_that_what_is_undefined_stays_so() -> None:
    assert math.isnan(evaluate(read("A / B"), {"A": 0, "B": 0}))
    assert evaluate(read("A / B"), {"A": 1, "B": 0}) == math.inf
    assert math.isnan(evaluate(read("A + B"), {"A": 1}))
    assert math.isnan(evaluate(read("sqrt(A)"), {"A": -1}))


def test_that_names_are_cut_into_letters_and_an_index() -> None:
    assert read("InvF0.5") == Name("InvF0.5", "InvF", "0.5")
    assert read("LR-") == Name("LR-", "LR\N{MINUS SIGN}")
    assert read("n_i+") == Name("n_i+", "n", "i+")
    assert read("cost_FN") == Name("cost_FN", "cost", "FN")
    assert read("beta") == Name("beta", "\N{GREEK SMALL LETTER BETA}")
    assert read("R'") == Name("R'", "R\N{PRIME}")


def test_that_a_sum_takes_what_has_the_index_of_a_class() -> None:
    outside, inside = read("sum n_ii / n"), read("sum n_ij / n_+j")
    assert isinstance(outside, Quotient)
    assert isinstance(inside, Over)
    assert isinstance(inside.body, Quotient)
    both = read("n sum n_ij / sum n_i+ n_+j")
    assert isinstance(both, Quotient)
    assert isinstance(both.numerator, Product)
    assert isinstance(both.denominator, Over)


def test_that_clauses_stand_after_commas_and_with() -> None:
    formula = parse("(A - B) / C, natural logarithm with B = max(1, 2), and 0 where A = 0")
    kinds = [type(clause) for clause in formula.clauses]
    assert kinds == [Statement, Remark, Statement, Special]
    assert as_text(formula) == (
        "(A \N{MINUS SIGN} B) / C, natural logarithm, B = max(1, 2), 0 where A = 0"
    )


def test_that_words_may_lead_to_a_formula_or_end_one() -> None:
    (led,) = parse("mean over the classes of TP / (TP + FN)").clauses
    assert isinstance(led, Statement)
    assert led.lead == "mean over the classes of"
    _first, second = parse("A, B = C with the classes swapped").clauses
    assert isinstance(second, Statement)
    assert second.remark == "with the classes swapped"


@pytest.mark.parametrize(
    "written", ["", "(A + B", "A +", "A ? B", "share of rows", "a b) / c", "|A", "A of words"]
)
def test_that_what_is_no_formula_is_words(written: str) -> None:
    assert parse(written) == Formula((Remark(written),))
    assert as_text(parse(written)) == written


@given(st.text(max_size=60))
def test_that_any_text_can_be_read(written: str) -> None:
    assert isinstance(parse(written), Formula)


def test_that_a_number_is_no_name() -> None:
    assert read("2") == Number("2")
    assert is_filled(read("2 pi"))
    assert not is_filled(read("2 A"))
