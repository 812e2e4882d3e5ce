"""Intervals of areas near 1 where subjects were drawn: rows count as their design effect says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri

from evalgui.core.intervals import auc
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.intervals.subjects import degrees_of_subjects
from evalgui.core.intervals.summaries_of_subjects import AreaOfSubjects, area_of_subjects
from evalgui.core.ranked import Ranked
from evalgui.core.ranked_subjects import RankedSubjects
from evalgui.core.sampling import Sampling
from evalgui.core.score_table import ScoreTable
from evalgui.core.subjects import Subjects
from evalgui.core.summary_intervals import of_area
from tests.core.strategies import labelled_scores

Drawn = tuple[Any, Any, bool]
METHODS = (auc.wilson_effective, auc.newcombe)


def ranked_of(scores: Any, truth: Any, *codes: Any, higher: bool = True) -> Ranked:
    """Return the ranking of rows and whose they are."""
    table = ScoreTable(scores, truth, higher_is_positive=higher)
    arrays = tuple(np.asarray(one, dtype=np.int32) for one in codes)
    subjects = Subjects(arrays, ("probe", "reference")[: len(arrays)])
    owners = RankedSubjects.of_rows(scores, subjects, truth, higher_is_positive=higher)
    return Ranked(table, table.steps, owners)


def area_of(ranked: Ranked) -> AreaOfSubjects:
    """Return its area with the variance that subjects give it."""
    found = ranked.area_of_subjects
    assert found is not None
    return found


def has_spread(ranked: Ranked) -> bool:
    """Return whether an area has an interval, by subject."""
    found = of_area(ranked, IntervalSettings(), Sampling.BY_SUBJECT)
    return found.is_defined


@given(labelled_scores())
def test_one_row_a_subject_has_the_limits_of_rows(drawn: Drawn) -> None:
    scores, truth, higher = drawn
    ranked = ranked_of(scores, truth, np.arange(len(scores)), higher=higher)
    if not has_spread(ranked):
        return
    area = area_of(ranked)
    assert area.design_effect == pytest.approx(1)
    for method in METHODS:
        expected = method(ranked.area, 0.95)
        assert method(area, 0.95) == pytest.approx(expected, abs=1e-9), method.__name__


@given(labelled_scores(), st.integers(2, 6), st.integers(0, 2**16))
def test_limits_by_subject_hold_the_area_and_are_shorter_only_where_subjects_vary_less(
    drawn: Drawn, n_subjects: int, seed: int
) -> None:
    scores, truth, higher = drawn
    codes = np.random.default_rng(seed).integers(0, n_subjects, len(scores))
    ranked = ranked_of(scores, truth, codes, higher=higher)
    if not has_spread(ranked):
        return
    area = area_of(ranked)
    for method in METHODS:
        low, high = method(area, 0.95)
        assert 0 <= low <= area.auc <= high <= 1
        if area.variance < ranked.area.variance:
            continue
        of_rows = method(ranked.area, 0.95)
        assert low <= of_rows[0] + 1e-9, method.__name__
        assert high >= of_rows[1] - 1e-9, method.__name__


@pytest.mark.parametrize("times", [2, 10])
def test_rows_that_only_repeat_their_subjects_say_no_more_than_one_of_each(times: int) -> None:
    rng = np.random.default_rng(4)
    truth = np.arange(120) < 60
    scores = rng.normal(size=120) + 3.2 * truth
    one = ranked_of(scores, truth, np.arange(120))
    again = ranked_of(*(np.repeat(part, times) for part in (scores, truth, np.arange(120))))
    assert area_of(again).variance == pytest.approx(area_of(one).variance)
    assert area_of(again).design_effect == pytest.approx(times, rel=0.05)
    for method in METHODS:
        few, many = (np.array(method(area_of(ranked), 0.95)) for ranked in (one, again))
        np.testing.assert_allclose(many, few, atol=0.1 * np.ptp(few), err_msg=method.__name__)
        assert np.ptp(method(again.area, 0.95)) < 0.8 * np.ptp(few)  # by rows it is too short


def test_an_area_of_1_counts_each_subject_once_and_says_so() -> None:
    truth = np.repeat([True, False], 60)
    scores, codes = truth + np.linspace(0, 0.5, 120), np.repeat(np.arange(24), 5)
    ranked = ranked_of(scores, truth, codes)
    found = of_area(ranked, IntervalSettings(), Sampling.BY_SUBJECT)
    share = 1 / (2 * 12 * 12)
    n = (1 - share) * share / auc.newcombe_variance(1 - share, 12, 12)
    assert (found.lower, found.upper) == pytest.approx(wilson(n, n, 0.95))
    assert found.method == "Wilson, effective n, by subject"
    assert found.assumes.endswith("all rows agree, so that each subject counts once")


def test_an_area_by_subject_tells_how_much_it_varies_more() -> None:
    rng = np.random.default_rng(5)
    codes = np.repeat(np.arange(40), 5)
    truth = codes % 2 == 0
    scores = rng.normal(size=40)[codes] * 0.8 + rng.normal(size=200) * 0.6 + 2 * truth
    ranked = ranked_of(scores, truth, codes)
    area = area_of(ranked)
    rows = ranked_area(ranked.table)
    assert area.design_effect == pytest.approx(area.variance / rows.variance)
    found = of_area(ranked, IntervalSettings(), Sampling.BY_SUBJECT)
    told = f"the variance is {area.design_effect:.1f} times that of independent rows"
    assert area.design_effect > 1.5
    assert found.assumes.endswith(told)
    same = area_of_subjects(rows, ranked.steps, ranked.subjects)  # type: ignore[arg-type]
    assert same.design_effect == area.design_effect


@pytest.mark.parametrize("n_subjects", [40, 60])
@pytest.mark.parametrize("shared", [0.2, 0.7])
def test_a_nearly_perfect_area_of_subjects_is_held_and_not_far_too_wide(
    n_subjects: int, shared: float
) -> None:
    # Five rows of each of so many patients, half of whom are ill.
    rng, area, n_times = np.random.default_rng(11), 0.99, 200
    distance = 2**0.5 * float(ndtri(area))
    codes = np.repeat(np.arange(n_subjects), 5)
    truth = codes % 2 == 0
    held, widths = 0, []
    for _ in range(n_times):
        alike = rng.normal(size=n_subjects)[codes] * shared**0.5
        own = rng.normal(size=len(codes)) * (1 - shared) ** 0.5
        ranked = ranked_of(alike + own + distance * truth, truth, codes)
        found = of_area(ranked, IntervalSettings(), Sampling.BY_SUBJECT)
        held += found.lower <= area <= found.upper
        widths.append(found.upper - found.lower)
    assert held / n_times >= 0.92
    n = n_subjects // 2
    as_one = area * (1 - area) / auc.newcombe_variance(area, n, n)
    low, high = wilson(area * as_one, as_one, 0.95)  # as if each subject had one row
    assert np.median(widths) < 0.75 * (high - low)


def test_an_area_of_few_subjects_with_rows_of_any_number_is_held() -> None:
    # With normal quantiles 86 % of them are.
    rng = np.random.default_rng(3)
    n_subjects, truth_of_area, n_replicates = 15, 0.85, 400
    apart = ndtri(truth_of_area) * np.sqrt(2)
    held = too_short = 0
    for _ in range(n_replicates):
        whose = np.repeat(np.arange(n_subjects), rng.integers(3, 31, n_subjects))
        truth = rng.random(len(whose)) < rng.beta(2 / 3, 4 / 3, n_subjects)[whose]
        scores = rng.normal(size=n_subjects)[whose] + rng.normal(size=len(whose))
        ranked = ranked_of(scores / np.sqrt(2) + apart * truth, truth, whose)
        found = of_area(ranked, IntervalSettings(), Sampling.BY_SUBJECT)
        held += found.lower <= truth_of_area <= found.upper
        low, high = auc.delong_logit(area_of(ranked), 0.95)
        too_short += low <= truth_of_area <= high
    assert too_short < 0.90 * n_replicates
    assert held >= 0.92 * n_replicates


@given(st.lists(st.integers(1, 9), min_size=4, max_size=40), st.integers(2, 5))
def test_degrees_of_freedom_count_subjects_as_their_rows_weigh(sizes: Any, times: int) -> None:
    rows = np.array(sizes)
    alike = np.where(np.arange(len(rows)) % 2, 1.0, -1.0)  # as evenly as can be
    found = degrees_of_subjects(alike, [rows, rows])
    assert found == pytest.approx(max(rows.sum() ** 2 / (rows**2).sum() - 1, 1))
    assert found <= len(rows) - 1 + 1e-9
    assert degrees_of_subjects(alike * times, [rows * times]) == pytest.approx(found)
    one_apart = np.where(np.arange(len(rows)) == 0, 100.0, alike)
    assert degrees_of_subjects(one_apart, [rows]) == pytest.approx(min(found, 5.0))
    lone = np.where(np.arange(len(rows)) < 2, rows, 0)  # the positives of two subjects
    assert degrees_of_subjects(alike, [lone, rows]) <= 1.0
