"""What a study needs: reference numbers, rows in all, words, and what data at hand support."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.errors import DataError
from evalgui.core.planning import (
    PLANNED,
    Goal,
    Question,
    Sizes,
    answer,
    needed,
    supported,
    supports,
    wanted,
)
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in

CASES = json.loads(
    (Path(__file__).parents[1] / "data/core/sample_size.json").read_text(encoding="utf-8")
)
SPACE = "\N{NARROW NO-BREAK SPACE}"
STYLE = Style(MACHINE_LEARNING)


def asked(measure, goal, aim, expected=None, **more):
    return Question(
        measure=PLANNED.by_id(measure), goal=Goal(goal), aim=aim, expected=expected, **more
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_that_reference_numbers_are_found_and_stand_in_the_formula(case):
    discordant = tuple(case["discordant"]) if "discordant" in case else None
    found = answer(
        asked(
            case["measure"],
            case["goal"],
            case["aim"],
            case.get("expected"),
            discordant=discordant,
        )
    )
    assert found.n == case["n"]
    told = found.n_positive if case["measure"] == "roc_auc" else found.n
    assert str(told) in found.formula.told(STYLE)
    for number in (case.get("expected"), *case.get("discordant", ())):
        assert number is None or str(number) in found.formula.told(STYLE)


@pytest.mark.parametrize(
    ("measure", "sizes"),
    [("TPR", (705, 141, 564)), ("TNR", (177, 36, 141)), ("ACC", (141, 28, 113))],
)
def test_that_a_prevalence_says_how_many_rows_hold_them(measure, sizes):
    found = answer(asked(measure, "width", 0.1, 0.9, prevalence=0.2))
    assert (found.n, found.n_positive, found.n_negative) == sizes


def test_that_a_sensitivity_needs_positives_alone_where_nothing_is_said():
    found = answer(asked("TPR", "width", 0.1, 0.9))
    assert (found.n, found.n_positive, found.n_negative) == (141, 141, 0)
    found = answer(asked("ACC", "width", 0.1, 0.9))
    assert (found.n, found.n_positive, found.n_negative) == (141, None, None)


def test_that_predictive_values_count_calls():
    calls = answer(asked("PPV", "width", 0.1, 0.8, prevalence=0.1))
    assert (calls.n, calls.n_positive, calls.counted.told(STYLE)) == (245, None, "positive calls")
    assert "the true positive rate says, too" in calls.formula.told(STYLE)
    rows = answer(asked("PPV", "width", 0.1, 0.8, prevalence=0.1, rate=0.9))
    # 0.9 of 0.1 are called rightly, which is 0.8 of all that are called.
    assert rows.n == math.ceil(245 / (0.9 * 0.1 / 0.8))
    assert (rows.n_positive, rows.n_negative) == (218, 1960)
    with pytest.raises(DataError, match="cannot come about"):
        answer(asked("PPV", "width", 0.1, 0.05, prevalence=0.5, rate=0.9))


@given(
    st.sampled_from(["TPR", "TNR", "ACC", "FPR", "FNR"]),
    st.integers(1, 99).map(lambda p: p / 100),
    st.integers(1, 99).map(lambda p: p / 100),
    st.integers(1, 50).map(lambda w: w / 100),
)
def test_that_both_classes_make_up_all_rows(measure, expected, prevalence, width):
    alone = answer(asked(measure, "width", width, expected))
    found = answer(asked(measure, "width", width, expected, prevalence=prevalence))
    assert found.n == found.n_positive + found.n_negative
    assert found.n >= alone.n
    of_class = {"TPR": found.n_positive, "FNR": found.n_positive}
    of_class |= {"TNR": found.n_negative, "FPR": found.n_negative}
    assert of_class.get(measure, found.n) == alone.n


@pytest.mark.parametrize(("goal", "aim"), [("width", 0.1), ("lower", 0.8), ("se", 0.03)])
@pytest.mark.parametrize("prevalence", [None, 0.1, 0.5])
def test_that_an_auc_needs_both_classes(goal, aim, prevalence):
    found = answer(asked("roc_auc", goal, aim, 0.85, prevalence=prevalence))
    assert found.n == found.n_positive + found.n_negative
    per_positive = 1 if prevalence is None else (1 - prevalence) / prevalence
    assert found.n_negative == round(per_positive * found.n_positive)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (("TPR", "width", 0.1, 90), "Write 90 % as 0.9"),
        (("TPR", "width", 10, 0.9), "Write 10 % as 0.1"),
        (("TPR", "width", 0.1), "the expected value is missing"),
        (("TPR", "lower", 0.95, 0.9), "below the expected value"),
        (("FPR", "upper", 0.005, 0.01), "above the expected value"),
        (("TPR", "se", 0.1, 1.0), "standard error is 0"),
        (("roc_auc", "width", 0.1, 1.0), "AUC must be from 0.5 to below 1"),
        (("FPR", "claim", 5), "Write 1 in 1000 as 0.001"),
        (("FPR", "claim", 0.001, 0.01), "expects no error"),
        (("TPR", "claim", 0.001), "cannot be planned"),
        (("TPR", "width", 1e-9, 0.9), "million million"),
        (("McNemar", "power", 0.8), "are missing"),
    ],
)
def test_that_nonsense_is_refused_in_words(question, told):
    with pytest.raises(DataError) as refusal:
        answer(asked(*question))
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"level": 0.5}, "the level must be from 0.8 to 0.999"),
        ({"prevalence": 20}, "Write 20 % as 0.2"),
        ({"rate": 0.9}, "the prevalence is missing"),
    ],
)
def test_that_what_is_beside_it_is_checked_too(more, told):
    with pytest.raises(DataError) as refusal:
        answer(asked("PPV", "width", 0.1, 0.9, **more))
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("discordant", "told"),
    [((0.2, 0.2), "equal"), ((0.7, 0.6), "at most 1 together"), ((-0.1, 0.2), "from 0 to 1")],
)
def test_that_shares_of_mcnemar_are_checked(discordant, told):
    with pytest.raises(DataError, match=told):
        answer(asked("McNemar", "power", 0.8, discordant=discordant))


def test_that_sentences_are_told_in_the_words_of_a_field():
    question = asked("FPR", "claim", 0.001)
    biometrics = Style(words_in(Vocabulary.BIOMETRICS))
    assert needed(answer(question)).told(biometrics) == f"2{SPACE}996 impostor comparisons"
    assert wanted(question).told(biometrics).startswith("False match rate below 0.001")
    assert "impostor comparisons" in answer(question).formula.told(biometrics)
    for measure in PLANNED:
        for vocabulary in Vocabulary:
            assert measure.title.told(Style(words_in(vocabulary)))


def test_that_data_at_hand_are_told_what_they_support():
    found = {one.measure.id: one for one in supported(Sizes(141, 2996, 150, 2987), 0.9)}
    low, high = proportion_confint(0.9 * 141, 141, method="wilson")
    assert found["TPR"].width == pytest.approx(high - low, rel=1e-12)
    assert found["TPR"].limit == answer_limit(141)
    assert found["PPV"].n == 150
    assert found["FPR"].claim == pytest.approx(0.001, rel=1e-3)
    assert math.isnan(found["FPR"].width)
    assert "McNemar" not in found


def answer_limit(n):
    low, _high = proportion_confint(0.9 * n, n, 0.1, method="beta")
    return pytest.approx(low, rel=1e-12)


def test_that_what_is_not_there_supports_nothing():
    found = {one.measure.id: one for one in supported(Sizes(0, 30), 0.9)}
    assert "PPV" not in found
    assert math.isnan(found["TPR"].width)
    assert math.isnan(found["FNR"].claim)
    assert math.isnan(found["roc_auc"].width)
    assert supports(found["TPR"], 0.9, 0.95).told(STYLE).endswith(": no interval: there are none")
    alone = {one.measure.id: one for one in supported(Sizes(30, 30), None)}
    assert math.isnan(alone["TPR"].width)
    assert alone["FPR"].claim == pytest.approx(3 / 30, rel=2e-3)


@given(st.integers(2, 10**6), st.integers(2, 10**6), st.integers(50, 99).map(lambda p: p / 100))
def test_that_what_is_needed_supports_what_was_wanted(positives, negatives, expected):
    for one in supported(Sizes(positives, negatives), expected):
        if one.measure.is_error_rate or one.measure.id == "roc_auc" or not 0 < one.width < 1:
            continue
        found = answer(asked(one.measure.id, "width", one.width, expected))
        assert found.n == pytest.approx(one.n, abs=1)
