"""Formulas in the symbols of each field: they are set as before, and come to the same value."""

from __future__ import annotations

import pytest

from evalgui.core.counts import Counts
from evalgui.core.metrics import METRICS, Metric, measured_at
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.operating_point import OperatingPoint
from evalgui.core.snapshot import Inputs, Snapshot
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui.typesetting.filling import evaluate, filled, is_filled, with_definitions
from evalgui.gui.typesetting.formula_text import as_latex, as_text
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Statement
from evalgui.results.topics.measures import quantities, row_of

COUNTS = Counts(tp=70, fp=20, fn=30, tn=80)
TIMES = "\N{MULTIPLICATION SIGN}"
MINUS = "\N{MINUS SIGN}"


def numbers_of(metric: Metric, vocabulary: Vocabulary) -> dict[str, float]:
    snapshot = Snapshot(Inputs(), point=OperatingPoint(0.5, 0, COUNTS, measured_at(COUNTS)))
    entry = row_of(metric)
    words = words_in(vocabulary)
    return {words.formula(name): number for name, number in quantities(entry, snapshot).items()}


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.id)
def test_that_a_formula_comes_to_the_value_of_its_measure(
    metric: Metric, vocabulary: Vocabulary
) -> None:
    formula = parse(words_in(vocabulary).formula(metric.formula))
    statement = formula.clauses[0]
    assert isinstance(statement, Statement)
    numbers = with_definitions(formula, numbers_of(metric, vocabulary))
    for member in statement.members:
        assert evaluate(member, numbers) == pytest.approx(float(metric.value(COUNTS)), rel=1e-12)
    shown = filled(formula, numbers_of(metric, vocabulary), 0.5).clauses[0]
    assert isinstance(shown, Statement)
    assert all(is_filled(member) for member in shown.members)


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_what_is_set_in_one_field_is_set_in_all(vocabulary: Vocabulary) -> None:
    words = words_in(vocabulary)
    formulas = [metric.formula for metric in METRICS]
    formulas += [metric.formula for metric in MATRIX_METRICS]
    formulas += [metric.formula for metric in SCORE_METRICS]
    for formula in formulas:
        assert parse(words.formula(formula)).is_typeset == parse(str(formula)).is_typeset, formula


@pytest.mark.parametrize(
    ("vocabulary", "metric_id", "as_formula", "as_filled"),
    [
        (Vocabulary.CLINICAL, "LRP", "Sens / (1 - Spec)", "0.700 / (1 - 0.800) = 3.500"),
        (Vocabulary.CLINICAL, "TPR", "TP / (TP + FN)", "70 / (70 + 30) = 0.700"),
        (Vocabulary.BIOMETRICS, "FPR", "FM / (FM + TNM)", "20 / (20 + 80) = 0.200"),
        (Vocabulary.SPEAKER, "FNR", "Miss / (Miss + Hit)", "30 / (30 + 70) = 0.300"),
        (
            Vocabulary.SPEAKER,
            "YI",
            "(1 - P_miss) + (1 - P_fa) - 1",
            "(1 - 0.300) + (1 - 0.200) - 1 = 0.500",
        ),
        (
            Vocabulary.SPEAKER,
            "COST",
            "(cost_Hit Hit + cost_FA FA + cost_Miss Miss + cost_CR CR) / n",
            "(0 * 70 + 1 * 20 + 1 * 30 + 0 * 80) / 200 = 0.250",
        ),
    ],
)
def test_that_the_counts_stand_in_the_formula_of_the_field(
    vocabulary: Vocabulary, metric_id: str, as_formula: str, as_filled: str
) -> None:
    metric = next(metric for metric in METRICS if metric.id == metric_id)
    formula = parse(words_in(vocabulary).formula(metric.formula))
    assert as_text(formula).replace(TIMES, "*").replace(MINUS, "-") == as_formula
    value = float(metric.value(COUNTS))
    told = as_text(filled(formula, numbers_of(metric, vocabulary), value))
    assert told.replace(TIMES, "*").replace(MINUS, "-") == as_filled


def test_that_a_special_case_is_told_in_the_symbols_of_the_field() -> None:
    metric = next(metric for metric in METRICS if metric.id == "AGM")
    words = words_in(Vocabulary.SPEAKER)
    formula = parse(words.formula(metric.formula))
    rates = {"TPR": 0.0, "FNR": 1.0, "TNR": 0.8, "FPR": 0.2}
    numbers = {words.formula(name): rate for name, rate in rates.items()}
    shown = as_text(filled(formula, numbers, 0.0))
    assert shown == "0.000, as (1 - P_miss) = 0"


def test_that_latex_has_the_symbols_of_the_field() -> None:
    told = words_in(Vocabulary.BIOMETRICS).formula("TPR / FPR")
    assert as_latex(parse(told)) == r"\frac{\mathit{TMR}}{\mathit{FMR}}"
    told = words_in(Vocabulary.SPEAKER).formula("FNR / TNR")
    assert as_latex(parse(told)) == r"\frac{P_{miss}}{1 - P_{fa}}"
