"""Several models at risk thresholds: paired differences, which is best, and what knowing it is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.comparing import Candidate, compare_paired, compare_unpaired, compare_with_rest
from evalgui.core.comparing.net_benefit import (
    BY_SUBJECT,
    MOST_MODELS,
    MOVED,
    TOO_MANY,
    Best,
    Range,
    best_at,
    best_of_several,
    best_ranges,
    calls_at,
    joint_table,
)
from evalgui.core.consequences.net_benefit import (
    Cells,
    DecisionCurve,
    best_of,
    expected_value_of_information,
    mover_2,
    useful,
)
from evalgui.core.consequences.people import ASKED
from evalgui.core.consequences.settings import AtRisks, Consequences, Scale
from evalgui.core.counts import Counts
from evalgui.core.dataset import Score
from evalgui.core.intervals.at_prevalence import Share
from evalgui.core.measured import Asked, Refused
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable

RNG = np.random.default_rng(371)
TRUTH = (np.arange(300) % 4 == 0).astype(np.int64)
P = {
    name: 1 / (1 + np.exp(1.5 - RNG.normal(size=300) - shift * TRUTH))
    for name, shift in zip("abc", (1.5, 1.0, 0.0), strict=True)
}
RISKS = (0.1, 0.3)


def model(name, risks=RISKS, *, one=1.0, prevalence=None, **known):
    values = P[name] * (1.0 if math.isnan(one) else one)
    at_risks = AtRisks(risks, one, prevalence)
    return Candidate(name, Score(name, values), 0.4, TRUTH, 1 - TRUTH, at_risks=at_risks, **known)


def test_that_a_paired_difference_is_that_of_both_curves_with_the_interval_of_its_rows():
    worth = compare_paired(model("a"), model("b"), 0.9).worth
    assert list(worth) == [*RISKS]
    curves = [DecisionCurve(ScoreTable(P[name], TRUTH == 1).steps) for name in "ab"]
    for risk, found in worth.items():
        values = [float(curve.at(np.array([risk]))[0]) for curve in curves]
        assert [found.first.value, found.second.value] == pytest.approx(values, abs=1e-12)
        w = risk / (1 - risk)
        rows = ((P["a"] >= risk).astype(float) - (P["b"] >= risk)) * np.where(
            TRUTH, 1.0, -w
        )  # what each row adds to the difference
        assert found.difference.value == pytest.approx(rows.mean(), abs=1e-12)
        n, z = len(rows), 1.6448536269514722
        spread = ((rows**2).sum() + 1 + w * w) / n - rows.mean() ** 2
        half = z * math.sqrt(spread / n)
        limits = found.difference.interval.lower, found.difference.interval.upper
        assert limits == pytest.approx((rows.mean() - half, rows.mean() + half), abs=1e-12)
        assert found.on_risk == (True, True)


def test_that_per_cent_say_what_probabilities_say():
    hundred = compare_paired(model("a", one=100.0), model("b", one=100.0), 0.95).worth
    assert hundred == compare_paired(model("a"), model("b"), 0.95).worth


def test_that_other_scores_are_worth_what_their_threshold_is_at_each_risk():
    one, other = model("a", one=math.nan), model("b", one=math.nan)
    found = compare_paired(one, other, 0.95).worth[0.1]
    assert found.on_risk == (False, False)
    called = P["a"] >= 0.4
    tp, fp = int((called & (TRUTH == 1)).sum()), int((called & (TRUTH == 0)).sum())
    assert found.first.value == pytest.approx(tp / 300 - fp / 9 / 300, abs=1e-12)
    below = replace(one, score=Score("a", P["a"] - 1), at_risks=AtRisks(RISKS, 1.0))
    assert not compare_paired(below, other, 0.95).worth[0.1].on_risk[0]


def test_that_rows_of_their_own_square_and_add():
    found = compare_unpaired(model("a"), model("b"), 0.95).worth[0.3]
    each = []
    for name in "ab":
        called = P[name] >= 0.3
        tp, fp = int((called & (TRUTH == 1)).sum()), int((called & (TRUTH == 0)).sum())
        low, high = mover_2(Cells.of(tp, fp, 300), 0.3 / 0.7, 0.95)
        each.append((tp / 300 - 0.3 / 0.7 * fp / 300, low, high))
    (a, low_a, high_a), (b, low_b, high_b) = each
    wanted = a - b - math.hypot(a - low_a, high_b - b), a - b + math.hypot(high_a - a, b - low_b)
    limits = found.difference.interval.lower, found.difference.interval.upper
    assert limits == pytest.approx(wanted, abs=1e-12)


def test_that_no_interval_is_made_where_none_holds():
    by_subject = {"sampling": Sampling.BY_SUBJECT}
    found = compare_paired(model("a", **by_subject), model("b", **by_subject), 0.95).worth[0.1]
    assert (found.difference.interval.reason, found.first.interval) == (BY_SUBJECT, None)
    assert not math.isnan(found.difference.value)
    chosen = {"sampling": Sampling.CASE_CONTROL}
    found = compare_paired(model("a", **chosen), model("b", **chosen), 0.95).worth[0.1]
    assert isinstance(found.difference.reason, Asked)
    typed = {**chosen, "prevalence": Share(0.05)}
    found = compare_paired(model("a", **typed), model("b", **typed), 0.95).worth[0.1]
    curves = [DecisionCurve(ScoreTable(P[name], TRUTH == 1).steps, 0.05) for name in "ab"]
    values = [float(curve.at(np.array([0.1]))[0]) for curve in curves]
    assert found.difference.value == pytest.approx(values[0] - values[1], abs=1e-12)
    assert found.difference.interval.reason == MOVED
    found = compare_unpaired(model("a", **typed), model("b", **typed), 0.95).worth[0.1]
    assert found.difference.interval.is_defined  # at a prevalence that is known
    typed["prevalence"] = Share(12, 200)
    found = compare_unpaired(model("a", **typed), model("b", **typed), 0.95).worth[0.1]
    assert found.difference.interval.reason == MOVED


def test_that_nothing_is_compared_where_nobody_asked_and_of_groups():
    assert not compare_paired(model("a", ()), model("b", ()), 0.95).worth
    group = np.arange(300) < 150
    assert not compare_with_rest(model("a"), "g", (group, ~group), 0.95).worth
    assert AtRisks.of(Consequences(), None).risks == ()
    assert AtRisks.of(Consequences(Scale.LLR), None).risks == ()
    assert AtRisks.of(Consequences(Scale.PERCENT), None)[:2] == ((0.1,), 100.0)


# ------------------------------------------------------------------------------- the best


@pytest.mark.parametrize("risk", [0.05, 0.2, 0.6])
def test_that_one_model_alone_is_what_is_said_of_one(risk):
    counts = Counts(tp=9, fp=30, fn=6, tn=84)
    joint = np.array([[9, 30], [6, 84]])
    p_best, evpi = best_of(joint, risk, 1)
    assert evpi == expected_value_of_information(counts, risk, 1)
    assert p_best.sum() == pytest.approx(1)
    # better than both others: two independent parts of a Dirichlet say one each
    assert p_best[0] == pytest.approx(useful(counts, risk).both, abs=4 * 0.5 / math.sqrt(20_000))


def test_that_each_model_alone_has_its_own_dirichlet():
    """The mean of cells + 2**-M is that of counts + 1/2 of each model, whatever the others."""
    calls = [P[name] >= 0.2 for name in "abc"]
    joint = joint_table(calls, model("a"))
    assert joint.shape == (8, 2)
    assert joint.sum() == 300
    prior = joint + 1 / 8
    for bit, called in enumerate(calls):
        cells = prior[(np.arange(8) >> bit) & 1 == 0].sum(axis=0)
        tp, fp = (called & (TRUTH == 1)).sum(), (called & (TRUTH == 0)).sum()
        assert cells == pytest.approx([tp + 0.5, fp + 0.5], abs=1e-12)


def test_that_models_that_call_alike_are_equally_often_best():
    one = model("a")
    found = best_at([one, replace(one, name="b")], 0.2)
    assert found.p_best[0] == pytest.approx(found.p_best[1], abs=0.03)
    assert found.net_benefit[0] == found.net_benefit[1]
    assert found.names == ("a", "b")
    assert best_at([one, replace(one, name="b")], 0.2).p_best == found.p_best  # seeded


def test_that_the_probability_to_be_best_is_that_of_posterior_draws():
    """Second path: rows drawn again with Dirichlet weights (Bayesian bootstrap) on the same rows.

    Its posterior has no prior on cells that nobody is in; with 300 rows they differ little.
    """
    found = best_at([model("a"), model("b")], 0.3)
    rng, w = np.random.default_rng(5), 0.3 / 0.7
    weights = rng.dirichlet(np.ones(300), 4_000)
    gain = np.where(TRUTH, 1.0, -w)
    worth = np.stack([weights @ (gain * (P[name] >= 0.3)) for name in "ab"])
    worth = np.concatenate([worth, (weights @ gain)[None], np.zeros((1, 4_000))])
    shares = np.bincount(worth.argmax(axis=0), minlength=4) / 4_000
    assert found.p_best == pytest.approx(shares, abs=0.04)
    evpi = worth.max(axis=0).mean() - worth.mean(axis=1).max()
    assert found.evpi == pytest.approx(evpi, abs=6e-4)


def test_that_at_a_typed_prevalence_both_classes_have_their_share():
    typed = [model(name, prevalence=Share(0.02), sampling=Sampling.CASE_CONTROL) for name in "ab"]
    found = best_at(typed, 0.3)
    assert found.p_best[3] > 0.95  # hardly anybody has it: nobody is to be treated
    curve = DecisionCurve(ScoreTable(P["a"], TRUTH == 1).steps, 0.02)
    at = np.array([0.3])
    assert found.net_benefit[0] == pytest.approx(float(curve.at(at)[0]), abs=1e-12)
    assert found.net_benefit[2] == pytest.approx(float(curve.of_all(at)[0]), abs=1e-12)


def test_that_words_stand_where_nothing_is_drawn():
    found = best_at([model(name, sampling=Sampling.BY_SUBJECT) for name in "ab"], 0.3)
    assert (found.reason, type(found.reason)) == (BY_SUBJECT, Refused)
    assert math.isnan(found.evpi)
    assert not math.isnan(found.net_benefit[0])
    found = best_at([model(name, sampling=Sampling.CASE_CONTROL) for name in "ab"], 0.3)
    assert found.reason == ASKED
    assert best_at([model("a")] * (MOST_MODELS + 1), 0.3).reason == TOO_MANY
    asked, along = best_of_several([model(n, sampling=Sampling.BY_SUBJECT) for n in "ab"])
    assert ([one.risk for one in asked], along) == ([*RISKS], [])


def test_that_rows_without_one_of_the_scores_take_no_part():
    values = np.where(np.arange(300) < 100, np.nan, P["b"])
    found = best_at([model("a"), replace(model("b"), score=Score("b", values))], 0.3)
    rest = slice(100, None)
    curve = DecisionCurve(ScoreTable(P["a"][rest], TRUTH[rest] == 1).steps)
    assert found.net_benefit[0] == pytest.approx(float(curve.at(np.array([0.3]))[0]), abs=1e-12)


def test_that_a_curve_may_be_coloured_where_one_is_clearly_best():
    def best(risk, *p_best):
        return Best(risk, ("a", "b"), (0.0,) * 4, p_best, 0.0)

    along = [
        best(0.1, 0.1, 0.0, 0.9, 0.0),
        best(0.2, 0.79, 0.1, 0.11, 0.0),
        best(0.3, 0.8, 0.1, 0.1, 0.0),
        best(0.4, 0.9, 0.1, 0.0, 0.0),
        best(0.5, 0.1, 0.85, 0.05, 0.0),
        best(0.6, math.nan, math.nan, math.nan, math.nan),
        best(0.7, 0.1, 0.85, 0.05, 0.0),
    ]
    assert best_ranges(along) == [
        Range(0.1, 0.1, 2),
        Range(0.3, 0.4, 0),
        Range(0.5, 0.5, 1),
        Range(0.7, 0.7, 1),
    ]


def test_that_what_acts_is_a_probability_at_the_risk_or_above():
    exact = replace(model("a"), score=Score("a", np.where(np.arange(300) < 5, 0.1, P["a"])))
    assert calls_at(exact, 0.1)[:5].all()
