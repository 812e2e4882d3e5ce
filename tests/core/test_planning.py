"""What a study needs: reference numbers, rows in all, words, and what data at hand support."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import expit, logit
from scipy.stats import multivariate_normal, norm
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.consequences.logistic import linear, observed_expected
from evalgui.core.consequences.places import Places
from evalgui.core.errors import DataError
from evalgui.core.planning import (
    PLANNED,
    Assumed,
    Counted,
    Goal,
    Question,
    Sizes,
    answer,
    needed,
    supported,
    supports,
    wanted,
)
from evalgui.core.planning.expected import foretold, spread_of, width
from evalgui.core.sample_size import auc_difference_error
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


def expectation(of, mean, sd, start=-12.0):
    """Return the mean of a function of logit p, which is normal, from a place on."""
    found, _error = quad(lambda z: of(mean + sd * z) * norm.pdf(z), start, 12, epsabs=1e-12)
    return found


@pytest.mark.parametrize("ratio", [1.0, 1.3])
def test_that_the_width_of_observed_expected_is_that_of_the_expected_spread(ratio):
    mean = brentq(lambda m: expectation(expit, m, 1.2) - 0.2 / ratio, -9, 9)
    moved = brentq(lambda a: expectation(lambda x: expit(a + x), mean, 1.2) - 0.2, -9, 9)

    def squared(x):
        p, risk = expit(x), expit(moved + x)
        return risk * (1 - ratio * p) ** 2 + (1 - risk) * (ratio * p) ** 2

    n = 400
    worth = 0.16 / (expectation(squared, mean, 1.2) / (n - 1))
    low, high = proportion_confint(0.2 * worth, worth, method="wilson")
    measure = PLANNED.by_id("observed_expected")
    found = foretold(measure, ratio, 0.2, Assumed(sd=1.2))
    assert width(measure, found, n, 0.1, 0.95) == pytest.approx(
        ratio / 0.2 * (high - low), rel=1e-7
    )


@pytest.mark.parametrize("slope", [0.7, 1.0])
def test_that_the_slope_is_nearly_as_wide_as_riley_says(slope):
    # Riley and others 2021: the variance is that of the expected information of one row, over n.
    measure = PLANNED.by_id("slope")
    found = foretold(measure, slope, 0.1, Assumed(sd=1.5))
    x = logit(found.values)
    weights = found.shares * found.risks * (1 - found.risks)
    a, b, c = weights.sum(), weights @ x, weights @ (x * x)
    for n, near in ((2_000, 0.02), (200_000, 2e-4)):
        wald = 2 * norm.ppf(0.975) * math.sqrt(a / (a * c - b * b) / n)
        assert width(measure, found, n, 0.1, 0.95) == pytest.approx(wald, rel=near)
    assert found.prevalence == pytest.approx(0.1, abs=1e-12)
    assert found.shares @ found.values == pytest.approx(0.1, abs=1e-12)


def test_that_net_benefit_is_that_of_the_probabilities_from_the_risk_on():
    found = foretold(PLANNED.by_id("net_benefit"), None, 0.2, Assumed(sd=1.2, risk=0.15))
    mean = brentq(lambda m: expectation(expit, m, 1.2) - 0.2, -9, 9)
    start = (logit(0.15) - mean) / 1.2
    counts = found.counts(1_000, 0.15)
    assert counts.tp == pytest.approx(1_000 * expectation(expit, mean, 1.2, start), rel=1e-9)
    assert counts.tp + counts.fp == pytest.approx(1_000 * norm.sf(start), rel=1e-9)
    assert counts.n == pytest.approx(1_000, rel=1e-12)


@pytest.mark.parametrize(("one", "other", "r"), [(0.85, 0.8, 0.5), (0.9, 0.6, -0.3), (0.7, 0.7, 0)])
def test_that_the_error_of_two_areas_is_that_of_normal_scores(one, other, r):
    m, n = 40, 90

    def covariance(first, second, shared):
        h = norm.ppf([first, second])
        both = [
            multivariate_normal.cdf(h, cov=[[1, c], [c, 1]], allow_singular=True) - first * second
            for c in (shared, shared / 2)
        ]
        return (both[0] + (m + n - 2) * both[1]) / (m * n)

    apart = covariance(one, one, 1) + covariance(other, other, 1)
    paired = math.sqrt(apart - 2 * covariance(one, other, r))
    assert auc_difference_error((one, other), m, n, r) == pytest.approx(paired, rel=1e-4)
    assert auc_difference_error((one, other), m, n, None) == pytest.approx(
        math.sqrt(apart), rel=1e-4
    )


def test_that_the_same_score_twice_has_no_spread():
    assert auc_difference_error((0.8, 0.8), 30, 50, 1.0) == pytest.approx(0, abs=1e-8)


WIDTHS: tuple[tuple[str, float, float | None, dict[str, float]], ...] = (
    ("observed_expected", 0.4, 1.0, {}),
    ("slope", 0.5, None, {"sd": 1.4}),
    ("net_benefit", 0.08, None, {"risk": 0.2}),
    ("standardised_net_benefit", 0.3, None, {}),
    ("auc_difference", 0.1, 0.85, {"other": 0.8, "correlation": 0.6}),
    ("auc_difference_unpaired", 0.1, 0.85, {"other": 0.8}),
)


@pytest.mark.parametrize(("measure", "aim", "expected", "assumed"), WIDTHS)
def test_that_what_a_width_needs_supports_it_and_one_row_less_does_not(
    measure, aim, expected, assumed
):
    planned, assumed = PLANNED.by_id(measure), Assumed(**assumed)
    found = answer(asked(measure, "width", aim, expected, prevalence=0.25, assumed=assumed))
    assert found.n == found.n_positive + found.n_negative
    sizes = Sizes(found.n_positive, found.n_negative)
    (one,) = supported(sizes, expected, only=planned, assumed=assumed)
    assert one.width <= aim * 1.002  # positives are whole here
    assert one.n == found.n
    fewer = Sizes(found.n_positive - 2, found.n_negative - 6)
    (other,) = supported(fewer, expected, only=planned, assumed=assumed)
    assert other.width > aim
    told = supports(one, expected, 0.95).told(STYLE)
    assert planned.title.told(STYLE) in told
    assert planned.method in told


def test_that_studies_of_the_answered_size_have_intervals_so_wide():
    rng = np.random.default_rng(37)
    for measure, aim in (("observed_expected", 0.4), ("slope", 0.6)):
        found = answer(asked(measure, "width", aim, 1.0, prevalence=0.2))
        mean = spread_of(foretold(PLANNED.by_id(measure), 1.0, 0.2, Assumed()).places(1))[0]
        widths = []
        for _ in range(200):
            p = np.sort(expit(rng.normal(mean, 1, found.n)))
            truth = (rng.random(found.n) < p).astype(np.int64)
            places = Places(p, truth, np.ones(found.n, dtype=np.int64))
            one = linear(places, 0.95).slope
            one = observed_expected(places, 0.95) if measure != "slope" else one
            widths.append(one.interval.upper - one.interval.lower)
        assert np.mean(widths) == pytest.approx(aim, rel=0.05)


def test_that_the_spread_of_probabilities_is_that_of_their_logits():
    places = Places(np.array([0.0, 0.2, 0.9]), np.array([0, 1, 1]), np.array([5, 3, 1]))
    x = logit([0.2, 0.2, 0.2, 0.9])
    assert spread_of(places) == pytest.approx((x.mean(), x.std()), rel=1e-12)
    assert spread_of(Places(np.array([0.5]), np.array([1]), np.array([2]))) is None


@pytest.mark.parametrize(
    ("question", "more", "told"),
    [
        (("slope", "width", 0), {}, "the width must be above 0"),
        (("slope", "width", math.nan), {}, "the width must be above 0"),
        (("slope", "lower", 0.5, 1.0), {}, "cannot be planned"),
        (("slope", "width", 0.2, 90), {}, "from 0.1 to 10"),
        (("slope", "width", 0.2), {"prevalence": 0.0}, "between 0 and 1"),
        (("slope", "width", 1e-9), {}, "million million"),
        (("slope", "width", 0.2), {"assumed": Assumed(sd=0)}, "SD of logit p"),
        (("slope", "width", 0.2), {"assumed": Assumed(mean=99)}, "mean of logit p"),
        (("O:E", "width", 0.2, 0.1), {"prevalence": 0.3}, "so many cannot come about"),
        (("O:E", "width", 0.2), {"prevalence": 0.3, "assumed": Assumed(mean=0)}, "follows from"),
        (("net-benefit", "width", 0.2, 0.5), {}, "follows from"),
        (("net-benefit", "width", 0.2), {"assumed": Assumed(risk=1)}, "Write 10 % as 0.1"),
        (("AUC-difference", "width", 0.2, 0.8), {}, "the two AUCs are missing"),
        (("AUC-difference", "width", 0.2, 0.8), {"assumed": Assumed(other=1)}, "0.5 to below 1"),
        (
            ("AUC-difference", "width", 0.2, 0.8),
            {"assumed": Assumed(other=0.8, correlation=2)},
            "from -1 to 1",
        ),
    ],
)
def test_that_what_cannot_be_assumed_is_refused_in_words(question, more, told):
    name, *rest = question
    (measure,) = [one for one in PLANNED if one.is_called(name)]
    with pytest.raises(DataError) as refusal:
        answer(asked(measure.id, *rest, **more))
    assert told in str(refusal.value)


@pytest.mark.parametrize("measure", [one for one, *_rest in WIDTHS])
def test_that_one_class_or_subjects_support_none_of_these(measure):
    planned, assumed = PLANNED.by_id(measure), Assumed(other=0.8)
    expected = 0.9 if planned.counted is not Counted.ROWS else None
    for sizes, why in (
        (Sizes(0, 0), "there are none"),
        (Sizes(1, 30), "fewer than two rows"),
        (Sizes(20, 30, of_subjects=True), "rows of one subject"),
    ):
        (one,) = supported(sizes, expected, only=planned, assumed=assumed)
        assert math.isnan(one.width)
        assert why in one.reason
        assert f"no interval: {one.reason}" in supports(one, expected, 0.95).told(STYLE)
