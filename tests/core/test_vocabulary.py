"""The words of each field, exactly, and texts that are told in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.metrics import METRICS, metric_by_id
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, phrase, words_in

ML, CLINICAL, BIOMETRICS, SPEAKER, PAD, BONA_FIDE = Vocabulary
FIELDS = (CLINICAL, BIOMETRICS, SPEAKER, PAD, BONA_FIDE)
OF_ATTACKS = "Pooled APCER (attack presentation classification error rate)"
OF_BONA_FIDE = "BPCER (bona fide presentation classification error rate)"


@pytest.mark.parametrize(
    ("vocabulary", "classes", "rows", "calls", "decision", "axes"),
    [
        (
            ML,
            ("positive", "negative"),
            ("actual positives", "actual negatives"),
            ("predicted positives", "predicted negatives"),
            "positive",
            ("actual", "predicted"),
        ),
        (
            CLINICAL,
            ("diseased", "healthy"),
            ("diseased subjects", "healthy subjects"),
            ("positive tests", "negative tests"),
            "test positive",
            ("condition", "test result"),
        ),
        (
            BIOMETRICS,
            ("genuine", "impostor"),
            ("genuine comparisons", "impostor comparisons"),
            ("matches", "non-matches"),
            "match",
            ("comparison", "decision"),
        ),
        (
            SPEAKER,
            ("target", "non-target"),
            ("target trials", "non-target trials"),
            ("accepted trials", "rejected trials"),
            "accept",
            ("trial", "decision"),
        ),
        (
            PAD,
            ("attack presentation", "bona fide presentation"),
            ("attack presentations", "bona fide presentations"),
            ("presentations classified as attack", "presentations classified as bona fide"),
            "attack",
            ("presentation", "classification"),
        ),
        (
            BONA_FIDE,
            ("bona fide presentation", "attack presentation"),
            ("bona fide presentations", "attack presentations"),
            ("presentations classified as bona fide", "presentations classified as attack"),
            "bona fide",
            ("presentation", "classification"),
        ),
    ],
)
def test_that_classes_calls_and_axes_have_their_words(
    *, vocabulary, classes, rows, calls, decision, axes
):
    words = words_in(vocabulary)
    assert (words.positive, words.negative) == classes
    assert (words.positives, words.negatives) == rows
    assert (words.called_positives, words.called_negatives) == calls
    assert words.decision == decision
    assert words.axes == axes


@pytest.mark.parametrize(
    ("vocabulary", "shorts", "longs", "many"),
    [
        (
            ML,
            ("TP", "FN", "FP", "TN"),
            ["true positive", "false negative", "false positive", "true negative"],
            ["true positives", "false negatives", "false positives", "true negatives"],
        ),
        (
            CLINICAL,
            ("TP", "FN", "FP", "TN"),
            ["true positive", "false negative", "false positive", "true negative"],
            ["true positives", "false negatives", "false positives", "true negatives"],
        ),
        (
            BIOMETRICS,
            ("TM", "FNM", "FM", "TNM"),
            ["true match", "false non-match", "false match", "true non-match"],
            ["true matches", "false non-matches", "false matches", "true non-matches"],
        ),
        (
            SPEAKER,
            ("Hit", "Miss", "FA", "CR"),
            ["hit", "miss", "false alarm", "correct rejection"],
            ["hits", "misses", "false alarms", "correct rejections"],
        ),
        (
            PAD,
            ("DA", "UA", "RB", "AB"),
            ["detected attack", "undetected attack", "rejected bona fide", "accepted bona fide"],
            ["detected attacks", "undetected attacks", "rejected bona fide", "accepted bona fide"],
        ),
        (
            BONA_FIDE,
            ("AB", "RB", "UA", "DA"),
            ["accepted bona fide", "rejected bona fide", "undetected attack", "detected attack"],
            ["accepted bona fide", "rejected bona fide", "undetected attacks", "detected attacks"],
        ),
    ],
)
def test_that_the_outcomes_have_their_words(vocabulary, shorts, longs, many):
    words = words_in(vocabulary)
    assert words.shorts == shorts
    assert [outcome.long for outcome in words.outcomes] == longs
    assert [outcome.many for outcome in words.outcomes] == many


@pytest.mark.parametrize(
    ("metric_id", "names", "symbols"),
    [
        (
            "TPR",
            [
                *("Sensitivity", "TMR (true match rate)", "1 - P_miss"),
                *("1 - pooled APCER", "1 - BPCER"),
            ],
            None,
        ),
        (
            "TNR",
            [
                *("Specificity", "TNMR (true non-match rate)", "1 - P_fa"),
                *("1 - BPCER", "1 - pooled APCER"),
            ],
            None,
        ),
        (
            "FPR",
            [
                *("1 - specificity", "FMR (false match rate)", "P_fa (false alarm probability)"),
                *(OF_BONA_FIDE, OF_ATTACKS),
            ],
            ["1 - specificity", "FMR", "P_fa", "BPCER", "pooled APCER"],
        ),
        (
            "FNR",
            [
                *("1 - sensitivity", "FNMR (false non-match rate)", "P_miss (miss probability)"),
                *(OF_ATTACKS, OF_BONA_FIDE),
            ],
            ["1 - sensitivity", "FNMR", "P_miss", "pooled APCER", "BPCER"],
        ),
        ("PPV", ["Positive predictive value", *["Precision"] * 4], ["PPV"] * 5),
        (
            "PREV",
            ["Prevalence", "Share of genuine", "Share of targets", "Prevalence", "Prevalence"],
            ["PREV"] * 5,
        ),
        (
            "PPR",
            [
                *("Share of positive tests", "Share of matches", "Share of accepted"),
                *("Share classified as attack", "Share classified as bona fide"),
            ],
            None,
        ),
        (
            "BER",
            [
                *("1 - balanced accuracy", "HTER (half total error rate)"),
                *["Balanced error rate"] * 3,
            ],
            ["BER", "HTER", "BER", "BER", "BER"],
        ),
        (
            "COST",
            [
                *("Expected cost", "Expected cost", "C_det (detection cost) at this prior"),
                *("Expected cost", "Expected cost"),
            ],
            ["cost", "cost", "C_det", "cost", "cost"],
        ),
        ("MCC", ["Matthews correlation coefficient"] * 5, ["MCC"] * 5),
    ],
)
def test_that_measures_have_their_names_and_symbols(metric_id, names, symbols):
    metric = metric_by_id(metric_id)
    assert [metric.name_in(vocabulary) for vocabulary in FIELDS] == names
    assert metric.name_in(ML) == metric.name
    assert metric.symbol_in(ML) == str(metric.symbol)
    if symbols is not None:
        assert [metric.symbol_in(vocabulary) for vocabulary in FIELDS] == symbols


@pytest.mark.parametrize(
    ("rule_id", "names", "reasons"),
    [
        (
            "eer",
            ["EER", "Sens = Spec", "EER", "EER", "D-EER", "D-EER"],
            [
                "The attainable threshold nearest to the crossing of both error rates",
                "The attainable threshold nearest to where sensitivity = specificity",
                "The attainable threshold nearest to where FMR = FNMR",
                "The attainable threshold nearest to where P_miss = P_fa",
                *["The attainable threshold nearest to where pooled APCER = BPCER"] * 2,
            ],
        ),
        (
            "youden",
            ["Youden"] * 6,
            [
                "The greatest true positive rate + true negative rate - 1",
                "The greatest sensitivity + specificity - 1",
                "The smallest FMR + FNMR",
                "The smallest P_miss + P_fa",
                *["The smallest pooled APCER + BPCER"] * 2,
            ],
        ),
        ("half", ["0.5"] * 6, ["The conventional threshold of a probability"] * 6),
    ],
)
def test_that_rules_have_their_names_and_reasons(rule_id, names, reasons):
    rule = rule_by_id(rule_id)
    found = [words_in(vocabulary) for vocabulary in Vocabulary]
    assert [words.rule_name(rule.id, rule.name) for words in found] == names
    assert [words.rule_reason(rule.id, rule.explanation) for words in found] == reasons


@pytest.mark.parametrize(
    ("vocabulary", "told"),
    [
        (ML, "no actual positives; no positive calls"),
        (CLINICAL, "no diseased subjects; no positive tests"),
        (BIOMETRICS, "no genuine comparisons; no matches"),
        (SPEAKER, "no target trials; no accepted trials"),
        (PAD, "no attack presentations; no presentations classified as attack"),
    ],
)
def test_that_reasons_are_told_in_the_words_of_the_field(vocabulary, told):
    assert words_in(vocabulary)("no {actual_positives}; no {positive_calls}") == told


@pytest.mark.parametrize(
    ("vocabulary", "template", "told"),
    [
        (CLINICAL, "{Recall} and {precision}", "Sensitivity and positive predictive value"),
        (CLINICAL, "macro {TPR}", "macro sensitivity"),
        (CLINICAL, "the precision-recall curve", "the precision-recall curve"),
        (BIOMETRICS, "Cost of a {FN}", "Cost of a FNM"),
        (BIOMETRICS, "{a_negative} one", "an impostor one"),
        (BIOMETRICS, "a {false_positive}", "a false match"),
        (SPEAKER, "with 30 {true_positives}", "with 30 hits"),
        (SPEAKER, "Spread of {the_recalls}", "Spread of 1 - P_miss"),
        (SPEAKER, "Higher scores mean {positive}", "Higher scores mean target"),
        (BIOMETRICS, "{predicted_class}: {the_actual_one}", "decision: the comparison"),
        (CLINICAL, "{never_called_positive}", "never test positive"),
        (SPEAKER, "{EER} and {prevalence}", "EER and prior"),
    ],
)
def test_that_sentences_are_told_word_by_word(vocabulary, template, told):
    assert words_in(vocabulary)(template) == told
    assert words_in(vocabulary).said(phrase(template)) == told


@pytest.mark.parametrize(
    ("vocabulary", "formula", "told"),
    [
        (ML, "TPR / FPR", "TPR / FPR"),
        (CLINICAL, "TPR / FPR", "Sens / (1 - Spec)"),
        (
            CLINICAL,
            "sqrt(FPR) / (sqrt(TPR) + sqrt(FPR))",
            "sqrt(1 - Spec) / (sqrt(Sens) + sqrt(1 - Spec))",
        ),
        (BIOMETRICS, "(FPR + FNR) / 2", "(FMR + FNMR) / 2"),
        (BIOMETRICS, "TP / (TP + FN)", "TM / (TM + FNM)"),
        (SPEAKER, "TPR + TNR - 1", "(1 - P_miss) + (1 - P_fa) - 1"),
        (SPEAKER, "FP / (FP + TN)", "FA / (FA + CR)"),
        (PAD, "TPR + TNR - 1", "(1 - APCER) + (1 - BPCER) - 1"),
        (BONA_FIDE, "FP / (FP + TN)", "UA / (UA + DA)"),
    ],
)
def test_that_formulas_are_told_in_the_symbols_of_the_field(vocabulary, formula, told):
    assert words_in(vocabulary).formula(formula) == told


@given(text=st.text())
def test_that_the_machine_learning_words_are_left_as_they_are(text):
    assert MACHINE_LEARNING.said(text) == MACHINE_LEARNING.formula(text) == text


@pytest.mark.parametrize("vocabulary", [BIOMETRICS, SPEAKER, PAD, BONA_FIDE])
def test_that_no_formula_or_reason_keeps_a_mark_of_another_field(vocabulary):
    words = words_in(vocabulary)
    mark = re.compile(r"(?<![^\W_])(TP|FN|FP|TN|TPR|TNR|FPR|FNR)(?![^\W_])")
    for metric in (*METRICS, *MATRIX_METRICS, *SCORE_METRICS):
        assert not mark.search(words.formula(metric.formula)), metric.id
        assert not mark.search(words.said(metric.symbol)), metric.id
    for metric in METRICS:
        for need in metric.needs:
            assert not re.search(r"actual|positive|negative", words.said(need.missing))
    for rule in RULES:
        reason = words.rule_reason(rule.id, rule.explanation)
        assert not re.search(r"positive|negative|sensitivity|specificity", reason), rule.id


def test_that_every_short_name_is_one_of_a_known_measure():
    known = {metric.id for metric in METRICS}
    for vocabulary in Vocabulary:
        words = words_in(vocabulary)
        assert set(words.rates) | set(words.symbols) <= known
        assert set(words.rules) | set(words.reasons) <= {rule.id for rule in RULES}
