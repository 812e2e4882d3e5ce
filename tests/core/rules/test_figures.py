"""The figures that are asked for, beside the numbers of the same that other functions give."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta

from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.dataset import Score
from evalgui.core.rules import RULES, choose, rule_by_id
from evalgui.core.rules.biometric_figures import equal_errors, minimal_cost
from evalgui.core.rules.figures import biometric_groups, error_rates, preset_group
from evalgui.core.rules.presets import PRESETS
from evalgui.core.score_table import ScoreTable

rows = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=2, max_size=40).filter(
    lambda found: len({truth for _, truth in found}) == 2
)


def choices_of(figure, scores, truth):
    score = Score("s", np.array(scores, dtype=float))
    steps = ScoreTable(score.values, np.array(truth)).steps
    return steps, tuple(
        choose(rule_by_id(rule_id), steps, score, values) for rule_id, values in figure.asked
    )


def by_group(typed=None):
    return {group.id: group.figures for group in biometric_groups(typed)}


@given(rows)
def test_that_the_equal_error_rates_are_those_of_every_definition(found):
    scores, truth = zip(*found, strict=True)
    values, brackets = [], []
    for figure in by_group()["equal-errors"]:
        steps, choices = choices_of(figure, scores, truth)
        values.append(figure.value(choices))
        brackets.append(figure.bracket(steps))
    expected = equal_errors(steps)
    assert values == pytest.approx(
        [expected.interpolated, expected.rocch, expected.fvc, expected.nearest, expected.minimax],
        abs=1e-15,
    )
    assert brackets[0] == (expected.low, expected.high)
    assert brackets[2] == (expected.fvc_low, expected.fvc_high)
    assert brackets[1] is brackets[3] is brackets[4] is None


@given(rows)
def test_that_an_error_at_an_error_is_the_least_of_all_thresholds(found):
    scores, truth = (np.array(part) for part in zip(*found, strict=True))
    genuine, impostor = scores[truth], scores[~truth]
    for figure in by_group()["fnmr-at-fmr"]:
        _steps, (choice,) = choices_of(figure, scores, truth)
        target = Fraction(repr(figure.asked[0][1].get("fmr", 0.0)))
        rates = [
            (Fraction(int(np.sum(impostor >= at)), len(impostor)), float(np.mean(genuine < at)))
            for at in [*np.unique(scores), math.inf]
        ]
        assert figure.value((choice,)) == min(miss for alarm, miss in rates if alarm <= target)
        reached = error_rates(choice, 0.95, _steps)
        assert reached is not None
        assert reached[0].value <= target
        assert reached[1].value == figure.value((choice,))


def test_that_limits_are_those_of_clopper_and_pearson():
    figure = by_group()["fnmr-at-fmr"][2]
    scores = [*range(200), *range(60, 260)]
    _steps, (choice,) = choices_of(figure, scores, [False] * 200 + [True] * 200)
    fmr, fnmr = error_rates(choice, 0.9, _steps)
    assert (fmr.errors, fmr.n) == (2, 200)
    assert fmr.upper_limit == pytest.approx(beta.ppf(0.9, 3, 198))
    assert fnmr.upper_limit == pytest.approx(beta.ppf(0.9, fnmr.errors + 1, 200 - fnmr.errors))


@pytest.mark.parametrize(("level", "factor"), [(0.95, 2.995732273553991), (0.8, 1.6094379124341)])
def test_that_a_target_that_allows_no_error_has_the_bound_of_the_rule_of_three(level, factor):
    scores, truth = [*range(50), *range(25, 75)], [False] * 50 + [True] * 50
    bounds = {}
    for figure in by_group()["fnmr-at-fmr"]:
        steps, _choices = choices_of(figure, scores, truth)
        bounds[figure.name] = figure.claimable(steps, level)
    allowed = ("FMR10", "FMR20", "ZeroFMR")
    assert all(math.isnan(bounds[name]) for name in allowed)
    assert bounds["FMR100"] == pytest.approx(factor / 50)


@given(rows)
def test_that_costs_are_least_and_the_mean_of_several_is_that_of_each(found):
    scores, truth = zip(*found, strict=True)
    typed = DetectionCost(0.2, 5.0, 2.0)
    figures = [one for one in by_group(typed)["detection-costs"] if one.name == "NIST SRE16"]
    assert [len(one.asked) for one in figures] == [1, 1, 2]
    values = []
    for figure in figures:
        steps, choices = choices_of(figure, scores, truth)
        values.append(figure.value(choices))
    sre16 = (DetectionCost(0.01), DetectionCost(0.005))
    counts = steps.counts_of(1)
    expected = minimal_cost(steps, "", sre16, counts)
    assert values[2] == pytest.approx(expected.normalised) == pytest.approx(sum(values[:2]) / 2)
    assert figures[2].actual(counts) == pytest.approx(expected.actual)
    (own,) = [one for one in by_group(typed)["detection-costs"] if one.name == "as typed"]
    assert own.actual(counts) == pytest.approx(float(typed.normalised(counts)))
    assert math.isnan(by_group()["equal-errors"][0].actual(counts))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_that_a_preset_asks_for_rules_that_there_are(preset):
    figures = preset_group(preset.id).figures
    asked = [one for figure in figures if len(figure.asked) == 1 for one in figure.asked]
    assert tuple(asked) == preset.rules
    for rule_id, values in asked:
        assert rule_id in {rule.id for rule in RULES}
        assert values.items() <= rule_by_id(rule_id).values(values).items()


def test_that_the_mean_of_a_preset_is_a_figure_of_its_own():
    figures = preset_group("sre16").figures
    assert [len(one.asked) for one in figures] == [1, 1, 2]
    counts = ScoreTable([1.0, 2.0, 3.0], [False, True, True]).counts_at(2.5)
    each = [figure.actual(counts) for figure in figures]
    assert each[2] == pytest.approx((each[0] + each[1]) / 2)
