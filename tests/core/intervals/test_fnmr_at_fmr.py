"""The miss rate that a bound on the false alarm rate leaves, with its interval."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from evalgui.core.comparing.errors import errors_of
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.fnmr_at_fmr import fnmr_at_fmr, row_at_fmr, squared_and_added
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.rules.targets import NONE_ALLOWED
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable, Steps
from evalgui.core.snapshot import rank
from evalgui.core.subjects import Subjects
from tests.core.strategies import labelled_scores


@given(labelled_scores(), st.integers(0, 20))
def test_rate_is_the_least_of_all_thresholds_that_fit(
    data: tuple[Any, Any, bool], twentieths: int
) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    bound = twentieths / 20
    found = fnmr_at_fmr(table.steps, bound)
    limits = squared_and_added(table.steps, bound, 0.95)
    if not (table.n_positive and table.n_negative):
        assert math.isnan(found)
        assert all(math.isnan(limit) for limit in limits)
        return
    counts = table.steps.counts()
    fits = 20 * np.asarray(counts.fp) <= twentieths * table.n_negative
    assert found == np.min(np.asarray(counts.fn)[fits]) / table.n_positive
    assert 0 <= limits[0] <= found <= limits[1] <= 1


def _outermost(steps: Steps, bound: float, level: float) -> tuple[float, float]:
    """Return the limits by looking at each threshold in turn, with a deviate for each."""
    z, m, n = float(norm.isf((1 - level) / 2)), steps.n_positive, steps.n_negative
    row, spread = row_at_fmr(steps, bound), math.sqrt(bound * (1 - bound) / n)
    lows: list[float] = []
    highs: list[float] = []
    for at in range(len(steps)):
        after = min(at + 1, len(steps) - 1)
        lenient = 0.0 if at == row else (int(steps.fp_column[at]) / n - bound) / spread
        strict = 0.0 if at == row else (bound - int(steps.fp_column[after]) / n) / spread
        for deviate, limits, end in ((lenient, lows, 0), (strict, highs, 1)):
            is_beyond = at < row if end == 0 else at > row
            left = z * z - max(deviate, 0.0) ** 2
            if is_beyond or left < 0:
                continue
            own = 1 - 2 * float(norm.sf(math.sqrt(left)))
            missed = m - int(steps.tp_column[at])
            limits.append(wilson(missed, m, own)[end] if own > 0 else missed / m)
    return min(lows), max(highs)


@given(labelled_scores(), st.integers(1, 19), st.sampled_from([0.8, 0.95]))
def test_limits_are_the_outermost_of_every_threshold_that_may_be_meant(
    data: tuple[Any, Any, bool], twentieths: int, level: float
) -> None:
    scores, truth, higher = data
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    if table.n_positive and table.n_negative:
        expected = _outermost(table.steps, twentieths / 20, level)
        found = squared_and_added(table.steps, twentieths / 20, level)
        assert found == pytest.approx(expected, abs=1e-7)


def test_limits_of_dense_scores_are_distances_squared_and_added() -> None:
    normal = norm.ppf((np.arange(400_000) + 0.5) / 400_000)
    truth = np.arange(800_000) < 400_000
    steps = ScoreTable(np.r_[normal + 2, normal], truth).steps
    rate, deviate = fnmr_at_fmr(steps, 0.01), float(norm.isf(0.025))
    own = wilson(round(rate * 400_000), 400_000, 0.95)
    far = deviate * math.sqrt(0.01 * 0.99 / 400_000)
    strict, lenient = (fnmr_at_fmr(steps, share) for share in (0.01 - far, 0.01 + far))
    low, high = squared_and_added(steps, 0.01, 0.95)
    assert rate - low == pytest.approx(math.hypot(rate - own[0], rate - lenient), rel=0.01)
    assert high - rate == pytest.approx(math.hypot(own[1] - rate, strict - rate), rel=0.01)


@pytest.mark.parametrize(("impostors", "upper"), [(3_000, 1.0), (4_000, wilson(0, 60, 0.95)[1])])
def test_a_score_without_false_alarms_is_the_one_that_is_meant_if_rows_suffice(
    impostors: int, upper: float
) -> None:
    steps = ScoreTable.from_counts([1.0, 2.0], [0, 60], [impostors, 0]).steps
    assert squared_and_added(steps, 0.001, 0.95) == pytest.approx((0.0, upper))


def test_next_whole_score_counts_in_full_where_it_may_fit() -> None:
    """Of 1,000 impostors 90 reach 2 and 105 reach 1: the bound of a tenth may mean either."""
    steps = ScoreTable.from_counts([2.0, 1.0, 0.0], [50, 40, 10], [90, 15, 895]).steps
    assert fnmr_at_fmr(steps, 0.1) == 0.5
    low, high = squared_and_added(steps, 0.1, 0.95)
    deviate = math.sqrt(1.959964**2 - (0.005 / math.sqrt(0.09 / 1000)) ** 2)
    assert low == pytest.approx(wilson(10, 100, 1 - 2 * float(norm.sf(deviate)))[0], rel=1e-6)
    assert high > 0.5


@pytest.mark.parametrize("grain", [1.0, 0.5])
@pytest.mark.parametrize(("n_impostors", "bound"), [(100, 0.1), (1_000, 0.1), (1_000, 0.01)])
def test_that_integer_scores_are_held_as_often_as_is_said(
    grain: float, n_impostors: int, bound: float
) -> None:
    rng, held = np.random.default_rng(7), []
    grid = np.arange(-12, 12, grain) + 0.3
    at = grid[norm.sf(grid) <= bound].min()
    truth = float(norm.cdf(at - 2))
    for _ in range(300):
        scores = np.r_[rng.normal(size=100) + 2, rng.normal(size=n_impostors)]
        whole = np.floor((scores - 0.3) / grain) * grain + 0.3
        steps = ScoreTable(whole, np.arange(len(whole)) < 100).steps
        low, high = squared_and_added(steps, bound, 0.95)
        held.append(low - 1e-12 <= truth <= high + 1e-12)
    assert np.mean(held) >= 0.91  # 0.95, less three standard errors of so few data sets


def test_that_a_bound_below_one_error_has_no_interval_by_the_words_of_the_rule() -> None:
    scores = np.r_[np.arange(200.0), np.arange(100.0, 200.0)]
    truth = np.r_[np.zeros(200), np.ones(100)].astype(np.int8)
    ranking = rank(Dataset("x", ("a", "b"), truth, 1, (Score("s", scores),)), 0)
    found = ranking.interval("fmr1000", DEFAULT_INTERVALS, Sampling.COHORT)
    assert found is not None
    assert found.reason == NONE_ALLOWED
    assert ranking.choice("fmr", {"fmr": 0.001}).notes == (NONE_ALLOWED,)
    compared = errors_of(ranking, DEFAULT_INTERVALS, Sampling.COHORT)["fmr1000"].interval
    assert compared is not None
    assert compared.reason == NONE_ALLOWED
    fits = ranking.interval("fmr100", DEFAULT_INTERVALS, Sampling.COHORT)
    assert fits is not None
    assert fits.is_defined


def test_that_subjects_count_their_rows_as_fewer() -> None:
    rng = np.random.default_rng(4)
    codes = np.repeat(np.arange(150, dtype=np.int32), 20)
    truth = rng.random(150)[codes] < 0.4
    scores = rng.normal(size=3_000) + rng.normal(size=150)[codes] + 2 * truth
    found = {}
    for sampling in (Sampling.BY_SUBJECT, Sampling.COHORT):
        whose = Subjects((codes,), ("patient",))
        data = Dataset(
            *("x", ("a", "b"), truth.astype(np.int8), 1, (Score("s", scores),)),
            subjects=whose,
            sampling=sampling,
        )
        interval = rank(data, 0).interval("fmr100", DEFAULT_INTERVALS, sampling)
        assert interval is not None
        found[sampling] = interval
    by_subject, by_row = found[Sampling.BY_SUBJECT], found[Sampling.COHORT]
    assert by_subject.method == f"{by_row.method}, effective n by subject"
    assert by_subject.lower < by_row.lower < by_row.upper < by_subject.upper
