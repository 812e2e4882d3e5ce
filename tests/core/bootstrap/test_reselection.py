"""The rule chooses again in every replicate: as if rows were drawn, and sorted, and left out."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from evalgui.core.bootstrap.resampling import RowResampler, SubjectResampler
from evalgui.core.bootstrap.reselection import flat_optimum, reselect
from evalgui.core.bootstrap.run import Plan
from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import DataError
from evalgui.core.metrics import metric_by_id
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.redraw import plan_of
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.rules.optima import criterion_of_rule
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects

RULES = [
    ("youden", {}),
    ("closest", {}),
    ("cost", {"cost-fn": 3.0}),
    ("eer", {}),
    ("f1", {}),
    ("middle", {}),
    ("specificity", {"specificity": 0.8}),
    ("sensitivity", {"sensitivity": 0.9}),
    ("fmr-limit", {"fmr": 0.4}),
]


def drawn(seed, n=40, *, higher=True, decimals=1):
    random = np.random.default_rng(seed)
    truth = random.random(n) < 0.4
    scores = np.round(random.normal(truth * (1.2 if higher else -1.2)), decimals)
    return scores, truth, Score("s", scores, higher)


def in_order(scores, truth, *, higher, positive):
    """Return the rows of a class, strictest first, as the resampler has them."""
    rows = np.flatnonzero(truth == positive)
    order = np.argsort(scores[rows], kind="stable")
    return rows[order[::-1] if higher else order]


def by_hand(choice, truth, score, resampler, seed):
    """Draw as the resampler does, repeat the rows, sort them anew, and count what is left."""
    rule, values, scores = choice.rule, choice.parameters, score.values
    rng = np.random.default_rng(seed)
    higher = score.higher_is_positive
    weights = np.zeros(len(scores), dtype=np.int64)
    for cls, drawn_weights in zip((True, False), resampler._weights(rng), strict=True):
        weights[in_order(scores, truth, higher=higher, positive=cls)] = drawn_weights
    inside = np.repeat(np.arange(len(scores)), weights)
    table = ScoreTable(scores[inside], truth[inside], higher_is_positive=higher)
    choice = choose(rule, table.steps, score, values)
    if choice.threshold is None:
        return math.nan, (0, 0, 0, 0)
    left = weights == 0
    at = choice.threshold
    called = left & (scores >= at if higher else scores <= at)
    sizes = int((left & truth).sum()), int((left & ~truth).sum())
    return at, (int((called & truth).sum()), int((called & ~truth).sum()), *sizes)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("is_stratified", [True, False])
@pytest.mark.parametrize(("rule_id", "values"), RULES, ids=[rule_id for rule_id, _ in RULES])
def test_that_a_replicate_is_what_sorting_its_rows_anew_gives(
    rule_id, values, is_stratified, higher
):
    rule = rule_by_id(rule_id)
    for seed in range(3):
        scores, truth, score = drawn(seed, higher=higher)
        steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
        choice = choose(rule, steps, score, values)
        resampler = RowResampler(steps, is_stratified)
        found = reselect(choice, Plan(resampler, max(choice.row, 0), 12, seed))
        seeds = np.random.SeedSequence(seed).spawn(12)
        expected = [by_hand(choice, truth, score, resampler, one) for one in seeds]
        for number, (threshold, outside) in enumerate(expected):
            assert tuple(found.outside[number].tolist()) == outside
            if rule_id != "middle":  # which lies between scores, and rests on one that is called
                beyond = math.inf if higher else -math.inf
                known = beyond if threshold == beyond else threshold
                assert found.thresholds[number] == pytest.approx(known, nan_ok=True)


def test_that_nobody_is_inside_and_outside_when_subjects_are_drawn():
    scores, truth, score = drawn(5, 60)
    subjects = np.random.default_rng(1).integers(0, 12, 60)
    steps = ScoreTable(scores, truth).steps
    codes = [
        Subjects((subjects[in_order(scores, truth, higher=True, positive=cls)],), ("who",))
        for cls in (True, False)
    ]
    resampler = SubjectResampler(steps, RankedSubjects(*codes, 12))
    rng = np.random.default_rng(3)
    times = np.bincount(np.random.default_rng(3).integers(0, 12, 12), minlength=12)
    inside, outside = resampler.draw_with_rest(rng)
    row_times = times[subjects]
    assert inside.n_positive == int(row_times[truth].sum())
    assert outside.n_positive == int((truth & (row_times == 0)).sum())
    assert outside.n_negative == int((~truth & (row_times == 0)).sum())
    choice = choose(rule_by_id("youden"), steps, score)
    assert len(reselect(choice, Plan(resampler, choice.row, 40)).thresholds) == 40


def snapshot_of(seed=7, n=80):
    _scores, truth, score = drawn(seed, n, decimals=2)
    return resolve(Inputs(Dataset("d", ("n", "p"), truth.astype(int), 1, (score,))))


def youden_of(snapshot):
    ranking = snapshot.ranking
    return choose(rule_by_id("youden"), ranking.table.steps, ranking.score)


def test_that_the_same_seed_gives_the_same_numbers_and_fewer_are_the_first():
    snapshot = snapshot_of()
    choice = youden_of(snapshot)
    one, two, fewer, other = (
        reselect(choice, plan_of(snapshot, n_replicates=n, seed=seed))
        for n, seed in ((100, 3), (100, 3), (40, 3), (100, 4))
    )
    assert one.thresholds.tolist() == two.thresholds.tolist()
    assert one.outside.tolist() == two.outside.tolist()
    assert one.flat == two.flat
    assert fewer.thresholds.tolist() == one.thresholds[:40].tolist()
    assert other.thresholds.tolist() != one.thresholds.tolist()


def test_that_the_out_of_bag_value_is_the_mean_of_the_replicates_and_less_than_apparent():
    found = reselect(youden_of(snapshot_of()), plan_of(snapshot_of(), n_replicates=300))
    metric = metric_by_id("YI")
    tp, fp, p, n = found.outside.T
    by_hand_values = tp / p - fp / n
    assert found.expected(metric) == pytest.approx(by_hand_values.mean())
    assert found.expected(metric) < found.apparent(metric)
    assert found.expected(metric_by_id("TPR")) == pytest.approx((tp / p).mean())


def test_that_the_optimism_of_a_small_sample_is_told_nearly_without_bias():
    # Binormal, d' = 1: the true J of a chosen threshold, and what is expected out of bag.
    random = np.random.default_rng(11)
    gaps, apparent = [], []
    youden = metric_by_id("YI")
    for _ in range(60):
        scores = np.concatenate([random.normal(1, 1, 20), random.normal(0, 1, 20)])
        truth = np.repeat([True, False], 20)
        steps = ScoreTable(scores, truth).steps
        choice = choose(rule_by_id("youden"), steps, Score("s", scores))
        found = reselect(choice, Plan(RowResampler(steps, True), choice.row, 60))
        t = choice.threshold
        true = (math.erfc((t - 1) / math.sqrt(2)) - math.erfc(t / math.sqrt(2))) / 2
        gaps.append(found.expected(youden) - true)
        apparent.append(found.apparent(youden) - true)
    assert np.mean(apparent) > 0.08
    assert abs(np.mean(gaps)) < 0.03


@pytest.mark.parametrize("rule_id", ["youden", "closest", "cost", "min-dcf", "mcc", "chi-squared"])
@pytest.mark.parametrize("higher", [True, False])
def test_that_the_flat_band_is_all_that_is_within_the_margin(rule_id, higher):
    scores, truth, score = drawn(2, 120, higher=higher)
    steps = ScoreTable(scores, truth, higher_is_positive=higher).steps
    choice = choose(rule_by_id(rule_id), steps, score)
    criterion = criterion_of_rule(choice.rule, steps, choice.parameters)
    values = criterion.goodness(steps.counts())
    margin = 0.05
    runs = flat_optimum(choice, steps, margin)
    assert runs
    for row, value in enumerate(values.tolist()):
        low, high = sorted(steps.interval(row))
        inside = any(one <= low and high <= other for one, other in runs)
        assert inside == (value >= values.max() - margin - 1e-12)
    assert any(low <= choice.threshold <= high for low, high in runs)
    assert all(one[1] < other[0] for one, other in pairwise(runs))


def test_that_the_standard_error_is_that_of_the_criterion_at_the_choice():
    snapshot = snapshot_of()
    choice = youden_of(snapshot)
    plan = plan_of(snapshot, n_replicates=200, seed=1)
    found = reselect(choice, plan)
    values = []
    for seed in np.random.SeedSequence(1).spawn(200):
        inside, _rest = plan.resampler.draw_with_rest(np.random.default_rng(seed))
        counts = inside.counts_of(choice.row)
        values.append(counts.tp / inside.n_positive - counts.fp / inside.n_negative)
    assert found.error == pytest.approx(np.std(values, ddof=1))
    assert found.flat == flat_optimum(choice, plan.resampler.steps, found.error)


def test_that_targets_have_no_flat_band():
    snapshot = snapshot_of()
    ranking = snapshot.ranking
    choice = choose(rule_by_id("sensitivity"), ranking.table.steps, ranking.score)
    found = reselect(choice, plan_of(snapshot, n_replicates=40))
    assert found.flat == ()
    assert math.isnan(found.error)
    assert np.isfinite(found.thresholds).all()


@pytest.mark.parametrize(
    ("rule_id", "values", "why"),
    [
        ("half", {}, "the same threshold whatever the rows are"),
        ("fmr-limit", {"fmr": 1e-6}, "finds no threshold"),
    ],
)
def test_that_what_cannot_be_chosen_again_is_said(rule_id, values, why):
    snapshot = snapshot_of()
    ranking = snapshot.ranking
    choice = choose(rule_by_id(rule_id), ranking.table.steps, ranking.score, values)
    with pytest.raises(DataError, match=why):
        reselect(choice, plan_of(snapshot, n_replicates=40))


def test_that_calling_nothing_lies_at_the_end_of_the_axis():
    scores = np.array([np.inf, np.inf, 0.0, -1.0])
    truth = np.array([False, False, True, False])
    snapshot = resolve(
        Inputs(Dataset("d", ("n", "p"), truth.astype(int), 1, (Score("s", scores),)))
    )
    ranking = snapshot.ranking
    choice = choose(rule_by_id("zero-fmr"), ranking.table.steps, ranking.score)
    found = reselect(choice, plan_of(snapshot, n_replicates=60))
    known = found.thresholds[~np.isnan(found.thresholds)]
    assert np.isposinf(known).any()
