"""Areas of several scores at once, beside covariances that are written out."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from evalgui.core.comparing import areas_alike, compare_paired, compare_unpaired
from evalgui.core.comparing.candidate import Candidate
from evalgui.core.dataset import Score
from evalgui.core.sampling import Sampling
from evalgui.core.subjects import Subjects

TRUTH = np.arange(150) < 60


def candidate(values: Any, truth: Any, *codes: Any, times: Any = 1) -> Candidate:
    sides = tuple(np.asarray(one, dtype=np.int32) for one in codes)
    subjects = Subjects(sides, ("probe", "reference")[: len(sides)]) if sides else None
    counts = (truth * times).astype(np.int64), (~truth * times).astype(np.int64)
    sampling = Sampling.BY_SUBJECT if sides else Sampling.COHORT
    return Candidate("s", Score("s", values), 0.0, *counts, sampling, subjects)


def scores(k: int, seed: int = 1, truth: Any = TRUTH) -> list[Any]:
    rng = np.random.default_rng(seed)
    common = rng.normal(size=len(truth)) + truth
    return [np.round(common + rng.normal(size=len(truth)), 1) for _ in range(k)]


def placements(values: Any, truth: Any) -> tuple[Any, Any]:
    pos, neg = values[truth], values[~truth]
    kernel = np.sign(pos[:, None] - neg[None, :]) / 2 + 0.5
    return kernel.mean(axis=1), kernel.mean(axis=0)


def chi_square(values: list[Any], covariance: Any) -> float:
    """Return DeLong's statistic with differences of neighbours, which is the same of any."""
    means = np.array([placements(one, TRUTH)[0].mean() for one in values])
    contrasts = np.eye(len(values))[:-1] - np.eye(len(values))[1:]
    inner = np.linalg.inv(contrasts @ covariance @ contrasts.T)
    return float((contrasts @ means) @ inner @ (contrasts @ means))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_that_rows_give_delongs_chi_square(k: int) -> None:
    values = scores(k)
    of_positives, of_negatives = zip(*(placements(one, TRUTH) for one in values), strict=True)
    covariance = np.cov(of_positives) / 60 + np.cov(of_negatives) / 90
    found = areas_alike([candidate(one, TRUTH) for one in values], is_paired=True)
    expected = chi_square(values, covariance)
    assert found.statistic == pytest.approx(expected, rel=1e-9)
    assert (found.freedom, found.n) == (k - 1, (150,))
    assert found.p == pytest.approx(chi2.sf(expected, k - 1), rel=1e-9)
    assert found.method == f"DeLong, chi-square of {k} areas, paired"
    assert not found.reason


@pytest.mark.parametrize("n_sides", [1, 2])
def test_that_subjects_give_obuchowskis_covariances(n_sides: int) -> None:
    values, rng = scores(3), np.random.default_rng(4)
    sides = [np.r_[np.arange(25), rng.integers(0, 25, 125)] for _ in range(n_sides)]
    sums, has = np.zeros((3, 2, 25)), np.zeros((2, 25), dtype=bool)
    for number, one in enumerate(values):
        of_rows = np.empty(150)
        of_rows[TRUTH], of_rows[~TRUTH] = placements(one, TRUTH)
        of_rows -= placements(one, TRUTH)[0].mean()
        for row in range(150):
            for subject in {side[row] for side in sides}:
                sums[number, int(not TRUTH[row]), subject] += of_rows[row]
                has[int(not TRUTH[row]), subject] = True
    (m, n), both = has.sum(axis=1), has.any(axis=0).sum()
    across = sums[:, 0] @ sums[:, 1].T / (60 * 90)
    covariance = m / (m - 1) * sums[:, 0] @ sums[:, 0].T / 60**2
    covariance += n / (n - 1) * sums[:, 1] @ sums[:, 1].T / 90**2
    covariance += both / (both - 1) * (across + across.T)
    found = areas_alike([candidate(one, TRUTH, *sides) for one in values], is_paired=True)
    assert found.statistic == pytest.approx(chi_square(values, covariance), rel=1e-9)
    assert found.method == "DeLong, chi-square of 3 areas, paired, by subject"
    assert "rough" in found.note  # of 25 subjects


