"""What must hold of consequences whatever the data are, and what other programs say."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss

from evalgui.core.consequences import corp, gain, logistic, net_benefit, people, recalibration
from evalgui.core.consequences.places import Places
from evalgui.core.consequences.pooling import pooled
from evalgui.core.counts import Counts
from evalgui.core.intervals.at_prevalence import Rates, Share, cost_of_a_row
from evalgui.core.intervals.moving import Moving
from evalgui.core.metrics import Parameters
from evalgui.core.probabilities import Probabilities
from evalgui.core.score_table import ScoreTable

P = st.integers(0, 100).map(lambda n: n / 100)
INSIDE = st.integers(1, 99).map(lambda n: n / 100)
ROWS = st.lists(st.tuples(P, st.booleans()), min_size=2, max_size=60).filter(
    lambda rows: len({truth for _, truth in rows}) == 2
)
CELL = st.integers(0, 200)
COUNTS = st.builds(Counts, CELL, CELL, CELL, CELL).filter(
    lambda c: bool(c.actual_positives and c.actual_negatives)
)


def arrays(rows: list[tuple[float, bool]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array([p for p, _ in rows]), np.array([truth for _, truth in rows])


def of(rows: list[tuple[float, bool]]) -> Places:
    return Places.of(Probabilities(*arrays(rows)))


@given(ROWS)
def test_that_the_isotonic_fit_is_that_of_another_program(rows: list[tuple[float, bool]]) -> None:
    p, truth = arrays(rows)
    other = IsotonicRegression().fit(p, truth.astype(float))
    known = of(rows)
    assert corp.isotonic(known).at_places() == pytest.approx(other.predict(known.values))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=40))
def test_that_shares_of_blocks_rise_and_blocks_cannot_be_split(
    cells: list[tuple[int, int]],
) -> None:
    hits = np.array([min(k, n) for k, n in cells])
    rows = np.array([n for _, n in cells])
    edges = pooled(hits, rows)
    shares = [hits[a:b].sum() / rows[a:b].sum() for a, b in itertools.pairwise(edges)]
    assert all(one < other for one, other in itertools.pairwise(shares))
    for (start, end), share in zip(itertools.pairwise(edges), shares, strict=True):
        heads = np.cumsum(hits[start:end]) / np.cumsum(rows[start:end])
        assert (heads >= share - 1e-12).all()


def test_that_one_late_violator_is_pooled_through_a_long_chain() -> None:
    n = 5_000
    rows = np.full(n, 10_000)
    hits = np.append(np.arange(n - 1), -0)
    edges = pooled(hits, rows)
    total = hits.sum() / rows.sum()
    assert hits[: edges[1]].sum() / rows[: edges[1]].sum() <= total
    ends = list(itertools.pairwise(edges))
    shares = [hits[a:b].sum() / rows[a:b].sum() for a, b in ends]
    assert shares == sorted(shares)


@pytest.mark.parametrize("odds", [0.1, 0.5])
def test_that_blocks_are_pooled_across_where_the_work_is_parted(odds: float) -> None:
    rng = np.random.default_rng(5)
    n = 600_000
    hits = (rng.random(n) < odds).astype(np.int64)
    other = IsotonicRegression().fit_transform(np.arange(n), hits)
    found = Places(np.linspace(0, 1, n), hits, np.ones(n, dtype=np.int64))
    assert corp.isotonic(found).at_places() == pytest.approx(other, abs=1e-9)


@given(ROWS)
def test_that_sorted_scores_give_what_rows_give(rows: list[tuple[float, bool]]) -> None:
    p, truth = arrays(rows)
    one, other = of(rows), Places.of_steps(ScoreTable(p * 100, truth).steps, 100.0)
    assert other.values == pytest.approx(one.values)
    assert other.positives.tolist() == one.positives.tolist()
    assert other.totals.tolist() == one.totals.tolist()


@given(ROWS)
def test_that_a_score_is_the_sum_of_its_parts(rows: list[tuple[float, bool]]) -> None:
    p, truth = arrays(rows)
    known = of(rows)
    fit = corp.isotonic(known)
    score, mcb, dsc, unc = corp.decompose(known, fit)
    assert score == pytest.approx(brier_score_loss(truth, p))
    assert score == pytest.approx(mcb - dsc + unc, abs=1e-12)
    assert (mcb >= 0, dsc >= 0) == (True, True)
    risks = fit.at_places()
    again = Places(*_merged(risks, known))
    assert corp.decompose(again, corp.isotonic(again)).mcb == pytest.approx(0, abs=1e-12)
    log = corp.decompose(known, fit, of_log=True)
    if math.isfinite(log.score):
        assert log.score == pytest.approx(log_loss(truth, p, labels=[False, True]))
        assert log.score == pytest.approx(log.mcb - log.dsc + log.unc, abs=1e-12)


def _merged(risks: np.ndarray, known: Places) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    starts = np.flatnonzero(np.concatenate([[True], risks[1:] != risks[:-1]]))
    hits, rows = (np.add.reduceat(one, starts) for one in (known.positives, known.totals))
    return risks[starts], hits, rows


@given(COUNTS, INSIDE)
def test_that_what_is_gained_over_all_is_what_is_spared(counts: Counts, risk: float) -> None:
    found = net_benefit.worthwhile(Moving(counts, 0.95), risk)
    n, w = counts.n, risk / (1 - risk)
    assert found.over_all.value == pytest.approx((w * counts.tn - counts.fn) / n, abs=1e-12)
    assert found.over_all.value == pytest.approx(found.net_benefit.value - found.all, abs=1e-12)
    for one in (found.net_benefit, found.over_all, found.standardised, found.avoided):
        assert one.interval is not None
        assert one.interval.lower <= one.value + 1e-12
        assert one.value <= one.interval.upper + 1e-12


@given(COUNTS, INSIDE)
def test_that_a_cut_off_is_useful_between_its_predictive_values(
    counts: Counts, risk: float
) -> None:
    found = net_benefit.worthwhile(Moving(counts, 0.95), risk)
    tp, fn = int(counts.tp), int(counts.fn)
    called, rest = int(counts.predicted_positives), int(counts.predicted_negatives)
    if called and abs(tp / called - risk) > 1e-9:
        assert (found.net_benefit.value > 0) == (tp / called > risk)
    if rest and abs(fn / rest - risk) > 1e-9:
        assert (found.over_all.value > 0) == (fn / rest < risk)


def test_that_the_chance_to_be_useful_is_that_of_draws() -> None:
    counts, risk, w = Counts(9, 30, 6, 84), 0.3, 0.3 / 0.7
    tp, fp, fn, tn = np.random.default_rng(3).dirichlet([9.5, 30.5, 6.5, 84.5], 200_000).T
    over_none, over_all = tp > w * fp, w * tn > fn
    found = net_benefit.useful(counts, risk)
    drawn = over_none.mean(), over_all.mean(), (over_none & over_all).mean()
    assert (found.over_none, found.over_all, found.both) == pytest.approx(drawn, abs=0.005)


@given(ROWS, INSIDE)
def test_that_the_envelope_is_the_net_benefit_of_calibrated_risks(
    rows: list[tuple[float, bool]], risk: float
) -> None:
    p, truth = arrays(rows)
    curve = net_benefit.DecisionCurve(ScoreTable(p, truth).steps)
    known = of(rows)
    risks = np.round(corp.isotonic(known).at_places(), 12)
    hit = risks >= round(risk, 12)
    tp, fp = known.positives[hit].sum(), known.negatives[hit].sum()
    wanted = net_benefit.net_benefit(tp, fp, known.n, risk)
    assert curve.envelope(np.array([risk]))[0] == pytest.approx(wanted, abs=1e-12)
    calls = p >= risk
    plain = (calls & truth).mean() - risk / (1 - risk) * (calls & ~truth).mean()
    assert curve.at(np.array([risk]))[0] == pytest.approx(plain, abs=1e-12)


@given(ROWS)
def test_that_the_total_gain_is_the_greatest_distance_of_both_rates(
    rows: list[tuple[float, bool]],
) -> None:
    p, truth = arrays(rows)
    steps = ScoreTable(p, truth).steps
    rates = steps.true_positives / steps.n_positive - steps.false_positives / steps.n_negative
    found = gain.predictiveness(steps)
    assert found.total_gain == pytest.approx(max(0.0, rates.max()), abs=1e-12)
    assert gain.greatest_distance(steps) == pytest.approx(found.total_gain, abs=1e-12)
    for prevalence in (0.02, 0.7):  # what is moved ranks the rows as they are
        moved = gain.predictiveness(steps, prevalence)
        assert moved.prevalence == pytest.approx(prevalence)
        assert moved.total_gain == pytest.approx(found.total_gain, abs=1e-9)


@given(ROWS)
def test_that_risks_explain_what_the_fit_tells_apart(rows: list[tuple[float, bool]]) -> None:
    known, found = of(rows), gain.predictiveness(ScoreTable(*arrays(rows)).steps)
    fit = corp.isotonic(known)
    taken = corp.decompose(known, fit)
    assert found.explained == pytest.approx(taken.dsc / taken.unc, abs=1e-9)
    assert found.risks == pytest.approx(fit.shares, abs=1e-12)
    widths = np.add.reduceat(known.totals, fit.edges[:-1]) / known.n
    assert np.diff(found.quantiles) == pytest.approx(widths, abs=1e-12)


@given(ROWS, P)
def test_that_the_cost_envelope_is_the_least_of_all_points(
    rows: list[tuple[float, bool]], at: float
) -> None:
    steps = ScoreTable(*arrays(rows)).steps
    miss = 1 - steps.true_positives / steps.n_positive
    alarm = steps.false_positives / steps.n_negative
    found = gain.cost_envelope(steps, np.array([at]))[0]
    assert found == pytest.approx((miss * at + alarm * (1 - at)).min(), abs=1e-12)


@given(ROWS)
def test_that_a_ratio_of_costs_in_its_range_makes_a_point_the_cheapest(
    rows: list[tuple[float, bool]],
) -> None:
    steps = ScoreTable(*arrays(rows)).steps
    misses = steps.n_positive - steps.true_positives
    for row in range(len(steps)):
        found = people.best_for_ratios(steps, row)
        if math.isnan(found.low):
            ratios = np.geomspace(1e-6, 1e6, 200)
            of_all = misses[:, None] * ratios + steps.false_positives[:, None]
            assert (of_all[row] > of_all.min(axis=0) - 1e-9).all()
            continue
        middle = min(found.high, 2 * found.low + 1)
        middle = (found.low + middle) / 2
        costs = misses * middle + steps.false_positives
        assert costs[row] <= costs.min() + 1e-9


@given(st.builds(Counts, CELL, CELL, CELL, CELL), INSIDE)
def test_that_people_add_up(counts: Counts, prevalence: float) -> None:
    if not (counts.actual_positives and counts.actual_negatives):
        return
    hit = float(counts.tp / counts.actual_positives)
    right = float(counts.tn / counts.actual_negatives)
    found = people.natural_frequencies(prevalence, hit, right)
    assert found.tp + found.fn + found.fp + found.tn == found.n
    assert min(found) >= 0
    assert found.with_condition == math.floor(found.n * prevalence + 0.5 + 1e-9)


@given(INSIDE, INSIDE)
def test_that_another_prevalence_changes_no_rank_and_comes_back(one: float, other: float) -> None:
    p = np.array([0.0, 0.01, 0.3, 0.9, 1.0])
    moved = recalibration.prior_shift(other, one)(p)
    assert (np.diff(moved) > 0).all()
    assert recalibration.prior_shift(one, other)(moved) == pytest.approx(p, abs=1e-12)


def test_that_bins_are_those_of_another_program() -> None:
    rng = np.random.default_rng(5)
    p = rng.random(500)
    truth = rng.random(500) < p
    shares, means = calibration_curve(truth, p, n_bins=10)
    found = corp.binned(Places.of(Probabilities(p, truth)))
    assert found.mce == pytest.approx(np.abs(shares - means).max())


def test_that_calibrated_models_stay_in_the_joint_band() -> None:
    rng, inside, n = np.random.default_rng(7), 0, 20
    for _ in range(n):
        p = np.sort(rng.beta(1, 3, 200))
        places = Places.of(Probabilities(p, rng.random(200) < p))
        fit = corp.isotonic(places)
        band = corp.consistency(places, 0.0, 1).band
        at = np.searchsorted(places.values, band.at)
        curve = fit.at_places()[at]
        inside += bool(((curve >= band.lower) & (curve <= band.upper)).all())
    assert inside >= 0.85 * n


def test_that_counts_give_what_their_rows_give() -> None:
    values, hits, others = np.array([0.1, 0.4, 0.8]), np.array([1, 5, 20]), np.array([30, 9, 4])
    p = np.repeat(np.tile(values, 2), np.concatenate([hits, others]))
    truth = np.repeat([True, False], [hits.sum(), others.sum()])
    of_rows = Places.of(Probabilities(p, truth))
    of_counts = Places.of(Probabilities.from_counts(values, hits, others))
    for one, other in zip(
        logistic.linear(of_rows, 0.95), logistic.linear(of_counts, 0.95), strict=True
    ):
        assert one == other
    assert logistic.observed_expected(of_rows, 0.95) == logistic.observed_expected(of_counts, 0.95)


def test_that_a_typed_prevalence_needs_both_classes() -> None:
    found = net_benefit.worthwhile(Moving(Counts(3, 0, 2, 0), 0.95), 0.2, Share(0.1))
    assert found.net_benefit.reason == "one class only"


def test_that_the_honest_band_holds_the_true_curve() -> None:
    rng = np.random.default_rng(11)
    for _ in range(20):
        p = np.sort(rng.random(400))
        places = Places.of(Probabilities(p, rng.random(400) < p**2))
        band = corp.honest_band(places)
        assert (band.lower <= band.at**2).all()
        assert (band.at**2 <= band.upper).all()


@given(COUNTS, st.integers(1, 50), st.integers(1, 50), st.none() | INSIDE)
def test_that_regret_is_what_the_expected_cost_is_beyond_that_of_all_and_of_none(
    counts: Counts, harm: int, benefit: int, typed: float | None
) -> None:
    moving, share = Moving(counts, 0.95), None if typed is None else Share(typed)
    none, every = net_benefit.regrets(moving, harm, benefit, share)
    tp, fp, fn, tn = moving.cells()
    positives, negatives = tp + fn, fp + tn
    p = positives / (positives + negatives) if typed is None else typed
    rates = Rates(tp / positives, fn / positives, fp / negatives, tn / negatives)
    parameters = Parameters(cost_fn=benefit + 2, cost_tp=2, cost_fp=harm + 1, cost_tn=1)
    cost = cost_of_a_row(p, rates, parameters)
    of_none = p * parameters.cost_fn + (1 - p) * parameters.cost_tn
    of_all = p * parameters.cost_tp + (1 - p) * parameters.cost_fp
    assert none.value == pytest.approx(cost - of_none, abs=1e-9)
    assert every.value == pytest.approx(cost - of_all, abs=1e-9)
    found = net_benefit.worthwhile(moving, harm / (harm + benefit), share)
    for regret, worth in ((none, found.net_benefit), (every, found.over_all)):
        assert regret.interval is not None
        assert worth.interval is not None
        limits = -benefit * worth.interval.upper, -benefit * worth.interval.lower
        assert (regret.interval.lower, regret.interval.upper) == pytest.approx(limits)


@given(INSIDE, st.floats(0.001, 1000))
def test_that_a_slope_of_equal_cost_and_its_ratio_take_each_others_place(
    p: float, ratio: float
) -> None:
    slope = people.slope_of_equal_cost(p, ratio)
    assert people.slope_of_equal_cost(p, slope) == pytest.approx(ratio)
    # along the line a step to the right costs as much as the step up spares
    parameters = people.with_ratio(Parameters(beta=3.0), ratio)
    assert people.ratio_of(parameters) == ratio
    assert parameters.beta == 3.0
    here = Rates(0.5, 0.5, 0.2, 0.8)
    there = Rates(0.5 + slope * 1e-6, 0.5 - slope * 1e-6, 0.2 + 1e-6, 0.8 - 1e-6)
    costs = [cost_of_a_row(p, one, parameters) for one in (here, there)]
    assert costs[0] == pytest.approx(costs[1], rel=1e-9)


@pytest.mark.parametrize(
    "costs", [(1.0, 1.0, 1.0, 0.0), (0.0, 1.0, 1.0, 1.0), (2.0, 1.0, 1.0, 0.0)]
)
def test_that_costs_that_make_no_sense_have_no_ratio(
    costs: tuple[float, float, float, float],
) -> None:
    tp, fn, fp, tn = costs
    these = Parameters(cost_tp=tp, cost_fn=fn, cost_fp=fp, cost_tn=tn)
    assert math.isnan(people.ratio_of(these))


@pytest.mark.parametrize("p", [0.0, 1.0, math.nan])
def test_that_one_class_has_no_line_of_equal_cost(p: float) -> None:
    assert math.isnan(people.slope_of_equal_cost(p, 1.0))


EDGES = st.lists(INSIDE, min_size=2, max_size=8, unique=True).map(sorted)


@given(ROWS, EDGES, st.booleans(), st.none() | INSIDE)
def test_that_extremes_are_those_of_every_risk_between_edges(
    rows: list[tuple[float, bool]], edges: list[float], avoided: bool, prevalence: float | None
) -> None:
    curve = net_benefit.DecisionCurve(ScoreTable(*arrays(rows)).steps, prevalence)
    least, greatest = curve.extremes(np.array(edges), avoided=avoided)
    for low, high, found in zip(edges, edges[1:], zip(least, greatest, strict=True), strict=False):
        corners = curve.corners()
        inside = corners[(corners >= low) & (corners < high)]
        risks = np.concatenate([[low, high], inside, np.nextafter(inside, 1.0)])
        worth = curve.at(risks)
        if avoided:
            worth = (worth - curve.of_all(risks)) / (risks / (1 - risks))
        assert found[0] == pytest.approx(worth.min(), abs=1e-9)
        assert found[1] == pytest.approx(worth.max(), abs=1e-9)


def test_that_extremes_of_many_scores_at_once_are_those_of_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(4)
    p = rng.random(5_000)
    curve = net_benefit.DecisionCurve(ScoreTable(p, rng.random(5_000) < p).steps)
    edges = np.linspace(0.01, 0.99, 41)
    whole = curve.extremes(edges)
    monkeypatch.setattr(net_benefit, "_AT_ONCE", 7)
    for one, other in zip(curve.extremes(edges), whole, strict=True):
        np.testing.assert_array_equal(one, other)


@given(COUNTS, st.lists(INSIDE, min_size=1, max_size=4), INSIDE)
def test_that_usefulness_at_several_risks_is_that_at_each(
    counts: Counts, risks: list[float], prevalence: float
) -> None:
    found = net_benefit.useful_at(counts, np.array(risks), prevalence, 200)
    each = [net_benefit.useful_at(counts, risk, prevalence, 200) for risk in risks]
    np.testing.assert_array_equal(found, each)


@given(INSIDE, P, P, st.none() | st.sampled_from([1000, 7, 20_000]))
def test_that_halves_of_people_go_up_as_decimals_are_written(
    p: float, hit: float, right: float, n: int | None
) -> None:
    found = people.natural_frequencies(p, hit, right, n)
    share, hits, rights = (Fraction(repr(one)) for one in (p, hit, right))
    size = found.n
    assert size == (n or next(one for one in (1_000, 10_000) if one * share >= 10))
    diseased = (2 * size * share + 1) // 2
    assert found.with_condition == diseased
    assert found.tp == min(diseased, (2 * size * share * hits + 1) // 2)
    assert found.fp == min(size - diseased, (2 * size * (1 - share) * (1 - rights) + 1) // 2)
    assert sum(found[1:]) == size