def test_that_two_scores_have_the_square_of_delongs_z() -> None:
    first, second = (candidate(one, TRUTH) for one in scores(2))
    pair = compare_paired(first, second, 0.95).area.delong
    found = areas_alike([first, second], is_paired=True)
    assert found.statistic == pytest.approx(pair.z**2)
    assert found.p == pytest.approx(pair.p)
    assert areas_alike([second, first], is_paired=True).p == pytest.approx(pair.p)
    apart = compare_unpaired(first, second, 0.95).area.delong
    assert areas_alike([first, second], is_paired=False).p == pytest.approx(apart.p)


def test_that_rows_of_their_own_have_independent_areas() -> None:
    parts = [candidate(*sample) for sample in (_own(40, 1), _own(80, 2), _own(60, 3))]
    found = areas_alike(parts, is_paired=False)
    ranked = [one.area_of(one.table) for one in parts]
    weights = np.array([1 / one.variance for one in ranked])
    values = np.array([one.auc for one in ranked])
    mean = weights @ values / weights.sum()
    assert found.statistic == pytest.approx(float(weights @ (values - mean) ** 2))  # Cochran's Q
    assert (found.freedom, found.n) == (2, (40, 80, 60))


def _own(n: int, seed: int) -> tuple[Any, Any]:
    truth = np.arange(n) < n // 3
    return scores(1, seed, truth)[0], truth


def test_that_counted_and_missing_rows_are_those_that_are_written_out() -> None:
    values, times = scores(3), 1 + np.arange(150) % 3
    rows = np.repeat(np.arange(150), times)
    counted = areas_alike([candidate(one, TRUTH, times=times) for one in values], is_paired=True)
    spread = areas_alike([candidate(one[rows], TRUTH[rows]) for one in values], is_paired=True)
    assert counted.statistic == pytest.approx(spread.statistic)
    assert counted.n == spread.n == (len(rows),)
    lacking = [np.where(np.arange(150) % 10 == place, math.nan, one) for place, one in
               enumerate(values)]  # fmt: skip
    kept = np.arange(150) % 10 > 2
    found = areas_alike([candidate(one, TRUTH) for one in lacking], is_paired=True)
    of_kept = areas_alike([candidate(one[kept], TRUTH[kept]) for one in values], is_paired=True)
    assert found.statistic == pytest.approx(of_kept.statistic)
    assert found.n == of_kept.n


def test_that_a_score_that_follows_from_another_takes_no_degree_of_freedom() -> None:
    first, second = scores(2)
    found = areas_alike(
        [candidate(one, TRUTH) for one in (first, second, 2 * first + 1)], is_paired=True
    )
    two = areas_alike([candidate(one, TRUTH) for one in (first, second)], is_paired=True)
    assert found.freedom == 1
    assert found.p == pytest.approx(two.p)


@pytest.mark.parametrize(
    ("truth", "codes", "reason"),
    [
        (np.zeros(150, dtype=bool), (), "a class has no rows"),
        (np.arange(150) < 1, (), "a class with one row says nothing about its spread"),
        (TRUTH, (np.zeros(150),), "rows of one subject say nothing about others"),
    ],
)
def test_that_it_says_why_there_is_none(truth: Any, codes: Any, reason: str) -> None:
    found = areas_alike([candidate(one, truth, *codes) for one in scores(3)], is_paired=True)
    assert found.reason == reason
    assert math.isnan(found.p)
    same = [candidate(scores(1)[0], TRUTH) for _ in range(3)]
    assert "alike" in areas_alike(same, is_paired=True).reason


@pytest.mark.parametrize("of_subjects", [1, 4])
def test_that_it_errs_as_often_as_its_level_says(of_subjects: int) -> None:
    rng, rejected, n = np.random.default_rng(7), 0, 400
    for _ in range(600):
        truth = rng.random(n) < 0.4
        codes = np.arange(n) // of_subjects
        own = rng.normal(size=n)[codes] + truth
        values = [own + rng.normal(size=n) for _ in range(3)]
        whose = (codes,) if of_subjects > 1 else ()
        found = areas_alike([candidate(one, truth, *whose) for one in values], is_paired=True)
        rejected += found.p < 0.05
    assert rejected / 600 == pytest.approx(0.05, abs=0.028)  # three standard errors
